/* Fuzzes clb_binaries_import: an application may keep program binaries where others can write. The bytes are read as
 * they are, with size and checksum corrected, and as a recipe for entries that are well-formed except for their
 * sizes, so that every line after the checksum is reached. Accepted entries go through a build and are exported
 * again.
 *
 * SPDX-License-Identifier: MIT */
#include "../runtime/sample.h"

#include "launch/binaries.h"
#include "launch/open.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { HEADER = 32, MAX_BYTES = 1 << 16 };

/* ---- A back end that looks at every byte of a binary ---------------------------------------------------------------
 */

static volatile unsigned char sink;

static void touch(const void *data, size_t size)
{
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; i++) sink = (unsigned char)(sink ^ bytes[i]);
}

typedef struct program {
    void *binary;
    size_t size;
} program;

static clb_status fuzz_open(void *session, size_t index, const clb_device_info *info, bool profiling, void **device,
                            clb_error *error)
{
    (void)session, (void)index, (void)info, (void)profiling, (void)error;
    *device = NULL;
    return CLB_OK;
}

static void fuzz_close(void *device)
{
    (void)device;
}

static clb_status fuzz_finish(void *device, clb_error *error)
{
    (void)device, (void)error;
    return CLB_OK;
}

static clb_status fuzz_build(void *device, const clbi_build *build, void **built, clb_error *error)
{
    const void *binary = build->binary;
    const size_t binary_size = build->binary_size;
    (void)device, (void)error;
    program *made = calloc(1, sizeof *made);
    if (!made) abort();
    if (binary) {
        touch(binary, binary_size);
        made->binary = malloc(binary_size);
        if (!made->binary) abort();
        memcpy(made->binary, binary, binary_size);
        made->size = binary_size;
    }
    for (uint32_t i = 0; i < build->bundle->kernel_count; i++) build->kernels[i] = made;
    *built = made;
    return CLB_OK;
}

static void fuzz_release(void *device, void *built)
{
    program *old = built;
    (void)device;
    free(old->binary);
    free(old);
}

static clb_status fuzz_binary(void *device, void *built, void **data, size_t *size, clb_error *error)
{
    const program *from = built;
    (void)device, (void)error;
    *data = from->size > 0 ? malloc(from->size) : NULL;
    if (*data) memcpy(*data, from->binary, from->size);
    *size = from->size;
    return CLB_OK;
}

static const clbi_backend back_end = {.name = "fuzz",
                                      .open = fuzz_open,
                                      .close = fuzz_close,
                                      .finish = fuzz_finish,
                                      .program_build = fuzz_build,
                                      .program_release = fuzz_release,
                                      .program_binary = fuzz_binary};

static clb_device *open_device(void)
{
    const clb_device_info info = {.platform = "P", .name = "D", .driver = "1", .features = CLB_NEEDS_FP64};
    clb_device *device = NULL;
    if (clbi_device_create(&(clbi_device_source){.backend = &back_end, .info = &info, .hooks = clbi_device_hook_list},
                           &device, NULL) != CLB_OK)
        abort();
    return device;
}

/* ---- Reading -------------------------------------------------------------------------------------------------------
 */

static void import(const void *data, size_t size)
{
    clb_device *first = open_device(), *second = open_device();
    clb_error error = {0};
    size_t used = 0, again = 0, exported_size = 0;
    void *exported = NULL;
    const clb_status status = clb_binaries_import(first, sample_bundle(), data, size, &used, &error);
    if (status != CLB_OK && status != CLB_ERROR_BINARY) abort();
    if (status == CLB_OK) {
        /* Everything taken is whole, and goes out and in again. */
        if (clb_prepare(first, sample_bundle(), &(clb_prepare_params){.threads = 1}, &error) != CLB_OK) abort();
        if (clb_binaries_export(first, sample_bundle(), &exported, &exported_size, &error) != CLB_OK) abort();
        if (clb_binaries_import(second, sample_bundle(), exported, exported_size, &again, &error) != CLB_OK) abort();
        if (again > used || (used > 0 && again == 0)) abort();
    }
    free(exported);
    clb_error_clear(&error);
    clb_device_close(&first);
    clb_device_close(&second);
}

