#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tables of d and p of t, F, binom (p), nbinom, nbinom_mu and geom. Distribution functions: beta_common.both with x and
1 - x formed at raised precision; densities: logarithms of gamma at raised precision (see dlog)."""
import random, sys
from beta_common import *
mp.dps = 80
inf, nan = math.inf, math.nan

def four(lo, up):
    with mp.workdps(700):
        return ((lo, 1, 0), (up, 0, 0), (mpmath.log(lo) if lo < .5 else mpmath.log1p(-up), 1, 1),
                (mpmath.log(up) if up < .5 else mpmath.log1p(-lo), 0, 1))

def ratio_both(a, b, num, den):
    """both tails at x = num / (num + den)."""
    with mp.workdps(800): x, y = num / (num + den), den / (num + den)
    return both(a, b, x, y)

def big_prec(*v):
    d = 0
    for t in v:
        if t != 0: d = max(d, abs(int(mpmath.log10(abs(mpf(t))))))
    return mp.workdps(100 + 2 * d)

def lbeta_ref(a, b): return mpmath.loggamma(a) + mpmath.loggamma(b) - mpmath.loggamma(a + b)

# --- t ---
def t_points():
    rnd = random.Random(7)
    pts = [(1., 1.), (1e-10, 3.), (2.5, .1), (1e5, .1), (1e200, .1), (1e200, .5), (40., 3.), (40., 1e3), (1e-300, 5.), (3., 1e10), (1., 1e10), (.3, 1e10), (8., 1e10), (37., 1e10), (100., 1e10),
           (3., 1e20), (3., 1e100), (3., 1e300), (30., 1e300), (2., 1e-10), (1e100, 1e-10), (1e10, 4.), (1e10, 30.), (1e300, 1.), (1.5, 1.), (5., 2.), (.05, 7.), (1e-3, .3), (1e6, 1e6), (1e3, 1e5), (.7, 50.),
           (1.2, .01), (1e-150, .01), (12., 11.5), (1.96, 1e4), (1e-20, 1e3), (1e160, 3.), (1e155, 2.), (6.1, 119.), (6.1, 121.), (4., 1e3), (5.7, 1e7), (1e40, 1e70)]
    for _ in range(40): pts.append((abs(rnd.gauss(0, 2)), 10 ** rnd.uniform(-1, 5)))
    for _ in range(25): pts.append((10 ** rnd.uniform(-3, 12), 10 ** rnd.uniform(-1, 10)))
    return pts

def pt_table():
    rows = []
    for i, (t, n) in enumerate(t_points()):
        _, _ = t, n
        with mp.workdps(800): tt = mpf(t) ** 2
        up, lo = ratio_both(mpf(1) / 2, mpf(n) / 2, tt, mpf(n))[::-1]
        with mp.workdps(700): far, near = up / 2, (lo + 1) / 2
        s = -1 if i % 3 == 0 else 1
        for v, l, g in four(near, far):
            rows.append(((s * t, n, l if s > 0 else 1 - l, g), v))
    for args, v in [((inf, 3, 1, 0), 1.), ((-inf, 3, 1, 1), -inf), ((inf, 3, 0, 0), 0.), ((1, 0, 1, 0), nan), ((1, -1, 1, 0), nan), ((nan, 2, 1, 0), nan), ((1, nan, 1, 0), nan),
                    ((0, 5, 1, 0), .5), ((0, 5, 0, 1), mpmath.log(mpf(.5))), ((1, inf, 1, 0), mpmath.ncdf(mpf(1))), ((-1, inf, 1, 1), mpmath.log(mpmath.ncdf(mpf(-1)))), ((-30, inf, 1, 0), mpmath.ncdf(mpf(-30)))]:
        rows.append((args, v))
    table('pt', 'q n lower_tail log_p; reference/beta_family.py, 55 digits', rows)

def dt_table():
    rows = []
    for t, n in t_points() + [(0., 3.), (0., 1e10), (0., .01)]:
        with big_prec(t, n, 1e30):
            T, N = mpf(t), mpf(n)
            l = -(N + 1) / 2 * mpmath.log1p(T * T / N) - mpmath.log(N) / 2 - lbeta_ref(mpf(1) / 2, N / 2)
            rows += [((t, n, 1), l), ((-t, n, 0), mpmath.exp(l))]
    for args, v in [((inf, 3, 0), 0.), ((-inf, 3, 1), -inf), ((1, 0, 0), nan), ((nan, 3, 0), nan), ((1, nan, 0), nan), ((1, -2, 1), nan), ((1, inf, 0), mpmath.npdf(mpf(1))), ((20, inf, 0), mpmath.npdf(mpf(20)))]:
        rows.append((args, v))
    table('dt', 'x n give_log; reference/beta_family.py', rows)

# --- F ---
def f_points():
    rnd = random.Random(8)
    pts = [(1., 2., 3.), (1e-300, .1, 1e10), (1e-9, 2., 3.), (1e-10, .1, .1), (1e300, .1, .1), (1e300, .1, 5.), (1e300, 3., 1e10), (1., 1e10, 1e10), (1.0001, 1e10, 1e10), (1., 1e10, 5.), (.3, 1e10, 5.), (2., 5., 1e10), (1e-3, 5., 1e10),
           (30., 5., 1e10), (200., 5., 1e10), (4., .1, 1e10), (1e-5, 1e10, .1), (3., 1e-10, 2.), (3., 2., 1e-10), (.9, 200., 300.), (1.5, 130., 125.), (1e5, 20., 30.), (1e-5, 20., 30.), (2., 1e20, 3.), (2., 3., 1e20), (2., 1e100, 3.), (1e-100, 4., 4.),
           (1e-308, 1., 1.), (1e308, 1., 1.), (1e150, 4., .5), (1.02, 1e5, 1e6), (.5, .5, .5), (1., 1., 1.), (3.3, 1., 60.), (2e3, 1., 1e4), (1.7, 1e3, .3)]
    for _ in range(50): pts.append((math.exp(rnd.gauss(0, 1.5)), 10 ** rnd.uniform(-1, 4), 10 ** rnd.uniform(-1, 4)))
    for _ in range(20): pts.append((10 ** rnd.uniform(-10, 10), 10 ** rnd.uniform(-1, 10), 10 ** rnd.uniform(-1, 10)))
    return pts

def pf_table():
    rows = []
    for x, m, n in f_points():
        with mp.workdps(800): num = mpf(x) * mpf(m)
        lo, up = ratio_both(mpf(m) / 2, mpf(n) / 2, num, mpf(n))
        for v, l, g in four(lo, up): rows.append(((x, m, n, l, g), v))
    g = lambda a, x: mpmath.gammainc(mpf(a), 0, mpf(x), regularized=True)
    for args, v in [((0, 2, 3, 1, 0), 0.), ((-1, 2, 3, 1, 1), -inf), ((inf, 2, 3, 1, 0), 1.), ((1, 0, 3, 1, 0), nan), ((1, 3, -1, 1, 0), nan), ((nan, 3, 1, 1, 0), nan), ((.5, inf, inf, 1, 0), 0.), ((2, inf, inf, 1, 0), 1.),
                    ((2, 3, inf, 1, 0), g(1.5, 3)), ((2, inf, 3, 1, 0), 1 - g(1.5, .75)), ((2, inf, 3, 0, 0), g(1.5, .75))]:
        rows.append((args, v))
    table('pf', 'q m n lower_tail log_p; reference/beta_family.py, 55 digits', rows)

def df_table():
    rows = []
    for x, m, n in f_points():
        with big_prec(x, m, n, 1e30):
            a, b, w = mpf(m) / 2, mpf(n) / 2, mpf(x) * mpf(m) / mpf(n)
            l = a * mpmath.log(w) - (a + b) * mpmath.log1p(w) - lbeta_ref(a, b) - mpmath.log(mpf(x))
            rows += [((x, m, n, 1), l), ((x, m, n, 0), mpmath.exp(l))]
    lim = lambda x, a: a ** a * x ** (a - 1) * mpmath.exp(-a * x) / mpmath.gamma(a)
    for args, v in [((0, 1, 3, 0), inf), ((0, 2, 3, 0), 1.), ((0, 2, 3, 1), 0.), ((0, 3, 3, 0), 0.), ((-1, 3, 3, 0), 0.), ((inf, 3, 4, 0), 0.), ((1, 0, 3, 0), nan), ((nan, 1, 3, 0), nan), ((1, inf, inf, 0), inf), ((2, inf, inf, 0), 0.),
                    ((2, 3, inf, 0), lim(mpf(2), mpf(3) / 2)), ((2, inf, 3, 0), lim(mpf(1) / 2, mpf(3) / 2) / 4)]:
        rows.append((args, v))
    table('df', 'x m n give_log; reference/beta_family.py', rows)

# --- binomial ---
def pbinom_table():
    rnd = random.Random(9)
    pts = [(2, 10, .3), (0, 10, .3), (9, 10, .3), (0, 1000000000, 1e-9), (3, 1000000000, 1e-9), (500000000, 1000000000, .5), (499900000, 1000000000, .5), (400000000, 1000000000, .5), (5, 20, 1e-300), (5, 20, 1e-20), (1, 2, .999999),
           (15, 20, .999999999), (100, 1000, .01), (100, 1000, .5), (700, 1000, .5), (0, 1, .5), (999999, 1000000, .9999), (10 ** 9 - 3, 10 ** 9, 1 - 1e-9), (60, 121, .5), (30, 10 ** 9, 5e-8), (200000, 10 ** 6, .2), (1, 10 ** 6, .2)]
    for _ in range(40):
        n = int(10 ** rnd.uniform(0, 7)) + 1; p = rnd.choice([rnd.random(), 10 ** rnd.uniform(-6, 0)]); sd = math.sqrt(n * p * (1 - p)) + 1
        pts.append((min(max(int(n * p + rnd.uniform(-5, 5) * sd), 0), n - 1), n, p))
    rows = []
    for k, n, p in pts:
        with mp.workdps(800): q, P = 1 - mpf(p), mpf(p)
        lo, up = both(n - k, k + 1, q, P)
        for v, l, g in four(lo, up): rows.append(((float(k), float(n), p, l, g), v))
    for args, v in [((-1, 4, .5, 1, 0), 0.), ((4, 4, .5, 1, 0), 1.), ((2, 4, 0, 1, 0), 1.), ((2, 4, 1, 1, 0), 0.), ((0, 0, .5, 1, 0), 1.), ((2, 4.5, .5, 1, 0), nan), ((2, 4, 1.5, 1, 0), nan), ((2, -1, .5, 1, 0), nan), ((nan, 4, .5, 1, 0), nan),
                    ((2, inf, .5, 1, 0), nan), ((inf, 4, .5, 1, 0), 1.), ((-inf, 4, .5, 1, 1), -inf), ((1.99999999, 4, .5, 1, 0), mpf(11) / 16), ((1.9, 4, .5, 1, 0), mpf(5) / 16)]:
        rows.append((args, v))
    table('pbinom', 'q n p lower_tail log_p; reference/beta_family.py, 55 digits', rows)

# --- negative binomial ---
def nb_points():
    rnd = random.Random(10)
    pts = [(0, 3., .5), (2, 3., .5), (100, 3., .5), (10, 1e-10, .5), (10, 1e10, .999999999), (0, 1e-300, .5), (1, 1e-300, .5), (1000000, .1, 1e-6), (1000000000, 1e9, .5), (1000010000, 1e9, .5), (5, 1e-5, 1e-10), (3, 2.5, 1e-300), (7, 4., 1 - 1e-12), (100000, 1e5, .51),
           (1000, 50., .1), (300, 50., .1), (3, 1e5, .9999), (0, 1e5, .999), (10 ** 9, .5, 1e-9), (50, 300., .9)]
    for _ in range(45):
        n = 10 ** rnd.uniform(-2, 4); p = rnd.choice([rnd.random(), 10 ** rnd.uniform(-5, 0)]); m = n * (1 - p) / p
        pts.append((max(0, int(m + rnd.uniform(-2, 5) * math.sqrt(m / p))), n, p))
    return pts

def nbmu_points():
    rnd = random.Random(11)
    pts = [(0, 3., 2.), (2, 3., 2.), (100, 3., 2.), (10, 1e-10, 5.), (10, 1e10, 12.), (10, 1e20, 12.), (10, 1e300, 12.), (40, 1e10, 12.), (10 ** 9, 1e9, 1e9), (5, 1e-5, 1e10), (3, 2.5, 1e-300), (0, 2.5, 1e-10), (7, 4., 1e-5), (100000, 1e5, 1.01e5), (0, 1e10, 5.), (0, 1e10, 500.),
           (0, .1, 1e8), (10 ** 8, .1, 1e8), (10 ** 8, 1e6, 1e8), (50, 300., 30.), (3, 1e-300, 4.), (2, 1e200, 1e-100), (0, 1e300, 3.)]
    for _ in range(45):
        n = 10 ** rnd.uniform(-2, 5); m = 10 ** rnd.uniform(-2, 5)
        pts.append((max(0, int(m + rnd.uniform(-2, 5) * math.sqrt(m + m * m / n))), n, m))
    return pts

def nbinom_tables():
    for name, pts in (('nbinom', nb_points()), ('nbinom_mu', nbmu_points())):
        d, p = [], []
        for k, n, w in pts:
            with big_prec(k + 1, n, w, 1e30):
                N, W, K = mpf(n), mpf(w), mpf(k)
                num, den = (W, 1 - W) if name == 'nbinom' else (N, W)
                X, Y = num / (num + den), den / (num + den)
                l = N * mpmath.log(X) + (K * mpmath.log(Y) - mpmath.log(K) - lbeta_ref(N, K) if k else 0)
                d += [((float(k), n, w, 1), l), ((float(k), n, w, 0), mpmath.exp(l))]
            lo, up = ratio_both(N, K + 1, num, den)
            for v, l, g in four(lo, up): p.append(((float(k), n, w, l, g), v))
        mu = name == 'nbinom_mu'
        ed = [((-1, 3, .5, 0), 0.), ((2.5, 3, .5, 0), 0.), ((2, -3, .5, 0), nan), ((nan, 3, .5, 0), nan), ((0, 0, .5, 0), 1.), ((2, 0, .5, 0), 0.), ((inf, 3, .5, 0), 0.)]
        ep = [((-1, 3, .5, 1, 0), 0.), ((inf, 3, .5, 1, 0), 1.), ((2, -3, .5, 1, 0), nan), ((nan, 3, .5, 1, 0), nan), ((2, 0, .5, 1, 0), 1.), ((-1, 0, .5, 1, 0), 0.), ((-1, 3, .5, 1, 1), -inf)]
        if mu:
            ed += [((0, 3, 0, 0), 1.), ((2, 3, 0, 0), 0.), ((0, 3, -1, 0), nan), ((2, inf, 3, 0), mpf(9) / 2 * mpmath.exp(-3)), ((0, inf, 3, 0), mpmath.exp(-3))]
            ep += [((2, 3, 0, 1, 0), 1.), ((2, inf, 3, 1, 0), mpf(17) / 2 * mpmath.exp(-3)), ((2, 3, -1, 1, 0), nan)]
        else:
            ed += [((2, 3, 0, 0), nan), ((2, 3, 1.5, 0), nan), ((2, 3, 1, 0), 0.), ((0, 3, 1, 0), 1.), ((2, inf, .5, 0), 0.)]
            ep += [((2, 3, 0, 1, 0), nan), ((2, 3, 1, 1, 0), 1.), ((1.99999999, 3, .5, 1, 0), .5), ((2, 3, 1.5, 1, 0), nan)]
        table('d' + name, 'x n %s give_log; reference/beta_family.py' % ('mu' if mu else 'p'), d + ed)
        table('p' + name, 'q n %s lower_tail log_p; reference/beta_family.py, 55 digits' % ('mu' if mu else 'p'), p + ep)

# --- geometric ---
def geom_tables():
    rnd = random.Random(12)
    pts = [(0, .5), (1, .5), (10, 1e-10), (10 ** 9, 1e-9), (10 ** 9, 1e-7), (10 ** 9, 1e-300), (3, 1 - 1e-16), (3, 1e-300), (0, 1e-300), (1000, .5), (1073, .5), (100, .999), (5, 5e-324), (10 ** 12, 1e-12)]
    for _ in range(60): pts.append((int(10 ** rnd.uniform(0, 6)), 10 ** rnd.uniform(-6, 0)))
    d, p = [], []
    for k, w in pts:
        with mp.workdps(800):
            W = mpf(w)
            l = k * mpmath.log1p(-W)
            d += [((float(k), w, 1), l + mpmath.log(W)), ((float(k), w, 0), mpmath.exp(l) * W)]
            l = (k + 1) * mpmath.log1p(-W)
            for v, lo, g in four(-mpmath.expm1(l), mpmath.exp(l)): p.append(((float(k), w, lo, g), v))
    d += [((-1, .5, 0), 0.), ((1.5, .5, 0), 0.), ((0, 0, 0), nan), ((0, 1, 0), 1.), ((1, 1, 0), 0.), ((inf, .5, 0), 0.), ((nan, .5, 0), nan), ((1, 1.5, 0), nan)]
    p += [((-1, .5, 1, 0), 0.), ((-.5, .5, 1, 0), 0.), ((.99999999, .5, 1, 0), .75), ((1, 0, 1, 0), nan), ((1, 1, 1, 0), 1.), ((inf, .5, 1, 0), 1.), ((inf, .5, 0, 1), -inf), ((nan, .5, 1, 0), nan), ((-1, .5, 1, 1), -inf)]
    table('dgeom', 'x p give_log; reference/beta_family.py', d)
    table('pgeom', 'q p lower_tail log_p; reference/beta_family.py', p)

if __name__ == '__main__':
    jobs = {'pt': pt_table, 'dt': dt_table, 'pf': pf_table, 'df': df_table, 'pbinom': pbinom_table, 'nbinom': nbinom_tables, 'geom': geom_tables}
    for w in sys.argv[1:] or jobs: jobs[w]()
