/* Rooms, see room.h. Knows sizes; must not know what is done with the variables.
 * The bound of the stack is one for what a function declares: objects in each place where it is inlined, as compilers may
 * keep all of them apart; numbers, which are mostly in registers, once. Beside that each function has a FRAME. It is
 * a mean: clang's loops at AVX2 keep up to 800 bytes, which only long chains add up. Of lanes, registers are saved in
 * FRAME_OF_LANES.
 * Without optimisation compilers keep the result of every operation: that is theirs, and not counted. */
#include "workgroup/room.h"

/* FRAMES: of a chain of calls this long at most, a FRAME each is counted; FRAME_OF_CHAIN for each function of a longer one
 * that works on objects in memory. */
enum { FRAME = 256, FRAMES = 16, FRAME_OF_CHAIN = 1024, FRAME_OF_LANES = 2048, SAVED_OF_LANES = 8192, WORD = 8, MOST = 1 << 30 };

static size_t rounded(size_t value, size_t align) { return (value + align - 1) / align * align; }

static size_t sum(size_t a, size_t b) { return a > MOST || b > MOST - a ? MOST : a + b; }

size_t room_lane_size(const type *t)
{
    size_t size = 0;
    switch (t->kind) {
    case TYPE_ARRAY:
        size = room_lane_size(t->base);
        return t->count && size > MOST / t->count ? MOST : size * t->count;
    case TYPE_STRUCT:
    case TYPE_UNION:
        for (size_t i = 0; i < t->record->field_count; ++i)
            size = sum(size, rounded(room_lane_size(t->record->fields[i].type), ROOM_ALIGN));
        return size;
    case TYPE_BOOL: return ROOM_LANES * sizeof(int32_t);
    default: return type_size(t) * ROOM_LANES;
    }
}

void room_place(tree *t, size_t least, bool lanes)
{
    t->room_bytes = 0;
    for (size_t i = 0; i < t->variable_count; ++i) {
        variable *v = t->variables[i];
        const size_t size = lanes && v->varies ? room_lane_size(v->type) : type_size(v->type);
        v->in_room = !v->is_mask && (v->stored == STORED_HERE || v->stored == STORED_ONCE) && size >= least &&
                     (!lanes || v->type->kind == TYPE_ARRAY || type_is_aggregate(v->type)) && type_space(v->type) != SPACE_LOCAL;
        if (!v->in_room) continue;
        if (v->symbol->attributes.align > ROOM_ALIGN || type_align(v->type) > ROOM_ALIGN)
            tree_refuse(t, v->symbol->token, "a large variable that asks for an alignment of more than 128 bytes");
        t->room_bytes += size > MOST ? MOST : rounded(size, ROOM_ALIGN);
        v->offset = t->room_bytes;
        if (t->room_bytes >= MOST) {
            tree_refuse(t, v->symbol->token, "the private variables of a work-item need more than 1 GiB");
            return;
        }
    }
}

void room_declare(writer *w)
{
    arena *a = w->program->arena;
    for (size_t i = 0; i < w->tree->variable_count; ++i) {
        const variable *v = w->tree->variables[i];
        if (!v->in_room || (w->lanes && v->varies)) continue;
        const char *name = arena_printf(a, "(*const %s)", write_spelling(a, v));
        write_indent(w);
        buffer_addf(w->out, "%s = (void *)(%s - %zu);\n", write_declaration(w, type_qualify(a, v->type, 0), name),
                    w->is_kernel ? "scratch" : "room", v->offset);
    }
}

void room_count(writer *w, const type *t, size_t copies)
{
    const size_t size = rounded(type_size(t), WORD);
    if (type_is_scalar(t)) w->words = sum(w->words, WORD);
    else w->stack = size > MOST / copies ? MOST : sum(w->stack, size * copies);
}

void room_count_lanes(writer *w, const type *t)
{
    if (!type_is_scalar(t)) w->stack = sum(w->stack, room_lane_size(t));
    else if (w->words < SAVED_OF_LANES) w->words += ROOM_LANES * WORD / 2;
}

void room_count_call(writer *w, const called *callee)
{
    w->stack = sum(w->stack, callee->inlined);
    if (callee->stack > w->stack_below) w->stack_below = callee->stack;
    if (callee->room > w->room_below) w->room_below = callee->room;
    if (callee->calls > w->calls_below) w->calls_below = callee->calls;
    w->uses_room |= callee->room > 0;
    w->in_order |= callee->in_order;
}

void room_finish(const writer *w, bool inlined, called *c)
{
    c->room = room_bytes(w);
    c->stack = room_stack(w, 1);
    c->calls = w->calls_below + 1;
    c->in_order = w->in_order;
    c->inlined = inlined ? w->stack : 0;
}

size_t room_stack(const writer *w, size_t copies)
{
    const size_t own = sum(w->stack > MOST / copies ? MOST : w->stack * copies, w->words);
    const bool objects = w->stack > 0 || w->tree->room_bytes > 0;
    const size_t frame = w->lanes ? FRAME_OF_LANES : objects && w->calls_below >= FRAMES ? FRAME_OF_CHAIN : FRAME;
    return sum(own, sum(frame, w->stack_below));
}

size_t room_bytes(const writer *w) { return w->tree->room_bytes + w->room_below; }
