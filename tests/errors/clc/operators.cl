// Operands that do not go together.
struct s { int a; };
__kernel void k(__global float *p, __global float *q, struct s t, float x)
{
    p + q;
    p * 2;
    -p;
    *x;
    &1;
    t + 1;
    !t;
    x ? 1 : 2;
    x % 2;
    x << 1;
    p[x];
    x[0];
    t.b;
    t->a;
    p.a;
    p - 1.0f;
    if (t) ;
    switch (x) { case 1: ; }
    t == t;
    (struct s)x;
    (int)t;
    x = t;
    void *v;
    *v;
}
