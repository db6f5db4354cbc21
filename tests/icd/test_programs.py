"""An OpenCL application under `clbundle run` and `clbundle capture`, and with its programs in a bundle: in place of -lOpenCL,
statically, and as an ICD. The application (app.c) is never changed.

usage: test_programs.py CLBUNDLE FRONT SOURCE [unittest arguments]
SPDX-License-Identifier: MIT
"""
import glob
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

CLBUNDLE = FRONT = SOURCE = APP = BUILT = None
FLAGS = ['-std=c11', '-O1', '-w', '-DCL_TARGET_OPENCL_VERSION=300']


def compile_app(output, *arguments):
    subprocess.run(['cc', *FLAGS, os.path.join(SOURCE, 'tests/icd/app.c'), *arguments, '-o', output, '-lm', '-lpthread'], check=True)


def front_flags():
    folder = os.path.dirname(FRONT)
    return ['-L' + folder, '-lclbundle-opencl', '-Wl,-rpath,' + folder]


# Only one test asks for the machine's own drivers.
os.environ['CLBUNDLE_PLATFORMS'] = 'clbundle'


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        # All temporary folders of the commands: nothing may be left in it.
        self.temporary = os.path.join(self.folder, 'tmp')
        os.mkdir(self.temporary)
        self.environment = dict(os.environ, TMPDIR=self.temporary)
        self.environment.pop('CLBUNDLE_RUN', None)

    def path(self, name):
        return os.path.join(self.folder, name)

    def run_app(self, *arguments, options=(), command='run', ok=0, **environment):
        front = [] if '--front' in options else ['--front', FRONT]
        result = subprocess.run([CLBUNDLE, command, *front, *options, '--', APP, *arguments], capture_output=True, text=True, timeout=300,
                                env=dict(self.environment, **environment))
        self.assertEqual(result.returncode, ok, result.stdout + result.stderr)
        self.assertEqual(os.listdir(self.temporary), [], 'nothing stays in the folder for temporary files')
        return result.stdout

    def capture(self, *arguments, options=(), output='programs', ok=0):
        self.run_app(*arguments, command='capture', options=['--output', self.path(output), *options], ok=ok)
        with open(self.path(output + '/programs.json')) as f:
            return json.load(f)

    def bundle(self, *options, programs='programs'):
        """The C files of a bundle of what was captured."""
        subprocess.run([CLBUNDLE, 'bundle', '--name', 'app', '--programs', self.path(programs), '--icd', '--output-dir', self.path('gen'), *options],
                       check=True)
        return ['-I' + os.path.join(SOURCE, 'runtime/include'), '-DCLB_NATIVE_BASELINE_ONLY', *sorted(glob.glob(self.path('gen/*.c')))]


