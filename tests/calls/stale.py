#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compilers detect stale and wrong calls: one program for each. Calls that must fail are errors in every
compiler without any warning option.

usage: stale.py CLBUNDLE SOURCE_ROOT [unittest arguments]"""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

C = '''#include "calls.h"
clb_status f(clb_device *device, const double *x, double *y, const float *z, clb_buffer_double b, clb_buffer_float c);
clb_status f(clb_device *device, const double *x, double *y, const float *z, clb_buffer_double b, clb_buffer_float c)
{
    (void)device; (void)x; (void)y; (void)z; (void)b; (void)c;
    return %s;
}
'''
CALL = 'calls_call_scale(device, %s, NULL)'
RUN = 'calls_run_scale(device, NULL, %s, NULL, NULL)'
ARRAY = 'calls_array_scale(device, %s, NULL)'
CKERNEL = 'calls_ckernel_scale(NULL, 0, %s, CLB_CKERNEL_STRIDED, NULL, NULL)'
GOOD = [CALL % 'calls_args_scale(.x = x, .a = 2.0, .y = y, .n = 3)', CALL % '&(calls_args_scale){.x = x, .a = 2.0, .y = y, .n = 3}', CALL % 'calls_args_scale(.n = 3, .x = x, .a = (device ? 2.0 : 3.0), .y = y)',
        RUN % 'calls_buffers_scale(.x = b, .a = 2.0, .y = b, .n = 3)', CALL % '&(calls_args_scale){.n = 0}',
        ARRAY % 'calls_arrays_scale(.y = NULL, .x = NULL, .a = 2.0)', CKERNEL % 'calls_values_scale(.a = 2.0)']
# What it is called, the call, what the compilers' messages hold.
STALE = [
    ('another name', CALL % 'calls_args_scale(.x = x, .alpha = 2.0, .y = y, .n = 3)', 'alpha'),
    ('a field that is gone', CALL % 'calls_args_scale(.x = x, .a = 2.0, .y = y, .n = 3, .m = 1)', 'm'),
    ('a field that is new', CALL % 'calls_args_scale(.x = x, .a = 2.0, .y = y)', 'state every field'),
    ('a new field of the runner', RUN % 'calls_buffers_scale(.x = b, .a = 2.0, .y = b)', 'state every field'),
    ('a buffer of another type', RUN % 'calls_buffers_scale(.x = c, .a = 2.0, .y = b, .n = 3)', 'clb_buffer_float'),
    ('a pointer for a number', CALL % 'calls_args_scale(.x = x, .a = x, .y = y, .n = 3)', 'double'),
    ('a structure for a number', CALL % 'calls_args_scale(.x = x, .a = b, .y = y, .n = 3)', 'clb_buffer_double'),
    ('the arguments of another kernel', 'calls_call_offset(device, calls_args_offset(.x = x), NULL)', ''),
    ('the arguments one by one', 'calls_call_scale(device, x, 2.0, y, 3, NULL)', 'arguments'),
    ('an array under another name', ARRAY % 'calls_arrays_scale(.z = NULL, .a = 2.0, .y = NULL)', 'z'),
    ('an array that is new', ARRAY % 'calls_arrays_scale(.x = NULL, .a = 2.0)', 'state every field'),
    ('arrays one by one', 'calls_array_scale(device, NULL, 2.0, NULL, NULL)', 'arguments'),
    ('a number of a ckernel', CKERNEL % 'calls_values_scale(.alpha = 2.0)', 'alpha'),
    ('a kernel that is gone', 'calls_call_shift(device, NULL, NULL)', 'calls_call_shift'),
]
# gcc and clang warn of these by themselves, or with the option that is named; C++, gcc 14 and clang 16 refuse most of them.
WARNED = [
    ('elements of another type', CALL % 'calls_args_scale(.x = z, .a = 2.0, .y = y, .n = 3)', ('gcc', 'clang')),
    ('const memory for an output', CALL % 'calls_args_scale(.x = x, .a = 2.0, .y = x, .n = 3)', ('gcc', 'clang')),
    ('the fields in their order without names', CALL % 'calls_args_scale(x, 2.0, y, 3)', ('gcc',)),
    ('an untyped buffer', RUN % 'calls_buffers_scale(.x = b.buffer, .a = 2.0, .y = b, .n = 3)', ('gcc -Wall', 'clang -Wall')),
    ('a field twice', CALL % 'calls_args_scale(.x = x, .x = x, .y = y, .n = 3)', ('clang',)),
]
CPP = '''#include "calls.h"
clb_status f(clb_device *device, const double *x, double *y, const float *z, clb_buffer_double b, clb_buffer_float c);
clb_status f(clb_device *device, const double *x, double *y, const float *z, clb_buffer_double b, clb_buffer_float c)
{
    (void)device; (void)x; (void)y; (void)z; (void)b; (void)c;
    clb_error error = {};
    %s
}
'''
PLAIN = 'calls_args_scale a = calls_args_scale(); a.x = x; a.a = 2.0; a.y = y; a.n = 3; return calls_call_scale(device, %s, &error);'
CPP_GOOD = {11: [PLAIN % 'a', PLAIN % '&a', 'return calls_call_nothing(device, &error);'],
            20: ['return calls_call_scale(device, {.x = x, .a = 2.0, .y = y, .n = 3}, &error);',
                 'return calls_run_scale(device, nullptr, {.x = b, .a = 2.0, .y = b, .n = 3}, nullptr, &error);',
                 'return calls_array_scale(device, {.x = nullptr, .a = 2.0, .y = nullptr}, &error);',
                 'return calls_ckernel_scale(nullptr, 0, {.a = 2.0}, CLB_CKERNEL_STRIDED, nullptr, &error);']}
CPP_STALE = {11: ['calls_args_scale a = calls_args_scale(); a.x = z; return calls_call_scale(device, a, &error);',
                  'calls_args_scale a = calls_args_scale(); a.alpha = 1; return calls_call_scale(device, a, &error);'],
             20: ['return calls_call_scale(device, {.x = z, .a = 2.0, .y = y, .n = 3}, &error);',
                  'return calls_call_scale(device, {.x = x, .a = 2.0, .y = x, .n = 3}, &error);',
                  'return calls_call_scale(device, {.x = x, .y = y, .a = 2.0, .n = 3}, &error);',
                  'return calls_run_scale(device, nullptr, {.x = c, .a = 2.0, .y = b, .n = 3}, nullptr, &error);']}


class Stale(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        subprocess.run([CLBUNDLE, 'bundle', '--native', '--name', 'calls', '--output-dir', cls.folder.name,
                        os.path.join(SOURCE, 'tests/calls/calls.cl')], check=True)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def compile(self, compiler, standard, text, *flags):
        if not shutil.which(compiler):
            self.skipTest('no ' + compiler)
        path = os.path.join(self.folder.name, 'x.' + ('cpp' if '++' in compiler else 'c'))
        with open(path, 'w') as f:
            f.write(text)
        return subprocess.run([compiler, '-std=' + standard, '-fsyntax-only', '-I', os.path.join(SOURCE, 'runtime/include'), *flags, path],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def test_good_calls_compile_without_a_warning(self):
        for compiler in ('gcc', 'clang'):
            for standard in ('c11', 'gnu17'):
                for call in GOOD:
                    with self.subTest(compiler=compiler, call=call):
                        r = self.compile(compiler, standard, C % call, '-Wall', '-Wextra', '-Wpedantic', '-Wconversion', '-Wshadow')
                        self.assertEqual((r.returncode, r.stdout), (0, ''))

    def test_handles_may_be_set_to_nothing_and_to_untyped_buffers(self):
        for compiler in ('gcc', 'clang'):
            r = self.compile(compiler, 'c11', (C % 'CLB_OK').replace('(void)x;', 'clb_buffer_double n = {0}, m = {b.buffer}; (void)n; (void)m; (void)device; (void)x;'),
                             '-Wall', '-Wextra', '-Wpedantic')
            self.assertEqual((r.returncode, r.stdout), (0, ''))

    def test_stale_calls_do_not_compile(self):
        for compiler in ('gcc', 'clang'):
            for name, call, message in STALE:
                with self.subTest(compiler=compiler, stale=name):
                    r = self.compile(compiler, 'c11', C % call, *(['-Werror=implicit-function-declaration'] if 'gone' in name else []))
                    self.assertNotEqual(r.returncode, 0, call)
                    self.assertIn(message, r.stdout)

    def test_sixty_four_fields_are_counted_and_more_are_taken_uncounted(self):
        for count in (1, 2, 63, 64, 65):
            with open(os.path.join(self.folder.name, 'wide.cl'), 'w') as f:
                f.write('__kernel void wide(%s) {}\n' % ', '.join('int a%d' % i for i in range(count)))
            subprocess.run([CLBUNDLE, 'bundle', '--name', 'wide', '--output-dir', self.folder.name, os.path.join(self.folder.name, 'wide.cl')],
                           check=True)
            for fields in {count, max(count - 1, 1)}:
                call = 'wide_call_wide(device, NULL, %s, NULL)'
                named = ', '.join('.a%d = %d' % (i, i) for i in range(fields))
                text = (C % (call % 'wide_args_wide(%s)' % named)).replace('calls.h"', 'wide.h"\n#include "clbundle/typed.h"')
                r = self.compile('gcc', 'c11', text, '-Wpedantic', '-Werror')
                self.assertEqual(r.returncode == 0, fields == count and count <= 64, (count, fields, r.stdout))
                r = self.compile('gcc', 'c11', text.replace('wide_args_wide(', '&(wide_args_wide){').replace('), NULL);', '}, NULL);'))
                self.assertEqual((r.returncode, r.stdout), (0, ''))

    def test_calls_that_c_allows_are_warned_of(self):
        for name, call, compilers in WARNED:
            for compiler in compilers:
                with self.subTest(compiler=compiler, call=name):
                    words = compiler.split()
                    self.assertIn('warning: ', self.compile(words[0], 'c11', C % call, *words[1:]).stdout)

    def test_cpp_takes_plain_structures_and_names(self):
        for compiler in ('g++', 'clang++'):
            for first, calls in CPP_GOOD.items():
                for year in [y for y in (11, 17, 20) if y >= first]:
                    for call in calls:
                        with self.subTest(compiler=compiler, year=year, call=call):
                            r = self.compile(compiler, 'c++%d' % year, CPP % call, '-Wall', '-Wextra', '-Wpedantic')
                            self.assertEqual((r.returncode, r.stdout), (0, ''))

    def test_the_header_of_cpp_compiles_without_a_warning(self):
        for compiler, more in (('g++', ['-Wduplicated-cond', '-Wlogical-op']), ('clang++', ['-Wextra-semi'])):
            for year in (17, 20):
                with self.subTest(compiler=compiler, year=year):
                    with open(os.path.join(SOURCE, 'tests/calls/test_cpp.cpp')) as f:
                        r = self.compile(compiler, 'c++%d' % year, f.read(), '-Wall', '-Wextra', '-Wpedantic', '-Wshadow', '-Wconversion',
                                         '-Wsign-conversion', '-Wnon-virtual-dtor', *more, '-I' + self.folder.name)
                    self.assertEqual((r.returncode, r.stdout), (0, ''))

    def test_cpp_refuses_stale_calls(self):
        for compiler in ('g++', 'clang++'):
            for year, calls in CPP_STALE.items():
                for call in calls:
                    with self.subTest(compiler=compiler, call=call):
                        r = self.compile(compiler, 'c++%d' % year, CPP % call, '-Werror=reorder-init-list')
                        self.assertNotEqual(r.returncode, 0)

    def test_gxx_warns_of_fields_left_out(self):
        r = self.compile('g++', 'c++20', CPP % 'return calls_call_scale(device, {.x = x, .a = 2.0, .y = y}, &error);', '-Wextra')
        self.assertIn('missing initializer', r.stdout)


if __name__ == '__main__':
    CLBUNDLE = os.path.abspath(sys.argv.pop(1))
    SOURCE = os.path.abspath(sys.argv.pop(1))
    unittest.main()
