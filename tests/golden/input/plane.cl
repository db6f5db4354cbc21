// Lengths of vectors in the plane.
// @library_deps: lib
// @depends_lib: norm
// @range: n
// @arg x: in n
// @arg y: in n
// @arg r: out n
// SPDX-License-Identifier: MIT

#define LENGTH(name, f)                                                                                      \
    __kernel void name(__global const REAL *restrict x, __global const REAL *restrict y, __global REAL *restrict r, \
                       const int n)                                                                          \
    {                                                                                                        \
        const int i = get_global_id(0);                                                                      \
        if (i < n) r[i] = f(x[i], y[i]);                                                                     \
    }

LENGTH(euclid, norm2)
LENGTH(manhattan, norm1)
