/* The factories of assignment between any two types: the parts of a type become children, down to numbers and bytes.
 * Pointers are followed first, then dimensions are matched from the outermost, then fields of records by their names.
 * Knows types and ckernels, not arrays. Nothing here owns a resource, so there are no destructors.
 *
 * SPDX-License-Identifier: MIT */
#include "array/assign_nested.h"

#include "array/assign_number.h"
#include "array/number.h"
#include "array/type.h"
#include "core/status.h"

#include <string.h>

/* Records are assigned field by field, this many at a time, so that all fields are read while they are in the cache. */
enum { RECORDS = 512 };

/* ---- Pointers ------------------------------------------------------------------------------------------------------
 */

typedef struct follow {
    clb_ckernel base;
    const clb_type *dst; /* to mark missing values */
    bool source;         /* the source is the pointer, not the destination */
    bool optional;
} follow;

static size_t follow_single(char *dst, const char *const *src, const clb_ckernel *self, clb_ckernel_call *call)
{
    const follow *me = (const follow *)self;
    char *target;
    memcpy(&target, me->source ? src[0] : dst, sizeof target);
    if (target)
        return clb_ckernel_run_single(CLB_CKERNEL_CHILD(self, follow), me->source ? dst : target,
                                      me->source ? (const char *const *)&target : src, call);
    if (!me->source) return clb_ckernel_fail(call, CLB_ERROR_ARGUMENT, "has a null pointer as its destination");
    if (!me->optional) return clb_ckernel_fail(call, CLB_ERROR_ARGUMENT, "is a null pointer");
    if (!clbi_is_number(me->dst)) return clb_ckernel_fail(call, CLB_ERROR_ARGUMENT, "is missing");
    const char *why = clbi_number_store(me->dst, (clbi_number){.form = CLBI_MISSING}, CLB_ASSIGN_NONE, dst);
    return why ? clb_ckernel_fail(call, CLB_ERROR_ARGUMENT, why) : 1;
}
CLB_CKERNEL_LOOP(follow_strided, follow_single, 1)

static clb_status make_follow(const clbi_assignment *a, size_t *end, clb_error *error)
{
    const clb_type *const dst = a->dst, *const src = a->src;
    const size_t child = a->offset + CLB_CKERNEL_SIZE(follow);
    const bool source = src->kind == CLB_KIND_POINTER;
    const clb_status status = clb_ckernel_reserve(a->builder, child, error);
    if (status != CLB_OK) return status;
    follow *me = (follow *)clb_ckernel_at(a->builder, a->offset);
    clb_ckernel_set(&me->base, a->request, follow_single, follow_strided);
    me->dst = dst;
    me->source = source;
    me->optional = source && (src->flags & CLB_TYPE_OPTIONAL);
    return clb_assign_make(a->builder, child, source ? dst : dst->element, source ? src->element : src, a->mode,
                           CLB_CKERNEL_SINGLE, end, error);
}

/* ---- Dimensions ----------------------------------------------------------------------------------------------------
 */

typedef struct each {
    clb_ckernel base;
    const clb_type *dst, *src;
    bool whole; /* the source has no such dimension: the whole source is assigned to each element */
    /* If all elements are numbers at one distance, over any number of dimensions: their count and strides, and their
     * leaf. */
    clbi_dim numbers; /* count 0: they are not */
    size_t leaf;      /* offset from the ckernel */
} each;

static bool is_dimension(const clb_type *type)
{
    return type->kind == CLB_KIND_FIXED || type->kind == CLB_KIND_VAR || type->kind == CLB_KIND_LIST ||
           type->kind == CLB_KIND_VECTOR;
}

unsigned clbi_assign_depth(const clb_type *type)
{
    unsigned depth = 0;
    for (; is_dimension(type) || type->kind == CLB_KIND_POINTER; type = type->element) depth += is_dimension(type);
    return depth;
}

typedef struct elements {
    char *data;
    size_t count;
    ptrdiff_t stride;
} elements;

