/* Memory accesses in vectors: uniform, contiguous, strided, gather and scatter; and private objects. See
 * simd_state.h. */
#include "cgen/simd_state.h"

#include <string.h>

/* The type that C accesses memory with. */
static const char *memory_type(ir_type t) { return t == IR_POINTER ? "uint64_t" : cgen_c_type(t); }

/* ---- private objects ---- */

static const char *object_name(simd_writer *s, const ir_variable *v)
{
    return simd_variable(s, v);
}

static char object_letter(const simd_writer *s, const ir_variable *v) { return s->p->objects.unit[v->number] == 8 ? 'l' : 'i'; }

/* The index of a slot, in units: `*fixed` is uniform, and the result is a vector to be added, or NULL. */
static const char *object_index(simd_writer *s, const ir_value *pointer, const char **fixed)
{
    const size_t unit = s->p->objects.unit[s->p->objects.root[pointer->number]->number];
    const char *own = NULL;
    *fixed = "0";
    for (; pointer->op == IR_MOVE; pointer = pointer->operands[0]) {
        const ir_value *by = pointer->operands[1];
        const long long scale = (long long)(pointer->bits / unit);
        if (by->op == IR_CONSTANT) {
            *fixed = arena_printf(s->a, "%s + %lld", *fixed, (long long)(by->bits * pointer->bits) / (long long)unit);
        } else if (simd_shape(s, by) == SHAPE_UNIFORM) {
            *fixed = arena_printf(s->a, "%s + %s * %lld", *fixed, simd_scalar(s, by), scale);
        } else {
            const ir_value *narrow = by->op == IR_CONVERT && ir_size(by->operands[0]->type) == 4 ? by->operands[0] : by;
            const char letter = cgen_letter(narrow->type);
            const char *text = simd_vector(s, narrow);
            if (letter != 'i') text = arena_printf(s->a, "CLBN(simd_cast_i_%c)(%s)", letter, text);
            text = scale == 1 ? text : arena_printf(s->a, "(%s) * %lld", text, scale);
            own = own ? arena_printf(s->a, "%s + %s", own, text) : text;
        }
    }
    return own;
}

/* The bits of a slot as a value of the type. */
static const char *from_object(simd_writer *s, ir_type t, char from, const char *x)
{
    const char letter = cgen_letter(t);
    if (ir_size(t) == 8) return letter == from ? x : arena_printf(s->a, "CLBN(simd_bits_%c_l)(%s)", letter, x);
    if (ir_size(t) == 4) return letter == from ? x : arena_printf(s->a, "(CLBN(simd_%c))(%s)", letter, x);
    if (t == IR_I8) return arena_printf(s->a, "(CLBN(simd_i))((CLBN(simd_u))(%s) << 24) >> 24", x);
    if (t == IR_I16) return arena_printf(s->a, "(CLBN(simd_i))((CLBN(simd_u))(%s) << 16) >> 16", x);
    return arena_printf(s->a, "(CLBN(simd_u))(%s) & %s", x, t == IR_U8 ? "0xffu" : "0xffffu");
}

static const char *to_object(simd_writer *s, ir_type t, const char *x)
{
    const char letter = cgen_letter(t);
    if (ir_size(t) == 8) return letter == 'l' ? x : arena_printf(s->a, "CLBN(simd_bits_l_%c)(%s)", letter, x);
    return letter == 'i' ? x : arena_printf(s->a, "(CLBN(simd_i))(%s)", x);
}

static bool has_few(const simd_writer *s, const ir_variable *o) { return passes_units(s->p, o) <= PASSES_FEW; }

static void object_load(simd_writer *s, const ir_value *v)
{
    const ir_variable *o = s->p->objects.root[v->operands[0]->number];
    const char *fixed, *own = object_index(s, v->operands[0], &fixed), letter = object_letter(s, o);
    const char *name = object_name(s, o), *text;
    if (!own) text = arena_printf(s->a, "%s[%s]", name, fixed);
    else if (has_few(s, o))
        text = arena_printf(s->a, "CLBN(simd_few_%c)(%s, %zu, %s + (int32_t)(%s))", letter, name, passes_units(s->p, o),
                            own, fixed);
    else
        text = arena_printf(s->a, "CLBN(simd_own_%c)(%s, %s + (%s), %s)", letter, simd_narrow_mask_or_full(s), name, fixed,
                            own);
    simd_name(s, v, true, from_object(s, v->type, letter, text));
}

