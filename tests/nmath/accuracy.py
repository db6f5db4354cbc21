#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Accuracy of the device library: every function through nmath-eval against the tables of this folder.

usage: accuracy.py NMATH_EVAL [--single] [--device FILTER] [--jobs N] [--markdown FILE] [--check | --update]
                   [--save FILE] [--against FILE] [--under PROGRAM] [FUNCTION...]

A table tables/FUNCTION.tsv holds the arguments in nmath-eval's order and the exact value as two doubles hi + lo (see
the script in reference/ that its first line names). The error is in units in the last place of hi. For quantiles of
continuous distributions it is the backward error: the error in ULP of q over what one ULP of p is worth in ULP of q,
where that is more than one. libRmath is shown for comparison if it is installed.

--single: the functions of cl/nmathf, with the tables and bounds of tests/nmathf and in units of floats.

--markdown puts the table between the marks `<!-- accuracy -->` and `<!-- end -->` of a file.
--under: runs NMATH_EVAL, such as qemu-aarch64.
--save keeps the results; --against prints how far they are from those of another device, in ULP.
--check fails if a function is worse than bounds.tsv says; --update writes bounds.tsv from what was measured."""
import argparse
import concurrent.futures
import contextlib
import ctypes
import json
import math
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TABLES = os.path.join(HERE, 'tables')
BOUNDS = os.path.join(HERE, 'bounds.tsv')
DISCRETE = {'qbinom', 'qgeom', 'qhyper', 'qnbinom', 'qnbinom_mu', 'qpois', 'qsignrank', 'qwilcox', 'qbinomf', 'qnbinomf',
            'qpoisf'}
LIBC = ctypes.CDLL(None)
SINGLE = os.path.join(os.path.dirname(HERE), 'nmathf')
INTEGER_FLAGS = {'give_log', 'lower_tail', 'log_p'}


def number(text):
    return float.fromhex(text) if 'x' in text.lower() else float(text)


def read_table(path):
    with open(path) as f:
        return [[number(t) for t in line.split()] for line in f if line.strip() and not line.startswith('#')]


def ulp_double(x):
    return math.ulp(x)


def ulp_single(x):
    return math.ldexp(1.0, max(math.frexp(x)[1] - 24, -149) if x else -149)


ulp = ulp_double


def ulp_error(got, hi, lo):
    if math.isnan(hi):
        return 0.0 if math.isnan(got) else math.inf
    if math.isinf(hi):
        return 0.0 if got == hi else math.inf
    if math.isnan(got) or math.isinf(got):
        return math.inf
    return abs((got - hi) - lo) / ulp(hi)


def signatures(tool):
    """Function -> names of its columns, of those that are arrays of numbers and flags."""
    result = {}
    for line in subprocess.run([*tool, '--list'], capture_output=True, text=True, check=True).stdout.splitlines():
        name, *columns = line.split()
        result[name] = columns
    return result


def evaluate(tool, device, rows_of):
    """Function -> results of its rows, all by one process: a device is opened, and its compiler begun, once."""
    text = ''.join(':%s\n' % f + ''.join('\t'.join(v.hex() for v in row) + '\n' for row in rows) for f, rows in rows_of.items())
    r = subprocess.run(tool + (['--device', device] if device else []) + ['-'], input=text, capture_output=True, text=True)
    results = {}
    for block in r.stdout.split(':')[1:]:
        function, *values = block.split()
        results[function] = [number(t) for t in values]
    if r.returncode:
        raise RuntimeError('%s: %s' % (list(results)[-1] if results else 'nmath-eval', r.stderr.strip() or 'exit %d' % r.returncode))
    for function, rows in rows_of.items():
        if len(results.get(function, [])) != len(rows):
            raise RuntimeError('%s: %d results for %d rows' % (function, len(results.get(function, [])), len(rows)))
    return results


class Evaluation:
    """The results of all functions, by as many processes as there are jobs. Where a process fails, each of its functions is
    evaluated by itself, so that one does not hide the others."""

    def __init__(self, tool, device, rows_of, jobs):
        names = list(rows_of)
        self.chunk_of = {}
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            for k in range(jobs):
                chunk = {name: rows_of[name] for name in names[k::jobs]}
                started = pool.submit(evaluate, tool, device, chunk)
                self.chunk_of.update((name, started) for name in chunk)
        self.alone = lambda name: evaluate(tool, device, {name: rows_of[name]})

    def of(self, name):
        try:
            return self.chunk_of[name].result()[name]
        except RuntimeError:
            return self.alone(name)[name]


@contextlib.contextmanager
def silence():
    """libRmath prints its warnings to standard output, past Python."""
    sys.stdout.flush()
    kept, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    try:
        yield
    finally:
        LIBC.fflush(None)
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)


class Rmath:
    """libRmath's functions, called with the same rows."""

    def __init__(self):
        self.lib = None
        for name in ('libRmath.so.1', 'libRmath.so'):
            try:
                self.lib = ctypes.CDLL(name)
                break
            except OSError:
                pass

    def evaluate(self, function, columns, rows):
        if not self.lib:
            return None
        for name in (function, function + '4', function + '5', 'Rf_' + function):
            f = getattr(self.lib, name, None)
            if f:
                break
        else:
            return None
        integers = [c in INTEGER_FLAGS for c in columns]
        f.restype = ctypes.c_double
        f.argtypes = [ctypes.c_int if i else ctypes.c_double for i in integers]
        with silence():
            return [f(*[int(v) if i else v for v, i in zip(row, integers)]) for row in rows]


