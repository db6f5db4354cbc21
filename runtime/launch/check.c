/* SPDX-License-Identifier: MIT */
#include "launch/check.h"

#include "clbundle/configuration.h"
#include "core/bundle.h"
#include "core/expression.h"
#include "core/status.h"

#include <inttypes.h>
#include <string.h>

static clbi_name kernel_name(const clbi_use *use)
{
    return clbi_span_name(use->bundle, use->kernel->name);
}

static clbi_name parameter_name(const clbi_use *use, uint32_t i)
{
    return clbi_span_name(use->bundle, use->parameters[i].name);
}

/* A sentence about one argument of the kernel. */
#define REFUSE_ARGUMENT(use, i, error, status, format, ...)                                              \
    clbi_refuse((error), (status), (use)->call, "%s: argument '%s' of kernel '%s' " format, (use)->call, \
                parameter_name((use), (i)).text, kernel_name(use).text, __VA_ARGS__)

void clbi_use_variant(clbi_use *use, uint32_t kernel)
{
    const clb_bundle *bundle = use->bundle;
    const clb_kernel_data *data = &bundle->kernels[kernel];
    use->number = kernel;
    use->kernel = data;
    use->parameters = bundle->arguments + data->first_argument;
    use->required_local = data->required_local;
    if (data->first_version != 0) {
        const size_t version = clbi_constants_version(bundle, &bundle->programs[data->program], use->state->values);
        use->required_local = bundle->versions[data->first_version - 1 + version].required_local;
    }
}

clb_status clbi_use_open_kernel(clb_device *asked, const clb_bundle *bundle, uint32_t kernel, const char *call,
                                clbi_use *use, clb_error *error)
{
    if (!asked) return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: the device is NULL; open one first.", call);
    clb_device *device;
    clbi_bundle_state *state;
    clb_device *const handle = clbi_device_await(asked);
    clb_status status = clbi_device_in_process(handle, call, &device, error);
    if (status == CLB_OK) status = clbi_bundle_open(device, bundle, call, &state, error);
    if (status != CLB_OK) return status;
    if (kernel == CLB_NO_KERNEL)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call,
                           "%s: bundle '%s' has no kernel with these parameters in this configuration; take one that "
                           "its select function finds.",
                           call, bundle->name ? bundle->name : "");
    if (kernel >= bundle->kernel_count)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call,
                           "%s: bundle '%s' has no kernel %" PRIu32 "; take a number below %" PRIu32 ".", call,
                           bundle->name ? bundle->name : "", kernel, bundle->kernel_count);
    *use = (clbi_use){.handle = handle, .device = device, .state = state, .bundle = bundle, .call = call};
    clbi_use_variant(use, kernel);
    return CLB_OK;
}

clb_status clbi_use_open(const clbi_request *request, clbi_use *use, clb_error *error)
{
    const char *call = request->call;
    const clb_status status = clbi_use_open_kernel(request->device, request->bundle, request->kernel, call, use, error);
    if (status != CLB_OK) return status;
    const clb_kernel_data *data = use->kernel;
    if (request->count == data->argument_count && request->count > 0 && !request->arguments)
        return clbi_refuse(
            error, CLB_ERROR_ARGUMENT, call,
            "%s: the arguments of kernel '%s' are NULL; pass the address of a structure that holds them.", call,
            kernel_name(use).text);
    if (request->count != data->argument_count)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call,
                           "%s: kernel '%s' takes %" PRIu32 " arguments, not %zu; call it through its generated "
                           "function.",
                           call, kernel_name(use).text, data->argument_count, request->count);
    return CLB_OK;
}

clb_status clbi_check_size(const clbi_use *use, uint32_t i, size_t size, clb_error *error)
{
    if (size <= PTRDIFF_MAX) return CLB_OK;
    return REFUSE_ARGUMENT(use, i, error, CLB_ERROR_SIZE, "%s",
                           "was given a size larger than any memory, as from clb_bytes after an overflow; check the "
                           "count.");
}

clb_status clbi_check_local(const clbi_use *use, uint32_t i, size_t size, clb_error *error)
{
    const uint64_t most = use->device->info.local_memory_size;
    const clb_status status = clbi_check_size(use, i, size, error);
    if (status != CLB_OK) return status;
    if (size == 0)
        return REFUSE_ARGUMENT(use, i, error, CLB_ERROR_SIZE, "%s",
                               "is local memory of 0 bytes; state how many a work-group needs.");
    if (most > 0 && size > most)
        return REFUSE_ARGUMENT(use, i, error, CLB_ERROR_SIZE,
                               "asks for %zu bytes of local memory, but %s has %" PRIu64
                               " for a work-group; use a smaller work-group.",
                               size, use->device->info.name, most);
    return CLB_OK;
}

