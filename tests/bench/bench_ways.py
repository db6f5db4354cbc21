#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures how long a new user of each kind waits for the first result: from files on disk to a kernel that has run.

usage: bench_ways.py CLBUNDLE SOURCE_ROOT

Prints, tab separated, for each way in: its name, the seconds that its commands take, the processor seconds, and the
commands. Everything is configured, generated, compiled and run from scratch, on the CPU; packages are already
installed. A way whose tools are missing is skipped, with a line on standard error. Wrong results are an error."""
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../consumers'))
from test_installed import readme  # noqa: E402
from test_python import find_python  # noqa: E402

# As the packages on nmathopencl have it: annotations of files, and none of this project's own.
FOREIGN = '''// @library_deps: nmath
// @depends_nmath: dgamma
// @all_depends_nmath: dgamma
__kernel void density(__global const double *x, const double shape, __global double *y, const int n)
{
    const int i = get_global_id(0);
    if (i < n) y[i] = dgamma(x[i], shape, 1.0, 0);
}
'''
FOREIGN_APP = '''#include "mine.h"
#include <stdio.h>
int main(void)
{
    const double x[3] = {1, 2, 3};
    double y[3] = {0};
    clb_device *device = NULL;
    clb_status status = clb_device_open(&(clb_device_params){.bundle = &mine_bundle}, &device, NULL);
    if (!status) status = mine_call_density(device, &(clb_launch){.dimensions = 1, .global = {3}},
                                            mine_args_density(.x = x, .x_count = 3, .shape = 1.0, .y = y, .y_count = 3, .n = 3), NULL);
    printf("%.4f %.4f %.4f\\n", y[0], y[1], y[2]);
    clb_device_close(&device);
    return status;
}
'''


class Way:
    """A folder of a user's, and the time that was spent on commands in it."""

    def __init__(self, root, clbundle, prefix):
        self.root, self.clbundle, self.prefix = root, clbundle, prefix
        self.folder = tempfile.mkdtemp()
        self.wall, self.cpu, self.commands = 0.0, 0.0, []
        self.env = dict(os.environ, CLBUNDLE_DEVICE='native', PKG_CONFIG_PATH=os.path.join(prefix, 'lib/pkgconfig'),
                        LD_LIBRARY_PATH=os.path.join(prefix, 'lib'), CCACHE_DISABLE='1', WINEDEBUG='-all',
                        WINEPREFIX=os.path.join(self.folder, 'wine'), R_LIBS=self.folder, PYTHONPATH=self.folder,
                        PIP_DISABLE_PIP_VERSION_CHECK='1', PIP_ROOT_USER_ACTION='ignore')
        for name in ('MAKELEVEL', 'MAKEFLAGS', 'CFLAGS', 'LDFLAGS'):
            self.env.pop(name, None)
        self.write('scale.cl', readme('c', '// @range: n', root))
        self.write('app.c', readme('c', '#include "mine.h"\n', root))

    def write(self, name, text):
        with open(os.path.join(self.folder, name), 'w') as f:
            f.write(text)

    def run(self, *command, prints=None):
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        r = subprocess.run(list(command), cwd=self.folder, env=self.env, capture_output=True, text=True, timeout=1800)
        self.wall += time.monotonic() - start
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.cpu += after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        self.commands.append(os.path.basename(command[0]))
        if r.returncode or (prints is not None and prints not in r.stdout.replace('\r', '')):
            sys.exit('%s: exit %d\n%s\n%s' % (' '.join(command), r.returncode, r.stdout[-4000:], r.stderr[-4000:]))

    def bundle(self, *options, library=True):
        cl = os.path.join(self.root, 'cl')
        self.run(self.clbundle, 'bundle', '--name', 'mine', '--layer', cl + '/OPENCL.cl', *options,
                 *(['--library', 'nmath=' + cl + '/nmath'] if library else []), 'scale.cl')


