#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Packages for R and Python of hostile names and texts: R and Python themselves read every file, nothing of a name or a
comment becomes code, and functions do not hide what generated code calls.

usage: test_hostile_packages.py CLBUNDLE SOURCE_ROOT [unittest arguments]
What needs R is skipped without it."""
import ast
import inspect
import os
import re
import shutil
import subprocess
import sys
import types
import unittest

import case
import test_hostile

ROOT = None

# What R, Python and generated code mean something by.
WORDS = '''c list length force lengths max min any stop warning rep_len numbers recycle number run facts is_null identical stopifnot
library function repeat next NULL_ T F NA NA_integer_ NA_real_ NA_complex_ NA_character_ Inf NaN TRUE_ FALSE base dim
all any isinstance np np_ numpy int str list tuple zip map sum print len range object super type operator array call take
None True False and as assert async await class def del elif except finally from global import in is lambda nonlocal not or
pass raise try with yield match case _ __x ___ _k _n _array _call _product Kernel Argument KERNELS device_ filter'''.split()

# File names; the first one is the one that ran code at R CMD INSTALL.
FILES = [r'a}\note{\Sexpr[stage=build]{file.create("ran")}}\alias{b.cl', '%d.cl', '-x.cl', '.cl.cl', 'A.cl', 'a.cl', "it's \"q\".cl",
         '\u202e\u00e9.cl', '#ifdef.cl', 'a\\b.cl', '$(touch ran).cl', 'a\rb.cl', 'a\nb.cl', '`touch ran`.cl']


COMMENT = r'''// Says \Sexpr{file.create("ran")} and %s %d {100 %} } \item{x}{y} \
// #ifdef windows
// #ifdef
//#endif
// """ + open("ran", "w").close() + """ \x41 \N{DEL} \u0041 'q' `q`
// @mine: 1
'''

KERNEL = '''// @range: n
// @arg x: in n
// @arg y: out n
__kernel void %s(__global const float *x, __global float *y, const int n) { y[get_global_id(0)] = x[get_global_id(0)]; }
'''

READ_R = r'''
options(warn = 2)
for (f in list.files("out/man", full.names = TRUE)) {
  page <- tools::parse_Rd(f, warningCalls = FALSE)
  tags <- unique(unlist(rapply(list(page), function(x) attr(x, "Rd_tag"), how = "unlist")))
  all <- function(x) c(attr(x, "Rd_tag"), if (is.list(x)) unlist(lapply(x, all)))
  stopifnot(!any(c("\\Sexpr", "#ifdef", "#ifndef", "\\note", "USERMACRO", "UNKNOWN") %in% all(page)))
  problems <- capture.output(tools::checkRd(f))
  if (length(problems)) stop(problems)
  tools::Rd2txt(page, out = tempfile())
}
stopifnot(identical(unname(read.dcf("out/DESCRIPTION", "Package")[1, 1]), "pk"))
space <- parseNamespaceFile("out", ".", mustExist = FALSE)
exported <- space$exports
calls <- list()
e <- new.env(parent = baseenv())
e$.clbr_call <- "native"
sys.source("out/R/kernels.R", e)
e$.clb$.Call <- function(native, number, arguments, recycled, length) list(number, arguments)
e$.clb$facts <- e$.clb$facts
environment(e$.clb$run) <- e$.clb
for (name in setdiff(exported, "pk_device")) {
  f <- get(name, e)
  stopifnot(is.function(f))
  given <- formals(f)
  value <- do.call(f, rep(list(1), sum(vapply(given, function(x) identical(x, quote(expr = )), NA))))
  if (!is.numeric(value[[1]])) stop(name)
}
invisible(parse("out/tests/kernels.R"))
cat(length(exported), "functions\n")
'''


class HostilePackages(case.Case):
    maxDiff = None

    def accepted(self, target, text_of, words):
        """The words whose kernels the generator takes, and the messages about the others."""
        messages = ''
        while True:
            self.write('k.cl', ''.join(text_of(w) + '\n' for w in words))
            r = self.clbundle('bundle', target, 'pk', '--name', 'b', '--output-dir', 'out', 'k.cl')
            if r.returncode == 0:
                return words, messages
            messages += r.stderr
            lines = {int(m) for m in re.findall(r'^k\.cl:(\d+):\d+: error', r.stderr, re.M)}
            self.assertTrue(lines, r.stderr)
            step = text_of('w').count('\n') + 1
            words = [w for i, w in enumerate(words) if not any(i * step < line <= (i + 1) * step for line in lines)]

    def words(self):
        return sorted(set(WORDS) | set(test_hostile.REQUIRED))

    @staticmethod
    def text_of(w):
        """A kernel of that name, whose input, number and local memory are called so, too, with underscores."""
        return ('// @range: n\n// @arg %s: in 1+(n-1)*%s__s\n// @arg y: out n\n// @arg %s__l: local 4\n'
                '__kernel void %s(__global const float *%s, const int %s__n, __local float *%s__l, const ulong %s__s, '
                '__global float *y, const ulong n) { %s__l[0] = 1.0f; y[get_global_id(0)] = %s[0] + %s__n; }' % ((w,) * 11))

    def python(self):
        """The package, with a compiled module that tells what it was called with."""
        with_calls = {}
        for folder, _, names in os.walk(os.path.join(self.root, 'out')):
            for name in names:
                if name.endswith('.py'):
                    with open(os.path.join(folder, name), encoding='utf-8') as f:
                        with_calls[name] = f.read()
                    ast.parse(with_calls[name])
        import numpy
        package, calls, kernels = types.ModuleType('pk'), types.ModuleType('pk._calls'), types.ModuleType('pk._kernels')
        package.__path__ = []
        seen = []
        kernels.device, kernels.assign = (lambda filter=None: 'native'), lambda to, x: to.__setitem__(..., x)
        kernels.call = lambda number, values: seen.append(number)
        kernels.shape = lambda number, values, i: (1,)
        package._kernels = kernels
        sys.modules.update({'pk': package, 'pk._kernels': kernels, 'pk._calls': calls})
        try:
            exec(compile(with_calls['_calls.py'], '_calls.py', 'exec'), calls.__dict__)
            package._calls = calls
            exec(compile(with_calls['__init__.py'], '__init__.py', 'exec'), package.__dict__)
            for name in package.__all__:
                if name == 'device':
                    continue
                f = getattr(package, name)
                needed = [p for p in inspect.signature(f).parameters.values() if p.default is p.empty]
                f(*[numpy.float32(1)] * len(needed))
            self.assertEqual(len(seen), len(package.__all__) - 1)
        finally:
            for name in ('pk', 'pk._kernels', 'pk._calls'):
                del sys.modules[name]
        try:
            import tomllib
        except ImportError:
            return package
        with open(os.path.join(self.root, 'out/pyproject.toml'), 'rb') as f:
            self.assertEqual(tomllib.load(f)['project']['name'], 'pk')
        return package

    def r(self):
        if not shutil.which('Rscript'):
            self.skipTest('no R')
        self.write('read.R', READ_R)
        r = subprocess.run(['Rscript', '--vanilla', 'read.R'], cwd=self.root, capture_output=True, text=True, errors='replace', timeout=300)
        self.assertEqual(r.returncode, 0, r.stdout + r.stderr)
        self.assertFalse(os.path.exists(os.path.join(self.root, 'ran')))
        return int(r.stdout.split()[0]) - 1

    def numpy(self):
        try:
            import numpy  # noqa: F401
        except ImportError:
            self.skipTest('no NumPy')

    def test_every_word_names_a_python_function_and_its_parameters(self):
        self.numpy()
        words, messages = self.accepted('--python', self.text_of, self.words() + ['device', '_calls', '_kernels', '__all__', '__init__'])
        for word in ('device', '_calls', '_kernels', '__all__', '__init__'):
            self.assertNotIn(word, words)
            self.assertRegex(messages, r"error: kernel '%s': '%s' is a name of the Python package's own" % (word, word))
        self.assertLess({'c', 'all', 'isinstance', 'np', 'np_', '_n', 'list', 'None', 'lambda', 'print', '_'}, set(words))
        package = self.python()
        self.assertEqual(len(package.__all__), len(words) + 1)
        self.assertIn('None_', package.__all__)

    def test_names_that_become_the_same_in_python_are_errors_with_both_names(self):
        for a, b in (('None', 'None_'), ('is', 'is_')):
            self.write('k.cl', KERNEL % a + KERNEL % b)
            r = self.clbundle('bundle', '--python', 'pk', '--name', 'b', '--output-dir', 'out', 'k.cl', ok=1)
            self.assertIn("k.cl:8:15: error: the kernels '%s' and '%s' would both be the Python function '%s'" % (a, b, b), r.stderr)
        self.write('k.cl', '// @range: n\n// @arg y: out n\n__kernel void k(__global int *y, int n, int in, int in_, int out_shape) { y[0] = in; }\n')
        r = self.clbundle('bundle', '--python', 'pk', '--name', 'b', '--output-dir', 'out', 'k.cl', ok=1)
        self.assertIn("the parameters 'in' and 'in_' of kernel 'k' would both be 'in_' in Python", r.stderr)
        self.assertIn("parameter 'out_shape' of kernel 'k': 'out_shape' is a name that the Python package uses", r.stderr)
        self.assertFalse(os.path.exists(os.path.join(self.root, 'out')))
        for name in ('class', 'None', 'lambda'):
            self.clbundle('bundle', '--python', name, '--name', 'b', '--output-dir', 'out', 'k.cl', ok=2)

    def test_every_word_names_an_r_function_and_its_parameters(self):
        words, messages = self.accepted('--r', self.text_of, self.words())
        self.assertEqual(messages.count('would'), 0, messages)
        self.assertLess({'c', 'list', 'length', 'force', '_k', 'function', 'repeat', 'next', 'NA_integer_', 'stop', '_'}, set(words))
        self.assertEqual(self.r(), len(words))

    def test_names_that_would_hide_others_in_r_are_errors_with_names(self):
        self.write('k.cl', KERNEL % 'pk_device' + KERNEL % 'k')
        r = self.clbundle('bundle', '--r', 'pk', '--name', 'b', '--output-dir', 'out', 'k.cl', ok=1)
        self.assertIn("k.cl:4:15: error: kernel 'pk_device' has the name of a function of the R package's own", r.stderr)
        self.write('k.cl', KERNEL % 'f' + KERNEL % 'k' + KERNEL.replace('x', 'é').replace('y', 'u00e9') % 'same')
        self.write('i.R', 'g(x) <- k(x)\nk(x) <- f(x)\ng(y) <- k(y)\npk_device(x) <- k(x)\n')
        r = self.clbundle('bundle', '--r', 'pk', '--r-interface', 'i.R', '--name', 'b', '--output-dir', 'out', 'k.cl', ok=1)
        self.assertIn("i.R:2:1: error: the function 'k' would hide the kernel of this name", r.stderr)
        self.assertIn("i.R:3:1: error: a second function 'g'", r.stderr)
        self.assertIn("i.R:4:1: error: 'pk_device' is a function of the R package's own", r.stderr)
        self.assertIn("the parameters 'é' and 'u00e9' of kernel 'same' would both be 'u00e9' in R", r.stderr)
        self.assertFalse(os.path.exists(os.path.join(self.root, 'out')))

    def test_file_names_and_comments_stay_text(self):
        for i, name in enumerate(FILES):
            self.write(name, '// ' + COMMENT[3:] + '\n' + COMMENT + KERNEL % ('k%d' % i))
        for target in ('--r', '--python'):
            shutil.rmtree(os.path.join(self.root, 'out'), ignore_errors=True)
            self.clbundle('bundle', target, 'pk', '--name', 'b', '--output-dir', 'out', *['./' + name for name in FILES], ok=0)
            if target == '--python':
                self.numpy()
                package = self.python()
                self.assertIn('open("ran", "w")', package.k3.__doc__)
            else:
                self.assertEqual(self.r(), len(FILES))
                for name in os.listdir(os.path.join(self.root, 'out/man')):
                    self.assertRegex(name, r'^[A-Za-z0-9][A-Za-z0-9._-]*\.Rd$')
                lower = [name.lower() for name in os.listdir(os.path.join(self.root, 'out/man'))]
                self.assertEqual(len(lower), len(set(lower)))

    def test_carriage_returns_in_comments_begin_no_directive(self):
        self.write('k.cl', (COMMENT.replace('\n', '\r\n') + '/* a\r\n#ifdef windows\r\n * %a */\r\n' + KERNEL % 'k').encode())
        self.clbundle('bundle', '--r', 'pk', '--name', 'b', '--output-dir', 'out', 'k.cl', ok=0)
        self.assertEqual(self.r(), 1)

    def test_defaults_of_an_interface_reach_help_pages_as_they_are(self):
        self.write('k.cl', KERNEL % 'k')
        self.write('i.R', 'f(x, a = "}%\\\\l{", b = c("a,b", \'(\'), d = 5 %% 2, `_e` = {1}, g = ' + '+'.join(['1'] * 400) + ') <- k(x)\n')
        self.clbundle('bundle', '--r', 'pk', '--r-interface', 'i.R', '--name', 'b', '--output-dir', 'out', 'k.cl', ok=0)
        if not shutil.which('Rscript'):
            self.skipTest('no R')
        self.write('usage.R', 'options(warn = 2)\npage <- tools::parse_Rd("out/man/k-kernels.Rd")\nf <- tempfile()\n'
                   'tools::Rd2txt(page, f, options = list(underline_titles = FALSE))\n'
                   'usage <- tools:::.Rd_get_section(page, "usage")\n'
                   'text <- paste(unlist(usage), collapse = "")\ne <- new.env()\nsys.source("out/R/kernels.R", e)\n'
                   'said <- parse(text = text)[[1]]\ntrue <- formals(e$f)\n'
                   'stopifnot(identical(names(said)[-(1:2)], names(true)[-1]))\n'
                   'for (n in names(true)[-1]) stopifnot(identical(deparse(said[[n]]), deparse(true[[n]])))\n')
        r = subprocess.run(['Rscript', '--vanilla', 'usage.R'], cwd=self.root, capture_output=True, text=True)
        self.assertEqual((r.returncode, r.stderr), (0, ''))


if __name__ == '__main__':
    case.CLBUNDLE = os.path.abspath(sys.argv.pop(1))
    ROOT = os.path.abspath(sys.argv.pop(1))
    unittest.main()
