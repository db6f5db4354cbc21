/* clb_mpi: the ranks agree on what is to be done, each gets its pieces, computes them, and gives them back.
 * Every step that can fail on one rank alone ends in an agreement of all, before the next message. So no rank waits for
 * one that has given up. Knows the public interface of libclbundle only.
 *
 * SPDX-License-Identifier: MIT */
#include "clbundle/mpi.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TAG = 1 };

struct clb_mpi {
    MPI_Comm comm; /* of the library's own */
    int rank, size;
    clb_group *group;
};

/* A call under way on this rank. */
typedef struct mpi_call {
    clb_mpi *ranks;
    const char *name; /* the public function at work */
    const clb_bundle *bundle;
    const clb_kernel_data *kernel;
    const clb_argument_data *parameters;
    uint32_t number, count;
    const clb_mpi_argument *given;
    clb_mpi_params params;
    clb_host_argument *arguments; /* what the group gets: the root's scalars, this rank's memory */
    clb_split_array *arrays;
    uint64_t *bounds; /* where each rank's part begins, and the end */
    void **owned;     /* memory of this call: values and pieces; one an argument */
    clb_split split;
} mpi_call;

/* ---- Errors ------------------------------------------------------------------------------------------------------ */

#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
static clb_status
fail(clb_error *error, clb_status status, const char *call, const char *format, ...)
{
    if (!error) return status;
    clb_error_clear(error);
    error->status = status;
    error->call = call;
    error->code_name = error->hint = "";
    const int length = snprintf(error->message, sizeof error->message, "%s: ", call);
    va_list list;
    va_start(list, format);
    if (length >= 0 && (size_t)length < sizeof error->message)
        (void)vsnprintf(error->message + length, sizeof error->message - (size_t)length, format, list);
    va_end(list);
    return status;
}

static clb_status check_mpi(int code, const char *call, const char *what, clb_error *error)
{
    char text[MPI_MAX_ERROR_STRING + 1] = "";
    int length = 0;
    if (code == MPI_SUCCESS) return CLB_OK;
    (void)MPI_Error_string(code, text, &length);
    return fail(error, CLB_ERROR_DEVICE, call, "%s failed: %.300s; see what MPI says of the nodes.", what, text);
}

/* All ranks say how they fare; those that are well take over the failure of the first one that is not. */
static clb_status agree(const clb_mpi *ranks, const char *call, clb_status status, clb_error *error)
{
    struct {
        int status;
        int code;
        char message[1024];
    } told;
    int mine = status == CLB_OK ? 0 : ranks->size - ranks->rank, worst = 0;
    clb_error broken = {0};
    if (check_mpi(MPI_Allreduce(&mine, &worst, 1, MPI_INT, MPI_MAX, ranks->comm), call, "MPI_Allreduce", &broken) !=
        CLB_OK) {
        if (status != CLB_OK) return status;
        if (error) *error = broken;
        return broken.status;
    }
    if (worst == 0) return CLB_OK;
    const int speaker = ranks->size - worst;
    memset(&told, 0, sizeof told);
    if (ranks->rank == speaker) {
        told.status = (int)status;
        told.code = error ? (int)error->code : 0;
        if (error) memcpy(told.message, error->message, sizeof told.message);
    }
    if (check_mpi(MPI_Bcast(&told, (int)sizeof told, MPI_BYTE, speaker, ranks->comm), call, "MPI_Bcast", &broken) !=
        CLB_OK) {
        if (status != CLB_OK) return status;
        if (error) *error = broken;
        return broken.status;
    }
    if (ranks->rank == speaker || !error) return (clb_status)told.status;
    told.message[sizeof told.message - 1] = '\0';
    clb_error_clear(error);
    error->status = (clb_status)told.status;
    error->code = told.code;
    error->call = call;
    error->code_name = error->hint = "";
    (void)snprintf(error->message, sizeof error->message, "rank %d: %.1000s", speaker, told.message);
    return error->status;
}

/* ---- Opening ----------------------------------------------------------------------------------------------------- */

