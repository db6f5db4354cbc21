# SPDX-License-Identifier: MIT
"""P and Q of the incomplete gamma function with mpmath, without its own incomplete gamma function.

x <= a + 1, or small x: the series DLMF 8.7.1 of positive terms, summed until the geometric bound on the rest is below the
working precision. Else the continued fraction DLMF 8.9.2 for Q, by forward recurrence until two convergents, which
enclose or approach the value, agree. a > 1e5 with x within 80 standard deviations of a: quadrature of the density,
in units of the standard deviation, by Gauss-Legendre in 64 pieces (an entire integrand), checked at two precisions.
The other tail is 1 minus the first, with the working precision raised by the digits that cancel."""
from mpmath import mp, mpf

def log_front(a, x):    # log of x^a exp(-x) / Gamma(a + 1)
    return a * mp.log(x) - x - mp.loggamma(a + 1)

def series(a, x):
    t = s = mpf(1); n = 0; eps = mpf(10)**-(mp.dps + 2)
    while True:
        n += 1; t = t * x / (a + n); s += t
        r = x / (a + n + 1)
        if r < 1 and t * r / (1 - r) < eps * s: return s

def fraction(a, x):
    # Gamma(a, x) x^-a e^x = 1/(x+1-a - 1(1-a)/(x+3-a - ...))
    p0, p1, q0, q1 = mpf(0), mpf(1), mpf(1), x + 1 - a
    n = 0; eps = mpf(10)**-(mp.dps + 2)
    while True:
        n += 1; b = x + 2 * n + 1 - a; c = -n * (n - a)
        p0, p1 = p1, b * p1 + c * p0; q0, q1 = q1, b * q1 + c * q0
        if n % 16 == 0:
            s = 1 / q1; p0 *= s; p1 *= s; q0 *= s; q1 = mpf(1)
            if abs(p1 * q0 - p0) < eps * abs(p1 * q0) and n > 30: return p1 / q1
        if n > 2000000: raise ValueError('fraction')

def upper_quad(a, x):
    sd = mp.sqrt(a)
    g = lambda u: mp.exp((a - 1) * mp.log(x + sd * u) - (x + sd * u) - l)
    l = (a - 1) * mp.log(x) - x
    # far above the mode the density falls like exp(-k u): take pieces in that scale
    slope = abs((a - 1) / x - 1) * sd
    unit = 1 / max(mpf(1), slope)
    end = 30 + mp.dps // 4
    k = lambda t: mp.quad(g, [unit * end * i / 64 for i in range(65)], method='gauss-legendre')
    return k, l, sd

def pq(a, x, extra=0):
    """(P, Q) to the working precision of the caller."""
    a, x = mpf(a), mpf(x)
    if x == 0: return mpf(0), mpf(1)
    d0 = mp.dps
    with mp.workdps(d0 + 25):
        z = abs(x - a) / mp.sqrt(a)
        lf = log_front(a, x)
        if a > 1e5 and z < 80:
            sd = mp.sqrt(a); up = x >= a
            l = (a - 1) * mp.log(x) - x
            s = 1 if up else -1
            g = lambda u: mp.exp((a - 1) * mp.log1p(s * sd * u / x) - s * sd * u)
            unit = 1 / max(mpf(1), abs((a - 1) / x - 1) * sd)
            end = unit * (16 + d0 * 5) if z > 6 else mpf(16 + d0 / 4)
            if not up: end = min(end, x / sd)
            v = sd * mp.quad(g, [end * i / 48 for i in range(49)], method='gauss-legendre') * mp.exp(l - mp.loggamma(a))
            return (1 - v, v) if up else (v, 1 - v)
        if x <= a + 1 or x < 2:
            p = mp.exp(lf) * series(a, x)
            if p > 0.5 and extra == 0:
                lose = int(-mp.log10(1 - p)) if p < 1 else 200
                if lose > 20 or p >= 1:
                    mp.dps = d0 + 25
                    with mp.workdps(d0 + 420): return pq(a, x, 1)
            return p, 1 - p
        q = mp.exp(lf) * a * fraction(a, x)
        return 1 - q, q

def root(a, p, lower, lg):
    """x with tail = p: Newton in u = log x on log of the smaller tail."""
    a, p = mpf(a), mpf(p)
    lt = p if lg else mp.log(p)
    lo = mp.log(-mp.expm1(lt))
    lp, lq = (lt, lo) if lower else (lo, lt)
    useq = lq < lp
    u = (lp + mp.loggamma(a + 1)) / a
    if u < -90: return mp.exp(u)      # the next term is below e^-90
    if u > mp.log(a + 1) - 1:
        z = mpf(0)
        try: z = mp.sqrt(2) * mp.erfinv(1 - 2 * mp.exp(min(lp, lq))) * (1 if useq else -1) if min(lp, lq) > -30 else mp.sqrt(-2 * min(lp, lq)) * (1 if useq else -1)
        except Exception: pass
        w = 1 - 1 / (9 * a) + z / (3 * mp.sqrt(a))
        u = mp.log(a * w**3) if w > mpf('0.2') and a > mpf('0.3') else (mp.log(-lq + 1) if useq else min(u, mp.log(a + 1)))
    for i in range(200):
        x = mp.exp(u); P, Q = pq(a, x)
        f = mp.exp(a * u - x - mp.loggamma(a))
        d = (mp.log(Q) - lq) * Q / f if useq else (lp - mp.log(P)) * P / f
        d = max(min(d, mpf(1)), mpf(-1)); u += d
        if abs(d) < mpf(10)**-30: return mp.exp(u)
    raise ValueError('no root %s' % ((a, p, lower, lg),))
