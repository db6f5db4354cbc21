// @provides: NM_RV_INLINE, nm_rng, nm_words, nm_philox4x32, nm_rng_init, nm_rng_bits, nm_rng_half
// @depends: nmath
// @includes: nmath
//
// The counter-based generator Philox4x32-10: J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw, "Parallel random
// numbers: as easy as 1, 2, 3", SC'11 (section 4.3 and table 2; multipliers D2511F53, CD9E8D57, Weyl keys 9E3779B9,
// BB67AE85). Checked against the known answers of Random123 in tests/nmath/random.
//
// Key: the 64-bit seed. Counter, words 0 to 3: block number, stream, element (low, high). Every element of every
// stream owns 2^32 blocks of two 64-bit words, so that a variate depends on (seed, stream, element) alone: not on the
// device, on the work-group size or on how a range is split. The high word of a stream of 2^32 or more is hashed into
// the key.
//
// Integer arithmetic only. The conversion to doubles is exact or correctly rounded.
// SPDX-License-Identifier: MIT

/* What must be inlined for work-items to become vector lanes. */
#ifdef __NO_INLINE__
#define NM_RV_INLINE INLINE
#else
#define NM_RV_INLINE INLINE __attribute__((always_inline))
#endif

typedef struct {
    uint w0, w1, w2, w3;
} nm_words;

typedef struct {
    ulong element;
    ulong spare; /* second half of the last block */
    uint key0, key1, stream, block;
    uint has_spare;
} nm_rng;

/* One round on the counter c0..c3 with the key k0, k1, and the next key. */
#define NM_PHILOX_ROUND                                              \
    a = (ulong)c0 * 0xD2511F53u, b = (ulong)c2 * 0xCD9E8D57u;        \
    c0 = (uint)(b >> 32) ^ c1 ^ k0, c1 = (uint)b, k0 += 0x9E3779B9u; \
    c2 = (uint)(a >> 32) ^ c3 ^ k1, c3 = (uint)a, k1 += 0xBB67AE85u;

/* Turns a counter into its block: ten rounds, unrolled because compilers then can run work-items as vector lanes.
 * In place: Oclgrind 21 cannot digest the aliasing notes that LLVM attaches to a struct returned within a loop. */
NM_RV_INLINE void nm_philox4x32(nm_words *w, uint k0, uint k1)
{
    uint c0 = w->w0, c1 = w->w1, c2 = w->w2, c3 = w->w3;
    ulong a, b;
    NM_PHILOX_ROUND NM_PHILOX_ROUND NM_PHILOX_ROUND NM_PHILOX_ROUND NM_PHILOX_ROUND
    NM_PHILOX_ROUND NM_PHILOX_ROUND NM_PHILOX_ROUND NM_PHILOX_ROUND NM_PHILOX_ROUND
    w->w0 = c0;
    w->w1 = c1;
    w->w2 = c2;
    w->w3 = c3;
}

NM_RV_INLINE void nm_rng_init(nm_rng *rng, ulong seed, ulong stream, ulong element)
{
    /* straight-line, so that compilers can run work-items as vector lanes; 0 for a stream below 2^32 */
    ulong mixed = (stream >> 32) * 0x9E3779B97F4A7C15ul;
    mixed = (mixed ^ (mixed >> 32)) * 0xD1342543DE82EF95ul;
    mixed ^= seed;
    rng->element = element;
    rng->spare = 0;
    rng->key0 = (uint)mixed;
    rng->key1 = (uint)(mixed >> 32);
    rng->stream = (uint)stream;
    rng->block = 0;
    rng->has_spare = 0;
}

/* The next 64 random bits. */
NM_RV_INLINE ulong nm_rng_bits(nm_rng *rng)
{
    ulong r = rng->spare;
    if (!rng->has_spare) {
        nm_words w = {rng->block, rng->stream, (uint)rng->element, (uint)(rng->element >> 32)};
        nm_philox4x32(&w, rng->key0, rng->key1);
        rng->block += 1;
        r = (ulong)w.w0 | (ulong)w.w1 << 32;
        rng->spare = (ulong)w.w2 | (ulong)w.w3 << 32;
    }
    rng->has_spare ^= 1u;
    return r;
}

/* Uniform on (0, 1/2], to full relative precision down to 2^-65, from all bits but the lowest; that one is for the
 * side. Variates made from it have tails and centres beyond the 53 bits of a uniform on (0, 1). */
NM_RV_INLINE double nm_rng_half(ulong bits) { return fma((double)(bits >> 1), 0x1p-64, 0x1p-65); }
