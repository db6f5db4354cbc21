/* Runs the kernels of generate.py natively, at every level that this processor has, and names each built-in function
 * whose results are wrong. Mathematical functions are compared with long double within the specification's limits
 * (7.4), the others bit by bit with an OpenCL CPU device, or with a reference here where that device is known to be
 * wrong. usage: run [--verbose] [--alone] [GROUP]; --alone: without such a device; of what has no reference here
 * a hash is printed. Exit status 77: no such device.
 *
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include <clbundle/core.h>

#include "../reference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum type { T_char, T_uchar, T_short, T_ushort, T_int, T_uint, T_long, T_ulong, T_float, T_double } type;
static const int sizes[] = {1, 1, 2, 2, 4, 4, 8, 8, 4, 8};

typedef struct result_place {
    const char *label;
    size_t offset;
    type type;
    int each; /* elements a work-item */
    const char *rule;
} result_place;
typedef struct group {
    const char *name;
    type type;
    int width;
    const char *domain;
    int reference;
    size_t bytes;
    size_t count;
    const result_place *places;
} group;
/* The cases and the bundle of all of them or of the sample. */
#ifdef BUILTINS_SAMPLE
#include "builtins_sample_cases.h"
#define builtins_bundle builtins_sample_bundle
#else
#include "builtins_cases.h"
#endif

extern const clb_bundle builtins_bundle;

enum { ELEMENTS = 720, MOST = 1 << 22 };
static _Alignas(128) uint8_t inputs[3][ELEMENTS * 8];
static _Alignas(128) int32_t counts[ELEMENTS];
static _Alignas(128) uint8_t expected[MOST], found[MOST];
static bool verbose;
static size_t wrong_functions, functions;

/* ---- inputs ---- */

static uint64_t state = 88172645463325252u;
static uint64_t draw(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}
static double unit(void)
{
    return (double)(draw() >> 11) * 0x1p-53;
}

static const double specials[] = {
    0.0,       -0.0,
    1,         -1,
    0.5,       -0.5,
    1.5,       -2.5,
    2,         -3,
    4,         10,
    0.1,       1e-5,
    1e-300,    1e300,
    709.8,     -745.2,
    88.7,      -104,
    0x1p52,    0x1.8p51,
    0x1p31,    -0x1p31,
    0x1p32,    0x1p63,
    0x1p64,    0x1.fffffep-2,
    0x1p-1022, 0x1p-1074,
    0x1p-126,  -0x1p-149,
    DBL_MAX,   -FLT_MAX,
    INFINITY,  -INFINITY,
    NAN,       3.14159265358979,
    171.6,     -170.5,
    127.5,     -128.5,
    255.5,     32767.5,
    65535.5,   2147483647.5,
};
enum { SPECIALS = sizeof specials / sizeof *specials };

/* Between 2^e and 1.07 times that: the same with every math library. */
static double about_2_to(double e)
{
    return ldexp(1 + (e - floor(e)), (int)floor(e));
}

