/* Runs all kernels of a bundle natively and on an OpenCL CPU device, with groups of several sizes, and compares their
 * results bit by bit; kernels named far_... at offsets where 32 bits end, too. Kernels named check_... write 1 for each
 * work-item with correct results.
 * Knows shapes of arguments only: one `in` array, one `out` array, the count, local memory, pipes.
 * usage: test_conformance [threads|checks [tables]|record FILE|recorded FILE]; threads: no OpenCL device, but the
 * native one with several threads; checks: only the native one, as every kernel checks itself; tables: each work-item
 * walks over a whole table, so groups of one, of a part of a vector and of a whole one are enough; record: also writes
 * a hash of each result; recorded: without any device, native results must have the hashes that another processor
 * wrote, perhaps of more kernels than the bundle has. What a kernel reads follows from its name.
 *
 * SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include <clbundle/core.h>
#include <clbundle/pipe.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef CONFORMANCE_BUNDLE
#define CONFORMANCE_BUNDLE conformance_bundle
#endif
extern const clb_bundle CONFORMANCE_BUNDLE;

enum { GROUPS = 5, LARGEST = 64, WORDS = GROUPS * LARGEST * 64, LOCAL_BYTES = 8192 };

static const char *span(clb_span s, char *out, size_t size)
{
    size_t n = 0;
    for (; n < s.length && n + 1 < size; ++n) {
        const size_t at = s.offset + n;
        out[n] = CONFORMANCE_BUNDLE.text[at / CLB_TEXT_ROW][at % CLB_TEXT_ROW];
    }
    out[n] = '\0';
    return out;
}

static size_t size_of(const char *type)
{
    return strstr(type, "double") || strstr(type, "long") ? 8
           : strstr(type, "short")                        ? 2
           : strstr(type, "char")                         ? 1
                                                          : 4;
}

/* Numbers that are small as integers and ordinary as floats, so that every type has something to chew on. */
static void fill(uint32_t *words, uint32_t seed, const char *type)
{
    const size_t size = size_of(type);
    for (size_t i = 0; i < WORDS * 4 / (size < 4 ? size : 4); ++i) {
        seed = seed * 1664525u + 1013904223u;
        const float f = (float)(int32_t)(seed >> 20) / 64.0f - 20.0f;
        const uint32_t small = (seed >> 24) % 23;
        const uint16_t half = (uint16_t)small;
        if (size == 1) ((unsigned char *)words)[i] = (unsigned char)small;
        else if (size == 2) memcpy((char *)words + 2 * i, &half, sizeof half);
        else if (strstr(type, "float")) memcpy(&words[i], &f, sizeof f);
        else words[i] = small;
    }
}

typedef struct room {
    uint32_t in[WORDS], expected[WORDS], found[WORDS];
    size_t size;  /* of a number in the results */
    bool has_ids; /* the host's sizes reach the largest id, which those of 32 bits may not */
} room;

/* What these write depends on the order of bytes, and so is not compared where it is another than the recording
 * processor's, which is little-endian. */
static bool asks_byte_order(const char *name)
{
    static const char *const names[] = {
        "initialisers",   "links",           "structures", /* read a union as another member than was written */
        "reinterpreted",  "vectors", /* take bytes of a number by as_uchar4, as_uchar8 or a pointer */
        "nd_atomics_64",             /* writes numbers of 64 bits into memory of ints */
        "nd_copies_char", "nd_copies_short", "nd_copies_uchar", "nd_copies_ushort", /* move ints piece by piece */
        "rows_in_words",  "rows_of_each",    "reloads_types",                       /* read ints as bytes and shorts */
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (strcmp(names[i], name) == 0) return true;
    return false;
}

static bool is_little_endian(void)
{
    const uint16_t one = 1;
    return *(const unsigned char *)&one == 1;
}

/* Of numbers of that many bytes, the lowest byte first whatever the processor's order is. */
static uint64_t hash(const void *data, size_t count, size_t size)
{
    const unsigned char *at = data;
    const bool little = is_little_endian();
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < count * size; i += size)
        for (size_t b = 0; b < size; ++b) h = (h ^ at[i + (little ? b : size - 1 - b)]) * UINT64_C(0x100000001b3);
    return h;
}

/* The pipes of a kernel, by the number of the argument. Those with packets of one size are the same pipe. */
typedef struct pipes {
    clb_pipe *of_device[8];
    clb_native_pipe *native[8];
} pipes;

