/* An element-wise kernel's native code as a ckernel: it runs over elements in place, or through tiles in scratch
 * memory. Knows the work-group functions of a bundle and ckernels; must not know arrays, devices or threads.
 *
 * SPDX-License-Identifier: MIT */
#include "array/call.h"
#include "core/status.h"
#include "native/access.h"

#include <string.h>

enum { TILE = 1024 }; /* elements of a tile, and work-items of a group */

typedef enum slot_role { SLOT_SOURCE, SLOT_DESTINATION, SLOT_VALUE, SLOT_COUNT, SLOT_STEP } slot_role;

/* The source of one argument of the kernel. */
typedef struct slot {
    slot_role role;
    clb_number number; /* COUNT, STEP */
    size_t size;       /* of an element or of the value */
    size_t alignment;  /* SOURCE, DESTINATION, VALUE */
    size_t source;     /* SOURCE: its index; STEP: the index of the source that has it */
    bool stepped;      /* SOURCE: has a step */
    size_t scratch;    /* in the leaf's scratch memory: a tile, a number, or a value that needs a larger alignment than
                          ckernels have */
    size_t value;      /* VALUE: offset from the leaf's start */
} slot;

/* The slots and the values follow. Scratch memory holds the arguments, the slots' tiles and numbers, and the
 * function's own memory. */
typedef struct leaf {
    clb_ckernel base;
    clb_native_function *function;
    size_t slots;
    size_t most;    /* the longest run, in elements, that the kernel's counter can hold */
    size_t scratch; /* offset of its scratch memory, not yet aligned */
    size_t group;   /* in it: offset of the function's memory */
} leaf;

static const slot *slots_of(const leaf *me)
{
    return (const slot *)(const void *)((const char *)me + CLB_CKERNEL_SIZE(leaf));
}

/* ---- Running -------------------------------------------------------------------------------------------------------
 */

/* Copies between strided elements and a tile. */
static void copy_elements(char *to, ptrdiff_t to_stride, const char *from, ptrdiff_t from_stride, size_t size,
                          size_t count)
{
#define COPY(SIZE)                                                                                       \
    case SIZE:                                                                                           \
        for (size_t i = 0; i < count; i++, to += to_stride, from += from_stride) memcpy(to, from, SIZE); \
        return;
    switch (size) {
        COPY(1)
        COPY(2)
        COPY(4)
        COPY(8)
        COPY(16)
    default:
        for (size_t i = 0; i < count; i++, to += to_stride, from += from_stride) memcpy(to, from, size);
    }
#undef COPY
}

/* Runs work-items first .. first + count - 1. */
static void run_items(const leaf *me, void *const *arguments, size_t first, size_t count, void *memory)
{
    const size_t local = count < TILE ? count : TILE, rest = count % local;
    const size_t bulk = count - rest;
    clb_native_range range = clb_native_range_make(1, (const size_t[]){bulk, 1, 1}, (const size_t[]){local, 1, 1},
                                                   (const size_t[]){first, 0, 0});
    me->function(&range, arguments, 0, range.groups[0], memory);
    if (rest == 0) return;
    range = clb_native_range_make(1, (const size_t[]){rest, 1, 1}, (const size_t[]){rest, 1, 1},
                                  (const size_t[]){first + bulk, 0, 0});
    me->function(&range, arguments, 0, 1, memory);
}

/* Whether the kernel can use an operand in place. */
static bool is_in_place(const slot *s, const char *data, ptrdiff_t stride, size_t count)
{
    return (uintptr_t)data % s->alignment == 0 &&
           (count == 1 || stride == (ptrdiff_t)s->size || (s->stepped && stride == 0));
}

static char *scratch_of(const leaf *me, const clb_ckernel_call *call)
{
    char *memory = call->scratch + me->scratch;
    return memory + (CLB_NATIVE_ALIGNMENT - (uintptr_t)memory % CLB_NATIVE_ALIGNMENT) % CLB_NATIVE_ALIGNMENT;
}

/* The operands of a run: those of a strided ckernel. */
typedef struct operands {
    char *dst;
    ptrdiff_t dst_stride;
    const char *const *src;
    const ptrdiff_t *src_strides;
    size_t count;
} operands;

/* Sets the numbers, the values and the operands that are used in place. Operands that need tiles stay NULL. Returns
 * whether there are any. */
