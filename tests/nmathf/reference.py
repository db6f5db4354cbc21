#!/usr/bin/env python3
"""Reference tables of the functions on floats, cl/nmathf: reference.py [FUNCTION...]

Arguments are floats: typical ones, tails, tiny and huge scales, probabilities next to 0 and 1, logarithms. Values by
their definitions in mpmath at 60 digits, as hi + lo like those of tests/nmath.
SPDX-License-Identifier: MIT"""
import math, os, random, struct, sys
from mpmath import mp, mpf
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', 'nmath', 'reference'))
import core
mp.dps = 60
inf = math.inf
rng = random.Random(20)

def single(x): return struct.unpack('f', struct.pack('f', x))[0]
def positive(low, high):
    """Mostly between 1/100 and 100, some out to the ends given, in powers of ten, and whole numbers."""
    k = rng.random()
    return single(10**rng.uniform(low, high)) if k < .3 else single(10**rng.uniform(-2, 2)) if k < .8 else rng.choice([1., 2., .5, 3., 10.])
def signed(low, high): return rng.choice([-1., 1.]) * positive(low, high)
def probability(log_p):
    k = rng.random()
    if log_p: return -single(10**rng.uniform(-30, 4)) if k < .6 else -single(rng.random()) if k < .9 else -single(10**rng.uniform(4, 30))
    return single(10**rng.uniform(-37, 0)) if k < .4 else single(rng.random()) if k < .9 else single(1 - 10**rng.uniform(-7, -1))

# ---- arguments: a place some scales away from the location
def near(spread):
    def draw():
        m, s = signed(-5, 5), positive(-20, 20)
        x = m + s * spread()
        return (single(x), m, s) if abs(x) < 3e38 else draw()
    return draw
def interval():
    a = signed(-5, 5)
    b = single(a + abs(a) * positive(-5, 5))
    return (single(a + (b - a) * rng.random()), a, b) if b > a else interval()
def ratio():
    s = positive(-20, 20)
    return single(s * 10**rng.uniform(-6, 2)), s
def weibull():
    a, b = positive(-1, 1.5), positive(-8, 8)
    x = b * 10**(rng.uniform(-4, 1.95) / a)
    return (single(x), a, b) if 1e-37 < x < 3e38 else weibull()
def lognormal():
    m, s = signed(-3, 1), positive(-3, 1)
    l = m + s * rng.gauss(0, 3)
    return (single(math.exp(l)), m, s) if abs(l) < 85 else lognormal()
def gamma_like(draw_shape, draw_scale):
    """Around the mean, and out in the lower tail."""
    a, s = draw_shape(), draw_scale()
    y = max(1e-6 * a, rng.gauss(a, 3 * a**.5)) if rng.random() < .6 else a * 10**rng.uniform(-5, 1)
    return (single(s * y), a, s) if 1e-37 < s * y < 3e38 else gamma_like(draw_shape, draw_scale)
def gamma(): return gamma_like(lambda: positive(-8, 7), lambda: positive(-10, 10))
def chisq():
    n = positive(-5, 6)
    return single(max(1e-3 * n, rng.gauss(n, 3 * (2 * n)**.5))), n
def poisson():
    m = positive(-5, 7)
    return single(max(0, round(rng.gauss(m, 4 * m**.5)))), m
def binomial():
    n, p = single(round(10**rng.uniform(0, 7))), single(rng.random() if rng.random() < .7 else 10**rng.uniform(-8, 0))
    return single(min(n, max(0, round(rng.gauss(n * p, 4 * (n * p * (1 - p) + 1)**.5))))), n, p
def beta():
    a, b = positive(-4, 5), positive(-4, 5)
    x = a / (a + b) + rng.gauss(0, 2) * (a * b / (a + b + 1))**.5 / (a + b)
    return single(min(1 - 1e-7, max(1e-8, x))), a, b
