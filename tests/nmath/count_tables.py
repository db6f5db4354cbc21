#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""count_tables.py NMATH_EVAL [--device FILTER]: quantiles and random counts are the same whether or not the elements of
a launch share their parameters, and with them a table. Quantiles at random probabilities, at the values of the
distribution function and next to them, both tails, both scales; counts drawn with the same seed."""
import math, random, subprocess, sys

QUANTILES = {
    'qpois': ([0.0], [1e-9], [0.3], [7.9], [8.0], [10.0], [63.5], [900.0], [1100.0]),
    'qbinom': ([1, 0.5], [5, 0.3], [40, 0.3], [40, 0.7], [100, 0.99], [1000, 0.4], [1e9, 1e-8], [1e6, 0.5], [3.5, 0.5]),
    'qnbinom': ([10, 0.3], [0.4, 0.5], [50, 0.9], [3, 0.081], [3, 0.05], [200, 0.6], [1e8, 0.9999999]),
    'qnbinom_mu': ([10, 15], [0.5, 2], [1e6, 30], [2, 70]),
    'qhyper': ([40, 60, 20], [60, 40, 20], [40, 60, 80], [60, 40, 80], [1, 1, 1], [5, 5, 9], [1e5, 1e6, 500],
               [300, 200, 400], [1e9, 1e9, 60]),
}
COUNTS = {
    'rpois': ([0.0], [0.4], [7.5], [8.5], [31.9], [32.0]),
    'rbinom': ([0, 0.5], [5, 1], [5, 0.3], [40, 0.3], [40, 0.7], [1000, 0.97], [1000, 0.4], [1e9, 1e-8]),
    'rnbinom': ([10, 0.3], [0.4, 0.5], [3, 0.081], [3, 0.05], [200, 0.9], [1e17, 1 - 2 ** -53]),
    'rnbinom_mu': ([10, 15], [0.5, 2], [1e6, 30], [2, 70], [math.inf, 5]),
    'rhyper': ([40, 60, 20], [60, 40, 20], [40, 60, 80], [60, 40, 80], [1, 1, 1], [5, 5, 9], [1e5, 1e6, 500],
               [300, 200, 400]),
}


def run(command, function, rows):
    text = ''.join(' '.join(float(v).hex() if isinstance(v, float) else str(v) for v in r) + '\n' for r in rows)
    out = subprocess.run(command + [function], input=text, capture_output=True, text=True)
    if out.returncode: sys.exit('%s: %s' % (function, out.stderr))
    return out.stdout.split()


def alone(command, function, rows, other):
    """The same rows, each next to one with other parameters, in every work-group."""
    return run(command, function, [r for row in rows for r in (row, other)])[::2]


def main():
    command, rng, checked, failed = sys.argv[1:], random.Random(3), 0, 0
    for function, sets in QUANTILES.items():
        for parameters in sets:
            parameters = [float(v) for v in parameters]
            other = [v + 1.0 for v in parameters[:-1]] + [parameters[-1] * 0.5]
            mean = parameters[0] if function == 'qpois' else 40.0
            ks = sorted({float(round(rng.uniform(0, 2.5 * mean + 5))) for _ in range(25)})
            for lower in (0, 1):
                for flag in (0, 1):
                    steps = [float.fromhex(v) for v in
                             run(command, 'p' + function[1:], [[k] + parameters + [lower, flag] for k in ks])]
                    ps = [rng.random() for _ in range(40)] + [rng.random() ** 30 for _ in range(20)]
                    if flag: ps = [math.log(p) for p in ps] + [-1e-18, -200.0, -math.inf, 0.0]
                    else: ps += [0.0, 1.0, 1e-300, 1e-25]
                    for s in steps:
                        if s != s or math.isinf(s): continue
                        ulp = math.ulp(s)
                        ps += [v for v in (s, s + 2 * ulp, s - 2 * ulp, s + 1e4 * ulp, s - 1e4 * ulp, s * (1 + 1e-9)) if
                               (v <= 0.0 if flag else 0.0 <= v <= 1.0)]
                    rows = [[p] + parameters + [lower, flag] for p in ps]
                    got = run(command, function, rows)
                    want = alone(command, function, rows, [0.5 if not flag else -0.5] + other + [lower, flag])
                    checked += len(rows)
                    for r, a, b in zip(rows, got, want):
                        if a != b and not (a.endswith('nan') and b.endswith('nan')):
                            failed += 1
                            if failed < 10: print('%s%r: %s with a table, %s without' % (function, r, a, b))
    for function, sets in COUNTS.items():
        for parameters in sets:
            parameters = [float(v) for v in parameters]
            rows = [parameters] * 500
            got = run(command, function, rows)
            # The last element differs: none has a table.
            other = [v + 1.0 for v in parameters[:-1]] + [parameters[-1] * 0.5]
            want = run(command, function, rows[:-1] + [other])[:-1]
            checked += len(want)
            if got[:-1] != want:
                failed += 1
                print('%s%r: another count with a table' % (function, parameters))
    print('%d values, %d wrong' % (checked, failed))
    sys.exit(1 if failed else 0)


main()
