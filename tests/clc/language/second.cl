// CL1.2 CL2.0 CL3.0
int a1;  // refused CL1.2: 'a1' must be __constant: OpenCL C has no other variables outside of functions
const int a2 = 3;   // refused CL1.2: 'a2' must be __constant: OpenCL C has no other variables outside of functions
constant int a3 = a2;
global int a4 = a2 + 1;  // refused CL1.2: 'a4' must be __constant: OpenCL C has no other variables outside of functions
void a5(void) { static int x; }  // refused CL1.2: 'x' cannot be static inside a function (6.8)
void a6(void) { static int x = 1; }  // refused CL1.2: 'x' cannot be static inside a function (6.8)
void a7(int y) { static int x = y; }  // refused CL1.2: 'x' cannot be static inside a function (6.8)  // refused CL2.0 CL3.0: this must be a constant: it initialises a __constant variable
void a8(void) { static global int x; }  // refused CL1.2: 'x' cannot be static inside a function (6.8)
void a9(void) { static local int x; }  // refused CL1.2: 'x' cannot be static inside a function (6.8)  // refused CL2.0 CL3.0: 'x' is static and must be __global or __constant
void b1(void) { static constant int x = 1; }  // refused CL1.2: 'x' cannot be static inside a function (6.8)
void b2(void) { static private int x; }  // refused CL1.2: 'x' cannot be static inside a function (6.8)  // refused CL2.0 CL3.0: 'x' is static and must be __global or __constant
void b3(void) { extern int x; }  // refused CL1.2: 'x' is extern and must be __constant
void b4(void) { extern global int x; }  // refused CL1.2: 'x' is extern and must be __constant
void b5(void) { extern constant int outside; }
void b6(void) { static float4 v = (float4)(1); static int t[3] = {1, 2}; static struct { int a; } s; }  // refused CL1.2: 'v' cannot be static inside a function (6.8)
kernel void b7(void) { static int x; x++; }  // refused CL1.2: 'x' cannot be static inside a function (6.8)
void b8(void) { static half h; }  // refused CL1.2: 'h' cannot be static inside a function (6.8)  // refused CL2.0 CL3.0: 'h' is a half: cl_khr_fp16 is not enabled
void b9(void) { static sampler_t s = 0; }  // refused CL1.2: 's' cannot be static inside a function (6.8)
void c1(void) { static event_t e; }  // refused CL1.2: 'e' cannot be static inside a function (6.8)  // refused CL2.0 CL3.0: 'e' cannot be __global inside a function
int *c2(int *p) { return p; }
int *c3(global int *p) { return p; }  // refused CL1.2: cannot convert '__global int *' to 'int *' as the result of 'c3': they point to different address spaces
int *c4(local int *p) { return p; }  // refused CL1.2: cannot convert '__local int *' to 'int *' as the result of 'c4': they point to different address spaces
int *c5(constant int *p) { return p; }  // refused CL1.2: cannot convert '__constant int *' to 'int *' as the result of 'c5': they point to different address spaces  // refused CL2.0 CL3.0: cannot convert '__constant int *' to '__generic int *' as the result of 'c5': they point to different address spaces
global int *c6(int *p) { return p; }  // refused CL1.2: cannot convert 'int *' to '__global int *' as the result of 'c6': they point to different address spaces  // refused CL2.0 CL3.0: cannot convert '__generic int *' to '__global int *' as the result of 'c6': they point to different address spaces
global int *c7(int *p) { return (global int *)p; }  // refused CL1.2: a cast cannot change the address space: 'int *' to '__global int *' (6.5)
constant int *c8(int *p) { return (constant int *)p; }  // refused CL1.2: a cast cannot change the address space: 'int *' to '__constant int *' (6.5)  // refused CL2.0 CL3.0: a cast cannot change the address space: '__generic int *' to '__constant int *' (6.5)
local int *c9(global int *p) { return (local int *)p; }  // refused: a cast cannot change the address space: '__global int *' to '__local int *' (6.5)
generic int *d1(generic int *p) { return p; }  // refused CL1.2: 'generic' needs OpenCL C 2.0: the option -cl-std=CL2.0
__generic int *d2(__generic int *p) { return p; }  // refused CL1.2: '__generic' needs OpenCL C 2.0: the option -cl-std=CL2.0
void d3(void) { int x; int *p = &x; private int *q = &x; }
void d4(void) { int x; int *p = &x; private int *q = p; }  // refused CL2.0 CL3.0: cannot convert '__generic int *' to 'int *' in this initialisation: they point to different address spaces
void d5(global int *g, local int *l, private int *r) { int *p = g; p = l; p = r; p == g; p - l; }  // refused CL1.2: cannot convert '__global int *' to 'int *' in this initialisation: they point to different address spaces
void d6(global int *g, local int *l) { g == l; }  // refused: '==' of pointers to different address spaces: '__global int *' and '__local int *'
void d7(global int *g, local int *l, int c) { int *p = c ? g : l; }  // refused: both sides of '?:' are pointers, but to different address spaces: '__global int *' and '__local int *'
void d8(global int *g, int *p, int c) { int *q = c ? g : p; }  // refused CL1.2: both sides of '?:' are pointers, but to different address spaces: '__global int *' and 'int *'
void d9(int **p, global int *global *q) { int **r = q; }  // refused CL1.2: cannot convert '__global int *__global *' to 'int **' in this initialisation: they point to different address spaces  // refused CL2.0 CL3.0: cannot convert '__global int *__global *' to '__generic int *__generic *' in this initialisation
void e1(int **p, global int **q) { int **r = q; }  // refused CL1.2: cannot convert '__global int **' to 'int **' in this initialisation  // refused CL2.0 CL3.0: cannot convert '__global int *__generic *' to '__generic int *__generic *' in this initialisation
void e2(void *p, global void *q) { void *r = q; int *s = p; }  // refused CL1.2: cannot convert '__global void *' to 'void *' in this initialisation: they point to different address spaces
void e3(generic int x) { }  // refused CL1.2: 'generic' needs OpenCL C 2.0: the option -cl-std=CL2.0  // refused CL2.0 CL3.0: a parameter itself cannot be __generic; only what it points to can
generic int e4;  // refused CL1.2: 'generic' needs OpenCL C 2.0: the option -cl-std=CL2.0  // refused CL2.0 CL3.0: 'e4' must be __global or __constant: OpenCL C has no other variables outside of functions
void e5(void) { generic int x; }  // refused CL1.2: 'generic' needs OpenCL C 2.0: the option -cl-std=CL2.0  // refused CL2.0 CL3.0: 'x' cannot be __generic inside a function
struct e6 { generic int *p; int *q; };   // refused CL1.2: 'generic' needs OpenCL C 2.0: the option -cl-std=CL2.0
struct e7 { generic int p; };  // refused CL1.2: 'generic' needs OpenCL C 2.0: the option -cl-std=CL2.0  // refused CL2.0 CL3.0: member 'p' cannot have an address space
void e8(read_write image2d_t i) { }  // refused CL1.2: OpenCL C 1.2 has no read-write images
kernel void e9(read_write image2d_t i) { }  // refused CL1.2: OpenCL C 1.2 has no read-write images
kernel void f2(int *p) { }  // refused: kernel parameter 'p' points to private memory: write '__global int *p'
kernel void f3(generic int *p) { }  // refused CL1.2: 'generic' needs OpenCL C 2.0: the option -cl-std=CL2.0  // refused CL2.0 CL3.0: kernel parameter 'p' points to private memory: write '__global int *p'
kernel void f4(global int *global *p) { }  // refused CL1.2: kernel parameter 'p' is a pointer to a pointer, which a host cannot fill (6.9.a): pass one array and offsets into it
kernel void f5(global int *local *p) { }  // refused CL1.2: kernel parameter 'p' is a pointer to a pointer, which a host cannot fill (6.9.a): pass one array and offsets into it
kernel void f6(global int * constant *p) { }  // refused CL1.2: kernel parameter 'p' is a pointer to a pointer, which a host cannot fill (6.9.a): pass one array and offsets into it
struct f7 { global int *p; }; kernel void f8(struct f7 s) { } kernel void f9(global struct f7 *s) { }  // refused: kernel parameter 's' of type 'struct f7' holds a pointer, which a host cannot pass (6.9)
int g1[3] = {1, 2, 3}; int *g2 = g1;   // refused CL1.2: 'g1' must be __constant: OpenCL C has no other variables outside of functions
int *global g3 = &a1;  // refused CL1.2: 'g3' must be __constant: OpenCL C has no other variables outside of functions
static int g4 = 2; static global int g5;   // refused CL1.2: 'g4' must be __constant: OpenCL C has no other variables outside of functions
local int g6; private int g7;  // refused CL1.2: 'g6' must be __constant: OpenCL C has no other variables outside of functions  // refused CL2.0 CL3.0: 'g6' must be __global or __constant: OpenCL C has no other variables outside of functions
int4 g8 = (int4)(1, 2, 3, 4); struct { int a; } g9 = {1};   // refused CL1.2: 'g8' must be __constant: OpenCL C has no other variables outside of functions
extern int h1; extern global int h2;   // refused CL1.2: 'h1' must be __constant: OpenCL C has no other variables outside of functions
half h3;  // refused: 'h3' is a half: cl_khr_fp16 is not enabled
sampler_t h4 = 0;  // refused: the sampler 'h4' must be const or __constant (6.12.14)
event_t h5;  // refused: 'h5' cannot be declared outside of a function: it is of type 'event_t'
kernel void h6(void) { a1 = 1; g1[0]++; g9.a = 2; }
int h7(void) { return a2 + a4; }
kernel __attribute__((nosvm)) void h9(global int *p) { }
kernel void i1(__attribute__((nosvm)) global int *p) { }  // refused CL1.2: the attribute 'nosvm' needs OpenCL C 2.0
kernel __attribute__((uniform_work_group_size)) void i2(void) { }
void i3(void) { auto x = 1; }  // refused: OpenCL C has no storage class 'auto' (6.8)
int i4 = i5;   // refused CL1.2: 'i4' must be __constant: OpenCL C has no other variables outside of functions  // refused CL2.0 CL3.0: unknown name 'i5'
enum i6 { I7 } i8 = I7;  // refused CL1.2: 'i8' must be __constant: OpenCL C has no other variables outside of functions
constant int *i9 = 0;  // refused CL1.2: 'i9' must be __constant: OpenCL C has no other variables outside of functions
global int *j1(void) { static int x[2]; return x; }  // refused CL1.2: 'x' cannot be static inside a function (6.8)
int j2(void) { static int x = 1; return x++; }  // refused CL1.2: 'x' cannot be static inside a function (6.8)
volatile int j3; const volatile int j4 = 1;   // refused CL1.2: 'j3' must be __constant: OpenCL C has no other variables outside of functions
void j5(void) { int x; { static int x; } }   // refused CL1.2: 'x' cannot be static inside a function (6.8)
void j6(generic void *p) { global int *g = p; }  // refused CL1.2: 'generic' needs OpenCL C 2.0: the option -cl-std=CL2.0  // refused CL2.0 CL3.0: cannot convert '__generic void *' to '__global int *' in this initialisation: they point to different address spaces
void j7(global void *p) { generic void *g = p; global int *h = (global int *)g; local int *l = (local int *)g; }  // refused CL1.2: 'generic' needs OpenCL C 2.0: the option -cl-std=CL2.0
void j7b(generic void *p) { constant int *c = (constant int *)p; }  // refused CL1.2: 'generic' needs OpenCL C 2.0: the option -cl-std=CL2.0  // refused CL2.0 CL3.0: a cast cannot change the address space: '__generic void *' to '__constant int *' (6.5)

void j8(void) { printf("%d", 1); const char *s = "abc"; constant char *t = "abc"; }  // refused CL1.2: cannot convert '__constant char *' to 'const char *' in this initialisation: they point to different address spaces  // refused CL2.0 CL3.0: cannot convert '__constant char *' to '__generic const char *' in this initialisation: they point to different address spaces
void j9(const char *s); void k1(void) { j9("abc"); }  // refused CL1.2: cannot convert '__constant char *' to 'const char *' for parameter 's' of 'j9': they point to different address spaces  // refused CL2.0 CL3.0: cannot convert '__constant char *' to '__generic const char *' for parameter 's' of 'j9': they point to different address spaces
