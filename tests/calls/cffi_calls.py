#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""cffi reads clbundle/cdef.h and NAME_cdef.h as they are; its layouts and functions are those of the headers; calls work.

usage: cffi_calls.py CLBUNDLE SOURCE_ROOT LIBRARY [unittest arguments]

LIBRARY: the bundle of calls.cl with the runtime, as a shared library. Exit status 77 without cffi."""
import os
import re
import subprocess
import sys
import tempfile
import unittest

try:
    import cffi
except ImportError:
    print('no cffi for Python: nothing is tested')
    sys.exit(77)


def read(path):
    with open(path, encoding='utf-8') as f:
        return f.read()


class Cffi(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        for name, path in (('calls', 'tests/calls/calls.cl'), ('records', 'tests/golden/input/records.cl'),
                           ('layout', 'tests/native/conformance/layout.cl')):
            subprocess.run([CLBUNDLE, 'bundle', '--cdef', '--name', name, '--output-dir', cls.folder.name, os.path.join(SOURCE, path)],
                           check=True, stderr=subprocess.DEVNULL)
        cls.runtime = read(os.path.join(SOURCE, 'runtime/include/clbundle/cdef.h'))
        cls.ffi = cffi.FFI()
        cls.ffi.cdef(cls.runtime)
        cls.ffi.cdef(read(os.path.join(cls.folder.name, 'calls_cdef.h')))
        cls.lib = cls.ffi.dlopen(LIBRARY)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def compile(self, lines):
        path = os.path.join(self.folder.name, 'check.c')
        with open(path, 'w') as f:
            f.write('\n'.join(lines) + '\n')
        r = subprocess.run(['cc', '-std=c11', '-fsyntax-only', '-I', os.path.join(SOURCE, 'runtime/include'), path],
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.assertEqual((r.returncode, r.stdout), (0, ''))

    def layouts(self, ffi, structures):
        for name in structures:
            t = ffi.typeof(name)
            if t.kind not in ('struct', 'union') or t.fields is None:
                continue
            # cffi cannot align vectors: only their size is the same.
            if not re.fullmatch(r'clb_u?(char|short|int|long|half|float|double)\d+', name):
                yield '_Static_assert(_Alignof(%s) == %d, "%s");' % (name, ffi.alignof(t), name)
            yield '_Static_assert(sizeof(%s) == %d, "%s");' % (name, ffi.sizeof(t), name)
            for field, f in t.fields:
                yield '_Static_assert(offsetof(%s, %s) == %d, "%s.%s");' % (name, field, f.offset, name, field)

    def test_layouts_are_those_of_the_headers(self):
        for bundle in ('calls', 'records', 'layout'):
            ffi = cffi.FFI()
            text = read(os.path.join(self.folder.name, bundle + '_cdef.h'))
            ffi.cdef(self.runtime)
            ffi.cdef(text)
            lines = list(self.layouts(ffi, ffi.list_types()[0]))
            self.assertGreater(len(lines), 300)
            self.assertTrue(any(bundle + '_args_' in line for line in lines))
            self.compile(['#include "%s.h"' % bundle] + lines)

    def test_functions_are_those_of_the_header(self):
        functions = re.findall(r'^(?:clb_status|clb_stage|void|const char \*|const clb_device_info \*|size_t|int32_t) ?\w+\([^;]*\);$', self.runtime, re.M)
        self.assertGreater(len(functions), 20)
        self.compile(['#include "clbundle/core.h"'] + functions)  # another type would be an error
        for line in functions:
            self.assertTrue(callable(getattr(self.lib, re.search(r'(clb_\w+)\(', line).group(1))), line)

    def test_enumerators_are_those_of_the_header(self):
        for enum in ('clb_status', 'clb_device_type', 'clb_start', 'clb_stage', 'clb_ran'):
            values = self.ffi.typeof(enum).relements
            self.compile(['#include "clbundle/core.h"'] + ['_Static_assert(%s == %d, "%s");' % (n, v, n) for n, v in values.items()])
            header = read(os.path.join(SOURCE, 'runtime/include/clbundle/core.h'))
            body = re.search(r'typedef enum %s \{(.*?)\}' % enum, header, re.S).group(1)
            self.assertEqual(set(re.findall(r'\b(CLB_[A-Z_]+)\b(?=[ ,=]|$)', re.sub(r'/\*.*?\*/', '', body, flags=re.S), re.M)), set(values))

    def test_kernels_that_cffi_cannot_lay_out_are_left_out(self):
        text = read(os.path.join(self.folder.name, 'calls_cdef.h'))
        self.assertIn('Kernel offset: cffi cannot state the layout of its argument by', text)
        self.assertFalse(hasattr(self.lib, 'calls_call_offset'))

    def test_calls_work(self):
        ffi, lib = self.ffi, self.lib
        error = ffi.new('clb_error *')
        device = ffi.new('clb_device **')
        name = ffi.new('char[]', b'native')
        nothing = ffi.new('char[]', b'')
        params = ffi.new('clb_device_params *', {'bundle': ffi.addressof(lib, 'calls_bundle'), 'filter': name, 'environment': nothing})
        self.assertEqual(lib.clb_device_open(params, device, error), lib.CLB_OK, ffi.string(error.message))
        x, y = ffi.new('double[3]', [1, 2, 3]), ffi.new('double[3]')
        arguments = ffi.new('calls_args_scale *', {'x': x, 'a': 2.0, 'y': y, 'n': 3})
        self.assertEqual(lib.calls_call_scale(device[0], arguments, error), lib.CLB_OK)
        self.assertEqual(list(y), [2, 4, 6])
        arguments.x = ffi.NULL
        self.assertEqual(lib.calls_call_scale(device[0], arguments, error), lib.CLB_ERROR_ARGUMENT)
        self.assertIn(b"argument 'x' of kernel 'scale' is NULL", ffi.string(error.message))
        grid, out = {'size': {'rows': 2, 'columns': 3}}, ffi.new('int32_t[6]')
        tables = ffi.new('calls_args_tables *', {'g': grid, 'tile': 0, 'out': out})
        self.assertEqual(lib.calls_call_tables(device[0], tables, error), lib.CLB_OK, ffi.string(error.message))
        self.assertEqual(list(out), [0, 1, 2, 10, 11, 12])
        buffers = [ffi.new('clb_buffer **'), ffi.new('clb_buffer **')]
        self.assertEqual(lib.clb_buffer_create(device[0], 24, x, buffers[0], error), lib.CLB_OK)
        self.assertEqual(lib.clb_buffer_create(device[0], 24, ffi.NULL, buffers[1], error), lib.CLB_OK)
        run = ffi.new('calls_buffers_scale *', {'x': {'buffer': buffers[0][0]}, 'a': -1.0, 'y': {'buffer': buffers[1][0]}, 'n': 3})
        self.assertEqual(lib.calls_run_scale(device[0], ffi.NULL, run, ffi.NULL, error), lib.CLB_OK)
        self.assertEqual(lib.clb_buffer_read(buffers[1][0], 0, y, 24, error), lib.CLB_OK)
        self.assertEqual(list(y), [-1, -2, -3])
        for b in buffers:
            lib.clb_buffer_release(b)
        lib.clb_device_close(device)
        lib.clb_error_clear(error)


if __name__ == '__main__':
    CLBUNDLE, SOURCE, LIBRARY = (os.path.abspath(sys.argv.pop(1)) for _ in range(3))
    unittest.main()
