#!/usr/bin/env python3
"""The front end, from outside: the texts that the language allows, and the messages for others.
SPDX-License-Identifier: MIT

usage: test_front.py CLBUNDLE [unittest arguments]"""
import json
import os
import subprocess
import sys
import tempfile
import unittest

CLBUNDLE = None


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
        with open(path, 'w', encoding='utf-8') as f:
            f.write(text)

    def read(self, name):
        with open(os.path.join(self.root, name), encoding='utf-8') as f:
            return f.read()

    def clbundle(self, *arguments, ok=0):
        r = subprocess.run([CLBUNDLE, *arguments], cwd=self.root, capture_output=True, text=True, timeout=120)
        self.assertEqual(r.returncode, ok, '%s\n%s' % (arguments, r.stderr))
        return r

    def says(self, *arguments, ok=1):
        """What a command says, without the excerpts of the files."""
        return [l for l in self.clbundle(*arguments, ok=ok).stderr.splitlines() if not l.startswith('  ')]

    def bundle(self, text, *arguments, ok=0):
        """What `bundle --native` says of one file."""
        self.write('k.cl', text)
        return self.says('bundle', '--native', '--name', 'b', '--output-dir', 'out', *arguments, 'k.cl', ok=ok)


class Text(Case):
    def test_a_trigraph_at_the_end_of_a_comment_takes_the_next_line_with_it(self):
        for comment in ('// really??/', '// really??/ \t', '// a???/', '/* a */ // b ??/'):
            self.bundle('__kernel void k(__global int *x) {\n    x[0] = 41; %s\n    x[0] = 42;\n}\n' % comment)
            native = self.read('out/b_native.c')
            self.assertIn('41', native)
            self.assertNotIn('42', native, comment)

    def test_a_program_keeps_trigraphs_for_the_driver_and_quotes_end_behind_them(self):
        text = '__kernel void k(__global int *x) {\n    x[0] = sizeof("??/"// a") ??! 8; // \u00e9\n    x[1] = \'??\'\';\n}\n'
        self.write('k.cl', text)
        program = self.clbundle('program', 'k.cl').stdout
        self.assertIn('sizeof("??/"// a") ??! 8; // __', program)
        self.bundle(text)
        self.assertNotRegex(self.read('out/b.c'), r'\?\?[=/\'()!<>-]')

    def test_a_library_tag_goes_on_behind_a_trigraph_for_a_backslash_and_is_left_alone(self):
        self.write('lib/x.cl', '// @provides: wrong ??/\nint z;\nint y(void) { return 1; }\n')
        said = self.says('annotate', '--write', 'lib', ok=0)
        self.assertIn("lib/x.cl:1:1: warning: the annotations of 'x' are not rewritten: one of their lines ends in a backslash", said)


