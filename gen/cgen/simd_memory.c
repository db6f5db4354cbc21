/* Memory accesses in vectors: uniform, contiguous, strided, gather and scatter; and private objects. See
 * simd_state.h.
 *
 * SPDX-License-Identifier: MIT */
#include "cgen/provide.h"
#include "cgen/simd_state.h"

#include <string.h>

/* The type that C accesses memory with. */
static const char *memory_type(ir_type t)
{
    return t == IR_POINTER ? "uint64_t" : cgen_c_type(t);
}

const char *simd_memory(simd_writer *s, const char *name, const char *code)
{
    provide_feature_of(s->c.w.program->text, "SIMD_MEMORY", code);
    return arena_printf(s->c.a, "CLBN(simd_%s_%s)", name, code);
}

const char *simd_put(simd_writer *s, const char *place, const char *code, bool is_blended)
{
    if (!is_blended) return simd_memory(s, arena_printf(s->c.a, "put_%s", place), code);
    provide_feature(s->c.w.program->text, "SIMD_BLENDS");
    return simd_memory(s, arena_printf(s->c.a, "blend_%s", place), code);
}

const char *simd_packed(simd_writer *s, const char *name, unsigned count, char letter)
{
    const char code[] = {letter, '\0'};
    provide_feature_of(s->c.w.program->text, "SIMD_PACKS", code);
    return count ? arena_printf(s->c.a, "CLBN(simd_%s_%u_%c)", name, count, letter)
                 : arena_printf(s->c.a, "CLBN(simd_%s_%c)", name, letter);
}

/* ---- private objects ---- */

static const char *object_name(simd_writer *s, const ir_variable *v)
{
    return simd_variable(s, v);
}

static char object_letter(const simd_writer *s, const ir_variable *v)
{
    return s->c.p->objects.unit[v->number] == 8 ? 'l' : 'i';
}

/* The index of a slot, in units: `*fixed` is uniform, and the result is a vector to be added, or NULL. */
static const char *object_index(simd_writer *s, const ir_value *pointer, const char **fixed)
{
    const size_t unit = s->c.p->objects.unit[s->c.p->objects.root[pointer->number]->number];
    const char *piece = NULL;
    *fixed = "0";
    for (; pointer->op == IR_MOVE; pointer = pointer->operands[0]) {
        const ir_value *by = pointer->operands[1];
        const long long scale = (long long)(pointer->bits / unit);
        if (by->op == IR_CONSTANT) {
            *fixed = arena_printf(s->c.a, "%s + %lld", *fixed, (long long)(by->bits * pointer->bits) / (long long)unit);
        } else if (simd_shape(s, by) == SHAPE_UNIFORM) {
            *fixed = arena_printf(s->c.a, "%s + %s * %lld", *fixed, simd_scalar(s, by), scale);
        } else {
            const ir_value *narrow = by->op == IR_CONVERT && ir_size(by->operands[0]->type) == 4 ? by->operands[0] : by;
            const char letter = cgen_letter(narrow->type);
            const char *text = simd_vector(s, narrow);
            if (letter != 'i') text = arena_printf(s->c.a, "CLBN(simd_cast_i_%c)(%s)", letter, text);
            text = scale == 1 ? text : arena_printf(s->c.a, "(%s) * %lld", text, scale);
            piece = piece ? arena_printf(s->c.a, "%s + %s", piece, text) : text;
        }
    }
    return piece;
}

/* The bits of a slot as a value of the type. */
static const char *from_object(simd_writer *s, ir_type t, char from, const char *x)
{
    const char letter = cgen_letter(t);
    if (ir_size(t) == 8) return letter == from ? x : arena_printf(s->c.a, "CLBN(simd_bits_%c_l)(%s)", letter, x);
    if (ir_size(t) == 4) return letter == from ? x : arena_printf(s->c.a, "(CLBN(simd_%c))(%s)", letter, x);
    if (t == IR_I8) return arena_printf(s->c.a, "(CLBN(simd_i))((CLBN(simd_u))(%s) << 24) >> 24", x);
    if (t == IR_I16) return arena_printf(s->c.a, "(CLBN(simd_i))((CLBN(simd_u))(%s) << 16) >> 16", x);
    return arena_printf(s->c.a, "(CLBN(simd_u))(%s) & %s", x, t == IR_U8 ? "0xffu" : "0xffffu");
}

static const char *to_object(simd_writer *s, ir_type t, const char *x)
{
    const char letter = cgen_letter(t);
    if (ir_size(t) == 8) return letter == 'l' ? x : arena_printf(s->c.a, "CLBN(simd_bits_l_%c)(%s)", letter, x);
    return letter == 'i' ? x : arena_printf(s->c.a, "(CLBN(simd_i))(%s)", x);
}

static bool has_few(const simd_writer *s, const ir_variable *o)
{
    return passes_units(s->c.p, o) <= PASSES_FEW;
}

