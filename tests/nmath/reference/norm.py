#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tables of dnorm, pnorm, qnorm: erfc of mpmath at 70 and 150 digits; qnorm by Newton steps on log Phi at 60 digits."""
import math, random
from mpmath import mp, mpf
from core import twice, write, spread, tails

inf, nan = math.inf, math.nan
R = random.Random(20)
def logd(x, m, s): z = (mpf(x) - mpf(m)) / mpf(s); return -z * z / 2 - mp.log(2 * mp.pi) / 2 - mp.log(mpf(s))
def dens(x, m, s): return mp.exp(logd(x, m, s))
pts = [(x, 0.0, 1.0) for x in [0.0, 1e-300, 1e-10, 0.1, 0.5, 1.0, -1.0, 2.0, 3.3, 5.0, -7.7, 10.0, 20.0, 26.6, 30.0, 37.0, 38.0, 38.4,
                               38.56, 38.6, -38.5, 1e10]]
pts += [(R.uniform(-38, 38), 0.0, 1.0) for _ in range(30)] + [(R.gauss(0, 1.5), 0.0, 1.0) for _ in range(25)]
for _ in range(40):
    s = spread(R, 1e-3, 1e3, 1)[0]; m = R.gauss(0, 100); pts.append((m + s * R.uniform(-30, 30), m, s))
for s in (1e-320, 3e-310, 1e-300, 1e-200, 1e-20, 1e20, 1e200, 1e300, 1.7e308):
    for z in (0.0, 0.3, -2.7, 20.0, 36.0): pts.append((s * z, 0.0, s))
pts += [(1e8 + 1.0, 1e8, 1e-1), (1e300, -1e300, 1e299), (1e308, -1e308, 1e307), (0.1 + 0.2, 0.3, 1e-17), (1e-5, 1e-5, 1e-300)]
pts = [a for a in pts if abs(a[0]) < inf]
rows = []
for a in pts:
    rows.append((a + (0,), twice(dens, a))); rows.append((a + (1,), twice(logd, a)))
for a, v in [((1., 0., 0.), 0.), ((0., 0., 0.), inf), ((inf, 0., 1.), 0.), ((-inf, 0., 1.), 0.), ((1., inf, 1.), 0.), ((1., 0., inf), 0.),
             ((1., 0., -1.), nan), ((nan, 0., 1.), nan), ((0., nan, 1.), nan), ((0., 0., nan), nan), ((inf, inf, 1.), nan)]:
    rows.append((a + (0,), v)); rows.append((a + (1,), v if v != v or v == inf else -inf))
write('dnorm', 'norm.py: closed form at 70 and 150 digits', rows)

def Q(x, m, s): z = (mpf(x) - mpf(m)) / mpf(s); return mp.erfc(z / mp.sqrt(2)) / 2
def P(x, m, s): z = (mpf(x) - mpf(m)) / mpf(s); return mp.erfc(-z / mp.sqrt(2)) / 2
rows = []
pts2 = pts[:22] + R.sample(pts[22:], 60) + [(x, 0.0, 1.0) for x in (1e-5, -1e-8, -1e3, 1e5, -1e10, -1e150, -37.5, 8.3, 8.2, 1e100, 40.0, -0.66, 0.68, 4.0, 5.7, -5.7)]
for a in pts2:
    mp.dps = 60
    if abs(a[0] - a[1]) > 1e6 * a[2]:    # beyond erfc: the asymptotic series has no visible correction
        z = abs(mpf(a[0]) - mpf(a[1])) / mpf(a[2]); l = -z * z / 2 - mp.log(z) - mp.log(2 * mp.pi) / 2 + mp.log1p(-1 / z**2)
        small, one = (l, 0.0), a[0] < 0
        v = {0: (0.0, 1.0), 1: (l, 0.0)}
        for lower in (1, 0):
            for lg in (0, 1): rows.append((a + (lower, lg), v[lg][0 if (a[0] < a[1]) == (lower == 1) else 1]))
        continue
    tails(rows, a, twice(P, a), twice(Q, a))
