/* SPDX-License-Identifier: MIT */
#include "launch/binaries.h"

#include "core/bundle.h"
#include "core/status.h"
#include "launch/programs.h"

#include <stdlib.h>
#include <string.h>

const char clbi_binaries_magic[8] = {'C', 'L', 'B', 'B', 'I', 'N', '\r', '\n'};

enum {
    VERSION = 1, /* of the header and of all entries */
    HEADER_SIZE = 32,
    SUMMED_FROM = 32,
    ENTRY_SIZE = 16 + 4 + 4 * CLBI_KEY_COUNT + 8,
    ENTRIES_MAX =
        1 << 16 /* each is compared with each program of the bundle: this bounds the time that foreign data can take */
};

uint64_t clbi_binaries_get(const unsigned char *at, int bytes)
{
    uint64_t value = 0;
    for (int i = bytes; i-- > 0;) value = value << 8 | at[i];
    return value;
}

unsigned char *clbi_binaries_put(unsigned char *at, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++, value >>= 8) *at++ = (unsigned char)(value & 0xffu);
    return at;
}

static unsigned char *put_part(unsigned char *at, clbi_binary_part part)
{
    if (part.size > 0) memcpy(at, part.data, part.size);
    return at + part.size;
}

static uint64_t checksum(const unsigned char *data, size_t size)
{
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < size; i++) sum = (sum ^ data[i]) * UINT64_C(0x100000001b3);
    return sum;
}

/* ---- Reading ---------------------------------------------------------------------------------------------------- */

static bool read_part(clbi_binary_reader *reader, uint64_t size, clbi_binary_part *part)
{
    if (size > (uint64_t)(reader->end - reader->at)) return false;
    *part = (clbi_binary_part){reader->at, (size_t)size};
    reader->at += size;
    return true;
}

static bool read_entry(clbi_binary_reader *reader, clbi_binary_entry *entry)
{
    const unsigned char *head = reader->at;
    if (reader->end - reader->at < ENTRY_SIZE || clbi_binaries_get(head + 16, 4) != CLBI_KEY_COUNT) return false;
    reader->at += ENTRY_SIZE;
    entry->hash[0] = clbi_binaries_get(head, 8);
    entry->hash[1] = clbi_binaries_get(head + 8, 8);
    const unsigned char *length = head + 20;
    for (int i = 0; i < CLBI_KEY_COUNT; i++, length += 4)
        if (!read_part(reader, clbi_binaries_get(length, 4), &entry->key[i])) return false;
    return read_part(reader, clbi_binaries_get(length, 8), &entry->binary);
}

bool clbi_binaries_next(clbi_binary_reader *reader, clbi_binary_entry *entry)
{
    if (reader->left == 0) return false;
    reader->left--;
    return read_entry(reader, entry);
}

const char *clbi_binaries_open(clbi_binary_reader *reader, const char magic[8], const void *data, size_t size)
{
    const unsigned char *bytes = data;
    if (size < HEADER_SIZE) return "are shorter than their header";
    if (memcmp(bytes, magic, 8) != 0) return "do not start like binaries of this library";
    if (clbi_binaries_get(bytes + 8, 4) != VERSION) return "are of another version";
    if (clbi_binaries_get(bytes + 12, 4) > ENTRIES_MAX) return "have more entries than are ever exported";
    if (clbi_binaries_get(bytes + 16, 8) != size) return "have lost or gained bytes";
    if (clbi_binaries_get(bytes + 24, 8) != checksum(bytes + SUMMED_FROM, size - SUMMED_FROM))
        return "have a wrong checksum";

    const clbi_binary_reader start = {bytes + HEADER_SIZE, bytes + size, (uint32_t)clbi_binaries_get(bytes + 12, 4)};
    clbi_binary_entry entry;
    for (*reader = start; reader->left > 0; reader->left--)
        if (!read_entry(reader, &entry)) return "have an entry that reaches beyond their end";
    if (reader->at != reader->end) return "have bytes after their last entry";
    *reader = start;
    return NULL;
}

/* ---- Import ----------------------------------------------------------------------------------------------------- */

static bool part_is(clbi_binary_part part, const char *text)
{
    const size_t length = strlen(text);
    return part.size == length && memcmp(part.data, text, length) == 0;
}

static bool fits_device(const clbi_binary_entry *entry, const clb_device_info *info)
{
    return part_is(entry->key[CLBI_KEY_PLATFORM], info->platform) && part_is(entry->key[CLBI_KEY_DEVICE], info->name) &&
           part_is(entry->key[CLBI_KEY_DRIVER], info->driver);
}

