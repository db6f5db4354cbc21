#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Bundles: the effect of annotations and options, and the errors for wrong ones.

usage: test_bundle.py CLBUNDLE [unittest arguments]"""
import json
import os
import re
import sys
import unittest

import case


class Bundle(case.Case):
    CLUSTER = 'a cluster of 3 in a sub-group of 16 work-items' # what has no native code

    def bundle(self, *arguments, ok=0):
        return self.clbundle('bundle', '--name', 'b', '--output-dir', 'out', *arguments, ok=ok)

    def test_output_is_the_same_from_any_folder(self):
        self.library('one/lib', {'f': '// @provides: f\nstatic int f(int x) { return x; }\n'})
        self.write('one/k.cl', '// @depends_lib: f\n__kernel void k(__global int *x) { x[0] = f(1); }\n')
        self.clbundle('bundle', '--name', 'b', '--output-dir', 'out1', '--library', 'lib=one/lib', 'one/k.cl', ok=0)
        deep = os.path.join(self.root, 'some/where')
        os.makedirs(deep)
        case.run('bundle', '--name', 'b', '--output-dir', 'o', '--library', 'lib=' + os.path.join(self.root, 'one/lib'),
            os.path.join(self.root, 'one/k.cl'), cwd=deep, ok=0)
        for name in ('b.c', 'b.h', 'b.json'):
            self.assertEqual(self.read('out1/' + name), self.read('some/where/o/' + name))
            self.assertNotIn(self.root, self.read('out1/' + name))

    def test_definitions_among_the_build_options_are_known(self):
        self.write('k.cl', '''#ifndef SIZE
#error SIZE is missing
#endif
#if VERSION == 2
__kernel void two(__global REAL *x) { x[0] = TWICE(SIZE); }
#else
__kernel void one(__global REAL *x) { x[0] = 1; }
#endif
''')
        self.assertIn('k.cl:2:', self.bundle('k.cl', ok=1).stderr)
        options = '-cl-std=CL1.2 -DSIZE=16 -D REAL=double -D TWICE(x)=(2*x) -DVERSION=2 -w'
        self.bundle('--native', '--options', options, 'k.cl', ok=0)
        self.assertIn('double *x', self.read('out/b.h'))
        self.assertIn('b_call_two', self.read('out/b.h'))
        self.assertIn(options, self.read('out/b.c'))
        r = self.clbundle('program', '--options', options, 'k.cl', ok=0)
        self.assertIn('TWICE(SIZE)', r.stdout)
        self.assertNotIn('one', r.stdout)
        self.write('include/deep/size.h', '#include "more.h"\n')
        self.write('include/deep/more.h', '#define MORE 5\n')
        self.write('i.cl', '#include "deep/size.h"\n__kernel void i(__global int *x) { x[0] = MORE; }\n')
        self.bundle('i.cl', ok=1)
        self.bundle('--options', '-Ielsewhere -I include', 'i.cl', ok=0)
        self.write('i.cl', '#include <deep/size.h>\n__kernel void i(__global int *x) { x[0] = MORE; }\n')
        self.assertIn('i.cl:1:2: error: #include <deep/size.h>: a device program', self.bundle('i.cl', ok=1).stderr)
        self.bundle('--options', '-Ielsewhere -I include', 'i.cl', ok=0)
        self.assertNotIn('#include', self.clbundle('program', '--options', '-Iinclude', 'i.cl', ok=0).stdout)
        self.bundle('--options', '-Ielsewhere', 'i.cl', ok=1)
        r = self.bundle('--options', '-D 1=2', 'k.cl', ok=1)
        self.assertIn('-D 1=2: write -D NAME or -D NAME=VALUE', r.stderr)
        r = self.bundle('--options', '-cl-std=CL9', 'k.cl', ok=1)
        self.assertIn('-cl-std=CL9: the versions are CL1.0, CL1.1, CL1.2, CL2.0 and CL3.0', r.stderr)

    def test_quoted_build_options_are_unquoted_as_drivers_do(self):
        self.write('k.cl', '#if N != 3 || A != 4 || B != 5 || C != 6\n#error\n#endif\n__constant char text[] = TEXT;\n'
                           '__kernel void k(__global float *x) { x[0] = SUM + sizeof(text); }\n')
        options = r"""-DA=4 "-DN=3" '-D' 'SUM=1 + 2' -D"B=5" -D "C"=6 "" -DTEXT=\"a\ b\" -D UNUSED="'" """
        self.bundle('--options', options, 'k.cl', ok=0)
        self.write('k.cl', '__constant char text[] = TEXT;\n__kernel void k(__global int *x) { x[0] = text[0]; }\n')
        for options in r'-DTEXT="\"a \\n b\""', r"""-DTEXT='"a \n b"'""":
            self.bundle('--options', options, 'k.cl', ok=0)
        for options in '-DTEXT="a b', "-DTEXT='", '"-D" "TEXT=1':
            self.assertRegex(self.bundle('--options', options, 'k.cl', ok=1).stderr, 'the quote ["\'] is not closed')
        self.assertIn('cannot have several lines', self.bundle('--options', '-D "TEXT=1\n2"', 'k.cl', ok=1).stderr)

    def test_unknown_build_options_are_named(self):
        self.write('k.cl', '__kernel void k(__global int *x) { x[0] = 1; }\n')
        r = self.bundle('--options', '-cl-mad-enable -cl-nv-verbose -cl-no-signed-zeroes', 'k.cl', ok=0)
        self.assertEqual(r.stderr.count('warning'), 1)
        self.assertIn("--options: OpenCL has no option '-cl-no-signed-zeroes': it is passed on", r.stderr)
        self.bundle('--options', '-Werror -O3', 'k.cl', ok=1)
        self.bundle('--options', '-Werror -w -O3', 'k.cl', ok=0)
        for name in 'clc++', 'CLC++2021':
            self.assertIn('C++ for OpenCL is another language', self.bundle('--options', '-cl-std=' + name, 'k.cl', ok=1).stderr)

    def test_a_definition_that_ends_in_a_continuation_keeps_its_end(self):
        """A line that joins the empty one behind it: what follows in the program stays a line of its own."""
        for gap in 1, 3, 12:
            for end in '\\', '\\ ', '??/', '\\\n\\':
                for follows in '#if W == 1\n#define Z 3\n#endif\n', '#define Z 3\n', '/* text */ enum { Z = 3 };\n':
                    self.write('k.cl', '#define SET(h) {\\\n  c = h; }%s\n%s%s// joined \\\n\n%s#define Q 4\n'
                                       '__kernel void k(__global int *x, int n) { int c; SET(n) x[0] = c + Z + Q; }\n'
                               % (end, '\n' * gap, follows, '\n' * gap))
                    r = self.bundle('--options', '-DW=1', 'k.cl')
                    self.assertNotIn('error', r.stderr, (gap, end, follows))
                    program = self.clbundle('program', '--options', '-DW=1', 'k.cl').stdout.splitlines()
                    lines = {}
                    number = 0
                    for line in program:
                        number += 1
                        if line.startswith('#line '):
                            number = int(line.split()[1]) - 1
                        lines.setdefault(number, line)
                    with open(os.path.join(self.root, 'k.cl')) as f:
                        text = f.read().split('\n')
                    for number, line in lines.items():
                        if 'Z' in line or 'Q' in line:
                            self.assertTrue(text[number - 1].endswith(line), (number, line))

    def test_the_version_of_the_language_is_the_requested_one(self):
        text = '#if __OPENCL_C_VERSION__ != %d\n#error another version\n#endif\n__kernel void k(__global int *x) { x[0] = __OPENCL_C_VERSION__; }\n'
        for name, version in ('CL1.0', 100), ('CL1.1', 110), ('CL1.2', 120), ('CL2.0', 200), ('CL3.0', 300), (None, 120):
            self.write('k.cl', text % version)
            self.bundle('--native', *(['--options', '-cl-std=' + name] if name else []), 'k.cl', ok=0)
            self.assertIn('(int32_t)%d;' % version, self.read('out/b_native.c'))
            self.write('k.cl', text % (version + 1))
            self.bundle('--native', *(['--options', '-cl-std=' + name] if name else []), 'k.cl', ok=1)

    def test_warnings_can_be_switched_off(self):
        self.write('k.cl', '__kernel void k(__global int *x) { x[0] = 1 / 0; }\n')
        self.assertIn('warning: division by zero', self.bundle('k.cl', ok=0).stderr)
        self.assertEqual(self.bundle('--options', '-w', 'k.cl', ok=0).stderr, '')

    def test_relaxed_math_is_known_to_conditions(self):
        self.write('k.cl', '#ifdef __FAST_RELAXED_MATH__\n#define T float\n#else\n#define T double\n#endif\n'
                           '__kernel void k(__global T *x) { x[0] = 1; }\n')
        self.bundle('--options', '-cl-fast-relaxed-math', 'k.cl', ok=0)
        self.assertIn('float *x', self.read('out/b.h'))
        self.bundle('--options', '-cl-std=CL1.2', 'k.cl', ok=0)
        self.assertIn('double *x', self.read('out/b.h'))

    def test_a_structure_of_a_kernel_that_is_not_translated_is_there_for_others(self):
        self.write('k.cl', """typedef struct { int size; } shape;
int times(__global const shape *s, int x) { return s->size * x; }
__kernel void a(read_only image2d_t p, __global const shape *s, __global int *x) { x[0] = times(s, get_image_width(p)); }
__kernel void b(__global const shape *s, __global int *x) { x[0] = times(s, x[1]); }
""")
        self.bundle('--native', 'k.cl', ok=0)
        native = self.read('out/b_native.c')
        self.assertIn('int32_t m_size;', native)

    def test_what_one_region_cannot_do_is_not_forgotten_in_the_next(self):
        self.write('k.cl', """__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void k(__global const float *in, __global float *out, int n)
{
    __local float part[64];
    const int lid = get_local_id(0);
    float sum = 0;
    for (int i = lid; i < n; i += 64) { const uint moved = sub_group_clustered_reduce_add((uint)i, 3u); sum += in[i]; }
    part[lid] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = 32; s > 0; s >>= 1) {
        if (lid < s) part[lid] += part[lid + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid == 0) out[0] = cbrt(part[0]);
}
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void m(__global const float *in, __global float *out)
{
    __local float part[64];
    const int lid = get_local_id(0);
    part[lid] = in[lid];
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint moved = sub_group_clustered_reduce_add((uint)lid, 3u);
    if (lid == 0) out[0] = sqrt(part[0]);
}
""")
        r = self.bundle('--native', '--options', '-cl-std=CL2.0', 'k.cl', ok=0)
        self.assertIn("k.cl:6:60: note: kernel 'k' has no native version: %s" % self.CLUSTER, r.stderr)
        self.assertIn("kernel 'm' has no native version: " + self.CLUSTER, r.stderr)
        for name in ('cbrt', 'sqrt'): self.assertNotIn(name, self.read('out/b_native.c'))

    def variables_of(self, source):
        """The sets of variables in the lines of the table, and the names of their members."""
        self.write('v.cl', source)
        self.bundle('--native', '--options=-cl-std=CL2.0', '--group', 'all=up,tell', 'v.cl')
        native = self.read('out/b_native.c')
        members = {name: re.findall(r'm_\w+', body) for body, name in
                   re.findall(r'typedef struct b_variables_\d+ \{\n(.*?)\} (\w+);', native, re.DOTALL)}
        return re.findall(r'NULL, \{b_SET\((\w+)\)', native), members

    def test_kernels_of_a_program_share_variables_also_where_they_are_read_apart(self):
        sets, members = self.variables_of('''global int runs = 10;
static int next(void) { static int calls = 5; return calls++; }
static int other(void) { static int calls = 5; return calls++; }
kernel void up(global float *x)
{
    runs++;
#ifdef cl_khr_fp16
    x[0] = (half)x[0] + (half)1 + next();
#else
    x[0] += 1 + next() + other();
#endif
}
kernel void tell(global int *x) { x[0] = runs; x[1] = next() + other(); }
''')
        self.assertEqual(sets, ['b_variables_1'] * 2)
        self.assertEqual({k: sorted(v) for k, v in members.items()}, {'b_variables_1': ['m_calls', 'm_calls_2', 'm_runs']})

    def test_each_choice_of_listed_constants_has_variables_of_its_own(self):
        sets, members = self.variables_of('''// @constant WIDTH: int = 4 in 4, 8
global int runs[WIDTH] = {10};
kernel void up(global int *x) { runs[WIDTH - 1]++; }
kernel void tell(global int *x) { x[0] = runs[WIDTH - 1]; }
''')
        one, other = 'b_variables_1', 'b_variables_2'
        self.assertEqual(sets, [one, one, one, other, one, other])
        self.assertEqual(members, {one: ['m_runs'], other: ['m_runs']})

    def test_the_language_is_that_of_the_build_options(self):
        self.write('k.cl', 'int f(int *p) { return *p; }\n'
                           '__kernel void k(__global int *x) { float4 v = (float4)(1.0f) * 0.5; x[0] = f(x + 1) + (int)v.x; }\n')
        self.bundle('k.cl', ok=1)
        self.bundle('--native', '--options', '-cl-std=CL2.0 -cl-single-precision-constant', 'k.cl', ok=0)
        self.write('k.cl', 'const int table[2] = {3, 4};\nint counter;\n'
                           '__kernel void k(__global int *x) { work_group_barrier(CLK_LOCAL_MEM_FENCE);\n'
                           'x[get_global_linear_id()] = table[get_local_linear_id() & 1]; }\n'
                           '__kernel void m(__global int *x) { x[0] = counter++; }\n')
        r = self.bundle('--native', '--options', '-cl-std=CL2.0', 'k.cl', ok=0)
        self.assertNotIn("kernel 'k' has no native version", r.stderr)
        self.assertNotIn("kernel 'm' has no native version", r.stderr)
        # Each program has variables of its own, also where their text is the same.
        self.write('other.cl', self.read('k.cl').replace('void k(', 'void other_k(').replace('void m(', 'void other_m('))
        self.bundle('--native', '--options', '-cl-std=CL2.0', '--group', 'g=k,m', 'k.cl', 'other.cl', ok=0)
        self.assertEqual(re.findall(r'typedef struct \w+ \{\n    int32_t m_counter;\n\} (\w+);', self.read('out/b_native.c')),
                         ['b_variables_1', 'b_variables_2'])

    def test_products_in_sums_are_rounded_by_themselves_unless_an_option_allows_otherwise(self):
        self.write('k.cl', '__kernel void k(__global float *x) { x[get_global_id(0)] = x[0] * x[1] - mad(x[2], x[3], 1.0f - x[4] * x[5]); }\n')
        self.bundle('--native', '--options', '-cl-std=CL1.2 -cl-denorms-are-zero', 'k.cl', ok=0)
        self.assertNotIn('muladd__', self.read('out/b_native.c'))
        for option in ('-cl-mad-enable', '-cl-unsafe-math-optimizations', '-cl-fast-relaxed-math'):
            self.bundle('--native', '--options', '-cl-std=CL1.2 ' + option, 'k.cl', ok=0)
            text = self.read('out/b_native.c')
            for name in ('muladd', 'mulsub', 'submul'):
                self.assertIn(name + '__f_f_f', text, option)

    def test_what_opencl_forbids_as_an_argument_is_an_error_at_its_place(self):
        for text, column in (('size_t n', 25), ('bool f', 25), ('__global int **p', 25), ('int *p', 25)):
            self.write('k.cl', '// comment\n__kernel void k(int ok, %s) {}\n' % text)
            r = self.bundle('k.cl', ok=1)
            self.assertRegex(r.stderr, r'k\.cl:2:\d+: error: ', text)
            self.assertFalse(os.path.exists(os.path.join(self.root, 'out/b.c')))

    def test_formats_of_images_are_checked(self):
        image = '__kernel void k(%s p, int h, int w, __global int *x) {}\n'
        for parameter, tag, message in (
                ('read_only image2d_t', 'out RGBA UNORM_INT8 h, w', "1:4: error: '@arg p': the kernel's '__read_only image2d_t' is 'in'; write that"),
                ('write_only image2d_t', 'inout R FLOAT h, w', "1:4: error: '@arg p': the kernel's '__write_only image2d_t' is 'out'; write that"),
                ('read_only image2d_t', 'in h, w', "1:4: error: '@arg p' is an image: write `in ORDER TYPE EXTENT, ...`"),
                ('read_only image2d_t', 'in', "1:4: error: '@arg p' is an image: write `in ORDER TYPE EXTENT, ...`"),
                ('read_only image2d_t', 'in RGB UNORM_INT8 h, w', "1:15: error: OpenCL has no images of the format 'RGB UNORM_INT8'"),
                ('read_only image2d_t', 'in RGBA UNORM_INT8 h', "1:4: error: '@arg p': this image has 2 extents: rows (or layers), and pixels of a row"),
                ('read_only image3d_t', 'in RGBA UNORM_INT8 h, w', "1:4: error: '@arg p': this image has 3 extents"),
                ('read_only image2d_t', 'in DEPTH FLOAT h, w', "1:4: error: '@arg p': the order DEPTH goes with image2d_depth_t"),
                ('read_only image2d_msaa_t', 'in R FLOAT h, w', "1:4: error: '@arg p': host memory cannot be such an image; leave the tag out"),
                ('read_only image1d_buffer_t', 'in R FLOAT h, w', "1:4: error: '@arg p': this image has 1 extent: its width"),
                ('read_only image2d_t', 'in R FLOAT h, v', "1:26: error: 'v' is neither a parameter of the kernel nor a macro"),
                ('sampler_t', 'in R FLOAT h, w', "1:4: error: '@arg p' has the format of an image, but the parameter is none")):
            self.write('k.cl', '// @arg p: %s\n' % tag + image % parameter)
            self.assertIn('k.cl:' + message, self.bundle('k.cl', ok=1).stderr)
        self.write('k.cl', '// @arg p: in RGBA UNORM_INT8 h, w\n' + image % 'read_only image2d_t')
        self.bundle('k.cl')
        kernel = json.loads(self.read('out/b.json'))['kernels'][0]['arguments'][0]
        self.assertEqual((kernel['format'], kernel['shape'], kernel['access'], kernel['size']), ('RGBA UNORM_INT8', ['h', 'w', '4'], 'in', 0))

    def test_all_problems_of_a_run_are_reported(self):
        self.write('a.cl', '// @arg nothing: in\n__kernel void a(__global const int *x) {}\n')
        self.write('b.cl', '// @range: m\n// @arg x: out\n__kernel void b(__global const int *x) {}\n')
        r = self.bundle('a.cl', 'b.cl', ok=1)
        self.assertIn("a.cl:1:9: error: no kernel of this file has a parameter 'nothing'", r.stderr)
        self.assertIn("b.cl:1:12: error: 'm' is neither a parameter of the kernel nor a macro", r.stderr)
        self.assertIn("b.cl:2:4: error: '@arg x' is an output, but the kernel's pointer is to const", r.stderr)

    def test_the_signature_after_preprocessing_is_what_counts(self):
        self.write('k.cl', '''#define REAL float
#define KNAME(x) x##_kernel
#define WITH_SCALE 1
typedef struct { REAL a; int b[3]; double c; } params;
typedef REAL real4 __attribute__((ext_vector_type(4)));
__attribute__((reqd_work_group_size(8, 4, 1)))
__kernel void KNAME(big)(__global const REAL *restrict x, __constant float4 *c, __local int *scratch, const params p,
#if WITH_SCALE
                         const REAL scale,
#endif
                         volatile __global unsigned long *out, image2d_t image, sampler_t sampler, uchar3 v) {}
''')
        self.bundle('k.cl')
        m = json.loads(self.read('out/b.json'))
        k = m['kernels'][0]
        self.assertEqual(k['name'], 'big_kernel')
        self.assertEqual([(a['name'], a['kind'], a['access'], a['size']) for a in k['arguments']], [
            ('x', 'global', 'in', 4), ('c', 'constant', 'in', 16), ('scratch', 'local', 'none', 4),
            ('p', 'value', 'none', 24), ('scale', 'value', 'none', 4), ('out', 'global', 'inout', 8),
            ('image', 'image', 'in', 0), ('sampler', 'sampler', 'none', 0), ('v', 'value', 'none', 4)])
        header = re.sub(r'\s+', ' ', self.read('out/b.h'))
        self.assertIn('offsetof(b_params, c) == 16', header)
        self.assertIn('b_args_big_kernel { const float *x; size_t x_count; const clb_float4 *c; size_t c_count; size_t scratch; '
                      'b_params p; float scale; uint64_t *out; size_t out_count; const clb_host_image *image; clb_sampler sampler; clb_uchar3 v; }', header)
        self.assertIn('b_buffers_big_kernel { clb_buffer_float x; clb_buffer_float4 c; size_t scratch; b_params p; float scale; '
                      'clb_buffer_ulong out; clb_image *image; clb_sampler sampler; clb_uchar3 v; } b_buffers_big_kernel;', header)
        self.assertIn('clb_status b_run_big_kernel( clb_device *device, const clb_launch *launch, '
                      'const b_buffers_big_kernel *arguments, clb_event **event, clb_error *error);', header)
        self.assertIn('#define b_args_big_kernel(...) CLB_ARGUMENTS(b_args_big_kernel, 12, __VA_ARGS__)', header)
        self.assertIn('#define b_buffers_big_kernel(...) CLB_ARGUMENTS(b_buffers_big_kernel, 9, __VA_ARGS__)', header)

    def test_extents_and_ranges_reach_the_header(self):
        self.write('k.cl', '// Scales.\n// @range: n*m\n// @arg x: in n*m\n// @arg y: out\n'
                           '__kernel void k(__global float *x, __global float *y, int n, int m) {}\n')
        self.bundle('k.cl')
        header = re.sub(r'\s+', ' ', self.read('out/b.h'))
        self.assertIn('x __global float *: in, n*m elements', header)
        self.assertIn('b_args_k { const float *x; float *y; size_t y_count; int32_t n; int32_t m; } b_args_k;', header)
        self.assertIn('clb_status b_call_k( clb_device *device, const b_args_k *arguments, clb_error *error)', header)

    def test_annotations_that_nothing_reads_get_a_warning(self):
        self.write('k.cl', """// @range: n
// @range: n
int helper(int x)
{
    // @range: 7
    return x;
}
// @mine: 4
int other(int x) { return x; }
// @arg x: out n
#define OPEN \\
    __kernel void
#ifdef NO
// @local: 2
__kernel void b(__global int *x, int n) { x[0] = n; }
#endif
// @arg x: out n
__kernel void a(__global int *x, int n)
{
    // @local: 4
    x[0] = helper(other(n));
}
// @arg x: inout 2*n
OPEN c(__global int *x, int n) { x[0] = n; }
""")
        r = self.bundle('k.cl')
        self.assertEqual(re.findall(r'^k\.cl:.*', r.stderr, re.M), [
            "k.cl:5:8: warning: '@range' is in the body of 'helper' and is ignored; move it to the top of the file, or directly above a kernel",
            "k.cl:20:8: warning: '@local' is in the body of 'a' and is ignored; move it to the top of the file, or directly above a kernel"])
        self.write('k.cl', '__kernel void k(__global int *x) { x[0] = 1; }\n// @provides: x\n// @range: 1\nint x(int y) { return y; }\n')
        r = self.bundle('k.cl')
        self.assertEqual(re.findall(r'^k\.cl:.*', r.stderr, re.M), [
            "k.cl:2:4: warning: '@provides' is above 'x', which is not a kernel and is ignored; move it to the top of the file, or directly above a kernel"])

    def test_members_and_macros_stand_in_extents(self):
        kernel = """#define WG 64
#define TWICE (2 * WG)
#define HEX 0x10u
#define F(x) x
#define WORD word
#define HALF 0.5
#define SELF SELF
#define LATE 3
#ifdef __DEVICE_X
#define CHOSEN 1
#else
#define CHOSEN 2
#endif
#define USES CHOSEN
typedef struct { int n; float x; int v[2]; struct { long m; }; } params;
%s
__kernel void k(__global int *x, __global int *y, __local int *t, const params p, const params n, float f) { x[0] = GIVEN; }
#undef LATE
__kernel void l(__global int *x) { x[0] = 1; }
"""
        self.write('k.cl', kernel % '// @range: TWICE/HEX\n// @local: n.n\n// @arg x: in p.n*WG, GIVEN\n// @arg y: out p.m+LATE\n// @arg t: local WG')
        self.bundle('--options', '-D GIVEN=7', 'k.cl')
        code = re.search(r'b_code\[\] = \{(.*?)\}', self.read('out/b.c'), re.S).group(1)
        values = [int(w) for w in re.findall(r'INT64_C\((-?\d+)\)', code)]
        for wanted in ([1, 64, 0], [1, 7, 0], [1, 128, 1, 16, 6, 0], [10, (5 << 56) | 4, 0], [10, (5 << 56) | 3, 1, 64, 5],
                       [10, (7 << 56) | 16 << 24 | 3, 1, 3, 3, 0]):
            self.assertIn(str(wanted)[1:-1] + ',', str(values)[1:-1] + ',', wanted)
        for text, said in (('p', "'p' is not an integer scalar"), ('p.x', "'p.x' is not an integer scalar"), ('p.v', "'p.v' is not an integer scalar"),
                           ('p.q', "'p.q' names a member that the structure does not have"),
                           ('p.n.n', "'p.n.n' asks for a member of something that is not a structure"), ('f.n', "'f.n' asks for a member"),
                           ('x.n', "'x.n' asks for a member"), ('q.n', "'q.n' does not start with a parameter of the kernel"),
                           ('F', "'F' is a macro, but not an integer constant"), ('WORD', "'WORD' is a macro, but no"),
                           ('HALF', "'HALF' is a macro, but no"), ('SELF', "'SELF' is a macro, but no"),
                           ('CHOSEN', "'CHOSEN' is a macro whose value only the device's compiler knows"),
                           ('USES', "'USES' is a macro whose value only"), ('__LINE__', "'__LINE__' is neither a parameter"),
                           ('LATER', "'LATER' is neither a parameter of the kernel nor a macro")):
            self.write('k.cl', kernel % ('// @range: ' + text))
            self.assertIn('error: ' + said, self.bundle('--options=-DGIVEN=7', 'k.cl', ok=1).stderr)
        self.write('k.cl', kernel.replace('__kernel void l', '// @range: LATE\n__kernel void l') % '')
        self.assertIn("error: 'LATE' is neither a parameter", self.bundle('--options=-DGIVEN=7', 'k.cl', ok=1).stderr)

    def test_macros_that_grow_without_end_are_refused_in_extents(self):
        for last in ('', '+1'):
            self.write('k.cl', ''.join('#define M%d M%d M%d\n' % (i, i + 1, i + 1) for i in range(60)) + '#define M60 %s\n' % last +
                       '// @range: M0\n__kernel void k(__global int *x) { x[0] = 1; }\n')
            self.assertIn("error: 'M0' is a macro, but not an integer constant", self.bundle('k.cl', ok=1).stderr)
        self.write('k.cl', ''.join('#define M%d (M%d + 0)\n' % (i, i + 1) for i in range(60)) + '#define M60 7\n'
                   '// @range: M0\n__kernel void k(__global int *x) { x[0] = 1; }\n')
        self.bundle('k.cl')
        self.assertIn('INT64_C(7)', self.read('out/b.c'))

    def test_local_memory_has_an_extent_like_other_pointers(self):
        self.write('k.cl', '// @range: n\n// @local: w\n// @arg tile: local 2*w\n// @arg more: local\n'
                           '__kernel void k(__global float *x, __local float *tile, __local int *more, int n, int w) {}\n')
        self.bundle('k.cl')
        header = re.sub(r'\s+', ' ', self.read('out/b.h'))
        self.assertIn('tile __local float *: bytes of local memory for a work-group, at least 2*w elements; 0: exactly these', header)
        self.assertIn('more __local int *: bytes of local memory for a work-group *', header)
        arguments = json.loads(self.read('out/b.json'))['kernels'][0]['arguments']
        self.assertEqual([a.get('extent') for a in arguments], [None, '2*w', None, None, None])
        self.write('k.cl', '// @arg x: local n\n// @arg tile: in n\n// @arg n: shared\n'
                           '__kernel void k(__global float *x, __local float *tile, int n) {}\n')
        r = self.bundle('k.cl', ok=1)
        self.assertIn("k.cl:1:4: error: '@arg x': the parameter is not a __local pointer", r.stderr)
        self.assertIn("k.cl:2:4: error: '@arg tile': the parameter is not a __global or __constant pointer", r.stderr)
        self.assertIn("k.cl:3:12: error: expected 'in', 'out', 'inout' or 'local' before 'shared'", r.stderr)

    def test_wrong_shapes_of_arrays_are_errors_at_their_place(self):
        self.write('k.cl', '// @arg a: in column\n// @arg b: in m, rows\n// @arg c: in ' + ', '.join(17 * ['m']) + '\n'
                           '// @arg d: local m, n\n// @arg e: in column n, m\n// @arg f: in m, x*n\n'
                           '// @arg g: in row m n\n// @arg h: in column, m\n'
                           '__kernel void k(__global int *a, __global int *b, __global int *c, __local int *d, __global int *e, '
                           '__global int *f, __global int *g, __global int *h, int m, int n, float x) {}\n')
        r = self.bundle('k.cl', ok=1)
        self.assertIn("k.cl:1:15: error: 'column' is neither a parameter of the kernel nor a macro", r.stderr)
        self.assertIn("k.cl:2:18: error: 'rows' is neither a parameter of the kernel nor a macro", r.stderr)
        self.assertIn("k.cl:3:4: error: '@arg c' has 17 extents: an array has 16 dimensions at most", r.stderr)
        self.assertIn("k.cl:4:4: error: '@arg d' has 2 extents: local memory has one", r.stderr)
        self.assertIn("k.cl:6:18: error: 'x' is not an integer scalar; only those may appear in an expression", r.stderr)
        self.assertIn('k.cl:7:21: error: unexpected text after the expression', r.stderr)
        self.assertIn("k.cl:8:15: error: 'column' is neither a parameter of the kernel nor a macro", r.stderr)
        self.assertFalse(os.path.exists(os.path.join(self.root, 'out/b.h')))

    def test_shapes_reach_the_manifest(self):
        self.write('k.cl', '// @arg a: in column m, n\n// @arg b: out row 16*m\n// @arg c: in column\n// @arg d: in column*m\n'
                           '// @arg e: in ' + ', '.join(16 * ['m']) + '\n'
                           '__kernel void k(__global int *a, __global int *b, __global int *c, __global int *d, __global int *e, '
                           'int m, int n, int column) {}\n')
        self.bundle('k.cl')
        found = [(a.get('shape'), a.get('order'), a['extent']) for a in json.loads(self.read('out/b.json'))['kernels'][0]['arguments']]
        self.assertEqual(found[:4], [(['m', 'n'], 'column', '(m)*(n)'), (['16*m'], 'row', '16*m'), (['column'], 'row', 'column'),
                                     (['column*m'], 'row', 'column*m')])
        self.assertEqual(found[4][0], 16 * ['m'])

    def test_kernels_that_work_element_by_element_natively_are_ckernels(self):
        element = ('// @range: n\n// @arg x: in n\n// @arg y: %s n\n__kernel void %s(__global const int *x, __global int *y, int n)\n'
                   '{ int i = get_global_id(0); if (i < n) y[i] %s; }\n')
        names = []
        for name, access, body in (('plain', 'out', '= x[i]'), ('neighbour', 'out', '= x[i] + x[i ? i - 1 : 0]'),
                                   ('both', 'inout', '+= x[i]'), ('group', 'out', '= x[i] + (int)get_local_id(0)')):
            names.append(name + '.cl')
            self.write(names[-1], element % (access, name, body))
        self.bundle('--native', *names)
        self.assertEqual(sorted(set(re.findall(r'\bb_ckernel_(\w+)', self.read('out/b.h')))), ['plain'])
        self.bundle(*names)
        self.assertNotIn('b_ckernel_', self.read('out/b.h') + self.read('out/b.c'))

    def test_functions_that_programs_share_are_those_of_each_program_alone(self):
        """Functions that stay functions are made once for all programs in which they are the same. One here depends on a
        macro of the kernel's file, and two have a variable that each program has for itself."""
        far = '__attribute__((noinline)) int '
        self.library('lib', {
            'same': far + 'same(int x) { return x * 3; }\n',
            'other': far + 'other(int x) { return same(x) * FACTOR; }\n',
            'counted': far + 'counted(int x) { static __global int n = 3; n += x; return n; }\n' +
                       far + 'twice(int x) { return counted(x) + 1; }\n'})
        calls = {'a': 'same(x[i])', 'b': 'other(x[i])', 'c': 'twice(other(x[i]))', 'd': 'twice(other(x[i])) + same(i)'}
        for name, call in calls.items():
            self.write(name + '.cl', '__kernel void %s(__global int *x) { int i = get_global_id(0); x[i] = %s; }\n' % (name, call))

        def functions(kernels, factor=5):
            self.write('factor.cl', '#define FACTOR %d\n' % factor)
            self.bundle('--native', '--no-line', '--layer', 'factor.cl', '--library', 'lib=lib', '--options', '-cl-std=CL2.0',
                        *(k + '.cl' for k in kernels), ok=0)
            found = re.findall(r'\nCLBN_FN [^;{]*\n\{.*?\n\}|\nstatic [^;{]*CLBN\(f_[^;{]*\n\{.*?\n\}', self.read('out/b_native.c'), re.S)
            return [re.sub(r'(f_[a-z]+|b_variables)_\d+', r'\1', text) for text in found]
        together = functions(calls)
        alone = [functions(k) for k in calls]
        self.assertEqual(set(together), set(sum(alone, [])))
        for name, copies in ('same', 1), ('other', 1), ('counted', 2), ('twice', 2):
            texts = [text for text in together if 'CLBN(f_%s)(' % name in text.split('{')[0]]
            self.assertTrue(texts)
            self.assertEqual(len(texts), copies * len(set(texts)), name)
        self.assertNotEqual(set(functions('b', 7)), set(alone[1]))

    def test_shared_text_is_stored_once(self):
        body = ''.join('static double f%d(double x) { return x * %d.0 + f%d(x); }\n' % (i, i, i - 1) for i in range(1, 200))
        self.library('lib', {'f': '// @provides: f\nstatic double f0(double x) { return x; }\n' + body})
        names = []
        for i in range(20):
            names.append('k%d.cl' % i)
            self.write(names[-1], '// @depends_lib: f\n__kernel void k%d(__global double *x) { x[0] = f199(x[0]); }\n' % i)
        self.bundle('--library', 'lib=lib', *names)
        m = json.loads(self.read('out/b.json'))
        self.assertLess(m['text_bytes'], 1.3 * (len(body) + 20 * 100))

    def test_the_depfile_names_every_file_read(self):
        self.library('lib', {'f': '// @provides: f\n', 'g': '// @provides: g\n'})
        self.write('h with blank.h', '#define N 1\n')
        self.write('k.cl', '// @depends_lib: f\n#include "h with blank.h"\n__kernel void k(__global int *x) { x[0] = N; }\n')
        self.bundle('--library', 'lib=lib', '--depfile', 'out.d', 'k.cl')
        text = self.read('out.d')
        self.assertTrue(text.startswith('out/b.c:'))
        for name in ('lib/f.cl', 'lib/g.cl', 'k.cl', 'h\\ with\\ blank.h', 'lib'):
            self.assertIn(name + ' \\\n' if name != 'lib' else '  lib\n', text + '\n')

    def test_files_that_would_not_change_keep_their_time(self):
        self.write('k.cl', '__kernel void k(__global int *x) {}\n')
        self.bundle('k.cl')
        for name in ('b.c', 'b.h', 'b.json'):
            os.utime(os.path.join(self.root, 'out', name), (1000, 1000))
        self.bundle('k.cl')
        for name in ('b.c', 'b.h', 'b.json'):
            self.assertEqual(os.stat(os.path.join(self.root, 'out', name)).st_mtime, 1000)

    def test_make_is_satisfied_though_nothing_changes(self):
        self.write('k.cl', '__kernel void k(__global int *x) {}\n')
        self.bundle('--depfile', 'out.d', 'k.cl')
        for name in ('b.c', 'b.h', 'b.json'):
            os.utime(os.path.join(self.root, 'out', name), (1000, 1000))
        os.environ['MAKELEVEL'] = '1'
        try:
            self.bundle('--depfile', 'out.d', 'k.cl')
        finally:
            del os.environ['MAKELEVEL']
        for name in ('b.c', 'b.h', 'b.json'):
            self.assertGreater(os.stat(os.path.join(self.root, 'out', name)).st_mtime, 1000)

    def test_two_kernels_of_one_name_are_refused(self):
        self.write('a.cl', '__kernel void k(__global int *x) {}\n')
        self.write('b.cl', '__kernel void k(__global int *x) {}\n')
        r = self.bundle('a.cl', 'b.cl', ok=1)
        self.assertIn("b.cl:1:15: error: the bundle has two kernels named 'k'", r.stderr)

    def test_licences_of_the_embedded_text_are_carried_over(self):
        self.library('lib', {'f': '// @provides: f\n// SPDX-License-Identifier: GPL-2.0-or-later\n'
                                  'static int f(int x) { return x; }\n',
                             'g': '// @provides: g\n// SPDX-License-Identifier: BSD-2-Clause\n'})
        self.write('k.cl', '// @depends_lib: f, g\n// SPDX-License-Identifier: MIT\n'
                           '__kernel void k(__global int *x) { x[0] = f(1); }\n')
        self.bundle('--library', 'lib=lib', 'k.cl')
        text = self.read('out/b.c')
        self.assertIn(' * SPDX-License-Identifier: GPL-2.0-or-later\n', text)
        self.assertIn(' * SPDX-License-Identifier: MIT\n', text)
        self.assertNotIn('BSD-2-Clause', text)

    def test_literals_stay_within_the_limits_of_c(self):
        self.write('k.cl', '__kernel void k(__global int *x) {\n' + '    x[0] += 1; // "??=" \\\n' * 400 + '\n}\n')
        self.bundle('k.cl')
        text = self.read('out/b.c')
        for literal in re.findall(r'(?:"(?:[^"\\]|\\.)*"\s*)+', text):
            self.assertLess(len(literal), 4095)
        self.assertNotIn('??=', text)

    def test_kernels_share_a_program_on_request_only(self):
        self.write('k.cl', ''.join('__kernel void k%d(__global int *x) { x[0] = %d; }\n' % (i, i) for i in range(4)))
        self.write('other.cl', '__kernel void other(__global int *x) { x[0] = 1; }\n')
        self.bundle('--group', 'pair=k1,k3', 'k.cl', 'other.cl')
        m = json.loads(self.read('out/b.json'))
        self.assertEqual([k['program'] for k in m['kernels']], [0, 1, 2, 1, 3])
        r = self.bundle('--group', 'pair=k1,other', 'k.cl', 'other.cl', ok=1)
        self.assertIn("the group 'pair' holds kernels of two files", r.stderr)
        r = self.bundle('--group', 'pair=k1,nothing', 'k.cl', ok=1)
        self.assertIn("the group 'pair' names 'nothing'", r.stderr)

    def test_what_a_program_holds_is_checked_like_a_driver_would(self):
        self.write('k.cl', 'static void unused(void) { nonsense(); }\n'
                           '__kernel void k(__global int *x) {\n    x[0] = get_globl_id(0);\n}\n')
        r = self.bundle('k.cl', ok=1)
        self.assertRegex(r.stderr, r"k\.cl:3:12: error: unknown function 'get_globl_id'.*get_global_id")
        self.assertNotIn('nonsense', r.stderr)
        self.bundle('--no-check', 'k.cl')

    def test_a_function_that_nothing_defines_is_found_at_build_time(self):
        self.library('lib', {'lib': '// @provides: f, g\ndouble f(double x);\ndouble g(double x);\n',
                             'f': '// @provides: f\n// @depends: lib\ndouble f(double x) { return g(x); }\n',
                             'g': '// @provides: g\n// @depends: lib\ndouble h(double x) { return x; }\n'})
        self.write('k.cl', '// @depends_lib: f, g\n__kernel void k(__global double *x) { x[0] = f(x[0]); }\n')
        r = self.bundle('--library', 'lib=lib', 'k.cl', ok=1)
        self.assertIn("lib/lib.cl:3:8: error: 'g' is declared here and called by 'f', but no file of the program of 'k' "
                      "defines it", r.stderr)
        self.library('lib', {'g': '// @provides: g\n// @depends: lib\ndouble g(double x) { return x; }\n'})
        self.bundle('--library', 'lib=lib', 'k.cl')

    def test_a_gpus_range_and_text_are_checked_beside_the_others(self):
        good = '''// @range: n
// @gpu_range: n-n/2
#ifdef CLB_GPU
#define PER_ITEM 2
#else
#define PER_ITEM 1
#endif
__kernel void k(__global int *x, int n)
{
    for (int i = 0; i < PER_ITEM; ++i)
        if (PER_ITEM * get_global_id(0) + i < n) x[PER_ITEM * get_global_id(0) + i] = n;
}
'''
        self.write('k.cl', good)
        self.bundle('k.cl')
        kernel = json.loads(self.read('out/b.json'))['kernels'][0]
        self.assertEqual((kernel['range'], kernel['gpu_range'], kernel['independent']), ('n', 'n-n/2', True))
        self.assertIn('Range on a GPU: n-n/2', self.read('out/b.h'))
        self.assertIn('#ifdef CLB_GPU', self.clbundle('program', 'k.cl', ok=0).stdout)
        for text, message in (
                (good.replace('ITEM 2', 'ITEM two'), "k.cl:4:18: error: unknown name 'two'"),
                (good.replace('// @range: n\n', ''), "k.cl:1:4: error: '@gpu_range' needs a '@range'"),
                (good.replace('n-n/2', 'n, n'), "'@gpu_range' has 2 expressions and '@range' 1"),
                (good.replace('n-n/2', 'm'), "k.cl:2:16: error: 'm' is neither a parameter of the kernel nor a macro"),
                (good.replace('__kernel', '#ifndef CLB_GPU\n__kernel') + '#endif\n', "there is no kernel 'k'"),
                (good.replace('ITEM 2', 'ITEM GLUE(TW, O)')
                 .replace('#ifdef', '#define TWO 2\n#define GLUE(a, b) a##b\n#ifdef'), "uses this only with CLB_GPU defined")):
            self.write('k.cl', text)
            self.assertIn(message, self.bundle('k.cl', ok=1).stderr, text)
        self.write('k.cl', good + '__kernel void other(__global int *x, int n) { x[0] = n; }\n')
        self.bundle('k.cl')
        self.write('k.cl', good.replace('// @range: n\n// @gpu_range: n-n/2\n', '')
                   .replace('__kernel', '// @range: n\n// @gpu_range: n-n/2\n__kernel') +
                   '// @range: n\n__kernel void other(__global int *x, int n) { x[0] = n; }\n')
        self.bundle('k.cl')
        self.assertIn("'k' and 'other' share a program", self.bundle('--group', 'g=k,other', 'k.cl', ok=1).stderr)
        local = good.replace('PER_ITEM 2', 'PER_ITEM (int)get_local_size(0)')
        self.write('k.cl', local)
        self.bundle('k.cl')
        self.assertFalse(json.loads(self.read('out/b.json'))['kernels'][0]['independent'])

    def test_variants_and_local_sizes_of_classes_are_in_the_bundle(self):
        good = '''// @arg x: inout n
// @range: n
// @local native: 8
// @local gpu: 32
__kernel void k(__global int *x, int n) { x[get_global_id(0)] *= 2; }

// @variant of k: gpu accelerator when n >= 1000 && n % 2 == 0
// @range: n/2
// @local gpu: 64
__kernel void pairs(__global int *x, int n) { x[2*get_global_id(0)] *= 2; x[2*get_global_id(0)+1] *= 2; }

// @variant of k: native when n > 7
// @variant of k:
__kernel void plain(__global int *x, int n) { x[get_global_id(0)] *= 2; }
'''
        self.write('k.cl', good)
        self.bundle('k.cl')
        k, pairs, _ = json.loads(self.read('out/b.json'))['kernels']
        self.assertEqual(k['variants'], [
            {'kernel': 'pairs', 'classes': 'gpu accelerator', 'when': 'n >= 1000 && n % 2 == 0'},
            {'kernel': 'plain', 'classes': 'native', 'when': 'n > 7'}, {'kernel': 'plain', 'classes': 'opencl'}])
        self.assertEqual(k['locals'], [{'class': 'gpu', 'local': '32'}, {'class': 'native', 'local': '8'}])
        self.assertEqual(pairs['locals'], [{'class': 'gpu', 'local': '64'}]) # those at the head are for kernels that have none
        self.assertNotIn('variants', pairs)
        header = self.read('out/b.h')
        self.assertIn('Variant, class gpu accelerator: pairs when n >= 1000 && n % 2 == 0', header)
        self.assertIn('Runs in place of k, class native, when n > 7', header)
        self.assertIn('Work-group, class gpu: 64', header)
        # Natively, what only drivers' devices would choose is left out, without a note.
        r = self.bundle('--native', 'k.cl')
        self.assertEqual([n['native'] for n in json.loads(self.read('out/b.json'))['kernels']], [True, False, True])
        self.assertNotIn('pairs', r.stderr)
        self.assertIn("it is a variant for OpenCL drivers only", self.read('out/b_native.c'))
        self.assertNotIn('group_k_pairs', self.read('out/b_native.c'))
        # In a program by itself the kernel may be missing, and the order of files does not matter.
        self.write('v.cl', good[good.index('// @variant of k: gpu'):good.index('// @variant of k: native')]
                   .replace('// @range', '// @arg x: inout n\n// @range'))
        self.clbundle('program', 'v.cl', ok=0)
        self.write('k.cl', good[:good.index('// @variant')])
        self.bundle('v.cl', 'k.cl')
        self.assertIn("v.cl:1:4: error: 'pairs' is a variant of 'k', which is no kernel of the bundle", self.bundle('v.cl', ok=1).stderr)

    def test_variants_that_cannot_stand_in_are_refused(self):
        base = '// @arg x: inout n\n// @range: n\n__kernel void k(__global int *x, int n) { x[0] = n; }\n'
        for annotation, rest, message in (
                ('of q: gpu', '', "k.cl:4:4: error: 'v' is a variant of 'q', which is no kernel of the bundle"),
                ('of v: gpu', '', "'v' is a variant of itself"),
                ('of k: gpu', '// @variant of v:\n__kernel void w(__global int *x, int n) { x[0] = n; }\n',
                 "k.cl:6:4: error: 'w' is a variant of 'v', which is itself one of 'k': name that one"),
                ('k: gpu', '', 'write `// @variant of KERNEL: [CLASS ...] [when CONDITION]`'),
                ('of: gpu', '', 'write `// @variant of KERNEL: [CLASS ...] [when CONDITION]`'),
                ('of k m: gpu', '', 'write `// @variant of KERNEL: [CLASS ...] [when CONDITION]`'),
                ('of k: gpus', '', "k.cl:4:19: error: expected 'gpu', 'cpu', 'accelerator', 'opencl' (any driver's device) or 'native', "
                                   "or 'when' and a condition, before 'gpus'"),
                ('of k: gpu when', '', "a condition is missing after 'when'"),
                ('of k: when n < 2, gpu', '', "expected nothing after the condition before 'gpu'"),
                ('of k: when x < 2', '', "k.cl:4:24: error: 'x' is not an integer scalar"),
                ('of k: when n <', '', 'the expression ends too early'),
                ('of k: when m < 2', '', "'m' is neither a parameter of the kernel nor a macro")):
            self.write('k.cl', base + '// @variant ' + annotation + '\n__kernel void v(__global int *x, int n) { x[0] = n; }\n' + rest)
            self.assertIn(message, self.bundle('k.cl', ok=1).stderr)
        for signature, own, message in (
                ('__global int *x, int n, int m', '', "k.cl:6:15: error: 'v' cannot be a variant of 'k': it has 3 parameters, not 2"),
                ('__global int *x, int m', '// @range: m\n// @arg x: inout m\n', "its parameter 2 is 'm', not 'n'"),
                ('__global uint *x, int n', '', "its parameter 'x' is of type"),
                ('__global int *x, int n', '// @arg x: inout 2*n\n', "their '@arg x' differ"),
                ('__global int *x, int n', '// @arg x: out n\n', "their '@arg x' differ")):
            self.write('k.cl', base + '// @variant of k:\n' + (own or '// @range: 1\n') +
                       '__kernel void v(%s) { x[0] = 1; }\n'.replace('x[0] = 1;', '') % signature)
            self.assertIn(message, self.bundle('k.cl', ok=1).stderr)
        self.write('k.cl', '// @variant of k:\n__kernel void v(int n) {}\n__kernel void k(int n) {}\n')
        self.assertIn("'@variant' needs a '@range'", self.bundle('k.cl', ok=1).stderr)
        self.write('k.cl', '__kernel void k(int n) {}\n// @range: n\n// @variant of k:\n__kernel void v(int n) {}\n')
        self.assertIn("'v' cannot be a variant of 'k', which has no '@range'", self.bundle('k.cl', ok=1).stderr)
        for local, message in (('gpus: 4', "k.cl:1:11: error: 'gpus' is not a class of devices"),
                               ('gpu: 4, 4', "'@local gpu' needs the same number of expressions as '@range'"),
                               ('gpu: q', "'q' is neither a parameter of the kernel nor a macro")):
            self.write('k.cl', '// @local %s\n// @range: n\n__kernel void k(int n) {}\n' % local)
            self.assertIn(message, self.bundle('k.cl', ok=1).stderr)
        self.write('k.cl', '// @local gpu: 4\n__kernel void k(int n) {}\n')
        self.assertIn("'@local gpu' needs a '@range'", self.bundle('k.cl', ok=1).stderr)

    def test_needs_follow_what_is_used(self):
        self.write('zero.cl', '#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n#define NAN64 (0.0/0.0)\n')
        self.write('f.cl', '__kernel void f(__global float *x) { x[0] = 1.0f; }\n')
        self.write('d.cl', '__kernel void d(__global double *x) { x[0] = get_local_id(0); }\n')
        self.bundle('--layer', 'zero.cl', 'f.cl', 'd.cl')
        m = json.loads(self.read('out/b.json'))
        self.assertEqual([p['needs'] for p in m['programs']], [0, 1])
        self.assertEqual([k['independent'] for k in m['kernels']], [True, False])
        self.assertNotIn('cl_khr_fp64', self.clbundle('program', '--layer', 'zero.cl', 'f.cl', ok=0).stdout)

    def test_needs_follow_the_built_in_functions_that_are_called(self):
        kernels = {'a': ('__global long *x', 'atom_add(x, 1L);', 8), 'b': ('__global int *x', 'atom_add(x, 1);', 0),
                   'c': ('__global int *x', 'x[0] = sizeof(atom_add((__global long *)0, 1L));', 0),
                   'd': ('__global uint *x', 'x[0] = intel_sub_group_shuffle(x[0], 1);', 16),
                   'e': ('__global uint *x', 'x[0] = get_num_sub_groups();', 16),
                   'f': ('__write_only image3d_t x', 'write_imagef(x, (int4)(0), (float4)(0));', 4 + 32),
                   'g': ('__write_only image2d_t x', 'write_imagef(x, (int2)(0), (float4)(0));', 4),
                   'h': ('__global atomic_ulong *x', 'atomic_store(x, 1ul);', 8), 'i': ('__global atomic_int *x', 'atomic_store(x, 1);', 0),
                   'j': ('__global atomic_double *x', 'atomic_store(x, 1);', 8 + 1),
                   'k': ('__global int *x', 'ptrdiff_t doubled = x[0], imagery = 1, image_ = 2; x[0] = doubled + imagery + image_;', 0),
                   'l': ('__global uint *x', 'x[0] = sub_group_clustered_reduce_add(x[0], 3u);', 16)}
        for name, (parameter, body, _) in kernels.items():
            self.write(name + '.cl', '__kernel void %s(%s) { %s }\n' % (name, parameter, body))
        r = self.bundle('--native', '--options', '-cl-std=CL2.0', *[name + '.cl' for name in kernels])
        m = json.loads(self.read('out/b.json'))
        self.assertEqual([p['needs'] for p in m['programs']], [k[2] for k in kernels.values()])
        self.assertEqual([k['independent'] for k in m['kernels'] if k['name'] in 'de'], [False, False])
        # What native code cannot have is told in a note, and never reaches it as a name.
        self.assertEqual(sorted(re.findall(r"note: kernel '(\w)' has no native version", r.stderr)), list('l'))
        self.assertIn("l.cl:1:44: note: kernel 'l' has no native version: " + self.CLUSTER, r.stderr)
        self.assertNotRegex(self.read('out/b_native.c'), r'CLBN\(\w*clustered')

    def test_what_native_code_cannot_have_is_named(self):
        kernel = '__kernel %s void k(__global int *x, __local int *own, __global int *__global *t) { %s }\n'
        cases = (('__attribute__((intel_reqd_sub_group_size(64)))', 'x[0] = sub_group_all(1);', 'a sub-group of 64 work-items: 1, 2, 4, 8, 16 and 32 are possible'),
                 ('__attribute__((intel_reqd_sub_group_size(12)))', 'x[0] = get_sub_group_size();', 'a sub-group of 12 work-items'),
                 ('', 'x[0] = sub_group_clustered_reduce_add(x[0], 32u);', 'a cluster of 32 in a sub-group of 16 work-items'),
                 ('', 'x[0] = sub_group_clustered_reduce_add(x[0], 3u);', 'a cluster of 3 in a sub-group of 16 work-items'),
                 ('', 'goto in; x[0] = ({ int r = 1; in: r = 2; r; });', 'a goto into a statement expression'),
                 ('', 'int *p[2] = {x, own}; x[0] = get_fence(p[x[1]]);',
                  "the address space of a pointer that is read from memory, in a kernel with the __local argument 'own'"))
        for attribute, body, reason in cases:
            self.write('k.cl', kernel % (attribute, body))
            r = self.bundle('--native', '--options', '-cl-std=CL2.0', 'k.cl')
            self.assertIn("note: kernel 'k' has no native version: " + reason, r.stderr)
        self.write('k.cl', kernel % ('__attribute__((intel_reqd_sub_group_size(0)))', ''))
        self.assertIn('error: the size of a sub-group must be from 1 to 1024', self.bundle('--options', '-cl-std=CL2.0', 'k.cl', ok=1).stderr)

    def test_functions_of_a_sub_group_may_depend_on_its_id_without_a_warning(self):
        body = 'if (get_sub_group_id() == 0) x[0] = sub_group_reduce_add(x[get_local_id(0)]);'
        self.write('k.cl', '__kernel void k(__global int *x) { %s }\n' % body)
        self.assertNotIn('warning', self.bundle('--native', '--options', '-cl-std=CL2.0', 'k.cl').stderr)

    def test_arguments_that_no_call_from_c_can_pass_are_refused(self):
        for parameter in 'clk_event_t p', 'ndrange_t p', 'reserve_id_t p', 'atomic_int p':
            self.write('k.cl', '__kernel void k(%s) {}\n' % parameter)
            r = self.bundle('--options', '-cl-std=CL2.0', 'k.cl', ok=1)
            self.assertIn("error: kernel parameter 'p' is of type %s, of which a host has no values" % parameter[:-2], r.stderr)

    def test_pipes_are_objects_of_the_runtime_and_queues_handles_of_the_application(self):
        self.write('k.cl', """__kernel void k(read_only pipe int p, queue_t q, __global int *o)
{
    int x;
    if (read_pipe(p, &x) == 0) enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(4), ^{ o[get_global_id(0)] = x; });
}
__kernel void unused(write_only pipe int p, queue_t q, __global int *o) { o[0] = 1; }
""")
        r = self.bundle('--native', '--options', '-cl-std=CL2.0', 'k.cl')
        header = self.read('out/b.h')
        self.assertEqual(header.count('clb_pipe *p;\n    void *q;'), 6)
        self.assertIn('p  __read_only pipe int: in; a pipe of the device with packets of 4 bytes', header)
        self.assertIn('q  queue_t: a cl_command_queue of the device', header)
        self.assertEqual(r.stderr, '')

    def test_pipes_are_told_to_devices_and_kept_from_packages_and_parts(self):
        text = """// @range: n
// @arg o: out n
__kernel void k(read_only pipe float4 p, __global int *o, int n)
{
    float4 x;
    o[get_global_id(0)] = read_pipe(p, &x);
}
// @range: n
// @arg o: out n
__kernel void plain(__global int *o, int n) { o[get_global_id(0)] = 1; }
"""
        self.write('k.cl', text)
        self.assertNotIn('has no native version', self.bundle('--native', '--options', '-cl-std=CL2.0', 'k.cl').stderr)
        manifest = json.loads(self.read('out/b.json'))
        k, plain = (next(f for f in manifest['kernels'] if f['name'] == name) for name in ('k', 'plain'))
        self.assertEqual({g: k['arguments'][0][g] for g in ('name', 'kind', 'access', 'size')},
                         {'name': 'p', 'kind': 'pipe', 'access': 'in', 'size': 16})
        self.assertEqual([manifest['programs'][f['program']]['needs'] for f in (k, plain)], [64, 0])
        for language in '--python', '--r':
            r = self.clbundle('bundle', language, 'mine', '--name', 'mine', '--options', '-cl-std=CL2.0', '--output-dir', 'package' + language,
                              'k.cl', ok=0)
            self.assertIn("kernel 'k' is left out of", r.stderr)
            self.assertIn("its parameter 'p' is a pipe; packages have none", r.stderr)
        self.write('k.cl', text.replace('// @range: n', '// @range: n\n// @split: n', 1))
        r = self.bundle('--options', '-cl-std=CL2.0', 'k.cl', ok=1)
        self.assertIn("'@split: n': 'p' is an object of one device, which others do not have", r.stderr)

    def test_pipes_are_refused_before_opencl_c_2(self):
        for body in 'read_pipe(o, o);', 'reserve_id_t r;', 'commit_read_pipe(o, 1);':
            self.write('k.cl', '__kernel void k(__global int *o) { %s }\n' % body)
            self.assertRegex(self.bundle('k.cl', ok=1).stderr, r'k.cl:1:[0-9]+: error: ')

    def test_parameters_without_names_become_c(self):
        self.write('k.cl', '''__attribute__((noinline)) int f(int, float b, int) { return (int)b; }
__attribute__((noinline)) float g(float, float x, float4, float4) { float s = 0; for (int i = 0; i < 10; ++i) s += x * i; return s; }
__kernel void k(__global int *p) { const int i = get_global_id(0); p[i] = f(1, p[i], 3); }
__kernel void m(__global float *p) { const int i = get_global_id(0); p[i] = g(1, p[i], (float4)(1), (float4)(2)); }
''')
        self.bundle('--native', 'k.cl')
        text = self.read('out/b_native.c')
        # They cannot be spoken of, and so are no parameters in C.
        self.assertIn('f_f)(CLBN(simd_f) b)\n', text)
        self.assertRegex(text, r'f_g\)\((CLBN\(simd_mask\) m0, )?CLBN\(simd_f\) x\)\n')
        self.assertRegex(text, r'CLBN\(f_f\)\(CLBN\(simd_cast_f_i\)\(t\d+\)\);')

    def test_what_no_enqueued_block_can_have_is_named(self):
        self.write('k.cl', """// @constant FACTOR: int = 3
int scaled(int x) { return x * FACTOR; }
__kernel void shared(__global int *o) { local int x; x = 1; enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), ^{ o[0] = x; }); }
__kernel void private_pointer(__global int *o) { int x; private int *p = &x; enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), ^{ o[0] = *p; }); }
__kernel void local_pointer(__global int *o, local int *p) { enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), ^{ o[0] = *p; }); }
__kernel void constant_below(__global int *o) { enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), ^{ o[0] = scaled(2); }); }
__kernel void below(__global int *o) { enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), ^{ shared(o); }); }
__kernel void fine(__global int *o) { enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), ^{ o[0] = FACTOR; }); }
""")
        r = self.bundle('--native', '--options', '-cl-std=CL2.0', 'k.cl')
        for name, reason in (('shared', "'x', which is in memory of the enqueueing group: a block's own is an argument (6.13.17.2)"),
                             ('private_pointer', "'p', which points to memory of the enqueueing work-item or group (6.13.17.1 forbids it)"),
                             ('local_pointer', "'p', which points to memory of the enqueueing work-item or group (6.13.17.1 forbids it)")):
            self.assertIn("kernel '%s' has no native version: a block that is enqueued and uses %s" % (name, reason), r.stderr)
        self.assertIn("kernel 'constant_below' has no native version: a block that it enqueues has none: a function that uses a "
                      "specialisation constant without a list, called by an enqueued block", r.stderr)
        self.assertIn("kernel 'below' has no native version: a block that it enqueues has none: a block that is enqueued and "
                      "uses 'x', which is in memory of the enqueueing group", r.stderr)
        self.assertNotIn("'fine'", r.stderr)
        self.assertIn(', 0, (char *)range, 0u', self.read('out/b_native.c'))
        self.bundle('--native', '--options', '-cl-std=CL2.0 -g', 'k.cl')
        self.assertIn(', 0 | 65536, (char *)range, 0u', self.read('out/b_native.c'))  # CLB_ENQUEUE_SAYS_WHY
        r = self.bundle('--native-checked', '--options', '-cl-std=CL2.0', 'k.cl')
        self.assertNotIn("'fine'", r.stderr)
        self.assertIn('.checker = clbn_checks_begin', self.read('out/b_native.c').split('fine_block')[-1])

    def test_blocks_that_are_called_and_statics_become_native_code(self):
        self.write('k.cl', """int helper(int x) { int (^add)(int) = ^(int y) { return y + x; }; return add(2); }
void again(__global int *o, int x) { void (^more)(void) = ^{ o[x] = 1; if (x) again(o, x - 1); }; more(); }
__kernel void itself(__global int *o) { again(o, 3); }
int counted(void) { static int n = 3; return n++; }
__kernel void a(__global int *o) { o[0] = helper(o[1]); }
__kernel void b(__global int *o) { o[0] = counted(); }
__kernel void c(__global int *o) { static int n; o[0] = n++; }
__kernel void d(__global int *o) { o[0] = 1; }
""")
        r = self.bundle('--native', '--options', '-cl-std=CL2.0', 'k.cl')
        self.assertIn("kernel 'itself' has no native version: a function that calls itself through a block that it calls", r.stderr)
        self.assertEqual(re.findall(r"note: kernel '(\w+)' has no native version", r.stderr), ['itself'])
        native = self.read('out/b_native.c')
        self.assertEqual(re.findall(r'static const int32_t (\w+)_m_n = (\d);', native), [('b_variables_1', '3')])
        self.assertEqual(re.findall(r'typedef struct \w+ \{\n    int32_t m_n;\n\} (\w+);', native), ['b_variables_1', 'b_variables_2'])
        self.assertEqual(re.findall(r'b_RUN\(k_(\w+)\)\}.*?(?:b_SET\((\w+)\)\})?\},\n', native),
                         [('a', ''), ('b', 'b_variables_1'), ('c', 'b_variables_2'), ('d', '')])
        text = self.clbundle('program', '--options', '-cl-std=CL2.0', '--kernel', 'a', 'k.cl', ok=0).stdout
        self.assertIn('int helper', text)
        self.assertNotIn('counted', text)

    def test_an_atomic_object_is_its_number_to_the_host(self):
        self.write('k.cl', '__kernel void k(__global atomic_int *x, __global atomic_double *y) { atomic_store(x, 1); }\n')
        self.bundle('--options', '-cl-std=CL2.0', 'k.cl')
        header = self.read('out/b.h')
        self.assertIn('int32_t *x;', header)
        self.assertIn('clb_buffer_int x;', header)
        self.assertIn('double *y;', header)

    def test_feature_macros_follow_the_version(self):
        self.write('k.cl', '__kernel void k(__global int *x) {\n#if __OPENCL_C_VERSION__ >= 300 && defined(__opencl_c_int64)\nx[0] = 3;\n'
                   '#elif __OPENCL_C_VERSION__ == 200\nx[memory_order_relaxed] = 2;\n#else\nx[0] = 1;\n#endif\n}\n')
        for standard, value in ('CL1.2', '1'), ('CL2.0', '2'), ('CL3.0', '3'):
            self.bundle('--native', '--options', '-cl-std=' + standard, 'k.cl')
            self.assertEqual(set(re.findall(r'\)x\)\) = \(int32_t\)(\d)', self.read('out/b_native.c'))), {value})

    def test_memory_of_half_needs_no_extension_and_values_do(self):
        self.write('k.cl', '__kernel void m(__global const half *x, __global half const *y, __global float *z) {\n'
                           'z[0] = vload_half(0, x) + vload_half(1, y) + sizeof(half) + sizeof(half const *); }\n')
        self.write('l.cl', '#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n'
                           '__kernel void l(__global half *x, __global const short *y) { x[0] = as_half(y[0]); }\n')
        r = self.bundle('--native', 'k.cl', 'l.cl')
        self.assertEqual([p['needs'] for p in json.loads(self.read('out/b.json'))['programs']], [0, 2])
        self.assertNotIn('has no native version', r.stderr)

    def test_unknown_extensions_are_warned_about_and_refused_with_werror(self):
        self.write('k.cl', '#pragma OPENCL EXTENSION all : disable\n#pragma OPENCL EXTENSION cl_nv_pragma_unroll : enable\n'
                           '#if 0\n#pragma OPENCL EXTENSION skipped : enable\n#endif\n'
                           '#pragma OPENCL EXTENSION made_up : enable\n__kernel void k(__global int *x) { x[0] = 1; }\n')
        r = self.bundle('k.cl')
        self.assertEqual(r.stderr.count('warning'), 1)
        self.assertIn("k.cl:6:1: warning: there is no extension 'made_up'", r.stderr)
        r = self.bundle('--options', '-cl-std=CL1.2 -Werror', 'k.cl', ok=1)
        self.assertIn("k.cl:6:1: error: there is no extension 'made_up'", r.stderr)

    def test_values_of_half_that_nothing_names_keep_the_extension(self):
        bodies = {'a': 'o[0] = i[0] * i[1];', 'b': 'o[0] = 4.0h;', 'c': 'o[0] = -i[0];', 'd': 'n[0] = i[0] > i[1];',
                  'e': 'n[0] = convert_int4(vload4(0, i)).x;'}
        self.write('k.cl', '#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n' +
                   ''.join('__kernel void %s(__global half *o, __global half *i, __global int *n) { %s }\n' % k
                           for k in bodies.items()) +
                   '__kernel void m(__global half *o, __global half *i) { vstore_half(vload_half(1, i), 0, o); }\n')
        for options in ['--native'], ['--no-check']:
            self.bundle(*options, 'k.cl')
            self.assertEqual(sorted(p['needs'] for p in json.loads(self.read('out/b.json'))['programs']), [0, 2, 2, 2, 2, 2])
        for kernel in 'abcdem':
            text = self.clbundle('program', '--kernel', kernel, 'k.cl', ok=0).stdout
            self.assertEqual('#pragma' in text, kernel != 'm')

    def test_native_code_is_that_of_a_device_with_fp16(self):
        self.write('h.h', '#ifdef cl_khr_fp16\n#pragma OPENCL EXTENSION cl_khr_fp16 : enable\ntypedef half real;\n#else\n'
                          'typedef float real;\n#endif\nstruct s { float a; int b[2]; };\nint rounded(int x) { return (int)(real)x; }\n')
        self.write('k.cl', '#include "h.h"\n'
                           '__kernel void in_a_call(__global int *o) { o[0] = rounded(2049) + sizeof(real); }\n'
                           '__kernel void in_the_body(__global struct s *o, struct s x) {\n#ifdef cl_khr_fp16\no[0] = x;\n#endif\n}\n')
        self.bundle('--native', '--options', '-cl-std=CL1.2 -D cl_khr_fp16=1', 'k.cl')
        with_fp16 = self.read('out/b_native.c')
        self.assertIn('to_half', with_fp16)
        self.bundle('k.cl')
        manifest, header = self.read('out/b.json'), self.read('out/b.h')
        for flag in '--native', '--native-split':
            self.assertEqual(self.bundle(flag, 'k.cl').stderr, '')
            self.assertIn('"native": true', self.read('out/b.json'))
            self.assertEqual((re.sub('"native": (true|false)', '', self.read('out/b.json')), self.read('out/b.h')),
                             (manifest.replace('"native": false', ''), header))
            if flag == '--native':
                self.assertEqual(self.read('out/b_native.c'), with_fp16)
        self.assertIn('"#ifdef cl_khr_fp16\\n"', self.read('out/b.c'))

    def test_where_fp16_has_no_native_version_the_other_branch_is_taken_and_a_note_says_why(self):
        half, rest = '#ifdef cl_khr_fp16\n#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n%s\n#else\n', '%s\n#endif\n'
        cases = {
            self.CLUSTER:
                half % '__kernel void k(__global int *o) { o[0] = sub_group_clustered_reduce_add(o[1], 3u); }' +
                rest % '__kernel void k(__global int *o) { o[0] = 777; }',
            "its parameter 'o' has another type": half % 'typedef half real;' + rest % 'typedef float real;' +
                                                    '__kernel void k(__global real *o) { o[0] = 777; }',
            "its parameter 's' has another type": half % 'struct s { short b; half a; };' + rest % 'struct s { short a, b; };' +
                                                    '__kernel void k(__global int *o, struct s s) { o[0] = 777; }',
            'it has 2 parameters': half % '#define MORE , int n' + rest % '#define MORE' +
                                   '__kernel void k(__global int *o MORE) { o[0] = 777; }',
            'its required work-group size differs':
                half % '#define SIZE 8' + rest % '#define SIZE 4' +
                '__kernel __attribute__((reqd_work_group_size(SIZE, 1, 1))) void k(__global int *o) { o[0] = 777; }',
            'there is no such kernel': half % '' + rest % '__kernel void k(__global int *o) { o[0] = 777; }',
            "k.cl:3:13: unknown name 'missing'": half % '#define ONE missing' + rest % '#define ONE 777' +
                                                 '__kernel void k(__global int *o) { o[0] = ONE; }',
            'k.cl:3:1: #error no half': half % '#error no half' + rest % '' + '__kernel void k(__global int *o) {\n#ifndef cl_khr_fp16\n'
                                        'o[0] = 777;\n#endif\n}',
        }
        for why, text in cases.items():
            self.write('k.cl', text + '\n')
            r = self.bundle('--native', '--options', '-cl-std=CL2.0', 'k.cl')
            self.assertIn("note: the native version of kernel 'k' is built without cl_khr_fp16; with it: " + why, r.stderr)
            self.assertEqual(r.stderr.count('note:'), 1)
            self.assertRegex(self.read('out/b_native.c'), '777|0x1.848p[+]9f')
            self.assertEqual(self.bundle('k.cl').stderr, '')

    def test_a_kernel_that_has_no_native_version_in_either_branch_has_one_note(self):
        self.write('k.cl', '__kernel void k(__global uint *o) {\n#ifdef cl_khr_fp16\no[0] = sub_group_clustered_reduce_add(o[0], 3u);\n'
                           '#else\no[0] = sub_group_clustered_reduce_add(o[1], 3u);\n#endif\n}\n')
        r = self.bundle('--native', 'k.cl')
        self.assertEqual(r.stderr.count('note:'), 1)
        self.assertIn("kernel 'k' has no native version", r.stderr)

    def test_a_kernel_that_does_not_ask_for_fp16_is_read_once(self):
        kernel = '__kernel void k(__global int *o) { o[0] = 7; }\n'
        self.write('k.cl', kernel)
        self.bundle('--native', '--no-line', 'k.cl')
        alone = self.read('out/b_native.c')
        # An error that the second reading would find.
        self.write('k.cl', '#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n#ifdef cl_khr_fp16\nint f(void) { return ; ) }\n#endif\n' + kernel)
        self.assertEqual(self.bundle('--native', '--no-line', 'k.cl').stderr, '')
        self.assertEqual(self.read('out/b_native.c'), alone)

    def test_what_only_the_branch_with_fp16_does_counts_for_groups_and_pieces(self):
        text = ('// @arg x: inout n\n// @range: n\n__kernel void k(__global int *x, int n) {\nint i = get_global_id(0);\n'
                '#ifdef cl_khr_fp16\n%s\n#endif\nif (i < n) x[i] += 1; }\n')
        independent, elementwise, piecewise, by_groups = 1, 2, 4, 8
        for extra, expected in (('', independent | elementwise | piecewise), ('i += 0 * get_local_id(0);', elementwise | by_groups),
                                ('i += 0 * get_group_id(0);', elementwise), ('i += 0 * get_global_size(0);', elementwise),
                                ('i += 0 * get_num_groups(0);', elementwise), ('i += 0 * get_global_offset(0);', elementwise),
                                ('barrier(CLK_LOCAL_MEM_FENCE);', elementwise | piecewise | by_groups),
                                ('x[0] = 1;', independent | elementwise)):
            self.write('k.cl', text % extra)
            self.bundle('--native', 'k.cl')
            flags = int(re.search(r'(0x[0-9a-f]+), \{[^\n]*/\* k \*/', self.read('out/b.c')).group(1), 16)
            self.assertEqual(flags, expected, extra)


if __name__ == '__main__':
    case.CLBUNDLE = os.path.abspath(sys.argv.pop(1))
    unittest.main()
