#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Trees in the format of nmathopencl, and kernels written for it: with their own library, with this project's layers, and with
this project's library. The trees are made here, from the format's description.

usage: test_foreign.py CLBUNDLE SOURCE_ROOT [unittest arguments]"""
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

CLBUNDLE = ROOT = None
STEMS = 137
HEADERS = {
    'refactored': ('R_forceint, R_nonint, nearbyint_of', [], '#define R_forceint(x) nearbyint_of(x)\n#define nearbyint_of(x) rint(x)\n'
                                               '#define R_nonint(x) (fabs((x) - R_forceint(x)) > 1e-9)\n'),
    'Rmath': ('M_LN_SQRT_2PI, bool_t', ['refactored'], '#ifndef M_LN_SQRT_2PI\n#define M_LN_SQRT_2PI 0.918938533204672741780329736406\n'
                                                       '#endif\ntypedef int bool_t;\nint R_finite(double);\nint R_IsNaN(double);\n'
                                                       'int R_IsNA(double);\nvoid R_CheckUserInterrupt(void);\n'),
    'nmath': ('ISNAN, R_FINITE, ML_ERR_return_NAN', ['refactored', 'Rmath'],
              '#ifdef IEEE_754\n#define ISNAN(x) (isnan(x)!=0)\n#else\n#error IEEE_754 is not defined\n#endif\n'
              '#define R_FINITE(x) R_finite(x)\n#define ML_ERR_return_NAN { ML_ERROR(ME_DOMAIN, ""); return ML_NAN; }\n'),
    'dpq': ('R_D__0, R_D__1, R_DT_0', ['nmath'], '#define R_D__0 (log_p ? ML_NEGINF : 0.)\n#define R_D__1 (log_p ? 0. : 1.)\n'
                                                 '#define R_DT_0 (lower_tail ? R_D__0 : R_D__1)\n'),
}


def closure(depends, stem):
    found, todo = set(), list(depends[stem])
    while todo:
        s = todo.pop()
        if s not in found:
            found.add(s)
            todo += depends[s]
    return found


class Tree:
    """A library of 137 stems with stored closures and load orders, and a kernel for each function."""

    def __init__(self, write):
        r = random.Random(8)
        self.depends = {stem: deps for stem, (_, deps, _) in HEADERS.items()}
        self.functions = ['fn%03d' % i for i in range(STEMS - len(HEADERS))]
        names = {}
        for i, stem in enumerate(self.functions):
            self.depends[stem] = ['nmath', 'dpq'] + r.sample(self.functions[:i], r.randint(0, min(i, 3)))
        order, left = [], dict(self.depends)
        while left:
            now = sorted(s for s in left if all(d in order for d in left[s]))
            order += now
            for s in now:
                del left[s]
        self.order = order
        for stem in self.depends:
            provides, _, body = HEADERS.get(stem, (stem, None, None))
            if body is None:
                calls = [d for d in self.depends[stem] if d in self.functions]
                # What C's conventions allow: a function's file may rely on its header's macros and constants alone.
                body = ('double %s(double x, int lower_tail, int log_p)\n{\n#ifdef IEEE_754\n    if (ISNAN(x)) return x;\n#endif\n'
                        '    if (!R_FINITE(x)) ML_ERR_return_NAN;\n    bool_t odd = R_nonint(x);\n    R_CheckUserInterrupt();\n'
                        '    double r = M_LN_SQRT_2PI + odd;\n%s    return x < 0 ? R_DT_0 : r;\n}\n'
                        % (stem, ''.join('    r += %s(x, lower_tail, log_p);\n' % c for c in calls)))
            write('nmath/%s.cl' % stem, '// @source_origin: %s.c\n// @depends: %s\n// @provides: %s\n// @all_depends: %s\n'
                  '// @load_order: %d\n// @includes: nmath\n\n%s' % (
                      stem, ', '.join(self.depends[stem]), provides,
                      ', '.join(s for s in order if s in closure(self.depends, stem)), order.index(stem) + 1, body))
        for i, stem in enumerate(self.functions):
            every = [s for s in order if s in closure(self.depends, stem) | {stem}]
            direct = '' if i % 3 == 0 else '// @depends_nmath: %s\n' % stem
            write('src/%s_kernel.cl' % stem, '// @library_deps: nmath\n// @calls_nmath: %s\n%s// @all_depends_nmath: %s\n'
                  '// @all_depends_nmath_count: %d\n__kernel void %s_kernel(__global const double* x, __global double* out, const int len)\n'
                  '{\n    int i = get_global_id(0);\n    if (i >= len) return;\n    out[i] = %s(x[i], 1, 0);\n}\n'
                  % (stem, direct, ', '.join(every), len(every), stem, stem))


class Case(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = self.folder.name

    def tearDown(self):
        self.folder.cleanup()

    def write(self, name, text):
        path = os.path.join(self.root, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'w') as f:
            f.write(text)

    def read(self, name):
        with open(os.path.join(self.root, name)) as f:
            return f.read()

    def clbundle(self, *arguments, ok=0):
        r = subprocess.run([CLBUNDLE, *arguments], cwd=self.root, capture_output=True, text=True, timeout=300)
        self.assertEqual(r.returncode, ok, '%s\n%s' % (arguments, r.stderr[-3000:]))
        return r

    def cl(self, *names):
        return os.path.join(ROOT, 'cl', *names)


class Theirs(Case):
    def setUp(self):
        super().setUp()
        self.tree = Tree(self.write)

    def test_a_subset_of_each_kernel_holds_what_it_reaches(self):
        for stem in self.tree.functions:
            want = closure(self.tree.depends, stem) | {stem}
            kernel = 'src/%s_kernel.cl' % stem
            r = self.clbundle('subset', '--library', 'nmath=nmath', '--dest', 'out/' + stem, kernel)
            rows = [line.split('\t')[0] for line in r.stdout.splitlines()][1:-1]
            index = [line.split('\t') for line in self.read('out/%s/kernel_dependency_index.tsv' % stem).splitlines()[1:]]
            self.assertEqual(rows, [row[0] for row in index])
            self.assertEqual(set(rows), want)
            for i, (name, all_depends) in enumerate(index):
                needs = {s for s in all_depends.split(', ') if s}
                self.assertEqual(needs, closure(self.tree.depends, name))
                self.assertLessEqual(needs, set(rows[:i]))
            self.assertEqual(r.stderr, '')

    def test_their_tree_and_kernels_build_with_this_projects_layers(self):
        kernels = ['src/%s_kernel.cl' % s for s in self.tree.functions]
        r = self.clbundle('bundle', '--name', 'b', '--output-dir', 'out', '--layer', self.cl('OPENCL.cl'), '--layer', self.cl('shims'),
                          '--library', 'nmath=nmath', *kernels)
        self.assertNotIn('error', r.stderr)
        self.assertIn('fn000_kernel', self.read('out/b.h'))

    def test_their_tags_are_right_and_any_load_order_will_do(self):
        r = self.clbundle('check', '--layer', self.cl('OPENCL.cl'), '--layer', self.cl('shims'), 'nmath')
        self.assertEqual(r.stdout, 'nmath: 137 files, 0 errors, 3 warnings\n')
        self.assertEqual(r.stderr.count('uses nothing of'), 3)  # headers that stand in one another by convention
        order = sorted(self.tree.depends, key=lambda s: (len(closure(self.tree.depends, s)), s))
        for i, stem in enumerate(order):
            text = self.read('nmath/%s.cl' % stem)
            at = text.index('// @load_order')
            self.write('nmath/%s.cl' % stem, text[:at] + '// @load_order: %d' % (i + 1) + text[text.index('\n', at):])
        self.assertEqual(self.clbundle('sort', 'nmath').stderr, '')

    def test_kernels_without_tags_take_the_same_files(self):
        for stem in self.tree.functions[::10]:
            kernel = 'src/%s_kernel.cl' % stem
            layers = ('--layer', self.cl('OPENCL.cl'), '--layer', self.cl('shims'), '--library', 'nmath=nmath')
            tagged = self.clbundle('program', *layers, kernel).stdout
            self.write(kernel, ''.join('// -\n' if line.startswith('// @') else line + '\n' for line in self.read(kernel).splitlines()))
            self.assertEqual(self.clbundle('program', *layers, kernel).stdout, tagged)


class Ours(Case):
    def test_kernels_that_name_files_of_another_tree_build_with_this_library(self):
        calls = {'polygamma': 'digamma(x[i]) + trigamma(x[i]) + psigamma(x[i], 3)', 'wilcox': 'pwilcox(x[i], 4, 5, 1, 0)',
                 'sexp, nmath': 'x[i] + dexp(x[i], 1, 0)', 'pgamma_utils, pgamma': 'pgamma(x[i], 2, 1, 1, 0) + lgamma1p(x[i])',
                 'Rmath, dpq, stirlerr_cycle_free': 'dbinom(x[i], 3, 0.5, 0)', 'none': 'x[i] * 2', 'gamma, lgamma': 'gammafn(x[i])',
                 'signrank': 'psignrank(x[i], 5, 1, 0)'}
        for k, (stems, call) in enumerate(calls.items()):
            name = 'k%d' % k
            self.write(name + '.cl', '// @library_deps: nmath\n// @depends_nmath: %s\n__kernel void %s(__global const double *x, '
                       '__global double *out, const int n)\n{\n    int i = get_global_id(0);\n    if (i < n) out[i] = %s;\n}\n'
                       % (stems, name, call))
        r = self.clbundle('bundle', '--name', 'b', '--native', '--output-dir', 'out', '--layer', self.cl('OPENCL.cl'), '--library',
                          'nmath=' + self.cl('nmath'), *['k%d.cl' % k for k in range(len(calls))])
        self.assertNotIn('error', r.stderr)
        self.assertNotIn("'none'", r.stderr)
        self.assertIn("the library 'nmath' has no file 'polygamma.cl'", r.stderr)

    def test_every_kernel_of_nmath_builds_whatever_stems_it_names(self):
        """Other trees divide the functions among other files. What a kernel calls is found by its name."""
        shutil.copytree(os.path.join(ROOT, 'kernels/nmath'), os.path.join(self.root, 'k'))
        kernels = sorted('k/' + f for f in os.listdir(os.path.join(self.root, 'k')) if f.endswith('.cl'))
        ours = {k: self.read(k) for k in kernels}
        self.assertGreater(sum('@depends_nmath' in text for text in ours.values()), 30)
        made = {}
        for tag in ('@depends_nmath: polygamma, wilcox, sexp, pgamma_utils', '@depends_nmath: none', '@depends_nmath:', '-'):
            for k, text in ours.items():
                self.write(k, re.sub(r'(?m)^// @depends_nmath:.*', '// ' + tag, text))
            r = self.clbundle('bundle', '--name', 'b', '--output-dir', 'out', '--layer', self.cl('OPENCL.cl'), '--library',
                              'nmath=' + self.cl('nmath'), *kernels)
            self.assertNotIn('error', r.stderr)
            self.assertEqual("no file 'polygamma.cl'" in r.stderr, 'polygamma' in tag)
            manifest = json.loads(self.read('out/b.json'))
            made[tag] = [(k['name'], manifest['programs'][k['program']]['hash']) for k in manifest['kernels']]
        self.assertGreater(len(made['-']), 140)
        for tag in made:
            self.assertEqual(made[tag], made['-'], tag)

    def test_a_name_that_nobody_defines_is_told_with_its_nearest(self):
        self.write('k.cl', '// @library_deps: nmath\n// @depends_nmath: polygamma\n__kernel void k(__global double *x)\n'
                           '{\n    x[0] = digama(x[0]);\n}\n')
        r = self.clbundle('bundle', '--name', 'b', '--output-dir', 'out', '--layer', self.cl('OPENCL.cl'), '--library',
                          'nmath=' + self.cl('nmath'), 'k.cl', ok=1)
        self.assertIn("digama", r.stderr)
        self.assertIn("did you mean 'digamma'", r.stderr)

class Bayes(Case):
    """A folder of kernel files as a package of regression models has it: tags without colons, `(none)` for no library."""
    FAMILIES = ['binomial_logit', 'binomial_probit', 'binomial_cloglog', 'poisson', 'gamma', 'gaussian']

    def setUp(self):
        super().setUp()
        self.write('nmath/nmath.cl', '// @provides: M_LN_SQRT_2PI\n// @depends: none\n#define M_LN_SQRT_2PI 0.918938533204672741780329736406\n')
        self.write('nmath/dpq_prelude.cl', '// @provides R_D_exp\n// @depends nmath\n#define R_D_exp(x) (log_p ? (x) : exp(x))\n')
        self.write('nmath/dnorm_of.cl', '// @provides dnorm_of\n// @depends nmath, dpq_prelude\n// @includes: nmath\n'
                   'double dnorm_of(double x, int log_p) { return R_D_exp(-(M_LN_SQRT_2PI + 0.5 * x * x)); }\n')
        self.files = []
        for i, name in enumerate(['f1_' + f for f in self.FAMILIES] + ['f2_f3_' + f for f in self.FAMILIES[:5]]):
            uses = i % 2
            head = ['// General description of the computation, see: nothing.', '// @library_deps: nmath' if uses else
                    ('// @library_deps: (none)', '// @library_deps: none', '// @library_deps none')[i // 2 % 3],
                    '// @provides ' + name, '// @depends dpq_prelude' if uses else '// @depends: (none)', '// @include: glmbayes',
                    '// @all_depends_nmath: nmath, dpq_prelude,\n//   dnorm_of' if uses else '// @all_depends_nmath: (none)',
                    '// @all_depends_nmath_count: %d' % (3 if uses else 0)]
            self.write('src/%s.cl' % name, '\n'.join(head) + '\n#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n'
                       '#pragma OPENCL EXTENSION cl_khr_printf : enable\n#define MAX_L2 64\n'
                       '__kernel void %s(__global const double *X, __global double *qf, const int l1)\n{\n'
                       '    int j = get_global_id(0);\n    double g_loc[MAX_L2];\n    if (j >= l1) return;\n'
                       '    for (int k = 0; k < MAX_L2; ++k) g_loc[k] = X[j] * k;\n    qf[j] = g_loc[3]%s;\n}\n'
                       % (name, ' + dnorm_of(X[j], 0)' if uses else ''))
            self.files.append('src/%s.cl' % name)

    def test_all_kernel_files_go_through_as_they_are(self):
        r = self.clbundle('bundle', '--native', '--name', 'b', '--library', 'nmath=nmath', '--output-dir', 'out', *self.files)
        self.assertEqual(r.stderr, '')
        self.assertEqual(len(json.loads(self.read('out/b.json'))['kernels']), 11)
        self.assertEqual(self.clbundle('check', 'nmath').stdout, 'nmath: 3 files, 0 errors, 0 warnings\n')
        self.assertEqual(self.clbundle('sort', 'nmath').stdout, 'nmath\ndpq_prelude\ndnorm_of\n')

    def test_tags_without_colons_are_rewritten_as_others_are(self):
        self.write('nmath/dnorm_of.cl', self.read('nmath/dnorm_of.cl').replace('// @depends nmath, dpq_prelude', '// @depends nmath'))
        self.clbundle('check', '--fix', 'nmath')
        self.assertIn('// @depends: nmath, dpq_prelude\n', self.read('nmath/dnorm_of.cl'))

    def test_a_fault_stops_only_kernels_that_use_it(self):
        self.write('nmath/dnorm_of.cl', self.read('nmath/dnorm_of.cl').replace('@includes', '@dependss'))
        self.write(self.files[0], '// @rang: l1\n' + self.read(self.files[0]))
        self.write(self.files[2], self.read(self.files[2]).replace('g_loc[3]', 'g_loc[missing]'))
        arguments = ['bundle', '--native', '--name', 'b', '--library', 'nmath=nmath', '--output-dir', 'out']
        self.clbundle(*arguments, *self.files, ok=1)
        self.assertFalse(os.path.exists(os.path.join(self.root, 'out')))
        r = self.clbundle(*arguments, '--keep-going', *self.files, ok=1)
        self.assertEqual([k['name'] for k in json.loads(self.read('out/b.json'))['kernels']],
                         [os.path.basename(f)[:-3] for i, f in enumerate(self.files) if i % 2 == 0 and i > 2])
        kept = {n: self.read('out/' + n) for n in ('b.c', 'b.h', 'b_native.c', 'b.json')}
        said = [l for l in r.stderr.splitlines() if 'error' in l or 'note' in l]
        self.assertEqual(sum('error: unknown tag' in l for l in said), 2)
        self.assertEqual(sum("is left out: it needs 'dnorm_of' of the library 'nmath', which has errors" in l for l in said), 5)
        self.assertEqual(sum("unknown name 'missing'" in l for l in said), 1)
        self.assertEqual(said[-1], 'clbundle: note: 7 of 11 kernel files have errors or need files with errors, and are left out')
        self.clbundle(*arguments, *self.files[4::2], ok=1)
        os.remove(os.path.join(self.root, 'nmath/dnorm_of.cl'))
        self.clbundle(*arguments, *self.files[4::2])
        self.assertEqual({n: self.read('out/' + n) for n in kept}, kept, 'as if the others had not been given')

    def test_faults_of_several_files_are_those_of_the_last(self):
        self.write('a.cl', '__kernel void k(__global int *x) { x[0] = 1; }\n')
        self.write('b.cl', '__kernel void k(__global int *x) { x[0] = 2; }\n')
        self.write('v.cl', '// @variant of gone: gpu\n// @range: 3\n__kernel void v(__global int *x) { x[0] = 1; }\n')
        self.write('c1.cl', '// @depends: c2\nint c1(void) { return 1; }\n')
        r = self.clbundle('bundle', '--keep-going', '--name', 'b', '--output-dir', 'out', 'a.cl', 'b.cl', 'v.cl', ok=1)
        self.assertEqual([k['name'] for k in json.loads(self.read('out/b.json'))['kernels']], ['k'])
        self.assertIn("b.cl:1:15: error: the bundle has two kernels named 'k'", r.stderr)
        self.assertIn("'v' is a variant of 'gone', which is no kernel of the bundle", r.stderr)

    def test_nothing_is_written_where_all_files_have_faults(self):
        for text in '#if\n', '// @rang: n\n__kernel void k(__global int *x) { x[0] = 1; }\n', '__kernel void k(__global int *x) { x[0] = y; }\n':
            self.write('a.cl', text)
            self.clbundle('bundle', '--keep-going', '--name', 'b', '--output-dir', 'out', 'a.cl', ok=1)
            self.assertFalse(os.path.exists(os.path.join(self.root, 'out')))
        self.write('a.cl', '__kernel void k(__global int *x) { x[0] = 1; }\n')
        self.assertEqual(self.clbundle('bundle', '--keep-going', '--name', 'b', '--output-dir', 'out', 'a.cl').stderr, '')

    def test_files_of_a_cycle_stop_only_kernels_that_use_them(self):
        self.write('nmath/c1.cl', '// @provides: c1\n// @depends: c2\ndouble c1(double x) { return x; }\n')
        self.write('nmath/c2.cl', '// @provides: c2\n// @depends: c1\ndouble c2(double x) { return x; }\n')
        self.write('by_name.cl', '__kernel void by_name(__global double *x) { x[0] = c1(x[0]); }\n')
        self.write('by_tag.cl', '// @depends_nmath: c2\n__kernel void by_tag(__global double *x) { x[0] = c2(x[0]); }\n')
        r = self.clbundle('bundle', '--keep-going', '--name', 'b', '--library', 'nmath=nmath', '--output-dir', 'out', *self.files,
                          'by_name.cl', 'by_tag.cl', ok=1)
        self.assertEqual(len(json.loads(self.read('out/b.json'))['kernels']), 11)
        self.assertEqual(r.stderr.count('dependency cycle: c1 -> c2 -> c1'), 1)
        self.assertIn("'by_name' is left out: it needs 'c1'", r.stderr)
        self.assertIn("'by_tag' is left out: it needs 'c", r.stderr)


class Configured(Case):
    """Files with errors in some configurations."""

    def bundle(self, values, *arguments, ok=0):
        self.write('c.json', json.dumps({'clbundle_configurations': 1, 'configurations': [{'values': {'W': values}}]}))
        shutil.rmtree(os.path.join(self.root, 'out'), ignore_errors=True)
        return self.clbundle('bundle', '--native', '--keep-going', '--name', 'b', '--configurations', 'c.json', '--output-dir', 'out', *arguments, ok=ok)

    def kernels(self):
        """The configurations of each function."""
        manifest = json.loads(self.read('out/b.json'))
        every = [c['name'] for c in manifest.get('configurations', [])]
        found = {}
        for k in manifest['kernels']:
            found.setdefault(k.get('function', k['name']), []).extend(k.get('configurations', every))
        return {name: sorted(of) for name, of in found.items()}

    def setUp(self):
        super().setUp()
        self.write('a.cl', '__kernel void a(__global int *x) { x[0] *= W; }\n#if W == 2\n__kernel void more(__global int *x) { x[0] = missing; }\n#endif\n')
        self.write('b.cl', '__kernel void b(__global int *x) {\n#if W == 3\n  x[0] = none;\n#endif\n  x[0] += W;\n}\n')
        self.write('c.cl', '__kernel void c(__global int *x) { x[0] = nothing + W; }\n')
        self.write('d.cl', '__kernel void d(__global int *x) { x[0] += 1; }\n')

    def test_files_are_left_out_of_the_configurations_in_which_they_have_errors(self):
        r = self.bundle([1, 2, 3], 'a.cl', 'b.cl', 'c.cl', 'd.cl', ok=1)
        self.assertEqual(self.kernels(), {'a': ['1', '3'], 'b': ['1', '2'], 'd': ['1', '2', '3']})
        self.assertIn("a.cl:1:1: note: 'a' is left out of 1 of 3 configurations, in which it has errors: '2'\n", r.stderr)
        self.assertIn("b.cl:1:1: note: 'b' is left out of 1 of 3 configurations, in which it has errors: '3'\n", r.stderr)
        self.assertIn('clbundle: note: 1 of 4 kernel files have errors or need files with errors, and are left out\n', r.stderr)
        for error, of in ("a.cl:3:46: error: unknown name 'missing'", '2'), ("b.cl:3:10: error: unknown name 'none'", '3'), ("c.cl:1:43: error: unknown name 'nothing'", '1'):
            self.assertRegex(r.stderr, error + r".*\n.*\n.*\nc.json:1:\d+: note: this is so in the configuration '%s': W=%s" % (of, of))
        self.assertEqual(r.stderr.count('error: '), 3)
        self.assertEqual(r.stderr.count('note: this is so'), 3)

    def test_what_is_left_is_as_if_the_faults_had_not_been_there(self):
        self.bundle([1, 2, 3], 'a.cl', 'b.cl', 'd.cl', ok=1)
        kept = {n: self.read('out/' + n) for n in ('b.h', 'b_native.c')}
        # A file without kernels has an error: each has one in every configuration.
        own = '__kernel void own_%s(__global int *x) { x[0] = 1; }\n'
        self.write('a.cl', '#if W != 2\n__kernel void a(__global int *x) { x[0] *= W; }\n#endif\n' + own % 'a')
        self.write('b.cl', '#if W != 3\n__kernel void b(__global int *x) {\n  x[0] += W;\n}\n#endif\n' + own % 'b')
        self.clbundle('bundle', '--native', '--name', 'b', '--configurations', 'c.json', '--output-dir', 'out', 'a.cl', 'b.cl', 'd.cl')
        self.assertEqual({n: of for n, of in self.kernels().items() if 'own' not in n}, {'a': ['1', '3'], 'b': ['1', '2'], 'd': ['1', '2', '3']})
        for name in 'b_select_a(', 'b_select_b(', 'b_call_a(', 'b_call_b(', 'b_call_d(':
            self.assertIn(name, kept['b.h'])
            self.assertIn(name, self.read('out/b.h'))
        self.assertEqual(*(set(re.findall(r'_RUN\((\w+)\)', text)) - {'k_own_a', 'k_own_b'} for text in (kept['b_native.c'], self.read('out/b_native.c'))))

    def test_a_selector_does_not_find_a_configuration_that_is_left_out(self):
        self.bundle([1, 2, 3], 'a.cl', 'd.cl', ok=1)
        self.assertRegex(self.read('out/b.c'), r'b_kernels_of_a\[\] = \{\s+\d+, CLB_NO_KERNEL, \d+,')

    def test_a_library_file_with_errors_leaves_its_users_out(self):
        self.write('lib/lib.cl', '// @provides: none\n')
        self.write('lib/f.cl', 'int f(int x) { return x; }\n')
        self.write('lib/g.cl', 'int g(int x) { return x +; }\n')
        self.write('e.cl', '__kernel void e(__global int *x) {\n#if W == 1\n  x[0] = f(1);\n#else\n  x[0] = g(1);\n#endif\n}\n')
        self.write('f.cl', '__kernel void k(__global int *x) { x[0] = f(W); }\n')
        r = self.bundle([1, 2], '--library', 'lib=lib', 'e.cl', 'f.cl', ok=1)
        self.assertEqual(self.kernels(), {'k': ['1', '2']})
        self.assertIn('lib/g.cl:1:26: error', r.stderr)

    def test_variants_and_groups_of_files_that_are_left_out(self):
        self.write('v.cl', '// @variant of a: gpu\n// @range: 3\n__kernel void v(__global int *x) { x[0] = W; }\n')
        self.write('a.cl', '// @range: 3\n' + self.read('a.cl'))
        r = self.bundle([1, 2, 3], 'a.cl', 'v.cl', 'd.cl', ok=1)
        self.assertEqual(self.kernels(), {'a': ['1', '3'], 'v': ['1', '3'], 'd': ['1', '2', '3']})
        self.assertIn("v.cl:1:1: note: 'v' is left out of 1 of 3 configurations", r.stderr)
        self.assertIn("'v' is a variant of 'a', which is no kernel of the bundle", r.stderr)

    def test_nothing_is_written_where_every_configuration_has_faults(self):
        r = self.bundle([1, 2], 'c.cl', ok=1)
        self.assertFalse(os.path.exists(os.path.join(self.root, 'out')))
        self.assertIn('1 of 1 kernel files', r.stderr)

    def test_without_faults_it_changes_nothing(self):
        self.assertEqual(self.bundle([1], 'a.cl', 'b.cl', 'd.cl').stderr, '')
        kept = {n: self.read('out/' + n) for n in ('b.c', 'b.h', 'b_native.c', 'b.json')}
        self.clbundle('bundle', '--native', '--name', 'b', '--configurations', 'c.json', '--output-dir', 'out', 'a.cl', 'b.cl', 'd.cl')
        self.assertEqual({n: self.read('out/' + n) for n in kept}, kept)

    def test_many_configurations_with_faults_are_one_command(self):
        self.write('a.cl', '__kernel void a(__global int *x) {\n#if W % 2\n  x[0] = missing;\n#endif\n  x[0] += W;\n}\n')
        r = self.bundle(list(range(400)), 'a.cl', ok=1)
        self.assertEqual(self.kernels(), {'a': sorted(str(w) for w in range(0, 400, 2))})
        self.assertIn("'a' is left out of 200 of 400 configurations", r.stderr)
        self.assertEqual(r.stderr.count('error: '), 1)


class Derived(Case):
    def test_stale_derived_tags_are_silent_in_all_commands_on_request(self):
        tree = Tree(self.write)
        stem = tree.functions[5]
        for i in range(5, 12):
            path = 'nmath/%s.cl' % tree.functions[i]
            self.write(path, re.sub('@all_depends:.*', '@all_depends: Rmath', self.read(path)))
        kernel = 'src/%s_kernel.cl' % stem
        self.write(kernel, re.sub('@all_depends_nmath_count:.*', '@all_depends_nmath_count: 77', self.read(kernel)))
        layers, library = ['--layer', self.cl('OPENCL.cl'), '--layer', self.cl('shims')], ['--library', 'nmath=nmath']
        for command in (['sort', 'nmath'], ['index', '-o', '-', 'nmath'], ['program', *layers, *library, kernel],
                        ['bundle', '--name', 'b', '--output-dir', 'out', *layers, *library, kernel],
                        ['subset', *layers, *library, '--dest', 'part', '--overwrite', kernel]):
            self.assertIn('stale', self.clbundle(*command).stderr, command)
            self.assertNotIn('stale', self.clbundle(command[0], '--quiet-derived', *command[1:]).stderr, command)
        for command in (['annotate', '--layer', 'nmath', 'src'], ['graph', '--layer', 'nmath', 'src']):
            self.assertIn('stale', self.clbundle(*command).stderr, command)
            self.assertNotIn('stale', self.clbundle(command[0], '--quiet-derived', *command[1:]).stderr, command)


class Many(Case):
    def test_144_kernels_are_one_command(self):
        tree = Tree(self.write)
        kernels = ['src/%s_kernel.cl' % f for f in tree.functions]
        for i in range(144 - len(kernels)):
            self.write('src/more%d_kernel.cl' % i, '// @library_deps: nmath\n// @depends_nmath %s\n__kernel void more%d(__global double *x)\n'
                       '{ x[get_global_id(0)] = %s(x[0], 1, 0); }\n' % (tree.functions[i], i, tree.functions[i]))
            kernels.append('src/more%d_kernel.cl' % i)
        arguments = ['bundle', '--native', '--quiet-derived', '--name', 'b', '--layer', self.cl('OPENCL.cl'), '--layer', self.cl('shims'),
                     '--library', 'nmath=nmath', '--output-dir', 'out']
        self.assertNotRegex(self.clbundle(*arguments, *kernels).stderr, 'error|stale|src/')
        self.assertEqual(len(json.loads(self.read('out/b.json'))['kernels']), 144)
        broken = tree.functions[0]
        self.write('nmath/%s.cl' % broken, self.read('nmath/%s.cl' % broken).replace('double r =', 'double r +'))
        users = [f for f in tree.functions if f == broken or broken in closure(tree.depends, f)]
        r = self.clbundle(*arguments, '--keep-going', *kernels, ok=1)
        names = {k['name'] for k in json.loads(self.read('out/b.json'))['kernels']}
        self.assertEqual({f for f in tree.functions if f + '_kernel' not in names}, set(users))
        self.assertEqual(len(names), 144 - len(users) - sum(f in users for f in tree.functions[:144 - len(tree.functions)]))


if __name__ == '__main__':
    CLBUNDLE, ROOT = os.path.abspath(sys.argv.pop(1)), os.path.abspath(sys.argv.pop(1))
    unittest.main()
