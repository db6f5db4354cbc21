"""OpenCL programs of other people, as Debian has them, on the platform "clbundle": under `clbundle run`, and from a bundle of what
was captured. None of them is changed or knows of clbundle. A program that is not installed is skipped.

usage: programs.py CLBUNDLE FRONT SOURCE [unittest arguments]
SPDX-License-Identifier: MIT
"""
import glob
import hashlib
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest

CLBUNDLE = FRONT = SOURCE = None
PYTHON = '/usr/bin/python3' # Debian's, for which Debian's modules are


def has_module(name):
    return os.path.exists(PYTHON) and subprocess.run([PYTHON, '-c', 'import ' + name], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        # No cache of an earlier run, neither of the application's nor of ours.
        self.environment = dict(os.environ, HOME=self.folder, XDG_CACHE_HOME=self.folder, OPENCV_OPENCL_DEVICE='clbundle:CPU:',
                                OPENCV_OPENCL_CACHE_ENABLE='false')
        self.environment.pop('CLBUNDLE_RUN', None)

    def path(self, name):
        return os.path.join(self.folder, name)

    def started(self, command, **environment):
        result = subprocess.run(command, capture_output=True, text=True, timeout=900, cwd=self.folder, env=dict(self.environment, **environment))
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        return result.stdout

    def run_in(self, *command):
        return self.started([CLBUNDLE, 'run', '--front', FRONT, '--', *command])

    def capture(self, *command):
        return self.started([CLBUNDLE, 'capture', '--front', FRONT, '--output', self.path('programs'), '--', *command])

    def icd(self):
        """A shared object with the captured programs, for the untouched program."""
        self.started([CLBUNDLE, 'bundle', '--name', 'app', '--programs', self.path('programs'), '--icd', '--output-dir', self.path('gen')])
        objects = []
        for source in sorted(glob.glob(self.path('gen/*.c'))):
            objects.append(source[:-1] + 'o')
            self.started(['cc', '-std=gnu11', '-O1', '-w', '-fPIC', '-DCLB_NATIVE_BASELINE_ONLY', '-I' + os.path.join(SOURCE, 'runtime/include'), '-c', source,
                          '-o', objects[-1]])
        folder = os.path.dirname(FRONT)
        self.started(['cc', '-shared', *objects, '-L' + folder, '-lclbundle-opencl', '-Wl,-rpath,' + folder, '-lm', '-o', self.path('app.so')])
        return self.path('app.so')

    def from_bundle(self, *command):
        """The program without generator and compiler: only its own files and the shared object."""
        icd = self.icd()
        shutil.rmtree(self.path('gen'))
        shutil.rmtree(self.path('programs'))
        return self.started(list(command), OCL_ICD_VENDORS=icd, OCL_ICD_FILENAMES=icd, CC='/nonexistent/cc')


class Queries(Case):
    @unittest.skipUnless(shutil.which('clinfo'), 'clinfo is not installed')
    def test_clinfo_gets_an_answer_to_every_query(self):
        out = self.run_in('clinfo')
        self.assertIn('clbundle', out)
        for problem in (': error ', 'contradict', 'INVALID'):
            self.assertNotIn(problem, out)


class PyOpenCL(Case):
    WANTED = 'platform clbundle\n' + ''.join(name + ' True\n' for name in ('program', 'arithmetic', 'sum', 'scan', 'sort', 'random'))

    @unittest.skipUnless(has_module('pyopencl, numpy'), 'python3-pyopencl is not installed')
    def test_templates_of_pyopencl_run_and_run_again_from_a_bundle(self):
        command = [PYTHON, os.path.join(SOURCE, 'tests/programs/arrays.py')]
        self.assertEqual(self.capture(*command), self.WANTED)
        shutil.rmtree(self.path('pyopencl'), ignore_errors=True)
        self.assertEqual(self.from_bundle(*command), self.WANTED)


class Blas(Case):
    WANTED = 'gemm 0\naxpy 0\ngemv 0\n'

    @unittest.skipUnless(glob.glob('/usr/include/clblast_c.h'), 'libclblast-dev is not installed')
    def test_clblast_gives_what_loops_give_and_again_from_a_bundle(self):
        self.started(['cc', '-w', '-O1', '-DCL_TARGET_OPENCL_VERSION=300', os.path.join(SOURCE, 'tests/programs/blas.c'), '-lclblast', '-lOpenCL', '-lm',
                      '-o', self.path('blas')])
        self.assertEqual(self.capture(self.path('blas')), self.WANTED)
        self.assertEqual(self.from_bundle(self.path('blas')), self.WANTED)


class Bindings(Case):
    @unittest.skipUnless(shutil.which('g++') and os.path.exists('/usr/include/CL/opencl.hpp'), 'opencl-clhpp-headers is not installed')
    def test_cpp_bindings_run_and_run_again_from_a_bundle(self):
        wanted = 'platform clbundle\ntotal 1571328\nprofiled 1\nrefused -11\n'
        self.started(['g++', '-w', '-O1', os.path.join(SOURCE, 'tests/programs/objects.cpp'), '-lOpenCL', '-o', self.path('objects')])
        self.assertEqual(self.capture(self.path('objects')), wanted)
        self.assertEqual(self.from_bundle(self.path('objects')), wanted)


class Filters(Case):
    @unittest.skipUnless(has_module('cv2'), 'python3-opencv is not installed')
    def test_filters_of_opencv_give_what_its_own_code_gives(self):
        names = os.environ.get('FILTERS', 'gray gaussian box median sobel linear erode threshold weighted flip').split()
        out = self.run_in(PYTHON, os.path.join(SOURCE, 'tests/programs/filters.py'), *names).splitlines()
        self.assertTrue(out[0].endswith('True'), out[0])
        self.assertEqual([line.split()[0] for line in out[1:]], names)
        # OpenCV's own test allows one step for filters that round.
        self.assertLessEqual(max(int(line.split()[1]) for line in out[1:]), 1, out)


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
    def filtered(self, start, name, form, **environment):
        """Two pictures of ffmpeg's test source behind the filter, as bytes."""
        out = self.path('out.raw')
        start('ffmpeg', '-hide_banner', '-loglevel', 'error', '-nostdin', '-y', '-init_hw_device', 'opencl=ocl:0.0', '-filter_hw_device', 'ocl',
              '-f', 'lavfi', '-i', 'testsrc=size=96x64:rate=1:duration=2', '-vf', 'format=%s,hwupload,%s,hwdownload,format=%s' % (form, name, form),
              '-f', 'rawvideo', out, **environment)
        with open(out, 'rb') as f:
            return f.read()

    @unittest.skipUnless(shutil.which('ffmpeg') and os.path.exists('/etc/OpenCL/vendors/pocl.icd'), 'ffmpeg or PoCL is not installed')
    def test_filters_of_ffmpeg_give_what_they_give_on_pocl(self):
        for name, form in VIDEO_FILTERS.items():
            own = self.filtered(self.run_in, name, form)
            other = self.filtered(lambda *command, **environment: self.started(command, **environment), name, form,
                                  OCL_ICD_VENDORS='/etc/OpenCL/vendors/pocl.icd')
            self.assertEqual(len(own), len(other), name)
            self.assertGreater(len(set(own)), 2, name)
            self.assertLessEqual(max(abs(x - y) for x, y in zip(own, other)), 1, name) # where a sum is rounded


class Darkroom(Case):
    def developed(self, start, name, *options):
        """A picture as darktable exports it, as numbers from 0 to 65535."""
        out = self.path(name + '.ppm')
        start('darktable-cli', self.path('in.pfm'), out, '--width', '60', '--core', '--configdir', self.path('configuration'), '--cachedir', self.path('cache'),
              '--library', ':memory:', *options)
        with open(out, 'rb') as f:
            pixels = f.read().split(b'65535\n', 1)[1]
        return struct.unpack('>%dH' % (len(pixels) // 2), pixels)

    @unittest.skipUnless(shutil.which('darktable-cli'), 'darktable is not installed')
    def test_darktable_develops_a_picture_as_on_the_processor(self):
        width, height = 96, 64
        with open(self.path('in.pfm'), 'wb') as f:
            f.write(b'PF\n%d %d\n-1.0\n' % (width, height))
            f.write(b''.join(struct.pack('<3f', x / width, y / height, (x * y % 97) / 97) for y in range(height) for x in range(width)))
        # darktable disables a device that it meets for the first time and that is a processor: the second run has it.
        use = '--conf', 'opencl=TRUE', '--conf', 'opencl_use_cpu_devices=TRUE', '-d', 'opencl'
        self.developed(self.run_in, 'first', *use)
        with open(self.path('configuration/darktablerc')) as f:
            text = re.sub(r'^(cldevice_v4_(?!.*_id0)[^=]*=(?:\S+ ){7})1', r'\g<1>0', f.read(), flags=re.M)
        with open(self.path('configuration/darktablerc'), 'w') as f:
            f.write(text)
        said = []
        run = [CLBUNDLE, 'run', '--level', 'base', '--front', FRONT, '--']
        own = self.developed(lambda *command: said.append(self.started([*run, *command])), 'own', *use, '-d', 'perf')
        other = self.developed(lambda *command: self.started(command), 'other', '--disable-opencl')
        self.assertIn("processed `input color profile' on GPU", said[0])
        self.assertEqual(len(own), len(other))
        self.assertGreater(len(set(own)), 50)
        self.assertLessEqual(max(abs(x - y) for x, y in zip(own, other)), 65535 // 255)


class Cracker(Case):
    @unittest.skipUnless(shutil.which('hashcat'), 'hashcat is not installed')
    def test_hashcat_finds_a_word_by_its_hash(self):
        with open(self.path('hash'), 'w') as f:
            f.write(hashlib.md5(b'abc1').hexdigest())
        result = subprocess.run([CLBUNDLE, 'run', '--front', FRONT, '--', 'hashcat', '-m', '0', '-a', '3', '--potfile-disable', '-D', '1,2', '--force',
                                 '-O', self.path('hash'), '?l?l?l?d'], capture_output=True, text=True, timeout=900, cwd=self.folder, env=self.environment)
        self.assertIn(':abc1', result.stdout, result.stderr)


if __name__ == '__main__':
    CLBUNDLE, FRONT, SOURCE = [os.path.abspath(argument) for argument in sys.argv[1:4]]
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
