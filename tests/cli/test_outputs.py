#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Outputs of the generator for hostile names and texts: output paths that are not regular files, depfiles as GNU make
and Ninja read them, manifests as JSON, headers and messages.

usage: test_outputs.py CLBUNDLE [unittest arguments]"""
import json
import os
import re
import resource
import shutil
import signal
import stat
import subprocess
import sys
import threading
import unittest

import case

KERNEL = '__kernel void k(__global int *x) { x[0] = 1; }\n'


class Case(case.Case):
    def bundle(self, *arguments, ok=0, **options):
        """The generator's messages, as text with bad bytes kept."""
        r = subprocess.run([case.CLBUNDLE, 'bundle', '--name', 'b', '--output-dir', 'out', *arguments], cwd=self.root,
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120, **options)
        message = r.stderr.decode(errors='surrogateescape')
        self.assertEqual(r.returncode, ok, message)
        return message

    def path(self, name):
        return os.path.join(self.root, name)

    def write_bytes(self, name, data):
        path = os.path.join(os.fsencode(self.root), name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'wb') as f:
            f.write(data)


class Files(Case):
    def test_a_link_stays_a_link_and_its_file_is_replaced(self):
        self.write('k.cl', KERNEL)
        self.write('real/there.d', 'old')
        os.chmod(self.path('real/there.d'), 0o640)
        os.symlink('real/there.d', self.path('link.d'))
        self.bundle('--depfile', 'link.d', 'k.cl')
        self.assertTrue(os.path.islink(self.path('link.d')))
        self.assertIn('k.cl', self.read('real/there.d'))
        self.assertEqual(stat.S_IMODE(os.stat(self.path('real/there.d')).st_mode), 0o640)
        self.assertEqual(os.listdir(self.path('real')), ['there.d'])

    def test_a_link_to_nothing_is_refused(self):
        self.write('k.cl', KERNEL)
        os.symlink('nowhere', self.path('link.d'))
        self.assertIn('link.d: it is a dangling symbolic link', self.bundle('--depfile', 'link.d', 'k.cl', ok=1))
        self.assertFalse(os.path.exists(self.path('nowhere')))

    def test_a_device_stays_a_device(self):
        self.write('k.cl', KERNEL)
        os.symlink('/dev/null', self.path('null'))  # by a link, so that a mistake cannot harm the machine
        self.bundle('--depfile', 'null', 'k.cl')
        self.assertTrue(os.path.islink(self.path('null')))
        self.assertTrue(stat.S_ISCHR(os.stat('/dev/null').st_mode))
        if os.geteuid() == 0:
            try:
                os.mknod(self.path('zero'), stat.S_IFCHR | 0o666, os.makedev(1, 3))
            except PermissionError:
                return
            self.bundle('--depfile', 'zero', 'k.cl')
            self.assertTrue(stat.S_ISCHR(os.stat(self.path('zero')).st_mode))

    def test_a_fifo_is_written_to(self):
        self.library('lib', {'a': []})
        os.mkfifo(self.path('fifo'))
        got = []

        def read():
            with open(self.path('fifo')) as f:
                got.append(f.read())
        reader = threading.Thread(target=read, daemon=True)
        reader.start()
        self.clbundle('index', 'lib', '-o', 'fifo', ok=0)
        reader.join(20)
        self.assertEqual(got, ['stem\tall_depends\na\t\n'])
        self.assertTrue(stat.S_ISFIFO(os.stat(self.path('fifo')).st_mode))

    def test_a_full_device_is_an_error(self):
        self.library('lib', {'a': []})
        os.symlink('/dev/full', self.path('full'))  # by a link: see above
        r = self.clbundle('index', 'lib', '-o', 'full', ok=1)
        self.assertEqual(r.stderr, 'clbundle: error: cannot write full: No space left on device\n')
        with open('/dev/full', 'w') as full:
            for word in ('--version', '--help'):
                self.assertEqual(subprocess.run([case.CLBUNDLE, word], stdout=full).returncode, 1)

    def test_folders_and_files_in_the_way_are_named(self):
        self.write('k.cl', KERNEL)
        os.makedirs(self.path('out/b.h'))
        self.assertIn('cannot write out/b.h: it is a folder', self.bundle('k.cl', ok=1))
        os.rmdir(self.path('out/b.h'))
        self.write('file', '')
        self.assertIn('cannot write file/x.d: Not a directory', self.bundle('--depfile', 'file/x.d', 'k.cl', ok=1))
        self.assertIn('cannot write none/x.d: No such file or directory', self.bundle('--depfile', 'none/x.d', 'k.cl', ok=1))
        self.assertIn('cannot make the folder file', self.bundle('--output-dir=file/out', 'k.cl', ok=2) and
                      self.clbundle('bundle', '--name', 'b', '--output-dir', 'file/out', 'k.cl', ok=1).stderr)

    def test_a_folder_that_may_not_be_written_is_named(self):
        self.write('k.cl', KERNEL)
        os.mkdir(self.path('out'), 0o555)
        tool, options = case.CLBUNDLE, {}
        if os.geteuid() == 0:  # who may write everywhere: as nobody, with a copy of the tool that nobody can reach
            os.chmod(self.root, 0o755)
            tool, options = shutil.copy(tool, self.path('clbundle')), {'preexec_fn': lambda: os.setuid(65534)}
        r = subprocess.run([tool, 'bundle', '--name', 'b', '--output-dir', 'out', 'k.cl'], cwd=self.root, text=True,
                           capture_output=True, **options)
        self.assertIn('cannot write out/b.h: Permission denied', r.stderr)
        self.assertEqual((r.returncode, os.listdir(self.path('out'))), (1, []))

    def test_a_disk_that_fills_up_leaves_the_old_file_and_no_other(self):
        self.write('k.cl', KERNEL)
        self.write('out/b.c', 'old')

        def small():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64))
        message = self.bundle('k.cl', ok=1, preexec_fn=small)
        for name in ('b.c', 'b.h', 'b.json'):
            self.assertIn('cannot write out/%s: File too large' % name, message)
        self.assertEqual(os.listdir(self.path('out')), ['b.c'])
        self.assertEqual(self.read('out/b.c'), 'old')

    def test_a_long_name_needs_no_longer_one(self):
        self.library('lib', {'a': []})
        name = 'x' * 255
        self.clbundle('index', 'lib', '-o', name, ok=0)
        self.assertEqual(self.read(name), 'stem\tall_depends\na\t\n')

    def test_new_files_have_the_mode_of_any_new_file(self):
        self.write('k.cl', KERNEL)
        self.bundle('k.cl', preexec_fn=lambda: os.umask(0o027))
        self.assertEqual(stat.S_IMODE(os.stat(self.path('out/b.c')).st_mode), 0o640)