static void object_store(simd_writer *s, const ir_value *v)
{
    const ir_variable *o = s->p->objects.root[v->operands[0]->number];
    const ir_value *x = v->operands[1];
    const char *fixed, *own = object_index(s, v->operands[0], &fixed), letter = object_letter(s, o),
                       *name = object_name(s, o);
    const char *value = to_object(s, x->type, simd_vector(s, x)), *mask = simd_mask(s);
    if (own && has_few(s, o))
        simd_line(s, "CLBN(simd_put_few_%c)(%s, %s, %zu, %s + (int32_t)(%s), %s);", letter, simd_narrow_mask_or_full(s),
                  name, passes_units(s->p, o), own, fixed, value);
    else if (own)
        simd_line(s, "CLBN(simd_put_own_%c)(%s, %s + (%s), %s, %s);", letter, simd_narrow_mask_or_full(s), name, fixed, own,
                  value);
    else if (mask)
        simd_line(s, "%s[%s] = CLBN(%s_pick_%c)(%s, %s, %s[%s]);", name, fixed, simd_masks(s), letter, mask, value,
                  name, fixed);
    else
        simd_line(s, "%s[%s] = %s;", name, fixed, value);
}

/* ---- memory of the group and the range ---- */

/* The address of a gather or scatter: a uniform base and an index of 32 bits. */
typedef struct gather {
    const char *base, *index;
    const char *first; /* the first lane's index, if indices rise by one modulo 2^32; or NULL */
    bool is_unsigned;
    bool mostly_contiguous;         /* indices mostly rise by one */
    const char *scale; /* bytes */
    bool unit_scale;       /* the scale is the size of an element */
} gather;

/* An index that rises by a uniform step: the first lane's index and the step (NULL: zero), modulo 2^64. Signed
 * numbers of 32 bits do not overflow. */
typedef struct progression {
    const char *first, *step;
} progression;

enum { OPERATIONS = 16 }; /* most operations that are visited */

static bool find_progression(simd_writer *s, const ir_value *v, unsigned *budget, progression *out)
{
    const shape own = s->p->shapes.values[v->number];
    if (!ir_is_integer(v->type) || ir_size(v->type) < 4 || v->type == IR_U32) return false;
    if (own.kind == SHAPE_AFFINE && own.exact == SHAPE_WRAPS && ir_size(v->type) == 4) return false;
    if (own.kind != SHAPE_VARYING) {
        out->first = arena_printf(s->a, "(uint64_t)%s", simd_scalar(s, v));
        out->step = own.kind == SHAPE_AFFINE ? arena_printf(s->a, "(uint64_t)%lld", (long long)own.step) : NULL;
        return true;
    }
    progression x, y;
    if (!*budget) return false;
    --*budget;
    if (v->op == IR_CONVERT && v->operands[0]->type != IR_BOOL && ir_size(v->operands[0]->type) <= ir_size(v->type))
        return find_progression(s, v->operands[0], budget, out);
    if (v->op != IR_ADD && v->op != IR_SUBTRACT && v->op != IR_MULTIPLY) return false;
    if (!find_progression(s, v->operands[0], budget, &x) || !find_progression(s, v->operands[1], budget, &y))
        return false;
    const char op = v->op == IR_ADD ? '+' : v->op == IR_SUBTRACT ? '-' : '*';
    out->first = arena_printf(s->a, "(%s %c %s)", x.first, op, y.first);
    if (v->op != IR_MULTIPLY) {
        out->step = y.step ? arena_printf(s->a, "(%s %c %s)", x.step ? x.step : "0", op, y.step) : x.step;
        return true;
    }
    if (!x.step == !y.step) return false;
    out->step = arena_printf(s->a, "%s * %s", x.step ? x.step : y.step, x.step ? y.first : x.first);
    return true;
}

