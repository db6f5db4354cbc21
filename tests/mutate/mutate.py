#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Would the tests notice? Changes one token of a source file at random, builds, runs the tests that belong to the file's
folder, and counts the changes that no test noticed.

usage: mutate.py [--seed N] [--count N] [--folder FOLDER]... [--keep DIR] [--suite SUITE]...
                 [--quick SECONDS] [--sanitize] [--missed FILE] [--again FILE] [--list]

  --seed N     where the random choice begins (default 1): the same seed makes the same changes in the same tree
  --count N    changes a folder (default 10)
  --folder F   a key of FOLDERS below; several are allowed (default: all)
  --keep DIR   use and keep this folder for the copy and its build, so that a second call starts at once
  --suite S    run the tests of this suite instead of those that FOLDERS names; several are allowed
  --quick S    leave out tests that take longer than S seconds where nothing is changed
  --sanitize   build with AddressSanitizer and UndefinedBehaviorSanitizer: reading one element too far is noticed
  --missed F   add the changes that nobody noticed to this file
  --again F    make the changes of such a file, and no random ones
  --list       print the changes and make none

A change is one of: a comparison turned (`<` for `<=`, `==` for `!=`), `&&` for `||`, `true` for `false`, a number off by
one. Changes that compile to the same object code are no changes and are drawn again ("trivial compiler equivalence",
Papadakis et al., ICSE 2015). Neither are those of LARGER below, which only ask for more memory than is used.
Unnoticed changes that have no visible effect are listed in equal.tsv with a reason: file, the line's text, the
change, the reason. Suites run in the order of FOLDERS, and the tests of each in the order of the time that they
take, up to the first one that notices; one that takes far longer than without the change has noticed. --keep keeps
these times, too (times.json). Exit status: 0 where at least 95 % were caught."""
import argparse
import json
import os
import random
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))

# Folder -> the Meson suites that are there to notice a change in it, in the order in which they run.
FOLDERS = {
    'gen/base': ['unit', 'cli', 'program'],
    'gen/library': ['unit', 'cli', 'program'],
    'gen/clc': ['unit', 'cli', 'clc', 'program', 'native'],
    'gen/names': ['unit', 'cli', 'program', 'native'],
    'gen/prune': ['unit', 'cli', 'program', 'native'],
    'gen/describe': ['unit', 'cli', 'program', 'native'],
    'gen/bundle': ['unit', 'cli', 'program', 'native'],
    'gen/emit': ['unit', 'cli', 'calls', 'program', 'native', 'group', 'consumers'],
    'gen/command': ['unit', 'cli', 'program'],
    'gen/doctor': ['unit', 'cli'],
    'gen/standalone': ['cli', 'consumers'],
    'gen/ir': ['unit', 'cli', 'native'],
    'gen/passes': ['unit', 'cli', 'native'],
    'gen/cgen': ['unit', 'cli', 'native'],
    'runtime/core': ['runtime', 'calls'],
    'runtime/launch': ['runtime', 'calls'],
    'runtime/memory': ['runtime', 'calls'],
    'runtime/observe': ['runtime', 'calls'],
    'runtime/tier': ['runtime', 'calls'],
    'runtime/opencl': ['runtime'],
    'runtime/native': ['runtime', 'native'],
    'runtime/platform': ['runtime'],
    'runtime/array': ['runtime', 'array'],
    'runtime/group': ['runtime', 'group'],
    'runtime/mpi': ['group'],
}
GOAL = 0.95
SECONDS = 600        # for the build and for each test
SLOWER = 8           # a program that computes for this many times as long as the whole test did before, and WAIT seconds
WAIT = 5             # more, has noticed: something hangs; time of the processor, since others may use the machine, too
HANGS = 20           # or one that takes this many times as long by the clock on the wall
MEMORY = 6 << 30     # bytes of address space for a test; more means that something grows for ever

TURNED = {'<': '<=', '<=': '<', '>': '>=', '>=': '>', '==': '!=', '!=': '==', '&&': '||', '||': '&&',
          'true': 'false', 'false': 'true'}
TOKEN = re.compile(r'''
    (?P<skip> /\*.*?\*/ | //[^\n]* | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*'
            | ^[ \t]*\#(?:\\\n|[^\n])* )
  | (?P<word> [A-Za-z_]\w* )
  | (?P<number> \d[\w.]* )
  | (?P<operator> <<=? | >>=? | -> | \+\+ | -- | && | \|\| | [<>=!]=? | . )
''', re.VERBOSE | re.DOTALL | re.MULTILINE)


def changes_of(text):
    """Every (begin, end, replacement) that one token of a C file allows."""
    for m in TOKEN.finditer(text):
        token = m.group()
        if m.lastgroup == 'skip':
            continue
        if token in TURNED:
            yield m.start(), m.end(), TURNED[token]
        elif m.lastgroup == 'number' and re.fullmatch(r'\d{1,4}u?', token):
            yield m.start(), m.end(), re.sub(r'\d+', lambda d: str(int(d.group()) + 1), token)


# Numbers that may grow by one without any difference but in memory: the text before one, and the text behind it.
LARGER = [
    (re.compile(r'\b(?:arena_array|arena_alloc|arena_grow|malloc|calloc|realloc)\([^;?<>=]*\+ $'), re.compile(r'')),
    (re.compile(r'\bcapacity \* $|\bcapacity \? [^:;]*: $|\bcount \* 2 : $'), re.compile(r'')),  # how much an array grows
    (re.compile(r'^\s+(?:(?:static|const|unsigned) )*(?:char|size_t) \w+\[$'), re.compile(r'\];')),  # room for a text
    (re.compile(r'\bsize(?: > 0)? \? size : $'), re.compile(r'')),  # what stands for nothing in an allocation
    (re.compile(r'\{$'), re.compile(r'\}')),  # {0}: all is zero
    (re.compile(r'^\s+option \w+\[\w+ \+ $'), re.compile(r'\] = \{')),  # a table that ends at its first empty row
]


class Change:
    def __init__(self, name, text, begin, end, replacement):
        self.name, self.text = name, text
        self.begin, self.end, self.replacement = begin, end, replacement
        self.line = text.count('\n', 0, begin) + 1
        start = text.rfind('\n', 0, begin) + 1
        self.source = text[start:text.find('\n', end)]
        column = begin - start
        self.mark = self.source[:column] + '[' + text[begin:end] + ' -> ' + replacement + ']' \
            + self.source[column + end - begin:]

        self.larger = text[begin].isdigit() and any(
            before.search(self.source[:column]) and after.match(self.source[column + end - begin:])
            for before, after in LARGER)

    def key(self):
        return self.name, self.source.strip(), self.mark.strip()

    def __str__(self):
        return '%s:%d: %s' % (self.name, self.line, self.mark.strip())


class Build:
    """A copy of the tracked files, configured for quick compiling, in which one file at a time is changed."""

    def __init__(self, folder, sanitize=False):
        self.times, self.sanitize = {}, sanitize
        self.kept_times = os.path.join(folder, 'times.json')
        if os.path.exists(self.kept_times):
            with open(self.kept_times) as f:
                self.times = json.load(f)
        self.root, self.build = os.path.join(folder, 'tree'), os.path.join(folder, 'build')
        tracked = subprocess.run(['git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'], cwd=ROOT,
                                 capture_output=True, check=True).stdout
        for name in tracked.decode().split('\0'):
            source, target = os.path.join(ROOT, name), os.path.join(self.root, name)
            if not name or not os.path.isfile(source):
                continue
            os.makedirs(os.path.dirname(target), exist_ok=True)
            with open(source, 'rb') as f:
                data = f.read()
            if not os.path.exists(target) or open(target, 'rb').read() != data:
                shutil.copy(source, target)
        if not os.path.exists(os.path.join(self.build, 'build.ninja')):
            self.call(['meson', 'setup', self.build, self.root, '-Dkernels=disabled', '-Dwerror=false', '-Doptimization=0',
                       *(['-Db_sanitize=address,undefined', '-Db_lundef=false'] if sanitize else ['-Ddebug=false'])],
                      check=True)
        self.tests = json.loads(self.call(['meson', 'introspect', '--tests', self.build], check=True).stdout)
        targets = json.loads(self.call(['meson', 'introspect', '--targets', self.build], check=True).stdout)
        self.files = {t['id']: t['filename'] for t in targets}
        with open(os.path.join(self.build, 'compile_commands.json')) as f:
            self.commands = {os.path.normpath(os.path.join(c['directory'], c['file'])): c for c in json.load(f)}

    @staticmethod
    def call(command, check=False, cwd=None, seconds=None, env=None, memory=None, work=SECONDS):
        def limit():
            os.setsid()
            if memory:
                resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
            resource.setrlimit(resource.RLIMIT_CPU, (work, work))  # also of what a killed test leaves behind
        with subprocess.Popen(command, cwd=cwd, env=env, preexec_fn=limit, stdin=subprocess.DEVNULL, text=True,
                              errors='replace', stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as p:
            try:
                out, _ = p.communicate(timeout=seconds)
            except subprocess.TimeoutExpired:
                os.killpg(p.pid, signal.SIGKILL)
                raise
        if check and p.returncode:
            sys.exit('%s failed:\n%s' % (shlex.join(command), out))
        return subprocess.CompletedProcess(command, p.returncode, out)

    def of_suites(self, suites):
        """The tests of these suites, suite by suite, but for those that look for races: no such change makes one, and where
        the machine is busy they fail for want of time."""
        wanted = {}
        for suite in suites:
            for test in self.tests:
                if suite in [s.split(':')[-1] for s in test['suite']] and 'thread sanitizer' not in test['name']:
                    wanted.setdefault(test['name'], (suite, test))
        return list(wanted.values())

    def outputs_of(self, test):
        """What must be built before a test runs."""
        return {os.path.relpath(f, self.build) for d in test['depends'] for f in self.files.get(d, [])}

    def object_code(self, name):
        """The file's object code as an optimising compiler makes it, or None where it does not compile."""
        c = self.commands.get(os.path.join(self.root, name))
        if not c:
            return None
        words = shlex.split(c['command'])
        at = words.index('-o')
        with tempfile.NamedTemporaryFile(suffix='.o') as out:
            words[at + 1] = out.name
            if 'ccache' in words[0]:
                words = words[1:]
            r = self.call([*words, '-O2', '-g0', '-w'], cwd=c['directory'])
            out.seek(0)
            return out.read() if r.returncode == 0 else None

    def run_test(self, test, seconds=SECONDS, work=SECONDS):
        """Whether a test passes: 77 is how one says that it was left out."""
        env = {**os.environ, 'MALLOC_PERTURB_': '165', **test['env']}
        memory = None if self.sanitize else MEMORY  # a sanitizer reserves terabytes
        return self.call(test['cmd'], cwd=test['workdir'] or self.build, seconds=seconds, env=env,
                         memory=memory, work=work).returncode in (0, 77)

    def noticed(self, tests):
        """The name of what noticed, or None. What a test needs is built when its turn comes."""
        built = set()
        for test in tests:
            outputs = self.outputs_of(test) - built
            built |= outputs
            try:
                if outputs and self.call(['ninja', '-C', self.build, *sorted(outputs)], seconds=SECONDS).returncode:
                    return 'the build'
            except subprocess.TimeoutExpired:
                return 'the clock: the build'
            try:
                most = int(SLOWER * self.times[test['name']]) + WAIT
                if not self.run_test(test, min(SECONDS, HANGS * most), most):
                    return test['name']
            except subprocess.TimeoutExpired:
                return 'the clock: ' + test['name']
        return None

    @staticmethod
    def processor():
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    def quick_first(self, suites, quick):
        """The tests of these suites, each suite's in the order of the time that they take where nothing is changed."""
        wanted = self.of_suites(suites)
        missing = [t for _, t in wanted if t['name'] not in self.times]
        outputs = sorted(set().union(*map(self.outputs_of, missing)))
        if outputs:
            self.call(['ninja', '-C', self.build, *outputs], check=True)
        for test in missing:
            began = self.processor()
            try:
                if not self.run_test(test, SECONDS if quick is None else 2 * quick):
                    sys.exit('%s fails before anything is changed' % test['name'])
                self.times[test['name']] = self.processor() - began
            except subprocess.TimeoutExpired:
                if quick is None:
                    raise
                self.times[test['name']] = float('inf')
            with open(self.kept_times, 'w') as f:
                json.dump(self.times, f)
        kept = [(suites.index(s), self.times[t['name']], t) for s, t in wanted
                if quick is None or self.times[t['name']] < quick]
        return [t for _, _, t in sorted(kept, key=lambda k: k[:2])]


