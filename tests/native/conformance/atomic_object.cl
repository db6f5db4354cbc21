// Atomic functions on objects of atomic types, and functions that ask a generic pointer for its address space: each kernel
// looks at its own results.
// @range: n
// @arg in: in n
// @arg out: inout n
// SPDX-License-Identifier: MIT

#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable

#define BEGIN                                                                                    \
    const int items = get_local_size(0), l = get_local_id(0), g = get_global_id(0), first = g - l; \
    int right = 1;

// The old values of a sum are all different sums of some of the numbers; here of ones, so they are 0, 1, 2 ...
#define COUNTS(T, A)                                                                             \
    __kernel void check_counts_##T(__global const int *in, __global int *out, const int n)       \
    {                                                                                            \
        BEGIN                                                                                    \
        __local A count, most, least;                                                            \
        __local int seen[64];                                                                    \
        seen[l] = 0;                                                                             \
        if (l == 0) {                                                                            \
            atomic_init(&count, (T)0);                                                           \
            atomic_init(&most, (T)0);                                                            \
            atomic_init(&least, (T)100);                                                         \
        }                                                                                        \
        barrier(CLK_LOCAL_MEM_FENCE);                                                            \
        seen[(int)atomic_fetch_add(&count, (T)1)] = 1;                                           \
        atomic_fetch_max_explicit(&most, (T)in[g], memory_order_relaxed);                        \
        atomic_fetch_min_explicit(&least, (T)in[g], memory_order_acq_rel, memory_scope_work_group); \
        barrier(CLK_LOCAL_MEM_FENCE);                                                            \
        T greatest = 0, smallest = 100;                                                          \
        for (int i = 0; i < items; ++i) {                                                        \
            greatest = max(greatest, (T)in[first + i]), smallest = min(smallest, (T)in[first + i]); \
            right &= seen[i];                                                                    \
        }                                                                                        \
        right &= atomic_load(&count) == (T)items && atomic_load(&most) == greatest && atomic_load(&least) == smallest; \
        barrier(CLK_LOCAL_MEM_FENCE);                                                            \
        atomic_fetch_sub(&count, (T)1);                                                          \
        barrier(CLK_LOCAL_MEM_FENCE);                                                            \
        right &= atomic_load_explicit(&count, memory_order_acquire) == (T)0;                     \
        barrier(CLK_LOCAL_MEM_FENCE);                                                            \
        if (l == items - 1) right &= atomic_exchange(&count, (T)7) == (T)0;                      \
        barrier(CLK_LOCAL_MEM_FENCE);                                                            \
        right &= atomic_load(&count) == (T)7;                                                    \
        out[g] = right;                                                                          \
    }
COUNTS(int, atomic_int)
COUNTS(uint, atomic_uint)
COUNTS(long, atomic_long)
COUNTS(ulong, atomic_ulong)
COUNTS(float, atomic_float)
COUNTS(double, atomic_double)

// In global memory: each group has a word of the output, which its last work-item then overwrites.
__kernel void check_global(__global const int *in, __global int *out, const int n)
{
    BEGIN
    volatile __global atomic_int *sum = (volatile __global atomic_int *)out + first;
    volatile __global atomic_float *real = (volatile __global atomic_float *)out + first;
    int wanted = 0, both = -1, some = 0, odd = 0;
    for (int i = 0; i < items; ++i) wanted += in[first + i], both &= in[first + i], some |= in[first + i], odd ^= in[first + i];
    if (l == 0) atomic_store(sum, 0);
    work_group_barrier(CLK_GLOBAL_MEM_FENCE);
    int old = atomic_load_explicit(sum, memory_order_relaxed);
    while (!atomic_compare_exchange_weak_explicit(sum, &old, old + in[g], memory_order_acq_rel, memory_order_relaxed)) {}
    work_group_barrier(CLK_GLOBAL_MEM_FENCE);
    right &= atomic_load(sum) == wanted;
    int other = -5;
    work_group_barrier(CLK_GLOBAL_MEM_FENCE);
    right &= !atomic_compare_exchange_strong(sum, &other, 1) && other == wanted;
#define LOGIC(name, start, result)                                                               \
    work_group_barrier(CLK_GLOBAL_MEM_FENCE);                                                    \
    if (l == 0) atomic_store_explicit(sum, start, memory_order_release, memory_scope_device);    \
    work_group_barrier(CLK_GLOBAL_MEM_FENCE);                                                    \
    (void)atomic_fetch_##name(sum, in[g]);                                                       \
    work_group_barrier(CLK_GLOBAL_MEM_FENCE);                                                    \
    right &= atomic_load(sum) == (result);
    LOGIC(and, -1, both)
    LOGIC(or, 0, some)
    LOGIC(xor, 0, odd)
    LOGIC(min, 1000, min(1000, work_group_reduce_min(in[g])))
    work_group_barrier(CLK_GLOBAL_MEM_FENCE);
    if (l == 0) atomic_store(real, 0.5f);
    work_group_barrier(CLK_GLOBAL_MEM_FENCE);
    (void)atomic_fetch_add(real, (float)in[g]);
    work_group_barrier(CLK_GLOBAL_MEM_FENCE);
    float found = atomic_load(real), expected = found;
    right &= found == wanted + 0.5f;
    work_group_barrier(CLK_GLOBAL_MEM_FENCE);
    if (l == 0) right &= atomic_compare_exchange_strong(real, &expected, -0.0f) && expected == found;
    work_group_barrier(CLK_GLOBAL_MEM_FENCE);
    right &= as_int(atomic_load(real)) == INT_MIN;
    work_group_barrier(CLK_GLOBAL_MEM_FENCE);
    out[g] = right;
}

