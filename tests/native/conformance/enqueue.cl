// Blocks that are enqueued on the device. A kernel is complete when what it has enqueued is complete.
// @range: n
// @arg in: in n
// @arg out: inout n
// SPDX-License-Identifier: MIT

// Each work-item enqueues its own.
__kernel void check_each(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    const int x = in[g];
    const int code = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1),
                                    ^{ out[g] = x == in[g] && get_global_size(0) == 1; });
    if (code != CLK_SUCCESS) out[g] = code;
}

// One work-item enqueues a wide range, with an offset. What was captured stays.
__kernel void check_wide(__global const int *in, __global int *out, const int n)
{
    int scalar = 5;
    float4 vector = (float4)(1, 2, 3, 4);
    int table[3] = {7, 8, 9};
    struct pair { int a; double b; } pair = {11, 0.5};
    if (get_global_id(0) != 0) return;
    void (^work)(void) = ^{
        const int g = get_global_id(0) - 3;
        int right = get_global_offset(0) == 3 && get_global_size(0) == n && get_work_dim() == 1;
        right &= scalar == 5 && vector.w == 4 && table[g % 3] == 7 + g % 3 && pair.a == 11 && pair.b == 0.5;
        out[g] = right;
    };
    scalar = 0;
    vector = 0;
    table[0] = table[1] = table[2] = 0;
    pair.a = 0;
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(3, n, 1), work);
}

// Two dimensions, groups that do not divide the range, local memory and barriers.
__kernel void check_groups(__global const int *in, __global int *out, const int n)
{
    if (get_global_id(0) != 0) return;
    const size_t whole[2] = {n / 5, 5}, part[2] = {3, 2};
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP, ndrange_2D(whole, part),
                   ^(local void *first, local void *second) {
                       local int *a = first, *b = second;
                       const int x = get_local_id(0), y = get_local_id(1), w = get_local_size(0);
                       a[y * w + x] = x + 10 * y;
                       b[x] = 7;
                       barrier(CLK_LOCAL_MEM_FENCE);
                       const int other = a[y * w + (w - 1 - x)];
                       const int ok = other == w - 1 - x + 10 * y && b[w - 1 - x] == 7 && w <= 3 && get_local_size(1) <= 2;
                       out[get_global_id(1) * get_global_size(0) + get_global_id(0)] = ok;
                   },
                   6 * sizeof(int), (uint)(3 * sizeof(int)));
}

// Memory of the group that the block declares.
__kernel void check_local_variable(__global const int *in, __global int *out, const int n)
{
    if (get_global_id(0) != 0) return;
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(n, n < 8 ? 1 : 5), ^{
        local int values[8];
        const int l = get_local_id(0), last = get_local_size(0) - 1;
        values[l] = in[get_global_id(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
        out[get_global_id(0)] = values[last - l] == in[get_global_id(0) + last - 2 * l];
    });
}

// A block that calls the function that enqueues it: commands of commands, one behind the other.
static void count_down(__global int *out, int at, int n)
{
    out[at] = 1;
    if (at + 1 < n)
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{ count_down(out, at + 1, n); });
}

__kernel void check_chain(__global const int *in, __global int *out, const int n)
{
    if (get_global_id(0) == 0) count_down(out, 0, n);
}

// A kernel as a function, which enqueues itself twice: a tree.
__kernel void check_tree(__global const int *in, __global int *out, const int n)
{
    const int first = get_global_id(0);
    if (get_global_size(0) != 1 && first != 0) return;
    const int begin = get_global_size(0) == 1 ? get_global_offset(0) : 0;
    out[begin] = 1;
    if (2 * begin + 1 < n)
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(2 * begin + 1, 1, 1), ^{ check_tree(in, out, n); });
    if (2 * begin + 2 < n)
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(2 * begin + 2, 1, 1), ^{ check_tree(in, out, n); });
}

// Events order commands: each adds to what the one before it has left.
__kernel void check_events(__global const int *in, __global int *out, const int n)
{
    if (get_global_id(0) != 0) return;
    queue_t q = get_default_queue();
    clk_event_t start = create_user_event(), last = start;
    for (int i = 0; i < n; ++i) {
        clk_event_t done;
        const int code = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &last, &done,
                                        ^{ out[i] = i == 0 ? 1000 : out[i - 1] + 1; });
        if (code != CLK_SUCCESS || !is_valid_event(done)) out[i] = -1;
        release_event(last);
        last = done;
    }
    clk_event_t marker;
    enqueue_marker(q, 1, &last, &marker);
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(n), 1, &marker, NULL, ^{
        const int g = get_global_id(0);
        out[g] = out[g] == 1000 + g;
    });
    /* Nothing has begun. */
    if (out[0] != 0) out[0] = -1;
    set_user_event_status(start, CL_COMPLETE);
    release_event(last);
    release_event(marker);
}

// The event of a command is complete when what that has enqueued is complete.
__kernel void check_descendants(__global const int *in, __global int *out, const int n)
{
    if (get_global_id(0) != 0) return;
    queue_t q = get_default_queue();
    clk_event_t done;
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 0, NULL, &done, ^{
        for (int i = 0; i < n; ++i)
            enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{
                enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ out[i] = in[i] + 2; });
            });
    });
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(n), 1, &done, NULL,
                   ^{ out[get_global_id(0)] = out[get_global_id(0)] == in[get_global_id(0)] + 2; });
    release_event(done);
}

// A command whose event failed does not run, nor do those that wait for it.
__kernel void check_failed(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    queue_t q = get_default_queue();
    clk_event_t failed = create_user_event(), done;
    out[g] = 1;
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &failed, &done, ^{ out[g] = -1; });
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &done, NULL, ^{ out[g] = -2; });
    set_user_event_status(failed, -5);
    release_event(failed);
    release_event(done);
}

