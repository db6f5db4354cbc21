/* See proof_value.h. All arithmetic is on numbers up to CLBI_BOUND; what may lead beyond is not known.
 *
 * SPDX-License-Identifier: MIT */
#include "native/proof_value.h"

/* ---- numbers ---- */

static bool is_small(int64_t x)
{
    return x > -CLBI_BOUND && x < CLBI_BOUND;
}

static bool add_small(int64_t x, int64_t y, int64_t *sum)
{
    *sum = x + y;
    return is_small(*sum);
}

static bool multiply_small(int64_t x, int64_t y, int64_t *product)
{
    const int64_t size = x < 0 ? -x : x, times = y < 0 ? -y : y;
    if (times && size > CLBI_BOUND / times) return false;
    *product = x * y;
    return true;
}

/* Of bounds of rests: what is not small has no end. */
static int64_t add_rest(int64_t x, int64_t y)
{
    if (!is_small(x)) return x;
    if (!is_small(y)) return y;
    const int64_t sum = x + y;
    return sum >= CLBI_BOUND ? CLBI_BOUND : sum <= -CLBI_BOUND ? -CLBI_BOUND : sum;
}

static int64_t multiply_rest(int64_t x, int64_t by)
{
    int64_t product;
    if (!by) return 0;
    if (is_small(x) && multiply_small(x, by, &product) && is_small(product)) return product;
    return (x < 0) == (by < 0) ? CLBI_BOUND : -CLBI_BOUND;
}

static int64_t divide_down(int64_t x, int64_t y) /* y > 0 */
{
    return x / y - (x % y < 0);
}

static int64_t common_divisor(int64_t x, int64_t y)
{
    if (x < 0) x = -x;
    if (y < 0) y = -y;
    while (y) {
        const int64_t rest = x % y;
        x = y;
        y = rest;
    }
    return x;
}

static int64_t lesser(int64_t x, int64_t y)
{
    return x < y ? x : y;
}

static int64_t greater(int64_t x, int64_t y)
{
    return x > y ? x : y;
}

static bool type_range(clb_proof_type type, int64_t *least, int64_t *most)
{
    static const struct {
        int64_t least, most;
    } ranges[] = {[CLB_PROOF_BOOL] = {0, 1},         [CLB_PROOF_I8] = {INT8_MIN, INT8_MAX},
                  [CLB_PROOF_U8] = {0, UINT8_MAX},   [CLB_PROOF_I16] = {INT16_MIN, INT16_MAX},
                  [CLB_PROOF_U16] = {0, UINT16_MAX}, [CLB_PROOF_I32] = {INT32_MIN, INT32_MAX},
                  [CLB_PROOF_U32] = {0, UINT32_MAX}};
    if (type == CLB_PROOF_OTHER || type >= sizeof ranges / sizeof *ranges) return false;
    *least = ranges[type].least;
    *most = ranges[type].most;
    return true;
}

/* ---- values ---- */

clbi_bounds clbi_bounds_exact(int64_t x)
{
    clbi_bounds v = {.known = is_small(x), .object = -1};
    if (v.known) v.low = v.high = v.least = v.most = x;
    return v;
}

void clbi_box_make(clbi_box *box)
{
    *box = (clbi_box){.wanted = NULL};
    for (unsigned i = 0; i < CLBI_IDS; i++) {
        const bool is_whole = i % CLBI_GROUP_IDS < CLBI_GROUP_IDS / 2;
        box->of[i] = is_whole ? i : CLBI_IDS;
        box->weight[i] = is_whole;
    }
}

