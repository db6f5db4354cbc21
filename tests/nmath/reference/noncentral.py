#!/usr/bin/env python3
"""Reference tables of the non-central chi-square, beta, F and t distributions: noncentral.py [FUNCTION ...]

Every value is a sum of positive terms in binary floating point of at least 320 bits (gmpy2), arguments exact:
  w_j = exp(-l) l^(j+s) / Gamma(j+s+1), l = ncp/2; d_k = P_k - P_(k+1) with P_k = P(a+k, y) or I_x(a+k, b);
  lower tail = sum_j w_j P_j = sum_k d_k (w_0 + ... + w_k), by recurrence from k = 0, until the rest is below 2^-prec;
  upper tail = (sum of all w_j) - lower, the precision raised until 250 bits of the smaller tail remain; for the beta
  function at x above 0.6 the other way round, upper = sum_j w_j (1 - P_j);
  non-central t: P(T < t) = Phi(-delta) + (A + B)/2 for t > 0, A and B the lower tails with s = 0, a = 1/2 and s = 1/2,
  a = 1 (B with the sign of delta), again with the precision raised by what cancels.
Each value is computed at two precisions, which must agree to 60 digits. The program sums other terms in another order,
so an agreement is no accident of the method. Quantiles: secant iteration on these sums.
SPDX-License-Identifier: MIT"""
import math, os, signal, sys
import gmpy2
from gmpy2 import mpfr

LIMIT = 20      # seconds a point
HERE = os.path.dirname(os.path.abspath(__file__))
TABLES = os.path.join(HERE, '..', 'tables')
INF, NAN = math.inf, math.nan

class prec:
    def __init__(self, bits): self.bits = bits
    def __enter__(self):
        self.old = gmpy2.get_context().precision
        gmpy2.get_context().precision = self.bits
    def __exit__(self, *a): gmpy2.get_context().precision = self.old

ctx = gmpy2.get_context(); ctx.emax = gmpy2.get_emax_max(); ctx.emin = gmpy2.get_emin_min()

def lgam(x): return gmpy2.lgamma(x)[0]

class Mix:
    """beta: I_x(a+k, b) with x + xc = 1; else P(a+k, x)."""
    def __init__(self, l, s, a, x, b=None, xc=None):
        self.l, self.s, self.a, self.x, self.b, self.xc = l, s, a, x, b, xc
    def w0(self):
        return gmpy2.exp(self.s * gmpy2.log(self.l) - self.l - lgam(self.s + 1) if self.s else -self.l)
    def d(self, k):
        a = self.a + k
        if self.b is None: return gmpy2.exp(a * gmpy2.log(self.x) - self.x - lgam(a + 1)) if a else gmpy2.exp(-self.x)
        c = lgam(a + self.b) - lgam(a + 1) - lgam(self.b)
        return gmpy2.exp(a * gmpy2.log(self.x) + self.b * gmpy2.log(self.xc) + c)
    def ratio(self, k):
        if self.b is None: return self.x / (self.a + k + 1)
        return self.x * (self.a + self.b + k) / (self.a + k + 1)
    def upper(self):
        """for x above 1/2: sum_j w_j (1 - I_x(a+j, b)); the first by DLMF 8.17.8 in 1 - x, then U_(j+1) = U_j + d_j"""
        bits = gmpy2.get_context().precision
        eps = mpfr(2) ** -(bits + 20)
        a, b, y = self.a, self.b, self.xc
        t = u = mpfr(1)
        k = 0
        while True:
            r = (a + b + k) / (b + 1 + k) * y
            t *= r
            u += t
            k += 1
            r = max(r, y)
            if r < 0.9 and t <= eps * u * (1 - r): break
        d = self.d(0)
        U = u * d * a / b
        w, S, k = self.w0(), mpfr(0), 0
        while True:
            S += w * U
            U += d
            d = d * self.ratio(k)
            k += 1
            w = w * self.l / (k + self.s)
            if k > 2 * self.l and w <= eps * S: return S       # the U_j are below 1
    def lower(self):
        if self.b is not None and self.x > 0.6: return self.total() - self.upper()
        bits = gmpy2.get_context().precision
        eps = mpfr(2) ** -(bits + 20)
        # Skip indices from 0 that cannot matter: start where both d_k and the weights are far below the rest.
        w, d = self.w0(), self.d(0)
        W, S, k = w, mpfr(0), 0
        while True:
            S += d * W
            r = self.ratio(k)
            d = d * r
            k += 1
            w = w * self.l / (k + self.s)
            W += w
            if r < 1 and k > 4:
                q = max(r, self.x if self.b is not None else 0)
                if d * 2 <= eps * S * (1 - q): break
            if k > 8000000: raise ValueError('too many terms')
        return S
    def total(self):
        """sum of all weights"""
        if not self.s: return mpfr(1)
        return gmpy2.erf(gmpy2.sqrt(self.l))
    def density(self):
        """sum_j w_j d_(j-1) (a+j) -- the central densities times x (gamma) or x xc (beta)"""
        bits = gmpy2.get_context().precision
        eps = mpfr(2) ** -(bits + 20)
        w, S, k = self.w0(), mpfr(0), 0
        a = self.a
        if self.b is None: g = gmpy2.exp(a * gmpy2.log(self.x) - self.x - lgam(a)) if a else mpfr(0)
        else: g = self.d(0) * a
        if not a: S, k, w, a = mpfr(0), 1, w * self.l, self.a
        if not self.a: g = self.d(0) * self.x if self.b is None else None
        while True:
            t = w * g
            S += t
            r = self.x / (a + k) if self.b is None else self.x * (a + self.b + k) / (a + k)
            g = g * r
            k += 1
            v = self.l / (k + self.s)
            w = w * v
            if r * v < 0.5 and k > 4 and w * g * 2 <= eps * S: break
            if k > 8000000: raise ValueError('too many terms')
        return S

