#!/usr/bin/env python3
"""The language, line by line: what the front end refuses, clang must refuse, and the other way round.

usage: language.py VERDICT CLANG FOLDER [--annotate]

The first line of a file in FOLDER names the standards for which it is read: // CL1.2 CL2.0 CL3.0
A comment after a line says what is expected; a line without one is accepted by both.
  // refused: TEXT              by both; TEXT is part of the front end's message
  // refused CL1.2 CL3.0: TEXT  for these standards
  // only clbundle: WHY         the front end refuses it, clang does not (with standards, as above)
  // only clang: WHY            clang refuses it, the front end does not
Intended differences are only in differences.cl. --annotate writes the first two kinds of comments: check what it has
written."""
import concurrent.futures
import os
import re
import sys

import clang

NOTE = re.compile(r'// (refused|only clbundle|only clang)((?: CL\d\.\d)*): ([^/]*?)\s*(?=$|// )')


def read(path):
    lines = open(path).read().split('\n')
    standards = lines[0][2:].split()
    assert standards and all(s in clang.STANDARDS for s in standards), path + ':1: name the standards'
    expected = {}  # (standard, line) -> (kind, text)
    for number, line in enumerate(lines, 1):
        for kind, chosen, text in NOTE.findall(line):
            for s in chosen.split() or standards:
                assert s in standards, '%s:%d: %s is not among the standards' % (path, number, s)
                expected[s, number] = (kind, text)
    return lines, standards, expected


def check(path, standard, expected, ours, theirs):
    problems = []
    lines = {n for s, n in expected if s == standard} | set(ours.errors) | set(theirs.errors)
    for n in sorted(lines):
        kind, text = expected.get((standard, n), ('taken', ''))
        a, b = n in ours.errors, n in theirs.errors
        if (a, b) != {'taken': (False, False), 'refused': (True, True), 'only clbundle': (True, False), 'only clang': (False, True)}[kind]:
            problems.append('%s:%d: %s: expected: %s; clbundle: %s; clang: %s' % (path, n, standard, kind, ours.errors.get(n, 'taken'),
                                                                                  theirs.errors.get(n, 'taken')))
        elif kind == 'refused' and text not in ours.errors[n]:
            problems.append("%s:%d: %s: expected '%s' in: %s" % (path, n, standard, text, ours.errors[n]))
    return problems


def annotate(path, lines, standards, verdicts):
    for i, line in enumerate(lines):
        if i == 0 or NOTE.search(line):
            continue
        refused = [s for s in standards if i + 1 in verdicts[s][0].errors and i + 1 in verdicts[s][1].errors]
        texts = {}
        for s in refused:
            texts.setdefault(verdicts[s][0].errors[i + 1], []).append(s)
        for text, who in texts.items():
            text = re.sub(r'//.*', '', text)
            lines[i] += '  // refused%s: %s' % ('' if len(who) == len(standards) else ' ' + ' '.join(who), text)
    with open(path, 'w') as f:
        f.write('\n'.join(lines))


def main():
    verdict, compiler, folder = sys.argv[1:4]
    problems, count = [], 0
    names = sorted(n for n in os.listdir(folder) if n.endswith('.cl'))
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for name in names:
            path = os.path.join(folder, name)
            lines, standards, expected = read(path)
            if name != 'differences.cl' and any(kind.startswith('only') for kind, _ in expected.values()):
                problems.append('%s: differences stand in differences.cl' % path)
            theirs = dict(zip(standards, pool.map(lambda s: clang.ask_clang(compiler, s, path), standards)))
            ours = {s: clang.ask_front_end(verdict, s, [path])[path] for s in standards}
            if '--annotate' in sys.argv:
                annotate(path, lines, standards, {s: (ours[s], theirs[s]) for s in standards})
                lines, standards, expected = read(path)
            for s in standards:
                problems += check(path, s, expected, ours[s], theirs[s])
                count += len(lines)
    print('\n'.join(problems))
    print('%d lines compared, %d problems' % (count, len(problems)))
    return bool(problems) or not count


if __name__ == '__main__':
    sys.exit(main())
