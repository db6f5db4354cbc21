/* SPDX-License-Identifier: MIT */
#include "emit/native.h"

#include "base/escape.h"
#include "emit/emit.h"
#include "emit/lines.h"
#include "describe/kernel.h"
#include "clc/facts.h"
#include "cgen/translate.h"
#include "cgen/provide.h"
#include "cgen/variables.h"

#include <stdlib.h>
#include <string.h>

struct native_output {
    native_text text;
    map kernels;         /* name, '#' and program -> native_kernel */
    buffer *explanation; /* or NULL */
    bool headless;       /* no NAME.h declares the bundle */
    map versions;        /* name, '#', program, '#' and version -> native_kernel */
    map variables;       /* program, or program, '#' and version -> native_variables */
    map without_fp16;    /* name, '#' and program -> why the kernel has no version for devices with cl_khr_fp16 */
};

native_output *native_start(arena *a, const char *name, bool lines, bool checked, buffer *explanation)
{
    native_output *n = ARENA_NEW(a, native_output);
    n->text = write_start(a, name);
    n->text.says_lines = lines;
    n->explanation = explanation;
    n->text.checked = checked;
    n->kernels.arena = n->versions.arena = n->variables.arena = n->without_fp16.arena = a;
    return n;
}

void native_without_header(native_output *n)
{
    n->headless = true;
}

static void free_text(native_text *text)
{
    buffer_free(&text->types);
    buffer_free(&text->constants);
    buffer_free(&text->functions);
    variables_free(text);
}

void native_drop(native_output *n)
{
    free_text(&n->text);
}

bool native_has_variables(const native_output *n)
{
    return n->text.variables_count > 0;
}

/* One program while it is translated. */
static native_program start_program(arena *a, native_text *text, native_variables *variables)
{
    return (native_program){.arena = a,
                            .text = text,
                            .number = ++text->programs,
                            .variables = variables,
                            .stored = {.arena = a},
                            .constants = {.arena = a},
                            .lowered = {.arena = a},
                            .functions = {.arena = a},
                            .enqueued = {.known = {.arena = a}},
                            .records = {.arena = a}};
}

/* The variables of a program of the bundle, or of its version with other listed constants. */
static native_variables *variables_of(native_output *n, const char *program)
{
    void **at = map_ats(&n->variables, program);
    if (!*at) *at = variables_start(&n->text);
    return *at;
}

/* A copy that outlives the program's arena. */
static native_kernel *lower_kept(native_output *n, native_program *p, symbol *kernel)
{
    native_kernel *k = ARENA_NEW(n->text.arena, native_kernel);
    if (kernel->is_for_drivers) {
        k->reason = "it is a variant for OpenCL drivers only";
    } else {
        facts_find(p->arena, kernel);
        translate_kernel(p, kernel, k, n->explanation);
        k->little_endian = kernel->asks_byte_order;
    }
    k->name = arena_strndup(n->text.arena, kernel->name, strlen(kernel->name));
    if (k->reason) k->reason = arena_strndup(n->text.arena, k->reason, strlen(k->reason));
    return k;
}

/* Option sets make several programs with kernels of one name. */
static const char *key_of(const native_output *n, const char *name, uint32_t program)
{
    return arena_printf(n->text.arena, "%s#%u", name, (unsigned)program);
}

static const native_kernel *find_kernel(const native_output *n, const bundle_kernel *k)
{
    return map_gets(&n->kernels, key_of(n, k->function, k->program));
}

void native_add_program(void *context, arena *a, const parsed *program, uint32_t number)
{
    native_output *n = context;
    native_program p = start_program(a, &n->text, variables_of(n, arena_printf(n->text.arena, "%u", (unsigned)number)));
    for (size_t i = 0; i < program->function_count; ++i) {
        symbol *f = program->functions[i];
        if (!f->is_kernel || map_gets(&n->kernels, key_of(n, f->name, number))) continue;
        *map_ats(&n->kernels, key_of(n, f->name, number)) = lower_kept(n, &p, f);
    }
}

void native_add_version(native_output *n, arena *a, const kernel_version *version)
{
    const char *program = arena_printf(n->text.arena, "%u#%zu", (unsigned)version->program, version->number);
    native_program p = start_program(a, &n->text, variables_of(n, program));
    native_kernel *k = version->kernel ? lower_kept(n, &p, version->kernel) : ARENA_NEW(n->text.arena, native_kernel);
    if (!version->kernel)
        *k = (native_kernel){.name = version->name,
                             .reason = arena_strndup(n->text.arena, version->problem, strlen(version->problem))};
    const char *key = key_of(n, version->name, version->program);
    *map_ats(&n->versions, arena_printf(n->text.arena, "%s#%zu", key, version->number)) = k;
}

