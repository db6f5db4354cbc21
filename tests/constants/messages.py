#!/usr/bin/env python3
"""Messages of the generator on `@constant`: every error with its place, and texts that are no error.

SPDX-License-Identifier: MIT"""
import json
import os
import subprocess
import sys
import tempfile

TAG = '// @constant '
KERNEL = '__kernel void k(__global int *x) { x[get_global_id(0)] = %s; }\n'
FREE, LISTED = TAG + 'WG: int = 4\n', TAG + 'WG: int = 4 in 4, 5\n'
PASTE = '#define S(x) f##x\n#define T(x) S(x)\nstatic int f4(void) { return 1; }\nstatic int f5(void) { return 2; }\n'
SIXTY = ', '.join(map(str, range(60)))

# text of the file: line and column, message; None: no message at all
CASES = [
    ('// @constant WG int = 4\n' + KERNEL % 'WG', "1:14: error: expected ':' after '@constant'"),
    (TAG + 'WG: int\n' + KERNEL % 'WG', '1:4: error: write `// @constant NAME: TYPE = VALUE`'),
    ('// @constant: int = 4\n' + KERNEL % '1', '1:4: error: write `// @constant NAME: TYPE = VALUE`'),
    ('// @constnt WG: int = 4\n' + KERNEL % '1', "1:4: error: unknown tag '@constnt'; did you mean '@constant'?"),
    ('/* @constant WG: int = 4 */\n' + KERNEL % '1', "1:4: warning: '@constant' is in a block comment"),
    (TAG + 'WG: size_t = 3\n' + KERNEL % 'WG', "1:18: error: a constant cannot have the type 'size_t'"),
    (TAG + 'WG: char = 200\n' + KERNEL % 'WG', '1:25: error: 200 does not fit a char'),
    (TAG + 'WG: ulong = -1\n' + KERNEL % 'WG', '1:26: error: -1 does not fit a ulong'),
    (TAG + 'WG: float = 1e99\n' + KERNEL % 'WG', '1:26: error: 1e99 does not fit a float'),
    (TAG + 'WG: float = inf\n' + KERNEL % 'WG', "1:26: error: 'inf' is not a number"),
    (TAG + 'WG: int = 3x\n' + KERNEL % 'WG', "1:24: error: '3x' is not a 64-bit integer"),
    (TAG + 'WG: int = \n' + KERNEL % 'WG', '1:23: error: a value is missing here'),
    (TAG + 'WG: int = 3 in 4, 5\n' + KERNEL % 'WG', '1:24: error: the default 3 is not an allowed value'),
    (TAG + 'WG: int = 3 in 4..5\n' + KERNEL % 'WG', '1:24: error: the default 3 is not an allowed value'),
    (TAG + 'WG: int = 4 in 4, 0x4\n' + KERNEL % 'WG', '1:32: error: 0x4 is listed twice'),
    (TAG + 'WG: int = 4 in 5..4\n' + KERNEL % 'WG', '1:29: error: the range is empty'),
    (TAG + 'WG: int = 4 in 5..\n' + KERNEL % 'WG', '1:32: error: a value is missing here'),
    (TAG + 'WG: int = 4, 5\n' + KERNEL % 'WG', "1:27: error: a list of allowed values starts with 'in'"),
    (TAG + 'WG: bool = 1 in 0..1\n' + KERNEL % 'WG', '1:4: error: a bool has no range'),
    (FREE + FREE + KERNEL % 'WG', "2:14: error: the file has two constants 'WG'"),
    (TAG + 'cl_x: int = 4\n' + KERNEL % '1', "1:14: error: 'cl_x' cannot be the name of a constant"),
    (FREE + KERNEL % '1', "1:4: warning: no kernel of the file uses the constant 'WG'"),
    (TAG + 'a-b: int = 4\n' + KERNEL % '1', "1:14: error: 'a-b' cannot be the name of a constant"),
    (TAG + '9a: int = 4\n' + KERNEL % '1', "1:14: error: '9a' cannot be the name of a constant"),
    (TAG + '_A: int = 4\n' + KERNEL % '1', "1:14: error: '_A' cannot be the name of a constant"),
    (TAG + '_az_AZ09: int = 4\n' + KERNEL % '_az_AZ09', None),
    # A constant that is not listed is a value, and nothing else.
    (FREE + '__kernel void k(__global int *y) { int a[WG]; a[0] = 1; y[0] = a[0]; }\n',
     "2:42: error: the size of an array (there are no variable-length arrays) must be an integer constant: list the values of 'WG'"),
    (FREE + '__kernel void k(__global int *y) { switch (y[0]) { case WG: y[1] = 2; } }\n',
     "2:57: error: the value of 'case' must be an integer constant: list the values of 'WG'"),
    (FREE + '#if WG > 3\n' + KERNEL % '1' + '#endif\n', '2:5: error: a condition needs a constant whose values are listed'),
    (FREE + '#define X (WG * 2)\n#if X > 3\n' + KERNEL % '1' + '#endif\n', '2:12: error: a condition needs a constant whose values'),
    (FREE + '__constant int c = WG;\n' + KERNEL % 'c', "2:20: error: outside of a function 'WG' must be known"),
    (FREE + '__kernel __attribute__((reqd_work_group_size(WG, 1, 1))) void k(__global int *y) { y[0] = 1; }\n',
     "2:46: error: outside of a function 'WG' must be known"),
    (FREE + '__kernel void k(__global int *y) { int WG = 3; y[0] = WG; }\n', "2:40: error: 'WG' is the name of a '@constant'"),
    (FREE + '__kernel void k(__global int *y, int WG) { y[0] = WG; }\n', "2:38: error: 'WG' is the name of a '@constant'"),
    (FREE + 'typedef struct { int WG; } s;\n__kernel void k(__global int *y) { s a; a.WG = 3; y[0] = a.WG; }\n',
     "2:22: error: 'WG' is the name of a '@constant'"),
    (FREE + '__kernel void k(__global int *y) { WG = 3; y[0] = WG; }\n', '2:39: error: only a variable'),
    (FREE + '__kernel void k(__global int *y) { const int *p = &WG; y[0] = *p; }\n', "2:51: error: '&' needs a variable"),
    (FREE + '#define S(x) #x\n#define T(x) S(x)\n__kernel void k(__global int *y) { y[0] = T(WG)[0]; }\n',
     "2:14: error: '#' makes text of a constant whose value is not known"),
    (FREE + PASTE + KERNEL % 'T(WG)()', "2:14: error: '##' makes a name of a constant whose value is not known"),
    # The text cannot define it.
    (FREE + '#define WG 3\n' + KERNEL % 'WG', "2:1: error: 'WG' is a '@constant', which drivers get as a macro"),
    (LISTED + '#undef WG\n' + KERNEL % 'WG', "2:1: error: 'WG' is a '@constant', which drivers get as a macro"),
    (FREE + '#ifndef WG\n#define WG 3\n#endif\n' + KERNEL % 'WG', None),
    # Every listed value is checked.
    (TAG + 'WG: int = 4 in 0, 4\n__kernel void k(__global int *y) { int a[10 / WG]; a[0] = 1; y[0] = a[0]; }\n',
     "2:15: note: this is so with WG = 0, which its '@constant' allows"),
    (LISTED + '#if WG == 4\n' + KERNEL % '1' + '#endif\n', "3:15: error: with WG = 5 there is no kernel 'k'"),
    (LISTED + '#if WG == 4\ntypedef int T;\n#else\ntypedef float T;\n#endif\n__kernel void k(__global T *y) { y[0] = 1; }\n',
     "7:15: error: with WG = 5 the kernel 'k' differs: its parameter 'y' has another type"),
    (LISTED + PASTE + KERNEL % 'T(WG)()', "5:1: error: the kernel 'k' uses this only with WG = 5"),
    (LISTED + '#if WG == 5\n#error no\n#endif\n' + KERNEL % 'WG', '3:1: error: '),
    (TAG + 'A: int = 4 in %s\n' % SIXTY + TAG + 'B: int = 4 in %s\n' % SIXTY + KERNEL % 'A + B', '3:15: error: the constants of'),
    # Extents.
    (TAG + 'WG: float = 4\n// @arg x: out WG\n' + KERNEL % 'WG', "2:16: error: 'WG' is not an integer constant"),
    (LISTED + '#define X (WG * 2)\n// @arg x: out X\n' + KERNEL % 'WG', "3:16: error: 'X' is a macro whose value only the device"),
    # Where they may stand.
    ('__kernel void k(__global int *y) {\n' + FREE + ' y[0] = 1; }\n', "2:4: error: '@constant' is in the body of 'k'"),
    (KERNEL % '1' + FREE + 'int f(void) { return 1; }\n', "2:4: error: '@constant' is above 'f'"),
    ('int f(void) { return 1; }\n' + FREE + KERNEL % 'WG', None),
    # Kinds of values.
    (TAG + 'WG: long = -9223372036854775808 in -9223372036854775808, 9223372036854775807\n' + KERNEL % '(int)WG', None),
    (TAG + 'WG: bool = true in true, false\n' + KERNEL % 'WG', None),
    (TAG + 'WG: double = -1.5 in -1e300..1e300\n' + KERNEL % '(int)WG', None),
]


