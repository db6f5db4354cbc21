# SPDX-License-Identifier: MIT
"""Random accesses of kernels to memory of several shapes: nested structures, unions, arrays of both, bytes of them, large
private arrays, pointers that outlive barriers; parts of vectors as places; chains of branches and switches with barriers.

A union is read as another member than was written: all its members have the same size, and a NaN is never stored. All bytes
that are read have been written, padding is only copied.
"""
from parts import *

# Of a record: its fields as (name, type, length or 0).
RECORDS = {
    'word': [('u', 'uint', 0), ('f', 'float', 0), ('h', 'ushort', 2), ('b', 'uchar4', 0)],
    'wide': [('u', 'ulong', 0), ('d', 'double', 0), ('w', 'word', 2), ('v', 'short4', 0), ('c', 'uchar', 8)],
    'inner': [('tag', 'uchar', 0), ('v', 'short4', 0), ('w', 'uint', 3), ('z', 'word', 0)],
    'site': [('a', 'ushort', 0), ('b', 'double', 0), ('v', 'uchar16', 0)],
    'outer': [('mark', 'char', 0), ('in', 'inner', 2), ('u', 'wide', 0), ('at', 'site', 0), ('m', 'short', 4)],
}
UNIONS = ['word', 'wide']
BYTES = [True]  # numbers are also read and written by their bytes
# Of vectors: places in them, each with how many elements it has.
PARTS = {
    2: [('x', 1), ('yx', 2), ('s1', 1), ('hi', 1)],
    3: [('xz', 2), ('zyx', 3), ('s20', 2), ('y', 1)],
    4: [('xz', 2), ('lo', 2), ('odd', 2), ('s13', 2), ('wzyx', 4), ('yxw', 3), ('s3', 1), ('hi.y', 1), ('xzw.zx', 2)],
    8: [('s07', 2), ('s5210', 4), ('lo', 4), ('even', 4), ('hi.xz', 2), ('odd.lo', 2), ('s6', 1), ('s76543210', 8)],
    16: [('sf0', 2), ('hi', 8), ('S159d', 4), ('even.s07', 2), ('lo.odd', 4), ('sA', 1), ('s02468ace', 8)],
}


def keep_off_bytes():
    """From now on no kernel sees the order of bytes in a number."""
    UNIONS.clear()
    BYTES.clear()


def defined():
    """The records, how they count in a hash, and functions of them by value."""
    out = []
    for name, fields in RECORDS.items():
        body = ' '.join('%s %s%s;' % (t, f, '[%d]' % n if n else '') for f, t, n in fields)
        out.append('typedef %s %s { %s } %s;' % ('union' if name in UNIONS else 'struct', name, body, name))
        first = fields[:1] if name in UNIONS else fields
        steps = []
        for f, t, n in first:
            for k in range(n or 1):
                place = 'p->%s%s' % (f, '[%d]' % k if n else '')
                if t in RECORDS:
                    steps.append('MIX(h, hash_%s(&%s));' % (t, place))
                elif width_of(t) > 1:
                    steps += ['MIX(h, %s.s%x);' % (place, i) for i in range(width_of(t))]
                else:
                    steps.append('MIX(h, %s);' % (place if t in INTS else 'h%s(%s)' % (t[0], place)))
        out.append('static ulong hash_%s(const %s *p)\n{\n    ulong h = %d;\n    %s\n    return h;\n}' %
                   (name, name, len(fields), '\n    '.join(steps)))
    out.append('static inner step_inner(inner x, uint k)\n{\n    if (k & 1) x.w[k % 3] += k;\n    x.tag ^= k & 255;\n'
               '    x.v.s31 = x.v.xz;\n    return x;\n}')
    out.append('static outer pick_outer(const outer a, outer b, int c)\n{\n    if (c > 3) return a;\n    b.in[c & 1] = a.in[1];\n'
               '    b.u.w[1] = a.in[0].z;\n    return b;\n}')
    out.append('static void turn_word(word *p, uint n)\n{\n    const uchar4 b = p->b;\n    p->h[n & 1] ^= 0x3f;\n'
               '    if (n & 2) return;\n    p->b.wx = b.yz;\n    p->u &= 0x3fffffffu;\n}')
    return '\n'.join(out) + '\n'


