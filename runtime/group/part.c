/* SPDX-License-Identifier: MIT */
#include "group/part.h"

#include "core/bundle.h"
#include "core/status.h"
#include "group/split.h"
#include "launch/launch.h"
#include "memory/copies.h"
#include "memory/staging.h"

#include <stdlib.h>
#include <string.h>

static bool is_buffer(const clb_argument_data *parameter)
{
    return parameter->kind == CLB_ARGUMENT_GLOBAL || parameter->kind == CLB_ARGUMENT_CONSTANT;
}

static bool is_cut(const clb_split_array *array)
{
    return array->unit != 0;
}

/* Whether parts run as launches of their own, with memory only for their pieces. */
static bool is_alone(const clbi_seat *seat)
{
    return seat->of->split.relative && !seat->use.device->backend->host_memory;
}

/* Bytes of one block that belong to some units, and those of the whole argument in host memory. */
static size_t piece_size(const clb_split_array *array, uint64_t count)
{
    return (size_t)((ptrdiff_t)((size_t)count * array->unit) + array->halo);
}

static size_t host_size(const clbi_group_call *of, const clb_split_array *array)
{
    return of->pieces && is_cut(array) ? array->blocks * piece_size(array, of->end - of->first)
                                       : array->blocks * array->stride;
}

/* The address in host memory of the piece of a block. */
static char *host_piece(const clbi_group_call *of, uint32_t i, size_t block, uint64_t first)
{
    const clb_split_array *array = &of->arrays[i];
    char *host = (char *)(uintptr_t)of->arguments[i].value; /* written only if the kernel writes it */
    if (!is_cut(array)) return host;
    if (of->pieces)
        return host + block * piece_size(array, of->end - of->first) + (size_t)(first - of->first) * array->unit;
    return host + block * array->stride + (size_t)first * array->unit;
}

static bool overlaps(const clbi_group_call *of, uint32_t i, uint32_t k)
{
    const uintptr_t x = (uintptr_t)of->arguments[i].value, y = (uintptr_t)of->arguments[k].value;
    const size_t x_size = host_size(of, &of->arrays[i]), y_size = host_size(of, &of->arrays[k]);
    return x_size > 0 && y_size > 0 && (x < y ? y - x < x_size : x - y < y_size);
}

/* Whether the kernel writes memory of one argument that another argument shares. */
static bool shares_memory(const clbi_seat *seat, uint32_t i)
{
    const clb_argument_data *parameters = seat->use.parameters;
    for (uint32_t k = 0; k < seat->of->count; k++) {
        if (k == i || !is_buffer(&parameters[k])) continue;
        if (((parameters[k].access | parameters[i].access) & CLB_ACCESS_OUT) != 0 && overlaps(seat->of, i, k))
            return true;
    }
    return false;
}

static bool can_lend(const clbi_seat *seat, uint32_t i)
{
    const clb_split_array *array = &seat->of->arrays[i];
    const uint32_t element = seat->use.parameters[i].size, alignment = element & (~element + 1u);
    if (!seat->use.device->backend->host_memory || host_size(seat->of, array) == 0) return false;
    if (seat->of->pieces && array->blocks > 1) return false; /* the kernel uses the strides of the whole array */
    return (uintptr_t)seat->of->arguments[i].value % (alignment < 128 ? alignment : 128) == 0 &&
           !shares_memory(seat, i);
}

static clb_status check_array(const clbi_seat *seat, uint32_t i, clb_error *error)
{
    const clbi_group_call *of = seat->of;
    const size_t size = host_size(of, &of->arrays[i]);
    const clbi_name argument = clbi_span_name(of->bundle, seat->use.parameters[i].name);
    const clbi_name kernel = clbi_span_name(of->bundle, seat->use.kernel->name);
    if (!of->arguments[i].value && size > 0)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, of->call,
                           "%s: argument '%s' of kernel '%s' is NULL; pass host memory of %zu "
                           "bytes.",
                           of->call, argument.text, kernel.text, size);
    if (of->pieces && of->arguments[i].size != 0 && of->arguments[i].size < size)
        return clbi_refuse(error, CLB_ERROR_SIZE, of->call,
                           "%s: argument '%s' of kernel '%s' needs %zu bytes for this part, but %zu "
                           "were given.",
                           of->call, argument.text, kernel.text, size, of->arguments[i].size);
    if (of->split.can_split && shares_memory(seat, i))
        return clbi_refuse(
            error, CLB_ERROR_ARGUMENT, of->call,
            "%s: argument '%s' of kernel '%s' shares memory with another one, and "
            "one of them is written: parts that run at once would read what others write; pass memory of its own.",
            of->call, argument.text, kernel.text);
    return CLB_OK;
}

