#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tables of dgamma, pgamma, dpois, ppois, dchisq, pchisq, dpois_raw: closed forms and incgamma.py at 70 and 150 digits."""
import math, random, sys
from mpmath import mp, mpf
from core import twice, write, spread, tails
from incgamma import pq

inf, nan = math.inf, math.nan
R = random.Random(7)
pts = [(1.0, 1.0), (0.5, 0.5), (2.0, 1.0), (10.0, 10.0), (9.5, 10.0), (11.0, 10.0), (1e-10, 1.0), (1e-10, 1e-300), (1e-300, 1e-5), (1e-3, 1e-300), (0.1, 1.0), (0.1, 0.9999), (0.1, 1e-5),
       (0.9, 0.99), (0.99, 0.5), (1e-5, 0.3), (1e-5, 2.0), (0.5, 30.0), (0.5, 700.0), (1.5, 800.0), (20.0, 19.0), (20.0, 6.0), (20.0, 5.9), (20.0, 47.2), (20.0, 47.3), (19.999, 19.0), (19.999, 25.0),
       (19.999, 21.0), (100.0, 29.0), (100.0, 31.0), (100.0, 240.0), (100.0, 1.0), (100.0, 1e-3), (100.0, 800.0), (1e3, 1e3), (1e3, 900.0), (1e3, 1200.0), (1e3, 500.0), (1e4, 1.01e4), (1e5, 1e5), (1e5, 1.01e5),
       (1e6, 1e6), (1e6, 1.001e6), (1e6, 9.8e5), (1e8, 1e8), (1e8, 1.0001e8), (1e8, 9.995e7), (1e8, 1.003e8), (1e10, 1e10), (1e10, 1.00001e10), (1e15, 1e15), (1e15, 1e15 + 5e7), (1e20, 1.0000000001e20),
       (5.0, 1e-60), (30.0, 1e-10), (30.0, 1e-12), (3.0, 1e-150), (1e-20, 1e-20), (1e-20, 50.0), (1.0, 1e-300), (1.0, 1e-17), (1.0, 40.0), (1.0, 700.0), (1.0, 745.0), (2.5, 740.0), (0.3, 1.0), (0.3, 1.1), (0.7, 1.4)]
pts += [(R.uniform(0.5, 31), R.uniform(0.1, 50)) for _ in range(50)]
pts += [(a, a * math.exp(R.gauss(0, 0.5) / math.sqrt(max(a, 0.3)))) for a in spread(R, 0.05, 1e5, 60)]
cdf = {}
def both(a, x): return cdf.setdefault((a, x), (twice(lambda a, x: pq(a, x)[0], (a, x)), twice(lambda a, x: pq(a, x)[1], (a, x))))

def logf(x, a, s=1.0): x, a, s = mpf(x), mpf(a), mpf(s); return (a - 1) * mp.log(x / s) - x / s - mp.loggamma(a) - mp.log(s)
def f(x, a, s=1.0): return mp.exp(logf(x, a, s))

def do_gamma():
    rows, prow = [], []
    for a, x in pts:
        mp.dps = 50
        sc = 1.0
        for g, h in ((0, f), (1, logf)): rows.append(((x, a, sc, g), twice(h, (x, a, sc))))
        tails(prow, (x, a, sc), *both(a, x))
    for a, x in R.sample(pts, 40):      # a scale that is no power of two
        s = spread(R, 1e-3, 1e3, 1)[0]; q = x * s
        if not 1e-300 < q < 1e300: continue
        for g, h in ((0, f), (1, logf)): rows.append(((q, a, s, g), twice(h, (q, a, s))))
        if a < 1e6: tails(prow, (q, a, s), twice(lambda a, q, s: pq(a, mpf(q) / mpf(s))[0], (a, q, s)), twice(lambda a, q, s: pq(a, mpf(q) / mpf(s))[1], (a, q, s)))
    for x, a in [(1e300, 1e300), (1e300, 2.0), (1e-300, 1e-300), (1e-310, 1e-3), (1e5, 1e-300), (3.0, 1e250), (1e-300, 50.0), (1e200, 1e200)]:
        for g, h in ((0, f), (1, logf)): rows.append(((x, a, 1.0, g), twice(h, (x, a, 1.0), 700)))
    for a, v in [((-1., 2., 1.), 0.), ((0., 0.5, 1.), inf), ((0., 1., 2.), 0.5), ((0., 2., 1.), 0.), ((1., -1., 1.), nan), ((1., 1., -1.), nan), ((0., 0., 1.), inf), ((1., 0., 1.), 0.), ((inf, 2., 1.), 0.), ((nan, 1., 1.), nan)]:
        rows.append((a + (0,), v)); rows.append((a + (1,), nan if v != v else inf if v == inf else -inf if v == 0 else mp.log(mpf(v))))
    write('dgamma', 'gamma.py: closed form at 70 and 150 digits', rows)
    for a, p in [((0., 2., 1.), 0.), ((-1., 2., 1.), 0.), ((inf, 2., 1.), 1.), ((1., 0., 1.), 1.), ((0., 0., 1.), 0.), ((1., -1., 1.), nan), ((1., 1., -1.), nan), ((nan, 1., 1.), nan), ((1., inf, 1.), 0.)]:
        for lower in (1, 0):
            v = p if lower else 1 - p
            prow.append((a + (lower, 0), v)); prow.append((a + (lower, 1), nan if v != v else -inf if v == 0 else 0.0))
    write('pgamma', 'gamma.py, incgamma.py: series, continued fraction or quadrature at 70 and 150 digits', prow)

