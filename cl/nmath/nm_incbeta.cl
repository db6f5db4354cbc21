// @provides: nm_beta_tail, nm_incbeta, nm_incbeta_odds, nm_incbeta_halves, nm_beta_value, nm_pbeta_both, nm_beta_pair,
//   nm_beta_raw,
//   nm_beta_factor, nm_beta_front, nm_beta_prefactor, nm_one_minus, nm_shape, nm_odds, nm_odds_of, nm_odds_side,
//   nm_odds_near, nm_beta_exp,
//   nm_density, nm_beta_log, nm_beta_power, nm_beta_density, nm_beta_limit, nm_limit_tail,
//   nm_f_down, nm_incbeta_kind
// @depends: nmath, dd, elementary, nm_calls, stirlerr, bd0, lbeta, nm_log_ext, nm_fast_gamma, nm_fast_log, nm_terms,
//   nm_lgamma_slope, nm_kind
// @includes: nmath
//
// The incomplete beta function ratio I_x(a, b) and 1 - I_x(a, b), for a, b > 0 and x, y = 1 - x in (0, 1), both given
// as double-double: a caller that knows the complement exactly (t, F, negative binomial) loses nothing.
// nm_incbeta returns the tail that can be computed without cancellation as exp(l) f, l a double-double;
// nm_beta_value turns it into either tail, plain or as a logarithm; nm_pbeta_both gives all four.
// With n = a + b and D = bd0(a, n x) + bd0(b, n y) (Loader 2000) the prefactor is
//   x^a y^b / B(a, b) = sqrt(a b / (2 pi n)) exp(s(n) - s(a) - s(b) - D), s = Stirling's error: nothing large cancels.
// Methods, with (c, X) the parameter and variable of the tail on the far side of the mean, (s, Y) the other pair:
//  1 Continued fraction: the even part of DLMF 8.17.22 (DiDonato and Morris, ACM TOMS 18 (1992) 360, eq. 9), summed
//    by Steed's method; at most 250 steps, below 45 but for s < 1.
//  2 min(a, b) >= 60 and 2 D < 16: with z^2 / 2 = D as variable the tail is exp(s(n) - s(a) - s(b)) / sqrt(2 pi) times
//    the integral of exp(-t^2/2) t / W(t) over t > z, where W W' = t (1 + k W - W^2 / n), k = (a - b) / sqrt(n a b);
//    t / W expanded at 0, 20 terms, integrated term by term (own derivation; leading term: Temme, SIAM J. Math. Anal.
//    13 (1982) 239). Coefficients come from the recurrence, so one form serves all a, b up to the largest doubles.
//  3 s < 1, Y <= 1/2 and Y c <= 1: the series DLMF 8.17.8 of I_Y(s, c); where that is above 0.7 the fraction for the
//    other side if it is quick there, else (and for s < 1/50) log I_Y in double-double from DLMF 8.17.7, so that
//    1 - I_Y is right however close to 1 I_Y is. Y < 2^-300 and Y n < 2^-60: the first term of that.
// Measured: see cl/nmath/pbeta.cl.
// SPDX-License-Identifier: MIT

typedef struct {
    nm_dd l;      // the tail is exp(l) f,
    double f, slope; // slope = x^a y^b / B(a, b) over the tail: its derivative in log(x / y), relative
    int lower;    // of the lower side if set,
    int sharp;    // and exp(l) with l < 0 so accurate that 1 - exp(l) is right too (f = 1)
} nm_beta_tail;

// x and y = 1 - x with x / y = p q / n, and the logarithm of x / y where it leaves the range of doubles.
typedef struct {
    nm_dd x, y, log_odds;
    int side; // -1: x < 2^-900, +1: y < 2^-900, 0 otherwise (then log_odds is not set)
} nm_odds;

typedef struct {
    double lower, upper, log_lower, log_upper;
} nm_beta_pair;

// Where a share is so small that only the first term of its power series counts: never beside a huge shape.
NM_INLINE int nm_odds_side(nm_odds o, double n)
{
    const double least = fmin(o.x.hi, o.y.hi);
    return fabs(o.log_odds.hi) < 744.0 && n * least >= 0x1p-60 ? 0 : o.side;
}

// What the methods take: 1e-301 .. 1e301, where no intermediate result leaves the doubles. nm_incbeta and
// nm_beta_density bring other shapes there without a loss.
NM_INLINE double nm_shape(double a) { return fmin(fmax(a, 0x1p-1000), 0x1p1000); }

// 1 - x exactly.
NM_INLINE nm_dd nm_one_minus(double x) { return nm_two_sum(1.0, -x); }

