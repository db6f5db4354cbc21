/* platform.h for Windows, with the threads of mingw-w64. Knows Windows; must not know devices.
 *
 * SPDX-License-Identifier: MIT */
#if defined(_WIN32)
#include "platform/platform.h"

#include "clbundle/data.h"

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

void *clbi_aligned_alloc(size_t size)
{
    return _aligned_malloc(size ? size : 1, CLB_NATIVE_ALIGNMENT);
}

void clbi_aligned_free(void *memory)
{
    _aligned_free(memory);
}

uint32_t clbi_processors_online(void)
{
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return info.dwNumberOfProcessors > 0 ? (uint32_t)info.dwNumberOfProcessors : 1;
}

uint32_t clbi_processor_count(void)
{
    DWORD_PTR own = 0, all = 0;
    uint32_t count = 0;
    if (!GetProcessAffinityMask(GetCurrentProcess(), &own, &all)) return clbi_processors_online();
    for (; own; own &= own - 1) count++;
    return count > 0 ? count : clbi_processors_online();
}

uint64_t clbi_machine_memory(void)
{
    MEMORYSTATUSEX status = {.dwLength = sizeof status};
    return GlobalMemoryStatusEx(&status) ? (uint64_t)status.ullTotalPhys : 0;
}

bool clbi_thread_start(void *thread, size_t stack, void *(*work)(void *), void *argument)
{
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) return false;
    (void)pthread_attr_setstacksize(&attributes, stack);
    const bool started = pthread_create(thread, &attributes, work, argument) == 0;
    (void)pthread_attr_destroy(&attributes);
    return started;
}

void *clbi_library_open(const char *name, char *why, size_t size)
{
    /* From the system's folder only: a file of that name beside the program is no loader. */
    HMODULE library = LoadLibraryExA(name, NULL, LOAD_LIBRARY_SEARCH_SYSTEM32), pinned = NULL;
    if (!library) (void)snprintf(why, size, "%s: error %lu of Windows", name, GetLastError());
    else (void)GetModuleHandleExA(GET_MODULE_HANDLE_EX_FLAG_PIN, name, &pinned);
    return library;
}

void *clbi_library_open_apart(const char *name, char *why, size_t size)
{
    return clbi_library_open(name, why, size); /* names belong to their DLLs */
}

bool clbi_program_is_static(void)
{
    return false; /* the loader is a DLL in any case */
}

void *clbi_library_find(void *library, const char *name)
{
    FARPROC function = GetProcAddress(library, name);
    void *address = NULL;
    memcpy(&address, &function, sizeof address);
    return address;
}

void clbi_library_close(void *library)
{
    (void)FreeLibrary(library);
}

void clbi_thread_sleep(uint32_t microseconds)
{
    Sleep((microseconds + 999) / 1000);
}

long clbi_process_number(void)
{
    return (long)GetCurrentProcessId();
}
#else
typedef int clbi_not_windows; /* no file may be empty */
#endif
