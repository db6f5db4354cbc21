/* SPDX-License-Identifier: MIT */
#include "describe/split.h"

#include <string.h>

/* A value of the stack machine as a function of n. */
typedef struct growth {
    bool linear;    /* A*n + B, where neither A nor B contains n */
    bool depends;   /* A is not 0 */
    bool one;       /* A is 1 */
    bool from_zero; /* B is 0 */
    bool known;     /* a constant: `value` */
    int64_t value;
} growth;

static growth combine(clb_operation operation, growth x, growth y)
{
    growth r = {.linear = x.linear && y.linear, .depends = x.depends || y.depends};
    switch (operation) {
    case CLB_OP_ADD:
    case CLB_OP_SUBTRACT:
        r.one = (x.one && !y.depends) || (operation == CLB_OP_ADD && y.one && !x.depends);
        r.from_zero = x.from_zero && y.from_zero;
        break;
    case CLB_OP_MULTIPLY:
        r.linear = r.linear && !(x.depends && y.depends);
        r.one = (x.one && y.known && y.value == 1) || (y.one && x.known && x.value == 1);
        r.from_zero = x.from_zero || y.from_zero;
        break;
    default:
        r.linear = !r.depends; /* divisions, minima and maxima of n are not linear */
        break;
    }
    return r;
}

/* How the value of the code at `start` depends on argument n. The code was compiled here: it is well formed. */
static growth growth_of(const code_list *code, uint32_t start, size_t n)
{
    growth stack[CLB_EXPRESSION_STACK + 1] = {{0}};
    size_t depth = 0;
    for (const int64_t *word = code->words + start; *word != CLB_OP_END; ++word) {
        const clb_operation operation = (clb_operation)*word;
        if (operation == CLB_OP_CONSTANT || operation == CLB_OP_ARGUMENT || operation == CLB_OP_MEMBER ||
            operation == CLB_OP_SPEC_CONSTANT) {
            const int64_t operand = *++word;
            const bool is_n = operation == CLB_OP_ARGUMENT && operand == (int64_t)n,
                       is_known = operation == CLB_OP_CONSTANT;
            stack[depth++] = (growth){.linear = true,
                                      .depends = is_n,
                                      .one = is_n,
                                      .from_zero = is_n || (is_known && operand == 0),
                                      .known = is_known,
                                      .value = is_known ? operand : 0};
        } else {
            --depth;
            stack[depth - 1] = combine(operation, stack[depth - 1], stack[depth]);
        }
    }
    return stack[0];
}

/* The number, from 1, of the only expression that contains n and is proportional to it; 0, with a report, if there
 * is none. */
static size_t find_dimension(const bundle_kernel *k, const code_list *code, const uint32_t starts[3], const char *tag,
                             diagnostics *d)
{
    const size_t n = k->split - 1;
    const char *name = k->arguments[n].name;
    size_t found = 0;
    for (uint32_t i = 0; i < k->range_dimensions; ++i) {
        if (!starts[i]) return 0; /* an error that was reported */
        const growth g = growth_of(code, starts[i], n);
        if (!g.depends) continue;
        if (!g.linear || !g.from_zero) {
            diagnose_error(d, k->split_tag->where,
                           "'@split: %s': expression %u of '@%s' is no multiple of '%s', so that no part "
                           "of the range belongs to a part of it",
                           name, (unsigned)i + 1, tag, name);
            return 0;
        }
        if (found) {
            diagnose_error(d, k->split_tag->where,
                           "'@split: %s': '@%s' holds '%s' in two expressions: only one dimension of a "
                           "range can be cut",
                           name, tag, name);
            return 0;
        }
        found = i + 1;
    }
    if (!found)
        diagnose_error(d, k->split_tag->where,
                       "'@split: %s': '@%s' does not hold '%s': name the integer that the number of "
                       "work-items depends on",
                       name, tag, name);
    return found;
}

/* Whether every group of the range is also a group of a part. */
static bool check_groups(const bundle_kernel *k, const code_list *code, const split_facts *facts, diagnostics *d)
{
    const size_t n = k->split - 1;
    const char *name = k->arguments[n].name;
    if (!facts->independent && !facts->placed) {
        diagnose_error(d, k->split_tag->where,
                       "'@split: %s': work-items of '%s' ask for the number of their group or the size of "
                       "the range, which are other ones in a part: compute with '%s' and get_global_id instead",
                       name, k->name, name);
        return false;
    }
    if (!facts->independent && !k->local[0] && !k->required_local[0]) {
        diagnose_error(d, k->split_tag->where,
                       "'@split: %s': work-items of '%s' work together in groups: state the groups' size "
                       "by '@local' or reqd_work_group_size, so that every part has the same ones",
                       name, k->name);
        return false;
    }
    for (uint32_t i = 0; i < k->range_dimensions; ++i)
        if (k->local[i] && growth_of(code, k->local[i], n).depends) {
            diagnose_error(d, k->split_tag->where,
                           "'@split: %s': '@local' holds '%s': groups must have one size in all parts", name, name);
            return false;
        }
    return true;
}

