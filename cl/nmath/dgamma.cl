// @provides: dgamma
// @depends: nmath, dd, elementary, bd0, nm_gamma_front
// @includes: nmath
//
// Gamma density: front(shape, x / scale) shape / x with front(a, y) = y^a exp(-y) / Gamma(a + 1) (nm_gamma_front.cl),
// the quotient x / scale and the exponent in double-double, rounded once.
// Region: all arguments; shape 0 is a point mass at 0. Measured: below 1 ulp, logarithm too except where it passes 0.
// SPDX-License-Identifier: MIT

NM_FN double dgamma(double x, double shape, double scale, int give_log)
{
    if (x != x || shape != shape || scale != scale) return x + shape + scale;
    if (shape < 0.0 || scale <= 0.0) return ML_NAN;
    const double zero = give_log ? ML_NEGINF : 0.0;
    if (x < 0.0) return zero;
    if (shape == 0.0) return x == 0.0 ? ML_POSINF : zero;
    if (x == 0.0 && shape == 1.0) return give_log ? -nm_dd_log(scale).hi : 1.0 / scale;
    if (x == 0.0) return shape < 1.0 ? ML_POSINF : zero;
    if (x == ML_POSINF || shape == ML_POSINF || scale == ML_POSINF) return zero;
    // x / scale with both brought towards 1; beyond the doubles only its logarithm counts.
    const double f = scale > 0x1p900 ? 0x1p-200 : scale < 0x1p-900 ? 0x1p200 : 1.0;
    nm_dd y = nm_dd_ratio(x * f, scale * f), l = nm_dd_of(0.0);
    if (!(y.hi < ML_POSINF)) return give_log ? nm_gamma_overflow(shape, x, scale) : 0.0;
    if (y.hi < 1e-280) y.lo = 0.0;
    if (shape == 1.0) {
        const nm_dd m = nm_dd_neg(y);
        if (give_log || f != 1.0) {
            const nm_dd t = nm_dd_sub(m, nm_dd_log(scale));
            return give_log ? t.hi : nm_exp_dd(t);
        }
        return nm_exp_mul(m, nm_dd_recip(scale));
    }
    if (give_log || nm_gamma_underflow(y.hi)) l = nm_dd_log_ratio(nm_dd_of(x), nm_dd_of(scale));
    const nm_dd a = nm_dd_of(shape), b = nm_dd_of(x);
    if (give_log) return nm_log_value(nm_dd_add(nm_gamma_front_log(shape, y, l), nm_dd_log_ratio(a, b)));
    nm_dd w;
    const nm_dd e = nm_gamma_front(shape, y, l, &w);
    const double g = shape / x;
    if (g > 1e-280 && g < 1e290 && x > 1e-280) return nm_exp_mul(e, nm_dd_mul(w, nm_dd_ratio(shape, x)));
    return nm_exp_mul(nm_dd_add(e, nm_dd_log_ratio(a, b)), w);
}
