# SPDX-License-Identifier: MIT
"""The library against the recorded ABI of the last release: within a series it may only grow.

usage: abi.py LIBRARY SOURCE          compares
       abi.py --record LIBRARY SOURCE writes tests/data/abi/ for a release

tests/data/abi/ holds one file a release, libclbundle-VERSION.abi, as abidw of libabigail writes it. A library whose SONAME is
that of the last release must have all of its functions and types; functions may be added, and fields at the end of parameter
structures, which tell their size. Another SONAME is another series, whose ABI is free until its first release.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

# abidiff's exit status is made of these bits.
ERROR, USAGE, INCOMPATIBLE = 1, 2, 8
# Structures that begin with struct_size: callers tell how much of them there is.
SUPPRESSED = '''[suppress_type]
  name_regexp = ^clb_(device_params|prepare_params|launch|command|watch|assign_params|array_call_params|group_params|image_params)$
  type_kind = struct
  has_data_member_inserted_at = end
'''


def releases(folder):
    """(version, path), the oldest first."""
    found = []
    for name in os.listdir(folder):
        m = re.fullmatch(r'libclbundle-(\d+)\.(\d+)\.(\d+)\.abi', name)
        if m:
            found.append((tuple(map(int, m.groups())), os.path.join(folder, name)))
    return sorted(found)


def write_abi(library, headers, path):
    subprocess.run(['abidw', '--headers-dir', headers, '--drop-private-types', '--no-corpus-path', '--no-comp-dir-path',
                    '--no-show-locs', '--drop-undefined-syms', '--exported-interfaces-only', '--type-id-style', 'hash',
                    '--out-file', path, library], check=True)


def soname(path):
    with open(path, errors='replace') as f:
        return re.search(r"<abi-corpus [^>]*soname='([^']+)'", f.read()).group(1)


def compare(old, new, suppressed):
    """abidiff's report, and whether it has a change that is no addition."""
    with tempfile.NamedTemporaryFile('w', suffix='.abignore') as f:
        f.write(suppressed)
        f.flush()
        r = subprocess.run(['abidiff', '--no-unreferenced-symbols', '--suppressions', f.name, old, new], capture_output=True,
                           text=True)
    report = r.stdout + r.stderr
    counts = re.findall(r'changes summary: (\d+) Removed, (\d+) Changed', report)
    if r.returncode & (ERROR | USAGE) or r.returncode and not counts:
        raise RuntimeError(report)
    return report, bool(r.returncode & INCOMPATIBLE) or any(int(n) for pair in counts for n in pair)


def breaks(old, new):
    """The report where `new` breaks what was linked with `old`; '' otherwise. Another SONAME cannot break anything."""
    if soname(old) != soname(new):
        return ''
    report, changed = compare(old, new, SUPPRESSED)
    if changed:
        return report
    # The suppression lets any change of a parameter structure pass: of those, only additions are none.
    report, changed = compare(old, new, '')
    return report if changed and re.search(r"member changes?:|member deletions?:|offset changed|type of '", report) else ''


class Abi(unittest.TestCase):
    def test_the_library_keeps_the_abi_of_the_last_release(self):
        with tempfile.TemporaryDirectory() as folder:
            now = os.path.join(folder, 'now.abi')
            write_abi(LIBRARY, os.path.join(SOURCE, 'runtime/include'), now)
            last = releases(os.path.join(SOURCE, 'tests/data/abi'))[-1][1]
            self.assertEqual(breaks(last, now), '', 'see "ABI" in CONTRIBUTING.md')

    def test_the_soname_is_that_of_the_series(self):
        with open(os.path.join(SOURCE, 'meson.build')) as f:
            major, minor = re.search(r"version: '(\d+)\.(\d+)", f.read()).groups()
        series = '0.' + minor if major == '0' else major
        dynamic = subprocess.run(['readelf', '-d', '--wide', LIBRARY], capture_output=True, text=True, check=True).stdout
        self.assertIn('[libclbundle.so.%s]' % series, dynamic)
        symbols = subprocess.run(['readelf', '--dyn-syms', '--wide', LIBRARY], capture_output=True, text=True, check=True).stdout
        shown = re.findall(r'(?:FUNC|OBJECT)\s+GLOBAL DEFAULT\s+\d+ (\S+)', symbols)
        self.assertGreater(len(shown), 100)
        for name in shown:
            self.assertRegex(name, r'^clb_\w+@@CLBUNDLE_%s$' % re.escape(series))


