/* The floor that the generator stands on: arena, buffer, map, sources with their positions, paths, folders, messages
 * and output files, each beside a plain model of what it promises.
 *
 * SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700
#include "support.h"

#include "base/format.h"
#include "base/output.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* The same numbers on every machine. */
static unsigned next_random(unsigned *state)
{
    *state = *state * 1103515245u + 12345u;
    return *state >> 16 & 0x7fff;
}

/* ---- memory ---- */

static void pieces_of_an_arena_are_zero_aligned_and_apart(void **state)
{
    enum { COUNT = 600, BLOCK = 64 * 1024 };
    static const size_t large[] = {BLOCK - 16, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK};
    static struct {
        unsigned char *bytes;
        size_t size;
    } pieces[COUNT];
    arena a = {0};
    unsigned random = 1;
    (void)state;
    for (size_t i = 0; i < COUNT; ++i) {
        const size_t size = i % 20 == 7 ? large[i / 20 % 5] : next_random(&random) % 700;
        unsigned char *bytes = arena_alloc(&a, size);
        assert_int_equal((uintptr_t)bytes % _Alignof(max_align_t), 0);
        for (size_t k = 0; k < size; ++k) assert_int_equal(bytes[k], 0);
        memset(bytes, (int)(i % 255 + 1), size);
        pieces[i].bytes = bytes;
        pieces[i].size = size;
    }
    for (size_t i = 0; i < COUNT; ++i)
        for (size_t k = 0; k < pieces[i].size; ++k) assert_int_equal(pieces[i].bytes[k], i % 255 + 1);
    arena_free(&a);
    assert_null(a.last);
    assert_non_null(arena_alloc(&a, 1)); /* used again */
    arena_free(&a);
}

/* A large piece between small ones costs no rest of a block: the small ones stay neighbours. */
static void a_large_piece_leaves_the_current_block_in_use(void **state)
{
    arena a = {0};
    (void)state;
    const char *before = arena_alloc(&a, 16);
    assert_non_null(arena_alloc(&a, 64 * 1024 + 1));
    const char *behind = arena_alloc(&a, 16);
    assert_true(behind > before && behind - before <= 64);
    arena_free(&a);
}

static void arrays_grow_with_their_elements(void **state)
{
    arena a = {0};
    (void)state;
    int *items = NULL;
    size_t count = 0, capacity = 0, moves = 0;
    for (; count < 1000; ++count) {
        int *moved = arena_reserve(&a, items, count, &capacity, sizeof *items);
        moves += moved != items;
        items = moved;
        assert_true(capacity > count);
        for (size_t k = count; k < capacity; ++k) assert_int_equal(items[k], 0);
        items[count] = (int)count + 1;
        for (size_t k = 0; k <= count; ++k) assert_int_equal(items[k], k + 1);
    }
    assert_in_range(moves, 1, 12); /* doubled, not moved at each step */
    arena_free(&a);
}

static void texts_of_every_length_are_whole(void **state)
{
    static char text[2000];
    arena a = {0};
    (void)state;
    for (size_t i = 0; i + 1 < sizeof text; ++i) text[i] = (char)('a' + i % 26);
    for (size_t n = 0; n + 1 < sizeof text; n = n < 600 ? n + 1 : n + 97) {
        const char *tail = text + sizeof text - 1 - n;
        const char *printed = arena_printf(&a, "%s", tail), *copied = arena_strndup(&a, tail, n);
        assert_string_equal(printed, tail);
        assert_string_equal(copied, tail);
        buffer b = {0};
        buffer_addf(&b, "%s", tail);
        assert_int_equal(b.length, n);
        assert_string_equal(b.text, tail);
        buffer_addc(&b, '!');
        buffer_addf(&b, "%s|%zu", tail, n);
        buffer_adds(&b, tail);
        assert_string_equal(b.text, arena_printf(&a, "%s!%s|%zu%s", tail, tail, n, tail));
        assert_int_equal(b.length, strlen(b.text));
        buffer_free(&b);
        assert_true(!b.text && !b.length && !b.capacity);
    }
    arena_free(&a);
}

