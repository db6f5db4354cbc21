# SPDX-License-Identifier: MIT
"""A debugger can stop native code at lines of the kernel's own file, and shows its variables by name.
Usage: debug.py CLBUNDLE INCLUDE_DIRECTORY LIBRARY_DIRECTORY COMPILER GDB
"""
import os
import re
import subprocess
import sys
import tempfile

HELPER = """// @provides: twice
double twice(double value)
{
    const double doubled = value * 2;
    return doubled;
}
"""
KERNEL = """// @range: n
// @arg x: in n
// @arg y: out n
// @library_deps: lib
// @depends_lib: twice
__kernel void poly(__global const double *x, const double factor, __global double *y, const int n)
{
    const int i = get_global_id(0);
    if (i >= n) return;
    double sum = 0, power = 1;
    for (int degree = 0; degree < 3; ++degree) {
        sum += power;
        power *= x[i];
    }
    y[i] = twice(sum) * factor;
}

// @range: n
// @local: 4
// @arg x: inout n
__kernel void meet(__global double *x, const int n)
{
    __local double shared[4];
    const int place = get_local_id(0);
    const double before = x[get_global_id(0)];
    shared[place] = before;
    barrier(CLK_LOCAL_MEM_FENCE);
    const double other = shared[place ^ 1];
    x[get_global_id(0)] = before - other;
}

// A statement of one line becomes one of many.
// @range: n
// @arg x: inout n
__kernel void wide(__global long *x, const int n)
{
    const size_t id = get_global_id(0);
    const long step = id + 1;
    const long first = x[id] / 3 + x[id] % 5 + (x[id] << 3) + x[id] / step + x[id] % (step + 6) + (x[id] >> 1) + x[id] / 11;
    const long second = first + 1000;
    x[id] = second;
}
"""
MAIN = """#include "look.h"
#include <clbundle/core.h>
#include <stdio.h>
int main(void)
{
    double x[4] = {1, 2, 3, 4}, y[4];
    clb_device *device = NULL;
    if (clb_device_open(&(clb_device_params){.bundle = &look_bundle, .back_ends = CLB_BACK_END_NATIVE}, &device, NULL)) return 1;
    clb_status status = look_call_poly(device, look_args_poly(.x = x, .factor = 10.0, .y = y, .n = 4), NULL);
    if (!status) status = look_call_meet(device, look_args_meet(.x = x, .n = 4), NULL);
    int64_t z[1] = {12};
    if (!status) status = look_call_wide(device, look_args_wide(.x = z, .n = 1), NULL);
    printf("%g %g\\n", y[3], x[0]);
    clb_device_close(&device);
    return status;
}
"""
# (line of poly.cl or twice.cl, what is printed there, what is expected). Work-items that share vectors show two halves.
STOPS = [('poly.cl:13', ['i', 'degree', 'sum', 'x[i]'], ['0', '0', '{low = {1, 1}, high = {1, 1}}', '1']),
         ('twice.cl:4', ['sum'], ['{low = {3, 7}, high = {13, 21}}']),
         ('poly.cl:29', ['other', 'n'], ['{low = {2, 1}, high = {4, 3}}', '4']),
         ('poly.cl:40', ['id', 'first'], ['0', '%d' % (4 + 2 + 96 + 12 + 5 + 6 + 1)])]


def main():
    clbundle, include, library = (os.path.abspath(a) for a in sys.argv[1:4])
    compiler, gdb = sys.argv[4:6]
    failures = []

    def check(what, good, seen):
        if not good:
            failures.append('%s\n%s' % (what, seen[-1500:]))

    with tempfile.TemporaryDirectory() as directory:
        def run(*command, **more):
            return subprocess.run(command, cwd=directory, text=True, capture_output=True, **more)

        def build(*options):
            done = run(clbundle, 'bundle', '--name', 'look', '--native', *options, '--library', 'lib=lib', '--output-dir', '.', 'poly.cl')
            check('the bundle', done.returncode == 0 and 'no native' not in done.stderr, done.stderr)
            done = run(compiler, '-std=c11', '-g', '-O0', '-I' + include, '-I.', 'main.c', 'look.c', 'look_native.c', '-L' + library,
                       '-lclbundle', '-Wl,-rpath,' + library, '-lm', '-o', 'look')
            check('the program', done.returncode == 0, done.stderr)

        os.mkdir(os.path.join(directory, 'lib'))
        for name, text in (('lib/twice.cl', HELPER), ('poly.cl', KERNEL), ('main.c', MAIN)):
            with open(os.path.join(directory, name), 'w') as f:
                f.write(text)
        build()
        for place, names, values in STOPS:
            # One stop a run: a breakpoint may have several places, as loops are written several times.
            done = run(gdb, '-nx', '-batch', '-ex', 'set debuginfod enabled off', '-ex', 'set disable-randomization off', '-ex',
                       'break ' + place, '-ex', 'run', '-ex', 'frame', *[a for n in names for a in ('-ex', 'print ' + n)], './look')
            found = re.findall(r'^\$\d+ = (.*)$', done.stdout, re.M)
            check('at %s: %s, not %s' % (place, found, values), found == values, done.stdout + done.stderr)
            check('at %s: stopped elsewhere' % place, re.search(r'at (\S*/)?%s$' % re.escape(place), done.stdout, re.M), done.stdout + done.stderr)
        # What is the generated file's own has that file's numbers.
        done = run(gdb, '-nx', '-batch', '-ex', 'set debuginfod enabled off', '-ex', 'info line clbn_run_look_k_meet_0', './look')
        found = re.search(r'Line (\d+) of "look_native.c"', done.stdout)
        with open(os.path.join(directory, 'look_native.c')) as f:
            own = f.read().split('\n')
        # Compilers name the head or the bracket behind it.
        head = own[int(found.group(1)) - 4:int(found.group(1))] if found else []
        check('the entry is not at its line', 'CLBN_RUN(k_meet)' in ' '.join(head), done.stdout)
        check('a line is longer than 120 columns', all(len(line) <= 120 for line in own), '\n'.join(line for line in own if len(line) > 120))
        # Without: the generated file's own lines.
        build('--no-line')
        with open(os.path.join(directory, 'look_native.c')) as f:
            check('--no-line: a #line is there', '#line' not in f.read(), '')
    print('%d stops, %d failures' % (len(STOPS), len(failures)))
    print('\n'.join(failures))
    return 1 if failures else 0


if __name__ == '__main__':
    sys.exit(main())
