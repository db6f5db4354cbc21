/* Computes keys: reads options as drivers do, and digests texts. Knows the syntax of options; must not know catalogues.
 *
 * SPDX-License-Identifier: MIT */
#include "icd/key.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* FNV-1a (Fowler, Noll, Vo), twice with different bases. */
static const clbi_icd_key start = {{UINT64_C(14695981039346656037), UINT64_C(0x6c62272e07bb0142)}};

static void digest_byte(clbi_icd_key *d, unsigned char byte)
{
    for (int i = 0; i < 2; i++) d->words[i] = (d->words[i] ^ byte) * UINT64_C(1099511628211);
}

static size_t without_end(const char *text, size_t length)
{
    while (length > 0 && (text[length - 1] == '\0' || text[length - 1] == '\n' || text[length - 1] == '\r')) length--;
    return length;
}

size_t clbi_icd_text_length(const char *text, size_t length)
{
    /* PyOpenCL appends a constant with a random name to each program, so that no driver finds it in a cache. */
    static const char random[] = "__constant int pyopencl_defeat_cache_";
    size_t end = without_end(text, length), line = end;
    while (line > 0 && text[line - 1] != '\n') line--;
    return end - line >= sizeof random && memcmp(text + line, random, sizeof random - 1) == 0 ? without_end(text, line)
                                                                                              : end;
}

static void digest_text(clbi_icd_key *d, const char *text, size_t length)
{
    length = clbi_icd_text_length(text, length);
    for (size_t i = 0; i < length; i++)
        if (text[i] != '\r' || i + 1 == length || text[i + 1] != '\n') digest_byte(d, (unsigned char)text[i]);
    digest_byte(d, 0);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Cuts options into words, in place. Quotes are removed, and `-D NAME` and `-I FOLDER` become one word. Returns the
 * number of words. `words` has room for as many as `options` has characters. */
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

/* Whether the option can change what kernels do. */
static bool changes_kernels(const char *option)
{
    static const char *const idle[] = {"-w", "-Werror", "-g", "-s", "-cl-kernel-arg-info", "-cl-nv-verbose", "-v"};
    if (strncmp(option, "-I", 2) == 0) return false;
    for (size_t i = 0; i < sizeof idle / sizeof *idle; i++)
        if (strcmp(option, idle[i]) == 0) return false;
    return true;
}

/* `-DX` means `-DX=1`. */
static void add_option(char **to, const char *option)
{
    const size_t length = strlen(option);
    memcpy(*to, option, length + 1);
    *to += length + 1;
    if (strncmp(option, "-D", 2) != 0 || strchr(option, '=')) return;
    memcpy(*to - 1, "=1", 3);
    *to += 2;
}

char *clbi_icd_options_read(const char *options)
{
    const size_t length = strlen(options);
    char *copy = malloc(length + 2), **words = malloc((length + 1) * sizeof *words), *list = malloc(length * 2 + 4),
         *to = list;
    if (copy && words && list) {
        memcpy(copy, options, length);
        copy[length] = copy[length + 1] = '\0';
        const size_t count = cut_options(copy, words);
        qsort(words, count, sizeof *words, by_text);
        for (size_t i = 0; i < count; i++)
            if (changes_kernels(words[i])) add_option(&to, words[i]);
        *to = '\0';
    } else {
        free(list);
        list = NULL;
    }
    free(words);
    free(copy);
    return list;
}

static bool is_valid(const char *option)
{
    static const char *const versions[] = {"CL1.0", "CL1.1", "CL1.2", "CL2.0", "CL3.0"}, standard[] = "-cl-std=";
    const char first = strlen(option) > 2 ? option[2] : '\0';
    if (option[0] != '-' || !option[1]) return false;
    if (option[1] == 'I') return first != '\0';
    if (option[1] == 'D') return first == '_' || (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z');
    if (strncmp(option, standard, sizeof standard - 1) != 0) return true;
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++)
        if (strcmp(option + sizeof standard - 1, versions[i]) == 0) return true;
    return false;
}

cl_int clbi_icd_options_check(const char *options, char **log)
{
    static const char before[] = "invalid option '", behind[] = "'";
    const size_t length = strlen(options);
    char *copy = malloc(length + 2), **words = malloc((length + 1) * sizeof *words);
    cl_int code = copy && words ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
    if (code == CL_SUCCESS) {
        memcpy(copy, options, length);
        copy[length] = copy[length + 1] = '\0';
        const size_t count = cut_options(copy, words);
        for (size_t i = 0; i < count && code == CL_SUCCESS; i++) {
            if (is_valid(words[i])) continue;
            const size_t size = strlen(words[i]);
            code = CL_INVALID_BUILD_OPTIONS;
            *log = malloc(size + sizeof before + sizeof behind);
            if (!*log) code = CL_OUT_OF_HOST_MEMORY;
            else snprintf(*log, size + sizeof before + sizeof behind, "%s%s%s", before, words[i], behind);
        }
    }
    free(words);
    free(copy);
    return code;
}

/* False without memory. */
static bool digest_options(clbi_icd_key *d, const char *options)
{
    char *list = clbi_icd_options_read(options);
    if (!list) return false;
    for (const char *at = list; *at; at += strlen(at) + 1) digest_text(d, at, strlen(at));
    digest_byte(d, 1);
    free(list);
    return true;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const clbi_icd_text *)a)->name, ((const clbi_icd_text *)b)->name);
}

static bool digest_unit(clbi_icd_key *d, const clbi_icd_source *unit)
{
    digest_text(d, unit->text.text, unit->text.length);
    if (!digest_options(d, unit->options)) return false;
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

bool clbi_icd_key_unit(const clbi_icd_source *unit, clbi_icd_key *key)
{
    *key = start;
    return digest_unit(key, unit);
}

bool clbi_icd_key_program(const clbi_icd_units *units, clbi_icd_key *key)
{
    *key = start;
    for (size_t i = 0; i < units->count; i++)
        if (!digest_unit(key, &units->list[i])) return false;
    return digest_options(key, units->link_options);
}
