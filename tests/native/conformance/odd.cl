// Shapes that few kernels have: barriers in switches, in conditions and in parts of expressions, goto, addresses that
// outlive a region, members without names, structures that point to themselves, places computed once.
// @range: n
// @arg in: in n+32
// @arg out: inout n+2
// SPDX-License-Identifier: MIT

static int total(__local int *l, int value)
{
    const size_t i = get_local_id(0), size = get_local_size(0);
    int sum = 0;
    l[i] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t k = 0; k < size; ++k) sum += l[k];
    barrier(CLK_LOCAL_MEM_FENCE);
    return sum;
}

__kernel void switch_with_barrier(__global const int *in, __global int *out, const int n)
{
    __local int l[64];
    const size_t g = get_global_id(0), i = get_local_id(0), size = get_local_size(0);
    l[i] = in[g];
    barrier(CLK_LOCAL_MEM_FENCE);
    const int which = n / 5 % 8;
    // Not in a loop: some drivers go wrong there.
    switch (which) {
    case 0: barrier(CLK_LOCAL_MEM_FENCE); l[i] += 1;
    case 1: barrier(CLK_LOCAL_MEM_FENCE); if (i > 0) l[i] += l[0]; break;
    case 2 ... 4: {
        const int next = l[(i + 1) % size];
        barrier(CLK_LOCAL_MEM_FENCE);
        l[i] += next;
        if (i == 3) break;
        l[i]++;
        break;
    }
    default:
        for (int k = 0; k < 3; ++k) {
            barrier(CLK_LOCAL_MEM_FENCE);
            l[i] += k;
            if (k == which - 6) break;
        }
    }
    out[g] = l[i];
}

__kernel void barrier_in_conditions(__global const int *in, __global int *out, const int n)
{
    __local int l[64];
    const int g = get_global_id(0), size = get_local_size(0);
    int a = 0;
    while (total(l, a + g) < 500 * size) a += 37;
    for (int k = 0; total(l, k) < 5 * size; ++k) {
        if (k & 1) continue;
        a++;
    }
    do {
        a += 2;
        if (a == 7) continue;
        if (a > 3000) break;
    } while (total(l, a) < 900 * size);
    for (int k = 0; k < 6; k += total(l, 1) / size + 1) a += k;
    const int b = n > 3 ? total(l, a) : total(l, 3);
    const int c = n > 2 && total(l, b) > 100, d = n > 20 || total(l, b) > 100;
    int e = (a += 3, total(l, a)) + (n > 2 ? 5 : 6);
    if (n > 1 && total(l, 1) > 3) e += 5;
    out[g] = (int)((uint)a + (uint)b * 3 + (uint)c * 5 + (uint)d * 7 + (uint)e);
}

__kernel void labels(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int sum = 0, k = 0;
again:
    sum += k * in[g];
    if (++k < in[g + 1]) goto again;
    if (sum > 100) goto done;
    for (;;) {
        for (int i = 0; i < 3; ++i)
            if ((sum += i) > 50) goto done;
        if (k-- < 0) break;
    }
    sum = -sum;
done:
    out[g] = sum;
}

typedef struct holder {
    int *p;
    int other;
} holder;

void keep(int *what, holder *where) { where->p = what; }
void store(int *what, int **where) { *where = what; }
int *pick(int *a, int *b, int which) { return which ? a : b; }

__kernel void kept_addresses(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    holder h;
    int *w;
    int array[4] = {in[g], 1, 2, 3};
    {
        int x = in[g] + g, y = 7 * g, z = 3 + g;
        keep(&x, &h);
        store(&y, &w);
        int *q = pick(&x, &z, g & 1);
        barrier(CLK_LOCAL_MEM_FENCE);
        *h.p += 5;
        *w *= 3;
        barrier(CLK_LOCAL_MEM_FENCE);
        *q += 11;
        out[g] = (int)((uint)x * 100 + (uint)y * 10 + (uint)z);
    }
    holder s = {array + 1, 4}, t;
    t = s;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[g] = (int)((uint)out[g] + (uint)*t.p * 3 + (uint)t.p[-1]);
}

// Pointers into arrays whose elements live across barriers.
__kernel void pointers_into_arrays(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int a[6], b[3][4];
    for (int k = 0; k < 6; ++k) a[k] = in[g + k];
    for (int k = 0; k < 12; ++k) b[k / 4][k % 4] = in[g + k] * k;
    barrier(CLK_LOCAL_MEM_FENCE);
    int *p = &a[1], *q = &b[0][2];
    p[2] += 7;
    q[1] = *p + q[-1];
    barrier(CLK_LOCAL_MEM_FENCE);
    int (*rows)[4] = &b[1];
    rows[1][in[g] & 3] += (*rows)[1];
    barrier(CLK_LOCAL_MEM_FENCE);
    uint sum = 0;
    for (int k = 0; k < 6; ++k) sum = sum * 3 + (uint)a[k];
    for (int k = 0; k < 12; ++k) sum = sum * 3 + (uint)b[k / 4][k % 4];
    out[g] = (int)sum;
}

