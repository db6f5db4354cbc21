"""OpenCL programs of other people, as Debian has them, on the platform "clbundle": under `clbundle run`, and from a bundle of what
was captured. None of them is changed or knows of clbundle. A program that is not installed is skipped.

usage: programs.py CLBUNDLE FRONT SOURCE [unittest arguments]
SPDX-License-Identifier: MIT
"""
import functools
import glob
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
import xml.etree.ElementTree
from concurrent.futures import ThreadPoolExecutor

import darkroom
import empty_root

CLBUNDLE = FRONT = SOURCE = BUILT = None
PYTHON = '/usr/bin/python3' # Debian's, for which Debian's modules are
ONCE = os.environ.get('CLB_TEST_LEVELS') == 'once' # each kind of fault is looked for once
QUICK = 'clang' if shutil.which('clang') else 'cc' # for kernels without optimisation: clang takes three quarters of gcc's time


def has_module(name):
    return os.path.exists(PYTHON) and subprocess.run([PYTHON, '-c', 'import ' + name], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


@functools.lru_cache(maxsize=None)
def static_front():
    """libclbundle-opencl.a, which opens no loader."""
    environment = dict(os.environ, CC='ccache cc' if shutil.which('ccache') else 'cc')
    subprocess.run(['meson', 'setup', BUILT, SOURCE, '-Doptimization=1', '-Ddebug=false', '-Ddefault_library=static', '-Dopencl=disabled',
                    '-Dtests=disabled', '-Dkernels=disabled'], check=True, stdout=subprocess.DEVNULL, env=environment)
    subprocess.run(['ninja', '-C', BUILT, 'runtime/icd/libclbundle-opencl.a'], check=True, stdout=subprocess.DEVNULL, env=environment)
    return os.path.join(BUILT, 'runtime/icd/libclbundle-opencl.a')


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        # No cache of an earlier run, neither of the application's nor of ours.
        self.environment = dict(os.environ, HOME=self.folder, XDG_CACHE_HOME=self.folder, XDG_DATA_HOME=self.folder, OPENCV_OPENCL_DEVICE='clbundle:CPU:',
                                OPENCV_OPENCL_CACHE_ENABLE='false')
        self.environment.pop('CLBUNDLE_RUN', None)
        # Most of the time goes to compilers, and the kernels have little to do: no optimisation, so the baseline alone.
        with open(self.path('quick-cc'), 'w') as f:
            f.write('#!/bin/sh\nexec %s "$@" -O0\n' % QUICK)
        os.chmod(self.path('quick-cc'), 0o700)
        self.environment['CC'] = self.path('quick-cc')

    def path(self, name):
        return os.path.join(self.folder, name)

    def started(self, command, **environment):
        result = subprocess.run(command, capture_output=True, text=True, timeout=900, cwd=self.folder, env=dict(self.environment, **environment))
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        return result.stdout

    def run_in(self, *command):
        return self.started([CLBUNDLE, 'run', '--front', FRONT, '--', *command])

    def capture(self, *command, options=()):
        return self.started([CLBUNDLE, 'capture', '--front', FRONT, '--output', self.path('programs'), *options, '--', *command])

    def generated(self):
        """The C files of the captured programs, which are compiled beside themselves."""
        if not os.path.exists(self.path('gen')):
            self.started([CLBUNDLE, 'bundle', '--name', 'app', '--programs', self.path('programs'), '--icd', '--output-dir', self.path('gen')])
            compiler = [QUICK, '-std=gnu11', '-O0', '-w', '-fPIC', '-DCLB_NATIVE_BASELINE_ONLY', '-I' + os.path.join(SOURCE, 'runtime/include'), '-c']
            with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
                list(pool.map(lambda source: self.started([*compiler, source, '-o', source[:-1] + 'o']), glob.glob(self.path('gen/*.c'))))
        return sorted(glob.glob(self.path('gen/*.c')))

    def icd(self):
        """A shared object with the captured programs, for the untouched program."""
        objects = [source[:-1] + 'o' for source in self.generated()]
        folder = os.path.dirname(FRONT)
        self.started(['cc', '-shared', *objects, '-L' + folder, '-lclbundle-opencl', '-Wl,-rpath,' + folder, '-lm', '-o', self.path('app.so')])
        return self.path('app.so')

    def static(self, compiler, source, *libraries):
        """The output of the program as one executable, with its captured programs, alone in a root folder."""
        objects = [path[:-1] + 'o' for path in self.generated()]
        self.started([compiler, '-static', '-w', '-O1', '-DCL_TARGET_OPENCL_VERSION=300', source, *objects, *libraries, static_front(), '-lm', '-lpthread',
                      '-o', self.path('static')])
        if empty_root.missing():
            return self.started([self.path('static')])
        root = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, root)
        shutil.copy(self.path('static'), root)
        return subprocess.run(['unshare', '--root', root, '/static'], check=True, capture_output=True, text=True, env={}).stdout

    def from_bundle(self, *command, results=(), process_files=False):
        """The program without generator and compiler, in a root folder that has the files which it opens by itself and the shared
        object, and nothing else. `results`: files that it is to write in its folder."""
        icd = self.icd()
        shutil.rmtree(self.path('gen'))
        shutil.rmtree(self.path('programs'))
        for name in results:
            os.remove(self.path(name))
        environment = dict(self.environment, OCL_ICD_VENDORS=icd, OCL_ICD_FILENAMES=icd, CC='/nonexistent/cc')
        if empty_root.missing():
            return self.started(list(command), **environment)
        root = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, root)
        run = empty_root.run(command, environment, self.folder, root, process_files)
        self.assertEqual(run.status, 0, run.output)
        self.assertEqual(run.started, [shutil.which(command[0])])
        self.assertEqual(run.changed, set())
        for name in results:
            shutil.copy(root + self.path(name), self.path(name))
        return run.output


