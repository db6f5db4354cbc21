# SPDX-License-Identifier: MIT
"""Trees that are deep, long or wide: generating native code takes little time, and the result stays within the limits
of compilers, or there is a note. Usage: limits.py CLBUNDLE INCLUDE_DIRECTORY COMPILER...
"""
import os
import subprocess
import sys
import tempfile

KERNEL = '__kernel void k(__global int *a, int u) { const int i = get_global_id(0); int x = a[i];\n%s\na[i] = x; }\n'
GROUP = '__kernel void k(__global int *a, int u) { __local int t[64]; const int i = get_local_id(0); int x = a[i];\n%s\na[i] = x; }\n'
SECONDS = 20  # of processor time; each takes less than one


def pairs(n, body):
    """Functions that call each other in pairs: as many paths as 2^(n / 2)."""
    lines = ['float f0(float x) { return x * 1.5f; }', 'float g0(float x) { return x > 0.0f ? sqrt(x) : 1.0f; }']
    for k in range(1, n // 2):
        lines += [body % {'me': a + str(k), 'k': k, 'a': a + str(k - 1), 'b': b + str(k - 1)} for a, b in ('fg', 'gf')]
    return '\n'.join(lines) + '\n' + KERNEL % ('x = f%d(x) + g%d(x);' % (n // 2 - 1, n // 2 - 1))


def chain(n):
    lines = ['int f0(int x) { return x + 1; }'] + ['int f%d(int x) { return f%d(x) + 1; }' % (k, k - 1) for k in range(1, n)]
    return '\n'.join(lines) + '\n' + KERNEL % ('x = f%d(x);' % (n - 1))


def chain_with_arrays(n):
    link = ('uint f%d(uint key) { uint a[225], sum = 0; for (uint i = 0; i < 225; ++i) a[i] = i * key; const uint rest = %s; '
            'for (uint i = 0; i < 225; ++i) sum += a[i * 7 %% 225]; return sum + rest; }')
    lines = [link % (k, 'f%d(key + 1)' % (k - 1) if k else 'key') for k in range(n)]
    return '\n'.join(lines) + '\n' + KERNEL % ('x = (int)f%d((uint)x);' % (n - 1))


def else_if(n, condition, body, frame=KERNEL):
    return frame % ('if (x == -1) x = 7;\n' + '\n'.join('else if (%s == %d) %s' % (condition, k, body % k) for k in range(n)))


WAITING = '{ t[i] = a[%d]; barrier(CLK_LOCAL_MEM_FENCE); x += t[63 - i]; barrier(CLK_LOCAL_MEM_FENCE); }'
STRAIGHT = 'float %(me)s(float x) { return %(a)s(x) + %(b)s(x + 1.0f); }'
BRANCHES = 'float %(me)s(float x) { if (x > %(k)d.0f) return %(a)s(x - 1.0f); float y = %(b)s(x + 1.0f); return y * 2.0f; }'

# (what, text, whether it must have a native version)
SHAPES = [
    ('functions in pairs, straight', lambda: pairs(380, STRAIGHT), True),
    ('functions in pairs, with branches', lambda: pairs(380, BRANCHES), True),
    ('a short chain of calls', lambda: chain(150), True),
    ('a long chain of calls', lambda: chain(10000), False),
    ('a chain of functions with arrays', lambda: chain_with_arrays(40), True),
    ('a chain of them that would overrun a stack of 64 KiB, and so is in the scratch', lambda: chain_with_arrays(80), True),
    ('values with names that take more than 64 KiB of stack without optimisation', lambda: '__attribute__((vec_type_hint(int4))) ' + KERNEL % (
        'const int v0 = x, v1 = a[1];\n' + '\n'.join('const int v%d = v%d * v%d;' % (k, k - 1, k - 2) for k in range(2, 11500)) + '\nx = v11499;'), True),
    ('variables of the group, each the sum of two', lambda: GROUP % (
        'const int v0 = get_group_id(0);\n' + '\n'.join('const int v%d = v%d + v%d;' % (k, k - 1, k - 1) for k in range(1, 60)) +
        '\nt[i] = v59; barrier(CLK_LOCAL_MEM_FENCE); x = t[63 - i] + v59; barrier(CLK_LOCAL_MEM_FENCE); x += t[i] * v59;'), True),
    ('else-ifs that the data decide', lambda: else_if(500, 'x', 'x = a[%d];'), True),
    ('else-ifs that an argument decides', lambda: else_if(500, 'u', 'x = a[%d];'), True),
    ('else-ifs with barriers', lambda: else_if(130, 'u', WAITING, GROUP), True),
    ('a long sum', lambda: KERNEL % ('x = x' + ''.join(' + a[%d]' % (k & 7) for k in range(1000)) + ';'), True),
    ('a long product of floats', lambda: KERNEL % ('float y = x; x = (int)(y' + ''.join(' * (y + %d)' % k for k in range(500)) + ');'), True),
    ('nested blocks', lambda: KERNEL % ('{' * 200 + 'x += 1;' + '}' * 200), True),
    ('nested parentheses', lambda: KERNEL % ('x = ' + '(' * 200 + 'x' + ' + 1)' * 200 + ';'), True),
    ('nested loops', lambda: KERNEL % (''.join('for (int j%d = 0; j%d < x; ++j%d) {' % (k, k, k) for k in range(100)) + 'x += a[7];' + '}' * 100), None),
    ('nested branches', lambda: KERNEL % (''.join('if (x > a[%d]) {' % k for k in range(120)) + 'x += a[7];' + '}' * 120), None),
    ('nested branches with barriers', lambda: GROUP % (''.join('if (u > %d) {' % k for k in range(100)) + WAITING % 1 + '}' * 100), None),
    ('casts of casts', lambda: KERNEL % ('x = ' + '(int)(uint)' * 200 + 'x;'), None),
    ('nested conditions', lambda: KERNEL % ('x = ' + ''.join('x == %d ? %d : ' % (k, k * 3) for k in range(200)) + '5;'), None),
    ('nested swizzles', lambda: KERNEL % ('int4 v = (int4)(x); v = ' + '(' * 200 + 'v' + '.yxwz + 1)' * 200 + '; x = v.x;'), None),
    ('commas', lambda: KERNEL % ('x = (x++' + ''.join(', x += %d' % k for k in range(300)) + ');'), None),
]


def main():
    clbundle, include, compilers = os.path.abspath(sys.argv[1]), sys.argv[2], sys.argv[3:]
    failures = 0
    for what, text, native in SHAPES:
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, 'k.cl'), 'w') as f:
                f.write(text())
            r = subprocess.run(['sh', '-c', 'ulimit -t %d; exec "$0" bundle --name b --native --output-dir . k.cl' % SECONDS, clbundle],
                               cwd=folder, capture_output=True, text=True)
            note = 'has no native version: ' in r.stderr
            if r.returncode or (native is not None and native == note):
                print('%s: exit status %d\n%s' % (what, r.returncode, r.stderr[:500]))
                failures += 1
                continue
            for compiler in [] if note else compilers:
                c = subprocess.run([compiler, '-std=c11', '-fsyntax-only', '-DCLB_NATIVE_BASELINE_ONLY', '-I', include,
                                    os.path.join(folder, 'b_native.c')], capture_output=True, text=True)
                if c.returncode:
                    print('%s: %s\n%s' % (what, compiler, c.stderr[:500]))
                    failures += 1
    print('%d shapes, %d failures' % (len(SHAPES), failures))
    return 1 if failures else 0


if __name__ == '__main__':
    sys.exit(main())
