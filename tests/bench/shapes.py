# SPDX-License-Identifier: MIT
"""Inputs of the generator that grow in one direction, for bench_generate.py and the tests of its limits.

A shape is a function (n, folder) that writes n pieces into the folder and returns the command line after `clbundle`.
DEPTHS are inputs that nest n levels deep. Each is the simplest text of its kind."""
import os

KERNEL = '__kernel void k(__global int *x) { x[0] = 1; }\n'


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, 'w') as f:
        f.write(text)
    return path


def bundle(folder, text, *options):
    return ['bundle', '--name', 'b', '--output-dir', os.path.join(folder, 'out'), *options, write(folder, 'k.cl', text)]


def of_text(make):
    """A shape made of one kernel file."""
    return lambda n, folder: bundle(folder, make(n))


def inside(body, before=''):
    return '%s__kernel void k(__global int *x)\n{\n%s\n}\n' % (before, body)


def lines(n, line):
    """`line` for each number, where % stands for it."""
    return ''.join(line.replace('%', str(i)) for i in range(n))


# ---- shapes of many files ----

def many_files(n, folder):
    """Kernels are few a file, as in real trees."""
    return ['bundle', '--name', 'b', '--output-dir', os.path.join(folder, 'out'),
            *[write(folder, 'k%d.cl' % i, KERNEL.replace('k(', 'k%d(' % i)) for i in range(n)]]


def includes(n, folder):
    for i in range(n):
        write(folder, 'i%d.h' % i, 'int f%d(int a) { return a; }\n' % i)
    return bundle(folder, lines(n, '#include "i%.h"\n') + KERNEL)


def includes_of_one(n, folder):
    write(folder, 'i.h', '#ifndef I\n#define I\nint f(int a) { return a; }\n#endif\n')
    return bundle(folder, '#include "i.h"\n' * n + KERNEL)


def library(n, folder, dependencies, deps):
    where = os.path.join(folder, 'lib')
    os.makedirs(where, exist_ok=True)
    write(where, 'lib.cl', '// @provides: lib\n#define LIB 1\n')
    for i in range(n):
        write(where, 'f%06d.cl' % i, '// @provides: f%d\n// @depends: %s\nint f%d(int a) { return a; }\n'
              % (i, ', '.join(['lib'] + dependencies(i)), i))
    return bundle(folder, '// @library_deps: lib\n// @depends_lib: %s\n%s' % (deps(n), KERNEL), '--library', 'lib=' + where)


def last(n):
    return 'f%06d' % (n - 1)


def library_chain(n, folder):
    return library(n, folder, lambda i: ['f%06d' % (i - 1)] if i else [], last)


def library_diamonds(n, folder):
    return library(n, folder, lambda i: ['f%06d' % k for k in (i - 1, i - 2) if k >= 0], last)


def library_flat(n, folder):
    return library(n, folder, lambda i: [], lambda n: ', '.join('f%06d' % i for i in range(n)))


def library_edges(n, folder):
    """n edges between the square root of n files."""
    files = max(2, int((2 * n) ** .5))
    return library(files, folder, lambda i: ['f%06d' % k for k in range(i)], lambda n: last(files))


def library_missing(n, folder):
    return library(n, folder, lambda i: ['g%06d' % i], last)


def library_calls(n, folder):
    command = library(n, folder, lambda i: [], lambda n: 'f000000')[:-1]
    head = '// @library_deps: lib\n// @depends_lib: f000000\n// @calls_lib: f0\n'
    command = [c for c in command if not c.endswith('k.cl')]
    options = ['--library', 'lib=' + os.path.join(folder, 'lib')]
    return [*command[:5], *options, *[write(folder, 'k%d.cl' % i, head + KERNEL.replace('k(', 'k%d(' % i)) for i in range(n)]]


def library_sort(n, folder):
    command = library_chain(n, folder)
    return ['sort', command[command.index('--library') + 1].split('=')[1]]


def library_tags(n, folder):
    """Each file stores its closure, of ten files."""
    where = os.path.join(folder, 'lib')
    os.makedirs(where, exist_ok=True)
    for i in range(n):
        first = i - i % 10
        names = ['f%06d' % k for k in range(first, i)]
        write(where, 'f%06d.cl' % i, '// @provides: f%d\n// @depends: %s\n// @all_depends: %s\n// @all_depends_count: %d\n'
              'int f%d(int a) { return a; }\n' % (i, names[-1] if names else '', ', '.join(names), len(names), i))
    return ['sort', where]


def definitions(n, folder):
    return bundle(folder, KERNEL, '--options', ' '.join('-DA%d=1' % i for i in range(n)))


# ---- shapes of one file: text of n pieces ----

def kernels(n):
    return lines(n, '__kernel void k%(__global int *x) { x[0] = %; }\n')


def annotated_kernels(n):
    return lines(n, '\n// Doubles.\n// @arg x: inout n\n// @range: n\n'
                    '__kernel void k%(__global int *x, int n) { if (get_global_id(0) < n) x[get_global_id(0)] = %; }\n')


