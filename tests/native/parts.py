# SPDX-License-Identifier: MIT
"""A native file contains only the built-in functions that its kernels use, so it stays short. Each function alone has
all that it calls. Usage: parts.py CLBUNDLE INCLUDE_DIRECTORY COMPILER [--time]

Lines are counted after the preprocessor: unlike a compiler's time, they are the same on every machine with the same
headers.
With --time: only the compiler's time for a kernel of one line, over that for the header of the processor's vectors alone.
"""
import glob
import os
import re
import resource
import subprocess
import sys
import tempfile

KERNEL = ('__kernel void k%d(__global %s *a, __global %s *r)\n{\n    const size_t i = get_global_id(0);\n'
          '    %s x = a[i], y = a[i + 1], z = a[i + 2];\n    r[i] = %s;\n}\n')
VECTORS = ('__kernel void k%d(__global double *a, __global double *r)\n{\n    const size_t i = get_global_id(0);\n    double x = a[i];\n'
         '    for (int j = 0; j < 9 && x < 5; ++j) x += %s;\n    r[i] = x;\n}\n')
SCALE = '__kernel void scale(__global const double *x, double a, __global double *y)\n{\n    y[get_global_id(0)] = a * x[get_global_id(0)];\n}\n'

# Booleans that live across a barrier are loaded from memory, with no other small number near.
KEPT = '''__kernel void kept(__global const int *in, __global ulong *out)
{
    const int size = get_local_size(0), l = get_local_id(0), g = get_global_id(0);
    __local int tile[64];
    tile[l] = in[g];
    for (int i = size + l; i < 64; i += size) tile[i] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    ulong h = (ulong)g;
    int v = tile[(l + 5) % size], i = 4;
    while (--i >= 0) {
        const int w = sub_sat(v, size) % (int)((v & 63) + 4);
        const bool chosen = (uint)v % 3u == 0u;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (chosen) tile[l] = w;
        barrier(CLK_LOCAL_MEM_FENCE);
        h = rotate(h ^ (ulong)i, (ulong)13) * 0x9e3779b97f4a7c15UL;
    }
    out[g] = h;
}
'''

# The way in vectors is given up behind the conversion, as the function that is called cannot go it.
GIVEN_UP = '''typedef union { int i; uchar4 b; } word;
__attribute__((noinline)) static int refused(int x)
{
    word a, b;
    a.i = x;
    b = a;
    return b.b.x;
}
__kernel void given_up(__global const float *in, __global int *out)
{
    const int i = get_global_id(0);
    int v = convert_int_sat_rte(in[i]);
    for (int j = 0; j < 9 && v > 3; ++j) v -= j * v + 1;
    if (v > 3) v += refused(v);
    out[i] = v;
}
'''

# Memory in vectors, type by type: every way to a number of that type, and to short vectors of it.
WAYS = ['a[i]', 'a[3 * i]', 'a[b[i]]', 'a[min(i + 1, n - 1)]', 'a[k + (uint)i]', '*(b[i] > n ? a + i : a + b[i])', 'a[0]']
WAY = """__kernel void k%d(__global %s *a, __global const int *b, const int n, const uint k)
{
    const int i = get_global_id(0);
    %s x = %s;
    if (i >= n) return;
    for (int j = 0; j < 9 && b[i + j] < 5; ++j) x += x * x + (%s)j;
    %s = x;
}
"""
SHORT = """__kernel void k(__global const %s *a, __global const int *b, __global %s *r, const int n)
{
    const int i = get_global_id(0);
    %s x = a[i], y = a[b[i]];
    if (i >= n) return;
    for (int j = 0; j < 9 && b[i + j] < 5; ++j) x += x * y + x;
    r[i] = x;
    r[b[i]] = y;
}
"""
STRUCTURE = """__kernel void k(__global const pair *a, __global const int *b, __global pair *r, const int n)
{
    const int i = get_global_id(0);
    if (i >= n) return;
    pair p = a[i], q;
    %s x = p.x, y = p.y;
    for (int j = 0; j < 9 && b[i + j] < 5; ++j) x += y * x + (%s)j;
    q.x = x;
    q.y = y;
    r[i] = q;
}
"""
# Each lane's own array; a value that lives across a barrier.
OWN = """__kernel void k(__global %s *a, __global const int *b, __local int *l)
{
    %s p[24];
    const int i = get_global_id(0);
    for (int j = 0; j < 24; ++j) p[j] = a[i + j];
    for (int j = 0; j < 9 && b[i + j] < 5; ++j) p[(b[i] + j) %% 24] += p[b[i + j] & 15] * p[j];
    %s x = p[b[i] & 15];
    l[get_local_id(0)] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < 9 && b[i + j] < 5; ++j) x += x * x;
    a[l[get_local_id(0) ^ 1]] = x;
}
"""
MOST_BYTES = 650000
ONE_LINE = '__kernel void f(__global float *a) { a[get_global_id(0)] += 1.0f; }\n'