class Run(Case):
    def test_a_program_is_built_and_runs_without_a_driver(self):
        self.assertEqual(self.run_app('scale'), '7 35\n')

    def test_units_are_compiled_with_headers_and_linked(self):
        self.assertEqual(self.run_app('link'), '3304 3332\n')

    def test_the_log_names_places_in_the_program(self):
        with open(self.path('bad.cl'), 'w') as f:
            f.write('__kernel void k(__global int *x)\n{\n    x[0] = missing;\n}\n')
        out = self.run_app('file', self.path('bad.cl'), ok=1)
        self.assertIn('clBuildProgram: -11\n', out)
        self.assertIn("unit0.cl:3:12: error: unknown name 'missing'", out)
        self.assertNotIn(self.temporary, out)

    def test_a_program_without_kernels_is_built(self):
        with open(self.path('empty.cl'), 'w') as f:
            f.write('float f(float x) { return x; }\n')
        self.assertEqual(self.run_app('file', self.path('empty.cl')), 'built\n')

    def test_texts_without_a_line_end_or_with_others_are_taken(self):
        for number, text in enumerate((b'__kernel void k(__global int *x)\r\n{ x[0] = 1; }\r\n', b'__kernel void k(__global int *x) { x[0] = 1; }',
                                       b'\xef\xbb\xbf__kernel void k(__global int *x) { x[0] = 1; } // \xc3\xa4\n')):
            with open(self.path('%d.cl' % number), 'wb') as f:
                f.write(text)
            self.assertEqual(self.run_app('file', self.path('%d.cl' % number)), 'built\n')

    def test_hostile_programs_fail_with_a_log(self):
        bomb = '#define A0 x x x x x x x x x x\n' + ''.join('#define A%d %s\n' % (i, ' '.join(['A%d' % (i - 1)] * 10)) for i in range(1, 12))
        for number, text in enumerate((bomb + '__kernel void k() { A11; }\n', '#include "loop.cl"\n', '(' * 200000, '__kernel void k(' + 'int, ' * 5000,
                                       '\1\2', '"' * 70000, '__kernel void k() { for(;;) { goto')):
            with open(self.path('%d.cl' % number), 'w') as f:
                f.write(text)
            self.assertIn('clBuildProgram: -11', self.run_app('file', self.path('%d.cl' % number), ok=1))

    def test_a_cache_is_used_by_later_runs(self):
        cache = self.path('cache')
        self.run_app('scale', options=['--cache', cache])
        self.assertEqual(len(os.listdir(cache)), 1)
        stamps = [os.stat(os.path.join(cache, name)).st_mtime_ns for name in os.listdir(cache)]
        self.assertEqual(self.run_app('scale', options=['--cache', cache]), '7 35\n')
        self.assertEqual([os.stat(os.path.join(cache, name)).st_mtime_ns for name in os.listdir(cache)], stamps)

    def test_a_damaged_cache_is_made_anew(self):
        cache = self.path('cache')
        self.run_app('scale', options=['--cache', cache])
        for name in os.listdir(cache):
            with open(os.path.join(cache, name), 'wb') as f:
                f.write(b'damaged')
        self.assertEqual(self.run_app('scale', options=['--cache', cache]), '7 35\n')

    def test_a_binary_of_one_run_is_translated_in_another(self):
        self.run_app('write', self.path('binary'))
        self.assertEqual(self.run_app('read', self.path('binary')), '19 47\n')

    def test_damaged_binaries_are_refused(self):
        self.run_app('write', self.path('binary'))
        with open(self.path('binary'), 'rb') as f:
            whole = f.read()
        for damaged in (whole[:-1], whole[:40], whole + b'x', whole.replace(b':', b'9:', 1), b'x' + whole[1:],
                        whole.replace(b'\n1:', b'\n99999999999999999999:', 1), whole[:52] + b'1:9\x00' + whole[56:]):
            with open(self.path('damaged'), 'wb') as f:
                f.write(damaged)
            self.run_app('read', self.path('damaged'), ok=3)

    def test_a_program_is_built_from_several_threads(self):
        self.assertEqual(self.run_app('threads'), '25 53\n' * 4)

    def test_each_program_has_its_own_variables(self):
        for options in ([], ['--checked'], ['--cache', self.path('cache')], ['--cache', self.path('cache')]):
            self.assertEqual(self.run_app('variables', options=options), '13 11\n')

    def test_units_are_what_the_user_says(self):
        self.assertEqual(self.run_app('units', options=['--units', '17']), '17\n')

    def test_explain_tells_how_kernels_were_translated(self):
        result = subprocess.run([CLBUNDLE, 'run', '--front', FRONT, '--explain', '--', APP, 'scale'], capture_output=True, text=True, env=self.environment)
        self.assertIn('kernel scale', result.stderr)

    # 1 const, 2 restrict, 4 volatile. A value's own qualifiers do not concern the caller.
    QUALIFIED = """typedef float real;
__kernel void k(__global const float *restrict a, __global volatile int *__restrict b, __constant real *restrict c, __local float4 *restrict d,
                __global uchar *e, __global const volatile uint *restrict f, const int g, __global float *const restrict h, __global void *restrict i)
{ b[0] = a[0] + c[0] + d[0].x + e[0] + f[0] + g + h[0]; }
"""
    QUALIFIERS = 'float* 3\nint* 6\nreal* 3\nfloat4* 2\nuchar* 0\nuint* 7\nint 0\nfloat* 2\nvoid* 2\n'

    def test_arguments_have_their_qualifiers(self):
        self.assertEqual(self.run_app('arguments', self.QUALIFIED), self.QUALIFIERS)

    def test_the_status_is_that_of_the_command(self):
        self.assertEqual(subprocess.run([CLBUNDLE, 'run', '--front', FRONT, '--', 'sh', '-c', 'exit 42']).returncode, 42)
        self.assertEqual(subprocess.run([CLBUNDLE, 'run', '--front', FRONT, '--', 'sh', '-c', 'kill -9 $$']).returncode, 137)
        self.assertEqual(subprocess.run([CLBUNDLE, 'run', '--front', FRONT, '--', '/nonexistent'], stderr=subprocess.PIPE).returncode, 1)

    def test_a_command_that_is_ended_leaves_nothing_behind(self):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            # The shell around the tests may ignore a signal, as nohup does, and children inherit that.
            child = subprocess.Popen([CLBUNDLE, 'run', '--front', FRONT, '--', APP, 'hang'], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                     env=self.environment, preexec_fn=lambda: signal.signal(number, signal.SIG_DFL))
            self.addCleanup(child.kill)
            self.assertEqual(child.stdout.readline(), b'7 35\n')
            child.send_signal(number)
            child.communicate(timeout=60)
            self.assertEqual(child.returncode, 128 + number)
            self.assertEqual(os.listdir(self.temporary), [])

    def test_a_killed_application_leaves_nothing_behind(self):
        script = 'sh -c \'"$0" hang < /dev/zero & sleep 5; kill -9 $!\' ' + APP
        subprocess.run([CLBUNDLE, 'run', '--front', FRONT, '--', 'sh', '-c', script], env=self.environment, stdout=subprocess.DEVNULL)
        self.assertEqual(os.listdir(self.temporary), [])

    def test_a_missing_compiler_is_said_in_the_log(self):
        out = self.run_app('scale', ok=1, CC='/nonexistent/cc')
        self.assertIn("cannot start '/nonexistent/cc'", out)


