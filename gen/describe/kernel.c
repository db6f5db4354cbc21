/* SPDX-License-Identifier: MIT */
#include "describe/kernel.h"

#include "library/kernel_tags.h"

#include <string.h>

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
    argument->type = to->kind == TYPE_VOID ? NULL : to->kind == TYPE_ATOMIC ? to->base : to;
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
    argument.qualified =
        t->qualifiers & QUALIFIER_RESTRICT ? type_spell(a, type_qualify(a, t, QUALIFIER_RESTRICT)) : argument.spelling;
    if (type_size(t->kind == TYPE_POINTER || t->kind == TYPE_PIPE ? t->base : t) > UINT32_MAX) {
        diagnose_error(d, argument.where, "the type of '%s' is larger than 4 GiB", argument.name);
        return argument;
    }
    if (t->kind == TYPE_POINTER) {
        describe_pointer(&argument, t->base);
    } else if (type_is_opaque(t)) {
        argument.kind = t->kind == TYPE_IMAGE  ? CLB_ARGUMENT_IMAGE
                        : t->kind == TYPE_PIPE ? CLB_ARGUMENT_PIPE
                                               : CLB_ARGUMENT_SAMPLER;
        argument.foreign = argument.kind == CLB_ARGUMENT_SAMPLER && t->kind != TYPE_SAMPLER;
        if (t->kind == TYPE_IMAGE) argument.image = t;
        if (t->kind == TYPE_PIPE) argument.size = (uint32_t)type_size(t->base);
        if (t->kind == TYPE_IMAGE || t->kind == TYPE_PIPE)
            argument.access = t->access == ACCESS_WRITE        ? CLB_ACCESS_OUT
                              : t->access == ACCESS_READ_WRITE ? CLB_ACCESS_IN_OUT
                                                               : CLB_ACCESS_IN;
        argument.type = NULL;
    } else {
        argument.kind = CLB_ARGUMENT_VALUE;
        argument.size = (uint32_t)type_size(t);
        argument.number = number_of(t);
    }
    return argument;
}

/* ---- expressions over parameters ---- */

/* The context in which names of a kernel's annotations are looked up. */
typedef struct naming {
    arena *arena;
    constant_table *constants;
    const declaration *declared;
    bundle_kernel *kernel;
} naming;

/* `p.n`: path is `n`. */
static bool find_member(const bundle_argument *argument, size_t index, const char *path, expression_operand *found,
                        const char **why)
{
    const type *t = argument->kind == CLB_ARGUMENT_VALUE ? argument->type : NULL;
    size_t offset = 0;
    for (;;) {
        size_t member_offset = 0;
        const size_t length = strcspn(path, ".");
        const bool structure = t && (t->kind == TYPE_STRUCT || t->kind == TYPE_UNION) && t->record->complete;
        const field *f = structure ? type_field(t->record, path, length, &member_offset) : NULL;
        *why = structure ? "names a member that the structure does not have"
                         : "asks for a member of something that is not a structure";
        if (!f) return false;
        t = f->type;
        offset += member_offset;
        if (!path[length]) break;
        path += length + 1;
    }
    *why = "is not an integer scalar; only those may appear in an expression";
    if (number_of(t) == CLB_NUMBER_NONE || index >= 1 << 24) return false;
    *found = (expression_operand){CLB_OP_MEMBER, CLB_MEMBER(index, offset, number_of(t))};
    return true;
}

static void note_constant(naming *in, const char *name, int64_t value)
{
    bundle_kernel *k = in->kernel;
    for (size_t i = 0; i < k->constant_count; ++i)
        if (strcmp(k->constants[i].name, name) == 0) return;
    k->constants =
        arena_reserve(in->arena, k->constants, k->constant_count, &k->constant_capacity, sizeof *k->constants);
    k->constants[k->constant_count++] = (bundle_constant){name, value};
}

