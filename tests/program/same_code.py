#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A pruned program gives a driver the same code as the whole one: for every kernel, what clang makes of both is compared.

usage: same_code.py CLANG CLBUNDLE SOURCE_ROOT [--seed N] [--trees N] [--all]
Over the project's kernels (each file's together, and a sample of them, or with --all each, alone), and over a seeded
family of trees: headers that are included twice, templates within templates, X-macros, includes within functions and
tables, conditions of all sorts, pragmas, __LINE__, __COUNTER__ and #line. Each is compiled as two devices see it: with
all extensions and with none. Compared is clang's code of the kernel and all that it reaches, before any optimisation."""
import argparse
import concurrent.futures
import difflib
import glob
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

DEVICES = (['-Xclang', '-cl-ext=+all'], ['-Xclang', '-cl-ext=-all'])


class Failure(Exception):
    pass


def entities(text):
    """Name -> the text of what LLVM's assembly calls so: globals, functions and named types."""
    found, lines, i = {}, text.split('\n'), 0
    while i < len(lines):
        line = lines[i]
        name = re.match(r'(?:([@%][\w.$]+|@"[^"]+"|%"[^"]+") = |(?:define|declare) .*?(@[\w.$]+|@"[^"]+")\()', line)
        end = i + 1
        if line.startswith('define'):
            while lines[end - 1] != '}': end += 1
        if name: found[name.group(1) or name.group(2)] = '\n'.join(lines[i:end])
        i = end
    return found


def code_of(text, kernel):
    """The code of a kernel and of what it reaches, in the order of reaching, free of numbers that the rest of a program
    gives: metadata, attributes, and names that clang makes."""
    known, order, new_names = entities(text), ['@' + kernel], {}
    if order[0] not in known: return None
    result = []
    for name in order:
        own = re.sub(r',? ?![\w.]*( ?!\d+)?', '', known[name])
        own = re.sub(r'#\d+', '', own)
        for other in re.findall(r'[@%][\w.$]+|[@%]"[^"]+"', own):
            if other in known and other not in order: order.append(other)
        result.append(own)
    for name in order:
        plain = re.sub(r'\.\d+$', '', name)
        if plain != name or name.startswith(('@.str', '@__const')): new_names[name] = '%s.n%d' % (plain, len(new_names))
    return re.sub(r'[@%][\w.$]+', lambda m: new_names.get(m.group(0), m.group(0)), '\n'.join(result))


def run(command, **more):
    r = subprocess.run(command, capture_output=True, text=True, timeout=120, **more)
    if r.returncode: raise Failure('%s\nexit %d\n%s' % (' '.join(command), r.returncode, r.stderr[:4000]))
    return r.stdout


def compare(clang, tool, arguments, kernels, pruned_alone, device_flags, folder):
    """Compares the programs of one file. pruned_alone: kernels whose own programs are compared too."""
    def compiled(text, flags):
        with tempfile.NamedTemporaryFile('w', suffix='.cl') as f:
            f.write(text)
            f.flush()
            return run([clang, '-x', 'cl', '-O1', '-Xclang', '-disable-llvm-passes', '-S', '-emit-llvm', '-w', '-o', '-',
                        *flags, f.name])
    def program(*more):
        return run([tool, 'program', *more, *arguments], cwd=folder)
    whole = program('--no-prune')
    pruned = [(program(), kernels)] + [(program('--kernel', k), [k]) for k in pruned_alone]
    compared = 0
    for flags in device_flags:
        whole_code = compiled(whole, flags)
        for text, names in pruned:
            pruned_code = compiled(text, flags)
            for name in names:
                wanted, got = code_of(whole_code, name), code_of(pruned_code, name)
                if wanted != got:
                    difference = 'the kernel is missing' if not (wanted and got) else '\n'.join(list(difflib.unified_diff(
                        wanted.split('\n'), got.split('\n'), 'whole', 'pruned', lineterm='', n=2))[:40])
                    raise Failure('%s, %s: other code\n%s' % (name, ' '.join(flags), difference))
                compared += 1
    return compared


