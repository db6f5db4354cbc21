#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Bundles on 32-bit x86: the same layouts and the same results as on 64 bits.

usage: test_i686.py CLBUNDLE SOURCE_ROOT [unittest arguments]
Needs a gcc that compiles and links for -m32 (gcc-multilib); 77 without."""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

CLBUNDLE = ROOT = None
SSE = ['-msse2', '-mfpmath=sse']
STRICT = ['-std=c11', '-Wall', '-Wextra', '-Wpedantic', '-Werror', '-Wno-psabi', '-O0', '-DCLB_NATIVE_BASELINE_ONLY']
MINGW = 'i686-w64-mingw32-gcc'

APP = '''#include "calls.h"
#include "clbundle/array.h"
#include <stdio.h>
int main(void)
{
    const double x[3] = {1, 2, 3};
    double y[3], sums[2];
    calls_parameters p[8];
    calls_grid g = {.unused = -1, .size = {2, 3}};
    int32_t out[6];
    clb_error e = {0};
    clb_device *d = NULL;
    int failed = clb_device_open(&(clb_device_params){.bundle = &calls_bundle, .environment = ""}, &d, &e) ||
                 calls_call_scale(d, calls_args_scale(.x = x, .a = 2.0, .y = y, .n = 3), &e);
    for (int i = 0; i < 8; ++i) p[i] = (calls_parameters){.a = i + 0.5, .n = i};
    failed = failed || calls_call_sums(d, calls_args_sums(.x = p, .tile = 0, .sums = sums, .n = 2), &e) ||
             calls_call_tables(d, calls_args_tables(.g = g, .tile = 0, .out = out), &e);
    /* A structure with a double by value, and vectors. */
    const clb_float4 from[2] = {{{1, 2, 3, 4}}, {{5, 6, 7, 8}}}, by = {{0.5f, 0, 0, 0}};
    clb_float4 to[2] = {{{0}}, {{1, 1, 1, 1}}};
    const clb_launch launch = {.dimensions = 1, .global = {2}};
    failed = failed || calls_call_offset(d, &launch, calls_args_offset(.x = from, .x_count = 2, .p = p[2], .by = by,
                                                                      .y = to, .y_count = 2), &e);
    /* More than memory can hold is refused, not wrapped. */
    const clb_status huge =
        failed ? CLB_OK : calls_call_scale(d, calls_args_scale(.x = x, .a = 2.0, .y = y, .n = 2000000000), NULL);
    if (failed) printf("%s\\n", e.message);
    else printf("%zu %zu: %g %g %g, %g %g, %d %d, %g %g, %d\\n", sizeof *p, sizeof g, y[0], y[1], y[2], sums[0], sums[1],
                out[4], out[5], (double)to[0].s[0], (double)to[1].s[1], huge == CLB_ERROR_SIZE || huge == CLB_ERROR_MEMORY);
    clb_error_clear(&e);
    clb_device_close(&d);
    return failed;
}
'''
NUMBERS = '16 32: 2 4 6, 8 24, 11 12, 3 16, 1\n'


def run(command, cwd, ok=True):
    r = subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=600)
    if ok and r.returncode:
        raise AssertionError('%s: exit %d\n%s\n%s' % (' '.join(command), r.returncode, r.stdout[-3000:],
                                                     r.stderr[-3000:]))
    return r


class Narrow(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = self.folder.name

    def tearDown(self):
        self.folder.cleanup()

    def bundle(self, name, *kernels):
        run([CLBUNDLE, 'bundle', '--native', '--standalone', '--name', name, '--output-dir', self.root, *kernels],
            self.root)

    def write_app(self):
        self.bundle('calls', ROOT + '/tests/calls/calls.cl')
        with open(os.path.join(self.root, 'app.c'), 'w') as f:
            f.write(APP)

    SOURCES = ['app.c', 'calls.c', 'calls_native.c', 'clbundle.c']

    def test_calls_work_and_structures_are_laid_out_as_the_device_has_them(self):
        self.write_app()
        for compiler in ('gcc', 'clang'):
            if not shutil.which(compiler):
                continue
            with self.subTest(compiler=compiler):
                run([compiler, '-m32', *SSE, *STRICT, *self.SOURCES, '-o', 'app', '-lm', '-lpthread'], self.root)
                self.assertEqual(run(['./app'], self.root).stdout, NUMBERS)

    def test_every_layout_of_the_host_is_the_devices(self):
        self.bundle('records', ROOT + '/tests/golden/input/records.cl')
        for compiler in ('gcc', 'clang'):
            if shutil.which(compiler):
                run([compiler, '-m32', *SSE, *STRICT, '-fsyntax-only', 'records.c', 'records_native.c'], self.root)

    def test_native_code_for_the_old_unit_is_refused_with_what_to_do(self):
        self.write_app()
        r = run(['gcc', '-m32', '-std=c11', '-fsyntax-only', 'calls_native.c'], self.root, ok=False)
        self.assertNotEqual(r.returncode, 0)
        self.assertIn('on 32-bit x86 add -msse2 -mfpmath=sse', r.stderr)
        run(['gcc', '-m32', '-std=c11', '-fsyntax-only', '-DCLB_NO_NATIVE', 'calls_native.c'], self.root)

    @unittest.skipIf(os.environ.get('CLB_TEST_LEVELS') == 'once', 'the suite `processors` runs these')
    def test_kernels_give_what_they_give_with_64_bits(self):
        # In detail: all kernels run on i686 in the suite `processors`. These have atomic functions, barriers, calls, pointers,
        # structures and vectors.
        kernels = ('barrier', 'called', 'language', 'layout', 'tiny', 'wide')
        self.bundle('conformance', *[ROOT + '/tests/native/conformance/%s.cl' % k for k in kernels])
        flags = [*STRICT, '-DCLB_NO_OPENCL', '-DCONFORMANCE_BUNDLE=conformance_bundle', '-I.', ROOT + '/tests/native/hashes.c',
                 'conformance.c', 'conformance_native.c', 'clbundle.c', '-lm', '-lpthread']
        run(['gcc', '-m64', *flags, '-o', 'wide'], self.root)
        run(['gcc', '-m32', *SSE, *flags, '-o', 'narrow'], self.root)
        wide = run(['./wide'], self.root).stdout.splitlines()
        self.assertGreater(len(wide), 50)
        self.assertEqual(run(['./narrow'], self.root).stdout.splitlines(), wide)

    @unittest.skipUnless(shutil.which(MINGW), 'no mingw-w64 for i686')
    def test_mingw_builds_it_for_32_bit_windows(self):
        self.write_app()
        run([MINGW, *SSE, *STRICT, *self.SOURCES, '-static', '-o', 'app.exe'], self.root)
        with open(os.path.join(self.root, 'app.exe'), 'rb') as f:
            data = f.read(4096)
        at = int.from_bytes(data[60:64], 'little')
        self.assertEqual(data[at:at + 6], b'PE\0\0\x4c\x01')


def links():
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, 'a.c')
        with open(source, 'w') as f:
            f.write('#include <math.h>\n#include <stdio.h>\nint main(void) { return printf("%f", sqrt(1.0)) < 0; }\n')
        try:
            program = os.path.join(folder, 'a')
            return (subprocess.run(['gcc', '-m32', source, '-o', program, '-lm'], capture_output=True).returncode == 0 and
                    subprocess.run([program], capture_output=True).returncode == 0)
        except OSError:
            return False


if __name__ == '__main__':
    CLBUNDLE, ROOT = os.path.abspath(sys.argv.pop(1)), os.path.abspath(sys.argv.pop(1))
    if not links():
        print('skipped: needs a gcc that compiles for -m32, and a kernel that runs it')
        sys.exit(77)
    unittest.main(verbosity=2)
