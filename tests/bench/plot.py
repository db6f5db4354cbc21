#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws the ratios that a benchmark printed, on a logarithmic axis, as SVG.

usage: plot.py [LABEL=]FILE... > ratios.svg

A FILE holds the output of bench_ordinary (native code over PoCL) or of bench_nmath (one thread of libRmath = 1); - is
standard input. The kernels of the first file are sorted by their ratio. Each further file adds a mark to each bar."""
import math
import re
import sys
from xml.sax.saxutils import escape

LEFT, TOP, BOTTOM, STEP, HEIGHT, MARK = 44, 46, 96, 10, 220, '#08306b'


def read(path):
    """(what a ratio of 1 means, {kernel: ratio}) of a benchmark's output."""
    over, rows = None, {}
    for line in sys.stdin if path == '-' else open(path):
        m = re.match(r"(\w+)\t.*\t([0-9.]+) of libRmath's time", line)
        if m:
            over = 'one thread of libRmath'
        else:
            m = re.match(r'(\w+)\t[0-9.]+ ms\t[0-9.]+ ms\t([0-9.]+)(\t|$)', line)
            if m:
                over = over or 'PoCL'
        if m:
            rows[m.group(1)] = max(float(m.group(2)), 1e-3)
    if not rows:
        sys.exit('plot.py: %s holds no ratios' % path)
    return over, rows


def mean(rows):
    return math.exp(sum(map(math.log, rows.values())) / len(rows))


def draw(series):
    over, first = series[0][1]
    names = sorted(first, key=first.get)
    every = [r for _, (_, rows) in series for r in rows.values()]
    low, high = math.floor(math.log10(min(every)) * 2) / 2, max(0.5, math.ceil(math.log10(max(every)) * 2) / 2)

    def y(ratio):
        return TOP + (high - math.log10(ratio)) / (high - low) * HEIGHT

    width, end = LEFT + STEP * len(names) + 12, TOP + HEIGHT
    out = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="10">'
           % (width, end + BOTTOM), '<rect width="100%" height="100%" fill="white"/>',
           '<text x="8" y="16" font-size="13">Processor time, native code / %s; lower is better</text>' % over,
           '<text x="8" y="33">geometric mean of %d: %s</text>' % (len(names), escape(', '.join(
               '%s%.2f (%s)' % (label + ' ' if label else '', mean(rows), 'marks' if i else 'bars')
               for i, (label, (_, rows)) in enumerate(series))))]
    for half in range(int(2 * low), int(2 * high) + 1):
        for factor in ((1, 2, 5) if half % 2 == 0 else ()):
            value = factor * 10.0 ** (half // 2)
            if low <= math.log10(value) <= high:
                out.append('<path stroke="%s" d="M%d %.1fH%d"/><text x="%d" y="%.1f" text-anchor="end">%g</text>' % (
                    '#c00' if value == 1 else '#ddd', LEFT, y(value), width - 10, LEFT - 4, y(value) + 3, value))
    for i, name in enumerate(names):
        x, ratio = LEFT + STEP * i + 1, first[name]
        top, bottom = sorted((y(ratio), y(1.0)))
        out.append('<rect x="%d" y="%.1f" width="%d" height="%.1f" fill="%s"><title>%s %.2f</title></rect>' % (
            x, top, STEP - 2, bottom - top, '#4292c6' if ratio <= 1 else '#fb6a4a', escape(name), ratio))
        for _, (_, rows) in series[1:]:
            if name in rows:
                out.append('<path stroke="%s" stroke-width="2" d="M%d %.1fh%d"/>' % (MARK, x, y(rows[name]), STEP - 2))
        out.append('<text transform="translate(%d %d) rotate(-90)" text-anchor="end" font-size="8">%s</text>' % (
            x + 7, end + 6, escape(name)))
    out.append('</svg>')
    return '\n'.join(out)


def main():
    if len(sys.argv) < 2 or '--help' in sys.argv:
        sys.exit(__doc__)
    series = []
    for argument in sys.argv[1:]:
        label, _, path = argument.rpartition('=')
        series.append((label, read(path)))
    print(draw(series))


if __name__ == '__main__':
    main()
