# SPDX-License-Identifier: MIT
"""zeros.py DIR: writes zeros.cl, kernels that check what becomes a zero, or lies beside one, bit by bit with its sign.

Every conversion to float and half in every mode, and every function that rounds, of numbers around zero and around the
least numbers of their types. What is right is computed here with exact rationals. Each function is asked for one number,
for the components of a vector, and for numbers that stand in the kernel, which the generator or the compiler may fold."""
import math
import os
import sys
from fractions import Fraction

MODES = ['', '_rte', '_rtz', '_rtp', '_rtn']
# digits with the hidden one, the exponent of the least number, bits, exponent bias
FORMATS = {'half': (11, -24, 16, 15), 'float': (24, -149, 32, 127), 'double': (53, -1074, 64, 1023)}


def rounded(x, mode):
    """A whole number."""
    low = math.floor(x)
    if x == low:
        return low
    if mode == '_rtn':
        return low
    if mode == '_rtp':
        return low + 1
    if mode == '_rtz':
        return low if x > 0 else low + 1
    if mode == '_away':
        return low + 1 if x - low > Fraction(1, 2) or (x - low == Fraction(1, 2) and x > 0) else low
    rest = x - low
    return low + 1 if rest > Fraction(1, 2) or (rest == Fraction(1, 2) and low % 2) else low


def bits(t, negative, x, mode='_rte'):
    """The number of the format that the exact one rounds to, with the sign of what it came from."""
    digits, least, width, bias = FORMATS[t]
    sign = (1 << (width - 1)) if negative else 0
    if x == 0:
        return sign
    top = 0
    while abs(x) >= Fraction(2) ** (top + 1):
        top += 1
    while abs(x) < Fraction(2) ** top:
        top -= 1
    step = max(top - digits + 1, least)
    n = abs(rounded(x / Fraction(2) ** step, mode))
    while n >= 2 ** digits:
        n, step = n // 2, step + 1
    if n < 2 ** (digits - 1):
        return sign | n
    return sign | (step + digits - 1 + bias) << (digits - 1) | (n - 2 ** (digits - 1))


def numbers(t, least):
    """(negative, exact value): around zero, around the least number of another format, and around small whole numbers."""
    digits, own, _, _ = FORMATS[t]
    found = {Fraction(0), Fraction(2) ** own, Fraction(2) ** (own + 3)}
    for k in (1, 3, 4, 5, 7, 8, 9, 11, 12, 13, 16, 20, 24):
        found.add(Fraction(k, 8) * Fraction(2) ** least)
    for k in (1, 2, 3, 4, 5, 6, 7, 10):
        found.add(Fraction(k, 4))
    found |= {Fraction(1, 2) - Fraction(2) ** -digits, Fraction(1, 2) + Fraction(2) ** (1 - digits), 1 - Fraction(2) ** -digits,
              Fraction(2) ** -40, 1 + Fraction(2) ** (1 - digits)}
    found = sorted(x for x in found if (x / Fraction(2) ** own).denominator == 1)
    return [(sign, -x if sign else x) for x in found for sign in (False, True)]


def literal(t, negative, x):
    """In hexadecimal."""
    n, e = abs(x), 0
    while n.denominator != 1:
        n, e = n * 2, e - 1
    return '(%s0x%xp%d%s)' % ('-' if negative else '', n.numerator, e, 'f' if t == 'float' else '')


SAVED = {'half': 'ushort', 'float': 'uint', 'double': 'ulong'}


def kernel(out, name, source, target, call, values, wanted):
    """`call`: the function's text, with %s for what it is given and the width of the vectors."""
    s, t = SAVED[source], SAVED[target]
    rows = ', '.join('0x%x%s' % (bits(source, n, x), 'UL' if source == 'double' else 'u') for n, x in values)
    right = ', '.join('0x%x%s' % (w, 'UL' if target == 'double' else 'u') for w in wanted)
    folded = ' &&\n             '.join('as_%s(%s) == %s' % (t, call(literal(source, n, x), ''), '0x%x%s' % (w, 'UL' if target == 'double' else 'u'))
                                       for (n, x), w in zip(values, wanted))
    count = len(values)
    out.append('''__constant %(s)s given_%(name)s[%(count)d] = {%(rows)s};
__constant %(t)s wanted_%(name)s[%(count)d] = {%(right)s};
__kernel void check_%(name)s(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int right = %(folded)s;
    for (int i = 0; i < %(count)d; ++i) {
        const int k = (i + g) %% %(count)d, m = (i + 1) %% %(count)d;
        const %(source)s x = as_%(source)s(given_%(name)s[k]), y = as_%(source)s(given_%(name)s[m]);
        const %(source)s4 v = (%(source)s4)(x, y, y, x);
        const %(t)s4 w = as_%(t)s4(%(vector)s);
        right &= as_%(t)s(%(one)s) == wanted_%(name)s[k];
        right &= w.x == wanted_%(name)s[k] && w.y == wanted_%(name)s[m] && w.z == w.y && w.w == w.x;
    }
    out[g] = right;
}
''' % dict(s=s, t=t, name=name, count=count, rows=rows, right=right, folded=folded, source=source, target=target,
           vector=call('v', '4'), one=call('x', '')))


