#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Whatever nests or multiplies has a limit: at a harmless depth the generator accepts it; far beyond, it says where
and what is too deep, on a small stack, in bounded time and memory, without a crash. The inputs are
tests/bench/shapes.py's.

usage: test_limits.py [--only TEXT] [--depth N] [--stack KIB] [--sanitized] [--native] CLBUNDLE
--depth: that far beyond, where a level takes few tokens."""
import argparse
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'bench'))
import shapes

options = None
LOCATED = re.compile(r'^\S+:\d+:\d+: error: (.*)$', re.M)
LIMIT = re.compile(r'deeper than \d|more than \d|is too long|too many intermediate values')


def run(make, n):
    """Exit status and messages, within a small stack, 2 GiB and 10 s of processor time."""
    folder = tempfile.mkdtemp(prefix='clbundle-limits-')

    def limits():
        resource.setrlimit(resource.RLIMIT_STACK, (options.stack << 10, options.stack << 10))
        resource.setrlimit(resource.RLIMIT_CPU, (60, 60) if options.sanitized else (10, 10))
        if not options.sanitized:
            resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
    try:
        command = make(n, folder)
        if options.native and command[0] == 'bundle':
            command.insert(1, '--native')
        p = subprocess.run([options.clbundle, *command], capture_output=True, text=True, errors='replace', preexec_fn=limits)
        return p.returncode, p.stderr.replace(folder + os.sep, '')
    finally:
        shutil.rmtree(folder)


class Limits(unittest.TestCase):
    maxDiff = None

    def each(self, table, check):
        for name in table:
            if not options.only or options.only in name:
                with self.subTest(name):
                    check(name)

    def taken(self, status, messages):
        self.assertEqual((status, LOCATED.findall(messages)), (0, []))

    def refused(self, name, status, messages):
        """With a message that states the limit, or what else is wrong first."""
        expected = re.compile(shapes.OTHERWISE[name]) if name in shapes.OTHERWISE else LIMIT
        self.assertEqual(status, 1, messages[-2000:])
        self.assertTrue(any(expected.search(m) for m in LOCATED.findall(messages)), messages[-2000:])

    def test_what_nests_a_little_is_taken(self):
        def check(name):
            depth = shapes.HARMLESS.get(name, 100)
            if depth is not None:
                self.taken(*run(shapes.DEPTHS[name], depth))
        self.each(shapes.DEPTHS, check)

    def test_what_nests_too_deep_is_refused(self):
        def check(name):
            status, messages = run(shapes.DEPTHS[name], 10000)
            if name in shapes.ENDLESS:
                self.taken(status, messages)
            else:
                self.refused(name, status, messages)
        self.each(shapes.DEPTHS, check)

    def test_what_nests_without_end_is_refused(self):
        self.each(shapes.SHORT, lambda name: self.refused(name, *run(shapes.DEPTHS[name], options.depth)))

    def test_small_texts_cannot_ask_for_endless_work(self):
        def check(name):
            text, expected = shapes.BOMBS[name]
            status, messages = run(lambda n, folder: shapes.bundle(folder, text), 0)
            if expected:
                self.assertEqual(status, 1, messages[-2000:])
                self.assertIn(expected, messages)
            else:
                self.taken(status, messages)
        self.each(shapes.BOMBS, check)


if __name__ == '__main__':
    p = argparse.ArgumentParser()
    p.add_argument('clbundle')
    p.add_argument('--only')
    p.add_argument('--depth', type=int, default=100000)
    p.add_argument('--stack', type=int, help='in KiB; 1024, or 4096 with sanitizers, whose frames are larger')
    p.add_argument('--native', action='store_true')
    p.add_argument('--sanitized', action='store_true', help='the generator is built with sanitizers: more time and memory')
    options = p.parse_args()
    options.stack = options.stack or (4096 if options.sanitized else 1024)
    unittest.main(argv=sys.argv[:1])
