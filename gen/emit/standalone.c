/* SPDX-License-Identifier: MIT */
#include "emit/standalone.h"

#include <string.h>

bool standalone_is_runtime(const standalone_file *file)
{
    return strncmp(file->name, "clbundle", 8) == 0;
}

const standalone_file *standalone_find(const char *name)
{
    for (size_t i = 0; i < standalone_file_count; ++i)
        if (strcmp(standalone_files[i].name, name) == 0) return &standalone_files[i];
    return NULL;
}

bool standalone_is_native(const standalone_file *file)
{
    return strncmp(file->name, "clbundle/native/", 16) == 0 || strncmp(file->name, "clbundle_native", 15) == 0;
}

bool standalone_is_level(const standalone_file *file)
{
    return strncmp(file->name, "clbundle_v", 10) == 0;
}

void standalone_add(const standalone_file *file, buffer *out)
{
    for (size_t at = 0; at < file->length; at += STANDALONE_ROW) {
        const size_t rest = file->length - at;
        buffer_add(out, file->rows[at / STANDALONE_ROW], rest < STANDALONE_ROW ? rest : STANDALONE_ROW);
    }
}
