"""proofs.py KERNELS.cl OUTPUT: the kernels of a file with the `// proof: KIND` before each, as lines P(name, KIND, fills, parts) of
C; parts: a bit for each of x, y and t that the line `// parts: NAMES` names, or -1 without it.

SPDX-License-Identifier: MIT"""
import re
import sys

NAMES = {'none': 'CLBI_UNPROVED', 'sample': 'CLBI_PROVED_BY_SAMPLE', 'all': 'CLBI_PROVED'}


def main():
    with open(sys.argv[1], encoding='utf-8') as file:
        found = re.findall(r'^// proof: (\w+)(, fills)?\n(?:// parts: (.*)\n)?__kernel void (\w+)', file.read(), re.M)
    with open(sys.argv[2], 'w', encoding='utf-8') as file:
        for kind, fills, parts, name in found:
            mask = sum(1 << 'xyt'.index(part) for part in parts.replace('none', '').split()) if parts else -1
            file.write(f'P({name}, {NAMES[kind]}, {int(bool(fills))}, {mask})\n')


if __name__ == '__main__':
    main()
