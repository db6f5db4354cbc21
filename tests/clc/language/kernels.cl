// CL1.2 CL2.0 CL3.0
kernel int a1(void) { return 1; }  // refused: kernel 'a1' must return void, not 'int' (6.7.1): write results through a pointer
kernel void a2(global int **p) { }  // refused CL1.2: kernel parameter 'p' is a pointer to a pointer, which a host cannot fill (6.9.a): pass one array and offsets into it  // refused CL2.0 CL3.0: kernel parameter 'p' points to private memory: write '__global int *__global *p'
kernel void a3(int *p) { }  // refused: kernel parameter 'p' points to private memory: write '__global int *p'
kernel void a4(private int *p) { }  // refused: kernel parameter 'p' points to private memory: write '__global int *p'
kernel void a5(size_t n) { }  // refused: kernel parameter 'n' is of type size_t, whose size a host cannot know (6.9.k): use ulong or uint
kernel void a6(ptrdiff_t n) { }  // refused: kernel parameter 'n' is of type ptrdiff_t, whose size a host cannot know (6.9.k): use long or int
kernel void a7(intptr_t n) { }  // refused: kernel parameter 'n' is of type intptr_t, whose size a host cannot know (6.9.k): use long or int
kernel void a8(uintptr_t n) { }  // refused: kernel parameter 'n' is of type uintptr_t, whose size a host cannot know (6.9.k): use ulong or uint
kernel void a9(bool b) { }  // refused: kernel parameter 'b' is of type bool, whose size a host cannot know (6.9.k): use int or uchar
kernel void b1(half h) { }  // refused: kernel parameter 'h' is of type half: without cl_khr_fp16 use float, or a pointer to half with vload_half()
kernel void b3(global half *h) { }
kernel void b4(struct { int a; } s) { }
struct with_pointer { global int *p; }; kernel void b5(struct with_pointer s) { }  // refused: kernel parameter 's' of type 'struct with_pointer' holds a pointer, which a host cannot pass (6.9)
struct with_bool { bool b; }; kernel void b6(struct with_bool s) { }  // refused: kernel parameter 's' of type 'struct with_bool' holds a bool, which a host cannot pass (6.9)
struct with_size { size_t b; }; kernel void b7(struct with_size s) { }  // refused: kernel parameter 's' of type 'struct with_size' holds size_t, which a host cannot pass (6.9)
struct plain { int b; float4 c[2]; }; kernel void b8(struct plain s) { }
struct nested { struct plain p; }; kernel void b9(struct nested s) { }
struct deep { struct with_pointer p[2]; }; kernel void c1(struct deep s) { }  // refused: kernel parameter 's' of type 'struct deep' holds a pointer, which a host cannot pass (6.9)
kernel void c2(global struct with_pointer *s) { }
union un { int a; float b; }; kernel void c3(union un u) { }
union up { int a; global float *b; }; kernel void c4(union up u) { }  // refused: kernel parameter 'u' of type 'union up' holds a pointer, which a host cannot pass (6.9)
kernel void c5(struct missing s) { }  // refused: kernel parameter 's' has the incomplete type 'struct missing'
kernel void c6(global struct missing2 *s) { }
kernel void c7(enum e3 { E3A } e) { }
kernel void c8(local int *l, constant float4 *c, global const char *g, volatile global int *v, global int *restrict r) { }
kernel void c9(local int l) { }  // refused: a parameter itself cannot be __local; only what it points to can
kernel void d1(global int g) { }  // refused: a parameter itself cannot be __global; only what it points to can
kernel void d2(constant int c) { }  // refused: a parameter itself cannot be __constant; only what it points to can
kernel void d3(const int c, volatile int v) { }
kernel void d4(global int g[4]) { }
kernel void d5(int g[4]) { }  // refused: kernel parameter 'g' points to private memory: write '__global int *g'
kernel void d6(local int l[4]) { }
kernel void d7(global int (*g)[4]) { }
kernel void d8(global void *v) { }
kernel void d9(void *v) { }  // refused: kernel parameter 'v' points to private memory: write '__global void *v'
kernel void e1(int a, ...) { }  // refused: kernel 'e1' cannot take variable arguments (6.9.e)
kernel void e2(void (*f)(void)) { }  // refused: pointers to functions are not OpenCL C (6.9.a)
kernel void e3(double d, long l, ulong16 u, char3 c) { }
static kernel void e4(void) { }  // refused: kernel 'e4' cannot be static
extern kernel void e5(void);
kernel extern void e6(void);
inline kernel void e7(void) { }
kernel kernel void e8(void) { }
kernel void e9(void); kernel void e9(void) { }
void f1(void); kernel void f1(void) { }
kernel void f2(void) { } kernel void f3(void) { f2(); }
kernel void main(void) { }  // refused: a kernel cannot be called 'main'
void kernel f4(void) { }
kernel f5(void) { }  // refused: 'f5' needs a return type
kernel int f6;  // refused: '__kernel' can only stand before a function
kernel struct f7 { int a; };
typedef kernel void f8(void);  // refused: '__kernel' can only stand before a function
kernel void f9(int a, int a) { }  // refused: two parameters are named 'a'
kernel void g1(global int * local *p) { }  // refused CL1.2: kernel parameter 'p' is a pointer to a pointer, which a host cannot fill (6.9.a): pass one array and offsets into it
kernel void g2(global int * global *p) { }  // refused CL1.2: kernel parameter 'p' is a pointer to a pointer, which a host cannot fill (6.9.a): pass one array and offsets into it
kernel void g3(constant int * constant *p) { }  // refused CL1.2: kernel parameter 'p' is a pointer to a pointer, which a host cannot fill (6.9.a): pass one array and offsets into it
kernel void g4(global size_t *p) { }
kernel void g5(global bool *p) { }
typedef size_t my_size; kernel void g6(my_size n) { }  // refused: kernel parameter 'n' is of type my_size, whose size a host cannot know (6.9.k): use ulong or uint
typedef bool my_bool; kernel void g7(my_bool n) { }  // refused: kernel parameter 'n' is of type bool, whose size a host cannot know (6.9.k): use int or uchar
typedef global int *gp; kernel void g8(gp p) { }
typedef int *pp; kernel void g9(pp p) { }  // refused: kernel parameter 'p' points to private memory: write '__global int *p'
kernel void h1(local int *p) { } kernel void h2(void) { local int x; h1(&x); }
kernel __attribute__((reqd_work_group_size(8, 8, 1))) void h3(void) { }
kernel __attribute__((reqd_work_group_size(8, 8))) void h4(void) { }  // refused: expected ',' between the three sizes, not ')'
kernel __attribute__((reqd_work_group_size(0, 8, 1))) void h5(void) { }  // refused: a work-group size must be positive
kernel __attribute__((reqd_work_group_size(-1, 8, 1))) void h6(void) { }  // refused: a work-group size must be positive
kernel __attribute__((reqd_work_group_size(8, 8, 1.5))) void h7(void) { }  // refused: a work-group size must be an integer constant
kernel __attribute__((work_group_size_hint(8, 8, 1))) void h8(void) { }
kernel __attribute__((vec_type_hint(float4))) void h9(void) { }
kernel __attribute__((vec_type_hint(void))) void i1(void) { }  // refused: 'vec_type_hint' names a type of numbers or vectors, not 'void'
kernel __attribute__((vec_type_hint(bool))) void i2(void) { }  // refused: 'vec_type_hint' names a type of numbers or vectors, not 'bool'
kernel __attribute__((vec_type_hint(struct plain))) void i3(void) { }  // refused: 'vec_type_hint' names a type of numbers or vectors, not 'struct plain'
__attribute__((reqd_work_group_size(8, 8, 1))) void i5(void) { }  // refused: 'i5' has an attribute that only kernels have (6.7.2): write '__kernel' before it
__attribute__((vec_type_hint(float))) void i6(void) { }  // refused: 'i6' has an attribute that only kernels have (6.7.2): write '__kernel' before it
kernel void i7(int x __attribute__((unused))) { }
kernel void i8(global int *p) { *p = 1; return; }
kernel void i9(global int *p) { return 1; }  // refused: 'i9' returns void and cannot return a value
kernel void j2(struct with_bool *s) { }  // refused: kernel parameter 's' points to private memory: write '__global struct with_bool *s'
kernel void j3(global struct with_bool *s) { }
kernel void j4(float f[restrict 3]) { }  // refused: kernel parameter 'f' points to private memory: write '__global float *f'
kernel void j5() { }
kernel void j7(register int a) { }  // refused: OpenCL C has no storage class 'register' (6.8)
kernel void j8(static int a) { }  // refused: a parameter has no storage class
kernel void j9(int a = 3) { }  // refused: expected ')' after the parameters, not '='
kernel void k2(event_t e[2]) { }  // refused: kernel parameter 'e' points to private memory: write '__global event_t *e'
kernel void k3(global int *p[2]) { }  // refused CL1.2: kernel parameter 'p' is a pointer to a pointer, which a host cannot fill (6.9.a): pass one array and offsets into it  // refused CL2.0 CL3.0: kernel parameter 'p' points to private memory: write '__global int *__global *p'
kernel const void k4(void) { }
kernel void k5(global int *const p, global const int *const q) { p[0] = q[0]; }
kernel void k6(constant int *p) { p[0] = 1; }  // refused: a __constant object cannot be changed
kernel void k7(global const int *p) { p[0] = 1; }  // refused: a const object cannot be changed
struct with_half { half h; }; kernel void k8(struct with_half h) { }  // refused: kernel parameter 'h' of type 'struct with_half' holds a half, which a host cannot pass (6.9)
struct with_array { int a[3]; }; kernel void k9(struct with_array a) { }
struct flexible { int n; int a[]; }; kernel void l1(global struct flexible *f) { }
kernel void l2(struct flexible f) { }
kernel void l4(unsigned x, signed y, unsigned char z, long int w, short int v) { }
kernel void l5(global int3 *p, int3 v) { p[0] = v; }
kernel void l6(quad q) { }  // refused: 'quad' is reserved in OpenCL C and no device has it
kernel void l8(float2x2 c) { }  // refused: 'float2x2' is reserved in OpenCL C and no device has it