/* format_text() into `room` bytes of a larger memory, of which it may touch nothing else. */
static int format_in(char *memory, size_t room, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    memset(memory, '#', 200);
    const int length = format_text(memory, room, format, args);
    va_end(args);
    for (size_t i = room; i < 200; ++i) assert_int_equal(memory[i], '#');
    return length;
}

static void texts_are_formatted_as_the_c_library_does(void **state)
{
    char own[200], expected[200];
    (void)state;
#define AS_EXPECTED(...)                                             \
    for (size_t room = 0; room < 120; room += room < 40 ? 1 : 13) {  \
        const int length = snprintf(expected, room, __VA_ARGS__);    \
        assert_int_equal(format_in(own, room, __VA_ARGS__), length); \
        if (room) assert_string_equal(own, expected);                \
    }
    AS_EXPECTED("%s(%s, %s)", "a", "", "some text of more than thirty-two bytes, for a small memory");
    AS_EXPECTED("%d %d %d %d", 0, -1, INT_MAX, INT_MIN);
    AS_EXPECTED("%u|%zu|%zu", UINT_MAX, (size_t)0, SIZE_MAX);
    AS_EXPECTED("%c%c%% %s%%", 'x', ' ', "100");
    AS_EXPECTED("plain");
    AS_EXPECTED("%s", "");
    /* What it leaves to the C library: widths, other types, and all arguments again from the first on. */
    AS_EXPECTED("%s = %.*s%5d|%-4s|%03zu", "name", 3, "text", 7, "a", (size_t)5);
    AS_EXPECTED("%d %a %.17g %llu %lld %#x", 3, 0.1, 1e300, ULLONG_MAX, LLONG_MIN, 255u);
#undef AS_EXPECTED
}

static void a_list_has_commas_between_its_items(void **state)
{
    (void)state;
    buffer b = {0};
    buffer_add_item(&b, "a");
    buffer_add_item(&b, "b");
    buffer_add_item(&b, "c");
    assert_string_equal(b.text, "a, b, c");
    buffer_add(&b, NULL, 0);
    assert_int_equal(b.length, 7);
    buffer_free(&b);
}

/* ---- map ---- */

/* Beside a plain array of what was put in; keys of all lengths, with zero bytes in them, and prefixes of each other. */
static void a_map_holds_what_an_array_holds(void **state)
{
    enum { COUNT = 3000 };
    static char keys[COUNT][8];
    static size_t lengths[COUNT];
    static int values[COUNT];
    arena a = {0};
    map m = {.arena = &a};
    (void)state;
    assert_null(map_get(&m, "x", 1));
    for (size_t i = 0; i < COUNT; ++i) {
        lengths[i] = i < 8 ? i : 4 + i % 4; /* the first ones: zero bytes only */
        if (i >= 8) memcpy(keys[i], &(uint32_t){(uint32_t)(i / 4)}, 4);
        void **at = map_at(&m, keys[i], lengths[i]);
        assert_null(*at);
        *at = &values[i];
        assert_int_equal(m.count, i + 1);
        assert_true(m.count * 4 <= m.capacity * 3); /* a free place ends each search */
        assert_ptr_equal(*map_at(&m, keys[i], lengths[i]), &values[i]);
        assert_int_equal(m.count, i + 1);
        if (i % 100 && i != COUNT - 1) continue;
        for (size_t k = 0; k < COUNT; ++k)
            if (k <= i) assert_ptr_equal(map_get(&m, keys[k], lengths[k]), &values[k]);
    }
    assert_null(map_gets(&m, "no such key"));
    *map_ats(&m, "name") = values;
    assert_ptr_equal(map_get(&m, "name", 4), values);
    assert_null(map_get(&m, "name", 3));
    arena_free(&a);
}

/* Published values of FNV-1a (Fowler, Noll, Vo), folded as the comment says. */
static void the_hash_is_fnv_1a(void **state)
{
    (void)state;
    assert_true(map_hash("", 0) == (UINT64_C(0xcbf29ce484222325) ^ 0xcbf29ce4u));
    assert_true(map_hash("a", 1) == (UINT64_C(0xaf63dc4c8601ec8c) ^ 0xaf63dc4cu));
    assert_true(map_hash("foobar", 6) == (UINT64_C(0x85944171f73967e8) ^ 0x85944171u));
}

