/* Sub-groups: N consecutive work-items of a group, in the order of their linear ids. There are two forms.
 *
 * In lanes, a sub-group is a part of one vector: its functions are SUB_GROUPs over the active lanes, and nothing waits.
 *
 * Otherwise, a function of a sub-group puts each work-item's value into an exchange in the group's memory, waits at a
 * barrier, and takes from there. So it is right wherever a barrier is; work-items that do not come are not waited for.
 * Two exchanges are used in turn: between two uses of one there always is the barrier of the other, or of a construct
 * around it, so that no work-item overwrites what another one still needs.
 *
 * OpenCL C 3.0 6.15.19, cl_khr_subgroup_* and cl_intel_subgroups. See build_state.h.
 *
 * SPDX-License-Identifier: MIT */
#include "ir/build_state.h"

#include "clc/builtin.h"
#include "clbundle/data.h"

#include <string.h>

/* SIZE: work-items of a sub-group where the kernel states none. LARGEST: of any, since a ballot is one word.
 * ITEMS: most work-items of a group that the runtime launches. LANES: most lanes of a vector, so a sub-group of as many
 * is a whole vector. */
enum { SIZE = CLB_SUB_GROUP_SIZE, LARGEST = 32, ITEMS = 4096, LANES = 16 };

static bool begins(const char *name, const char *with)
{
    return strncmp(name, with, strlen(with)) == 0;
}

static uint64_t size_of_sub_group(const builder *b)
{
    const uint64_t stated = b->f->kernel->attributes.sub_group_size;
    return stated ? stated : SIZE;
}

/* ---- ids and sizes, as u64 ---- */

static ir_value *query(builder *b, ir_query what, unsigned d, const token *w)
{
    ir_value *v = ir_add(b->f, b->block, IR_QUERY, IR_U64, w, 0);
    v->query = what;
    v->index = d;
    return v;
}

static ir_value *number(builder *b, uint64_t bits)
{
    return build_constant(b, IR_U64, bits);
}

/* Its position in the group. */
static ir_value *place_of(builder *b, const token *w)
{
    ir_value *rows = query(b, IR_LOCAL_SIZE, 1, w);
    ir_value *row = build_binary(b, IR_MULTIPLY, query(b, IR_LOCAL_ID, 2, w), rows, w);
    row = build_binary(b, IR_ADD, row, query(b, IR_LOCAL_ID, 1, w), w);
    row = build_binary(b, IR_MULTIPLY, row, query(b, IR_LOCAL_SIZE, 0, w), w);
    return build_binary(b, IR_ADD, row, query(b, IR_LOCAL_ID, 0, w), w);
}

static ir_value *items_of_group(builder *b, ir_query size, const token *w)
{
    ir_value *rows = query(b, size, 1, w);
    ir_value *plane = build_binary(b, IR_MULTIPLY, query(b, size, 0, w), rows, w);
    return build_binary(b, IR_MULTIPLY, plane, query(b, size, 2, w), w);
}

static ir_value *local_id(builder *b, const token *w)
{
    const uint64_t n = size_of_sub_group(b);
    if (!b->how.one_by_one) {
        ir_value *lane = query(b, IR_LANE, 0, w);
        lane->bits = n;
        b->f->asks_lane = true;
        return b->f->in_lanes && n < LANES ? build_binary(b, IR_AND, lane, number(b, n - 1), w) : lane;
    }
    ir_value *most = number(b, n - 1);
    return build_binary(b, IR_AND, place_of(b, w), most, w);
}

/* The position of the sub-group's first work-item. */
static ir_value *first_position(builder *b, const token *w)
{
    ir_value *other = b->how.one_by_one ? number(b, ~(size_of_sub_group(b) - 1)) : local_id(b, w);
    return build_binary(b, b->how.one_by_one ? IR_AND : IR_SUBTRACT, place_of(b, w), other, w);
}

