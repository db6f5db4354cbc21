"""Tables of qbeta, qt and qf: the odds x / (1 - x) at which beta_common.both gives the probability, by Newton's steps on
the logarithm of the smaller tail, kept in a bracket, until the step is below 1e-40; the bracket itself comes from
F <= w^a / (a B). The probability is checked at the root.
SPDX-License-Identifier: MIT"""
import random, sys
from beta_common import *
inf, nan = math.inf, math.nan

def solve(a, b, lower, logp):
    """log odds u with log F = logp (lower) or log (1 - F) = logp, logp <= log 1/2."""
    a, b = mpf(a), mpf(b)
    wp = 70 + int(mpmath.log10(max(a, b, 1))) + int(max(0, -mpmath.log10(min(a, b))))
    with mp.workdps(wp):
        lbeta = mpmath.loggamma(a) + mpmath.loggamma(b) - mpmath.loggamma(a + b) if max(a, b) < 1e15 else None
        if lbeta is None:
            with mp.workdps(wp + 400): lbeta = mpmath.loggamma(a) + mpmath.loggamma(b) - mpmath.loggamma(a + b)
        lq = mpmath.log1p(-mpmath.exp(logp))
        ll, lu = (logp, lq) if lower else (lq, logp)
        lo, hi = (ll + lbeta + mpmath.log(a)) / a - mpf('1e-3'), -(lu + lbeta + mpmath.log(b)) / b + mpf('1e-3')
        u = (lo + hi) / 2
        m = mpmath.log(a / b)
        if lo < m < hi: u = m
        for _ in range(400):
            with mp.workdps(wp + int(abs(u)) + 20):
                e = mpmath.exp(u)
                x, y = e / (1 + e), 1 / (1 + e)
            L, U = both(a, b, x, y)
            v = L if lower else U
            if v == 0: g = mpf('-inf')
            else:
                g = (mpmath.log(v) if v < .5 else mpmath.log1p(-(U if lower else L))) - logp
                slope = mpmath.exp(a * mpmath.log(x) + b * mpmath.log(y) - lbeta) / v
            if (g > 0) == lower: hi = u
            else: lo = u
            if v == 0: u = (lo + hi) / 2; continue
            step = -g / slope if lower else g / slope
            n = u + step
            if abs(step) < mpf(10) ** -40 * max(1, abs(u)): return n
            if not lo < n < hi: n = (lo + hi) / 2
            u = n
    raise ArithmeticError((a, b, logp))

def target(p, lower_tail, log_p, halve=False):
    """(lower, log p) on the smaller side; p exact."""
    with mp.workdps(400):
        l = mpf(p) if log_p else mpmath.log(mpf(p))
        if halve: l += mpmath.log(2)
        if l > mpmath.log(mpf(1) / 2):
            q = -mpmath.expm1(l)
            return not lower_tail, mpmath.log(q)
        return bool(lower_tail), l

def odds(a, b, p, lower_tail, log_p):
    u = solve(a, b, *target(p, lower_tail, log_p))
    with mp.workdps(60 + int(abs(u))): return mpmath.exp(u)

def probabilities(rnd):
    k = rnd.randrange(6)
    if k == 0: return (10 ** rnd.uniform(-300, -1), rnd.randrange(2), 0)
    if k == 1: return (-10 ** rnd.uniform(-15, 4), rnd.randrange(2), 1)
    return (rnd.random(), rnd.randrange(2), 0)

def qbeta_table():
    rnd = random.Random(31)
    pts = [(.3, 2., 3., 1, 0), (1e-10, 2., 3., 1, 0), (.5, .1, 100., 1, 0), (.5, 100., .1, 1, 0), (-1e3, 2., 3., 1, 1), (.1, 1e10, 1e10, 1, 0), (.999, .5, .5, 1, 0), (1e-300, 5., 1e10, 1, 0), (.4, 1e-3, 1e-3, 1, 0), (.05, 1e10, 3., 0, 0), (.05, 3., 1e10, 0, 0),
           (1e-20, 1e5, 1e5, 1, 0), (1e-20, 1e5, 1e5, 0, 0), (-1e-20, 3., 4., 1, 1), (-1e-300, 3., 4., 1, 1), (-.69, 3., 4., 1, 1), (.2, .01, 5., 1, 0), (.99, .01, 5., 1, 0), (.01, 5., .01, 1, 0), (.6, 1e-2, 2e-2, 1, 0), (5e-324, 3., 2., 1, 0), (.7, 1e3, 1e-2, 1, 0), (.3, 1., 1., 1, 0), (.3, 1., 5., 1, 0), (.3, 5., 1., 0, 0), (.5, 60., 60., 1, 0), (.25, 300., 2., 0, 0), (.9, 1e-5, 1e5, 1, 0)]
    for _ in range(70): pts.append((lambda p: (p[0], 10 ** rnd.uniform(-1.5, 4), 10 ** rnd.uniform(-1.5, 4), p[1], p[2]))(probabilities(rnd)))
    rows = []
    for p, a, b, l, g in pts:
        w = odds(a, b, p, l, g)
        with mp.workdps(700): rows.append(((p, a, b, l, g), w / (1 + w)))
    for args, v in [((0, 2, 3, 1, 0), 0.), ((1, 2, 3, 1, 0), 1.), ((0, 2, 3, 0, 0), 1.), ((-inf, 2, 3, 1, 1), 0.), ((0, 2, 3, 1, 1), 1.), ((1.1, 2, 3, 1, 0), nan), ((-.1, 2, 3, 1, 0), nan), ((.1, 2, 3, 1, 1), nan), ((.3, -2, 3, 1, 0), nan), ((nan, 2, 3, 1, 0), nan), ((.3, 0, 0, 1, 0), 0.), ((.7, 0, 0, 1, 0), 1.),
                    ((.5, 0, 0, 1, 0), .5), ((.7, 0, 2, 1, 0), 0.), ((.7, 2, 0, 1, 0), 1.), ((.7, inf, 2, 1, 0), 1.), ((.7, 2, inf, 1, 0), 0.), ((.7, inf, inf, 1, 0), .5)]: rows.append((args, v))
    table('qbeta', 'p a b lower_tail log_p; reference/beta_quantiles.py', rows)