/* The address and count of the elements of a dimension at `at`. Returns NULL, or why it is invalid. */
static const char *find_elements(const clb_type *type, char *at, elements *found)
{
    *found = (elements){at, type->count, type->stride};
    if (type->kind == CLB_KIND_VECTOR) found->stride = (ptrdiff_t)type->element->size;
    if (type->kind == CLB_KIND_VAR) {
        clb_var var;
        memcpy(&var, at, sizeof var);
        found->data = var.data;
        found->count = var.count;
        if (var.count > 0 && !var.data) return "is a variable-size dimension without data";
        if (var.count > 0 && var.count - 1 > (size_t)PTRDIFF_MAX / ((size_t)type->stride + (type->stride == 0)))
            return "is a variable-size dimension of more elements than there can be";
    }
    if (type->kind == CLB_KIND_LIST) {
        int64_t first, last;
        if (type->size == sizeof(int32_t)) {
            int32_t offsets[2];
            memcpy(offsets, at, sizeof offsets);
            first = offsets[0];
            last = offsets[1];
        } else {
            int64_t offsets[2];
            memcpy(offsets, at, sizeof offsets);
            first = offsets[0];
            last = offsets[1];
        }
        if (first < 0 || last < first || (uint64_t)last > type->value_count)
            return "is a list whose offsets leave its values";
        found->count = (size_t)(last - first);
        found->data = found->count ? type->values + (ptrdiff_t)first * type->stride : NULL;
    }
    return NULL;
}

static size_t each_single(char *dst, const char *const *src, const clb_ckernel *self, clb_ckernel_call *call)
{
    const each *me = (const each *)self;
    elements to, from = {(char *)(uintptr_t)src[0], 1, 0};
    const char *why = find_elements(me->dst, dst, &to);
    if (!why && !me->whole) why = find_elements(me->src, from.data, &from);
    if (!why && from.count != to.count && from.count != 1)
        why = "has another number of elements than its place in the destination";
    if (why) return clb_ckernel_fail(call, CLB_ERROR_ARGUMENT, why);
    if (to.count == 0) return 1;
    if (from.count == 1) from.stride = 0;
    const char *data = from.data;
    const size_t done =
        clb_ckernel_run_strided(CLB_CKERNEL_CHILD(self, each), to.data, to.stride, &data, &from.stride, to.count, call);
    if (done == to.count) return 1;
    return 0; /* the child has reported its index */
}
CLB_CKERNEL_LOOP(each_slowly, each_single, 1)

/* A few numbers in each of many elements form blocks, or one run. If one of them is refused, it is found element by
 * element. */
static size_t each_strided(char *dst, ptrdiff_t dst_stride, const char *const *src, const ptrdiff_t *src_strides,
                           size_t count, const clb_ckernel *self, clb_ckernel_call *call)
{
    const each *me = (const each *)self;
    const clbi_dim *numbers = &me->numbers;
    if (numbers->count == 0 || count < 2) return each_slowly(dst, dst_stride, src, src_strides, count, self, call);
    const clb_ckernel *leaf = clb_ckernel_child(self, me->leaf);
    const ptrdiff_t stride = src_strides[0], all = (ptrdiff_t)numbers->count;
    const bool one_run = dst_stride == all * numbers->to && stride == all * numbers->from && stride != 0;
    for (size_t done = 0, n; done < count; done += n) {
        n = count - done < RECORDS ? count - done : RECORDS;
        char *to = dst + (ptrdiff_t)done * dst_stride;
        const char *from = src[0] + (ptrdiff_t)done * stride;
        if (one_run ? clbi_assign_run(leaf, to, from, &(clbi_dim){n * numbers->count, numbers->to, numbers->from})
                    : clbi_assign_block(leaf, to, from, &(clbi_dim){n, dst_stride, stride}, numbers))
            continue;
        const size_t well = each_slowly(to, dst_stride, &from, src_strides, n, self, call);
        if (well == n) continue;
        if (call->depth > 0) call->index[call->depth - 1] += done;
        return done + well;
    }
    return count;
}

