#!/usr/bin/env python3
"""Kernels of so many instructions that runs of them become functions of their own (large.cl): native code against the
same text compiled as C, where a work-item is a call of a function. PoCL takes minutes for such kernels.
usage: large.py CLBUNDLE SOURCE_ROOT COMPILER"""
# SPDX-License-Identifier: MIT
import os
import subprocess
import sys
import tempfile

# OpenCL C's words as C. An int4 is a vector of gcc and clang.
PROLOGUE = '''
#include <stdbool.h>
#include <stdint.h>
#include <stddef.h>
#define __kernel static __attribute__((unused))
#define vec_type_hint(t) unused
#define __global
typedef unsigned char uchar; typedef unsigned short ushort; typedef unsigned int uint; typedef uint64_t ulong_;
#define ulong ulong_
static size_t id;
#define get_global_id(d) id
'''
NAMES = ['large_variables', 'large_jumps', 'large_pointers']
MAIN = '''#include "t.h"
#include <stdio.h>
#include <string.h>
enum { N = 64 };
%s
static _Alignas(128) unsigned char scratch[1 << 16];
int main(void)
{
    static int in[N + 1], found[N], expected[N];
    int n = N, wrong = 0;
    for (int i = 0; i <= N; ++i) in[i] = i * 7 %% 23;
    for (int k = 0; k < 3; ++k) {
        const clb_native_kernel *kernel = &t_bundle.native[numbers[k]];
        const size_t global[3] = {N, 1, 1}, local[3] = {16, 1, 1}, offset[3] = {0, 0, 0};
        const clb_native_range range = clb_native_range_make(1, global, local, offset);
        void *arguments[] = {in, found, &n};
        if (!kernel->run[0] || kernel->fixed_scratch + kernel->context_scratch * 16 > sizeof scratch) return 2;
        memset(found, 0, sizeof found);
        kernel->run[0](&range, arguments, 0, 4, scratch);
        for (int i = 0; i < N; ++i) {
            reference[k](i, in, expected, n);
            if (found[i] == expected[i]) continue;
            if (wrong++ < 5) printf("%%s, work-item %%d: %%x, expected %%x\\n", names[k], i, (unsigned)found[i], (unsigned)expected[i]);
        }
    }
    return wrong != 0;
}
'''


def main():
    clbundle, root, compiler = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), sys.argv[3]
    source = os.path.join(root, 'tests', 'native', 'large.cl')
    with open(source) as f:
        text = f.read().split('// Barriers between')[0]
    text = text.replace('int4 v = (int4)(early, 1, 2, 3);', 'int v0 = early, v1 = 1, v2 = 2, v3 = 3;')
    text = text.replace('v = v.yzwx + (int4)(early) * 3;', '{ int t = v0; v0 = v1 + early * 3; v1 = v2 + early * 3; v2 = v3 + early * 3; v3 = t + early * 3; }')
    text = text.replace('v.x', 'v0').replace('v.w', 'v3')
    with tempfile.TemporaryDirectory() as folder:
        def run(*command):
            subprocess.run(command, cwd=folder, check=True)
        run(clbundle, 'bundle', '--name', 't', '--native', '--output-dir', '.', source)
        with open(os.path.join(folder, 't_native.c')) as f:
            outlined = f.read().count('\nCLBN_FAR ')
        assert outlined > 20, 'only %d functions are outlined' % outlined
        with open(os.path.join(folder, 'reference.c'), 'w') as f:
            f.write(PROLOGUE + text + ''.join('void at_%s(size_t i, const int *in, int *out, int n)\n{\n    id = i;\n    %s(in, out, n);\n}\n' % (k, k) for k in NAMES))
        declarations = (''.join('void at_%s(size_t, const int *, int *, int);\n' % k for k in NAMES) +
                        'static void (*const reference[])(size_t, const int *, int *, int) = {%s};\n' % ', '.join('at_' + k for k in NAMES) +
                        'static const int numbers[] = {%s};\n' % ', '.join('t_KERNEL_' + k for k in NAMES) +
                        'static const char *const names[] = {%s};\n' % ', '.join('"%s"' % k for k in NAMES))
        with open(os.path.join(folder, 'main.c'), 'w') as f:
            f.write(MAIN % declarations)
        flags = ['-std=c11', '-O1', '-fwrapv', '-DCLB_NATIVE_BASELINE_ONLY', '-ffunction-sections', '-fdata-sections', '-Wl,--gc-sections', '-I.',
                 '-I' + os.path.join(root, 'runtime', 'include')]
        run(compiler, *flags, 'main.c', 'reference.c', 't.c', 't_native.c', '-o', 'large', '-lm')
        run('./large')


if __name__ == '__main__':
    main()
