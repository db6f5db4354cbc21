/* Reads and writes of images for the lanes of a vector: the functions of image.h, bit for bit. The coordinates of all lanes are
 * turned into addresses by vector operations. Contiguous pixels are loaded as vectors, others by gathers, and the numbers of the
 * common formats are converted side by side. Images of 2 GiB and more, and formats whose channels share bits, go by image.h.
 * Part of clbundle/native/native.h, once per level, behind image.h. Knows formats and addresses; must not know devices.
 *
 * SPDX-License-Identifier: MIT */

/* ---- Coordinates --------------------------------------------------------------------------------------------------- */

CLBN_FN CLBN(simd_i) CLBN(simd_image_floor)(CLBN(simd_f) a)
{
    const CLBN(simd_f) low = CLBN(simd_splat_f)(-0x1p30f), high = CLBN(simd_splat_f)(0x1p30f);
    const CLBN(simd_f) above = CLBN(simd_pick_f)(CLBN(simd_lt_f)(low, a), a, low);
    const CLBN(simd_f) b = CLBN(simd_pick_f)(CLBN(simd_lt_f)(above, high), above, high);
    const CLBN(simd_i) t = CLBN(simd_cast_i_f)(b);
    return CLBN(simd_pick_i)(CLBN(simd_lt_f)(b, CLBN(simd_cast_f_i)(t)), t - 1, t);
}

CLBN_FN CLBN(simd_mask) CLBN(simd_image_within)(CLBN(simd_f) a, float bound)
{
    return CLBN(simd_both)(CLBN(simd_lt_f)(a, CLBN(simd_splat_f)(bound)), CLBN(simd_lt_f)(CLBN(simd_splat_f)(-bound), a));
}

/* a - floor(a); `whole` is image_floor of a. */
CLBN_FN CLBN(simd_f) CLBN(simd_image_fraction)(CLBN(simd_f) a, CLBN(simd_i) whole)
{
    return CLBN(simd_pick_f)(CLBN(simd_image_within)(a, 0x1p23f), a - CLBN(simd_cast_f_i)(whole), CLBN(simd_splat_f)(0));
}

CLBN_FN CLBN(simd_f) CLBN(simd_image_round)(CLBN(simd_f) a)
{
    const CLBN(simd_f) up = CLBN(simd_splat_f)(0x1.8p23f);
    const CLBN(simd_f) shift = CLBN(simd_pick_f)(CLBN(simd_lt_f)(a, CLBN(simd_splat_f)(0)), -up, up);
    return CLBN(simd_pick_f)(CLBN(simd_image_within)(a, 0x1p22f), (a + shift) - shift, a);
}

CLBN_FN CLBN(simd_i) CLBN(simd_image_clamp)(CLBN(simd_i) i, int32_t low, int32_t high)
{
    return CLBN(simd_min__i_i)(CLBN(simd_max__i_i)(i, CLBN(simd_splat_i)(low)), CLBN(simd_splat_i)(high));
}

/* As image_axis. */
typedef struct {
    CLBN(simd_i) i, j;
    CLBN(simd_f) a;
} CLBN(simd_image_axis);

CLBN_FN void CLBN(simd_image_address)(uint32_t sampler, CLBN(simd_f) s, int32_t size, CLBN(simd_image_axis) *to)
{
    const uint32_t mode = sampler & CLB_SAMPLER_ADDRESSING;
    const int normalized = (sampler & CLB_SAMPLER_NORMALIZED) != 0;
    const int32_t low = mode == CLB_SAMPLER_CLAMP ? -1 : 0, high = mode == CLB_SAMPLER_CLAMP ? size : size - 1;
    const int repeats = mode == CLB_SAMPLER_REPEAT, mirrors = mode == CLB_SAMPLER_MIRRORED_REPEAT;
    const CLBN(simd_f) scale = CLBN(simd_splat_f)((float)size);
    const CLBN(simd_i) all = CLBN(simd_splat_i)(size), last = all - 1, none = CLBN(simd_splat_i)(0);
    CLBN(simd_f) u = s;
    if (repeats || mirrors) {
        const CLBN(simd_f) own = normalized ? s : s / scale;
        const CLBN(simd_f) distance = own - 2.0f * CLBN(simd_image_round)(0.5f * own);
        if (mirrors) u = CLBN(simd_pick_f)(CLBN(simd_lt_f)(distance, CLBN(simd_splat_f)(0)), -distance, distance) * scale;
        else u = CLBN(simd_image_fraction)(own, CLBN(simd_image_floor)(own)) * scale;
    } else if (normalized) {
        u = s * scale;
    }
    if (!(sampler & CLB_SAMPLER_LINEAR)) {
        const CLBN(simd_i) i = CLBN(simd_image_floor)(u);
        to->i = CLBN(simd_image_clamp)(repeats ? CLBN(simd_pick_i)(CLBN(simd_lt_i)(last, i), i - all, i) : i, low, high);
        return;
    }
    const CLBN(simd_f) between = u - 0.5f;
    CLBN(simd_i) first = CLBN(simd_image_floor)(between), second = first + 1;
    to->a = CLBN(simd_image_fraction)(between, first);
    if (repeats) {
        first = CLBN(simd_pick_i)(CLBN(simd_lt_i)(first, none), first + all, first);
        second = CLBN(simd_pick_i)(CLBN(simd_lt_i)(last, second), second - all, second);
    }
    to->i = CLBN(simd_image_clamp)(first, low, high);
    to->j = CLBN(simd_image_clamp)(second, low, high);
}

/* The byte offsets of pixels, and the lanes that are outside of the image. */
typedef struct {
    CLBN(simd_i) at;
    CLBN(simd_mask) outside;
} CLBN(simd_image_place);

/* Moves by i pixels along an axis. Only the mode CLAMP, and writes, have pixels outside. */
CLBN_FN void CLBN(simd_image_advance)(CLBN(simd_i) i, int32_t size, size_t pitch, int can_leave, CLBN(simd_image_place) *place)
{
    if (can_leave) {
        const CLBN(simd_mask) inside = CLBN(simd_lt_u)((CLBN(simd_u))i, CLBN(simd_splat_u)((uint32_t)size));
        place->outside = CLBN(simd_either)(place->outside, CLBN(simd_not)(inside));
        i = CLBN(simd_pick_i)(inside, i, CLBN(simd_splat_i)(0));
    }
    place->at += i * (int32_t)pitch;
}

