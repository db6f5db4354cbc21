#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds the project in other configurations and runs the quick suites.

usage: configurations.py SOURCE_ROOT NAME..."""
import os
import platform
import shutil
import subprocess
import sys
import tempfile

# What only compilers, options and sanitizers can find: each configuration runs the suites that this is found by. Sanitized
# code is optimised little: their checks are most of what is compiled, and are the same at each level. It takes several
# times as long to run, and as long again beside another configuration: the timeouts follow. What clang finds in a source it
# finds without optimisation, in a quarter of the time; tests of native code choose their own. Options, suites, suites that
# are left out of these, and variables.
# `sanitizers of clang` is all that a change needs: clang's warnings and sanitizers together, on sources that it compiles in a
# third of gcc's time. `large` are tests whose inputs are large, or whose time is compilers'.
CONFIGURATIONS = {
    'sanitizers': (['-Db_sanitize=address,undefined', '-Db_lundef=false', '-Doptimization=1', '-Ddebug=false', '-Dc_args=-g1'],
                   ['unit', 'cli', 'runtime', 'array', 'conformance'], [], {}),
    'sanitizers of clang': (['-Db_sanitize=address,undefined', '-Db_lundef=false', '-Doptimization=0', '-Ddebug=false'],
                            ['unit', 'cli', 'runtime', 'array'], ['large'], {'CC': 'clang', 'CXX': 'clang++'}),
    'clang': (['-Doptimization=0', '-Ddebug=false'], ['unit', 'golden', 'runtime', 'conformance'], ['tsan'],
              {'CC': 'clang'}),
    'linked': (['-Doptimization=1', '-Ddebug=false', '-Dopencl=link', '-Dmpi_package=mpich'], ['runtime'], [], {}),
    'disabled': (['-Doptimization=1', '-Ddebug=false', '-Dopencl=disabled', '-Ddefault_library=static'], ['runtime'], [], {}),
}


def shared_runtime():
    """Options with which clang's sanitizers are a library, as gcc's are: in an executable, their own allocations would be
    the linker's to replace (--wrap), too. None: there is no such library."""
    path = subprocess.run(['clang', '-print-file-name=libclang_rt.asan-%s.so' % platform.machine()], capture_output=True,
                          text=True, check=True).stdout.strip()
    if not os.path.isabs(path):
        return None
    link = "['-shared-libasan', '-Wl,-rpath,%s']" % os.path.dirname(path)
    return [option % language for language in ('c', 'cpp') for option in ('-D%s_args=-shared-libasan', '-D%s_link_args=' + link)]


def run(name, root):
    options, suites, left_out, variables = CONFIGURATIONS[name]
    if variables.get('CC') and not shutil.which(variables['CC']):
        print(name + ': no ' + variables['CC'])
        return 77
    if name == 'sanitizers of clang':
        shared = shared_runtime()
        if not shared:
            print(name + ': no library of their runtime')
            return 77
        options = options + shared
    # Without a signal stack of its own for each thread: at a thread's end, gcc 12's runtime finds faults in its own taking
    # that away again, and releases the one that a driver's compiler (LLVM) has put in its place.
    env = dict(os.environ, ASAN_OPTIONS='detect_leaks=1:allocator_may_return_null=1:use_sigaltstack=0',
               UBSAN_OPTIONS='halt_on_error=1:print_stacktrace=1',
               LSAN_OPTIONS='suppressions=%s:print_suppressions=0' % os.path.join(root, 'tests/leaks.txt'), **variables)
    env.pop('MALLOC_PERTURB_', None)
    # Beside the build that runs the tests, whose objects ccache then knows.
    with tempfile.TemporaryDirectory(prefix='build_', dir=os.environ.get('CLB_TEST_BUILDS')) as build:
        for command in (['meson', 'setup', build, root, *options, '-Dkernels=disabled', '-Dtests=enabled', '-Dtest_levels=once'],
                        ['meson', 'test', '-C', build, '--print-errorlogs', '--timeout-multiplier', '5',
                         *[a for s in suites for a in ('--suite', s)], *[a for s in left_out for a in ('--no-suite', s)]]):
            r = subprocess.run(command, env=env, capture_output=True, text=True)
            if r.returncode:
                print(r.stdout[-8000:], r.stderr[-4000:])
                return 1
    print('%s: %s pass' % (name, ', '.join(suites)))
    return 0


def main():
    root = os.path.abspath(sys.argv[1])
    return max(run(name, root) for name in sys.argv[2:])


if __name__ == '__main__':
    sys.exit(main())
