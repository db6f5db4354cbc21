# SPDX-License-Identifier: MIT
"""clbundle's generator, its runtime as C files, and its device libraries, for builds of Python packages.

A setup.py for a package `mine` of the kernels in scale.cl; its pyproject.toml requires setuptools and clbundle:

    import clbundle
    from setuptools import setup
    setup(name='mine', version='1.0', install_requires=['numpy'], **clbundle.package('mine', 'scale.cl'))

Other builds call the generator, `clbundle` or `python -m clbundle`, and ask `python -m clbundle` where things are:
--include, --sources, --cl.
"""
import glob
import os
import subprocess
import sys
import sysconfig

__all__ = ['cl', 'executable', 'include', 'package', 'run', 'sources']

_HERE = os.path.dirname(os.path.abspath(__file__))


def executable():
    """The path of the generator. FileNotFoundError if it is not where pip lays scripts."""
    name = 'clbundle' + ('.exe' if os.name == 'nt' else '')
    scripts = 'Scripts' if os.name == 'nt' else 'bin'
    up = os.path.dirname
    folders = [
        os.path.join(up(_HERE), scripts),          # pip install --target
        os.path.join(up(up(_HERE)), scripts),      # Windows: PREFIX/Lib/site-packages
        os.path.join(up(up(up(_HERE))), scripts),
        os.path.join(up(up(up(up(_HERE)))), scripts),  # PREFIX/lib/python3.x/site-packages
        sysconfig.get_path('scripts'),
    ]
    for folder in folders:
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            return path
    raise FileNotFoundError('clbundle is not in any of: ' + ', '.join(folders))


def include():
    """The folder of the headers, which go with the C files of sources()."""
    return os.path.join(_HERE, 'runtime')


def sources():
    """The C files of the runtime, to be compiled once into what holds bundles. The first is needed; the others convert
    arrays faster on newer x86 processors. They need threads and libm, and no flag."""
    return [os.path.join(_HERE, 'runtime', name) for name in ('clbundle.c', 'clbundle_v3.c', 'clbundle_v4.c')]


def cl():
    """The folder of the device libraries: OPENCL.cl, shims, nmath and nmathf, for --layer and --library."""
    return os.path.join(_HERE, 'cl')


def run(*arguments):
    """Runs the generator, as its command line would: run('bundle', '--name', 'mine', ...). What it has to say goes to
    standard error; RuntimeError if it fails."""
    status = subprocess.call([executable()] + [os.fspath(argument) for argument in arguments])
    if status:
        command = arguments[0] if arguments else ''
        raise RuntimeError('clbundle %s: exit status %d; its messages stand above' % (command, status))


def package(name, *kernels, **keywords):
    """The kernels as a package for setuptools: arguments of setup() for the package `name`, whose functions take and
    give NumPy arrays. The generator writes it, and the runtime that it brings along, anew each time.

    kernels    the files, relative to the folder of setup.py
    options=   a list of further options of `clbundle bundle`: ['--library', 'mine=cl']. OPENCL.cl and the library
               nmath are given in any case
    folder=    where it is written: build/clbundle/NAME
    """
    from setuptools import Extension
    options = list(keywords.pop('options', ()))
    folder = keywords.pop('folder', os.path.join('build', 'clbundle', name))
    if keywords:
        raise TypeError('package() knows no keyword %s' % ', '.join(sorted(keywords)))
    if not kernels:
        raise TypeError('package() needs a file with kernels')
    run('bundle', '--python', name, '--name', name, '--output-dir', folder, '--layer', os.path.join(cl(), 'OPENCL.cl'),
        '--library', 'nmath=' + os.path.join(cl(), 'nmath'), *(options + list(kernels)))
    source = os.path.join(folder, 'src')
    # The stable interface: one wheel for all of Python 3 from 3.7 on.
    extension = Extension(name + '._kernels', sorted(glob.glob(os.path.join(source, '*.c'))), include_dirs=[source],
                          depends=sorted(glob.glob(os.path.join(source, '*.h'))), py_limited_api=True)
    return {'packages': [name], 'package_dir': {name: os.path.join(folder, name)}, 'ext_modules': [extension],
            'options': {'bdist_wheel': {'py_limited_api': 'cp37'}}}


def _main():
    """python -m clbundle."""
    asked = {'--include': lambda: [include()], '--sources': sources, '--cl': lambda: [cl()]}
    if len(sys.argv) == 2 and sys.argv[1] in asked:
        print('\n'.join(asked[sys.argv[1]]()))
        return 0
    return subprocess.call([executable()] + sys.argv[1:])
