/* clbundle: ckernels, DyND's building blocks for operations on elements. Included by clbundle/array.h.
 *
 * A ckernel is a block of memory that starts with a function and a destructor (clb_ckernel). After them come the data
 * of this ckernel, and then its children, which are ckernels again. So an operation on a nested type is a tree in one
 * block, built by factories that call each other, and run by functions that call their children's.
 *
 *  - A factory gets a builder and an offset: it makes a ckernel at that offset, its children after it, and returns
 *    where they end.
 *  - The memory is moved by realloc while a tree grows. So the data must be movable by memcpy: use offsets, not
 *    pointers into the block. Every pointer into the block is invalid after a call that may reserve room: call
 *    clb_ckernel_at again.
 *  - Reserved memory is zero. A destructor finds NULL in members that the factory has not yet set, and must accept it.
 *    Set it as soon as the room for the first child's prefix is there, and a half-built tree can be destroyed at every
 *    step.
 *  - Thread-safety: one thread at a time builds. A built ckernel is const: any number of threads may run it at once,
 *    each with a clb_ckernel_call of its own. Memory that a run writes is on the stack, or, if it is large, in scratch
 *    memory of the caller, which the factory has requested: clb_ckernel_scratch.
 *  - The number of sources is fixed. Every function gets all sources of its element or run.
 *  - A function returns the number of elements done: fewer than requested if the next one failed. It gives the reason
 *    by clb_ckernel_fail; every caller that loops adds its own index by clb_ckernel_fail_at and returns, too.
 *
 * Each pattern follows as a complete example, which the tests compile and run. They copy or add numbers; real
 * factories choose functions by types. Sizes of data are rounded up: CLB_CKERNEL_SIZE.
 *
 * Example: trivial leaf. All is said by the function; the prefix that the parent has reserved is room enough.
 *
 *     static size_t copy_int32_strided(char *dst, ptrdiff_t dst_stride, const char *const *src,
 *                                      const ptrdiff_t *src_strides, size_t count, const clb_ckernel *self,
 *                                      clb_ckernel_call *call)
 *     {
 *         const char *from = src[0];
 *         (void)self, (void)call;
 *         for (size_t i = 0; i < count; i++, dst += dst_stride, from += src_strides[0]) memcpy(dst, from, 4);
 *         return count;
 *     }
 *
 *     static size_t copy_int32_single(char *dst, const char *const *src, const clb_ckernel *self,
 *                                     clb_ckernel_call *call)
 *     {
 *         (void)self, (void)call;
 *         memcpy(dst, src[0], 4);
 *         return 1;
 *     }
 *
 *     static clb_status make_copy_int32(clb_ckernel_builder *builder, size_t offset, clb_ckernel_request request,
 *                                       size_t *end, clb_error *error)
 *     {
 *         (void)error;
 *         clb_ckernel_set(clb_ckernel_at(builder, offset), request, copy_int32_single, copy_int32_strided);
 *         *end = offset + CLB_CKERNEL_SIZE(clb_ckernel);
 *         return CLB_OK;
 *     }
 *
 * Example: leaf with data. It reserves the room for them first. This one refuses numbers that are too large.
 *
 *     typedef struct limited_copy {
 *         clb_ckernel base;
 *         int32_t limit;
 *     } limited_copy;
 *
 *     static size_t limited_copy_single(char *dst, const char *const *src, const clb_ckernel *self,
 *                                       clb_ckernel_call *call)
 *     {
 *         const limited_copy *me = (const limited_copy *)self;
 *         int32_t value;
 *         memcpy(&value, src[0], sizeof value);
 *         if (value > me->limit) return clb_ckernel_fail(call, CLB_ERROR_ARGUMENT, "is above the limit");
 *         memcpy(dst, &value, sizeof value);
 *         return 1;
 *     }
 *
 *     static size_t limited_copy_strided(char *dst, ptrdiff_t dst_stride, const char *const *src,
 *                                        const ptrdiff_t *src_strides, size_t count, const clb_ckernel *self,
 *                                        clb_ckernel_call *call)
 *     {
 *         const char *from = src[0];
 *         for (size_t i = 0; i < count; i++, dst += dst_stride, from += src_strides[0])
 *             if (!limited_copy_single(dst, &from, self, call)) {
 *                 clb_ckernel_fail_at(call, i);
 *                 return i;
 *             }
 *         return count;
 *     }
 *
 *     static clb_status make_limited_copy(clb_ckernel_builder *builder, size_t offset, int32_t limit,
 *                                         clb_ckernel_request request, size_t *end, clb_error *error)
 *     {
 *         const clb_status status = clb_ckernel_reserve_leaf(builder, offset + sizeof(limited_copy), error);
 *         if (status) return status;
 *         limited_copy *me = (limited_copy *)clb_ckernel_at(builder, offset);
 *         clb_ckernel_set(&me->base, request, limited_copy_single, limited_copy_strided);
 *         me->limit = limit;
 *         *end = offset + CLB_CKERNEL_SIZE(limited_copy);
 *         return CLB_OK;
 *     }
 *
 * Example: leaf with resources. The destructor is set before the resource is there.
 *
 *     typedef struct table_copy {
 *         clb_ckernel base;
 *         unsigned char *table;
 *     } table_copy;
 *
 *     static void table_copy_destroy(clb_ckernel *self)
 *     {
 *         free(((table_copy *)self)->table);
 *     }
 *
 *     static size_t table_copy_single(char *dst, const char *const *src, const clb_ckernel *self,
 *                                     clb_ckernel_call *call)
 *     {
 *         const table_copy *me = (const table_copy *)self;
 *         (void)call;
 *         *(unsigned char *)dst = me->table[*(const unsigned char *)src[0]];
 *         return 1;
 *     }
 *     CLB_CKERNEL_LOOP(table_copy_strided, table_copy_single, 1)
 *
 *     static clb_status make_table_copy(clb_ckernel_builder *builder, size_t offset, const unsigned char *table,
 *                                       clb_ckernel_request request, size_t *end, clb_error *error)
 *     {
 *         const clb_status status = clb_ckernel_reserve_leaf(builder, offset + sizeof(table_copy), error);
 *         if (status) return status;
 *         table_copy *me = (table_copy *)clb_ckernel_at(builder, offset);
 *         me->base.destructor = table_copy_destroy;
 *         me->table = (unsigned char *)malloc(256);
 *         if (!me->table) return CLB_ERROR_MEMORY;
 *         memcpy(me->table, table, 256);
 *         clb_ckernel_set(&me->base, request, table_copy_single, table_copy_strided);
 *         *end = offset + CLB_CKERNEL_SIZE(table_copy);
 *         return CLB_OK;
 *     }
 *
 * CLB_CKERNEL_LOOP writes the strided function as a loop over the single one.
 *
 * Example: one child. It starts where this ckernel's data end. Here the source is a pointer to what the child reads.
 *
 *     static void follow_destroy(clb_ckernel *self)
 *     {
 *         clb_ckernel_destroy(CLB_CKERNEL_CHILD(self, clb_ckernel));
 *     }
 *
 *     static size_t follow_single(char *dst, const char *const *src, const clb_ckernel *self, clb_ckernel_call *call)
 *     {
 *         const char *target;
 *         memcpy(&target, src[0], sizeof target);
 *         if (!target) return clb_ckernel_fail(call, CLB_ERROR_ARGUMENT, "is a null pointer");
 *         return clb_ckernel_run_single(CLB_CKERNEL_CHILD(self, clb_ckernel), dst, &target, call);
 *     }
 *     CLB_CKERNEL_LOOP(follow_strided, follow_single, 1)
 *
 *     static clb_status make_follow(clb_ckernel_builder *builder, size_t offset, int32_t limit,
 *                                   clb_ckernel_request request, size_t *end, clb_error *error)
 *     {
 *         const size_t child = offset + CLB_CKERNEL_SIZE(clb_ckernel);
 *         const clb_status status = clb_ckernel_reserve(builder, child, error);
 *         if (status) return status;
 *         clb_ckernel *me = clb_ckernel_at(builder, offset);
 *         me->destructor = follow_destroy;
 *         clb_ckernel_set(me, request, follow_single, follow_strided);
 *         return make_limited_copy(builder, child, limit, CLB_CKERNEL_SINGLE, end, error);
 *     }
 *
 * Example: several children. Their offsets from this ckernel are data; 0 says that a child is not there yet.
 *
 *     typedef struct pair_copy {
 *         clb_ckernel base;
 *         size_t second;
 *     } pair_copy;
 *
 *     static void pair_copy_destroy(clb_ckernel *self)
 *     {
 *         const size_t second = ((pair_copy *)self)->second;
 *         clb_ckernel_destroy(CLB_CKERNEL_CHILD(self, pair_copy));
 *         if (second) clb_ckernel_destroy(clb_ckernel_child(self, second));
 *     }
 *
 *     static size_t pair_copy_single(char *dst, const char *const *src, const clb_ckernel *self,
 *                                    clb_ckernel_call *call)
 *     {
 *         const pair_copy *me = (const pair_copy *)self;
 *         const char *from = src[0] + sizeof(char *);
 *         if (!clb_ckernel_run_single(CLB_CKERNEL_CHILD(self, pair_copy), dst, src, call)) return 0;
 *         return clb_ckernel_run_single(clb_ckernel_child(self, me->second), dst + 4, &from, call);
 *     }
 *     CLB_CKERNEL_LOOP(pair_copy_strided, pair_copy_single, 1)
 *
 *     static clb_status make_pair_copy(clb_ckernel_builder *builder, size_t offset, int32_t limit,
 *                                      const unsigned char *table, clb_ckernel_request request, size_t *end,
 *                                      clb_error *error)
 *     {
 *         size_t second;
 *         clb_status status = clb_ckernel_reserve(builder, offset + CLB_CKERNEL_SIZE(pair_copy), error);
 *         if (status) return status;
 *         pair_copy *me = (pair_copy *)clb_ckernel_at(builder, offset);
 *         me->base.destructor = pair_copy_destroy;
 *         clb_ckernel_set(&me->base, request, pair_copy_single, pair_copy_strided);
 *         status = make_follow(builder, offset + CLB_CKERNEL_SIZE(pair_copy), limit, CLB_CKERNEL_SINGLE, &second,
 *                              error);
 *         if (!status) status = clb_ckernel_reserve(builder, second, error);
 *         if (status) return status;
 *         me = (pair_copy *)clb_ckernel_at(builder, offset);   // the memory may have moved
 *         me->second = second - offset;
 *         return make_table_copy(builder, second, table, CLB_CKERNEL_SINGLE, end, error);
 *     }
 *
 * Example: scratch memory. What is too large for the stack is the caller's, one block for each run under way.
 *
 *     typedef struct reversed_copy {
 *         clb_ckernel base;
 *         size_t size, scratch;
 *     } reversed_copy;
 *
 *     static size_t reversed_copy_single(char *dst, const char *const *src, const clb_ckernel *self,
 *                                        clb_ckernel_call *call)
 *     {
 *         const reversed_copy *me = (const reversed_copy *)self;
 *         char *buffer = call->scratch + me->scratch;
 *         for (size_t i = 0; i < me->size; i++) buffer[me->size - 1 - i] = src[0][i];
 *         memcpy(dst, buffer, me->size);   // right also where dst is src
 *         return 1;
 *     }
 *     CLB_CKERNEL_LOOP(reversed_copy_strided, reversed_copy_single, 1)
 *
 *     static clb_status make_reversed_copy(clb_ckernel_builder *builder, size_t offset, size_t size,
 *                                          clb_ckernel_request request, size_t *end, clb_error *error)
 *     {
 *         size_t scratch;
 *         clb_status status = clb_ckernel_reserve_leaf(builder, offset + sizeof(reversed_copy), error);
 *         if (!status) status = clb_ckernel_scratch(builder, size, &scratch, error);
 *         if (status) return status;
 *         reversed_copy *me = (reversed_copy *)clb_ckernel_at(builder, offset);
 *         clb_ckernel_set(&me->base, request, reversed_copy_single, reversed_copy_strided);
 *         me->size = size;
 *         me->scratch = scratch;
 *         *end = offset + CLB_CKERNEL_SIZE(reversed_copy);
 *         return CLB_OK;
 *     }
 *
 * Example: building and running, without any memory from the heap; then the same ckernel for many threads.
 *
 *     static clb_status copy_limited(int32_t *to, const int32_t *from, size_t count, clb_error *error)
 *     {
 *         size_t end;
 *         clb_ckernel_builder builder;
 *         clb_ckernel_builder_init(&builder, NULL);
 *         clb_status status = make_limited_copy(&builder, 0, 1000, CLB_CKERNEL_STRIDED, &end, error);
 *         if (status == CLB_OK) {
 *             const char *src[] = {(const char *)from};
 *             const ptrdiff_t strides[] = {sizeof *from};
 *             clb_ckernel_call call = {0};
 *             if (clb_ckernel_run_strided(clb_ckernel_root(&builder), (char *)to, sizeof *to, src, strides, count,
 *                                         &call) < count)
 *                 status = clb_ckernel_report(&call, "The number", error);
 *         }
 *         clb_ckernel_builder_clear(&builder);
 *         return status;
 *     }
 *
 *     static clb_status share_limited(clb_shared_ckernel **shared, clb_error *error)
 *     {
 *         size_t end;
 *         clb_ckernel_builder builder;
 *         clb_ckernel_builder_init(&builder, NULL);
 *         clb_status status = make_limited_copy(&builder, 0, 1000, CLB_CKERNEL_STRIDED, &end, error);
 *         if (status == CLB_OK) status = clb_ckernel_share(&builder, shared, error);
 *         clb_ckernel_builder_clear(&builder);
 *         return status;
 *     }
 *
 * End of the examples.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBUNDLE_CKERNEL_H
#define CLBUNDLE_CKERNEL_H

#include "core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- ckernels and their calls ----------------------------------------------------------------------------------- */

