// @provides: nm_log_exp_sum
// @depends: nmath, dd, elementary
// @includes: nmath
//
// log(exp(a) + s exp(b)), s = 1 or -1, where that is close to 0: exp(a) - 1 + s exp(b) from both exponentials as
// triples of doubles, some 155 bits. exp: x = k log 2 + r, Taylor's series of exp(r / 2^10) - 1 and ten times
// e -> e (2 + e). Products as in Hida, Li and Bailey, ARITH 15 (2001), cut to three terms; sums by repeated passes of
// error-free sums (Ogita, Rump, Oishi, SIAM J. Sci. Comput. 26 (2005) 1955, VecSum).
// Region: -690 < b <= a < 1e5. Accuracy: 2^-140 of the larger of exp(a) - 1 and exp(b).
// SPDX-License-Identifier: MIT

typedef struct {
    double a, b, c;
} nm_triple;

// The sum of eight numbers.
NM_FN nm_triple nm_triple_sum(double *v)
{
    for (int pass = 0; pass < 5; ++pass) {
        for (int i = 7; i > 0; --i) {
            const nm_dd s = nm_two_sum(v[i - 1], v[i]);
            v[i - 1] = s.hi;
            v[i] = s.lo;
        }
    }
    nm_triple r;
    r.a = v[0];
    r.b = v[1];
    r.c = v[2] + v[3];
    return r;
}

NM_INLINE nm_triple nm_triple_tidy(double a, double b, double c)
{
    const nm_dd t = nm_two_sum(b, c), s = nm_two_sum(a, t.hi), u = nm_two_sum(s.lo, t.lo);
    nm_triple r;
    r.a = s.hi;
    r.b = u.hi;
    r.c = u.lo;
    return r;
}

NM_INLINE nm_triple nm_triple_mul(nm_triple x, nm_triple y)
{
    const nm_dd p = nm_two_prod(x.a, y.a), q = nm_two_prod(x.a, y.b), r = nm_two_prod(x.b, y.a);
    const nm_dd s = nm_two_sum(q.hi, r.hi), t = nm_two_sum(p.lo, s.hi);
    const double rest = fma(x.a, y.c, fma(x.b, y.b, x.c * y.a)) + (q.lo + r.lo);
    return nm_triple_tidy(p.hi, t.hi, t.lo + s.lo + rest);
}

NM_INLINE nm_triple nm_triple_add_d(nm_triple x, double y)
{
    const nm_dd s = nm_two_sum(x.a, y), t = nm_two_sum(x.b, s.lo);
    return nm_triple_tidy(s.hi, t.hi, t.lo + x.c);
}

NM_INLINE nm_triple nm_triple_div_d(nm_triple x, double n)
{
    const double q = x.a / n;
    const nm_dd t = nm_two_sum(fma(-q, n, x.a), x.b);
    const double r = t.hi / n;
    return nm_triple_tidy(q, r, (fma(-r, n, t.hi) + (t.lo + x.c)) / n);
}

// exp(x) = (1 + result) 2^k.
NM_FN nm_triple nm_triple_exp(double x, int *k)
{
    const double n = fabs(x) < 0.35 ? 0.0 : rint(x * M_LOG2E);
    *k = (int)n;
    const nm_dd p = nm_two_prod(-n, 0x1.62e42fefa39efp-1), q = nm_two_prod(-n, 0x1.abc9e3b39803fp-56);
    double v[8] = {x, p.hi, p.lo, q.hi, q.lo, -n * 0x1.7b57a079a1934p-111, 0.0, 0.0};
    nm_triple r = nm_triple_sum(v);
    r.a *= 0x1p-10;
    r.b *= 0x1p-10;
    r.c *= 0x1p-10;
    nm_triple t = nm_triple_tidy(1.0, 0.0, 0.0);
    for (int i = 13; i > 1; --i) t = nm_triple_add_d(nm_triple_div_d(nm_triple_mul(t, r), (double)i), 1.0);
    t = nm_triple_mul(t, r);
    for (int i = 0; i < 10; ++i) t = nm_triple_mul(t, nm_triple_add_d(t, 2.0));
    return t;
}

NM_FN double nm_log_exp_sum(double a, double b, double s)
{
    int i, k;
    const nm_triple x = nm_triple_exp(a, &i), y = nm_triple_exp(b, &k);
    const double f = nm_pow2(i), g = s * nm_pow2(k);
    double v[8] = {f - 1.0, f * x.a, f * x.b, f * x.c, g, g * y.a, g * y.b, g * y.c};
    const nm_triple t = nm_triple_sum(v);
    return nm_dd_log1p(nm_dd_make(t.a, t.b)).hi;
}
