/* The states of a proof: see proof_state.h.
 *
 * SPDX-License-Identifier: MIT */
#include "native/proof_state.h"

#include <stdlib.h>
#include <string.h>

/* ---- states ---- */

void clbi_proof_fail(clbi_prover *p)
{
    p->failed = true;
}

void clbi_proof_refuse(clbi_prover *p, uint32_t number)
{
    p->objects[number].refused = true;
    p->failed |= !p->parts;
}

bool clbi_proof_make_state(clbi_prover *p, clbi_proof_state *s)
{
    const size_t variables = p->proof->variable_count, objects = p->proof->object_count;
    s->variables = malloc((variables + 1) * sizeof *s->variables);
    s->written = malloc((objects + 1) * sizeof *s->written);
    if (s->variables && s->written) return true;
    free(s->variables);
    free(s->written);
    s->variables = NULL;
    s->written = NULL;
    clbi_proof_fail(p);
    return false;
}

void clbi_proof_free_state(clbi_proof_state *s)
{
    free(s->variables);
    free(s->written);
    s->variables = NULL;
    s->written = NULL;
}

void clbi_proof_put_state(const clbi_prover *p, clbi_proof_state *to, const clbi_proof_state *from)
{
    clbi_proof_variable *variables = to->variables;
    clbi_proof_range *written = to->written;
    *to = *from;
    to->variables = variables;
    to->written = written;
    memcpy(variables, from->variables, p->proof->variable_count * sizeof *variables);
    memcpy(written, from->written, p->proof->object_count * sizeof *written);
}

bool clbi_proof_copy_state(clbi_prover *p, clbi_proof_state *to, const clbi_proof_state *from)
{
    if (!clbi_proof_make_state(p, to)) return false;
    clbi_proof_put_state(p, to, from);
    return true;
}

static clbi_proof_range both_written(clbi_proof_range x, clbi_proof_range y)
{
    clbi_proof_range both = {x.begin > y.begin ? x.begin : y.begin, x.end < y.end ? x.end : y.end};
    if (both.begin >= both.end) both.begin = both.end = 0;
    return both;
}

static bool is_same_bounds(const clbi_bounds *x, const clbi_bounds *y)
{
    return clbi_bounds_contain(x, y) && clbi_bounds_contain(y, x);
}

/* Of local memory: bytes that some work-items have certainly written, on whichever way. */
static clbi_proof_range either_written(clbi_proof_range x, clbi_proof_range y)
{
    if (x.begin == x.end) return y;
    if (y.begin == y.end || y.begin > x.end || x.begin > y.end) return x;
    return (clbi_proof_range){x.begin < y.begin ? x.begin : y.begin, x.end > y.end ? x.end : y.end};
}

void clbi_proof_join_state(clbi_prover *p, clbi_proof_state *to, const clbi_proof_state *from, uint32_t a)
{
    if (from->dead) return;
    if (to->dead) {
        clbi_proof_put_state(p, to, from);
        return;
    }
    for (uint32_t i = 0; i < p->proof->variable_count; i++) {
        clbi_proof_variable *x = &to->variables[i];
        const clbi_proof_variable *y = &from->variables[i];
        if (x->stamp == y->stamp && is_same_bounds(&x->value, &y->value)) continue;
        const bool differ = x->stamp != y->stamp;
        x->value = clbi_bounds_join(&x->value, &y->value);
        if (!differ) continue;
        x->value.varies |= to->taints || from->taints;
        x->value.splits |= to->splits || from->splits;
        x->stamp = ++p->stamps;
        const clb_proof_step *s = a == CLB_PROOF_NONE ? NULL : &p->proof->steps[a];
        if (s && y->source == a) {
            x->other = a;
            x->is_or = false;
        } else if (s && s->op == CLB_PROOF_NOT && y->source == s->a) {
            x->other = s->a;
            x->is_or = true;
        } else {
            x->source = x->other = CLB_PROOF_NONE;
        }
    }
    for (uint32_t i = 0; i < p->proof->object_count; i++)
        to->written[i] = clbi_proof_is_shared(p, i) ? either_written(to->written[i], from->written[i])
                                                    : both_written(to->written[i], from->written[i]);
    to->fact_count = clbi_proof_common_facts(to->facts, to->fact_count, from->facts, from->fact_count);
    to->taints |= from->taints;
    to->splits |= from->splits;
    to->unsure |= from->unsure;
    to->none |= from->none || memcmp(to->first, from->first, sizeof to->first) != 0 ||
                memcmp(to->last, from->last, sizeof to->last) != 0;
}

void clbi_proof_restore_control(clbi_prover *p, const clbi_proof_state *before)
{
    clbi_proof_state *s = &p->state;
    s->taints = before->taints;
    s->splits = before->splits;
    s->unsure = before->unsure;
    s->none = before->none;
    memcpy(s->first, before->first, sizeof s->first);
    memcpy(s->last, before->last, sizeof s->last);
    for (unsigned i = 0; i < p->depth; i++) {
        s->taints |= p->targets[i].taints;
        s->splits |= p->targets[i].splits;
        s->unsure |= p->targets[i].unsure;
        s->none |= p->targets[i].unsure;
    }
}

/* ---- loops ---- */

bool clbi_proof_contains_state(const clbi_prover *p, const clbi_proof_state *outer, const clbi_proof_state *inner)
{
    for (uint32_t i = 0; i < p->proof->variable_count; i++)
        if (!clbi_bounds_contain(&outer->variables[i].value, &inner->variables[i].value)) return false;
    for (uint32_t i = 0; i < p->proof->object_count; i++) {
        const clbi_proof_range *x = &outer->written[i], *y = &inner->written[i];
        if (x->begin != x->end && (x->begin < y->begin || x->end > y->end)) return false;
    }
    return true;
}

void clbi_proof_widen_state(clbi_prover *p, clbi_proof_state *head, const clbi_proof_state *back, unsigned round,
                            const uint8_t *types)
{
    for (uint32_t i = 0; i < p->proof->variable_count; i++) {
        clbi_proof_variable *x = &head->variables[i];
        const clbi_proof_variable *y = &back->variables[i];
        if (clbi_bounds_contain(&x->value, &y->value) && x->stamp == y->stamp) continue;
        const bool taints = back->taints, splits = back->splits;
        if (round + 2 >= CLBI_PROOF_WIDENINGS) {
            const bool varies = taints || clbi_bounds_vary(&x->value) || clbi_bounds_vary(&y->value);
            const bool parts = splits || clbi_bounds_split(&x->value) || clbi_bounds_split(&y->value);
            x->value = clbi_bounds_any((clb_proof_type)types[i], varies, parts);
        } else {
            x->value = clbi_bounds_widen(&x->value, &y->value, (clb_proof_type)types[i]);
            x->value.varies |= taints;
            x->value.splits |= splits;
        }
        x->stamp = ++p->stamps;
        x->source = x->other = CLB_PROOF_NONE;
    }
    for (uint32_t i = 0; i < p->proof->object_count; i++)
        head->written[i] = both_written(head->written[i], back->written[i]);
}

/* The types of variables, by their SETs. */
void clbi_proof_find_types(const clbi_prover *p, uint8_t *types)
{
    memset(types, CLB_PROOF_OTHER, p->proof->variable_count);
    for (uint32_t i = 0; i < p->proof->step_count; i++)
        if (p->proof->steps[i].op == CLB_PROOF_SET) types[p->proof->steps[i].a] = p->proof->steps[i].type;
}
