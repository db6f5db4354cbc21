/* Lowering, see lower.h. Writes the control flow of the group once, and a loop over the work-items around each
 * region. If work-items diverge in the control flow of the group, masks in the context say which are still inside.
 * Knows where loops, labels and masks go; must not know how an expression is written. */
#include "workgroup/lower.h"

#include "cgen/scalar.h"
#include "cgen/simd.h"
#include "ir/build.h"

#include "clc/builtin.h"
#include "workgroup/advance.h"
#include "workgroup/entry.h"
#include "workgroup/explain.h"
#include "clc/facts.h"
#include "workgroup/flatten.h"
#include "workgroup/guard.h"
#include "workgroup/interchange.h"
#include "workgroup/lane.h"
#include "workgroup/list.h"
#include "workgroup/provide.h"
#include "workgroup/region.h"
#include "workgroup/replicate.h"
#include "workgroup/room.h"
#include "clc/specialise.h"
#include "workgroup/spell.h"
#include "workgroup/uniformity.h"

#include <string.h>

/* The grouped constructs around the place that is written. */
typedef struct around {
    struct around *outer;
    node *node;
    const variable *mask;  /* of this construct, or NULL */
    const variable *round; /* of the present round of a loop, or NULL */
} around;

typedef struct lowering {
    writer w;
    around *inside;
    unsigned loops; /* numbered, for labels */
    size_t simd;    /* in the text: where the present loop over the work-items says that they may run side by side */
    bool uses_room, in_order; /* before that loop */
    bool lanes;     /* work-items are lanes of vectors (lane.h) */
    bool no_lanes;  /* nor are those of single regions: that takes too much of the stack */
    bool columns;   /* for groups of one work-item in x: the innermost loops go along y */
} lowering;

/* One that stands for nothing in the kernel. */
static void line(lowering *l, const char *text)
{
    const token *const at = l->w.at;
    l->w.at = NULL;
    write_indent(&l->w);
    l->w.at = at;
    buffer_adds(l->w.out, text);
    buffer_addc(l->w.out, '\n');
}

static void text(lowering *l, const char *t) { buffer_adds(l->w.out, t); }

static const variable *innermost_mask(const lowering *l)
{
    for (const around *a = l->inside; a; a = a->outer) {
        if (a->round) return a->round;
        if (a->mask) return a->mask;
    }
    return NULL;
}

/* ---- loops over the work-items ---- */

/* The dimension of neighbouring work-items. */
static char fast(const lowering *l) { return l->columns ? 'y' : 'x'; }

static const char simd_line[] = "CLBN_SIMD";

static void open_items_to(lowering *l, const char *bound);

static void open_items(lowering *l) { open_items_to(l, l->columns ? "ny" : "nx"); }

static void open_items_to(lowering *l, const char *bound)
{
    ++l->loops;
    line(l, l->columns ? "for (size_t lz = 0; lz < nz; ++lz) {" : "for (size_t lz = 0; lz < nz; ++lz)");
    if (!l->columns) line(l, "for (size_t ly = 0; ly < ny; ++ly) {");
    ++l->w.indent;
    line(l, l->columns ? "const size_t lx = 0, row = lz * sy;" : "const size_t row = (lz * sy + ly) * sx;");
    l->simd = l->w.out->length;
    l->uses_room = l->w.uses_room;
    l->w.uses_room = false;
    l->in_order = l->w.in_order;
    l->w.in_order = false;
    line(l, simd_line);
    line(l, arena_printf(l->w.program->arena, "for (size_t l%c = 0; l%c < %s; ++l%c) {", fast(l), fast(l), bound,
                         fast(l)));
    ++l->w.indent;
    line(l, arena_printf(l->w.program->arena, "const size_t wi = row + l%c;", fast(l)));
}

static void close_block_of_items(lowering *l)
{
    --l->w.indent;
    line(l, "}");
    --l->w.indent;
    line(l, "}");
}

static void close_items(lowering *l)
{
    close_block_of_items(l);
    if (l->w.uses_room || l->w.in_order) {
        /* They use one room, one after the other; or compilers would get wrong what each does: writer.in_order. */
        buffer *out = l->w.out;
        const size_t end = l->simd + strlen(simd_line) + 4 * (size_t)l->w.indent + 5;
        memmove(out->text + l->simd, out->text + end, out->length - end + 1);
        out->length -= end - l->simd;
    }
    l->w.uses_room |= l->uses_room;
    l->w.in_order |= l->in_order;
}

static void open_masked(lowering *l, const variable *mask)
{
    open_items(l);
    if (!mask) return;
    write_indent(&l->w);
    text(l, "if (!");
    write_variable(&l->w, mask);
    text(l, ") continue;\n");
}

static void assign_mask(lowering *l, const variable *to, const char *value)
{
    write_indent(&l->w);
    write_variable(&l->w, to);
    buffer_addf(l->w.out, " = %s;\n", value);
}

/* `to` = who is inside now. */
static void copy_mask(lowering *l, const variable *to, const variable *from)
{
    open_items(l);
    write_indent(&l->w);
    write_variable(&l->w, to);
    text(l, " = ");
    if (from) write_variable(&l->w, from);
    else text(l, "1");
    text(l, ";\n");
    close_items(l);
}

/* Takes the work-item out of everything up to the target. */
static void clear_masks(lowering *l, const node *target, bool round_only)
{
    for (const around *a = l->inside; a; a = a->outer) {
        if (a->round) assign_mask(l, a->round, "0");
        if (a->mask && !(a->node == target && round_only)) assign_mask(l, a->mask, "0");
        if (a->node == target) return;
    }
}

/* ---- regions ---- */

static bool is_grouped_target(const lowering *l, const node *target)
{
    for (const around *a = l->inside; a; a = a->outer)
        if (a->node == target) return true;
    return false;
}

/* A jump out of grouped control, in the middle of a region: writer_item.c asks here. */
static bool leave_region(void *context, const node *n)
{
    lowering *l = context;
    if (!is_grouped_target(l, n->target)) return false;
    clear_masks(l, n->target, n->kind == NODE_CONTINUE);
    write_indent(&l->w);
    buffer_addf(l->w.out, "goto next_%u;\n", l->loops);
    l->w.left_region = true;
    return true;
}

