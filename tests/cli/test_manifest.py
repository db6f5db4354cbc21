# SPDX-License-Identifier: MIT
"""NAME.json follows its schema, and agrees with the header.

usage: test_manifest.py CLBUNDLE SOURCE_ROOT [unittest arguments]"""

import copy
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

TYPES = {'object': dict, 'array': list, 'string': str, 'boolean': bool, 'null': type(None), 'integer': int}
KNOWN = {'$schema', 'title', 'description', 'type', 'required', 'additionalProperties', 'properties', 'items', 'definitions', '$ref',
         'enum', 'pattern', 'minimum', 'minItems', 'maxItems'}


def problems(value, schema, root, where='$'):
    """What is wrong with the value by the schema: the part of JSON Schema that ours uses, and no other."""
    unknown = set(schema) - KNOWN
    assert not unknown, unknown
    if '$ref' in schema:
        target = root
        for part in schema['$ref'].split('/')[1:]:
            target = target[part]
        yield from problems(value, target, root, where)
        return
    types = schema.get('type', [])
    types = [types] if isinstance(types, str) else types
    if types and not any(isinstance(value, TYPES[t]) and not (t == 'integer' and isinstance(value, bool)) for t in types):
        yield '%s: %r is no %s' % (where, value, ' or '.join(types))
        return
    if 'enum' in schema and value not in schema['enum']:
        yield '%s: %r' % (where, value)
    if isinstance(value, str) and not re.search(schema.get('pattern', ''), value):
        yield '%s: %r' % (where, value)
    if isinstance(value, int) and value < schema.get('minimum', value):
        yield '%s: %r' % (where, value)
    if isinstance(value, dict):
        for name in schema.get('required', []):
            if name not in value:
                yield '%s: no %s' % (where, name)
        for name, member in value.items():
            sub = schema.get('properties', {}).get(name, schema.get('additionalProperties', {}))
            if sub is False:
                yield '%s: unknown %s' % (where, name)
            else:
                yield from problems(member, sub, root, '%s.%s' % (where, name))
    if isinstance(value, list):
        if not schema.get('minItems', 0) <= len(value) <= schema.get('maxItems', len(value)):
            yield '%s: %d items' % (where, len(value))
        for i, item in enumerate(value):
            yield from problems(item, schema.get('items', {}), root, '%s[%d]' % (where, i))


