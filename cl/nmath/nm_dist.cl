// @provides: nm_div_split, nm_ldexp_dd, nm_diff, nm_zscore, nm_affine, nm_exp_pow, nm_log_tail, nm_tail_dd, nm_bad_p
// @depends: nmath, dd, elementary
// @includes: nmath
//
// What the location-scale families share: quotients with their own exponent, exp(x) f 2^e, and probabilities given as
// p, 1 - p, log p or log(1 - p) turned into double-double. Own derivations.
// Accuracy: 2^-95 relative, as far as exponents allow.
// SPDX-License-Identifier: MIT

// a / b = m 2^e with 1/2 <= |m| <= 2, for finite a and b other than 0.
NM_INLINE nm_dd nm_div_split(nm_dd a, double b, int *e)
{
    int i, j;
    nm_split(a.hi, &i);
    const double m = nm_split(b, &j);
    const int i2 = i / 2;
    const nm_dd s = nm_dd_scale(nm_dd_scale(a, nm_pow2(-i2)), nm_pow2(i2 - i));
    *e = i - j;
    return nm_dd_div_d(s, m);
}

// x 2^k, the low part dropped where the high one is not a normal number.
NM_INLINE nm_dd nm_ldexp_dd(nm_dd x, int k)
{
    const int c = k > 2200 ? 2200 : k < -2200 ? -2200 : k;
    const double h = nm_scale2(x.hi, c);
    return nm_dd_make(h, fabs(h) < ML_POSINF && fabs(h) > DBL_MIN ? nm_scale2(x.lo, c) : 0.0);
}

// (x - m) = d 2^e exactly for finite x and m, d below 2^1023.
NM_INLINE nm_dd nm_diff(double x, double m, int *e)
{
    const int big = fabs(x) > 0x1p1000 || fabs(m) > 0x1p1000;
    const double s = big ? 0.25 : 1.0;
    *e = big ? 2 : 0;
    return nm_two_sum(s * x, -(s * m));
}

// (x - m) / s for finite x, m and s > 0.
NM_FN nm_dd nm_zscore(double x, double m, double s)
{
    int e, k;
    const nm_dd d = nm_diff(x, m, &e);
    if (d.hi == 0.0) return nm_dd_of(0.0);
    const nm_dd q = nm_div_split(d, s, &k);
    return nm_ldexp_dd(q, k + e);
}

// m + s t, rounded once.
NM_INLINE double nm_affine(nm_dd t, double s, double m)
{
    const double h = t.hi * s;
    const int big = !(fabs(h) < 0x1p1000 && fabs(m) < 0x1p1000), tiny = s < 0x1p-400 && fabs(m) < 0x1p-400;
    const double f = big ? 0.125 : tiny ? 0x1p300 : 1.0, g = big ? 8.0 : tiny ? 0x1p-300 : 1.0;
    const double u = f * s, hu = t.hi * u;
    const double r = nm_dd_add_d(nm_dd_make(hu, fma(t.hi, u, -hu) + t.lo * u), f * m).hi * g;
    return fabs(hu) < 0x1p1022 && fabs(t.hi) < ML_POSINF ? r : h + m;
}

// exp(x) f 2^e for 2^-900 < |f| < 2^900.
NM_FN double nm_exp_pow(nm_dd x, nm_dd f, int e)
{
    int k;
    const nm_dd m = nm_exp_reduced(nm_exp_reduce(x, &k));
    const int c = k + e;
    // Below its range the reduction stops at -1500: nothing is left there whatever e.
    return nm_scale2(nm_dd_mul(m, f).hi, c > 2200 ? 2200 : c < -2200 || x.hi < -1499.0 ? -2200 : c);
}

// Neither a probability nor its logarithm.
NM_INLINE int nm_bad_p(double p, int log_p) { return log_p ? !(p <= 0.0) : !(p >= 0.0 && p <= 1.0); }

// The logarithm of the probability (same = 1) or of its complement (same = 0) that p states; p inside its range.
NM_FN nm_dd nm_log_tail(double p, int same, int log_p)
{
    if (same) return log_p ? nm_dd_of(p) : nm_dd_log(p);
    if (!log_p) return nm_dd_log1p(nm_dd_of(-p));
    if (p > -M_LN2) return nm_dd_log_dd(nm_dd_neg(nm_dd_expm1(nm_dd_of(p))));
    return nm_dd_log1p(nm_dd_neg(nm_dd_exp(nm_dd_of(p))));
}

// The probability (same = 1) or its complement (same = 0) that p states.
NM_FN nm_dd nm_tail_dd(double p, int same, int log_p)
{
    if (log_p) return same ? nm_dd_exp(nm_dd_of(p)) : nm_dd_neg(nm_dd_expm1(nm_dd_of(p)));
    return same ? nm_dd_of(p) : nm_two_sum(1.0, -p);
}