clb_status clb_mpi_open(MPI_Comm communicator, const clb_group_params *params, clb_mpi **ranks, clb_error *error)
{
    static const char call[] = "clb_mpi_open";
    int initialised = 0, finalised = 0;
    clb_error own = {0};
    (void)MPI_Initialized(&initialised);
    (void)MPI_Finalized(&finalised);
    if (!initialised || finalised || communicator == MPI_COMM_NULL)
        return fail(error, CLB_ERROR_ARGUMENT, call, "%s",
                    initialised && !finalised
                        ? "the communicator is MPI_COMM_NULL; pass one of this rank's."
                        : "MPI is not at work; call MPI_Init_thread before, and MPI_Finalize after.");
    /* From here on the other ranks wait for this one's answer. */
    clb_mpi *made = calloc(1, sizeof *made);
    clb_mpi none = {.comm = communicator};
    clb_mpi *const opened = made ? made : &none; /* a rank without memory must still answer */
    clb_status status = made ? CLB_OK : fail(&own, CLB_ERROR_MEMORY, call, "host memory ran out.");
    if (!ranks) status = fail(&own, CLB_ERROR_ARGUMENT, call, "`ranks` is NULL; pass the address of a pointer.");
    clb_status failed = check_mpi(MPI_Comm_dup(communicator, &opened->comm), call, "MPI_Comm_dup", &own);
    if (failed != CLB_OK) {
        free(made);
        if (error) *error = own;
        return failed;
    }
    (void)MPI_Comm_set_errhandler(opened->comm, MPI_ERRORS_RETURN);
    (void)MPI_Comm_rank(opened->comm, &opened->rank);
    (void)MPI_Comm_size(opened->comm, &opened->size);
    if (status == CLB_OK) status = clb_group_open(params, &opened->group, &own);
    status = agree(opened, call, status, &own);
    if (status == CLB_OK) {
        *ranks = made;
        return CLB_OK;
    }
    clb_group_close(&opened->group);
    (void)MPI_Comm_free(&opened->comm);
    free(made);
    if (error) {
        clb_error_clear(error);
        *error = own;
    } else {
        clb_error_clear(&own);
    }
    return status;
}

void clb_mpi_close(clb_mpi **ranks)
{
    if (!ranks || !*ranks) return;
    clb_mpi *closed = *ranks;
    *ranks = NULL;
    clb_group_close(&closed->group);
    (void)MPI_Comm_free(&closed->comm);
    free(closed);
}

clb_group *clb_mpi_group(clb_mpi *ranks)
{
    return ranks ? ranks->group : NULL;
}

/* ---- What is to be done ------------------------------------------------------------------------------------------ */

static bool is_root(const mpi_call *c)
{
    return c->ranks->rank == c->params.root;
}

static bool is_array(const mpi_call *c, uint32_t i)
{
    return c->parameters[i].kind == CLB_ARGUMENT_GLOBAL || c->parameters[i].kind == CLB_ARGUMENT_CONSTANT;
}

/* The checks of one rank, before anything is sent. */
static clb_status check_call(mpi_call *c, size_t count, clb_error *error)
{
    char name[96];
    if (!c->bundle || c->bundle->abi != CLB_ABI)
        return fail(error, c->bundle ? CLB_ERROR_ABI : CLB_ERROR_ARGUMENT, c->name, "%s",
                    c->bundle ? "the bundle was generated for another clbundle; generate it again."
                              : "the bundle is NULL; pass one.");
    if (c->number >= c->bundle->kernel_count)
        return fail(error, CLB_ERROR_ARGUMENT, c->name, "the bundle has no kernel %" PRIu32 ".", c->number);
    c->kernel = &c->bundle->kernels[c->number];
    c->parameters = c->bundle->arguments + c->kernel->first_argument;
    (void)clb_text_copy(c->bundle, c->kernel->name, name, sizeof name);
    if (count != c->kernel->argument_count || (count > 0 && !c->given))
        return fail(error, CLB_ERROR_ARGUMENT, c->name, "kernel '%s' takes %" PRIu32 " arguments; pass as many.", name,
                    c->kernel->argument_count);
    c->count = (uint32_t)count;
    if (c->kernel->split == 0)
        return fail(error, CLB_ERROR_ARGUMENT, c->name, "kernel '%s' has no @split; run it on one rank.", name);
    if (c->params.root < 0 || c->params.root >= c->ranks->size)
        return fail(error, CLB_ERROR_ARGUMENT, c->name, "there is no rank %d to be the root of %d.", c->params.root,
                    c->ranks->size);
    for (uint32_t i = 0; is_root(c) && i < c->count; i++)
        if (c->parameters[i].kind == CLB_ARGUMENT_VALUE &&
            (!c->given[i].value || c->given[i].size != c->parameters[i].size))
            return fail(error, CLB_ERROR_ARGUMENT, c->name,
                        "argument %" PRIu32 " of kernel '%s' takes %" PRIu32 " bytes; pass the "
                        "address of the kernel's own type.",
                        i, name, c->parameters[i].size);
    c->arguments = calloc(count + 1, sizeof *c->arguments);
    c->arrays = calloc(count + 1, sizeof *c->arrays);
    c->owned = calloc(count + 1, sizeof *c->owned);
    c->bounds = calloc((size_t)c->ranks->size + 1, sizeof *c->bounds);
    if (!c->arguments || !c->arrays || !c->owned || !c->bounds)
        return fail(error, CLB_ERROR_MEMORY, c->name, "host memory ran out.");
    for (uint32_t i = 0; i < c->count; i++) {
        c->arguments[i].size = c->given[i].size;
        if (c->parameters[i].kind != CLB_ARGUMENT_VALUE) continue;
        c->arguments[i].size = c->parameters[i].size;
        void *value = malloc(c->parameters[i].size);
        if (!value) return fail(error, CLB_ERROR_MEMORY, c->name, "host memory ran out.");
        if (is_root(c)) memcpy(value, c->given[i].value, c->parameters[i].size);
        c->arguments[i].value = c->owned[i] = value;
    }
    return CLB_OK;
}