@unittest.skipIf(empty_root.missing(), empty_root.missing())
class EmptyRoot(Case):
    """What from_bundle trusts."""

    def entered(self, text):
        root = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, root)
        return empty_root.run(['sh', '-c', text], self.environment, self.folder, root), root

    def test_files_that_are_not_opened_are_not_there(self):
        run, root = self.entered('cat /etc/hostname; echo /etc/*; echo inside > here')
        self.assertEqual(run.status, 0, run.output)
        self.assertNotIn('passwd', run.output)
        self.assertTrue(os.path.exists(root + self.path('here')))
        self.assertEqual(run.changed, set())

    def test_started_programs_are_noticed(self):
        run, _ = self.entered('cat /dev/null; true | cat')
        self.assertEqual([os.path.basename(path) for path in run.started], ['sh', 'cat', 'cat'])

    def test_changes_outside_of_the_folder_are_noticed(self):
        outside = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, outside)
        for text in ('echo x > %s/x', 'mkdir %s/$$', 'echo x > y; mv y %s/z', 'ln -s a %s/$$', 'cd %s; : >> w'):
            run, _ = self.entered(text % outside)
            self.assertEqual(run.status, 0, run.output)
            self.assertEqual([os.path.dirname(path) for path in run.changed], [outside], text)


class Queries(Case):
    @unittest.skipUnless(shutil.which('clinfo'), 'clinfo is not installed')
    def test_clinfo_gets_an_answer_to_every_query(self):
        out = self.run_in('clinfo')
        self.assertIn('clbundle', out)
        for problem in (': error ', 'contradict', 'INVALID'):
            self.assertNotIn(problem, out)


class Peak(Case):
    @unittest.skipUnless(shutil.which('clpeak'), 'clpeak is not installed')
    def test_clpeak_runs_to_its_end_and_again_from_a_bundle(self):
        command = 'clpeak', '--kernel-latency', '--transfer-bandwidth'
        outputs = [self.capture(*command, options=['--level', 'base'])]
        if not ONCE: # its kernels take ten seconds to compile
            outputs.append(self.from_bundle(*command))
        for out in outputs:
            self.assertRegex(out, r'Platform: clbundle\n')
            self.assertRegex(out, r'enqueueWriteBuffer +: [0-9.]+\n')
            self.assertRegex(out, r'Kernel launch latency : [0-9.]+ us\n')


