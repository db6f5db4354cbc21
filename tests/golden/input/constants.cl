// What stands outside of functions: numbers, vectors, structures, and addresses of one another.
// @arg out: out n
typedef struct pair { __constant int *from; int count; float2 weight; } pair;
__constant int table[2][3] = {{1, 2, 3}, {[1] = -5}};
__constant int *__constant middle = &table[1][1] - 1;
__constant int *__constant ends[2] = {table[0], 0};
__constant pair pairs[2] = {{table[1], 3, (float2)(0.5f)}, {.count = 1, .weight = (float2)(1.0f, -0.0f)}};
__constant char word[] = "seven";
__kernel void constants(__global float *out, int n)
{
    const int i = get_global_id(0);
    if (i >= n) return;
    out[i] = middle[i & 1] + ends[0][i & 1] + pairs[i & 1].weight.y * pairs[0].from[1] + word[i % 5];
}
