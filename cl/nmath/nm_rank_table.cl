// @provides: NM_RANK_WORDS, nm_rank_shape, nm_rank_table, nm_rank_fits, nm_rank_fill, nm_rank_entry, nm_rank_table_d,
//   nm_rank_table_p, nm_rank_table_q
// @depends: nmath, dd, elementary, nm_light, nm_dist
// @includes: nmath
//
// The rank statistics of nm_rank.cl where many elements share their sizes: a work-group multiplies the generating
// function out once, in its local memory, and every element is a look-up. Integers modulo 2^64, or 2^128 where the
// total is larger, so that counts and sums of counts up to half the degree are exact.
// Region: half the degree below NM_RANK_WORDS, total below 2^126 (kind 0: n <= 88; kind 1: up to m = n = 63). Other
// sizes take nm_rank_d, nm_rank_p, nm_rank_q. Accuracy: totals below 2^53: the correctly rounded quotient, as there;
// above, 2^-100 relative before the last rounding. Quantiles are the same numbers.
// Cost: m + n (n) passes over half the degree for a work-group; the quantile of an element 12 comparisons.
// SPDX-License-Identifier: MIT

// Two arrays of so many 64-bit words, and some bytes, are within the 32 KiB that every device has.
#define NM_RANK_WORDS 2016

typedef struct {
    int kind, m, n;   // as in nm_rank.cl
    int last;         // last index of the table
    int wide;         // 128-bit words
    double degree;
    nm_dd total;      // exact below 2^106
} nm_rank_shape;

typedef struct {
    nm_rank_shape shape;
    ulong low[NM_RANK_WORDS], high[NM_RANK_WORDS];
} nm_rank_table;

NM_INLINE nm_dd nm_dd_words(ulong high, ulong low)
{
    const nm_dd l = nm_fast_two_sum((double)(low >> 32) * 0x1p32, (double)(low & 0xffffffffUL));
    const nm_dd h = nm_fast_two_sum((double)(high >> 32) * 0x1p96, (double)(high & 0xffffffffUL) * 0x1p64);
    return nm_dd_add(h, l);
}

// Whether a table can stand for these sizes, whole numbers with m <= n (kind 0: m = n).
NM_FN int nm_rank_fits(int kind, double m, double n, nm_rank_shape *s)
{
    s->degree = kind ? m * n : 0.5 * n * (n + 1.0);
    if (!(n >= 1.0 && m >= 1.0 && s->degree < 2.0 * NM_RANK_WORDS - 1.0)) return 0;
    s->kind = kind;
    s->m = (int)m;
    s->n = (int)n;
    s->last = (int)(0.5 * s->degree);
    // Integers throughout: t (n + j) / j is whole. Above 2^106 rounding is far below what decides.
    nm_dd t = nm_dd_of(kind ? 1.0 : nm_pow2((int)n));
    for (int j = 1; kind && j <= s->m && t.hi < 0x1p127; ++j) t = nm_dd_div_d(nm_dd_mul_d(t, n + (double)j), (double)j);
    // Below 2^104 what is not whole is rounding.
    const double up = rint(t.hi), low = rint(t.lo + (t.hi - up));
    s->total = kind && t.hi < 0x1p104 ? nm_fast_two_sum(up, low) : t;
    s->wide = t.hi > 0x1p63;
    return t.hi < 0x1p126;
}

// One factor: c[i] += c[i - d] for d <= i <= k, upwards (what divides by 1 - z^d) or, if down is set, downwards
// (1 + z^d); negate subtracts, downwards (1 - z^d). Four at a time where d keeps them apart.
NM_INLINE void nm_rank_pass(__local ulong *low, __local ulong *high, int k, int d, int down, int negate, int wide)
{
    const int count = k - d + 1, blocks = d >= 4 && count > 0 ? count / 4 : 0;
    for (int b = 0; b < blocks; ++b) {
        const int i = down ? k - 4 * b - 3 : d + 4 * b;
        const ulong4 x = vload4(0, low + i), y = vload4(0, low + i - d), s = negate ? x - y : x + y;
        vstore4(s, 0, low + i);
        if (wide) {
            // A true comparison of vectors is -1.
            const ulong4 h = vload4(0, high + i), g = vload4(0, high + i - d);
            const ulong4 carry = as_ulong4(negate ? x < y : s < y);
            vstore4(negate ? h - g + carry : h + g - carry, 0, high + i);
        }
    }
    for (int b = 4 * blocks; b < count; ++b) {
        const int i = down ? k - b : d + b;
        const ulong x = low[i], y = low[i - d], s = negate ? x - y : x + y;
        low[i] = s;
        if (wide) high[i] = negate ? high[i] - high[i - d] - (ulong)(x < y) : high[i] + high[i - d] + (ulong)(s < y);
    }
}

// The counts (cum = 0) or their sums (cum = 1) by one work-item; 0 if these sizes have no table. Inlined: PoCL 3.1
// loses what a function that stays one stores in a kernel's local arrays.
NM_INLINE int nm_rank_fill(__local nm_rank_table *t, int kind, double m, double n, int cum)
{
    nm_rank_shape shape;
    const nm_rank_shape *s = &shape;
    if (!nm_rank_fits(kind, m, n, &shape)) return 0;
    __local ulong *low = t->low, *high = t->high;
    const int k = s->last, wide = s->wide;
    t->shape = shape;
    for (int i = 0; i <= k; ++i) low[i] = i == 0 ? 1UL : 0UL;
    for (int i = 0; wide && i <= k; ++i) high[i] = 0UL;
    // Factors 1 + z^j (kind 0); 1 - z^(n+j), then 1 / (1 - z^j) (kind 1); last of all the sums.
    const int over = s->kind == 0 ? s->n : k - s->n < s->m ? (k > s->n ? k - s->n : 0) : s->m;
    const int under = s->kind == 0 ? 0 : s->m;
    for (int f = 1; f <= over + under + cum; ++f) {
        const int above = f <= over, j = above ? f : f <= over + under ? f - over : 1;
        // Only what the factors so far can reach.
        const int reach = s->kind == 0 && above && j < 90 ? j * (j + 1) / 2 : k;
        nm_rank_pass(low, high, reach < k ? reach : k, above && s->kind ? s->n + j : j, above, above && s->kind, wide);
    }
    return 1;
}