class Shapes:
    """The statements of a Writer that are about such things."""

    def paths(self, text, t):
        """All places in one of type t, with chosen indices: (text, type)."""
        yield text, t
        for field, s, n in RECORDS.get(t, []):
            index = ''
            if n == 3:
                index = '[%s %% 3]' % self.small(False, 4)
            elif n:
                index = '[%s]' % (self.small(False, n) if self.chance(0.6) else str(self.r.randrange(n)))
            yield from self.paths('%s.%s%s' % (text, field, index), s)

    def record(self, v):
        return '%s[%s]' % (v.name, self.small(False, v.length)) if v.length else v.name

    def record_path(self, v, want):
        found = [p for p in self.paths(self.record(v), v.type) if want(p[1])]
        return self.pick(found) if found else None

    def read_record(self, v):
        """A number in it: (text, type)."""
        text, t = self.record_path(v, lambda t: t not in RECORDS)
        if width_of(t) > 1:
            text, t = '%s.s%x' % (text, self.r.randrange(width_of(t))), base_of(t)
        return text, t

    def record_of(self, t):
        """A record of that type somewhere, or None."""
        found = [p for v in self.visible('record') for p in [self.record_path(v, lambda s: s == t)] if p]
        return self.pick(found)[0] if found else None

    def initialiser(self, t, length=0):
        if length:
            values = [self.initialiser(t) for _ in range(self.r.randint(1, length))]
            if self.chance(0.3):
                places = self.r.sample(range(length), len(values))
                values = ['[%d] = %s' % x for x in zip(places, values)]
            return '{%s}' % ', '.join(values)
        if t in RECORDS:
            fields = RECORDS[t][:1] if t in UNIONS else RECORDS[t]
            if len(fields) > 2 and self.chance(0.2):
                fields = fields[:self.r.randint(1, len(fields))]
            values = [(f, self.initialiser(s, n)) for f, s, n in fields]
            if t not in UNIONS and self.chance(0.3):
                self.r.shuffle(values)
                return '{%s}' % ', '.join('.%s = %s' % x for x in values)
            return '{%s}' % ', '.join(x for _, x in values)
        if width_of(t) > 1:
            return '(%s)(%s)' % (t, self.expression(base_of(t), 1))
        return self.expression(t, 1)

    def known_record(self, name, t, length=0):
        """Declared; what it is in the end is hashed through a pointer, or member by member."""
        v = self.declare(Variable(name, 'record', t, length=length))
        place = '%s[i]' % name if length else name
        if self.chance(0.5):
            mixing = ['MIX(h, hash_%s(&%s));' % (t, place)]
        else:
            mixing = []
            for text, s in [p for p in self.fixed_paths(place, t) if p[1] not in RECORDS]:
                if width_of(s) > 1:
                    text, s = '%s.s%x' % (text, self.r.randrange(width_of(s))), base_of(s)
                mixing.append('MIX(h, %s);' % (text if s in INTS else 'h%s(%s)' % (s[0], text)))
        if length:
            mixing = ['for (int i = 0; i < %d; ++i) {\n    %s\n}' % (length, '\n    '.join(mixing))]
        v.mixing = mixing
        return v

    def fixed_paths(self, text, t):
        yield text, t
        for field, s, n in RECORDS.get(t, []):
            yield from self.fixed_paths('%s.%s%s' % (text, field, '[%d]' % self.r.randrange(n) if n else ''), s)

    def make_record(self):
        known = self.visible('record')
        if not known or self.chance(0.25):
            name, t = self.name('r'), self.pick(['inner', 'outer', 'outer', 'wide', 'word'])
            if known and self.chance(0.4):
                t = self.pick(known).type
                a, b = self.record_of(t), self.record_of(t)
                text = '%s *%s = %s ? &%s : &%s;' % (t, name, self.condition(1), a, b) if self.chance(0.5) else \
                    '%s *%s = &%s;' % (t, name, a)
                self.known_record('(*%s)' % name, t)
                return [Node(text)]
            length = self.pick([0, 0, 2, 4])
            text = '%s %s%s = %s;' % (t, name, '[%d]' % length if length else '', self.initialiser(t, length))
            self.known_record(name, t, length)
            return [Node(text)]
        v = self.pick(known)
        form = self.pick(['member', 'member', 'member', 'member', 'copy', 'copy', 'bytes', 'value', 'call', 'walk'])
        if form == 'member':
            return [Node(self.set_place(*self.record_path(v, lambda t: t not in RECORDS)))]
        place, t = self.record_path(v, lambda t: t in RECORDS)
        other = self.record_of(t)
        if form == 'copy':
            return [Node('%s = %s;' % (place, other))] if self.chance(0.6) else \
                [Node('if (%s) %s = %s;' % (self.condition(1), place, other))]
        if form == 'bytes':
            if self.factor > 20 or place == other:
                return self.make_assign()
            i, p, q = self.name('i'), self.name('p'), self.name('p')
            least = '' if self.chance(0.5) or not UNIONS else ' - %d' % self.r.randint(1, 3)
            return [Node('{\n    uchar *%s = (uchar *)&%s;\n    const uchar *%s = (const uchar *)&%s;\n'
                         '    for (int %s = 0; %s < (int)sizeof(%s)%s; ++%s) %s[%s] = %s[%s];\n}' %
                         (p, place, q, other, i, i, t, least, i, p, i, q, i))]
        if form == 'value':
            name = self.name('r')
            text = 'const %s %s = %s;' % (t, name, other)
            self.known_record(name, t).constant = True
            self.scopes[-1].remove(self.scopes[-1][-1])
            return [Node('{\n    %s\n    %s = %s;\n    MIX(h, hash_%s(&%s));\n}' % (text, place, self.record_of(t), t, name))]
        if form == 'call':
            inner, outer, word = self.record_of('inner'), self.record_of('outer'), self.record_of('word')
            options = []
            if inner:
                options.append('%s = step_inner(%s, %s);' % (self.record_of('inner'), inner, self.expression('uint', 1)))
            if outer:
                options.append('%s = pick_outer(%s, %s, %s);' % (self.record_of('outer'), outer, self.record_of('outer'), self.expression('int', 1)))
            if word:
                options.append('turn_word(&%s, %s);' % (word, self.expression('uint', 1)))
            return [Node(self.pick(options))] if options else self.make_assign()
        if v.length and v.type == 'inner':
            p = self.name('p')
            return [Node('for (%s *%s = %s; %s < %s + %d; ++%s) %s->w[%s] ^= %s;' %
                         (v.type, p, v.name, p, v.name, v.length, p, p, self.r.randrange(3), self.expression('uint', 1)))]
        return self.make_record()

    def set_place(self, place, t):
        """A statement that changes a number or some of a vector there."""
        if width_of(t) > 1:
            return self.set_part(place, t)
        if t in FLOATS:
            return '%s = t%s(%s);' % (place, t[0], self.expression(t, 2))
        if t in ('uint', 'ulong'):
            return '%s %s %s;' % (place, self.pick(['=', '+=', '^=', '*=', '-=']), self.expression(t, 2))
        if t in ('char', 'uchar', 'short', 'ushort') and self.chance(0.5):
            return self.pick(['++' + place, place + '--', place + ' >>= 2', place + (' <<= 3' if t[0] == 'u' else ' |= 3'),
                              '%s += (%s & 63)' % (place, self.expression(t, 1))]) + ';'
        return '%s %s %s;' % (place, self.pick(['=', '^=', '|=', '&=']), self.expression(t, 2))

    def set_part(self, place, t):
        b, w = base_of(t), width_of(t)
        part, count = self.pick(PARTS[w])
        if count == 1:
            if b in FLOATS:
                return '%s.%s = t%s(%s);' % (place, part, b[0], self.expression(b, 1))
            return '%s.%s %s %s;' % (place, part, self.pick(['=', '^=', '|=']), self.expression(b, 1))
        value = self.vector('%s%d' % (b, count), 1, False)
        if b in FLOATS:
            op = self.pick(['=', '=', '+=', '-='])
        elif b[0] == 'u':
            op = self.pick(['=', '+=', '-=', '^=', '*=', '|='])
        else:
            op = self.pick(['=', '^=', '&='])
        return '%s.%s %s %s;' % (place, part, op, value)

    def make_part(self):
        known = [v for v in self.visible('value', writable=True) if width_of(v.type) > 1 and not v.uniform]
        if not known:
            return self.make_vector()
        v = self.pick(known)
        return [Node(self.set_part(v.name, v.type))]

    def make_big(self):
        """An array of 4 kB or more: not on the stack."""
        if self.factor > 1 or self.bigs >= (2 if self.kernel else 1) or len(self.scopes) > 3:
            return self.make_alias()
        self.bigs += 1
        t = self.pick(['int', 'double', 'uint', 'short', 'float', 'uchar', 'ulong'])
        length = {'uchar': 4096, 'short': 2048, 'double': 512, 'ulong': 1024}.get(t, 1024)
        self.cost += 2 * length
        name, i = self.name('a'), self.name('i')
        self.scopes.append([Variable(i, 'value', 'int', constant=True)])
        value = self.expression(t, 1)
        self.scopes.pop()
        self.declare(Variable(name, 'array', t, length=length))
        return [Node('%s %s[%d];\nfor (int %s = 0; %s < %d; ++%s) %s[%s] = %s;' % (t, name, length, i, i, length, i, name, i, value))]

    def make_alias(self):
        """A pointer into an array, used like an array of its own; or vectors in an array."""
        arrays = [a for a in self.visible('array') if a.length >= 4 and a.type in SCALARS]
        if not arrays:
            return self.make_array()
        a = self.pick(arrays)
        if not self.plain and self.chance(0.4):
            w = self.pick([2, 3, 4] if a.length >= 8 else [2])
            index, t = self.small(False, a.length // 4 if w > 2 else a.length // 2), '%s%d' % (a.type, w)
            if self.chance(0.5):
                value = self.vector(t, 1, False)
                return [Node('vstore%d(%s, %s, %s);' % (w, value, index, a.name))]
            name = self.name()
            self.declare(Variable(name, 'value', t))
            return [Node('%s %s = vload%d(%s, %s);' % (t, name, w, index, a.name))]
        name = self.name('p')
        if self.chance(0.5):
            text, length = '%s + %s' % (a.name, self.small(False, a.length // 2)), a.length // 2
        else:
            text, length = a.name, a.length
        self.declare(Variable(name, 'array', a.type, length=length))
        return [Node('%s *%s = %s;' % (a.type, name, text))]

    def make_chain(self, apart=True):
        """else if, some of them."""
        last = self.inside(apart)
        nodes, tail = last, True
        for _ in range(self.r.randint(1, 3)):
            head = 'if (%s) {' % self.condition(1, not apart)
            body = self.inside(apart, size=self.r.randint(1, 2))
            nodes = [Node(head, body, '} else {', nodes)] if tail else [Node(head, body, '} else', nodes, tail='')]
            tail = False
        return nodes

    def make_uniform_chain(self):
        return self.make_chain(False)

    def make_uniform_switch(self):
        nodes = []
        for k in range(self.pick([2, 3])):
            self.loops.append('switch of all')
            body = self.inside(False, size=self.r.randint(1, 2))
            self.loops.pop()
            nodes.append(Node('case %d: {' % k, body, tail=self.pick(['} break;', '} break;', '} /* fall through */'])))
        if self.chance(0.5):
            self.loops.append('switch of all')
            nodes.append(Node('default: {', self.inside(False, size=1), tail='} break;'))
            self.loops.pop()
        return [Node('switch (%s & 3) {' % self.condition(1, True).join(['(int)(', ')']) if self.chance(0.3) else
                     'switch ((%s) & 3) {' % self.expression('int', 1, True), nodes)]
