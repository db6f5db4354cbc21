T NAME(T a, T b)
{
    return a + b + __LINE__;
}
