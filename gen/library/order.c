#include "library/order.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Lists of dependents, one array for all files: those of file i are at starts[i] .. starts[i + 1] - 1. */
typedef struct dependents {
    size_t *starts, *items;
} dependents;

static dependents invert(arena *a, const library *l)
{
    dependents r = {arena_array(a, l->count + 1, sizeof(size_t)), NULL};
    for (size_t i = 0; i < l->count; ++i)
        for (size_t k = 0; k < l->files[i]->depend_count; ++k)
            if (l->files[i]->depends[k].file) r.starts[l->files[i]->depends[k].file->index + 1]++;
    for (size_t i = 0; i < l->count; ++i) r.starts[i + 1] += r.starts[i];
    r.items = arena_array(a, r.starts[l->count], sizeof(size_t));
    size_t *fill = arena_grow(a, r.starts, l->count + 1, l->count + 1, sizeof(size_t));
    for (size_t i = 0; i < l->count; ++i)
        for (size_t k = 0; k < l->files[i]->depend_count; ++k)
            if (l->files[i]->depends[k].file) r.items[fill[l->files[i]->depends[k].file->index]++] = i;
    return r;
}

/* ---- what is wrong ---- */

static bool is_stuck(const library_file *f)
{
    return f && f->pass == 0;
}

/* Tarjan's strongly connected components (SIAM J. Comput. 1, 1972) over the stuck files, with a stack of its own:
 * the depth of the graph is the user's. component[i] is a number from 1 for files on a common cycle. */
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
                const library_file *to = f->depends[next_edge[v]++].file;
                if (!is_stuck(to)) continue;
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

/* Breadth-first from `start` back to it within its component, giving up at `limit` edges. Returns the length of the
 * shortest cycle through it (0: none below the limit); came_from then holds the way. */
static size_t shortest_through(const library *l, const size_t *component, size_t start, size_t limit, size_t *distance,
                               size_t *came_from, size_t *queue)
{
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
            if (!to || to->index == v || component[to->index] != component[start]) continue;
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
        if (from->depends[k].file == to) return &from->depends[k];
    return NULL;
}