bool clbi_box_cut(clbi_box *box, clbi_cut cut)
{
    const unsigned begin = cut.id < CLBI_GROUP_IDS ? 0 : CLBI_GROUP_IDS;
    unsigned digit = begin;
    while (digit < begin + CLBI_GROUP_IDS && box->of[digit] != CLBI_IDS) digit++;
    const int64_t end = box->high[cut.id] + 1;
    if (digit == begin + CLBI_GROUP_IDS || cut.base < 2 || box->low[cut.id] % cut.base || end % cut.base ||
        end - box->low[cut.id] <= cut.base)
        return false;
    box->of[digit] = box->of[cut.id];
    box->weight[digit] = box->weight[cut.id];
    box->low[digit] = 0;
    box->high[digit] = cut.base - 1;
    box->weight[cut.id] *= cut.base;
    box->low[cut.id] /= cut.base;
    box->high[cut.id] = end / cut.base - 1;
    return true;
}

clbi_bounds clbi_bounds_id(const clbi_box *box, unsigned id)
{
    clbi_bounds v = {.known = true, .object = -1};
    for (unsigned i = 0; i < CLBI_IDS; i++) {
        if (box->of[i] != id) continue;
        v.least += box->weight[i] * box->low[i];
        v.most += box->weight[i] * box->high[i];
        if (box->low[i] == box->high[i]) {
            v.low += box->weight[i] * box->low[i];
            continue;
        }
        v.id[i] = box->weight[i];
        v.step = common_divisor(v.step, box->weight[i]);
    }
    v.high = v.low;
    return v;
}

clbi_bounds clbi_bounds_any(clb_proof_type type, bool varies, bool splits)
{
    clbi_bounds v = {.varies = varies, .splits = splits, .object = -1, .step = 1};
    v.known = type_range(type, &v.least, &v.most);
    v.low = v.least;
    v.high = v.most;
    return v;
}

bool clbi_bounds_vary(const clbi_bounds *x)
{
    bool result = x->varies;
    for (unsigned i = CLBI_GROUP_IDS; x->known && i < CLBI_IDS; i++) result |= x->id[i] != 0;
    return result;
}

bool clbi_bounds_split(const clbi_bounds *x)
{
    bool result = x->splits;
    for (unsigned i = 0; x->known && i < CLBI_GROUP_IDS; i++) result |= x->id[i] != 0;
    return result;
}

bool clbi_bounds_is_exact(const clbi_bounds *x)
{
    return x->known && x->least == x->most;
}

bool clbi_bounds_is_affine(const clbi_bounds *x)
{
    return x->known && !x->varies && !x->splits && x->low == x->high && is_small(x->low);
}

/* Forgets the coefficients. */
static void flatten(clbi_bounds *x)
{
    x->varies = clbi_bounds_vary(x);
    x->splits = clbi_bounds_split(x);
    for (unsigned i = 0; i < CLBI_IDS; i++) x->id[i] = 0;
    x->low = x->least;
    x->high = x->most;
}

static clbi_bounds unknown(const clbi_bounds *x, const clbi_bounds *y, clb_proof_type type)
{
    return clbi_bounds_any(type, clbi_bounds_vary(x) || (y && clbi_bounds_vary(y)),
                           clbi_bounds_split(x) || (y && clbi_bounds_split(y)));
}

bool clbi_bounds_clip(clbi_bounds *x, int64_t least, int64_t most, const clbi_box *box)
{
    (void)box;
    if (!x->known) return true;
    if (least > x->least) {
        if (x->step == 0) return false;
        const int64_t rounds = (least - x->least) / x->step + ((least - x->least) % x->step != 0);
        if (rounds > (CLBI_BOUND - greater(x->least, 0)) / x->step) return false;
        x->least += rounds * x->step;
    }
    if (most < x->most) x->most = most;
    if (x->most < x->least) return false;
    if (x->step) x->most = x->least + (x->most - x->least) / x->step * x->step;
    if (x->least == x->most) x->step = 0;
    bool has_ids = false;
    for (unsigned i = 0; i < CLBI_IDS; i++) has_ids |= x->id[i] != 0;
    if (has_ids) return true;
    x->low = greater(x->low, x->least);
    x->high = lesser(x->high, x->most);
    return x->low <= x->high;
}

