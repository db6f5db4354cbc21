#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tables of qgamma, qchisq and qpois. Continuous: the root of log P or log Q by safeguarded Newton steps on incgamma.py
at 40 digits, checked by evaluating the other side of the root at 60. Discrete: p = F(x) moved by a margin, so that the answer is x."""
import math, random
from mpmath import mp, mpf
from core import write, spread
from incgamma import pq, root

inf, nan = math.inf, math.nan
R = random.Random(5)

cases = []
for a in [1e-5, 1e-3, 0.01, 0.1, 0.3, 0.5, 0.99, 1.0, 1.5, 2.0, 5.0, 11.9, 12.1, 30.0, 100.0, 1e3, 1e5]:
    for p in [0.5, 0.01, 0.999, 1e-10, 1e-100, 1e-300] + [R.random()]:
        for lower in (1, 0):
            if a == 1e5 and p < 1e-50: continue
            cases.append((p, a, lower, 0))
for a in [0.05, 0.5, 1.0, 3.0, 20.0, 300.0]:
    for l in [-1e-10, -0.1, -0.7, -5.0, -100.0, -1000.0, -1e4]:
        for lower in (1, 0): cases.append((l, a, lower, 1))
for _ in range(40): cases.append((R.random(), spread(R, 0.05, 1e4, 1)[0], 1, 0))
for a in (1e6, 1e8, 1e10):
    for p in (0.5, 0.01, 0.9999, 1e-8): cases.append((p, a, R.randint(0, 1), 0))
rows, rchi = [], []
mp.dps = 45
for i, (p, a, lower, lg) in enumerate(cases):
    x = root(a, p, lower, lg)
    rows.append(((p, a, 1.0, lower, lg), x))
    if i % 2: rchi.append(((p, 2 * a, lower, lg), 2 * x))
    if i % 5 == 0:
        s = spread(R, 1e-3, 1e3, 1)[0]; rows.append(((p, a, s, lower, lg), x * mpf(s)))
edges = [((0., 2., 1., 1, 0), 0.), ((1., 2., 1., 1, 0), inf), ((0., 2., 1., 0, 0), inf), ((0., 2., 1., 1, 1), inf), ((-inf, 2., 1., 1, 1), 0.), ((-0.1, 2., 1., 1, 0), nan), ((1.1, 2., 1., 1, 0), nan),
         ((0.5, -1., 1., 1, 0), nan), ((0.5, 1., -1., 1, 0), nan), ((0.5, 0., 1., 1, 0), 0.), ((nan, 1., 1., 1, 0), nan)]
write('qgamma', 'gamma_quantiles.py: Newton steps on series, continued fraction or quadrature at 45 digits', rows + edges)
write('qchisq', 'gamma_quantiles.py: Newton steps on series, continued fraction or quadrature at 45 digits',
      rchi + [((p, 2 * a, l, g), v) for (p, a, s, l, g), v in edges if s > 0])
rows = []
lams = [1e-10, 1e-3, 0.1, 0.5, 1.0, 3.3, 10.0, 50.0, 100.0, 1000.0, 12345.6, 1e6, 1e8] + spread(R, 0.05, 1e4, 12)
for l in lams:
    for z in (-6, -3, -1, 0, 1, 2.5, 7, 20):
        x = max(0, int(l + z * math.sqrt(l)))
        P1, P0 = pq(x + 1, l)[1], (pq(x, l)[1] if x > 0 else mpf(0))
        Q1, Q0 = pq(x + 1, l)[0], (pq(x, l)[0] if x > 0 else mpf(1))
        for t in (1e-12, 0.3, 1 - 1e-12):     # p between F(x - 1) and F(x): the answer is x
            p = float(P0 + (P1 - P0) * t)
            if p > 0 and (mpf(p) - P0) > 20 * math.ulp(p) and (P1 - mpf(p)) > 20 * math.ulp(p): rows.append(((p, l, 1, 0), float(x)))
            q = float(Q1 + (Q0 - Q1) * t)
            if 1e-300 < q < 1 and (mpf(q) - Q1) > 20 * math.ulp(q) and (Q0 - mpf(q)) > 20 * math.ulp(q):
                rows.append(((q, l, 0, 0), float(x)))
                lq = float(mp.log(Q1 + (Q0 - Q1) * mpf(t)))
                if Q1 < mp.exp(lq) * (1 - mpf(1e-11)) and Q0 > mp.exp(lq) * (1 + mpf(1e-11)): rows.append(((lq, l, 0, 1), float(x)))
rows += [((0., 2., 1, 0), 0.), ((1., 2., 1, 0), inf), ((0.5, 0., 1, 0), 0.), ((0.5, -1., 1, 0), nan), ((1.5, 1., 1, 0), nan), ((nan, 1., 1, 0), nan)]
write('qpois', 'gamma_quantiles.py: p inside (F(x - 1), F(x)], F at 45 digits', rows)
