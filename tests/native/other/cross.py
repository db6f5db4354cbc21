#!/usr/bin/env python3
"""Static programs for other processors.

usage: cross.py find COMPILER PROCESSOR
       cross.py build COMPILER PROCESSOR OUTPUT FLAG... SOURCE...
COMPILER: gcc or clang; PROCESSOR as qemu-user names it. `find` prints what is missing, and then exits with 1.

Of gcc, Debian's package gcc-12-TRIPLE does as well as a gcc under any of its usual names. It cannot be installed beside
gcc-multilib, however, while cpp-12-TRIPLE can, which holds all but the driver: the compiler proper is then called with the
arguments that the driver of the preprocessor has for it, and the linker by itself."""
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
        self.kind, self.triple = kind, processor + '-linux-gnu'
        names = [self.triple + '-' + n for n in ('gcc-12', 'gcc', 'gcc-13', 'gcc-14')] if kind == 'gcc' else ['clang']
        self.driver = next((n for n in names if shutil.which(n)), None)
        self.parts = self.triple + '-cpp-12' if kind == 'gcc' and not self.driver else None

    def missing(self):
        """What cannot be found, or None."""
        if not shutil.which('qemu-' + self.triple.split('-')[0]):
            return 'qemu-user, which runs programs for ' + self.triple
        if not self.driver and not (self.parts and shutil.which(self.parts)):
            return '%s for %s' % (self.kind, self.triple)
        with tempfile.TemporaryDirectory() as folder:
            source, program = os.path.join(folder, 'a.c'), os.path.join(folder, 'a')
            with open(source, 'w') as f:
                f.write('#include <math.h>\n#include <stdio.h>\nint main(void) { return printf("%f", sqrt(1.0)) < 0; }\n')
            try:
                self.build(program, [source])
            except (OSError, subprocess.CalledProcessError):
                return 'the C library or the linker for ' + self.triple
        return None

    def build(self, program, arguments):
        if self.driver:
            target = ['--target=' + self.triple] if self.kind == 'clang' else []
            subprocess.run([self.driver, *target, *arguments, '-static', '-o', program, *LIBRARIES], check=True)
            return
        with tempfile.TemporaryDirectory() as folder:
            objects = []
            for source in [a for a in arguments if a.endswith('.c')]:
                objects.append(os.path.join(folder, str(len(objects))))
                self.compile(objects[-1], source, [a for a in arguments if not a.endswith('.c')])
            self.link(program, objects)

    def compile(self, to, source, flags):
        shown = subprocess.run([self.parts, '-###', *flags, source], capture_output=True, text=True, check=True).stderr
        command = next(shlex.split(line) for line in shown.splitlines() if line.lstrip().startswith(('"', '/')) and ' -E ' in line)
        command.remove('-E')
        subprocess.run([*command, '-o', to + '.s'], check=True)
        subprocess.run([self.triple + '-as', to + '.s', '-o', to], check=True)

    def link(self, program, objects):
        def find(name):
            return out([self.parts, '-print-file-name=' + name])
        folders = ['-L' + os.path.dirname(find(n)) for n in ('crtbeginT.o', 'libc.a')]
        subprocess.run([self.triple + '-ld', '-static', '-o', program, find('crt1.o'), find('crti.o'), find('crtbeginT.o'), *objects,
                        *folders, '--start-group', *LIBRARIES, '-lgcc', '-lgcc_eh', '-lc', '--end-group', find('crtend.o'),
                        find('crtn.o')], check=True)


def main():
    command, kind, processor = sys.argv[1:4]
    compiler = Compiler(kind, processor)
    if command == 'find':
        missing = compiler.missing()
        print(missing or '')
        return missing is not None
    compiler.build(sys.argv[4], sys.argv[5:])
    return 0


if __name__ == '__main__':
    sys.exit(main())