class PyOpenCL(Case):
    WANTED = 'platform clbundle\n' + ''.join(name + ' True\n' for name in ('program', 'arithmetic', 'sum', 'scan', 'sort', 'random'))

    @unittest.skipUnless(has_module('pyopencl, numpy'), 'python3-pyopencl is not installed')
    def test_templates_of_pyopencl_run_and_run_again_from_a_bundle(self):
        command = [PYTHON, os.path.join(SOURCE, 'tests/programs/arrays.py')]
        self.assertEqual(self.capture(*command), self.WANTED)
        shutil.rmtree(self.path('pyopencl'), ignore_errors=True)
        self.assertEqual(self.from_bundle(*command), self.WANTED)


class OwnTests(Case):
    """PyOpenCL's own tests, from its source package. pyopencl.txt has the result of each by name. PYOPENCL_TESTS names modules, with
    blanks between them, or is "all"."""

    QUICK = 'test_wrapper test_arrays_in_structs test_enqueue_copy test_clrandom'

    def folder_of_tests(self):
        version = self.started([PYTHON, '-c', 'import pyopencl; print(pyopencl.VERSION_TEXT)']).strip()
        got = subprocess.run([PYTHON, '-m', 'pip', 'download', '--no-binary', 'pyopencl', '--no-deps', '--dest', self.path('package'),
                              'pyopencl==' + version], capture_output=True, text=True, timeout=900)
        if got.returncode != 0:
            self.skipTest("pip cannot fetch PyOpenCL's source package: " + got.stderr.strip()[-200:])
        name, = glob.glob(self.path('package/*.tar.gz'))
        with tarfile.open(name) as package:
            package.extractall(self.path('package'))
        return name[:-len('.tar.gz')] + '/test'

    @staticmethod
    def name(module, test):
        """Without the names of platform and device."""
        return module + '::' + re.sub(r"<(?:context factory for <pyopencl\.Device|pyopencl\.Platform) .*?'clbundle'>+", 'clbundle', test)

    @unittest.skipUnless(has_module('pyopencl, numpy, pytest, pip'), 'python3-pyopencl, python3-pytest or python3-pip is not installed')
    def test_tests_of_pyopencl_end_as_expected_by_name(self):
        with open(os.path.join(SOURCE, 'tests/programs/pyopencl.txt')) as f:
            expected = dict(re.fullmatch(r'(.*?) ((?:passed|skipped: ).*)', line).groups() for line in f.read().splitlines())
        chosen = os.environ.get('PYOPENCL_TESTS', self.QUICK).split()
        if chosen == ['all']:
            chosen = sorted({name.split('::')[0] for name in expected})
        tests = self.folder_of_tests()
        done = subprocess.run([CLBUNDLE, 'run', '--level', 'base', '--front', FRONT, '--', PYTHON, '-m', 'pytest', '-p', 'no:cacheprovider', '--tb=short',
                               '--junitxml=' + self.path('results.xml'), *(module + '.py' for module in chosen)], capture_output=True, text=True,
                              timeout=7200, cwd=tests, env=self.environment)
        results = {}
        for case in xml.etree.ElementTree.parse(self.path('results.xml')).getroot().iter('testcase'):
            skipped = case.find('skipped')
            wrong = case.find('failure') is not None or case.find('error') is not None
            result = 'failed' if wrong else 'passed' if skipped is None else 'skipped: ' + skipped.get('message')
            results[self.name(case.get('classname').split('.')[-1], case.get('name'))] = result
        # A module that is not installed here may be elsewhere, and then the test must pass.
        for name, result in results.items():
            if expected.get(name, '').startswith(('skipped: could not import', 'skipped: scipy')) and result == 'passed':
                expected[name] = 'passed'
        self.maxDiff = None
        self.assertEqual(results, {name: result for name, result in expected.items() if name.split('::')[0] in chosen}, done.stdout[-8000:])


class Blas(Case):
    WANTED = 'gemm 0\naxpy 0\ngemv 0\n'

    @unittest.skipUnless(glob.glob('/usr/include/clblast_c.h'), 'libclblast-dev is not installed')
    def test_clblast_gives_what_loops_give_and_again_from_a_bundle(self):
        source = os.path.join(SOURCE, 'tests/programs/blas.c')
        self.started(['cc', '-w', '-O1', '-DCL_TARGET_OPENCL_VERSION=300', source, '-lclblast', '-lOpenCL', '-lm', '-o', self.path('blas')])
        self.assertEqual(self.capture(self.path('blas')), self.WANTED)
        self.assertEqual(self.static('cc', source, '-lclblast', '-lstdc++'), self.WANTED)
        self.assertEqual(self.from_bundle(self.path('blas')), self.WANTED)


