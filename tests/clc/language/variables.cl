// CL1.2 CL2.0 CL3.0
int a1;  // refused CL1.2: 'a1' must be __constant: OpenCL C has no other variables outside of functions
int a2 = 1;  // refused CL1.2: 'a2' must be __constant: OpenCL C has no other variables outside of functions
const int a3 = 1;  // refused CL1.2: 'a3' must be __constant: OpenCL C has no other variables outside of functions
constant int a4 = 1;
constant int a5;  // refused: 'a5' is __constant and needs an initialiser
__constant int a6[] = {1, 2, 3};
global int a7;  // refused CL1.2: 'a7' must be __constant: OpenCL C has no other variables outside of functions
global int a8 = 1;  // refused CL1.2: 'a8' must be __constant: OpenCL C has no other variables outside of functions
local int a9;  // refused CL1.2: 'a9' must be __constant: OpenCL C has no other variables outside of functions  // refused CL2.0 CL3.0: 'a9' must be __global or __constant: OpenCL C has no other variables outside of functions
private int b1;  // refused CL1.2: 'b1' must be __constant: OpenCL C has no other variables outside of functions  // refused CL2.0 CL3.0: 'b1' must be __global or __constant: OpenCL C has no other variables outside of functions
static int b2;  // refused CL1.2: 'b2' must be __constant: OpenCL C has no other variables outside of functions
static constant int b3 = 1;
static global int b4;  // refused CL1.2: 'b4' must be __constant: OpenCL C has no other variables outside of functions
extern int b5;  // refused CL1.2: 'b5' must be __constant: OpenCL C has no other variables outside of functions
extern constant int b6;
extern global int b7;  // refused CL1.2: 'b7' must be __constant: OpenCL C has no other variables outside of functions
constant int b8 = b3 + 1;
constant int b9 = a4;
constant int *constant c1 = &a4;
constant int *c2 = &a4;  // refused CL1.2: 'c2' must be __constant: OpenCL C has no other variables outside of functions
constant int *global c3 = &a4;  // refused CL1.2: 'c3' must be __constant: OpenCL C has no other variables outside of functions
global int *constant c4 = 0;
constant float c5 = 1.0f / 3;
constant float4 c6 = (float4)(1, 2, 3, 4);
constant float4 c7[2] = {(float4)(1), {1, 2, 3, 4}};
constant float c8 = sin(1.0f);  // refused: this must be a constant: it initialises a __constant variable
constant int4 c8a = -(int4)(1, 2, 3, 4) * 2 + (int4)(5); constant int4 c8b = 1 ? (int4)(1) : (int4)(2);
constant int4 c8c = ((int4)(1, 2, 3, 4) > (int4)(2)) ? (int4)(1) : (int4)(2);  // refused: this must be a constant: it initialises a __constant variable
constant struct { int a; float b; } c9 = {1, 2};
constant char d1[] = "abc";
constant char *constant d2 = "abc";
constant int d3[2][3] = {{1, 2, 3}, {4, 5, 6}};
constant int d4[2] = {1, 2, 3};
constant int d5[];  // refused: 'd5' is __constant and needs an initialiser
constant int d6 = {1};
constant int d7 = a4 ? 1 : 2;
constant int d8[a4];  // refused: 'd8' is __constant and needs an initialiser
constant int d9[1 && 0 ? -1 : 1] = {1};
constant bool e1 = 1 && a4;
constant int e2 = 0 || a4;
constant int e3 = 1 || undefined_name;  // refused: unknown name 'undefined_name'
constant int e5 = sizeof(int4);
constant int e6 = -1 >> 1;
constant long e7 = 1L << 40;
constant uint e8 = ~0u;
constant float e9 = 1e10f;
constant double f1 = 1e300;
constant half f2 = 1;  // refused: 'f2' is a half: cl_khr_fp16 is not enabled
constant float f3 = INFINITY; constant float f4 = NAN; constant float f5 = M_PI_F; constant float f6 = FLT_MAX; constant float f7 = HUGE_VALF;  // refused: this must be a constant: it initialises a __constant variable
constant int f8 = INT_MIN; constant long f9 = LONG_MIN; constant uint g1 = UINT_MAX;
const sampler_t g2 = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP | CLK_FILTER_LINEAR;
constant int *g3 = 0;  // refused CL1.2: 'g3' must be __constant: OpenCL C has no other variables outside of functions
constant int g4 = 1; constant int g4 = 1;  // refused: 'g4' is defined twice
constant int g5 = 1; void g5(void);  // refused: 'g5' is declared again, as something else
typedef constant int g6; g6 g7 = 1;
typedef global int *g8; g8 g9;  // refused CL1.2: 'g9' must be __constant: OpenCL C has no other variables outside of functions
constant int h1 = (int)1.5f; constant int h2 = (char)300; constant float h3 = (float)1;
constant int2 h4 = (int2)(1, 2) + (int2)(3, 4);
constant int h5 = (int2)(1, 2).x;  // refused: this must be a constant: it initialises a __constant variable
constant int h6 = ((int2)(1, 2)).y;  // refused: this must be a constant: it initialises a __constant variable
constant int2 h7 = (int2)(1, 2).yx;  // refused: this must be a constant: it initialises a __constant variable
constant uint h8 = as_uint(1.0f);  // refused: this must be a constant: it initialises a __constant variable
constant int h9 = convert_int(1.5f);  // refused: this must be a constant: it initialises a __constant variable
constant int i1 = a6[0];  // refused: this must be a constant: it initialises a __constant variable
constant int i3 = &a4 == &a4;
constant int *constant i4 = a6 + 1; constant int *constant i5 = &a6[1]; 
constant int i6 = sizeof(a6) / sizeof(a6[0]);
constant struct i7 { int a[2]; struct { int b; } c; } i8 = {.a = {[1] = 2}, .c.b = 3};
constant int j1 = 'a'; constant int j2 = !0; constant int j3 = 5 % 3;
constant int zero = 5 / 0;  // refused: this must be a constant: it initialises a __constant variable
constant int2 zeros = (int2)(4, 6) / (int2)(2, 0);  // refused: this must be a constant: it initialises a __constant variable
constant int2 rests = (int2)(5) % 0;  // refused: this must be a constant: it initialises a __constant variable
constant int2 halves = (int2)(4, 6) / (int2)(2, 1 + 1); constant float2 infinite = (float2)(1.0f) / 0.0f;
constant int j5 = 1 ? 2 : a4;
constant int j6 = a4++;  // refused: 'a4' is __constant and cannot be changed
constant int j7 = 1 == 1.0;
constant uchar j8 = 256; constant int j9 = 4294967295; 
volatile int k1; volatile constant int k2 = 1; volatile global int k3;  // refused CL1.2: 'k1' must be __constant: OpenCL C has no other variables outside of functions
int k4, *k5, k6[2];  // refused CL1.2: 'k4' must be __constant: OpenCL C has no other variables outside of functions
constant int k7 = 1, k8 = 2;
int k9(void), l1;  // refused CL1.2: 'l1' must be __constant: OpenCL C has no other variables outside of functions
int l2 l3;  // refused CL1.2: 'l2' must be __constant: OpenCL C has no other variables outside of functions  // refused CL2.0 CL3.0: expected ';' after the declaration, not 'l3'
struct l4 { int a; } l5;  // refused CL1.2: 'l5' must be __constant: OpenCL C has no other variables outside of functions
constant struct l6 { int a; } l7 = {1};
constant enum { L8 = 3 } l9 = L8;
constant event_t m1;  // refused: 'm1' cannot be declared outside of a function: it is of type '__constant event_t'
constant image2d_t m2;  // refused: 'm2' cannot be declared outside of a function: it is of type '__constant __read_only image2d_t'
const float m3[] = {1, 2, 3};  // refused CL1.2: 'm3' must be __constant: OpenCL C has no other variables outside of functions
static const float m4 = 1;  // refused CL1.2: 'm4' must be __constant: OpenCL C has no other variables outside of functions
const constant float m5 = 1;
global const int m6 = 1;  // refused CL1.2: 'm6' must be __constant: OpenCL C has no other variables outside of functions
int __attribute__((aligned(16))) constant m7 = 1;
register int m8;  // refused: OpenCL C has no storage class 'register' (6.8)
auto int m9;  // refused: OpenCL C has no storage class 'auto' (6.8)
inline int n1;  // refused: 'inline' can only precede a function
global int n4 = a8;  // refused CL1.2: 'n4' must be __constant: OpenCL C has no other variables outside of functions  // refused CL2.0 CL3.0: this must be a constant: it initialises a __constant variable
global int *n5 = &a8;  // refused CL1.2: 'n5' must be __constant: OpenCL C has no other variables outside of functions
global int *global n6 = &a8;  // refused CL1.2: 'n6' must be __constant: OpenCL C has no other variables outside of functions
int *n7 = &a8;  // refused CL1.2: 'n7' must be __constant: OpenCL C has no other variables outside of functions
local int n8 = 1;  // refused CL1.2: 'n8' must be __constant: OpenCL C has no other variables outside of functions  // refused CL2.0 CL3.0: 'n8' must be __global or __constant: OpenCL C has no other variables outside of functions
global int n9[3] = {1, 2};  // refused CL1.2: 'n9' must be __constant: OpenCL C has no other variables outside of functions
