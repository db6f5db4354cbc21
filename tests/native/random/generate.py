# SPDX-License-Identifier: MIT
"""Random kernels in OpenCL C whose results are the same on every device that is right.

Typed expressions, control flow that depends on ids (loops with break, continue and return nested in branches, switches that
fall through, side effects behind && and ||), helper functions with early returns and results through pointers, private
arrays, structures, vectors, local memory and barriers at places that all work-items of a group reach together; memory of
several shapes stands in shapes.py.
What the language leaves open is avoided: signed overflow, unsequenced effects, conversions out of range, products that a
compiler may fuse with a sum (factors are cut so that products are exact), signs and payloads of NaN, signs of zeros in fmin
and fmax, races. Every loop is bounded.

A kernel is a tree of statements, so that one that fails can be made smaller: see `Node`.
"""
import random

import shapes
from parts import *
from prelude import PRELUDE, TABLES


def mixed(v):
    """Statements that make the variable count in `h`."""
    def mix(text, t):
        return 'MIX(h, %s);' % ('h%s(%s)' % (t[0], text) if t in FLOATS else text)
    if v.kind == 'value' and v.type == 'bool':
        return [mix(v.name, 'int')]
    if v.kind == 'value' and v.type in SCALARS:
        return [mix(v.name, v.type)]
    if v.kind == 'value':
        return [mix('%s.s%x' % (v.name, k), base_of(v.type)) for k in range(width_of(v.type))]
    if v.kind == 'flags':
        return [mix(place, 'int') for place in v.places]
    if v.kind in ('array', 'fixed'):
        return ['for (int i = 0; i < %d; ++i) %s' % (v.length, mix(v.name + '[i]', v.type))]
    if v.kind == 'record':
        return v.mixing
    if v.kind == 'struct':
        return [mix(v.name + '.' + f, t) for f, t in (('a', 'int'), ('b', 'double'), ('v.x', 'float'), ('c[2]', 'short'))]
    return [mix('*' + v.name, v.type)]


class Helper:
    def __init__(self, name, result, parameters, pure, waits, cost, node):
        self.name, self.result, self.parameters, self.pure = name, result, parameters, pure
        self.waits, self.cost, self.node = waits, cost, node


