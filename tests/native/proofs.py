"""proofs.py KERNELS.cl OUTPUT: the kernels of a file with the `// proof: KIND` before each, as lines P(name, KIND, fills) of C.

SPDX-License-Identifier: MIT"""
import re
import sys

NAMES = {'none': 'CLBI_UNPROVED', 'sample': 'CLBI_PROVED_BY_SAMPLE', 'all': 'CLBI_PROVED'}


def main():
    with open(sys.argv[1], encoding='utf-8') as file:
        found = re.findall(r'^// proof: (\w+)(, fills)?\n__kernel void (\w+)', file.read(), re.M)
    with open(sys.argv[2], 'w', encoding='utf-8') as file:
        for kind, fills, name in found:
            file.write(f'P({name}, {NAMES[kind]}, {int(bool(fills))})\n')


if __name__ == '__main__':
    main()