/* Bounds of the affine form hold, too. */
static void tighten(clbi_bounds *x, const clbi_box *box)
{
    int64_t least = x->low, most = x->high;
    if (!is_small(least) || !is_small(most)) return;
    for (unsigned i = 0; i < CLBI_IDS; i++) {
        int64_t first, last;
        if (!x->id[i]) continue;
        if (!multiply_small(x->id[i], box->low[i], &first) || !multiply_small(x->id[i], box->high[i], &last) ||
            !add_small(least, lesser(first, last), &least) || !add_small(most, greater(first, last), &most))
            return;
    }
    clbi_bounds tighter = *x;
    if (clbi_bounds_clip(&tighter, least, most, box)) *x = tighter;
}

/* As a value of its type: what may wrap is any value. */
static clbi_bounds fit(clbi_bounds x, clb_proof_type type, const clbi_box *box)
{
    int64_t least, most;
    if (!x.known) return unknown(&x, NULL, type);
    if (box) tighten(&x, box);
    if (x.least == x.most) x.step = 0;
    if (!type_range(type, &least, &most)) return x;
    return x.least >= least && x.most <= most ? x : unknown(&x, NULL, type);
}

clbi_bounds clbi_bounds_join(const clbi_bounds *x, const clbi_bounds *y)
{
    clbi_bounds v = *x, w = *y;
    bool alike = true;
    v.varies = x->varies || y->varies;
    v.splits = x->splits || y->splits;
    if (!x->known || !y->known || x->object != y->object) {
        v.varies = clbi_bounds_vary(x) || clbi_bounds_vary(y);
        v.splits = clbi_bounds_split(x) || clbi_bounds_split(y);
        v.known = false;
        v.object = -1;
        return v;
    }
    for (unsigned i = 0; i < CLBI_IDS; i++) alike &= x->id[i] == y->id[i];
    if (!alike) {
        flatten(&v);
        flatten(&w);
        v.varies |= w.varies;
        v.splits |= w.splits;
    }
    v.low = lesser(v.low, w.low);
    v.high = greater(v.high, w.high);
    v.least = lesser(x->least, y->least);
    v.most = greater(x->most, y->most);
    v.step = common_divisor(common_divisor(x->step, y->step), x->least - y->least);
    return v;
}

bool clbi_bounds_contain(const clbi_bounds *outer, const clbi_bounds *inner)
{
    const bool fixed = clbi_bounds_is_exact(inner); /* which varies with nothing */
    if (!fixed && ((inner->varies && !outer->varies) || (inner->splits && !outer->splits))) return false;
    if (!outer->known && fixed) return true;
    if (!outer->known)
        return (outer->varies || !clbi_bounds_vary(inner)) && (outer->splits || !clbi_bounds_split(inner));
    if (!inner->known || inner->object != outer->object) return false;
    if (inner->least < outer->least || inner->most > outer->most) return false;
    if (outer->step ? (inner->least - outer->least) % outer->step || inner->step % outer->step
                    : inner->step || inner->least != outer->least)
        return false;
    clbi_bounds flat = *inner;
    bool alike = true, outer_flat = true;
    for (unsigned i = 0; i < CLBI_IDS; i++) {
        alike &= inner->id[i] == outer->id[i];
        outer_flat &= outer->id[i] == 0;
    }
    if (!alike) {
        if (!outer_flat) return false;
        flatten(&flat);
        if (!fixed && ((flat.varies && !outer->varies) || (flat.splits && !outer->splits))) return false;
    }
    return flat.low >= outer->low && flat.high <= outer->high;
}

clbi_bounds clbi_bounds_widen(const clbi_bounds *before, const clbi_bounds *after, clb_proof_type type)
{
    clbi_bounds v = clbi_bounds_join(before, after);
    int64_t least = -CLBI_BOUND, most = CLBI_BOUND;
    const bool bounded = type_range(type, &least, &most);
    if (!v.known) return v.object < 0 ? unknown(&v, NULL, type) : v;
    if (!bounded && type != CLB_PROOF_POINTER && type != CLB_PROOF_I64 && type != CLB_PROOF_U64)
        return unknown(&v, NULL, type);
    /* Bounds that moved go to the end, in whole steps. */
    if (v.low < before->low) v.low = -CLBI_BOUND;
    if (v.high > before->high) v.high = CLBI_BOUND;
    if (v.most > before->most && v.step) v.most = v.least + (most - v.least) / v.step * v.step;
    if (v.least < before->least && v.step) v.least -= (v.least - least) / v.step * v.step;
    return v;
}

