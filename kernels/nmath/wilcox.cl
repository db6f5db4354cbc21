// Wilcoxon's rank sum statistic, element by element; size_x and size_y are the sample sizes.
// @library_deps: nmath
// @depends_nmath: dwilcox, pwilcox, qwilcox, nm_rank_table
// @range: (n+4095)/4096*256
// @local: 256
// @arg x: in 1+(n-1)*x_step
// @arg q: in 1+(n-1)*q_step
// @arg p: in 1+(n-1)*p_step
// @arg size_x: in 1+(n-1)*size_x_step
// @arg size_y: in 1+(n-1)*size_y_step
// @arg out: out n
// SPDX-License-Identifier: MIT
#include "shared.h"

#define DIFFER AT(size_x) != HEAD(size_x) || AT(size_y) != HEAD(size_y)
#define LESS fmin(rint(HEAD(size_x)), rint(HEAD(size_y)))
#define MORE fmax(rint(HEAD(size_x)), rint(HEAD(size_y)))
#define WILCOX(sums, look, own) \
    SHARED_BODY(nm_rank_table, DIFFER, nm_rank_fill(&table, 1, LESS, MORE, sums), 0, , , out[i] = look, out[i] = own)

__kernel void dwilcox_kernel(INPUT(x), INPUT(size_x), INPUT(size_y), const int give_log, OUTPUT)
    WILCOX(0, nm_rank_table_d(&table, AT(x), give_log), dwilcox(AT(x), AT(size_x), AT(size_y), give_log))

__kernel void pwilcox_kernel(INPUT(q), INPUT(size_x), INPUT(size_y), TAILS, OUTPUT)
    WILCOX(1, nm_rank_table_p(&table, AT(q), lower_tail, log_p),
           pwilcox(AT(q), AT(size_x), AT(size_y), lower_tail, log_p))

__kernel void qwilcox_kernel(INPUT(p), INPUT(size_x), INPUT(size_y), TAILS, OUTPUT)
    WILCOX(1, nm_rank_table_q(&table, AT(p), lower_tail, log_p),
           qwilcox(AT(p), AT(size_x), AT(size_y), lower_tail, log_p))
