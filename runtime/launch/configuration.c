/* The choice of one of a kernel's configurations by its values and the device.
 * Knows the generated table and the device's limits; must not know how configurations are called.
 *
 * SPDX-License-Identifier: MIT */
#include "clbundle/configuration.h"

#include "core/bundle.h"
#include "core/status.h"
#include "core/text.h"
#include "launch/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char call[] = "clb_configuration_select";

enum { SHOWN = 8, VALUE_SHOWN = 40 }; /* values in a message, and bytes of each */

/* Which configurations are left, and what is being asked of them. */
typedef struct selection {
    const clb_configurations *all;
    bool *left;
    char *word; /* NAME=VALUE, NUL-terminated */
    clb_error *error;
} selection;

/* The value that a configuration defines the name as, in *length bytes; NULL: it does not define it. */
static const char *value_of(const clb_configurations *all, size_t configuration, const char *name, size_t name_length,
                            size_t *length)
{
    for (const char *at = all->values[configuration]; *at;) {
        const size_t line = strcspn(at, "\n");
        if (line > name_length && strncmp(at, name, name_length) == 0 && at[name_length] == '=') {
            *length = line - name_length - 1;
            return at + name_length + 1;
        }
        at += line + (at[line] == '\n');
    }
    return NULL;
}

/* The next word into s->word, without its quotes. false at the end; *open: a quote is not closed. */
static bool next_word(selection *s, const char **at, bool *open)
{
    size_t length = 0;
    char quote = '\0';
    *at += strspn(*at, " \t\n");
    if (!**at) return false;
    for (; **at && (quote || !strchr(" \t\n", **at)); ++*at) {
        if (quote ? **at == quote : **at == '"' || **at == '\'') quote = quote ? '\0' : **at;
        else s->word[length++] = **at;
    }
    s->word[length] = '\0';
    *open = quote != '\0';
    return true;
}

/* "WIDTH=1, WIDTH=4": what the configurations that are left say of the name. */
static void list_values(const selection *s, const char *name, size_t name_length, char *text, size_t capacity)
{
    size_t shown = 0, used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < s->all->count && shown <= SHOWN; ++i) {
        size_t length = 0, other = 0;
        if (!s->left[i]) continue;
        const char *value = value_of(s->all, i, name, name_length, &length);
        bool known = false;
        for (size_t k = 0; k < i && !known; ++k) {
            if (!s->left[k]) continue;
            const char *before = value_of(s->all, k, name, name_length, &other);
            known = !value || !before ? value == before : length == other && strncmp(value, before, length) == 0;
        }
        if (known) continue;
        const int cut = length > VALUE_SHOWN ? VALUE_SHOWN : (int)length;
        const char *between = shown ? ", " : "";
        int n;
        if (shown++ == SHOWN) n = snprintf(text + used, capacity - used, "%s...", between);
        else if (value) n = snprintf(text + used, capacity - used, "%s%.*s", between, cut, value);
        else n = snprintf(text + used, capacity - used, "%s(not defined)", between);
        if (n < 0 || (size_t)n >= capacity - used) return;
        used += (size_t)n;
    }
}

/* Strikes out the configurations in which the name has another value. */
static clb_status ask(selection *s, const char *name, bool defined)
{
    const size_t name_length = strcspn(name, "=");
    const char *wanted = name[name_length] ? name + name_length + 1 : "1";
    char values[(SHOWN + 1) * (VALUE_SHOWN + 2)];
    size_t left = 0, mentioned = 0;
    for (size_t i = 0; i < s->all->count; ++i) {
        size_t length = 0;
        mentioned += value_of(s->all, i, name, name_length, &length) != NULL;
    }
    if (!mentioned && defined)
        return clbi_refuse(s->error, CLB_ERROR_ARGUMENT, call, "%s: no configuration defines '%.*s'.", call,
                           (int)(name_length < 96 ? name_length : 96), name);
    list_values(s, name, name_length, values, sizeof values);
    for (size_t i = 0; i < s->all->count; ++i) {
        size_t length = 0;
        const char *value = value_of(s->all, i, name, name_length, &length);
        const bool fits =
            defined ? value && length == strlen(wanted) && strncmp(value, wanted, length) == 0 : value == NULL;
        s->left[i] = s->left[i] && fits;
        left += s->left[i];
    }
    if (left) return CLB_OK;
    return clbi_refuse(s->error, CLB_ERROR_ARGUMENT, call,
                       "%s: no configuration of '%s' has %s%.96s with the values before it; there %.*s is: %s.", call,
                       s->all->kernel, defined ? "-D" : "-U", name, (int)(name_length < 96 ? name_length : 96), name,
                       values);
}