/* The same for the lanes of a mask: lane_item.c asks. */
static bool leave_lanes(void *context, const node *n, const char *mask)
{
    lowering *l = context;
    if (!is_grouped_target(l, n->target)) return false;
    if (l->w.listed) write_refuse(&l->w, n->token, "a jump out of a region by listed work-items");
    for (const around *a = l->inside; a; a = a->outer) {
        const variable *left[] = {a->round,
                                  a->mask && !(a->node == n->target && n->kind == NODE_CONTINUE) ? a->mask : NULL};
        for (size_t i = 0; i < 2; ++i) {
            if (!left[i]) continue;
            write_indent(&l->w);
            buffer_addf(l->w.out, "CLBN(put_row_i)(%s, &", mask);
            write_variable(&l->w, left[i]);
            text(l, ", CLBN(splat_i)(0));\n");
        }
        if (a->node == n->target) break;
    }
    return true;
}

/* `if (lid < uniform) ...` as all of a region. */
static const expression *find_bound(const lowering *l, const node *n)
{
    const tree *t = l->w.tree;
    if (n->kind == NODE_BLOCK && n->item_count == 1) n = n->items[0];
    if (n->kind != NODE_IF || n->otherwise || !n->value || n->value->kind != EXPRESSION_BINARY ||
        n->value->op != OPERATOR_LESS || type_size(n->value->left->type) < 4 || !type_is_integer(n->value->left->type))
        return NULL;
    const expression *id = n->value->left;
    for (;;) {
        const variable *v = id->kind == EXPRESSION_SYMBOL ? tree_variable(t, id->symbol) : NULL;
        if (id->kind == EXPRESSION_CAST && id->conversion == CONVERSION_NUMBER && type_is_integer(id->type) &&
            type_size(id->type) >= 4)
            id = id->left;
        else if (v && v->stored == STORED_AGAIN)
            id = v->symbol->initialiser;
        else
            break;
    }
    if (id->kind != EXPRESSION_BUILTIN || strcmp(id->builtin->name, "get_local_id") != 0) return NULL;
    const expression *d = id->operands[0];
    while (d->kind == EXPRESSION_CAST && !d->has_value) d = d->left;
    if (!d->has_value || d->value.integer != l->columns || uniformity_varies(t, n->value->right)) return NULL;
    return n->value->right;
}

/* How far a row's loop goes. */
static const char *write_bound(lowering *l, const expression *bound)
{
    arena *a = l->w.program->arena;
    const char *name = arena_printf(a, "bound_%u", l->loops + 1), *all = arena_printf(a, "all_%u", l->loops + 1);
    write_indent(&l->w);
    buffer_addf(l->w.out, "const %s %s = ", write_type(&l->w, type_unqualified(a, bound->type)), all);
    write_expression(&l->w, bound);
    text(l, ";\n");
    line(l, arena_printf(a, "const size_t %s = %s%s < (%s)n%c ? (size_t)%s : n%c;", name,
                         type_is_signed(bound->type) ? arena_printf(a, "%s <= 0 ? 0 : ", all) : "", all,
                         write_type(&l->w, type_unqualified(a, bound->type)), fast(l), all, fast(l)));
    return name;
}

/* Around text of lanes, which is taken only if nothing in it was refused. */
static writer begin_lanes(lowering *l)
{
    const writer before = l->w;
    l->w.lanes = true;
    return before;
}

static bool end_lanes(lowering *l, buffer *text_of_lanes, const writer *before)
{
    tree *t = l->w.tree;
    write_check_nesting(&l->w, NULL, text_of_lanes);
    const bool possible = !t->reason && (l->w.room_below <= ROOM_OF_LANES || l->w.room_below == before->room_below);
    l->w.lanes = before->lanes;
    if (possible) {
        provide_part(l->w.program->text, "LANES");
        buffer_add(l->w.out, text_of_lanes->text, text_of_lanes->length);
        ++t->lane_regions;
    } else {
        if (!t->lane_reason) {
            t->lane_reason = t->reason ? t->reason : "too large variables for lanes";
            t->lane_where = t->reason ? t->where : NULL;
        }
        t->reason = NULL;
        l->w.stack = before->stack;
        l->w.words = before->words;
        l->w.stack_below = before->stack_below;
        l->w.calls_below = before->calls_below;
        l->w.room_below = before->room_below;
        l->w.uses_room = before->uses_room;
    }
    buffer_free(text_of_lanes);
    return possible;
}

/* Neighbouring work-items as lanes; false: nothing was written, as something among it has no lanes. What was refused
 * before stays refused. */
static bool write_lane_region(lowering *l, node *const *items, size_t count)
{
    buffer text_of_lanes = {0}, *out = l->w.out;
    const variable *mask = innermost_mask(l);
    tree *t = l->w.tree;
    const unsigned indent = l->w.indent;
    if (t->reason || l->no_lanes) return false;
    const writer before = begin_lanes(l);
    l->w.out = &text_of_lanes;
    line(l, "for (size_t lz = 0; lz < nz; ++lz)");
    line(l, "for (size_t ly = 0; ly < ny; ++ly) {");
    ++l->w.indent;
    line(l, "const size_t row = (lz * sy + ly) * sx;");
    line(l, "for (size_t lx = 0; lx < nx; lx += CLBN_W) {");
    ++l->w.indent;
    line(l, "const size_t wi = row + lx;");
    line(l, "CLBN(mask) m0 = CLBN(first)(nx - lx);");
    if (mask) {
        write_indent(&l->w);
        text(l, "m0 = CLBN(both)(m0, CLBN(ne_i)(CLBN(row_i)(m0, &");
        write_variable(&l->w, mask);
        text(l, "), CLBN(splat_i)(0)));\n");
    }
    lane_write_region(&l->w, items, count);
    close_block_of_items(l);
    l->w.out = out;
    l->w.indent = indent;
    return end_lanes(l, &text_of_lanes, &before);
}

enum { LIST = 256 }; /* items at a time: the list stands on the stack */

/* Those work-items of a row's first `bound` for whom the last statement's condition holds, as lanes; false: nothing was
 * written. See list.h. */