static ir_value *present_size(builder *b, const token *w)
{
    ir_value *most = number(b, size_of_sub_group(b));
    ir_value *first = first_position(b, w);
    ir_value *left = build_binary(b, IR_SUBTRACT, items_of_group(b, IR_LOCAL_SIZE, w), first, w);
    return build_select(b, build_binary(b, IR_LESS, left, most, w), left, most, w);
}

static ir_value *sub_groups(builder *b, ir_query size, const token *w)
{
    const uint64_t n = size_of_sub_group(b);
    ir_value *most = number(b, n - 1);
    ir_value *sum = build_binary(b, IR_ADD, items_of_group(b, size, w), most, w);
    return build_binary(b, IR_DIVIDE, sum, number(b, n), w);
}

/* get_sub_group_eq_mask and the like: the lowest of four words has all bits. */
static components mask(builder *b, const char *name, const token *w)
{
    const uint64_t n = size_of_sub_group(b);
    ir_value *own = build_convert(b, IR_U32, local_id(b, w), w), *one = build_constant(b, IR_U32, 1);
    ir_value *bit = build_binary(b, IR_LEFT, one, own, w), *below = build_binary(b, IR_SUBTRACT, bit, one, w);
    ir_value *all = build_constant(b, IR_U32, n == 32 ? UINT32_MAX : (UINT64_C(1) << n) - 1);
    ir_value *up_to = build_binary(b, IR_OR, below, bit, w);
    ir_value *v = strstr(name, "_eq_")   ? bit
                  : strstr(name, "_lt_") ? below
                  : strstr(name, "_le_") ? up_to
                                         : build_binary(b, IR_XOR, all, strstr(name, "_gt_") ? up_to : below, w);
    components p = {.count = 4};
    for (size_t i = 0; i < p.count; ++i) p.v[i] = i ? build_constant(b, IR_U32, 0) : v;
    return p;
}

static components ask(builder *b, const expression *e)
{
    const token *w = e->token;
    const char *name = e->builtin->name;
    ir_value *v;
    if (strstr(name, "_mask")) return mask(b, name, w);
    if (strcmp(name, "get_sub_group_size") == 0) v = present_size(b, w);
    else if (strcmp(name, "get_max_sub_group_size") == 0) v = number(b, size_of_sub_group(b));
    else if (strcmp(name, "get_num_sub_groups") == 0) v = sub_groups(b, IR_LOCAL_SIZE, w);
    else if (strcmp(name, "get_enqueued_num_sub_groups") == 0) v = sub_groups(b, IR_ENQUEUED_LOCAL_SIZE, w);
    else if (strcmp(name, "get_sub_group_id") == 0) {
        ir_value *size = number(b, size_of_sub_group(b));
        v = build_binary(b, IR_DIVIDE, b->how.one_by_one ? place_of(b, w) : first_position(b, w), size, w);
    } else {
        v = local_id(b, w);
    }
    return (components){{build_convert(b, build_scalar(e->type), v, w)}, 1};
}

/* ---- the exchange ---- */

/* Work-items that a group may have, rounded up to whole sub-groups; 0: refused. */
static uint64_t places(builder *b, const token *w)
{
    const attributes *stated = &b->f->kernel->attributes;
    const uint64_t n = size_of_sub_group(b);
    uint64_t count = 1;
    for (int d = 0; d < 3 && stated->has_reqd_size; ++d) {
        if (stated->reqd_size[d] > ITEMS / count) {
            build_refuse(
                b, w,
                arena_printf(b->f->arena, "functions of sub-groups in work-groups of more than %d work-items", ITEMS));
            return 0;
        }
        count *= stated->reqd_size[d] ? stated->reqd_size[d] : 1;
    }
    if (!stated->has_reqd_size) count = ITEMS;
    return (count + n - 1) / n * n;
}

static ir_value *element_at(builder *b, ir_value *base, ir_value *index, uint64_t bytes, const token *w)
{
    ir_value *at = ir_add(b->f, b->block, IR_MOVE, IR_POINTER, w, 2, base, build_convert(b, IR_I64, index, w));
    at->bits = bytes;
    return at;
}