/* Facts that must be equal on all ranks. */
static clb_status check_common(const mpi_call *c, clb_error *error)
{
    enum { ITEMS = 6 };
    uint64_t places = UINT64_C(0xcbf29ce484222325);
    for (uint32_t i = 0; i < c->count; i++)
        places = (places ^ (uint64_t)(c->given[i].place + 1)) * UINT64_C(0x100000001b3);
    const clb_program_data *program = &c->bundle->programs[c->kernel->program];
    const uint64_t mine[ITEMS] = {(uint64_t)c->params.root,
                                  c->number,
                                  places,
                                  program->hash[0],
                                  c->params.message_size,
                                  (uint64_t)c->name[sizeof "clb_mpi_" - 1]};
    uint64_t both[2 * ITEMS], most[2 * ITEMS];
    for (int i = 0; i < ITEMS; i++) {
        both[i] = mine[i];
        both[ITEMS + i] = ~mine[i];
    }
    const clb_status status = check_mpi(MPI_Allreduce(both, most, 2 * ITEMS, MPI_UINT64_T, MPI_MAX, c->ranks->comm),
                                        c->name, "MPI_Allreduce", error);
    if (status != CLB_OK) return status;
    static const char *const what[ITEMS] = {"the root",   "the kernel",       "the places of the arguments",
                                            "the bundle", "the message size", "the function"};
    for (int i = 0; i < ITEMS; i++)
        if (most[i] != (uint64_t)~most[ITEMS + i])
            return fail(error, CLB_ERROR_ARGUMENT, c->name,
                        "the ranks do not agree about %s; pass the same everywhere.", what[i]);
    return CLB_OK;
}

/* The root's scalars, and its sizes of arrays without an extent. */
static clb_status share_values(mpi_call *c, clb_error *error)
{
    clb_status status = CLB_OK;
    for (uint32_t i = 0; status == CLB_OK && i < c->count; i++) {
        uint64_t size = c->given[i].size;
        if (c->parameters[i].kind == CLB_ARGUMENT_VALUE) {
            status =
                check_mpi(MPI_Bcast(c->owned[i], (int)c->parameters[i].size, MPI_BYTE, c->params.root, c->ranks->comm),
                          c->name, "MPI_Bcast", error);
        } else if (c->given[i].place == CLB_MPI_ROOT || c->parameters[i].kind == CLB_ARGUMENT_LOCAL) {
            status = check_mpi(MPI_Bcast(&size, 1, MPI_UINT64_T, c->params.root, c->ranks->comm), c->name, "MPI_Bcast",
                               error);
            c->arguments[i].size = (size_t)size;
        }
    }
    return status;
}

/* The root deals the units out by the weights. */
static void deal(const mpi_call *c, double *weights, uint64_t *bounds)
{
    const int size = c->ranks->size;
    const uint64_t units = c->split.units, granule = c->split.granule;
    double all = 0, before = 0;
    bool unknown = false;
    for (int r = 0; r < size; r++) {
        if (!(weights[r] >= 0)) weights[r] = 0;
        unknown = unknown || weights[r] == 0;
        all += weights[r];
    }
    if (!(all > 0) || (c->params.weight < 0 && unknown)) {
        for (int r = 0; r < size; r++) weights[r] = 1;
        all = size;
    }
    bounds[0] = 0;
    for (int r = 0; r < size; r++) {
        before += weights[r];
        const double end = before / all * (double)units;
        uint64_t bound = end >= (double)units ? units : (uint64_t)end;
        bound -= bound % granule;
        bounds[r + 1] = r + 1 == size ? units : bound < bounds[r] ? bounds[r] : bound;
    }
}