// What is wrong is refused: a queue that is none, no dimension, sizes that no group has, an event that is none.
__kernel void check_refused(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    queue_t q = get_default_queue(), none = 0;
    clk_event_t null = CLK_NULL_EVENT, old = create_user_event();
    const size_t wrong_sizes[3] = {4, 0, 1}, sizes[3] = {4, 4, 4}, large[3] = {64, 64, 64};
    release_event(old);
    int right = enqueue_kernel(none, 0, ndrange_1D(1), ^{ out[g] = -1; }) == CLK_ENQUEUE_FAILURE;
    right &= enqueue_kernel(q, 0, ndrange_3D(sizes, wrong_sizes), ^{ out[g] = -2; }) == CLK_ENQUEUE_FAILURE;
    right &= enqueue_kernel(q, 0, ndrange_3D(sizes, large), ^{ out[g] = -3; }) == CLK_ENQUEUE_FAILURE;
    right &= enqueue_kernel(q, 0, ndrange_1D(1), 1, &null, NULL, ^{ out[g] = -4; }) == CLK_ENQUEUE_FAILURE;
    right &= enqueue_kernel(q, 0, ndrange_1D(1), 1, &old, NULL, ^{ out[g] = -5; }) == CLK_ENQUEUE_FAILURE;
    right &= enqueue_kernel(q, 0, ndrange_1D(1), ^(local void *p) { out[g] = -6; }, 0) == CLK_ENQUEUE_FAILURE;
    right &= enqueue_kernel(q, 0, ndrange_1D(1), ^(local void *p) { out[g] = -7; }, -1L) == CLK_ENQUEUE_FAILURE;
    right &= !is_valid_event(null) && !is_valid_event(old);
    out[g] = right;
}

// The same with reasons, as in a program that was built with -g: the generator adds this flag then.
#define SAYS_WHY 0x10000
__kernel void check_reasons(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    queue_t q = get_default_queue(), none = 0;
    clk_event_t null = CLK_NULL_EVENT;
    const size_t sizes[3] = {4, 4, 4}, large[3] = {64, 64, 64};
    int right = enqueue_kernel(none, SAYS_WHY, ndrange_1D(1), ^{ out[g] = -1; }) == CLK_INVALID_QUEUE;
    right &= enqueue_kernel(q, SAYS_WHY, ndrange_3D(sizes, large), ^{ out[g] = -2; }) == CLK_INVALID_NDRANGE;
    right &= enqueue_kernel(q, SAYS_WHY, ndrange_1D(1), 1, &null, NULL, ^{ out[g] = -3; }) == CLK_INVALID_EVENT_WAIT_LIST;
    right &= enqueue_kernel(q, SAYS_WHY, ndrange_1D(1), ^(local void *p) { out[g] = -4; }, 0) == CLK_INVALID_ARG_SIZE;
    right &= enqueue_kernel(q, SAYS_WHY | 1, ndrange_1D(1), ^{ out[g] += 1; }) == CLK_SUCCESS;
    out[g] = right - 1;
}

// A queue that is full says so, and what it has taken runs.
__kernel void check_full(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    out[g] = 1;
    if (g != 0) return;
    queue_t q = get_default_queue();
    __global atomic_int *count = (__global atomic_int *)out;
    int taken = 0;
    while (enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ atomic_fetch_add(count, 1); }) == CLK_SUCCESS)
        if (++taken > 10000000) break;
    out[0] = 1 - taken;
}

// Times of a command, in memory that is asked for before and after it has run.
__kernel void check_times(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    __global ulong *times = (__global ulong *)(out + (n + 1) / 2 * 2);
    if (g != 0) return;
    queue_t q = get_default_queue();
    clk_event_t done;
    for (int i = 0; i < 4; ++i) times[i] = 77;
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 0, NULL, &done, ^{ times[0] = ULONG_MAX; });
    capture_event_profiling_info(done, CLK_PROFILING_COMMAND_EXEC_TIME, times);
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &done, NULL, ^{
        capture_event_profiling_info(done, CLK_PROFILING_COMMAND_EXEC_TIME, times + 2);
        const int right = times[0] == times[2] && times[1] == times[3] && times[1] >= times[0] && times[0] != ULONG_MAX;
        enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(n), ^{ out[get_global_id(0)] = right; });
    });
}

// Queries about a block.
__kernel void check_queries(__global const int *in, __global int *out, const int n)
{
    void (^work)(void) = ^{ out[0] = 0; };
    const size_t whole[2] = {64, 64}, part[2] = {5, 4};
    ndrange_t range = ndrange_2D(whole, part), copy = range;
    int right = get_kernel_work_group_size(work) >= 64 && get_kernel_preferred_work_group_size_multiple(work) >= 1;
    right &= get_kernel_sub_group_count_for_ndrange(copy, work) == 2 && get_kernel_max_sub_group_size_for_ndrange(range, work) == 16;
    out[get_global_id(0)] = right;
}

// A command that waits for an event that nothing completes does not run, and is an error.
__kernel void never_ends(__global const int *in, __global int *out, const int n)
{
    if (get_global_id(0) != 0) return;
    clk_event_t never = create_user_event();
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ out[0] = 5; });
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &never, NULL, ^{ out[1] = 6; });
}

static void one_more(__global int *out, int n)
{
    out[0] += 1;
    if (out[0] < n) enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ one_more(out, n); });
}

__kernel void long_chain(__global const int *in, __global int *out, const int n)
{
    if (get_global_id(0) == 0) one_more(out, 1000 * n);
}