/* The element of a dimension; that of a vector has the vector's byte order. */
static const clb_type *element_of(const clb_type *type)
{
    return type->kind == CLB_KIND_VECTOR ? clbi_type_part(type) : type->element;
}

static clb_status refuse_types(const clb_type *dst, const clb_type *src, const char *why, clb_error *error)
{
    char to[200], from[200];
    (void)clb_type_print(dst, to, sizeof to);
    (void)clb_type_print(src, from, sizeof from);
    return clbi_refuse(error, CLB_ERROR_UNSUPPORTED, "clb_assign_make", "A %s cannot be assigned to a %s%s.", from, to,
                       why);
}

/* Looks through dimensions of known size, down to numbers. */
static void find_numbers(each *me)
{
    const clb_type *dst = me->dst, *src = me->src;
    const clb_ckernel *child = CLB_CKERNEL_CHILD(&me->base, each);
    const bool known = (dst->kind == CLB_KIND_FIXED || dst->kind == CLB_KIND_VECTOR) &&
                       (me->whole || src->kind == CLB_KIND_FIXED || src->kind == CLB_KIND_VECTOR);
    if (!known || dst->count == 0) return;
    elements to, from = {NULL, 1, 0};
    (void)find_elements(dst, NULL, &to);
    if (!me->whole) (void)find_elements(src, NULL, &from);
    if (from.count == 1) from.stride = 0;
    if (clbi_assign_has_blocks(child)) {
        me->numbers = (clbi_dim){to.count, to.stride, from.stride};
        me->leaf = CLB_CKERNEL_SIZE(each);
    } else if (clb_ckernel_get_strided(child) == each_strided) {
        const each *inner = (const each *)child;
        const ptrdiff_t all = (ptrdiff_t)inner->numbers.count;
        if (all == 0 || to.stride != all * inner->numbers.to || from.stride != all * inner->numbers.from) return;
        me->numbers = (clbi_dim){to.count * inner->numbers.count, inner->numbers.to, inner->numbers.from};
        me->leaf = CLB_CKERNEL_SIZE(each) + inner->leaf;
    }
}

static clb_status make_each(const clbi_assignment *a, size_t *end, clb_error *error)
{
    const clb_type *const dst = a->dst, *const src = a->src;
    const size_t child = a->offset + CLB_CKERNEL_SIZE(each);
    const bool whole = clbi_assign_depth(dst) > clbi_assign_depth(src);
    if (!is_dimension(dst) || clbi_assign_depth(dst) < clbi_assign_depth(src))
        return refuse_types(dst, src, ": it has more dimensions", error);
    const bool known = dst->kind != CLB_KIND_VAR && (src->kind == CLB_KIND_FIXED || src->kind == CLB_KIND_VECTOR);
    if (!whole && known && dst->kind != CLB_KIND_LIST && src->count != dst->count && src->count != 1)
        return refuse_types(dst, src, ": their numbers of elements differ", error);
    if (dst->kind == CLB_KIND_LIST) return refuse_types(dst, src, ": lists are only read", error);
    const clb_status status = clb_ckernel_reserve(a->builder, child, error);
    if (status != CLB_OK) return status;
    each *me = (each *)clb_ckernel_at(a->builder, a->offset);
    clb_ckernel_set(&me->base, a->request, each_single, each_strided);
    me->dst = dst;
    me->src = src;
    me->whole = whole;
    const clb_status made = clb_assign_make(a->builder, child, element_of(dst), whole ? src : element_of(src), a->mode,
                                            CLB_CKERNEL_STRIDED, end, error);
    if (made == CLB_OK) find_numbers((each *)clb_ckernel_at(a->builder, a->offset));
    return made;
}

/* ---- Records -------------------------------------------------------------------------------------------------------
 */

typedef struct field_assign {
    size_t to, from;  /* offsets of the field in its record */
    size_t child;     /* offset from the ckernel */
    clbi_dim numbers; /* fields of the same types at one distance, this one the first; mostly 1 */
} field_assign;