/* A line of the table. */
typedef struct table_line {
    const native_kernel *k; /* or NULL */
    const bundle_kernel *kernel;
    bool version;
} table_line;

/* A line for each kernel, followed by one for each version of kernels with versions. */
static table_line *list_lines(const native_output *native, const bundle *b, size_t *count)
{
    arena *a = native->text.arena;
    size_t total = b->kernel_count;
    for (size_t i = 0; i < b->kernel_count; ++i) total += b->kernels[i].version_count;
    table_line *lines = arena_array(a, total, sizeof *lines);
    *count = 0;
    for (size_t i = 0; i < b->kernel_count; ++i)
        lines[(*count)++] = (table_line){find_kernel(native, &b->kernels[i]), &b->kernels[i], false};
    for (size_t i = 0; i < b->kernel_count; ++i)
        for (size_t v = 0; v < b->kernels[i].version_count; ++v) {
            const native_kernel *version =
                map_gets(&native->versions,
                         arena_printf(a, "%s#%zu", key_of(native, b->kernels[i].function, b->kernels[i].program), v));
            lines[(*count)++] = (table_line){version ? version : lines[i].k, &b->kernels[i], true};
        }
    return lines;
}

void native_settle(const native_output *native, bundle *b)
{
    for (size_t i = 0; i < b->kernel_count; ++i) {
        const native_kernel *k = find_kernel(native, &b->kernels[i]);
        b->kernels[i].native = k && !k->reason;
        if (k && !k->reason && k->waits) b->kernels[i].flags |= CLB_KERNEL_WAITS;
    }
    for (size_t i = 0; i < b->front_count; ++i) {
        const native_kernel *k = find_kernel(native, &b->fronts[i]);
        b->fronts[i].native = k && !k->reason;
    }
}

void native_add_fp16_kernel(native_output *n, arena *a, const char *name, uint32_t program, symbol *kernel,
                            const char *problem)
{
    const char *key = key_of(n, name, program);
    if (map_gets(&n->kernels, key)) return;
    if (kernel) {
        native_program p =
            start_program(a, &n->text, variables_of(n, arena_printf(n->text.arena, "%u", (unsigned)program)));
        native_kernel *k = lower_kept(n, &p, kernel);
        if (!k->reason) {
            *map_ats(&n->kernels, key) = k;
            return;
        }
        problem = k->reason;
    }
    arena *kept = n->text.arena;
    *map_ats(&n->without_fp16, key) = arena_strndup(kept, problem, strlen(problem));
}

void native_dump_program(void *context, arena *a, const parsed *program, uint32_t number)
{
    (void)number;
    native_dump *d = context;
    native_text text = write_start(a, "program");
    native_program p = start_program(a, &text, variables_start(&text));
    for (size_t i = 0; i < program->function_count; ++i) {
        if (!program->functions[i]->is_kernel) continue;
        facts_find(a, program->functions[i]);
        translate_dump(&p, program->functions[i], d->pass, &d->out);
    }
    free_text(&text);
}

bool native_has_dump(const char *pass)
{
    return translate_has_dump(pass);
}
const char *native_dump_names(arena *a)
{
    return translate_dump_names(a);
}

/* ---- the file ---- */

#define NAME(name, suffix, text) text,
#define SUFFIX(name, suffix, text) suffix,
static const char *const level_names[NATIVE_LEVELS] = {CLB_NATIVE_LEVEL_LIST(NAME)};
const char *const native_suffixes[NATIVE_LEVELS] = {CLB_NATIVE_LEVEL_LIST(SUFFIX)};
#undef NAME
#undef SUFFIX

