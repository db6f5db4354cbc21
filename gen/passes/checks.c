/* Checks: what AddressSanitizer and its like do for C. Every access of memory becomes one through the result of a
 * CHECK, which knows the object that the pointer leads into, if that is certain. Private objects get bytes that say
 * which of theirs were written, and variables predicates that say whether they have a value. Barriers inside of
 * branches and loops count the work-items that come. See passes.h.
 *
 * Only in checked code, in front of all other passes: they see CHECKs as effects and move nothing across them.
 *
 * SPDX-License-Identifier: MIT */
#include "passes/passes.h"

#include "base/map.h"

#include <stdlib.h>
#include <string.h>

/* SHADOWED: most bytes of a private object whose written bytes are known. COPIED: most bytes of a structure whose copy
 * is checked. ROUNDS: of searches that mostly end after two or three. */
#define ALL_WRITTEN UINT64_C(0x0101010101010101) /* the STATE of bytes that were all written */
enum { SHADOWED = 1 << 14, COPIED = 1 << 16, ROUNDS = 8 };

typedef struct check_pass {
    ir_function *f;
    arena *a;
    size_t variable_count;   /* of the kernel's variables; the pass adds others, which are in no table */
    const ir_value **root;   /* by a value's number: the leaf that the pointer leads into, or NULL */
    const ir_value **held;   /* by a variable's number: the same for the pointers that it holds */
    bool *any;               /* the same: they lead into several objects, or unknown ones */
    unsigned *uses;          /* by a value's number */
    const ir_value **user;   /* the same: its last user */
    bool *escapes;           /* by a variable's number: an object whose address leaves what is known here */
    const ir_value **strays; /* leaves that are no variables, whose addresses do the same */
    size_t stray_count, stray_capacity;
    bool *mentioned, *read,
        *sure;             /* by a variable's number: it was seen; it is read; it is set before all that reads it */
    ir_variable **written; /* by a variable's number: the object that says which bytes were written; or NULL */
    ir_variable **given;   /* the same: the predicate that says whether it has a value; or NULL */
    ir_value **safe;       /* by the number of the first access of a short vector: its checked pointer */
    bool *uses_some, *spares_some; /* by the number of a short vector's first load: components whose values are used;
                                    * those whose values are not, or are only copied */
    bool *carries;                 /* by a variable's number: its values are only stored */
    ir_variable **states;          /* the same: the variable with the STATE of its value; or NULL */
    ir_value **state;              /* by a value's number: its STATE; NULL: that of written bytes */
    map at_home;                   /* a block -> its first variable */
    ir_variable **next;            /* by a variable's number: the next one of the same block */
} check_pass;

/* ---- roots of pointers ---- */

static bool is_same_root(const ir_value *x, const ir_value *y)
{
    return x == y ||
           (x && y && x->op == y->op && x->op != IR_STRING && x->variable == y->variable && x->symbol == y->symbol);
}

static const ir_value *find_root(const check_pass *s, const ir_value *v)
{
    if (v->type != IR_POINTER) return NULL;
    switch (v->op) {
    case IR_ARGUMENT:
    case IR_LOCAL:
    case IR_ADDRESS:
    case IR_STRING:
    case IR_OBJECT: return v;
    case IR_MOVE: return s->root[v->operands[0]->number];
    case IR_SELECT: {
        const ir_value *x = s->root[v->operands[1]->number], *y = s->root[v->operands[2]->number];
        return is_same_root(x, y) ? x : NULL;
    }
    case IR_GET: return s->any[v->variable->number] ? NULL : s->held[v->variable->number];
    default: return NULL;
    }
}

/* Whether something changed. `ends`: variables that still change hold any pointer. */
static bool find_roots(check_pass *s, const ir_block *b, bool ends)
{
    bool changed = false;
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        s->root[v->number] = find_root(s, v);
        if (v->op == IR_SET && v->variable->type == IR_POINTER) {
            const unsigned x = v->variable->number;
            const ir_value *to = s->root[v->operands[0]->number];
            /* A variable that moves its own pointer holds NULL as long as nothing else is known. */
            const bool own = !to && v->operands[0]->op == IR_MOVE && !s->held[x] && !s->any[x] && !ends;
            if (!own && !s->any[x] && !is_same_root(s->held[x], to)) {
                if (s->held[x] || !to || ends) s->any[x] = true;
                s->held[x] = to;
                changed = true;
            }
            if (!to && !own && !s->any[x]) s->any[x] = changed = true;
        }
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) changed |= find_roots(s, v->blocks[k], ends);
    }
    return changed;
}