/* ---- operations ---- */

static clbi_bounds add(const clbi_bounds *x, const clbi_bounds *y, int64_t sign)
{
    clbi_bounds v = *x;
    v.varies |= y->varies;
    v.splits |= y->splits;
    v.low = add_rest(x->low, sign * (sign > 0 ? y->low : y->high));
    v.high = add_rest(x->high, sign * (sign > 0 ? y->high : y->low));
    v.known = x->known && y->known && add_small(x->least, sign * (sign > 0 ? y->least : y->most), &v.least) &&
              add_small(x->most, sign * (sign > 0 ? y->most : y->least), &v.most);
    for (unsigned i = 0; v.known && i < CLBI_IDS; i++) v.known = add_small(x->id[i], sign * y->id[i], &v.id[i]);
    v.step = common_divisor(x->step, y->step);
    if (v.known) return v;
    v = clbi_bounds_any(CLB_PROOF_OTHER, clbi_bounds_vary(x) || clbi_bounds_vary(y),
                        clbi_bounds_split(x) || clbi_bounds_split(y));
    return v;
}

static clbi_bounds scale(const clbi_bounds *x, int64_t by)
{
    clbi_bounds v = *x;
    v.low = multiply_rest(by < 0 ? x->high : x->low, by);
    v.high = multiply_rest(by < 0 ? x->low : x->high, by);
    v.known = x->known && multiply_small(x->least, by, by < 0 ? &v.most : &v.least) &&
              multiply_small(x->most, by, by < 0 ? &v.least : &v.most) &&
              multiply_small(x->step, by < 0 ? -by : by, &v.step);
    for (unsigned i = 0; v.known && i < CLBI_IDS; i++) v.known = multiply_small(x->id[i], by, &v.id[i]);
    return v.known ? v : unknown(x, NULL, CLB_PROOF_OTHER);
}

static clbi_bounds multiply(const clbi_bounds *x, const clbi_bounds *y)
{
    if (!x->known || !y->known) return unknown(x, y, CLB_PROOF_OTHER);
    if (clbi_bounds_is_exact(y)) return scale(x, y->least);
    if (clbi_bounds_is_exact(x)) return scale(y, x->least);
    clbi_bounds v = unknown(x, y, CLB_PROOF_OTHER);
    int64_t p[4];
    v.known = multiply_small(x->least, y->least, &p[0]) && multiply_small(x->least, y->most, &p[1]) &&
              multiply_small(x->most, y->least, &p[2]) && multiply_small(x->most, y->most, &p[3]);
    if (!v.known) return v;
    v.least = v.low = lesser(lesser(p[0], p[1]), lesser(p[2], p[3]));
    v.most = v.high = greater(greater(p[0], p[1]), greater(p[2], p[3]));
    v.step = v.least != v.most;
    return v;
}

/* Whether the part of the group is always a multiple of d. */
static bool divides_groups(const clbi_bounds *x, int64_t d)
{
    bool result = !x->varies;
    for (unsigned i = CLBI_GROUP_IDS; i < CLBI_IDS; i++) result &= x->id[i] % d == 0;
    return result;
}

static void want_cut(const clbi_box *box, unsigned id, int64_t base)
{
    clbi_cuts *wanted = box->wanted;
    if (!wanted || wanted->count == CLBI_CUTS) return;
    for (size_t i = 0; i < wanted->count; i++)
        if (wanted->of[i].id == id) return; /* one at a time: the other may be a digit of its digits */
    wanted->of[wanted->count++] = (clbi_cut){id, base};
}