/* Native code reads the description of an image; what an application has of a driver is a handle. */
static clb_status check_image_handle(const clbi_use *use, uint32_t i, const void *value, clb_error *error)
{
    const clb_native_image *image = NULL;
    if (!use->device->backend->host_memory) return CLB_OK;
    memcpy(&image, value, sizeof image);
    if (image && image->tag == CLB_NATIVE_IMAGE_TAG) return CLB_OK;
    return REFUSE_ARGUMENT(use, i, error, CLB_ERROR_ARGUMENT, "%s",
                           "is no clb_native_image, which native code takes; pass the address of one, or open an "
                           "OpenCL device.");
}

/* Whether a parameter's type, as image2d_t or __write_only image2d_array_depth_t, is that of such images. */
static bool is_type_of(const char *type, const clb_image *image)
{
    static const char *const types[] = {"image2d_t", "image3d_t",       "image2d_array_t",
                                        "image1d_t", "image1d_array_t", "image1d_buffer_t"};
    const clb_image_params *p = clb_image_get_params(image);
    const char *word = strstr(type, "image"), *wanted = types[p->kind];
    if (p->order == CLB_ORDER_DEPTH)
        wanted = p->kind == CLB_IMAGE_2D_ARRAY ? "image2d_array_depth_t" : "image2d_depth_t";
    return word && strcmp(word, wanted) == 0;
}

static clb_status check_image(const clbi_use *use, uint32_t i, const clb_image *image, clb_error *error)
{
    if (image->native.tag != CLB_NATIVE_IMAGE_TAG)
        return REFUSE_ARGUMENT(use, i, error, CLB_ERROR_ARGUMENT, "%s",
                               "is given with a size of 0 and is no clb_image; pass one.");
    if (image->device != use->handle)
        return REFUSE_ARGUMENT(use, i, error, CLB_ERROR_ARGUMENT, "%s",
                               "belongs to another device; pass an image of the device that runs the kernel.");
    const clbi_name type = clbi_span_name(use->bundle, use->parameters[i].type);
    if (!is_type_of(type.text, image))
        return REFUSE_ARGUMENT(use, i, error, CLB_ERROR_ARGUMENT,
                               "is a '%s', and the image is of another kind or format; create it with the kernel's "
                               "kind.",
                               type.text);
    const bool reads = !strstr(type.text, "write_only"), writes = strstr(type.text, "write") != NULL;
    if ((reads && !(image->access & CLB_ACCESS_IN)) || (writes && !(image->access & CLB_ACCESS_OUT)))
        return REFUSE_ARGUMENT(use, i, error, CLB_ERROR_ARGUMENT,
                               "is a '%s', which the image was not made for; change .access of its clb_image_params.",
                               type.text);
    return CLB_OK;
}

static clb_status check_packet(const clbi_use *use, uint32_t i, uint32_t size, clb_error *error)
{
    if (size == use->parameters[i].size) return CLB_OK;
    return REFUSE_ARGUMENT(use, i, error, CLB_ERROR_SIZE,
                           "is a '%s' with packets of %" PRIu32 " bytes, and the pipe was made for %" PRIu32 ".",
                           clbi_span_name(use->bundle, use->parameters[i].type).text, use->parameters[i].size, size);
}

static clb_status check_pipe_handle(const clbi_use *use, uint32_t i, const void *value, clb_error *error)
{
    const clb_native_pipe *pipe = NULL;
    if (!use->device->backend->host_memory) return CLB_OK;
    memcpy(&pipe, value, sizeof pipe);
    if (pipe && pipe->tag == CLB_NATIVE_PIPE_TAG) return check_packet(use, i, pipe->packet_size, error);
    return REFUSE_ARGUMENT(use, i, error, CLB_ERROR_ARGUMENT, "%s",
                           "is no clb_native_pipe, which native code takes; pass the address of one, or open an OpenCL "
                           "device.");
}

