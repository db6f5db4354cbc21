#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Points that random comparison with other methods found wrong once, at the end of the tables of their functions.
Run after the other generators; rows with the same arguments are replaced.

Gamma: incgamma.py. Beta: beta_common.both. Densities: closed forms by loggamma. F with huge
degrees of freedom: its limits, a relative 1 / m away. Counts: the distribution function on both sides of the answer."""
import math, os
from mpmath import mp, mpf
from core import merge, twice
from incgamma import fraction, log_front, root
from beta_common import both

inf, nan = math.inf, math.nan
rows = []
def add(name, args, value): rows.append((name, args, value))

def four(name, args, lo, up):
    with mp.workdps(400):
        log = lambda v, o: mp.log(v) if v < 0.5 else mp.log1p(-o)
        for lower, lg, v in ((1, 0, lo), (0, 0, up), (1, 1, log(lo, up)), (0, 1, log(up, lo))): add(name, args + (lower, lg), v)

# ---- gamma
mp.dps = 60
for p, n in [(-0.56783831547611, 27.193196663175446), (-0.5738019475613176, 30.516809588674665), (-0.5733983874845476, 30.214662959083828), (-0.5758548590806672, 30.214662959083828)]:
    add('qchisq', (p, n, 1, 1), 2 * root(mpf(n) / 2, p, 1, 1))
for p, a in [(-300., 1e-100), (-1000., 1e-100), (-18591., 1e-200), (-600., 1e-200), (-1000., 1e-60)]: add('qgamma', (p, a, 1., 0, 1), root(a, p, 0, 1))
add('qgamma', (.5, 1., 0., 1, 0), nan)
for p, l, g in ((1., 1, 0), (0., 0, 0), (0., 1, 1)): add('qpois', (p, 0., l, g), 0.0)
for x, a, s in [(.5, 1e300, 1e-300), (.4, 1e300, 1e-300), (4e299, 1e300, 1.)]:
    with mp.workdps(400):     # 1 + x / (a + 1) + ... is 1 / (1 - x / a) to 1e-290
        z = mpf(x) / mpf(s)
        add('pgamma', (x, a, s, 1, 1), log_front(mpf(a), z) - mp.log(1 - z / a))
for x, a, s in [(5.653827241544687e+87, 112.35121068557113, 0.008900660650632638), (1e60, 5., 3.)]:
    add('pgamma', (x, a, s, 0, 1), twice(lambda x, a, s: log_front(mpf(a), mpf(x) / s) + mp.log(mpf(a) * fraction(mpf(a), mpf(x) / s)), (x, a, s), 150))

# ---- beta, F and t
for x, a, b in [(0.9999584383056872, 12050.475505392926, 0.0800798584073126), (0.9994085828896042, 885.1766890170583, 0.19418298718983382), (9.890194021135845e-09, 0.16607298501283868, 46440778.10078837)]:
    four('pbeta', (x, a, b), *both(a, b, x))
for x, m, n in [(2.6536033189864847, 0.35752197271386493, 349364.46913932794), (5.554779282161125, 0.1820995445424171, 5407708.215399941)]:
    with mp.workdps(200): u, v = mpf(m) * mpf(x), mpf(n)
    with mp.workdps(200): four('pf', (x, m, n), *both(mpf(m) / 2, v / 2, u / (u + v), v / (u + v)))
for p, m, n, l, g in [(7.29887186568523e-275, 2.15559196077163e+153, 0.30198732637672765, 1, 0), (-382.0620686107683, 2.8290293170873462e+134, 0.15959933715489408, 1, 1), (-31745.918503761608, 6.453717509514825e+185, 13.511595355228438, 1, 1),
                      (1.5627444639029567e-132, inf, 0.1358297817603494, 1, 0)]:
    add('qf', (p, m, n, l, g), mpf(n) / (2 * root(mpf(n) / 2, p, not l, g)))
for p, m, n, l, g in [(-1473.5132014384817, 1.034491849043736, 4.7733525053414514e+225, 0, 1), (4.311405210964665e-271, 0.9946307210214071, inf, 0, 0)]:
    add('qf', (p, m, n, l, g), 2 * root(mpf(m) / 2, p, l, g) / mpf(m))
def ldbeta(x, a, b):
    x, a, b = mpf(x), mpf(a), mpf(b)
    return (a - 1) * mp.log(x) + (b - 1) * mp.log1p(-x) + mp.loggamma(a + b) - mp.loggamma(a) - mp.loggamma(b)
for a in [(5.7996803002826e-148, 1.090457038340881e-283, 3.185620554671591e-269), (3.396805102982942e-183, 5.2686032665095484e-256, 1.8567074217244965e-267), (4.017453679003991e-269, 8.332814157347891e-80, 5.474298763620335e-258)]:
    add('dbeta', a + (1,), twice(ldbeta, a, 700))
    add('dbeta', a + (0,), twice(lambda *a: mp.exp(ldbeta(*a)), a, 700))
def ldf(x, m, n):
    x, m, n = mpf(x), mpf(m), mpf(n)
    return m / 2 * mp.log(m * x / (m * x + n)) + n / 2 * mp.log(n / (m * x + n)) - mp.log(x) + mp.loggamma((m + n) / 2) - mp.loggamma(m / 2) - mp.loggamma(n / 2)
add('df', (8.574890750445604e+77, 1.6886417165628026e-291, 4.620462984386733e-277, 1), twice(ldf, (8.574890750445604e+77, 1.6886417165628026e-291, 4.620462984386733e-277), 700))
def ldt(t, n):
    t, n = mpf(t), mpf(n)
    return -(n + 1) / 2 * mp.log1p(t * t / n) - mp.log(n * mp.pi) / 2 + mp.loggamma((n + 1) / 2) - mp.loggamma(n / 2)
for a in [(-25.687795493691205, 1.508790395674742e+18), (14.215311080378585, 1.5219790295372216e+18), (8.02709968454575, 2.2331397762874827e+19), (20., 1e16), (20., 3e16)]:
    add('dt', a + (0,), twice(lambda *a: mp.exp(ldt(*a)), a, 150))
    add('dt', a + (1,), twice(ldt, a, 150))

# A density below the doubles times |t|
for t, n in (-8.561005217755345e+25, 11.412031586157022), (-2.907662417523996e+27, 10.67554188197115), (2e29, 9.9):
    with mp.workdps(60):
        x = mpf(n) / (mpf(n) + mpf(t)**2)
        v = mp.betainc(mpf(n) / 2, mpf(1) / 2, 0, x, regularized=True) / 2
        add('pt', (t, n, int(t < 0), 0), v)
        add('pt', (t, n, int(t < 0), 1), mp.log(v))

# ---- counts: P(X <= k - 1) and P(X <= k) on the two sides of p
def count(name, p, pars, lower, lg, k, tails):
    with mp.workdps(100):
        def reached(j):
            lo, up = tails(j)
            v, o = (lo, up) if lower else (up, lo)
            v = (mp.log(v) if v < 0.5 else mp.log1p(-o)) if lg else v
            return v >= p if lower else v <= p
        assert reached(k) and (k == 0 or not reached(k - 1)), (name, p, pars, k)
    add(name, (p,) + pars + (lower, lg), float(k))
for p, s, q, l, g, k in [(-7.549178069199477e-250, 3.629810129296803, 6.65434909995134e-70, 0, 1, 6), (0.9999999999999999, 1e-300, 1e-300, 0, 0, 0), (5e-324, 1., 1e-300, 1, 0, 0)]:
    with mp.workdps(800): q1 = 1 - mpf(q)
    count('qnbinom', p, (s, q), l, g, k, lambda j: both(s, j + 1, mpf(q), q1))
def hyper(r, b, n):
    def tails(k):
        w = [mp.binomial(r, j) * mp.binomial(b, n - j) for j in range(max(0, n - b), min(r, n) + 1)]
        i = k - max(0, n - b) + 1
        return mp.fsum(w[:i]) / mp.fsum(w), mp.fsum(w[i:]) / mp.fsum(w)
    return tails
for p, r, b, n, l, g, k in [(-1.283393880449207e-293, 19, 56, 74, 1, 1, 19), (-3.817569724946212e-53, 13, 1, 1, 1, 1, 1), (-2.164260264456999e-293, 37, 10, 5, 1, 1, 5), (0.9999999999999999, 33, 339622719, 7214987, 1, 0, 14)]:
    with mp.workdps(400):
        hi = min(r, n)
        if k == hi: assert not mp.log1p(-hyper(r, b, n)(k - 1)[1]) >= p; add('qhyper', (p, float(r), float(b), float(n), l, g), float(k))
        else: count('qhyper', p, (float(r), float(b), float(n)), l, g, k, hyper(r, b, n))
for p, l, g in ((1., 1, 0), (0., 0, 0), (0., 1, 1), (.5, 1, 0)): add('qgeom', (p, 1., l, g), 0.0)
for p, q in (-3.591301843324041e-41, 9.744534846962932e-95), (-5.6e-21, 2.6e-23), (-1e-12, 3e-15), (-2e-18, 1e-17):
    with mp.workdps(500): add('qgeom', (p, q, 0, 1), max(mpf(0), mp.ceil(mpf(p) / mp.log1p(-mpf(q))) - 1))

add('dweibull', (0., 1., 2.5, 1), -mp.log(mpf(2.5)))
add('dweibull', (0., 1., 2.5, 0), mpf('0.4'))
add('dweibull', (0., 1., 1e-300, 1), -mp.log(mpf(1e-300)))

# ---- log-normal with a tiny sdlog, Weibull where (x / scale)^shape is large: the errors of log x and of the power are
# magnified; an sdlog beside which x sdlog overflows
def ldlnorm(x, m, s):
    x, m, s = mpf(x), mpf(m), mpf(s)
    return -((mp.log(x) - m) / s)**2 / 2 - mp.log(x * s) - mp.log(2 * mp.pi) / 2
def plnorm_tails(x, m, s):
    y = (mp.log(mpf(x)) - mpf(m)) / mpf(s) / mp.sqrt(mpf(2))
    return mp.erfc(-y) / 2, mp.erfc(y) / 2
for m, s in (5.5, 1e-6), (-3.3, 1e-6), (0.7, 1e-5), (2.25, 3e-4):
    for i, z in enumerate((-35.5, -9., -3.1, -.7, .4, 2.2, 8., 30.)):
        a = (math.exp(m + s * z), m, s)
        add('dlnorm', a + (0,), twice(lambda *a: mp.exp(ldlnorm(*a)), a, 100))
        add('dlnorm', a + (1,), twice(ldlnorm, a, 100))
        lower = i % 2
        add('plnorm', a + (lower, 0), twice(lambda *a: plnorm_tails(*a)[1 - lower], a, 100))
        if abs(z) < 20:
            lower = 1 - lower
            add('plnorm', a + (lower, 1), twice(lambda *a: mp.log(plnorm_tails(*a)[1 - lower]), a, 100))
for a in (1e300, 0., 1e300), (1e300, 3., 1e308), (1., -2., 1e308), (1e308, 2.5, 1e300):
    add('dlnorm', a + (0,), twice(lambda *a: mp.exp(ldlnorm(*a)), a, 100))
    add('dlnorm', a + (1,), twice(ldlnorm, a, 100))
def weibull_power(x, a, b): return mp.exp(mpf(a) * mp.log(mpf(x) / mpf(b)))
for a, b in (47.44, 1.076), (55.59, 3.503), (20.07, .05), (6.068, 41.26), (.5, 2.):
    for t in 740., 603., 403., 251., 120., 60.:
        p = (b * t**(1 / a), a, b)
        add('dweibull', p + (0,), twice(lambda *p: mp.exp(-weibull_power(*p)) * weibull_power(*p) * mpf(p[1]) / mpf(p[0]), p, 100))
        add('pweibull', p + (0, 0), twice(lambda *p: mp.exp(-weibull_power(*p)), p, 100))
        add('pweibull', p + (1, 1), twice(lambda *p: mp.log1p(-mp.exp(-weibull_power(*p))), p, 700))

# ---- extremes: parameters next to the largest doubles, and infinite ones
def lnbinom_mu(k, s, mu):
    k, s, mu = mpf(k), mpf(s), mpf(mu)
    return (mp.loggamma(k + s) - mp.loggamma(s) - mp.loggamma(k + 1) + s * mp.log(s / (s + mu)) + k * mp.log(mu / (s + mu)))
for a in (1e300, 1e10, 1e300), (2e299, 7., 1e300), (1e290, 1e10, 1e290), (1e308, 2.5, 3e307):
    add('dnbinom_mu', a + (1,), twice(lnbinom_mu, a, 700))
    add('dnbinom_mu', a + (0,), twice(lambda *a: mp.exp(lnbinom_mu(*a)), a, 700))
for q, s, mu in (1e300, 3., 1e300), (2e299, 7., 1e300), (5e290, 40., 1e290):
    with mp.workdps(60):    # a gamma variate but for some 1 / q
        x = mpf(s) * mpf(q) / mpf(mu)
        four('pnbinom_mu', (q, s, mu), mp.gammainc(s, 0, x, regularized=True), mp.gammainc(s, x, mp.inf, regularized=True))
def lt_far(z, n):   # of density and upper tail, but for some log(z)
    z, n = mpf(z), mpf(n)
    return -(n + 1) / 2 * mp.log1p(z * z / n) if mp.isfinite(n) else -z * z / 2
for a in (1e140, inf), (1e150, 1e270), (1e153, 1e308), (1e100, 1e251), (1e300, 1e300), (1e300, inf), (1e300, 1e308), (1e155, 1e308):
    with mp.workdps(700): v = lt_far(*a)
    add('dt', a + (1,), v if v > -mpf(2)**1024 else -inf)
    add('pt', a + (0, 1), v if v > -mpf(2)**1024 else -inf)
    add('pt', (-a[0], a[1], 1, 1), v if v > -mpf(2)**1024 else -inf)
for a, v in ((.3, inf, 1., 1, 0), inf), ((.7, -inf, 1., 1, 0), -inf), ((-2., inf, 3., 0, 1), inf), ((.3, inf, inf, 1, 0), nan), ((0., inf, 1., 1, 0), -inf):
    add('qcauchy', a, v)
for a, v in ((inf, -inf, 1.), 0), ((-inf, inf, 2.), 0), ((inf, 1., 1.), 0), ((1., -inf, 1.), 0):
    add('dlogis', a + (0,), float(v))
    add('dlogis', a + (1,), -inf)
for a, v in ((2., inf, 2., 0), inf), ((2., inf, 2., 1), inf), ((2., inf, 3., 0), 0.), ((3., inf, 2., 1), -inf): add('dweibull', a, v)

# ---- quantiles with shapes so large that neighbouring doubles lie many standard deviations apart: Cornish and Fisher
def deviate(p, lower, lg):
    with mp.workdps(60):
        v = mp.exp(mpf(p)) if lg else mpf(p)
        small = min(v, 1 - v)
        z = mp.sqrt(-2 * mp.log(small)) if small < 0.4 else mpf(0)
        for _ in range(40):    # on the logarithm, which is nearly quadratic
            q = mp.erfc(z / mp.sqrt(2)) / 2
            z += mp.log(q / small) * q / mp.npdf(z)
        assert abs(q / small - 1) < 1e-50
        return -z if (v < 0.5) == bool(lower) else z
for p, l, g in (4.3e-298, 0, 0), (.03, 1, 0), (.9999, 1, 0), (-80.5, 0, 1), (-.7, 1, 1):
    z = deviate(p, l, g)
    for a, s in (9.449679177164156e38, 193.28638703064467), (4.794037426591335e32, 758.3), (3e26, .25), (7e90, 1.), (9.98e46, .0216):
        with mp.workdps(150):
            add('qgamma', (p, a, s, l, g), (a + z * mp.sqrt(mpf(a)) + (z * z - 1) / 3) * mpf(s))
            add('qchisq', (p, a, l, g), a + z * mp.sqrt(2 * mpf(a)) + 2 * (z * z - 1) / 3)
    for m, n in (8.445e85, 5.803e96), (2.02e87, 8.1e51), (1.1e31, 3e30), (4e29, 9e40):
        with mp.workdps(150):
            f = mp.exp(z * mp.sqrt(2 / mpf(m) + 2 / mpf(n)))
            add('qf', (p, m, n, l, g), f)
            f = mp.exp(z * mp.sqrt(1 / mpf(m) + 1 / mpf(n)))
            add('qbeta', (p, m, n, l, g), f * mpf(m) / (f * mpf(m) + mpf(n)))

# ---- logarithms about the least double: finite where they can be, -inf below; a tail without any normal factor
top = 1.7976931348623157e308
def ldgamma(x, a, s):
    y, a = mpf(x) / mpf(s), mpf(a)
    return (a - 1) * mp.log(y) - y - mp.loggamma(a) - mp.log(mpf(s))
def ldpois(x, m): return mpf(x) * mp.log(mpf(m)) - mpf(m) - mp.loggamma(mpf(x) + 1)
for a in (904., top, 1e-269), (1e-308, 1.7e308, 1.), (1e308, 1.7e308, .5), (1e308, 1.7e308, 1e-300), (1e308, 1e308, 1.), (1., 1e305, 1.), (1e-300, 2.4e305, 1.), (1e10, 1e308, 1e-300):
    with mp.workdps(700): v = ldgamma(*a)
    add('dgamma', a + (1,), v)
    # the tail away from the mean is the density to within 1e-290, unless the point is the mean
    if a[0] != a[1]: add('pgamma', a + (int(mpf(a[0]) / mpf(a[2]) < a[1]), 1), v)
for a in (26., top), (1e308, top), (1e308, 7.4), (top, 1.), (4e253, top):
    with mp.workdps(700): v = ldpois(*a)
    add('dpois', a + (1,), v)
    add('dpois_raw', a + (1,), v)
    add('ppois', a + (int(a[0] < a[1]), 1), v)
add('dpois', (0., top, 1), -top)
for x, df in (.2, top), (3739., 1e308), (1., 2e305):
    with mp.workdps(700): v = ldgamma(x, df / 2, 2.)
    add('dchisq', (x, df, 1), v)
    add('pchisq', (x, df, 1, 1), v)
for x, a, s in (2.9952796129316596e77, 9.916847324737842e-284, 2.206354341677865e-05), (5., 1e-285, 1.), (40., 1e-282, 3.), (700., 1e-300, 1.):
    with mp.workdps(400): v = mpf(a) * (mp.e1(mpf(x) / mpf(s)) if x / s < 1e4 else mp.exp(-mpf(x) / mpf(s)) / (mpf(x) / mpf(s) + 1))
    add('pgamma', (x, a, s, 0, 1), mp.log(v))
    add('pgamma', (x, a, s, 0, 0), v)
def llbeta(a, b): return mp.loggamma(mpf(a)) + mp.loggamma(mpf(b)) - mp.loggamma(mpf(a) + mpf(b))
for a in (top, top), (1e308, 1e308), (1.2e308, 1.4e308):
    with mp.workdps(700): add('lbeta', a, llbeta(*a))

# ---- counts of 1e308 trials, infinite sizes, an infinite sdlog
def ldbinom(x, n, p): return mp.loggamma(mpf(n) + 1) - mp.loggamma(mpf(x) + 1) - mp.loggamma(mpf(n) - mpf(x) + 1) + mpf(x) * mp.log(mpf(p)) + (mpf(n) - mpf(x)) * mp.log1p(-mpf(p))
for a in (1e308, 1e308, 1e-300), (1e308, 1e308, .5), (5e307, 1e308, .5), (5e307, 1e308, 1e-300), (0., 1e308, 1e-308), (3., 1e308, 1e-308):
    with mp.workdps(1000): v = ldbinom(*a)
    add('dbinom', a + (1,), v if v > -mpf(2)**1024 else -inf)
    add('dbinom', a + (0,), mp.exp(v))
for a, v in ((0., inf, 0.), 1), ((0., inf, .5), 0), ((3., inf, 0.), 0):
    add('dbinom', a + (0,), float(v))
    add('dbinom', a + (1,), 0. if v else -inf)
for a, v in ((0., inf, 1.), 1), ((1., inf, 1.), 0), ((0., inf, .5), 0):
    add('dnbinom', a + (0,), float(v))
    add('dnbinom', a + (1,), 0. if v else -inf)
with mp.workdps(60): add('dnbinom', (0., 1e308, .5, 1), -mpf(1e308) * mp.log(2))
add('dnbinom', (0., 1e308, 1e-3, 1), -inf)
for a, v in ((.3, 2., inf, 1, 0), 0.), ((.7, 2., inf, 1, 0), inf), ((.7, 2., inf, 0, 0), 0.), ((.5, 2., inf, 1, 0), nan), ((-1e4, 2., inf, 1, 1), 0.), ((-.2, 2., inf, 1, 1), inf): add('qlnorm', a, v)

# ---- beta and F quantiles with a tiny shape: the probability is a tiny complement, whose logarithm needs more than a
# double; odds beyond the squares of doubles, where the first term of the power series counts
def beta_root(p, a, b, lower, lg):
    with mp.workdps(700):
        a, b = mpf(a), mpf(b)
        up = (mp.exp(mpf(p)) if lg else mpf(p)) if not lower else -mp.expm1(mpf(p)) if lg else 1 - mpf(p)
        c = mp.log(a) + mp.loggamma(a) + mp.loggamma(b) - mp.loggamma(a + b)
        if b < a:
            w = beta_root(p, b, a, not lower, lg)
            return 1 / w
        u = mp.log1p(-up)                        # of the lower tail, x^a / (a B) 2F1
        y = (u + c) / a
        for _ in range(200):
            if y < -1300: return mp.exp(y)       # beyond 600 digits its second term
            x = mp.exp(y) / (1 + mp.exp(y))
            v = a * mp.log(x) - c + mp.log(mp.hyp2f1(a, 1 - b, a + 1, x))
            slope = mp.exp(a * mp.log(x) + b * mp.log1p(-x) - c + mp.log(a) - v)
            step = (u - v) / slope
            step = max(min(step, mpf(3)), mpf(-3))
            y += step
            if abs(step) < mpf(10)**-60: return mp.exp(y)
    raise ArithmeticError((p, a, b))
for a in [(4.697989016402914e-180, 7.203526335785667e-179, 3.732213328794843, 0, 0), (-6.917170465239263e-247, 1.0038158291311304e-249, 0.07523964242091628, 1, 1),
          (4.188167036295063e-237, 2.7496994224540128, 2.5320530669423907e-236, 1, 0), (4.290781769718062e-84, 1.313073024840593e-85, 0.02983803398684948, 0, 0),
          (2.0123371354973802e-36, 0.08117517709917459, 1.7160518562174166e-37, 1, 0), (1.1311523675250836e-33, 6.517261936833238e-48, 5.7616127799765555e-15, 0, 0)]:
    w = beta_root(*a)
    with mp.workdps(700): add('qbeta', a, w / (1 + w))
for a in [(2.0296278066719308e-281, 4.684317462351767e-284, 0.009147100335954969, 0, 0), (-1.6970240857091076e-40, 0.025675793709516462, 2.0176629581404448e-42, 0, 1),
          (3.134124571518309e-281, 1.0136505017688786e+184, 1.6336404059645426e-283, 1, 0), (-5.1248020476013305e-173, 22.11659451893709, 3.1501247323205345e-82, 1, 1),
          (1.5878904520278314e-238, 3.0245499586936675e-241, 1.9674730315906254e+166, 0, 0), (-3.0534819654337547e-283, 1.0500350426684182e+183, 6.084019456693317e-286, 0, 1),
          (1.6947849163980562e-225, 3.5924156842725376e-228, 1e+240, 0, 0)]:
    w = beta_root(a[0], a[1] / 2, a[2] / 2, a[3], a[4])
    with mp.workdps(1500): add('qf', a, w * mpf(a[2]) / mpf(a[1]))

merge(rows)
