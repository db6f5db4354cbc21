#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Libraries and the commands on them, compared with a simple model: orders, closures, cycles, stale tags and what
kernels take, on random trees; and every message of the annotation reader and of the command line, in full.

usage: test_library.py CLBUNDLE [unittest arguments]"""
import os
import random
import subprocess
import sys
import tempfile
import unittest

CLBUNDLE = None


class Case(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = self.folder.name

    def tearDown(self):
        self.folder.cleanup()

    def write(self, name, text):
        path = os.path.join(self.root, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'wb') as f:
            f.write(text if isinstance(text, bytes) else text.encode())

    def read(self, name):
        with open(os.path.join(self.root, name), encoding='utf-8') as f:
            return f.read()

    def clbundle(self, *arguments, ok=0):
        r = subprocess.run([CLBUNDLE, *arguments], cwd=self.root, capture_output=True, text=True, timeout=120)
        self.assertEqual(r.returncode, ok, '%s\n%s' % (arguments, r.stderr))
        return r

    def says(self, ok, *arguments):
        """What a command says, without the excerpts of the files."""
        lines = self.clbundle(*arguments, ok=ok).stderr.splitlines()
        return [line for line in lines if not line.startswith('  ')]


# ---- the model ----

def reach(edges, root):
    found, todo = set(), [root]
    while todo:
        v = todo.pop()
        for w in edges[v]:
            if w in edges and w not in found:
                found.add(w)
                todo.append(w)
    return found


def passes_of(edges):
    done, passes = set(), []
    while True:
        now = sorted(v for v in edges if v not in done and all(w in done for w in edges[v]))
        if not now:
            return passes
        passes.append(now)
        done.update(now)


def shortest_cycle(edges, knot):
    """The length of the shortest cycle within a knot."""
    best = None
    for start in sorted(knot):
        seen, front, length = {start}, [start], 0
        while front and start not in (w for v in front for w in edges[v]):
            front = [w for v in front for w in edges[v] if w in knot and w not in seen and not seen.add(w)]
            length += 1
        if front and (best is None or length + 1 < best):
            best = length + 1
    return best


def random_names(r, count):
    names = set()
    while len(names) < count:
        names.add(''.join(r.choice('abcXYZ019_') for _ in range(r.randint(1, 6))))
    return sorted(names)


class Trees(Case):
    def put(self, library, edges, extra=lambda stem: ''):
        for stem, needs in edges.items():
            self.write('%s/%s/%s.cl' % (library, ('', 'sub', 'sub/deep')[len(stem) % 3], stem),
                       '// @provides: %s_f\n// @depends: %s\n%s' % (stem, ', '.join(needs), extra(stem)))

    def test_orders_and_indices_are_those_of_the_definition(self):
        r = random.Random(1)
        for round_ in range(25):
            names = random_names(r, r.randint(1, 25))
            ranks = r.sample(names, len(names))
            edges = {v: r.sample(ranks[:i], r.randint(0, min(i, 4))) for i, v in enumerate(ranks)}
            lib = 'l%d' % round_
            self.put(lib, edges)
            passes = passes_of(edges)
            order = [v for p in passes for v in p]
            out = self.clbundle('sort', lib, '--verbose')
            self.assertEqual(out.stdout.split(), order)
            self.assertEqual(out.stderr, ''.join('Pass %d: emitting %s\n' % (i + 1, ', '.join(v + '.cl' for v in p))
                                                 for i, p in enumerate(passes)))
            rows = ['%s\t%s' % (v, ', '.join(w for w in order if w in reach(edges, v))) for v in order]
            self.clbundle('index', lib, '-o', 'index.tsv')
            self.assertEqual(self.read('index.tsv').splitlines(), ['stem\tall_depends'] + rows)

    def test_the_index_of_a_subset_is_that_of_the_whole_library(self):
        r = random.Random(5)
        for round_ in range(15):
            names = ['f%02d' % i for i in range(40)]
            edges = {v: r.sample(names[:i], 1) if i and r.random() < 0.3 else [] for i, v in enumerate(names)}
            lib, roots = 'l%d' % round_, r.sample(names[16:], 6)
            self.put(lib, edges)
            self.write('k.cl', '// @depends_%s: %s\n__kernel void k() {}\n' % (lib, ', '.join(roots)))
            taken = set(roots).union(*(reach(edges, v) for v in roots))
            order = [v for p in passes_of(edges) for v in p if v in taken]
            self.clbundle('subset', '--library', lib, '--dest', 'out', '--overwrite', 'k.cl')
            self.assertEqual(self.read('out/kernel_dependency_index.tsv').splitlines(), ['stem\tall_depends'] + [
                '%s\t%s' % (v, ', '.join(w for w in order if w in reach(edges, v))) for v in order])

    def test_every_knot_is_reported_with_a_shortest_cycle_and_its_edges(self):
        r = random.Random(2)
        knots_seen = 0
        for round_ in range(40):
            names = random_names(r, r.randint(2, 12))
            edges = {v: r.sample(names, min(len(names), r.choice((0, 1, 1, 2, 2, 3)))) for v in names}
            lib = 'l%d' % round_
            self.put(lib, edges)
            passes = passes_of(edges)
            done = {v for p in passes for v in p}
            stuck = [v for v in names if v not in done]
            knots = {frozenset(w for w in names if w == v or (w in reach(edges, v) and v in reach(edges, w))) for v in stuck}
            knots = sorted(sorted(k) for k in knots if len(k) > 1)
            r_ = self.clbundle('sort', lib, '--verbose', ok=1 if stuck else 0)
            if not stuck:
                continue
            lines = [line for line in r_.stderr.splitlines() if not line.startswith('  ')]
            at = len(passes)
            self.assertEqual(lines[at], 'Stuck: ' + ', '.join(v + '.cl' for v in stuck))
            self.assertEqual(lines[at + 1], 'clbundle: error: %s: Dependency sort failed: unresolved dependencies remain.' % lib)
            found, selves = [], []
            rest = lines[at + 2:]
            while rest:
                line = rest.pop(0)
                path = line.split('cycle: ')[1].split(':')[0].split(' -> ')
                if len(path) == 2:
                    self.assertEqual(path[0], path[1])
                    selves.append(path[0])
                    continue
                self.assertEqual(path[0], path[-1])
                self.assertEqual(path[0], min(path))
                for i, (v, w) in enumerate(zip(path, path[1:])):
                    self.assertIn(w, edges[v])
                    column = len('// @depends: ' + ', '.join(edges[v][:edges[v].index(w)] + [''])) + 1
                    where = '%s:2:%d: ' % (self.path_of(lib, v), column)
                    self.assertEqual(rest.pop(0), "%snote: '%s' depends on '%s'" % (where, v, w))
                    if i == 0:
                        self.assertTrue(line.startswith(where + 'error: dependency cycle: '), line)
                knot = next(k for k in knots if path[0] in k)
                length = shortest_cycle({v: [w for w in edges[v] if w != v] for v in names}, set(knot))
                self.assertEqual(len(path) - 1, length)
                found.append(knot)
            self.assertEqual(sorted(found), knots)
            self.assertEqual(selves, [v for v in names if v in edges[v]])
            knots_seen += len(knots)
        self.assertGreater(knots_seen, 20)

    @staticmethod
    def path_of(library, stem):
        return '%s/%s%s.cl' % (library, ('', 'sub/', 'sub/deep/')[len(stem) % 3], stem)

    def test_derived_tags_are_compared_with_the_closure(self):
        r = random.Random(3)
        for round_ in range(15):
            names = random_names(r, 8)
            ranks = r.sample(names, len(names))
            edges = {v: r.sample(ranks[:i], r.randint(0, min(i, 3))) for i, v in enumerate(ranks)}
            order = [v for p in passes_of(edges) for v in p]
            expected = {}
            texts = {}
            places = {v: r.choice((order.index(v) + 1, order.index(v) + 1, 1, 5, len(names) + 1)) for v in names}
            for i, v in enumerate(names):
                true = reach(edges, v)
                said = sorted((true ^ set(r.sample(names, r.choice((0, 0, 1, 2))))) | set(r.sample(['no such'], r.choice((0, 0, 1)))))
                count, place = r.choice((len(true), len(true), len(said))), places[v]
                texts[v] = '// @all_depends: %s\n// @all_depends_count: %d\n// @load_order: %d\n' % (', '.join(said), count, place)
                lacks = ', '.join(w for w in names if w in true and w not in said)
                more = ', '.join(w for w in said if w not in true)
                lines = []
                if lacks or more:
                    lines.append("3:4: warning: stale '@all_depends' of '%s':%s%s%s; the direct dependencies are used" % (
                        v, lacks and ' lacks ' + lacks, lacks and more and ';', more and ' does not need ' + more))
                if count != len(true):
                    lines.append("4:4: warning: stale '@all_depends_count' of '%s': the direct dependencies give %d" % (v, len(true)))
                # Any order will do in which each file stands behind what it needs.
                known = {w: p for w, p in places.items() if p <= len(names)}
                if v not in known or place in [places[w] for w in names[:i]] or any(known.get(w, 0) >= place for w in edges[v]):
                    lines.append("5:4: warning: stale '@load_order' of '%s': its position is %d" % (v, order.index(v) + 1))
                expected[v] = lines
            lib = 'l%d' % round_
            self.put(lib, edges, lambda stem: texts[stem])
            self.assertEqual(self.says(0, 'sort', lib), ['%s:%s' % (self.path_of(lib, v), line) for v in names for line in expected[v]])

    def test_a_program_holds_what_its_kernel_reaches_through_all_libraries(self):
        r = random.Random(4)
        for round_ in range(20):
            libs = ['p', 'q', 'r']
            use = r.sample(libs, 3)  # a library names files of those before it
            files = {l: random_names(r, 6) for l in libs}
            edges, order = {}, {}
            for i, l in enumerate(use):
                ranks = r.sample(files[l], 6)
                for k, v in enumerate(ranks):
                    edges[l, v] = [(l, w) for w in r.sample(ranks[:k], r.randint(0, min(k, 2)))]
                order[l] = [v for p in passes_of({v: [w for _, w in edges[l, v]] for v in ranks}) for v in p]
                for v in ranks:
                    edges[l, v] += [(o, w) for o in use[:i] for w in r.sample(files[o], r.choice((0, 0, 1)))]
            for (l, v), needs in edges.items():
                tags = ''.join('// @depends_%s: %s\n' % (o, ', '.join(w for x, w in needs if x == o)) for o in libs if o != l
                               and any(x == o for x, _ in needs))
                self.write('t%d/%s/%s.cl' % (round_, l, v), '// @provides: %s_f\n// @depends: %s\n%s' % (
                    v, ', '.join(w for x, w in needs if x == l), tags))
            roots = [(l, v) for l in libs for v in r.sample(files[l], r.choice((0, 1, 2)))]
            named = {l: [v for x, v in roots if x == l] for l in libs}
            taken = set(roots).union(*(reach(edges, x) for x in roots))
            self.write('k.cl', ''.join('// @%s_%s: %s\n' % (r.choice(('depends', 'all_depends')), l, ', '.join(named[l]))
                                       for l in libs if named[l]) + '__kernel void k() {}\n')
            given = r.sample(libs, 3)
            expected, left = [], list(given)
            while left:
                l = next(l for l in left if not any(o in left and o != l for x in taken if x[0] == l for o, _ in edges[x]))
                left.remove(l)
                expected += [v for v in order[l] if (l, v) in taken]
            options = [o for l in given for o in ('--library', '%s=t%d/%s' % (l, round_, l))]
            self.assertEqual(self.clbundle('program', *options, '--list', 'k.cl').stdout.split(), expected + ['k'])


class Messages(Case):
    def test_a_stem_that_is_missing_is_named_with_what_may_be_meant(self):
        for stem, needs in {'lib': '', 'alpha': 'lib, alpah, alpha.cl, nothing, beta.cl'}.items():
            self.write('lib/%s.cl' % stem, '// @provides: %s\n// @depends: %s\n' % (stem, needs))
        where = 'lib/alpha.cl:2:%d: error: \'alpha\' depends on \'%s\', which is not in the library \'lib\''
        self.assertEqual(self.says(1, 'sort', 'lib'), [
            'clbundle: error: lib: Dependency sort failed: unresolved dependencies remain.',
            where % (19, 'alpah') + "; did you mean 'alpha'?", where % (26, 'alpha.cl') + "; did you mean 'alpha'?",
            where % (36, 'nothing') + ': add nothing.cl there or correct the tag',
            where % (45, 'beta.cl') + ': add beta.cl.cl there or correct the tag'])

    def test_guesses_end_where_a_whole_folder_is_wrong(self):
        needs = ['name%02d' % i for i in range(40)]
        self.write('lib/lib.cl', '// @provides: lib\n// @depends: %s\n' % ', '.join(needs))
        self.write('lib/name.cl', '// @provides: name\n// @depends:\n')
        text = '\n'.join(self.says(1, 'sort', 'lib'))
        self.assertEqual(text.count("did you mean 'name'?"), 19)  # the failure itself is the first of 20 errors
        self.assertEqual(text.count('which is not in the library'), 40)

    def test_names_that_a_program_could_not_hold_are_refused(self):
        for name in ('a b', 'a"b', 'a,b', 'a\\b', 'a\tb', 'good', '.hidden'):
            self.write('lib/%s.cl' % name, '// @provides: x\n')
        self.write('lib/x.clx', 'text')
        said = self.says(1, 'sort', 'lib')
        self.assertEqual(len(said), 5)
        for line in said:
            self.assertRegex(line, r"^lib/a.b\.cl:1:1: error: the file name 'a.b\.cl' has a blank, quote, comma or backslash: "
                                   r'rename the file$')

    def test_folders_nest_sixteen_deep(self):
        self.write('lib/' + 'd/' * 15 + 'a.cl', '// @provides: a\n')
        self.assertEqual(self.clbundle('sort', 'lib').stdout, 'a\n')
        self.write('lib/' + 'd/' * 16 + 'b.cl', '// @provides: b\n')
        self.assertEqual(self.says(1, 'sort', 'lib'), [
            'clbundle: error: lib%s: the folders of a library nest deeper than 16' % ('/d' * 16)])

    def test_what_a_library_lacks_is_said_in_the_order_of_its_files(self):
        self.write('lib/lib.cl', '// @depends: below\n')
        self.write('lib/below.cl', '// @provides\n')
        self.write('lib/b.cl', '// @provides: b\n// @depends: a\n')
        self.write('lib/a.cl', '// @depends: lib\n')
        self.write('lib/c.cl', '// @provides: c\n')
        self.assertEqual(self.says(0, 'sort', 'lib'), [
            "lib/a.cl:1:1: warning: 'a' has no '@provides': list the symbols that it defines",
            "lib/c.cl:1:1: warning: 'c' does not depend on the library's header: add 'lib' to its '@depends'",
            "lib/lib.cl:1:1: warning: 'lib' has no '@provides': list the symbols that it defines"])

    def test_what_a_kernel_claims_is_compared_with_what_it_takes(self):
        for stem, needs in {'lib': '', 'a': 'lib', 'b': 'a', 'c': 'lib'}.items():
            self.write('lib/%s.cl' % stem, '// @provides: %s_f, shared\n// @depends: %s\n' % (stem, needs))
        self.write('k.cl', '// @library_deps: lib, other\n// @depends_lib: b, nowhere\n// @all_depends_lib: lib, b, c, gone\n'
                           '// @all_depends_lib_count: 4\n// @calls_lib: b_f, c_f, shared, nobody\n// @depends_x: y\n'
                           '// @all_depends_z: y\n// @all_depends_z_count: 1\n// @all_depends_count: 3\n// @depends_empty:\n'
                           '__kernel void k() {}\n')
        self.assertEqual(self.says(1, 'program', '--list', '--library', 'lib=lib', 'k.cl'), [
            "k.cl:2:21: warning: the library 'lib' has no file 'nowhere.cl'. The functions that the kernel calls are found by name",
            "k.cl:1:24: error: the library 'other' was not given: add --library other=FOLDER",
            "k.cl:6:4: error: '@depends_x' names a library that was not given: add --library x=FOLDER",
            "k.cl:7:4: error: '@all_depends_z' names a library that was not given: add --library z=FOLDER",
            "k.cl:3:4: warning: stale '@all_depends_lib': lacks a; does not need c, gone; the direct dependencies are used",
            "k.cl:4:4: warning: stale '@all_depends_lib_count': the direct dependencies give 3",
            "k.cl:5:21: warning: 'c_f' is provided by 'c', which this kernel does not take: add it to '@depends_lib'",
            "k.cl:5:34: warning: no file of the library 'lib' provides 'nobody'"])

    def test_libraries_that_need_each_other_are_named(self):
        self.write('p/a.cl', '// @provides: a\n// @depends_q: b\n')
        self.write('q/b.cl', '// @provides: b\n// @depends_p: a\n')
        self.write('r/c.cl', '// @provides: c\n')
        self.write('k.cl', '// @depends_p: a\n__kernel void k() {}\n')
        libraries = ['--library', 'p=p', '--library', 'r=r', '--library', 'q=q']
        self.assertEqual(self.says(1, 'program', '--list', *libraries, 'k.cl'), [
            'clbundle: error: the libraries p, q depend on each other, so none can come first'])

    def test_slips_in_annotations_are_named_and_prose_is_left_alone(self):
        self.write('lib/a.cl', '// @provides a, the b\n// @depends b c: d\n// @ alone\n// @mention of prose\n// @see x: y\n'
                               '// @depends_x y z\n// @calls_x the y\n// @all_depends_x y and z\n// @provides:a\n// @range n\n')
        slip = "lib/a.cl:%d:%d: error: expected ':' after '@%s': write `// @%s: value, value`"
        self.assertEqual(self.says(1, 'sort', 'lib'), [
            slip % (1, 14, 'provides', 'provides'), "lib/a.cl:2:13: error: unexpected 'b c' between '@depends' and ':'",
            slip % (6, 15, 'depends_x', 'depends_x'), slip % (7, 13, 'calls_x', 'calls_x'),
            slip % (8, 19, 'all_depends_x', 'all_depends_x'), slip % (10, 11, 'range', 'range')])

    def test_layers_that_cannot_be_used_are_named(self):
        self.write('bad/a.cl', '// @provides: a\n// @depends: a\n')
        self.write('k.cl', '__kernel void k() {}\n')
        self.assertEqual(self.says(1, 'program', '--layer', 'bad', '--layer', 'none', 'k.cl'), [
            'clbundle: error: bad: Dependency sort failed: unresolved dependencies remain.',
            "bad/a.cl:2:14: error: dependency cycle: a -> a: a file cannot depend on itself; remove it from its own '@depends'",
            'clbundle: error: File not found: none'])


class Usage(Case):
    def misused(self, *arguments):
        lines = self.clbundle(*arguments, ok=2).stderr.splitlines()
        self.assertEqual(len(lines), 2, lines)
        self.assertTrue(lines[1].startswith('usage: clbundle ' + arguments[0]), lines)
        return lines[0].removeprefix('clbundle: error: ')

    def test_wrong_usage_is_told_from_input_that_is_wrong(self):
        self.write('k.cl', '__kernel void k() {}\n')
        self.write('lib/a.cl', '// @provides: a\n')
        self.assertEqual(self.misused('sort'), 'expected one folder, got 0')
        self.assertEqual(self.misused('sort', 'a', 'b'), 'expected one folder, got 2')
        self.assertEqual(self.misused('sort', '--no', 'lib'), "unknown option '--no'")
        self.assertEqual(self.misused('sort', '--verbose=1', 'lib'), "option '--verbose' takes no value")
        self.assertEqual(self.misused('sort', '--verbos', 'lib'), "unknown option '--verbos'; did you mean '--verbose'?")
        self.assertEqual(self.misused('sort', '--hlep'), "unknown option '--hlep'; did you mean '--help'?")
        self.assertEqual(self.misused('index'), 'expected one folder, got 0')
        self.assertEqual(self.misused('index', 'lib', '-o'), "option '-o' needs a value")
        self.assertEqual(self.misused('index', 'lib', '-o=x'), "unknown option '-o=x'")
        self.assertEqual(self.misused('index', 'lib', '-o', 'a', '-o', 'b'), "option '-o' is given more than once")
        self.assertEqual(self.misused('program'), 'expected one kernel file, got 0')
        self.assertEqual(self.misused('program', 'k.cl', 'k.cl'), 'expected one kernel file, got 2')
        self.assertEqual(self.misused('program', '--kernel', 'a', '--kernel', 'b', 'k.cl'),
                         "option '--kernel' is given more than once")
        self.assertEqual(self.misused('program', '--options', 'a', '--options=b', 'k.cl'),
                         "option '--options' is given more than once")
        self.assertEqual(self.misused('program', '--depends-tag', 'a', '--depends-tag=b', 'k.cl'),
                         "option '--depends-tag' is given more than once")
        self.assertEqual(self.misused('subset', '--dest', 'out', 'k.cl'), '--library is missing')
        self.assertEqual(self.misused('subset', '--library=a', '--library=b', '--dest', 'out', 'k.cl'),
                         'expected one --library, got 2')
        self.assertEqual(self.misused('subset', '--library', 'lib=lib', 'k.cl'), '--dest is missing')
        self.assertEqual(self.misused('subset', '--library', 'lib=lib', '--dest=out'), 'no kernel file given')
        told = self.misused('program', '--dump', 'x', 'k.cl')
        self.assertTrue(told.startswith('--dump x: the passes are waits, webs, unroll, read-ahead, fixed-arrays, '), told)
        self.assertTrue(told.endswith(', packs, narrow, ir, access, steps, masks, names, sizes, lower, explain, checks'), told)

    def test_a_function_that_is_not_to_be_inlined_is_one_function_in_vectors(self):
        for attribute in ('', '__attribute__((noinline)) '):
            self.write('k.cl', attribute + 'static float f(float v) { return v * v + (v > 0.5f ? v : 1.0f); }\n'
                       '__kernel void k(__global const float *x, __global float *y)\n'
                       '{ const int i = get_global_id(0); y[i] = f(f(x[i])); }\n')
            text = self.clbundle('program', '--dump', 'lower', 'k.cl', ok=0).stdout
            self.assertIn('CLBN(simd_all_f)', text)
            heads = [line for line in text.splitlines() if ' CLBN(f_f)(' in line and line.startswith(('static', 'CLBN_FN'))]
            self.assertEqual(len(heads), 1 if attribute else 0, text)
            # Its comparison stands in it alone; else it stands at both calls, for whole vectors and for the rest.
            self.assertEqual(text.count('CLBN(simd_lt_f)'), 1 if attribute else 4, text)

    def test_loops_that_wait_for_other_work_items_are_told_from_those_that_end_by_themselves(self):
        loops = {  # the body of a kernel: how many of its loops wait
            'while (atomic_or(p, 0) == 0) {}': 1,
            'while (*f == 0) {}': 1,
            'while (atomic_cmpxchg(p, 0, 1)) {}': 1,
            'while (atomic_xchg(p, 1)) {}': 1,
            'for (;;) { if (*f) break; mem_fence(CLK_GLOBAL_MEM_FENCE); }': 1,
            'while (*q == 0) mem_fence(CLK_GLOBAL_MEM_FENCE);': 1,
            'int done = 0; while (!done) { if (atomic_cmpxchg(p, 0, 1)) continue; q[0]++; atomic_xchg(p, 0); done = 1; }': 1,
            'int at = n; while (at >= 0) { const int s = f[at]; if (s == 2) break; if (s == 1) --at; }': 1,
            'for (int i = 0; i < n; ++i) while (f[i] == 0) {}': 1,
            'while (*f < n) { while (atomic_or(p, 0) == 0) {} atomic_xchg(p, 0); }': 2,
            # A loop with a count of its own, one that takes work, and one that repeats an exchange until it succeeds.
            'for (int i = 0; i < n; ++i) { if (*f) break; q[id] += i; }': 0,
            'int i; while ((i = atomic_inc(p)) < n) q[i] = i;': 0,
            'uint old, now = *u; do { old = now; now = atomic_cmpxchg(u, old, as_uint(as_float(old) + 1.0f)); } while (now != old);': 0,
            'for (int i = 0; i < n; ++i) atomic_add(p, q[i]);': 0,
            'while (q[id] != 0) q[id] >>= 1;': 0,
        }
        for body, waiting in loops.items():
            with self.subTest(body):
                self.write('k.cl', '__kernel void k(__global int *p, volatile __global int *f, __global int *q,\n'
                           f'volatile __global uint *u, const int n)\n{{ const int id = get_global_id(0); {body} }}\n')
                text = self.clbundle('program', '--dump', 'waits', 'k.cl', ok=0).stdout
                found = [line for line in text.splitlines() if 'loop #' in line and '(waiting loop' in line]
                self.assertEqual(len(found), waiting, text)
                written = self.clbundle('program', '--dump', 'lower', 'k.cl', ok=0).stdout
                self.assertEqual(written.count('clbn_wait_round('), waiting, written)
                self.clbundle('bundle', '--native', '--name', 'k', '--output-dir', 'out', 'k.cl', ok=0)
                with open(os.path.join(self.root, 'out', 'k_native.c')) as f:
                    self.assertEqual('#define CLBN_USES_WAITING' in f.read(), waiting > 0)

    def test_a_bundle_explains_how_kernels_were_translated(self):
        self.write('k.cl', """