static double draw_real(const char *domain, type t, size_t i, int argument)
{
    const double sign = draw() & 1 ? -1 : 1;
    const uint64_t bits = draw();
    double a;
    if (strcmp(domain, "mid") == 0) return sign * (i % 3 ? 1e-3 + 40 * unit() : (double)(draw() % 20 + 1) / 4);
    if (strcmp(domain, "half") == 0) {
        if (i % 2) return sign * about_2_to(44 * unit() - 27);
        const double whole = (double)(draw() % 4096), rest = 0.5 * (double)(draw() % 3);
        return i < 2 * SPECIALS ? specials[i / 2] : sign * ldexp(whole + rest, (int)(draw() % 30) - 25);
    }
    if (strncmp(domain, "fit:", 4) == 0) {
        static const struct {
            const char *name;
            double low, high;
        } limits[] = {{"char", -127, 126},
                      {"uchar", 0, 254},
                      {"short", -32767, 32766},
                      {"ushort", 0, 65534},
                      {"int", -2147483000, 2147483000},
                      {"uint", 0, 4294967000},
                      {"long", -0x1p62, 0x1p62},
                      {"ulong", 0, 0x1p63}};
        for (size_t k = 0; k < sizeof limits / sizeof *limits; ++k)
            if (strcmp(domain + 4, limits[k].name) == 0) {
                const double size = i % 2 ? limits[k].high : 20;
                a = (limits[k].low < 0 ? sign : 1) * size * unit();
                return i % 5 == 0 ? trunc(a) : i % 5 == 1 ? trunc(a) + (trunc(a) < 0 ? -0.5 : 0.5) : a;
            }
    }
    if (i < SPECIALS * 8)
        return specials[argument == 0   ? i % SPECIALS
                        : argument == 1 ? (i % SPECIALS + i / SPECIALS * 5) % SPECIALS
                                        : draw() % SPECIALS];
    switch (i % 6) {
    case 0: memcpy(&a, &bits, sizeof a); return isnan(a) ? 1 : t == T_float ? ldexp(a, -(int)(draw() % 800)) : a;
    case 1: return sign * about_2_to(80 * unit() - 40);
    case 2: return sign * (1 + sign * about_2_to(-50 * unit()));
    case 3: return sign * unit();
    case 4: return sign * 750 * unit();
    default: return sign * 4 * unit();
    }
}

static int64_t draw_integer(void)
{
    static const int64_t ends[] = {0,
                                   1,
                                   -1,
                                   2,
                                   INT8_MAX,
                                   INT8_MIN,
                                   UINT8_MAX,
                                   INT16_MAX,
                                   INT16_MIN,
                                   UINT16_MAX,
                                   INT32_MAX,
                                   INT32_MIN,
                                   UINT32_MAX,
                                   INT64_MAX,
                                   INT64_MIN,
                                   INT64_MAX - 1,
                                   (int64_t)1 << 53,
                                   ((int64_t)1 << 53) + 1};
    const uint64_t bits = draw();
    if (bits % 3 == 0) return ends[(bits >> 8) % (sizeof ends / sizeof *ends)];
    return (int64_t)draw() >> (bits >> 8) % 64;
}

static void put(uint8_t *to, type t, size_t i, int64_t integer, double real)
{
    const float f = (float)real;
    if (t == T_double) memcpy(to + 8 * i, &real, 8);
    else if (t == T_float) memcpy(to + 4 * i, &f, 4);
    else
        for (size_t k = 0, size = (size_t)sizes[t]; k < size; ++k) {
            const size_t place = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? size - 1 - k : k;
            to[size * i + place] = (uint8_t)((uint64_t)integer >> 8 * k);
        }
}

static void fill(const group *g, size_t number)
{
    state = 88172645463325252u + number * 977;
    for (size_t i = 0; i < ELEMENTS; ++i) {
        for (int k = 0; k < 3; ++k)
            put(inputs[k], g->type, i, g->type < T_float ? draw_integer() : 0,
                g->type < T_float ? 0 : draw_real(g->domain, g->type, i, k));
        counts[i] = (int32_t)(i < 200 ? (int64_t)(i % 40) - 20
                              : i % 2 ? (int64_t)draw()
                                      : (int64_t)(draw() % 128) - 64);
        if (strcmp(g->domain, "half") == 0) counts[i] = (int32_t)draw();
    }
}

/* ---- what is right ---- */

static double get_real(const uint8_t *from, type t, size_t i)
{
    double d;
    float f;
    if (t == T_double) return memcpy(&d, from + 8 * i, 8), d;
    return memcpy(&f, from + 4 * i, 4), (double)f;
}
static int32_t get_int(const uint8_t *from, size_t i)
{
    int32_t x;
    memcpy(&x, from + 4 * i, 4);
    return x;
}

