/* What happens to the library when its process forks: all locks are taken before, and given back in parent and child.
 *
 * SPDX-License-Identifier: MIT */
#include "icd/object.h"

static void before(void)
{
    clbi_icd_scheduler_fork(ICD_BEFORE_FORK);
    clbi_icd_devices_fork(ICD_BEFORE_FORK);
    clbi_icd_objects_fork(ICD_BEFORE_FORK);
}

static void after(icd_fork when)
{
    clbi_icd_objects_fork(when);
    clbi_icd_devices_fork(when);
    clbi_icd_scheduler_fork(when);
}

static void in_parent(void)
{
    after(ICD_IN_PARENT);
}

static void in_child(void)
{
    after(ICD_IN_CHILD);
}

static void watch(void)
{
    (void)pthread_atfork(before, in_parent, in_child);
}

void clbi_icd_fork_watch(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    (void)pthread_once(&once, watch);
}