static ir_value *address_of(builder *b, ir_variable *v, const token *w)
{
    ir_value *at = ir_add(b->f, b->block, IR_LOCAL, IR_POINTER, w, 0);
    at->variable = v;
    return at;
}

/* The mark of the work-item, behind the values of all: 1: it has come. */
static void set_mark(builder *b, ir_variable *exchange, uint64_t count, uint64_t to, const token *w)
{
    ir_value *marks = build_offset(b, address_of(b, exchange, w), count * 8, w);
    ir_value *own = element_at(b, marks, place_of(b, w), 1, w);
    ir_add(b->f, b->block, IR_STORE, IR_VOID, w, 2, own, build_constant(b, IR_U8, to));
}

/* All clear their marks when the kernel begins, so that the first work-item that needs them finds none. */
static void clear_marks(builder *b, ir_variable *exchange, uint64_t count, const token *w)
{
    ir_function *f = b->f;
    ir_block *at = b->block, *head = ir_add_block(f, NULL, NULL), *body = f->body;
    b->block = head;
    set_mark(b, exchange, count, 0, w);
    b->block = at;
    const ir_block rest = *body;
    *body = (ir_block){.outer = rest.outer, .owner = rest.owner};
    for (size_t i = 0; i < head->count; ++i) ir_append(f, body, head->items[i]);
    for (size_t i = 0; i < rest.count; ++i) ir_append(f, body, rest.items[i]);
}

static ir_variable *next_exchange(builder *b, bool marks, uint64_t count, const token *w)
{
    const unsigned k = b->sub_groups.exchange_count++ % 2;
    if (!b->sub_groups.exchanges[k]) {
        ir_variable *v = b->sub_groups.exchanges[k] = ir_add_variable(b->f, "exchange", IR_VOID);
        v->inner = true;
        v->local = true;
        v->size = (size_t)(count * 9);
        v->align = 64;
    }
    if (marks && !b->sub_groups.has_marks[k]) clear_marks(b, b->sub_groups.exchanges[k], count, w);
    b->sub_groups.has_marks[k] |= marks;
    return b->sub_groups.exchanges[k];
}

static void wait(builder *b, const token *w)
{
    if (b->f->in_lanes) {
        ir_value *v = ir_add(b->f, b->block, IR_SUB_GROUP, IR_VOID, w, 0);
        v->name = "barrier";
        v->bits = size_of_sub_group(b);
        return;
    }
    b->f->has_barrier = true;
    ir_add(b->f, b->block, IR_BARRIER, IR_VOID, w, 0)->bits = 1;
}

/* Gives the value to the others and waits. Returns the address of all values. */
static ir_value *give_value(builder *b, ir_value *v, bool marks, uint64_t count, const token *w)
{
    ir_variable *exchange = next_exchange(b, marks, count, w);
    ir_value *position = place_of(b, w);
    ir_value *own = element_at(b, address_of(b, exchange, w), position, ir_size(v->type), w);
    ir_add(b->f, b->block, IR_STORE, IR_VOID, w, 2, own, v);
    if (marks) set_mark(b, exchange, count, 1, w);
    wait(b, w);
    return address_of(b, exchange, w);
}

/* ---- in lanes ---- */

/* Lanes hold 32 or 64 bits: the type in which they hold t, with the same bits or the same number. */
static ir_type held_type(ir_type t)
{
    return t == IR_F16 ? IR_U32 : ir_size(t) >= 4 ? t : ir_is_signed(t) ? IR_I32 : IR_U32;
}

static ir_value *hold(builder *b, ir_value *v, const token *w)
{
    if (v->type == IR_F16) v = ir_add(b->f, b->block, IR_REINTERPRET, IR_U16, w, 1, v);
    return build_convert(b, held_type(v->type), v, w);
}

static ir_value *let_go(builder *b, ir_value *v, ir_type t, const token *w)
{
    v = build_convert(b, t == IR_F16 ? IR_U16 : t, v, w);
    return t == IR_F16 ? ir_add(b->f, b->block, IR_REINTERPRET, IR_F16, w, 1, v) : v;
}

