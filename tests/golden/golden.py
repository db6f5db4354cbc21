#!/usr/bin/env python3
"""Golden files: the output of the generator for the inputs of this folder, byte for byte but for the version
and the number of the layout. Of the form after a pass, the changes since an earlier pass.

usage: golden.py CLBUNDLE [--regenerate]"""
import difflib
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
OPTIONS = ['--layer', 'layer.cl', '--library', 'lib=lib']
CASES = {
    'plane.c plane.h plane.json': ['bundle', '--name', 'plane', *OPTIONS, '--output-dir', '@OUT@', 'plane.cl'],
    'shapes.c shapes.h shapes.json': ['bundle', '--name', 'shapes', '--output-dir', '@OUT@', 'shapes.cl'],
    'records.c records.h records.json': ['bundle', '--name', 'records', '--output-dir', '@OUT@', 'records.cl'],
    'split.c split.h split.json': ['bundle', '--name', 'split', '--output-dir', '@OUT@', 'split.cl'],
    'euclid.program': ['program', *OPTIONS, '--kernel', 'euclid', 'plane.cl'],
    'plane.whole': ['program', *OPTIONS, '--no-prune', 'plane.cl'],
    'template.program': ['program', '--kernel', 'doubles', 'template.cl'],
    'template.whole': ['program', '--no-prune', 'template.cl'],
    'template.c template.json': ['bundle', '--name', 'template', '--output-dir', '@OUT@', 'template.cl'],
    'plane.list': ['program', *OPTIONS, '--list', 'plane.cl'],
    'variants.c variants.h variants.json': ['bundle', '--name', 'variants', '--output-dir', '@OUT@', 'variants.cl'],
    'arrays.c arrays.h arrays.json': ['bundle', '--name', 'arrays', '--native', '--output-dir', '@OUT@', 'arrays.cl'],
    'native_native.c': ['bundle', '--name', 'native', '--native', '--output-dir', '@OUT@', 'native.cl'],
    'native.ir': ['program', '--dump', 'ir', 'native.cl'],
    'halves.halves': ['program', '--dump', 'halves', 'halves.cl'],
    'narrow.narrow': ['program', '--dump', 'narrow', 'narrow.cl'],
    'narrow_native.c': ['bundle', '--name', 'narrow', '--native', '--output-dir', '@OUT@', 'narrow.cl'],
    'constants_native.c': ['bundle', '--native', '--name', 'constants', '--output-dir', '@OUT@', 'constants.cl'],
    'variables_native.c': ['bundle', '--native', '--name', 'variables', '--options', '-cl-std=CL2.0', '--group', 'all=spread,sum', '--output-dir', '@OUT@', 'variables.cl'],
    'special.h special.c special.json special_native.c': ['bundle', '--native', '--name', 'special', '--output-dir', '@OUT@', 'special.cl'],
    'matrix.c matrix.h matrix.json': ['bundle', '--native', '--name', 'matrix', '--configurations', 'configurations.json', '--output-dir', '@OUT@', 'matrix.cl'],
    'collective.lower': ['program', '--options', '-cl-std=CL2.0', '--dump', 'lower', 'collective.cl'],
    'sub_group.lower': ['program', '--options', '-cl-std=CL2.0', '--dump', 'lower', 'sub_group.cl'],
    'collective.ir': ['program', '--options', '-cl-std=CL2.0', '--dump', 'ir', 'collective.cl'],
    'blocks.ir': ['program', '--options', '-cl-std=CL2.0', '--dump', 'ir', 'blocks.cl'],
    'enqueue.ir': ['program', '--options', '-cl-std=CL2.0', '--dump', 'ir', 'enqueue.cl'],
    'enqueue.lower': ['program', '--options', '-cl-std=CL2.0', '--dump', 'lower', 'enqueue.cl'],
    'jumps.ir': ['program', '--dump', 'ir', 'jumps.cl'],
    'jumps.masks': ['program', '--dump', 'masks', 'jumps.cl'],
    'vectors.lower': ['program', '--dump', 'lower', 'vectors.cl'],
    'tiny.lower': ['program', '--dump', 'lower', 'tiny.cl'],
    **{'typed.' + d: ['program', '--dump', d, 'typed.cl'] for d in ('ir', 'lower', 'explain')},
    'scalar.lower': ['program', '--dump', 'lower', 'scalar.cl'],
    'simd.lower': ['program', '--dump', 'lower', 'simd.cl'],
    'simd.access': ['program', '--dump', 'access', 'simd.cl'],
    'vectors.access': ['program', '--dump', 'access', 'vectors.cl'],
    'scalar.steps': ['program', '--dump', 'steps', 'scalar.cl'],
    'scalar.sizes': ['program', '--dump', 'sizes', 'scalar.cl'],
    'builtins.ir': ['program', '--dump', 'ir', 'builtins.cl'],
    'index.tsv': ['index', 'lib', '-o', '@OUT@/index.tsv'],
}
# INPUT.PASS.diff holds the changes since the pass before it in the list.
CHANGES = {
    'distributed': ['choices', 'distribute'],
    'jumps': ['ir', 'predicate'],
    'native': ['ir', 'regions', 'shapes'],
    'scalar': ['regions', 'interchange'],
    'tiny': ['regions', 'replicate'],
    'typed': ['ir', 'unroll', 'read-ahead', 'objects', 'guards', 'regions', 'reloads', 'shapes', 'loop-closed', 'packs'],
}


