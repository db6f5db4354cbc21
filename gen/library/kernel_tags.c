/* SPDX-License-Identifier: MIT */
#include "library/kernel_tags.h"

#include <string.h>

/* ---- which tags apply ---- */

kernel_tags kernel_tags_find(const annotations *all, const source *file, location begin)
{
    kernel_tags tags = {&all->blocks[0], NULL};
    if (begin.source != file) return tags;
    const size_t line = source_position(file, begin.offset).line;
    size_t low = 1, high = all->count;
    while (low < high) { /* the first block above a later line */
        const size_t middle = low + (high - low) / 2;
        if (source_position(file, all->blocks[middle].below).line <= line) low = middle + 1;
        else high = middle;
    }
    if (low > 1 && source_position(file, all->blocks[low - 1].below).line == line) tags.own = &all->blocks[low - 1];
    return tags;
}

const annotation *kernel_tags_last(const kernel_tags *tags, const char *tag, const char *subject)
{
    const annotation_block *blocks[] = {tags->own, tags->head};
    for (size_t b = 0; b < 2; ++b)
        for (size_t i = blocks[b] ? blocks[b]->count : 0; i > 0; --i) {
            const annotation *it = &blocks[b]->items[i - 1];
            if (strcmp(it->tag, tag) == 0 && strcmp(it->subject, subject) == 0) return it;
        }
    return NULL;
}

static void skip(annotation_value *value, size_t bytes)
{
    value->text += bytes;
    value->where.offset += bytes;
}

/* ---- @arg ---- */

/* Whether a word before an expression is a keyword: in `column m, n`, but not in `column` nor `column*n`. */
static bool take_word(annotation_value *value, const char *word)
{
    const size_t length = strlen(word),
                 blanks = strspn(value->text + length * !strncmp(value->text, word, length), " \t");
    if (strncmp(value->text, word, length) != 0 || !blanks) return false;
    const char next = value->text[length + blanks];
    if (!next || strchr("+-*/%", next)) return false;
    skip(value, length + blanks);
    return true;
}

/* The format of an image before its extents. false after a report. */
static bool take_format(arena *a, annotation_value *value, arg_tag *arg, diagnostics *d)
{
    size_t length = 0;
    if (!image_format_read(value->text, &arg->format, &length)) return true;
    size_t end = length;
    while (end > 0 && strchr(" \t", value->text[end - 1])) --end;
    arg->format_text = arena_strndup(a, value->text, end);
    if (!arg->format.order) {
        diagnose_error(d, value->where,
                       "OpenCL has no images of the format '%s'; its tables have RGBA UNORM_INT8, R FLOAT and others",
                       arg->format_text);
        return false;
    }
    skip(value, length);
    return true;
}

bool kernel_tags_read_arg(arena *a, const annotation *tag, arg_tag *arg, diagnostics *d)
{
    static const struct {
        const char *word;
        clb_access access;
    } words[] = {
        {"inout", CLB_ACCESS_IN_OUT}, {"in", CLB_ACCESS_IN}, {"out", CLB_ACCESS_OUT}, {"local", CLB_ACCESS_NONE}};
    *arg = (arg_tag){.access = CLB_ACCESS_NONE};
    if (tag->value_count < 1) {
        diagnose_error(d, tag->where, "write `// @arg %s: in|out|inout|local [EXTENT]`", tag->subject);
        return false;
    }
    annotation_value value = tag->values[0];
    bool found = false;
    for (size_t i = 0; i < sizeof words / sizeof *words && !found; ++i) {
        const size_t length = strlen(words[i].word);
        const char behind = strncmp(value.text, words[i].word, length) == 0 ? value.text[length] : 'x';
        if (behind != '\0' && behind != ' ' && behind != '\t') continue;
        found = true;
        arg->access = words[i].access;
        skip(&value, length + strspn(value.text + length, " \t"));
    }
    if (!found) {
        diagnose_error(d, value.where, "expected 'in', 'out', 'inout' or 'local' before '%s'", value.text);
        return false;
    }
    if (arg->access != CLB_ACCESS_NONE && !take_format(a, &value, arg, d)) return false;
    if (!*value.text && tag->value_count == 1) return true;
    const bool local = arg->access == CLB_ACCESS_NONE;
    if (tag->value_count > (local ? 1 : CLB_SHAPE_DIMENSIONS)) {
        diagnose_error(d, tag->where, "'@arg %s' has %zu extents: %s", tag->subject, tag->value_count,
                       local ? "local memory has one" : "an array has 16 dimensions at most");
        return false;
    }
    arg->extent_count = tag->value_count;
    arg->extents = arena_array(a, tag->value_count, sizeof *arg->extents);
    memcpy(arg->extents, tag->values, tag->value_count * sizeof *arg->extents);
    arg->extents[0] = value;
    if (!local) arg->column = take_word(&arg->extents[0], "column");
    if (!local && !arg->column) (void)take_word(&arg->extents[0], "row");
    return true;
}