__kernel void vectors(__global const float *x, __global float *y, __global const int *at, const int n)
{
    const int i = get_global_id(0);
    if (i >= n) return;
    float sum = 0.0f;
    for (int k = 0; k < at[i]; ++k) sum += x[k * n + i];
    y[i] = sum + x[i * 3] + lgamma(sum) + max(at[i], 1);
}
__kernel void places(__global const int *at, __global float *y) { const int i = get_global_id(0); y[at[i]] = y[at[i + 1]]; }
__kernel void doubles(__global double *y) { const size_t i = get_global_id(0); y[i] = y[i] * y[i] + y[i] + 3.0; }
__kernel void kept(__global float *y, __local float *shared)
{
    const int l = get_local_id(0);
    const float own = y[get_global_id(0)] * 3.0f;
    shared[l] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    y[get_global_id(0)] = shared[l ^ 1] + own;
}
""")
        full = ['--name', 'b', '--output-dir', 'out', 'k.cl']
        self.assertEqual(self.misused('bundle', '--explain', *full), '--explain needs --native')
        self.assertEqual(self.misused('bundle', '--native-checked', '--levels', 'v3', *full),
                         '--native-checked is for one instruction set: leave --levels out')
        self.assertEqual(self.clbundle('bundle', '--native', *full, ok=0).stdout, '')
        plain = self.read('out/b_native.c')
        told = self.clbundle('bundle', '--native', '--explain', *full, ok=0).stdout
        self.assertEqual(self.read('out/b_native.c'), plain)
        parts = dict((p.split(' ', 1)[0], p.splitlines()) for p in ('\n' + told).split('\nkernel ')[1:])
        self.assertEqual(list(parts), ['vectors', 'places', 'doubles', 'kept'])
        self.assertEqual(parts['vectors'][0], 'vectors (k.cl:2): neighbouring work-items in vectors')
        for line in ('one region: no barriers', 'guard (k.cl:5): a bound of the work-item loops along x', 'value i (k.cl:4): affine, 1 more from one work-item to the next',
                     'variable k (k.cl:7): uniform', 'variable sum (k.cl:6): varying, by a load from memory (k.cl:7)',
                     'loop (k.cl:7): divergent, under a mask, by a load from memory (k.cl:7)',
                     'load of 1 f32 (k.cl:7): contiguous', 'load of 1 f32 (k.cl:8): strided, 12 bytes',
                     'function lgamma (k.cl:8): one lane at a time, since there is no vector version',
                     'function max (k.cl:8): in vectors', 'store of 1 f32 (k.cl:8): contiguous'):
            self.assertIn('  ' + line, parts['vectors'])
        self.assertEqual(parts['places'][1], '  not written in vectors: mostly gathers: 2, beside 0 vector operations (k.cl:10)')
        self.assertEqual(parts['doubles'][1], '  not written in vectors: straight code in 64 bits: 3 operations, beside 0 in '
                         '32 bits (k.cl:11)')
        self.assertIn('  2 regions, 4 bytes of context a work-item', parts['kept'])
        self.assertIn('  value own (k.cl:15): varying, by a load from memory (k.cl:15)', parts['kept'])
        self.assertIn("  load of 1 f32 (k.cl:18): a gather, by the operation 'xor' on an affine value (k.cl:18)", parts['kept'])

    def test_functions_of_pipes_are_explained(self):
        steps = 'v = (v * 0.75f + 1.0f) * (1.0f - v * 0.001f);\n' * 40
        self.write('k.cl', '__kernel void k(read_only pipe float p, __global float *x) { float v = x[get_global_id(0)];\n' + steps +
                   'x[get_global_id(0)] = v + read_pipe(p, &v); }\n')
        told = self.clbundle('bundle', '--native', '--explain', '--name', 'b', '--options', '-cl-std=CL2.0', '--output-dir', 'out', 'k.cl',
                             ok=0).stdout
        self.assertIn('function pipe_begin_read (k.cl:42): one lane at a time', told)
        self.assertIn('divergent, both ways under masks, by the result of a function of pipes (k.cl:42)', told)

    def test_kernels_without_a_native_version_are_explained_too(self):
        self.write('b.cl', '__kernel void k(__global int *x) { x[0] = sub_group_clustered_reduce_add(1, 3u); }\n')
        told = self.clbundle('bundle', '--native', '--explain', '--options=-cl-std=CL2.0', '--name', 'b', '--output-dir', 'out', 'b.cl',
                             ok=0).stdout
        self.assertEqual(told, "kernel k (b.cl:1): no native version: a cluster of 3 in a sub-group of 16 work-items (b.cl:1)\n")
        self.write('a\nb.cl', '__kernel void k(__global int *x)\n{\n    int room[100000];\n    for (int i = 0; i < 100000; ++i) room[i] = x[i];\n'
                   '    for (int i = 0; i < 100000; ++i) x[i] = room[x[i]];\n}\n')
        told = self.clbundle('bundle', '--native', '--explain', '--name', 'b', '--output-dir', 'out', 'a\nb.cl', ok=0).stdout
        self.assertRegex(told.splitlines()[0], r'^kernel k \(a.*b\.cl:1\): ')
        self.assertIn('not written in vectors: ', told)
        self.write('k.cl', '__kernel void k(__global int *x) { x[0] = 1 }\n')
        r = self.clbundle('bundle', '--native', '--explain', '--name', 'b', '--output-dir', 'out', 'k.cl', ok=1)
        self.assertEqual(r.stdout, '')

    def test_a_bundle_has_a_name_a_folder_and_kernels(self):
        self.write('k.cl', '__kernel void k(__global int *x) { x[0] = 1; }\n__kernel void l(__global int *x) { x[0] = 1; }\n')
        full = ['--name', 'b', '--output-dir', 'out', 'k.cl']
        self.assertEqual(self.misused('bundle', *full[2:]), '--name is missing')
        self.assertEqual(self.misused('bundle', *full[:2], 'k.cl'), '--output-dir is missing')
        self.assertEqual(self.misused('bundle', *full[:4]), 'no kernel file given')
        self.assertEqual(self.misused('bundle', '--native', '--no-check', *full), '--native and --no-check cannot be combined: native code needs the check')
        self.assertEqual(self.misused('bundle', '--native-split', '--no-check', *full),
                         '--native and --no-check cannot be combined: native code needs the check')
        for option in ('--name', '--output-dir', '--depfile', '--options', '--depends-tag'):
            self.assertEqual(self.misused('bundle', option, 'x', *full, option + '=x'), "option '%s' is given more than once" % option)
        for name in ('a b', '1a', '', 'a-b', 'a.', 'a@', 'a[', 'a`', 'a{', 'a/', 'a:', '@'):
            self.assertEqual(self.misused('bundle', '--name=' + name, *full[2:]), '--name %s: not a C identifier' % name)
        for group in ('k', '=k', 'g=', ''):
            self.assertEqual(self.misused('bundle', '--group=' + group, *full), '--group %s: write --group NAME=KERNEL,KERNEL' % group)
        self.assertEqual(self.says(1, 'bundle', '--group', 'g=k,none', *full),
                         ["clbundle: error: the group 'g' names 'none', which is not a kernel of the bundle"])
        self.assertFalse(os.path.exists(os.path.join(self.root, 'out/b.c')))
        for name in ('a', 'Z', 'aZ_09', 'z', 'A'):
            self.clbundle('bundle', '--name', name, '--group', 'g=,k,,l,', *full[2:])
            self.assertIn('"programs": [\n    {', self.read('out/%s.json' % name))
            self.assertEqual(self.read('out/%s.json' % name).count('"program": 0'), 2)

    def test_commands_are_guessed_from_their_names(self):
        help_ = self.clbundle('--help').stdout
        self.assertEqual(self.clbundle('-h').stdout, help_)
        self.assertEqual(self.clbundle(ok=2).stderr, help_)
        for wrong, near in (('sotr', 'sort'), ('bundel', 'bundle'), ('nonsense', None), ('', None)):
            said = "clbundle: error: unknown command '%s'%s\n" % (wrong, near and "; did you mean '%s'?" % near or '')
            self.assertEqual(self.clbundle(wrong, ok=2).stderr, said + help_)

    def test_help_is_asked_for_by_name_or_option(self):
        self.assertEqual(self.clbundle('help').stdout, self.clbundle('--help').stdout)
        self.assertEqual(self.clbundle('help', 'sort').stdout, self.clbundle('sort', '--help').stdout)
        self.assertEqual(self.misused('help', 'srot'), "unknown command 'srot'; did you mean 'sort'?")
        self.assertEqual(self.misused('help', 'nonsense'), "unknown command 'nonsense'")
        self.assertEqual(self.misused('help', 'sort', '--man'), 'expected one of: a command, --man, --completion')
        self.assertEqual(self.misused('help', '--completion', 'tcsh'), '--completion tcsh: expected bash, zsh or fish')
        self.assertEqual(self.misused('sort', '--help=me'), "unknown option '--help=me'; did you mean '--help'?")

    def test_operands_may_begin_with_a_dash(self):
        self.write('-lib/a.cl', '// @provides: a\n')
        self.assertEqual(self.clbundle('sort', '--', '-lib').stdout, 'a\n')
        self.assertEqual(self.misused('sort', '-lib'), "unknown option '-lib'")
        self.assertEqual(self.says(1, 'sort', '-'), ['clbundle: error: File not found: -'])

    def test_libraries_are_given_once_with_a_name_and_a_folder(self):
        self.write('lib/a.cl', '// @provides: a\n')
        self.write('k.cl', '// @depends_lib: a\n__kernel void k() {}\n')
        for option in ('=lib', 'lib='):
            self.assertEqual(self.says(1, 'program', '--list', '--library', option, 'k.cl')[0],
                             "clbundle: error: '--library %s': write --library NAME=FOLDER" % option)
        self.assertEqual(self.says(1, 'program', '--list', '--library', 'lib=lib', '--library=lib', 'k.cl'),
                         ["clbundle: error: the library 'lib' is given twice"])
        for folder in ('lib', './lib', 'lib//', os.path.join(self.root, 'lib')):
            self.assertEqual(self.clbundle('program', '--list', '--library', folder, 'k.cl').stdout, 'a\nk\n')

    def test_an_index_goes_to_standard_output_on_request(self):
        self.write('lib/a.cl', '// @provides: a\n')
        self.assertEqual(self.clbundle('index', 'lib', '-o', '-').stdout, 'stem\tall_depends\na\t\n')
        self.assertEqual(self.clbundle('index', 'lib').stdout, '')
        self.assertEqual(self.read('lib/kernel_dependency_index.tsv'), 'stem\tall_depends\na\t\n')

    def test_a_subset_says_what_it_copied_and_why_it_could_not(self):
        self.write('lib/sub/a.cl', '// @provides: a\n' + '// text\n' * 2000)
        self.write('lib/b.cl', '// @provides: b\n')
        self.write('k.cl', '// @depends_lib: a\n__kernel void k() {}\n')
        subset = ('subset', '--library', 'lib=lib', '--dest', 'out', 'k.cl')
        row = 'stem\tsource\tdest\tcopied\na\tlib/sub/a.cl\tout/sub/a.cl\t%s\n' \
              'kernel_dependency_index.tsv\tlib/kernel_dependency_index.tsv\tout/kernel_dependency_index.tsv\t%s\n'
        self.assertEqual(self.clbundle(*subset).stdout, row % ('TRUE', 'TRUE'))
        self.assertEqual(self.read('out/sub/a.cl'), self.read('lib/sub/a.cl'))
        self.assertEqual(self.clbundle(*subset).stdout, row % ('FALSE', 'FALSE'))
        os.remove(os.path.join(self.root, 'out/kernel_dependency_index.tsv'))
        self.assertEqual(self.clbundle(*subset).stdout, row % ('FALSE', 'TRUE'))
        self.assertEqual(self.clbundle(*subset, '--overwrite').stdout, row % ('TRUE', 'TRUE'))
        self.write('file', '')
        r = self.clbundle('subset', '--library', 'lib=lib', '--dest', 'file', 'k.cl', ok=1)
        self.assertEqual((r.stdout, r.stderr), ('', 'clbundle: error: cannot make the folder file: File exists\n'))
        self.write('blocked/sub', '')
        r = self.clbundle('subset', '--library', 'lib=lib', '--dest', 'blocked', 'k.cl', ok=1)
        self.assertEqual((r.stdout, r.stderr), ('', 'clbundle: error: cannot write blocked/sub/a.cl: Not a directory\n'))
        self.write('bad.cl', '// @library_deps: nowhere\n')
        r = self.clbundle('subset', '--library', 'lib=lib', '--dest', 'new', 'k.cl', 'bad.cl', ok=1)
        self.assertIn("the library 'nowhere' was not given", r.stderr)
        self.assertFalse(os.path.exists(os.path.join(self.root, 'new')))


if __name__ == '__main__':
    CLBUNDLE = os.path.abspath(sys.argv.pop(1))
    unittest.main()