/* ---- sources ---- */

static void lines_end_in_line_feeds_however_the_file_ends_them(void **state)
{
    static const struct {
        const char *raw, *text;
    } cases[] = {
        {"", ""},
        {"\xEF\xBB\xBF", ""},
        {"\xEF\xBB\xBFx", "x\n"},
        {"\xEF\xBB", "\xEF\xBB\n"},
        {"x\xEF\xBB\xBF", "x\xEF\xBB\xBF\n"},
        {"a", "a\n"},
        {"a\n", "a\n"},
        {"a\r\nb", "a\nb\n"},
        {"a\rb\r", "a\nb\n"},
        {"\r\r\n\n\r", "\n\n\n\n"},
        {"\r", "\n"},
        {"a\n\rb", "a\n\nb\n"},
    };
    workbench w;
    (void)state;
    workbench_start(&w);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        const source *s = workbench_source(&w, "a.cl", cases[i].raw);
        assert_string_equal(s->text, cases[i].text);
        assert_int_equal(s->length, strlen(cases[i].text));
        assert_string_equal(s->name, "a.cl");
        assert_string_equal(s->path, "a.cl");
        assert_ptr_equal(w.sources.items[i], s);
    }
    assert_int_equal(w.sources.count, sizeof cases / sizeof *cases);
    workbench_end(&w);
}

static void every_offset_has_the_line_and_column_that_counting_gives(void **state)
{
    unsigned random = 7;
    (void)state;
    for (int round = 0; round < 200; ++round) {
        workbench w;
        char text[64];
        workbench_start(&w);
        const size_t n = next_random(&random) % sizeof text;
        for (size_t i = 0; i < n; ++i) text[i] = "ab\n"[next_random(&random) % 3];
        const source *s = source_from_text(&w.sources, "a.cl", text, n);
        size_t line = 1, column = 1;
        for (size_t i = 0; i <= s->length; ++i) {
            const position p = source_position(s, i);
            assert_int_equal(p.line, line);
            assert_int_equal(p.column, column);
            assert_true(s->lines[line - 1] <= i);
            if (s->text[i] == '\n') ++line, column = 1;
            else ++column;
        }
        assert_int_equal(s->line_count, line);
        workbench_end(&w);
    }
}

static void paths_are_joined_and_taken_apart(void **state)
{
    arena a = {0};
    (void)state;
    assert_string_equal(path_join(&a, "", "x"), "x");
    assert_string_equal(path_join(&a, ".", "x"), "x");
    assert_string_equal(path_join(&a, "d", "x"), "d/x");
    assert_string_equal(path_join(&a, "d/", "x"), "d/x");
    assert_string_equal(path_join(&a, "/", "x"), "/x");
    assert_string_equal(path_join(&a, "d", "/x"), "/x");
    assert_string_equal(path_join(&a, "..", "x"), "../x");
    assert_string_equal(path_directory(&a, "x"), ".");
    assert_string_equal(path_directory(&a, "d/x"), "d");
    assert_string_equal(path_directory(&a, "a/b/x"), "a/b");
    assert_string_equal(path_directory(&a, "/x"), "/");
    assert_string_equal(path_directory(&a, "/d/x"), "/d");
    assert_string_equal(path_base("x"), "x");
    assert_string_equal(path_base("a/b/x.cl"), "x.cl");
    assert_string_equal(path_base("a/"), "");
    assert_string_equal(path_stem(&a, "a.b/x.cl"), "x");
    assert_string_equal(path_stem(&a, "x.y.cl"), "x.y");
    assert_string_equal(path_stem(&a, "d.d/x"), "x");
    assert_string_equal(path_stem(&a, ".cl"), ".cl");
    arena_free(&a);
}

/* ---- files ---- */

typedef struct folder {
    char path[64];
    arena arena;
    source_set sources;
    const char *why;
} folder;

static void folder_start(folder *f)
{
    *f = (folder){.path = "/tmp/clbundle-unit-XXXXXX"};
    f->sources.arena = f->sources.by_path.arena = &f->arena;
    assert_non_null(mkdtemp(f->path));
}

static const char *in_folder(folder *f, const char *name)
{
    return path_join(&f->arena, f->path, name);
}

