#!/usr/bin/env python3
"""Native code without the runtime: kernels/examples/bare as it stands, and bundles for some instruction sets alone.

usage: test_bare.py CLBUNDLE SOURCE_ROOT [unittest arguments]"""
# SPDX-License-Identifier: MIT
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

CLBUNDLE = ROOT = None
STRICT = ['-std=c11', '-Wall', '-Wextra', '-Wpedantic', '-Werror']
RUNS = [b'clbn_run_mine_k_smooth_0', b'clbn_run_mine_k_smooth_1', b'clbn_run_mine_k_smooth_2']


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix='clbundle-bare-')
        self.addCleanup(shutil.rmtree, self.folder)
        self.example = os.path.join(ROOT, 'kernels', 'examples', 'bare')

    def run_command(self, *command, status=0):
        r = subprocess.run(command, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.assertEqual(r.returncode, status, ' '.join(command) + '\n' + r.stdout)
        return r.stdout

    def bundle(self, *options, status=0):
        return self.run_command(CLBUNDLE, 'bundle', '--name', 'mine', '--native', *options, '--output-dir', '.',
                                os.path.join(self.example, 'smooth.cl'), status=status)

    def compile(self, *arguments, status=0):
        return self.run_command(os.environ.get('CC', 'gcc'), *STRICT, '-I.', '-I' + os.path.join(ROOT, 'runtime', 'include'),
                                *arguments, status=status)

    def levels_in(self, *options):
        """Which levels an object has."""
        self.compile('-O2', *options, '-c', 'mine_native.c', '-o', 'native.o')
        with open(os.path.join(self.folder, 'native.o'), 'rb') as f:
            data = f.read()
        return [i for i, name in enumerate(RUNS) if name in data]

    def test_example_needs_no_library(self):
        self.bundle()
        for optimisation in ['-O0', '-Os', '-O2']:
            self.compile(optimisation, '-DCLB_NATIVE_BASELINE_ONLY', '-ffunction-sections', '-fdata-sections', '-Wl,--gc-sections', os.path.join(self.example, 'main.c'), 'mine.c',
                         'mine_native.c', '-o', 'bare')
            self.run_command('./bare')
            undefined = self.run_command('nm', '-u', 'bare')
            self.assertNotIn('clb', undefined)
            self.assertNotIn('pthread', undefined)
            self.assertNotIn('alloc', undefined)

    @unittest.skipUnless(os.uname().machine == 'x86_64', 'levels are of x86-64')
    def test_macro_chooses_levels(self):
        self.bundle()
        self.assertEqual(self.levels_in(), [0, 1, 2])
        self.assertEqual(self.levels_in('-DCLB_NATIVE_BASELINE_ONLY'), [0])
        for mask in range(1, 8):
            self.assertEqual(self.levels_in('-DCLB_NATIVE_LEVEL_MASK=%d' % mask), [i for i in range(3) if mask >> i & 1])
        self.assertIn('is a sum of', self.compile('-DCLB_NATIVE_LEVEL_MASK=8', '-c', 'mine_native.c', status=1))
        self.assertIn('must contain 1', self.compile('-DCLB_NATIVE_LEVEL_MASK=2', '-DCLB_NATIVE_BASELINE_ONLY', '-c',
                                                     'mine_native.c', status=1))

    @unittest.skipUnless(os.uname().machine == 'x86_64', 'levels are of x86-64')
    def test_option_chooses_levels(self):
        for text, expected in [('v3', [1]), ('base', [0]), ('base,v4', [0, 2]), ('v4,v3', [1, 2])]:
            self.bundle('--levels', text)
            self.assertEqual(self.levels_in(), expected)
        self.assertEqual(self.levels_in('-DCLB_NATIVE_LEVEL_MASK=1'), [0])
        for text in ['', 'v2', 'v3,', ',base', 'base v3', 'v31']:
            self.assertIn('expected base, v3 and v4', self.bundle('--levels', text, status=2))

    def test_split_files_of_other_levels_are_not_written(self):
        self.bundle('--native-split', '--levels', 'base,v4')
        self.assertEqual(sorted(f for f in os.listdir(self.folder) if 'native' in f), ['mine_native.c', 'mine_native_v4.c'])
        self.compile('-O1', '-c', 'mine_native_v4.c')


if __name__ == '__main__':
    CLBUNDLE, ROOT = [os.path.abspath(p) for p in sys.argv[1:3]]
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
