/* Proofs of checked code. For each kernel of checked/proved.cl: what the proof of a launch of 64 work-items in 4 groups
 * comes to is what stands above it, and nothing is proved for a buffer that is one element shorter, or begins
 * elsewhere. And bounds hold: random expressions over ids, computed for each work-item, lie within what is known of
 * them.
 *
 * SPDX-License-Identifier: MIT */
#include "proved_native.c" /* the steps are static */

#include "native/proof.h"
#include "native/proof_state.h"
#include "native/proof_value.h"

#include <stdio.h>
#include <string.h>

enum { ITEMS = 64, GROUP = 16, NODES = 14, ROUNDS = 20000 };

static unsigned failures;

static void expect(bool holds, const char *name, const char *what)
{
    if (holds) return;
    fprintf(stderr, "%s: %s\n", name, what);
    ++failures;
}

/* ---- kernels ---- */

static int x[ITEMS], y[ITEMS], t[GROUP];

static clbi_proof_fills fills;

/* Objects that are proved where the whole kernel is not. */
static uint64_t parts;

static clbi_proof_result prove(const clb_proof *proof, size_t elements, size_t moved, const unsigned char *written)
{
    static const size_t first[3] = {0, 0, 0};
    const size_t end[3] = {ITEMS / GROUP, 1, 1}, global[3] = {ITEMS, 1, 1}, local[3] = {GROUP, 1, 1};
    const clb_native_range range = clb_native_range_make(1, global, local, first);
    const int n = ITEMS;
    void *const arguments[] = {x, y, t, (void *)(uintptr_t)&n};
    const clb_check_object objects[] = {
        {.memory = (char *)(x + moved), .size = elements * sizeof *x, .name = "x", .space = 1, .shift = 2},
        {.memory = (char *)y,
         .size = elements * sizeof *y,
         .name = "y",
         .space = 1,
         .shift = 2,
         .written = (unsigned char *)(uintptr_t)written},
        {.memory = (char *)t, .size = sizeof t, .name = "t", .space = 2, .shift = 2},
        {.memory = NULL}};
    const clbi_proof_launch launch = {
        .range = &range, .first = first, .end = end, .arguments = arguments, .objects = objects, .object_count = 4};
    const clbi_proof_result result = clbi_proof_run(proof, &launch, &fills);
    if (result != CLBI_UNPROVED) return result;
    clbi_proof_fills of_parts;
    const clbi_proof_result of_any = clbi_proof_run_parts(proof, &launch, &of_parts, &parts);
    expect((of_any == CLBI_UNPROVED) == (parts == 0), "parts", "objects and the result differ");
    return CLBI_UNPROVED;
}

static void test_kernel(const char *name, const clb_proof *proof, clbi_proof_result expected, bool is_filled)
{
    static unsigned char written[ITEMS * sizeof *y];
    const bool takes_all = strcmp(name, "proved_apart") != 0 && strcmp(name, "proved_one_writes") != 0 &&
                           strcmp(name, "proved_fills_every_other") != 0;
    const bool spares_first = strstr(name, "guard") || strstr(name, "fills_");
    memset(written, CLB_CHECK_WRITTEN, sizeof written);
    expect(prove(proof, ITEMS, 0, NULL) == expected, name, "the proof is another one");
    expect(prove(proof, ITEMS, 0, written) == expected, name, "the proof is another one where all is written");
    expect(fills.count == 0, name, "what was written is filled");
    if (takes_all)
        expect(prove(proof, ITEMS - 1, 0, NULL) == CLBI_UNPROVED, name, "buffers that are too short are proved");
    expect(prove(proof, ITEMS, 1, NULL) == CLBI_UNPROVED, name, "a pointer into the middle of an object is proved");
    if (spares_first) return;
    for (clb_check_written was = CLB_CHECK_UNWRITTEN; was <= CLB_CHECK_COPIED; was += 2) {
        written[0] = (unsigned char)was;
        const clbi_proof_result result = prove(proof, ITEMS, 0, written);
        expect(result == (is_filled ? expected : CLBI_UNPROVED), name,
               "memory that was not written is proved, or not filled");
        expect(!is_filled || (fills.count == 1 && fills.of[0].argument == 1 && fills.of[0].begin == 0 &&
                              fills.of[0].end == sizeof y),
               name, "what is filled is another part");
    }
}

