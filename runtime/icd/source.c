/* Finds the native form of a program in a catalogue that is linked in. If it is in none, and the application runs under
 * `clbundle run`, translates it. Knows catalogues, the translator and records; must not know OpenCL's objects.
 *
 * SPDX-License-Identifier: MIT */
#include "icd/source.h"

#include "core/bundle.h"
#include "icd/archive.h"
#include "icd/catalogue.h"
#include "icd/record.h"
#include "icd/translate.h"

#include <stdlib.h>
#include <string.h>

/* ---- Binaries ------------------------------------------------------------------------------------------------------
 */

static void free_binary(clbi_icd_binary *binary)
{
    clbi_icd_record_close(binary->record);
    free(binary->archive);
    free(binary);
}

/* `units` NULL: a catalogue has the program, so that its archive needs only the key. */
static cl_int make_binary(const clb_bundle *bundle, const clbi_icd_key *key, const clbi_icd_units *units,
                          clbi_icd_binary **binary)
{
    if (clbi_bundle_check(bundle, "clBuildProgram", NULL) != CLB_OK || !bundle->native) return CL_BUILD_PROGRAM_FAILURE;
    clbi_icd_binary *made = calloc(1, sizeof *made);
    if (!made) return CL_OUT_OF_HOST_MEMORY;
    *made = (clbi_icd_binary){.bundle = bundle, .key = {key->words[0], key->words[1]}, .free = free_binary};
    atomic_init(&made->references, 1);
    made->archive = clbi_icd_archive_write(key, units, &made->archive_size);
    if (!made->archive) {
        free_binary(made);
        return CL_OUT_OF_HOST_MEMORY;
    }
    *binary = made;
    return CL_SUCCESS;
}

/* Adds a span of a bundle as a JSON string. */
static void add_span(clbi_icd_words *out, const clb_bundle *bundle, clb_span span)
{
    char *text = clbi_text_dup(bundle, span);
    clbi_icd_words_add_string(out, text ? text : "");
    out->failed = out->failed || !text;
    free(text);
}

static void add_kernels(clbi_icd_words *out, const clb_bundle *bundle)
{
    clbi_icd_words_add(out, "[", 1);
    for (uint32_t k = 0; k < bundle->kernel_count; k++) {
        const clb_kernel_data *kernel = &bundle->kernels[k];
        clbi_icd_words_addf(out, "%s{\"name\": ", k ? ",\n" : "");
        add_span(out, bundle, kernel->name);
        clbi_icd_words_addf(out, ", \"arguments\": [");
        for (uint32_t i = 0; i < kernel->argument_count; i++) {
            const clb_argument_data *argument = &bundle->arguments[kernel->first_argument + i];
            clbi_icd_words_addf(out, "%s{\"name\": ", i ? ", " : "");
            add_span(out, bundle, argument->name);
            clbi_icd_words_addf(out, ", \"type\": ");
            add_span(out, bundle, argument->type);
            clbi_icd_words_add(out, "}", 1);
        }
        clbi_icd_words_addf(out, "]}");
    }
    clbi_icd_words_addf(out, "]\n");
}

/* NULL: there is no memory, or a file cannot be written. Then nothing is recorded. */
static clbi_icd_record *open_record(const char *folder, const clb_bundle *bundle, const uint64_t key[2])
{
    clbi_icd_words kernels = {0};
    add_kernels(&kernels, bundle);
    clbi_icd_record *record = clbi_icd_record_open(folder, &kernels, key);
    free(kernels.text);
    return record;
}

bool clbi_icd_is_checked(void)
{
    clbi_icd_run run;
    if (clbi_icd_catalogue_is_checked()) return true;
    if (!clbi_icd_run_read(&run)) return false;
    const bool checked = run.checked;
    clbi_icd_run_free(&run);
    return checked;
}

/* Makes a binary by the translator of `run`. */
static cl_int translate(const clbi_icd_run *run, const clbi_icd_units *units, clbi_icd_binary **binary, char **log)
{
    const clb_icd_program *program = NULL;
    clbi_icd_key key;
    if (!clbi_icd_key_program(units, &key)) return CL_OUT_OF_HOST_MEMORY;
    cl_int code = clbi_icd_translate(run, units, key.words, &program, log);
    if (code == CL_SUCCESS) code = make_binary(program->bundle, &key, units, binary);
    if (code == CL_SUCCESS && run->captures) (*binary)->record = open_record(run->folder, program->bundle, key.words);
    return code;
}

