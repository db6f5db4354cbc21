# SPDX-License-Identifier: MIT
"""Rules of the house that a reader would otherwise have to check: licence lines, the length of files
and of parameter lists, and layout.

usage: house.py SOURCE
"""
import os
import re
import shutil
import subprocess
import sys
import unittest

ROOT = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDERS = ('gen', 'runtime', 'cl', 'kernels', 'tests')
# Inputs and expected outputs of tests, which are what they are.
DATA = re.compile(r'tests/(golden|errors|data|fuzz/corpus|clc|programs)/|tests/.*\.cl$')
SOURCES = re.compile(r'\.(c|h|cpp|hpp|py|cl)$|/meson\.build$')
LINES_MAX = 1200
PARAMETERS_MAX = 6


def sources():
    for top in FOLDERS:
        for folder, names, files in os.walk(os.path.join(ROOT, top)):
            names[:] = [n for n in names if n != '__pycache__']
            for name in sorted(files):
                path = os.path.relpath(os.path.join(folder, name), ROOT)
                if SOURCES.search(path) and not DATA.search(path):
                    yield path


def read(path):
    with open(os.path.join(ROOT, path), encoding='utf-8') as f:
        return f.read()


def definitions(text):
    """Names and parameter lists of the functions that the text defines."""
    for head in re.findall(r'^([A-Za-z_][^;{}=]*\))\n\{', text, re.M):
        head = head[head.rfind('\n\n') + 1:]
        name = re.search(r'\b(\w+)\(', head)
        yield name.group(1), head[name.end():-1]


def count_parameters(text):
    """Parameters of a list, without `...`: those of functions in it do not count."""
    depth, count = 0, 1
    for c in re.sub(r',\s*\.\.\.$', '', text):
        depth += (c in '([') - (c in ')]')
        count += c == ',' and not depth
    return count


class House(unittest.TestCase):
    def test_every_source_file_names_its_licence(self):
        missing = [path for path in sources() if 'SPDX-License-Identifier: MIT' not in read(path)]
        self.assertEqual(missing, [])

    def test_files_are_short_enough_to_read(self):
        long = [path for path in sources()
                if path.startswith(('gen/', 'runtime/', 'tests/')) and path.endswith(('.c', '.h', '.py', '.cpp', '.hpp', 'meson.build'))
                and read(path).count('\n') > LINES_MAX]
        self.assertEqual(long, [])

    def test_functions_of_the_generator_have_few_parameters(self):
        found, long = 0, []
        for path in sources():
            if not path.startswith('gen/') or not path.endswith('.c'):
                continue
            for name, parameters in definitions(read(path)):
                found += 1
                if count_parameters(parameters) > PARAMETERS_MAX:
                    long.append('%s: %s' % (path, name))
        self.assertGreater(found, 2000)
        self.assertEqual(long, [])

    def test_parameters_are_counted(self):
        text = ('/* f(a, b) */\nstatic int *f(const char *a, int (*b)(int, int),\n              ...)\n{\n    g(1, 2, 3);\n}\n\n'
                'void g(void)\n{\n}\n')
        self.assertEqual([(name, count_parameters(p)) for name, p in definitions(text)], [('f', 2), ('g', 1)])

    # Other versions of clang-format break lines in other places.
    @unittest.skipUnless(shutil.which('clang-format-14'), 'needs clang-format-14')
    def test_c_and_cpp_files_are_laid_out_by_clang_format(self):
        files = [path for path in sources() if path.endswith(('.c', '.h', '.cpp', '.hpp')) and not path.startswith('cl/')]
        self.assertGreater(len(files), 300)
        run = subprocess.run(['clang-format-14', '--dry-run', '-Werror', *files], cwd=ROOT, text=True, stderr=subprocess.PIPE)
        self.assertEqual(run.returncode, 0, run.stderr[:4000])


if __name__ == '__main__':
    if len(sys.argv) > 1:
        sys.argv.pop(1)
    unittest.main(verbosity=2)
