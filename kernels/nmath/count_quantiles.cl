// Quantiles of counts, element by element; a work-group whose elements share their parameters has one table.
// @library_deps: nmath
// @depends_nmath: nm_count_walk, nm_walk_of, nm_count_table, qpois, qbinom, qnbinom, qnbinom_mu, qhyper
// @range: (n+4095)/4096*256
// @local: 256
// @arg p: in 1+(n-1)*p_step
// @arg lambda: in 1+(n-1)*lambda_step
// @arg size: in 1+(n-1)*size_step
// @arg prob: in 1+(n-1)*prob_step
// @arg mu: in 1+(n-1)*mu_step
// @arg r: in 1+(n-1)*r_step
// @arg b: in 1+(n-1)*b_step
// @arg drawn: in 1+(n-1)*drawn_step
// @arg out: out n
// SPDX-License-Identifier: MIT
#include "shared.h"

// Twice: the look-ups of all, then what they left.
#define QUANTILE_BODY(differ, fill, own)                                                         \
    SHARED_BODY(nm_tail_table, differ, fill, NM_TAIL_CELLS, nm_tail_guide(&table, t),        \
                out[i] = nm_tail_find(&table, AT(p), lower_tail, log_p),                              \
                if (out[i] != out[i]) out[i] = own, out[i] = own)
#define QUANTILE_FILL(name, walk, parameters, arguments)                                         \
    NM_RV_INLINE int name(parameters, __local nm_tail_table *table)                              \
    {                                                                                            \
        nm_rv_walk w;                                                                            \
        return walk(arguments, &w) && nm_tail_fill(&w, table);                                   \
    }
QUANTILE_FILL(fill_pois, nm_walk_pois, double l, l COMMA 1000.0)
QUANTILE_FILL(fill_binom, nm_walk_binom, double n COMMA double p, n COMMA p COMMA 1000.0)
QUANTILE_FILL(fill_nbinom, nm_walk_nbinom, double n COMMA double p, n COMMA p COMMA 100.0)
QUANTILE_FILL(fill_nbinom_mu, nm_walk_nbinom_mu, double n COMMA double m, n COMMA m COMMA 100.0)
QUANTILE_FILL(fill_hyper, nm_walk_hyper, double r COMMA double b COMMA double n, r COMMA b COMMA n COMMA 1000.0)

__kernel void qpois_kernel(INPUT(p), INPUT(lambda), TAILS, OUTPUT)
    QUANTILE_BODY(AT(lambda) != HEAD(lambda), fill_pois(HEAD(lambda), &table),
                  qpois(AT(p), AT(lambda), lower_tail, log_p))

__kernel void qbinom_kernel(INPUT(p), INPUT(size), INPUT(prob), TAILS, OUTPUT)
    QUANTILE_BODY(AT(size) != HEAD(size) || AT(prob) != HEAD(prob), fill_binom(HEAD(size), HEAD(prob), &table),
                  qbinom(AT(p), AT(size), AT(prob), lower_tail, log_p))

__kernel void qnbinom_kernel(INPUT(p), INPUT(size), INPUT(prob), TAILS, OUTPUT)
    QUANTILE_BODY(AT(size) != HEAD(size) || AT(prob) != HEAD(prob), fill_nbinom(HEAD(size), HEAD(prob), &table),
                  qnbinom(AT(p), AT(size), AT(prob), lower_tail, log_p))

__kernel void qnbinom_mu_kernel(INPUT(p), INPUT(size), INPUT(mu), TAILS, OUTPUT)
    QUANTILE_BODY(AT(size) != HEAD(size) || AT(mu) != HEAD(mu), fill_nbinom_mu(HEAD(size), HEAD(mu), &table),
                  qnbinom_mu(AT(p), AT(size), AT(mu), lower_tail, log_p))

__kernel void qhyper_kernel(INPUT(p), INPUT(r), INPUT(b), INPUT(drawn), TAILS, OUTPUT)
    QUANTILE_BODY(AT(r) != HEAD(r) || AT(b) != HEAD(b) || AT(drawn) != HEAD(drawn),
                  fill_hyper(HEAD(r), HEAD(b), HEAD(drawn), &table),
                  qhyper(AT(p), AT(r), AT(b), AT(drawn), lower_tail, log_p))
