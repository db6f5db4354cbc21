/* Collectives in C, see collective.h. One thread runs the whole group, so a sum is a loop; it has no CLBN_SIMD, which
 * would let clang change the order of a sum of floats. Sums of signed integers wrap.
 * Knows what the functions compute; must not know regions. */
#include "workgroup/collective.h"
#include "workgroup/writer.h"

#include "clc/builtin.h"

#include <string.h>

typedef enum operation { OPERATION_ALL, OPERATION_ANY, OPERATION_BROADCAST, OPERATION_ADD, OPERATION_MIN, OPERATION_MAX } operation;

static operation operation_of(const expression *call)
{
    static const struct {
        const char *end;
        operation operation;
    } ends[] = {{"_all", OPERATION_ALL}, {"_any", OPERATION_ANY}, {"_add", OPERATION_ADD}, {"_min", OPERATION_MIN}, {"_max", OPERATION_MAX}};
    const char *name = call->builtin->name;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; ++i)
        if (strcmp(name + strlen(name) - 4, ends[i].end) == 0) return ends[i].operation;
    return OPERATION_BROADCAST;
}

static void line(writer *w, const char *text)
{
    write_indent(w);
    buffer_adds(w->out, text);
    buffer_addc(w->out, '\n');
}

/* The value that changes no other one. An exclusive scan shows it; elsewhere the sum of nothing is -0.0, which keeps the
 * sign of a zero. */
static const char *identity(const type *t, operation o, bool is_shown)
{
    const bool floating = type_is_floating(t);
    switch (o) {
    case OPERATION_ALL: return "1";
    case OPERATION_ADD: return floating && !is_shown ? "-0.0f" : "0";
    case OPERATION_MIN:
        return floating                ? "__builtin_inff()"
               : t->kind == TYPE_INT   ? "INT32_MAX"
               : t->kind == TYPE_UINT  ? "UINT32_MAX"
               : t->kind == TYPE_LONG  ? "INT64_MAX"
                                       : "UINT64_MAX";
    case OPERATION_MAX:
        return floating                ? "-__builtin_inff()"
               : t->kind == TYPE_INT   ? "INT32_MIN"
               : t->kind == TYPE_LONG  ? "INT64_MIN"
                                       : "0";
    default: return "0";
    }
}

/* all = all with own */
static void write_step(writer *w, const type *t, operation o)
{
    arena *a = w->program->arena;
    const char *name = write_type(w, t);
    switch (o) {
    case OPERATION_ALL: line(w, "all &= own != 0;"); break;
    case OPERATION_ANY: line(w, "all |= own != 0;"); break;
    case OPERATION_ADD:
        if (type_is_floating(t)) line(w, "all += own;");
        else if (type_size(t) == 8) line(w, arena_printf(a, "all = (%s)((uint64_t)all + (uint64_t)own);", name));
        else line(w, arena_printf(a, "all = (%s)((uint32_t)all + (uint32_t)own);", name));
        break;
    case OPERATION_MIN: line(w, "all = own < all ? own : all;"); break;
    case OPERATION_MAX: line(w, "all = own > all ? own : all;"); break;
    case OPERATION_BROADCAST: break;
    }
}

static void write_result(writer *w, const node *n, const char *value)
{
    write_indent(w);
    write_variable(w, n->variable);
    buffer_addf(w->out, " = %s;\n", value);
}

/* if (it is the one whose id was given) all = own */
static void write_choice(writer *w, const expression *call)
{
    static const char *const ids[] = {"lx", "ly", "lz"};
    write_indent(w);
    buffer_adds(w->out, "if (");
    for (size_t i = 1; i < call->operand_count && i <= 3; ++i) {
        buffer_addf(w->out, "%s%s == ", i > 1 ? " && " : "", ids[i - 1]);
        write_expression(w, call->operands[i]);
    }
    buffer_adds(w->out, ") all = own;\n");
}

static void open_items(writer *w, const variable *mask)
{
    line(w, "for (size_t lz = 0; lz < nz; ++lz)");
    line(w, "for (size_t ly = 0; ly < ny; ++ly) {");
    ++w->indent;
    line(w, "const size_t row = (lz * sy + ly) * sx;");
    line(w, "for (size_t lx = 0; lx < nx; ++lx) {");
    ++w->indent;
    line(w, "const size_t wi = row + lx;");
    if (!mask) return;
    write_indent(w);
    buffer_adds(w->out, "if (!");
    write_variable(w, mask);
    buffer_adds(w->out, ") continue;\n");
}

static void close_items(writer *w)
{
    for (int i = 0; i < 2; ++i) {
        --w->indent;
        line(w, "}");
    }
}

void write_collective(writer *w, const node *n, const variable *mask)
{
    const expression *call = n->value;
    const type *t = type_unqualified(w->program->arena, call->type);
    const operation o = operation_of(call);
    const bool scans = collective_varies(call), exclusive = strstr(call->builtin->name, "exclusive") != NULL;
    const char *name = write_type(w, t);
    line(w, "{");
    ++w->indent;
    write_indent(w);
    buffer_addf(w->out, "%s all = %s;\n", name, identity(t, o, exclusive));
    open_items(w, mask);
    write_indent(w);
    buffer_addf(w->out, "const %s own = ", name);
    write_expression(w, call->operands[0]);
    buffer_adds(w->out, ";\n");
    if (o == OPERATION_BROADCAST) write_choice(w, call);
    if (exclusive) write_result(w, n, "all");
    write_step(w, t, o);
    if (scans && !exclusive) write_result(w, n, "all");
    close_items(w);
    if (!scans) write_result(w, n, "all");
    --w->indent;
    line(w, "}");
}
