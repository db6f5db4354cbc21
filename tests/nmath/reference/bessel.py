#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Reference tables of bessel_i, bessel_j, bessel_k and bessel_y.

Values are mpmath's hypergeometric series, computed at two precisions (65 and 115 digits, more where an order is large
or next to an integer) and accepted when both agree to 40 digits. J and Y beyond x = 40 are checked in addition by the
Wronskian J_(v+1) Y_v - J_v Y_(v+1) = 2 / (pi x). Usage: bessel.py DIRECTORY [LETTERS]"""
import random, sys
from mpmath import mp, mpf, besseli, besselj, besselk, bessely, exp, pi

FUN = {'i': besseli, 'j': besselj, 'k': besselk, 'y': bessely}
NU = [0.0, 0.5, 1.0, 2.0, 1.0 / 3.0, 0.1, 0.75, 1.5, 2.7, 5.0, 10.3, 25.5, 50.0, 100.25, 333.3, 1000.0]
X = [1e-300, 1e-100, 1e-10, 1e-3, 0.1, 0.5, 1.0, 1.9, 2.0, 2.1, 2.9, 5.0, 8.0, 15.0, 25.0, 31.0, 33.0, 50.0, 100.0,
     300.0, 700.0, 1000.0, 1010.0, 1200.0, 1e4, 1e5]

def hexa(v):
    v = float(v)
    return v.hex() if v == v and abs(v) != float('inf') else str(v)

def value(f, x, nu, expo):
    nu, x = mpf(nu), mpf(x)
    # I of negative order: both terms of mpmath's formula are needed to far more digits than the sum.
    v = FUN[f](nu, x, **({'maxprec': 60000, 'maxterms': 10 ** 7} if f == 'i' else {}))
    if expo == 2:
        v *= exp(-x if f == 'i' else x)
    return v

def reference(f, x, nu, expo):
    r = []
    extra = int(abs(nu) / 20) + (330 if 0 < abs(nu - round(nu)) < 1e-6 or x < 1e-20 else 0)
    for digits in (65, 115):
        mp.dps = digits + extra
        r.append(value(f, x, nu, expo))
    assert abs(r[0] - r[1]) <= abs(r[1]) * mpf(10) ** -40, (f, x, nu, expo, r)
    if f in 'jy' and x > 40:
        w = besselj(mpf(nu) + 1, x) * bessely(nu, x) - besselj(nu, x) * bessely(mpf(nu) + 1, x)
        assert abs(w * pi * x / 2 - 1) < mpf(10) ** -30, (f, x, nu)
    return r[1]

def row(f, x, nu, expo):
    v = reference(f, x, nu, expo)
    if abs(v) >= mpf(2) ** 1024 - mpf(2) ** 970:
        hi, lo = float('inf') * (1 if v > 0 else -1), 0.0
    else:
        hi = float(v)
        lo = float(v - mpf(hi))
    args = [x, nu] + ([float(expo)] if f in 'ik' else [])
    return '\t'.join([hexa(a) for a in args] + [hexa(hi), hexa(lo)])

def zeros(f, nu, lo, hi, k):
    """k zeros of J or Y in (lo, hi), as doubles."""
    mp.dps = 30
    out, a, fa = [], mpf(lo), FUN[f](nu, mpf(lo))
    while a < hi and len(out) < k:
        b = a + mpf(1) / 2
        fb = FUN[f](nu, b)
        if fa * fb < 0:
            out.append(float(mp.findroot(lambda t: FUN[f](nu, t), (a, b), solver='anderson', tol=1e-25)))
        a, fa = b, fb
    return out

def beside_zeros(f):
    """Beside zeros of J or Y, at relative distances 1e-2, 1e-4, 1e-8 and at the double next to the zero."""
    p = []
    for nu in (0.0, 1.0, 2.5, 10.0, 100.25, 1000.0):
        turn = nu + 1.9 * nu ** (1 / 3)
        places = (turn + 0.3, nu + 7, nu + 14, nu + 22, nu + 29, nu + 37, nu + 90, 2 * nu + 300, 2500.0)
        for lo in places if nu < 100 else (turn, turn + 30, turn + 80, 2 * nu):
            z = zeros(f, nu, lo, lo + 60, 1)[0]
            p += [(z * (1 + d), nu) for d in (1e-2, 1e-4, 1e-8, 0.0)]
    return p

HEAD = '# made by tests/nmath/reference/bessel.py: mpmath at 65 and 115 digits agreeing to 40\n'
EDGE = {
    'i': [(0.0, 0.0, 1.0), (0.0, 1.5, 0.0), (-1.0, 0.0, 'nan'), ('nan', 1.0, 'nan'), (1.0, 'nan', 'nan'),
          ('inf', 1.0, 'inf'), (0.0, -0.5, 'inf'), (0.0, -1.5, '-inf'), (0.0, -2.0, 0.0)],
    'j': [(0.0, 0.0, 1.0), (0.0, 1.5, 0.0), (-1.0, 0.0, 'nan'), ('nan', 1.0, 'nan'), (1.0, 'nan', 'nan'),
          ('inf', 1.0, 0.0), (0.0, -0.5, 'inf'), (0.0, -1.5, '-inf'), (0.0, -2.0, 0.0), (1.0, 2e7, 'nan')],
    'k': [(0.0, 0.0, 'inf'), (0.0, 1.5, 'inf'), (-1.0, 0.0, 'nan'), ('nan', 1.0, 'nan'), (1.0, 'nan', 'nan'),
          ('inf', 1.0, 0.0)],
    'y': [(0.0, 0.0, '-inf'), (0.0, 1.5, '-inf'), (-1.0, 0.0, 'nan'), ('nan', 1.0, 'nan'), (1.0, 'nan', 'nan'),
          ('inf', 1.0, 0.0), (1.0, 2e7, 'nan'), (0.0, -0.5, 0.0), (0.0, -1.0, 'inf')]}

def points(f):
    random.seed(19750324)
    p = []
    for i, nu in enumerate(NU):
        for j, x in enumerate(X):
            if (i + j) % 2 == 0 or (i * 7 + j) % 5 == 0:
                p.append((x, nu))
    for _ in range(90):
        p.append((10 ** random.uniform(-2, 3), random.choice([random.uniform(0, 3), 10 ** random.uniform(0, 2.7)])))
    for _ in range(25):
        nu = 10 ** random.uniform(0.5, 3.2)
        p.append((nu + random.uniform(-8, 8) * nu ** (1 / 3.0) if nu > 25 else nu * random.uniform(0.5, 2), nu))
    p += [(0.7, 1e-20), (3.0, 1e-9), (20.0, 1e-12), (0.01, 1 - 2.0 ** -53), (5.0, 3 + 2.0 ** -51), (2.0 ** -1060, 0.25),
          (12345.6, 1500.5), (3e3, 2.9e3), (3e3, 3e3), (3e3, 3.1e3)]
    for nu in (-0.5, -0.3, -1.0, -1.3, -2.0, -7.25, -20.5, -33.7, -60.0, -100.5):
        p += [(x, nu) for x in (0.01, 1.0, 4.5, 20.0, 70.0, 400.0)]
    if f in 'jy':
        for nu in (0.0, 1.0, 0.5, 1 / 3.0, 3.7, 10.0, 45.5):
            for lo in (nu * 1.02 + 0.3, nu + 29.0, nu + 90.0):
                p += [(z, nu) for z in zeros(f, nu, lo, lo + 30, 2)]
        p += [(z * (1 + 1e-8), 0.0) for z in zeros(f, 0.0, 0.3, 60, 5)]
        p += beside_zeros(f)
    return p

def main(out):
    for f in (sys.argv[2] if len(sys.argv) > 2 else 'ijky'):
        rows = []
        for k, (x, nu) in enumerate(points(f)):
            for expo in ((1, 2)[k % 2:k % 2 + 1] if f in 'ik' else (0,)):
                rows.append(row(f, x, nu, expo))
        for x, nu, v in EDGE[f]:
            t = [hexa(x), hexa(nu)] + (['0x1.0000000000000p+0'] if f in 'ik' else [])
            rows.append('\t'.join(t + [hexa(v), '0.0']))
        open('%s/bessel_%s.tsv' % (out, f), 'w').write(HEAD + '\n'.join(rows) + '\n')

if __name__ == '__main__':
    main(sys.argv[1])
