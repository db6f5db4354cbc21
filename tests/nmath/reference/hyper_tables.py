#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints the two tables of cl/nmath/nm_hyper.cl: Gauss-Legendre nodes and weights (40 points, Newton on Legendre's
recurrence at 60 digits) and the weights of the boundary term of a sum (exact for odd polynomials below degree 14)."""
from mpmath import mp, mpf, matrix, lu_solve, bernoulli, cos, pi
mp.dps = 60
n, q = 40, 7

def legendre(t):
    a, b = mpf(1), t
    for k in range(2, n + 1): a, b = b, ((2 * k - 1) * t * b - (k - 1) * a) / k
    return b, n * (t * b - a) / (t * t - 1)

print('__constant double nm_gauss40_tab[] = {')
rows = []
for i in range(1, n // 2 + 1):
    x = cos(pi * (i - mpf(1) / 4) / (n + mpf(1) / 2))
    for _ in range(50):
        v, d = legendre(x)
        x -= v / d
    d = legendre(x)[1]
    rows.append('    %s, %s' % (float(x).hex(), float(2 / ((1 - x * x) * d * d)).hex()))
print(',\n'.join(rows)); print('};')
a, b = matrix(q, q), matrix(q, 1)
for i in range(q):
    for j in range(q): a[i, j] = 2 * mpf(j + 1) ** (2 * i + 1)
    b[i] = bernoulli(2 * i + 2) / (2 * i + 2)
print('__constant double nm_boundary_tab[] = {')
print('    ' + ', '.join(float(v).hex() for v in lu_solve(a, b))); print('};')