class Bindings(Case):
    @unittest.skipUnless(shutil.which('g++') and os.path.exists('/usr/include/CL/opencl.hpp'), 'opencl-clhpp-headers is not installed')
    def test_cpp_bindings_run_and_run_again_from_a_bundle(self):
        wanted = 'platform clbundle\ntotal 1571328\nprofiled 1\nrefused -11\n'
        source = os.path.join(SOURCE, 'tests/programs/objects.cpp')
        self.started(['g++', '-w', '-O1', source, '-lOpenCL', '-o', self.path('objects')])
        self.assertEqual(self.capture(self.path('objects')), wanted)
        self.assertEqual(self.static('g++', source), wanted)
        self.assertEqual(self.from_bundle(self.path('objects')), wanted)


class Filters(Case):
    @unittest.skipUnless(has_module('cv2'), 'python3-opencv is not installed')
    def test_filters_of_opencv_give_what_its_own_code_gives_and_again_from_a_bundle(self):
        names = os.environ.get('FILTERS', 'gray gaussian box median sobel linear erode threshold weighted flip').split()
        command = PYTHON, os.path.join(SOURCE, 'tests/programs/filters.py'), *names
        captured = self.capture(*command)
        out = captured.splitlines()
        self.assertTrue(out[0].endswith('True'), out[0])
        self.assertEqual([line.split()[0] for line in out[1:]], names)
        # OpenCV's own test allows one step for filters that round.
        self.assertLessEqual(max(int(line.split()[1]) for line in out[1:]), 1, out)
        self.assertEqual(self.from_bundle(*command), captured)


class Images(Case):
    @unittest.skipUnless(has_module('pyopencl, numpy'), 'python3-pyopencl is not installed')
    def test_images_of_every_kind_give_what_the_specification_says(self):
        out = self.run_in(PYTHON, os.path.join(SOURCE, 'tests/programs/images.py')).splitlines()
        self.assertEqual([line.split()[:2] for line in out], [[kind, 'cases'] for kind in ('1d', '2d', '2da', '3d')], out[:8])
        self.assertGreater(min(int(line.split()[2]) for line in out), 1000)


VIDEO_FILTERS = {
    'avgblur_opencl=sizeX=3': 'yuv420p',
    'sobel_opencl': 'yuv420p',
    'dilation_opencl': 'yuv420p',
    'unsharp_opencl=lx=5:ly=5:la=1': 'yuv420p',
    'transpose_opencl=dir=clock': 'yuv420p',
    'colorkey_opencl=color=red:similarity=0.3': 'rgba',
}


class Video(Case):
    def command(self):
        """Two pictures of ffmpeg's test source behind each filter."""
        command = ['ffmpeg', '-hide_banner', '-loglevel', 'error', '-nostdin', '-y', '-init_hw_device', 'opencl=ocl:0.0', '-filter_hw_device', 'ocl',
                   '-f', 'lavfi', '-i', 'testsrc=size=96x64:rate=1:duration=2']
        for number, (name, form) in enumerate(VIDEO_FILTERS.items()):
            command += ['-vf', 'format=%s,hwupload,%s,hwdownload,format=%s' % (form, name, form), '-f', 'rawvideo', '%d.raw' % number]
        return command

    def taken(self):
        """What it wrote, as bytes."""
        pictures = []
        for number in range(len(VIDEO_FILTERS)):
            with open(self.path('%d.raw' % number), 'rb') as f:
                pictures.append(f.read())
        return pictures

    @unittest.skipUnless(shutil.which('ffmpeg') and os.path.exists('/etc/OpenCL/vendors/pocl.icd'), 'ffmpeg or PoCL is not installed')
    def test_filters_of_ffmpeg_give_what_they_give_on_pocl_and_again_from_a_bundle(self):
        self.started(self.command(), OCL_ICD_VENDORS='/etc/OpenCL/vendors/pocl.icd')
        other = self.taken()
        self.capture(*self.command())
        own = self.taken()
        for name, x, y in zip(VIDEO_FILTERS, own, other):
            self.assertEqual(len(x), len(y), name)
            self.assertGreater(len(set(x)), 2, name)
            self.assertLessEqual(max(abs(a - b) for a, b in zip(x, y)), 1, name) # where a sum is rounded
        self.from_bundle(*self.command(), results=['%d.raw' % number for number in range(len(VIDEO_FILTERS))])
        self.assertEqual(self.taken(), own)


