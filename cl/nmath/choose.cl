// @provides: choose
// @depends: nmath, dd, elementary, nm_choose, nm_fast_log, nm_fast_beta, nm_fast_choose
// @includes: nmath
//
// Binomial coefficient n (n - 1) ... (n - k + 1) / k! for real n, k rounded to an integer; 0 for k < 0. n is taken as
// it is, also close to an integer. Methods: nm_choose.cl; exact where the value is an integer below 2^53.
// Whole n and k: nm_fast_choose.cl and, from
// min(k, n - k) = 30 on, nm_fast_beta.cl. Measured: 1 ulp.
// SPDX-License-Identifier: MIT

// All arguments.
NM_FN double nm_choose_rest(double n, double k)
{
    if (n != n || k != k) return n + k;
    k = rint(k);
    if (k < 0.0) return 0.0;
    if (k == 0.0) return 1.0;
    if (n >= 0.0 && n < k && n == floor(n)) return 0.0;
    const int sign = nm_choose_sign(n, k);
    if (fabs(n) == ML_POSINF) return sign * ML_POSINF;
    if (k == ML_POSINF) return n < -1.0 ? ML_NAN : 0.0;
    if (n == -1.0) return (double)sign;
    if (k < 30.0) {
        int e;
        const nm_dd r = nm_choose_product(n, (int)k, &e);
        // |e| may be 29 * 1074; r is between 2^-110 and 2^29.
        return nm_scale2(r.hi, e > 2200 ? 2200 : e < -2200 ? -2200 : e);
    }
    return (double)sign * nm_exp_dd(nm_choose_log(n, k));
}

NM_FN double choose(double n, double k)
{
    if (!nm_fast_choose_usual(n, k)) return nm_choose_rest(n, k);
    const double p = fmin(k, n - k), q = n - p;
    if (p < 30.0) return nm_fast_choose_ratio(n, p);
    const nm_dd e = nm_fast_beta_exponent(p, q);
    int i;
    const double m = nm_fast_exp(-e.hi, -e.lo, &i);
    return nm_scale2(m * sqrt(n / (p * q) * 0x1.45f306dc9c883p-3), i);
}
