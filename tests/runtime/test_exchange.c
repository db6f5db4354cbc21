/* Imports of what nobody should hand over, owners, and memory that runs out: a clear status, nothing written, nothing
 * released twice. What goes right is exchange.py's, beside the real libraries.
 *
 * SPDX-License-Identifier: MIT */
#include "clbundle/exchange.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- Allocations that fail (linked with --wrap) ------------------------------------------------------------------ */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void __real_free(void *memory);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void __wrap_free(void *memory);

static long allocations, fail_allocation, blocks;

void *__wrap_malloc(size_t size)
{
    void *memory = ++allocations != fail_allocation ? __real_malloc(size) : NULL;
    blocks += memory != NULL;
    return memory;
}

void *__wrap_calloc(size_t count, size_t size)
{
    void *memory = ++allocations != fail_allocation ? __real_calloc(count, size) : NULL;
    blocks += memory != NULL;
    return memory;
}

void *__wrap_realloc(void *old, size_t size)
{
    void *memory = ++allocations != fail_allocation ? __real_realloc(old, size) : NULL;
    blocks += memory && !old;
    return memory;
}

void __wrap_free(void *memory)
{
    blocks -= memory != NULL;
    __real_free(memory);
}

/* What an import gives. A failing one must leave it as it is. */
typedef struct given {
    clb_array array;
    clb_owner *owner;
} given;

static given untouched(void)
{
    given g;
    memset(&g, 0x5a, sizeof g);
    return g;
}

/* The call, on `g` and `error`, fails so and writes nothing. */
#define FAILS(status_, text_, call_)                                                             \
    do {                                                                                         \
        clb_error error = {0};                                                                   \
        given g = untouched();                                                                   \
        const given before = g;                                                                  \
        const long blocks_ = blocks;                                                             \
        const clb_status failed_ = (call_);                                                      \
        if (failed_ != (status_) || !strstr(error.message, text_))                               \
            fail_msg("%s: \"%s\" lacks \"%s\"", clb_status_name(failed_), error.message, text_); \
        assert_memory_equal(&g, &before, sizeof g);                                              \
        assert_int_equal(blocks, blocks_);                                                       \
    } while (0)

#define OK(call_)                                                                   \
    do {                                                                            \
        clb_error error = {0};                                                      \
        const clb_status ok_ = (call_);                                             \
        if (ok_ != CLB_OK) fail_msg("%s: %s", clb_status_name(ok_), error.message); \
    } while (0)

/* ---- DLPack ------------------------------------------------------------------------------------------------------ */

static int deleted;
static double numbers[24];

static void count_deleted(clb_dl_managed *self)
{
    (void)self;
    deleted++;
}

static void count_deleted_versioned(clb_dl_versioned *self)
{
    (void)self;
    deleted++;
}

static int64_t tensor_shape[17], tensor_strides[17];

static clb_dl_managed tensor(void)
{
    clb_dl_managed t = {.deleter = count_deleted};
    t.tensor = (clb_dl_tensor){.data = numbers, .ndim = 2, .shape = tensor_shape, .strides = tensor_strides};
    t.tensor.device.type = 1;
    t.tensor.dtype.code = 2;
    t.tensor.dtype.bits = 64;
    t.tensor.dtype.lanes = 1;
    tensor_shape[0] = 3, tensor_shape[1] = 4, tensor_strides[0] = 4, tensor_strides[1] = 1;
    return t;
}

#define TENSOR_FAILS(status_, text_, ...)                                         \
    do {                                                                          \
        clb_dl_managed t = tensor();                                              \
        __VA_ARGS__;                                                              \
        FAILS(status_, text_, clb_dlpack_import(&t, &g.array, &g.owner, &error)); \
    } while (0)

static void hostile_tensors_are_refused_and_stay_the_callers(void **state)
{
    (void)state;
    deleted = 0;
    TENSOR_FAILS(CLB_ERROR_ARGUMENT, "-1 dimensions", t.tensor.ndim = -1);
    TENSOR_FAILS(CLB_ERROR_UNSUPPORTED, "17 dimensions", t.tensor.ndim = 17);
    TENSOR_FAILS(CLB_ERROR_ARGUMENT, "has no shape", t.tensor.shape = NULL);
    TENSOR_FAILS(CLB_ERROR_SIZE, "Dimension 1 of a tensor has -4 elements", tensor_shape[1] = -4);
    TENSOR_FAILS(CLB_ERROR_SIZE, "stride of 9223372036854775807", tensor_strides[1] = INT64_MAX);
    TENSOR_FAILS(CLB_ERROR_SIZE, "stride of -9223372036854775808", tensor_strides[0] = INT64_MIN);
    TENSOR_FAILS(CLB_ERROR_SIZE, "address space", tensor_strides[0] = INT64_MAX / 16);
    TENSOR_FAILS(CLB_ERROR_SIZE, "more elements", tensor_shape[0] = tensor_shape[1] = INT64_C(1) << 40);
    TENSOR_FAILS(CLB_ERROR_SIZE, "too large", tensor_shape[0] = INT64_MAX / 2; t.tensor.strides = NULL);
    TENSOR_FAILS(CLB_ERROR_SIZE, "outside the address space", t.tensor.byte_offset = UINT64_MAX);
    TENSOR_FAILS(CLB_ERROR_SIZE, "outside the address space", t.tensor.byte_offset = UINT64_C(1) << 63);
    TENSOR_FAILS(CLB_ERROR_SIZE, "outside the address space", t.tensor.byte_offset = (UINT64_C(1) << 63) + 8);
    TENSOR_FAILS(CLB_ERROR_SIZE, "outside the address space", t.tensor.byte_offset = UINT64_C(1) << 63;
                 t.tensor.data = NULL);
    TENSOR_FAILS(CLB_ERROR_ARGUMENT, "at NULL", t.tensor.data = NULL);
    TENSOR_FAILS(CLB_ERROR_UNSUPPORTED, "device of type 2", t.tensor.device.type = 2);
    TENSOR_FAILS(CLB_ERROR_UNSUPPORTED, "type 3 with 64 bits", t.tensor.dtype.code = 3);
    TENSOR_FAILS(CLB_ERROR_UNSUPPORTED, "type 2 with 80 bits", t.tensor.dtype.bits = 80);
    TENSOR_FAILS(CLB_ERROR_UNSUPPORTED, "0 lanes", t.tensor.dtype.lanes = 0);
    clb_dl_versioned v = {.deleter = count_deleted_versioned, .tensor = tensor().tensor};
    v.version.major = 2;
    FAILS(CLB_ERROR_UNSUPPORTED, "DLPack 2.0", clb_dlpack_import_versioned(&v, &g.array, &g.owner, &error));
    FAILS(CLB_ERROR_ARGUMENT, "NULL", clb_dlpack_import(NULL, &g.array, &g.owner, &error));
    assert_int_equal(deleted, 0);
}

