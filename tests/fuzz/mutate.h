/* Mutations of tokens, for libFuzzer: the results are mostly well-formed except for types, so that they get past the
 * parser.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_FUZZ_MUTATE_H
#define CLB_FUZZ_MUTATE_H

#include <ctype.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MUTATE_TOKENS = 4096 };

typedef struct mutate_token {
    const char *text;
    size_t length;
} mutate_token;

typedef struct mutate_list {
    mutate_token items[MUTATE_TOKENS];
    size_t count;
} mutate_list;

static const char *const mutate_words[] = {
    "char",
    "uchar",
    "short",
    "ushort",
    "int",
    "uint",
    "long",
    "ulong",
    "float",
    "double",
    "bool",
    "size_t",
    "int2",
    "int3",
    "int4",
    "uchar16",
    "float4",
    "double8",
    "long2",
    "short8",
    "void",
    "event_t",
    "const",
    "volatile",
    "restrict",
    "__global",
    "__local",
    "__constant",
    "__private",
    "static",
    "inline",
    "struct s { int a; float4 b; char c[3]; }",
    "union u { int i; float f; }",
    "enum e { E = 3, F }",
    "0",
    "1",
    "-1",
    "2147483647",
    "4294967295u",
    "9223372036854775807L",
    "18446744073709551615UL",
    "1.5f",
    "0x1.8p-3",
    "1e308",
    "'a'",
    "\"%d\\n\"",
    "get_global_id(0)",
    "get_local_id(0)",
    "get_local_size(1)",
    "get_group_id(2)",
    "barrier(CLK_LOCAL_MEM_FENCE);",
    "if (x) {",
    "} else {",
    "}",
    "for (int i = 0; i < 9; ++i) {",
    "while (x) {",
    "do {",
    "} while (x);",
    "switch (x) {",
    "case 1:",
    "default:",
    "break;",
    "continue;",
    "return;",
    "return x;",
    "goto out;",
    "out:;",
    "int x = 1;",
    "float4 v = (float4)(1.0f);",
    "int a[4] = {1, [2] = 3};",
    "__local int tile[8];",
    "x",
    "v",
    "a",
    "i",
    "(int4)(1, 2, 3, 4)",
    "(float2)(0)",
    ".x",
    ".s01",
    ".hi",
    ".even",
    ".s3.lo",
    "[1]",
    "[x]",
    "a[i]",
    "&x",
    "*p",
    "->a",
    ".a",
    "sizeof(x)",
    "vec_step(v)",
    "+",
    "-",
    "*",
    "/",
    "%",
    "<<",
    ">>",
    "<",
    ">=",
    "==",
    "!=",
    "&&",
    "||",
    "&",
    "|",
    "^",
    "~",
    "!",
    "?",
    ":",
    ",",
    ";",
    "=",
    "+=",
    "<<=",
    "*=",
    "%=",
    "++",
    "--",
    "(",
    ")",
    "[",
    "]",
    "{",
    "convert_int4_sat_rte(v)",
    "as_uint(1.0f)",
    "select(x, x, x)",
    "fract(1.5f, &f)",
    "vload4(0, p)",
    "vstore4(v, 0, p)",
    "min(x, 3)",
    "clamp(v, 0.0f, 1.0f)",
    "shuffle(v, (uint4)(0))",
    "atomic_add(p, 1)",
    "mad24(x, x, x)",
    "dot(v, v)",
    "any(v < v)",
    "printf(\"%d %v4f\", x, v)",
    "#define M(x) x\n",
    "M(1)",
    "#if 1\n",
    "#endif\n",
    "__attribute__((reqd_work_group_size(8, 1, 1)))",
    "#pragma unroll 4\n",
    "__kernel void k(__global int *p) {",
    "static int f(int x) { if (x > 3) return 1; return x; }",
    "f(x)",
    "async_work_group_copy(tile, p, 8, 0)",
    "wait_group_events(1, &e);",
};

static void mutate_split(mutate_list *l, const uint8_t *data, size_t size)
{
    const char *at = (const char *)data, *end = at + size;
    l->count = 0;
    while (at < end && l->count < MUTATE_TOKENS) {
        const char *begin = at;
        if (isspace((unsigned char)*at))
            while (at < end && isspace((unsigned char)*at)) ++at;
        else if (isalnum((unsigned char)*at) || *at == '_' || *at == '.')
            while (at < end && (isalnum((unsigned char)*at) || *at == '_' || *at == '.')) ++at;
        else if (*at == '"') {
            for (++at; at < end && *at != '"' && *at != '\n';) at += *at == '\\' && at + 1 < end ? 2 : 1;
            if (at < end) ++at;
        } else if (at + 1 < end && *at == '/' && at[1] == '/')
            while (at < end && *at != '\n') ++at;
        else ++at;
        l->items[l->count++] = (mutate_token){begin, (size_t)(at - begin)};
    }
}

static unsigned mutate_state;
static size_t mutate_draw(size_t below)
{
    mutate_state = mutate_state * 1664525u + 1013904223u;
    return below ? (mutate_state >> 8) % below : 0;
}

static void mutate_insert(mutate_list *l, size_t at, mutate_token t)
{
    if (l->count == MUTATE_TOKENS) return;
    memmove(l->items + at + 1, l->items + at, (l->count - at) * sizeof *l->items);
    l->items[at] = t;
    ++l->count;
}

static void mutate_remove(mutate_list *l, size_t at, size_t count)
{
    if (at + count > l->count) count = l->count - at;
    memmove(l->items + at, l->items + at + count, (l->count - at - count) * sizeof *l->items);
    l->count -= count;
}

static mutate_token mutate_word(void)
{
    const char *text = mutate_words[mutate_draw(sizeof mutate_words / sizeof *mutate_words)];
    return (mutate_token){text, strlen(text)};
}

/* The end of the bracket that opens at `at`, or at itself. */
static size_t mutate_bracket(const mutate_list *l, size_t at)
{
    size_t depth = 0;
    for (size_t i = at; i < l->count; ++i) {
        const char c = *l->items[i].text;
        if (c == '(' || c == '{' || c == '[') ++depth;
        if ((c == ')' || c == '}' || c == ']') && depth && --depth == 0) return i;
        if (!depth) return at;
    }
    return at;
}

