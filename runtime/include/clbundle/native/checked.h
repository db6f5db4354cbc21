/* What checked code calls: `clbundle bundle --native-checked`. Each access of memory goes through one of these functions,
 * which returns the pointer to use: the kernel's own, or that of memory that stands for it, where the access is a fault.
 * Faults are rare, so their code is in the runtime (runtime/native/checked.c), behind clb_native_checks
 * (clbundle/checks.h). Without checks, in clb_native_range, nothing is checked.
 *
 * Races are found within a work-group, between two barriers, by cells: what a work-item did last with some bytes. Cells
 * carry the number of the region that wrote them, so that none is ever cleared.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBUNDLE_NATIVE_CHECKED_H
#define CLBUNDLE_NATIVE_CHECKED_H

#include "../checks.h"

#endif

/* ---- what generated code calls ---- */

#if defined(CLBN_USES_CHECKS) && defined(CLBN_AVAILABLE) && CLBN_AVAILABLE && !defined(CLBN_CHECKS)
#define CLBN_CHECKS

#define CLBN_LIKELY(x) __builtin_expect(!!(x), 1)
#define CLBN_CHECK static inline __attribute__((unused))
#define CLBN_CHECKED static __attribute__((noinline)) /* beside other code it would lack registers */

CLBN_CHECK clb_checker *clbn_checks_begin(const clb_native_range *range, void *const *arguments)
{
    return range->checks ? range->checks->begin(range->checks, range, arguments) : NULL;
}

CLBN_CHECK void clbn_checks_end(clb_checker *c)
{
    if (c) c->checks->end(c);
}

/* Steps of a clb_proof. */
#define CLBN_PROOF_STEP(op, type, a, b, c, bits) {CLB_PROOF_##op, CLB_PROOF_##type, (uint32_t)(a), (uint32_t)(b), (uint32_t)(c), bits}
#define CLBN_PROOF_ACCESS(access, a, b, align, size) \
    {CLB_PROOF_ACCESS, CLB_PROOF_OTHER, (uint32_t)(a), (uint32_t)(b), (align) | CLB_CHECK_##access << CLB_PROOF_ACCESS_SHIFT, size}

/* Whether the group, which is next, needs no checks. */
CLBN_CHECK int clbn_check_proved(clb_checker *c, const clb_proof *proof, const size_t *group)
{
    if (!c) return 0;
    if (c->asks) c->checks->prove(c, proof, group);
    int proved = 1;
    for (int d = 0; d < 3; ++d) proved &= group[d] >= c->proved_first[d] && group[d] < c->proved_end[d];
    return proved;
}

CLBN_CHECK void clbn_check_group(clb_checker *c, const size_t *group, const size_t *base, uint64_t changed, int open)
{
    if (!c) return;
    for (int d = 0; d < 3; ++d) {
        c->group[d] = group[d];
        c->base[d] = base[d];
    }
    c->open = open;
    c->item = 0;
    c->count = c->fixed;
    if (++c->region >> CLB_CHECK_REGION) c->checks->pass(c);
    c->first_region = c->region;
    c->checks->group(c, changed);
}

CLBN_CHECK void clbn_check_local(clb_checker *c, size_t number, char *memory, size_t size, size_t element, const char *name)
{
    const clb_check_object object = {.memory = memory, .size = size, .name = name,
                                     .shift = clb_check_shift(element), .space = 2};
    if (c) c->checks->local(c, number, &object);
}

/* The stamp of accesses in the present region, without the work-item. */
CLBN_CHECK uint32_t clbn_check_region(const clb_checker *c)
{
    return c ? c->region << CLB_CHECK_REGION : 0;
}

/* The stamp of the work-item that begins. `tells`: the checker has to know it, as other checks than clbn_check_of() ask. */
CLBN_CHECK uint32_t clbn_check_item(clb_checker *c, uint32_t region, int tells, size_t item)
{
    if (tells && c) {
        c->item = (uint32_t)item;
        c->count = c->fixed;
    }
    return region | (uint32_t)item;
}

CLBN_CHECK uint32_t clbn_check_pass(clb_checker *c)
{
    if (c && ++c->region >> CLB_CHECK_REGION) c->checks->pass(c);
    return clbn_check_region(c);
}

/* What a group's function knows of an object that does not change while it runs: compilers keep it in registers, which
 * they could not do with the checker's own table, as any access might change that. */
typedef struct clbn_object {
    clb_check_object *in;
    char *memory;
    size_t size;
    unsigned char *written;
    clb_check_cell *cells, **pages;
    clb_check_slot *table;
    uint32_t since; /* no stamp of the present group is below */
    int is_proved; /* no access can be a fault */
    int has_cells;
    int is_local;
    uint8_t shift;
} clbn_object;

/* `none` stands for it where nothing is checked. */
CLBN_CHECK clbn_object clbn_check_object(clb_checker *c, clb_check_object *none, size_t number, char *memory, size_t element,
                                         int is_local, int changes)
{
    clb_check_object *o = none;
    if (c) o = &c->objects[number];
    else none->size = (size_t)PTRDIFF_MAX;
    o->shift = clb_check_shift(element); /* of what a block captured, the runtime does not know it */
    /* A pointer into the middle of an object is left to clbn_check_access(), as local memory without cells is. */
    const int is_proved = c && number < 64 && c->proved_objects >> number & 1;
    const size_t size = (c && o->memory != memory) || (is_local && !o->has_cells) ? 0 : o->size;
    const clbn_object result = {.in = o, .memory = memory, .size = size, .written = is_proved ? NULL : o->written,
                                .cells = o->cells, .pages = o->pages, .table = o->table,
                                .since = c ? c->first_region << CLB_CHECK_REGION : 0, .is_proved = is_proved,
                                .has_cells = is_local || (changes && o->has_cells), .is_local = is_local, .shift = clb_check_shift(element)};
    return result;
}

CLBN_CHECK uint32_t clbn_check_mark(clb_checker *c, int open)
{
    if (!c) return 0;
    c->open |= open;
    return c->count;
}

CLBN_CHECK void clbn_check_return(clb_checker *c, uint32_t mark)
{
    if (c) c->count = mark;
}

CLBN_CHECK void clbn_check_enter(clb_checker *c, char *memory, size_t size, unsigned char *written, const char *name)
{
    const clb_check_object object = {.memory = memory, .size = size, .name = name, .written = written};
    if (c) c->checks->enter(c, &object);
}

/* Whether the memory holds the bits already: such a write is no race with another write. */
CLBN_CHECK int clbn_check_holds(const char *p, size_t size, uint64_t bits)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    bits <<= 64 - 8 * size;
#endif
    return __builtin_memcmp(p, &bits, size) == 0;
}

