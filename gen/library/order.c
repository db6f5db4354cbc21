/* SPDX-License-Identifier: MIT */
#include "library/order.h"

#include "base/buffer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Lists of dependents, in one array for all files: those of file i are at starts[i] .. starts[i + 1] - 1. */
typedef struct dependents {
    size_t *starts, *items;
} dependents;

/* Whether the file of the dependency must stand before the one that needs it. */
static bool is_ordered(const dependency *edge)
{
    return !edge->unordered;
}

static dependents invert(arena *a, const library *l)
{
    dependents r = {arena_array(a, l->count + 1, sizeof(size_t)), NULL};
    for (size_t i = 0; i < l->count; ++i)
        for (size_t k = 0; k < l->files[i]->depend_count; ++k)
            if (l->files[i]->depends[k].file && is_ordered(&l->files[i]->depends[k]))
                r.starts[l->files[i]->depends[k].file->index + 1]++;
    for (size_t i = 0; i < l->count; ++i) r.starts[i + 1] += r.starts[i];
    r.items = arena_array(a, r.starts[l->count], sizeof(size_t));
    size_t *fill = arena_grow(a, r.starts, l->count + 1, l->count + 1, sizeof(size_t));
    for (size_t i = 0; i < l->count; ++i)
        for (size_t k = 0; k < l->files[i]->depend_count; ++k)
            if (l->files[i]->depends[k].file && is_ordered(&l->files[i]->depends[k]))
                r.items[fill[l->files[i]->depends[k].file->index]++] = i;
    return r;
}

/* ---- reports ---- */

static bool is_stuck(const library_file *f)
{
    return f && f->pass == 0;
}

/* Tarjan's strongly connected components (SIAM J. Comput. 1, 1972) over the stuck files, with an explicit stack,
 * since the depth of the graph depends on the input. component[i] is a number from 1 for files on a common cycle. */
static size_t find_components(arena *a, const library *l, size_t *component)
{
    const size_t n = l->count;
    size_t *number = arena_array(a, n, sizeof *number), *low = arena_array(a, n, sizeof *low);
    size_t *next_edge = arena_array(a, n, sizeof *next_edge);
    size_t *path = arena_array(a, n, sizeof *path), *open = arena_array(a, n, sizeof *open);
    bool *on_stack = arena_array(a, n, sizeof *on_stack);
    size_t path_count = 0, open_count = 0, visited = 0, components = 0;
    for (size_t root = 0; root < n; ++root) {
        if (!is_stuck(l->files[root]) || number[root]) continue;
        path[path_count++] = root;
        while (path_count) {
            const size_t v = path[path_count - 1];
            const library_file *f = l->files[v];
            if (!number[v]) {
                number[v] = low[v] = ++visited;
                open[open_count++] = v;
                on_stack[v] = true;
            }
            bool descended = false;
            while (next_edge[v] < f->depend_count) {
                const dependency *edge = &f->depends[next_edge[v]++];
                const library_file *to = edge->file;
                if (!is_stuck(to) || !is_ordered(edge)) continue;
                if (!number[to->index]) {
                    path[path_count++] = to->index;
                    descended = true;
                    break;
                }
                if (on_stack[to->index] && number[to->index] < low[v]) low[v] = number[to->index];
            }
            if (descended) continue;
            --path_count;
            if (path_count && low[v] < low[path[path_count - 1]]) low[path[path_count - 1]] = low[v];
            if (low[v] != number[v]) continue;
            const bool alone = open[open_count - 1] == v;
            if (!alone) ++components;
            size_t w;
            do {
                w = open[--open_count];
                on_stack[w] = false;
                component[w] = alone ? 0 : components;
            } while (w != v);
        }
    }
    return components;
}

/* The tables of a search: one entry for each file. */
typedef struct cycle_search {
    const size_t *component;
    size_t *distance; /* 0 before and after a search */
    size_t *came_from, *queue;
} cycle_search;

/* Breadth-first search from `start` back to it within its component, for at most `limit` edges. Returns the length
 * of the shortest cycle through it (0: none below the limit); came_from then holds the path. */
static size_t shortest_through(const library *l, const cycle_search *search, size_t start, size_t limit)
{
    const size_t *component = search->component;
    size_t *distance = search->distance, *came_from = search->came_from, *queue = search->queue;
    size_t head = 0, tail = 0, *touched = queue;
    queue[tail++] = start;
    distance[start] = 1;
    size_t found = 0;
    while (head < tail && !found) {
        const size_t v = queue[head++];
        if (distance[v] >= limit) break;
        const library_file *f = l->files[v];
        for (size_t k = 0; k < f->depend_count && !found; ++k) {
            const library_file *to = f->depends[k].file;
            if (!to || to->index == v || !is_ordered(&f->depends[k]) || component[to->index] != component[start])
                continue;
            if (to->index == start) {
                came_from[start] = v;
                found = distance[v];
            } else if (!distance[to->index]) {
                distance[to->index] = distance[v] + 1;
                came_from[to->index] = v;
                queue[tail++] = to->index;
            }
        }
    }
    for (size_t i = 0; i < tail; ++i) distance[touched[i]] = 0;
    return found;
}

static const dependency *edge_between(const library_file *from, const library_file *to)
{
    for (size_t k = 0; k < from->depend_count; ++k)
        if (from->depends[k].file == to && is_ordered(&from->depends[k])) return &from->depends[k];
    return NULL;
}