def shifted_rows(columns, rows):
    """64 ULP of p away."""
    shifted = []
    for row in rows:
        p = row[0]
        step = 64 * ulp(p) if p else 0.0
        log_p = row[columns.index('log_p')] if 'log_p' in columns else 0
        up = p + step
        if (log_p and up > 0) or (not log_p and up > 1):
            up = p - step
        shifted.append([up] + row[1:])
    return shifted


def slopes(moved, results):
    """What one ULP of p is worth in ULP of q, by differences over 64 ULP."""
    return [abs(m - q) / ulp(q) / 64 if math.isfinite(m) and math.isfinite(q) else 0.0
            for m, q in zip(moved, results)]


def statistics(errors):
    errors = sorted(errors)
    k = len(errors)
    return {'points': k, 'max': errors[-1], 'p99': errors[min(k - 1, int(k * 0.99))], 'p90': errors[int(k * 0.9)],
            'median': errors[k // 2]}


def has_slopes(function):
    return function[0] == 'q' and function not in DISCRETE


def measure(evaluated, rmath, table, function, columns):
    n = len(columns)
    rows = [r[:n] for r in table]
    if any(len(r) < n + 2 for r in table):
        raise RuntimeError('%s: the table has too few columns' % function)
    results = evaluated.of(function)
    ours, moved = results[:len(rows)], results[len(rows):]
    theirs = rmath.evaluate(function, columns, rows) if rmath else None
    scale = [max(1.0, s) for s in slopes(moved, [r[n] for r in table])] if moved else [1.0] * len(rows)

    def errors(results):
        return [ulp_error(got, r[n], r[n + 1]) / s for got, r, s in zip(results, table, scale)]
    mine = errors(ours)
    worst = max(range(len(rows)), key=lambda i: mine[i])
    return {'ours': statistics(mine), 'theirs': statistics(errors(theirs)) if theirs else None, 'row': rows[worst],
            'got': ours[worst], 'want': table[worst][n], 'results': ours}


def distance(a, b):
    """Between two devices' results, in ULP of the first."""
    if a == b or (math.isnan(a) and math.isnan(b)):
        return 0.0
    return abs(a - b) / ulp(a) if math.isfinite(a) and math.isfinite(b) else math.inf


def show(x):
    return '-' if x is None else 'inf' if math.isinf(x) else '%.2g' % x if x < 1000 else '%.1e' % x


def main():
    p = argparse.ArgumentParser()
    p.add_argument('tool')
    p.add_argument('--device')
    p.add_argument('--under')
    p.add_argument('--single', action='store_true')
    p.add_argument('--jobs', type=int, default=os.cpu_count())
    p.add_argument('--markdown')
    p.add_argument('--save')
    p.add_argument('--against')
    p.add_argument('--check', action='store_true')
    p.add_argument('--update', action='store_true')
    p.add_argument('functions', nargs='*')
    a = p.parse_intermixed_args()
    global ulp
    tables, bounds_file = TABLES, BOUNDS
    if a.single:
        tables, bounds_file, ulp = os.path.join(SINGLE, 'tables'), os.path.join(SINGLE, 'bounds.tsv'), ulp_single
    tool = [a.under, a.tool] if a.under else [a.tool]
    known = signatures(tool)
    functions = a.functions or sorted(f[:-4] for f in os.listdir(tables) if f.endswith('.tsv') and f[:-4] in known)
    bounds = {}
    if os.path.exists(bounds_file):
        for line in open(bounds_file):
            if not line.startswith('#'):
                name, largest, p99 = line.split()
                bounds[name] = (float(largest), float(p99))
    rmath = None if a.single else Rmath()
    failed = 0
    width = 5 if a.single else 8
    lines = ['| ' + ' | '.join(row[:width]) + ' |' for row in (
        ('function', 'points', 'max', 'p99', 'median', 'libRmath max', 'p99', 'median'), ('---',) * 8)]
    other = json.load(open(a.against)) if a.against else {}
    saved, worst_distance = {}, (0.0, '')
    table_of = {f: read_table(os.path.join(tables, f + '.tsv')) for f in functions}
    rows_of = {f: [r[:len(known[f])] for r in table_of[f]] for f in functions}
    for f in filter(has_slopes, functions):
        if all(len(row) == len(known[f]) for row in rows_of[f]):
            rows_of[f] += shifted_rows(known[f], rows_of[f])
    evaluated = Evaluation(tool, a.device, rows_of, a.jobs)

    for function in functions:
        try:
            m = measure(evaluated, rmath, table_of[function], function, known[function])
        except RuntimeError as e:
            print('%-14s %s' % (function, e))
            failed += 1
            continue
        ours, theirs, row, got, want = m['ours'], m['theirs'], m['row'], m['got'], m['want']
        saved[function] = [v.hex() for v in m['results']]
        if function in other:
            apart = max(distance(number(o), v) for o, v in zip(other[function], m['results']))
            worst_distance = max(worst_distance, (apart, function))
            print('%-14s at most %s ULP from the other device' % (function, show(apart)))
        t = theirs or {'max': None, 'p99': None, 'median': None}
        cells = [function, str(ours['points']), show(ours['max']), show(ours['p99']), show(ours['median']),
                 show(t['max']), show(t['p99']), show(t['median'])]
        lines.append('| ' + ' | '.join(cells[:width]) + ' |')
        verdict = ''
        if a.check:
            limit = bounds.get(function)
            if limit is None:
                verdict = ' NO BOUND'
            elif ours['max'] > limit[0] or ours['p99'] > limit[1]:
                verdict = ' WORSE than %g, %g' % limit
            failed += bool(verdict)
        worse = theirs and (ours['max'] > max(theirs['max'], 2) or ours['p99'] > max(theirs['p99'], 2))
        print('%-14s %5s  max %8s  p99 %8s  median %6s   libRmath %8s %8s %6s%s%s   worst at %s: %.17g, not %.17g' % (
            *cells, ' (above libRmath)' if worse else '', verdict, ' '.join('%.17g' % v for v in row), got, want))
        if a.update:
            bounds[function] = (float('%.3g' % (ours['max'] * 1.25 + 0.5)), float('%.3g' % (ours['p99'] * 1.25 + 0.5)))
    if a.save:
        with open(a.save, 'w') as f:
            json.dump(saved, f)
    if other:
        print('largest distance between the devices: %s ULP (%s)' % (show(worst_distance[0]), worst_distance[1]))
    if a.update:
        with open(bounds_file, 'w') as f:
            f.write('# function, largest error and 99th percentile allowed, in ULP; written by accuracy.py --update\n')
            for name in sorted(bounds):
                f.write('%s\t%g\t%g\n' % (name, *bounds[name]))
    if a.markdown:
        with open(a.markdown) as f:
            before, _, rest = f.read().partition('<!-- accuracy -->\n')
        after = rest.partition('<!-- end -->')[2]
        with open(a.markdown, 'w') as f:
            f.write(before + '<!-- accuracy -->\n' + '\n'.join(lines) + '\n<!-- end -->' + after)
    return failed != 0


if __name__ == '__main__':
    sys.exit(main())