# ---- the generated family ----

class Tree:
    """One random kernel file with its headers. Each part defines functions `float name(float)`, and kernels call some."""

    def __init__(self, rng):
        self.rng = rng
        self.files = {}
        self.lines = []
        self.functions = []
        self.kernels = []
        self.number = 0

    def name(self, prefix):
        self.number += 1
        return '%s%d' % (prefix, self.number)

    def call(self):
        """An expression over `x` that may use what is there."""
        if self.functions and self.rng.random() < 0.6: return '%s(x)' % self.rng.choice(self.functions)
        return self.rng.choice(['x', '(x * 3.0f)', '(x + __LINE__)'])

    def header(self, text):
        name = self.name('h') + '.h'
        self.files[name] = text
        return name

    def template(self):
        body = self.rng.choice(['a + (T)__LINE__', 'a * a', 'a - (T)2'])
        inner = ''
        if self.rng.random() < 0.4:
            nested = self.header('static T CAT(NAME, _SUFFIX)(T a)\n{\n    return a + (T)__LINE__ + (T)sizeof(T);\n}\n')
            inner = ('#define _SUFFIX 1\n#include "%s"\n#undef _SUFFIX\n#define _SUFFIX 2\n#include "%s"\n#undef _SUFFIX\n'
                     % (nested, nested)).replace('_SUFFIX', 'SUFFIX')
            self.files[nested] = self.files[nested].replace('_SUFFIX', 'SUFFIX')
            body += ' + CAT(NAME, 1)(a) + CAT(NAME, 2)(a)'
        guard = self.rng.random() < 0.3
        header = self.header('%s%sT NAME(T a)\n{\n    return %s;\n}\n%s' % (
            '#ifdef T\n' if guard else '', inner, body, '#endif\n' if guard else ''))
        for type_ in self.rng.sample(['float', 'int', 'short', 'uchar', 'long'], self.rng.randint(2, 3)):
            made, user = self.name('t'), self.name('f')
            self.lines += ['#define T ' + type_, '#define NAME ' + made, '#include "%s"' % header, '#undef T', '#undef NAME',
                           'float %s(float x) { return (float)%s((%s)x); }' % (user, made, type_)]
            self.functions.append(user)

    def list(self):
        names = [self.name('x') for _ in range(self.rng.randint(2, 4))]
        listed = self.header(''.join('X(%s, %d)\n' % (n, i) for i, n in enumerate(names)))
        self.lines += ['#define X(n, i) float n(float x) { return x * i + __LINE__; }', '#include "%s"' % listed, '#undef X']
        if self.rng.random() < 0.5:
            table = self.name('table')
            self.lines += ['#define X(n, i) i + 0.5f,', '__constant float %s[] = {' % table, '#include "%s"' % listed, '};',
                           '#undef X', 'float %s_of(float x) { return %s[(int)x %% %d]; }' % (table, table, len(names))]
            self.functions.append(table + '_of')
        self.functions += names

    def pair(self):
        a, macro = self.name('p'), self.name('PAIR')
        self.lines += ['#define %s(n) float n##_a(float x) { return %s; } \\' % (macro, self.call()),
                       '    float n##_b(float x) { return x - __LINE__; }', '%s(%s)' % (macro, a)]
        self.functions += [a + '_a', a + '_b']

    def include_in_body(self):
        f = self.name('b')
        body = self.header(self.rng.choice(['    x += __LINE__;\n', '    #pragma unroll 2\n    for (int i = 0; i < 4; ++i) x += i;\n',
                                            '#ifndef ONCE_%s\n#define ONCE_%s 3\n    x *= ONCE_%s;\n#endif\n' % (f, f, f)]))
        self.lines += ['float %s(float x)' % f, '{', '#include "%s"' % body, '    return x + __LINE__;', '}']
        if self.rng.random() < 0.4:
            self.lines += ['float %s_again(float x)' % f, '{', '#include "%s"' % body, '    return x;', '}']
            self.functions.append(f + '_again')
        self.functions.append(f)

    def condition(self):
        f = self.name('c')
        test = self.rng.choice(['#if N > 3', '#ifdef cl_khr_fp64', '#ifdef cl_khr_fp16', '#ifndef ABSENT', '#if defined(cl_khr_fp64) && N == 4',
                                '#if __OPENCL_VERSION__ >= 200', '#ifdef CLB_GPU', '#if 0'])
        form = self.rng.randrange(5)
        if form == 0:
            self.lines += [test, 'float %s(float x) { return x + 1.0f; }' % f, '#else',
                           'float %s(float x) { return x + __LINE__; }' % f, '#endif']
        elif form == 1:
            self.lines += ['float %s(float x) {' % f, test, '    x += 1.0f;', '#elif N == 2', '    x += 2.0f;', '#else',
                           '    x += %s;' % self.call(), '#endif', '    return x; }']
        elif form == 2:
            self.lines += [test, '#define V_%s 3' % f, '#else', '#define V_%s 4' % f, '#endif',
                           'float %s(float x) { return x + V_%s; }' % (f, f)]
        elif form == 3:
            yes = self.header('float %s(float x) { return x + __LINE__; }\n' % f)
            no = self.header('#define OWN_%s 5\nfloat %s(float x)\n{\n    return x - __LINE__ - OWN_%s;\n}\n' % (f, f, f))
            self.lines += [test, '#include "%s"' % yes, '#else', '#include "%s"' % no, '#endif']
        else:
            self.lines += [test, '#define MAYBE_%s(n, v) float n(float x) { return x + v; }' % f, '#else',
                           '#define MAYBE_%s(n, v)' % f, '#endif', 'MAYBE_%s(%s_in, 7)' % (f, f),
                           'float %s(float x) {' % f, test, '    return %s_in(x);' % f, '#else', '    return x;', '#endif', '}']
        self.functions.append(f)

    def redefinition(self):
        k = self.name('K')
        for value in range(self.rng.randint(2, 3)):
            f = self.name('r')
            self.lines += ['#define %s (x + %d)' % (k, value), 'float %s(float x) { return %s; }' % (f, k), '#undef ' + k]
            self.functions.append(f)

    def pragma(self):
        f = self.name('g')
        form = self.rng.randrange(4)
        if form == 0:
            self.lines += ['#pragma pack(push, 1)', 'struct s_%s { char a; int b; };' % f, '#pragma pack(pop)',
                           'float %s(float x) { return x + sizeof(struct s_%s); }' % (f, f)]
        elif form == 1:
            self.lines += ['#define LOOP_%s _Pragma("unroll 4") for (int i = 0; i < 8; ++i)' % f,
                           'float %s(float x) { LOOP_%s x += i; return x; }' % (f, f)]
        elif form == 2:
            self.lines += ['#define PACKED_%s(n) _Pragma("pack(push, 1)") struct n { char a; int b; }; _Pragma("pack(pop)")' % f,
                           'PACKED_%s(s_%s)' % (f, f), 'struct after_%s { char a; int b; };' % f,
                           'float %s(float x) { return x + sizeof(struct s_%s) + sizeof(struct after_%s); }' % (f, f, f)]
        else:
            self.lines += ['#pragma OPENCL EXTENSION cl_khr_fp64 : enable', 'float %s(float x)' % f, '{',
                           '    #pragma clang fp contract(off)', '    return x * 3.0f + x;', '}']
        self.functions.append(f)

    def counter(self):
        f, g = self.name('n'), self.name('n')
        self.lines += ['float %s(float x) { return x + __COUNTER__; }' % f,
                       '#define UNIQUE_%s() CAT(unique_, __COUNTER__)' % f,
                       'float %s(float x) { int UNIQUE_%s() = 3; return x + __COUNTER__ * __LINE__; }' % (g, f)]
        self.functions += [f, g]

    def line(self):
        f = self.name('l')
        self.lines += [self.rng.choice(['#line %d' % self.rng.randint(1, 9000), '#line %d "made.y"' % self.rng.randint(1, 9000)]),
                       'float %s(float x) { return x + __LINE__ + sizeof(__FILE__); }' % f]
        if self.rng.random() < 0.5: self.include_in_body()
        self.functions.append(f)

    def types(self):
        s = self.name('S')
        self.lines += ['typedef struct { float a, b; } %s;' % s, 'enum { %s_ONE = 1, %s_TWO };' % (s, s),
                       'static float %s_get(%s s) { return s.a + s.b * %s_TWO; }' % (s, s, s),
                       'float %s_use(float x) { %s s = { x, %s_ONE }; return %s_get(s); }' % (s, s, s, s)]
        self.functions.append(s + '_use')

    def kernel(self):
        k = self.name('k')
        calls = self.rng.sample(self.functions, min(len(self.functions), self.rng.randint(1, 4)))
        self.lines += ['__kernel void %s(__global float *x)' % k, '{',
                       '    x[get_global_id(0)] = %s;' % ' + '.join('%s(x[%d])' % (f, i) for i, f in enumerate(calls)), '}']
        self.kernels.append(k)

    def write(self, folder):
        self.lines += ['#define CAT_(a, b) a##b', '#define CAT(a, b) CAT_(a, b)']
        parts = [self.template, self.list, self.pair, self.include_in_body, self.condition, self.condition, self.redefinition,
                 self.pragma, self.counter, self.line, self.types]
        for _ in range(self.rng.randint(3, 8)):
            self.rng.choice(parts)()
            if self.rng.random() < 0.3: self.lines.append('')
            if self.rng.random() < 0.25: self.kernel()
        while len(self.kernels) < 2: self.kernel()
        self.files['k.cl'] = '\n'.join(self.lines) + '\n'
        for name, text in self.files.items():
            with open(os.path.join(folder, name), 'w') as f: f.write(text)


