#!/usr/bin/env python3
"""Points at the ends of the doubles, at the end of the tables of their functions: parameters next to the largest and least
doubles, subnormal arguments, logarithms next to 0, arguments next to a zero of the function. Run after the other
generators; rows with the same arguments are replaced.

All by closed forms in mpmath at two precisions, or by the leading term where the rest is below 1e-250 of it: a beta variate
beside a huge shape is a gamma variate, beside a tiny shape its far tail is proportional to that.
SPDX-License-Identifier: MIT"""
import math, sys
from mpmath import mp, mpf
from core import merge, twice

inf = math.inf
top = sys.float_info.max
rows = []
def add(name, args, value): rows.append((name, args, value))

def both(name, args, log_density, digits=900):
    """The density and its logarithm."""
    v = twice(log_density, args, digits)
    add(name, args + (1,), v if v > -mpf(top) else -inf)
    add(name, args + (0,), mp.exp(v) if v > -10**6 else 0.0)

def four(name, args, lower, upper, digits=900):
    """The four forms of a distribution function, from tails that are both accurate."""
    with mp.workdps(digits):
        for low, mine, other in ((1, lower, upper), (0, upper, lower)):
            add(name, args + (low, 0), mine)
            v = (mp.log(mine) if mine < 0.5 else mp.log1p(-other)) if mine > 0 else -mp.inf
            add(name, args + (low, 1), v if v > -mpf(top) else -inf)

# ---- geometric: counts up to the largest double, subnormal probabilities
for x, p in (2.0039392500183825e302, 1e-300), (1.5e305, 3e-304), (top, 1e-308), (top, 0.5), (1.2e300, 5e-324), (3., 1e-310):
    both('dgeom', (x, p), lambda x, p: mp.log(p) + mpf(x) * mp.log1p(-mpf(p)))
for q, p in (2.0039392500183825e302, 1e-300), (1e305, 1e-310), (top, 5e-324), (top, 1e-308), (top, 0.5), (1e305, 1e-20):
    with mp.workdps(900):
        u = (mpf(q) + 1) * mp.log1p(-mpf(p))
        far = u < -10**6
        four('pgeom', (q, p), mpf(1) if far else -mp.expm1(u), mpf(0) if far else mp.exp(u))
        if far:
            rows[-1] = rows[-1][:2] + (u if u > -mpf(top) else -inf,)
            rows[-3] = rows[-3][:2] + (mpf(0),)
for p, q, l, g in (1e-10, 1e-310, 1, 0), (1e-16, 5e-324, 1, 0), (.5, 2e-308, 1, 0), (-1e-5, 1e-306, 0, 1), (.5, 1e-310, 1, 0):
    with mp.workdps(900):
        u = mpf(p) if g else mp.log1p(-mpf(p))
        v = mp.ceil(u / mp.log1p(-mpf(q))) - 1
        add('qgeom', (p, q, l, g), max(v, mpf(0)) if v < mpf(top) else inf)

# ---- log Gamma and digamma next to their zeros on the negative axis, and a little further away
def lgamma(x): return mp.log(abs(mp.gamma(mpf(x))))
with mp.workdps(60):
    zeros = [mp.findroot(lgamma, (a, a - 1e-9)) for a in (mpf('-2.4570247382208006'), mpf('-2.7476826467274127'))]
    for n in range(3, 13):
        for side in (0, 1):
            g = 1 / mp.fac(n + side)
            zeros.append(mp.findroot(lgamma, (-n - 1 + g if side else -n - g, (-n - 1 + g if side else -n - g) * (1 + mpf(10)**-14))))
    psi_zeros = [mp.findroot(lambda x: mp.psi(0, x), (-n - mpf('.55'), -n - mpf('.62'))) for n in range(14)]
for z in zeros:
    for x in {float(z), math.nextafter(float(z), 0.), float(z) * (1 + 3e-11), float(z) * (1 - 4e-7)}:
        if x != math.floor(x): add('lgammafn', (x,), twice(lgamma, (x,), 60))
for z in psi_zeros:
    for x in float(z), math.nextafter(float(z), 0.), float(z) * (1 + 3e-11), float(z) * (1 - 4e-7):
        add('digamma', (x,), twice(lambda x: mp.psi(0, mpf(x)), (x,), 60))

