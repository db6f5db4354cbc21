// CL1.2 CL2.0 CL3.0
void a1(void) { int (^b)(int) = ^(int x) { return x + 1; }; int y = b(3); }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0
void a2(void) { void (^b)(void) = ^{ }; b(); }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0
void a3(void) { int (^b)(int) = ^int(int x) { return x; }; float f = b(1); }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0
void a4(void) { int (^b)(int); }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0  // refused CL2.0 CL3.0: the block 'b' must be initialised: it cannot change later (6.12)
void a5(void) { int (^b)(int) = ^(int x) { return x; }; b = ^(int x) { return 2 * x; }; }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0  // refused CL2.0 CL3.0: 'b' is const and cannot be changed
void a6(void) { int (^const b)(int) = ^(int x) { return x; }; }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0
void a7(void) { int (^b)(int) = ^(float x) { return 1; }; }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0  // refused CL2.0 CL3.0: cannot convert 'int (^)(float)' to 'int (^)(int)' in this initialisation
void a8(void) { int (^b)(int) = ^(int x) { return 1.0f; }; }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0  // refused CL2.0 CL3.0: cannot convert 'float (^)(int)' to 'int (^)(int)' in this initialisation
void a9(void) { extern int (^b)(int); }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0  // refused CL2.0 CL3.0: the block 'b' cannot be extern (6.12)
void b1(void) { int (^b[2])(int); }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0  // refused CL2.0 CL3.0: 'int (^)(int)' is the type of a block, which cannot be an element of an array (6.12)
void b2(void) { int (^*b)(int); }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0  // refused CL2.0 CL3.0: 'int (^)(int)' is the type of a block, which cannot be pointed to (6.12)
void b3(int (^b)(int)) { b(1); }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0  // refused CL2.0 CL3.0: 'int (^)(int)' is the type of a block, which cannot be a parameter (6.12)
void b4(void) { b3(^(int x) { return x; }); }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0
int (^b5(void))(int);  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0  // refused CL2.0 CL3.0: 'int (^)(int)' is the type of a block, which cannot be a function's result (6.12)
struct b6 { int (^b)(int); };  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0  // refused CL2.0 CL3.0: 'int (^)(int)' is the type of a block, which cannot be a member (6.12)
kernel void b7(int (^b)(int)) { }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0  // refused CL2.0 CL3.0: 'int (^)(int)' is the type of a block, which cannot be a parameter (6.12)
void b8(int ^x) { }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0  // refused CL2.0 CL3.0: '^' makes a block of a function's type, not of 'int'
void b9(void) { int n = 1; int (^b)(void) = ^{ return n; }; }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0
void c1(void) { int n = 1; void (^b)(void) = ^{ n = 2; }; }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0  // refused CL2.0 CL3.0: 'n' is const and cannot be changed
void c2(void) { int n[2]; void (^b)(void) = ^{ n[0]; }; }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0
void c3(void) { int n; int *p = &n; void (^b)(void) = ^{ *p = 2; }; }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0
void c4(global int *p) { void (^b)(void) = ^{ p[0] = 2; }; }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0
void c5(void) { void (^b)(void) = ^{ return 1; }; }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0  // refused CL2.0 CL3.0: cannot convert 'int (^)(void)' to 'void (^)(void)' in this initialisation
void c6(void) { int (^b)(void) = ^{ return; }; }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0  // refused CL2.0 CL3.0: cannot convert 'void (^)(void)' to 'int (^)(void)' in this initialisation
void c7(void) { int (^b)(int) = ^(int x, ...) { return x; }; }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0  // refused CL2.0 CL3.0: a block cannot take variable arguments (6.12)
void c8(void) { int (^b)(int, ...) = 0; }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0  // refused CL2.0 CL3.0: a block cannot take variable arguments (6.12)
void c9(void) { void (^b)(void) = ^{ break; }; }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0  // refused CL2.0 CL3.0: 'break' outside of a loop
void d1(void) { for (;;) { void (^b)(void) = ^{ break; }; } }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0  // refused CL2.0 CL3.0: 'break' outside of a loop
void d2(void) { l: ; void (^b)(void) = ^{ goto l; }; }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0  // refused CL2.0 CL3.0: there is no label 'l' in 'd2'
void d3(void) { void (^b)(void) = ^{ l: goto l; }; l: ; }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0
void d4(void) { void (^b)(void) = ^{ int x; { int y = x; } }; }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0
void d5(void) { void (^b)(int) = ^(int x) { int x; }; }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0  // refused CL2.0 CL3.0: 'x' is declared twice in one block
void d7(void) { void (^b)(void) = ^{ }; &b; }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0  // refused CL2.0 CL3.0: 'void (^)(void)' has no address (6.9.b)
void d8(void) { void (^b)(void) = ^{ }; *b; }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0  // refused CL2.0 CL3.0: '*' does not work on 'void (^)(void)'
void d9(void) { void (^b)(void) = ^{ }; b == b; }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0  // refused CL2.0 CL3.0: '==' does not work on 'void (^)(void)' and 'void (^)(void)'
void e1(void) { void (^b)(void) = ^{ }; b(1); }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0  // refused CL2.0 CL3.0: this block takes 0 arguments, but 1 is given
void e2(void) { void (^b)(int) = ^(int x) { }; b(); b(1, 2); b((float4)(1)); }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0  // refused CL2.0 CL3.0: this block takes 1 argument, but 0 are given
void e3(void) { void (^b)(void) = ^{ }; void (^c)(void) = ^{ b(); }; }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0  // refused CL2.0 CL3.0: a block cannot mention the block 'b' outside of it (6.12)
void e4(void) { void (^b)(void (^)(void)) = ^(void (^c)(void)) { }; }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0  // refused CL2.0 CL3.0: 'void (^)(void)' is the type of a block, which cannot be a parameter (6.12)
typedef int (^e5)(int); void e6(e5 b) { e5 c = b; e5 d = ^(int x) { return x; }; }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0  // refused CL2.0 CL3.0: 'e5' is the type of a block, which cannot be a parameter (6.12)
int (^e7)(int) = ^(int x) { return x; };  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0
int (^constant e9)(int) = ^(int x) { return x; };  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0
int (^global f1)(int) = ^(int x) { return x; };  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0
const e5 f2 = ^(int x) { return x; };  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0
void f3(void) { ^{ }; ^{ }(); ^(int x) { return x; }(1) + 1; }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0
void f4(void) { int (^b)(void) = ^{ return 1; return 2.0f; }; }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0  // refused CL2.0 CL3.0: this block returns 'int' before, and 'float' here: write its type after '^'
void f5(void) { int (^b)(int a, int) = ^(int a, int c) { return a; }; }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0
void f6(void) { (void)^{ }; int x = sizeof(^{ }); }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0
void f9(void) { __block int x; }  // refused: unknown name '__block'
void g1(void) { static int x; global int *p = &x; void (^b)(void) = ^{ x = 1; }; }  // refused CL1.2: 'x' cannot be static inside a function (6.8)
kernel void g2(void) { local int x; void (^b)(void) = ^{ x = 1; }; }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0  // refused CL2.0 CL3.0: 'x' is const and cannot be changed
kernel void g3(void) { local int x[2]; void (^b)(local int *) = ^(local int *p) { p[0] = 1; }; b(x); }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0
void g4(void) { void (^b)(void) = ^{ local int x; }; }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0  // refused CL2.0 CL3.0: 'x' is __local: it can only be declared in the outermost block of a kernel (6.5.2)
void g5(void) { void (^b)(void) = ^{ static int x; }; }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0
void g6(void) { void (^b)(void) = ^{ ^{ }(); }; }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0
void g7(void) { void (^b)(void) = ^void { }; }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0
void g8(void) { void (^b)(void) = ^(void) { }; }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0
void g9(void) { int *(^b)(int *) = ^(int *p) { return p; }; b(0); }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0
void h1(void) { float4 (^b)(float4) = ^(float4 v) { return v; }; b(1.0f); }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0
void h2(void) { if (^{ return 1; }()) ; }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0
void h3(void) { void (^b)(void) = ^{ }; void (^c)(void) = b; if (b) ; !b; b && b; }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0  // refused CL2.0 CL3.0: the condition of 'if' must be a scalar, not 'void (^const)(void)'
void h4(void) { int a ^ 3; int b = 2 ^ 3; }  // refused: expected ';' after the declaration, not '^'
void v1(int n) { void (^b)(void) = ^{ const int *p = &n; }; }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0  // refused CL2.0 CL3.0: the address of 'n' cannot be taken in a block, which has a copy of the variable (6.12)
void v2(void) { int a[3]; void (^b)(void) = ^{ (void)&a; }; }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0  // refused CL2.0 CL3.0: the address of 'a' cannot be taken in a block, which has a copy of the variable (6.12)
void v3(void) { float4 v; void (^b)(void) = ^{ void (^c)(void) = ^{ (void)&v; }; }; }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0  // refused CL2.0 CL3.0: the address of 'v' cannot be taken in a block, which has a copy of the variable (6.12)
void v4(void) { struct { int x; } s; void (^b)(void) = ^{ const int *p = &s.x; }; }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0
void v5(void) { int a[3]; void (^b)(void) = ^{ const int *p = &a[1], *q = a; }; }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0
constant int v6 = 1; void v7(global int *o) { void (^b)(void) = ^{ int x; (void)&x; (void)&v6; (void)&o[1]; }; }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0
void v8(int n) { ^{ int x = n; }; }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0
kernel void w1(global int *o) { void (^b)(void) = ^{ local int x; x = 1; o[0] = x; }; b(); }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0
kernel void w2(global int *o) { void (^b)(void) = ^{ { local int x; x = 1; } }; b(); }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0  // refused CL2.0 CL3.0: 'x' is __local: it can only be declared in the outermost block of a kernel (6.5.2)
kernel void w3(global int *o) { if (o[0]) { void (^b)(void) = ^{ void (^c)(void) = ^{ local int x[4]; x[0] = 1; }; c(); }; b(); } }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0
kernel void w4(global int *o) { void (^b)(void) = ^{ constant int x = 1; o[0] = x; }; b(); }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0
void w5(int y) { int (^b)(int) = ({ ^(int x) { return x; }; }); b = 0; }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0  // refused CL2.0 CL3.0: 'b' is const and cannot be changed
void w6(int y) { int (^b)(int) = ({ ^(int x) { return x; }; }); int (^c)(int) = ({ y++; b; }); c(y); }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0
void w7(int y) { int (^b)(int) = ({ int z = y; ^(int x) { return x + z; }; }); }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0  // refused CL2.0 CL3.0: a block that captures variables lives only in the '{ }' around it (6.12)
void w8(int y) { int (^b)(void) = ^{ return y; }; int (^c)(void) = ({ ++y; b; }); }  // refused CL1.2: blocks need OpenCL C 2.0: the option -cl-std=CL2.0  // refused CL2.0 CL3.0: a block that captures variables lives only in the '{ }' around it (6.12)