static bool make_pipe(clb_device *device, const clb_argument_data *parameters, uint32_t i, uint32_t packets,
                      pipes *made, clb_host_argument *host, void **argument)
{
    clb_error error = {0};
    uint32_t same = 0;
    while (same < i && (parameters[same].kind != CLB_ARGUMENT_PIPE || parameters[same].size != parameters[i].size))
        ++same;
    if (same == i) {
        made->native[i] = aligned_alloc(128, (clb_native_pipe_size(parameters[i].size, packets) + 127) / 128 * 128);
        clb_native_pipe_init(made->native[i], parameters[i].size, packets);
        if (device && clb_pipe_create(device, parameters[i].size, packets, &made->of_device[i], &error)) {
            fprintf(stderr, "%s\n", error.message);
            return false;
        }
    }
    *host = (clb_host_argument){made->of_device[same], 0};
    *argument = made->native[same];
    return true;
}

static void empty_pipes(pipes *p)
{
    for (size_t i = 0; i < 8; ++i)
        if (p->native[i]) clb_native_pipe_init(p->native[i], p->native[i]->packet_size, p->native[i]->max_packets);
}

static void free_pipes(pipes *p)
{
    for (size_t i = 0; i < 8; ++i) {
        clb_pipe_release(&p->of_device[i]);
        free(p->native[i]);
    }
}

static bool has_level(int level)
{
#if defined(__x86_64__)
    if (level == CLB_NATIVE_V3) return __builtin_cpu_supports("avx2");
    if (level == CLB_NATIVE_V4) return __builtin_cpu_supports("avx512vl");
#endif
    return level == CLB_NATIVE_BASE;
}

/* The lowest level that the kernel is compiled for, or -1. */
static int lowest_level(const clb_native_kernel *kernel)
{
    for (int level = 0; level < CLB_NATIVE_LEVELS; ++level)
        if (kernel->run[level]) return level;
    return -1;
}

/* What the kernel's program writes beside its arguments; NULL: nothing. */
static void *make_variables(const clb_native_variables *v)
{
    if (!v) return NULL;
    const size_t alignment = v->alignment < 128 ? 128 : (size_t)v->alignment;
    const size_t size = ((size_t)v->size + alignment - 1) / alignment * alignment;
    void *block = aligned_alloc(alignment, size);
    memset(block, 0, size);
    clb_native_variables_init(v, block);
    return block;
}