# ---- F and beta densities of 1 and next to it, and huge or tiny shapes
def ldbeta(x, a, b):
    x, a, b = mpf(x), mpf(a), mpf(b)
    return (a - 1) * mp.log(x) + (b - 1) * mp.log1p(-x) + mp.loggamma(a + b) - mp.loggamma(a) - mp.loggamma(b)
def ldf(x, m, n):
    x, m, n = mpf(x), mpf(m), mpf(n)
    w = m * x / n
    return m / 2 * mp.log(w) - (m + n) / 2 * mp.log1p(w) - mp.log(x) + mp.loggamma((m + n) / 2) - mp.loggamma(m / 2) - mp.loggamma(n / 2)
for x in 1e-300, 5e-324, 1e-17, 1e-5:
    for n in 3., 1e-3, 1e20, 7.5:
        add('df', (x, 2., n, 1), twice(lambda x, n: -(mpf(n) / 2 + 1) * mp.log1p(2 * mpf(x) / n), (x, n), 400))
for x, b in (1e-300, 1 + 2.**-52), (.3, 1 + 2.**-52), (1e-20, 1 - 2.**-53), (.9, 1.25):
    add('dbeta', (x, 1., b, 1), twice(lambda x, b: mp.log(b) + (mpf(b) - 1) * mp.log1p(-mpf(x)), (x, b), 400))
    add('dbeta', (x, b, 1., 1), twice(lambda x, b: mp.log(b) + (mpf(b) - 1) * mp.log(x), (x, b), 400))
for a in ((.5, 2.6869059667923573e291, 1.7e308), (6.6e-183, 1.578e239, top), (1., 6., 1e305), (3., 1e305, 6.), (.999, 1e304, 1e302), (2., 1e-310, 3.),
          (1e-3, 2.5, 1e-312), (3e-200, 1e-311, 2e-310)):
    both('df', a, ldf)
for x, m, n in (.5, 1e305, inf), (.5, inf, 1e305), (3., inf, 1e280):
    with mp.workdps(700):
        c, y = (mpf(m), mpf(x)) if n == inf else (mpf(n), 1 / mpf(x))
        add('df', (x, m, n, 1), c / 2 * (mp.log(y) + 1 - y) - mp.log(x) + mp.log(c / 2 / (2 * mp.pi)) / 2)
for a in ((1.65581991e-315, 1.7e308, 651.99), (6.1e-134, 3., top), (.3, 1e305, 3.), (1e-305, 3., 1e305), (.5, 1e305, 1e305), (.4, 1e305, 2e303), (.3, 1e-310, 2.),
          (.3, 2.5, 1e-311), (.3, 1e-310, 3e-310)):
    both('dbeta', a, ldbeta)
def ldnbinom(x, s, p): return mp.loggamma(mpf(x) + s) - mp.loggamma(mpf(s)) - mp.loggamma(mpf(x) + 1) + mpf(s) * mp.log(p) + mpf(x) * mp.log1p(-mpf(p))
for a in (3., 1e305, 1 - 2.**-53), (4., 1e305, .5), (1e305, 3., 1e-305), (7., 1e-310, .3): both('dnbinom', a, ldnbinom)
def ldnbinom_mu(k, s, mu):
    k, s, mu = mpf(k), mpf(s), mpf(mu)
    return mp.loggamma(k + s) - mp.loggamma(s) - mp.loggamma(k + 1) - s * mp.log1p(mu / s) - k * mp.log1p(s / mu)
for a in (4., 1e300, 3.64e251), (2.728e278, top, 1e-300), (4., 1e-310, 2.), (1e306, 2.5, 3e305): both('dnbinom_mu', a, ldnbinom_mu)
for x, mu in (1e305, 1e304), (4., 3.), (0., 2.5): both('dnbinom_mu', (x, inf, mu), lambda x, s, mu: mpf(x) * mp.log(mu) - mu - mp.loggamma(mpf(x) + 1))
for a in (1., 1e-310), (0., 1e-320), (1e10, 3e-309):
    both('dt', a, lambda t, n: -(mpf(n) + 1) / 2 * mp.log1p(mpf(t)**2 / n) - mp.log(mpf(n) * mp.pi) / 2 + mp.loggamma((mpf(n) + 1) / 2) - mp.loggamma(mpf(n) / 2), 700)

