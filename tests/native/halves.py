# SPDX-License-Identifier: MIT
"""halves.py DIR: writes halves.cl, kernels that check half precision bit by bit.

What is right is computed here with exact rationals, and rounded once. Each function is asked for numbers in lanes and one by
one, as scalars and as components of vectors. The mathematical functions, which need not be exact, are compared with those
of doubles on every half: one unit of the last place is allowed, where cl_khr_fp16 allows two and more."""
import math
import os
import random
import sys
from fractions import Fraction

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from zeros import bits as rounded_bits  # noqa: E402

INFINITY, NAN = 0x7c00, 0x7e00


def value(h):
    """The exact value of a half that is a number."""
    exponent, fraction = h >> 10 & 31, h & 1023
    size = Fraction(1024 + fraction, 1024) * Fraction(2) ** (exponent - 15) if exponent else Fraction(fraction, 2 ** 24)
    return -size if h & 0x8000 else size


def is_number(h):
    return h & 0x7fff < INFINITY


def half(x, negative=None, mode='_rte'):
    """The bits of x, rounded; `negative` is the sign of a zero."""
    sign = x < 0 if x else bool(negative)
    found = rounded_bits('half', sign, x, mode) if abs(x) < 2 ** 17 else INFINITY
    if found & 0x7fff < INFINITY:
        return found
    finite = mode == '_rtz' or (mode == '_rtp' and sign) or (mode == '_rtn' and not sign)
    return 0x8000 * sign | (INFINITY - 1 if finite else INFINITY)


def near(n):
    """A whole number: n to the nearest one, ties to even."""
    low = math.floor(n)
    rest = n - low
    return low + (rest > Fraction(1, 2) or (rest == Fraction(1, 2) and low % 2))


def towards_zero(x):
    return math.floor(x) if x >= 0 else math.ceil(x)


def root(x):
    """The square root of x >= 0 as a half: the nearest of the squares of midpoints decides."""
    if not x:
        return 0
    low, high = 0, INFINITY - 1
    while low < high:
        middle = (low + high + 1) // 2
        if value(middle) ** 2 <= x:
            low = middle
        else:
            high = middle - 1
    return low + (((value(low) + value(low + 1)) / 2) ** 2 < x)


