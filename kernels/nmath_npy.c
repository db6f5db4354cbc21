/* nmath-eval over arrays: .npy files are mapped, not read; values are broadcast against each other by NumPy's rules.
 * Knows files and the parameters of kernels; must not know any function.
 *
 * SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "nmath_eval.h"

#include "clbundle/call.h"
#include "clbundle/exchange.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* One value: a number, or a file and where it is mapped. */
typedef struct value {
    clb_array array;
    double number;
    void *map;
    size_t size;
    clb_owner *owner; /* of the array's type */
} value;

/* The file under way: it is written under another name, and gets its own when all is there. */
typedef struct output {
    const char *path;
    char *work;
    int file;
    void *map;
    size_t size;
    clb_array array;
} output;

static bool fail(const char *subject, const char *what)
{
    fprintf(stderr, "nmath-eval: %s: %s\n", subject, what);
    return false;
}

/* A file that another program cuts short while it is mapped ends this one: by SIGBUS, as with any mapping. */
static bool map_file(const char *path, value *v)
{
    clb_error error = {0};
    struct stat about;
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a pipe must not make us wait */
    if (file < 0) return fail(path, strerror(errno));
    bool ok = fstat(file, &about) == 0 || fail(path, strerror(errno));
    if (ok && !S_ISREG(about.st_mode)) ok = fail(path, "is not a regular file; only those can be mapped");
    if (ok && about.st_size == 0) ok = fail(path, "is empty");
    if (ok && (uintmax_t)about.st_size > SIZE_MAX) ok = fail(path, "is larger than the memory that a program can have");
    if (ok) {
        v->map = mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_PRIVATE, file, 0);
        if (v->map == MAP_FAILED) {
            v->map = NULL;
            ok = fail(path, strerror(errno));
        }
        v->size = (size_t)about.st_size;
    }
    (void)close(file);
    if (ok && clb_npy_read(v->map, v->size, &v->array, &v->owner, &error) != CLB_OK) ok = fail(path, error.message);
    clb_error_clear(&error);
    return ok;
}

static bool read_value(const char *text, value *v)
{
    clb_error error = {0};
    char *end = NULL;
    v->number = strtod(text, &end);
    if (end == text || *end) return map_file(text, v);
    const clb_status status =
        clb_array_make(&v->number, sizeof v->number, &clb_type_float64, 0, NULL, NULL, &v->array, &error);
    return status == CLB_OK || fail(text, error.message);
}

/* What R has where a flag is left out. */
static double default_of(const parameter *p)
{
    return strcmp(p->name, "lower_tail") == 0 || strcmp(p->name, "expo") == 0 ? 1.0 : 0.0;
}

static bool read_values(const char *function, const signature *s, char *const *texts, size_t count, value *values)
{
    char what[80];
    if (count < s->columns - s->flags || count > s->columns) {
        (void)snprintf(what, sizeof what, "takes %zu values and %zu flags, got %zu", s->columns - s->flags, s->flags,
                       count);
        return fail(function, what);
    }
    for (size_t i = 0; i < s->count; ++i) {
        const parameter *p = &s->items[i];
        if (p->role != ROLE_INPUT && p->role != ROLE_FLAG) continue;
        value *v = &values[p->column];
        clb_error error = {0};
        v->number = default_of(p);
        if (p->column < count
                ? !read_value(texts[p->column], v)
                : clb_array_make(&v->number, sizeof v->number, &clb_type_float64, 0, NULL, NULL, &v->array, &error))
            return false;
    }
    return true;
}

/* ---- the result ---- */

/* Room on the disk is taken first: a mapping of a file that finds none ends the program. */
static bool take_room(output *o)
{
    o->work = malloc(strlen(o->path) + 8);
    if (!o->work) return fail(o->path, "out of memory");
    (void)sprintf(o->work, "%s.XXXXXX", o->path);
    o->file = mkstemp(o->work);
    if (o->file < 0) {
        const int why = errno;
        free(o->work);
        o->work = NULL;
        return fail(o->path, strerror(why));
    }
    const mode_t mask = umask(0);
    (void)umask(mask);
    (void)fchmod(o->file, 0666 & ~mask);
    const int why = posix_fallocate(o->file, 0, (off_t)o->size);
    if (why != 0) return fail(o->path, strerror(why));
    o->map = mmap(NULL, o->size, PROT_READ | PROT_WRITE, MAP_SHARED, o->file, 0);
    if (o->map != MAP_FAILED) return true;
    o->map = NULL;
    return fail(o->path, strerror(errno));
}