static clb_status check_pipe(const clbi_use *use, uint32_t i, const clb_pipe *pipe, clb_error *error)
{
    if (pipe->tag != CLBI_PIPE_TAG)
        return REFUSE_ARGUMENT(use, i, error, CLB_ERROR_ARGUMENT, "%s",
                               "is given with a size of 0 and is no clb_pipe; pass one.");
    if (pipe->device != use->handle)
        return REFUSE_ARGUMENT(use, i, error, CLB_ERROR_ARGUMENT, "%s",
                               "belongs to another device; pass a pipe of the device that runs the kernel.");
    return check_packet(use, i, pipe->packet_size, error);
}

/* Small numbers are sums of CLB_SAMPLER_...; others are handles, and so is a queue. */
static clb_status check_sampler(const clbi_use *use, uint32_t i, const void *value, clb_error *error)
{
    clb_sampler sampler;
    if (strcmp(clbi_span_name(use->bundle, use->parameters[i].type).text, "sampler_t") != 0) return CLB_OK;
    memcpy(&sampler, value, sizeof sampler);
    const uint32_t mode = (uint32_t)sampler & CLB_SAMPLER_ADDRESSING;
    const uint32_t filters = CLB_SAMPLER_NEAREST | CLB_SAMPLER_LINEAR;
    const bool repeats = mode == CLB_SAMPLER_REPEAT || mode == CLB_SAMPLER_MIRRORED_REPEAT;
    if (sampler > (CLB_SAMPLER_NORMALIZED | CLB_SAMPLER_ADDRESSING | filters) && !use->device->backend->host_memory)
        return CLB_OK;
    if (sampler <= (CLB_SAMPLER_NORMALIZED | CLB_SAMPLER_ADDRESSING | filters) && mode <= CLB_SAMPLER_MIRRORED_REPEAT &&
        (sampler & filters) != filters && (!repeats || (sampler & CLB_SAMPLER_NORMALIZED)))
        return CLB_OK;
    return REFUSE_ARGUMENT(use, i, error, CLB_ERROR_ARGUMENT, "%s",
                           "is no sampler; pass a sum of CLB_SAMPLER_..., of which the repeating modes need "
                           "CLB_SAMPLER_NORMALIZED.");
}

clb_status clbi_check_value(const clbi_use *use, uint32_t i, const clb_argument *given, clb_error *error)
{
    const clb_argument_data *parameter = &use->parameters[i];
    switch ((clb_argument_kind)parameter->kind) {
    case CLB_ARGUMENT_GLOBAL:
    case CLB_ARGUMENT_CONSTANT:
    case CLB_ARGUMENT_LOCAL: return CLB_OK;
    case CLB_ARGUMENT_VALUE:
        if (given->value && given->size == parameter->size) return CLB_OK;
        if (given->value)
            return REFUSE_ARGUMENT(use, i, error, CLB_ERROR_SIZE,
                                   "takes a '%s' of %" PRIu32 " bytes, not %zu; pass the kernel's own type.",
                                   clbi_span_name(use->bundle, parameter->type).text, parameter->size, given->size);
        break;
    case CLB_ARGUMENT_IMAGE:
        if (given->value && given->size == 0) return check_image(use, i, given->value, error);
        if (given->value && given->size == sizeof(void *)) return check_image_handle(use, i, given->value, error);
        break;
    case CLB_ARGUMENT_PIPE:
        if (given->value && given->size == 0) return check_pipe(use, i, given->value, error);
        if (given->value && given->size == sizeof(void *)) return check_pipe_handle(use, i, given->value, error);
        break;
    case CLB_ARGUMENT_SAMPLER:
        if (given->value && given->size == sizeof(void *)) return check_sampler(use, i, given->value, error);
        break;
    }
    return REFUSE_ARGUMENT(use, i, error, CLB_ERROR_ARGUMENT, "%s", "has no value; pass the address of one.");
}

clb_status clbi_check_values(const clbi_use *use, const clb_argument *arguments, clb_error *error)
{
    clb_status status = CLB_OK;
    for (uint32_t i = 0; i < use->kernel->argument_count && status == CLB_OK; i++)
        status = clbi_check_value(use, i, &arguments[i], error);
    return status;
}

