/* Rooms: private variables too large for a thread's stack lie in the launch's scratch. And a bound of what is left on it.
 * A room grows downwards from the address that a function gets, like a stack: its own variables lie below that address,
 * and what it calls gets the address below them. Work-items that run one after the other share one room. */
#ifndef CLB_WORKGROUP_ROOM_H
#define CLB_WORKGROUP_ROOM_H

#include "workgroup/writer.h"

/* ROOM_LARGE: variables from this size on never lie on the stack, counting all ROOM_LANES lanes that levels have at most;
 * ROOM_INLINED: the same where a function is inlined at each call; ROOM_SMALL: from this one on where all the others would
 * need too much of it. ROOM_STACK: what a kernel with all that it calls may take; ROOM_CALLED: what a called function may
 * take before its smaller variables move too. ROOM_OF_LANES: a kernel
 * with a larger room is not written for lanes, which would need one each; nor are loops exchanged with
 * those over the work-items where that would take more than ROOM_OF_CONTEXT of each work-item's context. */
enum { ROOM_SMALL = 64, ROOM_INLINED = 512, ROOM_LARGE = 4096, ROOM_STACK = 65536, ROOM_CALLED = 32768, ROOM_ALIGN = 128, ROOM_LANES = 16,
       ROOM_OF_LANES = 1 << 20, ROOM_OF_CONTEXT = 1 << 14 };

/* Gives the tree's variables of at least `least` bytes that would be on the stack a place in its room. `lanes`: each holds
 * the values of all lanes. */
void room_place(tree *t, size_t least, bool lanes);

/* Declares where they are, at the top of a function; lane_item.c does so for lanes. */
void room_declare(writer *w);

/* What holds a value of the type for each lane is no larger. */
size_t room_lane_size(const type *t);

/* Notes that a value of the type lies on the stack, `copies` times. */
void room_count(writer *w, const type *t, size_t copies);
void room_count_lanes(writer *w, const type *t);

/* Notes a call: of a function that is inlined in any case each one counts. */
void room_count_call(writer *w, const called *callee);

/* What is known of a function once it is written. `inlined`: its caller holds its variables. */
void room_finish(const writer *w, bool inlined, called *c);

/* The bound for a kernel whose group function is written `copies` times, and the bytes of scratch below all others. */
size_t room_stack(const writer *w, size_t copies);
size_t room_bytes(const writer *w);

#endif