/* Notes an access in a cell; false, with nothing noted, where that may be a race, or a read of local memory that this group
 * has not written. */
CLBN_CHECK __attribute__((always_inline)) int clbn_check_note(clb_check_cell *cell, uint32_t self, clb_check_access access,
                                                              int asks, uint32_t since)
{
    const uint32_t base = self & ~(((uint32_t)1 << CLB_CHECK_REGION) - 1), many = base | CLB_CHECK_MANY;
    const uint32_t written = cell->written, read = cell->read;
    if (access >= CLB_CHECK_WRITE) {
        if (written >= base && !CLBN_LIKELY(written == self)) return 0;
        if (read >= base && !CLBN_LIKELY(read == self)) return 0;
        cell->written = self;
        return 1;
    }
    if (written >= base) {
        if (!CLBN_LIKELY(written == self)) return 0;
    } else if (asks) {
        if (!CLBN_LIKELY(written >= since)) return 0;
        if (!CLBN_LIKELY(!(written & CLB_CHECK_IN_PART))) return 0;
    }
    if (read != self && read != many) {
        if (read >= base && read & CLB_CHECK_IN_PART) return 0;
        cell->read = read < base ? self : many;
    }
    return 1;
}

/* Notes an access of whole cells in them; false where it is left to clbn_check_access(). */
static __attribute__((noinline, unused)) int clbn_check_in_pages(uint32_t self, clb_check_access access,
                                                                 const clbn_object *o, size_t first, size_t count)
{
    const size_t n = first & (((size_t)1 << CLB_CHECK_PAGE) - 1);
    clb_check_cell *page = o->pages[first >> CLB_CHECK_PAGE];
    if (!CLBN_LIKELY(page && n + count <= (size_t)1 << CLB_CHECK_PAGE)) return 0;
    for (size_t i = 0; i < count; ++i)
        if (!clbn_check_note(page + n + i, self, access, 0, 0)) return 0;
    return 1;
}

