#!/usr/bin/env python3
"""Draws what bench_nmath printed: each function's time as a ratio to libRmath's, on a logarithmic axis, as SVG.

usage: bench_nmath ... | plot.py > ratios.svg"""
import math
import re
import sys

LEFT, BAR, WIDTH, TOP = 120, 14, 620, 48


def main():
    device, rows = '', []
    for line in sys.stdin:
        if line.startswith('device\t'):
            device = line.split('\t')[1].strip()
        m = re.match(r"(\w+)\t.*\t([0-9.]+) of libRmath's time", line)
        if m:
            rows.append((m.group(1), max(float(m.group(2)), 1e-5)))
    rows.sort(key=lambda r: r[1])
    if not rows:
        sys.exit('plot.py: no ratios on standard input')
    low = math.floor(math.log10(rows[0][1]))
    high = max(1, math.ceil(math.log10(rows[-1][1])))
    height = TOP + BAR * len(rows) + 30

    def x(value):
        return LEFT + (math.log10(value) - low) / (high - low) * (WIDTH - 20)
    out = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="11">'
           % (LEFT + WIDTH, height), '<rect width="100%" height="100%" fill="white"/>',
           '<text x="%d" y="20" font-size="14">Time an element as a ratio to one thread of libRmath: %s</text>' % (10, device)]
    for e in range(low, high + 1):
        out.append('<line x1="%.1f" x2="%.1f" y1="%d" y2="%d" stroke="%s"/>' % (
            x(10.0 ** e), x(10.0 ** e), TOP - 8, height - 24, '#c00' if e == 0 else '#ddd'))
        out.append('<text x="%.1f" y="%d" text-anchor="middle">%g</text>' % (x(10.0 ** e), height - 8, 10.0 ** e))
    for i, (name, ratio) in enumerate(rows):
        y = TOP + BAR * i
        out.append('<text x="%d" y="%d" text-anchor="end">%s</text>' % (LEFT - 6, y + 9, name))
        out.append('<rect x="%d" y="%d" width="%.1f" height="%d" fill="%s"/>' % (
            LEFT, y, x(ratio) - LEFT, BAR - 4, '#4292c6' if ratio <= 1 else '#fb6a4a'))
    out.append('</svg>')
    print('\n'.join(out))


if __name__ == '__main__':
    main()
