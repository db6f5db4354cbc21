#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tables of gammafn, lgammafn, lgamma1p, log1pmx, beta, lbeta, choose, lchoose, dbinom, dbinom_raw: closed forms by
mpmath's loggamma, gamma and log1p at 70 and 150 digits (400 and 810 where arguments are extreme)."""
import math, random
from mpmath import mp, mpf
from core import twice, write, spread

inf, nan = math.inf, math.nan
R = random.Random(11)
lg = lambda x: mp.loggamma(x) if x > 0 else mp.log(abs(mp.gamma(x))) if x > -1000 else mp.log(mp.pi / abs(mp.sinpi(x))) - mp.loggamma(1 - x)

xs = [1.0, 2.0, 3.0, 0.5, 1.5, 1.4616321449683623, 10.0, 15.5, 16.0, 17.25, 100.0, 170.0, 171.0, 171.6, 171.62437695630272, 1e-5, 1e-10, 1e-100, 1e-300, 1e-308, 5e-308, -1e-5, -1e-100, -0.5, -1.5, -2.5, -10.5,
      -100.1, -170.5, -169.9, -1 + 1e-10, -1 - 1e-10, -2.0000001, -0.9999, 1 + 2.0**-52, 1 - 2.0**-53, 2 + 2.0**-51, 2 - 2.0**-52, 1.0001, 1.9999, 2.015, 0.985, 1.016, 7.0, 22.0, 23.0, 33.0] + [R.uniform(-170, 171) for _ in range(40)] + spread(R, 1e-8, 171, 50) + [R.uniform(-5, 5) for _ in range(30)]
rows = [((x,), twice(lambda x: mp.gamma(mpf(x)), (x,))) for x in xs]
rows += [((x,), v) for x, v in [(0., nan), (-1., nan), (-2., nan), (inf, inf), (-inf, nan), (nan, nan), (172., inf), (1e300, inf), (1e-310, inf), (-200.5, 0.)]]
write('gammafn', 'special.py: gamma at 70 and 150 digits', rows)
xl = xs + spread(R, 1e-300, 1e300, 30) + spread(R, 170, 1e10, 30) + [1e305, 2.5e305, 1e17, -1e5 - 0.3, -1000.25, -12345.678, 5e-324, -5e-324] + [1 + s * 10.0**-k for k in range(3, 16, 2) for s in (1, -1)] + [2 + s * 10.0**-k for k in range(3, 15, 2) for s in (1, -1)]
xl += [-2.4570247382208006, -2.7476826467274127, -3.1435808883499798, -3.955294284858598, -4.039361839740537, -2.457, -3.9553]
rows = [((x,), twice(lambda x: lg(mpf(x)), (x,), 100)) for x in xl if x != 0]
rows += [((x,), v) for x, v in [(0., inf), (-1., inf), (-20., inf), (inf, inf), (-inf, inf), (nan, nan), (1e306, inf)]]
write('lgammafn', 'special.py: loggamma at 100 and 210 digits', rows)
av = [0.0, 1e-300, -1e-300, 1e-17, -1e-17, 1e-10, 1e-5, 0.01, -0.01, 0.0156, 0.0157, -0.0156, 0.1, -0.1, 0.3, 0.5, -0.5, 0.9, -0.9, -0.999, -0.999999999, 1.0, 1.5, 0.99, 1.0000001, 30.0, 1e10, -1.5, -2.25] + [R.uniform(-1, 2) for _ in range(50)] + [R.choice([1, -1]) * v for v in spread(R, 1e-16, 0.5, 60)]
write('lgamma1p', 'special.py: loggamma at 70 and 150 digits', [((a,), twice(lambda a: lg(1 + mpf(a)), (a,), 400 if abs(a) < 1e-60 else 70)) for a in av])
pv = [v * s for v in spread(R, 1e-20, 1, 60) for s in (1, -1)] + [-0.99, -0.9999999, -1 + 2.0**-53, 1.0, 10.0, 1e5, 1e15, 1e300, 0.0624, 0.0626, -0.0624, 0.01, -0.3] + spread(R, 1e-3, 1e3, 30)
rows = [((x,), twice(lambda x: mp.log1p(mpf(x)) - mpf(x), (x,), 150)) for x in pv] + [((0.,), 0.), ((-1.,), -inf), ((-2.,), nan), ((nan,), nan)]
write('log1pmx', 'special.py: log1p at 150 and 310 digits', rows)
lb = lambda a, b: mp.loggamma(mpf(a)) + mp.loggamma(mpf(b)) - mp.loggamma(mpf(a) + mpf(b))
ab = [(1., 1.), (2., 3.), (0.5, 0.5), (1e-10, 1e-10), (1e-300, 1e-300), (1e-300, 5.), (1e-5, 1e10), (1e10, 1e10), (1e5, 1e-3), (300., 400.), (600., 500.), (1e300, 2.), (1e300, 1e-3), (1e300, 1e300), (1e200, 1e-200), (0.9999, 1.0001), (1., 1e-5), (1., 1e15), (10., 1e15),
      (15.9, 16.1), (1e-320, 3.), (1e17, 0.5), (1e8, 3.5)] + list(zip(spread(R, 1e-3, 1e3, 60), spread(R, 1e-3, 1e3, 60))) + list(zip(spread(R, 1e-10, 1e10, 40), spread(R, 1e-10, 1e10, 40)))
