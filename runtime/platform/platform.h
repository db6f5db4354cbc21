/* Calls that differ between systems, beyond POSIX threads and the monotonic clock, which mingw-w64 has, too: one file a
 * system. Knows the systems' calls; must not know devices, kernels or OpenCL.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_PLATFORM_H
#define CLBI_PLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Memory aligned for any vector (CLB_NATIVE_ALIGNMENT), or NULL. clbi_aligned_free takes it back, and NULL. */
void *clbi_aligned_alloc(size_t size);
void clbi_aligned_free(void *memory);

/* The processors that this process may use, and those of the machine; found without opening a file. At least 1. */
uint32_t clbi_processor_count(void);
uint32_t clbi_processors_online(void);

/* Bytes of the machine's memory; 0: not known. */
uint64_t clbi_machine_memory(void);

/* Starts `work` in a thread that takes no signals of the process, with a stack of `stack` bytes, which pthread_join
 * ends. *thread is a pthread_t. */
bool clbi_thread_start(void *thread, size_t stack, void *(*work)(void *), void *argument);

/* Gives the processor to other threads, for about so many microseconds, fewer than a million. */
void clbi_thread_sleep(uint32_t microseconds);

/* Whether the program is linked statically. Such a program can open an OpenCL loader, and then crashes in it: the
 * loader's thread-local storage has no home there. */
bool clbi_program_is_static(void);

/* A shared library, or NULL: `why` then says the reason, cut to its size. It stays mapped when it is closed. */
void *clbi_library_open(const char *name, char *why, size_t size);
/* The same for a library that defines names which this process defines, too: calls inside of it stay inside, where the
 * system can do that. */
void *clbi_library_open_apart(const char *name, char *why, size_t size);
void *clbi_library_find(void *library, const char *name); /* the address of a function, or NULL */
void clbi_library_close(void *library);

/* The number of this process. */
long clbi_process_number(void);

#endif
