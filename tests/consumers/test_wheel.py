#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The wheel of clbundle itself, and packages that require it for their build.

usage: test_wheel.py SOURCE_ROOT [unittest arguments]
Needs a python3 with its headers, pip, setuptools, wheel and NumPy, and meson-python 0.13 or newer, which `pip install
meson-python` brings; 77 without."""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from test_consumers import APP, KERNEL, NUMBERS, Case, run
from test_python import find_python

ROOT = PYTHON = BUILDER = WHEEL = None
TARGET = None  # where the wheel is installed

SETUP = '''import clbundle
from setuptools import setup
setup(name='mine', version='1.0', install_requires=['numpy'],
      **clbundle.package('mine', 'density.cl', options=['--no-line']))
'''
PROJECT = '[build-system]\nrequires = ["setuptools", "wheel", "clbundle"]\nbuild-backend = "setuptools.build_meta"\n'
USE = '''import mine, numpy as np
y = mine.density(np.array([0.0, 1.0, 2.0]), 2.0)
np.testing.assert_allclose(y, np.exp(-np.array([0.0, 1.0, 2.0]) ** 2 / 8) / np.sqrt(8 * np.pi), rtol=1e-14)
assert 'on top of the library' in mine.density.__doc__
print('fine')
'''


def pip(*arguments, **keywords):
    return run([PYTHON, '-m', 'pip', '--disable-pip-version-check', *arguments], **keywords)


class Wheel(Case):
    def setUp(self):
        super().setUp()
        self.env = dict(os.environ, PYTHONPATH=TARGET, PIP_ROOT_USER_ACTION='ignore', CLBUNDLE_DEVICE='native',
                        PATH=os.path.join(TARGET, 'bin') + ':' + os.environ['PATH'],
                        CFLAGS='-O1 -Wall -Werror -Wno-psabi -DCLB_NATIVE_BASELINE_ONLY')

    def ask(self, what):
        return run([PYTHON, '-m', 'clbundle', what], env=self.env).stdout.splitlines()

    def test_one_wheel_is_for_all_of_python_3_and_holds_what_is_needed(self):
        self.assertRegex(os.path.basename(WHEEL), r'^clbundle-[0-9.]+-py3-none-')
        names = [os.path.relpath(os.path.join(folder, f), TARGET)
                 for folder, _, files in os.walk(TARGET) for f in files]
        for name in ('clbundle/runtime/clbundle/core.h', 'clbundle/runtime/clbundle/clbundle.hpp',
                     'clbundle/runtime/clbundle/native/native.h', 'clbundle/runtime/clbundle.h', 'clbundle/runtime/clbundle_v4.c',
                     'clbundle/cl/OPENCL.cl', 'clbundle/cl/shims/shims.cl', 'clbundle/cl/nmath/dnorm.cl',
                     'bin/clbundle'):
            self.assertIn(name, names)
        for name in names:
            self.assertRegex(name, r'^(clbundle/(runtime/|cl/|__)|clbundle-[0-9.]+\.dist-info/|bin/clbundle$)')

    def test_the_command_and_the_module_are_the_generator(self):
        with open(os.path.join(ROOT, 'meson.build')) as f:
            version = re.search(r"version: '([^']+)'", f.read()).group(1)
        for command in (['clbundle'], [PYTHON, '-m', 'clbundle']):
            self.assertEqual(run([*command, '--version'], env=self.env).stdout, 'clbundle %s\n' % version)
            r = run([*command, 'sort', 'nowhere'], env=self.env, cwd=self.root, ok=False)
            self.assertEqual(r.returncode, 1)
            self.assertIn('nowhere', r.stderr)

    def test_another_build_asks_for_the_folders_and_compiles_the_runtime_once(self):
        self.write('density.cl', KERNEL)
        self.write('app.c', APP)
        cl = self.ask('--cl')[0]
        run(['clbundle', 'bundle', '--native', '--name', 'mine', '--layer', cl + '/OPENCL.cl', '--library',
             'nmath=' + cl + '/nmath', '--output-dir', '.', 'density.cl'], cwd=self.root, env=self.env)
        self.assertFalse(os.path.exists(os.path.join(self.root, 'clbundle.c')))
        run(['cc', '-std=c11', '-Wall', '-Wextra', '-Wpedantic', '-Werror', '-I' + self.ask('--include')[0], 'app.c',
             'mine.c', 'mine_native.c', *self.ask('--sources'), '-o', 'app', '-lm', '-lpthread'], cwd=self.root)
        self.assertEqual(run([os.path.join(self.root, 'app')], env=self.env).stdout, NUMBERS)

    def test_a_package_names_it_as_a_requirement_of_its_build(self):
        self.write('project/density.cl', KERNEL)
        self.write('project/setup.py', SETUP)
        self.write('project/pyproject.toml', PROJECT)
        pip('wheel', '--no-build-isolation', '--check-build-dependencies', '--no-deps', '--no-index',
            './project', cwd=self.root, env=self.env)
        wheels = [name for name in os.listdir(self.root) if name.endswith('.whl')]
        self.assertEqual(len(wheels), 1)
        self.assertRegex(wheels[0], r'^mine-1\.0-cp37-abi3-')
        pip('install', '--no-deps', '--no-index', '--target', 'lib', wheels[0], cwd=self.root)
        # Nothing of clbundle is needed any more.
        env = dict(os.environ, PYTHONPATH=os.path.join(self.root, 'lib'), CLBUNDLE_DEVICE='native')
        self.assertEqual(run([PYTHON, '-c', USE], cwd='/', env=env).stdout, 'fine\n')

    def test_mistakes_stop_the_build_with_the_generators_message(self):
        self.write('project/density.cl', KERNEL.replace('dnorm(', 'dnrm('))
        self.write('project/setup.py', SETUP)
        r = run([PYTHON, 'setup.py', 'build'], cwd=os.path.join(self.root, 'project'), env=self.env, ok=False)
        self.assertNotEqual(r.returncode, 0)
        self.assertRegex(r.stderr, r"density\.cl:\d+:\d+: error: unknown function 'dnrm'")
        self.assertIn('RuntimeError: clbundle bundle: exit status 1', r.stderr)
        for call in ("package('mine')", "package('mine', 'a.cl', option=[])"):
            r = run([PYTHON, '-c', 'import clbundle\nclbundle.' + call], env=self.env, ok=False)
            self.assertIn('TypeError: package()', r.stderr)


def find_builder():
    """A Python with meson-python: it need not be the one that has NumPy."""
    look = 'import mesonpy, pip\nassert tuple(map(int, mesonpy.__version__.split(".")[:2])) >= (0, 13)'
    for python in (sys.executable, '/usr/bin/python3', shutil.which('python3')):
        if python and subprocess.run([python, '-c', look], capture_output=True).returncode == 0:
            return python
    return None


if __name__ == '__main__':
    ROOT = os.path.abspath(sys.argv.pop(1))
    PYTHON, BUILDER = find_python(), find_builder()
    if not PYTHON or not BUILDER:
        print('skipped: needs a Python with pip, setuptools, wheel, NumPy and headers, and one with meson-python 0.13')
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        TARGET = os.path.join(folder, 'target')
        run([BUILDER, '-m', 'pip', '--disable-pip-version-check', 'wheel', '--no-build-isolation', '--no-deps',
             '--no-index', '-w', folder, '--config-settings=builddir=' + os.path.join(folder, 'build'), ROOT],
            env=dict(os.environ, PIP_ROOT_USER_ACTION='ignore'))
        WHEEL = os.path.join(folder, [name for name in os.listdir(folder) if name.endswith('.whl')][0])
        pip('install', '--no-deps', '--no-index', '--target', TARGET, WHEEL)
        unittest.main(verbosity=2)