static void settle_roots(check_pass *s)
{
    bool changed = true;
    for (int round = 0; round < ROUNDS && changed; ++round) changed = find_roots(s, s->f->body, false);
    changed = true;
    for (int round = 0; round < ROUNDS && changed; ++round) changed = find_roots(s, s->f->body, true);
    if (!changed) return;
    for (size_t i = 0; i < s->f->variable_count; ++i) s->any[i] = true;
    (void)find_roots(s, s->f->body, true);
}

static bool is_private(const ir_value *root)
{
    return root && root->op == IR_ADDRESS;
}

/* ---- uses ---- */

/* Whether the address stays known: an access, a step, or a variable that holds no other object's. */
static bool keeps_root(const check_pass *s, const ir_value *v, size_t k)
{
    switch (v->op) {
    case IR_MOVE:
    case IR_LOAD: return k == 0;
    case IR_STORE: return k == 0;
    case IR_COPY:
    case IR_QUEUE:
    case IR_PRINT: return true;
    case IR_EACH: return true;
    case IR_SET: return !s->any[v->variable->number];
    case IR_SELECT: return s->root[v->number] != NULL;
    default: return false;
    }
}

static void add_stray(check_pass *s, const ir_value *root)
{
    for (size_t i = 0; i < s->stray_count; ++i)
        if (is_same_root(s->strays[i], root)) return;
    s->strays = arena_reserve(s->a, s->strays, s->stray_count, &s->stray_capacity, sizeof *s->strays);
    s->strays[s->stray_count++] = root;
}

static bool is_by_value(const ir_value *root)
{
    return root->op == IR_ARGUMENT && type_is_object(root->symbol->type);
}

static void find_uses(check_pass *s, const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        for (size_t k = 0; k < v->operand_count; ++k) {
            const ir_value *x = v->operands[k], *root = s->root[x->number];
            ++s->uses[x->number];
            s->user[x->number] = v;
            if (!root || keeps_root(s, v, k)) continue;
            if (root->op == IR_ADDRESS) s->escapes[root->variable->number] = true;
            else if (root->op == IR_OBJECT || root->op == IR_STRING || is_by_value(root)) add_stray(s, root);
        }
        if (v->op == IR_LOOP && v->condition) {
            ++s->uses[v->condition->number];
            s->user[v->condition->number] = v;
        }
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) find_uses(s, v->blocks[k]);
    }
}

/* ---- variables without values ---- */

static void find_mentions(check_pass *s, const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if (v->op == IR_GET || v->op == IR_SET || v->op == IR_COLLECT) {
            const unsigned x = v->variable->number;
            if (!s->mentioned[x]) s->sure[x] = v->op != IR_GET && v->variable->home == b;
            s->mentioned[x] = true;
            s->read[x] |= v->op == IR_GET;
        }
        for (int n = 0; n < 3; ++n) {
            const int k = v->op == IR_LOOP && v->test_last ? (n + 1) % 3 : n;
            if (v->blocks[k]) find_mentions(s, v->blocks[k]);
        }
    }
}

/* A GET that is only copied to another variable: that one has a value if this one has. */
static bool is_copy(const check_pass *s, const ir_value *v)
{
    const ir_value *user = s->user[v->number];
    return v->op == IR_GET && s->uses[v->number] == 1 && user->op == IR_SET && user->operands[0] == v;
}

static void track(check_pass *s, ir_variable *x)
{
    ir_variable *given = ir_add_variable(s->f, arena_printf(s->a, "has_%s", x->name), IR_BOOL);
    given->home = x->home;
    s->given[x->number] = given;
}

static bool follow_copies(check_pass *s, const ir_block *b)
{
    bool changed = false;
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if (v->op == IR_SET && is_copy(s, v->operands[0]) && s->given[v->operands[0]->variable->number] &&
            !s->given[v->variable->number]) {
            track(s, v->variable);
            changed = true;
        }
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) changed |= follow_copies(s, v->blocks[k]);
    }
    return changed;
}