static bool write_listed_region(lowering *l, node *const *items, size_t count, const char *bound)
{
    buffer text_of_list = {0}, *out = l->w.out;
    tree *t = l->w.tree;
    const unsigned indent = l->w.indent;
    if (t->reason || l->no_lanes) return false;
    const writer before = begin_lanes(l);
    room_count(&l->w, type_basic(TYPE_UINT), LIST);
    l->w.out = &text_of_list;
    ++l->loops; /* the bound has this number */
    line(l, "for (size_t lz = 0; lz < nz; ++lz)");
    line(l, "for (size_t ly = 0; ly < ny; ++ly)");
    line(l, arena_printf(l->w.program->arena, "for (size_t from = 0; from < %s; from += %d) {", bound, LIST));
    ++l->w.indent;
    line(l, "const size_t row = (lz * sy + ly) * sx;");
    line(l, arena_printf(l->w.program->arena, "uint32_t list[%d];", LIST));
    line(l, "size_t listed = 0;");
    line(l,
         arena_printf(l->w.program->arena, "for (size_t lx = from; lx < %s && lx - from < %d; ++lx) {", bound, LIST));
    ++l->w.indent;
    line(l, "const size_t wi = row + lx;");
    for (size_t i = 0; i + 1 < count; ++i) write_item_node(&l->w, items[i]);
    line(l, "list[listed] = (uint32_t)lx;");
    write_indent(&l->w);
    text(l, "listed += (");
    write_number(&l->w, items[count - 1]->value);
    text(l, ") != 0;\n");
    --l->w.indent;
    line(l, "}");
    line(l, "for (size_t next = 0; next < listed; next += CLBN_W) {");
    ++l->w.indent;
    line(l, "CLBN(mask) m0 = CLBN(first)(listed - next);");
    line(l, "const CLBN(w_l) at = CLBN(cast_l_u)(CLBN(row_u)(m0, list + next));");
    l->w.listed = true;
    lane_write_region(&l->w, items, count - 1);
    lane_write_region(&l->w, items[count - 1]->body->items, items[count - 1]->body->item_count);
    l->w.listed = false;
    close_block_of_items(l);
    l->w.out = out;
    l->w.indent = indent;
    return end_lanes(l, &text_of_list, &before);
}

/* The statements once for each work-item. */
static void write_replicas(lowering *l, node *const *items, size_t count)
{
    arena *a = l->w.program->arena;
    const tree *t = l->w.tree;
    const uint64_t *size = t->function->attributes.reqd_size;
    const char *guard = t->limits[0] || t->limits[1] || t->limits[2] ? "if (lx < nx && ly < ny && lz < nz) {" : NULL;
    l->w.loop = l->w.breakable = NULL;
    for (size_t i = 0; i < t->replicas; ++i) {
        line(l, "{");
        ++l->w.indent;
        line(l, arena_printf(a, "const size_t lx = %zu, ly = %zu, lz = %zu, wi = %zu;", i % (size_t)size[0],
                             i / (size_t)size[0] % (size_t)size[1], i / (size_t)size[0] / (size_t)size[1], i));
        if (guard) {
            line(l, guard);
            ++l->w.indent;
        }
        for (size_t k = 0; k < count; ++k) write_item_node(&l->w, items[k]);
        if (guard) {
            --l->w.indent;
            line(l, "}");
        }
        --l->w.indent;
        line(l, "}");
    }
}

static void write_region(lowering *l, node *const *items, size_t count)
{
    if (!innermost_mask(l) && replicate_pays(l->w.tree, items, count)) {
        write_replicas(l, items, count);
        return;
    }
    const expression *bound = count == 1 && !innermost_mask(l) ? find_bound(l, items[0]) : NULL;
    if (bound) {
        const node *n = items[0]->kind == NODE_BLOCK ? items[0]->items[0] : items[0];
        const char *end = write_bound(l, bound);
        l->w.loop = l->w.breakable = NULL;
        const node *inside = n->body;
        while (inside->item_count == 1 && inside->items[0]->kind == NODE_BLOCK) inside = inside->items[0];
        if (!l->columns && list_pays(l->w.tree, inside->items, inside->item_count) &&
            write_listed_region(l, inside->items, inside->item_count, end))
            return;
        open_items_to(l, end);
        const unsigned here = l->loops;
        const bool before = l->w.left_region;
        l->w.left_region = false;
        for (size_t i = 0; i < n->body->item_count; ++i) write_item_node(&l->w, n->body->items[i]);
        if (l->w.left_region) buffer_addf(l->w.out, "    next_%u:;\n", here);
        l->w.left_region = before;
        close_items(l);
        return;
    }
    if (!l->columns && lane_pays(l->w.tree, items, count) && write_lane_region(l, items, count)) return;
    open_masked(l, innermost_mask(l));
    const bool outer = l->w.left_region;
    l->w.left_region = false;
    l->w.loop = l->w.breakable = NULL;
    const unsigned number = l->loops;
    for (size_t i = 0; i < count; ++i) write_item_node(&l->w, items[i]);
    if (l->w.left_region) buffer_addf(l->w.out, "    next_%u:;\n", number);
    l->w.left_region = outer;
    close_items(l);
}

static void write_grouped(lowering *l, node *n);

/* Taken by all who are here: together with all others, or only out of the masks. */
static void write_grouped_jump(lowering *l, node *n)
{
    if (n->kind == NODE_BREAK ? n->target->left_apart : n->target->continued_apart) {
        write_region(l, &n, 1);
        return;
    }
    write_indent(&l->w);
    if (n->kind == NODE_BREAK) n->target->jumped_to = true;
    else n->target->continue_jumped_to = true;
    buffer_addf(l->w.out, "goto %s_%u;\n", n->kind == NODE_BREAK ? "leave" : "again", n->target->number);
}

static void write_grouped_items(lowering *l, node *block)
{
    for (size_t i = 0; i < block->item_count;) {
        node *n = block->items[i];
        if (n->alone) {
            write_item_node(&l->w, n);
            ++i;
        } else if (n->kind == NODE_BREAK || n->kind == NODE_CONTINUE) {
            write_grouped_jump(l, n);
            ++i;
        } else if (region_is_item(n)) {
            size_t end = i;
            while (end < block->item_count && region_is_item(block->items[end]) &&
                   block->items[end]->kind != NODE_BREAK && block->items[end]->kind != NODE_CONTINUE)
                ++end;
            write_region(l, block->items + i, end - i);
            i = end;
        } else {
            if (n->kind == NODE_COLLECTIVE) write_collective(&l->w, n, innermost_mask(l));
            if (n->grouped) write_grouped(l, n);
            ++i;
        }
    }
}

static void write_grouped_block(lowering *l, node *n)
{
    around here = {.outer = l->inside, .node = n, .mask = n->mask};
    if (n->mask) copy_mask(l, n->mask, innermost_mask(l));
    l->inside = &here;
    line(l, "{");
    ++l->w.indent;
    write_grouped_items(l, n);
    --l->w.indent;
    line(l, "}");
    l->inside = here.outer;
    if (n->jumped_to) buffer_addf(l->w.out, "leave_%u:;\n", n->number);
}

/* if (uniform) {...} else {...} */
static void write_grouped_if(lowering *l, node *n)
{
    around here = {.outer = l->inside, .node = n};
    write_indent(&l->w);
    text(l, "if (");
    write_number(&l->w, n->value);
    text(l, ")\n");
    l->inside = &here;
    write_grouped_block(l, n->body);
    if (n->otherwise) {
        line(l, "else");
        write_grouped_block(l, n->otherwise);
    }
    l->inside = here.outer;
}

