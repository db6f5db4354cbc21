/* Runs commands that were enqueued on a device (enqueue.h): wide ones by all threads, one after the other; the others
 * side by side, one a thread. Knows ranges and memory of groups; must not know events.
 *
 * SPDX-License-Identifier: MIT */
#include "native/enqueue.h"

#include "native/checked.h"
#include "observe/watch.h"

#include <stdlib.h>
#include <string.h>

enum { GROUPS_A_THREAD = 4 }; /* of a command that all threads run together, at least */

/* Memory of a thread for the groups of a command: arguments, then local memory, then scratch. */
typedef struct group_memory {
    size_t locals_at, scratch_at, size;
} group_memory;

/* A command, or a part of its range, that is run. */
typedef struct enqueued_part {
    const clbi_enqueued *command;
    const clbi_job *job;
    clb_native_range range;
    group_memory memory;
    clbi_checks checks; /* of checked code */
} enqueued_part;

static bool measure_group(const clbi_enqueued *command, const clb_native_range *range, group_memory *found)
{
    const clb_native_block *block = command->block;
    const size_t items = range->enqueued_local[0] * range->enqueued_local[1] * range->enqueued_local[2];
    size_t size = 0;
    bool fits = clbi_native_add_size(&size, block->place_count * sizeof(void *));
    found->locals_at = size;
    for (uint32_t i = 0; i < block->local_count; i++)
        fits = fits && clbi_native_add_size(&size, command->local_sizes[i]);
    found->scratch_at = size;
    fits = fits && (block->context_scratch == 0 || items <= SIZE_MAX / 4 / block->context_scratch);
    fits = fits && clbi_native_add_size(&size, items * block->context_scratch) &&
           clbi_native_add_size(&size, block->fixed_scratch);
    found->size = size;
    return fits;
}

static void fill_arguments(const clbi_enqueued *command, const group_memory *offsets, char *memory)
{
    const clb_native_block *block = command->block;
    void **arguments = (void **)(void *)memory;
    size_t at = offsets->locals_at;
    uint32_t local = 0;
    for (uint32_t i = 0; i < block->place_count; i++) {
        const clb_block_argument place = block->places[i];
        const char *value = command->captured + place.offset;
        if (place.kind == CLB_BLOCK_LOCAL) {
            arguments[i] = memory + at;
            (void)clbi_native_add_size(&at, command->local_sizes[local++]);
        } else if (place.kind == CLB_BLOCK_POINTER) {
            uint64_t address;
            memcpy(&address, value, sizeof address);
            arguments[i] = (void *)(uintptr_t)address;
        } else {
            arguments[i] = (void *)(uintptr_t)value;
        }
    }
}

/* False: it takes more memory than there is. */
static bool plan_command(const clbi_enqueued *command, clbi_native_device *device, const clbi_job *job,
                         enqueued_part *p)
{
    const clb_native_ndrange *n = &command->range;
    *p = (enqueued_part){.command = command, .job = job};
    p->range = (clb_native_range){.dimensions = (uint32_t)n->dimensions,
                                  .print = device->print ? clbi_native_print : NULL,
                                  .cookie = device,
                                  .queue = &command->queue,
                                  .variables = command->all->variables};
    for (int d = 0; d < 3; d++) {
        const size_t local = n->local[0] ? (size_t)n->local[d]
                             : d == 0    ? clbi_native_divisor((size_t)n->global[0], CLBI_GROUP_ITEMS)
                                         : 1;
        p->range.global[d] = (size_t)n->global[d];
        p->range.offset[d] = (size_t)n->offset[d];
        p->range.enqueued_local[d] = local;
        p->range.groups[d] = p->range.global[d] / local + (p->range.global[d] % local != 0);
    }
    return measure_group(command, &p->range, &p->memory);
}

/* Checks belong to a planned command from the first group to the last one. Where they cannot begin, nothing is checked.
 */
