/* Runs every kernel of conformance/stack.cl at every level on a thread with a stack of 128 kB, which is painted first,
 * so that what was touched can be seen afterwards: no kernel takes more than 64 kB and what the thread itself needs.
 * usage: test_stack [-v [KERNEL]]
 *
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* pthread_attr_setstack */
#include <clbundle/core.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const clb_bundle stack_bundle;

enum {
    STACK = 128 << 10,
    MOST = (64 << 10) + 4096,
    GUARD = 16 << 10,
    ITEMS = 4,
    GROUPS = 3,
    COUNT = ITEMS * GROUPS,
    PAINT = 0xa5
};

typedef struct job {
    clb_native_function *function; /* NULL: what the thread itself takes */
    const clb_native_range *range;
    void **arguments;
    void *scratch;
} job;

static void *work(void *context)
{
    const job *j = context;
    if (j->function) j->function(j->range, j->arguments, 0, GROUPS, j->scratch);
    return NULL;
}

/* The bytes of stack that it takes; 0: there is no thread. */
static size_t measure(job *j)
{
    pthread_attr_t attributes;
    pthread_t thread;
    unsigned char *stack = aligned_alloc(4096, STACK);
    size_t untouched = 0;
    if (!stack) return 0;
    memset(stack, PAINT, STACK);
    pthread_attr_init(&attributes);
    const bool runs =
        !pthread_attr_setstack(&attributes, stack, STACK) && !pthread_create(&thread, &attributes, work, j);
    if (runs) pthread_join(thread, NULL);
    pthread_attr_destroy(&attributes);
    while (untouched < STACK && stack[untouched] == PAINT) ++untouched;
    free(stack);
    return runs ? STACK - untouched : 0;
}

static bool has_level(int level)
{
#if defined(__x86_64__)
    if (level == CLB_NATIVE_V3) return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    if (level == CLB_NATIVE_V4) return __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq");
#endif
    return level == CLB_NATIVE_BASE;
}

int main(int argc, char **argv)
{
    const bool verbose = argc > 1 && strcmp(argv[1], "-v") == 0;
    size_t wrong = 0, runs = 0, most = 0;
    job nothing = {0};
    const size_t own = measure(&nothing);
    for (uint32_t k = 0; k < stack_bundle.kernel_count; ++k) {
        const clb_native_kernel *native = &stack_bundle.native[k];
        char name[64];
        clb_text_copy(&stack_bundle, stack_bundle.kernels[k].name, name, sizeof name);
        if (argc > 2 && strcmp(argv[2], name) != 0) continue;
        if (!native->run[0]) {
            printf("%s: no native version: %s\n", name, native->reason);
            ++wrong;
            continue;
        }
        const clb_native_range range = clb_native_range_make(1, (const size_t[]){COUNT, 1, 1},
                                                             (const size_t[]){ITEMS, 1, 1}, (const size_t[]){0, 0, 0});
        const size_t bytes =
            ((size_t)native->fixed_scratch + (size_t)native->context_scratch * ITEMS + 127) / 128 * 128;
        char *scratch = aligned_alloc(128, bytes + GUARD);
        if (!scratch) return 1;
        memset(scratch, 0x5a, bytes + GUARD);
        for (int level = 0; level < CLB_NATIVE_LEVELS; ++level) {
            int32_t in[COUNT], out[COUNT] = {0}, n = COUNT;
            void *arguments[] = {in, out, &n};
            for (int i = 0; i < COUNT; ++i) in[i] = i * 37 % 11;
            if (!native->run[level] || !has_level(level)) continue;
            job j = {native->run[level], &range, arguments, scratch};
            const size_t taken = measure(&j) - own;
            size_t bad = 0;
            for (int i = 0; i < COUNT; ++i) bad += out[i] != 1;
            for (size_t i = 0; i < GUARD; ++i) bad += scratch[bytes + i] != 0x5a;
            if (bad || taken > MOST) {
                printf("%s, level %d: %zu wrong, %zu bytes of stack\n", name, level, bad, taken);
                ++wrong;
            }
            if (verbose)
                printf("%-16s level %d: %6zu bytes of stack, %zu + %zu a work-item of scratch\n", name, level, taken,
                       (size_t)native->fixed_scratch, (size_t)native->context_scratch);
            most = taken > most ? taken : most;
            ++runs;
        }
        free(scratch);
    }
    printf("%zu runs, %zu wrong, %zu bytes of stack at most\n", runs, wrong, most);
    return wrong || runs == 0;
}