/* How a ckernel is to be called; a factory is told. */
typedef enum clb_ckernel_request { CLB_CKERNEL_SINGLE, CLB_CKERNEL_STRIDED } clb_ckernel_request;

typedef struct clb_ckernel clb_ckernel;
typedef struct clb_ckernel_call clb_ckernel_call;

/* One element: reads src[0], src[1], ..., writes dst. Returns 1, or 0 after clb_ckernel_fail. */
typedef size_t clb_ckernel_single(char *dst, const char *const *src, const clb_ckernel *self, clb_ckernel_call *call);

/* `count` elements (0 is fine), each operand advanced by its stride in bytes. Returns how many are done: count, or the
 * index of the element that failed. dst and its elements before that one are written; those behind it may be. */
typedef size_t clb_ckernel_strided(char *dst, ptrdiff_t dst_stride, const char *const *src,
                                   const ptrdiff_t *src_strides, size_t count, const clb_ckernel *self,
                                   clb_ckernel_call *call);

/* The start of every ckernel. */
struct clb_ckernel {
    void (*function)(void);            /* a clb_ckernel_single or a clb_ckernel_strided, as was requested */
    void (*destructor)(clb_ckernel *); /* NULL: nothing to free, no child that has anything to free */
};

enum {
    CLB_CKERNEL_ALIGNMENT = 16, /* of every ckernel in a builder */
    CLB_CKERNEL_INDICES = 24    /* levels of nesting whose index a failure reports */
};