/* The neutral element of the operation, which an exclusive scan shows; other sums start with -0.0, which keeps the sign
 * of a zero. */
static uint64_t identity(const char *operation, ir_type t, bool shown)
{
    const unsigned width = (unsigned)ir_size(t) * 8;
    const uint64_t all = UINT64_MAX >> (64 - width), sign = UINT64_C(1) << (width - 1);
    const bool min = strcmp(operation, "min") == 0, max = strcmp(operation, "max") == 0;
    if (ir_is_floating(t)) {
        const uint64_t far = t == IR_F32 ? 0x7f800000u : UINT64_C(0x7ff0000000000000);
        if (min || max) return min ? far : far | sign;
        if (strcmp(operation, "mul") == 0) return t == IR_F32 ? 0x3f800000u : UINT64_C(0x3ff0000000000000);
        return shown ? 0 : sign;
    }
    if (min) return ir_is_signed(t) ? sign - 1 : all;
    if (max) return ir_is_signed(t) ? UINT64_MAX << (width - 1) : 0;
    if (strcmp(operation, "mul") == 0) return 1;
    if (strcmp(operation, "and") != 0) return 0;
    return ir_is_signed(t) ? UINT64_MAX : all;
}

/* The function `way` over the lanes of each cluster. `other`: its second operand, or NULL. */
static ir_value *across_lanes(builder *b, const char *way, ir_value *v, ir_value *other, uint64_t cluster,
                              const token *w)
{
    const ir_type t = v->type;
    v = hold(b, v, w);
    ir_value *own = ir_add(b->f, b->block, IR_SUB_GROUP, v->type, w, other ? 2 : 1, v, other);
    own->name = way;
    own->bits = cluster;
    return let_go(b, own, t, w);
}

static ir_value *combine_lanes(builder *b, const char *way, ir_value *v, uint64_t cluster, const token *w)
{
    const char *operation = strchr(way, '_');
    if (!operation) return across_lanes(b, way, v, NULL, cluster, w);
    const ir_type t = v->type, held = held_type(t);
    const uint64_t bits = identity(operation + 1, t, strncmp(way, "exclusive", 9) == 0);
    return across_lanes(b, way, v, build_convert(b, held, build_constant(b, t, bits), w), cluster, w);
}

/* ---- by the exchange ---- */

/* The value that work-item number `index` (a u64) of the sub-group has. */
static ir_value *take_value(builder *b, ir_value *v, ir_value *index, const token *w)
{
    const uint64_t n = size_of_sub_group(b);
    if (b->f->in_lanes) return across_lanes(b, "lane", v, build_convert(b, IR_U32, index, w), n, w);
    const uint64_t count = places(b, w);
    if (!count) return v;
    ir_value *all = give_value(b, v, false, count, w);
    /* An index beyond the sub-group, whose result is undefined, must not leave the exchange. */
    index = build_binary(b, IR_AND, index, number(b, n - 1), w);
    ir_value *at = element_at(b, all, build_binary(b, IR_ADD, first_position(b, w), index, w), ir_size(v->type), w);
    return ir_add(b->f, b->block, IR_LOAD, v->type, w, 1, at);
}

/* The result of the runtime's function sub_group_WAY for the values of the work-items that take part. */
static ir_value *combine(builder *b, const char *way, ir_value *v, uint64_t cluster, const token *w)
{
    if (b->f->in_lanes) return combine_lanes(b, way, v, cluster, w);
    const uint64_t count = places(b, w);
    if (!count) return v;
    ir_value *all = give_value(b, v, true, count, w);
    ir_value *operands[] = {all, place_of(b, w), items_of_group(b, IR_LOCAL_SIZE, w),
                            number(b, count << 16 | cluster << 8 | size_of_sub_group(b))};
    ir_value *own = build_function(b, arena_printf(b->f->arena, "sub_group_%s", way), v->type, w, 4, operands);
    own->op = IR_EACH;
    own->bits = v->type;
    return own;
}

/* ---- functions ---- */

static ir_value *index_operand(builder *b, const expression *e, size_t i)
{
    return build_convert(b, IR_U64, build_number(b, e->operands[i]), e->token);
}

