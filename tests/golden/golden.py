#!/usr/bin/env python3
"""Golden files: what the generator writes for the inputs of this folder, byte for byte but for the version
and the number of the layout.

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
    'native.shapes': ['program', '--dump', 'shapes', 'native.cl'],
    'native.regions': ['program', '--dump', 'regions', 'native.cl'],
    'halves.halves': ['program', '--dump', 'halves', 'halves.cl'],
    'constants_native.c': ['bundle', '--native', '--name', 'constants', '--output-dir', '@OUT@', 'constants.cl'],
    'special.h special.c special.json special_native.c': ['bundle', '--native', '--name', 'special', '--output-dir', '@OUT@', 'special.cl'],
    'matrix.c matrix.h matrix.json': ['bundle', '--native', '--name', 'matrix', '--configurations', 'configurations.json', '--output-dir', '@OUT@', 'matrix.cl'],
    'collective.lower': ['program', '--options', '-cl-std=CL2.0', '--dump', 'lower', 'collective.cl'],
    'sub_group.lower': ['program', '--options', '-cl-std=CL2.0', '--dump', 'lower', 'sub_group.cl'],
    'collective.ir': ['program', '--options', '-cl-std=CL2.0', '--dump', 'ir', 'collective.cl'],
    'jumps.ir': ['program', '--dump', 'ir', 'jumps.cl'],
    'jumps.predicate': ['program', '--dump', 'predicate', 'jumps.cl'],
    'jumps.masks': ['program', '--dump', 'masks', 'jumps.cl'],
    'vectors.lower': ['program', '--dump', 'lower', 'vectors.cl'],
    'tiny.replicate': ['program', '--dump', 'replicate', 'tiny.cl'],
    'tiny.lower': ['program', '--dump', 'lower', 'tiny.cl'],
    **{'typed.' + d: ['program', '--dump', d, 'typed.cl'] for d in ('ir', 'unroll', 'read-ahead', 'objects', 'guards', 'regions', 'shapes', 'loop-closed', 'packs', 'lower', 'explain')},
    'scalar.lower': ['program', '--dump', 'lower', 'scalar.cl'],
    'scalar.interchange': ['program', '--dump', 'interchange', 'scalar.cl'],
    'simd.lower': ['program', '--dump', 'lower', 'simd.cl'],
    'simd.access': ['program', '--dump', 'access', 'simd.cl'],
    'vectors.access': ['program', '--dump', 'access', 'vectors.cl'],
    'scalar.steps': ['program', '--dump', 'steps', 'scalar.cl'],
    'builtins.ir': ['program', '--dump', 'ir', 'builtins.cl'],
    'index.tsv': ['index', 'lib', '-o', '@OUT@/index.tsv'],
}


def main():
    tool, regenerate = os.path.abspath(sys.argv[1]), '--regenerate' in sys.argv[2:]
    version = subprocess.run([tool, '--version'], capture_output=True, text=True, check=True).stdout.split()[1]
    failed = 0
    for names, command in CASES.items():
        with tempfile.TemporaryDirectory() as out:
            r = subprocess.run([tool] + [c.replace('@OUT@', out) for c in command], cwd=os.path.join(HERE, 'input'),
                               capture_output=True, text=True)
            notes = [line for line in r.stderr.splitlines() if ' note: ' in line or line.startswith(' ')]
            if r.returncode or len(notes) != len(r.stderr.splitlines()):
                print('%s: exit %d\n%s' % (names, r.returncode, r.stderr))
                failed += 1
                continue
            for name in names.split():
                path = os.path.join(out, name)
                text = open(path).read() if os.path.exists(path) else r.stdout
                text = re.sub(r'(_bundle = \{\n    |CLB_ABI != |"abi": )\d+', r'\1@ABI@', text.replace(version, '@VERSION@'))
                expected = os.path.join(HERE, 'expected', name)
                if regenerate:
                    os.makedirs(os.path.dirname(expected), exist_ok=True)
                    with open(expected, 'w') as f:
                        f.write(text)
                    continue
                old = open(expected).read()
                if old != text:
                    failed += 1
                    sys.stdout.writelines(difflib.unified_diff(old.splitlines(True), text.splitlines(True),
                                                               'expected/' + name, name))
    return failed != 0


if __name__ == '__main__':
    sys.exit(main())
