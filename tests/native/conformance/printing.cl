// printf, to the application's callback: each work-item prints one line; test_printf.c has what it should be.
// @range: 1
// SPDX-License-Identifier: MIT

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel void integers(const int i, const uint u, const long l, const ulong m, const char c, const uchar h, const short s, const ushort t)
{
    printf("%d|%i|%5d|%-5d|%05d|%+d|% d|%.3d|%8.3d|%-+6d|", i, i, i, i, i, i, i, i, i, i);
    printf("%u|%x|%X|%o|%#x|%#o|%08x|%10u|", u, u, u, u, u, u, u, u);
    printf("%ld|%lu|%lx|%20ld|%-20lu|%lo|", l, m, m, l, m, m);
    printf("%hhd|%hhu|%hhx|%hd|%hu|%hx|%hhd|%hd|", c, h, h, s, t, t, i, i);
    printf("%c%c|%5c|%-3c|%%|", 'a', c & 31 | 64, 'b', 'c');
}

__kernel void reals(const float f, const double d)
{
    printf("%f|%F|%.0f|%.2f|%10.3f|%-10.1f|%+f|% f|%010.2f|%#.0f|", f, f, f, f, f, f, f, f, f, f);
    printf("%e|%E|%.3e|%g|%G|%.3g|%#g|%a|%A|%.2a|", d, d, d, d, d, d, d, d, d, d);
    printf("%f|%5.1f|%e|%g|%a|", d * 1e300, d * 0.0, d * -1e-300, d * 1e10, d * 0.5);
}

__kernel void ends(const float zero)
{
    printf("%f|%e|%g|%a|%F|%5.1f|%-6f|%06f|", 1.0f / zero, -1.0f / zero, 1.0 / zero, 1.0f / zero, 1.0f / zero, -1.0 / zero, 1.0 / zero, 1.0 / zero);
    printf("%f|%d|", -zero, (int)sizeof(zero));
}

__kernel void strings(const int i)
{
    printf("%s|%s|%s|", "text", "", "a\tb\\\"%d");
    printf("no conversion at all\n");
    printf("%d %s %c %f %lx|", i, "mixed", 'x', 0.5, (long)i);
    if (i > 3) printf("then %d|", i);
    for (int k = 0; k < 3; ++k) printf("%d,", k * i);
    printf("%10s|%-10s|%.2s|%8.3s|%-8.3s|%3s|", "text", "text", "text", "text", "text", "text");
    printf("%5c|%-5c|%y|%5k|%d|%v5d|%d|100%!|%", 'a', 'b', i, i);
    printf("\n");
    const int length = printf("");
    printf("%d|", length);
}

__kernel void pointers(__global int *p)
{
    printf("%p|%30p|%-30p|", p, p, p);
}

__kernel void vectors(const int i)
{
    const float4 f = (float4)(1.0f, -2.5f, 0.0f, (float)i);
    const int3 v = (int3)(i, -i, 7);
    printf("%v4hlf|%v4hlg|%8.2v4hlf|%v4hla|", f, f, f, f);
    printf("%v3hld|%v3hlx|%+v3hld|%4v3hli|", v, v, v, v);
    printf("%v2hhu|%v4hd|%v8hhd|%v2ld|%v2lf|%v16hhx|", (uchar2)(200, 3), (short4)(-1, 2, 3, i), (char8)(1, -2, 3, -4, 5, -6, 7, i),
           (long2)(-5000000000L, i), (double2)(0.25, i), (uchar16)(i));
}

__kernel void lines(const int n)
{
    printf("line %d of %d\n", (int)get_global_id(0), n);
}

// Functions that stay functions print, too, where their caller does not, and where nothing asks for the work-item's place.
static __attribute__((noinline)) void say(const int x) { printf("%d|", x); }
static __attribute__((noinline)) int say_if(const int x)
{
    if (x > 5) printf("more than 5|");
    for (int i = 0; i < x; ++i) say(i * 10);
    return x + 1;
}
static __attribute__((noinline)) void say_vector(const float4 x) { printf("%v4hlf|", x); }
static __attribute__((noinline)) void say_place(const int x) { printf("%d of %d|", (int)get_global_id(0) + x, (int)get_global_size(0)); }

__kernel void functions(const int i)
{
    say(i);
    say(say_if(i));
    say_vector((float4)(i, 1.5f, 2.0f, -1.0f));
    say_place(i);
}