/* ---- what is added ---- */

static ir_value *number(check_pass *s, ir_block *b, ir_type t, uint64_t bits)
{
    ir_value *v = ir_add(s->f, b, IR_CONSTANT, t, NULL, 0);
    v->bits = bits;
    return v;
}

static ir_value *get(check_pass *s, ir_block *b, ir_variable *x)
{
    ir_value *v = ir_add(s->f, b, IR_GET, x->type, NULL, 0);
    v->variable = x;
    return v;
}

static void set(check_pass *s, ir_block *b, ir_variable *x, ir_value *to)
{
    ir_add(s->f, b, IR_SET, IR_VOID, NULL, 1, to)->variable = x;
}

static ir_value *address(check_pass *s, ir_block *b, ir_variable *x)
{
    ir_value *v = ir_add(s->f, b, IR_ADDRESS, IR_POINTER, NULL, 0);
    v->variable = x;
    return v;
}

/* The leaf once more, so that it is available here. */
static ir_value *repeat(check_pass *s, ir_block *b, const ir_value *leaf)
{
    ir_value *v = ir_make(s->f, leaf->op, leaf->type, NULL, 0);
    const unsigned given = v->number;
    *v = *leaf;
    v->number = given;
    ir_append(s->f, b, v);
    return v;
}

static const char *name_of(const ir_value *root)
{
    if (!root) return "";
    if (root->op == IR_STRING) return "a string";
    return root->variable ? root->variable->name : root->symbol ? root->symbol->name : "";
}

static uint64_t size_of(const ir_value *root)
{
    if (root->op == IR_STRING) return root->bits + 1;
    return root->variable ? root->variable->size : type_size(root->symbol->type);
}

/* Whether the object's size is known here: it is no buffer, and no memory of the group. */
static bool has_size(const ir_value *root)
{
    return root->op != IR_LOCAL && (root->op != IR_ARGUMENT || is_by_value(root));
}

typedef struct access {
    ir_check_kind kind;
    uint64_t size;
    unsigned align;
    const ir_value *root; /* of the pointer */
    ir_value *other;      /* of WRITE: the bits; of MARK: the STATE */
} access;

static ir_value *about_memory(check_pass *s, ir_block *b, ir_value *pointer, const access *how, const token *where)
{
    const ir_value *root = how->root;
    ir_check *c = ARENA_NEW(s->a, ir_check);
    *c = (ir_check){.kind = how->kind, .name = name_of(root), .size = how->size, .align = how->align};
    ir_value *operands[4] = {pointer};
    size_t count = 1;
    if (how->other) operands[count++] = how->other;
    if (root && has_size(root)) {
        c->object_size = size_of(root);
        c->root = operands[count++] = repeat(s, b, root);
        if (is_private(root) && s->written[root->variable->number])
            c->written = operands[count++] = address(s, b, s->written[root->variable->number]);
    } else {
        c->root = root;
    }
    ir_value *v = ir_make(s->f, IR_CHECK, IR_POINTER, where, count);
    memcpy(v->operands, operands, count * sizeof *operands);
    v->check = c;
    if (how->kind == IR_CHECK_STATE) v->type = IR_U64;
    if (how->kind == IR_CHECK_MARK) v->type = IR_VOID;
    ir_append(s->f, b, v);
    return v;
}

/* The pointer to use in place of `pointer`. */
static ir_value *check_access(check_pass *s, ir_block *b, ir_value *pointer, const access *how, const token *where)
{
    if (how->root && how->root->op == IR_LOCAL && how->root->variable->inner) return pointer;
    if (how->root && how->root->op == IR_ARGUMENT && how->root->symbol->type->kind == TYPE_PIPE) return pointer;
    return about_memory(s, b, pointer, how, where);
}

/* A check of a value, or of none; the caller sets its name and its limit. */
static ir_check *check_value(check_pass *s, ir_block *b, ir_check_kind kind, ir_value *x, const token *where)
{
    ir_check *c = ARENA_NEW(s->a, ir_check);
    *c = (ir_check){.kind = kind, .name = ""};
    ir_value *v = ir_make(s->f, IR_CHECK, IR_VOID, where, x ? 1 : 0);
    if (x) v->operands[0] = x;
    v->check = c;
    ir_append(s->f, b, v);
    return c;
}