CLBN_CHECK __attribute__((always_inline)) int clbn_check_quickly(uint32_t self, clb_check_access access,
                                                                 const clbn_object *o, size_t offset, size_t size)
{
    const size_t first = offset >> o->shift, count = size >> o->shift;
    const uint32_t base = self & ~(((uint32_t)1 << CLB_CHECK_REGION) - 1);
    if (access >= CLB_CHECK_UPDATE || count == 0 || size & (((size_t)1 << o->shift) - 1)) return 0;
    if (!o->is_local && !CLBN_LIKELY(o->table != NULL)) return clbn_check_in_pages(self, access, o, first, count);
    for (size_t i = 0; i < count; ++i) {
        clb_check_cell *cell;
        if (o->is_local) {
            cell = &o->cells[first + i];
        } else {
            clb_check_slot *slot = &o->table[clb_check_slot_of(first + i)];
            cell = &slot->cell;
            if (slot->number != first + i) {
                if (!CLBN_LIKELY(cell->written < base && cell->read < base)) return 0;
                *slot = (clb_check_slot){{0, 0}, first + i};
            }
        }
        if (!clbn_check_note(cell, self, access, o->is_local && access != CLB_CHECK_TAKE, o->since)) return 0;
    }
    return 1;
}

/* The slot of a cell: one that the present region has touched stays where it is. NULL: all are taken. */
CLBN_CHECK clb_check_slot *clbn_check_slot(const clb_checker *c, clb_check_object *o, size_t n)
{
    const uint32_t base = c->region << CLB_CHECK_REGION;
    clb_check_slot *unused = NULL;
    for (size_t way = CLB_CHECK_WAYS; way-- > 0;) {
        clb_check_slot *slot = &o->table[clb_check_slot_of(n) ^ way];
        if (slot->cell.written < base && slot->cell.read < base) unused = slot;
        else if (slot->number == n) return slot;
    }
    if (unused) *unused = (clb_check_slot){{0, 0}, n};
    else ++o->crowded;
    return unused;
}

/* A cell and its part; NULL without memory for them. */
CLBN_CHECK clb_check_cell *clbn_check_cell(clb_checker *c, clb_check_object *o, size_t n, clb_check_part **part)
{
    if (!o->pages) {
        *part = &o->parts[n];
        return &o->cells[n];
    }
    clb_check_slot *slot = o->table ? clbn_check_slot(c, o, n) : NULL;
    if (slot) {
        *part = &o->parts[slot - o->table];
        return &slot->cell;
    }
    clb_check_cell *page = o->pages[n >> CLB_CHECK_PAGE];
    if (!page && !(page = c->checks->page(c, o, n))) return NULL;
    n &= ((size_t)1 << CLB_CHECK_PAGE) - 1;
    *part = (clb_check_part *)(page + ((size_t)1 << CLB_CHECK_PAGE)) + n;
    return page + n;
}

/* Cells that are stamped as a whole need not say so by their bytes: makes these do. With `copied`, the stamps say no more
 * than that of the bytes is to be believed. */
static __attribute__((noinline, unused)) void clbn_check_settle(clb_checker *c, clb_check_object *o, size_t offset,
                                                                size_t size, int copied)
{
    const uint32_t since = c->first_region << CLB_CHECK_REGION;
    const size_t width = (size_t)1 << o->shift;
    for (size_t n = offset >> o->shift; n <= (offset + size - 1) >> o->shift; ++n) {
        clb_check_cell *cell = &o->cells[n];
        const size_t start = n << o->shift;
        if (cell->written < since || cell->written & CLB_CHECK_IN_PART) continue;
        __builtin_memset(o->written + start, CLB_CHECK_WRITTEN, o->size - start < width ? o->size - start : width);
        if (!copied) continue;
        cell->written |= CLB_CHECK_IN_PART;
        o->parts[n].written = (uint16_t)((1u << width) - 1);
        o->parts[n].atomic = 0;
    }
}

/* Whether such cells stand for the object's bytes. */
CLBN_CHECK int clbn_check_has_stamps(const clb_check_object *o)
{
    return o->written && o->cells && o->has_cells && o->space == 2;
}