static bool lookup(void *context, const char *name, expression_operand *found, const char **why)
{
    naming *in = context;
    const bundle_kernel *k = in->kernel;
    const size_t length = strcspn(name, ".");
    const size_t known = (uintptr_t)map_get(&k->by_name, name, length);
    if (known && name[length]) return find_member(&k->arguments[known - 1], known - 1, name + length + 1, found, why);
    if (known) {
        const bundle_argument *argument = &k->arguments[known - 1];
        *found = (expression_operand){CLB_OP_ARGUMENT, (int64_t)(known - 1)};
        *why = "is not an integer scalar; only those may appear in an expression";
        return argument->number != CLB_NUMBER_NONE;
    }
    const kernel_file *file = in->constants->unit->file;
    for (size_t i = 0; i < file->spec_constant_count; ++i) {
        if (strcmp(file->spec_constants[i].name, name) != 0) continue;
        *found = (expression_operand){CLB_OP_SPEC_CONSTANT, (int64_t)in->constants->spec_constants[i]};
        *why = "is not an integer constant";
        return file->spec_constants[i].type < CLB_CONSTANT_FLOAT;
    }
    *found = (expression_operand){CLB_OP_CONSTANT, 0};
    if (!name[length] && constant_find(in->constants, name, in->declared->first, &found->word, why)) {
        note_constant(in, name, found->word);
        return true;
    }
    if (name[length]) *why = "does not start with a parameter of the kernel";
    else if (!*why) *why = "is neither a parameter of the kernel nor a macro";
    return false;
}

/* One dimension for each extent. */
static void compile_extents(naming *in, bundle_argument *argument, const arg_tag *arg, code_list *code, diagnostics *d)
{
    arena *a = in->arena;
    const size_t count = arg->extent_count;
    const annotation_value *values = arg->extents;
    argument->column = arg->column;
    argument->dims = arena_array(a, count, sizeof *argument->dims);
    argument->dim_texts = arena_array(a, count, sizeof *argument->dim_texts);
    for (size_t i = 0; i < count; ++i) {
        argument->dims[i] = expression_compile(a, code, &values[i], lookup, in, d);
        argument->dim_texts[i] = values[i].text;
        if (!argument->dims[i]) return; /* an error that was reported */
    }
    annotation_value product = values[0];
    for (size_t i = 0; count > 1 && i < count; ++i)
        product.text =
            i ? arena_printf(a, "%s*(%s)", product.text, values[i].text) : arena_printf(a, "(%s)", values[i].text);
    argument->dim_count = count;
    argument->extent_text = product.text;
    argument->extent = count > 1 ? expression_compile(a, code, &product, lookup, in, d) : argument->dims[0];
}

/* How many extents a host array of pixels has; 0: the host has no such images. */
static size_t image_extents(image_kind kind)
{
    switch (kind) {
    case IMAGE_1D:
    case IMAGE_1D_BUFFER: return 1;
    case IMAGE_1D_ARRAY:
    case IMAGE_2D:
    case IMAGE_2D_DEPTH: return 2;
    case IMAGE_2D_ARRAY:
    case IMAGE_2D_ARRAY_DEPTH:
    case IMAGE_3D: return 3;
    default: return 0;
    }
}

static const type *pixel_type(pixel_number number)
{
    static const type_kind kinds[] = {TYPE_CHAR, TYPE_UCHAR, TYPE_SHORT, TYPE_USHORT,
                                      TYPE_INT,  TYPE_UINT,  TYPE_HALF,  TYPE_FLOAT};
    return type_basic(kinds[number]);
}

/* An image: the format, and as dimensions the extents and the numbers of a pixel. */
static void apply_image_arg(naming *in, bundle_argument *argument, const annotation *tag, arg_tag *arg, code_list *code,
                            diagnostics *d)
{
    static const char *const access[] = {"", "in", "out", "inout"};
    const image_format *format = &arg->format;
    const size_t extents = image_extents(argument->image->image);
    const image_kind kind = argument->image->image;
    const bool depth = kind == IMAGE_2D_DEPTH || kind == IMAGE_2D_ARRAY_DEPTH;
    if (arg->access != argument->access)
        diagnose_error(d, tag->where, "'@arg %s': the kernel's '%s' is '%s'; write that", argument->name,
                       argument->spelling, access[argument->access]);
    else if (!format->order || !extents)
        diagnose_error(d, tag->where,
                       extents
                           ? "'@arg %s' is an image: write `%s ORDER TYPE EXTENT, ...`, such as `%s RGBA UNORM_INT8 "
                             "height, width`"
                           : "'@arg %s': host memory cannot be such an image; leave the tag out",
                       argument->name, access[argument->access], access[argument->access]);
    else if (depth != (format->order == CLB_ORDER_DEPTH))
        diagnose_error(d, tag->where, "'@arg %s': the order DEPTH goes with image2d_depth_t and image2d_array_depth_t",
                       argument->name);
    else if (arg->extent_count != extents || arg->column)
        diagnose_error(d, tag->where, "'@arg %s': this image has %zu extent%s: %s", argument->name, extents,
                       extents > 1 ? "s" : "",
                       extents == 1   ? "its width"
                       : extents == 2 ? "rows (or layers), and pixels of a row"
                                      : "slices (or layers), rows, and pixels of a row");
    else {
        const bool several = format->numbers > 1;
        annotation_value *values = arena_array(in->arena, extents + 1, sizeof *values);
        memcpy(values, arg->extents, extents * sizeof *values);
        values[extents] = (annotation_value){arena_printf(in->arena, "%u", (unsigned)format->numbers), tag->where};
        arg->extents = values;
        arg->extent_count = extents + several;
        compile_extents(in, argument, arg, code, d);
        argument->extent = 0; /* that of a pointer */
        argument->type = pixel_type(format->number);
        argument->size = CLB_IMAGE_FORMAT(format->order, format->type);
        argument->format = arg->format_text;
    }
}

