# SPDX-License-Identifier: MIT
"""Kernels over images that packages for Python and R call with arrays, and what the calls must give."""

KERNELS = r'''
constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

// Every colour is reversed.
// @range: width, height
// @arg picture: in RGBA UNORM_INT8 height, width
// @arg reversed: out RGBA UNORM_INT8 height, width
__kernel void reverse(__read_only image2d_t picture, __write_only image2d_t reversed, const int width, const int height)
{
    const int2 at = (int2)(get_global_id(0), get_global_id(1));
    const float4 p = read_imagef(picture, edge, at);
    write_imagef(reversed, at, (float4)(1.0f - p.xyz, p.w));
}

// Half of the rows and columns.
// @range: width/2, height/2
// @arg picture: in R FLOAT height, width
// @arg small: out R FLOAT height/2, width/2
__kernel void halve(__read_only image2d_t picture, __write_only image2d_t small, const int width, const int height)
{
    const sampler_t between = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;
    const int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(small, at, read_imagef(picture, between, 2.0f * convert_float2(at) + 1.0f));
}

// How often each label is there.
// @range: width, height, depth
// @arg labels: in R UNSIGNED_INT16 depth, height, width
// @arg counts: inout most
__kernel void count(__read_only image3d_t labels, __global int *counts, const int width, const int height, const int depth, const int most)
{
    const uint label = read_imageui(labels, edge, (int4)(get_global_id(0), get_global_id(1), get_global_id(2), 0)).x;
    if (label < (uint)most) atomic_inc(&counts[label]);
}

// A picture of another size: the caller says how its pixels are found.
// @range: n, m
// @arg picture: in R FLOAT height, width
// @arg result: out m, n
__kernel void resample(__read_only image2d_t picture, sampler_t sampling, __global float *result, const int width, const int height,
                       const int n, const int m, const float x0, const float y0, const float step)
{
    const float2 at = (float2)(x0 + step * get_global_id(0), y0 + step * get_global_id(1));
    result[get_global_id(1) * n + get_global_id(0)] = read_imagef(picture, sampling, at).x;
}

// @range: n
// @arg row: in RG SIGNED_INT32 n
// @arg sums: out n
__kernel void pair_sums(__read_only image1d_t row, __global int *sums, const int n)
{
    const int4 p = read_imagei(row, (int)get_global_id(0));
    sums[get_global_id(0)] = p.x + p.y;
}
'''

PYTHON = r'''
import numpy as np
import pictures
from numpy.testing import assert_array_equal as same

def refused(text, f, *arguments):
    try:
        f(*arguments)
    except (ValueError, TypeError) as error:
        assert text in str(error), (text, str(error))
        return
    raise AssertionError('not refused: ' + text)

rng = np.random.default_rng(1)
picture = rng.integers(0, 256, (5, 7, 4), dtype=np.uint8)
expected = np.dstack([255 - picture[:, :, :3], picture[:, :, 3:]])
result = pictures.reverse(picture)
assert result.dtype == np.uint8 and result.shape == (5, 7, 4)
same(result, expected)
# Any layout and type of number, as for other arrays.
same(pictures.reverse(picture[::-1, ::2]), expected[::-1, ::2])
same(pictures.reverse(np.asfortranarray(picture.astype(float))), expected)
refused('does not fit', pictures.reverse, picture.astype(int) + 200)
refused("'picture' of kernel 'reverse' has 3 elements along dimension 2, but the kernel needs 4", pictures.reverse, picture[:, :, :3])
refused("'picture'", pictures.reverse, picture[0])

small = pictures.halve(np.arange(24.0).reshape(4, 6))
assert small.dtype == np.float32
same(small, [[3.5, 5.5, 7.5], [15.5, 17.5, 19.5]])

labels = rng.integers(0, 4, (3, 4, 5))
same(pictures.count(labels, np.zeros(4, int)), np.bincount(labels.ravel(), minlength=4))
same(pictures.pair_sums([[1, 2], [3, -4], [5, 6]]), [3, -1, 11])

# Samplers: how a kernel's coordinates find pixels.
grid = np.arange(12, dtype=np.float32).reshape(3, 4)
near = pictures.Sampler()
assert near == ('clamp_to_edge', 'nearest', False) and repr(near).startswith('Sampler(')
take = lambda sampling, x0, y0, step: pictures.resample(grid, sampling, n=6, m=2, x0=x0, y0=y0, step=step)
same(take(near, -1.5, 0.5, 1.0), [[0, 0, 0, 1, 2, 3], [4, 4, 4, 5, 6, 7]])
same(take(pictures.Sampler('clamp'), -1.5, 0.5, 1.0), [[0, 0, 0, 1, 2, 3], [0, 0, 4, 5, 6, 7]])
same(take(pictures.Sampler(filter='linear'), 1.0, 0.5, 0.5), [[0.5, 1, 1.5, 2, 2.5, 3], [2.5, 3, 3.5, 4, 4.5, 5]])
wrapped = take(pictures.Sampler('repeat', 'nearest', True), -0.125, 0.125, 0.25)
same(wrapped, [[3, 0, 1, 2, 3, 0], [7, 4, 5, 6, 7, 4]])
mirrored = take(dict(normalized=True, filter='nearest', addressing='mirrored_repeat'), -0.375, 0.125, 0.25)
same(mirrored, [[1, 0, 0, 1, 2, 3], [5, 4, 4, 5, 6, 7]])
same(take(('none', 'nearest', False), 0.5, 0.5, 0.5), [[0, 1, 1, 2, 2, 3], [4, 5, 5, 6, 6, 7]])
refused("a sampler has the addressing 'none', 'clamp_to_edge'", take, pictures.Sampler('wrap'), 0, 0, 1)
refused("'cubic' is none of them", take, pictures.Sampler(filter='cubic'), 0, 0, 1)
refused('the repeating modes need', take, pictures.Sampler('repeat'), 0, 0, 1)
refused("'sampling' is a sampler: pass a Sampler", take, 'repeat', 0, 0, 1)
refused("'sampling' is a sampler: pass a Sampler", take, 3, 0, 0, 1)
refused("'sampling' has the members addressing, filter, normalized, not filter", take, dict(filter='linear'), 0, 0, 1)
refused('are strings', take, pictures.Sampler(1), 0, 0, 1)
print('fine')
'''

