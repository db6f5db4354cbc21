#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""sample.py FILE SEED COUNT: random kernels whose results are the same on processors of either byte order."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'random'))
import generate
import shapes

shapes.keep_off_bytes()
path, seed, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
with open(path, 'w') as f:
    f.write(generate.program([generate.Kernel(s) for s in range(seed, seed + count)]))
