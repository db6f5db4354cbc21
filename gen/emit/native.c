#include "emit/native.h"

#include "emit/emit.h"
#include "workgroup/lower.h"

#include <string.h>

struct native_output {
    native_text text;
    map kernels; /* name -> native_kernel */
};

native_output *native_start(arena *a, const char *name)
{
    native_output *n = ARENA_NEW(a, native_output);
    n->text.arena = a;
    n->text.prefix = name;
    n->text.texts.arena = n->text.names.arena = n->kernels.arena = a;
    return n;
}

void native_add_program(void *context, arena *a, const parsed *program)
{
    native_output *n = context;
    native_program p = {.arena = a, .text = &n->text, .symbols = {.arena = a}, .lanes = {.arena = a}, .records = {.arena = a}};
    for (size_t i = 0; i < program->function_count; ++i) {
        symbol *f = program->functions[i];
        if (!f->is_kernel) continue;
        const char *name = arena_strndup(n->text.arena, f->name, strlen(f->name));
        void **known = map_ats(&n->kernels, name);
        if (*known) continue;
        native_kernel *k = ARENA_NEW(n->text.arena, native_kernel);
        *known = k;
        lower_kernel(&p, f, k);
        k->name = name;
    }
}

void native_dump_program(void *context, arena *a, const parsed *program)
{
    native_dump *d = context;
    native_text text = {.arena = a, .prefix = "program", .texts = {.arena = a}, .names = {.arena = a}};
    native_program p = {.arena = a, .text = &text, .symbols = {.arena = a}, .lanes = {.arena = a}, .records = {.arena = a}};
    for (size_t i = 0; i < program->function_count; ++i)
        if (program->functions[i]->is_kernel) lower_dump(&p, program->functions[i], d->pass, &d->out);
    buffer_free(&text.types);
    buffer_free(&text.constants);
    buffer_free(&text.functions);
}

bool native_has_dump(const char *pass) { return lower_has_dump(pass); }

/* ---- the file ---- */

static const char quiet[] =
    "#if defined(__GNUC__)\n"
    "/* What the kernels' own text may hold is no concern of a reader of this file. */\n"
    "#pragma GCC diagnostic ignored \"-Wunknown-pragmas\"\n"
    "#pragma GCC diagnostic ignored \"-Wunused-variable\"\n"
    "#pragma GCC diagnostic ignored \"-Wunused-function\"\n"
    "#pragma GCC diagnostic ignored \"-Wunused-parameter\"\n"
    "#pragma GCC diagnostic ignored \"-Wunused-label\"\n"
    "#pragma GCC diagnostic ignored \"-Wunused-value\"\n"
    "#pragma GCC diagnostic ignored \"-Wtype-limits\"\n"
    "#pragma GCC diagnostic ignored \"-Wimplicit-fallthrough\"\n"
    "#pragma GCC diagnostic ignored \"-Wpsabi\"\n"
    "#pragma GCC diagnostic ignored \"-Wpedantic\"\n"
    "#pragma GCC diagnostic ignored \"-Wconversion\"\n"
    "#pragma GCC diagnostic ignored \"-Wmissing-field-initializers\"\n"
    "#pragma GCC diagnostic ignored \"-Wmissing-braces\"\n"
    "#pragma GCC diagnostic ignored \"-Wsign-compare\"\n"
    "#pragma GCC diagnostic ignored \"-Wparentheses\"\n"
    "#pragma GCC diagnostic ignored \"-Wtautological-compare\"\n"
    "#pragma GCC diagnostic ignored \"-Wpointer-sign\"\n"
    "#pragma GCC diagnostic ignored \"-Wuninitialized\"\n"
    "#pragma GCC diagnostic ignored \"-Wtautological-compare\"\n"
    "#pragma GCC diagnostic ignored \"-Wint-in-bool-context\"\n"
    "#pragma GCC diagnostic ignored \"-Wempty-body\"\n"
    "#pragma GCC diagnostic ignored \"-Wdiv-by-zero\"\n"
    "#if defined(__clang__)\n"
    "#pragma clang diagnostic ignored \"-Wpass-failed\"\n"
    "#pragma clang diagnostic ignored \"-Wparentheses-equality\"\n"
    "#pragma clang diagnostic ignored \"-Wconstant-logical-operand\"\n"
    "#pragma clang diagnostic ignored \"-Wself-assign\"\n"
    "#pragma clang diagnostic ignored \"-Wbitwise-instead-of-logical\"\n"
    "#else\n"
    "#pragma GCC diagnostic ignored \"-Wmaybe-uninitialized\"\n"
    "#pragma GCC diagnostic ignored \"-Wunused-but-set-variable\"\n"
    "#pragma GCC diagnostic ignored \"-Wbool-compare\"\n"
    "#pragma GCC diagnostic ignored \"-Wbool-operation\"\n"
    "#pragma GCC diagnostic ignored \"-Wswitch-unreachable\"\n"
    "#pragma GCC optimize(\"fp-contract=off\", \"no-math-errno\", \"no-trapping-math\", \"no-strict-aliasing\", \"no-tree-slp-vectorize\", \"no-aggressive-loop-optimizations\")\n"
    "#endif\n"
    "#endif\n\n";

