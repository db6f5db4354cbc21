#!/usr/bin/env python3
"""Reference tables of the studentized range distribution: tukey.py [p|q]

P(Q <= q) = int f(s) W(q s)^r ds over the chi density f of s = chi_df / sqrt(df), with the distribution function of the
range of c normal variates W(w) = c int phi(z) (Phi(z) - Phi(z - w))^(c-1) dz; the upper tails from
1 - W = c int phi(z) (Phi(z)^(c-1) - (Phi(z) - Phi(z - w))^(c-1)) dz and 1 - (1 - (1 - W))^r. Both integrals by the
trapezoidal rule (inner: in z; outer: in v with log s = u0 + k (v + 1 - exp(-v))), which converges exponentially for
these analytic integrands; numbers of 170 bits and as many more as cancel. Each value is computed with two pairs of
steps, the second 0.7 of the first, and the second one taken. The error goes like exp(-k/h), so an agreement to 1e-13
leaves less than 1e-18; the two tails, which are computed apart, must also add up to 1 to 18 digits.
SPDX-License-Identifier: MIT"""
import math, os, signal, sys, time
import gmpy2
from gmpy2 import mpfr
from noncentral import prec, write, log, logp, lgam, INF, NAN, TABLES, Slow, pair, hexf

cache = {}
nodes = {}
def upper_normal(z):
    """1 - Phi(z) for z >= 0: below 2 by erfc, else by the trapezoidal rule for erfc with its pole (Chiarella and
    Reichel, Math. Comp. 22 (1968) 137): error exp(-pi^2/h^2); the pole counts for x < pi/h."""
    x = z * gmpy2.sqrt(mpfr(0.5))
    if z < 2: return gmpy2.erfc(x) / 2
    bits = gmpy2.get_context().precision
    if bits not in nodes:
        h = mpfr(math.pi / math.sqrt((bits + 8) * math.log(2)))
        h2, t = h * h, []
        while not t or t[-1][1] > mpfr(2) ** -(bits + 20):
            n = len(t) + 1
            t.append((n * n * h2, gmpy2.exp(-n * n * h2)))
        nodes[bits] = (h, t, gmpy2.const_pi())
    h, t, pi = nodes[bits]
    x2 = x * x
    s = 1 / (2 * x2)
    for a, e in t: s += e / (a + x2)
    r = 2 * h * x * gmpy2.exp(-x2) / pi * s
    if x * h < math.pi: r += 2 / (1 - gmpy2.exp(2 * pi * x / h))
    return r / 2

def both(w, c, h, wanted=(0, 1)):
    """(W, 1 - W) for a mpfr w; all at the current precision."""
    c1 = c - 1
    eps = mpfr(2) ** -72
    z0 = 0.5
    for _ in range(60):
        ph = math.exp(-z0 * z0 / 2) / math.sqrt(2 * math.pi); P = 0.5 * math.erfc(-z0 / math.sqrt(2))
        g = ph / P
        if c1 < 5: z0 = 0.5 * (z0 + float(c1) * g)
        else: z0 -= (z0 - float(c1) * g) / (1 + float(c1) * (z0 * g + g * g))
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
                v = z - w
                qz, qv = upper_normal(abs(z)), upper_normal(abs(v))
                A, B = (1 - qz if z > 0 else qz), (1 - qv if v > 0 else qv)
                f = gmpy2.exp(-z * z / 2)
                if which == 0: t = f * (qv - qz if v > 0 else A - B) ** c1
                else: t = f * A ** c1 * (-gmpy2.expm1(c1 * gmpy2.log1p(-B / A)) if B < A else 1)
                s += t
                if t < last and t < eps * s: break
                last = t
                k += d
        res.append(s * h * c / gmpy2.sqrt(2 * gmpy2.const_pi()))
    return res

def ptukey(q, r, c, df, scale, tails=(0, 1)):
    """(lower, upper)"""
    bits = 170 + (int(-math.log2(q) * 1.2) if q < 1 else 0) + int(math.log2(c + r))
    with prec(bits):
        q, c, r = mpfr(q), mpfr(c), mpfr(r)
        hin = mpfr(scale) * mpfr(0.36) / gmpy2.sqrt(1 + 2 * gmpy2.log(c)) / (1 if q > 2 else gmpy2.sqrt(c) / 2)
        if df == INF:
            W, V = both(q, c, hin)
            return W ** r, -gmpy2.expm1(r * gmpy2.log1p(-V))
        n = mpfr(df)
        m = n / 2
        lead = gmpy2.log(mpfr(2)) + m * gmpy2.log(m) - lgam(m)
        out = []
        for which in (0, 1):
            if which not in tails:
                out.append(None)
                continue
            wc = 2 * math.sqrt(2 * math.log(float(c)))
            if which: s0 = 1.0 if q < wc else max(math.sqrt(float(n / (n + q * q / 2))),
                wc / float(q)) if q > wc else 1.0
            else: s0 = 1.0 if q > wc else min(math.sqrt(1 + float((c - 1) * r / n)), wc / float(q))
            u0 = mpfr(math.log(s0))
            k = min(1 / math.sqrt(2 * float(n) * max(s0 * s0, 1) + float(r * (c - 1))), 0.8 / wc ** 2 * 2)
            k = mpfr(k)
            h = mpfr(scale) * mpfr(0.115)
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
                    if t < last and t < mpfr(2) ** -70 * s: break
                    last = t
                    i += d
            out.append(s * h)
        return out

