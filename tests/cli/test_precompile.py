# SPDX-License-Identifier: MIT
"""clbundle precompile: binaries for this machine's devices are used at run time, those of other programs are ignored,
and a machine without a device gives a message.

usage: test_precompile.py CLBUNDLE SOURCE_ROOT LIBRARY [unittest arguments]"""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest

KERNELS = '''// @arg x: in n
// @arg y: out n
// @range: n
__kernel void twice(__global const int *x, __global int *y, const int n)
{
    const int i = get_global_id(0);
    if (i < n) y[i] = 2 * x[i];
}

// @arg y: inout n
// @range: n
__kernel void more(__global int *y, const int n)
{
    const int i = get_global_id(0);
    if (i < n) y[i] += 1;
}
'''
MAIN = '''#include "k_binaries.h"
#include <stdio.h>
#include <string.h>
int main(void)
{
    clb_error error = {0};
    clb_device *device = NULL;
    int32_t x[3] = {1, 2, 3}, y[3] = {0};
    size_t used = 99;
    const clb_device_params params = {.bundle = &k_bundle, .environment = "", .back_ends = CLB_BACK_END_OPENCL,
                                      .binaries = k_binaries, .binaries_size = k_binaries_size};
    clb_status status = clb_device_open(&params, &device, &error);
    /* Given once more, they are counted; and by the function that the header has. */
    if (!status && k_binaries_size) status = clb_binaries_import(device, &k_bundle, k_binaries, k_binaries_size, &used, &error);
    if (!status) status = k_import_binaries(device, &error);
    if (!status) status = k_call_twice(device, k_args_twice(.x = x, .y = y, .n = 3), &error);
    if (!status) status = k_call_more(device, k_args_more(.y = y, .n = 3), &error);
    if (status) printf("%s\\n", error.message);
    else printf("%zu used, %d %d %d\\n", k_binaries_size ? used : 0, y[0], y[1], y[2]);
    clb_device_close(&device);
    return status != CLB_OK;
}
'''


