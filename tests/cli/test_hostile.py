#!/usr/bin/env python3
"""Bundles of hostile names and texts compile without a warning: header, source and native code, as C and as C++, with all
warnings of gcc and clang.

usage: test_hostile.py CLBUNDLE SOURCE_ROOT [unittest arguments]"""
import os
import re
import shutil
import subprocess
import sys
import unittest

import case

ROOT = None

# Of these a test must be accepted by the front end; others of gen/base/name.c are words of OpenCL C.
REQUIRED = '''COUNT COUNT_ int32_t uint8_t int_fast16_t SIZE_MAX INT32_MIN EOF EDOM stdin class and_eq new device error errno I linux
unix alignas char16_t co_await concept nullptr static_assert template this typeid wchar_t xor launch event arguments near
small interface ERROR TRUE clb_device clb_status CLB_OK CLB_MUST_CHECK clbn_float2 CLBN_W b_bundle b_run_main b_call_main b_args_main b_buffers_main b_args_b_args_main list b_place
b_KERNEL_COUNT b_thing b_thing_ b_native b_text _X __x __ _Atomic_ range scratch w first end wi lx'''.split()

HOSTILE = r'''// SPDX-License-Identifier: MIT */ #error "licence" /*
// SPDX-FileCopyrightText: /*/ #error "head" */*/
#define N 3
typedef struct place { int class; float new; int errno, linux; } place;
typedef struct KERNEL_class { int a; } KERNEL_class;
typedef struct s_thing { int __x, _X, x; double é; int é_; } s_thing;
typedef struct thing { s_thing thing; place at[2]; } thing;
typedef struct thing_ { int NULL_, I, operator, CLB_ABI_, clb_half; } thing_;
typedef union PART { int i; float f; } PART;
typedef struct run_main { int2 v; } run_main;
typedef struct Größe { int x; } Größe;
typedef struct { int s; } bundle;
typedef struct { int s; } struct_bundle;
typedef struct at { ulong x; } at;
typedef struct args_texts { int x; } args_texts;
typedef struct buffers_texts { int x; } buffers_texts;
typedef struct buffer_thing { int x; } buffer_thing;
typedef struct { int x; } struct_args_texts;
typedef struct { char c; } __attribute__((packed)) text;
__constant float thing_weights[3] = {1.0f, 2.0f, 3.0f}; // a name of the native file
// x /*/ #include "evil.h" */* y ??/
// a line that ends in a backslash is none of these: ??/ and ?? /
// ‮ bidirectional ⁦ and [31m controls 
// $(rm -rf) %s %n \u202e "quotes" 'too' \
// and this line is joined to it
__kernel void hostile(__global const place *p, __global KERNEL_class *b_thing, s_thing s, thing t, __global thing_ *b_thing_,
                      PART part, run_main r, Größe größe, __global bundle *b, struct_bundle sb, at at_, text tx, __local int *é, args_texts c, buffers_texts d,
                      __global buffer_thing *e, struct_args_texts f, __global thing *g)
{ b[0].s = p[0].class + p->errno + s.__x + t.at[1].linux + r.v.x + größe.x + sb.s + part.i + (int)at_.x + tx.c + c.x + d.x + e->x + f.x + g->thing.x; b_thing->a = b_thing_->I; }
/* Extents and ranges are text too. */
// @arg new: in (new_count + device) * 1
// @arg x: out
// @range: device /1, 1
__kernel void texts(__global const float *new, const int new_count, const int device, __global float *x, __global float *x_count,
                    __global float *x_count_)
{ x[0] = new[0] * thing_weights[1]; }
'''
HALVES = '''#pragma OPENCL EXTENSION cl_khr_fp16 : enable
typedef struct { half2 h; half4 k[2]; } halves;
__kernel void halves_k(half a, half2 b, half3 c, half16 d, halves e, __global half4 *f) { f[0] = (half4)(a + b.x + c.x + d.x + e.h.x); }
'''

# What the user of a header may have: every macro of the standard library, and words that windows.h defines.
BEFORE = ''.join('#include <%s.h>\n' % h for h in '''assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal
stdalign stdarg stdbool stddef stdint stdio stdlib string time wchar wctype'''.split())
BEFORE_CPP = BEFORE.replace('#include <complex.h>\n', '#include <vector>\n#include <cmath>\n') + '#include <string>\n'
WINDOWS = '#define near\n#define far\n#define small char\n#define interface struct\n#define ERROR 0\n#define TRUE 1\n#define FALSE 0\n' \
          '#define DELETE 1\n#define VOID void\n'