typedef struct unary {
    const char *name;
    wide (*f)(wide);
    double ulp_f, ulp_d;
} unary;
static const unary unaries[] = {
    {"acos", acosl, 4, 4},
    {"acosh", acoshl, 4, 4},
    {"acospi", ref_acospi, 5, 5},
    {"asin", asinl, 4, 4},
    {"asinh", asinhl, 4, 4},
    {"asinpi", ref_asinpi, 5, 5},
    {"atan", atanl, 5, 5},
    {"atanh", atanhl, 5, 5},
    {"atanpi", ref_atanpi, 5, 5},
    {"cbrt", cbrtl, 2, 2},
    {"ceil", ceill, 0, 0},
    {"cos", cosl, 4, 4},
    {"cosh", coshl, 4, 4},
    {"cospi", ref_cospi, 4, 4},
    {"erfc", erfcl, 16, 16},
    {"erf", erfl, 16, 16},
    {"exp", expl, 3, 3},
    {"exp2", exp2l, 3, 3},
    {"exp10", exp10l, 3, 3},
    {"expm1", expm1l, 3, 3},
    {"fabs", fabsl, 0, 0},
    {"floor", floorl, 0, 0},
    {"log", logl, 3, 3},
    {"log2", log2l, 3, 3},
    {"log10", log10l, 3, 3},
    {"log1p", log1pl, 2, 2},
    {"logb", logbl, 0, 0},
    {"rint", rintl, 0, 0},
    {"round", roundl, 0, 0},
    {"rsqrt", ref_rsqrt, 2, 2},
    {"sin", sinl, 4, 4},
    {"sincos", sinl, 4, 4},
    {"sincos.2", cosl, 4, 4},
    {"sinh", sinhl, 4, 4},
    {"sinpi", ref_sinpi, 4, 4},
    {"sqrt", sqrtl, 3, 0.501},
    {"tan", tanl, 5, 5},
    {"tanh", tanhl, 5, 5},
    {"tanpi", ref_tanpi, 6, 6},
    {"tgamma", tgammal, 16, 16},
    {"trunc", truncl, 0, 0},
    {"lgamma", ref_lgamma, 1e4, 1e8},
    {"lgamma_r", ref_lgamma, 1e4, 1e8}, /* not limited in 1.2 */
};
typedef struct binary {
    const char *name;
    wide (*f)(wide, wide);
    double ulp;
} binary;
static const binary binaries[] = {
    {"atan2", atan2l, 6},         {"atan2pi", ref_atan2pi, 6}, {"copysign", copysignl, 0}, {"fdim", fdiml, 0.501},
    {"fmax", ref_fmax, 0},        {"fmin", ref_fmin, 0},       {"fmod", fmodl, 0},         {"hypot", hypotl, 4},
    {"maxmag", ref_maxmag, 0},    {"minmag", ref_minmag, 0},   {"pow", powl, 16},          {"powr", ref_powr, 16},
    {"remainder", remainderl, 0}, {"remquo", remainderl, 0},
};

static const unary *find_unary(const char *name)
{
    for (size_t i = 0; i < sizeof unaries / sizeof *unaries; ++i)
        if (strcmp(unaries[i].name, name) == 0) return &unaries[i];
    return NULL;
}

static wide ref_sign(wide x)
{
    return isnan(x) ? 0 : x == 0 ? x : copysignl(1, x);
}