static void enter(check_pass *s, ir_block *b, const ir_value *leaf, ir_variable *written)
{
    ir_check *c = ARENA_NEW(s->a, ir_check);
    *c = (ir_check){.kind = IR_CHECK_ENTER, .name = name_of(leaf), .object_size = size_of(leaf)};
    ir_value *v = ir_make(s->f, IR_CHECK, IR_VOID, NULL, written ? 2 : 1);
    c->root = v->operands[0] = repeat(s, b, leaf);
    if (written) c->written = v->operands[1] = address(s, b, written);
    v->check = c;
    ir_append(s->f, b, v);
}

/* ---- accesses ---- */

static unsigned alignment(const ir_value *v, ir_type t)
{
    const unsigned size = (unsigned)ir_size(t);
    if (v->loose || v->part) return 1;
    if (v->components < 2 || v->component || v->by_element) return size;
    return size * (v->components == 3 ? 4 : v->components);
}

/* A value that is only stored in private memory, or passed on, may be part of a structure that is copied. */
static bool is_taken(const check_pass *s, const ir_value *v)
{
    const ir_value *user = s->user[v->number];
    if (s->uses[v->number] != 1) return false;
    if (user->op == IR_INVOKE || user->op == IR_RETURN) return true;
    return user->op == IR_STORE && user->operands[1] == v && is_private(s->root[user->operands[0]->number]);
}

/* A value that is only stored, at once or by way of a variable whose values are only stored: the copy is as unwritten
 * as the original, and nothing is told of it. */
static bool is_carried(const check_pass *s, const ir_value *v)
{
    const ir_value *user = s->user[v->number];
    if (s->uses[v->number] != 1 || v->type == IR_POINTER) return false;
    if (user->op == IR_SET) return s->carries[user->variable->number];
    return user->op == IR_STORE && user->operands[1] == v;
}

static bool is_read(const check_pass *s, const ir_value *v)
{
    return s->uses[v->number] && !is_taken(s, v) && !is_carried(s, v);
}

static void find_carriers(check_pass *s, const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if (v->op == IR_COLLECT) s->carries[v->variable->number] = false;
        if (v->op == IR_GET && s->uses[v->number]) {
            const ir_value *user = s->user[v->number];
            s->carries[v->variable->number] &=
                s->uses[v->number] == 1 && user->op == IR_STORE && user->operands[1] == v;
        }
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) find_carriers(s, v->blocks[k]);
    }
}

/* Which components of short vectors are used; and gives the variables that carry values of memory their states. */
static void find_copies(check_pass *s, const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        const bool loads = v->op == IR_LOAD, carries = loads && is_carried(s, v);
        if (loads && v->components > 1 && v->first)
            *(is_read(s, v) ? &s->uses_some[v->first->number] : &s->spares_some[v->first->number]) = true;
        if (carries && s->user[v->number]->op == IR_SET) {
            ir_variable *x = s->user[v->number]->variable;
            if (!s->states[x->number]) {
                s->states[x->number] = ir_add_variable(s->f, arena_printf(s->a, "state_%s", x->name), IR_U64);
                s->states[x->number]->home = x->home;
            }
        }
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) find_copies(s, v->blocks[k]);
    }
}

/* Whether memory there may be unwritten. */
static bool has_states(const ir_value *root, const check_pass *s)
{
    if (!root) return true;
    if (root->op == IR_LOCAL) return !root->variable->inner;
    if (is_private(root)) return s->written[root->variable->number] != NULL;
    return root->op == IR_ARGUMENT && !is_by_value(root) && root->symbol->type->kind != TYPE_PIPE;
}

/* Notes which bytes of a loaded value were written, for the store of it. */
static void keep_state(check_pass *s, ir_block *b, ir_value *v, const access *how)
{
    const ir_value *user = s->user[v->number];
    if (!s->uses[v->number] || v->type == IR_POINTER || (user->op != IR_STORE && user->op != IR_SET)) return;
    const access asked = {.kind = IR_CHECK_STATE, .size = how->size, .align = 1, .root = how->root};
    s->state[v->number] = about_memory(s, b, v->operands[0], &asked, v->token);
}