// Shares of p q and n in p q + n, for positive finite p, q, n: exact to double-double, never over- or underflowing, but
// for one below 2^-960, which is a double, or 0.
NM_FN nm_odds nm_odds_of(double p, double q, double n)
{
    nm_odds r;
    int i, j, k;
    nm_dd u = nm_two_prod(nm_split(p, &i), nm_split(q, &j)), v = nm_dd_of(nm_split(n, &k));
    const int e = i + j - k;
    r.side = e < -900 ? -1 : e > 900 ? 1 : 0;
    r.log_odds = nm_dd_of(0.0);
    if (r.side != 0) r.log_odds = nm_dd_add(nm_dd_mul_d(NM_LN2, (double)e), nm_dd_log_dd(nm_dd_div(u, v)));
    const double s = nm_pow2(e < 0 ? (e < -1074 ? -1074 : e) : (e > 1074 ? -1074 : -e));
    if (e < 0) u = nm_dd_scale(u, s);
    else v = nm_dd_scale(v, s);
    const nm_dd w = nm_dd_add(u, v);
    // the larger share as 1 - the smaller: their sum must be 1 beyond double-double for shapes above 1e40
    const int less = u.hi < v.hi;
    const nm_dd a = nm_dd_div(less ? u : v, w), b = nm_dd_add_d(nm_dd_neg(a), 1.0);
    r.x = less ? a : b;
    r.y = less ? b : a;
    return r;
}

// Degrees of freedom v of F, or 2^-100 of them where only w = u x / v counts and would be no normal number.
NM_INLINE double nm_f_down(double v, double ux) { return v > 0x1p890 && ux < 0x1p500 ? 0x1p-100 * v : v; }

// sqrt(a b / (a + b)), what nm_beta_raw leaves out of x^a y^b / B(a, b).
NM_INLINE nm_dd nm_beta_factor(double a, double b)
{
    const double big = a > b ? a : b, small = a > b ? b : a;
    return nm_dd_sqrt(nm_dd_div(nm_dd_of(small), nm_dd_add_d(nm_dd_ratio(small, big), 1.0)));
}

// log of sqrt(2 pi n / (a b)) x^a y^b / B(a, b) without the part -log sqrt(2 pi); *D = the deviance. n = a + b, or
// 2^-100 (a + b) for shapes so large that its Stirling's error is nothing.
NM_FN nm_dd nm_beta_raw(double a, double b, nm_dd x, nm_dd y, nm_dd *D)
{
    // the deviance is homogeneous: products of tiny shapes are kept in range, and sums of huge ones
    const double top = a > b ? a : b, up = top < 0x1p-300 ? 0x1p600 : top > 0x1p1000 ? 0x1p-100 : 1.0;
    const nm_dd un = nm_two_sum(a * up, b * up), n = nm_dd_scale(un, up < 1.0 ? 1.0 : 1.0 / up);
    nm_dd d = nm_bd0_2(nm_dd_of(a * up), nm_dd_mul(un, x));
    d = nm_dd_add(d, nm_bd0_2(nm_dd_of(b * up), nm_dd_mul(un, y)));
    d = d.hi < DBL_MAX * up ? nm_dd_scale(d, 1.0 / up) : nm_beyond();
    *D = d;
    nm_dd st = nm_dd_sub(nm_stirlerr_dd(n), nm_stirlerr(a > b ? a : b));
    st = nm_dd_sub(st, nm_stirlerr(a > b ? b : a));
    return nm_dd_sub(nm_dd_sub(st, NM_LN_SQRT_2PI), d);
}

// bd0(x, np) = x log(x / np) + np - x to about 2^-61 relative, as nm_bd0_2 but for what a double result needs.
NM_FN nm_dd nm_beta_bd0(double x, nm_dd np)
{
    nm_dd d = nm_two_sum(x, -np.hi);
    d = nm_fast_two_sum(d.hi, d.lo - np.lo);
    const double w = x + np.hi;
    if (fabs(d.hi) <= 0.1 * w) {
        const double wl = (fabs(x) > np.hi ? (x - w) + np.hi : (np.hi - w) + x) + np.lo;
        const double inv = 1.0 / w, v = d.hi * inv, vl = (fma(-v, w, d.hi) + (d.lo - v * wl)) * inv;
        const double t = v * v, tl = fma(v, v, -t) + 2.0 * v * vl;
        double s = fma(t, fma(t, fma(t, 1.0 / 19.0, 1.0 / 17.0), 1.0 / 15.0), 1.0 / 13.0);
        s = fma(t, fma(t, fma(t, fma(t, s, 1.0 / 11.0), 1.0 / 9.0), 1.0 / 7.0), 1.0 / 5.0);
        // v d + 2 x v (t / 3 + t^2 / 5 + ...)
        const double third = 0x1.5555555555555p-2, q = t * s, ph = third + q;
        const double pl = (third - ph) + q + 0x1.5555555555555p-56;
        const double a = t * ph, al = fma(t, ph, -a) + (t * pl + tl * ph);
        const double b = 2.0 * x * a, bl = fma(2.0 * x, a, -b) + 2.0 * x * al;
        const nm_dd u = nm_fast_two_sum(d.hi, b);
        const double ul = u.lo + d.lo + bl;
        const double h = v * u.hi;
        return nm_fast_two_sum(h, fma(v, u.hi, -h) + (v * ul + vl * u.hi));
    }
    nm_dd q = nm_dd_div(nm_dd_of(x), np);
    if (q.hi < 0x1p-960) q = nm_dd_of(0x1p-960);
    const nm_dd l = nm_log_ext(q);
    const double h = x * l.hi;
    const nm_dd u = nm_two_sum(h, -d.hi);
    return nm_fast_two_sum(u.hi, u.lo + (fma(x, l.hi, -h) + x * l.lo - d.lo));
}