/* Applies the one `@arg` of this parameter. */
static void apply_arg(naming *in, bundle_argument *argument, const annotation *tag, code_list *code, diagnostics *d)
{
    arg_tag arg;
    if (!kernel_tags_read_arg(in->arena, tag, &arg, d)) return;
    const bool local = arg.access == CLB_ACCESS_NONE;
    if (argument->image && !local) {
        apply_image_arg(in, argument, tag, &arg, code, d);
        return;
    }
    if (arg.format.order) {
        diagnose_error(d, tag->where, "'@arg %s' has the format of an image, but the parameter is none",
                       argument->name);
        return;
    }
    if (local ? argument->kind != CLB_ARGUMENT_LOCAL
              : argument->kind != CLB_ARGUMENT_GLOBAL && argument->kind != CLB_ARGUMENT_CONSTANT) {
        diagnose_error(d, tag->where, "'@arg %s': the parameter is not a %s pointer", argument->name,
                       local ? "__local" : "__global or __constant");
        return;
    }
    if (arg.access != CLB_ACCESS_IN && argument->access == CLB_ACCESS_IN) {
        diagnose_error(d, tag->where, "'@arg %s' is an output, but the kernel's pointer is to const", argument->name);
        return;
    }
    argument->access = arg.access;
    if (!arg.extent_count) return;
    if (local) {
        argument->extent_text = arg.extents[0].text;
        argument->extent = expression_compile(in->arena, code, &arg.extents[0], lookup, in, d);
    } else {
        compile_extents(in, argument, &arg, code, d);
    }
}

static void apply_range(naming *in, const kernel_tags *tags, code_list *code, diagnostics *d)
{
    arena *a = in->arena;
    bundle_kernel *k = in->kernel;
    const annotation *const range = kernel_tags_last(tags, "range", "");
    const annotation *const all[] = {range, kernel_tags_last(tags, "local", ""),
                                     kernel_tags_last(tags, "gpu_range", "")};
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
            starts[n][i] = expression_compile(a, code, &tag->values[i], lookup, in, d);
            *texts[n] = *texts[n] ? arena_printf(a, "%s, %s", *texts[n], tag->values[i].text) : tag->values[i].text;
        }
        if (!range)
            diagnose_error(d, tag->where, "'@%s' needs a '@range': without one, the caller states both", tag->tag);
        else if (tag->value_count != range->value_count)
            diagnose_error(d, tag->where, "'@%s' has %zu expressions and '@range' %zu: both need the same number",
                           tag->tag, tag->value_count, range->value_count);
    }
}

/* ---- classes of devices ---- */

static void apply_local_of_class(naming *in, const annotation *tag, uint32_t classes, code_list *code, diagnostics *d)
{
    arena *a = in->arena;
    bundle_kernel *k = in->kernel;
    bundle_local *l = &k->locals[k->local_count];
    *l = (bundle_local){.classes = classes, .word = tag->subject};
    if (tag->value_count < 1 || tag->value_count > 3 ||
        (k->range_dimensions && tag->value_count != k->range_dimensions)) {
        diagnose_error(d, tag->where, "'@local %s' needs the same number of expressions as '@range', one to three",
                       tag->subject);
        return;
    }
    if (!k->range_dimensions) {
        diagnose_error(d, tag->where, "'@local %s' needs a '@range': without one, the caller states both",
                       tag->subject);
        return;
    }
    for (size_t i = 0; i < tag->value_count; ++i) {
        l->size[i] = expression_compile(a, code, &tag->values[i], lookup, in, d);
        l->text = l->text ? arena_printf(a, "%s, %s", l->text, tag->values[i].text) : tag->values[i].text;
    }
    ++k->local_count;
}

