#!/usr/bin/env python3
"""Reference tables of the studentized range distribution: tukey.py [p|q]

P(Q <= q) = int f(s) W(q s)^r ds over the chi density f of s = chi_df / sqrt(df), with the distribution function of the
range of c normal variates W(w) = c int phi(z) (Phi(z) - Phi(z - w))^(c-1) dz; the upper tails from
1 - W = c int phi(z) (Phi(z)^(c-1) - (Phi(z) - Phi(z - w))^(c-1)) dz and 1 - (1 - (1 - W))^r. Both integrals by the
trapezoidal rule (inner: in z; outer: in v with log s = u0 + k (v + 1 - exp(-v))), which converges exponentially for
these analytic integrands; numbers of 180 bits and as many more as cancel. Each value is computed with two pairs of
steps, the second 0.7 of the first; they must agree to 18 digits. SPDX-License-Identifier: MIT"""
import math, os, signal, sys
import gmpy2
from gmpy2 import mpfr
from noncentral import prec, write, log, logp, lgam, INF, NAN, TABLES, Slow, pair, hexf

cache = {}
def phis(z): return gmpy2.erfc(-z / gmpy2.sqrt(mpfr(2))) / 2

def both(w, c, h, wanted=(0, 1)):
    """(W, 1 - W) for a mpfr w; all at the current precision."""
    c1 = c - 1
    eps = mpfr(2) ** -96
    z0 = 0.5
    for _ in range(60):
        ph = math.exp(-z0 * z0 / 2) / math.sqrt(2 * math.pi); P = 0.5 * math.erfc(-z0 / math.sqrt(2))
        z0 = 0.5 * z0 + 0.5 * float(c1) * ph / P if c1 < 5 else z0 - (z0 - float(c1) * ph / P) / (1 + float(c1) * (z0 * ph / P + (ph / P) ** 2))
    res = []
    for which in (0, 1):
        if which not in wanted:
            res.append(None)
            continue
        s = mpfr(0)
        centre = min(w / 2 * (1 - 1 / mpfr(c)), mpfr(z0)) if which == 0 else max(w / 2, mpfr(z0))
        for d in (1, -1):
            k = 0 if d > 0 else -1
            last = mpfr(0)
            while True:
                z = centre + k * h
                A, B = PHI(z), phis(z - w)
                f = gmpy2.exp(-z * z / 2)
                t = f * (A - B) ** c1 if which == 0 else f * (A ** c1 - (A - B) ** c1)
                s += t
                if t < last and t < eps * s: break
                last = t
                k += d
        res.append(s * h * c / gmpy2.sqrt(2 * gmpy2.const_pi()))
    return res

def PHI(z): return phis(z)

def ptukey(q, r, c, df, scale):
    """(lower, upper)"""
    bits = 180 + int(min(q * q / 4, max(60.0, (df / 2 if df < 1e300 else 1e300) * math.log1p(q * q / (2 * df)))) * 1.5) + int(3 * (c + r))
    if q < 1: bits += int(-math.log2(q) * (c + 3) * 1.2)
    with prec(bits):
        q, c, r = mpfr(q), mpfr(c), mpfr(r)
        hin = mpfr(scale) * mpfr(0.3) / gmpy2.sqrt(1 + 2 * gmpy2.log(c)) / (1 if q > 2 else gmpy2.sqrt(c) / 2)
        if df == INF:
            W, V = both(q, c, hin)
            return W ** r, -gmpy2.expm1(r * gmpy2.log1p(-V))
        n = mpfr(df)
        m = n / 2
        lead = gmpy2.log(mpfr(2)) + m * gmpy2.log(m) - lgam(m)
        out = []
        for which in (0, 1):
            wc = 2 * math.sqrt(2 * math.log(float(c)))
            if which: s0 = 1.0 if q < wc else max(math.sqrt(float(n / (n + q * q / 2))), wc / float(q)) if q > wc else 1.0
            else: s0 = 1.0 if q > wc else min(math.sqrt(1 + float((c - 1) * r / n)), wc / float(q))
            u0 = mpfr(math.log(s0))
            k = min(1 / math.sqrt(2 * float(n) * max(s0 * s0, 1) + float(r * (c - 1))), 0.8 / wc ** 2 * 2)
            k = mpfr(k)
            h = mpfr(scale) * mpfr(0.1)
            s = mpfr(0)
            for d in (1, -1):
                i = 0 if d > 0 else -1
                last = mpfr(0)
                while True:
                    v = i * h
                    g = gmpy2.exp(-v)
                    u = u0 + k * (v + 1 - g)
                    e = gmpy2.exp(u)
                    W, V = both(q * e, c, hin, (which,))
                    t = gmpy2.exp(lead + n * u - m * e * e) * k * (1 + g)
                    t *= W ** r if which == 0 else -gmpy2.expm1(r * gmpy2.log1p(-V)) if V < 1 else 1
                    s += t
                    if t < last and t < mpfr(2) ** -90 * s: break
                    last = t
                    i += d
            out.append(s * h)
        return out

