#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Takes the worked examples out of a header's comment, as C with #line: so what the comment teaches is compiled and run.

usage: examples.py HEADER OUTPUT"""
import sys


def main():
    header, output = sys.argv[1:]
    lines, inside, count = [], False, 0
    with open(header, encoding='utf-8') as file:
        for number, line in enumerate(file, 1):
            if line.startswith(' * Example: '):
                inside, count = True, count + 1
                lines.append('#line %d "%s"\n' % (number + 1, header.replace('\\', '/')))
            elif line.startswith(' * End of the examples.'):
                inside = False
            elif inside:
                lines.append(line[7:] if line.startswith(' *     ') else '\n')
    if count < 5 or inside:
        sys.exit('%s: the examples are not found' % header)
    with open(output, 'w', encoding='utf-8') as file:
        file.writelines(lines)


if __name__ == '__main__':
    main()