// x^a y^b / B(a, b) = exp(l) f to about an ulp, l = -D + small.
typedef struct {
    nm_dd l;
    double f, D;
} nm_beta_front;

// n log1p(1 / n) for 0 < n < 1/2, without built-ins (see nm_beta_log).
NM_FN double nm_beta_rise(double n)
{
    const nm_dd a = nm_fast_log_1p(n, 0.0), b = nm_fast_log(n);
    return n * ((a.hi - b.hi) + (a.lo - b.lo));
}

// One copy each for all that the next function asks for: drivers take their time over large functions.
NM_FN double nm_beta_st(double n) { return nm_fast_st_any(n); }
NM_FN nm_dd nm_beta_near(double x, nm_dd np) { return nm_fast_bd0(x, np); }

// For n < 1/2: s(n) = s(n + 1) + n log1p(1 / n) - 1 + log1p(1 / n) / 2; the last part goes into the factor f.
NM_FN nm_beta_front nm_beta_prefactor(double a, double b, nm_dd x, nm_dd y)
{
    nm_beta_front r;
    const nm_dd n = nm_two_sum(a, b);
    const double least = fmin(x.hi, y.hi);
    if (fmin(a, b) >= 0.5 && n.hi < 0x1p200 && least >= 0x1p-200) {
        const nm_dd u = nm_beta_near(a, nm_dd_mul(n, x)), v = nm_beta_near(b, nm_dd_mul(n, y));
        const double st = nm_beta_st(n.hi) - nm_beta_st(a) - nm_beta_st(b) - M_LN_SQRT_2PI;
        const nm_dd e = nm_two_sum(-u.hi, -v.hi);
        r.D = u.hi + v.hi;
        r.f = sqrt(a * b / n.hi);
        r.l = nm_two_sum(e.hi, e.lo + (st - (u.lo + v.lo)));
        return r;
    }
    // the deviance is homogeneous: products of tiny shapes are kept in range
    const double up = n.hi < 0x1p-300 ? 0x1p600 : 1.0;
    const nm_dd un = nm_dd_scale(n, up);
    nm_dd d = nm_dd_add(nm_beta_bd0(a * up, nm_dd_mul(un, x)), nm_beta_bd0(b * up, nm_dd_mul(un, y)));
    d = nm_dd_scale(d, 1.0 / up);
    const double big = a > b ? a : b, small = a > b ? b : a;
    const int ts = small < 0.5, tb = big < 0.5, tn = n.hi < 0.5;
    const double st = nm_beta_st(tn ? n.hi + 1.0 : n.hi) - nm_beta_st(tb ? big + 1.0 : big) -
                      nm_beta_st(ts ? small + 1.0 : small) - M_LN_SQRT_2PI;
    const double q = 1.0 + small / big;
    r.D = d.hi;
    r.f = sqrt(small / q);
    r.l = nm_dd_add_d(nm_dd_neg(d), st);
    if (ts) {
        r.f = small / sqrt(q * (1.0 + small));
        r.l = nm_dd_add_d(nm_dd_add_d(r.l, 1.0), -nm_beta_rise(small));
        if (tb) {
            r.f = small * sqrt(big / (q * (1.0 + small) * (1.0 + big)));
            r.l = nm_dd_add_d(nm_dd_add_d(r.l, 1.0), -nm_beta_rise(big));
        }
        if (tn) {
            r.f = small / q * sqrt((1.0 + n.hi) / ((1.0 + small) * (1.0 + big)));
            r.l = nm_dd_add_d(nm_dd_add_d(r.l, -1.0), nm_beta_rise(n.hi));
        }
    }
    return r;
}

// Method 1: the fraction that x^a y^b / B(a, b) multiplies; lam = a y - b x, a >= 1. Steed's sum of differences of the
// convergents, each difference from the last by a product that cannot cancel, summed with compensation: 2 ulp.
// Terms are multiplied by e_k = (a + 2 k - 1) / a (an equivalence transformation): one division a step.
NM_FN double nm_beta_fraction_far(double a, double b, double x, double y, double lam)
{
    const double ia = 1.0 / a, nx = (a + b) * x, bx = x * ia, l1 = lam + 1.0, y1 = 1.0 + y;
    double ep = 1.0, e = 1.0 + ia; // e_(k-1) (1 for k = 1) and e_k
    double d = 1.0 / l1, q = e * d;
    nm_dd h = nm_dd_of(q);
    for (int j = 1; j <= 250; ++j) {
        const double k = (double)j, en = 1.0 + (2.0 * k + 1.0) * ia;
        const double kb = k * (b - k) * bx;
        const double w = (1.0 + (k - 1.0) * ia) * fma(k - 1.0, x, nx) * kb * (en * ep) * d;
        const double be = en * fma(k, e, kb) + fma(k, ia, 1.0) * e * fma(k, y1, l1);
        d = 1.0 / (w + be);
        q *= -w * d;
        const nm_dd s = nm_fast_two_sum(h.hi, q);
        h.hi = s.hi;
        h.lo += s.lo;
        ep = e;
        e = en;
        if (fabs(q) <= 0x1p-56 * fabs(h.hi)) break;
    }
    return h.hi + h.lo;
}