static size_t mutate(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    static mutate_list l, copy;
    static char text[1 << 17];
    mutate_state = seed * 2654435761u + 1;
    mutate_split(&l, data, size);
    for (size_t rounds = 1 + mutate_draw(4); rounds > 0; --rounds) {
        const size_t at = mutate_draw(l.count), from = mutate_draw(l.count);
        if (!l.count) {
            mutate_insert(&l, 0, mutate_word());
            continue;
        }
        switch (mutate_draw(9)) {
        case 0: mutate_remove(&l, at, 1); break;
        case 1: l.items[at] = mutate_word(); break;
        case 2: mutate_insert(&l, at, mutate_word()); break;
        case 3: l.items[at] = l.items[from]; break;
        case 4: mutate_insert(&l, at, l.items[from]); break;
        case 5: { /* a bracketed part goes elsewhere */
            const size_t end = mutate_bracket(&l, from), count = end - from + 1;
            copy = l;
            for (size_t i = 0; i < count && i < 200; ++i)
                mutate_insert(&l, at + i < l.count ? at + i : l.count, copy.items[from + i]);
            break;
        }
        case 6: mutate_remove(&l, at, mutate_bracket(&l, at) - at + 1); break;
        case 7: { /* tokens of the same kind change places: mostly keeps the grammar */
            for (size_t i = 0; i < 50; ++i) {
                const size_t other = mutate_draw(l.count);
                if (!isalnum((unsigned char)*l.items[other].text) != !isalnum((unsigned char)*l.items[at].text))
                    continue;
                const mutate_token t = l.items[at];
                l.items[at] = l.items[other];
                l.items[other] = t;
                break;
            }
            break;
        }
        default: mutate_remove(&l, at, 1 + mutate_draw(12)); break;
        }
    }
    size_t length = 0;
    for (size_t i = 0; i < l.count; ++i) {
        if (length + l.items[i].length + 2 > sizeof text || length + l.items[i].length + 2 > most) break;
        if (length && i && !isspace((unsigned char)text[length - 1]) && !isspace((unsigned char)*l.items[i].text) &&
            (isalnum((unsigned char)text[length - 1]) || text[length - 1] == '_') &&
            (isalnum((unsigned char)*l.items[i].text) || *l.items[i].text == '_'))
            text[length++] = ' ';
        memcpy(text + length, l.items[i].text, l.items[i].length);
        length += l.items[i].length;
    }
    memcpy(data, text, length);
    return length;
}

#endif
