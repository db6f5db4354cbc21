/* Build tool: the runtime as the one source and the headers that `clbundle bundle --standalone` writes, as C text.
 *
 * usage: pack VERSION OUTPUT DEPFILE --headers FILE... --sources FILE... --opencl FILE... --levels FILE FILE [--texts
 * FILE...] Knows what of the runtime goes where; how sources become one is merge's. */
#include "base/escape.h"
#include "base/output.h"
#include "emit/standalone.h"
#include "standalone/merge.h"

#include "clbundle/data.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEVELS = CLB_NATIVE_LEVELS - 1, FILES = 128 }; /* LEVELS: without the baseline */

typedef struct pack {
    const char *version;
    const char **headers, **sources, **opencl, **levels, **texts;
    size_t header_count, source_count, opencl_count, level_count, text_count;
} pack;

typedef struct packed {
    const char *name;
    buffer text;
} packed;

#define FILE_OF(name, suffix, text) "clbundle" suffix ".c",
#define TEXT_OF(name, suffix, text) text,
static const char *const level_files[] = {CLB_NATIVE_LEVEL_LIST(FILE_OF)};
static const char *const level_sets[] = {CLB_NATIVE_LEVEL_LIST(TEXT_OF)};
#undef FILE_OF
#undef TEXT_OF

static void add_head(const pack *p, buffer *out)
{
    buffer_addf(
        out,
        "/* clbundle.c - the runtime of clbundle %s as one file; written by `clbundle bundle --standalone`: do not\n"
        " * edit.\n"
        " *\n"
        " * Compile it as C11 with the bundle's sources; no flag is needed, and no header of OpenCL. Link with -lm\n"
        " * and -lpthread (and -ldl before glibc 2.34). OpenCL's loader is opened at run time where there is one.\n"
        " *   -DCLB_NO_OPENCL   leaves OpenCL out: native code only\n"
        " *   -DCLB_NO_NATIVE   leaves the native code of all bundles out (in the bundles' files, too)\n"
        " *   -DCLB_QUICK_BUILD  makes gcc optimise all but the conversions of arrays with -O1: a fifth of its time "
        "less\n"
        " * clbundle_v3.c and clbundle_v4.c are this file once more, for processors that convert arrays faster; they\n"
        " * may be left out. Every linked name ends in a hash of this text: two copies of one version in a program\n"
        " * are one (ELF), and copies of two versions do not meet.\n"
        " *\n"
        " * SPDX-License-Identifier: MIT */\n",
        p->version);
}

/* Functions and objects that the linker sees, each once. */
static void add_linked(arena *a, map *known, const scan *names, const char ***list, size_t *count, size_t *capacity)
{
    for (size_t i = 0; i < names->count; ++i) {
        const scan_name *n = &names->names[i];
        if (n->kind != SCAN_LINKED || strncmp(n->name, "clb", 3) != 0) continue;
        void **slot = map_ats(known, n->name);
        if (*slot) continue;
        *slot = known;
        *list = arena_reserve(a, *list, *count, capacity, sizeof **list);
        (*list)[(*count)++] = n->name;
    }
}

static void add_renames(const char *const *names, size_t count, uint32_t hash, buffer *out)
{
    for (size_t i = 0; i < count; ++i) buffer_addf(out, "#define %s %s_%08" PRIx32 "\n", names[i], names[i], hash);
}

static void write_rows(const packed *files, size_t count, buffer *out)
{
    buffer_adds(out, "/* Made by pack.c. */\n#include \"emit/standalone.h\"\n\n");
    for (size_t f = 0; f < count; ++f) {
        buffer_addf(out, "static const char text_%zu[][STANDALONE_ROW + 1] = {\n", f);
        for (size_t at = 0; at < files[f].text.length; at += STANDALONE_ROW) {
            const size_t rest = files[f].text.length - at;
            buffer_adds(out, "    ");
            escape_string(out, files[f].text.text + at, rest < STANDALONE_ROW ? rest : STANDALONE_ROW);
            buffer_adds(out, ",\n");
        }
        buffer_adds(out, "};\n");
    }
    buffer_adds(out, "\nconst standalone_file standalone_files[] = {\n");
    for (size_t f = 0; f < count; ++f)
        buffer_addf(out, "    {\"%s\", text_%zu, %zu},\n", files[f].name, f, files[f].text.length);
    buffer_addf(out, "};\nconst size_t standalone_file_count = %zu;\n", count);
}