def memories():
    """(what is in vectors, kernels)"""
    for t in 'char uchar short ushort int uint long ulong float double'.split():
        yield 'memory of %ss' % t, ''.join(WAY % (k, t, t, way, t, way) for k, way in enumerate(WAYS))
        yield 'private arrays of %ss' % t, OWN % (t, t, t)
    for t in 'uchar4 ushort2 int2 int4 uint2 uint4 float2 float4'.split():
        yield 'short vectors %s' % t, SHORT % (t, t, t)
    for t in 'int', 'uint', 'float':
        yield 'structures of %ss' % t, 'typedef struct { %s x, y; } pair;\n' % t + STRUCTURE % (t, t)


UNARY = ('acos acosh acospi asin asinh asinpi atan atanh atanpi cbrt ceil cos cosh cospi erfc erf exp exp2 exp10 expm1 fabs floor '
         'lgamma log log2 log10 log1p logb rint round rsqrt sin sinh sinpi sqrt tan tanh tanpi tgamma trunc degrees radians sign '
         'normalize').split()
BINARY = ('atan2 atan2pi copysign fdim fmax fmin fmod hypot maxmag minmag nextafter pow powr remainder max min step').split()
TERNARY = 'fma mad clamp mix smoothstep'.split()
NATIVE = 'cos exp exp2 exp10 log log2 log10 recip rsqrt sin sqrt tan'.split()
INTEGER = ['abs(x)', 'abs_diff(x, y)', 'clz(x)', 'popcount(x)', 'add_sat(x, y)', 'sub_sat(x, y)', 'hadd(x, y)', 'rhadd(x, y)',
           'max(x, y)', 'min(x, y)', 'mul_hi(x, y)', 'rotate(x, y)', 'mad_hi(x, y, z)', 'mad_sat(x, y, z)', 'clamp(x, y, z)',
           'mul24(x, y)', 'mad24(x, y, z)', 'upsample(x, y)', 'bitselect(x, y, z)', 'select(x, y, z)']
RELATIONS = ['isequal(x, y)', 'isnotequal(x, y)', 'isgreater(x, y)', 'isgreaterequal(x, y)', 'isless(x, y)', 'islessequal(x, y)',
             'islessgreater(x, y)', 'isordered(x, y)', 'isunordered(x, y)', 'isfinite(x)', 'isinf(x)', 'isnan(x)', 'isnormal(x)',
             'signbit(x)']
OTHERS = [('fract', [('double4', 'double4', 'fract(x, &y)')]), ('modf', [('float', 'float', 'modf(x, &y)')]),
          ('sincos', [('float2', 'float2', 'sincos(x, &y)')]), ('frexp', [('float4', 'float4', 'frexp(x, (int4 *)&y)')]),
          ('lgamma_r', [('float2', 'float2', 'lgamma_r(x, (int2 *)&y)')]), ('remquo', [('float', 'float', 'remquo(x, y, (int *)&z)')]),
          ('pown', [('double', 'double', 'pown(x, 3)'), ('float2', 'float2', 'pown(x, (int2)3)')]),
          ('rootn', [('float', 'float', 'rootn(x, 3)')]), ('ldexp', [('double3', 'double3', 'ldexp(x, 3)')]),
          ('ilogb', [('float4', 'int4', 'ilogb(x)')]), ('nan', [('ulong2', 'double2', 'nan(x)')]),
          ('fmax of a scalar', [('float4', 'float4', 'fmax(x, y.x)')]), ('step of a scalar', [('float4', 'float4', 'step(x.x, y)')]),
          ('smoothstep of scalars', [('float4', 'float4', 'smoothstep(x.x, x.y, y)')]), ('mix by a scalar', [('double4', 'double4', 'mix(x, y, z.x)')]),
          ('clamp to scalars', [('int4', 'int4', 'clamp(x, 0, 9)')]), ('dot', [('float3', 'float', 'dot(x, y)')]),
          ('length', [('double2', 'double', 'length(x)')]), ('distance', [('double', 'double', 'distance(x, y)')]),
          ('fast_length', [('float4', 'float', 'fast_length(x)')]), ('cross', [('float3', 'float3', 'cross(x, y)')]),
          ('native_divide', [('float8', 'float8', 'native_divide(x, y)')]), ('half_powr', [('float', 'float', 'half_powr(x, y)')]),
          ('any', [('char16', 'int', 'any(x)'), ('int', 'int', 'all(x)')]), ('select of doubles', [('double2', 'double2', 'select(x, y, as_long2(z))')]),
          ('a choice of vectors', [('float4', 'float4', 'x < y ? x : y')]), ('as', [('int4', 'float4', 'as_float4(x)'), ('long', 'double', 'as_double(x)')]),
          ('shuffle', [('int8', 'int4', 'shuffle(x, (uint4)3)')]), ('shuffle2', [('float2', 'float16', 'shuffle2(x, y, (uint16)1)')]),
          ('vload', [('float', 'float3', 'vload3(i, a)')]), ('vload_half', [('ushort', 'float', 'vload_half(i, (__global half *)a)')]),
          ('vstore', [('int', 'int', '(vstore4((int4)x, i, a), 1)')]), ('vstorea_half', [('float', 'float', '(vstorea_half3_rtz((float3)x, i, (__global half *)a), x)')]),
          ('atomic_add', [('int', 'int', 'atomic_add(a, 3)')]), ('atomic_xchg', [('float', 'float', 'atomic_xchg(a, 3)')]),
          ('printf', [('int', 'int', 'printf("%v4hld", (int4)x)')])]

