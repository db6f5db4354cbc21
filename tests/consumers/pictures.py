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
cat("fine\n")
'''