/* Both branches, each for those work-items that take it. */
static void write_split_if(lowering *l, node *n)
{
    const variable *outer = innermost_mask(l);
    around here = {.outer = l->inside, .node = n, .mask = n->mask};
    copy_mask(l, n->mask, NULL);
    if (n->otherwise) copy_mask(l, n->other_mask, NULL);
    open_items(l);
    write_indent(&l->w);
    text(l, "const int taken = ");
    if (outer) {
        write_variable(&l->w, outer);
        text(l, " && ");
    }
    text(l, "(");
    write_number(&l->w, n->value);
    text(l, ");\n");
    if (n->otherwise) {
        write_indent(&l->w);
        write_variable(&l->w, n->other_mask);
        text(l, " = ");
        if (outer) {
            write_variable(&l->w, outer);
            text(l, " && ");
        }
        text(l, "!taken;\n");
    }
    assign_mask(l, n->mask, "taken");
    close_items(l);
    l->inside = &here;
    write_grouped_block(l, n->body);
    if (n->otherwise) {
        here.mask = n->other_mask;
        write_grouped_block(l, n->otherwise);
    }
    l->inside = here.outer;
}

/* Those for whom the condition is false leave; who is left goes into this round. */
static void write_loop_test(lowering *l, node *n)
{
    write_indent(&l->w);
    buffer_addf(l->w.out, "any_%u = 0;\n", n->number);
    open_masked(l, n->mask);
    if (n->varies) {
        write_indent(&l->w);
        text(l, "if (!(");
        write_number(&l->w, n->value);
        text(l, ")) {\n");
        ++l->w.indent;
        assign_mask(l, n->mask, "0");
        line(l, "continue;");
        --l->w.indent;
        line(l, "}");
    }
    write_indent(&l->w);
    buffer_addf(l->w.out, "any_%u = 1;\n", n->number);
    close_items(l);
    write_indent(&l->w);
    buffer_addf(l->w.out, "if (!any_%u) break;\n", n->number);
}

/* any_N = whether somebody is inside of what the mask belongs to. */
static void write_anybody(lowering *l, const node *n, const variable *mask)
{
    write_indent(&l->w);
    buffer_addf(l->w.out, "any_%u = 0;\n", n->number);
    open_items(l);
    write_indent(&l->w);
    buffer_addf(l->w.out, "any_%u |= ", n->number);
    write_variable(&l->w, mask);
    text(l, ";\n");
    close_items(l);
}

static void write_uniform_test(lowering *l, const node *n)
{
    if (!n->value || n->varies) return;
    write_indent(&l->w);
    text(l, "if (!(");
    write_number(&l->w, n->value);
    text(l, ")) break;\n");
}

static void write_grouped_step(lowering *l, node *n)
{
    const variable *v = uniformity_target(l->w.tree, n->step);
    const bool alone = v && v->stored == STORED_ONCE;
    if (!alone) open_masked(l, innermost_mask(l));
    write_indent(&l->w);
    write_effect(&l->w, n->step);
    text(l, ";\n");
    if (!alone) close_items(l);
}

static void write_grouped_loop(lowering *l, node *n)
{
    around here = {.outer = l->inside, .node = n, .mask = n->mask};
    /* A loop that nobody goes through may be one without end. */
    const variable *others = n->mask ? NULL : innermost_mask(l);
    if (n->mask) copy_mask(l, n->mask, innermost_mask(l));
    l->inside = &here;
    line(l, "{");
    ++l->w.indent;
    if (n->mask || others) {
        write_indent(&l->w);
        buffer_addf(l->w.out, "int any_%u;\n", n->number);
    }
    if (others && !n->emptied) {
        write_anybody(l, n, others);
        write_indent(&l->w);
        buffer_addf(l->w.out, "if (any_%u)\n", n->number);
    }
    if (!others && replicate_unrolls(l->w.tree, n)) {
        line(l, "CLBN_UNROLL");
        write_indent(&l->w);
        text(l, "for (; ");
        write_number(&l->w, n->value);
        text(l, ";) {\n");
        ++l->w.indent;
    } else {
        line(l, "for (;;) {");
        ++l->w.indent;
        if (others && n->emptied) {
            write_anybody(l, n, others);
            write_indent(&l->w);
            buffer_addf(l->w.out, "if (!any_%u) break;\n", n->number);
        }
        if (!n->test_last) {
            if (n->mask) write_loop_test(l, n);
            write_uniform_test(l, n);
        }
    }
    if (n->continued_apart) {
        copy_mask(l, n->other_mask, n->mask ? n->mask : innermost_mask(l));
        here.round = n->other_mask;
    }
    write_grouped_block(l, n->body);
    here.round = NULL;
    if (n->continue_jumped_to) buffer_addf(l->w.out, "again_%u:;\n", n->number);
    if (n->step) write_grouped_step(l, n);
    if (n->test_last) {
        if (n->mask) write_loop_test(l, n);
        write_uniform_test(l, n);
    }
    --l->w.indent;
    line(l, "}");
    --l->w.indent;
    line(l, "}");
    l->inside = here.outer;
    if (n->jumped_to) buffer_addf(l->w.out, "leave_%u:;\n", n->number);
}

static void write_grouped(lowering *l, node *n)
{
    const token *const at = l->w.at;
    if (l->w.tree->reason) return;
    l->w.at = n->token;
    switch (n->kind) {
    case NODE_BLOCK: write_grouped_block(l, n); break;
    case NODE_IF:
        if (n->varies) write_split_if(l, n);
        else write_grouped_if(l, n);
        break;
    case NODE_LOOP: write_grouped_loop(l, n); break;
    default: write_refuse(&l->w, n->token, "a barrier in a place where none can be"); break;
    }
    l->w.at = at;
}

/* ---- functions ---- */

/* In a few work-items' own arrays. */
static void declare_room(lowering *l, const variable *v, const type *type)
{
    arena *a = l->w.program->arena;
    size_t count = l->w.tree->replicas;
    write_indent(&l->w);
    if (v->stored == STORED_LOCAL) {
        room_count(&l->w, type, 1);
        const char *room = arena_printf(a, "room_%u", v->number),
                   *pointer = arena_printf(a, "(*const %s)", write_spelling(a, v));
        buffer_addf(l->w.out, "%s __attribute__((aligned(%zu)));\n", write_declaration(&l->w, type, room), (size_t)64);
        line(l, arena_printf(a, "%s = &%s;", write_declaration(&l->w, type, pointer), room));
        return;
    }
    for (; v->stored == STORED_SPREAD && type->kind == TYPE_ARRAY; type = type->base) count *= type->count;
    room_count(&l->w, type, count);
    buffer_addf(l->w.out, "%s;\n", write_declaration(&l->w, type_array(a, type, count, false), write_context(a, v)));
}

