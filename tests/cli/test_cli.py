#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The command line of clbundle, from outside: output, messages with file and line, exit status, files written.

usage: test_cli.py CLBUNDLE [unittest arguments]"""
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import unittest

os.environ.pop('MAKELEVEL', None) # what make leaves behind changes times of outputs

CLBUNDLE = None


def run(*arguments, cwd=None, ok=None):
    r = subprocess.run([CLBUNDLE, *arguments], cwd=cwd, capture_output=True, text=True, timeout=120)
    if ok is not None:
        assert r.returncode == ok, 'exit %d: %s\n%s' % (r.returncode, arguments, r.stderr)
    return r


class Case(unittest.TestCase):
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
        return path

    def read(self, name):
        with open(os.path.join(self.root, name), 'rb') as f:
            return f.read().decode()

    def library(self, name, files):
        """files: stem -> list of dependencies, or -> whole text."""
        for stem, deps in files.items():
            text = deps if isinstance(deps, (str, bytes)) else (
                '// @provides: %s_f\n// @depends: %s\ndouble %s_f(double x) { return x; }\n'
                % (stem, ', '.join(deps), stem))
            self.write('%s/%s.cl' % (name, stem), text)

    def clbundle(self, *arguments, ok=None):
        return run(*arguments, cwd=self.root, ok=ok)


class Sort(Case):
    def test_each_pass_emits_what_earlier_passes_made_possible_in_byte_order(self):
        self.library('lib', {'lib': [], 'b': ['lib'], 'a': ['lib', 'b'], 'Z': ['lib'], 'c': ['lib']})
        r = self.clbundle('sort', 'lib', '--verbose', ok=0)
        self.assertEqual(r.stdout, 'lib\nZ\nb\nc\na\n')
        self.assertEqual(r.stderr, 'Pass 1: emitting lib.cl\nPass 2: emitting Z.cl, b.cl, c.cl\nPass 3: emitting a.cl\n')

    def test_every_missing_stem_is_reported_with_the_nearest_name(self):
        self.library('lib', {'lib': [], 'gamma': ['lib', 'lgama'], 'lgamma': ['lib', 'nowhere']})
        r = self.clbundle('sort', 'lib', ok=1)
        self.assertEqual(r.stdout, '')
        self.assertIn('Dependency sort failed: unresolved dependencies remain.', r.stderr)
        self.assertIn("lib/gamma.cl:2:19: error: 'gamma' depends on 'lgama', which is not in the library 'lib'; "
                      "did you mean 'lgamma'?", r.stderr)
        self.assertIn("lib/lgamma.cl:2:19: error: 'lgamma' depends on 'nowhere'", r.stderr)

    def test_the_shortest_cycle_is_written_out_edge_by_edge(self):
        self.library('lib', {'a': ['b'], 'b': ['c'], 'c': ['d', 'a'], 'd': ['e'], 'e': ['a'], 'x': ['a']})
        r = self.clbundle('sort', 'lib', '--verbose', ok=1)
        self.assertIn('lib/a.cl:2:14: error: dependency cycle: a -> b -> c -> a', r.stderr)
        self.assertIn("lib/a.cl:2:14: note: 'a' depends on 'b'", r.stderr)
        self.assertIn("lib/b.cl:2:14: note: 'b' depends on 'c'", r.stderr)
        self.assertIn("lib/c.cl:2:17: note: 'c' depends on 'a'", r.stderr)
        self.assertIn('Stuck: a.cl, b.cl, c.cl, d.cl, e.cl, x.cl', r.stderr)

    def test_every_knot_has_its_own_cycle(self):
        self.library('lib', {'a': ['b'], 'b': ['a'], 'p': ['q', 'a'], 'q': ['r'], 'r': ['p']})
        r = self.clbundle('sort', 'lib', ok=1)
        self.assertIn('dependency cycle: a -> b -> a', r.stderr)
        self.assertIn('dependency cycle: p -> q -> r -> p', r.stderr)

    def test_a_file_that_depends_on_itself_is_named(self):
        self.library('lib', {'a': ['a']})
        r = self.clbundle('sort', 'lib', ok=1)
        self.assertIn('lib/a.cl:2:14: error: dependency cycle: a -> a', r.stderr)

    def test_two_files_of_one_stem_are_refused(self):
        self.library('lib', {'a': []})
        self.library('lib/sub', {'a': []})
        r = self.clbundle('sort', 'lib', ok=1)
        self.assertIn("the stem 'a' occurs twice in the library 'lib'", r.stderr)

    def test_a_header_that_is_not_depended_on_is_a_warning(self):
        self.library('lib', {'lib': ['base'], 'base': [], 'a': ['lib'], 'b': ['a'], 'c': []})
        r = self.clbundle('sort', 'lib', ok=0)
        self.assertIn("lib/c.cl:1:1: warning: 'c' does not depend on the library's header", r.stderr)
        self.assertEqual(r.stderr.count('warning:'), 1)

    def test_several_providers_of_one_symbol_are_no_error(self):
        self.library('lib', {'lib': '// @provides: f, g\n// @depends\n', 'f': '// @provides: f\n// @depends: lib\n'})
        r = self.clbundle('sort', 'lib', ok=0)
        self.assertEqual((r.stdout, r.stderr), ('lib\nf\n', ''))

    def test_stale_derived_tags_are_warned_of_and_not_trusted(self):
        self.library('lib', {
            'lib': '// @provides: a\n// @depends:\n// @load_order: 1\n',
            'x': '// @provides: x\n// @depends: lib\n// @all_depends: lib, y\n// @all_depends_count: 2\n'
                 '// @load_order: 7\n',
            'y': '// @provides: y\n// @depends: x\n// @all_depends: lib, x\n// @all_depends_count: 2\n'})
        r = self.clbundle('sort', 'lib', ok=0)
        self.assertEqual(r.stdout, 'lib\nx\ny\n')
        self.assertIn("lib/x.cl:3:4: warning: stale '@all_depends' of 'x': does not need y", r.stderr)
        self.assertIn("lib/x.cl:4:4: warning: stale '@all_depends_count' of 'x'", r.stderr)
        self.assertIn("lib/x.cl:5:4: warning: stale '@load_order' of 'x'", r.stderr)
        self.assertNotIn("of 'y'", r.stderr)

    def test_a_load_order_is_a_number_and_nothing_else(self):
        stems = ['s%02d' % i for i in range(12)]
        places = {0: '18446744073709551617', 1: '2x', 2: '+3', 3: '4, 4', 4: '5 5', 8: '1/', 9: ':', 10: '011', 11: '13'}
        self.library('lib', {s: '// @provides: f%d\n// @depends: %s\n// @load_order: %s\n' % (
            i, stems[i - 1] if i else '', places.get(i, i + 1)) for i, s in enumerate(stems)})
        r = self.clbundle('sort', 'lib', ok=0)
        self.assertEqual(r.stdout.split(), stems)
        stale = [line.split("'")[3] for line in r.stderr.splitlines() if "stale '@load_order'" in line]
        self.assertEqual(stale, ['s00', 's01', 's02', 's03', 's04', 's08', 's09', 's11'])

    def test_a_missing_folder_is_an_input_error(self):
        r = self.clbundle('sort', 'nowhere', ok=1)
        self.assertEqual(r.stderr, 'clbundle: error: File not found: nowhere\n')

    def test_the_order_depends_on_names_and_tags_only(self):
        self.library('one', {'one': [], 'b': ['one'], 'a': ['one']})
        first = self.clbundle('sort', 'one', ok=0).stdout
        for stem in ('a', 'b'):
            os.utime(os.path.join(self.root, 'one', stem + '.cl'), (1, 1))
        self.assertEqual(self.clbundle('sort', os.path.join(self.root, 'one/'), ok=0).stdout, first)

    def test_bytes_that_are_no_text_are_refused(self):
        self.write('lib/a.cl', b'// @provides: a\0\n')
        r = self.clbundle('sort', 'lib', ok=1)
        self.assertIn('is not text: NUL byte at offset 15', r.stderr)


class Index(Case):
    def test_rows_and_dependencies_stand_in_load_order(self):
        self.library('nmath', {'nmath': ['Rmath'], 'Rmath': ['refactored'], 'refactored': [], 'dpq': [],
                               'dnorm': ['nmath', 'dpq'], 'chebyshev': ['nmath']})
        self.clbundle('index', 'nmath', ok=0)
        self.assertEqual(self.read('nmath/kernel_dependency_index.tsv'),
                         'stem\tall_depends\ndpq\t\nrefactored\t\nRmath\trefactored\nnmath\trefactored, Rmath\n'
                         'chebyshev\trefactored, Rmath, nmath\ndnorm\tdpq, refactored, Rmath, nmath\n')

    def test_a_broken_library_writes_nothing(self):
        self.library('lib', {'a': ['b']})
        self.clbundle('index', 'lib', '-o', 'out.tsv', ok=1)
        self.assertFalse(os.path.exists(os.path.join(self.root, 'out.tsv')))

    def test_an_unchanged_file_is_left_alone(self):
        self.library('lib', {'a': []})
        self.clbundle('index', 'lib', '-o', 'out.tsv', ok=0)
        path = os.path.join(self.root, 'out.tsv')
        os.utime(path, (1000, 1000))
        self.clbundle('index', 'lib', '-o', 'out.tsv', ok=0)
        self.assertEqual(os.stat(path).st_mtime, 1000)

    def test_a_tree_in_the_format_of_nmathopencl(self):
        """137 files, symbols listed by headers and by the files that define them, stored closures, some of them stale."""
        rng = random.Random(4)
        stems = ['f%03d' % i for i in range(134)]
        deps = {'refactored': [], 'Rmath': ['refactored'], 'nmath': ['refactored', 'Rmath']}
        for i, stem in enumerate(stems):
            deps[stem] = ['nmath'] + sorted(rng.sample(stems[:i], min(i, rng.randrange(4))))
        closure = {}

        def close(stem):
            if stem not in closure:
                closure[stem] = set(deps[stem]).union(*[close(d) for d in deps[stem]]) if deps[stem] else set()
            return closure[stem]
        for stem, direct in deps.items():
            close(stem)
            provides = stems if stem == 'Rmath' else [stem, stem + '4']
            text = ('// @source_origin: %s.c\n// @includes: nmath\n// @depends: %s\n// @provides: %s\n'
                    '// @all_depends: %s\n// @all_depends_count: %d\n' % (
                        stem, ', '.join(direct), ',\n//   '.join(provides), ',\n//   '.join(sorted(closure[stem])),
                        len(closure[stem])))
            self.write('nmath/%s.cl' % stem, text)
        r = self.clbundle('sort', 'nmath', ok=0)
        order = r.stdout.split()
        self.assertEqual((len(order), r.stderr), (137, ''))
        self.clbundle('index', 'nmath', ok=0)
        rows = self.read('nmath/kernel_dependency_index.tsv').splitlines()[1:]
        for stem, row in zip(order, rows):
            name, listed = row.split('\t')
            self.assertEqual(name, stem)
            self.assertEqual(listed.split(', ') if listed else [], [s for s in order if s in closure[stem]])
        stale = sorted(closure['f130'] - {'refactored'}) + ['f133']
        self.write('k.cl', '// @all_depends_nmath: %s\n// @depends_nmath: f130\n__kernel void k(__global double *x) { '
                           'x[0] = 1; }\n' % ', '.join(stale))
        r = self.clbundle('program', '--list', '--library', 'nmath=nmath', 'k.cl', ok=0)
        self.assertIn("k.cl:1:4: warning: stale '@all_depends_nmath': lacks", r.stderr)
        self.assertEqual(r.stdout.split(), [s for s in order if s in closure['f130'] | {'f130'}] + ['k'])


class Subset(Case):
    def test_exactly_what_the_kernels_reach_is_copied_with_a_fresh_index(self):
        self.library('lib', {'lib': [], 'a': ['lib'], 'b': ['a'], 'c': ['lib'], 'd': ['c']})
        self.write('k1.cl', '// @depends_lib: b\n__kernel void k1() {}\n')
        self.write('k2.cl', '// @all_depends_lib: lib, c\n__kernel void k2() {}\n')
        r = self.clbundle('subset', '--library', 'lib=lib', '--dest', 'out', 'k1.cl', 'k2.cl', ok=0)
        self.assertEqual(r.stdout.splitlines()[0], 'stem\tsource\tdest\tcopied')
        self.assertEqual([line.split('\t')[0] for line in r.stdout.splitlines()[1:]],
                         ['lib', 'a', 'c', 'b', 'kernel_dependency_index.tsv'])
        self.assertEqual(sorted(os.listdir(os.path.join(self.root, 'out'))),
                         ['a.cl', 'b.cl', 'c.cl', 'kernel_dependency_index.tsv', 'lib.cl'])
        self.assertEqual(self.read('out/kernel_dependency_index.tsv'),
                         'stem\tall_depends\nlib\t\na\tlib\nc\tlib\nb\tlib, a\n')

    def test_files_are_kept_unless_told_otherwise(self):
        self.library('lib', {'a': []})
        self.write('k.cl', '// @depends_lib: a\n__kernel void k() {}\n')
        self.write('out/a.cl', 'old\n')
        r = self.clbundle('subset', '--library', 'lib=lib', '--dest', 'out', 'k.cl', ok=0)
        self.assertIn('a\tlib/a.cl\tout/a.cl\tFALSE', r.stdout)
        self.assertEqual(self.read('out/a.cl'), 'old\n')
        self.clbundle('subset', '--library', 'lib=lib', '--dest', 'out', '--overwrite', 'k.cl', ok=0)
        self.assertIn('@provides', self.read('out/a.cl'))

    def test_copies_keep_their_bytes(self):
        self.write('lib/a.cl', b'\xef\xbb\xbf// @provides: a\r\n')
        self.write('k.cl', '// @depends_lib: a\n__kernel void k() {}\n')
        self.clbundle('subset', '--library', 'lib=lib', '--dest', 'out', 'k.cl', ok=0)
        with open(os.path.join(self.root, 'out/a.cl'), 'rb') as f:
            self.assertEqual(f.read(), b'\xef\xbb\xbf// @provides: a\r\n')

    def test_another_tag_can_be_named(self):
        self.library('lib', {'a': [], 'b': []})
        self.write('k.cl', '// @mine: b\n// @depends_lib: a\n__kernel void k() {}\n')
        r = self.clbundle('subset', '--library', 'lib=lib', '--dest', 'out', '--depends-tag', 'mine', 'k.cl', ok=0)
        self.assertEqual(sorted(os.listdir(os.path.join(self.root, 'out'))), ['b.cl', 'kernel_dependency_index.tsv'])


class Program(Case):
    KERNEL = ('// @depends_lib: %s\n__kernel void k(__global double *x, const int n) {\n    %s\n}\n')

    def program(self, *arguments, ok=0):
        return self.clbundle('program', *arguments, ok=ok)

    def test_only_what_the_kernel_reaches_is_kept(self):
        self.library('lib', {
            'lib': '// @provides: T, PI2, unused_t\n#define PI2 6.28\n#define UNUSED 1\ntypedef struct { double a; } T;\n'
                   'typedef int unused_t;\n',
            'f': '// @provides: f, g\n// @depends: lib\n__constant double table[2] = {1.0, PI2};\n'
                 'static double g(double x) { return x; }\nstatic double f(double x) { return table[0] * x; }\n'})
        self.write('k.cl', self.KERNEL % ('f', 'T t; t.a = f(x[0]); x[0] = t.a;'))
        text = self.program('--library', 'lib=lib', 'k.cl').stdout
        for kept in ('PI2', 'table', 'double f(', 'T;'):
            self.assertIn(kept, text)
        for dropped in ('UNUSED', 'unused_t', 'double g(', '@depends'):
            self.assertNotIn(dropped, text)
        whole = self.program('--library', 'lib=lib', '--no-prune', 'k.cl').stdout
        for kept in ('UNUSED', 'unused_t', 'double g('):
            self.assertIn(kept, whole)

    def test_whole_files_need_not_be_understood(self):
        self.write('k.cl', 'extern int global_state;\nthis is no OpenCL C;\n__kernel void k() {}\n')
        self.assertIn('this is no OpenCL C;', self.program('--no-prune', 'k.cl').stdout)
        self.assertIn('k.cl:2:', self.program('k.cl', ok=1).stderr)

    def test_every_jump_carries_the_original_line(self):
        self.library('lib', {'f': '// @provides: f\n\n\nstatic double f(double x)\n{ return x; }\n'})
        self.write('k.cl', self.KERNEL % ('f', 'x[0] = f(x[0]);'))
        text = self.program('--library', 'lib=lib', 'k.cl').stdout
        self.assertIn('#line 4 "lib/f.cl"\nstatic double f(double x)', text)
        self.assertIn('#line 2 "k.cl"\n__kernel void k', text)

    def test_layers_stand_first_and_in_order(self):
        self.write('zero.cl', '#define BASE int\n')
        self.library('shims', {'shims': '// @provides: t\ntypedef BASE t;\n'})
        self.write('k.cl', '__kernel void k(__global t *x) { x[0] = 1; }\n')
        text = self.program('--layer', 'zero.cl', '--layer', 'shims', 'k.cl').stdout
        self.assertLess(text.index('#define BASE int'), text.index('typedef BASE t;'))
        self.assertLess(text.index('typedef BASE t;'), text.index('__kernel'))
        self.assertEqual(self.program('--list', '--layer', 'zero.cl', '--layer', 'shims', 'k.cl').stdout,
                         'zero\nshims\nk\n')

    def test_names_made_by_pasting_are_reached(self):
        self.library('lib', {'f': '// @provides: do_add, do_mul\n#define CALL(op) do_##op\n'
                                  'static int do_add(int a) { return a + 1; }\nstatic int do_mul(int a) { return a; }\n'})
        self.write('k.cl', '// @depends_lib: f\n__kernel void k(__global int *x) { x[0] = CALL(add)(1); }\n')
        text = self.program('--library', 'lib=lib', 'k.cl').stdout
        self.assertIn('int do_add', text)
        self.assertNotIn('int do_mul', text)
        self.write('m.cl', '#define TWO 2\n#define GLUE(a, b) a##b\n__kernel void m(__global int *x) { x[0] = GLUE(TW, O); }\n')
        self.assertIn('#define TWO 2', self.program('m.cl').stdout)

    def test_conditions_of_the_device_stay_and_others_are_settled(self):
        self.write('k.cl', '#ifndef GUARD\n#define GUARD\n#ifdef __NV_CL_C_VERSION\ntypedef float t;\n#else\n'
                           'typedef int t;\n#endif\n#if 0\ntypedef int never;\n#endif\n'
                           '__kernel void k(__global t *x) { x[0] = 1; }\n#endif\n')
        text = self.program('k.cl').stdout
        for kept in ('#ifdef __NV_CL_C_VERSION', 'typedef float t;', '#else', 'typedef int t;', '#endif'):
            self.assertIn(kept, text)
        for dropped in ('GUARD', 'never', '#if 0'):
            self.assertNotIn(dropped, text)
        self.assertEqual(text.count('#if'), text.count('#endif'))

    def test_a_conditional_around_half_a_function_is_kept_whole(self):
        self.write('k.cl', '#define A 1\n#if A\n__kernel void k(__global int *x) {\n#else\n__kernel void k(int y) {\n'
                           '#endif\n    x[0] = A; }\n')
        text = self.program('k.cl').stdout
        self.assertIn('#if A', text)
        self.assertIn('#endif\n    x[0] = A; }', text)

    def test_quoted_includes_are_resolved_and_none_is_left(self):
        self.write('sub/table.inc', '1.0, 2.0\n')
        self.write('sub/h.h', '#pragma once\n#define TWICE(x) (2 * (x))\n')
        self.write('k.cl', '#include "sub/h.h"\n#include "sub/h.h"\n__constant double t[] = {\n#include "sub/table.inc"\n'
                           '};\n__kernel void k(__global double *x) { x[0] = TWICE(t[1]); }\n')
        for flag in ([], ['--no-prune']):
            text = self.program(*flag, 'k.cl').stdout
            self.assertNotIn('#include', text)
            self.assertIn('1.0, 2.0', text)
            self.assertEqual(text.count('#define TWICE'), 1)
            self.assertIn('#line 1 "sub/table.inc"', text)
        self.write('k.cl', '#include "nowhere.h"\n__kernel void k() {}\n')
        r = self.program('k.cl', ok=1)
        self.assertRegex(r.stderr, r'k\.cl:1:\d+: error: .*nowhere\.h')

    TEMPLATE = ('#define T float\n#define NAME add_float\n#include "add.h"\n#undef T\n#undef NAME\n'
                '#define T int\n#define NAME add_int\n#include "add.h"\n#undef T\n#undef NAME\n'
                '__kernel void f(__global float *x) { x[0] = add_float(x[0], 1); }\n'
                '__kernel void i(__global int *x) { x[0] = add_int(x[0], 1); }\n')

    def test_a_header_that_is_included_twice_with_other_macros_is_there_twice(self):
        self.write('add.h', 'typedef struct { T a; } CAT(NAME, _s);\nT NAME(T a, T b)\n{\n    return a + b;\n}\n'
                            'T CAT(NAME, _3)(T a) { return a; }\n')
        self.write('k.cl', '#define CAT_(a, b) a##b\n#define CAT(a, b) CAT_(a, b)\n' + self.TEMPLATE)
        for kernel in 'f', 'i':
            text = self.program('--kernel', kernel, 'k.cl').stdout
            self.assertEqual(text.count('T NAME(T a, T b)\n{\n    return a + b;\n}\n'), 2, text)
            self.assertLess(text.index('#define NAME add_float'), text.index('T NAME'))
            self.assertLess(text.index('#define NAME add_int'), text.rindex('T NAME'))
            self.assertNotIn('_3', text)
        self.clbundle('bundle', '--name', 'b', '--native', '--output-dir', 'out', 'k.cl', ok=0)
        self.assertRegex(self.read('out/b_native.c'), r'\w+ \+ 0x1p\+0f;')
        self.assertRegex(self.read('out/b_native.c'), r'\(uint32_t\)\w+ \+ \(uint32_t\)1\);')

    def test_a_header_with_a_guard_that_is_included_again_stays_with_it(self):
        self.write('h.h', '#ifndef H\n#define H 2\nint h(int x) { return x; }\n#endif\n')
        self.write('k.cl', '#include "h.h"\n#include "h.h"\n__kernel void k(__global int *x) {\n#include "h.h"\n x[0] = h(H + 1); }\n')
        text = self.program('k.cl').stdout
        self.assertEqual((text.count('#define H 2\nint h'), text.count('#ifndef H')), (2, 1)) # within the kernel with its guard

    def test_a_declaration_may_begin_in_one_file_and_end_in_another(self):
        self.write('head.h', 'int unused(int x) { return x; }\nint f(int x)\n')
        self.write('k.cl', '#include "head.h"\n{ return x; }\n__kernel void k(__global int *x) { x[0] = f(1); }\n')
        text = self.program('k.cl').stdout
        self.assertIn('int f(int x)\n#line 2 "k.cl"\n{ return x; }', text)
        self.assertNotIn('unused', text)

    def test_the_users_own_line_directives_hold_in_what_is_kept(self):
        self.write('h.h', 'int in_h(int x) { return __LINE__; }\n')
        self.write('k.cl', '#line 50\nint dropped(int x) { return x; }\nint f(int x) { return __LINE__; }\n#include "h.h"\n'
                           '#line 7 "made.y"\n__kernel void k(__global int *x) { x[0] = f(1) + in_h(2); }\n')
        for flag in [], ['--no-prune']:
            text = self.program(*flag, 'k.cl').stdout
            self.assertIn('#line 50 "k.cl"\nint dropped' if flag else '#line 51 "k.cl"\nint f(', text)
            self.assertIn('#line 1 "h.h"\nint in_h', text)
            self.assertIn('#line 7 "made.y"\n__kernel', text)

    def test_line_numbers_hold_behind_a_branch_that_a_device_skips(self):
        self.write('h.h', 'float g(float x) { return x; }\n')
        self.write('k.cl', '#ifdef cl_khr_fp16\n#include "h.h"\n#else\nfloat g(float x) { return __LINE__; }\n#endif\n'
                           '__kernel void k(__global float *x) { x[0] = g(__LINE__); }\n')
        for flag in [], ['--no-prune']:
            text = self.program(*flag, 'k.cl').stdout
            self.assertIn('#else\n#line 4 "k.cl"\nfloat g', text)
            self.assertNotIn('#include', text)

    def test_an_include_that_only_another_device_reads_is_resolved(self):
        self.write('deep.h', '#define DEEP 3\n')
        self.write('h.h', '#include "deep.h"\nhalf h(half x) { return x * DEEP; }\n#include <builtin>\n')
        self.write('k.cl', '#ifdef cl_khr_fp16\n#include "h.h"\n#endif\n__kernel void k(__global float *x) {\n#ifdef cl_khr_fp16\n'
                           '#include "body.h"\n#endif\n}\n')
        self.write('body.h', 'x[0] = h(2);\n')
        for flag in [], ['--no-prune']:
            text = self.program(*flag, 'k.cl').stdout
            for part in ('#define DEEP 3', 'half h(half x)', 'x[0] = h(2);', '#include <builtin>'):
                self.assertEqual(text.count(part), 1, part)
            self.assertNotIn('#include "', text)
        self.write('body.h', '#include "gone.h"\n')
        self.assertIn('body.h:1:2: error: #include "gone.h": File not found: gone.h', self.program('k.cl', ok=1).stderr)
        self.write('body.h', '#include NAME\n')
        self.assertIn('body.h:1:2: error: this #include is under a condition that only the device', self.program('k.cl', ok=1).stderr)

    def test_a_guard_that_only_a_device_knows_of_stays(self):
        self.write('h.h', '#ifndef H\n#define H\nfloat f(float x) { return x; }\n#endif\n')
        self.write('k.cl', '#ifdef cl_khr_fp16\n#include "h.h"\n#endif\n#include "h.h"\n__kernel void k(__global float *x) { x[0] = f(1); }\n')
        text = self.program('k.cl').stdout
        self.assertEqual((text.count('#ifndef H'), text.count('float f(')), (2, 2))
        self.write('h.h', '#pragma once\nfloat f(float x) { return x; }\n')
        self.assertIn("k.cl:4:2: error: 'h.h' says \"#pragma once\", and was included before under a condition",
                      self.program('k.cl', ok=1).stderr)
        self.write('i.h', '#include "h.h"\n#include "h.h"\n')
        self.write('k.cl', '#ifdef cl_khr_fp16\n#include "i.h"\n#endif\n#ifdef cl_khr_fp64\n#define D\n#endif\n__kernel void k(__global float *x)'
                           ' {\n#ifdef cl_khr_fp16\nf(1);\n#endif\n }\n')
        self.assertEqual(self.program('k.cl').stdout.count('float f('), 1)

    def test_what_a_macro_of_the_device_may_make_is_kept(self):
        self.write('k.cl', '#ifdef cl_khr_fp16\n#define API inline\n#define HALF(n) half n(half x) { return x; }\n#else\n#define API\n'
                           '#define HALF(n)\n#endif\nHALF(twice)\n#define ONE 1\nAPI float f(float x) { return x; }\n'
                           '__kernel void k(__global float *x) {\n x[0] = f(1);\n#ifdef cl_khr_fp16\n x[1] = twice(2);\n#endif\n}\n')
        text = self.program('k.cl').stdout
        self.assertIn('HALF(twice)\n', text)
        self.assertIn('API float f', text)
        self.assertNotIn('ONE', text)

    def test_every_function_of_a_branch_that_is_not_read_is_known(self):
        self.write('k.cl', '#ifdef cl_khr_fp16\nhalf one(half x) { return x; }\nhalf two(half x) { return (x); }\n#endif\n'
                           '#ifdef cl_khr_subgroups\nint other(int x) { return x; }\n#endif\n'
                           '__kernel void k(__global float *x) {\n#ifdef cl_khr_fp16\n x[1] = two(2);\n#endif\n}\n')
        text = self.program('k.cl').stdout
        self.assertIn('half two(half x)', text)
        self.assertNotIn('int other(', text)

    def test_numbers_that_are_given_out_in_order_are_the_whole_programs(self):
        self.write('k.cl', 'int a(int x) { return __COUNTER__; }\nint b(int x) { return x; }\n'
                           '__kernel void k(__global int *x) { x[0] = __COUNTER__; }\n__kernel void m(__global int *x) { x[0] = b(1); }\n')
        text = self.program('--kernel', 'k', 'k.cl').stdout
        self.assertIn('int a(', text)
        self.assertNotIn('int b(', text)
        self.assertNotIn('__COUNTER__', self.program('--kernel', 'm', 'k.cl').stdout)

    def test_a_program_that_would_read_otherwise_is_not_written(self):
        self.write('k.cl', '#if __COUNTER__ == 0\n#define A 1\n#endif\n__kernel void k(__global int *x) { x[0] = __COUNTER__ + A; }\n')
        r = self.clbundle('bundle', '--name', 'b', '--output-dir', 'out', 'k.cl', ok=1)
        self.assertIn("k.cl:4:43: error: the program made for the kernel 'k' does not mean the same as its files: '1' is '0' there. "
                      "This is a bug in clbundle; with '--no-prune' the program holds whole files", r.stderr)
        self.assertFalse(os.path.exists(os.path.join(self.root, 'out')))
        self.assertEqual(self.program('--kernel', 'k', 'k.cl', ok=1).stdout, '')
        self.clbundle('bundle', '--name', 'b', '--no-prune', '--output-dir', 'out', 'k.cl', ok=0)

    def test_a_pragma_of_an_invocation_stays_with_what_it_makes(self):
        self.write('k.cl', '#define PACKED(n) _Pragma("pack(push, 1)") typedef struct { char a; int b; } n; _Pragma("pack(pop)")\n'
                           'PACKED(s) int f(int x) { return x; }\n__kernel void k(__global int *x) { x[0] = sizeof(s); }\n')
        text = self.program('k.cl').stdout
        self.assertEqual(text.count('PACKED(s)'), 1)
        self.assertNotIn('int f', text)

    def test_a_pragma_keeps_the_macros_whose_names_are_made_on_the_way(self):
        text = ('#define INNER(x) _Pragma(#x)\n#define OUTER(x) INNER(x)\n#define PASTE(a, b) a##b\n'
                '#define NAMED PASTE(OUT, ER)\nNAMED(OPENCL FP_CONTRACT OFF)\n__kernel void k(__global float *x) { x[0] = 1; }\n')
        self.write('k.cl', text)
        self.assertEqual(self.program('k.cl').stdout, '#line 1 "k.cl"\n' + text)

    def test_a_kernel_under_a_condition_of_the_device_is_needed_or_named(self):
        self.write('k.cl', '#ifdef cl_khr_fp16\n#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n'
                           '__kernel void h(__global half *x) { x[0] = 1; }\n#endif\n#ifdef cl_khr_fp64\n'
                           '__kernel void d(__global int *x) { x[0] = 1; }\n#endif\n#ifdef CLB_GPU\n__kernel void k(__global int *x) { x[0] = 2; }\n'
                           '#else\n__kernel void k(__global int *x) { x[0] = 1; }\n#endif\n#if 0\n__kernel void never() {}\n#endif\n')
        r = self.clbundle('bundle', '--name', 'b', '--output-dir', 'out', 'k.cl', ok=0)
        self.assertIn("k.cl:3:15: note: the kernel 'h' is left out of the bundle: it stands in an #if that depends on the "
                      "device's compiler", r.stderr)
        self.assertEqual(r.stderr.count('note:'), 1)
        made = json.loads(self.read('out/b.json'))
        self.assertEqual([k['name'] for k in made['kernels']], ['d', 'k'])
        self.assertEqual([made['programs'][k['program']]['needs'] for k in made['kernels']], [1, 0])
        r = self.clbundle('bundle', '--name', 'b', '--output-dir', 'out', '--options', '-D cl_khr_fp16=1', 'k.cl', ok=0)
        self.assertNotIn('note:', r.stderr)
        self.assertIn('b_KERNEL_h', self.read('out/b.h'))

    def test_a_kernel_made_by_a_macro_is_one_item(self):
        self.write('k.cl', '#define KERNEL(name, op) __kernel void name(__global int *x) { x[0] = x[0] op 2; }\n'
                           'KERNEL(twice, *)\nKERNEL(more, +)\n')
        text = self.program('--kernel', 'more', 'k.cl').stdout
        self.assertIn('KERNEL(more, +)', text)
        self.assertNotIn('KERNEL(twice', text)

    def test_libraries_that_use_others_stand_behind_them(self):
        self.library('base', {'b': '// @provides: b\nstatic int b(int x) { return x; }\n'})
        self.library('app', {'a': '// @provides: a\n// @depends_base: b\nstatic int a(int x) { return b(x); }\n'})
        self.write('k.cl', '// @library_deps: app\n// @depends_app: a\n__kernel void k(__global int *x) { x[0] = a(1); }\n')
        text = self.program('--library', 'app=app', '--library', 'base=base', 'k.cl').stdout
        self.assertLess(text.index('int b('), text.index('int a('))
        r = self.program('--library', 'app=app', 'k.cl', ok=1)
        self.assertIn("app/a.cl:2:4: error: '@depends_base' names a library that was not given", r.stderr)

    def test_letters_beyond_ascii_pass_through(self):
        self.write('k.cl', '\ufeff// \u00fc\r\n__kernel void k(__global int *gr\u00f6\u00dfe) {\r\n gr\u00f6\u00dfe[0] = 1; // \u00e4\r\n}\r\n')
        text = self.program('k.cl').stdout
        self.assertIn('gr\u00f6\u00dfe[0] = 1; // __', text)
        self.assertNotIn('\r', text)


class Bundle(Case):
    def bundle(self, *arguments, ok=0):
        return self.clbundle('bundle', '--name', 'b', '--output-dir', 'out', *arguments, ok=ok)

    def test_output_is_the_same_from_any_folder(self):
        self.library('one/lib', {'f': '// @provides: f\nstatic int f(int x) { return x; }\n'})
        self.write('one/k.cl', '// @depends_lib: f\n__kernel void k(__global int *x) { x[0] = f(1); }\n')
        self.clbundle('bundle', '--name', 'b', '--output-dir', 'out1', '--library', 'lib=one/lib', 'one/k.cl', ok=0)
        deep = os.path.join(self.root, 'some/where')
        os.makedirs(deep)
        run('bundle', '--name', 'b', '--output-dir', 'o', '--library', 'lib=' + os.path.join(self.root, 'one/lib'),
            os.path.join(self.root, 'one/k.cl'), cwd=deep, ok=0)
        for name in ('b.c', 'b.h', 'b.json'):
            self.assertEqual(self.read('out1/' + name), self.read('some/where/o/' + name))
            self.assertNotIn(self.root, self.read('out1/' + name))

    def test_definitions_among_the_build_options_are_known(self):
        self.write('k.cl', '''#ifndef SIZE
#error SIZE is missing
#endif
#if VERSION == 2
__kernel void two(__global REAL *x) { x[0] = TWICE(SIZE); }
#else
__kernel void one(__global REAL *x) { x[0] = 1; }
#endif
''')
        self.assertIn('k.cl:2:', self.bundle('k.cl', ok=1).stderr)
        options = '-cl-std=CL1.2 -DSIZE=16 -D REAL=double -D TWICE(x)=(2*x) -DVERSION=2 -w'
        self.bundle('--native', '--options', options, 'k.cl', ok=0)
        self.assertIn('double *x', self.read('out/b.h'))
        self.assertIn('b_call_two', self.read('out/b.h'))
        self.assertIn(options, self.read('out/b.c'))
        r = self.clbundle('program', '--options', options, 'k.cl', ok=0)
        self.assertIn('TWICE(SIZE)', r.stdout)
        self.assertNotIn('one', r.stdout)
        self.write('include/deep/size.h', '#include "more.h"\n')
        self.write('include/deep/more.h', '#define MORE 5\n')
        self.write('i.cl', '#include "deep/size.h"\n__kernel void i(__global int *x) { x[0] = MORE; }\n')
        self.bundle('i.cl', ok=1)
        self.bundle('--options', '-Ielsewhere -I include', 'i.cl', ok=0)
        self.write('i.cl', '#include <deep/size.h>\n__kernel void i(__global int *x) { x[0] = MORE; }\n')
        self.assertIn('i.cl:1:2: error: #include <deep/size.h>: a device program', self.bundle('i.cl', ok=1).stderr)
        self.bundle('--options', '-Ielsewhere -I include', 'i.cl', ok=0)
        self.assertNotIn('#include', self.clbundle('program', '--options', '-Iinclude', 'i.cl', ok=0).stdout)
        self.bundle('--options', '-Ielsewhere', 'i.cl', ok=1)
        r = self.bundle('--options', '-D 1=2', 'k.cl', ok=1)
        self.assertIn('-D 1=2: write -D NAME or -D NAME=VALUE', r.stderr)
        r = self.bundle('--options', '-cl-std=CL9', 'k.cl', ok=1)
        self.assertIn('-cl-std=CL9: the versions are CL1.0, CL1.1, CL1.2, CL2.0 and CL3.0', r.stderr)

    def test_quoted_build_options_are_unquoted_as_drivers_do(self):
        self.write('k.cl', '#if N != 3 || A != 4 || B != 5 || C != 6\n#error\n#endif\n__constant char text[] = TEXT;\n'
                           '__kernel void k(__global float *x) { x[0] = SUM + sizeof(text); }\n')
        options = r"""-DA=4 "-DN=3" '-D' 'SUM=1 + 2' -D"B=5" -D "C"=6 "" -DTEXT=\"a\ b\" -D UNUSED="'" """
        self.bundle('--options', options, 'k.cl', ok=0)
        self.write('k.cl', '__constant char text[] = TEXT;\n__kernel void k(__global int *x) { x[0] = text[0]; }\n')
        for options in r'-DTEXT="\"a \\n b\""', r"""-DTEXT='"a \n b"'""":
            self.bundle('--options', options, 'k.cl', ok=0)
        for options in '-DTEXT="a b', "-DTEXT='", '"-D" "TEXT=1':
            self.assertRegex(self.bundle('--options', options, 'k.cl', ok=1).stderr, 'the quote ["\'] is not closed')
        self.assertIn('cannot have several lines', self.bundle('--options', '-D "TEXT=1\n2"', 'k.cl', ok=1).stderr)

    def test_unknown_build_options_are_named(self):
        self.write('k.cl', '__kernel void k(__global int *x) { x[0] = 1; }\n')
        r = self.bundle('--options', '-cl-mad-enable -cl-nv-verbose -cl-no-signed-zeroes', 'k.cl', ok=0)
        self.assertEqual(r.stderr.count('warning'), 1)
        self.assertIn("--options: OpenCL has no option '-cl-no-signed-zeroes': it is passed on", r.stderr)
        self.bundle('--options', '-Werror -O3', 'k.cl', ok=1)
        self.bundle('--options', '-Werror -w -O3', 'k.cl', ok=0)
        for name in 'clc++', 'CLC++2021':
            self.assertIn('C++ for OpenCL is another language', self.bundle('--options', '-cl-std=' + name, 'k.cl', ok=1).stderr)

    def test_warnings_can_be_switched_off(self):
        self.write('k.cl', '__kernel void k(__global int *x) { x[0] = 1 / 0; }\n')
        self.assertIn('warning: division by zero', self.bundle('k.cl', ok=0).stderr)
        self.assertEqual(self.bundle('--options', '-w', 'k.cl', ok=0).stderr, '')

    def test_relaxed_math_is_known_to_conditions(self):
        self.write('k.cl', '#ifdef __FAST_RELAXED_MATH__\n#define T float\n#else\n#define T double\n#endif\n'
                           '__kernel void k(__global T *x) { x[0] = 1; }\n')
        self.bundle('--options', '-cl-fast-relaxed-math', 'k.cl', ok=0)
        self.assertIn('float *x', self.read('out/b.h'))
        self.bundle('--options', '-cl-std=CL1.2', 'k.cl', ok=0)
        self.assertIn('double *x', self.read('out/b.h'))

    def test_a_structure_of_a_kernel_that_is_not_translated_is_there_for_others(self):
        self.write('k.cl', """typedef struct { int size; } shape;
int times(__global const shape *s, int x) { return s->size * x; }
__kernel void a(read_only image2d_t p, __global const shape *s, __global int *x) { x[0] = times(s, get_image_width(p)); }
__kernel void b(__global const shape *s, __global int *x) { x[0] = times(s, x[1]); }
""")
        self.bundle('--native', 'k.cl', ok=0)
        native = self.read('out/b_native.c')
        self.assertIn('int32_t m_size;', native)

    def test_what_one_region_cannot_do_is_not_forgotten_in_the_next(self):
        self.write('k.cl', """__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void k(__global const float *in, __global float *out, int n)
{
    __local float part[64];
    const int lid = get_local_id(0);
    float sum = 0;
    for (int i = lid; i < n; i += 64) { const queue_t q = get_default_queue(); sum += in[i]; }
    part[lid] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = 32; s > 0; s >>= 1) {
        if (lid < s) part[lid] += part[lid + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid == 0) out[0] = cbrt(part[0]);
}
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void m(__global const float *in, __global float *out)
{
    __local float part[64];
    const int lid = get_local_id(0);
    part[lid] = in[lid];
    barrier(CLK_LOCAL_MEM_FENCE);
    const queue_t q = get_default_queue();
    if (lid == 0) out[0] = sqrt(part[0]);
}
""")
        r = self.bundle('--native', '--options', '-cl-std=CL2.0', 'k.cl', ok=0)
        self.assertIn("k.cl:6:59: note: kernel 'k' has no native version: the function 'get_default_queue', which only drivers have",
                      r.stderr)
        self.assertIn("kernel 'm' has no native version: the function 'get_default_queue'", r.stderr)
        for name in ('cbrt', 'sqrt'): self.assertNotIn(name, self.read('out/b_native.c'))

    def test_the_language_is_that_of_the_build_options(self):
        self.write('k.cl', 'int f(int *p) { return *p; }\n'
                           '__kernel void k(__global int *x) { float4 v = (float4)(1.0f) * 0.5; x[0] = f(x + 1) + (int)v.x; }\n')
        self.bundle('k.cl', ok=1)
        self.bundle('--native', '--options', '-cl-std=CL2.0 -cl-single-precision-constant', 'k.cl', ok=0)
        self.write('k.cl', 'const int table[2] = {3, 4};\nint counter;\n'
                           '__kernel void k(__global int *x) { work_group_barrier(CLK_LOCAL_MEM_FENCE);\n'
                           'x[get_global_linear_id()] = table[get_local_linear_id() & 1]; }\n'
                           '__kernel void m(__global int *x) { x[0] = counter++; }\n')
        r = self.bundle('--native', '--options', '-cl-std=CL2.0', 'k.cl', ok=0)
        self.assertNotIn("kernel 'k' has no native version", r.stderr)
        self.assertNotIn("kernel 'm' has no native version", r.stderr)
        # Each program has variables of its own, also where their text is the same.
        self.write('other.cl', self.read('k.cl').replace('void k(', 'void other_k(').replace('void m(', 'void other_m('))
        self.bundle('--native', '--options', '-cl-std=CL2.0', '--group', 'g=k,m', 'k.cl', 'other.cl', ok=0)
        self.assertEqual(len(re.findall(r'static int32_t \w*counter', self.read('out/b_native.c'))), 2)

    def test_what_opencl_forbids_as_an_argument_is_an_error_at_its_place(self):
        for text, column in (('size_t n', 25), ('bool f', 25), ('__global int **p', 25), ('int *p', 25)):
            self.write('k.cl', '// comment\n__kernel void k(int ok, %s) {}\n' % text)
            r = self.bundle('k.cl', ok=1)
            self.assertRegex(r.stderr, r'k\.cl:2:\d+: error: ', text)
            self.assertFalse(os.path.exists(os.path.join(self.root, 'out/b.c')))

    def test_formats_of_images_are_checked(self):
        image = '__kernel void k(%s p, int h, int w, __global int *x) {}\n'
        for parameter, tag, message in (
                ('read_only image2d_t', 'out RGBA UNORM_INT8 h, w', "1:4: error: '@arg p': the kernel's '__read_only image2d_t' is 'in'; write that"),
                ('write_only image2d_t', 'inout R FLOAT h, w', "1:4: error: '@arg p': the kernel's '__write_only image2d_t' is 'out'; write that"),
                ('read_only image2d_t', 'in h, w', "1:4: error: '@arg p' is an image: write `in ORDER TYPE EXTENT, ...`"),
                ('read_only image2d_t', 'in', "1:4: error: '@arg p' is an image: write `in ORDER TYPE EXTENT, ...`"),
                ('read_only image2d_t', 'in RGB UNORM_INT8 h, w', "1:15: error: OpenCL has no images of the format 'RGB UNORM_INT8'"),
                ('read_only image2d_t', 'in RGBA UNORM_INT8 h', "1:4: error: '@arg p': this image has 2 extents: rows (or layers), and pixels of a row"),
                ('read_only image3d_t', 'in RGBA UNORM_INT8 h, w', "1:4: error: '@arg p': this image has 3 extents"),
                ('read_only image2d_t', 'in DEPTH FLOAT h, w', "1:4: error: '@arg p': the order DEPTH goes with image2d_depth_t"),
                ('read_only image1d_buffer_t', 'in R FLOAT w', "1:4: error: '@arg p': host memory cannot be such an image; leave the tag out"),
                ('read_only image2d_t', 'in R FLOAT h, v', "1:26: error: 'v' is neither a parameter of the kernel nor a macro"),
                ('sampler_t', 'in R FLOAT h, w', "1:4: error: '@arg p' has the format of an image, but the parameter is none")):
            self.write('k.cl', '// @arg p: %s\n' % tag + image % parameter)
            self.assertIn('k.cl:' + message, self.bundle('k.cl', ok=1).stderr)
        self.write('k.cl', '// @arg p: in RGBA UNORM_INT8 h, w\n' + image % 'read_only image2d_t')
        self.bundle('k.cl')
        kernel = json.loads(self.read('out/b.json'))['kernels'][0]['arguments'][0]
        self.assertEqual((kernel['format'], kernel['shape'], kernel['access'], kernel['size']), ('RGBA UNORM_INT8', ['h', 'w', '4'], 'in', 0))

    def test_all_problems_of_a_run_are_reported(self):
        self.write('a.cl', '// @arg nothing: in\n__kernel void a(__global const int *x) {}\n')
        self.write('b.cl', '// @range: m\n// @arg x: out\n__kernel void b(__global const int *x) {}\n')
        r = self.bundle('a.cl', 'b.cl', ok=1)
        self.assertIn("a.cl:1:9: error: no kernel of this file has a parameter 'nothing'", r.stderr)
        self.assertIn("b.cl:1:12: error: 'm' is neither a parameter of the kernel nor a macro", r.stderr)
        self.assertIn("b.cl:2:4: error: '@arg x' is an output, but the kernel's pointer is to const", r.stderr)

    def test_the_signature_after_preprocessing_is_what_counts(self):
        self.write('k.cl', '''#define REAL float
#define KNAME(x) x##_kernel
#define WITH_SCALE 1
typedef struct { REAL a; int b[3]; double c; } params;
typedef REAL real4 __attribute__((ext_vector_type(4)));
__attribute__((reqd_work_group_size(8, 4, 1)))
__kernel void KNAME(big)(__global const REAL *restrict x, __constant float4 *c, __local int *scratch, const params p,
#if WITH_SCALE
                         const REAL scale,
#endif
                         volatile __global unsigned long *out, image2d_t image, sampler_t sampler, uchar3 v) {}
''')
        self.bundle('k.cl')
        m = json.loads(self.read('out/b.json'))
        k = m['kernels'][0]
        self.assertEqual(k['name'], 'big_kernel')
        self.assertEqual([(a['name'], a['kind'], a['access'], a['size']) for a in k['arguments']], [
            ('x', 'global', 'in', 4), ('c', 'constant', 'in', 16), ('scratch', 'local', 'none', 4),
            ('p', 'value', 'none', 24), ('scale', 'value', 'none', 4), ('out', 'global', 'inout', 8),
            ('image', 'image', 'in', 0), ('sampler', 'sampler', 'none', 0), ('v', 'value', 'none', 4)])
        header = re.sub(r'\s+', ' ', self.read('out/b.h'))
        self.assertIn('offsetof(b_params, c) == 16', header)
        self.assertIn('b_args_big_kernel { const float *x; size_t x_count; const clb_float4 *c; size_t c_count; size_t scratch; '
                      'b_params p; float scale; uint64_t *out; size_t out_count; const clb_host_image *image; clb_sampler sampler; clb_uchar3 v; }', header)
        self.assertIn('b_buffers_big_kernel { clb_buffer_float x; clb_buffer_float4 c; size_t scratch; b_params p; float scale; '
                      'clb_buffer_ulong out; clb_image *image; clb_sampler sampler; clb_uchar3 v; } b_buffers_big_kernel;', header)
        self.assertIn('clb_status b_run_big_kernel( clb_device *device, const clb_launch *launch, '
                      'const b_buffers_big_kernel *arguments, clb_event **event, clb_error *error);', header)
        self.assertIn('#define b_args_big_kernel(...) CLB_ARGUMENTS(b_args_big_kernel, 12, __VA_ARGS__)', header)
        self.assertIn('#define b_buffers_big_kernel(...) CLB_ARGUMENTS(b_buffers_big_kernel, 9, __VA_ARGS__)', header)

    def test_extents_and_ranges_reach_the_header(self):
        self.write('k.cl', '// Scales.\n// @range: n*m\n// @arg x: in n*m\n// @arg y: out\n'
                           '__kernel void k(__global float *x, __global float *y, int n, int m) {}\n')
        self.bundle('k.cl')
        header = re.sub(r'\s+', ' ', self.read('out/b.h'))
        self.assertIn('x __global float *: in, n*m elements', header)
        self.assertIn('b_args_k { const float *x; float *y; size_t y_count; int32_t n; int32_t m; } b_args_k;', header)
        self.assertIn('clb_status b_call_k( clb_device *device, const b_args_k *arguments, clb_error *error)', header)

    def test_annotations_that_nothing_reads_get_a_warning(self):
        self.write('k.cl', """// @range: n
// @range: n
int helper(int x)
{
    // @range: 7
    return x;
}
// @mine: 4
int other(int x) { return x; }
// @arg x: out n
#define OPEN \\
    __kernel void
#ifdef NO
// @local: 2
__kernel void b(__global int *x, int n) { x[0] = n; }
#endif
// @arg x: out n
__kernel void a(__global int *x, int n)
{
    // @local: 4
    x[0] = helper(other(n));
}
// @arg x: inout 2*n
OPEN c(__global int *x, int n) { x[0] = n; }
""")
        r = self.bundle('k.cl')
        self.assertEqual(re.findall(r'^k\.cl:.*', r.stderr, re.M), [
            "k.cl:5:8: warning: '@range' is in the body of 'helper' and is ignored; move it to the top of the file, or directly above a kernel",
            "k.cl:20:8: warning: '@local' is in the body of 'a' and is ignored; move it to the top of the file, or directly above a kernel"])
        self.write('k.cl', '__kernel void k(__global int *x) { x[0] = 1; }\n// @provides: x\n// @range: 1\nint x(int y) { return y; }\n')
        r = self.bundle('k.cl')
        self.assertEqual(re.findall(r'^k\.cl:.*', r.stderr, re.M), [
            "k.cl:2:4: warning: '@provides' is above 'x', which is not a kernel and is ignored; move it to the top of the file, or directly above a kernel"])

    def test_members_and_macros_stand_in_extents(self):
        kernel = """#define WG 64
#define TWICE (2 * WG)
#define HEX 0x10u
#define F(x) x
#define WORD word
#define HALF 0.5
#define SELF SELF
#define LATE 3
#ifdef __DEVICE_X
#define CHOSEN 1
#else
#define CHOSEN 2
#endif
#define USES CHOSEN
typedef struct { int n; float x; int v[2]; struct { long m; }; } params;
%s
__kernel void k(__global int *x, __global int *y, __local int *t, const params p, const params n, float f) { x[0] = GIVEN; }
#undef LATE
__kernel void l(__global int *x) { x[0] = 1; }
"""
        self.write('k.cl', kernel % '// @range: TWICE/HEX\n// @local: n.n\n// @arg x: in p.n*WG, GIVEN\n// @arg y: out p.m+LATE\n// @arg t: local WG')
        self.bundle('--options', '-D GIVEN=7', 'k.cl')
        code = re.search(r'b_code\[\] = \{(.*?)\}', self.read('out/b.c'), re.S).group(1)
        values = [int(w) for w in re.findall(r'INT64_C\((-?\d+)\)', code)]
        for wanted in ([1, 64, 0], [1, 7, 0], [1, 128, 1, 16, 6, 0], [10, (5 << 56) | 4, 0], [10, (5 << 56) | 3, 1, 64, 5],
                       [10, (7 << 56) | 16 << 24 | 3, 1, 3, 3, 0]):
            self.assertIn(str(wanted)[1:-1] + ',', str(values)[1:-1] + ',', wanted)
        for text, said in (('p', "'p' is not an integer scalar"), ('p.x', "'p.x' is not an integer scalar"), ('p.v', "'p.v' is not an integer scalar"),
                           ('p.q', "'p.q' names a member that the structure does not have"),
                           ('p.n.n', "'p.n.n' asks for a member of something that is not a structure"), ('f.n', "'f.n' asks for a member"),
                           ('x.n', "'x.n' asks for a member"), ('q.n', "'q.n' does not start with a parameter of the kernel"),
                           ('F', "'F' is a macro, but not an integer constant"), ('WORD', "'WORD' is a macro, but no"),
                           ('HALF', "'HALF' is a macro, but no"), ('SELF', "'SELF' is a macro, but no"),
                           ('CHOSEN', "'CHOSEN' is a macro whose value only the device's compiler knows"),
                           ('USES', "'USES' is a macro whose value only"), ('__LINE__', "'__LINE__' is neither a parameter"),
                           ('LATER', "'LATER' is neither a parameter of the kernel nor a macro")):
            self.write('k.cl', kernel % ('// @range: ' + text))
            self.assertIn('error: ' + said, self.bundle('--options=-DGIVEN=7', 'k.cl', ok=1).stderr)
        self.write('k.cl', kernel.replace('__kernel void l', '// @range: LATE\n__kernel void l') % '')
        self.assertIn("error: 'LATE' is neither a parameter", self.bundle('--options=-DGIVEN=7', 'k.cl', ok=1).stderr)

    def test_macros_that_grow_without_end_are_refused_in_extents(self):
        for last in ('', '+1'):
            self.write('k.cl', ''.join('#define M%d M%d M%d\n' % (i, i + 1, i + 1) for i in range(60)) + '#define M60 %s\n' % last +
                       '// @range: M0\n__kernel void k(__global int *x) { x[0] = 1; }\n')
            self.assertIn("error: 'M0' is a macro, but not an integer constant", self.bundle('k.cl', ok=1).stderr)
        self.write('k.cl', ''.join('#define M%d (M%d + 0)\n' % (i, i + 1) for i in range(60)) + '#define M60 7\n'
                   '// @range: M0\n__kernel void k(__global int *x) { x[0] = 1; }\n')
        self.bundle('k.cl')
        self.assertIn('INT64_C(7)', self.read('out/b.c'))

    def test_local_memory_has_an_extent_like_other_pointers(self):
        self.write('k.cl', '// @range: n\n// @local: w\n// @arg tile: local 2*w\n// @arg more: local\n'
                           '__kernel void k(__global float *x, __local float *tile, __local int *more, int n, int w) {}\n')
        self.bundle('k.cl')
        header = re.sub(r'\s+', ' ', self.read('out/b.h'))
        self.assertIn('tile __local float *: bytes of local memory for a work-group, at least 2*w elements; 0: exactly these', header)
        self.assertIn('more __local int *: bytes of local memory for a work-group *', header)
        arguments = json.loads(self.read('out/b.json'))['kernels'][0]['arguments']
        self.assertEqual([a.get('extent') for a in arguments], [None, '2*w', None, None, None])
        self.write('k.cl', '// @arg x: local n\n// @arg tile: in n\n// @arg n: shared\n'
                           '__kernel void k(__global float *x, __local float *tile, int n) {}\n')
        r = self.bundle('k.cl', ok=1)
        self.assertIn("k.cl:1:4: error: '@arg x': the parameter is not a __local pointer", r.stderr)
        self.assertIn("k.cl:2:4: error: '@arg tile': the parameter is not a __global or __constant pointer", r.stderr)
        self.assertIn("k.cl:3:12: error: expected 'in', 'out', 'inout' or 'local' before 'shared'", r.stderr)

    def test_wrong_shapes_of_arrays_are_errors_at_their_place(self):
        self.write('k.cl', '// @arg a: in column\n// @arg b: in m, rows\n// @arg c: in ' + ', '.join(17 * ['m']) + '\n'
                           '// @arg d: local m, n\n// @arg e: in column n, m\n// @arg f: in m, x*n\n'
                           '// @arg g: in row m n\n// @arg h: in column, m\n'
                           '__kernel void k(__global int *a, __global int *b, __global int *c, __local int *d, __global int *e, '
                           '__global int *f, __global int *g, __global int *h, int m, int n, float x) {}\n')
        r = self.bundle('k.cl', ok=1)
        self.assertIn("k.cl:1:15: error: 'column' is neither a parameter of the kernel nor a macro", r.stderr)
        self.assertIn("k.cl:2:18: error: 'rows' is neither a parameter of the kernel nor a macro", r.stderr)
        self.assertIn("k.cl:3:4: error: '@arg c' has 17 extents: an array has 16 dimensions at most", r.stderr)
        self.assertIn("k.cl:4:4: error: '@arg d' has 2 extents: local memory has one", r.stderr)
        self.assertIn("k.cl:6:18: error: 'x' is not an integer scalar; only those may appear in an expression", r.stderr)
        self.assertIn('k.cl:7:21: error: unexpected text after the expression', r.stderr)
        self.assertIn("k.cl:8:15: error: 'column' is neither a parameter of the kernel nor a macro", r.stderr)
        self.assertFalse(os.path.exists(os.path.join(self.root, 'out/b.h')))

    def test_shapes_reach_the_manifest(self):
        self.write('k.cl', '// @arg a: in column m, n\n// @arg b: out row 16*m\n// @arg c: in column\n// @arg d: in column*m\n'
                           '// @arg e: in ' + ', '.join(16 * ['m']) + '\n'
                           '__kernel void k(__global int *a, __global int *b, __global int *c, __global int *d, __global int *e, '
                           'int m, int n, int column) {}\n')
        self.bundle('k.cl')
        found = [(a.get('shape'), a.get('order'), a['extent']) for a in json.loads(self.read('out/b.json'))['kernels'][0]['arguments']]
        self.assertEqual(found[:4], [(['m', 'n'], 'column', '(m)*(n)'), (['16*m'], 'row', '16*m'), (['column'], 'row', 'column'),
                                     (['column*m'], 'row', 'column*m')])
        self.assertEqual(found[4][0], 16 * ['m'])

    def test_kernels_that_work_element_by_element_natively_are_ckernels(self):
        element = ('// @range: n\n// @arg x: in n\n// @arg y: %s n\n__kernel void %s(__global const int *x, __global int *y, int n)\n'
                   '{ int i = get_global_id(0); if (i < n) y[i] %s; }\n')
        names = []
        for name, access, body in (('plain', 'out', '= x[i]'), ('neighbour', 'out', '= x[i] + x[i ? i - 1 : 0]'),
                                   ('both', 'inout', '+= x[i]'), ('group', 'out', '= x[i] + (int)get_local_id(0)')):
            names.append(name + '.cl')
            self.write(names[-1], element % (access, name, body))
        self.bundle('--native', *names)
        self.assertEqual(sorted(set(re.findall(r'\bb_ckernel_(\w+)', self.read('out/b.h')))), ['plain'])
        self.bundle(*names)
        self.assertNotIn('b_ckernel_', self.read('out/b.h') + self.read('out/b.c'))

    def test_shared_text_is_stored_once(self):
        body = ''.join('static double f%d(double x) { return x * %d.0 + f%d(x); }\n' % (i, i, i - 1) for i in range(1, 200))
        self.library('lib', {'f': '// @provides: f\nstatic double f0(double x) { return x; }\n' + body})
        names = []
        for i in range(20):
            names.append('k%d.cl' % i)
            self.write(names[-1], '// @depends_lib: f\n__kernel void k%d(__global double *x) { x[0] = f199(x[0]); }\n' % i)
        self.bundle('--library', 'lib=lib', *names)
        m = json.loads(self.read('out/b.json'))
        self.assertLess(m['text_bytes'], 1.3 * (len(body) + 20 * 100))

    def test_the_depfile_names_every_file_read(self):
        self.library('lib', {'f': '// @provides: f\n', 'g': '// @provides: g\n'})
        self.write('h with blank.h', '#define N 1\n')
        self.write('k.cl', '// @depends_lib: f\n#include "h with blank.h"\n__kernel void k(__global int *x) { x[0] = N; }\n')
        self.bundle('--library', 'lib=lib', '--depfile', 'out.d', 'k.cl')
        text = self.read('out.d')
        self.assertTrue(text.startswith('out/b.c:'))
        for name in ('lib/f.cl', 'lib/g.cl', 'k.cl', 'h\\ with\\ blank.h', 'lib'):
            self.assertIn(name + ' \\\n' if name != 'lib' else '  lib\n', text + '\n')

    def test_files_that_would_not_change_keep_their_time(self):
        self.write('k.cl', '__kernel void k(__global int *x) {}\n')
        self.bundle('k.cl')
        for name in ('b.c', 'b.h', 'b.json'):
            os.utime(os.path.join(self.root, 'out', name), (1000, 1000))
        self.bundle('k.cl')
        for name in ('b.c', 'b.h', 'b.json'):
            self.assertEqual(os.stat(os.path.join(self.root, 'out', name)).st_mtime, 1000)

    def test_make_is_satisfied_though_nothing_changes(self):
        self.write('k.cl', '__kernel void k(__global int *x) {}\n')
        self.bundle('--depfile', 'out.d', 'k.cl')
        for name in ('b.c', 'b.h', 'b.json'):
            os.utime(os.path.join(self.root, 'out', name), (1000, 1000))
        os.environ['MAKELEVEL'] = '1'
        try:
            self.bundle('--depfile', 'out.d', 'k.cl')
        finally:
            del os.environ['MAKELEVEL']
        for name in ('b.c', 'b.h', 'b.json'):
            self.assertGreater(os.stat(os.path.join(self.root, 'out', name)).st_mtime, 1000)

    def test_two_kernels_of_one_name_are_refused(self):
        self.write('a.cl', '__kernel void k(__global int *x) {}\n')
        self.write('b.cl', '__kernel void k(__global int *x) {}\n')
        r = self.bundle('a.cl', 'b.cl', ok=1)
        self.assertIn("b.cl:1:15: error: the bundle has two kernels named 'k'", r.stderr)

    def test_licences_of_the_embedded_text_are_carried_over(self):
        self.library('lib', {'f': '// @provides: f\n// SPDX-License-Identifier: GPL-2.0-or-later\n'
                                  'static int f(int x) { return x; }\n',
                             'g': '// @provides: g\n// SPDX-License-Identifier: BSD-2-Clause\n'})
        self.write('k.cl', '// @depends_lib: f, g\n// SPDX-License-Identifier: MIT\n'
                           '__kernel void k(__global int *x) { x[0] = f(1); }\n')
        self.bundle('--library', 'lib=lib', 'k.cl')
        text = self.read('out/b.c')
        self.assertIn(' * SPDX-License-Identifier: GPL-2.0-or-later\n', text)
        self.assertIn(' * SPDX-License-Identifier: MIT\n', text)
        self.assertNotIn('BSD-2-Clause', text)

    def test_literals_stay_within_the_limits_of_c(self):
        self.write('k.cl', '__kernel void k(__global int *x) {\n' + '    x[0] += 1; // "??=" \\\n' * 400 + '\n}\n')
        self.bundle('k.cl')
        text = self.read('out/b.c')
        for literal in re.findall(r'(?:"(?:[^"\\]|\\.)*"\s*)+', text):
            self.assertLess(len(literal), 4095)
        self.assertNotIn('??=', text)

    def test_kernels_share_a_program_on_request_only(self):
        self.write('k.cl', ''.join('__kernel void k%d(__global int *x) { x[0] = %d; }\n' % (i, i) for i in range(4)))
        self.write('other.cl', '__kernel void other(__global int *x) { x[0] = 1; }\n')
        self.bundle('--group', 'pair=k1,k3', 'k.cl', 'other.cl')
        m = json.loads(self.read('out/b.json'))
        self.assertEqual([k['program'] for k in m['kernels']], [0, 1, 2, 1, 3])
        r = self.bundle('--group', 'pair=k1,other', 'k.cl', 'other.cl', ok=1)
        self.assertIn("the group 'pair' holds kernels of two files", r.stderr)
        r = self.bundle('--group', 'pair=k1,nothing', 'k.cl', ok=1)
        self.assertIn("the group 'pair' names 'nothing'", r.stderr)

    def test_what_a_program_holds_is_checked_like_a_driver_would(self):
        self.write('k.cl', 'static void unused(void) { nonsense(); }\n'
                           '__kernel void k(__global int *x) {\n    x[0] = get_globl_id(0);\n}\n')
        r = self.bundle('k.cl', ok=1)
        self.assertRegex(r.stderr, r"k\.cl:3:12: error: unknown function 'get_globl_id'.*get_global_id")
        self.assertNotIn('nonsense', r.stderr)
        self.bundle('--no-check', 'k.cl')

    def test_a_function_that_nothing_defines_is_found_at_build_time(self):
        self.library('lib', {'lib': '// @provides: f, g\ndouble f(double x);\ndouble g(double x);\n',
                             'f': '// @provides: f\n// @depends: lib\ndouble f(double x) { return g(x); }\n',
                             'g': '// @provides: g\n// @depends: lib\ndouble h(double x) { return x; }\n'})
        self.write('k.cl', '// @depends_lib: f, g\n__kernel void k(__global double *x) { x[0] = f(x[0]); }\n')
        r = self.bundle('--library', 'lib=lib', 'k.cl', ok=1)
        self.assertIn("lib/lib.cl:3:8: error: 'g' is declared here and called by 'f', but no file of the program of 'k' "
                      "defines it", r.stderr)
        self.library('lib', {'g': '// @provides: g\n// @depends: lib\ndouble g(double x) { return x; }\n'})
        self.bundle('--library', 'lib=lib', 'k.cl')

    def test_a_gpus_range_and_text_are_checked_beside_the_others(self):
        good = '''// @range: n
// @gpu_range: n-n/2
#ifdef CLB_GPU
#define PER_ITEM 2
#else
#define PER_ITEM 1
#endif
__kernel void k(__global int *x, int n)
{
    for (int i = 0; i < PER_ITEM; ++i)
        if (PER_ITEM * get_global_id(0) + i < n) x[PER_ITEM * get_global_id(0) + i] = n;
}
'''
        self.write('k.cl', good)
        self.bundle('k.cl')
        kernel = json.loads(self.read('out/b.json'))['kernels'][0]
        self.assertEqual((kernel['range'], kernel['gpu_range'], kernel['independent']), ('n', 'n-n/2', True))
        self.assertIn('Range on a GPU: n-n/2', self.read('out/b.h'))
        self.assertIn('#ifdef CLB_GPU', self.clbundle('program', 'k.cl', ok=0).stdout)
        for text, message in (
                (good.replace('ITEM 2', 'ITEM two'), "k.cl:4:18: error: unknown name 'two'"),
                (good.replace('// @range: n\n', ''), "k.cl:1:4: error: '@gpu_range' needs a '@range'"),
                (good.replace('n-n/2', 'n, n'), "'@gpu_range' has 2 expressions and '@range' 1"),
                (good.replace('n-n/2', 'm'), "k.cl:2:16: error: 'm' is neither a parameter of the kernel nor a macro"),
                (good.replace('__kernel', '#ifndef CLB_GPU\n__kernel') + '#endif\n', "there is no kernel 'k'"),
                (good.replace('ITEM 2', 'ITEM GLUE(TW, O)')
                 .replace('#ifdef', '#define TWO 2\n#define GLUE(a, b) a##b\n#ifdef'), "uses this only with CLB_GPU defined")):
            self.write('k.cl', text)
            self.assertIn(message, self.bundle('k.cl', ok=1).stderr, text)
        self.write('k.cl', good + '__kernel void other(__global int *x, int n) { x[0] = n; }\n')
        self.bundle('k.cl')
        self.write('k.cl', good.replace('// @range: n\n// @gpu_range: n-n/2\n', '')
                   .replace('__kernel', '// @range: n\n// @gpu_range: n-n/2\n__kernel') +
                   '// @range: n\n__kernel void other(__global int *x, int n) { x[0] = n; }\n')
        self.bundle('k.cl')
        self.assertIn("'k' and 'other' share a program", self.bundle('--group', 'g=k,other', 'k.cl', ok=1).stderr)
        local = good.replace('PER_ITEM 2', 'PER_ITEM (int)get_local_size(0)')
        self.write('k.cl', local)
        self.bundle('k.cl')
        self.assertFalse(json.loads(self.read('out/b.json'))['kernels'][0]['independent'])

    def test_variants_and_local_sizes_of_classes_are_in_the_bundle(self):
        good = '''// @arg x: inout n
// @range: n
// @local native: 8
// @local gpu: 32
__kernel void k(__global int *x, int n) { x[get_global_id(0)] *= 2; }

// @variant of k: gpu accelerator when n >= 1000 && n % 2 == 0
// @range: n/2
// @local gpu: 64
__kernel void pairs(__global int *x, int n) { x[2*get_global_id(0)] *= 2; x[2*get_global_id(0)+1] *= 2; }

// @variant of k: native when n > 7
// @variant of k:
__kernel void plain(__global int *x, int n) { x[get_global_id(0)] *= 2; }
'''
        self.write('k.cl', good)
        self.bundle('k.cl')
        k, pairs, _ = json.loads(self.read('out/b.json'))['kernels']
        self.assertEqual(k['variants'], [
            {'kernel': 'pairs', 'classes': 'gpu accelerator', 'when': 'n >= 1000 && n % 2 == 0'},
            {'kernel': 'plain', 'classes': 'native', 'when': 'n > 7'}, {'kernel': 'plain', 'classes': 'opencl'}])
        self.assertEqual(k['locals'], [{'class': 'gpu', 'local': '32'}, {'class': 'native', 'local': '8'}])
        self.assertEqual(pairs['locals'], [{'class': 'gpu', 'local': '64'}]) # those at the head are for kernels that have none
        self.assertNotIn('variants', pairs)
        header = self.read('out/b.h')
        self.assertIn('Variant, class gpu accelerator: pairs when n >= 1000 && n % 2 == 0', header)
        self.assertIn('Runs in place of k, class native, when n > 7', header)
        self.assertIn('Work-group, class gpu: 64', header)
        # Natively, what only drivers' devices would choose is left out, without a note.
        r = self.bundle('--native', 'k.cl')
        self.assertEqual([n['native'] for n in json.loads(self.read('out/b.json'))['kernels']], [True, False, True])
        self.assertNotIn('pairs', r.stderr)
        self.assertIn("it is a variant for OpenCL drivers only", self.read('out/b_native.c'))
        self.assertNotIn('group_k_pairs', self.read('out/b_native.c'))
        # In a program by itself the kernel may be missing, and the order of files does not matter.
        self.write('v.cl', good[good.index('// @variant of k: gpu'):good.index('// @variant of k: native')]
                   .replace('// @range', '// @arg x: inout n\n// @range'))
        self.clbundle('program', 'v.cl', ok=0)
        self.write('k.cl', good[:good.index('// @variant')])
        self.bundle('v.cl', 'k.cl')
        self.assertIn("v.cl:1:4: error: 'pairs' is a variant of 'k', which is no kernel of the bundle", self.bundle('v.cl', ok=1).stderr)

    def test_variants_that_cannot_stand_in_are_refused(self):
        base = '// @arg x: inout n\n// @range: n\n__kernel void k(__global int *x, int n) { x[0] = n; }\n'
        for annotation, rest, message in (
                ('of q: gpu', '', "k.cl:4:4: error: 'v' is a variant of 'q', which is no kernel of the bundle"),
                ('of v: gpu', '', "'v' is a variant of itself"),
                ('of k: gpu', '// @variant of v:\n__kernel void w(__global int *x, int n) { x[0] = n; }\n',
                 "k.cl:6:4: error: 'w' is a variant of 'v', which is itself one of 'k': name that one"),
                ('k: gpu', '', 'write `// @variant of KERNEL: [CLASS ...] [when CONDITION]`'),
                ('of: gpu', '', 'write `// @variant of KERNEL: [CLASS ...] [when CONDITION]`'),
                ('of k m: gpu', '', 'write `// @variant of KERNEL: [CLASS ...] [when CONDITION]`'),
                ('of k: gpus', '', "k.cl:4:19: error: expected 'gpu', 'cpu', 'accelerator', 'opencl' (any driver's device) or 'native', "
                                   "or 'when' and a condition, before 'gpus'"),
                ('of k: gpu when', '', "a condition is missing after 'when'"),
                ('of k: when n < 2, gpu', '', "expected nothing after the condition before 'gpu'"),
                ('of k: when x < 2', '', "k.cl:4:24: error: 'x' is not an integer scalar"),
                ('of k: when n <', '', 'the expression ends too early'),
                ('of k: when m < 2', '', "'m' is neither a parameter of the kernel nor a macro")):
            self.write('k.cl', base + '// @variant ' + annotation + '\n__kernel void v(__global int *x, int n) { x[0] = n; }\n' + rest)
            self.assertIn(message, self.bundle('k.cl', ok=1).stderr)
        for signature, own, message in (
                ('__global int *x, int n, int m', '', "k.cl:6:15: error: 'v' cannot be a variant of 'k': it has 3 parameters, not 2"),
                ('__global int *x, int m', '// @range: m\n// @arg x: inout m\n', "its parameter 2 is 'm', not 'n'"),
                ('__global uint *x, int n', '', "its parameter 'x' is of type"),
                ('__global int *x, int n', '// @arg x: inout 2*n\n', "their '@arg x' differ"),
                ('__global int *x, int n', '// @arg x: out n\n', "their '@arg x' differ")):
            self.write('k.cl', base + '// @variant of k:\n' + (own or '// @range: 1\n') +
                       '__kernel void v(%s) { x[0] = 1; }\n'.replace('x[0] = 1;', '') % signature)
            self.assertIn(message, self.bundle('k.cl', ok=1).stderr)
        self.write('k.cl', '// @variant of k:\n__kernel void v(int n) {}\n__kernel void k(int n) {}\n')
        self.assertIn("'@variant' needs a '@range'", self.bundle('k.cl', ok=1).stderr)
        self.write('k.cl', '__kernel void k(int n) {}\n// @range: n\n// @variant of k:\n__kernel void v(int n) {}\n')
        self.assertIn("'v' cannot be a variant of 'k', which has no '@range'", self.bundle('k.cl', ok=1).stderr)
        for local, message in (('gpus: 4', "k.cl:1:11: error: 'gpus' is not a class of devices"),
                               ('gpu: 4, 4', "'@local gpu' needs the same number of expressions as '@range'"),
                               ('gpu: q', "'q' is neither a parameter of the kernel nor a macro")):
            self.write('k.cl', '// @local %s\n// @range: n\n__kernel void k(int n) {}\n' % local)
            self.assertIn(message, self.bundle('k.cl', ok=1).stderr)
        self.write('k.cl', '// @local gpu: 4\n__kernel void k(int n) {}\n')
        self.assertIn("'@local gpu' needs a '@range'", self.bundle('k.cl', ok=1).stderr)

    def test_needs_follow_what_is_used(self):
        self.write('zero.cl', '#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n#define NAN64 (0.0/0.0)\n')
        self.write('f.cl', '__kernel void f(__global float *x) { x[0] = 1.0f; }\n')
        self.write('d.cl', '__kernel void d(__global double *x) { x[0] = get_local_id(0); }\n')
        self.bundle('--layer', 'zero.cl', 'f.cl', 'd.cl')
        m = json.loads(self.read('out/b.json'))
        self.assertEqual([p['needs'] for p in m['programs']], [0, 1])
        self.assertEqual([k['independent'] for k in m['kernels']], [True, False])
        self.assertNotIn('cl_khr_fp64', self.clbundle('program', '--layer', 'zero.cl', 'f.cl', ok=0).stdout)

    def test_needs_follow_the_built_in_functions_that_are_called(self):
        kernels = {'a': ('__global long *x', 'atom_add(x, 1L);', 8), 'b': ('__global int *x', 'atom_add(x, 1);', 0),
                   'c': ('__global int *x', 'x[0] = sizeof(atom_add((__global long *)0, 1L));', 0),
                   'd': ('__global uint *x', 'x[0] = intel_sub_group_shuffle(x[0], 1);', 16),
                   'e': ('__global uint *x', 'x[0] = get_num_sub_groups();', 16),
                   'f': ('__write_only image3d_t x', 'write_imagef(x, (int4)(0), (float4)(0));', 4 + 32),
                   'g': ('__write_only image2d_t x', 'write_imagef(x, (int2)(0), (float4)(0));', 4),
                   'h': ('__global atomic_ulong *x', 'atomic_store(x, 1ul);', 8), 'i': ('__global atomic_int *x', 'atomic_store(x, 1);', 0),
                   'j': ('__global atomic_double *x', 'atomic_store(x, 1);', 8 + 1),
                   'k': ('__global int *x', 'ptrdiff_t doubled = x[0], imagery = 1, image_ = 2; x[0] = doubled + imagery + image_;', 0),
                   'l': ('__global uint *x', 'x[0] = amd_lerp(x[0], 1, 1);', 0)}
        for name, (parameter, body, _) in kernels.items():
            self.write(name + '.cl', '__kernel void %s(%s) { %s }\n' % (name, parameter, body))
        r = self.bundle('--native', '--options', '-cl-std=CL2.0', *[name + '.cl' for name in kernels])
        m = json.loads(self.read('out/b.json'))
        self.assertEqual([p['needs'] for p in m['programs']], [k[2] for k in kernels.values()])
        self.assertEqual([k['independent'] for k in m['kernels'] if k['name'] in 'de'], [False, False])
        # What only drivers have keeps a kernel from native code, with a note, and never reaches it as a name.
        self.assertEqual(sorted(re.findall(r"note: kernel '(\w)' has no native version", r.stderr)), list('l'))
        self.assertIn("l.cl:1:44: note: kernel 'l' has no native version: the function 'amd_lerp', which only drivers have", r.stderr)
        self.assertNotRegex(self.read('out/b_native.c'), r'CLBN\(\w*amd_')

    def test_sizes_of_sub_groups_and_spaces_that_native_code_cannot_have_are_named(self):
        kernel = '__kernel %s void k(__global int *x, __global int *__global *t) { %s }\n'
        cases = (('__attribute__((intel_reqd_sub_group_size(64)))', 'x[0] = sub_group_all(1);', 'a sub-group of 64 work-items: 1, 2, 4, 8, 16 and 32 are possible'),
                 ('__attribute__((intel_reqd_sub_group_size(12)))', 'x[0] = get_sub_group_size();', 'a sub-group of 12 work-items'),
                 ('', 'x[0] = sub_group_clustered_reduce_add(x[0], 32u);', 'a cluster of 32 in a sub-group of 16 work-items'),
                 ('', 'x[0] = sub_group_clustered_reduce_add(x[0], 3u);', 'a cluster of 3 in a sub-group of 16 work-items'),
                 ('', 'int *p = x; for (int i = 0; i < 9; ++i) p = i == x[i] ? p : p + 1; x[0] = get_fence(p);',
                  "the function 'get_fence' on a pointer that is read from a variable or from memory"))
        for attribute, body, reason in cases:
            self.write('k.cl', kernel % (attribute, body))
            r = self.bundle('--native', '--options', '-cl-std=CL2.0', 'k.cl')
            self.assertIn("note: kernel 'k' has no native version: " + reason, r.stderr)
        self.write('k.cl', kernel % ('__attribute__((intel_reqd_sub_group_size(0)))', ''))
        self.assertIn('error: the size of a sub-group must be from 1 to 1024', self.bundle('--options', '-cl-std=CL2.0', 'k.cl', ok=1).stderr)

    def test_functions_of_a_sub_group_may_depend_on_its_id_without_a_warning(self):
        body = 'if (get_sub_group_id() == 0) x[0] = sub_group_reduce_add(x[get_local_id(0)]);'
        self.write('k.cl', '__kernel void k(__global int *x) { %s }\n' % body)
        self.assertNotIn('warning', self.bundle('--native', '--options', '-cl-std=CL2.0', 'k.cl').stderr)

    def test_arguments_that_no_call_from_c_can_pass_are_refused(self):
        for parameter in 'clk_event_t p', 'ndrange_t p', 'reserve_id_t p', 'atomic_int p':
            self.write('k.cl', '__kernel void k(%s) {}\n' % parameter)
            r = self.bundle('--options', '-cl-std=CL2.0', 'k.cl', ok=1)
            self.assertIn("error: kernel parameter 'p' is of type %s, of which a host has no values" % parameter[:-2], r.stderr)

    def test_pipes_and_queues_are_handles_of_the_application(self):
        self.write('k.cl', """__kernel void k(read_only pipe int p, queue_t q, __global int *o)
{
    int x;
    if (read_pipe(p, &x) == 0) enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(4), ^{ o[get_global_id(0)] = x; });
}
__kernel void unused(write_only pipe int p, queue_t q, __global int *o) { o[0] = 1; }
""")
        r = self.bundle('--native', '--options', '-cl-std=CL2.0', 'k.cl')
        header = self.read('out/b.h')
        self.assertEqual(header.count('void *p;\n    void *q;'), 6)
        self.assertIn('p  __read_only pipe int: a cl_mem', header)
        self.assertIn('q  queue_t: a cl_command_queue of the device', header)
        self.assertIn("kernel 'k' has no native version: blocks", r.stderr)
        self.assertIn("kernel 'unused' has no native version: the type '__write_only pipe int', which only drivers have", r.stderr)

    def test_parameters_without_names_become_c(self):
        self.write('k.cl', '''__attribute__((noinline)) int f(int, float b, int) { return (int)b; }
__attribute__((noinline)) float g(float, float x, float4, float4) { float s = 0; for (int i = 0; i < 10; ++i) s += x * i; return s; }
__kernel void k(__global int *p) { const int i = get_global_id(0); p[i] = f(1, p[i], 3); }
__kernel void m(__global float *p) { const int i = get_global_id(0); p[i] = g(1, p[i], (float4)(1), (float4)(2)); }
''')
        self.bundle('--native', 'k.cl')
        text = self.read('out/b_native.c')
        # They cannot be spoken of, and so are no parameters in C.
        self.assertIn('f_f)(CLBN(simd_f) b)\n', text)
        self.assertRegex(text, r'f_g\)\((CLBN\(simd_mask\) m0, )?CLBN\(simd_f\) x\)\n')
        self.assertRegex(text, r'CLBN\(f_f\)\(CLBN\(simd_cast_f_i\)\(t\d+\)\);')

    def test_blocks_keep_a_kernel_from_native_code_and_statics_do_not(self):
        self.write('k.cl', """int helper(int x) { int (^add)(int) = ^(int y) { return y + x; }; return add(2); }
int counted(void) { static int n = 3; return n++; }
__kernel void a(__global int *o) { o[0] = helper(o[1]); }
__kernel void b(__global int *o) { o[0] = counted(); }
__kernel void c(__global int *o) { static int n; o[0] = n++; }
__kernel void d(__global int *o) { o[0] = 1; }
""")
        r = self.bundle('--native', '--options', '-cl-std=CL2.0', 'k.cl')
        self.assertIn("kernel 'a' has no native version: blocks, which are there to be enqueued", r.stderr)
        self.assertEqual(re.findall(r"note: kernel '(\w+)' has no native version", r.stderr), ['a'])
        self.assertEqual(re.findall(r'static int32_t \w+_n(?:_\d+)? = (\d)|static int32_t \w+_n(?:_\d+)?;', self.read('out/b_native.c')), ['3', ''])
        self.assertNotIn('helper', self.read('out/b_native.c'))
        text = self.clbundle('program', '--options', '-cl-std=CL2.0', '--kernel', 'a', 'k.cl', ok=0).stdout
        self.assertIn('int helper', text)
        self.assertNotIn('counted', text)

    def test_an_atomic_object_is_its_number_to_the_host(self):
        self.write('k.cl', '__kernel void k(__global atomic_int *x, __global atomic_double *y) { atomic_store(x, 1); }\n')
        self.bundle('--options', '-cl-std=CL2.0', 'k.cl')
        header = self.read('out/b.h')
        self.assertIn('int32_t *x;', header)
        self.assertIn('clb_buffer_int x;', header)
        self.assertIn('double *y;', header)

    def test_feature_macros_follow_the_version(self):
        self.write('k.cl', '__kernel void k(__global int *x) {\n#if __OPENCL_C_VERSION__ >= 300 && defined(__opencl_c_int64)\nx[0] = 3;\n'
                   '#elif __OPENCL_C_VERSION__ == 200\nx[memory_order_relaxed] = 2;\n#else\nx[0] = 1;\n#endif\n}\n')
        for standard, value in ('CL1.2', '1'), ('CL2.0', '2'), ('CL3.0', '3'):
            self.bundle('--native', '--options', '-cl-std=' + standard, 'k.cl')
            self.assertEqual(set(re.findall(r'\)x\)\) = \(int32_t\)(\d)', self.read('out/b_native.c'))), {value})

    def test_memory_of_half_needs_no_extension_and_values_do(self):
        self.write('k.cl', '__kernel void m(__global const half *x, __global half const *y, __global float *z) {\n'
                           'z[0] = vload_half(0, x) + vload_half(1, y) + sizeof(half) + sizeof(half const *); }\n')
        self.write('l.cl', '#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n'
                           '__kernel void l(__global half *x, __global const short *y) { x[0] = as_half(y[0]); }\n')
        r = self.bundle('--native', 'k.cl', 'l.cl')
        self.assertEqual([p['needs'] for p in json.loads(self.read('out/b.json'))['programs']], [0, 2])
        self.assertNotIn('has no native version', r.stderr)

    def test_unknown_extensions_are_warned_about_and_refused_with_werror(self):
        self.write('k.cl', '#pragma OPENCL EXTENSION all : disable\n#pragma OPENCL EXTENSION cl_nv_pragma_unroll : enable\n'
                           '#if 0\n#pragma OPENCL EXTENSION skipped : enable\n#endif\n'
                           '#pragma OPENCL EXTENSION made_up : enable\n__kernel void k(__global int *x) { x[0] = 1; }\n')
        r = self.bundle('k.cl')
        self.assertEqual(r.stderr.count('warning'), 1)
        self.assertIn("k.cl:6:1: warning: there is no extension 'made_up'", r.stderr)
        r = self.bundle('--options', '-cl-std=CL1.2 -Werror', 'k.cl', ok=1)
        self.assertIn("k.cl:6:1: error: there is no extension 'made_up'", r.stderr)

    def test_values_of_half_that_nothing_names_keep_the_extension(self):
        bodies = {'a': 'o[0] = i[0] * i[1];', 'b': 'o[0] = 4.0h;', 'c': 'o[0] = -i[0];', 'd': 'n[0] = i[0] > i[1];',
                  'e': 'n[0] = convert_int4(vload4(0, i)).x;'}
        self.write('k.cl', '#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n' +
                   ''.join('__kernel void %s(__global half *o, __global half *i, __global int *n) { %s }\n' % k
                           for k in bodies.items()) +
                   '__kernel void m(__global half *o, __global half *i) { vstore_half(vload_half(1, i), 0, o); }\n')
        for options in ['--native'], ['--no-check']:
            self.bundle(*options, 'k.cl')
            self.assertEqual(sorted(p['needs'] for p in json.loads(self.read('out/b.json'))['programs']), [0, 2, 2, 2, 2, 2])
        for kernel in 'abcdem':
            text = self.clbundle('program', '--kernel', kernel, 'k.cl', ok=0).stdout
            self.assertEqual('#pragma' in text, kernel != 'm')

    def test_native_code_is_that_of_a_device_with_fp16(self):
        self.write('h.h', '#ifdef cl_khr_fp16\n#pragma OPENCL EXTENSION cl_khr_fp16 : enable\ntypedef half real;\n#else\n'
                          'typedef float real;\n#endif\nstruct s { float a; int b[2]; };\nint rounded(int x) { return (int)(real)x; }\n')
        self.write('k.cl', '#include "h.h"\n'
                           '__kernel void in_a_call(__global int *o) { o[0] = rounded(2049) + sizeof(real); }\n'
                           '__kernel void in_the_body(__global struct s *o, struct s x) {\n#ifdef cl_khr_fp16\no[0] = x;\n#endif\n}\n')
        self.bundle('--native', '--options', '-cl-std=CL1.2 -D cl_khr_fp16=1', 'k.cl')
        with_fp16 = self.read('out/b_native.c')
        self.assertIn('to_half', with_fp16)
        self.bundle('k.cl')
        manifest, header = self.read('out/b.json'), self.read('out/b.h')
        for flag in '--native', '--native-split':
            self.assertEqual(self.bundle(flag, 'k.cl').stderr, '')
            self.assertIn('"native": true', self.read('out/b.json'))
            self.assertEqual((re.sub('"native": (true|false)', '', self.read('out/b.json')), self.read('out/b.h')),
                             (manifest.replace('"native": false', ''), header))
            if flag == '--native':
                self.assertEqual(self.read('out/b_native.c'), with_fp16)
        self.assertIn('"#ifdef cl_khr_fp16\\n"', self.read('out/b.c'))

    def test_where_fp16_has_no_native_version_the_other_branch_is_taken_and_a_note_says_why(self):
        half, rest = '#ifdef cl_khr_fp16\n#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n%s\n#else\n', '%s\n#endif\n'
        cases = {
            "the function 'get_default_queue', which only drivers have":
                half % '__kernel void k(__global int *o) { const queue_t q = get_default_queue(); o[0] = 1; }' +
                rest % '__kernel void k(__global int *o) { o[0] = 777; }',
            "its parameter 'o' has another type": half % 'typedef half real;' + rest % 'typedef float real;' +
                                                    '__kernel void k(__global real *o) { o[0] = 777; }',
            "its parameter 's' has another type": half % 'struct s { short b; half a; };' + rest % 'struct s { short a, b; };' +
                                                    '__kernel void k(__global int *o, struct s s) { o[0] = 777; }',
            'it has 2 parameters': half % '#define MORE , int n' + rest % '#define MORE' +
                                   '__kernel void k(__global int *o MORE) { o[0] = 777; }',
            'its required work-group size differs':
                half % '#define SIZE 8' + rest % '#define SIZE 4' +
                '__kernel __attribute__((reqd_work_group_size(SIZE, 1, 1))) void k(__global int *o) { o[0] = 777; }',
            'there is no such kernel': half % '' + rest % '__kernel void k(__global int *o) { o[0] = 777; }',
            "k.cl:3:13: unknown name 'missing'": half % '#define ONE missing' + rest % '#define ONE 777' +
                                                 '__kernel void k(__global int *o) { o[0] = ONE; }',
            'k.cl:3:1: #error no half': half % '#error no half' + rest % '' + '__kernel void k(__global int *o) {\n#ifndef cl_khr_fp16\n'
                                        'o[0] = 777;\n#endif\n}',
        }
        for why, text in cases.items():
            self.write('k.cl', text + '\n')
            r = self.bundle('--native', '--options', '-cl-std=CL2.0', 'k.cl')
            self.assertIn("note: the native version of kernel 'k' is built without cl_khr_fp16; with it: " + why, r.stderr)
            self.assertEqual(r.stderr.count('note:'), 1)
            self.assertRegex(self.read('out/b_native.c'), '777|0x1.848p[+]9f')
            self.assertEqual(self.bundle('k.cl').stderr, '')

    def test_a_kernel_that_has_no_native_version_in_either_branch_has_one_note(self):
        self.write('k.cl', '__kernel void k(__global uint *o) {\n#ifdef cl_khr_fp16\no[0] = amd_lerp(o[0], 1, 1);\n'
                           '#else\no[0] = amd_lerp(o[0], 2, 2);\n#endif\n}\n')
        r = self.bundle('--native', 'k.cl')
        self.assertEqual(r.stderr.count('note:'), 1)
        self.assertIn("kernel 'k' has no native version", r.stderr)

    def test_a_kernel_that_does_not_ask_for_fp16_is_read_once(self):
        kernel = '__kernel void k(__global int *o) { o[0] = 7; }\n'
        self.write('k.cl', kernel)
        self.bundle('--native', '--no-line', 'k.cl')
        alone = self.read('out/b_native.c')
        # An error that the second reading would find.
        self.write('k.cl', '#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n#ifdef cl_khr_fp16\nint f(void) { return ; ) }\n#endif\n' + kernel)
        self.assertEqual(self.bundle('--native', '--no-line', 'k.cl').stderr, '')
        self.assertEqual(self.read('out/b_native.c'), alone)

    def test_what_only_the_branch_with_fp16_does_counts_for_groups_and_pieces(self):
        text = ('// @arg x: inout n\n// @range: n\n__kernel void k(__global int *x, int n) {\nint i = get_global_id(0);\n'
                '#ifdef cl_khr_fp16\n%s\n#endif\nif (i < n) x[i] += 1; }\n')
        independent, elementwise, piecewise, by_groups = 1, 2, 4, 8
        for extra, expected in (('', independent | elementwise | piecewise), ('i += 0 * get_local_id(0);', elementwise | by_groups),
                                ('i += 0 * get_group_id(0);', elementwise), ('i += 0 * get_global_size(0);', elementwise),
                                ('i += 0 * get_num_groups(0);', elementwise), ('i += 0 * get_global_offset(0);', elementwise),
                                ('barrier(CLK_LOCAL_MEM_FENCE);', elementwise | piecewise | by_groups),
                                ('x[0] = 1;', independent | elementwise)):
            self.write('k.cl', text % extra)
            self.bundle('--native', 'k.cl')
            flags = int(re.search(r'(0x[0-9a-f]+), \{[^\n]*/\* k \*/', self.read('out/b.c')).group(1), 16)
            self.assertEqual(flags, expected, extra)