class Capture(Case):
    def test_programs_kernels_and_sizes_are_written_down(self):
        captured = self.capture('scale')
        self.assertEqual(len(captured['programs']), 1)
        program = captured['programs'][0]
        self.assertEqual(program['builds'], 1)
        self.assertEqual(program['units'][0]['options'], '-DOFFSET=1')
        self.assertEqual(program['kernels'], [{'name': 'scale', 'arguments': [{'name': 'x', 'type': '__global float *'}, {'name': 'f', 'type': 'float'}],
                                               'launches': [{'count': 1, 'global': [8], 'bytes': [32, 4]},
                                                            {'count': 1, 'global': [8], 'local': [4], 'bytes': [32, 4]}]}])
        with open(self.path('programs/' + program['units'][0]['file'])) as f:
            self.assertIn('x[i] = x[i] * f + OFFSET;', f.read())

    def test_captures_add_up(self):
        self.capture('scale')
        self.capture('scale', options=['--add'])
        captured = self.capture('scale', '-DOFFSET=2', options=['--add'])
        self.assertEqual([p['builds'] for p in captured['programs']], [2, 1] if captured['programs'][0]['builds'] == 2 else [1, 2])
        self.assertEqual(sorted(l['count'] for p in captured['programs'] for l in p['kernels'][0]['launches']), [1, 1, 2, 2])

    def test_values_of_integers_are_written_down(self):
        captured = self.capture('count', '8')
        self.assertEqual(captured['programs'][0]['kernels'][0]['launches'], [{'count': 1, 'global': [8], 'bytes': [32, 4], 'values': [None, 8]}])
        captured = self.capture('count', '8', options=['--add'])
        captured = self.capture('count', '9', options=['--add'])
        self.assertEqual(sorted((l['count'], l['values'][1]) for l in captured['programs'][0]['kernels'][0]['launches']), [(1, 9), (2, 8)])

    def test_annotations_say_what_all_launches_imply(self):
        self.capture('count', '8', options=['--annotate'])
        captured = self.capture('count', '1000', options=['--annotate', '--add'])
        name = captured['programs'][0]['units'][0]['file']
        with open(self.path('programs/' + name)) as f:
            self.assertEqual(f.read().splitlines()[:6], ['// captured: from here, by its launches', '#', '// @range: n', '// @arg x: inout n',
                                                         '// captured: to here', '__kernel void count_up(__global int *x, const int n)'])

    def test_launches_of_a_program_that_is_built_again_are_all_counted(self):
        captured = self.capture('threads')
        self.assertEqual([l['count'] for l in captured['programs'][0]['kernels'][0]['launches']], [4, 4])

    def test_an_earlier_capture_is_not_overwritten(self):
        self.capture('scale')
        self.run_app('scale', command='capture', options=['--output', self.path('programs')], ok=1)

    def test_headers_of_include_folders_are_kept(self):
        os.makedirs(self.path('headers/deep'))
        with open(self.path('headers/deep/n.h'), 'w') as f:
            f.write('#define N 3\n')
        with open(self.path('k.cl'), 'w') as f:
            f.write('#include "deep/n.h"\n__kernel void k(__global int *x) { x[0] = N; }\n')
        self.capture('file', self.path('k.cl'), '-I ' + self.path('headers'))
        shutil.rmtree(self.path('headers'))
        self.bundle()

    def test_headers_with_absolute_paths_are_kept(self):
        """Outside of -I, beside another header that it includes; and below -I, named by its whole path all the same."""
        for number, options in enumerate(('', '-I ' + self.path('headers'))):
            os.makedirs(self.path('headers/deep'))
            with open(self.path('headers/deep/n.h'), 'w') as f:
                f.write('#include "m.h"\n#define N (M + 1)\n')
            with open(self.path('headers/deep/m.h'), 'w') as f:
                f.write('#define M 2\n')
            with open(self.path('k.cl'), 'w') as f:
                f.write('#include "%s"\n__kernel void k(__global int *x) { x[0] = N; }\n' % self.path('headers/deep/n.h'))
            self.capture('file', self.path('k.cl'), options, output='programs%d' % number)
            shutil.rmtree(self.path('headers'))
            out = subprocess.run([CLBUNDLE, 'bundle', '--name', 'app', '--programs', self.path('programs%d' % number), '--icd', '--output-dir', self.path('gen%d' % number)],
                                 capture_output=True, text=True)
            self.assertEqual((out.returncode, out.stderr), (0, ''))

    def test_a_failing_application_is_captured_as_far_as_it_came(self):
        captured = self.capture('read', '/nonexistent', ok=4)
        self.assertEqual(captured['programs'], [])


