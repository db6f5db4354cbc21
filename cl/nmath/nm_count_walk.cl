// @provides: NM_WALK_WORDS, nm_rv_walk, nm_rv_walk_table, nm_rv_walk_of, nm_rv_walk_next, nm_rv_walk_turn,
//   nm_rv_walk_draw, nm_rv_walk_fill, nm_rv_walk_guide, nm_rv_walk_find
// @depends: nmath, philox, nm_variate, nm_guide
// @includes: nmath
//
// Counts of moderate mean by inversion: from a start k = mode outwards, mode, mode + 1, mode - 1, mode + 2, ...,
// until the sum of the probabilities reaches a uniform (L. Devroye, Non-uniform random variate generation, 1986,
// III.2.2 and X.1).
// For all distributions p(k+1)/p(k) = num(k)/den(k+1), num(k) = (c0 + c1 k)(e0 + e1 k), den(k) = k (d0 + d1 k).
// Where the elements of a work-group have the same parameters, the same sums stand in a table and are looked up: the
// same variate bit for bit, as sums and order are the same.
// Bound: `steps` to either side, at most 511; less once the sum no longer grows. Then the start.
// Bit-identical on every device, see nm_variate. The sum is good to some 1e-15.
// SPDX-License-Identifier: MIT

#define NM_WALK_WORDS 1024

typedef struct {
    double mode, at_mode; // start and its probability
    double c0, c1, e0, e1, d0, d1;
    double mirror0, mirror1; // where not negative: k becomes mirror0 - k, then mirror1 - k
    int steps;
} nm_rv_walk;

typedef struct {
    nm_rv_walk walk;
    int count;
    int guide[NM_GUIDE_CELLS];  // of equal cells of (0, 1)
    double sums[NM_WALK_WORDS]; // in the order of the walk
} nm_rv_walk_table;

NM_RV_INLINE nm_rv_walk nm_rv_walk_of(double mode, double at_mode, int steps)
{
    const nm_rv_walk w = {mode, at_mode, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, -1.0, -1.0, steps};
    return w;
}

// p(k + 1) / p(k) for up, p(k - 1) / p(k) else (0 for k = 0).
NM_RV_INLINE double nm_rv_walk_next(const nm_rv_walk *w, double k, int up)
{
    const double from = up ? k : k - 1.0, to = from + 1.0;
    const double num = fma(w->c1, from, w->c0) * fma(w->e1, from, w->e0), den = to * fma(w->d1, to, w->d0);
    return up ? num / den : k > 0.0 ? den / num : 0.0;
}

NM_RV_INLINE double nm_rv_walk_turn(double mirror0, double mirror1, double k)
{
    const double j = mirror0 >= 0.0 ? mirror0 - k : k;
    return mirror1 >= 0.0 ? mirror1 - j : j;
}

INLINE double nm_rv_walk_draw(const nm_rv_walk *w, double u)
{
    double sum = w->at_mode, up = sum, down = sum, k = w->mode;
    for (int i = 1; i <= w->steps && u > sum; i++) {
        const double before = sum, d = (double)(i - 1);
        up *= nm_rv_walk_next(w, w->mode + d, 1);
        sum += up;
        if (u <= sum) {
            k = w->mode + (double)i;
            break;
        }
        if (d < w->mode) {
            down *= nm_rv_walk_next(w, w->mode - d, 0);
            sum += down;
            if (u <= sum) {
                k = w->mode - (double)i;
                break;
            }
        }
        if (sum == before) break;
    }
    return nm_rv_walk_turn(w->mirror0, w->mirror1, k);
}

// Inlined: see nm_rank_fill. 1.
INLINE int nm_rv_walk_fill(const nm_rv_walk *w, __local nm_rv_walk_table *t)
{
    double sum = w->at_mode, up = sum, down = sum;
    int count = 1;
    t->sums[0] = sum;
    for (int i = 1; i <= w->steps; i++) {
        const double before = sum, d = (double)(i - 1);
        up *= nm_rv_walk_next(w, w->mode + d, 1);
        sum += up;
        t->sums[count++] = sum;
        if (d < w->mode) {
            down *= nm_rv_walk_next(w, w->mode - d, 0);
            sum += down;
        }
        t->sums[count++] = sum;
        if (sum == before) break;
    }
    t->walk = *w;
    t->count = count;
    return 1;
}

// Cell i of the guide: all are set before the first look-up.
INLINE void nm_rv_walk_guide(__local nm_rv_walk_table *t, int i)
{
    const double cell = 1.0 / NM_GUIDE_CELLS;
    t->guide[i] = nm_guide_cell(t->sums, t->count, (double)i * cell, (double)(i + 1) * cell);
}

// 0 < u < 1.
INLINE double nm_rv_walk_find(__local const nm_rv_walk_table *restrict t, double u)
{
    const int at = nm_guide_find(t->sums, t->guide[(int)(u * NM_GUIDE_CELLS)], u);
    const double i = at < t->count ? (double)((at + 1) >> 1) : 0.0;
    return nm_rv_walk_turn(t->walk.mirror0, t->walk.mirror1, at & 1 ? t->walk.mode + i : t->walk.mode - i);
}