/* The value of one of the kernel's expressions, not negative, as a size. */
static clb_status evaluate(const clbi_use *use, uint32_t code, const clb_argument *arguments, const char *what,
                           size_t *value, clb_error *error)
{
    int64_t result = 0;
    const clbi_outcome outcome =
        clbi_expression_run(use->bundle, use->kernel, code, arguments, use->state->values, &result);
    if (outcome != CLBI_VALUE)
        return clbi_refuse(error, outcome == CLBI_MALFORMED ? CLB_ERROR_ABI : CLB_ERROR_SIZE, use->call,
                           "%s: %s of kernel '%s' %s; check the scalars passed to it.", use->call, what,
                           kernel_name(use).text, clbi_outcome_text(outcome));
    if (result < 0 || (uint64_t)result > SIZE_MAX)
        return clbi_refuse(error, CLB_ERROR_SIZE, use->call,
                           "%s: %s of kernel '%s' comes out as %" PRId64 "; check the scalars passed to it.", use->call,
                           what, kernel_name(use).text, result);
    *value = (size_t)result;
    return CLB_OK;
}

clb_status clbi_dimension_size(const clbi_use *use, uint32_t i, uint32_t d, const clb_argument *arguments, size_t *size,
                               clb_error *error)
{
    const uint32_t *code = use->bundle->shapes + use->parameters[i].shape + 1;
    return evaluate(use, code[d], arguments, "an extent of an image", size, error);
}

/* Whether the last group of a dimension may be smaller. */
static bool takes_rest(const clbi_use *use)
{
    const uint32_t *required = use->required_local;
    const clbi_backend *backend = use->device->backend;
    return backend->non_uniform && backend->non_uniform(use->device->impl, use->bundle, use->kernel,
                                                        required[0] != 0 || required[1] != 0 || required[2] != 0);
}

static bool divides(const clbi_range *range)
{
    for (int d = 0; d < 3; d++)
        if (range->local[d] != 0 && range->global[d] % range->local[d] != 0) return false;
    return true;
}

static clb_status check_local_size(const clbi_use *use, const clbi_range *range, clb_error *error)
{
    const size_t most = use->device->info.work_group_size;
    size_t items = 1;
    for (uint32_t d = 0; d < range->dimensions; d++) {
        const uint32_t required = use->required_local[d];
        if (range->local[d] == 0)
            return clbi_refuse(error, CLB_ERROR_ARGUMENT, use->call,
                               "%s: the local size of kernel '%s' is 0 in dimension %" PRIu32
                               " only; state all dimensions or none.",
                               use->call, kernel_name(use).text, d);
        if (required && range->local[d] != required)
            return clbi_refuse(error, CLB_ERROR_SIZE, use->call,
                               "%s: kernel '%s' is made for a local size of %" PRIu32 " in dimension %" PRIu32
                               ", not %zu; leave the local size out.",
                               use->call, kernel_name(use).text, required, d, range->local[d]);
        if (range->global[d] % range->local[d] != 0 && !takes_rest(use))
            return clbi_refuse(
                error, CLB_ERROR_SIZE, use->call,
                "%s: the local size %zu of kernel '%s' does not divide the range %zu in dimension "
                "%" PRIu32 ", and %s takes no smaller group at the end of this kernel's range; use a range that "
                "is a multiple of it.",
                use->call, range->local[d], kernel_name(use).text, range->global[d], d, use->device->info.name);
        const size_t dimension = use->device->info.work_item_sizes[d];
        if (dimension > 0 && range->local[d] > dimension && (most == 0 || range->local[d] <= most))
            return clbi_refuse(error, CLB_ERROR_SIZE, use->call,
                               "%s: a work-group of %zu items in dimension %" PRIu32
                               " of kernel '%s' is too large for %s, "
                               "which takes %zu there; state a smaller local size.",
                               use->call, range->local[d], d, kernel_name(use).text, use->device->info.name, dimension);
        if (range->local[d] > SIZE_MAX / items) items = SIZE_MAX;
        else items *= range->local[d];
    }
    /* A kernel that requires its size may have more than others of its device: clbi_check_group_size. */
    if (most > 0 && items > most && use->required_local[0] == 0)
        return clbi_refuse(error, CLB_ERROR_SIZE, use->call,
                           "%s: a work-group of %zu items of kernel '%s' is too large for %s, which takes %zu; state "
                           "a smaller local size.",
                           use->call, items, kernel_name(use).text, use->device->info.name, most);
    return CLB_OK;
}

