#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every program of the kernels must compile as strict OpenCL C 1.2 with clang, without a warning, also in the variant
for GPUs.

usage: strict.py [--no-fp64] CLANG CLBUNDLE CL_DIR KERNEL.cl...

--no-fp64: kernels of cl/nmathf, for a device without doubles: clang then refuses the type, and a warning about a constant
or a sum that would be a double is an error."""
import subprocess
import sys


def main():
    single = sys.argv[1] == '--no-fp64'
    clang, tool, cl, *kernels = sys.argv[1 + single:]
    layers = ['--library', 'nmathf=' + cl + '/nmathf'] if single else [
        '--layer', cl + '/OPENCL.cl', '--library', 'nmath=' + cl + '/nmath']
    flags = ['-Xclang', '-cl-ext=-cl_khr_fp64', '-Wdouble-promotion'] if single else []
    failed = 0
    for kernel in kernels:
        program = subprocess.run([tool, 'program', *layers, kernel], capture_output=True, text=True)
        problems = program.stderr
        for gpu in ([], ['-DCLB_GPU=1'])[:1 + ('CLB_GPU' in program.stdout)]:
            r = subprocess.run([clang, '-x', 'cl', '-cl-std=CL1.2', '-Xclang', '-finclude-default-header',
                                '-fsyntax-only', '-Wall', '-Wextra', '-Werror', *flags, *gpu, '-'], input=program.stdout,
                               capture_output=True, text=True)
            if r.returncode: problems += ' '.join(gpu) + '\n' + r.stderr
        if program.returncode or problems:
            failed += 1
            print('%s:\n%s' % (kernel, problems))
    print('%d of %d kernel files compile' % (len(kernels) - failed, len(kernels)))
    return failed != 0


if __name__ == '__main__':
    sys.exit(main())
