#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds programs on an installed clbundle with Meson, CMake, make and pkg-config, as the READMEs show it.

usage: test_installed.py SOURCE_ROOT [unittest arguments]
Needs meson, ninja, pkg-config and a C compiler; tests that need cmake or make are skipped without them."""
import os
import re
import shutil
import sys
import tempfile
import unittest

from test_consumers import APP, KERNEL, MESON, MUSL, Case, run

ROOT = None
PREFIX = None


def readme(language, begins, root=None):
    """The block of code in one of the READMEs that begins so."""
    for name in ('README.md', 'runtime/README.md'):
        with open(os.path.join(root or ROOT, name)) as f:
            for block in re.findall(r'```%s\n(.*?)```' % language, f.read(), re.S):
                if block.startswith(begins):
                    return block
    raise AssertionError('no README has a block of %s that begins with %r' % (language, begins))


def install(prefix, *options):
    """As .ci/run builds it, and beside that build: ccache then knows the objects."""
    with tempfile.TemporaryDirectory(prefix='build_', dir=os.environ.get('CLB_TEST_BUILDS')) as build:
        run(['meson', 'setup', build, ROOT, '--prefix', prefix, '--libdir', 'lib', '-Doptimization=1', '-Ddebug=false',
             '-Dtests=disabled', '-Dkernels=disabled', *options])
        run(['meson', 'install', '-C', build])


MINGW = '''[binaries]
c = 'x86_64-w64-mingw32-gcc'
ar = 'x86_64-w64-mingw32-ar'
strip = 'x86_64-w64-mingw32-strip'
[host_machine]
system = 'windows'
cpu_family = 'x86_64'
cpu = 'x86_64'
endian = 'little'
'''
WINE = shutil.which('wine64') or shutil.which('wine') or '/usr/lib/wine/wine64'


def public_symbols(library):
    """nm's lines on what a library shows, without the versions of symbols and the symbols that name the versions."""
    lines = run(['nm', '-D', '--defined-only', '--without-symbol-versions', library]).stdout.splitlines()
    return '\n'.join(line for line in lines if line.split()[-2] != 'A')