def tails(make):
    """(lower, upper) with 250 bits each; make() builds the mixture at the current precision."""
    def at(bits):
        with prec(bits):
            m = make(); lo = m.lower(); t = m.total(); return lo, t - lo, t
    bits = 320
    while True:
        lo, up, t = at(bits)
        small = min(lo, up)
        need = 320 + max(0, -gmpy2.frexp(small)[0] if small > 0 else bits)
        if small > 0 and need <= bits: break
        bits = need + 10 if small > 0 else 2 * bits
        if bits > 5000: raise ValueError('tail too far')
    l2, u2, t = at(bits + 200)
    assert abs(l2 - lo) <= abs(lo) * mpfr(2) ** -200 and abs(u2 - up) <= abs(up) * mpfr(2) ** -200, (lo, l2, up, u2)
    return l2, u2

def twice(f, tol=200):
    with prec(360): a = f()
    with prec(600): b = f()
    assert abs(a - b) <= abs(b) * mpfr(2) ** -tol, (a, b)
    return b

# ---- the distributions; each returns (lower, upper) or a density as mpfr, for regular arguments
def chisq_mix(x, df, ncp): return lambda: Mix(mpfr(ncp) / 2, 0, mpfr(df) / 2, mpfr(x) / 2)
def beta_mix(x, a, b, ncp): return lambda: Mix(mpfr(ncp) / 2, 0, mpfr(a), mpfr(x), mpfr(b), 1 - mpfr(x))
def f_mix(x, d1, d2, ncp):
    def make():
        u, v = mpfr(d1) * mpfr(x), mpfr(d2)
        return Mix(mpfr(ncp) / 2, 0, mpfr(d1) / 2, u / (u + v), v / 2, v / (u + v))
    return make
def t_mix(t, n, s, delta):
    def make():
        t2, v = mpfr(t) ** 2, mpfr(n)
        h = mpfr(1) / 2
        return Mix(mpfr(delta) ** 2 / 2, h if s else 0, mpfr(1) if s else h, t2 / (t2 + v), v / 2, v / (t2 + v))
    return make

def pchisq(x, df, ncp): return tails(chisq_mix(x, df, ncp))
def pbeta(x, a, b, ncp): return tails(beta_mix(x, a, b, ncp))
def pf(x, d1, d2, ncp): return tails(f_mix(x, d1, d2, ncp))
def dchisq(x, df, ncp): return twice(lambda: chisq_mix(x, df, ncp)().density() / mpfr(x))
def dbeta(x, a, b, ncp): return twice(lambda: beta_mix(x, a, b, ncp)().density() / (mpfr(x) * (1 - mpfr(x))))
def df(x, d1, d2, ncp):
    def go():
        m = f_mix(x, d1, d2, ncp)()
        return m.density() / mpfr(x)          # dx/df x^-1 xc^-1 = 1/f
    return twice(go)

