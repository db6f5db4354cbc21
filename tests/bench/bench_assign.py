#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Assignment between arrays against NumPy's copyto, in one process, the two in turn.

usage: bench_assign.py LIBCLBUNDLE.so [--quick] [--pairs FILTER] [--all]

For every pair of types and layout the ratio NumPy's time : clbundle's is printed where it is among the worst (or all, with
--all), then the geometric mean by layout. Then:
records and bytes, checked conversions against NumPy's, checked conversions against unchecked ones, contiguous copies against memcpy,
transposes against copies beyond the caches, and the cost of a call that does almost nothing. It never fails a test.
Without NumPy it is skipped, with a message."""
import argparse
import ctypes
import functools
import math
import sys
import time
import warnings

try:
    import numpy as np
except ImportError:
    print('bench_assign: NumPy is not installed')
    sys.exit(77)

NAMES = ['bool', 'int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32', 'uint64', 'float16', 'float32', 'float64',
         'complex64', 'complex128']
DIMS = 16


class Array(ctypes.Structure):
    _fields_ = [('data', ctypes.c_void_p), ('type', ctypes.c_void_p), ('memory', ctypes.c_void_p), ('memory_size', ctypes.c_size_t),
                ('dims', ctypes.c_uint32), ('flags', ctypes.c_uint32), ('shape', ctypes.c_size_t * DIMS),
                ('strides', ctypes.c_ssize_t * DIMS)]


class Params(ctypes.Structure):
    _fields_ = [('mode', ctypes.c_int), ('device', ctypes.c_void_p)]


def view(lib, x):
    a = Array(data=x.ctypes.data, type=ctypes.addressof(ctypes.c_char.in_dll(lib, 'clb_type_' + x.dtype.name)), dims=x.ndim)
    for d in range(x.ndim):
        a.shape[d], a.strides[d] = x.shape[d], x.strides[d]
    return a


def spaced(shape, dtype, last):
    """An array whose last dimension has this distance, in elements (negative: reversed)."""
    step = abs(last)
    x = np.zeros(shape[:-1] + (shape[-1] * step,), dtype)[..., ::step]
    return x[..., ::-1] if last < 0 else x


def unaligned(shape, dtype):
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    return np.zeros(size + 1, 'u1')[1:].view(dtype).reshape(shape)


def layouts(quick):
    n = 16384
    plain = np.zeros
    table = {
        'contiguous': lambda d, s: (plain(n, d), plain(n, s)),
        'unaligned': lambda d, s: (unaligned((n,), d), unaligned((n,), s)),
        'from stride 2': lambda d, s: (plain(n, d), spaced((n,), s, 2)),
        'to stride 2': lambda d, s: (spaced((n,), d, 2), plain(n, s)),
        'from stride 7': lambda d, s: (plain(n, d), spaced((n,), s, 7)),
        'to stride 7': lambda d, s: (spaced((n,), d, 7), plain(n, s)),
        'reversed': lambda d, s: (plain(n, d), spaced((n,), s, -1)),
        'transposed 2-D': lambda d, s: (plain((160, 100), d), plain((100, 160), s).T),
        'transposed 3-D': lambda d, s: (plain((20, 30, 40), d), plain((40, 30, 20), s).T),
        'large transposed': lambda d, s: (plain((1024, 1000), d), plain((1000, 1024), s).T),
        'inner 2': lambda d, s: (plain((4000, 3), d)[:, :2], plain((4000, 4), s)[:, :2]),
        'inner 3': lambda d, s: (plain((4000, 4), d)[:, :3], plain((4000, 5), s)[:, :3]),
        'inner 4': lambda d, s: (plain((4000, 5), d)[:, :4], plain((4000, 6), s)[:, :4]),
        'broadcast row': lambda d, s: (plain((128, 128), d), plain(128, s)),
        'broadcast column': lambda d, s: (plain((128, 128), d), plain((128, 1), s)),
        'scalar': lambda d, s: (plain(n, d), plain((), s)),
    }
    if quick:
        for name in ('unaligned', 'to stride 7', 'transposed 3-D', 'large transposed', 'inner 2', 'inner 4'):
            del table[name]
    return table


def measure(first, second, seconds):
    """The smallest processor time of each, in turns: what other programs do meanwhile counts as little as can be."""
    def once(call, count):
        start = time.thread_time()
        for _ in range(count):
            call()
        return (time.thread_time() - start) / count
    counts = [max(1, int(seconds / 6 / max(once(c, 1), 1e-7))) for c in (first, second)]
    best = [math.inf, math.inf]
    for _ in range(6):
        for i, call in enumerate((first, second)):
            best[i] = min(best[i], once(call, counts[i]))
    return best


class Bench:
    def __init__(self, lib):
        self.lib = lib
        self.assign = lib.clb_array_assign
        self.types = {}

    def view(self, x):
        """Numbers have constants; other types are read from their dtype, and live as long as the process."""
        if x.dtype.fields is None and x.dtype.kind in 'biufc':
            return view(self.lib, x)
        text = (str(x.dtype.descr) if x.dtype.fields else repr(x.dtype.str)).encode()
        if text not in self.types:
            made = ctypes.c_void_p()
            if self.lib.clb_numpy_read_dtype(text, ctypes.c_size_t(len(text)), ctypes.byref(made), None) != 0:
                raise RuntimeError('no type %s' % text.decode())
            self.types[text] = made.value
        a = Array(data=x.ctypes.data, type=self.types[text], dims=x.ndim)
        for d in range(x.ndim):
            a.shape[d], a.strides[d] = x.shape[d], x.strides[d]
        return a

    def call(self, dst, src, mode=0):
        to, source, params = self.view(dst), self.view(src), Params(mode, None)
        run = functools.partial(self.assign, *map(ctypes.byref, (to, source, params)), None)
        if run() != 0:
            raise RuntimeError('clb_array_assign failed')
        run.arrays = dst, src  # which must live as long
        return run


def geometric(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def against_numpy(bench, options):
    rows = []
    for name, make in layouts(options.quick).items():
        ratios = []
        for s in NAMES:
            for d in NAMES:
                if options.pairs and options.pairs not in s + '->' + d:
                    continue
                dst, src = make(d, s)
                with np.errstate(all='ignore'), warnings.catch_warnings():
                    warnings.simplefilter('ignore')
                    src_base = (np.arange(src.size) % 100).reshape(src.shape)
                    src[...] = src_base.astype(s)
                    ours = bench.call(dst, src)

                    def numpys():
                        np.copyto(dst, src, casting='unsafe')
                    got = dst.copy()
                    numpys()
                    if not np.array_equal(got, dst):
                        raise RuntimeError('%s -> %s, %s: results differ' % (s, d, name))
                    mine, theirs = measure(ours, numpys, options.seconds)
                ratios.append(theirs / mine)
                rows.append((theirs / mine, name, s + '->' + d, mine / dst.size * 1e9))
        print('%-18s geometric mean %6.2f   worst %5.2f   below 1: %d of %d' % (
            name, geometric(ratios), min(ratios), sum(r < 1 for r in ratios), len(ratios)), flush=True)
    rows.sort()
    print('%-18s geometric mean %6.2f' % ('all', geometric([r[0] for r in rows])))
    for ratio, name, pair, ns in rows if options.all else rows[:options.worst]:
        print('  %6.2f  %-18s %-24s %7.3f ns an element' % (ratio, name, pair, ns))


RECORDS = [
    ([('v', '<f4', (3,))], [('v', '<f8', (3,))]), ([('v', '<f8', (3,))], [('v', '<f4', (3,))]),
    ([('v', '<i2', (4,))], [('v', '<f4', (4,))]), ([('v', '<f8', (2, 3))], [('v', '<f4', (2, 3))]),
    ([('a', '<i4'), ('v', '<f4', (5,))], [('a', '<f8'), ('v', '<f8', (5,))]),
    ([('a', '<f4'), ('b', '<f4')], [('a', '<f8'), ('b', '<f8')]), ([('a', '<i4'), ('b', '<f8')], [('a', '<f8'), ('b', '<f4')]),
    ([('a', '<f8'), ('b', '<f8')], [('b', '<f8'), ('a', '<f8')]), ([('a', '<i2'), ('b', '<i2')], [('a', '<i4'), ('b', '<i4')]),
    ('S5', 'S8'), ('S8', 'S5'), ('S3', 'S4'), ('S20', 'S32'), ('S32', 'S20'), ('S1', 'S2'), ('S100', 'S120'),
]


def nested(bench, options):
    """Records and bytes, from one dtype to another."""
    for n in (1000, 100000):
        ratios = []
        for s, d in RECORDS:
            src, dst = np.zeros(n, s), np.zeros(n, d)
            for name in src.dtype.names or ():
                src[name] = (np.arange(src[name].size) % 100).reshape(src[name].shape)
            if src.dtype.names is None:
                src[...] = np.array([b'abc' * (i % 3) for i in range(n)])
            ours = bench.call(dst, src)
            got = dst.copy()

            def numpys():  # a record's fields go to each other by position: here to those of the same name
                np.copyto(dst, src[list(dst.dtype.names)] if dst.dtype.names else src, casting='unsafe')
            numpys()
            if not np.array_equal(got, dst):
                raise RuntimeError('%s -> %s: results differ' % (s, d))
            mine, theirs = measure(ours, numpys, options.seconds * 2)
            ratios.append(theirs / mine)
            print('  %6.2f  %8d elements  %-42s %7.3f ns an element' % (theirs / mine, n, '%s -> %s' % (s, d), mine / n * 1e9))
        print('records and bytes, %d elements: geometric mean %.2f' % (n, geometric(ratios)))


def checked_against_numpy(bench, options):
    """NumPy does not check; what checks cost beyond that is ours."""
    for s, d, mode in (('int64', 'float64', 3), ('uint64', 'float64', 3), ('int32', 'float32', 3), ('bool', 'float64', 0),
                       ('bool', 'float32', 0), ('bool', 'int64', 0)):
        for n in (16384, 1 << 20):
            dst, src = np.zeros(n, d), (np.arange(n) % 2).astype(s)
            mine, theirs = measure(bench.call(dst, src, mode), lambda: np.copyto(dst, src, casting='unsafe'), options.seconds * 2)
            print('  %6.2f  %8d elements  %s -> %s, mode %d' % (theirs / mine, n, s, d, mode))


def checks(bench, options):
    rows = []
    for n in (16384, 1 << 20):
        for s in NAMES:
            for d in NAMES:
                dst, src = np.zeros(n, d), (np.arange(n) % 2).astype(s)
                for mode in (1, 2, 3):
                    plain, checked = measure(bench.call(dst, src), bench.call(dst, src, mode), options.seconds)
                    rows.append((checked / plain, mode, n, s + '->' + d))
    rows.sort(reverse=True)
    print('checked : unchecked, geometric mean %.2f, above 1.3: %d of %d; worst' % (
        geometric([r[0] for r in rows]), sum(r[0] > 1.3 for r in rows), len(rows)))
    for row in rows[:options.worst]:
        print('  %6.2f  mode %d  %8d elements  %s' % row)


def copies(bench, options):
    for n in (1 << 10, 1 << 14, 1 << 18, 1 << 24):
        x, y = np.zeros(n), np.zeros(n)
        move = ctypes.memmove
        a, b = y.ctypes.data, x.ctypes.data
        mine, plain = measure(bench.call(y, x), lambda: move(a, b, n * 8), options.seconds * 4)
        print('contiguous copy of %9d bytes : memcpy %6.2f' % (8 * n, mine / plain))
    for name, size in (('int8', 8192), ('int16', 6144), ('int32', 4096), ('float64', 4096), ('complex128', 3000)):
        x, y = np.ones((size, size), name), np.zeros((size, size), name)
        turned, plain = measure(bench.call(y, x.T), bench.call(y, x), options.seconds * 10)
        print('transpose of %d x %d %s : copy %6.2f' % (size, size, name, turned / plain))
    x, y = np.zeros(1), np.zeros(1, 'f4')
    refused = functools.partial(bench.assign, None, None, None, None)  # returns at once
    mine, nothing = measure(bench.call(y, x), refused, options.seconds * 10)
    print('call of one element %.0f ns, of which ctypes about %.0f ns' % (mine * 1e9, nothing * 1e9))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('library')
    parser.add_argument('--quick', action='store_true', help='fewer layouts')
    parser.add_argument('--all', action='store_true', help='every ratio')
    parser.add_argument('--pairs', default='', help='only pairs whose name, "int8->float32", contains this')
    parser.add_argument('--seconds', type=float, default=0.003, help='for each measurement')
    parser.add_argument('--worst', type=int, default=40)
    parser.add_argument('--part', choices=['numpy', 'nested', 'checked', 'checks', 'copies'])
    options = parser.parse_args()
    bench = Bench(ctypes.CDLL(options.library))
    print('NumPy', np.__version__)
    for part, run in (('numpy', against_numpy), ('nested', nested), ('checked', checked_against_numpy),
                      ('checks', checks), ('copies', copies)):
        if options.part in (None, part):
            run(bench, options)


if __name__ == '__main__':
    main()