class Manifest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.bundles = {}
        with open(os.path.join(SOURCE, 'gen/emit/manifest.schema.json')) as f:
            cls.schema = json.load(f)
        sources = [('calls', 'tests/calls/calls.cl', ['--native']), ('plain', 'tests/calls/calls.cl', []),
                   ('records', 'tests/golden/input/records.cl', []), ('shapes', 'tests/golden/input/shapes.cl', []),
                   ('arrays', 'tests/array/arrays.cl', ['--native']),
                   ('matrix', 'tests/golden/input/matrix.cl', ['--native', '--configurations', os.path.join(SOURCE, 'tests/golden/input/configurations.json')]),
                   ('special', 'tests/golden/input/special.cl', ['--native']), ('layout', 'tests/native/conformance/layout.cl', ['--native'])]
        for name, path, options in sources:
            subprocess.run([CLBUNDLE, 'bundle', '--name', name, *options, '--output-dir', cls.folder.name, os.path.join(SOURCE, path)],
                           check=True, stderr=subprocess.DEVNULL)
            with open(os.path.join(cls.folder.name, name + '.json'), encoding='utf-8') as f:
                cls.bundles[name] = json.load(f)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_every_manifest_follows_the_schema(self):
        for name, manifest in self.bundles.items():
            self.assertEqual(list(problems(manifest, self.schema, self.schema)), [], name)

    def test_the_schema_is_json_schema(self):
        try:
            import jsonschema
        except ImportError:
            self.skipTest('no jsonschema for Python: the validator of this test is all there is')
        jsonschema.Draft7Validator.check_schema(self.schema)
        for manifest in self.bundles.values():
            jsonschema.validate(manifest, self.schema)

    def test_the_schema_refuses_what_is_missing_more_or_of_another_type(self):
        def nodes(value):
            if isinstance(value, dict):
                yield value
            for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else []:
                yield from nodes(item)
        good = self.bundles['calls']
        count = len(list(nodes(good)))
        optional = {'shape', 'order', 'layout', 'integer', 'c_type', 'c_buffer', 'c_count', 'gpu_range', 'locals', 'variants', 'when',
                    'required_local', 'constants', 'array',
                    'structures', 'ckernel', 'WG'}
        for i in range(count):
            for name in list(nodes(good))[i]:
                bad = copy.deepcopy(good)
                node = list(nodes(bad))[i]
                node[name] = [[1.5]]
                self.assertTrue(list(problems(bad, self.schema, self.schema)), name)
                del node[name]
                if name not in optional:
                    self.assertTrue(list(problems(bad, self.schema, self.schema)), name)
            bad = copy.deepcopy(good)
            list(nodes(bad))[i]['more'] = 'x'
            self.assertTrue(list(problems(bad, self.schema, self.schema)))

    def test_it_says_of_the_c_what_the_c_is(self):
        if not shutil.which('cc'):
            self.skipTest('no cc')
        for name, manifest in self.bundles.items():
            lines = ['#include "%s.h"' % name, '#define SAME(a, b) _Static_assert(_Generic(a, b: 1, default: 0), "type")']
            for s in manifest['structures']:
                lines.append('_Static_assert(sizeof(%(c_name)s) == %(size)d && _Alignof(%(c_name)s) == %(align)d, "size");' % s)
                for m in s['members'] or []:
                    lines.append('_Static_assert(offsetof(%s, %s) == %d, "place");' % (s['c_name'], m['c_name'], m['offset']))
                    lines.append('_Static_assert(sizeof(((%s *)0)->%s) == %d, "size");' % (s['c_name'], m['c_name'], m['size']))
                    lines.append('typedef struct { %s; } %s_%s_alone;' % (m['c_declaration'], s['c_name'], m['c_name']))
            for number, k in enumerate(manifest['kernels']):
                lines.append('_Static_assert(%s == %d, "number");' % (k['enumerator'], number))
                lines += ['SAME(&%s, %s);' % (f, '__typeof__(&%s)' % f) for f in k['functions'].values()]
                for g in k['arguments']:
                    call, run = ('((%s *)0)->%s' % (k['structures'][which], g['c_name']) for which in ('call', 'run'))
                    element = g.get('c_type', 'void')
                    if g['kind'] == 'value':
                        lines += ['SAME(%s, %s);' % (which, element) for which in (call, run)]
                        lines.append('_Static_assert(sizeof(%s) == %d, "size");' % (element, g['size']))
                    elif g['kind'] in ('global', 'constant'):
                        lines.append('SAME(%s, %s%s *);' % (call, 'const ' if g['access'] == 'in' else '', element))
                        lines.append('SAME(%s, %s);' % (run, g.get('c_buffer', 'clb_buffer *')))
                        self.assertEqual('c_count' in g, g['extent'] is None)
                        if 'c_count' in g:
                            lines.append('SAME(((%s *)0)->%s, size_t);' % (k['structures']['call'], g['c_count']))
                    elif g['kind'] == 'local':
                        lines += ['SAME(%s, size_t);' % which for which in (call, run)]
                    elif g['kind'] == 'sampler':
                        lines += ['SAME(%s, %s);' % (which, 'void *' if g['type'] == 'queue_t' else 'clb_sampler') for which in (call, run)]
                    elif g['kind'] == 'pipe':
                        lines += ['SAME(%s, clb_pipe *);' % which for which in (call, run)]
                    else:
                        types = ('const clb_host_image *', 'clb_image *')
                        lines += ['SAME(%s, %s);' % pair for pair in zip((call, run), types)]
            path = os.path.join(self.folder.name, 'check.c')
            with open(path, 'w') as f:
                f.write('\n'.join(lines) + '\n')
            r = subprocess.run(['cc', '-std=gnu11', '-fsyntax-only', '-I', os.path.join(SOURCE, 'runtime/include'), path],
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            self.assertEqual((r.returncode, r.stdout), (0, ''), name)

    def test_native_kernels_and_constants_are_told(self):
        self.assertTrue(all(k['native'] for k in self.bundles['calls']['kernels']))
        self.assertFalse(any(k['native'] for k in self.bundles['plain']['kernels']))
        self.assertEqual((self.bundles['calls']['native'], self.bundles['plain']['native']), (True, False))
        tables = [k for k in self.bundles['calls']['kernels'] if k['name'] == 'tables'][0]
        self.assertEqual((tables['constants'], tables['local'], tables['arguments'][1]['extent']), ({'WG': 2}, '1, WG', '2*WG'))

    def test_a_kernels_comment_is_the_one_directly_above_it(self):
        text = ('''// Of the file.
// @mine: 1

// Of lines: first
// second
__kernel void of_lines(__global int *x) { x[0] = 1; }
__kernel void none(__global int *x) { x[0] = 1; }

/* Of a
 * block. */
__kernel void of_block(__global int *x) { x[0] = 1; }
// Apart.

__kernel void apart(__global int *x) { x[0] = 1; }
int f(int a) { return a; } /* behind code */
__kernel void behind(__global int *x) { x[0] = 1; }
/* not */ int g(int a) { return a; } /* this */
__kernel void beside(__global int *x) { x[0] = 1; }
/** Of
    three

    lines. **/
__kernel void of_three(__global int *x) { x[0] = 1; }
''')
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, 'k.cl'), 'w') as f:
                f.write(text)
            subprocess.run([CLBUNDLE, 'bundle', '--name', 'b', '--output-dir', folder, 'k.cl'], cwd=folder, check=True)
            with open(os.path.join(folder, 'b.json')) as f:
                comments = {k['name']: k['comment'] for k in json.load(f)['kernels']}
        self.assertEqual(comments, {'of_lines': 'Of lines: first\nsecond', 'none': '', 'of_block': 'Of a\nblock.', 'apart': '',
                                    'behind': '', 'beside': '', 'of_three': 'Of\nthree\n\nlines.'})


if __name__ == '__main__':
    CLBUNDLE = os.path.abspath(sys.argv.pop(1))
    SOURCE = os.path.abspath(sys.argv.pop(1))
    unittest.main()
