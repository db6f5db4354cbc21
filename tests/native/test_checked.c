/* Runs faulty kernels natively in checked code, and compares what it finds with what their sources say. A line that
 * ends in `// finds KIND ARRAY ID` is one where this must be found, with ID the global id along x of the first
 * work-item of which it is told (`-`: no name); `;` stands between several, and `in KERNEL` behind one in a function.
 * Kernels without such lines must run silently, and nothing else may be found in the others. usage: test_checked
 * [threads] FILE.cl...; threads: several run the groups, so that any work-item may be told of.
 *
 * SPDX-License-Identifier: MIT */
#include <clbundle/core.h>
#include <clbundle/image.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef CHECKED_BUNDLE
#define CHECKED_BUNDLE checked_bundle
#endif
extern const clb_bundle CHECKED_BUNDLE;

enum { ITEMS = 64, GROUP = 16, MOST = 512, NAME = 64 };

typedef struct finding {
    char kernel[NAME], kind[NAME], array[NAME], file[NAME];
    unsigned line, id;
    bool seen;
} finding;

/* What the sources say, and what was found in the present launch. */
typedef struct lists {
    finding expected[MOST], found[MOST];
    size_t expected_count, found_count;
} lists;

static const char *const kinds[] = {"outside", "null",     "misaligned", "unwritten", "race",
                                    "barrier", "division", "shift",      "format"};

/* ---- sources ---- */

static bool add_expected(lists *l, const char *text, const char *kernel, const char *file, unsigned line)
{
    finding *f = &l->expected[l->expected_count];
    char of[NAME] = "";
    if (l->expected_count == MOST) return false;
    *f = (finding){.line = line};
    const int fields = sscanf(text, "finds %63s %63s %u in %63[^; \n]", f->kind, f->array, &f->id, of);
    if (fields < 3) return false;
    (void)snprintf(f->kernel, NAME, "%s", *of ? of : kernel);
    (void)snprintf(f->file, NAME, "%s", file);
    l->expected_count++;
    return true;
}

static bool read_source(lists *l, const char *path)
{
    char text[1024], kernel[NAME] = "";
    const char *slash = strrchr(path, '/'), *file = slash ? slash + 1 : path;
    FILE *from = fopen(path, "r");
    bool fine = from != NULL;
    for (unsigned line = 1; fine && fgets(text, sizeof text, from); ++line) {
        (void)sscanf(text, "__kernel void %63[^(]", kernel);
        const char *at = strstr(text, "// finds ");
        for (at = at ? at + 3 : NULL; fine && at; at = strstr(at, "; finds ") ? strstr(at, "; finds ") + 2 : NULL)
            fine = add_expected(l, at, kernel, file, line);
    }
    if (!fine) fprintf(stderr, "%s: cannot be read\n", path);
    if (from) fclose(from);
    return fine;
}

/* ---- launches ---- */

static void told(void *cookie, const clb_finding *f)
{
    lists *l = cookie;
    if (l->found_count == MOST) return;
    finding *to = &l->found[l->found_count++];
    *to = (finding){.line = f->line, .id = (unsigned)f->global_id[0]};
    (void)snprintf(to->kernel, NAME, "%s", f->kernel);
    /* Of a block that is enqueued, by the name of the kernel that does so. */
    char *const block = strstr(to->kernel, "_block");
    if (block && block[strlen("_block")] == '\0') *block = '\0';
    /* A block of an image beyond an edge is a warning, as a shift is. */
    const bool at_edge = f->is_warning && f->kind == CLB_FINDING_OUTSIDE;
    (void)snprintf(to->kind, NAME, "%s", at_edge ? "edge" : kinds[f->kind]);
    (void)snprintf(to->array, NAME, "%s", *f->array ? f->array : "-");
    (void)snprintf(to->file, NAME, "%s", f->file);
    if (f->is_warning != (at_edge || f->kind == CLB_FINDING_SHIFT) || !strstr(f->message, f->kernel)) to->line = 0;
}

/* `is_written`: the output holds numbers before the launch. */
static clb_status launch(clb_device *device, uint32_t kernel, bool is_written, clb_error *error)
{
    int x[ITEMS], n = ITEMS;
    clb_buffer *in = NULL, *out = NULL;
    const clb_launch range = {.dimensions = 1, .global = {ITEMS}, .local = {GROUP}};
    for (int i = 0; i < ITEMS; i++) x[i] = i % 8;
    clb_status status = clb_buffer_create(device, sizeof x, x, &in, error);
    if (status == CLB_OK) status = clb_buffer_create(device, sizeof x, is_written ? x : NULL, &out, error);
    const clb_argument arguments[] = {
        {.buffer = in}, {.buffer = out}, {.size = GROUP * sizeof(int)}, {.value = &n, .size = sizeof n}};
    if (status == CLB_OK)
        status = clb_kernel_launch(device, &CHECKED_BUNDLE, kernel, &range, arguments, 4, NULL, error);
    clb_buffer_release(&in);
    clb_buffer_release(&out);
    return status;
}

