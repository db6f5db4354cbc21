# SPDX-License-Identifier: MIT
"""Rules of the house that a reader would otherwise have to check: licence lines, the length of files, their layout, the
number of parameters of functions, comments of public functions, and what pages name: files, headings and commits.

usage: house.py SOURCE
"""
import glob
import os
import re
import shutil
import subprocess
import sys
import unittest

ROOT = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDERS = ('gen', 'runtime', 'cl', 'kernels', 'tests')
# Inputs and expected outputs of tests, which are what they are.
DATA = re.compile(r'tests/(golden|errors|data|fuzz/corpus|clc|programs)/|tests/.*\.cl$')
SOURCES = re.compile(r'\.(c|h|cpp|hpp|py|cl)$|/meson\.build$')
LINES_MAX = 1200

PARAMETERS_MAX = 6
# Folders in which no function has more parameters.
SHORT_LISTS = ('gen', 'runtime')
# OpenCL's functions, whose parameters its specification states.
OPENCL = re.compile(r'(clbi_)?cl[A-Z]\w+$')
# Functions whose parameters something else than their author decides: the file, the names, the reason.
FIXED_LISTS = (
    (r'runtime/array/\w+\.c', r'\w+_strided', 'the type clb_ckernel_strided'),
    (r'runtime/icd/layer\.c', r'compile_program|link_program|enqueue_range|create_image_with', "OpenCL's functions as a layer has them"),
    (r'runtime/native/checked\.c', r'report', 'the member `report` of clb_native_checks'),
    (r'runtime/include/clbundle/native/checked\.h', r'clbn_check_\w+', 'inlined into checked code, where the arguments stay in registers'),
)
NO_CODE = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|^[ \t]*#(?:\\\n|[^\n])*', re.S | re.M)
DEFINITION = re.compile(r'\b(\w+)\s*\(((?:[^(){};]|\((?:[^(){};]|\([^(){};]*\))*\))*)\)\s*\{')
STATEMENTS = ('if', 'for', 'while', 'switch')
# A comment, or the head of a function in a public header.
PUBLIC_DECLARATION = re.compile(
    r'(?P<comment>/\*.*?\*/)|^(?P<result>[A-Za-z_][\w \n]*?[ *\n])\*?(?P<name>clb_\w+)\((?P<parameters>[^;{]*)\)\s*[;{]', re.S | re.M)

# Pages with the names of files in a table of folders: the heading above it, and the folder that has them.
PARTS = (('gen/README.md', 'Parts of the generator', 'gen'), ('runtime/README.md', 'Parts of the runtime', 'runtime'))


def sources():
    for top in FOLDERS:
        for folder, names, files in os.walk(os.path.join(ROOT, top)):
            names[:] = [n for n in names if n != '__pycache__']
            for name in sorted(files):
                path = os.path.relpath(os.path.join(folder, name), ROOT)
                if SOURCES.search(path) and not DATA.search(path):
                    yield path


def read(path):
    with open(os.path.join(ROOT, path), encoding='utf-8') as f:
        return f.read()


def parameter_counts(text):
    """The functions that C text defines: (name, number of parameters without `...`)."""
    for name, parameters in DEFINITION.findall(NO_CODE.sub(' ', text)):
        depth = commas = 0
        for letter in parameters:
            depth += (letter == '(') - (letter == ')')
            commas += letter == ',' and depth == 0
        if name not in STATEMENTS:
            yield name, 0 if parameters.strip() == 'void' else commas + (not parameters.rstrip().endswith('...'))


def public_functions():
    """Names that the public headers declare: their parameters are the ABI, which changes by its own rules."""
    for path in sources():
        if re.match(r'runtime/(\w+/)?include/clbundle/\w+\.h$', path):
            yield from re.findall(r'\b(clb_\w+)\(', read(path))


