#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures how much of the generator and of the runtime the tests run: lines of each folder, and every function that none of them runs.

usage: coverage.py [--keep DIR] [--suite SUITE]... [--goal PERCENT]

Builds with clang's counters, runs the suites (default: all quick ones), generates the bundles of tests/native (their
compiling would take long and run nothing of ours), and reads the counters with llvm-cov (Debian's package llvm-14).
Functions that no test can or need run are listed in unrun.tsv with the reason. Exit status: 0 if every folder reaches
the goal (default 95) and every function that did not run has a reason."""
import argparse
import collections
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
SUITES = ['unit', 'cli', 'clc', 'program', 'runtime', 'array']
FOLDERS = ('gen/', 'runtime/')
OUTSIDE = ('runtime/include/',)  # compiled into users' programs; tests/native compares every built-in function there


def tool(name):
    for candidate in (name, name + '-14', *(name + '-%d' % n for n in range(15, 22))):
        path = shutil.which(candidate)
        if path:
            return path
    sys.exit('%s is missing: install llvm' % name)


def measure(folder, suites):
    """The counters of one run of the suites, as llvm-cov exports them."""
    build, raw = os.path.join(folder, 'build'), os.path.join(folder, 'raw')
    shutil.rmtree(raw, ignore_errors=True)
    os.makedirs(raw)
    flags = '-fprofile-instr-generate -fcoverage-mapping'
    if not os.path.exists(os.path.join(build, 'build.ninja')):
        subprocess.run(['meson', 'setup', build, ROOT, '-Dkernels=disabled', '-Doptimization=0', '-Dc_args=' + flags,
                        '-Dc_link_args=' + flags], check=True, env={**os.environ, 'CC': 'clang', 'CXX': 'clang++'},
                       stdout=subprocess.DEVNULL)
    tests = json.loads(subprocess.run(['meson', 'introspect', '--tests', build], check=True, capture_output=True).stdout)
    targets = json.loads(subprocess.run(['meson', 'introspect', '--targets', build], check=True,
                                        capture_output=True).stdout)
    files = {t['id']: t['filename'] for t in targets}
    wanted = [t for t in tests if any(s.split(':')[-1] in suites for s in t['suite'])]
    outputs = sorted({os.path.relpath(f, build) for t in wanted for d in t['depends'] for f in files.get(d, [])})
    bundles = sorted({os.path.relpath(f, build) for t in targets for f in t['filename']
                      if t['type'] == 'custom' and 'tests/native' in os.path.relpath(f, build) and f.endswith('.c')})
    # %m: programs of one content share a file, into which each process merges its counters.
    counting = {**os.environ, 'LLVM_PROFILE_FILE': raw + '/%m.profraw'}
    subprocess.run(['ninja', '-C', build, *outputs, *bundles], check=True, stdout=subprocess.DEVNULL, env=counting)
    for bundle in bundles:  # made by an earlier call: made again, for the counters
        os.remove(os.path.join(build, bundle))
    subprocess.run(['ninja', '-C', build, *bundles], check=True, stdout=subprocess.DEVNULL, env=counting)
    # By suite: two suites may have a test of one name. Tests that fail are run code, too; that none could run is an error.
    done = subprocess.run(['meson', 'test', '-C', build, '--no-rebuild', *(x for s in suites for x in ('--suite', s))],
                          check=False, env=counting, stdout=subprocess.PIPE, text=True)
    print(done.stdout)
    if not re.search(r'^Ok: +[1-9]', done.stdout, re.MULTILINE):
        sys.exit('no test ran')
    data = os.path.join(folder, 'merged.profdata')
    subprocess.run([tool('llvm-profdata'), 'merge', '-sparse', '-o', data, *glob.glob(raw + '/*.profraw')], check=True)
    objects = [os.path.join(build, o) for o in outputs if os.access(os.path.join(build, o), os.X_OK)
               or o.endswith('.so')]
    listed = [x for o in objects for x in ('-object', o)]
    out = subprocess.run([tool('llvm-cov'), 'export', '-instr-profile', data, *listed[1:]], check=True,
                         capture_output=True).stdout
    return json.loads(out)['data'][0]


def read_reasons():
    with open(os.path.join(HERE, 'unrun.tsv'), encoding='utf-8') as f:
        rows = [line.rstrip('\n').split('\t') for line in f if line.strip() and not line.startswith('#')]
    return {(r[0], r[1]): r[2] for r in rows}


def counts(name):
    return name.startswith(FOLDERS) and not name.startswith(OUTSIDE)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--keep')
    parser.add_argument('--suite', action='append')
    parser.add_argument('--goal', type=float, default=95)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        data = measure(arguments.keep or temporary, arguments.suite or SUITES)
    lines = collections.defaultdict(lambda: [0, 0])
    files = []
    for f in data['files']:
        name = os.path.relpath(f['filename'], ROOT)
        if not counts(name):
            continue
        summary = f['summary']['lines']
        files.append((summary['percent'], summary['count'] - summary['covered'], name))
        for total, part in ((lines[os.path.dirname(name)], summary), (lines['all'], summary)):
            total[0] += part['covered']
            total[1] += part['count']
    # A function of a header stands in several objects: it ran where one of them ran it.
    ran = collections.defaultdict(int)
    for f in data['functions']:
        name = os.path.relpath(f['filenames'][0], ROOT)
        if counts(name):
            ran[name, f['name'].rsplit(':', 1)[-1]] += f['count']
    reasons = read_reasons()
    low = False
    print('%-24s %8s %8s' % ('folder', 'lines', 'run'))
    for folder in sorted(lines, key=lambda n: (n == 'all', n)):
        covered, count = lines[folder]
        percent = 100.0 * covered / count if count else 100.0
        low = low or percent < arguments.goal
        print('%-24s %8d %7.1f%%%s' % (folder, count, percent, '  below the goal' if percent < arguments.goal else ''))
    print('files with the most lines that did not run:')
    for percent, missing, name in sorted(files, key=lambda f: -f[1])[:12]:
        print('  %-40s %5d lines, %5.1f%% run' % (name, missing, percent))
    unexplained = sorted(k for k, n in ran.items() if n == 0 and k not in reasons)
    for name, function in unexplained:
        print('did not run, and has no reason: %s: %s' % (name, function))
    return 1 if low or unexplained else 0


if __name__ == '__main__':
    sys.exit(main())
