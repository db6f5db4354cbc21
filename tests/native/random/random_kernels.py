#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random kernels, natively against an OpenCL device: every word that they write must be equal.

usage: random_kernels.py [--seed N] [--count N] [--device FILTER] [--oclgrind] [--reduce] [--keep DIR] [--batch N]
                         --clbundle PROGRAM --cc COMPILER --cflags FLAGS --include DIR --library FILE
Kernels have the seeds N, N + 1, ... --device: the device to compare with ("opencl cpu"); --oclgrind: Oclgrind's simulator
instead (slow). Failures are reported with their seed; --keep keeps the files of failing batches; --reduce makes each
failing kernel smaller, statement by statement, and prints it.
Exit status 77 (skipped) if there is no such device."""
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


def environment(folder, oclgrind):
    env = dict(os.environ, POCL_CACHE_DIR=os.path.join(folder, 'cache'), ASAN_OPTIONS='detect_leaks=0')  # drivers leak
    if oclgrind:
        with open(os.path.join(folder, 'oclgrind.icd'), 'w') as f:
            f.write(OCLGRIND + '\n')
        # With optimisation, its LLVM leaves markers in the code that the simulator does not know.
        env.update(OCL_ICD_VENDORS=folder, OCLGRIND_BUILD_OPTIONS='-cl-opt-disable')
    return env


def check(options, kernels, folder, quick=False, oclgrind=False):
    """(exit status, output): 0 equal, 1 different, 2 not translated, 77 no device."""
    with open(os.path.join(folder, 'rk.cl'), 'w') as f:
        f.write(kernels if isinstance(kernels, str) else generate.program(kernels))
    r = subprocess.run([options.clbundle, 'bundle', '--name', 'rk', '--native', '--output-dir', folder, os.path.join(folder, 'rk.cl')],
                       capture_output=True, text=True)
    if r.returncode:
        return 2, 'clbundle failed (%d):\n%s' % (r.returncode, r.stderr[-3000:])
    runner = os.path.join(folder, 'run')
    here = os.path.dirname(os.path.abspath(__file__))
    r = subprocess.run([*options.cc.split(), '-std=c11', *(['-O0', '-DCLB_NATIVE_BASELINE_ONLY'] if quick else options.cflags.split()), '-DBUNDLE=rk', '-I', options.include, '-I', folder,
                        os.path.join(here, 'run.c'), os.path.join(folder, 'rk.c'), os.path.join(folder, 'rk_native.c'),
                        options.library, '-Wl,-rpath,' + os.path.dirname(os.path.abspath(options.library)), '-lm', '-lpthread',
                        '-o', runner], capture_output=True, text=True)
    if r.returncode:
        return 2, 'what clbundle accepted does not compile:\n' + r.stderr[-3000:]
    try:
        oclgrind |= options.oclgrind
        r = subprocess.run([runner, 'opencl oclgrind' if oclgrind else options.device], capture_output=True, text=True,
                           env=environment(folder, oclgrind),
                           timeout=60 + (60 if not oclgrind else 600) * (1 if isinstance(kernels, str) else len(kernels)))
    except subprocess.TimeoutExpired as late:
        return 1, 'does not end: ' + str(late.stdout)[-500:]
    if r.returncode not in (0, 1, 77):
        return 1, 'died (%d)\n%s%s' % (r.returncode, r.stdout[-3000:], r.stderr[-3000:])
    return r.returncode, r.stdout + r.stderr


def kind(found):
    """Of (exit status, output): what tells failures apart, among those that are not translated by their first line."""
    return found[0], found[1].split('\n')[0] if found[0] == 2 else ''


def reduce(options, seed, folder, first):
    """The smallest kernel found that fails in the same way: statements left out in ever smaller runs, then unwrapped."""
    kernel = generate.Kernel(seed)
    tried = 0
    quick = kind(check(options, [kernel], folder, True)) == first

    def fails():
        nonlocal tried
        tried += 1
        return tried <= options.tries and kind(check(options, [kernel], folder, quick)) == first

    def attempt(nodes, state):
        nodes = [n for n in nodes if n.state == 'all']
        if not nodes:
            return False
        for n in nodes:
            n.state = state
        if fails():
            return True
        for n in nodes:
            n.state = 'all'
        return False

    def shrink(nodes):
        done = False
        size = len(nodes)
        while size > 0:
            for at in range(0, len(nodes), size):
                done |= attempt([n for n in nodes[at:at + size] if not n.keep], 'gone')
            size //= 2
        for n in nodes:
            if n.body is None or n.state != 'all':
                continue
            if not n.head.startswith(('static', '__kernel')):
                done |= attempt([n], 'open')
            done |= shrink(n.body)
            done |= shrink(n.other or [])
        return done

    if not fails():
        print('seed %d does not fail by itself' % seed)
        return kernel
    for n in kernel.nodes[:-1]:
        n.keep = False
    while shrink(kernel.nodes) and tried < options.tries:
        pass
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
    p.add_argument('--file', help='a file of kernels in place of generated ones')
    p.add_argument('--clbundle', required=True)
    p.add_argument('--cc', default='cc')
    p.add_argument('--cflags', default='-O2')
    p.add_argument('--include', required=True)
    p.add_argument('--library', required=True)
    options = p.parse_args()
    if options.oclgrind and not os.path.exists(OCLGRIND):
        print('Oclgrind is not installed')
        return 77
    if options.file:
        with tempfile.TemporaryDirectory() as folder:
            status, text = check(options, open(options.file).read(), folder)
            print(text)
            if options.keep:
                shutil.copytree(folder, options.keep, dirs_exist_ok=True)
            return status
    failed, driver, reasons, done, untranslated = [], [], collections.Counter(), 0, 0
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
                if not bad:
                    # Who of them died or does not compile?
                    with tempfile.TemporaryDirectory() as alone:
                        bad = [s for s in seeds if len(seeds) == 1 or check(options, [generate.Kernel(s)], alone)[0]]
                if status == 1 and os.path.exists(OCLGRIND) and not options.oclgrind:
                    # Is it the driver that is wrong?
                    for s in list(bad):
                        if check(options, [generate.Kernel(s)], folder, False, True)[0] == 0:
                            print('seed %d: Oclgrind agrees with the native code' % s)
                            driver.append(s)
                            bad.remove(s)
                    if not bad:
                        continue
                bad = bad or list(seeds)
                failed += bad
                if options.keep:
                    shutil.copytree(folder, os.path.join(options.keep, 'seeds_%d' % seeds[0]), dirs_exist_ok=True)
                if options.reduce:
                    for s in bad[:3]:
                        kernel = reduce(options, s, folder, kind((status, text)))
                        print('seed %d, made smaller:\n%s' % (s, kernel.text()))
            sys.stdout.flush()
    print('%d kernels, %d fail%s, %d that only the driver gets wrong, %d without native version' %
          (done, len(failed), ': ' + ' '.join(map(str, failed)) if failed else '', len(driver), untranslated))
    for reason, count in reasons.most_common():
        print('  %4d %s' % (count, reason))
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