/* The work-item whose value is read. `beyond`: a predicate for lanes that read from the second operand (intel_...),
 * or NULL. */
static ir_value *source_of(builder *b, const expression *e, ir_value *index, ir_value **beyond)
{
    const token *w = e->token;
    const char *name = e->builtin->name;
    const uint64_t n = size_of_sub_group(b);
    *beyond = NULL;
    if (strstr(name, "broadcast")) return index;
    if (strstr(name, "_rotate")) {
        ir_value *moved = build_binary(b, IR_ADD, local_id(b, w), index, w);
        if (!strstr(name, "clustered")) return moved;
        const uint64_t cluster = e->operands[2]->has_value ? e->operands[2]->value.integer : n;
        ir_value *within = build_binary(b, IR_AND, moved, number(b, cluster - 1), w);
        ir_value *others = number(b, ~(cluster - 1));
        return build_binary(b, IR_OR, build_binary(b, IR_AND, local_id(b, w), others, w), within, w);
    }
    if (strstr(name, "_xor")) return build_binary(b, IR_XOR, local_id(b, w), index, w);
    const bool down = strstr(name, "_down") != NULL;
    if (!down && !strstr(name, "_up")) return index;
    ir_value *moved = build_binary(b, down ? IR_ADD : IR_SUBTRACT, local_id(b, w), index, w);
    *beyond = build_binary(b, IR_LESS, number(b, n - 1), moved, w); /* below zero it wraps */
    return moved;
}

static components exchange(builder *b, const expression *e)
{
    const token *w = e->token;
    const bool pair = begins(e->builtin->name, "intel_") && e->operand_count == 3;
    components first = build_value(b, e->operands[0]), second = first;
    if (pair) second = build_value(b, e->operands[1]);
    ir_value *index = index_operand(b, e, pair ? 2 : 1), *beyond;
    if (b->f->reason) return (components){0};
    index = source_of(b, e, index, &beyond);
    /* Down: from the first operand, then from the next one. Up: from the previous one, then from the second. */
    if (pair && strstr(e->builtin->name, "_up")) {
        const components own = first;
        first = second;
        second = own;
    }
    components p = {.count = first.count};
    for (size_t i = 0; i < p.count && !b->f->reason; ++i) {
        p.v[i] = take_value(b, first.v[i], index, w);
        if (pair) p.v[i] = build_select(b, beyond, take_value(b, second.v[i], index, w), p.v[i], w);
    }
    return p;
}

static ir_value *truth(builder *b, const expression *e)
{
    return build_convert(b, IR_I32, build_not_zero(b, build_number(b, e->operands[0]), e->token), e->token);
}

/* Reductions and scans, with or without clusters: WAY_OPERATION of the runtime. */
static components fold(builder *b, const expression *e, const char *name)
{
    static const char *const ways[][2] = {{"scan_inclusive_", "inclusive"}, {"scan_exclusive_", "exclusive"}};
    const token *w = e->token;
    const char *operation = strrchr(name, '_') + 1, *way = "reduce";
    const bool logical = strstr(name, "logical_") != NULL, clustered = begins(name, "clustered_");
    uint64_t cluster = size_of_sub_group(b);
    for (size_t i = 0; i < 2; ++i)
        if (strstr(name, ways[i][0])) way = ways[i][1];
    if (clustered) {
        if (!e->operands[1]->has_value)
            return build_refuse(b, w, "a cluster of a sub-group whose size is not constant");
        const uint64_t stated = e->operands[1]->value.integer;
        if (!stated || stated > cluster || (stated & (stated - 1)))
            return build_refuse(b, w,
                                arena_printf(b->f->arena, "a cluster of %llu in a sub-group of %llu work-items",
                                             (unsigned long long)stated, (unsigned long long)cluster));
        cluster = stated;
    }
    ir_value *v = logical ? truth(b, e) : build_number(b, e->operands[0]);
    if (b->f->reason) return (components){0};
    const bool half = v->type == IR_F16;
    if (half) v = build_of_half(b, v, w);
    v = combine(b, arena_printf(b->f->arena, "%s_%s", way, operation), v, cluster, w);
    if (logical) v = build_convert(b, IR_I32, build_not_zero(b, v, w), w);
    return (components){{half ? build_to_half(b, v, NULL, w) : v}, 1};
}

