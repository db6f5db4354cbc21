/* Converts parts of arrays: see pack.h. Knows strides and ckernels; nothing about threads or devices.
 *
 * SPDX-License-Identifier: MIT */
#include "array/pack.h"

#include "array/plan.h"
#include "core/status.h"

#include <stdlib.h>

enum { SHORT_ROW = 16 }; /* elements; rows up to this length are converted column by column */

/* ---- Elements -------------------------------------------------------------------------------------------------------
 */

static void merge_dimensions(const clb_array *view, clbi_packed *c)
{
    c->dims = 0;
    for (uint32_t d = 0; d < view->dims; d++) {
        if (view->shape[d] == 1) continue;
        const uint32_t last = c->dims - 1;
        if (c->dims > 0 && c->strides[last] == (ptrdiff_t)view->shape[d] * view->strides[d]) {
            c->shape[last] *= view->shape[d];
            c->strides[last] = view->strides[d];
            continue;
        }
        c->shape[c->dims] = view->shape[d];
        c->strides[c->dims++] = view->strides[d];
    }
    if (c->dims > 0) return;
    c->dims = 1;
    c->shape[0] = 1;
    c->strides[0] = 0;
}

static void note_failure(clbi_packing *p, uint32_t argument, size_t element, const clb_ckernel_call *call)
{
    pthread_mutex_lock(&p->lock);
    if (element < p->failed) {
        p->failed = element;
        p->failed_argument = argument;
        p->status = call->status;
        p->reason = call->reason;
    }
    pthread_mutex_unlock(&p->lock);
}

/* Elements in one line of memory. */
typedef struct line {
    char *packed, *data;
    ptrdiff_t packed_stride, stride;
    size_t first, step, count; /* element numbers: of the first, and the distance from one to the next */
} line;

static bool convert_line(clbi_packing *p, const clbi_packed_part *part, const line *l)
{
    clb_ckernel_call call = {.scratch = part->scratch};
    const bool in = part->in;
    const clb_ckernel_builder *builder = in ? &part->array->in : &part->array->out;
    const char *source = in ? l->data : l->packed;
    const ptrdiff_t source_stride = in ? l->stride : l->packed_stride;
    const size_t done =
        clb_ckernel_run_strided(clb_ckernel_root(builder), in ? l->packed : l->data, in ? l->packed_stride : l->stride,
                                &source, &source_stride, l->count, &call);
    if (done == l->count) return true;
    note_failure(p, part->array->argument, l->first + done * l->step, &call);
    return false;
}

bool clbi_packing_convert(clbi_packing *p, const clbi_packed_part *part)
{
    const clbi_packed *c = part->array;
    const size_t first = part->first, count = part->count;
    size_t at[CLB_ARRAY_DIMS], rest = first;
    const uint32_t inner = c->dims - 1;
    const size_t row = c->shape[inner];
    char *data = c->data;
    for (uint32_t d = c->dims; d-- > 0; rest /= c->shape[d]) {
        at[d] = rest % c->shape[d];
        data += (ptrdiff_t)at[d] * c->strides[d];
    }
    for (size_t done = 0; done < count;) {
        size_t run = row - at[inner] < count - done ? row - at[inner] : count - done;
        size_t rows = 1;
        if (inner > 0 && at[inner] == 0 && row < SHORT_ROW) {
            /* Converts whole short rows at once, one column after the other. */
            rows = (count - done) / row < c->shape[inner - 1] - at[inner - 1] ? (count - done) / row
                                                                              : c->shape[inner - 1] - at[inner - 1];
            if (rows == 0) rows = 1;
        }
        char *to = part->packed + done * c->size;
        if (rows > 1) {
            bool well = true;
            for (size_t k = 0; k < row; k++)
                well = convert_line(p, part,
                                    &(line){to + k * c->size, data + (ptrdiff_t)k * c->strides[inner],
                                            (ptrdiff_t)(row * c->size), c->strides[inner - 1], first + done + k, row,
                                            rows}) &&
                       well;
            if (!well) return false;
            run = rows * row;
            at[inner - 1] += rows - 1;
            data += (ptrdiff_t)(rows - 1) * c->strides[inner - 1];
            at[inner] = row;
            data += (ptrdiff_t)row * c->strides[inner];
        } else {
            if (!convert_line(p, part, &(line){to, data, (ptrdiff_t)c->size, c->strides[inner], first + done, 1, run}))
                return false;
            at[inner] += run;
            data += (ptrdiff_t)run * c->strides[inner];
        }
        done += run;
        for (uint32_t d = inner; d > 0 && at[d] == c->shape[d]; d--) {
            data += c->strides[d - 1] - (ptrdiff_t)c->shape[d] * c->strides[d];
            at[d] = 0;
            at[d - 1]++;
        }
    }
    return true;
}

/* ---- Boxes ----------------------------------------------------------------------------------------------------------
 */

/* The longest run of elements from `first` on, `count` at most, that is a box: all of the inner dimensions, and
 * several along one. Fills the array's side; returns the number of elements. */
