/* Runs all kernels of a bundle of random kernels (generate.py) natively and on another device, with groups of several
 * shapes, those named k2_... also with global offsets, and compares all that they wrote bit by bit. BUNDLE is the
 * bundle's name. usage: run FILTER [KERNEL]; run record FILE: also writes a hash of each result; run recorded FILE:
 * without another device, native results must have the hashes that another processor wrote. Exit status 0: equal, 1:
 * not, 77: no such device.
 *
 * SPDX-License-Identifier: MIT */
#include <clbundle/core.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)
#define THE_BUNDLE JOIN(BUNDLE, _bundle)
extern const clb_bundle THE_BUNDLE;

enum { SLOTS = 8, INPUTS = 1024, COUNTERS = 16, LARGEST = 2048, BOTH = 2 };

static int32_t in[INPUTS];
static float fin[INPUTS];
static double din[INPUTS];
static uint32_t out[BOTH][LARGEST * SLOTS];
static int32_t total[BOTH][COUNTERS];

static uint64_t state;
static uint32_t draw(void)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33);
}

/* Mostly small numbers, so that conditions go both ways; some of all sizes and kinds. */
static void fill(uint64_t seed)
{
    static const double specials[] = {0.0,   -0.0,  1.0,          -1.0,          0.5,   1e30,
                                      -1e30, 1e-40, 4294967296.0, -2147483648.0, 1e300, 255.5};
    state = seed * 2654435761u + 12345;
    for (int i = 0; i < INPUTS; ++i) {
        const uint32_t kind = draw() % 16;
        in[i] = kind < 10   ? (int32_t)(draw() % 24) - 4
                : kind < 14 ? (int32_t)(draw() % 2000) - 1000
                            : (int32_t)(draw() << 1);
        fin[i] = kind < 11 ? (float)((int32_t)(draw() % 4096) - 2048) / 64.0f : kind < 15 ? (float)draw() / 7.0f : 0.0f;
        din[i] = kind < 11   ? (double)((int32_t)(draw() % 65536) - 32768) / 1024.0
                 : kind < 15 ? ((double)draw() - 1e9) * 1.1 /* not a sum of a product, which compilers may fuse */
                             : 0.0;
        if (kind == 15) {
            const double x = specials[draw() % (sizeof specials / sizeof *specials)];
            fin[i] = x > 1e38 ? 3e38f : (float)x;
            din[i] = x;
        }
    }
}

static const char *name_of(uint32_t k)
{
    static char name[128];
    clb_text_copy(&THE_BUNDLE, THE_BUNDLE.kernels[k].name, name, sizeof name);
    return name;
}

static void clear(int which, size_t count)
{
    for (size_t i = 0; i < count * SLOTS; ++i) out[which][i] = (uint32_t)i * 2654435761u;
    memset(total[which], 0, sizeof total[which]);
}

/* Of the numbers, whatever the order of their bytes. */
static uint64_t hash(size_t count)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < count * SLOTS; ++i) h = (h ^ out[1][i]) * UINT64_C(0x100000001b3);
    for (int i = 0; i < COUNTERS; ++i) h = (h ^ (uint32_t)total[1][i]) * UINT64_C(0x100000001b3);
    return h;
}

static FILE *record;     /* one line a run */
static bool is_recorded; /* by another processor */

/* The line of the run that follows. */
static void read_line(char *line, size_t size)
{
    if (!is_recorded || !fgets(line, (int)size, record)) line[0] = '\0';
}

static void write_line(uint32_t k, const clb_launch *l, size_t count, char *line, size_t size)
{
    (void)snprintf(line, size, "%s %zu %zu %zu %016" PRIx64 "\n", name_of(k), l->local[0], l->local[1], l->local[2],
                   hash(count));
}

/* How many words differ. */
static size_t compare(uint32_t k, const clb_launch *l, size_t count, const char *what, const char *recorded)
{
    size_t wrong = 0, first = 0;
    char line[256];
    if (is_recorded) {
        write_line(k, l, count, line, sizeof line);
        if (strcmp(line, recorded) == 0) return 0;
        printf("%s: found %srecorded %s", what, line, *recorded ? recorded : "nothing\n");
        return 1;
    }
    for (size_t i = count * SLOTS; i > 0; --i)
        if (out[0][i - 1] != out[1][i - 1]) {
            ++wrong;
            first = i - 1;
        }
    for (int i = 0; i < COUNTERS; ++i) wrong += total[0][i] != total[1][i];
    if (wrong)
        printf("%s, %s, groups of %zu x %zu x %zu, %zu work-items: %zu words differ, the first %zu (work-item %zu): "
               "%08x, not %08x\n",
               name_of(k), what, l->local[0], l->local[1], l->local[2], count, wrong, first, first / SLOTS,
               (unsigned)out[1][first], (unsigned)out[0][first]);
    return wrong;
}

static bool has_level(int level)
{
#if defined(__x86_64__)
    if (level == CLB_NATIVE_V3) return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    if (level == CLB_NATIVE_V4) return __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq");
#endif
    return level == CLB_NATIVE_BASE;
}