/* Whether offsets of all pixels are 32-bit numbers. */
CLBN_FN int CLBN(simd_image_fits)(const clb_native_image *m)
{
    const size_t layers = m->array_size ? m->array_size : m->depth;
    const size_t last = (m->width - (size_t)1) * m->pixel_size + (m->height - (size_t)1) * m->row_pitch;
    return m->row_pitch <= INT32_MAX && m->slice_pitch <= INT32_MAX && last <= INT32_MAX &&
           (layers < 2 || (layers - 1) * m->slice_pitch <= INT32_MAX - last);
}

/* ---- Loads --------------------------------------------------------------------------------------------------------- */

/* Pixels in memory are taken as words of 32 bits, a vector for each word; smaller pixels are extended by zeros. */
typedef uint16_t CLBN(image_any_16) __attribute__((aligned(1), may_alias));
typedef uint32_t CLBN(image_any_32) __attribute__((aligned(1), may_alias));
typedef uint64_t CLBN(image_any_64) __attribute__((aligned(1), may_alias));
/* Addresses are loaded one by one from memory: gcc would take each out of a vector, which costs more. */
#define CLBN_IMAGE_IN_MEMORY(at) __asm__("" : "+m"(at))
#define CLBN_IMAGE_AT(T, k) *(const T *)(const void *)(data + at[k])

#undef CLBN_IMAGE_EVEN
#undef CLBN_IMAGE_ODD
#undef CLBN_IMAGE_LOW
#undef CLBN_IMAGE_HIGH
#undef CLBN_IMAGE_64
#undef CLBN_IMAGE_WIDE_8
#undef CLBN_IMAGE_WIDE_16
#if CLB_NATIVE_LEVEL == 2
#define CLBN_IMAGE_EVEN(a, b) __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30)
#define CLBN_IMAGE_ODD(a, b) __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31)
#define CLBN_IMAGE_LOW(a, b) __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
#define CLBN_IMAGE_HIGH(a, b) __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
#define CLBN_IMAGE_64(f, T, h)                                                                                       \
    (CLBN(simd_u))(CLBN(half_m)) { f(T, h), f(T, h + 1), f(T, h + 2), f(T, h + 3), f(T, h + 4), f(T, h + 5), f(T, h + 6), f(T, h + 7) }
#define CLBN_IMAGE_WIDE_8(p) (CLBN(simd_u))_mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i *)(const void *)(p)))
#define CLBN_IMAGE_WIDE_16(p) (CLBN(simd_u))_mm512_cvtepu16_epi32(_mm256_loadu_si256((const __m256i *)(const void *)(p)))
#elif CLB_NATIVE_LEVEL == 1
#define CLBN_IMAGE_EVEN(a, b) __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14)
#define CLBN_IMAGE_ODD(a, b) __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15)
#define CLBN_IMAGE_LOW(a, b) __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11)
#define CLBN_IMAGE_HIGH(a, b) __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15)
#define CLBN_IMAGE_64(f, T, h) (CLBN(simd_u))(CLBN(half_m)) { f(T, h), f(T, h + 1), f(T, h + 2), f(T, h + 3) }
#define CLBN_IMAGE_WIDE_8(p) (CLBN(simd_u))_mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(const void *)(p)))
#define CLBN_IMAGE_WIDE_16(p) (CLBN(simd_u))_mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i *)(const void *)(p)))
#else
#define CLBN_IMAGE_EVEN(a, b) __builtin_shufflevector(a, b, 0, 2, 4, 6)
#define CLBN_IMAGE_ODD(a, b) __builtin_shufflevector(a, b, 1, 3, 5, 7)
#define CLBN_IMAGE_LOW(a, b) __builtin_shufflevector(a, b, 0, 4, 1, 5)
#define CLBN_IMAGE_HIGH(a, b) __builtin_shufflevector(a, b, 2, 6, 3, 7)
#define CLBN_IMAGE_64(f, T, h) (CLBN(simd_u))(CLBN(half_m)) { f(T, h), f(T, h + 1) }
#endif

/* Sixteen bytes of each of the lanes k, k + 4 ... */
#undef CLBN_IMAGE_QUADS
#undef CLBN_IMAGE_SHUFFLED
#define CLBN_IMAGE_QUAD(k) _mm_loadu_ps((const float *)(const void *)(data + at[k]))
#if CLB_NATIVE_LEVEL == 2
#define CLBN_IMAGE_QUADS(k)                                                                                          \
    _mm512_insertf32x8(_mm512_castps256_ps512(_mm256_insertf128_ps(_mm256_castps128_ps256(CLBN_IMAGE_QUAD(k)), CLBN_IMAGE_QUAD(k + 4), 1)), \
                       _mm256_insertf128_ps(_mm256_castps128_ps256(CLBN_IMAGE_QUAD(k + 8)), CLBN_IMAGE_QUAD(k + 12), 1), 1)
