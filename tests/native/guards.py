# SPDX-License-Identifier: MIT
"""Each compiler flag that changes values makes clbundle/native/native.h an error that says what to do, and the flags of
clbundle_native_args take it back. Usage: guards.py INCLUDE_DIRECTORY COMPILER...
"""
import subprocess
import sys

ALWAYS = ["-ffast-math", "-Ofast", "-ffinite-math-only"]
GCC_ONLY = ["-freciprocal-math", "-fno-signed-zeros", "-funsafe-math-optimizations"]  # clang defines no macro for these
UNDO = ["-fno-fast-math", "-fno-unsafe-math-optimizations"]


def compile_header(compiler, include, flags):
    command = [compiler, "-std=c11", "-fsyntax-only", "-I", include, *flags, "-x", "c", "-"]
    source = "#define CLB_NATIVE_LEVEL 0\n#define CLBN_WITHOUT_VECTOR_CONVERSIONS\n#include <clbundle/native/native.h>\n"
    return subprocess.run(command, input=source, text=True, capture_output=True)


def main():
    include, compilers = sys.argv[1], sys.argv[2:]
    failures = 0
    for compiler in compilers:
        version = subprocess.run([compiler, "--version"], text=True, capture_output=True).stdout
        plain = compile_header(compiler, include, ["-O2", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"])
        if plain.returncode:
            print(f"{compiler}: the header does not compile:\n{plain.stderr[:2000]}")
            failures += 1
        for flag in ALWAYS + ([] if "clang" in version else GCC_ONLY):
            refused = compile_header(compiler, include, [flag])
            if refused.returncode == 0 or "add -f" not in refused.stderr:
                print(f"{compiler} {flag}: not refused\n{refused.stderr[:500]}")
                failures += 1
            mended = compile_header(compiler, include, [flag, *UNDO, "-fno-finite-math-only", "-fno-reciprocal-math",
                                                        "-fsigned-zeros"])
            if mended.returncode:
                print(f"{compiler} {flag}: cannot be taken back\n{mended.stderr[:500]}")
                failures += 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
