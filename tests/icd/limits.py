#!/usr/bin/env python3
"""A kernel can reach the limits that the device states for arguments: one with as many __constant arguments as it
allows, and one whose arguments have as many bytes. By PyOpenCL, under `clbundle run`.

usage: limits.py CLBUNDLE LIBRARY

SPDX-License-Identifier: MIT"""
import os
import subprocess
import sys
import unittest

CLBUNDLE, LIBRARY = sys.argv[1:3]

START = '''
import numpy
import pyopencl as cl
import warnings
warnings.simplefilter('ignore')
[platform] = cl.get_platforms()
[device] = platform.get_devices()
context = cl.Context([device])
queue = cl.CommandQueue(context)
flags = cl.mem_flags
'''

CONSTANTS = START + '''
count = device.max_constant_args - 1
text = '__kernel void sum(__global int *y, ' + ', '.join(f'__constant int *c{i}' for i in range(count)) + ') { y[0] = '
text += ' + '.join(f'c{i}[0]' for i in range(count)) + '; }'
kernel = cl.Program(context, text).build().sum
buffers = [cl.Buffer(context, flags.COPY_HOST_PTR, hostbuf=numpy.array([i], numpy.int32)) for i in range(count)]
y = numpy.zeros(1, numpy.int32)
result = cl.Buffer(context, flags.USE_HOST_PTR, hostbuf=y)
kernel.set_arg(0, result)
for i, buffer in enumerate(buffers):
    kernel.set_arg(i + 1, buffer)
cl.enqueue_nd_range_kernel(queue, kernel, (1,), None)
queue.finish()
print(count >= 8 and y[0] == sum(range(count)), end='')
'''

BYTES = START + '''
count = (device.max_parameter_size - 8) // 4
text = f'typedef struct {{ int v[{count}]; }} large; '
text += '__kernel void spread(const large x, __global int *y) { y[get_global_id(0)] = x.v[get_global_id(0)]; }'
kernel = cl.Program(context, text).build().spread
x, y = numpy.arange(count, dtype=numpy.int32), numpy.zeros(count, numpy.int32)
result = cl.Buffer(context, flags.USE_HOST_PTR, hostbuf=y)
kernel.set_args(x, result)
cl.enqueue_nd_range_kernel(queue, kernel, (count,), None)
queue.finish()
print(bool(count > 200 and (x == y).all()), end='')
'''


def python():
    for path in ('/usr/bin/python3', sys.executable):
        if os.path.exists(path) and subprocess.run([path, '-c', 'import pyopencl, numpy'], capture_output=True,
                                                   check=False).returncode == 0:
            return path
    return None


@unittest.skipUnless(python(), 'no PyOpenCL')
class Limits(unittest.TestCase):
    def check(self, text):
        done = subprocess.run([CLBUNDLE, 'run', '--front', LIBRARY, '--', python(), '-c', text], capture_output=True, text=True,
                              env=dict(os.environ, PYOPENCL_NO_CACHE='1'), check=False)
        self.assertEqual(done.stdout, 'True', done.stderr)

    def test_as_many_constant_arguments_as_claimed(self):
        self.check(CONSTANTS)

    def test_as_many_bytes_of_arguments_as_claimed(self):
        self.check(BYTES)


unittest.main(argv=sys.argv[:1])
