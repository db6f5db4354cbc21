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
    'plnormf': (lognormal, lambda x, m, s: (phi(z(mp.log(x), m, s)), phi(-z(mp.log(x), m, s)))),
}
def cot_pi(l): return mp.cot(mp.pi * mp.exp(l)) if l > -200 else mp.exp(-l) / mp.pi
QUANTILES = {
    'qnormf': (parameters(near(lambda: 0)), lambda lo, up, m, s: m + s * normal_quantile(lo, up)),
    'quniff': (parameters(interval), lambda lo, up, a, b: a + (mpf(b) - a) * mp.exp(lo)),
    'qexpf': (parameters(ratio), lambda lo, up, s: -s * up),
    'qlogisf': (parameters(near(lambda: 0)), lambda lo, up, m, s: m + s * (lo - up)),
    'qcauchyf': (parameters(near(lambda: 0)), lambda lo, up, m, s: m - s * cot_pi(lo) if lo < up else m + s * cot_pi(up)),
    'qweibullf': (parameters(weibull), lambda lo, up, a, b: b * (-up)**(1 / mpf(a))),
    'qlnormf': (parameters(lognormal), lambda lo, up, m, s: mp.exp(m + s * normal_quantile(lo, up))),
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
    for _ in range(count):
        a, rows = draw(), []
        core.tails(rows, a, *f(*a))
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

def main():
    core.TABLES = os.path.join(HERE, 'tables')
    for name in sys.argv[1:] or sorted({**DENSITIES, **TAILS, **QUANTILES}):
        rng.seed(name)
        rows = density_rows(name, 90) if name in DENSITIES else tail_rows(name, 50) if name in TAILS else quantile_rows(name, 50)
        rows = list(rows) + [(a, v) for n, a, v in EDGES if n == name]
        core.write(name, name + ': mpmath, tests/nmathf/reference.py', rows)

if __name__ == '__main__': main()