static const char *const level_names[NATIVE_LEVELS] = {"base", "x86-64-v3", "x86-64-v4"};
const char *const native_suffixes[NATIVE_LEVELS] = {"", "_v3", "_v4"};

static void add_place(const char *name, buffer *out)
{
    buffer_addf(out,
                "/* A group's place in the range. */\n"
                "typedef struct %s_place {\n"
                "    const clb_native_range *range;\n"
                "    size_t group[3], base[3];\n"
                "} %s_place;\n\n"
                "static inline void %s_at(%s_place *w)\n"
                "{\n"
                "    for (int d = 0; d < 3; ++d) w->base[d] = w->range->offset[d] + w->group[d] * w->range->local[d];\n"
                "}\n\n"
                "static inline void %s_begin(%s_place *w, const clb_native_range *range, size_t number)\n"
                "{\n"
                "    w->range = range;\n"
                "    w->group[0] = number %% range->groups[0];\n"
                "    w->group[1] = number / range->groups[0] %% range->groups[1];\n"
                "    w->group[2] = number / range->groups[0] / range->groups[1];\n"
                "    %s_at(w);\n"
                "}\n\n"
                "static inline void %s_next(%s_place *w)\n"
                "{\n"
                "    w->base[0] += w->range->local[0];\n"
                "    if (++w->group[0] < w->range->groups[0]) return;\n"
                "    w->group[0] = 0;\n"
                "    if (++w->group[1] == w->range->groups[1]) {\n"
                "        w->group[1] = 0;\n"
                "        ++w->group[2];\n"
                "    }\n"
                "    %s_at(w);\n"
                "}\n\n",
                name, name, name, name, name, name, name, name, name, name);
}

/* Vectors behind pointers. */
static void add_vectors(const char *name, buffer *out)
{
    static const struct {
        const char *name;
        unsigned size;
    } elements[] = {{"char", 1}, {"uchar", 1}, {"short", 2}, {"ushort", 2}, {"int", 4},
                    {"uint", 4}, {"long", 8},  {"ulong", 8}, {"float", 4},  {"double", 8}};
    static const unsigned widths[] = {2, 3, 4, 8, 16};
    buffer_adds(out, "/* Vectors in memory that is aligned for their elements only. */\n");
    for (size_t e = 0; e < sizeof elements / sizeof *elements; ++e)
        for (size_t w = 0; w < sizeof widths / sizeof *widths; ++w)
            buffer_addf(out, "typedef clbn_%s%u %s_clbn_%s%u_any __attribute__((aligned(%u)));\n", elements[e].name, widths[w], name,
                        elements[e].name, widths[w], elements[e].size);
    buffer_addc(out, '\n');
}