def generated(clang, tool, seed, keep):
    tree = Tree(random.Random(seed))
    with tempfile.TemporaryDirectory() as folder:
        tree.write(folder)
        flags = [['-cl-std=CL1.2', '-DN=4', *device] for device in DEVICES]
        if 'CLB_GPU' in tree.files['k.cl']: flags.append(['-cl-std=CL1.2', '-DN=4', '-DCLB_GPU=1'])
        try:
            return compare(clang, tool, ['--options', '-D N=4', 'k.cl'], tree.kernels, tree.kernels, flags, folder)
        except Failure as e:
            if keep: shutil.copytree(folder, keep, dirs_exist_ok=True)
            raise Failure('seed %d: %s' % (seed, e))


def main():
    p = argparse.ArgumentParser()
    p.add_argument('clang')
    p.add_argument('tool')
    p.add_argument('root')
    p.add_argument('--seed', type=int, default=1)
    p.add_argument('--trees', type=int, default=40)
    p.add_argument('--all', action='store_true')
    p.add_argument('--keep', help='a folder for the tree that fails')
    o = p.parse_args()
    tool, root = os.path.abspath(o.tool), os.path.abspath(o.root)
    rng = random.Random(o.seed)
    jobs, failures, compared = [], [], 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for seed in range(o.seed, o.seed + o.trees): jobs.append(pool.submit(generated, o.clang, tool, seed, o.keep))
        for path in sorted(glob.glob(root + '/kernels/*/*.cl')) if not o.keep else []:
            kernels = re.findall(r'__kernel\s+void\s+(\w+)', open(path).read())
            arguments = ['--layer', root + '/cl/OPENCL.cl', '--library', 'nmath=' + root + '/cl/nmath', path]
            alone = kernels if o.all else rng.sample(kernels, 1) if kernels else []
            if alone: jobs.append(pool.submit(compare, o.clang, tool, arguments, kernels, alone, [['-cl-std=CL1.2']], root))
        for job in jobs:
            try:
                compared += job.result()
            except Failure as e:
                failures.append(e)
                print(e)
    print('%d kernels compared, %d files differ' % (compared, len(failures)))
    return 1 if failures or not compared else 0


if __name__ == '__main__':
    sys.exit(main())
