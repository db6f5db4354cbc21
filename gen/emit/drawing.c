/* Layered drawing (Sugiyama, Tagawa, Toda 1981): each node is in the layer of its longest path. Dummy points
 * represent edges where they cross a layer, and a few sweeps move each point to the middle of its neighbours.
 *
 * SPDX-License-Identifier: MIT */
#include "emit/drawing.h"

#include "base/escape.h"

#include <stdlib.h>
#include <string.h>

enum { SWEEPS = 12, ROW = 64, BOX = 26, GAP = 14, MARGIN = 20, LETTER = 8 };

/* A box, or the point where an edge crosses a layer. */
typedef struct point {
    size_t node;  /* or NO_NODE */
    size_t layer; /* 0: the lowest */
    size_t width;
    double x; /* the x coordinate of its middle */
    double wish;
    size_t order;
} point;

/* A piece of an edge between neighbouring layers. */
typedef struct piece {
    size_t upper, lower; /* indices of points */
    size_t edge;
} piece;

#define NO_NODE ((size_t)-1)

typedef struct drawing {
    arena arena;
    const drawing_node *nodes;
    size_t node_count;
    const drawing_edge *edges;
    size_t edge_count;
    bool *below;   /* below[from * node_count + to]: a path leads down from one node to the other */
    size_t *layer; /* of nodes */
    size_t layers;
    point *points;
    size_t point_count, point_capacity;
    piece *pieces;
    size_t piece_count, piece_capacity;
    double width;
} drawing;

static size_t letters(const char *text)
{
    size_t n = 0;
    for (; *text; ++text) n += ((unsigned char)*text & 0xC0) != 0x80;
    return n;
}

