/* Built-in functions: the table and its patterns. See builtin.h.
 *
 * SPDX-License-Identifier: MIT */
#include "clc/builtin.h"

#include "clc/builtin_extension.h"
#include "clc/builtin_second.h"
#include "clc/builtin_table.h"

#include <string.h>

static const builtin table[] = {
#define X(class_name, name, elements, widths, signature) {BUILTIN_##class_name, name, elements, widths, signature, 0},
    BUILTIN_TABLE(X) BUILTIN_EXTENSION_TABLE(X)
#undef X
#define X(class_name, name, elements, widths, signature) {BUILTIN_##class_name, name, elements, widths, signature, 200},
        BUILTIN_SECOND_TABLE(X)
#undef X
};

enum { TABLE_COUNT = sizeof table / sizeof *table };

static const struct {
    char letter;
    type_kind kind;
} letters[] = {
    {'c', TYPE_CHAR}, {'C', TYPE_UCHAR}, {'s', TYPE_SHORT}, {'S', TYPE_USHORT}, {'i', TYPE_INT},    {'I', TYPE_UINT},
    {'l', TYPE_LONG}, {'L', TYPE_ULONG}, {'h', TYPE_HALF},  {'f', TYPE_FLOAT},  {'d', TYPE_DOUBLE},
};

static const struct {
    char letter;
    size_t width;
} width_letters[] = {{'1', 1}, {'2', 2}, {'3', 3}, {'4', 4}, {'8', 8}, {'x', 16}};

static const char *const roundings[] = {"rte", "rtz", "rtp", "rtn"};

/* The vector width at the beginning of the text, or 0. *digits is the number of characters that spell it. */
static size_t spelled_width(const char *text, size_t length, size_t *digits)
{
    *digits = length > 1 && text[0] == '1' && text[1] == '6' ? 2 : 1;
    if (*digits == 2) return 16;
    return length > 0 && text[0] != '\0' && strchr("2348", text[0]) ? (size_t)(text[0] - '0') : 0;
}

/* Whether `name` is a full name of the pattern. Fills the parts that the name spells. */
static bool names_pattern(const char *name, size_t length, const builtin *b, builtin_name *parts)
{
    const size_t stem = strcspn(b->name, "#@");
    const char *pattern = b->name + stem;
    if (length < stem || memcmp(name, b->name, stem) != 0) return false;
    name += stem;
    length -= stem;
    if (*pattern == '#') {
        size_t digits;
        parts->width = spelled_width(name, length, &digits);
        if (!parts->width || !builtin_has_width(b, parts->width)) return false;
        name += digits;
        length -= digits;
        ++pattern;
    }
    if (*pattern == '@' && length == 4 && name[0] == '_') {
        for (size_t i = 0; i < sizeof roundings / sizeof *roundings; ++i)
            if (memcmp(name + 1, roundings[i], 3) == 0) parts->rounding = roundings[i];
        if (parts->rounding) length = 0;
    }
    return length == 0;
}

builtin_name *builtin_find(arena *a, const char *name, size_t length, unsigned version)
{
    builtin_name *list = NULL;
    for (size_t i = 0; i < TABLE_COUNT; ++i) {
        builtin_name found = {.pattern = &table[i], .next = list};
        if (table[i].name[0] != name[0] || table[i].since > version || !names_pattern(name, length, &table[i], &found))
            continue;
        list = ARENA_NEW(a, builtin_name);
        *list = found;
    }
    return list;
}

const char *builtin_suggestion(arena *a, const char *name, unsigned version)
{
    const char **names = arena_array(a, TABLE_COUNT, sizeof *names);
    size_t count = 0;
    for (size_t i = 0; i < TABLE_COUNT; ++i) {
        if (table[i].since > version) continue;
        names[count] = table[i].name;
        const size_t stem = strcspn(names[count], "#@");
        if (names[count][stem]) names[count] = arena_strndup(a, names[count], stem);
        count += strcmp(names[count], name) != 0; /* a stem alone is not the name of a function */
    }
    return nearest_name(name, names, count);
}

