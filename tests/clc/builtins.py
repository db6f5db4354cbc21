#!/usr/bin/env python3
"""The front end's verdicts on calls of built-in functions against clang's: both must accept and refuse alike, and choose the
same overload.

The functions and their types come from clang's own header of OpenCL C. Each of its declarations is called with exactly its
types; then arguments are exchanged for others, at random by a seed. Differences must be listed in builtins.tsv, with
the reason.

usage: builtins.py VERDICT CLANG [--calls N] [--exact N] [--seed N] [--standard CL1.2]... [--show N]
VERDICT      the program of verdict.c
CLANG        a clang that has the header opencl-c.h
--calls N    with exchanged arguments, for each name and number of parameters
--exact N    one declaration of N is called with its own types"""
import argparse
import csv
import os
import random
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
STANDARDS = ['CL1.2', 'CL2.0', 'CL3.0']
BATCH = 1000  # lines of a file: the front end stops reporting at some number of errors
FP16 = '#pragma OPENCL EXTENSION cl_khr_fp16 : enable'
SCALARS = ['char', 'uchar', 'short', 'ushort', 'int', 'uint', 'long', 'ulong', 'half', 'float', 'double']
VECTORS = [s + str(n) for s in SCALARS for n in (2, 3, 4, 8, 16)]
SPACES = ['__global', '__local', '__constant', '__private']
LITERALS = ['0', '1', '-1', '2u', '3L', '1.0f', '2.5', "'a'"]
OTHERS = ['bool', 'size_t', 'sampler_t', 'event_t', '__read_only image2d_t', '__write_only image2d_t', '__read_only image3d_t',
          '__write_only image1d_t', '__read_only image2d_array_t', '__read_only image1d_buffer_t']
SECOND = ['__read_write image2d_t', '__read_write image3d_t', 'clk_event_t', 'queue_t', 'reserve_id_t', 'ndrange_t']
ATOMICS = ['atomic_int', 'atomic_uint', 'atomic_long', 'atomic_ulong', 'atomic_float', 'atomic_double', 'atomic_flag']
QUALIFIERS = ['const', 'volatile', 'restrict']
ALIASES = {'unsigned char': 'uchar', 'unsigned short': 'ushort', 'unsigned int': 'uint', 'unsigned long': 'ulong',
           'size_t': 'ulong', 'uintptr_t': 'ulong', 'ptrdiff_t': 'long', 'intptr_t': 'long', 'cl_mem_fence_flags': 'uint',
           'memory_order': 'int', 'memory_scope': 'int', 'kernel_enqueue_flags_t': 'int', 'clk_profiling_info': 'int',
           'atomic_flag': 'atomic_int', 'atomic_size_t': 'atomic_ulong', 'atomic_uintptr_t': 'atomic_ulong',
           'atomic_intptr_t': 'atomic_long', 'atomic_ptrdiff_t': 'atomic_long', 'bool': 'bool', '_Bool': 'bool'}
# Of arguments that clang takes in C only for history's sake: newer ones refuse them.
WARNINGS = ['-Wint-conversion', '-Wincompatible-pointer-types', '-Wincompatible-pointer-types-discards-qualifiers']
IMAGES = re.compile(r'\b_*(read_only|write_only|read_write)\b')


def split(text):
    """At the commas that no parenthesis encloses."""
    parts, depth, part = [], 0, ''
    for c in text:
        depth += (c in '([') - (c in ')]')
        if c == ',' and depth == 0:
            parts.append(part)
            part = ''
        else:
            part += c
    return parts + [part] if part.strip() else parts


def plain(text):
    """A parameter of a declaration without its name, as it can be written before another name."""
    text = re.sub(r'__attribute__\(\(.*?\)\)', '', text)
    text = IMAGES.sub(r'__\1', re.sub(r'\b(?<!_)(global|local|constant|private|generic)\b', r'__\1', text))
    array = '[' in text
    words = re.findall(r'\w+|\*', re.sub(r'\[.*', '', text))
    named = [i for i, w in enumerate(words) if re.match(r'[a-zA-Z]', w) and w not in QUALIFIERS and w not in ('unsigned', 'signed', 'struct')]
    if len(named) > 1:
        del words[named[-1]]
    words = [w for w in words if w != 'restrict']
    return ' '.join(words + ['*'] * array)


