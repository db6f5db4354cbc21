#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints the coefficients of cl/nmath/qnorm.cl: rational approximations of the normal quantile z.

Middle, q = |p - 1/2|, w = -log(4 p (1 - p)) to 6.503: (z / q - sqrt(2 pi)) / w - 21/32 of degree 8 over 8 in w, five
coefficients rounded one by one to 21 bits, the others fitted again each time. Tail, r = sqrt(-log p) from
1.515 to 27.3: sqrt(2) r - z of degree 11 over 11 in r - 3/2. Method: least squares for the error relative to z (or
to 5, if less), iterated with the last denominator as weight (Sanathanan and Koerner 1963) and Lawson's reweighting
towards the minimax solution, in 120 digits; the tail in s = (r - 5) / (r + 5), where it is well conditioned."""
from mpmath import mp, mpf, pi, exp, log, sqrt, erfc, cos, binomial, matrix, lu_solve, polyval, fsum, frexp, nint, nstr

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


def short(v):
    """v to 21 bits: a double whose lower half is 0."""
    m, e = frexp(v)
    return mpf(int(nint(m * 2 ** 21))) / 2 ** 21 * mpf(2) ** e


def fit_fixed(xs, fs, n, m, weights, fixed, rounds, q, lam):
    """As fit, with the coefficients of `fixed` given: (0, k) of the numerator, (1, k) of the denominator, which begins with
    1. q and lam: the last denominator and Lawson's weights."""
    best, free = None, [(i, k) for i in (0, 1) for k in range(i, (n, m)[i] + 1) if (i, k) not in fixed]
    for r in range(rounds):
        rows = []
        for x, f, w, l, d in zip(xs, fs, weights, lam, q):
            s = sqrt(l) * w / abs(d)
            side = lambda i, k: x ** k * s * (-f if i else 1)
            rows.append(([side(i, k) for i, k in free], f * s - fsum(v * side(i, k) for (i, k), v in fixed.items())))
        a, b = matrix(len(free), len(free)), matrix(len(free), 1)
        for i in range(len(free)):
            for j in range(i, len(free)): a[i, j] = a[j, i] = fsum(row[i] * row[j] for row, _ in rows)
            b[i] = fsum(row[i] * y for row, y in rows)
        c = dict(fixed)
        c.update(zip(free, lu_solve(a, b)))
        P, Q = [c[0, j] for j in range(n + 1)], [mpf(1)] + [c[1, j] for j in range(1, m + 1)]
        q = [polyval(Q[::-1], x) for x in xs]
        e = [abs(polyval(P[::-1], x) / d - f) * w for x, d, f, w in zip(xs, q, fs, weights)]
        top = max(e)
        if best is None or top < best[0]: best = top, P, Q, q, lam
        if r >= 1: lam = [l * (g / top * mpf('0.9') + mpf('0.1')) for l, g in zip(lam, e)]
    return best


def middle():
    mp.dps = 80
    count, end, root, slope = 80, mpf('6.503'), sqrt(2 * pi), mpf(21) / 32
    ws = [end * (1 - cos(pi * (i + mpf(1) / 2) / count)) / 2 for i in range(count)]
    qs = [sqrt(1 - exp(-w)) / 2 for w in ws]
    fs = [quantile(log(exp(-w) / 4 / (mpf(1) / 2 + q))) / q for w, q in zip(ws, qs)]
    gs, weights = [(f - root) / w - slope for w, f in zip(ws, fs)], [w / f for w, f in zip(ws, fs)]
    fixed, best = {}, fit_fixed(ws, gs, 8, 8, weights, {}, 20, [mpf(1)] * count, [mpf(1)] * count)
    for at in ((1, 8), (0, 8), (1, 7), (0, 7), (1, 6)):
        fixed[at] = short(best[1 + at[0]][at[1]])
        best = fit_fixed(ws, gs, 8, 8, weights, fixed, 8, best[3], best[4])
    show('middle', *best[:3])
    mp.dps = 120


def main():
    middle()
    count, m, low, high = 110, mpf(5), mpf('1.515'), mpf('27.3')
    a, b = (low - m) / (low + m), (high - m) / (high + m)
    ss = [a + (b - a) * (1 - cos(pi * (i + mpf(1) / 2) / count)) / 2 for i in range(count)]
    rs = [m * (1 + s) / (1 - s) for s in ss]
    fs = [sqrt(mpf(2)) * r - quantile(-r * r) for r in rs]
    e, P, Q = fit(ss, fs, 11, 11, [1 / min(sqrt(mpf(2)) * r - f, mpf(5)) for r, f in zip(rs, fs)], 22)
    show('tail', e, *[moved(from_mobius(c, m), mpf(3) / 2) for c in (P, Q)])


if __name__ == '__main__': main()
