// @provides: nm_rank_total, nm_rank_logtail, nm_rank_p, nm_rank_d, nm_rank_q
// @depends: nmath, dd, elementary, nm_calls, mills, nm_light, lgammafn, nm_dist, nm_trigpi
// @includes: nmath
//
// The two rank statistics. kind 0, signed rank: counts are the coefficients of prod_{j=1}^n (1 + z^j) over 2^n; kind 1,
// rank sum (m <= n): of prod_{j=1}^m (1 - z^(n+j)) / (1 - z^j) over choose(m + n, m) (Andrews, The Theory of
// Partitions, 1976, ch. 3). Their sums are the coefficients of the same over 1 - z. Both are symmetric: only the half
// k <= degree / 2 is computed.
// Small k or small counts: the product is multiplied out in 64-bit integers (modulo 2^64, so that signs do not
// matter), at most NM_RANK_MAX coefficients: exact.
// Else the coefficient is Cauchy's integral on the circle |z| = r through the saddle point (H. E. Daniels, Ann. Math.
// Statist. 25 (1954) 631-650) by the trapezoidal rule, whose only error is aliasing (Trefethen and Weideman, SIAM Rev.
// 56 (2014) 385-458): the number of nodes N comes from Chernoff's bound on the aliased coefficients, below e^-42
// relative. The integrand comes back from below 1e-20 of its peak only where the total count is below e^69
// (kind 0) or e^92 (kind 1). The products are complex double-double near the saddle, double far from it.
// Totals below 2^53 need no logarithm: count over total, both exact. Totals below 2^32 start from tables of the first
// 16 (kind 0) or 8 (kind 1) factors.
// Region: kind 0 n <= 1e5; kind 1 m <= 1e5 and n <= 1e7 (up to 1e9 where m > 6 or m < 3: m = 1 and 2 have closed
// forms). NaN beyond. Cost: one array of NM_RANK_MAX integers, or some 20 to 60 products of n (m) factors; counts below
// e^69 (e^92) need up to 10 standard deviations of them. Accuracy: 2^-60 relative.
// SPDX-License-Identifier: MIT

#define NM_RANK_MAX 640
// k up to half the degree for totals below 2^32: n <= 31, m + n <= 34.
#define NM_RANK_FEW 249
// Counts with k up to here fit 63 bits for every n (m): 666 and 361, below NM_RANK_MAX for the first.
#define NM_RANK_FREE0 639.0
#define NM_RANK_FREE1 361.0

typedef struct {
    nm_dd re, im;
} nm_cdd;

NM_FN nm_cdd nm_cdd_mul(nm_cdd a, nm_cdd b)
{
    nm_cdd r;
    r.re = nm_dd_sub(nm_dd_mul(a.re, b.re), nm_dd_mul(a.im, b.im));
    r.im = nm_dd_add(nm_dd_mul(a.re, b.im), nm_dd_mul(a.im, b.re));
    return r;
}

NM_INLINE nm_dd nm_cdd_norm(nm_cdd a) { return nm_dd_add(nm_dd_mul(a.re, a.re), nm_dd_mul(a.im, a.im)); }

// r exp(2 pi i a / N) for integers a and N > 0, a below N after reduction.
NM_FN nm_cdd nm_unity_root(nm_dd r, ulong a, ulong big_n)
{
    // Half turns, in [0, 2).
    const ulong h = 2 * (a % big_n);
    const int flip = h >= big_n;
    const nm_dd f = nm_dd_ratio((double)(flip ? h - big_n : h), (double)big_n);
    const int up = f.hi > 0.25, far = f.hi > 0.75;
    const nm_dd g = far ? nm_dd_add_d(f, -1.0) : up ? nm_dd_neg(nm_dd_add_d(f, -0.5)) : f;
    nm_dd s, c;
    nm_sincospi_dd(g, &s, &c);
    nm_cdd z;
    z.re = far ? nm_dd_neg(c) : up ? s : c;
    z.im = far ? nm_dd_neg(s) : up ? c : s;
    z.re = nm_dd_mul(flip ? nm_dd_neg(z.re) : z.re, r);
    z.im = nm_dd_mul(flip ? nm_dd_neg(z.im) : z.im, r);
    return z;
}

