/* fork: all locks of the library are taken lock_all it, and released in the parent and the child. Knows the order of
 * the locks; must not know what they guard.
 *
 * SPDX-License-Identifier: MIT */
#include "icd/object.h"

static void lock_all(void)
{
    clbi_icd_scheduler_fork(ICD_BEFORE_FORK);
    clbi_icd_devices_fork(ICD_BEFORE_FORK);
    clbi_icd_objects_fork(ICD_BEFORE_FORK);
}

static void unlock_all(icd_fork when)
{
    clbi_icd_objects_fork(when);
    clbi_icd_devices_fork(when);
    clbi_icd_scheduler_fork(when);
}

static void in_parent(void)
{
    unlock_all(ICD_IN_PARENT);
}

static void in_child(void)
{
    unlock_all(ICD_IN_CHILD);
}

static void watch(void)
{
    (void)pthread_atfork(lock_all, in_parent, in_child);
}

void clbi_icd_fork_watch(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    (void)pthread_once(&once, watch);
}
