// A template: T is a type, NAME(x) names what it makes.
//
// SPDX-License-Identifier: MIT
typedef struct NAME(pair) {
    T first, second;
} NAME(pair);

T NAME(add)(T a, T b)
{
    return a + b;
}

T NAME(sum)(NAME(pair) p)
{
    return NAME(add)(p.first, p.second) + (T)(__LINE__ - 15);
}