// a 2^-e with e the exponent of its larger part, which is added to *e.
NM_INLINE nm_cdd nm_cdd_norm_exp(nm_cdd a, double *e)
{
    int k;
    const double x = fabs(a.re.hi), y = fabs(a.im.hi);
    nm_split(x > y ? x : y, &k);
    const double s = nm_pow2(-k < 1000 ? -k : 1000);
    *e += -k < 1000 ? k : -1000;
    a.re = nm_dd_scale(a.re, s);
    a.im = nm_dd_scale(a.im, s);
    return a;
}

// prod over j <= top of the family at z (zn = z^n, for kind 1) = a / b 2^e; b = 1 for kind 0.
NM_FN void nm_rank_product(int kind, int top, nm_cdd z, nm_cdd zn, nm_cdd *a, nm_cdd *b, double *e)
{
    nm_cdd p, q, w, v = zn;
    p.re = nm_dd_of(1.0);
    p.im = nm_dd_of(0.0);
    q = p;
    w = p;
    double ep = 0.0, eq = 0.0;
    for (int j = 1; j <= top; ++j) {
        w = nm_cdd_mul(w, z);
        nm_cdd f;
        if (kind == 0) {
            f = w;
            f.re = nm_dd_add_d(w.re, 1.0);
            p = nm_cdd_mul(p, f);
        } else {
            v = nm_cdd_mul(v, z);
            f.re = nm_dd_neg(nm_dd_add_d(v.re, -1.0));
            f.im = nm_dd_neg(v.im);
            p = nm_cdd_mul(p, f);
            f.re = nm_dd_neg(nm_dd_add_d(w.re, -1.0));
            f.im = nm_dd_neg(w.im);
            q = nm_cdd_mul(q, f);
        }
        if ((j & 7) == 0) {
            p = nm_cdd_norm_exp(p, &ep);
            q = nm_cdd_norm_exp(q, &eq);
        }
    }
    *a = nm_cdd_norm_exp(p, &ep);
    *b = nm_cdd_norm_exp(q, &eq);
    *e = ep - eq;
}

// The cumulant function at s < 0 (only its value if the pointers are null), its slope and curvature.
NM_FN double nm_rank_cumulant(int kind, int top, double n, double s, double *slope, double *curve)
{
    double k0 = 0.0, k1 = 0.0, k2 = 0.0;
    for (int i = 1; i <= top; ++i) {
        const double j = (double)i, x = nm_exp_fn(j * s);
        if (kind == 0) {
            const double p = x / (1.0 + x);
            k0 += nm_log1p_fn(x);
            k1 += j * p;
            k2 += j * j * p * (1.0 - p);
        } else {
            const double g = n + j, u = -nm_expm1_fn(j * s), y = nm_exp_fn(g * s), v = -nm_expm1_fn(g * s);
            const double a = j / u, b = g / v;
            k0 += nm_log_fn(v / u);
            k1 += a * x - b * y;
            k2 += a * a * x - b * b * y;
        }
    }
    *slope = k1;
    *curve = k2;
    return k0;
}

// Only the coefficients that the factors so far can reach are touched.
// The exact count (cum = 0) or sum of counts up to k (cum = 1), modulo 2^64, k < NM_RANK_MAX.
NM_FN ulong nm_rank_count(int kind, int m, double n, int k, int cum)
{
    ulong c[NM_RANK_MAX];
    for (int i = 0; i <= k; ++i) c[i] = 0;
    c[0] = 1;
    const int top = m < k ? m : k;
    const int off = n < 1e6 ? (int)n : 1000000;
    for (int j = 1; j <= top; ++j) {
        if (kind == 0) {
            const int last = j < 40 && j * (j + 1) / 2 < k ? j * (j + 1) / 2 : k;
            for (int i = last; i >= j; --i) c[i] += c[i - j];
        } else {
            const int last = j <= k / off ? j * off : k;
            for (int i = last; i >= off + j; --i) c[i] -= c[i - off - j];
            for (int i = j; i <= last; ++i) c[i] += c[i - j];
        }
    }
    ulong s = 0;
    for (int i = 0; i <= k; ++i) s += c[i];
    return cum ? s : c[k];
}

