/* See checked.h.
 *
 * SPDX-License-Identifier: MIT */
#include "cgen/checked.h"

#include "base/escape.h"
#include <string.h>

/* ---- places ---- */

static const char *quoted(scalar_writer *s, const char *text)
{
    buffer b = {0};
    escape_string(&b, text, strlen(text));
    const char *result = arena_strndup(s->c.a, b.text, b.length);
    buffer_free(&b);
    return result;
}

/* Declares what a finding says of the place, and returns its name. */
static const char *declare_site(scalar_writer *s, const ir_value *v)
{
    const token *at = v->token ? v->token : s->c.w.at ? s->c.w.at : s->c.f->kernel->token;
    const location where = at->site.source ? at->site : at->where;
    const char *file = where.source ? where.source->name : "";
    const size_t line = where.source ? source_position(where.source, where.offset).line : 0;
    const char *name = arena_printf(s->c.a, "site_%u", v->number);
    scalar_line(s, "static const clb_check_site %s = {%s, %s, %zu};", name, quoted(s, file), quoted(s, v->check->name),
                line);
    return name;
}

/* ---- objects ---- */

size_t checked_local_number(const ir_function *f, const ir_variable *x)
{
    size_t number = f->kernel->parameter_count;
    for (size_t i = 0; i < x->number; ++i) number += f->variables[i]->local;
    return number;
}

static size_t number_of(const scalar_writer *s, const ir_value *root)
{
    return root->op == IR_LOCAL ? checked_local_number(s->c.f, root->variable) : root->index;
}

/* "_of", with what the group's function knows of the object; or "_in", with the object's place, size and written bytes;
 * or "_at". */
static const char *object_of(scalar_writer *s, const ir_value *v, const char **arguments)
{
    const ir_check *c = v->check;
    *arguments = "";
    if (!c->root) return "at";
    if (!c->object_size) {
        *arguments =
            arena_printf(s->c.a, ", &object_%zu%s", number_of(s, c->root), c->kind < IR_CHECK_ENTER ? ", self" : "");
        return "of";
    }
    const char *written = c->written ? scalar_operand(s, c->written, LEVEL_CHOICE) : "NULL";
    *arguments = arena_printf(s->c.a, ", %s, %llu, (unsigned char *)%s", scalar_operand(s, c->root, LEVEL_CHOICE),
                              (unsigned long long)c->object_size, written);
    return "in";
}

static void write_access(scalar_writer *s, const ir_value *v)
{
    static const char *const names[] = {"READ", "TAKE", "CARRY", "WRITE", "PUT", "UPDATE", "ASSIGN"};
    const ir_check *c = v->check;
    const char *site = declare_site(s, v), *object;
    const char *pointer = scalar_operand(s, v->operands[0], LEVEL_CHOICE);
    const char *bits = c->kind == IR_CHECK_WRITE ? scalar_operand(s, v->operands[1], LEVEL_CHOICE) : "0";
    const char *how = object_of(s, v, &object), *name = arena_printf(s->c.a, "t%u", v->number);
    scalar_line(s, "char *const %s = clbn_check_%s(checker, &%s, CLB_CHECK_%s, %s, %llu, %u, %s%s);", name, how, site,
                names[c->kind], pointer, (unsigned long long)c->size, c->align, bits, object);
    s->values.of[v->number] = (scalar_text){.text = name};
}

static void write_state(scalar_writer *s, const ir_value *v)
{
    const ir_check *c = v->check;
    const char *object, *how = object_of(s, v, &object), *pointer = scalar_operand(s, v->operands[0], LEVEL_CHOICE);
    if (c->kind == IR_CHECK_MARK) {
        scalar_line(s, "clbn_check_mark_%s(checker, %s, %llu, %s%s);", how, pointer, (unsigned long long)c->size,
                    scalar_operand(s, v->operands[1], LEVEL_CHOICE), object);
        return;
    }
    const char *name = arena_printf(s->c.a, "t%u", v->number);
    scalar_line(s, "const uint64_t %s = clbn_check_state_%s(checker, %s, %llu%s);", name, how, pointer,
                (unsigned long long)c->size, object);
    s->values.of[v->number] = (scalar_text){.text = name};
}