/* sub_group_all, sub_group_non_uniform_any and the like. */
static components vote(builder *b, const expression *e, const char *name)
{
    const token *w = e->token;
    const uint64_t n = size_of_sub_group(b);
    ir_value *v;
    if (strstr(name, "all_equal")) {
        ir_value *own = build_number(b, e->operands[0]);
        if (b->f->reason) return (components){0};
        ir_value *first = combine(b, "first", own, n, w);
        if (own->type == IR_F16) {
            own = build_of_half(b, own, w);
            first = build_of_half(b, first, w);
        }
        v = build_convert(b, IR_I32, build_binary(b, IR_EQUAL, own, first, w), w);
    } else {
        v = truth(b, e);
    }
    if (b->f->reason) return (components){0};
    if (b->f->in_lanes) { /* some lane says so, or none denies it */
        const bool any = strstr(name, "any") != NULL;
        ir_value *none = build_constant(b, IR_U32, 0), *said = build_not_zero(b, v, w);
        if (!any) said = ir_add(b->f, b->block, IR_NOT, IR_BOOL, w, 1, said);
        v = combine(b, "ballot", build_convert(b, IR_U32, said, w), n, w);
        return (components){{build_convert(b, IR_I32, build_binary(b, any ? IR_UNEQUAL : IR_EQUAL, v, none, w), w)}, 1};
    }
    return (components){{combine(b, strstr(name, "any") ? "reduce_or" : "reduce_and", v, n, w)}, 1};
}

/* The words of a ballot: the first one holds all bits. */
static components ballot(builder *b, const expression *e)
{
    const token *w = e->token;
    ir_value *v = build_convert(b, IR_U32, truth(b, e), w);
    if (b->f->reason) return (components){0};
    components p = {.count = 4};
    p.v[0] = combine(b, "ballot", v, size_of_sub_group(b), w);
    for (size_t i = 1; i < 4; ++i) p.v[i] = build_constant(b, IR_U32, 0);
    return p;
}

/* Queries of a ballot that need no other work-items. Bits beyond the sub-group do not count. */
static components ask_ballot(builder *b, const expression *e, const char *name)
{
    const token *w = e->token;
    const uint64_t n = size_of_sub_group(b);
    const components words = build_value(b, e->operands[0]);
    ir_value *index = e->operand_count > 1 ? build_convert(b, IR_U32, build_number(b, e->operands[1]), w) : NULL, *v;
    if (b->f->reason) return (components){0};
    ir_value *own = build_convert(b, IR_U32, local_id(b, w), w), *one = build_constant(b, IR_U32, 1);
    ir_value *bits = build_binary(b, IR_AND, words.v[0],
                                  build_constant(b, IR_U32, n == 32 ? UINT32_MAX : (UINT64_C(1) << n) - 1), w);
    if (!index) index = own;
    index = build_binary(b, IR_AND, index, build_constant(b, IR_U32, 31), w);
    if (strstr(name, "inverse") || strstr(name, "bit_extract")) {
        v = build_binary(b, IR_AND, build_binary(b, IR_RIGHT, bits, index, w), one, w);
    } else if (strstr(name, "find_msb")) {
        ir_value *zeros = build_function(b, "clz", IR_U32, w, 1, &bits);
        v = build_binary(b, IR_SUBTRACT, build_constant(b, IR_U32, 31), zeros, w);
    } else if (strstr(name, "find_lsb")) {
        ir_value *below = build_binary(
            b, IR_SUBTRACT,
            build_binary(b, IR_AND, bits, build_binary(b, IR_SUBTRACT, build_constant(b, IR_U32, 0), bits, w), w), one,
            w);
        v = build_function(b, "popcount", IR_U32, w, 1, &below);
    } else {
        ir_value *bit = build_binary(b, IR_LEFT, one, own, w), *below = build_binary(b, IR_SUBTRACT, bit, one, w);
        if (strstr(name, "inclusive")) below = build_binary(b, IR_OR, below, bit, w);
        if (!strstr(name, "bit_count")) bits = build_binary(b, IR_AND, bits, below, w);
        v = build_function(b, "popcount", IR_U32, w, 1, &bits);
    }
    return (components){{build_convert(b, build_scalar(e->type), v, w)}, 1};
}

