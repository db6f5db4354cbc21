#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compiles sources, in parallel on all processors, into a static library.

usage: objects.py LIBRARY FOLDER SOURCE... -- COMPILER FLAGS..."""
import concurrent.futures
import os
import subprocess
import sys


def main():
    at = sys.argv.index('--')
    library, folder, *sources = sys.argv[1:at]
    # Sources have no main function of a fuzz target.
    compiler = ['-fsanitize=fuzzer-no-link,' + f.split('fuzzer,')[1] if f.startswith('-fsanitize=fuzzer,') else f for f in sys.argv[at + 1:]]
    os.makedirs(folder, exist_ok=True)
    objects = [os.path.join(folder, '%d_%s.o' % (i, os.path.basename(s))) for i, s in enumerate(sources)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        done = list(pool.map(lambda k: subprocess.run([*compiler, '-c', sources[k], '-o', objects[k]]).returncode, range(len(sources))))
    if any(done):
        return 1
    if os.path.exists(library):
        os.remove(library)
    return subprocess.run(['ar', 'rcs', library, *objects]).returncode


if __name__ == '__main__':
    sys.exit(main())