def student(): return single(rng.gauss(0, 3) * 10**rng.uniform(-2, 3)), positive(-5, 8)
def fisher():
    m, n = positive(-3, 6), positive(-3, 6)
    l = rng.gauss(0, 2) * (2 / m + 2 / n)**.5 if rng.random() < .7 else rng.gauss(0, 20)
    return (single(math.exp(l)), m, n) if abs(l) < 80 else fisher()
def negative_binomial():
    n, p = positive(-3, 6), single(rng.random() if rng.random() < .7 else 10**rng.uniform(-4, 0))
    m = n * (1 - p) / p
    return single(max(0, round(rng.gauss(m, 4 * (m / p + 1)**.5)))), n, p
def below_top(draw):
    """Counts below the largest one."""
    a = draw()
    return a if a[0] < a[1] else below_top(draw)
def parameters(draw): return lambda: draw()[1:]

lg = mp.loggamma
def gamma_log(x, a, s): return mpf(a) * mp.log(mpf(x) / s) - mpf(x) / s - lg(a) - mp.log(x)

# ---- densities: the logarithm; distribution functions: both tails; quantiles from the logarithms of both tails
def z(x, m, s): return (mpf(x) - m) / s
def phi(v): return mp.erfc(-v / mp.sqrt(2)) / 2
def normal_quantile(lo, up):
    """lo, up: logarithms of the tails."""
    small = min(lo, up)
    v = mp.sqrt(-2 * small) if small < -1.2 else mpf('.1')
    for _ in range(80):
        q = phi(-v)
        step = (mp.log(q) - small) * q / mp.npdf(v)
        v += step
        if abs(step) < abs(v) * mpf(10)**-40: return -v if lo < up else v
    raise ArithmeticError
# Incomplete gamma and beta functions: the tail on the far side of the mean by its continued fraction (DLMF 8.9.2,
# 8.17.22 with modified Lentz), below the mean of a gamma variate by its power series (DLMF 8.7.1); the complement at a
# precision that holds both.
def fraction(b0, step):
    """b0 + a1 / (b1 + a2 / (b2 + ...)), step(k) = a_k, b_k."""
    tiny = mpf(10)**-10000
    f, c, d = b0, b0, mpf(0)
    for k in range(1, 10**7):
        a, b = step(k)
        d = b + a * d
        c = b + a / c
        d = 1 / (d if d else tiny)
        f *= c * d
        if abs(c * d - 1) < mpf(10)**(-mp.dps + 2): return f
        if not c: c = tiny
    raise ArithmeticError
def complement(v):
    """1 - v with 50 digits; None where v is too close to 1 for that."""
    return 1 - v if v < mpf(10)**-10 or 1 - v > mpf(10)**(50 - mp.dps) else None
def gamma_tails(a, x):
    a, x = mpf(a), mpf(x)
    for digits in (100, 300, 1000, 4000):
        with mp.workdps(digits + 20):
            front = mp.exp(a * mp.log(x) - x - mp.loggamma(a))
            if x <= a + 1:
                t = s = 1 / a
                k = 0
                while t > s * mpf(10)**-mp.dps:
                    k += 1
                    t *= x / (a + k)
                    s += t
                p = front * s
                q = complement(p)
                if q is not None: return +p, +q
            else:
                q = front / fraction(x + 1 - a, lambda k: (k * (a - k), x + 2 * k + 1 - a))
                return 1 - q, q
    raise ArithmeticError
def beta_tails(a, b, x, y):
    a, b = mpf(a), mpf(b)
    def lower(a, b, x, y):
        def step(k):
            m = k // 2
            if k % 2 == 0: return m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)), mpf(1)
            return -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)), mpf(1)
        front = mp.exp(a * mp.log(x) + b * mp.log(y) - mp.loggamma(a) - mp.loggamma(b) + mp.loggamma(a + b)) / a
        return front / fraction(mpf(1), step)
    for digits in (100, 300, 1000, 4000):
        with mp.workdps(digits + 20):
            below = x * (a + b + 2) < a + 1
            v = lower(a, b, x, y) if below else lower(b, a, y, x)
            w = complement(v)
            if w is not None: return (+v, +w) if below else (+w, +v)
    raise ArithmeticError