bool builtin_has_element(const builtin *b, type_kind element)
{
    for (size_t i = 0; i < sizeof letters / sizeof *letters; ++i)
        if (letters[i].kind == element) return strchr(b->elements, letters[i].letter) != NULL;
    return false;
}

bool builtin_has_width(const builtin *b, size_t width)
{
    for (size_t i = 0; i < sizeof width_letters / sizeof *width_letters; ++i)
        if (width_letters[i].width == width) return strchr(b->widths, width_letters[i].letter) != NULL;
    return false;
}

bool builtin_has_other(const builtin *b)
{
    return b->class_ == BUILTIN_SHUFFLE;
}

/* The beginning and length of a word; the length is 0 behind the last word. */
static const char *word_at(const builtin *b, size_t index, size_t *length)
{
    const char *text = b->signature;
    for (; index > 0 && *text; --index) {
        text += strcspn(text, " ");
        text += *text == ' ';
    }
    *length = strcspn(text, " ");
    return text;
}

size_t builtin_parameters(const builtin *b)
{
    size_t count = 0;
    for (const char *c = b->signature; *c; ++c) count += *c == ' ';
    return count;
}

bool builtin_has_space(const builtin *b, address_space space, bool generic)
{
    const char *star = strchr(b->signature, '*');
    if (!star || star[1] == '@') return space == SPACE_PRIVATE;
    const size_t length = strcspn(star, ":");
    static const char space_letters[] = {'P', 'G', 'L', 'C'};
    if (space == SPACE_GENERIC)
        return generic && memchr(star, 'G', length) && memchr(star, 'L', length) && !memchr(star, 'e', length);
    return memchr(star, space_letters[space], length) != NULL;
}

static address_space space_of(char letter)
{
    return letter == 'A'   ? SPACE_GENERIC
           : letter == 'G' ? SPACE_GLOBAL
           : letter == 'L' ? SPACE_LOCAL
           : letter == 'C' ? SPACE_CONSTANT
                           : SPACE_PRIVATE;
}

static type_kind twice(type_kind element)
{
    return (type_kind)(element + 2); /* the order of TYPE_SCALARS */
}

static type_kind as_integer(type_kind element, bool is_unsigned)
{
    return is_unsigned ? type_to_unsigned(element) : type_to_signed(element);
}

static const type *named_width(const char *word, size_t length, size_t width)
{
    const type *t = type_named(word, length - 1);
    return t ? type_vector(t->kind, width) : type_basic(TYPE_ERROR);
}

/* The words pointer, pointee, pipe and packet, from the type of the call's first argument. If the argument is none
 * of these, the type is void, which no argument matches. */
static const type *first_word(const char *word, size_t length, const type *first)
{
    const type *none = type_basic(TYPE_VOID);
    if (!first) return none;
    if (length == 7 && memcmp(word, "pointer", 7) == 0)
        return first->kind == TYPE_POINTER && type_space(first->base) != SPACE_CONSTANT ? first : none;
    if (length == 7) return first->kind == TYPE_POINTER ? first->base : none;
    if (first->kind != TYPE_PIPE) return none;
    return length == 4 ? first : first->base;
}

static const type *base_word(const char *word, size_t length, const builtin_binding *with)
{
    if (length == 1) {
        switch (word[0]) {
        case 'T': return type_vector(with->element, with->width);
        case 'S': return type_basic(with->element);
        case 'M': return type_vector(with->element, with->other);
        case 'I': return type_vector(as_integer(with->element, false), with->width);
        case 'U': return type_vector(as_integer(with->element, true), with->width);
        case 'W': return type_vector(twice(with->element), with->width);
        case 'A': return type_atomic(with->element);
        default:
            return with->width == 1 ? type_basic(TYPE_INT) : type_vector(as_integer(with->element, false), with->width);
        }
    }
    if (length == 4 && memcmp(word, "void", 4) == 0) return type_basic(TYPE_VOID);
    if (length == 4 && memcmp(word, "bool", 4) == 0) return type_basic(TYPE_BOOL);
    if (word[0] == 'p') return first_word(word, length, with->first);
    if (word[length - 1] == 'N') return named_width(word, length, with->width ? with->width : 1);
    const type *t = type_named_second(word, length);
    return t ? t : type_basic(TYPE_ERROR);
}

