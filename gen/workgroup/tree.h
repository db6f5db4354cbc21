/* The tree that the passes over a function share: its statements in a smaller language than C's.
 * Knows nodes and variables; must not know how they are made, nor how they are written.
 *
 * Made by flatten.h: functions that contain barriers are gone, every declaration declares one variable, `for`, `while`
 * and `do` are one kind of loop, and `return` is a BREAK out of the function's block, or a RETURN where the function stays
 * one. Expressions are the parser's, with the function's own symbols in them. */
#ifndef CLB_WORKGROUP_TREE_H
#define CLB_WORKGROUP_TREE_H

#include "base/buffer.h"
#include "clc/ast.h"

typedef struct node node;
typedef struct variable variable;

typedef enum node_kind {
    NODE_BLOCK,    /* items; BREAKs may leave it */
    NODE_DECLARE,  /* variable, with its symbol's initialiser or without */
    NODE_EVALUATE, /* value, for its effects */
    NODE_IF,       /* value, body, otherwise or NULL */
    NODE_LOOP,     /* value or NULL (for ever), body, step or NULL */
    NODE_SWITCH,   /* value, body */
    NODE_CASE,     /* low .. high */
    NODE_DEFAULT,
    NODE_BREAK,    /* leaves `target`: a block, loop or switch */
    NODE_CONTINUE, /* goes on with the next round of the loop `target` */
    NODE_RETURN,   /* value or NULL; not in kernels */
    NODE_LABEL,    /* name; not in kernels with barriers */
    NODE_GOTO,     /* name */
    NODE_BARRIER,
    NODE_COLLECTIVE /* variable = value: the call of a work-group function, with each work-item's operands; a barrier too */
} node_kind;

struct node {
    node_kind kind;
    const token *token;
    expression *value, *step;
    expression *origin; /* IF: what a switch, of which it is a part, decides by; or NULL */
    node *body, *otherwise, *target;
    node **items;
    size_t item_count, capacity;
    variable *variable;
    const char *name;
    int64_t low, high;
    unsigned unroll;
    bool test_last;      /* LOOP: do ... while */
    unsigned number;     /* of labels: unique in the function */
    bool has_barrier;    /* itself or something below */
    /* Found by region.h: */
    bool grouped;        /* its control is the whole group's: the work-item loops are inside it */
    unsigned region;     /* of nodes that are run by single work-items */
    /* Found by uniformity.h: */
    bool varies;         /* IF, LOOP, SWITCH: the condition may differ between work-items */
    bool left_apart;     /* BLOCK, LOOP, SWITCH: some work-items may leave it while others stay */
    bool continued_apart; /* LOOP: the same for single rounds */
    bool emptied;        /* LOOP: work-items may leave something around it from inside of it. BLOCK: from inside of a loop */
    bool alone;          /* EVALUATE, DECLARE: done once for the group */
    size_t divergence;   /* how many constructs that split the group are around its inside */
    /* Given by context.h, where a group's control needs it: */
    variable *mask;      /* work-items inside the construct (IF: that took the first branch) */
    variable *other_mask; /* IF: the second branch; LOOP: work-items in the present round */
    /* Found by again.h: */
    size_t position, end; /* among all nodes, and of what comes behind everything below */
    /* When it is written: */
    bool jumped_to, continue_jumped_to;
};

typedef enum storage_kind {
    STORED_HERE,      /* an ordinary variable of the work-item, declared where it stands */
    STORED_ONCE,      /* one value for the group */
    STORED_CONTEXT,   /* one a work-item, in the context: an array of the type */
    STORED_SPREAD,    /* an array in the context whose elements lie side by side for neighbouring work-items */
    STORED_AGAIN,     /* nowhere: cheap enough to be computed again wherever it is used */
    STORED_LOCAL,     /* __local: in the group's scratch */
    STORED_PARAMETER  /* a parameter of the function, never changed */
} storage_kind;

struct variable {
    symbol *symbol;      /* symbol->mark is the variable's number + 1 */
    const type *type;
    unsigned number;
    bool is_mask;
    bool varies;         /* may differ between work-items */
    bool addressed;      /* its address is needed as a whole */
    bool indexed_only;   /* an array of which only single elements are used */
    bool changed_inside; /* changed by something that single work-items run */
    unsigned region;     /* the only one in which it occurs; 0: none yet */
    bool crosses;        /* occurs in several regions, or in the group's own control */
    size_t divergence;   /* how many constructs that split the group are around its declaration */
    storage_kind stored;
    bool in_room;        /* HERE, ONCE: too large for the stack: room.h */
    size_t offset;       /* CONTEXT, SPREAD: bytes a work-item before it; LOCAL: in the fixed part; in the room: below its end */
    /* Found by again.h: */
    const node *home;    /* the block that declares it */
    size_t *changes;     /* positions of the nodes that change it as a whole, rising */
    size_t change_count, change_capacity;
    const char *spelling; /* its name in C (spell.h), or NULL: it has no symbol */
    /* When it is written for lanes (lane.h): */
    const char *lane_mask;  /* the lanes that can see it */
    const char *whole_mask; /* of a pointer: the lanes that can see what it points to, if they are known, or NULL */
    const char *line_base, *line_step; /* of a value that neighbouring lanes have at equal distances, or NULL */
    bool line_wraps;        /* modulo 2^32 */
    const char *truth;      /* the mask of the lanes in which it is 1, while it is 0 in others; or NULL */
};

/* A function as a tree. */
typedef struct tree {
    arena *arena;
    symbol *function;
    node *body;          /* a block */
    variable **variables;
    size_t variable_count, variable_capacity;
    unsigned labels;
    bool has_barrier, has_goto;
    bool whole_loops;    /* those without barriers stay with their work-item */
    bool keep_groups;    /* nodes are marked as the group's already */
    bool uniform_loads;  /* grouped control has no masks: it may read memory, as some work-item is always there */
    bool met;            /* what is asked for is computed where all work-items have met */
    bool is_kernel;
    unsigned regions;
    expression *limits[3]; /* of guard.h: work-items from there on do nothing; or NULL */
    size_t fixed_bytes, context_bytes, room_bytes;
    size_t replicas;     /* work-items, if each has statements of its own (replicate.h); 0: they are gone through by loops */
    size_t lane_regions; /* those that were written for lanes (lane.h) */
    const char *lane_reason; /* why another one was not, or NULL */
    const token *lane_where; /* of that */
    const char *reason;  /* why it cannot be translated, or NULL */
    const token *where;  /* of the reason */
} tree;

variable *tree_variable(const tree *t, const symbol *s); /* NULL: not the function's */
variable *tree_add_variable(tree *t, symbol *s, const type *type);
node *tree_node(tree *t, node_kind kind, const token *where);
void tree_add(tree *t, node *block, node *item);
void tree_refuse(tree *t, const token *where, const char *reason); /* the first one counts */

/* Visits an expression and all below it, top down. `visit` returns false to leave out what is below. */
typedef bool tree_visitor(void *context, expression *e);
void tree_visit(expression *e, tree_visitor *visit, void *context);

#endif