/* How many words differ. Without a device nothing is compared with. */
static size_t run(clb_device *device, bool checks, uint32_t kernel, const size_t local[3], size_t offset, room *r,
                  bool *skipped)
{
    const clb_bundle *b = &CONFORMANCE_BUNDLE;
    const clb_kernel_data *k = &b->kernels[kernel];
    const clb_native_kernel *native = &b->native[kernel];
    const size_t items = local[0] * local[1] * local[2];
    int32_t n = (int32_t)(items * GROUPS);
    clb_host_argument host[8];
    void *arguments[8];
    void *shared[8] = {0};
    pipes made = {{NULL}, {NULL}};
    char type[64], name[64];
    clb_error error = {0};
    *skipped = true;
    for (int d = 0; d < 3; ++d)
        if (k->required_local[d] && k->required_local[d] != local[d]) return 0;
    for (uint32_t i = 0; i < k->argument_count && i < 8; ++i) {
        const clb_argument_data *a = &b->arguments[k->first_argument + i];
        (void)span(a->type, type, sizeof type);
        if (a->kind == CLB_ARGUMENT_VALUE) {
            host[i] = (clb_host_argument){&n, sizeof n};
            arguments[i] = &n;
        } else if (a->kind == CLB_ARGUMENT_LOCAL) {
            shared[i] = aligned_alloc(128, LOCAL_BYTES);
            host[i] = (clb_host_argument){NULL, LOCAL_BYTES};
            arguments[i] = shared[i];
        } else if (a->kind == CLB_ARGUMENT_PIPE) {
            if (!make_pipe(device, &b->arguments[k->first_argument], i, 4 * (uint32_t)n, &made, &host[i],
                           &arguments[i]))
                return 1;
        } else if (strcmp(span(a->name, name, sizeof name), "in") == 0) {
            (void)span(k->name, name, sizeof name);
            fill(r->in, (uint32_t)hash(name, strlen(name), 1), type);
            host[i] = (clb_host_argument){r->in, sizeof r->in};
            arguments[i] = r->in;
        } else {
            memset(r->expected, 0, sizeof r->expected);
            memset(r->found, 0, sizeof r->found);
            r->size = size_of(type);
            host[i] = (clb_host_argument){r->expected, sizeof r->expected};
            arguments[i] = r->found;
        }
    }
    const clb_launch launch = {.dimensions = 3,
                               .offset = {offset},
                               .global = {local[0] * GROUPS, local[1], local[2]},
                               .local = {local[0], local[1], local[2]}};
    size_t wrong = 0;
    r->has_ids = offset <= SIZE_MAX - launch.global[0];
    const bool checks_itself = strstr(span(k->name, name, sizeof name), "check_") != NULL;
    if (!checks_itself && checks) {
        fprintf(stderr, "%s: does not check itself\n", name);
        wrong = 1;
    }
    if (!wrong && device && (!checks_itself || checks) &&
        clb_kernel_call(device, b, kernel, &launch, host, k->argument_count, &error)) {
        fprintf(stderr, "%s\n%s\n", error.message, error.build_log ? error.build_log : "");
        wrong = 1;
    } else if (!wrong) {
        for (int32_t i = 0; checks_itself && i < n; ++i) {
            wrong += checks && r->expected[i] != 1;
            r->expected[i] = 1;
        }
        const clb_native_range range = clb_native_range_make(3, (const size_t[]){local[0] * GROUPS, local[1], local[2]},
                                                             local, (const size_t[]){offset, 0, 0});
        const size_t bytes = native->fixed_scratch + native->context_scratch * items;
        clb_native_range with = range; /* its variables */
        void *scratch = NULL;          /* sanitizers know where it ends */
        if (posix_memalign(&scratch, CLB_NATIVE_ALIGNMENT, bytes + !bytes)) return 1;
        memset(scratch, 0x5a, bytes);
        for (int level = 0; level < CLB_NATIVE_LEVELS && !wrong; ++level) {
            if (!native->run[level] || !has_level(level)) continue;
            memset(r->found, 0, sizeof r->found);
            empty_pipes(&made);
            with.variables = make_variables(native->variables[level]);
            native->run[level](&with, arguments, 0, 2, scratch);
            native->run[level](&with, arguments, 2, GROUPS, scratch);
            free(with.variables);
            for (size_t i = 0; i < WORDS && device; ++i)
                if (r->expected[i] != r->found[i] && !wrong++)
                    fprintf(stderr, "  level %d, word %zu: expected %08x, found %08x\n", level, i,
                            (unsigned)r->expected[i], (unsigned)r->found[i]);
        }
        free(scratch);
        *skipped = false;
    }
    for (size_t i = 0; i < 8; ++i) free(shared[i]);
    free_pipes(&made);
    clb_error_clear(&error);
    return wrong;
}

/* One line a run; those of another processor are read in the same order. */
typedef struct record {
    FILE *file;
    bool reads;
} record;

/* Opens the file. An exit status, or -1 to go on. */
static int open_record(record *to, const char *path, bool reads)
{
    *to = (record){fopen(path, reads ? "r" : "w"), reads};
    if (!to->file) {
        perror(path);
        return 1;
    }
    char line[512];
    if (!reads || !fgets(line, sizeof line, to->file) || strncmp(line, "skipped: ", 9) != 0) {
        if (reads) rewind(to->file);
        return -1;
    }
    fputs(line, stdout);
    return 77;
}

static bool has_kernel(const char *name, size_t length)
{
    const clb_bundle *b = &CONFORMANCE_BUNDLE;
    char own[128];
    for (uint32_t k = 0; k < b->kernel_count; ++k)
        if (strlen(span(b->kernels[k].name, own, sizeof own)) == length && memcmp(own, name, length) == 0) return true;
    return false;
}

/* The next line that is about a kernel of the bundle, which the expected one is. */
static bool next_recorded(record *r, const char *expected, char *line, size_t size)
{
    while (fgets(line, (int)size, r->file)) {
        const size_t length = strcspn(line, " :");
        if ((strlen(expected) == length && memcmp(line, expected, length) == 0) || has_kernel(line, length))
            return true;
    }
    return false;
}