/* Notes the access in the cells of its bytes, and reports a race. `same`: it is a write that changes nothing. */
static __attribute__((noinline, unused)) void clbn_check_race(clb_checker *c, const clb_check_site *site,
                                                              clb_check_access access, clb_check_object *o, size_t offset,
                                                              size_t size, int same)
{
    const size_t width = (size_t)1 << o->shift;
    const uint32_t item = c->item, base = c->region << CLB_CHECK_REGION;
    const uint16_t all = (uint16_t)((1u << width) - 1);
    for (size_t n = offset >> o->shift; n <= (offset + size - 1) >> o->shift; ++n) {
        clb_check_part *part;
        clb_check_cell *cell = clbn_check_cell(c, o, n, &part);
        if (!cell) return;
        const size_t start = n << o->shift, from = offset > start ? offset - start : 0;
        const size_t to = offset + size < start + width ? offset + size - start : width;
        const uint16_t bytes = (uint16_t)(((1u << to) - 1) & ~((1u << from) - 1));
        const int was_written = cell->written >= base, was_read = cell->read >= base;
        const uint32_t writer = cell->written & CLB_CHECK_MANY, reader = cell->read & CLB_CHECK_MANY;
        const uint16_t written = cell->written & CLB_CHECK_IN_PART ? part->written : all;
        const int read_in_part = was_read && cell->read & CLB_CHECK_IN_PART;
        const uint16_t read = read_in_part ? part->read : all;
        const uint16_t before = read_in_part ? part->read_before : was_read && reader == CLB_CHECK_MANY ? all : 0;
        const int was_atomic = was_written && cell->written & CLB_CHECK_IN_PART && part->atomic;
        const int of_write = was_written && writer != item && (written & bytes);
        const int of_read = (was_read && reader != item && (read & bytes)) || (before & bytes);
        const int changes = access >= CLB_CHECK_WRITE, atomic = access >= CLB_CHECK_UPDATE;
        /* A plain read beside atomic accesses is how loops of atomic_cmpxchg begin. */
        const int allowed = same || (was_atomic && (atomic || !changes));
        c->same_writes |= of_write && same;
        if ((of_write && !allowed) || (changes && !atomic && of_read)) {
            c->checks->report(c, site, CLB_FINDING_RACE, access, o, o->memory + offset, size,
                              of_write ? writer : before & bytes ? (uint32_t)CLB_CHECK_MANY : reader);
            access = CLB_CHECK_TAKE; /* once an access */
        }
        if (changes && !(of_write && same)) {
            const int goes_on = was_written && was_atomic == atomic && (atomic || writer == item);
            part->written = goes_on ? (uint16_t)(written | bytes) : bytes;
            part->atomic = (uint16_t)atomic;
            cell->written = base | (goes_on && writer != item ? (uint32_t)CLB_CHECK_MANY : item) |
                            (part->written != all || atomic ? (uint32_t)CLB_CHECK_IN_PART : 0);
        }
        /* Work-items run one by one up to a barrier, so the bytes of those before the last one are taken together. */
        if (!changes) {
            const int is_last = !was_read || reader == item;
            part->read = was_read && reader == item ? (uint16_t)(read | bytes) : bytes;
            part->read_before = is_last ? before : (uint16_t)(before | read);
            if (part->read == all && part->read_before == all) cell->read = base | CLB_CHECK_MANY;
            else cell->read = base | item | (part->read != all || part->read_before ? (uint32_t)CLB_CHECK_IN_PART : 0);
        }
    }
}

CLBN_CHECK __attribute__((always_inline)) int clbn_check_all_written(const unsigned char *written, size_t size)
{
    if (size == 4) {
        uint32_t word;
        __builtin_memcpy(&word, written, sizeof word);
        return word == 0x01010101u;
    }
    if (size == 8) {
        uint64_t word;
        __builtin_memcpy(&word, written, sizeof word);
        return word == UINT64_C(0x0101010101010101);
    }
    if (size == 16) {
        uint64_t words[2];
        __builtin_memcpy(words, written, sizeof words);
        return (words[0] & words[1]) == UINT64_C(0x0101010101010101);
    }
    for (size_t i = 0; i < size; ++i)
        if (!written[i]) return 0;
    return 1;
}

/* Whether a read of bytes that are not all written is fine, as it only copies them. */
CLBN_CHECK int clbn_check_may_copy(clb_check_access access, const unsigned char *written, size_t size, int space)
{
    if (access != CLB_CHECK_CARRY) return 0;
    for (size_t i = 0; i < size && space != 1; ++i)
        if (written[i] == CLB_CHECK_UNWRITTEN) return 0;
    return 1;
}