def normal_upper(z): return gmpy2.erfc(z / gmpy2.sqrt(mpfr(2))) / 2

def pt(t, n, delta):
    if t < 0:
        lo, up = pt(-t, n, -delta); return up, lo
    def at(bits):
        with prec(bits):
            base = normal_upper(mpfr(delta))
            if t == 0: return base, normal_upper(-mpfr(delta))
            if delta == 0: lo = base + t_mix(t, n, 0, delta)().lower() / 2
            else:
                a, b = t_mix(t, n, 0, delta)().lower(), t_mix(t, n, 1, delta)().lower()
                lo = base + (a + b if delta > 0 else a - b) / 2
            return lo, 1 - lo
    bits = 400
    while True:
        lo, up = at(bits)
        if lo > 0 and up > 0:
            need = 340 + max(-gmpy2.frexp(up)[0], -gmpy2.frexp(lo)[0],
                0) + (int(float(delta) ** 2 * 1.5) if delta < 0 else 0)
            if need <= bits: break
        else: need = 2 * bits
        bits = need + 10
    l2, u2 = at(bits + 200)
    assert abs(l2 - lo) <= abs(lo) * mpfr(2) ** -200 and abs(u2 - up) <= abs(up) * mpfr(2) ** -200
    return l2, u2

def dt(t, n, delta):
    if t < 0: t, delta = -t, -delta
    def go():
        v = mpfr(n)
        if t == 0:
            c = lgam((v + 1) / 2) - lgam(v / 2) - gmpy2.log(gmpy2.const_pi() * v) / 2
            return gmpy2.exp(c - mpfr(delta) ** 2 / 2)
        a = t_mix(t, n, 0, delta)().density()
        b = t_mix(t, n, 1, delta)().density() if delta else 0
        return (a + b if delta >= 0 else a - b) / mpfr(t)      # (1/2) 2 / t: dx/dt = 2 x xc / t
    bits = 400
    while True:
        with prec(bits): r = go()
        with prec(bits + 300): r2 = go()
        if abs(r - r2) <= abs(r2) * mpfr(2) ** -200: return r2
        bits *= 2
        if bits > 200000: raise ValueError('cancellation')

class Slow(ValueError): pass
def _alarm(*_): raise Slow('slow')
signal.signal(signal.SIGALRM, _alarm)

# ---- tables
def pair(v):
    if isinstance(v, float): return (v, 0.0)
    hi = float(v)
    if math.isinf(hi) or math.isnan(hi): return (hi, 0.0)
    with prec(2000): return (hi, float(v - mpfr(hi)))

def hexf(v): return 'nan' if v != v else 'inf' if v == INF else '-inf' if v == -INF else float(v).hex()

def write(name, rows, note, script='noncentral.py'):
    os.makedirs(TABLES, exist_ok=True)
    with open(os.path.join(TABLES, name + '.tsv'), 'w') as f:
        f.write('# %s: %s (tests/nmath/reference/%s)\n' % (name, note, script))
        for args, flags, v in rows:
            hi, lo = pair(v)
            f.write('\t'.join([hexf(float(a)) for a in args] + [str(int(g)) for g in flags] + [hexf(hi),
                hexf(lo)]) + '\n')
    print(name, len(rows), 'rows', flush=True)

def log(v):
    with prec(max(400, gmpy2.get_context().precision)): return gmpy2.log(v)

def logp(small, other):
    """log(small) without losing digits when small is near 1."""
    with prec(600): return gmpy2.log1p(-other) if other < 0.5 else gmpy2.log(small)

def ptable(name, cdf, points, edges=()):
    rows = []
    for i, a in enumerate(points):
        signal.alarm(LIMIT)
        try: lo, up = cdf(*a)
        except (ValueError, AssertionError, OverflowError) as e: print('skip', name, a, repr(e)[:60],
            flush=True); continue
        finally: signal.alarm(0)
        for lower in (1, 0):
            v, o = (lo, up) if lower else (up, lo)
            if float(v) > 1e-320: rows.append((a, (lower, 0), v))
            if i % 2 == 0 or float(v) < 1e-250: rows.append((a, (lower, 1), logp(v, o)))
    write(name, rows + list(edges), 'sums of positive terms, 320 bits and more, checked at a second precision')