static void write_pixel(scalar_writer *s, const ir_value *v)
{
    const char *site = declare_site(s, v), *of[5] = {"", "", "", "", "CLB_SAMPLER_NONE"};
    for (size_t i = 0; i < v->operand_count; ++i) of[i] = scalar_operand(s, v->operands[i], LEVEL_UNARY);
    const unsigned block = (unsigned)v->check->size >> BLOCK_SIZE_SHIFT;
    if (block) {
        scalar_line(s, "clbn_check_block(checker, &%s, %s, (const int32_t[]){%s, %s, %s, %s}, %u, %u);", site, of[0],
                    of[1], of[2], of[3], of[4], block, (unsigned)v->check->size & PIXEL_WRITTEN);
        return;
    }
    scalar_line(s, "clbn_check_pixel(checker, &%s, %s, %s, (double)%s, (double)%s, (double)%s, %llu);", site, of[0],
                of[4], of[1], of[2], of[3], (unsigned long long)v->check->size);
}

static void write_enter(scalar_writer *s, const ir_value *v)
{
    const ir_check *c = v->check;
    const char *written = c->written ? scalar_operand(s, c->written, LEVEL_CHOICE) : "NULL";
    scalar_line(s, "clbn_check_enter(checker, %s, %llu, (unsigned char *)%s, %s);",
                scalar_operand(s, v->operands[0], LEVEL_CHOICE), (unsigned long long)c->object_size, written,
                quoted(s, c->name));
}

void checked_write(scalar_writer *s, const ir_value *v)
{
    const ir_check *c = v->check;
    if (c->kind < IR_CHECK_ENTER) {
        write_access(s, v);
        return;
    }
    if (c->kind == IR_CHECK_ENTER) {
        write_enter(s, v);
        return;
    }
    if (c->kind == IR_CHECK_STATE || c->kind == IR_CHECK_MARK) {
        write_state(s, v);
        return;
    }
    if (c->kind == IR_CHECK_PIXEL) {
        write_pixel(s, v);
        return;
    }
    if (!v->operand_count) return; /* a barrier that all work-items reach */
    const char *site = declare_site(s, v), *x = scalar_operand(s, v->operands[0], LEVEL_CHOICE);
    switch (c->kind) {
    case IR_CHECK_UNSET: scalar_line(s, "clbn_check_set(checker, &%s, %s);", site, x); break;
    case IR_CHECK_DIVISOR: scalar_line(s, "clbn_check_divisor(checker, &%s, (%s) != 0);", site, x); break;
    case IR_CHECK_SHIFT:
        scalar_line(s, "clbn_check_shift(checker, &%s, (uint64_t)(%s), %llu);", site, x, (unsigned long long)c->size);
        break;
    default: scalar_line(s, "clbn_check_arrivals(checker, &%s, %s);", site, x); break;
    }
}

/* ---- groups and work-items ---- */

/* The accesses of a group, for its launch. */
typedef struct access_summary {
    uint64_t changed;         /* a bit for each of the first 64 parameters: memory that some work-item may change */
    bool tells;               /* checks ask the checker which work-item it is */
    bool open;                /* pointers into private objects live across barriers */
    const ir_value **objects; /* by their number: those that CHECKs know */
} access_summary;

static void note_object(const scalar_writer *s, const ir_value *root, access_summary *found)
{
    found->objects[number_of(s, root)] = root;
}

/* Whether it makes a pointer of a number, or reads one from memory that other kernels, or C's initialisers, may have
 * filled. */
static bool takes_pointer(const ir_value *v)
{
    if (v->op == IR_REINTERPRET && v->type == IR_POINTER) return v->operands[0]->op != IR_CONSTANT;
    if (v->op != IR_LOAD || v->type != IR_POINTER) return false;
    const ir_value *from = v->operands[0];
    return from->op != IR_CHECK || !from->check->root || from->check->root->op == IR_OBJECT;
}

static bool takes_pointers(const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if (takes_pointer(v)) return true;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k] && takes_pointers(v->blocks[k])) return true;
    }
    return false;
}

/* Whether what the CHECK calls has no stamp of the work-item. */
static bool asks_for_item(const ir_value *v)
{
    const ir_check *c = v->check;
    if (c->kind == IR_CHECK_BARRIER) return v->operand_count > 0;
    if (c->kind == IR_CHECK_STATE || c->kind == IR_CHECK_MARK) return false;
    return c->kind >= IR_CHECK_ENTER || !c->root || c->object_size;
}

