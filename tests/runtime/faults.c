/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE

#include "faults.h"

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

/* clang-format off */
#define FUNCTIONS(X)                                                                                              \
    X(malloc) X(calloc) X(realloc) X(posix_memalign) X(pthread_mutex_init) X(pthread_cond_init) X(pthread_create) \
    X(pthread_attr_init) X(dlopen) X(dlsym) X(mmap) X(madvise) X(opendir) X(pipe) X(fork) X(sysconf)              \
    X(sched_getaffinity)
/* clang-format on */

enum {
#define NUMBER(name) NUMBER_##name,
    FUNCTIONS(NUMBER) NUMBERS
};

static const char *const names[NUMBERS] = {
#define NAME(name) #name,
    FUNCTIONS(NAME)};

static atomic_long calls, calls_of[NUMBERS], fail_at, cancellable;
static pthread_t caller; /* of faults_start */
static _Atomic(const char *) failed;

/* What is taken and given back. */
enum { BLOCKS, THREADS, MUTEXES, CONDITIONS, ATTRIBUTES, LIBRARIES, MAPPINGS, FOLDERS, FILES, KINDS };
static const char *const kinds[KINDS] = {"blocks",    "threads",  "mutexes", "conditions", "attributes",
                                         "libraries", "mappings", "folders", "files"};
static atomic_long taken[KINDS], before[KINDS];

void faults_start(long n)
{
    atomic_store(&calls, 0);
    atomic_store(&cancellable, 0);
    caller = pthread_self();
    atomic_store(&fail_at, n);
    atomic_store(&failed, NULL);
    for (size_t i = 0; i < KINDS; i++) atomic_store(&before[i], atomic_load(&taken[i]));
}

void faults_stop(void)
{
    atomic_store(&fail_at, 0);
}

long faults_calls(void)
{
    return atomic_load(&calls);
}

const char *faults_failed(void)
{
    return atomic_load(&failed);
}

long faults_cancellable(void)
{
    return atomic_load(&cancellable);
}

long faults_calls_of(size_t i)
{
    return i < NUMBERS ? atomic_load(&calls_of[i]) : 0;
}

const char *faults_name(size_t i)
{
    return i < NUMBERS ? names[i] : NULL;
}

const char *faults_left(void)
{
    static char text[256];
    text[0] = '\0';
    for (size_t i = 0; i < KINDS; i++) {
        const size_t at = strlen(text);
        const long left = atomic_load(&taken[i]) - atomic_load(&before[i]);
        if (left != 0) (void)snprintf(text + at, sizeof text - at, "%s%ld %s", at ? ", " : "", left, kinds[i]);
    }
    return text;
}

/* True: this call is to fail. */
static bool enter(int function)
{
    int before;
    if (pthread_equal(caller, pthread_self()) && pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before) == 0) {
        cancellable += before != PTHREAD_CANCEL_DISABLE;
        (void)pthread_setcancelstate(before, &(int){0});
    }
    const long n = atomic_fetch_add(&calls, 1) + 1;
    atomic_fetch_add(&calls_of[function], 1);
    if (n != atomic_load(&fail_at)) return false;
    atomic_store(&failed, names[function]);
    return true;
}

