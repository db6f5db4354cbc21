/* Runs every kernel of a bundle natively, with groups of three sizes, and prints a hash of what each wrote, to compare
 * systems on which no other device is at hand. Knows shapes of arguments only, as test_conformance.c.
 *
 * SPDX-License-Identifier: MIT */
#include "clbundle/core.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

extern const clb_bundle CONFORMANCE_BUNDLE;

enum { GROUPS = 5, WORDS = GROUPS * 64 * 64, NAME = 128, ARGUMENTS = 8 };

static uint32_t in[WORDS], out[WORDS];

static const char *text_of(clb_span s, char to[NAME])
{
    size_t n = 0;
    for (; n < s.length && n + 1 < NAME; ++n) {
        const size_t at = s.offset + n;
        to[n] = CONFORMANCE_BUNDLE.text[at / CLB_TEXT_ROW][at % CLB_TEXT_ROW];
    }
    to[n] = '\0';
    return to;
}

/* Numbers that are small as integers and ordinary as floats. */
static void fill(uint32_t seed, int real)
{
    for (size_t i = 0; i < WORDS; ++i) {
        seed = seed * 1664525u + 1013904223u;
        const float f = (float)(int32_t)(seed >> 20) / 64.0f - 20.0f;
        in[i] = (seed >> 24) % 23;
        if (real) memcpy(&in[i], &f, sizeof f);
    }
}

static int run(clb_device *device, uint32_t kernel, size_t local)
{
    const clb_bundle *b = &CONFORMANCE_BUNDLE;
    const clb_kernel_data *k = &b->kernels[kernel];
    clb_launch launch = {.dimensions = 3, .global = {local * GROUPS, 1, 1}, .local = {local, 1, 1}};
    for (int d = 0; d < 3 && k->required_local[0]; ++d) {
        launch.local[d] = k->required_local[d];
        launch.global[d] = k->required_local[d] * (d ? 1 : GROUPS);
    }
    const int32_t n = (int32_t)(launch.global[0] * launch.global[1] * launch.global[2]);
    clb_host_argument host[ARGUMENTS];
    clb_error error = {0};
    char name[NAME];
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    memset(out, 0, sizeof out);
    for (uint32_t i = 0; i < k->argument_count && i < ARGUMENTS; ++i) {
        const clb_argument_data *a = &b->arguments[k->first_argument + i];
        if (a->kind == CLB_ARGUMENT_VALUE) {
            host[i] = (clb_host_argument){(void *)&n, sizeof n};
        } else if (a->kind == CLB_ARGUMENT_LOCAL) {
            host[i] = (clb_host_argument){NULL, 4096};
        } else if (strcmp(text_of(a->name, name), "in") == 0) {
            fill(7 + kernel, strstr(text_of(a->type, name), "float") != NULL);
            host[i] = (clb_host_argument){in, sizeof in};
        } else {
            host[i] = (clb_host_argument){out, sizeof out};
        }
    }
    const clb_status status = clb_kernel_call(device, b, kernel, &launch, host, k->argument_count, &error);
    for (size_t i = 0; i < WORDS; ++i) hash = (hash ^ out[i]) * UINT64_C(0x100000001b3);
    printf("%s %zu %016" PRIx64 " %s\n", text_of(k->name, name), local, hash, status ? error.message : "");
    clb_error_clear(&error);
    return status != CLB_OK;
}

int main(void)
{
    static const size_t locals[] = {1, 7, 16};
    clb_device *device = NULL;
    clb_error error = {0};
    char name[NAME];
    int failures = 0;
    const clb_device_params params = {.bundle = &CONFORMANCE_BUNDLE, .filter = "native", .environment = ""};
    if (clb_device_open(&params, &device, &error)) {
        fprintf(stderr, "%s\n", error.message);
        clb_error_clear(&error);
        return 1;
    }
    for (uint32_t k = 0; k < CONFORMANCE_BUNDLE.kernel_count; ++k) {
        if (!CONFORMANCE_BUNDLE.native[k].run[0]) {
            printf("%s: %s\n", text_of(CONFORMANCE_BUNDLE.kernels[k].name, name), CONFORMANCE_BUNDLE.native[k].reason);
            continue;
        }
        for (size_t i = 0; i < sizeof locals / sizeof *locals; ++i) failures += run(device, k, locals[i]);
    }
    clb_device_close(&device);
    return failures != 0;
}