/* The pointer, or one to memory in its place. */
static __attribute__((noinline, unused)) char *clbn_check_access(clb_checker *c, const clb_check_site *site,
                                                                  clb_check_access access, char *p, size_t size,
                                                                  size_t align, uint64_t bits, clb_check_object *o)
{
    const int changes = access >= CLB_CHECK_WRITE;
    const size_t offset = (size_t)((uintptr_t)p - (uintptr_t)o->memory);
    const int fits = offset <= o->size && o->size - offset >= size;
    /* A part of a vector that was a fault as a whole. */
    if (!fits && (uintptr_t)p - (uintptr_t)c->nothing < 2 * (uintptr_t)CLB_CHECK_STAND_IN) return p;
    if (!CLBN_LIKELY(fits && (offset & (align - 1)) == 0)) { /* objects count as aligned: on devices they are */
        c->checks->report(c, site, fits ? CLB_FINDING_MISALIGNED : CLB_FINDING_OUTSIDE, access, o, p, size, 0);
        return changes ? c->sink : c->nothing;
    }
    if (clbn_check_has_stamps(o)) clbn_check_settle(c, o, offset, size, 0);
    if (o->has_cells) {
        const int same = access == CLB_CHECK_WRITE && clbn_check_holds(p, size, bits);
        clbn_check_race(c, site, access, o, offset, size, same);
    }
    if (o->written) {
        if (changes && access != CLB_CHECK_UPDATE) {
            __builtin_memset(o->written + offset, 1, size);
        } else if (access != CLB_CHECK_TAKE && !CLBN_LIKELY(clbn_check_all_written(o->written + offset, size)) &&
                   !clbn_check_may_copy(access, o->written + offset, size, o->space)) {
            c->checks->report(c, site, CLB_FINDING_UNWRITTEN, access, o, p, size, 0);
            return changes ? c->sink : c->nothing;
        }
    }
    return p;
}

/* Into the memory of a parameter or a local variable. */
CLBN_CHECK __attribute__((always_inline)) char *clbn_check_of(clb_checker *c, const clb_check_site *site,
                                                              clb_check_access access, char *p, size_t size,
                                                              size_t align, uint64_t bits, const clbn_object *o,
                                                              uint32_t self)
{
    const size_t offset = (size_t)((uintptr_t)p - (uintptr_t)o->memory);
    if (o->is_proved) return p;
    /* What is aligned as its size fits where it begins. */
    const int fits = size == align ? offset < (o->size & ~(size - 1)) : o->size >= size && offset <= o->size - size;
    if (CLBN_LIKELY(fits) && CLBN_LIKELY((offset & (align - 1)) == 0) &&
        (!o->has_cells || CLBN_LIKELY(clbn_check_quickly(self, access, o, offset, size)))) {
        if (o->is_local || !o->written || access == CLB_CHECK_TAKE) return p;
        if (access == CLB_CHECK_WRITE || access == CLB_CHECK_PUT) {
            __builtin_memset(o->written + offset, 1, size);
            return p;
        }
        if (CLBN_LIKELY(access < CLB_CHECK_WRITE && clbn_check_all_written(o->written + offset, size))) return p;
    }
    if (!c) return p;
    c->item = self & CLB_CHECK_MANY;
    return clbn_check_access(c, site, access, p, size, align, bits, o->in);
}

/* Into an object whose place is known. */
CLBN_CHECK __attribute__((always_inline)) char *clbn_check_in(clb_checker *c, const clb_check_site *site,
                                                              clb_check_access access, char *p, size_t size, size_t align,
                                                              uint64_t bits, char *memory, size_t object_size,
                                                              unsigned char *written)
{
    const size_t offset = (size_t)((uintptr_t)p - (uintptr_t)memory);
    const int changes = access >= CLB_CHECK_WRITE;
    clb_finding_kind kind = CLB_FINDING_UNWRITTEN;
    (void)bits; /* other objects need it */
    if (CLBN_LIKELY(offset <= object_size && object_size - offset >= size && (offset & (align - 1)) == 0)) {
        if (!written || access == CLB_CHECK_TAKE) return p;
        if (changes) {
            __builtin_memset(written + offset, 1, size);
            return p;
        }
        if (CLBN_LIKELY(clbn_check_all_written(written + offset, size)) ||
            clbn_check_may_copy(access, written + offset, size, 0))
            return p;
    } else {
        kind = offset > object_size || object_size - offset < size ? CLB_FINDING_OUTSIDE : CLB_FINDING_MISALIGNED;
    }
    const clb_check_object o = {.memory = memory, .size = object_size, .name = site->name};
    if (!c) return p;
    c->checks->report(c, site, kind, access, &o, p, size, 0);
    return changes ? c->sink : c->nothing;
}