def odds_shares(w):
    return w / (1 + w), 1 / (1 + w)
def two_sided(x, inside, outside):
    return (outside / 2, 1 - outside / 2) if x < 0 else (1 - outside / 2, outside / 2)

def from_root(f, lo, up, start):
    """exp(u) for which f gives tails whose logarithms are lo and up: the secant rule on that of the smaller one."""
    small = lo < up
    def g(u):
        p, q = f(mp.exp(u))
        return mp.log(p if small else q) - (lo if small else up)
    u, width, sign = mpf(start), mpf(1), 1 if small else -1
    while sign * g(u) > 0: u, width = u - width, 2 * width
    v, width = u, mpf(1)
    while sign * g(v) < 0: u, v, width = v, v + width, 2 * width
    while v - u > mpf(10)**-3 * max(1, abs(u)):
        m = (u + v) / 2
        u, v = (m, v) if sign * g(m) < 0 else (u, m)
    a, b = g(u), g(v)
    for _ in range(60):
        if abs(v - u) < mpf(10)**-18 or b == a: return mp.exp(v)
        u, v, a = v, v - b * (v - u) / (b - a), b
        b = g(v)
    raise ArithmeticError
def gamma_quantile(lo, up, a):
    first = (lo + mp.loggamma(mpf(a) + 1)) / a
    if first < -80: return mp.exp(first)
    return from_root(lambda x: gamma_tails(a, x), lo, up, first if first < mp.log(a) - 3 else mp.log(a))
def beta_odds(lo, up, a, b):
    a, b = mpf(a), mpf(b)
    l = mp.loggamma(a) + mp.loggamma(b) - mp.loggamma(a + b)
    low, high = (lo + l + mp.log(a)) / a, -(up + l + mp.log(b)) / b
    mean = mp.log(a / b)
    start = min(max(mean, low), high)
    if low < -80 - mp.log(a + b + 1): return mp.exp(low)
    if high > 80 + mp.log(a + b + 1): return mp.exp(high)
    return from_root(lambda w: beta_tails(a, b, *odds_shares(w)), lo, up, start)