/* The gather address of an affine pointer. */
static gather at_steps(simd_writer *s, const ir_value *pointer)
{
    return (gather){.base = simd_scalar(s, pointer),
                    .index = "CLBN(simd_ramp_i)(0, 1)",
                    .scale = arena_printf(s->a, "%lld", (long long)s->p->shapes.values[pointer->number].step)};
}

/* Divides a pointer into base, index and scale. `size`: bytes of an element. false: it has no such form. */
static bool find_gather(simd_writer *s, const ir_value *pointer, size_t size, gather *g)
{
    const char *offset = "";
    for (; pointer->op == IR_MOVE; pointer = pointer->operands[0]) {
        const ir_value *by = pointer->operands[1];
        if (simd_shape(s, by) == SHAPE_UNIFORM) {
            offset =
                arena_printf(s->a, "%s + (ptrdiff_t)%s * %lld", offset, simd_scalar(s, by), (long long)pointer->bits);
            continue;
        }
        if (simd_shape(s, pointer->operands[0]) != SHAPE_UNIFORM) return false;
        const ir_value *narrow = by->op == IR_CONVERT ? by->operands[0] : by;
        unsigned budget = OPERATIONS;
        progression line;
        *g = (gather){.unit_scale = pointer->bits == size};
        if (!s->p->shapes.values[by->number].step && find_progression(s, by, &budget, &line) && line.step) {
            g->base = arena_printf(s->a, "%s%s + (ptrdiff_t)(%s * %lld)", simd_scalar(s, pointer->operands[0]), offset,
                                   line.first, (long long)pointer->bits);
            g->index = "CLBN(simd_ramp_i)(0, 1)";
            g->scale = arena_printf(s->a, "(ptrdiff_t)(%s * %lld)", line.step, (long long)pointer->bits);
            return true;
        }
        if (!ir_is_integer(narrow->type) || ir_size(narrow->type) > 4) return false;
        g->is_unsigned = cgen_letter(narrow->type) == 'u';
        const shape own = s->p->shapes.values[narrow->number];
        g->first = narrow->type == IR_U32 && own.kind == SHAPE_AFFINE && own.step == 1 ? simd_scalar(s, narrow) : NULL;
        g->index = simd_vector(s, narrow);
        g->mostly_contiguous = own.kind != SHAPE_UNIFORM && own.step == 1 && !g->is_unsigned;
        g->scale = arena_printf(s->a, "%lld", (long long)pointer->bits);
        g->base = arena_printf(s->a, "%s%s", simd_scalar(s, pointer->operands[0]), offset);
        return true;
    }
    return false;
}

/* A load of elements that are `step` bytes apart, from `first` on. */
static const char *read_affine(simd_writer *s, const char *first, long long step, ir_type t)
{
    const char *code = cgen_code(t), *mask = simd_narrow_mask(s);
    if (step == 0)
        return arena_printf(s->a, "CLBN(simd_splat_%c)(*(const %s *)(const void *)(%s))", cgen_letter(t),
                            memory_type(t), first);
    if (step != (long long)ir_size(t))
        return arena_printf(s->a, "CLBN(simd_strided_%s)(%s, %s, %lld)", code, simd_narrow_mask_or_full(s), first, step);
    if (!mask) return arena_printf(s->a, "CLBN(simd_all_%s)(%s)", code, first);
    return arena_printf(s->a, "CLBN(simd_row_%s)(%s, %s)", code, mask, first);
}

