#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints the coefficient tables of cl/nmath's double-double helpers, computed with mpmath at 60 digits.

Every table is written as C initialisers; `hi, lo` pairs are the value rounded to double and the remainder."""
from mpmath import mp, mpf, log, zeta, bernoulli, pi, euler, loggamma, cot, fac
mp.dps = 60

def h(x): return float(x).hex()
def pair(x):
    x = mpf(x); hi = float(x); return '%s, %s' % (h(hi), h(x - mpf(hi)))
def table(name, rows): print('%s:' % name); [print('    %s,' % r) for r in rows]

# log: reciprocals of 1 + j/16 to 12 bits (halved argument from j = 7 on), with -log of that reciprocal.
rows = []
for j in range(17):
    m = mpf(1) + mpf(j) / 16
    if j >= 7: m /= 2
    c = mpf(int(mp.nint(4096 / m))) / 4096
    rows.append('%s, %s' % (h(c), pair(-log(c))))
table('log: c, -log c', rows)
print('ln2 parts:', end=' ')
l = log(mpf(2)); a = mpf(int(l * 2**40)) / 2**40; b = float(l - a); print(h(a), h(b), h(l - a - mpf(b)))
print('ln2 pair:', pair(l))
table('1/(2k+1)', ['%s' % pair(mpf(1) / (2 * k + 1)) for k in range(0, 6)])
print('ln sqrt 2pi:', pair(log(2 * pi) / 2)); print('pi:', pair(pi)); print('ln pi:', pair(log(pi)))
# x coth(x/2) = 2 + x^2/6 - x^4/360 + ...: coefficients 2 B_2k / (2k)!
table('x coth(x/2)', [pair(2 * bernoulli(2 * k) / fac(2 * k)) for k in range(1, 6)])
# Stirling's series B_2k / (2k (2k-1)).
table('stirling', [pair(bernoulli(2 * k) / (2 * k * (2 * k - 1))) for k in range(1, 17)])
# Stirling's error at n = j/2, j = 1..32.
def st(n): n = mpf(n); return loggamma(n + 1) - (n + mpf(1) / 2) * log(n) + n - log(2 * pi) / 2
table('stirlerr at j/2', [pair(st(mpf(j) / 2)) for j in range(1, 33)])
# lgamma(2 + z) = (1 - euler) z + sum (zeta(k) - 1) (-z)^k / k
table('lgamma(2+z)', [pair(1 - euler)] + [pair((zeta(k) - 1) * (-1)**k / k) for k in range(2, 20)])
table('1/k!', [pair(1 / fac(k)) for k in range(0, 20)])
table('sin', [pair((-1)**k * 1 / fac(2 * k + 1)) for k in range(0, 15)])
table('cos', [pair((-1)**k * 1 / fac(2 * k)) for k in range(0, 15)])

# Mills ratio R(t) = (1 - Phi(t)) / phi(t): R(t) (t + 13/16) as a polynomial in s = (t - 4) / (t + 4), by Chebyshev
# interpolation at 80 nodes, cut at degree 25 (the rest sums to 1e-17).
def mills(t):
    if t < 1e4: return mp.sqrt(pi / 2) * mp.exp(t * t / 2) * mp.erfc(t / mp.sqrt(mpf(2)))
    s, c = mpf(0), mpf(1)
    for k in range(20): s += c; c *= -(2 * k + 1) / t**2
    return s / t
def chebyshev(f, deg, nodes=80):
    th = [pi * (2 * j + 1) / (2 * nodes) for j in range(nodes)]
    v = [f(mp.cos(t)) for t in th]
    c = [2 * sum(y * mp.cos(k * t) for y, t in zip(v, th)) / nodes for k in range(deg + 1)]
    c[0] /= 2
    out, a, b = [mpf(0)] * (deg + 1), [mpf(1)], [mpf(0), mpf(1)]   # T_k and T_(k+1) in powers
    for k in range(deg + 1):
        for i, x in enumerate(a): out[i] += c[k] * x
        n = [mpf(0)] + [2 * x for x in b]
        for i, x in enumerate(a): n[i] -= x
        a, b = b, n
    return out
table('mills', [pair(x) if i == 0 else h(x) for i, x in enumerate(chebyshev(lambda s: mills(4 * (1 + s) / (1 - s)) * (4 * (1 + s) / (1 - s) + mpf(13) / 16), 25))])

# eta / (lambda - 1) in powers of eta, eta^2 / 2 = lambda - 1 - log lambda: lambda' = eta lambda / (lambda - 1), so with
# mu = lambda - 1 = sum c_n eta^n and c_1 = 1: mu mu' = eta (1 + mu).
N = 40
c = [mpf(0), mpf(1)]
for n in range(2, N + 2):   # coefficient of eta^n in mu mu' is (n + 1) c_1 c_n + sum_{1<i<n} c_i (n + 1 - i) c_(n+1-i)
    c.append((c[n - 1] - sum(c[i] * (n + 1 - i) * c[n + 1 - i] for i in range(2, n))) / (n + 1))
f = []                      # eta / mu = 1 / (c_1 + c_2 eta + ...)
for n in range(N): f.append((mpf(1) if n == 0 else mpf(0)) - sum(f[k] * c[n + 1 - k] for k in range(n)))
table('eta/(lambda-1)', [h(x) for x in f[:34]])

# Normal quantile: z / s at p = 1/2 - s as a polynomial of degree 22 in s^2 for |s| <= 0.35 (error 1e-17), and z / y at
# p = exp(-y^2/2) as one of degree 12 in 1 / y for 1.94 <= y <= 39; Chebyshev interpolation.
def quantile(p):
    lp = log(p); z = mp.sqrt(max(-2 * lp - log(2 * pi) - 2 * log(max(mp.sqrt(-2 * lp), 1)), mpf('1e-3')))
    for _ in range(100):
        t = mp.erfc(z / mp.sqrt(mpf(2))) / 2; d = (log(t) - lp) * t / (mp.exp(-z * z / 2) / mp.sqrt(2 * pi)); z += d
        if abs(d) < abs(z) * mpf(10)**-50: break
    return z
def on(f, lo, hi, deg):   # the interpolant on [lo, hi] in powers of the argument
    c = chebyshev(lambda t: f((lo + hi) / 2 + (hi - lo) / 2 * t), deg)
    k, m = 2 / (hi - lo), -(hi + lo) / (hi - lo)
    out = [mpf(0)]
    for x in reversed(c):
        n = [mpf(0)] * (len(out) + 1)
        for i, v in enumerate(out): n[i] += v * m; n[i + 1] += v * k
        n[0] += x; out = n
    return out[:deg + 1]
mp.dps = 80
def centre(w): s = mp.sqrt(w); return quantile(mpf(1) / 2 - s) / s
table('qnorm centre', [h(x) for x in on(centre, mpf(0), mpf(49) / 400, 22)])
table('qnorm tail', [h(x) for x in on(lambda v: v * quantile(mp.exp(-1 / (2 * v * v))), 1 / mpf(39), 1 / mpf('1.94'), 12)])

# Zeros of log |Gamma| in (-n - 1, -n), n = 2 .. 11: each as a pair, then psi, psi' / 2 and psi'' / 6 there.
rows = []
for n in range(2, 12):
    for side in (0, 1):
        g = 1 / fac(n + side)
        x0 = ((mpf('-2.4570247382208006'), mpf('-2.7476826467274127'))[side] if n == 2 else -n - 1 + g if side else -n - g)
        z = mp.findroot(lambda x: log(abs(mp.gamma(x))), (x0, x0 * (1 + mpf(10)**-12)))
        rows.append('%s, %s' % (pair(z), ', '.join(h(mp.psi(k, z) / fac(k + 1)) for k in range(3))))
table('zeros of lgamma', rows)

# Zeros of digamma in (-n - 1, -n), n = 0 .. 9: each as a pair, then psi', psi'' / 2 and psi''' / 6 there.
rows = []
for n in range(10):
    z = mp.findroot(lambda x: mp.psi(0, x), (-n - mpf('0.55'), -n - mpf('0.62')))
    rows.append('%s, %s' % (pair(z), ', '.join(h(mp.psi(k, z) / fac(k)) for k in (1, 2, 3))))
table('zeros of digamma', rows)
