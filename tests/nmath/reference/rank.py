#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tables of signrank and wilcox, from exact integer counts.

The generating polynomials are multiplied out as one large integer each (Kronecker substitution: coefficient k in bits
k B .. k B + B - 1), up to half the degree; both laws are symmetric. Probabilities are quotients of integers, their
logarithms mpmath's at 80 digits. Quantiles: the smallest integer x with F(x) >= p for the double p as an exact rational
number (log p: by mpmath at 80 digits); points where p is within 16 ulp of F are left out."""
import bisect, math, random, sys
from fractions import Fraction as Fr
from mpmath import mp, mpf, log, exp, expm1
import gmpy2
from gmpy2 import mpz
from dist_common import *

rnd = random.Random(4711)
HOW = 'made by reference/rank.py from exact integer counts'

def unpack(g, bits, k):
    """The k + 1 lowest coefficients."""
    by = bits // 8
    raw = int(g).to_bytes((k + 1) * by, 'little')
    return [int.from_bytes(raw[i * by:(i + 1) * by], 'little') for i in range(k + 1)]

def signrank_counts(n):
    half = n * (n + 1) // 4
    bits = (n + 16) // 8 * 8
    mask = (mpz(1) << bits * (half + 1)) - 1
    g = mpz(1)
    for j in range(1, n + 1): g = (g + (g << bits * j)) & mask
    return unpack(g, bits, half), 2 ** n, n * (n + 1) // 2

def wilcox_counts(m, n):
    if m > n: m, n = n, m
    half = m * n // 2
    total = math.comb(m + n, m)
    bits = (total.bit_length() + 16) // 8 * 8
    mask = (mpz(1) << bits * (half + 1)) - 1
    g = mpz(1)
    # One Gaussian binomial after the other: [n + j, j] = [n + j - 1, j - 1] (1 - z^(n + j)) / (1 - z^j)
    for j in range(1, m + 1):
        d = j
        while d <= half:
            g = (g + (g << bits * d)) & mask
            d *= 2
        # coefficients of the quotient without the numerator exceed no bound known: subtract before they can overflow
        g = g - ((g << bits * (n + j)) & mask)
        g &= mask
    return unpack(g, bits, half), total, m * n

class Law:
    def __init__(self, counts, total, degree):
        self.c, self.total, self.degree = counts, total, degree
        self.cum, s = [], 0
        for v in counts: s += v; self.cum.append(s)
        assert 2 * s >= total
    def lower(self, k):
        """F(k) as an integer over total."""
        if k < 0: return 0
        if k >= self.degree: return self.total
        if 2 * k + 1 <= self.degree and k < len(self.cum): return self.cum[k]
        return self.total - self.cum[self.degree - k - 1]
    def count(self, k): return self.c[k] if k < len(self.c) else self.c[self.degree - k]
    def quantile(self, p, lower):
        """Smallest x with F(x) >= p; p an exact rational, or the upper tail's."""
        t = p * self.total if lower else (1 - p) * self.total
        lo, hi = -1, self.degree
        while hi - lo > 1:
            mid = (lo + hi) // 2
            if self.lower(mid) >= t: hi = mid
            else: lo = mid
        return hi

def val(i, total, lg):
    mp.dps = 80
    if not lg: return mpf(i) / mpf(total)
    if i == 0: return mpf('-inf')
    if 2 * i > total: return mp.log1p(-mpf(total - i) / total)
    return log(mpf(i)) - log(mpf(total))