static void tensors_are_deleted_once_by_the_last_owner(void **state)
{
    (void)state;
    given g;
    clb_dl_managed t = tensor(), *again = NULL;
    deleted = 0;
    OK(clb_dlpack_import(&t, &g.array, &g.owner, &error));
    assert_int_equal(g.array.strides[0], 32);
    OK(clb_dlpack_export(&g.array, g.owner, &again, &error));
    clb_owner_release(&g.owner);
    clb_owner_release(&g.owner);
    assert_int_equal(deleted, 0);
    again->deleter(again);
    assert_int_equal(deleted, 1);

    clb_dl_versioned v = {.deleter = count_deleted_versioned, .tensor = tensor().tensor, .flags = CLB_DL_READ_ONLY};
    v.version.major = 1;
    v.tensor.dtype.lanes = 4;
    v.tensor.dtype.bits = 32;
    OK(clb_dlpack_import_versioned(&v, &g.array, &g.owner, &error));
    char text[60];
    (void)clb_array_print(&g.array, text, sizeof text);
    assert_string_equal(text, "3 * 4 * float32x4");
    assert_int_equal(g.array.flags, CLB_ARRAY_READ_ONLY);
    assert_int_equal(g.array.strides[0], 64);
    clb_owner *second = clb_owner_retain(g.owner);
    clb_owner_release(&g.owner);
    assert_int_equal(deleted, 1);
    clb_owner_release(&second);
    assert_int_equal(deleted, 2);

    t = tensor();
    t.deleter = NULL; /* allowed: nothing to delete */
    t.tensor.dtype.lanes = 3;
    OK(clb_dlpack_import(&t, &g.array, &g.owner, &error));
    assert_int_equal(g.array.dims, 3);
    clb_owner_release(&g.owner);
    assert_int_equal(blocks, 0);
}

/* ---- Arrow ------------------------------------------------------------------------------------------------------- */

/* list<struct<x: float64, y: int32>>, all parts by hand. */
typedef struct table {
    struct ArrowSchema list, row, x, y, *list_children[1], *row_children[2];
    struct ArrowArray a_list, a_row, a_x, a_y, *a_list_children[1], *a_row_children[2];
    const void *list_buffers[2], *row_buffers[1], *x_buffers[2], *y_buffers[2];
    int32_t offsets[4], y_values[5];
    double x_values[5];
    uint8_t bits[1];
} table;

static int schemas_released, arrays_released;
static void release_schema(struct ArrowSchema *s)
{
    schemas_released++;
    s->release = NULL;
}
static void release_array(struct ArrowArray *a)
{
    arrays_released++;
    a->release = NULL;
}

static table filled;
static table *fill(void)
{
    table *t = &filled;
    *t = (table){
        .list = {.format = "+l", .name = "", .n_children = 1, .release = release_schema},
        .row = {.format = "+s", .name = "item", .n_children = 2, .release = release_schema},
        .x = {.format = "g", .name = "x", .release = release_schema},
        .y = {.format = "i", .name = "y", .release = release_schema},
        .a_list = {.length = 3, .n_buffers = 2, .n_children = 1, .release = release_array},
        .a_row = {.length = 5, .n_buffers = 1, .n_children = 2, .release = release_array},
        .a_x = {.length = 5, .n_buffers = 2, .release = release_array},
        .a_y = {.length = 5, .n_buffers = 2, .null_count = -1, .release = release_array},
        .offsets = {0, 2, 2, 5},
        .y_values = {1, 2, 3, 4, 5},
        .x_values = {.1, .2, .3, .4, .5},
        .bits = {0x1d},
    };
    t->list_children[0] = &t->row, t->row_children[0] = &t->x, t->row_children[1] = &t->y;
    t->a_list_children[0] = &t->a_row, t->a_row_children[0] = &t->a_x, t->a_row_children[1] = &t->a_y;
    t->list.children = t->list_children, t->row.children = t->row_children;
    t->a_list.children = t->a_list_children, t->a_row.children = t->a_row_children;
    t->list_buffers[1] = t->offsets, t->x_buffers[1] = t->x_values;
    t->y_buffers[0] = t->bits, t->y_buffers[1] = t->y_values;
    t->a_list.buffers = t->list_buffers, t->a_row.buffers = t->row_buffers;
    t->a_x.buffers = t->x_buffers, t->a_y.buffers = t->y_buffers;
    schemas_released = arrays_released = 0;
    return t;
}

#define COLUMN_FAILS(path_, status_, text_, ...)                                                           \
    do {                                                                                                   \
        table *const t = fill();                                                                           \
        __VA_ARGS__;                                                                                       \
        FAILS(status_, text_,                                                                              \
              clb_arrow_import(&t->list, &t->a_list, path_, CLB_MISSING_NAN, &g.array, &g.owner, &error)); \
        assert_int_equal(schemas_released + arrays_released, 0);                                           \
    } while (0)

/* Element k of row i of a column of int32 lists. */
static int32_t element_of(const clb_array *column, size_t i, size_t k)
{
    const clb_type *list = column->type;
    int32_t offset, value;
    memcpy(&offset, column->data + (ptrdiff_t)i * column->strides[0], sizeof offset);
    memcpy(&value, list->values + ((size_t)offset + k) * list->element->size, sizeof value);
    return value;
}

static void slices_of_lists_are_examined_from_their_first_element(void **state)
{
    (void)state;
    given g;
    for (int missing = CLB_MISSING_REFUSE; missing <= CLB_MISSING_NAN; missing++) {
        table *t = fill(); /* element 1 is missing, in row 0 */
        t->a_list.offset = 1, t->a_list.length = 2;
        OK(clb_arrow_column(&t->list, &t->a_list, "y", (clb_missing)missing, &g.array, &g.owner, &error));
        assert_int_equal(g.array.type->element->kind, CLB_KIND_INT32);
        assert_int_equal(g.array.type->element->flags, 0);
        assert_int_equal(g.array.type->value_count, 5);
        for (size_t k = 0; k < 3; k++) assert_int_equal(element_of(&g.array, 1, k), 3 + k);
        clb_owner_release(&g.owner);
        t->bits[0] = 0x0f; /* element 4 is, in the slice: a copy */
        t->a_list.offset = 2, t->a_list.length = 1;
        if (missing == CLB_MISSING_REFUSE) {
            FAILS(CLB_ERROR_UNSUPPORTED, "Element [0][2] (row 0, level 1) of an Arrow column is missing",
                  clb_arrow_column(&t->list, &t->a_list, "y", CLB_MISSING_REFUSE, &g.array, &g.owner, &error));
            continue;
        }
        OK(clb_arrow_column(&t->list, &t->a_list, "y", (clb_missing)missing, &g.array, &g.owner, &error));
        const clb_type *list = g.array.type;
        assert_int_equal(list->value_count, 3);
        if (missing == CLB_MISSING_OPTIONAL) {
            for (size_t k = 0; k < 3; k++)
                assert_int_equal(element_of(&g.array, 0, k), k < 2 ? 3 + (int32_t)k : INT32_MIN);
        } else {
            double values[3];
            memcpy(values, list->values, sizeof values);
            assert_true(values[0] == 3 && values[1] == 4 && isnan(values[2]));
        }
        clb_owner_release(&g.owner);
    }
    assert_int_equal(blocks, 0);
}