def value(q, r, c, df):
    a = ptukey(q, r, c, df, 1.0)
    b = ptukey(q, r, c, df, 0.7)
    for x, y in zip(a, b): assert abs(x - y) <= abs(y) * mpfr(10) ** -13, (float(abs(x - y) / y), q, r, c, df)
    if df != INF:
        with prec(400): assert abs(b[0] + b[1] - 1) < mpfr(10) ** -18, float(b[0] + b[1] - 1)
    return b

POINTS = [(q, 1, 4, INF) for q in (0.01, 0.05, 0.8, 3.5, 6.0, 15.0, 60.0)] + [(45.0, 1, 3, INF), (90.0, 1, 5, INF),
    (4.0, 3, 10, INF), (3.5, 1, 100, INF)]
POINTS += [(q, 1, c, d) for c, d in [(3, 10), (2, 2), (5, 20)] for q in (0.05, 0.8, 3.5, 6.0, 60.0)]
POINTS += [(1e-4, 1, 3, 5), (3.2, 2, 3, 10), (4.5, 5, 4, 8), (1e4, 1, 3, 2), (1e3, 1, 10, 20), (5.0, 1, 100, 30),
    (4.0, 1, 7, 1e5), (3.0, 1, 3, 1e10), (8.0, 1, 3, 1e10), (25.0, 1, 6, 1e4),
           (1e6, 1, 2, 5), (1.0, 3, 5, 12), (12.0, 1, 50, 1000), (6.5, 1, 100, 5), (3.77, 1, 4, 15), (3.0, 1, 2.5,
               7.3), (2.2, 1.5, 3, 11), (500.0, 1, 3, 3), (1e-10, 1, 2, 4), (0.3, 1, 10, 30)]

def guard(f, seconds=120):
    signal.alarm(seconds)
    try: return f()
    except (ValueError, AssertionError) as e: print('skip', repr(e)[:120], flush=True)
    finally: signal.alarm(0)

def p():
    rows = []
    for i, a in enumerate(POINTS):
        t0 = time.time()
        v = guard(lambda: value(*a))
        print(a, '%.1f s' % (time.time() - t0), flush=True)
        if v is None: print(a); continue
        lo, up = v
        for lower, x, o in ((1, lo, up), (0, up, lo)):
            if float(x) > 1e-320: rows.append((a, (lower, 0), x))
            if i % 2 or float(x) < 1e-250: rows.append((a, (lower, 1), logp(x, o)))
        if i % 4 == 3: write('ptukey', rows, 'unfinished', 'tukey.py')
    edge = [((0.0, 1, 3, 10), (1, 0), 0.0), ((-1.0, 1, 3, 10), (0, 0), 1.0), ((INF, 1, 3, 10), (1, 0), 1.0), ((INF, 1,
        3, 10), (0, 1), -INF), ((3.5, 1, 3, 1.5), (1, 0), NAN),
            ((3.5, 0.5, 3, 10), (1, 0), NAN), ((3.5, 1, 1.5, 10), (0, 0), NAN), ((NAN, 1, 3, 10), (1, 0), NAN)]
    write('ptukey', rows + edge, 'double trapezoidal rule, 18 digits, two steps and both tails compared', 'tukey.py')

def q():
    """p is the tail at x rounded to a double; the root moves from x by the rounding over the density (from a difference
    quotient over 1e-12, which is enough for that)."""
    rows = []
    for a in [(1, 3, 10), (1, 2, 4), (1, 10, 20), (1, 5, INF), (2, 4, 15), (1, 4, 1e6)]:
        for x, upper in [(0.02, 0), (0.7, 0), (1.9, 0), (4.3, 1), (9.0, 1), (40.0, 1)]:
            def one():
                t = ptukey(x, *a, 0.75, (upper,))[upper]
                with prec(300): y = mpfr(x) * (1 + mpfr(10) ** -12)
                return t, ptukey(y, *a, 0.75, (upper,))[upper], y
            v = guard(one, 200)
            if v is None: continue
            t, u, y = v
            p = float(t)
            if p < 1e-300: continue
            with prec(400): rows.append(((p,) + a, (1 - upper, 0), x + (p - t) * (y - x) / (u - t)))
            print(a, x, flush=True)
    edge = [((0.0, 1, 3, 10), (1, 0), 0.0), ((1.0, 1, 3, 10), (1, 0), INF), ((1.5, 1, 3, 10), (1, 0), NAN), ((0.5, 1,
        3, 1.5), (1, 0), NAN), ((0.5, 0.5, 3, 10), (1, 0), NAN), ((NAN, 1, 3, 10), (1, 0), NAN)]
    write('qtukey', rows + edge, 'inverse of the double trapezoidal rule, 18 digits', 'tukey.py')

if __name__ == '__main__':
    for family in sys.argv[1:] or ['p', 'q']: globals()[family]()