def files_of(folder):
    """A folder's own C files, and for gen/ those of the folders in it."""
    deep = folder.startswith('gen/') or folder == 'runtime/array'
    for path, folders, names in os.walk(os.path.join(ROOT, folder)):
        folders.sort()
        for name in sorted(names):
            if name.endswith('.c'):
                yield os.path.relpath(os.path.join(path, name), ROOT)
        if not deep:
            break


def draw(folder, seed):
    """The folder's possible changes in random order."""
    every = []
    for name in files_of(folder):
        with open(os.path.join(ROOT, name), encoding='utf-8') as f:
            text = f.read()
        every += [Change(name, text, *c) for c in changes_of(text)]
    random.Random('%s %d' % (folder, seed)).shuffle(every)
    return every


def read_equal():
    path = os.path.join(HERE, 'equal.tsv')
    with open(path, encoding='utf-8') as f:
        rows = [line.rstrip('\n').split('\t') for line in f if line.strip() and not line.startswith('#')]
    return {tuple(r[:3]): r[3] for r in rows}


def try_folder(build, folder, arguments, equal, again):
    tests = build.quick_first(arguments.suite or FOLDERS[folder], arguments.quick)
    caught, missed, tried = 0, [], 0
    changes = draw(folder, arguments.seed)
    for change in changes:
        if again is not None:
            if change.key() not in again:
                continue
            again.remove(change.key())  # a line may be there twice
        elif tried == arguments.count:
            break
        if change.larger or change.key() in equal:
            continue
        path = os.path.join(build.root, change.name)
        before = build.object_code(change.name)
        with open(path, 'w', encoding='utf-8') as f:
            f.write(change.text[:change.begin] + change.replacement + change.text[change.end:])
        try:
            after = build.object_code(change.name)
            if before is None or after is None or before == after:
                continue
            tried += 1
            by = build.noticed(tests)
        finally:
            with open(path, 'w', encoding='utf-8') as f:
                f.write(change.text)
        caught += by is not None
        print('%-7s %s%s' % ('caught' if by else 'MISSED', change, '   (%s)' % by if by else ''), flush=True)
        if not by:
            missed.append(change)
            if arguments.missed:
                with open(arguments.missed, 'a', encoding='utf-8') as f:
                    f.write('\t'.join(change.key()) + '\n')
    print('%s: %d of %d caught' % (folder, caught, tried), flush=True)
    return caught, tried, missed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--count', type=int, default=10)
    parser.add_argument('--folder', action='append', choices=list(FOLDERS))
    parser.add_argument('--keep')
    parser.add_argument('--suite', action='append')
    parser.add_argument('--quick', type=float)
    parser.add_argument('--sanitize', action='store_true')
    parser.add_argument('--missed')
    parser.add_argument('--again')
    parser.add_argument('--list', action='store_true')
    arguments = parser.parse_args()
    folders = [f for f in arguments.folder or FOLDERS if os.path.isdir(os.path.join(ROOT, f))]
    if arguments.list:
        for folder in folders:
            for change in draw(folder, arguments.seed)[:arguments.count]:
                print(change)
        return 0
    equal, again = read_equal(), None
    if arguments.again:
        with open(arguments.again, encoding='utf-8') as f:
            again = [tuple(line.rstrip('\n').split('\t')) for line in f]
    with tempfile.TemporaryDirectory() as temporary:
        build = Build(arguments.keep or temporary, arguments.sanitize)
        results = [try_folder(build, folder, arguments, equal, again) for folder in folders]
    caught, tried = sum(r[0] for r in results), sum(r[1] for r in results)
    missed = [m for r in results for m in r[2]]
    for change in missed:
        print('missed: %s' % change)
    print('%d of %d caught' % (caught, tried))
    return 0 if tried and caught >= GOAL * tried else 1


if __name__ == '__main__':
    sys.exit(main())