def dtable(name, pdf, points, edges=()):
    rows = []
    for i, a in enumerate(points):
        signal.alarm(LIMIT)
        try: v = pdf(*a)
        except (ValueError, AssertionError, OverflowError) as e: print('skip', name, a, repr(e)[:60],
            flush=True); continue
        finally: signal.alarm(0)
        if float(v) > 1e-320: rows.append((a, (0,), v))
        if i % 2 == 0 or float(v) < 1e-250: rows.append((a, (1,), log(v)))
    write(name, rows + list(edges), 'sums of positive terms, 360 and 600 bits compared')

def solve(tailfn, start, p, upper, logp_):
    """x with tail(x) = p: bisection to a factor 1.1 in x, then secant steps in logarithms, to 1e-35."""
    with prec(400):
        target = mpfr(p) if logp_ else gmpy2.log(mpfr(p))
    def f(x):
        v = tailfn(x)[1 if upper else 0]
        with prec(400):
            r = gmpy2.log(v) - target
            return -r if upper else r
    with prec(300):
        lo = hi = mpfr(start)
        step = mpfr(2)
        while f(lo) > 0: lo, hi, step = lo / step, lo, step ** 2
        step = mpfr(2)
        while f(hi) < 0: lo, hi, step = hi, hi * step, (step ** 2 if hi < 1 else step)
        for _ in range(400):
            if hi / lo < 1.1: break
            mid = gmpy2.sqrt(lo * hi)
            if f(mid) < 0: lo = mid
            else: hi = mid
        x0, x1 = lo, hi
        f0, f1 = f(x0), f(x1)
        for _ in range(30):
            if f1 == f0: break
            x2 = x1 - f1 * (x1 - x0) / (f1 - f0)
            x0, f0 = x1, f1
            x1 = x2
            if abs(x1 - x0) < abs(x1) * mpfr(10) ** -36: break
            f1 = f(x1)
        else: raise ValueError('no convergence')
        return x1

def qtable(name, cdf, points, edges=(), start=lambda *a: 1.0, back=lambda x: x):
    rows = []
    for p, lower, lg, a in points:
        signal.alarm(LIMIT)
        try: q = solve(lambda x: cdf(x, *a), start(*a), p, not lower, lg)
        except (ValueError, AssertionError, OverflowError) as e: print('skip', name, p, a, repr(e)[:60],
            flush=True); continue
        finally: signal.alarm(0)
        with prec(400): rows.append(((p,) + tuple(a), (lower, lg), back(q)))
    write(name, rows + list(edges), 'roots of the sums of positive terms to 35 digits')

CHISQ = [(x, d, l) for d, l in [(1, 1), (3, 0.5), (0.1, 0.3), (0.1, 10), (2, 20), (10, 5), (7.5, 80), (50, 3), (4, 300),
         (1000, 1e-3), (0.01, 1e-5), (0, 2), (0, 60)] for x in (d + l + f * math.sqrt(2 * (d + 2 * l)) for f in (-0.9,
             -0.3, 0.1, 2, 7))
         if x > 0]
CHISQ += [(1e-10, 3, 2), (1e-100, 0.1, 1), (1e-30, 0.01, 0.2), (1e-8, 2, 50), (0.5, 20, 1), (0.01, 4, 100), (400, 3,
    2), (1400, 1, 3),
          (900, 10, 60), (30, 100, 100), (2000, 100, 100), (8000, 3, 1e4), (9700, 3, 1e4), (1e4, 3, 1e4), (10300, 3,
              1e4), (12000, 3, 1e4),
          (14000, 100, 1e4), (500, 0.5, 1e4), (10, 5, 1e4), (5e4, 5, 1e4), (1e6, 1e6, 2), (1.003e6, 1e6, 2), (9.9e5,
              1e6, 100), (1.02e6, 1e6, 1e4),
          (1e-3, 0.1, 1e4), (1e5, 1, 1e5), (1.02e5, 1, 1e5), (9e4, 7, 1e5), (1.1e6, 1e5, 1e6), (1.09e6, 1e5,
              1e6), (1e6, 3, 1e6), (2e-300, 2, 1),
          (1e-5, 1e-3, 1e-3), (0.3, 1e-3, 1e-3), (1e-12, 0.05, 1e-8), (20, 0.1, 1e-8), (3, 3, 1e-300), (3e3, 3,
              10), (3e4, 1e4, 1), (1e8, 1e8, 7), (1e8 + 3e4, 1e8, 7)]