/* list<list<fixed-size list of 2 uint8>>: rows [[0 1], [2 3 | 4 5]], [[6 7 | 8 9]], [[], [10 11]]. */
typedef struct nest {
    struct ArrowSchema outer, inner, pair, item, *outer_children[1], *inner_children[1], *pair_children[1];
    struct ArrowArray a_outer, a_inner, a_pair, a_item, *a_outer_children[1], *a_inner_children[1], *a_pair_children[1];
    const void *outer_buffers[2], *inner_buffers[2], *pair_buffers[1], *item_buffers[2];
    int32_t offsets[4];
    int64_t inner_offsets[6];
    uint8_t values[12], bits[2];
} nest;

static nest nested;
static nest *fill_nest(int missing_item)
{
    nest *n = &nested;
    *n = (nest){
        .outer = {.format = "+l", .n_children = 1, .release = release_schema},
        .inner = {.format = "+L", .n_children = 1, .release = release_schema},
        .pair = {.format = "+w:2", .n_children = 1, .release = release_schema},
        .item = {.format = "C", .release = release_schema},
        .a_outer = {.length = 3, .n_buffers = 2, .n_children = 1, .release = release_array},
        .a_inner = {.length = 5, .n_buffers = 2, .n_children = 1, .release = release_array},
        .a_pair = {.length = 6, .n_buffers = 1, .n_children = 1, .release = release_array},
        .a_item = {.length = 12, .n_buffers = 2, .null_count = 1, .release = release_array},
        .offsets = {0, 2, 3, 5},
        .inner_offsets = {0, 1, 3, 5, 5, 6},
        .values = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11},
        .bits = {0xff, 0xff},
    };
    n->bits[missing_item / 8] &= (uint8_t) ~(1u << missing_item % 8);
    n->outer_children[0] = &n->inner, n->inner_children[0] = &n->pair, n->pair_children[0] = &n->item;
    n->outer.children = n->outer_children, n->inner.children = n->inner_children, n->pair.children = n->pair_children;
    n->a_outer_children[0] = &n->a_inner, n->a_inner_children[0] = &n->a_pair, n->a_pair_children[0] = &n->a_item;
    n->a_outer.children = n->a_outer_children, n->a_inner.children = n->a_inner_children;
    n->a_pair.children = n->a_pair_children;
    n->outer_buffers[1] = n->offsets, n->inner_buffers[1] = n->inner_offsets;
    n->item_buffers[0] = n->bits, n->item_buffers[1] = n->values;
    n->a_outer.buffers = n->outer_buffers, n->a_inner.buffers = n->inner_buffers;
    n->a_pair.buffers = n->pair_buffers, n->a_item.buffers = n->item_buffers;
    return n;
}

/* The numbers of row i, one behind the other, as float64 (NaN for a missing one), and how many they are. */
static size_t numbers_of(const clb_array *column, size_t i, double *numbers)
{
    const clb_type *outer = column->type, *inner = outer->element, *pair = inner->element;
    int32_t row[2];
    int64_t at[2];
    size_t count = 0;
    memcpy(row, column->data + (ptrdiff_t)i * column->strides[0], sizeof row);
    for (int32_t j = row[0]; j < row[1]; j++) {
        memcpy(at, outer->values + (ptrdiff_t)j * 8, sizeof at);
        for (int64_t k = 2 * at[0]; k < 2 * at[1]; k++) {
            const char *from = inner->values + (ptrdiff_t)((size_t)k * pair->element->size);
            if (pair->element->kind == CLB_KIND_FLOAT64) memcpy(&numbers[count], from, sizeof *numbers);
            else numbers[count] = *(const uint8_t *)from;
            count++;
        }
    }
    return count;
}

static void slices_of_nested_lists_are_examined_at_every_level(void **state)
{
    (void)state;
    static const struct {
        int first, count, item;
        bool within;
        const char *place;
    } cases[] = {{1, 2, 5, false, ""},
                 {2, 1, 9, false, ""},
                 {0, 1, 6, false, ""},
                 {1, 1, 11, false, ""},
                 {1, 2, 7, true, "Element [0][0][0]... (row 0, level 3)"},
                 {2, 1, 10, true, "Element [0][1][0]... (row 0, level 3)"},
                 {0, 3, 11, true, "Element [2][1][0]... (row 2, level 3)"}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        for (int missing = CLB_MISSING_REFUSE; missing <= CLB_MISSING_NAN; missing++) {
            given g;
            double numbers[12];
            nest *n = fill_nest(cases[c].item);
            n->a_outer.offset = cases[c].first, n->a_outer.length = cases[c].count;
            if (cases[c].within && missing == CLB_MISSING_REFUSE) {
                FAILS(CLB_ERROR_UNSUPPORTED, cases[c].place,
                      clb_arrow_column(&n->outer, &n->a_outer, NULL, CLB_MISSING_REFUSE, &g.array, &g.owner, &error));
                continue;
            }
            OK(clb_arrow_column(&n->outer, &n->a_outer, NULL, (clb_missing)missing, &g.array, &g.owner, &error));
            const clb_type *item = g.array.type->element->element->element;
            assert_int_equal(item->kind,
                             cases[c].within && missing == CLB_MISSING_NAN ? CLB_KIND_FLOAT64 : CLB_KIND_UINT8);
            static const int starts[] = {0, 6, 10, 12};
            for (int i = 0; i < cases[c].count; i++) {
                const int start = starts[cases[c].first + i], end = starts[cases[c].first + i + 1];
                assert_int_equal(numbers_of(&g.array, (size_t)i, numbers), end - start);
                for (int k = start; k < end; k++)
                    if (k != cases[c].item) assert_true(numbers[k - start] == k);
                    else
                        assert_true(missing == CLB_MISSING_NAN ? isnan(numbers[k - start]) : numbers[k - start] == 255);
            }
            clb_owner_release(&g.owner);
        }
    }
    nest *n = fill_nest(0);
    n->inner_offsets[4] = 4;
    FAILS(CLB_ERROR_SIZE, "Offset 4 of an Arrow list at [2][1] (row 2, level 1) is 4",
          clb_arrow_column(&n->outer, &n->a_outer, NULL, CLB_MISSING_NAN, &g.array, &g.owner, &error));
    assert_int_equal(blocks, 0);
}