/* The state of one run: one for each thread. Start with {0}; set `scratch` if the ckernel needs it. */
struct clb_ckernel_call {
    char *scratch;                     /* the ckernel's scratch size in bytes, aligned to CLB_NATIVE_ALIGNMENT */
    clb_status status;                 /* of a failure; CLB_OK otherwise */
    const char *reason;                /* "is a null pointer": what is wrong with the element; a constant */
    uint32_t depth;                    /* numbers in `index`; of a deeper nest, the outer ones are lost */
    size_t index[CLB_CKERNEL_INDICES]; /* where the element is: in the innermost run first, then outwards */
};

/* Says why an element fails. Returns 0, so that a single function can end in it. */
static inline size_t clb_ckernel_fail(clb_ckernel_call *call, clb_status status, const char *reason)
{
    call->status = status;
    call->reason = reason;
    call->depth = 0;
    return 0;
}

/* Adds the index of the element that failed in the loop of the caller. */
static inline void clb_ckernel_fail_at(clb_ckernel_call *call, size_t index)
{
    if (call->depth < CLB_CKERNEL_INDICES) call->index[call->depth++] = index;
}

/* Fills `error` from a failed call: "WHAT (2, 0, 17) is a null pointer.", outermost index first. Errors: returns the
 * status of the failure. */