static clb_status share_units(mpi_call *c, clb_error *error)
{
    const int size = c->ranks->size;
    double mine = c->params.weight, *weights = malloc((size_t)size * sizeof *weights);
    clb_status status = weights ? CLB_OK : fail(error, CLB_ERROR_MEMORY, c->name, "host memory ran out.");
    if (mine < 0) {
        mine = 0;
        for (size_t m = 0; m < clb_group_size(c->ranks->group); m++)
            mine += clb_group_speed(c->ranks->group, c->bundle, c->number, m);
    }
    status = agree(c->ranks, c->name, status, error);
    if (status == CLB_OK)
        status = check_mpi(MPI_Gather(&mine, 1, MPI_DOUBLE, weights, 1, MPI_DOUBLE, c->params.root, c->ranks->comm),
                           c->name, "MPI_Gather", error);
    if (status == CLB_OK && is_root(c)) deal(c, weights, c->bounds);
    if (status == CLB_OK)
        status = check_mpi(MPI_Bcast(c->bounds, size + 1, MPI_UINT64_T, c->params.root, c->ranks->comm), c->name,
                           "MPI_Bcast", error);
    free(weights);
    return status;
}

/* Up to here, the ranks know the call and their parts. */
static clb_status prepare(mpi_call *c, size_t count, clb_status status, clb_error *error)
{
    if (status == CLB_OK) status = check_call(c, count, error);
    status = agree(c->ranks, c->name, status, error);
    if (status == CLB_OK) status = agree(c->ranks, c->name, check_common(c, error), error);
    if (status == CLB_OK) status = agree(c->ranks, c->name, share_values(c, error), error);
    if (status != CLB_OK) return status;
    /* Sizes of pieces are no sizes of the whole. */
    clb_host_argument *whole = calloc((size_t)c->count + 1, sizeof *whole);
    status = whole ? CLB_OK : fail(error, CLB_ERROR_MEMORY, c->name, "host memory ran out.");
    for (uint32_t i = 0; whole && i < c->count; i++) {
        whole[i] = c->arguments[i];
        if (c->parameters[i].split != 0 && (!is_root(c) || c->given[i].place == CLB_MPI_LOCAL)) whole[i].size = 0;
    }
    if (status == CLB_OK) status = clb_split_get(c->bundle, c->number, whole, c->count, &c->split, c->arrays, error);
    free(whole);
    status = agree(c->ranks, c->name, status, error);
    if (status == CLB_OK) status = agree(c->ranks, c->name, share_units(c, error), error);
    return status;
}

static void release(mpi_call *c)
{
    for (uint32_t i = 0; c->owned && i < c->count; i++) free(c->owned[i]);
    free(c->arguments);
    free(c->arrays);
    free(c->owned);
    free(c->bounds);
}

/* ---- Pieces ------------------------------------------------------------------------------------------------------ */

static bool is_cut(const mpi_call *c, uint32_t i)
{
    return c->arrays[i].unit != 0;
}

/* Bytes of a rank's piece of one block. */
static size_t piece_size(const mpi_call *c, uint32_t i, int rank)
{
    const uint64_t units = c->bounds[rank + 1] - c->bounds[rank];
    return units ? (size_t)((ptrdiff_t)((size_t)units * c->arrays[i].unit) + c->arrays[i].halo) : 0;
}

/* The start of a rank's piece of a block in the root's array. */
static char *root_piece(const mpi_call *c, uint32_t i, size_t block, int rank)
{
    return (char *)(uintptr_t)c->given[i].value + block * c->arrays[i].stride +
           (size_t)c->bounds[rank] * c->arrays[i].unit;
}