static ir_value *state_of(check_pass *s, ir_block *b, const ir_value *v)
{
    if (v->op == IR_GET && s->states[v->variable->number]) return get(s, b, s->states[v->variable->number]);
    return s->state[v->number];
}

/* A component of a short vector whose first one was checked for all. */
static bool take_safe(check_pass *s, ir_block *b, ir_value *v, uint64_t size)
{
    if (v->first == v || !s->safe[v->first->number]) return false;
    ir_value *step = number(s, b, IR_I64, v->component);
    v->operands[0] = ir_add(s->f, b, IR_MOVE, IR_POINTER, v->token, 2, s->safe[v->first->number], step);
    v->operands[0]->bits = size;
    return true;
}

static void check_load(check_pass *s, ir_block *b, ir_value *v)
{
    const bool in_vector = v->components > 1 && v->first;
    const unsigned first = in_vector ? v->first->number : v->number;
    const bool mixed = in_vector && s->uses_some[first] && s->spares_some[first];
    const bool is_copy = is_taken(s, v) || !s->uses[v->number];
    const access how = {
        .kind = is_read(s, v) ? IR_CHECK_READ
                : is_copy     ? IR_CHECK_TAKE
                              : IR_CHECK_CARRY,
        .size = ir_size(v->type),
        .align = 1,
        .root = s->root[v->operands[0]->number],
    };
    const bool is_safe = in_vector && take_safe(s, b, v, how.size);
    if (!is_safe) {
        access whole = how;
        whole.align = alignment(v, v->type);
        if (in_vector && v->first == v) whole.size *= v->components;
        if (mixed) whole.kind = IR_CHECK_TAKE;
        v->operands[0] = check_access(s, b, v->operands[0], &whole, v->token);
        if (in_vector && v->first == v) s->safe[v->number] = v->operands[0];
    }
    if (mixed && (is_safe || v->first == v) && how.kind != IR_CHECK_TAKE)
        v->operands[0] = check_access(s, b, v->operands[0], &how, v->token);
    if (how.kind != IR_CHECK_READ && has_states(how.root, s)) keep_state(s, b, v, &how);
}

/* The value's bits as a u64. */
static ir_value *bits_of(check_pass *s, ir_block *b, ir_value *v)
{
    ir_type t = v->type;
    if (t == IR_POINTER) return ir_add(s->f, b, IR_REINTERPRET, IR_U64, NULL, 1, v);
    if (ir_is_floating(t)) {
        t = ir_size(t) == 2 ? IR_U16 : ir_size(t) == 4 ? IR_U32 : IR_U64;
        v = ir_add(s->f, b, IR_REINTERPRET, t, NULL, 1, v);
    }
    return t == IR_U64 ? v : ir_add(s->f, b, IR_CONVERT, IR_U64, NULL, 1, v);
}

static void check_store(check_pass *s, ir_block *b, ir_value *v)
{
    const ir_type t = v->operands[1]->type;
    const bool in_vector = v->components > 1 && v->first;
    access how = {
        .kind = IR_CHECK_WRITE, .size = ir_size(t), .align = alignment(v, t), .root = s->root[v->operands[0]->number]};
    ir_value *state = state_of(s, b, v->operands[1]);
    if (!in_vector || !take_safe(s, b, v, how.size)) {
        if (in_vector && v->first == v) {
            how.kind = IR_CHECK_PUT;
            how.size *= v->components;
        } else {
            how.other = bits_of(s, b, v->operands[1]);
        }
        v->operands[0] = check_access(s, b, v->operands[0], &how, v->token);
        if (in_vector && v->first == v) s->safe[v->number] = v->operands[0];
    }
    if (!state || !has_states(how.root, s)) return;
    const access mark = {.kind = IR_CHECK_MARK, .size = ir_size(t), .align = 1, .root = how.root, .other = state};
    (void)about_memory(s, b, v->operands[0], &mark, v->token);
}

static void check_copy(check_pass *s, ir_block *b, ir_value *v)
{
    if (v->bits > COPIED) return;
    for (size_t k = v->operand_count; k-- > 0;) {
        const access how = {.kind = k ? IR_CHECK_TAKE : IR_CHECK_PUT,
                            .size = v->bits,
                            .align = 1,
                            .root = s->root[v->operands[k]->number]};
        v->operands[k] = check_access(s, b, v->operands[k], &how, v->token);
    }
}