static void declare_runs(native_output *native, const bundle *b, unsigned level, buffer *out)
{
    for (size_t i = 0; i < b->kernel_count; ++i) {
        const native_kernel *k = map_gets(&native->kernels, b->kernels[i].name);
        if (!k || k->reason) continue;
        buffer_addf(out, "CLBN_ENTRY void clbn_run_%s_%s_%u(const clb_native_range *, void *const *, size_t, size_t, void *);\n", b->name,
                    k->function, level);
    }
}

/* The bodies, taken in once a level. */
static void add_levels(native_output *native, const bundle *b, bool split, buffer *out)
{
    static const char *const targets[NATIVE_LEVELS] = {
        NULL, "avx2,fma,bmi,bmi2,lzcnt,popcnt,f16c,movbe",
        "avx512f,avx512vl,avx512dq,avx512bw,avx512cd,avx2,fma,bmi,bmi2,lzcnt,popcnt,f16c,movbe"};
    const char *name = b->name;
    if (split)
        buffer_addf(out, "/* One file a level: the others define which one. */\n#ifndef %s_PART\n#define %s_PART 0\n#endif\n"
                         "#define CLBN_ENTRY __attribute__((visibility(\"hidden\")))\n", name, name);
    else
        buffer_adds(out, "#define CLBN_ENTRY static\n");
    buffer_addf(out, "#define CLBN_RUN(k) CLBN_PASTE(run_%s_##k, CLB_NATIVE_LEVEL)\n\n", name);
    for (unsigned level = 0; level < NATIVE_LEVELS; ++level) {
        if (level == 1) buffer_addf(out, "#if defined(__x86_64__) && !defined(CLB_NATIVE_BASELINE_ONLY)\n#define %s_HAS_LEVELS\n", name);
        if (split) {
            declare_runs(native, b, level, out);
            buffer_addf(out, "#if %s_PART == %u\n", name, level);
        }
        buffer_addf(out, "/* %s */\n#define CLB_NATIVE_LEVEL %u\n", level_names[level], level);
        if (targets[level])
            buffer_addf(out,
                        "#if defined(__clang__)\n"
                        "#pragma clang attribute push(__attribute__((target(\"%s\"))), apply_to = function)\n"
                        "#else\n"
                        "#pragma GCC push_options\n"
                        "#pragma GCC target(\"%s%s\")\n"
                        "#endif\n",
                        targets[level], targets[level], level == 2 ? ",prefer-vector-width=512" : "");
        buffer_addf(out, "#include \"%s_native.c\"\n", name);
        if (targets[level])
            buffer_adds(out, "#if defined(__clang__)\n#pragma clang attribute pop\n#else\n#pragma GCC pop_options\n#endif\n");
        buffer_adds(out, "#undef CLB_NATIVE_LEVEL\n");
        buffer_adds(out, split ? "#endif\n\n" : "\n");
    }
    buffer_addf(out, "#define %s_RUN(k) clbn_run_%s_##k##_0, clbn_run_%s_##k##_1, clbn_run_%s_##k##_2\n", name, name, name, name);
    buffer_addf(out, "#else\n#define %s_RUN(k) clbn_run_%s_##k##_0, NULL, NULL\n#endif\n\n", name, name);
}

static void add_reason(const char *reason, buffer *out)
{
    if (!reason) {
        buffer_adds(out, "NULL");
        return;
    }
    buffer_addc(out, '"');
    for (; *reason; ++reason) {
        if (*reason == '"' || *reason == '\\') buffer_addc(out, '\\');
        buffer_addc(out, *reason);
    }
    buffer_addc(out, '"');
}