/* `@local CLASS: EXPR, ...`: the last one of each class counts. If the kernel has a `@local` of its own, of any
 * class, those at the head of the file apply only to the other kernels. */
static void apply_locals(naming *in, const kernel_tags *tags, code_list *code, diagnostics *d)
{
    in->kernel->locals = arena_array(in->arena, DEVICE_CLASSES, sizeof *in->kernel->locals);
    kernel_tags_check_classes(tags, d);
    bool own = false;
    for (size_t i = 0; tags->own && i < tags->own->count; ++i)
        own = own || strcmp(tags->own->items[i].tag, "local") == 0;
    const kernel_tags used = {own ? NULL : tags->head, tags->own};
    for (size_t i = 0; i < DEVICE_CLASSES; ++i) {
        const annotation *tag = kernel_tags_last(&used, "local", device_classes[i].word);
        if (tag) apply_local_of_class(in, tag, device_classes[i].classes, code, d);
    }
}

/* ---- variants ---- */

static void apply_variant(naming *in, const annotation *tag, bundle_variant *v, code_list *code, diagnostics *d)
{
    variant_tag read;
    const bool fine = kernel_tags_read_variant(in->arena, tag, &read, d);
    *v = (bundle_variant){
        .of = read.of, .where = tag->where, .classes = read.classes, .words = read.words, .text = read.condition.text};
    if (*v->of && !in->kernel->range_dimensions)
        diagnose_error(d, tag->where, "'@variant' needs a '@range': callers of '%s' state none for '%s'", v->of,
                       in->kernel->name);
    if (fine && v->text) v->condition = expression_compile_condition(in->arena, code, &read.condition, lookup, in, d);
}

static void apply_variants(naming *in, const kernel_tags *tags, code_list *code, diagnostics *d)
{
    bundle_kernel *k = in->kernel;
    const annotation_block *const blocks[] = {tags->own, tags->head};
    for (size_t count = 0, pass = 0; pass < 2; ++pass) {
        if (pass) k->variants = arena_array(in->arena, count, sizeof *k->variants);
        for (size_t b = 0; b < 2; ++b)
            for (size_t i = 0; blocks[b] && i < blocks[b]->count; ++i) {
                if (strcmp(blocks[b]->items[i].tag, "variant") != 0) continue;
                if (pass) apply_variant(in, &blocks[b]->items[i], &k->variants[k->variant_count++], code, d);
                else ++count;
            }
    }
}

/* `@split: N[, alone]`; split.h computes what it means for the arguments. It belongs to a range: that of the head
 * does not apply to a kernel with a @range of its own. */
static void apply_split(naming *in, const kernel_tags *tags, diagnostics *d)
{
    bundle_kernel *k = in->kernel;
    const kernel_tags own = {NULL, tags->own};
    const bool has_range = tags->own && kernel_tags_last(&own, "range", "");
    const annotation *tag = kernel_tags_last(has_range ? &own : tags, "split", "");
    if (!tag) return;
    bool alone = false;
    if (!kernel_tags_read_split(tag, &alone, d)) return;
    const annotation_value *value = &tag->values[0];
    const size_t known = (uintptr_t)map_gets(&k->by_name, value->text);
    if (!known) {
        diagnose_error(d, value->where, "the kernel '%s' has no parameter '%s'", k->name, value->text);
    } else if (k->arguments[known - 1].number == CLB_NUMBER_NONE) {
        diagnose_error(d, value->where, "'@split' is given '%s', which is no integer scalar", value->text);
    } else {
        k->split_tag = tag;
        k->split = known;
        k->split_alone = alone;
    }
}

/* ---- comments ---- */

/* The text of line number `line`, counted from 0, without the blanks around it. */
static const char *text_of_line(const source *s, size_t line, size_t *length)
{
    const char *begin = s->text + s->lines[line], *end = begin + strcspn(begin, "\r\n");
    begin += strspn(begin, " \t");
    if (begin > end) begin = end;
    while (end > begin && (end[-1] == ' ' || end[-1] == '\t')) --end;
    *length = (size_t)(end - begin);
    return begin;
}

static bool has_pair(const char *text, size_t length, const char *pair)
{
    for (size_t i = 0; i + 1 < length; ++i)
        if (text[i] == pair[0] && text[i + 1] == pair[1]) return true;
    return false;
}