// Coefficients of prod_{j <= 16} (1 + z^j) up to the middle one, z^68.
__constant uint nm_rank_first[] = {
    1, 1, 1, 2, 2, 3, 4, 5, 6, 8, 10, 12, 15, 18, 22, 27, 32, 37, 44, 51, 59, 69, 79, 90, 103, 117, 132, 149, 167,
    186, 208, 230, 253, 279, 306, 334, 365, 396, 428, 463, 498, 534, 572, 610, 648, 689, 728, 767, 808, 848, 887, 927,
    965, 1001, 1038, 1073, 1105, 1137, 1166, 1192, 1218, 1240, 1258, 1276, 1290, 1300, 1309, 1313, 1314
};

// Coefficients of prod_{j <= 8} 1 / (1 - z^j) up to z^184, half the largest degree m n with a total below 2^32.
__constant uint nm_rank_parts[] = {
    1, 1, 2, 3, 5, 7, 11, 15, 22, 29, 40, 52, 70, 89, 116, 146, 186, 230, 288, 352, 434, 525, 638, 764, 919, 1090,
    1297, 1527, 1801, 2104, 2462, 2857, 3319, 3828, 4417, 5066, 5812, 6630, 7564, 8588, 9749, 11018, 12450, 14012,
    15765, 17674, 19805, 22122, 24699, 27493, 30588, 33940, 37638, 41635, 46031, 50774, 55974, 61575, 67696, 74280,
    81457, 89162, 97539, 106522, 116263, 126692, 137977, 150042, 163069, 176978, 191964, 207945, 225132, 243434,
    263081, 283981, 306376, 330170, 355626, 382641, 411498, 442089, 474715, 509267, 546067, 584996, 626401, 670162,
    716644, 765722, 817789, 872713, 930912, 992250, 1057169, 1125532, 1197809, 1273852, 1354164, 1438596, 1527675,
    1621248, 1719877, 1823402, 1932418, 2046761, 2167057, 2293142, 2425678, 2564490, 2710281, 2862876, 3023010,
    3190504, 3366137, 3549724, 3742085, 3943032, 4153425, 4373077, 4602893, 4842675, 5093379, 5354809, 5627961,
    5912637, 6209887, 6519507, 6842599, 7178957, 7529733, 7894724, 8275137, 8670760, 9082861, 9511232, 9957192,
    10420532, 10902637, 11403294, 11923951, 12464395, 13026135, 13608964, 14214458, 14842402, 15494446, 16170382,
    16871922, 17598860, 18352987, 19134095, 19944051, 20782650, 21651833, 22551404, 23483384, 24447572, 25446077,
    26478708, 27547650, 28652717, 29796187, 30977876, 32200152, 33462838, 34768390, 36116644, 37510152, 38948747,
    40435085, 41969014, 43553280, 45187741, 46875252, 48615677, 50411977, 52264027, 54174893, 56144468, 58175930,
    60269174, 62427499, 64650820, 66942543
};

