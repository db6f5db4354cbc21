#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints the coefficients of cl/nmath/nm_light.cl, nm_fine.cl, nm_light_angle.cl (polynomials, highest first),
pnorm.cl and nm_chimix.cl.

Polynomials: least squares for the relative error of the whole function with Lawson's reweighting towards the minimax
solution; coefficients are rounded one by one from the highest, the first few to 21 bits (a double whose lower half
is 0 is an immediate operand on a GPU), the others fitted again each time. The Mills ratio: as in
qnorm_coefficients.py, in s = (t - 3) / (t + 3), for R(t) (t + 3), to 38.6 and to infinity."""
from mpmath import mp, mpf, pi, exp, sqrt, erfc, atan, tan, cos, matrix, lu_solve, polyval, fsum, nstr

from qnorm_coefficients import fit, from_mobius, short, show


def solve(xs, fs, ws, n, fixed, rounds):
    lam, free, best = [mpf(1)] * len(xs), [k for k in range(n + 1) if k not in fixed], None
    gs = [f - sum(v * x ** k for k, v in fixed.items()) for x, f in zip(xs, fs)]
    for _ in range(rounds):
        rows = [([sqrt(l) * w * x ** k for k in free], sqrt(l) * w * g) for x, g, w, l in zip(xs, gs, ws, lam)]
        a, b = matrix(len(free), len(free)), matrix(len(free), 1)
        for i in range(len(free)):
            for j in range(i, len(free)): a[i, j] = a[j, i] = fsum(r[i] * r[j] for r, _ in rows)
            b[i] = fsum(r[i] * y for r, y in rows)
        c = dict(fixed)
        c.update(zip(free, lu_solve(a, b)))
        e = [abs(sum(v * x ** k for k, v in c.items()) - f) * w for x, f, w in zip(xs, fs, ws)]
        top = max(e)
        if best is None or top < best[0]: best = top, c
        lam = [l * (g / top * mpf('0.9') + mpf('0.1')) for l, g in zip(lam, e)]
    return best[1]


def polynomial(name, xs, fs, ws, n, shorts, rounds, fixed):
    for k in range(n, -1, -1):
        if k in fixed: continue
        c = solve(xs, fs, ws, n, fixed, rounds)[k]
        fixed[k] = short(c) if n - k < shorts else mpf(float(c))
    e = max(abs(sum(v * x ** k for k, v in fixed.items()) - f) * w for x, f, w in zip(xs, fs, ws))
    print('%s: error %s\n    %s' % (name, nstr(e, 3), ', '.join(float(fixed[k]).hex() for k in range(n, -1, -1))))


def mills(t):
    """By erfc or Laplace's continued fraction."""
    if t < 200: return sqrt(pi / 2) * exp(t * t / 2) * erfc(t / sqrt(mpf(2)))
    s = mpf(0)
    for k in range(40, 0, -1): s = k / (t + s)
    return 1 / (t + s)


def main():
    mp.dps = 60
    nodes = [-cos(pi * (i + mpf(1) / 2) / 120) for i in range(120)]
    xs = [mpf('0.34665') * x for x in nodes]
    polynomial('(exp(x) - 1 - x) / x^2', xs, [(exp(x) - 1 - x) / x ** 2 for x in xs],
               [x ** 2 / exp(x) for x in xs], 9, 3, 14, {0: mpf(1) / 2})
    xs = [mpf('0.3468') * x for x in nodes]
    polynomial('2 (exp(x) - 1 - x - x^2/2) / x^3', xs, [2 * (exp(x) - 1 - x - x * x / 2) / x ** 3 for x in xs],
               [abs(x) ** 3 / exp(x) / 2 for x in xs], 9, 3, 14, {})
    for name, bound, m in (('(atanh(v) / v - 1 - w/3) / w^2', '0.00517', 2), ('(atanh(v) / v - 1) / w', '0.0083', 1)):
        ws = [mpf(bound) * (1 - cos(pi * (i + mpf(1) / 2) / 100)) / 2 for i in range(100)]
        polynomial(name, ws, [fsum(w ** k / (2 * k + 2 * m + 1) for k in range(60)) for w in ws],
                   [w ** m for w in ws], 5, m, 14, {})
    ws = [tan(pi / 8) ** 2 * mpf('1.0005') * (1 - cos(pi * (i + mpf(1) / 2) / 100)) / 2 for i in range(100)]
    r = [atan(sqrt(w)) / sqrt(w) for w in ws]
    polynomial('(atan(y) / y - 1) / (pi y^2) in y^2', ws, [(a - 1) / w / pi for a, w in zip(r, ws)],
               [w * pi / a for a, w in zip(r, ws)], 10, 4, 10, {})
    mp.dps = 120
    m, high = mpf(3), mpf(38.6)
    b = (high - m) / (high + m)
    ss = [-1 + (b + 1) * (1 - cos(pi * (i + mpf(1) / 2) / 110)) / 2 for i in range(110)]
    ts = [m * (1 + s) / (1 - s) for s in ss]
    fs = [sqrt(pi / 2) * exp(t * t / 2) * erfc(t / sqrt(mpf(2))) * (t + m) for t in ts]
    e, P, Q = fit(ss, fs, 9, 10, [1 / f for f in fs], 20)
    show('Mills ratio / sqrt(2 pi)', e, [v / sqrt(2 * pi) for v in from_mobius(P, m)], from_mobius(Q, m))
    ss = [-cos(pi * (i + mpf(1) / 2) / 110) for i in range(110)]
    fs = [mills(m * (1 + s) / (1 - s)) * 2 * m / (1 - s) for s in ss]
    e, P, Q = fit(ss, fs, 10, 11, [1 / f for f in fs], 20)
    show('Mills ratio', e, from_mobius(P, m), from_mobius(Q, m))


if __name__ == '__main__': main()