GCC = ['-Wall', '-Wextra', '-Wpedantic', '-Werror', '-Wshadow', '-Wundef', '-Wconversion', '-Wsign-conversion', '-Wcast-qual',
       '-Wcast-align=strict', '-Wwrite-strings', '-Wredundant-decls', '-Wformat=2', '-Wdate-time', '-Wtrigraphs', '-Wcomment',
       '-Wbidi-chars=any', '-Wunused-macros', '-Wmissing-declarations', '-Wdouble-promotion', '-Wfloat-equal', '-Wvla']
GCC_C = GCC + ['-Wstrict-prototypes', '-Wmissing-prototypes', '-Wc++-compat', '-Wold-style-definition', '-Wjump-misses-init']
CLANG = ['-Weverything', '-Werror',
         '-Wno-padded',                         # structures of kernels have the padding that OpenCL gives them
         '-Wno-reserved-identifier',            # a kernel may be called __x: b_run___x
         '-Wno-reserved-macro-identifier',
         '-Wno-unknown-warning-option']
CLANG_C = CLANG + ['-Wno-declaration-after-statement']  # this is C11
CLANG_CPP = CLANG + ['-Wno-c++98-compat', '-Wno-c++98-compat-pedantic', '-Wno-c99-extensions',
                     '-Wno-old-style-cast', '-Wno-zero-as-null-pointer-constant']  # it is C, too