static void declare_scratch(lowering *l)
{
    tree *t = l->w.tree;
    arena *a = l->w.program->arena;
    for (size_t i = 0; i < t->variable_count; ++i) {
        const variable *v = t->variables[i];
        const char *name = write_spelling(a, v);
        const type *type = type_qualify(a, v->type, 0);
        if (t->replicas && (v->stored == STORED_LOCAL || v->stored == STORED_CONTEXT || v->stored == STORED_SPREAD)) {
            declare_room(l, v, type);
        } else if (v->stored == STORED_LOCAL) {
            write_indent(&l->w);
            buffer_addf(l->w.out, "%s = (void *)(scratch + %zu);\n",
                        write_declaration(&l->w, type, arena_printf(a, "(*const %s)", name)), v->offset);
        } else if (v->stored == STORED_CONTEXT || v->stored == STORED_SPREAD) {
            while (v->stored == STORED_SPREAD && type->kind == TYPE_ARRAY) type = type->base;
            write_indent(&l->w);
            buffer_addf(l->w.out, "%s = (void *)(scratch + %zu + %zu * items);\n",
                        write_declaration(&l->w, type, arena_printf(a, "(*const restrict %s)", write_context(a, v))),
                        t->fixed_bytes, v->offset);
        } else if (v->stored == STORED_ONCE && !v->in_room) {
            room_count(&l->w, type, 1);
            write_indent(&l->w);
            buffer_addf(l->w.out, "%s = {0};\n", write_declaration(&l->w, type, name));
        }
    }
}

static const char *parameter_declaration(lowering *l, const symbol *p)
{
    arena *a = l->w.program->arena;
    const char *name = spell_parameter(a, l->w.program->text->prefix, p);
    const bool restricted = p->type->kind == TYPE_POINTER && (type_qualifiers(p->type) & QUALIFIER_RESTRICT);
    if (!restricted) return write_declaration(&l->w, type_qualify(a, p->type, 0), name);
    return write_declaration(&l->w, type_qualify(a, p->type, 0), arena_printf(a, "restrict %s", name));
}

static void write_parameters(lowering *l, const symbol *kernel)
{
    for (size_t i = 0; i < kernel->parameter_count; ++i) {
        text(l, parameter_declaration(l, kernel->parameters[i]));
        text(l, ", ");
    }
}

/* Sizes of the group, and how far the loops go: up to a guard where there is one. */
static void write_sizes(lowering *l, const symbol *kernel)
{
    static const char names[] = "xyz";
    for (size_t d = 0; d < 3; ++d) {
        expression *limit = l->w.tree->limits[d];
        write_indent(&l->w);
        buffer_addf(l->w.out, "const size_t s%c = ", names[d]);
        if (kernel->attributes.has_reqd_size) buffer_addf(l->w.out, "%zu", (size_t)kernel->attributes.reqd_size[d]);
        else buffer_addf(l->w.out, "w->range->local[%zu]", d);
        buffer_addf(l->w.out, ", b%c = w->base[%zu];\n", names[d], d);
        if (!limit) {
            line(l, arena_printf(l->w.program->arena, "const size_t n%c = s%c;", names[d], names[d]));
            continue;
        }
        write_indent(&l->w);
        buffer_addf(l->w.out, "const %s e%c = ", write_type(&l->w, type_unqualified(l->w.program->arena, limit->type)),
                    names[d]);
        write_expression(&l->w, limit);
        text(l, ";\n");
        const char *positive =
            type_is_signed(limit->type) ? arena_printf(l->w.program->arena, "e%c <= 0 || ", names[d]) : "";
        line(l,
             arena_printf(
                 l->w.program->arena,
                 "const size_t n%c = %s(size_t)e%c <= b%c ? 0 : (size_t)e%c - b%c < s%c ? (size_t)e%c - b%c : s%c;",
                 names[d], positive, names[d], names[d], names[d], names[d], names[d], names[d], names[d], names[d]));
    }
    line(l, "const size_t items = sx * sy * sz;");
    line(l, "if (!nx || !ny || !nz) return;");
    line(l, l->columns ? "CLBN_ASSUME(ny <= INT32_MAX);" : "CLBN_ASSUME(nx <= INT32_MAX);");
}

/* All work-items, CLBN_W at a time. */
static void write_lanes(lowering *l)
{
    line(l, "for (size_t lz = 0; lz < nz; ++lz)");
    line(l, "for (size_t ly = 0; ly < ny; ++ly)");
    line(l, "for (size_t lx = 0; lx < nx; lx += CLBN_W) {");
    ++l->w.indent;
    line(l, "CLBN(mask) m0 = CLBN(first)(nx - lx);");
    lane_write_kernel(&l->w);
    --l->w.indent;
    line(l, "}");
}

static void write_group_function(lowering *l, const symbol *kernel, bool has_variants)
{
    tree *t = l->w.tree;
    spell_variables(t, l->w.program->text->prefix);
    text(l, has_variants ? "static inline __attribute__((always_inline)) void " : "static void ");
    text(l, l->columns ? "CLBN(column_\1)(" : "CLBN(group_\1)(");
    write_parameters(l, kernel);
    buffer_addf(l->w.out, "const %s_place *w, char *scratch)\n{\n", l->w.program->text->prefix);
    l->w.indent = 1;
    write_sizes(l, kernel);
    declare_scratch(l);
    room_declare(&l->w);
    for (size_t i = 0; i < kernel->parameter_count; ++i) room_count(&l->w, kernel->parameters[i]->type, 2);
    if (l->lanes) write_lanes(l);
    else write_grouped_block(l, t->body);
    text(l, "}\n\n");
}

/* ---- kernels ---- */

static tree *prepare_with(native_program *p, symbol *kernel, bool whole_loops)
{
    tree *t = flatten(p->arena, kernel, true, flatten_waits(kernel) ? interchange_wants_results : NULL, NULL);
    t->whole_loops = whole_loops;
    if (!t->reason) guard_find(t);
    if (t->has_barrier) advance(t, false);
    if (!t->reason) region_find(t);
    if (!t->reason) replicate_find(t);
    return t;
}

/* What no barrier asks for is not done with variables that are large in every work-item's context. */
static tree *prepare(native_program *p, symbol *kernel)
{
    tree *exchanged = flatten_waits(kernel) ? NULL : interchange(p->arena, kernel);
    if (exchanged && exchanged->context_bytes <= ROOM_OF_CONTEXT) return exchanged;
    tree *t = prepare_with(p, kernel, false);
    return t->context_bytes <= ROOM_OF_CONTEXT ? t : prepare_with(p, kernel, true);
}

