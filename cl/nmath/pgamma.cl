// @provides: pgamma, nm_pgamma_kind
// @depends: nmath, dd, elementary, nm_gamma_front, nm_incgamma
// @includes: nmath
//
// Gamma distribution function P(shape, q / scale); the quotient is taken in double-double. Methods: nm_incgamma.cl.
// Region: all arguments; shape 0 is a point mass at 0. Measured: below 4 ulp.
// SPDX-License-Identifier: MIT

NM_FN double pgamma(double q, double shape, double scale, int lower_tail, int log_p)
{
    if (q != q || shape != shape || scale != scale) return q + shape + scale;
    if (shape < 0.0 || scale <= 0.0) return ML_NAN;
    const double one = log_p ? 0.0 : 1.0, zero = log_p ? ML_NEGINF : 0.0;
    const double none = lower_tail ? zero : one, all = lower_tail ? one : zero;
    if (q <= 0.0 || (shape == ML_POSINF && q < ML_POSINF)) return none;
    if (q == ML_POSINF && scale == ML_POSINF) return ML_NAN;
    if (shape == 0.0 || q == ML_POSINF) return all;
    if (scale == ML_POSINF) return none;
    // A quotient of doubles with extreme exponents: bring both towards 1.
    const double f = scale > 0x1p900 || scale < 0x1p-900 ? (scale > 1.0 ? 0x1p-200 : 0x1p200) : 1.0;
    nm_dd x = nm_dd_ratio(q * f, scale * f), l = nm_dd_of(0.0);
    if (!(x.hi < ML_POSINF)) return log_p && !lower_tail ? nm_gamma_overflow(shape, q, scale) : all;
    if (x.hi < 1e-280) x.lo = 0.0;
    if (nm_pgamma_needs_log(shape, x.hi)) l = nm_dd_log_ratio(nm_dd_of(q), nm_dd_of(scale));
    // Q is a E1(x) for such shapes: the power of two keeps a times anything below 1 normal.
    const int tiny = shape < 0x1p-960;
    nm_half h = nm_pgamma_core(tiny ? shape * 0x1p100 : shape, x, l);
    if (tiny && h.upper) h.e = nm_dd_sub(h.e, nm_dd_mul_d(NM_LN2, 100.0));
    return nm_half_tail(h, lower_tail, log_p);
}

NM_INLINE int nm_pgamma_kind(double q, double shape, double scale) { return nm_incgamma_kind(shape, q / scale); }
