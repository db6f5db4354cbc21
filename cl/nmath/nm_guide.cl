// @provides: NM_GUIDE_CELLS, nm_guide_count, nm_guide_cell, nm_guide_find
// @depends: nmath
// @includes: nmath
//
// Looking numbers up in rising sums, many times: a guide says for each of equal cells of numbers between which places
// to look (H. C. Chen and Y. Asau, On generating random variates from an empirical distribution, AIIE Transactions 6,
// 1974, 163-166), so that most searches end after a step or two.
// SPDX-License-Identifier: MIT

#define NM_GUIDE_CELLS 64

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

// For a cell: how many of `count` sums lie below its lower and, times 65536, below its upper end.
INLINE int nm_guide_cell(__local const double *restrict sums, int count, double lower, double upper)
{
    return nm_guide_count(sums, 0, count, lower) | nm_guide_count(sums, 0, count, upper) << 16;
}

// How many of the sums lie below u, which is in the cell.
INLINE int nm_guide_find(__local const double *restrict sums, int cell, double u)
{
    return nm_guide_count(sums, cell & 0xffff, cell >> 16, u);
}
