"""bench_checked.py [--level LEVEL] BENCH_ORDINARY BENCH_CHECKED [KERNEL...]: what checked code costs beside native code.

Runs the ordinary kernels (all, or those that are named) by both programs, which Meson builds of the same kernels, and
prints the processor time of the checked code over that of the native code for each; at the end the geometric mean, how
many are above 20, and the largest. --level caps the instruction set of both, as bench_ordinary does. One thread's worth of work is timed, so other work on the machine counts little.

SPDX-License-Identifier: MIT"""
import math
import os
import subprocess
import sys

LIMIT = 20  # the goal


def milliseconds(program, kernels, runs, options):
    """{kernel: ms} of native launches; no driver takes part."""
    command = [program, '--runs', str(runs)] + options
    for kernel in kernels:
        command += ['--only', kernel]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False,
                          env=dict(os.environ, OCL_ICD_VENDORS='/nowhere'))
    if done.returncode:
        sys.exit(f'{program}: exit status {done.returncode}')
    times = {}
    for line in done.stdout.splitlines():
        fields = line.split('\t')
        if len(fields) > 1 and fields[1].endswith(' ms'):
            times[fields[0]] = float(fields[1][:-3])
    return times


def main():
    arguments, options = sys.argv[1:], []
    if arguments[:1] == ['--level']:
        options, arguments = arguments[:2], arguments[2:]
    if len(arguments) < 2:
        sys.exit(__doc__)
    native, checked, kernels = arguments[0], arguments[1], arguments[2:]
    if not kernels:
        kernels = subprocess.run([native, '--list'], stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    fast, slow = milliseconds(native, kernels, 5, options), milliseconds(checked, kernels, 3, options)
    ratios = sorted((slow[k] / fast[k], k) for k in kernels if fast.get(k) and k in slow)
    for ratio, kernel in ratios:
        print(f'{ratio:8.2f}  {kernel}')
    mean = math.exp(sum(math.log(ratio) for ratio, _ in ratios) / len(ratios))
    above = sum(ratio > LIMIT for ratio, _ in ratios)
    print(f'checked over native: geometric mean {mean:.1f} of {len(ratios)}, above {LIMIT}: {above}, '
          f'largest {ratios[-1][0]:.1f} ({ratios[-1][1]})')


if __name__ == '__main__':
    main()