/* Local memory: the given number of bytes, or the kernel's statement. */
static clb_status measure_local(clbi_seat *seat, uint32_t i, clb_error *error)
{
    clb_argument *argument = &seat->arguments[i];
    bool stated;
    size_t needed;
    clb_status status = clbi_check_size(&seat->use, i, argument->size, error);
    if (status == CLB_OK) status = clbi_extent_size(&seat->use, i, seat->arguments, &stated, &needed, error);
    if (status == CLB_OK && stated && argument->size != 0)
        status = clbi_check_extent(&seat->use, i, needed, argument->size, error);
    if (status != CLB_OK) return status;
    if (argument->size == 0) argument->size = needed;
    return clbi_check_local(&seat->use, i, argument->size, error);
}

static clb_status check_call(clbi_seat *seat, clb_error *error)
{
    const clbi_group_call *of = seat->of;
    const clb_program_data *program = &of->bundle->programs[seat->use.kernel->program];
    /* clb_split_get has told the caller what belongs to the part, without knowing the device. */
    if (of->pieces && !clbi_constants_are_equal(of->bundle, program, NULL, seat->use.state->values))
        return clbi_refuse(
            error, CLB_ERROR_UNSUPPORTED, of->call,
            "%s: the device has other values for constants of kernel '%s' than their defaults, with which "
            "a part is not found; leave .constants out, or call the kernel as a whole.",
            of->call, clbi_span_name(of->bundle, seat->use.kernel->name).text);
    clb_status status = clbi_check_values(&seat->use, seat->arguments, error);
    if (status == CLB_OK)
        status = clbi_check_range(&seat->use, of->launch, seat->arguments, &seat->range, &seat->empty, error);
    if (status != CLB_OK || seat->empty) return status;
    if (of->split.can_split)
        seat->items = seat->range.global[seat->use.kernel->split_dimension] / (size_t)of->split.units;
    for (uint32_t i = 0; status == CLB_OK && i < of->count; i++) {
        const clb_argument_data *parameter = &seat->use.parameters[i];
        if (parameter->kind == CLB_ARGUMENT_LOCAL) status = measure_local(seat, i, error);
        if (!is_buffer(parameter)) continue;
        status = check_array(seat, i, error);
        if (status != CLB_OK || !can_lend(seat, i)) continue;
        /* The kernel counts from the very first unit. */
        const uintptr_t host = (uintptr_t)of->arguments[i].value;
        const size_t before = of->pieces ? (size_t)of->first * of->arrays[i].unit : 0;
        seat->memory[i].lent = (clb_buffer){.device = seat->use.device,
                                            .memory = (void *)(host - before),
                                            .size = of->arrays[i].stride,
                                            .serial = clbi_device_serial(seat->use.device)};
        seat->arguments[i].buffer = &seat->memory[i].lent;
    }
    if (status != CLB_OK) return status;
    clbi_use first = seat->use; /* a variant that the first part uses is also built before time is measured */
    if (is_alone(seat) || !of->split.can_split) clbi_use_choose(&first, of->launch, seat->arguments);
    return clbi_launch_prepare(&first, error);
}

clb_status clbi_seat_open(clbi_seat *seat, const clbi_group_call *of, clb_device *device, clb_error *error)
{
    *seat = (clbi_seat){.of = of};
    const clbi_request request = {device, of->bundle, of->kernel, of->arguments, of->count, of->call};
    clb_status status = clbi_use_open(&request, &seat->use, error);
    if (status != CLB_OK) return status;
    seat->arguments = calloc((size_t)of->count + 1, sizeof *seat->arguments);
    seat->memory = calloc((size_t)of->count + 1, sizeof *seat->memory);
    if (seat->arguments && seat->memory) {
        for (uint32_t i = 0; i < of->count; i++)
            seat->arguments[i] = (clb_argument){.value = of->arguments[i].value, .size = of->arguments[i].size};
        status = check_call(seat, error);
    } else {
        status = clbi_no_memory(error, of->call);
    }
    if (status != CLB_OK) clbi_seat_close(seat);
    return status;
}