def do_chisq():
    rows, prow = [], []
    for a, x in pts[:60:2] + R.sample(pts[60:], 60):
        df, q = 2 * a, 2 * x
        half = lambda x, df: mp.exp(logf(x, mpf(df) / 2, 2.0)); lh = lambda x, df: logf(x, mpf(df) / 2, 2.0)
        for g, h in ((0, half), (1, lh)): rows.append(((q, df, g), twice(h, (q, df))))
        mp.dps = 50; tails(prow, (q, df), *both(a, x))
    for a, v in [((-1., 2.), 0.), ((0., 1.), inf), ((0., 2.), 0.5), ((0., 3.), 0.), ((1., -1.), nan), ((1., 0.), 0.), ((inf, 2.), 0.), ((nan, 1.), nan)]:
        rows.append((a + (0,), v)); rows.append((a + (1,), nan if v != v else inf if v == inf else -inf if v == 0 else mp.log(mpf(v))))
    write('dchisq', 'gamma.py: closed form at 70 and 150 digits', rows)
    for a, p in [((0., 2.), 0.), ((-1., 2.), 0.), ((inf, 2.), 1.), ((1., 0.), 1.), ((1., -1.), nan), ((nan, 1.), nan)]:
        for lower in (1, 0):
            v = p if lower else 1 - p
            prow.append((a + (lower, 0), v)); prow.append((a + (lower, 1), nan if v != v else -inf if v == 0 else 0.0))
    write('pchisq', 'gamma.py, incgamma.py at 70 and 150 digits', prow)

def logpois(x, l): x, l = mpf(x), mpf(l); return x * mp.log(l) - l - mp.loggamma(x + 1)
def do_pois():
    rows, prow, raw = [], [], []
    xs = [(0, 1.0), (1, 1.0), (5, 3.3), (10, 10.0), (0, 1e-300), (1, 1e-300), (3, 1e-100), (10, 0.1), (100, 100.0), (150, 100.0), (50, 100.0), (1000, 900.0), (1000, 1.0), (170, 1.0), (171, 1e-3), (10**6, 1e6), (10**6, 1.003e6),
          (10**8, 1e8), (100010000, 1e8), (99990000, 1e8), (99900000, 1e8), (10**9, 1e8), (0, 700.0), (0, 745.0), (3, 760.0), (1, 740.0), (0, 1e-20), (15, 16.0), (16, 15.5), (7, 30.0), (31, 20.0), (20, 20.5), (10**10, 1e10), (2, 0.5)]
    for l in spread(R, 0.05, 1e6, 60): xs.append((max(0, int(R.gauss(l, math.sqrt(l) * 1.5))), l))
    xs += [(int(l * R.uniform(1.2, 4)) + 1, l) for l in spread(R, 0.05, 300, 25)] + [(int(l * R.uniform(0, 0.8)), l) for l in spread(R, 2, 600, 25)]
    for x, l in xs:
        x = float(x)
        for g, h in ((0, lambda x, l: mp.exp(logpois(x, l))), (1, logpois)):
            v = twice(h, (x, l)); rows.append(((x, l, g), v)); raw.append(((x, l, g), v))
        mp.dps = 50
        p, q = twice(lambda x, l: pq(mpf(x) + 1, l)[1], (x, l)), twice(lambda x, l: pq(mpf(x) + 1, l)[0], (x, l))
        tails(prow, (x + (0.5 if R.random() < 0.2 else 0.0), l), p, q)
    for x, l in zip(spread(R, 1e-5, 1e5, 40), spread(R, 1e-5, 1e5, 40)):
        for y in (l, x * R.uniform(0.9, 1.1)):
            for g, h in ((0, lambda x, l: mp.exp(logpois(x, l))), (1, logpois)): raw.append(((x, y, g), twice(h, (x, y))))
    for a, v in [((-1., 2.), 0.), ((0., 0.), 1.), ((1., 0.), 0.), ((2.5, 2.), 0.), ((1., -1.), nan), ((inf, 2.), 0.), ((nan, 1.), nan), ((1., nan), nan), ((2., inf), 0.)]:
        for g in (0, 1): rows.append((a + (g,), nan if v != v else v if not g else -inf if v == 0 else 0.0))
    write('dpois', 'gamma.py: closed form at 70 and 150 digits', rows)
    for a, v in [((-1., 2.), 0.), ((0., 0.), 1.), ((1., 0.), 0.), ((inf, 2.), 0.)]:
        for g in (0, 1): raw.append((a + (g,), nan if v != v else v if not g else -inf if v == 0 else 0.0))
    write('dpois_raw', 'gamma.py: closed form at 70 and 150 digits', raw)
    for a, p in [((-1., 2.), 0.), ((0., 0.), 1.), ((5., 0.), 1.), ((inf, 2.), 1.), ((1., -1.), nan), ((nan, 1.), nan)]:
        for lower in (1, 0):
            v = p if lower else 1 - p
            prow.append((a + (lower, 0), v)); prow.append((a + (lower, 1), nan if v != v else -inf if v == 0 else 0.0))
    write('ppois', 'gamma.py, incgamma.py at 70 and 150 digits', prow)

if __name__ == '__main__':
    for name in sys.argv[1:] or ['gamma', 'chisq', 'pois']: globals()['do_' + name]()