// A bool that lives across barriers, where work-items part ways.
__kernel void flags(__global const int *in, __global int *out, const int n)
{
    __local int l[64];
    __local bool seen[64];
    const int g = get_global_id(0), i = get_local_id(0), size = get_local_size(0);
    int sum = 0;
    bool done = false;
    seen[i] = in[g] & 1;
    for (int k = 0; k < 4; ++k) {
        l[i] = in[g] + k;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += l[(i + k) % size];
        done = sum > 9;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (done) sum ^= 3;
        if (seen[(i + k) % size] && sum > 5)
            for (int q = 0; q < (sum & 7); ++q) sum += q;
    }
    out[g] = sum * 2 + done;
}

typedef struct link {
    int value;
    struct link *next;
    union {
        int whole;
        struct {
            short low, high;
        };
    };
} link;

__kernel void links(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    link a = {1, 0, {(int)((uint)in[g] * 70000u)}}, b = {.value = 2, .next = &a, .low = 3, .high = 4}, c = {.value = in[g], .next = &b};
    a.next = &c;
    int sum = 0;
    for (link *p = &a; p != 0 && sum < 60; p = p->next) sum = (int)((uint)sum + (uint)p->value + (uint)p->low);
    out[g] = (int)((uint)sum * 10 + (uint)b.whole + (uint)c.next->next->high);
}

static int counted(int *calls) { return (*calls)++; }

__kernel void places(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int calls = 0, a[4] = {100, 200, 300, 400};
    uint4 v = (uint4)(1, 2, 3, 4), w = (uint4)(40, 30, 20, 10);
    out[g] = 1000 + g;
    out[get_global_id(0)] /= 3 + (in[g] & 7);
    out[get_global_id(0)] <<= 2;
    out[get_global_id(0)] %= 1001;
    a[counted(&calls)] /= 7;
    a[counted(&calls)] >>= 2;
    a[counted(&calls)] %= 7;
    a[counted(&calls) & 3] += 7;
    int i = 1;
    a[i++] <<= 3;
    v.lo.x = 5;
    v.hi.yx += (uint2)(3, 4);
    v.xyz++;
    --w.even;
    const uint2 old = w.wx++;
    v.x /= 3 + counted(&calls);
    w.wzyx.lo.x = 7 + calls;
    v.zw >>= w.xy & 3;
    v ^= w << convert_uint4((uchar4)(1, 2, 3, 4));
    out[g] = (int)((uint)out[g] + (uint)a[0] + 3 * (uint)a[1] + 5 * (uint)a[2] + 7 * (uint)a[3] + (uint)(calls * 11 + i * 13));
    out[g] = (int)((uint)out[g] + v.x + 3 * v.y + 5 * v.z + 7 * v.w + old.x * 2 + old.y);
}

// All variables on top, as in C89, and each used for several things: some values end where they were made, some go on.
__kernel void declared_on_top(__global const int *in, __global int *out, const int n)
{
    int i, j, k, found, last, sum, value, step;
    const int g = get_global_id(0), mine = in[g];
    sum = 0;
    found = -1;
    for (i = 0; i < 32; ++i) {
        value = in[g + i] - mine;
        if (value == 3) {
            found = i;
            break;
        }
        sum += value;
    }
    last = i; // the value after a loop that others have left
    for (i = 0; i < 4; ++i)
        for (j = 0; j < mine % 5; ++j) {
            if ((i + j) % 3 == 2) continue;
            value = i * j;
            sum += value;
        }
    if (mine & 1) {
        for (i = mine; i > 0; i -= 3) {
            if (i == 7) continue;
            k = i;
            sum += k;
        }
        step = 5;
    } else {
        i = mine + 1;
        step = i * 2;
    }
    sum += step + i; // both from either branch
    j = 100;
    if (mine > 11) j = sum;
    sum ^= j; // from one branch, or from before
    do {
        k = in[(g + i) & 31];
        if (k > 15) break;
        i += 1 + (k & 3);
        if (k == 4) continue;
        sum += k;
    } while (k < 13 && i < 60);
    out[g] = sum * 31 + found * 7 + last + k;
}

// A value that goes from one round to the next, set late and read early; one that a jump passes by.
__kernel void carried_to_the_next_round(__global const int *in, __global int *out, const int n)
{
    int i, before, seen, sum, x;
    const int g = get_global_id(0);
    before = 1;
    seen = 0;
    sum = 0;
    for (i = 0; i < 20; i++) {
        x = before;
        if (in[g + i] % 4 == 1) {
            seen = i;
            if (x > 50) break;
            continue;
        }
        x = x * 3 + in[g + i];
        before = x % 97;
        if (in[g + i] == 7) break;
        x = seen;
        while (x > 0) {
            if (x == in[g]) break;
            x--;
        }
        sum += x;
    }
    for (;;) {
        if (sum > 30) break;
        x = sum + 13;
        if (x == 40) x++;
        sum = x;
    }
    out[g] = sum + before * 1000 + i * 100000;
}