for a, p in [((inf, 0., 1.), 1.), ((-inf, 0., 1.), 0.), ((1., inf, 1.), 0.), ((1., -inf, 1.), 1.), ((1., 0., 0.), 1.), ((-1., 0., 0.), 0.),
             ((0., 0., 0.), 1.), ((nan, 0., 1.), nan), ((1., 0., -1.), nan), ((inf, inf, 1.), nan), ((3., 0., inf), 0.5)]:
    mp.dps = 60
    for lower in (1, 0):
        v = p if lower else 1 - p
        rows.append((a + (lower, 0), v)); rows.append((a + (lower, 1), nan if v != v else -inf if v == 0 else mp.log(mpf(v))))
write('pnorm', 'norm.py: erfc at 70 and 150 digits', rows)

def quantile(p, lower, lg):
    """The z with Phi(z) = p for exact p, by Newton on the log of the smaller tail."""
    p = mpf(p)
    lp = p if lg else mp.log(p)
    lq = mp.log1p(-p) if not lg else mp.log(-mp.expm1(p))
    sign = -1 if lower else 1
    if lp > lq: lp, sign = lq, -sign      # the tail of probability exp(lp) <= 1/2 lies on the side sign
    if lp == mp.log(mpf(1) / 2): return mpf(0)
    z = mp.sqrt(-2 * lp); z = mp.sqrt(max(-2 * lp - mp.log(2 * mp.pi) - 2 * mp.log(max(z, 1)), mpf('1e-3')))
    if z > 1e5:       # log Q(z) = -z^2/2 - log(z sqrt(2 pi)) + log(1 - 1/z^2 + 3/z^4 - ...)
        for _ in range(60):
            s = mpf(0); c = mpf(1)
            for k in range(12): s += c; c *= -(2 * k + 1) / z**2
            z = mp.sqrt(-2 * (lp + mp.log(z * mp.sqrt(2 * mp.pi)) - mp.log(s)))
        return sign * z
    for _ in range(200):
        t = mp.erfc(z / mp.sqrt(2)) / 2; d = (mp.log(t) - lp) * t / (mp.exp(-z * z / 2) / mp.sqrt(2 * mp.pi)); z += d
        if abs(d) < abs(z) * mpf(10)**-(mp.dps - 8): break
    return sign * z
rows = []
ps = [0.5, 0.25, 0.75, 0.3, 0.1, 0.9, 0.025, 0.975, 0.075, 0.0749999, 0.925, 1e-3, 1e-5, 1e-10, 1e-11, 1e-12, 1e-16, 1e-20, 1e-50, 1e-100, 1e-200, 1e-300,
      2.2250738585072014e-308, 1e-315, 4.94e-324, 1 - 1e-3, 1 - 1e-10, 1 - 2.0**-53, 0.5 + 2.0**-52, 0.5 - 2.0**-54, 0.4999, 0.51] + [R.random() for _ in range(40)]
for p in ps:
    for lower in (1, 0): rows.append(((p, 0.0, 1.0, lower, 0), twice(lambda p: quantile(p, lower, 0), (p,), 60)))
for l in [-1e-300, -1e-100, -1e-20, -1e-17, -1e-10, -0.01, -0.1, -0.5, -math.log(2), -0.6931471, -0.7, -1.0, -2.0, -2.59, -5.0, -20.0, -100.0, -700.0, -745.0, -1000.0, -1e4, -1e5, -1e6, -1e8, -1e10,
          -1e50, -1e100, -1e300, -1.7e308]:
    for lower in (1, 0): rows.append(((l, 0.0, 1.0, lower, 1), twice(lambda p: quantile(p, lower, 1), (l,), 60)))
for _ in range(20):
    p, m, s = R.random(), R.gauss(0, 10), spread(R, 1e-3, 1e3, 1)[0]
    rows.append(((p, m, s, 1, 0), twice(lambda p, m, s: mpf(m) + mpf(s) * quantile(p, 1, 0), (p, m, s), 60)))
for a, v in [((0., 0., 1., 1, 0), -inf), ((1., 0., 1., 1, 0), inf), ((0., 0., 1., 0, 0), inf), ((0., 0., 1., 1, 1), inf), ((-inf, 0., 1., 1, 1), -inf),
             ((-0.1, 0., 1., 1, 0), nan), ((1.1, 0., 1., 1, 0), nan), ((0.1, 0., 1., 1, 1), nan), ((0.3, 2., 0., 1, 0), 2.), ((0.3, 2., -1., 1, 0), nan), ((nan, 0., 1., 1, 0), nan)]:
    rows.append((a, v))
write('qnorm', 'norm.py: Newton on log Phi, erfc at 60 and 130 digits', rows)
