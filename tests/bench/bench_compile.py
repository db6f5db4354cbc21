#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures the cost of compiling the native file of a small kernel.

usage: bench_compile.py CLBUNDLE INCLUDE_DIRECTORY [COMPILER]...

Prints, tab separated, for each compiler (gcc and clang, if none is named) and kernel: the bytes after the preprocessor, and
the processor time of -O2 over that of a file with four headers of C, each the least of several runs. The file has all
instruction sets, as it has by default."""
import os
import resource
import shutil
import subprocess
import sys
import tempfile

FOUR_HEADERS = '#include <stddef.h>\n#include <stdint.h>\n#include <stdlib.h>\n#include <string.h>\nint four(void) { return 4; }\n'
KERNELS = {
    'one line': '__kernel void f(__global float *a) { a[get_global_id(0)] += 1.0f; }\n',
    'an exponential function': '__kernel void f(__global float *a) { a[get_global_id(0)] = exp(a[get_global_id(0)]); }\n',
    'gathers of float4': '__kernel void f(__global float4 *a, __global const int *b) { a[get_global_id(0)] += a[b[get_global_id(0)]]; }\n',
}
RUNS = 7


def processor_time(command):
    """Seconds, the least of several runs."""
    times = []
    environment = dict(os.environ, CCACHE_DISABLE='1')
    for _ in range(RUNS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True, env=environment)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(times)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    clbundle, include = sys.argv[1:3]
    compilers = sys.argv[3:] or [c for c in ('gcc', 'clang') if shutil.which(c)]
    print('compiler\tkernel\tbytes\ttime')
    with tempfile.TemporaryDirectory() as directory:
        four = os.path.join(directory, 'four.c')
        with open(four, 'w') as f:
            f.write(FOUR_HEADERS)
        for number, (name, text) in enumerate(KERNELS.items()):
            source = os.path.join(directory, 'f.cl')
            with open(source, 'w') as f:
                f.write(text)
            bundle = 'b%d' % number
            subprocess.run([clbundle, 'bundle', '--native', '--name', bundle, '--output-dir', directory, source], check=True)
            native = os.path.join(directory, bundle + '_native.c')
            for compiler in compilers:
                flags = [compiler, '-std=c11', '-O2', '-I' + include]
                size = len(subprocess.run([*flags, '-E', native], check=True, capture_output=True).stdout)
                compile_ = [*flags, '-Wno-psabi', '-c', '-o', os.path.join(directory, 'o')]
                print('%s\t%s\t%d\t%.1f' % (compiler, name, size, processor_time([*compile_, native]) / processor_time([*compile_, four])),
                      flush=True)
    return 0


if __name__ == '__main__':
    sys.exit(main())
