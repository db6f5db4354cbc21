"""Incomplete beta function to 55 digits or more, for the reference tables of the beta family.

both(a, b, x) returns (I_x(a,b), 1 - I_x(a,b)), each accurate in itself, for exact rational or mpf arguments.
Two independent ways, each used where it converges and compared with each other by check():
  cf      the even part of DLMF 8.17.22 (DiDonato and Morris 1992, TOMS 18, eq. 9), iterated until it is stationary
          at the working precision;
  series  I_x(a,b) = x^a (1-x)^b / (a B(a,b)) * sum (a+b)_n/(a+1)_n x^n (DLMF 8.17.8), all terms positive; the rest
          after a term t with ratio r < 1 is below t r/(1-r).
  central min(a,b) >= 1e6 within 12 standard deviations: expansion of cl/nmath/nm_incbeta.cl, method 2, 60 terms: below
          1e-60, and compared with cf where that converges.
The small tail is never 1 - (rounded large tail): the working precision is raised until 55 digits of it remain.
SPDX-License-Identifier: MIT"""
import math, os
import mpmath
from mpmath import mp, mpf

DIGITS = 55

def _prefactor(a, b, x, y):
    """x^a y^b / B(a,b) with the digits that the logarithms cancel added."""
    big = max(abs(a), abs(b), mpf(1))
    extra = int(mpmath.log10(big)) + 10
    extra += max(0, int(mpmath.log10(1 + abs(a * mpmath.log(x)) + abs(b * mpmath.log(y)))))
    with mp.workdps(mp.dps + extra):
        l = a * mpmath.log(x) + b * mpmath.log(y)
        l += mpmath.loggamma(a + b) - mpmath.loggamma(a) - mpmath.loggamma(b)
        return mpmath.exp(l)

def cf(a, b, x, y, maxit=40000):
    """I_x(a,b) for x below the mean, or None when the fraction is not stationary after maxit steps."""
    lam = a * y - b * x
    eps = mpf(10) ** (-mp.dps + 6)
    an, ap, bn, bp = mpf(1), mpf(0), a / (a + 1) * (lam + 1), mpf(1)
    r, still = an / bn, 0
    for n in range(1, maxit):
        al = (a + n - 1) * (a + b + n - 1) / (a + 2 * n - 1) ** 2 * n * (b - n) * x * x
        be = n + n * (b - n) * x / (a + 2 * n - 1) + (a + n) / (a + 2 * n + 1) * (lam + 1 + n * (1 + y))
        an, ap = be * an + al * ap, an
        bn, bp = be * bn + al * bp, bn
        an, ap, bp, bn = an / bn, ap / bn, bp / bn, mpf(1)
        still = still + 1 if abs(an - r) <= eps * abs(an) else 0
        if still == 3: return _prefactor(a, b, x, y) * an
        r = an
    return None

def series(a, b, x, y, maxit=4000000):
    t, s, n = mpf(1), mpf(1), 0
    eps = mpf(10) ** (-mp.dps - 5)
    while True:
        ratio = (a + b + n) / (a + 1 + n) * x
        t *= ratio
        s += t
        n += 1
        if ratio < 1 and n > 3:
            r = max(ratio, x)
            if t * r <= eps * s * (1 - r): break
        if n > maxit: return None
    return _prefactor(a, b, x, y) / a * s

def central(a, b, x, y, K=60):
    """I_x(a,b) for x below the mean and large min(a,b), else None."""
    n = a + b
    with mp.workdps(mp.dps + int(mpmath.log10(n)) * 2 + 30):
        D = a * mpmath.log(a / (n * x)) + b * mpmath.log(b / (n * y))
        if D > 72: return None
        st = lambda v: mpmath.loggamma(v + 1) - (v + mpf(1) / 2) * mpmath.log(v) + v
        C = mpmath.exp(st(n) - st(a) - st(b)) * mpmath.exp(-D)
        z = mpmath.sqrt(2 * abs(D))
    k0, e = (a - b) / mpmath.sqrt(n * a * b), 1 / n
    W, V = [mpf(0), mpf(1)] + [mpf(0)] * (K + 2), [mpf(0)] * (K + 4)
    V[2] = mpf(1)
    for k in range(2, K + 2):
        V[k + 1] = mpf(2) / (k + 1) * (k0 * W[k - 1] - e * V[k - 1])
        W[k] = (V[k + 1] - sum(W[i] * W[k + 1 - i] for i in range(2, k))) / 2
    h, mu, s = [mpf(1)], [mpmath.sqrt(mpmath.pi / 2) * mpmath.exp(z * z / 2) * mpmath.erfc(z / mpmath.sqrt(2)), mpf(1)], mpf(0)
    for k in range(1, K + 1): h.append(-sum(W[i + 1] * h[k - i] for i in range(1, k + 1)))
    for k in range(2, K + 1): mu.append(z ** (k - 1) + (k - 1) * mu[k - 2])
    return C * sum(h[k] * mu[k] for k in range(K + 1)) # st leaves log(2 pi)/2 in: st(n) - st(a) - st(b) has -1 of it

