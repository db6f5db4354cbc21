#!/usr/bin/env python3
"""Messages of the generator on the file of `bundle --configurations`: every error with its place; and the output.

usage: messages.py CLBUNDLE SOURCE_ROOT

SPDX-License-Identifier: MIT"""
import json
import os
import re
import subprocess
import sys
import tempfile

KERNEL = '''// @range: n
// @arg y: out n
__kernel void k(__global T *y, const int n) { int i = get_global_id(0); if (i < n) y[i] = W; }
'''
PLAIN = KERNEL.replace('T *', 'int *')
HEAD = '{"clbundle_configurations": 1, '


def sets(*entries, types=None):
    return HEAD + ('"types": %s, ' % json.dumps(types) if types else '') + '"configurations": [\n%s]}' % ',\n'.join(
        e if isinstance(e, str) else json.dumps(e) for e in entries)


W1 = {'values': {'W': 1}}

# the file, the kernels; position and message: all of them must be there
CASES = [
    ('{"clbundle_configurations": 1,\n "configurations": [,]}', PLAIN, ['c.json:2:21: error: expected a JSON value']),
    ('[1]', PLAIN, ['c.json:1:1: error: write {"clbundle_configurations": 1']),
    ('{"clbundle_configurations": 2, "configurations": []}', PLAIN, ['c.json:1:29: error: the file has version 2, and this clbundle reads version 1']),
    ('{"clbundle_configurations": "1"}', PLAIN, ['c.json:1:29: error: write {"clbundle_configurations": 1']),
    (HEAD + '"configurations": []}', PLAIN, ["c.json:1:50: error: 'configurations' must be a list of at least one"]),
    (HEAD + '"configuration": [1]}', PLAIN, ["c.json:1:49: error: there is no member 'configuration' here; did you mean 'configurations'?"]),
    (sets('7'), PLAIN, ['c.json:2:1: error: a configuration is an object']),
    (sets('{"value": {"W": 1}}'), PLAIN, ["c.json:2:11: error: there is no member 'value' here; did you mean 'values'?",
                                          "c.json:2:1: error: 'values' must be an object here"]),
    (sets('{"values": [1]}'), PLAIN, ["c.json:2:12: error: 'values' must be an object here"]),
    (sets('{"values": {"W": {}}}'), PLAIN, ['c.json:2:18: error: a value is a text, a number, true']),
    (sets('{"values": {"W-1": 1}}'), PLAIN, ["c.json:2:20: error: 'W-1' cannot name a macro"]),
    (sets('{"values": {"": 1}}'), PLAIN, ["c.json:2:17: error: '' cannot name a macro"]),
    (sets('{"values": {"W": 1, "W": 2}}'), PLAIN, ["c.json:2:26: error: 'W' has two values here"]),
    (sets('{"values": {"W": 1}, "values": {"W": 2}}'), PLAIN, ["c.json:2:32: error: the member 'values' is there twice"]),
    (sets('{"values": {"W": []}}'), PLAIN, ['c.json:2:18: error: the list of values is empty']),
    (sets('{"values": {"W": "1 /* x"}}'), PLAIN, ['c.json:2:18: error: a value is one line of OpenCL C without comments']),
    (sets('{"values": {"W": "1\\n#error x"}}'), PLAIN, ['c.json:2:18: error: a value is one line']),
    (sets('{"values": {"W": "1\\\\"}}'), PLAIN, ['c.json:2:18: error: a value is one line']),
    (sets('{"values": {"W": "1??/"}}'), PLAIN, ['c.json:2:18: error: a value is one line']),
    (sets('{"values": {"W": [1, "2 // x"]}}'), PLAIN, ['c.json:2:22: error: a value is one line']),
    (sets('{"name": "a-b", "values": {"W": 1}}'), PLAIN, ["c.json:2:10: error: 'name' must be an identifier"]),
    (sets('{"name": 3, "values": {"W": 1}}'), PLAIN, ["c.json:2:10: error: 'name' must be an identifier"]),
    (sets(W1, W1), PLAIN, ["c.json:3:1: error: the configuration '1' has the values of '1', too"]),
    (sets({'values': {'W': '-1'}}, {'values': {'W': '+1'}}), PLAIN, ["c.json:3:1: error: two configurations are called '_1'"]),
    (sets('{"values": {"W": 1}, "best": "gpu"}'), PLAIN, ["c.json:2:30: error: 'best' is a list of classes"]),
    (sets('{"values": {"W": 1}, "best": ["gpus"]}'), PLAIN, ['c.json:2:31: error: a class of devices is "gpu"']),
    (sets('{"values": {"W": 1}, "best": {"k": "gpu"}}'), PLAIN, ["c.json:2:36: error: 'k' needs a list of classes"]),
    (sets('{"values": {"W": 1}, "best": {"q": ["gpu"]}}', {'values': {'W': 2}}), PLAIN, ["c.json:2:36: error: 'best' names 'q', which is no kernel"]),
    (sets('{"values": {"W": 1}, "options": 1}'), PLAIN, ["c.json:2:33: error: 'options' must be a text"]),
    (sets('{"values": {"W": 1}, "options": "-cl-std=CL9"}'), PLAIN, ['error: --options: -cl-std=CL9', 'c.json:2:1: note: these are options of this configuration']),
    (sets('{"values": {"W": 1}, "options": "-DW=2"}'), PLAIN, ["c.json:2:1: error: the options also define 'W'"]),
    (sets(W1, types=['X']), PLAIN, ["c.json:1:42: error: no configuration defines 'X'"]),
    (sets('{"values": {"A": %s, "B": %s}}' % (list(range(40)), list(range(40)))), PLAIN, ['c.json:2:1: error: these are more than 1024 configurations']),
    (sets('{"values": {%s}}' % ', '.join('"M%d": 1' % i for i in range(300))), PLAIN, ['error: the values name more than 256 macros']),
    (sets('{"values": {"W": "%s"}}' % ('1+' * 1100 + '1')), PLAIN, ['c.json:2:1: error: the values of the configuration']),
    # The kernels with the values.
    (sets(W1, {'values': {'W': 'x'}}), PLAIN, ["<configurations>:1:11: error: unknown name 'x'", "k.cl:3:93: note: in expansion", "c.json:3:1: note: this is so in the configuration 'x': W=x"]),
    (sets(W1, {'values': {'W': None}}), PLAIN, ["k.cl:3:93: error: unknown name 'W'", "c.json:3:1: note: this is so in the configuration 'none': no values"]),
    (sets({'values': {'W': 1, 'T': ['int', 'float']}}), KERNEL,
     ["k.cl:3:15: error: the kernel 'k' takes other arguments in the configuration '1_float' than in '1_int': 'y' is of type '__global int *', and '__global float *'; list in 'types'",
      "note: '1_float' is W=1, T=float"]),
    (sets({'values': {'W': 1, 'T': ['int', 'float']}}, types=['W']), KERNEL, ["k.cl:3:15: error: the kernel 'k' takes other arguments"]),
    (sets({'values': {'W': [1, 2]}}), PLAIN + PLAIN.replace('void k(', 'void k_1(').replace('W;', '3;'), ["error: two kernels of the bundle would be called 'k_1'"]),
    (sets({'values': {'W': [1, 2]}}), '// @constant W: int = 3\n' + PLAIN, ["k.cl:1:4: error: the options also define 'W'"]),
    (sets({'values': {'W': [1, 2]}}), '#if W == 2\n#error two\n#endif\n' + PLAIN, ['k.cl:2:1: error:', "note: this is so in the configuration '2': W=2"]),
]