// The same modulo 2^32, for k < NM_RANK_FEW (185 for kind 1), from where a table stands already: half the memory, four
// coefficients at a time, loaded before they are stored: factors from 4 on keep them apart.
NM_FN uint nm_rank_count32(int kind, int m, double n, int k, int cum)
{
    uint c[NM_RANK_FEW];
    const int top = m < k ? m : k, known = kind ? m >= 8 : m >= 16;
    for (int i = 0; i <= k; ++i)
        c[i] = !known ? i == 0 : kind ? nm_rank_parts[i] : i <= 136 ? nm_rank_first[i <= 68 ? i : 136 - i] : 0;
    // Sums of counts are the coefficients of the same over 1 - z.
    uint sum = 0;
    for (int i = 0; cum && i <= k; ++i) c[i] = sum += c[i];
    if (kind == 0) {
        // What the factors still to come can lift to k.
        int rest = m * (m + 1) / 2 - (known ? 136 : 0);
        for (int j = known ? 17 : 1; j <= top; ++j) {
            rest -= j;
            const int last = !cum && j * (j + 1) / 2 < k ? j * (j + 1) / 2 : k, first = k - rest > j ? k - rest : j;
            int i = last;
            for (; j >= 4 && i - 3 >= first; i -= 4) {
                const uint a0 = c[i - j - 3], a1 = c[i - j - 2], a2 = c[i - j - 1], a3 = c[i - j];
                const uint b0 = c[i - 3] + a0, b1 = c[i - 2] + a1, b2 = c[i - 1] + a2, b3 = c[i] + a3;
                c[i - 3] = b0;
                c[i - 2] = b1;
                c[i - 1] = b2;
                c[i] = b3;
            }
            for (; i >= first; --i) c[i] += c[i - j];
        }
    } else {
        for (int j = known ? 9 : 1; j <= top; ++j) {
            int i = j;
            for (; j >= 4 && i + 3 <= k; i += 4) {
                const uint a0 = c[i - j], a1 = c[i - j + 1], a2 = c[i - j + 2], a3 = c[i - j + 3];
                const uint b0 = c[i] + a0, b1 = c[i + 1] + a1, b2 = c[i + 2] + a2, b3 = c[i + 3] + a3;
                c[i] = b0;
                c[i + 1] = b1;
                c[i + 2] = b2;
                c[i + 3] = b3;
            }
            for (; i <= k; ++i) c[i] += c[i - j];
        }
        for (int d = (int)n + 1; d <= (int)n + m && d <= k; ++d) {
            // Later factors take k from itself or from below k - d.
            c[k] -= c[k - d];
            int i = k - d - 1;
            for (; d >= 4 && i - 3 >= d; i -= 4) {
                const uint a0 = c[i - d - 3], a1 = c[i - d - 2], a2 = c[i - d - 1], a3 = c[i - d];
                const uint b0 = c[i - 3] - a0, b1 = c[i - 2] - a1, b2 = c[i - 1] - a2, b3 = c[i] - a3;
                c[i - 3] = b0;
                c[i - 2] = b1;
                c[i - 1] = b2;
                c[i] = b3;
            }
            for (; i >= d; --i) c[i] -= c[i - d];
        }
    }
    return c[k];
}

NM_INLINE nm_dd nm_dd_ulong(ulong c)
{
    const double h = (double)(c >> 32) * 0x1p32;
    return nm_fast_two_sum(h, (double)(c & 0xffffffffUL));
}

// log(choose(m + n, m)), or n log 2.
NM_FN nm_dd nm_rank_logtotal(int kind, double m, double n)
{
    if (kind == 0) return nm_dd_mul_d(NM_LN2, n);
    if (m <= 64.0) {
        nm_dd t = nm_dd_of(1.0);
        double e = 0.0;
        for (int j = 1; j <= (int)m; ++j) {
            int k;
            t = nm_dd_div_d(nm_dd_mul_d(t, n + j), (double)j);
            nm_split(t.hi, &k);
            t = nm_dd_scale(t, nm_pow2(-k));
            e += k;
        }
        return nm_dd_log_scaled(t, e);
    }
    const nm_dd a = nm_lgamma_dd(nm_dd_of(m + n + 1.0)), b = nm_lgamma_dd(nm_dd_of(m + 1.0));
    return nm_dd_sub(nm_dd_sub(a, b), nm_lgamma_dd(nm_dd_of(n + 1.0)));
}

