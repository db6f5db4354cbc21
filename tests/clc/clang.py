"""Runs clang and the front end on one file: the lines that each refuses, and the types that the front end finds."""
import os
import re
import subprocess

STANDARDS = ['CL1.2', 'CL2.0', 'CL3.0']
CLANG_ERROR = re.compile(r'^(?:[^:\n]+):(\d+):\d+: (?:fatal )?error: (.*)$', re.M)


class Crash(Exception):
    pass


class Verdict:
    def __init__(self):
        self.errors = {}  # line -> the first message
        self.types = {}   # line -> of the last expression


def ask_clang(clang, standard, path):
    command = [clang, '-x', 'cl', '-cl-std=' + standard, '-fsyntax-only', '-ferror-limit=0', '-w', '-fno-crash-diagnostics', '-target', 'spir64-unknown-unknown',
               '-fno-caret-diagnostics', '-Xclang', '-finclude-default-header', path]
    r = subprocess.run(command, capture_output=True, text=True, errors='replace', timeout=300)
    v = Verdict()
    for line, message in CLANG_ERROR.findall(r.stderr):
        v.errors.setdefault(int(line), message)
    if r.returncode < 0 or r.returncode > 127:
        raise Crash()
    if r.returncode not in (0, 1) or (r.returncode == 1 and not v.errors):
        raise RuntimeError('clang ends with %d: %s' % (r.returncode, r.stderr[:2000]))
    return v


def ask_front_end(verdict, standard, paths):
    """One run for all files."""
    r = subprocess.run([verdict, '-w -cl-std=' + standard, *paths], capture_output=True, text=True, errors='replace', timeout=300)
    if r.returncode:
        raise RuntimeError('%s ends with %d: %s' % (os.path.basename(verdict), r.returncode, r.stderr[:2000]))
    found, v = {}, None
    for text in r.stdout.splitlines():
        if text.startswith('file '):
            v = found[text[5:]] = Verdict()
            continue
        line, kind, rest = text.split(' ', 2)
        if kind == 'error':
            v.errors.setdefault(int(line), rest)
        elif kind == 'type':
            v.types[int(line)] = rest
    return found