static size_t find_box(const clbi_packed *c, size_t first, size_t count, clb_array *box)
{
    size_t at[CLB_ARRAY_DIMS] = {0}, rest = first, inner = 1;
    uint32_t d = c->dims;
    box->data = c->data;
    while (d-- > 0) {
        at[d] = rest % c->shape[d];
        rest /= c->shape[d];
        box->data += (ptrdiff_t)at[d] * c->strides[d];
    }
    for (d = c->dims - 1; d > 0 && at[d] == 0 && inner * c->shape[d] <= count; d--) inner *= c->shape[d];
    const size_t most = count / inner, left = c->shape[d] - at[d];
    box->dims = c->dims - d;
    for (uint32_t k = 0; k < box->dims; k++) {
        box->shape[k] = c->shape[d + k];
        box->strides[k] = c->strides[d + k];
    }
    box->shape[0] = most < left ? most : left;
    return box->shape[0] * inner;
}

bool clbi_packing_convert_all(clbi_packing *p, const clbi_packed_part *all, clbi_pool *pool)
{
    const clbi_packed *c = all->array;
    const clb_ckernel *kernel = clb_ckernel_root(all->in ? &c->in : &c->out);
    for (size_t done = 0, count; done < all->count; done += count) {
        clb_array box = {.dims = 0}, dense;
        clbi_plan plan;
        count = find_box(c, all->first + done, all->count - done, &box);
        dense = box;
        dense.data = all->packed + done * c->size;
        (void)clbi_shape_strides(box.dims, box.shape, c->size, false, dense.strides); /* part of memory that exists */
        const clb_array *to = all->in ? &dense : &box, *from = all->in ? &box : &dense;
        clbi_plan_make(&plan, to, from);
        if (clbi_plan_run(&plan, kernel, to->data, from->data, pool)) continue;
        /* In order, to find the first element that fails. */
        (void)clbi_packing_convert(p,
                                   &(clbi_packed_part){c, all->in, all->scratch, dense.data, all->first + done, count});
        return false;
    }
    return true;
}

/* ---- Preparation ---- */

static clb_status make_conversion(clbi_packing *p, const clb_type *to, const clb_type *from,
                                  clb_ckernel_builder *builder, uint32_t argument, clb_error *error)
{
    size_t end = 0;
    clb_error inner = {0};
    const clb_status status = clb_assign_make(builder, 0, to, from, p->call->mode, CLB_CKERNEL_STRIDED, &end, &inner);
    if (status != CLB_OK)
        return CLBI_REFUSE_ARRAY(p->call, argument, error, status, "cannot be converted: %.600s", inner.message);
    const size_t scratch =
        (builder->scratch_size + CLB_NATIVE_ALIGNMENT - 1) / CLB_NATIVE_ALIGNMENT * CLB_NATIVE_ALIGNMENT;
    if (scratch > p->scratch_size) p->scratch_size = scratch;
    return CLB_OK;
}

static clb_status add_array(clbi_packing *p, uint32_t argument, clb_error *error)
{
    const clbi_operand *o = &p->call->operands[argument];
    clbi_packed *c = &p->arrays[p->count];
    c->argument = argument;
    c->size = o->type->size;
    c->read = o->read;
    c->written = o->written;
    c->data = o->view.data;
    merge_dimensions(&o->view, c);
    clb_ckernel_builder_init(&c->in, NULL);
    clb_ckernel_builder_init(&c->out, NULL);
    p->count++; /* from here on, it is freed on failure */
    clb_status status = CLB_OK;
    if (c->read) status = make_conversion(p, o->type, o->given->type, &c->in, argument, error);
    if (status == CLB_OK && c->written) status = make_conversion(p, o->given->type, o->type, &c->out, argument, error);
    return status;
}

clb_status clbi_packing_open(clbi_packing *p, clbi_array_call *call, clb_error *error)
{
    clb_status status = CLB_OK;
    *p = (clbi_packing){.call = call, .failed = SIZE_MAX};
    if (pthread_mutex_init(&p->lock, NULL) != 0) return clbi_no_memory(error, call->use.call);
    p->arrays = calloc(call->count + 1, sizeof *p->arrays);
    if (!p->arrays) status = clbi_no_memory(error, call->use.call);
    for (uint32_t i = 0; status == CLB_OK && i < call->count; i++) {
        const clbi_operand *o = &call->operands[i];
        if (o->given && !o->in_place && !o->packed) status = add_array(p, i, error);
    }
    if (status != CLB_OK) clbi_packing_close(p);
    return status;
}

void clbi_packing_close(clbi_packing *p)
{
    for (size_t i = 0; i < p->count; i++) {
        clb_ckernel_builder_clear(&p->arrays[i].in);
        clb_ckernel_builder_clear(&p->arrays[i].out);
    }
    free(p->arrays);
    pthread_mutex_destroy(&p->lock);
}

clb_status clbi_packing_report(const clbi_packing *p, clb_error *error)
{
    const clbi_array_call *call = p->call;
    size_t at[CLB_ARRAY_DIMS] = {0}, rest = p->failed;
    char place[CLBI_SHAPE_TEXT];
    if (p->failed == SIZE_MAX) return CLB_OK;
    for (uint32_t d = call->dims; d-- > 0; rest /= call->shape[d]) at[d] = rest % call->shape[d];
    return CLBI_REFUSE_ARRAY(call, p->failed_argument, error, p->status, "has an element %s that %s.",
                             clbi_shape_print(call->dims, at, place), p->reason ? p->reason : "cannot be converted");
}
