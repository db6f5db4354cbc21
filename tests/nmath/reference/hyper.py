#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tables of the hypergeometric distribution.

Density from mpmath's log gamma at a precision that is doubled until 40 digits agree. Tails: the smaller one by
summing the exact ratio of neighbouring terms in 200-bit arithmetic (gmpy2) until the terms, which then fall at least
geometrically, are below 2^-150 of the sum. Quantiles: the smallest integer x with F(x) >= p, by bisection with those
tails at 150 bits; points where p is within 16 ulp of F are left out."""
import functools, math, random
import gmpy2
from gmpy2 import mpfr
from mpmath import mp, mpf, log, exp, loggamma
from dist_common import *

rnd = random.Random(99)
HOW = 'made by reference/hyper.py'

def ldens(x, r, b, n):
    lc = lambda a, k: loggamma(a + 1) - loggamma(k + 1) - loggamma(a - k + 1)
    return lc(r, x) + lc(b, n - x) - lc(r + b, n)

def ratio_sum(x, r, b, n):
    """sum_{y <= x} f(y) / f(x)."""
    gmpy2.get_context().precision = 200
    s = t = mpfr(1)
    y = x
    while y > 0 and b - n + y > 0:
        t = t * (y * (b - n + y)) / ((r - y + 1) * (n - y + 1))
        s += t
        if t < s * mpfr(2) ** -150: break
        y -= 1
    return s

@functools.lru_cache(None)
def small_tail(x, r, b, n):
    """(is_lower, log of the smaller tail) of P(X <= x), P(X > x)."""
    mp.dps = 70
    left = x * (r + b) < n * r
    if not left: x, r, b = n - x - 1, b, r
    s = ratio_sum(x, r, b, n)
    m, e = mp.mpf(int(gmpy2.mpz(gmpy2.rint(s * mpfr(2) ** 160)))), -160
    return left, ldens(mpf(x), mpf(r), mpf(b), mpf(n)) + log(m * mpf(2) ** e)

def tail(x, r, b, n, lower):
    """log of the tail asked for, at 70 digits."""
    left, l = small_tail(x, r, b, n)
    mp.dps = 70
    return l if left == bool(lower) else mp.log1p(-exp(l))

def rows():
    d, p, q = Table('dhyper', HOW), Table('phyper', HOW), Table('qhyper', HOW)
    pars = [(5, 4, 3), (10, 7, 8), (1, 1, 1), (50, 50, 20), (300, 700, 100), (1000, 10, 500), (10, 1000000, 500),
        (40000, 60000, 3000), (1000000, 1000000, 1000000),
            (500000000, 500000000, 1000), (100000000, 900000000, 1000000), (300000, 999700000, 200000), (5000, 5000,
                9000), (999999000, 1000, 5000), (123456, 654321, 77777),
            (2000, 3000, 2500), (1000000000, 1000000000, 30000), (700, 300, 999), (60000, 100, 50000), (5,
                1000000000, 100000000), (3000000, 4000000, 3500000), (100, 100, 100)]
    for r, b, n in pars:
        lo, hi = max(0, n - b), min(n, r)
        mean = n * r / (r + b)
        sd = math.sqrt(max(mean * b / (r + b) * (r + b - n) / max(r + b - 1, 1), 0.01))
        xs = {lo, hi, lo + 1, hi - 1, int(mean), int(mean) + 1} | {int(mean + v * sd) for v in (-35, -12, -6, -2.5,
            -1, -0.3, 0.4, 1.5, 3, 7, 14, 30)}
        xs = sorted(x for x in xs if lo <= x <= hi)
        for x in xs:
            lg = rnd.randrange(2)
            d.add([x, r, b, n], [lg], (lambda *a: ldens(*a)) if lg else (lambda *a: exp(ldens(*a))))
            if lo <= x < hi:
                for l, g in rnd.sample([(1, 0), (0, 0), (1, 1), (0, 1)], 2):
                    t = tail(x, r, b, n, l)
                    p.rows.append(([x, r, b, n], [l, g], split(t if g else exp(t))))
        for l, g in ((1, 0), (0, 0), (1, 1), (0, 1)):
            for pr in rnd.sample([-0.01, -0.6931, -0.8, -5.0, -50.0, -500.0, -1e-10] if g else [0.5, 0.01, 0.99,
                0.3, 0.8, 1e-5, 1e-20, 1e-200, 1 - 1e-12], 3):
                mp.dps = 70
                lt = mpf(pr) if g else log(mpf(pr))
                a, c = lo - 1, hi
                while c - a > 1:
                    m = (a + c) // 2
                    v = tail(m, r, b, n, l)
                    if (v >= lt) if l else (v <= lt): c = m
                    else: a = m
                tol = mpf(2) ** -49 * (max(1, -pr) if g else 1)
                if any(lo <= y < hi and abs(tail(y, r, b, n, l) - lt) < tol for y in (c - 1, c)): continue
                q.exact([pr, r, b, n], [l, g], c)
    for a, v in (([3.5, 5, 4, 3], 0), ([-1, 5, 4, 3], 0), ([4, 5, 4, 3], 0), ([3, 5, 4, 10], nan), ([3, -1, 4, 3],
        nan), ([3, 5.3, 4, 3], nan), ([nan, 5, 4, 3], nan),
                 ([0, 0, 4, 3], 1), ([0, 0, 0, 0], 1), ([inf, 5, 4, 3], 0)): d.exact(a, [0], v)
    for a, fl, v in (([-1, 5, 4, 3], [1, 0], 0), ([3, 5, 4, 3], [1, 0], 1), ([inf, 5, 4, 3], [0, 1], -inf), ([2, 5,
        4, 10], [1, 0], nan), ([0, 0, 0, 0], [1, 0], 1)): p.exact(a, fl, v)
    for a, fl, v in (([0, 5, 4, 7], [1, 0], 3), ([1, 5, 4, 7], [1, 0], 5), ([0.5, 5, 4, 10], [1, 0], nan), ([1.5, 5,
        4, 7], [1, 0], nan), ([0.5, 0, 0, 0], [1, 0], 0)): q.exact(a, fl, v)
    for t in (d, p, q): t.write()

if __name__ == '__main__': rows()
