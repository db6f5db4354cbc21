// @provides: logspace_sum, logspace_sum_global
// @depends: nmath, dd, elementary
// @includes: nmath
//
// log(sum exp(logx[i])): largest + log(sum exp(logx[i] - largest)) in double-double. logspace_sum takes private memory,
// as R's does; logspace_sum_global memory of the device. n = 0 gives -inf. Accuracy: below 1 ulp.
// SPDX-License-Identifier: MIT

#define NM_LOGSPACE_SUM(name, space)                                                        \
    NM_INLINE double name(space const double *logx, int n)                                  \
    {                                                                                       \
        double top = ML_NEGINF;                                                             \
        int bad = 0;                                                                        \
        for (int i = 0; i < n; ++i) {                                                       \
            bad |= logx[i] != logx[i];                                                      \
            top = logx[i] > top ? logx[i] : top;                                            \
        }                                                                                   \
        if (bad || !(fabs(top) < ML_POSINF)) return bad ? ML_NAN : top;                     \
        /* The largest counts 1, once: the rest keeps its digits for log1p. */              \
        nm_dd s = nm_dd_of(0.0);                                                            \
        int first = 1;                                                                      \
        for (int i = 0; i < n; ++i) {                                                       \
            if (first && logx[i] == top) first = 0;                                         \
            else if (logx[i] - top > -800.0) s = nm_dd_add(s, nm_dd_exp(nm_two_sum(logx[i], -top))); \
        }                                                                                   \
        return nm_dd_add_d(nm_dd_log1p(s), top).hi;                                         \
    }
NM_LOGSPACE_SUM(logspace_sum, __private)
NM_LOGSPACE_SUM(logspace_sum_global, __global)
#undef NM_LOGSPACE_SUM
