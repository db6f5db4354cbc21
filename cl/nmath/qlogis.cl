// @provides: qlogis, nm_qlogis
// @depends: nmath, dd, elementary, mills, nm_light, nm_dist
// @includes: nmath
//
// Quantile of the logistic distribution: location + scale log(p / (1 - p)), the logarithm as a pair, without the
// quotient. No branches on data. Accuracy: below 1 ulp, also beside p = 1/2.
// SPDX-License-Identifier: MIT

NM_LIGHT double nm_qlogis(double p, double location, double scale, int lower_tail, int log_p)
{
    const double top = log_p ? 0.0 : 1.0, bottom = log_p ? ML_NEGINF : 0.0;
    const int inside = (p > bottom) & (p < top);
    nm_dd t;
    if (log_p) {
        const double x = inside ? p : -1.0;
        const nm_dd l = nm_light_log1mexp(-x, 0.0), s = nm_two_sum(x, -l.hi);
        t = nm_fast_two_sum(s.hi, s.lo - l.lo);
        // Far down 1 - exp(x) is 1.
        t = x < -745.2 ? nm_dd_of(x) : t;
    } else {
        const double x = inside ? p : 0.5, o = 1.0 - x;
        // 2 atanh((x - b) / (x + b)), b = (1 - x) 2^k about x.
        const int small = nm_upper(x) < 0x00300000;
        const double y = small ? x * 0x1p200 : x;
        const int k = (nm_upper(y) - nm_upper(o) + 0x00080000) >> 20;
        const double f = nm_two_to(k), b = o * f, bl = ((1.0 - o) - x) * f;
        const double d = y + b, dl = (y > b ? y - d + b : b - d + y) + bl;
        t = nm_light_log_core(y - b, -bl, d, dl, (double)(small ? k - 200 : k));
    }
    double r = nm_light_affine(lower_tail ? t.hi : -t.hi, lower_tail ? t.lo : -t.lo, scale, location);
    r = scale == 0.0 ? location : r;
    r = inside ? r : (p == top) == (lower_tail != 0) ? ML_POSINF : ML_NEGINF;
    const int bad = nm_bad_p(p, log_p) | (location != location) | !(scale >= 0.0);
    return bad ? ML_NAN : r;
}

NM_INLINE double qlogis(double p, double location, double scale, int lower_tail, int log_p)
{
    if (log_p) return lower_tail ? nm_qlogis(p, location, scale, 1, 1) : nm_qlogis(p, location, scale, 0, 1);
    return lower_tail ? nm_qlogis(p, location, scale, 1, 0) : nm_qlogis(p, location, scale, 0, 0);
}