class Through(Case):
    """The machine's own driver, PoCL, with the layer in front of it."""

    def setUp(self):
        super().setUp()
        layer = os.path.join(os.path.dirname(FRONT), 'libclbundle-layer.so')
        if not os.path.exists(layer) or not os.path.exists('/etc/OpenCL/vendors/pocl.icd'):
            self.skipTest('no layer or no PoCL')
        self.through = ['--through', '--front', layer]
        self.environment['OCL_ICD_VENDORS'] = '/etc/OpenCL/vendors/pocl.icd'
        self.environment['POCL_CACHE_DIR'] = self.path('pocl')

    def both(self, *arguments):
        """What the layer writes of PoCL, and what the platform writes."""
        own = self.capture(*arguments, output='own')
        through = self.capture(*arguments, output='through', options=self.through)
        return own, through

    def texts(self, output):
        folder = self.path(output)
        names = sorted(os.path.relpath(os.path.join(at, name), folder) for at, _, files in os.walk(folder) for name in files)
        texts = {}
        for name in names:
            with open(os.path.join(folder, name)) as f:
                texts[name] = f.read()
        del texts['programs.json']
        return texts

    def test_a_program_is_written_down_as_the_platform_does(self):
        own, through = self.both('scale')
        self.assertEqual(through, own)
        self.assertEqual(self.texts('through'), self.texts('own'))

    def test_linked_units_and_headers_are_written_down_as_the_platform_does(self):
        own, through = self.both('link')
        self.assertEqual(through, own)
        self.assertEqual(self.texts('through'), self.texts('own'))

    def test_the_application_sees_the_driver(self):
        out = self.run_app('scale', command='capture', options=['--output', self.path('programs'), *self.through])
        self.assertEqual(out, '7 35\n')
        log = subprocess.run([CLBUNDLE, 'capture', *self.through, '--output', self.path('info'), '--', 'clinfo', '-l'], capture_output=True, text=True,
                             env=self.environment)
        self.assertIn('Portable Computing Language', log.stdout)
        self.assertNotIn('clbundle', log.stdout)

    def test_captures_add_up_with_those_of_the_platform(self):
        self.capture('scale', options=self.through)
        self.capture('scale', options=['--add', *self.through])
        captured = self.capture('scale', options=['--add'])
        self.assertEqual([p['builds'] for p in captured['programs']], [3])
        self.assertEqual([l['count'] for l in captured['programs'][0]['kernels'][0]['launches']], [3, 3])

    def test_values_of_integers_are_written_down_as_the_platform_does(self):
        own, through = self.both('count', '8')
        self.assertEqual(through, own)
        self.assertEqual(through['programs'][0]['kernels'][0]['launches'][0]['values'], [None, 8])

    def test_equal_programs_of_several_threads_are_written_once(self):
        own, through = [self.capture('threads', output='threads %d' % i, options=options) for i, options in enumerate(((), self.through))]
        for captured in (own, through):
            del captured['programs'][0]['builds']  # the platform's threads may translate it at the same time
        self.assertEqual(through, own)
        self.assertEqual(len(through['programs']), 1)
        self.assertEqual([l['count'] for l in through['programs'][0]['kernels'][0]['launches']], [4, 4])

    def test_headers_of_include_folders_are_kept(self):
        os.makedirs(self.path('headers/deep'))
        with open(self.path('headers/deep/n.h'), 'w') as f:
            f.write('#define N 3\n')
        with open(self.path('k.cl'), 'w') as f:
            f.write('#include "deep/n.h"\n__kernel void k(__global int *x) { x[0] = N; }\n')
        own, through = self.both('file', self.path('k.cl'), '-I ' + self.path('headers'))
        self.assertEqual(through, own)
        self.assertEqual(self.texts('through'), self.texts('own'))

    def test_types_of_arguments_are_those_of_the_text(self):
        with open(self.path('k.cl'), 'w') as f:
            f.write('__kernel void k(__global const float *a, __global volatile int *b, __constant float4 *c, __local uint *d, const ulong e,'
                    ' const float2 f, __read_only image2d_t g, sampler_t h) { b[0] = a[0] + c[0].x + f.x + (int)e; d[0] = 1; }\n')
        own, through = self.both('file', self.path('k.cl'))
        self.assertEqual(through, own)

    def test_a_program_that_the_driver_refuses_is_left_out(self):
        with open(self.path('bad.cl'), 'w') as f:
            f.write('__kernel void k(__global int *x) { x[0] = missing; }\n')
        captured = self.capture('file', self.path('bad.cl'), options=self.through, ok=1)
        self.assertEqual(captured['programs'], [])

    def test_a_bundle_of_it_runs_without_the_driver(self):
        self.capture('scale', options=self.through)
        self.capture('link', options=['--add', *self.through])
        compile_app(self.path('app'), *self.bundle(), *front_flags())
        environment = {'PATH': '/nonexistent', 'CC': '/nonexistent/cc'}
        for what, expected in (('scale', '7 35\n'), ('link', '3304 3332\n')):
            out = subprocess.run([self.path('app'), what], capture_output=True, text=True, env=environment)
            self.assertEqual((out.stdout, out.returncode), (expected, 0), out.stderr)

    def test_options_of_the_translator_are_refused(self):
        out = subprocess.run([CLBUNDLE, 'capture', '--through', '--level', 'v3', '--output', self.path('x'), '--', APP], capture_output=True, text=True)
        self.assertEqual(out.returncode, 2)
        self.assertIn('--through translates nothing', out.stderr)