/* The error of one element in units of the limit, so that 1 is just allowed; NAN: no rule of that name. */
static double error_of(const char *f, type t, type result, const uint8_t *got_at, size_t got_index, wide x, wide y,
                       wide z, int32_t m)
{
    const kind *k = t == T_double ? &kind_d : &kind_f;
    const bool is_float = t == T_float;
    const unary *u = find_unary(f);
    if (result == T_int) {
        const int32_t got = get_int(got_at, got_index);
        if (strcmp(f, "ilogb") == 0)
            return got == (x == 0 ? INT32_MIN : isnan(x) || isinf(x) ? INT32_MAX : ilogbl(x)) ? 0 : INFINITY;
        if (strcmp(f, "frexp.2") == 0) {
            int e = 0;
            (void)frexpl(x, &e);
            return isnan(x) || isinf(x) || got == e ? 0 : INFINITY;
        }
        if (strcmp(f, "lgamma_r.2") == 0) {
            int sign = 0;
            (void)lgammal_r(x, &sign);
            return isnan(x) || isinf(x) || (x <= 0 && x == floorl(x)) || got == sign ? 0 : INFINITY;
        }
        if (strcmp(f, "remquo.2") == 0) {
            const wide r = remainderl(x, y), q = rintl((x - r) / y);
            if (isnan(r) || isinf(y) || fabsl(q) >= 0x1p60L) return 0;
            return ((uint64_t)llabs((long long)got) & 127) == ((uint64_t)fabsl(q) & 127) &&
                           (got == 0 || (got < 0) == (q < 0))
                       ? 0
                       : INFINITY;
        }
        return NAN;
    }
    const double got = get_real(got_at, result, got_index);
    if (u) {
        const double limit = is_float ? u->ulp_f : u->ulp_d, ulp = distance(got, u->f(x), k);
        /* Near lgamma's zeros the error is not limited. */
        if (u->f == ref_lgamma && fabsl((wide)got - u->f(x)) < 1e-5L) return 0;
        return limit == 0 ? (ulp == 0 ? 0 : INFINITY) : ulp / limit;
    }
    for (size_t i = 0; i < sizeof binaries / sizeof *binaries; ++i)
        if (strcmp(binaries[i].name, f) == 0) {
            const wide r = binaries[i].f(x, y);
            const double ulp = distance(got, r, k), limit = binaries[i].ulp;
            /* Which zero is the larger is open. */
            if ((strstr(f, "fm") == f || strstr(f, "mag")) && r == 0 && got == 0) return 0;
            return limit == 0 ? (ulp == 0 ? 0 : INFINITY) : ulp / limit;
        }
    wide want = NAN;
    double limit = 0;
    if (strcmp(f, "pown") == 0) want = ref_pown(x, m), limit = 16;
    else if (strcmp(f, "rootn") == 0) want = ref_rootn(x, m), limit = 16;
    else if (strcmp(f, "ldexp") == 0) want = ref_ldexp(x, m), limit = 0.501;
    else if (strcmp(f, "nextafter") == 0) want = is_float ? ref_nextafter_f(x, y) : ref_nextafter(x, y);
    else if (strcmp(f, "fma") == 0 || strcmp(f, "mad") == 0) {
        want = is_float ? (wide)fmaf((float)x, (float)y, (float)z) : (wide)fma((double)x, (double)y, (double)z);
        const volatile double dp = (double)x * (double)y;
        const volatile float fp = (float)x * (float)y;
        const wide split = is_float ? (wide)(fp + (float)z) : (wide)(dp + (double)z);
        if (f[0] == 'm' && distance(got, split, k) == 0) return 0;
    } else if (strcmp(f, "nan") == 0) want = NAN;
    else if (strcmp(f, "fract") == 0) {
        want = isinf(x)   ? copysignl(0, x)
               : isnan(x) ? x
                          : fminl(x - floorl(x), is_float ? 0x1.fffffep-1L : 0x1.fffffffffffffp-1L);
        if (want == 0 && got == 0) return 0;
        limit = 0.501;
    } else if (strcmp(f, "fract.2") == 0) want = floorl(x);
    else if (strcmp(f, "frexp") == 0) {
        int e;
        want = frexpl(x, &e);
    } else if (strcmp(f, "modf") == 0) {
        wide whole;
        want = modfl(x, &whole);
    } else if (strcmp(f, "modf.2") == 0) want = truncl(x);
    else if (strcmp(f, "degrees") == 0) want = x * 180 / pi, limit = 2.5;
    else if (strcmp(f, "radians") == 0) want = x * pi / 180, limit = 2.5;
    else if (strcmp(f, "sign") == 0) want = ref_sign(x);
    else if (strcmp(f, "max") == 0) want = x < y ? y : x;
    else if (strcmp(f, "min") == 0) want = y < x ? y : x;
    else if (strcmp(f, "step") == 0) want = y < x ? 0 : 1;
    else if (strcmp(f, "clamp") == 0) want = fminl(fmaxl(x, fminl(y, z)), fmaxl(y, z));
    else if (strcmp(f, "mix") == 0) {
        want = x + (y - x) * z;
        const wide size = fabsl(x) + fabsl(y - x) * fabsl(z);
        return (double)(fabsl((wide)got - want) / (4 * size * ldexpl(1, -k->digits)));
    } else if (strcmp(f, "smoothstep") == 0) {
        const wide low = fminl(x, y),
                   high = (wide)(is_float ? (double)((float)fmaxl(x, y) + 1) : (double)fmaxl(x, y) + 1);
        const wide s = fminl(fmaxl((z - low) / (high - low), 0), 1);
        return (double)(fabsl((wide)got - s * s * (3 - 2 * s)) / (16 * ldexpl(1, -k->digits)));
    } else return NAN;
    const double ulp = distance(got, want, k);
    return limit == 0 ? (ulp == 0 ? 0 : INFINITY) : ulp / limit;
}

