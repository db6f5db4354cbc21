#!/usr/bin/env python3
"""Operators, casts, initialisers, arguments and results over pairs of types: the front end and clang must accept and
refuse the same ones, and find the same types. Intended differences are in differences.py, with the reason.

usage: operators.py VERDICT CLANG [--cases N] [--seed N] [--standard STD] [--show N]
Without --cases everything is compared, over a million lines; with it, a sample."""
import argparse
import collections
import concurrent.futures
import os
import random
import re
import sys
import tempfile

import clang
import differences

CHUNK = 1000
HEAD = ('#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n'
        'struct s { int m; float n; }; union u { int m; float n; }; struct c { const int m; }; struct forward; enum e { e0, e1 }; '
        'typedef struct { float4 v; } t;\n')
VECTORS = ['char2', 'uchar4', 'short8', 'ushort4', 'int2', 'int3', 'int4', 'uint4', 'long2', 'long4', 'ulong16', 'half2', 'float2', 'float4', 'double4']
POINTERS = ['global int *', 'global const int *', 'global volatile int *', 'global uint *', 'global float *', 'global float4 *',
            'local int *', 'constant int *', 'private int *', 'private const int *', 'private float *', 'global void *', 'local void *',
            'private void *', 'constant void *', 'global const void *', 'global struct s *', 'global struct forward *', 'private struct s *',
            'global int * private *', 'local int * private *', 'private int * private *', 'global char *']
# Operands: (name, parameter, expression)
OPERANDS = [(t, t + ' %s', '%s') for t in [
    'bool', 'char', 'uchar', 'short', 'ushort', 'int', 'uint', 'long', 'ulong', 'half', 'float', 'double', 'size_t', 'enum e', 'struct s',
    'union u', 't', 'event_t', 'const int', 'const float4', 'struct c'] + VECTORS]
OPERANDS += [(t, t + '%s', '%s') for t in POINTERS]
OPERANDS += [('sampler_t', 'sampler_t %s', '%s'), ('image', 'read_only image2d_t %s', '%s'),
             ('array', 'private int (*%s)[3]', '(*%s)'), ('global array', 'global float (*%s)[3]', '(*%s)'),
             ('other array', 'private int (*%s)[4]', '(*%s)'),
             ('global int', 'global int *%s', '(*%s)'), ('constant float4', 'constant float4 *%s', '(*%s)'),
             ('global struct s', 'global struct s *%s', '(*%s)'), ('swizzle', 'float4 %s', '%s.xy'), ('one', 'int4 %s', '%s.x'),
             ('twice', 'float4 %s', '%s.xx'), ('zero', 'int %s', '0'), ('one constant', 'int %s', '1'), ('literal', 'int %s', '1.0f'),
             ('double literal', 'int %s', '2.5'), ('large literal', 'int %s', '5000000000'), ('unsigned literal', 'int %s', '3u'),
             ('string', 'int %s', '"s"'), ('null', 'int %s', '((void *)0)'), ('address', 'int %s', '(&%s)'), ('void', 'int %s', '((void)%s)'),
             ('comparison', 'float4 %s', '(%s < %s)'), ('vector literal', 'int %s', '(int4)(1)'), ('negative', 'int %s', '-1'),
             ('character', 'int %s', "'x'"), ('function', 'int %s', 'get_work_dim'), ('struct pointee', 'private struct s *%s', '(*%s)')]
SECOND = [('generic', 'generic int *%s', '%s'), ('generic const', 'generic const int *%s', '%s'), ('generic void', 'generic void *%s', '%s'),
          ('queue_t', 'queue_t %s', '%s'), ('clk_event_t', 'clk_event_t %s', '%s'), ('ndrange_t', 'ndrange_t %s', '%s'),
          ('reserve_id_t', 'reserve_id_t %s', '%s'), ('atomic_int', 'global atomic_int *%s', '(*%s)'),
          ('atomic', 'global atomic_int *%s', '%s'), ('atomic_float', 'private atomic_float *%s', '(*%s)'),
          ('pipe', 'pipe int %s', '%s'), ('block', 'int %s', '^(int x) { return x; }')]
BINARY = ['+', '-', '*', '/', '%', '<<', '>>', '<', '>', '<=', '>=', '==', '!=', '&', '|', '^', '&&', '||', ',']
ASSIGN = ['=', '+=', '-=', '*=', '/=', '%=', '<<=', '>>=', '&=', '|=', '^=']
UNARY = ['+%s', '-%s', '~%s', '!%s', '&%s', '*%s', '++%s', '--%s', '%s++', '%s--', 'sizeof(%s)', '%s.x', '%s.lo', '%s.m', '%s->m', '%s->x',
         '%s[0]', '%s.s0', '%s.s4', '%s.hi', '%s.even', '%s.xyzw', '%s.xx', 'vec_step(%s)', '(%s)', '&%s[0]', '*&%s', '&*%s', '%s()',
         'as_float(%s)', 'as_int4(%s)', 'convert_int4(%s)', 'convert_float(%s)', '(%s).s01', '%s.v', '%s.v.x', '_Alignof(__typeof__(%s))',
         'if (%s) ;', 'while (%s) ;', 'switch (%s) { case 1: ; }', 'for (; %s; ) ;', 'do ; while (%s);', 'return %s;']