/* `objects`: a bit for each that is proved alone; -1: whichever. Without memory that was written y is none, and nor is
 * what takes copies of it. */
static void test_parts(const char *name, const clb_proof *proof, int64_t objects)
{
    static const unsigned char unwritten[ITEMS * sizeof *y];
    if (objects < 0) return;
    (void)prove(proof, ITEMS, 0, NULL);
    expect(parts == (uint64_t)objects, name, "other objects are proved");
    (void)prove(proof, ITEMS, 0, unwritten);
    expect((parts & ~(uint64_t)(strstr(name, "copies") ? 1 : 5)) == 0, name, "what is not written is proved");
    (void)prove(proof, ITEMS, 1, NULL);
    expect((parts & 1) == 0, name, "a pointer into the middle of an object is proved");
}

static void test_kernels(void)
{
#define P(name, result, fills, objects)                          \
    test_kernel(#name, &clbn_proof_k_##name##_0, result, fills); \
    test_parts(#name, &clbn_proof_k_##name##_0, objects);
#include "proved_kernels.h"
#undef P
}

/* ---- bounds ---- */

static uint64_t state = 1;

static uint32_t next(void)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(state >> 33);
}

typedef struct node {
    clb_proof_op op;
    clb_proof_type type, from;
    unsigned a, b;
    int64_t number;
} node;

/* The ids that trees compute with: along x, y, and the group's along x. */
static const unsigned tree_ids[3] = {0, 1, CLBI_GROUP_IDS};
static uint64_t exact_count;

static const clb_proof_type types[] = {CLB_PROOF_I8,  CLB_PROOF_U8,  CLB_PROOF_I16, CLB_PROOF_U16,
                                       CLB_PROOF_I32, CLB_PROOF_U32, CLB_PROOF_I64, CLB_PROOF_U64};
static const clb_proof_op ops[] = {CLB_PROOF_ADD,       CLB_PROOF_SUBTRACT, CLB_PROOF_MULTIPLY, CLB_PROOF_DIVIDE,
                                   CLB_PROOF_REMAINDER, CLB_PROOF_LEFT,     CLB_PROOF_RIGHT,    CLB_PROOF_AND,
                                   CLB_PROOF_OR,        CLB_PROOF_XOR,      CLB_PROOF_NOT,      CLB_PROOF_NEGATE,
                                   CLB_PROOF_MIN,       CLB_PROOF_MAX,      CLB_PROOF_LESS,     CLB_PROOF_LESS_EQUAL,
                                   CLB_PROOF_EQUAL,     CLB_PROOF_UNEQUAL,  CLB_PROOF_CONVERT};

/* The number that the low bits of x are. */
static int64_t wrap(uint64_t bits, clb_proof_type type)
{
    switch (type) {
    case CLB_PROOF_I8: return (int8_t)bits;
    case CLB_PROOF_U8: return (uint8_t)bits;
    case CLB_PROOF_I16: return (int16_t)bits;
    case CLB_PROOF_U16: return (uint16_t)bits;
    case CLB_PROOF_I32: return (int32_t)bits;
    case CLB_PROOF_U32: return (uint32_t)bits;
    default: return (int64_t)bits;
    }
}

static int64_t compute(const node *n, int64_t a, int64_t b)
{
    const uint64_t p = (uint64_t)a, q = (uint64_t)b;
    const bool is_wide = n->type == CLB_PROOF_U64;
    const bool less = is_wide ? p < q : a < b, equal = a == b;
    switch (n->op) {
    case CLB_PROOF_ADD: return wrap(p + q, n->type);
    case CLB_PROOF_SUBTRACT: return wrap(p - q, n->type);
    case CLB_PROOF_MULTIPLY: return wrap(p * q, n->type);
    case CLB_PROOF_DIVIDE:
        return b == 0 || (b == -1 && !is_wide) ? wrap(0 - p, n->type)
               : is_wide                       ? (int64_t)(p / q)
                                               : wrap((uint64_t)(a / b), n->type);
    case CLB_PROOF_REMAINDER:
        return b == 0 || (b == -1 && !is_wide) ? 0 : is_wide ? (int64_t)(p % q) : wrap((uint64_t)(a % b), n->type);
    case CLB_PROOF_LEFT: return wrap(p << (q & 7), n->type);
    case CLB_PROOF_RIGHT: return is_wide ? (int64_t)(p >> (q & 7)) : a >= 0 ? a >> (q & 7) : ~(~a >> (q & 7));
    case CLB_PROOF_AND: return wrap(p & q, n->type);
    case CLB_PROOF_OR: return wrap(p | q, n->type);
    case CLB_PROOF_XOR: return wrap(p ^ q, n->type);
    case CLB_PROOF_NOT: return wrap(~p, n->type);
    case CLB_PROOF_NEGATE: return wrap(0 - p, n->type);
    case CLB_PROOF_MIN: return less ? a : b;
    case CLB_PROOF_MAX: return less ? b : a;
    case CLB_PROOF_LESS: return less;
    case CLB_PROOF_LESS_EQUAL: return less || equal;
    case CLB_PROOF_EQUAL: return equal;
    case CLB_PROOF_UNEQUAL: return !equal;
    default: return wrap(p, n->type);
    }
}

static bool is_comparison(clb_proof_op op)
{
    return op >= CLB_PROOF_EQUAL && op <= CLB_PROOF_LESS_EQUAL;
}

/* A tree: the first nodes are ids and numbers, each other one is made of earlier ones, brought to its type. */
static void make_nodes(node *nodes)
{
    for (unsigned i = 0; i < NODES; ++i) {
        node *n = &nodes[i];
        *n = (node){.type = types[next() % 8], .number = (int64_t)(next() % 300) - 40};
        n->op = i < 3 ? CLB_PROOF_LOCAL_ID : i < 6 ? CLB_PROOF_CONSTANT : ops[next() % (sizeof ops / sizeof *ops)];
        if (i < 3) n->a = i;
        if (i < 6) n->type = CLB_PROOF_I32;
        if (i == 5 && next() % 2) n->number = (int64_t[]){0x7fffffff, 0x1000, 255, 65536, 0x40000000}[next() % 5];
        if (i < 6) continue;
        n->a = next() % i;
        n->b = next() % i;
    }
}

/* What holds of each node for all work-items, with local ids along x and y and groups along x. */
static void find_bounds(const node *nodes, const clbi_box *box, clbi_bounds *of)
{
    clb_proof_type type[NODES];
    for (unsigned i = 0; i < NODES; ++i) {
        const node *n = &nodes[i];
        type[i] = is_comparison(n->op) ? CLB_PROOF_BOOL : n->type;
        if (n->op == CLB_PROOF_LOCAL_ID) {
            of[i] = clbi_bounds_id(box, tree_ids[n->a]);
        } else if (n->op == CLB_PROOF_CONSTANT) {
            of[i] = clbi_bounds_exact(n->number);
        } else {
            const clbi_bounds a = clbi_bounds_convert(&of[n->a], type[n->a], n->type);
            clbi_bounds b = clbi_bounds_convert(&of[n->b], type[n->b], n->type);
            if (n->op == CLB_PROOF_LEFT || n->op == CLB_PROOF_RIGHT) {
                const clbi_bounds seven = clbi_bounds_exact(7);
                b = clbi_bounds_compute(CLB_PROOF_AND, n->type, &b, &seven, box);
            }
            of[i] = n->op == CLB_PROOF_CONVERT ? a : clbi_bounds_compute(n->op, n->type, &a, &b, box);
        }
    }
}

static void find_values(const node *nodes, const int64_t *id, int64_t *of)
{
    for (unsigned i = 0; i < NODES; ++i) {
        const node *n = &nodes[i];
        if (n->op == CLB_PROOF_LOCAL_ID) of[i] = id[n->a];
        else if (n->op == CLB_PROOF_CONSTANT) of[i] = n->number;
        else of[i] = compute(n, wrap((uint64_t)of[n->a], n->type), wrap((uint64_t)of[n->b], n->type));
    }
}

/* Whether a value is as its bounds say. `rest`: by the node, that of the first work-item of each pair of local ids, to
 * see that groups do not change it. */
static int64_t rest_of(const clbi_bounds *x, int64_t value, const int64_t *digits)
{
    for (unsigned i = 0; x->known && i < CLBI_IDS; ++i) value -= x->id[i] * digits[i];
    return value;
}

static bool lies_within(const clbi_bounds *x, int64_t value, const int64_t *digits)
{
    if (!x->known) return true;
    const int64_t rest = rest_of(x, value, digits);
    return value >= x->least && value <= x->most && (x->step ? (value - x->least) % x->step == 0 : value == x->least) &&
           rest >= x->low && rest <= x->high;
}

/* The digits that the box has of the ids along x, y and of the group: those of the largest weights first. */
static void find_digits(const clbi_box *box, const int64_t *id, int64_t *digits)
{
    bool done[CLBI_IDS] = {false};
    memset(digits, 0, CLBI_IDS * sizeof *digits);
    for (unsigned k = 0; k < 3; ++k) {
        int64_t left = id[k];
        for (;;) {
            unsigned next = CLBI_IDS;
            for (unsigned i = 0; i < CLBI_IDS; ++i)
                if (!done[i] && box->of[i] == tree_ids[k] && (next == CLBI_IDS || box->weight[i] > box->weight[next]))
                    next = i;
            if (next == CLBI_IDS) break;
            done[next] = true;
            digits[next] = left / box->weight[next];
            left %= box->weight[next];
        }
    }
}

enum { NX = 8, NY = 3, NG = 12 };

static void cut_at_random(clbi_box *box)
{
    for (unsigned cuts = next() % 5; cuts > 0; --cuts) {
        const unsigned id = next() % CLBI_IDS;
        if (box->of[id] != CLBI_IDS) (void)clbi_box_cut(box, (clbi_cut){id, 2 + next() % 5});
    }
}

static void test_tree(unsigned number)
{
    node nodes[NODES];
    clbi_bounds of[NODES];
    static int64_t values[NX][NY][NG][NODES];
    const int64_t base = next() % 4;
    clbi_cuts wanted = {.count = 0};
    clbi_box box;
    char name[64];
    clbi_box_make(&box);
    box.wanted = &wanted;
    box.high[0] = NX - 1;
    box.high[1] = NY - 1;
    box.low[CLBI_GROUP_IDS] = base;
    box.high[CLBI_GROUP_IDS] = base + NG - 1;
    make_nodes(nodes);
    cut_at_random(&box);
    find_bounds(nodes, &box, of);
    for (size_t i = 0; i < wanted.count; ++i) (void)clbi_box_cut(&box, wanted.of[i]);
    find_bounds(nodes, &box, of);
    (void)snprintf(name, sizeof name, "tree %u", number);
    for (int64_t lx = 0; lx < NX; ++lx)
        for (int64_t ly = 0; ly < NY; ++ly)
            for (int64_t g = 0; g < NG; ++g) {
                int64_t digits[CLBI_IDS], start[CLBI_IDS], corner[CLBI_IDS];
                const int64_t id[3] = {lx, ly, base + g};
                int64_t *v = values[lx][ly][g];
                find_digits(&box, id, digits);
                find_digits(&box, (int64_t[]){lx, ly, base}, start);
                find_digits(&box, (int64_t[]){0, 0, base + g}, corner);
                find_values(nodes, id, v);
                for (unsigned i = 0; i < NODES; ++i) {
                    const int64_t rest = rest_of(&of[i], v[i], digits);
                    exact_count += of[i].known && clbi_bounds_is_affine(&of[i]) && clbi_bounds_split(&of[i]);
                    expect(lies_within(&of[i], v[i], digits), name, "a value is beyond its bounds");
                    expect(of[i].varies || rest == rest_of(&of[i], values[lx][ly][0][i], start), name,
                           "a group changes what groups do not change");
                    expect(of[i].splits || rest == rest_of(&of[i], values[0][0][g][i], corner), name,
                           "work-items of a group differ in what is said to be alike");
                }
            }
}

/* ---- races ---- */

enum { PAIRS = 30000, SIDE = 6, FORMS = 2 };

/* What stands around an access: `less` is `apart` below `more`, or the two differ. */
typedef struct guard {
    clbi_bounds less, more;
    int64_t apart;
    bool differ;
} guard;

static clbi_bounds random_sum(const clbi_box *box, int64_t most)
{
    clbi_bounds v = {.known = true, .object = -1, .step = 1};
    v.low = v.high = v.least = v.most = (int64_t)(next() % 13) - 6;
    for (unsigned i = 0; i < CLBI_IDS; ++i) {
        if (box->low[i] == box->high[i] || next() % 3 == 0) continue;
        v.id[i] = (int64_t)(next() % (uint32_t)(2 * most + 1)) - most;
        v.least += v.id[i] * (v.id[i] < 0 ? box->high[i] : box->low[i]);
        v.most += v.id[i] * (v.id[i] < 0 ? box->low[i] : box->high[i]);
    }
    v.step = v.least != v.most;
    return v;
}

static int64_t sum_of(const clbi_bounds *v, const int64_t *digits)
{
    return v->low - rest_of(v, 0, digits);
}

static bool comes(const guard *guards, const int64_t *digits)
{
    bool result = true;
    for (unsigned i = 0; i < FORMS; ++i) {
        const int64_t less = sum_of(&guards[i].less, digits), more = sum_of(&guards[i].more, digits);
        result &= guards[i].differ ? less != more : less + guards[i].apart <= more;
    }
    return result;
}

/* Whether two accesses may overlap, whose lowest bytes are at a and b. */
static bool overlap(const clbi_proof_place *x, int64_t a, const clbi_proof_place *y, int64_t b)
{
    const int64_t x_more = x->at.high - x->at.low, y_more = y->at.high - y->at.low;
    for (int64_t i = 0; i <= x_more; i += x->step_of_rest ? x->step_of_rest : 1)
        for (int64_t k = 0; k <= y_more; k += y->step_of_rest ? y->step_of_rest : 1)
            if (a + i < b + k + y->size && b + k < a + i + x->size) return true;
    return false;
}

/* Whether work-items of a group meet: tried one by one. */
static bool meet(const clbi_prover *p, guard (*guards)[FORMS])
{
    const clbi_proof_place *places = p->places;
    int64_t digits[2][CLBI_IDS];
    const int64_t group =
        p->box.low[CLBI_GROUP_IDS] * p->box.weight[CLBI_GROUP_IDS]; /* the first; it may have been cut */
    for (int64_t all = 0; all < SIDE * SIDE * SIDE * 16; ++all) {
        const int64_t id[2][3] = {
            {all % SIDE, all / SIDE % 2, group + all / (SIDE * SIDE * 4) % SIDE},
            {all / (SIDE * 2) % SIDE, all / (SIDE * SIDE * 2) % 2, group + all / (SIDE * SIDE * 4) % SIDE}};
        if (id[0][0] == id[1][0] && id[0][1] == id[1][1]) continue;
        if (id[0][1] > p->box.high[1] || id[1][1] > p->box.high[1]) continue;
        for (unsigned k = 0; k < 2; ++k) find_digits(&p->box, id[k], digits[k]);
        for (unsigned x = 0; x < 2; ++x)
            for (unsigned y = 0; y < 2; ++y) {
                if (!places[x].writes || !comes(guards[x], digits[0]) || !comes(guards[y], digits[1])) continue;
                if (overlap(&places[x], sum_of(&places[x].at, digits[0]), &places[y], sum_of(&places[y].at, digits[1])))
                    return true;
            }
    }
    return false;
}

static unsigned apart_count;

static void test_pair(unsigned number)
{
    static clbi_proof_place places[2];
    guard guards[2][FORMS];
    clbi_prover p = {.places = places, .place_count = 2};
    char name[64];
    clbi_box_make(&p.box);
    p.box.high[0] = SIDE - 1;
    p.box.high[1] = next() % 2;
    p.box.low[CLBI_GROUP_IDS] = SIDE * (next() % 2);
    p.box.high[CLBI_GROUP_IDS] = p.box.low[CLBI_GROUP_IDS] + SIDE - 1;
    cut_at_random(&p.box);
    for (unsigned i = 0; i < 2; ++i) {
        p.state.fact_count = 0;
        for (unsigned k = 0; k < FORMS; ++k) {
            guard *g = &guards[i][k];
            *g = (guard){random_sum(&p.box, 2), random_sum(&p.box, 1), next() % 2, next() % 3 == 0 || number % 4 == 0};
            if (g->differ) clbi_proof_note_unequal(&p, &g->less, &g->more);
            else clbi_proof_note_fact(&p, &g->less, &g->more, g->apart);
        }
        /* Often the guard's sums are those of the place. */
        clbi_bounds at = random_sum(&p.box, 8);
        for (unsigned id = 0; id < CLBI_IDS && next() % 2; ++id)
            at.id[id] = 4 * (guards[i][0].less.id[id] - guards[i][0].more.id[id]);
        if (i == 1 && next() % 2) memcpy(at.id, places[0].at.id, sizeof at.id);
        int64_t step = next() % 3 ? 1 : 1 + next() % 24; /* of a loop, which adds it up to three times */
        at.high += step * (step > 1 ? next() % 4 : next() % 2);
        if (number % 4 == 0) { /* the second reads what the guard of the first leaves out */
            const guard *g = &guards[0][0];
            at.low = at.high = i == 0 ? 0 : 4 * (g->more.low - g->less.low);
            for (unsigned id = 0; id < CLBI_IDS; ++id) at.id[id] = i == 0 ? 4 * (g->less.id[id] - g->more.id[id]) : 0;
        }
        if (at.low == at.high) step = 0;
        places[i] = (clbi_proof_place){.at = at,
                                       .step_of_rest = step,
                                       .size = 1 + next() % 4,
                                       .writes = i == 0 || (number % 4 != 0 && next() % 2),
                                       .fact_count = p.state.fact_count};
        memcpy(places[i].facts, p.state.facts, sizeof p.state.facts);
    }
    (void)snprintf(name, sizeof name, "pair %u", number);
    if (!clbi_proof_are_apart(&p, 0)) return;
    ++apart_count;
    expect(!meet(&p, guards), name, "work-items meet that are said to be apart");
}

int main(void)
{
    test_kernels();
    for (unsigned i = 0; i < PAIRS && failures < 20; ++i) test_pair(i);
    expect(apart_count > PAIRS / 10, "pairs", "few are apart");
    for (unsigned i = 0; i < ROUNDS && failures < 20; ++i) test_tree(i);
    expect(exact_count > 0, "trees", "no value of several work-items is exact");
    printf("%u failures, %u pairs apart\n", failures, apart_count);
    return failures != 0;
}