/* half_ and native_: 8192 units for the former; the latter are left to us and held to the same here. */
static double rough_error(const char *f, double got, wide x, wide y)
{
    static const char *const two[] = {"divide", "powr"};
    const unary *u = find_unary(f);
    const wide want = u                         ? u->f(x)
                      : strcmp(f, "recip") == 0 ? 1 / x
                      : strcmp(f, two[0]) == 0  ? x / y
                                                : ref_powr(fabsl(x), y);
    if (!u && strcmp(f, "recip") != 0 && strcmp(f, two[0]) != 0 && strcmp(f, two[1]) != 0) return NAN;
    if (fabsl(want) < FLT_MIN && fabs(got) < (double)FLT_MIN * 1.01) return 0; /* may be flushed */
    return distance(got, want, &kind_f) / 8192;
}

static double geometry_error(const char *f, const group *g, const result_place *p, size_t item, int lane, double got)
{
    const kind *k = g->type == T_double ? &kind_d : &kind_f;
    const int w = g->width;
    const bool fast = strncmp(f, "fast_", 5) == 0;
    wide x[4], y[4], dot = 0, size = 0, squares = 0, apart = 0, want;
    (void)p;
    for (int i = 0; i < w; ++i) {
        x[i] = (wide)get_real(inputs[0], g->type, item * (size_t)w + (size_t)i);
        y[i] = (wide)get_real(inputs[1], g->type, item * (size_t)w + (size_t)i);
        dot += x[i] * y[i];
        size += fabsl(x[i] * y[i]);
        squares += x[i] * x[i];
        apart += (x[i] - y[i]) * (x[i] - y[i]);
    }
    if (fast) f += 5;
    if (strcmp(f, "dot") == 0) return (double)(fabsl((wide)got - dot) / (size * w * ldexpl(1, -k->digits)));
    if (strcmp(f, "cross") == 0) {
        if (lane == 3) return 0; /* open */
        const int i = (lane + 1) % 3, j = (lane + 2) % 3;
        if (lane > 2) return got == 0 ? 0 : INFINITY;
        want = x[i] * y[j] - x[j] * y[i];
        return (double)(fabsl((wide)got - want) /
                        (3 * (fabsl(x[i] * y[j]) + fabsl(x[j] * y[i])) * ldexpl(1, -k->digits)));
    }
    if (strcmp(f, "length") == 0) want = sqrtl(squares);
    else if (strcmp(f, "distance") == 0) want = sqrtl(apart);
    else if (strcmp(f, "normalize") == 0) want = x[lane] / sqrtl(squares);
    else return NAN;
    return distance(got, want, k) / (fast ? 8192 : 4 + w);
}

/* ---- comparing ---- */

static void complain(const group *g, const result_place *p, const char *level, size_t count, size_t at, double error)
{
    char was[64] = "", is[64] = "", in[3][64];
    const size_t size = (size_t)sizes[p->type];
    for (size_t i = 0; i < size; ++i) {
        sprintf(is + 2 * i, "%02x", found[p->offset + at * size + size - 1 - i]);
        sprintf(was + 2 * i, "%02x", expected[p->offset + at * size + size - 1 - i]);
    }
    const size_t item = at / (size_t)p->each, lane = at % (size_t)p->each;
    const size_t element = item * (size_t)g->width + (lane < (size_t)g->width ? lane : 0);
    for (int k = 0; k < 3; ++k)
        for (size_t i = 0; i < (size_t)sizes[g->type]; ++i)
            sprintf(in[k] + 2 * i, "%02x",
                    inputs[k][element * (size_t)sizes[g->type] + (size_t)sizes[g->type] - 1 - i]);
    printf("%s at %s: %zu wrong, e.g. component %zu of work-item %zu: %s", p->label, level, count, lane, item, is);
    if (g->reference)
        printf(" (%g times the limit; %a, k %d)", error,
               p->type < T_float ? 0.0 : get_real(found + p->offset, p->type, at), (int)counts[element]);
    else printf(", not %s", was);
    printf(" for %s, %s, %s\n", in[0], in[1], in[2]);
}

