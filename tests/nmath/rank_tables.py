#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""rank_tables.py NMATH_EVAL [--device FILTER]: the rank statistics where all elements of a launch have the same sizes,
so that the work-groups share a table, against whole numbers: d and p within 1 ULP of the quotient (logarithms within
3 of a reference in doubles), quantiles exactly the smallest integer, ties within 4 ULP of p counting as equal. Sizes
on both sides of every limit of nm_rank_table.cl, and launches in which one element has another size, which must give
the same numbers without a table."""
import math, random, subprocess, sys
from fractions import Fraction

TOTAL_ROWS = 60


def counts(kind, m, n):
    """Coefficients of the generating function, the whole degree."""
    if kind == 0:
        c = [1]
        for j in range(1, n + 1):
            c = [(c[i] if i < len(c) else 0) + (c[i - j] if i >= j else 0) for i in range(len(c) + j)]
        return c
    c = [1] + [0] * (m * n)
    for j in range(1, m + 1):
        for i in range(m * n, n + j - 1, -1): c[i] -= c[i - n - j]
        for i in range(j, m * n + 1): c[i] += c[i - j]
    return c


def run(command, function, rows):
    text = ''.join(' '.join(float(v).hex() if isinstance(v, float) else str(v) for v in r) + '\n' for r in rows)
    out = subprocess.run(command + [function], input=text, capture_output=True, text=True)
    if out.returncode: sys.exit('%s: %s' % (function, out.stderr))
    return [float.fromhex(v) for v in out.stdout.split()]


def ulps(value, exact):
    """Distance in ULP of the exact value, a Fraction."""
    near = float(exact)
    if near == 0.0: return 0.0 if value == 0.0 else math.inf
    return abs(float((Fraction(value) - exact) / Fraction(math.ulp(near))))


def log_of(share):
    """log of a Fraction as a double, to well below an ULP of itself."""
    if share > Fraction(1, 2): return math.log1p(-float(1 - share))
    e = share.numerator.bit_length() - share.denominator.bit_length()
    m = share / Fraction(2) ** e
    return math.log(float(m)) + e * math.log(2.0)


def main():
    command = [sys.argv[1]] + sys.argv[2:]
    rng, worst, failed, checked = random.Random(5), {}, 0, 0
    sizes = [(0, n, n) for n in (1, 2, 3, 20, 31, 32, 49, 50, 53, 64, 65, 88, 89)]
    sizes += [(1, m, n) for m, n in ((1, 1), (1, 7), (2, 2), (2, 9), (3, 4), (15, 15), (20, 30), (25, 26), (30, 30), 
                                     (33, 34), (40, 40), (7, 570), (50, 50), (63, 64), (64, 64))]
    for kind, m, n in sizes:
        c = counts(kind, m, n)
        total, degree = sum(c), len(c) - 1
        sums, s = [], 0
        for v in c:
            s += v
            sums.append(s)
        name = 'wilcox' if kind else 'signrank'
        # Beyond the tables a value costs much more.
        large = degree >= 4031 or total >= 2 ** 126
        count = 8 if large else TOTAL_ROWS
        size = [float(m), float(n)] if kind else [float(n)]
        if kind and rng.random() < 0.5: size.reverse()
        other = [v + 1.0 for v in size]
        ks = sorted({-1, 0, degree, degree + 1, degree // 2, degree // 2 + 1} |
                    {rng.randrange(degree + 1) for _ in range(count)})
        if large: ks = ks[::2]
        for odd in (0, 1):
            if odd and (n > 34 or degree > 250): continue
            for flag in (0, 1):
                rows = [[float(k)] + size + [flag] for k in ks]
                if odd: rows.append([0.0] + other + [flag])
                for k, v in zip(ks, run(command, 'd' + name, rows)):
                    checked += 1
                    p = Fraction(c[k], total) if 0 <= k <= degree else Fraction(0)
                    if flag and p == 0: e = 0.0 if v == -math.inf else math.inf
                    elif flag: e = abs(v - log_of(p)) / math.ulp(log_of(p))
                    else: e = ulps(v, p)
                    worst['d' + name] = max(worst.get('d' + name, 0.0), e)
            for lower in (0, 1):
                for flag in (0, 1):
                    rows = [[float(k)] + size + [lower, flag] for k in ks]
                    if odd: rows.append([0.0] + other + [lower, flag])
                    for k, v in zip(ks, run(command, 'p' + name, rows)):
                        checked += 1
                        f = Fraction(sums[min(k, degree)], total) if k >= 0 else Fraction(0)
                        if not lower: f = 1 - f
                        if flag and f == 0: e = 0.0 if v == -math.inf else math.inf
                        elif flag: e = abs(v - log_of(f)) / (math.ulp(log_of(f)) if f != 1 else 1.0)
                        else: e = ulps(v, f)
                        worst['p' + name] = max(worst.get('p' + name, 0.0), e)
            # Quantiles: random probabilities, the exact steps, and their neighbours far beyond the tolerance.
            ps = [rng.random() for _ in range(count)] + [rng.random() ** 12 for _ in range(count // 2)]
            for k in ks:
                if 0 <= k < degree:
                    step = float(Fraction(sums[k], total))
                    for f in (1.0, 1.0 - 2.0 ** -40, 1.0 + 2.0 ** -40): ps.append(min(step * f, 1.0))
            ps += [0.0, 1.0]
            if large: ps = ps[::3]
            for lower in (0, 1):
                rows = [[p] + size + [lower, 0] for p in ps]
                if odd: rows.append([0.5] + other + [lower, 0])
                for p, v in zip(ps, run(command, 'q' + name, rows)):
                    checked += 1
                    if p in (0.0, 1.0):
                        want = 0 if (p == 0.0) == bool(lower) else degree
                    else:
                        # Smallest k with F(k) >= p, or with 1 - F(k) <= p.
                        near = Fraction(p) * (1 - 4 * Fraction(2) ** -52 if lower else 1 + 4 * Fraction(2) ** -52)
                        a, b = -1, degree
                        while b - a > 1:
                            mid = (a + b) // 2
                            f = Fraction(sums[mid], total)
                            if (f >= near if lower else 1 - f <= near): b = mid
                            else: a = mid
                        want = b
                    if v != want:
                        failed += 1
                        if failed < 10: print('q%s(%r, %s, lower=%d): %r, not %d' % (name, p, size, lower, v, want))
    for f in sorted(worst):
        print('%s\tworst %.3f ULP' % (f, worst[f]))
        # The reference for logarithms is good to an ULP or two itself.
        if not worst[f] <= 3.0: failed += 1
    print('%d values, %d wrong' % (checked, failed))
    sys.exit(1 if failed else 0)


main()