class Installed(Case):
    def setUp(self):
        super().setUp()
        self.env = dict(os.environ, PKG_CONFIG_PATH=os.path.join(PREFIX, 'lib/pkgconfig'),
                        LD_LIBRARY_PATH=os.path.join(PREFIX, 'lib'), CLBUNDLE_DEVICE='native')
        for name in ('MAKELEVEL', 'MAKEFLAGS', 'CFLAGS', 'LDFLAGS'):
            self.env.pop(name, None)
        self.write('scale.cl', readme('c', '// @range: n'))
        self.write('app.c', readme('c', '#include "mine.h"\n').replace(
            'return status;', 'return status || y[0] != 2 || y[1] != 4 || y[2] != 6;'))

    def config(self, *what):
        return run(['pkg-config', *what, 'clbundle'], env=self.env).stdout.split()

    def run_here(self, *command, **options):
        return run(list(command), cwd=self.root, env=self.env, **options)

    def runs(self, path):
        self.run_here(os.path.join(self.root, path))

    def test_the_old_names_of_the_headers_still_work(self):
        folder = self.config('--variable=includedir')[0]
        old = sorted(f for f in os.listdir(folder) if f.startswith('clbundle') and f.endswith('.h') and
                     f not in ('clbundle_cdef.h', 'clbundle_starpu.h', 'clbundle_mpi.h'))
        self.assertLessEqual({'clbundle.h', 'clbundle_array.h', 'clbundle_group.h', 'clbundle_native.h'}, set(old))
        for name in old:
            text = '#include <%s>\n' % name
            if name.startswith('clbundle_native'):
                text = '#define CLB_NATIVE_LEVEL 0\n' + text
            self.write('old.c', text)
            self.run_here('cc', '-std=c11', '-fsyntax-only', *self.config('--cflags', '--variable=native_c_args'),
                          *self.config('--cflags'), 'old.c')
        self.write('old.cpp', '#include <clbundle.hpp>\nclb::checker check;\n')
        self.run_here('c++', '-std=c++17', '-fsyntax-only', *self.config('--cflags'), 'old.cpp')
        self.assertTrue(os.path.exists(os.path.join(folder, 'clbundle_cdef.h')))

    def test_the_readmes_example_builds_with_meson(self):
        self.write('meson.build', readme('meson', "project('app'").replace(", fallback: 'clbundle'", ''))
        self.env['PATH'] = os.path.join(PREFIX, 'bin') + ':' + self.env['PATH']
        self.run_here('meson', 'setup', 'build')
        commands = self.run_here('ninja', '-C', 'build', '-v').stdout
        self.assertIn('mine_native.c', commands)
        self.assertNotIn('\\ -f', commands)
        self.assertEqual(self.run_here('build/app').stdout, '2 4 6\n')

    def test_pkg_config_is_enough(self):
        self.write('density.cl', KERNEL)
        self.write('app.c', APP)
        cl = self.config('--variable=cldir')[0]
        self.run_here(self.config('--variable=clbundle')[0], 'bundle', '--native', '--name', 'mine', '--layer',
                      cl + '/OPENCL.cl', '--library', 'nmath=' + cl + '/nmath', '--output-dir', '.', 'density.cl')
        command = ['cc', '-std=c11', '-Wall', '-Wextra', '-Wpedantic', '-Wconversion', '-Werror', 'app.c', 'mine.c',
                   'mine_native.c', '-o', 'app', *self.config('--variable=native_c_args')]
        self.run_here(*command, *self.config('--cflags', '--libs'))
        self.assertEqual(self.run_here('./app').stdout, '0.199471 0.176033 0.120985\n')
        # A linker of static libraries is told all that the library needs.
        self.run_here(*command, '-static', *self.config('--static', '--cflags', '--libs'))
        self.assertEqual(self.run_here('./app').stdout, '0.199471 0.176033 0.120985\n')

    def test_pkg_config_names_only_what_is_there(self):
        for name in self.config('--print-variables'):
            value = ' '.join(self.config('--variable=' + name))
            self.assertNotIn('\\', value)
            if name not in ('native_c_args', 'pcfiledir'):
                self.assertTrue(os.path.exists(value), name + '=' + value)

    @unittest.skipUnless(shutil.which('musl-gcc'), 'no musl-gcc')
    def test_a_cross_build_promises_no_generator(self):
        with tempfile.TemporaryDirectory() as build:
            run(['meson', 'setup', build, ROOT, '-Dtests=disabled', '-Dkernels=disabled', '-Dopencl=disabled', '--cross-file',
                 self.write('cross.ini', MUSL)])
            with open(os.path.join(build, 'meson-private/clbundle.pc')) as f:
                self.assertNotIn('bin/clbundle', f.read())

    def test_only_the_interface_is_exported(self):
        symbols = public_symbols(os.path.join(PREFIX, 'lib/libclbundle.so'))
        for line in symbols.splitlines():
            self.assertRegex(line.split()[-1], r'^clb_')

    @unittest.skipUnless(shutil.which('x86_64-w64-mingw32-gcc'), 'no mingw-w64')
    def test_a_dll_has_the_same_interface_and_programs_run_with_it(self):
        build = os.path.join(self.root, 'dll')
        run(['meson', 'setup', build, ROOT, '-Dtests=disabled', '-Dkernels=disabled', '-Ddefault_library=shared', '--cross-file',
             self.write('cross.ini', MINGW)])
        targets = run(['ninja', '-C', build, '-t', 'targets', 'all']).stdout
        name = re.search(r'^runtime/(libclbundle-?[0-9.]*\.dll):', targets, re.M).group(1)
        run(['ninja', '-C', build, 'runtime/' + name])
        table = run(['x86_64-w64-mingw32-objdump', '-p', os.path.join(build, 'runtime', name)]).stdout
        exported = re.findall(r'^\s+\[ *\d+\] (\w+)$', table.split('[Ordinal/Name Pointer]')[1], re.M)
        symbols = public_symbols(os.path.join(PREFIX, 'lib/libclbundle.so'))
        self.assertEqual(sorted(exported), sorted(line.split()[-1] for line in symbols.splitlines()))
        cl = self.config('--variable=cldir')[0]
        self.write('density.cl', KERNEL)
        self.write('dll.c', APP)
        self.run_here(self.config('--variable=clbundle')[0], 'bundle', '--native', '--name', 'mine', '--layer',
                      cl + '/OPENCL.cl', '--library', 'nmath=' + cl + '/nmath', '--output-dir', '.', 'density.cl')
        self.run_here('x86_64-w64-mingw32-gcc', '-std=c11', '-Wall', '-Wextra', '-Werror', 'dll.c', 'mine.c', 'mine_native.c',
                      '-o', 'dll.exe', '-I' + PREFIX + '/include', '-L' + build + '/runtime', '-lclbundle', '-lm')
        if os.path.exists(WINE):
            env = dict(self.env, WINEPREFIX=os.path.join(self.root, 'wine'), WINEDEBUG='-all',
                       WINEPATH=build + '/runtime;/usr/x86_64-w64-mingw32/lib')
            output = run([WINE, os.path.join(self.root, 'dll.exe')], cwd=self.root, env=env).stdout
            self.assertEqual(output.replace('\r', ''), '0.199471 0.176033 0.120985\n')

    @unittest.skipUnless(shutil.which('man'), 'no man')
    def test_the_manual_page_is_found_and_formats_without_a_warning(self):
        page = os.path.join(PREFIX, 'share/man/man1/clbundle.1')
        env = dict(self.env, MANPATH=os.path.join(PREFIX, 'share/man'), LC_ALL='C.UTF-8', MANWIDTH='80')
        for how in (['-l', page], ['1', 'clbundle']):
            r = run(['man', '--warnings=w', '-P', 'cat', *how], env=env)
            self.assertEqual(r.stderr, '')
            self.assertIn('clbundle bundle', r.stdout)
            self.assertIn('--output-dir', r.stdout)

    @unittest.skipUnless(shutil.which('bash'), 'no bash')
    def test_bash_completes_the_installed_command(self):
        script = ('source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); '
                  'f=$(complete -p clbundle | sed "s/.*-F \\([^ ]*\\).*/\\1/"); $f; echo "${COMPREPLY[*]}"')
        file = os.path.join(PREFIX, 'share/bash-completion/completions/clbundle.bash')

        def complete(*words):
            return run(['bash', '-c', script, 'bash', file, 'clbundle', *words]).stdout.split()

        self.assertEqual(complete('bun'), ['bundle'])
        self.assertEqual(complete('bundle', '--standal'), ['--standalone'])
        help_ = run([os.path.join(PREFIX, 'bin/clbundle'), '--help']).stdout
        self.assertEqual(complete(''), re.findall(r'^  (\w+)', help_, re.M) + ['--help', '--version'])
        # As a shell loads it: by the name of the command, from the folder of data.
        if os.path.exists('/usr/share/bash-completion/bash_completion'):
            load = '. /usr/share/bash-completion/bash_completion; _completion_loader clbundle; complete -p clbundle'
            env = dict(self.env, XDG_DATA_DIRS=os.path.join(PREFIX, 'share'))
            self.assertIn('clbundle', run(['bash', '-c', load], env=env, ok=False).stdout)
        for shell, path in (('zsh', 'share/zsh/site-functions/_clbundle'), ('fish', 'share/fish/vendor_completions.d/clbundle.fish')):
            self.assertTrue(os.path.exists(os.path.join(PREFIX, path)))
            if shutil.which(shell):
                run([shell, '-n', os.path.join(PREFIX, path)])

    def next_tick(self):
        """Waits until the file system's clock, which may tick in hundredths of a second, has moved on: ninja and make take
        an edit within the tick of a build's last write for one that they have seen."""
        clock = self.write('clock', '')
        begin = os.stat(clock).st_mtime_ns
        while os.stat(clock).st_mtime_ns == begin:
            os.utime(clock)

    def touch(self, name):
        """A file that is newer than all that was made, and holds what it held."""
        self.next_tick()
        path = os.path.join(self.root, name)
        os.utime(path, (os.stat(path).st_mtime + 1000000,) * 2)
        for folder, _, files in os.walk(self.root):
            for file in files:
                other = os.path.join(folder, file)
                if other != path:
                    os.utime(other, (os.stat(other).st_mtime - 1000000,) * 2)
        os.utime(path)

    @unittest.skipUnless(shutil.which('make'), 'no make')
    def test_plain_make_builds_it_and_comes_to_rest(self):
        self.write('Makefile', readme('make', 'CFLAGS ='))
        self.write('h.h', '#define FACTOR 1\n')
        self.write('scale.cl', '#include "h.h"\n' + readme('c', '// @range: n').replace('a * x', 'FACTOR * a * x'))
        self.run_here('make')
        self.runs('app')
        self.run_here('make', '-q')
        self.touch('scale.cl')
        self.assertIn('bundle', self.run_here('make').stdout)
        self.run_here('make', '-q')
        # An included file counts, too.
        self.next_tick()
        self.write('h.h', '#define FACTOR 3\n')
        self.run_here('make')
        self.assertNotEqual(self.run_here('./app', ok=False).returncode, 0)

    def cmake(self, generator, prefix):
        text = readme('cmake', 'cmake_minimum_required')
        self.write('CMakeLists.txt', text)
        self.run_here('cmake', '-S', '.', '-B', 'out', '-G', generator, '-DCMAKE_PREFIX_PATH=' + prefix)
        self.run_here('cmake', '--build', 'out')
        self.runs('out/app')
        return text

    def bundles(self):
        output = self.run_here('cmake', '--build', 'out', '-v').stdout
        return len(re.findall(r'clbundle bundle ', output)), output

    @unittest.skipUnless(shutil.which('cmake'), 'no cmake')
    def test_cmake_with_ninja_finds_it_where_it_was_moved_to(self):
        moved = os.path.join(self.root, 'moved')
        shutil.copytree(PREFIX, moved, symlinks=True)
        self.env['LD_LIBRARY_PATH'] = os.path.join(moved, 'lib')
        text = self.cmake('Ninja', moved)
        with open(os.path.join(self.root, 'out/build.ninja')) as f:
            self.assertNotIn(PREFIX, f.read())
        self.assertEqual(self.bundles()[0], 0)
        self.touch('scale.cl')
        count, output = self.bundles()
        self.assertEqual(count, 1)
        self.assertNotIn('mine_native.c.o -c', output, 'what did not change is not compiled again')
        # The depfile names what the kernels are made of.
        self.next_tick()
        path = os.path.join(moved, 'share/clbundle/cl/OPENCL.cl')
        with open(path, 'a') as f:
            f.write('// changed\n')
        self.assertEqual(self.bundles()[0], 1)
        self.write('CMakeLists.txt', text.replace('KERNELS scale.cl', 'KERNEL scale.cl'))
        r = self.run_here('cmake', '-B', 'out', ok=False)
        self.assertIn('unknown argument: KERNEL;scale.cl', r.stderr)

    @unittest.skipUnless(shutil.which('cmake') and shutil.which('make'), 'no cmake, or no make')
    def test_cmake_with_makefiles_comes_to_rest(self):
        text = self.cmake('Unix Makefiles', PREFIX)
        self.assertEqual(self.bundles()[0], 0)
        self.touch('scale.cl')
        self.assertEqual(self.bundles()[0], 1)
        self.assertEqual(self.bundles()[0], 0)
        series = '.'.join(self.config('--modversion')[0].split('.')[:2])
        self.write('CMakeLists.txt', text.replace('(clbundle REQUIRED)', '(clbundle %s REQUIRED)' % series).replace(
            'NATIVE)', 'NATIVE_SPLIT)'))
        self.run_here('cmake', '--build', 'out')
        self.runs('out/app')
        self.write('CMakeLists.txt', text.replace('(clbundle REQUIRED)', '(clbundle 99 REQUIRED)'))
        self.assertIn('99', self.run_here('cmake', '-B', 'out', ok=False).stderr)


