// @provides: qnorm, nm_qnorm_std
// @depends: nmath, dd, elementary, mills
// @includes: nmath
//
// Normal quantile. |p - 1/2| <= 0.35: (p - 1/2) times a quotient of polynomials of degree 6 in (p - 1/2)^2, the form of
// M. J. Wichura's AS 241 (Appl. Statist. 37 (1988) 477) with this project's own coefficients, error 2e-17. Tails:
// with y^2 = -2 log p a start of 6e-7 (y < 38, rational in 1 / y) or asymptotic (DLMF 7.17.6), then one step of
// Halley's method on log Q(t) = -t^2/2 - log sqrt(2 pi) + log R(t) with the Mills ratio R of mills.cl.
// Region: all p, also on the log scale to its end. Measured: below 2 ulp.
// SPDX-License-Identifier: MIT

__constant double nm_qnorm_num[] = {
    0x1.7b09daebf0bbdp+1, 0x1.d3484cd7baa59p+5,
    0x1.a365b146efc7cp+8, 0x1.4df7ceb3a4473p+10,
    0x1.c9b1f7afdffa6p+10, 0x1.afa9867dc00e3p+9,
    0x1.fc8b8ec0c0b05p+5
};
__constant double nm_qnorm_den[] = {
    0x1.0p+0, 0x1.58e12ff70444cp+4,
    0x1.5b04948c369cbp+7, 0x1.4280372312c1bp+9,
    0x1.14a631521569cp+10, 0x1.7a7f3632bf495p+9,
    0x1.09b057eaf7055p+7
};
__constant double nm_qnorm_tail_num[] = {
    0x1.0007721a8edb6p+0, 0x1.0dcf5bd810567p+4, 0x1.650de0641ee6cp+5,
    -0x1.4155da7e318e2p+4, -0x1.0eb55d4d7860ap+6
};
__constant double nm_qnorm_tail_den[] = {
    0x1.0p+0, 0x1.0e2272e3b6375p+4, 0x1.8bd1359222474p+5,
    0x1.b4af7e510c7d9p+4, -0x1.3a09620876bbap+0
};

// The t > 0 with log Q(t) = l, for l < log 0.16.
NM_FN double nm_qnorm_tail(double l)
{
    const double y2 = -2.0 * l, y = 2.0 * sqrt(-0.5 * l), v = 1.0 / y;
    if (y > 1e9) return y;
    double t = y * nm_horner(nm_qnorm_tail_num, 5, v) / nm_horner(nm_qnorm_tail_den, 5, v);
    const double w = y2 - M_LN_2PI;
    t = y < 38.0 ? t : sqrt(w - log(w - log(w)));
    // f = log Q(t) - l, f' = -1 / R, f'' = f' (1 / R - t); t^2 exactly.
    const double r = nm_mills(t);
    const nm_dd h = nm_half_square(nm_dd_of(t)), d = nm_two_sum(h.hi, -l);
    const double f = d.hi + (d.lo + h.lo + (log(r) - M_LN_SQRT_2PI)), s = f * r;
    return t + s / (1.0 + 0.5 * s * (1.0 / r - t));
}

// The standard normal quantile; p in its domain.
NM_FN double nm_qnorm_std(double p, int lower_tail, int log_p)
{
    double s = p - 0.5, l;
    int low = s < 0.0;
    if (log_p) {
        int k;
        const nm_dd m = nm_exp_reduced(nm_exp_reduce_quick(nm_dd_of(p), &k));
        const double f = nm_pow2(k < -1000 ? -1000 : k);
        s = (m.hi * f - 0.5) + m.lo * f;
        low = s < 0.0;
        l = low ? p : nm_log1mexp(-p);
    } else {
        l = log(low ? p : 1.0 - p);
    }
    const double w = 0.1225 - s * s;
    const double mid = s * (nm_horner(nm_qnorm_num, 7, w) / nm_horner(nm_qnorm_den, 7, w));
    const double tail = fabs(s) <= 0.35 ? 0.0 : nm_qnorm_tail(l);
    const double z = fabs(s) <= 0.35 ? mid : low ? -tail : tail;
    return lower_tail ? z : -z;
}

NM_INLINE double qnorm(double p, double mean, double sd, int lower_tail, int log_p)
{
    if (p != p || mean != mean || sd != sd) return p + mean + sd;
    const double one = log_p ? 0.0 : 1.0, zero = log_p ? ML_NEGINF : 0.0;
    if (!(p >= zero && p <= one)) return ML_NAN;
    if (p == zero || p == one) return (p == zero) == (lower_tail != 0) ? ML_NEGINF : ML_POSINF;
    if (sd < 0.0) return ML_NAN;
    if (sd == 0.0 || fabs(mean) == ML_POSINF) return mean;
    return fma(sd, nm_qnorm_std(p, lower_tail, log_p), mean);
}
