#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every allocation and every system call of the generator fails once. It must report that and exit with 1, and each
file must be the old one or the complete new one, without a temporary file beside it.

usage: test_faults.py CLBUNDLE-WITH-FAULTS [--seconds S]
CLBUNDLE-WITH-FAULTS is linked with faults.c. With --seconds, as many calls are tried as fit into S seconds, evenly
spread; without it, all."""
import argparse
import math
import os
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
GOLDEN = os.path.join(HERE, '..', 'golden', 'input')
# They write to a person's terminal: where that fails, nothing can be told.
HARMLESS = {'fputs', 'fputc', 'fprintf'}
ALLOCATIONS = {'malloc', 'calloc', 'realloc'}
FUNCTIONS = ALLOCATIONS | {'stat', 'lstat', 'fopen', 'fread', 'fwrite', 'fflush', 'fclose', 'opendir', 'readdir', 'mkdir', 'mkstemp',
                           'fchmod', 'fdopen', 'rename', 'realpath'}
FEW = 2

LIBRARY = {
    'lib/lib.cl': '// @provides: base\n// @depends:\nfloat base(float x);\n',
    'lib/half.cl': '// @provides: half_of\n// @depends: lib\nfloat half_of(float x) { return 0.5f * x; }\n',
    'lib/sub/twice.cl': '// @provides: twice\n// @depends: lib, half\nfloat twice(float x) { return 4.0f * half_of(x); }\n',
    'bare/a.cl': 'float a(float x) { return b(x); }\n',
    'bare/b.cl': '// @provides: gone\nfloat b(float x) { return x; }\n',
    'bare.cl': '__kernel void k(__global float *x) { x[0] = a(x[0]); }\n',
    'layer/first.cl': '// @provides: FIRST\n// @depends:\n#define FIRST 1\n',
    'layer.cl': '#define SCALE 3.0f\n',
    'part.h': 'float part(float x) { return x + 1.0f; }\n',
    'kernel.cl': '// @library_deps: lib\n// @depends_lib: twice\n#include "part.h"\n'
                 '/* A sum. */\n__kernel void sum(__global const float *x, __global float *y, const int n) {\n'
                 '    __local float t[16];\n    const int i = get_global_id(0);\n    t[get_local_id(0)] = FIRST;\n'
                 '    barrier(CLK_LOCAL_MEM_FENCE);\n    if (i < n) y[i] = SCALE * twice(part(x[i])) + t[0] + %s.0f;\n}\n' % ('0' * 200),
}
LAYERS = ['--layer', 'layer', '--layer', 'layer.cl', '--library', 'lib=lib']
SCENARIOS = {
    'sort': ['sort', '--verbose', 'lib'],
    'index': ['index', 'lib', '-o', 'index.tsv'],
    'program': ['program', *LAYERS, 'kernel.cl'],
    'kernel': ['program', *LAYERS, '--kernel', 'sum', 'kernel.cl'],
    'runtime': ['runtime', '--output-dir', 'out/runtime'],
    'list': ['program', *LAYERS, '--list', 'kernel.cl'],
    'subset': ['subset', '--library', 'lib=lib', '--dest', 'out/part', 'kernel.cl'],
    'overwrite': ['subset', '--library', 'lib=lib', '--dest', 'out', '--overwrite', 'kernel.cl'],
    'bundle': ['bundle', *LAYERS, '--name', 'b', '--output-dir', 'out/deep', '--depfile', 'out/b.d', 'kernel.cl'],
    'found': ['program', '--library', 'bare=bare', 'bare.cl'],
    'annotate': ['annotate', '--write', 'bare'],
    'difference': ['annotate', 'bare'],
    'check': ['check', '--json', 'lib'],
    'fix': ['check', '--fix', 'bare', 'lib'],
    'graph': ['graph', 'lib', 'kernel.cl', '--layer', 'layer', '--layer', 'layer.cl'],
    'drawing': ['graph', '--svg', 'bare', 'bare.cl'],
    'native': ['bundle', '--native-split', *LAYERS, '--name', 'b', '--output-dir', 'out', '--depfile', 'out/b.d', 'kernel.cl'],
}


def files(folder):
    """Path -> bytes of each file below the folder."""
    found = {}
    for here, _, names in os.walk(folder):
        for n in names:
            path = os.path.join(here, n)
            with open(path, 'rb') as f:
                found[os.path.relpath(path, folder)] = f.read()
    return found


class Scenario:
    def __init__(self, program, name, root, old):
        self.program, self.root, self.arguments = program, root, SCENARIOS[name]
        self.name = name + (', over old files' if old else '')
        self.tree = LIBRARY
        self.measure()
        if old:
            self.tree = {**LIBRARY, **{p: 'old ' + p for p in self.new if p not in LIBRARY}}
            self.measure()

    def measure(self):
        """What a run without a fault does."""
        self.before = self.put()
        told = self.run(0)
        if self.result.returncode:
            raise SystemExit('%s: fails without a fault:\n%s' % (self.name, self.result.stderr))
        self.calls, self.new, self.printed = told.split(), files(self.root), self.result.stdout

    def put(self):
        """The tree as it is before a run."""
        shutil.rmtree(self.root, ignore_errors=True)
        for path, text in self.tree.items():
            full = os.path.join(self.root, path)
            os.makedirs(os.path.dirname(full), exist_ok=True)
            with open(full, 'w') as f:
                f.write(text)
        return files(self.root)

    def run(self, at):
        """The name of the function that has failed; for 0, of each one that was called."""
        read, write = os.pipe()
        environment = dict(os.environ, FAULTS_AT=str(at), FAULTS_FD=str(write))
        environment.setdefault('ASAN_OPTIONS', 'detect_leaks=1:allocator_may_return_null=1')
        try:
            self.result = subprocess.run([self.program, *self.arguments], cwd=self.root, env=environment, pass_fds=[write],
                                         capture_output=True, text=True, errors='replace', timeout=60)
        finally:
            os.close(write)
            with os.fdopen(read) as f:
                told = f.read()
        return told.strip()

    def examine(self, at):
        """What is wrong after the at-th call has failed, or None."""
        self.put()
        failed = self.run(at)
        r, after = self.result, files(self.root)
        where = '%s, call %d (%s)' % (self.name, at, failed)
        if not failed:
            return '%s: no such call' % where
        if r.returncode not in (0, 1):
            return '%s ends with %d:\n%s' % (where, r.returncode, r.stderr[-3000:])
        for path, text in after.items():
            if text not in (self.before.get(path), self.new.get(path)):
                return '%s leaves %s, which is neither the old nor the new file (%d bytes)' % (where, path, len(text))
        for path in self.before:
            if path not in after:
                return '%s removes %s' % (where, path)
        if r.returncode == 0:
            if after != self.new or r.stdout != self.printed:
                return '%s: ends with 0, and something else is written than without the fault' % where
        elif 'error: ' not in r.stderr and failed not in HARMLESS and not (failed == 'fwrite' and not r.stderr):
            return '%s: ends with 1 and no message: %r' % (where, r.stderr)
        return None


def main():
    p = argparse.ArgumentParser()
    p.add_argument('program')
    p.add_argument('--seconds', type=float)
    o = p.parse_args()
    program, failures, tried = os.path.abspath(o.program), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        scenarios = []
        for name in SCENARIOS:
            s = Scenario(program, name, os.path.join(folder, name), False)
            scenarios.append(s)
            if s.new != s.before:
                scenarios.append(Scenario(program, name, os.path.join(folder, name + '-old'), True))
        end = None if o.seconds is None else time.monotonic() + o.seconds
        total = sum(len(s.calls) for s in scenarios)
        # However soon it ends, what was tried is spread evenly over all: steps of the golden section.
        everything = [(s, n) for s in scenarios for n in range(1, len(s.calls) + 1)]
        step = int(total * 0.618034)
        while math.gcd(step, total) != 1:
            step += 1
        for i in range(total):
            if end is not None and time.monotonic() > end:
                break
            s, n = everything[i * step % total]
            problem = s.examine(n)
            tried += 1
            if problem:
                failures += 1
                print(problem)
                if failures >= 60:
                    break
    unused = FUNCTIONS - {n for s in scenarios for n in s.calls}
    if unused:
        failures += 1
        print('no scenario calls ' + ', '.join(sorted(unused)))
    # All texts are there before the first file changes: an error on the way to them leaves the files of one run together.
    for s in scenarios:
        if s.arguments[0] == 'bundle':
            late = sum(n in ALLOCATIONS for n in s.calls[s.calls.index('mkstemp'):])
            if late > FEW:
                failures += 1
                print('%s: %d allocations after the first file was written' % (s.name, late))
    print('%d of %d calls failed in turn, %d failures' % (tried, total, failures))
    return failures != 0


if __name__ == '__main__':
    sys.exit(main())
