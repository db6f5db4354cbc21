/* Accesses of a proof: bounds, alignment, what was written, and races. See proof_state.h.
 *
 * SPDX-License-Identifier: MIT */
#include "native/proof_state.h"

#include <string.h>

static int64_t object_size(const clbi_prover *p, uint32_t number, const clb_check_object **memory)
{
    const clb_proof_object *o = &p->proof->objects[number];
    *memory = NULL;
    if (o->space != CLB_PROOF_MEMORY) return o->size < (uint64_t)CLBI_BOUND ? (int64_t)o->size : 0;
    if (o->index >= p->launch->object_count) return 0;
    const clb_check_object *c = &p->launch->objects[o->index];
    const bool is_local = c->space == 2;
    if (!c->memory || c->size >= (size_t)PTRDIFF_MAX || !clbi_bounds_takes(c->size)) return 0;
    if (!is_local && c->memory != (char *)p->launch->arguments[o->index]) return 0;
    *memory = c;
    return (int64_t)c->size;
}

bool clbi_proof_is_shared(const clbi_prover *p, uint32_t number)
{
    const clb_proof_object *o = &p->proof->objects[number];
    const clb_check_object *c;
    if (o->space == CLB_PROOF_SHARED) return true;
    (void)object_size(p, number, &c);
    return c && c->space == 2;
}

static bool is_global(const clbi_prover *p, uint32_t number)
{
    return p->proof->objects[number].space == CLB_PROOF_MEMORY && !clbi_proof_is_shared(p, number);
}

static size_t items_of(const clbi_prover *p)
{
    const size_t *n = p->launch->range->local;
    return n[0] * n[1] * n[2];
}

/* Adds bytes that are certainly written from here on. */
static void add_written(clbi_prover *p, uint32_t number, int64_t begin, int64_t end)
{
    clbi_proof_range *r = &p->state.written[number];
    if (p->objects[number].copies_unwritten) return;
    if (r->begin == r->end) *r = (clbi_proof_range){begin, end};
    else if (begin <= r->end && end >= r->begin)
        *r = (clbi_proof_range){begin < r->begin ? begin : r->begin, end > r->end ? end : r->end};
}

/* Whether the elements of work-items lie side by side, from the least of them on: ids before `end` count.
 * *next: the size of one, and then of all. */
static bool lie_side_by_side(const clbi_bounds *at, const int64_t *first, const int64_t *last, unsigned end,
                             int64_t *next)
{
    bool done[CLBI_IDS] = {false}, all = true;
    for (unsigned round = 0; round < end; round++)
        for (unsigned i = 0; i < end; i++) {
            const int64_t count = last[i] - first[i] + 1;
            if (done[i] || count < 1 || (count > 1 && at->id[i] != *next)) continue;
            done[i] = true;
            *next *= count;
        }
    for (unsigned i = 0; i < end; i++) all &= done[i];
    return all;
}

/* Of local memory: the bytes that are certainly written, which are those of the work-items that always come, if they
 * lie side by side. */
static bool covers(const clbi_prover *p, const clbi_bounds *at, int64_t size, int64_t *begin, int64_t *end)
{
    int64_t next = size;
    if (p->state.none || at->low != at->high || at->varies || at->splits) return false;
    if (!lie_side_by_side(at, p->state.first, p->state.last, CLBI_GROUP_IDS, &next)) return false;
    *begin = at->low;
    for (unsigned i = 0; i < CLBI_GROUP_IDS; i++) *begin += at->id[i] * p->state.first[i];
    for (unsigned i = CLBI_GROUP_IDS; i < CLBI_IDS; i++)
        if (at->id[i]) return false;
    *end = *begin + next;
    return *begin >= at->least && *end <= at->most + size;
}

/* Of global memory: all work-items of all groups come, and write elements side by side. */
static bool covers_all(const clbi_prover *p, const clbi_bounds *at, int64_t size)
{
    int64_t next = size;
    return !p->state.unsure && at->low == at->high && !at->varies && !at->splits &&
           lie_side_by_side(at, p->box.low, p->box.high, CLBI_IDS, &next) && at->most + size - at->least == next;
}

static void note_written(clbi_prover *p, uint32_t number, const clbi_bounds *at, int64_t size)
{
    clbi_proof_accesses *o = &p->objects[number];
    int64_t begin = at->least, end = at->most + size;
    if (clbi_proof_is_shared(p, number) ? covers(p, at, size, &begin, &end)
        : is_global(p, number)          ? covers_all(p, at, size)
                                        : at->least == at->most)
        add_written(p, number, begin, end);
    if (p->state.taints || clbi_bounds_vary(at)) o->unsure_writes = true;
}

static void note_read(clbi_prover *p, uint32_t number, const clbi_bounds *at, int64_t size)
{
    const clbi_proof_range none = {0, 0}, *r = p->objects[number].copies_unwritten ? &none : &p->state.written[number];
    if (p->proof->objects[number].space == CLB_PROOF_CONSTANT_SPACE || is_global(p, number)) return;
    if (at->least >= r->begin && at->most + size <= r->end) {
        p->objects[number].relies |= p->state.taints || clbi_bounds_vary(at);
        return;
    }
    if (p->state.taints || clbi_bounds_vary(at)) clbi_proof_refuse(p, number);
    p->objects[number].open_reads = true;
}