typedef struct record_assign {
    clb_ckernel base;
    size_t count; /* number of fields that have a child; as many field_assign follow */
} record_assign;

static const field_assign *fields_of(const record_assign *me)
{
    return (const field_assign *)(const void *)((const char *)me + CLB_CKERNEL_SIZE(record_assign));
}

/* Some fields of `records->count` records. Returns how many are done. */
static size_t assign_fields(const clb_ckernel *leaf, const field_assign *field, char *to, const char *from,
                            const clbi_dim *records, clb_ckernel_call *call)
{
    const clbi_dim *numbers = &field->numbers;
    const ptrdiff_t all = (ptrdiff_t)numbers->count;
    if (all > 1 && records->count > 1) {
        const clbi_dim run = {records->count * numbers->count, numbers->to, numbers->from};
        if (records->to == all * numbers->to && records->from == all * numbers->from
                ? clbi_assign_run(leaf, to, from, &run)
                : clbi_assign_block(leaf, to, from, records, numbers))
            return records->count;
    }
    size_t well = records->count;
    for (size_t k = 0; k < numbers->count && well > 0; k++) {
        const char *at = from + (ptrdiff_t)k * numbers->from;
        well = clb_ckernel_run_strided(leaf, to + (ptrdiff_t)k * numbers->to, records->to, &at, &records->from, well,
                                       call);
    }
    return well;
}

/* One field after the other; after a failure, only records before it count. */
static size_t record_strided(char *dst, ptrdiff_t dst_stride, const char *const *src, const ptrdiff_t *src_strides,
                             size_t count, const clb_ckernel *self, clb_ckernel_call *call)
{
    const record_assign *me = (const record_assign *)self;
    const field_assign *fields = fields_of(me);
    for (size_t done = 0; done < count; done += RECORDS) {
        const size_t wanted = count - done < RECORDS ? count - done : RECORDS;
        size_t well = wanted;
        for (size_t f = 0; f < me->count; f++) {
            if (well == 0) break;
            const char *from = src[0] + (ptrdiff_t)done * src_strides[0] + (ptrdiff_t)fields[f].from;
            well = assign_fields(clb_ckernel_child(self, fields[f].child), &fields[f],
                                 dst + (ptrdiff_t)done * dst_stride + (ptrdiff_t)fields[f].to, from,
                                 &(clbi_dim){well, dst_stride, src_strides[0]}, call);
        }
        if (well == wanted) continue;
        if (call->depth > 0) call->index[call->depth - 1] += done;
        return done + well;
    }
    return count;
}

static size_t record_single(char *dst, const char *const *src, const clb_ckernel *self, clb_ckernel_call *call)
{
    static const ptrdiff_t none = 0;
    if (record_strided(dst, 0, src, &none, 1, self, call) == 1) return 1;
    if (call->depth > 0) call->depth--; /* a single record has no index */
    return 0;
}

static field_assign *field_at(record_assign *me, size_t number)
{
    return (field_assign *)(void *)((char *)me + CLB_CKERNEL_SIZE(record_assign)) + number;
}

/* Usually the field with the same number. */
static const clb_field *find_source(const clb_type *src, size_t number, const char *name)
{
    if (number < src->field_count && strcmp(src->fields[number].name, name) == 0) return &src->fields[number];
    return clb_type_find_field(src, name);
}

/* Adds a field to the group of the previous one if both convert between the same types of numbers. */
static bool joins(field_assign *group, const clb_field *first_to, const clb_field *first_from, const clb_field *to,
                  const clb_field *from)
{
    const size_t count = group->numbers.count;
    clbi_dim *numbers = &group->numbers;
    if (!clbi_is_number(to->type) || !clbi_is_number(from->type) || !clb_type_equal(first_to->type, to->type) ||
        !clb_type_equal(first_from->type, from->type))
        return false;
    const ptrdiff_t to_step = (ptrdiff_t)(to->offset - first_to->offset),
                    step = (ptrdiff_t)(from->offset - first_from->offset);
    if (count == 1) *numbers = (clbi_dim){1, to_step, step};
    else if (to_step != (ptrdiff_t)count * numbers->to || step != (ptrdiff_t)count * numbers->from) return false;
    numbers->count++;
    return true;
}