def fma_cases():
    """1 plus a product just above half a unit of its last place: a float's sum has lost what decides."""
    found = []
    for a in range(1025, 2048, 2):
        b = -(-2 ** 21 // a)
        if b < 2048 and 0 < a * b - 2 ** 21 < 64:
            left, right = Fraction(a, 2 ** 10), Fraction(b, 2 ** 22)
            assert 0 < left * right - Fraction(1, 2 ** 11) < Fraction(1, 2 ** 26)
            found += [(half(left), half(right), 0x3c00), (half(-left), half(right), 0xbc00)]
    assert found
    return found[:24]


def operands():
    r = random.Random(16)
    ends = [0, 0x8000, 1, 0x8001, 0x3ff, 0x400, 0x401, 0x3bff, 0x3c00, 0x3c01, 0xbc00, 0x7bff, 0xfbff, 0x3800, 0x3801, 0xb800, 0x3e00,
            0x4100, 0x6400, 0x6401, 0x63ff, 0x7800]
    rows = [(a, b, c) for a, b, c in zip(ends, ends[3:] + ends[:3], ends[7:] + ends[:7])]
    rows += [(r.choice(ends), r.choice(ends), r.choice(ends)) for _ in range(20)]
    while len(rows) < 70:
        row = tuple(r.randrange(0x10000) for _ in range(3))
        if all(is_number(h) for h in row):
            rows.append(row)
    while len(rows) < 100:  # of like sizes
        row = tuple(0x3000 + r.randrange(0x1800) + 0x8000 * r.randrange(2) for _ in range(3))
        rows.append(row)
    return rows + fma_cases()


def sum_of(x, y, signs):
    """x + y; of two zeros, negative if both are."""
    return half(x + y, all(signs))


def product(a, b):
    return half(value(a) * value(b), (a ^ b) & 0x8000)


def quotient(a, b):
    sign = (a ^ b) & 0x8000
    if not value(b):
        return NAN if not value(a) else sign | INFINITY
    return half(value(a) / value(b), sign)


def fused(a, b, c):
    return half(value(a) * value(b) + value(c), (a ^ b) & 0x8000 and c & 0x8000)


def remains(a, b, whole):
    if not value(b):
        return NAN
    return half(value(a) - whole(value(a) / value(b)) * value(b), a & 0x8000)


def next_after(a, b):
    x, y = value(a), value(b)
    if x == y:
        return b
    if not x:
        return (b & 0x8000) | 1
    return a + 1 if (y > x) == (x > 0) else a - 1


def scaled(a, b):
    return half(value(a) * Fraction(2) ** ((b & 63) - 32), a & 0x8000)


def away(x):
    return math.floor(abs(x) + Fraction(1, 2)) * (1 if x >= 0 else -1)


def larger(a, b):
    return b if value(a) < value(b) else a


# name, the expression of halves a, b, c and the ushort n; the right bits. Zeros of either sign are right where `any` says so.
EXACT = [
    ('add', 'a + b', lambda a, b, c: sum_of(value(a), value(b), (a & 0x8000, b & 0x8000))),
    ('subtract', 'a - b', lambda a, b, c: sum_of(value(a), -value(b), (a & 0x8000, ~b & 0x8000))),
    ('multiply', 'a * b', lambda a, b, c: product(a, b)),
    ('divide', 'a / b', lambda a, b, c: quotient(a, b)),
    ('negate', '-a', lambda a, b, c: a ^ 0x8000),
    ('fma', 'fma(a, b, c)', fused),
    ('sqrt', 'sqrt(fabs(a))', lambda a, b, c: root(abs(value(a)))),
    ('fmod', 'fmod(a, b)', lambda a, b, c: remains(a, b, towards_zero)),
    ('remainder', 'remainder(a, b)', lambda a, b, c: remains(a, b, near)),
    ('nextafter', 'nextafter(a, b)', lambda a, b, c: next_after(a, b)),
    ('ldexp', 'ldexp(a, convert_intN(n & (ushort)63) - 32)', lambda a, b, c: scaled(a, b)),
    ('floor', 'floor(a)', lambda a, b, c: half(Fraction(math.floor(value(a))), a & 0x8000)),
    ('ceil', 'ceil(a)', lambda a, b, c: half(Fraction(math.ceil(value(a))), a & 0x8000)),
    ('trunc', 'trunc(a)', lambda a, b, c: half(Fraction(towards_zero(value(a))), a & 0x8000)),
    ('rint', 'rint(a)', lambda a, b, c: half(Fraction(near(value(a))), a & 0x8000)),
    ('round', 'round(a)', lambda a, b, c: half(Fraction(away(value(a))), a & 0x8000)),
    ('fabs', 'fabs(a)', lambda a, b, c: a & 0x7fff),
    ('copysign', 'copysign(a, b)', lambda a, b, c: a & 0x7fff | b & 0x8000),
    ('fdim', 'fdim(a, b)', lambda a, b, c: half(value(a) - value(b)) if value(a) > value(b) else 0),
    ('fmax', 'fmax(a, b) + (half)0', lambda a, b, c: larger(a, b) if value(larger(a, b)) else 0),
    ('fmin', 'fmin(a, b) + (half)0', lambda a, b, c: min((a, b), key=value) if value(min((a, b), key=value)) else 0),
    ('max', 'max(a, b) + (half)0', lambda a, b, c: larger(a, b) if value(larger(a, b)) else 0),
    ('maxmag', 'fabs(maxmag(a, b))', lambda a, b, c: max(a & 0x7fff, b & 0x7fff)),
    ('minmag', 'fabs(minmag(a, b))', lambda a, b, c: min(a & 0x7fff, b & 0x7fff)),
    ('sign', 'sign(a)', lambda a, b, c: a if not value(a) else 0x3c00 | a & 0x8000),
    ('step', 'step(a, b)', lambda a, b, c: 0 if value(b) < value(a) else 0x3c00),
    ('select', 'select(a, b, as_shortN(c))', lambda a, b, c: b if c & 0x8000 else a),
    ('bitselect', 'bitselect(a, b, c)', lambda a, b, c: a & ~c | b & c),
    ('nan', 'as_halfN(as_ushortN(nan(n)) & (ushort)0x7c00)', lambda a, b, c: INFINITY),
]
# The same of integers of 16 bits: truths of vectors, which are -1.
TRUTHS = [
    ('less', 'a < b', lambda a, b: value(a) < value(b)), ('equal', 'a == b', lambda a, b: value(a) == value(b)),
    ('islessequal', 'islessequal(a, b)', lambda a, b: value(a) <= value(b)),
    ('isnotequal', 'isnotequal(a, b)', lambda a, b: value(a) != value(b)),
    ('isnormal', 'isnormal(a)', lambda a, b: 0x400 <= a & 0x7fff < INFINITY),
    ('signbit', 'signbit(a)', lambda a, b: bool(a & 0x8000)), ('isfinite', 'isfinite(a)', lambda a, b: True),
    ('isnan', 'isnan(a / (b - b))', lambda a, b: not value(a)), ('isinf', 'isinf(fabs(a) / (b - b))', lambda a, b: bool(value(a))),
]
WHOLE = [  # to integers: mode, type, saturated
    ('int', '', ''), ('int', '_rte', ''), ('int', '_rtp', ''), ('int', '_rtn', '_sat'), ('char', '', '_sat'), ('uchar', '_rte', '_sat'),
    ('ushort', '_rtp', '_sat'), ('short', '_rtz', '_sat'), ('uint', '', '_sat'), ('long', '_rtn', ''), ('ulong', '_rte', '_sat')]
LIMITS = {'char': (-128, 127), 'uchar': (0, 255), 'short': (-2 ** 15, 2 ** 15 - 1), 'ushort': (0, 2 ** 16 - 1),
          'int': (-2 ** 31, 2 ** 31 - 1), 'uint': (0, 2 ** 32 - 1), 'long': (-2 ** 63, 2 ** 63 - 1), 'ulong': (0, 2 ** 64 - 1)}
MODES = ['', '_rte', '_rtz', '_rtp', '_rtn']
WAY = {'': towards_zero, '_rte': near, '_rtz': towards_zero, '_rtp': math.ceil, '_rtn': math.floor}
MATHEMATICAL = 'exp exp2 exp10 expm1 log log2 log10 log1p sin cos tan sinpi cospi tanpi asin acos atan asinpi acospi atanpi sinh ' \
               'cosh tanh asinh acosh atanh cbrt rsqrt erf erfc tgamma lgamma'.split()

HEAD = """// Written by halves.py.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

static int same(const half found, const ushort expected)
{
    return (expected & 0x7fff) > 0x7c00 ? found != found : as_ushort(found) == expected;
}

// How many halves lie between them.
static int between(const half a, const half b)
{
    const int x = as_ushort(a), y = as_ushort(b);
    if (a != a || b != b) return a != a && b != b ? 0 : 99999;
    return abs((x & 0x8000 ? 0x8000 - x : x) - (y & 0x8000 ? 0x8000 - y : y));
}
"""


def numbers(rows):
    return ',\n'.join('    {' + ', '.join(f'0x{h:04x}' for h in row) + '}' for row in rows)


def kernels(name, body):
    """In lanes, and one by one: where something is printed, if only for a size that there is not."""
    return (f'int holds_{name}(const int at)\n{{\n{body}}}\n\n'
            f'// @range: n\n// @arg in: in n\n// @arg out: inout n\n'
            f'__kernel void check_{name}(__global const int *in, __global int *out, const int n)\n'
            f'{{\n    out[get_global_id(0)] = holds_{name}(get_global_id(0) & 63);\n}}\n\n'
            f'// @range: n\n// @arg in: in n\n// @arg out: inout n\n'
            f'__kernel void check_{name}_one_by_one(__global const int *in, __global int *out, const int n)\n'
            f'{{\n    if (n < 0) printf("none");\n    out[get_global_id(0)] = holds_{name}(get_global_id(0) & 63);\n}}\n\n')


def exact(name, text, rows, found):
    scalar = text.replace('convert_intN', 'convert_int').replace('halfN', 'half').replace('shortN', 'short')
    if name == 'nan':
        scalar = 'as_half((ushort)(as_ushort(nan(n)) & 0x7c00))'
    if name == 'select':
        scalar = 'select(a, b, (short)(as_ushort(c) >> 15))'
    vector = text.replace('convert_intN', 'convert_int2').replace('halfN', 'half2').replace('shortN', 'short2')
    table = f'__constant ushort {name}_rows[{len(rows)}][4] = {{\n' + numbers([(*r, f) for r, f in zip(rows, found)]) + '};\n\n'
    body = f"""    int right = 1;
    for (int k = 0; k < {len(rows)}; k += 2) {{
        const int i = (k + 2 * at) % {len(rows)};
        __constant const ushort *const p = {name}_rows[i], *const q = {name}_rows[i + 1];
        const ushort n = p[1];
        const half a = as_half(p[0]), b = as_half(p[1]), c = as_half(p[2]);
        right &= same({scalar}, p[3]);
        {{
            const ushort2 n = (ushort2)(p[1], q[1]);
            const half2 a = as_half2((ushort2)(p[0], q[0])), b = as_half2(n), c = as_half2((ushort2)(p[2], q[2]));
            const half2 r = {vector};
            right &= same(r.x, p[3]) && same(r.y, q[3]);
        }}
    }}
    return right;
"""
    return table + kernels(name, body)


def truths(rows):
    count = len(rows)
    body = f'    int right = 1;\n    for (int k = 0; k < {count}; ++k) {{\n        const int i = (k + at) % {count};\n'
    body += '        const half a = as_half(truth_rows[i][0]), b = as_half(truth_rows[i][1]);\n' \
            '        const half3 v = (half3)(a, b, a), w = (half3)(b, a, a);\n'
    found = []
    for number, (_, text, is_true) in enumerate(TRUTHS):
        body += f'        right &= ({text}) == (truth_rows[i][2] >> {number} & 1);\n'
        body += f'        {{ const half3 a = v, b = w; const short3 t = {text}; right &= t.x == -(truth_rows[i][2] >> {number} & 1); }}\n'
    for a, b in rows:
        found.append((a, b, sum(bool(is_true(a, b)) << i for i, (_, _, is_true) in enumerate(TRUTHS))))
    body += '    }\n    return right;\n'
    return f'__constant ushort truth_rows[{count}][3] = {{\n' + numbers(found) + '};\n\n' + kernels('truths', body)


def to_integers(rows):
    halves = sorted({h for row in rows for h in row[:1]})
    out, body = '', f'    int right = 1;\n    for (int k = 0; k < {len(halves)}; ++k) {{\n        const int i = (k + at) % {len(halves)};\n' \
                    '        const half a = as_half(whole_halves[i]);\n'
    out += f'__constant ushort whole_halves[{len(halves)}] = {{' + ', '.join(hex(h) for h in halves) + '};\n'
    for number, (to, mode, saturated) in enumerate(WHOLE):
        low, high = LIMITS[to]
        wanted = []
        for h in halves:
            whole = WAY[mode](value(h))
            wanted.append(max(low, min(high, whole)))
            assert saturated or wanted[-1] == whole
        suffix = {'uint': 'u', 'ulong': 'ul', 'long': 'l'}.get(to, '')
        out += f'__constant {to} whole_{number}[{len(halves)}] = {{' + ', '.join(f'{w}{suffix}' for w in wanted) + '};\n'
        body += f'        right &= convert_{to}{saturated}{mode}(a) == whole_{number}[i] && ' \
                f'convert_{to}2{saturated}{mode}((half2)(0, a)).y == whole_{number}[i];\n'
    body += '    }\n    return right;\n'
    return out + '\n' + kernels('to_integers', body)


def from_others():
    """From float, double and integers in each mode."""
    r = random.Random(5)
    reals = [Fraction(0), Fraction(65504), Fraction(65519), Fraction(65520), Fraction(65536), Fraction(10) ** 9, Fraction(1, 2 ** 25),
             Fraction(3, 2 ** 25), Fraction(1, 2 ** 26), Fraction(1, 2 ** 120), Fraction(2049), Fraction(2051), Fraction(4097, 4096)]
    reals += [Fraction(r.randrange(2 ** 23, 2 ** 24)) * Fraction(2) ** r.randrange(-52, -6) for _ in range(30)]
    # Half-way between two halves, a little above and below: what a double tells and a float does not.
    doubles = reals + [Fraction(2049, 2048) + d for d in (Fraction(1, 2 ** 52), -Fraction(1, 2 ** 52), 0)] + [
        Fraction(3, 2 ** 25) + d for d in (Fraction(1, 2 ** 70), -Fraction(1, 2 ** 70))] + [65520 - Fraction(1, 2 ** 30)]
    out, body = '', '    int right = 1;\n'
    for t, numbers_ in (('float', reals), ('double', doubles)):
        signed = [(s, x) for x in numbers_ for s in (0, 1)]
        text = ', '.join(('-' if s else '') + float(x).hex() + ('f' if t == 'float' else '') for s, x in signed)
        out += f'__constant {t} {t}_numbers[{len(signed)}] = {{{text}}};\n'
        out += f'__constant ushort {t}_rows[{len(signed)}][5] = {{\n' + numbers(
            [[half(-x if s else x, s, m or '_rte') for m in MODES] for s, x in signed]) + '};\n'
        body += f'    for (int k = 0; k < {len(signed)}; ++k) {{\n        const int i = (k + at) % {len(signed)};\n' \
                f'        const {t} x = {t}_numbers[i];\n'
        for number, mode in enumerate(MODES):
            wanted = f'{t}_rows[i][{number}]'
            body += f'        right &= same(convert_half{mode}(x), {wanted}) && same(convert_half3{mode}(({t}3)(x, 1, x)).z, {wanted});\n'
            body += f'        {{ half h[2]; vstore_half{mode}(x, 1, h); vstore_half2{mode}(({t}2)(x, x), 0, h);\n' \
                    f'          right &= same(h[0], {wanted}) && same(h[1], {wanted}); }}\n'
        body += f'        right &= same((half)x, {t}_rows[i][0]);\n    }}\n'
    whole = [0, 1, 2047, 2049, 2051, 4098, 65503, 65519, 65520, 65535, 65537, 2 ** 24 + 1, 2 ** 31 - 1, 2 ** 40 + 1, 2 ** 62 + 3]
    whole += [-w for w in whole]
    out += f'__constant long long_numbers[{len(whole)}] = {{' + ', '.join(f'{w}l' for w in whole) + '};\n'
    out += f'__constant ushort long_rows[{len(whole)}][5] = {{\n' + numbers(
        [[half(Fraction(w), 0, m or '_rte') for m in MODES] for w in whole]) + '};\n\n'
    body += f'    for (int k = 0; k < {len(whole)}; ++k) {{\n        const int i = (k + at) % {len(whole)};\n        const long x = long_numbers[i];\n'
    for number, mode in enumerate(MODES):
        body += f'        right &= same(convert_half{mode}(x), long_rows[i][{number}]);\n' \
                f'        if (x == (int)x) right &= same(convert_half2{mode}((int2)(0, (int)x)).y, long_rows[i][{number}]);\n' \
                f'        if (x >= 0) right &= same(convert_half{mode}((ulong)x), long_rows[i][{number}]);\n' \
                f'        if (x == (short)x) right &= same(convert_half{mode}((short)x), long_rows[i][{number}]);\n'
    body += '    }\n    return right;\n'
    return out + kernels('from_others', body)


def parts(rows):
    """Functions with a second result, and whole results."""
    halves = sorted({row[0] for row in rows})
    table = []
    for h in halves:
        x = value(h)
        m, e = math.frexp(float(x))
        whole = towards_zero(x)
        below = x - math.floor(x)
        fraction = half(below)
        table.append((h, half(Fraction(m), h & 0x8000), e & 0xffff, half(x - whole, h & 0x8000), half(Fraction(whole), h & 0x8000),
                      0x3bff if fraction == 0x3c00 else fraction, half(Fraction(math.floor(x)), h & 0x8000), (e - 1) & 0xffff))
    body = f"""    int right = 1;
    for (int k = 0; k < {len(table)}; ++k) {{
        __constant const ushort *const p = part_rows[(k + at) % {len(table)}];
        const half a = as_half(p[0]);
        int e, q;
        half whole;
        right &= same(frexp(a, &e), p[1]) && (short)e == (short)p[2];
        right &= same(modf(a, &whole), p[3]) && same(whole, p[4]);
        const half f = fract(a, &whole);
        right &= (a == 0 || same(f, p[5])) && same(whole, p[6]);
        right &= a == 0 || (ilogb(a) == (short)p[7] && logb(a) == (short)p[7]);
        right &= remquo(a, (half)3, &q) == remainder(a, (half)3);
        half2 wholes;
        int2 exponents;
        const half2 v = (half2)(a, 1);
        right &= same(modf(v, &wholes).x, p[3]) && same(wholes.x, p[4]) && wholes.y == 1;
        right &= same(frexp(v, &exponents).x, p[1]) && (short)exponents.x == (short)p[2] && exponents.y == 1;
    }}
    return right;
"""
    return f'__constant ushort part_rows[{len(table)}][8] = {{\n' + numbers(table) + '};\n\n' + kernels('parts', body)


def mathematical():
    body = '    int right = 1;\n    for (int i = at; i < 65536; i += 509) {\n        const half a = as_half((ushort)i);\n' \
           '        const half2 v = (half2)(a, -a);\n        const double d = (double)a;\n'
    for name in MATHEMATICAL:
        body += f'        right &= between({name}(a), convert_half({name}(d))) <= 1 && between({name}(v).y, convert_half({name}(-d))) <= 1;\n'
    body += '        half cosine;\n        right &= between(sincos(a, &cosine), sin(a)) == 0 && between(cosine, cos(a)) == 0;\n'
    body += """        const half b = as_half((ushort)((uint)i * 40503 >> 3));
        const double e = (double)b;
        right &= between(pow(a, b), convert_half(pow(d, e))) <= 1 && between(powr(fabs(a), b), convert_half(powr(fabs(d), e))) <= 1;
        right &= between(pown(a, 3), convert_half(pown(d, 3))) <= 1 && between(rootn(a, 3), convert_half(rootn(d, 3))) <= 1;
        right &= between(hypot(a, b), convert_half(hypot(d, e))) <= 1 && between(atan2(a, b), convert_half(atan2(d, e))) <= 1;
        if (isfinite(a) && isfinite(b)) {
            right &= between(degrees(a), convert_half(degrees(d))) <= 1 && between(radians(a), convert_half(radians(d))) <= 1;
            right &= between(mad(a, b, a), convert_half(d * e + d)) <= 1 && between(clamp(a, (half)-2, (half)3), convert_half(clamp(d, -2.0, 3.0))) == 0;
            right &= between(smoothstep((half)-2, (half)3, a), convert_half(smoothstep(-2.0, 3.0, d))) <= 1;
            right &= between(mix(a, b, (half)0.25f), convert_half(mix(d, e, 0.25))) <= 1;
        }
"""
    return kernels('mathematical', body + '    }\n    return right;\n')


GEOMETRY = """    int right = 1;
    for (int i = at; i < 31000; i += 251) {
        const half4 v = (half4)(as_half((ushort)i), as_half((ushort)(i ^ 0x81ff)), as_half((ushort)(i ^ 0x11f0)), (half)0.5f);
        const half4 w = (half4)(v.w, v.zyx);
        const double4 d = convert_double4(v), e = convert_double4(w);
        right &= between(dot(v, v), convert_half(dot(d, d))) <= 1 && between(length(v), convert_half(length(d))) <= 1;
        right &= between(distance(v.xy, w.xy), convert_half(distance(d.xy, e.xy))) <= 1;
        const half4 n = normalize(v), m = convert_half4(normalize(d));
        const half3 c = cross(v.xyz, w.xyz), f = convert_half3(cross(d.xyz, e.xyz));
        right &= between(n.x, m.x) <= 1 && between(n.y, m.y) <= 1 && between(n.w, m.w) <= 1;
        right &= between(c.x, f.x) <= 1 && between(c.z, f.z) <= 1;
        right &= length((half)-2) == 2 && normalize((half)-3) == -1 && dot(v.x, v.y) == v.x * v.y;
    }
    return right;
"""


def main():
    rows = operands()
    out = HEAD
    for name, text, right in EXACT:
        out += exact(name, text, rows, [right(*row) for row in rows])
    out += truths([row[:2] for row in rows]) + to_integers(rows) + from_others() + parts(rows) + mathematical()
    out += kernels('geometry', GEOMETRY)
    with open(os.path.join(sys.argv[1], 'halves.cl'), 'w', encoding='utf-8') as f:
        f.write(out)


main()
