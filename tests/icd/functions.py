#!/usr/bin/env python3
"""Every function of CL/cl.h is in the table of runtime/icd/README.md, once, and is exported by the library, whose SONAME is
that of its series. The page names the extensions and optional features that the device reports.

usage: functions.py SOURCE LIBRARY

SPDX-License-Identifier: MIT"""
import fnmatch
import os
import re
import subprocess
import sys
import unittest

ROOT, LIBRARY = sys.argv[1:3]


def declared():
    for folder in ('/usr/include', '/usr/local/include'):
        path = os.path.join(folder, 'CL/cl.h')
        if os.path.isfile(path):
            with open(path) as f:
                text = re.sub(r'/\*.*?\*/', '', f.read(), flags=re.S)
            return re.findall(r'CL_API_CALL\s+(cl\w+)\s*\(', text)
    sys.exit(77)


class Functions(unittest.TestCase):
    def test_the_table_lists_each_function_once(self):
        with open(os.path.join(ROOT, 'runtime/icd/README.md'), encoding='utf-8') as f:
            table = f.read().split('<!-- functions -->')[1].split('\n\n')[0]
        listed = []
        for row in table.strip().split('\n')[2:]:
            cells = [cell.strip() for cell in row.strip('|').split('|')]
            self.assertEqual(len(cells), 3, row)
            self.assertIn(cells[1], ('yes', 'no'), row)
            if cells[1] == 'no':
                self.assertTrue(cells[2], row)
            listed += cells[0].split()
        self.assertEqual(sorted(listed), sorted(declared()))

    def test_the_library_exports_each_function_and_only_public_names(self):
        out = subprocess.run(['nm', '-D', '--defined-only', LIBRARY], check=True, capture_output=True, text=True).stdout
        names = {line.split()[2].split('@')[0] for line in out.splitlines() if len(line.split()) == 3}
        self.assertEqual(set(declared()) - names, set())
        self.assertIn('clIcdGetPlatformIDsKHR', names)
        self.assertEqual([n for n in sorted(names) if not re.match(r'cl[A-Z]|clb_|CLBUNDLE', n)], [])

    def test_the_page_names_the_extensions_and_features(self):
        with open(os.path.join(ROOT, 'runtime/icd/README.md'), encoding='utf-8') as f:
            page = f.read()
        with open(os.path.join(ROOT, 'runtime/icd/extensions.h'), encoding='utf-8') as f:
            names = re.findall(r'X\((\w+)\)', f.read())
        with open(os.path.join(ROOT, 'runtime/include/clbundle/data.h'), encoding='utf-8') as f:
            names += re.findall(r'X\((cl_\w+)\)', f.read())
        for label in ('- Extensions: ', '- Optional features '):
            text = page[page.index(label):].split('\n- ', 1)[0].split('\n\n', 1)[0]
            patterns = re.findall(r'`(\w+\*?)`', text)
            with self.subTest(label):
                start = '__opencl_c_' if 'features' in label else 'cl_'
                reported = [n for n in names if n.startswith(start)]
                self.assertGreater(len(reported), 5)
                self.assertEqual([n for n in reported if not any(fnmatch.fnmatch(n, p) for p in patterns)], [])
                self.assertEqual([p for p in patterns if not fnmatch.filter(reported, p)], [])

    # The library exports the runtime's functions, too, whose structures change with a series.
    def test_the_soname_is_that_of_the_series(self):
        with open(os.path.join(ROOT, 'meson.build'), encoding='utf-8') as f:
            major, minor = re.search(r"version: '(\d+)\.(\d+)", f.read()).groups()
        out = subprocess.run(['readelf', '-d', '--wide', LIBRARY], check=True, capture_output=True, text=True).stdout
        self.assertIn('[libclbundle-opencl.so.%s]' % ('0.' + minor if major == '0' else major), out)


unittest.main(argv=sys.argv[:1])
