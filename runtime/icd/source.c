/* Programs that are linked in: a program is found by its texts, headers and options. The form of line ends, and what stands at the end
 * of a text of them, do not count, nor do blanks, quotes and the order of options.
 *
 * SPDX-License-Identifier: MIT */
#include "icd/source.h"

#include "core/bundle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Keys ---------------------------------------------------------------------------------------------------------- */

/* FNV-1a (Fowler, Noll, Vo), twice with different bases. */
typedef struct digest {
    uint64_t key[2];
} digest;

static const digest start_of_digest = {{UINT64_C(14695981039346656037), UINT64_C(0x6c62272e07bb0142)}};

static void digest_byte(digest *d, unsigned char byte)
{
    for (int i = 0; i < 2; i++) d->key[i] = (d->key[i] ^ byte) * UINT64_C(1099511628211);
}

static void digest_text(digest *d, const char *text, size_t length)
{
    while (length > 0 && (text[length - 1] == '\0' || text[length - 1] == '\n' || text[length - 1] == '\r')) length--;
    for (size_t i = 0; i < length; i++)
        if (text[i] != '\r' || i + 1 == length || text[i + 1] != '\n') digest_byte(d, (unsigned char)text[i]);
    digest_byte(d, 0);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Cuts options into words, in place: quotes fall away, and an option whose value is a word of its own becomes one with it.
 * Returns how many. words: as many as options has characters, or NULL to count. */
static size_t cut_options(char *options, char **words)
{
    size_t count = 0;
    char *to = options;
    for (const char *at = options; *at;) {
        while (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r') at++;
        if (!*at) break;
        char *word = to;
        char quote = '\0';
        for (; *at && (quote || (*at != ' ' && *at != '\t' && *at != '\n' && *at != '\r')); at++) {
            if (*at == quote) quote = '\0';
            else if (!quote && (*at == '"' || *at == '\'')) quote = *at;
            else *to++ = *at;
        }
        if (*at) at++;
        const size_t length = (size_t)(to - word);
        if (length == 2 && word[0] == '-' && (word[1] == 'D' || word[1] == 'I') && *at) { /* its value follows */
            words[count++] = word;
            continue;
        }
        *to++ = '\0';
        const bool joined = count > 0 && words[count - 1] < word && words[count - 1] + 2 == word &&
                            words[count - 1][0] == '-' && (words[count - 1][1] == 'D' || words[count - 1][1] == 'I');
        if (!joined) words[count++] = word;
    }
    *to = '\0';
    return count;
}

/* False: no memory. */
static bool digest_options(digest *d, const char *options, size_t length)
{
    char *copy = malloc(length + 2), **words = malloc((length + 1) * sizeof *words);
    const bool fits = copy && words;
    if (fits) {
        memcpy(copy, options, length);
        copy[length] = copy[length + 1] = '\0';
        const size_t count = cut_options(copy, words);
        qsort(words, count, sizeof *words, by_text);
        for (size_t i = 0; i < count; i++) digest_text(d, words[i], strlen(words[i]));
        digest_byte(d, 1);
    }
    free(words);
    free(copy);
    return fits;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const clbi_icd_text *)a)->name, ((const clbi_icd_text *)b)->name);
}

static bool digest_unit(digest *d, const clbi_icd_source *unit)
{
    digest_text(d, unit->text.text, unit->text.length);
    if (!digest_options(d, unit->options, strlen(unit->options))) return false;
    if (unit->header_count == 0) return true;
    clbi_icd_text *sorted = malloc(unit->header_count * sizeof *sorted);
    if (!sorted) return false;
    memcpy(sorted, unit->headers, unit->header_count * sizeof *sorted);
    qsort(sorted, unit->header_count, sizeof *sorted, by_name);
    for (size_t i = 0; i < unit->header_count; i++) {
        digest_text(d, sorted[i].name, strlen(sorted[i].name));
        digest_text(d, sorted[i].text, sorted[i].length);
    }
    free(sorted);
    return true;
}

static bool digest_program(const clbi_icd_source *units, size_t count, const char *link_options, digest *d)
{
    *d = start_of_digest;
    for (size_t i = 0; i < count; i++)
        if (!digest_unit(d, &units[i])) return false;
    return digest_options(d, link_options, strlen(link_options));
}

/* ---- Catalogues ---------------------------------------------------------------------------------------------------- */

/* A text of a catalogue in one piece, from malloc, or NULL. */
static char *join_rows(const clb_icd_text *text)
{
    char *joined = malloc(text->length + 1);
    if (!joined) return NULL;
    for (size_t at = 0; at < text->length; at += CLB_TEXT_ROW) {
        const size_t left = text->length - at;
        memcpy(joined + at, text->rows[at / CLB_TEXT_ROW], left < CLB_TEXT_ROW ? left : CLB_TEXT_ROW);
    }
    joined[text->length] = '\0';
    return joined;
}

static void free_unit(clbi_icd_source *unit)
{
    for (size_t h = 0; h < unit->header_count; h++) free((void *)(uintptr_t)unit->headers[h].text);
    free((void *)(uintptr_t)unit->headers);
    free((void *)(uintptr_t)unit->text.text);
}