uint32_t clbi_device_classes(const clb_device *device)
{
    if (device->backend == &clbi_native_backend) return CLB_CLASS_NATIVE;
    switch (device->info.type) {
    case CLB_DEVICE_GPU: return CLB_CLASS_OPENCL | CLB_CLASS_GPU;
    case CLB_DEVICE_CPU: return CLB_CLASS_OPENCL | CLB_CLASS_CPU;
    case CLB_DEVICE_ACCELERATOR: return CLB_CLASS_OPENCL | CLB_CLASS_ACCELERATOR;
    case CLB_DEVICE_OTHER: break;
    }
    return CLB_CLASS_OPENCL;
}

/* The expressions of the local size that the kernel states for this device. [0] is 0: none. */
static const uint32_t *own_local(const clbi_use *use)
{
    const uint32_t classes = clbi_device_classes(use->device);
    const clb_kernel_data *kernel = use->kernel;
    for (uint32_t i = 0; i < kernel->local_count; i++) {
        const clb_local_data *local = &use->bundle->locals[kernel->first_local + i];
        if (local->classes & classes) return local->size;
    }
    return kernel->local;
}

/* Where the caller states no local size: the kernel's own, if it has one. */
static clb_status complete_local(const clbi_use *use, const clb_argument *arguments, clbi_range *range,
                                 clb_error *error)
{
    for (uint32_t d = 0; d < range->dimensions; d++)
        if (range->local[d] != 0) return CLB_OK;
    const uint32_t *const local = own_local(use);
    if (local[0] != 0) {
        for (uint32_t d = 0; d < range->dimensions; d++) {
            range->local[d] = 1;
            if (local[d] == 0) continue;
            const clb_status status = evaluate(use, local[d], arguments, "@local", &range->local[d], error);
            if (status != CLB_OK) return status;
        }
    } else if (use->required_local[0] != 0) {
        for (uint32_t d = 0; d < range->dimensions; d++)
            range->local[d] = use->required_local[d] ? use->required_local[d] : 1;
    }
    return CLB_OK;
}

/* A range that an expression gives and that would not end for months: that has gone wrong. No array needs so many
 * work-items. A launch that is watched can be stopped. */
static clb_status check_end(const clbi_use *use, const clbi_range *range, clb_error *error)
{
    uint64_t left = CLB_LAUNCH_ITEMS;
    for (int d = 0; d < 3; d++) left /= range->global[d];
    if (left > 0) return CLB_OK;
    return clbi_refuse(
        error, CLB_ERROR_SIZE, use->call,
        "%s: the range of kernel '%s' comes out as %zu x %zu x %zu work-items, more than 2^52, which would not end; "
        "check the scalars passed to it, or state the range in clb_launch.",
        use->call, kernel_name(use).text, range->global[0], range->global[1], range->global[2]);
}

clb_status clbi_check_range(const clbi_use *use, const clb_launch *launch, const clb_argument *arguments,
                            clbi_range *range, bool *empty, clb_error *error)
{
    const clb_kernel_data *kernel = use->kernel;
    const uint32_t stated = launch ? launch->dimensions : 0;
    const bool own = stated == 0;
    const bool gpu = kernel->gpu_range[0] != 0 && use->device->info.type == CLB_DEVICE_GPU;
    clbi_range r = {.dimensions = own ? kernel->range_dimensions : stated,
                    .global = {1, 1, 1},
                    .local = {0, 0, 0},
                    .offset = {0, 0, 0}};
    *empty = false;
    if (r.dimensions == 0)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, use->call,
                           "%s: kernel '%s' has no @range of its own; state the range in clb_launch.", use->call,
                           kernel_name(use).text);
    if (r.dimensions > 3)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, use->call,
                           "%s: a range of %" PRIu32 " dimensions does not exist; state 1 to 3.", use->call,
                           r.dimensions);
    for (uint32_t d = 0; d < r.dimensions; d++) {
        if (own) {
            const clb_status status = evaluate(use, gpu ? kernel->gpu_range[d] : kernel->range[d], arguments,
                                               gpu ? "@gpu_range" : "@range", &r.global[d], error);
            if (status != CLB_OK) return status;
        } else {
            r.global[d] = launch->global[d];
        }
        if (launch) {
            r.local[d] = launch->local[d];
            r.offset[d] = launch->offset[d];
        }
        if (r.offset[d] > SIZE_MAX - r.global[d])
            return clbi_refuse(error, CLB_ERROR_SIZE, use->call,
                               "%s: offset %zu plus range %zu of kernel '%s' exceeds the largest id; launch a smaller "
                               "range.",
                               use->call, r.offset[d], r.global[d], kernel_name(use).text);
        if (r.global[d] == 0) *empty = true;
    }
    if (own && !*empty && !(launch && launch->watch)) {
        const clb_status status = check_end(use, &r, error);
        if (status != CLB_OK) return status;
    }
    if (!*empty) {
        clb_status status = complete_local(use, arguments, &r, error);
        const bool stated = r.local[0] != 0 || r.local[1] != 0 || r.local[2] != 0;
        if (status == CLB_OK && stated) status = check_local_size(use, &r, error);
        if (status != CLB_OK) return status;
        for (uint32_t d = r.dimensions; d < 3; d++) r.local[d] = stated;
    }
    *range = r;
    return CLB_OK;
}