/* Memory for this rank's pieces; the root's own stay where they are if they lie together. */
static clb_status take_pieces(mpi_call *c, clb_error *error)
{
    const int rank = c->ranks->rank;
    for (uint32_t i = 0; i < c->count; i++) {
        if (!is_array(c, i)) continue;
        const clb_split_array *array = &c->arrays[i];
        const size_t piece = is_cut(c, i) ? piece_size(c, i, rank) : array->stride, size = piece * array->blocks;
        if (c->given[i].place == CLB_MPI_ROOT && is_root(c) && !c->given[i].value && array->stride > 0)
            return fail(error, CLB_ERROR_ARGUMENT, c->name,
                        "argument %" PRIu32 " is NULL on the root; pass host memory of %zu bytes.", i,
                        array->blocks * array->stride);
        if (c->given[i].place == CLB_MPI_LOCAL) {
            c->arguments[i] = (clb_host_argument){c->given[i].value, c->given[i].size};
        } else if (is_root(c) && (!is_cut(c, i) || array->blocks == 1)) {
            c->arguments[i] = (clb_host_argument){is_cut(c, i) ? root_piece(c, i, 0, rank) : c->given[i].value, size};
        } else {
            c->owned[i] = malloc(size ? size : 1);
            if (!c->owned[i])
                return fail(error, CLB_ERROR_MEMORY, c->name,
                            "host memory for %zu bytes of argument %" PRIu32 " ran out.", size, i);
            c->arguments[i] = (clb_host_argument){c->owned[i], size};
        }
    }
    return CLB_OK;
}

/* Moves bytes between the root and a rank, in messages of a size that MPI can count. */
static clb_status move(const mpi_call *c, char *bytes, size_t size, int other, bool send, clb_error *error)
{
    const size_t most = c->params.message_size;
    for (size_t at = 0; at < size; at += most) {
        const int count = (int)(size - at < most ? size - at : most);
        const int code = send ? MPI_Send(bytes + at, count, MPI_BYTE, other, TAG, c->ranks->comm)
                              : MPI_Recv(bytes + at, count, MPI_BYTE, other, TAG, c->ranks->comm, MPI_STATUS_IGNORE);
        const clb_status status = check_mpi(code, c->name, send ? "MPI_Send" : "MPI_Recv", error);
        if (status != CLB_OK) return status;
    }
    return CLB_OK;
}

/* Takes the pieces of one array to the ranks, or `back`. */
static clb_status move_pieces(const mpi_call *c, uint32_t i, bool back, clb_error *error)
{
    const size_t blocks = c->arrays[i].blocks;
    const int self = c->ranks->rank, root = c->params.root;
    char *own = c->owned[i];
    clb_status status = CLB_OK;
    for (int r = 0; is_root(c) && r < c->ranks->size; r++) {
        const size_t size = piece_size(c, i, r);
        for (size_t block = 0; status == CLB_OK && block < blocks; block++) {
            char *there = root_piece(c, i, block, r);
            if (r != self) status = move(c, there, size, r, !back, error);
            else if (own && back) memcpy(there, own + block * size, size);
            else if (own) memcpy(own + block * size, there, size);
        }
    }
    const size_t size = piece_size(c, i, self);
    for (size_t block = 0; !is_root(c) && status == CLB_OK && block < blocks; block++)
        status = move(c, own + block * size, size, root, back, error);
    return status;
}

/* A whole array from the root to all. */
static clb_status send_whole(const mpi_call *c, uint32_t i, clb_error *error)
{
    char *bytes = (char *)(uintptr_t)c->arguments[i].value;
    const size_t size = c->arrays[i].stride, most = c->params.message_size;
    clb_status status = CLB_OK;
    for (size_t at = 0; status == CLB_OK && at < size; at += most)
        status = check_mpi(
            MPI_Bcast(bytes + at, (int)(size - at < most ? size - at : most), MPI_BYTE, c->params.root, c->ranks->comm),
            c->name, "MPI_Bcast", error);
    return status;
}

static clb_status send_inputs(const mpi_call *c, clb_error *error)
{
    clb_status status = CLB_OK;
    for (uint32_t i = 0; status == CLB_OK && i < c->count; i++) {
        if (!is_array(c, i) || c->given[i].place != CLB_MPI_ROOT || !(c->parameters[i].access & CLB_ACCESS_IN))
            continue;
        status = is_cut(c, i) ? move_pieces(c, i, false, error) : send_whole(c, i, error);
    }
    return status;
}

static clb_status fetch_outputs(const mpi_call *c, clb_error *error)
{
    clb_status status = CLB_OK;
    for (uint32_t i = 0; status == CLB_OK && i < c->count; i++)
        if (is_array(c, i) && c->given[i].place == CLB_MPI_ROOT && (c->parameters[i].access & CLB_ACCESS_OUT) &&
            is_cut(c, i))
            status = move_pieces(c, i, true, error);
    return status;
}

