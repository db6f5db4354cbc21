/* SPDX-License-Identifier: MIT */
#include "launch/programs.h"

#include "core/bundle.h"
#include "core/status.h"

#include <stdlib.h>
#include <string.h>

static clbi_bundle_state *find_state(clb_device *device, const clb_bundle *bundle)
{
    clbi_bundle_state *state = atomic_load_explicit(&device->bundles, memory_order_acquire);
    while (state && state->bundle != bundle) state = state->next;
    return state;
}

static void free_state(clb_device *device, clbi_bundle_state *state)
{
    if (!state) return;
    for (clbi_bundle_state *other = state->others; other;) {
        clbi_bundle_state *next = other->next;
        other->others = NULL;
        free_state(device, other);
        other = next;
    }
    for (uint32_t i = 0; i < state->bundle->program_count; i++) {
        clbi_program *program = &state->programs[i];
        if (program->built) device->backend->program_release(device->impl, program->built);
        if (program->failure) clb_error_clear(program->failure);
        free(program->failure);
        free(program->binary);
    }
    free(state->timings);
    free(state->values);
    free(state->kernels);
    free(state);
}

static clbi_bundle_state *new_state(const clb_bundle *bundle, const clbi_value *values)
{
    const size_t programs = bundle->program_count, kernels = bundle->kernel_count, constants = bundle->constant_count;
    if (programs > (SIZE_MAX - sizeof(clbi_bundle_state)) / sizeof(clbi_program)) return NULL;
    clbi_bundle_state *state = malloc(sizeof *state + programs * sizeof(clbi_program));
    void **slots = calloc(kernels + 1, sizeof *slots);
    clbi_value *copy = calloc(constants + 1, sizeof *copy);
    if (!state || !slots || !copy) {
        free(state);
        free(slots);
        free(copy);
        return NULL;
    }
    *state = (clbi_bundle_state){.bundle = bundle, .values = copy, .kernels = slots};
    if (values) memcpy(copy, values, constants * sizeof *copy);
    else
        (void)clbi_constants_set(bundle, &(clbi_given_constants){NULL, 0}, NULL, "", copy,
                                 NULL); /* the defaults, which nothing refuses */
    atomic_init(&state->current, state);
    for (size_t i = 0; i < programs; i++) {
        state->programs[i] = (clbi_program){0};
        atomic_init(&state->programs[i].state, CLBI_PROGRAM_NEW);
        atomic_init(&state->programs[i].wanted, 0);
    }
    return state;
}

static bool has_values(const clbi_bundle_state *state, const clbi_value *values)
{
    for (uint32_t i = 0; i < state->bundle->constant_count; i++)
        if (state->values[i].bits != values[i].bits) return false;
    return true;
}

/* The first state of a bundle, made if it is not there; `values` NULL: the defaults. */
static clb_status open_first(clb_device *device, const clb_bundle *bundle, const clbi_value *values, const char *call,
                             clbi_bundle_state **state, clb_error *error)
{
    clbi_bundle_state *found = bundle ? find_state(device, bundle) : NULL;
    if (!found) {
        const clb_status status = clbi_bundle_check(bundle, call, error);
        if (status != CLB_OK) return status;
        clbi_bundle_state *made = new_state(bundle, values);
        if (!made) return clbi_no_memory(error, call);

        pthread_mutex_lock(&device->lock);
        found = find_state(device, bundle); /* another thread may have been first */
        if (!found) {
            made->next = atomic_load_explicit(&device->bundles, memory_order_relaxed);
            atomic_store_explicit(&device->bundles, made, memory_order_release);
            found = made;
            made = NULL;
        }
        pthread_mutex_unlock(&device->lock);
        free_state(device, made);
    }
    *state = found;
    return CLB_OK;
}

clb_status clbi_bundle_open(clb_device *device, const clb_bundle *bundle, const char *call, clbi_bundle_state **state,
                            clb_error *error)
{
    clbi_bundle_state *first;
    const clb_status status = open_first(device, bundle, NULL, call, &first, error);
    if (status == CLB_OK) *state = atomic_load_explicit(&first->current, memory_order_acquire);
    return status;
}

/* The state for these values, made if it is not there. */
static clbi_bundle_state *open_values(clb_device *device, clbi_bundle_state *first, const clbi_value *values)
{
    clbi_bundle_state *made = new_state(first->bundle, values);
    if (!made) return NULL;
    pthread_mutex_lock(&device->lock);
    clbi_bundle_state *found = first;
    while (found && !has_values(found, values)) found = found == first ? first->others : found->next;
    if (!found) {
        made->next = first->others;
        first->others = found = made;
        made = NULL;
    }
    pthread_mutex_unlock(&device->lock);
    free_state(device, made);
    return found;
}