static void report_cycle(arena *a, const library *l, const size_t *cycle, size_t length, diagnostics *d)
{
    /* Begins at the file whose stem comes first, so that the report depends only on the names. */
    size_t first = 0;
    for (size_t i = 1; i < length; ++i)
        if (cycle[i] < cycle[first]) first = i;
    const char *text = l->files[cycle[first]]->stem;
    for (size_t i = 1; i <= length; ++i)
        text = arena_printf(a, "%s -> %s", text, l->files[cycle[(first + i) % length]]->stem);
    for (size_t i = 0; i < length; ++i) {
        const library_file *from = l->files[cycle[(first + i) % length]],
                           *to = l->files[cycle[(first + i + 1) % length]];
        const dependency *edge = edge_between(from, to);
        const size_t errors = d->errors;
        if (i == 0)
            diagnose_error(d, edge->where,
                           edge->symbol ? "dependency cycle: %s: split one of these files, or put a prototype "
                                          "of the function before its first call"
                                        : "dependency cycle: %s: split one of these files so that no file "
                                          "needs itself",
                           text);
        if (i == 0 && d->errors == errors) return; /* an error that was reported before */
        if (edge->symbol)
            diagnose_note(d, edge->where, "'%s' needs '%s', which '%s' defines", from->stem, edge->symbol, to->stem);
        else diagnose_note(d, edge->where, "'%s' depends on '%s'", from->stem, to->stem);
    }
}

static void report_cycles(arena *a, const library *l, diagnostics *d)
{
    size_t *component = arena_array(a, l->count, sizeof *component);
    const size_t components = find_components(a, l, component);
    size_t *distance = arena_array(a, l->count, sizeof *distance), *from = arena_array(a, l->count, sizeof *from);
    size_t *queue = arena_array(a, l->count, sizeof *queue), *cycle = arena_array(a, l->count, sizeof *cycle);
    for (size_t c = 1; c <= components; ++c) {
        size_t best = 0, limit = l->count + 1;
        for (size_t i = 0; i < l->count && best != 2; ++i) {
            if (component[i] != c) continue;
            const size_t length = shortest_through(l, &(cycle_search){component, distance, from, queue}, i, limit);
            if (!length) continue;
            best = limit = length;
            for (size_t k = length, v = from[i]; k > 1; --k, v = from[v]) cycle[k - 1] = v;
            cycle[0] = i;
        }
        if (best) report_cycle(a, l, cycle, best, d);
    }
}

static void report_stuck(arena *a, const library *l, diagnostics *d)
{
    diagnose_error(d, (location){0}, "%s: Dependency sort failed: unresolved dependencies remain.", l->directory);
    for (size_t i = 0; i < l->count; ++i) {
        const library_file *f = l->files[i];
        for (size_t k = 0; k < f->depend_count; ++k) {
            const dependency *edge = &f->depends[k];
            if (!edge->file) library_report_missing(l, edge->stem, edge->where, f->stem, d);
            else if (edge->file == f)
                diagnose_error(d, edge->where,
                               "dependency cycle: %s -> %s: a file cannot depend on itself; remove it "
                               "from its own '@depends'",
                               f->stem, f->stem);
        }
    }
    report_cycles(a, l, d);
}

/* ---- the sort ---- */

bool order_compute(arena *a, library *l, diagnostics *d)
{
    const size_t n = l->count;
    size_t *waiting = arena_array(a, n, sizeof *waiting); /* dependencies not yet emitted */
    size_t *ready = arena_array(a, n, sizeof *ready), ready_count = 0;
    const dependents inverse = invert(a, l);
    l->order = arena_array(a, n + 1, sizeof *l->order);
    for (size_t i = 0; i < n; ++i) {
        l->files[i]->pass = 0;
        for (size_t k = 0; k < l->files[i]->depend_count; ++k) waiting[i] += is_ordered(&l->files[i]->depends[k]);
        if (!waiting[i]) ready[ready_count++] = i;
    }
    /* First the passes, then one counting sort by pass: files are visited in byte order of their stems, so each pass
     * is in that order without further sorting. */
    size_t *pass_starts = arena_array(a, n + 2, sizeof *pass_starts), passes = 0;
    for (size_t head = 0; head < ready_count;) {
        const size_t tail = ready_count;
        ++passes;
        for (; head < tail; ++head) {
            const size_t v = ready[head];
            l->files[v]->pass = passes;
            pass_starts[passes + 1]++;
            for (size_t k = inverse.starts[v]; k < inverse.starts[v + 1]; ++k)
                if (--waiting[inverse.items[k]] == 0) ready[ready_count++] = inverse.items[k];
        }
    }
    for (size_t p = 1; p <= passes + 1 && p < n + 2; ++p) pass_starts[p] += pass_starts[p - 1];
    for (size_t i = 0; i < n; ++i) {
        library_file *f = l->files[i];
        if (!f->pass) continue;
        f->position = pass_starts[f->pass]++;
        l->order[f->position] = f;
    }
    if (ready_count == n) return true;
    report_stuck(a, l, d);
    return false;
}

size_t order_closure(const library_file *from, bool *reached, const library_file **list)
{
    size_t count = 0;
    if (reached[from->index]) return 0;
    reached[from->index] = true;
    list[count++] = from;
    for (size_t next = 0; next < count; ++next)
        for (size_t k = 0; k < list[next]->depend_count; ++k) {
            const library_file *to = list[next]->depends[k].file;
            if (!to || reached[to->index]) continue;
            reached[to->index] = true;
            list[count++] = to;
        }
    return count;
}
