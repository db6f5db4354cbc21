# SPDX-License-Identifier: MIT
"""Kernels over structures, stated sizes, changed arrays and local memory, and what users of their R and Python packages may
pass and may not: for test_r.py and test_python.py."""

KERNELS = r'''// Division truncates: 1 where n is 0.
// @range: (n-5)/2+3
// @arg x: in n
// @arg y: out (n-5)/2+3
__kernel void windows(__global const int *x, __global int *y, const int n)
{
    const int i = get_global_id(0);
    y[i] = n + i;
}

// @range: n%3+3
// @arg y: out n%3+3
__kernel void remainders(__global int *y, const int n)
{
    y[get_global_id(0)] = n;
}

typedef struct inner { short a; float v[3]; } inner;
typedef struct point { double x; int n; inner in; float4 f; uchar c; inner two[2]; } point;

// @range: p.n-6
// @arg out: out p.n+1
__kernel void by_value(const point p, __global double *out)
{
    out[0] = p.x; out[1] = p.n; out[2] = p.in.a; out[3] = p.in.v[1]; out[4] = p.f.w; out[5] = p.c; out[6] = p.two[1].a;
    out[7] = p.two[0].v[2];
}

typedef struct pair { double x; int n; float v[2]; } pair;

// @range: n
// @arg a: in n
// @arg c: in n
// @arg b: inout n
// @arg o: out n
__kernel void pairs(__global const pair *a, __constant pair *c, __global pair *b, __global pair *o, const int n)
{
    const int i = get_global_id(0);
    if (i >= n) return;
    b[i].n += a[i].n;
    b[i].v[1] = c[i].v[0];
    o[i].x = a[i].x * 2;
    o[i].n = i;
    o[i].v[0] = b[i].x;
}

// @range: n
// @arg x: inout n
__kernel void bump(__global int *x, const int n)
{
    const int i = get_global_id(0);
    if (i < n) x[i] += 1;
}

// @range: m, n
// @arg A: in m, k
// @arg B: in k, n
// @arg C: out m, n
__kernel void product(__global const float *A, __global const float *B, __global float *C, const int m, const int k, const int n)
{
    const int i = get_global_id(0), j = get_global_id(1);
    float s = 0;
    for (int q = 0; q < k; ++q) s += A[i * k + q] * B[q * n + j];
    C[i * n + j] = s;
}

// @range: 64
// @local: 64
// @arg x: in 64
// @arg s: local 64
// @arg o: out 1
__kernel void sum(__global const float *x, __local float *s, __global float *o)
{
    const int i = get_local_id(0);
    s[i] = x[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i > 0) return;
    float t = 0;
    for (int k = 0; k < 64; ++k) t += s[k];
    o[0] = t;
}

// @range: n
// @arg x: in 1+(n-1)*x_step
// @arg y: out n
__kernel void twice(__global const double *x, const int x_step, __global double *y, const ulong n)
{
    const size_t i = get_global_id(0);
    if (i < n) y[i] = 2 * x[x_step ? i : 0];
}

// @range: 1
__kernel void picture(read_only image2d_t p) { }

typedef union either { int a; float b; } either;
// @range: 1
// @arg x: in 1
__kernel void unions(__global either *x) { }
'''

