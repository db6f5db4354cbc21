#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Standalone bundles: a folder of C files, and a compiler without flags.

usage: test_standalone.py CLBUNDLE SOURCE_ROOT [unittest arguments]"""
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from test_consumers import APP, KERNEL, NUMBERS, OTHER, Case, run

CLBUNDLE = ROOT = None
OBJECTS = tempfile.TemporaryDirectory()
STRICT = ['-std=c11', '-Wall', '-Wextra', '-Wpedantic', '-Werror']
LINK = ['-lm', '-lpthread']

# Two readings of one memory, by subscripts that no compiler can compare.
PUN = '''// @range: n
// @arg x: inout n
// @arg at: in n
// @arg y: out n
__kernel void density(__global uint *x, __global const int *at, __global uint *y, const int n)
{
    const int i = get_global_id(0);
    if (i != 0) return;
    __global float *f = (__global float *)x;
    for (int k = 0; k < n; ++k) {
        const uint before = x[k];
        f[at[k]] = 2.0f;
        y[k] = before ^ x[k];
    }
}
'''
PUN_APP = '''#include "mine.h"
int main(void)
{
    uint32_t x[3] = {1, 2, 3}, y[3] = {0};
    const int32_t at[3] = {0, 1, 2};
    clb_device *device = NULL;
    if (clb_device_open(&(clb_device_params){.bundle = &mine_bundle}, &device, NULL)) return 1;
    const clb_status status = mine_call_density(device, mine_args_density(.x = x, .at = at, .y = y, .n = 3), NULL);
    clb_device_close(&device);
    return status || y[0] != 0x40000001 || y[1] != 0x40000002 || y[2] != 0x40000003;
}
'''


def compilers():
    return [c for c in ('gcc', 'clang') if shutil.which(c)]


class Standalone(Case):
    def bundle(self, *options, kernel=KERNEL, name='mine', folder='.', app=APP):
        self.write('density.cl', kernel)
        if app:
            self.write('app.c', app)
        run([CLBUNDLE, 'bundle', '--standalone', '--name', name, '--layer', ROOT + '/cl/OPENCL.cl', '--library',
             'nmath=' + ROOT + '/cl/nmath', '--output-dir', folder, *options, 'density.cl'], cwd=self.root)

    def sources(self, folder='.'):
        return sorted(os.path.join(folder, f) for f in os.listdir(os.path.join(self.root, folder)) if f.endswith('.c'))

    def object(self, compiler, flags, source):
        """One source compiled, with nothing in the environment that could help. The runtime's files, which are the same
        in all tests, are compiled once."""
        target = os.path.join(self.root, source.replace('/', '_') + '.o')
        kept = None
        if os.path.basename(source).startswith('clbundle'):
            with open(os.path.join(self.root, os.path.dirname(source), 'clbundle.c'), 'rb') as f:
                key = repr((compiler, flags, os.path.basename(source), f.read()))
            kept = os.path.join(OBJECTS.name, hashlib.sha256(key.encode()).hexdigest())
        if not kept or not os.path.exists(kept):
            run([compiler, *flags, '-c', source, '-o', kept or target], cwd=self.root,
                env={'PATH': os.environ['PATH'], 'LC_ALL': 'C'})
        return kept or target

    def compile(self, *sources, compiler='gcc', flags=(), runtime_flags=(), link=(), ok=True):
        """cc *.c -lm -lpthread."""
        objects = [self.object(compiler, [*STRICT, *(runtime_flags if 'clbundle' in s else flags)], s) for s in sources]
        return run([compiler, *link, *objects, '-o', 'app', *LINK], cwd=self.root, ok=ok)

    def runs(self, device, expected=NUMBERS, name='app'):
        env = dict(os.environ, CLBUNDLE_DEVICE=device)
        output = run([os.path.join(self.root, name)], cwd='/', env=env).stdout
        if device != 'native' and 'CLB_ERROR_NO_DEVICE' in output:
            return
        self.assertEqual(output, expected)

    def test_a_folder_of_c_files_compiles_as_strict_c11_and_runs_on_both_back_ends(self):
        self.bundle('--native')
        for compiler in compilers():
            with self.subTest(compiler=compiler):
                self.compile(*self.sources(), compiler=compiler)
                self.runs('native')
                self.runs('opencl')

    def test_without_opencl_nothing_of_it_is_left(self):
        self.bundle('--native')
        for compiler in compilers():
            with self.subTest(compiler=compiler):
                self.compile(*self.sources(), compiler=compiler, runtime_flags=['-DCLB_NO_OPENCL'])
                self.runs('native')
                self.runs('', NUMBERS)
                with open(os.path.join(self.root, 'app'), 'rb') as f:
                    self.assertNotIn(b'libOpenCL', f.read())

    def test_a_static_executable_runs_in_an_empty_environment(self):
        self.bundle('--native')
        self.compile('app.c', 'mine.c', 'mine_native.c', 'clbundle.c', runtime_flags=['-DCLB_NO_OPENCL'], link=['-static'],
                     compiler='gcc')
        self.assertEqual(run([os.path.join(self.root, 'app')], env={}).stdout, NUMBERS)

    def test_the_files_of_the_levels_may_be_left_out(self):
        self.bundle('--native')
        self.compile('app.c', 'mine.c', 'mine_native.c', 'clbundle.c')
        self.runs('native')

    def test_levels_as_files_of_their_own_are_found_by_the_same_pattern(self):
        self.bundle('--native-split')
        self.assertIn('./mine_native_v4.c', self.sources())
        self.compile(*self.sources())
        self.runs('native')

    def test_native_code_can_be_left_out_by_a_macro(self):
        self.bundle('--native-split')
        for compiler in compilers():
            self.compile(*self.sources(), compiler=compiler, flags=['-DCLB_NO_NATIVE'])
        env = dict(os.environ, CLBUNDLE_DEVICE='native')
        self.assertIn('no native code', run([os.path.join(self.root, 'app')], env=env).stdout)
        self.assertNotIn('clbn_', run(['nm', 'app'], cwd=self.root).stdout)

    def test_a_link_without_the_native_file_says_which_file_it_wants(self):
        self.bundle('--native')
        r = self.compile('app.c', 'mine.c', 'clbundle.c', ok=False)
        self.assertNotEqual(r.returncode, 0)
        self.assertIn('mine_native_c_IS_NOT_LINKED', r.stderr)

    def test_native_code_without_flags_may_read_one_memory_as_two_types(self):
        self.bundle('--native', kernel=PUN, app=PUN_APP)
        env = dict(os.environ, CLBUNDLE_DEVICE='native')
        for compiler in compilers():
            with self.subTest(compiler=compiler):
                self.compile(*self.sources(), compiler=compiler, flags=['-O2'])
                run([os.path.join(self.root, 'app')], env=env)

    def two_copies(self, change=lambda text: text):
        """The bundles of two packages, each with a runtime of its own, in one executable."""
        self.bundle('--native', folder='one')
        self.bundle('--native', name='other', folder='two', kernel=OTHER, app=None)
        for at, _, names in os.walk(os.path.join(self.root, 'two')):
            for path in (os.path.join(at, name) for name in names):
                with open(path) as f:
                    text = f.read()
                with open(path, 'w') as f:
                    f.write(change(text))
        self.write('two/second.c', '''#include "other.h"
int second(void);
int second(void)
{
    float x[2] = {1, 2};
    clb_device *device = NULL;
    if (clb_device_open(&(clb_device_params){.bundle = &other_bundle, .filter = "native"}, &device, NULL)) return 2;
    const clb_status status = other_call_density(device, other_args_density(.x = x, .n = 2), NULL);
    clb_device_close(&device);
    return status || x[0] != 2 || x[1] != 4;
}
''')
        app = APP.replace('int main', 'int second(void);\nint main').replace('int result = 0;', 'int result = second();')
        self.write('one/app.c', app.replace('result = fabs', 'result |= fabs'))
        self.compile(*[f for f in self.sources('one') + self.sources('two') if not re.search(r'clbundle_v\d', f)])
        self.runs('native')

    def test_two_copies_of_one_version_are_one_in_an_executable(self):
        self.two_copies()
        symbols = run(['nm', 'app'], cwd=self.root).stdout
        self.assertEqual(len(re.findall(r' clb_device_open_[0-9a-f]{8}$', symbols, re.M)), 1)

    def test_copies_of_two_versions_do_not_meet(self):
        self.two_copies(lambda text: re.sub(r'(\bclbi?_\w+_)[0-9a-f]{8}\b', r'\g<1>01234567', text))
        symbols = run(['nm', 'app'], cwd=self.root).stdout
        self.assertEqual(len(set(re.findall(r' clb_device_open_[0-9a-f]{8}$', symbols, re.M))), 2)

    def test_every_linked_name_is_the_copys_own(self):
        self.bundle('--native')
        objects = [self.object('gcc', STRICT, './' + f) for f in ('clbundle.c', 'clbundle_v3.c')]
        symbols = run(['nm', '-g', '--defined-only', *objects], cwd=self.root).stdout.split('\n')
        names = [line.split()[-1] for line in symbols if len(line.split()) == 3]
        self.assertGreater(len(names), 100)
        for name in names:
            self.assertRegex(name, r'^clbi?_\w+_[0-9a-f]{8}$')

    MINGW = 'x86_64-w64-mingw32-gcc'
    WINE = shutil.which('wine64') or shutil.which('wine') or '/usr/lib/wine/wine64'

    @unittest.skipUnless(shutil.which(MINGW), 'no mingw-w64')
    def test_windows_programs_build_with_mingw_and_run(self):
        self.bundle('--native')
        self.compile('app.c', 'mine.c', 'mine_native.c', 'clbundle.c', compiler=self.MINGW, link=['-static'])
        if os.path.exists(self.WINE):
            env = dict(os.environ, WINEPREFIX=os.path.join(self.root, 'wine'), WINEDEBUG='-all', CLBUNDLE_DEVICE='native')
            output = run([self.WINE, os.path.join(self.root, 'app.exe')], cwd=self.root, env=env).stdout
            self.assertEqual(output.replace('\r', ''), NUMBERS)

    def test_the_old_names_of_the_headers_still_work(self):
        self.bundle('--native')
        old = sorted(f for f in os.listdir(self.root) if f.startswith('clbundle') and f.endswith('.h'))
        self.assertLessEqual({'clbundle.h', 'clbundle_array.h', 'clbundle_pipeline.h', 'clbundle_native.h'}, set(old))
        with open(os.path.join(self.root, 'app.c')) as f:
            app = f.read()
        with open(os.path.join(self.root, 'app.c'), 'w') as f:
            f.write(''.join('#include "%s"\n' % name for name in old if not name.startswith('clbundle_native')) + app)
        self.compile('app.c', 'mine.c', 'mine_native.c', 'clbundle.c')
        self.runs('native')
        # Native code that an older generator has written.
        path = os.path.join(self.root, 'mine_native.c')
        with open(path) as f:
            text = f.read()
        with open(path, 'w') as f:
            f.write(re.sub(r'"clbundle/native/(\w+)\.h"',
                           lambda m: '"clbundle_native%s.h"' % ('' if m.group(1) == 'native' else '_' + m.group(1)), text))
        self.compile('app.c', 'mine.c', 'mine_native.c', 'clbundle.c')
        self.runs('native')

    def test_a_bundle_without_native_code_brings_no_headers_of_it(self):
        self.bundle()
        self.assertFalse([f for f in os.listdir(self.root) if f.startswith('clbundle_native')])
        self.assertFalse(os.path.exists(os.path.join(self.root, 'clbundle/native')))
        self.compile(*self.sources())
        self.runs('opencl')


if __name__ == '__main__':
    CLBUNDLE, ROOT = os.path.abspath(sys.argv.pop(1)), os.path.abspath(sys.argv.pop(1))
    unittest.main(verbosity=2)
