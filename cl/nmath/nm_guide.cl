// @provides: NM_GUIDE_CELLS, nm_guide_count
// @depends: nmath
// @includes: nmath
//
// Looking numbers up in rising sums, many times: a guide says for each of equal cells of numbers between which places
// to look (H. C. Chen and Y. Asau, On generating random variates from an empirical distribution, AIIE Transactions 6,
// 1974, 163-166), so that most searches end after a step or two.
// SPDX-License-Identifier: MIT

#define NM_GUIDE_CELLS 128

// How many of the sums lie below u, where that is at least `low` and at most `high`, which is below 1024: at most 10
// steps.
INLINE int nm_guide_count(__local const double *restrict sums, int low, int high, double u)
{
    while (low < high) {
        const int middle = (low + high) >> 1, below = sums[middle] < u;
        low = below ? middle + 1 : low;
        high = below ? high : middle;
    }
    return low;
}
