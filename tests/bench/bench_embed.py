#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The cost of embedding programs, as ratios taken in one run.

usage: bench_embed.py CLBUNDLE SOURCE_ROOT [COMPILER]
Prints the embedded bytes over the distinct source bytes that they hold, the time to generate the bundle of all kernels,
and the compiler's CPU time for the bundle over that for a file of nothing but its de-duplicated text as string literals."""
import glob
import json
import os
import resource
import subprocess
import sys
import tempfile
import time

REPEATS = 7


def cpu(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, time.monotonic() - start


def median(values):
    return sorted(values)[len(values) // 2]


def main():
    tool, root = sys.argv[1], sys.argv[2]
    compiler = sys.argv[3] if len(sys.argv) > 3 else 'cc'
    kernels = sorted(glob.glob(root + '/kernels/nmath/*.cl') + glob.glob(root + '/kernels/glm/*.cl'))
    with tempfile.TemporaryDirectory() as out:
        generate = [tool, 'bundle', '--name', 'all', '--layer', root + '/cl/OPENCL.cl', '--library',
                    'nmath=' + root + '/cl/nmath', '--output-dir', out, *kernels]
        times = [cpu(generate) for _ in range(REPEATS)]
        m = json.load(open(out + '/all.json'))
        print('%d kernels, %d programs, %d segments' % (len(m['kernels']), len(m['programs']), m['segments']))
        together = sum(p['bytes'] for p in m['programs'])
        print('embedded text: %d bytes, %.3f of the distinct source bytes that it holds (%d); all programs one by one: %d, %.1f times'
              % (m['text_bytes'], m['text_bytes'] / m['source_bytes'], m['source_bytes'], together,
                 together / m['text_bytes']))
        print('generating: %.3f s CPU, %.3f s wall (median of %d)'
              % (median([t[0] for t in times]), median([t[1] for t in times]), REPEATS))
        text = open(out + '/all.c').read()
        literals = text[text.index('static const char'):text.index('};\n') + 3]
        with open(out + '/literals.c', 'w') as f:
            f.write('#define CLB_TEXT_ROW 2000\n' + literals.replace('static const', 'const').replace('static', ''))
        for level in ('-O0', '-O2'):
            common = [compiler, '-std=c11', level, '-I' + root + '/runtime/include', '-c', '-o', out + '/o.o']
            whole, plain, empty = [], [], []
            open(out + '/empty.c', 'w').write('#include "all.h"\nint x;\n')
            for _ in range(REPEATS):
                whole.append(cpu(common + [out + '/all.c'])[0])
                plain.append(cpu(common + [out + '/literals.c'])[0])
                empty.append(cpu(common + [out + '/empty.c'])[0])
            print('compiling %s: whole file %.3f s CPU, its text literals alone %.3f s, its header alone %.3f s'
                  % (level, median(whole), median(plain), median(empty)))


if __name__ == '__main__':
    main()
