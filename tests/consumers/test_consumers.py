#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds programs on clbundle the way its users do, from outside.

usage: test_consumers.py SOURCE_ROOT CLBUNDLE DEMO [unittest arguments]
CLBUNDLE and DEMO: the built generator and the program kernels/demo, or an empty text. Needs meson, ninja and a C compiler; tests whose tool is missing (musl-gcc, strace, unshare) are skipped, with a
message."""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = CLBUNDLE = DEMO = None
# Each of these builds the project once more, and others build and run the same natively.
ONCE = os.environ.get('CLB_TEST_LEVELS') == 'once'

KERNEL = '''// y = dnorm(x, 0, scale): a kernel of the user's own on top of the library.
// @library_deps: nmath
// @depends_nmath: dnorm
// @range: n
// @arg x: in n
// @arg y: out n
__kernel void density(__global const double *x, const double scale, __global double *y, const int n)
{
    const int i = get_global_id(0);
    if (i < n) y[i] = dnorm(x[i], 0.0, scale, 0);
}
'''

OTHER = '''// @range: n
// @arg x: inout n
__kernel void density(__global float *x, const int n)
{
    const int i = get_global_id(0);
    if (i < n) x[i] = 2.0f * x[i];
}
'''

APP = '''#include "mine.h"
#include <math.h>
#include <stdio.h>
int main(void)
{
    double x[3] = {0.0, 1.0, 2.0}, y[3] = {-1.0, -1.0, -1.0};
    clb_error error = {0};
    clb_device *device = NULL;
    int result = 0;
    if (clb_device_open(&(clb_device_params){.bundle = &mine_bundle}, &device, &error)) {
        printf("%s: %s\\n", clb_status_name(error.status), error.message);
        result = error.status != CLB_ERROR_NO_DEVICE;
    } else if (mine_call_density(device, mine_args_density(.x = x, .scale = 2.0, .y = y, .n = 3), &error)) {
        printf("%s\\n", error.message);
        result = 1;
    } else {
        printf("%.6f %.6f %.6f\\n", y[0], y[1], y[2]);
        result = fabs(y[0] - 0.19947114020071635) > 1e-15;
    }
    clb_device_close(&device);
    clb_error_clear(&error);
    return result;
}
'''

MESON = '''project('consumer', 'c', default_options: ['c_std=c11', 'warning_level=3', 'werror=true'])
clbundle = dependency('clbundle', fallback: 'clbundle')
generator = find_program('clbundle', native: true)
cl = clbundle.get_variable('cldir')
command = [generator, 'bundle', '--layer', cl / 'OPENCL.cl', '--library', 'nmath=' + cl / 'nmath', '--output-dir', '@OUTDIR@',
  '--depfile', '@DEPFILE@']
mine = custom_target('mine', input: 'density.cl', output: ['mine.c', 'mine.h', 'mine.json'], depfile: 'mine.d',
  command: command + ['--name', 'mine', '@INPUT@'])
m = meson.get_compiler('c').find_library('m', required: false)
'''
NUMBERS = '0.199471 0.176033 0.120985\n'


def run(command, cwd=None, env=None, ok=True):
    r = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, timeout=900)
    if ok and r.returncode:
        raise AssertionError('%s: exit %d\n%s\n%s' % (' '.join(command), r.returncode, r.stdout[-6000:], r.stderr[-6000:]))
    return r


MUSL = '''[binaries]
c = %s
ar = 'ar'
strip = 'strip'
[properties]
needs_exe_wrapper = true
[host_machine]
system = 'linux'
cpu_family = 'x86_64'
cpu = 'x86_64'
endian = 'little'
''' % (['ccache'] * bool(shutil.which('ccache')) + ['musl-gcc'])


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = self.folder.name

    def tearDown(self):
        self.folder.cleanup()

    def write(self, name, text):
        path = os.path.join(self.root, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'w') as f:
            f.write(text)
        return path

    def consumer(self, targets, **files):
        """A project that takes clbundle in as a subproject."""
        os.makedirs(os.path.join(self.root, 'subprojects'))
        os.symlink(ROOT, os.path.join(self.root, 'subprojects/clbundle'))
        self.write('density.cl', KERNEL)
        self.write('app.c', APP)
        for name, text in files.items():
            self.write(name.replace('__', '.'), text)
        self.write('meson.build', MESON + targets)

    def build(self, *options, folder='build', targets=()):
        run(['meson', 'setup', folder, '-Ddebug=false', *options], cwd=self.root)
        run(['ninja', '-C', folder, *targets], cwd=self.root)

    def check_output(self, text):
        if text != NUMBERS:
            self.assertIn('CLB_ERROR_NO_DEVICE', text)

    APP_TARGET = "executable('app', 'app.c', mine, dependencies: [clbundle, m])\n"


class Changes(Case):
    """A project with clbundle as a subproject, built once, whose kernel each test changes."""
    project = None

    def setUp(self):
        if not Changes.project:
            super().setUp()
            self.consumer(self.APP_TARGET)
            self.build()
            Changes.project = self.folder
        self.root = Changes.project.name
        self.write('density.cl', KERNEL)

    def tearDown(self):
        pass

    @classmethod
    def tearDownClass(cls):
        if cls.project:
            cls.project.cleanup()

    def test_a_subproject_bundles_kernels_of_its_own(self):
        run(['ninja', '-C', 'build'], cwd=self.root)
        self.check_output(run([os.path.join(self.root, 'build/app')]).stdout)
        # A shared file that changes rebuilds the bundle; one that is only touched does not rebuild the program.
        self.assertIn('no work', run(['ninja', '-C', 'build'], cwd=self.root).stdout)
        self.write('density.cl', KERNEL.replace('0.0, scale', '0.5, scale'))
        self.assertIn('app', run(['ninja', '-C', 'build', '-v'], cwd=self.root).stdout)

    def test_a_broken_kernel_fails_the_build_at_its_line(self):
        self.write('density.cl', KERNEL.replace('const int n)', 'const size_t n)'))
        r = run(['ninja', '-C', 'build'], cwd=self.root, ok=False)
        self.assertNotEqual(r.returncode, 0)
        self.assertRegex(r.stdout, r'density\.cl:7:\d+: error: ')

    def test_a_changed_signature_breaks_stale_calls_at_compile_time(self):
        self.write('density.cl', KERNEL.replace('const double scale,', 'const double scale, const int more,'))
        r = run(['ninja', '-C', 'build'], cwd=self.root, ok=False)
        self.assertIn('static assertion failed: "mine_args_density: state every field', r.stdout)
        self.assertRegex(r.stdout, r'app\.c:\d+:\d+: note: in expansion of macro .*mine_args_density')


class Consumers(Case):
    @unittest.skipIf(ONCE, 'with test_levels=all')
    def test_a_static_executable_links_starts_and_says_that_it_has_no_device(self):
        self.consumer("executable('app', 'app.c', mine, dependencies: [clbundle, m], link_args: '-static')\n")
        self.build('-Ddefault_library=static', '-Dclbundle:opencl=disabled')
        app = os.path.join(self.root, 'build/app')
        self.assertIn('statically linked', run(['file', app]).stdout if shutil.which('file') else 'statically linked')
        self.assertNotIn('INTERP', run(['readelf', '-l', app]).stdout)
        r = run([app], env={})
        self.assertIn('CLB_ERROR_NO_DEVICE', r.stdout)

    def check_native_in_an_empty_root(self, *options):
        self.consumer("executable('app', 'app.c', mine, dependencies: [clbundle, m], link_args: '-static')\n")
        self.write('meson.build', open(os.path.join(self.root, 'meson.build')).read().replace(
            "'mine.json']", "'mine.json', 'mine_native.c']").replace("'--name', 'mine'", "'--native', '--name', 'mine'"))
        self.build(*options, '-Ddefault_library=static', '-Dclbundle:opencl=disabled', targets=['app'])
        empty = os.path.join(self.root, 'empty')
        os.makedirs(empty)
        app = os.path.join(empty, 'app')
        shutil.copy(os.path.join(self.root, 'build/app'), app)
        self.assertNotIn('INTERP', run(['readelf', '-l', app]).stdout)
        run(['strip', app])
        print(f'{os.path.getsize(app)} bytes, stripped', file=sys.stderr)
        command = ['chroot', empty, '/app'] if os.geteuid() == 0 else [app]
        self.assertEqual(run(command, env={'PATH': os.environ['PATH']}).stdout, NUMBERS)

    def test_a_static_executable_runs_its_kernels_natively_in_an_empty_root(self):
        self.check_native_in_an_empty_root()

    @unittest.skipUnless(shutil.which('musl-gcc'), 'no musl-gcc')
    def test_a_static_executable_of_musl_runs_its_kernels_natively_in_an_empty_root(self):
        # The generator by the language of native builds, whose objects ccache then knows.
        self.check_native_in_an_empty_root('--cross-file', self.write('cross.ini', MUSL), '-Dbuild.c_std=c11')

    def test_two_bundles_live_in_one_executable(self):
        targets = ('''other = custom_target('other', input: 'other.cl', output: ['other.c', 'other.h', 'other.json'],
  command: [generator, 'bundle', '--output-dir', '@OUTDIR@', '--name', 'other', '@INPUT@'])
''' + "executable('app', 'app.c', 'more.c', mine, other, dependencies: [clbundle, m])\n")
        app = APP.replace('int result = 0;', 'int result = more(); if (result) return result;').replace(
            '#include "mine.h"', '#include "mine.h"\nint more(void);')
        self.consumer(targets, app__c=app, other__cl=OTHER,
                      more__c='#include "other.h"\n#include "mine.h"\nint more(void);\nint more(void)\n{\n'
                              '    return other_bundle.kernel_count == 1 && mine_bundle.kernel_count == 1 ? 0 : 2;\n}\n')
        self.build(targets=['app'])
        self.check_output(run([os.path.join(self.root, 'build/app')]).stdout)
        # Large units of the project itself are files that no other build has compiled.
        self.build('-Dunity=on', *(['-Dclbundle:unity=off'] if ONCE else []), folder='unity', targets=['app'])
        self.check_output(run([os.path.join(self.root, 'unity/app')]).stdout)
        symbols = run(['nm', '--defined-only', '-g', os.path.join(self.root, 'build/app.p/meson-generated_.._mine.c.o')]).stdout
        for line in symbols.splitlines():
            self.assertRegex(line.split()[-1], r'^mine_')

    @unittest.skipIf(ONCE, 'with test_levels=all')
    @unittest.skipUnless(shutil.which('musl-gcc'), 'no musl-gcc')
    def test_a_cross_build_runs_the_generator_on_the_build_machine(self):
        self.consumer("executable('app', 'app.c', mine, dependencies: [clbundle, m], link_args: '-static')\n")
        cross = self.write('cross.ini', MUSL)
        self.build('--cross-file', cross, '-Ddefault_library=static', '-Dclbundle:opencl=disabled')
        self.assertIn('CLB_ERROR_NO_DEVICE', run([os.path.join(self.root, 'build/app')]).stdout)

    def test_generated_code_is_clean_with_both_compilers_at_every_warning(self):
        self.write('density.cl', KERNEL)
        self.write('s.cl', 'typedef struct { char a; double b; float4 c; int d[3]; struct { long e; } f; } S;\n'
                           '__kernel void s(const S v, __global S *out, __local float *l, uchar3 u) { out[0] = v; }\n')
        run([CLBUNDLE, 'bundle', '--name', 'w', '--layer', ROOT + '/cl/OPENCL.cl',
             '--library', 'nmath=' + ROOT + '/cl/nmath', '--output-dir', self.root, 'density.cl', 's.cl'], cwd=self.root)
        flags = ['-Wall', '-Wextra', '-Wpedantic', '-Wconversion', '-Wshadow', '-Wstrict-prototypes', '-Wmissing-prototypes',
                 '-Werror', '-I' + ROOT + '/runtime/include', '-c', '-o', '/dev/null']
        for compiler in ('gcc', 'clang'):
            if shutil.which(compiler):
                run([compiler, '-std=c11', *flags, 'w.c'], cwd=self.root)
        # A runtime of another layout stops the compiler with a sentence, not with a page of types that do not fit.
        headers = os.path.join(self.root, 'headers')
        shutil.copytree(ROOT + '/runtime/include', headers)
        path = os.path.join(headers, 'clbundle/data.h')
        with open(path) as f:
            text = f.read()
        with open(path, 'w') as f:
            f.write(re.sub(r'#define CLB_ABI \d+', '#define CLB_ABI 9999', text))
        r = run(['cc', '-std=c11', '-I' + headers, '-fsyntax-only', 'w.c'], cwd=self.root, ok=False)
        self.assertIn('was generated for another clbundle', r.stderr)
        if shutil.which('g++'):
            self.write('w.cc', '#include "w.h"\n')
            run(['g++', '-std=c++11', '-Wall', '-Wextra', '-Wpedantic', '-Werror', '-I' + ROOT + '/runtime/include', '-c',
                 '-o', '/dev/null', 'w.cc'], cwd=self.root)


class ReadOnly(Case):
    """The demo without a home, without a writable file, traced."""

    def demo(self):
        """A copy of the program and of its shared library, which it finds by a path from its own folder."""
        if not DEMO:
            self.skipTest('the kernels of the project are not built')
        for folder, path in [('kernels', DEMO)] + [
                ('runtime', path) for path in glob.glob(os.path.dirname(DEMO) + '/../runtime/libclbundle.so*') if os.path.isfile(path)]:
            os.makedirs(os.path.join(self.root, folder), exist_ok=True)
            shutil.copy(path, os.path.join(self.root, folder))
        return os.path.join(self.root, 'kernels/demo')

    @unittest.skipUnless(shutil.which('strace'), 'no strace')
    def test_the_demo_opens_no_file_of_ours_and_writes_none(self):
        demo = self.demo()
        for env in ({}, {'OCL_ICD_VENDORS': '/nonexistent'}, {'POCL_CACHE_DIR': '/proc/nowhere'}, {'CLBUNDLE_DEVICE': 'native'}):
            trace = os.path.join(self.root, 'trace')
            r = run(['strace', '-f', '-e', 'trace=open,openat,creat,mkdir,rename,unlink', '-o', trace, demo], cwd='/',
                    env=dict(env, PATH=os.environ['PATH']), ok=False)
            self.assertEqual(r.returncode, 0, r.stdout + r.stderr)
            with open(trace) as f:
                every = f.readlines()
            lines = [line for line in every if not re.search(r'= -1|\+\+\+|---', line)]
            if env.get('CLBUNDLE_DEVICE'):
                self.assertFalse([line for line in every if re.search(r'OpenCL|pocl', line)], 'not even looked for')
            # The driver may read and write files of its own; the demo itself has none: no .cl, no path of the sources.
            for line in lines:
                if not re.search(r'pocl|oclgrind', line):
                    self.assertNotIn('.cl"', line)
                self.assertNotIn(ROOT, line)
            self.assertIn('posterior mean', r.stdout, 'without a driver it runs natively')
            if env.get('OCL_ICD_VENDORS'):
                for line in lines:
                    self.assertNotRegex(line, r'O_WRONLY|O_RDWR|O_CREAT|mkdir|rename|unlink')

    @unittest.skipUnless(shutil.which('unshare'), 'no unshare')
    def test_a_read_only_root_is_a_normal_state(self):
        demo = self.demo()
        probe = run(['unshare', '-m', 'sh', '-c', 'mount -o remount,bind,ro / 2>/dev/null || exit 77'], ok=False)
        if probe.returncode:
            self.skipTest('this machine does not let us make its root read-only')
        r = run(['unshare', '-m', 'sh', '-c', 'for m in $(awk \'{print $2}\' /proc/mounts | sort -r); do mount -o '
                 'remount,bind,ro $m 2>/dev/null; done; exec env -i ' + demo], cwd='/', ok=False)
        self.assertEqual(r.returncode, 0, r.stdout + r.stderr)
        self.assertIn('posterior mean', r.stdout)


if __name__ == '__main__':
    ROOT, CLBUNDLE, DEMO = [path and os.path.abspath(path) for path in (sys.argv.pop(1), sys.argv.pop(1), sys.argv.pop(1))]
    unittest.main(verbosity=2)
