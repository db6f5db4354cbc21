#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures how the generator's time and memory grow with its input: processor seconds and peak memory at three sizes of each shape
(shapes.py), and of each option of `bundle` (options.py); and the exponents of growth between the two larger ones: 1 is linear, 2
quadratic.

usage: bench_generate.py [--sizes 1,10,100] [--seconds N] [--native] [--only TEXT] [--smoke] CLBUNDLE
--smoke: a test of the same at two sizes, with wide bounds: fails where a shape's work is far from linear."""
import argparse
import math
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile

import options
import shapes

# What is below cannot be told apart: a process that does nothing takes so long, and one that Python starts counts as
# large as Python is itself.
MIN_SECONDS, MIN_MIB = 0.004, 32

# --smoke: a quadratic shape grows by 256 from the first size to the second, a linear one by 16.
SMOKE_SIZES, SMOKE_BOUND = (2, 32), 64


def measure(command, seconds, folder):
    """Processor seconds, peak MiB, and the exit status (None: it took too long or too much memory)."""
    def limits():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
    with open(os.path.join(folder, 'messages'), 'w') as messages:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=messages, preexec_fn=limits)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, process.returncode


def run(clbundle, make, n, seconds, options):
    folder = tempfile.mkdtemp(prefix='clbundle-bench-')
    try:
        command = [clbundle, *make(n, folder)]
        if options and command[1] == 'bundle':
            command[2:2] = options
        return measure(command, seconds, folder)
    finally:
        shutil.rmtree(folder)


def everything(o):
    """Shapes by their names, then options: (base, make, is an option)."""
    listed = subprocess.run([o.clbundle, 'bundle', '--help'], stdout=subprocess.PIPE, text=True, check=True).stdout
    missing = set(re.findall(r'^  (--[a-z-]+)', listed, re.M)) - {'--help'} ^ set(options.OPTIONS)
    if missing:
        sys.exit('options.py and `clbundle bundle --help` disagree on: %s' % ', '.join(sorted(missing)))
    everything = [(name, base, make, False) for name, (base, make) in shapes.SHAPES.items()]
    everything += [('bundle ' + name, base, make, True) for name, (base, make) in options.OPTIONS.items()]
    return [entry for entry in everything if not o.only or o.only in entry[0]]


def exponent(small, large, least, factor):
    """Of growth, where both are well above what any process takes."""
    if large < 4 * least:
        return None
    return math.log(max(large - least, least) / max(small - least, least)) / math.log(factor)


def text_of(value):
    return '    -' if value is None else '%5.2f' % value


def bench(o):
    print('%-38s' % 'shape' + ''.join('%9s %8s %7s' % ('size', 'seconds', 'MiB') for _ in o.sizes) + '   time  memory')
    worst = 0
    for name, base, make, is_option in everything(o):
        line, results = '%-38s' % name, []
        for factor in o.sizes:
            seconds, mib, status = run(o.clbundle, make, base * factor, o.seconds, [] if is_option else o.options)
            results.append((seconds, mib))
            mark = ' ' if status == 0 else 'e' if status == 1 else '!'
            line += '%9d %8.3f%s%7.0f' % (base * factor, seconds, mark, mib)
            if status not in (0, 1):
                break
        if len(results) > 1:
            step = o.sizes[len(results) - 1] / o.sizes[len(results) - 2]
            growth = [exponent(results[-2][i], results[-1][i], least, step) for i, least in enumerate((MIN_SECONDS, MIN_MIB))]
            line += '  %s   %s' % (text_of(growth[0]), text_of(growth[1]))
            worst = max([worst] + [g for g in growth if g is not None])
        print(line, flush=True)
    print('largest exponent: %.2f (e: the generator refused the input; !: it was stopped at %d s or 4 GiB)' % (worst, o.seconds))
    return 0


def problem_of(o, make, base, is_option):
    """What is far from linear, or ''. An option's fixed costs do not count, such as those of writing the runtime."""
    extra = [] if is_option else o.options
    small, large = [run(o.clbundle, make, base * factor, o.seconds, extra) for factor in SMOKE_SIZES]
    fixed = run(o.clbundle, make, 1, o.seconds, extra) if is_option else (0, 0, 0)
    if not all(each[2] in (0, 1) for each in (fixed, small, large)):
        return 'it ends with %d and %d' % (small[2], large[2])
    grown = [(large[i] - fixed[i]) / max(small[i] - fixed[i], least) for i, least in enumerate((MIN_SECONDS, MIN_MIB))]
    if max(grown) > SMOKE_BOUND:
        return '%.3f s and %.0f MiB become %.3f s and %.0f MiB' % (*small[:2], *large[:2])
    return ''


def smoke(o):
    """Only what is far from linear three times in a row fails, so that a busy machine does not."""
    failed, all_of_them = [], everything(o)
    for name, base, make, is_option in all_of_them:
        problem = ''
        for _ in range(3):
            problem = problem_of(o, make, base, is_option)
            if not problem:
                break
        else:
            print('%s, %d times as many: %s' % (name, SMOKE_SIZES[1] // SMOKE_SIZES[0], problem), flush=True)
            failed.append(name)
    print('%d shapes and options, %d far from linear' % (len(all_of_them), len(failed)))
    return bool(failed)


def main():
    p = argparse.ArgumentParser()
    p.add_argument('--sizes', type=lambda t: [int(x) for x in t.split(',')], default=[1, 10, 100])
    p.add_argument('--seconds', type=int, default=20)
    p.add_argument('--native', action='store_true')
    p.add_argument('--only')
    p.add_argument('--smoke', action='store_true')
    p.add_argument('clbundle')
    o = p.parse_args()
    o.options = ['--native'] if o.native else []
    return smoke(o) if o.smoke else bench(o)


if __name__ == '__main__':
    sys.exit(main())
