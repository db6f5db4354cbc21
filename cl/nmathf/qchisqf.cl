// @provides: qchisqf
// @depends: nmathf, qgammaf
// @includes: nmathf
//
// Quantile of chi-square: qgammaf with shape df / 2 and scale 2.
// Accuracy: as qgammaf.
// SPDX-License-Identifier: MIT

NMF_FN float qchisqf(float p, float df, int lower_tail, int log_p)
{
    return qgammaf(p, 0.5f * df, 2.0f, lower_tail, log_p);
}
