#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Public headers and generated bundles compile as Microsoft's compiler reads them, as far as clang in its mode can
tell; and such objects linked with a runtime that mingw-w64 has compiled.

usage: test_msvc.py CLBUNDLE SOURCE_ROOT [unittest arguments]
Needs clang; 77 without. No header of Microsoft's is needed: the public ones include only those of the compiler."""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

CLBUNDLE = ROOT = None
MINGW = 'x86_64-w64-mingw32-gcc'
WINE = shutil.which('wine64') or shutil.which('wine') or '/usr/lib/wine/wine64'

# Visual Studio 2019 16.8, the first with C11. It is no clang, and has no headers here but the compiler's own.
MSVC = ['--target=x86_64-pc-windows-msvc', '-fms-compatibility-version=19.28', '-ffreestanding', '-nostdlibinc', '-Wall',
        '-Wextra', '-Wpedantic', '-Werror']
NO_CLANG = ['-U__clang__', '-Wno-builtin-macro-redefined']
LANGUAGES = {'C': ['-x', 'c', '-std=c11'], 'C++': ['-x', 'c++', '-std=c++17']}
# What cl does not know. _Alignas and _Static_assert it knows with /std:c11.
GNU = r'__attribute__|__builtin_(?!offsetof|va_)|__typeof|\(\{|__asm|__extension__|__int128|_Atomic|__thread|\bcase\b[^:;?\n]*\.\.\.'
HEADERS = ['clbundle/core.h', 'clbundle/array.h', 'clbundle/assign.h', 'clbundle/call.h', 'clbundle/ckernel.h', 'clbundle/data.h',
           'clbundle/exchange.h', 'clbundle/native/native.h', 'clbundle/type.h', 'clbundle/typed.h']
# Where the runtime relies on more than C11 without threads: mingw-w64 has it, cl has not.
BEYOND = {
    'pthread.h': ['array/pack.h', 'core/device.h', 'core/pool.c', 'core/process.c', 'group/group.c', 'icd/layer.c',
                  'icd/object.h', 'icd/record.c', 'include/clbundle/starpu.h', 'native/allocations.c',
                  'native/native.h', 'native/waiting.h', 'opencl/opencl.h', 'platform/posix.c', 'platform/windows.c'],
    'stdatomic.h': ['array/ckernel.c', 'array/owner.c', 'array/plan.c', 'core/backend.h', 'core/device.h',
                    'core/pool.c', 'icd/layer.c', 'icd/object.h', 'icd/source.h', 'native/variables.h',
                    'native/waiting.h'],
}

APP = '''#include "calls.h"
int _fltused = 0; /* cl's library has it */
int main(void)
{
    const double x[3] = {1, 2, 3};
    double y[3] = {0}, sums[2];
    calls_parameters p[8];
    clb_device *d = NULL;
    int failed = clb_device_open(&(clb_device_params){.bundle = &calls_bundle, .filter = "native"}, &d, NULL) ||
                 calls_call_scale(d, calls_args_scale(.x = x, .a = 2.0, .y = y, .n = 3), NULL);
    for (int i = 0; i < 8; ++i) p[i] = (calls_parameters){.a = i, .n = i};
    failed = failed || calls_call_sums(d, calls_args_sums(.x = p, .tile = 0, .sums = sums, .n = 2), NULL);
    clb_device_close(&d);
    return failed || y[0] != 2 || y[2] != 6 || sums[0] != 6 || sums[1] != 22;
}
'''


def run(command, cwd, env=None):
    r = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, timeout=600)
    if r.returncode:
        raise AssertionError('%s: exit %d\n%s\n%s' % (' '.join(command), r.returncode, r.stdout[-3000:], r.stderr[-3000:]))
    return r.stdout


def own(preprocessed):
    """What does not come from the compiler's own headers, without what stands in strings."""
    lines, foreign = [], False
    for line in preprocessed.splitlines():
        mark = re.match(r'# \d+ "([^"]*)"', line)
        if mark:
            foreign = '/lib/clang/' in mark.group(1) or '/lib/llvm' in mark.group(1)
        elif not foreign:
            lines.append(re.sub(r'"(\\.|[^"\\])*"', '""', line))
    return '\n'.join(lines)