class Language(Case):
    def test_parameters_of_a_kernel_without_names_are_passed_by_number(self):
        self.bundle('__kernel void k(__global int *x, __constant float *, const int unnamed_4, __local int *) { x[0] = unnamed_4; }\n'
                    '__kernel void two(__global int *, int);\n__kernel void two(__global int *, int) { }\n', ok=0)
        header = self.read('out/b.h')
        for field in ('const float *unnamed_2;', 'size_t unnamed_2_count;', 'size_t unnamed_4_;', 'int32_t unnamed_4;'):
            self.assertIn(field, header)
        self.assertIn('int32_t *unnamed_1;', header)
        self.assertEqual(self.bundle('__kernel void k(__global int *x, int) { x[0] = unnamed_2; }\n', ok=1),
                         ["k.cl:1:48: error: unknown name 'unnamed_2'"])

    def test_an_unnamed_parameter_has_an_extent_by_its_number(self):
        self.bundle('// @range: n\n// @arg unnamed_2: in n\n// @arg x: out n\n'
                    '__kernel void k(__global int *x, __global const int *, int n) { x[get_global_id(0)] = 1; }\n')
        self.assertIn('unnamed_2  __global const int *: in, n elements', self.read('out/b.h'))

    def test_a_block_may_enqueue_the_function_that_holds_it(self):
        enqueue = 'enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), ^{ %s(x, n - 1); });'
        self.bundle('void other(__global int *x, int n);\n'
                    '__kernel void go(__global int *x, int n) { if (n > 0) %s }\n'
                    'void other(__global int *x, int n) { if (n > 0) %s }\n'
                    '__kernel void by(__global int *x, int n) { other(x, n); }\n' % (enqueue % 'go', enqueue % 'other'),
                    '--options', '-cl-std=CL2.0')
        said = self.bundle('void other(__global int *x, int n) { void (^b)(void) = ^{ other(x, n); }; other(x, n); }\n'
                           '__kernel void by(__global int *x, int n) { other(x, n); }\n', '--options', '-cl-std=CL2.0', ok=1)
        self.assertEqual(said, ["k.cl:1:6: error: 'other' calls itself: OpenCL C has no recursion"])

    def test_complex_numbers_are_an_error_where_a_kernel_uses_them(self):
        unused = ('typedef double _Complex cplx;\ndouble _Complex add(double _Complex a, cplx b) { return a + b; }\n'
                  '_Complex double other(void);\nstruct pair { float _Complex re; int x; };\n__constant float _Complex one = 1;\n'
                  'static inline cplx mul(cplx a, struct pair p) { cplx t = a * p.re; return t; }\n')
        self.assertEqual(self.bundle(unused + '__kernel void k(__global int *x) { x[0] = 1; }\n', ok=0), [])
        for used in ('__kernel void k(__global int *x, cplx y) { x[0] = 1; }', '__kernel void k(__global cplx *x) { x[0] = 1; }',
                     '__kernel void k(__global int *x) { double _Complex z = 1; x[0] = z != 0; }',
                     '__kernel void k(__global int *x) { struct pair p; x[0] = p.x; }',
                     '__kernel void k(__global int *x) { x[0] = sizeof(cplx); }'):
            said = self.bundle(unused + used + '\n', ok=1)
            self.assertTrue(said and all('error: OpenCL C has no complex numbers' in l for l in said), (used, said))

    def test_halves_are_computed_with_without_a_pragma_where_clang_does(self):
        for body in ('vstore8(convert_float8(convert_half8(vload8(0, x))), 0, y);', 'y[0] = sin(convert_half(x[0]));',
                     'y[0] = fma(convert_half(x[0]), convert_half(x[1]), convert_half(x[2]));',
                     'vstore8(convert_half8(vload8(0, x)), 0, (__global half *)y);',
                     'y[0] = max(convert_half8(vload8(0, x)), convert_half8(vload8(1, x))).s0;',
                     '__global half8 *p = (__global half8 *)y; *p = convert_half8(vload8(0, x));',
                     'y[0] = convert_float8(*(__global const half8 *)x).s0;'):
            self.bundle('__kernel void k(__global const float *x, __global float *y) { %s }\n' % body)
            self.assertIn('"needs": 2', self.read('out/b.json'), body) # CLB_NEEDS_FP16
        for body, message in (('half h = 1;', "'h' is a half: cl_khr_fp16 is not enabled"),
                              ('((__global half *)y)[0] = x[0];', 'a half can only be written by vstore_half'),
                              ('y[0] = ((__global const half *)x)[0];', 'a half can only be read by vload_half'),
                              ('y[0] = sin(1);', "'sin' is ambiguous for (int)")):
            said = self.bundle('__kernel void k(__global const float *x, __global float *y) { %s }\n' % body, ok=1)
            self.assertIn(message, said[0])

    def test_a_scope_of_all_devices_is_one_of_version_3(self):
        text = '__kernel void k(__global int *x) { work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_all_devices); x[0] = 1; }\n'
        self.assertEqual(self.bundle(text, '--options', '-cl-std=CL2.0', ok=1),
                         ["k.cl:1:77: error: unknown name 'memory_scope_all_devices'"])
        self.bundle(text, '--options', '-cl-std=CL3.0', ok=0)


