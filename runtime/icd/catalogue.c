/* Finds programs by length and key, kernels by name, and the nearest program for a message. Knows the rows in which a
 * catalogue holds its texts; must not know translation.
 *
 * SPDX-License-Identifier: MIT */
#include "icd/catalogue.h"

#include "core/bundle.h"
#include "icd/request.h"

#include <stdlib.h>
#include <string.h>

const uint32_t clb_icd_library = CLB_ICD_ABI;

/* A text of a catalogue in one piece, from malloc; NULL without memory. */
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

/* Sets *to to the unit with its texts joined. False without memory. The caller frees *to in either case. */
static bool read_unit(const clb_icd_unit *from, clbi_icd_source *to)
{
    clbi_icd_text *headers = calloc(from->header_count + 1, sizeof *headers);
    *to = (clbi_icd_source){
        .text = {NULL, join_rows(&from->text), from->text.length}, .options = from->options, .headers = headers};
    if (!to->text.text || !headers) return false;
    for (; to->header_count < from->header_count; to->header_count++) {
        const clb_icd_text *header = &from->headers[to->header_count];
        headers[to->header_count] = (clbi_icd_text){header->name, join_rows(header), header->length};
        if (!headers[to->header_count].text) return false;
    }
    return true;
}

bool clbi_icd_catalogue_key(const clb_icd_program *program, clbi_icd_key *key)
{
    clbi_icd_source *units = calloc(program->unit_count + 1, sizeof *units);
    size_t count = 0;
    bool fits = units != NULL;
    while (fits && count < program->unit_count) {
        fits = read_unit(&program->units[count], &units[count]);
        count++;
    }
    fits = fits && clbi_icd_key_program(&(clbi_icd_units){units, count, program->link_options}, key);
    for (size_t i = 0; i < count; i++) free_unit(&units[i]);
    free(units);
    return fits;
}

static size_t length_of_rows(const clb_icd_text *text)
{
    size_t length = text->length;
    while (length > 0) {
        const char last = text->rows[(length - 1) / CLB_TEXT_ROW][(length - 1) % CLB_TEXT_ROW];
        if (last != '\0' && last != '\n') break;
        length--;
    }
    return length;
}

/* The number of bytes that count, without '\r' before '\n': texts of a catalogue have no '\r'. */
static size_t length_of_text(const clbi_icd_text *text)
{
    const size_t length = clbi_icd_text_length(text->text, text->length);
    size_t returns = 0;
    for (size_t i = 0; i + 1 < length; i++) returns += text->text[i] == '\r' && text->text[i + 1] == '\n';
    return length - returns;
}

/* Keys are computed only for programs whose text has the wanted length. */
bool clbi_icd_catalogue_find(const clbi_icd_units *units, const clb_icd_program **found)
{
    const size_t count = units->count, length = count ? length_of_text(&units->list[0].text) : 0;
    clbi_icd_key wanted, key;
    *found = NULL;
    if (!clbi_icd_key_program(units, &wanted)) return false;
    for (const clb_icd_catalogue *const *c = clb_icd_catalogues; *c; c++) {
        for (size_t i = 0; (*c)->abi == CLB_ICD_ABI && i < (*c)->program_count; i++) {
            const clb_icd_program *program = &(*c)->programs[i];
            if (program->unit_count != count || (count && length_of_rows(&program->units[0].text) != length)) continue;
            if (!clbi_icd_catalogue_key(program, &key)) return false;
            if (memcmp(key.words, wanted.words, sizeof key.words) != 0) continue;
            *found = program;
            return true;
        }
    }
    return true;
}

bool clbi_icd_catalogue_find_key(const clbi_icd_key *wanted, const clb_icd_program **found)
{
    clbi_icd_key key;
    *found = NULL;
    for (const clb_icd_catalogue *const *c = clb_icd_catalogues; *c; c++) {
        for (size_t i = 0; (*c)->abi == CLB_ICD_ABI && i < (*c)->program_count; i++) {
            if (!clbi_icd_catalogue_key(&(*c)->programs[i], &key)) return false;
            if (memcmp(key.words, wanted->words, sizeof key.words) != 0) continue;
            *found = &(*c)->programs[i];
            return true;
        }
    }
    return true;
}

/* Sets *same to whether the unit has the wanted key. False without memory. */
static bool compare_unit(const clb_icd_unit *unit, const clbi_icd_key *wanted, bool *same)
{
    clbi_icd_source source;
    clbi_icd_key key;
    const bool fits = read_unit(unit, &source) && clbi_icd_key_unit(&source, &key);
    *same = fits && memcmp(key.words, wanted->words, sizeof key.words) == 0;
    free_unit(&source);
    return fits;
}

bool clbi_icd_catalogue_has_unit(const clbi_icd_source *unit, bool *found)
{
    const size_t length = length_of_text(&unit->text);
    clbi_icd_key wanted;
    *found = false;
    if (!clbi_icd_key_unit(unit, &wanted)) return false;
    for (const clb_icd_catalogue *const *c = clb_icd_catalogues; *c && !*found; c++)
        for (size_t i = 0; (*c)->abi == CLB_ICD_ABI && i < (*c)->program_count && !*found; i++)
            for (size_t u = 0; u < (*c)->programs[i].unit_count && !*found; u++)
                if (length_of_rows(&(*c)->programs[i].units[u].text) == length &&
                    !compare_unit(&(*c)->programs[i].units[u], &wanted, found))
                    return false;
    return true;
}

bool clbi_icd_catalogue_exists(void)
{
    return clb_icd_catalogues[0] != NULL;
}

