#!/usr/bin/env python3
"""Random kernels whose results OpenCL C defines, in the form that test_conformance.c runs: barriers in every shape of control
that all work-items follow together, control that parts them in between, helpers with and without barriers.

usage: random_kernels.py SEED COUNT OUTPUT.cl [switches]"""
import random
import sys

HEAD = '''// Made by random_kernels.py.
// @arg in: in
// @arg out: inout
typedef struct S { uint a; short b; uint c[4]; uint2 v; } S;
'''
INTEGERS = ['uint', 'uint', 'uint', 'int', 'ulong', 'long', 'uchar', 'short', 'ushort', 'char']
FENCE = 'barrier(CLK_LOCAL_MEM_FENCE);'


class Function:
    """Statements of one function. A variable is (name, type, uniform): whether all work-items hold the same value."""

    def __init__(self, r, locals_, inputs, uniforms):
        self.r, self.locals, self.inputs, self.uniforms = r, locals_, inputs, uniforms
        self.lines, self.depth, self.count = [], 1, 0
        self.variables, self.fixed = [], set()
        self.flags, self.pure, self.waiting, self.by_address = [], [], [], []
        self.apart = self.in_loop = self.in_group_loop = False

    def name(self, prefix='v'):
        self.count += 1
        return '%s%d' % (prefix, self.count)

    def emit(self, text):
        self.lines.append('    ' * self.depth + text)

    # ---- expressions, all of type uint

    def read(self, name, kind):
        r = self.r
        if kind in INTEGERS:
            return name if kind == 'uint' else '(uint)' + name
        if kind in ('float', 'float2'):
            return '(uint)(int)clamp(%s, -1.0e6f, 1.0e6f)' % (name + r.choice(['.x', '.y']) if kind == 'float2' else name)
        if kind == 'uint4':
            return '%s.%s' % (name, r.choice('xyzw'))
        if kind == 'ushort8':
            return '(uint)%s.s%d' % (name, r.randrange(8))
        if kind == 'int3':
            return '(uint)%s.%s' % (name, r.choice('xyz'))
        if kind == 'S':
            return r.choice(['%s.a', '(uint)%s.b', '%s.c[1]', '%s.v.y', '%s.c[lid & 3u]']) % name
        index = r.choice(['lid', 'a', 'gid', '3u'])
        return '%s[%s >> 2 & 1u][%s & 3u]' % (name, index, index) if kind == 'table' else '%s[%s & 7u]' % (name, index)

    def leaf(self, uniform):
        r = self.r
        known = [v for v in self.variables if v[2] or not uniform]
        which = r.randrange(10)
        if known and which < 6:
            return self.read(*r.choice(known)[:2])
        if which < 7:
            return '%uu' % r.choice([0, 1, 2, 3, 5, 7, 31, 255, 65535, 0x80000000, 0xffffffff, r.randrange(1 << 32)])
        return r.choice(self.uniforms if uniform else self.inputs + self.uniforms)

    def value(self, depth=3, uniform=False):
        r = self.r
        if depth <= 0 or r.random() < .15:
            return self.leaf(uniform)

        def part():
            return self.value(depth - 1, uniform)
        which = r.randrange(16)
        if which < 5:
            return '(%s %s %s)' % (part(), r.choice('+-*&|^'), part())
        if which == 5:
            return '(%s %s (%s & 31u))' % (part(), r.choice(['<<', '>>']), part())
        if which == 6:
            return '(%s %s (%s | 1u))' % (part(), r.choice('/%'), part())
        if which == 7:
            return '(%s %s %s ? %s : %s)' % (part(), r.choice(['<', '>', '<=', '==', '!=']), part(), part(), part())
        if which == 8:
            return '(uint)(%s %s %s)' % (part(), r.choice(['<', '&&', '||', '>=']), part())
        if which == 9:
            return '%s(%s, %s)' % (r.choice(['max', 'min', 'rotate', 'mul_hi', 'hadd', 'abs_diff', 'add_sat', 'sub_sat']),
                                   part(), part())
        if which == 10:
            return '(~%s)' % part()
        if which == 11:
            return '(uint)(%s)%s' % (r.choice(['uchar', 'ushort', 'char', 'short', 'ulong']), part())
        if which == 12:
            return '(uint)(((ulong)%s * %s) >> %d)' % (part(), part(), r.randrange(40))
        if which == 13:
            return '((uint4)(%s, %s, %s, %s)).%s' % (part(), part(), part(), part(),
                                                     r.choice(['x', 'w', 's3', 'lo.y', 'hi.x', 'wzyx.y']))
        if which == 14 and self.pure:
            return '%s(%s, %s)' % (r.choice(self.pure), part(), part())
        return 'bitselect(%s, %s, %s)' % (part(), part(), part()) if r.random() < .5 else '(uint)popcount(%s)' % part()

    def test(self, uniform):
        r = self.r
        return '(%s & %du) %s %du' % (self.value(2, uniform), r.choice([1, 3, 7]), r.choice(['==', '!=', '<', '>']), r.randrange(4))

    # ---- statements of single work-items

    def declare(self):
        r, name = self.r, self.name()
        kind = r.choice(INTEGERS + ['float', 'uint4', 'ushort8', 'int3', 'float2', 'S', 'array', 'table'])
        uniform = r.random() < .3
        x = [self.value(2, uniform) for _ in range(4)]
        self.emit({
            'float': 'float %s = (float)(%s & 1023u);' % (name, x[0]),
            'uint4': 'uint4 %s = (uint4)(%s, %s, %s, %s);' % (name, *x),
            'int3': 'int3 %s = (int3)((int)%s, (int)%s, 5);' % (name, *x[:2]),
            'ushort8': 'ushort8 %s = (ushort8)((ushort)%s);' % (name, x[0]),
            'float2': 'float2 %s = (float2)((float)(%s & 255u), 3.0f);' % (name, x[0]),
            'S': 'S %s = {%s, (short)%s, {1u, %s, 3u, 4u}, (uint2)(%s, 7u)};' % (name, *x),
            'array': 'uint %s[8] = {1u, %s, 3u};' % (name, x[0]),
            'table': 'uint %s[2][4]; for (uint q = 0; q < 8u; ++q) %s[q >> 2][q & 3u] = q + %s;' % (name, name, x[0]),
        }.get(kind, '%s %s = (%s)%s;' % (kind, name, kind, x[0])))
        self.variables.append((name, kind, uniform and kind not in ('S', 'array', 'table')))

    def assign(self):
        r = self.r
        known = [v for v in self.variables if v[0] not in self.fixed and not (v[2] and self.apart)]
        if not known:
            return self.declare()
        name, kind, uniform = r.choice(known)
        x = [self.value(3, uniform) for _ in range(2)]
        if kind == 'uint':
            text = r.choice(['%s %s= %s;' % (name, r.choice('+-*&|^'), x[0]), '%s = %s;' % (name, x[0]), '%s++;' % name,
                             '%s %s= %s & 31u;' % (name, r.choice(['<<', '>>']), x[0]), '%s %%= %s | 1u;' % (name, x[0])])
        else:
            text = {
                'float': '%s = (float)(%s & 1023u) + 1.0f;' % (name, x[0]),
                'uint4': r.choice(['%s.%s = %s;' % (name, r.choice(['x', 'y', 's2', 'hi.x']), x[0]),
                                   '%s.%s = (uint2)(%s, %s);' % (name, r.choice(['xy', 'zx', 'even', 'hi', 'lo.yx']), *x),
                                   '%s += (uint4)%s;' % (name, x[0]), '%s = %s.wzyx ^ %s;' % (name, name, x[0])]),
                'ushort8': '%s.s%d = (ushort)%s;' % (name, r.randrange(8), x[0]),
                'int3': '%s.%s = (int)%s;' % (name, r.choice('xyz'), x[0]),
                'float2': '%s.%s = (float)(%s & 4095u);' % (name, r.choice('xy'), x[0]),
                'S': r.choice(['%s.a = %s;', '%s.b = (short)%s;', '%s.c[lid & 3u] = %s;', '%s.v.x = %s;']) % (name, x[0]),
                'array': r.choice(['%s[%s & 7u] = %s;' % (name, self.value(1, uniform), x[0]),
                                   '{ uint *p = &%s[%s & 3u]; p[1] += %s; p[4] ^= p[0]; }' % (name, self.value(1), x[0])]),
                'table': r.choice(['%s[%s & 1u][%s & 3u] += %s;' % (name, self.value(1), self.value(1), x[0]),
                                   '{ uint *p = %s[1]; p[%s & 3u] = *(p - 2) + %s; }' % (name, self.value(1), x[0]),
                                   '{ uint *p = &%s[1][1]; p[1] ^= p[-1] + %s; }' % (name, x[0])]),
            }.get(kind, '%s = (%s)%s;' % (name, kind, x[0]))
        self.emit(text)

    def block(self, statement, depth, most):
        keep = len(self.variables)
        self.depth += 1
        for _ in range(self.r.randrange(1, most + 1)):
            statement(depth)
        self.depth -= 1
        del self.variables[keep:]

    def choice(self, uniform, statement, depth, most):
        """A switch."""
        r = self.r
        self.emit('switch (%s & 3u) {' % self.value(1, uniform))
        for label in r.sample(['case 0', 'case 1', 'case 2', 'case 3', 'default'], r.randrange(1, 5)):
            self.emit('%s: {' % label)
            self.block(statement, depth, most)
            self.emit('}')
            if r.random() < .7:
                self.emit('break;')
        self.emit('}')

    def alone(self, depth):
        """What single work-items do, apart from the others."""
        r, apart, in_loop = self.r, self.apart, self.in_loop
        which = r.randrange(12)
        if depth <= 0 or which < 5:
            self.assign()
        elif which == 5:
            self.declare()
        elif which < 8:
            self.emit('if (%s) {' % self.test(False))
            self.apart = True
            self.block(self.alone, depth - 1, 2)
            if r.random() < .5:
                self.emit('} else {')
                self.block(self.alone, depth - 1, 2)
            self.emit('}')
        elif which < 10:
            i, limit = self.name('i'), self.leaf(False)
            self.emit(r.choice(['for (uint %s = 0; %s < (%s & 7u); ++%s) {' % (i, i, limit, i),
                                'for (uint %s = %s & 7u; %s > 0u; --%s) {' % (i, limit, i, i)]))
            self.variables.append((i, 'uint', False))
            self.fixed.add(i)
            self.apart = self.in_loop = True
            self.block(self.alone, depth - 1, 2)
            self.variables = [v for v in self.variables if v[0] != i]
            self.emit('}')
        elif which == 10 and in_loop:
            self.emit('if (%s) %s;' % (self.test(False), r.choice(['break', 'continue'])))
        else:
            self.apart, self.in_loop = True, False
            self.choice(False, self.alone, depth - 1, 1)
        self.apart, self.in_loop = apart, in_loop

    # ---- statements of the group

    def exchange(self):
        r, array, name = self.r, self.r.choice(self.locals), self.name()
        self.emit('%s[lid] = %s;' % (array, self.value(2)))
        self.emit(FENCE)
        if r.random() < .6:
            self.emit('uint %s = %s[(lid + %s) %% size];' % (name, array, r.choice(['1u', 'size / 2u', '3u'])))
            self.variables.append((name, 'uint', False))
        else:
            self.emit('uint %s = 0; for (uint q = 0; q < size; ++q) %s += %s[q];' % (name, name, array))
            self.variables.append((name, 'uint', True))
        self.emit(FENCE)

    def counted(self):
        """All add to one place."""
        flag, name = self.flags.pop(), self.name()
        self.emit('if (lid == 0u) %s = 1u;' % flag)
        self.emit(FENCE)
        self.emit('if (%s) %s(&%s, %s);' % (self.test(False), self.r.choice(['atomic_add', 'atomic_xor', 'atomic_max']), flag,
                                            self.value(2)))
        self.emit(FENCE)
        self.emit('const uint %s = %s;' % (name, flag))
        self.emit(FENCE)
        self.variables.append((name, 'uint', True))
        self.fixed.add(name)

    def group_loop(self, depth):
        r, i = self.r, self.name('i')
        kind = r.randrange(5 if self.flags else 4)
        flag = self.flags.pop() if kind == 4 else None
        if kind == 0:
            self.emit('for (uint %s = 0; %s < (%s & 3u) + 1u; ++%s) {' % (i, i, self.leaf(True), i))
        elif kind == 1:
            self.emit('for (uint %s = size / 2u; %s > 0u; %s >>= 1) {' % (i, i, i))
        elif kind == 2:
            self.emit('uint %s = 0; while (%s < (%s & 3u)) {' % (i, i, self.leaf(True)))
        elif kind == 3:
            self.emit('uint %s = 0; do {' % i)
        else:
            self.emit('if (lid == 0u) %s = %s & 3u;' % (flag, self.value(1, True)))
            self.emit(FENCE)
            self.emit('uint %s = 0; while (%s > 0u && %s < 4u) {' % (i, flag, i))
        self.variables.append((i, 'uint', True))
        self.fixed.add(i)
        before = self.in_group_loop, self.in_loop
        self.in_group_loop, self.in_loop = kind != 4, False
        keep = len(self.variables)
        self.depth += 1
        if kind > 1:
            self.emit('++%s;' % i)
        if kind == 4:
            self.emit(FENCE)
        for _ in range(r.randrange(1, 4)):
            self.together(depth - 1)
        if kind == 4:
            for text in (FENCE, 'if (lid == size - 1u) --%s;' % flag, FENCE):
                self.emit(text)
        self.depth -= 1
        del self.variables[keep:]
        self.emit('} while (%s < 3u);' % i if kind == 3 else '}')
        self.variables = [v for v in self.variables if v[0] != i]
        self.in_group_loop, self.in_loop = before

    def together(self, depth):
        """What the group does together: barriers may stand in it."""
        r, which = self.r, self.r.randrange(16)
        if which < 3:
            self.exchange()
        elif which < 5 or depth <= 0:
            self.alone(2)
        elif which == 5:
            self.declare()
        elif which < 8:
            self.emit('if (%s) {' % self.test(True))
            self.block(self.together, depth - 1, 3)
            if r.random() < .5:
                self.emit('} else {')
                self.block(self.together, depth - 1, 3)
            self.emit('}')
        elif which < 11:
            self.group_loop(depth)
        elif which == 11 and self.in_group_loop:
            self.emit('if (%s) %s;' % (self.test(True), r.choice(['break', 'continue'])))
        elif which == 12 and self.flags:
            self.counted()
        elif which == 13 and self.waiting:
            name = self.name()
            self.emit('uint %s = %s(%s, %s, %s, lid, size);' % (name, r.choice(self.waiting), r.choice(self.locals), self.value(2),
                                                               self.value(1, True)))
            self.variables.append((name, 'uint', False))
        elif which == 14 and self.by_address:
            numbers = [v[0] for v in self.variables if v[1] == 'uint' and not v[2] and v[0] not in self.fixed]
            records = [v[0] for v in self.variables if v[1] == 'S']
            if numbers and records:
                self.emit('%s(&%s, &%s, %s, lid, size, %s);' % (r.choice(self.by_address), r.choice(numbers), r.choice(records),
                                                             r.choice(self.locals), self.value(1, True)))
        else:
            self.assign()


