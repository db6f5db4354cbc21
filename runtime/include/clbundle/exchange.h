/* clbundle: importing and exporting arrays without a copy: DLPack, the Arrow C data interface, NumPy's array
 * interface and .npy files, R's vectors. The structures below are public ABIs; nothing else of these systems is
 * needed.
 *
 * Rules
 *  - An import gives a clb_array and, where something must be kept alive, a clb_owner: release it when no array
 *    over that memory is in use any more. The imported object is then released, exactly once.
 *  - On failure nothing is taken over and nothing is written: the caller still owns the object.
 *  - Imported structures are checked as far as the ABI allows. No ABI tells the size of a buffer, so wrong lengths
 *    cannot be detected; in .npy data, whose size is known, they are.
 *  - Thread-safety: every call is safe; a foreign structure must not be used by two threads at once.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBUNDLE_EXCHANGE_H
#define CLBUNDLE_EXCHANGE_H

#include "array.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Owners ----------------------------------------------------------------------------------------------------- */

/* Counts the users of some memory. Thread-safety: safe. */
typedef struct clb_owner clb_owner;

/* An owner of anything: when the last one releases, release(held) is called, from that thread. release may be NULL.
 * On success *owner is the caller's: clb_owner_release. Errors: CLB_ERROR_MEMORY; then release is not called. */
CLB_MUST_CHECK clb_status clb_owner_make(void (*release)(void *held), void *held, clb_owner **owner, clb_error *error);
/* One more user; returns `owner`. NULL: returns NULL. */
clb_owner *clb_owner_retain(clb_owner *owner);
/* One user less; *owner becomes NULL. */
void clb_owner_release(clb_owner **owner);

/* How to treat a missing value (a null of Arrow, NA of R). */
typedef enum clb_missing {
    CLB_MISSING_REFUSE = 0, /* one missing value is an error, CLB_ERROR_UNSUPPORTED, that tells which */
    CLB_MISSING_OPTIONAL,   /* the type gets CLB_TYPE_OPTIONAL, and missing values have its mark */
    CLB_MISSING_NAN         /* missing values are NaN; integers and bools that have one become float64 */
} clb_missing;

/* ---- DLPack ------------------------------------------------------------------------------------------------------ */

/* DLTensor, DLManagedTensor and DLManagedTensorVersioned of dlpack.h, bit for bit: cast the pointer. */
typedef struct clb_dl_tensor {
    void *data;
    struct {
        int32_t type, id;
    } device; /* type 1: CPU; 3, 11: memory of the host pinned for a GPU */
    int32_t ndim;
    struct {
        uint8_t code, bits;
        uint16_t lanes;
    } dtype;
    int64_t *shape;
    int64_t *strides; /* in elements; NULL: row-major */
    uint64_t byte_offset;
} clb_dl_tensor;

/* A tensor with its owner: the holder calls deleter once. */
typedef struct clb_dl_managed {
    clb_dl_tensor tensor;
    void *manager;
    void (*deleter)(struct clb_dl_managed *self);
} clb_dl_managed;

/* The same of DLPack 1.0 and later. */
typedef struct clb_dl_versioned {
    struct {
        uint32_t major, minor;
    } version; /* major 1 */
    void *manager;
    void (*deleter)(struct clb_dl_versioned *self);
    uint64_t flags; /* 1: read-only */
    clb_dl_tensor tensor;
} clb_dl_versioned;

enum { CLB_DL_READ_ONLY = 1 };

/* Takes a tensor over. On success *owner is the caller's: clb_owner_release; the last release calls the tensor's
 * deleter. From Python: the pointer in the capsule of x.__dlpack__(), which must then be renamed to "used_dltensor"
 * ("used_dltensor_versioned"). Lanes become a vector, or a dimension where OpenCL has no such vector. Errors:
 * CLB_ERROR_ARGUMENT, CLB_ERROR_SIZE (shape, strides, offset), CLB_ERROR_UNSUPPORTED (memory of a device, a number type
 * or a version that is not known), CLB_ERROR_MEMORY. Thread-safety: safe. */
