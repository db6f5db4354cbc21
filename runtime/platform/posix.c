/* platform.h for POSIX systems.
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
#include <unistd.h>
#if defined(__linux__)
#include <sched.h>
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

#ifdef CLBI_HAVE_OPENCL /* a static executable is told of every dlopen in it */
void *clbi_library_open(const char *name, char *why, size_t size)
{
    /* Drivers start threads and register exit handlers, so a loader must stay mapped once it has been used. */
#ifdef RTLD_NODELETE
    const int flags = RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE;
#else
    const int flags = RTLD_NOW | RTLD_LOCAL;
#endif
    void *library = dlopen(name, flags);
    const char *text = library ? NULL : dlerror();
    if (!library) (void)snprintf(why, size, "%s", text ? text : name);
    return library;
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

long clbi_process_number(void)
{
    return (long)getpid();
}
#else
typedef int clbi_not_posix; /* no file may be empty */
#endif