/* x[c ? i : 0] with a uniform c: one of two loads. NULL: it has another form. */
static const char *read_either(simd_writer *s, const ir_value *p, ir_type t)
{
    const ir_value *by = p->op == IR_MOVE ? p->operands[1] : p;
    while (by->op == IR_CONVERT && ir_is_integer(by->operands[0]->type) &&
           ir_size(by->operands[0]->type) == ir_size(by->type))
        by = by->operands[0];
    if (p->op != IR_MOVE || by->op != IR_SELECT || ir_size(by->type) != 8) return NULL;
    if (simd_shape(s, p->operands[0]) != SHAPE_UNIFORM || simd_shape(s, by->operands[0]) != SHAPE_UNIFORM) return NULL;
    const char *way[2];
    for (int k = 0; k < 2; ++k) {
        const ir_value *index = by->operands[k + 1];
        const shape own = s->p->shapes.values[index->number];
        if (own.kind == SHAPE_VARYING || own.step > 4096 || own.step < -4096 || p->bits > 4096) return NULL;
        way[k] = arena_printf(s->a, "%s + (ptrdiff_t)%s * %lld", simd_scalar(s, p->operands[0]), simd_scalar(s, index),
                              (long long)p->bits);
        way[k] = read_affine(s, way[k], own.kind == SHAPE_AFFINE ? (long long)(own.step * (int64_t)p->bits) : 0, t);
    }
    return arena_printf(s->a, "%s ? %s : %s", simd_scalar(s, by->operands[0]), way[0], way[1]);
}

/* A load through a varying or affine pointer. */
static const char *read_text(simd_writer *s, const ir_value *p, ir_type t)
{
    const shape at = s->p->shapes.values[p->number];
    const char *code = cgen_code(t);
    gather g;
    if (at.kind == SHAPE_AFFINE) return read_affine(s, simd_scalar(s, p), (long long)at.step, t);
    const char *either = read_either(s, p, t);
    if (either) return either;
    if (!find_gather(s, p, ir_size(t), &g))
        return arena_printf(s->a, "CLBN(simd_fetch_%s)(%s, %s)", code, simd_narrow_mask_or_full(s), simd_vector(s, p));
    if (g.unit_scale && g.first)
        return arena_printf(s->a, "CLBN(simd_ring_%s)(%s, %s, %s)", code, simd_narrow_mask_or_full(s), g.base, g.first);
    if (g.unit_scale && g.mostly_contiguous)
        return arena_printf(s->a, "CLBN(simd_near_%s)(%s, %s, %s)", code, simd_narrow_mask_or_full(s), g.base, g.index);
    return arena_printf(s->a, "CLBN(simd_%sgather_%s)(%s, %s, %s, %s)", g.is_unsigned ? "u" : "", code,
                        simd_narrow_mask_or_full(s), g.base, g.index, g.scale);
}

static void write_text(simd_writer *s, const ir_value *p, ir_type t, const char *value)
{
    const shape at = s->p->shapes.values[p->number];
    const char *code = cgen_code(t), *mask = simd_narrow_mask(s);
    const long long size = (long long)ir_size(t);
    gather g;
    if (at.kind == SHAPE_UNIFORM)
        simd_line(s, "CLBN(simd_put_one_%s)(%s, %s, %s);", code, simd_narrow_mask_or_full(s), simd_scalar(s, p), value);
    else if (at.kind == SHAPE_AFFINE && at.step == size && mask)
        simd_line(s, "CLBN(simd_put_row_%s)(%s, %s, %s);", code, mask, simd_scalar(s, p), value);
    else if (at.kind == SHAPE_AFFINE && at.step == size)
        simd_line(s, "CLBN(simd_put_all_%s)(%s, %s);", code, simd_scalar(s, p), value);
    else if (at.kind == SHAPE_AFFINE)
        simd_line(s, "CLBN(simd_put_strided_%s)(%s, %s, %lld, %s);", code, simd_narrow_mask_or_full(s), simd_scalar(s, p),
                  (long long)at.step, value);
    else if (!find_gather(s, p, ir_size(t), &g))
        simd_line(s, "CLBN(simd_put_%s)(%s, %s, %s);", code, simd_narrow_mask_or_full(s), simd_vector(s, p), value);
    else if (g.unit_scale && g.mostly_contiguous)
        simd_line(s, "CLBN(simd_put_near_%s)(%s, %s, %s, %s);", code, simd_narrow_mask_or_full(s), g.base, g.index, value);
    else if (g.unit_scale && g.first)
        simd_line(s, "CLBN(simd_put_ring_%s)(%s, %s, %s, %s);", code, simd_narrow_mask_or_full(s), g.base, g.first, value);
    else
        simd_line(s, "CLBN(simd_%sscatter_%s)(%s, %s, %s, %s, %s);", g.is_unsigned ? "u" : "", code,
                  simd_narrow_mask_or_full(s), g.base, g.index, g.scale, value);
}