CLB_MUST_CHECK clb_status clb_dlpack_import(clb_dl_managed *tensor, clb_array *array, clb_owner **owner,
                                            clb_error *error);
CLB_MUST_CHECK clb_status clb_dlpack_import_versioned(clb_dl_versioned *tensor, clb_array *array, clb_owner **owner,
                                                      clb_error *error);

/* A tensor over the array's memory. `owner` (may be NULL) is retained until the tensor's deleter is called. On success
 * *tensor is owned by the caller, or by the library that it hands it to: that one calls the deleter once, from any
 * thread. Errors: CLB_ERROR_UNSUPPORTED (an element that
 * DLPack has no word for, the other byte order, strides that are no multiple of the size, a read-only array for the
 * older structure, which cannot say so), CLB_ERROR_ARGUMENT, CLB_ERROR_MEMORY. Thread-safety: safe. */
CLB_MUST_CHECK clb_status clb_dlpack_export(const clb_array *array, clb_owner *owner, clb_dl_managed **tensor,
                                            clb_error *error);
CLB_MUST_CHECK clb_status clb_dlpack_export_versioned(const clb_array *array, clb_owner *owner,
                                                      clb_dl_versioned **tensor, clb_error *error);

/* ---- Arrow C data interface -------------------------------------------------------------------------------------- */

#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

/* The type of a column, as the specification of the Arrow C data interface declares it. */
struct ArrowSchema {
    const char *format;
    const char *name;
    const char *metadata;
    int64_t flags;
    int64_t n_children;
    struct ArrowSchema **children;
    struct ArrowSchema *dictionary;
    void (*release)(struct ArrowSchema *);
    void *private_data;
};

/* The data of a column, declared likewise. */
struct ArrowArray {
    int64_t length;
    int64_t null_count;
    int64_t offset;
    int64_t n_buffers;
    int64_t n_children;
    const void **buffers;
    struct ArrowArray **children;
    struct ArrowArray *dictionary;
    void (*release)(struct ArrowArray *);
    void *private_data;
};

#endif

/* A column as an array of one dimension. `path` names fields of structs from the outside in, "points.x", also through
 * lists: a list of structs has a list of each field. NULL or "": the whole, which must not be a struct then.
 *
 *   Arrow                              element
 *   int8 ... uint64, float16 ... 64    the same, no copy; dates, times, timestamps, durations: their integers
 *   bool                               bool, unpacked from bits: a copy
 *   fixed-size list of T               N * T
 *   list, large list, map of T         list32 * T, list64 * T
 *   utf8, binary (large too)           list32 * uint8, list64 * uint8
 *   fixed-size binary                  bytes[N]
 *
 * Missing values (those of an enclosing struct or fixed-size list included) are as `missing` says; a column that has
 * some is copied. A missing list is an empty one, unless they are refused. Of a slice of lists only its own rows are
 * looked at, at every level. A message names an element by its numbers, the row first.
 * The array is read-only. The structures remain the caller's and must live until the last owner has released *owner,
 * which holds only what was made here. Errors: CLB_ERROR_ARGUMENT, CLB_ERROR_SIZE (lengths, offsets that descend or
 * lead outside), CLB_ERROR_UNSUPPORTED (other formats; missing values that are refused or that the type has no mark
 * left for), CLB_ERROR_MEMORY. Thread-safety: safe. */
CLB_MUST_CHECK clb_status clb_arrow_column(const struct ArrowSchema *schema, const struct ArrowArray *array,
                                           const char *path, clb_missing missing, clb_array *column, clb_owner **owner,
                                           clb_error *error);