static void hostile_columns_are_refused_and_stay_the_callers(void **state)
{
    (void)state;
    COLUMN_FAILS(NULL, CLB_ERROR_ARGUMENT, "fields of an Arrow struct: x, y", (void)t);
    COLUMN_FAILS("x.z", CLB_ERROR_ARGUMENT, "no struct in which z", (void)t);
    COLUMN_FAILS("x", CLB_ERROR_SIZE, "a length of -3", t->a_list.length = -3);
    COLUMN_FAILS("x", CLB_ERROR_SIZE, "from offset -1 on", t->a_list.offset = -1);
    COLUMN_FAILS("x", CLB_ERROR_SIZE, "from offset 9223372036854775807", t->a_list.offset = INT64_MAX);
    COLUMN_FAILS("x", CLB_ERROR_SIZE, "too large", t->a_list.length = INT64_MAX / 2);
    COLUMN_FAILS("x", CLB_ERROR_SIZE, "Offset 2 of an Arrow list is 1; it must be between 2 and 5", t->offsets[2] = 1);
    COLUMN_FAILS("x", CLB_ERROR_SIZE, "Offset 3 of an Arrow list is 6", t->offsets[3] = 6);
    COLUMN_FAILS("x", CLB_ERROR_SIZE, "Offset 0 of an Arrow list is -1", t->offsets[0] = -1);
    COLUMN_FAILS("x", CLB_ERROR_SIZE, "Elements 0 to 5 are wanted of an Arrow array of length 4", t->a_x.length = 4);
    COLUMN_FAILS("x", CLB_ERROR_SIZE, "wanted of an Arrow array", t->a_row.offset = 1);
    COLUMN_FAILS("x", CLB_ERROR_SIZE, "too large", t->a_x.offset = INT64_MAX - 5);
    COLUMN_FAILS("x", CLB_ERROR_ARGUMENT, "not aligned", t->list_buffers[1] = (const char *)t->offsets + 1);
    COLUMN_FAILS("x", CLB_ERROR_ARGUMENT, "Buffer 1 of an Arrow array of format +l and 3 elements is NULL",
                 t->list_buffers[1] = NULL);
    COLUMN_FAILS("x", CLB_ERROR_ARGUMENT, "is NULL", t->x_buffers[1] = NULL);
    COLUMN_FAILS("x", CLB_ERROR_ARGUMENT, "has 0 buffers; 2 belong to it", t->a_x.buffers = NULL);
    COLUMN_FAILS("x", CLB_ERROR_ARGUMENT, "has 3 buffers; 2 belong to it", t->a_x.n_buffers = 3);
    COLUMN_FAILS("x", CLB_ERROR_ARGUMENT, "-2 buffers", t->a_list.n_buffers = -2);
    COLUMN_FAILS("x", CLB_ERROR_ARGUMENT, "2 missing values and no bitmap", t->a_x.null_count = 2);
    COLUMN_FAILS("x", CLB_ERROR_ARGUMENT, "has 2 children and its schema 1", t->a_list.n_children = 2);
    COLUMN_FAILS("x", CLB_ERROR_ARGUMENT, "-1 children", t->a_list.n_children = t->list.n_children = -1);
    COLUMN_FAILS("x", CLB_ERROR_ARGUMENT, "0 children and its schema 1", t->a_list.children = NULL);
    COLUMN_FAILS("x", CLB_ERROR_ARGUMENT, "has 1 children and its schema 0", t->list.children = NULL);
    COLUMN_FAILS("x", CLB_ERROR_ARGUMENT, "An array of an Arrow column is NULL", t->a_list_children[0] = NULL);
    COLUMN_FAILS("x", CLB_ERROR_ARGUMENT, "A schema of an Arrow column is NULL", t->list_children[0] = NULL);
    COLUMN_FAILS("y", CLB_ERROR_ARGUMENT, "fields of an Arrow struct: x, .", t->row_children[1] = NULL);
    COLUMN_FAILS("x", CLB_ERROR_ARGUMENT, "The format of an Arrow column is NULL", t->x.format = NULL);
    COLUMN_FAILS("x", CLB_ERROR_ARGUMENT, "A schema of an Arrow column has been released", t->list.release = NULL);
    COLUMN_FAILS("x", CLB_ERROR_ARGUMENT, "An array of an Arrow column has been released", t->a_list.release = NULL);
    COLUMN_FAILS("x", CLB_ERROR_ARGUMENT, "contains itself", t->list_children[0] = &t->list;
                 t->a_list_children[0] = &t->a_list; t->offsets[1] = t->offsets[2] = t->offsets[3] = 0);
    COLUMN_FAILS("x", CLB_ERROR_UNSUPPORTED, "dictionary", t->x.dictionary = &t->y);
    static const char *const formats[] = {"",   "n",  "d:19,10", "+ud:0", "+vl", "vu",
                                          "+r", "gg", "+w",      "w",     "tdX", "\x80"};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        COLUMN_FAILS("x", CLB_ERROR_UNSUPPORTED, "have no type here", t->x.format = formats[i]);
    static const char *const widths[] = {"+w:", "+w:-1", "+w:3x",       "+w:99999999999999999999",
                                         "w:",  "w: 3",  "w:4294967296"};
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++)
        COLUMN_FAILS("x", CLB_ERROR_ARGUMENT, "no possible width", t->x.format = widths[i]);
    COLUMN_FAILS("x", CLB_ERROR_UNSUPPORTED, "0 bytes", t->x.format = "w:0");
    FAILS(CLB_ERROR_ARGUMENT, "A schema",
          clb_arrow_import(NULL, NULL, "x", CLB_MISSING_NAN, &g.array, &g.owner, &error));
    FAILS(CLB_ERROR_ARGUMENT, "to make is NULL",
          clb_arrow_import(&fill()->list, &filled.a_list, "x", CLB_MISSING_NAN, NULL, &g.owner, &error));
}

static void columns_are_moved_in_and_released_once(void **state)
{
    (void)state;
    table *t = fill();
    given g;
    char text[60];
    OK(clb_arrow_column(&t->list, &t->a_list, "x", CLB_MISSING_REFUSE, &g.array, &g.owner, &error));
    (void)clb_array_print(&g.array, text, sizeof text);
    assert_string_equal(text, "3 * list32 * float64");
    assert_ptr_equal(g.array.data, t->offsets);
    assert_ptr_equal(g.array.type->values, t->x_values);
    clb_owner_release(&g.owner);
    assert_int_equal(schemas_released + arrays_released, 0);

    /* Bit 1 is 0: the value is copied once, and 2 becomes NaN. */
    OK(clb_arrow_import(&t->list, &t->a_list, "y", CLB_MISSING_NAN, &g.array, &g.owner, &error));
    assert_null(t->list.release);
    assert_null(t->a_list.release);
    assert_int_equal(schemas_released, 1);
    const double *y = (const double *)(const void *)g.array.type->values;
    assert_true(y[0] == 1 && y[1] != y[1] && y[4] == 5);
    clb_owner *other = clb_owner_retain(g.owner);
    clb_owner_release(&g.owner);
    assert_int_equal(arrays_released, 0);
    clb_owner_release(&other);
    assert_int_equal(arrays_released, 1);
    assert_int_equal(blocks, 0);
}