static void add_table(native_output *native, const bundle *b, diagnostics *d, bool compiled, buffer *out)
{
    buffer_addf(out, "const clb_native_kernel %s_native[] = {\n", b->name);
    for (size_t i = 0; i < b->kernel_count; ++i) {
        const native_kernel *k = map_gets(&native->kernels, b->kernels[i].name);
        const char *reason = !k ? "its program was not checked" : k->reason;
        if (!compiled) {
            buffer_addf(out, "    {{NULL, NULL, NULL}, 0, 0, {0, 0, 0}, \"the compiler is neither gcc nor clang\"}, /* %s */\n",
                        b->kernels[i].name);
            continue;
        }
        if (reason) {
            diagnose_note(d, k && k->where.source ? k->where : b->kernels[i].where, "kernel '%s' has no native version: %s",
                          b->kernels[i].name, reason);
            buffer_addf(out, "    {{NULL, NULL, NULL}, 0, 0, {0, 0, 0}, ");
            add_reason(reason, out);
            buffer_addf(out, "}, /* %s */\n", b->kernels[i].name);
            continue;
        }
        buffer_addf(out, "    {{%s_RUN(%s)}, %zu, %zu, {%u, %u, %u}, NULL},\n", b->name, k->function, k->fixed_scratch,
                    k->context_scratch, k->preferred_local[0], k->preferred_local[1], k->preferred_local[2]);
    }
    if (!b->kernel_count) buffer_adds(out, "    {{NULL, NULL, NULL}, 0, 0, {0, 0, 0}, NULL}\n");
    buffer_adds(out, "};\n");
}

static void add_buffer(const buffer *from, buffer *out)
{
    if (from->text) buffer_add(out, from->text, from->length);
}

void emit_native(native_output *native, const bundle *b, diagnostics *d, bool split, buffer *out)
{
    arena *a = native->text.arena;
    emit_banner(b, arena_printf(a, "%s_native.c", b->name), out);
    buffer_adds(out, "#ifndef CLB_NATIVE_LEVEL\n\n");
    buffer_adds(out, quiet);
    buffer_addf(out, "#include \"%s.h\"\n#include \"clbundle_native.h\"\n\n#include <stddef.h>\n#include <stdint.h>\n\n", b->name);
    buffer_addf(out, "#if CLB_ABI != %d\n#error \"%s_native.c was generated for another version of clbundle\"\n#endif\n\n",
                CLB_ABI, b->name);
    buffer_addf(out, "extern const clb_native_kernel %s_native[];\n\n#if defined(__GNUC__)\n\n", b->name);
    add_place(b->name, out);
    add_vectors(b->name, out);
    add_buffer(&native->text.types, out);
    add_buffer(&native->text.constants, out);
    buffer_addc(out, '\n');
    add_levels(native, b, split, out);
    if (split) buffer_addf(out, "#if %s_PART == 0\n", b->name);
    add_table(native, b, d, true, out);
    if (split) buffer_adds(out, "#endif\n");
    buffer_adds(out, "\n#else\n\n");
    if (split) buffer_addf(out, "#ifndef %s_PART\n", b->name);
    add_table(native, b, d, false, out);
    if (split) buffer_adds(out, "#endif\n");
    /* The text of foreign kernels may do whatever a compiler warns of: here that is no concern of who includes it.
     * gcc and clang show such warnings with -Wsystem-headers. */
    buffer_adds(out, "\n#endif\n\n#else /* the bodies, for one level */\n\n#if defined(__GNUC__)\n#pragma GCC system_header\n#endif\n"
                     "#include \"clbundle_native.h\"\n");
    add_buffer(&native->text.functions, out);
    buffer_adds(out, "\n#endif\n");
    buffer_free(&native->text.types);
    buffer_free(&native->text.constants);
    buffer_free(&native->text.functions);
}

void emit_native_level(const bundle *b, unsigned level, buffer *out)
{
    static const char banner[] = "/* The work-group functions of %s_native.c for %s. Generated by clbundle: do not edit. */\n";
    buffer_addf(out, banner, b->name, level_names[level]);
    buffer_addf(out, "#define %s_PART %u\n#include \"%s_native.c\"\n", b->name, level, b->name);
}
