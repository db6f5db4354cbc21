# SPDX-License-Identifier: MIT
"""What stands in front of all random kernels: constant arrays, structures and functions that keep numbers ordinary."""

# Constant arrays: name, type, length.
TABLES = [('primes', 'int', 8), ('halves', 'double', 4), ('octets', 'uchar', 16), ('chars', 'char', 64), ('shorts', 'short', 32),
          ('ushorts', 'ushort', 16), ('floats', 'float', 16), ('uints', 'uint', 32), ('many', 'uchar', 256), ('far', 'int', 128)]


def table(name, t, length):
    """Its declaration: each byte of its numbers takes other values."""
    bits = {'char': 8, 'uchar': 8, 'short': 16, 'ushort': 16}.get(t, 32)
    numbers = [k * 2654435761 % (1 << 32) >> (32 - bits) for k in range(1, length + 1)]
    if t == 'float':
        values = ['%d.%df' % (k * 7 - 40, k % 2 * 5) for k in range(length)]
    elif t.startswith('u'):
        values = ['%d%s' % (x, 'u' if t == 'uint' else '') for x in numbers]
    else:
        values = [str(x - (x >> (bits - 1) << bits) or 1) for x in numbers]
    return '__constant %s %s[%d] = {%s};' % (t, name, length, ', '.join(values))


PRELUDE = r"""#pragma OPENCL EXTENSION cl_khr_fp64 : enable
typedef struct pair { int a; double b; short c[3]; float2 v; } pair;
typedef struct truth { char before; bool b[2]; short after; } truth;
__constant int primes[8] = {2, 3, 5, 7, 11, 13, 17, 19};
__constant double halves[4] = {0.5, -1.5, 2.25, -1024.0};
""" + '\n'.join(table(*t) for t in TABLES[2:]) + r"""
/* Without NaN's sign, and without a sign of zero. */
static float nf(float x) { return isnan(x) ? 0.75f : x + 0.0f; }
static double nd(double x) { return isnan(x) ? 0.75 : x + 0.0; }
/* A factor between 1/128 and 2, or between 1/256 and 2, of few digits: products are exact. */
static float qf(float x) { return isnan(x) ? 0.5f : as_float((as_uint(x) & 0x83fff000u) | 0x3c000000u); }
static double qd(double x) { return isnan(x) ? 0.5 : as_double((as_ulong(x) & 0x807ffffff8000000UL) | 0x3f80000000000000UL); }
/* Of ordinary size. */
static float tf(float x) { return fabs(x) < 1.0e6f ? x : 3.25f; }
static double td(double x) { return fabs(x) < 1.0e9 ? x : -7.5; }
static uint hf(float x) { return isnan(x) ? 0x7fc00000u : as_uint(x); }
static ulong hd(double x) { return isnan(x) ? 0x7ff8000000000000UL : as_ulong(x); }
#define ADDI(a, b) ((int)((uint)(a) + (uint)(b)))
#define SUBI(a, b) ((int)((uint)(a) - (uint)(b)))
#define MULI(a, b) ((int)((uint)(a) * (uint)(b)))
#define ADDL(a, b) ((long)((ulong)(a) + (ulong)(b)))
#define SUBL(a, b) ((long)((ulong)(a) - (ulong)(b)))
#define MULL(a, b) ((long)((ulong)(a) * (ulong)(b)))
#define MIX(h, x) ((h) = rotate((h) ^ (ulong)(x), (ulong)13) * 0x9e3779b97f4a7c15UL)
"""