class Bundle(Case):
    def test_in_place_of_the_loader(self):
        self.capture('scale')
        compile_app(self.path('app'), *self.bundle(), *front_flags())
        environment = dict(self.environment, CC='/nonexistent/cc')
        for options in ('-DOFFSET=1', '-D OFFSET=1', '  "-DOFFSET=1" -w', '-I /nowhere -DOFFSET="1"', "-cl-kernel-arg-info -DOFFSET='1'"):
            out = subprocess.run([self.path('app'), 'scale', options], capture_output=True, text=True, env=environment)
            self.assertEqual((out.stdout, out.returncode), ('7 35\n', 0), options)
        self.assertEqual(subprocess.run([self.path('app'), 'built-in'], capture_output=True, text=True, env=environment).stdout, '7 35\n')

    def test_a_program_that_is_not_there_is_answered_with_the_nearest(self):
        self.capture('scale')
        compile_app(self.path('app'), *self.bundle(), *front_flags())
        out = subprocess.run([self.path('app'), 'scale', '-DOFFSET=2'], capture_output=True, text=True)
        self.assertEqual(out.returncode, 1)
        self.assertIn('built with -DOFFSET=1 where this one has -DOFFSET=2', out.stdout)
        self.assertIn('clbundle capture', out.stdout)
        with open(self.path('other.cl'), 'w') as f:
            f.write('__kernel void scale(__global float *x, const float f)\n{\n    x[0] = f;\n}\n')
        out = subprocess.run([self.path('app'), 'file', self.path('other.cl')], capture_output=True, text=True)
        self.assertIn('the text differs at line 3', out.stdout)

    def test_an_annotated_program_is_found_by_the_text_without_annotations(self):
        self.capture('count', '8', options=['--annotate'])
        compile_app(self.path('app'), *self.bundle(), *front_flags())
        for size in (8, 3, 1000):
            out = subprocess.run([self.path('app'), 'count', str(size)], capture_output=True, text=True)
            self.assertEqual((out.stdout, out.returncode), ('%d\n' % (size - 1), 0), out.stderr)

    def test_arguments_have_their_qualifiers(self):
        self.capture('arguments', Run.QUALIFIED)
        compile_app(self.path('app'), *self.bundle(), *front_flags())
        result = subprocess.run([self.path('app'), 'arguments', Run.QUALIFIED], capture_output=True, text=True, env=self.environment)
        self.assertEqual(result.stdout, Run.QUALIFIERS, result.stderr)

    def test_linked_programs(self):
        self.capture('link')
        compile_app(self.path('app'), *self.bundle(), *front_flags())
        self.assertEqual(subprocess.run([self.path('app'), 'link'], capture_output=True, text=True).stdout, '3304 3332\n')

    def test_each_program_has_its_own_variables(self):
        self.capture('variables')
        compile_app(self.path('app'), *self.bundle(), *front_flags())
        self.assertEqual(subprocess.run([self.path('app'), 'variables'], capture_output=True, text=True).stdout, '13 11\n')

    def test_an_icd_beside_the_untouched_application(self):
        self.capture('scale')
        icd = self.path('libapp_icd.so')
        subprocess.run(['cc', *FLAGS, '-shared', '-fPIC', *self.bundle(), *front_flags(), '-o', icd, '-lm'], check=True)
        environment = {'OCL_ICD_VENDORS': icd, 'OCL_ICD_FILENAMES': icd, 'PATH': '/nonexistent'}
        out = subprocess.run([APP, 'scale'], capture_output=True, text=True, env=environment)
        self.assertEqual(out.stdout, '7 35\n', out.stderr)

    @unittest.skipUnless(os.path.exists('/etc/OpenCL/vendors/pocl.icd'), 'no PoCL')
    def test_the_machines_drivers_are_there_beside_the_bundle(self):
        self.capture('scale')
        compile_app(self.path('app'), *self.bundle(), *front_flags())
        environment = dict(self.environment, OCL_ICD_VENDORS='/etc/OpenCL/vendors/pocl.icd', POCL_CACHE_DIR=self.path('pocl'))
        for platforms, options, expected in (('clbundle', '-DOFFSET=1', '7 35\n'), ('others', '-DOFFSET=1', '7 35\n'), ('others', '-DOFFSET=2', '10 38\n'),
                                             ('others,clbundle', '-DOFFSET=3', '13 41\n')):
            out = subprocess.run([self.path('app'), 'scale', options], capture_output=True, text=True,
                                 env=dict(environment, CLBUNDLE_PLATFORMS=platforms))
            self.assertEqual((out.stdout, out.returncode), (expected, 0), out.stderr)

    def test_values_that_were_not_captured_are_there_as_configurations(self):
        self.capture('scale')
        with open(self.path('configurations.json'), 'w') as f:
            json.dump({'clbundle_configurations': 1, 'configurations': [{'values': {'OFFSET': [1, 2]}}, {'values': {'OFFSET': 3}, 'options': '-cl-mad-enable'}]}, f)
        compile_app(self.path('app'), *self.bundle('--configurations', self.path('configurations.json')), *front_flags())
        for options, expected in (('-DOFFSET=1', '7 35\n'), ('-D OFFSET=2', '10 38\n'), ('-cl-mad-enable  -D "OFFSET=3"', '13 41\n')):
            out = subprocess.run([self.path('app'), 'scale', options], capture_output=True, text=True, env=self.environment)
            self.assertEqual((out.stdout, out.returncode), (expected, 0), out.stderr)
        out = subprocess.run([self.path('app'), 'scale', '-DOFFSET=4'], capture_output=True, text=True, env=self.environment)
        self.assertIn('clBuildProgram: -11', out.stdout)

    def test_nothing_is_written_or_started_at_run_time(self):
        if not shutil.which('strace'):
            self.skipTest('no strace')
        self.capture('scale')
        compile_app(self.path('app'), *self.bundle(), *front_flags())
        trace = self.path('trace')
        out = subprocess.run(['strace', '-f', '-o', trace, self.path('app'), 'scale'], capture_output=True, text=True)
        self.assertEqual(out.stdout, '7 35\n')
        with open(trace) as f:
            lines = f.read().splitlines()
        self.assertEqual([line for line in lines if 'O_WRONLY' in line or 'O_RDWR' in line or 'O_CREAT' in line], [])
        self.assertEqual(sum('execve(' in line for line in lines), 1)
        opened = [line for line in lines if ('open(' in line or 'openat(' in line) and 'ENOENT' not in line and '.so' not in line]
        self.assertEqual(opened, [])