class Messages(Case):
    def test_a_macro_that_the_build_lacks_is_told_with_the_ways_to_define_it(self):
        self.assertEqual(self.bundle('__kernel void k(__global float *x) {\n __local float s[BLOCK_SIZE];\n x[0] = N_2;\n'
                                     ' x[1] = WRAP(3);\n int WORK_A = 1;\n x[2] = WORK_B;\n x[3] = size;\n}\n', ok=1), [
            "k.cl:2:18: error: unknown name 'BLOCK_SIZE'; if it is a macro, define it by --options -DBLOCK_SIZE=VALUE, or by "
            "`// @constant BLOCK_SIZE: int = VALUE` in the file, which lets applications choose the value",
            "k.cl:3:9: error: unknown name 'N_2'; if it is a macro, define it by --options -DN_2=VALUE, or by "
            "`// @constant N_2: int = VALUE` in the file, which lets applications choose the value",
            "k.cl:4:9: error: unknown function 'WRAP'; if it is a macro, define it by --options \"-DWRAP(x)=TEXT\"",
            "k.cl:6:9: error: unknown name 'WORK_B'; did you mean 'WORK_A'? If it is a macro, define it by --options "
            "-DWORK_B=VALUE, or by `// @constant WORK_B: int = VALUE` in the file, which lets applications choose the value",
            "k.cl:7:9: error: unknown name 'size'"])
        self.assertEqual(self.bundle('HOST_DEVICE int f(int x) { return x; }\n__kernel void k(__global real *x) { x[0] = f(1); }\n', ok=1), [
            "k.cl:1:1: error: unknown name 'HOST_DEVICE' before 'int'; if it is a macro, define it by --options -DHOST_DEVICE=TEXT",
            "k.cl:2:26: error: unknown type 'real'; if it is a macro for a type, define it by --options -Dreal=TYPE"])

    def test_what_the_message_says_is_a_way_out(self):
        text = '__kernel void k(__global float *x) { __local float s[BLOCK_SIZE]; s[0] = 1; x[0] = s[0] + WRAP(BLOCK_SIZE); }\n'
        self.bundle(text, '--options', '-DBLOCK_SIZE=64 "-DWRAP(x)=x"')
        self.bundle('// @constant BLOCK_SIZE: int = 4 in 4, 8\n' + text, '--options', '-DWRAP(x)=x')

    def test_an_include_that_is_missing_is_told_with_the_folders_that_were_searched(self):
        text = '#include "gone.h"\n#include <gone.h>\n__kernel void k(__global int *x) { x[0] = 1; }\n'
        self.assertEqual(self.bundle(text, ok=1), [
            'k.cl:1:2: error: #include "gone.h": File not found: gone.h; --options -IFOLDER names further folders to search',
            'k.cl:2:2: error: #include <gone.h>: a device program has no system headers; --options -IFOLDER names a folder to search'])
        self.assertEqual(self.bundle(text, '--options', '-Ia -I b/c', ok=1), [
            'k.cl:1:2: error: #include "gone.h": File not found: gone.h, nor is it in a folder of -I, which are \'a\', \'b/c\'',
            'k.cl:2:2: error: #include <gone.h>: it is in no folder of -I, which are \'a\', \'b/c\'; a device program has no '
            'system headers'])
        self.write('b/c/gone.h', '#define GONE 1\n')
        self.bundle(text, '--options', '-Ia -I b/c')


