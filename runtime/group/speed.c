/* See speed.h.
 *
 * SPDX-License-Identifier: MIT */
#include "group/speed.h"

#include <stdlib.h>

enum {
    CALLS = 3,      /* calls of a trial, and before it; the best of them counts, since others may have been disturbed */
    FIRST_WAIT = 8, /* calls before the first trial: speeds should be known well */
    WAIT_MAX = 1024, /* calls between trials that have not helped; conditions change */
    OTHERS_MAX = 8
};

static const double GAIN = 1.05; /* factor by which calls must have become faster */
static const double PORTION_MIN = 0.6, PORTION_MAX = 0.92;

clbi_speeds *clbi_speeds_find(clbi_speeds **list, const clb_bundle *bundle, uint32_t kernel, size_t count, bool make)
{
    clbi_speeds *s = *list;
    while (s && (s->bundle != bundle || s->kernel != kernel)) s = s->next;
    if (s || !make) return s;
    s = calloc(1, sizeof *s + count * sizeof s->of[0]);
    if (!s) return NULL;
    s->bundle = bundle;
    s->kernel = kernel;
    s->count = count;
    s->trial.wait = s->trial.left = FIRST_WAIT;
    for (size_t m = 0; m < count; m++) s->of[m].error = 1; /* nothing is known */
    s->next = *list;
    *list = s;
    return s;
}

void clbi_speeds_free(clbi_speeds **list)
{
    while (*list) {
        clbi_speeds *s = *list;
        *list = s->next;
        free(s);
    }
}

static size_t count_bits(uint64_t units)
{
    size_t bits = 0;
    while (bits < 63 && units >> bits > 1) bits++;
    return bits;
}

/* Among members that are in use, the slowest comes first. A member that is out gets its turn. */
static size_t choose_member(const clbi_speeds *s)
{
    size_t slowest = 0, in = 0;
    for (size_t m = 0; m < s->count; m++) {
        if (s->of[m].out || s->of[m].speed <= 0) continue;
        if (in == 0 || s->of[m].speed < s->of[slowest].speed) slowest = m;
        in++;
    }
    /* The order of speeds may change: after the trial of the slowest member comes one of all. */
    for (size_t k = 0; k < s->count; k++) {
        const size_t m = (slowest + s->trial.failed + k) % s->count;
        if (s->of[m].speed > 0 && (s->of[m].out || in > 1)) return m;
    }
    return s->count;
}

static void begin_phase(clbi_trial *t, bool trial, uint32_t calls)
{
    t->under_way = trial;
    t->left = calls;
    if (trial) t->tried = 0;
    else t->usual = 0;
}

static void end_phase(clbi_speeds *s)
{
    clbi_trial *t = &s->trial;
    if (!t->under_way) {
        t->member = choose_member(s);
        if (t->member < s->count) begin_phase(t, true, CALLS);
        else begin_phase(t, false, t->wait);
        return;
    }
    if (t->tried > GAIN * t->usual) {
        s->of[t->member].out = !s->of[t->member].out;
        t->failed = 0;
        t->wait = FIRST_WAIT;
    } else if (++t->failed % s->count == 0 && t->wait < WAIT_MAX) {
        t->wait *= 2;
    }
    begin_phase(t, false, t->wait);
}

void clbi_speeds_begin(clbi_speeds *s, uint64_t units)
{
    clbi_trial *t = &s->trial;
    const size_t bits = count_bits(units);
    for (size_t m = 0; m < s->count; m++) {
        s->of[m].before = s->of[m].speed;
        s->of[m].units = s->of[m].seconds = 0;
    }
    t->others = bits == t->bits ? 0 : t->others + 1;
    if (t->others > OTHERS_MAX || t->bits == 0) {
        t->bits = bits;
        t->others = 0;
        begin_phase(t, false, t->wait);
    }
    s->counts = bits == t->bits;
}

void clbi_speeds_take_all(clbi_speeds *s)
{
    for (size_t m = 0; m < s->count; m++) s->of[m].out = false;
    begin_phase(&s->trial, false, FIRST_WAIT);
    s->counts = false;
}

/* All parts of a call count together, so that a short last one does not distort the speed. */
void clbi_speeds_note(clbi_speeds *s, size_t member, uint64_t units, double seconds)
{
    clbi_speed *one = &s->of[member];
    if (seconds <= 0) return;
    if (one->settled) {
        one->units += (double)units;
        one->seconds += seconds;
        one->speed = 0.5 * (one->before + one->units / one->seconds);
    } else {
        one->settled = one->speed > 0;
        one->speed = one->before = (double)units / seconds;
    }
}

double clbi_speeds_portion(const clbi_speeds *s, size_t member)
{
    const double steady = 1 - 2 * s->of[member].error;
    return steady < PORTION_MIN ? PORTION_MIN : steady > PORTION_MAX ? PORTION_MAX : steady;
}

/* The speed of a member depends on the others: normal calls may show other speeds than a trial. */
static void note_call(clbi_speed *one, bool trial)
{
    if (one->seconds <= 0) return;
    const double ratio = one->units / one->seconds / one->before;
    if (trial) one->speed = one->before;
    else one->error = 0.5 * (one->error + (ratio < 1 ? 1 - ratio : 1 - 1 / ratio));
}

void clbi_speeds_end(clbi_speeds *s, uint64_t units, double seconds)
{
    clbi_trial *t = &s->trial;
    bool settled = true;
    for (size_t m = 0; m < s->count; m++) {
        settled = settled && (s->of[m].settled || s->of[m].speed <= 0);
        note_call(&s->of[m], s->counts && t->under_way);
    }
    if (!s->counts || !settled || seconds <= 0) return;
    double *rate = t->under_way ? &t->tried : &t->usual;
    if (t->left <= CALLS && (double)units / seconds > *rate) *rate = (double)units / seconds;
    if (--t->left == 0) end_phase(s);
}