/* ---- short vectors in memory ---- */

/* How all components of a short vector are accessed at once. */
typedef enum vector_way {
    VECTOR_NONE,
    VECTOR_CONTIGUOUS,   /* contiguous with the neighbours: shuffled in registers */
    VECTOR_GATHERED /* at any address: gathered first */
} vector_way;

/* A short vector in memory: `words` of 32 bits, each with `of_word` components. */
typedef struct vector_access {
    vector_way way;
    unsigned words, of_word;
    ir_type type; /* of a word */
    gather at;
    const ir_value *pointer;
} vector_access;

static bool find_vector(simd_writer *s, const ir_value *v, ir_type t, vector_access *r)
{
    const ir_value *p = (v->first ? v->first : v)->operands[0];
    const shape at = s->p->shapes.values[p->number];
    const size_t size = ir_size(t), bytes = size * v->components;
    *r = (vector_access){.pointer = p,
               .type = size < 4 ? IR_U32 : t,
               .of_word = size < 4 ? (unsigned)(4 / size) : 1,
               .words = (unsigned)(bytes / 4)};
    if (v->components < 2 || at.kind == SHAPE_UNIFORM || size > 4 || bytes % 4) return false;
    if (v->components == 3) { /* three components have the layout of four, and the fourth is read with them */
        if (size < 4 || at.kind != SHAPE_AFFINE || at.step != 16 || v->op != IR_LOAD || simd_narrow_mask(s)) return false;
        r->words = 4;
    }
    if (r->words == 1) return true; /* like one 32-bit number */
    if (r->words != 2 && r->words != 4 && r->words != 8) return false;
    if (at.kind == SHAPE_AFFINE && !simd_narrow_mask(s) && at.step == (int64_t)r->words * 4) {
        r->way = VECTOR_CONTIGUOUS;
        return true;
    }
    if (r->words == 8) return false;
    r->way = VECTOR_GATHERED;
    if (at.kind != SHAPE_AFFINE) return find_gather(s, p, 0, &r->at) && !r->at.is_unsigned;
    r->at = at_steps(s, p);
    return true;
}

/* Declares and reads the words r<number>_0, r<number>_1, … */
static void read_words(simd_writer *s, const vector_access *r, unsigned number)
{
    const char letter = cgen_letter(r->type), *names = "", *addresses = "";
    for (unsigned i = 0; i < r->words; ++i) {
        names = arena_printf(s->a, "%s%sr%u_%u", names, i ? ", " : "", number, i);
        addresses = arena_printf(s->a, "%s, &r%u_%u", addresses, number, i);
    }
    if (r->words == 1) {
        simd_line(s, "const CLBN(simd_u) %s = %s;", names, read_text(s, r->pointer, IR_U32));
        return;
    }
    simd_line(s, "CLBN(simd_%c) %s;", letter, names);
    if (r->way == VECTOR_CONTIGUOUS)
        simd_line(s, "CLBN(simd_apart_%u_%c)(%s%s);", r->words, letter, simd_scalar(s, r->pointer), addresses);
    else
        simd_line(s, "CLBN(simd_collect_%u_%c)(%s, %s, %s, %s%s);", r->words, letter, simd_narrow_mask_or_full(s),
                  r->at.base, r->at.index, r->at.scale, addresses);
}

