# SPDX-License-Identifier: MIT
"""The parser, the help texts, the manual page and the completions have the same commands and options.

usage: test_help.py CLBUNDLE SOURCE_ROOT [unittest arguments]"""

import glob
import os
import re
import shutil
import subprocess
import sys
import unittest

OPTION = r'(--[a-z][a-z-]*|-[a-z])'


def clbundle(*arguments):
    r = subprocess.run([CLBUNDLE, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert r.returncode == 0 and not r.stderr, (arguments, r)
    return r.stdout


def commands():
    return re.findall(r'^  (\w+)', clbundle('--help'), re.M)


def helped():
    """command -> its options, by `COMMAND --help`."""
    return {c: set(re.findall('^  ' + OPTION, clbundle(c, '--help'), re.M)) for c in commands()}


def parts(text, heading):
    """command -> the options that stand behind its heading."""
    cut = re.split(heading, text, flags=re.M)
    return dict(zip(cut[1::2], cut[2::2]))


class Help(unittest.TestCase):
    maxDiff = None

    def test_every_command_helps_in_two_ways(self):
        for name in commands():
            text = clbundle(name, '--help')
            self.assertTrue(text.startswith('usage: clbundle %s ' % name), text)
            self.assertEqual(clbundle('help', name), text)
            self.assertEqual(clbundle(name, '-h'), text)
            self.assertLess(max(map(len, text.splitlines())), 80)

    def test_help_comes_before_anything_is_looked_at(self):
        for name in commands():
            self.assertEqual(clbundle(name, 'none', '--help', '--none'), clbundle(name, '--help'))

    def test_every_option_of_the_sources_is_helped_and_no_other(self):
        source = ''
        for path in glob.glob(os.path.join(SOURCE, 'gen/command/*.[ch]')):
            if os.path.basename(path) != 'help_form.c':
                with open(path) as f:
                    source += f.read()
        self.assertEqual(set(re.findall(r'\{[\s\\]*"' + OPTION + '"', source)), set().union(*helped().values()) - {'--help'})

    def test_every_option_that_is_helped_is_parsed(self):
        for name, options in helped().items():
            usage = clbundle(name, '--help').split('\n\n')[0]
            for option in options:
                r = subprocess.run([CLBUNDLE, name, option], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   stdin=subprocess.DEVNULL)
                self.assertNotIn('unknown option', r.stderr)
                self.assertTrue(option == '--help' or option in usage, (name, option))

    def test_the_manual_page_has_the_same_options(self):
        man = clbundle('help', '--man')
        found = parts(man.replace('\\-', '-'), r'^\.SS clbundle (\w+)$')
        self.assertEqual({c: set(re.findall(r'^\\fB' + OPTION + r'\\fR', t, re.M)) | {'--help'} for c, t in found.items()}, helped())
        # Requests of the page are at most these: a line of the text that began with a dot or a quote would be one, too.
        self.assertLessEqual(set(re.findall(r"^[.'](\S*)", man, re.M)), set('\\" TH SH SS PP TP B I RI IR br'.split()))
        for tool in (['mandoc', '-Tlint', '-Wwarning'], ['groff', '-man', '-ww', '-z', '-Tutf8']):
            if shutil.which(tool[0]):
                r = subprocess.run(tool, input=man, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
                self.assertEqual(re.sub(r'.*missing date.*\n', '', r.stdout), '')

    def test_completions_have_the_same_options(self):
        want = helped()
        bash = re.findall(r"^    (\w+)\) options='([^']*)'", clbundle('help', '--completion', 'bash'), re.M)
        self.assertEqual({c: set(o.split()) for c, o in bash}, want)
        zsh = parts(clbundle('help', '--completion', 'zsh'), r'^    (\w+)\)$')
        self.assertEqual({c: set(re.findall(r"^ +'\*?" + OPTION + r'\[', t, re.M)) for c, t in zsh.items()}, want)
        fish = {c: set() for c in want}
        for command, dashes, name in re.findall(r"^complete .*_from (\w+)' -([ls]) (\S+)", clbundle('help', '--completion', 'fish'), re.M):
            fish[command].add(('--' if dashes == 'l' else '-') + name)
        self.assertEqual(fish, want)

    def complete(self, *words):
        script = clbundle('help', '--completion', 'bash') + 'COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _clbundle; echo "${COMPREPLY[*]}"'
        return subprocess.run(['bash', '-c', script, 'bash', 'clbundle', *words], stdout=subprocess.PIPE, text=True,
                              check=True).stdout.split()

    @unittest.skipUnless(shutil.which('bash'), 'no bash')
    def test_bash_completes(self):
        self.assertEqual(self.complete('su'), ['subset'])
        self.assertEqual(self.complete(''), commands() + ['--help', '--version'])
        self.assertEqual(self.complete('subset', '--d'), ['--dest', '--depends-tag'])
        self.assertEqual(self.complete('help', 'so'), ['sort'])
        self.assertEqual(self.complete('subset', 'k'), []) # then bash itself looks for files

    def test_shells_accept_their_scripts(self):
        for shell in ('bash', 'zsh', 'fish'):
            if shutil.which(shell):
                subprocess.run([shell, '-n'], input=clbundle('help', '--completion', shell), text=True, check=True)


if __name__ == '__main__':
    CLBUNDLE = os.path.abspath(sys.argv.pop(1))
    SOURCE = os.path.abspath(sys.argv.pop(1))
    unittest.main()