#define CLBN_IMAGE_SHUFFLED(f) _mm512_##f
typedef __m512 CLBN(image_quads);
#elif CLB_NATIVE_LEVEL == 1
#define CLBN_IMAGE_QUADS(k) _mm256_insertf128_ps(_mm256_castps128_ps256(CLBN_IMAGE_QUAD(k)), CLBN_IMAGE_QUAD(k + 4), 1)
#define CLBN_IMAGE_SHUFFLED(f) _mm256_##f
typedef __m256 CLBN(image_quads);
#else
#define CLBN_IMAGE_QUADS(k) CLBN(simd_all_u)(data + at[k])
#endif
/* Transposes four by four words in each part of 16 bytes. */
CLBN_FN void CLBN(simd_image_transpose)(const CLBN(simd_u) *in, CLBN(simd_u) *r)
{
#if CLB_NATIVE_LEVEL > 0
    const CLBN(image_quads) a = (CLBN(image_quads))in[0], b = (CLBN(image_quads))in[1];
    const CLBN(image_quads) c = (CLBN(image_quads))in[2], d = (CLBN(image_quads))in[3];
    const CLBN(image_quads) e = CLBN_IMAGE_SHUFFLED(unpacklo_ps)(a, b), f = CLBN_IMAGE_SHUFFLED(unpackhi_ps)(a, b);
    const CLBN(image_quads) g = CLBN_IMAGE_SHUFFLED(unpacklo_ps)(c, d), h = CLBN_IMAGE_SHUFFLED(unpackhi_ps)(c, d);
    r[0] = (CLBN(simd_u))CLBN_IMAGE_SHUFFLED(shuffle_ps)(e, g, 0x44);
    r[1] = (CLBN(simd_u))CLBN_IMAGE_SHUFFLED(shuffle_ps)(e, g, 0xee);
    r[2] = (CLBN(simd_u))CLBN_IMAGE_SHUFFLED(shuffle_ps)(f, h, 0x44);
    r[3] = (CLBN(simd_u))CLBN_IMAGE_SHUFFLED(shuffle_ps)(f, h, 0xee);
#else
    const CLBN(simd_u) e = CLBN_IMAGE_LOW(in[0], in[1]), f = CLBN_IMAGE_HIGH(in[0], in[1]);
    const CLBN(simd_u) g = CLBN_IMAGE_LOW(in[2], in[3]), h = CLBN_IMAGE_HIGH(in[2], in[3]);
    r[0] = __builtin_shufflevector(e, g, 0, 1, 4, 5);
    r[1] = __builtin_shufflevector(e, g, 2, 3, 6, 7);
    r[2] = __builtin_shufflevector(f, h, 0, 1, 4, 5);
    r[3] = __builtin_shufflevector(f, h, 2, 3, 6, 7);
#endif
}

/* Part p of vector q holds lane 4 * p + q, both when pixels are loaded and when they are stored. */
CLBN_FN void CLBN(simd_image_words_16)(const char *data, const int32_t *at, CLBN(simd_u) *words)
{
    const CLBN(simd_u) parts[4] = {(CLBN(simd_u))CLBN_IMAGE_QUADS(0), (CLBN(simd_u))CLBN_IMAGE_QUADS(1),
                                   (CLBN(simd_u))CLBN_IMAGE_QUADS(2), (CLBN(simd_u))CLBN_IMAGE_QUADS(3)};
    CLBN(simd_image_transpose)(parts, words);
}

CLBN_FN void CLBN(simd_image_put_16)(char *data, const int32_t *at, const CLBN(simd_u) *words)
{
    CLBN(simd_u) parts[4];
    CLBN(simd_image_transpose)(words, parts);
    for (int p = 0; p < CLBN_SIMD_W / 4; p++)
        for (int q = 0; q < 4; q++)
            __builtin_memcpy(data + at[4 * p + q], (const char *)&parts[q] + 16 * p, 16);
}
#undef CLBN_IMAGE_QUAD

/* `size` bytes: 1, 2, 4, 8 or 16. */
CLBN_FN void CLBN(simd_image_words)(const clb_native_image *m, unsigned size, CLBN(simd_i) place, CLBN(simd_u) *words)
{
    int32_t at[CLBN_SIMD_W];
    const char *data = (const char *)m->data, *row;
    CLBN(simd_put_all_i)((char *)at, place);
    row = CLBN(simd_all)(CLBN(simd_eq_i)(place, CLBN(simd_ramp_i)(at[0], (int32_t)size))) ? data + at[0] : (const char *)0;
    CLBN_IMAGE_IN_MEMORY(at);
    switch (size) {
    case 1:
#if CLB_NATIVE_LEVEL > 0
        if (row) words[0] = CLBN_IMAGE_WIDE_8(row);
        else
#endif
        words[0] = CLBN_SIMD_BUILT_u(CLBN_IMAGE_AT, unsigned char);
        return;
    case 2:
#if CLB_NATIVE_LEVEL > 0
        if (row) words[0] = CLBN_IMAGE_WIDE_16(row);
        else
#endif
        words[0] = CLBN_SIMD_BUILT_u(CLBN_IMAGE_AT, CLBN(image_any_16));
        return;
    case 4:
        if (row) words[0] = CLBN(simd_all_u)(row);
        else words[0] = CLBN_SIMD_BUILT_u(CLBN_IMAGE_AT, CLBN(image_any_32));
        return;
    case 8: {
        CLBN(simd_u) low, high;
        if (row) low = CLBN(simd_all_u)(row), high = CLBN(simd_all_u)(row + sizeof low);
        else {
            low = CLBN_IMAGE_64(CLBN_IMAGE_AT, CLBN(image_any_64), 0);
            high = CLBN_IMAGE_64(CLBN_IMAGE_AT, CLBN(image_any_64), CLBN_SIMD_W / 2);
        }
        words[0] = CLBN_IMAGE_EVEN(low, high);
        words[1] = CLBN_IMAGE_ODD(low, high);
        return;
    }
    default: CLBN(simd_image_words_16)(data, at, words);
    }
}
#undef CLBN_IMAGE_AT
#undef CLBN_IMAGE_IN_MEMORY

/* ---- Numbers of a pixel -------------------------------------------------------------------------------------------- */

/* Bytes of a channel; 0 for a format whose channels share bytes, or do not fill words. */
CLBN_FN unsigned CLBN(simd_image_number_size)(const clb_native_image *m)
{
    static const unsigned char sizes[] = {1, 2, 1, 2, 0, 0, 0, 1, 2, 4, 1, 2, 4, 2, 4};
    const unsigned type = m->type - CLBN_SNORM_INT8, count = m->channels, size = type < sizeof sizes ? sizes[type] : 0;
    return (count == 1 || count == 2 || count == 4) && m->pixel_size == count * size ? size : 0;
}