static bool load_vector(simd_writer *s, const ir_value *v)
{
    vector_access r;
    if (!find_vector(s, v, v->type, &r)) return false;
    const unsigned number = v->first->number;
    if (!v->component) read_words(s, &r, number);
    const char *word = arena_printf(s->a, "r%u_%u", number, v->component / r.of_word);
    if (r.of_word == 1) {
        /* Members of a structure may have different types. */
        const char letter = cgen_letter(v->type);
        s->text[v->number] =
            letter == cgen_letter(v->first->type) ? word : arena_printf(s->a, "((CLBN(simd_%c))%s)", letter, word);
        return true;
    }
    const unsigned bits = (unsigned)ir_size(v->type) * 8, i = v->component % r.of_word;
    const char *own =
        ir_is_signed(v->type)
            ? arena_printf(s->a, "(CLBN(simd_i))(%s << (%u - CLBN_SIMD_BIT(%u, %u))) >> %u", word, 32 - bits, bits, i,
                           32 - bits)
            : arena_printf(s->a, "(%s >> CLBN_SIMD_BIT(%u, %u)) & 0x%xu", word, bits, i, (1u << bits) - 1);
    simd_name(s, v, true, own);
    return true;
}

/* One word of the values to be stored. */
static const char *word_text(simd_writer *s, const vector_access *r, ir_type t, unsigned word)
{
    if (r->of_word == 1) {
        const char *x = simd_vector(s, s->stored[word]), letter = cgen_letter(r->type);
        return letter == cgen_letter(s->stored[word]->type) ? x : arena_printf(s->a, "((CLBN(simd_%c))(%s))", letter, x);
    }
    const unsigned bits = (unsigned)ir_size(t) * 8;
    const char *sum = NULL;
    for (unsigned i = 0; i < r->of_word; ++i) {
        const char *x = arena_printf(s->a, "(CLBN(simd_u))(%s)", simd_vector(s, s->stored[word * r->of_word + i]));
        if (ir_is_signed(t)) x = arena_printf(s->a, "(%s & 0x%xu)", x, (1u << bits) - 1);
        x = arena_printf(s->a, "(%s << CLBN_SIMD_BIT(%u, %u))", x, bits, i);
        sum = sum ? arena_printf(s->a, "%s | %s", sum, x) : x;
    }
    return sum;
}

static bool store_vector(simd_writer *s, const ir_value *v)
{
    const ir_type t = v->operands[1]->type;
    vector_access r;
    if (!find_vector(s, v, t, &r)) return false;
    s->stored[v->component] = v->operands[1];
    if (v->component + 1 < v->components) return true;
    if (r.words == 1) {
        write_text(s, r.pointer, IR_U32, word_text(s, &r, t, 0));
        return true;
    }
    const char *values = "", letter = cgen_letter(r.type);
    for (unsigned i = 0; i < r.words; ++i) values = arena_printf(s->a, "%s, %s", values, word_text(s, &r, t, i));
    if (r.way == VECTOR_CONTIGUOUS)
        simd_line(s, "CLBN(simd_together_%u_%c)(%s%s);", r.words, letter, simd_scalar(s, r.pointer), values);
    else
        simd_line(s, "CLBN(simd_spread_%u_%c)(%s, %s, %s, %s%s);", r.words, letter, simd_narrow_mask_or_full(s), r.at.base,
                  r.at.index, r.at.scale, values);
    return true;
}

/* ---- packs ---- */

/* Where the packs of the lanes are. */
typedef enum pack_way {
    PACK_CONTIGUOUS,    /* contiguous: the pack's vectors lie in memory as they are */
    PACK_WORD,      /* 32 bits for each lane, at any address */
    PACK_GATHERED  /* 8 or 16 bytes for each lane, at any address */
} pack_way;

static pack_way find_pack_way(simd_writer *s, const value_pack *r, ir_type t, gather *g)
{
    const ir_value *p = r->of[0]->operands[0];
    const shape at = s->p->shapes.values[p->number];
    const long long size = (long long)ir_size(t) * r->count;
    if (at.kind == SHAPE_AFFINE && at.step == size) return PACK_CONTIGUOUS;
    if (size == 4) return PACK_WORD;
    if (at.kind == SHAPE_AFFINE)
        *g = at_steps(s, p);
    else if (!find_gather(s, p, 0, g) || g->is_unsigned)
        ir_refuse(s->f, r->of[0]->token, "internal error: the address of a pack is not a base and a 32-bit index");
    return PACK_GATHERED;
}