static int compare_layers(const void *a, const void *b)
{
    const point *x = a, *y = b;
    if (x->layer != y->layer) return x->layer < y->layer ? -1 : 1;
    if (x->wish < y->wish || x->wish > y->wish) return x->wish < y->wish ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

/* Assigns layers from the edges until nothing changes: as many rounds as there are layers. */
static void find_layers(drawing *d)
{
    const size_t n = d->node_count;
    d->layer = arena_array(&d->arena, n, sizeof *d->layer);
    d->below = arena_array(&d->arena, n * n, sizeof *d->below);
    bool changed = true;
    for (size_t round = 0; changed && round <= n; ++round) {
        changed = false;
        for (size_t i = 0; i < d->edge_count; ++i) {
            const drawing_edge *e = &d->edges[i];
            if (e->loose) continue;
            if (d->layer[e->from] <= d->layer[e->to]) {
                d->layer[e->from] = d->layer[e->to] + 1;
                changed = true;
            }
            bool *from = &d->below[e->from * n];
            const bool *to = &d->below[e->to * n];
            for (size_t k = 0; k < n; ++k) {
                const bool now = from[k] || to[k] || k == e->to;
                changed = changed || now != from[k];
                from[k] = now;
            }
        }
    }
    for (size_t i = 0; i < n; ++i)
        if (d->layer[i] + 1 > d->layers) d->layers = d->layer[i] + 1;
}

/* Whether other edges imply this one. */
static bool is_implied(const drawing *d, const drawing_edge *e)
{
    for (size_t i = 0; i < d->edge_count; ++i) {
        const drawing_edge *o = &d->edges[i];
        if (!o->loose && o->from == e->from && o->to != e->to && d->below[o->to * d->node_count + e->to]) return true;
    }
    return false;
}

static size_t add_point(drawing *d, size_t node, size_t layer, size_t width)
{
    d->points = arena_reserve(&d->arena, d->points, d->point_count, &d->point_capacity, sizeof *d->points);
    d->points[d->point_count] = (point){.node = node, .layer = layer, .width = width, .order = d->point_count};
    return d->point_count++;
}

static void add_piece(drawing *d, size_t upper, size_t lower, size_t edge)
{
    d->pieces = arena_reserve(&d->arena, d->pieces, d->piece_count, &d->piece_capacity, sizeof *d->pieces);
    d->pieces[d->piece_count++] = (piece){upper, lower, edge};
}

static void make_points(drawing *d)
{
    for (size_t i = 0; i < d->node_count; ++i) add_point(d, i, d->layer[i], letters(d->nodes[i].label) * LETTER + 16);
    for (size_t i = 0; i < d->edge_count; ++i) {
        const drawing_edge *e = &d->edges[i];
        if (e->loose) {
            add_piece(d, e->from, e->to, i);
            continue;
        }
        if (is_implied(d, e)) continue;
        size_t last = e->from;
        for (size_t layer = d->layer[e->from] - 1; layer > d->layer[e->to]; --layer) {
            const size_t between = add_point(d, NO_NODE, layer, 4);
            add_piece(d, last, between, i);
            last = between;
        }
        add_piece(d, last, e->to, i);
    }
}

/* Places the points of each layer side by side, ordered by their desired positions; returns the greatest width. */
static double set_positions(drawing *d)
{
    point *sorted = arena_grow(&d->arena, d->points, d->point_count, d->point_count, sizeof *sorted);
    double widest = 0;
    qsort(sorted, d->point_count, sizeof *sorted, compare_layers);
    for (size_t i = 0; i < d->point_count;) {
        size_t end = i;
        double width = 0;
        for (; end < d->point_count && sorted[end].layer == sorted[i].layer; ++end)
            width += (double)sorted[end].width + GAP;
        double x = -width / 2;
        for (; i < end; ++i) {
            d->points[sorted[i].order].x = x + ((double)sorted[i].width + GAP) / 2;
            x += (double)sorted[i].width + GAP;
        }
        if (width > widest) widest = width;
    }
    return widest;
}

/* The desired position of a point is the mean of its neighbours: of those above and those below by turns. */
static void sweep(drawing *d)
{
    size_t *count = arena_array(&d->arena, d->point_count, sizeof *count);
    for (size_t i = 0; i < d->point_count; ++i) d->points[i].wish = (double)i;
    d->width = set_positions(d);
    for (size_t s = 0; s < SWEEPS; ++s) {
        memset(count, 0, d->point_count * sizeof *count);
        for (size_t i = 0; i < d->point_count; ++i) d->points[i].wish = 0;
        for (size_t i = 0; i < d->piece_count; ++i) {
            const piece *p = &d->pieces[i];
            if (d->edges[p->edge].loose) continue;
            const size_t to = s % 2 ? p->upper : p->lower, from = s % 2 ? p->lower : p->upper;
            d->points[to].wish += d->points[from].x;
            count[to]++;
        }
        for (size_t i = 0; i < d->point_count; ++i)
            d->points[i].wish = count[i] ? d->points[i].wish / (double)count[i] : d->points[i].x;
        d->width = set_positions(d);
    }
}

static double row_of(const drawing *d, const point *p)
{
    return MARGIN + (double)(d->layers - 1 - p->layer) * ROW;
}

static void write_pieces(const drawing *d, buffer *out)
{
    const double middle = MARGIN + d->width / 2;
    for (size_t i = 0; i < d->piece_count; ++i) {
        const point *u = &d->points[d->pieces[i].upper], *l = &d->points[d->pieces[i].lower];
        const bool loose = d->edges[d->pieces[i].edge].loose;
        const double y = row_of(d, u) + (u->node == NO_NODE ? BOX / 2 : BOX),
                     z = row_of(d, l) + (l->node == NO_NODE ? BOX / 2 : 0);
        buffer_addf(out, "<path d=\"M%.1f %.1fC%.1f %.1f %.1f %.1f %.1f %.1f\"%s%s/>\n", middle + u->x, y,
                    middle + u->x, (y + z) / 2, middle + l->x, (y + z) / 2, middle + l->x, z,
                    loose ? " stroke-dasharray=\"5 3\"" : "", l->node == NO_NODE ? "" : " marker-end=\"url(#tip)\"");
    }
}

static void write_boxes(const drawing *d, buffer *out)
{
    const double middle = MARGIN + d->width / 2;
    for (size_t i = 0; i < d->node_count; ++i) {
        const point *p = &d->points[i];
        const double y = row_of(d, p), width = (double)p->width;
        buffer_addf(out,
                    "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" rx=\"%d\" fill=\"%s\"/>\n"
                    "<text x=\"%.1f\" y=\"%.1f\">",
                    middle + p->x - width / 2, y, width, BOX, d->nodes[i].marked ? 12 : 3,
                    d->nodes[i].marked ? "#dbe9ff" : "#ffffff", middle + p->x, y + BOX - 8.5);
        escape_xml(out, d->nodes[i].label);
        buffer_adds(out, "</text>\n");
    }
}

void drawing_write(const char *title, const drawing_node *nodes, size_t node_count, const drawing_edge *edges,
                   size_t edge_count, buffer *out)
{
    drawing d = {.nodes = nodes, .node_count = node_count, .edges = edges, .edge_count = edge_count};
    find_layers(&d);
    make_points(&d);
    if (d.point_count) sweep(&d);
    const double width = d.width + 2 * MARGIN,
                 height = d.layers ? (double)(d.layers - 1) * ROW + BOX + 2 * MARGIN : 2 * MARGIN;
    buffer_addf(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\">\n<title>",
        width, height, width, height);
    escape_xml(out, title);
    buffer_adds(
        out,
        "</title>\n<defs><marker id=\"tip\" markerWidth=\"7\" markerHeight=\"6\" refX=\"7\" refY=\"3\" orient=\"auto\">"
        "<path d=\"M0 0L7 3L0 6z\" fill=\"#555\"/></marker></defs>\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n<g fill=\"none\" stroke=\"#777\">\n");
    write_pieces(&d, out);
    buffer_adds(out, "</g>\n<g stroke=\"#333\" font-family=\"monospace\" font-size=\"13\">\n");
    buffer_adds(out, "<style>text { text-anchor: middle; stroke: none; fill: #111 }</style>\n");
    write_boxes(&d, out);
    buffer_adds(out, "</g>\n</svg>\n");
    arena_free(&d.arena);
}