static bool set_arguments(const leaf *me, char *memory, const operands *o)
{
    void **arguments = (void **)(void *)memory;
    bool tiles = false;
    for (size_t i = 0; i < me->slots; i++) {
        const slot *s = &slots_of(me)[i];
        char *copy = memory + s->scratch;
        switch (s->role) {
        case SLOT_SOURCE:
            arguments[i] = NULL;
            if (is_in_place(s, o->src[s->source], o->src_strides[s->source], o->count))
                arguments[i] = (void *)(uintptr_t)o->src[s->source];
            tiles = tiles || !arguments[i];
            break;
        case SLOT_DESTINATION:
            arguments[i] = is_in_place(s, o->dst, o->dst_stride, o->count) ? o->dst : NULL;
            tiles = tiles || !arguments[i];
            break;
        case SLOT_VALUE:
            arguments[i] = s->scratch ? copy : (char *)(uintptr_t)me + s->value;
            if (s->scratch) memcpy(copy, (const char *)me + s->value, s->size);
            break;
        case SLOT_COUNT:
            (void)clbi_number_put(s->number, o->count, copy); /* no more than me->most */
            arguments[i] = copy;
            break;
        case SLOT_STEP:
            (void)clbi_number_put(s->number, o->src_strides[s->source] != 0, copy);
            arguments[i] = copy;
            break;
        }
    }
    return tiles;
}

static void run_tiles(const leaf *me, char *memory, const operands *o)
{
    void **arguments = (void **)(void *)memory;
    uint64_t tiled = 0; /* bit: a slot in tiles; the factory refuses more slots than bits */
    for (size_t i = 0; i < me->slots; i++) tiled |= (uint64_t)!arguments[i] << i;
    for (size_t first = 0, n; first < o->count; first += n) {
        size_t destination = SIZE_MAX;
        n = o->count - first < TILE ? o->count - first : TILE;
        for (size_t i = 0; i < me->slots; i++) {
            const slot *s = &slots_of(me)[i];
            if (!(tiled >> i & 1)) continue;
            char *tile = memory + s->scratch;
            /* The kernel counts from the first element of the run; element 0 of a stepped operand always exists. */
            const bool one = s->role == SLOT_SOURCE && s->stepped && o->src_strides[s->source] == 0;
            arguments[i] = one ? tile : (void *)((uintptr_t)tile - first * s->size);
            if (s->role == SLOT_DESTINATION) destination = i;
            else if (!one || first == 0)
                copy_elements(tile, (ptrdiff_t)s->size,
                              o->src[s->source] + (ptrdiff_t)first * o->src_strides[s->source],
                              o->src_strides[s->source], s->size, one ? 1 : n);
        }
        run_items(me, arguments, first, n, memory + me->group);
        if (destination == SIZE_MAX) continue;
        const slot *s = &slots_of(me)[destination];
        copy_elements(o->dst + (ptrdiff_t)first * o->dst_stride, o->dst_stride, memory + s->scratch, (ptrdiff_t)s->size,
                      s->size, n);
    }
}

static size_t leaf_strided(char *dst, ptrdiff_t dst_stride, const char *const *src, const ptrdiff_t *src_strides,
                           size_t count, const clb_ckernel *self, clb_ckernel_call *call)
{
    const leaf *me = (const leaf *)self;
    if (count == 0) return 0;
    if (count > me->most) {
        (void)clb_ckernel_fail(call, CLB_ERROR_SIZE, "is in a row that is longer than the kernel can count");
        clb_ckernel_fail_at(call, 0);
        return 0;
    }
    char *memory = scratch_of(me, call);
    const operands o = {dst, dst_stride, src, src_strides, count};
    if (set_arguments(me, memory, &o)) run_tiles(me, memory, &o);
    else run_items(me, (void *const *)(const void *)memory, 0, count, memory + me->group);
    return count;
}

static size_t leaf_single(char *dst, const char *const *src, const clb_ckernel *self, clb_ckernel_call *call)
{
    static const ptrdiff_t strides[64]; /* as many as slots; strides do not matter for one element */
    return leaf_strided(dst, 0, src, strides, 1, self, call);
}

/* ---- Making --------------------------------------------------------------------------------------------------------
 */

enum { SLOTS_MAX = 64 };

/* A leaf under construction. */
typedef struct plan {
    const clb_bundle *bundle;
    const clb_kernel_data *kernel;
    const clb_argument_data *parameters;
    const char *call;
    slot slots[SLOTS_MAX];
    size_t size, scratch; /* of the leaf and its scratch memory */
    size_t most;
} plan;

#define REFUSE_KERNEL(p, error, status, format, ...)                                \
    clbi_refuse((error), (status), (p)->call, "%s: kernel '%s' " format, (p)->call, \
                clbi_span_name((p)->bundle, (p)->kernel->name).text, __VA_ARGS__)

static size_t round_up(size_t size)
{
    return (size + CLB_NATIVE_ALIGNMENT - 1) / CLB_NATIVE_ALIGNMENT * CLB_NATIVE_ALIGNMENT;
}

/* Reserves scratch memory, aligned for any type. */
static size_t take_scratch(plan *p, size_t size)
{
    const size_t at = p->scratch;
    p->scratch += round_up(size);
    return at;
}