/* A unit with its texts joined. False: no memory. To be freed in either case. */
static bool read_unit(const clb_icd_unit *from, clbi_icd_source *to)
{
    clbi_icd_text *headers = calloc(from->header_count + 1, sizeof *headers);
    *to = (clbi_icd_source){.text = {NULL, join_rows(&from->text), from->text.length}, .options = from->options,
                            .headers = headers};
    if (!to->text.text || !headers) return false;
    for (; to->header_count < from->header_count; to->header_count++) {
        const clb_icd_text *header = &from->headers[to->header_count];
        headers[to->header_count] = (clbi_icd_text){header->name, join_rows(header), header->length};
        if (!headers[to->header_count].text) return false;
    }
    return true;
}

static bool digest_catalogue_unit(digest *d, const clb_icd_unit *unit)
{
    clbi_icd_source source;
    const bool fits = read_unit(unit, &source) && digest_unit(d, &source);
    free_unit(&source);
    return fits;
}

/* The key of a program of a catalogue. False: no memory. */
static bool catalogue_key(const clb_icd_program *program, digest *d)
{
    *d = start_of_digest;
    for (size_t i = 0; i < program->unit_count; i++)
        if (!digest_catalogue_unit(d, &program->units[i])) return false;
    return digest_options(d, program->link_options, strlen(program->link_options));
}

/* *found: the program with this key, or NULL. False: no memory. */
static bool find_key(const uint64_t key[2], const clb_icd_program **found)
{
    *found = NULL;
    for (const clb_icd_catalogue *const *c = clb_icd_catalogues; *c; c++) {
        for (size_t i = 0; (*c)->abi == CLB_ICD_ABI && i < (*c)->program_count; i++) {
            digest d;
            if (!catalogue_key(&(*c)->programs[i], &d)) return false;
            if (d.key[0] != key[0] || d.key[1] != key[1]) continue;
            *found = &(*c)->programs[i];
            return true;
        }
    }
    return true;
}

/* ---- Binaries ------------------------------------------------------------------------------------------------------ */

static void free_linked_in(clbi_icd_binary *binary)
{
    free(binary);
}

static cl_int make_linked_in(const clb_bundle *bundle, const uint64_t key[2], clbi_icd_binary **binary)
{
    clbi_icd_binary *made = NULL;
    if (clbi_bundle_check(bundle, "clBuildProgram", NULL) != CLB_OK || !bundle->native) return CL_BUILD_PROGRAM_FAILURE;
    made = calloc(1, sizeof *made);
    if (!made) return CL_OUT_OF_HOST_MEMORY;
    *made = (clbi_icd_binary){.bundle = bundle, .key = {key[0], key[1]}, .free = free_linked_in};
    atomic_init(&made->references, 1);
    *binary = made;
    return CL_SUCCESS;
}

cl_int clbi_icd_binary_make(const clbi_icd_source *units, size_t count, const char *link_options, clbi_icd_binary **binary,
                            char **log)
{
    static const char unknown[] = "This program is not in the bundle. Capture it: clbundle capture.\n";
    digest d;
    const clb_icd_program *found;
    *binary = NULL;
    *log = NULL;
    if (!digest_program(units, count, link_options, &d) || !find_key(d.key, &found)) return CL_OUT_OF_HOST_MEMORY;
    if (found) return make_linked_in(found->bundle, d.key, binary);
    *log = malloc(sizeof unknown);
    if (*log) memcpy(*log, unknown, sizeof unknown);
    return CL_BUILD_PROGRAM_FAILURE;
}

cl_int clbi_icd_unit_check(const clbi_icd_source *unit, char **log)
{
    static const char unknown[] = "This text is in no program of the bundle. Capture it: clbundle capture.\n";
    digest own = start_of_digest;
    *log = NULL;
    if (!digest_unit(&own, unit)) return CL_OUT_OF_HOST_MEMORY;
    for (const clb_icd_catalogue *const *c = clb_icd_catalogues; *c; c++) {
        for (size_t i = 0; (*c)->abi == CLB_ICD_ABI && i < (*c)->program_count; i++) {
            for (size_t u = 0; u < (*c)->programs[i].unit_count; u++) {
                digest d = start_of_digest;
                if (!digest_catalogue_unit(&d, &(*c)->programs[i].units[u])) return CL_OUT_OF_HOST_MEMORY;
                if (d.key[0] == own.key[0] && d.key[1] == own.key[1]) return CL_SUCCESS;
            }
        }
    }
    *log = malloc(sizeof unknown);
    if (*log) memcpy(*log, unknown, sizeof unknown);
    return CL_COMPILE_PROGRAM_FAILURE;
}

void clbi_icd_binary_retain(clbi_icd_binary *binary)
{
    atomic_fetch_add_explicit(&binary->references, 1, memory_order_relaxed);
}

void clbi_icd_binary_release(clbi_icd_binary *binary)
{
    if (binary && atomic_fetch_sub_explicit(&binary->references, 1, memory_order_acq_rel) == 1) binary->free(binary);
}

bool clbi_icd_compiler_available(void)
{
    return false;
}

