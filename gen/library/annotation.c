/* SPDX-License-Identifier: MIT */
#include "library/annotation.h"

#include "base/buffer.h"
#include "base/phase.h"

#include <string.h>

/* Tags with a meaning to this tool: without their colon they are a mistake, not prose. */
static const char *const known_tags[] = {
#define X(tag) tag,
    ANNOTATION_TAGS(X)
#undef X
};

/* Tags that a library's name follows. */
static const char *const families[] = {"depends", "calls", "all_depends"};

bool annotation_is_known(const char *tag)
{
    for (size_t i = 0; i < sizeof known_tags / sizeof *known_tags; ++i)
        if (strcmp(tag, known_tags[i]) == 0) return true;
    for (size_t i = 0; i < sizeof families / sizeof *families; ++i) {
        const size_t length = strlen(families[i]);
        if (strncmp(tag, families[i], length) == 0 && tag[length] == '_') return true;
    }
    return false;
}

/* Tags whose values are names: of files, symbols or libraries. */
static bool is_dependency_tag(const char *tag)
{
    static const char *const own[] = {"arg", "range", "local", "gpu_range", "variant", "constant", "split"};
    for (size_t i = 0; i < sizeof own / sizeof *own; ++i)
        if (strcmp(tag, own[i]) == 0) return false;
    return annotation_is_known(tag);
}

/* The largest number of words between the tag and its colon. */
static int subject_words(const char *tag)
{
    if (strcmp(tag, "variant") == 0) return 2;
    return strcmp(tag, "arg") == 0 || strcmp(tag, "local") == 0 || strcmp(tag, "constant") == 0;
}

static const char *nearest_of(const char *tag, const char *const *tags, size_t count)
{
    const char *near = nearest_name(tag, tags, count);
    return near && near[0] == tag[0] ? near : NULL;
}

/* The tag of this tool of which the given one is probably a misspelling, or NULL. */
static const char *meant_tag(arena *a, const char *tag)
{
    for (const char *end = strchr(tag, '_'); end; end = strchr(end + 1, '_')) {
        const char *family =
            nearest_of(arena_strndup(a, tag, (size_t)(end - tag)), families, sizeof families / sizeof *families);
        if (family) return arena_printf(a, "%s%s", family, end);
    }
    return nearest_of(tag, known_tags, sizeof known_tags / sizeof *known_tags);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

static bool is_tag_byte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
           (unsigned char)c >= 0x80;
}

/* ---- values ---- */

typedef struct value_list {
    annotation_value *items;
    size_t count, capacity;
} value_list;

static void add_value(arena *a, value_list *list, const source *s, size_t begin, size_t end)
{
    while (begin < end && is_blank(s->text[begin])) ++begin;
    while (end > begin && is_blank(s->text[end - 1])) --end;
    if (begin == end) return;
    list->items = arena_reserve(a, list->items, list->count, &list->capacity, sizeof *list->items);
    list->items[list->count++] = (annotation_value){arena_strndup(a, s->text + begin, end - begin), {s, begin}};
}

/* Cuts one line's part of a list at its commas. Returns whether the list continues in the next line: it ends in a
 * comma. */
static bool add_values(arena *a, value_list *list, const source *s, size_t begin, size_t end)
{
    size_t depth = 0, start = begin, last_comma = begin;
    bool comma = false;
    for (size_t i = begin; i < end; ++i) {
        const char c = s->text[i];
        if (c == '(') ++depth;
        if (c == ')' && depth) --depth;
        if (c != ',' || depth) continue;
        add_value(a, list, s, start, i);
        start = last_comma = i + 1;
        comma = true;
    }
    add_value(a, list, s, start, end);
    if (!comma) return false;
    for (size_t i = last_comma; i < end; ++i)
        if (!is_blank(s->text[i])) return false;
    return true;
}

/* ---- lines ---- */

/* The parts of a line, with regard to comments that began on earlier lines. */
typedef struct line_view {
    bool code;         /* something that is neither blank nor comment */
    size_t code_begin; /* its first byte */
    bool comment;      /* a `//` comment, with no code before it */
    size_t begin, end; /* the text of that comment */
} line_view;

/* Reads the line at `offset`. *in_block: a block comment is open, before and after; *in_line: a `//` comment
 * continues because the previous line ended in a backslash. */
static line_view view_line(const source *s, size_t offset, size_t end, bool *in_block, bool *in_line)
{
    line_view v = {0};
    const size_t joined = phase_line_end(s->text, offset, end);
    const bool continues = joined != end;
    size_t i = offset;
    if (*in_line) {
        *in_line = continues;
        return v;
    }
    while (i < end) {
        const char c = s->text[i], next = i + 1 < end ? s->text[i + 1] : '\0';
        if (*in_block) {
            if (c == '*' && next == '/') {
                *in_block = false;
                ++i;
            }
            ++i;
        } else if (c == '/' && next == '*') {
            *in_block = true;
            i += 2;
        } else if (c == '/' && next == '/') {
            if (!v.code) {
                v.comment = true;
                v.begin = i + 2;
                v.end = joined;
            }
            *in_line = continues;
            return v;
        } else if (c == '"' || c == '\'') {
            if (!v.code) v.code_begin = i;
            v.code = true;
            for (++i; i < end && s->text[i] != c; ++i)
                if (s->text[i] == '\\') ++i;
            ++i;
        } else {
            if (!v.code && !is_blank(c)) {
                v.code = true;
                v.code_begin = i;
            }
            ++i;
        }
    }
    return v;
}