void clbi_seat_close(clbi_seat *seat)
{
    for (uint32_t i = 0; seat->memory && i < seat->of->count; i++)
        clbi_staging_put(seat->use.device, seat->memory[i].staged);
    free(seat->arguments);
    free(seat->memory);
    seat->arguments = NULL;
    seat->memory = NULL;
}

/* ---- One part ---------------------------------------------------------------------------------------------------- */

/* Bytes of device memory for an argument. */
static size_t device_size(const clbi_seat *seat, const clb_split_array *array, uint64_t count)
{
    return array->blocks * (is_cut(array) && is_alone(seat) ? piece_size(array, count) : array->stride);
}

static clb_status take_memory(clbi_seat *seat, uint32_t i, uint64_t count, clb_error *error)
{
    clbi_seat_memory *memory = &seat->memory[i];
    const size_t size = device_size(seat, &seat->of->arrays[i], count);
    if (memory->lent.device) return CLB_OK;
    if (memory->staged && memory->staged->size < size) {
        clbi_staging_put(seat->use.device, memory->staged);
        memory->staged = NULL;
    }
    if (!memory->staged) {
        const clb_status status = clbi_staging_take(seat->use.device, size, &memory->staged, error);
        if (status != CLB_OK) return status;
    }
    seat->arguments[i].buffer = memory->staged;
    return CLB_OK;
}

/* Copies an argument's pieces; from the device to `bounce` if that is not NULL, otherwise to their final addresses. */
static clb_status copy_pieces(const clbi_seat *seat, uint32_t i, const clb_part *part, char *bounce,
                              clbi_copies *copies, clb_error *error)
{
    const uint64_t first = part->first, count = part->count;
    const clb_split_array *array = &seat->of->arrays[i];
    const size_t size = is_cut(array) ? piece_size(array, count) : array->stride;
    clb_status status = CLB_OK;
    for (size_t block = 0; status == CLB_OK && size > 0 && block < array->blocks; block++) {
        const size_t start = !is_cut(array)   ? 0
                             : is_alone(seat) ? block * size
                                              : block * array->stride + (size_t)first * array->unit;
        char *host = bounce ? bounce + block * size : host_piece(seat->of, i, block, first);
        status = clbi_copies_add(copies, seat->memory[i].staged, start, host, size, error);
    }
    return status;
}

static clb_status copy_in(clbi_seat *seat, uint64_t first, uint64_t count, clb_error *error)
{
    clbi_copies copies = clbi_copies_begin(seat->use.device, false, seat->of->call);
    for (uint32_t i = 0; i < seat->of->count; i++) {
        if (!is_buffer(&seat->use.parameters[i])) continue;
        clb_status status = take_memory(seat, i, count, error);
        if (status != CLB_OK) return status;
        if (!seat->memory[i].staged || seat->memory[i].filled || !(seat->use.parameters[i].access & CLB_ACCESS_IN))
            continue;
        status = copy_pieces(seat, i, &(clb_part){first, count}, NULL, &copies, error);
        if (status != CLB_OK) return status;
        seat->memory[i].filled = !is_cut(&seat->of->arrays[i]) && !(seat->use.parameters[i].access & CLB_ACCESS_OUT);
    }
    return clbi_copies_end(&copies, false, error);
}

/* Results in memory that is also read take a detour: if this device fails, another member repeats the part and must
 * find the old contents. */
static bool takes_detour(const clbi_seat *seat, uint32_t i)
{
    return seat->memory[i].staged && seat->use.parameters[i].access == CLB_ACCESS_IN_OUT;
}

static size_t detour_size(const clbi_seat *seat, uint32_t i, uint64_t count)
{
    const clb_split_array *array = &seat->of->arrays[i];
    return array->blocks * (is_cut(array) ? piece_size(array, count) : array->stride);
}