/* Not one of the components that are open. */
static bool counts_at(const result_place *p, size_t at)
{
    return !(strncmp(p->label, "vstorea_half3", 13) == 0 && at % 4 == 3);
}

/* The bits of a result, all NaN being one. */
static uint64_t bits_of(const result_place *p, const uint8_t *from)
{
    const size_t size = (size_t)sizes[p->type];
    uint64_t bits = 0;
    for (size_t k = 0; k < size; ++k)
        bits = bits << 8 | from[__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? k : size - 1 - k];
    if (p->type >= T_float && isnan(get_real(from, p->type, 0))) return UINT64_MAX;
    return strcmp(p->rule, "half") == 0 && (bits & 0x7fff) > 0x7c00 ? UINT64_MAX : bits;
}

/* Prints a hash of what has no reference, to be compared with another processor's. */
static void print_hash(const group *g, const result_place *p)
{
    const size_t size = (size_t)sizes[p->type];
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    if (g->reference || strcmp(p->rule, "none") == 0) return;
    for (size_t at = 0; at < ELEMENTS / (size_t)g->width * (size_t)p->each; ++at)
        if (counts_at(p, at)) h = (h ^ bits_of(p, found + p->offset + at * size)) * UINT64_C(0x100000001b3);
    printf("%s %s %016llx\n", g->name, p->label, (unsigned long long)h);
}

static void compare(const group *g, const result_place *p, const char *level)
{
    const size_t items = ELEMENTS / (size_t)g->width, size = (size_t)sizes[p->type];
    const char *colon = strchr(p->rule, ':'), *f = colon ? colon + 1 : "";
    const bool scalars = strncmp(p->rule, "maths:", 6) == 0;
    size_t wrong = 0, first = 0;
    double worst = 0;
    if (strcmp(p->rule, "none") == 0) return;
    for (size_t at = 0; at < items * (size_t)p->each; ++at) {
        const uint8_t *is = found + p->offset + at * size, *was = expected + p->offset + at * size;
        double error = 0;
        if (!counts_at(p, at)) continue;
        if (!g->reference) {
            error = bits_of(p, is) == bits_of(p, was) ? 0 : INFINITY;
        } else {
            const size_t item = at / (size_t)p->each, lane = at % (size_t)p->each,
                         element = item * (size_t)g->width + lane;
            if (strncmp(p->rule, "geometry:", 9) == 0) {
                error = geometry_error(f, g, p, item, (int)lane, get_real(is, p->type, 0));
            } else {
                wide x = (wide)get_real(inputs[0], g->type, element),
                     y = (wide)get_real(inputs[1], g->type, scalars ? item : element);
                wide z = (wide)get_real(inputs[2], g->type, scalars ? item : element);
                if (scalars && strcmp(f, "mix") == 0) y = (wide)get_real(inputs[1], g->type, element);
                if (scalars && strcmp(f, "step") == 0) {
                    const wide edge = y;
                    y = x;
                    x = edge;
                }
                if (scalars && strcmp(f, "smoothstep") == 0) {
                    const wide v = x;
                    x = y;
                    y = z;
                    z = v;
                }
                if (strncmp(p->rule, "rough:", 6) == 0) error = rough_error(f, get_real(is, p->type, 0), x, y);
                else error = error_of(f, g->type, p->type, is, 0, x, y, z, counts[scalars ? item : element]);
            }
        }
        if (isnan(error)) {
            printf("%s: no rule for '%s'\n", p->label, p->rule);
            error = INFINITY;
        }
        if (error > worst) worst = error;
        if (error > 1 && !wrong++) first = at;
    }
    ++functions;
    if (wrong) {
        ++wrong_functions;
        complain(g, p, level, wrong, first, worst);
    } else if (verbose && g->reference) {
        printf("    %s at %s: %.3f of the limit\n", p->label, level, worst);
    }
}

