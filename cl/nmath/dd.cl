// @provides: nm_dd, nm_dd_of, nm_dd_make, nm_two_sum, nm_fast_two_sum, nm_two_prod, nm_dd_add, nm_dd_add_d, nm_dd_sub,
//   nm_dd_mul, nm_dd_mul_d, nm_dd_div, nm_dd_div_d, nm_dd_recip, nm_dd_sqrt, nm_dd_neg, nm_dd_scale, nm_dd_ratio
// @depends: nmath
// @includes: nmath
//
// Double-double arithmetic: a value is the unevaluated sum hi + lo, |lo| <= ulp(hi)/2.
// Sources: T. J. Dekker, Numer. Math. 18 (1971); D. E. Knuth, TAOCP 2, 4.2.2 (two_sum); Joldes, Muller, Popescu,
// ACM TOMS 44 (2017) 15, algorithms 6 (add, 3 u^2 with u = 2^-53) and 12 (mul, 5 u^2).
// Region: products need 2^-960 < |a b| < 2^1023, else the low part is lost or not a number.
// Accuracy: add and mul 2^-103, div and sqrt 2^-101 relative.
// SPDX-License-Identifier: MIT

typedef struct {
    double hi, lo;
} nm_dd;

NM_INLINE nm_dd nm_dd_make(double hi, double lo)
{
    nm_dd r;
    r.hi = hi;
    r.lo = lo;
    return r;
}

NM_INLINE nm_dd nm_dd_of(double a) { return nm_dd_make(a, 0.0); }

// a + b exactly.
NM_INLINE nm_dd nm_two_sum(double a, double b)
{
    const double s = a + b, t = s - a;
    return nm_dd_make(s, (a - (s - t)) + (b - t));
}

// a + b exactly, for |a| >= |b| or a = 0.
NM_INLINE nm_dd nm_fast_two_sum(double a, double b)
{
    const double s = a + b;
    return nm_dd_make(s, b - (s - a));
}

// a * b exactly.
NM_INLINE nm_dd nm_two_prod(double a, double b)
{
    const double p = a * b;
    return nm_dd_make(p, fma(a, b, -p));
}

NM_INLINE nm_dd nm_dd_neg(nm_dd a) { return nm_dd_make(-a.hi, -a.lo); }

// a * s for s a power of two.
NM_INLINE nm_dd nm_dd_scale(nm_dd a, double s) { return nm_dd_make(a.hi * s, a.lo * s); }

NM_INLINE nm_dd nm_dd_add(nm_dd a, nm_dd b)
{
    nm_dd s = nm_two_sum(a.hi, b.hi);
    const nm_dd t = nm_two_sum(a.lo, b.lo);
    s = nm_fast_two_sum(s.hi, s.lo + t.hi);
    return nm_fast_two_sum(s.hi, s.lo + t.lo);
}

NM_INLINE nm_dd nm_dd_add_d(nm_dd a, double b)
{
    const nm_dd s = nm_two_sum(a.hi, b);
    return nm_fast_two_sum(s.hi, s.lo + a.lo);
}

NM_INLINE nm_dd nm_dd_sub(nm_dd a, nm_dd b) { return nm_dd_add(a, nm_dd_neg(b)); }

NM_INLINE nm_dd nm_dd_mul(nm_dd a, nm_dd b)
{
    const nm_dd p = nm_two_prod(a.hi, b.hi);
    return nm_fast_two_sum(p.hi, p.lo + fma(a.hi, b.lo, a.lo * b.hi));
}

NM_INLINE nm_dd nm_dd_mul_d(nm_dd a, double b)
{
    const nm_dd p = nm_two_prod(a.hi, b);
    return nm_fast_two_sum(p.hi, fma(a.lo, b, p.lo));
}

// One division and two corrections: the quotient of equal numbers is 1.
NM_INLINE nm_dd nm_dd_div(nm_dd a, nm_dd b)
{
    const double inv = 1.0 / b.hi, p = a.hi * inv, q = fma(fma(-p, b.hi, a.hi), inv, p);
    const double r = fma(-q, b.hi, a.hi) + fma(-q, b.lo, a.lo);
    return nm_fast_two_sum(q, r * inv);
}

NM_INLINE nm_dd nm_dd_div_d(nm_dd a, double b)
{
    const double inv = 1.0 / b, q = a.hi * inv;
    return nm_fast_two_sum(q, (fma(-q, b, a.hi) + a.lo) * inv);
}

NM_INLINE nm_dd nm_dd_recip(double b)
{
    const double q = 1.0 / b;
    return nm_dd_make(q, fma(-q, b, 1.0) * q);
}

// a / b.
NM_INLINE nm_dd nm_dd_ratio(double a, double b)
{
    const double q = a / b;
    return nm_dd_make(q, fma(-q, b, a) / b);
}

NM_INLINE nm_dd nm_dd_sqrt(nm_dd a)
{
    const double s = sqrt(a.hi);
    const double r = fma(-s, s, a.hi) + a.lo;
    return a.hi > 0.0 ? nm_fast_two_sum(s, r / (2.0 * s)) : nm_dd_of(s);
}