/* ---- NumPy and .npy ---------------------------------------------------------------------------------------------- */

#define INTERFACE_FAILS(dtype_, status_, text_, ...)                                                 \
    do {                                                                                             \
        intptr_t shape[2] = {3, 4}, strides[2] = {32, 8};                                            \
        clb_numpy_interface i = {2, 2, 'f', 8, CLB_NUMPY_NOTSWAPPED, shape, strides, numbers, NULL}; \
        __VA_ARGS__;                                                                                 \
        FAILS(status_, text_, clb_numpy_import(&i, dtype_, NULL, NULL, &g.array, &g.owner, &error)); \
    } while (0)

static void hostile_interfaces_are_refused(void **state)
{
    (void)state;
    INTERFACE_FAILS(NULL, CLB_ERROR_ARGUMENT, "begins with 3, not 2", i.two = 3);
    INTERFACE_FAILS(NULL, CLB_ERROR_ARGUMENT, "-1 dimensions", i.nd = -1);
    INTERFACE_FAILS(NULL, CLB_ERROR_UNSUPPORTED, "33 dimensions", i.nd = 33);
    INTERFACE_FAILS(NULL, CLB_ERROR_ARGUMENT, "items of 0 bytes", i.itemsize = 0);
    INTERFACE_FAILS(NULL, CLB_ERROR_ARGUMENT, "shape at NULL", i.shape = NULL);
    INTERFACE_FAILS(NULL, CLB_ERROR_ARGUMENT, "strides at NULL", i.strides = NULL);
    INTERFACE_FAILS(NULL, CLB_ERROR_ARGUMENT, "at NULL", i.data = NULL);
    INTERFACE_FAILS(NULL, CLB_ERROR_SIZE, "Dimension 1 of an array has -4 elements", shape[1] = -4);
    INTERFACE_FAILS(NULL, CLB_ERROR_SIZE, "address space", strides[0] = INTPTR_MAX);
    INTERFACE_FAILS(NULL, CLB_ERROR_SIZE, "more elements", shape[0] = shape[1] = INTPTR_MAX);
    INTERFACE_FAILS(NULL, CLB_ERROR_UNSUPPORTED, "kind 'O'", i.typekind = 'O');
    INTERFACE_FAILS(NULL, CLB_ERROR_UNSUPPORTED, "kind '?'", i.typekind = '\0');
    INTERFACE_FAILS(NULL, CLB_ERROR_UNSUPPORTED, "'f' of 16 bytes", i.itemsize = 16);
    INTERFACE_FAILS("'<f4'", CLB_ERROR_ARGUMENT, "items of 8 bytes; its dtype '<f4' has 4", (void)i);
    static const struct {
        const char *dtype, *text;
        clb_status status;
    } dtypes[] = {
        {"", "a dtype is missing", CLB_ERROR_ARGUMENT},
        {"'<f8", "complete before this", CLB_ERROR_ARGUMENT},
        {"'<f8' x", "complete before this", CLB_ERROR_ARGUMENT},
        {"'<q8'", "numbers 'q' of 8", CLB_ERROR_UNSUPPORTED},
        {"'<f'", "a number is missing", CLB_ERROR_ARGUMENT},
        {"'", "a number is missing", CLB_ERROR_ARGUMENT},
        {"'|V0'", "need a size", CLB_ERROR_UNSUPPORTED},
        {"'<U18446744073709551615'", "need a size", CLB_ERROR_UNSUPPORTED},
        {"'|S99999999999999999999'", "too large", CLB_ERROR_SIZE},
        {"[]", "no bytes", CLB_ERROR_UNSUPPORTED},
        {"[('x', '<f8')", "']' is missing", CLB_ERROR_ARGUMENT},
        {"[('x' '<f8')]", "',' is missing", CLB_ERROR_ARGUMENT},
        {"[('x', '<f8', (3,)]", "", CLB_ERROR_ARGUMENT},
        {"[('x', '<f8', (99999999999, 99999999999))]", "too large", CLB_ERROR_SIZE},
        {"[('x', '<i4'), ('x', '<i4')]", "two fields x", CLB_ERROR_ARGUMENT},
        {"[('x', '<f8', (1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1))]", "16 dimensions", CLB_ERROR_UNSUPPORTED},
        {"[('\\x0', '<f8')]", "lacks its digits", CLB_ERROR_ARGUMENT},
        {"[('\\q', '<f8')]", "not known", CLB_ERROR_ARGUMENT},
        {"[('\\x00', '<f8')]", "a NUL", CLB_ERROR_ARGUMENT},
        {"[('\\U00110000', '<f8')]", "not known", CLB_ERROR_ARGUMENT},
        {"[('x", "no end", CLB_ERROR_ARGUMENT},
        {"[(('t', 'x', '<f8')]", "')' is missing", CLB_ERROR_ARGUMENT},
        {"[('x', '|V9223372036854775807'), ('y', '|V9223372036854775807')]", "", CLB_ERROR_ARGUMENT},
        {"[('x', '|V9223372036854775807'), ('y', '|V9223372036854775807'), ('z', '|V9')]", "too large", CLB_ERROR_SIZE},
    };
    for (size_t k = 0; k < sizeof dtypes / sizeof *dtypes; k++)
        INTERFACE_FAILS(dtypes[k].dtype, dtypes[k].status, dtypes[k].text, (void)i);
    char deep[70 * 7 + 1] = "";
    for (int k = 0; k < 70; k++) strcat(deep, "[('x', ");
    INTERFACE_FAILS(deep, CLB_ERROR_ARGUMENT, "64 levels", (void)i);
}

/* A file of the version with the header's text, padded or not as it comes, and `rest` bytes behind. */
static size_t make_npy(unsigned char *file, int version, const char *text, size_t rest)
{
    const size_t length = strlen(text), prefix = version == 1 ? 10 : 12;
    memcpy(file, "\x93NUMPY", 6);
    file[6] = (unsigned char)version;
    file[7] = 0;
    for (size_t i = 8; i < prefix; i++) file[i] = (unsigned char)(length >> 8 * (i - 8) & 0xff);
    memcpy(file + prefix, text, length);
    memset(file + prefix + length, 1, rest);
    return prefix + length + rest;
}

