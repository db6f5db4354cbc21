#include "program/kernel.h"

#include <string.h>

/* ---- annotations of one kernel ---- */

typedef struct kernel_tags {
    const annotation_block *head, *own; /* own: directly above the kernel, or NULL */
} kernel_tags;

static kernel_tags find_tags(const unit *u, const declaration *declared)
{
    const annotations *all = &u->file->annotations;
    const token *first = &u->text.tokens[declared->first];
    kernel_tags tags = {&all->blocks[0], NULL};
    if (first->site.source != u->file->source) return tags;
    const size_t line = source_position(first->site.source, first->site.offset).line;
    for (size_t i = 1; i < all->count; ++i)
        if (source_position(first->site.source, all->blocks[i].below).line == line) tags.own = &all->blocks[i];
    return tags;
}

/* The last annotation with that tag and subject, the kernel's own before the head's. */
static const annotation *find_tag(const kernel_tags *tags, const char *tag, const char *subject)
{
    const annotation_block *blocks[] = {tags->own, tags->head};
    for (size_t b = 0; b < 2; ++b)
        for (size_t i = blocks[b] ? blocks[b]->count : 0; i > 0; --i) {
            const annotation *it = &blocks[b]->items[i - 1];
            if (strcmp(it->tag, tag) == 0 && strcmp(it->subject, subject) == 0) return it;
        }
    return NULL;
}

/* ---- parameters ---- */

static clb_number number_of(const type *t)
{
    switch (t->kind) {
    case TYPE_CHAR: return CLB_NUMBER_I8;
    case TYPE_UCHAR: return CLB_NUMBER_U8;
    case TYPE_SHORT: return CLB_NUMBER_I16;
    case TYPE_USHORT: return CLB_NUMBER_U16;
    case TYPE_INT:
    case TYPE_ENUM: return CLB_NUMBER_I32;
    case TYPE_UINT: return CLB_NUMBER_U32;
    case TYPE_LONG: return CLB_NUMBER_I64;
    case TYPE_ULONG: return CLB_NUMBER_U64;
    default: return CLB_NUMBER_NONE;
    }
}

static void describe_pointer(bundle_argument *argument, const type *to)
{
    argument->kind = to->space == SPACE_LOCAL      ? CLB_ARGUMENT_LOCAL
                     : to->space == SPACE_CONSTANT ? CLB_ARGUMENT_CONSTANT
                                                   : CLB_ARGUMENT_GLOBAL;
    argument->type = to->kind == TYPE_VOID ? NULL : to;
    const size_t size = type_size(to);
    argument->size = size ? (uint32_t)size : 1;
    if (argument->kind == CLB_ARGUMENT_LOCAL) return;
    const bool constant = to->space == SPACE_CONSTANT || (type_qualifiers(to) & QUALIFIER_CONST);
    argument->access = constant ? CLB_ACCESS_IN : CLB_ACCESS_IN_OUT;
}

static bundle_argument describe_parameter(arena *a, const symbol *parameter, diagnostics *d)
{
    const type *t = parameter->type;
    bundle_argument argument = {.name = parameter->name, .type = t, .where = parameter->token->where};
    argument.spelling = type_spell(a, type_qualify(a, t, 0));
    if (!*argument.name) diagnose_error(d, argument.where, "a kernel's parameter needs a name");
    if (type_size(t->kind == TYPE_POINTER ? t->base : t) > UINT32_MAX) {
        diagnose_error(d, argument.where, "the type of '%s' is larger than 4 GiB", argument.name);
        return argument;
    }
    if (t->kind == TYPE_POINTER) {
        describe_pointer(&argument, t->base);
    } else if (t->kind == TYPE_IMAGE || t->kind == TYPE_SAMPLER) {
        argument.kind = t->kind == TYPE_IMAGE ? CLB_ARGUMENT_IMAGE : CLB_ARGUMENT_SAMPLER;
        argument.type = NULL;
    } else {
        argument.kind = CLB_ARGUMENT_VALUE;
        argument.size = (uint32_t)type_size(t);
        argument.number = number_of(t);
    }
    return argument;
}