static void object_load(simd_writer *s, const ir_value *v)
{
    provide_feature(s->c.w.program->text, "SIMD_PRIVATE");
    const ir_variable *o = s->c.p->objects.root[v->operands[0]->number];
    const char *fixed, *own = object_index(s, v->operands[0], &fixed), letter = object_letter(s, o);
    const char *name = object_name(s, o), *text;
    if (!own) text = arena_printf(s->c.a, "%s[%s]", name, fixed);
    else if (has_few(s, o))
        text = arena_printf(s->c.a, "CLBN(simd_few_%c)(%s, %zu, %s + (int32_t)(%s))", letter, name,
                            passes_units(s->c.p, o), own, fixed);
    else
        text = arena_printf(s->c.a, "CLBN(simd_private_%c)(%s, %s + (%s), %s)", letter, simd_narrow_mask_or_full(s),
                            name, fixed, own);
    simd_name(s, v, true, from_object(s, v->type, letter, text));
}

static void object_store(simd_writer *s, const ir_value *v)
{
    provide_feature(s->c.w.program->text, "SIMD_PRIVATE");
    const ir_variable *o = s->c.p->objects.root[v->operands[0]->number];
    const ir_value *x = v->operands[1];
    const char *fixed, *own = object_index(s, v->operands[0], &fixed), letter = object_letter(s, o),
                       *name = object_name(s, o);
    const char *value = to_object(s, x->type, simd_vector(s, x)), *mask = simd_mask(s);
    if (own && has_few(s, o))
        simd_line(s, "CLBN(simd_put_few_%c)(%s, %s, %zu, %s + (int32_t)(%s), %s);", letter, simd_narrow_mask_or_full(s),
                  name, passes_units(s->c.p, o), own, fixed, value);
    else if (own)
        simd_line(s, "CLBN(simd_put_private_%c)(%s, %s + (%s), %s, %s);", letter, simd_narrow_mask_or_full(s), name,
                  fixed, own, value);
    else if (mask)
        simd_line(s, "%s[%s] = CLBN(%s_pick_%c)(%s, %s, %s[%s]);", name, fixed, simd_masks(s), letter, mask, value,
                  name, fixed);
    else simd_line(s, "%s[%s] = %s;", name, fixed, value);
}

/* ---- memory of the group and the range ---- */

/* The address of a gather or scatter in C: base + index * scale. */
typedef struct address {
    const char *base, *index, *scale;
} address;

static const char *const lanes = "CLBN(simd_ramp_i)(0, 1)"; /* 0, 1, 2, … */

/* Of an index with equal steps: the first lane's value, and the step or NULL, modulo 2^64. */
typedef struct progression {
    const char *first, *step;
} progression;

static progression progression_text(simd_writer *s, const ir_value *v)
{
    const shape value_shape = s->c.l->p->shapes.values[v->number];
    if (value_shape.kind != SHAPE_VARYING) {
        const char *step = value_shape.kind == SHAPE_AFFINE
                               ? arena_printf(s->c.a, "(uint64_t)%lld", (long long)value_shape.step)
                               : NULL;
        return (progression){arena_printf(s->c.a, "(uint64_t)%s", simd_scalar(s, v)), step};
    }
    const progression x = progression_text(s, v->operands[0]);
    if (v->op == IR_CONVERT) return x;
    const progression y = progression_text(s, v->operands[1]);
    const char op = v->op == IR_ADD ? '+' : v->op == IR_SUBTRACT ? '-' : '*';
    const char *first = arena_printf(s->c.a, "(%s %c %s)", x.first, op, y.first);
    if (v->op == IR_MULTIPLY)
        return (progression){first,
                             arena_printf(s->c.a, "%s * %s", x.step ? x.step : y.step, x.step ? y.first : x.first)};
    return (progression){first,
                         y.step ? arena_printf(s->c.a, "(%s %c %s)", x.step ? x.step : "0", op, y.step) : x.step};
}

/* The uniform part of the address. */
static const char *base_text(simd_writer *s, const access *a)
{
    const char *offset = "";
    for (const ir_value *p = a->pointer; p != a->move; p = p->operands[0])
        offset = arena_printf(s->c.a, "%s + (ptrdiff_t)%s * %lld", offset, simd_scalar(s, p->operands[1]),
                              (long long)p->bits);
    return arena_printf(s->c.a, "%s%s", simd_scalar(s, a->move->operands[0]), offset);
}

