# SPDX-License-Identifier: MIT
"""Shared by the generators of the simple and the rank distributions: rows of a table with their references.

Each reference is a function of mpmath numbers, evaluated at a working precision that is doubled until two results
agree to 1e-40 relative (or are both exactly 0, infinite or NaN); written as two doubles hi + lo."""
import math, os, random
from mpmath import mp, mpf, isnan, isinf

TABLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'tables')
inf, nan = math.inf, math.nan

def settle(fn, args, start=60, top=8000, nonzero=True):
    last = None
    dps = start
    while dps <= top:
        mp.dps = dps
        v = fn(*[mpf(a) if isinstance(a, float) else a for a in args])
        if isinstance(v, float) or isnan(v) or isinf(v): return v
        if v == 0 and dps < 1000 and nonzero:
            last, dps = v, dps * 2
            continue
        if last is not None and abs(v - last) <= abs(v) * mpf(10) ** -40: return v
        last, dps = v, dps * 2
    raise ValueError('no agreement at %r' % (args,))

def split(v):
    if isinstance(v, float) and (math.isnan(v) or math.isinf(v)): return v, 0.0
    v = mpf(v)
    if isnan(v): return nan, 0.0
    if isinf(v): return (inf if v > 0 else -inf), 0.0
    with mp.workprec(4000):
        q = v * mpf(2) ** 1074
        if abs(v) < mpf(2) ** -1022: hi = math.ldexp(int(mp.nint(q)), -1074)
        else:
            m, e = mp.frexp(v)
            n = int(mp.nint(m * 2 ** 53))
            if e > 1024 or (e == 1024 and abs(n) >= 2 ** 53): return (inf if v > 0 else -inf), 0.0
            hi = math.ldexp(n, e - 53)
        lo = float(v - mpf(hi))
    return hi, lo

def hexf(v): return str(v) if math.isnan(v) or math.isinf(v) else float(v).hex()

class Table:
    def __init__(self, name, how):
        self.name, self.how, self.rows, self.seen = name, how, [], set()
    def add(self, args, flags, fn, **kw):
        """fn(*args) is the reference (flags are the caller's business)."""
        key = tuple(map(str, args)) + tuple(flags)
        if key in self.seen: return
        self.seen.add(key)
        try: v = settle(fn, [float(a) for a in args], **kw)
        except (OverflowError, ValueError, ZeroDivisionError) as e:
            print(self.name, args, flags, 'left out:', e); return
        self.rows.append((list(args), list(flags), split(v)))
    def exact(self, args, flags, value):
        self.rows.append((list(args), list(flags), (float(value), 0.0)))
    def write(self):
        with open(os.path.join(TABLES, self.name + '.tsv'), 'w') as f:
            f.write('# %s: %s\n' % (self.name, self.how))
            for a, fl, (hi, lo) in self.rows:
                f.write('\t'.join([hexf(float(v)) for v in a] + [str(v) for v in fl] + [hexf(hi), hexf(lo)]) + '\n')
        print(self.name, len(self.rows))