R = r'''
library(pictures, lib.loc = "library")
refused <- function(text, call) {
  message <- tryCatch({ call; "not refused" }, error = conditionMessage)
  if (!grepl(text, message, fixed = TRUE)) stop(text, ": ", message)
}
set.seed(1)
picture <- array(sample(0:255, 5 * 7 * 4, TRUE), c(5, 7, 4))
expected <- picture
expected[, , 1:3] <- 255L - picture[, , 1:3]
stopifnot(identical(reverse(picture), expected), identical(reverse(picture + 0), expected))
refused("does not fit", reverse(picture + 200))
refused("has 2 dimensions, but the kernel takes 3", reverse(picture[, , 1]))
refused("has 3 elements along dimension 2, but the kernel needs 4", reverse(picture[, , 1:3]))

# A raster is an image of four numbers a pixel.
raster <- as.raster(picture, max = 255)
stopifnot(identical(reverse(raster), expected), identical(as.raster(reverse(raster), max = 255), as.raster(expected, max = 255)))
opaque <- as.raster(matrix(c("#FF0000", "#00FF00", "#0000FF", "#FFFFFF"), 2))
stopifnot(identical(reverse(opaque)[1, 2, ], c(255L, 255L, 0L, 255L)), identical(reverse(opaque)[2, 1, ], c(255L, 0L, 255L, 255L)))
refused("#RRGGBB", reverse(as.raster(matrix(c("red", "green"), 1))))

stopifnot(identical(halve(matrix(0:23, 4, 6, byrow = TRUE)), matrix(c(3.5, 5.5, 7.5, 15.5, 17.5, 19.5), 2, byrow = TRUE)))
labels <- array(sample(0:3, 60, TRUE), c(3, 4, 5))
stopifnot(identical(as.integer(count(labels, integer(4))), tabulate(labels + 1L, 4L)))
stopifnot(identical(as.integer(pair_sums(matrix(c(1, 2, 3, -4, 5, 6), 3, byrow = TRUE))), c(3L, -1L, 11L)))

# Samplers: how a kernel's coordinates find pixels.
grid <- matrix(0:11, 3, 4, byrow = TRUE)
take <- function(sampling, x0, y0, step) resample(grid, sampling, n = 6, m = 2, x0 = x0, y0 = y0, step = step)
rows <- function(...) matrix(c(...), 2, byrow = TRUE)
stopifnot(identical(take(list(), -1.5, 0.5, 1), rows(0, 0, 0, 1, 2, 3, 4, 4, 4, 5, 6, 7)),
          identical(take(list(addressing = "clamp"), -1.5, 0.5, 1), rows(0, 0, 0, 1, 2, 3, 0, 0, 4, 5, 6, 7)),
          identical(take(list(filter = "linear"), 1, 0.5, 0.5), rows(0.5, 1, 1.5, 2, 2.5, 3, 2.5, 3, 3.5, 4, 4.5, 5)),
          identical(take(list(normalized = TRUE, addressing = "repeat"), -0.125, 0.125, 0.25), rows(3, 0, 1, 2, 3, 0, 7, 4, 5, 6, 7, 4)),
          identical(take(list(addressing = "mirrored_repeat", normalized = TRUE), -0.375, 0.125, 0.25),
                    rows(1, 0, 0, 1, 2, 3, 5, 4, 4, 5, 6, 7)))
refused("a sampler has the addressing 'none', 'clamp_to_edge'", take(list(addressing = "wrap"), 0, 0, 1))
refused("'cubic' is none of them", take(list(filter = "cubic"), 0, 0, 1))
refused("the repeating modes need", take(list(addressing = "repeat"), 0, 0, 1))
refused("'sampling' is a sampler: pass a list", take("repeat", 0, 0, 1))
refused("'sampling' is a sampler: pass a list", take(list("repeat"), 0, 0, 1))
refused("the filter of 'sampling' is not a string", take(list(filter = 1), 0, 0, 1))
refused("normalized of 'sampling' is not TRUE or FALSE", take(list(normalized = NA), 0, 0, 1))
refused("has the members addressing, filter and normalized, not mode", take(list(mode = "repeat"), 0, 0, 1))
cat("fine\n")
'''