DENSITIES = {
    'dnormf': (near(lambda: rng.gauss(0, 4)), lambda x, m, s: -z(x, m, s)**2 / 2 - mp.log(s * mp.sqrt(2 * mp.pi))),
    'duniff': (interval, lambda x, a, b: -mp.log(mpf(b) - a)),
    'dexpf': (ratio, lambda x, s: -mpf(x) / s - mp.log(s)),
    'dlogisf': (near(lambda: rng.gauss(0, 15)), lambda x, m, s: -abs(z(x, m, s)) - 2 * mp.log1p(mp.exp(-abs(z(x, m, s)))) - mp.log(s)),
    'dcauchyf': (near(lambda: rng.gauss(0, 1) * 10**rng.uniform(-3, 6)), lambda x, m, s: -mp.log(mp.pi * s * (1 + z(x, m, s)**2))),
    'dweibullf': (weibull, lambda x, a, b: mp.log(mpf(a) / x) + a * mp.log(mpf(x) / b) - (mpf(x) / b)**a),
    'dlnormf': (lognormal, lambda x, m, s: -z(mp.log(x), m, s)**2 / 2 - mp.log(mpf(x) * s * mp.sqrt(2 * mp.pi))),
    'dgammaf': (gamma, gamma_log),
    'dchisqf': (chisq, lambda x, n: gamma_log(x, mpf(n) / 2, 2)),
    'dpoisf': (poisson, lambda x, m: mpf(x) * mp.log(m) - m - lg(mpf(x) + 1)),
    'dbinomf': (binomial, lambda x, n, p: lg(mpf(n) + 1) - lg(mpf(x) + 1) - lg(mpf(n) - x + 1) + mpf(x) * mp.log(p) + (mpf(n) - x) * mp.log1p(-mpf(p))),
    'dbetaf': (beta, lambda x, a, b: (mpf(a) - 1) * mp.log(x) + (mpf(b) - 1) * mp.log1p(-mpf(x)) + lg(mpf(a) + b) - lg(a) - lg(b)),
    'dtf': (student, lambda t, n: -(mpf(n) + 1) / 2 * mp.log1p(mpf(t)**2 / n) - mp.log(n * mp.pi) / 2 + lg((mpf(n) + 1) / 2) - lg(mpf(n) / 2)),
}
TAILS = {
    'pnormf': (DENSITIES['dnormf'][0], lambda *a: (phi(z(*a)), phi(-z(*a)))),
    'puniff': (interval, lambda x, a, b: ((mpf(x) - a) / (mpf(b) - a), (mpf(b) - x) / (mpf(b) - a))),
    'pexpf': (ratio, lambda x, s: (-mp.expm1(-mpf(x) / s), mp.exp(-mpf(x) / s))),
    'plogisf': (DENSITIES['dlogisf'][0], lambda *a: (1 / (1 + mp.exp(-z(*a))), 1 / (1 + mp.exp(z(*a))))),
    'pcauchyf': (DENSITIES['dcauchyf'][0], lambda *a: (mp.atan2(1, -z(*a)) / mp.pi, mp.atan2(1, z(*a)) / mp.pi)),
    'pweibullf': (weibull, lambda x, a, b: (-mp.expm1(-(mpf(x) / b)**a), mp.exp(-(mpf(x) / b)**a))),
    'pgammaf': (gamma, lambda x, a, s: gamma_tails(a, mpf(x) / s)),
    'pchisqf': (chisq, lambda x, n: gamma_tails(mpf(n) / 2, mpf(x) / 2)),
    'ppoisf': (poisson, lambda x, m: gamma_tails(mpf(x) + 1, m)[::-1]),
    'pbetaf': (beta, lambda x, a, b: beta_tails(a, b, mpf(x), 1 - mpf(x))),
    'pff': (fisher, lambda x, m, n: beta_tails(mpf(m) / 2, mpf(n) / 2, *odds_shares(mpf(m) * x / n))),
    'ptf': (student, lambda x, n: two_sided(x, *beta_tails(mpf(1) / 2, mpf(n) / 2, *odds_shares(mpf(x)**2 / n)))),
    'pbinomf': (lambda: below_top(binomial), lambda x, n, p: beta_tails(mpf(n) - x, mpf(x) + 1, 1 - mpf(p), mpf(p))),
    'pnbinomf': (negative_binomial, lambda x, n, p: beta_tails(n, mpf(x) + 1, mpf(p), 1 - mpf(p))),
    'plnormf': (lognormal, lambda x, m, s: (phi(z(mp.log(x), m, s)), phi(-z(mp.log(x), m, s)))),
}
def t_quantile(lo, up, n):
    """From both tails beyond |t| together."""
    with mp.workdps(120):
        out = min(lo, up) + mp.log(2)
        inside = mp.log(-mp.expm1(out)) if out > -200 else -mp.exp(out)
        t = mp.sqrt(beta_odds(inside, out, mpf(1) / 2, mpf(n) / 2) * n)
    return -t if lo < up else t
# Arguments far apart: shapes beside which others vanish, variables whose logarithm alone counts.
def wide(low, high): return single(10**rng.uniform(low, high))
def wide_gamma():
    a, s = wide(-44, 12), wide(-30, 30)
    x = a * s * math.exp(rng.gauss(0, 3) / a**.5) if a > 1 and rng.random() < .5 else s * 10**rng.uniform(-30, 3) if rng.random() < .6 else wide(-44, 38)
    return single(min(max(x, 1e-44), 3e38)), a, s
