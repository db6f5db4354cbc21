#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints the coefficients of cl/nmath/qnorm.cl: rational approximations of the normal quantile z.

Middle, q = |p - 1/2| <= 0.4: (z / q - sqrt(2 pi)) / q^2 of degree 6 over 7 in 0.16 - q^2. Tail, r = sqrt(-log p) from
1.515 to 27.3: sqrt(2) r - z of degree 11 over 11 in r - 3/2. Method: least squares for the error relative to z (or
to 5, if less), iterated with the last denominator as weight (Sanathanan and Koerner 1963) and Lawson's reweighting
towards the minimax solution, in 120 digits; the tail in s = (r - 5) / (r + 5), where it is well conditioned."""
from mpmath import mp, mpf, pi, exp, log, sqrt, erfc, cos, binomial, matrix, lu_solve, polyval, fsum, nstr

mp.dps = 120


def quantile(log_p):
    """The upper normal quantile of exp(log_p) < 1/2, by Halley's method."""
    p, y = exp(log_p), -log_p
    t = sqrt(max(y - log(2 * sqrt(pi * y)), mpf('0.01')))
    for _ in range(80):
        d = (erfc(t) - 2 * p) * exp(t * t) * -sqrt(pi) / 2
        d /= 1 + d * t
        t -= d
        if abs(d) < mpf(10) ** -60 * t: break
    return t * sqrt(mpf(2))


def fit(xs, fs, n, m, weights, rounds):
    best, lam, q = None, [mpf(1)] * len(xs), [mpf(1)] * len(xs)
    for r in range(rounds):
        rows = []
        for x, f, w, l, d in zip(xs, fs, weights, lam, q):
            s = sqrt(l) * w / abs(d)
            rows.append(([s * x ** j for j in range(n + 1)] + [-f * s * x ** j for j in range(1, m + 1)], f * s))
        a, b = matrix(n + m + 1, n + m + 1), matrix(n + m + 1, 1)
        for i in range(n + m + 1):
            for j in range(i, n + m + 1): a[i, j] = a[j, i] = fsum(row[i] * row[j] for row, _ in rows)
            b[i] = fsum(row[i] * y for row, y in rows)
        c = lu_solve(a, b)
        P, Q = [c[j] for j in range(n + 1)], [mpf(1)] + [c[n + j] for j in range(1, m + 1)]
        q = [polyval(Q[::-1], x) for x in xs]
        e = [abs(polyval(P[::-1], x) / d - f) * w for x, d, f, w in zip(xs, q, fs, weights)]
        top = max(e)
        if best is None or top < best[0]: best = top, P, Q
        if r >= 1: lam = [l * (g / top * mpf('0.9') + mpf('0.1')) for l, g in zip(lam, e)]
    return best


def moved(c, a):
    """Coefficients in x - a of a polynomial in x."""
    return [fsum(c[i] * binomial(i, k) * a ** (i - k) for i in range(k, len(c))) for k in range(len(c))]


def from_mobius(c, m):
    """(x + m)^n times a polynomial of degree n in (x - m) / (x + m), in powers of x."""
    n, out = len(c) - 1, [mpf(0)] * len(c)
    for k, v in enumerate(c):
        t = [mpf(1)]
        for i in range(n):
            a = -m if i < k else m
            t = [a * x for x in t] + [mpf(0)]
            t = [t[j] + (prev if j else 0) for j, prev in enumerate([0] + [x / a for x in t[:-1]])]
        out = [o + v * x for o, x in zip(out, t)]
    return out


def show(name, error, P, Q):
    print('%s: error %s' % (name, nstr(error, 3)))
    for c in (P, Q): print('   ', ', '.join(float(x / Q[0]).hex() for x in c))


def main():
    count, top, end = 80, mpf('0.4') ** 2, mpf(float(0.16))
    root = sqrt(2 * pi)
    us = [top * (1 - cos(pi * (i + mpf(1) / 2) / count)) / 2 for i in range(count)]
    fs = [(quantile(log(mpf(1) / 2 - sqrt(u))) / sqrt(u) - root) / u for u in us]
    e, P, Q = fit(us, fs, 6, 7, [u / (f * u + root) for u, f in zip(us, fs)], 16)
    turned = [moved([v * (-1) ** k for k, v in enumerate(c)], -end) for c in (P, Q)]
    show('middle', e, *turned)
    count, m, low, high = 110, mpf(5), mpf('1.515'), mpf('27.3')
    a, b = (low - m) / (low + m), (high - m) / (high + m)
    ss = [a + (b - a) * (1 - cos(pi * (i + mpf(1) / 2) / count)) / 2 for i in range(count)]
    rs = [m * (1 + s) / (1 - s) for s in ss]
    fs = [sqrt(mpf(2)) * r - quantile(-r * r) for r in rs]
    e, P, Q = fit(ss, fs, 11, 11, [1 / min(sqrt(mpf(2)) * r - f, mpf(5)) for r, f in zip(rs, fs)], 22)
    show('tail', e, *[moved(from_mobius(c, m), mpf(3) / 2) for c in (P, Q)])


if __name__ == '__main__': main()
