#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds and runs the examples of kernels/examples as they stand, by the commands of their head comments.

usage: test_examples.py SOURCE_ROOT [unittest arguments]
Examples whose tool (cmake, make, R, pip with setuptools) is missing are skipped. kernels/examples/bare and rewriting have
tests of their own."""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import zlib

from test_consumers import Case
from test_installed import install
from test_python import find_python

ROOT = PREFIX = None
BLURRED = '''0 3 6 9 6 3 0 0
0 6 12 18 12 6 0 0
0 9 18 27 18 9 0 0
0 6 12 18 12 6 0 0
0 3 6 9 6 3 0 0
0 0 0 0 0 0 0 0
'''
WORDS = '''81 327 200 267 90 383 115 185 275 294 81 91 74 112 115 223
as in plain C
'''


def pixels_of(path):
    """The bytes of a PNG file's pixels, as png.c of the example writes them: in one chunk, without filters."""
    with open(path, 'rb') as f:
        data = f.read()
    at = data.index(b'IDAT')
    return zlib.decompress(data[at + 4:at + 4 + int.from_bytes(data[at - 4:at], 'big')])


def build_commands(path):
    """The lines from `Build:` on that are indented as its command is."""
    with open(path) as f:
        lines = f.read().split('\n')
    first = re.match(r'(?:/\*|#) Build: (.*)', lines[0]).group(1)
    more = []
    for line in lines[1:]:
        found = re.match(r'(?: \*|#) {8}(\S.*)', line)
        if not found:
            break
        more.append(found.group(1))
    return [first] + more


class Example(Case):
    def example(self, folder, source, run_command, expected):
        """Copies a folder, runs the commands in the head of one of its files, and compares what the program prints."""
        here = os.path.join(self.root, folder)
        shutil.copytree(os.path.join(ROOT, 'kernels/examples', folder), here)
        env = dict(os.environ, CLBUNDLE_DEVICE='native', CC='cc', PATH=self.root + '/bin:' + PREFIX + '/bin:' + os.environ['PATH'],
                   PKG_CONFIG_PATH=PREFIX + '/lib/pkgconfig', LD_LIBRARY_PATH=PREFIX + '/lib', CMAKE_PREFIX_PATH=PREFIX,
                   PIP_NO_BUILD_ISOLATION='0', PIP_NO_INDEX='1', PIP_NO_DEPS='1', PIP_TARGET=self.root + '/lib', PYTHONPATH=self.root + '/lib',
                   R_LIBS=self.root + '/library')
        for name in ('MAKELEVEL', 'MAKEFLAGS', 'CFLAGS', 'LDFLAGS'):
            env.pop(name, None)
        os.makedirs(os.path.join(self.root, 'library'), exist_ok=True)
        for command in build_commands(os.path.join(here, source)) + [run_command]:
            r = subprocess.run(command, shell=True, cwd=here, env=env, capture_output=True, text=True)
            self.assertEqual(r.returncode, 0, '%s\n%s\n%s' % (command, r.stdout[-6000:], r.stderr[-6000:]))
        self.assertEqual(r.stdout, expected)

    def test_element_wise_without_an_installation(self):
        self.example('element_wise', 'main.c', './example', '12 24 36 48\n')

    @unittest.skipUnless(shutil.which('cmake'), 'no cmake')
    def test_element_wise_by_cmake(self):
        self.example('element_wise', 'CMakeLists.txt', 'build/example', '12 24 36 48\n')

    @unittest.skipUnless(shutil.which('make'), 'no make')
    def test_element_wise_by_make(self):
        self.example('element_wise', 'Makefile', './example', '12 24 36 48\n')

    def test_reduction(self):
        self.example('reduction', 'main.c', './example', '500500\n')

    def test_filter(self):
        self.example('filter', 'main.c', './example', BLURRED)

    def test_structure(self):
        self.example('structure', 'main.c', './example', '(1, 2)\n(1.5, 1)\n(2, 0)\n')

    def test_transformer_natively_and_on_pocl(self):
        self.example('transformer', 'main.c', './example', WORDS)
        for device, variable in (('native', {}), ('opencl', {'POCL_CACHE_DIR': self.root + '/pocl'})):
            env = dict(os.environ, CLBUNDLE_DEVICE=device, LD_LIBRARY_PATH=PREFIX + '/lib', **variable)
            r = subprocess.run('./example', cwd=os.path.join(self.root, 'transformer'), env=env, capture_output=True, text=True)
            if device == 'opencl' and 'no device fits' in r.stderr:
                self.skipTest('no OpenCL device')
            self.assertEqual(r.returncode, 0, r.stderr)
            self.assertEqual(r.stdout, WORDS)

    def test_darkroom_natively_and_on_pocl(self):
        self.example('darkroom', 'main.c', './example', 'as in plain C\n')
        here = os.path.join(self.root, 'darkroom')
        for device in ('native', 'opencl'):
            env = dict(os.environ, CLBUNDLE_DEVICE=device, LD_LIBRARY_PATH=PREFIX + '/lib', POCL_CACHE_DIR=self.root + '/pocl')
            r = subprocess.run(['./example', 'own.png'], cwd=here, env=env, capture_output=True, text=True)
            if device == 'opencl' and 'no device fits' in r.stderr:
                self.skipTest('no OpenCL device')
            self.assertEqual((r.returncode, r.stdout, r.stderr), (0, 'as in plain C\n', ''))
            # The picture of the page is the example's own.
            own, shown = pixels_of(here + '/own.png'), pixels_of(here + '/developed.png')
            self.assertEqual(len(own), len(shown))
            self.assertLessEqual(max(abs(a - b) for a, b in zip(own, shown)), 2)

    def test_several_devices(self):
        self.example('devices', 'main.c', './example', '1 30000\n')

    def test_python(self):
        python = find_python()
        if not python:
            self.skipTest('no Python with its headers, pip, setuptools, wheel and NumPy')
        self.write('bin/pip', '#!/bin/sh\nexec "%s" -m pip "$@"\n' % python)
        os.chmod(os.path.join(self.root, 'bin/pip'), 0o755)
        self.example('python', 'use.py', '"%s" use.py' % python, '[3.0, 12.0]\n')

    @unittest.skipUnless(shutil.which('R'), 'no R')
    def test_r(self):
        self.example('r', 'use.R', 'Rscript use.R', '[1]  6 15\n')

    def test_the_list_of_examples_names_all(self):
        with open(os.path.join(ROOT, 'kernels/README.md')) as f:
            listed = set(re.findall(r'\]\(examples/(\w+)\)', f.read()))
        self.assertEqual(listed, set(os.listdir(os.path.join(ROOT, 'kernels/examples'))))
        with open(os.path.abspath(__file__)) as f:
            tested = set(re.findall(r"self\.example\('(\w+)'", f.read()))
        self.assertEqual(tested | {'bare', 'rewriting'}, listed)


if __name__ == '__main__':
    ROOT = os.path.abspath(sys.argv[1])
    import test_installed
    test_installed.ROOT = ROOT
    with tempfile.TemporaryDirectory() as PREFIX:
        install(PREFIX)
        unittest.main(argv=sys.argv[:1] + sys.argv[2:])
