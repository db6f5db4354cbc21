// goto in all directions, and switches whose labels stand anywhere.
// @range: n
// @arg in: in n
// @arg out: inout n
// SPDX-License-Identifier: MIT

// Out of loops, back, and over declarations.
__kernel void jumps_plain(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int x = in[g] & 1023, tries = 0;
    if (x == 5) goto end;
    for (int i = 0; i < 7; ++i)
        for (int k = 0; k < 5; ++k) {
            x += i * k + (in[g] & 1);
            if (x > 700) goto found;
            if (x % 31 == 3) goto next;
        }
next:
    x ^= 85;
again:
    ++tries;
    const int step = tries * 3 + (x & 3);
    x += step;
    if (x % 7 != 2 && tries < 9) goto again;
    int y = x * 2;
    if (y % 3 == 0) goto retry;
    y += step;
    goto found;
retry:
    y -= 5;
    x = y & 511;
    if (tries++ < 12) goto again;
found:
    x += tries;
end:
    out[g] = x * 16 + tries;
}

// Ranges that overlap, and labels one behind the other.
__kernel void jumps_across(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int x = in[g] & 255, count = 0, total = 0;
first:
second:
    x = x * 5 % 1021;
    if (x & 1) goto third;
    x += 3;
fourth:
    if (++count > 20) goto out;
    x ^= 9;
    if (x % 5 == 0) goto first;
third:
    x += 1;
    if (++total > 50) goto out;
    if (x % 3 == 0) goto fourth;
    if (x % 7 == 0) goto second;
    if (x % 11 > 3 && count++ < 20) goto third;
out:
    out[g] = x + count * 2048;
}

// Into blocks, branches and loops.
__kernel void jumps_into(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int x = in[g] & 255, i = 2, k = 0;
    if (x % 3 == 0) goto inside;
    if (x % 3 == 1) goto other;
    for (i = 0; i < 5; ++i) {
        x += 7;
        if (x % 5 == 1) continue;
inside:
        x ^= i + 1;
        if (x > 900) break;
        if (k++ < 3 && x % 4 == 2) goto deeper;
    }
    if (x & 2) {
        x += 100;
        if (x & 8) {
            x -= 3;
deeper:
            x += 11;
        }
    } else {
        x += 200;
other:
        x -= 17;
        do {
            x += k;
            if (k > 6) goto end;
        } while (++k < 5);
    }
    if (k++ < 4) goto inside;
end:
    out[g] = x + 1024 * k;
}

static int search(int x)
{
    for (int i = 0; i < 6; ++i) {
        if ((x + i) % 6 == 4) goto found;
        if (x + i == 77) return -1;
    }
    return x;
found:
    return x * 2;
}

static int machine(int x)
{
    int state = x & 3, rounds = 0, i = 1;
    switch (state) {
        x += 1000; // never
    zero:
    case 0: x += 5; goto two;
    case 1:
        if (x % 2 == 0) {
        case 2: x += 3;
        two:
            x ^= 6;
            if (x < 100 && rounds++ < 9) goto zero;
            break;
        }
        x -= 4;
        for (i = 0; i < 3; ++i) {
            x += i;
        default: x += 10;
            if (x & 32) break;
        }
    }
    return x;
}

__kernel void jumps_in_functions(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int sum = 0;
    for (int i = 0; i < 5; ++i) {
        sum = sum * 3 + search((in[g] & 63) + i);
        sum = (sum & 65535) + machine((in[g] & 127) + i);
    }
    out[g] = sum;
}

// Duff's device, a switch without a block, and one around a loop's step.
__kernel void jumps_of_switches(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int count = (in[g] & 15) + 1, x = 0, rounds = (count + 3) / 4;
    switch (count % 4) {
    case 0: do { x = x * 3 + 1;
    case 3:      x ^= 5;
    case 2:      x += count;
    case 1:      x = x * 2 + rounds;
            } while (--rounds > 0);
    }
    switch (x & 3) case 2: x += 77;
    switch (x & 1) default: if (x & 4) case 0: x -= 13;
    switch (x & 7) {
    case 1:
    case 4: {
        x += 3;
        if (x & 16) {
            case 5 ... 6: x += 9;
        } else {
            case 7: x -= 9;
        }
        break;
    }
    case 2:
        switch (x & 24) {
        case 8: x += 1; break;
            while (x & 1) {
            case 16: x += 5;
            }
        }
        x ^= 3;
    }
    int y = 4;
    switch (x & 3) {
    case 0: y += 2;
        int z = y + 1;
    case 1: z = y * 3; x += z; break;
    default: z = 9; x -= z;
    }
    out[g] = x;
}

// ---- jumps and returns in statement expressions ----

int returned_early(int v)
{
    const int k = ({ if (v & 1) return v * 3; v + 1; });
    return k * 2;
}
int left_loop(int v)
{
    int s = v;
    for (int i = 0; i < 20; ++i) s += ({ if (s > 40) goto done; i; });
    s += 1000;
done:
    return s;
}

__kernel void expression_returns(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    out[g] = 1;
    out[g] += ({ if (in[g] % 3 == 1) return; in[g]; });
    out[g] += 100;
}

__kernel void expression_jumps(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0), a = in[g] & 127;
    int x = returned_early(a) + left_loop(a);
    x += ({ int r = a; again: r += 7; if (r < 60) goto again; r; });
    x += ({ int r = a; if (a & 2) goto end; r *= 5; end: r + 1; });
    x ^= ({ if (a & 4) goto skip; 0x33; });
    x += 9;
skip:
    x += ({ if (x & 1) { x = x * 2 + 1000; goto skip; } 3; });
    x += ({ int r = 0; switch (a & 3) { case 0: r = 1; { case 1: r += 2; } if (a & 8) { case 2: r += 30; } default: r += 400; } r; });
    const int2 v = ({ int2 w = (int2)(a, x); if (a & 1) goto same; w = w.yx; same: w; });
    x += v.x * 2;
    int k = 0;
    if (a & 16) goto inner;
    for (; k < 4; ++k) {
        x += k;
        if (({ if (x % 7 == 3) goto out; x & 8; })) {
        inner:
            x += 5;
        }
    }
    while (({ if (x % 5 == 0) goto out; x < 3000; })) x += 1 + (a & 7);
    x += a & 1 ? ({ if (x & 2) goto out; 7; }) : 11;
out:
    out[g] = x + v.y;
}
