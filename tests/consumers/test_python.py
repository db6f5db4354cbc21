#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Python packages around bundles, as `pip install .` builds them.

usage: test_python.py CLBUNDLE SOURCE_ROOT [unittest arguments]
Needs a python3 with its headers, pip, setuptools, wheel and NumPy; exit status 77 without them."""
import os
import shutil
import subprocess
import sys
import unittest

import forms
import pictures
from test_consumers import Case, run
from test_r import OTHERS

CLBUNDLE = ROOT = PYTHON = None
# As in test_r.py: with ccache, the runtime is compiled once for all packages.
QUICK = {'CFLAGS': '-O0 -Wall -Werror -Wno-psabi -DCLB_NATIVE_BASELINE_ONLY', **({'CC': 'ccache cc'} if shutil.which('ccache') else {})}

USE = """
import array, math, os, threading
import numpy as np
import kernels
from kernels import dnorm_kernel, pwilcox_kernel, row_sums, halves, rnorm_kernel, unif_rand_kernel

def refused(kind, f, *arguments, **keywords):
    try:
        f(*arguments, **keywords)
    except kind as error:
        return str(error)
    raise AssertionError('not refused')

assert kernels.device('native') == 'native'
density = lambda x, m=0.0, s=1.0: np.exp(-0.5 * ((np.asarray(x, float) - m) / s) ** 2) / (s * math.sqrt(2 * math.pi))
near = lambda a, b: np.testing.assert_allclose(a, b, rtol=1e-13)

# Numbers, arrays of any layout and type, broadcast by NumPy's rules.
assert isinstance(dnorm_kernel(0.5, 0, 1, False), float)
near(dnorm_kernel(0.5, 0, 1, False), density(0.5))
wide = np.arange(24, dtype=np.float32).reshape(4, 6)[::-1, ::2].T
near(dnorm_kernel(wide, np.array([[1], [2], [3]], dtype='>i4'), 4, 0), density(wide, np.array([[1], [2], [3]]), 4))
assert dnorm_kernel(wide, 0, 1, True).shape == (3, 4)
assert dnorm_kernel(np.zeros((0, 3)), 0, 1, False).shape == (0, 3)

# The buffer protocol, and DLPack without anything else.
near(dnorm_kernel(array.array('d', [1, 2]), memoryview(array.array('f', [0, 1])), 1, False), density([1, 2], np.array([0, 1])))
class Tensor:
    def __init__(self, x): self.x = x
    def __dlpack__(self, **keywords): return self.x.__dlpack__(**keywords)
    def __dlpack_device__(self): return self.x.__dlpack_device__()
near(dnorm_kernel(Tensor(np.array([1.0, 2.0])), 0, 1, False), density([1, 2]))

# A kernel that is not element by element, with elements all the same.
p = pwilcox_kernel([[3], [5]], [4, 4, 4], 5, True, False)
assert p.shape == (2, 3) and (p[:, 0] == p[:, 2]).all() and p[0, 0] == pwilcox_kernel(3, 4, 5, True, False)

# Matrices; an array that is changed is a copy; several results.
m = np.asfortranarray(np.arange(6).reshape(2, 3) + 0.5)
assert row_sums(m).tolist() == m.sum(axis=1).tolist()
before = [1, 5, 7, 2]
x, largest = halves(before, 10)
assert (x.tolist(), largest.tolist(), before) == ([0, 5, 0, 2], [15, 17], [1, 5, 7, 2])
assert largest.dtype == np.int32

# Variates: their number is the shape of the output.
v = rnorm_kernel([0, 100], 1, 3, 0, 0, out_shape=(500, 2))
assert v.shape == (500, 2) and abs(v.mean(axis=0) - [0, 100]).max() < 0.3
assert unif_rand_kernel(1, 0, 0, out_shape=7).shape == (7,)

