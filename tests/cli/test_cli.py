#!/usr/bin/env python3
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
        self.assertIn('gr\u00f6\u00dfe[0] = 1; // ??', text)
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
        self.write('k.cl', """#pragma OPENCL EXTENSION cl_khr_fp16: enable
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void k(__global const half *in, __global half *out, int n)
{
    __local half part[64];
    const int lid = get_local_id(0);
    half sum = 0;
    for (int i = lid; i < n; i += 64) sum += fabs(in[i]);
    part[lid] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = 32; s > 0; s >>= 1) {
        if (lid < s) part[lid] += part[lid + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid == 0) out[0] = part[0];
}
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void m(__global const half *in, __global half *out)
{
    __local half part[64];
    const int lid = get_local_id(0);
    part[lid] = in[lid];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid == 0) out[0] = sqrt(part[0]);
}
""")
        r = self.bundle('--native', 'k.cl', ok=0)
        self.assertIn("k.cl:7:46: note: kernel 'k' has no native version: a built-in function on half", r.stderr)
        self.assertIn("kernel 'm' has no native version: a built-in function on half", r.stderr)
        for name in ('fabs', 'sqrt'): self.assertNotIn(name, self.read('out/b_native.c'))

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
        self.assertIn("kernel 'm' has no native version: a variable outside of functions that is not constant", r.stderr)

    def test_what_opencl_forbids_as_an_argument_is_an_error_at_its_place(self):
        for text, column in (('size_t n', 25), ('bool f', 25), ('__global int **p', 25), ('int *p', 25)):
            self.write('k.cl', '// comment\n__kernel void k(int ok, %s) {}\n' % text)
            r = self.bundle('k.cl', ok=1)
            self.assertRegex(r.stderr, r'k\.cl:2:\d+: error: ', text)
            self.assertFalse(os.path.exists(os.path.join(self.root, 'out/b.c')))

    def test_all_problems_of_a_run_are_reported(self):
        self.write('a.cl', '// @arg nothing: in\n__kernel void a(__global const int *x) {}\n')
        self.write('b.cl', '// @range: m\n// @arg x: out\n__kernel void b(__global const int *x) {}\n')
        r = self.bundle('a.cl', 'b.cl', ok=1)
        self.assertIn("a.cl:1:9: error: no kernel of this file has a parameter 'nothing'", r.stderr)
        self.assertIn("b.cl:1:12: error: 'm' is no parameter of the kernel", r.stderr)
        self.assertIn("b.cl:2:4: error: '@arg x' is written, but the kernel's pointer is to const", r.stderr)

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
            ('image', 'image', 'none', 0), ('sampler', 'sampler', 'none', 0), ('v', 'value', 'none', 4)])
        header = re.sub(r'\s+', ' ', self.read('out/b.h'))
        self.assertIn('offsetof(b_params, c) == 16', header)
        self.assertIn('clb_status b_run_big_kernel( clb_device *device, const clb_launch *launch, clb_buffer *x, '
                      'clb_buffer *c, size_t scratch, b_params p, float scale, clb_buffer *out, void *image, '
                      'void *sampler, clb_uchar3 v, clb_event **event, clb_error *error)', header)

    def test_extents_and_ranges_reach_the_header(self):
        self.write('k.cl', '// Scales.\n// @range: n*m\n// @arg x: in n*m\n// @arg y: out\n'
                           '__kernel void k(__global float *x, __global float *y, int n, int m) {}\n')
        self.bundle('k.cl')
        header = re.sub(r'\s+', ' ', self.read('out/b.h'))
        self.assertIn('x __global float *: in, n*m elements', header)
        self.assertIn('clb_status b_call_k( clb_device *device, const float *x, float *y, size_t y_count, int32_t n, '
                      'int32_t m, clb_error *error)', header)

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
                             'g': '// @provides: g\n// @depends: lib\ndouble g(double x) { return x; }\n'})
        self.write('k.cl', '// @depends_lib: f\n__kernel void k(__global double *x) { x[0] = f(x[0]); }\n')
        r = self.bundle('--library', 'lib=lib', 'k.cl', ok=1)
        self.assertIn("lib/lib.cl:3:8: error: 'g' is declared here and called by 'f', but no file of the program of 'k' "
                      "defines it", r.stderr)
        self.write('k.cl', '// @depends_lib: f, g\n__kernel void k(__global double *x) { x[0] = f(x[0]); }\n')
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
                (good.replace('n-n/2', 'm'), "k.cl:2:16: error: 'm' is no parameter of the kernel"),
                (good.replace('__kernel', '#ifndef CLB_GPU\n__kernel') + '#endif\n', "there is no kernel 'k'"),
                (good.replace('ITEM 2', 'ITEM GLUE(TW, O)')
                 .replace('#ifdef', '#define TWO 2\n#define GLUE(a, b) a##b\n#ifdef'), "needs this only where CLB_GPU is defined")):
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

    def test_needs_follow_what_is_used(self):
        self.write('zero.cl', '#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n#define NAN64 (0.0/0.0)\n')
        self.write('f.cl', '__kernel void f(__global float *x) { x[0] = 1.0f; }\n')
        self.write('d.cl', '__kernel void d(__global double *x) { x[0] = get_local_id(0); }\n')
        self.bundle('--layer', 'zero.cl', 'f.cl', 'd.cl')
        m = json.loads(self.read('out/b.json'))
        self.assertEqual([p['needs'] for p in m['programs']], [0, 1])
        self.assertEqual([k['independent'] for k in m['kernels']], [True, False])
        self.assertNotIn('cl_khr_fp64', self.clbundle('program', '--layer', 'zero.cl', 'f.cl', ok=0).stdout)

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


class Usage(Case):
    def test_wrong_usage_exits_with_2(self):
        for arguments in ([], ['srot'], ['sort'], ['sort', 'a', 'b'], ['sort', '--what', 'a'], ['bundle', 'k.cl'],
                          ['bundle', '--name', '1x', '--output-dir', 'o', 'k.cl'], ['program'], ['subset', '--dest', 'x'],
                          ['index', '-o']):
            r = self.clbundle(*arguments, ok=2)
            self.assertIn('usage:', r.stderr)
        self.assertIn("did you mean 'sort'", self.clbundle('srot').stderr)

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