// log of the count at k, or of the sum up to k, by the trapezoidal rule; k beyond a few hundred and at most half.
NM_FN nm_dd nm_rank_circle(int kind, double m, double n, double k, int cum, double degree)
{
    const double var = kind ? m * n * (m + n + 1.0) / 12.0 : n * (n + 1.0) * (2.0 * n + 1.0) / 24.0;
    // The saddle point -x of the cumulant function: Newton on 1 / sqrt(slope), which is close to linear in x.
    double x = (0.5 * degree - k) / var, k1, k2 = var;
    const double least = (cum ? 3.0 : 0.5) / sqrt(var), all = kind ? m : n;
    x = x > 0.2 * least ? x : 0.2 * least;
    int top = (int)all;
    for (int i = 0; i < 12; ++i) {
        top = all * x > 76.0 ? (int)(76.0 / x) + 1 : (int)all;
        nm_rank_cumulant(kind, top, n, -x, &k1, &k2);
        if (fabs(k1 - k) < 0.05 * sqrt(k2)) break;
        x += 2.0 * k1 / k2 * (sqrt(k1 / k) - 1.0);
        x = x > 0.2 * least ? x : 0.2 * least;
    }
    const double floor_x = (cum ? 3.0 : 0.5) / sqrt(k2);
    x = x > floor_x ? x : floor_x;
    top = all * x > 76.0 ? (int)(76.0 / x) + 1 : (int)all;
    top = top < (int)all ? top : (int)all;
    const double ks = nm_rank_cumulant(kind, top, n, -x, &k1, &k2), sd = sqrt(k2);
    // Nodes enough that coefficients k + N, k - N, weighted with r^N and r^-N, vanish beside the one wanted.
    const double need = (cum ? 46.0 : 42.0) + nm_log_fn(2.5 * sd);
    double right = cum ? 1e300 : degree - k + 1.0, left = k + 1.0;
#pragma unroll 1
    for (int i = 0; i < 4; ++i) {
        double d = cum ? x * (i == 0 ? 0.4 : i == 1 ? 0.7 : i == 2 ? 0.9 : 0.98) : (3.0 + 3.0 * i) / sd, u, v;
        // Slopes beyond 0 by the symmetry K(s) = K(-s) + s degree.
        const double s = d - x, t = s > 0.0 ? -s : s, safe = fabs(t) > 1e-9 / sd ? t : -1e-9 / sd;
        const int reach = -all * safe > 76.0 ? (int)(-76.0 / safe) + 1 : (int)all;
        double g = nm_rank_cumulant(kind, reach < (int)all ? reach : (int)all, n, safe, &u, &v);
        g += s > 0.0 ? s * degree : 0.0;
        g = (g - ks + need - (cum ? nm_log_fn(-nm_expm1_fn(safe)) : 0.0)) / d - k;
        right = g < right ? g : right;
        d = (3.0 + 3.0 * i) / sd;
        const int reach2 = all * (x + d) > 76.0 ? (int)(76.0 / (x + d)) + 1 : (int)all;
        g = nm_rank_cumulant(kind, reach2 < (int)all ? reach2 : (int)all, n, -x - d, &u, &v);
        g = (g - ks + need - (cum ? nm_log_fn(-nm_expm1_fn(-x - d)) : 0.0)) / d + k;
        left = g < left ? g : left;
    }
    const double nodes = floor(right > left ? right : left) + 1.0;
    const ulong big_n = (ulong)(nodes < 16.0 ? 16.0 : nodes);
    const double mid = floor(0.5 * (double)big_n);
    const int outer = ks < (kind ? 92.0 : 69.0);
    if (outer && mid * (double)top > 4e8) return nm_dd_of(ML_NAN);
    // Double-double while the integrand is above 1e-7 of its peak, double from there to 1e-20, or to the end.
    const double far = ceil(20.0 * (double)big_n / (6.283 * sd)), end = outer || far > mid ? mid : far;
    double last = -1.0;
    const nm_dd r = nm_dd_exp(nm_dd_of(-x)), rn = nm_dd_exp(kind ? nm_two_prod(-x, n) : nm_dd_of(0.0));
    const nm_dd gap = nm_dd_neg(nm_dd_expm1(nm_dd_of(-x)));
    const ulong un = (ulong)n, uk = (ulong)k;
    nm_dd sum = nm_dd_of(0.0), base = nm_dd_of(1.0);
    double e0 = 0.0;
    for (double t = 0.0; t <= mid; t += 1.0) {
        const ulong it = (ulong)t;
        last = t;
        nm_cdd a, b;
        double e;
        const nm_cdd z = nm_unity_root(r, it, big_n);
        nm_rank_product(kind, top, z, nm_unity_root(rn, (un % big_n) * it, big_n), &a, &b, &e);
        if (kind) {
            const nm_dd w = nm_cdd_norm(b);
            b.im = nm_dd_neg(b.im);
            a = nm_cdd_mul(a, b);
            a.re = nm_dd_div(a.re, w);
            a.im = nm_dd_div(a.im, w);
        }
        if (t == 0.0) {
            base = a.re;
            e0 = e;
            sum = nm_dd_of(1.0);
            continue;
        }
        // conj(z^k)
        b = nm_unity_root(nm_dd_of(1.0), (uk % big_n) * it, big_n);
        b.im = nm_dd_neg(b.im);
        a = nm_cdd_mul(a, b);
        nm_dd v = a.re;
        if (cum) {
            // conj(1 - z) / |1 - z|^2 (1 - r)
            b.re = nm_dd_neg(nm_dd_add_d(z.re, -1.0));
            b.im = z.im;
            v = nm_dd_mul(nm_dd_div(nm_cdd_mul(a, b).re, nm_cdd_norm(b)), gap);
        }
        const double f = e - e0 > -300.0 ? nm_pow2((int)(e - e0)) : 0.0;
        v = nm_dd_scale(nm_dd_div(v, base), f);
        sum = nm_dd_add(sum, nm_dd_scale(v, 2.0 * t == (double)big_n ? 1.0 : 2.0));
        if (fmax(fabs(a.re.hi), fabs(a.im.hi)) * f < 1e-7 * base.hi) break;
    }
    if (last < end) {
        double s = 0.0, c = 0.0;
        const double scale = 1.0 / base.hi;
        for (double t = last + 1.0; t <= end; t += 1.0) {
            const double step = M_2PI / (double)big_n;
            const ulong it = (ulong)t;
            const double tn = (double)(((un % big_n) * it) % big_n) * step;
            const double tk = (double)(((uk % big_n) * it) % big_n) * step;
            const double zr = r.hi * cos(t * step), zi = r.hi * sin(t * step);
            double wr = 1.0, wi = 0.0, vr = rn.hi * cos(tn), vi = rn.hi * sin(tn);
            double pr = 1.0, pi = 0.0, qr = 1.0, qi = 0.0, y, e = -e0;
            for (int j = 1; j <= top; ++j) {
                y = wr * zr - wi * zi;
                wi = wr * zi + wi * zr;
                wr = y;
                if (kind == 0) {
                    y = pr * (1.0 + wr) - pi * wi;
                    pi = pr * wi + pi * (1.0 + wr);
                    pr = y;
                } else {
                    y = vr * zr - vi * zi;
                    vi = vr * zi + vi * zr;
                    vr = y;
                    y = pr * (1.0 - vr) + pi * vi;
                    pi = pi * (1.0 - vr) - pr * vi;
                    pr = y;
                    y = qr * (1.0 - wr) + qi * wi;
                    qi = qi * (1.0 - wr) - qr * wi;
                    qr = y;
                }
                if ((j & 63) == 0) {
                    int ep, eq;
                    nm_split(fmax(fabs(pr), fabs(pi)), &ep);
                    nm_split(fmax(fabs(qr), fabs(qi)), &eq);
                    ep = ep < -900 ? -900 : ep > 900 ? 900 : ep;
                    eq = eq < -900 ? -900 : eq > 900 ? 900 : eq;
                    pr *= nm_pow2(-ep);
                    pi *= nm_pow2(-ep);
                    qr *= nm_pow2(-eq);
                    qi *= nm_pow2(-eq);
                    e += (double)(ep - eq);
                }
            }
            if (kind) {
                const double w = qr * qr + qi * qi;
                y = (pr * qr + pi * qi) / w;
                pi = (pi * qr - pr * qi) / w;
                pr = y;
            }
            const double ck = cos(tk), sk = sin(tk);
            y = pr * ck + pi * sk;
            if (cum) {
                const double im = pi * ck - pr * sk, d = (1.0 - zr) * (1.0 - zr) + zi * zi;
                y = (y * (1.0 - zr) - im * zi) / d * gap.hi;
            }
            const double f = e < -1000.0 ? 0.0 : scale * nm_pow2((int)fmin(e, 900.0));
            y *= f * (2.0 * t == (double)big_n ? 1.0 : 2.0);
            // Kahan's sum: there can be many nodes.
            const double u = y - c, w2 = s + u;
            c = (w2 - s) - u;
            s = w2;
            if (!outer && fmax(fabs(pr), fabs(pi)) * f < 1e-20) break;
        }
        sum = nm_dd_add_d(sum, s);
    }
    nm_dd l = nm_dd_add(nm_dd_log_scaled(base, e0), nm_two_prod(x, k));
    if (cum) l = nm_dd_sub(l, nm_dd_log_dd(gap));
    return nm_dd_add(l, nm_dd_sub(nm_dd_log_dd(sum), nm_dd_log((double)big_n)));
}