cl_int clbi_icd_binary_make(const clbi_icd_units *units, clbi_icd_binary **binary, char **log)
{
    const clb_icd_program *found;
    clbi_icd_run run;
    clbi_icd_key key;
    *binary = NULL;
    *log = NULL;
    if (!clbi_icd_catalogue_find(units, &found)) return CL_OUT_OF_HOST_MEMORY;
    if (found)
        return clbi_icd_catalogue_key(found, &key) ? make_binary(found->bundle, &key, NULL, binary)
                                                   : CL_OUT_OF_HOST_MEMORY;
    cl_int code = clbi_icd_options_check(units->link_options, log);
    for (size_t i = 0; i < units->count && code == CL_SUCCESS; i++)
        code = clbi_icd_options_check(units->list[i].options, log);
    if (code != CL_SUCCESS) return code;
    if (!clbi_icd_run_read(&run)) {
        *log = clbi_icd_catalogue_miss(units->list, units->count);
        return CL_BUILD_PROGRAM_FAILURE;
    }
    code = translate(&run, units, binary, log);
    clbi_icd_run_free(&run);
    return code;
}

cl_int clbi_icd_unit_check(const clbi_icd_source *unit, char **log)
{
    clbi_icd_run run;
    bool found;
    *log = NULL;
    if (!clbi_icd_catalogue_has_unit(unit, &found)) return CL_OUT_OF_HOST_MEMORY;
    if (found) return CL_SUCCESS;
    cl_int code = clbi_icd_options_check(unit->options, log);
    if (code != CL_SUCCESS) return code == CL_INVALID_BUILD_OPTIONS ? CL_INVALID_COMPILER_OPTIONS : code;
    if (!clbi_icd_run_read(&run)) {
        *log = clbi_icd_catalogue_miss(unit, 1);
        return CL_COMPILE_PROGRAM_FAILURE;
    }
    code = clbi_icd_translate_check(&run, unit, log);
    clbi_icd_run_free(&run);
    return code;
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
    clbi_icd_run run;
    const char *claimed = getenv("CLBUNDLE_COMPILER_AVAILABLE");
    if (claimed && strcmp(claimed, "1") == 0) return true;
    if (!clbi_icd_run_read(&run)) return false;
    clbi_icd_run_free(&run);
    return true;
}

uint32_t clbi_icd_compute_units(void)
{
    clbi_icd_run run;
    if (!clbi_icd_run_read(&run)) return 0;
    const uint32_t units = run.units;
    clbi_icd_run_free(&run);
    return units;
}

/* ---- Built-in kernels ----------------------------------------------------------------------------------------------
 */

char *clbi_icd_built_in_names(void)
{
    return clbi_icd_catalogue_kernels();
}

cl_int clbi_icd_built_in_find(const char *name, size_t length, clbi_icd_binary **binary, uint32_t *kernel)
{
    const clb_icd_program *program;
    clbi_icd_key key;
    *binary = NULL;
    if (!clbi_icd_catalogue_find_kernel(name, length, &program, kernel)) return CL_OUT_OF_HOST_MEMORY;
    if (!program) return CL_INVALID_VALUE;
    if (!clbi_icd_catalogue_key(program, &key)) return CL_OUT_OF_HOST_MEMORY;
    return make_binary(program->bundle, &key, NULL, binary);
}

/* ---- Binaries of the application ------------------------------------------------------------------------------------
 */

static cl_int find_archived(const clbi_icd_archive *archive, clbi_icd_binary **binary)
{
    const clb_icd_program *found;
    clbi_icd_run run;
    char *log = NULL;
    if (!clbi_icd_catalogue_find_key(&archive->key, &found)) return CL_OUT_OF_HOST_MEMORY;
    if (found) return make_binary(found->bundle, &archive->key, NULL, binary);
    if (!archive->units || !clbi_icd_run_read(&run)) return CL_INVALID_BINARY;
    const clbi_icd_units units = {archive->units, archive->count, archive->link_options};
    const cl_int code = translate(&run, &units, binary, &log);
    free(log);
    clbi_icd_run_free(&run);
    return code;
}

cl_int clbi_icd_binary_read(const unsigned char *bytes, size_t size, clbi_icd_binary **binary)
{
    clbi_icd_archive archive;
    *binary = NULL;
    cl_int code = clbi_icd_archive_read(bytes, size, &archive);
    if (code != CL_SUCCESS) return code;
    code = find_archived(&archive, binary);
    clbi_icd_archive_free(&archive);
    return code == CL_BUILD_PROGRAM_FAILURE ? CL_INVALID_BINARY : code;
}

/* ---- Recording -----------------------------------------------------------------------------------------------------
 */

void clbi_icd_record_launch(const clbi_icd_binary *binary, uint32_t kernel, const clbi_icd_range *range,
                            const clbi_icd_recorded *arguments)
{
    if (!binary->record) return;
    const clb_kernel_data *data = &binary->bundle->kernels[kernel];
    char *name = clbi_text_dup(binary->bundle, data->name);
    const clbi_icd_launch launch = {name, *range, arguments, data->argument_count};
    if (name) clbi_icd_record_add(binary->record, &launch);
    free(name);
}
