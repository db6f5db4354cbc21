#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""nmath-eval over rows of several functions and over .npy files: the example of cl/README.md, broadcasting, number types, and
damaged files. Files are written here, so NumPy is not needed; if it is installed, the example's own commands write and read
them.

usage: npy.py NMATH_EVAL SOURCE_ROOT"""
import math
import os
import re
import struct
import subprocess
import sys
import tempfile
import unittest

TOOL = ROOT = None


def dnorm(x, mean=0.0, sd=1.0):
    return math.exp(-0.5 * ((x - mean) / sd) ** 2) / (sd * math.sqrt(2 * math.pi))


def npy(descr, shape, data, fortran=False, magic=b'\x93NUMPY\x01\x00'):
    text = "{'descr': %r, 'fortran_order': %r, 'shape': %s, }" % (descr, fortran, shape)
    text += ' ' * (-(len(magic) + 2 + len(text) + 1) % 64) + '\n'
    return magic + struct.pack('<H', len(text)) + text.encode('latin1') + data


def read(path):
    """(shape, numbers) of a file of doubles in row-major order."""
    with open(path, 'rb') as f:
        raw = f.read()
    assert raw[:6] == b'\x93NUMPY' and raw[6] == 1, raw[:10]
    length = struct.unpack('<H', raw[8:10])[0]
    header = eval(raw[10:10 + length].decode())
    assert header['descr'] == '<f8' and not header['fortran_order'], header
    return header['shape'], list(struct.unpack('<%dd' % ((len(raw) - 10 - length) // 8), raw[10 + length:]))


class Npy(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def write(self, name, data):
        with open(self.path(name), 'wb') as f:
            f.write(data)

    def run_tool(self, *arguments, ok=0):
        r = subprocess.run([TOOL, '--device', 'native', *arguments], cwd=self.folder.name, capture_output=True, text=True,
                           timeout=60)
        self.assertEqual(r.returncode, ok, r.stderr)
        return r.stderr

    def close(self, found, expected):
        self.assertEqual(len(found), len(expected))
        for a, b in zip(found, expected):
            self.assertTrue(math.isclose(a, b, rel_tol=1e-14), (a, b))

    def test_the_readmes_example(self):
        with open(os.path.join(ROOT, 'cl/README.md')) as f:
            text = f.read()
        commands = re.search(r'<!-- npy example -->\n```sh\n(.*?)```', text, re.S).group(1)
        points = [-4 + 8 * i / 999 for i in range(1000)]
        if subprocess.run(['python3', '-c', 'import numpy'], capture_output=True).returncode:
            print('no NumPy: the files of the example are written without it', file=sys.stderr)
            self.write('x.npy', npy('<f8', '(1000,)', struct.pack('<1000d', *points)))
            self.write('sd.npy', npy('<f4', '(3, 1)', struct.pack('<3f', 0.5, 1, 2)))
            commands = re.sub(r"python3 -c '.*?'[^\n]*\n", '', commands, flags=re.S)
        commands = commands.replace('build/kernels/nmath-eval', "'%s' --device native" % TOOL)
        self.assertIn(TOOL, commands)
        r = subprocess.run(['sh', '-e', '-c', commands], cwd=self.folder.name, capture_output=True, text=True, timeout=60)
        self.assertEqual(r.returncode, 0, r.stderr)
        if 'import numpy' in commands:
            self.assertEqual(r.stdout, '(3, 1000)\n')
        shape, found = read(self.path('y.npy'))
        self.assertEqual(shape, (3, 1000))
        for i, sd in enumerate((0.5, 1.0, 2.0)):
            for k in range(0, 1000, 37):
                self.assertTrue(math.isclose(found[1000 * i + k], dnorm(points[k], 0, sd), rel_tol=1e-12))

    def rows(self, function, text, ok=0):
        r = subprocess.run([TOOL, '--device', 'native', function], input=text, capture_output=True, text=True, timeout=60)
        self.assertEqual(r.returncode, ok, r.stderr)
        return r.stdout if ok == 0 else r.stderr

    def test_functions_that_the_input_names_give_what_each_gives_alone(self):
        rows = {'dgamma': '0.5 2 3 0\n1.5 2 3 1\n', 'pnorm': 'nan 0 1 1 0\ninf 0 1 1 0\n', 'dnormf': '1 0 1 0\n', 'dnorm': '', 'qnorm': '0.5 0 1 1 0\n'}
        named = self.rows('-', '# all\n\n' + ''.join(':%s\n%s' % item for item in rows.items()))
        self.assertEqual(named, ''.join(':%s\n%s' % (name, self.rows(name, text)) for name, text in rows.items()))
        self.assertEqual(self.rows('-', ''), '')

    def test_wrong_names_and_rows_say_the_line(self):
        for text, message in (('1 0 1 0\n', "<stdin>:1: expected ':' and the name of a function"),
                              (':dnorm\n1 0 1 0\n:\n', "<stdin>:3: expected the name of a function behind ':'"),
                              (':' + 'x' * 500 + '\n', "<stdin>:1: expected the name of a function behind ':'"),
                              (':dnorm\n1 0 1 0\n:dnorm\n1 0\n', '<stdin>:4: dnorm takes 4 numbers a row, got 2'),
                              (':dnorn\n1 0 1 0\n', "no function 'dnorn'"), (':dnorm\n1 0 x 0\n', '<stdin>:2:5: expected a number')):
            self.assertIn(message, self.rows('-', text, ok=1), text)
        self.assertIn('<stdin>:1:1: expected a number', self.rows('dnorm', ':dnorm\n', ok=1))

    def test_layouts_and_types(self):
        numbers = [1, 2, 3, 4, 5, 6]
        self.write('fortran.npy', npy('>i2', '(2, 3)', struct.pack('>6h', *numbers), fortran=True))
        self.write('row.npy', npy('|i1', '(3,)', struct.pack('3b', 1, 2, 3)))
        self.run_tool('dnorm', '--npy', 'fortran.npy', 'row.npy', '2', '--out', 'y.npy')
        shape, found = read(self.path('y.npy'))
        self.assertEqual(shape, (2, 3))
        self.close(found, [dnorm(a, b, 2) for a, b in zip((1, 3, 5, 2, 4, 6), (1, 2, 3, 1, 2, 3))])
        self.run_tool('dnorm', '--npy', '0.5', '0', '1', '1', '--out', 'log.npy')  # the flag give_log
        shape, found = read(self.path('log.npy'))
        self.assertEqual(shape, ())
        self.close(found, [math.log(dnorm(0.5))])
        self.run_tool('pnorm', '--npy', '0', '0', '1', '--out', 'p.npy')
        self.assertEqual(read(self.path('p.npy'))[1], [0.5])

    def test_a_function_of_floats_takes_any_number_and_writes_floats(self):
        self.write('x.npy', npy('<f8', '(3,)', struct.pack('<3d', -1, 0.5, 2)))
        self.run_tool('dnormf', '--npy', 'x.npy', '0', '1', '--out', 'y.npy')
        with open(self.path('y.npy'), 'rb') as f:
            data = f.read()
        self.assertIn(b"'descr': '<f4'", data[:128])
        for found, x in zip(struct.unpack('<3f', data[-12:]), (-1, 0.5, 2)):
            self.assertTrue(math.isclose(found, dnorm(x), rel_tol=2.0 ** -23), x)

    def test_a_result_may_replace_its_argument(self):
        self.write('x.npy', npy('<f8', '(2,)', struct.pack('<2d', 0, 1)))
        self.run_tool('dnorm', '--npy', 'x.npy', '0', '1', '--out', 'x.npy')
        self.close(read(self.path('x.npy'))[1], [dnorm(0), dnorm(1)])

    def test_empty_arrays(self):
        self.write('none.npy', npy('<f8', '(0, 3)', b''))
        self.run_tool('dnorm', '--npy', 'none.npy', '0', '1', '--out', 'y.npy')
        self.assertEqual(read(self.path('y.npy')), ((0, 3), []))

    def test_files_that_are_none_end_with_a_message(self):
        good = npy('<f8', '(4,)', struct.pack('<4d', 1, 2, 3, 4))
        hostile = {
            'short': good[:-1], 'cut': good[:20], 'magic': b'\x93NUMPZ' + good[6:], 'version': good[:6] + b'\x09' + good[7:],
            'text': b'1 2 3\n', 'empty': b'', 'huge': npy('<f8', '(%d, %d)' % (2 ** 40, 2 ** 40), bytes(64)),
            'negative': npy('<f8', '(-1,)', bytes(64)), 'object': npy('|O', '(4,)', bytes(64)),
            'nothing': npy('<f8', '(4', bytes(64)), 'deep': npy('<f8', '(' + '1, ' * 40 + ')', bytes(8)),
            'record': npy([('a', '<f8')], '(4,)', bytes(32)), 'string': npy('|S8', '(4,)', bytes(32)),
        }
        for name, data in hostile.items():
            self.write(name + '.npy', data)
            message = self.run_tool('dnorm', '--npy', name + '.npy', '0', '1', '--out', 'y.npy', ok=1)
            self.assertRegex(message, r'^nmath-eval: .{15,}', name)
        os.mkfifo(self.path('pipe'))
        for name in ('missing.npy', '.', 'pipe'):
            self.assertIn('nmath-eval: %s: ' % name, self.run_tool('dnorm', '--npy', name, '0', '1', '--out', 'y.npy', ok=1))
        self.assertEqual(sorted(os.listdir(self.folder.name)), sorted([n + '.npy' for n in hostile] + ['pipe']))

    def test_wrong_calls_leave_nothing_behind(self):
        self.write('a.npy', npy('<f8', '(3,)', bytes(24)))
        self.write('b.npy', npy('<f8', '(4,)', bytes(32)))
        self.assertIn('(4,)', self.run_tool('dnorm', '--npy', 'a.npy', 'b.npy', '1', '--out', 'y.npy', ok=1))
        self.assertIn('takes 3 values and 1 flags, got 1', self.run_tool('dnorm', '--npy', '1', '--out', 'y.npy', ok=1))
        self.assertIn('give_log', self.run_tool('dnorm', '--npy', '1', '0', '1', '0.5', '--out', 'y.npy', ok=1))
        self.assertIn('no/y.npy: ', self.run_tool('dnorm', '--npy', '1', '0', '1', '--out', 'no/y.npy', ok=1))
        self.run_tool('dnorm', '--npy', '1', '0', '1', ok=2)
        self.run_tool('dnorm', '--out', 'y.npy', ok=2)
        self.assertEqual(sorted(os.listdir(self.folder.name)), ['a.npy', 'b.npy'])


if __name__ == '__main__':
    TOOL, ROOT = os.path.abspath(sys.argv.pop(1)), sys.argv.pop(1)
    unittest.main()
