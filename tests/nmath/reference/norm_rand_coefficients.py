#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints the coefficient table of cl/nmath/norm_rand.cl.

With v in (0, 1/2] and w = -log(4 v (1 - v)), the upper v-quantile of the normal distribution is sqrt(w) G(w), and G is
smooth and slowly varying. Two rational approximations of degree 9 over 9: in w on [0, 8] and in w - 8 on [8, 44], the
latter as far as v = 2^-65. Method: least squares for the relative error, iterated with the last denominator as weight
(Sanathanan and Koerner 1963) and Lawson's reweighting towards the minimax solution, in 80 digits.
G itself: Halley's iteration on erfc, 60 steps at most, to 75 digits."""
from mpmath import mp, mpf, pi, exp, expm1, log, sqrt, erfc, cos, matrix, lu_solve, polyval, nstr

mp.dps = 80


def G(w):
    if w == 0: return sqrt(pi / 2)
    r = sqrt(-expm1(-w))
    v = exp(-w) / (2 * (1 + r))
    t = sqrt(-log(v)) * r / 2
    if w > 8: t = sqrt(-log(v) - log(2 * sqrt(-pi * log(v))))
    for _ in range(60):
        d = (erfc(t) - 2 * v) * exp(t * t) * -sqrt(pi) / 2
        d /= 1 + d * t
        t -= d
        if abs(d) < mpf(10) ** -75 * t: break
    return t * sqrt(2 / w)


def nodes(a, b, n): return [a + (b - a) * (1 - cos(pi * (i + mpf(1) / 2) / n)) / 2 for i in range(n)]


def fit(xs, fs, n, m, rounds=10):
    best, lam, q = None, [mpf(1)] * len(xs), [mpf(1)] * len(xs)
    for r in range(rounds):
        a, b = matrix(len(xs), n + m + 1), matrix(len(xs), 1)
        for i, (x, f) in enumerate(zip(xs, fs)):
            wt = sqrt(lam[i]) / (f * q[i])
            for j in range(n + 1): a[i, j] = x ** j * wt
            for j in range(1, m + 1): a[i, n + j] = -f * x ** j * wt
            b[i] = f * wt
        c = lu_solve(a.T * a, a.T * b)
        P, Q = [c[j] for j in range(n + 1)], [mpf(1)] + [c[n + j] for j in range(1, m + 1)]
        q = [polyval(Q[::-1], x) for x in xs]
        e = [abs(polyval(P[::-1], x) / d / f - 1) for x, d, f in zip(xs, q, fs)]
        top = max(e)
        if best is None or top < best[0]: best = top, P, Q
        if r >= 1: lam = [l * (g / top * mpf('0.9') + mpf('0.1')) for l, g in zip(lam, e)]
    return best


def main():
    out = []
    ws = nodes(mpf(0), mpf(8), 90)
    e0, P, Q = fit(ws, [G(w) for w in ws], 8, 8)
    P0, Q0 = P + [mpf(0)], Q + [mpf(0)]
    ws = [s * s for s in nodes(sqrt(mpf(8)), mpf('6.64'), 90)]
    e1, P1, Q1 = fit([w - 8 for w in ws], [G(w) for w in ws], 9, 9)
    print('/* relative error %s and %s */' % (nstr(e0, 3), nstr(e1, 3)))
    for a, b in (('p', (P0, P1)), ('q', (Q0, Q1))):
        for k in range(10): print('    %s%d: %s, %s' % (a, k, repr(float(b[0][k])), repr(float(b[1][k]))))


if __name__ == '__main__': main()
