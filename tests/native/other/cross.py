#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Static programs for other processors.

usage: cross.py find COMPILER PROCESSOR
       cross.py build COMPILER PROCESSOR OUTPUT FLAG... SOURCE... OBJECT...
       cross.py object COMPILER PROCESSOR OUTPUT FLAG... SOURCE
COMPILER: gcc or clang. PROCESSOR: as qemu-user names it, or i686, which this machine runs by itself. `find` prints how to
run a program; if anything is missing, it prints what, and exits with 1. Tests of another processor are skipped by
`cross.py skip REASON`.

Debian's cross compilers, gcc-12-TRIPLE, cannot be installed beside gcc-multilib. Its packages cpp-12-TRIPLE can, and hold
all of gcc but the driver: without one, the compiler proper is called with the arguments that the driver of the preprocessor
has for it, and the linker by itself."""
import os
import shlex
import shutil
import subprocess
import sys
import tempfile

LIBRARIES = ['-lpthread', '-lm']


def out(command):
    r = subprocess.run(command, capture_output=True, text=True)
    return r.stdout.strip() if r.returncode == 0 else ''


class Compiler:
    def __init__(self, kind, processor):
        self.kind, self.triple, self.flags, self.parts = kind, processor + '-linux-gnu', [], None
        self.emulator = 'qemu-' + processor if processor != 'i686' else ''
        names = [kind]
        if processor == 'i686':
            self.flags = ['-m32', '-msse2', '-mfpmath=sse']
        elif kind == 'clang':
            self.flags = ['--target=' + self.triple]
        else:
            names = ['%s-gcc%s' % (self.triple, v) for v in ('', '-12', '-13', '-14')]
            self.parts = self.triple + '-cpp-12'
            if processor == 's390x':
                self.flags = ['-fexcess-precision=fast', '-march=z14']  # vectors, which compile in half the time
        self.driver = next((n for n in names if shutil.which(n)), None)

    def missing(self):
        """What cannot be found, or None."""
        if self.emulator and not shutil.which(self.emulator):
            return self.emulator
        if not self.driver and not (self.parts and shutil.which(self.parts)):
            return '%s for %s' % (self.kind, self.triple)
        with tempfile.TemporaryDirectory() as folder:
            source, program = os.path.join(folder, 'a.c'), os.path.join(folder, 'a')
            with open(source, 'w') as f:
                f.write('#include <math.h>\n#include <stdio.h>\nint main(void) { return printf("%f", sqrt(1.0)) < 0; }\n')
            try:
                self.build(program, [source])
                subprocess.run([self.emulator, program] if self.emulator else [program], check=True, stdout=subprocess.DEVNULL)
            except (OSError, StopIteration, subprocess.CalledProcessError):
                return 'a C library and a linker for ' + self.triple
        return None

    def build(self, program, arguments):
        if self.driver:
            subprocess.run([self.driver, *self.flags, *arguments, '-static', '-o', program, *LIBRARIES], check=True)
            return
        flags, objects = [a for a in arguments if not a.endswith(('.c', '.o'))], [a for a in arguments if a.endswith('.o')]
        with tempfile.TemporaryDirectory() as folder:
            for source in [a for a in arguments if a.endswith('.c')]:
                objects.append(os.path.join(folder, '%d.o' % len(objects)))
                self.object(objects[-1], [*flags, source])
            self.link(program, objects)

    def object(self, to, arguments):
        if self.driver:
            subprocess.run([self.driver, *self.flags, *arguments, '-c', '-o', to], check=True)
            return
        shown = subprocess.run([self.parts, '-###', *self.flags, *arguments], capture_output=True, text=True, check=True).stderr
        command = next(shlex.split(line) for line in shown.splitlines() if ' -E ' in line and line.startswith(' '))
        command.remove('-E')
        assembly = to + '.s'
        try:
            subprocess.run([*command, '-o', assembly], check=True)
            subprocess.run([self.triple + '-as', assembly, '-o', to], check=True)
        finally:
            if os.path.exists(assembly):
                os.remove(assembly)

    def link(self, program, objects):
        def find(name):
            return out([self.parts, '-print-file-name=' + name])
        folders = ['-L' + os.path.dirname(find(n)) for n in ('crtbeginT.o', 'libc.a')]
        subprocess.run([self.triple + '-ld', '-static', '-o', program, find('crt1.o'), find('crti.o'), find('crtbeginT.o'), *objects,
                        *folders, '--start-group', *LIBRARIES, '-lgcc', '-lgcc_eh', '-lc', '--end-group', find('crtend.o'),
                        find('crtn.o')], check=True)


def main():
    command = sys.argv[1]
    if command == 'skip':
        print('skipped: no ' + sys.argv[2])
        return 77
    compiler = Compiler(*sys.argv[2:4])
    if command == 'find':
        missing = compiler.missing()
        print(missing or compiler.emulator or 'env')
        return missing is not None
    (compiler.build if command == 'build' else compiler.object)(sys.argv[4], sys.argv[5:])
    return 0


if __name__ == '__main__':
    try:
        sys.exit(main())
    except subprocess.CalledProcessError as failed:
        sys.exit(failed.stderr or '%s: exit %d' % (failed.cmd[0], failed.returncode))
