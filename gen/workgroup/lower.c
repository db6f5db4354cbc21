/* Lowering, see lower.h. Writes grouped control once and loops over the work-items around each region. Where work-items
 * part ways in grouped control, masks in the context say who is still inside.
 * Knows where loops, labels and masks go; must not know how an expression is written. */
#include "workgroup/lower.h"

#include "workgroup/flatten.h"
#include "workgroup/region.h"
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
} lowering;

static void line(lowering *l, const char *text)
{
    write_indent(&l->w);
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

static void open_items(lowering *l)
{
    ++l->loops;
    line(l, "for (size_t lz = 0; lz < nz; ++lz)");
    line(l, "for (size_t ly = 0; ly < ny; ++ly) {");
    ++l->w.indent;
    line(l, "const size_t row = (lz * ny + ly) * nx;");
    line(l, "CLBN_SIMD");
    line(l, "for (size_t lx = 0; lx < nx; ++lx) {");
    ++l->w.indent;
    line(l, "const size_t wi = row + lx;");
}

static void close_items(lowering *l)
{
    --l->w.indent;
    line(l, "}");
    --l->w.indent;
    line(l, "}");
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

static void write_region(lowering *l, node *const *items, size_t count)
{
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

static void write_grouped_items(lowering *l, node *block)
{
    for (size_t i = 0; i < block->item_count;) {
        node *n = block->items[i];
        if (n->alone) {
            write_item_node(&l->w, n);
            ++i;
        } else if (region_is_item(n)) {
            size_t end = i;
            while (end < block->item_count && region_is_item(block->items[end])) ++end;
            write_region(l, block->items + i, end - i);
            i = end;
        } else {
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
}

/* if (uniform) {...} else {...} */
static void write_grouped_if(lowering *l, node *n)
{
    around here = {.outer = l->inside, .node = n};
    write_indent(&l->w);
    text(l, "if (");
    write_expression(&l->w, n->value);
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
    write_expression(&l->w, n->value);
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
        write_expression(&l->w, n->value);
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

static void write_uniform_test(lowering *l, const node *n)
{
    if (!n->value || n->varies) return;
    write_indent(&l->w);
    text(l, "if (!(");
    write_expression(&l->w, n->value);
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
    if (n->mask) copy_mask(l, n->mask, innermost_mask(l));
    l->inside = &here;
    line(l, "{");
    ++l->w.indent;
    if (n->mask) {
        write_indent(&l->w);
        buffer_addf(l->w.out, "int any_%u;\n", n->number);
    }
    line(l, "for (;;) {");
    ++l->w.indent;
    if (!n->test_last) {
        if (n->mask) write_loop_test(l, n);
        write_uniform_test(l, n);
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
    if (l->w.tree->reason) return;
    switch (n->kind) {
    case NODE_BLOCK: write_grouped_block(l, n); break;
    case NODE_IF:
        if (n->varies) write_split_if(l, n);
        else write_grouped_if(l, n);
        break;
    case NODE_LOOP: write_grouped_loop(l, n); break;
    default: write_refuse(&l->w, n->token, "a barrier in a place where none can be"); break;
    }
}

/* ---- functions ---- */

static void declare_scratch(lowering *l)
{
    tree *t = l->w.tree;
    arena *a = l->w.program->arena;
    for (size_t i = 0; i < t->variable_count; ++i) {
        const variable *v = t->variables[i];
        const char *name = v->symbol ? write_name(a, "", v->symbol->name) : "mask";
        const type *type = type_qualify(a, v->type, 0);
        if (v->stored == STORED_LOCAL) {
            write_indent(&l->w);
            buffer_addf(l->w.out, "%s = (void *)(scratch + %zu);\n",
                        write_declaration(&l->w, type, arena_printf(a, "(*const l_%s_%u)", name, v->number)), v->offset);
        } else if (v->stored == STORED_CONTEXT || v->stored == STORED_SPREAD) {
            while (v->stored == STORED_SPREAD && type->kind == TYPE_ARRAY) type = type->base;
            write_indent(&l->w);
            buffer_addf(l->w.out, "%s = (void *)(scratch + %zu + %zu * items);\n",
                        write_declaration(&l->w, type, arena_printf(a, "(*const restrict c_%s_%u)", name, v->number)),
                        t->fixed_bytes, v->offset);
        } else if (v->stored == STORED_ONCE) {
            write_indent(&l->w);
            buffer_addf(l->w.out, "%s = 0;\n", write_declaration(&l->w, type, arena_printf(a, "u_%s_%u", name, v->number)));
        }
    }
}

static const char *parameter_declaration(lowering *l, const symbol *p)
{
    arena *a = l->w.program->arena;
    const char *name = write_name(a, "p_", *p->name ? p->name : "unnamed");
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

static void write_sizes(lowering *l, const symbol *kernel)
{
    static const char *const names[] = {"x", "y", "z"};
    arena *a = l->w.program->arena;
    for (size_t d = 0; d < 3; ++d) {
        const char *size = kernel->attributes.has_reqd_size
                               ? arena_printf(a, "%zu", (size_t)kernel->attributes.reqd_size[d])
                               : arena_printf(a, "w->range->local[%zu]", d);
        line(l, arena_printf(a, "const size_t n%s = %s, b%s = w->base[%zu];", names[d], size, names[d], d));
    }
    line(l, "const size_t items = nx * ny * nz;");
}

static void write_group_function(lowering *l, const symbol *kernel)
{
    tree *t = l->w.tree;
    buffer_addf(l->w.out, "static void CLBN(group_\1)(");
    write_parameters(l, kernel);
    buffer_addf(l->w.out, "const %s_place *w, char *scratch)\n{\n", l->w.program->text->prefix);
    l->w.indent = 1;
    write_sizes(l, kernel);
    declare_scratch(l);
    write_grouped_block(l, t->body);
    text(l, "}\n\n");
}

/* The entry: takes the arguments apart and goes through the groups. */
static void write_entry(lowering *l, const symbol *kernel)
{
    arena *a = l->w.program->arena;
    buffer_addf(l->w.out, "static void CLBN(run_\1)(const clb_native_range *range, void *const *arguments, size_t first, size_t "
                          "end, void *scratch)\n{\n");
    for (size_t i = 0; i < kernel->parameter_count; ++i) {
        const symbol *p = kernel->parameters[i];
        const char *name = write_name(a, "p_", *p->name ? p->name : "unnamed");
        const type *type = type_qualify(a, p->type, 0);
        if (type->kind == TYPE_POINTER) {
            line(l, arena_printf(a, "%s = (%s)arguments[%zu];", write_declaration(&l->w, type, name), write_type(&l->w, type), i));
        } else {
            line(l, arena_printf(a, "%s;", write_declaration(&l->w, type, name)));
            line(l, arena_printf(a, "__builtin_memcpy(&%s, arguments[%zu], sizeof %s);", name, i, name));
        }
    }
    buffer_addf(l->w.out, "    %s_place w;\n", l->w.program->text->prefix);
    buffer_addf(l->w.out, "    for (%s_begin(&w, range, first); first < end; ++first, %s_next(&w))\n        CLBN(group_\1)(",
                l->w.program->text->prefix, l->w.program->text->prefix);
    for (size_t i = 0; i < kernel->parameter_count; ++i)
        buffer_addf(l->w.out, "%s, ", write_name(a, "p_", *kernel->parameters[i]->name ? kernel->parameters[i]->name : "unnamed"));
    text(l, "&w, scratch);\n}\n");
}

static tree *prepare(native_program *p, symbol *kernel)
{
    tree *t = flatten(p->arena, kernel, true, NULL, NULL);
    if (!t->reason) region_find(t);
    return t;
}

void lower_kernel(native_program *p, symbol *kernel, native_kernel *result)
{
    buffer out = {0};
    tree *t = prepare(p, kernel);
    lowering l = {.w = {.program = p, .tree = t, .out = &out, .is_kernel = true, .indent = 1}};
    l.w.leave = leave_region;
    l.w.leave_context = &l;
    result->name = kernel->name;
    if (!t->reason) {
        write_group_function(&l, kernel);
        write_entry(&l, kernel);
    }
    if (t->reason) {
        result->reason = t->reason;
        if (t->where) result->where = (location){t->where->source, t->where->offset};
    } else {
        bool known = false;
        result->function = write_once(p->text, write_name(p->arena, "k_", kernel->name), out.text, &known);
        result->fixed_scratch = t->fixed_bytes;
        result->context_scratch = t->context_bytes;
        for (size_t d = 0; d < 3 && kernel->attributes.has_reqd_size; ++d)
            result->preferred_local[d] = (unsigned)kernel->attributes.reqd_size[d];
        if (!known) {
            buffer_addc(&p->text->functions, '\n');
            write_named(&p->text->functions, out.text, result->function);
        }
    }
    buffer_free(&out);
}