static void put(unsigned char *at, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++, value >>= 8) at[i] = (unsigned char)(value & 0xff);
}

/* Size and checksum are put right. */
static void seal(unsigned char *data, size_t size)
{
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    for (size_t i = HEADER; i < size; i++) sum = (sum ^ data[i]) * UINT64_C(0x100000001b3);
    put(data + 16, size, 8);
    put(data + 24, sum, 8);
}

static void import_sealed(const uint8_t *data, size_t size)
{
    if (size < HEADER) return;
    unsigned char *copy = malloc(size);
    if (!copy) abort();
    memcpy(copy, data, size);
    memcpy(copy, "CLBBIN\r\n\1\0\0\0", 12);
    seal(copy, size);
    import(copy, size);
    free(copy);
}

/* ---- A recipe ------------------------------------------------------------------------------------------------------
 */

typedef struct recipe {
    const uint8_t *at, *end;
} recipe;

static unsigned next(recipe *r)
{
    return r->at < r->end ? *r->at++ : 0;
}

/* A size that is right, or now and then one that is not. */
static uint64_t size_or_lie(recipe *r, uint64_t size)
{
    static const uint64_t lies[] = {0,
                                    1,
                                    0x7fffffff,
                                    0x80000000,
                                    0xffffffff,
                                    UINT64_C(1) << 32,
                                    UINT64_C(0x7fffffffffffffff),
                                    UINT64_MAX,
                                    UINT64_MAX - 1};
    const unsigned choice = next(r);
    if (choice < 200) return size;
    if (choice < 225) return size + choice - 212;
    return lies[choice % (sizeof lies / sizeof *lies)];
}

static unsigned char *put_entry(recipe *r, unsigned char *at)
{
    const unsigned which = next(r) % 8;
    const clb_bundle *bundle = sample_bundle();
    const clb_program_data *p = &bundle->programs[which % bundle->program_count];
    static const char *const keys[] = {"P", "D", "1"};
    char options[256];
    const size_t options_size = clb_text_copy(bundle, p->options, options, sizeof options);
    const bool foreign = next(r) % 8 == 0;
    const size_t binary_size = next(r);
    put(at, p->hash[0] ^ (foreign && which & 1), 8);
    put(at + 8, p->hash[1] ^ (foreign && which & 2), 8);
    put(at + 16, size_or_lie(r, CLBI_KEY_COUNT), 4);
    put(at + 20, size_or_lie(r, options_size), 4);
    for (int i = 1; i < CLBI_KEY_COUNT; i++) put(at + 20 + 4 * i, size_or_lie(r, 1), 4);
    put(at + 20 + 4 * CLBI_KEY_COUNT, size_or_lie(r, binary_size), 8);
    at += 28 + 4 * CLBI_KEY_COUNT;
    memcpy(at, options, options_size);
    at += options_size;
    for (int i = 0; i < CLBI_KEY_COUNT - 1; i++) *at++ = (unsigned char)(foreign && which & 4 ? 'x' : keys[i][0]);
    for (size_t i = 0; i < binary_size; i++) *at++ = (unsigned char)next(r);
    return at;
}

static void import_cooked(const uint8_t *data, size_t size)
{
    static unsigned char bytes[MAX_BYTES];
    recipe r = {data, data + size};
    unsigned char *at = bytes + HEADER;
    uint64_t entries = 0;
    memset(bytes, 0, sizeof bytes);
    memcpy(bytes, "CLBBIN\r\n\1\0\0\0", 12);
    for (; r.at < r.end && at < bytes + MAX_BYTES - 1024; entries++) at = put_entry(&r, at);
    size_t length = (size_t)(at - bytes);
    if (next(&r) % 16 == 15) length -= length / 3 % (length - HEADER + 1);
    put(bytes + 12, size_or_lie(&r, entries), 4);
    seal(bytes, length);
    unsigned char *copy = malloc(length); /* so that its end is where the sanitizer looks */
    if (!copy) abort();
    memcpy(copy, bytes, length);
    import(copy, length);
    free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    import(data, size);
    import_sealed(data, size);
    import_cooked(data, size);
    return 0;
}