/* For races: where the object is accessed, and how. */
static void note_place(clbi_prover *p, uint32_t number, const clbi_bounds *at, clb_check_access access, int64_t size)
{
    clbi_proof_accesses *o = &p->objects[number];
    const bool is_atomic = access >= CLB_CHECK_UPDATE, varies = clbi_bounds_vary(at) || p->state.taints;
    const bool writes = access >= CLB_CHECK_WRITE && !is_atomic;
    if (!o->any) {
        o->at = *at;
        o->alike = true;
        o->least = at->least;
        o->most = at->most;
    }
    for (unsigned i = 0; i < CLBI_IDS; i++) o->alike &= o->at.id[i] == at->id[i];
    if (at->low < o->at.low) o->at.low = at->low;
    if (at->high > o->at.high) o->at.high = at->high;
    if (at->least < o->least) o->least = at->least;
    if (at->most + size - 1 > o->most) o->most = at->most + size - 1;
    if (size > o->size) o->size = size;
    o->any = true;
    o->varies |= at->varies;
    o->tainted |= p->state.taints;
    o->writes |= writes;
    o->reads |= access < CLB_CHECK_WRITE || access == CLB_CHECK_UPDATE;
    o->region_writes |= writes;
    o->region_varies |= varies;
    if (clbi_proof_is_shared(p, number) && items_of(p) > 1 && o->region_writes && o->region_varies)
        clbi_proof_refuse(p, number);
}

void clbi_proof_access(clbi_prover *p, uint32_t step)
{
    const clb_proof_step *s = &p->proof->steps[step];
    const clbi_bounds at = p->values[s->a];
    const clb_check_object *memory;
    const int64_t all = object_size(p, s->b, &memory), size = s->bits, align = s->c & 0xffff;
    const clb_check_access access = (clb_check_access)(s->c >> CLB_PROOF_ACCESS_SHIFT);
    if (!at.known || at.object != (int32_t)s->b || size <= 0 || size > all || at.least < 0 || at.most > all - size ||
        (align > 1 && (at.least % align || at.step % align))) {
        clbi_proof_refuse(p, s->b);
        return;
    }
    if (p->proof->objects[s->b].space != CLB_PROOF_CONSTANT_SPACE) note_place(p, s->b, &at, access, size);
    if (is_global(p, s->b))
        clbi_proof_note_place(p, step, &at, size, access >= CLB_CHECK_WRITE && access < CLB_CHECK_UPDATE);
    if (access != CLB_CHECK_TAKE && (access < CLB_CHECK_WRITE || access == CLB_CHECK_UPDATE))
        note_read(p, s->b, &at, size);
    if (access >= CLB_CHECK_WRITE) note_written(p, s->b, &at, size);
}

static bool is_all_written(const clb_check_object *memory, int64_t begin, int64_t end)
{
    if (!memory->written) return true;
    return memory->written[begin] == CLB_CHECK_WRITTEN &&
           memcmp(memory->written + begin, memory->written + begin + 1, (size_t)(end - begin)) == 0;
}

/* Whether all of the global memory was written before the launch. */
static bool is_all_written_before(clbi_prover *p, uint32_t number)
{
    const clb_check_object *memory;
    clbi_proof_accesses *o = &p->objects[number];
    const int64_t size = object_size(p, number, &memory);
    if (!o->is_looked_at) o->was_written = memory && size > 0 && is_all_written(memory, 0, size - 1);
    o->is_looked_at = true;
    return o->was_written;
}

/* The STATE of bytes. Bytes of global memory are all written, or the proof fails in the end. So it does if others,
 * which are copied to where their state would be told of, may be unwritten. */
clbi_bounds clbi_proof_bytes(clbi_prover *p, const clb_proof_step *s)
{
    const clbi_bounds *at = &p->values[s->a];
    const clbi_proof_range none = {0, 0}, *r = p->objects[s->b].copies_unwritten ? &none : &p->state.written[s->b];
    if (p->parts && p->proof->objects[s->b].space != CLB_PROOF_CONSTANT_SPACE)
        return is_global(p, s->b) && is_all_written_before(p, s->b) ? clbi_bounds_exact(CLB_PROOF_WRITTEN)
                                                                    : clbi_bounds_any(CLB_PROOF_U64, true, true);
    const bool is_written =
        p->proof->objects[s->b].space == CLB_PROOF_CONSTANT_SPACE || is_global(p, s->b) || s->c == 1 ||
        (at->known && at->object == (int32_t)s->b && at->least >= r->begin && at->most + s->bits <= r->end);
    if (is_written) return clbi_bounds_exact(CLB_PROOF_WRITTEN);
    if (p->state.taints || clbi_bounds_vary(at)) return clbi_bounds_any(CLB_PROOF_U64, true, true);
    p->objects[s->b].open_reads = true; /* all groups copy the same bytes */
    return clbi_bounds_any(CLB_PROOF_U64, false, true);
}