/* The address of vector number i of the pack. */
static const char *pack_address(simd_writer *s, const value_pack *r, ir_type t, unsigned i)
{
    const char *first = simd_scalar(s, r->of[0]->operands[0]);
    return i ? arena_printf(s->a, "%s + %u * CLBN_SIMD_W", first, i * (unsigned)ir_size(t)) : first;
}

static void load_pack(simd_writer *s, const ir_value *v, const value_pack *r)
{
    const unsigned i = simd_pack_member(r, v), number = r->of[0]->number;
    const char *code = cgen_code(v->type), letter = cgen_letter(v->type);
    gather g;
    const pack_way way = find_pack_way(s, r, v->type, &g);
    if (way == PACK_CONTIGUOUS) {
        const char *mask = simd_mask_of(s, v), *address = pack_address(s, r, v->type, i);
        simd_name(s, v, true, mask ? arena_printf(s->a, "CLBN(simd_row_%s)(%s, %s)", code, mask, address)
                                   : arena_printf(s->a, "CLBN(simd_all_%s)(%s)", code, address));
    } else if (way == PACK_WORD) {
        if (!i) simd_line(s, "const CLBN(simd_u) r%u = %s;", number, read_text(s, r->of[0]->operands[0], IR_U32));
        simd_name(s, v, true, arena_printf(s->a, "CLBN(simd_of_words_%s)(r%u, %u)", code, number, i));
    } else {
        const char *names = "", *addresses = "";
        for (unsigned k = 0; k < r->count && !i; ++k) {
            names = arena_printf(s->a, "%s%sr%u_%u", names, k ? ", " : "", number, k);
            addresses = arena_printf(s->a, "%s, &r%u_%u", addresses, number, k);
        }
        if (!i) {
            simd_line(s, "CLBN(simd_%c) %s;", letter, names);
            simd_line(s, "CLBN(simd_pack_%u_%c)(%s, %s, %s, %s%s);", r->count, letter, simd_narrow_mask_or_full(s), g.base,
                      g.index, g.scale, addresses);
        }
        s->text[v->number] = arena_printf(s->a, "r%u_%u", number, i);
    }
}

/* The pack is written when its last member is reached. */
static void store_pack(simd_writer *s, const ir_value *v, const value_pack *r)
{
    const ir_type t = v->operands[1]->type;
    const char *code = cgen_code(t), letter = cgen_letter(t), *values = "";
    gather g;
    if (simd_pack_member(r, v) + 1 < r->count) return;
    const pack_way way = find_pack_way(s, r, t, &g);
    for (unsigned i = 0; i < r->count; ++i) {
        const char *value = simd_operand(s, r->of[i], 1), *address = pack_address(s, r, t, i),
                   *mask = simd_mask_of(s, r->of[i]);
        values = arena_printf(s->a, "%s%s%s", values, i ? ", " : "", value);
        if (way != PACK_CONTIGUOUS) continue;
        if (mask) simd_line(s, "CLBN(simd_put_row_%s)(%s, %s, %s);", code, mask, address, value);
        else simd_line(s, "CLBN(simd_put_all_%s)(%s, %s);", code, address, value);
    }
    if (way == PACK_WORD)
        write_text(s, r->of[0]->operands[0], IR_U32, arena_printf(s->a, "CLBN(simd_to_words_%s)(%s)", code, values));
    else if (way == PACK_GATHERED)
        simd_line(s, "CLBN(simd_unpack_%u_%c)(%s, %s, %s, %s, %s);", r->count, letter, simd_narrow_mask_or_full(s), g.base,
                  g.index, g.scale, values);
}

/* The address of a uniform load. In speculative code the mask may be empty and the address invalid; then a dummy
 * address is used. */
static const char *uniform_address(simd_writer *s, const ir_value *p)
{
    const char *address = simd_scalar(s, p);
    return s->speculative ? arena_printf(s->a, "CLBN(simd_or_nothing)(%s, %s)", simd_narrow(s, s->speculative), address) : address;
}

