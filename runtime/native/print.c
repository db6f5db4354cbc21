/* The destination of kernels' printf: a function of the application, the standard output, or none. This is the only
 * file of the library that prints, and it prints only output of kernels. With CLB_NO_STANDARD_OUTPUT, as in R packages,
 * it does not use the standard output. Must not know launches.
 *
 * SPDX-License-Identifier: MIT */
#include "native/native.h"

#include <stdio.h>

void clb_print_discard(void *cookie, const char *text, size_t length)
{
    (void)cookie, (void)text, (void)length;
}

#if !defined(CLB_NO_STANDARD_OUTPUT)
static void print_standard(void *cookie, const char *text, size_t length)
{
    clbi_native_device *device = cookie;
    (void)fwrite(text, 1, length, stdout);
    atomic_store_explicit(&device->unflushed, 1, memory_order_relaxed);
}
#endif

void clbi_native_print_to(void *impl, clb_print *print, void *cookie)
{
    clbi_native_device *device = impl;
    device->print = print == clb_print_discard ? NULL : print;
    device->cookie = cookie;
#if !defined(CLB_NO_STANDARD_OUTPUT)
    if (print) return;
    device->print = print_standard;
    device->cookie = device;
#endif
}

void clbi_native_print(void *cookie, const char *text, size_t length)
{
    clbi_native_device *device = cookie;
    pthread_mutex_lock(&device->lock);
    device->print(device->cookie, text, length);
    pthread_mutex_unlock(&device->lock);
}

void clbi_native_print_end(clbi_native_device *device)
{
#if !defined(CLB_NO_STANDARD_OUTPUT)
    if (atomic_load_explicit(&device->unflushed, memory_order_relaxed) && atomic_exchange(&device->unflushed, 0))
        (void)fflush(stdout);
#else
    (void)device;
#endif
}