static address address_text(simd_writer *s, const access *a)
{
    if (a->kind == ACCESS_CONTIGUOUS || a->kind == ACCESS_STRIDED)
        return (address){simd_scalar(s, a->pointer), lanes, arena_printf(s->c.a, "%lld", (long long)a->step)};
    const char *base = base_text(s, a);
    const long long bytes = (long long)a->move->bits;
    if (a->kind != ACCESS_PROGRESSION)
        return (address){base, simd_vector(s, a->index), arena_printf(s->c.a, "%lld", bytes)};
    const progression line = progression_text(s, a->move->operands[1]);
    return (address){arena_printf(s->c.a, "%s + (ptrdiff_t)(%s * %lld)", base, line.first, bytes), lanes,
                     arena_printf(s->c.a, "(ptrdiff_t)(%s * %lld)", line.step, bytes)};
}

/* A load of elements that are `step` bytes apart, from `first` on. */
static const char *read_affine(simd_writer *s, const char *first, long long step, ir_type t)
{
    const char *code = cgen_code(t), *mask = simd_narrow_mask(s);
    if (step == 0)
        return arena_printf(s->c.a, "CLBN(simd_splat_%c)(*(const %s *)(const void *)(%s))", cgen_letter(t),
                            memory_type(t), first);
    if (step != (long long)ir_size(t))
        return arena_printf(s->c.a, "%s(%s, %s, %lld)", simd_memory(s, "strided", code), simd_narrow_mask_or_full(s),
                            first, step);
    if (!mask) return arena_printf(s->c.a, "%s(%s)", simd_memory(s, "all", code), first);
    return arena_printf(s->c.a, "%s(%s, %s)", simd_memory(s, "contiguous", code), mask, first);
}

/* One of two loads, by a uniform condition. */
static const char *read_either(simd_writer *s, const ir_value *p, ir_type t)
{
    const ir_value *by = p->operands[1];
    const char *way[2];
    while (by->op == IR_CONVERT) by = by->operands[0];
    for (int k = 0; k < 2; ++k) {
        const ir_value *index = by->operands[k + 1];
        const shape value_shape = s->c.l->p->shapes.values[index->number];
        way[k] = arena_printf(s->c.a, "%s + (ptrdiff_t)%s * %lld", simd_scalar(s, p->operands[0]),
                              simd_scalar(s, index), (long long)p->bits);
        way[k] = read_affine(
            s, way[k], value_shape.kind == SHAPE_AFFINE ? (long long)(value_shape.step * (int64_t)p->bits) : 0, t);
    }
    return arena_printf(s->c.a, "%s ? %s : %s", simd_scalar(s, by->operands[0]), way[0], way[1]);
}

/* The index may have any width, since it lies inside the table. */
static const char *look_up(simd_writer *s, const access *a, ir_type t)
{
    const char letter = cgen_letter(a->index->type), *index = simd_vector(s, a->index);
    const ir_value *table = a->move->operands[0];
    if (letter != 'i' && letter != 'u') index = arena_printf(s->c.a, "CLBN(simd_cast_i_%c)(%s)", letter, index);
    provide_feature(s->c.w.program->text, "SIMD_TABLE");
    return arena_printf(s->c.a, "CLBN(simd_table_%s)(%s, %zu, (CLBN(simd_u))(%s))", cgen_code(t), simd_scalar(s, table),
                        access_table_bytes(table->symbol), index);
}

/* The first lane's number of a clamped index that is between its bounds, with 64 bits; `*inside` gets conditions for
 * all lanes to be there. */
static const char *inside_text(simd_writer *s, const ir_value *v, const char **inside)
{
    const passes *p = s->c.l->p;
    if (p->shapes.values[v->number].kind == SHAPE_AFFINE) {
        *inside = arena_printf(s->c.a, "(int64_t)%s + CLBN_SIMD_W <= INT32_MAX", simd_scalar(s, v));
        return arena_printf(s->c.a, "(int64_t)%s", simd_scalar(s, v));
    }
    const ir_value *next = access_next_of_clamped(p, v), *other = v->operands[v->operands[0] == next];
    const char *first = inside_text(s, next, inside), *with = simd_scalar(s, other);
    if (!access_is_bound(v)) return arena_printf(s->c.a, "(%s %c %s)", first, v->op == IR_ADD ? '+' : '-', with);
    *inside = v->name[1] == 'a'
                  ? arena_printf(s->c.a, "%s && %s >= %s", *inside, first, with)
                  : arena_printf(s->c.a, "%s && %s + CLBN_SIMD_W <= (int64_t)%s + 1", *inside, first, with);
    return first;
}

/* What functions for elements that are mostly contiguous are called. */
static const char *near_name(simd_writer *s, const access *a, const char *code)
{
    if (!a->is_close || !strchr("iuf", code[0])) return "near";
    provide_feature(s->c.w.program->text, "SIMD_CLOSE");
    return "close";
}

/* The same of pairs: `name`, or with "_near". */
static const char *pairs_name(simd_writer *s, const access *a, const char *name)
{
    if (a->kind != ACCESS_NEAR) return name;
    provide_feature(s->c.w.program->text, "SIMD_CLOSE");
    return arena_printf(s->c.a, "%s_near", name);
}