clb_status clbi_bundle_open_with(clb_device *device, const clb_bundle *bundle, const clbi_given_constants *given,
                                 const char *call, clbi_bundle_state **state, clb_error *error)
{
    clbi_bundle_state *first, *found = NULL;
    clb_status status = open_first(device, bundle, NULL, call, &first, error);
    if (status != CLB_OK) return status;
    const clbi_bundle_state *now = atomic_load_explicit(&first->current, memory_order_acquire);
    clbi_value *values = calloc((size_t)bundle->constant_count + 1, sizeof *values);
    if (!values) return clbi_no_memory(error, call);
    status = clbi_constants_set(bundle, given, now->values, call, values, error);
    if (status == CLB_OK) {
        found = open_values(device, first, values);
        if (!found) status = clbi_no_memory(error, call);
    }
    free(values);
    if (status == CLB_OK) *state = found;
    return status;
}

void clbi_bundle_choose(clb_device *device, clbi_bundle_state *state)
{
    atomic_store_explicit(&find_state(device, state->bundle)->current, state, memory_order_release);
}

clb_status clbi_bundles_inherit(clb_device *device, const clb_device *from, const char *call, clb_error *error)
{
    clb_status status = CLB_OK;
    const clbi_bundle_state *state = atomic_load_explicit(&from->bundles, memory_order_acquire);
    for (; state && status == CLB_OK; state = state->next) {
        clbi_bundle_state *made;
        if (state->bundle->constant_count == 0) continue;
        const clbi_bundle_state *now = atomic_load_explicit(&state->current, memory_order_acquire);
        status = open_first(device, state->bundle, now->values, call, &made, error);
    }
    return status;
}

static clb_status check_needs(const clb_device *device, const clb_bundle *bundle, uint32_t program, const char *call,
                              clb_error *error)
{
    const uint32_t missing = bundle->programs[program].needs & ~device->info.features;
    if (missing == 0) return CLB_OK;
    char text[128];
    clbi_needs_text(missing, text, sizeof text);
    return clbi_fail(error,
                     (clbi_cause){.status = CLB_ERROR_UNSUPPORTED,
                                  .call = call,
                                  .device = &device->info,
                                  .hint = "Open the device with the bundle among its parameters, so that one "
                                          "that fits is chosen."},
                     "%s: the kernel's program needs %s, which %s lacks.", call, text, device->info.name);
}

/* Ends the state of being built. A refusal is kept where memory allows; otherwise the program is new again. */
static void settle(clb_device *device, clbi_program *program, clb_status status, void *built, const clb_error *failure)
{
    int next = status == CLB_OK ? CLBI_PROGRAM_READY : CLBI_PROGRAM_NEW;
    clb_error *kept = NULL;
    if (status == CLB_ERROR_BUILD || status == CLB_ERROR_UNSUPPORTED) {
        kept = calloc(1, sizeof *kept);
        if (kept) {
            clbi_error_copy(kept, failure);
            next = CLBI_PROGRAM_FAILED;
        }
    }
    pthread_mutex_lock(&device->lock);
    program->built = built;
    program->failure = kept;
    atomic_store_explicit(&program->state, next, memory_order_release);
    pthread_cond_broadcast(&device->built);
    pthread_mutex_unlock(&device->lock);
}

clb_status clbi_program_build(clb_device *device, clbi_bundle_state *state, uint32_t number, const char *call,
                              clb_error *error)
{
    clbi_program *program = &state->programs[number];
    if (atomic_load_explicit(&program->state, memory_order_acquire) == CLBI_PROGRAM_READY) return CLB_OK;

    clb_status status = check_needs(device, state->bundle, number, call, error);
    if (status != CLB_OK) return status;

    pthread_mutex_lock(&device->lock);
    while (atomic_load_explicit(&program->state, memory_order_relaxed) == CLBI_PROGRAM_BUILDING)
        pthread_cond_wait(&device->built, &device->lock);
    const int reached = atomic_load_explicit(&program->state, memory_order_relaxed);
    void *binary = NULL;
    if (reached == CLBI_PROGRAM_NEW) {
        atomic_store_explicit(&program->state, CLBI_PROGRAM_BUILDING, memory_order_relaxed);
        binary = program->binary;
        program->binary = NULL;
    }
    pthread_mutex_unlock(&device->lock);

    if (reached == CLBI_PROGRAM_READY) return CLB_OK;
    if (reached == CLBI_PROGRAM_FAILED) {
        clbi_error_copy(error, program->failure);
        return program->failure->status;
    }

    clb_error failure = {0};
    void *built = NULL;
    const clbi_build build = {state->bundle, number, state->values, binary, program->binary_size, state->kernels};
    status = device->backend->program_build(device->impl, &build, &built, &failure);
    settle(device, program, status, built, &failure);
    if (status != CLB_OK && error) {
        clb_error_clear(error);
        *error = failure; /* with its log */
        failure.build_log = NULL;
    }
    clb_error_clear(&failure);
    free(binary);
    return status;
}

void clbi_bundles_close(clb_device *device)
{
    clbi_bundle_state *state = atomic_load_explicit(&device->bundles, memory_order_acquire);
    while (state) {
        clbi_bundle_state *next = state->next;
        free_state(device, state);
        state = next;
    }
    atomic_store_explicit(&device->bundles, NULL, memory_order_relaxed);
}