CHISQ_EDGE = [((-1.0, 4, 3), 0, 1), ((0.0, 4, 3), 0, 1), ((INF, 4, 3), 1, 0)]

def chisq():
    pe = [(a, (lt, lg), NAN) for a in [(NAN, 4, 3), (1, NAN, 3), (1, 4, NAN), (1, -1, 3), (1, 4, -1), (1, INF, 3), (1,
        3, INF)] for lt in (0, 1) for lg in (0, 1)][::3]
    pe += [((-1.0, 4, 3), (1, 0), 0.0), ((0.0, 4, 3), (0, 0), 1.0), ((0.0, 4, 3), (1, 1), -INF), ((INF, 4, 3), (1, 0),
        1.0), ((INF, 4, 3), (0, 1), -INF),
           ((0.0, 0, 3), (1, 0), gmpy2.exp(mpfr(-3) / 2)), ((0.0, 0, 3), (1, 1), -1.5), ((-1.0, 0, 3), (1, 0),
               0.0), ((1.0, 0, 0), (1, 0), 1.0)]
    ptable('pnchisq', pchisq, CHISQ, pe)
    de = [((-1.0, 4, 3), (0,), 0.0), ((0.0, 4, 3), (0,), 0.0), ((0.0, 4, 3), (1,), -INF), ((0.0, 1, 3), (0,), INF),
        ((0.0, 2, 3), (1,), log(mpfr(1) / 2) - 1.5),
          ((INF, 3, 1), (0,), 0.0), ((NAN, 3, 1), (0,), NAN), ((1, -3, 1), (0,), NAN), ((1, 3, -1), (0,), NAN), ((1,
              3, INF), (0,), NAN)]
    dtable('dnchisq', dchisq, CHISQ, de)
    q = [(p, 1, 0, a) for a in [(3, 2), (0.1, 0.3), (10, 80), (1, 1e3), (200, 5)] for p in (1e-300, 1e-20, 1e-3, 0.2,
        0.5, 0.9, 0.999)]
    q += [(p, 0, 0, a) for a in [(3, 2), (0.5, 10), (10, 80), (4, 1e3)] for p in (1e-300, 1e-20, 1e-3, 0.5, 0.99)]
    q += [(p, lt, 1, a) for a in [(3, 2), (0.7, 30)] for lt in (0, 1) for p in (-1e3, -30, -0.7, -1e-3, -1e-12)]
    q += [(0.3, 1, 0, (3, 1e4)), (1e-10, 0, 0, (0.1, 1e4)), (0.6, 1, 0, (1e5, 10))]
    qe = [((0, 3, 2), (1, 0), 0.0), ((1, 3, 2), (1, 0), INF), ((0, 3, 2), (0, 0), INF), ((1.1, 3, 2), (1, 0), NAN),
        ((-0.1, 3, 2), (1, 0), NAN), ((-INF, 3, 2), (1, 1), 0.0),
          ((0.5, -3, 2), (1, 0), NAN), ((0.5, 3, -2), (1, 0), NAN), ((NAN, 3, 2), (1, 0), NAN), ((0.5, 3, INF), (1,
              0), NAN), ((0.3, 0, 2), (1, 0), 0.0)]
    qtable('qnchisq', pchisq, q, qe, lambda d, l: d + l)

BETA = [(x, a, b, l) for a, b, l in [(1, 2, 1), (0.5, 0.5, 3), (0.1, 0.1, 0.2), (5, 3, 20), (50, 20, 10), (2, 0.05,
    5), (0.01, 30, 50), (200, 300, 4),
         (3, 5, 300), (1000, 2000, 100), (7, 1e4, 60)] for x in (1e-6, 0.01, 0.2, 0.5, 0.8, 0.97, 0.999)]
BETA += [(1e-100, 0.1, 2, 1), (1e-300, 1, 1, 1), (1e-20, 3, 3, 10), (1 - 2.0 ** -53, 2, 3, 5), (1 - 2.0 ** -40, 0.5,
    0.2, 1), (1 - 2.0 ** -50, 3, 1e-3, 2),
         (0.5, 1e-5, 1e-5, 1e-3), (0.999, 2, 10, 1e4), (0.9999, 3, 3, 1e4), (0.99, 3, 3, 1e4), (0.5, 10, 5000,
             1e4), (0.45, 10, 5000, 1e4), (0.55, 10, 5000, 1e4),
         (1e-5, 1, 1e9, 1e3), (1e-6, 1, 1e9, 1e3), (3e-7, 2, 1e9, 1e3), (1.4e-8, 3, 1e10, 20), (0.5, 1e6, 1e6,
             10), (0.5005, 1e6, 1e6, 10), (0.4990, 1e6, 1e6, 500),
         (0.1, 2, 3, 2000), (0.4, 20, 3000, 5000), (1e-3, 0.2, 5, 1e3), (0.3, 40, 0.7, 1e-6), (0.01, 5, 2,
             1e-300), (0.97, 0.3, 0.02, 1e-3), (1e-12, 1e-3, 10, 0.1)]