/* Adjacent elements, if the bounds of the index change nothing. */
static const char *read_near(simd_writer *s, const access *a, ir_type t)
{
    const char *base = base_text(s, a), *inside = "", *mask = simd_narrow_mask(s);
    const char *any =
        arena_printf(s->c.a, "%s(%s, %s, %s)", simd_memory(s, near_name(s, a, cgen_code(t)), cgen_code(t)),
                     simd_narrow_mask_or_full(s), base, simd_vector(s, a->index));
    if (!a->is_clamped) return any;
    const char *first = inside_text(s, a->index, &inside);
    const char *row =
        arena_printf(s->c.a, "%s(%s%s%s + %s * %zu)", simd_memory(s, mask ? "contiguous" : "all", cgen_code(t)),
                     mask ? mask : "", mask ? ", " : "", base, first, ir_size(t));
    return arena_printf(s->c.a, "(%s ? %s : %s)", inside, row, any);
}

/* ---- elements of four rows at once ---- */

/* The address of the first row's element, in memory's order. */
static address rows_address(simd_writer *s, const access *a, adjacent_rows rows)
{
    const unsigned own = s->here.strand;
    s->here.strand = rows == ROWS_UP ? 0 : STRANDS_MOST - 1;
    const address at = address_text(s, a);
    s->here.strand = own;
    return at;
}

/* Rows of bytes and shorts share words. */
static unsigned rows_of_word(ir_type t)
{
    return (unsigned)(4 / ir_size(t));
}

/* Reads for all strands when the first one is written. A strand's text. */
static const char *read_rows(simd_writer *s, const access *a, ir_type t, adjacent_rows rows)
{
    const unsigned of_word = rows_of_word(t), words = STRANDS_MOST / of_word;
    const char *names = "", *addresses = "", letter = of_word > 1 ? 'u' : cgen_letter(t);
    if (s->here.strand) return s->texts[s->here.strand].in_row;
    const unsigned number = s->here.item->value->number;
    for (unsigned i = 0; i < words; ++i) {
        names = arena_printf(s->c.a, "%s%sq%u_%u", names, i ? ", " : "", number, i);
        addresses = arena_printf(s->c.a, "%s, &q%u_%u", addresses, number, i);
    }
    const address at = rows_address(s, a, rows);
    if (words == 1) {
        simd_line(s, "const CLBN(simd_u) %s = %s(CLBN(simd_full)(1), %s, %s, %s);", names,
                  simd_memory(s, "gather", "u"), at.base, at.index, at.scale);
    } else {
        simd_line(s, "CLBN(simd_%c) %s;", letter, names);
        simd_line(s, "%s(CLBN(simd_full)(1), %s, %s, %s%s);", simd_packed(s, "collect", words, letter), at.base,
                  at.index, at.scale, addresses);
    }
    for (unsigned k = 0; k < STRANDS_MOST; ++k) {
        const unsigned row = rows == ROWS_UP ? k : STRANDS_MOST - 1 - k;
        const char *word = arena_printf(s->c.a, "q%u_%u", number, row / of_word);
        s->texts[k].in_row = of_word > 1 ? simd_of_word(s, t, word, row % of_word) : word;
    }
    return s->texts[0].in_row;
}

/* Writes for all strands when the last one is written. */
static void write_rows(simd_writer *s, const access *a, ir_type t, adjacent_rows rows, const char *value)
{
    const unsigned of_word = rows_of_word(t), words = STRANDS_MOST / of_word, bits = (unsigned)ir_size(t) * 8;
    const char *values = "", letter = of_word > 1 ? 'u' : cgen_letter(t);
    s->texts[s->here.strand].in_row = value;
    if (s->here.strand + 1 < STRANDS_MOST) return;
    for (unsigned i = 0; i < words; ++i) {
        const char *word = NULL;
        for (unsigned j = 0; j < of_word; ++j) {
            const unsigned row = i * of_word + j;
            const char *own = s->texts[rows == ROWS_UP ? row : STRANDS_MOST - 1 - row].in_row;
            if (of_word > 1)
                own = arena_printf(s->c.a, "(((CLBN(simd_u))(%s) & 0x%xu) << CLBN_SIMD_BIT(%u, %u))", own,
                                   (1u << bits) - 1, bits, j);
            word = word ? arena_printf(s->c.a, "%s | %s", word, own) : own;
        }
        values = arena_printf(s->c.a, "%s, %s", values, word);
    }
    const address at = rows_address(s, a, rows);
    const char *function = words == 1 ? simd_memory(s, "scatter", "u") : simd_packed(s, "spread", words, letter);
    simd_line(s, "%s(CLBN(simd_full)(1), %s, %s, %s%s);", function, at.base, at.index, at.scale, values);
}

