#!/usr/bin/env python3
"""Builds the project again with the address and undefined-behaviour sanitizers and runs the suites that are quick.

usage: sanitize.py SOURCE_ROOT"""
import os
import subprocess
import sys
import tempfile

SUITES = ['unit', 'cli', 'runtime']


def main():
    root = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as build:
        env = dict(os.environ, ASAN_OPTIONS='detect_leaks=1:allocator_may_return_null=1',
                   UBSAN_OPTIONS='halt_on_error=1:print_stacktrace=1')
        env.pop('MALLOC_PERTURB_', None)
        for command in (['meson', 'setup', build, root, '-Db_sanitize=address,undefined', '-Dkernels=disabled',
                         '-Db_lundef=false', '-Dwerror=false', '-Dtests=enabled', '-Dbuildtype=debugoptimized'],
                        ['meson', 'test', '-C', build, '--print-errorlogs',
                         *[a for s in SUITES for a in ('--suite', s)]]):
            r = subprocess.run(command, env=env, capture_output=True, text=True)
            if r.returncode:
                print(r.stdout[-8000:], r.stderr[-4000:])
                return 1
        print('clean: ' + ', '.join(SUITES))
    return 0


if __name__ == '__main__':
    sys.exit(main())