/* Finds the dimension of an array that contains n. */
static bool settle_array(const bundle_kernel *k, bundle_argument *g, const code_list *code, growth *grown,
                         diagnostics *d)
{
    const size_t n = k->split - 1;
    const char *name = k->arguments[n].name;
    const bool written = (g->access & CLB_ACCESS_OUT) != 0;
    for (size_t i = 0; i < g->dim_count; ++i) {
        const growth found = growth_of(code, g->dims[i], n);
        if (!found.depends) continue;
        if (!found.linear) {
            diagnose_error(d, k->split_tag->where,
                           "'@split: %s': the extent '%s' of '%s' does not grow with '%s' by a fixed "
                           "number of elements: what a part needs of it cannot be told",
                           name, g->dim_texts[i], g->name, name);
            return false;
        }
        if (g->split) {
            diagnose_error(d, k->split_tag->where,
                           "'@split: %s': two dimensions of '%s' hold '%s': a part is cut out of one", name, g->name,
                           name);
            return false;
        }
        g->split = i + 1;
        *grown = found;
    }
    if (g->split || !written) return true;
    if (g->extent)
        diagnose_error(d, k->split_tag->where,
                       "'@split: %s': '%s' is written, and its extent '%s' does not hold '%s': all parts "
                       "would write the same elements",
                       name, g->name, g->extent_text, name);
    else
        diagnose_error(d, k->split_tag->where,
                       "'@split: %s': '%s' is written, and no '@arg' states its extent: what a part "
                       "writes cannot be told",
                       name, g->name);
    return false;
}

void split_settle(bundle_kernel *k, const code_list *code, const split_facts *facts, diagnostics *d)
{
    if (!k->split) return;
    const size_t n = k->split - 1;
    const char *name = k->arguments[n].name;
    bool relative =
        facts->uses && facts->uses->hidden && facts->independent && facts->uses->of[n].length && !k->gpu_range[0];
    if (!k->range_dimensions) {
        diagnose_error(d, k->split_tag->where,
                       "'@split' needs a '@range': without one, nothing says what '%s' has to do with the "
                       "number of work-items",
                       name);
        return;
    }
    const size_t dimension = find_dimension(k, code, k->range, "range", d);
    if (!dimension || !check_groups(k, code, facts, d)) return;
    /* A part that is a call of its own may have any range that such a call has. */
    if (k->gpu_range[0] && !k->split_alone) {
        const size_t other = find_dimension(k, code, k->gpu_range, "gpu_range", d);
        if (!other) return;
        if (other != dimension) {
            diagnose_error(d, k->split_tag->where,
                           "'@split: %s': '@range' and '@gpu_range' hold '%s' in different dimensions", name, name);
            return;
        }
    }
    k->split_dimension = (uint32_t)dimension - 1;
    relative = relative && dimension == 1 && growth_of(code, k->range[0], n).one;
    size_t cut = 0;
    for (size_t i = 0; i < k->argument_count; ++i) {
        bundle_argument *g = &k->arguments[i];
        growth grown = {.linear = true};
        if (i != n && facts->uses && facts->uses->of[i].compared) relative = false;
        if (g->kind == CLB_ARGUMENT_IMAGE || g->kind == CLB_ARGUMENT_SAMPLER || g->kind == CLB_ARGUMENT_PIPE) {
            diagnose_error(d, k->split_tag->where,
                           "'@split: %s': '%s' is an object of one device, which others do not have", name, g->name);
            return;
        }
        if (g->kind != CLB_ARGUMENT_GLOBAL && g->kind != CLB_ARGUMENT_CONSTANT) continue;
        if (!settle_array(k, g, code, &grown, d)) return;
        if (!g->split) continue;
        ++cut;
        relative = relative && g->dim_count == 1 && grown.one && facts->uses->of[i].near;
    }
    if (!cut) {
        diagnose_error(d, k->split_tag->where,
                       "'@split: %s': no argument's extent holds '%s': a part would have nothing to do", name, name);
        return;
    }
    if (relative || k->split_alone) k->flags |= CLB_KERNEL_RELATIVE;
}
