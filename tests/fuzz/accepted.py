#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Kernels with damaged tokens: the generator must refuse them with a message or accept them, within bounds of time
and memory. Accepted kernels must compile as C, with a valid JSON manifest.

usage: accepted.py --clbundle PROGRAM --cc COMPILER --cflags FLAGS --include DIR [--seed N] [--seconds S] [--generated N] FILE...
FILEs are kernel files to start from, beside random ones (tests/native/random/generate.py)."""
import argparse
import json
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'native', 'random'))
import generate

TOKEN = re.compile(r'\s+|//[^\n]*|"(?:\\.|[^"\\\n])*"|[A-Za-z_0-9.]+|<<=|>>=|&&|\|\||[-+*/%&|^<>=!]=|<<|>>|\+\+|--|.', re.S)
TYPES = ['char', 'uchar', 'short', 'ushort', 'int', 'uint', 'long', 'ulong', 'float', 'double', 'bool', 'size_t', 'int2', 'int3', 'int4',
         'float4', 'double8', 'uchar16', 'short8', 'long2', 'void']
OPERATORS = ['+', '-', '*', '/', '%', '<<', '>>', '<', '>', '<=', '==', '!=', '&', '|', '^', '&&', '||', ',', '=', '+=', '-=', '*=', '/=', '%=', '<<=',
             '>>=', '&=', '|=', '^=']
CONSTANTS = ['0', '1', '-1', '7', '2147483647', '4294967295u', '9223372036854775807L', '18446744073709551615UL', '1.5f', '2.5', '0x1p-149f',
             '1e308', "'x'", '(int4)(1, 2, 3, 4)', '(float2)(0.5f)']
SPACES = ['__global', '__local', '__constant', '__private', 'const', 'volatile']


def kind(t):
    return TYPES if t in TYPES else OPERATORS if t in OPERATORS else SPACES if t in SPACES else CONSTANTS if t[0].isdigit() else None


def damage(r, text):
    """Mostly changes that keep the grammar: a token becomes another one of its kind, or a name of the same text."""
    tokens = TOKEN.findall(text)
    begin = next((i for i, t in enumerate(tokens) if t == '__kernel'), 0)
    names = sorted({t for t in tokens[begin:] if t[0].isalpha() and len(t) < 8 and t not in TYPES + SPACES})
    for _ in range(r.choice([1, 1, 1, 2, 3, 6])):
        at = r.randrange(len(tokens))
        for _ in range(60):
            if tokens[at].strip() and not tokens[at].startswith('//'):
                break
            at = r.randrange(len(tokens))
        how = r.random()
        if how < 0.6:
            alike = kind(tokens[at])
            if alike:
                tokens[at] = r.choice(alike)
            elif tokens[at] in names:
                tokens[at] = r.choice(names)
        elif how < 0.7:
            del tokens[at]
        elif how < 0.8:
            tokens.insert(at, tokens[at])
        elif how < 0.9:
            tokens[at] = tokens[r.randrange(len(tokens))]
        else:
            other = r.randrange(len(tokens))
            tokens[at], tokens[other] = tokens[other], tokens[at]
    return ''.join(tokens)


def limits():
    resource.setrlimit(resource.RLIMIT_AS, (1 << 31, 1 << 31))
    resource.setrlimit(resource.RLIMIT_CPU, (20, 20))


def bad_manifest(path):
    """What is wrong with a manifest, or ''."""
    try:
        with open(path, 'rb') as f:
            manifest = json.loads(f.read().decode())
    except ValueError as e:
        return 'the manifest is no JSON in UTF-8: %s' % e
    return '' if manifest.get('bundle') == 'f' and manifest.get('kernels') else 'the manifest names neither bundle nor kernels'


def main():
    p = argparse.ArgumentParser()
    p.add_argument('--seed', type=int, default=1)
    p.add_argument('--seconds', type=float, default=20)
    p.add_argument('--generated', type=int, default=20)
    p.add_argument('--clbundle', required=True)
    p.add_argument('--cc', default='cc')
    p.add_argument('--cflags', default='-Wall -Wextra -Werror -Wno-psabi')
    p.add_argument('--include', required=True)
    p.add_argument('--unlimited', action='store_true', help='no limit of memory: for a generator built with sanitizers')
    p.add_argument('--keep')
    p.add_argument('files', nargs='*')
    o = p.parse_args()
    r = random.Random(o.seed)
    texts = [open(f).read() for f in o.files] + [generate.program([generate.Kernel(o.seed * 1000 + s)]) for s in range(o.generated)]
    end, done, taken, native, failed = time.monotonic() + o.seconds, 0, 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'kernel.cl')
        while time.monotonic() < end and failed < 20:
            text = damage(r, r.choice(texts))
            with open(path, 'w') as f:
                f.write(text)
            done += 1
            problem = ''
            try:
                b = subprocess.run([o.clbundle, 'bundle', '--name', 'f', '--native', '--output-dir', folder, path], capture_output=True,
                                   text=True, errors='replace', timeout=60, preexec_fn=None if o.unlimited else limits)
                if b.returncode not in (0, 1):
                    problem = 'the generator ends with %d\n%s' % (b.returncode, b.stderr[-2000:])
                elif b.returncode == 1 and 'error:' not in b.stderr:
                    problem = 'refused without a message'
            except subprocess.TimeoutExpired:
                problem = 'the generator does not end'
            if not problem and b.returncode == 0:
                taken += 1
                native += 'has no native version' not in b.stderr
                c = subprocess.run([*o.cc.split(), '-std=c11', '-fsyntax-only', *o.cflags.split(), '-I', o.include, '-I', folder,
                                    os.path.join(folder, 'f.c'), os.path.join(folder, 'f_native.c')], capture_output=True, text=True)
                if c.returncode:
                    problem = 'what was taken does not compile:\n' + c.stderr[:3000]
                problem = problem or bad_manifest(os.path.join(folder, 'f.json'))
            if problem:
                failed += 1
                print('case %d: %s' % (done, problem))
                if o.keep:
                    os.makedirs(o.keep, exist_ok=True)
                    with open(os.path.join(o.keep, 'case%d_%d.cl' % (o.seed, done)), 'w') as f:
                        f.write(text)
    print('%d cases, %d taken (%d with native code), %d failures' % (done, taken, native, failed))
    return failed != 0


if __name__ == '__main__':
    sys.exit(main())
