// Directives.
#define f(a, b) a + b
#define 1
#define g(a
#define h(a) # b
#define f(x) x
#undef
#if 1 +
#endif
#if f(1)
#elif
#else
#else
#endif
#ifdef
#endif
#endif
#unknown
#include
#include <stdio.h>
#include "missing.h"
#error that was it
#pragma once
int x = f(1);
#if 0
#elif 1 / 0
#endif
#ifdef never