static void add_position(const char *name, bool checked, buffer *out)
{
    buffer_addf(out,
                "/* The position of a group in the range. */\n"
                "typedef struct %s_position {\n"
                "    const clb_native_range *range;\n"
                "    size_t group[3], base[3];\n"
                "%s} %s_position;\n\n"
                "static inline void %s_at(%s_position *w)\n"
                "{\n"
                "    for (int d = 0; d < 3; ++d) w->base[d] = w->range->offset[d] + w->group[d] * "
                "w->range->enqueued_local[d];\n"
                "}\n\n"
                "static inline void %s_begin(%s_position *w, const clb_native_range *range, size_t number)\n"
                "{\n"
                "    const size_t nx = range->end_group[0] - range->first_group[0], ny = range->end_group[1] - "
                "range->first_group[1];\n"
                "    w->range = range;\n"
                "    w->group[0] = range->first_group[0] + number %% nx;\n"
                "    w->group[1] = range->first_group[1] + number / nx %% ny;\n"
                "    w->group[2] = range->first_group[2] + number / nx / ny;\n"
                "    %s_at(w);\n"
                "}\n\n"
                "static inline void %s_next(%s_position *w)\n"
                "{\n"
                "    w->base[0] += w->range->local[0];\n"
                "    if (++w->group[0] < w->range->end_group[0]) return;\n"
                "    w->group[0] = w->range->first_group[0];\n"
                "    if (++w->group[1] == w->range->end_group[1]) {\n"
                "        w->group[1] = w->range->first_group[1];\n"
                "        ++w->group[2];\n"
                "    }\n"
                "    %s_at(w);\n"
                "}\n\n",
                name, checked ? "    clb_checker *checker;\n" : "", name, name, name, name, name, name, name, name,
                name);
}

static void declare_runs(native_output *native, const bundle *b, unsigned level, buffer *out)
{
    size_t count = 0;
    const table_line *lines = list_lines(native, b, &count);
    for (size_t i = 0; i < count; ++i) {
        const native_kernel *k = lines[i].k;
        if (!k || k->reason) continue;
        buffer_addf(
            out,
            "CLBN_ENTRY void clbn_run_%s_%s_%u(const clb_native_range *, void *const *, size_t, size_t, void *);\n",
            b->name, k->function, level);
    }
}

/* Includes the bodies once for each instruction level. */
static void add_levels(native_output *native, const bundle *b, bool split, buffer *out)
{
    const char *name = b->name;
    const bool has_sets = split && native->text.variables_count; /* one for each level */
    if (split)
        buffer_addf(out,
                    "/* One file a level: the others define which one. */\n#ifndef %s_PART\n#define %s_PART 0\n#endif\n"
                    "#define CLBN_ENTRY __attribute__((visibility(\"hidden\")))\n",
                    name, name);
    else buffer_adds(out, "#define CLBN_ENTRY static\n");
    buffer_addf(out, "#define CLBN_RUN(k) CLBN_PASTE(run_%s_##k, CLB_NATIVE_LEVEL)\n\n", name);
    for (unsigned level = 0; level < NATIVE_LEVELS; ++level) {
        buffer_addf(out, "/* %s */\n#if CLBN_HAS_LEVEL(%u)\n", level_names[level], level);
        buffer_addf(out, "#define %s_RUN_%u(k) clbn_run_%s_##k##_%u\n", name, level, name, level);
        if (has_sets) {
            buffer_addf(out, "#define %s_SET_%u(v) &clbn_##v##_%u\n", name, level, level);
            for (size_t i = 0; i < native->text.variables_count; ++i)
                buffer_addf(out, "CLBN_ENTRY extern const clb_native_variables clbn_%s_%u;\n",
                            native->text.variables[i]->name, level);
        }
        if (split) {
            declare_runs(native, b, level, out);
            buffer_addf(out, "#if %s_PART == %u\n", name, level);
        }
        buffer_addf(out, "#define CLB_NATIVE_LEVEL %u\n", level);
        buffer_addf(
            out,
            "#include \"clbundle/native/level.h\"\n#include \"%s_native.c\"\n#include \"clbundle/native/level.h\"\n",
            name);
        buffer_adds(out, "#undef CLB_NATIVE_LEVEL\n");
        if (split) buffer_adds(out, "#endif\n");
        buffer_addf(out, "#else\n#define %s_RUN_%u(k) NULL\n", name, level);
        if (has_sets) buffer_addf(out, "#define %s_SET_%u(v) NULL\n", name, level);
        buffer_adds(out, "#endif\n\n");
    }
    buffer_addf(out, "#define %s_RUN(k) %s_RUN_0(k), %s_RUN_1(k), %s_RUN_2(k)\n\n", name, name, name, name);
    if (has_sets)
        buffer_addf(out, "#define %s_SET(v) %s_SET_0(v), %s_SET_1(v), %s_SET_2(v)\n\n", name, name, name, name);
    else if (native->text.variables_count) buffer_addf(out, "#define %s_SET(v) &v##_set, &v##_set, &v##_set\n\n", name);
}

