#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""annotate, check and graph: what they find in trees with and without tags, what they write, and that they change
nothing else.

usage: test_audit.py CLBUNDLE SOURCE_ROOT [unittest arguments]"""
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.dom.minidom

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
            return f.read()

    def library(self, name, files):
        for stem, text in files.items():
            self.write('%s/%s.cl' % (name, stem), text)

    def clbundle(self, *arguments, ok=0):
        r = subprocess.run([CLBUNDLE, *arguments], cwd=self.root, capture_output=True, text=True, timeout=120)
        self.assertEqual(r.returncode, ok, '%s\n%s' % (arguments, r.stderr))
        return r

    def says(self, ok, *arguments):
        return [line for line in self.clbundle(*arguments, ok=ok).stderr.splitlines() if not line.startswith('  ')]


BARE = {'lib': '#define FN static inline\ntypedef double real;\n',
        'a': '/* A comment. */\nFN real a(real x) { return b(x) * SCALE; }\n',
        'b': 'FN real b(real x) { return x; }\n#define SCALE 2\n'}


class Annotate(Case):
    def test_tags_are_shown_as_a_difference_and_nothing_is_written(self):
        self.library('lib', BARE)
        self.assertEqual(self.clbundle('annotate', 'lib').stdout, '''\
--- lib/a.cl
+++ lib/a.cl
@@ -1,2 +1,4 @@
+// @provides: a
+// @depends: lib, b
 /* A comment. */
 FN real a(real x) { return b(x) * SCALE; }
--- lib/b.cl
+++ lib/b.cl
@@ -1,2 +1,4 @@
+// @provides: b, SCALE
+// @depends: lib
 FN real b(real x) { return x; }
 #define SCALE 2
--- lib/lib.cl
+++ lib/lib.cl
@@ -1,2 +1,3 @@
+// @provides: FN, real
 #define FN static inline
 typedef double real;
''')
        self.assertEqual(self.read('lib/a.cl'), BARE['a'].encode())

    def test_what_was_written_is_complete_and_stays(self):
        self.library('lib', BARE)
        self.assertEqual(self.clbundle('annotate', '--write', 'lib').stdout, 'lib/a.cl\nlib/b.cl\nlib/lib.cl\n')
        self.assertEqual(self.clbundle('annotate', 'lib').stdout, '')
        self.assertEqual(self.clbundle('check', 'lib').stdout, 'lib: 3 files, 0 errors, 0 warnings\n')
        self.assertEqual(self.clbundle('sort', 'lib').stdout, 'lib\nb\na\n')

    def test_everything_else_is_kept_byte_for_byte(self):
        bom = b'\xef\xbb\xbf'
        cases = {
            'crlf': (b'// x\r\ndouble crlf;\r\n', b'// @provides: crlf\r\n// x\r\ndouble crlf;\r\n'),
            'bom': (bom + b'// @includes: y\r\ndouble bom;', bom + b'// @provides: bom\r\n// @includes: y\r\ndouble bom;'),
            'cr': (b'double cr;\r\r', b'// @provides: cr\rdouble cr;\r\r'),
            'blank': (b'/* z */ //@provides: no,\n//   none\n\tdouble blank; \t\n',
                      b'/* z */ // @provides: blank\n\tdouble blank; \t\n'),
            'twice': (b'// @provides: twice\n// words\n/* w */ // @provides: gone\n// @depends: lost\n// @load_order: 1\n\ndouble twice;\n',
                      b'// @provides: twice\n// words\n/* w */ \n// @depends:\n// @load_order: 1\n\ndouble twice;\n'),
            'end': (b'double end;\n// @provides: mine', b'// @provides: end\ndouble end;\n// @provides: mine'),
            'only': (b'// @provides: gone', b'// @provides:'),
            'latin': (b'// caf\xe9\ndouble latin;\n', b'// @provides: latin\n// caf\xe9\ndouble latin;\n'),
        }
        for stem, (before, after) in cases.items():
            self.write('t_%s/%s.cl' % (stem, stem), before)
            mode = os.stat(os.path.join(self.root, 't_%s/%s.cl' % (stem, stem))).st_mode
            self.clbundle('annotate', '--write', 't_' + stem, ok=0)
            self.assertEqual(self.read('t_%s/%s.cl' % (stem, stem)), after, stem)
            self.assertEqual(os.stat(os.path.join(self.root, 't_%s/%s.cl' % (stem, stem))).st_mode, mode)
            self.assertEqual(os.listdir(os.path.join(self.root, 't_' + stem)), [stem + '.cl'])

    def test_a_tag_whose_line_goes_on_by_a_backslash_is_left_alone(self):
        text = '// @provides: gone \\\n#define PART_OF_THE_COMMENT\ndouble x;\n'
        self.write('lib/x.cl', text)
        self.assertEqual(self.says(0, 'annotate', '--write', 'lib'), [
            "lib/x.cl:1:1: warning: the annotations of 'x' are not rewritten: one of their lines ends in a backslash"])
        self.assertEqual(self.read('lib/x.cl').decode(), text)

    def test_long_lists_go_on_in_further_lines(self):
        names = ['a_rather_long_name_%d' % i for i in range(20)]
        self.write('lib/x.cl', ''.join('#define %s\n' % n for n in names))
        self.clbundle('annotate', '--write', 'lib')
        head = self.read('lib/x.cl').decode().split('#')[0].splitlines()
        self.assertGreater(len(head), 2)
        self.assertLessEqual(max(len(line) for line in head), 120)
        self.assertEqual(self.clbundle('annotate', 'lib').stdout, '')

    def test_functions_with_prototypes_that_call_each_other_make_no_cycle_of_tags(self):
        self.library('lib', {'lib': 'double even(double x);\ndouble odd(double x);\n',
                             'a': 'double even(double x) { return odd(x - 1); }\n',
                             'b': 'double odd(double x) { return even(x - 1); }\n'})
        self.clbundle('annotate', '--write', 'lib')
        self.assertEqual(self.clbundle('sort', 'lib').stdout, 'lib\na\nb\n')
        self.assertEqual(self.clbundle('check', 'lib').stdout, 'lib: 3 files, 0 errors, 0 warnings\n')

    def test_two_definitions_of_what_is_used_are_an_error(self):
        self.library('lib', {'f': 'double f(double x) { return g(x); }\n', 'one': 'double g(double x) { return x; }\n',
                             'two': 'double g(double x) { return 2; }\n'})
        self.assertEqual(self.says(1, 'annotate', 'lib'), [
            "lib/f.cl:1:29: error: 'f' uses 'g', which 'one' and 'two' both define: name the right one in its '@depends'",
            "lib/one.cl:1:8: note: 'g' is defined here, in 'one'", "lib/two.cl:1:8: note: and here, in 'two'"])

    def test_random_trees_are_annotated_so_that_nothing_is_left_to_find(self):
        r = random.Random(5)
        for round_ in range(20):
            n = r.randint(1, 12)
            uses = {i: r.sample(range(i), r.randint(0, min(i, 4))) for i in range(n)}
            for i in range(n):
                end = r.choice(('\n', '\r\n'))
                lines = ['// @includes: x'] * r.randint(0, 1) + ['', '/* words', '   more */'] * r.randint(0, 1)
                if r.random() < 0.3:
                    lines.insert(0, '// @depends: %s' % ', '.join('s%d' % k for k in r.sample(range(i), r.randint(0, min(i, 2)))))
                lines += ['double f%d(double x)' % i, '{', '    double y = x;'] + ['    y += f%d(y);' % k for k in uses[i]]
                lines += ['    return y;', '}']
                self.write('r%d/s%d.cl' % (round_, i), end.join(lines) + r.choice(('', end)))
            folder = 'r%d' % round_
            bodies = {i: self.read('%s/s%d.cl' % (folder, i)).split(b'double f', 1)[1] for i in range(n)}
            self.clbundle('annotate', '--write', folder)
            self.assertEqual(self.clbundle('check', folder).stderr, '')
            self.assertEqual(self.clbundle('annotate', folder).stdout, '')
            order = self.clbundle('sort', folder).stdout.split()
            for i in range(n):
                self.assertEqual(self.read('%s/s%d.cl' % (folder, i)).split(b'double f', 1)[1], bodies[i])
                for k in uses[i]:
                    self.assertLess(order.index('s%d' % k), order.index('s%d' % i))


class Check(Case):
    def setUp(self):
        super().setUp()
        self.library('lib', {
            'lib': '// @provides: real\n// @depends:\ntypedef double real;\n',
            'a': '// @provides: a, ghost, a\n// @depends: lib, c, c, gone\nreal a(real x) { return b(x); }\nreal more;\n',
            'b': '// @provides: b\nreal b(real x) { return x; }\n',
            'c': '// @provides: c\n// @depends: lib\n// @all_depends: lib, a\nreal c(real x) { return x; }\n'})

    def test_every_sort_of_mistake_is_found_with_its_place(self):
        self.assertEqual(self.says(1, 'check', 'lib'), [
            "lib/a.cl:1:4: warning: '@provides' of 'a' lacks more",
            "lib/a.cl:1:18: error: 'a' does not define 'ghost': remove it from '@provides'",
            "lib/a.cl:1:25: warning: 'a' is named twice in '@provides'",
            "lib/a.cl:2:19: warning: 'a' uses nothing of 'c': remove it from '@depends'",
            "lib/a.cl:2:22: warning: 'c' is named twice in '@depends'",
            "lib/a.cl:2:25: error: 'a' depends on 'gone', which is not in the library 'lib': add gone.cl there or correct the tag",
            "lib/a.cl:3:25: error: 'a' uses 'b' of 'b': add 'b' to its '@depends'",
            "lib/b.cl:2:1: error: 'b' uses 'real' of 'lib': add 'lib' to its '@depends'"])

    def test_fix_mends_all_of_it(self):
        r = self.clbundle('check', '--fix', 'lib')
        self.assertEqual(r.stdout, 'rewritten: lib/a.cl\nrewritten: lib/b.cl\nrewritten: lib/c.cl\nlib: 4 files, 0 errors, 0 warnings\n')
        self.assertEqual(r.stderr, '')
        self.assertEqual(self.read('lib/a.cl').decode(), '// @provides: a, more\n// @depends: lib, b\n'
                         'real a(real x) { return b(x); }\nreal more;\n')
        self.assertEqual(self.read('lib/b.cl').decode(), '// @provides: b\n// @depends: lib\nreal b(real x) { return x; }\n')
        self.assertIn('// @all_depends: lib\n', self.read('lib/c.cl').decode())
        before = self.read('lib/a.cl')
        self.assertEqual(self.clbundle('check', '--fix', 'lib').stdout, 'lib: 4 files, 0 errors, 0 warnings\n')
        self.assertEqual(self.read('lib/a.cl'), before)

    def test_json_says_the_same(self):
        told = json.loads(self.clbundle('check', '--json', 'lib', ok=1).stdout)
        folder, = told['folders']
        self.assertEqual((folder['folder'], folder['files'], folder['errors'], folder['warnings']), ('lib', 4, 4, 4))
        self.assertEqual([(f['kind'], f.get('file'), f.get('line'), f.get('column')) for f in folder['findings']], [
            ('missing', 'lib/a.cl', 1, 4), ('wrong', 'lib/a.cl', 1, 18), ('duplicate', 'lib/a.cl', 1, 25),
            ('superfluous', 'lib/a.cl', 2, 19), ('duplicate', 'lib/a.cl', 2, 22), ('wrong', 'lib/a.cl', 2, 25),
            ('missing', 'lib/a.cl', 3, 25), ('missing', 'lib/b.cl', 2, 1)])

    def test_cycles_of_tags_are_found_and_those_without_reason_mended(self):
        self.library('knot', {'a': '// @provides: a\n// @depends: b\ndouble a(double x) { return b(x); }\n',
                              'b': '// @provides: b\n// @depends: a\ndouble b(double x) { return x; }\n'})
        self.assertIn("knot/a.cl:2:14: error: dependency cycle: a -> b -> a: split one of these files so that no file needs itself",
                      self.says(1, 'check', 'knot'))
        self.clbundle('check', '--fix', 'knot')
        self.assertEqual(self.clbundle('sort', 'knot').stdout, 'b\na\n')

    def test_stale_derived_tags_are_one_line_where_they_are_many(self):
        n = 30
        self.library('old', {'s%02d' % i: '// @provides: f%d\n// @depends: %s\n// @all_depends_count: 77\n// @load_order: 1\n'
                             'double f%d(double x) { return %s; }\n' % (i, 's%02d' % (i - 1) if i else '', i, 'f%d(x)' % (i - 1) if i else 'x')
                             for i in range(n)})
        r = self.clbundle('check', 'old')
        self.assertEqual((r.stdout, r.stderr), ('old: 30 files, 0 errors, 0 warnings, 30 files with stale derived tags (--fix '
                                                'rewrites them)\n', ''))
        self.assertEqual(self.clbundle('check', '--quiet-derived', 'old').stdout, 'old: 30 files, 0 errors, 0 warnings\n')
        self.write('k.cl', '// @depends_old: s29\n__kernel void k(__global double *x) { x[0] = f29(x[0]); }\n')
        self.assertEqual(self.says(0, 'program', '--library', 'old=old', 'k.cl'), [
            "old/s00.cl:3:4: warning: the derived tags of 30 files are stale; the direct dependencies are used (`clbundle check "
            "--fix old` rewrites them)"])
        self.clbundle('check', '--fix', 'old')
        self.assertEqual(self.clbundle('check', 'old').stdout, 'old: 30 files, 0 errors, 0 warnings\n')
        self.assertIn(b'// @all_depends_count: 29\n// @load_order: 30\n', self.read('old/s29.cl'))

    def test_the_difference_of_a_file_of_empty_lines(self):
        text = '\n' * 7 + 'double a(double x) { return x; }\n' + '\n' * 3000
        self.library('bare', {'a': text, 'b': '// @provides: b\n\n\n// @depends: a\n' + text.replace('a(', 'b(')})
        self.assertEqual(self.clbundle('annotate', 'bare').stdout,
                         '--- bare/a.cl\n+++ bare/a.cl\n@@ -1,3 +1,4 @@\n+// @provides: a\n \n \n \n'
                         '--- bare/b.cl\n+++ bare/b.cl\n@@ -1,7 +1,7 @@\n // @provides: b\n \n \n'
                         '-// @depends: a\n+// @depends:\n \n \n \n')

    def test_a_file_without_our_tags_is_told_of_once_and_used_in_silence(self):
        self.library('old', {'old': 'double two(double x) { return 2 * x; }\n',
                             'a': '// @author: somebody\n// @source_origin: a.c\ndouble a(double x) { return x; }\n'})
        self.write('k.cl', '// @depends_old: a\n__kernel void k(__global double *x) { x[0] = a(x[0]); }\n')
        self.assertEqual(self.says(0, 'program', '--library', 'old=old', 'k.cl'), [])
        self.assertEqual(self.says(0, 'check', 'old'), ["old/a.cl:1:1: warning: 'a' has no annotations",
                                                        "old/old.cl:1:1: warning: 'old' has no annotations"])

    def test_any_order_in_which_files_stand_behind_what_they_need_is_right(self):
        self.library('any', {'a': '// @provides: a\n// @load_order: 3\n__constant int a = 1;\n',
                             'b': '// @provides: b\n// @load_order: 1\n__constant int b = 1;\n',
                             'c': '// @provides: c\n// @depends: b\n// @load_order: 2\n__constant int c = b;\n'})
        self.assertEqual(self.clbundle('check', 'any').stdout, 'any: 3 files, 0 errors, 0 warnings\n')

    def test_files_of_several_libraries_are_told_apart(self):
        self.library('p', {'a': '// @provides: a\ndouble a(double x) { return b(x); }\n'})
        self.library('q', {'b': '// @provides: b\ndouble b(double x) { return x; }\n'})
        self.assertEqual(self.says(1, 'check', 'p', 'q'), [
            "p/a.cl:2:29: error: 'a' uses 'b' of 'b' in the library 'q': add 'b' to its '@depends_q'"])
        self.clbundle('check', '--fix', 'p', 'q')
        self.assertIn(b'// @depends_q: b\n', self.read('p/a.cl'))

    def test_the_device_library_names_all_that_it_needs(self):
        layer, nmath, shims = (os.path.join(ROOT, 'cl', n) for n in ('OPENCL.cl', 'nmath', 'shims'))
        told = json.loads(self.clbundle('check', '--json', '--layer', layer, nmath, shims).stdout)
        self.assertEqual([f['errors'] for f in told['folders']], [0, 0])

    def test_the_device_library_is_mended_and_keeps_its_meaning(self):
        layer = os.path.join(ROOT, 'cl/OPENCL.cl')
        shutil.copytree(os.path.join(ROOT, 'cl/nmath'), os.path.join(self.root, 'nmath'))
        self.clbundle('check', '--fix', '--layer', layer, 'nmath')
        self.assertEqual(self.clbundle('check', '--layer', layer, 'nmath').stderr, '')
        kernel = os.path.join(ROOT, 'kernels/nmath/gamma.cl')
        programs = [self.clbundle('program', '--layer', layer, '--library', 'nmath=' + path, kernel).stdout
                    for path in ('nmath', os.path.join(ROOT, 'cl/nmath'))]
        self.assertEqual(*[sorted(re.sub('#line.*', '', p).split('\n')) for p in programs])


class Graph(Case):
    def test_dot_holds_files_kernels_and_what_was_found(self):
        self.library('lib', dict(BARE, z='double z;\n'))
        self.write('k"1.cl', '__kernel void k(__global double *x) { x[0] = a(x[0]); }\n')
        self.assertEqual(self.clbundle('graph', 'lib', 'k"1.cl').stdout, '''digraph "lib" {
  node [shape=box];
  "a";
  "b";
  "lib";
  "k\\"1.cl" [style="rounded,filled", fillcolor="#dbe9ff"];
  "a" -> "lib" [tooltip="FN"];
  "a" -> "b" [tooltip="b"];
  "b" -> "lib" [tooltip="FN"];
  "k\\"1.cl" -> "a";
}
''')
        self.assertIn('"z";', self.clbundle('graph', 'lib').stdout)

    def test_a_cycle_is_drawn_and_reported(self):
        self.library('lib', {'a': '// @depends: b\n', 'b': '// @depends: a\n'})
        r = self.clbundle('graph', 'lib', ok=1)
        self.assertIn('"a" -> "b";\n  "b" -> "a";', r.stdout)
        self.assertIn('dependency cycle: a -> b -> a', r.stderr)
        self.assertEqual(self.clbundle('graph', '--svg', 'lib', ok=1).stdout, '')

    def test_a_drawing_has_a_box_for_each_file_and_no_two_overlap(self):
        self.library('lib', {'s%d' % i: '// @provides: x\n// @depends: %s\n' % ', '.join('s%d' % k for k in range(i) if (i * k) % 3 == 0)
                             for i in range(40)})
        self.write('lib/a&b<c.cl', '// @depends: s39, s7\n')
        document = xml.dom.minidom.parseString(self.clbundle('graph', '--svg', 'lib').stdout)
        boxes = [[float(b.getAttribute(a)) for a in ('x', 'y', 'width', 'height')]
                 for b in document.getElementsByTagName('rect') if b.getAttribute('rx')]
        labels = [t.firstChild.data for t in document.getElementsByTagName('text')]
        self.assertEqual(sorted(labels), sorted(['a&b<c'] + ['s%d' % i for i in range(40)]))
        self.assertEqual(len(boxes), 41)
        page = [float(document.documentElement.getAttribute(a)) for a in ('width', 'height')]
        for i, (x, y, w, h) in enumerate(boxes):
            self.assertTrue(0 <= x and x + w <= page[0] and 0 <= y and y + h <= page[1])
            for x2, y2, w2, h2 in boxes[:i]:
                self.assertTrue(y != y2 or x + w <= x2 or x2 + w2 <= x, 'boxes overlap')
        place = dict(zip(labels, (b[1] for b in boxes)))
        self.assertLess(place['a&b<c'], place['s39'])
        self.assertLess(place['s39'], place['s0'])

    def test_what_does_not_fit_a_page_is_refused(self):
        self.library('lib', {'s%d' % i: '' for i in range(81)})
        self.assertIn('the graph has 81 files, and --svg draws up to 80', self.clbundle('graph', '--svg', 'lib', ok=1).stderr)


class Usage(Case):
    def test_wrong_usage_is_told(self):
        self.write('lib/a.cl', '')
        for arguments in (('annotate',), ('annotate', 'a', 'b'), ('check',), ('check', '--nonsense', 'lib'), ('graph',)):
            self.assertIn('usage: clbundle ' + arguments[0], self.clbundle(*arguments, ok=2).stderr)
        for command in ('annotate', 'check', 'graph'):
            self.assertIn('nowhere', self.clbundle(command, 'nowhere', ok=1).stderr)


if __name__ == '__main__':
    CLBUNDLE, ROOT = os.path.abspath(sys.argv.pop(1)), os.path.abspath(sys.argv.pop(1))
    unittest.main()