/* The largest number of elements that a parameter can hold. */
static size_t most_of(clb_number number)
{
    char place[8];
    size_t most = SIZE_MAX;
    while (most > 0 && !clbi_number_put(number, most, place)) most >>= 1;
    return most;
}

static clb_status plan_value(plan *p, uint32_t i, const clb_array_argument *given, clb_error *error)
{
    slot *s = &p->slots[i];
    const size_t power = s->size & (~s->size + 1);
    if (!given || !given->value || given->size != s->size)
        return REFUSE_KERNEL(p, error, CLB_ERROR_ARGUMENT,
                             "takes a value of %zu bytes as '%s'; pass its address and size.", s->size,
                             clbi_span_name(p->bundle, p->parameters[i].name).text);
    s->alignment = power < CLB_NATIVE_ALIGNMENT ? power : CLB_NATIVE_ALIGNMENT;
    s->value = p->size;
    p->size += CLB_CKERNEL_ROUND(s->size);
    if (s->alignment > CLB_CKERNEL_ALIGNMENT) s->scratch = take_scratch(p, s->size);
    return CLB_OK;
}

/* Assigns the arrays to sources and the destination. */
static clb_status plan_arrays(plan *p, clb_error *error)
{
    size_t sources = 0, destinations = 0;
    for (uint32_t i = 0; i < p->kernel->argument_count; i++) {
        const clb_argument_data *a = &p->parameters[i];
        slot *s = &p->slots[i];
        *s = (slot){.role = SLOT_VALUE, .number = (clb_number)a->number, .size = a->size};
        if (a->kind == CLB_ARGUMENT_VALUE) continue;
        const clb_type *type = p->bundle->types ? p->bundle->types[p->kernel->first_argument + i] : NULL;
        if ((a->kind != CLB_ARGUMENT_GLOBAL && a->kind != CLB_ARGUMENT_CONSTANT) || !type || type->size == 0)
            return REFUSE_KERNEL(p, error, CLB_ERROR_ABI,
                                 "has an argument '%s' that is damaged in the bundle; generate it again.",
                                 clbi_span_name(p->bundle, a->name).text);
        if (a->access == CLB_ACCESS_IN_OUT)
            return REFUSE_KERNEL(p, error, CLB_ERROR_UNSUPPORTED,
                                 "reads and writes '%s'; a ckernel has sources and a destination.",
                                 clbi_span_name(p->bundle, a->name).text);
        const bool written = a->access == CLB_ACCESS_OUT;
        s->role = written ? SLOT_DESTINATION : SLOT_SOURCE;
        s->source = written ? 0 : sources;
        s->size = type->size;
        s->alignment = type->alignment < CLB_NATIVE_ALIGNMENT ? type->alignment : CLB_NATIVE_ALIGNMENT;
        s->stepped = a->step != 0;
        s->scratch = take_scratch(p, TILE * s->size);
        if (written) destinations++;
        else sources++;
    }
    if (destinations != 1 || sources > CLB_CKERNEL_SOURCES)
        return REFUSE_KERNEL(p, error, CLB_ERROR_UNSUPPORTED,
                             "reads %zu arrays and writes %zu; a ckernel reads at most %d and writes one.", sources,
                             destinations, (int)CLB_CKERNEL_SOURCES);
    return CLB_OK;
}

/* Sets the values: the number of elements, steps, and values from the caller. */
static clb_status plan_values(plan *p, const clb_array_argument *arguments, clb_error *error)
{
    uint32_t n = 0;
    clb_status status = CLB_OK;
    const uint32_t count = p->kernel->argument_count;
    bool well = clbi_code_is_scalar(p->bundle, count, p->kernel->range[0], &n) && p->slots[n].role == SLOT_VALUE;
    if (well) {
        p->slots[n].role = SLOT_COUNT;
        p->slots[n].scratch = take_scratch(p, sizeof(uint64_t));
        p->most = most_of(p->slots[n].number);
        well = p->most > 0;
    }
    for (uint32_t i = 0; well && i < count; i++) {
        const size_t step = p->parameters[i].step;
        if (p->slots[i].role != SLOT_SOURCE || step == 0) continue;
        well = step <= count && p->slots[step - 1].role == SLOT_VALUE;
        if (!well) break;
        slot *s = &p->slots[step - 1];
        s->role = SLOT_STEP;
        s->source = p->slots[i].source;
        s->scratch = take_scratch(p, sizeof(uint64_t));
    }
    if (!well) return REFUSE_KERNEL(p, error, CLB_ERROR_ABI, "%s", "is damaged in the bundle; generate it again.");
    for (uint32_t i = 0; status == CLB_OK && i < count; i++)
        if (p->slots[i].role == SLOT_VALUE) status = plan_value(p, i, arguments ? &arguments[i] : NULL, error);
    return status;
}