class Usage(Case):
    def test_wrong_usage_exits_with_2(self):
        for arguments in ([], ['srot'], ['sort'], ['sort', 'a', 'b'], ['sort', '--what', 'a'], ['bundle', 'k.cl'],
                          ['bundle', '--name', '1x', '--output-dir', 'o', 'k.cl'], ['program'], ['subset', '--dest', 'x'],
                          ['index', '-o']):
            r = self.clbundle(*arguments, ok=2)
            self.assertIn('usage:', r.stderr)
        self.assertIn("did you mean 'sort'", self.clbundle('srot').stderr)

    def test_the_runtime_alone_is_what_a_standalone_bundle_brings(self):
        self.write('k.cl', '__kernel void k(__global int *x) { x[0] = 1; }\n')
        self.clbundle('bundle', '--standalone', '--native', '--name', 'b', '--output-dir', 'both', 'k.cl', ok=0)
        self.clbundle('runtime', '--output-dir', 'some/where', ok=0)
        both, alone = (os.path.join(self.root, f) for f in ('both', 'some/where'))
        names = [sorted(os.path.relpath(os.path.join(at, f), folder) for at, _, files in os.walk(folder) for f in files)
                 for folder in (alone, both)]
        self.assertEqual(names[0], [f for f in names[1] if f.startswith('clbundle')])
        self.assertLessEqual({'clbundle.c', 'clbundle/core.h', 'clbundle/native/native.h', 'clbundle.h'}, set(names[0]))
        for name in names[0]:
            self.assertEqual(self.read('some/where/' + name), self.read('both/' + name))
        self.assertIn("expected no operand, got 'k.cl'", self.clbundle('runtime', '--output-dir', 'o', 'k.cl', ok=2).stderr)
        self.clbundle('runtime', ok=2)
        self.write('taken', '')
        self.assertIn('taken', self.clbundle('runtime', '--output-dir', 'taken', ok=1).stderr)

    def test_a_full_disk_is_an_error(self):
        self.library('lib', {'a': []})
        with open('/dev/full', 'w') as full:
            r = subprocess.run([CLBUNDLE, 'sort', 'lib'], cwd=self.root, stdout=full, stderr=subprocess.PIPE, text=True)
        self.assertEqual(r.returncode, 1)
        self.assertIn('cannot write to standard output', r.stderr)

    def test_help_and_version(self):
        self.assertIn('sort', self.clbundle('--help', ok=0).stdout)
        self.assertRegex(self.clbundle('--version', ok=0).stdout, r'^clbundle \d+\.\d+\.\d+\n$')


if __name__ == '__main__':
    CLBUNDLE = os.path.abspath(sys.argv.pop(1))
    unittest.main()
