"""Captured programs: the results of `bundle --programs --icd` and `translate` for a folder, and their errors.

SPDX-License-Identifier: MIT
"""
import json
import os
import re
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

    def test_programs_find_the_extensions_of_sub_groups_defined(self):
        text = ('__kernel void k(__global int *x)\n{\n    int v = 11;\n#ifdef cl_khr_subgroup_shuffle\n    v = sub_group_shuffle_xor(x[0], 22u);\n#endif\n'
                '#ifdef __opencl_c_subgroups\n    v += 33;\n#endif\n#ifdef cl_khr_subgroups\n    v += 44;\n#endif\n'
                '#if defined cl_intel_subgroups && defined cl_intel_subgroups_short && defined cl_intel_media_block_io\n'
                '    v += intel_sub_group_shuffle(x[1], 1u) + 55;\n#endif\n    x[0] = v;\n}\n')
        for version, defined in (('CL1.2', False), ('CL3.0', True)):
            write(self.captured, {'k.cl': text, 'programs.json': programs({'name': 'k', 'units': [{'file': 'k.cl', 'options': '-cl-std=' + version}]})})
            result = self.bundle()
            self.assertEqual(result.returncode, 0, result.stderr)
            with open(os.path.join(self.out, 'solver_k_native.c')) as f:
                native = f.read()
            self.assertIn('sub_group_lane_i', native)
            self.assertEqual(re.search(r'\b33\b', native) is not None, defined)
            self.assertIsNone(re.search(r'\b44\b', native))
            self.assertRegex(native, r'\b55\b')
            with open(os.path.join(self.out, 'solver_icd.c')) as f:
                self.assertIn('"-cl-std=%s"' % version, f.read())  # as the application gave them

    def test_programs_find_the_extensions_of_integers_defined(self):
        text = ('__kernel void k(__global uint *x)\n{\n#if defined cl_khr_extended_bit_ops && defined cl_khr_expect_assume\n'
                '    __builtin_assume(x[1] > 3);\n    x[0] = __builtin_expect(bit_reverse(x[1]), 5u) + 55u;\n#endif\n'
                '#ifdef cl_khr_integer_dot_product\n    x[1] = dot((uchar4)(x[2]), (uchar4)(3)) + 66u;\n#endif\n'
                '#ifdef __opencl_c_integer_dot_product_input_4x8bit_packed\n    x[2] = dot_4x8packed_uu_uint(x[3], x[4]) + 77u;\n#endif\n'
                '#if defined cl_ext_float_atomics && defined __opencl_c_ext_fp16_local_atomic_add && defined __opencl_c_atomic_scope_device\n'
                '    x[5] = 88u;\n#endif\n}\n')
        for version in ('CL1.2', 'CL3.0'):
            write(self.captured, {'k.cl': text, 'programs.json': programs({'name': 'k', 'units': [{'file': 'k.cl', 'options': '-cl-std=' + version}]})})
            result = self.bundle()
            self.assertEqual((result.returncode, result.stderr), (0, ''))
            with open(os.path.join(self.out, 'solver_k_native.c')) as f:
                native = f.read()
            for number, defined in (('55', True), ('66', True), ('77', version == 'CL3.0'), ('88', version == 'CL3.0')):
                self.assertEqual(re.search(r'\b%su?\b' % number, native) is not None, defined, (version, number))

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

    def options_of(self, *arguments):
        """The programs of a bundle with their options."""
        result = self.bundle(*arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        with open(os.path.join(self.out, 'solver_icd.c')) as f:
            text = f.read()
        names = re.findall(r'^    \{"(\w+)", &solver_\w+_bundle', text, re.M)
        units = {name: re.search(r'solver_%s_units\[\] = \{\n    \{\{.*\}, "(.*)", ' % name, text)[1] for name in names}
        return units, result.stderr

    def configurations(self, *entries):
        path = os.path.join(self.folder, 'configurations.json')
        with open(path, 'w') as f:
            json.dump({'clbundle_configurations': 1, 'configurations': entries}, f)
        return '--configurations', path

    def test_programs_are_offered_with_each_configuration(self):
        write(self.captured, {'a.cl': SCALE, 'programs.json': programs(
            {'name': 'a', 'units': [{'file': 'a.cl', 'options': '-w -D FACTOR=2.0f -DKEPT="1 2" -cl-mad-enable'}]})})
        units, _ = self.options_of(*self.configurations({'values': {'FACTOR': ['2.0f', '3.0f', '(1 + 1)']}}, {'values': {'FACTOR': 4}, 'options': '-g'}))
        kept = r'-w -DKEPT=\"1 2\" -cl-mad-enable '
        self.assertEqual(units, {'a': r'-w -D FACTOR=2.0f -DKEPT=\"1 2\" -cl-mad-enable', 'a_3_0f': kept + '-DFACTOR=3.0f',
                                 'a__1___1_': kept + r'-DFACTOR=\"(1 + 1)\"', 'a_4': kept + '-DFACTOR=4 -g'})

    def test_programs_with_the_same_text_share_their_configurations(self):
        write(self.captured, {'a.cl': SCALE, 'b.cl': SCALE, 'programs.json': programs(
            {'name': 'a', 'units': [{'file': 'a.cl', 'options': '-DFACTOR=1'}]},
            {'name': 'b', 'units': [{'file': 'b.cl', 'options': '-D "FACTOR=2"'}]},
            {'name': 'a_3', 'units': [{'file': 'b.cl', 'options': '-DFACTOR=5'}]})})
        units, _ = self.options_of(*self.configurations({'values': {'FACTOR': [True, 2, 3]}}))
        self.assertEqual(units, {'a': '-DFACTOR=1', 'b': r'-D \"FACTOR=2\"', 'a_3': '-DFACTOR=5', 'a_3_': '-DFACTOR=3'})

    def test_programs_without_the_macros_stay_as_they_are(self):
        write(self.captured, {
            'a.cl': SCALE, 'b.cl': '#include "h.h"\n__kernel void k(__global int *x) { x[0] = WIDTH; }\n', 'h/h.h': '#ifdef MORE\n#define WIDTH 2\n#else\n#define WIDTH 1\n#endif\n',
            'k/unit0.cl': 'int f(int x);\n__kernel void k(__global int *x) { x[0] = f(MORE); }\n', 'k/unit1.cl': 'int f(int x) { return x; }\n',
            'k/linked.cl': '#define MORE 2\n#include "unit0.cl"\n#include "unit1.cl"\n', 'programs.json': programs(
                {'name': 'a', 'units': [{'file': 'a.cl', 'options': '-DFACTOR=1 -DMORES=2'}]},
                {'name': 'b', 'units': [{'file': 'b.cl', 'options': '', 'headers': [{'name': 'h.h', 'file': 'h/h.h'}]}]},
                {'name': 'c', 'entry': 'k/linked.cl', 'units': [{'file': 'k/unit0.cl', 'options': '-DMORE=2'}, {'file': 'k/unit1.cl'}]})})
        units, said = self.options_of(*self.configurations({'values': {'MORE': 1}}))
        self.assertEqual(units, {'a': '-DFACTOR=1 -DMORES=2', 'b': '', 'c': '-DMORE=2', 'b_1': '-DMORE=1'})
        self.assertIn("note: the program 'c' stays as it was captured", said)

    def test_values_that_drivers_read_in_different_ways_are_refused(self):
        write(self.captured, {'a.cl': SCALE, 'programs.json': programs({'name': 'a', 'units': [{'file': 'a.cl', 'options': '-DFACTOR=1'}]})})
        for value in ('"x"', "'x'", '1\\2'):
            result = self.bundle(*self.configurations({'values': {'FACTOR': value}}))
            self.assertEqual(result.returncode, 1, value)
            self.assertIn('configurations.json:1:', result.stderr)
            self.assertIn("the value of 'FACTOR' has quotes, backslashes or ends of lines", result.stderr)

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
        with open(CLBUNDLE, 'rb') as f:
            if b'__asan_option_detect_stack_use_after_return' in f.read():
                self.skipTest('a sanitizer maps more address space than any limit leaves')
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


KERNELS = '''__kernel void vector(__global const float *x, __global float *y, const int n)
{ y[get_global_id(0)] = x[get_global_id(0)] * n; }
__kernel void matrix(__global float *a, const uint m, const uint n) { a[get_global_id(1) * n + get_global_id(0)] = m; }
__attribute__((vec_type_hint(float)))
__kernel void
rounded(__global float *x, __local float *part, const int n)
{ part[get_local_id(0)] = 1; if (get_global_id(0) < n) x[get_global_id(0)] = part[0]; }
__kernel void twins(__global float *x, const int n, const int m) { x[0] = n + m; }
__kernel void contradicting(__global float *x, const int n) { x[0] = n; }
__kernel void fixed(__global uchar4 *x) { x[0] = 1; }
// @range: 2*n
__kernel void stated(__global float *x, const int n) { x[0] = n; }
__kernel void shifted(__global float *x, const int n) { x[0] = n; }
__kernel void unseen(__global float *x, const int n) { x[0] = n; }
'''


def launch(sizes, values, count=1, local=None, offset=None, **members):
    members.update({'count': count, 'bytes': sizes, 'values': values})
    if local:
        members['local'] = local
    if offset:
        members['offset'] = offset
    return members


LAUNCHES = {
    'vector': [launch([32, 32, 4], [None, None, 8], **{'global': [8]}), launch([400, 400, 4], [None, None, 100], count=5, **{'global': [100]})],
    'matrix': [launch([96, 4, 4], [None, 4, 6], **{'global': [6, 4]}), launch([224, 4, 4], [None, 7, 8], **{'global': [8, 7]})],
    'rounded': [launch([400, 256, 4], [None, None, 100], local=[64], **{'global': [128]}),
                launch([4, 256, 4], [None, None, 1], local=[64], **{'global': [64]})],
    'twins': [launch([32, 4, 4], [None, 8, 8], count=3, **{'global': [8]})],
    'contradicting': [launch([32, 4], [None, 8], local=[4], **{'global': [8]}), launch([32, 4], [None, 8], local=[8], **{'global': [16]}),
                      launch([36, 4], [None, 8], **{'global': [8]})],
    'fixed': [launch([64], [None], count=2, **{'global': [16]})],
    'stated': [launch([64, 4], [None, 16], **{'global': [32]})],
    'shifted': [launch([32, 4], [None, 8], offset=[2], **{'global': [8]})],
    'unseen': [],
}


class Annotate(Case):
    """`capture --annotate` on a folder that is there."""

    def setUp(self):
        super().setUp()
        self.annotate(LAUNCHES)

    def annotate(self, launches, ok=0, text=KERNELS):
        write(self.captured, {'k.cl': text, 'programs.json': programs(
            {'name': 'k', 'key': '0' * 32, 'builds': 1, 'units': [{'file': 'k.cl'}],
             'kernels': [dict({'name': name, 'arguments': []}, **({'launches': seen} if seen else {})) for name, seen in launches.items()]})})
        self.again(ok)

    def again(self, ok=0):
        result = self.run_command('capture', '--annotate', '--output', self.captured)
        self.assertEqual(result.returncode, ok, result.stderr)
        with open(os.path.join(self.captured, 'k.cl')) as f:
            self.text = f.read()
        return result

    def above(self, kernel):
        """The lines that were written for a kernel."""
        head = self.text[:self.text.index(' ' + kernel + '(') if ' ' + kernel + '(' in self.text else self.text.index('\n' + kernel + '(')]
        lines = head.splitlines()[:-1]
        while lines and not lines[-1].startswith('// captured: to here'):
            if '}' in lines[-1]:
                return []
            lines.pop()
        if not lines:
            return []
        start = len(lines) - lines[::-1].index('// captured: from here, by its launches')
        return [line for line in lines[start:-1] if line != '#']

    def test_a_size_that_follows_an_argument_is_the_range_and_the_extent(self):
        self.assertEqual(self.above('vector'), ['// @range: n', '// @arg x: in n', '// @arg y: inout n'])

    def test_dimensions_and_products_of_arguments(self):
        self.assertEqual(self.above('matrix'), ['// @range: n, m', '// @arg a: inout m*n'])

    def test_a_range_that_is_rounded_up_to_the_local_size(self):
        self.assertEqual(self.above('rounded')[:3], ['// @range: (n+63)/64*64', '// @local: 64', '// @arg x: inout n'])
        self.assertIn('__attribute__((vec_type_hint(float)))\n__kernel void\nrounded', self.text)

    def test_arguments_that_are_always_equal_are_guesses(self):
        self.assertEqual(self.above('twins'), [
            '// captured: perhaps @range: n or m', '// captured: perhaps @arg x: inout n or m',
            '// captured: n is 8 in all 3 launches: perhaps a @constant', '// captured: m is 8 in all 3 launches: perhaps a @constant'])

    def test_launches_that_contradict_each_other_give_no_tag(self):
        self.assertEqual(self.above('contradicting'), ['// captured: n is 8 in all 3 launches: perhaps a @constant'])

    def test_a_number_that_no_argument_explains_is_a_guess(self):
        self.assertEqual(self.above('fixed'), ['// captured: perhaps @range: 16', '// captured: perhaps @arg x: inout 16'])

    def test_what_the_text_states_is_left_alone(self):
        self.assertEqual(self.above('stated'), ['// @arg x: inout n'])
        self.assertEqual(self.text.count('// @range: 2*n\n'), 1)

    def test_a_launch_with_an_offset_gives_no_range(self):
        self.assertEqual(self.above('shifted'), ['// @arg x: inout n'])

    def test_kernels_without_launches_are_left_alone(self):
        self.assertEqual(self.above('unseen'), [])

    def test_the_code_stays_as_it_is(self):
        lines, inside = [], False
        for line in self.text.splitlines(True):
            inside = inside or line == '// captured: from here, by its launches\n'
            if not inside:
                lines.append(line)
            inside = inside and line != '// captured: to here\n'
        self.assertEqual(''.join(lines), KERNELS)

    def test_a_second_time_changes_nothing(self):
        before = self.text
        self.again()
        self.assertEqual(self.text, before)

    def test_launches_that_were_added_take_tags_away(self):
        more = dict(LAUNCHES, vector=LAUNCHES['vector'] + [launch([32, 32, 4], [None, None, 8], **{'global': [16]})])
        annotated = self.text
        self.annotate(more, text=annotated)
        self.assertEqual(self.above('vector'), ['// @arg x: in n', '// @arg y: inout n'])

    def test_a_launch_without_values_gives_no_tag(self):
        self.annotate({'vector': [LAUNCHES['vector'][0], {'count': 1, 'global': [16], 'bytes': [64, 64, 4]}]})
        self.assertEqual(self.above('vector'), [])

    def test_negative_and_zero_values_explain_nothing(self):
        for value in (0, 0xffffffff, 1 << 31):
            self.annotate({'vector': [launch([32, 32, 4], [None, None, value], **{'global': [8]})]})
            self.assertNotIn('// @', ''.join(self.above('vector')))

    def test_hostile_launches_are_passed_over(self):
        self.annotate({'vector': [{'count': -1, 'global': ['x', {}, 3], 'bytes': {}, 'values': [1]}, {'global': [], 'count': 1},
                                  {'count': 1, 'global': [8], 'bytes': [1e99, -3, 'n'] * 50, 'values': [[], 1, 2]}]})
        self.assertNotIn('// @arg', ''.join(self.above('vector')))

    def test_a_program_with_faults_keeps_its_text(self):
        result = self.annotate({'vector': LAUNCHES['vector']}, ok=1, text='__kernel void vector() { x }\n')
        self.assertEqual(self.text, '__kernel void vector() { x }\n')

    def test_the_annotated_text_and_the_skeleton_compile(self):
        result = self.run_command('bundle', '--native', '--name', 'k', '--output-dir', self.out, os.path.join(self.captured, 'k.cl'))
        self.assertEqual(result.returncode, 0, result.stderr)
        subprocess.run(['cc', '-std=c11', '-Wall', '-Wextra', '-Wno-missing-field-initializers', '-Werror', '-I', INCLUDE, '-I', self.out, '-fsyntax-only',
                        os.path.join(self.captured, 'k_call.c')], check=True)
        with open(os.path.join(self.captured, 'k_call.c')) as f:
            text = f.read()
        self.assertIn('clb_status call_vector(clb_device *device, clb_error *error)', text)
        self.assertIn('arguments.n = (int64_t)8;', text)
        self.assertIn('.dimensions = 1, .global = {16}', text)
        self.assertIn('arguments.x_count = 16;', text)
        self.assertNotIn('call_unseen', text)


if __name__ == '__main__':
    CLBUNDLE, source = os.path.abspath(sys.argv[1]), sys.argv[2]
    INCLUDE = os.path.join(source, 'runtime/include')
    unittest.main(argv=sys.argv[:1])
