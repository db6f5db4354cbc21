# SPDX-License-Identifier: MIT
"""The base of the generators of the core tables: exact inputs, two precisions, the writer.

A table row holds the arguments (doubles as hexadecimal floats, flags as integers), then the reference as the double
nearest to it and the double nearest to the remainder."""
import math, os
from mpmath import mp, mpf

TABLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'tables')

def hexa(v):
    if isinstance(v, int) and not isinstance(v, bool): return str(v)
    v = float(v)
    return 'nan' if math.isnan(v) else ('inf' if v > 0 else '-inf') if math.isinf(v) else v.hex()

def split(v):
    """The reference as hi + lo; an mpf beyond the largest double becomes inf, below the least one 0."""
    if isinstance(v, float): return v, 0.0
    hi = float(v)
    if math.isinf(hi): return hi, 0.0
    return hi, float(v - mpf(hi))

def twice(f, args, digits=70):
    """f at `digits` and at a second, higher precision; both must agree to 40 digits (or 1e-360 absolutely)."""
    with mp.workdps(digits): a = f(*args)
    with mp.workdps(2 * digits + 10): b = f(*args)
    if isinstance(b, float): return b
    with mp.workdps(2 * digits + 10):
        if not abs(a - b) <= abs(b) * mpf(10)**-35 + mpf(10)**-380: raise ValueError('%r: %s against %s' % (args, a, b))
        return +b

def write(name, note, rows):
    os.makedirs(TABLES, exist_ok=True)
    with open(os.path.join(TABLES, name + '.tsv'), 'w') as f:
        f.write('# ' + note + '\n')
        for args, v in rows:
            hi, lo = split(v)
            f.write('\t'.join([hexa(a) for a in args] + [hexa(hi), hexa(lo)]) + '\n')
    print(name, len(rows))

def spread(rng, lo, hi, n):
    """n values from lo to hi, even on the log scale, with full random significands."""
    return [math.exp(rng.uniform(math.log(lo), math.log(hi))) for _ in range(n)]

def tails(rows, args, p, q):
    """Four rows of a distribution function from its lower value p and upper value q (both accurate)."""
    log1m = lambda a, b: mp.log1p(-b) if b < 0.5 else mp.log(a)
    with mp.workdps(mp.dps + 60):
        lp = log1m(p, q) if p > 0 else -math.inf
        lq = log1m(q, p) if q > 0 else -math.inf
    rows += [(args + (1, 0), p), (args + (0, 0), q), (args + (1, 1), lp), (args + (0, 1), lq)]

def merge(rows):
    """Adds rows (function, arguments, value) at the end of the tables, in place of those with the same arguments."""
    for name in sorted({r[0] for r in rows}):
        mine = {tuple(map(hexa, map(float, a))): v for n, a, v in rows if n == name}
        path = os.path.join(TABLES, name + '.tsv')
        kept = []
        for line in open(path):
            words = line.split()
            if not line.startswith('#') and tuple(hexa(float.fromhex(w)) if 'x' in w else hexa(float(w)) for w in words[:-2]) in mine: continue
            kept.append(line)
        with open(path, 'w') as f:
            f.writelines(kept)
            for n, a, v in rows:
                if n != name: continue
                with mp.workdps(800): hi, lo = split(v)
                f.write('\t'.join([hexa(t) for t in a] + [hexa(hi), hexa(lo)]) + '\n')
        print(name, len(mine))