/* Atomic functions access the first operand; others store a second result. What sub-groups exchange, and a pipe,
 * are not the kernel's memory. */
static void check_each(check_pass *s, ir_block *b, ir_value *v)
{
    const unsigned size = (unsigned)ir_size((ir_type)v->bits);
    if (strncmp(v->name, "sub_group", 9) == 0 || strncmp(v->name, "pipe_", 5) == 0 || !size) return;
    for (size_t k = 0; k < v->operand_count; ++k) {
        if (v->operands[k]->type != IR_POINTER) continue;
        const ir_check_kind first = strstr(v->name, "store") ? IR_CHECK_ASSIGN : IR_CHECK_UPDATE;
        const access how = {
            .kind = k ? IR_CHECK_PUT : first, .size = size, .align = size, .root = s->root[v->operands[k]->number]};
        v->operands[k] = check_access(s, b, v->operands[k], &how, v->token);
    }
}

/* An element of a block of an image that a sub-group reads or writes. */
static void check_block(check_pass *s, ir_block *b, const ir_value *v)
{
    const bool writes = strstr(v->name, "_write_") != NULL;
    const unsigned long bits = strtoul(strrchr(v->name, '_') + 1, NULL, 10);
    ir_check *c = ARENA_NEW(s->a, ir_check);
    *c = (ir_check){.kind = IR_CHECK_PIXEL, .name = name_of(s->root[v->operands[0]->number])};
    c->size = (writes ? PIXEL_WRITTEN : 0) | (bits / 8) << BLOCK_SIZE_SHIFT;
    ir_value *check = ir_make(s->f, IR_CHECK, IR_VOID, v->token, 5);
    for (size_t i = 0; i < 5; ++i) check->operands[i] = v->operands[i];
    check->check = c;
    ir_append(s->f, b, check);
}

/* A read or a write of an image; not a query. */
static void check_pixel(check_pass *s, ir_block *b, const ir_value *v)
{
    if (strncmp(v->name, "image_block_", 12) == 0) {
        check_block(s, b, v);
        return;
    }
    const bool reads = strncmp(v->name, "read_image", 10) == 0, writes = strncmp(v->name, "write_image", 11) == 0;
    if (!reads && !writes) return;
    const char *letter = v->name + (reads ? 10 : 11);
    ir_check *c = ARENA_NEW(s->a, ir_check);
    *c = (ir_check){.kind = IR_CHECK_PIXEL, .name = name_of(s->root[v->operands[0]->number])};
    c->size = (writes ? PIXEL_WRITTEN : 0) | (*letter == 'i' ? PIXEL_SIGNED : *letter == 'u' ? PIXEL_UNSIGNED : 0);
    ir_value *check = ir_make(s->f, IR_CHECK, IR_VOID, v->token, reads ? 5 : 4);
    check->operands[0] = v->operands[0];
    for (size_t i = 0; i < 3; ++i) check->operands[1 + i] = v->operands[(reads ? 2 : 1) + i];
    if (reads) check->operands[4] = v->operands[1];
    check->check = c;
    ir_append(s->f, b, check);
}

/* ---- control ---- */

/* Counts the work-items that come, unless all do. */
static void check_barrier(check_pass *s, ir_block *b, const ir_value *v)
{
    if (!b->owner || v->bits) {
        check_value(s, b, IR_CHECK_BARRIER, NULL, v->token);
        return;
    }
    ir_variable *come = ir_add_variable(s->f, "come", IR_I32);
    come->home = b;
    ir_value *collect = ir_add(s->f, b, IR_COLLECT, IR_VOID, v->token, 1, number(s, b, IR_I32, 1));
    collect->variable = come;
    collect->combination = IR_SUM;
    check_value(s, b, IR_CHECK_BARRIER, get(s, b, come), v->token);
}

