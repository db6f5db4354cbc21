// Initialisers.
struct s { int a; float b[2]; };
__constant int fixed = 1;
__constant int depends = get_global_id(0);
__constant float nan = NAN;
__constant float unset;
__kernel void k(int n)
{
    struct s a = { 1, { 2, 3, 4 }, 5 };
    struct s b = { .c = 1 };
    int c[2] = { [2] = 1 };
    int d[2] = 1;
    struct s e = 1;
    float4 f = { 1, 2 };
    char g[2] = "abc";
    int h[2] = { .x = 1 };
    __constant int i = n;
    int j = { 1, 2 };
}
