// A way out of two loops, a way back, and a barrier that not all are known to reach.
__kernel void jumps(__global const int *in, __global int *out, const int n)
{
    __local int tile[64];
    const int g = get_global_id(0), l = get_local_id(0);
    int x = in[g];
again:
    for (int i = 0; i < 4; ++i)
        for (int k = 0; k < 4; ++k)
            if ((x += i * k) > 99) goto found;
    if (x < 7) goto again;
found:
    if (x == n) return;
    tile[l] = x;
    barrier(CLK_LOCAL_MEM_FENCE);
    switch (x & 1) {
        case 0: if (l) case 2: x += 3;
    }
    out[g] = x + tile[0];
}