assert dnorm_kernel.__doc__ == 'dnorm_kernel' and '{100 %}' in row_sums.__doc__
assert 'unreachable' not in kernels.__all__
refused(ValueError, dnorm_kernel, [1, 2, 3], [1, 2], 1, False)
refused(ValueError, dnorm_kernel, 1, 1, 1, [1, 2])
refused(ValueError, halves, [1, 2], 0.5)
refused(ValueError, row_sums, [1, 2])
refused(TypeError, dnorm_kernel, ['a'], 0, 1, False)
refused(RuntimeError, kernels.device, 'no such device')

# Threads side by side, and children.
results = [None] * 8
def work(i): results[i] = dnorm_kernel(np.full(20000, i), 0, 1, False)[-1]
threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
[t.start() for t in threads]; [t.join() for t in threads]
near(results, density(range(8)))
child = os.fork()
if child == 0:
    os._exit(0 if abs(dnorm_kernel(0, 0, 1, False) - 0.3989422804014327) < 1e-15 else 1)
assert os.waitpid(child, 0)[1] == 0
print('fine')
"""


CONFIGURED = """#ifndef WIDTH
#define WIDTH 2
#endif
// Multiplies and adds.
// @range: n
// @arg x: in n
// @arg y: out n
__kernel void scale(__global const REAL *x, __global REAL *y, const REAL f, const int n)
{
    const int i = get_global_id(0);
    y[i] = x[i] * f + WIDTH;
}
// @range: n
// @arg y: out n
__kernel void width(__global int *y, const int n) { y[get_global_id(0)] = 10 * WIDTH; }
// @range: n
// @arg y: out n
__kernel void same(__global int *y, const int n) { y[get_global_id(0)] = 5; }
"""

USE_CONFIGURED = """
import several as s

def refused(f, *arguments, **keywords):
    try:
        f(*arguments, **keywords)
    except ValueError as error:
        return str(error)
    raise AssertionError('not refused')