/* Number c of `bits` bits, extended by zeros; `bytes`: of all numbers. */
CLBN_FN CLBN(simd_u) CLBN(simd_image_bits)(const CLBN(simd_u) *words, unsigned bytes, unsigned bits, unsigned c)
{
    const unsigned size = bytes < 4 ? 8 * bytes : 32, each = size / bits, i = c % each;
    /* Numbers of a pixel that is smaller than a word are in its lower part. */
    const unsigned shift = CLBN_SIMD_BIT(bits, i) - CLBN_SIMD_BIT(size, 0);
    if (bits == 32) return words[c];
    return words[c / each] >> shift & ((1u << bits) - 1);
}

/* a / most, correctly rounded, for a that has at most 16 bits: a product and, where there is an instruction for it, its
 * correction. tests/native/test_simd_image.c looks at every such number. */
CLBN_FN CLBN(simd_f) CLBN(simd_image_scaled)(CLBN(simd_i) a, float most)
{
    const CLBN(simd_f) x = CLBN(simd_cast_f_i)(a);
#if CLB_NATIVE_LEVEL > 0
    const CLBN(simd_f) inverse = CLBN(simd_splat_f)(1.0f / most), y = x * inverse;
    return CLBN(simd_fma__f_f_f)(CLBN(simd_fma__f_f_f)(-y, CLBN(simd_splat_f)(most), x), inverse, y);
#else
    return x / most;
#endif
}

#define CLBN_IMAGE_LINEAR(T, k) clbn_linear[byte[k]]
CLBN_FN CLBN(simd_f) CLBN(simd_image_linear)(CLBN(simd_u) a)
{
    uint32_t byte[CLBN_SIMD_W];
    CLBN(simd_put_all_u)((char *)byte, a);
    return CLBN_SIMD_BUILT_f(CLBN_IMAGE_LINEAR, float);
}
#undef CLBN_IMAGE_LINEAR

/* Reads all channels of the pixels at these offsets, in the order of memory, or of each pixel and the next one. `number`:
 * bytes of a channel; 0 gives 0: the format is none of these. */
CLBN_FN int CLBN(simd_image_load)(const clb_native_image *m, unsigned number, int pair, CLBN(simd_i) at, CLBN(simd_u) *to)
{
    const unsigned count = (unsigned)m->channels << pair, bytes = count * number;
    CLBN(simd_u) words[4];
    if (number == 0) return 0;
    CLBN(simd_image_words)(m, bytes, at, words);
#define CLBN_IMAGE_EACH(value)                                       \
    for (unsigned c = 0; c < count; c++) to[c] = (CLBN(simd_u))(value); \
    return 1
#define CLBN_IMAGE_BITS(bits) CLBN(simd_image_bits)(words, bytes, bits, c)
#define CLBN_IMAGE_SIGNED(bits) ((CLBN(simd_i))(CLBN_IMAGE_BITS(bits) << (32 - (bits))) >> (32 - (bits)))
    switch (m->type) {
    case CLBN_SNORM_INT8:
        CLBN_IMAGE_EACH(CLBN(simd_image_scaled)(CLBN(simd_max__i_i)(CLBN_IMAGE_SIGNED(8), CLBN(simd_splat_i)(-127)), 127.0f));
    case CLBN_SNORM_INT16:
        CLBN_IMAGE_EACH(CLBN(simd_image_scaled)(CLBN(simd_max__i_i)(CLBN_IMAGE_SIGNED(16), CLBN(simd_splat_i)(-32767)), 32767.0f));
    case CLBN_UNORM_INT8:
        if (clbn_image_is_srgb(m)) {
            CLBN_IMAGE_EACH((c & 3) == 3 ? CLBN(simd_image_scaled)((CLBN(simd_i))CLBN_IMAGE_BITS(8), 255.0f)
                                   : CLBN(simd_image_linear)(CLBN_IMAGE_BITS(8)));
        }
        CLBN_IMAGE_EACH(CLBN(simd_image_scaled)((CLBN(simd_i))CLBN_IMAGE_BITS(8), 255.0f));
    case CLBN_UNORM_INT16: CLBN_IMAGE_EACH(CLBN(simd_image_scaled)((CLBN(simd_i))CLBN_IMAGE_BITS(16), 65535.0f));
    case CLBN_SIGNED_INT8: CLBN_IMAGE_EACH(CLBN_IMAGE_SIGNED(8));
    case CLBN_SIGNED_INT16: CLBN_IMAGE_EACH(CLBN_IMAGE_SIGNED(16));
    case CLBN_UNSIGNED_INT8: CLBN_IMAGE_EACH(CLBN_IMAGE_BITS(8));
    case CLBN_UNSIGNED_INT16: CLBN_IMAGE_EACH(CLBN_IMAGE_BITS(16));
    case CLBN_HALF_FLOAT: CLBN_IMAGE_EACH(CLBN(simd_of_half__t)(CLBN_IMAGE_BITS(16)));
    default: CLBN_IMAGE_EACH(words[c]); /* types of 32 bits */
    }
#undef CLBN_IMAGE_EACH
#undef CLBN_IMAGE_BITS
#undef CLBN_IMAGE_SIGNED
}

/* Red, green, blue and alpha of channels in the order of memory. */
CLBN_FN void CLBN(simd_image_order)(const clb_native_image *m, const CLBN(simd_u) *memory, CLBN(simd_u) *to)
{
    const unsigned char *order = clbn_image_order(m);
    const CLBN(simd_u) one = clbn_image_is_integer(m) ? CLBN(simd_splat_u)(1) : (CLBN(simd_u))CLBN(simd_splat_f)(1.0f);
    for (unsigned c = 0; c < 4; c++)
        to[c] = order[c] < CLBN_NO_CHANNEL ? memory[order[c]] : order[c] == CLBN_NO_CHANNEL ? CLBN(simd_splat_u)(0) : one;
}