def run(tool, files, *options):
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            with open(os.path.join(folder, name), 'w') as f:
                f.write(text)
        r = subprocess.run([tool, 'bundle', '--native', '--name', 'n', '--output-dir', 'out', *options, *sorted(files)], cwd=folder,
                           capture_output=True, text=True)
        path = os.path.join(folder, 'out', 'n.json')
        return r.returncode, r.stderr, json.load(open(path)) if r.returncode == 0 else None


def main():
    tool = os.path.abspath(sys.argv[1])
    failed = 0

    def expect(name, condition, seen):
        nonlocal failed
        if not condition:
            failed += 1
            print('%s\n--- %s' % (name, seen))

    for text, wanted in CASES:
        status, messages, _ = run(tool, {'a.cl': text})
        if wanted is None:
            expect(text, status == 0 and not messages, messages)
        else:
            expect(text, 'a.cl:' + wanted in messages and '<definitions>' not in messages and
                   (status == 1) == ('error: ' in messages), messages)

    both = {'a.cl': FREE + KERNEL % 'WG', 'b.cl': LISTED + (KERNEL % 'WG').replace(' k(', ' l(')}
    status, messages, _ = run(tool, both)
    expect('two files', status == 1 and "b.cl:1:4: error: the constant 'WG' has another type or other values in another file" in messages
           and 'a.cl:1:4: note: the other one is here' in messages, messages)
    both['b.cl'] = both['b.cl'].replace(LISTED, FREE)
    status, messages, manifest = run(tool, both)
    expect('two files that agree', status == 0 and len(manifest['constants']) == 1, messages)
    expect('programs', [p['constants'] for p in manifest['programs']] == [['WG'], ['WG']], manifest)
    status, messages, _ = run(tool, {'a.cl': FREE + KERNEL % 'WG'}, '--options', '-cl-std=CL1.2 -DWG=3')
    expect('options', status == 1 and "a.cl:1:4: error: the options also define 'WG'" in messages, messages)
    status, messages, _ = run(tool, {'a.cl': TAG + 'E: double = 1.5\n' + KERNEL % '(int)E'}, '--options', '-cl-single-precision-constant')
    expect('single', status == 1 and 'a.cl:1:4: error: -cl-single-precision-constant makes all constants floats' in messages, messages)

    # With a reading for GPUs, each value is checked there too.
    gpu = '// @arg x: out n\n// @range: n\n// @gpu_range: n\n__kernel void k(__global int *x, int n) { x[0] = WG;\n' \
          '#ifdef CLB_GPU\n#if WG == 5\n  x[0] = %s;\n#endif\n#endif\n}\n'
    status, messages, _ = run(tool, {'a.cl': LISTED + gpu % '3'})
    expect('gpu', status == 0 and not messages, messages)
    status, messages, _ = run(tool, {'a.cl': LISTED + gpu % 'nothing'})
    expect('gpu', "a.cl:8:10: error: unknown name 'nothing'" in messages and 'with CLB_GPU defined and WG = 5' in messages, messages)
    # One program for several kernels, each of which has its versions.
    status, messages, manifest = run(tool, {'a.cl': LISTED + KERNEL % 'WG' + '__kernel void l(__global int *y) { int a[WG]; a[0] = 1; y[0] = a[0]; }\n'},
                                     '--group', 'both=k,l')
    expect('group', status == 0 and len(manifest['programs']) == 1 and all(k['native'] for k in manifest['kernels']), messages)
    for option in ('--no-prune', '--no-line'):
        status, messages, manifest = run(tool, {'a.cl': LISTED + KERNEL % 'WG'}, option)
        expect(option, status == 0 and not messages and manifest['programs'][0]['constants'] == ['WG'], messages)
    return failed != 0


if __name__ == '__main__':
    sys.exit(main())