/* The images of image.cl. */
static clb_status launch_images(clb_device *device, uint32_t kernel, clb_error *error)
{
    enum { WIDTH = 8, HEIGHT = 4 };
    static float floats[WIDTH * HEIGHT];
    static unsigned char bytes[WIDTH * HEIGHT];
    const clb_launch range = {.dimensions = 1, .global = {ITEMS}, .local = {GROUP}};
    const clb_image_params params[] = {
        {.kind = CLB_IMAGE_2D,
         .order = CLB_ORDER_R,
         .type = CLB_CHANNEL_FLOAT,
         .width = WIDTH,
         .height = HEIGHT,
         .host = floats},
        {.kind = CLB_IMAGE_2D,
         .order = CLB_ORDER_R,
         .type = CLB_CHANNEL_UNSIGNED_INT8,
         .width = WIDTH,
         .height = HEIGHT,
         .host = bytes},
        {.kind = CLB_IMAGE_2D, .order = CLB_ORDER_R, .type = CLB_CHANNEL_FLOAT, .width = WIDTH, .height = HEIGHT},
        {.kind = CLB_IMAGE_1D_ARRAY,
         .order = CLB_ORDER_R,
         .type = CLB_CHANNEL_FLOAT,
         .width = WIDTH,
         .layers = 2,
         .host = floats}};
    clb_image *images[4] = {NULL};
    clb_argument arguments[4] = {{0}};
    clb_status status = CLB_OK;
    for (int i = 0; i < 4 && status == CLB_OK; i++) {
        status = clb_image_create(device, &params[i], &images[i], error);
        arguments[i].value = images[i];
    }
    if (status == CLB_OK)
        status = clb_kernel_launch(device, &CHECKED_BUNDLE, kernel, &range, arguments, 4, NULL, error);
    for (int i = 0; i < 4; i++) clb_image_release(&images[i]);
    return status;
}

static bool takes_images(uint32_t kernel)
{
    return CHECKED_BUNDLE.arguments[CHECKED_BUNDLE.kernels[kernel].first_argument].kind == CLB_ARGUMENT_IMAGE;
}

static bool is_same(const finding *x, const finding *y, bool threads)
{
    return strcmp(x->kernel, y->kernel) == 0 && strcmp(x->kind, y->kind) == 0 && strcmp(x->array, y->array) == 0 &&
           strcmp(x->file, y->file) == 0 && x->line == y->line && (threads || x->id == y->id);
}

/* How many findings are missing, or too many. */
static unsigned compare(lists *l, const char *kernel, bool threads, unsigned *right)
{
    unsigned wrong = 0;
    for (size_t i = 0; i < l->found_count; i++) {
        finding *f = &l->found[i], *e = NULL;
        for (size_t k = 0; k < l->expected_count && !e; k++)
            if (!l->expected[k].seen && is_same(&l->expected[k], f, threads)) e = &l->expected[k];
        if (e) e->seen = true;
        *right += e != NULL;
        if (e || ++wrong > 8) continue;
        fprintf(stderr, "%s:%u: kernel %s: found %s of '%s' by %u\n", f->file, f->line, f->kernel, f->kind, f->array,
                f->id);
    }
    for (size_t k = 0; k < l->expected_count; k++) {
        const finding *e = &l->expected[k];
        if (e->seen || strcmp(e->kernel, kernel) != 0) continue;
        fprintf(stderr, "%s:%u: kernel %s: not found: %s of '%s' by %u\n", e->file, e->line, kernel, e->kind, e->array,
                e->id);
        wrong++;
    }
    return wrong;
}

/* Whether the launch's status is that of its findings. */
static bool is_status(const lists *l, clb_status status, const clb_error *error)
{
    bool faulty = false;
    for (size_t i = 0; i < l->found_count; i++)
        faulty |= strcmp(l->found[i].kind, "shift") != 0 && strcmp(l->found[i].kind, "edge") != 0;
    if (!faulty) return status == CLB_OK;
    return status == CLB_ERROR_KERNEL && strstr(error->message, "kernel '") != NULL;
}

static const char *name_of(uint32_t kernel, char name[NAME])
{
    const clb_span s = CHECKED_BUNDLE.kernels[kernel].name;
    for (size_t i = 0; i < NAME; i++) {
        const size_t at = s.offset + i;
        name[i] = i < s.length && i + 1 < NAME ? CHECKED_BUNDLE.text[at / CLB_TEXT_ROW][at % CLB_TEXT_ROW] : '\0';
    }
    return name;
}

int main(int argc, char **argv)
{
    static lists l;
    clb_error error = {0};
    clb_device *device = NULL;
    const bool threads = argc > 1 && strcmp(argv[1], "threads") == 0;
    unsigned wrong = 0, right = 0;
    char name[NAME];
    for (int i = threads ? 2 : 1; i < argc; i++)
        if (!read_source(&l, argv[i])) return 1;
    if (clb_device_open(&(clb_device_params){.bundle = &CHECKED_BUNDLE,
                                             .checked = true,
                                             .threads = threads ? 4 : 1,
                                             .finding = told,
                                             .finding_cookie = &l},
                        &device, &error)) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    for (uint32_t k = 0; k < CHECKED_BUNDLE.kernel_count; k++) {
        l.found_count = 0;
        const bool is_proved = strncmp(name_of(k, name), "proved_", 7) == 0;
        const clb_status status =
            takes_images(k) ? launch_images(device, k, &error) : launch(device, k, is_proved, &error);
        wrong += compare(&l, name_of(k, name), threads, &right);
        if (!is_status(&l, status, &error)) {
            fprintf(stderr, "kernel %s: status %s: %s\n", name, clb_status_name(status), error.message);
            wrong++;
        }
        clb_error_clear(&error);
    }
    clb_device_close(&device);
    printf("%u kernels, %u findings as stated, %u wrong\n", (unsigned)CHECKED_BUNDLE.kernel_count, right, wrong);
    return wrong != 0 || right == 0;
}