static void check_item(check_pass *s, ir_block *b, ir_value *v)
{
    v->loose |= v->part; /* the check stands between the access and the steps that tell that it may be unaligned */
    switch (v->op) {
    case IR_LOAD: check_load(s, b, v); break;
    case IR_STORE: check_store(s, b, v); break;
    case IR_COPY: check_copy(s, b, v); break;
    case IR_EACH: check_each(s, b, v); break;
    case IR_BARRIER: check_barrier(s, b, v); break;
    case IR_INVOKE:
        v->pure &= !v->symbol && !v->outlined;
        if (!v->symbol && !v->outlined) check_pixel(s, b, v);
        break;
    case IR_DIVIDE:
    case IR_REMAINDER:
        if (ir_is_integer(v->type) && (v->operands[1]->op != IR_CONSTANT || !v->operands[1]->bits))
            check_value(s, b, IR_CHECK_DIVISOR, v->operands[1], v->token);
        break;
    case IR_LEFT:
    case IR_RIGHT: {
        const uint64_t most = ir_size(v->type) * 8 - 1;
        if (v->count && (v->count->op != IR_CONSTANT || v->count->bits > most))
            check_value(s, b, IR_CHECK_SHIFT, v->count, v->token)->size = most;
        break;
    }
    case IR_GET:
        if (s->given[v->variable->number] && s->uses[v->number] && !is_copy(s, v))
            check_value(s, b, IR_CHECK_UNSET, get(s, b, s->given[v->variable->number]), v->token)->name =
                v->variable->name;
        break;
    default: break;
    }
}

/* Adds the checks behind a value. */
static void add_behind(check_pass *s, ir_block *b, const ir_value *v)
{
    if (v->op == IR_SET && s->states[v->variable->number]) {
        ir_value *state = s->state[v->operands[0]->number];
        set(s, b, s->states[v->variable->number], state ? state : number(s, b, IR_U64, ALL_WRITTEN));
    }
    if ((v->op != IR_SET && v->op != IR_COLLECT) || !s->given[v->variable->number]) return;
    const ir_value *from = v->operands[0];
    ir_variable *other = v->op == IR_SET && is_copy(s, from) ? s->given[from->variable->number] : NULL;
    set(s, b, s->given[v->variable->number], other ? get(s, b, other) : number(s, b, IR_BOOL, 1));
}

static void begin_block(check_pass *s, ir_block *b)
{
    for (ir_variable *x = map_get(&s->at_home, (const char *)&b, sizeof b); x; x = s->next[x->number]) {
        ir_variable *written = s->written[x->number];
        if (s->given[x->number]) set(s, b, s->given[x->number], number(s, b, IR_BOOL, 0));
        if (s->states[x->number]) set(s, b, s->states[x->number], number(s, b, IR_U64, ALL_WRITTEN));
        if (written) {
            ir_value *clear = ir_make(s->f, IR_COPY, IR_VOID, NULL, 1);
            clear->operands[0] = address(s, b, written);
            clear->bits = written->size;
            ir_append(s->f, b, clear);
        }
        if (!s->escapes[x->number]) continue;
        enter(s, b, &(ir_value){.op = IR_ADDRESS, .type = IR_POINTER, .variable = x, .components = 1}, written);
    }
    for (size_t i = 0; i < s->stray_count && b == s->f->body; ++i) enter(s, b, s->strays[i], NULL);
}

static void rebuild(check_pass *s, ir_block *b)
{
    ir_value **items = b->items;
    const size_t count = b->count;
    *b = (ir_block){.outer = b->outer, .owner = b->owner};
    begin_block(s, b);
    for (size_t i = 0; i < count; ++i) {
        ir_value *v = items[i];
        check_item(s, b, v);
        for (int n = 0; n < 3; ++n) {
            const int k = v->op == IR_LOOP && v->test_last ? (n + 1) % 3 : n;
            if (v->blocks[k]) rebuild(s, v->blocks[k]);
        }
        ir_append(s->f, b, v);
        add_behind(s, b, v);
    }
}

/* ---- the pass ---- */