class Precompile(unittest.TestCase):
    def setUp(self):
        self.root = tempfile.mkdtemp()
        self.write('k.cl', KERNELS)
        self.write('main.c', MAIN)

    def tearDown(self):
        shutil.rmtree(self.root)

    def write(self, name, text):
        with open(os.path.join(self.root, name), 'w') as f:
            f.write(text)

    def run_clbundle(self, command, *options, expected=0):
        r = subprocess.run([CLBUNDLE, command, '--name', 'k', '--output-dir', self.root, *options, os.path.join(self.root, 'k.cl')],
                           capture_output=True, text=True, timeout=120)
        self.assertEqual(r.returncode, expected, r.stderr)
        return r.stderr

    def has_device(self):
        r = subprocess.run([CLBUNDLE, 'doctor', '--no-launch', '--json'], capture_output=True, text=True, timeout=120)
        return '"back_end": "opencl"' in r.stdout

    def run_application(self):
        exe = os.path.join(self.root, 'main')
        subprocess.run(['cc', '-std=c11', '-Wall', '-Wextra', '-Werror', '-I', os.path.join(ROOT, 'runtime/include'),
                        *(os.path.join(self.root, n) for n in ('main.c', 'k.c', 'k_binaries.c')), LIBRARY,
                        '-Wl,-rpath,' + os.path.dirname(LIBRARY), '-o', exe], check=True)
        # A cache of the driver's own would hide whether it has built anything.
        env = dict(os.environ, POCL_CACHE_DIR=tempfile.mkdtemp(dir=self.root))
        r = subprocess.run([exe], capture_output=True, text=True, timeout=120, env=env)
        self.assertEqual(r.returncode, 0, r.stdout + r.stderr)
        return r.stdout.strip()

    def need_all(self):
        if not shutil.which('cc') or not LIBRARY.endswith('.so') and '.so.' not in LIBRARY:
            self.skipTest('needs a compiler and the shared library')
        if not self.has_device():
            self.skipTest('no OpenCL device')

    def test_binaries_are_used_on_the_device_that_they_were_built_on(self):
        self.need_all()
        self.run_clbundle('bundle')
        self.assertEqual(self.run_clbundle('precompile'), '')
        self.assertEqual(self.run_application(), '2 used, 3 5 7')

    def test_binaries_of_other_programs_are_passed_over(self):
        self.need_all()
        self.run_clbundle('bundle')
        self.run_clbundle('precompile', '--options', '-cl-std=CL1.2 -DOTHER=1')
        self.assertEqual(self.run_application(), '0 used, 3 5 7')

    @unittest.skipUnless(os.path.exists('/etc/OpenCL/vendors/pocl.icd'), 'no PoCL')
    def test_equal_devices_are_built_for_once(self):
        self.need_all()
        sizes = []
        for devices in ('pthread', 'pthread pthread'):
            r = subprocess.run([CLBUNDLE, 'precompile', '--name', 'k', '--output-dir', self.root, '--device', 'pocl',
                                os.path.join(self.root, 'k.cl')], capture_output=True, text=True, timeout=120,
                               env=dict(os.environ, POCL_DEVICES=devices, POCL_CACHE_DIR=self.root))
            self.assertEqual((r.returncode, r.stderr), (0, ''))
            with open(os.path.join(self.root, 'k_binaries.c')) as f:
                sizes.append(f.read().split('k_binaries_size = ')[1])
        self.assertEqual(sizes[0], sizes[1])

    def test_groups_make_the_same_programs_as_in_the_bundle(self):
        self.need_all()
        for command in ('bundle', 'precompile'):
            self.run_clbundle(command, '--group', 'both=twice,more')
        self.assertEqual(self.run_application(), '1 used, 3 5 7')

    def test_without_a_device_it_is_an_error_unless_that_is_allowed(self):
        text = self.run_clbundle('precompile', '--device', 'none such', expected=1)
        self.assertIn('no OpenCL device fits --device "none such"', text)
        self.assertIn('--optional', text)
        self.assertFalse(os.path.exists(os.path.join(self.root, 'k_binaries.c')))
        text = self.run_clbundle('precompile', '--device', 'none such', '--optional')
        self.assertIn('warning', text)
        with open(os.path.join(self.root, 'k_binaries.c')) as f:
            self.assertIn('k_binaries_size = 0;', f.read())
        if shutil.which('cc') and self.has_device() and '.so' in LIBRARY:
            self.run_clbundle('bundle')
            self.assertEqual(self.run_application(), '0 used, 3 5 7')

    def test_a_program_that_no_driver_builds_is_named(self):
        self.need_all()
        self.write('k.cl', KERNELS + '\n// @range: n\n__kernel void odd(__global int *y, const int n)\n{\n    y[0] = no_such_word;\n}\n')
        text = self.run_clbundle('precompile', '--no-check')
        self.assertIn("'odd'", text)
        self.assertIn('what could be built is kept', text)
        self.run_clbundle('precompile', expected=1) # the check finds it first

    def test_wrong_usage(self):
        for options in (['--timeout', 'soon'], ['--timeout', '0'], ['--group', 'x']):
            self.run_clbundle('precompile', *options, expected=2)
        r = subprocess.run([CLBUNDLE, 'precompile', '--name', '1k', '--output-dir', self.root, 'k.cl'], capture_output=True, text=True)
        self.assertEqual(r.returncode, 2)
        r = subprocess.run([CLBUNDLE, 'precompile', '--name', 'k', '--output-dir', self.root], capture_output=True, text=True)
        self.assertEqual(r.returncode, 2)
        self.write('k.cl', '__kernel void broken(')
        self.run_clbundle('precompile', expected=1)


if __name__ == '__main__':
    CLBUNDLE, ROOT, LIBRARY = sys.argv[1:4]
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