/* Whether the entry is of this program, for these values of its constants. */
static clb_status fits_program(const clbi_binary_entry *entry, const clbi_bundle_state *state, uint32_t number,
                               const char *call, bool *fits, clb_error *error)
{
    const clb_bundle *bundle = state->bundle;
    const clb_program_data *program = &bundle->programs[number];
    *fits = entry->hash[0] == program->hash[0] && entry->hash[1] == program->hash[1];
    if (!*fits) return CLB_OK;
    char *options = clbi_program_options(bundle, number, state->values);
    if (!options) return clbi_no_memory(error, call);
    *fits = part_is(entry->key[CLBI_KEY_OPTIONS], options);
    free(options);
    return CLB_OK;
}

/* Hands a copy to the program unless it is built already, or being built. *taken: it was handed over. */
static bool give_binary(clb_device *device, clbi_program *program, clbi_binary_part binary, bool *taken)
{
    void *copy = malloc(binary.size);
    if (!copy) return false;
    memcpy(copy, binary.data, binary.size);
    pthread_mutex_lock(&device->lock);
    *taken = atomic_load_explicit(&program->state, memory_order_relaxed) == CLBI_PROGRAM_NEW;
    if (*taken) {
        void *old = program->binary;
        program->binary = copy;
        program->binary_size = binary.size;
        copy = old;
    }
    pthread_mutex_unlock(&device->lock);
    free(copy);
    return true;
}

/* Of data that may be several exports, one behind the other: the size of the first one. */
static size_t part_size(const unsigned char *data, size_t size)
{
    if (size < (size_t)2 * HEADER_SIZE) return size;
    const uint64_t first = clbi_binaries_get(data + 16, 8);
    const bool more = first >= HEADER_SIZE && first <= size - HEADER_SIZE &&
                      memcmp(data + first, clbi_binaries_magic, sizeof clbi_binaries_magic) == 0;
    return more ? (size_t)first : size;
}

static clb_status import_part(clb_device *device, clbi_bundle_state *state, const void *data, size_t size,
                              size_t *count, clb_error *error)
{
    static const char call[] = "clb_binaries_import";
    const clb_bundle *bundle = state->bundle;
    clbi_binary_reader reader;
    clbi_binary_entry entry;
    const char *wrong = clbi_binaries_open(&reader, clbi_binaries_magic, data, size);
    if (wrong)
        return clbi_refuse(error, CLB_ERROR_BINARY, call,
                           "%s: the %zu bytes %s; throw them away and export the binaries again.", call, size, wrong);
    while (clbi_binaries_next(&reader, &entry)) {
        if (entry.binary.size == 0 || !fits_device(&entry, &device->info)) continue;
        for (uint32_t i = 0; i < bundle->program_count; i++) {
            bool taken = false, fits = false;
            const clb_status status = fits_program(&entry, state, i, call, &fits, error);
            if (status != CLB_OK) return status;
            if (!fits) continue;
            if (!give_binary(device, &state->programs[i], entry.binary, &taken)) return clbi_no_memory(error, call);
            *count += taken;
            break;
        }
    }
    return CLB_OK;
}

static clb_status import(clb_device *device, const clb_bundle *bundle, const void *data, size_t size, size_t *used,
                         clb_error *error)
{
    static const char call[] = "clb_binaries_import";
    if (!device || (!data && size > 0))
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: `%s` is NULL; pass one.", call,
                           device ? "data" : "device");
    clbi_bundle_state *state;
    clb_status status = clbi_device_in_process(device, call, &device, error);
    if (status == CLB_OK) status = clbi_bundle_open(device, bundle, call, &state, error);
    if (status != CLB_OK) return status;
    if (!device->backend->program_binary)
        return clbi_refuse(error, CLB_ERROR_UNSUPPORTED, call,
                           "%s: the %s back end has no binaries; leave the call out.", call, device->backend->name);

    size_t count = 0;
    const unsigned char *at = data;
    do {
        const size_t part = part_size(at, size);
        status = import_part(device, state, at, part, &count, error);
        if (status != CLB_OK) return status;
        at += part;
        size -= part;
    } while (size > 0);
    if (used) *used = count;
    return CLB_OK;
}

clb_status clb_binaries_import(clb_device *device, const clb_bundle *bundle, const void *data, size_t size,
                               size_t *used, clb_error *error)
{
    const int cancel = clbi_cancel_off();
    const clb_status status = import(device, bundle, data, size, used, error);
    clbi_cancel_on(cancel);
    return status;
}

/* ---- Export ----------------------------------------------------------------------------------------------------- */

static size_t entry_size(const clbi_binary_entry *entry)
{
    size_t size = ENTRY_SIZE + entry->binary.size;
    for (int i = 0; i < CLBI_KEY_COUNT; i++) size += entry->key[i].size;
    return size;
}