static clb_status make_record(const clbi_assignment *a, size_t *end, clb_error *error)
{
    const clb_type *const dst = a->dst, *const src = a->src;
    const size_t count = dst->field_count;
    const size_t own = CLB_CKERNEL_SIZE(record_assign) + CLB_CKERNEL_ROUND(count * sizeof(field_assign));
    clb_status status = clb_ckernel_reserve(a->builder, a->offset + own, error);
    if (status != CLB_OK) return status;
    record_assign *me = (record_assign *)clb_ckernel_at(a->builder, a->offset);
    clb_ckernel_set(&me->base, a->request, record_single, record_strided);
    *end = a->offset + own;
    field_assign *last = NULL;
    const clb_field *last_to = NULL, *last_from = NULL;
    for (size_t f = 0; f < count; f++) {
        const clb_field *to = &dst->fields[f], *from = find_source(src, f, to->name);
        if (from && last && joins(last, last_to, last_from, to, from)) continue;
        if (!from)
            return clbi_refuse(error, CLB_ERROR_UNSUPPORTED, "clb_assign_make", "The source's record has no field %s.",
                               to->name);
        status = clb_ckernel_reserve(a->builder, *end, error);
        if (status != CLB_OK) return status;
        me = (record_assign *)clb_ckernel_at(a->builder, a->offset);
        *field_at(me, me->count++) = (field_assign){to->offset, from->offset, *end - a->offset, {1, 0, 0}};
        status = clb_assign_make(a->builder, *end, to->type, from->type, a->mode, CLB_CKERNEL_STRIDED, end, error);
        if (status != CLB_OK) return status;
        me = (record_assign *)clb_ckernel_at(a->builder, a->offset);
        last = field_at(me, me->count - 1);
        last_to = to;
        last_from = from;
    }
    return CLB_OK;
}

/* ---- Bytes ---------------------------------------------------------------------------------------------------------
 */

typedef struct bytes_assign {
    clb_ckernel base;
    size_t dst_size, src_size;
    bool checked;
} bytes_assign;

/* Longer destinations are filled with zeros. Shorter ones drop bytes, which must be zeros if it is checked. */
static size_t bytes_single(char *dst, const char *const *src, const clb_ckernel *self, clb_ckernel_call *call)
{
    const bytes_assign *me = (const bytes_assign *)self;
    const size_t size = me->dst_size < me->src_size ? me->dst_size : me->src_size;
    for (size_t i = size; me->checked && i < me->src_size; i++)
        if (src[0][i]) return clb_ckernel_fail(call, CLB_ERROR_ARGUMENT, "has more bytes than the destination's type");
    memcpy(dst, src[0], size);
    memset(dst + size, 0, me->dst_size - size);
    return 1;
}
CLB_CKERNEL_LOOP(bytes_slowly, bytes_single, 1)

/* Copies up to 128 bytes by words that may overlap, which is faster than a call. */
static inline void copy_bytes(char *to, const char *from, size_t size)
{
    uint64_t a, b;
    if (size > 128) {
        memcpy(to, from, size);
    } else if (size > 16) {
        for (size_t i = 0; i + 16 < size; i += 16) memcpy(to + i, from + i, 16);
        memcpy(to + size - 16, from + size - 16, 16);
    } else if (size >= 8) {
        memcpy(&a, from, 8);
        memcpy(&b, from + size - 8, 8);
        memcpy(to, &a, 8);
        memcpy(to + size - 8, &b, 8);
    } else if (size >= 4) {
        uint32_t c, d;
        memcpy(&c, from, 4);
        memcpy(&d, from + size - 4, 4);
        memcpy(to, &c, 4);
        memcpy(to + size - 4, &d, 4);
    } else {
        for (size_t i = 0; i < size; i++) to[i] = from[i];
    }
}

