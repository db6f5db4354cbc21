// @provides: nm_chi_integral, nm_t_lead
// @depends: nmath, dd, elementary, stirlerr, bd0, mills
// @includes: nmath
//
// Integrals over the chi distribution for the non-central t distribution. With S^2 chi-square over n, its degrees of
// freedom, f the density of S and c(s) a density or tail of the normal distribution at D + t s,
//   integral f(s) c(s) ds = exp(lead) integral exp(-(A/2) (e^w - 1)^2 - r (e^w - 1 - w)) R(D + t s0 e^w) dw,
// s = s0 e^w, s0 the mode of the exponent, A = (n + t^2) s0^2, r = n (tail, R the Mills ratio) or n + 1 (density,
// R = 1): completing the square at the mode leaves terms of one sign (own derivation). The trapezoidal rule in v with
// w = c (v + 1 - e^-v), which shortens the slow decay towards w = -inf, converges exponentially.
// Region: n from 1e-300 to 1e25, |t| up to 1e140. Bounds: 2 loops of at most 400 nodes, in practice 40 to 100 in all.
// Measured through dnt and pnt: below 2 ulp.
// SPDX-License-Identifier: MIT

// e^w - 1 - w; e is e^w - 1.
NM_INLINE double nm_expm1mx_d(double w, double e)
{
    double s = 1.0;
    for (int k = 15; k >= 3; --k) s = fma(w / (double)k, s, 1.0);
    return fabs(w) < 0.4 ? 0.5 * w * w * s : e - w;
}

// The integral over w; x = d + ts e^w.
NM_FN double nm_chi_integral(double a, double r, double d, double ts, int tail)
{
    // Nearly normal integrands need no stretching of the left side and allow a wider step.
    const int normal = a + 1.8 * r > 220.0;
    const double sigma = 1.0 / sqrt(a + r), c = fmin(sigma, 0.7), bend = normal ? 0.0 : 1.0, h = normal ? 0.5 : 0.125;
    double sum = 0.0, rest = 0.0;
    for (int side = 0; side < 2; ++side) {
        // exp(-v) by repeated multiplication, with the rounding of each product.
        const double ch = side ? 0x1.2216045b6f5cdp+0 : 0x1.c3d6a24ed8222p-1;
        const double cl = side ? -0x1.8c4a5df1ec7e5p-58 : -0x1.e1e0a76cb0685p-55;
        double gh = bend * (side ? ch : 1.0), gl = side ? bend * cl : 0.0;
        for (int k = side; k < 400; ++k) {
            const double v = side ? -h * (double)k : h * (double)k;
            const double g = gh + gl, w = c * (v + bend - g), e = expm1(w);
            double f = exp(-0.5 * a * e * e - r * nm_expm1mx_d(w, e)) * (1.0 + g);
            if (tail) f *= nm_mills(fma(ts, e, d + ts));
            const nm_dd t = nm_two_sum(sum, f);
            sum = t.hi;
            rest += t.lo;
            if (f < 1e-18 * sum) break;
            const nm_dd p = nm_two_prod(gh, ch);
            gl = fma(gl, ch, fma(gh, cl, p.lo));
            gh = p.hi;
        }
    }
    return (sum + rest) * c * h;
}

// The exponent at s0 for z = d + t s0: -stirlerr(m) - bd0(m, m s0^2) - z^2/2 + log(m)/2 - log(pi), m = n/2.
NM_FN nm_dd nm_t_lead(double n, double s0, double t, double d)
{
    const double m = 0.5 * n;
    const nm_dd z = nm_dd_add_d(nm_two_prod(t, s0), d);
    nm_dd r = nm_dd_add(nm_stirlerr(m), nm_bd0_dd(m, nm_dd_mul_d(nm_two_prod(s0, s0), m)));
    r = nm_dd_add(nm_dd_add(r, NM_LN_PI), nm_dd_scale(nm_dd_mul(z, z), 0.5));
    return nm_dd_sub(nm_dd_scale(nm_dd_log(m), 0.5), r);
}