/* A file of float64, or float32 for a function of floats, in the shape to which all inputs broadcast. */
static bool make_output(const signature *s, const value *values, output *o)
{
    clb_error error = {0};
    const clb_type *type = s->single ? &clb_type_float32 : &clb_type_float64;
    const size_t width = s->single ? sizeof(float) : sizeof(double);
    uint32_t dims = 0;
    size_t shape[CLB_ARRAY_DIMS] = {0}, header = 0, count = 1;
    clb_status status = CLB_OK;
    for (size_t i = 0; status == CLB_OK && i < s->columns - s->flags; ++i)
        status = clb_shape_broadcast(dims, shape, values[i].array.dims, values[i].array.shape, &dims, shape, &error);
    if (status == CLB_OK) status = clb_npy_write_header(type, dims, shape, false, NULL, 0, &header, &error);
    if (status != CLB_OK) {
        (void)fail(o->path, error.message);
        clb_error_clear(&error);
        return false;
    }
    for (uint32_t d = 0; d < dims; ++d) {
        if (shape[d] > 0 && count > (SIZE_MAX / 4 - header) / width / shape[d])
            return fail(o->path, "would be larger than any file can be");
        count *= shape[d];
    }
    o->size = header + count * width;
    if (!take_room(o)) return false;
    status = clb_npy_write_header(type, dims, shape, false, o->map, o->size, &header, &error);
    if (status == CLB_OK)
        status = clb_array_make((char *)o->map + header, o->size - header, type, dims, shape, NULL, &o->array, &error);
    if (status != CLB_OK) (void)fail(o->path, error.message);
    clb_error_clear(&error);
    return status == CLB_OK;
}

static bool keep_output(output *o)
{
    if (msync(o->map, o->size, MS_SYNC) != 0 || rename(o->work, o->path) != 0) return fail(o->path, strerror(errno));
    free(o->work);
    o->work = NULL;
    return true;
}

/* ---- the call ---- */

static bool call_kernel(const char *filter, const signature *s, const value *values, const output *o, uint64_t seed)
{
    clb_array_argument arguments[MAX_COLUMNS] = {{0}};
    const uint64_t zero = 0;
    clb_error error = {0};
    clb_device *device = NULL;
    for (size_t i = 0; i < s->count; ++i) {
        const parameter *p = &s->items[i];
        switch (p->role) {
        case ROLE_INPUT:
        case ROLE_FLAG: arguments[i].array = &values[p->column].array; break;
        case ROLE_OUTPUT: arguments[i].array = &o->array; break;
        case ROLE_SEED: arguments[i] = (clb_array_argument){NULL, &seed, p->size}; break;
        case ROLE_ZERO: arguments[i] = (clb_array_argument){NULL, &zero, p->size}; break;
        case ROLE_STEP:
        case ROLE_COUNT: break; /* the arrays tell */
        }
    }
    clb_status status = clb_device_open(&(clb_device_params){.bundle = s->bundle, .filter = filter}, &device, &error);
    if (status == CLB_OK)
        status = clb_array_call(device, s->bundle, s->kernel, NULL, arguments, s->count,
                                &(clb_array_call_params){.mode = CLB_ASSIGN_FRACTIONAL}, &error);
    if (status != CLB_OK) fprintf(stderr, "nmath-eval: %s\n%s", error.message, error.build_log ? error.build_log : "");
    clb_device_close(&device);
    clb_error_clear(&error);
    return status == CLB_OK;
}

bool npy_evaluate(const char *filter, const char *function, const signature *s, char *const *texts, size_t count,
                  const char *out, uint64_t seed)
{
    value values[MAX_COLUMNS] = {{{0}, 0, NULL, 0, NULL}};
    output o = {.path = out, .file = -1};
    const bool ok = read_values(function, s, texts, count, values) && make_output(s, values, &o) &&
                    call_kernel(filter, s, values, &o, seed) && keep_output(&o);
    if (o.map) (void)munmap(o.map, o.size);
    if (o.file >= 0) (void)close(o.file);
    if (o.work) (void)unlink(o.work);
    free(o.work);
    for (size_t i = 0; i < MAX_COLUMNS; ++i) {
        clb_owner_release(&values[i].owner);
        if (values[i].map) (void)munmap(values[i].map, values[i].size);
    }
    return ok;
}
