/* Blocks of images, which sub-groups read and write: each sub-group one block, at its own coordinates. The names say what the
 * kernel does: read or write, the bytes of an element, elements of a work-item, the size of a sub-group, and of a media block
 * its width and height. Checked against tests/native/test_image_blocks.c. SPDX-License-Identifier: MIT */
#define SUB (get_group_id(0) * get_num_sub_groups() + get_sub_group_id())

#define READ(NAME, T, SUFFIX)                                                                                          \
    __kernel void read_##NAME(read_only image2d_t m, __global const int2 *at, __global T *out)                         \
    {                                                                                                                  \
        out[get_global_id(0)] = intel_sub_group_block_read##SUFFIX(m, at[SUB]);                                        \
    }
#define WRITE(NAME, T, SUFFIX)                                                                                         \
    __kernel void write_##NAME(write_only image2d_t m, __global const int2 *at, __global const T *in)                  \
    {                                                                                                                  \
        intel_sub_group_block_write##SUFFIX(m, at[SUB], in[get_global_id(0)]);                                         \
    }
#define READ_MEDIA(NAME, T, SUFFIX, W, H)                                                                              \
    __kernel void read_##NAME##_##W##_##H(read_only image2d_t m, __global const int2 *at, __global T *out)             \
    {                                                                                                                  \
        out[get_global_id(0)] = intel_sub_group_media_block_read##SUFFIX(at[SUB], W, H, m);                            \
    }
#define WRITE_MEDIA(NAME, T, SUFFIX, W, H)                                                                             \
    __kernel void write_##NAME##_##W##_##H(write_only image2d_t m, __global const int2 *at, __global const T *in)      \
    {                                                                                                                  \
        intel_sub_group_media_block_write##SUFFIX(at[SUB], W, H, in[get_global_id(0)], m);                             \
    }
#define EIGHT __attribute__((intel_reqd_sub_group_size(8)))

READ(4_1_16, uint, )
READ(4_8_16, uint8, 8)
READ(4_2_16, uint2, _ui2)
READ(2_1_16, ushort, _us)
READ(2_4_16, ushort4, _us4)
READ(1_2_16, uchar2, _uc2)
READ(1_16_16, uchar16, _uc16)
READ(8_1_16, ulong, _ul)
READ(8_4_16, ulong4, _ul4)
WRITE(4_1_16, uint, )
WRITE(4_4_16, uint4, 4)
WRITE(4_8_16, uint8, _ui8)
WRITE(2_2_16, ushort2, _us2)
WRITE(1_8_16, uchar8, _uc8)
WRITE(8_2_16, ulong2, _ul2)
EIGHT READ(4_4_8, uint4, 4)
EIGHT READ(1_1_8, uchar, _uc)
EIGHT READ(8_2_8, ulong2, _ul2)
EIGHT WRITE(2_16_8, ushort16, _us16)
EIGHT WRITE(8_8_8, ulong8, _ul8)
READ_MEDIA(4_1_16, uint, _ui, 1, 16)
READ_MEDIA(4_8_16, uint8, _ui8, 8, 8)
READ_MEDIA(1_16_16, uchar16, _uc16, 12, 16)
READ_MEDIA(2_4_16, ushort4, _us4, 16, 4)
WRITE_MEDIA(1_4_16, uchar4, _uc4, 32, 2)
WRITE_MEDIA(2_2_16, ushort2, _us2, 10, 3)
WRITE_MEDIA(4_4_16, uint4, _ui4, 6, 12)
EIGHT READ_MEDIA(2_4_8, ushort4, _us4, 6, 5)
EIGHT WRITE_MEDIA(4_2_8, uint2, _ui2, 3, 4)

/* Only some sub-groups read, in a loop whose length differs, and write what they have read elsewhere in the image. */
__kernel void change_2_2_16(read_write image2d_t m, __global const int2 *at, __global ushort2 *out)
{
    const int sub = SUB;
    if (sub % 3 == 1) return;
    ushort2 sum = 0;
    for (int k = 0; k <= sub % 4; ++k) sum += intel_sub_group_block_read_us2(m, at[sub] + (int2)(0, k));
    out[get_global_id(0)] = sum;
    intel_sub_group_block_write_us2(m, at[sub] + (int2)(0, 8), sum);
}