def wide_beta(): return single(rng.choice([10**rng.uniform(-40, 0), 1 - 10**rng.uniform(-7, 0)])) or .5, wide(-44, 12), wide(-44, 12)
WIDE = {'pgammaf': wide_gamma, 'pbetaf': wide_beta, 'ptf': lambda: (rng.choice([-1., 1.]) * wide(-30, 30), wide(-44, 12)), 'pff': lambda: (wide(-38, 38), wide(-30, 12), wide(-30, 12))}
def cot_pi(l): return mp.cot(mp.pi * mp.exp(l)) if l > -200 else mp.exp(-l) / mp.pi
QUANTILES = {
    'qnormf': (parameters(near(lambda: 0)), lambda lo, up, m, s: m + s * normal_quantile(lo, up)),
    'quniff': (parameters(interval), lambda lo, up, a, b: a + (mpf(b) - a) * mp.exp(lo)),
    'qexpf': (parameters(ratio), lambda lo, up, s: -s * up),
    'qlogisf': (parameters(near(lambda: 0)), lambda lo, up, m, s: m + s * (lo - up)),
    'qcauchyf': (parameters(near(lambda: 0)), lambda lo, up, m, s: m - s * cot_pi(lo) if lo < up else m + s * cot_pi(up)),
    'qweibullf': (parameters(weibull), lambda lo, up, a, b: b * (-up)**(1 / mpf(a))),
    'qlnormf': (parameters(lognormal), lambda lo, up, m, s: mp.exp(m + s * normal_quantile(lo, up))),
    'qgammaf': (parameters(lambda: gamma_like(lambda: positive(-3, 4), lambda: positive(-8, 8))), lambda lo, up, a, s: s * gamma_quantile(lo, up, a)),
    'qchisqf': (lambda: (positive(-3, 4),), lambda lo, up, n: 2 * gamma_quantile(lo, up, mpf(n) / 2)),
    'qbetaf': (lambda: (positive(-3, 4), positive(-3, 4)), lambda lo, up, a, b: odds_shares(beta_odds(lo, up, a, b))[0]),
    'qff': (lambda: (positive(-2, 4), positive(-2, 4)), lambda lo, up, m, n: beta_odds(lo, up, mpf(m) / 2, mpf(n) / 2) * n / m),
    'qtf': (lambda: (positive(-2, 4),), lambda lo, up, n: t_quantile(lo, up, n)),
}