static unsigned char *put_entry(unsigned char *at, const clbi_binary_entry *entry)
{
    at = clbi_binaries_put(at, entry->hash[0], 8);
    at = clbi_binaries_put(at, entry->hash[1], 8);
    at = clbi_binaries_put(at, CLBI_KEY_COUNT, 4);
    for (int i = 0; i < CLBI_KEY_COUNT; i++) at = clbi_binaries_put(at, entry->key[i].size, 4);
    at = clbi_binaries_put(at, entry->binary.size, 8);
    for (int i = 0; i < CLBI_KEY_COUNT; i++) at = put_part(at, entry->key[i]);
    return put_part(at, entry->binary);
}

bool clbi_binaries_begin(clbi_binary_writer *writer)
{
    *writer = (clbi_binary_writer){.data = malloc(HEADER_SIZE), .size = HEADER_SIZE};
    return writer->data != NULL;
}

bool clbi_binaries_add(clbi_binary_writer *writer, const clbi_binary_entry *entry)
{
    const size_t more = entry_size(entry);
    unsigned char *grown = NULL;
    if (more >= entry->binary.size && more < SIZE_MAX - writer->size)
        grown = realloc(writer->data, writer->size + more);
    if (!grown) return false;
    (void)put_entry(grown + writer->size, entry);
    writer->data = grown;
    writer->size += more;
    writer->entries++;
    return true;
}

void clbi_binaries_end(clbi_binary_writer *writer, const char magic[8])
{
    unsigned char *data = writer->data;
    memcpy(data, magic, 8);
    (void)clbi_binaries_put(data + 8, VERSION, 4);
    (void)clbi_binaries_put(data + 12, writer->entries, 4);
    (void)clbi_binaries_put(data + 16, writer->size, 8);
    (void)clbi_binaries_put(data + 24, checksum(data + SUMMED_FROM, writer->size - SUMMED_FROM), 8);
}

/* One more entry at the end of the data, unless the driver has no binary to give. */
static clb_status append_program(clb_device *device, const clbi_bundle_state *state, uint32_t number,
                                 clbi_binary_writer *writer, const char *call, clb_error *error)
{
    const clb_bundle *bundle = state->bundle;
    const clb_program_data *program = &bundle->programs[number];
    void *binary = NULL;
    size_t binary_size = 0;
    char *options = NULL;
    clb_status status =
        device->backend->program_binary(device->impl, state->programs[number].built, &binary, &binary_size, error);
    if (status != CLB_OK || binary_size == 0) goto end;

    options = clbi_program_options(bundle, number, state->values);
    if (!options) {
        status = clbi_no_memory(error, call);
        goto end;
    }
    const clb_device_info *info = &device->info;
    const clbi_binary_entry entry = {
        .hash = {program->hash[0], program->hash[1]},
        .key = {{options, strlen(options)},
                {info->platform, strlen(info->platform)},
                {info->name, strlen(info->name)},
                {info->driver, strlen(info->driver)}},
        .binary = {binary, binary_size},
    };
    if (!clbi_binaries_add(writer, &entry)) status = clbi_no_memory(error, call);
end:
    free(options);
    free(binary);
    return status;
}

static clb_status export(clb_device *device, const clb_bundle *bundle, void **data, size_t *size, clb_error *error)
{
    static const char call[] = "clb_binaries_export";
    if (!device || !data || !size)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: `%s` is NULL; pass one.", call,
                           !device ? "device"
                           : !data ? "data"
                                   : "size");
    clbi_bundle_state *state;
    clb_status status = clbi_device_in_process(device, call, &device, error);
    if (status == CLB_OK) status = clbi_bundle_open(device, bundle, call, &state, error);
    if (status != CLB_OK) return status;
    if (!device->backend->program_binary)
        return clbi_refuse(error, CLB_ERROR_UNSUPPORTED, call,
                           "%s: the %s back end has no binaries; leave the call out.", call, device->backend->name);

    clbi_binary_writer writer;
    if (!clbi_binaries_begin(&writer)) return clbi_no_memory(error, call);
    for (uint32_t i = 0; i < bundle->program_count && writer.entries < ENTRIES_MAX && status == CLB_OK; i++) {
        clbi_program *program = &state->programs[i];
        if (atomic_load_explicit(&program->state, memory_order_acquire) != CLBI_PROGRAM_READY) continue;
        status = append_program(device, state, i, &writer, call, error);
    }
    if (status != CLB_OK) {
        free(writer.data);
        return status;
    }
    clbi_binaries_end(&writer, clbi_binaries_magic);
    *data = writer.data;
    *size = writer.size;
    return CLB_OK;
}

clb_status clb_binaries_export(clb_device *device, const clb_bundle *bundle, void **data, size_t *size,
                               clb_error *error)
{
    const int cancel = clbi_cancel_off();
    const clb_status status = export(device, bundle, data, size, error);
    clbi_cancel_on(cancel);
    return status;
}