/* A load of a scalar in each lane. */
static const char *read_text(simd_writer *s, const access *a, ir_type t)
{
    const char *code = cgen_code(t), *mask = simd_narrow_mask_or_full(s);
    const adjacent_rows rows = simd_adjacent(s);
    if (rows != ROWS_APART) return read_rows(s, a, t, rows);
    switch (a->kind) {
    case ACCESS_CONTIGUOUS:
    case ACCESS_STRIDED: return read_affine(s, simd_scalar(s, a->pointer), (long long)a->step, t);
    case ACCESS_TABLE: return look_up(s, a, t);
    case ACCESS_EITHER: return read_either(s, a->pointer, t);
    case ACCESS_ANY:
        return arena_printf(s->c.a, "%s(%s, %s)", simd_memory(s, "fetch", code), mask, simd_vector(s, a->pointer));
    case ACCESS_RING:
        return arena_printf(s->c.a, "%s(%s, %s, %s)", simd_memory(s, "ring", code), mask, base_text(s, a),
                            simd_scalar(s, a->index));
    case ACCESS_NEAR: return read_near(s, a, t);
    default: {
        const address at = address_text(s, a);
        return arena_printf(s->c.a, "%s(%s, %s, %s, %s)", simd_memory(s, a->is_unsigned ? "ugather" : "gather", code),
                            mask, at.base, at.index, at.scale);
    }
    }
}

static void write_text(simd_writer *s, const access *a, ir_type t, const char *value)
{
    const char *code = cgen_code(t), *own = simd_narrow_mask(s), *mask = simd_narrow_mask_or_full(s);
    const adjacent_rows rows = simd_adjacent(s);
    if (rows != ROWS_APART) {
        write_rows(s, a, t, rows, value);
        return;
    }
    switch (a->kind) {
    case ACCESS_UNIFORM:
        simd_line(s, "%s(%s, %s, %s);", simd_memory(s, "put_one", code), mask, simd_scalar(s, a->pointer), value);
        break;
    case ACCESS_CONTIGUOUS:
        if (own)
            simd_line(s, "%s(%s, %s, %s);", simd_put(s, "contiguous", code, a->is_blended), own,
                      simd_scalar(s, a->pointer), value);
        else simd_line(s, "%s(%s, %s);", simd_memory(s, "put_all", code), simd_scalar(s, a->pointer), value);
        break;
    case ACCESS_STRIDED:
        simd_line(s, "%s(%s, %s, %lld, %s);", simd_memory(s, "put_strided", code), mask, simd_scalar(s, a->pointer),
                  (long long)a->step, value);
        break;
    case ACCESS_ANY:
        simd_line(s, "%s(%s, %s, %s);", simd_memory(s, "put", code), mask, simd_vector(s, a->pointer), value);
        break;
    case ACCESS_NEAR:
        simd_line(s, "%s(%s, %s, %s, %s);", simd_put(s, near_name(s, a, code), code, a->is_blended), mask,
                  base_text(s, a), simd_vector(s, a->index), value);
        break;
    case ACCESS_RING:
        simd_line(s, "%s(%s, %s, %s, %s);", simd_put(s, "ring", code, a->is_blended), mask, base_text(s, a),
                  simd_scalar(s, a->index), value);
        break;
    default: {
        const address at = address_text(s, a);
        simd_line(s, "%s(%s, %s, %s, %s, %s);", simd_memory(s, a->is_unsigned ? "uscatter" : "scatter", code), mask,
                  at.base, at.index, at.scale, value);
    }
    }
}

/* ---- short vectors in memory ---- */

/* Whether the components are accessed as words; under a partial mask, only words that can be gathered are. */
static bool is_in_words(simd_writer *s, const ir_value *v, const access *a)
{
    if (!a) return false;
    if (a->unit == UNIT_WORD || a->unit == UNIT_WORDS_APART) return true;
    return a->unit == UNIT_WORDS && (!simd_narrow_mask(s) || (a->words != 8 && v->components != 3));
}

static bool is_beside(simd_writer *s, const access *a)
{
    return a->unit == UNIT_WORDS && !simd_narrow_mask(s);
}

static ir_type word_type(const access *a, ir_type t)
{
    return a->of_word > 1 ? IR_U32 : t;
}

/* Declares and reads the words r<number>_0, r<number>_1, … */
static void read_words(simd_writer *s, const access *a, ir_type t, const char *number)
{
    const char letter = cgen_letter(word_type(a, t)), *names = "", *addresses = "";
    for (unsigned i = 0; i < a->words; ++i) {
        names = arena_printf(s->c.a, "%s%sr%s_%u", names, i ? ", " : "", number, i);
        addresses = arena_printf(s->c.a, "%s, &r%s_%u", addresses, number, i);
    }
    if (a->words == 1) {
        simd_line(s, "const CLBN(simd_u) %s = %s;", names, read_text(s, a, IR_U32));
        return;
    }
    simd_line(s, "CLBN(simd_%c) %s;", letter, names);
    if (is_beside(s, a)) {
        simd_line(s, "%s(%s%s);", simd_packed(s, "deinterleave", a->words, letter), simd_scalar(s, a->pointer),
                  addresses);
        return;
    }
    const address at = address_text(s, a);
    simd_line(s, "%s(%s, %s, %s, %s%s);", simd_packed(s, pairs_name(s, a, "collect"), a->words, letter),
              simd_narrow_mask_or_full(s), at.base, at.index, at.scale, addresses);
}