bool clbi_icd_catalogue_is_checked(void)
{
    for (const clb_icd_catalogue *const *c = clb_icd_catalogues; *c; c++) {
        for (size_t i = 0; (*c)->abi == CLB_ICD_ABI && i < (*c)->program_count; i++) {
            const clb_bundle *bundle = (*c)->programs[i].bundle;
            for (uint32_t k = 0; bundle && k < bundle->kernel_count; k++)
                if (bundle->kernels[k].flags & CLB_KERNEL_CHECKED) return true;
        }
    }
    return false;
}

/* ---- Kernels by name -----------------------------------------------------------------------------------------------
 */

static bool is_listed(const char *names, const char *name, size_t length)
{
    for (const char *at = names; *at;) {
        const size_t listed = strcspn(at, ";");
        if (listed == length && memcmp(at, name, length) == 0) return true;
        at += listed + (at[listed] == ';');
    }
    return false;
}

char *clbi_icd_catalogue_kernels(void)
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

bool clbi_icd_catalogue_find_kernel(const char *name, size_t length, const clb_icd_program **program, uint32_t *kernel)
{
    *program = NULL;
    for (const clb_icd_catalogue *const *c = clb_icd_catalogues; *c; c++) {
        for (size_t i = 0; (*c)->abi == CLB_ICD_ABI && i < (*c)->program_count; i++) {
            const clb_bundle *bundle = (*c)->programs[i].bundle;
            for (uint32_t k = 0; bundle && k < bundle->kernel_count; k++) {
                if (bundle->kernels[k].name.length != length) continue;
                char *found = clbi_text_dup(bundle, bundle->kernels[k].name);
                const bool same = found && memcmp(found, name, length) == 0;
                if (!found) return false;
                free(found);
                if (!same) continue;
                *kernel = k;
                *program = &(*c)->programs[i];
                return true;
            }
        }
    }
    return true;
}

/* ---- The nearest program -------------------------------------------------------------------------------------------
 */

/* How far two texts agree. */
typedef struct agreement {
    size_t bytes; /* before the first difference */
    size_t line;  /* number of the line with the first difference, from 1 */
    bool equal;   /* there is no difference */
} agreement;

static agreement compare(const clb_icd_text *a, const clbi_icd_text *b)
{
    const size_t a_length = length_of_rows(a), b_length = clbi_icd_text_length(b->text, b->length);
    agreement g = {0, 1, false};
    size_t at = 0;
    for (; g.bytes < a_length && at < b_length; g.bytes++, at++) {
        const char c = a->rows[g.bytes / CLB_TEXT_ROW][g.bytes % CLB_TEXT_ROW];
        if (b->text[at] == '\r' && at + 1 < b_length && b->text[at + 1] == '\n') at++;
        if (c != b->text[at]) return g;
        g.line += c == '\n';
    }
    g.equal = g.bytes == a_length && at == b_length;
    return g;
}

/* Adds the options of `list` that `other` lacks. Each list ends in an empty option. */
static void add_missing(clbi_icd_words *out, const char *list, const char *other)
{
    bool any = false;
    for (const char *at = list; *at; at += strlen(at) + 1) {
        const char *same = other;
        while (*same && strcmp(same, at) != 0) same += strlen(same) + 1;
        if (*same) continue;
        clbi_icd_words_addf(out, "%s%s", any ? " " : "", at);
        any = true;
    }
    if (!any) clbi_icd_words_addf(out, "nothing else");
}

static void add_difference(clbi_icd_words *out, const clb_icd_program *program, const clbi_icd_source *unit)
{
    const agreement g = compare(&program->units[0].text, &unit->text);
    if (!g.equal) {
        clbi_icd_words_addf(out, "the text differs at line %zu.\n", g.line);
        return;
    }
    char *captured = clbi_icd_options_read(program->units[0].options), *given = clbi_icd_options_read(unit->options);
    if (captured && given && strcmp(captured, given) != 0) {
        clbi_icd_words_addf(out, "the text is the same, but it was built with ");
        add_missing(out, captured, given);
        clbi_icd_words_addf(out, " where this one has ");
        add_missing(out, given, captured);
        clbi_icd_words_addf(out, ".\n");
    } else {
        clbi_icd_words_addf(out, "headers, options or the other units differ.\n");
    }
    free(captured);
    free(given);
}

char *clbi_icd_catalogue_miss(const clbi_icd_source *units, size_t count)
{
    const clb_icd_program *nearest = NULL;
    size_t best = 0;
    clbi_icd_words out = {0};
    for (const clb_icd_catalogue *const *c = clb_icd_catalogues; count && *c; c++)
        for (size_t i = 0; (*c)->abi == CLB_ICD_ABI && i < (*c)->program_count; i++) {
            if (!(*c)->programs[i].unit_count) continue;
            const agreement g = compare(&(*c)->programs[i].units[0].text, &units[0].text);
            if (nearest && g.bytes + g.equal <= best) continue;
            best = g.bytes + g.equal;
            nearest = &(*c)->programs[i];
        }
    clbi_icd_words_addf(&out, "clbundle: error: this program is not in the bundle.\n");
    if (nearest) {
        clbi_icd_words_addf(&out, "The nearest one is '%s': ", nearest->name);
        add_difference(&out, nearest, &units[0]);
    }
    clbi_icd_words_addf(
        &out, "To add it, run `clbundle capture --output DIR --add -- COMMAND`, and make the bundle of DIR again.\n");
    if (!out.failed) return out.text;
    free(out.text);
    return NULL;
}