/* Whether x is d * whole + part, both sums of ids and a number, with the part from 0 to d - 1 for all ids; d > 1. If
 * not, cuts of ids may make it so. */
static bool split(const clbi_bounds *x, int64_t d, const clbi_box *box, clbi_bounds *whole, clbi_bounds *part)
{
    if (!clbi_bounds_is_affine(x)) return false;
    clbi_bounds w = clbi_bounds_exact(divide_down(x->low, d)), p = clbi_bounds_exact(x->low - w.low * d);
    int64_t low = p.low, high = low;
    for (unsigned i = 0; i < CLBI_IDS; i++) {
        int64_t first, last;
        if (x->id[i] % d == 0) {
            w.id[i] = x->id[i] / d;
            continue;
        }
        p.id[i] = x->id[i];
        if (!multiply_small(x->id[i], box->low[i], &first) || !multiply_small(x->id[i], box->high[i], &last) ||
            !add_small(low, lesser(first, last), &low) || !add_small(high, greater(first, last), &high))
            return false;
    }
    *whole = w;
    *part = p;
    if (low >= 0 && high < d) return true;
    for (unsigned i = 0; i < CLBI_IDS; i++)
        if (p.id[i] > 0 && d % p.id[i] == 0 && box->high[i] - box->low[i] >= d / p.id[i]) want_cut(box, i, d / p.id[i]);
    return false;
}

static void take_affine(clbi_bounds *v, const clbi_bounds *from)
{
    for (unsigned i = 0; i < CLBI_IDS; i++) v->id[i] = from->id[i];
    v->low = v->high = from->low;
    v->varies = v->splits = false;
}

/* Down to whole numbers; d > 0. Truncation is the same for values that are not negative. */
static clbi_bounds divide(const clbi_bounds *x, int64_t d, const clbi_box *box)
{
    clbi_bounds v = *x, own = *x;
    int64_t low, high;
    if (d == 1) return v;
    v.least = divide_down(x->least, d);
    v.most = divide_down(x->most, d);
    v.step = v.least != v.most;
    if (v.step && x->least % d == 0 && x->step % d == 0) v.step = x->step / d;
    clbi_bounds whole, part;
    if (v.step && split(x, d, box, &whole, &part)) {
        take_affine(&v, &whole);
        return v;
    }
    /* d * g + r is divided as g + r / d. */
    for (unsigned i = CLBI_GROUP_IDS; i < CLBI_IDS; i++) own.id[i] = 0;
    low = own.low;
    high = own.high;
    bool fits = divides_groups(x, d) && is_small(low) && is_small(high);
    for (unsigned i = 0; fits && i < CLBI_GROUP_IDS; i++) {
        int64_t first, last;
        fits = multiply_small(own.id[i], box->low[i], &first) && multiply_small(own.id[i], box->high[i], &last) &&
               add_small(low, lesser(first, last), &low) && add_small(high, greater(first, last), &high);
    }
    v.splits = clbi_bounds_split(x);
    if (!fits || v.least == v.most) {
        if (v.least != v.most) v.varies = clbi_bounds_vary(x);
        else v.varies = v.splits = false;
        for (unsigned i = 0; i < CLBI_IDS; i++) v.id[i] = 0;
        v.low = v.least;
        v.high = v.most;
        return v;
    }
    for (unsigned i = 0; i < CLBI_IDS; i++) v.id[i] = i < CLBI_GROUP_IDS ? 0 : x->id[i] / d;
    v.low = divide_down(low, d);
    v.high = divide_down(high, d);
    return v;
}