class Writer(shapes.Shapes):
    """One function body."""

    def __init__(self, r, helpers, kernel, barriers, flat=True):
        self.r, self.helpers, self.kernel, self.barriers, self.flat = r, helpers, kernel, barriers, flat
        self.scopes = [[]]
        self.number = 0
        self.factor = 1     # how often this place is run, at most
        self.cost = 0
        self.apart = 0      # constructs around that some work-items may not enter, or leave early
        self.loops = []     # 'together', 'apart', 'switch'
        self.may_return = False  # work-items may return by themselves
        self.result = None
        self.locals = []    # (name, type)
        self.sources = []   # global inputs: (name, type)
        self.in_pure = False
        self.left = 30      # statements still to be written
        self.plain = False  # scalars, arrays and pointers only
        self.bigs = 0       # large arrays

    # ---- small choices

    def chance(self, p):
        return self.r.random() < p

    def pick(self, items):
        return self.r.choice(items)

    def name(self, letter='v'):
        self.number += 1
        return '%s%d' % (letter, self.number)

    def declare(self, v):
        self.scopes[-1].append(v)
        return v

    def visible(self, kind=None, type_=None, uniform=None, writable=False):
        seen, found = set(), []
        for scope in reversed(self.scopes):
            for v in reversed(scope):
                if v.name in seen:
                    continue
                seen.add(v.name)
                if kind and v.kind != kind:
                    continue
                if type_ and v.type != type_:
                    continue
                if uniform and not v.uniform:
                    continue
                if writable and v.constant:
                    continue
                found.append(v)
        return found

    # ---- expressions: without side effects

    def literal(self, t):
        r = self.r
        if t in ('float', 'double'):
            # No zero: gcc 12 makes -0 of 0.0 - (float)i for i = 0.
            s = self.pick(['0.25', '1.0', '0.5', '-2.0', '3.0', '0.1', '-17.25', '1.0e3', '0x1.8p-3', '100.0', '-0.75'])
            return '(%s%s)' % (s, 'f' if t == 'float' else '')
        bits = BITS[t]
        low = 0 if t.startswith('u') else -(1 << (bits - 1))
        high = (1 << bits) - 1 + low
        x = r.choice([0, 1, 2, 3, 5, 7, 8, 15, 31, 100, r.randint(0, 255), r.randint(low, high), high, -1])
        x = (x - low) % (1 << bits) + low
        if t == 'long' and x == low:
            x += 1
        if t == 'int' and x == low:
            x += 1
        suffix = {'uint': 'u', 'long': 'L', 'ulong': 'UL'}.get(t, '')
        text = '%d%s' % (x, suffix)
        if t in ('char', 'uchar', 'short', 'ushort'):
            text = '(%s)%s' % (t, text if x >= 0 else '(%s)' % text)
        return text if x >= 0 and not text.startswith('(') else '(%s)' % text

    def convert(self, text, source, target):
        if source == target:
            return text
        if target in INTS and source in FLOATS:
            # Never of NaN: OpenCL says what becomes of it, but drivers' compilers take it for undefined.
            rounding = self.pick(['', '', '_rtz', '_rte', '_rtp', '_rtn'])
            return 'convert_%s_sat%s(n%s(%s))' % (target, rounding, source[0], text)
        if target in INTS and source in INTS and self.chance(0.1):
            return 'convert_%s%s(%s)' % (target, self.pick(['', '_sat']), text)
        return '(%s)(%s)' % (target, text)

    def small(self, uniform, below):
        """An int from 0 to below - 1, below a power of two."""
        return '(%s & %d)' % (self.index(uniform), below - 1)

    def index(self, uniform):
        """A simple integer."""
        names = [v.name for v in self.visible('value', uniform=uniform or None) if v.type in ('int', 'uint', 'uchar', 'short')]
        if self.kernel:
            names += ['flag', 'group', 'n'] if uniform else ['l', 'g', 'l', 'g', 'flag']
        name = self.pick(names) if names and self.chance(0.9) else str(self.r.randint(0, 20))
        return '(%s %s %d)' % (name, self.pick(['^', '>>']), self.r.randint(0, 7)) if self.chance(0.3) else name

    def leaf(self, t, uniform):
        r = self.r
        choices = []
        for v in self.visible(uniform=uniform or None):
            if v.kind == 'value' and v.type in SCALARS:
                choices += [v] * (6 if v.type == t else 1)
            elif v.kind in ('array', 'fixed') and not uniform and v.type in SCALARS:
                choices += [v] * (3 if v.type == t else 1)
            elif v.kind == 'value' and base_of(v.type) in SCALARS:
                choices += [v] * (2 if base_of(v.type) == t else 1)
            elif v.kind == 'pointer':
                choices += [v] * 2
            elif v.kind == 'struct' or v.kind == 'record' and not uniform:
                choices.append(v)
        u = r.random()
        if u < 0.2 or (not choices and not self.kernel):
            return self.literal(t)
        if u < 0.3 and self.kernel:
            s = self.pick(['n', 'flag', 'size', 'group'] if uniform else ['l', 'g', 'l', 'g', 'size', 'group', 'n'])
            return self.convert(s, 'int', t)
        if u < 0.4 and self.sources:
            name, s = self.pick(self.sources)
            if not uniform and self.kernel and self.chance(0.4):
                return self.convert('%s[g]' % name, s, t)
            if self.kernel or not uniform:
                return self.convert('%s[%s & %d]' % (name, self.index(uniform), INPUTS - 1), s, t)
        if u < 0.45 and self.locals and not self.in_pure:
            name, s = self.pick(self.locals)
            return self.convert('%s[%s & %d]' % (name, self.index(uniform), LOCAL - 1), s, t)
        if u < 0.48:
            name, s, length = self.pick(TABLES)
            return self.convert('%s[%s]' % (name, self.small(uniform, length)), s, t)
        if not choices:
            return self.literal(t)
        v = self.pick(choices)
        if v.kind in ('array', 'fixed'):
            return self.convert('%s[%s]' % (v.name, self.small(uniform, v.length)), v.type, t)
        if v.kind == 'pointer':
            return self.convert('*' + v.name, v.type, t)
        if v.kind == 'record':
            text, s = self.read_record(v)
            return self.convert(text, s, t)
        if v.kind == 'struct':
            field, s = self.pick([('a', 'int'), ('b', 'double'), ('c[1]', 'short'), ('v.y', 'float'), ('v.x', 'float'),
                                  ('c[%s %% 3]' % self.small(uniform, 4), 'short')])
            return self.convert('%s.%s' % (v.name, field), s, t)
        if v.type in SCALARS:
            return self.convert(v.name, v.type, t)
        k = r.randrange(width_of(v.type))
        swizzle = LETTERS[k] if width_of(v.type) <= 4 and self.chance(0.7) else 's%x' % k
        return self.convert('%s.%s' % (v.name, swizzle), base_of(v.type), t)

    def expression(self, t, depth=3, uniform=False):
        if width_of(t) > 1:
            return self.vector(t, depth, uniform)
        if depth <= 0 or self.chance(0.15):
            return self.leaf(t, uniform)
        if depth > 1 and self.chance(0.04):
            name = self.name('w')
            first, second = self.expression(t, depth - 1, uniform), self.expression(t, depth - 2, uniform)
            return '({ %s %s = %s; if (%s) %s = %s; %s; })' % (t, name, first, self.condition(0, uniform), name, second, name)
        if t in FLOATS:
            return self.real(t, depth, uniform)
        return self.integer(t, depth, uniform)

    def call(self, t, depth, uniform):
        """A call of a function without side effects, or None."""
        fits = [h for h in self.helpers if h.pure and h.cost * self.factor < 30000]
        if not fits or not self.chance(0.5):
            return None
        h = self.pick(fits)
        self.cost += h.cost * self.factor
        arguments = [self.expression(p, depth - 1, uniform) for _, p, kind in h.parameters]
        return self.convert('%s(%s)' % (h.name, ', '.join(arguments)), h.result, t)

    def integer(self, t, depth, uniform):
        e = lambda s, d=1: self.expression(s, depth - d, uniform)
        form = self.pick(['wrap', 'wrap', 'bits', 'bits', 'shift', 'divide', 'compare', 'choose', 'choose', 'built', 'built', 'mixed',
                          'unary', 'cast', 'call', 'vector', 'narrow'])
        if form == 'wrap':
            if t.startswith('u') or t in ('char', 'short'):
                w = t if t in ('uint', 'ulong') else 'uint'
                return '(%s)(%s %s %s)' % (t, e(w), self.pick(['+', '-', '*']), e(w))
            return '%s%s(%s, %s)' % (self.pick(['ADD', 'SUB', 'MUL']), 'I' if t == 'int' else 'L', e(t), e(t))
        if form == 'bits':
            return '(%s)(%s %s %s)' % (t, e(t), self.pick(['&', '|', '^']), e(self.pick([t, t, 'int'])))
        if form == 'shift':
            s = self.pick([t, 'int', 'uint', 'ulong'])
            amount = e(self.pick(['int', 'uint']))
            if self.chance(0.7):
                amount = '(%s & %d)' % (amount, BITS[s] - 1)
            return '(%s)(%s %s %s)' % (t, e(s), self.pick(['<<', '>>']), amount)
        if form == 'divide':
            op = self.pick(['/', '%'])
            if t.startswith('u'):
                return '(%s)(%s %s (%s | 1))' % (t, e(t), op, e(t))
            return '(%s)(%s %s ((%s & 63) + %d))' % (t, e(t), op, e(t), self.r.randint(1, 9))
        if form == 'compare':
            return '(%s)(%s)' % (t, self.condition(depth - 1, uniform))
        if form == 'choose':
            return '(%s ? %s : %s)' % (self.condition(depth - 1, uniform), e(t), e(t))
        if form == 'mixed':
            # What the usual conversions make of operands of several types: small, so that nothing overflows.
            a, b = self.pick(INTS), self.pick(INTS)
            return '(%s)((%s & 127) %s (%s & 63))' % (t, e(a), self.pick(['+', '-', '*', '<', '>=']), e(b))
        if form == 'unary':
            return '(%s)(%s)' % (t, self.pick(['~%s', '!%s', '-(%s & 127)', '+%s']) % e(t))
        if form == 'cast':
            s = self.pick(SCALARS)
            return self.convert(self.expression(s, depth - 1, uniform), s, t)
        if form == 'call':
            return self.call(t, depth, uniform) or e(t)
        if form == 'narrow':
            s = self.pick(['char', 'short', 'uchar', 'ushort'])
            return self.convert('(%s)%s' % (s, e('int')), s, t)
        if form == 'vector' and self.plain:
            return e(t)
        if form == 'vector':
            kinds = [v for v in VECTORS if base_of(v) == t]
            if kinds and depth > 1:
                v = self.pick(kinds)
                return '(%s).s%x' % (self.vector(v, depth - 1, uniform), self.r.randrange(width_of(v)))
            if depth > 1:
                v = self.pick(['int4', 'float2', 'int2', 'double2'])
                other = self.vector(v, depth - 1, uniform)
                integer = base_of(v) in ('int', 'short', 'long', 'char')
                test = '%s < %s' % (other, self.vector(v, 1, uniform)) if not integer or self.chance(0.5) else other
                return self.convert('%s(%s)' % (self.pick(['any', 'all']), test), 'int', t)
            return e(t)
        # Built-in functions, whose arguments must have the very type: short operands of ?: are promoted.
        e = lambda s, d=1: ('(%s)%s' if s in ('char', 'uchar', 'short', 'ushort') else '%s%s') % \
            (s if s in ('char', 'uchar', 'short', 'ushort') else '', self.expression(s, depth - d, uniform))
        f = self.pick(['min', 'max', 'clamp', 'abs', 'abs_diff', 'add_sat', 'sub_sat', 'hadd', 'rhadd', 'mul_hi', 'rotate',
                       'popcount', 'clz', 'select', 'bitselect', 'mad24', 'mul24', 'upsample', 'as', 'isless', 'signbit', 'ilogb',
                       'mad_sat', 'mad_hi'])
        if f in ('abs', 'abs_diff'):
            return '(%s)%s(%s)' % (t, f, ', '.join(e(t) for _ in range(1 if f == 'abs' else 2)))
        if f == 'clamp':
            low = self.literal(t)
            return 'clamp(%s, min(%s, %s), max(%s, %s))' % (e(t), low, self.literal(t), low, low)
        if f in ('popcount', 'clz'):
            return '%s(%s)' % (f, e(t))
        if f in ('bitselect', 'mad_sat', 'mad_hi'):
            return '%s(%s, %s, %s)' % (f, e(t), e(t), e(t))
        if f == 'select':
            return 'select(%s, %s, %s)' % (e(t), e(t), e(self.pick([t, UNSIGNED.get(t, t)])))
        if f == 'mul24':
            return self.convert('mul24(%s & 0xfff, %s & 0x7ff)' % (e('int'), e('int')), 'int', t)
        if f == 'mad24':
            return self.convert('mad24(%s & 0xfff, %s & 0x7ff, %s & 0xffff)' % (e('int'), e('int'), e('int')), 'int', t)
        if f == 'upsample':
            return self.convert('upsample(%s, %s)' % (e('short'), e('ushort')), 'int', t)
        if f == 'as':
            s = {'int': 'float', 'uint': 'float', 'long': 'double', 'ulong': 'double'}.get(t)
            if not s:
                return e(t)
            return 'as_%s(n%s(%s))' % (t, s[0], e(s))
        if f == 'isless':
            s = self.pick(FLOATS)
            g = self.pick(['isless', 'isgreater', 'isequal', 'isnotequal', 'islessequal', 'isgreaterequal', 'islessgreater',
                           'isordered', 'isunordered'])
            return self.convert('%s(%s, %s)' % (g, e(s), e(s)), 'int', t)
        if f == 'signbit':
            s = self.pick(FLOATS)
            g = self.pick(['isnan', 'isinf', 'isfinite', 'isnormal', 'signbit'])
            return self.convert('%s(n%s(%s))' % (g, s[0], e(s)), 'int', t)
        if f == 'ilogb':
            return self.convert('ilogb(q%s(%s))' % (('f', e('float')) if self.chance(0.5) else ('d', e('double'))), 'int', t)
        return '%s(%s, %s)' % (f, e(t), e(t))

    def real(self, t, depth, uniform):
        e = lambda s=t: self.expression(s, depth - 1, uniform)
        c = t[0]
        form = self.pick(['add', 'add', 'add', 'multiply', 'multiply', 'multiply', 'divide', 'choose', 'choose', 'built', 'built', 'cast',
                          'call', 'negate', 'tame', 'vector'])
        if form == 'add':
            return '(%s %s %s)' % (e(), self.pick(['+', '-']), e())
        if form == 'multiply':
            return '(q%s(%s) * q%s(%s))' % (c, e(), c, e())
        if form == 'divide':
            return '(%s / %s)' % (e(), e() if self.chance(0.3) else '(fabs(%s) + %s)' % (e(), '1.0f' if t == 'float' else '1.0'))
        if form == 'choose':
            return '(%s ? %s : %s)' % (self.condition(depth - 1, uniform), e(), e())
        if form == 'cast':
            s = self.pick(SCALARS)
            return '(%s)(%s)' % (t, self.expression(s, depth - 1, uniform))
        if form == 'call':
            return self.call(t, depth, uniform) or e()
        if form == 'negate':
            return '(-%s)' % e()
        if form == 'tame':
            return 't%s(%s)' % (c, e())
        if form == 'vector' and self.plain:
            return e()
        if form == 'vector':
            v = self.pick([v for v in VECTORS if base_of(v) == t])
            return '(%s).%s' % (self.vector(v, depth - 1, uniform), LETTERS[self.r.randrange(min(width_of(v), 4))])
        f = self.pick(['fabs', 'floor', 'ceil', 'trunc', 'rint', 'round', 'sqrt', 'fmin', 'fmax', 'copysign', 'fma', 'sign', 'step',
                       'select', 'ldexp', 'fdim', 'max', 'min', 'clamp', 'mad_exact', 'fmod'])
        if f in ('fabs', 'floor', 'ceil', 'trunc', 'rint', 'round', 'sign'):
            return '%s(%s)' % (f, e())
        if f == 'sqrt':
            return 'sqrt(fabs(%s))' % e()
        if f in ('fmin', 'fmax', 'max', 'min', 'copysign', 'step'):
            return '%s(n%s(%s), n%s(%s))' % (f, c, e(), c, e())
        if f == 'fma':
            return 'fma(%s, %s, %s)' % (e(), e(), e())
        if f == 'mad_exact':
            return 'mad(q%s(%s), q%s(%s), %s)' % (c, e(), c, e(), e())
        if f == 'select':
            s = {'float': 'int', 'double': 'long'}[t]
            return 'select(%s, %s, %s)' % (e(), e(), self.expression(s, depth - 1, uniform))
        if f == 'ldexp':
            return 'ldexp(t%s(%s), (%s & 31) - 16)' % (c, e(), e('int'))
        if f == 'fdim':
            return 'fdim(t%s(%s), t%s(%s))' % (c, e(), c, e())
        if f == 'fmod':
            return 'fmod(t%s(%s), q%s(%s))' % (c, e(), c, e())
        low, high = ('-2.5f', '17.0f') if t == 'float' else ('-2.5', '17.0')
        return 'clamp(n%s(%s), %s, %s)' % (c, e(), low, high)

    def small_vector(self, b, w):
        """Bytes or shorts of memory, side by side with those of the next work-items, or somewhere."""
        size = w * (1 if 'char' in b else 2)
        name, s = self.pick(self.sources)
        count = INPUTS * (8 if s in ('double', 'long', 'ulong') else 4) // size
        at = 'g' if count > 512 and self.chance(0.7) else '(%s & %d)' % (self.index(False), count - 1)
        return 'vload%d(%s, (__global const %s *)%s)' % (w, at, b, name)

    def vector(self, t, depth, uniform):
        b, w = base_of(t), width_of(t)
        e = lambda: self.vector(t, depth - 1, uniform)
        if b in SMALL and shapes.BYTES and self.kernel and not uniform and self.sources and self.chance(0.4):
            return self.small_vector(b, w)
        known = [v for v in self.visible('value', uniform=uniform or None) if v.type == t]
        wider = [v for v in self.visible('value', uniform=uniform or None) if base_of(v.type) == b and width_of(v.type) > 1]
        if depth <= 0 or self.chance(0.2):
            if known and self.chance(0.7):
                return self.pick(known).name
            if wider and self.chance(0.5) and w <= 4:
                v = self.pick(wider)
                top = min(width_of(v.type), 4)
                return '%s.%s' % (v.name, ''.join(LETTERS[self.r.randrange(top)] for _ in range(w)))
            if self.chance(0.5):
                return '(%s)(%s)' % (t, self.leaf(b, uniform))
            return '(%s)(%s)' % (t, ', '.join(self.leaf(b, uniform) for _ in range(w)))
        form = self.pick(['make', 'add', 'add', 'choose', 'choose each', 'built', 'scalar', 'compare', 'bits', 'convert', 'parts', 'negate'])
        if form == 'make':
            return '(%s)(%s)' % (t, ', '.join(self.expression(b, depth - 1, uniform) for _ in range(w)))
        if form == 'parts' and w in (4, 8):
            return '(%s)(%s, %s)' % (t, '(%s).%s' % (e(), self.pick(['lo', 'hi', 'even', 'odd'])), '(%s).%s' % (e(), self.pick(['lo', 'hi'])))
        if form == 'choose':
            return '(%s ? %s : %s)' % (self.condition(depth - 1, uniform), e(), e())
        if form == 'choose each':
            return '(%s %s %s ? %s : %s)' % (e(), self.pick(['<', '>', '<=', '>=', '==', '!=']), e(), e(), e())
        if b in FLOATS:
            if form == 'scalar':
                return '(%s %s q%s(%s))' % (e(), self.pick(['+', '-']), b[0], self.expression(b, depth - 1, uniform))
            if form == 'compare':
                return 'select(%s, %s, %s %s %s)' % (e(), e(), e(), self.pick(['<', '>', '<=', '>=', '==', '!=']), e())
            if form == 'built':
                return self.pick(['fabs(%s)', 'floor(%s)', 'rint(%s)', '(-%s)', '(%s * ' + ('2.0f' if b == 'float' else '2.0') + ')']) % e()
            if form == 'convert' and w in (2, 4):
                return 'convert_%s(%s)' % (t, self.vector('int%d' % w, depth - 1, uniform))
            return '(%s %s %s)' % (e(), self.pick(['+', '-']), e())
        mask = self.pick([1, 3, 7, 15, 63])
        if form == 'compare':
            if b in ('int', 'long', 'short', 'char'):
                return '(%s %s %s)' % (e(), self.pick(['<', '>', '==', '!=', '<=', '>=', '&&', '||']), e())
            return e()
        if form == 'built':
            f = self.pick(['min', 'max', 'add_sat', 'sub_sat', 'hadd', 'rhadd', 'rotate', 'mul_hi', 'abs'])
            if f == 'abs':
                return e() if b in ('int', 'long', 'short', 'char') else 'abs(%s)' % e()
            return '%s(%s, %s)' % (f, e(), e())
        if form == 'convert' and w in (2, 4):
            s = self.pick(['float', 'int', 'uint', 'short', 'double'])
            text = self.vector('%s%d' % (s, w), depth - 1, uniform) if s + str(w) in VECTORS else e()
            if s in FLOATS and s + str(w) in VECTORS:
                text = 'fmax(%s, (%s%d)(%s))' % (text, s, w, '-1.0e30f' if s == 'float' else '-1.0e300')  # no NaN
            return 'convert_%s_sat(%s)' % (t, text)
        if form == 'scalar':
            return '(%s %s (%s)(%s & %d))' % (e(), self.pick(['&', '|', '^']), b, self.expression(b, depth - 1, uniform), mask)
        if form == 'negate':
            return '(~%s)' % e()
        if form == 'add':
            if b.startswith('u'):
                return '(%s %s %s)' % (e(), self.pick(['+', '-', '*']), e())
            return '((%s & (%s)%d) %s (%s & (%s)%d))' % (e(), b, mask, self.pick(['+', '-', '*']), e(), b, mask)
        return '(%s %s %s)' % (e(), self.pick(['&', '|', '^']), e())

    def condition(self, depth=2, uniform=False):
        r = self.r
        u = r.random()
        if uniform:
            if u < 0.3 and self.kernel:
                return self.pick(['flag', '!flag', 'flag > 1', '(flag & 2)', 'group % 2 == 0', 'group % 3 == 1', 'n > 40', 'size > 5'])
            if depth > 0 and u < 0.45:
                return '(%s %s %s)' % (self.condition(depth - 1, True), self.pick(['&&', '||']), self.condition(depth - 1, True))
            t = self.pick(['int', 'uint', 'long', 'int', 'float'])
            return '(%s %s %s)' % (self.expression(t, depth - 1, True), self.pick(['<', '>', '==', '!=', '<=', '>=']), self.leaf(t, True))
        if u < 0.25:
            x = self.expression('int', 1)
            k = self.pick([2, 3, 4, 5, 7])
            return '(%s & %d) %s %d' % (x, k, self.pick(['==', '!=', '>', '<']), r.randint(0, k)) if self.chance(0.5) else \
                '(uint)%s %% %du %s %du' % (x, k, self.pick(['==', '!=', '<']), r.randint(0, k - 1))
        if u < 0.35 and self.kernel:
            return self.pick(['l < %d', 'l >= %d', '(l & %d) != 0', 'g %% 5 < %d', '(g ^ l) & %d', 'l != %d', 'g %% 3 == %d']) % r.randint(1, 4)
        if u < 0.37 and self.visible('flags'):
            return self.pick(self.pick(self.visible('flags')).places)
        if u < 0.4 and self.visible('value', 'bool'):
            return self.pick(self.visible('value', 'bool')).name
        if depth > 0 and u < 0.55:
            return '(%s) %s (%s)' % (self.condition(depth - 1), self.pick(['&&', '||']), self.condition(depth - 1))
        if depth > 0 and u < 0.6:
            return '!(%s)' % self.condition(depth - 1)
        t = self.pick(COMMON)
        return '(%s %s %s)' % (self.expression(t, depth - 1), self.pick(['<', '>', '==', '!=', '<=', '>=']), self.expression(t, depth - 1))

    # ---- expressions with effects, in an order that the language fixes

    def change(self, v):
        """An assignment as an expression."""
        t = v.type
        e = self.expression(t, 1)
        if t in FLOATS:
            return self.pick(['%s = t%s(%s)' % (v.name, t[0], e), '%s += q%s(%s)' % (v.name, t[0], e), '%s -= %s' % (v.name, e)])
        if t in ('uint', 'ulong'):
            return self.pick(['%s += %s' % (v.name, e), '%s *= %s' % (v.name, e), '%s = %s' % (v.name, e), '++' + v.name, v.name + '--',
                              '%s -= %s' % (v.name, e), '%s >>= (%s & 31)' % (v.name, e)])
        if t in ('char', 'uchar', 'short', 'ushort'):
            return self.pick(['%s += (%s & 63)' % (v.name, e), '%s = %s' % (v.name, e), '++' + v.name, v.name + '--',
                              '%s ^= %s' % (v.name, e), '%s *= (%s & 7)' % (v.name, e)])
        return self.pick(['%s ^= %s' % (v.name, e), '%s = %s' % (v.name, e), '%s &= %s' % (v.name, e), '%s |= %s' % (v.name, e),
                          '%s >>= (%s & 15)' % (v.name, e), '%s %%= ((%s & 31) + 2)' % (v.name, e),
                          '%s = %s(%s, %s)' % (v.name, 'ADDI' if t == 'int' else 'ADDL', v.name, e)])

    def change_flag(self, place):
        """The same of a bool, by an operand of any type: what is not 0 is true."""
        t = self.pick(COMMON + ['bool'])
        if t == 'bool':
            return '%s %s (%s)' % (place, self.pick(['=', '|=', '&=', '^=', '+=', '-=', '*=']), self.condition(1))
        e = self.expression(t, 1)
        if t in FLOATS:
            return self.pick(['%s = n%s(%s)', '%s += t%s(%s)', '%s -= t%s(%s)', '%s *= q%s(%s)']) % (place, t[0], e)
        form = self.pick(['{0} = {1}', '{0} |= {1}', '{0} &= {1}', '{0} ^= {1}', '{0} += ({1} & 511)', '{0} -= ({1} & 511)',
                          '{0} *= ({1} & 768)', '{0} <<= ({1} & 15)', '{0} >>= ({1} & 3)', '{0} /= (({1} & 3) + 1)',
                          '{0} %= (({1} & 3) + 1)', '++{0}', '--{0}', '{0}++', '{0}--'])
        return form.format(place, e)

    def make_flags(self):
        """Bools in an array, in a structure, behind a pointer; changed, or made."""
        known = [place for v in self.visible('flags') for place in v.places]
        known += [v.name for v in self.visible('value', 'bool', writable=True) if not v.uniform]
        if known and self.chance(0.7):
            return [Node(self.change_flag(self.pick(known)) + ';')]
        form, name = self.pick(['array', 'member', 'pointer']), self.name('b')
        v = Variable(name, 'flags', 'bool')
        if form == 'array':
            length = self.pick([2, 3, 8])
            v.places = ['%s[%d]' % (name, k) for k in range(length)]
            text = 'bool %s[%d] = {%s};' % (name, length, ', '.join(self.condition(1) for _ in range(length)))
            if self.chance(0.5):
                text += '\n%s;' % self.change_flag('%s[%s]' % (name, self.small(False, length)))
        elif form == 'member':
            v.places = [name + '.b[0]', name + '.b[1]']
            text = 'truth %s = {1, {%s, %s}, 2};' % (name, self.condition(1), self.expression('int', 1))
        else:
            text = 'bool %sv = %s, *%s = &%sv;' % (name, self.condition(1), name, name)
            v.places = ['(*%s)' % name]
        self.declare(v)
        return [Node(text)]

    def targets(self, types=None):
        found = [v for v in self.visible('value', writable=True) if v.type in SCALARS and (not v.uniform or not self.apart)]
        return [v for v in found if not v.uniform and (types is None or v.type in types)]

    def outgoing(self):
        """A call of a function that gives a value and writes through pointers: (text, type of its value, variables), or None."""
        fits = [h for h in self.helpers if not h.pure and not h.waits and h.result != 'void' and h.cost * self.factor < 30000]
        if not fits:
            return None
        h = self.pick(fits)
        arguments, used = [], []
        for _, t, kind in h.parameters:
            if kind == 'out':
                free = [v.name for v in self.targets([t]) if v.name not in used]
                free += ['%s[%d]' % (a.name, k) for a in self.visible('array', t) for k in range(a.length)
                         if '%s[%d]' % (a.name, k) not in used][:2]
                if not free:
                    return None
                name = self.pick(free)
                used.append(name)
                arguments.append('&' + name)
            elif kind == 'array':
                free = [a.name for a in self.visible('array', t) if a.length == 8 and a.name not in used]
                if not free or any('[' in u for u in used):
                    return None
                name = self.pick(free)
                used.append(name)
                arguments.append(name)
            elif kind == 'record':
                place = self.record_of(t)
                if not place:
                    return None
                arguments.append('&' + place)
            elif kind == 'global':
                if not self.sources:
                    return None
                arguments.append(next(n for n, s in self.sources if s == t) if t in [s for _, s in self.sources] else None)
                if arguments[-1] is None:
                    return None
            else:
                arguments.append(self.expression(t, 1))
        self.cost += h.cost * self.factor
        return '%s(%s)' % (h.name, ', '.join(arguments)), h.result, used

    def effect(self, depth=2):
        """A condition with side effects behind && and ||."""
        r = self.r
        u = r.random()
        if depth > 0 and u < 0.5:
            op = self.pick(['&&', '||'])
            return '(%s) %s (%s)' % (self.effect(depth - 1), op, self.effect(depth - 1))
        if u < 0.75:
            free = self.targets()
            if free:
                v = self.pick(free)
                return '(%s, %s)' % (self.change(v), self.condition(1))
        if u < 0.95:
            c = self.outgoing()
            if c:
                text, t, _ = c
                return '%s %s %s' % (text, self.pick(['<', '>', '!=', '==']), self.literal(t)) if t != 'bool' else text
        return self.condition(1)

    # ---- statements

    def block(self, size, first=()):
        """A list of statements in a scope of its own."""
        self.scopes.append(list(first))
        nodes = []
        for _ in range(size):
            nodes += self.statement() if self.left > 0 else self.make_assign()
        # What is declared in here would be seen by nobody.
        for v in self.r.sample(self.scopes[-1], min(len(self.scopes[-1]), 2)):
            nodes += [Node(text) for text in mixed(v)[:2]]
        self.scopes.pop()
        return nodes

    def body_size(self):
        return self.r.randint(1, 4)

    def statement(self):
        self.left -= 1
        self.cost += self.factor
        depth = len(self.scopes)
        forms = ['declare'] * 4 + ['assign'] * 6 + ['array'] * 2 + ['store'] * 2 + ['effects'] * 3 + ['pointer', 'struct', 'vector']
        forms += ['out_call'] * 3 + ['value'] * 5 + ['record'] * 6 + ['part'] * 3 + ['big'] + ['alias'] * 3 + ['flags'] * 4
        if depth < 6 and self.left > 2:
            forms += ['if'] * 8 + ['loop'] * 6 + ['switch'] * 2 + ['block'] + ['chain'] * 3
        if self.loops:
            forms += ['jump'] * 5
        if self.may_return:
            forms += ['return'] * 2
        if self.barriers and not self.apart:
            forms += ['exchange'] * 6 + ['wait_call'] * 4 + ['uniform_if'] * 4 + ['uniform_loop'] * 4 + ['uniform_return'] * 1
            forms += ['uniform_chain', 'uniform_switch'] * 2
            forms += ['uniform_jump'] * 2 if self.loops and self.loops[-1] == 'together' else []
        if self.kernel and not self.in_pure:
            forms += ['atomic'] + ['small'] * 2
        form = self.pick(forms)
        if self.plain and form in ('vector', 'struct', 'switch', 'atomic', 'record', 'part'):
            form = 'loop' if form == 'switch' else 'assign'
        return getattr(self, 'make_' + form)()

    def make_declare(self):
        t = self.pick(COMMON + ['bool'])
        uniform = self.apart == 0 and self.chance(0.3) and self.kernel
        constant = self.chance(0.3)
        name = self.name()
        if not constant and not uniform and len(self.scopes) > 2 and self.chance(0.1):
            older = [v.name for v in self.scopes[-2] if v.kind == 'value']
            if older and not any(v.name == older[0] for v in self.scopes[-1]):
                # The same name again; its initialiser must not read itself.
                name = older[0]
                v = Variable(name, 'value', t if t != 'bool' else 'int')
                text = '%s %s = %s;' % (v.type, name, self.literal(v.type))
                self.declare(v)
                return [Node(text)]
        value = self.condition(2, uniform) if t == 'bool' else self.expression(t, 3, uniform)
        if t in FLOATS and self.chance(0.7):
            value = 't%s(%s)' % (t[0], value)
        self.declare(Variable(name, 'value', t, uniform, constant))
        return [Node('%s%s %s = %s;' % ('const ' if constant else '', t, name, value))]

    def make_assign(self):
        if self.apart == 0 and self.kernel and self.chance(0.3):
            free = [v for v in self.visible('value', uniform=True, writable=True) if v.type in SCALARS]
            if free:
                v = self.pick(free)
                return [Node('%s = %s;' % (v.name, self.expression(v.type, 3, True)))]
        free = self.targets()
        if not free:
            return self.make_declare()
        v = self.pick(free)
        if self.chance(0.5):
            return [Node(self.change(v) + ';')]
        return [Node('%s = %s;' % (v.name, self.expression(v.type, 3)))]

    def make_array(self):
        arrays = self.visible('array')
        if arrays and self.chance(0.6):
            a = self.pick(arrays)
            place = '%s[%s]' % (a.name, self.small(False, a.length))
            if a.type in FLOATS:
                return [Node('%s %s %s;' % (place, self.pick(['=', '+=', '-=']), self.expression(a.type, 2)))]
            if a.type.startswith('u'):
                return [Node('%s %s %s;' % (place, self.pick(['=', '+=', '^=', '-=', '*=']), self.expression(a.type, 2)))]
            return [Node('%s %s %s;' % (place, self.pick(['=', '^=', '|=']), self.expression(a.type, 2)))]
        t, name, length = self.pick(COMMON), self.name('a'), self.pick([2, 4, 8, 8])
        if self.chance(0.2):  # it never changes
            values = ', '.join(self.literal(t) for _ in range(self.r.randint(1, length)))
            self.declare(Variable(name, 'fixed', t, length=length))
            return [Node('%s%s %s[%d] = {%s};' % (self.pick(['const ', '']), t, name, length, values))]
        a = Variable(name, 'array', t, length=length)
        if self.chance(0.5):
            values = [self.expression(t, 1) for _ in range(self.r.randint(1, length))]
            if self.chance(0.4):  # in any order, perhaps one twice
                values = ['[%d] = %s' % (self.r.randrange(length), x) for x in values]
            values = ', '.join(values)
            self.declare(a)
            return [Node('%s %s[%d] = {%s};' % (t, name, length, values))]
        i = self.name('i')
        self.scopes.append([Variable(i, 'value', 'int', constant=True)])
        value = self.expression(t, 1)
        self.scopes.pop()
        self.declare(a)
        return [Node('%s %s[%d];\nfor (int %s = 0; %s < %d; ++%s) %s[%s] = %s;' % (t, name, length, i, i, length, i, name, i, value))]

    def make_store(self):
        if not self.kernel:
            return self.make_assign()
        t = self.pick(['uint', 'float', 'ulong', 'double', 'int'])
        e = self.expression(t, 2)
        word = {'uint': '%s', 'int': '(uint)%s', 'ulong': '(uint)(%s >> 7)', 'float': 'hf(%s)', 'double': '(uint)(hd(%s) >> 20)'}[t] % e
        place = 'out[at + %s]' % self.small(False, SLOTS) if self.chance(0.3) else 'out[at + %d]' % self.r.randrange(SLOTS)
        return [Node('%s %s %s;' % (place, self.pick(['=', '^=', '+=']), word))]

    def make_small(self):
        """Vectors of bytes or shorts that stay whole, from memory to memory: what native code keeps in narrow packs."""
        t = self.pick(['uchar4', 'uchar4', 'char4', 'short2', 'ushort2', 'uchar8', 'short4'])
        b, w = base_of(t), width_of(t)
        if not self.sources or not shapes.BYTES: return self.make_declare()
        names = [self.name('q') for _ in range(3)]
        lines = ['%s %s = %s;' % (t, name, self.small_vector(b, w)) for name in names]
        bits = 8 if 'char' in b else 16
        for _ in range(self.r.randint(2, 7)):
            x, y, z = (self.pick(names) for _ in range(3))
            lines.append('%s = %s;' % (self.pick(names), self.pick([
                'min(%s, %s)' % (x, y), 'max(%s, %s)' % (x, y), 'add_sat(%s, %s)' % (x, y), 'sub_sat(%s, %s)' % (x, y),
                'hadd(%s, %s)' % (x, y), 'rhadd(%s, %s)' % (x, y), 'as_%s(abs_diff(%s, %s))' % (t, x, y),
                '%s %s %s' % (x, self.pick(['+', '-', '&', '|', '^', '*']), y), '~%s' % x, 'rotate(%s, %s)' % (x, y),
                '%s %s (%s)(%d)' % (x, self.pick(['<<', '>>']), t, self.r.randrange(bits)), 'mul_hi(%s, %s)' % (x, y),
                '%s %s %s ? %s : %s' % (x, self.pick(['<', '>', '<=', '>=', '==', '!=']), y, z, y),
                '(%s)(%s.%s)' % (t, x, LETTERS[self.r.randrange(min(w, 4))]), '(%s)(%s)' % (t, self.literal(b)),
                '%s ? %s : %s' % (self.condition(1), x, y)])))
        slots = SLOTS * 4 // (w * bits // 8)
        lines.append('vstore%d(%s, %d, (__global %s *)(out + at));' % (w, self.pick(names), self.r.randrange(slots), b))
        return [Node('{\n%s\n}' % '\n'.join(lines))]

    def make_atomic(self):
        return [Node('%s(&total[%s], %s & 255);' % (self.pick(['atomic_add', 'atomic_add']),
                                                    self.small(False, COUNTERS), self.expression('int', 2)))]

    def make_effects(self):
        u = self.r.random()
        if u < 0.35:
            return [Node('if (%s) {' % self.effect(), self.inside(apart=True))]
        free = self.targets()
        if not free:
            return self.make_declare()
        v = self.pick(free)
        if u < 0.6:
            return [Node('%s = (%s) ? %s : %s;' % (v.name, self.effect(1), self.expression(v.type, 1), self.expression(v.type, 1)))]
        arms = []
        for _ in range(2):
            others = [x for x in self.targets() if x is not v]
            c = self.outgoing() if self.chance(0.6) else None
            if c:
                arms.append(self.convert(c[0], c[1], v.type))
            elif others:
                arms.append('(%s, %s)' % (self.change(self.pick(others)), self.expression(v.type, 1)))
            else:
                arms.append(self.expression(v.type, 1))
        name = self.name()
        text = '%s %s = (%s) ? %s : %s;' % (v.type, name, self.condition(), arms[0], arms[1])
        self.declare(Variable(name, 'value', v.type))
        return [Node(text)]

    def make_value(self):
        """The value of an assignment, whose place may be read to make it."""
        plain = [(v.name, v.type) for v in self.targets()]
        places = [('%s[%s]' % (a.name, self.small(False, a.length)), a.type) for a in self.visible('array')]
        places += [('*' + v.name, v.type) for v in self.visible('pointer')]
        if not places or self.chance(0.2):
            places = plain
        if not places:
            return self.make_array()
        place, t = self.pick(places)
        e = self.expression(t, 2)
        if t in FLOATS:
            text = self.pick(['%s = t%s(%s)' % (place, t[0], '%s - %s' % (place, e)), '%s -= %s' % (place, e)])
        elif t in ('uint', 'ulong'):
            text = self.pick(['%s = %s * 5 + %s' % (place, place, e), '%s += %s' % (place, e), '++' + place])
        else:
            text = self.pick(['%s = (%s ^ %s)' % (place, place, e), '%s ^= %s' % (place, e)])
        name = self.name()
        self.declare(Variable(name, 'value', t))
        form = self.pick(['(%s)', '(%s) * 3', '~(%s)']) if t in ('uint', 'ulong') else '(%s)'
        return [Node('%s %s = %s;' % (t, name, form % text))]

    def make_out_call(self):
        c = self.outgoing()
        if not c:
            return self.make_assign()
        text, t, used = c
        free = [v for v in self.targets() if v.name not in used]
        if not free or self.chance(0.3):
            return [Node(text + ';')]
        v = self.pick(free)
        return [Node('%s = %s;' % (v.name, self.convert(text, t, v.type)))]

    def make_pointer(self):
        pointers = [v for v in self.visible('pointer')]
        if pointers and self.chance(0.6):
            p = self.pick(pointers)
            op = '=' if not p.type.startswith('u') else self.pick(['=', '+=', '^='])
            return [Node('*%s %s %s;' % (p.name, op, self.expression(p.type, 2)))]
        arrays = self.visible('array')
        t = self.pick(['int', 'double', 'uint', 'float'])
        values = self.targets([t])
        name = self.name('p')
        if arrays and self.chance(0.5):
            a = self.pick(arrays)
            start = self.small(False, a.length)
            self.declare(Variable(name, 'pointer', a.type))
            return [Node('%s *%s = %s + %s;' % (a.type, name, a.name, start))]
        if len(values) < 2:
            return self.make_declare()
        a, b = self.r.sample(values, 2)
        condition = self.condition(1)
        self.declare(Variable(name, 'pointer', t))
        return [Node('%s *%s = %s ? &%s : &%s;' % (t, name, condition, a.name, b.name))]

    def make_struct(self):
        known = self.visible('struct')
        if not known or self.chance(0.3):
            name = self.name('s')
            e = [self.expression('int', 2), self.expression('double', 2), self.expression('short', 1), self.expression('short', 1),
                 self.expression('float', 1)]
            self.declare(Variable(name, 'struct', 'pair'))
            return [Node('pair %s = {%s, %s, {%s, %s}, (float2)(%s, 1.0f)};' % tuple([name] + e))]
        s = self.pick(known)
        if len(known) > 1 and self.chance(0.3):
            return [Node('%s = %s;' % (s.name, self.pick(known).name))]
        field, t = self.pick([('a', 'int'), ('b', 'double'), ('c[2]', 'short'), ('v.x', 'float'), ('v.y', 'float'),
                              ('c[%s %% 3]' % self.small(False, 4), 'short'), ('v', 'float2')])
        return [Node('%s.%s = %s;' % (s.name, field, self.expression(t, 2)))]

    def make_vector(self):
        known = [v for v in self.visible('value', writable=True) if width_of(v.type) > 1]
        if not known or self.chance(0.4):
            t, name = self.pick(VECTORS), self.name()
            text = '%s %s = %s;' % (t, name, self.vector(t, 2, False))
            self.declare(Variable(name, 'value', t))
            return [Node(text)]
        v = self.pick(known)
        b, w = base_of(v.type), width_of(v.type)
        if self.chance(0.4):
            return [Node('%s = %s;' % (v.name, self.vector(v.type, 2, False)))]
        if self.chance(0.5):
            return [Node('%s.s%x %s %s;' % (v.name, self.r.randrange(w), '+=' if b in FLOATS or b.startswith('u') else '=',
                                            self.expression(b, 2)))]
        part = self.pick({2: ['xy', 'yx'], 3: ['xz', 'zy'], 4: ['lo', 'hi', 'even', 'odd', 'zx', 'wy'], 8: ['s07', 's52', 's16']}[w])
        other = b + '2' if b + '2' in VECTORS else None
        if part in ('lo', 'hi', 'even', 'odd') or w != 8:
            if other:
                return [Node('%s.%s = %s;' % (v.name, part, self.vector(other, 1, False)))]
        return [Node('%s.%s = (%s2)(%s, %s);' % (v.name, part, b, self.expression(b, 1), self.expression(b, 1)))]

    def inside(self, apart, loop=None, factor=1, first=(), size=None):
        self.apart += apart
        self.factor *= factor
        if loop:
            self.loops.append(loop)
        nodes = self.block(size or self.body_size(), first)
        if loop:
            self.loops.pop()
        self.factor //= factor
        self.apart -= apart
        return nodes

    def make_if(self):
        head = 'if (%s) {' % self.condition()
        body = self.inside(True)
        if self.chance(0.4):
            return [Node(head, body, '} else {', self.inside(True))]
        return [Node(head, body)]

    def make_uniform_if(self):
        head = 'if (%s) {' % self.condition(2, True)
        body = self.inside(False)
        if self.chance(0.4):
            return [Node(head, body, '} else {', self.inside(False))]
        return [Node(head, body)]

    def make_block(self):
        return [Node('{', self.inside(False))]

    def make_loop(self):
        trips = self.pick([2, 3, 4, 6, 8, 12])
        if self.factor * trips > 1500:
            return self.make_assign()
        i = self.name('i')
        form = self.pick(['for', 'for', 'for', 'data', 'data', 'down', 'while', 'while', 'do', 'ever', 'two'])
        fuel = self.name('f')
        counter = Variable(i, 'value', 'int', constant=True)
        if form == 'for':
            head = 'for (int %s = 0; %s < %d; ++%s) {' % (i, i, trips, i)
        elif form == 'data':
            limit = '((%s) & %d)' % (self.expression('int', 2), 7 if trips < 8 else 15)
            trips = 16
            head = 'for (int %s = 0; %s < %s; %s += %d) {' % (i, i, limit, i, self.pick([1, 1, 2]))
        elif form == 'down':
            counter.type = 'uint'
            head = 'for (uint %s = (%s & 7); %s > 0; --%s) {' % (i, self.expression('uint', 1), i, i)
            trips = 8
        elif form == 'two':
            k = self.name('i')
            head = 'for (int %s = 0, %s = %d; %s < %s; ++%s, --%s) {' % (i, k, trips, i, k, i, k)
            return [Node(head, self.inside(True, 'apart', trips, [counter, Variable(k, 'value', 'int', constant=True)]))]
        elif form == 'ever':
            stop = Node('if (%s%s >= %d) break;' % (self.condition(1) + ' || ' if self.chance(0.4) else '', i, trips), keep=True)
            body = self.inside(True, 'apart', trips + 1, [counter])
            # A `continue` must not jump over what ends the loop.
            return [Node('for (int %s = 0;; ++%s) {' % (i, i), [stop] + body)]
        else:
            effect = self.effect(1) if self.chance(0.4) else self.condition(2)
            body = self.inside(True, 'apart', trips)
            if form == 'while':
                return [Node('int %s = %d;' % (fuel, trips), keep=True), Node('while (--%s >= 0 && (%s)) {' % (fuel, effect), body)]
            return [Node('int %s = %d;' % (fuel, trips), keep=True),
                    Node('do {', body, tail='} while (--%s > 0 && (%s));' % (fuel, effect))]
        return [Node(head, self.inside(True, 'apart', trips, [counter]))]

    def make_uniform_loop(self):
        trips = self.pick([2, 3, 4])
        if self.factor * trips > 60:
            return self.make_assign()
        i = self.name('i')
        counter = Variable(i, 'value', 'int', uniform=True, constant=True)
        form = self.pick(['for', 'for', 'data', 'size', 'while', 'do', 'ever'])
        if form == 'for':
            return [Node('for (int %s = 0; %s < %d; ++%s) {' % (i, i, trips, i), self.inside(False, 'together', trips, [counter]))]
        if form == 'data':
            limit = '((%s) & 3)' % self.expression('int', 1, True)
            name = self.name('m')
            return [Node('const int %s = %s;' % (name, limit), keep=True),
                    Node('for (int %s = 0; %s < %s; ++%s) {' % (i, i, name, i), self.inside(False, 'together', 4, [counter]))]
        if form == 'size' and self.kernel:
            return [Node('for (int %s = 1; %s < size; %s *= 2) {' % (i, i, i), self.inside(False, 'together', 6, [counter]))]
        if form == 'ever':
            stop = Node('if (%s >= %d) break;' % (i, trips), keep=True)
            return [Node('for (int %s = 0;; ++%s) {' % (i, i), [stop] + self.inside(False, 'together', trips + 1, [counter]))]
        body = self.inside(False, 'together', trips, [counter])
        start = Node('int %s = %d;' % (i, trips), keep=True)
        if form == 'do':
            return [Node('{', [start, Node('do {', body, tail='} while (--%s > 0);' % i)], keep=True)]
        return [Node('{', [start, Node('while (--%s >= 0) {' % i, body)], keep=True)]

    def make_switch(self):
        cases = self.pick([2, 3, 4])
        nodes = []
        value = self.pick(['%s & %d', '%s & %d']) % (self.expression(self.pick(['int', 'uint', 'int', 'char']), 2), self.pick([3, 7]))
        for k in range(cases):
            label = 'case %d:' % k if not self.chance(0.15) else 'case %d ... %d:' % (k, k)
            self.loops.append('switch')
            body = self.inside(True)
            self.loops.pop()
            last = self.pick(['} break;', '} break;', '} /* fall through */'])
            nodes.append(Node(label + ' {', body, tail=last))
        if self.chance(0.7):
            self.loops.append('switch')
            nodes.insert(self.r.randint(0, len(nodes)), Node('default: {', self.inside(True), tail=self.pick(['} break;', '} /* fall through */'])))
            self.loops.pop()
        return [Node('switch (%s) {' % value, nodes)]

    def make_jump(self):
        if 'apart' not in self.loops and self.loops[-1] != 'switch':
            return self.make_assign()
        words = []
        if self.loops[-1] in ('apart', 'switch'):
            words.append('break;')
        inner = [x for x in self.loops if x != 'switch']
        if inner and inner[-1] == 'apart':
            words.append('continue;')
        if not words:
            return self.make_assign()
        return [Node('if (%s) %s' % (self.condition(), self.pick(words)))]

    def make_uniform_jump(self):
        return [Node('if (%s) %s' % (self.condition(1, True), self.pick(['break;', 'continue;'])))]

    def returned(self):
        if self.kernel:
            return '{ out[at + %d] ^= (uint)(h >> 20) ^ %s; return; }' % (self.r.randrange(SLOTS), self.expression('uint', 2))
        return 'return (%s)((%s)(h >> 45) + %s);' % (self.result, 'u' + self.result.lstrip('u') if self.result in INTS else self.result,
                                                   self.expression(self.result, 2))

    def make_return(self):
        if not self.apart:
            return [Node('if (%s) %s' % (self.condition(), self.returned()))]
        return [Node('if (%s) %s' % (self.condition(), self.returned()))] if self.chance(0.7) else \
            [Node('if (%s) {' % self.condition(), self.inside(True, size=2) + [Node(self.returned())])]

    def make_uniform_return(self):
        return [Node('if (%s) %s' % (self.condition(1, True), self.returned()))]

    def make_exchange(self):
        if not self.locals:
            return self.make_assign()
        name, t = self.pick(self.locals)
        v = self.name()
        index = self.pick(['(l + %d) %% size' % self.r.randint(1, 9), 'size - 1 - l', '(l ^ 1) < size ? (l ^ 1) : l', '0', 'l'])
        # What is written is computed before: it may read what others are about to write.
        before = 'const %s %sw = %s;' % (t, v, self.expression(t, 2))
        guard = ''
        if self.chance(0.3):
            before += '\nconst bool %sg = %s;' % (v, self.condition(1))
            guard = 'if (%sg) ' % v
        uniform = index == '0'
        read = '%s[%s]' % (name, index)
        self.declare(Variable(v, 'value', t, uniform))
        return [Node('%s\nbarrier(CLK_LOCAL_MEM_FENCE);\n%s%s[l] = %sw;\nbarrier(CLK_LOCAL_MEM_FENCE);\n%s %s = %s;' %
                     (before, guard, name, v, t, v, read))]

    def make_wait_call(self):
        fits = [h for h in self.helpers if h.waits and h.cost * self.factor < 3000]
        room = [n for n, t in self.locals if t == 'int']
        if not fits or not room:
            return self.make_exchange()
        h = self.pick(fits)
        self.cost += h.cost * self.factor
        arguments = [self.pick(room), 'l', 'size']
        for _, t, kind in h.parameters[3:]:
            arguments.append(self.expression(t, 2, kind == 'uniform'))
        v = self.name()
        self.declare(Variable(v, 'value', h.result))
        return [Node('%s %s = %s(%s);' % (h.result, v, h.name, ', '.join(arguments)))]


