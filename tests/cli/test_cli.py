#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The commands that order libraries and take parts of them, and usage: output, messages with file and line, exit status,
files written.

usage: test_cli.py CLBUNDLE [unittest arguments]"""
import os
import random
import subprocess
import sys
import unittest

import case


class Sort(case.Case):
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


class Index(case.Case):
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


class Subset(case.Case):
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


class Usage(case.Case):
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
            r = subprocess.run([case.CLBUNDLE, 'sort', 'lib'], cwd=self.root, stdout=full, stderr=subprocess.PIPE, text=True)
        self.assertEqual(r.returncode, 1)
        self.assertIn('cannot write to standard output', r.stderr)

    def test_help_and_version(self):
        self.assertIn('sort', self.clbundle('--help', ok=0).stdout)
        self.assertRegex(self.clbundle('--version', ok=0).stdout, r'^clbundle \d+\.\d+\.\d+\n$')


if __name__ == '__main__':
    case.CLBUNDLE = os.path.abspath(sys.argv.pop(1))
    unittest.main()
