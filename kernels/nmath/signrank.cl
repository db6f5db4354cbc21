// Wilcoxon's signed rank statistic, element by element; size is the number of observations.
// @library_deps: nmath
// @depends_nmath: dsignrank, psignrank, qsignrank, nm_rank_table
// @range: (n+4095)/4096*256
// @local: 256
// @arg x: in 1+(n-1)*x_step
// @arg q: in 1+(n-1)*q_step
// @arg p: in 1+(n-1)*p_step
// @arg size: in 1+(n-1)*size_step
// @arg out: out n
// SPDX-License-Identifier: MIT
#include "shared.h"

#define PAIRS rint(HEAD(size))
#define SIGNRANK(sums, look, own)                                                                             \
    SHARED_BODY(nm_rank_table, AT(size) != HEAD(size), nm_rank_fill(&table, 0, PAIRS, PAIRS, sums), 0, , , out[i] = look, \
                out[i] = own)

__kernel void dsignrank_kernel(INPUT(x), INPUT(size), const int give_log, OUTPUT)
    SIGNRANK(0, nm_rank_table_d(&table, AT(x), give_log), dsignrank(AT(x), AT(size), give_log))

__kernel void psignrank_kernel(INPUT(q), INPUT(size), TAILS, OUTPUT)
    SIGNRANK(1, nm_rank_table_p(&table, AT(q), lower_tail, log_p), psignrank(AT(q), AT(size), lower_tail, log_p))

__kernel void qsignrank_kernel(INPUT(p), INPUT(size), TAILS, OUTPUT)
    SIGNRANK(1, nm_rank_table_q(&table, AT(p), lower_tail, log_p), qsignrank(AT(p), AT(size), lower_tail, log_p))
