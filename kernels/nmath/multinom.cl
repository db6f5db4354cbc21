// Multinomial variates: element i is one draw of `size` objects into k classes of weights prob, in out[i*k ...].
// @library_deps: nmath
// @depends_nmath: philox, rmultinom
// @range: n
// @arg size: in 1+(n-1)*size_step
// @arg prob: in k
// @arg out: out n*k
// SPDX-License-Identifier: MIT
#include "elementwise.h"

__kernel void rmultinom_kernel(INPUT(size), __global const double *restrict prob, const uint k, DRAW, OUTPUT)
{
    const size_t i = get_global_id(0);
    if (i < n) {
        nm_rng rng;
        nm_rng_init(&rng, seed, stream, first + (ulong)i);
        rmultinom(AT(size), prob, (int)k, out + i * k, &rng);
    }
}
