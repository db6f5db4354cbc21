/* Opens a real loader once, lists platforms in the wanted order, and decides to whom a handle belongs. Knows the
 * loader's names and CLBUNDLE_PLATFORMS; must not know objects.
 *
 * SPDX-License-Identifier: MIT */
#include "icd/others.h"

#include "clbundle/icd.h"
#include "icd/object.h"
#include "platform/platform.h"

#include <stdlib.h>
#include <string.h>

static const char variable[] = "CLBUNDLE_PLATFORMS", usual[] = "clbundle others";

/* An order of platforms: the position of each word from 1; 0: it is not listed. */
typedef struct order {
    unsigned clbundle, others;
} order;

typedef enum state { NOT_OPENED, OPENING, OPENED } state;

/* OpenCL has no call that opens a loader, so the loader belongs to the process. */
static struct {
    pthread_mutex_t lock;
    pthread_cond_t opened;
    state state;
    pthread_t opener; /* the thread, while the state is OPENING */
    long process;     /* the process of that thread */
    bool stated;      /* clb_icd_platforms_order has set the order */
    order order;
    atomic_bool is_driver; /* a loader has opened this library */
    cl_icd_dispatch table; /* it is complete when `active` is set */
    atomic_bool active;    /* there are objects of other drivers */
    cl_platform_id *list;  /* the platforms in order, once the state is OPENED */
    cl_uint count;
} all = {.lock = PTHREAD_MUTEX_INITIALIZER, .opened = PTHREAD_COND_INITIALIZER};

/* "clbundle others", with blanks or commas between the words. */
static bool read_order(const char *text, order *result)
{
    static const char between[] = " \t,";
    order found = {0, 0};
    unsigned place = 0;
    for (const char *at = text + strspn(text, between); *at; at += strspn(at, between)) {
        const size_t length = strcspn(at, between);
        unsigned *word = length == 8 && strncmp(at, "clbundle", 8) == 0 ? &found.clbundle
                         : length == 6 && strncmp(at, "others", 6) == 0 ? &found.others
                                                                        : NULL;
        if (!word || *word) return false;
        *word = ++place;
        at += length;
    }
    if (place) *result = found;
    return place != 0;
}

int clb_icd_platforms_order(const char *text)
{
    order found;
    bool fine = text && read_order(text, &found);
    pthread_mutex_lock(&all.lock);
    fine = fine && all.state == NOT_OPENED;
    if (fine) all.order = found;
    if (fine) all.stated = true;
    pthread_mutex_unlock(&all.lock);
    return fine;
}

void clbi_icd_note_loader(void)
{
    pthread_mutex_lock(&all.lock);
    const bool opens_itself = all.state == OPENING && pthread_equal(all.opener, pthread_self());
    pthread_mutex_unlock(&all.lock);
    if (!opens_itself) atomic_store(&all.is_driver, true);
}

const cl_icd_dispatch *clbi_icd_loader(void)
{
    return atomic_load_explicit(&all.active, memory_order_acquire) ? &all.table : NULL;
}

const cl_icd_dispatch *clbi_icd_others(const void *handle)
{
    const cl_icd_dispatch *dispatch;
    if (!handle || !atomic_load_explicit(&all.active, memory_order_acquire)) return NULL;
    memcpy(&dispatch, handle, sizeof dispatch);
    return dispatch != &clbi_icd_dispatch ? &all.table : NULL;
}

/* The loader's platforms without this library's own, which a loader may list, too. From malloc; NULL: it has none. */
static cl_platform_id *ask_loader(const cl_icd_dispatch *table, cl_uint *count)
{
    cl_uint found = 0, kept = 0;
    *count = 0;
    if (table->clGetPlatformIDs(0, NULL, &found) != CL_SUCCESS || found == 0 || found > 4096) return NULL;
    cl_platform_id *list = calloc(found, sizeof *list);
    if (!list) return NULL;
    if (table->clGetPlatformIDs(found, list, NULL) != CL_SUCCESS) found = 0;
    for (cl_uint i = 0; i < found; i++)
        if (list[i] && list[i] != clbi_icd_platform()) list[kept++] = list[i];
    *count = kept;
    return list;
}