# Calls of each part, together in one file: in vectors each function is compiled at all levels.
VECTOR_CALLS = [[f + '(x)' for f in UNARY[:22]], [f + '(x)' for f in UNARY[22:-4]],
              ['as_double(convert_long_sat(x))', '(double)native_exp((float)x)', 'pow(x, 3.5)', 'remainder(x, 2.0)',
               '(double)popcount((int)x)', 'mix(x, 1.0, 0.5)', '(double)isnormal(x)']]

# Generated code is a system header of its own, in which compilers keep quiet about what is missing.
QUIET = ['-Wsystem-headers', '-Wno-psabi', '-Werror=implicit-function-declaration']


def cases():
    """(name, [(type, type of the result, expression)])"""
    for f in UNARY:
        yield f, [('double', 'double', f + '(x)'), ('float3', 'float3', f + '(x)')]
    for f in BINARY:
        yield f, [('float', 'float', f + '(x, y)'), ('double2', 'double2', f + '(x, y)')]
    for f in TERNARY:
        yield f, [('double', 'double', f + '(x, y, z)'), ('float4', 'float4', f + '(x, y, z)')]
    for f in NATIVE:
        yield 'native_' + f, [('float', 'float', 'native_%s(x)' % f), ('float4', 'float4', 'half_%s(x)' % f)]
    for e in INTEGER:
        result = 'ulong' if e.startswith('upsample') else 'uint'
        yield e.split('(')[0], [('uint', result, e), ('uint4', result + '4', e)]
    for e in RELATIONS:
        yield e.split('(')[0], [('double', 'int', e), ('float2', 'int2', e)]
    for to, of in (('char', 'int'), ('ulong', 'long'), ('float', 'ulong'), ('double', 'short'), ('uchar', 'float'), ('long', 'double'),
                   ('float', 'double')):
        suffix = '_rtp' if to in ('float', 'double') else '_sat_rtz'
        yield 'convert_%s of %s' % (to, of), [(of, to, 'convert_%s%s(x)' % (to, suffix)), (of + '8', to + '8', 'convert_%s8(x)' % to)]
    yield from OTHERS


def bundle(clbundle, directory, name, text):
    source = os.path.join(directory, name + '.cl')
    with open(source, 'w') as f:
        f.write(text)
    done = subprocess.run([clbundle, 'bundle', '--name', name, '--native', '--output-dir', directory, source], text=True, capture_output=True)
    if done.returncode or 'no native version' in done.stderr:
        return done.stderr or 'clbundle failed'
    return None


def seconds(*command):
    """Of processor time, the least of five runs."""
    times = []
    for _ in range(5):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(times)


def compare_times(clbundle, include, compiler):
    with tempfile.TemporaryDirectory() as directory:
        other, all_of_them = os.path.join(directory, 'other.c'), os.path.join(directory, 'all_native.c')
        for name in 'scale', 'all':
            bundle(clbundle, directory, name, SCALE)
        with open(all_of_them) as f:
            text = f.read()
        with open(all_of_them, 'w') as f:
            f.write(text.replace('#define CLBN_SELECTED', ''))
        with open(other, 'w') as f:
            f.write('#include <immintrin.h>\n')
        compile_ = [compiler, '-std=c11', '-O2', '-w', '-I' + include, '-c', '-o', os.path.join(directory, 'o')]
        base = seconds(*compile_, other)
        for what, name in ('in use', os.path.join(directory, 'scale_native.c')), ('all', all_of_them):
            print('built-in functions, %s: %.2f' % (what, seconds(*compile_, name) / base))