void simd_load(simd_writer *s, const ir_value *v)
{
    const ir_value *p = v->operands[0];
    if (s->p->packs.cycled[v->number])
        simd_line(s, "const CLBN(simd_%c) c%u_0 = CLBN(simd_cycle_at_%u_%c)(%s);", cgen_letter(v->type), v->number,
                  v->components, cgen_letter(v->type), simd_scalar(s, p));
    if (simd_pack(s, v))
        load_pack(s, v, simd_pack(s, v));
    else if (s->p->objects.root[p->number])
        object_load(s, v);
    else if (simd_shape(s, p) == SHAPE_UNIFORM)
        simd_name(s, v, false,
                  arena_printf(s->a, "*(const %s *)(const void *)(%s)", memory_type(v->type), uniform_address(s, p)));
    else if (!load_vector(s, v))
        simd_name(s, v, true, read_text(s, p, v->type));
}

void simd_store(simd_writer *s, const ir_value *v)
{
    const ir_value *p = v->operands[0], *x = v->operands[1];
    if (simd_pack(s, v)) {
        store_pack(s, v, simd_pack(s, v));
    } else if (s->p->objects.root[p->number]) {
        object_store(s, v);
    } else if (simd_shape(s, p) == SHAPE_UNIFORM && simd_shape(s, x) == SHAPE_UNIFORM) {
        if (simd_narrow_mask(s)) simd_line(s, "if (CLBN(simd_any)(%s))", simd_narrow_mask(s));
        simd_line(s, "*(%s *)(void *)(%s) = (%s)%s;", memory_type(x->type), simd_scalar(s, p), memory_type(x->type),
                  simd_scalar(s, x));
    } else if (!store_vector(s, v)) {
        write_text(s, p, x->type, simd_vector(s, x));
    }
}

/* One lane after the other, in their order. */
void simd_each(simd_writer *s, const ir_value *v)
{
    const unsigned n = v->number;
    const char *pointee = cgen_code((ir_type)v->bits), *name = arena_printf(s->a, "%s__p%s", v->name, pointee);
    const char *call = "";
    for (size_t i = 0; i < v->operand_count; ++i) {
        const ir_value *x = v->operands[i];
        const char *c_type = x->type == IR_POINTER ? "uint64_t" : cgen_c_type(x->type);
        const char *held = x->type == IR_POINTER  ? "uint64_t"
                           : ir_size(x->type) < 4 ? (ir_is_signed(x->type) ? "int32_t" : "uint32_t")
                                                  : c_type;
        simd_line(s, "%s x%u_%zu[CLBN_SIMD_W];", held, n, i);
        simd_line(s, "{ const CLBN(simd_%c) own_ = %s; __builtin_memcpy(x%u_%zu, &own_, sizeof own_); }",
                  cgen_letter(x->type), simd_vector(s, x), n, i);
        if (i) name = arena_printf(s->a, "%s_%s", name, cgen_code(x->type));
        if (i == 0) call = arena_printf(s->a, "(volatile %s *)(uintptr_t)x%u_0[k]", cgen_c_type((ir_type)v->bits), n);
        else call = arena_printf(s->a, "%s, (%s)x%u_%zu[k]", call, c_type, n, i);
    }
    simd_provide(s, v);
    const bool wanted = v->type != IR_VOID && s->uses[n];
    if (wanted) simd_line(s, "%s y%u_0[CLBN_SIMD_W] = {0};", cgen_c_type(v->type), n);
    simd_line(s, "for (int k = 0; k < CLBN_SIMD_W; ++k)");
    if (simd_narrow_mask(s)) simd_line(s, "    if (CLBN_SIMD_IN(%s, k))", simd_narrow_mask(s));
    if (wanted) simd_line(s, "        y%u_0[k] = CLBN(%s)(%s);", n, name, call);
    else simd_line(s, "        (void)CLBN(%s)(%s);", name, call);
    if (!wanted) return;
    const char letter = cgen_letter(v->type);
    simd_line(s, "CLBN(simd_%c) t%u;", letter, n);
    simd_line(s, "__builtin_memcpy(&t%u, y%u_0, sizeof t%u);", n, n, n);
    s->text[n] = arena_printf(s->a, "t%u", n);
}