// The same for a + b <= 1e9: h = e_1 / (B_0 + A_1 / (B_1 + A_2 / (B_2 + A_3 / T))), T = B_3 + A_4 / (B_4 + ...) as a
// quotient by the three-term recurrence, which needs no division a step; its rounding errors fade in the levels
// before. At most 250 steps, asked after each second one whether they are enough.
NM_FN double nm_beta_fraction(double a, double b, double x, double y, double lam)
{
    if (!(a + b <= 1e9)) return nm_beta_fraction_far(a, b, x, y, lam);
    const double ia = 1.0 / a, nx = (a + b) * x, bx = x * ia, l1 = lam + 1.0, y1 = 1.0 + y, ia2 = 2.0 * ia;
    double A[4], B[4], ep = 1.0, e = 1.0 + ia, kf = 1.0; // e_(k-1) (1 for k = 1), e_k and k
    const double first = e;
    B[0] = l1;
    for (int k = 1; k < 4; ++k) {
        const double en = e + ia2, kb = kf * (b - kf) * bx;
        A[k] = fma(kf - 1.0, ia, 1.0) * fma(kf - 1.0, x, nx) * kb * (en * ep);
        B[k] = en * fma(kf, e, kb) + fma(kf, ia, 1.0) * e * fma(kf, y1, l1);
        ep = e;
        e = en;
        kf += 1.0;
    }
    double p0 = 1.0, p1 = B[3], q0 = 0.0, q1 = 1.0, det = 1.0;
    for (int j = 4; j <= 250; j += 2) {
        for (int i = 0; i < 2; ++i) {
            const double en = e + ia2, kb = kf * (b - kf) * bx;
            const double w = fma(kf - 1.0, ia, 1.0) * fma(kf - 1.0, x, nx) * (kb * (en * ep));
            const double be = fma(en, fma(kf, e, kb), fma(kf, ia, 1.0) * e * fma(kf, y1, l1));
            const double p2 = fma(be, p1, w * p0), q2 = fma(be, q1, w * q0);
            det *= -w;
            p0 = p1;
            p1 = p2;
            q0 = q1;
            q1 = q2;
            ep = e;
            e = en;
            kf += 1.0;
        }
        if (fabs(det) <= 0x1p-51 * fabs(p1 * q0)) break; // what is left also fades
        if (fabs(p1) > 0x1p200) {
            p0 *= 0x1p-200;
            p1 *= 0x1p-200;
            q0 *= 0x1p-200;
            q1 *= 0x1p-200;
            det *= 0x1p-400;
        }
    }
    double t = A[3] * q1 / p1;
    t = A[2] / (B[2] + t);
    t = A[1] / (B[1] + t);
    return first / (B[0] + t);
}

// exp(z^2/2) times the integral of exp(-t^2/2) over t > z, 0 <= z <= 4.25: polynomial in z / (z + 3), interpolated at
// Chebyshev nodes, 1.5 ulp.
__constant double nm_mills_tab[] = {
    0x1.3b3256994a3cfp+1, -0x1.ce2c49ee475c7p+0, 0x1.5f408d319741dp-1, -0x1.a0bb28fc26e0ep-5, -0x1.a19accd6c8753p-5,
    0x1.48e7588f49d60p-8, 0x1.8886976db6534p-8, 0x1.24d6f7bf2ff35p-12, -0x1.7852c474a5c9ap-11, -0x1.cbf70522b77dep-13,
    0x1.498b5cdcb3070p-15, 0x1.833ba1306bccep-15, 0x1.655f78e976b1bp-17, -0x1.bbd9c8be892d8p-19,
    -0x1.aaebcf63dcb8bp-19, -0x1.c0c97120ff808p-21, 0x1.8ae660e418e70p-23, 0x1.e035b32774143p-23,
    0x1.0275cbc21228bp-24
};

#define NM_BETA_TERMS 21

// Method 2: the integral above times exp(z^2/2), for the upper tail in z; skew = k, inv = 1 / n; terms < NM_BETA_TERMS.
NM_FN double nm_beta_central(double z, double skew, double inv, int terms)
{
    double w[NM_BETA_TERMS + 1], h[NM_BETA_TERMS];
    w[0] = 0.0;
    w[1] = 1.0;
    h[0] = 1.0;
    double v0 = 0.0, v1 = 1.0; // coefficients k - 1 and k of W^2
    const double r = nm_horner(nm_mills_tab, 19, (z - 3.0) / (z + 3.0) + 0.4140625) / (z + 3.0);
    double m0 = r, m1 = 1.0, zk = z, sum = 0.0;
    for (int k = 2; k <= terms; ++k) {
        const double v2 = 2.0 * (skew * w[k - 1] - inv * v0) / (double)(k + 1);
        double s = v2;
        for (int i = 2; i < k; ++i) s = fma(-w[i], w[k + 1 - i], s);
        w[k] = 0.5 * s;
        v0 = v1;
        v1 = v2;
    }
    for (int k = 1; k < terms; ++k) {
        double s = 0.0;
        for (int i = 1; i <= k; ++i) s = fma(-w[i + 1], h[k - i], s);
        h[k] = s;
        sum = fma(s, m1, sum);
        const double m2 = fma((double)k, m0, zk);
        m0 = m1;
        m1 = m2;
        zk *= z;
    }
    return r + sum;
}