IMAGE_KERNEL = """
const sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
// @range: n
__kernel void row(read_only image2d_t image, __global float *y, const int n)
{
    const int i = get_global_id(0);
    y[i] = read_imagef(image, nearest, (int2)(i, 0)).x;
}
"""
IMAGE_CALLS = """
#include "row.h"
#include <stdio.h>
int main(void)
{
    clb_error error = {0};
    clb_device *device = NULL;
    float y[4] = {0}, pixels[4] = {1, 2, 3, 4};
    const clb_host_image none = {0}, image = {.pixels = pixels, .order = CLB_ORDER_R, .type = CLB_CHANNEL_FLOAT, .width = 4, .height = 1};
    const clb_host_image *const given[3] = {NULL, &none, &image};
    if (clb_device_open(&(clb_device_params){.bundle = &row_bundle, .filter = "native"}, &device, &error)) return 1;
    for (int i = 0; i < 3; i++) {
        const clb_status status = row_call_row(device, row_args_row(.image = given[i], .y = y, .y_count = 4, .n = 4), &error);
        printf("%d %g %g\\n", status == CLB_ERROR_ARGUMENT, y[0], y[3]);
    }
    clb_device_close(&device);
    clb_error_clear(&error);
    return 0;
}
"""


class Images(Case):
    def test_native_code_takes_pixels_and_refuses_images_without_them(self):
        for name, text in (('row.cl', IMAGE_KERNEL), ('main.c', IMAGE_CALLS)):
            with open(self.path(name), 'w') as f:
                f.write(text)
        subprocess.run([CLBUNDLE, 'bundle', '--native', '--name', 'row', '--output-dir', self.folder, self.path('row.cl')], check=True)
        subprocess.run(['cc', '-std=c11', '-O1', '-I' + os.path.join(SOURCE, 'runtime/include'), '-I' + self.folder, '-DCLB_NATIVE_BASELINE_ONLY',
                        self.path('row.c'), self.path('row_native.c'), self.path('main.c'), *front_flags(), '-lm', '-o', self.path('row')], check=True)
        self.assertEqual(subprocess.run([self.path('row')], capture_output=True, text=True).stdout, '1 0 0\n1 0 0\n0 1 4\n')


