/* Strands: texts and names of values that each strand has for itself. See simd_state.h and lower/strands.h.
 *
 * SPDX-License-Identifier: MIT */
#include "cgen/simd_state.h"

static unsigned strand_if(const simd_writer *s, const bool *differs, unsigned number)
{
    return s->here.strands && differs[number] ? s->here.strand : 0;
}

unsigned simd_strand_of(const simd_writer *s, const ir_value *v)
{
    if (!s->here.strands) return 0;
    const bool follows = !s->here.strands->along_y && s->c.p->shapes.values[v->number].kind == SHAPE_AFFINE;
    return follows ? s->here.strand : strand_if(s, s->here.strands->values, v->number);
}

const char *simd_of_strand(simd_writer *s, const ir_value *v)
{
    const char *first = s->texts[0].values[v->number], *type = cgen_c_type(v->type);
    const long long step = (long long)s->c.p->shapes.values[v->number].step * (long long)s->here.strand;
    if (!first || !s->here.strand) return NULL;
    if (v->type == IR_POINTER) return arena_printf(s->c.a, "(%s + (ptrdiff_t)%lld * CLBN_SIMD_W)", first, step);
    const char *wraps = ir_size(v->type) == 8 ? "uint64_t" : "uint32_t";
    return arena_printf(s->c.a, "((%s)((%s)%s + (%s)%lld * CLBN_SIMD_W))", type, wraps, first, wraps, step);
}

const char **simd_text(simd_writer *s, const ir_value *v)
{
    return &s->texts[simd_strand_of(s, v)].values[v->number];
}

const char **simd_component(simd_writer *s, const ir_value *v)
{
    return &s->texts[simd_strand_of(s, v)].components[v->number];
}

void simd_forget(simd_writer *s, size_t number)
{
    for (unsigned k = 0; k < STRANDS_MOST && s->texts[k].values; ++k)
        s->texts[k].values[number] = s->texts[k].components[number] = NULL;
}

static void make_texts(simd_writer *s, unsigned count)
{
    arena *a = s->c.a;
    for (unsigned k = 1; k < count; ++k) {
        if (s->texts[k].values) continue;
        s->texts[k] =
            (simd_texts){.values = arena_array(a, s->c.f->values + 1, sizeof *s->texts[k].values),
                         .components = arena_array(a, s->c.f->values + 1, sizeof *s->texts[k].components),
                         .variables = arena_array(a, s->c.f->variable_count + 1, sizeof *s->texts[k].variables)};
    }
}

void simd_begin_strands(simd_writer *s, const lower_strands *strands)
{
    make_texts(s, strands->count);
    s->here.strands = strands;
    for (unsigned k = s->here.strand = 1; k < strands->count; k = ++s->here.strand) {
        if (strands->along_y) simd_line(s, "const size_t %s = ly + %u;", simd_local_id(s, 1), k);
        else simd_line(s, "const size_t %s = lx + %u * CLBN_SIMD_W;", simd_local_id(s, 0), k);
        if (strands->along_y && s->c.p->regions.context_bytes)
            simd_line(s, "const size_t %s = row + %u * sx;", simd_row(s), k);
    }
    s->here.strand = 0;
}

void simd_end_strands(simd_writer *s)
{
    s->here.strands = NULL;
}

adjacent_rows simd_adjacent(simd_writer *s)
{
    const lower_strands *strands = s->here.strands;
    if (!strands || !strands->adjacent || !s->here.together || simd_narrow_mask(s)) return ROWS_APART;
    return strands->adjacent[s->here.item->value->number];
}

/* ---- names ---- */

const char *simd_number(simd_writer *s, const ir_value *v)
{
    const unsigned strand = simd_strand_of(s, v);
    return arena_printf(s->c.a, strand ? "%u_%u" : "%u", v->number, strand);
}

const char *simd_spelling(simd_writer *s, const ir_value *v)
{
    const char *name = s->c.names.values[v->number];
    const unsigned strand = simd_strand_of(s, v);
    return name && strand ? arena_printf(s->c.a, "t%s", simd_number(s, v)) : name;
}

const char *simd_variable(simd_writer *s, const ir_variable *v)
{
    const char *name = s->c.names.variables[v->number];
    const unsigned strand = s->here.strands ? strand_if(s, s->here.strands->variables, v->number) : 0;
    if (!strand) return name;
    const char **own = &s->texts[strand].variables[v->number];
    if (!*own) *own = cgen_spell_new(&s->c.names, arena_printf(s->c.a, "%s_s%u", name, strand));
    return *own;
}

/* The name of a row's or a vector's position, if that differs between the strands. */
static const char *name_of_strand(simd_writer *s, const char *name, bool differs)
{
    return differs && s->here.strand ? arena_printf(s->c.a, "%s_%u", name, s->here.strand) : name;
}

const char *simd_local_id(simd_writer *s, unsigned dimension)
{
    return name_of_strand(s, dimension ? "ly" : "lx", s->here.strands && s->here.strands->along_y == (dimension == 1));
}

const char *simd_row(simd_writer *s)
{
    return name_of_strand(s, "row", s->here.strands && s->here.strands->along_y);
}

/* ---- order ---- */

void simd_each_strand(simd_writer *s, bool differs, void (*write)(simd_writer *s, const void *what), const void *what)
{
    if (!s->here.strands || !differs || s->here.inside) {
        write(s, what);
        return;
    }
    s->here.inside = true;
    for (s->here.strand = 0; s->here.strand < s->here.strands->count; ++s->here.strand) write(s, what);
    s->here.strand = 0;
    s->here.inside = false;
}
