/* The life of objects, the answers to queries, and destructor callbacks. Knows the head that all objects share; must
 * not know what any object is.
 *
 * SPDX-License-Identifier: MIT */
#include "icd/object.h"

#include <stdlib.h>
#include <string.h>

/* ---- Memory of destroyed objects -----------------------------------------------------------------------------------
 * OpenCL has no object that owns all handles, so this list belongs to the process. It is a queue: the memory that was
 * given back first is used again first, so that a released handle is recognised as long as possible. */

enum { KINDS = 16, KEPT = 64 };

static struct {
    pthread_mutex_t lock;
    struct {
        icd_object *first, *last;
        unsigned count;
    } of[KINDS];
} destroyed_objects = {.lock = PTHREAD_MUTEX_INITIALIZER};

static pthread_mutex_t object_lock = PTHREAD_MUTEX_INITIALIZER;

void clbi_icd_lock(void)
{
    pthread_mutex_lock(&object_lock);
}

void clbi_icd_unlock(void)
{
    pthread_mutex_unlock(&object_lock);
}

void clbi_icd_objects_fork(icd_fork when)
{
    if (when == ICD_BEFORE_FORK) {
        pthread_mutex_lock(&object_lock);
        pthread_mutex_lock(&destroyed_objects.lock);
    } else {
        pthread_mutex_unlock(&destroyed_objects.lock);
        pthread_mutex_unlock(&object_lock);
    }
}

static void *take_memory(icd_kind kind, size_t size)
{
    const unsigned k = (unsigned)kind % KINDS;
    icd_object *object = NULL;
    pthread_mutex_lock(&destroyed_objects.lock);
    if (destroyed_objects.of[k].count > KEPT) {
        object = destroyed_objects.of[k].first;
        destroyed_objects.of[k].first = object->next;
        destroyed_objects.of[k].count--;
    }
    pthread_mutex_unlock(&destroyed_objects.lock);
    if (!object) return calloc(1, size);
    memset((char *)object + sizeof *object, 0, size - sizeof *object);
    object->next = NULL;
    return object;
}

static void give_memory_back(icd_object *object)
{
#if defined(CLBI_ICD_FREE_AT_ONCE)
    free(object); /* memory checkers then see the end of each object */
    return;
#else
    const unsigned k = atomic_load_explicit(&object->kind, memory_order_relaxed) % KINDS;
    atomic_store_explicit(&object->kind, ICD_DEAD, memory_order_relaxed);
    atomic_store_explicit(&object->references, 0, memory_order_relaxed);
    object->next = NULL;
    pthread_mutex_lock(&destroyed_objects.lock);
    if (destroyed_objects.of[k].count == 0) destroyed_objects.of[k].first = object;
    else destroyed_objects.of[k].last->next = object;
    destroyed_objects.of[k].last = object;
    destroyed_objects.of[k].count++;
    pthread_mutex_unlock(&destroyed_objects.lock);
#endif
}

/* ---- Life ----------------------------------------------------------------------------------------------------------
 */

static _Atomic(void *) loader_data; /* the loader has one value for all objects of a platform */

void clbi_icd_object_set_data(icd_object *object, void *dispatch_data)
{
    atomic_store(&loader_data, dispatch_data);
    atomic_store(&object->dispatch_data, dispatch_data);
}

void *clbi_icd_object_new(icd_kind kind, size_t size, void (*destroy)(icd_object *object))
{
    icd_object *object = take_memory(kind, size);
    if (!object) return NULL;
    object->dispatch = &clbi_icd_dispatch;
    atomic_store_explicit(&object->dispatch_data, atomic_load(&loader_data), memory_order_relaxed);
    object->destroy = destroy;
    atomic_store_explicit(&object->holds, 1, memory_order_relaxed);
    atomic_store_explicit(&object->references, 1, memory_order_relaxed);
    atomic_store_explicit(&object->kind, (unsigned)kind, memory_order_relaxed);
    return object;
}

void clbi_icd_object_discard(icd_object *object)
{
    if (!object) return;
    object->destroy(object);
    give_memory_back(object);
}

bool clbi_icd_object_valid(const void *handle, icd_kind kind)
{
    const icd_object *object = handle;
    return object && object->dispatch == &clbi_icd_dispatch &&
           atomic_load_explicit(&object->kind, memory_order_relaxed) == (unsigned)kind &&
           atomic_load_explicit(&object->references, memory_order_relaxed) > 0;
}

void clbi_icd_object_hold(icd_object *object)
{
    atomic_fetch_add_explicit(&object->holds, 1, memory_order_relaxed);
}

void clbi_icd_object_drop(icd_object *object)
{
    if (object && atomic_fetch_sub_explicit(&object->holds, 1, memory_order_acq_rel) == 1)
        clbi_icd_object_discard(object);
}

void clbi_icd_object_retain(icd_object *object)
{
    atomic_fetch_add_explicit(&object->references, 1, memory_order_relaxed);
}

void clbi_icd_object_release(icd_object *object)
{
    if (atomic_fetch_sub_explicit(&object->references, 1, memory_order_acq_rel) == 1) clbi_icd_object_drop(object);
}

/* ---- Queries -------------------------------------------------------------------------------------------------------
 */

cl_int clbi_icd_answer(size_t room, void *value, size_t *size_ret, const void *answer, size_t size)
{
    if (value && room < size) return CL_INVALID_VALUE;
    if (value && size > 0) memcpy(value, answer, size);
    if (size_ret) *size_ret = size;
    return CL_SUCCESS;
}

cl_int clbi_icd_answer_text(size_t room, void *value, size_t *size_ret, const char *text)
{
    return clbi_icd_answer(room, value, size_ret, text, strlen(text) + 1);
}

void clbi_icd_code(cl_int *errcode_ret, cl_int code)
{
    if (errcode_ret) *errcode_ret = code;
}

bool clbi_icd_properties_copy(const void *list, size_t size, void **copy, size_t *count)
{
    static const uint64_t zero = 0;
    size_t n = 0;
    *copy = NULL;
    *count = 0;
    if (!list) return true;
    while (memcmp((const char *)list + n * size, &zero, size) != 0) n += 2;
    *copy = malloc((n + 1) * size);
    if (!*copy) return false;
    memcpy(*copy, list, (n + 1) * size);
    *count = n + 1;
    return true;
}

/* ---- Destructor callbacks ------------------------------------------------------------------------------------------
 */

bool clbi_icd_destructor_add(_Atomic(icd_destructor *) *list, icd_notify *notify, void *user_data)
{
    icd_destructor *made = malloc(sizeof *made);
    if (!made) return false;
    *made = (icd_destructor){.next = atomic_load(list), .notify = notify, .user_data = user_data};
    while (!atomic_compare_exchange_weak(list, &made->next, made)) {
    }
    return true;
}

void clbi_icd_destructors_call(_Atomic(icd_destructor *) *list, icd_object *object,
                               void (*call)(icd_notify *notify, icd_object *object, void *user_data))
{
    icd_destructor *next = atomic_exchange(list, NULL);
    while (next) {
        icd_destructor *current = next;
        next = current->next;
        call(current->notify, object, current->user_data);
        free(current);
    }
}