PYTHON = r'''
import collections
import numpy as np
import forms
from numpy.testing import assert_array_equal as same

def refused(text, f, *arguments, **keywords):
    try:
        f(*arguments, **keywords)
    except (ValueError, TypeError) as error:
        assert text in str(error), (text, str(error))
        return
    raise AssertionError('not refused: ' + text)

FIT, FRACTION = 'does not fit', 'has a fraction'

# Sizes are computed as in C, and those that are stated must be right.
for n, expected in ((0, [0]), (1, [1]), (5, [5, 6, 7]), (7, [7, 8, 9, 10])):
    same(forms.windows(np.zeros(n, int)), expected)
same(forms.remainders(-4), [-4, -4])
same(forms.remainders(n=4.0), [4] * 4)
refused("'n'", forms.remainders)
refused("argument 'n' of kernel 'windows' is not the 2", forms.windows, [1, 2], n=3)
refused(FRACTION, forms.windows, [1, 2], n=2.5)
a, b = np.arange(12.).reshape(3, 4), np.arange(20.).reshape(4, 5)
same(forms.product(a, b), a @ b)
same(forms.product(a, b, k=4, n=5.0, m=np.int8(3)), a @ b)
for text, stated in (("'k' of kernel 'product' is not the 4", dict(k=3)), (FRACTION, dict(n=3.7)), ("is not the 3", dict(m=4)),
                     ('cannot be assigned', dict(n='5')), ('is not the 4', dict(k=-4)), (FIT, dict(k=2 ** 40)), (FIT, dict(n=float('nan')))):
    refused(text, forms.product, a, b, **stated)

# Structures by value: mappings, sequences, named tuples, records of NumPy.
mapping = dict(x=1.5, n=7, f=[1, 2, 3, 4], c=200, two=[(1, [1, 2, 3]), (2, (4, 5, 6))])
mapping['in'] = (3, [.5, .25, .125])
row = (1.5, 7, (3, [.5, .25, .125]), [1, 2, 3, 4], 200, [dict(a=1, v=[1, 2, 3]), (2, (4, 5, 6))])
Named = collections.namedtuple('Named', 'a v')
record = np.zeros((), [('n', 'i8'), ('x', 'f4'), ('c', 'u1'), ('f', 'f8', 4), ('in', [('a', 'i1'), ('v', 'f4', 3)]),
                       ('two', [('v', 'f4', 3), ('a', 'i4')], 2)])
record['n'], record['x'], record['c'], record['f'] = 7, 1.5, 200, [1, 2, 3, 4]
record['in']['a'], record['in']['v'], record['two']['a'], record['two']['v'][0] = 3, [.5, .25, .125], [1, 2], [1, 2, 3]
want = [1.5, 7, 3, .25, 4, 200, 2, 3]
for given in (mapping, row, list(row), dict(mapping, two=[Named(a=1, v=[1, 2, 3]), Named(2, (4, 5, 6))]), record, record[()], record.reshape(1)):
    same(forms.by_value(given), want)
for name, value, text in (('n', 2 ** 31, FIT), ('n', 1.5, FRACTION), ('c', 256, FIT), ('c', -1, FIT), ('n', float('nan'), FIT),
                          ('f', [1, 2, 3], "'f' of 'p' has the shape (4,)"), ('x', '7', 'cannot be assigned'), ('n', None, 'numbers'),
                          ('two', [(1, [1, 2, 3])], "has 2 elements"), ('n', [1, 2], "'n' of 'p' has the shape ()")):
    refused(text, forms.by_value, dict(mapping, **{name: value}))
refused('has the members', forms.by_value, {name: mapping[name] for name in mapping if name != 'c'})
refused('has the members', forms.by_value, dict(mapping, d=1))
refused('pass a mapping or a sequence', forms.by_value, 3)
refused('has 6 members', forms.by_value, row[:-1])
refused('single record', forms.by_value, np.stack([record, record]))

# Arrays of structures: structured arrays, sequences of records, columns.
A = np.zeros(3, [('n', 'i8'), ('x', 'f4'), ('v', 'f8', (2,))])
A['n'], A['x'], A['v'] = [1, 2, 3], [.5, 1.5, 2.5], [[1, 2], [3, 4], [5, 6]]
B = dict(x=[10, 20, 30], n=[100, 200, 300], v=np.ones((3, 2)))
C = [(0, 0, (7, 0)), dict(x=0, n=0, v=[8, 0]), (0, 0, [9, 0])]
b, o = forms.pairs(A, C, B)
same(b['n'], [101, 202, 303])
same(b['v'], [[1, 7], [1, 8], [1, 9]])
same(o['x'], [1, 3, 5])
same(o['v'][:, 0], [10, 20, 30])
assert o.dtype.itemsize == 24
same(forms.pairs(A[::-1], o, b)[0]['n'], [104, 204, 304])
same(B['n'], [100, 200, 300])
refused('pass a mapping or a sequence', forms.pairs, [1, 2, 3], C, B)
refused('different lengths', forms.pairs, dict(x=[1], n=[1, 2], v=np.ones((2, 2))), C, B)
refused('shape', forms.pairs, A[:2], C, B)
A['n'][1] = 2 ** 40
refused(FIT, forms.pairs, A, C, B)

# What is changed is checked like what is read.
for bad, text in (([2 ** 40 + 5], FIT), ([1.5, 2.9], FRACTION), ([np.nan], FIT), ([1e20], FIT), ([1 + 2j], 'imaginary'),
                  ('7', 'cannot be assigned'), ([None], 'numbers'), ([2 ** 31], FIT)):
    refused(text, forms.bump, bad)
same(forms.bump([1, 2.0, 3]), [2, 3, 4])
same(forms.bump([1, 2], out_shape=(3, 2)), [[2, 3]] * 3)
refused('', forms.bump, [1, 2, 3], out_shape=(2,))
assert forms.bump(5) == 6 and forms.bump(np.zeros((0, 3), int)).shape == (0, 3)
same(forms.twice([1, 2], out_shape=(2, 2)), [[2, 4]] * 2)

# Local memory of a stated size.
for given in ((), (256,), (np.int64(512),)):
    same(forms.sum(np.ones(64), *given), [64])
for s, text in ((3.7, 'pass an integer'), (0, 'above 0'), (-4, 'above 0'), ('8', 'pass an integer'), (16, 'needs 256 bytes')):
    refused(text, forms.sum, np.ones(64), s)
assert forms.by_value.__doc__ == 'by_value' and 'truncates' in forms.windows.__doc__
print('fine')
'''

