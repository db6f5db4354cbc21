#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""R packages around bundles: the results of R's own checks, and all of cl/nmath compared with R's functions.

usage: test_r.py CLBUNDLE SOURCE_ROOT [unittest arguments]
Needs R with its headers; exit status 77 without it."""
import os
import re
import shutil
import sys
import unittest

import forms
import pictures
from test_consumers import Case, run

CLBUNDLE = ROOT = None
# Most of a test's time goes to the compiler, and most of that to the runtime, which is the same in all packages: with ccache, it
# is compiled once. The package that R checks is optimised.
QUICK = 'CFLAGS = -O0 -Wall -Werror -Wno-psabi\nCPPFLAGS = -DCLB_NATIVE_BASELINE_ONLY\n' + (
    'CC = ccache gcc\n' if shutil.which('ccache') and shutil.which('gcc') else '')

INTERFACE = '''# The normal distribution.
dnorm(x, mean = 0, sd = 1, log = FALSE) <- dnorm_kernel(x, mean, sd, log)
pnorm(q, mean = 0, sd = 1, lower.tail = TRUE, log.p = FALSE) <-
  pnorm_kernel(q, mean, sd, lower.tail, log.p)
'''

# Matrices, an array that is changed, several results, single precision.
OTHERS = '''// The sums of a matrix' rows: {100 %}.
// @range: m
// @arg a: in m, k
// @arg sums: out m
__kernel void row_sums(__global const float *a, __global double *sums, const int m, const int k)
{
    const int i = get_global_id(0);
    if (i >= m) return;
    double sum = 0.0;
    for (int j = 0; j < k; ++j) sum += a[i * k + j];
    sums[i] = sum;
}

// @range: n/2
// @arg x: inout n
// @arg largest: out n/2
__kernel void halves(__global int *x, __global int *largest, const int n, const int next)
{
    const int i = get_global_id(0);
    if (i >= n / 2) return;
    largest[i] = max(x[2 * i], x[2 * i + 1]) + next;
    x[2 * i] = 0;
}

// @range: n
// @arg x: out n
__kernel void unreachable(__global float4 *x, const int n) { if (get_global_id(0) < n) x[get_global_id(0)] = 0.0f; }
'''

USE = '''library(others, lib.loc = "library")
others_device("native")
m <- matrix(1:6 + 0.5, 2)
stopifnot(identical(row_sums(m), rowSums(m)), identical(row_sums(m[0, , drop = FALSE]), numeric()))
before <- c(1L, 5L, 7L, 2L)
after <- halves(before, 10)
stopifnot(identical(after$x, c(0L, 5L, 0L, 2L)), identical(after$largest, c(15L, 17L)), identical(before, c(1L, 5L, 7L, 2L)))
refused <- function(expression) {
  answer <- tryCatch(expression, error = conditionMessage)
  stopifnot(is.character(answer))
  answer
}
stopifnot(grepl("is NA", refused(halves(c(1L, NA), 1))), grepl("takes 2", refused(row_sums(1:3))),
          grepl("single number", refused(halves(1:4, 1:2))), nzchar(refused(halves(1:4, 0.5))))
children <- parallel::mclapply(1:2, function(i) row_sums(m))
stopifnot(identical(children[[2]], rowSums(m)))
unloadNamespace("others")
'''

CONFIGURED = '''#ifndef WIDTH
#define WIDTH 2
#endif
// Multiplies and adds.
// @range: n
// @arg x: in n
// @arg y: out n
__kernel void scale(__global const REAL *x, __global REAL *y, const REAL f, const int n)
{
    const int i = get_global_id(0);
    y[i] = x[i] * f + WIDTH;
}
// @range: n
// @arg y: out n
__kernel void width(__global int *y, const int n) { y[get_global_id(0)] = 10 * WIDTH; }
// @range: n
// @arg y: out n
__kernel void same(__global int *y, const int n) { y[get_global_id(0)] = 5; }
// @range: n
// @arg x: in 1+(n-1)*x_step
// @arg m: in 1+(n-1)*m_step
// @arg out: out n
__kernel void recycled(__global const double *x, const ulong x_step, __global const double *m, const ulong m_step, __global double *out, const ulong n)
{
    const size_t i = get_global_id(0);
    if (i < n) out[i] = x[i * x_step] - WIDTH * m[i * m_step];
}
// A name that R needs quotes for.
// @range: n
// @arg _a: in n
// @arg y: out n
__kernel void _plus(__global const int *_a, __global int *y, const int n) { y[get_global_id(0)] = _a[get_global_id(0)] * WIDTH; }
'''

CONFIGURATIONS = '''{"clbundle_configurations": 1, "types": ["REAL"], "configurations": [
  {"values": {"REAL": "float", "WIDTH": [1, 4]}}, {"name": "exact", "values": {"REAL": "double"}, "best": ["native"]}]}'''

USE_CONFIGURED = '''library(several, lib.loc = "library")
several_device("native")
refused <- function(expression) {
  answer <- tryCatch(expression, error = conditionMessage)
  stopifnot(is.character(answer))
  answer
}
stopifnot(setequal(getNamespaceExports("several"), c("several_device", "scale_float", "scale_double", "width", "same", "recycled", "_plus")))
stopifnot(identical(scale_float(c(1, 2), 3), c(4, 7)), identical(scale_float(c(1, 2), 3, options = "-DWIDTH=4"), c(7, 10)),
          identical(scale_float(c(1, 2), 3, options = "-D WIDTH=4 -DREAL=float"), c(7, 10)),
          identical(scale_double(c(1, 2), 3, options = ""), c(5, 8)), identical(scale_float(0.1, 1, options = "-DWIDTH=1") == 1.1, FALSE),
          identical(scale_double(0.1, 0.5), 0.1 * 0.5 + 2))
# Without values, the configuration that is the best on this device.
stopifnot(identical(width(2), c(20L, 20L)), identical(width(1, options = "-DREAL=float"), 10L), identical(width(n = 1, "-DWIDTH=4"), 40L))
stopifnot(identical(same(2), c(5L, 5L)), !"options" %in% names(formals(same)))
stopifnot(identical(recycled(1:4, 1, options = "-DWIDTH=4"), c(-3, -2, -1, 0)), identical(recycled(c(a = 1, b = NA), 1), c(a = -1, b = NA)))
stopifnot(identical(`_plus`(3L, options = "-DWIDTH=1"), 3L))
stopifnot(grepl("there WIDTH is: 1, 4", refused(scale_float(1, 1, options = "-DWIDTH=5"))))
stopifnot(grepl("there REAL is: double", refused(scale_double(1, 1, options = "-UWIDTH -DREAL=float"))))
for (wrong in list("-DNOTHING=1", "width", "-DWIDTH=1 -DWIDTH=4", "-D", NA_character_, c("-DWIDTH=1", ""), 1, NULL, character(), list()))
  stopifnot(nzchar(refused(width(1, options = wrong))))
stopifnot(grepl("single string", refused(width(1, options = NULL))))
children <- parallel::mclapply(1:2, function(i) width(1, options = "-DWIDTH=4"))
stopifnot(identical(children[[2]], 40L))
for (page in dir("several/man", full.names = TRUE)) stopifnot(length(tools::checkRd(page)) == 0)
unloadNamespace("several")
cat("fine\\n")
'''

CLASH = '''// @range: n
// @arg x: inout n
__kernel void clash(__global int *x, int options, int n) { x[get_global_id(0)] = N * options; }
'''

# With N=1, an array tells n.
UNLIKE = '''#if N == 1
// @range: n
// @arg x: in n
// @arg y: out n
__kernel void unlike(__global const int *x, __global int *y, int n, int m) { y[get_global_id(0)] = x[0] + m; }
#else
// @range: n
// @arg x: in n+m
// @arg y: out n
__kernel void unlike(__global const int *x, __global int *y, int n, int m) { y[get_global_id(0)] = x[n] + m; }
#endif
'''


class Package(Case):
    def bundle(self, *arguments, ok=True):
        return run([CLBUNDLE, 'bundle', *arguments], cwd=self.root, ok=ok)

    def nmath(self, *arguments):
        return self.bundle('--layer', ROOT + '/cl/OPENCL.cl', '--library', 'nmath=' + ROOT + '/cl/nmath', *arguments)

    def r(self, *arguments, makevars='', **environment):
        """R without a network, whose checks then have nothing to say of a new submission."""
        self.write('Makevars.user', makevars)
        os.makedirs(os.path.join(self.root, 'library'), exist_ok=True)
        env = dict(os.environ, R_MAKEVARS_USER=os.path.join(self.root, 'Makevars.user'), MAKEFLAGS='-j2',
                   _R_CHECK_CRAN_INCOMING_REMOTE_='false', _R_CHECK_SYSTEM_CLOCK_='0', **environment)
        return run(list(arguments), cwd=self.root, env=env)

    def test_r_has_nothing_to_say_of_a_package(self):
        self.write('interface.R', INTERFACE)
        self.nmath('--r', 'clnorm', '--r-interface', 'interface.R', '--name', 'normal', '--output-dir', 'clnorm',
                   ROOT + '/kernels/nmath/norm.cl')
        self.r('R', 'CMD', 'build', 'clnorm')
        # Without OpenCL, and quickly.
        self.r('R', 'CMD', 'check', '--as-cran', '--no-manual', 'clnorm_0.1.0.tar.gz', CLBUNDLE_DEVICE='native',
               makevars='CFLAGS = -g -O1 -Wall\nCPPFLAGS = -DCLB_NATIVE_BASELINE_ONLY\n')
        with open(os.path.join(self.root, 'clnorm.Rcheck/00check.log')) as f:
            log = f.read()
        self.assertIn('Status: OK', log)

    def test_matrices_changes_and_several_results(self):
        self.write('others.cl', OTHERS)
        r = self.bundle('--r', 'others', '--name', 'others', '--output-dir', 'others', 'others.cl')
        self.assertRegex(r.stderr, r"others\.cl:\d+:\d+: note: kernel 'unreachable' is left out of the R package")
        self.write('use.R', USE)
        self.r('R', 'CMD', 'INSTALL', '--no-docs', '--library=library', 'others', makevars=QUICK)
        self.r('Rscript', 'use.R')

    def test_structures_sizes_and_changed_arrays(self):
        self.write('forms.cl', forms.KERNELS)
        self.write('use.R', forms.R)
        r = self.bundle('--r', 'forms', '--name', 'some', '--output-dir', 'forms', 'forms.cl')
        self.assertIn("kernel 'picture' is left out of the R package: no @arg states the format and extents of its image 'p'", r.stderr)
        self.assertIn("kernel 'unions' is left out of the R package: its parameter 'x' is or holds a union", r.stderr)
        self.r('R', 'CMD', 'INSTALL', '--no-docs', '--library=library', 'forms',
               makevars=QUICK)
        self.assertEqual(self.r('Rscript', 'use.R').stdout.splitlines()[-1], 'fine')

    def test_arrays_and_rasters_are_images(self):
        self.write('pictures.cl', pictures.KERNELS)
        self.write('use.R', pictures.R)
        self.bundle('--r', 'pictures', '--name', 'some', '--output-dir', 'pictures', 'pictures.cl')
        self.r('R', 'CMD', 'INSTALL', '--no-docs', '--library=library', 'pictures',
               makevars=QUICK)
        self.assertEqual(self.r('Rscript', 'use.R').stdout.splitlines()[-1], 'fine')

    def test_one_function_calls_all_configurations_with_the_same_parameters(self):
        self.write('k.cl', CONFIGURED)
        self.write('c.json', CONFIGURATIONS)
        self.write('use.R', USE_CONFIGURED)
        self.bundle('--r', 'several', '--name', 'some', '--levels', 'base', '--configurations', 'c.json', '--output-dir', 'several', 'k.cl')
        self.r('R', 'CMD', 'INSTALL', '--no-docs', '--library=library', 'several',
               makevars=QUICK)
        self.assertEqual(self.r('Rscript', 'use.R').stdout.splitlines()[-1], 'fine')
        self.r('Rscript', '-e', '.libPaths(c("library", .libPaths())); source("several/tests/kernels.R")', CLBUNDLE_DEVICE='native')

    def test_functions_of_an_interface_choose_a_configuration(self):
        self.write('k.cl', CONFIGURED)
        self.write('c.json', CONFIGURATIONS)
        self.write('interface.R', 'four(x, f, options = "-DWIDTH=4") <- scale_float(x, f, options)\n')
        self.bundle('--r', 'several', '--r-interface', 'interface.R', '--name', 'some', '--configurations', 'c.json', '--output-dir', 'several', 'k.cl')
        with open(os.path.join(self.root, 'several/NAMESPACE')) as f:
            self.assertEqual(re.findall(r'export\("?(\w+)', f.read()), ['several_device', 'four'])
        with open(os.path.join(self.root, 'several/man/k-kernels.Rd')) as f:
            page = f.read()
        self.assertIn('four(x, f, options = "-DWIDTH=4")', page)
        self.assertIn('values of macros in one string, such as "-DREAL=float -DWIDTH=1" or "-DREAL=float -DWIDTH=4".', page)
        self.write('interface.R', 'four(x, f) <- scale(x, f)\n')
        r = self.bundle('--r', 'several', '--r-interface', 'interface.R', '--name', 'some', '--configurations', 'c.json', '--output-dir', 'several', 'k.cl',
                        ok=False)
        self.assertEqual(r.returncode, 1)
        self.assertIn("interface.R:1:1: error: the R function 'four' calls no kernel of the bundle", r.stderr)

    def test_configurations_that_a_function_cannot_have_are_told(self):
        self.write('c.json', '{"clbundle_configurations": 1, "configurations": [{"values": {"N": [1, 2]}}]}')
        command = ['--r', 'several', '--name', 'some', '--configurations', 'c.json', '--output-dir', 'several', 'k.cl']
        self.write('k.cl', CLASH)
        r = self.bundle(*command, ok=False)
        self.assertEqual(r.returncode, 1)
        self.assertIn("k.cl:3:42: error: parameter 'options' of kernel 'clash': 'options' is a name that the R package uses; rename it", r.stderr)
        self.write('c.json', '{"clbundle_configurations": 1, "configurations": [{"values": {"N": 1}}]}')
        self.bundle(*command) # a single kernel has no such parameter
        self.write('c.json', '{"clbundle_configurations": 1, "configurations": [{"values": {"N": [1, 2]}}]}')
        self.write('k.cl', UNLIKE)
        r = self.bundle(*command)
        self.assertIn("note: kernel 'unlike_2' is left out of the R package: other arguments follow from its arrays than in 'unlike_1'", r.stderr)
        with open(os.path.join(self.root, 'several/R/kernels.R')) as f:
            self.assertIn('unlike <- function(x, m, n = NULL, options = "")\n  .clb$run(.clbr_call, .clb$configured(.clbr_select, 0L, "", options, base::c(1L)), ',
                          f.read())

    def test_files_with_errors_in_some_configurations_give_the_others(self):
        self.write('c.json', '{"clbundle_configurations": 1, "configurations": [{"values": {"N": [1, 2, 3]}}]}')
        self.write('k.cl', '// @range: n\n// @arg y: out n\n__kernel void k(__global int *y, int n) {\n#if N == 2\n  missing;\n#endif\n  y[0] = N;\n}\n')
        r = self.bundle('--keep-going', '--r', 'several', '--name', 'some', '--configurations', 'c.json', '--output-dir', 'several', 'k.cl', ok=False)
        self.assertEqual(r.returncode, 1)
        self.assertIn("k.cl:1:1: note: 'k' is left out of 1 of 3 configurations, in which it has errors: '2'", r.stderr)
        with open(os.path.join(self.root, 'several/man/k-kernels.Rd')) as f:
            self.assertIn('such as "-DN=1" or "-DN=3".', f.read())

    def test_a_package_without_a_function_is_an_error(self):
        for kernel in ('__kernel void k(__global int *x) { x[0] = 1; }', '// @range: 1\n__kernel void k(read_only image2d_t p) { }'):
            self.write('k.cl', kernel + '\n')
            for target, what in (('--r', 'the R package'), ('--python', 'the Python package')):
                r = self.bundle(target, 'mine', '--name', 'some', '--output-dir', 'o', 'k.cl', ok=False)
                self.assertEqual(r.returncode, 1)
                self.assertIn('error: %s would have no function' % what, r.stderr)
                self.assertFalse(os.path.exists(os.path.join(self.root, 'o')))

    @unittest.skipIf(os.environ.get('CLB_TEST_LEVELS') == 'once', 'tables are compared by other tests')
    def test_all_of_nmath_gives_what_r_gives(self):
        self.nmath('--r', 'clnmath', '--r-interface', ROOT + '/kernels/nmath/nmath.R', '--name', 'nmath', '--output-dir',
                   'clnmath', *sorted(os.path.join(ROOT, 'kernels/nmath', f) for f in os.listdir(ROOT + '/kernels/nmath')
                                      if f.endswith('.cl')))
        self.r('R', 'CMD', 'INSTALL', '--no-docs', '--no-test-load', '--library=library', 'clnmath',
               makevars=QUICK)
        output = self.r('Rscript', ROOT + '/tests/consumers/nmath.R', 'library', 'clnmath', CLBUNDLE_DEVICE='native').stdout
        print(output, file=sys.stderr)
        self.assertRegex(output, r'^1\d\d functions on native, 0 differ\n$')

    def test_what_its_user_writes_stays(self):
        self.write('others.cl', OTHERS)
        command = ['--r', 'others', '--name', 'others', '--output-dir', 'others', 'others.cl']
        self.bundle(*command)
        self.write('others/DESCRIPTION', 'mine\n')
        self.write('others/NAMESPACE', 'old\n')
        self.bundle(*command)
        with open(os.path.join(self.root, 'others/DESCRIPTION')) as f:
            self.assertEqual(f.read(), 'mine\n')
        with open(os.path.join(self.root, 'others/NAMESPACE')) as f:
            self.assertIn('export("row_sums")', f.read())

    def test_mistakes_in_an_interface_are_shown_where_they_are(self):
        self.write('others.cl', OTHERS)
        self.write('interface.R', '# fine\nf(x) <- row_sums(x)\ng(x = ")", y <- row_sums(x)\nh(x)\n')
        r = self.bundle('--r', 'others', '--r-interface', 'interface.R', '--name', 'others', '--output-dir', 'others',
                        'others.cl', ok=False)
        self.assertEqual(r.returncode, 1)
        self.assertEqual(re.findall(r'interface\.R:(\d+):1: error: not of the form', r.stderr), ['3', '4'])
        self.assertFalse(os.path.exists(os.path.join(self.root, 'others')))
        self.write('interface.R', 'f(x) <- rowsums(x)\n')
        r = self.bundle('--r', 'others', '--r-interface', 'interface.R', '--name', 'others', '--output-dir', 'others',
                        'others.cl', ok=False)
        self.assertIn("the R function 'f' calls no kernel of the bundle", r.stderr)
        self.assertFalse(os.path.exists(os.path.join(self.root, 'others')), 'no half package')
        r = self.bundle('--r', '1x', '--name', 'others', '--output-dir', 'others', 'others.cl', ok=False)
        self.assertEqual(r.returncode, 2)


if __name__ == '__main__':
    CLBUNDLE, ROOT = os.path.abspath(sys.argv.pop(1)), os.path.abspath(sys.argv.pop(1))
    if not shutil.which('R'):
        sys.exit(77)
    unittest.main(verbosity=2)