class Depfile(Case):
    def readers(self, names):
        """Whether each reader finds each name: GNU make rebuilds when it is newer, and Ninja lists it."""
        with open(self.path('out.d')) as f:
            rule = f.read()
        self.write('Makefile', 'include out.d\nout/b.c:\n\t@echo again\n')
        os.utime(self.path('out.d'), (1, 1))
        everything = [os.path.join(d, f) for d, folders, files in os.walk(self.root) for f in folders + files]
        for path in everything:
            os.utime(path, (1000, 1000))
        os.utime(self.path('out/b.c'), (2000, 2000))

        def make():
            r = subprocess.run(['make', '-s'], cwd=self.root, capture_output=True, text=True)
            self.assertEqual(r.returncode, 0, r.stderr + rule)
            return 'again' in r.stdout
        self.assertFalse(make(), rule)
        for name in names:
            os.utime(self.path(name), (3000, 3000))
            self.assertTrue(make(), (name, rule))
            os.utime(self.path(name), (1000, 1000))
        self.write('build.ninja', 'rule r\n  command = cp out.d copy.d\n  depfile = copy.d\n  deps = gcc\nbuild out/b.c: r\n')
        subprocess.run(['ninja'], cwd=self.root, check=True, capture_output=True)
        r = subprocess.run(['ninja', '-t', 'deps'], cwd=self.root, check=True, capture_output=True, text=True)
        self.assertEqual(sorted(line[4:] for line in r.stdout.splitlines() if line.startswith('    ')), sorted(names), rule)

    @unittest.skipUnless(shutil.which('make') and shutil.which('ninja'), 'needs make and ninja')
    def test_make_and_ninja_read_the_names_that_were_read(self):
        kernels = ['k %d' % i for i in range(3)] + ['#a', 'a#b', '$a', 'a$$b', 'c:d', ':d', 'e\\f', 'g\\ h', 'i  j', 'a=b', '%a', 'a%b',
                                                    'p(q', '(r)s', '@t', '!u', '{v}', '[w]', 'x~', 'y,z', '\u00e9', 'o\\\\ p']
        folder = 'l$ #('
        files = []
        for i, name in enumerate(kernels):
            files.append(name + '.cl')
            self.write(files[-1], KERNEL.replace('void k', 'void k%d' % i))
        self.library(folder + '/lib', {'f': []})
        self.bundle('--library', 'lib=%s/lib' % folder, '--depfile', 'out.d', '--', *files)
        self.readers(files + [folder + '/lib', folder + '/lib/f.cl'])

    def test_what_a_rule_cannot_say_is_refused_and_nothing_is_written(self):
        for name, what in (('a\nb', 'a line feed'), ('a\tb', 'a tab'), ('a;b', "a ';'"), ("a'b", 'an apostrophe'),
                           ('a|b', "a '|'"), ('a*b', "a '*'"), ('a\\#b', "a backslash before '#'"), ('a\x1bb', 'a control')):
            self.write(name + '.cl', KERNEL)
            message = self.bundle('--depfile', 'out.d', name + '.cl', ok=1)
            self.assertIn('have no spelling for ' + what, message)
            self.assertEqual(len(message.splitlines()), 1, message)
            self.assertFalse(os.path.exists(self.path('out.d')))
            self.bundle(name + '.cl')

    def test_an_assignment_is_no_rule(self):
        self.write('a=b.cl', KERNEL)
        self.assertIn("a '=' in every path", self.bundle('--depfile', 'out.d', 'a=b.cl', ok=1))
        self.write('a%b/k.cl', KERNEL)
        r = self.clbundle('bundle', '--name', 'b', '--output-dir', 'a%b', '--depfile', 'out.d', 'a%b/k.cl', ok=1)
        self.assertIn("a '=' or '%' in the output", r.stderr)