def call_chain(n):
    return 'int f0(int a) { return a; }\n' + ''.join('int f%d(int a) { return f%d(a); }\n' % (i, i - 1) for i in range(1, n)) \
        + inside('x[0] = f%d(1);' % (n - 1))


def call_diamonds(n):
    return 'int f0(int a) { return a; }\n' + ''.join('int f%d(int a) { return f%d(a) + f%d(a + 1); }\n' % (i, i - 1, i - 1)
                                                     for i in range(1, n)) + inside('x[0] = f%d(1);' % (n - 1))


def macro_arguments(n):
    return '#define SUM(...) sum(0, __VA_ARGS__)\n#define sum(a, ...) a\n' + inside('x[0] = SUM(%s);' % ', '.join(['1'] * n))


def sibling_scopes(n):
    return inside(lines(n, '{ int a = %; x[a] = 1; }\n'))


def statements(n):
    return inside(lines(n, 'x[%] = %;\n'))


def native(make):
    return lambda n, folder: bundle(folder, make(n), '--native')


def instructions(n):
    """A kernel of about n instructions of the typed form: short vectors, branches, loops, a private array, calls, and
    places where a work-item returns."""
    piece = ('{ float4 t = a * b; a = a * 0.5f + t; b = t.yxwz; }\n'
             'if (s > %) { int u = s * 3; for (int j = 0; j < (u & 7); ++j) s += u ^ j; } else { s ^= x[i]; x[i] = s; }\n'
             'w[% & 15] += w[s & 15] * %; s = h(s, w[3]);\n'
             'if (s == %) return;\n')
    return inside('int w[16]; for (int j = 0; j < 16; ++j) w[j] = x[j];\n'
                  'const size_t i = get_global_id(0); int s = x[i]; float4 a = (float4)(s, 1, 2, 3), b = a + 1.0f;\n' +
                  lines(n // 100, piece) + 'x[i] = s + w[0] + (int)(a.x + b.y);',
                  '__attribute__((noinline)) int h(int p, int q) { for (int i = 0; i < 3; ++i) p = p * q + i; return p; }\n')


def regions(n):
    return inside('__local int l[64]; const size_t i = get_global_id(0), j = get_local_id(0); int s = x[i];\n' +
                  lines(n // 40, 'l[j] = s; barrier(CLK_LOCAL_MEM_FENCE); s += l[(j + %) & 63]; barrier(CLK_LOCAL_MEM_FENCE);\n') +
                  'x[i] = s;')


def called_functions(n):
    body = 'float c = a; ' + 'c = c * a + b * 1.5f; b = b - c; if (b > 2.0f) a = a + 1.0f; ' * 6 + 'return c;'
    m = max(n // 100, 1)
    return inside('float a = x[0], b = 1.0f;\n' + lines(m, 'b = f%(a, b);\n') + 'x[1] = b;',
                  lines(m, 'float f%(float a, float b) { ' + body + ' }\n'))


def early_returns(n):
    return inside('__local int l[64]; const int i = get_global_id(0);\n' + lines(n, 'int a% = x[i + %]; if (x[%] == %) return; x[i] = a%;\n') +
                  'l[get_local_id(0)] = x[i]; barrier(CLK_LOCAL_MEM_FENCE); x[i] = l[0];')


def constant_tables(n):
    return inside('const int i = get_global_id(0);\n' + lines(n, '{ const int t[4] = {1, 2, 3, %}; x[i] += t[x[i] & 3]; }\n'))


def bytes_of_words(n):
    return inside('const int i = get_global_id(0); uint w[16]; for (int j = 0; j < 16; ++j) w[j] = x[j];\n'
                  'uchar *b = (uchar *)w;\n' + lines(n, 'b[(x[i] + %) & 63] = %;\n') + 'x[i] = w[3];')


def narrow_packs(n):
    return ('__kernel void k(__global uchar4 *x)\n{\nconst int i = get_global_id(0); uchar4 v = x[i];\n' +
            lines(n, 'v = v > x[i + %] ? min(v, x[i]) : add_sat(v, (uchar4)(3));\n') + 'x[i] = v;\n}\n')


def checked(make):
    return lambda n, folder: bundle(folder, make(n), '--native-checked')


SHAPES = {
    # name: of native code, by instructions of the typed form: up to 1,000,000 at 100 times the smallest size
    'instructions of a native kernel': (10000, native(instructions)),
    'regions of a native kernel': (1000, native(regions)),
    'functions of a native kernel': (3000, native(called_functions)),
    # name: of native code, by statements
    'early returns before a barrier': (100, native(early_returns)),
    'constant tables of one name': (200, native(constant_tables)),
    'bytes of words': (100, native(bytes_of_words)),
    'narrow packs': (100, native(narrow_packs)),
    'loops of checked code': (50, checked(lambda n: inside(
        lines(n, 'for (int j% = 0; j% < 9; ++j%) if (j% < x[0]) x[j%] += 1;\n')))),
    # name: (smallest size, make)
    'comment lines above a kernel': (1000, of_text(lambda n: '// A line of the comment.\n' * n + KERNEL)),
    'one long comment': (1000, of_text(lambda n: '/*\n' + ' * A line of the comment.\n' * n + '*/\n' + KERNEL)),
    'comments among code': (1000, of_text(lambda n: inside('x[0] = 1; // one\n/* two */\n' * n))),
    'kernels': (100, of_text(kernels)),
    'annotated kernels': (100, of_text(annotated_kernels)),
    'kernel files': (30, many_files),
    'one macro defined and undefined': (1000, of_text(lambda n: '#define A 1\n#undef A\n' * n + KERNEL)),
    'one macro redefined': (1000, of_text(lambda n: '#define A 1\n' * n + KERNEL)),
    'one macro defined, used and undefined': (1000, of_text(
        lambda n: lines(n, '#define A %\n__constant int a% = A;\n#undef A\n') + inside('x[0] = a0;'))),
    'one macro redefined in a kernel': (300, of_text(lambda n: inside(lines(n, '#undef A\n#define A %\nx[0] = A;\n')))),
    'macros': (1000, of_text(lambda n: lines(n, '#define A% %\n') + inside(lines(n, 'x[0] = A%;\n')))),
    'uses of a macro': (1000, of_text(lambda n: '#define A(b) (b + 1)\n' + inside('x[0] = A(1);\n' * n))),
    'device conditions': (300, of_text(lambda n: lines(n, '#ifdef cl_khr_fp%\n#define A% 1\n#endif\n') + KERNEL)),
    'device conditions around functions': (
        300, of_text(lambda n: lines(n, '#ifdef cl_khr_fp64\nint f%(int a) { return a; }\n#endif\n') +
                     inside(lines(n, 'x[0] += f%(1);\n')))),
    'device conditions in a kernel': (300, of_text(lambda n: inside('#ifdef cl_khr_fp64\nx[0] = 1;\n#endif\n' * n))),
    'settled conditions': (500, of_text(lambda n: '#if defined(A) || 1 + 1 == 2\nint f(int a);\n#else\nint g;\n#endif\n' * n + KERNEL)),
    'conditions left out': (1000, of_text(lambda n: '#if 0\n#if 1\nint f(int a);\n#endif\n#endif\n' * n + KERNEL)),
    'one group left out': (1000, of_text(lambda n: '#if 0\n' + '#if 1\nint f(int a);\n#endif\n' * n + '#endif\n' + KERNEL)),
    '#elif': (1000, of_text(lambda n: '#if 0\n' + lines(n, '#elif A == % + 1\n') + '#endif\n' + KERNEL)),
    '#elif behind the taken one': (1000, of_text(lambda n: '#if 1\n' + lines(n, '#elif A == % + 1\n') + '#endif\n' + KERNEL)),
    'terms of a condition': (1000, of_text(lambda n: '#if 1' + ' + 1' * n + '\n#endif\n' + KERNEL)),
    'pragmas': (1000, of_text(lambda n: '#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n' * n + KERNEL)),
    '#line': (1000, of_text(lambda n: lines(n, '#line 5 "a%.cl"\n') + KERNEL)),
    'functions': (300, of_text(lambda n: lines(n, 'int f%(int a) { return a; }\n') + inside(lines(n, 'x[0] += f%(1);\n')))),
    'functions not called': (1000, of_text(lambda n: lines(n, 'int f%(int a) { return a; }\n') + KERNEL)),
    'prototypes': (1000, of_text(lambda n: lines(n, 'int f%(int a);\n') + KERNEL)),
    'prototypes of one function': (1000, of_text(lambda n: 'int f(int a);\n' * n + 'int f(int a) { return a; }\n' + inside('x[0] = f(1);'))),
    'declarations of one variable': (1000, of_text(lambda n: 'extern __constant int a;\n' * n + '__constant int a = 1;\n' +
                                                   inside('x[0] = a;'))),
    'names in one declaration': (1000, of_text(lambda n: inside('int ' + ', '.join('a%d' % i for i in range(n)) + ';'))),
    'constants': (1000, of_text(lambda n: lines(n, '__constant int a% = %;\n') + inside(lines(n, 'x[0] += a%;\n')))),
    'typedefs': (1000, of_text(lambda n: 'typedef int t0;\n' + ''.join('typedef t%d t%d;\n' % (i, i + 1) for i in range(n)) +
                               inside('t%d a = 1; x[0] = a;' % n))),
    'structs within each other': (20, of_text(
        lambda n: 'struct s0 { int a; };\n' + ''.join('struct s%d { struct s%d a; int b; };\n' % (i, i - 1) for i in range(1, n)) +
        inside('struct s%d a; a.b = 1; x[0] = a.b;' % (n - 1)))),
    'sibling scopes': (1000, of_text(sibling_scopes)),
    'statements in nested scopes': (1000, of_text(lambda n: inside('{' * 200 + lines(n, 'x[%] = %;\n') + '}' * 200))),
    'statements': (1000, of_text(statements)),
    'labels': (1000, of_text(lambda n: inside(lines(n, 'l%: x[0] = 1; if (x[1]) goto l%;\n')))),
    'local variables': (1000, of_text(lambda n: inside(lines(n, 'int a% = %; x[0] += a%;\n')))),
    'loops': (500, of_text(lambda n: inside('for (int i = 0; i < 9; ++i) x[i] = 1;\n' * n))),
    'loops with pragmas': (500, of_text(lambda n: inside('#pragma unroll 4\nfor (int i = 0; i < 9; ++i) x[i] = 1;\n' * n))),
    'kernel arguments': (300, of_text(lambda n: '__kernel void k(%s) { a0[0] = 1; }\n' % ', '.join('__global int *a%d' % i for i in range(n)))),
    'extents': (300, of_text(lambda n: lines(n, '// @arg a%: in n + %\n') + '// @range: n\n' +
                             '__kernel void k(%s, int n) { }\n' % ', '.join('__global int *a%d' % i for i in range(n)))),
    'unknown members': (300, of_text(lambda n: 'struct s { %s };\n' % ' '.join('int a%d;' % i for i in range(1000)) +
                                     inside('struct s a;\n' + lines(n, 'a.b% = 1;\n')))),
    'annotated arguments': (300, of_text(lambda n: lines(n, '// @arg a%: in n\n') + '// @range: n\n' +
                                         '__kernel void k(%s, int n) { }\n' % ', '.join('__global int *a%d' % i for i in range(n)))),
    'parameters': (300, of_text(lambda n: 'int f(%s) { return a0; }\n' % ', '.join('int a%d' % i for i in range(n)) +
                                inside('x[0] = f(%s);' % ', '.join(['1'] * n)))),
    'continued lines in one': (1000, of_text(lambda n: '#define A 1 \\\n' + '+ 1 \\\n' * n + '\n' + inside('x[0] = 1;'))),
    'continued lines in one comment': (1000, of_text(lambda n: '// A \\\n' + 'line \\\n' * n + '\n' + KERNEL)),
    'empty continued lines': (1000, of_text(lambda n: 'int\\\n' + '\\\n' * n + ' a();\n' + KERNEL)),
    'continued lines': (1000, of_text(lambda n: lines(n, '#define A% 1 + \\\n  2\n') + inside('x[0] = \\\n 1;\n' * n))),
    'continued tokens': (1000, of_text(lambda n: inside('x[0] = 1\\\n2\\\n3;\n' * n))),
    'directives with long comments': (100, of_text(lambda n: '#define A 1 /*' + ' a\n' * n + '*/\n' + KERNEL)),
    'blank lines': (10000, of_text(lambda n: '\n' * n + KERNEL)),
    'string literals joined': (1000, of_text(lambda n: inside('printf(%s);' % ('"a" ' * n)))),
    'members': (10, of_text(lambda n: 'struct s { %s };\n' % ' '.join('int a%d;' % i for i in range(n)) +
                            inside('struct s a; ' + ' '.join('a.a%d = 1;' % i for i in range(n)) + ' x[0] = a.a0;'))),
    'enumerators': (1000, of_text(lambda n: 'enum e { %s };\n' % ', '.join('A%d' % i for i in range(n)) + inside('x[0] = A0;'))),
    'elements of an initialiser': (1000, of_text(lambda n: '__constant int a[] = {%s};\n' % ', '.join(['1'] * n) + inside('x[0] = a[0];'))),
    'designated elements': (1000, of_text(lambda n: '__constant int a[] = {%s};\n' % ', '.join('[%d] = 1' % i for i in range(n)) +
                                          inside('x[0] = a[0];'))),
    'lists within a list': (1000, of_text(lambda n: '__constant int a[][2] = {%s};\n' % ', '.join(['{1, 2}'] * n) + inside('x[0] = a[0][0];'))),
    'calls with arguments': (300, of_text(lambda n: inside('x[0] = max(1, 2) + min(3, x[1]);\n' * n))),
    'macro arguments': (1000, of_text(macro_arguments)),
    'tokens of a macro argument': (1000, of_text(lambda n: '#define A(a) a\n' + inside('x[0] = A(1%s);' % ''.join('\n+ 1' if not i % 100 else '; x[0] = 1' for i in range(n))))),
    'tokens made by ##': (1000, of_text(lambda n: '#define A(a) x##a\n' + inside('int x1 = 1;\n' + 'x[0] = A(1);\n' * n))),
    'terms of a sum': (1000, of_text(lambda n: inside('x[0] = 1' + ''.join(' + x[1]' if i % 1000 else '; x[0] = 1' for i in range(n)) + ';'))),
    'else ifs': (30, of_text(lambda n: inside('if (x[0] == 1) x[1] = 1;\n' + lines(n, 'else if (x[0] == %) x[1] = %;\n')))),
    'cases': (1000, of_text(lambda n: inside('switch (x[0]) {\n' + lines(n, 'case %: x[1] = %; break;\n') + '}'))),
    'labels of one statement': (30, of_text(lambda n: inside('switch (x[0]) {\n' + lines(n, 'case %: ') + 'x[1] = 1;\n}'))),
    'call chain': (100, of_text(call_chain)),
    'call diamonds': (100, of_text(call_diamonds)),
    'includes': (30, includes),
    'includes of one file': (90, includes_of_one),
    'definitions of the command line': (100, definitions),
    'library: chain': (30, library_chain),
    'library: diamonds': (30, library_diamonds),
    'library: flat': (30, library_flat),
    'library: missing': (30, library_missing),
    'library: kernels that call': (30, library_calls),
    'library: edges': (1000, library_edges),
    'library: sort': (30, library_sort),
    'library: stored closures': (30, library_tags),
    'annotation lines': (1000, of_text(lambda n: '// @mine: a\n' * n + KERNEL)),
    'values of an annotation': (1000, of_text(lambda n: '// @mine: ' + 'a, ' * n + 'b\n' + KERNEL)),
    'lines of an annotation': (1000, of_text(lambda n: '// @mine: a,\n' + '// a,\n' * n + '// b\n' + KERNEL)),
    'annotations above kernels': (100, of_text(lambda n: lines(n, '\n// @mine: a\n__kernel void k%(__global int *x) { x[0] = 1; }\n'))),
    'long identifier': (1000, of_text(lambda n: '#define %s 1\n' % ('a' * n) + inside('int %s = 1; x[0] = %s;' % ('b' * n, 'b' * n)))),
    'long string': (1000, of_text(lambda n: inside('printf("%s");' % ('a' * n)))),
    'attributes': (1000, of_text(lambda n: 'int f(int a) ' + '__attribute__((unused)) ' * n + ';\n' + KERNEL)),
    'attributes in one list': (1000, of_text(lambda n: 'int f(int a) __attribute__((' + 'unused, ' * n + 'pure));\n' + KERNEL)),
    'attributes before statements': (1000, of_text(lambda n: inside('__attribute__((unused)) ' * n + 'int a; x[0] = 1;'))),
    'qualifiers': (1000, of_text(lambda n: inside('const ' * n + 'int a = 1; x[0] = a;'))),
    'parentheses side by side': (1000, of_text(lambda n: inside('x[0] = (1);\n' * n))),
    'unknown names': (300, of_text(lambda n: inside(lines(n, 'x[0] = a%;\n')))),
    'errors of syntax': (300, of_text(lambda n: inside('x[0] = ;\n' * n))),
    'errors outside of functions': (300, of_text(lambda n: '+;\n' * n + KERNEL)),
    'open parentheses with errors': (300, of_text(lambda n: 'int (' * n + KERNEL)),
    'warnings': (300, of_text(lambda n: inside(lines(n, 'x[%] = 1 / 0;\n')))),
    'calls of an overloaded function': (100, of_text(
        lambda n: ''.join('__attribute__((overloadable)) int f(%s a) { return 1; }\n' % t for t in ('char', 'int', 'float', 'int2', 'float4')) +
        inside('x[0] = f(1) + f(1.0f) + f((float4)(1));\n' * n))),
}


# ---- nesting ----

def around(before, middle, behind):
    return of_text(lambda n: inside('x[0] = %s;' % (before * n + middle + behind * n)))


def if_nesting(n, folder):
    return bundle(folder, '#if 1\n' * n + KERNEL + '#endif\n' * n)


def include_nesting(n, folder):
    """More files than that are of no use: the limit stops long before."""
    n = min(n, 1000)
    for i in range(n):
        write(folder, 'i%d.h' % i, '#include "i%d.h"\n' % (i + 1))
    write(folder, 'i%d.h' % n, 'int f(int a);\n')
    return bundle(folder, '#include "i0.h"\n' + KERNEL)


def include_itself(n, folder):
    write(folder, 'i.h', '#include "i.h"\n' * min(n, 3))
    return bundle(folder, '#include "i.h"\n' + KERNEL)


def macros_within_each_other(n):
    return '#define A0 1\n' + ''.join('#define A%d A%d\n' % (i, i - 1) for i in range(1, n)) + inside('x[0] = A%d;' % (n - 1))


def function_macros_within_each_other(n):
    return '#define A0(a) a\n' + ''.join('#define A%d(a) A%d(a)\n' % (i, i - 1) for i in range(1, n)) + inside('x[0] = A%d(1);' % (n - 1))


def array_suffix(n, folder):
    return bundle(folder, inside('int a%s; x[0] = 1;' % ('[1]' * n)))


ARROW = 'struct s { __global struct s *n; int v; };\n'


def inlined_blocks(n):
    """Functions whose bodies nest 50 deep, and call the next one at the innermost place: 64 of them become part of one."""
    m = min(n, 60)
    body = 'if (a[%d] > 1) { ' * 50
    return ('void f0(__global int *a) { a[0] = 1; }\n' +
            ''.join('void f%d(__global int *a) { %s f%d(a); %s }\n' % (i, body % tuple(range(50)), i - 1, '}' * 50) for i in range(1, m + 1)) +
            inside('f%d(x);' % m))


DEPTHS = {
    'arrows': of_text(lambda n: ARROW + '__kernel void k(__global struct s *x) { x[0].v = x%s->v; }\n' % ('->n' * n)),
    'subscripts of members': of_text(lambda n: ARROW + '__kernel void k(__global struct s *x) { x[0].v = x%s->v; }\n' % ('[1].n' * n)),
    'arrows on the left': of_text(lambda n: ARROW + '__kernel void k(__global struct s *x) { x%s->v += 1; }\n' % ('->n' * n)),
    'conversions of arrows': of_text(lambda n: ARROW + '__kernel void k(__global struct s *x) { x[0].v = (int)(x%s->v * 2.0f) ? 1 : 2; }\n' % ('->n' * n)),
    'blocks of inlined functions': of_text(inlined_blocks),
    'parentheses': around('(', '1', ')'),
    'brackets': around('x[', '1', ']'),
    'calls': around('abs(', '1', ')'),
    'second arguments of calls': around('max(1, ', '1', ')'),
    'casts': around('(int)', '1', ''),
    'vector literals': around('((int2)(', '1', ')).x'),
    'sizeof': around('sizeof ', 'x', ''),
    'sizeof in parentheses': around('sizeof(', '1', ')'),
    '__typeof__': of_text(lambda n: inside('__typeof__(' * n + 'int' + ')' * n + ' a = 1; x[0] = a;')),
    '__typeof__ of casts': of_text(lambda n: inside('__typeof__((' * n + 'int' + ')1)' * n + ' a = 1; x[0] = a;')),
    'sizeof types of sizeof': around('sizeof(char[', '1', '])'),
    'unary minus': around('- ', '1', ''),
    'not': around('!', '1', ''),
    'addresses': around('*&', 'x[0]', ''),
    '__extension__': around('__extension__ ', '1', ''),
    'conditional operators': around('1 ? 2 : ', '3', ''),
    'conditional operators in the middle': around('1 ? ', '2', ' : 3'),
    'assignments': around('x[0] = ', '1', ''),
    'terms': around('', '1', ' + x[0]'),
    'commas': of_text(lambda n: inside('x[0] = (1%s);' % (', 2' * n))),
    'swizzles': of_text(lambda n: inside('int4 v = 1; x[0] = v%s.x;' % ('.wzyx' * n))),
    'blocks as values': of_text(lambda n: inside('x[0] = %s;' % ('({' * n + '1;' + '});' * n)[:-1])),
    'braces': of_text(lambda n: inside('{' * n + 'x[0] = 1;' + '}' * n)),
    'ifs': of_text(lambda n: inside('if (x[0]) ' * n + 'x[0] = 1;')),
    'else ifs': of_text(lambda n: inside('if (x[0]) ; else ' * n + 'x[0] = 1;')),
    'fors': of_text(lambda n: inside('for (;x[0];) ' * n + 'x[0] = 1;')),
    'whiles': of_text(lambda n: inside('while (x[0]) ' * n + 'x[0] = 1;')),
    'dos': of_text(lambda n: inside('do ' * n + 'x[0] = 1;' + ' while (x[0]);' * n)),
    'switches': of_text(lambda n: inside('switch (x[0]) case 1: ' * n + 'x[0] = 1;')),
    'labels': of_text(lambda n: inside(lines(n, 'l%: ') + 'x[0] = 1;')),
    'initialisers': of_text(lambda n: inside('int a = %s; x[0] = a;' % ('{' * n + '1' + '}' * n))),
    'initialisers of arrays': of_text(lambda n: inside('int a[1] = %s; x[0] = 1;' % ('{' * n + '1' + '}' * n))),
    'initialisers of structs': of_text(
        lambda n: 'struct s0 { int a; };\n' + ''.join('struct s%d { struct s%d a; };\n' % (i, i - 1) for i in range(1, n)) +
        inside('struct s%d a = {1}; x[0] = 1;' % (n - 1))),
    'constants of structs': of_text(
        lambda n: 'struct s0 { int a; };\n' + ''.join('struct s%d { struct s%d a; };\n' % (i, i - 1) for i in range(1, n)) +
        '__constant struct s%d a = {1};\n' % (n - 1) + inside('x[0] = 1;')),
    'members': of_text(
        lambda n: 'struct s0 { int a; };\n' + ''.join('struct s%d { struct s%d a; };\n' % (i, i - 1) for i in range(1, n)) +
        '__kernel void k(struct s%d a, __global struct s%d *x) { x[0] = a; x[0]%s.a = 1; }\n' % (n - 1, n - 1, '.a' * (n - 1))),
    'designators': of_text(
        lambda n: 'struct s0 { int a; };\n' + ''.join('struct s%d { struct s%d a; };\n' % (i, i - 1) for i in range(1, n)) +
        inside('struct s%d a = {%s = 1}; x[0] = 1;' % (n - 1, '.a' * n))),
    'anonymous structs': of_text(lambda n: 'struct s { ' + 'struct { ' * n + 'int a;' + ' };' * n + ' };\n' + inside('struct s a; a.a = 1; x[0] = 1;')),
    'unions in structs': of_text(lambda n: 'struct s { ' + 'struct { union { ' * n + 'int a;' + ' }; };' * n + ' };\n' + inside('struct s a; a.a = 1; x[0] = 1;')),
    'pointers': of_text(lambda n: inside('int %sa; x[0] = 1;' % ('*' * n))),
    'pointer types by typedef': of_text(lambda n: 'typedef int t0;\n' + ''.join('typedef t%d *t%d;\n' % (i - 1, i) for i in range(1, n)) +
                                        inside('t%d a = 0; x[0] = 1;' % (n - 1))),
    'dimensions': array_suffix,
    'array types by typedef': of_text(lambda n: 'typedef int t0;\n' + ''.join('typedef t%d t%d[1];\n' % (i - 1, i) for i in range(1, n)) +
                                      inside('t%d a; x[0] = 1;' % (n - 1))),
    'declarator parentheses': of_text(lambda n: inside('int %sa%s = 1; x[0] = a;' % ('(' * n, ')' * n))),
    'declarator parentheses of functions': of_text(lambda n: 'int %sf%s(int a) { return a; }\n' % ('(' * n, ')' * n) + inside('x[0] = f(1);')),
    'abstract declarators': of_text(lambda n: inside('x[0] = sizeof(int %s*%s);' % ('(' * n, ')' * n))),
    'parameters': of_text(lambda n: 'int f(' + 'int a(' * n + ')' * n + ');\n' + KERNEL),
    'attributes': of_text(lambda n: 'int f(int a) __attribute__(%sunused%s);\n' % ('(' * n, ')' * n) + KERNEL),
    'attributes with values': of_text(lambda n: 'typedef int t ' + '__attribute__((aligned(sizeof(int ' * n + '__attribute__((aligned(4)))' +
                                      '))))' * n + ';\n' + KERNEL),
    'enumerators': of_text(lambda n: inside('x[0] = ' + lines(n, 'sizeof(enum { A% = ') + '1' + '})' * n + ';')),
    'structs in sizeof': of_text(lambda n: inside('x[0] = ' + 'sizeof(struct { char a[' * n + '1' + ']; })' * n + ';')),
    'cases': of_text(lambda n: inside('switch (x[0]) { case %s1%s: x[1] = 1; }' % ('(' * n, ')' * n))),
    'static assertions': of_text(lambda n: '_Static_assert(%s1%s, "a");\n' % ('(' * n, ')' * n) + KERNEL),
    '#if nesting': if_nesting,
    '#if left out': of_text(lambda n: '#if 0\n' + '#if 1\n' * n + '#endif\n' * n + '#endif\n' + KERNEL),
    '#if parentheses': of_text(lambda n: '#if %s1%s\n#endif\n' % ('(' * n, ')' * n) + KERNEL),
    '#if unary': of_text(lambda n: '#if %s1\n#endif\n' % ('!' * n) + KERNEL),
    '#if conditionals': of_text(lambda n: '#if %s1\n#endif\n' % ('1 ? 2 : ' * n) + KERNEL),
    '#if conditionals in the middle': of_text(lambda n: '#if %s1%s\n#endif\n' % ('1 ? ' * n, ' : 0' * n) + KERNEL),
    'include nesting': include_nesting,
    'include of itself': include_itself,
    'macros': of_text(macros_within_each_other),
    'macros with arguments': of_text(function_macros_within_each_other),
    'macro arguments within each other': of_text(lambda n: '#define A(a) a\n' + inside('x[0] = %s1%s;' % ('A(' * n, ')' * n))),
    'parentheses in macro arguments': of_text(lambda n: '#define A(a) a\n' + inside('x[0] = A(%s1%s);' % ('(' * n, ')' * n))),
    'parentheses in @arg': of_text(lambda n: '// @arg x: in %s1%s\n' % ('(' * n, ')' * n) + KERNEL),
    'signs in @range': of_text(lambda n: '// @range: %sn\n' % ('-' * n) + '__kernel void k(__global int *x, int n) { x[0] = 1; }\n'),
    'min in @range': of_text(lambda n: '// @range: %sn%s\n' % ('min(1, ' * n, ')' * n) + '__kernel void k(__global int *x, int n) { x[0] = 1; }\n'),
    'terms in @range': of_text(lambda n: '// @range: n%s\n' % (' + n' * n) + '__kernel void k(__global int *x, int n) { x[0] = 1; }\n'),
    'call chain': of_text(call_chain),
    'call diamonds': of_text(call_diamonds),
    'recursion': of_text(lambda n: ''.join('int f%d(int a);\n' % i for i in range(n)) +
                         ''.join('int f%d(int a) { return f%d(a); }\n' % (i, (i + 1) % n) for i in range(n)) + inside('x[0] = f0(1);')),
    'library chain': lambda n, folder: library_chain(min(n, 10000), folder),
}


# The depth that is fine, where it is not 100; None: none is.
HARMLESS = {
    **{name: 1000 for name in ('arrows', 'subscripts of members', 'arrows on the left', 'conversions of arrows')},
    **{name: 50 for name in ('pointers', 'pointer types by typedef', 'dimensions', 'array types by typedef', '#if parentheses',
                             'include nesting', 'parentheses in @arg', 'terms in @range')},
    **{name: 10 for name in ('signs in @range', 'min in @range')},
    **{name: None for name in ('parameters', 'attributes', 'include of itself', 'recursion')},
}

# What is wrong with some beside their depth.
OTHERWISE = {'attributes': 'expected the name of an attribute', 'recursion': "'f0' calls itself through others"}

# Nothing recurses here, so nothing need be refused.
ENDLESS = {'blocks of inlined functions', '#if left out', 'macros', 'macros with arguments', 'call chain', 'call diamonds', 'library chain'}

# So few tokens a level that many levels fit into one file.
SHORT = {
    'parentheses', 'sizeof', 'unary minus', 'not', 'addresses', '__extension__', 'commas', 'swizzles', 'braces', 'labels',
    'initialisers', 'initialisers of arrays', 'pointers', 'declarator parentheses', 'declarator parentheses of functions',
    'abstract declarators', 'attributes', 'cases', 'static assertions', '#if nesting', '#if parentheses', '#if unary',
    'parentheses in macro arguments', 'parentheses in @arg', 'signs in @range', 'min in @range', 'terms in @range',
}


def bomb(n):
    """2^n tokens from n lines."""
    return '#define A0 1\n' + ''.join('#define A%d A%d A%d\n' % (i, i - 1, i - 1) for i in range(1, n)) + inside('x[0] = A%d;' % (n - 1))


# Small texts that ask for unbounded work or memory. name: (text, the error that ends it or None: it is harmless)
SIZE = 'the program has more than 2097152 tokens, directives and uses of macros'
WORK = 'macro expansion makes more than 67108864 tokens'
BOMBS = {
    'macros that double': (bomb(41), SIZE),
    'arguments that double': ('#define D(a) a a\n' + inside('x[0] = %s1%s;' % ('D(' * 40, ')' * 40)), SIZE),
    'strings that double': ('#define S(a) #a\n#define T(a) S(a a a a a a a a)\n#define D(a) a a\n' +
                            inside('x[0] = sizeof(T(%s1%s));' % ('D(' * 16, ')' * 16)), 'makes a string of more than 64 KiB'),
    'names that double': (''.join('#define P%d(a) P%d(a##a)\n' % (i, i - 1) for i in range(1, 40)) + '#define P0(a) 1\n' +
                          inside('x[0] = P39(a);'), 'makes a token of more than 64 KiB'),
    'conditions that double': (bomb(41).split('__kernel')[0] + '#if A40\n#endif\n' + KERNEL, SIZE),
    'arguments of many uses': ('#define F(a) %s\n' % ' '.join(['a'] * 1000) + inside('x[0] = F(F(F(F(1))));'), SIZE),
    'empty macros of empty macros': ('#define E0\n' + ''.join('#define E%d E%d E%d\n' % (i, i - 1, i - 1) for i in range(1, 41)) +
                                     inside('E40 x[0] = 1;'), SIZE),
    'tokens that are dropped': ('#define DROP(a)\n#define A0 DROP(%s)\n' % ' '.join(['1'] * 2000) +
                                ''.join('#define A%d A%d A%d\n' % (i, i - 1, i - 1) for i in range(1, 41)) +
                                inside('A40 x[0] = 1;'), WORK),
    'parameters without uses': ('#define F(%s) %s\n' % (', '.join('a%d' % i for i in range(900)), ' '.join(['b'] * 900)) +
                                ''.join('#define A%d A%d A%d\n' % (i, i - 1, i - 1) for i in range(1, 41)) +
                                '#define A0 F(%s)\n' % (',' * 899) + '#if 0 A40\n#endif\n' + KERNEL, SIZE),
    'includes of themselves': ('#include "k.cl"\n#include "k.cl"\n' + KERNEL, '#include nests deeper than 64'),
    'large array': (inside('int a[1 << 30][1 << 30]; x[0] = 1;'), "larger than any device's memory"),
    'structures that double': ('struct s0 { int a[0]; };\n' +
                               ''.join('struct s%d { struct s%d a, b; };\n' % (i, i - 1) for i in range(1, 200)) +
                               '__kernel void k(__global struct s199 *x, struct s199 y) { x[0] = y; }\n', None),
    'initialiser of a large array': (inside('int a[1 << 30] = {[(1 << 30) - 1] = 1}; x[0] = 1;'), None),
    'elements without an end': (inside('int a[] = {[1 << 30] = 1, [(1 << 30) - 1] = 2}; x[0] = 1;'), None),
    'range of cases': (inside('switch (x[0]) { case 0 ... 2147483647: x[1] = 1; }'), None),
}
