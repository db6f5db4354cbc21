// @provides: pchisqf
// @depends: nmathf, pgammaf
// @includes: nmathf
//
// Distribution function of chi-square: pgammaf with shape df / 2 and scale 2.
// Accuracy: as pgammaf.
// SPDX-License-Identifier: MIT

NMF_FN float pchisqf(float q, float df, int lower_tail, int log_p)
{
    return pgammaf(q, 0.5f * df, 2.0f, lower_tail, log_p);
}