class Texts(Case):
    TWO = ''.join('// @arg x: in n\n// @arg y: out n\n// @range: n\n__kernel void %s(__global const double *x, '
                  '__global double *y, const int n) { y[0] = x[0]; }\n\n' % name for name in ('first', 'second'))

    def test_packages_for_r_export_and_document_every_kernel(self):
        self.write('k.cl', self.TWO.split('\n\n')[0] + '\n')  # a page of its own
        self.write('l.cl', self.TWO.replace('first', 'third'))
        self.bundle('--r', 'clb2', 'k.cl', 'l.cl')
        self.assertEqual([line for line in self.read('out/NAMESPACE').splitlines() if line.startswith('export(')],
                         ['export(clb2_device)', 'export("first")', 'export("third")', 'export("second")'])
        pages = ''.join(self.read('out/man/' + page) for page in os.listdir(self.path('out/man')))
        for name in ('first', 'second', 'third'):
            self.assertIn('\n%s <- function(' % name, self.read('out/R/kernels.R'))
            self.assertEqual(pages.count('\\alias{%s}' % name), 1)

    def test_packages_offer_kernels_and_not_their_variants(self):
        folder = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), 'golden/input')
        for language in ('--r', '--python'):
            self.bundle(language, 'pack', os.path.join(folder, 'variants.cl'))
        self.assertEqual(re.findall(r'^export\((.*)\)', self.read('out/NAMESPACE'), re.M), ['pack_device', '"sums_of_rows"'])
        self.assertIn('__all__ = [\'device\', "sums_of_rows"]\n', self.read('out/pack/__init__.py'))

    def test_brackets_in_quotes_do_not_end_the_arguments_of_an_r_function(self):
        self.write('k.cl', self.TWO)
        self.write('i.R', '# f(x\nf(x, a = ")", b = \'(\', c = (1 + 2)) <- first(x)\ng(x,\n  y) <- second(x + y)\n')
        self.bundle('--r', 'clb2', '--r-interface', 'i.R', 'k.cl')
        code = self.read('out/R/kernels.R')
        self.assertIn('\nf <- function(x, a = ")", b = \'(\', c = (1 + 2))\n  first(x)\n', code)
        self.assertIn('\ng <- function(x,  y)\n  second(x + y)\n', code)
        self.write('i.R', 'f(x = ")" <- first(x)\n')
        self.assertIn('i.R:1:1: error: not of the form', self.bundle('--r', 'clb2', '--r-interface', 'i.R', 'k.cl', ok=1))

    def test_declarations_for_cffi_name_both_forms_of_every_kernel(self):
        self.write('k.cl', self.TWO)
        self.bundle('--cdef', 'k.cl')
        text = self.read('out/b_cdef.h')
        for name in ('first', 'second'):
            for form in ('clb_status b_call_%s(', 'clb_status b_run_%s(', '} b_args_%s;', '} b_buffers_%s;'):
                self.assertEqual(text.count(form % name), 1, form)

    def test_a_comment_of_a_kernel_is_a_comment_of_the_header(self):
        self.write('k.cl', '// x /*/ #include "evil.h" */* y\n' + KERNEL)
        self.bundle('k.cl')
        self.assertIn(' * x / * / #include "evil.h" * / * y\n', self.read('out/b.h'))

    def test_what_a_reader_would_not_see_is_marked(self):
        self.write('k.cl', '// SPDX-License-Identifier: MIT\u202e/*int x;\n// \u2066 \x1b[31m ok\\ \n// more\n'
                           '__kernel void k(__global int *x) { x[0] = 1; }\n')
        self.bundle('k.cl')
        for name in ('out/b.h', 'out/b.c', 'out/b.json'):
            text = self.read(name)
            for c in '\u202e\u2066\x1b':
                self.assertNotIn(c, text)
        self.assertIn('MIT?/ *int x;\n', self.read('out/b.h'))
        self.assertIn(' * ? ?[31m ok\n * more\n', self.read('out/b.h'))

    def test_the_manifest_is_json_whatever_the_names_are(self):
        self.write_bytes(b'k\xff"\x01.cl', b'// SPDX-License-Identifier: M\xc3IT "\\\xe2\x80\xae\n' + KERNEL.encode())
        self.bundle('--options', '-cl-std=CL1.2 -DX=\x07', b'k\xff"\x01.cl')
        m = json.loads(self.read('out/b.json'))
        self.assertEqual(m['files'], ['k\ufffd"\x01.cl'])
        self.assertEqual(m['licences'], ['M\ufffdIT "\\\u202e'])
        self.assertEqual(m['options'], '-cl-std=CL1.2 -DX=\x07')

    def test_messages_cannot_steer_a_terminal(self):
        self.write_bytes(b'a\x1b[2J\nb.cl: error\xff.cl', '__kernel void k() { int \u202e = "\x9b\x07"; } \x1b]0;\n'.encode())
        message = self.bundle(b'a\x1b[2J\nb.cl: error\xff.cl', ok=1)
        self.assertRegex(message, r'^a\?\[2J\?b\.cl: error\?\.cl:1:')
        for line in message.splitlines():
            self.assertFalse([c for c in line if ord(c) < 32 or c in '\u202e\x9b\x7f'], message)
        for arguments in (['s\x1b'], ['sort', 'a\x1b', 'b'], ['sort', '--\x1b'], ['sort', 'a\x1b'],
                          ['bundle', '--name', '\x1b', '--output-dir', 'o', 'k.cl']):
            self.assertNotIn('\x1b', self.clbundle(*arguments).stderr)

    def test_the_mark_below_a_line_stands_below_what_is_meant(self):
        self.write('k.cl', '__kernel void k(__global int *x) { /*\t\u00e9\u202e\x1b*/ x[0] = nothing; }\n')
        lines = self.bundle('k.cl', ok=1).splitlines()
        self.assertEqual(lines[2].index('^'), lines[1].index('nothing'))

    def test_names_of_files_stay_in_their_line_directive(self):
        self.write('a"\nint evil;\\.cl', KERNEL)
        text = self.clbundle('program', 'a"\nint evil;\\.cl', ok=0).stdout
        self.assertTrue(text.startswith('#line 1 "a__int evil;_.cl"\n'), text)


if __name__ == '__main__':
    case.CLBUNDLE = os.path.abspath(sys.argv.pop(1))
    unittest.main()