class Msvc(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.root = cls.folder.name
        for name, kernels in (('calls', 'tests/calls/calls.cl'), ('records', 'tests/golden/input/records.cl')):
            run([CLBUNDLE, 'bundle', '--native', '--standalone', '--name', name, '--output-dir', cls.root,
                 os.path.join(ROOT, kernels)], cls.root)
        with open(os.path.join(cls.root, 'app.c'), 'w') as f:
            f.write(APP)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def takes(self, file, language, *flags):
        command = ['clang', *MSVC, *LANGUAGES[language], *flags, '-I.', '-I' + ROOT + '/runtime/include']
        run([*command, '-fsyntax-only', file], self.root)
        text = own(run([*command, '-E', file], self.root))
        self.assertIn('clb_', text)
        found = re.search(GNU, text)
        self.assertIsNone(found, found and text[max(found.start() - 80, 0):found.end() + 80])

    def test_public_headers_are_plain_c_and_cpp(self):
        self.assertEqual([h for h in HEADERS if not os.path.exists(os.path.join(ROOT, 'runtime/include', h))], [])
        for header in HEADERS:
            with open(os.path.join(self.root, 'one.c'), 'w') as f:
                f.write('#include "%s"\n' % header)
            with self.subTest(header=header):
                run(['clang', *MSVC, *LANGUAGES['C'], *NO_CLANG, '-I' + ROOT + '/runtime/include', '-fsyntax-only',
                     '-Wno-unused-function', 'one.c'], self.root)
        with open(os.path.join(self.root, 'all.c'), 'w') as f:
            f.write(''.join('#include "%s"\n' % header for header in HEADERS))
        for language in LANGUAGES:
            with self.subTest(language=language):
                self.takes('all.c', language, *NO_CLANG, '-Wno-unused-function')

    def test_bundles_and_calls_by_name_are_plain_c(self):
        for file in ('calls.c', 'records.c', 'records_native.c', 'app.c'):
            with self.subTest(file=file):
                self.takes(file, 'C', *NO_CLANG)
        with open(os.path.join(self.root, 'two.cpp'), 'w') as f:
            f.write('#include "calls.h"\n#include "records.h"\n')
        self.takes('two.cpp', 'C++', *NO_CLANG, '-Wno-unused-function')

    def test_the_scan_would_notice(self):
        with open(os.path.join(self.root, 'bad.c'), 'w') as f:
            f.write('int clb_a __attribute__((aligned(8)));\n')
        with self.assertRaises(AssertionError):
            self.takes('bad.c', 'C', *NO_CLANG)

    def test_the_runtime_needs_more_only_where_it_is_known(self):
        found = {name: [] for name in BEYOND}
        for path in sorted(glob.glob(ROOT + '/runtime/**/*.[ch]', recursive=True)):
            with open(path) as f:
                text = f.read()
            for name in found:
                if '#include <%s>' % name in text:
                    found[name].append(os.path.relpath(path, os.path.join(ROOT, 'runtime')))
        self.assertEqual(found, BEYOND)

    @unittest.skipUnless(shutil.which(MINGW), 'no mingw-w64')
    def test_objects_of_its_kind_work_with_a_runtime_of_mingw(self):
        """Bundle, native code and program as clang-cl compiles them, the runtime by mingw-w64's gcc: one ABI."""
        for file in ('app', 'calls', 'calls_native'):
            run(['clang', *MSVC, '-std=c11', '-O2', '-c', file + '.c', '-o', file + '.obj'], self.root)
        run([MINGW, '-std=c11', '-c', 'clbundle.c', '-o', 'clbundle.obj'], self.root)
        run([MINGW, '-static', 'app.obj', 'calls.obj', 'calls_native.obj', 'clbundle.obj', '-o', 'app.exe', '-lm', '-lpthread'],
            self.root)
        if os.path.exists(WINE):
            run([WINE, './app.exe'], self.root, dict(os.environ, WINEPREFIX=os.path.join(self.root, 'wine'), WINEDEBUG='-all'))


if __name__ == '__main__':
    CLBUNDLE, ROOT = os.path.abspath(sys.argv.pop(1)), os.path.abspath(sys.argv.pop(1))
    if not shutil.which('clang'):
        print('skipped: no clang')
        sys.exit(77)
    unittest.main(verbosity=2)