/* ---- groups of one work-item in x ---- */

static bool note_second_id(void *context, expression *e)
{
    bool *found = context;
    if (e->kind != EXPRESSION_BUILTIN || e->builtin->entry->class_ != BUILTIN_WORK_ITEM || e->operand_count != 1)
        return !*found;
    const expression *d = e->operands[0];
    while (d->kind == EXPRESSION_CAST && !d->has_value) d = d->left;
    *found |= d->has_value && d->value.integer == 1 &&
              (strcmp(e->builtin->name, "get_global_id") == 0 || strcmp(e->builtin->name, "get_local_id") == 0);
    return !*found;
}

/* Whether work-items ask for their place along y. */
static bool looks_along_y(const node *n)
{
    bool found = false;
    if (!n) return false;
    tree_visit(n->value, note_second_id, &found);
    if (n->variable && n->variable->symbol) tree_visit(n->variable->symbol->initialiser, note_second_id, &found);
    for (size_t i = 0; i < n->item_count && !found; ++i) found = looks_along_y(n->items[i]);
    return found || looks_along_y(n->body) || looks_along_y(n->otherwise);
}

/* What a kernel's functions take of the launch's scratch and of the stack. */
typedef struct needs {
    size_t fixed, context, room, stack;
} needs;

static size_t larger(size_t a, size_t b) { return a > b ? a : b; }

static void add_needs(const lowering *l, size_t copies, needs *n)
{
    n->fixed = larger(n->fixed, l->w.tree->fixed_bytes);
    n->context = larger(n->context, l->w.tree->context_bytes);
    n->room = larger(n->room, room_bytes(&l->w));
    n->stack = larger(n->stack, room_stack(&l->w, copies));
}

/* A second function for such groups, before the entry. Whether there is one. */
static bool write_columns(native_program *p, symbol *kernel, const lowering *first, size_t least, buffer *out, needs *n)
{
    const bool fixed = kernel->attributes.has_reqd_size;
    const uint64_t *size = kernel->attributes.reqd_size;
    const tree *t = first->w.tree;
    if (t->replicas || (fixed && (size[0] != 1 || size[1] == 1)) || !looks_along_y(t->body)) return false;
    buffer columns = {0};
    lowering l = {.w = {.program = p, .tree = prepare(p, kernel), .out = &columns, .is_kernel = true, .indent = 1},
                  .columns = true};
    tree *own = l.w.tree;
    l.w.leave = leave_region;
    l.w.leave_context = &l;
    room_place(own, least, false);
    if (!own->reason) write_group_function(&l, kernel, false);
    write_check_nesting(&l.w, kernel->token, &columns);
    const bool possible = !own->reason && room_stack(&l.w, 1) <= ROOM_STACK;
    if (possible) {
        buffer_add(out, columns.text, columns.length);
        add_needs(&l, 1, n);
    }
    buffer_free(&columns);
    return possible;
}

/* Compilers make lanes of straight code by themselves, and better: they unroll it, and keep what does not change in
 * registers. The kernel's own guard does not count. */
static bool wants_lanes(const symbol *kernel)
{
    bool loops = false;
    if (lane_is_unwanted(kernel)) return false;
    return specialise_size(kernel, &loops) > WRITE_STRAIGHT || loops || !specialise_is_straight(kernel);
}

enum { LANES = 64 }; /* where contexts of all work-items are gone through again and again */

/* The ways to write a kernel, from the one that is wished for to the one that takes the least of the stack. */
typedef struct way {
    bool lanes, no_lanes; /* as in lowering */
    size_t least;         /* of room_place() */
} way;

static const way ways[] = {
    {true, false, ROOM_LARGE}, {false, false, ROOM_LARGE}, {false, false, ROOM_SMALL}, {false, true, ROOM_SMALL}};

/* Its tree, whose reason tells whether that was possible; NULL: it has no lanes. */
static tree *write_kernel(native_program *p, symbol *kernel, const way *how, buffer *out, needs *n)
{
    tree *t = how->lanes ? lane_prepare(p->arena, kernel) : prepare(p, kernel);
    if (!t || t->reason) return t;
    lowering l = {.w = {.program = p, .tree = t, .out = out, .is_kernel = true, .indent = 1}, .lanes = how->lanes};
    l.w.leave = leave_region;
    l.w.leave_context = &l;
    l.w.lanes = how->lanes;
    l.no_lanes = how->no_lanes;
    if (!how->lanes) l.w.leave_lanes = leave_lanes;
    out->length = 0;
    *n = (needs){0};
    room_place(t, how->least, how->lanes);
    const entry_variants v = entry_find_variants(&l.w, kernel, l.lanes);
    write_group_function(&l, kernel, v.steps || v.flags);
    write_check_nesting(&l.w, kernel->token, out);
    add_needs(&l, v.steps || v.flags ? (1u << v.flags) + 1 : 1, n);
    if (how->lanes && n->room > ROOM_OF_LANES) tree_refuse(t, kernel->token, "too large variables for lanes");
    if (n->stack > ROOM_STACK)
        tree_refuse(t, kernel->token, "its variables, or those of a chain of calls, need more than 64 KiB of stack");
    const bool has_columns = !t->reason && write_columns(p, kernel, &l, how->least, out, n);
    entry_write(&l.w, kernel, &v, has_columns, n->room);
    return t;
}

enum { TYPED_FRAME = 1024, TYPED_LEAST = 8 };

/* The way through the typed form, and what became of it. */
typedef struct typed {
    const passes *found;  /* or NULL */
    const token *where;   /* of what keeps the kernel from it, or NULL */
    bool prefers_lanes;   /* vectors of 32-bit numbers would do, but those of 64-bit ones are faster */
    bool tried, is_scalar; /* that was tried; they do */
    bool is_grouped;      /* the group has control of its own */
} typed;

/* What is common to both writers, behind the function of one group. Why it cannot be; or NULL. */
static const char *finish_typed(native_program *p, symbol *kernel, const entry_variants *v, bool columns, buffer *out,
                                const cgen_needs *own, needs *n)
{
    if (own->stack > ROOM_STACK) {
        out->length = 0;
        return "its private arrays need more than 64 KiB of stack";
    }
    if (own->room > ROOM_OF_LANES) {
        out->length = 0;
        return "its private arrays need more than 1 MiB for a vector of work-items";
    }
    *n = (needs){.fixed = own->fixed, .context = own->context, .stack = own->stack, .room = own->room};
    tree *ignored = ARENA_NEW(p->arena, tree);
    ignored->arena = p->arena;
    writer w = {.program = p, .tree = ignored, .out = out, .is_kernel = true, .indent = 1};
    entry_write(&w, kernel, v, columns, own->room);
    write_check_nesting(&w, kernel->token, out);
    if (ignored->reason) out->length = 0;
    return ignored->reason;
}