clb_status clb_ckernel_report(const clb_ckernel_call *call, const char *what, clb_error *error);

/* The function of a ckernel that was requested as SINGLE, or as STRIDED, and a call of it. */
static inline clb_ckernel_single *clb_ckernel_get_single(const clb_ckernel *self)
{
    return (clb_ckernel_single *)self->function;
}

static inline clb_ckernel_strided *clb_ckernel_get_strided(const clb_ckernel *self)
{
    return (clb_ckernel_strided *)self->function;
}

static inline size_t clb_ckernel_run_single(const clb_ckernel *self, char *dst, const char *const *src,
                                            clb_ckernel_call *call)
{
    return clb_ckernel_get_single(self)(dst, src, self, call);
}

static inline size_t clb_ckernel_run_strided(const clb_ckernel *self, char *dst, ptrdiff_t dst_stride,
                                             const char *const *src, const ptrdiff_t *src_strides, size_t count,
                                             clb_ckernel_call *call)
{
    return clb_ckernel_get_strided(self)(dst, dst_stride, src, src_strides, count, self, call);
}

/* ---- For factories ---------------------------------------------------------------------------------------------- */

/* Bytes that a ckernel's own data take up: its child starts there. */
#define CLB_CKERNEL_ROUND(size) (((size) + (CLB_CKERNEL_ALIGNMENT - 1)) & ~(size_t)(CLB_CKERNEL_ALIGNMENT - 1))
#define CLB_CKERNEL_SIZE(type) CLB_CKERNEL_ROUND(sizeof(type))

