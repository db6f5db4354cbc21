# SPDX-License-Identifier: MIT
"""python -m clbundle: where the runtime and the libraries lie, and the generator."""
import sys

from clbundle import _main

if __name__ == '__main__':
    sys.exit(_main())