/* ---- classes of devices ---- */

const device_class device_classes[DEVICE_CLASSES] = {
    {"gpu", CLB_CLASS_GPU},       {"cpu", CLB_CLASS_CPU},       {"accelerator", CLB_CLASS_ACCELERATOR},
    {"native", CLB_CLASS_NATIVE}, {"opencl", CLB_CLASS_OPENCL},
};

#define CLASS_WORDS "'gpu', 'cpu', 'accelerator', 'opencl' (any driver's device) or 'native'"

/* 0 if there is no such class. */
static uint32_t classes_of(const char *word, size_t length)
{
    for (size_t i = 0; i < DEVICE_CLASSES; ++i)
        if (strlen(device_classes[i].word) == length && memcmp(device_classes[i].word, word, length) == 0)
            return device_classes[i].classes;
    return 0;
}

void kernel_tags_check_classes(const kernel_tags *tags, diagnostics *d)
{
    const annotation_block *const blocks[] = {tags->own, tags->head};
    for (size_t b = 0; b < 2; ++b)
        for (size_t i = 0; blocks[b] && i < blocks[b]->count; ++i) {
            const annotation *tag = &blocks[b]->items[i];
            if (strcmp(tag->tag, "local") == 0 && *tag->subject && !classes_of(tag->subject, strlen(tag->subject)))
                diagnose_error(d, tag->subject_where, "'%s' is not a class of devices: write " CLASS_WORDS,
                               tag->subject);
        }
}

/* ---- @variant ---- */

/* Takes the condition behind `when` from the last value. */
static bool read_condition(variant_tag *v, annotation_value value, diagnostics *d)
{
    skip(&value, strspn(value.text, " \t"));
    if (!*value.text) {
        diagnose_error(d, value.where, "a condition is missing after 'when': write `when n < 1000`");
        return false;
    }
    v->condition = value;
    return true;
}

bool kernel_tags_read_variant(arena *a, const annotation *tag, variant_tag *v, diagnostics *d)
{
    const bool named = strncmp(tag->subject, "of", 2) == 0 && (tag->subject[2] == ' ' || tag->subject[2] == '\t');
    *v = (variant_tag){.of = named ? tag->subject + 2 + strspn(tag->subject + 2, " \t") : "", .words = ""};
    if (!*v->of || strcspn(v->of, " \t") != strlen(v->of)) {
        diagnose_error(d, tag->where, "write `// @variant of KERNEL: [CLASS ...] [when CONDITION]`");
        v->of = "";
        return false;
    }
    bool ended = false;
    for (size_t i = 0; i < tag->value_count; ++i) {
        annotation_value value = tag->values[i];
        while (*value.text) {
            const size_t length = strcspn(value.text, " \t");
            const uint32_t classes = classes_of(value.text, length);
            if (length == 4 && memcmp(value.text, "when", 4) == 0) {
                skip(&value, length);
                if (!read_condition(v, value, d)) return false;
                ended = true;
                break;
            }
            if (ended || !classes) {
                diagnose_error(d, value.where, "expected %s before '%s'",
                               ended ? "nothing after the condition" : CLASS_WORDS ", or 'when' and a condition,",
                               value.text);
                return false;
            }
            v->classes |= classes;
            v->words = arena_printf(a, "%s%s%.*s", v->words, *v->words ? " " : "", (int)length, value.text);
            skip(&value, length + strspn(value.text + length, " \t"));
        }
    }
    if (v->classes) return true;
    v->classes = CLB_CLASS_OPENCL;
    v->words = "opencl";
    return true;
}

/* ---- @split ---- */

bool kernel_tags_read_split(const annotation *tag, bool *alone, diagnostics *d)
{
    *alone = tag->value_count == 2;
    if (tag->value_count != 1 && tag->value_count != 2) {
        diagnose_error(d, tag->where, "'@split' takes one integer parameter: write `// @split: n`");
        return false;
    }
    if (*alone && strcmp(tag->values[1].text, "alone") != 0) {
        diagnose_error(
            d, tag->values[1].where,
            "'@split' takes no '%s' behind the parameter: write `// @split: n`, or `// @split: n, alone` if a "
            "part may run as a call of its own",
            tag->values[1].text);
        return false;
    }
    return true;
}