/* The kernel by way of the typed form. Why it is not for that, and nothing was written; or NULL. */
static const char *write_typed(native_program *p, symbol *kernel, bool with_lanes, buffer *out, needs *n, typed *how)
{
    *how = (typed){.where = kernel->token};
    if (lane_is_unwanted(kernel)) return "its author says, by vec_type_hint, that each work-item fills a vector";
    if (kernel->attributes.has_reqd_size && kernel->attributes.reqd_size[0] < TYPED_LEAST)
        return "its groups are narrower than a vector";
    ir_function *f = ir_build(p->arena, kernel);
    how->where = f->where;
    if (f->reason) return f->reason;
    passes *found = passes_run(f, NULL);
    how->where = f->where;
    if (f->reason) return f->reason;
    how->found = found;
    const char *objection = with_lanes ? cost_prefers_lanes(found, &how->where) : NULL;
    how->prefers_lanes = objection && !f->has_barrier;
    if (!objection) objection = cost_objection(found, &how->where);
    cgen_needs own;
    if (objection) return objection;
    const bool written = simd_write_group(p, found, out, &own);
    how->where = f->where;
    if (!written) return f->reason;
    provide_part(p->text, "SIMD");
    own.stack += TYPED_FRAME;
    const entry_variants none = {arena_array(p->arena, kernel->parameter_count + 1, sizeof(bool)),
                                 arena_array(p->arena, kernel->parameter_count + 1, sizeof(bool)), 0, 0};
    return finish_typed(p, kernel, &none, false, out, &own, n);
}

/* The same with work-items one by one. Whether that was possible. */
static bool write_scalar(native_program *p, symbol *kernel, buffer *out, needs *n, typed *how)
{
    cgen_needs own;
    how->tried = true;
    /* Loops are interchanged where that takes not too much of the context; large objects are on the stack where they fit. */
    static const struct {
        bool interchanges;
        size_t least;
    } tries[] = {{true, ROOM_LARGE}, {false, ROOM_LARGE}, {true, ROOM_SMALL}, {false, ROOM_SMALL}};
    for (size_t i = 0; i < sizeof tries / sizeof *tries && !how->is_scalar; ++i) {
        ir_function *f = ir_build_one_by_one(p->arena, kernel);
        passes *found = passes_run_one_by_one(f, NULL, tries[i].interchanges);
        if (f->reason || (tries[i].interchanges && found->context_bytes > ROOM_OF_CONTEXT)) continue;
        tree control = {.arena = p->arena, .has_barrier = found->grouped != NULL};
        writer w = {.program = p, .tree = &control};
        const entry_variants v = entry_find_variants(&w, kernel, false);
        scalar_wish wish = {.inlined = v.steps || v.flags, .least = tries[i].least};
        out->length = 0;
        if (!scalar_write_group(p, found, &wish, out, &own)) continue;
        const bool columns = scalar_has_columns(f);
        wish.columns = true;
        if (columns && !scalar_write_group(p, found, &wish, out, &own)) continue;
        if (v.steps || v.flags) own.stack *= (1u << v.flags) + 1;
        how->is_scalar = !finish_typed(p, kernel, &v, columns, out, &own, n);
        how->is_grouped = found->grouped != NULL;
        how->found = found;
    }
    return how->is_scalar;
}

/* Some regions of the kernel may gain by vectors of 64-bit numbers: then it is written so, in place of what `out` has.
 * NULL: none does. */
static tree *with_lane_regions(native_program *p, symbol *kernel, buffer *out, needs *n)
{
    buffer other = {0};
    needs own = {0};
    tree *t = write_kernel(p, kernel, &ways[1], &other, &own);
    if (t->reason || !t->lane_regions) {
        buffer_free(&other);
        return NULL;
    }
    buffer_free(out);
    *out = other;
    *n = own;
    return t;
}

/* ---- in words ---- */

/* How the kernel was written. `objection`: of the typed form, or NULL; `t`: the kernel outside of that. */
static void explain(const symbol *kernel, const native_kernel *k, const char *objection, const typed *how,
                    const tree *t, buffer *out)
{
    buffer_addf(out, "kernel %s", kernel->name);
    explain_place(out, kernel->token);
    if (k->reason) {
        buffer_addf(out, ": no native version: %s", k->reason);
        explain_place(out, t ? t->where : NULL);
        buffer_addc(out, '\n');
        return;
    }
    if (!objection) {
        buffer_adds(out, ": neighbouring work-items in vectors of 32-bit numbers\n");
    } else {
        if (how->is_scalar)
            buffer_adds(out, ": work-items one by one in loops, which the compiler may put into vectors\n");
        else if (t->replicas) buffer_addf(out, ": %zu work-items, each with statements of its own\n", t->replicas);
        else if (t->lane_regions)
            buffer_addf(out, ": neighbouring work-items in vectors of 64-bit numbers, in %zu region%s\n",
                        t->lane_regions, t->lane_regions == 1 ? "" : "s");
        else buffer_adds(out, ": work-items one by one in loops, which the compiler may put into vectors\n");
        buffer_addf(out, "  not in vectors of 32-bit numbers: %s", objection);
        explain_place(out, how->where);
        buffer_addc(out, '\n');
        if (t->lane_reason) {
            buffer_addf(out, "  not in vectors of 64-bit numbers: %s", t->lane_reason);
            explain_place(out, t->lane_where);
            buffer_addc(out, '\n');
        }
    }
    buffer_addf(out, "  scratch: %zu bytes a group, %zu a work-item\n", k->fixed_scratch, k->context_scratch);
    if (objection && !how->is_scalar) explain_tree(t, out);
    else simd_explain(how->found, out);
}