def value(q, r, c, df):
    a = ptukey(q, r, c, df, 1.0)
    b = ptukey(q, r, c, df, 0.7)
    for x, y in zip(a, b): assert abs(x - y) <= abs(y) * mpfr(10) ** -18, (float(abs(x - y) / y), q, r, c, df)
    if df != INF:
        with prec(400): assert abs(b[0] + b[1] - 1) < mpfr(10) ** -19, float(b[0] + b[1] - 1)
    return b

POINTS = [(q, 1, c, d) for c, d in [(3, 10), (2, 2), (5, 20), (20, 60), (4, INF)] for q in (0.05, 0.8, 2.0, 3.5, 6.0, 15.0, 60.0)]
POINTS += [(1e-4, 1, 3, 5), (1e-10, 1, 2, 4), (0.3, 1, 10, 30), (3.2, 2, 3, 10), (4.5, 5, 4, 8), (1.0, 3, 5, 12), (30.0, 10, 3, 7), (500.0, 1, 3, 3), (1e4, 1, 3, 2), (1e3, 1, 10, 20), (1e6, 1, 2, 5),
           (5.0, 1, 100, 30), (6.5, 1, 100, 5), (2.5, 1, 100, 100), (12.0, 1, 50, 1000), (4.0, 1, 7, 1e5), (3.0, 1, 3, 1e10), (8.0, 1, 3, 1e10), (25.0, 1, 6, 1e4), (45.0, 1, 3, INF), (90.0, 1, 5, INF),
           (0.01, 1, 6, INF), (4.0, 3, 10, INF), (1.0, 1, 2, 1e6), (3.77, 1, 4, 15), (10.0, 1, 2, 2.5), (3.0, 1, 2.5, 7.3), (2.2, 1.5, 3, 11)]

def guard(f, seconds=120):
    signal.alarm(seconds)
    try: return f()
    except (ValueError, AssertionError) as e: print('skip', repr(e)[:120], flush=True)
    finally: signal.alarm(0)

def p():
    rows = []
    for i, a in enumerate(POINTS):
        v = guard(lambda: value(*a))
        if v is None: print(a); continue
        lo, up = v
        for lower, x, o in ((1, lo, up), (0, up, lo)):
            if float(x) > 1e-320: rows.append((a, (lower, 0), x))
            if i % 2 or float(x) < 1e-250: rows.append((a, (lower, 1), logp(x, o)))
    edge = [((0.0, 1, 3, 10), (1, 0), 0.0), ((-1.0, 1, 3, 10), (0, 0), 1.0), ((INF, 1, 3, 10), (1, 0), 1.0), ((INF, 1, 3, 10), (0, 1), -INF), ((3.5, 1, 3, 1.5), (1, 0), NAN),
            ((3.5, 0.5, 3, 10), (1, 0), NAN), ((3.5, 1, 1.5, 10), (0, 0), NAN), ((NAN, 1, 3, 10), (1, 0), NAN)]
    write('ptukey', rows + edge, 'double trapezoidal rule, 18 digits, two step sizes compared (tukey.py)')

def root(target, upper, a):
    """log-log secant on double precision bracket then to 1e-22"""
    def f(x):
        lo, up = ptukey(float(x) if False else x, *a, 0.85)
        t = up if upper else lo
        with prec(300):
            v = gmpy2.log(t) - gmpy2.log(mpfr(target))
            return -v if upper else v
    with prec(200):
        lo = hi = mpfr(3)
        while f(lo) > 0: lo /= 2
        while f(hi) < 0: hi *= 2
        x0, x1 = lo, hi
        f0, f1 = f(x0), f(x1)
        for _ in range(60):
            x2 = x1 - f1 * (gmpy2.log(x1) - gmpy2.log(x0)) / (f1 - f0) * x1
            if not (min(lo, hi) * 0.999 < x2 < max(lo, hi) * 1.001): x2 = gmpy2.sqrt(lo * hi)
            f2 = f(x2)
            if f2 > 0: hi = x2
            else: lo = x2
            x0, f0, x1, f1 = x1, f1, x2, f2
            if abs(x1 - x0) < abs(x1) * mpfr(10) ** -22 or f1 == 0 or f1 == f0: return x1
    raise ValueError('no convergence')

def q():
    rows = []
    for a in [(1, 3, 10), (1, 2, 4), (1, 10, 20), (1, 5, INF), (2, 4, 15)]:
        for pv, lower in [(1e-6, 1), (0.1, 1), (0.5, 1), (0.95, 1), (0.01, 0), (1e-8, 0)]:
            x = guard(lambda: root(pv, not lower, a), 240)
            if x is not None: rows.append(((pv,) + a, (lower, 0), x))
    edge = [((0.0, 1, 3, 10), (1, 0), 0.0), ((1.0, 1, 3, 10), (1, 0), INF), ((1.5, 1, 3, 10), (1, 0), NAN), ((0.5, 1, 3, 1.5), (1, 0), NAN), ((0.5, 0.5, 3, 10), (1, 0), NAN), ((NAN, 1, 3, 10), (1, 0), NAN)]
    write('qtukey', rows + edge, 'roots of the double trapezoidal rule, 18 digits (tukey.py)')

if __name__ == '__main__':
    for family in sys.argv[1:] or ['p', 'q']: globals()[family]()