def undocumented(header):
    """Functions of a public header whose comment, or that of their section, lacks errors or the owner of a result."""
    text = read(header)
    comment = section = ''
    for m in PUBLIC_DECLARATION.finditer(text):
        if m.group('comment'):
            if text[:m.start()].rpartition('\n')[2].strip():
                continue
            if m.group('comment').startswith('/* ----'):
                comment, section = '', m.group('comment')
            else:
                comment = m.group('comment')
            continue
        said = comment + section
        if 'clb_status' in m.group('result') and 'rrors' not in said:
            yield f'{header}: {m.group("name")} says nothing of errors'
        if 'CLB_MUST_CHECK' in m.group('result') and re.search(r'\*\*(?!argument|src)', m.group('parameters')) and 'caller' not in said:
            yield f'{header}: {m.group("name")} says nothing of the owner of its result'


def undescribed(header):
    """Structures and enumerations of a public header with no comment in front of them."""
    lines = read(header).split('\n')
    for i, line in enumerate(lines):
        found = re.match(r'(?:typedef )?(?:struct|enum|union) (\w+) ?\{$', line)
        before = [l for l in lines[max(0, i - 4):i] if l.strip() and not l.startswith('#')]
        if found and not (before and before[-1].endswith('*/')):
            yield f'{header}: {found.group(1)} is not described'


def definitions(folders):
    """The functions that the folders define: (path, name, number of parameters)."""
    for path in sources():
        if path.startswith(tuple(folder + '/' for folder in folders)) and path.endswith(('.c', '.h')):
            yield from ((path, name, count) for name, count in parameter_counts(read(path)))


def may_be_long(path, name, public):
    return OPENCL.match(name) or name in public or any(
        re.fullmatch(file, path) and re.fullmatch(names, name) for file, names, _ in FIXED_LISTS)


def pages():
    for folder, names, files in os.walk(ROOT):
        names[:] = [n for n in names if not n.startswith(('.', 'build')) and n != '__pycache__']
        for name in sorted(files):
            if name.endswith('.md'):
                yield os.path.relpath(os.path.join(folder, name), ROOT)


def prose(text):
    """A page without its blocks of code."""
    return re.sub(r'(?ms)^```.*?^```', '', text)


def anchors(text):
    """The links that the headings of a page have on the sites that show it."""
    headings = re.findall(r'(?m)^#+ (.*)$', prose(text))
    return {re.sub(r'[^\w\- ]', '', heading).strip().lower().replace(' ', '-') for heading in headings}


def dead_links(page):
    for link in re.findall(r'\]\(([^)\s]+)\)', prose(read(page))):
        name, _, anchor = link.partition('#')
        path = os.path.normpath(os.path.join(os.path.dirname(page), name)) if name else page
        if re.match(r'\w+:', link):
            continue
        if not os.path.exists(os.path.join(ROOT, path)) or anchor and path.endswith('.md') and anchor not in anchors(read(path)):
            yield f'{page}: {link}'


def missing_paths(page):
    """Paths in a page from the top of the tree or the page's folder on. NAME and the like stand for any name."""
    places = (ROOT, os.path.join(ROOT, os.path.dirname(page)))
    for path in re.findall(r'`((?:gen|runtime|tests|cl|kernels)/[\w./*-]+)`', prose(read(page))):
        if not re.search('[A-Z]{4,}', path) and not any(glob.glob(os.path.join(place, path) + end) for place in places for end in ('', '.[ch]')):
            yield f'{page}: {path}'


def missing_parts(page, heading, top):
    """Files that a table of folders names in the row of a folder that lacks them."""
    table = read(page).split('## ' + heading)[1].split('\n## ')[0]
    for folder, row in re.findall(r'(?m)^\| `([\w/]+)` \| (.*) \|$', table):
        for name in re.findall(r'`([\w.*/]+)`', row):
            place = os.path.join(ROOT, top, name if '/' in name else os.path.join(folder, name))
            if not glob.glob(place) and not glob.glob(place + '.[ch]'):
                yield f'{page}: {folder} has no {name}'