// Logarithm of the probability of k (cum = 0) or of at most k (cum = 1), for integer 0 <= k <= degree / 2.
NM_FN nm_dd nm_rank_logtail(int kind, double m, double n, double k, int cum)
{
    if ((kind ? m : n) > 1e5 || n > 1e9) return nm_dd_of(ML_NAN);
    const nm_dd total = nm_rank_logtotal(kind, m, n);
    const double degree = kind ? m * n : 0.5 * n * (n + 1.0);
    nm_dd l;
    if (kind && m == 1.0) {
        l = nm_dd_log(cum ? k + 1.0 : 1.0);
    } else if (kind && m == 2.0) {
        // floor(k / 2) + 1, and floor((k + 2)^2 / 4) = h (k + 2 - h) with h = floor((k + 2) / 2).
        const double h = floor(0.5 * k) + 1.0;
        l = cum ? nm_dd_log_dd(nm_two_prod(h, k + 2.0 - h)) : nm_dd_log(h);
    } else if (k <= (kind ? NM_RANK_FREE1 : NM_RANK_FREE0) || (k < (double)NM_RANK_MAX && total.hi < 43.6)) {
        l = nm_dd_log_dd(nm_dd_ulong(nm_rank_count(kind, (int)(kind ? m : n), n, (int)k, cum)));
    } else {
        l = nm_rank_circle(kind, m, n, k, cum, degree);
    }
    return nm_dd_sub(l, total);
}

