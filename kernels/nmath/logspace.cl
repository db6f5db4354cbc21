// Logarithms of sums and differences, element by element. logspace_sum takes rows of k values: element i is the sum
// over rows[i k] ... rows[i k + k - 1].
// @library_deps: nmath
// @depends_nmath: log1pmx, log1pexp, log1mexp, logspace_add, logspace_sub, logspace_sum
// @range: n
// @split: n, alone
// @gpu_range: n-n/2
// @arg x: in 1+(n-1)*x_step
// @arg logx: in 1+(n-1)*logx_step
// @arg logy: in 1+(n-1)*logy_step
// @arg rows: in n*k
// @arg out: out n
// SPDX-License-Identifier: MIT
#include "pairs.h"

FUNCTION1(log1pmx, x)
FUNCTION1(log1pexp, x)
FUNCTION1(log1mexp, x)
FUNCTION2(logspace_add, logx, logy)
FUNCTION2(logspace_sub, logx, logy)

// @gpu_range: n
__kernel void logspace_sum_kernel(__global const double *restrict rows, const int k, OUTPUT)
    BODY(logspace_sum_global(rows + i * (ulong)k, k))