static clb_status copy_out(const clbi_seat *seat, uint64_t first, uint64_t count, char *detour, clb_error *error)
{
    clbi_copies copies = clbi_copies_begin(seat->use.device, true, seat->of->call);
    clb_status status = CLB_OK;
    for (uint32_t i = 0; status == CLB_OK && i < seat->of->count; i++) {
        if (!seat->memory[i].staged || !(seat->use.parameters[i].access & CLB_ACCESS_OUT)) continue;
        const bool aside = takes_detour(seat, i);
        status = copy_pieces(seat, i, &(clb_part){first, count}, aside ? detour : NULL, &copies, error);
        if (aside) detour += detour_size(seat, i, count);
    }
    return status == CLB_OK ? clbi_copies_end(&copies, false, error) : status;
}

static void end_detour(const clbi_seat *seat, uint64_t first, uint64_t count, const char *detour)
{
    for (uint32_t i = 0; i < seat->of->count; i++) {
        if (!takes_detour(seat, i)) continue;
        const clb_split_array *array = &seat->of->arrays[i];
        const size_t all = detour_size(seat, i, count), size = all / array->blocks;
        for (size_t block = 0; size > 0 && block < array->blocks; block++)
            memcpy(host_piece(seat->of, i, block, first), detour + block * size, size);
        detour += all;
    }
}

/* A part that is a launch of its own, or the whole call, runs the variant that a call would. Other parts are some of
 * the work-items of the kernel itself. */
static clb_status launch_part(clbi_seat *seat, uint64_t first, uint64_t count, clbi_completion *completion,
                              clb_error *error)
{
    const clb_kernel_data *kernel = seat->use.kernel;
    const clb_launch *launch = seat->of->launch;
    const bool split = seat->of->split.can_split;
    clbi_use use = seat->use;
    clbi_range range = seat->range;
    clb_status status = CLB_OK;
    bool empty = false;
    if (split && is_alone(seat)) {
        const uint32_t n = kernel->split - 1;
        clbi_split_number((clb_number)seat->use.parameters[n].number, count, seat->units);
        seat->arguments[n].value = seat->units;
    }
    if (!split || is_alone(seat) || count == seat->of->split.units) {
        clbi_use_choose(&use, launch, seat->arguments);
        status = clbi_check_range(&use, launch, seat->arguments, &range, &empty, error);
        if (status == CLB_OK) status = clbi_launch_prepare(&use, error);
        if (status != CLB_OK || empty) return status;
    } else {
        range.global[kernel->split_dimension] = seat->items * (size_t)count;
        range.offset[kernel->split_dimension] += seat->items * (size_t)first;
    }
    return clbi_launch_enqueue(&use, launch, &range, seat->arguments, completion, error);
}

clb_status clbi_seat_run(clbi_seat *seat, uint64_t first, uint64_t count, clb_error *error)
{
    const clb_device *device = seat->use.device;
    clbi_completion launched = {NULL, NULL};
    char *detour = NULL;
    size_t size = 0;
    if (seat->empty) return CLB_OK;
    clb_status status = copy_in(seat, first, count, error);
    for (uint32_t i = 0; i < seat->of->count; i++)
        if (takes_detour(seat, i)) size += detour_size(seat, i, count);
    if (status == CLB_OK && size > 0) {
        detour = malloc(size);
        if (!detour) status = clbi_no_memory(error, seat->of->call);
    }
    if (status == CLB_OK) status = launch_part(seat, first, count, &launched, error);
    if (status == CLB_OK) status = copy_out(seat, first, count, detour, error);
    /* Copies may still be in progress; and a failed kernel shows in its own event, not in later ones. */
    clb_status ended = device->backend->finish(device->impl, status == CLB_OK ? error : NULL);
    if (status == CLB_OK) status = ended;
    if (launched.first) {
        ended = device->backend->event_wait(device->impl, &launched, status == CLB_OK ? error : NULL);
        if (status == CLB_OK) status = ended;
        device->backend->event_release(device->impl, &launched);
    }
    if (status == CLB_OK) end_detour(seat, first, count, detour);
    free(detour);
    return status;
}