def pure_function(r, name):
    f = Function(r, [], ['x', 'y'], ['3u'])
    f.variables = [('x', 'uint', False), ('y', 'uint', False)]
    f.emit('const uint gid = x, lid = y, a = x ^ 5u;')
    f.block(lambda depth: f.alone(depth), 2, 3)
    f.emit('if (%s) return %s;' % (f.test(False), f.value(1)))
    f.emit('return %s;' % f.value(2))
    return 'uint %s(uint x, uint y)\n{\n%s\n}\n' % (name, '\n'.join(f.lines))


def waiting_function(r, name, others):
    f = Function(r, ['l'], ['lid', '(uint)get_global_id(0)'], ['u', '3u'])
    f.variables, f.waiting = [('x', 'uint', False), ('u', 'uint', True)], others
    f.emit('const uint gid = (uint)get_global_id(0), a = u;')
    for _ in range(2):
        f.together(2)
    f.emit('if (%s) return %s;' % (f.test(True), f.value(1)))
    f.exchange()
    f.emit('return %s;' % f.value(2))
    return 'uint %s(__local uint *l, uint x, uint u, uint lid, uint size)\n{\n%s\n}\n' % (name, '\n'.join(f.lines))


def by_address_function(r, name):
    return '''void %s(uint *x, S *t, __local uint *l, uint lid, uint size, uint u)
{
    if ((u & 7u) == 2u) return;
    uint *y = u & 1u ? x : &t->a;
    l[lid] = *x + t->c[1];
    %s
    *y += l[(lid + 1u) %% size];
    t->c[lid & 3u] ^= *x;
    %s
    if (u & 2u) { t->v.y = *x; %s }
    l[lid] = *y;
    %s
    t->b = (short)l[size - 1u - lid];
    %s
}
''' % (name, FENCE, FENCE, r.choice(['', 'return;', 'u = 5u;']), FENCE, FENCE)


