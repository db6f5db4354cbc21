#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tables of the exponential, logistic, Cauchy, log-normal, uniform and Weibull distributions.

Densities, distribution functions and quantiles from their closed forms in mpmath at 60 digits and more (dist_common:
precision is doubled until two results agree to 40 digits). erfc is mpmath's; its asymptotic and Taylor regimes are
crossed by the doubling."""
import random, sys
from mpmath import mp, mpf, log, exp, expm1, log1p, pi, atan, sqrt, erfc, tan, cot, erfinv
from dist_common import *

rnd = random.Random(20240)
HOW = 'made by reference/simple.py, closed form in mpmath, precision doubled until 40 digits agree'
FLAGS = [(1, 0), (0, 0), (1, 1), (0, 1)]

def tails(lower, upper, fl):
    """A distribution function from its two tails."""
    lo, lg = fl
    def f(*a):
        v, o = (lower(*a), upper(*a)) if lo else (upper(*a), lower(*a))
        if lg and o < mpf(1) / 2: return log1p(-o)
        if not lg: return v
        if v == 0: return mpf('-inf')
        return log(v)
    return f

def both(p, fl):
    """lower and upper probability stated by p."""
    lo, lg = fl
    a = exp(p) if lg else p
    b = -expm1(p) if lg else 1 - p
    return (a, b) if lo else (b, a)

PS = [0.5, 0.25, 0.75, 0.1, 0.9, 0.3, 0.7, 0.5 - 2**-54, 0.5 + 2**-53, 0.49999, 0.500001, 1e-5, 1e-17, 1e-100,
    1e-300, 5e-324, 1 - 2**-53,
      1 - 1e-10, 0.999, 2.5e-8]
LPS = [-1e-320, -1e-300, -1e-17, -1e-5, -0.1, -0.6931471805599453, -0.6931471805599454, -0.69, -0.7, -1.0, -2.0,
    -10.0, -36.0, -50.0, -51.0, -100.5, -700.0,
       -740.0, -745.0, -1000.0, -1e5, -1e10]

def loguni(a, b): return float('%.17g' % (10.0 ** rnd.uniform(a, b)))

def dist(name, params, xs, dens, lower, upper, quant, edges_d=(), edges_p=(), edges_q=()):
    d, p, q = Table('d' + name, HOW), Table('p' + name, HOW), Table('q' + name, HOW)
    for par in params:
        for x in xs(par):
            if rnd.random() < 0.5 or len(params) < 3:
                d.add([x] + par, [0], dens)
            else:
                def l(*a):
                    v = dens(*a)
                    return log(v) if v > 0 else mpf('-inf')
                d.add([x] + par, [1], l)
            for fl in rnd.sample(FLAGS, 2): p.add([x] + par, fl, tails(lower, upper, fl))
        for fl in FLAGS:
            for pr in rnd.sample(LPS if fl[1] else PS, 5):
                def qf(p_, *a, fl=fl):
                    lo_, up_ = both(p_, fl)
                    return quant(lo_, up_, *a)
                q.add([pr] + par, fl, qf)
    for t, e in ((d, edges_d), (p, edges_p), (q, edges_q)):
        for a, fl, v in e: t.exact(a, fl, v)
        t.write()

def exponential():
    pars = [[s] for s in (1.0, 0.1, 3.7, 1e-300, 1e300, 5e-324, 7.3e-10, 123456.789)]
    xs = lambda par: [par[0] * v for v in (0.0, 1e-300, 1e-17, 1e-8, 0.3, 0.6931, 0.7, 1.0, 2.5, 30.3, 80.1, 400.7,
        708.3, 740.01, 745.05, 800.0, 1e5)
                      if 0 <= par[0] * v < 1e308] + [loguni(-3, 3)]
    D = lambda x, s: exp(-x / s) / s
    dist('exp', pars, xs, D, lambda x, s: -expm1(-x / s), lambda x, s: exp(-x / s), lambda lo, up,
        s: -s * (log(up) if up < lo else log1p(-lo)),
         [([-1.0, 1.0], [0], 0), ([-1.0, 1.0], [1], -inf), ([inf, 1.0], [0], 0), ([nan, 1.0], [0], nan), ([1.0,
             -1.0], [0], nan),
          ([1.0, 0.0], [0], nan), ([1.0, inf], [0], 0)],
         [([-1.0, 1.0], [1, 0], 0), ([-1.0, 1.0], [0, 1], 0), ([inf, 1.0], [1, 0], 1), ([inf, 1.0], [0, 1], -inf),
             ([nan, 1.0], [1, 0], nan),
          ([1.0, -1.0], [1, 0], nan), ([1.0, 0.0], [1, 0], 1), ([0.0, 0.0], [1, 0], 0), ([1.0, inf], [1, 0], 0)],
         [([0.0, 1.0], [1, 0], 0), ([1.0, 1.0], [1, 0], inf), ([0.0, 1.0], [0, 1], 0), ([-inf, 1.0], [1, 1], 0),
             ([1.5, 1.0], [1, 0], nan),
          ([0.5, 0.0], [1, 0], 0), ([0.5, -1.0], [1, 0], nan), ([0.1, 1.0], [1, 1], nan), ([nan, 1.0], [1, 0], nan)])

LOC = [[0.0, 1.0], [1.0, 2.0], [-3.3, 0.07], [1e10, 3.0], [0.1, 1e-300], [0.0, 1e300], [-1e308, 1e307], [100.25,
    1e-12], [1e-310, 4e-310]]
def around(par, vs): return [x for x in [par[0] + par[1] * v for v in vs] if abs(x) < inf] + [rnd.uniform(-5, 5)]

def logistic():
    vs = [0.0, 1e-10, -1e-10, 0.5, -0.5, 3.3, -3.3, 36.7, -36.7, 100.1, -100.1, 700.5, -700.5, 740.2, -740.2, 1e4,
        -1e4]
    D = lambda x, m, s: 1 / (s * (2 + exp((x - m) / s) + exp(-(x - m) / s)))
    dist('logis', LOC, lambda p: around(p, vs), D, lambda x, m, s: 1 / (1 + exp(-(x - m) / s)), lambda x, m,
        s: 1 / (1 + exp((x - m) / s)),
         lambda lo, up, m, s: m + s * (log(lo) - log(up)),
         [([inf, 0.0, 1.0], [0], 0), ([nan, 0.0, 1.0], [0], nan), ([1.0, 0.0, 0.0], [0], nan), ([-inf, 0.0, 1.0],
             [1], -inf)],
         [([inf, 0.0, 1.0], [1, 0], 1), ([-inf, 0.0, 1.0], [1, 1], -inf), ([1.0, 0.0, -1.0], [1, 0], nan), ([1.0,
             inf, 1.0], [1, 0], 0)],
         [([0.0, 0.0, 1.0], [1, 0], -inf), ([1.0, 0.0, 1.0], [1, 0], inf), ([0.3, 2.0, 0.0], [1, 0], 2), ([0.3, 0.0,
             -1.0], [1, 0], nan),
          ([-0.1, 0.0, 1.0], [1, 0], nan), ([0.0, 0.0, 1.0], [0, 1], -inf), ([0.5, 3.0, 1.0], [1, 0], 3)])

def cauchy():
    vs = [0.0, 1e-20, -1e-9, 0.3, -0.5, 1.0, -1.0, 1.1, -3.3, 1e5, -1e5, 1e16, -1e16, 1e160, -1e200, 1e300, -1e305]
    D = lambda x, m, s: s / (pi * (s * s + (x - m) ** 2))
    low = lambda x, m, s: atan(s / (m - x)) / pi if x < m else mpf(1) / 2 if x == m else 1 - atan(s / (x - m)) / pi
    def Q(lo, up, m, s):
        if lo == up: return m
        return m - s * cot(pi * lo) if lo < up else m + s * cot(pi * up)
    dist('cauchy', LOC, lambda p: around(p, vs), D, low, lambda x, m, s: low(-x, -m, s), Q,
         [([inf, 0.0, 1.0], [0], 0), ([nan, 0.0, 1.0], [0], nan), ([1.0, 0.0, 0.0], [0], nan), ([1.0, 0.0, -1.0],
             [0], nan)],
         [([inf, 0.0, 1.0], [1, 0], 1), ([-inf, 0.0, 1.0], [1, 1], -inf), ([1.0, 0.0, -1.0], [1, 0], nan), ([1.0,
             0.0, inf], [1, 0], 0.5)],
         [([0.0, 0.0, 1.0], [1, 0], -inf), ([1.0, 0.0, 1.0], [1, 0], inf), ([0.3, 2.0, 0.0], [1, 0], 2), ([0.3, 0.0,
             -1.0], [1, 0], nan),
          ([0.5, 3.0, 2.0], [1, 0], 3), ([1.5, 3.0, 2.0], [1, 0], nan)])

def ncdf(z):
    """P(Z <= z); erfc of mpmath keeps relative accuracy in its tail."""
    return erfc(-z / sqrt(mpf(2))) / 2

def nquant(lo, up):
    """Newton on the logarithm of the smaller tail."""
    t, sgn = (lo, -1) if lo <= up else (up, 1)
    if t == mpf(1) / 2: return mpf(0)
    lt = log(t) if t > 0 else None
    return sgn * ntail_inverse(lt)

def mills_log_tail(x):
    """log P(Z > x), x > 0, by erfc or, beyond reach, by the continued fraction of the Mills ratio (Lentz)."""
    if x < 60: return log(erfc(x / sqrt(mpf(2))) / 2)
    n = 60 + int(mp.prec)
    t = x
    for k in range(n, 0, -1): t = x + k / t
    return -x * x / 2 - log(2 * pi) / 2 - log(t)

def ntail_inverse(lt):
    with mp.workprec(mp.prec + 60):
        if lt > -mpf('0.7'):
            x = mpf(0) + (log(mpf(1) / 2) - lt) * sqrt(2 / pi) * 2 / 2
            if x < mpf('1e-3'):
                # P(Z > x) = 1/2 - erf(x / sqrt 2) / 2
                return sqrt(mpf(2)) * erfinv(-2 * expm1(lt + log(mpf(2))) / 2)
        else: x = sqrt(-2 * lt)
        for i in range(100):
            g = mills_log_tail(x)
            h = exp(-x * x / 2 - log(2 * pi) / 2 - g)
            step = (g - lt) / h
            x += step
            if x < 0: x = mpf(10) ** -6
            if abs(step) < abs(x) * mpf(2) ** (-mp.prec + 50): return x
        raise ValueError('no root')

def lognormal():
    pars = [[0.0, 1.0], [1.0, 0.5], [-2.0, 3.0], [0.0, 0.01], [5.5, 1e-6], [100.0, 20.0], [0.3, 1e-300], [-700.0,
        1.0], [3.0, 1e5]]
    def xs(p):
        out = [5e-324, 1e-310, 1e-300, 1e300, 1.0, 0.9999999, 1.0000001, 3.3, 0.01]
        for v in (-37.5, -20.0, -8.3, -3.0, -1.0, 0.0, 0.5, 2.0, 5.0, 9.9, 38.2, 1e3, 1e150, -1e160):
            try: out.append(float('%.17g' % math.exp(p[0] + p[1] * v)))
            except OverflowError: pass
        return [x for x in out if 0 < x < inf]
    D = lambda x, m, s: exp(-((log(x) - m) / s) ** 2 / 2) / (x * s * sqrt(2 * pi))
    lowz = lambda z: exp(mills_log_tail(-z)) if z < -50 else ncdf(z)
    low = lambda x, m, s: lowz((log(x) - m) / s)
    up = lambda x, m, s: lowz(-(log(x) - m) / s)
    dist('lnorm', pars, xs, D, low, up, lambda lo, u, m, s: exp(m + s * nquant(lo, u)),
         [([0.0, 0.0, 1.0], [0], 0), ([-1.0, 0.0, 1.0], [1], -inf), ([inf, 0.0, 1.0], [0], 0), ([1.0, 0.0, 0.0],
             [0], inf), ([2.0, 0.0, 0.0], [0], 0),
          ([1.0, 0.0, -1.0], [0], nan), ([nan, 0.0, 1.0], [0], nan)],
         [([0.0, 0.0, 1.0], [1, 0], 0), ([0.0, 0.0, 1.0], [0, 1], 0), ([inf, 0.0, 1.0], [1, 0], 1), ([1.0, 0.0,
             0.0], [1, 0], 1),
          ([0.5, 0.0, 0.0], [1, 0], 0), ([1.0, 0.0, -1.0], [1, 0], nan)],
         [([0.0, 0.0, 1.0], [1, 0], 0), ([1.0, 0.0, 1.0], [1, 0], inf), ([0.3, 0.0, -1.0], [1, 0], nan), ([0.5, 0.0,
             1.0], [1, 0], 1)])

def uniform():
    pars = [[0.0, 1.0], [-1.0, 1.0], [0.1, 0.3], [1e10, 1e10 + 1.0], [-1.7e308, 1.7e308], [0.0, 5e-324 * 8],
        [1e-310, 1e-300], [-1e-300, 1e300], [3.0, 3.0 + 2**-50]]
    def xs(p):
        a, b = p
        w = b / 2 - a / 2
        out = [a + 2 * (w * v) if abs(w) < 4e307 else a + w * v + w * v for v in (0.0, 1e-20, 1e-17, 0.1, 0.25, 0.5,
            0.7, 0.99, 1 - 1e-15, 1.0)]
        out += [math.nextafter(b, a), math.nextafter(a, b)]
        return [x for x in out if a <= x <= b]
    D = lambda x, a, b: 1 / (b - a)
    dist('unif', pars, xs, D, lambda x, a, b: (x - a) / (b - a), lambda x, a, b: (b - x) / (b - a),
         lambda lo, up, a, b: a + lo * (b - a) if lo < up else b - up * (b - a),
         [([2.0, 0.0, 1.0], [0], 0), ([-1.0, 0.0, 1.0], [1], -inf), ([1.0, 2.0, 1.0], [0], nan), ([1.0, 1.0, 1.0],
             [0], nan), ([nan, 0.0, 1.0], [0], nan)],
         [([2.0, 0.0, 1.0], [1, 0], 1), ([-1.0, 0.0, 1.0], [1, 1], -inf), ([1.0, 2.0, 1.0], [1, 0], nan), ([1.0,
             1.0, 1.0], [1, 0], 1),
          ([0.0, 1.0, 1.0], [1, 0], 0), ([1.0, 0.0, inf], [1, 0], nan)],
         [([0.0, -1.0, 1.0], [1, 0], -1), ([1.0, -1.0, 1.0], [1, 0], 1), ([0.3, 1.0, 1.0], [1, 0], 1), ([0.3, 2.0,
             1.0], [1, 0], nan)])

def weibull():
    pars = [[1.0, 1.0], [2.0, 3.0], [0.5, 0.1], [1e-3, 1.0], [100.0, 2.0], [1e-300, 5.0], [1e8, 1.5], [0.07,
        1e-300], [3.3, 1e300], [7.0, 1e-310], [1e300, 1.0]]
    def xs(p):
        k, s = p
        out = [1e-320, 1e-300, 1e-10, 1e10, 1e300, s, math.nextafter(s, 0), math.nextafter(s, inf)]
        for lv in (-740.0, -200.0, -40.0, -10.0, -1.0, -0.3, 0.1, 1.0, 3.0, 4.6, 6.0, 6.58, 6.61, 7.0, 300.0, 720.0):
            try: out.append(s * math.exp(lv / k))
            except OverflowError: pass
        return [x for x in out if 0 < x < inf]
    def D(x, k, s):
        t = exp(k * log(x / s)) if k * log(x / s) < 100 else None
        return mpf(0) if t is None else k / x * t * exp(-t)
    T = lambda x, k, s: exp(min(k * log(x / s), mpf(2000)))
    big = lambda t: t > 1e6
    t_, q_, d_ = Table('dweibull', HOW), Table('pweibull', HOW), Table('qweibull', HOW)
    def ld(x, k, s):
        l = k * log(x / s)
        if l > 2000: return mpf('-inf')
        return l - exp(l) + log(k / x)
    def dd(x, k, s):
        v = ld(x, k, s)
        return exp(v) if v > -1e5 else mpf(0)
    for par in pars:
        for x in xs(par):
            t_.add([x] + par, [0], dd); t_.add([x] + par, [1], ld)
            for fl in FLAGS:
                def f(x, k, s, fl=fl):
                    t = T(x, k, s)
                    if fl == (0, 1): return -t
                    if fl == (0, 0): return exp(-t) if t < 1e5 else mpf(0)
                    v = -expm1(-t) if t < 1e5 else mpf(1)
                    if fl == (1, 0): return v
                    return log(v) if t < 1 else (log1p(-exp(-t)) if t < 1e5 else mpf(0))
                if rnd.random() < 0.5: q_.add([x] + par, fl, f)
        for fl in FLAGS:
            for pr in rnd.sample(LPS if fl[1] else PS, 5):
                def qf(p_, k, s, fl=fl):
                    if fl == (0, 1): u = -p_
                    elif fl == (0, 0): u = -log(p_)
                    elif fl == (1, 0): u = -log1p(-p_)
                    else: u = -log1p(-exp(p_)) if p_ < -1 else -log(-expm1(p_))
                    e = log(u) / k
                    return s * exp(e) if abs(e) < 1e4 else (mpf('inf') if e > 0 else mpf(0))
                d_.add([pr] + par, fl, qf)
    for a, fl, v in [([0.0, 0.5, 1.0], [0], inf), ([0.0, 1.0, 2.0], [0], 0.5), ([0.0, 2.0, 1.0], [1], -inf), ([-1.0,
        1.0, 1.0], [0], 0), ([1.0, 0.0, 1.0], [0], nan),
                     ([inf, 1.0, 1.0], [0], 0), ([nan, 1.0, 1.0], [0], nan)]: t_.exact(a, fl, v)
    for a, fl, v in [([0.0, 0.5, 1.0], [1, 0], 0), ([-1.0, 0.5, 1.0], [0, 1], 0), ([inf, 1.0, 1.0], [1, 0], 1),
        ([1.0, -1.0, 1.0], [1, 0], nan)]: q_.exact(a, fl, v)
    for a, fl, v in [([0.0, 0.5, 1.0], [1, 0], 0), ([1.0, 0.5, 1.0], [1, 0], inf), ([0.3, 1.0, 0.0], [1, 0], nan),
        ([1.3, 1.0, 1.0], [1, 0], nan)]: d_.exact(a, fl, v)
    for t in (t_, q_, d_): t.write()

if __name__ == '__main__':
    which = sys.argv[1:] or ['exponential', 'logistic', 'cauchy', 'lognormal', 'uniform', 'weibull']
    for w in which: globals()[w]()
