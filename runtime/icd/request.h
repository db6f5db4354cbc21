/* Writes a program that an application gives as a folder, which `clbundle translate` reads and `clbundle capture`
 * collects; and texts that grow. Knows the form of programs.json; must not know OpenCL's objects, nor how a program is
 * translated.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_ICD_REQUEST_H
#define CLBI_ICD_REQUEST_H

#include "icd/unit.h"

/* A text that grows. Start with {0}. Without memory, `failed` is set and nothing more is added. */
typedef struct clbi_icd_words {
    char *text; /* NULL, or with a NUL at its end; the caller frees it */
    size_t length, capacity;
    bool failed;
} clbi_icd_words;

void clbi_icd_words_add(clbi_icd_words *words, const char *text, size_t length);
void clbi_icd_words_addf(clbi_icd_words *words, const char *format, ...);
/* Adds a string of JSON with its quotes. Bytes above 0x7f stay as they are. */
void clbi_icd_words_add_string(clbi_icd_words *words, const char *text);

/* Writes programs.json and the texts to the folder, which exists and is empty. The program is called `p`; `key`
 * identifies it. Returns 0; or a number of errno.h; or -1 if the program cannot be written as a folder, with the reason
 * in *why. */
int clbi_icd_request_write(const char *folder, const uint64_t key[2], const clbi_icd_units *units, const char **why);

/* The bytes of a file with a NUL behind them, from malloc. NULL: it cannot be read, or there is no memory. */
char *clbi_icd_file_read(const char *path, size_t *length);

/* Removes a folder and all that is in it. Does not follow links. */
void clbi_icd_folder_remove(const char *path);

#endif
