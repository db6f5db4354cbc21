#!/usr/bin/env python3
"""Random kernels, natively against an OpenCL device: every word that they write must be equal.

usage: random_kernels.py [--seed N] [--count N] [--device FILTER] [--oclgrind] [--reduce] [--keep DIR] [--batch N]
                         --clbundle PROGRAM --cc COMPILER --cflags FLAGS --include DIR --library FILE
Kernels have the seeds N, N + 1, ... --device: the device to compare with ("opencl cpu"); --oclgrind: Oclgrind's simulator
instead (slow). What fails is named with its seed; --keep keeps the files of failing batches; --reduce makes each failing
kernel smaller, statement by statement, and prints it.
Exit status 77 (skipped) where there is no such device."""
import argparse
import collections
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import generate

OCLGRIND = '/usr/lib/oclgrind/liboclgrind-rt-icd.so'


def environment(options, folder):
    env = dict(os.environ, POCL_CACHE_DIR=os.path.join(folder, 'cache'))
    if options.oclgrind:
        with open(os.path.join(folder, 'oclgrind.icd'), 'w') as f:
            f.write(OCLGRIND + '\n')
        # With optimisation, its LLVM leaves markers in the code that the simulator does not know.
        env.update(OCL_ICD_VENDORS=folder, OCLGRIND_BUILD_OPTIONS='-cl-opt-disable')
    return env


def check(options, kernels, folder):
    """(exit status, output): 0 equal, 1 different, 2 not translated, 77 no device."""
    with open(os.path.join(folder, 'rk.cl'), 'w') as f:
        f.write(generate.program(kernels))
    r = subprocess.run([options.clbundle, 'bundle', '--name', 'rk', '--native', '--output-dir', folder, os.path.join(folder, 'rk.cl')],
                       capture_output=True, text=True)
    if r.returncode:
        return 2, 'clbundle failed (%d):\n%s' % (r.returncode, r.stderr[-3000:])
    runner = os.path.join(folder, 'run')
    here = os.path.dirname(os.path.abspath(__file__))
    r = subprocess.run([*options.cc.split(), '-std=c11', *options.cflags.split(), '-DBUNDLE=rk', '-I', options.include, '-I', folder,
                        os.path.join(here, 'run.c'), os.path.join(folder, 'rk.c'), os.path.join(folder, 'rk_native.c'),
                        options.library, '-Wl,-rpath,' + os.path.dirname(os.path.abspath(options.library)), '-lm', '-lpthread',
                        '-o', runner], capture_output=True, text=True)
    if r.returncode:
        return 2, 'what clbundle accepted does not compile:\n' + r.stderr[-3000:]
    try:
        r = subprocess.run([runner, options.device], capture_output=True, text=True, env=environment(options, folder),
                           timeout=60 + (60 if not options.oclgrind else 1200) * len(kernels))
    except subprocess.TimeoutExpired as late:
        return 1, 'does not end: ' + str(late.stdout)[-500:]
    if r.returncode not in (0, 1, 77):
        return 1, 'died (%d)\n%s%s' % (r.returncode, r.stdout[-3000:], r.stderr[-3000:])
    return r.returncode, r.stdout + r.stderr


def reduce(options, seed, folder, first):
    """The smallest kernel found that fails in the same way."""
    kernel = generate.Kernel(seed)
    tried = 0

    def fails():
        nonlocal tried
        tried += 1
        status, text = check(options, [kernel], folder)
        return status == first

    if not fails():
        return kernel
    changed = True
    while changed and tried < options.tries:
        changed = False
        for node in list(kernel.removable()) + list(kernel.openable()):
            states = ['gone'] if not node.keep else []
            states += ['open'] if node.body is not None else []
            for state in states:
                if node.state != 'all' or tried >= options.tries:
                    break
                node.state = state
                if fails():
                    changed = True
                else:
                    node.state = 'all'
    return kernel


def main():
    p = argparse.ArgumentParser()
    p.add_argument('--seed', type=int, default=1)
    p.add_argument('--count', type=int, default=20)
    p.add_argument('--batch', type=int, default=10)
    p.add_argument('--device', default='opencl cpu')
    p.add_argument('--oclgrind', action='store_true')
    p.add_argument('--reduce', action='store_true')
    p.add_argument('--tries', type=int, default=300)
    p.add_argument('--keep')
    p.add_argument('--clbundle', required=True)
    p.add_argument('--cc', default='cc')
    p.add_argument('--cflags', default='-O2')
    p.add_argument('--include', required=True)
    p.add_argument('--library', required=True)
    options = p.parse_args()
    if options.oclgrind:
        options.device = 'opencl oclgrind'
        if not os.path.exists(OCLGRIND):
            print('Oclgrind is not installed')
            return 77
    failed, reasons, done, untranslated = [], collections.Counter(), 0, 0
    for begin in range(options.seed, options.seed + options.count, options.batch):
        seeds = range(begin, min(begin + options.batch, options.seed + options.count))
        with tempfile.TemporaryDirectory() as folder:
            status, text = check(options, [generate.Kernel(s) for s in seeds], folder)
            if status == 77:
                print(text)
                return 77
            reasons.update(re.findall(r'no native version: (.*)', text))
            untranslated += len(re.findall(r'no native version: ', text))
            done += len(seeds)
            if status:
                print('seeds %d to %d:\n%s' % (seeds[0], seeds[-1], text))
                bad = sorted({int(s) for s in re.findall(r'^k\d_(\d+)[,:](?! no native)', text, re.M)}) if status == 1 else []
                bad = bad or list(seeds)
                failed += bad
                if options.keep:
                    shutil.copytree(folder, os.path.join(options.keep, 'seeds_%d' % seeds[0]), dirs_exist_ok=True)
                if options.reduce:
                    for s in bad[:3]:
                        kernel = reduce(options, s, folder, status)
                        print('seed %d, made smaller:\n%s' % (s, kernel.text()))
            sys.stdout.flush()
    print('%d kernels, %d fail%s, %d without native version' % (done, len(failed), ': ' + ' '.join(map(str, failed)) if failed else '',
                                                                untranslated))
    for reason, count in reasons.most_common():
        print('  %4d %s' % (count, reason))
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
