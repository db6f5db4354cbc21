# Build: clbundle bundle --r kernels --name kernels --output-dir package row_sums.cl
#        R CMD INSTALL package
# SPDX-License-Identifier: MIT
library(kernels)

print(row_sums(matrix(1:6, 2, byrow = TRUE)))
