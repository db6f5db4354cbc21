#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures how the time to make programs grows with the size of the input, for each shape at three sizes.

usage: bench_prune.py [--limit SECONDS] CLBUNDLE [SHAPE...]
Prints for each shape the CPU seconds at n, 2n and 4n, the ratio of the last two (2 is linear), and the largest peak
of memory. If a run exceeds the limit, that is shown, and larger ones are skipped."""
import argparse
import os
import resource
import subprocess
import tempfile


def kernel(name, body='x[0] = 1;'):
    return '__kernel void %s(__global int *x) { %s }\n' % (name, body)


def conditions(n):
    """Conditionals of the device that one kernel needs."""
    text = ''.join('#ifdef cl_khr_fp64\n#define A%d %d\n#else\n#define A%d 0\n#endif\n' % (i, i, i) for i in range(n))
    return {'k.cl': text + kernel('k', 'int s = 0;\n' + ''.join('s += A%d;\n' % i for i in range(n)) + 'x[0] = s;')}


def dropped_conditions(n):
    return {'k.cl': ''.join('#ifdef cl_khr_fp64\nint f%d(int x) { return x; }\n#endif\n' % i for i in range(n)) + kernel('k')}


def body_conditions(n):
    return {'k.cl': kernel('k', '\n' + ''.join('#ifdef cl_khr_fp64\nx[0] += %d;\n#endif\n' % i for i in range(n)))}


def kernels_in_one_file(n):
    return {'k.cl': 'int shared(int x) { return x; }\n' + ''.join(
        'int own%d(int x) { return shared(x); }\n' % i + kernel('k%d' % i, 'x[0] = own%d(x[1]);' % i) for i in range(n))}


def kernels_that_share(n):
    return {'k.cl': ''.join('int s%d(int x) { return x + %d; }\n' % (i, i) for i in range(20)) + ''.join(
        kernel('k%d' % i, 'x[0] = %s;' % ' + '.join('s%d(x[%d])' % (j, i) for j in range(20))) for i in range(n))}


def kernels_in_many_files(n):
    files = {'k%d.cl' % i: '#include "h.h"\n' + kernel('k%d' % i, 'x[0] = shared(x[1]);') for i in range(n)}
    files['h.h'] = 'int shared(int x) { return x; }\nint unused(int x) { return x; }\n'
    return files


def diamonds(n):
    text = 'int f0(int x) { return x; }\n' + ''.join('int f%d(int x) { return f%d(x) + f%d(x + 1); }\n' % (i, i - 1, i - 1) for i in range(1, n))
    return {'k.cl': text + kernel('k', 'x[0] = f%d(x[0]);' % (n - 1))}


def chain(n):
    text = 'int f0(int x) { return x; }\n' + ''.join('int f%d(int x) { return f%d(x); }\n' % (i, i - 1) for i in range(1, n))
    return {'k.cl': text + kernel('k', 'x[0] = f%d(x[0]);' % (n - 1))}


def templates(n):
    text = ''.join('#define T int\n#define NAME t%d\n#include "t.h"\n#undef T\n#undef NAME\n' % i for i in range(n))
    return {'k.cl': text + kernel('k', 'x[0] = t%d(x[0]);' % (n - 1)), 't.h': 'T NAME(T a)\n{\n    return a;\n}\n'}


def redefinitions(n):
    return {'k.cl': ''.join('#define A %d\n#undef A\n' % i for i in range(n)) + '#define A 1\n' + kernel('k', 'x[0] = A;')}


def includes_in_a_body(n):
    return {'k.cl': kernel('k', '\n' + '#include "b.h"\n' * n), 'b.h': 'x[0] += __LINE__;\n'}


def annotated_kernels(n):
    return {'k.cl': ''.join('// The kernel %d.\n// @arg x: inout 1\n// @range: 1\n' % i + kernel('k%d' % i) for i in range(n))}


def annotated_parameters(n):
    return {'k.cl': ''.join('// @arg p%d: in n\n' % i for i in range(n)) + '__kernel void k(%s, int n) { }\n' % ', '.join(
        '__global const int *p%d' % i for i in range(n))}


def comment_lines(n):
    return {'k.cl': ''.join('// line %d of what is said about the kernel\n' % i for i in range(n)) + kernel('k')}


SHAPES = {'conditions': (conditions, 10000), 'dropped conditions': (dropped_conditions, 10000), 'body conditions': (body_conditions, 10000),
          'kernels in one file': (kernels_in_one_file, 2500), 'kernels that share': (kernels_that_share, 1000),
          'kernels in many files': (kernels_in_many_files, 1000), 'diamonds': (diamonds, 2500), 'chain': (chain, 2500),
          'templates': (templates, 2000), 'redefinitions': (redefinitions, 10000), 'includes in a body': (includes_in_a_body, 2000),
          'annotated kernels': (annotated_kernels, 2500), 'annotated parameters': (annotated_parameters, 1000),
          'comment lines': (comment_lines, 2500)}


def main():
    p = argparse.ArgumentParser()
    p.add_argument('tool')
    p.add_argument('shapes', nargs='*')
    p.add_argument('--limit', type=int, default=20)
    o = p.parse_args()
    tool = os.path.abspath(o.tool)
    for name in o.shapes or SHAPES:
        make, first = SHAPES[name]
        times, peak = [], 0
        for n in first, 2 * first, 4 * first:
            with tempfile.TemporaryDirectory() as folder:
                files = make(n)
                for path, text in files.items():
                    with open(os.path.join(folder, path), 'w') as f: f.write(text)
                command = [tool, 'bundle', '--name', 'b', '--output-dir', 'out', *[f for f in files if f.endswith('.cl')]]
                child = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                         preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (o.limit, o.limit)))
                _, status, used = os.wait4(child.pid, 0)
                child.returncode = os.waitstatus_to_exitcode(status)
                if child.returncode:
                    times.append('exit %d' % child.returncode if child.returncode > 0 else 'over %d s' % o.limit)
                    break
                times.append(used.ru_utime + used.ru_stime)
                peak = used.ru_maxrss
        shown = ', '.join(t if isinstance(t, str) else '%.2f s' % t for t in times)
        ratio = ', ratio %.1f' % (times[2] / times[1]) if len(times) == 3 and not isinstance(times[2], str) else ''
        print('%-22s n = %d: %s%s, at most %d MB' % (name, first, shown, ratio, peak // 1024), flush=True)


if __name__ == '__main__':
    main()