R = r'''
library(forms, lib.loc = "library")
forms_device("native")
refused <- function(text, expression) {
  answer <- tryCatch(expression, error = conditionMessage)
  if (!is.character(answer) || !grepl(text, answer, fixed = TRUE)) stop("not refused so: ", text, "; ", answer)
}
fit <- "does not fit"
fraction <- "has a fraction"

# Sizes are computed as in C, and those that are stated must be right.
stopifnot(identical(windows(integer()), 0L), identical(windows(1), 1L), identical(windows(1:5), 5:7), identical(windows(1:7), 7:10),
          identical(remainders(-4), c(-4L, -4L)))
refused("missing", remainders())
refused("is not the 2 that 'x' tells", windows(1:2, 3))
refused(fraction, windows(1:2, 2.5))
refused("is not the 2", windows(1:2, -1))
a <- matrix(1:12 + 0, 3)
b <- matrix(1:20 + 0, 4)
stopifnot(identical(product(a, b), a %*% b), identical(product(a, b, k = 4L, n = 5), a %*% b))
refused("is not the 4 that 'A' tells", product(a, b, k = 3))
refused(fraction, product(a, b, n = 3.7))
refused("Non-numeric", product(a, b, m = "3"))
refused("NA", product(a, b, k = NA))
refused("1 dimensions", product(1:3, b))
stopifnot(identical(twice(3, n = 2), c(6, 6)), identical(twice(1:3), c(2, 4, 6)), identical(twice(c(a = 1, b = NA)), c(a = 2, b = NA)))
refused("'x' has 3 elements, but the result has 2", twice(1:3, n = 2))
refused("whole number", twice(1:3, n = 3.5))

# Structures by value: lists by name or by place.
p <- list(x = 1.5, n = 7L, `in` = list(a = 3, v = c(.5, .25, .125)), f = 1:4, c = 200, two = list(list(a = 1, v = 1:3), list(2, 4:6)))
want <- c(1.5, 7, 3, .25, 4, 200, 2, 3)
stopifnot(identical(by_value(p), want), identical(by_value(unname(p)), want), identical(by_value(p[c(6, 1, 3, 2, 5, 4)]), want))
bad <- function(text, name, value) {
  q <- p
  q[[name]] <- value
  refused(text, by_value(q))
}
bad("'n': Element (0,) does not fit", "n", 2^31)
bad(fraction, "n", 1.5)
bad(fit, "c", 256)
bad(fit, "c", -1)
bad(fit, "n", NaN)
bad("is NA", "n", NA)
bad("'f' has 3 numbers, not 4", "f", 1:3)
bad("'x' is not made of numbers", "x", "7")
bad("list of 2 structures", "two", p$two[1])
bad("a list with the 2 members", "in", 3)
bad("6 members, not 5", "n", NULL)
bad("6 members, not 7", "d", 1)
refused("list", by_value(3))
names(p)[1] <- "y"
refused("'x' of a structure is missing", by_value(p))

# Arrays of structures: data frames, and lists of columns.
A <- data.frame(x = c(.5, 1.5, 2.5), n = 1:3)
A$v <- matrix(c(1, 3, 5, 2, 4, 6), 3)
B <- list(v = matrix(1, 3, 2), n = c(100, 200, 300), x = c(10, 20, 30))
C <- list(numeric(3), numeric(3), cbind(7:9, 0))
r <- pairs(A, C, B)
stopifnot(is.data.frame(r$b), identical(r$b$n, c(101L, 202L, 303L)), identical(r$b$v, cbind(1, 7:9 + 0)), nrow(r$o) == 3L,
          identical(r$o$x, c(1, 3, 5)), identical(r$o$n, 0:2), identical(r$o$v[, 1], c(10, 20, 30)), identical(A$n, 1:3))
stopifnot(identical(pairs(A, r$o, r$b)$b$n, c(102L, 204L, 306L)),
          nrow(pairs(A[0, ], list(numeric(), numeric(), matrix(0, 0, 2)), A[0, ])$b) == 0)
refused("'n': ", pairs(transform(A, n = c(1, 2^40, 3)), C, B))
refused("shape", pairs(A[1:2, ], C, B))
refused("3 members, not 2", pairs(A[-2], C, B))
refused("list", pairs(1:3, C, B))
refused("shape", pairs(A, C, B, n = 2))
refused("whole number", pairs(A, C, B, n = 2.5))

# What is changed is checked like what is read.
for (x in list(2^40 + 5, NaN, 1e20)) refused("'x': Element (0,) does not fit", bump(x))
refused(fraction, bump(c(1.5, 2.9)))
for (x in list(1+2i, "7", NULL, list(1), factor("a"))) refused("Non-numeric", bump(x))
refused("NA", bump(NA))
refused(fit, bump(NA_real_))
stopifnot(identical(bump(c(a = 1, b = 2)), c(a = 2L, b = 3L)), identical(bump(matrix(1:4, 2)), matrix(2:5, 2)), identical(bump(TRUE), 2L),
          identical(bump(integer()), integer()))

# Local memory of a stated size.
stopifnot(identical(forms::sum(rep(1, 64)), 64), identical(forms::sum(rep(1, 64), 256), 64))
for (s in list(3.7, -4, "8", NA, c(256, 256))) refused("whole number", forms::sum(rep(1, 64), s))
refused("needs 256 bytes", forms::sum(rep(1, 64), 16))
cat("fine\n")
'''