static void load_vector(simd_writer *s, const ir_value *v, const access *a)
{
    const char *number = simd_number(s, v->first);
    if (!v->component) read_words(s, a, v->type, number);
    const char *word = arena_printf(s->c.a, "r%s_%u", number, v->component / a->of_word);
    if (a->of_word == 1) {
        /* Members of a structure may have different types. */
        const char letter = cgen_letter(v->type);
        *simd_text(s, v) =
            letter == cgen_letter(v->first->type) ? word : arena_printf(s->c.a, "((CLBN(simd_%c))%s)", letter, word);
        return;
    }
    simd_name(s, v, true, simd_of_word(s, v->type, word, v->component % a->of_word));
}

/* One word of the values to be stored. */
static const char *word_text(simd_writer *s, const access *a, const ir_value *const *stored, ir_type t, unsigned word)
{
    if (a->of_word == 1) {
        const char *x = simd_vector(s, stored[word]), letter = cgen_letter(t);
        return letter == cgen_letter(stored[word]->type) ? x : arena_printf(s->c.a, "((CLBN(simd_%c))(%s))", letter, x);
    }
    const unsigned bits = (unsigned)ir_size(t) * 8;
    const char *sum = NULL;
    for (unsigned i = 0; i < a->of_word; ++i) {
        const char *x = arena_printf(s->c.a, "(CLBN(simd_u))(%s)", simd_vector(s, stored[word * a->of_word + i]));
        if (ir_is_signed(t)) x = arena_printf(s->c.a, "(%s & 0x%xu)", x, (1u << bits) - 1);
        x = arena_printf(s->c.a, "(%s << CLBN_SIMD_BIT(%u, %u))", x, bits, i);
        sum = sum ? arena_printf(s->c.a, "%s | %s", sum, x) : x;
    }
    return sum;
}

static void store_vector(simd_writer *s, const ir_value *v, const access *a)
{
    const ir_type t = v->operands[1]->type;
    const ir_value **stored = s->texts[simd_strand_of(s, v)].stored;
    stored[v->component] = v->operands[1];
    if (v->component + 1 < v->components) return;
    if (a->words == 1) {
        write_text(s, a, IR_U32, word_text(s, a, stored, t, 0));
        return;
    }
    const char *values = "", letter = cgen_letter(word_type(a, t));
    const bool beside = is_beside(s, a);
    const address at = beside ? (address){NULL, NULL, NULL} : address_text(s, a);
    for (unsigned i = 0; i < a->words; ++i)
        values = arena_printf(s->c.a, "%s, %s", values, word_text(s, a, stored, t, i));
    if (beside)
        simd_line(s, "%s(%s%s);", simd_packed(s, "interleave", a->words, letter), simd_scalar(s, a->pointer), values);
    else
        simd_line(s, "%s(%s, %s, %s, %s%s);", simd_packed(s, pairs_name(s, a, "spread"), a->words, letter),
                  simd_narrow_mask_or_full(s), at.base, at.index, at.scale, values);
}

/* ---- packs ---- */

/* The address of vector number i of the pack. */
static const char *pack_address(simd_writer *s, const value_pack *r, ir_type t, unsigned i)
{
    const char *first = simd_scalar(s, r->of[0]->operands[0]);
    return i ? arena_printf(s->c.a, "%s + %u * CLBN_SIMD_W", first, i * (unsigned)ir_size(t)) : first;
}

/* The same of a narrow pack, as words. */
static const char *narrow_address(simd_writer *s, const value_pack *r, unsigned j)
{
    const char *first = simd_scalar(s, r->of[0]->operands[0]);
    return j ? arena_printf(s->c.a, "%s + %u * CLBN_SIMD_W", first, j * 4) : first;
}

static void load_narrow(simd_writer *s, const value_pack *r, const access *a)
{
    const char *type = simd_narrow_type(s, r->of[0]->type);
    for (unsigned j = 0; j < r->vectors; ++j) {
        const char *mask = simd_narrow_mask_of(s, r, j, simd_mask(s)), *words;
        if (a->unit == UNIT_PACK_WORD) words = read_text(s, a, IR_U32);
        else if (mask)
            words =
                arena_printf(s->c.a, "%s(%s, %s)", simd_memory(s, "contiguous", "u"), mask, narrow_address(s, r, j));
        else words = arena_printf(s->c.a, "%s(%s)", simd_memory(s, "all", "u"), narrow_address(s, r, j));
        simd_name_narrow(s, r, j, arena_printf(s->c.a, "(%s)(%s)", type, words));
    }
}