def declarations(clang, standard, folder):
    """name -> the parameter lists of its overloads."""
    empty = os.path.join(folder, 'empty.cl')
    open(empty, 'w').close()
    text = subprocess.run([*clang, '-E', '-P', empty], capture_output=True, text=True, check=True).stdout
    text = re.sub(r'"(?:[^"\\]|\\.)*"', '""', text)
    text = re.sub(r'\{[^{}]*\}', '', text)
    found = {}
    for statement in text.split(';'):
        statement = re.sub(r'__attribute__\(\((?:[^()]|\([^()]*\))*\)\)', ' ', ' '.join(statement.split()))
        m = re.match(r'^[\w\s*]*?\b(\w+) ?\((.*)\)\s*$', statement.strip())
        if not m or statement.lstrip().startswith('typedef') or m.group(1) in ('printf',) or '_avc_' in m.group(1) or 'ime_ref' in m.group(1):
            continue
        parameters = [plain(p) for p in split(m.group(2))]
        found.setdefault(m.group(1), []).append([] if parameters == ['void'] else parameters)
    return found


def pool(second):
    numbers = SCALARS + VECTORS
    objects = numbers + (ATOMICS if second else [])
    pointers = ['%s %s%s *' % (space, q, t) for space in SPACES + ([''] if second else []) for t in objects for q in ('', 'const ', 'volatile ')]
    return numbers, pointers, OTHERS + (SECOND if second else [])


def exchanged(r, parameters, pools):
    numbers, pointers, others = pools
    changed = list(parameters)
    for _ in range(r.choice([1, 1, 2])):
        at = r.randrange(len(changed))
        old, how = changed[at], r.random()
        if '*' in old and how < 0.6:
            # The same object elsewhere, or another object there.
            target = re.sub(r'\b(__\w+|const|volatile)\b', '', old).replace('*', '').strip()
            kinds = [p for p in pointers if p.split()[-2] == target] if how < 0.35 else pointers
            changed[at] = r.choice(kinds or pointers)
        elif how < 0.75:
            changed[at] = r.choice(numbers)
        elif how < 0.85:
            changed[at] = '=' + r.choice(LITERALS)
        elif how < 0.93:
            changed[at] = r.choice(pointers)
        else:
            changed[at] = r.choice(others)
    return changed


def line(number, name, arguments):
    declared = ', '.join('%s a%d' % (t, i) for i, t in enumerate(arguments) if not t.startswith('='))
    passed = ', '.join(t[1:] if t.startswith('=') else 'a%d' % i for i, t in enumerate(arguments))
    return 'void verdict_%d(%s) { %s(%s); }' % (number, declared or 'void', name, passed)


def canonical(t, spaces):
    """A type as both compilers' are compared: without the access of images, address spaces of pointers only where `spaces`."""
    t = re.sub(r'__attribute__\(\(ext_vector_type\((\d+)\)\)\)', r' \1', t)
    t = IMAGES.sub(lambda m: '__' + m.group(1), t)
    t = re.sub(r'\*\s*(__private|restrict|const)\b', '*', t)
    words = re.findall(r'\w+|\*', t)
    stars = words.count('*')
    qualifiers = sorted({w for w in words if w in QUALIFIERS or (w in SPACES[:3] + ['__generic'] and stars)})
    if not spaces:
        qualifiers = [q for q in qualifiers if q in QUALIFIERS]
    access = [w for w in words if re.match(r'__(read|write)', w)]
    base = ' '.join(w for w in words if w not in QUALIFIERS + SPACES + ['__generic', '*'] and w not in access)
    base = re.sub(r'^(.*) (\d+)$', lambda m: ALIASES.get(m.group(1), m.group(1)) + m.group(2), base)
    if not stars:
        qualifiers = []
    return ' '.join(qualifiers + [ALIASES.get(base, base)] + ['*'] * stars)


def signature(text, spaces):
    m = re.match(r'^(.*?) ?\((.*)\)$', text)
    parameters = [] if m.group(2) in ('', 'void') else split(m.group(2))
    return canonical(m.group(1), spaces), tuple(canonical(p, spaces) for p in parameters)


def ask_clang(clang, path, count, spaces):
    run = subprocess.run([*clang, '-fsyntax-only', '-Wno-everything', *WARNINGS, '-ferror-limit=0', '-fno-caret-diagnostics', '-fno-color-diagnostics', '-Xclang', '-ast-dump',
                          '-Xclang', '-ast-dump-filter', '-Xclang', 'verdict_', path], capture_output=True, text=True)
    answers = [('yes', None)] * count
    at = -1
    for text in run.stdout.splitlines():
        m = re.match(r'Dumping verdict_(\d+):', text)
        if m:
            at = int(m.group(1))
        m = re.search(r"DeclRefExpr .* Function 0x\w+ '(\w+)' '(.*?)'(?::'.*')?$", text)
        if m and at >= 0 and answers[at] == ('yes', None) and 'invalid sloc' not in text:
            answers[at] = ('yes', signature(m.group(2), spaces))
    seen = False
    for text in run.stderr.splitlines():
        m = re.match(r'.*calls\.cl:(\d+):\d+: (?:fatal )?(error|warning): (.*)', text)
        if m and int(m.group(1)) >= 2:
            at = int(m.group(1)) - 2
            if m.group(2) == 'error':
                answers[at] = ('no', m.group(3))
                seen = True
            elif answers[at][0] == 'yes':
                answers[at] = ('warns', answers[at][1])
    if run.returncode and not seen:
        sys.exit('clang did not work:\n' + run.stderr[:2000])
    return answers