uint32_t clbi_icd_compute_units(void)
{
    return 0;
}

/* ---- Built-in kernels ---------------------------------------------------------------------------------------------- */

static bool is_listed(const char *names, const char *name, size_t length)
{
    for (const char *at = names; *at;) {
        const size_t own = strcspn(at, ";");
        if (own == length && memcmp(at, name, length) == 0) return true;
        at += own + (at[own] == ';');
    }
    return false;
}

char *clbi_icd_built_in_names(void)
{
    size_t used = 0;
    char *names = calloc(1, 1);
    for (const clb_icd_catalogue *const *c = clb_icd_catalogues; names && *c; c++) {
        for (size_t i = 0; names && (*c)->abi == CLB_ICD_ABI && i < (*c)->program_count; i++) {
            const clb_bundle *bundle = (*c)->programs[i].bundle;
            for (uint32_t k = 0; names && bundle && k < bundle->kernel_count; k++) {
                char *name = clbi_text_dup(bundle, bundle->kernels[k].name);
                const size_t length = name ? strlen(name) : 0;
                if (name && is_listed(names, name, length)) {
                    free(name);
                    continue;
                }
                char *grown = name ? realloc(names, used + length + 2) : NULL;
                if (grown) {
                    if (used > 0) grown[used++] = ';';
                    memcpy(grown + used, name, length + 1);
                    used += length;
                } else {
                    free(names);
                }
                names = grown;
                free(name);
            }
        }
    }
    return names;
}

bool clbi_icd_built_in_find(const char *name, size_t length, clbi_icd_binary **binary, uint32_t *kernel)
{
    *binary = NULL;
    for (const clb_icd_catalogue *const *c = clb_icd_catalogues; *c; c++) {
        for (size_t i = 0; (*c)->abi == CLB_ICD_ABI && i < (*c)->program_count; i++) {
            const clb_bundle *bundle = (*c)->programs[i].bundle;
            for (uint32_t k = 0; bundle && k < bundle->kernel_count; k++) {
                digest d;
                if (bundle->kernels[k].name.length != length) continue;
                char *own = clbi_text_dup(bundle, bundle->kernels[k].name);
                const bool same = own && memcmp(own, name, length) == 0;
                free(own);
                if (!same) continue;
                *kernel = k;
                return catalogue_key(&(*c)->programs[i], &d) && make_linked_in(bundle, d.key, binary) == CL_SUCCESS;
            }
        }
    }
    return false;
}

/* ---- Keys for the application -------------------------------------------------------------------------------------- */

#define KEY_FORM "clbundle program 1 %016llx%016llx"

void clbi_icd_binary_key(const clbi_icd_binary *binary, unsigned char key[CLBI_ICD_KEY_SIZE])
{
    char text[CLBI_ICD_KEY_SIZE] = {0};
    (void)snprintf(text, sizeof text, KEY_FORM, (unsigned long long)binary->key[0], (unsigned long long)binary->key[1]);
    memcpy(key, text, sizeof text);
}

static bool hexadecimal(const char *text, uint64_t *value)
{
    *value = 0;
    for (int i = 0; i < 16; i++) {
        static const char digits[] = "0123456789abcdef";
        const char *digit = text[i] ? strchr(digits, text[i]) : NULL;
        if (!digit) return false;
        *value = *value << 4 | (uint64_t)(digit - digits);
    }
    return true;
}

cl_int clbi_icd_binary_from_key(const unsigned char *key, size_t size, clbi_icd_binary **binary)
{
    static const char start[] = "clbundle program 1 ";
    char text[CLBI_ICD_KEY_SIZE];
    uint64_t wanted[2];
    const clb_icd_program *found;
    *binary = NULL;
    if (size != sizeof text || memcmp(key, start, sizeof start - 1) != 0) return CL_INVALID_BINARY;
    memcpy(text, key, sizeof text);
    if (!hexadecimal(text + sizeof start - 1, &wanted[0]) || !hexadecimal(text + sizeof start + 15, &wanted[1]) ||
        text[sizeof start + 31] != '\0')
        return CL_INVALID_BINARY;
    if (!find_key(wanted, &found)) return CL_OUT_OF_HOST_MEMORY;
    if (!found) return CL_INVALID_BINARY;
    const cl_int code = make_linked_in(found->bundle, wanted, binary);
    return code == CL_BUILD_PROGRAM_FAILURE ? CL_INVALID_BINARY : code;
}

/* ---- Recording ----------------------------------------------------------------------------------------------------- */

bool clbi_icd_recording(void)
{
    return false;
}

void clbi_icd_record_build(const clbi_icd_source *units, size_t count, const char *link_options, const clbi_icd_binary *binary)
{
    (void)units, (void)count, (void)link_options, (void)binary;
}

void clbi_icd_record_launch(const clbi_icd_binary *binary, uint32_t kernel, uint32_t dimensions, const size_t *offset,
                            const size_t *global, const size_t *local, const clbi_icd_recorded *arguments)
{
    (void)binary, (void)kernel, (void)dimensions, (void)offset, (void)global, (void)local, (void)arguments;
}
