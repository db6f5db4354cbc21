// Numbers that rise with ids across the ends of 32 bits: made wider, converted, compared, divided, shifted, used as indices.
// Kernels named far_... are also launched with global offsets just below 2^31 and 2^32; they index by what is left of ids
// without the offset.
// @range: n
// @arg in: in n+32
// @arg out: inout n+2
// SPDX-License-Identifier: MIT

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#define MIX(h, x) ((h) = ((h) ^ (uint)(x) ^ (uint)((ulong)(x) >> 32)) * 2654435761u + ((h) >> 15))
#define AT (get_global_id(0) - get_global_offset(0))

// What is made of a number with a sign.
#define LOOK(h, x)                                                                \
    {                                                                             \
        const int x_ = (x);                                                       \
        const long wide = x_, twice = (long)x_ * 2, less = (long)x_ - 7;          \
        MIX(h, wide);                                                             \
        MIX(h, twice + less);                                                     \
        MIX(h, (ulong)x_ / 3 + (ulong)(uint)x_);                                  \
        MIX(h, (long)((double)x_ * 0.5) + (long)(float)(x_ >> 3));                \
        MIX(h, (wide > 0L) + 2 * (x_ > 0) + 4 * ((uint)x_ > 5u) + 8 * (wide < 2147483640L)); \
        MIX(h, wide / 5 + x_ % 7 + (x_ >> 2) + (wide >> 3) + ((uint)x_ >> 1));    \
        MIX(h, (as_ulong(wide) < 3UL) + 2 * (as_ulong(wide - 5) > 3UL) + (x_ == -3 ? 4 : 0)); \
        MIX(h, max(x_, 3) + (long)min((uint)x_, 9u) + (long)abs(x_ >> 1));        \
        /* What is not chosen would overflow. */                                  \
        const int up = x_ < 2147483000 ? x_ + 200 + (x_ & 7) * 3 : -7;            \
        const int down = x_ > -2147483000 ? x_ * 1 - 300 : 4;                     \
        const int other = x_ != -2147483647 - 1 ? -x_ : 3;                        \
        MIX(h, (long)up * 3 + (up & 5) + (long)down * 2 + (down & 9) + (other ^ (long)other)); \
        MIX(h, (x_ < 2147483000 && x_ + 400 > 399) + 2 * (x_ < -2147483000 || x_ - 400 > -400)); \
        MIX(h, numbers[x_ & 7] + (long)(short)x_ + (ulong)(ushort)x_);            \
    }
__constant int numbers[8] = {5, 3, 8, 1, 9, 2, 7, 4};

#define BEGIN                                     \
    const size_t at = AT;                         \
    const int own = in[at];                       \
    uint h = own;                                 \
    if (own > 18) h = h * 7 + 1;

// From sums without a sign, which wrap.
#define WRAPPED                                                   \
    {                                                             \
        const uint g = get_global_id(0);                          \
        LOOK(h, (int)(0x7ffffffbu + g))                           \
        LOOK(h, (int)(g - 5u))                                    \
        LOOK(h, (int)(3u - g))                                    \
        LOOK(h, (int)(g * 3u + 0x40000000u))                      \
        const int x = (int)(0x7ffffff9u + g), y = (int)(g ^ 0u);  \
        MIX(h, (long)(x ^ y) + (long)x - (long)y);                \
        MIX(h, (long)as_int(g + 0x7ffffff0u));                    \
    }

// From ids that are longer, which are cut.
#define CUT                                                                \
    {                                                                      \
        const int x = get_global_id(0), y = get_global_id(0) + 3;          \
        const uint u = get_global_id(0) + 5;                               \
        LOOK(h, x)                                                         \
        LOOK(h, y)                                                         \
        LOOK(h, (int)(get_group_id(0) * get_local_size(0) + get_local_id(0) + 2147483640UL)) \
        LOOK(h, (int)((long)get_global_id(0) * -2 - 2147483640L))          \
        MIX(h, (ulong)u + (ulong)(u >> 4) + (long)u);                      \
        const long l = get_global_id(0) + 2147483645UL;                    \
        const int cut = (int)l;                                            \
        MIX(h, (long)cut + (long)(uint)l + (cut < 0 ? 3 : 5));             \
        MIX(h, (long)(y << 1) + (long)(x << 3) + (ulong)(u << 2));         \
    }

