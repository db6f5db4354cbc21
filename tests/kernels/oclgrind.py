#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs kernels under Oclgrind, which watches every access: nothing may be reported. Oclgrind claims to be a GPU, so
the kernels' variants for GPUs run here. Their values are compared roughly; other tests check accuracy.

usage: oclgrind.py [--sample] NMATH_EVAL TABLES[:TABLES]... [FUNCTION...]
--sample: one function of three.
Exit status 77 (skipped) if Oclgrind is not installed."""
import os
import subprocess
import sys
import tempfile

LIBRARY = '/usr/lib/oclgrind/liboclgrind-rt-icd.so'
ROWS = 3  # a function: the simulator is slow, and its checks do not depend on the values


def close(x, y, least):
    return x == y or (x != x and y != y) or abs(x - y) <= 1e-6 * abs(y) + least


def main():
    sample = '--sample' in sys.argv
    tool, tables, *only = [a for a in sys.argv[1:] if a != '--sample']
    if not os.path.exists(LIBRARY):
        print('Oclgrind is not installed')
        return 77
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, 'oclgrind.icd'), 'w') as f:
            f.write(LIBRARY + '\n')
        log = os.path.join(folder, 'log')
        # With optimisation, its LLVM leaves markers in the code that the simulator does not know.
        env = dict(os.environ, OCL_ICD_VENDORS=folder, OCLGRIND_BUILD_OPTIONS='-cl-opt-disable', OCLGRIND_CHECK_API='1',
                   OCLGRIND_UNINITIALIZED='1', OCLGRIND_DATA_RACES='1', OCLGRIND_LOG=log)
        listed = subprocess.run([tool, '--list'], capture_output=True, text=True, check=True).stdout.splitlines()
        if sample:
            listed = listed[::3]
        done = 0
        for line in listed:
            name, *columns = line.split()
            if only and name not in only:
                continue
            rows, wanted, least = [], [], 0
            for table in [os.path.join(place, name + '.tsv') for place in tables.split(':')]:
                if not os.path.exists(table):
                    continue
                least = 2 * 2.0 ** -149 if 'nmathf' in table else 0  # two of the smallest floats
                lines = [x.split()[:len(columns)] for x in open(table) if x.strip() and not x.startswith('#')]
                rows = ['\t'.join(x) for x in lines[::max(1, len(lines) // ROWS)][:ROWS]]
                wanted = [x.split()[len(columns)] for x in open(table) if x.strip() and not x.startswith('#')]
                wanted = [float.fromhex(x) for x in wanted[::max(1, len(wanted) // ROWS)][:ROWS]]
            if not rows:
                rows = ['\t'.join(['0.5'] * len(columns))] * 2
            if os.path.exists(log):
                os.remove(log)
            r = subprocess.run([tool, name], input='\n'.join(rows) + '\n', capture_output=True, text=True, env=env)
            report = open(log).read() if os.path.exists(log) else ''
            done += 1
            got = [float.fromhex(x) for x in r.stdout.split()]
            if wanted and (len(got) != len(wanted) or not all(close(x, y, least) for x, y in zip(got, wanted))):
                report += 'gives %s in place of %s for\n%s\n' % (got, wanted, '\n'.join(rows))
            if r.returncode or report:
                failed += 1
                print('%s: %s\n%s' % (name, r.stderr[:500], report[:1500]))
    print('%d functions, %d with reports' % (done, failed))
    return failed != 0


if __name__ == '__main__':
    sys.exit(main())
