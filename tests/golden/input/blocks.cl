// A block is inlined at each call, with what it captured.
// SPDX-License-Identifier: MIT

int (^const plus_one)(int) = ^(int x) { return x + 1; };

__kernel void blocks(__global int *out, const int n)
{
    int x = n, table[2] = {n, 7};
    int (^add)(int) = ^(int y) { return x + y + table[1]; };
    x = 0;
    table[1] = 0;
    out[0] = add(plus_one(3)) + x;
}
