// Blocks of OpenCL C 2.0 that are called: each captures values as they were when it was made.
// @range: n
// @arg in: in n
// @arg out: inout n
// SPDX-License-Identifier: MIT

int (^const successor)(int) = ^(int x) { return x + 1; };
typedef int (^map_of_ints)(int);

static int twice_successor(int x)
{
    return successor(successor(x));
}

// What was captured stays, whatever happens to the variables.
__kernel void check_captured(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int scalar = in[g];
    float4 vector = (float4)(scalar, 1, 2, 3);
    int table[3] = {scalar, 20, 30};
    struct pair { int a; float b; } pair = {scalar + 1, 0.5f};
    map_of_ints sum = ^(int x) {
        int total = x + scalar + (int)vector.x + pair.a;
        for (int i = 0; i < 3; ++i) total += table[i];
        return total;
    };
    const int expected = 7 + in[g] + in[g] + in[g] + 1 + in[g] + 50;
    scalar = -1000;
    vector = (float4)(-5);
    table[1] = table[2] = 9999;
    pair.a = 12345;
    out[g] = sum(7) == expected && scalar == -1000 && table[1] == 9999;
}

// The address of a part of a captured variable is that of the copy, which stays as it is.
__kernel void check_addresses(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    struct { int a, b; } x = {in[g], 7};
    int table[2] = {1, in[g]}, *own = &x.a;
    int (^through)(int) = ^(int y) {
        const int *copy = &x.a, *second = table + 1;
        return *copy * 10 + *second * 100 + y;
    };
    *own = 500;
    table[1] = 3;
    out[g] = through(3) == in[g] * 110 + 3 && x.a == 500;
}

// Branches, loops and several returns inside, in divergent code.
__kernel void check_divergent(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    const int x = in[g];
    int (^collatz)(int) = ^(int y) {
        int steps = 0;
        if (y < 1) return -x;
        while (y != 1) {
            if (steps > 40) return steps + x;
            y = y & 1 ? 3 * y + 1 : y / 2;
            ++steps;
        }
        return steps;
    };
    int y = x, expected = 0;
    if (y < 1) expected = -x;
    else
        while (y != 1) {
            if (expected > 40) {
                expected += x;
                break;
            }
            y = y & 1 ? 3 * y + 1 : y / 2;
            ++expected;
        }
    int found = -77;
    if (x % 3 != 1) found = collatz(x);
    out[g] = found == (x % 3 != 1 ? expected : -77);
}

// A block in a block, a literal that is called at once, blocks at program scope, and functions that have blocks.
__kernel void check_nested(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int x = in[g];
    int (^outer)(int) = ^(int a) {
        int local_sum = a + x;
        int (^inner)(int) = ^(int b) { return b * 100 + local_sum + x; };
        local_sum = 0;
        return inner(a) + local_sum;
    };
    x = 3;
    int right = outer(2) == 200 + 2 + in[g] + in[g];
    right &= ^(int a, int b) { return a - b + x; }(g, 4) == g - 4 + 3;
    right &= twice_successor(g) == g + 2;
    out[g] = right;
}

// Made anew in each round, and without a result.
__kernel void check_rounds(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int sum = 0, expected = 0;
    int written = 0;
    int *to = &written;
    for (int i = 0; i < in[g] % 7 + 1; ++i) {
        void (^add)(int) = ^(int y) { *to += i * y; };
        add(3);
        expected += 3 * i;
        sum += written;
    }
    out[g] = written == expected;
}

// Memory of the group is captured as memory. A block may have a barrier.
__kernel void check_group(__global const int *in, __global int *out, const int n)
{
    __local int values[64];
    const int l = get_local_id(0), last = get_local_size(0) * get_local_size(1) * get_local_size(2) - 1;
    const int item = (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + l;
    __local int *const to = values;
    int (^other)(int) = ^(int x) {
        to[item] = x;
        barrier(CLK_LOCAL_MEM_FENCE);
        return values[last - item] + item;
    };
    const int found = other(item * 3 + 1);
    barrier(CLK_LOCAL_MEM_FENCE);
    const int again = other(item);
    const int g = (get_global_id(2) * get_global_size(1) + get_global_id(1)) * get_global_size(0) + get_global_id(0);
    out[g] = found == (last - item) * 3 + 1 + item && again == last;
}

// Jumps lead over the block's declaration, and back to it.
__kernel void check_jumps(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int x = in[g], tries = 0, found = 0, expected = 0;
    if (x == 5) goto end;
again:
    x += tries;
    int (^product)(int) = ^(int y) { return x * 10 + y; };
    const int before = x;
    x += 1;
    found += product(tries);
    expected += before * 10 + tries;
    if (++tries < 4) goto again;
    switch (tries) {
    case 0: found = 0;
    default:;
        int (^difference)(int) = ^(int y) { return x - y; };
        x += 7;
        found += difference(7);
        expected += x - 14;
        break;
    }
end:
    out[g] = found == expected;
}

// A block may declare memory of the group, which all of its calls share.
__kernel void check_local_variable(__global const int *in, __global int *out, const int n)
{
    const int l = get_local_id(0), last = get_local_size(0) - 1;
    int (^other)(int) = ^(int x) {
        local int values[64];
        values[l] = x;
        barrier(CLK_LOCAL_MEM_FENCE);
        const int found = values[last - l];
        barrier(CLK_LOCAL_MEM_FENCE);
        return found;
    };
    const int first = other(l), second = other(2 * l);
    out[get_global_id(0)] = first == last - l && second == 2 * (last - l);
}

// A block that captures nothing may be the value of a statement expression.
__kernel void check_block_values(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0), v = in[g];
    int right = 1;
    int (^add)(int) = ^(int x) { return x + 3; };
    int (^same)(int) = ({ const int twice = 2 * v; right += twice; add; });
    right -= 2 * v;
    const int next = ({ right += 4; ^(int x) { return x + 1; }; })(v);
    out[g] = right == 5 && add(3) == 6 && same(-v) == 3 - v && next == v + 1;
}
