/* SPDX-License-Identifier: MIT */
#include "doctor/report.h"

#include "base/escape.h"

#include <inttypes.h>
#include <string.h>

const clb_device_info *report_choice(const report *r)
{
    return r->answer.ranked_count && !r->answer.ranked[0].rejected ? &r->answer.ranked[0] : NULL;
}

static const struct {
    uint32_t bit;
    const char *name;
} features[] = {
    {CLB_NEEDS_FP64, "fp64"},
    {CLB_NEEDS_FP16, "fp16"},
    {CLB_NEEDS_IMAGES, "images"},
    {CLB_NEEDS_INT64_ATOMICS, "64-bit atomics"},
    {CLB_NEEDS_SUBGROUPS, "sub-groups"},
    {CLB_NEEDS_3D_IMAGE_WRITES, "writes to 3D images"},
    {CLB_NEEDS_PIPES, "pipes"},
};
enum { FEATURES = sizeof features / sizeof *features };

static const char *type_name(clb_device_type type)
{
    static const char *const names[] = {"other", "CPU", "GPU", "accelerator"};
    return names[type <= CLB_DEVICE_ACCELERATOR ? type : CLB_DEVICE_OTHER];
}

static bool is_native(const clb_device_info *d)
{
    return strcmp(d->back_end, "native") == 0;
}

/* Why the first of the list comes first. */
static const char *reason_of(const report *r)
{
    const drivers_answer *s = &r->answer;
    const bool alone = s->ranked_count < 2 || s->ranked[1].rejected;
    if (alone) return s->ranked_count < 2 ? "it is the only device" : "it is the only device that fits";
    if (s->ranked[1].emulates_fp64 && !s->ranked[0].emulates_fp64) return "the next one only emulates fp64";
    if (s->ranked[0].type != s->ranked[1].type)
        return s->ranked[0].type == CLB_DEVICE_GPU ? "GPUs come first" : "accelerators are preferred to processors";
    if (is_native(&s->ranked[0])) return "native code is preferred to a driver for processors";
    return s->ranked[0].compute_units > s->ranked[1].compute_units ? "it has the most compute units"
                                                                   : "it is the first of several equal ones";
}

/* ---- Text ---- */

static void add_shown(buffer *out, const char *text)
{
    escape_terminal(out, text, strlen(text));
}

static void add_features(buffer *out, uint32_t set)
{
    size_t count = 0;
    for (size_t i = 0; i < FEATURES; ++i)
        if (set & features[i].bit) buffer_addf(out, "%s%s", count++ ? ", " : "", features[i].name);
    if (!count) buffer_adds(out, "nothing special");
}

static void add_machine(const machine *m, buffer *out)
{
    buffer_adds(out, "OpenCL loader: ");
    add_shown(out, m->loader ? m->loader : "none; ");
    if (!m->loader) add_shown(out, m->loader_problem);
    buffer_adds(out, "\nDrivers listed in ");
    add_shown(out, m->folder);
    buffer_adds(out, m->driver_count ? ":\n" : ": none\n");
    for (size_t i = 0; i < m->driver_count; ++i) {
        const machine_driver *d = &m->drivers[i];
        buffer_adds(out, "  ");
        add_shown(out, d->file);
        buffer_adds(out, ": ");
        add_shown(out, d->library);
        buffer_adds(out, d->problem ? ": " : ", loads");
        if (d->problem) add_shown(out, d->problem);
        buffer_addc(out, '\n');
    }
    buffer_adds(out, m->file_count ? "Device files of GPUs:\n" : "Device files of GPUs: none\n");
    for (size_t i = 0; i < m->file_count; ++i) {
        const machine_file *f = &m->files[i];
        buffer_addf(out, "  %s: ", f->path);
        buffer_adds(out, f->usable ? "may be used" : "may not be read and written by this user");
        if (!f->usable && *f->group) {
            buffer_adds(out, "; it belongs to the group '");
            add_shown(out, f->group);
            buffer_addc(out, '\'');
        }
        buffer_addc(out, '\n');
    }
    for (size_t i = 0; i < m->variable_count; ++i) {
        buffer_adds(out, i ? "  " : "Variables:\n  ");
        add_shown(out, m->variables[i].name);
        buffer_addc(out, '=');
        add_shown(out, m->variables[i].value);
        buffer_addc(out, '\n');
    }
}

static void add_time(buffer *out, double seconds)
{
    if (seconds < 1e-3) buffer_addf(out, "%.1f us", seconds * 1e6);
    else if (seconds < 1) buffer_addf(out, "%.1f ms", seconds * 1e3);
    else buffer_addf(out, "%.1f s", seconds);
}