/* The colours of the pixels, as image_fetch. */
CLBN_FAR void CLBN(simd_image_fetch)(const clb_native_image *m, const CLBN(simd_image_place) *place, CLBN(simd_u) *to)
{
    CLBN(simd_u) memory[4];
    if (!CLBN(simd_image_load)(m, CLBN(simd_image_number_size)(m), 0, place->at, memory)) {
        int32_t offsets[CLBN_SIMD_W];
        size_t at[CLBN_SIMD_W];
        clbn_channel own[4];
        CLBN(simd_put_all_i)((char *)offsets, place->at);
        for (unsigned k = 0; k < CLBN_SIMD_W; k++) at[k] = (size_t)offsets[k];
        CLBN(image_load)(m, CLBN_SIMD_W, at, own);
        for (unsigned c = 0; c < 4; c++) memory[c] = CLBN(simd_all_u)((const char *)&own[c]);
    }
    CLBN(simd_image_order)(m, memory, to);
    if (!CLBN(simd_any)(place->outside)) return;
    const CLBN(simd_u) one = clbn_image_is_integer(m) ? CLBN(simd_splat_u)(1) : (CLBN(simd_u))CLBN(simd_splat_f)(1.0f);
    for (unsigned c = 0; c < 4; c++)
        to[c] = CLBN(simd_pick_u)(place->outside, c == 3 && clbn_image_order(m)[4] ? one : CLBN(simd_splat_u)(0), to[c]);
}

/* The colours of the pixels and of the next ones, all of which are inside. The format is one that simd_image_load has. */
CLBN_FAR void CLBN(simd_image_fetch_pair)(const clb_native_image *m, CLBN(simd_i) at, CLBN(simd_u) *to)
{
    CLBN(simd_u) memory[8];
    (void)CLBN(simd_image_load)(m, CLBN(simd_image_number_size)(m), 1, at, memory);
    CLBN(simd_image_order)(m, memory, to);
    CLBN(simd_image_order)(m, memory + m->channels, to + 4);
}

/* ---- Reads --------------------------------------------------------------------------------------------------------- */

/* Where each lane's layer starts. */
CLBN_FN CLBN(simd_i) CLBN(simd_image_layers)(const clb_native_image *m, int whole, CLBN(simd_i) layer)
{
    if (!m->array_size) return CLBN(simd_splat_i)(0);
    if (!whole) layer = CLBN(simd_image_floor)(CLBN(simd_image_round)((CLBN(simd_f))layer));
    return CLBN(simd_image_clamp)(layer, 0, (int32_t)m->array_size - 1) * (int32_t)m->slice_pitch;
}

/* Whether the second pixel of each lane is the one behind the first, and both are inside. */
CLBN_FN int CLBN(simd_image_is_beside)(const CLBN(simd_image_axis) *x, int32_t size)
{
    const CLBN(simd_mask) inside = CLBN(simd_lt_u)((CLBN(simd_u))x->i, CLBN(simd_splat_u)((uint32_t)size - 1));
    return CLBN(simd_all)(CLBN(simd_both)(inside, CLBN(simd_eq_i)(x->j, x->i + 1)));
}

/* As image_read, whose order of sums it keeps. coordinates: whole numbers, or the bits of floats. */
CLBN_FN void CLBN(simd_image_read)(const clb_native_image *m, uint32_t sampler, int whole, const CLBN(simd_i) *coordinates,
                                   CLBN(simd_u) *to)
{
    const int32_t sizes[3] = {(int32_t)m->width, (int32_t)m->height, (int32_t)m->depth};
    const size_t pitches[3] = {m->pixel_size, m->row_pitch, m->slice_pitch};
    const unsigned dimensions = m->dimensions < 3 ? m->dimensions : 3;
    const int clamps = (sampler & CLB_SAMPLER_ADDRESSING) == CLB_SAMPLER_CLAMP;
    const CLBN(simd_image_place) start = {CLBN(simd_image_layers)(m, whole, coordinates[dimensions < 2 ? dimensions : 2]),
                                          CLBN(simd_full)(0)};
    CLBN(simd_image_axis) axes[3];
    CLBN(simd_u) colours[8];
    for (unsigned d = 0; d < dimensions; d++) {
        if (!whole) CLBN(simd_image_address)(sampler, (CLBN(simd_f))coordinates[d], sizes[d], &axes[d]);
        else axes[d].i = CLBN(simd_image_clamp)(coordinates[d], clamps ? -1 : 0, clamps ? sizes[d] : sizes[d] - 1);
    }
    if (whole || !(sampler & CLB_SAMPLER_LINEAR) || clbn_image_is_integer(m)) {
        CLBN(simd_image_place) place = start;
        for (unsigned d = 0; d < dimensions; d++) CLBN(simd_image_advance)(axes[d].i, sizes[d], pitches[d], clamps, &place);
        CLBN(simd_image_fetch)(m, &place, to);
        return;
    }
    /* Two pixels beside each other are loaded as one. */
    const int pairs = m->pixel_size <= 8 && CLBN(simd_image_number_size)(m) != 0 && CLBN(simd_image_is_beside)(&axes[0], sizes[0]);
    for (unsigned corner = 0; corner < 1u << dimensions; corner++) {
        const int second = corner & 1;
        CLBN(simd_f) weight = second ? axes[0].a : 1.0f - axes[0].a;
        CLBN(simd_image_place) place = start;
        CLBN(simd_image_advance)(second ? axes[0].j : axes[0].i, sizes[0], pitches[0], clamps, &place);
        for (unsigned d = 1; d < dimensions; d++) {
            const int farther = corner >> d & 1;
            CLBN(simd_image_advance)(farther ? axes[d].j : axes[d].i, sizes[d], pitches[d], clamps, &place);
            weight *= farther ? axes[d].a : 1.0f - axes[d].a;
        }
        const CLBN(simd_u) *own = colours;
        if (!pairs || CLBN(simd_any)(place.outside)) CLBN(simd_image_fetch)(m, &place, colours);
        else if (second) own = colours + 4;
        else CLBN(simd_image_fetch_pair)(m, place.at, colours);
        for (unsigned c = 0; c < 4; c++) {
            const CLBN(simd_f) before = corner ? (CLBN(simd_f))to[c] : CLBN(simd_splat_f)(0);
            to[c] = (CLBN(simd_u))(before + weight * (CLBN(simd_f))own[c]);
        }
    }
}