/* Behind the line that defines the include guard. */
static size_t behind_guard(const source *s)
{
    const char *guard = strstr(s->text, "\n#define ");
    return guard ? (size_t)(strchr(guard + 1, '\n') + 1 - s->text) : 0;
}

/* The packed runtime while it is put together. */
typedef struct assembly {
    merge *m;
    const pack *pack;
    packed *files;
    size_t *count;                    /* of the files */
    size_t first_opencl, first_level; /* numbers of units */
    map known;
    const char **publics, **internals; /* names that the linker sees */
    size_t public_count, public_capacity, internal_count, internal_capacity;
    buffer body;     /* clbundle.c without its head */
    size_t names_at; /* in the body: behind it, names are replaced */
    uint64_t hash;   /* FNV-1a of all text */
} assembly;

/* Each function returns NULL, or why there is nothing. */
static const char *read_inputs(assembly *s)
{
    const pack *p = s->pack;
    merge *m = s->m;
    const char *why = NULL;
    for (size_t i = 0; i < p->source_count; ++i) (void)merge_add(m, p->sources[i], false);
    s->first_opencl = m->unit_count;
    for (size_t i = 0; i < p->opencl_count; ++i) (void)merge_add(m, p->opencl[i], false);
    s->first_level = m->unit_count;
    for (size_t i = 0; i < p->level_count; ++i) (void)merge_add(m, p->levels[i], true);
    if (m->failed) return m->failed;
    merge_settle(m);
    for (size_t i = 0; i < p->header_count; ++i)
        if (!source_read(m->sources, p->headers[i], merge_included(p->headers[i]), &why)) return why;
    for (size_t i = 0; i < p->text_count; ++i)
        if (!source_read(m->sources, p->texts[i], p->texts[i], &why)) return why;
    return NULL;
}

static const char *add_depfile(const source_set *sources, const char *output, buffer *depfile)
{
    (void)escape_make(depfile, output);
    buffer_addc(depfile, ':');
    for (size_t i = 0; i < sources->count; ++i) {
        buffer_addc(depfile, ' ');
        if (escape_make(depfile, sources->items[i]->path)) return "a path that no depfile can name";
    }
    buffer_addc(depfile, '\n');
    return NULL;
}

/* The headers as files of their own, and includes of the public ones in the body. */
static const char *add_headers(assembly *s)
{
    const pack *p = s->pack;
    const char *why = NULL;
    for (size_t i = 0; i < p->header_count; ++i) {
        const char *name = merge_included(p->headers[i]);
        const source *header = source_read(s->m->sources, p->headers[i], name, &why);
        if (!header) return why;
        if (*s->count == FILES) return "too many headers";
        s->files[(*s->count)++].name = name;
        buffer_add(&s->files[*s->count - 1].text, header->text, header->length);
        s->hash = (s->hash ^ map_hash(header->text, header->length)) * UINT64_C(0x100000001b3);
        if (strncmp(name, "clbundle/", 9) != 0 || strncmp(name, "clbundle/native/", 16) == 0) continue;
        const scan names = scan_file_scope(s->m->arena, s->m->lex, header);
        add_linked(s->m->arena, &s->known, &names, &s->publics, &s->public_count, &s->public_capacity);
        buffer_addf(&s->body, "#include \"%s\"\n", name);
    }
    return NULL;
}

