#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tables of log1pexp, log1mexp, pow1p, logspace_add, logspace_sub, cospi, sinpi, tanpi, fround, fprec, R_pow, R_pow_di
and the small exact functions. Closed forms in mpmath (precision doubled until 40 digits agree); fround and fprec by
exact rational arithmetic."""
import math, os, random
from fractions import Fraction as Fr
from mpmath import mp, mpf, log, exp, expm1, log1p, pi, sin, cos, tan, nint, floor
from dist_common import *

rnd = random.Random(77)
HOW = 'made by reference/arith.py'
T = lambda n: Table(n, HOW)
def loguni(a, b): return float('%.17g' % (10.0 ** rnd.uniform(a, b)))

def logs():
    t = T('log1pexp')
    for x in [0.0, 1e-300, -1e-300, 1.0, -1.0, 18.0, 33.3, 33.4, 36.9, 37.1, 40.0, 700.0, 1e5, 1e300, -18.0, -36.0,
        -37.0, -39.9, -40.1, -700.3, -745.1, -740.0] + \
            [rnd.uniform(-50, 50) for _ in range(60)]: t.add([x], [],
                lambda x: log1p(exp(x)) if x < 0 else x + log1p(exp(-x)))
    for x, v in ((inf, inf), (-inf, 0), (nan, nan), (-1e5, 0), (-800.0, 0)): t.exact([x], [], v)
    t.write()
    t = T('log1mexp')
    for x in [5e-324, 1e-310, 1e-300, 1e-41, 1e-39, 1e-17, 1e-5, 0.5, 0.6931471805599453, 0.6931471805599454, 0.7,
        1.0, 36.0, 37.0, 39.9, 40.1, 700.0, 740.0, 745.0] + \
            [loguni(-3, 2) for _ in range(60)]: t.add([x], [],
                lambda x: log(-expm1(-x)) if x < 1 else log1p(-exp(-x)))
    for x, v in ((inf, 0), (0.0, -inf), (nan, nan), (800.0, 0)): t.exact([x], [], v)
    t.write()
    a, s = T('logspace_add'), T('logspace_sub')
    pairs = [(0.0, 0.0), (-0.6931471805599453, -0.6931471805599453), (-0.6931471805599453, -0.6931471805599454),
        (1e5, 1e5 - 1.0), (-1e5, -1e5 - 30.0),
             (3.0, -800.0), (1e300, 1e299), (1e-300, -1e-300), (-1e-17, -40.0), (-0.1, -2.35216846104409), (1e308,
                 -1e308), (-1e-20, -46.0), (709.5, 709.1)]
    pairs += [(rnd.uniform(-50, 50), rnd.uniform(-50, 50)) for _ in range(60)]
    for i in range(40):
        u = rnd.random(); x = math.log(u); pairs.append((x, math.log1p(-u)))
        pairs.append((math.log1p(u), math.log(u)))
    for i in range(20):
        x = rnd.uniform(-5, 5); pairs.append((x, x - loguni(-15, 0)))
    for x, y in pairs:
        a.add([x, y], [], lambda x, y: max(x, y) + log1p(exp(-abs(x - y))))
        if x > y: s.add([x, y], [], lambda x, y: x + (log(-expm1(y - x)) if x - y < 1 else log1p(-exp(y - x))))
    for x, y, v in ((-inf, 3.0, 3), (3.0, -inf, 3), (inf, 1.0, inf), (nan, 1.0, nan)): a.exact([x, y], [], v)
    for x, y, v in ((1.0, 1.0, -inf), (1.0, 2.0, nan), (inf, 1.0, inf), (3.0, -inf, 3), (nan, 1.0,
        nan)): s.exact([x, y], [], v)
    a.write(); s.write()

def powers():
    t = T('pow1p')
    for x, y in [(1e-300, 1e300), (1e-17, 1e17), (1e-10, 1e12), (-1e-10, 1e12), (0.5, 3.3), (-0.5, 100.0),
        (-0.999999, -30.0), (1e10, 20.0), (0.1, 1e-300),
                 (-1 + 2**-53, 20.0), (1e300, 1.01), (2.0, -1074.0), (0.03, 1000.5), (0.0312, 17.0), (0.0313,
                     17.0), (-3.0, 3.0), (-3.5, 2.0), (5e-324, 1e308)] + \
            [(rnd.uniform(-0.9, 5), rnd.uniform(-50, 50)) for _ in range(60)] + [(loguni(-12, 0), loguni(0,
                10)) for _ in range(40)]:
        def f(x, y):
            e = y * (log1p(x) if x > -1 else log(-1 - x))
            if e > 1000: return mpf('inf')
            return exp(e) * (-1 if x < -1 and y % 2 == 1 else 1)
        t.add([x, y], [], f)
    for x, y, v in ((nan, 0.0, 1), (0.0, nan, 1), (-1.0, 2.0, 0), (-1.0, -2.0, inf), (-3.0, 0.5, nan), (nan, 1.0,
        nan)): t.exact([x, y], [], v)
    t.write()
    t = T('R_pow')
    for x, y in [(2.0, 0.5), (10.0, 308.0), (10.0, -308.0), (10.0, -323.0), (1.0000000000000002, 1e18),
        (0.9999999999999999, 5e18), (1.5, 1700.0), (0.1, 300.0), (5e-324, 0.5),
                 (5e-324, -0.9), (-2.0, 3.0), (-2.0, 4.0), (-1.7, -301.0), (1e308, 1.0), (3.0, 33.0), (1e-10,
                     1e-300), (-8.0, 1e15), (-1.0, 1e15 + 1), (1e300, -1.05)] + \
            [(loguni(-5, 5), rnd.uniform(-60, 60)) for _ in range(100)]:
        def f(x, y):
            e = y * log(abs(x))
            if e > 1000: return mpf('inf') if x > 0 or y % 2 == 0 else mpf('-inf')
            return exp(e) * (-1 if x < 0 and y % 2 == 1 else 1)
        t.add([x, y], [], f)
    for x, y, v in ((nan, 0.0, 1), (1.0, nan, 1), (0.0, 2.0, 0), (0.0, -2.0, inf), (-3.0, 0.5, nan), (nan, 1.0,
        nan), (inf, 2.0, inf), (inf, -2.0, 0), (-inf, 3.0, -inf),
                    (-inf, 2.0, inf), (-inf, -2.0, 0), (0.5, inf, 0), (2.0, inf, inf), (2.0, -inf, 0), (0.5, -inf,
                        inf), (-2.0, inf, nan), (-2.0, 2.5, nan)): t.exact([x, y], [], v)
    t.write()
    t = T('R_pow_di')
    for x, n in [(2.0, 10), (2.0, -1074), (2.0, 1023), (-2.0, 3), (-2.0, -3), (1.1, 2000), (0.99, 20000),
        (1.0000001, 2000000000), (1e-300, 1), (5e-324, 1), (3.7, 100),
                 (-3.7, 101), (10.0, 22), (10.0, 23), (0.1, 200), (1e-3, -100)] + [(loguni(-3, 3),
                     rnd.randrange(-100, 100)) for _ in range(80)]:
        t.add([x, n], [], lambda x, n: x ** int(n))
    for r in t.rows: r[0][1] = int(r[0][1])
    for x, n, v in ((0.0, 0, 1), (0.0, 3, 0), (0.0, -1, inf), (inf, 2, inf), (-inf, 3, -inf), (-inf, -3, 0), (nan,
        2, nan)): t.exact([x, n], [], v)
    t.write()

def trig():
    xs = [1e-320, 1e-300, 1e-17, 0.1, 0.2, 0.25, 0.3, 0.75, 1 / 3, 0.49999999999999994, 0.5000000000000001,
        0.9999999999999999, 1.0000000000000002, 1.25, 1e5 + 0.3, 1e15 + 0.3, 1e15 + 0.125,
          2.0 ** 51 + 0.25, -0.1, -0.75, -1e6 - 1e-6, 123456789.1, 2.0**-1000] + [rnd.uniform(-3,
              3) for _ in range(60)] + [rnd.uniform(-1e8, 1e8) for _ in range(20)] + \
         [rnd.randrange(-9, 9) / 2 + loguni(-16, -3) * rnd.choice((1, -1)) for _ in range(60)]
    for name, g in (('sinpi', lambda f: sin(pi * f)), ('cospi', lambda f: cos(pi * f)), ('tanpi',
        lambda f: tan(pi * f))):
        t = T(name)
        for x in xs:
            if x == int(x * 2) / 2 or (name == 'tanpi' and x == int(x * 4) / 4): continue
            t.add([x], [], lambda x, g=g: g(x - 2 * floor(x / 2)))
        for k in range(-4, 9):
            x = k / 2
            v = {'sinpi': (0, 1, 0, -1)[k % 4], 'cospi': (1, 0, -1, 0)[k % 4], 'tanpi': nan if k % 2 else 0}[name]
            t.exact([x], [], v)
        if name == 'tanpi':
            for x, v in ((0.25, 1), (0.75, -1), (-0.25, -1), (1.25, 1), (-0.75, 1)): t.exact([x], [], v)
        for x in (1e16, 1e300, 2.0**53): t.exact([x], [], 1 if name == 'cospi' else 0)
        for x in (inf, -inf, nan): t.exact([x], [], nan)
        t.write()

def dbl(q):
    """The double nearest to a fraction, ties to even."""
    try: return q.numerator / q.denominator
    except OverflowError: return math.copysign(inf, q)

def round_dec(x, d, candidates):
    y = abs(Fr(x)) * Fr(10) ** d
    n = math.floor(y)
    lo, hi = Fr(n) / Fr(10) ** d, Fr(n + 1) / Fr(10) ** d
    if candidates and n < 10 ** 9 and d > 0:
        # Of the two results as doubles the closer one; to even if equally close.
        a, b = abs(Fr(x)) - Fr(dbl(lo)), Fr(dbl(hi)) - abs(Fr(x))
        up = a > b or (a == b and n % 2)
    else:
        up = y - n > Fr(1, 2) or (y - n == Fr(1, 2) and n % 2)
    return math.copysign(dbl(hi if up else lo), x)

def rounding():
    t = T('fround')
    pts = [(0.15, 1), (0.25, 1), (0.35, 1), (0.45, 1), (0.55, 1), (0.65, 1), (2.5, 0), (-2.5, 0), (3.5, 0), (1.005,
        2), (2.675, 2), (5.015, 2), (123456.0, -2), (150.0, -2), (250.0, -2),
           (15.0, -1), (25.0, -1), (-35.0, -1), (5.0, -1), (1e300, -290), (1e-300, 305), (3e-300, 301), (5e-324,
               323), (5e-324, 324), (1e15 + 0.5, 0), (4503599627370497.5, 0),
           (0.1 + 0.2, 15), (0.1 + 0.2, 16), (1e22, -22), (1.5e22, -22), (2.5e22, -22), (1234.5678, 3), (0.5,
               0), (1.5, 0), (-0.4, 0), (0.05, 1), (1e308, -308), (1e308, 5), (0.0, 2)]
    pts += [(rnd.uniform(-1, 1) * 10.0 ** rnd.randrange(-3, 9), rnd.randrange(-4, 8)) for _ in range(100)]
    pts += [(rnd.uniform(-1, 1), rnd.randrange(8, 18)) for _ in range(40)]
    pts += [(float('%.17g' % (10.0 ** rnd.uniform(-300, 300))), None) for _ in range(40)]
    pts += [(rnd.randrange(1, 10 ** 6) / 10 ** k, k - 1) for k in (1, 2, 3, 4, 5) for _ in range(6)]
    for x, d in pts:
        if d is None: d = rnd.randrange(0, 14) - math.floor(math.log10(x))
        if abs(d) > 320: continue
        y = abs(Fr(x)) * Fr(10) ** d
        t.exact([x, d], [], x if y >= 2 ** 53 else round_dec(x, d, True))
    for x, d, v in ((nan, 1.0, nan), (1.0, nan, nan), (inf, 2.0, inf), (1.234, inf, 1.234), (1.234, -inf, 0), (1.26,
        1.4, 1.3), (1.26, 1.6, 1.26), (5.0, -400.0, 0)): t.exact([x, d], [], v)
    t.write()
    t = T('fprec')
    pts = [(0.15, 1), (0.25, 1), (0.45, 1), (123456.0, 2), (1.5, 0), (1.5, -3), (2.5, 1), (9.99, 2), (9.95, 2),
        (99.5, 2), (25.0, 1), (999999.5, 6), (1e-320, 3), (5e-324, 1),
           (1.7e308, 3), (1000.0, 1), (999.9, 3), (1e22, 1), (1e23, 1), (1e23, 15), (0.1, 17), (0.1, 16), (math.pi,
               16), (math.pi, 22), (1e-5, 3), (-1e-5, 1), (-2.5, 1), (1e15, 2)]
    pts += [(rnd.uniform(-1, 1) * 10.0 ** rnd.randrange(-10, 10), rnd.randrange(1, 17)) for _ in range(120)]
    pts += [(float('%.17g' % (10.0 ** rnd.uniform(-307, 307))), rnd.randrange(1, 17)) for _ in range(60)]
    for x, k in pts:
        kk = max(k, 1)
        e = math.floor(math.log10(abs(x)))
        while Fr(10) ** e > abs(Fr(x)): e -= 1
        while Fr(10) ** (e + 1) <= abs(Fr(x)): e += 1
        t.exact([x, k], [], x if kk >= 17 else round_dec(x, kk - 1 - e, False))
    for x, k, v in ((nan, 1.0, nan), (1.0, nan, nan), (inf, 2.0, inf), (0.0, 2.0, 0), (1.2345, inf, 1.2345),
        (1.2345, -inf, 1), (1.2345, 2.4, 1.2)): t.exact([x, k], [], v)
    t.write()

def small():
    xs = [0.0, 1.0, -1.0, 2.5, -2.5, 1e300, inf, -inf, nan, 5e-324]
    a, b, c = T('fmax2'), T('fmin2'), T('fsign')
    for x in xs:
        for y in xs:
            bad = x != x or y != y
            a.exact([x, y], [], nan if bad else max(x, y)); b.exact([x, y], [], nan if bad else min(x, y))
            c.exact([x, y], [], nan if bad else abs(x) if y >= 0 else -abs(x))
    for t in (a, b, c): t.write()
    t, s = T('ftrunc'), T('sign')
    for x in xs + [0.5, -0.5, 0.9999999999999999, -1.7, 4503599627370495.5, 1e18]:
        t.exact([x], [], x if x != x or abs(x) == inf else float(math.trunc(x)))
        s.exact([x], [], nan if x != x else (x > 0) - (x < 0))
    t.write(); s.write()
    a, b = T('imax2'), T('imin2')
    for x in (0, 1, -1, 2147483647, -2147483647, 77):
        for y in (0, 5, -3, 2147483647):
            a.exact([x, y], [], max(x, y)); b.exact([x, y], [], min(x, y))
    for t in (a, b):
        t.rows = [([str(v) for v in r], f, v) for r, f, v in t.rows]
    for t in (a, b):
        with open(os.path.join(TABLES, t.name + '.tsv'), 'w') as f:
            f.write('# %s: %s\n' % (t.name, t.how))
            for r, fl, (hi, lo) in t.rows: f.write('\t'.join([float(v).hex() for v in r] + [hexf(hi),
                hexf(lo)]) + '\n')
        print(t.name, len(t.rows))

if __name__ == '__main__':
    logs(); powers(); trig(); rounding(); small()