/* ---- Calls ------------------------------------------------------------------------------------------------------- */

static mpi_call start(clb_mpi *ranks, const char *name, const clb_bundle *bundle, uint32_t kernel,
                      const clb_mpi_argument *arguments)
{
    mpi_call c = {.ranks = ranks, .name = name, .bundle = bundle, .number = kernel, .given = arguments};
    c.params.message_size = (size_t)1 << 30;
    return c;
}

/* As CLB_PARAMS says of all parameter structures. */
static clb_status read_params(mpi_call *c, const clb_mpi_params *params, clb_error *error)
{
    enum { FIRST_SIZE = offsetof(clb_mpi_params, message_size) + sizeof(size_t) }; /* in version 0.3 */
    const size_t most = c->params.message_size;
    if (!params) return CLB_OK;
    const size_t size = params->struct_size ? params->struct_size : (size_t)FIRST_SIZE;
    if (size < FIRST_SIZE || size > 4096)
        return fail(error, CLB_ERROR_ARGUMENT, c->name,
                    ".struct_size of the clb_mpi_params is %zu; set it to its sizeof, as "
                    "CLB_PARAMS does, or to 0.",
                    size);
    for (size_t i = sizeof c->params; i < size; i++)
        if (((const char *)params)[i] != 0)
            return fail(error, CLB_ERROR_UNSUPPORTED, c->name,
                        "the clb_mpi_params has a field that this library does not know; "
                        "install the version for which the program was compiled, or leave the field out.");
    memcpy(&c->params, params, size < sizeof c->params ? size : sizeof c->params);
    if (c->params.message_size == 0 || c->params.message_size > most) c->params.message_size = most;
    return CLB_OK;
}

/* The error of a collective call goes through one of its own: all ranks need the text, whether their callers want it or
 * not. */
static clb_status finish(mpi_call *c, clb_status status, clb_error *own, clb_error *error)
{
    release(c);
    if (status == CLB_OK || !error) {
        clb_error_clear(own);
        return status;
    }
    clb_error_clear(error);
    *error = *own;
    return status;
}

clb_status clb_mpi_part(clb_mpi *ranks, const clb_bundle *bundle, uint32_t kernel, const clb_mpi_argument *arguments,
                        size_t argument_count, const clb_mpi_params *params, clb_part *part, clb_error *error)
{
    static const char name[] = "clb_mpi_part";
    clb_error own = {0};
    if (!ranks) return fail(error, CLB_ERROR_ARGUMENT, name, "`ranks` is NULL; open them first.");
    mpi_call c = start(ranks, name, bundle, kernel, arguments);
    clb_status status = part ? CLB_OK : fail(&own, CLB_ERROR_ARGUMENT, name, "`part` is NULL; pass an address.");
    if (status == CLB_OK) status = read_params(&c, params, &own);
    status = prepare(&c, argument_count, status, &own);
    if (status == CLB_OK) *part = (clb_part){c.bounds[ranks->rank], c.bounds[ranks->rank + 1] - c.bounds[ranks->rank]};
    return finish(&c, status, &own, error);
}

clb_status clb_mpi_call(clb_mpi *ranks, const clb_bundle *bundle, uint32_t kernel, const clb_mpi_argument *arguments,
                        size_t argument_count, const clb_mpi_params *params, clb_error *error)
{
    static const char name[] = "clb_mpi_call";
    clb_error own = {0};
    if (!ranks) return fail(error, CLB_ERROR_ARGUMENT, name, "`ranks` is NULL; open them first.");
    mpi_call c = start(ranks, name, bundle, kernel, arguments);
    clb_status status = prepare(&c, argument_count, read_params(&c, params, &own), &own);
    if (status == CLB_OK) status = agree(ranks, name, take_pieces(&c, &own), &own);
    if (status == CLB_OK) status = agree(ranks, name, send_inputs(&c, &own), &own);
    if (status == CLB_OK) {
        const clb_part part = {c.bounds[ranks->rank], c.bounds[ranks->rank + 1] - c.bounds[ranks->rank]};
        status = clb_group_call_part(ranks->group, bundle, kernel, &part, c.arguments, c.count, NULL, &own);
        status = agree(ranks, name, status, &own);
    }
    if (status == CLB_OK) status = agree(ranks, name, fetch_outputs(&c, &own), &own);
    return finish(&c, status, &own, error);
}
