// The mean of 3 x 3 points of a grey picture that lies in a buffer. Points beyond the edge repeat the edge.
// SPDX-License-Identifier: MIT
// @range: width, height
// @arg from: in width*height
// @arg to: out width*height
__kernel void blur(__global const uchar *from, __global uchar *to, const int width, const int height)
{
    const int x = get_global_id(0), y = get_global_id(1);
    int sum = 0;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) sum += from[clamp(y + dy, 0, height - 1) * width + clamp(x + dx, 0, width - 1)];
    to[y * width + x] = (sum + 4) / 9;
}