clb_status clbi_extent_size(const clbi_use *use, uint32_t i, const clb_argument *arguments, bool *stated, size_t *size,
                            clb_error *error)
{
    const clb_argument_data *parameter = &use->parameters[i];
    int64_t count = 0;
    *size = 0;
    *stated = parameter->extent != 0;
    if (!*stated) return CLB_OK;
    const clbi_outcome outcome =
        clbi_expression_run(use->bundle, use->kernel, parameter->extent, arguments, use->state->values, &count);
    if (outcome != CLBI_VALUE)
        return REFUSE_ARGUMENT(use, i, error, outcome == CLBI_MALFORMED ? CLB_ERROR_ABI : CLB_ERROR_SIZE,
                               "has an extent that %s; check the scalars passed to the kernel.",
                               clbi_outcome_text(outcome));
    if (count < 0 || (uint64_t)count > SIZE_MAX / parameter->size)
        return REFUSE_ARGUMENT(use, i, error, CLB_ERROR_SIZE,
                               "has an extent of %" PRId64 " elements of %" PRIu32
                               " bytes, which is not a valid size; check the scalars passed to the kernel.",
                               count, parameter->size);
    *size = (size_t)count * parameter->size;
    return CLB_OK;
}

clb_status clbi_check_extent(const clbi_use *use, uint32_t i, size_t needed, size_t given, clb_error *error)
{
    if (needed <= given) return CLB_OK;
    return REFUSE_ARGUMENT(use, i, error, CLB_ERROR_SIZE,
                           "needs %zu bytes for these scalars, but %zu were given; use more memory or a smaller range.",
                           needed, given);
}

/* Whether the device would take the variant: the condition holds, the device has what its program needs, there is code
 * for it, its range is not empty, and its work-groups are none too large and all of one size. */
static bool variant_fits(const clbi_use *use, const clb_variant_data *variant, const clb_argument *arguments)
{
    int64_t holds = 1;
    clbi_range range;
    bool empty;
    clbi_use other = *use;
    if (!(variant->classes & clbi_device_classes(use->device))) return false;
    if (variant->condition != 0 && (clbi_expression_run(use->bundle, use->kernel, variant->condition, arguments,
                                                        use->state->values, &holds) != CLBI_VALUE ||
                                    holds == 0))
        return false;
    const uint32_t needs = use->bundle->programs[use->bundle->kernels[variant->kernel].program].needs;
    if (needs & ~use->device->info.features) return false;
    const clb_native_kernel *native = use->bundle->native;
    if (use->device->backend == &clbi_native_backend && (!native || native[variant->kernel].reason)) return false;
    clbi_use_variant(&other, variant->kernel);
    return clbi_check_range(&other, NULL, arguments, &range, &empty, NULL) == CLB_OK && !empty && divides(&range);
}

void clbi_use_choose(clbi_use *use, const clb_launch *launch, const clb_argument *arguments)
{
    const clb_kernel_data *kernel = use->kernel;
    if (kernel->variant_count == 0 ||
        (launch &&
         (launch->dimensions != 0 || launch->local[0] != 0 || launch->offset[0] != 0 || launch->local[1] != 0 ||
          launch->offset[1] != 0 || launch->local[2] != 0 || launch->offset[2] != 0)))
        return;
    for (uint32_t i = 0; i < kernel->variant_count; i++) {
        const clb_variant_data *variant = &use->bundle->variants[kernel->first_variant + i];
        if (!variant_fits(use, variant, arguments)) continue;
        clbi_use_variant(use, variant->kernel);
        return;
    }
}