/* x - d * floor(x / d); d > 0. */
static clbi_bounds modulo(const clbi_bounds *x, int64_t d, const clbi_box *box)
{
    const int64_t quotient = divide_down(x->least, d);
    if (quotient == divide_down(x->most, d)) {
        const clbi_bounds whole = clbi_bounds_exact(quotient * d);
        return add(x, &whole, -1);
    }
    clbi_bounds v = *x;
    v.varies = x->varies || !divides_groups(x, d);
    v.splits = clbi_bounds_split(x);
    for (unsigned i = 0; i < CLBI_IDS; i++) v.id[i] = 0;
    v.step = common_divisor(x->step, d);
    v.least = x->least - divide_down(x->least, v.step) * v.step;
    v.most = v.least + (d - 1 - v.least) / v.step * v.step;
    v.low = v.least;
    v.high = v.most;
    clbi_bounds whole, part;
    if (split(x, d, box, &whole, &part)) take_affine(&v, &part);
    return v;
}

static bool is_power(int64_t x)
{
    return x > 0 && (x & (x - 1)) == 0;
}

/* x & mask, where the mask's bits are adjacent, from the bit `low` to before the bit `high`: the bits above are without
 * effect if `high` is 0. x may be negative, as floors are taken. */
static clbi_bounds mask_bits(const clbi_bounds *x, int64_t low, int64_t high, const clbi_box *box)
{
    clbi_bounds v = divide(x, low, box);
    if (high) v = modulo(&v, high / low, box);
    return low > 1 ? scale(&v, low) : v;
}

static clbi_bounds and_bits(const clbi_bounds *x, const clbi_bounds *y, clb_proof_type type, const clbi_box *box)
{
    if (type == CLB_PROOF_BOOL && x->known && y->known) {
        const clbi_bounds *zero = !x->most ? x : !y->most ? y : NULL;
        if (zero) return clbi_bounds_exact(0);
        if (x->least) return *y;
        if (y->least) return *x;
        return unknown(x, y, type);
    }
    if (x->known && clbi_bounds_is_exact(x)) {
        const clbi_bounds *other = x;
        x = y;
        y = other;
    }
    if (type == CLB_PROOF_I32 && x->known && clbi_bounds_is_exact(y) && y->least < 0 && is_power(-y->least))
        return mask_bits(x, -y->least, 0, box);
    if (!y->known || y->least < 0) {
        if (!x->known || x->least < 0) return unknown(x, y, type);
        const clbi_bounds *other = x;
        x = y;
        y = other;
    }
    if (x->known && clbi_bounds_is_exact(y) && y->least > 0) {
        const int64_t low = y->least & -y->least;
        if (is_power(y->least + low)) return mask_bits(x, low, y->least + low, box);
        if (type == CLB_PROOF_U32 && y->least + low == INT64_C(1) << 32) return mask_bits(x, low, 0, box);
    }
    clbi_bounds v = unknown(x, y, CLB_PROOF_OTHER);
    v.known = true;
    v.least = v.low = 0;
    v.most = v.high = x->known && x->least >= 0 ? lesser(x->most, y->most) : y->most;
    if (x->known && clbi_bounds_is_exact(x) && clbi_bounds_is_exact(y))
        v.least = v.most = v.low = v.high = x->least & y->least;
    v.step = v.least != v.most;
    return v;
}

static clbi_bounds or_bits(clb_proof_op op, const clbi_bounds *x, const clbi_bounds *y, clb_proof_type type,
                           const clbi_box *box)
{
    if (type == CLB_PROOF_BOOL && op == CLB_PROOF_OR && x->known && y->known) {
        if (x->least || y->least) return clbi_bounds_exact(1);
        if (!x->most) return *y;
        if (!y->most) return *x;
    }
    if (!x->known || !y->known || x->least < 0 || y->least < 0) return unknown(x, y, type);
    clbi_bounds v = unknown(x, y, CLB_PROOF_OTHER);
    int64_t most = x->most | y->most;
    for (unsigned shift = 1; shift < 64; shift *= 2) most |= most >> shift;
    v.known = true;
    v.least = v.low = 0;
    v.most = v.high = most;
    if (clbi_bounds_is_exact(x) && clbi_bounds_is_exact(y)) {
        v = clbi_bounds_exact(op == CLB_PROOF_OR ? x->least | y->least : x->least ^ y->least);
        v.varies = x->varies || y->varies;
        v.splits = x->splits || y->splits;
        return v;
    }
    v.step = v.least != v.most;
    /* x | y = x + y - (x & y), x ^ y = x + y - 2 (x & y). */
    const clbi_bounds both = and_bits(x, y, type, box), less = scale(&both, op == CLB_PROOF_OR ? -1 : -2);
    clbi_bounds sum = add(x, y, 1);
    sum = add(&sum, &less, 1);
    if (clbi_bounds_is_affine(&sum)) take_affine(&v, &sum);
    return v;
}