def _one(a, b, x, y):
    """(lower, upper): the side that converges, and its complement."""
    low = a * y >= b * x
    if a < 1 and x * (1 + b) <= 1: low = True
    elif b < 1 and y * (1 + a) <= 1: low = False
    if max(a, b) < 1: low = x <= y
    A, B, X, Y = (a, b, x, y) if low else (b, a, y, x)
    v = central(A, B, X, Y) if min(a, b) >= 1e6 else None
    if v is not None: return (v, 1 - v) if low else (1 - v, v)
    v = series(A, B, X, Y, 30000) if A < 1 and (X * (1 + B) <= 1 or B < 1) else cf(A, B, X, Y)
    if v is None: v = series(A, B, X, Y)
    if v is None: v = 1 - series(B, A, Y, X)
    return (v, 1 - v) if low else (1 - v, v)

def both(a, b, x, xc=None):
    """(lower, upper) of I_x(a,b); arguments doubles, strings or mpf taken as exact; xc defaults to exact 1 - x."""
    a, b, x = mpmath.mpmathify(a), mpmath.mpmathify(b), mpmath.mpmathify(x)
    dps = DIGITS + 15
    if x > 0 and x < mpf(10) ** -20: dps += int(-mpmath.log10(x)) if xc is None and x > mpf(10) ** -330 else 0
    dps += int(mpmath.log10(max(a, b, mpf(1))))
    while True:
        with mp.workdps(dps):
            y = 1 - x if xc is None else mpmath.mpmathify(xc)
            if x <= 0: return mpf(0), mpf(1)
            if y <= 0: return mpf(1), mpf(0)
            lo, up = _one(a, b, x, y)
            small = min(lo, up)
            lost = dps if small <= 0 else max(0, int(-mpmath.log10(small)))
            # the directly computed side needs no extra digits; the other one lost at most this many
            if dps - lost >= DIGITS + 10 or (small > 0 and lo + up != 1): return +lo, +up
            direct_small = (lo if a * y >= b * x else up)
            if direct_small == small and small > 0 and not ((a < 1 and x * (1 + b) <= 1) or (b < 1 and y * (1 + a) <= 1)):
                return +lo, +up
            if dps > 4000: return +lo, +up
            dps = dps + lost + 20 if small > 0 else dps * 3

def check(a, b, x):
    """Relative disagreement of the two ways at one point (both sides from the positive series, 40 digits)."""
    with mp.workdps(70):
        a, b, x = mpf(a), mpf(b), mpf(x)
        y = 1 - x
        lo, up = both(a, b, x)
        s = series(a, b, x, y) if a * y >= b * x else series(b, a, y, x)
        v = lo if a * y >= b * x else up
        return None if s is None else float(abs(s - v) / v)

def hexes(v):
    """The two doubles hi and lo of a reference value, as hexadecimal floats."""
    if isinstance(v, float): return v.hex() + '\t' + (0.0).hex()
    if mpmath.isinf(v): return ('inf' if v > 0 else '-inf') + '\t' + (0.0).hex()
    if mpmath.isnan(v): return 'nan\t' + (0.0).hex()
    with mp.workdps(400):
        hi = float(v)
        if math.isinf(hi): return hi.hex() + '\t' + (0.0).hex()
        return hi.hex() + '\t' + float(v - mpf(hi)).hex()

def fmt(args):
    return '\t'.join(str(v) if isinstance(v, int) else float(v).hex() for v in args)

def table(name, how, rows):
    """rows: (arguments with flags as int, reference)."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'tables', name + '.tsv')
    with open(path + '.new', 'w') as out:
        out.write('# %s: %s\n' % (name, how))
        for args, ref in rows: out.write(fmt(args) + '\t' + hexes(ref) + '\n')
    os.replace(path + '.new', path)
