/* Functions on device-side queues and their events (OpenCL C 2.0 6.13.17), by the callbacks of the launch. Without these,
 * nothing can be enqueued. Part of clbundle/native/native.h, once per level. Knows the callbacks' structures; must not know
 * kernels.
 *
 * SPDX-License-Identifier: MIT */

#ifndef CLBN_ENQUEUE_FAILURE
#define CLBN_ENQUEUE_FAILURE (-101)
#endif

CLBN_FN int32_t CLBN(enqueue_kernel)(const clb_native_range *range, const clb_native_block *block, uint64_t queue, int32_t flags,
                                     const void *ndrange, uint32_t wait_count, const void *wait, void *event,
                                     const void *captured, const void *local_sizes)
{
    const clb_native_command command = {.block = block,
                                        .range = (const clb_native_ndrange *)ndrange,
                                        .queue = queue,
                                        .flags = (uint32_t)flags,
                                        .wait_count = wait_count,
                                        .wait = wait,
                                        .event = event,
                                        .captured = captured,
                                        .local_sizes = local_sizes};
    return range->queue ? range->queue->functions->enqueue(range, &command) : CLBN_ENQUEUE_FAILURE;
}

CLBN_FN int32_t CLBN(enqueue_marker)(const clb_native_range *range, uint64_t queue, uint32_t wait_count, const void *wait,
                                     void *event)
{
    const clb_native_command command = {.queue = queue, .wait_count = wait_count, .wait = wait, .event = event};
    return range->queue ? range->queue->functions->enqueue(range, &command) : CLBN_ENQUEUE_FAILURE;
}

CLBN_FN uint64_t CLBN(get_default_queue)(const clb_native_range *range)
{
    return range->queue ? range->queue->default_queue : 0;
}

CLBN_FN uint64_t CLBN(create_user_event)(const clb_native_range *range)
{
    return range->queue ? range->queue->functions->create_user_event(range) : CLB_NULL_EVENT;
}

CLBN_FN void CLBN(retain_event)(const clb_native_range *range, uint64_t event)
{
    if (range->queue) range->queue->functions->retain(range, event);
}

CLBN_FN void CLBN(release_event)(const clb_native_range *range, uint64_t event)
{
    if (range->queue) range->queue->functions->release(range, event);
}

CLBN_FN uint8_t CLBN(is_valid_event)(const clb_native_range *range, uint64_t event)
{
    return range->queue && range->queue->functions->is_valid(range, event);
}

CLBN_FN void CLBN(set_user_event_status)(const clb_native_range *range, uint64_t event, int32_t status)
{
    if (range->queue) range->queue->functions->set_status(range, event, status);
}

CLBN_FN void CLBN(capture_event_profiling_info)(const clb_native_range *range, uint64_t event, int32_t info, void *value)
{
    (void)info; /* CLK_PROFILING_COMMAND_EXEC_TIME is the only one */
    if (range->queue) range->queue->functions->capture_profiling(range, event, value);
}

CLBN_FN uint32_t CLBN(get_kernel_work_group_size)(const clb_native_range *range)
{
    return range->queue ? range->queue->work_group_size : 1;
}

CLBN_FN uint32_t CLBN(get_kernel_preferred_work_group_size_multiple)(const clb_native_range *range)
{
    return range->queue ? range->queue->preferred_multiple : 1;
}

CLBN_FN uint32_t CLBN(get_kernel_max_sub_group_size_for_ndrange)(const clb_native_range *range, const void *ndrange)
{
    const clb_native_ndrange *const n = (const clb_native_ndrange *)ndrange;
    const uint64_t items = n->local[0] ? n->local[0] * n->local[1] * n->local[2] : CLB_SUB_GROUP_SIZE;
    (void)range;
    return items < CLB_SUB_GROUP_SIZE ? (uint32_t)items : CLB_SUB_GROUP_SIZE;
}

CLBN_FN uint32_t CLBN(get_kernel_sub_group_count_for_ndrange)(const clb_native_range *range, const void *ndrange)
{
    const clb_native_ndrange *const n = (const clb_native_ndrange *)ndrange;
    const uint64_t items = n->local[0] ? n->local[0] * n->local[1] * n->local[2] : CLB_SUB_GROUP_SIZE;
    (void)range;
    return (uint32_t)((items + CLB_SUB_GROUP_SIZE - 1) / CLB_SUB_GROUP_SIZE);
}
