/* The kernels of a family, by name: included behind glm_constant, glm_term and glm_curvature.
 * Knows the parameters and which function does the work; must not know family or link.
 * SPDX-License-Identifier: MIT */

#include "glm.h"

#define GLM_GIVEN X, mu, P, alpha, y, wt, l1, l2

#include "share.h"
#include "tile.h"

#define GLM_INPUTS                                                                                                   \
    __global const double *restrict X, __global const double *restrict B, __global const double *restrict mu,        \
        __global const double *restrict P, __global const double *restrict alpha, __global const double *restrict y, \
        __global const double *restrict wt
#define GLM_SIZES const int l1, const int l2, const int m1

/* One work-item a grid point, on any device and for any l2. */
#define GLM_KERNEL(name)                                                                                    \
    __kernel void name(GLM_INPUTS, __global double *restrict qf, __global double *restrict grad, GLM_SIZES) \
    {                                                                                                       \
        const long j = (long)get_global_id(0);                                                              \
        if (j >= m1) return;                                                                                \
        double value = 0.0;                                                                                 \
        for (int begin = 0; begin == 0 || begin < l2; begin += GLM_BLOCK)                                   \
            value = glm_pass(GLM_GIVEN, B + j * l2, grad + j, 1, m1, begin);                                \
        qf[j] = value;                                                                                      \
    }

#define GLM_VALUE_KERNEL(name)                                              \
    __kernel void name(GLM_INPUTS, __global double *restrict qf, GLM_SIZES) \
    {                                                                       \
        const long j = (long)get_global_id(0);                              \
        if (j >= m1) return;                                                \
        qf[j] = glm_pass(GLM_GIVEN, B + j * l2, qf, 0, m1, 0);              \
    }

/* One work-item a grid point for value and gradient, and further ones for GLM_BLOCK second derivatives each. */
#define GLM_CURVATURE_KERNEL(name)                                                                                 \
    __kernel void name(GLM_INPUTS, __global double *restrict qf, __global double *restrict grad,                   \
                       __global double *restrict hess, GLM_SIZES)                                                  \
    {                                                                                                              \
        const long j = (long)get_global_id(0);                                                                     \
        const int block = (int)get_global_id(1);                                                                   \
        if (j >= m1) return;                                                                                       \
        if (block == 0) {                                                                                          \
            double value = 0.0;                                                                                    \
            for (int begin = 0; begin == 0 || begin < l2; begin += GLM_BLOCK)                                      \
                value = glm_pass(GLM_GIVEN, B + j * l2, grad + j, 1, m1, begin);                                   \
            qf[j] = value;                                                                                         \
        } else {                                                                                                   \
            glm_second_derivatives(X, P, alpha, y, wt, l1, l2, B + j * l2, hess + j, m1, (block - 1) * GLM_BLOCK); \
        }                                                                                                          \
    }

/* For l2 <= K: N grid points a team, GLM_TEAMS * GLM_STRIPES work-items a group. */
#define GLM_SHARE_KERNEL(name, K, N)                                                                        \
    __kernel void name(GLM_INPUTS, __global double *restrict qf, __global double *restrict grad, GLM_SIZES) \
    {                                                                                                       \
        __local double constants[GLM_STEPS * GLM_SHARE_ROW];                                                \
        __local double parts[GLM_TEAMS * ((K) + 1) * GLM_SHARE_ROW];                                        \
        glm_share(GLM_GIVEN, B, qf, grad, m1, constants, parts, K, N, 1);                                   \
    }

/* For l2 <= K, K even: one grid point a work-item, GLM_TILE_ITEMS a work-group. */
#define GLM_TILE_KERNEL(name, K)                                                             \
    __kernel __attribute__((reqd_work_group_size(GLM_TILE_ITEMS, 1, 1))) void name(          \
        GLM_INPUTS, __global double *restrict qf, __global double *restrict grad, GLM_SIZES) \
    {                                                                                        \
        __local double2 tile[GLM_TILE_ROWS * GLM_TILE_PAIRS(K)];                             \
        __local double constants[GLM_CHUNK], starts[GLM_STRIPES];                            \
        glm_tile(GLM_GIVEN, B, qf, grad, m1, tile, constants, starts, K, 1);                 \
    }

/* The same for the value alone. */
#define GLM_VALUE_SHARE_KERNEL(name, K, N)                                  \
    __kernel void name(GLM_INPUTS, __global double *restrict qf, GLM_SIZES) \
    {                                                                       \
        __local double constants[GLM_STEPS * GLM_SHARE_ROW];                \
        __local double parts[GLM_TEAMS * ((K) + 1) * GLM_SHARE_ROW];        \
        glm_share(GLM_GIVEN, B, qf, qf, m1, constants, parts, K, N, 0);     \
    }

#define GLM_VALUE_TILE_KERNEL(name, K)                                              \
    __kernel __attribute__((reqd_work_group_size(GLM_TILE_ITEMS, 1, 1))) void name( \
        GLM_INPUTS, __global double *restrict qf, GLM_SIZES)                        \
    {                                                                               \
        __local double2 tile[GLM_TILE_ROWS * GLM_TILE_PAIRS(K)];                    \
        __local double constants[GLM_CHUNK], starts[GLM_STRIPES];                   \
        glm_tile(GLM_GIVEN, B, qf, qf, m1, tile, constants, starts, K, 0);          \
    }