def run(name, laws, edges):
    d, p, q = Table('d' + name, HOW), Table('p' + name, HOW), Table('q' + name, HOW)
    for par, law in laws:
        par = [float(v) for v in par]
        deg = law.degree
        sd = max(1.0, math.sqrt(deg) if deg < 10 else deg / 8)
        ks = {0, 1, 2, deg, deg - 1, deg // 2, (deg - 1) // 2, deg // 2 + 1, deg // 3, deg // 4, deg // 8,
            deg - deg // 16, min(deg, 361), min(deg, 362), min(deg, 639), min(deg, 640)}
        ks |= {min(deg, rnd.randrange(deg + 1)) for _ in range(4)}
        for k in sorted(k for k in ks if 0 <= k <= deg):
            lg = rnd.randrange(2)
            d.rows.append(([k] + par, [lg], split(val(law.count(k), law.total, lg))))
            for lo, lg in rnd.sample([(1, 0), (0, 0), (1, 1), (0, 1)], 2):
                i = law.lower(k)
                p.rows.append(([k] + par, [lo, lg], split(val(i if lo else law.total - i, law.total, lg))))
        for pr in [0.5, 0.025, 0.975, 0.1, 0.9, 1e-5, 1e-10, 1e-100, 1 - 1e-10, 0.3, 0.7, 0.4999999, 0.501]:
            lo = rnd.randrange(2)
            t = Fr(pr)
            x = law.quantile(t, lo)
            near = [abs(Fr(law.lower(y) if lo else law.total - law.lower(y),
                law.total) - t) < 16 * Fr(math.ulp(pr)) for y in (x - 1, x)]
            if not any(near): q.exact([pr] + par, [lo, 0], x)
        for lp in [-0.01, -1.0, -5.0, -30.0, -200.0, -1e-12]:
            lo = rnd.randrange(2)
            mp.dps = 80
            e = exp(mpf(lp)) if lp > -1000 else mpf(0)
            m, ex = mp.frexp(e)
            t = Fr(int(m * 2 ** 240)) * Fr(2) ** (int(ex) - 240)
            x = law.quantile(t, lo)
            near = [abs(Fr(law.lower(y) if lo else law.total - law.lower(y),
                law.total) - t) < t * 64 * Fr(math.ulp(max(1.0, -lp))) for y in (x - 1, x)]
            if not any(near): q.exact([lp] + par, [lo, 1], x)
    for t, e in zip((d, p, q), edges):
        for a, fl, v in e: t.exact(a, fl, v)
        t.write()

if __name__ == '__main__':
    ns = [1, 2, 3, 4, 5, 8, 12, 20, 30, 45, 50, 51, 55, 60, 63, 64, 70, 80, 89, 100, 120, 150, 200, 300]
    run('signrank', [([n], Law(*signrank_counts(n))) for n in ns],
        ([([3.5, 5.0], [0], 0), ([-1.0, 5.0], [0], 0), ([16.0, 5.0], [1], -inf), ([3.0, 0.0], [0], nan), ([nan,
            5.0], [0], nan), ([3.0, -2.0], [0], nan), ([3 + 1e-9, 5.0], [0], 0.0625)],
         [([-1.0, 5.0], [1, 0], 0), ([15.0, 5.0], [1, 0], 1), ([inf, 5.0], [0, 1], -inf), ([3.0, 0.0], [1, 0], nan),
             ([-inf, 5.0], [1, 0], 0)],
         [([0.0, 5.0], [1, 0], 0), ([1.0, 5.0], [1, 0], 15), ([1.5, 5.0], [1, 0], nan), ([0.5, 0.0], [1, 0], nan),
             ([-inf, 5.0], [1, 1], 0), ([0.0, 5.0], [0, 0], 15)]))
    mn = [(1, 1), (1, 10), (2, 3), (2, 50), (2, 1001), (3, 3), (3, 40), (3, 500), (4, 6), (5, 5), (5, 300), (8, 9),
        (10, 10), (7, 25), (12, 80), (20, 20), (25, 45), (30, 30), (33, 33), (34, 34),
          (36, 38), (40, 40), (20, 100), (50, 50), (60, 61), (80, 30), (100, 100), (6, 400), (9, 700), (150, 40)]
    run('wilcox', [(a, Law(*wilcox_counts(*a))) for a in mn],
        ([([3.5, 5.0, 4.0], [0], 0), ([-1.0, 5.0, 4.0], [0], 0), ([21.0, 5.0, 4.0], [1], -inf), ([3.0, 0.0, 4.0],
            [0], nan), ([nan, 5.0, 4.0], [0], nan)],
         [([-1.0, 5.0, 4.0], [1, 0], 0), ([20.0, 5.0, 4.0], [1, 0], 1), ([inf, 5.0, 4.0], [0, 1], -inf), ([3.0, 0.0,
             4.0], [1, 0], nan)],
         [([0.0, 5.0, 4.0], [1, 0], 0), ([1.0, 5.0, 4.0], [1, 0], 20), ([1.5, 5.0, 4.0], [1, 0], nan), ([0.5, 0.0,
             4.0], [1, 0], nan), ([0.0, 5.0, 4.0], [0, 0], 20)]))
