/* clbundle graph: shows the dependencies between files of a library, and those of kernels, as DOT or as a drawing.
 *
 * SPDX-License-Identifier: MIT */
#include "base/escape.h"
#include "command/command.h"
#include "emit/drawing.h"
#include "library/layer.h"
#include "library/order.h"
#include "bundle/resolve.h"

/* All nodes and edges: first the files, in byte order, then the kernels. */
typedef struct picture {
    arena *arena;
    library_file **files;
    size_t file_count;
    kernel_file **kernels;
    size_t kernel_count;
    size_t *number; /* for each file, by its index: its node, from 1; 0: not drawn */
    drawing_edge *edges;
    const char **why; /* for each edge: the symbol that was found, or NULL if a tag states the edge */
    size_t edge_count, edge_capacity, why_capacity;
    map known; /* edges that exist already */
} picture;

static const char *label_of(const picture *p, size_t node)
{
    return node < p->file_count ? p->files[node]->stem : path_base(p->kernels[node - p->file_count]->source->path);
}

static void add_edge(picture *p, size_t from, size_t to, bool loose, const char *why)
{
    const char *key = arena_printf(p->arena, "%zu %zu", from, to);
    void **known = map_ats(&p->known, key);
    if (*known || from == to) return;
    *known = p;
    p->edges = arena_reserve(p->arena, p->edges, p->edge_count, &p->edge_capacity, sizeof *p->edges);
    p->why = arena_reserve(p->arena, p->why, p->edge_count, &p->why_capacity, sizeof *p->why);
    p->why[p->edge_count] = why;
    p->edges[p->edge_count++] = (drawing_edge){from, to, loose};
}

static void add_edges(picture *p)
{
    p->known.arena = p->arena;
    for (size_t i = 0; i < p->file_count; ++i)
        for (size_t k = 0; k < p->files[i]->depend_count; ++k) {
            const dependency *edge = &p->files[i]->depends[k];
            if (edge->file && p->number[edge->file->index])
                add_edge(p, i, p->number[edge->file->index] - 1, edge->unordered, edge->symbol);
        }
    for (size_t i = 0; i < p->kernel_count; ++i)
        for (size_t k = 0; k < p->kernels[i]->root_count; ++k)
            add_edge(p, p->file_count + i, p->number[p->kernels[i]->roots[k]->index] - 1, false, NULL);
}

static void write_dot(const picture *p, const char *title, buffer *out)
{
    buffer_adds(out, "digraph ");
    escape_dot(out, title);
    buffer_adds(out, " {\n  node [shape=box];\n");
    for (size_t i = 0; i < p->file_count + p->kernel_count; ++i) {
        buffer_adds(out, "  ");
        escape_dot(out, label_of(p, i));
        buffer_adds(out, i < p->file_count ? ";\n" : " [style=\"rounded,filled\", fillcolor=\"#dbe9ff\"];\n");
    }
    for (size_t i = 0; i < p->edge_count; ++i) {
        buffer_adds(out, "  ");
        escape_dot(out, label_of(p, p->edges[i].from));
        buffer_adds(out, " -> ");
        escape_dot(out, label_of(p, p->edges[i].to));
        if (p->why[i]) {
            buffer_adds(out, " [tooltip=");
            escape_dot(out, p->why[i]);
            buffer_adds(out, p->edges[i].loose ? ", style=dashed, constraint=false]" : "]");
        }
        buffer_adds(out, ";\n");
    }
    buffer_adds(out, "}\n");
}

static void write_svg(command_run *run, const picture *p, const char *title, buffer *out)
{
    const size_t count = p->file_count + p->kernel_count;
    if (count > DRAWING_MAX) {
        diagnose_error(&run->diagnostics, (location){0},
                       "the graph has %zu files, and --svg draws up to %d: name fewer kernels, or "
                       "leave --svg out and use Graphviz",
                       count, (int)DRAWING_MAX);
        return;
    }
    drawing_node *nodes = arena_array(p->arena, count, sizeof *nodes);
    for (size_t i = 0; i < count; ++i) nodes[i] = (drawing_node){label_of(p, i), i >= p->file_count};
    drawing_write(title, nodes, count, p->edges, p->edge_count, out);
}