assert sorted(s.__all__) == ['device', 'same', 'scale_double', 'scale_float', 'width'], s.__all__
assert s.scale_float([1, 2], 3).tolist() == [4, 7] and s.scale_float([1, 2], 3).dtype == 'float32'
assert s.scale_float([1, 2], 3, options='-DWIDTH=4').tolist() == [7, 10]
assert s.scale_float([1, 2], 3, options='-D WIDTH=4 -DREAL=float').tolist() == [7, 10]
assert s.scale_double([1, 2], 3, options='').tolist() == [5, 8] and s.scale_double([1, 2], 3).dtype == 'float64'
assert s.width(out_shape=2).tolist() == [20, 20] # the best on this device
assert s.width(out_shape=1, options='-DREAL=float').tolist() == [10]
assert s.width(out_shape=1, options='-DWIDTH=4').tolist() == [40]
assert s.same(out_shape=2).tolist() == [5, 5]
assert "'-DREAL=float -DWIDTH=4'" in s.width.__doc__ and s.scale_float.__doc__.startswith('Multiplies and adds.')
assert 'there WIDTH is: 1, 4' in refused(s.scale_float, [1], 1, options='-DWIDTH=5')
refused(s.scale_float, [1], 1, options='-DREAL=double')
refused(s.scale_double, [1], 1, options='-DWIDTH=1')
refused(s.width, options='-DNOTHING=1', out_shape=1)
refused(s.width, options='width', out_shape=1)
print('fine')
"""

CLASH = """// @range: n
// @arg x: inout n
__kernel void clash(__global int *x, int options, int n) { x[get_global_id(0)] = N * options; }
"""

# With N=1, an array tells n.
UNLIKE = """#if N == 1
// @range: n
// @arg x: in n
// @arg y: out n
__kernel void unlike(__global const int *x, __global int *y, int n, int m) { y[get_global_id(0)] = x[0] + m; }
#else
// @range: n
// @arg x: in n+m
// @arg y: out n
__kernel void unlike(__global const int *x, __global int *y, int n, int m) { y[get_global_id(0)] = x[n] + m; }
#endif
"""


class Package(Case):
    def test_pip_builds_one_wheel_for_all_pythons_and_numpy_goes_in_and_out(self):
        self.write('others.cl', OTHERS)
        self.write('use.py', USE)
        command = [CLBUNDLE, 'bundle', '--python', 'kernels', '--name', 'some', '--layer', ROOT + '/cl/OPENCL.cl', '--library',
                   'nmath=' + ROOT + '/cl/nmath', '--output-dir', 'package', 'others.cl',
                   *[ROOT + '/kernels/nmath/' + name for name in ('norm.cl', 'wilcox.cl', 'random.cl')]]
        r = run(command, cwd=self.root)
        self.assertRegex(r.stderr, r"others\.cl:\d+:\d+: note: kernel 'unreachable' is left out of the Python package")
        env = dict(os.environ, **QUICK, PIP_ROOT_USER_ACTION='ignore',
                   PIP_DISABLE_PIP_VERSION_CHECK='1')
        run([PYTHON, '-m', 'pip', 'wheel', '--no-build-isolation', '--no-deps', '--no-index', './package'], cwd=self.root, env=env)
        wheels = [name for name in os.listdir(self.root) if name.endswith('.whl')]
        self.assertEqual(len(wheels), 1)
        self.assertRegex(wheels[0], r'^kernels-0\.1\.0-cp37-abi3-')
        run([PYTHON, '-m', 'pip', 'install', '--no-deps', '--no-index', '--target', 'lib', wheels[0]], cwd=self.root, env=env)
        environment = dict(os.environ, PYTHONPATH=os.path.join(self.root, 'lib'))
        environment.pop('CLBUNDLE_DEVICE', None)
        self.assertEqual(run([PYTHON, 'use.py'], cwd=self.root, env=environment).stdout, 'fine\n')
        # What its user writes stays.
        self.write('package/pyproject.toml', 'mine\n')
        run(command, cwd=self.root)
        with open(os.path.join(self.root, 'package/pyproject.toml')) as f:
            self.assertEqual(f.read(), 'mine\n')

    def test_one_function_calls_all_configurations_with_the_same_parameters(self):
        self.write('k.cl', CONFIGURED)
        self.write('c.json', '{"clbundle_configurations": 1, "types": ["REAL"], "configurations": ['
                             '{"values": {"REAL": "float", "WIDTH": [1, 4]}}, {"name": "exact", "values": {"REAL": "double"}, "best": ["native"]}]}')
        self.write('use.py', USE_CONFIGURED)
        run([CLBUNDLE, 'bundle', '--python', 'several', '--name', 'some', '--levels', 'base', '--configurations', 'c.json', '--output-dir', 'package', 'k.cl'],
            cwd=self.root)
        env = dict(os.environ, **QUICK)
        run([PYTHON, 'setup.py', '-q', 'build_ext', '--inplace'], cwd=os.path.join(self.root, 'package'), env=env)
        environment = dict(os.environ, PYTHONPATH=os.path.join(self.root, 'package'), CLBUNDLE_DEVICE='native')
        self.assertEqual(run([PYTHON, 'use.py'], cwd=self.root, env=environment).stdout, 'fine\n')

    def test_configurations_that_a_function_cannot_have_are_told(self):
        self.write('c.json', '{"clbundle_configurations": 1, "configurations": [{"values": {"N": [1, 2]}}]}')
        command = [CLBUNDLE, 'bundle', '--python', 'several', '--name', 'some', '--configurations', 'c.json', '--output-dir', 'package', 'k.cl']
        self.write('k.cl', CLASH)
        r = run(command, cwd=self.root, ok=False)
        self.assertEqual(r.returncode, 1)
        self.assertIn("k.cl:3:42: error: parameter 'options' of kernel 'clash': 'options' is a name that the Python package uses; rename it", r.stderr)
        self.write('k.cl', UNLIKE)
        r = run(command, cwd=self.root)
        self.assertIn("note: kernel 'unlike_2' is left out of the Python package: other arguments follow from its arrays than in 'unlike_1'", r.stderr)
        with open(os.path.join(self.root, 'package/several/__init__.py')) as f:
            text = f.read()
        self.assertIn("def unlike(x, m, *, out_shape=(), options=''):", text)
        self.assertIn('_calls.configured(0, "", options, (0,))', text)

    def test_structures_sizes_and_changed_arrays(self):
        self.write('forms.cl', forms.KERNELS)
        self.write('use.py', forms.PYTHON)
        run([CLBUNDLE, 'bundle', '--python', 'forms', '--name', 'some', '--output-dir', 'package', 'forms.cl'], cwd=self.root)
        env = dict(os.environ, **QUICK)
        run([PYTHON, 'setup.py', '-q', 'build_ext', '--inplace'], cwd=os.path.join(self.root, 'package'), env=env)
        environment = dict(os.environ, PYTHONPATH=os.path.join(self.root, 'package'), CLBUNDLE_DEVICE='native')
        self.assertEqual(run([PYTHON, 'use.py'], cwd=self.root, env=environment).stdout, 'fine\n')

    def test_arrays_are_images(self):
        self.write('pictures.cl', pictures.KERNELS)
        self.write('use.py', pictures.PYTHON)
        run([CLBUNDLE, 'bundle', '--python', 'pictures', '--name', 'some', '--output-dir', 'package', 'pictures.cl'], cwd=self.root)
        env = dict(os.environ, **QUICK)
        run([PYTHON, 'setup.py', '-q', 'build_ext', '--inplace'], cwd=os.path.join(self.root, 'package'), env=env)
        environment = dict(os.environ, PYTHONPATH=os.path.join(self.root, 'package'), CLBUNDLE_DEVICE='native')
        self.assertEqual(run([PYTHON, 'use.py'], cwd=self.root, env=environment).stdout, 'fine\n')

    def test_a_kernel_cannot_hide_the_class_of_samplers(self):
        kernel = '// @range: 1\n// @arg p: in R FLOAT h, w\n__kernel void Sampler(read_only image2d_t p,%s global int *q, int h, int w) { }\n'
        for sampler, ok in ((' sampler_t s,', False), ('', True)):
            self.write('k.cl', '// @arg q: inout 1\n' + kernel % sampler)
            r = run([CLBUNDLE, 'bundle', '--python', 'mine', '--name', 'some', '--output-dir', 'o', 'k.cl'], cwd=self.root, ok=ok)
            self.assertEqual(r.returncode, 0 if ok else 1)
            if not ok:
                self.assertIn("error: kernel 'Sampler': 'Sampler' is a name of the Python package's own; rename the kernel", r.stderr)

    def test_wrong_names_are_refused(self):
        self.write('others.cl', OTHERS)
        for name in ('a-b', '1a', ''):
            r = run([CLBUNDLE, 'bundle', '--python', name, '--name', 'some', '--output-dir', 'o', 'others.cl'], cwd=self.root,
                    ok=False)
            self.assertEqual(r.returncode, 2)
            self.assertFalse(os.path.exists(os.path.join(self.root, 'o')))


def find_python():
    for python in (sys.executable, '/usr/bin/python3', shutil.which('python3')):
        look = ('import setuptools, os, numpy, pip, wheel, sysconfig\n'
                'assert os.path.exists(sysconfig.get_paths()["include"] + "/Python.h")')
        if python and subprocess.run([python, '-c', look], capture_output=True).returncode == 0:
            return python
    return None


if __name__ == '__main__':
    CLBUNDLE, ROOT = os.path.abspath(sys.argv.pop(1)), os.path.abspath(sys.argv.pop(1))
    PYTHON = find_python()
    if not PYTHON:
        sys.exit(77)
    unittest.main(verbosity=2)