static void add_body(assembly *s)
{
    merge *m = s->m;
    buffer *body = &s->body;
    const scan prelude = merge_scan(m, "prelude", m->prelude.text, m->prelude.length);
    add_linked(m->arena, &s->known, &prelude, &s->internals, &s->internal_count, &s->internal_capacity);
    s->names_at = body->length;
    buffer_add(body, m->prelude.text, m->prelude.length);
    buffer_adds(body, "\n/* Without weak references the files of the levels could not be left out. */\n"
                      "#if !defined(__ELF__)\n#undef CLBI_ARRAY_LEVELS\n#endif\n\n#if !defined(CLB_RUNTIME_PART)\n");
    for (size_t i = 0; i < s->first_opencl; ++i) merge_print(m, i, body);
    buffer_adds(body, "\n#if defined(CLBI_HAVE_OPENCL)\n");
    for (size_t i = s->first_opencl; i < s->first_level; ++i) merge_print(m, i, body);
    buffer_adds(body, "\n#endif /* CLBI_HAVE_OPENCL */\n");
    for (size_t i = s->first_level; i < m->unit_count; ++i) {
        buffer_addf(body, "\n#elif CLB_RUNTIME_PART == %zu\n", i - s->first_level + 1);
        merge_print(m, i, body);
    }
    buffer_adds(body, "\n#endif\n");
    s->hash = (s->hash ^ map_hash(body->text, body->length)) * UINT64_C(0x100000001b3);
}

/* clbundle.c and the files of the levels, behind the headers. They are counted later. */
static const char *add_sources(assembly *s, uint32_t suffix)
{
    packed *c = &s->files[*s->count];
    if (*s->count + 1 + LEVELS > FILES) return "too many files";
    c->name = "clbundle.c";
    add_head(s->pack, &c->text);
    buffer_add(&c->text, s->body.text, s->names_at);
    buffer_addc(&c->text, '\n');
    add_renames(s->internals, s->internal_count, suffix, &c->text);
    buffer_adds(&c->text, "\n#if defined(__ELF__)\n");
    for (size_t i = 0; i < s->public_count; ++i)
        buffer_addf(&c->text, "#pragma weak %s_%08" PRIx32 "\n", s->publics[i], suffix);
    for (size_t i = 0; i < s->internal_count; ++i)
        buffer_addf(&c->text, "#pragma weak %s_%08" PRIx32 "\n", s->internals[i], suffix);
    buffer_adds(&c->text, "#endif\n");
    buffer_add(&c->text, s->body.text + s->names_at, s->body.length - s->names_at);
    for (size_t i = 0; i < LEVELS; ++i) {
        c[1 + i].name = level_files[1 + i];
        buffer_addf(&c[1 + i].text,
                    "/* The conversion of arrays in clbundle.c, for %s. Written by clbundle: do not edit. */\n"
                    "#define CLB_RUNTIME_PART %zu\n#include \"clbundle.c\"\n",
                    level_sets[1 + i], i + 1);
    }
    return NULL;
}

/* Renames the public names in clbundle/data.h, which all headers include. */
static void rename_publics(assembly *s, uint32_t suffix)
{
    const char *why = NULL;
    for (size_t i = 0; i < *s->count; ++i) {
        packed *f = &s->files[i];
        if (strcmp(f->name, "clbundle/data.h") != 0) continue;
        const source *header = source_read(s->m->sources, s->pack->headers[i], f->name, &why);
        const size_t at = behind_guard(header);
        buffer_free(&f->text);
        f->text = (buffer){0};
        buffer_add(&f->text, header->text, at);
        buffer_addf(&f->text, "\n/* Part of a standalone copy of clbundle %s: its names are its own. */\n",
                    s->pack->version);
        add_renames(s->publics, s->public_count, suffix, &f->text);
        buffer_add(&f->text, header->text + at, header->length - at);
    }
}

/* Texts that are written unchanged, under the name of their folder and their own. */
static const char *add_texts(assembly *s)
{
    const pack *p = s->pack;
    arena *a = s->m->arena;
    const char *why = NULL;
    for (size_t i = 0; i < p->text_count; ++i) {
        const source *text = source_read(s->m->sources, p->texts[i], p->texts[i], &why);
        if (!text) return why;
        if (*s->count == FILES) return "too many texts";
        packed *f = &s->files[(*s->count)++];
        f->name = arena_printf(a, "%s/%s", path_base(path_directory(a, p->texts[i])), path_base(p->texts[i]));
        buffer_add(&f->text, text->text, text->length);
    }
    return NULL;
}