# ---- beta tails beside a huge shape: gamma's, or for the large deviation a log x; beside a tiny one
def gamma_tails(a, y): return mp.gammainc(a, 0, y, regularized=True), mp.gammainc(a, y, mp.inf, regularized=True)
with mp.workdps(60):
    for x, a, b in (1e-305, 3., 1e305), (2e-308, 7.5, top), (1e-301, .5, 2e301): four('pbeta', (x, a, b), *gamma_tails(mpf(a), mpf(x) * mpf(b)), digits=60)
    for q, n, p in (3., 1e305, 1e-305), (7., top, 3e-308):
        lo, up = gamma_tails(mpf(q) + 1, mpf(n) * mpf(p))
        four('pbinom', (q, n, p), up, lo, digits=60)
    for q, n, p in (1e305, 3., 1e-305), (2e307, 5.5, 3e-307):
        four('pnbinom', (q, n, p), *gamma_tails(mpf(n), mpf(q) * mpf(p)), digits=60)
    for q, m, n in (1., 6., 1e305), (.3, 2.5, top): four('pf', (q, m, n), *gamma_tails(mpf(m) / 2, mpf(m) / 2 * mpf(q)), digits=60)
    for q, n, mu in (8.9e306, 3., 1e307), (1e305, 40., 1e305): four('pnbinom_mu', (q, n, mu), *gamma_tails(mpf(n), mpf(q) * mpf(n) / mpf(mu)), digits=60)
with mp.workdps(700):
    for x, a, b in (.5, 1e305, 3.), (.999, 2e307, 50.): add('pbeta', (x, a, b, 1, 1), mpf(a) * mp.log(mpf(x)))
    for x, a, b in (.4999, 1e305, 1e305), (.3, 1e303, 1e300):
        n = mpf(a) + b
        d = a * mp.log(a / n / x) + b * mp.log(b / n / (1 - mpf(x)))
        add('pbeta', (x, a, b, int(x < a / n), 1), -d)
    for q, m, n in (2., 1e305, inf), (.5, inf, 1e305):
        c, y = (mpf(m), mpf(q)) if n == inf else (mpf(n), 1 / mpf(q))
        add('pf', (q, m, n, int(q < 1), 1), -c / 2 * (y - 1 - mp.log(y)))
    add('pnbinom_mu', (1e305, inf, 1e304, 0, 1), -(mpf(1e305) * mp.log(mpf(1e305) / 1e304) + 1e304 - mpf(1e305)))
    # I_x(a, b) = 1 - a (psi(a = 0 ...)): the far tail of a tiny shape a is a times the integral of t^-1 (1 - t)^(b-1) over t > x
    for x, a, b in (.3, 1e-310, 2.), (.7, 3e-312, 4.):
        u = mpf(a) * mp.quad(lambda t: (1 - t)**(mpf(b) - 1) / t, [mpf(x), 1])
        add('pbeta', (x, a, b, 0, 0), u)
        add('pbeta', (x, a, b, 0, 1), mp.log(u))
        add('pbeta', (1 - x if x == .5 else x, a, b, 1, 1), -u)
    for x, a, b in (.3, 1e-310, 3e-310), (1e-5, 1.5e-309, 1e-308): four('pbeta', (x, a, b), mpf(b) / (mpf(a) + mpf(b)), mpf(a) / (mpf(a) + mpf(b)))
with mp.workdps(60):
    for p, a, b in (.3, 3., 1e305), (.9, 1.5, top):
        y = mp.findroot(lambda y: gamma_tails(mpf(a), y)[0] - mpf(p), a)
        add('qbeta', (p, a, b, 1, 0), y / mpf(b))
    # No quantiles of counts: libRmath, which accuracy.py asks for each row, counts up to them.
for p, a, b in (.6, 1e-310, 3e-310), (.8, 1e-310, 3e-310):
    add('qbeta', (p, a, b, 1, 0), 0. if p < .75 else 1.)
    add('qf', (p, a, b, 1, 0), 0. if p < .75 else inf)

# ---- non-central: the first two terms for tiny x; next to 1 the sum of small parts
def chi_terms(x, n, nc, many=2):
    l, y, a = mpf(nc) / 2, mpf(x) / 2, mpf(n) / 2
    return mp.fsum(mp.exp(-l + j * mp.log(l) - mp.loggamma(j + 1) + (a + j - 1) * mp.log(y) - y - mp.loggamma(a + j)) / 2 for j in range(many) if a + j > 0)