/* false after a message: not what was recorded. */
static bool keep(record *to, const char *name, const size_t local[3], const room *r, bool right)
{
    char line[256], other[256];
    (void)snprintf(line, sizeof line, "%s %zu %zu %zu %016" PRIx64 "\n", name, local[0], local[1], local[2],
                   hash(r->found, sizeof r->found / r->size, r->size));
    if (!to->reads) {
        if (right) fputs(line, to->file);
        else fprintf(to->file, "%s: wrong on the other processor\n", name);
        return right;
    }
    const size_t hash_at = strlen(line) - 17,
                 compared = is_little_endian() || !asks_byte_order(name) ? sizeof line : hash_at;
    const bool found = next_recorded(to, name, other, sizeof other);
    if (!r->has_ids) return found;
    if (found && strncmp(line, other, compared) == 0) return true;
    printf("found %srecorded %s", line, feof(to->file) ? "nothing\n" : other);
    return false;
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "";
    const bool threads = strcmp(mode, "threads") == 0, checks = strcmp(mode, "checks") == 0;
    const bool tables = checks && argc > 2 && strcmp(argv[2], "tables") == 0;
    static const size_t locals[][3] = {{1, 1, 1},  {2, 1, 1},  {7, 1, 1},   {16, 1, 1}, {64, 1, 1},
                                       {4, 3, 1},  {3, 2, 5},  {8, 8, 1},   {2, 2, 2},  {4, 1, 1},
                                       {1, 16, 1}, {1, 11, 3}, {600, 1, 1}, {20, 10, 1}};
    static room r;
    clb_error error = {0};
    clb_device *device = NULL;
    int failures = 0, runs = 0;
    record kept = {NULL, strcmp(mode, "recorded") == 0};
    if (argc > 2 && !checks) {
        const int status = open_record(&kept, argv[2], kept.reads);
        if (status >= 0) return status;
    }
    const clb_device_params params = {.bundle = &CONFORMANCE_BUNDLE,
                                      .filter = threads || checks ? "native" : "opencl cpu",
                                      .environment = "",
                                      .threads = threads ? 4 : 0};
    if (!kept.reads && clb_device_open(&params, &device, &error)) {
        fprintf(kept.file ? kept.file : stderr, "%s%s\n", checks ? "" : "skipped: ", error.message);
        if (kept.file) return fclose(kept.file) != 0;
        return checks ? 1 : 77;
    }
    for (uint32_t k = 0; k < CONFORMANCE_BUNDLE.kernel_count; ++k) {
        char name[128];
        span(CONFORMANCE_BUNDLE.kernels[k].name, name, sizeof name);
        const int lowest = lowest_level(&CONFORMANCE_BUNDLE.native[k]);
        if (lowest < 0) {
            printf("%s: no native version: %s\n", name, CONFORMANCE_BUNDLE.native[k].reason);
            failures += checks;
            continue;
        }
        if (!has_level(lowest)) { /* the build leaves out the baseline */
            printf("skipped: this processor is older than every instruction set that the kernels are compiled for\n");
            if (kept.file) (void)fclose(kept.file);
            clb_device_close(&device);
            return 77;
        }
        for (size_t i = 0; i < sizeof locals / sizeof *locals; ++i) {
            bool skipped;
            const bool flat = strncmp(name, "nd_", 3) != 0;
            /* PoCL 3.1 gives other sums there than the kernel, followed by hand step by step. */
            if (strcmp(name, "nd_helpers") == 0 && locals[i][0] == 1 && locals[i][1] > 1) continue;
            const bool many = strncmp(name, "many_", 5) == 0 || strncmp(name, "nd_many_", 8) == 0;
            const bool is_large = locals[i][0] * locals[i][1] * locals[i][2] > LARGEST;
            if ((flat && (locals[i][1] > 1 || locals[i][2] > 1)) || (!many && is_large)) continue;
            if (tables && locals[i][0] != 1 && locals[i][0] != 7 && locals[i][0] != 16) continue;
            /* In a group's first vector, in the middle of a later one, and nowhere. */
            static const size_t offsets[] = {0, (size_t)(UINT32_MAX / 2 - 2), (size_t)(UINT32_MAX / 2 - 69),
                                             (size_t)(UINT32_MAX - 2)};
            const size_t offset_count = strncmp(name, "far_", 4) == 0 ? sizeof offsets / sizeof *offsets : 1;
            for (size_t o = 0; o < offset_count; ++o) {
                const size_t wrong = run(device, checks, k, locals[i], offsets[o], &r, &skipped);
                runs += !skipped;
                if (wrong)
                    printf("%s, group %zu x %zu x %zu, offset %zu: %zu words differ\n", name, locals[i][0],
                           locals[i][1], locals[i][2], offsets[o], wrong);
                if (wrong || (kept.file && !skipped && !keep(&kept, name, locals[i], &r, !wrong))) ++failures;
            }
        }
    }
    char left[256];
    if (kept.reads && next_recorded(&kept, "", left, sizeof left)) {
        printf("not all that was recorded has been run: %s", left);
        ++failures;
    }
    if (kept.file && fclose(kept.file)) ++failures;
    clb_device_close(&device);
    printf("%d runs, %d failures\n", runs, failures);
    return failures != 0;
}
