# Build: clbundle bundle --python kernels --name kernels --output-dir package row_sums.cl
#        pip install ./package
# SPDX-License-Identifier: MIT
import numpy as np

import kernels

print(kernels.row_sums(np.arange(6).reshape(2, 3)).tolist())