// log(Y^s / (s B(s, c)) (1 + s sum)) for s < 1, relative accuracy however small.
NM_FN nm_dd nm_beta_sharp(double s, double c, nm_dd log_y, nm_dd sum)
{
    const nm_dd ss = nm_dd_mul_d(sum, s);
    nm_dd v = sum;
    if (fabs(ss.hi) > 0x1p-300) v = nm_dd_div_d(nm_dd_log1p(ss), s);
    v = nm_dd_add(v, log_y);
    v = nm_dd_sub(v, nm_lgamma_slope(s, 1.0));
    v = nm_dd_add(v, nm_lgamma_slope(s, c));
    return nm_dd_mul_d(v, s);
}

// The tail Y^s / (s B(s, c)), which is I_Y(s, c) for Y (s + c) < 2^-60; the caller sets the side.
NM_FN nm_beta_tail nm_beta_power(double s, double c, nm_dd log_y)
{
    nm_beta_tail r;
    r.f = 1.0;
    r.slope = s;
    r.lower = 1;
    r.sharp = s < 1.0;
    if (r.sharp) r.l = nm_beta_sharp(s, c, log_y, nm_dd_of(0.0));
    else r.l = nm_dd_sub(nm_dd_sub(nm_dd_mul_d(log_y, s), nm_dd_log(s)), nm_lbeta_dd(nm_dd_of(s), nm_dd_of(c)));
    if (!(r.l.hi >= -DBL_MAX)) r.l = nm_dd_of(ML_NEGINF);
    return r;
}

// Method 3, sharp: log I_Y(s, c) for s < 1, Y <= 1/2, in double-double.
NM_FN nm_dd nm_beta_sharp_log(double s, double c, nm_dd Y)
{
    nm_dd t = nm_dd_of(1.0), sum = nm_dd_of(0.0);
    for (int k = 1; k <= 120; ++k) {
        t = nm_dd_div_d(nm_dd_mul(nm_dd_mul(t, nm_two_sum((double)k, -c)), Y), (double)k);
        const nm_dd u = nm_dd_div(t, nm_two_sum(s, (double)k));
        sum = nm_dd_add(sum, u);
        if (fabs(u.hi) <= 0x1p-80 * fabs(sum.hi)) break;
    }
    return nm_beta_sharp(s, c, nm_dd_log_dd(Y), sum);
}

// Terms of DLMF 8.17.8: sum (s + c)_k / (s + 1)_k Y^k, all positive; at most 100 terms for Y <= 1/2, Y (s + c) <= 1.5.
NM_FN double nm_beta_series(double s, double c, double Y)
{
    const double n = s + c;
    nm_terms t = nm_terms_none();
    for (double k = 0.0; k < 100.0 && nm_terms_go_on(t); k += 4.0) {
        const double d = s + 1.0 + k;
        t = nm_four_terms(t, (n + k) * Y, (n + k + 1.0) * Y, (n + k + 2.0) * Y, (n + k + 3.0) * Y, d, d + 1.0, d + 2.0,
                          d + 3.0);
    }
    return 1.0 + t.sum;
}

// exp(l) f.
NM_INLINE double nm_beta_exp(nm_dd l, double f)
{
    if (!(f > 0x1p-900 && f < 0x1p900)) return nm_exp_mul(l, nm_dd_of(f));
    int k;
    const double m = nm_fast_exp(l.hi, l.lo, &k);
    return nm_scale2(m * f, k);
}

// Where nm_incbeta_core takes methods 3 and 2, and the terms of 2: macros, as native code has vectors of conditions.
// The series wants the tail variable of a parameter below 1, at most 1/2 and at most 1 / (the other parameter).
#define NM_BETA_BY_SERIES(s, c, Y) ((s) < 1.0 && (Y) <= 0.5 && (c) * (Y) <= 1.0)
#define NM_BETA_BY_CENTER(small, D) ((small) >= 60.0 && (D) < 8.0)
#define NM_BETA_CENTER_TERMS(small) ((small) < 250.0 ? NM_BETA_TERMS - 1 : (small) < 4000.0 ? 15 : 10)