// 2^n or choose(m + n, m) where it is below 2^53, else 0; exact at every step.
NM_INLINE double nm_rank_total(int kind, double m, double n)
{
    if (kind == 0) return n <= 49.0 ? nm_pow2((int)n) : 0.0;
    if (m + n > 50.0) return 0.0;
    double t = 1.0;
    for (int j = 1; j <= (int)m; ++j) t = t * (n + (double)j) / (double)j;
    return t;
}

// The count at or up to k where total, not 0, is that of nm_rank_total.
NM_FN double nm_rank_few(int kind, double m, double n, double k, int cum, double total)
{
    const int top = (int)(kind ? m : n);
    if (total < 0x1p32) return (double)nm_rank_count32(kind, top, n, (int)k, cum);
    return (double)nm_rank_count(kind, top, n, (int)k, cum);
}

// The density; x is any number, m <= n are counts.
NM_FN double nm_rank_d(int kind, double x, double m, double n, int give_log)
{
    const double degree = kind ? m * n : 0.5 * n * (n + 1.0), k = rint(x);
    if (fabs(x - k) > 1e-7 || !(k >= 0.0 && k <= degree)) return give_log ? ML_NEGINF : 0.0;
    const double low = 2.0 * k <= degree ? k : degree - k, total = nm_rank_total(kind, m, n);
    if (total > 0.0) {
        // Counts and total are exact doubles.
        const double c = nm_rank_few(kind, m, n, low, 0, total);
        return give_log ? nm_light_log_quotient(c, 0.0, total, 0.0, 0, 0).hi : c / total;
    }
    const nm_dd l = nm_rank_logtail(kind, m, n, low, 0);
    return give_log ? l.hi : nm_exp_dd(l);
}