/* The first line of the comment that ends directly above line `below`: `//` lines, or one block without code beside
 * it. `below` if there is none. */
static size_t first_of_comment(const source *s, size_t below)
{
    size_t line = below, length = 0;
    const char *text = below ? text_of_line(s, below - 1, &length) : "";
    const bool block = length > 1 && memcmp(text + length - 2, "*/", 2) == 0;
    while (block && line > 0) {
        text = text_of_line(s, --line, &length);
        const size_t inner = line == below - 1 ? length - 2 : length;
        if (has_pair(text, inner, "*/")) return below;
        if (has_pair(text, inner, "/*")) return memcmp(text, "/*", 2) == 0 ? line : below;
    }
    if (block) return below;
    for (; line > 0; --line) {
        text = text_of_line(s, line - 1, &length);
        if (length < 2 || memcmp(text, "//", 2) != 0) break;
    }
    return line;
}

/* The comment directly above the kernel, without annotations and licences. A file's head comment describes the file:
 * it is the kernel's only if it stands directly above the kernel. */
static const char *find_comment(arena *a, const unit *u, const declaration *declared)
{
    const token *first = &u->text.tokens[declared->first];
    const source *s = first->site.source;
    buffer out = {0};
    if (s != u->file->source) return "";
    const size_t below = source_position(s, first->site.offset).line - 1; /* index of the kernel's own line */
    for (size_t line = first_of_comment(s, below); line < below; ++line) {
        size_t length = 0;
        const char *text = text_of_line(s, line, &length);
        if (length > 1 && memcmp(text + length - 2, "*/", 2) == 0) length -= 2;
        while (length && strchr("/*!", *text)) ++text, --length;
        while (length && (*text == ' ' || *text == '\t')) ++text, --length;
        while (length && strchr(" \t*", text[length - 1])) --length;
        const char *own = arena_strndup(a, text, length);
        if (*own == '@' || strstr(own, "SPDX-License-Identifier")) continue;
        if (out.length) buffer_addc(&out, '\n');
        buffer_adds(&out, own);
    }
    while (out.length && out.text[out.length - 1] == '\n') --out.length;
    const char *comment = out.length ? arena_strndup(a, out.text, out.length) : "";
    buffer_free(&out);
    return comment;
}

/* CLB_KERNEL_SUB_GROUP_...; 0: none is stated, or it is no size that a device has. */
static uint32_t sub_group_flags(uint64_t size)
{
    for (uint32_t n = 0; n < 15; ++n)
        if (size == UINT64_C(1) << n) return (n + 1) << CLB_KERNEL_SUB_GROUP_SHIFT;
    return 0;
}

/* ---- the kernel ---- */

bundle_kernel kernel_describe(arena *a, constant_table *constants, const declaration *declared, code_list *code,
                              diagnostics *d)
{
    const unit *u = constants->unit;
    const symbol *s = declared->symbol;
    bundle_kernel k = {.name = s->name, .function = s->name, .where = declared->token->where};
    for (const char *c = s->name; *c; ++c)
        if ((unsigned char)*c >= 0x80) {
            diagnose_error(d, k.where, "the kernel's name '%s' becomes part of a C identifier: use ASCII letters only",
                           s->name);
            break;
        }
    k.comment = find_comment(a, u, declared);
    k.file_comment = u->file->annotations.comment;
    k.arguments = arena_array(a, s->parameter_count, sizeof *k.arguments);
    for (size_t i = 0; i < s->parameter_count; ++i)
        k.arguments[k.argument_count++] = describe_parameter(a, s->parameters[i], d);
    k.by_name.arena = a;
    for (size_t i = k.argument_count; i > 0; --i) *map_ats(&k.by_name, k.arguments[i - 1].name) = (void *)(uintptr_t)i;
    k.flags |= sub_group_flags(s->attributes.sub_group_size);
    if (s->attributes.has_reqd_size)
        for (size_t i = 0; i < 3; ++i) k.required_local[i] = (uint32_t)s->attributes.reqd_size[i];

    const kernel_tags tags =
        kernel_tags_find(&u->file->annotations, u->file->source, u->text.tokens[declared->first].site);
    naming in = {a, constants, declared, &k};
    /* The last annotation of each parameter counts, and the kernel's own before the head's. */
    const annotation **of = arena_array(a, k.argument_count, sizeof *of);
    const annotation_block *const blocks[] = {tags.head, tags.own};
    for (size_t b = 0; b < 2; ++b)
        for (size_t i = 0; blocks[b] && i < blocks[b]->count; ++i) {
            const annotation *tag = &blocks[b]->items[i];
            const size_t known = strcmp(tag->tag, "arg") == 0 ? (uintptr_t)map_gets(&k.by_name, tag->subject) : 0;
            if (known) of[known - 1] = tag;
        }
    for (size_t i = 0; i < k.argument_count; ++i)
        if (of[i]) apply_arg(&in, &k.arguments[i], of[i], code, d);
    for (size_t i = 0; tags.own && i < tags.own->count; ++i) {
        const annotation *tag = &tags.own->items[i];
        if (strcmp(tag->tag, "arg") == 0 && !map_gets(&k.by_name, tag->subject))
            diagnose_error(d, tag->subject_where, "the kernel '%s' has no parameter '%s'", k.name, tag->subject);
    }
    apply_range(&in, &tags, code, d);
    apply_locals(&in, &tags, code, d);
    apply_variants(&in, &tags, code, d);
    apply_split(&in, &tags, d);
    return k;
}