for a in (1.4807536075533803e-308, 0., 1.), (5e-324, 0., 3.), (1e-320, 2., 1.), (1e-310, 3., 40.), (1e-320, 1e-310, 1e-310), (1e-281, .5, 3.), (2e-300, 0., 1e-5):
    with mp.workdps(100): both('dnchisq', a, lambda *a: mp.log(chi_terms(*a)), 100)
def f_terms(x, m, n, nc, many=2):
    l, a, b, w = mpf(nc) / 2, mpf(m) / 2, mpf(n) / 2, mpf(m) * mpf(x) / mpf(n)
    return mp.fsum(mp.exp(-l + j * mp.log(l) - mp.loggamma(j + 1) + (a + j) * mp.log(w) - (a + b + j) * mp.log1p(w) + mp.loggamma(a + b + j) - mp.loggamma(a + j)
                          - mp.loggamma(b)) / x for j in range(many))
for a in (1e-310, 2., 3., 1.), (1e-281, 1., 3., 4.), (3e-320, 5., 1e4, .5):
    both('dnf', a, lambda *a: mp.log(f_terms(*a)), 100)
for a in (1e-3, 2., 3., 1e-3), (.5, 2., 1e3, .02), (1e-5, 2., 1e-3, 1e-20), (1e-300, 2., 3., 1e-290):
    with mp.workdps(900): add('dnf', a + (1,), mp.log(f_terms(*a, many=60)))
for x, a, b, nc in (1e-300, 1., 1., 1e-299), (.3, 1., 1., 1e-20), (.3, 1., 1.1, 1e-2), (.01, 1., .8, 1e-9):
    with mp.workdps(900):
        l = mpf(nc) / 2
        add('dnbeta', (x, a, b, nc, 1), -l + mp.log(mpf(b)) + (mpf(b) - 1) * mp.log1p(-mpf(x)) + mp.log(mp.hyp1f1(1 + mpf(b), 1, l * x)))
# upper tails of tiny degrees of freedom: a times the integral above, and the mass that the first Poisson weight moves there
for q, m, n, nc in (3., 1e-300, 3., 1e-300), (3., 1e-10, 3., 1e-10), (1e-3, 1e-10, 3., 1e-10), (.5, 3e-200, 8., 1e-190):
    with mp.workdps(1300):
        l, a, b = mpf(nc) / 2, mpf(m) / 2, mpf(n) / 2
        X = mpf(m) * q / (mpf(m) * q + n)
        s = mpf(0)
        for j in range(4):
            A = a + j
            s += mp.exp(-l) * l**j / mp.fac(j) * (1 - mp.exp(A * mp.log(X) - mp.log(A) + mp.loggamma(A + b) - mp.loggamma(A) - mp.loggamma(b)) * mp.hyp2f1(A, 1 - b, A + 1, X))
        add('pnf', (q, m, n, nc, 0, 0), s)
        add('pnf', (q, m, n, nc, 0, 1), mp.log(s))
# non-central t: sqrt(n) e^(-d^2/2) / 2 at 0 and n Phi(d) / |x| far from it, for tiny n
for x, n, d in (0., 1e-310, 1.), (0., 4e-320, -2.), (1.5, 1e-310, 1.), (-3., 2e-315, 1.), (1e200, 1e-310, 1.), (1e200, 1e-250, 1.), (1e120, 1e-280, -.5):
    with mp.workdps(60):
        v = mp.log(mpf(n)) / 2 - mp.log(2) - mpf(d)**2 / 2 if x == 0 else mp.log(mpf(n) / abs(mpf(x)) * mp.ncdf(d if x > 0 else -d))
        add('dnt', (x, n, d, 1), v)
        add('dnt', (x, n, d, 0), mp.exp(v))

# ---- the studentized range of many means below q = 1: the trapezoidal rule for both integrals, at two steps
def range_lower(q, r, c, df, h, g):
    q, n, m = mpf(q), mpf(df), mpf(df) / 2
    def W(w):
        s = mpf(0)
        for d in (1, -1):
            k = 0 if d > 0 else -1
            while True:
                x = k * g
                t = mp.exp(-(x + w / 2)**2 / 2) * ((mp.erf((x + w / 2) / mp.sqrt(2)) - mp.erf((x - w / 2) / mp.sqrt(2))) / 2)**(c - 1)
                s += t
                if t < s * mpf(10)**-28: break
                k += d
        return s * g * c / mp.sqrt(2 * mp.pi)
    lead, total, u0 = mp.log(2) + m * mp.log(m) - mp.loggamma(m), mpf(0), mp.log(1 + (c - 1) * r / n) / 2
    for d in (1, -1):
        k, last = 0 if d > 0 else -1, mpf(0)
        while True:
            u = u0 + k * h
            t = mp.exp(lead + n * u - m * mp.exp(2 * u)) * W(q * mp.exp(u))**r
            total += t
            if t < last and t < total * mpf(10)**-28: break
            last = t
            k += d
    return total * h