// The kind of I_x(a, b), by method and steps. Those of the fraction were counted for shapes up to 20: the logarithm of
// their number is within some 10 % of a line in X, lam / sqrt(n) and log n. Shapes below 3 take Stirling's error from a
// table.
NM_INLINE int nm_incbeta_kind(double a, double b, double x)
{
    const double y = 1.0 - x, n = a + b, small = fmin(a, b), lam = a * y - b * x;
    if (NM_BETA_BY_SERIES(a, b, x) || NM_BETA_BY_SERIES(b, a, y)) return NM_KINDS - 1;
    if (NM_BETA_BY_CENTER(small, 0.5 * lam * lam / (n * x * y))) return 26 + NM_BETA_CENTER_TERMS(small) / 5;
    const float steps = 1.16f * (float)(lam < 0.0 ? y : x) - 0.11f * (float)fabs(lam) * rsqrt((float)n) +
                        0.046f * nm_log2_rough(n) + 0.016f * nm_log2_rough(fabs(lam) + 1.0);
    return nm_kind(2.0f + 10.0f * steps, 0, 13) + (small < 3.0 ? 14 : 0);
}

// Shapes from 2^-900 to 2^1000; x + y = 1, both >= 0.
NM_FN nm_beta_tail nm_incbeta_core(double a, double b, nm_dd x, nm_dd y)
{
    nm_beta_tail r;
    r.sharp = 0;
    r.f = 1.0;
    r.slope = 0.0;
    r.l = nm_dd_of(ML_NEGINF);
    r.lower = x.hi <= 0.0;
    if (x.hi <= 0.0 || y.hi <= 0.0) return r;
    // lam = a y - b x >= 0 below the mean
    const nm_dd lamd = nm_dd_sub(nm_dd_mul_d(y, a), nm_dd_mul_d(x, b));
    int lower = lamd.hi >= 0.0, series = 0;
    if (NM_BETA_BY_SERIES(a, b, x.hi)) {
        series = 1;
        lower = 1;
    } else if (NM_BETA_BY_SERIES(b, a, y.hi)) {
        series = 1;
        lower = 0;
    }
    const double s = lower ? a : b, c = lower ? b : a;
    const nm_dd X = lower ? x : y, Y = lower ? y : x;
    if (X.hi < 0x1p-300 && (s + c) * X.hi < 0x1p-60) {
        r = nm_beta_power(s, c, nm_dd_log_dd(X));
        r.lower = lower;
        return r;
    }
    r.lower = lower;
    const nm_beta_front p = nm_beta_prefactor(s, c, X, Y);
    const double small = fmin(a, b);
    r.l = p.l;
    if (series) {
        r.f = p.f / s * nm_beta_series(s, c, X.hi);
        const int large = nm_exp_fn(r.l.hi) * r.f > 0.7;
        if (large && s > 0.05 && (c + 1.0) * X.hi > (c > 10.0 ? 0.75 : 0.45)) {
            // the fraction for the other side is good enough here, and cheaper; for large c below 0.75 it is that of
            // an incomplete gamma function with a small argument, which loses up to 20 ulp
            r.lower = !lower;
            r.f = p.f * nm_beta_fraction(c, s, Y.hi, X.hi, lower ? -lamd.hi : lamd.hi);
        } else if (large || s < 0.02) {
            r.l = nm_beta_sharp_log(s, c, X);
            r.slope = p.f * nm_exp_fn(p.l.hi - r.l.hi);
            r.f = 1.0;
            r.sharp = 1;
        }
    } else if (NM_BETA_BY_CENTER(small, p.D)) {
        const double n = a + b;
        const int terms = NM_BETA_CENTER_TERMS(small);
        r.f = nm_beta_central(sqrt(2.0 * p.D), (s - c) / n / p.f, 1.0 / n, terms);
    } else {
        r.f = p.f * nm_beta_fraction(s, c, X.hi, Y.hi, fabs(lamd.hi));
    }
    if (!r.sharp) r.slope = p.f / r.f;
    return r;
}

// Shares of u and n in u + n for u and n well within the doubles: nm_odds_of without its care for extremes.
NM_INLINE nm_odds nm_odds_near(nm_dd u, double n)
{
    nm_odds r;
    const nm_dd t = nm_two_sum(u.hi, n);
    const double l = t.lo + u.lo, i = 1.0 / t.hi, a = u.hi * i, b = n * i;
    r.x = nm_dd_make(a, (fma(-a, t.hi, u.hi) + (u.lo - a * l)) * i);
    r.y = nm_dd_make(b, (fma(-b, t.hi, n) - b * l) * i);
    r.log_odds = nm_dd_of(0.0);
    r.side = 0;
    return r;
}