CLBN_CHECK clb_check_object *clbn_check_locate(clb_checker *c, const char *p)
{
    for (uint32_t i = c->count; i-- > 0;) {
        clb_check_object *o = &c->objects[i];
        if ((uintptr_t)p - (uintptr_t)o->memory < o->size) return o;
    }
    return c->checks->locate(c, p);
}

/* Into any object. */
static __attribute__((noinline, unused)) char *clbn_check_at(clb_checker *c, const clb_check_site *site,
                                                             clb_check_access access, char *p, size_t size, size_t align,
                                                             uint64_t bits)
{
    if (!c) return p;
    clb_check_object *o = clbn_check_locate(c, p);
    if (o) return clbn_check_access(c, site, access, p, size, align, bits, o);
    if (c->open && (uintptr_t)p >= 4096) return p;
    c->checks->report(c, site, (uintptr_t)p < 4096 ? CLB_FINDING_NULL : CLB_FINDING_OUTSIDE, access, NULL, p, size, 0);
    return access >= CLB_CHECK_WRITE ? c->sink : c->nothing;
}

/* ---- copies ---- */

#define CLBN_ALL_WRITTEN UINT64_C(0x0101010101010101)

/* What the bytes of a copy become: a clb_check_written for each of `size` bytes, at most 8. */
CLBN_CHECK uint64_t clbn_check_state(const unsigned char *written, size_t offset, size_t size, size_t object_size)
{
    unsigned char state[8] = {1, 1, 1, 1, 1, 1, 1, 1};
    uint64_t bits;
    if (written && offset <= object_size && object_size - offset >= size)
        for (size_t i = 0; i < size; ++i)
            if (written[offset + i] != CLB_CHECK_WRITTEN) state[i] = CLB_CHECK_COPIED;
    __builtin_memcpy(&bits, state, sizeof bits);
    return bits;
}

CLBN_CHECK void clbn_check_put_state(unsigned char *written, size_t offset, size_t size, size_t object_size, uint64_t state)
{
    if (written && offset <= object_size && object_size - offset >= size)
        __builtin_memcpy(written + offset, &state, size);
}

/* The same of an object of the checker's table. */
static __attribute__((noinline, unused)) uint64_t clbn_check_ask_state(clb_checker *c, clb_check_object *o, const char *p,
                                                                       size_t size)
{
    const size_t offset = (size_t)((uintptr_t)p - (uintptr_t)o->memory);
    if (offset > o->size || o->size - offset < size) return CLBN_ALL_WRITTEN;
    if (clbn_check_has_stamps(o)) clbn_check_settle(c, o, offset, size, 0);
    return clbn_check_state(o->written, offset, size, o->size);
}

static __attribute__((noinline, unused)) void clbn_check_set_state(clb_checker *c, clb_check_object *o, const char *p,
                                                                   size_t size, uint64_t state)
{
    const size_t offset = (size_t)((uintptr_t)p - (uintptr_t)o->memory);
    if (offset > o->size || o->size - offset < size) return;
    if (clbn_check_has_stamps(o)) clbn_check_settle(c, o, offset, size, 1);
    clbn_check_put_state(o->written, offset, size, o->size, state);
}

CLBN_CHECK __attribute__((always_inline)) uint64_t clbn_check_state_of(clb_checker *c, const char *p, size_t size,
                                                                       const clbn_object *o)
{
    const size_t offset = (size_t)((uintptr_t)p - (uintptr_t)o->memory);
    if (!c || !o->written) return CLBN_ALL_WRITTEN;
    if (o->size >= size && offset <= o->size - size) {
        if (!o->is_local) {
            if (CLBN_LIKELY(clbn_check_all_written(o->written + offset, size))) return CLBN_ALL_WRITTEN;
        } else if (size == (size_t)1 << o->shift) {
            const uint32_t written = o->cells[offset >> o->shift].written;
            if (CLBN_LIKELY(written >= o->since && !(written & CLB_CHECK_IN_PART))) return CLBN_ALL_WRITTEN;
        }
    }
    return clbn_check_ask_state(c, o->in, p, size);
}