void clbi_proof_mark(clbi_prover *p, const clb_proof_step *s)
{
    const clbi_bounds *state = &p->values[s->c];
    if (clbi_bounds_is_exact(state)) return;
    if (is_global(p, s->b)) clbi_proof_refuse(p, s->b);
    p->objects[s->b].unsure_writes |= state->varies;
    p->objects[s->b].copies_unwritten |= clbi_proof_is_shared(p, s->b);
    p->state.written[s->b] = (clbi_proof_range){0, 0};
}

void clbi_proof_barrier(clbi_prover *p)
{
    if (p->state.taints) clbi_proof_fail(p); /* other groups may have other regions */
    if (p->state.unsure || p->widened) return;
    for (uint32_t i = 0; i < p->proof->object_count; i++)
        p->objects[i].region_writes = p->objects[i].region_varies = false;
}

void clbi_proof_arrival(clbi_prover *p)
{
    if (!p->state.unsure || !p->state.splits) return;
    if (p->state.taints) clbi_proof_fail(p);
    p->sample = true;
}

void clbi_proof_check_value(clbi_prover *p, const clb_proof_step *s)
{
    const clbi_bounds *x = &p->values[s->a];
    const bool holds =
        x->known && (s->op == CLB_PROOF_IS_TRUE ? x->least > 0 || x->most < 0 : x->least >= 0 && x->most <= s->bits);
    if (holds || p->parts) return; /* of parts, the check stays */
    if (p->state.taints || clbi_bounds_vary(x)) clbi_proof_fail(p);
    p->sample = true;
}

/* ---- objects ---- */

/* Whether work-items of a group touch bytes of their own: the affine part keeps them further apart than the rest is
 * wide. */
static bool are_disjoint(const clbi_prover *p, const clbi_proof_accesses *o)
{
    int64_t coefficients[CLBI_GROUP_IDS], counts[CLBI_GROUP_IDS];
    unsigned count = 0;
    if (!o->alike || o->at.low <= -CLBI_BOUND || o->at.high >= CLBI_BOUND) return false;
    int64_t width = o->at.high - o->at.low + o->size;
    for (unsigned i = 0; i < CLBI_GROUP_IDS; i++) {
        const int64_t items = p->box.high[i] - p->box.low[i] + 1;
        if (items == 1) continue;
        counts[count] = items;
        coefficients[count++] = o->at.id[i] < 0 ? -o->at.id[i] : o->at.id[i];
    }
    for (unsigned done = 0; done < count; done++) {
        unsigned next = done;
        for (unsigned i = done; i < count; i++)
            if (coefficients[i] < coefficients[next]) next = i;
        const int64_t coefficient = coefficients[next], items = counts[next];
        coefficients[next] = coefficients[done];
        counts[next] = counts[done];
        if (coefficient < width || coefficient > CLBI_BOUND / items) return false;
        width += coefficient * (items - 1);
        if (width >= CLBI_BOUND) return false;
    }
    return true;
}

/* Whether the kernel writes all bytes of the object that it accesses, and reads none. */
static bool fills_object(clbi_prover *p, uint32_t number)
{
    const clbi_proof_accesses *o = &p->objects[number];
    const clbi_proof_range *r = &p->state.written[number];
    clbi_proof_fills *fills = p->fills;
    if (o->reads || p->state.dead || o->least < r->begin || o->most >= r->end || fills->count == CLBI_PROOF_FILLS)
        return false;
    fills->of[fills->count++] =
        (clbi_proof_fill){p->proof->objects[number].index, (size_t)o->least, (size_t)o->most + 1};
    return true;
}

bool clbi_proof_settle(clbi_prover *p, uint32_t number)
{
    const clbi_proof_accesses *o = &p->objects[number];
    const clb_check_object *memory;
    if (o->refused) return false;
    if (!o->any || p->proof->objects[number].space == CLB_PROOF_CONSTANT_SPACE) return true;
    if (o->relies && o->copies_unwritten) return false;
    if (o->open_reads || o->copies_unwritten) {
        if (o->unsure_writes) return false;
        p->sample = true;
    }
    if (p->proof->objects[number].space == CLB_PROOF_PRIVATE) return true;
    (void)object_size(p, number, &memory);
    if (clbi_proof_is_shared(p, number)) {
        p->sample |= o->writes && items_of(p) > 1;
        return true;
    }
    if (!memory || (!is_all_written(memory, o->least, o->most) && !fills_object(p, number))) return false;
    if (!o->writes || items_of(p) < 2 || are_disjoint(p, o)) return true;
    if (!o->has_more_places && clbi_proof_are_apart(p, number)) return true;
    /* Races are the same in all groups if these only shift the accesses. */
    for (unsigned i = CLBI_GROUP_IDS; i < CLBI_IDS; i++)
        if (!o->alike) return false;
    if (o->varies || o->tainted) return false;
    p->sample = true;
    return true;
}
