"""Starts a program in an empty root folder: one that holds nothing but the files that the program opens by itself, and no compiler.
Traces it there, and says what it started and wrote.

SPDX-License-Identifier: MIT
"""
import os
import re
import shutil
import subprocess

# Folders of the kernel, which a root folder does not hold by itself.
SYSTEM = ('/proc', '/sys', '/dev')
CALL = re.compile(r'^\d+ +(?P<name>\w+)\((?P<arguments>.*)\) += (?P<value>-?\d+)')
STRING = re.compile(r'(?:(?P<folder>AT_FDCWD|\d+)(?:<(?P<path>[^>]*)>)?, )?"(?P<text>(?:[^"\\]|\\.)*)"')
CHANGES = ('creat', 'mkdir', 'mkdirat', 'mknod', 'mknodat', 'rename', 'renameat', 'renameat2', 'link', 'linkat', 'symlink', 'symlinkat', 'truncate',
           'memfd_create')
WRITING = re.compile(r'O_(?:WRONLY|RDWR|CREAT|TRUNC|APPEND)')


def missing():
    """Why no program can be started this way, or None."""
    if not shutil.which('strace') or not shutil.which('unshare'):
        return 'strace or unshare is not installed'
    if os.geteuid() != 0:
        return 'only root may change the root folder'
    if subprocess.run(['strace', '-o', '/dev/null', 'unshare', '--mount', 'true'], stderr=subprocess.DEVNULL).returncode != 0:
        return 'processes cannot be traced, or cannot mount'
    return None


def unescaped(text):
    return text.encode('latin-1', 'backslashreplace').decode('unicode_escape').encode('latin-1').decode('utf-8', 'surrogateescape')


class Trace:
    """A program's successful calls that name files."""

    def __init__(self, text, folder):
        self.paths = set()
        self.started = []
        self.written = set()
        pending = {}
        for line in text.splitlines():
            process = line.split(' ', 1)[0]
            if line.endswith('<unfinished ...>'):
                pending[process] = line[:-len('<unfinished ...>')]
                continue
            resumed = re.match(r'^\d+ +<\.\.\. \w+ resumed>', line)
            if resumed:
                line = pending.pop(process, '') + line[resumed.end():]
            call = CALL.match(line)
            if call and int(call['value']) >= 0:
                self.add(call['name'], call['arguments'], folder)

    def add(self, name, arguments, folder):
        found = list(STRING.finditer(arguments))[:2 if name in CHANGES else 1]
        paths = {os.path.normpath(os.path.join(match['path'] or folder, unescaped(match['text']))) for match in found}
        self.paths |= paths
        if name == 'execve':
            self.started += paths
        if name in CHANGES or (name in ('open', 'openat') and WRITING.search(arguments)):
            self.written |= paths


def traced(command, environment, folder, output):
    """Runs and traces a command. Returns the result and its trace."""
    result = subprocess.run(['strace', '-f', '-y', '-qq', '-s', '4096', '-e', 'trace=%file,memfd_create', '-e', 'signal=none', '-o', output, *command],
                            capture_output=True, text=True, timeout=900, cwd=folder, env=environment)
    with open(output, errors='surrogateescape') as f:
        return result, Trace(f.read(), folder)


def place(root, path):
    """A copy of a file or folder, with the links on the way to it."""
    at = '/'
    for part in path.split('/')[1:]:
        at = os.path.join(at, part)
        copy = root + at
        if os.path.lexists(copy):
            if os.path.islink(at):
                return place(root, os.path.normpath(os.path.join(os.path.dirname(at), os.readlink(at), os.path.relpath(path, at))))
        elif os.path.islink(at):
            os.symlink(os.readlink(at), copy)
            return place(root, os.path.normpath(os.path.join(os.path.dirname(at), os.readlink(at), os.path.relpath(path, at))))
        elif os.path.isdir(at):
            os.mkdir(copy)
        elif os.path.isfile(at): # a temporary file may be gone
            shutil.copy2(at, copy)


def interpreter(program):
    """The dynamic loader, which the kernel opens. An executable names it in its first page."""
    with open(program, 'rb') as f:
        return re.search(rb'/lib[^\0]*/ld[^\0]*', f.read(4096))[0].decode()


class Run:
    """What the second run did: its exit status and output, the programs that it started, and the files that it changed outside of its
    folder."""

    def __init__(self, result, started, changed, folder):
        self.status = result.returncode
        self.output = result.stdout if result.returncode == 0 else result.stdout + result.stderr
        self.started = started
        self.changed = {path for path in changed if not path.startswith((folder, '/dev/null', '/dev/tty'))}


def run(command, environment, folder, root, process_files=False):
    """Runs the command in its folder, to learn which files it opens, and then in the empty folder `root` with copies of these alone and of
    what `folder` held before. `process_files`: with /proc, for a program that looks there for its own path. Returns the second Run, or
    the first one if it failed."""
    program = shutil.which(command[0])
    shutil.copytree(folder, root + folder, symlinks=True)
    first, trace = traced([program, *command[1:]], environment, folder, os.path.join(root, 'first'))
    if first.returncode != 0:
        return Run(first, trace.started, trace.written, folder)
    os.mkdir(root + '/dev')
    for device, number in (('null', 3), ('zero', 5), ('urandom', 9), ('random', 8)):
        os.mknod(root + '/dev/' + device, 0o020666, os.makedev(1, number))
    for path in sorted(trace.paths | {interpreter(program)}):
        if not path.startswith((*SYSTEM, folder)):
            place(root, path)
    mounts = []
    if process_files:
        os.mkdir(root + '/proc')
        mounts = ['--mount-proc=/proc']
    second, trace = traced(['unshare', '--mount', *mounts, '--root', root, '--wd', folder, program, *command[1:]], environment, folder,
                           os.path.join(root, 'second'))
    # Paths that are named from the current folder begin with the root folder.
    written = {path[len(root):] if path.startswith(root + '/') else path for path in trace.written}
    return Run(second, trace.started[1:], written, folder)