# ---- conventions: infinite and missing arguments, point masses, the ends of a range
nan = math.nan
EDGES = [
    ('dnormf', (0., 0., 0., 0), inf), ('dnormf', (inf, 0., 1., 1), -inf), ('dnormf', (0., 0., -1., 0), nan), ('dnormf', (inf, inf, 1., 0), nan),
    ('pnormf', (3., 1., 0., 1, 0), 1.), ('pnormf', (0., 0., inf, 1, 0), .5), ('pnormf', (-inf, 0., 1., 1, 1), -inf), ('pnormf', (nan, 0., 1., 1, 0), nan),
    ('qnormf', (0., 0., 1., 1, 0), -inf), ('qnormf', (0., 0., 1., 1, 1), inf), ('qnormf', (2., 0., 1., 1, 0), nan), ('qnormf', (.5, 3., 0., 1, 0), 3.),
    ('duniff', (2., 0., 1., 0), 0.), ('duniff', (0., 1., 1., 0), nan), ('puniff', (1., 1., 1., 1, 0), 1.), ('quniff', (.5, 2., 2., 1, 0), 2.),
    ('dexpf', (-1., 1., 1), -inf), ('pexpf', (inf, 2., 0, 1), -inf), ('qexpf', (1., 2., 1, 0), inf), ('qexpf', (1., 0., 1, 0), 0.),
    ('dlogisf', (0., 0., 0., 0), nan), ('plogisf', (-inf, 0., 1., 1, 0), 0.), ('qlogisf', (0., 0., 1., 0, 0), inf),
    ('dcauchyf', (inf, 0., 1., 0), 0.), ('pcauchyf', (0., 0., inf, 1, 0), .5), ('qcauchyf', (.5, 1., 0., 1, 0), 1.),
    ('dweibullf', (0., 1., 1., 0), 1.), ('dweibullf', (0., .5, 1., 0), inf), ('dweibullf', (0., 2., 1., 1), -inf), ('pweibullf', (2., inf, 1., 1, 0), 1.),
    ('qweibullf', (0., 2., 3., 1, 0), 0.), ('dlnormf', (0., 0., 1., 0), 0.), ('plnormf', (0., 0., 1., 0, 0), 1.), ('qlnormf', (0., 0., 1., 1, 0), 0.),
    ('dgammaf', (0., .5, 1., 0), inf), ('dgammaf', (0., 0., 1., 0), inf), ('dgammaf', (1., 0., 1., 1), -inf), ('dgammaf', (1., -1., 1., 0), nan),
    ('dchisqf', (0., 2., 0), .5), ('dpoisf', (2.5, 2., 0), 0.), ('dpoisf', (0., 0., 1), 0.), ('dbinomf', (0., 0., .5, 0), 1.), ('dbinomf', (3., 2., .5, 1), -inf),
    ('dbinomf', (1., 2.5, .5, 0), nan), ('dbetaf', (0., 1., 3., 0), 3.), ('dbetaf', (.5, 1., 1., 1), 0.), ('dbetaf', (2., 1., 1., 0), 0.), ('dbetaf', (1., 0., 0., 0), inf),
    ('dtf', (inf, 3., 0), 0.), ('dtf', (1., 0., 0), nan),
    ('pgammaf', (1., 0., 1., 1, 0), 1.), ('pgammaf', (inf, 2., 1., 0, 1), -inf), ('pgammaf', (3e38, .5, 1e-30, 0, 1), -inf), ('pgammaf', (1., -1., 1., 1, 0), nan),
    ('pgammaf', (1., inf, 1., 1, 0), 0.), ('pgammaf', (1e38, 1e38, 1., 1, 0), .5), ('pgammaf', (inf, 1., inf, 1, 0), nan), ('qgammaf', (0., 2., 1., 1, 0), 0.),
    ('qgammaf', (1., 2., 1., 1, 0), inf), ('qgammaf', (.5, 0., 1., 1, 0), 0.), ('qgammaf', (2., 1., 1., 1, 0), nan), ('pchisqf', (-1., 2., 1, 1), -inf), ('qchisqf', (0., 2., 0, 1), 0.),
    ('ppoisf', (-1., 2., 1, 0), 0.), ('ppoisf', (0., 0., 1, 0), 1.), ('ppoisf', (1., inf, 1, 0), 0.), ('ppoisf', (1., -1., 1, 0), nan), ('qpoisf', (1., 2., 1, 0), inf), ('qpoisf', (.3, 0., 1, 0), 0.),
    ('pbetaf', (.5, 0., 0., 1, 0), .5), ('pbetaf', (.5, inf, inf, 1, 0), 1.), ('pbetaf', (2., 1., 1., 0, 1), -inf), ('pbetaf', (.5, 0., 1., 1, 0), 1.), ('pbetaf', (.5, -1., 1., 1, 0), nan),
    ('qbetaf', (.3, 0., 0., 1, 0), 0.), ('qbetaf', (.3, inf, inf, 1, 0), .5), ('qbetaf', (0., 2., 3., 1, 1), 1.), ('qbetaf', (.5, 1e-40, 1., 1, 0), 0.), ('qbetaf', (.5, 1., 1e-40, 1, 0), 1.), ('qbetaf', (single(.68), single(2.7e-28), single(1.04e-30), 1, 0), 1.),
    ('pff', (1., inf, inf, 1, 0), .5), ('pff', (inf, 1., 1., 1, 1), 0.), ('pff', (1., 0., 1., 1, 0), nan), ('qff', (.5, inf, inf, 1, 0), 1.), ('qff', (1., 1., 1., 1, 0), inf), ('qff', (0., 1., 1., 1, 0), 0.),
    ('ptf', (0., 3., 1, 0), .5), ('ptf', (-inf, 3., 1, 1), -inf), ('ptf', (1., 0., 1, 0), nan), ('qtf', (.5, 3., 1, 0), 0.), ('qtf', (1., 3., 0, 0), -inf), ('qtf', (nan, 3., 1, 0), nan),
    ('pbinomf', (2., 2., .5, 1, 0), 1.), ('pbinomf', (-1., 2., .5, 0, 1), 0.), ('pbinomf', (1., 2.5, .5, 1, 0), nan), ('pbinomf', (1., 2., 1., 1, 0), 0.), ('qbinomf', (.5, 3., 1., 1, 0), 3.), ('qbinomf', (0., 3., .5, 1, 1), 3.),
    ('pnbinomf', (3., 0., .5, 1, 0), 1.), ('pnbinomf', (3., 2., 0., 1, 0), nan), ('qnbinomf', (.5, 0., .5, 1, 0), 0.), ('qnbinomf', (1., 2., .5, 1, 0), inf),
]

