/* SPDX-License-Identifier: MIT */
#include "core/filter.h"

#include <stdio.h>
#include <string.h>

/* Short names of platforms, and the words by which a platform's own name is known. */
static const struct {
    const char *word, *platform;
} short_names[] = {
    {"pocl", "portable computing language"},
    {"nvidia", "nvidia"},
    {"amd", "amd"},
    {"amd", "advanced micro devices"},
    {"intel", "intel"},
    {"mesa", "clover"},
    {"mesa", "rusticl"},
    {"apple", "apple"},
    {"mali", "arm platform"},
    {"adreno", "qualcomm"},
    {"oclgrind", "oclgrind"},
};

static const char *const back_end_names[] = {"opencl", "native"};

static const char *type_word(clb_device_type type)
{
    switch (type) {
    case CLB_DEVICE_OTHER: break;
    case CLB_DEVICE_CPU: return "cpu";
    case CLB_DEVICE_GPU: return "gpu";
    case CLB_DEVICE_ACCELERATOR: return "accelerator";
    }
    return "other";
}

/* ASCII only, whatever the locale. */
static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool starts_with(const char *text, const char *word, size_t length)
{
    size_t i = 0;
    while (i < length && text[i] && lower(text[i]) == lower(word[i])) i++;
    return i == length;
}

static bool contains(const char *text, const char *word, size_t length)
{
    for (; *text; text++)
        if (starts_with(text, word, length)) return true;
    return false;
}

static bool equals(const char *text, const char *word, size_t length)
{
    return strlen(text) == length && starts_with(text, word, length);
}

/* ---- Words --------------------------------------------------------------------------------------------------------
 */

/* The next word of *rest, and its length; NULL at the end. */
static const char *next_word(const char **rest, size_t *length)
{
    static const char separators[] = " ,\t\r\n";
    const char *word = *rest + strspn(*rest, separators);
    *length = strcspn(word, separators);
    *rest = word + *length;
    return *length > 0 ? word : NULL;
}

/* "#12" of `length` characters, and nothing else, names `index`. */
static bool names_index(const char *word, size_t length, size_t index)
{
    size_t number = 0;
    for (size_t i = 1; i < length; i++) {
        if (word[i] < '0' || word[i] > '9' || number > 1000000) return false;
        number = number * 10 + (size_t)(word[i] - '0');
    }
    return length > 1 && number == index;
}

/* The back end that the word names, and nothing else; NULL: none. */
static const char *names_back_end(const char *word, size_t length)
{
    for (size_t i = 0; i < sizeof back_end_names / sizeof *back_end_names; i++)
        if (equals(back_end_names[i], word, length)) return back_end_names[i];
    return NULL;
}

static bool names_platform(const char *word, size_t length, const char *platform)
{
    for (size_t i = 0; i < sizeof short_names / sizeof *short_names; i++)
        if (equals(short_names[i].word, word, length) &&
            contains(platform, short_names[i].platform, strlen(short_names[i].platform)))
            return true;
    return false;
}

bool clbi_filter_names_platform(const char *word, const char *platform)
{
    return names_platform(word, strlen(word), platform);
}

/* ---- Filters ------------------------------------------------------------------------------------------------------
 */

bool clbi_filter_matches(const char *filter, const clb_device_info *info, size_t index)
{
    char text[16 + sizeof info->platform + sizeof info->vendor + sizeof info->name + 8];
    size_t length;
    (void)snprintf(text, sizeof text, "%s %s %s %s", type_word(info->type), info->platform, info->vendor, info->name);
    for (const char *word; (word = next_word(&filter, &length)) != NULL;) {
        const char *back_end = names_back_end(word, length);
        const bool matches = word[0] == '#' ? names_index(word, length, index)
                             : back_end     ? strcmp(back_end, info->back_end) == 0
                                        : contains(text, word, length) || names_platform(word, length, info->platform);
        if (!matches) return false;
    }
    return true;
}

bool clbi_filter_allows(const char *filter, const char *back_end)
{
    size_t length;
    for (const char *word; (word = next_word(&filter, &length)) != NULL;) {
        const char *named = names_back_end(word, length);
        if (named && strcmp(named, back_end) != 0) return false;
    }
    return true;
}

bool clbi_filter_counts(const char *filter)
{
    size_t length;
    for (const char *word; (word = next_word(&filter, &length)) != NULL;)
        if (word[0] == '#') return true;
    return false;
}