FPOINTS = [(x * (1 + l / d1), d1, d2, l) for d1, d2, l in [(1, 2, 1), (3, 5, 2), (0.1, 0.3, 1), (10, 0.5, 20), (5, 40,
    60), (100, 10, 3), (20, 300, 300), (2, 1e4, 8), (0.2, 3, 1e-5)]
           for x in (1e-3, 0.2, 0.9, 1.5, 6, 200)]
FPOINTS += [(1e-100, 3, 4, 2), (1e-300, 1, 1, 1), (1e100, 3, 2, 5), (1e300, 0.5, 0.1, 5), (3e200, 2, 2, 1), (1, 1e10,
    1e10, 3), (1.00003, 1e10, 1e10, 3), (0.99996, 1e10, 1e10, 3), (2, 3, 1e10, 5),
            (10, 3, 1e10, 5), (0.05, 10, 1e10, 100), (30, 10, 1e9, 60), (1e3, 10, 20, 1e4), (1.1e3, 10, 1e5,
                1e4), (950, 10, 1e4, 1e4), (5, 1e3, 10, 1e4), (11, 1e3, 50, 1e4), (40, 1e3, 100, 1e4),
            (1.02, 1e6, 1e5, 1e4), (1, 5, 7, 1e3), (1e-5, 0.1, 1e3, 10), (0.7, 0.1, 0.1, 1e3)]

def beta():
    pe = [((NAN, 1, 2, 1), (1, 0), NAN), ((0.5, NAN, 2, 1), (1, 0), NAN), ((0.5, 1, 2, -1), (1, 0), NAN), ((0.5, 0, 2,
        1), (1, 0), NAN), ((0.5, 1, 0, 1), (0, 1), NAN), ((0.5, 1, 2, INF), (1, 0), NAN),
          ((0.0, 1, 2, 1), (1, 0), 0.0), ((-1.0, 1, 2, 1), (0, 0), 1.0), ((1.0, 1, 2, 1), (1, 0), 1.0), ((3.0, 1, 2,
              1), (0, 1), -INF)]
    ptable('pnbeta', pbeta, BETA, pe)
    de = [((-0.1, 1, 2, 1), (0,), 0.0), ((1.1, 1, 2, 1), (1,), -INF), ((0.0, 0.5, 2, 1), (0,), INF), ((0.0, 2, 2, 1),
        (0,), 0.0), ((0.0, 1, 2, 1), (0,), 2 * gmpy2.exp(mpfr(-0.5))),
          ((1.0, 2, 1, 3), (0,), 3.5), ((1.0, 2, 2, 3), (0,), 0.0), ((1.0, 2, 0.5, 3), (1,), INF), ((0.5, 1, -2, 1),
              (0,), NAN), ((NAN, 1, 2, 1), (1,), NAN)]
    dtable('dnbeta', dbeta, BETA, de)
    q = [(p, lt, 0, a) for a in [(1, 2, 1), (0.5, 0.3, 5), (5, 3, 20), (20, 200, 100), (3, 3, 500)] for p,
        lt in [(1e-300, 1), (1e-10, 1), (0.1, 1), (0.5, 1), (0.95, 1), (0.1, 0), (1e-10, 0)]]
    q += [(p, lt, 1, a) for a in [(2, 3, 4)] for lt in (0, 1) for p in (-500, -20, -0.5, -1e-6)]
    qe = [((0, 1, 2, 1), (1, 0), 0.0), ((1, 1, 2, 1), (1, 0), 1.0), ((0, 1, 2, 1), (0, 0), 1.0), ((1.5, 1, 2, 1), (1,
        0), NAN), ((0.5, 1, -2, 1), (1, 0), NAN), ((NAN, 1, 2, 1), (1, 0), NAN)]
    def cdf(x, a, b, l):
        with prec(2000): y = mpfr(x)
        return (mpfr(1), mpfr(2) ** -5000) if y >= 1 else tails(lambda: Mix(mpfr(l) / 2, 0, mpfr(a), y, mpfr(b), 1 - y))
    # in z = x / (1 - x), which has the positive axis as its range
    qtable('qnbeta', lambda z, a, b, l: tails(lambda: Mix(mpfr(l) / 2, 0, mpfr(a), z / (1 + z), mpfr(b),
        1 / (1 + z))), q, [], lambda a, b, l: (a + l / 2) / b, lambda z: z / (1 + z))
    with open(os.path.join(TABLES, 'qnbeta.tsv'), 'a') as f:
        for args, flags, v in qe:
            f.write('\t'.join([hexf(float(a)) for a in args] + [str(g) for g in flags] + [hexf(v), hexf(0.0)]) + '\n')

