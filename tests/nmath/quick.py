#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""quick.py FUNCTION [TABLE]: evaluate one cl/nmath function on the host, as C, and compare it with a table.

TABLE defaults to tests/nmath/tables/FUNCTION.tsv: the arguments in nmath-eval's order, then the reference as
two doubles hi and lo with reference = hi + lo, all hexadecimal floats separated by tabs; '#' starts a comment.
Prints the error in ULP (max, 99th and 90th percentile, median) of this library and of libRmath, then the worst rows.
With no table, reads argument rows from standard input and prints results. This is the quick loop of somebody who
writes a function; the suite itself goes through nmath-eval on real devices."""
import ctypes, hashlib, math, os, re, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
CL = os.path.normpath(os.path.join(HERE, '..', '..', 'cl'))

def tags(path):
    deps, cont = [], None
    for line in open(path, encoding='utf-8-sig'):
        line = line.strip()
        if line and not line.startswith('//'): break
        m = re.match(r'//\s*@(\w+):?(.*)', line)
        if m: cont, rest = m.group(1), m.group(2)
        elif cont: rest = line[2:]
        else: continue
        if cont == 'depends': deps += [v.strip() for v in rest.split(',') if v.strip()]
        if not rest.rstrip().endswith(','): cont = None
    return deps

def closure(stem, seen, order):
    if stem in seen: return
    seen.add(stem)
    path = os.path.join(CL, 'nmath', stem + '.cl')
    for d in tags(path): closure(d, seen, order)
    order.append(path)

def stem_of(fn):
    if os.path.exists(os.path.join(CL, 'nmath', fn + '.cl')): return fn
    for f in sorted(os.listdir(os.path.join(CL, 'nmath'))):
        if f.endswith('.cl') and re.search(r'^[a-zA-Z_ ]*\bdouble\s+%s\s*\(' % fn, open(os.path.join(CL, 'nmath', f)).read(), re.M): return f[:-3]
    sys.exit('no file defines ' + fn)

def build(fn):
    order = []; closure(stem_of(fn), set(), order)
    text = ''
    for p in [os.path.join(CL, 'OPENCL.cl')] + order:
        src = open(p, encoding='utf-8-sig').read()
        text += '#line 1 "%s"\n%s\n' % (os.path.relpath(p, CL), src.replace('__attribute__((noinline)) static', 'static'))
    m = re.search(r'\bdouble\s+%s\s*\(([^)]*)\)\s*\{' % fn, text)
    params = [p.strip() for p in m.group(1).split(',')]
    kinds = ['i' if re.match(r'(const\s+)?(int|uint)\b', p) else 'd' for p in params]
    text += 'double entry_(%s){return %s(%s);}\n' % (','.join(('int' if k == 'i' else 'double') + ' a%d' % i for i, k in enumerate(kinds)), fn, ','.join('a%d' % i for i in range(len(kinds))))
    d = os.path.join(tempfile.gettempdir(), 'clquick'); os.makedirs(d, exist_ok=True)
    so = os.path.join(d, hashlib.sha1((text + open(HERE + '/clhost.h').read()).encode()).hexdigest() + '.so')
    if not os.path.exists(so):
        c = so[:-3] + '.c'; open(c, 'w').write(text)
        # gcc 12's SLP vectoriser contracts a*b+c, a*b-c pairs in spite of -ffp-contract=off: that ruins exact products.
        subprocess.check_call(['gcc', '-std=gnu11', '-O2', '-march=native', '-ffp-contract=off', '-fno-tree-slp-vectorize', '-w', '-shared', '-fPIC', '-include', HERE + '/clhost.h', '-o', so, c, '-lm'])
    f = ctypes.CDLL(so).entry_; f.restype = ctypes.c_double
    f.argtypes = [ctypes.c_int if k == 'i' else ctypes.c_double for k in kinds]
    return f, kinds

def rmath(fn, kinds):
    try: lib = ctypes.CDLL('libRmath.so.1')
    except OSError: lib = ctypes.CDLL('libRmath.so')
    for name in (fn, fn + '4', fn + '5', 'Rf_' + fn, 'Rf_' + fn + '4', 'Rf_' + fn + '5'):
        try: f = getattr(lib, name)
        except AttributeError: continue
        f.restype = ctypes.c_double; f.argtypes = [ctypes.c_int if k == 'i' else ctypes.c_double for k in kinds]
        return f
    return None

def num(s): return float.fromhex(s) if 'x' in s.lower() else float(s)

def ulp_error(got, hi, lo):
    if math.isnan(hi): return 0.0 if math.isnan(got) else math.inf
    if math.isinf(hi): return 0.0 if got == hi else math.inf
    if math.isnan(got) or math.isinf(got): return math.inf
    return abs((got - hi) - lo) / math.ulp(hi)

def call(f, kinds, row): return f(*[int(v) if k == 'i' else v for k, v in zip(kinds, row)])

def main():
    fn = sys.argv[1]
    f, kinds = build(fn)
    table = sys.argv[2] if len(sys.argv) > 2 else os.path.join(HERE, 'tables', fn + '.tsv')
    if not os.path.exists(table):
        for line in sys.stdin: print(call(f, kinds, [num(t) for t in line.split()]).hex())
        return
    r = rmath(fn, kinds)
    rows = []
    for line in open(table):
        if line.strip() and not line.startswith('#'): rows.append([num(t) for t in line.split()])
    n = len(kinds); ours, theirs = [], []
    for row in rows:
        ours.append((ulp_error(call(f, kinds, row[:n]), row[n], row[n + 1]), row))
        if r: theirs.append(ulp_error(call(r, kinds, row[:n]), row[n], row[n + 1]))
    def stat(name, es):
        es = sorted(es); k = len(es)
        print('%-8s max %.3g  p99 %.3g  p90 %.3g  median %.3g  (%d points)' % (name, es[-1], es[min(k - 1, int(k * .99))], es[int(k * .9)], es[k // 2], k))
    stat('clbundle', [e for e, _ in ours])
    if r: stat('libRmath', theirs)
    for e, row in sorted(ours, key=lambda t: -t[0])[:8]:
        print('  %.3g ulp at %s -> got %.17g want %.17g' % (e, ' '.join('%.17g' % v for v in row[:n]), call(f, kinds, row[:n]), row[n]))

if __name__ == '__main__': main()