/* `result wrapped(parameters)`: fails by `failure`; otherwise `after` looks at the result. */
#define WRAP(result, name, parameters, arguments, number, failure, after) \
    result __real_##name parameters;                                      \
    result __wrap_##name parameters;                                      \
    result __wrap_##name parameters                                       \
    {                                                                     \
        if (enter(NUMBER_##number)) failure;                              \
        const result made = __real_##name arguments;                      \
        after;                                                            \
        return made;                                                      \
    }
/* Gives back what another function has made. */
#define WRAP_BACK(result, name, parameters, arguments, before) \
    result __real_##name parameters;                           \
    result __wrap_##name parameters;                           \
    result __wrap_##name parameters                            \
    {                                                          \
        before;                                                \
        return __real_##name arguments;                        \
    }

#define NO_MEMORY return (errno = ENOMEM, NULL)
typedef void *pointer;

WRAP(pointer, malloc, (size_t size), (size), malloc, NO_MEMORY, taken[BLOCKS] += made != NULL)
WRAP(pointer, calloc, (size_t count, size_t size), (count, size), calloc, NO_MEMORY, taken[BLOCKS] += made != NULL)
WRAP(pointer, realloc, (void *old, size_t size), (old, size), realloc, NO_MEMORY, taken[BLOCKS] += made && !old)
static atomic_size_t aligned;

WRAP(int, posix_memalign, (void **memory, size_t alignment, size_t size), (memory, alignment, size), posix_memalign,
     return ENOMEM, taken[BLOCKS] += made == 0;
     atomic_store(&aligned, size))

size_t faults_aligned(void)
{
    return atomic_load(&aligned);
}

void __real_free(void *memory);
void __wrap_free(void *memory);
void __wrap_free(void *memory)
{
    taken[BLOCKS] -= memory != NULL;
    __real_free(memory);
}

WRAP(int, pthread_mutex_init, (pthread_mutex_t * mutex, const pthread_mutexattr_t *kind), (mutex, kind),
     pthread_mutex_init, return EAGAIN, taken[MUTEXES] += made == 0)
WRAP_BACK(int, pthread_mutex_destroy, (pthread_mutex_t * mutex), (mutex), taken[MUTEXES]--)
WRAP(int, pthread_cond_init, (pthread_cond_t * condition, const pthread_condattr_t *kind), (condition, kind),
     pthread_cond_init, return EAGAIN, taken[CONDITIONS] += made == 0)
WRAP_BACK(int, pthread_cond_destroy, (pthread_cond_t * condition), (condition), taken[CONDITIONS]--)
WRAP(int, pthread_attr_init, (pthread_attr_t * attribute), (attribute), pthread_attr_init, return ENOMEM,
     taken[ATTRIBUTES] += made == 0)
WRAP_BACK(int, pthread_attr_destroy, (pthread_attr_t * attribute), (attribute), taken[ATTRIBUTES]--)
WRAP(int, pthread_create, (pthread_t * thread, const pthread_attr_t *attribute, void *(*start)(void *), void *cookie),
     (thread, attribute, start, cookie), pthread_create, return EAGAIN, taken[THREADS] += made == 0)
WRAP_BACK(int, pthread_join, (pthread_t thread, void **result), (thread, result), taken[THREADS]--)

WRAP(pointer, dlopen, (const char *name, int flags), (name, flags), dlopen, return NULL,
     taken[LIBRARIES] += made != NULL)
WRAP_BACK(int, dlclose, (void *library), (library), taken[LIBRARIES]--)
WRAP(pointer, dlsym, (void *library, const char *name), (library, name), dlsym, return NULL, (void)0)

/* With 64-bit offsets the C library's name of mmap is another one. */
WRAP(pointer, mmap, (void *at, size_t size, int access, int flags, int file, off_t offset),
     (at, size, access, flags, file, offset), mmap, return (errno = ENOMEM, MAP_FAILED),
     taken[MAPPINGS] += made != MAP_FAILED)
WRAP(pointer, mmap64, (void *at, size_t size, int access, int flags, int file, off_t offset),
     (at, size, access, flags, file, offset), mmap, return (errno = ENOMEM, MAP_FAILED),
     taken[MAPPINGS] += made != MAP_FAILED)
WRAP_BACK(int, munmap, (void *at, size_t size), (at, size), taken[MAPPINGS]--)
WRAP(int, madvise, (void *at, size_t size, int advice), (at, size, advice), madvise, return (errno = EINVAL, -1),
     (void)0)

typedef DIR *folder;
WRAP(folder, opendir, (const char *name), (name), opendir, return (errno = EMFILE, NULL),
     taken[FOLDERS] += made != NULL)
WRAP_BACK(int, closedir, (DIR * opened), (opened), taken[FOLDERS]--)
WRAP(int, pipe, (int ends[2]), (ends), pipe, return (errno = EMFILE, -1), taken[FILES] += made == 0 ? 2 : 0)
WRAP_BACK(int, close, (int file), (file), taken[FILES]--)
WRAP(pid_t, fork, (void), (), fork, return (errno = EAGAIN, -1), (void)0)

static atomic_int said_of = -1;
static atomic_long said;

void faults_sysconf(int name, long value)
{
    atomic_store(&said, value);
    atomic_store(&said_of, name);
}

WRAP(long, sysconf, (int name), (name), sysconf, return -1,
     if (name == atomic_load(&said_of)) return atomic_load(&said))
WRAP(int, sched_getaffinity, (pid_t process, size_t size, cpu_set_t *set), (process, size, set), sched_getaffinity,
     return (errno = EPERM, -1), (void)0)

static _Atomic(const char *const *) files;

void faults_folder(const char *const *names)
{
    atomic_store(&files, names);
}

/* The next file of faults_folder, or NULL. */
static struct dirent *next_file(void)
{
    static struct dirent entry;
    const char *const *at = atomic_load(&files);
    if (!*at) return NULL;
    atomic_store(&files, at + 1);
    (void)snprintf(entry.d_name, sizeof entry.d_name, "%s", *at);
    return &entry;
}

typedef struct dirent *file;
WRAP_BACK(file, readdir, (DIR * opened), (opened), if (atomic_load(&files)) return next_file())
WRAP_BACK(file, readdir64, (DIR * opened), (opened), if (atomic_load(&files)) return next_file())
WRAP_BACK(int, access, (const char *name, int mode), (name, mode), if (atomic_load(&files)) return -1)

static const void *shown;
static unsigned long shown_count;

void faults_headers(const void *headers, unsigned long count)
{
    shown = headers;
    shown_count = count;
}

WRAP_BACK(unsigned long, getauxval, (unsigned long which), (which),
          if (shown && which == AT_PHDR) return (unsigned long)(uintptr_t)shown;
          if (shown && which == AT_PHNUM) return shown_count)
