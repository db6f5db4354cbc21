#!/usr/bin/env python3
"""Prints the coefficient tables of cl/nmathf: interpolation at Chebyshev's nodes, mpmath at 40 digits, rounded to floats.

Each with the logarithm to base 2 of its largest error, relative to the function that it serves, before rounding.
SPDX-License-Identifier: MIT"""
from mpmath import mp, mpf
mp.dps = 40

def single(v):
    m, e = mp.frexp(abs(v))
    r = int(mp.nint(abs(v) / mpf(2)**(e - 24))) * 2.0**(e - 24)
    return (r if v > 0 else -r).hex().replace('0000000p', 'p') + 'f'

def table(name, f, a, b, n, scale=lambda x: 1, skip=0):
    """f on [a, b] by n coefficients; scale: what an error of f is measured by."""
    a, b = mpf(a), mpf(b)
    xs = [(a + b) / 2 + (b - a) / 2 * mp.cos(mp.pi * (2 * k + 1) / (2 * n)) for k in range(n)]
    c = list(mp.lu_solve(mp.matrix([[x**j for j in range(n)] for x in xs]), mp.matrix([f(x) for x in xs])))
    grid = [a + (b - a) * mpf(i) / 200 for i in range(1, 200)]
    worst = max(abs((mp.polyval(c[::-1], x) - f(x)) / scale(x)) for x in grid)
    print('%s: 2^%s' % (name, mp.nstr(mp.log(worst, 2), 3)))
    c = c[skip:]
    for i in range(0, len(c), 6): print('    ' + ', '.join(single(v) for v in c[i:i + 6]) + ',')

def phi(v): return mp.erfc(-v / mp.sqrt(2)) / 2
def quantile(small):
    v = mp.sqrt(-2 * mp.log(small)) if small < .3 else mpf('.1')
    for _ in range(80):
        q = phi(-v)
        step = mp.log(q / small) * q / mp.npdf(v)
        v += step
        if abs(step) < mpf(10)**-33: break
    return v
def mills(s):
    t = 4 * (1 + s) / (1 - s)
    r = phi(-t) / mp.npdf(t) if t < 30 else (1 - 1 / t**2 + 3 / t**4 - 15 / t**6 + 105 / t**8 - 945 / t**10) / t
    return r * (t + mpf(13) / 16) - 1
table('mills', mills, -1, 1, 15)
root = mp.sqrt(2 * mp.pi)
table('qnorm_middle', lambda w: (quantile(mpf(1) / 2 - mp.sqrt(w)) / mp.sqrt(w) - root) / w, 0, '.0901', 10, lambda w: root / w)
def tail_r(s): return 4 * (1 + s) / (1 - s)
ends = [(mpf(r) - 4) / (mpf(r) + 4) for r in ('1.79', '14.6')]
table('qnorm_tail', lambda s: tail_r(s) - quantile(mp.exp(-tail_r(s)**2 / 2)), *ends, 14, lambda s: quantile(mp.exp(-tail_r(s)**2 / 2)))
table('atan', lambda w: (mp.atan(mp.sqrt(w)) / mp.sqrt(w) - 1) / w + mpf(1) / 3, 0, '.175', 7, skip=1)
def stirling(n): return mp.loggamma(n + 1) - (n + mpf(1) / 2) * mp.log(n) + n - mp.log(2 * mp.pi) / 2
table('stirling_far', lambda w: (stirling(1 / mp.sqrt(w)) / mp.sqrt(w) - mpf(1) / 12) / w, 0, '.2501', 6, lambda w: w**mpf(-1.5))
def near(t): return (mpf('1.25') - t / 2) / (1 + t)
ends = [(mpf('1.25') - mpf(n)) / (mpf(n) + mpf('.5')) for n in ('2.01', '.5')]
table('stirling_near', lambda t: stirling(near(t)) * (near(t) + mpf('.5')), *ends, 12)
tiny = mpf(10)**-12
table('lgamma1p', lambda s: -mp.loggamma(1 + s) / (s * (1 - s)) - mpf(1) / 2, tiny, 1 - tiny, 13)
def temme(n):
    """eta / (lambda - 1) in powers of eta, eta^2 / 2 = lambda - 1 - log lambda."""
    m = [mpf(0), mpf(1)]
    for k in range(2, n + 1): m.append((m[k - 1] - sum((k + 1 - i) * m[i] * m[k + 1 - i] for i in range(2, k))) / (k + 1))
    r = [mpf(1)]
    for k in range(1, n): r.append(-sum(m[1 + i] * r[k - i] for i in range(1, k + 1)))
    return r
print('temme:')
c = temme(17)
for i in range(0, 17, 6): print('    ' + ', '.join(single(v) for v in c[i:i + 6]) + ',')