static void find_accesses(const scalar_writer *s, const ir_block *b, access_summary *found)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if (v->op == IR_CHECK) {
            const ir_check *c = v->check;
            if (c->kind <= IR_CHECK_MARK && c->kind != IR_CHECK_ENTER && c->root && !c->object_size)
                note_object(s, c->root, found);
            const bool changes = c->kind == IR_CHECK_WRITE || c->kind == IR_CHECK_PUT || c->kind == IR_CHECK_UPDATE ||
                                 c->kind == IR_CHECK_ASSIGN;
            if (changes && !c->root) found->changed = UINT64_MAX;
            else if (changes && c->root->op == IR_ARGUMENT && !c->object_size)
                found->changed |= c->root->index < 64 ? UINT64_C(1) << c->root->index : UINT64_MAX;
            found->open |= c->kind == IR_CHECK_ENTER && c->root->op == IR_ADDRESS && s->c.f->has_barrier;
        }
        found->open |= takes_pointer(v);
        found->tells |= v->op == IR_INVOKE || (v->op == IR_CHECK && asks_for_item(v));
        if (v->op == IR_INVOKE && (v->symbol || v->outlined))
            for (size_t k = 0; k < v->operand_count; ++k)
                if (v->operands[k]->type == IR_POINTER) found->changed = UINT64_MAX;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) find_accesses(s, v->blocks[k], found);
    }
}

static size_t element_size(const type *t)
{
    while (t && t->kind == TYPE_ARRAY) t = t->base;
    return t ? type_size(t) : 1;
}

static void declare_object(scalar_writer *s, size_t number, const ir_value *root, uint64_t changed)
{
    const bool local = root->op == IR_LOCAL || root->symbol->type->base->space == SPACE_LOCAL;
    const size_t element =
        root->op == IR_LOCAL ? element_size(root->variable->declared) : type_size(root->symbol->type->base);
    const char *name =
        root->op == IR_LOCAL ? s->c.names.variables[root->variable->number] : scalar_operand(s, root, LEVEL_UNARY);
    scalar_line(s, "const clbn_object object_%zu = clbn_check_object(checker, &none, %zu, (char *)%s, %zu, %d, %d);",
                number, number, name, element, local, local || number >= 64 || changed >> number & 1);
}

void checked_begin_group(scalar_writer *s)
{
    const size_t count = s->c.f->kernel->parameter_count + s->c.f->variable_count;
    access_summary found = {.objects = arena_array(s->c.a, count + 1, sizeof *found.objects)};
    find_accesses(s, s->c.f->body, &found);
    scalar_line(s, "clb_checker *const checker = w->checker;");
    scalar_line(s, "clbn_check_group(checker, w->group, w->base, UINT64_C(0x%llx), %d);",
                (unsigned long long)found.changed, found.open);
    for (size_t i = 0; i < s->c.f->variable_count; ++i) {
        const ir_variable *x = s->c.f->variables[i];
        if (!x->local) continue;
        scalar_line(s, "clbn_check_local(checker, %zu, (char *)%s, %zu, %zu, %s);", checked_local_number(s->c.f, x),
                    s->c.names.variables[i], x->size, element_size(x->declared), quoted(s, x->name));
    }
    scalar_line(s, "clb_check_object none = {0};");
    for (size_t i = 0; i < count; ++i)
        if (found.objects[i]) declare_object(s, i, found.objects[i], found.changed);
    scalar_line(s, "uint32_t region = clbn_check_region(checker), self = region;");
    scalar_line(s, "enum { tells = %d };", found.tells);
    scalar_line(s, "(void)none, (void)self;");
}

void checked_begin_item(scalar_writer *s)
{
    scalar_line(s, "self = clbn_check_item(checker, region, tells, (lz * sy + ly) * sx + lx);");
}

bool checked_is_only_barrier(ir_value *const *items, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        const ir_value *v = items[i];
        const bool is_mark = v->op == IR_CHECK && v->check->kind == IR_CHECK_BARRIER && !v->operand_count;
        if (!is_mark && !ir_is_leaf(v)) return false;
    }
    return true;
}

void checked_end_region(scalar_writer *s)
{
    if (s->loops.ends_region && (s->loops.ends_region->op == IR_BARRIER || s->loops.ends_region->op == IR_COLLECT))
        scalar_line(s, "region = clbn_check_pass(checker);");
}

void checked_begin_call(scalar_writer *s)
{
    s->c.w.indent = 1;
    scalar_line(s, "clb_checker *const checker = w->checker;");
    scalar_line(s, "const uint32_t entered = clbn_check_mark(checker, %d);", takes_pointers(s->c.f->body));
}

void checked_end_call(scalar_writer *s)
{
    scalar_line(s, "clbn_check_return(checker, entered);");
}
