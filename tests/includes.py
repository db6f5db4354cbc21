# SPDX-License-Identifier: MIT
"""Includes go down only, and no files include each other in a circle.

usage: includes.py SOURCE

A room is a folder of runtime/ or gen/. ROOMS lists, for each of them, the rooms that its files may include. A unit is a .c file with
the .h file of its name: units may not form a circle either, within a room too.
"""
import collections
import os
import re
import sys
import unittest

ROOT = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# Room -> the rooms below it. A room that lies above another one is not in its list.
ROOMS = {
    'runtime': {
        'platform': [],
        'image': [],
        'core': ['platform'],
        'observe': ['core', 'platform'],
        'native': ['core', 'image', 'observe', 'platform'],
        'opencl': ['core', 'image', 'platform'],
        'memory': ['core', 'image', 'observe', 'platform'],
        'launch': ['core', 'memory', 'observe', 'platform'],
        'array': ['core', 'launch', 'memory', 'native', 'platform'],
        'group': ['core', 'launch', 'memory', 'platform'],
        'tier': ['core', 'launch', 'native', 'platform'],
        'icd': ['array', 'core', 'group', 'image', 'launch', 'memory', 'native', 'observe', 'platform', 'tier'],
        'mpi': [],
    },
    'gen': {
        'base': [],
        'library': ['base'],
        'clc': ['base'],
        'names': ['base', 'clc', 'library'],
        'prune': ['base', 'clc', 'library', 'names'],
        'describe': ['base', 'clc', 'library', 'names', 'prune'],
        'bundle': ['base', 'clc', 'describe', 'library', 'names', 'prune'],
        'ir': ['base', 'clc'],
        'passes': ['base', 'clc', 'ir'],
        'lower': ['base', 'clc', 'ir', 'passes'],
        'cgen': ['base', 'clc', 'ir', 'lower', 'passes'],
        'capture': ['base'],
        'emit': ['base', 'capture', 'cgen', 'clc', 'describe', 'ir', 'library', 'passes', 'prune'],
        'doctor': ['base', 'describe'],
        'standalone': ['base', 'clc', 'emit', 'names'],
        'command': ['base', 'bundle', 'capture', 'clc', 'describe', 'doctor', 'emit', 'library', 'names', 'passes', 'prune'],
        'main.c': ['base', 'command'],
    },
}
# Of the back ends, which are reached through core/backend.h, these headers may be included from elsewhere.
OPEN = {'runtime': {'native': ['native/access.h', 'native/allocations.h', 'native/variables.h']}}
# The headers for applications and generated code: they include each other only.
PUBLIC = ('runtime/include', 'runtime/forward/include', 'runtime/mpi/include')


def files_of(tree):
    for folder, _, names in os.walk(os.path.join(ROOT, tree)):
        for name in sorted(names):
            path = os.path.relpath(os.path.join(folder, name), ROOT)
            if name.endswith(('.c', '.h', '.hpp')):
                yield path


