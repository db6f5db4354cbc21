#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints the coefficient tables of cl/nmath/nm_incbeta.cl: interpolation at Chebyshev nodes with mpmath at 80 digits."""
from mpmath import mp, mpf, cos, pi, sqrt, exp, erfc, log, loggamma, matrix, lu_solve
mp.dps = 80

def interpolate(name, g, nodes):
    n = len(nodes)
    m = matrix(n, n)
    for i in range(n):
        for j in range(n): m[i, j] = nodes[i] ** j
    print(name + ':', ', '.join(float(v).hex() for v in lu_solve(m, matrix([g(t) for t in nodes]))))

def chebyshev(n): return [cos(pi * (j + mpf(1) / 2) / n) for j in range(n)]

# exp(z^2/2) times the integral of exp(-t^2/2) over t > z, times z + 3, for z in [0, 4.25]; in z-3/z+3 + 0.4140625
def mills(t):
    t -= mpf('0.4140625')
    z = 3 * (1 + t) / (1 - t)
    return sqrt(pi / 2) * exp(z * z / 2) * erfc(z / sqrt(mpf(2))) * (z + 3)
top = mpf('1.25') / mpf('7.25')
interpolate('nm_mills_tab', mills, [(top - 1) / 2 + (top + 1) / 2 * u + mpf('0.4140625') for u in chebyshev(19)])

# Stirling's error times n + 1/2, in u = (3/2 - n) / (n + 1/2), n >= 1/2
def stirling(u):
    t = (u + 1) / 2
    n = 1 / t - mpf(1) / 2
    return (loggamma(n + 1) - (n + mpf(1) / 2) * log(n) + n - log(2 * pi) / 2) / t
interpolate('nm_beta_stirling', stirling, chebyshev(24))
