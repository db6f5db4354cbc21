// @provides: norm_rand
// @depends: nmath, philox, nm_variate
// @includes: nmath
//
// Standard normal, by inversion, without rejection: v is uniform on (0, 1/2], one more bit chooses the side, and the
// upper v-quantile is sqrt(w) G(w) with w = -log(4 v (1 - v)), after the observation of M. Giles (Approximating the
// erfinv function, GPU Computing Gems 2, 2011) that in w the quantile is smooth over the whole range. G: rational
// approximations of degree 9 on w < 8 and above, own coefficients from tests/nmath/reference/norm_rand_coefficients.py,
// relative error 1.3e-17, all positive. Reaches 9.1 standard deviations; the result is within 8 ULP of the quantile
// (relative error below 1e-15).
// SPDX-License-Identifier: MIT

#define NM_NORM_STEP(r, low, high) r = fma(r, t, tail ? high : low)

NM_RV_INLINE double norm_rand(nm_rng *rng)
{
    const ulong bits = nm_rng_bits(rng);
    const double v = nm_rng_half(bits), q = 0.5 - v;
    const double w = -nm_rv_log(4.0 * v * (1.0 - v), -4.0 * q * q);
    const int tail = w > 8.0;
    const double t = w - (tail ? 8.0 : 0.0);
    double a = tail ? 5.815359934925874e-13 : 0.0, b = tail ? 4.1130120788178144e-13 : 0.0;
    NM_NORM_STEP(a, 1.2508311666520914e-08, 2.4507156213266687e-10);
    NM_NORM_STEP(a, 5.624870176293816e-07, 2.7128564441116744e-08);
    NM_NORM_STEP(a, 1.2256646154442947e-05, 1.311258463566152e-06);
    NM_NORM_STEP(a, 0.000175410686618581, 3.749779654530643e-05);
    NM_NORM_STEP(a, 0.0018384698314290616, 0.0007160413318948073);
    NM_NORM_STEP(a, 0.013701712267757002, 0.009471717162233727);
    NM_NORM_STEP(a, 0.08739909372042018, 0.08550680427983648);
    NM_NORM_STEP(a, 0.3078986322065282, 0.4810693722043483);
    NM_NORM_STEP(a, 1.2533141373155003, 1.3304960987681478);
    NM_NORM_STEP(b, 8.863561437353633e-09, 1.7398888191274904e-10);
    NM_NORM_STEP(b, 4.07614632738577e-07, 1.939695418518485e-08);
    NM_NORM_STEP(b, 8.98372321728203e-06, 9.452685618904526e-07);
    NM_NORM_STEP(b, 0.00012984641674468927, 2.720267389810496e-05);
    NM_NORM_STEP(b, 0.0013795109744812349, 0.0005224760608392254);
    NM_NORM_STEP(b, 0.01028640335009577, 0.006948956893141924);
    NM_NORM_STEP(b, 0.06730936285865247, 0.06312564076526701);
    NM_NORM_STEP(b, 0.2338681771307592, 0.35763974738665105);
    b = fma(b, t, 1.0);
    /* Always b. PoCL's compiler would pair a and b to vectors of two, and no longer run work-items as lanes. */
    b = w >= 0.0 ? b : 1.0;
    a = a / b * sqrt(w);
    return bits & 1 ? a : -a;
}