__kernel void check_flags(__global const int *in, __global int *out, const int n)
{
    BEGIN
    __local atomic_flag flag;
    __local atomic_int won;
    if (l == 0) {
        atomic_flag_clear(&flag);
        atomic_init(&won, 0);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (!atomic_flag_test_and_set(&flag)) atomic_fetch_add(&won, 1);
    atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_seq_cst, memory_scope_work_group);
    barrier(CLK_LOCAL_MEM_FENCE);
    right &= atomic_load(&won) == 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == 0) atomic_flag_clear_explicit(&flag, memory_order_release);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == items / 2) right &= !atomic_flag_test_and_set_explicit(&flag, memory_order_acquire, memory_scope_work_group);
    out[g] = right;
}

static int space_of(const int *p)
{
    return (to_global(p) ? 1 : 0) + (to_local(p) ? 2 : 0) + (to_private(p) ? 4 : 0);
}

static int read_any(int *p)
{
    if (get_fence(p) == CLK_LOCAL_MEM_FENCE) return *to_local(p) + 100;
    return get_fence(p) == CLK_GLOBAL_MEM_FENCE ? *to_global(p) : *to_private(p) + 200;
}

__kernel void check_spaces(__global const int *in, __global int *out, const int n)
{
    BEGIN
    __local int shared[64];
    int mine[2] = {l, g};
    shared[l] = l;
    out[g] = g;
    barrier(CLK_LOCAL_MEM_FENCE);
    right &= space_of(out + g) == 1 && space_of(&shared[l]) == 2 && space_of(mine + 1) == 4;
    right &= read_any(out + g) == g && read_any(shared + l) == l + 100 && read_any(mine + 1) == g + 200;
    out[g] = right;
}

typedef struct holder {
    int number;
    int *p;
} holder;

static int *pick(int *p, int *q, int second)
{
    if (second) return q;
    return p;
}

/* Spaces that only data decide: of pointers in variables, which loops exchange; and of those that come from memory. */
__kernel void check_chosen_spaces(__global const int *in, __global int *out, const int n)
{
    BEGIN
    __local int shared[64], *__local common;
    int mine[2] = {l, g};
    shared[l] = l;
    out[g] = g;
    if (l == 0) common = shared;
    barrier(CLK_LOCAL_MEM_FENCE);
    const int kind = in[g] % 3, wanted = 1 << kind;
    int *p = kind == 0 ? (int *)(out + g) : kind == 1 ? (int *)(shared + l) : (int *)(mine + 1);
    right &= space_of(p) == wanted && read_any(p) == (kind == 0 ? g : kind == 1 ? l + 100 : g + 200);
    int *a = p, *b = out + g;
    for (int i = 0; i < in[g] % 5; ++i) {
        int *const t = a;
        a = b + 1;
        b = t - 1;
    }
    const int odd = in[g] % 5 % 2;
    right &= space_of(a) == (odd ? 1 : wanted) && space_of(b) == (odd ? wanted : 1);
    right &= space_of(pick(a, mine, l & 1)) == (l & 1 ? 4 : odd ? 1 : wanted);
    if (kind == 2) {
        int *const old = p;
        p = out + g;
        right &= get_fence(p) == CLK_GLOBAL_MEM_FENCE && *to_private(old) == g && to_local(old) == 0;
    }
    int *table[3] = {out + g, shared + l, mine};
    right &= space_of(table[kind]) == wanted && read_any(table[(kind + 1) % 3]) == (kind == 2 ? g : kind ? l + 200 : l + 100);
    holder held = {kind, table[kind]}, *const to = &held;
    right &= space_of(to->p) == wanted;
    to->p = common + l;
    right &= space_of(to->p) == 2 && to_local(to->p) == shared + l && *to_local(common + l) == l;
    int *nothing = kind ? (int *)0 : (int *)mine;
    right &= space_of(nothing) == (kind ? 0 : 4);
    out[g] = right;
}