def constants(out, target, values):
    """The same numbers as initialisers, which the generator converts."""
    wanted = ', '.join('0x%xu' % bits(target, n, x) for n, x in values)
    out.append('''__constant %(target)s made_%(target)s[%(count)d] = {%(literals)s};
__constant %(t)s of_made_%(target)s[%(count)d] = {%(wanted)s};
__kernel void check_constants_%(target)s(__global const int *in, __global int *out, const int n)
{
    int right = 1;
    for (int i = 0; i < %(count)d; ++i) right &= as_%(t)s(made_%(target)s[i]) == of_made_%(target)s[i];
    out[get_global_id(0)] = right;
}
''' % dict(target=target, t=SAVED[target], count=len(values), wanted=wanted,
           literals=', '.join(literal('double', n, x) for n, x in values)))


def main():
    out = ['// What becomes a zero, or lies beside one, with its sign: written by zeros.py.\n// @range: n\n// @arg in: in n\n'
           '// @arg out: inout n\n#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n']
    for source, target in (('double', 'float'), ('double', 'half'), ('float', 'half')):
        values = numbers(source, FORMATS[target][1])
        for mode in MODES:
            if target == 'half':
                # Vectors of half are no arguments, but are converted.
                call = lambda x, w, m=mode: 'convert_half%s%s(%s)' % (w, m, x)
            else:
                call = lambda x, w, m=mode: 'convert_%s%s%s(%s)' % (target, w, m, x)
            kernel(out, '%s_of_%s%s' % (target, source, mode), source, target, call, values,
                   [bits(target, n, x, mode or '_rte') for n, x in values])
    kernel(out, 'cast', 'double', 'float', lambda x, w: '(float)%s' % x if not w else 'convert_float4(%s)' % x,
           numbers('double', -149), [bits('float', n, x) for n, x in numbers('double', -149)])
    kernel(out, 'cast_to_half', 'double', 'half', lambda x, w: '(half)%s' % x if not w else 'convert_half4(%s)' % x,
           numbers('double', -24), [bits('half', n, x) for n, x in numbers('double', -24)])
    for t in ('float', 'half'):
        constants(out, t, numbers('double', FORMATS[t][1]))
    for t in ('float', 'double'):
        values = numbers(t, FORMATS[t][1])
        for f, mode in (('rint', '_rte'), ('floor', '_rtn'), ('ceil', '_rtp'), ('trunc', '_rtz'), ('round', '_away')):
            kernel(out, '%s_%s' % (f, t), t, t, lambda x, w, f=f: '%s(%s)' % (f, x), values,
                   [bits(t, n, Fraction(rounded(x, mode))) for n, x in values])
        least = Fraction(2) ** FORMATS[t][1]
        small = [(n, x) for n, x in values if abs(x) <= least * 4 and x % least == 0]
        for f, step in (('up', 1), ('down', -1)):
            kernel(out, 'next_%s_%s' % (f, t), t, t,
                   lambda x, w, f=f, t=t: 'nextafter(%s, (%s%s)(%s1))' % (x, t, w, '' if f == 'up' else '-'), small,
                   [bits(t, x + step * least < 0 or (x + step * least == 0 and x < 0), x + step * least) for n, x in small])
        for k in (-1, -2, 1):
            kernel(out, 'ldexp_%s_%s' % ('less%d' % -k if k < 0 else 'more', t), t, t,
                   lambda x, w, k=k: 'ldexp(%s, (int%s)(%d))' % (x, w, k), values,
                   [bits(t, n, x * Fraction(2) ** k) for n, x in values])
        kernel(out, 'fmod_%s' % t, t, t, lambda x, w, t=t: 'fmod(%s, (%s%s)(0.5%s))' % (x, t, w, 'f' if t == 'float' else ''), values,
               [bits(t, n, x - Fraction(1, 2) * rounded(x * 2, '_rtz')) for n, x in values])
        kernel(out, 'remainder_%s' % t, t, t,
               lambda x, w, t=t: 'remainder(%s, (%s%s)(0.5%s))' % (x, t, w, 'f' if t == 'float' else ''), values,
               [bits(t, (lambda r: r < 0 or (r == 0 and n))(x - Fraction(1, 2) * rounded(x * 2, '_rte')),
                     x - Fraction(1, 2) * rounded(x * 2, '_rte')) for n, x in values])
        kernel(out, 'half_of_%s' % t + '_product', t, t, lambda x, w, t=t: '(%s * 0.5%s)' % (x, 'f' if t == 'float' else ''), values,
               [bits(t, n, x / 2) for n, x in values])
    with open(os.path.join(sys.argv[1], 'zeros.cl'), 'w') as f:
        f.write('\n'.join(out))


if __name__ == '__main__':
    main()