// The distribution function.
NM_FN double nm_rank_p(int kind, double q, double m, double n, int lower_tail, int log_p)
{
    const double degree = kind ? m * n : 0.5 * n * (n + 1.0), k = floor(q + 1e-7);
    if (k < 0.0 || k >= degree) {
        const int one = (k >= 0.0) == (lower_tail != 0);
        return one ? (log_p ? 0.0 : 1.0) : (log_p ? ML_NEGINF : 0.0);
    }
    // P(X > k) = P(X < degree - k).
    const int low = 2.0 * k + 1.0 <= degree;
    const double t = low ? k : degree - k - 1.0, total = nm_rank_total(kind, m, n);
    if (total > 0.0) {
        const double c = nm_rank_few(kind, m, n, t, 1, total);
        const double v = low == (lower_tail != 0) ? c : total - c;
        return log_p ? nm_light_log_quotient(v, 0.0, total, 0.0, 0, 0).hi : v / total;
    }
    const nm_dd l = nm_rank_logtail(kind, m, n, t, 1);
    if (l.hi != l.hi) return ML_NAN;
    if (low == (lower_tail != 0)) return log_p ? l.hi : nm_exp_dd(l);
    if (!log_p) return nm_dd_neg(nm_dd_expm1(l)).hi;
    // Between 1/2 and 1: never far from it.
    return l.hi > -1.0 ? nm_dd_log_dd(nm_dd_neg(nm_dd_expm1(l))).hi : nm_dd_log1p(nm_dd_neg(nm_dd_exp(l))).hi;
}

// The quantile: smallest x with P(X <= x) >= p, values within 4 ulp of p counting as equal.
NM_FN double nm_rank_q(int kind, double p, double m, double n, int lower_tail, int log_p)
{
    const double degree = kind ? m * n : 0.5 * n * (n + 1.0);
    const double top = log_p ? 0.0 : 1.0, bottom = log_p ? ML_NEGINF : 0.0;
    if (!(degree <= 0x1p52)) return ML_NAN;
    if (p == (lower_tail ? bottom : top)) return 0.0;
    if (p == (lower_tail ? top : bottom)) return degree;
    // The smaller tail, its logarithm, and what 4 ulp of p make of that.
    const int stated = log_p ? p <= -M_LN2 : p <= 0.5;
    const int low = stated == (lower_tail != 0);
    const nm_dd t = nm_log_tail(p, stated, log_p);
    const double lp = log_p ? p : nm_log_tail(p, 1, 0).hi;
    const double fuzz = 4.0 * DBL_EPSILON * (log_p && lp < -1.0 ? -lp : 1.0)
                        * (stated || log_p ? 1.0 : fmin(1.0 / nm_expm1_fn(-lp), 1e300));
    if (low && fuzz >= 1.0) return 0.0;
    // Lower: smallest y with F(y) >= exp(t) (1 - fuzz). Upper: smallest y with F(y) > exp(t) (1 + fuzz), x = degree -
    // y.
    const nm_dd target = nm_dd_add_d(t, nm_log1p_fn(low ? -fuzz : fuzz));
    // b is known to satisfy that: 1/2 is reached in the middle, and passed one beyond it.
    double a = -1.0, b = floor(0.5 * degree) + (low ? 0.0 : 1.0);
    // Normal approximation (Abramowitz and Stegun 26.2.23) to start from.
    const double var = kind ? m * n * (m + n + 1.0) / 12.0 : n * (n + 1.0) * (2.0 * n + 1.0) / 24.0;
    const double w = sqrt(fmin(-2.0 * t.hi, 1e20));
    const double z = w
        - (2.515517 + w * (0.802853 + w * 0.010328)) / (1.0 + w * (1.432788 + w * (0.189269 + w * 0.001308)));
    double y = floor(0.5 * degree - z * sqrt(var)), ya = 0.0, fa = 0.0;
    int have = 0;
    for (int i = 0; i < 120 && b - a > 1.0; ++i) {
        y = y <= a ? a + 1.0 : y >= b ? b - 1.0 : y;
        const nm_dd f = nm_rank_logtail(kind, m, n, y, 1);
        if (f.hi != f.hi) return ML_NAN;
        const double g = nm_dd_sub(f, target).hi;
        const int reached = low ? g >= 0.0 : g > 0.0;
        // Secant in y, the other end of the bracket closing in by at least one; bisection every fourth time.
        const double slope = have && fa != g ? (y - ya) / (g - fa) : sqrt(var) / (z > 0.5 ? z : 0.5);
        ya = y;
        fa = g;
        have = 1;
        if (reached) b = y;
        else a = y;
        const double next = y - g * slope;
        y = (i & 3) == 3 ? floor(0.5 * (a + b)) : reached ? floor(next) : ceil(next);
        if (!(y > -1e300 && y < 1e300)) y = floor(0.5 * (a + b));
    }
    return low ? b : degree - b;
}