static clb_status read_options(selection *s, const char *options)
{
    bool open = false;
    for (const char *at = options; next_word(s, &at, &open);) {
        const bool defined = strncmp(s->word, "-D", 2) == 0;
        if (open)
            return clbi_refuse(s->error, CLB_ERROR_ARGUMENT, call, "%s: a quote in the options is not closed.", call);
        if (!defined && strncmp(s->word, "-U", 2) != 0)
            return clbi_refuse(s->error, CLB_ERROR_ARGUMENT, call, "%s: '%.96s' is not -DNAME, -DNAME=VALUE or -UNAME.",
                               call, s->word);
        const bool apart = !s->word[2]; /* -D NAME */
        if (apart && (!next_word(s, &at, &open) || open))
            return clbi_refuse(s->error, CLB_ERROR_ARGUMENT, call, "%s: a name is missing behind the last option.",
                               call);
        const clb_status status = ask(s, s->word + (apart ? 0 : 2), defined);
        if (status != CLB_OK) return status;
    }
    return CLB_OK;
}

/* The features that a device lacks for a kernel: CLB_NEEDS_... *fits: it lacks none, there is code, and the required
 * work-group is not too large. */
static uint32_t missing(clb_device *device, const clb_bundle *bundle, uint32_t kernel, bool *fits)
{
    const clb_kernel_data *k = &bundle->kernels[kernel];
    const clb_device_info *info = clb_device_get_info(device);
    const bool native = clbi_device_classes(device) == CLB_CLASS_NATIVE;
    const uint32_t lacks = native ? 0 : bundle->programs[k->program].needs & ~info->features;
    const bool has_code = !native || (bundle->native && !bundle->native[kernel].reason);
    size_t items = 1;
    for (int d = 0; d < 3; ++d) {
        const size_t size = k->required_local[d] ? k->required_local[d] : 1;
        items = size > SIZE_MAX / items ? SIZE_MAX : items * size;
    }
    *fits = !lacks && has_code && (!info->work_group_size || items <= info->work_group_size);
    return lacks;
}

/* Among those that are left. */
static clb_status choose(selection *s, clb_device *device, size_t *configuration)
{
    const clb_configurations *all = s->all;
    const uint32_t classes = clbi_device_classes(device);
    uint32_t lacks = 0;
    size_t first = all->count;
    for (size_t i = all->count; i-- > 0;) {
        bool fits = false;
        if (!s->left[i]) continue;
        lacks |= missing(device, all->bundle, all->kernels[i], &fits);
        s->left[i] = fits;
        if (fits) first = i;
    }
    if (first == all->count) {
        char text[160];
        clbi_needs_text(lacks, text, sizeof text);
        return clbi_refuse(s->error, CLB_ERROR_UNSUPPORTED, call,
                           "%s: %s runs none of the configurations of '%s' that fit: they need %s.", call,
                           clb_device_get_info(device)->name, all->kernel,
                           lacks ? text : "larger work-groups, or have no native code");
    }
    for (size_t i = 0; i < all->best_count; ++i)
        if ((all->best[i].classes & classes) && s->left[all->best[i].configuration]) {
            *configuration = all->best[i].configuration;
            return CLB_OK;
        }
    *configuration = first;
    return CLB_OK;
}

clb_status clb_configuration_select(clb_device *device, const clb_configurations *all, const char *options,
                                    size_t *configuration, clb_error *error)
{
    selection s = {all, NULL, NULL, error};
    if (!device || !all || !configuration)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: the %s is NULL.", call,
                           !device ? "device"
                           : !all  ? "table of configurations"
                                   : "place for the result");
    clb_status status = clbi_bundle_check_abi(all->bundle, call, error);
    if (status != CLB_OK) return status;
    if (!options) options = "";
    s.left = malloc((all->count + 1) * sizeof *s.left);
    s.word = malloc(strlen(options) + 1);
    if (!s.left || !s.word) status = clbi_no_memory(error, call);
    else {
        for (size_t i = 0; i < all->count; ++i) s.left[i] = all->kernels[i] < all->bundle->kernel_count;
        status = read_options(&s, options);
        if (status == CLB_OK) status = choose(&s, device, configuration);
    }
    free(s.left);
    free(s.word);
    return status;
}

uint32_t clb_configuration_kernel(const clb_configurations *all, size_t configuration)
{
    return all && configuration < all->count ? all->kernels[configuration] : CLB_NO_KERNEL;
}