// The same with barriers: what is of one round lives in the context of that round alone.
__kernel void declared_on_top_with_barriers(__global const int *in, __global int *out, const int n)
{
    __local int l[64];
    int i, j, sum, other, mine;
    const int at = get_local_id(0), size = get_local_size(0);
    sum = 0;
    mine = in[get_global_id(0)];
    for (i = 1; i < 8; i *= 2) {
        l[at] = mine + i;
        barrier(CLK_LOCAL_MEM_FENCE);
        other = l[(at + i) % size];
        for (j = 0; j < other; j++) {
            if (l[j % size] > 20) break;
            sum += j;
        }
        mine = other + j;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (i = 0; i < size; ++i) {
        l[at] = sum + i;
        barrier(CLK_LOCAL_MEM_FENCE);
        other = l[size - 1 - at];
        barrier(CLK_LOCAL_MEM_FENCE);
        sum = other ^ i;
    }
    out[get_global_id(0)] = sum + mine;
}

// Loops with barriers that all work-items leave by a jump out of something around them, or that nobody goes into: the
// condition alone would never end them.
__kernel void left_from_inside(__global const int *in, __global int *out, const int n)
{
    __local volatile int left[1];
    const int i = get_local_id(0), g = get_global_id(0);
    out[g] = in[g];
    if (i == 0) left[0] = in[g] % 5 + 3;
    while (1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        const int now = left[0];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (now == 0) {
            if (i == 0) out[g] += 1000;
            return;
        } else if (now > 6 && in[0] > 100) {
            return;
        }
        if (i == 0) left[0] = now - 1;
        out[g] += now * i;
    }
}

__kernel void left_together(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int left = n % 7 + 2;
    out[g] = 0;
    while (1) {
        barrier(CLK_GLOBAL_MEM_FENCE);
        if (left-- == 0) return;
        out[g] += in[g] + left;
    }
}

__kernel void left_from_two_loops(__global const int *in, __global int *out, const int n)
{
    __local int left[64];
    const int i = get_local_id(0), g = get_global_id(0);
    int sum = 0, k = n;
    left[i] = in[g] % 9;
    do {
        for (;;) {
            barrier(CLK_LOCAL_MEM_FENCE);
            const int now = left[0];
            barrier(CLK_LOCAL_MEM_FENCE);
            if (now > 20) break;
            if (now == 17) {
                out[g] = sum;
                return;
            }
            if (i == 0) left[0] = now + 1;
            sum += now ^ i;
        }
        out[g] = sum;
    } while (k != 1000000000);
}

__kernel void nobody_goes_in(__global const int *in, __global int *out, const int n)
{
    __local int l[64];
    const int i = get_local_id(0), g = get_global_id(0), none = n - n;
    l[i] = in[g];
    out[g] = in[g];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l[0] > 100000)
        for (int k = none; k != 1; k /= 2) {
            barrier(CLK_LOCAL_MEM_FENCE);
            out[g] += k;
        }
    out[g] += i;
    if (l[0] < 100000) return;
    for (int k = none; k != 1; k /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        out[g] += k;
    }
}

// Unsigned places around zero: neighbours on a line that begins again at 0, some of whom are there.
__kernel void unsigned_places(__global const int *in, __global int *out, const int n)
{
    const uint g = get_global_id(0), before = get_global_id(0) - 2, other = 3u * g - 5u, row = g / 8u * 8u;
    const int shifted = (int)g - 7;
    int sum = 0;
    if (before < (uint)n) sum += in[before] * 3;
    if (other < (uint)n) sum += in[other];
    if ((uint)shifted < (uint)n) sum += in[(uint)shifted] << 4;
    for (uint k = 0; k < 3u; ++k) {
        if (in[g] == (int)k) break;
        if (g + k - 1u < (uint)n) sum += in[g + k - 1u] ^ in[k + row];
        if (k * 2u + g > 9u) out[g] = (int)(k * 2u + g);
    }
    out[g] = sum;
}

// An id in a byte comes round again: its bound is no bound of the loop over the work-items.
__kernel void narrow_id(__global const int *in, __global int *out, const int n)
{
    const uchar i = get_global_id(0);
    if (i < 100) out[get_global_id(0)] = in[get_global_id(0)] + i;
}

__kernel void narrow_id_leaves(__global const int *in, __global int *out, const int n)
{
    const uchar i = get_global_id(0);
    if (i >= 77) return;
    out[get_global_id(0)] = in[get_global_id(0)] - i;
}

// What is given to a function has no name of its own, and a loop and what follows it may have it in common.
static float shared_by_a_loop_of(__global const int *in, const int times, float given)
{
    float sum = 0.0f;
    for (int k = times; k > 0; --k) sum += (1.5f - given) * in[in[in[k] & 7] & 7];
    return sum + given;
}

__kernel void shared_by_a_loop(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0), own = in[in[in[g] & 7] & 7] & 255;
    out[g] = (int)shared_by_a_loop_of(in, in[in[own & 7] & 7] & 3, (float)own);
}