static size_t bytes_strided(char *dst, ptrdiff_t dst_stride, const char *const *src, const ptrdiff_t *src_strides,
                            size_t count, const clb_ckernel *self, clb_ckernel_call *call)
{
    static const char zeros[16] = {0};
    const bytes_assign *me = (const bytes_assign *)self;
    const size_t size = me->dst_size < me->src_size ? me->dst_size : me->src_size, rest = me->dst_size - size;
    const char *from = src[0];
    if (me->checked && me->src_size > size) return bytes_slowly(dst, dst_stride, src, src_strides, count, self, call);
    for (size_t i = 0; i < count; i++, dst += dst_stride, from += src_strides[0]) {
        copy_bytes(dst, from, size);
        if (rest <= sizeof zeros) copy_bytes(dst + size, zeros, rest);
        else memset(dst + size, 0, rest);
    }
    return count;
}

static clb_status make_bytes(const clbi_assignment *a, size_t *end, clb_error *error)
{
    const clb_status status = clb_ckernel_reserve_leaf(a->builder, a->offset + sizeof(bytes_assign), error);
    if (status != CLB_OK) return status;
    bytes_assign *me = (bytes_assign *)clb_ckernel_at(a->builder, a->offset);
    clb_ckernel_set(&me->base, a->request, bytes_single, bytes_strided);
    me->dst_size = a->dst->size;
    me->src_size = a->src->size;
    me->checked = a->mode != CLB_ASSIGN_NONE;
    *end = a->offset + CLB_CKERNEL_SIZE(bytes_assign);
    return CLB_OK;
}

/* ---- Any two types -------------------------------------------------------------------------------------------------
 */

/* Whether a type's value consists of its bytes alone. */
static bool is_plain(const clb_type *type)
{
    if (type->kind == CLB_KIND_RECORD) {
        for (size_t f = 0; f < type->field_count; f++)
            if (!is_plain(type->fields[f].type)) return false;
        return true;
    }
    if (type->kind == CLB_KIND_FIXED) return is_plain(type->element);
    return clbi_is_number(type) || type->kind == CLB_KIND_BYTES || type->kind == CLB_KIND_VECTOR;
}

/* Whether a type's bytes consist of values alone. Gaps of the destination must not be written. */
static bool is_dense(const clb_type *type)
{
    size_t sum = 0;
    if (type->kind == CLB_KIND_FIXED) return is_dense(type->element) && type->stride == (ptrdiff_t)type->element->size;
    if (type->kind == CLB_KIND_VECTOR) return type->count != 3;
    if (type->kind != CLB_KIND_RECORD) return true;
    for (size_t f = 0; f < type->field_count; f++) {
        if (!is_dense(type->fields[f].type)) return false;
        sum += type->fields[f].type->size;
    }
    return sum == type->size;
}

clb_status clb_assign_make(clb_ckernel_builder *builder, size_t offset, const clb_type *dst, const clb_type *src,
                           clb_assign_mode mode, clb_ckernel_request request, size_t *end, clb_error *error)
{
    if ((unsigned)mode > CLB_ASSIGN_INEXACT)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, "clb_assign_make", "There is no assignment mode %u.",
                           (unsigned)mode);
    const clbi_assignment a = {builder, offset, dst, src, mode, request};
    if (clbi_is_number(dst) && clbi_is_number(src)) return clbi_assign_make_number(&a, end, error);
    if (src->kind == CLB_KIND_POINTER || dst->kind == CLB_KIND_POINTER) return make_follow(&a, end, error);
    if (is_plain(dst) && is_dense(dst) && clb_type_equal(dst, src))
        return clbi_assign_make_copy(builder, offset, dst->size, request, end, error);
    if (is_dimension(dst) || is_dimension(src)) return make_each(&a, end, error);
    if (dst->kind == CLB_KIND_RECORD && src->kind == CLB_KIND_RECORD) return make_record(&a, end, error);
    if (dst->kind == CLB_KIND_BYTES && src->kind == CLB_KIND_BYTES) return make_bytes(&a, end, error);
    return refuse_types(dst, src, "", error);
}