/* ---- the reader ---- */

typedef struct reader {
    arena *arena;
    const source *source;
    diagnostics *diagnostics;
    annotation_block *blocks;
    size_t block_count, block_capacity;
    annotation *items; /* annotations of the current block */
    size_t item_count, item_capacity;
    value_list values; /* values of the current annotation */
    bool open;         /* the value list continues in the next line */
} reader;

/* Whether it is the list of a dependency tag that states that there are none. */
static bool names_nothing(const char *tag, const value_list *values)
{
    return values->count == 1 && is_dependency_tag(tag) &&
           (strcmp(values->items[0].text, "none") == 0 || strcmp(values->items[0].text, "(none)") == 0);
}

static void close_annotation(reader *r)
{
    if (r->item_count) {
        annotation *last = &r->items[r->item_count - 1];
        if (!last->values && !names_nothing(last->tag, &r->values)) {
            last->values = r->values.items;
            last->value_count = r->values.count;
        }
    }
    r->values = (value_list){0};
    r->open = false;
}

static void close_block(reader *r, size_t below)
{
    close_annotation(r);
    for (size_t i = 0; i < r->item_count; ++i) {
        const annotation *it = &r->items[i];
        const char *meant = annotation_is_known(it->tag) ? NULL : meant_tag(r->arena, it->tag);
        if (meant) diagnose_error(r->diagnostics, it->where, "unknown tag '@%s'; did you mean '@%s'?", it->tag, meant);
    }
    r->blocks = arena_reserve(r->arena, r->blocks, r->block_count, &r->block_capacity, sizeof *r->blocks);
    r->blocks[r->block_count++] = (annotation_block){r->items, r->item_count, below};
    r->items = NULL;
    r->item_count = r->item_capacity = 0;
}

static void add_annotation(reader *r, annotation a)
{
    r->items = arena_reserve(r->arena, r->items, r->item_count, &r->item_capacity, sizeof *r->items);
    r->items[r->item_count++] = a;
}

/* `// @tag subject: value, value`; begin..end is the text behind the slashes, which starts with @. */
static void read_annotation(reader *r, size_t begin, size_t end)
{
    const source *s = r->source;
    const location where = {s, begin};
    size_t i = begin + 1;
    while (i < end && is_tag_byte(s->text[i])) ++i;
    const char *tag = arena_strndup(r->arena, s->text + begin + 1, i - begin - 1);
    size_t subject_begin = i;
    while (subject_begin < end && is_blank(s->text[subject_begin])) ++subject_begin;
    const char *colon = memchr(s->text + i, ':', end - i);
    const size_t subject_limit = colon ? (size_t)(colon - s->text) : end;
    size_t subject_end = subject_limit;
    while (subject_end > subject_begin && is_blank(s->text[subject_end - 1])) --subject_end;
    if (subject_begin > subject_end) subject_begin = subject_end;

    if (i == begin + 1) return; /* a lone @ is prose */
    if (!colon && subject_end > subject_begin) {
        value_list words = {0};
        bool names = is_dependency_tag(tag);
        if (names) (void)add_values(r->arena, &words, s, subject_begin, end);
        for (size_t k = 0; k < words.count; ++k) names = names && !strpbrk(words.items[k].text, " \t");
        if (names) {
            add_annotation(r, (annotation){tag, "", where, {s, subject_begin}, NULL, 0});
            r->open = add_values(r->arena, &r->values, s, subject_begin, end);
            return;
        }
        if (annotation_is_known(tag))
            diagnose_error(r->diagnostics, (location){s, subject_begin},
                           "expected ':' after '@%s': write `// @%s: value, value`", tag, tag);
        return;
    }
    const char *subject = arena_strndup(r->arena, s->text + subject_begin, subject_end - subject_begin);
    if (*subject && subject_words(tag) == 0) {
        const char *meant = annotation_is_known(tag) ? NULL : meant_tag(r->arena, tag);
        if (annotation_is_known(tag))
            diagnose_error(r->diagnostics, (location){s, subject_begin}, "unexpected '%s' between '@%s' and ':'",
                           subject, tag);
        else if (meant && subject_words(meant) > 0 && !strpbrk(subject, " \t"))
            diagnose_error(r->diagnostics, where, "unknown tag '@%s'; did you mean '@%s'?", tag, meant);
        return;
    }
    add_annotation(r, (annotation){tag, subject, where, {s, subject_begin}, NULL, 0});
    if (colon) r->open = add_values(r->arena, &r->values, s, subject_limit + 1, end);
}

