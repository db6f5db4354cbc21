void f(int n)
{
    #pragma unroll 0
    for (int i = 0; i < n; ++i) ;
    #pragma unroll(-3)
    while (n) ;
    #pragma unroll (8)
    for (;;) ;
    #pragma unroll
    for (;;) ;
}