def make_helper(r, number, helpers, kind, plain):
    """kind: 'pure', 'out' (results through pointers), 'waits' (barriers)."""
    w = Writer(r, [h for h in helpers if h.pure or kind == 'out' and not h.waits], False, kind == 'waits')
    w.left = r.randint(4, 14)
    w.in_pure = kind != 'waits'
    w.plain = plain
    result = r.choice(COMMON)
    name = 'help%d' % number
    parameters, texts = [], []
    nodes = []
    if kind == 'waits':
        result = r.choice(['int', 'double', 'uint'])
        parameters = [('room', 'int', 'local'), ('l', 'int', 'value'), ('size', 'int', 'uniform')]
        texts = ['__local int *room', 'const int l', 'const int size']
        w.locals = [('room', 'int')]
        w.scopes[0] += [Variable('l', 'value', 'int', constant=True), Variable('size', 'value', 'int', True, True)]
    for _ in range(r.randint(1, 4)):
        t, p = r.choice(COMMON), w.name('x')
        how = 'value'
        if kind == 'out' and r.random() < 0.5:
            how = r.choice(['out', 'out', 'array', 'global'] + ([] if plain else ['record', 'record']))
        if how == 'out':
            t = r.choice(['int', 'int', 'double', 'uint', 'float'])
            texts.append('%s *%s' % (t, p))
            w.scopes[0].append(Variable(p, 'pointer', t))
        elif how == 'record':
            t = r.choice(list(shapes.RECORDS))
            texts.append('%s *%s' % (t, p))
            w.known_record('(*%s)' % p, t)
        elif how == 'array':
            texts.append('%s *%s' % (t, p))
            w.scopes[0].append(Variable(p, 'array', t, length=8))
        elif how == 'global':
            t = r.choice(['int', 'float', 'double'])
            texts.append('__global const %s *%s' % (t, p))
            w.sources.append((p, t))
        else:
            constant = r.random() < 0.5
            uniform = kind == 'waits' and r.random() < 0.5
            how = 'uniform' if uniform else 'value'
            texts.append('%s%s %s' % ('const ' if constant else '', t, p))
            w.scopes[0].append(Variable(p, 'value', t, uniform, constant))
        parameters.append((p, t, how))
    if kind == 'out' and not any(p[2] == 'out' for p in parameters):
        texts.append('int *sgn')
        parameters.append(('sgn', 'int', 'out'))
        w.scopes[0].append(Variable('sgn', 'pointer', 'int'))
    nodes.append(Node('ulong h = %d;' % number, keep=True))
    w.result = result
    w.may_return = kind != 'waits'
    if kind == 'out' and r.random() < 0.5:
        p = [p for p in parameters if p[2] == 'out'][0]
        nodes.append(Node('*%s = %s;' % (p[0], w.literal(p[1]))))
    nodes += w.block_of_function()
    head = 'static %s %s(%s)\n{' % (result, name, ', '.join(texts))
    return Helper(name, result, parameters, kind == 'pure', kind == 'waits', w.cost + 5, Node(head, nodes, keep=True))


