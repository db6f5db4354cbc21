// Trigraphs, C99 5.2.1.1: in operators, strings, characters, directives, and as the backslash that joins lines.
// @range: n
// @arg in: in n
// @arg out: inout n
// SPDX-License-Identifier: MIT

??=define STRING(a) ??=a
??=define PASTE(a, b) a ??=??= b

__kernel void trigraphs_in_code(__global const int *in, __global int *out, const int n)
??<
    const int i = get_global_id(0);
    int v??(4??) = ??<1, 2, 3, 4??>;
    v??(i & 3??) ??'= 5;
    out??(i??) = (in[i] ??! 1) + ??-v[2] + (in[i] ??!??! 0) + PASTE(v??(1??), );
    out[i] ??!= 64;
??>

__kernel void trigraphs_in_strings(__global const int *in, __global int *out, const int n)
{
    const int i = get_global_id(0);
    out[i] = sizeof("??!") + 10 * sizeof("????!??") + 100 * sizeof "??/"" + 1000 * sizeof STRING("??!");
    out[i] += '??'' + "??(??)"[i & 1] + "?\?!"[2];
}

__kernel void trigraphs_that_join_lines(__global const int *in, __global int *out, const int n)
{
    const int i = get_global_id(0);
    int x = in[i];
    x = 0; // really??/
    x = 1;
    x += 2; // the first is no trigraph ???/
    x += 4;
    x += 8; // nor is this one ?? /
    x += 16; /* a block comment *??/
/ x += 3??/
2;
    x *= siz??/
eof("a??/
b");
    out[i] = x;
}
