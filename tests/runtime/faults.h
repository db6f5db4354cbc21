/* Calls of the library to the system that fail on request, and what it has not given back. Linked with --wrap (see
 * meson.build), so that the tests and OpenCL's drivers make their own calls undisturbed.
 *
 * SPDX-License-Identifier: MIT */
#ifndef FAULTS_H
#define FAULTS_H

#include <stddef.h>

/* The n-th call from now on fails as that function does when the system has nothing to give; 0: none does. */
void faults_start(long n);
/* No call fails any more. */
void faults_stop(void);

/* sysconf gives this value for the name; -1 for the name: what the system says, again. */
void faults_sysconf(int name, long value);

/* Every folder holds these files, in this order, to NULL, and access finds none; NULL: the system's again. */
void faults_folder(const char *const *names);

/* The program seems to have these headers (ElfW(Phdr)); NULL: its own again. */
void faults_headers(const void *headers, unsigned long count);

/* Calls since then, and the function that has failed, or NULL. */
long faults_calls(void);
const char *faults_failed(void);

/* What posix_memalign was asked for the last time. */
size_t faults_aligned(void);

/* Calls since then by the thread that called faults_start while it could be cancelled. */
long faults_cancellable(void);

/* Calls of the i-th function that can fail, since the program began; its name; NULL beyond the last one. */
long faults_calls_of(size_t i);
const char *faults_name(size_t i);

/* "", or what has been taken since faults_start and not been given back: "2 blocks, 1 threads". The text is overwritten
 * by the next call. */
const char *faults_left(void);

#endif