/* Breaks the lines of the text. */
static void add_text(buffer *text, const char *file, buffer *out)
{
    lines_add(text, file, NULL, out);
    buffer_free(text);
}

static void add_table(native_output *native, const bundle *b, diagnostics *d, bool compiled, buffer *out)
{
    buffer_addf(out, "const clb_native_kernel %s_native[] = {\n", b->name);
    size_t count = 0;
    const table_line *lines = list_lines(native, b, &count);
    for (size_t i = 0; i < count; ++i) {
        const bundle_kernel *kernel = lines[i].kernel;
        const native_kernel *k = lines[i].k;
        const char *reason = !k ? "its program was not checked" : k->reason;
        if (!compiled) {
            buffer_addf(out, "    {.reason = \"the compiler is neither gcc nor clang\"}, /* %s */\n", kernel->name);
            continue;
        }
        if (reason) {
            if (!kernel_is_for_drivers(kernel))
                diagnose_note(d, k && k->where.source ? k->where : kernel->where,
                              "kernel '%s' has no native version%s: %s", kernel->name,
                              lines[i].version ? " for some values of its constants" : "", reason);
            buffer_addf(out, "    {{NULL, NULL, NULL}, 0, 0, {0, 0, 0}, ");
            escape_string(out, reason, strlen(reason));
            buffer_addf(out, "}, /* %s */\n", kernel->name);
            continue;
        }
        const char *without = map_gets(&native->without_fp16, key_of(native, kernel->function, kernel->program));
        if (without && !lines[i].version)
            diagnose_note(d, kernel->where,
                          "the native version of kernel '%s' is built without cl_khr_fp16; with it: %s", k->name,
                          without);
        if (k->little_endian)
            buffer_addf(out,
                        "#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__\n    {{NULL, NULL, NULL}, 0, 0, {0, 0, 0}, "
                        "\"%s\"}, /* %s */\n#else\n",
                        "its code tests __ENDIAN_LITTLE__, and the generator took it to be defined", kernel->name);
        buffer_addf(out, "    {{%s_RUN(%s)}, %zu, %zu, {%u, %u, %u}, NULL", b->name, k->function, k->fixed_scratch,
                    k->context_scratch, k->preferred_local[0], k->preferred_local[1], k->preferred_local[2]);
        if (k->variables) buffer_addf(out, ", {%s_SET(%s)}", b->name, k->variables->name);
        buffer_adds(out, "},\n");
        if (k->little_endian) buffer_adds(out, "#endif\n");
    }
    if (!b->kernel_count) buffer_adds(out, "    {.reason = NULL}\n");
    buffer_adds(out, "};\n");
}

/* A kernel's functions, and the kernel whose comment stands before them. */
typedef struct commented {
    size_t begin;
    const bundle_kernel *kernel;
} commented;

static int compare_beginnings(const void *a, const void *b)
{
    const commented *x = a, *y = b;
    return x->begin < y->begin ? -1 : x->begin > y->begin;
}

/* Adds the functions. Each kernel's functions follow its comment. */
static void add_functions(const native_output *native, const bundle *b, const char *file, buffer *out)
{
    arena *a = native->text.arena;
    const buffer *from = &native->text.functions;
    buffer text = {0};
    size_t count = 0, at = 0;
    commented *list = arena_array(a, b->kernel_count + 1, sizeof *list);
    for (size_t i = 0; i < b->kernel_count; ++i) {
        const native_kernel *k = find_kernel(native, &b->kernels[i]);
        if (k && k->begin && *b->kernels[i].comment) list[count++] = (commented){k->begin, &b->kernels[i]};
    }
    qsort(list, count, sizeof *list, compare_beginnings);
    for (size_t i = 0; i < count; ++i) {
        if (i && list[i].begin == list[i - 1].begin) continue; /* kernels that share their functions */
        buffer_add(&text, from->text + at, list[i].begin - at);
        buffer_addf(&text, "/* %s\n", list[i].kernel->name);
        escape_comment(&text, " * ", list[i].kernel->comment);
        buffer_adds(&text, " */\n");
        at = list[i].begin;
    }
    if (from->text) buffer_add(&text, from->text + at, from->length - at);
    lines_add(&text, file, native->text.file_names, out);
    buffer_free(&text);
}

/* No instruction set makes checks faster, but what runs without them; vectors of AVX-512 are not worth their time in a
 * compiler. A sum, as CLB_NATIVE_LEVEL_MASK is. */
enum { CHECKED_LEVELS = 3 };