bool kernel_is_for_drivers(const bundle_kernel *k)
{
    uint32_t classes = 0;
    for (size_t i = 0; i < k->variant_count; ++i) classes |= k->variants[i].classes;
    return classes && !(classes & CLB_CLASS_NATIVE);
}

void kernel_check_head(const unit *u, const bundle_kernel *kernels, size_t count, diagnostics *d)
{
    const annotation_block *head = &u->file->annotations.blocks[0];
    map known = {.arena = u->items.names.arena};
    for (size_t k = 0; k < count; ++k)
        for (size_t n = 0; n < kernels[k].argument_count; ++n) *map_ats(&known, kernels[k].arguments[n].name) = &known;
    for (size_t i = 0; i < head->count; ++i) {
        const annotation *tag = &head->items[i];
        if (strcmp(tag->tag, "arg") != 0) continue;
        if (!map_gets(&known, tag->subject))
            diagnose_error(d, tag->subject_where, "no kernel of this file has a parameter '%s'", tag->subject);
    }
}

/* The first line of a kernel's definition in its file; 0: another file or a macro holds it. */
static size_t line_of(const unit *u, const declaration *declared)
{
    const token *first = &u->text.tokens[declared->first];
    return first->site.source == u->file->source ? source_position(first->site.source, first->site.offset).line : 0;
}

static void warn_of_block(const annotation_block *block, const declaration *declared, bool inside, diagnostics *d)
{
    for (size_t i = 0; i < block->count; ++i) {
        const annotation *tag = &block->items[i];
        if (!annotation_is_known(tag->tag)) continue;
        if (strcmp(tag->tag, "constant") == 0) {
            diagnose_error(d, tag->where,
                           "'@constant' is %s '%s': move it to the top of the file, or directly above a kernel",
                           inside ? "in the body of" : "above", declared->name);
            return;
        }
        diagnose_warning(
            d, tag->where,
            "'@%s' is %s '%s'%s and is ignored; move it to the top of the file, or directly above a kernel", tag->tag,
            inside ? "in the body of" : "above", declared->name, inside ? "" : ", which is not a kernel");
        return;
    }
}

void kernel_check_blocks(const unit *u, const bundle_kernel *kernels, size_t count, diagnostics *d)
{
    const annotations *all = &u->file->annotations;
    const source *s = u->file->source;
    map known = {.arena = u->items.names.arena};
    for (size_t i = 0; i < count; ++i) *map_ats(&known, kernels[i].name) = &known;
    size_t n = 1; /* both lists are in the file's order */
    for (size_t i = 0; i < u->syntax.declaration_count && n < all->count; ++i) {
        const declaration *declared = &u->syntax.declarations[i];
        const token *first = &u->text.tokens[declared->first], *last = &u->text.tokens[declared->end - 1];
        if (first->site.source != s || last->site.source != s) continue;
        while (n < all->count && all->blocks[n].below < first->site.offset) ++n;
        for (; n < all->count && all->blocks[n].below < last->site_end; ++n) {
            const size_t line = source_position(s, all->blocks[n].below).line;
            const bool above = line == line_of(u, declared);
            if (!above || !map_gets(&known, declared->name)) warn_of_block(&all->blocks[n], declared, !above, d);
        }
    }
}
