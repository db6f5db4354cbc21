// @provides: nm_exp_fn, nm_expm1_fn, nm_log_fn, nm_log1p_fn
// @depends: nmath
// @includes: nmath
//
// Built-ins as functions. A driver for GPUs puts some hundred instructions wherever one of these built-ins is called,
// and takes its time over them: heavy functions, which call them often, share one copy. Light ones call the built-ins.
// SPDX-License-Identifier: MIT

NM_FN double nm_exp_fn(double x) { return exp(x); }
NM_FN double nm_expm1_fn(double x) { return expm1(x); }
NM_FN double nm_log_fn(double x) { return log(x); }
NM_FN double nm_log1p_fn(double x) { return log1p(x); }