const type *builtin_word(arena *a, const builtin *b, size_t i, const builtin_binding *with)
{
    size_t length = 0;
    const char *word = word_at(b, i, &length);
    const char *colon = memchr(word, ':', length);
    if (!colon) return base_word(word, length, with);
    const char *inner = colon + 1;
    const size_t inner_length = length - (size_t)(inner - word);
    if (word[0] != '*') {
        const type *image = base_word(inner, inner_length, with);
        const image_access access = word[1] == 'w'   ? ACCESS_NONE
                                    : word[0] == 'r' ? ACCESS_READ
                                    : word[0] == 'w' ? ACCESS_WRITE
                                                     : ACCESS_READ_WRITE;
        if (image->kind == TYPE_PIPE)
            return access == ACCESS_NONE || access == image->access ? image : type_basic(TYPE_VOID);
        return image->kind == TYPE_IMAGE ? type_image(image->image, access) : image;
    }
    const address_space space = word[1] == '@' ? space_of(word[2]) : with->space;
    unsigned qualifiers = 0;
    for (const char *c = word + 1; c < colon; ++c) {
        if (*c == 'k') qualifiers |= QUALIFIER_CONST;
        if (*c == 'v') qualifiers |= QUALIFIER_VOLATILE;
    }
    const type *t = base_word(inner, inner_length, with);
    if (qualifiers) t = type_qualify(a, t, qualifiers);
    return type_pointer(a, type_in_space(a, t, space, space != SPACE_PRIVATE));
}

/* The type at the beginning of a name, up to '_' or the end. */
static const type *type_prefix(const char *name, size_t length, size_t *taken)
{
    const char *end = memchr(name, '_', length);
    *taken = end ? (size_t)(end - name) : length;
    const type *t = type_named(name, *taken);
    if (t && !t->alias && type_is_number(t)) return t;
    return NULL;
}

const type *builtin_conversion(const char *name, size_t length, bool *saturate, const char **rounding)
{
    static const char prefix[] = "convert_";
    const size_t n = sizeof prefix - 1;
    size_t taken = 0;
    *saturate = false;
    *rounding = NULL;
    if (length <= n || memcmp(name, prefix, n) != 0) return NULL;
    const type *t = type_prefix(name + n, length - n, &taken);
    if (!t) return NULL;
    const char *rest = name + n + taken;
    size_t left = length - n - taken;
    if (left >= 4 && memcmp(rest, "_sat", 4) == 0) {
        /* OpenCL C 1.2 6.2.3.3: not for floating-point results. */
        if (type_is_floating(type_element(t))) return NULL;
        *saturate = true;
        rest += 4;
        left -= 4;
    }
    for (size_t i = 0; left == 4 && rest[0] == '_' && i < sizeof roundings / sizeof *roundings; ++i)
        if (memcmp(rest + 1, roundings[i], 3) == 0) {
            *rounding = roundings[i];
            left = 0;
        }
    return left == 0 ? t : NULL;
}

const type *builtin_reinterpretation(const char *name, size_t length)
{
    size_t taken = 0;
    if (length <= 3 || memcmp(name, "as_", 3) != 0) return NULL;
    const type *t = type_prefix(name + 3, length - 3, &taken);
    if (!t && length > 3) {
        t = type_named(name + 3, length - 3); /* as_size_t and similar names */
        taken = length - 3;
    }
    return t && taken == length - 3 && type_is_number(t) ? t : NULL;
}