class Options(Case):
    TEXT = '__kernel void k(__global float2 *x) { x[0] = (float2)(SCALE); }\n__kernel void other(__global int *x) { x[0] = 1; }\n'

    def options(self):
        return json.loads(self.read('out/b.json'))['options']

    def test_quoted_definitions_are_text_of_the_programs_that_use_them(self):
        for options, macro in ((r'"-DSCALE=2.0f, 3.0f" -cl-mad-enable -DB=4', 'SCALE 2.0f, 3.0f'),
                               (r"-cl-mad-enable -D 'SCALE=(1, 2)'", 'SCALE (1, 2)'),
                               (r'-DSCALE=7,\ 8 -cl-mad-enable', 'SCALE 7, 8'),
                               (r'-D"SCALE"=F(2) "-DF(x)=x + 1" -cl-mad-enable', 'SCALE F(2)')):
            self.bundle(self.TEXT, '--options', options)
            self.assertEqual(self.options(), '-cl-mad-enable')
            program = self.clbundle('program', '--options', options, '--kernel', 'k', 'k.cl').stdout
            self.assertIn('#define %s\n' % macro, program)
            self.assertNotIn('#define B', program)
            self.assertNotIn('#define', self.clbundle('program', '--options', options, '--kernel', 'other', 'k.cl').stdout)
            self.assertEqual(json.loads(self.read('out/b.json'))['files'], ['k.cl'])
        self.bundle(self.TEXT, '--depfile', 'out/d', '--options', '"-DSCALE=1, 2"')
        self.assertEqual(self.read('out/d').split(), ['out/b.c:', '\\', 'k.cl'])

    def test_of_two_quoted_definitions_the_last_one_counts(self):
        program = lambda options: self.clbundle('program', '--options', options, '--kernel', 'k', 'k.cl').stdout
        self.write('k.cl', self.TEXT)
        self.assertIn('#undef SCALE\n#define SCALE 3, 4\n', program('"-DSCALE=1, 2" "-DSCALE=3, 4"'))

    def test_options_without_quotes_stay_as_they_are(self):
        for options in '-DSCALE=1,2 -cl-mad-enable', '-cl-std=CL1.2  -D SCALE=3':
            self.bundle(self.TEXT, '--options', options)
            self.assertEqual(self.options(), options)
            self.assertNotIn('#define', self.clbundle('program', '--options', options, 'k.cl').stdout)

    def test_folders_of_includes_are_no_matter_of_drivers_where_options_are_quoted(self):
        self.write('a b/c.h', '#define SCALE 1, 2\n')
        self.bundle('#include "c.h"\n' + self.TEXT, '--options', '-I "a b" -cl-mad-enable')
        self.assertEqual(self.options(), '-cl-mad-enable')

    def test_what_is_no_option_is_told(self):
        for options in '-O2', '-cl-std=CL1.2 -O2', '-ffast-math', '"-O2"':
            said = self.bundle(self.TEXT, '--options', options + ' -DSCALE=1', ok=0)
            self.assertEqual(said, ["clbundle: warning: --options: OpenCL has no option '%s': it is passed on to the driver, and many "
                                    "drivers refuse to build a program with it" % options.split()[-1].strip('"')])
        self.assertEqual(self.bundle(self.TEXT, '--options', '-DSCALE=1, 2', ok=1), [
            "clbundle: error: --options: '2' is no option: options begin with '-', and quotes hold one with blanks together, as in "
            "\"-D X=a b\""])
        said = self.bundle(self.TEXT, '--options', '"-cl-mad enable" -DSCALE=1', ok=1)
        self.assertIn("--options: '-cl-mad enable' needs quotes, which drivers read in different ways", said[0])


class Names(Case):
    def test_functions_with_names_of_built_ins_get_a_warning(self):
        call = '__kernel void k(__global float *x) { x[0] = %s; }\n'
        for text, name in (('float sign(float x) { return x; }\n' + call % 'sign(x[1])', 'sign'),
                           ('static inline int min(int a, int b) { return a; }\n' + call % 'min(1, 2)', 'min'),
                           ('int barrier(float x) { return 1; }\n' + call % 'barrier(1.0f)', 'barrier')):
            said = self.bundle(text, ok=0)
            self.assertEqual([l.split(': ', 1)[1] for l in said], [
                "warning: '%s' has the name of a built-in function: some drivers refuse such a program; rename it" % name])
        self.assertEqual(self.bundle('float sign(float x) { return x; }\n' + call % '1', ok=0), [], 'no kernel uses it')
        self.assertEqual(self.bundle('__attribute__((overloadable)) int sign(int x) { return x; }\n' + call % 'sign(1)', ok=0), [])
        self.assertEqual(self.bundle('int to_global(int x) { return x; }\n' + call % 'to_global(1)', ok=0), [], 'a name of 2.0')

    def test_kernels_with_names_of_built_ins_get_a_warning(self):
        for name in 'sign', 'sincos', 'dot':
            self.assertEqual(self.bundle('__kernel void %s(__global int *x) { x[0] = 1; }\n' % name, ok=0), [
                "k.cl:1:15: warning: kernel '%s' has the name of a built-in function: some drivers cannot create it (PoCL: "
                "CL_INVALID_KERNEL_NAME); rename it" % name])
        self.bundle('__kernel void dot(__global int *x) { x[0] = 1; }\n', '--options', '-Werror', ok=1)

    def test_names_that_compilers_keep_are_errors(self):
        call = '__kernel void k(__global int *x) { x[0] = %s; }\n'
        self.assertEqual(self.bundle('int as_int(float x) { return 1; }\n' + call % 'as_int(1.0f)', ok=1), [
            "k.cl:1:5: error: 'as_int' is a macro of OpenCL C compilers and cannot be defined: rename it"])
        self.bundle('float4 as_float4(int4 x) { return (float4)(1); }\n' + call % 'as_float4((int4)(1)).x', ok=1)
        self.assertEqual(self.bundle('int printf(int x) { return 1; }\n' + call % 'printf(1)', ok=1), [
            "k.cl:1:5: error: 'printf' is a built-in function that cannot be defined again: rename it"])
        self.bundle('__kernel void printf(__global int *x) { x[0] = 1; }\n', ok=1)
        self.bundle('int as_index(int x) { return x; }\n' + call % 'as_index(1)', ok=0)