static void damaged_files_are_refused(void **state)
{
    (void)state;
    static const char good[] = "{'descr': '<i2', 'fortran_order': True, 'shape': (3, 4), }  \n";
    unsigned char file[400];
    given g;
    size_t size;
    for (int version = 1; version <= 3; version++) {
        size = make_npy(file, version, good, 24);
        for (size_t cut = 0; cut < size; cut++) {
            unsigned char *copy = malloc(cut + 1); /* so that a sanitizer sees reads behind the end */
            memcpy(copy, file, cut);
            const long before = blocks;
            given h = untouched();
            const given same = h;
            assert_int_not_equal(clb_npy_read(copy, cut, &h.array, &h.owner, NULL), CLB_OK);
            assert_memory_equal(&h, &same, sizeof h);
            assert_int_equal(blocks, before);
            free(copy);
        }
        OK(clb_npy_read(file, size, &g.array, &g.owner, &error));
        assert_true(clb_array_is_column_major(&g.array) && g.array.dims == 2);
        assert_ptr_equal(g.array.data, file + size - 24);
        clb_owner_release(&g.owner);
    }
    file[6] = 4;
    FAILS(CLB_ERROR_UNSUPPORTED, "version 4.0", clb_npy_read(file, size, &g.array, &g.owner, &error));
    file[0] = 'N';
    FAILS(CLB_ERROR_ARGUMENT, "do not start like a .npy file", clb_npy_read(file, size, &g.array, &g.owner, &error));
    static const struct {
        const char *header, *text;
        clb_status status;
    } headers[] = {
        {"", "'{' is missing", CLB_ERROR_ARGUMENT},
        {"{}", "'descr' is missing", CLB_ERROR_ARGUMENT},
        {"{'descr': '<i2', 'shape': (3,)}", "'fortran_order' is missing", CLB_ERROR_ARGUMENT},
        {"{'descr': '<i2', 'fortran_order': False}", "'shape' is missing", CLB_ERROR_ARGUMENT},
        {"{'descr': '<i2', 'descr': '<i2'}", "each once", CLB_ERROR_ARGUMENT},
        {"{'descr': '<i2', 'other': 3}", "each once", CLB_ERROR_ARGUMENT},
        {"{'fortran_order': Maybe}", "True or False", CLB_ERROR_ARGUMENT},
        {"{'shape': (3, -4)}", "a number is missing", CLB_ERROR_ARGUMENT},
        {"{'descr': '<i2', 'fortran_order': False, 'shape': (3,)} x", "complete before this", CLB_ERROR_ARGUMENT},
        {"{'descr': '<i2', 'fortran_order': False, 'shape': (13,)}", "memory of 24 bytes", CLB_ERROR_SIZE},
        {"{'descr': '<i2', 'fortran_order': False, 'shape': (9223372036854775807,)}", "too large", CLB_ERROR_SIZE},
        {"{'descr': '<i2', 'fortran_order': True, 'shape': (4294967296, 4294967296)}", "", CLB_ERROR_SIZE},
        {"{'descr': '<i2', 'fortran_order': True, 'shape': (2147483648, 4)}", "memory of 24 bytes", CLB_ERROR_SIZE},
        {"{'descr': '|O', 'fortran_order': False, 'shape': (3,)}", "a number is missing", CLB_ERROR_ARGUMENT},
    };
    for (size_t k = 0; k < sizeof headers / sizeof *headers; k++) {
        size = make_npy(file, 1, headers[k].header, 24);
        FAILS(headers[k].status, headers[k].text, clb_npy_read(file, size, &g.array, &g.owner, &error));
    }
    size = make_npy(file, 2, "{'descr': [('\xe9', 'u1')], 'fortran_order': False, 'shape': 3}", 3);
    OK(clb_npy_read(file, size, &g.array, &g.owner, &error));
    assert_string_equal(g.array.type->fields[0].name, "\xc3\xa9"); /* Latin-1 before version 3 */
    clb_owner_release(&g.owner);
}

static void headers_are_written_in_the_version_that_they_need(void **state)
{
    (void)state;
    unsigned char header[256];
    size_t size = 0;
    given g;
    const clb_field fields[] = {{"\xc3\xa9", 0, &clb_type_float64}};
    const clb_type record = {.kind = CLB_KIND_RECORD, .size = 8, .alignment = 8, .fields = fields, .field_count = 1};
    OK(clb_npy_write_header(&record, 1, (const size_t[]){0}, false, header, sizeof header, &size, &error));
    assert_int_equal(header[6], 3);
    OK(clb_npy_read(header, size, &g.array, &g.owner, &error));
    assert_true(clb_type_equal(g.array.type, &record));
    clb_owner_release(&g.owner);
    memset(header, 'Z', sizeof header);
    OK(clb_npy_write_header(&clb_type_int8, 0, NULL, false, header, 5, &size, &error));
    assert_int_equal(size, 128);
    assert_memory_equal(header, "\x93NUMPZ", 6);
    static const char *const none[] = {
        "pointer[int8]", "var * int8", "bfloat16", "?int32", "3 * int8", "list32 * int8", "{a: 2[stride=4] * int8}"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        const clb_type *type = NULL;
        OK(clb_type_read(none[i], strlen(none[i]), &type, &error));
        FAILS(CLB_ERROR_UNSUPPORTED, "has no dtype for",
              clb_npy_write_header(type, 0, NULL, false, header, sizeof header, &size, &error));
        clb_type_free(&type);
    }

    enum { FIELDS = 4096 }; /* the text needs version 2 */
    static clb_field many[FIELDS];
    static char names[FIELDS][8];
    for (size_t i = 0; i < FIELDS; i++) {
        (void)snprintf(names[i], sizeof names[i], "f%zu", i);
        many[i] = (clb_field){names[i], i, &clb_type_int8};
    }
    const clb_type wide = {
        .kind = CLB_KIND_RECORD, .size = FIELDS, .alignment = 1, .fields = many, .field_count = FIELDS};
    OK(clb_npy_write_header(&wide, 1, (const size_t[]){0}, true, NULL, 0, &size, &error));
    unsigned char *file = malloc(size);
    OK(clb_npy_write_header(&wide, 1, (const size_t[]){0}, true, file, size, &size, &error));
    assert_int_equal(file[6], 2);
    OK(clb_npy_read(file, size, &g.array, &g.owner, &error));
    assert_true(clb_type_equal(g.array.type, &wide));
    clb_owner_release(&g.owner);
    free(file);
    assert_int_equal(blocks, 0);
}

/* ---- R ----------------------------------------------------------------------------------------------------------- */