static clbi_bounds choose_lesser(const clbi_bounds *x, const clbi_bounds *y, bool greatest)
{
    if (!x->known || !y->known) return unknown(x, y, CLB_PROOF_OTHER);
    if (x->most <= y->least) return greatest ? *y : *x;
    if (y->most <= x->least) return greatest ? *x : *y;
    clbi_bounds v = clbi_bounds_join(x, y);
    bool alike = true;
    for (unsigned i = 0; i < CLBI_IDS; i++) alike &= x->id[i] == y->id[i];
    v.step = v.step ? v.step : 1;
    if (greatest) {
        const int64_t least = greater(x->least, y->least);
        v.least += (least - v.least) / v.step * v.step;
        if (alike) v.low = greater(x->low, y->low);
        else v.low = greater(v.low, v.least);
    } else {
        const int64_t most = lesser(x->most, y->most);
        v.most -= (v.most - most) / v.step * v.step;
        if (alike) v.high = lesser(x->high, y->high);
        else v.high = lesser(v.high, v.most);
    }
    return v;
}

static clbi_bounds truth(bool is_true, bool is_false, bool varies, bool splits)
{
    if (is_true || is_false) return clbi_bounds_exact(is_true);
    return clbi_bounds_any(CLB_PROOF_BOOL, varies, splits);
}

static clbi_bounds compare(clb_proof_op op, clb_proof_type type, const clbi_bounds *x, const clbi_bounds *y,
                           const clbi_box *box)
{
    clbi_bounds d = add(x, y, -1);
    const bool varies = d.known ? clbi_bounds_vary(&d) : clbi_bounds_vary(x) || clbi_bounds_vary(y);
    const bool splits = d.known ? clbi_bounds_split(&d) : clbi_bounds_split(x) || clbi_bounds_split(y);
    const bool wide = type == CLB_PROOF_U64 || type == CLB_PROOF_POINTER || type == CLB_PROOF_I64;
    if (!d.known || x->object != y->object || type == CLB_PROOF_OTHER) return truth(false, false, varies, splits);
    /* What is known modulo 2^64 has no order unless it is not negative. */
    if (type != CLB_PROOF_I64 && wide && (x->least < 0 || y->least < 0))
        return truth(false, false, clbi_bounds_vary(x) || clbi_bounds_vary(y),
                     clbi_bounds_split(x) || clbi_bounds_split(y));
    tighten(&d, box);
    const bool apart = d.least > 0 || d.most < 0 || (d.step && d.least % d.step);
    switch (op) {
    case CLB_PROOF_EQUAL: return truth(d.least == 0 && d.most == 0, apart, varies, splits);
    case CLB_PROOF_UNEQUAL: return truth(apart, d.least == 0 && d.most == 0, varies, splits);
    case CLB_PROOF_LESS: return truth(d.most < 0, d.least >= 0, varies, splits);
    default: return truth(d.most <= 0, d.least > 0, varies, splits);
    }
}