static const char *make_with(merge *m, const pack *p, const char *output, packed *files, size_t *count, buffer *depfile)
{
    assembly s = {.m = m,
                  .pack = p,
                  .files = files,
                  .count = count,
                  .known = {.arena = m->arena},
                  .hash = UINT64_C(0xcbf29ce484222325)};
    const char *why = read_inputs(&s);
    if (!why) why = add_depfile(m->sources, output, depfile);
    buffer_adds(&s.body,
                "#if defined(__linux__) && !defined(_GNU_SOURCE)\n#define _GNU_SOURCE\n"
                "#elif defined(_WIN32)\n#undef __USE_MINGW_ANSI_STDIO\n#define __USE_MINGW_ANSI_STDIO 1 /* %zu */\n"
                "#elif !defined(_POSIX_C_SOURCE)\n#define _POSIX_C_SOURCE 200809L\n#endif\n\n"
                "#if !defined(CLB_NO_OPENCL)\n#define CLBI_HAVE_OPENCL\n#endif\n\n");
    if (!why) why = add_headers(&s);
    if (!why) {
        add_body(&s);
        const uint32_t suffix = (uint32_t)(s.hash ^ s.hash >> 32);
        why = add_sources(&s, suffix);
        if (!why) rename_publics(&s, suffix);
    }
    if (!why) {
        *count += 1 + LEVELS;
        why = add_texts(&s);
    }
    buffer_free(&s.body);
    return why;
}

static const char *make(arena *a, const pack *p, const char *output, packed *files, size_t *count, buffer *depfile)
{
    source_set set = {.arena = a, .by_path = {.arena = a}}, texts = set;
    lex_cache lex;
    lex_cache_start(&lex, a);
    merge m = {.arena = a,
               .sources = &set,
               .texts = &texts,
               .lex = &lex,
               .root = path_directory(a, path_directory(a, p->sources[0])),
               .publics = p->headers,
               .public_count = p->header_count,
               .taken = {.arena = a}};
    const char *why = make_with(&m, p, output, files, count, depfile);
    merge_free(&m);
    return why;
}

int main(int argc, char **argv)
{
    arena a = {0};
    pack p = {0};
    packed files[FILES] = {0};
    size_t count = 0;
    if (argc < 4) {
        fputs("usage: pack VERSION OUTPUT DEPFILE --headers FILE... --sources FILE... --opencl FILE... "
              "--levels FILE FILE [--texts FILE...]\n",
              stderr);
        return 2;
    }
    p.version = argv[1];
    const struct {
        const char *option;
        const char ***list;
        size_t *count;
    } lists[] = {{"--headers", &p.headers, &p.header_count},
                 {"--sources", &p.sources, &p.source_count},
                 {"--opencl", &p.opencl, &p.opencl_count},
                 {"--levels", &p.levels, &p.level_count},
                 {"--texts", &p.texts, &p.text_count}};
    size_t into = 0;
    for (size_t k = 0; k < sizeof lists / sizeof *lists; ++k)
        *lists[k].list = arena_array(&a, (size_t)argc, sizeof(char *));
    for (int i = 4; i < argc; ++i) {
        size_t k = 0;
        while (k < sizeof lists / sizeof *lists && strcmp(argv[i], lists[k].option) != 0) ++k;
        if (k < sizeof lists / sizeof *lists) into = k;
        else (*lists[into].list)[(*lists[into].count)++] = argv[i];
    }
    const char *why = NULL;
    buffer out = {0}, depfile = {0};
    if (p.level_count != LEVELS || !p.header_count || !p.source_count)
        why = "headers, sources and the files of all levels but the baseline are expected";
    else why = make(&a, &p, argv[2], files, &count, &depfile);
    if (!why) {
        write_rows(files, count, &out);
        (void)(output_write(&a, argv[2], out.text, out.length, NULL, &why) &&
               output_write(&a, argv[3], depfile.text, depfile.length, NULL, &why));
    }
    if (why) fprintf(stderr, "pack: %s\n", why);
    buffer_free(&out);
    buffer_free(&depfile);
    for (size_t i = 0; i < FILES; ++i) buffer_free(&files[i].text);
    arena_free(&a);
    return why ? 1 : 0;
}
