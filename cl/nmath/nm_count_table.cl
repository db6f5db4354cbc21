// @provides: NM_TAIL_WORDS, NM_TAIL_CELL, NM_TAIL_CELLS, nm_tail_table, nm_tail_fill, nm_tail_guide, nm_tail_find
// @depends: nmath, nm_variate, nm_count_walk, nm_guide
// @includes: nmath
//
// Quantiles of discrete distributions where many elements share their parameters: a work-group sums the probabilities
// of a walk (nm_count_walk.cl) from both ends once, in its local memory; an element's quantile is looked up.
// The sums are good to 1e-12 relative; what that leaves in doubt, probabilities that the walk did not reach, and
// everything else is left to the distribution's own quantile: NaN.
// Region: walks of at most 511 steps to either side.
// SPDX-License-Identifier: MIT

#define NM_TAIL_WORDS 1024
// Tails are at most 1/2, which is in a cell of its own.
#define NM_TAIL_CELL (0.5 / NM_GUIDE_CELLS)
#define NM_TAIL_CELLS (NM_GUIDE_CELLS + 1)

typedef struct {
    nm_rv_walk walk;
    int first, count;               // places in use; place i is for the count mode + first + i
    double least, most;             // tails that the sums can tell: beyond the lower and the upper end
    int guide[2 * NM_TAIL_CELLS];   // for the sums, then for those of the upper tails
    double sums[2 * NM_TAIL_WORDS]; // P(X <= k), then -P(X > k): both rise with k; after the last an infinite one
} nm_tail_table;

// Inlined: see nm_rank_fill. 1.
INLINE int nm_tail_fill(const nm_rv_walk *w, __local nm_tail_table *t)
{
    const int mid = NM_TAIL_WORDS / 2;
    int first = mid, last = mid;
    double up = w->at_mode, down = w->at_mode, sum = 0.0;
    // The probabilities stand in the second half for a while.
    __local double *below = t->sums, *above = t->sums + NM_TAIL_WORDS;
    above[mid] = w->at_mode;
    for (int i = 1; i < mid && up > 1e-60; i++) {
        up *= nm_rv_walk_next(w, w->mode + (double)(i - 1), 1);
        if (!(up > 0.0)) break;
        last = mid + i;
        above[last] = up;
    }
    for (int i = 1; i < mid && (double)i <= w->mode && down > 1e-60; i++) {
        down *= nm_rv_walk_next(w, w->mode - (double)(i - 1), 0);
        first = mid - i;
        above[first] = down;
    }
    t->walk = *w;
    t->first = first - mid;
    t->count = last - first + 1;
    // What lies beyond an end is at most 1e3 times its probability: ratios there are below 0.999.
    t->least = (double)(mid - first) == w->mode ? 0.0 : 1e16 * down;
    t->most = up > 0.0 ? 1e16 * up : 0.0;
    for (int i = 0; i < t->count; i++) {
        sum += above[first + i];
        below[i] = sum;
    }
    // From the last on, into places that hold no probability any more.
    sum = 0.0;
    for (int i = last; i >= first; i--) {
        const double p = above[i];
        above[i] = -sum;
        sum += p;
    }
    for (int i = 0; i < t->count; i++) above[i] = above[first + i];
    below[t->count] = above[t->count] = ML_POSINF;
    return 1;
}

// Cell i of both guides, of NM_TAIL_CELLS: all are set before the first look-up.
INLINE void nm_tail_guide(__local nm_tail_table *t, int i)
{
    const double u = (double)i * NM_TAIL_CELL, v = (double)(i + 1) * NM_TAIL_CELL;
    t->guide[i] = nm_guide_cell(t->sums, t->count, u, v);
    t->guide[NM_TAIL_CELLS + i] = nm_guide_cell(t->sums + NM_TAIL_WORDS, t->count, -v, -u);
}

// The quantile, or NaN where it is left to the distribution's own. p is inside (0, 1) or -inf < p < 0.
INLINE double nm_tail_find(__local const nm_tail_table *restrict t, double p, int lower_tail, int log_p)
{
    const int inside = log_p ? p < 0.0 && p > -100.0 : p > 0.0 && p < 1.0;
    if (!inside) return ML_NAN;
    // A mirrored count has its tails exchanged.
    const int turned = (t->walk.mirror0 >= 0.0) != (t->walk.mirror1 >= 0.0);
    const int stated = log_p ? p <= -M_LN2 : p <= 0.5;
    const double u = !log_p ? (stated ? p : 1.0 - p) : stated ? nm_rv_exp(p) : -nm_rv_expm1(p);
    const int low = (stated == (lower_tail != 0)) != turned;
    const double doubt = fma(1e-12, u, stated || log_p ? 0.0 : 0x1p-50);
    if (!(u > (low ? t->least : t->most))) return ML_NAN;
    // How many sums lie below u, or -u.
    const int part = low ? 0 : NM_TAIL_WORDS, cell = (low ? 0 : NM_TAIL_CELLS) + (int)(u * (1.0 / NM_TAIL_CELL));
    const double key = low ? u : -u;
    const int b = nm_guide_find(t->sums + part, t->guide[cell], key);
    const double at = t->sums[part + b] - key, before = b == 0 ? 1.0 : key - t->sums[part + b - 1];
    if (!(at > doubt && before > doubt && b < t->count)) return ML_NAN;
    const double k = t->walk.mode + (double)(t->first + b);
    return nm_rv_walk_turn(t->walk.mirror0, t->walk.mirror1, k);
}