def block_of_function(self):
    """All statements of a function that returns self.result, in the scope of its parameters."""
    self.scopes.append([])
    nodes = []
    while self.left > 0:
        nodes += self.statement()
    for v in self.scopes[-1]:
        nodes += [Node(text) for text in mixed(v)]
    nodes.append(Node(self.returned(), keep=True))
    self.scopes.pop()
    return nodes


Writer.block_of_function = block_of_function


class Kernel:
    def __init__(self, seed):
        r = random.Random(seed)
        self.seed = seed
        self.flat = r.random() < 0.75
        self.far = self.flat and r.random() < 0.3  # also run with global offsets near the ends of 32 bits
        self.name = 'k%d_%d' % (2 if self.far else 1 if self.flat else 3, seed)
        barriers = r.random() < 0.4
        plain = r.random() < 0.5
        helpers = []
        for i in range(r.randint(1, 5)):
            helpers.append(make_helper(r, i, helpers, r.choice(['pure', 'pure', 'out', 'out', 'waits' if barriers else 'pure']),
                                       plain))
        w = Writer(r, helpers, True, barriers, self.flat)
        w.left = r.randint(10, 34)
        w.plain = plain
        w.sources = [('in', 'int'), ('fin', 'float'), ('din', 'double')]
        top = []
        if self.flat:
            top.append('const int l = get_local_id(0), size = get_local_size(0), group = get_group_id(0);')
            top.append('const int g = get_global_id(0)%s;' % (' - get_global_offset(0)' if self.far else ''))
        else:
            top.append('const int size = get_local_size(0) * get_local_size(1) * get_local_size(2);\n'
                       'const int l = (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0);\n'
                       'const int group = (get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0);\n'
                       'const int g = ((get_global_id(2) - get_global_offset(2)) * get_global_size(1) + get_global_id(1) - '
                       'get_global_offset(1)) * get_global_size(0) + get_global_id(0) - get_global_offset(0);')
        top.append('const int at = g * %d;' % SLOTS)
        nodes = [Node('\n'.join(top), keep=True)]
        if barriers:
            for i in range(r.randint(1, 2)):
                t = 'int' if i == 0 else r.choice(['int', 'float', 'double', 'uint', 'long'])
                nodes.append(Node('__local %s tile%d[%d];\ntile%d[l] = (%s)(in[g] + l);\nfor (int i = size + l; i < %d; i += size) '
                                  'tile%d[i] = (%s)i;\nbarrier(CLK_LOCAL_MEM_FENCE);' % (t, i, LOCAL, i, t, LOCAL, i, t), keep=True))
                w.locals.append(('tile%d' % i, t))
        elif r.random() < 0.6:
            nodes.append(Node('if (g >= n) return;'))
            if r.random() < 0.3:
                nodes[-1] = Node('if (g < n) {', [], tail='}')
        w.may_return = not barriers
        for t, p in (('ulong', 'h'),):
            nodes.append(Node('%s %s = (%s)g;' % (t, p, t), keep=True))
        if self.far:
            ids = {'int': ['get_global_id(0)', '(uint)get_global_id(0) + 0x7ffffff9u', 'get_global_id(0) + 3', '-get_global_id(0)'],
                   'uint': ['get_global_id(0)', 'get_global_id(0) + 5', '(uint)g - 9u'], 'ulong': ['get_global_id(0)'],
                   'long': ['get_global_id(0) - 2147483650UL', '(int)get_global_id(0)']}
            for _ in range(r.randint(2, 4)):
                t = r.choice(['int', 'int', 'uint', 'long', 'ulong'])
                v = w.declare(Variable(w.name('far'), 'value', t, constant=r.random() < 0.7))
                nodes.append(Node('%s%s %s = %s;' % ('const ' if v.constant else '', t, v.name, r.choice(ids[t])), keep=True))
        body = []
        w.scopes.append([])
        while w.left > 0:
            if barriers and w.left < 6:  # the end: single work-items may return, and none may wait any more
                w.barriers, w.may_return = False, True
            body += w.statement()
        # All that is left goes into the result.
        last = []
        for v in w.visible():
            last += mixed(v)
        w.scopes.pop()
        nodes += body
        if nodes[-len(body) - 2].body == []:  # `if (g < n) {`
            guard = nodes[-len(body) - 2]
            guard.body = nodes[-len(body) - 1:] + [Node(x) for x in last] + [self.end()]
            del nodes[-len(body) - 1:]
        else:
            nodes += [Node(x) for x in last] + [self.end()]
        restrict = ' restrict' if r.random() < 0.5 else ''
        attribute = ''
        self.required = 0
        if self.flat and r.random() < 0.1:
            self.required = r.choice([8, 16, 64])
            attribute = '__attribute__((reqd_work_group_size(%d, 1, 1))) ' % self.required
        head = ('__kernel %svoid %s(__global const int *%s in, __global const float *%s fin, __global const double *%s din, '
                '__global uint *%s out,\n    __global int *%s total, const int n, const int flag)\n{' %
                ((attribute, self.name) + (restrict,) * 5))
        self.nodes = [h.node for h in helpers] + [Node(head, nodes, keep=True)]

    @staticmethod
    def end():
        return Node('out[at + 0] ^= (uint)h;\nout[at + 1] ^= (uint)(h >> 32);', keep=True)

    def text(self):
        """Everything of this kernel: helper functions are its own, by their names."""
        out = []
        for n in self.nodes:
            n.text(0, out)
            out.append('')
        return '\n'.join(out).replace('help', 'help_%d_' % self.seed)

    def removable(self):
        return [n for top in self.nodes for n in top.all() if not n.keep]

    def openable(self):
        return [n for top in self.nodes for n in top.all() if n.body is not None and not n.head.startswith(('static', '__kernel'))]


def annotations():
    return ('// Random kernels.\n// @arg in: in %d\n// @arg fin: in %d\n// @arg din: in %d\n// @arg out: inout\n// @arg total: inout %d\n'
            % (INPUTS, INPUTS, INPUTS, COUNTERS))


def program(kernels):
    return annotations() + PRELUDE + shapes.defined() + '\n' + '\n'.join(k.text() for k in kernels)
