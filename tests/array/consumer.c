/* A program that calls a kernel over memory of other libraries: a NumPy tensor (DLPack), an Arrow column of lists, an
 * R matrix. Each function returns 0, or 1 after a message of at most 1023 characters.
 *
 * SPDX-License-Identifier: MIT */
#include "clbundle/exchange.h"
#include "gamma.h"

#include <stdio.h>
#include <string.h>

int gamma_of_tensor(clb_dl_managed *x, clb_dl_managed *shape, double scale, clb_dl_managed *y, char *message);
int gamma_of_lists(const struct ArrowSchema *schema, const struct ArrowArray *column, const double *shapes,
                   double scale, double *y, size_t y_count, char *message);
int gamma_of_matrix(void *x, size_t length, int type, const int *dim, uint32_t dims, double shape, double scale,
                    double *y, char *message);

static int finish(clb_status status, clb_error *error, char *message)
{
    if (status != CLB_OK) (void)snprintf(message, 1024, "%s", error->message);
    clb_error_clear(error);
    return status != CLB_OK;
}

static clb_status call(const clb_array *x, const clb_array *shape, double scale, const clb_array *y, clb_error *error)
{
    clb_device *device = NULL;
    clb_status status = clb_device_open(&(clb_device_params){.bundle = &gamma_bundle}, &device, error);
    if (status == CLB_OK)
        status = gamma_array_dgamma_kernel(
            device, gamma_arrays_dgamma_kernel(.x = x, .shape = shape, .scale = scale, .y = y), error);
    clb_device_close(&device);
    return status;
}

/* All three tensors are used up, whatever happens: their deleters have been called. */
int gamma_of_tensor(clb_dl_managed *x, clb_dl_managed *shape, double scale, clb_dl_managed *y, char *message)
{
    clb_dl_managed *const tensors[] = {x, shape, y};
    clb_array arrays[3];
    clb_owner *owners[3] = {NULL, NULL, NULL};
    clb_error error = {0};
    clb_status status = CLB_OK;
    for (int i = 0; status == CLB_OK && i < 3; i++)
        status = clb_dlpack_import(tensors[i], &arrays[i], &owners[i], &error);
    if (status == CLB_OK) status = call(&arrays[0], &arrays[1], scale, &arrays[2], &error);
    for (int i = 0; i < 3; i++) {
        if (!owners[i]) tensors[i]->deleter(tensors[i]); /* it was not taken over */
        clb_owner_release(&owners[i]);
    }
    return finish(status, &error, message);
}

/* Row by row, each with a shape of its own, by the native code as a ckernel. y has room for all values behind the
 * lists, and gets those that are in a row. */
int gamma_of_lists(const struct ArrowSchema *schema, const struct ArrowArray *column, const double *shapes,
                   double scale, double *y, size_t y_count, char *message)
{
    clb_array x, shape, result;
    clb_owner *owner = NULL;
    clb_error error = {0};
    size_t rows = 0, leaf = 0, end = 0;
    clb_ckernel_builder builder;
    clb_status status = clb_arrow_column(schema, column, NULL, CLB_MISSING_NAN, &x, &owner, &error);
    if (status != CLB_OK) return finish(status, &error, message);
    clb_ckernel_builder_init(&builder, NULL);
    clb_type lists = *x.type; /* the result's rows lie where the column's do, in memory of its own */
    const clb_type *const types[] = {x.type, &clb_type_float64};
    const clb_conversion same = {&clb_type_float64, &clb_type_float64},
                         sources[] = {{lists.element, &clb_type_float64}, same};
    if ((lists.kind != CLB_KIND_LIST) || lists.value_count > y_count) {
        (void)snprintf(message, 1024, "The column is no list, or the result has no room for its %zu values.",
                       lists.value_count);
        status = CLB_ERROR_ARGUMENT;
        goto end;
    }
    lists.element = &clb_type_float64;
    lists.stride = sizeof *y;
    lists.values = (char *)y;
    lists.value_count = y_count;
    result = x;
    result.type = &lists;
    result.flags = 0; /* it is the offsets that are read-only; what is written lies behind them */
    status = clb_array_make((void *)(uintptr_t)shapes, x.shape[0] * sizeof *shapes, &clb_type_float64, 1, x.shape, NULL,
                            &shape, &error);
    if (status == CLB_OK) status = clb_rows_make(&builder, 0, &lists, types, 2, CLB_CKERNEL_STRIDED, &rows, &error);
    if (status == CLB_OK)
        status =
            clb_convert_make(&builder, rows, same, sources, 2, CLB_ASSIGN_NONE, CLB_CKERNEL_STRIDED, &leaf, &error);
    if (status == CLB_OK)
        status = gamma_ckernel_dgamma_kernel(&builder, leaf, gamma_values_dgamma_kernel(.scale = scale),
                                             CLB_CKERNEL_STRIDED, &end, &error);
    if (status == CLB_OK)
        status = clb_array_run(clb_ckernel_root(&builder), builder.scratch_size, &result,
                               (const clb_array *const[]){&x, &shape}, 2, &error);
    if (status != CLB_OK) (void)finish(status, &error, message);
end:
    clb_ckernel_builder_clear(&builder);
    clb_owner_release(&owner);
    return status != CLB_OK;
}

/* y: as many doubles as the matrix has, in R's order too. */
int gamma_of_matrix(void *x, size_t length, int type, const int *dim, uint32_t dims, double shape, double scale,
                    double *y, char *message)
{
    clb_array from, to, one;
    clb_error error = {0};
    clb_status status = clb_r_import(x, length, type, dim, dims, CLB_MISSING_OPTIONAL, &from, &error);
    if (status == CLB_OK) status = clb_r_import(y, length, CLB_R_REAL, dim, dims, CLB_MISSING_OPTIONAL, &to, &error);
    if (status == CLB_OK) status = clb_array_make(&shape, sizeof shape, &clb_type_float64, 0, NULL, NULL, &one, &error);
    if (status == CLB_OK) status = call(&from, &one, scale, &to, &error);
    return finish(status, &error, message);
}
