#!/usr/bin/env python3
"""Every program of the kernels must compile as strict OpenCL C 1.2 with clang, without a warning, also as a GPU sees it.

usage: strict.py CLANG CLBUNDLE CL_DIR KERNEL.cl..."""
import subprocess
import sys


def main():
    clang, tool, cl, *kernels = sys.argv[1:]
    failed = 0
    for kernel in kernels:
        program = subprocess.run([tool, 'program', '--layer', cl + '/OPENCL.cl', '--library', 'nmath=' + cl + '/nmath',
                                  kernel], capture_output=True, text=True)
        problems = program.stderr
        for gpu in ([], ['-DCLB_GPU=1'])[:1 + ('CLB_GPU' in program.stdout)]:
            r = subprocess.run([clang, '-x', 'cl', '-cl-std=CL1.2', '-Xclang', '-finclude-default-header',
                                '-fsyntax-only', '-Wall', '-Wextra', '-Werror', *gpu, '-'], input=program.stdout,
                               capture_output=True, text=True)
            if r.returncode: problems += ' '.join(gpu) + '\n' + r.stderr
        if program.returncode or problems:
            failed += 1
            print('%s:\n%s' % (kernel, problems))
    print('%d of %d kernel files compile' % (len(kernels) - failed, len(kernels)))
    return failed != 0


if __name__ == '__main__':
    sys.exit(main())
