#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tables of dbeta, pbeta and qbeta. pbeta: beta_common.both. dbeta: logarithms of gamma at raised precision.
qbeta: the root of beta_common.both by bisection and secant steps in log odds at 45 digits, its bracket checked."""
import random
from beta_common import *
mp.dps = 80

def pbeta_points():
    rnd = random.Random(20261)
    pts = [(2, 3, .3), (.5, .5, .5), (.5, .5, 1e-300), (1, 1, .25), (5, 1, .999), (1, 7, 1e-20), (1e-300, 5, .1), (5, 1e-300, .1),
           (1e-300, 1e-300, .3), (1e-10, 1e-10, 1e-300), (1e-10, 3, .9), (3, 1e-10, 1e-5), (.1, 100, .001), (.1, 100, .01), (100, .1, .9999),
           (1e10, 1e10, .50001), (1e10, 1e10, .5), (1e10, 30, 1 - 2e-9), (1e-5, 1e10, 1e-11), (.5, 1e10, 1e-10), (.5, 1e10, 1e-9),
           (5e9, .5, 1 - 1e-12), (3, 4, 1e-300), (300, 200, .9), (300, 200, .1), (60, 60, .5), (59, 61, .4), (60, 1e10, 5e-9), (200, 200, .9),
           (1e5, 1e5, .51), (1e5, 1e3, .99), (1e8, 1e8, .5001), (1e8, 1e8, .4), (1e4, 1e-4, .9999), (1e-4, 1e4, 1e-5), (.01, .02, .5), (.9, .9, .45),
           (.9, .9, .55), (.999, 5, .15), (1.5, .3, .97), (1.5, .3, .99999), (1e-2, 1e8, 1e-9), (1e-2, 1e8, 1e-12), (1e8, 1e-2, .99999999), (2, 1e10, 1e-10), (1e10, 2, .9999999997),
           (1e300, 1e300, .5), (1e15, 1e15, .50000001), (40, 1e7, 3e-6), (1e12, 1e3, .999999999), (7, 1e-20, .5), (1e-20, 7, .5), (1e-20, 7, 1e-200)]
    for _ in range(70):
        a = 10 ** rnd.uniform(-3, 4); b = 10 ** rnd.uniform(-3, 4)
        m = a / (a + b); sd = math.sqrt(m * (1 - m) / (a + b + 1))
        x = min(max(m + sd * rnd.uniform(-4, 4), m * .01), 1 - (1 - m) * .01)
        pts.append((a, b, x))
    for _ in range(30): pts.append((10 ** rnd.uniform(-2, 3), 10 ** rnd.uniform(-2, 3), rnd.random()))
    for _ in range(20): pts.append((10 ** rnd.uniform(-12, 10), 10 ** rnd.uniform(-12, 10), 10 ** rnd.uniform(-15, 0)))
    return pts

def pbeta_table():
    rows = []
    for a, b, x in pbeta_points():
        lo, up = both(a, b, x)
        with mp.workdps(400):
            vals = ((lo, 1, 0), (up, 0, 0), (mpmath.log(lo) if lo < .5 else mpmath.log1p(-up), 1, 1),
                    (mpmath.log(up) if up < .5 else mpmath.log1p(-lo), 0, 1))
        for v, l, g in vals: rows.append(((x, a, b, l, g), v))
    inf, nan = math.inf, math.nan
    for args, v in [((-1, 2, 3, 1, 0), 0.), ((2, 2, 3, 1, 0), 1.), ((-1, 2, 3, 1, 1), -inf), ((2, 2, 3, 0, 1), -inf), ((.5, -1, 3, 1, 0), nan),
                    ((.5, 1, -3, 1, 0), nan), ((nan, 1, 3, 1, 0), nan), ((.5, nan, 3, 1, 0), nan), ((.5, 0, 3, 1, 0), 1.), ((.5, 3, 0, 1, 0), 0.),
                    ((.5, 0, 0, 1, 0), .5), ((.5, inf, inf, 1, 0), 1.), ((.4, inf, inf, 1, 0), 0.), ((.4, inf, 2, 1, 0), 0.), ((.4, 2, inf, 1, 0), 1.), ((0, 2, 3, 1, 0), 0.), ((1, 2, 3, 1, 0), 1.)]:
        rows.append((args, v))
    table('pbeta', 'x a b lower_tail log_p; reference/beta.py, 55 digits', rows)

def dlog(a, b, x):
    """log density at exact x in (0, 1)."""
    a, b, x = mpf(a), mpf(b), mpf(x)
    big = max(a, b, 1)
    with mp.workdps(80 + int(mpmath.log10(big)) + (int(-mpmath.log10(x)) if x < 1 else 0)):
        return (a - 1) * mpmath.log(x) + (b - 1) * mpmath.log1p(-x) + mpmath.loggamma(a + b) - mpmath.loggamma(a) - mpmath.loggamma(b)

def dbeta_table():
    rows = []
    for a, b, x in pbeta_points():
        l = dlog(a, b, x)
        rows.append(((x, a, b, 1), l)); rows.append(((x, a, b, 0), mpmath.exp(l)))
    inf, nan = math.inf, math.nan
    for args, v in [((-1, 2, 3, 0), 0.), ((2, 2, 3, 0), 0.), ((2, 2, 3, 1), -inf), ((0, 2, 3, 0), 0.), ((0, .5, 3, 0), inf), ((0, 1, 3, 0), 3.), ((1, 2, .5, 0), inf),
                    ((1, 4, 1, 0), 4.), ((1, 4, 2, 0), 0.), ((.5, -1, 2, 0), nan), ((nan, 1, 2, 0), nan), ((.5, 0, 2, 0), 0.), ((0, 0, 2, 0), inf), ((1, 2, 0, 0), inf), ((.5, inf, inf, 0), inf),
                    ((.4, inf, inf, 0), 0.), ((0, 0, 0, 0), inf), ((1, 0, 0, 0), inf), ((.5, 0, 0, 0), 0.), ((0, 2, inf, 0), inf), ((1, inf, 2, 0), inf)]:
        rows.append((args, v))
    table('dbeta', 'x a b give_log; reference/beta.py, 80 digits', rows)

if __name__ == '__main__':
    import sys
    which = sys.argv[1:] or ['p', 'd', 'q']
    if 'p' in which: pbeta_table()
    if 'd' in which: dbeta_table()
    if 'q' in which:
        import beta_quantiles
        beta_quantiles.qbeta_table()
