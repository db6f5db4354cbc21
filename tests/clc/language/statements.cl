// CL1.2 CL2.0 CL3.0
void a1(int x) { goto l; l: ; }
void a2(int x) { goto missing; }  // refused: there is no label 'missing' in 'a2'
void a3(int x) { l: ; l: ; }  // refused: label 'l' is defined twice
void a4(int x) { l: }  // refused: a label needs a statement after it: write ';'
void a5(int x) { switch (x) { case 1: case 2: break; default: ; } }
void a6(int x) { switch (x) { case 1: case 1: ; } }  // refused: a second 'case 1' in one 'switch'
void a7(int x) { switch (x) { default: ; default: ; } }  // refused: a second 'default' in one 'switch'
void a8(float x) { switch (x) { case 1: ; } }  // refused: 'switch' needs an integer, not 'float'
void a9(int4 x) { switch (x) { case 1: ; } }  // refused: 'switch' needs an integer, not 'int4'
void b1(int x, int y) { switch (x) { case y: ; } }  // refused: the value of 'case' must be an integer constant
void b2(int x) { switch (x) { case 1 ... 3: ; case 5: ; } }
void b3(int x) { case 1: ; }  // refused: 'case' outside of 'switch'
void b4(int x) { default: ; }  // refused: 'default' outside of 'switch'
void b5(int x) { break; }  // refused: 'break' outside of a loop
void b6(int x) { continue; }  // refused: 'continue' outside of a loop
void b7(int x) { switch (x) { case 1: continue; } }  // refused: 'continue' outside of a loop
void b8(int x) { while (x) { continue; break; } }
void b9(int4 x) { if (x) ; }  // refused: the condition of 'if' must be a scalar, not 'int4': use any() or all()
void c1(float x) { if (x) ; while (x) ; do ; while (x); for (; x; ) ; }
void c2(global int *p) { if (p) ; while (p) ; }
void c3(struct s *p) { if (p) ; }
struct t { int a; }; void c4(struct t p) { if (p) ; }  // refused: the condition of 'if' must be a scalar, not 'struct t'
void c5(void) { if () ; }  // refused: expected an expression, not ')'
void c6(void) { for (;;) break; }
void c7(void) { for (int i = 0, j = 1; i < j; ++i, --j) ; }
void c8(void) { for (int i = 0; i < 3; ++i) { int i; } }
void c9(void) { for (int i = 0; i < 3; ++i) int j; }  // refused: a declaration is not allowed here: put it in '{ }'
void d1(int x) { if (x) int j; }  // refused: a declaration is not allowed here: put it in '{ }'
void d2(int x) { while (x) int j; }  // refused: a declaration is not allowed here: put it in '{ }'
void d3(int x) { else ; }  // refused: 'else' without 'if'
void d4(int x) { if (x) else ; }  // refused: 'else' without 'if'
void d5(int x) { do x; while (x) }  // refused: expected ';' after 'do ... while (...)', not '}'
void d6(int x) { int x; }  // refused: 'x' is declared twice in one block
void d7(int x) { int y = y; }
void d8(int x) { int y, y; }  // refused: 'y' is declared twice in one block
void d9(int x) { int y; float y; }  // refused: 'y' is declared twice in one block
void e1(int x) { x }  // refused: expected ';' after the expression, not '}'
void e2(int x) { ; ; {} }
void e3(int x) { int a, *b, c[2]; b = &a; b = c; }
void e4(int x) { const int a; }
void e5(int x) { const int a = 1; a = 2; }  // refused: 'a' is const and cannot be changed
void e6(int x) { static int a; }  // refused CL1.2: 'a' cannot be static inside a function (6.8)
void e7(int x) { extern int a; }  // refused CL1.2: 'a' is extern and must be __constant
void e8(int x) { auto int a; }  // refused: OpenCL C has no storage class 'auto' (6.8)
void e9(int x) { register int a; }  // refused: OpenCL C has no storage class 'register' (6.8)
void f1(int x) { local int a; }  // refused: 'a' is __local: it can only be declared in the outermost block of a kernel (6.5.2)
kernel void f2(int x) { local int a; a = 1; }
kernel void f3(int x) { local int a = 1; }  // refused: 'a' is __local and cannot be initialised (6.5.2)
kernel void f4(int x) { { local int a; } }  // refused: 'a' is __local: it can only be declared in the outermost block of a kernel (6.5.2)
kernel void f5(int x) { if (x) { local int a; } }  // refused: 'a' is __local: it can only be declared in the outermost block of a kernel (6.5.2)
kernel void f6(int x) { for (;;) { local int a; } }  // refused: 'a' is __local: it can only be declared in the outermost block of a kernel (6.5.2)
kernel void f7(int x) { local int a[4], *p = a; p[0] = 1; }
kernel void f8(int x) { local int *p; local int * local q; }
kernel void f9(int x) { global int a; }  // refused: 'a' cannot be __global inside a function
kernel void g1(int x) { global int *a; }
kernel void g2(int x) { constant int a = 1; }
kernel void g3(int x) { constant int a; }  // refused: 'a' is __constant and needs an initialiser
kernel void g4(int x) { constant int a = x; }  // refused: this must be a constant: it initialises a __constant variable
void g5(int x) { constant int a = 1; }  // refused: 'a' is __constant: it can only be declared in the outermost block of a kernel (6.5.3), or outside of functions
kernel void g6(int x) { { constant int a = 1; } }  // refused: 'a' is __constant: it can only be declared in the outermost block of a kernel (6.5.3), or outside of functions
kernel void g7(int x) { private int a; }
kernel void g8(int x) { local constant int a; }  // refused: more than one address space
kernel void g9(int x) { local float4 a[3][4]; a[0][1].x = 1; }
kernel void h1(int x) { local struct { int a; } s; s.a = 1; }
kernel void h2(int x) { extern local int a; }  // refused CL1.2: 'a' is extern and must be __constant  // refused CL2.0 CL3.0: 'a' is extern and must be __global or __constant
kernel void h3(int x) { static local int a; }  // refused CL1.2: 'a' cannot be static inside a function (6.8)  // refused CL2.0 CL3.0: 'a' is static and must be __global or __constant
kernel void h4(int x) { const local int a; }
kernel void h5(int x) { volatile local int a; a++; }
kernel void h6(int n) { local int a[n]; }  // refused: the size of an array (there are no variable-length arrays) must be an integer constant
kernel void h7(int n) { local int a[]; }  // refused: 'a' has incomplete type '__local int []'
kernel void h8(int x) { int a; { int b; goto in; } { int c = 1; in: ; } }
kernel void h9(int x) { goto in; local int a; in: ; }
void i1(int x) { struct s { int a; } s = {1}; s.a = 2; }
void i2(int x) { enum { A, B } e = A; e = B; e = 1; }
void i3(int x) { int a = {1}, b = {1, 2}; }
void i4(int x) { int a = {}; }  // refused: expected an expression, not '}'
void i5(int x) { int a[2] = {}; struct { int a, b; } c = {}; }
void i6(int x) { int a[3] = {[1] = 2, 3, [0] = 1}; }
void i7(int x) { int a[3] = {[3] = 2}; }  // refused: the array has no element of this index
void i8(int x) { struct { int a, b; } c = {.b = 1, .a = 2, .c = 3}; }  // refused: 'struct (unnamed)' has no member 'c'
void i9(int x) { struct { int a, b; } c = {1, 2, 3}; }
void j1(int x) { struct { int a[2], b; } c = {1, 2, 3}, d = {{1}, 3}; }
void j2(int x) { float4 v = {1, 2, 3, 4}, w = {1, 2}, u = {1}, t = {1, 2, 3, 4, 5}; }  // refused: 'float4' is made from 2 components here
void j3(int x) { float4 v = (float4){1, 2, 3, 4}; }
void j4(int x) { float4 v = (float4)(1, 2, 3); }  // refused: 'float4' is made from 3 components here
void j5(int x) { float4 v = (float4)(1, 2, 3, 4, 5); }  // refused: 'float4' is made from 5 components here
void j6(int x) { float4 v = (float4)((float2)(1), 3, 4), w = {(float2)(1), (float2)(2)}; }
void j7(int x) { float4 v = 1, w = 1.0f, u = x; }
void j8(int4 x) { float4 v = x; }  // refused: cannot convert 'int4' to 'float4' in this initialisation: use convert_float4() or as_float4()
void j9(int x) { int a[3] = 1; }  // refused: an array needs an initialiser in braces
void k1(int x) { int a[3], b[3]; a = b; }  // refused: an array cannot be assigned to as a whole
void k2(int x) { int a[3] = "ab"; char b[3] = "ab", c[] = {"ab"}; }  // refused: an array needs an initialiser in braces
void k3(int x) { global int *p = 0, *q = NULL, *r = 1; }
void k4(int x) { int *p = &x, **q = &p; **q = 1; }
void k6(int x) { void v; }  // refused: 'v' has incomplete type 'void'
void k7(int x) { struct missing m; }  // refused: 'm' has incomplete type 'struct missing'
void k8(int x) { struct missing *m; m->a; }  // refused: 'struct missing' is incomplete: its members are not known
void k9(int x) { int a; a.x; }  // refused: 'int' has no members
void l1(int x) { double d = 1.0; long l = 1L; ulong u = 1UL; }
void l4(int x) { half h; }  // refused: 'h' is a half: cl_khr_fp16 is not enabled
void l5(int x) { half *h; }
void l6(int x) { half h[2]; }  // refused: 'h' is a half: cl_khr_fp16 is not enabled
void l7(global half *h) { *h = 1; }  // refused: a half can only be written by vstore_half: cl_khr_fp16 is not enabled
void l8(global half *h) { float f = *h; }  // refused: a half can only be read by vload_half: cl_khr_fp16 is not enabled
void m1(void) { 1 = 2; }  // refused: only a variable or what a pointer points to can be assigned to
void m2(int x) { (x + 1) = 2; }  // refused: only a variable or what a pointer points to can be assigned to
void m3(int x) { x++ = 2; }  // refused: only a variable or what a pointer points to can be assigned to
void m4(int x) { (x) = 2; }
void m5(int x, int y) { (x, y) = 2; }  // refused: only a variable or what a pointer points to can be assigned to
void m6(int x, int y) { (x ? x : y) = 2; }  // refused: only a variable or what a pointer points to can be assigned to
void m7(int x) { &1; }  // refused: '&' needs a variable or what a pointer points to
void m8(int x) { &x++; }  // refused: '&' needs a variable or what a pointer points to
void m9(float4 v) { &v.x; }  // refused: a component of a vector has no address (6.1.7)
void n1(float4 v) { &v; v.xy = v.zw; v.xx = v.zw; v.s0123; v.lo.hi; v.xyzw.w = 1; }  // refused: this names a component twice and cannot be assigned to
void n2(float3 v) { v.w; }  // refused: 'float3' has no '.w': the vector has fewer components
void n3(float4 v) { v.rgba; v.r = 1; }
void n4(float4 v) { v.xg; }  // refused: 'float4' has no '.xg': x y z w and r g b a do not mix
void n5(float4 v) { v.s4; }  // refused: 'float4' has no '.s4': the vector has fewer components
void n6(float16 v) { v.sF; v.sf; v.s0A; v.lo.lo.lo.lo; v.even.odd; }
void n7(float4 v) { v.xyzwx; }  // refused: 'float4' has no '.xyzwx': a vector has 2, 3, 4, 8 or 16 components
void n8(float8 v) { v.x; v.xyzw; v.y = 1; }
void n9(float v) { v.x; v.s0; }  // refused: 'float' has no members
void o2(float4 *v) { v->x = 1; v->xy = (float2)(1); }
void o3(int x) { sizeof x; sizeof(int); sizeof(x++); sizeof(void); sizeof(struct missing); }  // refused: 'sizeof' of 'void', whose size is not known
void o4(void) { int a[sizeof(float3) == 16 ? 1 : -1]; }
void o5(int x) { x << 33; x >> -1; 1 / 0; x % 0; }
void o6(float x) { x % 2; x << 1; ~x; x & 1; !x; x && x; }  // refused: '%' does not work on 'float' and 'int'
void o7(int *p, int *q) { p + q; }  // refused CL1.2: '+' does not work on 'int *' and 'int *'  // refused CL2.0 CL3.0: '+' does not work on '__generic int *' and '__generic int *'
void o8(int *p, int *q) { p - q; p < q; p == q; p - 1; 1 - p; }  // refused CL1.2: '-' does not work on 'int' and 'int *'  // refused CL2.0 CL3.0: '-' does not work on 'int' and '__generic int *'
void o9(int x) { ({ int y = x; y; }); }
int o9a(int x) { return ({ if (x) goto last; x = 3; last: other: x; }); }
void p2(int x) { typeof(x) y; __typeof__(x) z; }  // refused: unknown function 'typeof'
void p3(int x) { int y = ({ 1; }); }
void p6(int x) { __extension__ int y = 1; }
void p7(int x) { int y = sizeof(int[3]); int z = ((int[]){1, 2, 3})[1]; }
void p8(int x) { struct t t = (struct t){1}; (struct t){2}.a; }
void p9(int x) { _Bool b = 2; bool c = true; b = 1.5; }
void q1(int x) { int y = 08; }  // refused: '08' is octal and has a digit above 7
void q2(int x) { int y = 1u + 1l + 1ul + 0x1F + 017 + 0b11; float f = 1f; }  // refused: '1f' has an invalid suffix
void q3(int x) { float f = 1.0f + 1e3f + 0x1p3f + .5f + 1.F; double d = 1e400; }
void q6(int x) { char c = 'a' + '\n' + '\x41' + '\101'; char d = ''; }  // refused: this character constant is empty
void q7(int x) { char c = 'ab'; }
void q8(int x) { ulong u = 18446744073709551615; }
void r1(int x) { __attribute__((opencl_unroll_hint)) for (;;) ; }
void r2(int x) { __attribute__((opencl_unroll_hint(4))) for (;;) ; }
void r3(int x) { __attribute__((opencl_unroll_hint(0))) for (;;) ; }  // refused: the number of 'opencl_unroll_hint' must be positive
void r4(int x) { __attribute__((opencl_unroll_hint(-1))) for (;;) ; }  // refused: the number of 'opencl_unroll_hint' must be positive
void r5(int x) { __attribute__((opencl_unroll_hint(x))) for (;;) ; }  // refused: the number of 'opencl_unroll_hint' must be an integer constant
void r6(int x) { __attribute__((opencl_unroll_hint(2))) x++; }  // refused: 'x' needs a type
void r7(int x) { __attribute__((opencl_unroll_hint(1, 2))) for (;;) ; }  // refused: expected ')' after the number, not ','
void r9(int x) { switch (x) { case 1: __attribute__((fallthrough)); case 2: ; } }
void s1(int x) { { int a __attribute__((aligned(16))); int b __attribute__((aligned(3))); } }  // refused: an alignment must be a power of two
kernel void unnamed_argument(int) { }