/* Checks are compiled once, for the lowest level, unless each level is a file. */
static void add_checked_names(const native_output *native, bool split, buffer *out)
{
    const char *name = native->text.prefix;
    if (!native->text.checked) return;
    if (split) {
        buffer_addf(out, "#define %s_HAS_CHECKED 1\n#define %s_CHECKED(k) CLBN(k)\n", name, name);
        return;
    }
    buffer_addf(out,
                "#undef %s_HAS_CHECKED\n#undef %s_CHECKED\n#if CLB_NATIVE_LEVEL > 0 && CLBN_HAS_LEVEL(0)\n"
                "#define %s_HAS_CHECKED 0\n#define %s_CHECKED(k) CLBN_PASTE(k, 0)\n#else\n"
                "#define %s_HAS_CHECKED 1\n#define %s_CHECKED(k) CLBN(k)\n#endif\n",
                name, name, name, name, name, name);
}

static const char aliasing[] = "#include \"clbundle/native/alias.h\"\n";

void emit_native(native_output *native, const bundle *b, diagnostics *d, bool split, unsigned levels, buffer *out)
{
    arena *a = native->text.arena;
    const char *file = arena_printf(a, "%s_native.c", b->name);
    emit_banner(b, file, out);
    buffer_addf(out,
                "#if defined(CLB_NO_NATIVE)\ntypedef int %s_native_is_left_out; /* no file may be empty */\n"
                "#elif !defined(CLB_NATIVE_LEVEL)\n\n",
                b->name);
    if (native->text.checked) levels = CHECKED_LEVELS;
    if (levels) buffer_addf(out, "#ifndef CLB_NATIVE_LEVEL_MASK\n#define CLB_NATIVE_LEVEL_MASK %u\n#endif\n", levels);
    provide_define_features(&native->text, out);
    buffer_adds(out, "#include \"clbundle/native/quiet.h\"\n");
    if (!native->headless) buffer_addf(out, "#include \"%s.h\"\n", b->name);
    buffer_adds(out, "#include \"clbundle/native/native.h\"\n\n#include <stddef.h>\n#include <stdint.h>\n\n");
    buffer_addf(out,
                "#if CLB_ABI != %d\n#error \"%s_native.c was generated for another version of clbundle\"\n#endif\n\n",
                CLB_ABI, b->name);
    buffer_addf(out,
                EMIT_NATIVE_NAME "extern const clb_native_kernel %s_native[];\n\n"
                                 "#if defined(__GNUC__) || defined(__clang__)\n\n",
                b->name, b->name, b->name);
    add_position(b->name, native->text.checked, out);
    buffer_adds(out, aliasing);
    lines_add(&native->text.types, file, NULL, out);
    lines_add(&native->text.constants, file, NULL, out);
    buffer structures = {0};
    variables_write_types(&native->text, &structures);
    add_text(&structures, file, out);
    buffer_adds(out, aliasing);
    buffer_addc(out, '\n');
    add_levels(native, b, split, out);
    buffer sets = {0};
    variables_write_sets(&native->text, split, &sets);
    add_text(&sets, file, out);
    if (split) buffer_addf(out, "#if %s_PART == 0\n", b->name);
    add_table(native, b, d, true, out);
    if (split) buffer_adds(out, "#endif\n");
    buffer_adds(out, "\n#else\n\n");
    if (split) buffer_addf(out, "#ifndef %s_PART\n", b->name);
    add_table(native, b, d, false, out);
    if (split) buffer_adds(out, "#endif\n");
    /* Foreign kernels may contain code that compilers warn about; users of the file need not see that. gcc and clang
     * show such warnings with -Wsystem-headers. */
    buffer_adds(out, "\n#endif\n\n#else /* the bodies, for one level */\n\n"
                     "#if defined(__GNUC__) || defined(__clang__)\n#pragma GCC system_header\n#endif\n"
                     "#include \"clbundle/native/native.h\"\n");
    buffer_adds(out, aliasing);
    add_checked_names(native, split, out);
    add_functions(native, b, file, out);
    buffer_adds(out, aliasing);
    buffer_adds(out, "\n#endif\n");
    native_drop(native);
}

void emit_native_level(const bundle *b, unsigned level, buffer *out)
{
    static const char banner[] =
        "/* The work-group functions of %s_native.c for %s. Generated by clbundle: do not edit. */\n";
    buffer_addf(out, banner, b->name, level_names[level]);
    buffer_addf(out, "#define %s_PART %u\n#include \"%s_native.c\"\n", b->name, level, b->name);
}