static void put(folder *f, const char *name, const char *text, size_t length)
{
    FILE *file = fopen(in_folder(f, name), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, length, file), length);
    fclose(file);
}

static void folder_end(folder *f)
{
    char **names = NULL;
    size_t count = 0;
    assert_true(directory_list(&f->arena, f->path, "", &names, &count, &f->why));
    for (size_t i = 0; i < count; ++i)
        if (names[i][0] != '.' || strlen(names[i]) > 2) assert_int_equal(remove(in_folder(f, names[i])), 0);
    assert_int_equal(rmdir(f->path), 0);
    arena_free(&f->arena);
}

static void a_file_is_read_once(void **state)
{
    folder f;
    (void)state;
    folder_start(&f);
    put(&f, "a.cl", "\xEF\xBB\xBFint a;\r\n", 11);
    const source *s = source_read(&f.sources, in_folder(&f, "a.cl"), "lib/a.cl", &f.why);
    assert_non_null(s);
    assert_string_equal(s->text, "int a;\n");
    assert_string_equal(s->name, "lib/a.cl");
    assert_string_equal(s->path, in_folder(&f, "a.cl"));
    put(&f, "a.cl", "changed", 7);
    assert_ptr_equal(source_read(&f.sources, in_folder(&f, "a.cl"), "other", &f.why), s);
    assert_int_equal(f.sources.count, 1);
    folder_end(&f);
}

static void what_is_no_source_is_refused_with_the_reason(void **state)
{
    folder f;
    struct {
        const char *name, *why;
    } cases[] = {
        {"none.cl", "File not found: %s"},
        {"nul.cl", "%s is not text: NUL byte at offset 3"},
        {"end.cl", "%s is not text: NUL byte at offset 2"},
        {"link", "%s is not a regular file"},
        {"a.cl/b.cl", "cannot read %s: Not a directory"},
        {"large.cl", "%s is larger than 64 MiB"},
    };
    (void)state;
    folder_start(&f);
    put(&f, "nul.cl", "abc\0d\0", 6);
    put(&f, "end.cl", "ab\0", 3);
    put(&f, "a.cl", "", 0);
    put(&f, "large.cl", "x", 1);
    assert_int_equal(truncate(in_folder(&f, "large.cl"), (64 << 20) + 1), 0);
    assert_int_equal(symlink("/tmp", in_folder(&f, "link")), 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        const char *path = in_folder(&f, cases[i].name), *cut = strstr(cases[i].why, "%s");
        f.why = NULL;
        assert_null(source_read(&f.sources, path, cases[i].name, &f.why));
        assert_string_equal(f.why,
                            arena_printf(&f.arena, "%.*s%s%s", (int)(cut - cases[i].why), cases[i].why, path, cut + 2));
    }
    assert_int_equal(truncate(in_folder(&f, "large.cl"), 64 << 20), 0); /* read, and then refused for its bytes */
    assert_null(source_read(&f.sources, in_folder(&f, "large.cl"), "large.cl", &f.why));
    assert_non_null(strstr(f.why, "NUL byte at offset 1"));
    const source *s = source_read(&f.sources, in_folder(&f, "a.cl"), "a.cl", &f.why);
    assert_non_null(s);
    assert_int_equal(s->length, 0);
    assert_int_equal(s->line_count, 1);
    folder_end(&f);
}

static void a_folder_is_listed_by_bytes_and_by_suffix(void **state)
{
    folder f;
    char **names = NULL;
    size_t count = 0;
    (void)state;
    folder_start(&f);
    for (size_t i = 0; i < 150; ++i) put(&f, arena_printf(&f.arena, "f%03zu.cl", (i * 67) % 150), "", 0);
    put(&f, ".cl", "", 0);
    put(&f, "Z.cl", "", 0);
    put(&f, "x.cl.bak", "", 0);
    put(&f, "cl", "", 0);
    assert_true(directory_list(&f.arena, f.path, ".cl", &names, &count, &f.why));
    assert_int_equal(count, 151);
    assert_string_equal(names[0], "Z.cl");
    for (size_t i = 0; i < 150; ++i) assert_string_equal(names[i + 1], arena_printf(&f.arena, "f%03zu.cl", i));
    assert_false(directory_list(&f.arena, in_folder(&f, "none"), ".cl", &names, &count, &f.why));
    assert_string_equal(f.why, arena_printf(&f.arena, "File not found: %s/none", f.path));
    assert_false(directory_list(&f.arena, in_folder(&f, "cl"), ".cl", &names, &count, &f.why));
    assert_string_equal(f.why, arena_printf(&f.arena, "cannot read the folder %s/cl: Not a directory", f.path));
    folder_end(&f);
}