class Darkroom(Case):
    # darktable disables a device that it meets for the first time and that is a processor.
    USE = '--conf', 'opencl=TRUE', '--conf', 'opencl_use_cpu_devices=TRUE', '-d', 'opencl', '-d', 'perf'

    def command(self, result, *options):
        return ['darktable-cli', self.path('in.pfm'), self.path('style.xmp'), self.path(result), '--width', '60', '--core', '--configdir',
                self.path('configuration'), '--cachedir', self.path('cache'), '--library', ':memory:', *options]

    def enable(self):
        """Starts darktable once, and allows it the device that it wrote down then."""
        self.run_in(*self.command('first.ppm', *self.USE))
        with open(self.path('configuration/darktablerc')) as f:
            text = re.sub(r'^(cldevice_v4_(?!.*_id0)[^=]*=(?:\S+ ){7})1', r'\g<1>0', f.read(), flags=re.M)
        with open(self.path('configuration/darktablerc'), 'w') as f:
            f.write(text)

    def check_places(self, report):
        """Each module ran on the platform's device, none on darktable's own code."""
        places = dict(re.findall(r"processed `(.*?)' on (\w+)", report))
        self.assertEqual(places, {name: 'GPU' for name in darkroom.NAMES})

    @unittest.skipIf(ONCE, 'its 286 kernels are compiled twice: with test_levels=all')
    @unittest.skipUnless(shutil.which('darktable-cli'), 'darktable is not installed')
    def test_darktable_develops_a_picture_as_on_the_processor_and_again_from_a_bundle(self):
        darkroom.write_picture(self.path('in.pfm'))
        darkroom.write_style(self.path('style.xmp'))
        self.enable()
        self.check_places(self.capture(*self.command('own.ppm', *self.USE), options=['--level', 'base']))
        own = darkroom.read_rows(self.path('own.ppm'))
        self.started(self.command('other.ppm', '--disable-opencl'))
        other = darkroom.read_rows(self.path('other.ppm'))
        self.assertEqual([len(row) for row in own], [len(row) for row in other])
        self.assertGreater(len({number for row in own for number in row}), 1000)
        # darktable's own code leaves pixels at the edges as they are when it sharpens; its kernels do not.
        self.assertLessEqual(darkroom.difference(own, other, 0), 65535 // 8)
        self.assertLessEqual(darkroom.difference(own, other, 8), 65535 // 255)
        self.check_places(self.from_bundle(*self.command('own.ppm', *self.USE), results=['own.ppm'], process_files=True))
        self.assertEqual(darkroom.read_rows(self.path('own.ppm')), own)


class Cracker(Case):
    @unittest.skipUnless(shutil.which('hashcat'), 'hashcat is not installed')
    def test_hashcat_finds_a_word_by_its_hash_and_again_from_a_bundle(self):
        with open(self.path('hash'), 'w') as f:
            f.write(hashlib.md5(b'abc1').hexdigest())
        command = ['hashcat', '-m', '0', '-a', '3', '--potfile-disable', '-D', '1,2', '--force', '-O', self.path('hash'), '?l?l?l?d']
        self.assertIn(':abc1', self.capture(*command))
        shutil.rmtree(self.path('hashcat')) # binaries of the programs
        self.environment['CLBUNDLE_COMPILER_AVAILABLE'] = '1' # it refuses a device that has none
        self.assertIn(':abc1', self.from_bundle(*command, process_files=True))


if __name__ == '__main__':
    CLBUNDLE, FRONT, SOURCE = [os.path.abspath(argument) for argument in sys.argv[1:4]]
    # Beside the build that runs this, whose objects ccache then knows.
    with tempfile.TemporaryDirectory(prefix='build_', dir=os.environ.get('CLB_TEST_BUILDS')) as BUILT:
        unittest.main(argv=sys.argv[:1] + sys.argv[4:])
