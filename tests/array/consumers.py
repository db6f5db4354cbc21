#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""dgamma over a NumPy tensor, an Arrow column of lists and an R matrix, through a C program's shared library
(consumer.c). Parts whose library is missing are skipped, with a message. Exit status 77 if all are.

usage: consumers.py LIBRARY INCLUDE"""
import ctypes
import gc
import math
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
import weakref
from ctypes import c_char_p, c_double, c_size_t, c_void_p

try:
    import numpy
except ImportError:
    numpy = None
try:
    import pyarrow
except ImportError:
    pyarrow = None
R = shutil.which('R') if os.path.exists('/usr/share/R/include/Rinternals.h') else None
LIBRARY = INCLUDE = lib = None


def dgamma(x, shape, scale):
    if math.isnan(x):
        return math.nan
    if x < 0:
        return 0.0
    return math.exp((shape - 1) * math.log(x) - x / scale - math.lgamma(shape) - shape * math.log(scale)) if x else \
        (math.inf if shape < 1 else 1 / scale if shape == 1 else 0.0)


def call(function, *arguments):
    message = ctypes.create_string_buffer(1024)
    if function(*arguments, message):
        raise ValueError(message.value.decode())


def capsule_pointer(capsule):
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = c_void_p, [ctypes.py_object, c_char_p]
    return get(capsule, b'dltensor')


def use_up(capsule):
    rename = ctypes.pythonapi.PyCapsule_SetName
    rename.argtypes = [ctypes.py_object, c_char_p]
    rename(capsule, b'used_dltensor')


class Base(unittest.TestCase):
    def close(self, found, expected):
        self.assertEqual(len(found), len(expected))
        for a, b in zip(found, expected):
            self.assertTrue(math.isclose(a, b, rel_tol=1e-12) or (math.isnan(a) and math.isnan(b)), (a, b))


@unittest.skipUnless(numpy, 'NumPy is missing')
class NumPy(Base):
    def gamma(self, x, shape, scale, y):
        capsules = [a.__dlpack__() for a in (x, shape, y)]
        pointers = [c_void_p(capsule_pointer(c)) for c in capsules]
        for c in capsules:
            use_up(c)  # by the call, even if it fails
        call(lib.gamma_of_tensor, *pointers[:2], c_double(scale), pointers[2])

    def test_tensors_of_any_layout(self):
        base = numpy.arange(1, 121, dtype='f8').reshape(4, 5, 6) / 16
        shapes = numpy.array([1.0, 2.0, 2.5], 'f4')
        for x in (base, base.T, base[::-1, ::2], base.astype('f4'), base.astype('i2')[:, 1:4, ::3], numpy.array([2.5])):
            for shape in (shapes[:1], shapes[1:2].reshape(())):
                y = numpy.full(x.shape, -1.0)
                self.gamma(x, shape, 0.75, y)
                self.close(y.ravel(), [dgamma(float(v), float(shape.ravel()[0]), 0.75) for v in x.ravel()])
        x, y = numpy.linspace(0.5, 3, 7).reshape(7, 1), numpy.zeros((7, 3))
        self.gamma(x, shapes, 2.0, y)
        self.close(y.ravel(), [dgamma(float(v), float(s), 2.0) for v in x.ravel() for s in shapes])

    def test_tensors_are_deleted(self):
        class Alive(numpy.ndarray):
            pass
        x = numpy.ones(5).view(Alive)
        gone = weakref.ref(x)
        self.gamma(x, numpy.ones(1), 1.0, numpy.zeros(5))
        del x
        gc.collect()
        self.assertIsNone(gone())

    def test_shapes_that_do_not_fit(self):
        x, y = numpy.ones(5), numpy.zeros(4)
        with self.assertRaisesRegex(ValueError, r"'x' of kernel 'dgamma_kernel' has the shape \(5,\)"):
            self.gamma(x, numpy.ones(1), 1.0, y)
        self.assertTrue((y == 0).all())


@unittest.skipUnless(numpy and pyarrow, 'pyarrow is missing')
class Arrow(Base):
    def gamma(self, column, shapes, scale):
        schema, array = ctypes.create_string_buffer(72), ctypes.create_string_buffer(80)
        column._export_to_c(ctypes.addressof(array), ctypes.addressof(schema))
        shapes, y = numpy.asarray(shapes, 'f8'), numpy.full(1000, -1.0)
        try:
            call(lib.gamma_of_lists, schema, array, c_void_p(shapes.ctypes.data), c_double(scale), c_void_p(y.ctypes.data),
                 c_size_t(len(y)))
        finally:
            pyarrow.Array._import_from_c(ctypes.addressof(array), ctypes.addressof(schema))  # they are still ours
        return y

    def check(self, column, first=0):
        rows = column.to_pylist()
        shapes = [1.0 + 0.5 * i for i in range(len(rows))]
        found, at = self.gamma(column, shapes, 1.5), first
        for row, shape in zip(rows, shapes):
            row = row or []
            self.close(found[at:at + len(row)], [math.nan if v is None else dgamma(float(v), shape, 1.5) for v in row])
            at += len(row)
        self.assertTrue((found[at:] == -1).all() and (found[:first] == -1).all())

    def test_lists(self):
        rows = [[1.0, 2.5], [], [0.25], None, [3.0, 4.0, 5.0, 6.0]]
        for kind in (pyarrow.list_(pyarrow.float64()), pyarrow.large_list(pyarrow.float32())):
            self.check(pyarrow.array(rows, kind))
        self.check(pyarrow.array([[1, 2], [3]], pyarrow.list_(pyarrow.int16())))
        self.check(pyarrow.array([[1.0, None], [None]], pyarrow.list_(pyarrow.float64())))
        self.check(pyarrow.array([], pyarrow.list_(pyarrow.float64())))
        self.check(pyarrow.array([[0.5 * k for k in range(i)] for i in range(1, 40)], pyarrow.list_(pyarrow.float64())))

    def test_other_columns(self):
        with self.assertRaisesRegex(ValueError, 'no list'):
            self.gamma(pyarrow.array([1.0, 2.0]), [1.0, 1.0], 1.0)


@unittest.skipUnless(R, "R or its headers are missing")
class RMatrix(Base):
    GLUE = r'''
#include <Rinternals.h>
#include <stdint.h>
int gamma_of_matrix(void *x, size_t length, int type, const int *dim, uint32_t dims, double shape, double scale, double *y,
                    char *message);
SEXP dgamma_of(SEXP x, SEXP shape, SEXP scale)
{
    char message[1024];
    SEXP dim = Rf_getAttrib(x, R_DimSymbol), y = PROTECT(Rf_allocVector(REALSXP, XLENGTH(x)));
    void *data = TYPEOF(x) == INTSXP ? (void *)INTEGER(x) : TYPEOF(x) == LGLSXP ? (void *)LOGICAL(x) : (void *)REAL(x);
    const int failed = gamma_of_matrix(data, (size_t)XLENGTH(x), TYPEOF(x), dim == R_NilValue ? NULL : INTEGER(dim),
                                       dim == R_NilValue ? 0 : (uint32_t)LENGTH(dim), Rf_asReal(shape), Rf_asReal(scale), REAL(y),
                                       message);
    Rf_setAttrib(y, R_DimSymbol, dim);
    UNPROTECT(1);
    if (failed) Rf_error("%s", message);
    return y;
}
'''
    SCRIPT = r'''
dyn.load("glue.so")
check <- function(x) {
  y <- .Call("dgamma_of", x, 2.5, 1.5); z <- dgamma(x, 2.5, scale = 1.5)
  same <- identical(dim(y), dim(x)) && identical(is.na(y), is.na(z)) && isTRUE(all.equal(c(y), c(z), tolerance = 1e-12))
  cat(if (same) "same" else paste("other:", toString(y), "not", toString(z)), "\n", sep = "")
}
check(matrix(as.double(1:12) / 4, 4, 3)); check(matrix(c(1, NA, 3, NaN, 5, 6), 2, 3)); check(array(1:24 / 8, c(2, 3, 4)))
check(matrix(c(1L, NA, 3L, 4L), 2, 2)); check(c(TRUE, NA, FALSE)); check(numeric(0))
'''

    def test_matrices_with_missing_values(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, 'glue.c'), 'w') as file:
                file.write(self.GLUE)
            subprocess.run(['cc', '-std=gnu11', '-shared', '-fPIC', '-I/usr/share/R/include', '-I' + INCLUDE, 'glue.c', '-o', 'glue.so',
                            LIBRARY, '-Wl,-rpath,' + os.path.dirname(LIBRARY)], cwd=folder, check=True)
            r = subprocess.run([R, '--vanilla', '--no-echo'], input=self.SCRIPT, cwd=folder, capture_output=True, text=True,
                               timeout=120)
        self.assertEqual((r.stdout.splitlines(), r.stderr), (['same'] * 6, ''))


def main():
    global lib, LIBRARY, INCLUDE
    LIBRARY, INCLUDE = os.path.abspath(sys.argv.pop(1)), os.path.abspath(sys.argv.pop(1))
    lib = ctypes.CDLL(LIBRARY)
    for name, there in (('NumPy', numpy), ('pyarrow', numpy and pyarrow), ('R', R)):
        print('%s: %s' % (name, 'there' if there else 'missing: its tests are skipped'))
    sys.stdout.flush()
    result = unittest.main(exit=False, verbosity=1).result
    sys.exit(not result.wasSuccessful() or (77 if len(result.skipped) == result.testsRun else 0))


main()
