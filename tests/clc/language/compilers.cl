// CL1.2 CL2.0 CL3.0
// Functions and attributes of clang, which drivers built on it take.
typedef float e4 __attribute__((ext_vector_type(4)));
typedef __attribute__((ext_vector_type(2))) uchar e2;
typedef int v4 __attribute__((vector_size(16)));
typedef float *p4 __attribute__((ext_vector_type(4)));  // refused CL1.2: 'ext_vector_type' makes vectors of numbers, not of 'float *'  // refused CL2.0 CL3.0: 'ext_vector_type' makes vectors of numbers, not of '__generic float *'
typedef float4 t4 __attribute__((ext_vector_type(4)));  // refused: 'ext_vector_type' makes vectors of numbers, not of 'float4'
typedef float n4 __attribute__((ext_vector_type(n)));  // refused: unknown name 'n'
void a1(e4 x, e2 y) { x.xy = x.wz; y.x = y.y; }
void a2(e4 x) { float4 y = x; }
void a3(e4 x) { x.s5; }  // refused: 'e4' has no '.s5': the vector has fewer components
void a4(v4 x, int i) { x[i] = 1; }
void b1(int x) { int y = __builtin_popcount(x) + __builtin_clz(x) + __builtin_ctz(x) + __builtin_ffs(x) + __builtin_parity(x); }
void b2(long x) { int y = __builtin_popcountll(x) + __builtin_clzl(x) + __builtin_ctzll(x) + __builtin_ffsl(x); }
void b3(int x) { __builtin_popcount(x, x); }  // refused: '__builtin_popcount' takes 1 argument, but 2 are given
void b4(int x) { __builtin_popcount(); }  // refused: '__builtin_popcount' takes 1 argument, but 0 are given
void b5(int4 x) { __builtin_popcount(x); }  // refused: cannot convert 'int4' to 'uint' for a function of the compiler
void b6(int x) { __builtin_popcounts(x); }  // refused: unknown function '__builtin_popcounts'
void b7(uint x, ulong y) { x = __builtin_bswap32(x) + __builtin_bitreverse32(x) + __builtin_rotateleft32(x, 3); y = __builtin_bswap64(y); }
void b8(uint x) { __builtin_rotateleft32(x); }  // refused: '__builtin_rotateleft32' takes 2 arguments, but 1 is given
void c1(float x) { x = __builtin_sqrtf(x) + __builtin_fmaf(x, x, x) + __builtin_fmaxf(x, 1); }
void c2(float x) { __builtin_sqrtf(x, x); }  // refused: '__builtin_sqrtf' takes 1 argument, but 2 are given
void c3(float x) { int i = __builtin_isnan(x) + __builtin_isinf(x) + __builtin_isgreater(x, x); }
void c4(int x) { if (__builtin_expect(x, 1)) __builtin_unreachable(); __builtin_assume(x); }
void c5(int x) { int a[__builtin_constant_p(3) + 1]; a[0] = x; }
void d1(float4 v, float4 w) { v = __builtin_shufflevector(v, w, 0, 7, 2, 5); v.xyz = __builtin_shufflevector(v, w, 0, 7, 2); }
void d2(float4 v, float4 w) { __builtin_shufflevector(v, w, 0, 8); }  // refused: an index of '__builtin_shufflevector' is a constant from -1 to 7
void d3(float4 v, int i) { __builtin_shufflevector(v, v, 0, i); }  // refused: an index of '__builtin_shufflevector' is a constant from -1 to 7
void d4(float4 v, float2 w) { __builtin_shufflevector(v, w, 0, 1); }  // refused: '__builtin_shufflevector' takes two vectors of one type and 2, 3, 4, 8 or 16 indices
void d5(float4 v) { __builtin_shufflevector(v, v, 0, 1).z; }  // refused: 'float2' has no '.z': the vector has fewer components
void d6(float4 v) { __builtin_shufflevector(v); }  // refused: '__builtin_shufflevector' takes two vectors of one type and 2, 3, 4, 8 or 16 indices
void d7(float3 v) { v = __builtin_shufflevector(v, v, 5, 4, 3); }
void e1(float4 v) { int4 i = __builtin_convertvector(v, int4); uchar4 c = __builtin_convertvector(i, uchar4); }
void e2_(float4 v) { __builtin_convertvector(v, int2); }  // refused: '__builtin_convertvector' cannot take a 'float4': the numbers of components differ (6.2.3)
void e3(float4 v) { __builtin_convertvector(v, float *); }  // refused CL1.2: '__builtin_convertvector' cannot make a 'float *'  // refused CL2.0 CL3.0: '__builtin_convertvector' cannot make a '__generic float *'
void f1(void) { long long x = 1LL; unsigned long long y = 2ULL; ulong z = y; }
void f2(void) { long long long x; }  // refused: these words do not make a type together
void f3(void) { long long float x; }  // refused: these words do not make a type together
void f4(global int4 *p, int i) { p[i][i & 3] = 1; p[0].zyx[i] = 2; }
void f5(const int4 v, int i) { v[i] = 1; }  // refused: a const object cannot be changed
#if __OPENCL_C_VERSION__ == 300 && !(defined __opencl_c_atomic_order_acq_rel && defined __opencl_c_atomic_order_seq_cst)
#error "no orders"
#endif
#if __OPENCL_C_VERSION__ == 300 && !(defined __opencl_c_atomic_scope_device && defined __opencl_c_read_write_images)
#error "no scope of the device, or no images that are read and written"
#endif