static void store_narrow(simd_writer *s, const value_pack *r, const access *a)
{
    for (unsigned j = 0; j < r->vectors; ++j) {
        const char *mask = simd_narrow_mask_of(s, r, j, simd_mask(s));
        const char *words = arena_printf(s->c.a, "(CLBN(simd_u))%s", simd_narrow_operand(s, r, 1, j));
        if (a->unit == UNIT_PACK_WORD) write_text(s, a, IR_U32, words);
        else if (mask)
            simd_line(s, "%s(%s, %s, %s);", simd_put(s, "contiguous", "u", a->is_blended), mask,
                      narrow_address(s, r, j), words);
        else simd_line(s, "%s(%s, %s);", simd_memory(s, "put_all", "u"), narrow_address(s, r, j), words);
    }
}

static void load_pack(simd_writer *s, const ir_value *v, const value_pack *r, const access *a)
{
    const unsigned i = simd_pack_member(r, v);
    const char *number = simd_number(s, r->of[0]);
    const char *code = cgen_code(v->type), letter = cgen_letter(v->type);
    if (r->element) {
        if (!i) load_narrow(s, r, a);
    } else if (a->unit == UNIT_PACK) {
        const char *mask = simd_mask_of(s, v), *address = pack_address(s, r, v->type, i);
        simd_name(s, v, true,
                  mask ? arena_printf(s->c.a, "%s(%s, %s)", simd_memory(s, "contiguous", code), mask, address)
                       : arena_printf(s->c.a, "%s(%s)", simd_memory(s, "all", code), address));
    } else if (a->unit == UNIT_PACK_WORD) {
        if (!i) simd_line(s, "const CLBN(simd_u) r%s = %s;", number, read_text(s, a, IR_U32));
        simd_name(s, v, true, arena_printf(s->c.a, "%s(r%s, %u)", simd_memory(s, "of_words", code), number, i));
    } else {
        const char *names = "", *addresses = "";
        for (unsigned k = 0; k < r->count && !i; ++k) {
            names = arena_printf(s->c.a, "%s%sr%s_%u", names, k ? ", " : "", number, k);
            addresses = arena_printf(s->c.a, "%s, &r%s_%u", addresses, number, k);
        }
        if (!i) {
            const address at = address_text(s, a);
            simd_line(s, "CLBN(simd_%c) %s;", letter, names);
            simd_line(s, "%s(%s, %s, %s, %s%s);", simd_packed(s, "pack", r->count, letter), simd_narrow_mask_or_full(s),
                      at.base, at.index, at.scale, addresses);
        }
        *simd_text(s, v) = arena_printf(s->c.a, "r%s_%u", number, i);
    }
}

/* The pack is written when its last member is reached. */
static void store_pack(simd_writer *s, const ir_value *v, const value_pack *r, const access *a)
{
    const ir_type t = v->operands[1]->type;
    const char *code = cgen_code(t), letter = cgen_letter(t), *values = "";
    if (simd_pack_member(r, v) + 1 < r->count) return;
    if (r->element) {
        store_narrow(s, r, a);
        return;
    }
    const address at = a->unit == UNIT_PACK_APART ? address_text(s, a) : (address){NULL, NULL, NULL};
    for (unsigned i = 0; i < r->count; ++i) {
        const char *value = simd_operand(s, r->of[i], 1), *address = pack_address(s, r, t, i),
                   *mask = simd_mask_of(s, r->of[i]);
        values = arena_printf(s->c.a, "%s%s%s", values, i ? ", " : "", value);
        if (a->unit != UNIT_PACK) continue;
        if (mask) simd_line(s, "%s(%s, %s, %s);", simd_put(s, "contiguous", code, a->is_blended), mask, address, value);
        else simd_line(s, "%s(%s, %s);", simd_memory(s, "put_all", code), address, value);
    }
    if (a->unit == UNIT_PACK_WORD)
        write_text(s, a, IR_U32, arena_printf(s->c.a, "%s(%s)", simd_memory(s, "to_words", code), values));
    else if (a->unit == UNIT_PACK_APART)
        simd_line(s, "%s(%s, %s, %s, %s, %s);", simd_packed(s, "unpack", r->count, letter), simd_narrow_mask_or_full(s),
                  at.base, at.index, at.scale, values);
}

/* The address of a uniform load. In speculative code the mask may be empty and the address invalid; then a dummy
 * address is used. */
static const char *uniform_address(simd_writer *s, const ir_value *p)
{
    const char *address = simd_scalar(s, p);
    return s->here.code && s->here.code->is_speculative
               ? arena_printf(s->c.a, "CLBN(simd_or_nothing)(%s, %s)", simd_narrow_mask(s), address)
               : address;
}