/* ---- expressions over parameters ---- */

static long lookup_scalar(void *context, const char *name, const char **why)
{
    const bundle_kernel *k = context;
    for (size_t i = 0; i < k->argument_count; ++i) {
        if (strcmp(k->arguments[i].name, name) != 0) continue;
        if (k->arguments[i].number != CLB_NUMBER_NONE) return (long)i;
        *why = "is no integer scalar: only those can stand in an expression";
        return -1;
    }
    *why = "is no parameter of the kernel";
    return -1;
}

/* `in|out|inout [EXTENT]` of the one annotation for this parameter. */
static void read_arg(arena *a, bundle_kernel *k, bundle_argument *argument, const annotation *tag, code_list *code,
                     diagnostics *d)
{
    static const struct {
        const char *word;
        clb_access access;
    } words[] = {{"inout", CLB_ACCESS_IN_OUT}, {"in", CLB_ACCESS_IN}, {"out", CLB_ACCESS_OUT}};
    if (tag->value_count != 1) {
        diagnose_error(d, tag->where, "write `// @arg %s: in|out|inout [EXTENT]`", argument->name);
        return;
    }
    annotation_value value = tag->values[0];
    clb_access access = CLB_ACCESS_NONE;
    for (size_t i = 0; i < sizeof words / sizeof *words && !access; ++i) {
        const size_t length = strlen(words[i].word);
        const char behind = strncmp(value.text, words[i].word, length) == 0 ? value.text[length] : 'x';
        if (behind != '\0' && behind != ' ' && behind != '\t') continue;
        access = words[i].access;
        const size_t skipped = length + strspn(value.text + length, " \t");
        value.text += skipped;
        value.where.offset += skipped;
    }
    if (!access) {
        diagnose_error(d, value.where, "expected 'in', 'out' or 'inout' before '%s'", value.text);
        return;
    }
    if (argument->kind != CLB_ARGUMENT_GLOBAL && argument->kind != CLB_ARGUMENT_CONSTANT) {
        diagnose_error(d, tag->where, "'@arg %s': the parameter is no __global or __constant pointer", argument->name);
        return;
    }
    if (access != CLB_ACCESS_IN && argument->access == CLB_ACCESS_IN) {
        diagnose_error(d, tag->where, "'@arg %s' is written, but the kernel's pointer is to const", argument->name);
        return;
    }
    argument->access = access;
    if (!*value.text) return;
    argument->extent_text = value.text;
    argument->extent = expression_compile(a, code, &value, lookup_scalar, k, d);
}

static void read_range(arena *a, bundle_kernel *k, const kernel_tags *tags, code_list *code, diagnostics *d)
{
    const annotation *const range = find_tag(tags, "range", "");
    const annotation *const all[] = {range, find_tag(tags, "local", ""), find_tag(tags, "gpu_range", "")};
    uint32_t *const starts[] = {k->range, k->local, k->gpu_range};
    const char **const texts[] = {&k->range_text, &k->local_text, &k->gpu_range_text};
    if (range) k->range_dimensions = (uint32_t)range->value_count;
    for (size_t n = 0; n < sizeof all / sizeof *all; ++n) {
        const annotation *const tag = all[n];
        if (!tag) continue;
        if (tag->value_count < 1 || tag->value_count > 3) {
            diagnose_error(d, tag->where, "'@%s' takes one to three expressions", tag->tag);
            return;
        }
        for (size_t i = 0; i < tag->value_count; ++i) {
            starts[n][i] = expression_compile(a, code, &tag->values[i], lookup_scalar, k, d);
            *texts[n] = *texts[n] ? arena_printf(a, "%s, %s", *texts[n], tag->values[i].text) : tag->values[i].text;
        }
        if (!range)
            diagnose_error(d, tag->where, "'@%s' needs a '@range': without one, the caller states both", tag->tag);
        else if (tag->value_count != range->value_count)
            diagnose_error(d, tag->where, "'@%s' has %zu expressions and '@range' %zu: they must be as many", tag->tag,
                           tag->value_count, range->value_count);
    }
}

