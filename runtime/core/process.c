/* SPDX-License-Identifier: MIT */
#if defined(__linux__)
#define _GNU_SOURCE /* MADV_WIPEONFORK */
#endif
#include "core/process.h"

#include "platform/platform.h"

#include <pthread.h>
#include <stddef.h>
#if !defined(_WIN32)
#include <sys/mman.h>
#include <unistd.h>
#endif

#if defined(MADV_WIPEONFORK) && defined(MAP_ANONYMOUS)

/* Memory that is zero in a child: cheaper to look at than the number of the process is to ask for. */
static const volatile uint32_t *make_mark(void)
{
    const long size = sysconf(_SC_PAGESIZE);
    if (size <= 0) return NULL;
    uint32_t *page = mmap(NULL, (size_t)size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED) return NULL;
    if (madvise(page, (size_t)size, MADV_WIPEONFORK) != 0) {
        (void)munmap(page, (size_t)size);
        return NULL;
    }
    *page = 1;
    return page;
}

static void free_mark(const volatile uint32_t *mark)
{
    if (mark) (void)munmap((void *)(uintptr_t)mark, (size_t)sysconf(_SC_PAGESIZE));
}

#else

static const volatile uint32_t *make_mark(void)
{
    return NULL;
}

static void free_mark(const volatile uint32_t *mark)
{
    (void)mark;
}

#endif

void clbi_process_init(clbi_process *process)
{
    *process = (clbi_process){make_mark(), clbi_process_number()};
}

void clbi_process_end(clbi_process *process)
{
    free_mark(process->mark);
    process->mark = NULL;
}

bool clbi_process_is_own(const clbi_process *process)
{
    return process->mark ? *process->mark != 0 : process->number == clbi_process_number();
}

#if defined(__ANDROID__) /* it has no pthread_cancel */

int clbi_cancel_off(void)
{
    return 0;
}

void clbi_cancel_on(int before)
{
    (void)before;
}

#else

int clbi_cancel_off(void)
{
    int before = PTHREAD_CANCEL_ENABLE;
    (void)pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
    return before;
}

void clbi_cancel_on(int before)
{
    int now;
    (void)pthread_setcancelstate(before, &now);
}

#endif
