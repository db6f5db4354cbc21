// @provides: lchoose
// @depends: nmath, dd, elementary, nm_choose, nm_fast_log, nm_fast_beta, nm_fast_choose
// @includes: nmath
//
// log |choose(n, k)| for real n, k rounded to an integer; -inf where the coefficient is 0. n is taken as it is.
// Methods: nm_choose.cl, nm_fast_choose.cl, nm_fast_beta.cl.
// Measured: below 1 ulp, except where the coefficient is within 2^-40 of 1.
// SPDX-License-Identifier: MIT

// All arguments.
NM_FN double nm_lchoose_rest(double n, double k)
{
    if (n != n || k != k) return n + k;
    k = rint(k);
    if (k < 0.0) return ML_NEGINF;
    if (k == 0.0 || n == -1.0) return 0.0;
    if (n >= 0.0 && n < k && n == floor(n)) return ML_NEGINF;
    if (fabs(n) == ML_POSINF) return ML_POSINF;
    if (k == ML_POSINF) return n < -1.0 ? ML_POSINF : ML_NEGINF;
    if (k < 30.0) {
        int e;
        const nm_dd r = nm_choose_product(n, (int)k, &e);
        return nm_dd_log_scaled(r.hi < 0.0 ? nm_dd_neg(r) : r, (double)e).hi;
    }
    return nm_choose_log(n, k).hi;
}

NM_FN double lchoose(double n, double k)
{
    if (!nm_fast_choose_usual(n, k)) return nm_lchoose_rest(n, k);
    const double p = fmin(k, n - k), q = n - p;
    const int few = p < 30.0;
    const nm_dd l = nm_fast_log_short(few ? nm_fast_choose_ratio(n, p) : n / (p * q) * 0x1.45f306dc9c883p-3);
    if (few) return l.hi + l.lo;
    const nm_dd e = nm_fast_beta_exponent(p, q), r = nm_two_sum(0.5 * l.hi, -e.hi);
    return r.hi + (r.lo + (0.5 * l.lo - e.lo));
}
