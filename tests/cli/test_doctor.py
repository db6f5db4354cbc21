# SPDX-License-Identifier: MIT
"""clbundle doctor: on machines whose drivers work, crash, hang, exit or are missing, for bundles with all needs.

usage: test_doctor.py CLBUNDLE SOURCE_ROOT [unittest arguments]"""

import ctypes.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

# Drivers that a loader loads, and that end when it asks them anything.
DRIVER = '''#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
void *clGetExtensionFunctionAddress(const char *name);
int clIcdGetPlatformIDsKHR(unsigned n, void *p, unsigned *count);
static void end(void) { fputs("driver: giving up\\x1b[31m\\n\\n", stderr); %s }
void *clGetExtensionFunctionAddress(const char *name) { (void)name; end(); return 0; }
int clIcdGetPlatformIDsKHR(unsigned n, void *p, unsigned *count) { (void)n; (void)p; (void)count; end(); return -1; }
'''
ENDS = {'crash': 'raise(SIGSEGV);', 'hang': 'if (fork() >= 0) for (;;) pause();', 'exit': 'exit(3);'}


class Doctor(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.root = tempfile.mkdtemp()
        self.vendors = os.path.join(self.root, 'vendors')
        os.mkdir(self.vendors)

    def tearDown(self):
        shutil.rmtree(self.root)

    def write(self, path, text):
        with open(os.path.join(self.root, path), 'w', encoding='utf-8') as f:
            f.write(text)
        return os.path.join(self.root, path)

    def doctor(self, *arguments, ok=0, **variables):
        env = {k: v for k, v in os.environ.items() if k not in ('CLBUNDLE_DEVICE', 'OCL_ICD_FILENAMES')}
        env.update({'OCL_ICD_VENDORS': self.vendors}, **variables)
        # A driver that ends the process leaves its caller's memory behind: a leak sanitizer would change the exit status.
        env['ASAN_OPTIONS'] = ':'.join(filter(None, [env.get('ASAN_OPTIONS'), 'detect_leaks=0']))
        r = subprocess.run([CLBUNDLE, 'doctor', *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env, timeout=120)
        self.assertEqual(r.returncode, ok, (r.stdout, r.stderr))
        self.stderr = r.stderr
        return r.stdout

    def json(self, *arguments, **more):
        return json.loads(self.doctor('--json', *arguments, **more))

    def driver(self, name):
        if not shutil.which('cc') or not ctypes.util.find_library('OpenCL'):
            self.skipTest('no cc, or no OpenCL loader')
        source = self.write(name + '.c', DRIVER % ENDS[name])
        library = os.path.join(self.root, 'lib%s.so' % name)
        subprocess.run(['cc', '-shared', '-fPIC', '-o', library, source], check=True)
        self.write('vendors/%s.icd' % name, library + '\n')

    def bundle(self, name, kernel, *options):
        path = self.write(name + '.cl', kernel)
        subprocess.run([CLBUNDLE, 'bundle', '--name', name, *options, '--output-dir', self.root, path], check=True,
                       stderr=subprocess.DEVNULL)
        return os.path.join(self.root, name + '.json')

    def test_without_drivers_native_code_runs_and_is_timed(self):
        r = self.json()
        self.assertEqual([d['back_end'] for d in r['devices']], ['native'])
        launch = r['devices'][0]['launch']
        self.assertIsNone(launch['problem'])
        self.assertTrue(launch['second_seconds'] > 0 and launch['open_seconds'] > 0)
        self.assertEqual((r['choice']['back_end'], r['choice']['reason']), ('native', 'it is the only device'))
        self.assertEqual((r['bundle'], r['problem'], r['drivers']), (None, None, []))
        self.assertEqual(r['variables']['OCL_ICD_VENDORS'], self.vendors)
        text = self.doctor()
        self.assertIn('Drivers listed in %s: none\n' % self.vendors, text)
        self.assertRegex(text, r'test launch: opened in [\d.]+ [um]?s, first call [\d.]+ [um]?s, second call')
        self.assertIn('A bundle without needs, with native code, would run on processor (native), since it is the only device\n', text)
        self.assertNotIn('launch', json.loads(self.doctor('--json', '--no-launch'))['devices'][0])

    def test_a_driver_that_dies_or_hangs_is_named_and_the_rest_goes_on(self):
        for name, said in (('crash', 'crashed (Segmentation fault)'), ('exit', 'ended the process with status 3'),
                           ('hang', 'did not answer within 1 s')):
            for old in os.listdir(self.vendors):
                os.remove(os.path.join(self.vendors, old))
            self.driver(name)
            r = self.json('--timeout', '1' if name == 'hang' else '20')
            self.assertEqual(r['problem'], said + '; its last output: driver: giving up [31m', name)
            self.assertEqual(r['drivers'][0]['problem'], 'it ' + r['problem'])
            self.assertEqual([d['back_end'] for d in r['devices']], ['native'])
            self.assertIsNone(r['devices'][0]['launch']['problem'])
            self.assertEqual(r['choice']['back_end'], 'native')
            text = self.doctor('--timeout', '1' if name == 'hang' else '20')
            self.assertIn('The process that queried the drivers for their devices ' + said, text)
            self.assertNotIn('\x1b', text + self.stderr)

    @unittest.skipUnless(os.path.exists('/etc/OpenCL/vendors/pocl.icd'), 'no PoCL')
    def test_one_bad_driver_beside_a_good_one(self):
        shutil.copy('/etc/OpenCL/vendors/pocl.icd', self.vendors)
        good = self.json()
        self.assertIn('Portable Computing Language', [d['platform'] for d in good['devices']])
        for d in good['devices']:
            self.assertIsNone(d['launch']['problem'], d)
            self.assertEqual(any('hangs in children' in k['note'] for k in d['known']), d['back_end'] == 'opencl')
            for k in d['known']:
                self.assertTrue(k['topic'] and k['source'])
        self.driver('crash')
        r = self.json('--no-launch')
        problems = {os.path.basename(d['file']): d['problem'] for d in r['drivers']}
        self.assertIn('crashed', problems['crash.icd'])
        self.assertIsNone(problems['pocl.icd'])

    def test_a_driver_that_does_not_load_is_told(self):
        self.write('vendors/gone.icd', 'libgone_\x1b[31m.so\n')
        self.write('vendors/empty.icd', '\n')
        self.write('vendors/other.txt', 'x')
        problems = {os.path.basename(d['file']): d['problem'] for d in self.json('--no-launch')['drivers']}
        self.assertEqual(sorted(problems), ['empty.icd', 'gone.icd'])
        self.assertEqual(problems['empty.icd'], 'it names no library')
        self.assertIn('it does not load: ', problems['gone.icd'])
        self.assertNotIn('\x1b', self.doctor('--no-launch'))

    def test_needs_of_a_bundle_decide(self):
        double = '__kernel void k(__global double *x) { x[0] = 1; }\n'
        r = self.json('--no-launch', self.bundle('plain', double), ok=1)
        self.assertEqual((r['choice'], r['bundle']['needs'], r['bundle']['native_kernels']), (None, ['fp64'], 0))
        self.assertEqual(r['ranked'][0]['rejected'], "bundle 'plain' has no native code")
        self.assertIn("Bundle 'plain' needs fp64; native code for 0 of 1 kernels\nIt would run on no device\n",
                      self.doctor('--no-launch', os.path.join(self.root, 'plain.json'), ok=1))
        r = self.json('--no-launch', self.bundle('native', double + '__kernel void i(__global int *x) { x[0] = sub_group_clustered_reduce_add(x[1], 3u); }\n', '--native',
                                  '--options', '-cl-std=CL2.0'))
        self.assertEqual((r['choice']['back_end'], r['bundle']['native_kernels'], r['bundle']['kernels']), ('native', 1, 2))
        self.assertIn("native code for 1 of 2 kernels, not for 'i'\nIt would run on processor (native), since it is the only device\n",
                      self.doctor('--no-launch', os.path.join(self.root, 'native.json')))

    def test_the_users_filter_counts(self):
        r = self.json('--no-launch', CLBUNDLE_DEVICE='radeon')
        self.assertIsNone(r['choice'])
        self.assertEqual(r['variables']['CLBUNDLE_DEVICE'], 'radeon')
        self.assertEqual(r['ranked'][0]['rejected'], 'it does not match the filter "radeon"')
        self.assertIsNone(r['devices'][0]['rejected'])

    def test_what_is_no_manifest_is_refused_at_its_place(self):
        with open(self.bundle('b', '__kernel void k(__global int *x) { x[0] = 1; }\n')) as f:
            good = f.read()
        path = self.write('m.json', good[:-3])
        self.doctor(path, ok=1)
        self.assertIn("error: expected ',' or '}'", self.stderr)
        for member in ('bundle', 'abi', 'programs', 'kernels', 'needs'):
            self.write('m.json', good.replace('"%s":' % member, '"other":'))
            self.doctor(path, ok=1)
            self.assertIn("error: the manifest has no valid '%s'" % member, self.stderr)
            self.write('m.json', good.replace('"%s":' % member, '"%s": null, "other":' % member, 1))
            self.doctor(path, ok=1)
            self.assertIn("error: the manifest has no valid '%s'" % member, self.stderr)
        self.doctor(os.path.join(self.root, 'none.json'), ok=1)
        self.assertIn('File not found', self.stderr)
        self.write('m.json', good.replace('"abi": ', '"abi": 1'))
        self.assertIn("this clbundle's runtime reads layout", self.doctor('--no-launch', path, ok=1))

    def test_wrong_usage(self):
        for arguments in (('a', 'b'), ('--timeout', 'x'), ('--timeout', '0'), ('--timeout', '-1'), ('--timeout', 'nan'), ('--timeout', '1x')):
            self.doctor(*arguments, ok=2)

    @unittest.skipUnless(shutil.which('readelf'), 'no readelf')
    def test_the_generator_is_not_linked_with_opencl(self):
        r = subprocess.run(['readelf', '-d', CLBUNDLE], stdout=subprocess.PIPE, text=True, check=True)
        self.assertNotIn('OpenCL', r.stdout)
        self.assertNotIn('libclbundle', r.stdout)


if __name__ == '__main__':
    CLBUNDLE = os.path.abspath(sys.argv.pop(1))
    SOURCE = os.path.abspath(sys.argv.pop(1))
    unittest.main()
