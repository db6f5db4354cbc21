// @provides: nm_terms, nm_terms_none, nm_four_terms, nm_terms_go_on
// @depends: nmath
// @includes: nmath
//
// Sums of products a0/d0 + a0/d0 a1/d1 + ... of positive terms that fall to nothing, four at a time: one division and
// one question for four. Terms beyond the last that is needed do no harm, and after a factor 0 all are 0. Each four
// cost the product some six roundings.
// SPDX-License-Identifier: MIT

typedef struct {
    double last, sum;
} nm_terms;

NM_INLINE nm_terms nm_terms_none(void)
{
    nm_terms t;
    t.last = 1.0;
    t.sum = 0.0;
    return t;
}

// For factors whose products of four stay well within the doubles.
NM_INLINE nm_terms nm_four_terms(nm_terms t, double a0, double a1, double a2, double a3, double d0, double d1,
                                 double d2, double d3)
{
    const double d23 = d2 * d3, d13 = d1 * d23, w = t.last / (d0 * d13);
    t.sum = fma(w, a0 * fma(a1, fma(a2, d3 + a3, d23), d13), t.sum);
    t.last = w * (a0 * a1 * (a2 * a3));
    return t;
}

// Whether the last term still counts beside 1 and the sum.
NM_INLINE int nm_terms_go_on(nm_terms t) { return t.last > 0x1p-57 * (1.0 + t.sum); }
