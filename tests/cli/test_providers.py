#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Dependencies that no annotation names: a kernel gets the files of libraries that define the names in its code.

usage: test_providers.py CLBUNDLE SOURCE_ROOT [unittest arguments]"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

CLBUNDLE = ROOT = None


class Case(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = self.folder.name

    def tearDown(self):
        self.folder.cleanup()

    def write(self, name, text):
        path = os.path.join(self.root, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'wb') as f:
            f.write(text if isinstance(text, bytes) else text.encode())

    def read(self, name):
        with open(os.path.join(self.root, name), 'rb') as f:
            return f.read().decode()

    def library(self, name, files):
        for stem, text in files.items():
            self.write('%s/%s.cl' % (name, stem), text)

    def kernel(self, body, head='', name='k.cl'):
        self.write(name, '%s__kernel void k(__global double *x) { %s }\n' % (head, body))

    def clbundle(self, *arguments, ok=0):
        r = subprocess.run([CLBUNDLE, *arguments], cwd=self.root, capture_output=True, text=True, timeout=120)
        self.assertEqual(r.returncode, ok, '%s\n%s' % (arguments, r.stderr))
        return r

    def says(self, ok, *arguments):
        lines = self.clbundle(*arguments, ok=ok).stderr.splitlines()
        return [line for line in lines if not line.startswith('  ')]

    def stems(self, *arguments):
        """What the program of k.cl is made of, itself left out; it must build, too."""
        self.clbundle('bundle', '--name', 'b', '--output-dir', 'out', *arguments, 'k.cl')
        return self.clbundle('program', '--list', *arguments, 'k.cl').stdout.split()[:-1]


LIB = ('--library', 'lib=lib')


class Found(Case):
    def test_what_is_called_is_taken_with_all_that_it_needs(self):
        self.library('lib', {'a': 'double a(double x) { return b(x) + 1; }\n', 'b': 'double b(double x) { return c(x); }\n',
                             'c': 'double c(double x) { return x; }\n', 'd': 'double d(double x) { return x; }\n'})
        self.kernel('x[0] = a(x[0]);')
        self.assertEqual(self.stems(*LIB), ['c', 'b', 'a'])

    def test_every_sort_of_name_finds_its_file(self):
        self.library('lib', {
            'macro': '#define TWICE(x) ((x) + (x))\n', 'constant': '#define LIMIT 4\n', 'type': 'typedef double real;\n',
            'tag': 'struct pair { double a, b; };\n', 'enumerator': 'enum { FIRST = 7, SECOND };\n',
            'table': '__constant double table[2] = {1, 2};\n', 'union': 'typedef union bits { double d; ulong u; } bits;\n',
            'pointer': 'typedef __global double *(place);\n', 'unused': 'typedef int other;\n'})
        self.kernel('struct pair p = {LIMIT, SECOND}; bits b; b.d = table[1]; place q = x; real r = TWICE(p.a); q[0] = r + b.d;')
        self.assertEqual(sorted(self.stems(*LIB)),
                         ['constant', 'enumerator', 'macro', 'pointer', 'table', 'tag', 'type', 'union'])

    def test_names_that_macros_paste_are_found_in_kernels_and_in_libraries(self):
        self.library('lib', {
            'made': '#define MAKE(n, o) double n##_##o(double x) { return h_##o(x); }\nMAKE(f, one)\n#undef MAKE\n',
            'helper': 'double h_one(double x) { return x; }\n'})
        self.kernel('x[0] = CALL(f, one)(x[0]);', '#define CALL(a, b) a##_##b\n')
        self.assertEqual(self.stems(*LIB), ['helper', 'made'])

    def test_a_macros_body_is_needed_by_those_who_use_the_macro(self):
        self.library('lib', {'lib': '#define SAFE(x) guard(x)\ntypedef double real;\n',
                             'guard': 'real guard(real x) { return x; }\n', 'f': 'real f(real x) { return SAFE(x); }\n'})
        self.kernel('x[0] = f(x[0]);')
        self.assertEqual(self.stems(*LIB), ['lib', 'guard', 'f'])

    def test_prototypes_let_files_call_each_other(self):
        self.library('lib', {'lib': 'double even(double x);\ndouble odd(double x);\n',
                             'a': 'double even(double x) { return x > 1 ? odd(x - 1) : other(x); }\n',
                             'b': 'double odd(double x) { return x > 1 ? 0 : even(x); }\n',
                             'c': 'double other(double x) { return x; }\n'})
        self.kernel('x[0] = x[0];\n')
        self.assertEqual(self.stems(*LIB), [])
        self.write('k.cl', '__kernel void k(__global double *x) { x[0] = even(x[0]); }\n')
        r = self.clbundle('program', '--list', *LIB, 'k.cl')
        self.assertEqual(sorted(r.stdout.split()), ['a', 'b', 'c', 'k', 'lib'])
        self.assertLess(r.stdout.split().index('lib'), r.stdout.split().index('a'))

    def test_a_files_own_prototype_lets_it_call_who_calls_it(self):
        self.library('lib', {'a': 'double g(double x);\ndouble f(double x) { return g(x); }\n'
                                  'double h(double x) { return x; }\n',
                             'b': 'double h(double x);\ndouble g(double x) { return h(x); }\n'})
        self.kernel('x[0] = f(x[0]);')
        self.assertEqual(sorted(self.stems(*LIB)), ['a', 'b'])

    def test_a_name_that_only_looks_like_a_function_makes_no_cycle(self):
        self.library('lib', {'a': 'double a(double x) { VECTOR(2) beta; return x; }\n',
                             'beta': 'double beta(double x) { return a(x); }\n', 'lib': '#define VECTOR(n) double##n\n'})
        self.kernel('x[0] = beta(x[0]);')
        self.assertEqual(self.stems(*LIB), ['lib', 'a', 'beta'])

    def test_files_that_call_each_other_without_a_prototype_are_a_cycle(self):
        self.library('lib', {'a': 'double f(double x) { return g(x); }\n', 'b': 'double g(double x) { return f(x); }\n'})
        self.kernel('x[0] = f(x[0]);')
        said = self.says(1, 'bundle', '--name', 'b', '--output-dir', 'out', *LIB, 'k.cl')
        self.assertIn("lib/a.cl:1:29: error: dependency cycle: a -> b -> a: split one of these files, or put a prototype of "
                      "the function before its first call", said)
        self.assertIn("lib/a.cl:1:29: note: 'a' needs 'g', which 'b' defines", said)
        self.assertIn("lib/b.cl:1:29: note: 'b' needs 'f', which 'a' defines", said)
        self.assertFalse(os.path.exists(os.path.join(self.root, 'out')))

    def test_what_only_a_prototype_promises_is_taken_from_who_defines_it(self):
        self.library('lib', {'lib': 'double f(double x);\n', 'f': 'double f(double x) { return x; }\n'})
        self.kernel('x[0] = f(x[0]);', 'double f(double x);\n')
        self.assertEqual(self.stems(*LIB), ['f'])

    def test_local_names_and_members_take_nothing(self):
        self.library('lib', {s: 'double %s(double x) { return x; }\n' % s for s in ('beta', 'gam', 'mean', 'size', 'f')})
        self.library('lib', {'f': 'struct s { double size; };\n'
                                  'double f(double gam)\n{\n    struct s beta = {gam}, *p = &beta;\n    unsigned k = 2;\n'
                                  '    for (int mean = 0; mean < 2; ++mean) beta.size += p->size;\nsize: return beta.size + k;\n}\n'})
        self.write('k.cl', '__kernel void k(__global double *beta, double gam) { double mean = gam; beta[0] = f(mean); }\n')
        self.assertEqual(self.stems(*LIB), ['f'])

    def test_what_only_another_device_reads_is_taken_too(self):
        self.library('lib', {'slow': 'double slow(double x) { return x; }\n', 'fast': 'double fast(double x) { return x; }\n'})
        self.kernel('x[0] = RUN(x[0]);', '#ifdef cl_amd_fp64\n#define RUN fast\n#else\n#define RUN slow\n#endif\n')
        self.assertEqual(self.stems(*LIB), ['fast', 'slow'])
        self.assertIn('double fast(', self.clbundle('program', *LIB, 'k.cl').stdout)

    def test_a_macro_that_a_condition_asks_for_is_taken(self):
        self.library('lib', {'config': '#define HAVE_IT 1\n',
                             'f': '#ifdef HAVE_IT\ndouble f(double x) { return x; }\n#else\n'
                                  'double f(double x) { return -x; }\n#endif\n'})
        self.kernel('x[0] = f(x[0]);')
        self.assertEqual(self.stems(*LIB), ['config', 'f'])
        self.kernel('x[0] = 1;', '#if HAVE_IT\n#endif\n')
        self.assertEqual(self.stems(*LIB), ['config'])

    def test_branches_with_braces_of_their_own_and_guards_are_understood(self):
        self.library('lib', {
            'f': '#ifndef F_H\n#define F_H\n#if defined A\ndouble f(double x) {\n#else\ndouble f(double x) {\n#endif\n'
                 '    return g(x); }\n#endif\n',
            'g': '#if 0\ndouble dead(double x) { return nobody(x); }\n#endif\ndouble g(double x) { return x; }\n',
            'h': '#ifndef F_H\n#define F_H\n#endif\n__constant double h = 1;\n'})
        self.kernel('x[0] = f(x[0]);')
        self.assertEqual(self.stems(*LIB), ['g', 'f'])
        self.kernel('x[0] = dead(x[0]);')
        self.assertIn("unknown function 'dead'", self.says(1, 'bundle', '--name', 'b', '--output-dir', 'out', *LIB, 'k.cl')[0])

    def test_what_a_library_file_includes_is_its_own(self):
        self.write('lib/shared.h', '#define HALF(x) ((x) / 2)\n')
        self.library('lib', {'a': '#include "shared.h"\ndouble a(double x) { return HALF(x); }\n',
                             'b': '#include "shared.h"\ndouble b(double x) { return HALF(x); }\n'})
        self.kernel('x[0] = a(x[0]) + b(x[0]);')
        self.assertEqual(self.stems(*LIB), ['a', 'b'])
        self.kernel('x[0] = HALF(x[0]);')
        self.assertEqual(self.stems(*LIB), ['a'])

    def test_libraries_use_each_other(self):
        self.library('p', {'a': 'double a(double x) { return b(x); }\n'})
        self.library('q', {'b': 'double b(double x) { return x; }\n'})
        self.kernel('x[0] = a(x[0]);')
        self.assertEqual(self.stems('--library', 'p=p', '--library', 'q=q'), ['b', 'a'])

    def test_text_that_nothing_reaches_may_lack_names(self):
        self.library('lib', {'f': 'double f(double x) { return x; }\ndouble g(double x) { return nowhere(x); }\n'})
        self.kernel('x[0] = f(x[0]);')
        self.assertEqual(self.stems(*LIB), ['f'])

    def test_a_subset_holds_what_was_found_and_its_index_too(self):
        self.library('lib', {'a': 'double a(double x) { return b(x); }\n', 'b': 'double b(double x) { return x; }\n',
                             'c': '__constant double c = 1;\n'})
        self.kernel('x[0] = a(x[0]);')
        r = self.clbundle('subset', *LIB, '--dest', 'out', 'k.cl')
        self.assertEqual([line.split('\t')[0] for line in r.stdout.splitlines()], ['stem', 'b', 'a', 'kernel_dependency_index.tsv'])
        self.assertEqual(self.read('out/kernel_dependency_index.tsv'), 'stem\tall_depends\nb\t\na\tb\n')

    def test_the_order_of_a_library_without_tags_is_found_in_its_code(self):
        self.library('lib', {'a': 'double a(double x) { return b(x) + c(x); }\n', 'b': 'double b(double x) { return c(x); }\n',
                             'c': '// @provides: c\ndouble c(double x) { return x; }\n'})
        self.assertEqual(self.clbundle('sort', 'lib').stdout, 'c\nb\na\n')
        self.assertEqual(self.says(0, 'sort', 'lib'), [])
        self.assertEqual(self.clbundle('index', 'lib', '-o', '-').stdout, 'stem\tall_depends\nc\t\nb\tc\na\tc, b\n')

    def test_a_header_that_all_files_include_is_read_once(self):
        """Its definitions, kept for each file, would make the search cubic."""
        n = 400
        self.write('lib/big.h', ''.join('#define K%d %d\nstatic inline double h%d(double x) { return x * K%d; }\n' % (i, i, i, i)
                                        for i in range(n)))
        self.library('lib', {'s%d' % i: '#include "big.h"\ndouble f%d(double x) { return h%d(x)%s; }\n' % (i, i, ' + f%d(x)' % (i - 1) if i else '')
                             for i in range(n)})
        self.assertEqual(len(self.clbundle('sort', 'lib').stdout.split()), n)
        self.assertEqual(self.clbundle('sort', 'lib').stdout.split(), ['s%d' % i for i in range(n)])

    def test_a_long_chain_of_files_takes_no_long_time(self):
        """A round of the front end for each link would take hours."""
        n = 3000
        self.library('lib', {'s%d' % i: 'double f%d(double x) { return %s; }\n' % (i, 'f%d(x)' % (i - 1) if i else 'x')
                             for i in range(n)})
        self.kernel('x[0] = f%d(x[0]);' % (n - 1))
        self.assertEqual(len(self.clbundle('program', '--list', *LIB, 'k.cl').stdout.split()), n + 1)


class Tags(Case):
    def test_tags_are_kept_and_what_they_lack_is_found(self):
        self.library('lib', {'a': '// @provides: a\n// @depends: z\ndouble a(double x) { return b(x); }\n',
                             'b': 'double b(double x) { return x; }\n', 'z': '// @provides: z\n__constant double z = 1;\n'})
        self.kernel('x[0] = a(x[0]);', '// @depends_lib: a\n')
        self.assertEqual(sorted(self.stems(*LIB)), ['a', 'b', 'z'])
        self.assertEqual(self.says(0, 'program', *LIB, 'k.cl'), [
            "lib/a.cl:3:29: warning: 'b' is defined by 'b', which the '@depends' of 'a' does not name; it is included anyway"])
        self.kernel('x[0] = b(x[0]);', '// @depends_lib: z\n')
        self.assertEqual(self.says(0, 'program', *LIB, 'k.cl'), [
            "k.cl:2:46: warning: 'b' is defined by 'b', which the '@depends_lib' of 'k' does not name; it is included anyway"])

    def test_complete_tags_leave_no_file_to_the_code(self):
        """A kernel that says what it takes gets that and no more, whatever its text mentions."""
        self.library('lib', {'a': '// @provides: a\ndouble a(double x) { return x; }\n', 'fast': 'double fast(double x) { return x; }\n'})
        self.kernel('\n#ifdef cl_amd_fp64\nx[0] = fast(x[0]);\n#endif\nx[0] = a(x[0]);', '// @depends_lib: a\n')
        self.assertEqual(self.stems(*LIB), ['a'])

    def test_a_kernel_with_tags_for_one_library_takes_from_another_what_it_lacks_and_no_more(self):
        self.library('p', {'a': 'double a(double x) { return x; }\n'})
        self.library('q', {'b': 'double b(double x) { return x; }\n', 'config': '#define FAST 1\n'})
        self.kernel('x[0] = a(x[0]) + b(x[0]);', '// @depends_p: a\n#ifdef FAST\n#endif\n')
        self.assertEqual(self.stems('--library', 'p=p', '--library', 'q=q'), ['a', 'b'])

    def test_programs_of_whole_files_hold_what_was_found(self):
        self.library('lib', {'a': 'double a(double x) { return b(x); }\n', 'b': 'double b(double x) { return x; }\n'})
        for head in ('', '// @depends_lib: a\n'):
            self.kernel('x[0] = a(x[0]);', head)
            self.assertIn('double b(', self.clbundle('program', '--no-prune', *LIB, 'k.cl').stdout)
            self.clbundle('bundle', '--no-prune', '--name', 'b', '--output-dir', 'out', *LIB, 'k.cl')
            self.clbundle('bundle', '--no-check', '--name', 'b', '--output-dir', 'out', *LIB, 'k.cl')
            self.assertIn('double b(', self.read('out/b.c'))

    def test_the_value_none_takes_nothing(self):
        self.library('lib', {'a': '__constant double a = 1;\n'})
        self.kernel('x[0] = 1;', '// @depends_lib: none\n')
        self.assertEqual(self.stems(*LIB), [])
        self.assertEqual(self.says(0, 'program', *LIB, 'k.cl'), [])

    def test_a_stem_of_another_tree_is_passed_over(self):
        self.library('lib', {'a': 'double a(double x) { return x; }\n'})
        self.kernel('x[0] = a(x[0]);', '// @depends_lib: a_utils, b\n')
        self.assertEqual(self.says(0, 'program', '--list', *LIB, 'k.cl'), [
            "k.cl:1:18: warning: the library 'lib' has no file 'a_utils.cl'. The functions that the kernel calls are found by name",
            "k.cl:1:27: warning: the library 'lib' has no file 'b.cl'; did you mean 'a'? What the kernel calls is found by its "
            "name",
            "k.cl:2:46: warning: 'a' is defined by 'a', which the '@depends_lib' of 'k' does not name; it is included anyway"])
        self.assertEqual(self.stems(*LIB), ['a'])

    def test_calls_that_nothing_needs_are_named(self):
        self.library('lib', {'a': '// @provides: a\ndouble a(double x) { return x; }\n', 'b': '// @provides: b\n__constant double b = 1;\n'})
        self.kernel('x[0] = a(x[0]);', '// @calls_lib: a, b\n')
        self.assertEqual(self.says(0, 'program', '--list', *LIB, 'k.cl'),
                         ["k.cl:1:19: warning: nothing in this kernel needs 'b' of the library 'lib'"])


class Ambiguous(Case):
    def setUp(self):
        super().setUp()
        self.one = 'double f(double x) { return x; }\n'
        self.two = '\ndouble f(double x) { return -x; }\n'

    def test_two_files_that_define_a_name_are_both_named(self):
        self.library('lib', {'one': self.one, 'two': self.two})
        self.kernel('x[0] = f(x[0]);')
        self.assertEqual(self.says(1, 'bundle', '--name', 'b', '--output-dir', 'out', *LIB, 'k.cl'), [
            "k.cl:1:46: error: 'f' is defined by two files of the libraries, lib/one.cl:1 and lib/two.cl:2: name the right one in '@depends_lib'",
            "lib/one.cl:1:8: note: 'f' is defined here, in 'one'", "lib/two.cl:2:8: note: and here, in 'two'"])
        self.assertFalse(os.path.exists(os.path.join(self.root, 'out')))

    def test_an_annotation_chooses(self):
        self.library('lib', {'one': self.one, 'two': self.two})
        self.kernel('x[0] = f(x[0]);', '// @depends_lib: two\n')
        self.assertEqual(self.stems(*LIB), ['two'])
        self.library('lib', {'one': '// @provides: f\n' + self.one})
        self.kernel('x[0] = f(x[0]);')
        self.assertEqual(self.stems(*LIB), ['one'])

    def test_calls_choose_the_library(self):
        self.library('p', {'one': '// @provides: f\n' + self.one})
        self.library('q', {'two': '// @provides: f\n' + self.two})
        libraries = ('--library', 'p=p', '--library', 'q=q')
        self.kernel('x[0] = f(x[0]);')
        self.assertIn("name the right one in '@depends_LIB'", self.says(1, 'program', '--list', *libraries, 'k.cl')[0])
        self.kernel('x[0] = f(x[0]);', '// @calls_q: f\n')
        self.assertEqual(self.stems(*libraries), ['two'])

    def test_a_librarys_own_file_comes_before_anothers(self):
        self.library('p', {'one': self.one, 'g': 'double g(double x) { return f(x); }\n'})
        self.library('q', {'two': self.two})
        self.kernel('x[0] = g(x[0]);')
        self.assertEqual(self.stems('--library', 'q=q', '--library', 'p=p'), ['one', 'g'])

    def test_macros_that_give_way_and_equal_ones_are_not_ambiguous(self):
        self.library('lib', {'one': '#ifndef TAU\n#define TAU 6.2\n#endif\n', 'two': '#define TAU 6.28\n',
                             'three': '#define TAU 6.28\n'})
        self.kernel('x[0] = TAU;')
        self.assertEqual(self.stems(*LIB), ['three'])
        self.library('lib', {'one': '#define SQ(x) ((x) * (x))\n', 'two': '#define SQ(x) ((x)*(x))\n', 'three': ''})
        self.kernel('x[0] = SQ(x[0]);')
        self.assertEqual(self.stems(*LIB), ['one'])
        self.library('lib', {'three': '#define SQ(y) ((x) * (x))\n'})
        self.assertIn("'SQ' is defined by two files", self.says(1, 'program', '--list', *LIB, 'k.cl')[0])

    def test_helpers_of_the_same_name_stay_apart(self):
        self.library('lib', {'one': '#define EPS 1\ndouble f(double x) { return EPS; }\n#undef EPS\n',
                             'two': '#define EPS 2\ndouble g(double x) { return EPS; }\n#undef EPS\n'})
        self.kernel('x[0] = f(x[0]) + g(x[0]);')
        self.assertEqual(self.stems(*LIB), ['one', 'two'])
        self.kernel('x[0] = EPS;')
        self.assertIn("unknown name 'EPS'", self.says(1, 'bundle', '--name', 'b', '--output-dir', 'out', *LIB, 'k.cl')[0])


class Messages(Case):
    def test_a_near_name_of_a_library_is_offered(self):
        self.library('lib', {'density': 'double density(double x) { return x; }\n'})
        self.kernel('x[0] = densty(x[0]);')
        self.assertEqual(self.says(1, 'bundle', '--name', 'b', '--output-dir', 'out', *LIB, 'k.cl'),
                         ["k.cl:1:46: error: unknown function 'densty'; did you mean 'density' of the library 'lib'?"])

    def test_a_layer_or_library_of_this_project_that_is_missing_is_named(self):
        self.write('k.cl', 'INLINE double f(double x) { return ISNAN(x); }\n'
                           '__kernel void k(__global double *x) { x[0] = f(x[0]) + dgamma(x[0], 1, 1, 0); }\n')
        said = '\n'.join(self.says(1, 'bundle', '--name', 'b', '--output-dir', 'out', 'k.cl'))
        self.assertIn("unknown name 'INLINE' before 'double'; clbundle's layer 'OPENCL.cl' defines it: add --layer "
                      "FOLDER/cl/OPENCL.cl", said)
        self.write('k.cl', self.read('k.cl').replace('INLINE ', ''))
        said = '\n'.join(self.says(1, 'bundle', '--name', 'b', '--output-dir', 'out', 'k.cl'))
        self.assertIn("unknown function 'ISNAN'; clbundle's layer 'shims' defines it: add --layer FOLDER/cl/shims", said)
        self.assertIn("unknown function 'dgamma'; clbundle's library 'nmath' defines it: add --library nmath=FOLDER/cl/nmath", said)

    def test_the_table_of_these_names_is_that_of_the_files(self):
        with open(os.path.join(ROOT, 'gen/names/well_known.c')) as f:
            text = f.read()
        for name, folder in (('OPENCL.cl', 'OPENCL.cl'), ('shims', 'shims'), ('nmath', 'nmath')):
            block = re.search(r'\{"%s", \w+,(.*?)\},' % re.escape(name), text, re.S).group(1)
            known = set(''.join(re.findall(r'"(.*)"', block)).split())
            path, said = os.path.join(ROOT, 'cl', folder), set()
            for file in sorted(os.listdir(path)) if os.path.isdir(path) else ['']:
                with open(os.path.join(path, file).rstrip('/')) as f:
                    head = f.read().split('\n\n')[0]
                for tag in re.findall(r'// @provides:((?:.*,\n//)*.*)', head) if file.endswith('.cl') or not file else []:
                    said.update(word.strip() for word in tag.replace('//', '').split(','))
            said = {word for word in said if word and not re.match('nm_|NM_', word)}
            own = {'NULL', 'sign', 'DBL_EPSILON', 'DBL_MAX', 'DBL_MIN'} | {w for w in said if w.startswith('M_')} \
                if name != 'OPENCL.cl' else set()
            self.assertLessEqual(said - own, known, name)
            self.assertLessEqual(known, said, name)

    def test_a_function_of_opencl_that_a_library_has_too_is_told(self):
        self.library('lib', {'sign': 'double my_sign(double x) { return x; }\n#define sign(x) my_sign(x)\n'})
        self.kernel('x[0] = sign(x[0]);')
        self.assertEqual(self.says(0, 'program', '--list', *LIB, 'k.cl'), [
            "k.cl:1:46: warning: 'sign' means OpenCL C's own function here; for that of the library 'lib', add "
            "`// @depends_lib: sign`; an empty `// @depends_lib:` silences this warning"])
        self.kernel('x[0] = sign(x[0]);', '// @depends_lib:\n')
        self.assertEqual(self.says(0, 'program', '--list', *LIB, 'k.cl'), [])
        self.kernel('x[0] = sign(x[0]);', '// @depends_lib: sign\n')
        self.assertEqual(self.stems(*LIB), ['sign'])


class Shipped(Case):
    """The device library without any of its tags."""

    def test_nmath_and_its_kernels_need_no_tags(self):
        tag = re.compile(r'^// @(provides|depends\w*|library_deps)\b.*?(?<!,)$', re.S | re.M)
        shutil.copytree(os.path.join(ROOT, 'cl/nmath'), os.path.join(self.root, 'bare'))
        for folder, _, files in os.walk(os.path.join(self.root, 'bare')):
            for name in files:
                with open(os.path.join(folder, name)) as f:
                    text = f.read()
                with open(os.path.join(folder, name), 'w') as f:
                    f.write(tag.sub(lambda m: '\n'.join('// -' for _ in m.group(0).split('\n')), text))
        layer, kernels = os.path.join(ROOT, 'cl/OPENCL.cl'), os.path.join(ROOT, 'kernels')
        shutil.copytree(kernels, os.path.join(self.root, 'kernels'))
        for k in ('nmath/beta.cl', 'nmath/logspace.cl', 'nmath/random.cl', 'nmath/wilcox.cl', 'glm/f2_f3_gamma.cl'):
            with open(os.path.join(kernels, k)) as f:
                text = f.read()
            self.write('kernels/' + k, tag.sub(lambda m: '\n'.join('// -' for _ in m.group(0).split('\n')), text))
            tagged = self.clbundle('program', '--layer', layer, '--library', 'nmath=' + os.path.join(ROOT, 'cl/nmath'),
                                   os.path.join(kernels, k)).stdout
            found = self.clbundle('program', '--layer', layer, '--library', 'nmath=bare', 'kernels/' + k).stdout
            self.assertEqual(sorted(found.split('\n')), sorted(tagged.split('\n')), k)


if __name__ == '__main__':
    CLBUNDLE, ROOT = os.path.abspath(sys.argv.pop(1)), os.path.abspath(sys.argv.pop(1))
    unittest.main()