class Outputs(Case):
    KERNEL = '__kernel void k(__global int *x) { x[0] = 1; }\n'

    def test_no_input_is_overwritten(self):
        self.write('b.c', self.KERNEL)
        self.write('k.cl', '#include "b.h"\n' + self.KERNEL)
        self.write('b.h', '#define B 1\n')
        os.symlink('k.cl', os.path.join(self.root, 'link.d'))
        os.makedirs(os.path.join(self.root, 'sub'))
        for arguments, path, read in ((['--name', 'b', '--output-dir', '.', 'b.c'], 'b.c', 'b.c'),
                                      (['--name', 'b', '--output-dir', 'sub/..', 'k.cl'], 'sub/../b.h', 'b.h'),
                                      (['--name', 'c', '--output-dir', 'out', '--depfile', 'k.cl', 'k.cl'], 'k.cl', 'k.cl'),
                                      (['--name', 'c', '--output-dir', 'out', '--depfile', 'link.d', 'k.cl'], 'link.d', 'k.cl'),
                                      (['--name', 'c', '--output-dir', 'out', '--depfile', './sub/../b.h', 'k.cl'], './sub/../b.h', 'b.h')):
            before = sorted(os.listdir(self.root))
            self.assertEqual(self.says('bundle', *arguments), [
                "clbundle: error: cannot write %s: it is the input '%s'; choose another name or folder" % (path, read)])
            self.assertEqual(sorted(os.listdir(self.root)), before)
        self.assertEqual(self.read('b.c'), self.KERNEL)
        self.write('lib/a.cl', 'int a;\n')
        self.assertEqual(self.says('index', '-o', 'lib/a.cl', 'lib'), [
            "clbundle: error: cannot write lib/a.cl: it is the input 'lib/a.cl'; choose another name or folder"])

    def test_a_depfile_is_no_other_output(self):
        self.write('k.cl', self.KERNEL)
        for depfile in 'out/c.h', './out/c.c', 'out/../out/c.json':
            os.makedirs(os.path.join(self.root, 'out'), exist_ok=True)
            self.assertEqual(self.says('bundle', '--name', 'c', '--output-dir', 'out', '--depfile', depfile, 'k.cl'), [
                'clbundle: error: --depfile %s: this file is written by the bundle itself; choose another name' % depfile])
            self.assertEqual(os.listdir(os.path.join(self.root, 'out')), [])


class Constants(Case):
    def test_a_constant_that_would_become_zero_is_refused(self):
        def says(text, ok):
            return self.bundle('// @constant N: %s\n__kernel void k(__global double *x) { x[0] = N; }\n' % text, ok=ok)
        for value, shown in (('double = 1e-400', '1e-400'), ('float = 1e-50', '1e-50'), ('double = -0x0.1p-2000', '-0x0.1p-2000'),
                             ('float = 1 in 1, 2e-46', '2e-46'), ('double = 1 in 1e-400..2', '1e-400')):
            self.assertIn('%s is too small for a %s, which would hold 0' % (shown, value.split()[0]), says(value, 1)[0])
        for value in 'double = 0e-400', 'float = 0.0', 'double = 5e-324', 'float = 1e-45', 'double = -0.0':
            self.assertEqual(says(value, 0), [], value)


if __name__ == '__main__':
    CLBUNDLE = os.path.abspath(sys.argv.pop(1))
    unittest.main()