static int run_graph(int argc, char **argv)
{
    command_run run;
    bool svg = false;
    string_list operands = {0}, layer_paths = {0};
    const char *tag = NULL;
    const option options[] = {
        {"--svg", NULL, "print SVG, not DOT; for up to 80 files", .flag = &svg},
        {"--layer", "PATH", "put this file, or the files of this folder, before all libraries", .values = &layer_paths},
        {"--depends-tag", "TAG", "read this tag, not @depends_LIB, for the direct dependencies of a kernel",
         .single = &tag},
        {"--quiet-derived", NULL, "do not report stale derived tags", .flag = &run.diagnostics.quiet_derived},
    };
    command_begin(&run, &command_graph);
    if (!command_parse(&run, argc, argv, options, 4, &operands)) return run.status;
    if (!operands.count) return command_misused(&run, "no folder given");

    arena *a = &run.arena;
    library_set set = {0};
    layer_list layers = {0};
    lex_cache cache;
    const char *directory = operands.items[0];
    for (size_t i = 0; i < layer_paths.count; ++i)
        layer_add(&run.sources, &layers, layer_paths.items[i], &run.diagnostics);
    library *l = library_read(&run.sources, directory, library_name_of(a, directory), &run.diagnostics);
    if (!l) return command_end(&run);
    library_set_add(a, &set, l);
    if (!order_compute(a, l, &run.diagnostics) && svg) return command_end(&run);
    lex_cache_start(&cache, a);
    unit_context context = {
        .sources = &run.sources, .cache = &cache, .layers = &layers, .diagnostics = &run.diagnostics};
    resolver *found = resolver_start(&context, &set);
    picture p = {.arena = a, .number = arena_array(a, l->count, sizeof *p.number)};
    bool *drawn = arena_array(a, l->count, sizeof *drawn);
    p.files = arena_array(a, l->count, sizeof(library_file *));
    p.kernels = arena_array(a, operands.count, sizeof(kernel_file *));
    if (!run.diagnostics.errors) providers_infer_all(resolver_providers(found), l->files, l->count, &run.diagnostics);
    for (size_t i = 1; i < operands.count && !run.diagnostics.errors; ++i) {
        kernel_file *k = kernel_file_read(&run.sources, operands.items[i], &set, tag, &run.diagnostics);
        if (!k) continue;
        resolve_file(found, k, &run.diagnostics);
        for (size_t n = 0; n < k->need_count; ++n) drawn[k->needs[n]->index] = true;
        p.kernels[p.kernel_count++] = k;
    }
    if (run.diagnostics.errors && (svg || operands.count > 1)) return command_end(&run);
    /* A library whose order fails is drawn all the same: the drawing shows the cycle. */
    for (size_t i = 0; i < l->count; ++i) {
        if (operands.count > 1 && !drawn[l->files[i]->index]) continue;
        p.files[p.file_count++] = l->files[i];
        p.number[l->files[i]->index] = p.file_count;
    }
    add_edges(&p);
    buffer out = {0};
    if (svg) write_svg(&run, &p, l->name, &out);
    else write_dot(&p, l->name, &out);
    command_write(&run, NULL, &out);
    buffer_free(&out);
    return command_end(&run);
}

const command command_graph = {
    .name = "graph",
    .operands = "DIR [KERNEL.cl]...",
    .summary = "draw which files of a library need which",
    .text = "Prints the files of the library in DIR, or only those that the kernels reach, and what they need of each "
            "other, as a "
            "graph in Graphviz DOT. An edge that no tag states has the symbol as its tooltip.",
    .run = run_graph,
};