static void an_output_is_written_only_where_it_changes(void **state)
{
    folder f;
    bool changed = false;
    (void)state;
    folder_start(&f);
    const char *path = in_folder(&f, "out");
    static const char *const texts[] = {"", "ab", "ac", "abc", "a", ""};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i) {
        char held[8] = {0};
        changed = false;
        assert_true(output_write(&f.arena, path, texts[i], strlen(texts[i]), &changed, &f.why));
        assert_true(changed);
        FILE *file = fopen(path, "rb");
        assert_non_null(file);
        assert_int_equal(fread(held, 1, sizeof held, file), strlen(texts[i]));
        assert_string_equal(held, texts[i]);
        fclose(file);
        assert_true(output_write(&f.arena, path, texts[i], strlen(texts[i]), &changed, &f.why));
        assert_false(changed);
        assert_true(output_write(&f.arena, path, texts[i], strlen(texts[i]), NULL, &f.why));
    }
    changed = true;
    assert_false(output_write(&f.arena, in_folder(&f, "none/out"), "x", 1, &changed, &f.why));
    assert_false(changed);
    assert_string_equal(f.why, arena_printf(&f.arena, "cannot write %s/none/out: No such file or directory", f.path));
    assert_false(output_write(&f.arena, in_folder(&f, "out/x"), "x", 1, NULL, &f.why));
    assert_string_equal(f.why, arena_printf(&f.arena, "cannot write %s/out/x: Not a directory", f.path));
    folder_end(&f);
}

static void folders_are_made_with_their_parents(void **state)
{
    folder f;
    struct stat info;
    (void)state;
    folder_start(&f);
    const char *deep = in_folder(&f, "a/b//c");
    assert_true(output_make_folder(&f.arena, deep, &f.why));
    assert_true(stat(deep, &info) == 0 && S_ISDIR(info.st_mode));
    assert_true(output_make_folder(&f.arena, deep, &f.why)); /* there already */
    assert_true(output_make_folder(&f.arena, "", &f.why));
    assert_true(output_make_folder(&f.arena, "/", &f.why));
    put(&f, "file", "", 0);
    assert_false(output_make_folder(&f.arena, in_folder(&f, "file/x"), &f.why));
    assert_string_equal(f.why, arena_printf(&f.arena, "cannot make the folder %s/file: File exists", f.path));
    assert_int_equal(rmdir(deep), 0);
    assert_int_equal(rmdir(in_folder(&f, "a/b")), 0);
    folder_end(&f);
}

/* ---- messages ---- */

static const char *printed(workbench *w)
{
    static char text[32768];
    FILE *file = tmpfile();
    assert_non_null(file);
    diagnostics_print(&w->diagnostics, file);
    rewind(file);
    const size_t length = fread(text, 1, sizeof text - 1, file);
    text[length] = '\0';
    fclose(file);
    return text;
}

static void messages_name_the_place_and_show_it(void **state)
{
    workbench w;
    (void)state;
    workbench_start(&w);
    assert_string_equal(printed(&w), "");
    const source *s = workbench_source(&w, "a.cl", "int a;\n\n\tdouble b;\nvoid \xC3\xA4(x)\n");
    diagnose_error(&w.diagnostics, (location){s, 4}, "bad '%s'", "a");
    diagnose_note(&w.diagnostics, (location){s, 7}, "an empty line has no excerpt");
    diagnose_warning(&w.diagnostics, (location){s, 16}, "after a tab");
    diagnose_note(&w.diagnostics, (location){s, 27}, "after a letter of two bytes");
    diagnose(&w.diagnostics, SEVERITY_NOTE, (location){s, s->length}, "the end");
    diagnose_error(&w.diagnostics, (location){0}, "no place");
    assert_string_equal(printed(&w), "a.cl:1:5: error: bad 'a'\n  int a;\n      ^\n"
                                     "a.cl:2:1: note: an empty line has no excerpt\n"
                                     "a.cl:3:9: warning: after a tab\n   double b;\n          ^\n"
                                     "a.cl:4:9: note: after a letter of two bytes\n  void \xC3\xA4(x)\n         ^\n"
                                     "a.cl:5:1: note: the end\n"
                                     "clbundle: error: no place\n");
    assert_int_equal(w.diagnostics.errors, 2);
    assert_int_equal(w.diagnostics.warnings, 1);
    workbench_end(&w);
}

