#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Static analysis of the generator and the runtime: gcc -fanalyzer, clang-tidy (see .clang-tidy) and cppcheck find nothing.

usage: analysis.py SOURCE_ROOT [--tool gcc|clang-tidy|cppcheck] [--short] [FOLDER...]

Without folders: gen and runtime. With --short gcc follows fewer paths through large functions, in less than half of the time,
and cppcheck, which looks for the same kinds of faults, does not run unless it is asked for. Tools that are not installed are
skipped. Exit status 77 if none is."""
import argparse
import concurrent.futures
import glob
import os
import re
import shutil
import subprocess
import sys

# What a tool says without ground: (file, the tool's name for it, why). One that no longer occurs fails, too.
SUPPRESSED = [
    ('gen/base/arena.c', '-Wanalyzer-malloc-leak',
     'blocks hang on arena.last; the analyzer thinks that a copy into new memory may overwrite it'),
    ('gen/prune/item.c', '-Wanalyzer-null-dereference', 'a use and an element that is no event never meet NULL: see sweep()'),
    ('gen/clc/statement.c', '-Wanalyzer-null-dereference', 'labeled_statement() begins at a label: its loop runs once'),
    ('gen/cgen/writer.c', 'identicalInnerCondition', 'what is returned if it is not NULL is a pointer, no condition'),
    ('gen/command/run.c', '-Wanalyzer-null-argument', 'a path has a folder: arena_printf() never gives NULL'),
    ('gen/ir/build_atomic.c', '-Wanalyzer-null-dereference', 'what stores or computes has a second operand'),
    ('gen/lower/masks.c', 'autoVariables', 'the outer target is put back before the function returns'),
    ('gen/clc/preprocess.c', '-Wanalyzer-null-dereference',
     'an #include without a source is marked as skipped, and returned from'),
    ('gen/clc/preprocess.c', 'returnDanglingLifetime',
     'what resolve() returns is a source of its context, not the reason beside it'),
    ('runtime/array/assign.c', 'internalAstError', 'cppcheck 2.10 does not read the _Generic of clb_ckernel_child'),
    ('runtime/array/assign_number.c', 'assignBoolToPointer', 'none_missing is a function; the bool is another member'),
    ('runtime/array/assign_number.c', 'uninitvar', 'the address of an array is taken, not what is in it'),
    ('runtime/array/convert_loops.h', '-Wanalyzer-use-of-uninitialized-value',
     'a square is turned where k + N <= wide: all of its columns have been read'),
    ('runtime/array/number.c', 'incorrectLogicOperator', 'cppcheck reads the hexadecimal -0x1p63 as an integer'),
    ('runtime/array/assign_nested.c', 'internalAstError', 'cppcheck 2.10 does not read the _Generic of clb_ckernel_child'),
    ('runtime/core/text.c', 'uninitvar', 'clb_text_copy writes at least the NUL'),
    ('runtime/group/group.c', 'uninitvar', 'clbi_params_read writes it, or gives a status'),
    ('runtime/launch/launch.c', 'uninitvar', 'clbi_extent_size writes it, or gives a status'),
    ('runtime/memory/host.c', '-Wanalyzer-malloc-leak', 'the mapping hangs on the device'),
    ('runtime/icd/catalogue.c', '-Wanalyzer-malloc-leak', 'texts and headers are the unit\'s, which free_unit() frees'),
    ('runtime/icd/key.c', '-Wanalyzer-use-of-uninitialized-value', 'the list of options ends in an empty one'),
    ('runtime/icd/layer.c', '-Wanalyzer-malloc-leak', 'a handle hangs in its table, and has the state that it takes over'),
    ('runtime/icd/layer.c', '-Wanalyzer-possible-null-dereference', 'the loop asks for the list in each round'),
    ('runtime/native/checked.c', '-Wanalyzer-malloc-leak', 'what is known of written bytes hangs on the object, which the checker frees'),
    ('runtime/native/event.c', 'memleak', 'the callback hangs on the event: it is the last of its list'),
    ('runtime/tier/tier.c', '-Wanalyzer-malloc-leak', 'the times hang on the state of the bundle, which free_state() frees'),
    ('runtime/native/device.c', 'CastIntegerToAddressAtReturn', 'the array holds functions, not integers'),
]


# The loops of convert_loops.h, which the analyzer has seen in files that compile all of their branches.
SAME_LOOPS = ['runtime/array/convert_v3.c']


def mpi_flags():
    """How a compiler finds mpi.h; None: there is none."""
    for name in ('ompi-c', 'mpich'):
        r = subprocess.run(['pkg-config', '--cflags', name], capture_output=True, text=True) if shutil.which('pkg-config') else None
        if r and r.returncode == 0:
            return [f.replace('-I', '-isystem', 1) for f in r.stdout.split()]
    return None


MPI_FLAGS = mpi_flags()


def flags(path):
    if path.startswith('runtime/mpi/'):
        return ['-std=c11', '-Iruntime/include', '-Iruntime/mpi/include', '-D_POSIX_C_SOURCE=200809L', *MPI_FLAGS]
    if path.startswith('gen/'):
        return ['-std=c11', '-Igen', '-Iruntime/include', '-DCLBUNDLE_VERSION="0"']
    return ['-std=c11', '-Iruntime', '-Iruntime/include', '-D_POSIX_C_SOURCE=200809L', '-DCLBI_VERSION="0"']


def gcc(paths, short):
    """The analyzer looks at one file: it cannot know that a call of the runtime's which returned CLB_OK has filled what its
    caller then uses."""
    blind = ['-Wno-analyzer-null-dereference']
    limit = ['--param=analyzer-bb-explosion-factor=2'] if short else []
    return [['gcc', *flags(p), '-O1', '-fanalyzer', *limit, *(blind if p.startswith('runtime/') else []), '-c', p, '-o', '/dev/null']
            for p in paths if p not in SAME_LOOPS]


def clang_tidy(paths, _):
    return [['clang-tidy', '--quiet', p, '--', *flags(p)] for p in paths]


def cppcheck(paths, _):
    options = ['--enable=warning,performance,portability', '--inline-suppr', '--std=c11', '-q', '--template=gcc',
               '-DCLBUNDLE_VERSION="0"', '-D_POSIX_C_SOURCE=200809L', '-Igen', '-Iruntime', '-Iruntime/include']
    return [['cppcheck', *options, *paths]]


TOOLS = {'gcc': gcc, 'clang-tidy': clang_tidy, 'cppcheck': cppcheck}
SHORT = ['gcc', 'clang-tidy']


def findings(command):
    r = subprocess.run(command, capture_output=True, text=True, errors='replace')
    text = r.stdout + r.stderr
    found = []
    for line in text.splitlines():
        m = re.match(r'(?:\./)?([^\s:]+):(\d+):(?:\d+:)? (?:warning|error|style|performance|portability): (.*) \[([^\[\]]+)\]$', line)
        if m:
            found.append((os.path.relpath(m.group(1)), m.group(2), m.group(3), m.group(4).replace(',-warnings-as-errors', '')))
    if r.returncode and not found:
        found.append((command[-1], '0', 'exit %d: %s' % (r.returncode, text[-2000:]), command[0]))
    return found


def main():
    p = argparse.ArgumentParser()
    p.add_argument('root')
    p.add_argument('--tool', choices=sorted(TOOLS), action='append')
    p.add_argument('--short', action='store_true')
    p.add_argument('folders', nargs='*', default=['gen', 'runtime'])
    o = p.parse_intermixed_args()
    os.chdir(o.root)
    paths = sorted(f for folder in o.folders for f in ([folder] if folder.endswith('.c') else
                                                       glob.glob(folder + '/**/*.c', recursive=True)))
    paths = [p for p in paths if MPI_FLAGS is not None or not p.startswith('runtime/mpi/')]
    tools = [t for t in (o.tool or (SHORT if o.short else TOOLS)) if shutil.which(t)]
    if not paths or not tools:
        print('nothing to do')
        return 77
    said_by = {'-W': 'gcc', 'bu': 'clang-tidy', 'ce': 'clang-tidy'}
    unused = {s for s in SUPPRESSED if s[0] in paths and said_by.get(s[1][:2], 'cppcheck') in tools and
              not (o.short and s[1].startswith('-W'))}
    failed = set()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for found in pool.map(findings, [c for t in tools for c in TOOLS[t](paths, o.short)]):
            for f in found:
                reasons = {s for s in SUPPRESSED if s[0] == f[0] and s[1] in f[3].split()}
                unused -= reasons
                if not reasons:
                    failed.add(f)
    for f in sorted(failed):
        print('%s:%s: %s [%s]' % f)
    for s in sorted(unused):
        print('%s: %s is suppressed, but nothing says it any more' % s[:2])
    print('%d files, %s: %d findings' % (len(paths), ', '.join(tools), len(failed)))
    return bool(failed or unused)


if __name__ == '__main__':
    sys.exit(main())