/* The ckernel `offset` bytes behind the start of `self`; of type const clb_ckernel * where self is. */
#ifdef __cplusplus
} /* overloads do not have C linkage */
static inline clb_ckernel *clb_ckernel_child(clb_ckernel *self, size_t offset)
{
    return static_cast<clb_ckernel *>(static_cast<void *>(reinterpret_cast<char *>(self) + offset));
}
static inline const clb_ckernel *clb_ckernel_child(const clb_ckernel *self, size_t offset)
{
    return static_cast<const clb_ckernel *>(static_cast<const void *>(reinterpret_cast<const char *>(self) + offset));
}
extern "C" {
#else
#define clb_ckernel_child(self, offset) \
    _Generic((self), const clb_ckernel *: (const clb_ckernel *)((const char *)(self) + (offset)), \
             clb_ckernel *: (clb_ckernel *)((uintptr_t)(self) + (offset)))
#endif

/* The first child of a ckernel whose own data are a `type`. */
#define CLB_CKERNEL_CHILD(self, type) clb_ckernel_child(self, CLB_CKERNEL_SIZE(type))

/* Sets the function that was requested. */
static inline void clb_ckernel_set(clb_ckernel *self, clb_ckernel_request request, clb_ckernel_single *single,
                                   clb_ckernel_strided *strided)
{
    self->function = request == CLB_CKERNEL_SINGLE ? (void (*)(void))single : (void (*)(void))strided;
}

/* Calls a ckernel's destructor, if there is one. */
static inline void clb_ckernel_destroy(clb_ckernel *self)
{
    if (self->destructor) self->destructor(self);
}

/* ---- The builder ------------------------------------------------------------------------------------------------ */

/* The source of memory. resize works as realloc: memory NULL makes a block, size 0 frees one and returns NULL.
 * It may be called from any thread that builds or releases. */
typedef struct clb_allocator {
    void *(*resize)(void *cookie, void *memory, size_t old_size, size_t size);
    void *cookie;
} clb_allocator;

enum { CLB_CKERNEL_INLINE = 512 }; /* bytes of a tree that need no heap */

/* A tree under construction. It lives where its user puts it, mostly on the stack, and must not be copied or moved.
 * Thread-safety: one thread at a time builds; afterwards, any number may run the root. */
typedef struct clb_ckernel_builder {
    char *memory; /* the tree: inline_memory, or a block of the heap */
    size_t used;  /* bytes reserved, all written or zero */
    size_t capacity;
    size_t scratch_size; /* bytes that a run of the tree wants as clb_ckernel_call.scratch */
    const clb_allocator *allocator;
    CLB_ALIGNED(16) char inline_memory[CLB_CKERNEL_INLINE];
} clb_ckernel_builder;

/* An empty builder, with a zero prefix at offset 0. allocator NULL: realloc and free; it must outlive the builder and
 * what clb_ckernel_share makes of it. Nothing is allocated. */
static inline void clb_ckernel_builder_init(clb_ckernel_builder *builder, const clb_allocator *allocator)
{
    clb_ckernel *root = (clb_ckernel *)(void *)builder->inline_memory;
    builder->memory = builder->inline_memory;
    builder->used = CLB_CKERNEL_SIZE(clb_ckernel);
    builder->capacity = CLB_CKERNEL_INLINE;
    builder->scratch_size = 0;
    builder->allocator = allocator;
    root->function = NULL;
    root->destructor = NULL;
}

/* Destroys the tree, however far it was built, and frees the memory. The builder is as after init. */
void clb_ckernel_builder_clear(clb_ckernel_builder *builder);

/* The ckernel at an offset of the tree, and the one at its start. Valid until the builder reserves more. */
static inline clb_ckernel *clb_ckernel_at(clb_ckernel_builder *builder, size_t offset)
{
    return (clb_ckernel *)(void *)(builder->memory + offset);
}

static inline const clb_ckernel *clb_ckernel_root(const clb_ckernel_builder *builder)
{
    return (const clb_ckernel *)(const void *)builder->memory;
}

/* Grows the memory; used by clb_ckernel_reserve_leaf if the capacity is too small. Errors: as that. */
CLB_MUST_CHECK clb_status clb_ckernel_grow(clb_ckernel_builder *builder, size_t size, clb_error *error);

/* Makes sure that `size` bytes are there, counted from the start of the tree, new ones zero: offset + sizeof of the
 * data. The tree may move. Errors: CLB_ERROR_MEMORY, CLB_ERROR_SIZE; then the tree is as it was. */
CLB_MUST_CHECK static inline clb_status clb_ckernel_reserve_leaf(clb_ckernel_builder *builder, size_t size,
                                                                 clb_error *error)
{
    return size <= builder->used ? CLB_OK : clb_ckernel_grow(builder, size, error);
}

/* The same, and memory for the prefix of a child behind them: offset + CLB_CKERNEL_SIZE of the data. Errors: as above.
 */
CLB_MUST_CHECK static inline clb_status clb_ckernel_reserve(clb_ckernel_builder *builder, size_t size, clb_error *error)
{
    if (size > SIZE_MAX / 2) return clb_ckernel_grow(builder, size, error);
    return clb_ckernel_reserve_leaf(builder, CLB_CKERNEL_ROUND(size) + sizeof(clb_ckernel), error);
}

/* Asks for `size` bytes of scratch memory in every run, for this ckernel alone: at call->scratch + *offset, aligned
 * to 64 bytes. Errors: CLB_ERROR_SIZE. */
CLB_MUST_CHECK clb_status clb_ckernel_scratch(clb_ckernel_builder *builder, size_t size, size_t *offset,
                                              clb_error *error);

/* Defines the static strided function `name` of a ckernel with so many sources as a loop over its single function. */
#define CLB_CKERNEL_LOOP(name, single, sources)                                                               \
    static size_t name(char *dst, ptrdiff_t dst_stride, const char *const *src, const ptrdiff_t *src_strides, \
                       size_t count, const clb_ckernel *self, clb_ckernel_call *call)                         \
    {                                                                                                         \
        const char *from[sources];                                                                            \
        for (size_t k = 0; k < (sources); k++) from[k] = src[k];                                              \
        for (size_t i = 0; i < count; i++) {                                                                  \
            if (!single(dst, from, self, call)) {                                                             \
                clb_ckernel_fail_at(call, i);                                                                 \
                return i;                                                                                     \
            }                                                                                                 \
            dst += dst_stride;                                                                                \
            for (size_t k = 0; k < (sources); k++) from[k] += src_strides[k];                                 \
        }                                                                                                     \
        return count;                                                                                         \
    }

/* ---- Sharing ---------------------------------------------------------------------------------------------------- */

/* A built tree in one compact block of the heap, counted. Thread-safety: safe. */
typedef struct clb_shared_ckernel clb_shared_ckernel;

/* Moves the tree out of the builder, which is then as after init. On success *shared is owned by the caller:
 * clb_shared_ckernel_release. On failure the builder still has it. Errors: CLB_ERROR_MEMORY. */
CLB_MUST_CHECK clb_status clb_ckernel_share(clb_ckernel_builder *builder, clb_shared_ckernel **shared,
                                            clb_error *error);

/* One more owner; returns `shared`. Each owner releases once; the last one destroys the tree. */
clb_shared_ckernel *clb_shared_ckernel_retain(clb_shared_ckernel *shared);
void clb_shared_ckernel_release(clb_shared_ckernel **shared);

/* The tree, and the bytes of scratch memory that each run of it needs. Valid as long as the shared ckernel. */
const clb_ckernel *clb_shared_ckernel_root(const clb_shared_ckernel *shared);
size_t clb_shared_ckernel_scratch_size(const clb_shared_ckernel *shared);

#ifdef __cplusplus
}
#endif

#endif