class Hostile(case.Case):
    maxDiff = None

    def compile(self, compiler, flags, name, language):
        if not shutil.which(compiler):
            self.skipTest('no ' + compiler)
        r = subprocess.run([compiler, '-fsyntax-only', '-x', language, *flags, '-I', os.path.join(ROOT, 'runtime/include'), name],
                           cwd=os.path.join(self.root, 'out'), capture_output=True, timeout=300)
        self.assertEqual((r.returncode, r.stderr.decode(errors='replace')[:4000]), (0, ''), (compiler, flags, name))

    def everywhere(self, kinds):
        """The bundle b by itself, and its header behind others. kinds: of each standard, the strict one has trigraphs, GNU's
        has macros such as linux."""
        self.write('out/c.c', BEFORE + WINDOWS + '#include "b.h"\n')
        self.write('out/cpp.cpp', BEFORE_CPP + WINDOWS + '#include "b.h"\n')
        for compiler, flags in (('gcc', GCC_C), ('clang', CLANG_C)):
            for standard in ['-std=%s11' % kind for kind in kinds]:
                self.compile(compiler, flags + [standard], 'b.c', 'c')
                self.compile(compiler, flags + ['-Wno-unused-macros', standard], 'c.c', 'c')
        for compiler, flags in (('g++', GCC), ('clang++', CLANG_CPP)):
            for standard in ['-std=%s++%d' % (kind, year) for kind in kinds for year in (11, 20)]:
                flags_of = flags + [standard] + (['-Wno-c++20-compat'] if compiler == 'clang++' else [])
                self.compile(compiler, flags_of, 'b.c', 'c++')
                self.compile(compiler, flags_of + ['-Wno-unused-macros'], 'cpp.cpp', 'c++')

    def accepted(self, lines):
        """The lines whose names the front end takes."""
        while True:
            self.write('k.cl', ''.join(lines))
            r = self.clbundle('bundle', '--name', 'b', '--output-dir', 'out', 'k.cl')
            if r.returncode == 0:
                return lines
            bad = {int(m) for m in re.findall(r'^k\.cl:(\d+):\d+: error', r.stderr, re.M)}
            self.assertTrue(bad, r.stderr)
            lines = [line for i, line in enumerate(lines, 1) if i not in bad]

    def test_every_word_of_c_and_its_headers_names_a_kernel_and_an_argument(self):
        with open(os.path.join(ROOT, 'gen/base/name.c')) as f:
            table = re.search(r'taken_words\[\] = \{\n(.*?)\};', f.read(), re.S).group(1)
        words = re.findall(r'"(\w+)"', table)
        self.assertEqual(words, sorted(set(words)))
        self.assertGreater(len(words), 300)
        words += sorted(set(REQUIRED) - set(words))
        lines = self.accepted(['__kernel void %s(__global int *%s, int %s_) { %s[%s_] = 1; }\n' % (w, w, w, w, w) for w in words])
        got = set(re.findall(r'void (\w+)\(', ''.join(lines)))
        self.assertEqual(set(REQUIRED) - got, set())
        header, manifest = self.read('out/b.h'), self.read('out/b.json')
        for w in got:  # OpenCL hears the names that the kernel has
            self.assertIn('b_run_%s(' % w, header)
            self.assertIn('{"name": "%s", "type"' % w, manifest)
        self.everywhere(['gnu'])

    def test_hostile_texts_structures_and_halves(self):
        self.write('k\u00e9 \u202e$#"*??/.cl', HOSTILE)
        self.write('h.cl', HALVES)
        # Quoted definitions are text of the programs, others go to drivers as they are.
        for options, standards in ('-cl-std=CL1.2 -DX="*/\\??/ z"', ['c']), ('-cl-std=CL1.2 -DX=*/??/z', ['c', 'gnu']):
            self.clbundle('bundle', '--name', 'b', '--output-dir', 'out', '--options', options, 'k\u00e9 \u202e$#"*??/.cl', 'h.cl', ok=0)
            self.everywhere(standards)
        header = self.read('out/b.h')
        for text in ('clb_half a;\n    clb_half2 b;\n    clb_half3 c;\n    clb_half16 d;\n    b_halves e;', 'clb_half4 *f;', 'clb_buffer_half4 f;'):
            self.assertIn(text, header)
        self.assertNotIn('void ', re.sub(r'void \*', '', re.sub(r'/\*.*?\*/', '', header, flags=re.S)))

    def test_layouts_of_all_kinds_compile(self):
        with open(os.path.join(ROOT, 'tests/golden/input/records.cl'), 'rb') as f:
            self.write('k.cl', f.read())
        self.clbundle('bundle', '--name', 'b', '--output-dir', 'out', 'k.cl', ok=0)
        self.compile('gcc', GCC_C + ['-std=c11'], 'b.c', 'c')
        self.compile('clang', CLANG_C + ['-std=c11'], 'b.c', 'c')

    def test_a_last_row_of_two_literals_is_no_forgotten_comma(self):
        line = '    x[0] = 1;\n'
        for length in range(1, 400):
            body = line * 400 + '    x[%s] = 1;\n' % ('0' * length)
            self.write('k.cl', '__kernel void k(__global int *x)\n{\n%s}\n' % body)
            self.clbundle('bundle', '--name', 'b', '--output-dir', 'out', 'k.cl', ok=0)
            if ' "",\n};' in self.read('out/b.c'):
                break
        else:
            self.fail('no length gave a last row of two literals')
        self.compile('gcc', GCC_C + ['-std=c11'], 'b.c', 'c')
        self.compile('clang', CLANG_C + ['-std=c11'], 'b.c', 'c')

    def test_native_code_of_hostile_names(self):
        words = 'COUNT int32_t SIZE_MAX class and_eq new device error errno I linux unix clbn_float2 b_place __x wi lx w'.split()
        lines = self.accepted(['__kernel void %s(__global int *%s, int %s_) { int %s__ = %s_ + 1; %s[%s__] = 1; }\n' % ((w,) * 7) for w in words])
        self.assertEqual(len(lines), len(words))
        self.write('h.cl', HOSTILE)
        self.clbundle('bundle', '--name', 'b', '--native', '--output-dir', 'out', 'k.cl', 'h.cl', ok=0)
        for compiler, standard in (('gcc', '-std=c11'), ('gcc', '-std=gnu11'), ('clang', '-std=gnu11')):
            self.compile(compiler, ['-Wall', '-Wextra', '-Wpedantic', '-Werror', standard, '-DCLB_NATIVE_BASELINE_ONLY'],
                         'b_native.c', 'c')

    def test_names_of_bundles_that_hide_headers_are_refused(self):
        self.write('k.cl', '__kernel void k(__global int *x) { x[0] = 1; }\n')
        for name in ('clbundle', 'clb', 'clbn', 'math', 'stdint', 'assert', '_b', '__b'):
            r = self.clbundle('bundle', '--name', name, '--output-dir', 'out', 'k.cl', ok=2)
            self.assertIn('--name %s: this name is reserved by C or by clbundle' % name, r.stderr)
        for name in ('int', 'class', 'linux_', 'maths'):
            self.clbundle('bundle', '--name', name, '--output-dir', 'out', 'k.cl', ok=0)


if __name__ == '__main__':
    case.CLBUNDLE = os.path.abspath(sys.argv.pop(1))
    ROOT = os.path.abspath(sys.argv.pop(1))
    unittest.main()