static void dims_and_types_of_r_are_checked(void **state)
{
    (void)state;
    int32_t values[] = {1, INT32_MIN, 3, 4, 5, 6};
    given g;
    const int dim[] = {3, 2}, negative[] = {3, -2}, large[] = {1 << 30, 1 << 30, 1 << 30};
    OK(clb_r_import(values, 6, CLB_R_INTEGER, dim, 2, CLB_MISSING_OPTIONAL, &g.array, &error));
    assert_true(g.array.strides[0] == 4 && g.array.strides[1] == 12 && g.array.type->flags == CLB_TYPE_OPTIONAL);
    OK(clb_r_import(NULL, 0, CLB_R_REAL, NULL, 0, CLB_MISSING_REFUSE, &g.array, &error));
    FAILS(CLB_ERROR_SIZE, "length 6 has dim (3, 2, 2)",
          clb_r_import(values, 6, CLB_R_INTEGER, (const int[]){3, 2, 2}, 3, CLB_MISSING_NAN, &g.array, &error));
    FAILS(CLB_ERROR_SIZE, "Dimension 2 has -2",
          clb_r_import(values, 6, CLB_R_REAL, negative, 2, CLB_MISSING_NAN, &g.array, &error));
    FAILS(CLB_ERROR_SIZE, "has dim", clb_r_import(values, 6, CLB_R_REAL, large, 3, CLB_MISSING_NAN, &g.array, &error));
    FAILS(CLB_ERROR_SIZE, "not possible",
          clb_r_import(values, SIZE_MAX, CLB_R_REAL, NULL, 0, CLB_MISSING_NAN, &g.array, &error));
    FAILS(CLB_ERROR_UNSUPPORTED, "Element 2 of the vector is NA",
          clb_r_import(values, 6, CLB_R_LOGICAL, dim, 2, CLB_MISSING_REFUSE, &g.array, &error));
    FAILS(CLB_ERROR_UNSUPPORTED, "R's type 19", clb_r_import(values, 6, 19, dim, 2, CLB_MISSING_NAN, &g.array, &error));
    FAILS(CLB_ERROR_ARGUMENT, "dim is NULL",
          clb_r_import(values, 6, CLB_R_REAL, NULL, 2, CLB_MISSING_NAN, &g.array, &error));
    FAILS(CLB_ERROR_ARGUMENT, "20 dimensions",
          clb_r_import(values, 6, CLB_R_REAL, dim, 20, CLB_MISSING_NAN, &g.array, &error));
    FAILS(CLB_ERROR_ARGUMENT, "at NULL", clb_r_import(NULL, 6, CLB_R_REAL, NULL, 0, CLB_MISSING_NAN, &g.array, &error));
}

/* ---- Arrow, out -----------------------------------------------------------------------------------------------------
 */

typedef struct sample {
    int32_t maybe;
    uint8_t flag;
    float pair[2];
    double wide[3]; /* every second of a fixed dimension of 2 */
} sample;

static const clb_type maybe_int = {.kind = CLB_KIND_INT32, .flags = CLB_TYPE_OPTIONAL, .size = 4, .alignment = 4};
static const clb_type float_pair = {
    .kind = CLB_KIND_VECTOR, .size = 8, .alignment = 8, .element = &clb_type_float32, .count = 2};
static const clb_type with_gap = {
    .kind = CLB_KIND_FIXED, .size = 24, .alignment = 8, .element = &clb_type_float64, .count = 2, .stride = 16};
static const clb_field sample_fields[] = {{"maybe", offsetof(sample, maybe), &maybe_int},
                                          {"flag", offsetof(sample, flag), &clb_type_bool},
                                          {"pair", offsetof(sample, pair), &float_pair},
                                          {"wide", offsetof(sample, wide), &with_gap}};
static const clb_type sample_type = {
    .kind = CLB_KIND_RECORD, .size = sizeof(sample), .alignment = 4, .fields = sample_fields, .field_count = 4};
static const sample samples[9] = {
    {1, 1, {1, 2}, {3, 0, 4}}, {INT32_MIN, 0, {5, 6}, {7, 0, 8}}, [8] = {9, 7, {10, 11}, {12, 0, 13}}};

static long owners_gone;
static void count_release(void *held)
{
    (void)held;
    owners_gone++;
}

static void records_are_exported_as_columns_that_live_apart(void **state)
{
    clb_array array;
    clb_owner *owner = NULL;
    struct ArrowSchema schema;
    struct ArrowArray column, moved;
    (void)state;
    owners_gone = 0;
    OK(clb_owner_make(count_release, NULL, &owner, &(clb_error){0}));
    OK(clb_array_make((void *)(uintptr_t)samples, sizeof samples, &sample_type, 1, (const size_t[]){9}, NULL, &array,
                      &(clb_error){0}));
    OK(clb_arrow_export(&array, "all", owner, &schema, &column, &(clb_error){0}));
    clb_owner_release(&owner);
    assert_string_equal(schema.format, "+s");
    assert_string_equal(schema.name, "all");
    assert_int_equal(schema.n_children, 4);
    static const char *const formats[] = {"i", "b", "+w:2", "+w:2"}, *const names[] = {"maybe", "flag", "pair", "wide"};
    for (int i = 0; i < 4; i++) {
        assert_string_equal(schema.children[i]->format, formats[i]);
        assert_string_equal(schema.children[i]->name, names[i]);
        assert_int_equal(schema.children[i]->flags, i == 0 ? ARROW_FLAG_NULLABLE : 0);
        assert_int_equal(column.children[i]->length, 9);
    }
    schema.release(&schema);
    assert_int_equal(column.children[0]->null_count, 1);
    const uint8_t *bits = column.children[0]->buffers[0];
    assert_true((bits[0] & 0xff) == 0xfd && (bits[1] & 1) == 1);
    const int32_t *numbers_ = column.children[0]->buffers[1];
    assert_true(numbers_[0] == 1 && numbers_[8] == 9);
    bits = column.children[1]->buffers[1];
    assert_true(bits[0] == 1 && bits[1] == 1); /* 7 is true, too */
    assert_null(column.children[1]->buffers[0]);
    const float *pairs = column.children[2]->children[0]->buffers[1];
    assert_true(pairs[0] == 1 && pairs[3] == 6 && pairs[17] == 11);
    moved = *column.children[3]; /* as a consumer does that wants one column */
    column.children[3]->release = NULL;
    column.release(&column);
    assert_int_equal(owners_gone, 0);
    const double *wide = moved.children[0]->buffers[1];
    assert_true(moved.children[0]->length == 18 && wide[0] == 3 && wide[1] == 4 && wide[3] == 8 && wide[17] == 13);
    moved.release(&moved);
    assert_int_equal(owners_gone, 1);
}

static void lists_with_gaps_between_values_are_exported_without(void **state)
{
    static double values[6] = {1, 0, 2, 0, 3, 0};
    static const int32_t offsets[4] = {0, 1, 1, 3};
    const clb_type list = {.kind = CLB_KIND_LIST,
                           .size = 4,
                           .alignment = 4,
                           .element = &clb_type_float64,
                           .stride = 16,
                           .values = (char *)values,
                           .value_count = 3};
    clb_array array;
    struct ArrowSchema schema;
    struct ArrowArray column;
    (void)state;
    OK(clb_array_make((void *)(uintptr_t)offsets, SIZE_MAX, &list, 1, (const size_t[]){3}, NULL, &array,
                      &(clb_error){0}));
    OK(clb_arrow_export(&array, NULL, NULL, &schema, &column, &(clb_error){0}));
    assert_ptr_equal(column.buffers[1], offsets);
    const double *packed = column.children[0]->buffers[1];
    assert_true(packed[0] == 1 && packed[1] == 2 && packed[2] == 3);
    schema.release(&schema);
    column.release(&column);
}