/* The same, and takes both structures over: their contents are moved away, so that their `release` is NULL afterwards,
 * as the interface asks. The schema is released at once, the array with the last owner. Errors: as clb_arrow_column;
 * then both structures remain the caller's, unchanged. */
CLB_MUST_CHECK clb_status clb_arrow_import(struct ArrowSchema *schema, struct ArrowArray *array, const char *path,
                                           clb_missing missing, clb_array *column, clb_owner **owner, clb_error *error);

/* Fills both structures over the array's memory; their holder releases them by their `release`. `owner` (may be
 * NULL) is retained until the last part of the array structure is released. name NULL: "".
 *
 *   element                            Arrow
 *   numbers, bytes[N], lists           the same, no copy
 *   further dimensions, N * T, vectors fixed-size lists; no copy without gaps
 *   var * T                            list, or large list of more than 2^31 - 1 elements: offsets are made; elements
 *                                      are copied unless each row that has some starts where the one before it ends
 *   bool                               bool: a copy, a bit each
 *   ?T of a bool or a number           T that may be null: a bitmap is made, the values are not copied
 *   {x: T, y: U}                       struct: a copy of each field, since Arrow keeps fields apart
 *
 * Errors: CLB_ERROR_UNSUPPORTED (an array that is not row-major; pointers, complex numbers, bfloat16, the other byte
 * order), CLB_ERROR_ARGUMENT (also rows without memory), CLB_ERROR_SIZE (rows of too many elements), CLB_ERROR_MEMORY.
 * Thread-safety: safe. */
CLB_MUST_CHECK clb_status clb_arrow_export(const clb_array *array, const char *name, clb_owner *owner,
                                           struct ArrowSchema *schema, struct ArrowArray *column, clb_error *error);

/* ---- NumPy ------------------------------------------------------------------------------------------------------- */

/* PyArrayInterface, the structure in the capsule of x.__array_struct__. */
typedef struct clb_numpy_interface {
    int two; /* 2 */
    int nd;
    char typekind;
    int itemsize;
    int flags; /* CLB_NUMPY_... */
    intptr_t *shape;
    intptr_t *strides; /* bytes */
    void *data;
    void *descr; /* a Python object; not looked at */
} clb_numpy_interface;

enum {
    CLB_NUMPY_C_CONTIGUOUS = 0x1,
    CLB_NUMPY_F_CONTIGUOUS = 0x2,
    CLB_NUMPY_ALIGNED = 0x100,
    CLB_NUMPY_NOTSWAPPED = 0x200,
    CLB_NUMPY_WRITEABLE = 0x400,
    CLB_NUMPY_HAS_DESCR = 0x800
};

/* A view of such an array. `dtype`: NULL, or what str(x.dtype.descr) says, for the fields of a record (without it, a
 * record is bytes). On success *owner is the caller's: clb_owner_release. It calls release(held) in the end, for the
 * holder of the Python object; release NULL: the caller sees to that, and *owner holds the type only. On failure
 * release is not called. Strings are bytes, dates ?int64 (NaT is their missing value). Errors: CLB_ERROR_ARGUMENT,
 * CLB_ERROR_SIZE, CLB_ERROR_UNSUPPORTED (objects, long double), CLB_ERROR_MEMORY. Thread-safety: safe. */
CLB_MUST_CHECK clb_status clb_numpy_import(const clb_numpy_interface *interface_, const char *dtype,
                                           void (*release)(void *held), void *held, clb_array *array, clb_owner **owner,
                                           clb_error *error);

/* An interface structure and what it points to. It must stay where it is. */
typedef struct clb_numpy_export_data {
    clb_numpy_interface interface_;
    intptr_t shape[CLB_ARRAY_DIMS], strides[CLB_ARRAY_DIMS];
} clb_numpy_export_data;

/* Fills `data` for an array; records become bytes, described by clb_numpy_print_dtype. descr is NULL.
 * Errors: CLB_ERROR_UNSUPPORTED (pointers, var, list, bfloat16), CLB_ERROR_SIZE. Thread-safety: safe. */