with mp.workdps(80):
    for q, r, c, df in (.1, 1, 50, 10.), (.05, 1, 50, 10.), (.03, 1, 200, 10.), (.3, 2, 30, 20.), (1e-3, 1, 3, 5.):
        g, h = mpf('.5') / mp.sqrt(c), min(mpf('.05'), mpf('.3') / mp.sqrt(r * c + df))    # the outer sum converges as |Gamma| falls off
        v, w = range_lower(q, r, c, df, h, g / 2), range_lower(q, r, c, df, h * mpf('.8'), g / 3)
        assert abs(v - w) < w * mpf(10)**-20, (q, c, v, w)
        a = (q, float(r), float(c), df)
        add('ptukey', a + (1, 0), w)
        add('ptukey', a + (1, 1), mp.log(w))
        add('ptukey', a + (0, 1), mp.log1p(-w))

# ---- subnormal degrees of freedom, of which half is not a double: tails in proportion to them, or by their ratio
tiny = (5e-324, 1.5e-323, 3.5e-323, 1.1e-322, 4.4501477170144e-309)
for n in tiny:
    for t in (-5e-324, 2., 8.91681465418931e+196):
        both('dt', (t, n), lambda t, n: -(mpf(n) + 1) / 2 * mp.log1p(mpf(t)**2 / n) - mp.log(mpf(n) * mp.pi) / 2 + mp.loggamma((mpf(n) + 1) / 2) - mp.loggamma(mpf(n) / 2), 350)
    for t in (1e-310, -2.): four('pt', (t, n), mpf(1) / 2, mpf(1) / 2)
    for q in (1e-3, 2., 300.):
        with mp.workdps(60): upper = mpf(n) / 2 * mp.e1(mpf(q) / 2)
        with mp.workdps(900): four('pchisq', (q, n), 1 - upper, upper)
        both('dchisq', (q, n), lambda q, n: mp.log(mpf(n) / 2) - mp.log(q) - mpf(q) / 2, 60)
    for q, o in (2., 3.), (1e-200, .7), (1e60, 40.):
        with mp.workdps(60):
            # I_x(a, b) for tiny b: b (log(1 / y) - psi(a) - gamma)
            low = mpf(n) / 2 * (mp.log(mpf(o) * q / n) - mp.digamma(mpf(o) / 2) - mp.euler)
            up = mpf(n) / 2 * (mp.log(mpf(o) / (mpf(n) * q)) - mp.digamma(mpf(o) / 2) - mp.euler)
        with mp.workdps(900):
            if q * o > 1e-3: four('pf', (q, o, n), low, 1 - low)
            if q < 1e50: four('pf', (q, n, o), 1 - up, up)
    for q, m in (1.4908859936804844e+53, 1e-310), (5.919674626619679e+241, 6.356019794137666e-278):
        with mp.workdps(900):
            four('pf', (q, m, n), n / (mpf(m) + n), m / (mpf(m) + n))
            four('pf', (q, n, m), m / (mpf(m) + n), n / (mpf(m) + n))

# ---- sums in log space next to 1, where two pairs cancel
for x, y in ((-1.983399096855834, -.1480369175496769), (-2.498353643539915, -.0857978420915971), (-2.4720935643546182, -.08818438512537743), (-2., -.14541345786885906),
             (-.338254635911175, -1.2483208200629752), (-3.6547250882522277, -.02620908514610038), (-6.25e-27, -60.33719246397264), (-math.log(2.), -math.log(2.))):
    add('logspace_add', (x, y), twice(lambda x, y: mp.log(mp.exp(mpf(x)) + mp.exp(mpf(y))), (x, y), 400))
for x, y in (8.639041742670355e-247, -566.5822263022774), (2.509621503152623e-27, -61.24966556462306), (1., .5413248546129183), (1.6206575420606697, 1.4002993391374197), (30., 29.999999999999908):
    add('logspace_sub', (x, y), twice(lambda x, y: mp.log(mp.exp(mpf(x)) - mp.exp(mpf(y))), (x, y), 900))

merge(rows)