/* ---- comments ---- */

/* The `//` lines directly above the kernel that are no annotations; the file's head comment where there are none. */
static const char *find_comment(arena *a, const unit *u, const declaration *declared)
{
    const token *first = &u->text.tokens[declared->first];
    const source *s = first->site.source;
    const char *text = "";
    if (s == u->file->source) {
        for (size_t line = source_position(s, first->site.offset).line - 1; line > 0; --line) {
            const char *begin = s->text + s->lines[line - 1], *end = strchr(begin, '\n');
            begin += strspn(begin, " \t");
            if (!end || end - begin < 2 || begin[0] != '/' || begin[1] != '/') break;
            begin += 2 + strspn(begin + 2, " \t");
            if (begin > end) begin = end;
            if (*begin == '@') continue;
            const char *own = arena_strndup(a, begin, (size_t)(end - begin));
            if (strstr(own, "SPDX-License-Identifier")) continue;
            text = *text ? arena_printf(a, "%s\n%s", own, text) : own;
        }
    }
    return *text ? text : u->file->annotations.comment;
}

/* ---- the kernel ---- */

bundle_kernel kernel_describe(arena *a, const unit *u, const declaration *declared, code_list *code, diagnostics *d)
{
    const symbol *s = declared->symbol;
    bundle_kernel k = {.name = s->name, .where = declared->token->where};
    for (const char *c = s->name; *c; ++c)
        if ((unsigned char)*c >= 0x80) {
            diagnose_error(d, k.where, "the kernel's name '%s' becomes part of a C identifier: use ASCII letters only",
                           s->name);
            break;
        }
    k.comment = find_comment(a, u, declared);
    k.arguments = arena_array(a, s->parameter_count, sizeof *k.arguments);
    for (size_t i = 0; i < s->parameter_count; ++i)
        k.arguments[k.argument_count++] = describe_parameter(a, s->parameters[i], d);
    if (s->attributes.has_reqd_size)
        for (size_t i = 0; i < 3; ++i) k.required_local[i] = (uint32_t)s->attributes.reqd_size[i];

    const kernel_tags tags = find_tags(u, declared);
    for (size_t i = 0; i < k.argument_count; ++i) {
        const annotation *tag = find_tag(&tags, "arg", k.arguments[i].name);
        if (tag) read_arg(a, &k, &k.arguments[i], tag, code, d);
    }
    for (size_t i = 0; tags.own && i < tags.own->count; ++i) {
        const annotation *tag = &tags.own->items[i];
        bool known = strcmp(tag->tag, "arg") != 0;
        for (size_t n = 0; n < k.argument_count && !known; ++n) known = strcmp(k.arguments[n].name, tag->subject) == 0;
        if (!known)
            diagnose_error(d, tag->subject_where, "the kernel '%s' has no parameter '%s'", k.name, tag->subject);
    }
    read_range(a, &k, &tags, code, d);
    return k;
}

void kernel_check_head(const unit *u, const bundle_kernel *kernels, size_t count, diagnostics *d)
{
    const annotation_block *head = &u->file->annotations.blocks[0];
    for (size_t i = 0; i < head->count; ++i) {
        const annotation *tag = &head->items[i];
        if (strcmp(tag->tag, "arg") != 0) continue;
        bool known = false;
        for (size_t k = 0; k < count && !known; ++k)
            for (size_t n = 0; n < kernels[k].argument_count && !known; ++n)
                known = strcmp(kernels[k].arguments[n].name, tag->subject) == 0;
        if (!known)
            diagnose_error(d, tag->subject_where, "no kernel of this file has a parameter '%s'", tag->subject);
    }
}