static clbi_bounds shift_or_divide(clb_proof_op op, clb_proof_type type, const clbi_bounds *x, const clbi_bounds *y,
                                   const clbi_box *box)
{
    const bool is_shift = op == CLB_PROOF_LEFT || op == CLB_PROOF_RIGHT;
    if (!x->known || !y->known) return unknown(x, y, type);
    if (!clbi_bounds_is_exact(y)) {
        /* A remainder is less than any divisor; a quotient, and what is shifted to the right, not more than before. */
        if (op == CLB_PROOF_LEFT || x->least < 0 || y->least < (is_shift ? 0 : 1)) return unknown(x, y, type);
        clbi_bounds v = unknown(x, y, CLB_PROOF_OTHER);
        v.known = true;
        v.least = v.low = 0;
        v.most = v.high = op == CLB_PROOF_REMAINDER ? lesser(x->most, y->most - 1) : x->most;
        v.step = v.most != 0;
        return v;
    }
    if (is_shift && (y->least < 0 || y->least > 59)) return unknown(x, y, type);
    const int64_t d = is_shift ? INT64_C(1) << y->least : y->least;
    if (op == CLB_PROOF_LEFT) return scale(x, d);
    if (d <= 0) return unknown(x, y, type);
    if (x->least < 0 && (op != CLB_PROOF_RIGHT || type == CLB_PROOF_U64)) {
        if (op != CLB_PROOF_REMAINDER || type == CLB_PROOF_U64) return unknown(x, y, type);
        clbi_bounds v = unknown(x, y, CLB_PROOF_OTHER);
        v.known = true;
        v.least = v.low = 1 - d;
        v.most = v.high = d - 1;
        v.step = d > 1;
        return v;
    }
    return op == CLB_PROOF_REMAINDER ? modulo(x, d, box) : divide(x, d, box);
}

clbi_bounds clbi_bounds_compute(clb_proof_op op, clb_proof_type type, const clbi_bounds *x, const clbi_bounds *y,
                                const clbi_box *box)
{
    const clbi_bounds one = clbi_bounds_exact(1), minus_one = clbi_bounds_exact(-1);
    switch (op) {
    case CLB_PROOF_ADD: return fit(add(x, y, 1), type, box);
    case CLB_PROOF_SUBTRACT: return fit(add(x, y, -1), type, box);
    case CLB_PROOF_MULTIPLY: return fit(multiply(x, y), type, box);
    case CLB_PROOF_DIVIDE:
    case CLB_PROOF_REMAINDER:
    case CLB_PROOF_LEFT:
    case CLB_PROOF_RIGHT: return fit(shift_or_divide(op, type, x, y, box), type, box);
    case CLB_PROOF_AND: return fit(and_bits(x, y, type, box), type, box);
    case CLB_PROOF_OR:
    case CLB_PROOF_XOR: return fit(or_bits(op, x, y, type, box), type, box);
    case CLB_PROOF_NOT:
        if (type != CLB_PROOF_BOOL) return fit(x->known ? add(&minus_one, x, -1) : *x, type, box);
        return x->known ? add(&one, x, -1) : *x;
    case CLB_PROOF_NEGATE: return fit(scale(x, -1), type, box);
    case CLB_PROOF_MIN:
    case CLB_PROOF_MAX:
        if ((type == CLB_PROOF_U64 && (!x->known || !y->known || x->least < 0 || y->least < 0)) ||
            type == CLB_PROOF_OTHER)
            return unknown(x, y, type);
        return fit(choose_lesser(x, y, op == CLB_PROOF_MAX), type, box);
    case CLB_PROOF_EQUAL:
    case CLB_PROOF_UNEQUAL:
    case CLB_PROOF_LESS:
    case CLB_PROOF_LESS_EQUAL: return compare(op, type, x, y, box);
    default: return unknown(x, y, type);
    }
}

clbi_bounds clbi_bounds_convert(const clbi_bounds *x, clb_proof_type from, clb_proof_type to)
{
    if (from == CLB_PROOF_OTHER || to == CLB_PROOF_OTHER || to == CLB_PROOF_BOOL) {
        if (to == CLB_PROOF_BOOL && x->known && (x->least > 0 || x->most < 0)) return clbi_bounds_exact(1);
        if (to == CLB_PROOF_BOOL && x->known && x->least == 0 && x->most <= 1) return *x;
        return unknown(x, NULL, to);
    }
    return fit(*x, to, NULL);
}
