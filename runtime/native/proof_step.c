/* The values of a proof's steps. See proof_state.h.
 *
 * SPDX-License-Identifier: MIT */
#include "native/proof_state.h"

#include <string.h>

static int64_t integer_at(const char *at, clb_proof_type type, bool *fine)
{
#define READ(T)                   \
    {                             \
        T x;                      \
        memcpy(&x, at, sizeof x); \
        return (int64_t)x;        \
    }
    *fine = true;
    switch (type) {
    case CLB_PROOF_BOOL:
    case CLB_PROOF_U8: READ(uint8_t)
    case CLB_PROOF_I8: READ(int8_t)
    case CLB_PROOF_U16: READ(uint16_t)
    case CLB_PROOF_I16: READ(int16_t)
    case CLB_PROOF_U32: READ(uint32_t)
    case CLB_PROOF_I32: READ(int32_t)
    case CLB_PROOF_I64:
    case CLB_PROOF_U64: {
        int64_t x;
        memcpy(&x, at, sizeof x);
        return x;
    }
    default: *fine = false; return 0;
    }
#undef READ
}

clbi_bounds clbi_proof_argument(const clbi_prover *p, const clb_proof_step *s)
{
    bool fine = true;
    const int64_t x = integer_at((const char *)p->launch->arguments[s->a] + s->bits, (clb_proof_type)s->type, &fine);
    return fine && x > -CLBI_BOUND && x < CLBI_BOUND ? clbi_bounds_exact(x)
                                                     : clbi_bounds_any((clb_proof_type)s->type, false, false);
}

clbi_bounds clbi_proof_query(const clbi_prover *p, const clb_proof_step *s)
{
    const clb_native_range *r = p->launch->range;
    const uint32_t d = s->a;
    if (s->op == CLB_PROOF_DIMENSIONS) return clbi_bounds_exact(r->dimensions);
    const bool is_fine = d < 3;
    if (!is_fine) return clbi_bounds_any(CLB_PROOF_U64, true, true);
    size_t x = 0;
    switch (s->op) {
    case CLB_PROOF_LOCAL_ID: return clbi_bounds_id(&p->box, d);
    case CLB_PROOF_GROUP_ID: return clbi_bounds_id(&p->box, CLBI_GROUP_IDS + d);
    case CLB_PROOF_GLOBAL_ID: {
        const clbi_bounds local = clbi_bounds_id(&p->box, d), group = clbi_bounds_id(&p->box, CLBI_GROUP_IDS + d);
        if (!clbi_bounds_takes(r->enqueued_local[d]) || !clbi_bounds_takes(r->offset[d]))
            return clbi_bounds_any(CLB_PROOF_U64, true, true);
        const clbi_bounds size = clbi_bounds_exact((int64_t)r->enqueued_local[d]),
                          from = clbi_bounds_exact((int64_t)r->offset[d]);
        clbi_bounds v = clbi_bounds_compute(CLB_PROOF_MULTIPLY, CLB_PROOF_U64, &group, &size, &p->box);
        v = clbi_bounds_compute(CLB_PROOF_ADD, CLB_PROOF_U64, &v, &local, &p->box);
        v = clbi_bounds_compute(CLB_PROOF_ADD, CLB_PROOF_U64, &v, &from, &p->box);
        return v;
    }
    case CLB_PROOF_LOCAL_SIZE: x = r->local[d]; break;
    case CLB_PROOF_ENQUEUED_LOCAL_SIZE: x = r->enqueued_local[d]; break;
    case CLB_PROOF_GLOBAL_SIZE: x = r->global[d]; break;
    case CLB_PROOF_GROUPS: x = r->groups[d]; break;
    default: x = r->offset[d]; break;
    }
    return clbi_bounds_takes(x) ? clbi_bounds_exact((int64_t)x) : clbi_bounds_any(CLB_PROOF_U64, false, false);
}

static bool flag_of(const clbi_prover *p, const clb_proof_step *s, bool (*flag)(const clbi_bounds *))
{
    return (s->a != CLB_PROOF_NONE && flag(&p->values[s->a])) || (s->b != CLB_PROOF_NONE && flag(&p->values[s->b])) ||
           (s->c != CLB_PROOF_NONE && flag(&p->values[s->c]));
}

static clbi_bounds select_of(const clbi_prover *p, const clb_proof_step *s)
{
    const clbi_bounds *c = &p->values[s->a];
    if (clbi_bounds_is_exact(c)) return p->values[c->least ? s->b : s->c];
    clbi_bounds v = clbi_bounds_join(&p->values[s->b], &p->values[s->c]);
    if (!v.known && v.object < 0) v = clbi_bounds_any((clb_proof_type)s->type, v.varies, v.splits);
    v.varies |= clbi_bounds_vary(c);
    v.splits |= clbi_bounds_split(c);
    return v;
}

static clbi_bounds move_of(const clbi_prover *p, const clb_proof_step *s)
{
    const clbi_bounds size = clbi_bounds_exact(s->bits), *from = &p->values[s->a];
    clbi_bounds v = clbi_bounds_compute(CLB_PROOF_MULTIPLY, CLB_PROOF_I64, &p->values[s->b], &size, &p->box);
    v.object = from->object; /* both are steps in one object */
    v = clbi_bounds_compute(CLB_PROOF_ADD, CLB_PROOF_POINTER, from, &v, &p->box);
    v.object = v.known ? from->object : -1;
    return v;
}

void clbi_proof_compute(clbi_prover *p, uint32_t step, clbi_bounds *result)
{
    const clb_proof_step *s = &p->proof->steps[step];
    const clb_proof_type type = (clb_proof_type)s->type;
    const bool binary = s->op >= CLB_PROOF_ADD && s->op <= CLB_PROOF_MAX;
    if (binary) {
        *result = clbi_bounds_compute((clb_proof_op)s->op, type, &p->values[s->a],
                                      s->b == CLB_PROOF_NONE ? &p->values[s->a] : &p->values[s->b], &p->box);
        return;
    }
    switch (s->op) {
    case CLB_PROOF_SELECT: *result = select_of(p, s); break;
    case CLB_PROOF_CONVERT: *result = clbi_bounds_convert(&p->values[s->a], (clb_proof_type)s->bits, type); break;
    case CLB_PROOF_MOVE: *result = move_of(p, s); break;
    case CLB_PROOF_FIXED: *result = clbi_bounds_any(type, false, false); break;
    case CLB_PROOF_OF:
        *result = clbi_bounds_any(type, flag_of(p, s, clbi_bounds_vary), flag_of(p, s, clbi_bounds_split));
        break;
    default: *result = clbi_bounds_any(type, true, true); break;
    }
}
