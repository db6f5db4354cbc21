/* platform.h for POSIX systems. Knows POSIX; must not know devices.
 *
 * SPDX-License-Identifier: MIT */
#if !defined(_WIN32)
#if defined(__linux__)
#define _GNU_SOURCE /* sched_getaffinity */
#endif
#include "platform/platform.h"

#include "clbundle/data.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#if defined(__linux__)
#include <link.h>
#include <sched.h>
#include <sys/auxv.h>
#endif

void *clbi_aligned_alloc(size_t size)
{
    void *memory = NULL;
    return posix_memalign(&memory, CLB_NATIVE_ALIGNMENT, size ? size : 1) == 0 ? memory : NULL;
}

void clbi_aligned_free(void *memory)
{
    free(memory);
}

uint32_t clbi_processors_online(void)
{
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 && online < 65536 ? (uint32_t)online : 1;
}

uint32_t clbi_processor_count(void)
{
#if defined(__linux__)
    cpu_set_t set;
    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0) return (uint32_t)CPU_COUNT(&set);
#endif
    return clbi_processors_online();
}

uint64_t clbi_machine_memory(void)
{
    const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    return pages > 0 && page > 0 ? (uint64_t)pages * (uint64_t)page : 0;
}

bool clbi_thread_start(void *thread, size_t stack, void *(*work)(void *), void *argument)
{
    pthread_attr_t attributes;
    sigset_t all, before;
    if (pthread_attr_init(&attributes) != 0) return false;
    (void)pthread_attr_setstacksize(&attributes, stack);
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    const bool started = pthread_create(thread, &attributes, work, argument) == 0;
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    (void)pthread_attr_destroy(&attributes);
    return started;
}

/* A static program has no interpreter among its headers. */
bool clbi_program_is_static(void)
{
#if defined(__linux__) && defined(ElfW)
    const unsigned long address = getauxval(AT_PHDR), count = getauxval(AT_PHNUM), size = getauxval(AT_PHENT);
    if (address == 0 || count == 0 || size != sizeof(ElfW(Phdr))) return false;
    const ElfW(Phdr) *headers = (const ElfW(Phdr) *)address;
    for (unsigned long i = 0; i < count; i++)
        if (headers[i].p_type == PT_INTERP) return false;
    return true;
#else
    return false;
#endif
}

#ifdef CLBI_HAVE_OPENCL /* a static executable is told of every dlopen in it */
static void *open_library(const char *name, int further, char *why, size_t size)
{
    /* Drivers start threads and register exit handlers, so a loader must stay mapped once it has been used. */
#ifdef RTLD_NODELETE
    const int flags = RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE;
#else
    const int flags = RTLD_NOW | RTLD_LOCAL;
#endif
    void *library = dlopen(name, flags | further);
    const char *text = library ? NULL : dlerror();
    if (!library) (void)snprintf(why, size, "%s", text ? text : name);
    return library;
}

void *clbi_library_open(const char *name, char *why, size_t size)
{
    return open_library(name, 0, why, size);
}

void *clbi_library_open_apart(const char *name, char *why, size_t size)
{
#if defined(RTLD_DEEPBIND) && defined(RTLD_DEFAULT)
    /* Sanitizers end a process that asks for this. */
    const bool sanitized =
        dlsym(RTLD_DEFAULT, "__asan_init") || dlsym(RTLD_DEFAULT, "__tsan_init") || dlsym(RTLD_DEFAULT, "__msan_init");
    return open_library(name, sanitized ? 0 : RTLD_DEEPBIND, why, size);
#else
    return open_library(name, 0, why, size);
#endif
}

void *clbi_library_find(void *library, const char *name)
{
    return dlsym(library, name);
}

void clbi_library_close(void *library)
{
    (void)dlclose(library);
}
#endif

void clbi_thread_sleep(uint32_t microseconds)
{
    const struct timespec time = {.tv_nsec = (long)microseconds * 1000};
    (void)nanosleep(&time, NULL);
}

long clbi_process_number(void)
{
    return (long)getpid();
}
#else
typedef int clbi_not_posix; /* no file may be empty */
#endif
