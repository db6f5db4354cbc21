"""PyOpenCL: kernels with options, its own element-wise, reduction and scan templates, random numbers and sorting.

SPDX-License-Identifier: MIT
"""
import numpy
import pyopencl
import pyopencl.algorithm
import pyopencl.array
import pyopencl.clrandom
import pyopencl.elementwise
import pyopencl.reduction
import pyopencl.scan

context = pyopencl.create_some_context(interactive=False)
queue = pyopencl.CommandQueue(context)
print('platform', context.devices[0].platform.name)
x = numpy.arange(10000, dtype=numpy.float32)
dx = pyopencl.array.to_device(queue, x)

program = pyopencl.Program(context, '__kernel void twice(__global float *x) { x[get_global_id(0)] *= FACTOR; }').build(options=['-DFACTOR=2'])
program.twice(queue, x.shape, None, dx.data)
print('program', bool((dx.get() == 2 * x).all()))
print('arithmetic', bool(numpy.allclose((dx * 3 + dx / 7).get(), 2 * x * 3 + 2 * x / 7)))
print('sum', float(pyopencl.array.sum(dx).get()) == float((2 * x.astype(numpy.float64)).sum()))
scan = pyopencl.scan.GenericScanKernel(context, numpy.int32, 'int *a, int *b', 'a[i]', 'a+b', '0', 'b[i] = item')
a = pyopencl.array.to_device(queue, numpy.arange(5000, dtype=numpy.int32) % 7)
b = pyopencl.array.empty_like(a)
scan(a, b)
print('scan', bool((b.get() == numpy.cumsum(a.get())).all()))
keys = pyopencl.array.to_device(queue, numpy.random.default_rng(1).integers(0, 1000, 3000).astype(numpy.int32))
sort = pyopencl.algorithm.RadixSort(context, 'int *k', 'k[i]', ['k'], key_dtype=numpy.int32)
(ordered,), event = sort(keys)
print('sort', bool((ordered.get() == numpy.sort(keys.get())).all()))
random = pyopencl.clrandom.PhiloxGenerator(context).uniform(queue, (20000,), numpy.float64).get()
print('random', bool(abs(random.mean() - 0.5) < 0.02 and random.min() >= 0 and random.max() < 1))
