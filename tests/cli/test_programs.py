"""Captured programs: what `bundle --programs --icd` and `translate` make of a folder, and what they refuse.

SPDX-License-Identifier: MIT
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

CLBUNDLE = None
INCLUDE = None

SCALE = '__kernel void scale(__global float *x) { x[get_global_id(0)] *= FACTOR; }\n'


def write(folder, files):
    for name, text in files.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'w') as f:
            f.write(text)


def programs(*entries):
    return json.dumps({'clbundle_programs': 1, 'programs': list(entries)})


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        self.captured = os.path.join(self.folder, 'programs')
        self.out = os.path.join(self.folder, 'gen')

    def run_command(self, *arguments):
        return subprocess.run([CLBUNDLE, *arguments], capture_output=True, text=True, timeout=120)

    def refused(self, message):
        result = self.bundle()
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertIn(message, result.stderr)
        self.assertFalse(os.path.exists(self.out) and os.listdir(self.out), 'nothing is written after an error')


class Refused:
    """What any command that reads the folder refuses."""

    def test_all_programs_with_faults_are_reported(self):
        write(self.captured, {'a.cl': 'kernel void a() { x }', 'b.cl': 'kernel void b() { y }', 'programs.json': programs(
            {'name': 'a', 'units': [{'file': 'a.cl'}]}, {'name': 'b', 'units': [{'file': 'b.cl'}]})})
        result = self.bundle()
        self.assertEqual(result.returncode, 1)
        self.assertIn("in the program 'a'", result.stderr)
        self.assertIn("in the program 'b'", result.stderr)
        self.assertFalse(os.path.exists(self.out) and os.listdir(self.out))

    def test_a_file_outside_of_the_folder_is_refused(self):
        for name in ('../a.cl', '/etc/passwd', 'x/../../a.cl', 'a\\b.cl', '', '.\u002e/a'):
            write(self.captured, {'programs.json': programs({'name': 'a', 'units': [{'file': name}]})})
            self.refused('is not the name of a file inside the folder')

    def test_names_that_c_does_not_take_are_refused(self):
        write(self.captured, {'a.cl': SCALE})
        for name in ('a b', '', '1a', '_a', 'a"', 'a\n#error', 'ä'):
            write(self.captured, {'programs.json': programs({'name': name, 'units': [{'file': 'a.cl', 'options': '-DFACTOR=1'}]})})
            self.refused('cannot name a program')

    def test_two_programs_of_one_name_are_refused(self):
        write(self.captured, {'a.cl': SCALE, 'programs.json': programs(*[{'name': 'a', 'units': [{'file': 'a.cl', 'options': '-DFACTOR=1'}]}] * 2)})
        self.refused("two programs are called 'a'")

    def test_a_header_must_lie_where_its_name_is_found(self):
        write(self.captured, {'a.cl': SCALE, 'f.h': '', 'programs.json': programs(
            {'name': 'a', 'units': [{'file': 'a.cl', 'headers': [{'name': 'g/f.h', 'file': 'f.h'}]}]})})
        self.refused("the file of the header 'g/f.h' must end in that name")

    def test_members_of_another_type_are_refused_with_their_line(self):
        for text, message in (('[]', 'clbundle_programs'), ('{"clbundle_programs": 1}', "'programs' must be an array"),
                              ('{"clbundle_programs": 2, "programs": []}', 'version 2'),
                              ('{"clbundle_programs": 1, "programs": [{"name": 1, "units": []}]}', "'name' must be a string"),
                              ('{"clbundle_programs": 1, "programs": [{"name": "a"}]}', "'units' must be an array"),
                              ('{"clbundle_programs": 1, "programs": [{"name": "a", "units": []}]}', 'has no unit'),
                              ('{"clbundle_programs": 1, "programs": [7]}', 'must be'), ('{', "programs.json:2:1: error: expected a member's name")):
            write(self.captured, {'programs.json': text})
            self.refused(message)

    def test_a_folder_without_programs_says_what_writes_one(self):
        result = self.bundle()
        self.assertEqual(result.returncode, 1)
        self.assertIn('clbundle capture --output', result.stderr)


class Bundle(Refused, Case):
    def bundle(self, *arguments):
        return self.run_command('bundle', '--name', 'solver', '--programs', self.captured, '--icd', '--output-dir', self.out, *arguments)

    def test_each_program_is_translated_with_its_own_options_and_headers(self):
        write(self.captured, {'a.cl': SCALE, 'b.cl': '#include "h/f.h"\n' + SCALE, 'b/h/f.h': '#define FACTOR 3.0f\n', 'programs.json': programs(
            {'name': 'a', 'units': [{'file': 'a.cl', 'options': '-D FACTOR=2.0f'}]},
            {'name': 'b', 'units': [{'file': 'b.cl', 'options': '', 'headers': [{'name': 'h/f.h', 'file': 'b/h/f.h'}]}]})})
        result = self.bundle('--depfile', os.path.join(self.folder, 'd'))
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(sorted(os.listdir(self.out)), ['solver_a_native.c', 'solver_b_native.c', 'solver_icd.c'])
        for name in os.listdir(self.out):
            subprocess.run(['cc', '-std=c11', '-Wall', '-Wextra', '-Wpedantic', '-Werror', '-fsyntax-only', '-I' + INCLUDE,
                            os.path.join(self.out, name)], check=True)
        with open(os.path.join(self.folder, 'd')) as f:
            rule = f.read()
        for name in ('programs.json', 'a.cl', 'b.cl', 'b/h/f.h'):
            self.assertIn(name, rule)

    def test_units_that_were_linked_are_one_program(self):
        write(self.captured, {'k/unit0.cl': 'float f(float x);\n__kernel void k(__global float *x) { x[0] = f(N); }\n',
                              'k/unit1.cl': 'float f(float x) { return x * N; }\n',
                              'k/linked.cl': '#define N 2\n#include "unit0.cl"\n#undef N\n#define N 3\n#include "unit1.cl"\n#undef N\n',
                              'programs.json': programs({'name': 'k', 'entry': 'k/linked.cl', 'link_options': '-cl-fast-relaxed-math', 'units': [
                                  {'file': 'k/unit0.cl', 'options': '-DN=2'}, {'file': 'k/unit1.cl', 'options': '-DN=3'}]})})
        result = self.bundle()
        self.assertEqual(result.returncode, 0, result.stderr)
        with open(os.path.join(self.out, 'solver_icd.c')) as f:
            text = f.read()
        self.assertIn('solver_k_units, 2, "-cl-fast-relaxed-math"', text)

    def test_options_that_do_not_go_together(self):
        for arguments in (['--programs', 'x'], ['--icd'], ['--programs', 'x', '--icd', 'a.cl'], ['--programs', 'x', '--icd', '--r', 'p'],
                          ['--programs', 'x', '--icd', '--python', 'p'], ['--programs', 'x', '--icd', '--starpu']):
            result = self.run_command('bundle', '--name', 'n', '--output-dir', self.out, *arguments)
            self.assertEqual(result.returncode, 2, arguments)

    def test_text_of_programs_stays_text(self):
        hostile = SCALE + '// */ ??/\n// "\\\n// \t"; system("x"); \x01\u202e\n'
        write(self.captured, {'a.cl': hostile, 'programs.json': programs(
            {'name': 'a', 'units': [{'file': 'a.cl', 'options': '-DFACTOR=1 -DX="\\"??/*/"'}]})})
        result = self.bundle()
        self.assertEqual(result.returncode, 0, result.stderr)
        for name in os.listdir(self.out):
            subprocess.run(['cc', '-std=c11', '-Wall', '-Wextra', '-Werror', '-fsyntax-only', '-I' + INCLUDE, os.path.join(self.out, name)],
                           check=True)


class Translate(Refused, Case):
    def bundle(self, *arguments):
        self.out = os.path.join(self.folder, 'out')
        os.makedirs(self.out, exist_ok=True)
        return self.run_command('translate', '--programs', self.captured, '--output', os.path.join(self.out, 'p.so'), '--level', 'base')

    def test_each_program_is_translated_with_its_own_options_and_headers(self):
        write(self.captured, {'a.cl': SCALE, 'programs.json': programs({'name': 'a', 'units': [{'file': 'a.cl', 'options': '-D FACTOR=2.0f'}]})})
        before = set(os.listdir(tempfile.gettempdir()))
        result = self.bundle()
        self.assertEqual(result.returncode, 0, result.stderr)
        import ctypes
        library = ctypes.CDLL(os.path.join(self.out, 'p.so'))
        self.assertEqual(ctypes.c_uint32.in_dll(library, 'programs_catalogue').value, 1)
        left = {name for name in set(os.listdir(tempfile.gettempdir())) - before if name.startswith('clbundle')}
        self.assertEqual(left, set(), 'no temporary folder stays')

    def test_limits_of_the_compiler_are_an_error_with_its_cause(self):
        write(self.captured, {'a.cl': SCALE, 'programs.json': programs({'name': 'a', 'units': [{'file': 'a.cl', 'options': '-DFACTOR=2'}]})})
        result = self.run_command('translate', '--programs', self.captured, '--output', os.path.join(self.folder, 'p.so'), '--memory', '40')
        self.assertEqual(result.returncode, 1)
        self.assertIn('the C compiler failed', result.stderr)

    def test_a_compiler_that_is_not_there_is_named(self):
        write(self.captured, {'a.cl': SCALE, 'programs.json': programs({'name': 'a', 'units': [{'file': 'a.cl', 'options': '-DFACTOR=2'}]})})
        os.environ['CC'] = '/nonexistent/cc'
        self.addCleanup(os.environ.pop, 'CC')
        result = self.bundle()
        self.assertEqual(result.returncode, 1)
        self.assertIn("cannot start '/nonexistent/cc'", result.stderr)


if __name__ == '__main__':
    CLBUNDLE, source = os.path.abspath(sys.argv[1]), sys.argv[2]
    INCLUDE = os.path.join(source, 'runtime/include')
    unittest.main(argv=sys.argv[:1])