static int run(clb_device *other, clb_device *native, uint32_t k, const size_t local[3], const size_t groups[3],
               size_t offset, int32_t missing, int32_t flag)
{
    const clb_native_kernel *code = &THE_BUNDLE.native[k];
    const size_t items = local[0] * local[1] * local[2], count = items * groups[0] * groups[1] * groups[2];
    clb_launch launch = {.dimensions = 3, .offset = {offset}};
    clb_error error = {0};
    int32_t n = (int32_t)count - missing;
    int failures = 0;
    char line[256];
    for (int d = 0; d < 3; ++d) {
        launch.local[d] = local[d];
        launch.global[d] = local[d] * groups[d];
        if (THE_BUNDLE.kernels[k].required_local[d] && THE_BUNDLE.kernels[k].required_local[d] != local[d]) return 0;
    }
    const clb_native_range range = clb_native_range_make(3, launch.global, launch.local, launch.offset);
    fill(k + items);
    read_line(line, sizeof line);
    if (offset > SIZE_MAX - launch.global[0]) return 0; /* a host of 32 bits has no such ids */
    for (int which = is_recorded ? 1 : 0; which < BOTH; ++which) {
        const clb_host_argument arguments[] = {{in, sizeof in},
                                               {fin, sizeof fin},
                                               {din, sizeof din},
                                               {out[which], count * SLOTS * 4},
                                               {total[which], sizeof total[which]},
                                               {&n, sizeof n},
                                               {&flag, sizeof flag}};
        clear(which, count);
        if (clb_kernel_call(which ? native : other, &THE_BUNDLE, k, &launch, arguments, 7, &error)) {
            printf("%s: %s\n%s\n", name_of(k), error.message, error.build_log ? error.build_log : "");
            clb_error_clear(&error);
            return 1;
        }
    }
    failures += compare(k, &launch, count, "called", line) != 0;
    for (int level = 0; level < CLB_NATIVE_LEVELS; ++level) {
        static const char *const names[] = {"baseline", "x86-64-v3", "x86-64-v4"};
        if (!code->run[level] || !has_level(level)) continue;
        const size_t bytes = (code->fixed_scratch + code->context_scratch * items + 256) / 128 * 128;
        void *scratch = aligned_alloc(128, bytes), *arguments[] = {in, fin, din, out[1], total[1], &n, &flag};
        if (!scratch) return 1;
        memset(scratch, 0x5a, bytes);
        clear(1, count);
        code->run[level](&range, arguments, 0, groups[0] * groups[1] * groups[2], scratch);
        failures += compare(k, &launch, count, names[level], line) != 0;
        free(scratch);
    }
    if (record && !is_recorded) {
        write_line(k, &launch, count, line, sizeof line);
        fputs(failures ? "wrong on the other processor\n" : line, record);
    }
    return failures;
}

int main(int argc, char **argv)
{
    static const size_t flat[][3] = {{64, 1, 1}, {7, 1, 1}, {16, 1, 1}, {8, 1, 1}, {1, 1, 1}, {37, 1, 1}};
    static const size_t deep[][3] = {{4, 3, 1}, {8, 8, 1}, {3, 2, 5}, {1, 7, 2}};
    clb_device *other = NULL, *native = NULL;
    clb_error error = {0};
    int failures = 0, runs = 0, refused = 0;
    setvbuf(stdout, NULL, _IOLBF, 0);
    const bool records = argc > 2 && strcmp(argv[1], "record") == 0;
    is_recorded = argc > 2 && strcmp(argv[1], "recorded") == 0;
    if ((records || is_recorded) && !(record = fopen(argv[2], records ? "w" : "r"))) {
        perror(argv[2]);
        return 1;
    }
    if (is_recorded) {
        char line[512];
        if (fgets(line, sizeof line, record) && strncmp(line, "skipped: ", 9) == 0) {
            fputs(line, stdout);
            return 77;
        }
        rewind(record);
    }
    const clb_device_params first = {
        .bundle = &THE_BUNDLE, .filter = argc > 1 && !records ? argv[1] : "opencl cpu", .environment = ""};
    const clb_device_params second = {.bundle = &THE_BUNDLE, .filter = "native", .environment = "", .threads = 2};
    if ((!is_recorded && clb_device_open(&first, &other, &error)) || clb_device_open(&second, &native, &error)) {
        fprintf(records ? record : stdout, "skipped: %s\n", error.message);
        clb_device_close(&other);
        return records ? fclose(record) != 0 : 77;
    }
    for (uint32_t k = 0; k < THE_BUNDLE.kernel_count; ++k) {
        const char *name = name_of(k);
        const unsigned seed = (unsigned)strtoul(name + 3, NULL, 10);
        if (argc > 2 && !record && strcmp(argv[2], name) != 0) continue;
        if (!THE_BUNDLE.native[k].run[0]) {
            printf("%s: no native version: %s\n", name, THE_BUNDLE.native[k].reason);
            ++refused;
            continue;
        }
        /* Two shapes each: a driver compiles each anew. */
        for (unsigned turn = 0; turn < 2; ++turn) {
            if (name[1] != '3') {
                /* Where ids leave an int, or 32 bits. */
                static const size_t offsets[] = {0, (size_t)(UINT32_MAX / 2 - 2), (size_t)(UINT32_MAX - 2)};
                const size_t required[3] = {THE_BUNDLE.kernels[k].required_local[0], 1, 1};
                const size_t *local = turn && required[0] ? required : flat[(seed + turn * 3) % 6];
                for (int o = 0; o < (name[1] == '2' ? 3 : 1); ++o)
                    failures += run(other, native, k, local, (const size_t[3]){3 + 4 * turn, 1, 1}, offsets[o],
                                    turn ? 3 : 0, (int32_t)((seed + turn) % 4));
            } else {
                failures += run(other, native, k, deep[(seed + turn) % 4], (const size_t[3]){2, 1 + turn, 2}, 0, 0,
                                (int32_t)((seed + turn) % 4));
            }
            ++runs;
        }
    }
    if (is_recorded && getc(record) != EOF) {
        printf("not all that was recorded has been run\n");
        ++failures;
    }
    if (record && fclose(record)) ++failures;
    clb_device_close(&native);
    clb_device_close(&other);
    printf("%d runs, %d failures, %d kernels without native version\n", runs, failures, refused);
    return failures != 0;
}