def install(w):
    w.run('meson', 'setup', 'build', w.root, '--prefix', w.prefix, '--libdir', 'lib', '-Dtests=disabled', '-Dkernels=disabled')
    w.run('meson', 'install', '-C', 'build')


def meson(w):
    os.mkdir(os.path.join(w.folder, 'subprojects'))
    os.symlink(w.root, os.path.join(w.folder, 'subprojects/clbundle'))
    w.write('meson.build', readme('meson', "project('app'", w.root))
    w.env['PKG_CONFIG_PATH'] = ''
    w.run('meson', 'setup', 'build')
    w.run('ninja', '-C', 'build', 'app')
    w.run('./build/app', prints='2 4 6\n')


def cmake(w):
    w.write('CMakeLists.txt', readme('cmake', 'cmake_minimum_required', w.root))
    w.run('cmake', '-S', '.', '-B', 'out', '-DCMAKE_PREFIX_PATH=' + w.prefix)
    w.run('cmake', '--build', 'out')
    w.run('./out/app', prints='2 4 6\n')


def make(w):
    w.write('Makefile', readme('make', 'CFLAGS =', w.root))
    w.run('make')
    w.run('./app', prints='2 4 6\n')


def vendored(w):
    w.bundle('--native', '--standalone', '--output-dir', '.')
    w.run('sh', '-c', 'cc *.c -o app -lm -lpthread')
    w.run('./app', prints='2 4 6\n')


def windows(w):
    wine = shutil.which('wine64') or '/usr/lib/wine/wine64'
    w.bundle('--native', '--standalone', '--output-dir', '.')
    w.run('sh', '-c', 'x86_64-w64-mingw32-gcc -static *.c -o app.exe -lm -lpthread')
    w.run(wine, 'app.exe', prints='2 4 6\n')


def r_package(w):
    w.bundle('--r', 'mine', '--output-dir', 'package')
    w.run('R', 'CMD', 'INSTALL', '--library=.', 'package')
    w.run('Rscript', '-e', 'library(mine); cat(scale(1:3, 2))', prints='2 4 6')


def python_package(w):
    w.bundle('--python', 'mine', '--output-dir', 'package')
    python = find_python()
    w.run(python, '-m', 'pip', 'install', '--no-build-isolation', '--no-deps', '--no-index', '--target', '.', './package')
    w.run(python, '-c', 'import mine; print(mine.scale([1, 2, 3], 2))', prints='[2. 4. 6.]')


def nmathopencl(w):
    w.write('scale.cl', FOREIGN)
    w.write('app.c', FOREIGN_APP)
    w.bundle('--native', '--standalone', '--output-dir', '.')
    w.run('sh', '-c', 'cc *.c -o app -lm -lpthread')
    w.run('./app', prints='0.3679 0.1353 0.0498\n')


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    clbundle, root = map(os.path.abspath, sys.argv[1:])
    there = shutil.which
    ways = [
        ('install clbundle', install, True),
        ('Meson, as a subproject', meson, True),
        ('CMake, clbundle installed', cmake, there('cmake')),
        ('make, clbundle installed', make, there('make')),
        ('C files that are checked in', vendored, True),
        ('R package', r_package, there('Rscript')),
        ('Python package', python_package, find_python()),
        ('Windows program, by mingw-w64', windows,
         there('x86_64-w64-mingw32-gcc') and (there('wine64') or os.path.exists('/usr/lib/wine/wine64'))),
        ('kernel from nmathopencl', nmathopencl, True),
    ]
    prefix, folders = tempfile.mkdtemp(), []
    try:
        for name, way, possible in ways:
            if not possible:
                print('%s: left out, its tools are not installed' % name, file=sys.stderr)
                continue
            w = Way(root, clbundle, prefix)
            folders.append(w.folder)
            way(w)
            print('%s\t%.1f s\t%.1f s CPU\t%s' % (name, w.wall, w.cpu, ', '.join(dict.fromkeys(w.commands))), flush=True)
    finally:
        for folder in [prefix, *folders]:
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == '__main__':
    main()
