// @provides: dchisqf
// @depends: nmathf, dgammaf
// @includes: nmathf
//
// Density of the chi-square distribution: dgammaf with shape df / 2 and scale 2.
// Accuracy: as dgammaf.
// SPDX-License-Identifier: MIT

NMF_FN float dchisqf(float x, float df, int give_log) { return dgammaf(x, 0.5f * df, 2.0f, give_log); }
