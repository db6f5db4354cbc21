#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Kernels that call every built-in function of OpenCL C 1.2 for every type and width, and a table of what they write.

usage: generate.py DIRECTORY [--full] [--sample]
Writes builtins.cl and builtins_cases.h there. Without --full each function has its scalar form and one of its vector forms; of conversions, shuffles and vector memory
access, which are many, a part. With --sample one kernel of five is written, as builtins_sample.cl and builtins_sample_cases.h.
The lists below come from the specification (6.12.2 to 6.12.13), not from the front end's own table, so that its
omissions are found. Images are left out."""
import os
import sys

INTS = ['char', 'uchar', 'short', 'ushort', 'int', 'uint', 'long', 'ulong']
BITS = {'char': 8, 'uchar': 8, 'short': 16, 'ushort': 16, 'int': 32, 'uint': 32, 'long': 64, 'ulong': 64, 'float': 32, 'double': 64}
FLOATS = ['float', 'double']
TYPES = INTS + FLOATS
WIDTHS = [1, 2, 3, 4, 8, 16]
SIGNED = {8: 'char', 16: 'short', 32: 'int', 64: 'long'}
ROUNDINGS = ['', '_rte', '_rtz', '_rtp', '_rtn']
ELEMENTS = 720  # of each input: divisible by all widths
SAMPLE = 5  # one kernel of so many: no divisor of the four and the two kernels that types have, so that it takes turns with them

# 6.12.2: x, y, z have the type; k is an int of as many components; "ss" etc.: see `call`.
UNARY = ('acos acosh acospi asin asinh asinpi atan atanh atanpi cbrt ceil cos cosh cospi erfc erf exp exp2 exp10 expm1 fabs floor '
         'lgamma log log2 log10 log1p logb rint round rsqrt sin sinh sinpi sqrt tan tanh tanpi tgamma trunc').split()
BINARY = 'atan2 atan2pi copysign fdim fmax fmin fmod hypot maxmag minmag nextafter pow powr remainder'.split()
HALF = 'cos exp exp2 exp10 log log2 log10 recip rsqrt sin sqrt tan'.split()
INTEGER_1 = 'clz popcount'.split()
INTEGER_2 = 'add_sat hadd rhadd max min mul_hi rotate sub_sat'.split()
INTEGER_3 = 'mad_hi mad_sat'.split()
RELATIONS_2 = 'isequal isnotequal isgreater isgreaterequal isless islessequal islessgreater isordered isunordered'.split()
RELATIONS_1 = 'isfinite isinf isnan isnormal signbit'.split()


def unsigned(t):
    return t if t.startswith('u') or t in FLOATS else 'u' + t


def signed_of(t):
    return SIGNED[BITS[t]]


def vec(t, w):
    return t if w == 1 else '%s%d' % (t, w)


class Group:
    """A kernel: inputs of one type and width, and the results of many calls."""

    groups = []

    def __init__(self, name, t, w, domain='any', reference=False):
        self.name, self.t, self.w, self.domain, self.reference = name, t, w, domain, reference
        self.cases, self.lines, self.offset = [], [], 0
        Group.groups.append(self)

    def room(self, label, t, each, rule, lanes=None):
        """Room for `each` elements of t a work-item; returns the pointer to it as text."""
        at = self.offset
        self.cases.append((label, at, t, each, rule))
        self.offset += (BITS[t] // 8 * each * (ELEMENTS // self.w) + 127) // 128 * 128
        return '((__global %s *)(out + %d))' % (t, at)

    def result(self, label, t, w, text, rule='exact'):
        to = self.room(label, t, w, rule)
        store = 'vstore%d(%s, i, %s);' % (w, text, to) if w > 1 else '%s[i] = %s;' % (to, text)
        self.lines.append(store)

    def text(self):
        t, w = self.t, self.w
        load = (lambda p, s: 'vload%d(i, %s)' % (w, p)) if w > 1 else (lambda p, s: '%s[i]' % p)
        out = ['__kernel void %s(__global const %s *a, __global const %s *b, __global const %s *c, __global const int *k,' %
               (self.name, t, t, t), '    __global uchar *out)', '{', '    const size_t i = get_global_id(0);']
        for n, p in zip('xyz', 'abc'):
            out.append('    const %s %s = %s;' % (vec(t, w), n, load(p, t)))
        out.append('    const %s m = %s;' % (vec('int', w), load('k', 'int')))
        out.append('    const %s s1 = b[i], s2 = c[i];' % t)
        out += ['    ' + line for line in self.lines]
        return '\n'.join(out + ['}', ''])


def widths(full, salt):
    return WIDTHS if full else [1, WIDTHS[1 + salt % 5]]


def math_groups(full):
    for n, t in enumerate(FLOATS):
        for w in widths(full, n + 2):
            v, i = vec(t, w), vec('int', w)
            g = Group('math1_%s' % v, t, w, reference=True)
            for f in UNARY:
                g.result('%s(%s)' % (f, v), t, w, '%s(x)' % f, 'math:' + f)
            g = Group('math2_%s' % v, t, w, reference=True)
            for f in BINARY:
                g.result('%s(%s, %s)' % (f, v, v), t, w, '%s(x, y)' % f, 'math:' + f)
            for f in ('pown', 'rootn', 'ldexp'):
                g.result('%s(%s, %s)' % (f, v, i), t, w, '%s(x, m)' % f, 'math:' + f)
            for f in ('fma', 'mad'):
                g.result('%s(%s)' % (f, v), t, w, '%s(x, y, z)' % f, 'math:' + f)
            g.result('ilogb(%s)' % v, 'int', w, 'ilogb(x)', 'math:ilogb')
            g.result('nan(%s)' % v, t, w, 'nan(as_%s(x))' % vec(unsigned(signed_of(t)), w), 'math:nan')
            if w > 1:
                for f in ('fmax', 'fmin'):
                    g.result('%s(%s, %s)' % (f, v, t), t, w, '%s(x, s1)' % f, 'maths:' + f)
                g.result('ldexp(%s, int)' % v, t, w, 'ldexp(x, k[i])', 'maths:ldexp')
            g = Group('math3_%s' % v, t, w, reference=True)
            for space in ('private', 'local', 'global'):
                for f, second in (('fract', t), ('frexp', 'int'), ('modf', t), ('sincos', t), ('lgamma_r', 'int'), ('remquo', 'int')):
                    q = vec(second, w)
                    arguments = 'x, y, ' if f == 'remquo' else 'x, '
                    number = len(g.lines)
                    if space == 'private':
                        g.lines.append('%s q%d; ' % (q, number))
                        where, place = '&q%d' % number, 'q%d' % number
                    elif space == 'local':
                        g.lines.append('__local %s q%d[1]; ' % (q, number))
                        where, place = 'q%d' % number, 'q%d[0]' % number
                    else:
                        base = g.room('room', second, 4 if w == 3 else w, 'none')
                        where = '(__global %s *)%s + i' % (q, base)
                        place = '*(%s)' % where
                    label = '%s(%s, __%s)' % (f, v, space)
                    g.lines.append('const %s r%d = %s(%s%s);' % (v, number, f, arguments, where))
                    g.result(label, t, w, 'r%d' % number, 'math:' + f)
                    g.result(label + ', the second result', second, w, place, 'math:' + f + '.2')
            g = Group('common_%s' % v, t, w, domain='mid', reference=True)
            for f, arguments in (('degrees', 'x'), ('radians', 'x'), ('sign', 'x'), ('max', 'x, y'), ('min', 'x, y'), ('step', 'x, y'),
                                 ('clamp', 'x, min(y, z), max(y, z)'), ('mix', 'x, y, z'), ('smoothstep', 'min(x, y), max(x, y) + (%s)1, z' % t)):
                g.result('%s(%s)' % (f, v), t, w, '%s(%s)' % (f, arguments), 'math:' + f)
            if w > 1:
                for f, arguments in (('max', 'x, s1'), ('min', 'x, s1'), ('clamp', 'x, min(s1, s2), max(s1, s2)'), ('mix', 'x, y, s2'),
                                     ('step', 's1, x'), ('smoothstep', 'min(s1, s2), max(s1, s2) + (%s)1, x' % t)):
                    g.result('%s with scalars (%s)' % (f, v), t, w, '%s(%s)' % (f, arguments), 'maths:%s' % f)
            if w <= 4:
                for f, arguments, each in (('dot', 'x, y', 1), ('length', 'x', 1), ('distance', 'x, y', 1), ('normalize', 'x', w)):
                    g.result('%s(%s)' % (f, v), t, each, '%s(%s)' % (f, arguments), 'geometry:' + f)
                    if t == 'float' and f != 'dot':
                        g.result('fast_%s(%s)' % (f, v), t, each, 'fast_%s(%s)' % (f, arguments), 'geometry:fast_' + f)
                if w > 2:
                    g.result('cross(%s)' % v, t, w, 'cross(x, y)', 'geometry:cross')
            if t == 'float':
                for kind in ('half', 'native'):
                    for f in HALF:
                        g.result('%s_%s(%s)' % (kind, f, v), t, w, '%s_%s(x)' % (kind, f), 'rough:' + f)
                    g.result('%s_divide(%s)' % (kind, v), t, w, '%s_divide(x, y)' % kind, 'rough:divide')
                    g.result('%s_powr(%s)' % (kind, v), t, w, '%s_powr(fabs(x), y)' % kind, 'rough:powr')


def integer_groups(full):
    for n, t in enumerate(INTS):
        for w in widths(full, n):
            v, u = vec(t, w), unsigned(t)
            g = Group('integer_%s' % v, t, w)
            g.result('abs(%s)' % v, u, w, 'abs(x)')
            g.result('abs_diff(%s)' % v, u, w, 'abs_diff(x, y)')
            for f in INTEGER_1:
                g.result('%s(%s)' % (f, v), t, w, '%s(x)' % f)
            for f in INTEGER_2:
                g.result('%s(%s)' % (f, v), t, w, '%s(x, y)' % f)
            for f in INTEGER_3:
                g.result('%s(%s)' % (f, v), t, w, '%s(x, y, z)' % f)
            g.result('clamp(%s)' % v, t, w, 'clamp(x, min(y, z), max(y, z))')
            if w > 1:
                g.result('max(%s, %s)' % (v, t), t, w, 'max(x, s1)')
                g.result('min(%s, %s)' % (v, t), t, w, 'min(x, s1)')
                g.result('clamp(%s, %s, %s)' % (v, t, t), t, w, 'clamp(x, min(s1, s2), max(s1, s2))')
            if BITS[t] == 32:
                small = '(x << (%s)8) >> (%s)8' % (t, t)
                other = '(y << (%s)8) >> (%s)8' % (t, t)
                g.result('mul24(%s)' % v, t, w, 'mul24((%s) / (%s)4096, (%s) / (%s)4096)' % (small, t, other, t))
                g.result('mad24(%s)' % v, t, w, 'mad24((%s) / (%s)4096, (%s) / (%s)4096, z / (%s)2)' % (small, t, other, t, t))
            if BITS[t] < 64:
                wide = ('u' if t.startswith('u') else '') + SIGNED[2 * BITS[t]]
                g.result('upsample(%s)' % v, wide, w, 'upsample(x, as_%s(y))' % vec(u, w))
            if not t.startswith('u'):
                g.result('any(%s)' % v, 'int', 1, 'any(x)')
                g.result('all(%s)' % v, 'int', 1, 'all(x)')
                g.result('all(%s), mostly' % v, 'int', 1, 'all(x | (%s)(-2 * (y[0] < 0)))' % v if False else 'all(x | y)')
            # operators
            for op in ('+', '-', '*'):
                if t.startswith('u') or BITS[t] < 32 and w == 1:
                    g.result('%s %s %s' % (v, op, v), t, w, '(%s)(x %s y)' % (v, op) if w == 1 else 'x %s y' % op)
            for op in ('&', '|', '^'):
                g.result('%s %s %s' % (v, op, v), t, w, '(%s)(x %s y)' % (v, op) if w == 1 else 'x %s y' % op)
            for op in ('<<', '>>'):
                g.result('%s %s %s' % (v, op, v), t, w, '(%s)(x %s (y & (%s)%d))' % (v, op, t, BITS[t] - 1) if w == 1 else
                         'x %s (y & (%s)%d)' % (op, t, BITS[t] - 1))
                if w > 1:
                    g.result('%s %s %s, unmasked' % (v, op, v), t, w, 'x %s y' % op)
                elif BITS[t] >= 32:
                    g.result('%s %s %s, unmasked' % (v, op, v), t, w, 'x %s y' % op)
            divisor = '((y & (%s)63) + (%s)1)' % (t, t)
            for op in ('/', '%'):
                g.result('%s %s %s' % (v, op, v), t, w, '(%s)(x %s %s)' % (v, op, divisor) if w == 1 else 'x %s %s' % (op, divisor))
            s = signed_of(t)
            for op in ('<', '<=', '>', '>=', '==', '!='):
                g.result('%s %s %s' % (v, op, v), 'int' if w == 1 else s, w, 'x %s y' % op)
            if w > 1:
                for op in ('&&', '||'):
                    g.result('%s %s %s' % (v, op, v), s, w, 'x %s y' % op)
                g.result('!%s' % v, s, w, '!x')
                g.result('%s ?:' % v, t, w, '(x > y) ? x : z')
            g.result('~%s' % v, t, w, '(%s)~x' % v if w == 1 else '~x')


def relation_groups(full):
    for n, t in enumerate(TYPES):
        for w in widths(full, n + 1):
            v, s, u = vec(t, w), signed_of(t), unsigned(signed_of(t))
            g = Group('relation_%s' % v, t, w)
            if t in FLOATS:
                r = 'int' if w == 1 else s
                for f in RELATIONS_2:
                    g.result('%s(%s)' % (f, v), r, w, '%s(x, y)' % f)
                for f in RELATIONS_1:
                    g.result('%s(%s)' % (f, v), r, w, '%s(x)' % f)
                for op in ('<', '<=', '>', '>=', '==', '!='):
                    g.result('%s %s %s' % (v, op, v), r, w, 'x %s y' % op)
                for op in ('+', '-', '*', '/'):
                    g.result('%s %s %s' % (v, op, v), t, w, 'x %s y' % op)
                g.result('-%s' % v, t, w, '-x')
            g.result('bitselect(%s)' % v, t, w, 'bitselect(x, y, z)')
            for c in (s, u):
                g.result('select(%s, %s, %s)' % (v, v, vec(c, w)), t, w, 'select(x, y, as_%s(z))' % vec(c, w))


def conversion_groups(full):
    for n, t in enumerate(TYPES):
        for w in widths(full, n + 3):
            for d_index, d in enumerate(TYPES):
                if not full and w > 1 and (n + d_index) % 2:  # vectors to every other type
                    continue
                exact = [d] if t in FLOATS and d in INTS else []
                # What is not saturated must fit.
                g = Group('fitting_%s_%s' % (vec(t, w), vec(d, w)), t, w, 'fit:' + d) if exact else None
                h = Group('convert_%s_%s' % (vec(t, w), vec(d, w)), t, w)
                for r in ROUNDINGS if full or w == 1 else [ROUNDINGS[(n + d_index) % 5], '']:
                    f = 'convert_%s%s' % (vec(d, w), r)
                    (g or h).result('%s(%s)' % (f, vec(t, w)), d, w, '%s(x)' % f)
                    if d in INTS:
                        f = 'convert_%s_sat%s' % (vec(d, w), r)
                        h.result('%s(%s)' % (f, vec(t, w)), d, w, '%s(x)' % f)
                if w == 1:
                    (g or h).result('(%s)%s' % (d, t), d, 1, '(%s)x' % d)
                else:
                    h.result('(%s)%s' % (vec(t, w), t), t, w, '(%s)(s1)' % vec(t, w))
            # as_type: all types of the same size; a vector of 3 is one of 4.
            g = Group('cast_%s' % vec(t, w), t, w)
            size = BITS[t] * (4 if w == 3 else w)
            for d in TYPES:
                for e in WIDTHS:
                    if BITS[d] * (4 if e == 3 else e) != size or (e == 3) != (w == 3):
                        continue
                    g.result('as_%s(%s)' % (vec(d, e), vec(t, w)), d, e, 'as_%s(x)' % vec(d, e))
            if t != 'bool' and w == 1:
                g.result('bool of %s' % t, 'int', 1, '(bool)x ? 7 : 9')


def memory_groups(full):
    for n, t in enumerate(TYPES):
        g = Group('memory_%s' % t, t, 1)
        g.lines.append('__private %s own[32];\n    __local %s shared[32];' % (t, t))
        g.lines.append('for (int j = 0; j < 32; ++j) own[j] = shared[j] = a[(i + j) %% %d];' % ELEMENTS)
        for m, w in enumerate(WIDTHS[1:]):
            if not full and (n + m) % 5:  # one of the five widths, another for the next type
                continue
            v = vec(t, w)
            for space, p in (('global', 'a'), ('private', 'own'), ('local', 'shared'), ('constant', 'fixed_%s' % t)):
                at = 'i %% 2 + 1' if space != 'global' else 'i %% 40'
                if w == 16 and space != 'global':
                    at = '0'
                elif space != 'global':
                    at = 'i % 2'
                offset = ' + 1' if space == 'global' or w < 16 and space != 'constant' and 2 * w < 32 else ''
                g.result('vload%d(__%s %s)' % (w, space, t), t, w, 'vload%d(%s, %s%s)' % (w, at.replace('%%', '%'), p, offset))
            for space, p in (('private', 'own'), ('local', 'shared')):
                g.lines.append('vstore%d(vload%d(i %% 40, b), %s, %s);' % (w, w, 'i % 2' if w < 16 else '0', p))
                to = g.room('vstore%d(%s, __%s)' % (w, v, space), t, 32, 'exact')
                g.lines.append('for (int j = 0; j < 32; ++j) %s[32 * i + j] = %s[j];' % (to, p))
        g = Group('shuffle_%s' % t, t, 16)
        u = unsigned(signed_of(t))
        for to in (2, 4, 8, 16):
            for of in (2, 4, 8, 16):
                if not full and (to // 2 + 3 * of + n) % 5:
                    continue
                part = lambda n_: n_ if of == 16 else '%s.%s' % (n_, {2: 's3a', 4: 's0b5f', 8: 'lo'}[of])
                mask = 'as_%s(z)%s' % (vec(u, 16), '' if to == 16 else '.' + {2: 's01', 4: 's4567', 8: 'hi'}[to])
                g.result('shuffle(%s, %s)' % (vec(t, of), vec(u, to)), t, to, 'shuffle(%s, %s)' % (part('x'), mask))
                g.result('shuffle2(%s, %s, %s)' % (vec(t, of), vec(t, of), vec(u, to)), t, to,
                         'shuffle2(%s, %s, %s)' % (part('x'), part('y'), mask))
    for n, t in enumerate(FLOATS):
        for w in widths(full, n + 1):
            v = vec(t, w)
            g = Group('half_%s' % v, t, w, 'half')
            suffix = '' if w == 1 else str(w)
            for r in ROUNDINGS:
                to = g.room('vstore_half%s%s(%s)' % (suffix, r, v), 'ushort', w, 'half')
                g.lines.append('vstore_half%s%s(x, i, (__global half *)%s);' % (suffix, r, to))
                if w > 1:
                    to = g.room('vstorea_half%s%s(%s)' % (suffix, r, v), 'ushort', 4 if w == 3 else w, 'half')
                    g.lines.append('vstorea_half%s%s(x, i, (__global half *)%s);' % (suffix, r, to))
            if t == 'float':
                g.result('vload_half%s' % suffix, 'float', w, 'vload_half%s(i, (__global const half *)k)' % suffix)
                if w > 1:
                    g.result('vloada_half%s' % suffix, 'float', w, 'vloada_half%s(i %% %d, (__global const half *)k)' % (suffix, ELEMENTS // 16))


def write(directory, full, sample):
    for make in (math_groups, integer_groups, relation_groups, conversion_groups, memory_groups):
        make(full)
    name = 'builtins'
    if sample:
        name, Group.groups = 'builtins_sample', Group.groups[::SAMPLE]
    n, out = ELEMENTS, []
    out.append('// Every built-in function. Written by generate.py.\n// @range: %d\n// @arg a: in %d\n// @arg b: in %d\n// @arg c: in %d\n'
               '// @arg k: in %d\n// @arg out: inout\n#pragma OPENCL EXTENSION cl_khr_fp64 : enable' % (n, n, n, n, n))
    for t in TYPES:
        out.append('__constant %s fixed_%s[32] = {%s};' % (t, t, ', '.join(str((j * 7) % 100) for j in range(32))))
    with open(os.path.join(directory, name + '.cl'), 'w') as f:
        f.write('\n'.join(out) + '\n' + '\n'.join(g.text() for g in Group.groups))
    with open(os.path.join(directory, name + '_cases.h'), 'w') as f:
        f.write('/* Written by generate.py. */\n')
        for g in Group.groups:
            f.write('static const result_place places_%s[] = {\n' % g.name)
            for label, at, t, each, rule in g.cases:
                f.write('    {"%s", %d, T_%s, %d, "%s"},\n' % (label, at, t, each, rule))
            f.write('};\n')
        f.write('static const group groups[] = {\n')
        for g in Group.groups:
            f.write('    {"%s", T_%s, %d, "%s", %d, %d, %d, places_%s},\n' % (g.name, g.t, g.w, g.domain, int(g.reference), g.offset,
                                                                          len(g.cases), g.name))
        f.write('};\n')


if __name__ == '__main__':
    write(sys.argv[1], '--full' in sys.argv, '--sample' in sys.argv)
