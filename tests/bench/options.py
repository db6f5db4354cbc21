"""Inputs for each option of `clbundle bundle` that grow in the direction in which the option works, for bench_generate.py.

OPTIONS: option -> function (n, folder) that returns the command line after `clbundle`, as in shapes.py. Options that only name a
place are measured, too: a test compares the table with what --help lists.

SPDX-License-Identifier: MIT"""
import json
import os

from shapes import annotated_kernels, lines, write

# Packages and tasks need more of a kernel: structures, several arrays, comments, a @split.
PACKAGED = '''
// Kernel number %: sums and products, {100 %} of them.
// @range: n
// @split: n
// @arg x: in 1+(n-1)*x_step
// @arg p: in n
// @arg y: inout n
// @arg z: out n
__kernel void k%(__global const float *x, const ulong x_step, __global const pair *p, __global float *y, __global float *z, const pair q, const ulong n)
{
    const size_t i = get_global_id(0);
    if (i < n) { y[i] += x[x_step ? i : 0] * p[i].a; z[i] = q.b + %; }
}
'''


def packaged(n):
    return 'typedef struct pair { float a; int b; } pair;\n' + lines(n, PACKAGED)


def bundle(folder, *arguments):
    return ['bundle', '--name', 'b', '--output-dir', os.path.join(folder, 'out'), *arguments]


def of_kernels(*options, text=annotated_kernels):
    """The options with many kernels; a '@' in one is the folder."""
    return lambda n, folder: bundle(folder, *[o.replace('@', folder) for o in options], write(folder, 'k.cl', text(n)))


def interface(n, folder):
    write(folder, 'i.R', '# Functions.\n' + lines(n, 'f%(x, p, y, q, log = c("a", "b")) <-\n  k%(x, p, y, q)\n'))
    return bundle(folder, '--r', 'pk', '--r-interface', os.path.join(folder, 'i.R'), write(folder, 'k.cl', packaged(n)))


def groups(n, folder):
    names = ','.join('k%d' % i for i in range(n))
    return bundle(folder, '--group', 'g=' + names, write(folder, 'k.cl', annotated_kernels(n)))


def layers(n, folder):
    paths = [write(folder, 'layer%d.cl' % i, '#define LAYER%d %d\n' % (i, i)) for i in range(n)]
    return bundle(folder, *[word for path in paths for word in ('--layer', path)],
                  write(folder, 'k.cl', '__kernel void k(__global int *x) { x[0] = 0%s; }\n' % lines(n, ' + LAYER%')))


def libraries(n, folder, *options, tag='depends_%s'):
    words, tags = [], ''
    for i in range(n):
        name = 'l%d' % i
        os.makedirs(os.path.join(folder, name))
        write(folder, '%s/%s.cl' % (name, name), '// @provides: f%d\nint f%d(int a) { return a; }\n' % (i, i))
        words += ['--library', '%s=%s' % (name, os.path.join(folder, name))]
        tags += '// @%s: %s\n' % (tag.replace('%s', name), name)
    return bundle(folder, *words, *options,
                  write(folder, 'k.cl', tags + '__kernel void k(__global int *x) { x[0] = 0%s; }\n' % lines(n, ' + f%(1)')))


def one_library(n, folder, *options, tag='depends_lib', derived=''):
    where = os.path.join(folder, 'lib')
    os.makedirs(where)
    for i in range(n):
        write(where, 'f%06d.cl' % i, '// @provides: f%d\n%sint f%d(int a) { return a; }\n' % (i, derived, i))
    names = ', '.join('f%06d' % i for i in range(n))
    return bundle(folder, '--library', 'lib=' + where, *options,
                  write(folder, 'k.cl', '// @%s: %s\n__kernel void k(__global int *x) { x[0] = f0(1); }\n' % (tag, names)))


def faults(n, folder):
    """Every second file has a fault."""
    paths = [write(folder, 'k%d.cl' % i, '__kernel void k%d(__global int *x) { x[0] = %s; }\n' % (i, 'y' if i % 2 else '1')) for i in range(n)]
    return bundle(folder, '--keep-going', *paths)


def captured(n, folder, *options):
    where = os.path.join(folder, 'programs')
    os.makedirs(where)
    for i in range(n):
        write(where, 'p%d.cl' % i, '__kernel void k(__global float *x) { x[get_global_id(0)] *= %d; }\n' % i)
    write(where, 'programs.json', json.dumps({'clbundle_programs': 1, 'programs': [
        {'name': 'p%d' % i, 'units': [{'file': 'p%d.cl' % i, 'options': ''}]} for i in range(n)]}))
    return bundle(folder, '--programs', where, '--icd', *options)


def macros(n, folder):
    return bundle(folder, '--options', '-cl-std=CL1.2' + lines(n, ' -DM%=%'),
                  write(folder, 'k.cl', '__kernel void k(__global int *x) { x[0] = 0%s; }\n' % lines(n, ' + M%')))


def configurations(n, folder):
    write(folder, 'c.json', json.dumps({'clbundle_configurations': 1, 'configurations': [{'values': {'W': list(range(n)), 'U': 1}, 'best': ['gpu']}]}))
    return bundle(folder, '--native', '--configurations', os.path.join(folder, 'c.json'), write(
        folder, 'k.cl', '__kernel void k(__global int *x) { x[0] = W; }\n__kernel void l(__global int *x) { x[0] = 1; }\n'))


def named(n, folder):
    name = 'b' * n
    return ['bundle', '--name', name, '--output-dir', os.path.join(folder, 'out'), write(folder, 'k.cl', annotated_kernels(4))]


# option -> (pieces at size 1, command): as many as it takes for a quadratic pass over what is written to show in --smoke.
OPTIONS = {
    '--name': (2, named),
    '--output-dir': (30, of_kernels()),
    '--depfile': (30, lambda n, folder: bundle(folder, '--depfile', os.path.join(folder, 'd'), *[
        write(folder, 'k%d.cl' % i, '__kernel void k%d(__global int *x) { x[0] = 1; }\n' % i) for i in range(n)])),
    '--native': (10, of_kernels('--native', text=packaged)),
    '--native-split': (10, of_kernels('--native-split', text=packaged)),
    '--native-checked': (10, of_kernels('--native-checked', text=packaged)),
    '--levels': (10, of_kernels('--native', '--levels', 'base,v3', text=packaged)),
    '--explain': (10, of_kernels('--native', '--explain', text=packaged)),
    '--standalone': (40, of_kernels('--native', '--standalone', text=packaged)),
    '--r': (40, of_kernels('--r', 'pk', text=packaged)),
    '--r-interface': (40, interface),
    '--python': (40, of_kernels('--python', 'pk', text=packaged)),
    '--cdef': (30, of_kernels('--cdef', text=packaged)),
    '--starpu': (30, of_kernels('--starpu', text=packaged)),
    '--programs': (10, captured),
    '--icd': (10, captured),
    '--group': (30, groups),
    '--configurations': (10, configurations),
    '--no-line': (10, of_kernels('--native', '--no-line', text=packaged)),
    '--keep-going': (10, faults),
    '--no-check': (30, of_kernels('--no-check')),
    '--layer': (30, layers),
    '--library': (10, libraries),
    '--depends-tag': (30, lambda n, folder: one_library(n, folder, '--depends-tag', 'mine', tag='mine')),
    '--no-prune': (30, lambda n, folder: one_library(n, folder, '--no-prune')),
    '--options': (30, macros),
    '--quiet-derived': (30, lambda n, folder: one_library(n, folder, '--quiet-derived', derived='// @all_depends: x\n// @all_depends_count: 7\n')),
}
