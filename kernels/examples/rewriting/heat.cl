// SPDX-License-Identifier: MIT
// One step of the heat equation on a plate: each point moves towards the mean of its four neighbours.
// @arg from: in width*height
// @arg to: out width*height
// @range: width, height
__kernel void heat_step(__global const float *from, __global float *to, const int width, const int height, const float rate)
{
    const int x = get_global_id(0), y = get_global_id(1);
    const int at = y * width + x;
    const float here = from[at];
    if (x == 0 || y == 0 || x == width - 1 || y == height - 1) {
        to[at] = here;
        return;
    }
    to[at] = here + rate * (from[at - 1] + from[at + 1] + from[at - width] + from[at + width] - 4 * here);
}