def qt_table():
    rnd = random.Random(32)
    pts = [(.3, 2., 1, 0), (1e-10, 3., 1, 0), (.3, .1, 1, 0), (1e-10, .1, 1, 0), (.9, 1e10, 1, 0), (.9, 1e20, 1, 0), (1e-300, 1e10, 1, 0), (.3, 1e-2, 1, 0), (-1e3, 5., 1, 1), (-.69, 5., 1, 1), (-1e-20, 5., 1, 1), (.4999999, 5., 1, 0), (.49999999999999994, 7., 1, 0), (.5000000000000001, 7., 1, 0), (1e-300, 1., 1, 0), (1e-300, 3., 0, 0),
           (.975, 1., 1, 0), (.975, 2., 1, 0), (.975, 30., 1, 0), (.995, 200., 1, 0), (1e-5, 500., 1, 0), (-1e5, 1e10, 1, 1), (-1e4, 50., 0, 1), (.25, .5, 1, 0), (.01, 1.1, 1, 0), (1e-8, .3, 1, 0), (.6, 1e4, 1, 0), (.26, 3., 1, 0), (.24, 3., 1, 0), (5e-324, 4., 1, 0)]
    for _ in range(70): pts.append((lambda p: (p[0], 10 ** rnd.uniform(-.7, 5), p[1], p[2]))(probabilities(rnd)))
    rows = []
    for p, n, l, g in pts:
        lower, lp = target(p, l, g)
        with mp.workdps(400): l2 = lp + mpmath.log(2)
        lo2, lp2 = target(l2, 0, 1)
        u = solve(mpf(1) / 2, mpf(n) / 2, lo2, lp2)
        with mp.workdps(60 + int(abs(u))): t = mpmath.sqrt(mpf(n) * mpmath.exp(u))
        rows.append(((p, n, l, g), -t if lower else t))
    for args, v in [((.5, 3, 1, 0), 0.), ((0, 3, 1, 0), -inf), ((1, 3, 1, 0), inf), ((0, 3, 0, 0), inf), ((0, 3, 1, 1), inf), ((-inf, 3, 1, 1), -inf), ((1.1, 3, 1, 0), nan), ((.3, 0, 1, 0), nan), ((.3, -1, 1, 0), nan), ((nan, 1, 1, 0), nan), ((.1, 3, 1, 1), nan)]: rows.append((args, v))
    with mp.workdps(60):
        for p in (.9, 1e-10): rows.append(((p, inf, 1, 0), mpmath.sqrt(2) * mpmath.erfinv(2 * mpf(p) - 1)))
    table('qt', 'p n lower_tail log_p; reference/beta_quantiles.py', rows)

def qf_table():
    rnd = random.Random(33)
    pts = [(.3, 2., 3., 1, 0), (1e-10, 3., 4., 1, 0), (.3, .1, .1, 1, 0), (.9, .1, .1, 1, 0), (.9, 1e10, 3., 1, 0), (.9, 3., 1e10, 1, 0), (-1e3, 5., 4., 1, 1), (1e-300, 3., 4., 1, 0), (1e-300, 3., 4., 0, 0), (.95, 1., 1., 1, 0), (.95, 1., 10., 1, 0), (.05, 1e10, 1e10, 1, 0), (.5, 1e5, 1e10, 1, 0), (1e-20, 200., 300., 0, 0), (.999, .5, 40., 1, 0),
           (-1e-20, 3., 4., 1, 1), (.01, 40., .5, 1, 0), (1e-30, .1, 1e10, 1, 0), (.95, 1e20, 5., 1, 0), (.95, 5., 1e20, 1, 0), (.5, 7., 7., 1, 0)]
    for _ in range(70): pts.append((lambda p: (p[0], 10 ** rnd.uniform(-.7, 5), 10 ** rnd.uniform(-.7, 5), p[1], p[2]))(probabilities(rnd)))
    rows = []
    for p, m, n, l, g in pts:
        w = odds(mpf(m) / 2, mpf(n) / 2, p, l, g)
        with mp.workdps(700): rows.append(((p, m, n, l, g), w * mpf(n) / mpf(m)))
    for args, v in [((0, 2, 3, 1, 0), 0.), ((1, 2, 3, 1, 0), inf), ((0, 2, 3, 0, 0), inf), ((1.1, 2, 3, 1, 0), nan), ((.3, 0, 3, 1, 0), nan), ((.3, 3, -1, 1, 0), nan), ((nan, 3, 1, 1, 0), nan), ((.3, inf, inf, 1, 0), 1.)]: rows.append((args, v))
    table('qf', 'p m n lower_tail log_p; reference/beta_quantiles.py', rows)

if __name__ == '__main__':
    for w in sys.argv[1:] or ['qbeta', 'qt', 'qf']: globals()[w + '_table']()