TYPES = [t[0] for t in OPERANDS if t[1].endswith(' %s') and t[2] == '%s' and t[0] not in ('image', 'const float4')] + POINTERS + ['void']
SECOND_TYPES = ['generic int *', 'generic void *', 'queue_t', 'clk_event_t', 'reserve_id_t', 'ndrange_t', 'atomic_int']


def kind(message):
    return re.sub(r"\((aka|vector of)[^()]*\)", '', re.sub(r"'[^']*'", "''", message))


class Case:
    """One line. `names` tell the kind for the table of differences."""
    def __init__(self, form, names, text, value=None):
        self.form, self.names, self.text, self.value = form, names, text, value


def fill(operand, name):
    return operand[1].replace('%s', name), operand[2].replace('%s', name)


def cases(standard):
    second = standard != 'CL1.2'
    operands = OPERANDS + (SECOND if second else [])
    types = TYPES + (SECOND_TYPES if second else [])
    for a in operands:
        pa, va = fill(a, 'a')
        for op in UNARY:
            text = op.replace('%s', va)
            statement = text.endswith(';') or text.endswith('}')
            yield Case(op, (a[0],), 'void t@(%s) { %s }' % (pa, text if statement else text + ';'), None if statement else (pa, text))
        for b in operands:
            pb, vb = fill(b, 'b')
            for op in BINARY + ASSIGN:
                text = '%s %s %s' % (va, op, vb)
                yield Case(op, (a[0], b[0]), 'void t@(%s, %s) { %s; }' % (pa, pb, text), ('%s, %s' % (pa, pb), text))
            for name, condition, shown in (('?: of int', 'int c', 'c'), ('?: of int4', 'int4 c', 'c'), ('?: of float', 'float c', 'c'),
                                           ('?: of uint2', 'uint2 c', 'c'), ('?: of a pointer', 'global int *c', 'c')):
                text = '%s ? %s : %s' % (shown, va, vb)
                parameters = '%s, %s, %s' % (condition, pa, pb)
                yield Case(name, (a[0], b[0]), 'void t@(%s) { %s; }' % (parameters, text), (parameters, text))
            yield Case('[]', (a[0], b[0]), 'void t@(%s, %s) { %s[%s]; }' % (pa, pb, va, vb), ('%s, %s' % (pa, pb), '%s[%s]' % (va, vb)))
            yield Case('(float4)(,)', (a[0], b[0]), 'void t@(%s, %s) { (float4)(%s, %s); }' % (pa, pb, va, vb))
            yield Case('(int4)(,)', (a[0], b[0]), 'void t@(%s, %s) { (int4)(%s, %s); }' % (pa, pb, va, vb))
        for t in types:
            space = '' if t.endswith('*') else ' '
            yield Case('cast', (t, a[0]), 'void t@(%s) { (%s)%s; }' % (pa, t, va), (pa, '(%s)%s' % (t, va)))
            yield Case('vector literal', (t, a[0]), 'void t@(%s) { (%s)(%s); }' % (pa, t, va), (pa, '(%s)(%s)' % (t, va)))
            yield Case('initialise', (t, a[0]), 'void t@(%s) { %s%sx = %s; }' % (pa, t, space, va))
            yield Case('initialise {}', (t, a[0]), 'void t@(%s) { %s%sx = {%s}; }' % (pa, t, space, va))
            yield Case('initialise an array', (t, a[0]), 'void t@(%s) { %s%sx[2] = {%s}; }' % (pa, t, space, va))
            yield Case('return', (t, a[0]), '%s%st@(%s) { return %s; }' % (t, space, pa, va))
            yield Case('argument', (t, a[0]), 'void f@(%s%sx); void t@(%s) { f@(%s); }' % (t, space, pa, va))
    for t in types:
        space = '' if t.endswith('*') else ' '
        for q in ['', 'const ', 'volatile ', 'restrict ', 'local ', 'global ', 'constant ', 'private ', 'static ', 'extern ', 'const volatile ']:
            for text in ['%s%s%sx@;' % (q, t, space), '%s%s%sx@[2];' % (q, t, space), '%s%s*x@;' % (q, t), '%s%s%sx@ = 0;' % (q, t, space),
                         '%s%s%sx@ = {0};' % (q, t, space), '%s%sx@(void);' % (q + t, space)]:
                yield Case('local ' + q.strip(), (t, text[len(q) + len(t):]), 'void t@(void) { %s }' % text)
                yield Case('kernel local ' + q.strip(), (t, text[len(q) + len(t):]), 'kernel void t@(void) { %s }' % text)
                yield Case('inner local ' + q.strip(), (t, text[len(q) + len(t):]), 'kernel void t@(void) { { %s } }' % text)
                yield Case('outside ' + q.strip(), (t, text[len(q) + len(t):]), text.replace('x@', 't@').replace(' x', ' t@').replace('*x', '*t@'))
            for text in ['%s%s%sx' % (q, t, space), '%s%s*x' % (q, t), '%s%s%sx[2]' % (q, t, space), '%s%s' % (q, t), '%s%s*const x' % (q, t)]:
                yield Case('parameter ' + q.strip(), (t, text[len(q) + len(t):]), 'void t@(%s) { }' % text)
                yield Case('kernel parameter ' + q.strip(), (t, text[len(q) + len(t):]), 'kernel void t@(%s) { }' % text)
                yield Case('member ' + q.strip(), (t, text[len(q) + len(t):]), 'struct t@ { %s; };' % text)


