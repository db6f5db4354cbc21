# SPDX-License-Identifier: MIT
"""The reference that Doxygen makes of the public headers: each call has a manual page, and its comment is there.

usage: reference.py DOXYFILE SOURCE
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

HEADERS = ('array', 'assign', 'call', 'ckernel', 'configuration', 'core', 'exchange', 'group', 'icd', 'image', 'pipeline', 'type')


class Reference(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        with open(DOXYFILE) as f:
            text = re.sub(r'(?m)^OUTPUT_DIRECTORY = .*$', 'OUTPUT_DIRECTORY = ' + cls.folder.name, f.read())
        path = os.path.join(cls.folder.name, 'Doxyfile')
        with open(path, 'w') as f:
            f.write(text)
        subprocess.run(['doxygen', path], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def page(self, name):
        with open(os.path.join(self.folder.name, 'man3', name)) as f:
            return f.read()

    def test_every_call_has_a_manual_page(self):
        calls = []
        for header in HEADERS:
            with open(os.path.join(SOURCE, 'runtime/include/clbundle', header + '.h')) as f:
                text = re.sub(r'/\*.*?\*/', '', f.read(), flags=re.S)
            calls += re.findall(r'^(?:CLB_MUST_CHECK |const |struct )*\w+ \**(clb_\w+)\(', text, re.M)
        self.assertGreater(len(calls), 120)
        for name in calls:
            self.assertRegex(self.page(name + '.3'), r'^\.so man3/\w+\.h\.3$')

    def test_the_comment_is_there(self):
        core = self.page('core.h.3')
        for part in ('clb_device_open', 'Opens the best device', 'a GPU before an accelerator', 'struct_size',
                     'CLB_ERROR_NO_DEVICE'):
            self.assertIn(part, core)
        html = os.listdir(os.path.join(self.folder.name, 'html'))
        self.assertIn('index.html', html)


if __name__ == '__main__':
    DOXYFILE, SOURCE = os.path.abspath(sys.argv.pop(1)), os.path.abspath(sys.argv.pop(1))
    if not shutil.which('doxygen'):
        print('skipped: no doxygen')
        sys.exit(77)
    unittest.main(verbosity=2)
