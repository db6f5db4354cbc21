/* Items: a translation unit cut into the pieces that a program holds or drops as a whole: declarations, macros, pragmas,
 * and the conditionals that only the device's compiler can decide.
 * Knows tokens, events and which names a piece provides and mentions; must not know what a kernel needs. */
#ifndef CLB_PROGRAM_ITEM_H
#define CLB_PROGRAM_ITEM_H

#include "clc/preprocess.h"
#include "program/segment.h"

/* One external declaration, as far as cutting is concerned. */
typedef struct item_declaration {
    size_t first, end;  /* tokens first .. end - 1 */
    const char **names; /* that it declares: functions, variables, types, tags, enumerators */
    size_t name_count;
} item_declaration;

typedef enum item_kind {
    ITEM_CODE,      /* one or more external declarations */
    ITEM_DEFINE,    /* #define or #undef */
    ITEM_PRAGMA,
    ITEM_CONDITION, /* #if, #elif, #else or #endif of a group that the device decides */
    ITEM_OPAQUE     /* the text of such a group's branch that was not taken here */
} item_kind;

typedef struct item_name item_name;

typedef struct item {
    item_kind kind;
    text_range *ranges;
    size_t range_count;
    item_name **provides, **mentions;
    size_t provide_count, mention_count;
    size_t first, end;  /* ITEM_CODE: its expanded tokens */
    size_t group;       /* number of the innermost group around it, or 0 */
    const char *pragma; /* ITEM_PRAGMA: its text */
    location where;
} item;

/* A name and the items that provide it. */
struct item_name {
    const char *name;
    size_t *providers;
    size_t count, capacity;
};

/* A conditional that the device decides. Kept if anything in it is kept. */
typedef struct item_group {
    size_t parent;  /* number, or 0 */
    size_t *items;  /* its conditions and opaque branches */
    size_t count, capacity;
} item_group;

typedef struct item_list {
    item *items;
    size_t count, capacity;
    item_group *groups; /* groups[0] is unused */
    size_t group_count, group_capacity;
    map names;
} item_list;

/* Cuts a unit. The declarations stand in the order of their tokens. Problems are reported. */
item_list items_cut(arena *a, lex_cache *cache, const preprocessed *unit, const item_declaration *declarations,
                    size_t count, diagnostics *d);

item_name *items_name(item_list *list, const char *name, size_t length);

#endif