class Static(Case):
    """One executable with everything in it, by glibc and by musl, in an empty folder as its root."""

    def built(self, compiler, flags, optimization='1'):
        # Beside the build that runs this, whose objects ccache then knows.
        folder = tempfile.TemporaryDirectory(prefix='build_', dir=os.environ.get('CLB_TEST_BUILDS'))
        self.addCleanup(folder.cleanup)
        build = folder.name
        environment = dict(os.environ, CC=compiler, CFLAGS=' '.join(flags))
        subprocess.run(['meson', 'setup', build, SOURCE, '-Doptimization=' + optimization, '-Ddebug=false', '-Ddefault_library=static',
                        '-Dopencl=disabled', '-Dtests=disabled', '-Dkernels=disabled'], check=True, stdout=subprocess.DEVNULL, env=environment)
        subprocess.run(['ninja', '-C', build, 'runtime/icd/libclbundle-opencl.a'], check=True, stdout=subprocess.DEVNULL, env=environment)
        self.capture('scale')
        root = self.path('root')
        os.mkdir(root)
        subprocess.run([*compiler.split(), '-static', *FLAGS, *flags, os.path.join(SOURCE, 'tests/icd/app.c'), *self.bundle(),
                        os.path.join(build, 'runtime/icd/libclbundle-opencl.a'), '-lm', '-lpthread', '-o', os.path.join(root, 'app')], check=True)
        self.assertEqual(subprocess.run([os.path.join(root, 'app'), 'scale'], capture_output=True, text=True).stdout, '7 35\n')
        if os.geteuid() == 0:
            out = subprocess.run([shutil.which('chroot'), root, '/app', 'scale'], capture_output=True, text=True, env={})
            self.assertEqual(out.stdout, '7 35\n', out.stderr)

    def test_with_glibc(self):
        self.built('ccache cc' if shutil.which('ccache') else 'cc', [])

    @unittest.skipUnless(shutil.which('musl-gcc'), 'musl-tools is not installed')
    def test_with_musl(self):
        # The headers of OpenCL alone: others in their folder are glibc's.
        shutil.copytree('/usr/include/CL', self.path('headers/CL'))
        # Nothing else is compiled by it, so no objects are shared, and what it optimises is gcc's to find.
        self.built('musl-gcc', ['-I' + self.path('headers')], optimization='0')


