#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`@split`: its form in the manifest and in C, the kernels that may run with ids of their own, and every message.

usage: test_split.py CLBUNDLE [unittest arguments]"""
import glob
import json
import os
import subprocess
import sys
import tempfile
import unittest

CLBUNDLE = None
RUNTIME = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../runtime/include')

GOOD = '''// @range: n
// @split: n
// @arg x: in n+2*h
// @arg y: out n
__kernel void k(__global const float *x, __global float *y, const int h, const ulong n)
{
    const size_t i = get_global_id(0);
    if (i < n) y[i] = x[i] + x[i + 2 * h];
}
'''


class Split(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()

    def tearDown(self):
        self.folder.cleanup()

    def bundle(self, text, ok=0, *options):
        path = os.path.join(self.folder.name, 'k.cl')
        with open(path, 'w', encoding='utf-8') as f:
            f.write(text)
        r = subprocess.run([CLBUNDLE, 'bundle', '--name', 'b', '--output-dir', 'out', *options, 'k.cl'], cwd=self.folder.name,
                           capture_output=True, text=True, timeout=120)
        self.assertEqual(r.returncode, ok, r.stderr)
        return r.stderr

    def kernels(self, text, *options):
        self.bundle(text, 0, *options)
        with open(os.path.join(self.folder.name, 'out/b.json'), encoding='utf-8') as f:
            return {k['name']: k for k in json.load(f)['kernels']}

    def read(self, name):
        with open(os.path.join(self.folder.name, 'out', name), encoding='utf-8') as f:
            return f.read()

    def test_starpu_needs_a_kernel_that_can_be_split(self):
        none, one = GOOD.replace('// @split: n\n', ''), GOOD.replace(' k(', ' l(')
        self.assertIn("--starpu: no kernel has a '@split'", self.bundle(none, 1, '--starpu'))
        for text in (one, none + one, one + none):
            self.assertEqual(self.bundle(text, 0, '--starpu'), '')

    def test_manifest_and_header_tell_of_it(self):
        k = self.kernels(GOOD)['k']
        self.assertEqual((k['split'], k['relative'], k['functions']['group']), ('n', True, 'b_group_k'))
        self.assertEqual([a.get('split') for a in k['arguments']], [0, 0, None, None])
        self.assertIn('#include "clbundle/group.h"', self.read('b.h'))
        self.assertIn('Can be split: a part has some of the n units', self.read('b.h'))
        k = self.kernels(GOOD.replace('// @split: n\n', ''))['k']
        self.assertEqual((k.get('split'), k['functions'].get('group')), (None, None))
        self.assertNotIn('group', self.read('b.h'))
        column = GOOD.replace('in n+2*h', 'in column n, 3').replace('out n', 'out n, 2')
        k = self.kernels(column)['k']
        self.assertEqual([a.get('split') for a in k['arguments']], [0, 0, None, None])
        self.assertEqual(k['relative'], False)

    def test_the_heads_split_is_for_the_heads_range(self):
        other = '// @range: 1\n// @arg y: out 1\n__kernel void other(__global float *y) { y[0] = 1; }\n'
        kernels = self.kernels(GOOD + '\n' + other)
        self.assertEqual((kernels['k'].get('split'), kernels['other'].get('split')), ('n', None))

    def test_kernels_that_see_their_place_are_not_relative(self):
        def relative(old, new, more=''):
            return self.kernels(GOOD.replace('__kernel', more + '__kernel').replace(old, '{ ' + new + ' }'))['k']['relative']
        body = 'y[i] = x[i] + x[i + 2 * h];'
        for new in ('y[i] = x[i - h];', 'y[i] = x[h + i];', 'y[i] = x[get_global_id(0)] + get_global_id(1);',
                    'y[i] += x[i] * h;', 'y[(int)i] = x[i];',
                    '__global float *p = &y[i]; p[0] = x[i];'):
            self.assertTrue(relative(body, new), new)
        for new in ('y[i] = i;', 'const uint j = i; y[i] = x[i];', 'y[i] = x[i] + n;', 'y[i] = x[2 * i];', 'y[i] = x[0];', 'y[i] = *x;', 'y[i] = x[i] + (x - 1)[i];',
                    'if (i > 3) y[i] = x[i];', 'y[i] = x[i] + get_global_id(h);', 'y[i] = x[i + get_global_id(0)];',
                    'if (i < (size_t)h) y[i] = x[i];', 'y[(ushort)i] = x[i];',
                    'size_t j = i; ++j; y[j - 1] = x[i];', 'y[i + n] = x[i];', 'for (size_t j = i; j < n; j += n) y[i] = x[i];'):
            self.assertFalse(relative(body, new), new)
        place = 'static size_t place(void) { return get_global_id(0); }\nstatic float deep(void) { return place(); }\n'
        self.assertFalse(relative(body, 'y[i] = x[i] + deep();', place))
        self.assertFalse(relative(body, 'y[i] = x[i] * deep();', '#define deep() get_global_id(0)\n'))
        self.assertTrue(relative(body, 'y[i] = fine(x[i]);', 'static float fine(float v) { return v + 1; }\n'))
        self.assertFalse(self.kernels(GOOD.replace('@range: n', '@range: n*2').replace('x: in n+2*h', 'x: in 2*n')
                                      .replace('out n', 'out 2*n'))['k']['relative'])

    def test_groups_need_a_size_and_no_number(self):
        body = 'if (i < n) y[i] = x[i] + x[i + 2 * h];'
        barrier = GOOD.replace(body, 'barrier(CLK_LOCAL_MEM_FENCE); y[i] = x[i] + get_local_id(0);')
        self.assertIn("k.cl:2:4: error: '@split: n': work-items of 'k' work together in groups: state the groups' size by '@local'",
                      self.bundle(barrier, 1))
        self.assertEqual(self.kernels(barrier.replace('@range: n', '@range: n\n// @local: 64'))['k']['split'], 'n')
        self.kernels(barrier.replace('__kernel', '__attribute__((reqd_work_group_size(8, 1, 1))) __kernel'))
        for call in ('get_group_id(0)', 'get_num_groups(0)', 'get_global_size(0)', 'get_global_offset(0)'):
            text = GOOD.replace('x[i] +', call + ' +').replace('@range: n', '@range: n\n// @local: 64')
            self.assertIn("work-items of 'k' ask for the number of their group or the size of the range", self.bundle(text, 1), call)
        self.assertIn("'@local' holds 'n'", self.bundle(GOOD.replace('@range: n', '@range: n\n// @local: n'), 1))

    def test_a_part_may_be_a_call_of_its_own(self):
        seen = GOOD.replace('y[i] =', 'y[i] = (float)i +')
        self.assertFalse(self.kernels(seen)['k']['relative'])
        self.assertTrue(self.kernels(seen.replace('@split: n', '@split: n, alone'))['k']['relative'])
        # Such a call has whatever range the kernel has on a GPU.
        self.kernels(GOOD.replace('@split: n', '@split: n, alone').replace('@range: n', '@range: n\n// @gpu_range: n-n/2'))

    def test_every_message(self):
        for old, new, message in (
                ('@split: n', '@split: m', "k.cl:2:12: error: the kernel 'k' has no parameter 'm'"),
                ('@split: n', '@split: x', "k.cl:2:12: error: '@split' is given 'x', which is no integer scalar"),
                ('@split: n', '@split: n, h', "k.cl:2:15: error: '@split' takes no 'h' behind the parameter: write `// @split: n`, "
                 "or `// @split: n, alone` if a part may run as a call of its own"),
                ('@split: n', '@split: n, alone, h', "k.cl:2:4: error: '@split' takes one integer parameter: write `// @split: n`"),
                ('@split: n', '@split:', "'@split' takes one integer parameter"),
                ('@split: n', '@split n: n', "unexpected 'n' between '@split' and ':'"),
                ('@split: n', '@splt: n', "unknown tag '@splt'; did you mean '@split'?"),
                ('// @range: n\n', '', "'@split' needs a '@range'"),
                ('@split: n', '@split: h', "'@range' does not hold 'h': name the integer"),
                ('@range: n', '@range: n+1', "expression 1 of '@range' is no multiple of 'n'"),
                ('@range: n', '@range: (n+63)/64*64', "expression 1 of '@range' is no multiple of 'n'"),
                ('@range: n', '@range: n*n', "is no multiple of 'n'"),
                ('@range: n', '@range: n, n', "'@range' holds 'n' in two expressions"),
                ('in n+2*h', 'in n*n', "the extent 'n*n' of 'x' does not grow with 'n' by a fixed number of elements"),
                ('in n+2*h', 'in max(n, h)', "the extent 'max(n, h)' of 'x' does not grow"),
                ('in n+2*h', 'in n, n', "two dimensions of 'x' hold 'n'"),
                ('out n', 'out h', "'y' is written, and its extent 'h' does not hold 'n': all parts would write"),
                ('// @arg y: out n\n', '', "'y' is written, and no '@arg' states its extent"),
                ('@range: n', '@range: n\n// @gpu_range: n-n/2', "expression 1 of '@gpu_range' is no multiple of 'n'"),
                ('const int h', 'const int h, read_only image2d_t picture', "'picture' is an object of one device"),
        ):
            self.assertIn(message, self.bundle(GOOD.replace(old, new), 1), new)
        nothing = '// @range: n\n// @split: n\n__kernel void k(const int n) { }\n'
        self.assertIn("no argument's extent holds 'n': a part would have nothing to do", self.bundle(nothing, 1))
        swapped = GOOD.replace('@range: n', '@range: n, 2\n// @gpu_range: 2, n')
        self.assertIn("'@range' and '@gpu_range' hold 'n' in different dimensions", self.bundle(swapped, 1))
        # What a part need not have: arrays that are only read.
        self.kernels(GOOD.replace('in n+2*h', 'in h'))
        self.kernels(GOOD.replace('// @arg x: in n+2*h\n', ''))

    def test_tasks_of_starpu_are_for_kernels_that_can_be_split(self):
        other = '// @range: 1\n// @arg y: out 1\n__kernel void other(__global float *y) { y[0] = 1; }\n'
        self.bundle(GOOD + '\n' + other, 0, '--starpu')
        header = self.read('b_starpu.h')
        for text in ('clb_starpu_kernel kernels[b_KERNEL_COUNT];', 'b_task_k(', 'b_codelet_k(', '    starpu_data_handle_t x;\n',
                     '    int32_t h;\n    uint64_t n;\n} b_blocks_k;'):
            self.assertIn(text, header)
        self.assertNotIn('other', header)
        self.assertIn("error: --starpu: no kernel has a '@split'", self.bundle(other, 1, '--starpu'))

    def test_each_configuration_has_a_task_of_starpu(self):
        with open(os.path.join(self.folder.name, 'c.json'), 'w', encoding='utf-8') as f:
            json.dump({'clbundle_configurations': 1, 'configurations': [{'values': {'FACTOR': [2, 3]}}]}, f)
        same = '// @range: n\n// @arg y: out n\n// @split: n\n__kernel void same(__global float *y, const ulong n) { y[get_global_id(0)] = n; }\n'
        self.bundle(GOOD.replace('= x[i]', '= FACTOR * x[i]') + '\n' + same, 0, '--starpu', '--configurations', 'c.json')
        header = self.read('b_starpu.h')
        for name in ('k_2', 'k_3', 'same'):
            self.assertIn('b_task_%s(' % name, header)
            self.assertIn('b_codelet_%s(' % name, header)
        folder = glob.glob('/usr/include/starpu/1.*')
        if folder:
            r = subprocess.run(['cc', '-std=gnu11', '-Wall', '-Wextra', '-Werror', '-fsyntax-only', '-I' + folder[0], '-I' + RUNTIME, '-x', 'c', 'out/b_starpu.h'],
                               cwd=self.folder.name, capture_output=True, text=True, timeout=300)
            self.assertEqual(r.returncode, 0, r.stderr)

    def test_the_c_compiles(self):
        self.kernels(GOOD, '--native', '--standalone')
        with open(os.path.join(self.folder.name, 'use.c'), 'w', encoding='utf-8') as f:
            f.write('#include "b.h"\nint main(void)\n{\n    clb_error e = {0};\n    float x[6] = {1, 2, 3, 4, 5, 6}, y[4];\n'
                    '    clb_group *g = NULL;\n    const clb_group_params p = {.device = CLB_PARAMS(clb_device_params, .bundle = &b_bundle, .filter = "native")};\n'
                    '    if (clb_group_open(&p, &g, &e) || b_group_k(g, b_args_k(.x = x, .y = y, .h = 1, .n = 4), &e)) return 1;\n'
                    '    clb_group_close(&g);\n    return y[3] != 4 + 6;\n}\n')
        r = subprocess.run('cc -std=c11 -w -O0 -DCLB_NO_OPENCL -Iout use.c out/b.c out/b_native.c out/clbundle.c -o use -lm -pthread && '
                           './use', shell=True, cwd=self.folder.name, capture_output=True, text=True, timeout=300)
        self.assertEqual(r.returncode, 0, r.stderr)


if __name__ == '__main__':
    CLBUNDLE = os.path.abspath(sys.argv.pop(1))
    unittest.main()