def missing_intrinsics(include):
    """Names that the headers use, and x86.h does not stand in for."""
    used, made = set(), set()
    for path in glob.glob(os.path.join(include, 'clbundle/native/*.h')):
        with open(path) as f:
            text = f.read()
        if os.path.basename(path) == 'x86.h':
            made = set(re.findall(r'#define (_\w+)\(', text))
        else:
            used |= set(re.findall(r'\b(_mm\d*_\w*[a-z0-9]|_cvt\w+|_pdep_\w+)\b', text))
    return sorted(used - made)


def main():
    clbundle, include, compiler = sys.argv[1:4]
    if '--time' in sys.argv[4:]:
        return compare_times(clbundle, include, compiler)
    failures, count = [], 0
    with tempfile.TemporaryDirectory() as directory:
        def compile_(name, *flags):
            # In the folder of the headers: their names in the output are then of one length everywhere.
            return subprocess.run([compiler, '-std=c11', '-I.', *QUIET, *flags, os.path.join(directory, name + '_native.c')], text=True,
                                  capture_output=True, cwd=include)

        def lines(name, text, most, beside=0):
            problem = bundle(clbundle, directory, name, text)
            seen = compile_(name, '-E', '-P').stdout.count('\n') - beside if not problem else 0
            print('%s: %d lines behind the preprocessor, at most %d' % (name, seen, most))
            if problem or not 100 < seen <= most:
                failures.append('%s: %d lines, at most %d expected; %s' % (name, seen, most, problem))

        if missing_intrinsics(include):
            failures.append('clbundle/native/x86.h lacks ' + ', '.join(missing_intrinsics(include)))
        # Each function alone: what it calls is there, and its instances.
        for name, forms in cases():
            count += 1
            text = '#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n' + ''.join(
                KERNEL % (k, of, to, of, e) for k, (of, to, e) in enumerate(forms))
            problem = bundle(clbundle, directory, 'alone', text)
            if not problem:
                done = compile_('alone', '-fsyntax-only', '-DCLB_NATIVE_BASELINE_ONLY')
                problem = done.stderr if done.returncode else None
            if problem:
                failures.append('%s: %s' % (name, problem[:600]))
        # In vectors, part by part, at all levels.
        texts = [(calls[0], ''.join(VECTORS % (k, e) for k, e in enumerate(calls))) for calls in VECTOR_CALLS]
        for first, text in texts + [('booleans across a barrier', KEPT), *memories()]:
            count += 1
            problem = bundle(clbundle, directory, 'vectors', text)
            if not problem:
                done = compile_('vectors', '-fsyntax-only', '-O2')
                problem = done.stderr if done.returncode else None
                with open(os.path.join(directory, 'vectors_native.c')) as f:
                    if 'CLBN_USES_SIMD' not in f.read():
                        problem = 'was to be in vectors'
            if problem:
                failures.append('vectors, %s ...: %s' % (first, problem[:600]))
        problem = bundle(clbundle, directory, 'given_up', GIVEN_UP)
        done = compile_('given_up', '-fsyntax-only')
        if problem or done.returncode:
            failures.append('vectors that were given up: %s' % (problem or done.stderr[:600]))
        # What clbundle/native/x86.h leaves to the compiler's own header does not count.
        with open(os.path.join(directory, 'intrinsics_native.c'), 'w') as f:
            f.write('#if defined(__x86_64__) && (defined(__clang__) || __GNUC__ != 12)\n#include <immintrin.h>\n#endif\n')
        # A kernel of one line, as a build sees it: all levels, with the marks that name lines and files.
        problem = bundle(clbundle, directory, 'line', ONE_LINE)
        seen = len(compile_('line', '-E', '-O2').stdout) - len(compile_('intrinsics', '-E').stdout)
        print('a kernel of one line: %d bytes behind the preprocessor, at most %d' % (seen, MOST_BYTES))
        if problem or not 50000 < seen <= MOST_BYTES:
            failures.append('a kernel of one line: %d bytes, at most %d expected; %s' % (seen, MOST_BYTES, problem))
        # Kernels without vectors need no header of the compiler's, which alone would have 15,000 lines.
        lines('scale', SCALE, 2000)
        lines('one_expm1', KERNEL % (0, 'double', 'double', 'double', 'expm1(x)'), 3000)
        lines('one_exp', KERNEL % (0, 'double', 'double', 'double', 'exp(x)'), 4000,
              compile_('intrinsics', '-E', '-P').stdout.count('\n'))
    print('%d functions, %d failures' % (count, len(failures)))
    print('\n'.join(failures))
    return 1 if failures else 0


if __name__ == '__main__':
    sys.exit(main())