static void add_device(const clb_device_info *d, const device_test *t, size_t number, buffer *out)
{
    buffer_addf(out, "  #%zu ", number);
    add_shown(out, d->name);
    buffer_addf(out, " (%s%s, ", is_native(d) ? "native " : "", type_name(d->type));
    if (!is_native(d)) {
        add_shown(out, d->platform);
        buffer_adds(out, ", ");
        add_shown(out, d->version);
        buffer_adds(out, ", driver ");
        add_shown(out, d->driver);
        buffer_adds(out, ", ");
    }
    buffer_addf(out, "%" PRIu32 " compute units, %" PRIu64 " MiB)\n     has ", d->compute_units, d->memory_size >> 20);
    add_features(out, d->features);
    if (d->emulates_fp64) buffer_adds(out, "; fp64 is emulated");
    if (d->sub_group_size) buffer_addf(out, "; sub-groups of %" PRIu32, d->sub_group_size);
    if (d->local_is_global) buffer_adds(out, "; local memory is global memory");
    buffer_addc(out, '\n');
    if (d->rejected) {
        buffer_adds(out, "     cannot be used: ");
        add_shown(out, d->reason);
        buffer_addc(out, '\n');
    } else if (t->done && t->problem) {
        buffer_adds(out, "     test launch failed: ");
        add_shown(out, t->problem);
        buffer_addc(out, '\n');
    } else if (t->done) {
        buffer_adds(out, "     test launch: opened in ");
        add_time(out, t->open_seconds);
        buffer_adds(out, ", first call ");
        add_time(out, t->first_seconds);
        buffer_adds(out, ", second call ");
        add_time(out, t->second_seconds);
        buffer_addc(out, '\n');
    }
    const clb_known *known;
    for (size_t i = 0; (known = clb_device_known(d, i)) != NULL; ++i)
        buffer_addf(out, "     %s: %s%s%s [%s]\n", clb_known_topic_name(known->topic), known->note,
                    *known->handled ? "; here " : "", known->handled, known->source);
}

static void add_choice(const report *r, buffer *out)
{
    const clb_device_info *choice = report_choice(r);
    if (r->bundle) {
        const report_bundle *b = r->bundle;
        buffer_adds(out, "Bundle '");
        add_shown(out, b->wanted.name);
        buffer_adds(out, "' needs ");
        add_features(out, b->wanted.needs);
        buffer_addf(out, "; native code for %zu of %zu kernels", b->native_count, b->kernel_count);
        if (b->native_count && b->first_without) {
            buffer_adds(out, ", not for '");
            add_shown(out, b->first_without);
            buffer_addc(out, '\'');
        }
        buffer_addc(out, '\n');
        if (b->abi != CLB_ABI)
            buffer_addf(out,
                        "  It has layout %ld; this clbundle's runtime reads layout %d: generate it again, or use the "
                        "runtime of its version\n",
                        b->abi, CLB_ABI);
    }
    buffer_adds(out, r->bundle ? "It" : "A bundle without needs, with native code,");
    buffer_adds(out, choice ? " would run on " : " would run on no device\n");
    if (choice) {
        add_shown(out, choice->name);
        buffer_addf(out, " (%s), since %s\n", choice->back_end, reason_of(r));
    }
    for (size_t i = 0; i < r->answer.ranked_count; ++i) {
        const clb_device_info *d = &r->answer.ranked[i];
        if (!d->rejected) continue;
        buffer_adds(out, "  not on ");
        add_shown(out, d->name);
        buffer_addf(out, " (%s): ", d->back_end);
        add_shown(out, d->reason);
        buffer_addc(out, '\n');
    }
}

void report_text(const report *r, buffer *out)
{
    const drivers_answer *s = &r->answer;
    buffer_adds(out, "clbundle " CLBUNDLE_VERSION "\n");
    add_machine(&r->machine, out);
    if (s->problem) {
        buffer_adds(out, "The process that queried the drivers for their devices ");
        add_shown(out, s->problem);
        buffer_addc(out, '\n');
    }
    buffer_adds(out, s->device_count ? "Devices:\n" : "Devices: none\n");
    for (size_t i = 0; i < s->device_count; ++i) add_device(&s->devices[i], &s->tests[i], i, out);
    add_choice(r, out);
}

/* ---- JSON ---- */

static void add_member(buffer *out, const char *name, const char *text)
{
    buffer_addf(out, "\"%s\": ", name);
    if (text) escape_json(out, text);
    else buffer_adds(out, "null");
}

static void json_features(buffer *out, const char *name, uint32_t set)
{
    size_t count = 0;
    buffer_addf(out, "\"%s\": [", name);
    for (size_t i = 0; i < FEATURES; ++i)
        if (set & features[i].bit) buffer_addf(out, "%s\"%s\"", count++ ? ", " : "", features[i].name);
    buffer_addc(out, ']');
}