CLB_MUST_CHECK clb_status clb_numpy_export(const clb_array *array, clb_numpy_export_data *data, clb_error *error);

/* The type that a dtype's text stands for: '<f8', [('x', '<f8'), ('p', '<f4', (3,))], as in .npy files and
 * x.dtype.descr. On success *type is the caller's: clb_type_free. An unnamed field is a gap.
 * Errors: CLB_ERROR_ARGUMENT, CLB_ERROR_SIZE, CLB_ERROR_UNSUPPORTED, CLB_ERROR_MEMORY. Thread-safety: safe. */
CLB_MUST_CHECK clb_status clb_numpy_read_dtype(const char *text, size_t length, const clb_type **type,
                                               clb_error *error);

/* The dtype's text of a type, NUL-terminated, cut where it does not fit; *length: of the whole.
 * Errors: CLB_ERROR_UNSUPPORTED. Thread-safety: safe. */
CLB_MUST_CHECK clb_status clb_numpy_print_dtype(const clb_type *type, char *text, size_t capacity, size_t *length,
                                                clb_error *error);

/* ---- .npy, in memory --------------------------------------------------------------------------------------------- */

/* A view of a .npy file of any version that lies in memory, mapped for instance. The array is read-only; `data` must
 * live as long. On success *owner, which holds the type, is the caller's: clb_owner_release. Errors: CLB_ERROR_ARGUMENT
 * (magic, header), CLB_ERROR_SIZE (fewer bytes than the shape asks for), CLB_ERROR_UNSUPPORTED, CLB_ERROR_MEMORY.
 * Thread-safety: safe. */
CLB_MUST_CHECK clb_status clb_npy_read(const void *data, size_t size, clb_array *array, clb_owner **owner,
                                       clb_error *error);

/* The header of a .npy file for elements of this type and shape, in row-major or column-major order, to be followed by
 * the elements without gaps. Its size is a multiple of 64. As much as fits is written into `header` of `capacity`
 * bytes. Errors: CLB_ERROR_UNSUPPORTED, CLB_ERROR_ARGUMENT, CLB_ERROR_MEMORY. Thread-safety: safe. */
CLB_MUST_CHECK clb_status clb_npy_write_header(const clb_type *type, uint32_t dims, const size_t *shape, bool column,
                                               void *header, size_t capacity, size_t *size, clb_error *error);

/* ---- R ----------------------------------------------------------------------------------------------------------- */

/* R's own numbers of its vector types: TYPEOF(x). */
typedef enum clb_r_type {
    CLB_R_LOGICAL = 10, /* an int: 0, 1, NA */
    CLB_R_INTEGER = 13,
    CLB_R_REAL = 14,
    CLB_R_COMPLEX = 15,
    CLB_R_RAW = 24
} clb_r_type;

/* A view of a vector, a matrix or an array of R's: `data` is DATAPTR(x), `length` XLENGTH(x), `dim` INTEGER of its
 * attribute "dim" (dims numbers), or NULL (dims 0) for a vector of one dimension. Column-major. Keep x protected.
 * Integers and logicals are ?int32: NA assigned to a floating number becomes NaN (CLB_MISSING_OPTIONAL and _NAN);
 * with CLB_MISSING_REFUSE an NA is looked for and is an error, and they are int32. Reals are float64, where NA is a
 * NaN. Errors: CLB_ERROR_ARGUMENT, CLB_ERROR_SIZE (dim and length disagree), CLB_ERROR_UNSUPPORTED (another type of
 * vector; NA). Thread-safety: safe. */
CLB_MUST_CHECK clb_status clb_r_import(void *data, size_t length, int type, const int *dim, uint32_t dims,
                                       clb_missing missing, clb_array *array, clb_error *error);

#ifdef __cplusplus
}
#endif

#endif