/* intel_sub_group_block_read and _write: component k of all work-items stands before component k + 1. */
static components move_block(builder *b, const expression *e)
{
    const token *w = e->token;
    const bool writes = strstr(e->builtin->name, "write") != NULL;
    if (e->operands[0]->type->kind != TYPE_POINTER)
        return build_image_block(b, e, local_id(b, w), size_of_sub_group(b));
    ir_value *base = build_number(b, e->operands[0]);
    components p = {.count = type_width(e->type)};
    if (writes) p = build_value(b, e->operands[1]);
    if (b->f->reason) return (components){0};
    const ir_type t = build_scalar(e->operands[0]->type->base);
    for (size_t i = 0; i < p.count; ++i) {
        ir_value *offset = number(b, i * size_of_sub_group(b));
        ir_value *index = build_binary(b, IR_ADD, local_id(b, w), offset, w);
        ir_value *at = element_at(b, base, index, ir_size(t), w);
        if (writes) ir_add(b->f, b->block, IR_STORE, IR_VOID, w, 2, at, p.v[i]);
        else p.v[i] = ir_add(b->f, b->block, IR_LOAD, t, w, 1, at);
    }
    if (writes) return (components){0};
    return p;
}

/* The size of the sub-groups; or 0, and the function is refused. */
static uint64_t take_size(builder *b, const token *w)
{
    const uint64_t n = size_of_sub_group(b);
    if (n > LARGEST || (n & (n - 1))) {
        build_refuse(b, w,
                     arena_printf(b->f->arena, "a sub-group of %llu work-items: 1, 2, 4, 8, 16 and 32 are possible",
                                  (unsigned long long)n));
        return 0;
    }
    return b->f->sub_group_size = n;
}

ir_value *build_sub_group_elect(builder *b, const token *w)
{
    const uint64_t n = take_size(b, w);
    ir_value *own = build_constant(b, IR_I32, 0);
    return build_not_zero(b, n ? combine(b, "elect", own, n, w) : own, w);
}

ir_value *build_sub_group_first(builder *b, ir_value *v, const token *w)
{
    const uint64_t n = take_size(b, w);
    return n ? combine(b, "first", v, n, w) : v;
}

components build_sub_group(builder *b, const expression *e)
{
    const token *w = e->token;
    const char *name = e->builtin->name;
    const uint64_t n = take_size(b, w);
    if (!n) return (components){0};
    if (begins(name, "get_")) return ask(b, e);
    if (strstr(name, "_block_")) return move_block(b, e);
    name += begins(name, "intel_") ? strlen("intel_sub_group_") : strlen("sub_group_");
    if (strcmp(name, "barrier") == 0) {
        wait(b, w);
        return (components){0};
    }
    if (strcmp(name, "elect") == 0) return (components){{combine(b, "elect", build_constant(b, IR_I32, 0), n, w)}, 1};
    if (strcmp(name, "ballot") == 0) return ballot(b, e);
    if (strcmp(name, "broadcast_first") == 0) {
        ir_value *v = build_number(b, e->operands[0]);
        if (b->f->reason) return (components){0};
        return (components){{combine(b, "first", v, n, w)}, 1};
    }
    if (strstr(name, "ballot")) return ask_ballot(b, e, name);
    if (strstr(name, "broadcast") || begins(name, "shuffle") || strstr(name, "rotate")) return exchange(b, e);
    if (strstr(name, "reduce") || strstr(name, "scan")) return fold(b, e, name);
    return vote(b, e, name);
}