static clb_status make_plan(plan *p, const clb_array_argument *arguments, size_t argument_count, clb_error *error)
{
    const uint32_t count = p->kernel->argument_count, flags = CLB_KERNEL_PIECEWISE | CLB_KERNEL_INDEPENDENT;
    if ((p->kernel->flags & flags) != flags || p->kernel->required_local[0] || p->kernel->range_dimensions != 1)
        return REFUSE_KERNEL(p, error, CLB_ERROR_UNSUPPORTED, "%s",
                             "does not work element by element, so it is not a ckernel.");
    if (argument_count != count)
        return REFUSE_KERNEL(p, error, CLB_ERROR_ARGUMENT, "takes %u arguments, not %zu.", (unsigned)count,
                             argument_count);
    if (count > 0 && !arguments)
        return REFUSE_KERNEL(p, error, CLB_ERROR_ARGUMENT, "%s",
                             "has arguments that are NULL; pass the address of a structure that holds them.");
    if (count > SLOTS_MAX)
        return REFUSE_KERNEL(p, error, CLB_ERROR_UNSUPPORTED, "has %u arguments; as a ckernel it may have %d.",
                             (unsigned)count, (int)SLOTS_MAX);
    p->size = CLB_CKERNEL_SIZE(leaf) + CLB_CKERNEL_ROUND(count * sizeof(slot));
    (void)take_scratch(p, count * sizeof(void *));
    const clb_status status = plan_arrays(p, error);
    return status == CLB_OK ? plan_values(p, arguments, error) : status;
}

clb_status clb_kernel_ckernel_make(clb_ckernel_builder *builder, size_t offset, const clb_bundle *bundle,
                                   uint32_t kernel, const clb_array_argument *arguments, size_t argument_count,
                                   clb_ckernel_request request, size_t *end, clb_error *error)
{
    plan p = {.bundle = bundle, .call = "clb_kernel_ckernel_make"};
    clb_status status = clbi_bundle_check_abi(bundle, p.call, error);
    if (status != CLB_OK) return status;
    if (kernel >= bundle->kernel_count)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, p.call, "%s: kernel %u of %u does not exist.", p.call,
                           (unsigned)kernel, (unsigned)bundle->kernel_count);
    p.kernel = &bundle->kernels[kernel];
    p.parameters = bundle->arguments + p.kernel->first_argument;
    if (bundle->programs[p.kernel->program].constant_count > 0)
        return REFUSE_KERNEL(&p, error, CLB_ERROR_UNSUPPORTED, "%s",
                             "has specialisation constants, which belong to a device; call it on one.");
    status = make_plan(&p, arguments, argument_count, error);
    if (status != CLB_OK) return status;
    const clb_native_kernel *native = bundle->native ? &bundle->native[kernel] : NULL;
    clb_native_function *function = native ? clbi_native_function(native, clbi_native_level()) : NULL;
    if (!function)
        return REFUSE_KERNEL(&p, error, CLB_ERROR_UNSUPPORTED, "has no native version: %s.",
                             !native          ? "the bundle was generated without --native"
                             : native->reason ? native->reason
                                              : "it was not compiled for this processor");
    if (clbi_native_variables(native, clbi_native_level()))
        return REFUSE_KERNEL(&p, error, CLB_ERROR_UNSUPPORTED, "%s",
                             "keeps variables from call to call, which belong to a device; call it on one.");
    const size_t group = take_scratch(&p, native->fixed_scratch);
    (void)take_scratch(&p, (size_t)TILE * native->context_scratch);
    if (p.scratch > SIZE_MAX / 4 || offset > SIZE_MAX / 4)
        return REFUSE_KERNEL(&p, error, CLB_ERROR_SIZE, "%s", "needs more memory than there can be.");
    size_t scratch = 0;
    status = clb_ckernel_reserve_leaf(builder, offset + p.size, error);
    if (status == CLB_OK) status = clb_ckernel_scratch(builder, p.scratch + CLB_NATIVE_ALIGNMENT, &scratch, error);
    if (status != CLB_OK) return status;
    leaf *me = (leaf *)clb_ckernel_at(builder, offset);
    clb_ckernel_set(&me->base, request, leaf_single, leaf_strided);
    me->function = function;
    me->slots = argument_count;
    me->most = p.most;
    me->scratch = scratch;
    me->group = group;
    memcpy((char *)me + CLB_CKERNEL_SIZE(leaf), p.slots, argument_count * sizeof *p.slots);
    for (size_t i = 0; i < argument_count; i++)
        if (p.slots[i].role == SLOT_VALUE) memcpy((char *)me + p.slots[i].value, arguments[i].value, p.slots[i].size);
    *end = offset + CLB_CKERNEL_ROUND(p.size);
    return CLB_OK;
}
