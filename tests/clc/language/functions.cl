// CL1.2 CL2.0 CL3.0
int a2(int a, ...) { return a; }  // refused: 'a2' cannot take variable arguments: OpenCL C has none
int a3(int a, ...);  // refused: 'a3' cannot take variable arguments: OpenCL C has none
void a4(int (*f)(int)) { }  // refused: pointers to functions are not OpenCL C (6.9.a)
void a6(void) { int (*f)(int); }  // refused: pointers to functions are not OpenCL C (6.9.a)
void a7(void) { printf("%d\n", 1); }
int a8(int a) { return a; } void a9(void) { a8; &a8; }  // refused: OpenCL C has no pointers to functions (6.9.a)
int b1[3](void);  // refused: an array of functions
int (*b2(void))[3];
int b3(void)[3];  // refused: a function cannot return a function or an array
float b4(void) { return; }  // refused: 'b4' must return a value of type 'float'
void b5(void) { return 1; }  // refused: 'b5' returns void and cannot return a value
int b6(void) { }
inline int b7(int x) { return x; }
static int b8(int x) { return x; }
static inline int b9(int x) { return x; }
extern int c1(int x); int c1(int x) { return x; }
int c2(int x); float c2(int x);  // refused: 'c2' is declared again with another type: 'float (int)', before 'int (int)'
int c3(int x); int c3(float x);  // refused: 'c3' is declared again with another type: 'int (float)', before 'int (int)'
int c4(int x) { return x; } int c4(int x) { return x; }  // refused: 'c4' is defined twice
int c5(); int c5(int x) { return x; } void c6(void) { c5(1); }  // refused: 'c5' is declared again with another type: 'int (int)', before 'int (void)'
int c7() { return 1; } void c8(void) { c7(); c7(1); }  // refused: 'c7' takes 0 arguments, but 1 is given
int c9(void); void d1(void) { c9(1); }  // refused: 'c9' takes 0 arguments, but 1 is given
void d2(int x, int x);  // refused: two parameters are named 'x'
void d3(void x) { }  // refused: a parameter cannot be void
void d4(void, int x) { }  // refused: a parameter cannot be void
void d5(const void) { }  // refused: a parameter cannot be void
struct s { int a; }; struct s d6(struct s x) { return x; }
global int *d7(global int *p) { return p; }
global int d8(void) { return 1; }  // refused: the return type of 'd8' cannot have an address space
int d9(int x[3]) { return x[0]; }
int e1(int x[]) { return x[0]; }
int e2(global int x[2]) { return x[0]; }
int e3(int, float); int e3(int a, float b) { return a; }
int e4(int, float b) { return b; }
void e5(void) { e6(); }  // refused: unknown function 'e6'
void e7(void) { undeclared(1, 2); }  // refused: unknown function 'undeclared'
void e8(void) { void inner(void); }
void e9(void) { void inner2(void) { } }  // refused: a function cannot be defined inside a function
void f3(int a) { int a; }  // refused: 'a' is declared twice in one block
void f4(int a) { { int a; } }
void f5(int a[sizeof(int)]) { }
void f6(int n, int a[n]) { }  // refused: the size of an array (there are no variable-length arrays) must be an integer constant
void f7(int a[*]);  // refused: expected an expression, not ']'
__attribute__((overloadable)) int f8(int x) { return x; } __attribute__((overloadable)) float f8(float x) { return x; } void f9(void) { f8(1); f8(1.0f); }
int __attribute__((overloadable)) g1(int x) { return x; } int __attribute__((overloadable)) g1(int x) { return x; }  // refused: 'g1' is defined twice
int g2(float4 v) { return v.x; } void g3(void) { g2(1.0f); g2((float4)(1.0f)); g2(1); }
int g4(float4 v) { return 1; } void g5(int4 v) { g4(v); }  // refused: cannot convert 'int4' to 'float4' for parameter 'v' of 'g4': use convert_float4() or as_float4()
void g6(global int *p); void g7(local int *p) { g6(p); }  // refused: cannot convert '__local int *' to '__global int *' for parameter 'p' of 'g6': they point to different address spaces
void g8(global const int *p); void g9(global int *p) { g8(p); }
void h1(global int *p); void h2(global const int *p) { h1(p); }
void h3(constant int *p); void h4(global int *p) { h3(p); }  // refused: cannot convert '__global int *' to '__constant int *' for parameter 'p' of 'h3': they point to different address spaces
void h5(int *p); void h6(global int *p) { h5(p); }  // refused CL1.2: cannot convert '__global int *' to 'int *' for parameter 'p' of 'h5': they point to different address spaces
void h7(int *p); void h8(constant int *p) { h7(p); }  // refused CL1.2: cannot convert '__constant int *' to 'int *' for parameter 'p' of 'h7': they point to different address spaces  // refused CL2.0 CL3.0: cannot convert '__constant int *' to '__generic int *' for parameter 'p' of 'h7': they point to different address spaces
void h9(half x) { }  // refused: parameter 'x' is a half: cl_khr_fp16 is not enabled
half i1(void);  // refused: 'i1' cannot return half: cl_khr_fp16 is not enabled
half2 i2(half2 x);
void i3(half *p) { }
void i4(int x) { x(); }  // refused: 'x' is not a function
void i5(void) { (a8)(1); }  // refused: only a function's name can be called
void i6(void) { (*a8)(1); }  // refused: the function 'a8' is not a value: OpenCL C has no pointers to functions
int i7(int a, int b) { return a, b; }
void i8(void) __attribute__((noinline)); void i8(void) { }
__attribute__((always_inline)) int i9(int x) { return x; }
__attribute__((pure, const, nonsense)) int j1(int x) { return x; }
void j2(void) { __func__; __FUNCTION__; __PRETTY_FUNCTION__; }
void j3(void) { asm("nop"); }  // refused: assembly is not OpenCL C
_Static_assert(sizeof(int) == 4, "int"); void j5(void) { _Static_assert(1, "x"); }
_Static_assert(sizeof(int) == 8, "int");  // refused: static assertion failed: "int"
_Static_assert(sizeof(long) == 8); 
_Thread_local int j6;  // refused: unknown name '_Thread_local' before 'int'
void j7(_Alignas(8) int x) { }  // refused: '_Alignas' needs a return type
_Atomic int j9;  // refused: unknown name '_Atomic' before 'int'
void k2(int n) { int a[n]; }  // refused: the size of an array (there are no variable-length arrays) must be an integer constant
void k3(void) { const int n = 3; int a[n]; }
void k4(void) { int a[0]; }
void k5(void) { int a[-1]; }  // refused: the size of an array is negative
void k6(void) { int a[]; }  // refused: 'a' has incomplete type 'int []'
void k7(void) { int a[] = {1, 2, 3}; int b[sizeof(a) == 12 ? 1 : -1]; }
void k8(void) { int a[2] = {1, 2, 3}; }
void k9(void) { char a[] = "abc", b[2] = "abc", *c = "abc"; }  // refused CL1.2: cannot convert '__constant char *' to 'char *' in this initialisation: they point to different address spaces  // refused CL2.0 CL3.0: cannot convert '__constant char *' to '__generic char *' in this initialisation: they point to different address spaces
void l1(void) { constant char *c = "abc"; const char *d = "abc"; }  // refused CL1.2: cannot convert '__constant char *' to 'const char *' in this initialisation: they point to different address spaces  // refused CL2.0 CL3.0: cannot convert '__constant char *' to '__generic const char *' in this initialisation: they point to different address spaces
float sin(float x);
float sin(float x) { return x; }
int get_global_id(int x) { return x; }
int my_get_global_id(int x) { return get_global_id(x); }
void l2(int float) { }  // refused: these words do not make a type together
void l3(int, ) { }  // refused: expected a parameter after ','
void l4(int a b) { }  // refused: expected ')' after the parameters, not 'b'
enum l5 { A1, B1 = A1 + 2, C1 = B1 << 2 }; int l6[C1 == 8 ? 1 : -1];  // refused CL1.2: 'l6' must be __constant: OpenCL C has no other variables outside of functions
enum l7 { A2 = 1.5 };  // refused: the value of an enumerator must be an integer constant
enum l8 { };  // refused: an enum needs at least one name
enum l9;
enum m1 { A3 }; enum m1 { A4 };  // refused: 'm1' is defined twice
struct m2 { int a; }; struct m2 { int b; };  // refused: 'm2' is defined twice
struct m3 { struct m3 s; };  // refused: member 's' has incomplete type 'struct m3'
struct m4 { struct m4 *s; };
struct m5 { int a; int a; };  // refused: two members are named 'a'
struct m6 { int a : 3; };  // refused: bit-fields are not OpenCL C (6.9): use shifts and masks
struct m7 { void f(void); };  // refused: 'f' is a function and cannot be a member
struct m8 { };
struct m9 { int; };
struct n1 { int a[]; };  // refused: member 'a' has incomplete type 'int []'
struct n2 { int a; void b; };  // refused: member 'b' has incomplete type 'void'
struct n3 { local int a; };  // refused: member 'a' cannot have an address space
struct n4 { int n; union { int a; float b; }; }; int n5(struct n4 s) { return s.a + s.n; }
struct n6 { const int a; }; void n7(struct n6 a, struct n6 b) { a = b; }  // refused: 'struct n6' has a const member and cannot be assigned to as a whole
union n8 { int a; }; struct n8 *n9;  // refused: 'n8' was declared as another kind of tag
typedef int o1; typedef int o1; typedef float o1;  // refused: 'o1' is declared again, as something else
typedef int o2; int o2;  // refused: 'o2' is declared again, as something else
void o3(void) { typedef int t; t x; { float t; t = 1; } }