/* A line of a block comment that would be an annotation in a `//` comment: `@tag: ...`, possibly behind asterisks. */
static void warn_of_block_comment(reader *r, size_t begin, size_t end)
{
    const source *s = r->source;
    while (begin < end && (is_blank(s->text[begin]) || s->text[begin] == '*' || s->text[begin] == '/')) ++begin;
    if (begin == end || s->text[begin] != '@') return;
    size_t i = begin + 1;
    while (i < end && is_tag_byte(s->text[i])) ++i;
    const char *tag = arena_strndup(r->arena, s->text + begin + 1, i - begin - 1);
    if (!annotation_is_known(tag)) return;
    while (i < end && is_blank(s->text[i])) ++i;
    for (int words = subject_words(tag); words > 0; --words) {
        while (i < end && is_tag_byte(s->text[i])) ++i;
        while (i < end && is_blank(s->text[i])) ++i;
    }
    if (i < end && s->text[i] == ':')
        diagnose_warning(r->diagnostics, (location){s, begin},
                         "'@%s' is in a block comment and is ignored; write `// @%s: ...`", tag, tag);
}

static bool opens_block(const source *s, size_t begin, size_t end)
{
    while (begin < end && is_blank(s->text[begin])) ++begin;
    return end - begin > 2 && s->text[begin] == '/' && s->text[begin + 1] == '*';
}

static const char *licence_of(arena *a, const source *s, size_t begin, size_t end)
{
    static const char mark[] = "SPDX-License-Identifier:";
    const size_t length = sizeof mark - 1;
    for (size_t i = begin; i + length <= end; ++i) {
        if (memcmp(s->text + i, mark, length) != 0) continue;
        size_t from = i + length, to = end;
        for (size_t k = from; k + 1 < to; ++k)
            if (s->text[k] == '*' && s->text[k + 1] == '/') to = k;
        while (from < to && is_blank(s->text[from])) ++from;
        while (to > from && is_blank(s->text[to - 1])) --to;
        return from < to ? arena_strndup(a, s->text + from, to - from) : NULL;
    }
    return NULL;
}

annotations annotations_read(arena *a, const source *s, diagnostics *d)
{
    reader r = {.arena = a, .source = s, .diagnostics = d};
    annotations result = {0};
    buffer comment = {0};
    bool in_block = false, in_line = false, head = true;
    for (size_t n = 0; n < s->line_count; ++n) {
        const size_t offset = s->lines[n];
        if (offset >= s->length) break;
        const size_t end = (n + 1 < s->line_count ? s->lines[n + 1] : s->length + 1) - 1;
        const bool was_block = in_block, was_comment = in_block || in_line;
        const line_view v = view_line(s, offset, end, &in_block, &in_line);

        if (was_block || opens_block(s, offset, end)) warn_of_block_comment(&r, offset, end);
        if (head && !v.code && !result.licence) result.licence = licence_of(a, s, offset, end);
        if (v.comment) {
            size_t begin = v.begin;
            while (begin < v.end && is_blank(s->text[begin])) ++begin;
            if (begin < v.end && s->text[begin] == '@') {
                close_annotation(&r);
                read_annotation(&r, begin, v.end);
            } else if (r.open) {
                r.open = add_values(a, &r.values, s, begin, v.end);
            } else if (head) {
                const size_t before = comment.length;
                if (before) buffer_addc(&comment, '\n');
                buffer_add(&comment, s->text + begin, v.end - begin);
                if (strstr(comment.text + before, "SPDX-License-Identifier:"))
                    comment.text[comment.length = before] = '\0';
            }
        } else if (v.code) {
            if (head || r.item_count) close_block(&r, v.code_begin);
            head = false;
        } else if (!was_comment && !in_block) {
            /* A blank line ends a list, and separates annotations after the first code from the kernel below them. */
            close_annotation(&r);
            if (!head && r.item_count) {
                for (size_t i = 0; i < r.item_count; ++i)
                    if (annotation_is_known(r.items[i].tag))
                        diagnose_warning(d, r.items[i].where,
                                         "'@%s' comes after the first line of code and not directly above a kernel, "
                                         "so it is ignored; move it to the top of the file",
                                         r.items[i].tag);
                r.item_count = r.item_capacity = 0;
                r.items = NULL;
            }
        }
    }
    if (head || r.item_count) close_block(&r, s->length);
    result.comment = arena_strndup(a, comment.text, comment.length);
    buffer_free(&comment);
    result.blocks = r.blocks;
    result.count = r.block_count;
    return result;
}

annotation_value *annotation_values(arena *a, const annotation_block *block, const char *tag, size_t *count,
                                    const annotation **found)
{
    size_t total = 0;
    const annotation *first = NULL;
    for (size_t i = 0; i < block->count; ++i)
        if (strcmp(block->items[i].tag, tag) == 0 && !*block->items[i].subject) {
            total += block->items[i].value_count;
            if (!first) first = &block->items[i];
        }
    annotation_value *values = arena_array(a, total, sizeof *values);
    size_t n = 0;
    for (size_t i = 0; i < block->count; ++i)
        if (strcmp(block->items[i].tag, tag) == 0 && !*block->items[i].subject)
            for (size_t k = 0; k < block->items[i].value_count; ++k) values[n++] = block->items[i].values[k];
    *count = total;
    if (found) *found = first;
    return values;
}