class Wrap(Case):
    @unittest.skipUnless(shutil.which('git'), 'no git')
    def test_a_wrap_file_fetches_the_source(self):
        self.write('density.cl', KERNEL)
        self.write('app.c', APP)
        copy = os.path.join(self.root, 'origin')
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns('.git', 'build', 'build-*', 'tests', 'kernels'))
        git = ['git', '-c', 'user.name=test', '-c', 'user.email=test@localhost', '-C', copy]
        run([*git, 'init', '-q', '-b', 'main'])
        run([*git, 'add', '-A'])
        run([*git, 'commit', '-q', '-m', 'all'])
        self.write('subprojects/clbundle.wrap', re.sub('url = .*', 'url = file://' + copy, readme('ini', '[wrap-git]')))
        self.write('meson.build', MESON.replace(", fallback: 'clbundle'", '') +
                   "executable('app', 'app.c', mine, dependencies: [clbundle, m])\n")
        env = dict(os.environ, PKG_CONFIG_LIBDIR='/nonexistent')
        output = run(['meson', 'setup', 'build'], cwd=self.root, env=env).stdout
        self.assertIn('Executing subproject clbundle', output)


if __name__ == '__main__':
    ROOT = os.path.abspath(sys.argv.pop(1))
    with tempfile.TemporaryDirectory() as PREFIX:
        install(PREFIX, '-Ddefault_library=both')
        unittest.main(verbosity=2)