static void begin_command(enqueued_part *p)
{
    clbi_checks *launch = p->command->all->checks;
    if (launch && clbi_checks_open_command(&p->checks, launch, p->command)) p->range.checks = &p->checks.functions;
}

static void end_command(enqueued_part *p)
{
    if (p->range.checks) clbi_checks_close_command(&p->checks);
    p->range.checks = NULL;
}

static size_t groups_of(const clb_native_range *range)
{
    size_t count = 1;
    for (int d = 0; d < 3; d++) count *= range->end_group[d] - range->first_group[d];
    return count;
}

/* ---- One command by all threads ---- */

static void start_part(const void *context, void *memory)
{
    const enqueued_part *p = context;
    fill_arguments(p->command, &p->memory, memory);
}

static void run_part_groups(const void *context, void *memory, size_t first, size_t end)
{
    const enqueued_part *p = context;
    if (p->job->watching && clbi_watching_stopped(p->job->watching)) return;
    p->command->block->run(&p->range, memory, first, end, (char *)memory + p->memory.scratch_at);
}

static bool run_wide(clbi_native_device *device, enqueued_part *p)
{
    for (unsigned last = 0; last < CLBI_PARTS; last++) {
        if (!clbi_native_choose_part(&p->range, last)) continue;
        clbi_work work = {.memory = p->memory.size ? p->memory.size : CLB_NATIVE_ALIGNMENT,
                          .start = start_part,
                          .run = run_part_groups,
                          .context = p,
                          .count = groups_of(&p->range)};
        work.grain = clbi_native_grain(device, work.count);
        if (!clbi_pool_run(device->pool, &work)) return false;
    }
    return true;
}

/* ---- Many commands, one a thread ---- */

typedef struct narrow_work {
    clbi_native_device *device;
    const clbi_job *job;
    clbi_enqueued **commands;
} narrow_work;

static void run_one(enqueued_part *p, char *memory)
{
    fill_arguments(p->command, &p->memory, memory);
    for (unsigned last = 0; last < CLBI_PARTS; last++)
        if (clbi_native_choose_part(&p->range, last)) run_part_groups(p, memory, 0, groups_of(&p->range));
}

static void run_commands(const void *context, void *memory, size_t first, size_t end)
{
    const narrow_work *work = context;
    for (; first < end; first++) {
        clbi_enqueued *command = work->commands[first];
        enqueued_part p;
        if (!plan_command(command, work->device, work->job, &p)) continue; /* it had fit before */
        begin_command(&p);
        command->start = clbi_now_ns();
        run_one(&p, memory);
        command->end = clbi_now_ns();
        end_command(&p);
    }
}

static void start_commands(const void *context, void *memory)
{
    (void)context, (void)memory;
}

bool clbi_enqueued_run(clbi_native_device *device, const clbi_job *job, clbi_enqueued *list)
{
    size_t count = 0, most = CLB_NATIVE_ALIGNMENT;
    bool all = true;
    for (const clbi_enqueued *c = list; c; c = c->next) count++;
    narrow_work narrow = {device, job, malloc(count * sizeof(clbi_enqueued *))};
    if (!narrow.commands) return false;
    count = 0;
    for (clbi_enqueued *c = list; c && all; c = c->next) {
        enqueued_part p;
        if (!c->block || c->status < 0) continue;
        all = plan_command(c, device, job, &p);
        const size_t groups = p.range.groups[0] * p.range.groups[1] * p.range.groups[2];
        if (all && groups >= (size_t)device->threads * GROUPS_A_THREAD) {
            c->start = clbi_now_ns();
            begin_command(&p);
            all = run_wide(device, &p);
            c->end = clbi_now_ns();
            end_command(&p);
        } else if (all) {
            narrow.commands[count++] = c;
            if (p.memory.size > most) most = p.memory.size;
        }
    }
    const clbi_work work = {
        .memory = most, .start = start_commands, .run = run_commands, .context = &narrow, .count = count, .grain = 1};
    if (all && count > 0) all = clbi_pool_run(device->pool, &work);
    free(narrow.commands);
    return all;
}