def ask_front_end(verdict, standard, lines, folder, spaces):
    paths = []
    for first in range(0, len(lines), BATCH):
        paths.append(os.path.join(folder, 'batch%d.cl' % first))
        with open(paths[-1], 'w') as f:
            f.write('\n'.join([FP16] + lines[first:first + BATCH]) + '\n')
    run = subprocess.run([verdict, '-cl-std=' + standard, *paths], capture_output=True, text=True, check=True)
    answers, first = [('yes', None)] * len(lines), -BATCH
    for text in run.stdout.splitlines():
        if text.startswith('file '):
            first += BATCH
            continue
        number, kind, rest = text.split(' ', 2)
        at = first + int(number) - 2
        old = answers[at]
        if kind == 'error' and old[0] != 'no':
            answers[at] = ('no', rest)
        elif kind == 'warning' and old[0] == 'yes':
            answers[at] = ('warns', old[1])
        elif kind == 'call' and old[0] != 'no':
            answers[at] = (old[0], signature(rest, spaces))
    return answers


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument('verdict')
    p.add_argument('clang')
    p.add_argument('--calls', type=int, default=2)
    p.add_argument('--exact', type=int, default=6)
    p.add_argument('--seed', type=int, default=1)
    p.add_argument('--standard', action='append', choices=STANDARDS)
    p.add_argument('--show', type=int, default=40)
    o = p.parse_args()
    with open(os.path.join(HERE, 'builtins.tsv'), newline='') as f:
        accepted = [row for row in csv.reader(f, delimiter='\t', quoting=csv.QUOTE_NONE) if row and not row[0].startswith('#')]
    rules = [(re.compile(standards), re.compile(kind), re.compile(call)) for standards, kind, call, _ in accepted]
    used, total, failed = [0] * len(rules), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for standard in o.standard or STANDARDS:
            second, r = standard >= 'CL2', random.Random(o.seed)
            clang = [o.clang, '-x', 'cl', '-cl-no-stdinc', '-cl-std=' + standard, '--target=spir64', '-Xclang', '-finclude-default-header']
            functions, pools, calls = declarations(clang, standard, folder), pool(second), []
            for name in sorted(functions):
                lists = functions[name]
                calls += [(name, parameters) for i, parameters in enumerate(lists) if (i + o.seed) % o.exact == 0]
                for count in sorted({len(x) for x in lists if x}):
                    like = [x for x in lists if len(x) == count]
                    calls += [(name, exchanged(r, r.choice(like), pools)) for _ in range(o.calls)]
            path = os.path.join(folder, 'calls.cl')
            lines = [line(i, name, arguments) for i, (name, arguments) in enumerate(calls)]
            with open(path, 'w') as f:
                f.write('\n'.join([FP16] + lines) + '\n')
            theirs = ask_clang(clang, path, len(calls), not second)
            ours = ask_front_end(o.verdict, standard, lines, folder, not second)
            for (name, arguments), a, b in zip(calls, ours, theirs):
                total += 1
                if (a[0] == 'no') != (b[0] == 'no'):
                    kind = {'yes': 'accepts', 'warns': 'warns of', 'no': 'refuses, where clang warns,' if b[0] == 'warns' else 'refuses'}[a[0]]
                elif a[0] == 'yes' and a[1] and b[1] and a[1] != b[1]:
                    kind = 'chooses'
                else:
                    continue
                call = '%s(%s)' % (name, ', '.join(arguments))
                rule = next((i for i, (s, k, c) in enumerate(rules) if s.search(standard) and k.search(kind) and c.search(call)), None)
                if rule is not None:
                    used[rule] += 1
                    continue
                failed += 1
                if failed <= o.show:
                    print('%s: the front end %s %s\n    %s\n    clang: %s' % (standard, kind, call, a[1], b[1]))
    print('%d calls, %d disagreements that are explained, %d that are not' % (total, sum(used), failed))
    return failed != 0


if __name__ == '__main__':
    sys.exit(main())