static void lines_of_up_to_200_bytes_are_shown(void **state)
{
    (void)state;
    for (size_t n = 199; n <= 201; ++n) {
        workbench w;
        char text[256];
        workbench_start(&w);
        memset(text, 'x', n);
        const source *s = source_from_text(&w.sources, "a.cl", text, n);
        diagnose_error(&w.diagnostics, (location){s, n - 1}, "here");
        assert_int_equal(strstr(printed(&w), "\n  x") != NULL, n <= 200);
        workbench_end(&w);
    }
}

static void one_thing_is_said_once_and_notes_each_time(void **state)
{
    workbench w;
    (void)state;
    workbench_start(&w);
    const source *s = workbench_source(&w, "a.cl", "int a;\n");
    for (int i = 0; i < 2; ++i) {
        diagnose_error(&w.diagnostics, (location){s, 0}, "one");
        diagnose_error(&w.diagnostics, (location){s, 1}, "one");
        diagnose_warning(&w.diagnostics, (location){s, 1}, "one");
        diagnose_note(&w.diagnostics, (location){s, 0}, "note");
    }
    assert_string_equal(workbench_messages(&w), "a.cl:1:1: error: one\na.cl:1:2: error: one\na.cl:1:2: warning: one\n"
                                                "a.cl:1:1: note: note\na.cl:1:1: note: note\n");
    assert_int_equal(w.diagnostics.errors, 2);
    assert_int_equal(w.diagnostics.warnings, 1);
    workbench_end(&w);
}

static void warnings_are_errors_or_nothing_on_request(void **state)
{
    workbench w;
    (void)state;
    workbench_start(&w);
    w.diagnostics.strict = true;
    diagnose_warning(&w.diagnostics, (location){0}, "strict");
    w.diagnostics.silent = true;
    diagnose_warning(&w.diagnostics, (location){0}, "silent");
    diagnose_error(&w.diagnostics, (location){0}, "error");
    diagnose_note(&w.diagnostics, (location){0}, "note");
    assert_string_equal(printed(&w), "clbundle: error: strict\nclbundle: error: error\nclbundle: note: note\n");
    assert_int_equal(w.diagnostics.errors, 2);
    assert_int_equal(w.diagnostics.warnings, 0);
    workbench_end(&w);
}

/* `shown` errors are kept, with the notes that belong to them; further ones are only counted. */
static void errors_past_the_limit_are_counted(void **state)
{
    (void)state;
    for (size_t limit = 0; limit < 4; ++limit) {
        const size_t shown = limit ? limit : 200;
        for (size_t count = shown - 1; count <= shown + 2; ++count) {
            workbench w;
            workbench_start(&w);
            w.diagnostics.limit = limit;
            for (size_t i = 0; i < count; ++i) {
                diagnose_error(&w.diagnostics, (location){0}, "%zu", i);
                diagnose_note(&w.diagnostics, (location){0}, "of %zu", i);
            }
            assert_int_equal(w.diagnostics.errors, count);
            assert_int_equal(w.diagnostics.count, 2 * (count < shown ? count : shown));
            const char *rest = strstr(printed(&w), "more errors");
            assert_int_equal(rest != NULL, count > shown);
            if (rest)
                assert_non_null(
                    strstr(printed(&w),
                           arena_printf(&w.arena, "\nclbundle: error: %zu more errors not shown\n", count - shown)));
            workbench_end(&w);
        }
    }
}

/* ---- suggestions ---- */