// In variables, and in loops that some leave.
#define KEPT                                                                         \
    {                                                                                \
        int k = (int)(0x7ffffff0u + (uint)get_global_id(0));                         \
        uint u = get_global_id(0) + 4294967290UL;                                    \
        long sum = 0;                                                                \
        for (int i = 0; i < 5; ++i) {                                                \
            sum += (long)k + (ulong)u;                                               \
            k = (int)((uint)k + 3u);                                                 \
            u += 2u;                                                                 \
        }                                                                            \
        int j = own & 3;                                                             \
        for (size_t i = get_global_id(0); j < 6; i += 5, ++j) sum = sum * 3 + (long)(int)i + in[at + (i & 3)]; \
        MIX(h, sum);                                                                 \
    }

// The first work-item of a vector overflows, but does not go this way.
#define APART                                                             \
    {                                                                     \
        const int x = (int)at - 2147483640, z = 2147483645 - (int)at;     \
        if (at >= 2) {                                                    \
            const int y = x - 10, up = z + 4;                             \
            long far = y;                                                 \
            for (int i = 0; i < own; ++i)                                 \
                if (h & 1) h = h * 33 + (uint)(x + 12) * 5u + (h >> 3);   \
            MIX(h, far + (at > 3 ? (long)(y - 1 + 1) : 0L) + (long)up);   \
            MIX(h, (long)(far < -2147483640L) + (y + 2147483647 > -5));   \
        }                                                                 \
    }

#define INDEXED                                                                           \
    {                                                                                     \
        int room[8] = {1, 2, 3, 4, 5, 6, 7, 8};                                           \
        const uint g = get_global_id(0);                                                  \
        const int start = (int)(g - (uint)get_global_offset(0));                          \
        room[(g + 3u) & 7] += own;                                                        \
        MIX(h, room[(uint)(int)(0x7ffffffdu + g) & 7] + in[start + 1] + in[(start << 1) % n]); \
        for (size_t j = 0; j < 3; ++j) {                                                  \
            const int k = at + j * 2;                                                     \
            MIX(h, in[k] + in[k + 1]);                                                    \
            if (k > 4) MIX(h, in[k - 4] + (long)(k - 5));                                 \
        }                                                                                 \
    }

#define FAR(name, WAY)                                                                     \
    __kernel void far_##name(__global const int *in, __global int *out, const int n)       \
    {                                                                                      \
        BEGIN WAY out[at] = (int)h;                                                        \
    }                                                                                      \
    __kernel __attribute__((vec_type_hint(int4))) void far_##name##_one_by_one(            \
        __global const int *in, __global int *out, const int n)                            \
    {                                                                                      \
        BEGIN WAY out[at] = (int)h;                                                        \
    }

FAR(wrapped, WRAPPED)
FAR(cut, CUT)
FAR(kept, KEPT)
FAR(apart, APART)
FAR(indexed, INDEXED)

// In functions that stay functions.
static __attribute__((noinline)) uint look_there(uint h, const int more, const uint wraps)
{
    const int x = get_global_id(0), y = more + 1;
    const uint u = get_global_id(0);
    LOOK(h, x)
    LOOK(h, (int)(u + wraps))
    if (more > 5) MIX(h, (long)y + (long)(int)(get_global_id(0) + 3));
    return h;
}
#define CALLED MIX(h, look_there(h, own, 0x7ffffffau));
FAR(called, CALLED)

// Around a barrier.
__kernel void far_between_barriers(__global const int *in, __global int *out, const int n)
{
    __local long tile[64];
    BEGIN
    const int x = (int)(0x7ffffffbu + (uint)get_global_id(0)), y = get_global_id(0), l = get_local_id(0);
    tile[l] = (long)x * 2 + (long)y;
    barrier(CLK_LOCAL_MEM_FENCE);
    MIX(h, tile[(l * 3) % (int)get_local_size(0)] + (long)x + (long)(int)(get_global_id(0) + 2147483646UL));
    LOOK(h, y)
    out[at] = (int)h;
}