/* The same without memory of a work-item. */
__kernel void check_two_spaces(__global const int *in, __global int *out, const int n)
{
    BEGIN
    __local int shared[64];
    shared[l] = 3 * l;
    out[g] = g;
    barrier(CLK_LOCAL_MEM_FENCE);
    int *p = out + g;
    if (in[g] % 2) p = shared + l;
    right &= get_fence(p) == (in[g] % 2 ? CLK_LOCAL_MEM_FENCE : CLK_GLOBAL_MEM_FENCE) && *p == (in[g] % 2 ? 3 * l : g);
    right &= (to_local(p) != 0) == in[g] % 2 && (to_global(p) != 0) != in[g] % 2;
    out[g] = right;
}

// Halves: cl_ext_float_atomics.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

__kernel void check_half_atomics(__global const int *in, __global int *out, const int n)
{
    const int items = get_local_size(0), l = get_local_id(0), g = get_global_id(0), first = g - l;
    __local atomic_half sum, most, least, last, tries;
    __local int seen[64];
    int right = 1;
    seen[l] = 0;
    if (l == 0) {
        atomic_init(&sum, (half)0);
        atomic_init(&most, (half)-1);
        atomic_init(&least, (half)100);
        atomic_init(&last, (half)0);
        atomic_store(&tries, (half)0);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    seen[(int)atomic_fetch_add(&sum, (half)1)] = 1;
    atomic_fetch_max_explicit(&most, (half)in[g], memory_order_relaxed);
    atomic_fetch_min_explicit(&least, (half)in[g], memory_order_relaxed, memory_scope_work_group);
    const half old = atomic_exchange(&last, (half)(l + 1));
    right &= old >= 0 && old <= items;
    half expected = atomic_load(&tries);
    while (!atomic_compare_exchange_strong(&tries, &expected, expected + (half)2)) ;
    barrier(CLK_LOCAL_MEM_FENCE);
    half greatest = -1, smallest = 100;
    for (int i = 0; i < items; ++i) {
        greatest = fmax(greatest, (half)in[first + i]), smallest = fmin(smallest, (half)in[first + i]);
        right &= seen[i];
    }
    right &= atomic_load(&sum) == items && atomic_load(&most) == greatest && atomic_load(&least) == smallest;
    right &= atomic_load(&tries) == 2 * items && atomic_load_explicit(&last, memory_order_acquire) > 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_fetch_sub(&sum, (half)0.5);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[g] = right && atomic_load(&sum) == (half)items / 2;
}

// In global memory, beside other work-items' halves: neighbours of 16 bits share a word.
__kernel void check_half_neighbours(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    __global atomic_half *mine = (__global atomic_half *)&out[g];
    atomic_store(mine, (half)3);
    atomic_store(mine + 1, (half)5);
    half right = atomic_fetch_add(mine, (half)0.25) == 3 && atomic_fetch_sub_explicit(mine + 1, (half)in[g], memory_order_relaxed) == 5;
    right = right && atomic_fetch_min(mine, (half)9) == (half)3.25 && atomic_exchange(mine, (half)7) == (half)3.25;
    right = right && atomic_fetch_max(mine + 1, (half)100) == 5 - (half)in[g] && atomic_load(mine + 1) == 100;
    half wrong = 6;
    right = right && !atomic_compare_exchange_strong(mine, &wrong, (half)1) && wrong == 7 && atomic_compare_exchange_weak(mine, &wrong, (half)1);
    out[g] = right && atomic_load(mine) == 1;
}