rows = [((a, b), twice(lambda a, b: mp.exp(lb(a, b)), (a, b), 700 if max(a, b, 1 / a, 1 / b) > 1e50 else 90)) for a, b in ab]
rl = [((a, b), twice(lb, (a, b), 700 if max(a, b, 1 / a, 1 / b) > 1e50 else 90)) for a, b in ab]
edge = [((0., 1.), inf, inf), ((1., 0.), inf, inf), ((0., inf), inf, inf), ((2., inf), 0., -inf), ((-1., 2.), nan, nan), ((nan, 1.), nan, nan), ((inf, inf), 0., -inf)]
write('beta', 'special.py: loggamma at 90 and 190 digits (700 for extreme arguments)', rows + [(a, v) for a, v, _ in edge])
write('lbeta', 'special.py: loggamma at 90 and 190 digits (700 for extreme arguments)', rl + [(a, v) for a, _, v in edge])

def ch(n, k):
    n = mpf(n); k = int(k)
    if k < 3000:
        r = mpf(1)
        for j in range(k): r = r * (n - j) / (j + 1)
        return r
    if n < 0: return (-1)**k * ch(k - n - 1, k)
    if n < k: return mp.exp(mp.loggamma(n + 1) + mp.loggamma(k - n) - mp.loggamma(mpf(k) + 1)) * mp.sinpi(n - k + 1) / mp.pi
    return mp.exp(mp.loggamma(n + 1) - mp.loggamma(mpf(k) + 1) - mp.loggamma(n - k + 1))
nk = [(5., 2.), (50., 25.), (60., 30.), (66., 33.), (67., 30.), (1000., 500.), (1e10, 3.), (-3.5, 7.), (-50., 40.), (2.5, 40.), (50.5, 60.), (29.3, 29.), (30.7, 30.), (0.5, 2.), (0.5, 100.), (-0.5, 100.), (1e-10, 5.), (1e-300, 3.), (-1., 31.), (1e5, 100.), (1e9, 50.), (1029., 514.), (1e6, 5.),
      (1e300, 1.), (1e150, 2.), (-1e100, 3.), (-7.25, 200.), (33.3, 31.), (31.5, 33.), (99.999, 90.), (5.0000001, 7.), (45.0000000001, 50.), (3., 3.), (3., 1.), (100., 99.), (1e8, 1e8 - 2), (12345.6, 12300.), (0.1, 5000.), (-2.3, 1e4), (7000.5, 7003.), (1e15, 10.)]
nk += [(float(R.randint(1, 300)), float(R.randint(0, 150))) for _ in range(30)] + [(R.uniform(-50, 100), float(R.randint(0, 80))) for _ in range(50)] + [(R.uniform(0, 2000), float(R.randint(30, 300))) for _ in range(20)]
rows, rl = [], []
for n, k in nk:
    v = twice(ch, (n, k), 90 if abs(n) < 1e30 else 400)
    rows.append(((n, k), v))
    if v != 0: rl.append(((n, k), twice(lambda n, k: mp.log(abs(ch(n, k))), (n, k), 90 if abs(n) < 1e30 else 400)))