def f():
    pe = [((0.0, 3, 5, 1), (1, 0), 0.0), ((-2.0, 3, 5, 1), (0, 0), 1.0), ((INF, 3, 5, 1), (0, 0), 0.0), ((1, 3, 5,
        -1), (1, 0), NAN), ((1, -3, 5, 1), (1, 0), NAN), ((1, 3, 0, 1), (1, 0), NAN), ((NAN, 3, 5, 1), (1,
        0), NAN), ((1, 3, 5, INF), (1, 0), NAN)]
    lim = [(1.0, 2, 3), (4.0, 3, 10), (0.01, 5, 2)]
    for x, d, l in lim:
        lo, up = pchisq(x * d, d, l)
        pe += [((x, d, INF, l), (1, 0), lo), ((x, d, INF, l), (0, 1), logp(up, lo))]
    ptable('pnf', pf, FPOINTS, pe)
    de = [((0.0, 1, 5, 1), (0,), INF), ((0.0, 3, 5, 1), (0,), 0.0), ((0.0, 2, 5, 3), (0,), gmpy2.exp(mpfr(-1.5))),
        ((-1.0, 2, 5, 3), (1,), -INF), ((1, 2, -5, 3), (0,), NAN), ((NAN, 2, 5, 3), (0,), NAN)]
    for x, d, l in lim: de.append(((x, d, INF, l), (0,), dchisq(x * d, d, l) * d))
    dtable('dnf', df, FPOINTS, de)
    q = [(p, lt, 0, a) for a in [(1, 2, 1), (3, 10, 5), (0.5, 0.7, 5), (20, 50, 100), (5, 300, 500), (3, 1e10,
        4)] for p, lt in [(1e-200, 1), (1e-10, 1), (0.1, 1), (0.5, 1), (0.95, 1), (0.1, 0), (1e-10, 0)]]
    q += [(p, lt, 1, a) for a in [(2, 3, 4)] for lt in (0, 1) for p in (-500, -20, -0.5, -1e-6)]
    qe = [((0, 3, 5, 1), (1, 0), 0.0), ((1, 3, 5, 1), (1, 0), INF), ((0, 3, 5, 1), (0, 0), INF), ((1.5, 3, 5, 1), (1,
        0), NAN), ((0.5, -3, 5, 1), (1, 0), NAN), ((NAN, 3, 5, 1), (1, 0), NAN)]
    qtable('qnf', pf, q, qe, lambda a, b, l: 1 + l / a)

TPOINTS = [(t, n, d) for n, d in [(3, 1), (3, -1), (1, 0.5), (0.1, 2), (0.1, -2), (10, 5), (10, -5), (50, 20), (2,
    -12), (400, 37.62), (30, 1e-3)]
           for t in (-8 + d, -0.5, 0.3, 0.7 * d, d + 1.3, 2 * d + 10) if t != 0]