void simd_load(simd_writer *s, const ir_value *v)
{
    const ir_value *p = v->operands[0];
    const access *a = &s->c.l->accesses[v->number];
    if (s->c.p->packs.cycled[v->number])
        simd_line(s, "const CLBN(simd_%c) c%s_0 = %s(%s);", cgen_letter(v->type), simd_number(s, v),
                  simd_packed(s, "cycle_at", v->components, cgen_letter(v->type)), simd_scalar(s, p));
    if (simd_pack(s, v)) {
        load_pack(s, v, simd_pack(s, v), a->whole);
    } else if (a->kind == ACCESS_OBJECT) {
        object_load(s, v);
    } else if (a->kind == ACCESS_UNIFORM) {
        simd_name(s, v, false,
                  arena_printf(s->c.a, "*(const %s *)(const void *)(%s)", memory_type(v->type), uniform_address(s, p)));
    } else if (is_in_words(s, v, a->whole)) {
        load_vector(s, v, a->whole);
    } else {
        simd_name(s, v, true, read_text(s, a, v->type));
    }
}

void simd_store(simd_writer *s, const ir_value *v)
{
    const ir_value *p = v->operands[0], *x = v->operands[1];
    const access *a = &s->c.l->accesses[v->number];
    if (simd_pack(s, v)) {
        store_pack(s, v, simd_pack(s, v), a->whole);
    } else if (a->kind == ACCESS_OBJECT) {
        object_store(s, v);
    } else if (a->kind == ACCESS_UNIFORM && simd_shape(s, x) == SHAPE_UNIFORM) {
        if (simd_narrow_mask(s)) simd_line(s, "if (CLBN(simd_any)(%s))", simd_narrow_mask(s));
        simd_line(s, "*(%s *)(void *)(%s) = (%s)%s;", memory_type(x->type), simd_scalar(s, p), memory_type(x->type),
                  simd_scalar(s, x));
    } else if (is_in_words(s, v, a->whole)) {
        store_vector(s, v, a->whole);
    } else {
        write_text(s, a, x->type, simd_vector(s, x));
    }
}

/* One lane after the other, in their order. */
/* The type in which a lane holds a number. */
static const char *held_type(ir_type t)
{
    return ir_size(t) >= 4 ? cgen_c_type(t) : cgen_letter(t) == 'i' ? "int32_t" : "uint32_t";
}

void simd_each(simd_writer *s, const ir_value *v)
{
    const char *n = simd_number(s, v);
    const char *pointee = cgen_code((ir_type)v->bits), *name = arena_printf(s->c.a, "%s__p%s", v->name, pointee);
    const char *call = "";
    for (size_t i = 0; i < v->operand_count; ++i) {
        const ir_value *x = v->operands[i];
        const char *c_type = x->type == IR_POINTER ? "uint64_t" : cgen_c_type(x->type);
        const char *held = x->type == IR_POINTER ? "uint64_t" : held_type(x->type);
        simd_line(s, "%s x%s_%zu[CLBN_SIMD_W];", held, n, i);
        simd_line(s, "{ const CLBN(simd_%c) own_ = %s; __builtin_memcpy(x%s_%zu, &own_, sizeof own_); }",
                  cgen_letter(x->type), simd_vector(s, x), n, i);
        if (i) name = arena_printf(s->c.a, "%s_%s", name, cgen_code(x->type));
        if (i == 0) call = arena_printf(s->c.a, "(volatile %s *)(uintptr_t)x%s_0[k]", cgen_c_type((ir_type)v->bits), n);
        else call = arena_printf(s->c.a, "%s, (%s)x%s_%zu[k]", call, c_type, n, i);
    }
    simd_provide(s, v);
    const bool wanted = v->type != IR_VOID && s->c.l->names.uses[v->number];
    if (wanted) simd_line(s, "%s y%s_0[CLBN_SIMD_W] = {0};", held_type(v->type), n);
    simd_line(s, "for (int k = 0; k < CLBN_SIMD_W; ++k)");
    if (simd_narrow_mask(s)) simd_line(s, "    if (CLBN_SIMD_IN(%s, k))", simd_narrow_mask(s));
    if (wanted) simd_line(s, "        y%s_0[k] = CLBN(%s)(%s);", n, name, call);
    else simd_line(s, "        (void)CLBN(%s)(%s);", name, call);
    if (!wanted) return;
    const char letter = cgen_letter(v->type);
    simd_line(s, "CLBN(simd_%c) t%s;", letter, n);
    simd_line(s, "__builtin_memcpy(&t%s, y%s_0, sizeof t%s);", n, n, n);
    *simd_text(s, v) = arena_printf(s->c.a, "t%s", n);
}