class House(unittest.TestCase):
    def test_every_source_file_names_its_licence(self):
        missing = [path for path in sources() if 'SPDX-License-Identifier: MIT' not in read(path)]
        self.assertEqual(missing, [])

    def test_files_are_short_enough_to_read(self):
        long = [path for path in sources()
                if path.startswith(('gen/', 'runtime/', 'tests/')) and path.endswith(('.c', '.h', '.py', '.cpp', '.hpp', 'meson.build'))
                and read(path).count('\n') > LINES_MAX]
        self.assertEqual(long, [])

    def test_functions_have_at_most_six_parameters(self):
        public = set(public_functions())
        functions = list(definitions(SHORT_LISTS))
        self.assertGreater(len(functions), 4000)
        self.assertEqual([f for f in functions if f[2] > PARAMETERS_MAX and not may_be_long(f[0], f[1], public)], [])

    def test_parameters_are_counted_as_a_compiler_does(self):
        text = """#define CALL(f) f(1, 2)
        static int add(int a, int b) { if (a) { return f(a, b, "x, {"); } return b; } /* of (a, b, c) { */
        void each(void (*visit)(int, int), int (*const more[2])(void), void *cookie)
        {
        }
        int declared(int a, int b, int c, int d);
        void print(const char *format, int width, ...) { }
        int none(void) { return 0; }"""
        self.assertEqual(list(parameter_counts(text)), [('add', 2), ('each', 3), ('print', 2), ('none', 0)])

    def test_comments_of_public_headers_are_complete(self):
        headers = [path for path in sources() if re.match(r'runtime/(mpi/)?include/clbundle/\w+\.h$', path) and not path.endswith('/cdef.h')]
        declared = [m.group('name') for path in headers for m in PUBLIC_DECLARATION.finditer(read(path)) if m.group('name')]
        self.assertGreater(len(declared), 200)
        self.assertEqual([line for path in headers for line in (*undocumented(path), *undescribed(path))], [])

    def test_links_of_pages_lead_somewhere(self):
        self.assertGreater(len(list(pages())), 12)
        self.assertEqual([link for page in pages() for link in dead_links(page)], [])

    def test_paths_in_pages_exist(self):
        self.assertEqual([path for page in pages() for path in missing_paths(page)], [])

    def test_tables_of_folders_name_files_that_are_there(self):
        self.assertEqual([name for part in PARTS for name in missing_parts(*part)], [])

    def test_the_parts_of_the_opencl_front_are_listed(self):
        page = read('runtime/icd/README.md')
        self.assertEqual([path for path in sources() if re.match(r'runtime/icd/\w+\.c$', path) and f'`{os.path.basename(path)}`' not in page], [])

    def test_commits_that_pages_show_are_in_the_history(self):
        git = ['git', '-C', ROOT, '-c', 'safe.directory=*']
        shallow = subprocess.run([*git, 'rev-parse', '--is-shallow-repository'], text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        if shallow.stdout.strip() != 'false':
            self.skipTest('needs the history')
        commits = re.findall(r'git show ([0-9a-f]{7,})', read('CONTRIBUTING.md'))
        self.assertGreater(len(commits), 4)
        for commit in commits:
            self.assertEqual(subprocess.run([*git, 'merge-base', '--is-ancestor', commit, 'HEAD']).returncode, 0, commit)

    # Other versions of clang-format break lines in other places.
    @unittest.skipUnless(shutil.which('clang-format-14'), 'needs clang-format-14')
    def test_c_and_cpp_files_are_laid_out_by_clang_format(self):
        files = [path for path in sources() if path.endswith(('.c', '.h', '.cpp', '.hpp')) and not path.startswith('cl/')]
        self.assertGreater(len(files), 300)
        run = subprocess.run(['clang-format-14', '--dry-run', '-Werror', *files], cwd=ROOT, text=True, stderr=subprocess.PIPE)
        self.assertEqual(run.returncode, 0, run.stderr[:4000])


if __name__ == '__main__':
    if len(sys.argv) > 1:
        sys.argv.pop(1)
    unittest.main(verbosity=2)