def round_single(v):
    """What the float nearest to v is, as an mpf; inf beyond them."""
    return v if abs(v) < mpf(2)**128 * (1 - mpf(2)**-25) else (inf if v > 0 else -inf)
def density_rows(name, count):
    draw, f = DENSITIES[name]
    for _ in range(count):
        a = draw()
        v = f(*a)
        yield a + (1,), v
        yield a + (0,), round_single(mp.exp(v))
def tail_rows(name, count):
    draw, f = TAILS[name]
    for i in range(count + (30 if name in WIDE else 0)):
        a, rows = draw() if i < count else WIDE[name](), []
        with mp.workdps(300): core.tails(rows, a, *f(*a))
        yield from ((args, round_single(v)) for args, v in rows)
def quantile_rows(name, count):
    draw, f = QUANTILES[name]
    for _ in range(count):
        a = draw()
        for lower in (1, 0):
            for log_p in (0, 1):
                p = probability(log_p)
                if not (p < 0 if log_p else 0 < p < 1): continue
                with mp.workdps(120):
                    mine = mpf(p) if log_p else mp.log(mpf(p))
                    other = mp.log1p(-mpf(p)) if not log_p else mp.log(-mp.expm1(mine)) if mine > -200 else -mp.exp(mine)
                    yield (p,) + a + (lower, log_p), round_single(f(*((mine, other) if lower else (other, mine)), *a))
def count_rows(name, count):
    """Probabilities between two values of a distribution function, at least 2^-18 from either: the count is sure."""
    draw, f = TAILS['p' + name[1:]]
    done = 0
    while done < count:
        a = draw()
        if a[0] < 1: continue
        with mp.workdps(300):
            at, before = f(*a), f(a[0] - 1, *a[1:])
            low = at[0] < .5
            mine, other = (at, before) if low else (at[::-1], before[::-1])
            if min(mine[0], other[0]) < mpf(10)**-37: continue
            if abs(mine[0] / other[0] - 1) < 2**-16: continue
            p = single((mine[0] + other[0]) / 2)
            l = single(mp.log((mine[0] + other[0]) / 2))
        done += 1
        yield (p,) + a[1:] + (int(low), 0), mpf(a[0])
        yield (l,) + a[1:] + (int(low), 1), mpf(a[0])
        q = single(1 - mpf(p))
        if min(mine[0], other[0]) + 2.**-19 < 1 - mpf(q) < max(mine[0], other[0]) - 2.**-19:
            yield (q,) + a[1:] + (int(not low), 0), mpf(a[0])

COUNTS = {'qpoisf', 'qbinomf', 'qnbinomf'}
def main():
    core.TABLES = os.path.join(HERE, 'tables')
    for name in sys.argv[1:] or sorted({*DENSITIES, *TAILS, *QUANTILES, *COUNTS}):
        rng.seed(name)
        rows = density_rows(name, 90) if name in DENSITIES else tail_rows(name, 50) if name in TAILS else count_rows(name, 60) if name in COUNTS else quantile_rows(name, 50)
        rows = list(rows) + [(a, v) for n, a, v in EDGES if n == name]
        core.write(name, name + ': mpmath, tests/nmathf/reference.py', rows)

if __name__ == '__main__': main()
