/* Whether a test may fork beside other threads and allocate in the child.
 *
 * AddressSanitizer replaces malloc by one of its own. Unlike the C library's, that one (gcc 12, clang 14) takes no care
 * of fork: a lock of it that another thread holds at that moment is held in the child for ever. A child that allocates
 * then hangs now and then, whatever this library does.
 *
 * SPDX-License-Identifier: MIT */
#ifndef FORKS_H
#define FORKS_H

#if defined(__SANITIZE_ADDRESS__)
#define MALLOC_SURVIVES_FORK 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define MALLOC_SURVIVES_FORK 0
#endif
#endif
#ifndef MALLOC_SURVIVES_FORK
#define MALLOC_SURVIVES_FORK 1
#endif

#endif