def batch(options, folder, standard, number, chunk):
    """The disagreements of a chunk: (case, clang's message or None, ours or None)."""
    path = os.path.join(folder, '%s_%d.cl' % (standard, number))
    first = HEAD.count('\n') + 1
    with open(path, 'w') as f:
        f.write(HEAD + ''.join(c.text.replace('@', str(i)) + '\n' for i, c in enumerate(chunk)))
    ours = clang.ask_front_end(options.verdict, standard, [path])[path]
    checked = os.path.join(folder, '%s_%d_clang.cl' % (standard, number))
    with open(checked, 'w') as f:
        f.write(HEAD)
        for i, c in enumerate(chunk):
            found = ours.types.get(first + i)
            text = c.text.replace('@', str(i))
            if c.value and found:
                text = text[:-1] + ' _Static_assert(__builtin_types_compatible_p(__typeof__(%s), %s), "other type"); }' % (c.value[1], found)
            f.write(text + '\n')
    try:
        theirs = clang.ask_clang(options.clang, standard, checked)
    except clang.Crash:
        # Some invalid lines crash clang: they are left out, one by one.
        half = len(chunk) // 2
        if not half:
            return []
        return batch(options, folder, standard, number, chunk[:half]) + batch(options, folder, standard, number, chunk[half:])
    result = []
    for i, c in enumerate(chunk):
        a, b = theirs.errors.get(first + i), ours.errors.get(first + i)
        if bool(a) != bool(b):
            if a and 'static_assert failed' in a:
                a = 'other type than ' + ours.types.get(first + i, '?')
            result.append((standard, c, a, b))
    return result


def main():
    p = argparse.ArgumentParser()
    p.add_argument('verdict')
    p.add_argument('clang')
    p.add_argument('--cases', type=int)
    p.add_argument('--seed', type=int, default=1)
    p.add_argument('--standard', action='append')
    p.add_argument('--show', type=int, default=3)
    o = p.parse_args()
    r = random.Random(o.seed)
    done, known = 0, collections.Counter()
    groups = collections.defaultdict(list)
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        jobs = []
        for standard in o.standard or clang.STANDARDS:
            everything = list(cases(standard))
            r.shuffle(everything)
            jobs += [(i, standard, everything[i:i + CHUNK]) for i in range(0, len(everything), CHUNK)]
        jobs.sort(key=lambda j: j[0])  # the standards take turns
        if o.cases:
            jobs = jobs[:-(-o.cases // CHUNK)]

        def work(numbered):
            number, (_, standard, chunk) = numbered
            return len(chunk), batch(o, folder, standard, number, chunk)
        for count, found in pool.map(work, enumerate(jobs)):
            done += count
            for standard, case, theirs, ours in found:
                why = differences.reason(standard, case.form, case.names, theirs, ours)
                if why:
                    known[why] += 1
                else:
                    groups[(bool(theirs), kind(theirs or ours))].append((standard, case, theirs, ours))
    for key, found in sorted(groups.items(), key=lambda g: -len(g[1])):
        forms = collections.Counter(f[1].form for f in found)
        print('%d x only %s: %s\n    in %s' % (len(found), 'clang refuses' if key[0] else 'the front end refuses', key[1],
                                            ', '.join('%s (%d)' % f for f in forms.most_common(6))))
        for standard, case, theirs, ours in found[:o.show]:
            print('    %s  %s\n        %s' % (standard, case.text, theirs or ours))
    for why, count in sorted(known.items()):
        print('%6d known: %s' % (count, why))
    total = sum(len(g) for g in groups.values())
    print('%d cases compared, %d differ on purpose, %d without a reason' % (done, sum(known.values()), total))
    return total != 0 or done == 0


if __name__ == '__main__':
    sys.exit(main())