// Shapes beyond 2^900. The smaller one's variable below 2^-200 beside a moderate shape: only its product with the
// larger shape counts, and 2^100 moves from one to the other. Else the tail is the deviance's, unless x is the mean.
NM_FN nm_beta_tail nm_incbeta_huge(double a, double b, nm_dd x, nm_dd y)
{
    const int swap = a > b;
    const double small = swap ? b : a;
    const nm_dd v = swap ? y : x;
    a *= !swap && v.hi < 0x1p-200 && small < 0x1p800 ? 1.0 : 0x1p-100;
    b *= swap && v.hi < 0x1p-200 && small < 0x1p800 ? 1.0 : 0x1p-100;
    if (v.hi < 0x1p-200 && small < 0x1p800) {
        const nm_dd u = nm_dd_scale(v, 0x1p100), c = nm_dd_add_d(nm_dd_neg(u), 1.0);
        return nm_incbeta_core(nm_shape(a), nm_shape(b), swap ? c : u, swap ? u : c);
    }
    nm_dd D;
    nm_beta_raw(nm_shape(a), nm_shape(b), x, y, &D);
    if (D.hi * 0x1p100 < 1e4) return nm_incbeta_core(nm_shape(a), nm_shape(b), x, y);
    const nm_dd lam = nm_dd_sub(nm_dd_mul_d(y, a), nm_dd_mul_d(x, b));
    nm_beta_tail r;
    r.l = nm_dd_of(-D.hi * 0x1p100);
    r.f = 1.0;
    r.slope = fabs(lam.hi) * 0x1p100;
    r.lower = lam.hi >= 0.0;
    r.sharp = 0;
    return r;
}

// a, b > 0 finite, x and y from nm_odds_of or with side = 0.
NM_FN nm_beta_tail nm_incbeta_odds(double a, double b, nm_odds o)
{
    // Both tiny: the tails depend on their ratio alone. One tiny: the tail away from it is proportional to it.
    const double p = a < b ? a : b, q = a < b ? b : a, up = p < 0x1p-900 ? 0x1p200 : 1.0, upq = q < 0x1p-600 ? up : 1.0;
    const int swap = a > b;
    a *= swap ? upq : up;
    b *= swap ? up : upq;
    const int side = nm_odds_side(o, fmin(a + b, DBL_MAX)), lower = side < 0;
    nm_beta_tail r;
    if (side != 0) {
        r = nm_beta_power(lower ? a : b, lower ? b : a, lower ? o.log_odds : nm_dd_neg(o.log_odds));
        r.lower = lower;
    } else if (q > 0x1p900) {
        r = nm_incbeta_huge(a, b, o.x, o.y);
    } else {
        r = nm_incbeta_core(a, b, o.x, o.y);
    }
    if (up == upq) return r;
    if ((r.lower != 0) == swap) {
        r.l = nm_dd_sub(r.l, nm_dd_mul_d(NM_LN2, 200.0));
    } else if (r.sharp && r.l.hi > -0x1p-760 && r.l.hi < 0.0) {
        // log(1 - u), u about to be subnormal: log u, the other tail
        r.slope /= -r.l.hi;
        r.l = nm_dd_sub(nm_dd_log_dd(nm_dd_neg(r.l)), nm_dd_mul_d(NM_LN2, 200.0));
        r.lower = !r.lower;
        r.sharp = 0;
    } else {
        // log(1 - u), u tiny
        r.l = nm_dd_scale(r.l, 0x1p-200);
        r.slope *= 0x1p-200;
    }
    return r;
}

// The same for the shapes u / 2 and v / 2: half of a subnormal number is not always one. Of two tiny shapes the ratio
// counts; the tail away from a tiny one is proportional to it.
NM_FN nm_beta_tail nm_incbeta_halves(double u, double v, nm_odds o)
{
    const int whole = fmin(u, v) < 0x1p-1000, both = fmax(u, v) < 0x1p-600;
    const double a = whole && (u < v || both) ? u : 0.5 * u, b = whole && (u >= v || both) ? v : 0.5 * v;
    nm_beta_tail r = nm_incbeta_odds(a, b, o);
    if (!whole || both) return r;
    if ((r.lower != 0) == (u > v)) {
        r.l = nm_dd_sub(r.l, NM_LN2);
    } else {
        r.l = nm_dd_scale(r.l, 0.5);
        r.slope *= 0.5;
    }
    return r;
}

// x + y = 1, both >= 0.
NM_FN nm_beta_tail nm_incbeta(double a, double b, nm_dd x, nm_dd y)
{
    if (a >= 0x1p-900 && b >= 0x1p-900 && a <= 0x1p900 && b <= 0x1p900) return nm_incbeta_core(a, b, x, y);
    nm_odds o;
    o.x = x;
    o.y = y;
    o.side = 0;
    o.log_odds = nm_dd_of(0.0);
    return nm_incbeta_odds(a, b, o);
}

// exp(l) f / g for positive f and g, or its logarithm.
NM_FN double nm_density(nm_dd l, nm_dd f, double g, int give_log)
{
    if (give_log || g < 0x1p-900 || g > 0x1p900 || f.hi > 0x1p900) {
        l = nm_dd_sub(nm_dd_add(l, nm_dd_log_dd(f)), nm_dd_log(g));
        return give_log ? nm_log_value(l) : nm_exp_dd(l);
    }
    return nm_exp_mul(l, nm_dd_div_d(f, g));
}

// The limit of the next function for infinite b: (a y)^a exp(-a y) / (Gamma(a) g), m = a y.
NM_FN double nm_beta_limit(double a, nm_dd m, double g, int give_log)
{
    const nm_dd l = nm_dd_sub(nm_dd_neg(nm_dd_add(nm_stirlerr(a), NM_LN_SQRT_2PI)), nm_bd0_2(nm_dd_of(a), m));
    return nm_density(l, nm_dd_sqrt(nm_dd_of(a)), g, give_log);
}

