# SPDX-License-Identifier: MIT
"""The base of the tests of the command line: a folder for each test, and calls of clbundle in it."""
import os
import subprocess
import tempfile
import unittest

os.environ.pop('MAKELEVEL', None)  # what make leaves behind changes times of outputs

CLBUNDLE = None  # its path, set by each main program


def run(*arguments, cwd=None, ok=None):
    r = subprocess.run([CLBUNDLE, *arguments], cwd=cwd, capture_output=True, text=True, timeout=120)
    if ok is not None:
        assert r.returncode == ok, 'exit %d: %s\n%s' % (r.returncode, arguments, r.stderr)
    return r


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = self.folder.name

    def tearDown(self):
        self.folder.cleanup()

    def write(self, name, text):
        path = os.path.join(self.root, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'wb') as f:
            f.write(text if isinstance(text, bytes) else text.encode())
        return path

    def read(self, name):
        with open(os.path.join(self.root, name), 'rb') as f:
            return f.read().decode()

    def library(self, name, files):
        """files: stem -> list of dependencies, or -> whole text."""
        for stem, deps in files.items():
            text = deps if isinstance(deps, (str, bytes)) else (
                '// @provides: %s_f\n// @depends: %s\ndouble %s_f(double x) { return x; }\n'
                % (stem, ', '.join(deps), stem))
            self.write('%s/%s.cl' % (name, stem), text)

    def clbundle(self, *arguments, ok=None):
        return run(*arguments, cwd=self.root, ok=ok)