BASE = '''typedef struct clb_launch { unsigned long struct_size; int a; long b; } clb_launch;
typedef struct clb_info { int c; int d; } clb_info;
int clb_one(const clb_launch *launch, clb_info *info);
int clb_two(int x);
#ifdef BODY
int clb_one(const clb_launch *launch, clb_info *info) { return launch->a + info->c; }
int clb_two(int x) { return x; }
#endif
'''


class Checker(unittest.TestCase):
    """That the comparison would notice."""

    def abi(self, name, text, series='1'):
        path = os.path.join(self.folder.name, name)
        os.makedirs(path)
        with open(os.path.join(path, 'a.h'), 'w') as f:
            f.write(text)
        with open(os.path.join(path, 'a.c'), 'w') as f:
            f.write('#define BODY\n#include "a.h"\n')
        subprocess.run(['cc', '-g', '-shared', '-fPIC', '-Wl,-soname,liba.so.' + series, '-o', path + '/liba.so', path + '/a.c'],
                       check=True)
        write_abi(path + '/liba.so', path, path + '/a.abi')
        return path + '/a.abi'

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.old = self.abi('old', BASE)

    def tearDown(self):
        self.folder.cleanup()

    def test_what_breaks_programs_is_noticed(self):
        for name, change in (
                ('a field in the middle of a parameter structure', lambda t: t.replace('int a; long b;', 'int a; long new; long b;')),
                ('another type of a field', lambda t: t.replace('int a; long b;', 'long a; long b;')),
                ('a field removed', lambda t: t.replace('int a; long b;', 'int a;')),
                ('a field at the end of another structure', lambda t: t.replace('int c; int d;', 'int c; int d; long new;')),
                ('another parameter', lambda t: t.replace('clb_two(int x)', 'clb_two(double x)')),
                ('a function removed', lambda t: re.sub(r'int clb_two.*\n', '', t))):
            with self.subTest(name):
                self.assertNotEqual(breaks(self.old, self.abi(name.replace(' ', '_'), change(BASE))), '')

    def test_what_keeps_programs_going_is_accepted(self):
        for name, change in (
                ('nothing', lambda t: t),
                ('a field at the end of a parameter structure', lambda t: t.replace('int a; long b;', 'int a; long b; long new;')),
                ('a function added', lambda t: t.replace('#ifdef', 'int clb_new(int x);\n#ifdef') .replace('#endif', 'int clb_new(int x) { return x; }\n#endif'))):
            with self.subTest(name):
                self.assertEqual(breaks(self.old, self.abi(name.replace(' ', '_'), change(BASE))), '')

    def test_another_series_is_free(self):
        self.assertEqual(breaks(self.old, self.abi('other', re.sub(r'int clb_two.*\n', '', BASE), series='2')), '')


if __name__ == '__main__':
    record = '--record' in sys.argv
    arguments = [a for a in sys.argv[1:] if not a.startswith('--')]
    LIBRARY, SOURCE = map(os.path.abspath, arguments[:2])
    if not shutil.which('abidiff') or not shutil.which('readelf'):
        print('skipped: no abidiff or no readelf')
        sys.exit(77)
    if record:
        with open(os.path.join(SOURCE, 'meson.build')) as f:
            version = re.search(r"version: '([^']+)'", f.read()).group(1)
        write_abi(LIBRARY, os.path.join(SOURCE, 'runtime/include'),
                  os.path.join(SOURCE, 'tests/data/abi/libclbundle-%s.abi' % version))
    else:
        unittest.main(argv=sys.argv[:1], verbosity=2)
