// Points on a line, whose numbers are a structure that the call passes by value.
// SPDX-License-Identifier: MIT
typedef struct line { float2 start, step; int count; } line;

// @range: l.count
// @arg points: out l.count
__kernel void draw(const line l, __global float2 *points)
{
    const int i = get_global_id(0);
    if (i < l.count) points[i] = l.start + (float)i * l.step;
}
