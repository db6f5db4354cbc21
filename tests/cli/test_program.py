#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The text of programs: the parts of files and libraries that a kernel keeps, and the lines that messages of a driver name.

usage: test_program.py CLBUNDLE [unittest arguments]"""
import json
import os
import sys
import unittest

import case


class Program(case.Case):
    KERNEL = ('// @depends_lib: %s\n__kernel void k(__global double *x, const int n) {\n    %s\n}\n')

    def program(self, *arguments, ok=0):
        return self.clbundle('program', *arguments, ok=ok)

    def test_only_what_the_kernel_reaches_is_kept(self):
        self.library('lib', {
            'lib': '// @provides: T, PI2, unused_t\n#define PI2 6.28\n#define UNUSED 1\ntypedef struct { double a; } T;\n'
                   'typedef int unused_t;\n',
            'f': '// @provides: f, g\n// @depends: lib\n__constant double table[2] = {1.0, PI2};\n'
                 'static double g(double x) { return x; }\nstatic double f(double x) { return table[0] * x; }\n'})
        self.write('k.cl', self.KERNEL % ('f', 'T t; t.a = f(x[0]); x[0] = t.a;'))
        text = self.program('--library', 'lib=lib', 'k.cl').stdout
        for kept in ('PI2', 'table', 'double f(', 'T;'):
            self.assertIn(kept, text)
        for dropped in ('UNUSED', 'unused_t', 'double g(', '@depends'):
            self.assertNotIn(dropped, text)
        whole = self.program('--library', 'lib=lib', '--no-prune', 'k.cl').stdout
        for kept in ('UNUSED', 'unused_t', 'double g('):
            self.assertIn(kept, whole)

    def test_whole_files_need_not_be_understood(self):
        self.write('k.cl', 'extern int global_state;\nthis is no OpenCL C;\n__kernel void k() {}\n')
        self.assertIn('this is no OpenCL C;', self.program('--no-prune', 'k.cl').stdout)
        self.assertIn('k.cl:2:', self.program('k.cl', ok=1).stderr)

    def test_every_jump_carries_the_original_line(self):
        self.library('lib', {'f': '// @provides: f\n\n\nstatic double f(double x)\n{ return x; }\n'})
        self.write('k.cl', self.KERNEL % ('f', 'x[0] = f(x[0]);'))
        text = self.program('--library', 'lib=lib', 'k.cl').stdout
        self.assertIn('#line 4 "lib/f.cl"\nstatic double f(double x)', text)
        self.assertIn('#line 2 "k.cl"\n__kernel void k', text)

    def test_layers_stand_first_and_in_order(self):
        self.write('zero.cl', '#define BASE int\n')
        self.library('shims', {'shims': '// @provides: t\ntypedef BASE t;\n'})
        self.write('k.cl', '__kernel void k(__global t *x) { x[0] = 1; }\n')
        text = self.program('--layer', 'zero.cl', '--layer', 'shims', 'k.cl').stdout
        self.assertLess(text.index('#define BASE int'), text.index('typedef BASE t;'))
        self.assertLess(text.index('typedef BASE t;'), text.index('__kernel'))
        self.assertEqual(self.program('--list', '--layer', 'zero.cl', '--layer', 'shims', 'k.cl').stdout,
                         'zero\nshims\nk\n')

    def test_names_made_by_pasting_are_reached(self):
        self.library('lib', {'f': '// @provides: do_add, do_mul\n#define CALL(op) do_##op\n'
                                  'static int do_add(int a) { return a + 1; }\nstatic int do_mul(int a) { return a; }\n'})
        self.write('k.cl', '// @depends_lib: f\n__kernel void k(__global int *x) { x[0] = CALL(add)(1); }\n')
        text = self.program('--library', 'lib=lib', 'k.cl').stdout
        self.assertIn('int do_add', text)
        self.assertNotIn('int do_mul', text)
        self.write('m.cl', '#define TWO 2\n#define GLUE(a, b) a##b\n__kernel void m(__global int *x) { x[0] = GLUE(TW, O); }\n')
        self.assertIn('#define TWO 2', self.program('m.cl').stdout)

    def test_conditions_of_the_device_stay_and_others_are_settled(self):
        self.write('k.cl', '#ifndef GUARD\n#define GUARD\n#ifdef __NV_CL_C_VERSION\ntypedef float t;\n#else\n'
                           'typedef int t;\n#endif\n#if 0\ntypedef int never;\n#endif\n'
                           '__kernel void k(__global t *x) { x[0] = 1; }\n#endif\n')
        text = self.program('k.cl').stdout
        for kept in ('#ifdef __NV_CL_C_VERSION', 'typedef float t;', '#else', 'typedef int t;', '#endif'):
            self.assertIn(kept, text)
        for dropped in ('GUARD', 'never', '#if 0'):
            self.assertNotIn(dropped, text)
        self.assertEqual(text.count('#if'), text.count('#endif'))

    def test_a_conditional_around_half_a_function_is_kept_whole(self):
        self.write('k.cl', '#define A 1\n#if A\n__kernel void k(__global int *x) {\n#else\n__kernel void k(int y) {\n'
                           '#endif\n    x[0] = A; }\n')
        text = self.program('k.cl').stdout
        self.assertIn('#if A', text)
        self.assertIn('#endif\n    x[0] = A; }', text)

    def test_quoted_includes_are_resolved_and_none_is_left(self):
        self.write('sub/table.inc', '1.0, 2.0\n')
        self.write('sub/h.h', '#pragma once\n#define TWICE(x) (2 * (x))\n')
        self.write('k.cl', '#include "sub/h.h"\n#include "sub/h.h"\n__constant double t[] = {\n#include "sub/table.inc"\n'
                           '};\n__kernel void k(__global double *x) { x[0] = TWICE(t[1]); }\n')
        for flag in ([], ['--no-prune']):
            text = self.program(*flag, 'k.cl').stdout
            self.assertNotIn('#include', text)
            self.assertIn('1.0, 2.0', text)
            self.assertEqual(text.count('#define TWICE'), 1)
            self.assertIn('#line 1 "sub/table.inc"', text)
        self.write('k.cl', '#include "nowhere.h"\n__kernel void k() {}\n')
        r = self.program('k.cl', ok=1)
        self.assertRegex(r.stderr, r'k\.cl:1:\d+: error: .*nowhere\.h')

    TEMPLATE = ('#define T float\n#define NAME add_float\n#include "add.h"\n#undef T\n#undef NAME\n'
                '#define T int\n#define NAME add_int\n#include "add.h"\n#undef T\n#undef NAME\n'
                '__kernel void f(__global float *x) { x[0] = add_float(x[0], 1); }\n'
                '__kernel void i(__global int *x) { x[0] = add_int(x[0], 1); }\n')

    def test_a_header_that_is_included_twice_with_other_macros_is_there_twice(self):
        self.write('add.h', 'typedef struct { T a; } CAT(NAME, _s);\nT NAME(T a, T b)\n{\n    return a + b;\n}\n'
                            'T CAT(NAME, _3)(T a) { return a; }\n')
        self.write('k.cl', '#define CAT_(a, b) a##b\n#define CAT(a, b) CAT_(a, b)\n' + self.TEMPLATE)
        for kernel in 'f', 'i':
            text = self.program('--kernel', kernel, 'k.cl').stdout
            self.assertEqual(text.count('T NAME(T a, T b)\n{\n    return a + b;\n}\n'), 2, text)
            self.assertLess(text.index('#define NAME add_float'), text.index('T NAME'))
            self.assertLess(text.index('#define NAME add_int'), text.rindex('T NAME'))
            self.assertNotIn('_3', text)
        self.clbundle('bundle', '--name', 'b', '--native', '--output-dir', 'out', 'k.cl', ok=0)
        self.assertRegex(self.read('out/b_native.c'), r'\w+ \+ 0x1p\+0f;')
        self.assertRegex(self.read('out/b_native.c'), r'\(uint32_t\)\w+ \+ \(uint32_t\)1\);')

    def test_a_header_with_a_guard_that_is_included_again_stays_with_it(self):
        self.write('h.h', '#ifndef H\n#define H 2\nint h(int x) { return x; }\n#endif\n')
        self.write('k.cl', '#include "h.h"\n#include "h.h"\n__kernel void k(__global int *x) {\n#include "h.h"\n x[0] = h(H + 1); }\n')
        text = self.program('k.cl').stdout
        self.assertEqual((text.count('#define H 2\nint h'), text.count('#ifndef H')), (2, 1)) # within the kernel with its guard

    def test_a_declaration_may_begin_in_one_file_and_end_in_another(self):
        self.write('head.h', 'int unused(int x) { return x; }\nint f(int x)\n')
        self.write('k.cl', '#include "head.h"\n{ return x; }\n__kernel void k(__global int *x) { x[0] = f(1); }\n')
        text = self.program('k.cl').stdout
        self.assertIn('int f(int x)\n#line 2 "k.cl"\n{ return x; }', text)
        self.assertNotIn('unused', text)

    def test_the_users_own_line_directives_hold_in_what_is_kept(self):
        self.write('h.h', 'int in_h(int x) { return __LINE__; }\n')
        self.write('k.cl', '#line 50\nint dropped(int x) { return x; }\nint f(int x) { return __LINE__; }\n#include "h.h"\n'
                           '#line 7 "made.y"\n__kernel void k(__global int *x) { x[0] = f(1) + in_h(2); }\n')
        for flag in [], ['--no-prune']:
            text = self.program(*flag, 'k.cl').stdout
            self.assertIn('#line 50 "k.cl"\nint dropped' if flag else '#line 51 "k.cl"\nint f(', text)
            self.assertIn('#line 1 "h.h"\nint in_h', text)
            self.assertIn('#line 7 "made.y"\n__kernel', text)

    def test_line_numbers_hold_behind_a_branch_that_a_device_skips(self):
        self.write('h.h', 'float g(float x) { return x; }\n')
        self.write('k.cl', '#ifdef cl_khr_fp16\n#include "h.h"\n#else\nfloat g(float x) { return __LINE__; }\n#endif\n'
                           '__kernel void k(__global float *x) { x[0] = g(__LINE__); }\n')
        for flag in [], ['--no-prune']:
            text = self.program(*flag, 'k.cl').stdout
            self.assertIn('#else\n#line 4 "k.cl"\nfloat g', text)
            self.assertNotIn('#include', text)

    def test_an_include_that_only_another_device_reads_is_resolved(self):
        self.write('deep.h', '#define DEEP 3\n')
        self.write('h.h', '#include "deep.h"\nhalf h(half x) { return x * DEEP; }\n#include <builtin>\n')
        self.write('k.cl', '#ifdef cl_khr_fp16\n#include "h.h"\n#endif\n__kernel void k(__global float *x) {\n#ifdef cl_khr_fp16\n'
                           '#include "body.h"\n#endif\n}\n')
        self.write('body.h', 'x[0] = h(2);\n')
        for flag in [], ['--no-prune']:
            text = self.program(*flag, 'k.cl').stdout
            for part in ('#define DEEP 3', 'half h(half x)', 'x[0] = h(2);', '#include <builtin>'):
                self.assertEqual(text.count(part), 1, part)
            self.assertNotIn('#include "', text)
        self.write('body.h', '#include "gone.h"\n')
        self.assertIn('body.h:1:2: error: #include "gone.h": File not found: gone.h', self.program('k.cl', ok=1).stderr)
        self.write('body.h', '#include NAME\n')
        self.assertIn('body.h:1:2: error: this #include is under a condition that only the device', self.program('k.cl', ok=1).stderr)

    def test_a_guard_that_only_a_device_knows_of_stays(self):
        self.write('h.h', '#ifndef H\n#define H\nfloat f(float x) { return x; }\n#endif\n')
        self.write('k.cl', '#ifdef cl_khr_fp16\n#include "h.h"\n#endif\n#include "h.h"\n__kernel void k(__global float *x) { x[0] = f(1); }\n')
        text = self.program('k.cl').stdout
        self.assertEqual((text.count('#ifndef H'), text.count('float f(')), (2, 2))
        self.write('h.h', '#pragma once\nfloat f(float x) { return x; }\n')
        self.assertIn("k.cl:4:2: error: 'h.h' says \"#pragma once\", and was included before under a condition",
                      self.program('k.cl', ok=1).stderr)
        self.write('i.h', '#include "h.h"\n#include "h.h"\n')
        self.write('k.cl', '#ifdef cl_khr_fp16\n#include "i.h"\n#endif\n#ifdef cl_khr_fp64\n#define D\n#endif\n__kernel void k(__global float *x)'
                           ' {\n#ifdef cl_khr_fp16\nf(1);\n#endif\n }\n')
        self.assertEqual(self.program('k.cl').stdout.count('float f('), 1)

    def test_what_a_macro_of_the_device_may_make_is_kept(self):
        self.write('k.cl', '#ifdef cl_khr_fp16\n#define API inline\n#define HALF(n) half n(half x) { return x; }\n#else\n#define API\n'
                           '#define HALF(n)\n#endif\nHALF(twice)\n#define ONE 1\nAPI float f(float x) { return x; }\n'
                           '__kernel void k(__global float *x) {\n x[0] = f(1);\n#ifdef cl_khr_fp16\n x[1] = twice(2);\n#endif\n}\n')
        text = self.program('k.cl').stdout
        self.assertIn('HALF(twice)\n', text)
        self.assertIn('API float f', text)
        self.assertNotIn('ONE', text)

    def test_every_function_of_a_branch_that_is_not_read_is_known(self):
        self.write('k.cl', '#ifdef cl_khr_fp16\nhalf one(half x) { return x; }\nhalf two(half x) { return (x); }\n#endif\n'
                           '#ifdef cl_khr_subgroups\nint other(int x) { return x; }\n#endif\n'
                           '__kernel void k(__global float *x) {\n#ifdef cl_khr_fp16\n x[1] = two(2);\n#endif\n}\n')
        text = self.program('k.cl').stdout
        self.assertIn('half two(half x)', text)
        self.assertNotIn('int other(', text)

    def test_numbers_that_are_given_out_in_order_are_the_whole_programs(self):
        self.write('k.cl', 'int a(int x) { return __COUNTER__; }\nint b(int x) { return x; }\n'
                           '__kernel void k(__global int *x) { x[0] = __COUNTER__; }\n__kernel void m(__global int *x) { x[0] = b(1); }\n')
        text = self.program('--kernel', 'k', 'k.cl').stdout
        self.assertIn('int a(', text)
        self.assertNotIn('int b(', text)
        self.assertNotIn('__COUNTER__', self.program('--kernel', 'm', 'k.cl').stdout)

    def test_a_program_that_would_read_otherwise_is_not_written(self):
        self.write('k.cl', '#if __COUNTER__ == 0\n#define A 1\n#endif\n__kernel void k(__global int *x) { x[0] = __COUNTER__ + A; }\n')
        r = self.clbundle('bundle', '--name', 'b', '--output-dir', 'out', 'k.cl', ok=1)
        self.assertIn("k.cl:4:43: error: the program made for the kernel 'k' does not mean the same as its files: '1' is '0' there. "
                      "This is a bug in clbundle; with '--no-prune' the program holds whole files", r.stderr)
        self.assertFalse(os.path.exists(os.path.join(self.root, 'out')))
        self.assertEqual(self.program('--kernel', 'k', 'k.cl', ok=1).stdout, '')
        self.clbundle('bundle', '--name', 'b', '--no-prune', '--output-dir', 'out', 'k.cl', ok=0)

    def test_a_pragma_of_an_invocation_stays_with_what_it_makes(self):
        self.write('k.cl', '#define PACKED(n) _Pragma("pack(push, 1)") typedef struct { char a; int b; } n; _Pragma("pack(pop)")\n'
                           'PACKED(s) int f(int x) { return x; }\n__kernel void k(__global int *x) { x[0] = sizeof(s); }\n')
        text = self.program('k.cl').stdout
        self.assertEqual(text.count('PACKED(s)'), 1)
        self.assertNotIn('int f', text)

    def test_a_pragma_keeps_the_macros_whose_names_are_made_on_the_way(self):
        text = ('#define INNER(x) _Pragma(#x)\n#define OUTER(x) INNER(x)\n#define PASTE(a, b) a##b\n'
                '#define NAMED PASTE(OUT, ER)\nNAMED(OPENCL FP_CONTRACT OFF)\n__kernel void k(__global float *x) { x[0] = 1; }\n')
        self.write('k.cl', text)
        self.assertEqual(self.program('k.cl').stdout, '#line 1 "k.cl"\n' + text)

    def test_a_kernel_under_a_condition_of_the_device_is_needed_or_named(self):
        self.write('k.cl', '#ifdef cl_khr_fp16\n#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n'
                           '__kernel void h(__global half *x) { x[0] = 1; }\n#endif\n#ifdef cl_khr_fp64\n'
                           '__kernel void d(__global int *x) { x[0] = 1; }\n#endif\n#ifdef CLB_GPU\n__kernel void k(__global int *x) { x[0] = 2; }\n'
                           '#else\n__kernel void k(__global int *x) { x[0] = 1; }\n#endif\n#if 0\n__kernel void never() {}\n#endif\n')
        r = self.clbundle('bundle', '--name', 'b', '--output-dir', 'out', 'k.cl', ok=0)
        self.assertIn("k.cl:3:15: note: the kernel 'h' is left out of the bundle: it stands in an #if that depends on the "
                      "device's compiler", r.stderr)
        self.assertEqual(r.stderr.count('note:'), 1)
        made = json.loads(self.read('out/b.json'))
        self.assertEqual([k['name'] for k in made['kernels']], ['d', 'k'])
        self.assertEqual([made['programs'][k['program']]['needs'] for k in made['kernels']], [1, 0])
        r = self.clbundle('bundle', '--name', 'b', '--output-dir', 'out', '--options', '-D cl_khr_fp16=1', 'k.cl', ok=0)
        self.assertNotIn('note:', r.stderr)
        self.assertIn('b_KERNEL_h', self.read('out/b.h'))

    def test_a_kernel_made_by_a_macro_is_one_item(self):
        self.write('k.cl', '#define KERNEL(name, op) __kernel void name(__global int *x) { x[0] = x[0] op 2; }\n'
                           'KERNEL(twice, *)\nKERNEL(more, +)\n')
        text = self.program('--kernel', 'more', 'k.cl').stdout
        self.assertIn('KERNEL(more, +)', text)
        self.assertNotIn('KERNEL(twice', text)

    def test_libraries_that_use_others_stand_behind_them(self):
        self.library('base', {'b': '// @provides: b\nstatic int b(int x) { return x; }\n'})
        self.library('app', {'a': '// @provides: a\n// @depends_base: b\nstatic int a(int x) { return b(x); }\n'})
        self.write('k.cl', '// @library_deps: app\n// @depends_app: a\n__kernel void k(__global int *x) { x[0] = a(1); }\n')
        text = self.program('--library', 'app=app', '--library', 'base=base', 'k.cl').stdout
        self.assertLess(text.index('int b('), text.index('int a('))
        r = self.program('--library', 'app=app', 'k.cl', ok=1)
        self.assertIn("app/a.cl:2:4: error: '@depends_base' names a library that was not given", r.stderr)

    def test_letters_beyond_ascii_pass_through(self):
        self.write('k.cl', '\ufeff// \u00fc\r\n__kernel void k(__global int *gr\u00f6\u00dfe) {\r\n gr\u00f6\u00dfe[0] = 1; // \u00e4\r\n}\r\n')
        text = self.program('k.cl').stdout
        self.assertIn('gr\u00f6\u00dfe[0] = 1; // __', text)
        self.assertNotIn('\r', text)


if __name__ == '__main__':
    case.CLBUNDLE = os.path.abspath(sys.argv.pop(1))
    unittest.main()