CLBN_CHECK __attribute__((always_inline)) void clbn_check_mark_of(clb_checker *c, const char *p, size_t size,
                                                                  uint64_t state, const clbn_object *o)
{
    if (c && !CLBN_LIKELY(state == CLBN_ALL_WRITTEN)) clbn_check_set_state(c, o->in, p, size, state);
}

CLBN_CHECK uint64_t clbn_check_state_in(const clb_checker *c, const char *p, size_t size, const char *memory,
                                        size_t object_size, const unsigned char *written)
{
    (void)c;
    return clbn_check_state(written, (size_t)((uintptr_t)p - (uintptr_t)memory), size, object_size);
}

CLBN_CHECK void clbn_check_mark_in(const clb_checker *c, const char *p, size_t size, uint64_t state, const char *memory,
                                   size_t object_size, unsigned char *written)
{
    (void)c;
    if (!CLBN_LIKELY(state == CLBN_ALL_WRITTEN))
        clbn_check_put_state(written, (size_t)((uintptr_t)p - (uintptr_t)memory), size, object_size, state);
}

CLBN_CHECK uint64_t clbn_check_state_at(clb_checker *c, const char *p, size_t size)
{
    clb_check_object *o = c ? clbn_check_locate(c, p) : NULL;
    return o && o->written ? clbn_check_ask_state(c, o, p, size) : CLBN_ALL_WRITTEN;
}

CLBN_CHECK void clbn_check_mark_at(clb_checker *c, const char *p, size_t size, uint64_t state)
{
    clb_check_object *o = c && state != CLBN_ALL_WRITTEN ? clbn_check_locate(c, p) : NULL;
    if (o) clbn_check_set_state(c, o, p, size, state);
}

/* ---- images ---- */

enum {
    CLBN_PIXEL_WRITTEN = 1,
    CLBN_PIXEL_SIGNED = 2,
    CLBN_PIXEL_UNSIGNED = 4,
    CLBN_OF_IMAGE = 3 /* clb_check_object.space */
};

/* The whole number below, of what may be beyond any whole number. */
CLBN_CHECK int64_t clbn_check_below(double x)
{
    if (!(x > -1e15 && x < 1e15)) return x > 0 ? INT64_MAX : INT64_MIN;
    const int64_t whole = (int64_t)x;
    return whole - (x < (double)whole);
}

/* Whether a coordinate is outside, and where. Between two pixels both are read. */
CLBN_CHECK int clbn_check_outside(double x, int linear, clb_check_pixel *pixel)
{
    const double first = linear ? x - 0.5 : x;
    const int64_t below = clbn_check_below(first);
    pixel->at = below;
    if (below >= 0 && linear && (double)below < first && below < INT64_MAX) ++pixel->at;
    return pixel->at < 0 || pixel->at >= (int64_t)pixel->count;
}

/* Without addressing by a sampler, coordinates have to be inside, and numbers have to be of the image's kind. */
static __attribute__((noinline, unused)) void clbn_check_pixel(clb_checker *c, const clb_check_site *site, const void *image,
                                                               uint32_t sampler, double x, double y, double z, int flags)
{
    const clb_native_image *m = image;
    const double coordinates[3] = {x, y, z};
    const uint32_t dimensions = m->dimensions;
    const uint32_t sizes[3] = {m->width, dimensions < 2 && m->array_size ? m->array_size : m->height,
                               dimensions == 2 && m->array_size ? m->array_size : m->depth};
    const clb_check_access access = flags & CLBN_PIXEL_WRITTEN ? CLB_CHECK_WRITE : CLB_CHECK_READ;
    clb_check_object o = {.name = site->name, .space = CLBN_OF_IMAGE};
    const int is_signed = m->type >= CLB_CHANNEL_SIGNED_INT8 && m->type <= CLB_CHANNEL_SIGNED_INT32;
    const int is_unsigned = m->type >= CLB_CHANNEL_UNSIGNED_INT8 && m->type <= CLB_CHANNEL_UNSIGNED_INT32;
    const int kind = is_signed ? CLBN_PIXEL_SIGNED : is_unsigned ? CLBN_PIXEL_UNSIGNED : 0;
    if (!c) return;
    if ((flags & (CLBN_PIXEL_SIGNED | CLBN_PIXEL_UNSIGNED)) != kind) {
        c->checks->report(c, site, CLB_FINDING_FORMAT, access, &o, NULL, m->pixel_size, 0);
        return;
    }
    if (!(flags & CLBN_PIXEL_WRITTEN) && sampler & CLB_SAMPLER_ADDRESSING) return;
    /* A sampler rounds the layer of an array into it. */
    const uint32_t count = dimensions + (m->array_size && (sampler == CLB_SAMPLER_NONE || flags & CLBN_PIXEL_WRITTEN));
    for (uint32_t d = 0; d < count && d < 3; ++d) {
        clb_check_pixel pixel = {.dimension = d, .count = sizes[d]};
        const int scales = !(flags & CLBN_PIXEL_WRITTEN) && sampler & CLB_SAMPLER_NORMALIZED && d < dimensions;
        const double at = scales ? coordinates[d] * sizes[d] : coordinates[d];
        if (!clbn_check_outside(at, !(flags & CLBN_PIXEL_WRITTEN) && sampler & CLB_SAMPLER_LINEAR && !kind, &pixel)) continue;
        o.memory = (char *)&pixel;
        c->checks->report(c, site, CLB_FINDING_OUTSIDE, access, &o, NULL, m->pixel_size, 0);
        return;
    }
}