class Rewriting(Case):
    def test_the_rewritten_example_gives_what_the_old_one_gives(self):
        example = os.path.join(SOURCE, 'kernels/examples/rewriting')
        subprocess.run(['cc', '-w', os.path.join(example, 'before.c'), '-lOpenCL', '-o', self.path('before')], check=True)
        before = subprocess.run([CLBUNDLE, 'run', '--front', FRONT, '--', self.path('before'), os.path.join(example, 'heat.cl')], capture_output=True,
                                text=True, env=self.environment)
        subprocess.run([CLBUNDLE, 'bundle', '--native', '--name', 'heat', '--output-dir', self.folder, os.path.join(example, 'heat.cl')], check=True)
        # The front holds the runtime, too.
        subprocess.run(['cc', '-std=c11', '-Wall', '-Wextra', '-Werror', '-I' + os.path.join(SOURCE, 'runtime/include'), '-I' + self.folder,
                        '-DCLB_NATIVE_BASELINE_ONLY', self.path('heat.c'), self.path('heat_native.c'), os.path.join(example, 'after.c'), *front_flags(),
                        '-lm', '-o', self.path('after')], check=True)
        after = subprocess.run([self.path('after')], capture_output=True, text=True, env=dict(self.environment, CLBUNDLE_DEVICE='native'))
        self.assertEqual((after.stdout, after.returncode), ('87.4703 0.0147\n', 0), after.stderr)
        self.assertEqual(before.stdout, after.stdout, before.stderr)


if __name__ == '__main__':
    CLBUNDLE, FRONT, SOURCE = [os.path.abspath(argument) for argument in sys.argv[1:4]]
    with tempfile.TemporaryDirectory() as BUILT:
        APP = os.path.join(BUILT, 'app')
        compile_app(APP, '-lOpenCL')
        unittest.main(argv=sys.argv[:1] + sys.argv[4:])