CLBN_FAR void CLBN(image_read_lanes)(const clb_native_image *m, uint32_t sampler, int whole, const CLBN(simd_i) *coordinates,
                                     CLBN(simd_u) *to)
{
    clbn_channel at[3], color[4];
    if (CLBN(simd_image_fits)(m)) {
        CLBN(simd_image_read)(m, sampler, whole, coordinates, to);
        return;
    }
    for (unsigned d = 0; d < 3; d++) CLBN(simd_put_all_i)((char *)&at[d], coordinates[d]);
    CLBN(image_read)(m, CLBN_SIMD_W, sampler, whole, at, color);
    for (unsigned c = 0; c < 4; c++) to[c] = CLBN(simd_all_u)((const char *)&color[c]);
}

#define CLBN_READ_IMAGE(name, V, X, CV, whole)                                                                          \
    CLBN_FN CLBN(simd_##V) CLBN(simd_read_image##name##__##X)(const void *image, uint32_t sampler, CLBN(simd_##CV) x,   \
        CLBN(simd_##CV) y, CLBN(simd_##CV) z, CLBN(simd_##V) *green, CLBN(simd_##V) *blue, CLBN(simd_##V) *alpha)       \
    {                                                                                                                   \
        const CLBN(simd_i) at[3] = {(CLBN(simd_i))x, (CLBN(simd_i))y, (CLBN(simd_i))z};                                 \
        CLBN(simd_u) color[4];                                                                                          \
        CLBN(image_read_lanes)((const clb_native_image *)image, sampler, whole, at, color);                             \
        *green = (CLBN(simd_##V))color[1];                                                                              \
        *blue = (CLBN(simd_##V))color[2];                                                                               \
        *alpha = (CLBN(simd_##V))color[3];                                                                              \
        return (CLBN(simd_##V))color[0];                                                                                \
    }
CLBN_READ_IMAGE(f, f, f, f, 0)
CLBN_READ_IMAGE(i, i, f, f, 0)
CLBN_READ_IMAGE(ui, u, f, f, 0)
CLBN_READ_IMAGE(f, f, i, i, 1)
CLBN_READ_IMAGE(i, i, i, i, 1)
CLBN_READ_IMAGE(ui, u, i, i, 1)
#undef CLBN_READ_IMAGE

/* ---- Writes -------------------------------------------------------------------------------------------------------- */

/* As image_quantum. */
CLBN_FN CLBN(simd_i) CLBN(simd_image_quantum)(CLBN(simd_f) a, float most, int is_signed)
{
    const CLBN(simd_f) low = CLBN(simd_splat_f)(is_signed ? -most - 1.0f : 0.0f), high = CLBN(simd_splat_f)(most), own = a * most;
    const CLBN(simd_f) below = CLBN(simd_pick_f)(CLBN(simd_ne_f)(own, own), CLBN(simd_splat_f)(0), low);
    const CLBN(simd_f) within = CLBN(simd_pick_f)(CLBN(simd_lt_f)(own, high), own, high);
    return CLBN(simd_cast_i_f)(CLBN(simd_image_round)(CLBN(simd_pick_f)(CLBN(simd_lt_f)(low, own), within, below)));
}

/* The words of pixels of these channels, in the order of memory. Returns 0 for a format that is not among these. */
CLBN_FN int CLBN(simd_image_pack)(const clb_native_image *m, const CLBN(simd_u) *from, CLBN(simd_u) *words)
{
    const unsigned size = CLBN(simd_image_number_size)(m), bits = 8 * size, count = m->channels;
    const unsigned each = size ? 4 / size : 0, whole = m->pixel_size < 4 ? 8 * m->pixel_size : 32;
    if (size == 0 || clbn_image_is_srgb(m)) return 0;
    for (unsigned w = 0; w < 4; w++) words[w] = CLBN(simd_splat_u)(0);
    for (unsigned c = 0; c < count; c++) {
        const CLBN(simd_f) real = (CLBN(simd_f))from[c];
        const CLBN(simd_i) number = (CLBN(simd_i))from[c];
        CLBN(simd_u) own = from[c];
        switch (m->type) {
        case CLBN_SNORM_INT8: own = (CLBN(simd_u))CLBN(simd_image_quantum)(real, 127.0f, 1); break;
        case CLBN_SNORM_INT16: own = (CLBN(simd_u))CLBN(simd_image_quantum)(real, 32767.0f, 1); break;
        case CLBN_UNORM_INT8: own = (CLBN(simd_u))CLBN(simd_image_quantum)(real, 255.0f, 0); break;
        case CLBN_UNORM_INT16: own = (CLBN(simd_u))CLBN(simd_image_quantum)(real, 65535.0f, 0); break;
        case CLBN_SIGNED_INT8: own = (CLBN(simd_u))CLBN(simd_image_clamp)(number, INT8_MIN, INT8_MAX); break;
        case CLBN_SIGNED_INT16: own = (CLBN(simd_u))CLBN(simd_image_clamp)(number, INT16_MIN, INT16_MAX); break;
        case CLBN_UNSIGNED_INT8: own = CLBN(simd_min__u_u)(own, CLBN(simd_splat_u)(UINT8_MAX)); break;
        case CLBN_UNSIGNED_INT16: own = CLBN(simd_min__u_u)(own, CLBN(simd_splat_u)(UINT16_MAX)); break;
        case CLBN_HALF_FLOAT: own = CLBN(simd_to_half_rte__f)(real); break;
        default: break; /* types of 32 bits */
        }
        if (bits == 32) words[c] = own;
        else words[c / each] |= (own & ((1u << bits) - 1)) << (CLBN_SIMD_BIT(bits, c % each) - CLBN_SIMD_BIT(whole, 0));
    }
    return 1;
}

/* Stores the words of contiguous pixels. Returns 0 for a size of pixels that has no such instructions. */
CLBN_FN int CLBN(simd_image_put_row)(const clb_native_image *m, char *to, const CLBN(simd_u) *words)
{
    switch (m->pixel_size) {
#if CLB_NATIVE_LEVEL == 2
    case 1: {
        const __m128i narrow = _mm512_cvtepi32_epi8((__m512i)words[0]);
        __builtin_memcpy(to, &narrow, sizeof narrow);
        return 1;
    }
    case 2: {
        const __m256i narrow = _mm512_cvtepi32_epi16((__m512i)words[0]);
        __builtin_memcpy(to, &narrow, sizeof narrow);
        return 1;
    }
#endif
    case 4: CLBN(simd_put_all_u)(to, words[0]); return 1;
    case 8:
        CLBN(simd_put_all_u)(to, CLBN_IMAGE_LOW(words[0], words[1]));
        CLBN(simd_put_all_u)(to + sizeof words[0], CLBN_IMAGE_HIGH(words[0], words[1]));
        return 1;
    default: return 0;
    }
}

/* Stores pixels at the byte offsets of the lanes of the mask. */
CLBN_FN void CLBN(simd_image_put)(const clb_native_image *m, CLBN(simd_mask) mask, CLBN(simd_i) place, const CLBN(simd_u) *words)
{
    char *data = (char *)m->data;
    int32_t at[CLBN_SIMD_W];
    uint32_t w[4][CLBN_SIMD_W];
    const uint32_t bits = CLBN(simd_bits)(mask);
    const unsigned shift = m->pixel_size < 4 ? CLBN_SIMD_BIT(8 * m->pixel_size, 0) / 8 : 0; /* where a number's bytes are in a word */
    const unsigned size = m->pixel_size < 4 ? m->pixel_size : 4, count = m->pixel_size / size;
    CLBN(simd_put_all_i)((char *)at, place);
    if (CLBN(simd_all)(mask)) {
        if (CLBN(simd_all)(CLBN(simd_eq_i)(place, CLBN(simd_ramp_i)(at[0], (int32_t)m->pixel_size))) &&
            CLBN(simd_image_put_row)(m, data + at[0], words))
            return;
        if (m->pixel_size == 16) {
            CLBN(simd_image_put_16)(data, at, words);
            return;
        }
    }
    for (unsigned c = 0; c < count; c++) CLBN(simd_put_all_u)((char *)w[c], words[c]);
    for (unsigned k = 0; k < CLBN_SIMD_W; k++)
        for (unsigned c = 0; (bits >> k & 1) && c < count; c++)
            __builtin_memcpy(data + at[k] + 4 * c, (const char *)&w[c][k] + shift, size);
}

CLBN_FAR void CLBN(image_write_lanes)(const clb_native_image *m, CLBN(simd_mask) mask, const CLBN(simd_i) *coordinates,
                                      const CLBN(simd_u) *color)
{
    const unsigned char *order = clbn_image_order(m);
    const int32_t sizes[3] = {(int32_t)m->width, (int32_t)m->height, (int32_t)m->depth};
    const size_t pitches[3] = {m->pixel_size, m->row_pitch, m->slice_pitch};
    const unsigned dimensions = m->dimensions < 3 ? m->dimensions : 3;
    CLBN(simd_u) memory[4], words[4];
    /* A channel gets the first colour that it stands for: red for INTENSITY and LUMINANCE. */
    for (unsigned c = 4; c-- > 0;)
        if (order[c] < 4) memory[order[c]] = color[c];
    if (CLBN(simd_image_fits)(m) && CLBN(simd_image_pack)(m, memory, words)) {
        CLBN(simd_image_place) place = {CLBN(simd_splat_i)(0), CLBN(simd_full)(0)};
        for (unsigned d = 0; d < dimensions; d++) CLBN(simd_image_advance)(coordinates[d], sizes[d], pitches[d], 1, &place);
        if (m->array_size && dimensions < 3)
            CLBN(simd_image_advance)(coordinates[dimensions], (int32_t)m->array_size, m->slice_pitch, 1, &place);
        CLBN(simd_image_put)(m, CLBN(simd_without)(mask, place.outside), place.at, words);
        return;
    }
    clbn_channel at[3], own[4];
    int32_t active[CLBN_IMAGE_LANES];
    for (unsigned k = 0; k < CLBN_SIMD_W; k++) active[k] = CLBN_SIMD_IN(mask, k);
    for (unsigned d = 0; d < 3; d++) CLBN(simd_put_all_i)((char *)&at[d], coordinates[d]);
    for (unsigned c = 0; c < 4; c++) CLBN(simd_put_all_u)((char *)&own[c], color[c]);
    CLBN(image_write)(m, CLBN_SIMD_W, active, at, own);
}

#define CLBN_WRITE_IMAGE(name, V)                                                                                       \
    CLBN_FN void CLBN(simd_write_image##name)(CLBN(simd_mask) m, const void *image, CLBN(simd_i) x, CLBN(simd_i) y,     \
        CLBN(simd_i) z, CLBN(simd_##V) red, CLBN(simd_##V) green, CLBN(simd_##V) blue, CLBN(simd_##V) alpha)            \
    {                                                                                                                   \
        const CLBN(simd_i) at[3] = {x, y, z};                                                                           \
        const CLBN(simd_u) color[4] = {(CLBN(simd_u))red, (CLBN(simd_u))green, (CLBN(simd_u))blue, (CLBN(simd_u))alpha}; \
        CLBN(image_write_lanes)((const clb_native_image *)image, m, at, color);                                         \
    }
CLBN_WRITE_IMAGE(f, f)
CLBN_WRITE_IMAGE(i, i)
CLBN_WRITE_IMAGE(ui, u)
#undef CLBN_WRITE_IMAGE

/* ---- Blocks of sub-groups -------------------------------------------------------------------------------------------
 * As in image.h. If all elements are inside, they are pixels of another size; at the edges they are moved one by one. */

/* The offsets of all elements, of lanes in the mask. Returns 0 if some are not inside. */
CLBN_FN int CLBN(simd_image_block)(const clb_native_image *m, CLBN(simd_mask) mask, unsigned size, const CLBN(simd_i) *at,
                                   CLBN(simd_i) *place)
{
    const size_t bytes = (size_t)m->width * m->pixel_size;
    const CLBN(simd_u) x = (CLBN(simd_u))at[0] + (CLBN(simd_u))at[2], y = (CLBN(simd_u))at[1] + (CLBN(simd_u))at[3];
    if (bytes > INT32_MAX || bytes < size || !CLBN(simd_image_fits)(m)) return 0;
    const CLBN(simd_mask) inside = CLBN(simd_both)(CLBN(simd_lt_u)(x, CLBN(simd_splat_u)((uint32_t)(bytes - size) + 1)),
                                                   CLBN(simd_lt_u)(y, CLBN(simd_splat_u)(m->height)));
    *place = (CLBN(simd_i))(y * (uint32_t)m->row_pitch + x);
    return !CLBN(simd_any)(CLBN(simd_without)(mask, inside));
}

/* Word 1 is the higher one of a number of 64 bits. */
CLBN_FAR void CLBN(image_block_take)(const clb_native_image *m, unsigned size, const CLBN(simd_i) *at, CLBN(simd_u) *to)
{
    const unsigned low = size == 8 && CLBN_BYTE_ORDER;
    CLBN(simd_i) place;
    CLBN(simd_u) words[4];
    uint32_t own[2][CLBN_SIMD_W];
    int32_t own_at[4][CLBN_SIMD_W];
    if (CLBN(simd_image_block)(m, CLBN(simd_full)(1), size, at, &place)) {
        CLBN(simd_image_words)(m, size, place, words);
        to[0] = words[low];
        if (size == 8) to[1] = words[!low];
        return;
    }
    for (unsigned d = 0; d < 4; d++) CLBN(simd_put_all_i)((char *)own_at[d], at[d]);
    for (unsigned k = 0; k < CLBN_SIMD_W; k++) {
        const int32_t x = own_at[0][k], y = own_at[1][k], dx = own_at[2][k], dy = own_at[3][k];
        if (size == 8) own[0][k] = CLBN(image_block_read_64)(m, x, y, dx, dy, &own[1][k]);
        else own[0][k] = size == 4   ? CLBN(image_block_read_32)(m, x, y, dx, dy)
                         : size == 2 ? CLBN(image_block_read_16)(m, x, y, dx, dy)
                                     : CLBN(image_block_read_8)(m, x, y, dx, dy);
    }
    to[0] = CLBN(simd_all_u)((const char *)own[0]);
    if (size == 8) to[1] = CLBN(simd_all_u)((const char *)own[1]);
}

CLBN_FAR void CLBN(image_block_give)(const clb_native_image *m, CLBN(simd_mask) mask, unsigned size, const CLBN(simd_i) *at,
                                     const CLBN(simd_u) *from)
{
    const unsigned low = size == 8 && CLBN_BYTE_ORDER;
    const uint32_t bits = CLBN(simd_bits)(mask);
    CLBN(simd_i) place;
    uint32_t own[2][CLBN_SIMD_W];
    int32_t own_at[4][CLBN_SIMD_W];
    if (CLBN(simd_image_block)(m, mask, size, at, &place)) {
        clb_native_image elements = *m;
        CLBN(simd_u) words[2] = {from[low], from[!low]};
        elements.pixel_size = size;
        CLBN(simd_image_put)(&elements, mask, place, words);
        return;
    }
    for (unsigned d = 0; d < 4; d++) CLBN(simd_put_all_i)((char *)own_at[d], at[d]);
    for (unsigned c = 0; c < 2; c++) CLBN(simd_put_all_u)((char *)own[c], from[c]);
    for (unsigned k = 0; k < CLBN_SIMD_W; k++) {
        const int32_t x = own_at[0][k], y = own_at[1][k], dx = own_at[2][k], dy = own_at[3][k];
        if (!(bits >> k & 1)) continue;
        if (size == 8) CLBN(image_block_write_64)(m, x, y, dx, dy, own[0][k], own[1][k]);
        else if (size == 4) CLBN(image_block_write_32)(m, x, y, dx, dy, own[0][k]);
        else if (size == 2) CLBN(image_block_write_16)(m, x, y, dx, dy, own[0][k]);
        else CLBN(image_block_write_8)(m, x, y, dx, dy, own[0][k]);
    }
}

#define CLBN_IMAGE_AT CLBN(simd_i) x, CLBN(simd_i) y, CLBN(simd_i) dx, CLBN(simd_i) dy
#define CLBN_IMAGE_BLOCK(bits)                                                                                          \
    CLBN_FN CLBN(simd_u) CLBN(simd_image_block_read_##bits)(const void *image, CLBN_IMAGE_AT)                           \
    {                                                                                                                   \
        const CLBN(simd_i) at[4] = {x, y, dx, dy};                                                                      \
        CLBN(simd_u) to[2];                                                                                             \
        CLBN(image_block_take)((const clb_native_image *)image, bits / 8, at, to);                                      \
        return to[0];                                                                                                   \
    }                                                                                                                   \
    CLBN_FN void CLBN(simd_image_block_write_##bits)(CLBN(simd_mask) m, const void *image, CLBN_IMAGE_AT, CLBN(simd_u) a) \
    {                                                                                                                   \
        const CLBN(simd_i) at[4] = {x, y, dx, dy};                                                                      \
        const CLBN(simd_u) from[2] = {a, a};                                                                            \
        CLBN(image_block_give)((const clb_native_image *)image, m, bits / 8, at, from);                                 \
    }
CLBN_IMAGE_BLOCK(8)
CLBN_IMAGE_BLOCK(16)
CLBN_IMAGE_BLOCK(32)
#undef CLBN_IMAGE_BLOCK

CLBN_FN CLBN(simd_u) CLBN(simd_image_block_read_64)(const void *image, CLBN_IMAGE_AT, CLBN(simd_u) *high)
{
    const CLBN(simd_i) at[4] = {x, y, dx, dy};
    CLBN(simd_u) to[2];
    CLBN(image_block_take)((const clb_native_image *)image, 8, at, to);
    *high = to[1];
    return to[0];
}
CLBN_FN void CLBN(simd_image_block_write_64)(CLBN(simd_mask) m, const void *image, CLBN_IMAGE_AT, CLBN(simd_u) low,
                                             CLBN(simd_u) high)
{
    const CLBN(simd_i) at[4] = {x, y, dx, dy};
    const CLBN(simd_u) from[2] = {low, high};
    CLBN(image_block_give)((const clb_native_image *)image, m, 8, at, from);
}
#undef CLBN_IMAGE_AT