static void make_tables(check_pass *s)
{
    const size_t values = s->f->values + 1, variables = s->f->variable_count + 1;
    s->variable_count = s->f->variable_count;
    s->root = arena_array(s->a, values, sizeof *s->root);
    s->uses = arena_array(s->a, values, sizeof *s->uses);
    s->user = arena_array(s->a, values, sizeof *s->user);
    s->safe = arena_array(s->a, values, sizeof *s->safe);
    s->held = arena_array(s->a, variables, sizeof *s->held);
    s->any = arena_array(s->a, variables, sizeof *s->any);
    s->escapes = arena_array(s->a, variables, sizeof *s->escapes);
    s->mentioned = arena_array(s->a, variables, sizeof *s->mentioned);
    s->read = arena_array(s->a, variables, sizeof *s->read);
    s->sure = arena_array(s->a, variables, sizeof *s->sure);
    s->written = arena_array(s->a, variables, sizeof *s->written);
    s->given = arena_array(s->a, variables, sizeof *s->given);
    s->uses_some = arena_array(s->a, values, sizeof *s->uses_some);
    s->spares_some = arena_array(s->a, values, sizeof *s->spares_some);
    s->state = arena_array(s->a, values, sizeof *s->state);
    s->carries = arena_array(s->a, variables, sizeof *s->carries);
    s->states = arena_array(s->a, variables, sizeof *s->states);
    s->next = arena_array(s->a, variables, sizeof *s->next);
    s->at_home.arena = s->a;
}

/* Adds the variables that say what was written. */
static void add_variables(check_pass *s)
{
    for (size_t i = 0; i < s->variable_count; ++i) {
        ir_variable *x = s->f->variables[i];
        const ir_block **key = arena_alloc(s->a, sizeof *key);
        *key = x->home;
        void **first = map_at(&s->at_home, (const char *)key, sizeof *key);
        s->next[i] = *first;
        *first = x;
        if (x->local) continue;
        if (x->type != IR_VOID) {
            if (s->read[i] && !s->sure[i]) track(s, x);
        } else if (x->size && x->size <= SHADOWED) {
            ir_variable *written = ir_add_variable(s->f, arena_printf(s->a, "written_%s", x->name), IR_VOID);
            written->size = x->size;
            written->align = 8;
            written->home = x->home;
            s->written[i] = written;
        }
    }
    for (int round = 0; round < ROUNDS && follow_copies(s, s->f->body);) ++round;
}

void checks_run(passes *p)
{
    check_pass s = {.f = p->f, .a = p->f->arena};
    make_tables(&s);
    settle_roots(&s);
    find_uses(&s, s.f->body);
    find_mentions(&s, s.f->body);
    for (size_t i = 0; i < s.f->variable_count; ++i) s.carries[i] = s.f->variables[i]->type != IR_VOID;
    find_carriers(&s, s.f->body);
    find_copies(&s, s.f->body);
    add_variables(&s);
    rebuild(&s, s.f->body);
}

/* ---- barriers that all work-items reach ---- */

static void find_counted(const ir_block *b, bool *is_arrival, bool *is_certain)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if (v->op == IR_CHECK && v->check->kind == IR_CHECK_BARRIER && v->operand_count)
            is_arrival[v->operands[0]->variable->number] = true;
        if (v->op == IR_COLLECT && v->combination == IR_SUM && v->operands[0]->op == IR_CONSTANT)
            is_certain[v->variable->number] = true;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) find_counted(v->blocks[k], is_arrival, is_certain);
    }
}

static void drop_counted(ir_block *b, const bool *is_arrival, const bool *is_certain)
{
    size_t count = 0;
    for (size_t i = 0; i < b->count; ++i) {
        ir_value *v = b->items[i];
        const ir_variable *x = v->op == IR_CHECK && v->check->kind == IR_CHECK_BARRIER && v->operand_count
                                   ? v->operands[0]->variable
                                   : v->variable;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) drop_counted(v->blocks[k], is_arrival, is_certain);
        const bool dropped = x && is_arrival[x->number] && is_certain[x->number];
        if (dropped && v->op == IR_CHECK) v->operand_count = 0;
        else if (dropped) continue;
        b->items[count++] = v;
    }
    b->count = count;
}

void checks_settle(passes *p)
{
    ir_function *f = p->f;
    bool *is_arrival = arena_array(f->arena, f->variable_count + 1, sizeof *is_arrival);
    bool *is_certain = arena_array(f->arena, f->variable_count + 1, sizeof *is_certain);
    find_counted(f->body, is_arrival, is_certain);
    drop_counted(f->body, is_arrival, is_certain);
}