def run(tool, arguments):
    """What the command prints; None after a message, for a command that fails or warns."""
    r = subprocess.run([tool, *arguments], cwd=os.path.join(HERE, 'input'), capture_output=True, text=True)
    notes = [line for line in r.stderr.splitlines() if ' note: ' in line or line.startswith(' ')]
    if r.returncode or len(notes) != len(r.stderr.splitlines()):
        print('%s: exit %d\n%s' % (' '.join(arguments), r.returncode, r.stderr))
        return None
    return r.stdout


def kernels(dump):
    """The lines of each kernel, by name."""
    parts = re.split(r'^== (\w+): [\w-]+\n', dump, flags=re.M)
    return dict(zip(parts[1::2], (part.splitlines() for part in parts[2::2])))


def changes(before, after):
    """The differences of two dumps, kernel by kernel. Line numbers would change with every line above."""
    text, old, new = '', kernels(before), kernels(after)
    for name in [*old, *(n for n in new if n not in old)]:
        lines = list(difflib.unified_diff(old.get(name, []), new.get(name, []), n=1, lineterm=''))[2:]
        if lines:
            text += '== %s\n' % name + ''.join(('@@' if line.startswith('@@') else line) + '\n' for line in lines)
    return text


def compare(name, text, regenerate):
    """Whether the text is the expected one; a regenerated one is."""
    path = os.path.join(HERE, 'expected', name)
    if regenerate:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'w') as f:
            f.write(text)
        return True
    with open(path) as f:
        old = f.read()
    sys.stdout.writelines(difflib.unified_diff(old.splitlines(True), text.splitlines(True), 'expected/' + name, name))
    return old == text


def main():
    tool, regenerate = os.path.abspath(sys.argv[1]), '--regenerate' in sys.argv[2:]
    version = subprocess.run([tool, '--version'], capture_output=True, text=True, check=True).stdout.split()[1]
    failed = 0
    for names, command in CASES.items():
        with tempfile.TemporaryDirectory() as out:
            printed = run(tool, [c.replace('@OUT@', out) for c in command])
            if printed is None:
                failed += 1
                continue
            for name in names.split():
                path = os.path.join(out, name)
                text = open(path).read() if os.path.exists(path) else printed
                text = re.sub(r'(_bundle = \{\n    |CLB_ABI != |"abi": )\d+', r'\1@ABI@', text.replace(version, '@VERSION@'))
                failed += not compare(name, text, regenerate)
    for source, passes in CHANGES.items():
        dumps = [run(tool, ['program', '--dump', p, source + '.cl']) for p in passes]
        for i, p in enumerate(passes[1:]):
            known = dumps[i] is not None and dumps[i + 1] is not None
            failed += not (known and compare('%s.%s.diff' % (source, p), changes(dumps[i], dumps[i + 1]), regenerate))
    return failed != 0


if __name__ == '__main__':
    sys.exit(main())