#ifdef CLBI_HAVE_OPENCL
/* Opens a real loader. NULL: there is none. A file of that name may be this library itself. */
static void *open_loader(void)
{
    static const char *const names[] = {"libOpenCL.so.1", "libOpenCL.so"};
    char why[160];
    if (clbi_program_is_static()) return NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        void *handle = clbi_library_open_apart(names[i], why, sizeof why);
        if (handle && clbi_library_find(handle, "clGetPlatformIDs") && !clbi_library_find(handle, "clb_icd_library"))
            return handle;
        if (handle) clbi_library_close(handle);
    }
    return NULL;
}

/* Fills in the table with the loader's functions. False: there is no loader. */
static bool find_functions(cl_icd_dispatch *table)
{
    void *handle = open_loader();
    if (!handle) return false;
    memcpy(table, &clbi_icd_functions, sizeof *table);
    for (size_t i = 0; i < clbi_icd_name_count; i++) {
        void *address = clbi_library_find(handle, clbi_icd_names[i].name);
        if (address) memcpy((char *)table + clbi_icd_names[i].place, &address, sizeof address);
    }
    return true;
}
#else
static bool find_functions(cl_icd_dispatch *table)
{
    (void)table;
    return false;
}
#endif

/* Lists the platforms in the wanted order. Without memory for a list, only this library's platform is listed. */
static void make_list(const order *wanted, cl_platform_id *others, cl_uint other_count)
{
    const bool lists_own = wanted->clbundle != 0;
    cl_platform_id *list = calloc((size_t)other_count + 1, sizeof *list);
    cl_uint n = 0;
    if (list) {
        if (lists_own && wanted->clbundle < wanted->others) list[n++] = clbi_icd_platform();
        for (cl_uint i = 0; i < other_count; i++) list[n++] = others[i];
        if (lists_own && wanted->clbundle > wanted->others) list[n++] = clbi_icd_platform();
    }
    all.list = list;
    all.count = n;
}

static void open_all(const order *wanted)
{
    cl_uint count = 0;
    cl_platform_id *others = NULL;
    if (wanted->others && !atomic_load(&all.is_driver) && find_functions(&all.table))
        others = ask_loader(&all.table, &count);
    make_list(wanted, others, count);
    free(others);
    if (count) atomic_store_explicit(&all.active, true, memory_order_release);
}

/* Opens the loader if that has not been done. False: this thread is just opening it, and one of its drivers calls
 * OpenCL. */
static bool has_list(void)
{
    const char *value = getenv(variable);
    const long process = clbi_process_number();
    order wanted;
    pthread_mutex_lock(&all.lock);
    if (all.state == OPENING && all.process != process) all.state = NOT_OPENED; /* a child made by fork */
    while (all.state == OPENING && !pthread_equal(all.opener, pthread_self()))
        (void)pthread_cond_wait(&all.opened, &all.lock);
    const state found = all.state;
    if (found == NOT_OPENED) {
        all.state = OPENING;
        all.opener = pthread_self();
        all.process = process;
        if (all.stated) wanted = all.order;
        else (void)read_order(usual, &wanted);
        if (value) (void)read_order(value, &wanted);
    }
    pthread_mutex_unlock(&all.lock);
    if (found != NOT_OPENED) return found == OPENED;
    open_all(&wanted);
    pthread_mutex_lock(&all.lock);
    all.state = OPENED;
    (void)pthread_cond_broadcast(&all.opened);
    pthread_mutex_unlock(&all.lock);
    return true;
}

cl_int clbi_icd_list_platforms(cl_uint num_entries, cl_platform_id *platforms, cl_uint *num_platforms)
{
    if ((!platforms && !num_platforms) || (platforms && num_entries == 0)) return CL_INVALID_VALUE;
    if (!has_list() || !all.list) return clbi_clGetPlatformIDs(num_entries, platforms, num_platforms);
    for (cl_uint i = 0; platforms && i < all.count && i < num_entries; i++) platforms[i] = all.list[i];
    if (num_platforms) *num_platforms = all.count;
    return all.count ? CL_SUCCESS : CL_PLATFORM_NOT_FOUND_KHR;
}

const cl_icd_dispatch *clbi_icd_default_platform(cl_platform_id *platform)
{
    *platform = has_list() && all.count ? all.list[0] : NULL;
    return clbi_icd_others(*platform);
}