/* Optimal string alignment, as its definition reads. */
static size_t plain_distance(const char *a, size_t n, const char *b, size_t m)
{
    if (!n || !m) return n + m;
    size_t best = plain_distance(a, n - 1, b, m - 1) + (a[n - 1] != b[m - 1]);
    const size_t shorter = plain_distance(a, n - 1, b, m) + 1, longer = plain_distance(a, n, b, m - 1) + 1;
    if (shorter < best) best = shorter;
    if (longer < best) best = longer;
    if (n > 1 && m > 1 && a[n - 1] == b[m - 2] && a[n - 2] == b[m - 1]) {
        const size_t turned = plain_distance(a, n - 2, b, m - 2) + 1;
        if (turned < best) best = turned;
    }
    return best;
}

static void the_nearest_name_is_the_first_of_least_distance(void **state)
{
    unsigned random = 3;
    (void)state;
    for (int round = 0; round < 1500; ++round) {
        char words[5][8];
        const char *names[4];
        for (size_t i = 0; i < 5; ++i) {
            const size_t n = 1 + next_random(&random) % 6;
            for (size_t k = 0; k < n; ++k) words[i][k] = "abc"[next_random(&random) % 3];
            words[i][n] = '\0';
            if (i < 4) names[i] = words[i];
        }
        const size_t n = strlen(words[4]);
        const char *want = NULL;
        size_t least = (n < 3 ? 1 : n / 3) + 1;
        for (size_t i = 0; i < 4; ++i) {
            const size_t d = plain_distance(words[4], n, names[i], strlen(names[i]));
            if (d < least) least = d, want = names[i];
        }
        assert_ptr_equal(nearest_name(words[4], names, 4), want);
    }
}

static void long_names_have_a_nearest_one_up_to_64_bytes(void **state)
{
    (void)state;
    for (size_t n = 62; n <= 66; ++n) {
        char wanted[80] = {0}, name[80] = {0};
        memset(wanted, 'x', n);
        memset(name, 'x', n - 1);
        name[n - 1] = 'y';
        assert_int_equal(nearest_name(wanted, &(const char *){name}, 1) != NULL, n <= 64);
        name[n - 1] = '\0';
        assert_int_equal(nearest_name(wanted, &(const char *){name}, 1) != NULL, n <= 64);
        name[n - 1] = name[n] = 'x';
        assert_int_equal(nearest_name(wanted, &(const char *){name}, 1) != NULL, n < 64);
    }
    assert_null(nearest_name("", &(const char *){"a"}, 1));
    assert_null(nearest_name("a", NULL, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_of_an_arena_are_zero_aligned_and_apart),
        cmocka_unit_test(a_large_piece_leaves_the_current_block_in_use),
        cmocka_unit_test(arrays_grow_with_their_elements),
        cmocka_unit_test(texts_of_every_length_are_whole),
        cmocka_unit_test(texts_are_formatted_as_the_c_library_does),
        cmocka_unit_test(a_list_has_commas_between_its_items),
        cmocka_unit_test(a_map_holds_what_an_array_holds),
        cmocka_unit_test(the_hash_is_fnv_1a),
        cmocka_unit_test(lines_end_in_line_feeds_however_the_file_ends_them),
        cmocka_unit_test(every_offset_has_the_line_and_column_that_counting_gives),
        cmocka_unit_test(paths_are_joined_and_taken_apart),
        cmocka_unit_test(a_file_is_read_once),
        cmocka_unit_test(what_is_no_source_is_refused_with_the_reason),
        cmocka_unit_test(a_folder_is_listed_by_bytes_and_by_suffix),
        cmocka_unit_test(an_output_is_written_only_where_it_changes),
        cmocka_unit_test(folders_are_made_with_their_parents),
        cmocka_unit_test(messages_name_the_place_and_show_it),
        cmocka_unit_test(lines_of_up_to_200_bytes_are_shown),
        cmocka_unit_test(one_thing_is_said_once_and_notes_each_time),
        cmocka_unit_test(warnings_are_errors_or_nothing_on_request),
        cmocka_unit_test(errors_past_the_limit_are_counted),
        cmocka_unit_test(the_nearest_name_is_the_first_of_least_distance),
        cmocka_unit_test(long_names_have_a_nearest_one_up_to_64_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