class Tests:
    def __init__(self, tool, root):
        self.tool, self.root, self.failed = tool, root, 0

    def expect(self, name, condition, seen):
        if not condition:
            self.failed += 1
            print('%s\n--- %s' % (name, seen))

    def run(self, configurations, kernels, *options):
        """Exit status, messages, and the files written by their names."""
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (('c.json', configurations), ('k.cl', kernels)):
                with open(os.path.join(folder, name), 'w') as f:
                    f.write(text)
            r = subprocess.run([self.tool, 'bundle', '--native', '--name', 'n', '--output-dir', 'out', '--configurations', 'c.json', *options, 'k.cl'],
                               cwd=folder, capture_output=True, text=True, timeout=60)
            out = os.path.join(folder, 'out')
            files = [os.path.join(where, f) for where, _, names in os.walk(out) for f in names]
            return r.returncode, r.stderr, {os.path.relpath(f, out): open(f).read() for f in files}

    def messages(self):
        for configurations, kernels, wanted in CASES:
            status, said, files = self.run(configurations, kernels)
            missing = [w for w in wanted if w not in said]
            self.expect(configurations[:200] + '\n' + kernels, status == 1 and not missing and not files, '%s\n%s\n%s' % (status, missing, said))

    def depends_on_its_file(self):
        status, said, files = self.run(sets(W1), PLAIN, '--depfile', 'out/d')
        self.expect('the depfile names the file of configurations', status == 0 and 'c.json' in files['d'], said)

    def one_configuration_gives_the_header_of_a_plain_bundle(self):
        _, _, one = self.run(sets(W1), PLAIN)
        self.expect('no selector', 'n_select_k' not in one['n.h'] and 'n_call_k' in one['n.h'], one['n.h'])

    def what_does_not_differ_is_shared(self):
        text = PLAIN.replace('W;', '5;') + '__kernel void w(__global int *y, const int n) { y[get_global_id(0)] = W; }\n'
        for count in (2, 8):
            status, said, files = self.run(sets({'values': {'W': list(range(count)), 'UNUSED': [1, 2]}}), text)
            manifest = json.loads(files['n.json'])
            # one program and one native function of k, one of each for every W of w
            self.expect('programs for %d values' % count, len(manifest['programs']) == 1 + count, said)
            self.expect('kernels for %d values' % count, len(manifest['kernels']) == 1 + count, said)
            functions = set(re.findall(r'_RUN\((\w+)\)', files['n_native.c'].split('n_native[] = {')[1].split('};')[0]))
            self.expect('native functions for %d values' % count, len(functions) == 1 + count, functions)
            stored = files['n.c'].count('__kernel void w')
            self.expect('the text of w is stored once, not %d times' % stored, stored == 1, files['n.c'])

    def kernels_of_text_that_is_the_same_share_native_code(self):
        """Two values that mean the same: the text differs, the translation does not."""
        _, said, files = self.run(sets({'values': {'W': ['4', '(2+2)']}}), PLAIN)
        lines = re.findall(r'_RUN\((\w+)\)', files['n_native.c'].split('n_native[] = {')[1].split('};')[0])
        self.expect('one function', len(lines) == 2 and len(set(lines)) == 1, lines)

    def variants_belong_to_their_configuration(self):
        """A variant that depends on the value, of a kernel that does not, and the other way round."""
        head = '// @range: n\n// @arg y: out n\n'
        for own, other in (('1', 'W'), ('W', '1'), ('W', 'W')):
            text = head + '__kernel void k(__global int *y, const int n) { y[get_global_id(0)] = %s; }\n' % own
            text += head + '// @variant of k: native when n > 3\n__kernel void v(__global int *y, const int n) { y[get_global_id(0)] = %s; }\n' % other
            status, said, files = self.run(sets({'values': {'W': [1, 2, 3]}}), text)
            kernels = {k['name']: k for k in json.loads(files['n.json'])['kernels']}
            for k in (k for k in kernels.values() if k.get('function', k['name']) == 'k'):
                of = [kernels[v['kernel']] for v in k['variants']]
                self.expect('one variant of %s' % k['name'], len(of) == 1, k)
                for v in of:
                    both = set(k.get('configurations', '123')) & set(v.get('configurations', '123'))
                    self.expect('%s and %s have a configuration in common' % (k['name'], v['name']), both, files['n.json'])

    def options_of_a_configuration_are_those_of_its_programs(self):
        entries = {'name': 'plain', 'values': {'W': 1}}, {'name': 'mad', 'values': {'W': 1}, 'options': '-cl-mad-enable -DX=2'}
        _, said, files = self.run(sets(*entries), PLAIN)
        manifest = json.loads(files['n.json'])
        self.expect('options', [p.get('options') for p in manifest['programs']] == [None, '-cl-std=CL1.2 -cl-mad-enable -DX=2'] and
                    manifest['options'] == '-cl-std=CL1.2', manifest['programs'])
        self.expect('in C', '-cl-std=CL1.2 -cl-mad-enable -DX=2' in files['n.c'], said)

    def groups_share_a_program_in_each_configuration(self):
        text = PLAIN + PLAIN.replace('void k(', 'void l(').replace('W;', '7;')
        _, said, files = self.run(sets({'values': {'W': [1, 2]}}), text, '--group', 'g=k,l')
        programs = {k['name']: k['program'] for k in json.loads(files['n.json'])['kernels']}
        self.expect('programs', programs['k_1'] == programs['l_1'] != programs['k_2'] == programs['l_2'], programs)

    def whole_files_are_built_with_each_configuration(self):
        status, said, files = self.run(sets({'values': {'W': [1, 2]}}), PLAIN, '--no-prune')
        self.expect('--no-prune', status == 0 and len(json.loads(files['n.json'])['kernels']) == 2, said)

    def a_library_function_that_one_configuration_calls_is_found(self):
        with tempfile.TemporaryDirectory() as folder:
            os.mkdir(os.path.join(folder, 'lib'))
            files = {'lib/lib.cl': '// @provides: none\n', 'lib/f.cl': 'int f(int x) { return x; }\n', 'lib/g.cl': 'int g(int x) { return x; }\n',
                     'c.json': sets({'values': {'W': ['f(1)', 'g(2)']}, }), 'k.cl': PLAIN}
            for name, text in files.items():
                with open(os.path.join(folder, name), 'w') as f:
                    f.write(text)
            r = subprocess.run([self.tool, 'bundle', '--name', 'n', '--library', 'lib=lib', '--output-dir', 'out', '--configurations', 'c.json', 'k.cl'],
                               cwd=folder, capture_output=True, text=True)
            text = open(os.path.join(folder, 'out/n.c')).read() if r.returncode == 0 else ''
            self.expect('library', 'int f(int x)' in text and 'int g(int x)' in text, r.stderr)

    def the_schema_is_that_of_the_file(self):
        schema = json.load(open(os.path.join(self.root, 'gen/names/configurations.schema.json')))
        entry = schema['properties']['configurations']['items']
        self.expect('members', sorted(schema['properties']) == ['clbundle_configurations', 'configurations', 'types'], schema)
        self.expect('members of a configuration', sorted(entry['properties']) == ['best', 'name', 'options', 'values'], entry)


def main():
    tests = Tests(os.path.abspath(sys.argv[1]), sys.argv[2])
    for name in [n for n in vars(Tests) if n not in ('expect', 'run') and not n.startswith('_')]:
        getattr(tests, name)()
    return 1 if tests.failed else 0


if __name__ == '__main__':
    sys.exit(main())