rl += [((2000., 1000.), twice(lambda n, k: mp.log(ch(n, k)), (2000., 1000.), 90)), ((1e6, 5e5), twice(lambda n, k: mp.log(ch(n, k)), (1e6, 5e5), 90)), ((1e12, 1e11), twice(lambda n, k: mp.log(ch(n, k)), (1e12, 1e11), 90))]
e0 = [((5., -1.), 0., -inf), ((5., 6.), 0., -inf), ((50., 60.), 0., -inf), ((0., 0.), 1., 0.), ((nan, 2.), nan, nan), ((5., 1.9999999999), 10., None)]
write('choose', 'special.py: product or loggamma at 90 and 190 digits', rows + [(a, v) for a, v, _ in e0])
write('lchoose', 'special.py: product or loggamma at 90 and 190 digits', rl + [(a, v) for a, _, v in e0 if v is not None])

def lbin(x, n, p, q):
    x, n, p, q = mpf(x), mpf(n), mpf(p), mpf(q)
    r = mp.loggamma(n + 1) - mp.loggamma(x + 1) - mp.loggamma(n - x + 1)
    return r + (x * mp.log(p) if x else 0) + ((n - x) * mp.log(q) if n != x else 0)
pts = [(3., 10., 0.3), (0., 10., 0.3), (10., 10., 0.3), (0., 10., 1e-20), (10., 10., 1 - 2.0**-53), (5., 10., 1e-300), (0., 1e9, 1e-9), (1., 1e9, 1e-9), (5., 1e9, 1e-9), (5e8, 1e9, 0.5), (500010000., 1e9, 0.5), (1e9, 1e9, 1 - 1e-9), (300., 1000., 0.3), (1., 1000., 0.3), (999., 1000., 0.3),
       (0., 1000., 0.5), (50., 100., 1e-5), (99., 100., 1e-10), (1e5, 1e6, 0.1), (1e5, 1e6, 0.11), (15., 16., 0.9), (16., 31., 0.25), (1., 1., 0.3), (0., 1., 1e-17), (1., 2., 0.7), (1e15 / 2, 1e15, 0.5), (7., 1e15, 1e-15), (0., 5000., 0.2), (9999., 10000., 0.9999)]
for _ in range(90):
    n = float(int(spread(R, 2, 1e6, 1)[0])); p = R.random() if R.random() < 0.7 else spread(R, 1e-12, 0.5, 1)[0]
    x = min(n, max(0.0, float(int(R.gauss(n * p, math.sqrt(n * p * (1 - p)) * R.choice([1, 3, 10]) + 1))))); pts.append((x, n, p))
rows, raw = [], []
for x, n, p in pts:
    for g in (0, 1):
        f = lambda x, n, p: (lambda l: l if g else mp.exp(l))(lbin(x, n, p, 1 - mpf(p)))
        rows.append(((x, n, p, g), twice(f, (x, n, p), 100)))
        q = 1.0 - p
        if q > 0: raw.append(((x, n, p, q, g), twice(lambda x, n, p, q: (lambda l: l if g else mp.exp(l))(lbin(x, n, p, q)), (x, n, p, q), 100)))
for x, n in zip(spread(R, 1e-3, 1e3, 30), spread(R, 1e-3, 1e3, 30)):
    if x < n:
        p = R.random(); q = 1 - p
        for g in (0, 1): raw.append(((x, n, p, q, g), twice(lambda x, n, p, q: (lambda l: l if g else mp.exp(l))(lbin(x, n, p, q)), (x, n, p, q), 100)))
for a, v in [((0., 0., 0.3), 1.), ((-1., 5., 0.3), 0.), ((6., 5., 0.3), 0.), ((2.5, 5., 0.3), 0.), ((0., 5., 0.), 1.), ((1., 5., 0.), 0.), ((5., 5., 1.), 1.), ((4., 5., 1.), 0.), ((1., 5.5, 0.3), nan), ((1., 5., 1.5), nan), ((1., -2., 0.5), nan), ((nan, 5., 0.3), nan), ((1., 5., nan), nan)]:
    for g in (0, 1): rows.append((a + (g,), nan if v != v else v if not g else -inf if v == 0 else 0.0))
write('dbinom', 'special.py: closed form at 100 and 210 digits', rows)
write('dbinom_raw', 'special.py: closed form at 100 and 210 digits, p and q as given', raw)