/* An element of a block: `at` has the byte of the row and the row where the block begins, and how far the element is from
 * there. The extensions ask for bytes that are multiples of 4, or of the element. What is outside of the image they define,
 * so that is a warning. */
static __attribute__((noinline, unused)) void clbn_check_block(clb_checker *c, const clb_check_site *site, const void *image,
                                                               const int32_t at[4], uint32_t size, int writes)
{
    const clb_native_image *m = image;
    const clb_check_access access = writes ? CLB_CHECK_WRITE : CLB_CHECK_READ;
    clb_check_object o = {.name = site->name, .space = CLBN_OF_IMAGE};
    const uint32_t align = size < 4 ? size : 4;
    if (!c) return;
    if ((uint32_t)at[0] % align) {
        clb_check_pixel pixel = {.at = at[0], .count = m->width};
        o.memory = (char *)&pixel;
        c->checks->report(c, site, CLB_FINDING_MISALIGNED, access, &o, NULL, align, 0);
        return;
    }
    const int64_t ends[2] = {(int64_t)at[0] + at[2], (int64_t)at[0] + at[2] + size - 1};
    const int64_t row = (int64_t)at[1] + at[3], width = m->width, bytes = m->pixel_size;
    for (int k = 0; k < 2; ++k) {
        clb_check_pixel pixel = {.at = ends[k] / bytes - (ends[k] % bytes < 0), .count = m->width};
        if (pixel.at >= 0 && pixel.at < width) continue;
        o.memory = (char *)&pixel;
        c->checks->report(c, site, CLB_FINDING_OUTSIDE, access, &o, NULL, size, 1);
        return;
    }
    if (row >= 0 && row < (int64_t)m->height) return;
    clb_check_pixel pixel = {.dimension = 1, .at = row, .count = m->height};
    o.memory = (char *)&pixel;
    c->checks->report(c, site, CLB_FINDING_OUTSIDE, access, &o, NULL, size, 1);
}

/* ---- values ---- */

CLBN_CHECK void clbn_check_set(clb_checker *c, const clb_check_site *site, int has_value)
{
    if (c && !CLBN_LIKELY(has_value)) c->checks->report(c, site, CLB_FINDING_UNWRITTEN, CLB_CHECK_READ, NULL, NULL, 0, 0);
}

CLBN_CHECK void clbn_check_divisor(clb_checker *c, const clb_check_site *site, int is_fine)
{
    if (c && !CLBN_LIKELY(is_fine)) c->checks->report(c, site, CLB_FINDING_DIVISION, CLB_CHECK_READ, NULL, NULL, 0, 0);
}

CLBN_CHECK void clbn_check_shift(clb_checker *c, const clb_check_site *site, uint64_t count, uint32_t most)
{
    if (c && !CLBN_LIKELY(count <= most))
        c->checks->report(c, site, CLB_FINDING_SHIFT, CLB_CHECK_READ, NULL, NULL, most + 1,
                          count > UINT32_MAX ? UINT32_MAX : (uint32_t)count);
}

CLBN_CHECK void clbn_check_arrivals(clb_checker *c, const clb_check_site *site, int32_t come)
{
    if (c && !CLBN_LIKELY((uint32_t)come == c->items))
        c->checks->report(c, site, CLB_FINDING_BARRIER, CLB_CHECK_READ, NULL, NULL, 0, (uint32_t)come);
}

#endif
