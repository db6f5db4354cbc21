#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tables of qbinom, qnbinom, qnbinom_mu and qgeom: the smallest integer k with F(k) >= p for the exact double p, by
bisection on beta_common.both (tails of 55 digits); no p lies within 1e-12 of a jump except the exact ones written out."""
import random, sys
from beta_common import *
inf, nan = math.inf, math.nan

def tails(kind, k, n, w):
    with mp.workdps(700):
        if kind == 'nbinom_mu': x, y = mpf(n) / (mpf(n) + mpf(w)), mpf(w) / (mpf(n) + mpf(w))
        elif kind == 'binom': x, y = 1 - mpf(w), mpf(w)
        else: x, y = mpf(w), 1 - mpf(w)
        if kind == 'geom':
            u = mpmath.exp((k + 1) * mpmath.log1p(-mpf(w)))
            return 1 - u, u
    if kind == 'binom': return (mpf(1), mpf(0)) if k >= n else both(int(n) - k, k + 1, x, y)
    return both(mpf(n), k + 1, x, y)

def above(kind, k, n, w, p, l, g):
    """F(k) >= p, and whether it is too close to say."""
    lo, up = tails(kind, k, n, w)
    v = lo if l else up
    with mp.workdps(400):
        q = mpmath.exp(mpf(p)) if g else mpf(p)
        if abs(v - q) < q * mpf(10) ** -12: return None
        return (v >= q) if l else (v <= q)

def quantile(kind, n, w, p, l, g):
    lo, hi = -1, 0
    while True:
        a = above(kind, hi, n, w, p, l, g)
        if a is None: return None
        if a: break
        lo, hi = hi, hi * 2 + 1
        if kind == 'binom': hi = min(hi, int(n))
    while hi - lo > 1:
        m = (lo + hi) // 2
        a = above(kind, m, n, w, p, l, g)
        if a is None: return None
        lo, hi = (lo, m) if a else (m, hi)
    return float(hi)

def prob(rnd):
    k = rnd.randrange(6)
    if k == 0: return (10 ** rnd.uniform(-250, -1), rnd.randrange(2), 0)
    if k == 1: return (-10 ** rnd.uniform(-12, 3), rnd.randrange(2), 1)
    return (rnd.random(), rnd.randrange(2), 0)

def make(kind, points, edges, names):
    rows = []
    for n, w, p, l, g in points:
        k = quantile(kind, n, w, p, l, g)
        if k is not None: rows.append(((p, w, l, g) if kind == 'geom' else (p, n, w, l, g), k))
    table('q' + kind, names + ' lower_tail log_p; reference/beta_counts.py', rows + edges)

def qbinom_table():
    rnd = random.Random(41)
    pts = [(10., .3, .3, 1, 0), (1e9, .5, .3, 1, 0), (1e9, 1e-9, .9, 1, 0), (1e9, 1e-9, 1e-10, 0, 0), (1e9, .3, 1e-200, 1, 0), (1e9, .3, 1e-200, 0, 0), (1e6, 1 - 1e-6, .2, 1, 0), (1., .5, .4, 1, 0), (1., .5, .6, 1, 0), (1000., 1e-300, 1e-299, 0, 0), (50., .999, 1e-20, 1, 0), (1e5, .1, -1e-10, 1, 1)]
    for _ in range(80): pts.append((lambda p: (float(int(10 ** rnd.uniform(0, 6.5)) + 1), rnd.choice([rnd.random(), 10 ** rnd.uniform(-5, 0)])) + p)(prob(rnd)))
    make('binom', pts, [((.3, 4, 0, 1, 0), 0.), ((.3, 4, 1, 1, 0), 4.), ((0, 4, .5, 1, 0), 0.), ((1, 4, .5, 1, 0), 4.), ((0, 4, .5, 0, 0), 4.), ((.3, 0, .5, 1, 0), 0.), ((-inf, 4, .5, 1, 1), 0.), ((0, 4, .5, 1, 1), 4.), ((.3, inf, .5, 1, 0), nan), ((.3, -1, .5, 1, 0), nan), ((.3, 4, 1.5, 1, 0), nan), ((1.2, 4, .5, 1, 0), nan), ((nan, 4, .5, 1, 0), nan)], 'p n prob')

def qnbinom_table():
    rnd = random.Random(42)
    pts = [(3., .5, .3, 1, 0), (1e9, .5, .3, 1, 0), (.1, 1e-6, .5, 1, 0), (.1, 1e-6, .999, 1, 0), (1e-3, .5, 1e-10, 0, 0), (50., .1, 1e-200, 0, 0), (50., .1, 1e-100, 1, 0), (1e5, .9999, .7, 1, 0), (.5, 1e-9, .9, 1, 0), (5., .01, -1e-10, 1, 1)]
    for _ in range(80): pts.append((lambda p: (10 ** rnd.uniform(-2, 4), rnd.choice([rnd.random(), 10 ** rnd.uniform(-4, 0)])) + p)(prob(rnd)))
    make('nbinom', pts, [((.3, 0, .5, 1, 0), 0.), ((.3, 3, 0, 1, 0), nan), ((.3, 3, 1, 1, 0), 0.), ((1, 3, .5, 1, 0), inf), ((0, 3, .5, 1, 0), 0.), ((0, 3, .5, 0, 0), inf), ((.3, inf, .5, 1, 0), nan), ((.3, -3, .5, 1, 0), nan), ((1.2, 3, .5, 1, 0), nan), ((nan, 3, .5, 1, 0), nan), ((.5, 3, .5, 1, 0), 2.)], 'p n prob')

def qnbinom_mu_table():
    rnd = random.Random(43)
    pts = [(3., 2., .3, 1, 0), (1e10, 12., .3, 1, 0), (1e300, 12., .3, 1, 0), (.1, 1e8, .5, 1, 0), (1e-3, 5., 1e-10, 0, 0), (1e6, 1e8, .2, 0, 0), (50., 30., 1e-100, 0, 0), (1e9, 1e9, .4, 1, 0), (3., 1e-10, 1e-12, 0, 0), (5., 100., -1e-10, 1, 1)]
    for _ in range(80): pts.append((lambda p: (10 ** rnd.uniform(-2, 5), 10 ** rnd.uniform(-2, 5)) + p)(prob(rnd)))
    make('nbinom_mu', pts, [((.3, 0, 2, 1, 0), 0.), ((.3, 3, 0, 1, 0), 0.), ((1, 3, 2, 1, 0), inf), ((0, 3, 2, 1, 0), 0.), ((.3, inf, 5, 1, 0), 4.), ((.3, -3, 2, 1, 0), nan), ((.3, 3, -2, 1, 0), nan), ((1.2, 3, 2, 1, 0), nan), ((nan, 3, 2, 1, 0), nan)], 'p n mu')

def qgeom_table():
    rnd = random.Random(44)
    pts = [(0, .5, .3, 1, 0), (0, 1e-9, .3, 1, 0), (0, 1e-9, 1e-200, 0, 0), (0, .999, 1e-200, 0, 0), (0, 1e-5, 1e-7, 1, 0), (0, 1e-5, -1e-10, 1, 1), (0, .3, -700., 0, 1), (0, .3, -1e-300, 0, 1)]
    for _ in range(80): pts.append((0, rnd.choice([rnd.random(), 10 ** rnd.uniform(-7, 0)])) + prob(rnd))
    make('geom', pts, [((.5, .5, 1, 0), 0.), ((.75, .5, 1, 0), 1.), ((.5, 0, 1, 0), nan), ((.5, 1, 1, 0), 0.), ((1, .5, 1, 0), inf), ((0, .5, 1, 0), 0.), ((0, .5, 0, 0), inf), ((1.2, .5, 1, 0), nan), ((nan, .5, 1, 0), nan)], 'p prob')

if __name__ == '__main__':
    for w in sys.argv[1:] or ['qbinom', 'qnbinom', 'qnbinom_mu', 'qgeom']: globals()[w + '_table']()