static bool has_level(int level)
{
#if defined(__x86_64__)
    if (level == CLB_NATIVE_V3) return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    if (level == CLB_NATIVE_V4) return __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq");
#endif
    return level == CLB_NATIVE_BASE;
}

static int run(clb_device *other, const group *g, size_t number)
{
    static const char *const names[] = {"the baseline", "x86-64-v3", "x86-64-v4"};
    const int32_t k = clb_kernel_find(&builtins_bundle, g->name);
    const size_t items = ELEMENTS / (size_t)g->width;
    clb_error error = {0};
    if (k < 0 || g->bytes > MOST) return printf("%s: no such kernel\n", g->name), 1;
    const clb_native_kernel *code = &builtins_bundle.native[k];
    bool runs = false; /* the build may leave out the baseline */
    for (int level = 0; level < CLB_NATIVE_LEVELS; ++level) runs |= code->run[level] && has_level(level);
    if (!runs) {
        printf("%s has no native version for this processor: %s\n", g->name, code->reason ? code->reason : "left out");
        return 1;
    }
    fill(g, number);
    memset(expected, 0xa5, g->bytes);
    if (other && !g->reference) {
        const clb_host_argument arguments[] = {{inputs[0], sizeof inputs[0]},
                                               {inputs[1], sizeof inputs[1]},
                                               {inputs[2], sizeof inputs[2]},
                                               {counts, sizeof counts},
                                               {expected, g->bytes}};
        if (clb_kernel_call(other, &builtins_bundle, (uint32_t)k,
                            &(clb_launch){.dimensions = 1, .global = {items}, .local = {1}}, arguments, 5, &error)) {
            printf("%s: %s\n%s\n", g->name, error.message, error.build_log ? error.build_log : "");
            clb_error_clear(&error);
            return 1;
        }
    }
    for (int level = 0; level < CLB_NATIVE_LEVELS; ++level) {
        if (!code->run[level] || !has_level(level)) continue;
        /* Groups with more than one work-item, where they share no memory. */
        const size_t local =
            items % 5 == 0 && strncmp(g->name, "memory", 6) != 0 && strncmp(g->name, "math3", 5) != 0 ? 5 : 1;
        const clb_native_range range = clb_native_range_make(1, (const size_t[]){items, 1, 1},
                                                             (const size_t[]){local, 1, 1}, (const size_t[]){0, 0, 0});
        void *arguments[] = {inputs[0], inputs[1], inputs[2], counts, found};
        void *scratch = aligned_alloc(128, (code->fixed_scratch + code->context_scratch * local + 256) / 128 * 128);
        if (!scratch) return 1;
        memset(found, 0xa5, g->bytes);
        code->run[level](&range, arguments, 0, range.groups[0], scratch);
        free(scratch);
        for (size_t i = 0; i < g->count; ++i) {
            if (other || g->reference) compare(g, &g->places[i], names[level]);
            else print_hash(g, &g->places[i]);
        }
    }
    return 0;
}

int main(int argc, char **argv)
{
    clb_device *device = NULL;
    clb_error error = {0};
    int failures = 0;
    const char *only = NULL;
    bool alone = false;
    for (int i = 1; i < argc; ++i) {
        if (strcmp(argv[i], "--verbose") == 0) verbose = true;
        else if (strcmp(argv[i], "--alone") == 0) alone = true;
        else only = argv[i];
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (!alone &&
        clb_device_open(&(clb_device_params){.bundle = &builtins_bundle, .filter = "opencl cpu", .environment = ""},
                        &device, &error)) {
        printf("skipped: %s\n", error.message);
        return 77;
    }
    for (size_t i = 0; i < sizeof groups / sizeof *groups; ++i)
        if (!only || strstr(groups[i].name, only)) failures += run(device, &groups[i], i);
    clb_device_close(&device);
    printf("%zu comparisons of a function at a level, %zu wrong, %d groups without result\n", functions,
           wrong_functions, failures);
    return failures || wrong_functions;
}