static void json_machine(const machine *m, buffer *out)
{
    add_member(out, "loader", m->loader);
    buffer_adds(out, ", ");
    add_member(out, "loader_problem", m->loader_problem);
    buffer_adds(out, ",\n  \"drivers\": [");
    for (size_t i = 0; i < m->driver_count; ++i) {
        buffer_adds(out, i ? ",\n    {" : "\n    {");
        add_member(out, "file", m->drivers[i].file);
        buffer_adds(out, ", ");
        add_member(out, "library", m->drivers[i].library);
        buffer_adds(out, ", ");
        add_member(out, "problem", m->drivers[i].problem);
        buffer_addc(out, '}');
    }
    buffer_adds(out, "],\n  \"device_files\": [");
    for (size_t i = 0; i < m->file_count; ++i) {
        buffer_adds(out, i ? ",\n    {" : "\n    {");
        add_member(out, "path", m->files[i].path);
        buffer_addf(out, ", \"usable\": %s, ", m->files[i].usable ? "true" : "false");
        add_member(out, "group", m->files[i].group);
        buffer_addc(out, '}');
    }
    buffer_adds(out, "],\n  \"variables\": {");
    for (size_t i = 0; i < m->variable_count; ++i) {
        buffer_adds(out, i ? ", " : "");
        add_member(out, m->variables[i].name, m->variables[i].value);
    }
    buffer_addc(out, '}');
}

static void json_device(const clb_device_info *d, const device_test *t, buffer *out)
{
    buffer_addc(out, '{');
    add_member(out, "name", d->name);
    buffer_adds(out, ", ");
    add_member(out, "back_end", d->back_end);
    buffer_adds(out, ", ");
    add_member(out, "platform", d->platform);
    buffer_adds(out, ", ");
    add_member(out, "vendor", d->vendor);
    buffer_adds(out, ", ");
    add_member(out, "driver", d->driver);
    buffer_adds(out, ", ");
    add_member(out, "version", d->version);
    buffer_addf(out, ", \"type\": \"%s\", \"compute_units\": %" PRIu32 ", \"memory_size\": %" PRIu64 ", ",
                type_name(d->type), d->compute_units, d->memory_size);
    json_features(out, "features", d->features);
    buffer_adds(out, ", ");
    add_member(out, "rejected", d->rejected ? d->reason : NULL);
    buffer_adds(out, ", ");
    buffer_addf(out, "\"emulates_fp64\": %s, \"sub_group_size\": %" PRIu32 ", \"local_is_global\": %s, \"known\": [",
                d->emulates_fp64 ? "true" : "false", d->sub_group_size, d->local_is_global ? "true" : "false");
    const clb_known *known;
    for (size_t i = 0; (known = clb_device_known(d, i)) != NULL; ++i) {
        buffer_adds(out, i ? ", {" : "{");
        add_member(out, "topic", clb_known_topic_name(known->topic));
        buffer_adds(out, ", ");
        add_member(out, "note", known->note);
        buffer_adds(out, ", ");
        add_member(out, "handled", known->handled);
        buffer_adds(out, ", ");
        add_member(out, "source", known->source);
        buffer_adds(out, ", ");
        add_member(out, "test", known->test);
        buffer_addc(out, '}');
    }
    buffer_addc(out, ']');
    if (t && t->done) {
        buffer_adds(out, ",\n     \"launch\": {");
        add_member(out, "problem", t->problem);
        if (!t->problem)
            buffer_addf(out, ", \"open_seconds\": %.9f, \"first_seconds\": %.9f, \"second_seconds\": %.9f",
                        t->open_seconds, t->first_seconds, t->second_seconds);
        buffer_addc(out, '}');
    }
    buffer_addc(out, '}');
}

void report_json(const report *r, buffer *out)
{
    const drivers_answer *s = &r->answer;
    const clb_device_info *choice = report_choice(r);
    buffer_adds(out, "{\n  \"clbundle\": \"" CLBUNDLE_VERSION "\", ");
    json_machine(&r->machine, out);
    buffer_adds(out, ",\n  ");
    add_member(out, "problem", s->problem);
    buffer_adds(out, ",\n  \"devices\": [");
    for (size_t i = 0; i < s->device_count; ++i) {
        buffer_adds(out, i ? ",\n    " : "\n    ");
        json_device(&s->devices[i], &s->tests[i], out);
    }
    buffer_adds(out, "],\n  \"bundle\": ");
    if (r->bundle) {
        buffer_addc(out, '{');
        add_member(out, "name", r->bundle->wanted.name);
        buffer_addf(out, ", \"abi\": %ld, \"kernels\": %zu, \"native_kernels\": %zu, ", r->bundle->abi,
                    r->bundle->kernel_count, r->bundle->native_count);
        json_features(out, "needs", r->bundle->wanted.needs);
        buffer_addc(out, '}');
    } else {
        buffer_adds(out, "null");
    }
    buffer_adds(out, ",\n  \"choice\": ");
    if (choice) {
        buffer_addc(out, '{');
        add_member(out, "name", choice->name);
        buffer_adds(out, ", ");
        add_member(out, "back_end", choice->back_end);
        buffer_adds(out, ", ");
        add_member(out, "reason", reason_of(r));
        buffer_addc(out, '}');
    } else {
        buffer_adds(out, "null");
    }
    buffer_adds(out, ",\n  \"ranked\": [");
    for (size_t i = 0; i < s->ranked_count; ++i) {
        buffer_adds(out, i ? ",\n    " : "\n    ");
        json_device(&s->ranked[i], NULL, out);
    }
    buffer_adds(out, "]\n}\n");
}