static void what_arrow_has_no_layout_for_is_refused(void **state)
{
    static const clb_type pointer = {
        .kind = CLB_KIND_POINTER, .size = sizeof(char *), .alignment = _Alignof(char *), .element = &clb_type_float64};
    const clb_type *const types[] = {&pointer, &clb_type_bfloat16, &clb_type_complex64,
                                     clb_type_of(CLB_KIND_FLOAT64, CLB_TYPE_SWAPPED)};
    static const char *const texts[] = {"pointer[float64]", "bfloat16", "complex[float32]", "float64: assign"};
    clb_array array = {.type = NULL};
    struct ArrowSchema schema;
    struct ArrowArray column;
    (void)state;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        clb_error why = {0};
        if (clb_array_make((void *)(uintptr_t)numbers, SIZE_MAX, types[i], 1, (const size_t[]){1}, NULL, &array, &why))
            fail_msg("type %zu: %s", i, why.message);
        FAILS(CLB_ERROR_UNSUPPORTED, texts[i], clb_arrow_export(&array, NULL, NULL, &schema, &column, &error));
    }
    FAILS(CLB_ERROR_ARGUMENT, "is NULL", clb_arrow_export(&array, NULL, NULL, NULL, &column, &error));
    array.dims = 0;
    FAILS(CLB_ERROR_UNSUPPORTED, "no dimension", clb_arrow_export(&array, NULL, NULL, &schema, &column, &error));
}

/* ---- Memory ------------------------------------------------------------------------------------------------------ */

static const int32_t some_offsets[] = {0, 1, 3};
static const clb_type some_list = {.kind = CLB_KIND_LIST,
                                   .size = 4,
                                   .alignment = 4,
                                   .element = &clb_type_float64,
                                   .stride = 8,
                                   .values = (char *)(uintptr_t)numbers,
                                   .value_count = 3};
static const clb_type rows_of_lists = {
    .kind = CLB_KIND_VAR, .size = sizeof(clb_var), .alignment = _Alignof(clb_var), .element = &some_list, .stride = 4};
static const clb_var apart[2] = {{(char *)(uintptr_t)(some_offsets + 1), 1}, {(char *)(uintptr_t)some_offsets, 1}};

/* Everything that allocates, in a row; the first failure is returned. */
static clb_status everything(clb_error *error)
{
    static const char header[] = "{'descr': [('x', '<f8'), ('p', '<f4', (2,))], 'fortran_order': False, 'shape': (1,)}";
    given g[6] = {{.owner = NULL}};
    unsigned char file[256];
    clb_dl_managed t = tensor(), *out = NULL;
    clb_dl_versioned *versioned = NULL;
    struct ArrowSchema schema = {.release = NULL};
    struct ArrowArray column = {.release = NULL};
    struct ArrowSchema record_schema = {.release = NULL};
    struct ArrowArray record_column = {.release = NULL};
    struct ArrowSchema row_schema = {.release = NULL};
    struct ArrowArray row_column = {.release = NULL};
    clb_array records, rows;
    table *a = fill();
    size_t size = make_npy(file, 1, header, 16);
    intptr_t shape[1] = {3}, strides[1] = {8};
    const clb_numpy_interface i = {2, 1, 'f', 8, CLB_NUMPY_NOTSWAPPED, shape, strides, numbers, NULL};
    t.tensor.dtype.lanes = 2;
    deleted = 0;

    clb_status status = clb_dlpack_import(&t, &g[0].array, &g[0].owner, error);
    if (!status) status = clb_dlpack_export(&g[0].array, g[0].owner, &out, error);
    if (!status) status = clb_dlpack_export_versioned(&g[0].array, g[0].owner, &versioned, error);
    if (!status) status = clb_npy_read(file, size, &g[1].array, &g[1].owner, error);
    if (!status)
        status = clb_npy_write_header(g[1].array.type, 1, (const size_t[]){1}, false, file, sizeof file, &size, error);
    if (!status) status = clb_numpy_import(&i, NULL, NULL, NULL, &g[2].array, &g[2].owner, error);
    if (!status) status = clb_arrow_column(&a->list, &a->a_list, "x", CLB_MISSING_NAN, &g[3].array, &g[3].owner, error);
    if (!status) status = clb_arrow_export(&g[3].array, "x", g[3].owner, &schema, &column, error);
    if (!status)
        status = clb_array_make((void *)(uintptr_t)samples, sizeof samples, &sample_type, 1, (const size_t[]){9}, NULL,
                                &records, error);
    if (!status) status = clb_arrow_export(&records, "r", NULL, &record_schema, &record_column, error);
    if (!status)
        status = clb_array_make((void *)(uintptr_t)apart, sizeof apart, &rows_of_lists, 1, (const size_t[]){2}, NULL,
                                &rows, error);
    if (!status) status = clb_arrow_export(&rows, "w", NULL, &row_schema, &row_column, error);
    if (!status)
        status = clb_arrow_import(&a->list, &a->a_list, "y", CLB_MISSING_OPTIONAL, &g[4].array, &g[4].owner, error);

    for (int k = 0; k < 6; k++) clb_owner_release(&g[k].owner);
    if (out) out->deleter(out);
    if (versioned) versioned->deleter(versioned);
    if (schema.release) schema.release(&schema);
    if (column.release) column.release(&column);
    if (record_schema.release) record_schema.release(&record_schema);
    if (record_column.release) record_column.release(&record_column);
    if (row_schema.release) row_schema.release(&row_schema);
    if (row_column.release) row_column.release(&row_column);
    assert_int_equal(arrays_released, status == CLB_OK);
    return status;
}

static void whatever_allocation_fails_nothing_leaks(void **state)
{
    (void)state;
    long failures = 0;
    clb_status status;
    do {
        clb_error error = {0};
        allocations = 0;
        fail_allocation = ++failures;
        const long before = blocks;
        status = everything(&error);
        fail_allocation = 0;
        if (status) assert_int_equal(status, CLB_ERROR_MEMORY);
        assert_int_equal(blocks, before);
        if (status == CLB_OK) assert_int_equal(deleted, 1);
    } while (status);
    assert_true(failures > 15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hostile_tensors_are_refused_and_stay_the_callers),
        cmocka_unit_test(tensors_are_deleted_once_by_the_last_owner),
        cmocka_unit_test(slices_of_lists_are_examined_from_their_first_element),
        cmocka_unit_test(slices_of_nested_lists_are_examined_at_every_level),
        cmocka_unit_test(hostile_columns_are_refused_and_stay_the_callers),
        cmocka_unit_test(columns_are_moved_in_and_released_once),
        cmocka_unit_test(records_are_exported_as_columns_that_live_apart),
        cmocka_unit_test(lists_with_gaps_between_values_are_exported_without),
        cmocka_unit_test(what_arrow_has_no_layout_for_is_refused),
        cmocka_unit_test(hostile_interfaces_are_refused),
        cmocka_unit_test(damaged_files_are_refused),
        cmocka_unit_test(headers_are_written_in_the_version_that_they_need),
        cmocka_unit_test(dims_and_types_of_r_are_checked),
        cmocka_unit_test(whatever_allocation_fails_nothing_leaks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
