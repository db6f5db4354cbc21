enum fits { A = 0xffffffff, B = -0x7fffffff - 1 };
enum wide { C = 0x100000000L, D };
typedef enum { E = -0x80000001L } low;

__kernel void k(__global ulong *x, enum fits f)
{
    enum fits a = A;
    enum wide b = C;
    low c;
    x[0] = C + D + E + a;
    x[1] = sizeof(enum wide);
}
