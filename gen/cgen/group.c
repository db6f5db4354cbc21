/* See group.h.
 * SPDX-License-Identifier: MIT */
#include "cgen/group.h"

typedef struct walk {
    const group_printer *print;
    void *w;
    const lowered *l;
} walk;

static void write_steps(const walk *g, const lower_steps *s);

static void write_loop(const walk *g, const lower_step *step)
{
    const ir_value *v = step->value;
    if (g->print->begin_loop(g->w, v)) {
        write_steps(g, step->blocks[1]);
        g->print->begin_block(g->w, v, 2);
        g->print->end_block(g->w, v, 2);
        g->print->end_loop(g->w, v);
        return;
    }
    for (int i = 0; i < 3; ++i) {
        const int k = v->test_last ? (i + 1) % 3 : i;
        g->print->begin_block(g->w, v, k);
        write_steps(g, step->blocks[k]);
        g->print->end_block(g->w, v, k);
    }
    g->print->end_loop(g->w, v);
}

static void write_branch(const walk *g, const lower_step *step)
{
    g->print->begin_branch(g->w, step->value);
    write_steps(g, step->blocks[0]);
    if (step->value->blocks[1]->count) {
        g->print->begin_else(g->w);
        write_steps(g, step->blocks[1]);
    }
    g->print->end_branch(g->w);
}

static void write_steps(const walk *g, const lower_steps *s)
{
    const regions_result *r = &g->l->p->regions;
    if (r->stored)
        for (const ir_variable *v = lower_first_at(g->l, s->block); v; v = lower_next_at(g->l, v))
            if (!v->local && r->stored[v->number] == STORED_FOR_GROUP) g->print->declare(g->w, v);
    for (size_t i = 0; i < s->count && !g->l->f->reason; ++i) {
        const lower_step *step = &s->items[i];
        g->print->begin_step(g->w, step);
        switch (step->kind) {
        case STEP_VALUE: g->print->value(g->w, step->value); break;
        case STEP_SET: g->print->set(g->w, s->block, step->index); break;
        case STEP_JUMP: g->print->jump(g->w, step->value); break;
        case STEP_REGION: g->print->region(g->w, step->region); break;
        case STEP_BRANCH: write_branch(g, step); break;
        case STEP_LOOP: write_loop(g, step); break;
        case STEP_SCOPE:
            g->print->begin_scope(g->w, step->value);
            write_steps(g, step->blocks[0]);
            g->print->end_scope(g->w, step->value);
            break;
        }
    }
    g->print->begin_step(g->w, NULL);
}

void group_write(const group_printer *print, void *w, const lowered *l)
{
    const walk g = {print, w, l};
    write_steps(&g, l->steps);
}