void lower_kernel(native_program *p, symbol *kernel, native_kernel *result, buffer *explanation)
{
    buffer out = {0};
    tree *t = NULL;
    needs n = {0};
    typed how;
    const char *lanes_refuse = NULL;
    const token *lanes_where = NULL;
    bool with_lanes = false;
    result->name = kernel->name;
    if ((result->reason = facts_refusal(kernel)) != NULL) {
        if (explanation) explain(kernel, result, NULL, NULL, NULL, explanation);
        return;
    }
    const char *objection = write_typed(p, kernel, true, &out, &n, &how);
    tree none = {0};
    if (!objection) t = &none;
    for (size_t i = !wants_lanes(kernel); i < sizeof ways / sizeof *ways && objection; ++i) {
        if (!ways[i].lanes && how.prefers_lanes && !how.tried) {
            typed again;
            out.length = 0;
            if (!write_typed(p, kernel, false, &out, &n, &again)) {
                how = again;
                objection = NULL;
                t = &none;
                with_lanes = false;
                break;
            }
        }
        if (!ways[i].lanes && !how.tried && write_scalar(p, kernel, &out, &n, &how)) {
            t = how.is_grouped ? with_lane_regions(p, kernel, &out, &n) : NULL;
            how.is_scalar = !t;
            if (!t) t = &none;
            with_lanes = false;
            break;
        }
        t = write_kernel(p, kernel, &ways[i], &out, &n);
        with_lanes = ways[i].lanes;
        /* The other ways are only for the stack. */
        if (t && (!t->reason || (!ways[i].lanes && n.stack <= ROOM_STACK))) break;
        if (t && with_lanes) {
            lanes_refuse = t->reason;
            lanes_where = t->where;
        }
    }
    if (t->reason) {
        result->reason = t->reason;
        if (t->where) result->where = (location){t->where->where.source, t->where->where.offset};
    } else {
        bool known = false;
        if (with_lanes) provide_part(p->text, "LANES");
        result->function = write_once(p->text, write_name(p->arena, "k_", kernel->name), out.text, &known);
        result->fixed_scratch = n.room + (t->replicas ? 0 : n.fixed);
        result->context_scratch = t->replicas ? 0 : n.context;
        result->stack = n.stack;
        for (size_t d = 0; d < 3 && kernel->attributes.has_reqd_size; ++d)
            result->preferred_local[d] = (unsigned)kernel->attributes.reqd_size[d];
        if (t->keep_groups && !kernel->attributes.has_reqd_size) result->preferred_local[0] = LANES;
        if (!known) {
            buffer_addc(&p->text->functions, '\n');
            result->begin = p->text->functions.length;
            write_named(&p->text->functions, out.text, result->function);
        }
    }
    buffer_free(&out);
    if (with_lanes) t->lane_regions = 1;
    if (!t->lane_reason && lanes_refuse) {
        t->lane_reason = lanes_refuse;
        t->lane_where = lanes_where;
    }
    if (explanation) explain(kernel, result, objection, &how, t, explanation);
}

/* ---- dumps ---- */

static const char *const dumps[] = {"flatten", "uniformity", "region", "replicate", "context", "lower"};

bool lower_has_dump(const char *pass)
{
    for (size_t i = 0; i < sizeof dumps / sizeof *dumps; ++i)
        if (strcmp(dumps[i], pass) == 0) return true;
    return strcmp(pass, "ir") == 0 || strcmp(pass, "explain") == 0 || passes_has(pass);
}

static void dump_node(const node *n, unsigned depth, buffer *out)
{
    static const char *const names[] = {"block",  "declare", "evaluate", "if",      "loop",
                                        "switch", "case",    "default",  "break",   "continue",
                                        "return", "label",   "goto",     "barrier", "collective"};
    for (unsigned i = 0; i < depth; ++i) buffer_adds(out, "  ");
    buffer_adds(out, names[n->kind]);
    if (n->variable) buffer_addf(out, " %s_%u", n->variable->symbol->name, n->variable->number);
    if (n->kind == NODE_COLLECTIVE) buffer_addf(out, " %s", n->value->builtin->name);
    if (n->kind == NODE_BLOCK || n->kind == NODE_LOOP || n->kind == NODE_SWITCH) buffer_addf(out, " #%u", n->number);
    if (n->target) buffer_addf(out, " #%u", n->target->number);
    if (n->grouped) buffer_adds(out, " [group]");
    if (n->alone) buffer_adds(out, " [once]");
    if (n->varies) buffer_adds(out, " [splits]");
    if (n->left_apart) buffer_adds(out, " [left apart]");
    if (n->continued_apart) buffer_adds(out, " [continued apart]");
    if (n->region) buffer_addf(out, " region %u", n->region);
    buffer_addc(out, '\n');
    for (size_t i = 0; i < n->item_count; ++i) dump_node(n->items[i], depth + 1, out);
    if (n->body) dump_node(n->body, depth + 1, out);
    if (n->otherwise) dump_node(n->otherwise, depth + 1, out);
}

static void dump_variables(const tree *t, bool storage, buffer *out)
{
    static const char *const places[] = {"here", "once", "context", "spread", "again", "local", "parameter"};
    for (size_t i = 0; i < t->variable_count; ++i) {
        const variable *v = t->variables[i];
        buffer_addf(out, "%s_%u: %s", v->symbol ? v->symbol->name : "mask", v->number,
                    v->varies ? "varying" : "uniform");
        if (storage) buffer_addf(out, ", %s, offset %zu", places[v->stored], v->offset);
        buffer_addc(out, '\n');
    }
    if (storage) buffer_addf(out, "fixed %zu, context %zu\n", t->fixed_bytes, t->context_bytes);
}

void lower_dump(native_program *p, symbol *kernel, const char *pass, buffer *out)
{
    if (strcmp(pass, "explain") == 0) {
        native_kernel ignored = {0};
        lower_kernel(p, kernel, &ignored, out);
        return;
    }
    buffer_addf(out, "== %s: %s\n", kernel->name, pass);
    if (facts_refusal(kernel)) {
        buffer_addf(out, "refused: %s\n", facts_refusal(kernel));
        return;
    }
    if (strcmp(pass, "ir") == 0 || passes_has(pass)) {
        ir_function *f = ir_build(p->arena, kernel);
        const bool one_by_one = strcmp(pass, "interchange") == 0 || strcmp(pass, "masks") == 0 || strcmp(pass, "replicate") == 0;
        if (one_by_one) f = ir_build_one_by_one(p->arena, kernel);
        if (one_by_one)
            passes_print(passes_run_one_by_one(f, pass, true), out);
        else if (passes_has(pass)) passes_print(passes_run(f, pass), out);
        else ir_print(f, out);
        return;
    }
    if (strcmp(pass, "lower") == 0) {
        native_kernel result = {0};
        const size_t before = p->text->functions.length;
        lower_kernel(p, kernel, &result, NULL);
        if (result.reason) buffer_addf(out, "refused: %s\n", result.reason);
        else if (p->text->functions.length > before)
            buffer_add(out, p->text->functions.text + before, p->text->functions.length - before);
        return;
    }
    tree *t = prepare(p, kernel);
    if (t->reason) {
        buffer_addf(out, "refused: %s\n", t->reason);
    } else if (strcmp(pass, "uniformity") == 0 || strcmp(pass, "context") == 0) {
        dump_variables(t, pass[0] == 'c', out);
    } else {
        if (strcmp(pass, "replicate") == 0) buffer_addf(out, "%zu replicas\n", t->replicas);
        dump_node(t->body, 0, out);
    }
}