// Entry i, as a double-double: exact below 2^106.
NM_INLINE nm_dd nm_rank_entry(__local const nm_rank_table *restrict t, int i)
{
    if (t->shape.total.hi < 0x1p53) return nm_dd_of((double)t->low[i]);
    return nm_dd_words(t->shape.wide ? t->high[i] : 0UL, t->low[i]);
}

// c / total, or its logarithm.
NM_INLINE double nm_rank_share(nm_dd c, nm_dd total, int give_log)
{
    if (total.hi < 0x1p53) return give_log ? nm_light_log_quotient(c.hi, 0.0, total.hi, 0.0, 0, 0).hi : c.hi / total.hi;
    const nm_dd r = nm_dd_div(c, total);
    return give_log ? nm_dd_log_dd(r).hi : r.hi;
}

// 1 - c / total, or its logarithm, for c up to half the total.
NM_INLINE double nm_rank_rest(nm_dd c, nm_dd total, int give_log)
{
    if (total.hi < 0x1p53) return nm_rank_share(nm_dd_of(total.hi - c.hi), total, give_log);
    const nm_dd r = nm_dd_neg(nm_dd_div(c, total)), v = nm_dd_add_d(r, 1.0);
    if (!give_log) return v.hi;
    return v.hi < 0.7 ? nm_dd_log_dd(v).hi : nm_dd_log1p(r).hi;
}

// The density from a table of counts; see nm_rank_d.
NM_INLINE double nm_rank_table_d(__local const nm_rank_table *restrict table, double x, int give_log)
{
    const double degree = table->shape.degree;
    const nm_dd total = nm_dd_make(table->shape.total.hi, table->shape.total.lo);
    const double k = rint(x);
    if (x != x) return x;
    if (fabs(x - k) > 1e-7 || !(k >= 0.0 && k <= degree)) return give_log ? ML_NEGINF : 0.0;
    const double i = 2.0 * k <= degree ? k : degree - k;
    return nm_rank_share(nm_rank_entry(table, (int)i), total, give_log);
}

// The distribution function from a table of sums; see nm_rank_p.
NM_INLINE double nm_rank_table_p(__local const nm_rank_table *restrict table, double q, int lower_tail, int log_p)
{
    const double degree = table->shape.degree;
    const nm_dd total = nm_dd_make(table->shape.total.hi, table->shape.total.lo);
    const double k = floor(q + 1e-7);
    if (q != q) return q;
    if (k < 0.0 || k >= degree) {
        const int one = (k >= 0.0) == (lower_tail != 0);
        return one ? (log_p ? 0.0 : 1.0) : (log_p ? ML_NEGINF : 0.0);
    }
    const int small = 2.0 * k + 1.0 <= degree;
    const nm_dd c = nm_rank_entry(table, (int)(small ? k : degree - k - 1.0));
    if (small == (lower_tail != 0)) return nm_rank_share(c, total, log_p);
    return nm_rank_rest(c, total, log_p);
}

// The quantile from a table of sums; see nm_rank_q, whose tolerance of 4 ulp of p this has.
NM_INLINE double nm_rank_table_q(__local const nm_rank_table *restrict table, double p, int lower_tail, int log_p)
{
    const double degree = table->shape.degree;
    const nm_dd total = nm_dd_make(table->shape.total.hi, table->shape.total.lo);
    const double top = log_p ? 0.0 : 1.0, bottom = log_p ? ML_NEGINF : 0.0;
    if (p != p) return p;
    if (nm_bad_p(p, log_p)) return ML_NAN;
    if (p == (lower_tail ? bottom : top)) return 0.0;
    if (p == (lower_tail ? top : bottom)) return degree;
    // The smaller tail and the tolerance relative to it.
    const int stated = log_p ? p <= -M_LN2 : p <= 0.5;
    const int small = stated == (lower_tail != 0);
    const nm_dd t = log_p ? nm_tail_dd(p, stated, 1) : nm_dd_of(stated ? p : 1.0 - p);
    const double odds = stated || log_p ? 1.0 : p / t.hi;
    const double fuzz = 4.0 * DBL_EPSILON * (log_p && p < -1.0 ? -p : 1.0) * odds;
    // As a count: smallest y with sum(y) >= want (lower) or > want (upper).
    nm_dd want = nm_dd_mul(t, total);
    want = nm_dd_add_d(want, want.hi * (small ? -fuzz : fuzz));
    int a = -1, b = (int)floor(0.5 * degree) + (small ? 0 : 1);
    while (b - a > 1) {
        const int mid = (a + b) >> 1;
        const nm_dd c = nm_rank_entry(table, mid);
        const double g = (c.hi - want.hi) + (c.lo - want.lo);
        if (small ? g >= 0.0 : g > 0.0) b = mid;
        else a = mid;
    }
    return small ? (double)b : degree - (double)b;
}
