#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Reference tables of digamma, trigamma, tetragamma, pentagamma and psigamma.

Values are mpmath's, each computed twice (110 and 170 digits beyond what the argument's exponent and the cancellation
at negative arguments need) and accepted when both agree to 45 digits. Negative arguments go through the reflection
formula, with the derivatives of the cotangent as polynomials in it.
Usage: polygamma.py DIRECTORY"""
import random, sys
from mpmath import mp, mpf, psi, pi, cot

random.seed(20240611)
NAN = 'nan'

def hexa(v):
    v = float(v)
    return v.hex() if v == v and abs(v) != float('inf') else str(v)

def cot_derivative(n, x):
    """d^n/dx^n of pi cot(pi x): the polynomial in c = cot(pi x) from c' = -pi (1 + c^2)."""
    p = [mpf(0), mpf(1)]
    for _ in range(n):
        d = [k * p[k] for k in range(1, len(p))]
        q = [mpf(0)] * (len(d) + 2)
        for k, a in enumerate(d):
            q[k] -= a
            q[k + 2] -= a
        p = q
    c = cot(pi * x)
    return pi ** (n + 1) * sum(a * c ** k for k, a in enumerate(p))

def value(n, x):
    x = mpf(x)
    if x > 0:
        return psi(n, x)
    # psi(n, 1 - x) + (-1)^(n+1) psi(n, x) = (-1)^n pi d^n/dx^n cot(pi x)
    if n == 0:
        return psi(0, 1 - x) - pi * cot(pi * x)
    return ((-1) ** n * cot_derivative(n, x) - psi(n, 1 - x)) * (-1) ** (n + 1)

def reference(n, x):
    r = []
    for digits in (110, 170):
        mp.dps = digits + (320 if abs(x) < 1e-20 or abs(x) > 1e20 else 60) + 5 * n
        r.append(value(n, x))
    assert abs(r[0] - r[1]) <= abs(r[1]) * mpf(10) ** -45, (n, x, r)
    return r[1]

def row(n, args, x):
    v = reference(n, x)
    if abs(v) > mpf(2) ** 1024 - mpf(2) ** 970:
        hi, lo = float('inf') * (1 if v > 0 else -1), 0.0
    else:
        hi = float(v)
        lo = float(v - mpf(hi))
    return '\t'.join([hexa(a) for a in args] + [hexa(hi), hexa(lo)])

def points():
    xs = [1.0, 2.0, 0.5, 0.25, 1.5, 3.0, 10.0, 19.5, 20.0, 20.5, 100.0, 1000.5, 1e5, 1e8, 1e12, 1e20]
    xs += [1e-3, 1e-8, 1e-16, 1e-30, 1e-50, 1e-100, 1e-150, 1e-200, 1e-300, 1e30, 1e50, 1e100, 1e200, 1e307]
    xs += [1.4616321449683622, 1.4616321449683625, 1.4616321, 1.46163, 1.4616, 1.461, 1.46, 1.47, 1.4, 1.6]
    xs += [-0.5, -1.5, -2.5, -0.25, -0.75, -1e-3, -1e-10, -1e-100, -1e-300, -0.999, -1.001, -0.9999999, -10.5, -10.25]
    xs += [-10.000001, -100.5, -100.3, -1000.5, -5000.3, -12345.678, -1e6 - 0.25, -1e8 - 0.125, -1e10 - 0.5,
           -1e15 - 0.5]
    # zeros of the derivatives next to the half-integers
    xs += [-0.5040830082644554, -1.5734984731623904, -2.6107208684441447, -10.702487255754, -1.0 + 2.0 ** -53,
           -3 - 2.0 ** -51]
    xs += [random.uniform(0, 1) for _ in range(15)] + [random.uniform(1, 20) for _ in range(20)]
    xs += [random.uniform(20, 200) for _ in range(8)] + [10 ** random.uniform(-12, 12) for _ in range(20)]
    xs += [random.uniform(-1, 0) for _ in range(12)] + [random.uniform(-20, -1) for _ in range(20)]
    xs += [-10 ** random.uniform(0, 8) for _ in range(12)]
    return xs

def zero_of(n, a, b):
    mp.dps = 50
    return float(mp.findroot(lambda t: value(n, t), (mpf(a), mpf(b)), solver='anderson'))

HEAD = '# made by tests/nmath/reference/polygamma.py: mpmath, 110 and 170 digits agreeing to 45\n'

def main(out):
    xs = points()
    for n, name in enumerate(['digamma', 'trigamma', 'tetragamma', 'pentagamma']):
        rows = [row(n, (x,), x) for x in xs]
        if n % 2 == 0:
            for k in (0, 1, 2, 5, 20):
                z = zero_of(n, -k - 0.75, -k - 0.35)
                rows.append(row(n, (z,), z))
        pole = 'inf' if n % 2 else NAN
        for x in ('0.0', '-0x1p0', '-0x1p1', '-0x1.4p3', '-inf', '-0x1p60'):
            rows.append('%s\t%s\t0.0' % (x, pole))
        rows += ['nan\tnan\t0.0', 'inf\t%s\t0.0' % ('inf' if n == 0 else '0.0')]
        open('%s/%s.tsv' % (out, name), 'w').write(HEAD + '\n'.join(rows) + '\n')
    rows = []
    for n in (0, 1, 2, 3, 4, 5, 7, 10, 13, 20, 33, 50, 64, 77, 99, 100):
        for x in (0.5, 1.0, 1.5, 3.25, 20.0, 55.5, 100.0, 130.0, 1e3, 1e5, 1e-2, 1e-5, -0.5, -0.25, -1.3, -7.7,
                  -50.5, -100.1, random.uniform(0.1, 5), random.uniform(5, 150), random.uniform(-5, 0),
                  -10 ** random.uniform(0, 5)):
            rows.append(row(n, (x, float(n)), x))
    rows += [row(2, (1.5, 2.4), 1.5), row(2, (1.5, 1.6), 1.5)]
    rows += ['0x1p0\t-0x1p0\tnan\t0.0', '0x1p0\t0x1.94p6\tnan\t0.0', 'nan\t0x1p0\tnan\t0.0', '0x1p0\tnan\tnan\t0.0',
             '0x1p0\tinf\tnan\t0.0', '0.0\t0x1.4p2\tinf\t0.0', '-0x1p1\t0x1p1\tnan\t0.0', 'inf\t0x1p1\t0.0\t0.0',
             'inf\t0.0\tinf\t0.0']
    open(out + '/psigamma.tsv', 'w').write(HEAD + '\n'.join(rows) + '\n')

if __name__ == '__main__':
    main(sys.argv[1])
