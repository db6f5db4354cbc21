#!/usr/bin/env python3
"""The machine's ICD loader opens a shared object with a bundle: clinfo asks everything, and PyOpenCL runs a kernel of it.

usage: loader.py SOURCE MODULE
MODULE: the shared object with the bundle of icd.cl. What is not installed is skipped.

SPDX-License-Identifier: MIT"""
import os
import re
import shutil
import subprocess
import sys
import unittest

ROOT, MODULE = sys.argv[1:3]
ENVIRONMENT = dict(os.environ, OCL_ICD_VENDORS=MODULE, PYOPENCL_NO_CACHE='1')

PYOPENCL = '''
import sys
import numpy
import pyopencl as cl
[platform] = cl.get_platforms()
context = cl.Context(platform.get_devices())
queue = cl.CommandQueue(context)
program = cl.Program(context, open(sys.argv[1]).read()).build()
x = numpy.arange(1000, dtype=numpy.float32)
y = numpy.empty_like(x)
flags = cl.mem_flags
from_host = cl.Buffer(context, flags.READ_ONLY | flags.COPY_HOST_PTR, hostbuf=x)
to_host = cl.Buffer(context, flags.WRITE_ONLY, y.nbytes)
program.scale(queue, x.shape, None, from_host, numpy.float32(3), to_host, numpy.uint32(len(x)))
cl.enqueue_copy(queue, y, to_host)
print(bool((y == 3 * x).all()), end='')
'''


class Loader(unittest.TestCase):
    def run_text(self, *command):
        return subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, check=False)

    @unittest.skipUnless(shutil.which('clinfo'), 'no clinfo')
    def test_clinfo_gets_an_answer_to_every_query(self):
        done = self.run_text('clinfo')
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r'Number of platforms +1\n')
        self.assertRegex(done.stdout, r'Number of devices +1\n')
        self.assertRegex(done.stdout, r'Platform Name +clbundle\n')
        self.assertRegex(done.stdout, r'Built-in kernels +scale;empty;')
        self.assertEqual(re.findall(r'.*: error .*|.*get CL_.*failed.*', done.stdout), [])

    def test_pyopencl_runs_a_kernel_of_the_bundle(self):
        python = next((p for p in ('/usr/bin/python3', sys.executable)
                       if self.run_text(p, '-c', 'import pyopencl, numpy').returncode == 0), None)
        if not python:
            self.skipTest('no PyOpenCL')
        done = self.run_text(python, '-c', PYOPENCL, os.path.join(ROOT, 'tests/icd/icd.cl'))
        self.assertEqual(done.stdout, 'True', done.stderr)


unittest.main(argv=sys.argv[:1])