static void report_cycle(arena *a, const library *l, const size_t *cycle, size_t length, diagnostics *d)
{
    /* Begin at the file whose stem comes first, so that the report depends on nothing but the names. */
    size_t first = 0;
    for (size_t i = 1; i < length; ++i)
        if (cycle[i] < cycle[first]) first = i;
    const char *text = l->files[cycle[first]]->stem;
    for (size_t i = 1; i <= length; ++i)
        text = arena_printf(a, "%s -> %s", text, l->files[cycle[(first + i) % length]]->stem);
    for (size_t i = 0; i < length; ++i) {
        const library_file *from = l->files[cycle[(first + i) % length]], *to = l->files[cycle[(first + i + 1) % length]];
        const dependency *edge = edge_between(from, to);
        if (i == 0)
            diagnose_error(d, edge->where, "dependency cycle: %s: split one of these files so that no file needs itself",
                           text);
        diagnose_note(d, edge->where, "'%s' depends on '%s'", from->stem, to->stem);
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
            const size_t length = shortest_through(l, component, i, limit, distance, from, queue);
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
                diagnose_error(d, edge->where, "dependency cycle: %s -> %s: a file cannot depend on itself; remove it "
                                               "from its own '@depends'", f->stem, f->stem);
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
        waiting[i] = l->files[i]->depend_count;
        if (!waiting[i]) ready[ready_count++] = i;
    }
    /* Passes first, then one counting pass over them: files are visited in byte order of their stems, so each pass is
     * in that order without sorting. */
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

void order_closure(const library_file *from, bool *reached, const library_file **stack)
{
    size_t count = 0;
    if (reached[from->index]) return;
    reached[from->index] = true;
    stack[count++] = from;
    while (count) {
        const library_file *f = stack[--count];
        for (size_t k = 0; k < f->depend_count; ++k) {
            const library_file *to = f->depends[k].file;
            if (!to || reached[to->index]) continue;
            reached[to->index] = true;
            stack[count++] = to;
        }
    }
}

/* ---- what the tags claim ---- */

/* Compares a stored closure with the true one, as sets. */
static void check_stored(arena *a, const library *l, const library_file *f, const bool *reached, diagnostics *d)
{
    size_t count = 0;
    const annotation *tag = NULL;
    const annotation_value *values = annotation_values(a, &f->annotations.blocks[0], "all_depends", &count, &tag);
    size_t true_count = 0;
    for (size_t i = 0; i < l->count; ++i) true_count += reached[i] && l->files[i] != f;
    if (tag) {
        bool *stored = arena_array(a, l->count, sizeof *stored);
        const char *missing = "", *superfluous = "";
        for (size_t i = 0; i < count; ++i) {
            const library_file *named = library_find(l, values[i].text);
            if (named) stored[named->index] = true;
            if (!named || !reached[named->index] || named == f)
                superfluous = arena_printf(a, "%s%s%s", superfluous, *superfluous ? ", " : "", values[i].text);
        }
        for (size_t i = 0; i < l->count; ++i)
            if (reached[i] && l->files[i] != f && !stored[i])
                missing = arena_printf(a, "%s%s%s", missing, *missing ? ", " : "", l->files[i]->stem);
        if (*missing || *superfluous)
            diagnose_warning(d, tag->where, "stale '@all_depends' of '%s':%s%s%s%s; the direct dependencies are used",
                             f->stem, *missing ? " lacks " : "", missing, *superfluous ? " does not need " : "",
                             superfluous);
    }
    values = annotation_values(a, &f->annotations.blocks[0], "all_depends_count", &count, &tag);
    if (tag) {
        char text[32];
        snprintf(text, sizeof text, "%zu", true_count);
        if (count != 1 || strcmp(values[0].text, text) != 0)
            diagnose_warning(d, tag->where, "stale '@all_depends_count' of '%s': the direct dependencies give %s", f->stem,
                             text);
    }
    values = annotation_values(a, &f->annotations.blocks[0], "load_order", &count, &tag);
    if (tag) {
        char text[32];
        snprintf(text, sizeof text, "%zu", f->position + 1);
        if (count != 1 || strcmp(values[0].text, text) != 0)
            diagnose_warning(d, tag->where, "stale '@load_order' of '%s': its place is %s", f->stem, text);
    }
}

void order_check_tags(arena *a, const library *l, diagnostics *d)
{
    /* Whether the header is in a file's closure, for all files at once: along the load order. */
    bool *sees_header = arena_array(a, l->count, sizeof *sees_header);
    bool *below_header = arena_array(a, l->count, sizeof *below_header);
    bool *reached = arena_array(a, l->count, sizeof *reached);
    const library_file **stack = arena_array(a, l->count, sizeof *stack);
    if (l->header) order_closure(l->header, below_header, stack);
    for (size_t i = 0; i < l->count && l->order[i]; ++i) {
        const library_file *f = l->order[i];
        for (size_t k = 0; k < f->depend_count; ++k)
            if (f->depends[k].file == l->header || sees_header[f->depends[k].file->index]) sees_header[f->index] = true;
    }
    for (size_t i = 0; i < l->count; ++i) {
        const library_file *f = l->files[i];
        const annotation_block *head = &f->annotations.blocks[0];
        size_t count = 0;
        const annotation *tag = NULL;
        if (l->header && !sees_header[i] && !below_header[i])
            diagnose_warning(d, (location){f->source, 0},
                             "'%s' does not depend on the library's header: add '%s' to its '@depends'", f->stem,
                             l->header->stem);
        annotation_values(a, head, "provides", &count, &tag);
        if (!tag)
            diagnose_warning(d, (location){f->source, 0}, "'%s' has no '@provides': list the symbols that it defines",
                             f->stem);
        bool derived = false;
        for (size_t k = 0; k < head->count; ++k)
            derived = derived || strcmp(head->items[k].tag, "load_order") == 0 ||
                      strncmp(head->items[k].tag, "all_depends", strlen("all_depends")) == 0;
        if (!derived) continue;
        memset(reached, 0, l->count * sizeof *reached);
        order_closure(f, reached, stack);
        check_stored(a, l, f, reached, d);
    }
}
