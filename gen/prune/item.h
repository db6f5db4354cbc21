/* Items: a translation unit cut into the pieces that a program holds or drops as a whole: declarations, macros,
 * pragmas, and the conditionals that only the device's compiler can decide. Knows tokens, events, positions in the
 * layout, and the names that a piece provides and mentions; must not know what a kernel needs.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_PRUNE_ITEM_H
#define CLB_PRUNE_ITEM_H

#include "clc/preprocess.h"
#include "prune/layout.h"

/* One external declaration, as the cutting sees it. */
typedef struct item_declaration {
    size_t first, end;  /* tokens first .. end - 1 */
    const char **names; /* the names that it declares: functions, variables, types, tags, enumerators */
    size_t name_count;
} item_declaration;

typedef enum item_kind {
    ITEM_CODE,   /* one or more external declarations, or invocations that may make some on another device */
    ITEM_DEFINE, /* #define or #undef */
    ITEM_PRAGMA,
    ITEM_CONDITION, /* #if, #elif, #else or #endif of a group that the device decides */
    ITEM_OPAQUE     /* the text of such a group's branch that was not taken here */
} item_kind;

typedef struct item_name item_name;

typedef struct item {
    item_kind kind;
    size_t begin, end_position; /* positions in the layout: of its first byte, and behind its last */
    text_range *ranges;
    size_t range_count;
    item_name **provides, **mentions;
    size_t provide_count, mention_count;
    size_t first, end;                 /* its expanded tokens */
    size_t first_pragma, pragma_count; /* of item_list.pragmas: those in it */
    bool steers;                       /* one of its pragmas may affect the text behind the item */
    size_t group;                      /* number of the innermost group around it, or 0 */
    location where;
    /* For the search for what a kernel needs. */
    size_t reached;
    uint32_t needs;
    bool looked_at, sees_group, sees_range;
    /* Numbers of identity.c: of the item's own text, and with all that it depends on. 0: not known. */
    size_t content, identity;
    unsigned char identity_state;
} item;

/* A name and the items that provide it. */
struct item_name {
    const char *name;
    size_t *providers;
    size_t count, capacity;
    size_t mentioned, provided, reached; /* marks: the last item or search that saw it */
};

/* A conditional that the device decides. It is kept if anything in it is kept. */
typedef struct item_group {
    size_t parent; /* number of the enclosing group, or 0 */
    size_t *items; /* its conditions and opaque branches */
    size_t count, capacity;
    size_t reached;
} item_group;

/* A kernel in a branch that was not taken here. */
typedef struct item_kernel {
    const token *name;
    size_t event; /* the condition of its branch */
} item_kernel;

typedef struct item_list {
    item *items; /* in order of their positions */
    size_t count, capacity;
    item_group *groups; /* groups[0] is unused */
    size_t group_count, group_capacity;
    size_t *pragmas; /* their events, in order of their positions */
    size_t pragma_count, pragma_capacity;
    size_t *steering; /* items with pragmas that may affect later text */
    size_t steering_count;
    item_kernel *left_out;
    size_t left_out_count, left_out_capacity;
    map names;
    size_t searches; /* the number of searches by reach_from: the latest mark */
} item_list;

/* Cuts a unit. The declarations stand in the order of their tokens. */
item_list items_cut(arena *a, lex_cache *cache, const preprocessed *unit, const layout *layout,
                    const item_declaration *declarations, size_t count);

/* The index of the unit's first event at or behind a token. */
size_t items_event_at(const preprocessed *unit, size_t token);

#endif
