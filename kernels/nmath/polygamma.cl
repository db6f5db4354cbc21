// The digamma function and its derivatives, element by element.
// @library_deps: nmath
// @depends_nmath: digamma, trigamma, tetragamma, pentagamma, psigamma, dpsifn
// @range: n
// @split: n, alone
// @arg x: in 1+(n-1)*x_step
// @arg deriv: in 1+(n-1)*deriv_step
// @arg ans: out n*m
// @arg nz: out n
// @arg ierr: out n
// @arg out: out n
// SPDX-License-Identifier: MIT
#include "elementwise.h"

FUNCTION1(digamma, x)
FUNCTION1(trigamma, x)
FUNCTION1(tetragamma, x)
FUNCTION1(pentagamma, x)
FUNCTION2(psigamma, x, deriv)

// ans[i*m + j]: the scaled derivative of order first + j at element i; nz and ierr as dpsifn gives them.
__kernel void dpsifn_kernel(INPUT(x), const int first, const int kode, const int m, __global double *restrict ans,
                            __global int *restrict nz, __global int *restrict ierr, const ulong n)
{
    const size_t i = get_global_id(0);
    if (i < n) {
        int zeros = 0, status = m < 1;
        for (int j = 0; j < m; ++j) {
            double v = ML_NAN;
            int z, e;
            dpsifn(AT(x), first + j, kode, 1, &v, &z, &e);
            ans[i * (ulong)m + j] = v;
            zeros += z;
            status = e ? e : status;
        }
        nz[i] = zeros;
        ierr[i] = status;
    }
}