def kernel(seed, number, switches):
    r = random.Random(seed * 1000 + number)
    prefix = 'r%d' % number
    barriers, spread = number % 3 != 2, number % 2
    pure = ['%s_pure%d' % (prefix, i) for i in range(r.randrange(3))]
    waiting = ['%s_wait%d' % (prefix, i) for i in range(r.randrange(3) if barriers else 0)]
    by_address = ['%s_address' % prefix] if barriers else []
    text = [pure_function(r, name) for name in pure]
    text += [waiting_function(r, name, waiting[:i]) for i, name in enumerate(waiting)]
    text += [by_address_function(r, name) for name in by_address]
    f = Function(r, ['l0', 'l1'], ['gid', 'lid', '(uint)get_local_id(1)', 'in[gid & 63]', 'in[(gid * 7u + lid) & 1023]'],
                 ['a', 'b', '(uint)get_group_id(0)', '(uint)get_num_groups(0)', '(uint)get_local_size(0)'] + (['in[3]'] * r.randrange(2)))
    f.pure, f.waiting, f.by_address = pure, waiting, by_address
    if barriers:
        f.emit('__local uint l0[64], l1[64], f0, f1, f2;')
        f.flags = ['f0', 'f1', 'f2']
    f.emit('const uint a = n * 7u & 15u, b = n / 5u & 7u;')
    f.emit('const uint lid = (uint)(get_local_id(0) + get_local_size(0) * (get_local_id(1) + get_local_size(1) * get_local_id(2)));')
    f.emit('const uint size = (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2));')
    f.emit('const uint gid = lid + size * (uint)get_group_id(0);')
    if not barriers and r.random() < .4:
        f.emit('if (get_global_id(0) >= n - 3u) return;')
    for _ in range(r.randrange(3, 7)):
        f.declare()
    for _ in range(r.randrange(3, 7)):
        if barriers and switches and r.random() < .2:
            f.choice(True, f.together, 2, 2)
        elif barriers:
            f.together(3)
        else:
            f.alone(3)
    if r.random() < .2:
        f.emit('if (%s) { out[gid * 2u + 1u] = %s; return; }' % (f.test(False), f.value(1)))
    f.emit('out[gid * 2u] = %s;' % (' ^ '.join('(%s * %uu)' % (f.read(*v[:2]), 3 + 2 * i) for i, v in enumerate(f.variables)) or '0u'))
    text.append('__kernel void %s%s(__global const uint *%sin, __global uint *%sout, const uint n)\n{\n%s\n}\n'
                % ('nd_' if spread else '', prefix, *r.choice([('', ''), ('restrict ', 'restrict ')]), '\n'.join(f.lines)))
    return '\n'.join(text)


def main():
    seed, count, output = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    # Drivers go wrong where barriers stand in switches: such kernels are made on request only.
    switches = 'switches' in sys.argv[4:]
    with open(output, 'w') as f:
        f.write(HEAD + ''.join('\n' + kernel(seed, i, switches) for i in range(count)))


if __name__ == '__main__':
    main()