TPOINTS += [(1e-5, 5, 3), (-1e-5, 5, 3), (1e-30, 2, 1), (1e10, 3, 2), (-1e10, 3, 2), (1e10, 3, -2), (1e100, 0.5, 3),
    (1e200, 1, 1), (1e5, 0.1, -3), (40, 1e10, 3), (3, 1e10, 3), (-35, 1e10, 1), (0.5, 1e10, -7), (1e-3, 1e10, 5),
            (100, 10, 100), (60, 10, 100), (300, 4, 100), (30, 1e3, 100), (105, 1e5, 100), (95, 1e5, 100), (-5, 10,
                30), (5, 10, -30), (0.01, 3, -20), (2, 0.5, -8), (1e3, 20, 40), (20, 1e-2, 3), (50, 2, 38), (40, 3,
                38.5), (1, 3, 37.7),
            (1, 3, 40), (-1, 3, 40), (20, 5, 45), (1.5, 2.5, 0), (-30, 7, 0), (1e8, 0.3, 0), (10, 1e6, 10), (9, 1e6,
                10), (2, 1, 1e-10), (-2, 1, 1e-10), (1e4, 3, 50), (3, 0.01, 30), (7, 1e4, -3), (1e4, 8, 1e3), (900,
                100, 1e3), (1003, 1e6, 1e3), (2e3, 1.5, 1e3)]

def t():
    def ph(z): 
        with prec(600): return normal_upper(-mpfr(z))
    pe = [((NAN, 3, 1), (1, 0), NAN), ((1, -3, 1), (1, 0), NAN), ((1, 0, 1), (1, 0), NAN), ((1, 3, NAN), (1, 0), NAN),
        ((INF, 3, 1), (1, 0), 1.0), ((INF, 3, 1), (0, 1), -INF), ((-INF, 3, 1), (1, 0), 0.0), ((-INF, 3, 1), (0, 0),
        1.0),
          ((1, INF, 2), (1, 0), ph(-1)), ((5, INF, 2), (0, 0), ph(-3)), ((0, 3, 2), (1, 0), ph(-2)), ((0, 0.2, -7),
              (0, 0), ph(-7)), ((0, 5, 30), (1, 1), log(ph(-30)))]
    ptable('pnt', pt, TPOINTS, pe)
    de = [((NAN, 3, 1), (0,), NAN), ((1, -3, 1), (0,), NAN), ((INF, 3, 1), (0,), 0.0), ((-INF, 3, 1), (1,), -INF)]
    dtable('dnt', dt, TPOINTS + [(0, 3, 1), (0, 0.1, -5), (0, 1e6, 30)], de)
    q = [(p, lt, 0, a) for a in [(3, 1), (0.7, 2), (10, 5), (50, 20), (1e6, 3)] for p, lt in [(0.2, 1), (0.5, 1),
        (0.95, 1), (0.01, 0), (1e-10, 0), (1e-100, 0)] if not (a == (0.7, 2) and p == 1e-100)]
    q = [r for r in q if r[1] == 0 or r[0] > float(normal_upper(mpfr(r[3][1]))) * 1.5]
    q += [(p, lt, 1, a) for a in [(4, 2)] for lt, p in [(1, -1e-3), (1, -1e-12), (0, -0.3), (0, -30), (0, -200)]]
    qe = [((0, 3, 1), (1, 0), -INF), ((1, 3, 1), (1, 0), INF), ((1, 3, 1), (0, 0), -INF), ((1.5, 3, 1), (1, 0), NAN),
        ((0.5, -3, 1), (1, 0), NAN), ((0.5, 3, NAN), (1, 0), NAN)]
    qtable('qnt', pt, q, qe, lambda n, d: abs(d) + 0.1)
    # Roots below 0: the mirror image, found for -delta.
    neg = [(p, lt, 0, a) for a in [(3, 1), (0.7, 2), (10, 5), (6, -4), (1e3, -10), (30, 35)] for p, lt in [(1e-3, 1),
        (1e-10, 1), (1e-60, 1), (0.3, 1), (0.3, 0)]]
    neg = [r for r in neg if (r[0] if r[1] else 1 - r[0]) < float(normal_upper(mpfr(r[3][1]))) / 1.5]
    with open(os.path.join(TABLES, 'qnt.tsv'), 'a') as f:
        for p, lt, lg, a in neg:
            signal.alarm(LIMIT)
            try: x = solve(lambda x: pt(x, a[0], -a[1]), abs(a[1]) + 0.1, p, lt, lg)
            except (ValueError, AssertionError) as e: print('skip', p, a, e); continue
            finally: signal.alarm(0)
            with prec(400): hi, lo = pair(-x)
            f.write('\t'.join([hexf(float(v)) for v in (p,) + a] + [str(lt), str(lg), hexf(hi), hexf(lo)]) + '\n')

if __name__ == '__main__':
    for family in sys.argv[1:] or ['chisq', 'beta', 'f', 't']: globals()[family]()
