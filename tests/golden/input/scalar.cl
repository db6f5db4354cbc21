// Kernels whose work-items run one by one: they look at memory here and there, or their groups are the kernel's own loops.

// A row of a sparse matrix by a vector.
__kernel void rows_of_any_length(__global const int *restrict start, __global const int *restrict column,
                                 __global const float *restrict value, __global const float *restrict x,
                                 __global float *restrict y, const int n)
{
    const int row = get_global_id(0);
    if (row >= n) return;
    float sum = 0.0f;
    for (int k = start[row]; k < start[row + 1]; ++k) sum += value[k] * x[column[k]];
    y[row] = sum;
}

// Jumps of all kinds, and conditions that are not looked at to the end.
__kernel void jumps(__global const int *restrict next, __global int *restrict out, const int n)
{
    int at = next[get_global_id(0)], found = -1;
    if (at < 0 || next[at] == at) return;
    for (int k = 0; k < n; ++k) {
        if (next[at] < 0) break;
        at = next[at];
        if (at % 2 && next[at] > n) continue;
        for (int l = at; l > 0; l /= 2) {
            if (next[l] > 100) { found = l; break; }
        }
        switch (at & 3) {
        case 0: found = at; break;
        case 1: found += next[at]; /* goes on */
        case 2: found += 1; break;
        default: return;
        }
    }
    out[next[at]] = at > 0 ? next[found & 1023] : -next[0];
}

// A group's memory, and short vectors that are read and written as a whole.
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void count(__global const uchar4 *restrict in,
                                                                    __global uint *restrict bins, __global uchar4 *restrict out,
                                                                    __global const uchar *restrict table, const int many)
{
    __local uint own[256];
    const int l = get_local_id(0);
    for (int k = 0; k < 4; ++k) own[l + k * 64] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    int last = 0;
    for (int k = 0; k < many; ++k) {
        const uchar4 p = in[(get_group_id(0) * many + k) * 64 + l];
        atomic_inc(&own[p.x]);
        atomic_inc(&own[p.y]);
        last = own[p.z] > 10 ? k : last;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 4; ++k) atomic_add(&bins[l + k * 64], own[l + k * 64]);
    const uchar4 q = in[last];
    out[get_global_id(0)] = (uchar4)(table[q.x], table[q.y], table[q.z], q.w);
}

// Parts of one object in several ways, a packed structure, and pointers that are kept.
typedef union word { uint whole; uchar4 bytes; ushort halves[2]; } word;
typedef struct __attribute__((packed)) entry { uchar kind; uint value; } entry;
typedef struct limits { int number; float unused; } limits;
typedef struct pair { limits own; __global const entry *place; } pair;
__kernel void pieces(__global const entry *restrict in, __global uint *restrict out, const limits first, const int d)
{
    pair last = {first, in};
    word w[2];
    for (int i = 0; i < 2; ++i) {
        w[i].whole = in[get_global_id(d) + i].value;
        if (w[i].halves[i] > last.own.number) last.place = &in[i];
    }
    out[get_global_id(0)] = w[last.own.number & 1].bytes.y + last.place->kind;
}

// An object of a block between barriers, whose address goes astray.
__kernel void astray(__global int *restrict out, const int n)
{
    int sum = out[get_global_id(0)];
    barrier(CLK_GLOBAL_MEM_FENCE);
    for (int i = 0; i < sum; ++i) {
        int own = i * n, other = i;
        int *p = own > 7 ? &own : &other;
        *p += 3;
        sum -= own + other;
    }
    out[get_global_id(0) ^ 1] = sum;
}