// The tails of a gamma variate of unit scale at m where a or m is beyond 1e200: the deviance's, unless m is a.
NM_FN double nm_limit_tail(double a, nm_dd m, int lower_tail, int log_p)
{
    const nm_dd D = nm_bd0_2(nm_dd_of(a), m);
    if (D.hi == 0.0) return log_p ? -M_LN2 : 0.5;
    const int below = m.hi < a || (m.hi == a && m.lo < 0.0);
    if (below == (lower_tail != 0)) return log_p ? nm_log_value(nm_dd_neg(D)) : 0.0;
    return log_p ? 0.0 : 1.0;
}

// x^a y^b c / (B(a, b) g) or its logarithm, c near 1 or more.
NM_FN double nm_beta_density(double a, double b, nm_odds o, nm_dd c, double g, int give_log)
{
    // 1 / B(a, b) is proportional to a tiny shape, or to both: a b / (a + b).
    const double p = a < b ? a : b, q = a < b ? b : a, up = p < 0x1p-900 ? 0x1p200 : 1.0, upq = q < 0x1p-600 ? up : 1.0;
    const int swap = a > b;
    a *= swap ? upq : up;
    b *= swap ? up : upq;
    c = nm_dd_scale(c, 1.0 / up);
    const double least = fmin(o.x.hi, o.y.hi);
    o.side = nm_odds_side(o, fmin(a + b, DBL_MAX));
    if (o.side == 0 && least < 0x1p-300 && (a + b) * least < 0x1p-60) {
        o.side = o.x.hi < o.y.hi ? -1 : 1;
        o.log_odds = o.side < 0 ? nm_dd_log_dd(o.x) : nm_dd_neg(nm_dd_log_dd(o.y));
    }
    if (o.side != 0) {
        const double s = o.side < 0 ? a : -b;
        if (!(o.log_odds.hi * s >= -DBL_MAX)) return give_log ? ML_NEGINF : 0.0;
        const nm_dd l = nm_dd_sub(nm_dd_mul_d(o.log_odds, s), nm_lbeta_dd(nm_dd_of(a), nm_dd_of(b)));
        return nm_density(l, c, g, give_log);
    }
    if (!give_log && g > 0x1p-500 && g < 0x1p500 && up == 1.0 && q < 0x1p1000) {
        const nm_beta_front f = nm_beta_prefactor(a, b, o.x, o.y);
        return nm_exp_mul(f.l, nm_dd_div_d(nm_dd_mul_d(c, f.f), g));
    }
    nm_dd D;
    const nm_dd l = nm_beta_raw(a, b, o.x, o.y, &D);
    return nm_density(l, nm_dd_mul(nm_beta_factor(a, b), c), g, give_log);
}

// The logarithm of the lower or upper tail. No built-in: a quantile shows what devices' own leave different. A factor
// that underflowed stands beside an l to which nothing is large.
NM_FN nm_dd nm_beta_log(nm_beta_tail t, int lower)
{
    if ((t.lower != 0) == (lower != 0)) {
        if (t.sharp || t.l.hi == ML_NEGINF) return t.l;
        return nm_dd_add(t.l, t.f > 0.0 ? nm_fast_log(t.f) : nm_dd_of(-750.0));
    }
    if (t.sharp && t.l.hi > -0.5) {
        const nm_dd u = nm_dd_neg(nm_dd_expm1(t.l));
        return u.hi > 0.0 ? nm_dd_log_dd(u) : nm_dd_of(ML_NEGINF);
    }
    const double d = nm_beta_exp(t.l, t.f);
    return d < 0x1p-60 ? nm_dd_of(-d) : d < 1.0 ? nm_fast_log1m(d) : nm_dd_of(ML_NEGINF);
}

// The lower or upper tail, plain or as a logarithm.
NM_FN double nm_beta_value(nm_beta_tail t, int lower_tail, int log_p)
{
    if (log_p) return fmin(nm_beta_log(t, lower_tail).hi, 0.0);
    const int direct = (t.lower != 0) == (lower_tail != 0);
    if (!direct && t.sharp && t.l.hi > -0.5) return fmax(-nm_dd_expm1(t.l).hi, 0.0);
    const double d = fmin(nm_beta_exp(t.l, t.f), 1.0);
    return direct ? d : (0.5 - d) + 0.5;
}

// Both tails and their logarithms, for x and xc = 1 - x rounded.
NM_FN nm_beta_pair nm_pbeta_both(nm_dd x, nm_dd xc, double a, double b)
{
    const nm_beta_tail t = nm_incbeta(a, b, x, xc);
    nm_beta_pair r;
    r.lower = nm_beta_value(t, 1, 0);
    r.upper = nm_beta_value(t, 0, 0);
    r.log_lower = nm_beta_value(t, 1, 1);
    r.log_upper = nm_beta_value(t, 0, 1);
    return r;
}