def includes_of(path):
    with open(os.path.join(ROOT, path)) as f:
        return re.findall(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', f.read(), re.M)


def is_public(path):
    return path.startswith(tuple(folder + '/' for folder in PUBLIC))


def read(tree):
    """Path below the tree -> the paths below it that the file includes."""
    graph = {}
    for path in files_of(tree):
        if not is_public(path):
            graph[path[len(tree) + 1:]] = [i for i in includes_of(path) if os.path.isfile(os.path.join(ROOT, tree, i))]
    return graph


def wrong_arrows(graph, rooms, opened):
    """A line for each include that goes up or into a closed room."""
    lines = []
    for path, included in sorted(graph.items()):
        room = path.split('/')[0]
        for name in included:
            other = name.split('/')[0]
            if other == room:
                continue
            if other not in rooms.get(room, []):
                lines.append('%s includes %s: %s is not below %s' % (path, name, other, room))
            elif name not in opened.get(other, [name]):
                lines.append('%s includes %s: of %s it may include %s' % (path, name, other, ', '.join(opened[other])))
    return lines


def circles(graph, unit=lambda path: os.path.splitext(path)[0]):
    """The circles of units: lists of names without their ending."""
    units = collections.defaultdict(set)
    for path, included in graph.items():
        units[unit(path)] |= {unit(name) for name in included} - {unit(path)}
    reach = {}

    def below(name):
        if name not in reach:
            seen, wait = set(), list(units.get(name, ()))
            while wait:
                at = wait.pop()
                if at not in seen:
                    seen.add(at)
                    wait.extend(units.get(at, ()))
            reach[name] = seen
        return reach[name]

    found = {tuple(sorted(other for other in below(name) if name in below(other))) for name in units if name in below(name)}
    return sorted(found)


class Includes(unittest.TestCase):
    def test_every_room_is_listed(self):
        for tree, rooms in ROOMS.items():
            found = {path.split('/')[0] for path in read(tree) if '/' in path}
            self.assertEqual(found - set(rooms), set(), 'add the room to ROOMS in tests/includes.py')

    def test_the_list_itself_goes_down_only(self):
        for rooms in ROOMS.values():
            graph = {room + '/x.c': [other + '/x.h' for other in others] for room, others in rooms.items()}
            self.assertEqual(circles(graph), [])

    def test_includes_go_down_only(self):
        for tree, rooms in ROOMS.items():
            self.assertEqual(wrong_arrows(read(tree), rooms, OPEN.get(tree, {})), [])

    def test_no_files_include_each_other_in_a_circle(self):
        self.assertEqual(circles(read('runtime')), [])
        # Parts of one file of the generator share a private header, which includes the public one: only files count there.
        self.assertEqual(circles(read('gen'), unit=lambda path: path), [])

    def test_generator_and_runtime_share_public_headers_only(self):
        for tree, other in (('runtime', 'gen'), ('gen', 'runtime')):
            for path in files_of(tree):
                for name in includes_of(path):
                    self.assertFalse(name.startswith((other + '/', '../' + other)), '%s includes %s' % (path, name))

    def test_public_headers_include_each_other_only(self):
        for path in files_of('runtime'):
            if not is_public(path):
                continue
            for name in includes_of(path):
                here = os.path.join(ROOT, os.path.dirname(path), name)
                if os.path.exists(here) or name.startswith('clbundle/'):
                    continue
                self.assertFalse(os.path.isfile(os.path.join(ROOT, 'runtime', name)), '%s includes %s' % (path, name))

    def test_an_include_that_goes_up_is_noticed(self):
        rooms = ROOMS['runtime']
        for path, name in (('core/a.c', 'launch/launch.h'), ('memory/a.c', 'tier/tier.h'), ('platform/a.c', 'core/status.h'),
                           ('launch/a.c', 'native/access.h'), ('array/a.c', 'native/native.h')):
            self.assertEqual(len(wrong_arrows({path: [name]}, rooms, OPEN['runtime'])), 1, (path, name))
        self.assertEqual(wrong_arrows({'array/a.c': ['native/access.h', 'core/status.h']}, rooms, OPEN['runtime']), [])

    def test_an_include_of_the_generator_that_goes_up_is_noticed(self):
        for path, name in (('clc/a.c', 'library/library.h'), ('names/a.c', 'prune/unit.h'), ('prune/a.c', 'describe/kernel.h'),
                           ('describe/a.c', 'bundle/build.h'), ('emit/a.c', 'command/command.h'), ('passes/a.c', 'cgen/writer.h'), ('lower/a.c', 'cgen/writer.h'),
                           ('base/a.c', 'clc/lex.h')):
            self.assertEqual(len(wrong_arrows({path: [name]}, ROOMS['gen'], {})), 1, (path, name))

    def test_a_circle_is_noticed(self):
        self.assertEqual(circles({'a/x.c': ['a/x.h', 'a/y.h'], 'a/y.c': ['a/y.h', 'a/x.h'], 'a/z.c': ['a/x.h']}), [('a/x', 'a/y')])
        self.assertEqual(circles({'a/x.h': ['a/y.h'], 'a/y.h': ['a/z.h'], 'a/z.c': ['a/x.h']}), [('a/x', 'a/y', 'a/z')])
        self.assertEqual(circles({'a/x.c': ['a/x.h', 'a/y.h'], 'a/y.c': ['a/y.h']}), [])


if __name__ == '__main__':
    if len(sys.argv) > 1:
        sys.argv.pop(1)
    unittest.main(verbosity=2)
