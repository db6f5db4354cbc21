// CL2.0 CL3.0
kernel void a1(queue_t q, ndrange_t n) { enqueue_kernel(q, 0, n, ^{ }); }  // refused: kernel parameter 'n' is of type ndrange_t, of which a host has no values (6.9): make it inside the kernel
void a2(queue_t q, ndrange_t n) { int r = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, n, ^(void) { }); }
void a3(queue_t q, ndrange_t n, clk_event_t e) { clk_event_t f; enqueue_kernel(q, 0, n, 1, &e, &f, ^{ }); }
void a4(queue_t q, ndrange_t n) { enqueue_kernel(q, 0, n, 0, NULL, NULL, ^{ }); }
void a5(queue_t q, ndrange_t n) { enqueue_kernel(q, 0, n, ^(local void *p) { }, 4); }
void a6(queue_t q, ndrange_t n) { enqueue_kernel(q, 0, n, ^(local void *p, local void *r) { }, 4, 8u); }
void a7(queue_t q, ndrange_t n, clk_event_t e) { enqueue_kernel(q, 0, n, 1, &e, 0, ^(local void *p) { }, 4); }
void a8(queue_t q, ndrange_t n) { void (^b)(void) = ^{ }; enqueue_kernel(q, 0, n, b); }
void a9(queue_t q, ndrange_t n) { void (^b)(local void *) = ^(local void *p) { }; enqueue_kernel(q, 0, n, b, 16L); }
void b1(queue_t q, ndrange_t n) { enqueue_kernel(q, 0, n); }  // refused: 'enqueue_kernel' takes a queue, flags, an ndrange_t and a block, with or without events before the block
void b2(queue_t q, ndrange_t n) { enqueue_kernel(); }  // refused: 'enqueue_kernel' takes a queue, flags, an ndrange_t and a block, with or without events before the block
void b3(queue_t q, ndrange_t n) { enqueue_kernel(q, 0, n, 1); }  // refused: 'enqueue_kernel' takes a queue, flags, an ndrange_t and a block, with or without events before the block
void b4(queue_t q, ndrange_t n) { enqueue_kernel(1, 0, n, ^{ }); }  // refused: cannot convert 'int' to 'queue_t' for argument 1 of 'enqueue_kernel'
void b5(queue_t q, ndrange_t n) { enqueue_kernel(q, q, n, ^{ }); }  // refused: cannot convert 'queue_t' to 'int' for argument 2 of 'enqueue_kernel'
void b6(queue_t q, ndrange_t n) { enqueue_kernel(q, 0, 1, ^{ }); }  // refused: cannot convert 'int' to 'ndrange_t' for argument 3 of 'enqueue_kernel'
void b7(queue_t q, ndrange_t n) { enqueue_kernel(q, 0, n, ^(int x) { }); }  // refused: a block that is enqueued returns void and takes pointers of type '__local void *', not 'void (^)(int)'
void b9(queue_t q, ndrange_t n) { enqueue_kernel(q, 0, n, ^(local void *p) { }); }  // refused: the block takes 1 pointer to local memory, but 0 sizes are given after it
void c1(queue_t q, ndrange_t n) { enqueue_kernel(q, 0, n, ^(local void *p) { }, 4, 4); }  // refused: the block takes 1 pointer to local memory, but 2 sizes are given after it
void c2(queue_t q, ndrange_t n) { enqueue_kernel(q, 0, n, ^(local void *p) { }, 4.0f); }  // refused: the size of local memory must be an integer
void c3(queue_t q, ndrange_t n) { enqueue_kernel(q, 0, n, ^(local int *p) { }, 4); }  // refused: a block that is enqueued returns void and takes pointers of type '__local void *', not 'void (^)(__local int *)'
void c4(queue_t q, ndrange_t n) { enqueue_kernel(q, 0, n, ^(global void *p) { }, 4); }  // refused: a block that is enqueued returns void and takes pointers of type '__local void *', not 'void (^)(__global void *)'
void c5(queue_t q, ndrange_t n) { enqueue_kernel(q, 0, n, ^{ }, 4); }  // refused: the block takes 0 pointers to local memory, but 1 size is given after it
void c7(queue_t q, ndrange_t n, clk_event_t e) { enqueue_kernel(q, 0, n, 1.0f, &e, &e, ^{ }); }  // refused: 'enqueue_kernel' needs a block or the number of events here, not 'float'
void c8(queue_t q, ndrange_t n, clk_event_t e) { enqueue_kernel(q, 0, n, 1, &e, e, ^{ }); }  // refused: cannot convert 'clk_event_t' to '__generic clk_event_t *' for argument 6 of 'enqueue_kernel'
void c9(queue_t q, ndrange_t n, clk_event_t e) { enqueue_kernel(q, 0, n, 1, &e, &e, 1); }  // refused: 'enqueue_kernel' needs a block here, not 'int'
void d1(queue_t q, ndrange_t n, clk_event_t e) { enqueue_kernel(q, 0, n, 1, &e, &e); }  // refused: 'enqueue_kernel' takes a queue, flags, an ndrange_t and a block, with or without events before the block
void d2(queue_t q, ndrange_t n, clk_event_t e) { enqueue_kernel(q, 0, n, 1, &e, &e, ^{ }, 4); }  // refused: the block takes 0 pointers to local memory, but 1 size is given after it
void d4(void) { uint s = get_kernel_work_group_size(^{ }); s = get_kernel_preferred_work_group_size_multiple(^{ }); }
void d5(void) { get_kernel_work_group_size(^(local void *p) { }); get_kernel_work_group_size(^(local void *p, local void *r) { }); }
void d6(void) { get_kernel_work_group_size(1); }  // refused: 'get_kernel_work_group_size' needs a block here, not 'int'
void d7(void) { get_kernel_work_group_size(); }  // refused: 'get_kernel_work_group_size' takes 1 argument, but 0 are given
void d8(void) { get_kernel_work_group_size(^{ }, 1); }  // refused: 'get_kernel_work_group_size' takes 1 argument, but 2 are given
void d9(void) { get_kernel_work_group_size(^(int x) { }); }  // refused: a block that is enqueued returns void and takes pointers of type '__local void *', not 'void (^)(int)'
void e1(ndrange_t n) { get_kernel_sub_group_count_for_ndrange(n, ^{ }); get_kernel_max_sub_group_size_for_ndrange(n, ^{ }); }
void e2(ndrange_t n) { get_kernel_sub_group_count_for_ndrange(1, ^{ }); }  // refused: cannot convert 'int' to 'ndrange_t' for argument 1 of 'get_kernel_sub_group_count_for_ndrange'
void e3(ndrange_t n) { get_kernel_sub_group_count_for_ndrange(n, 1); }  // refused: 'get_kernel_sub_group_count_for_ndrange' needs a block here, not 'int'
void e4(ndrange_t n) { get_kernel_sub_group_count_for_ndrange(n); }  // refused: 'get_kernel_sub_group_count_for_ndrange' takes 2 arguments, but 1 is given
void e5(ndrange_t n) { get_kernel_sub_group_count_for_ndrange(^{ }, n); }  // refused: cannot convert 'void (^)(void)' to 'ndrange_t' for argument 1 of 'get_kernel_sub_group_count_for_ndrange'
void e6(ndrange_t n) { get_kernel_preferred_work_group_size_multiple(^(int x) { }); }  // refused: a block that is enqueued returns void and takes pointers of type '__local void *', not 'void (^)(int)'
void e7(queue_t q, global int *g, ndrange_t n) { enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(64), ^{ g[get_global_id(0)] = 1; }); }
void e8(queue_t q, ndrange_t n, global int *g) { local int *l; enqueue_kernel(q, 0, n, ^{ g[0] = *l; }); }
kernel void e9(queue_t q, global int *g) { local int x; enqueue_kernel(q, 0, ndrange_1D(1), ^{ g[0] = x; }); }
void f1(queue_t q, ndrange_t n, clk_event_t e) { clk_event_t w[2]; enqueue_kernel(q, 0, n, 2, w, &e, ^{ }); }
void f2(queue_t q, ndrange_t n, clk_event_t e) { global clk_event_t *g; enqueue_kernel(q, 0, n, 2, g, g, ^{ }); }
kernel void f4(ndrange_t e) { }  // refused: kernel parameter 'e' is of type ndrange_t, of which a host has no values (6.9): make it inside the kernel
kernel void f5(reserve_id_t e) { }  // refused: kernel parameter 'e' is of type reserve_id_t, of which a host has no values (6.9): make it inside the kernel
kernel void f6(queue_t q) { }
kernel void f8(pipe int p) { }
kernel void f9(read_only pipe int p, write_only pipe float4 q) { }
kernel void g1(read_write pipe int p) { }  // refused: a kernel reads a pipe or writes it, not both
kernel void g2(pipe int p, pipe int q) { p = q; }  // refused: a variable of type '__read_only pipe int' cannot be assigned to
kernel void g3(pipe int *p) { }  // refused: pointers to '__read_only pipe int' are not OpenCL C (6.9.b)
kernel void g4(global pipe int *p) { }  // refused: pointers to '__global __read_only pipe int' are not OpenCL C (6.9.b)
void g5(void) { pipe int p; }  // refused: 'p' of type '__read_only pipe int' can only be a parameter (6.9.b)
pipe int g6;  // refused: 'g6' cannot be declared outside of a function: it is of type '__read_only pipe int'
struct g8 { queue_t q; };
struct g9 { ndrange_t q; };
void h1(void) { queue_t q; clk_event_t e; ndrange_t n; reserve_id_t r; }
queue_t h5(queue_t q) { return q; }
ndrange_t h6(ndrange_t q) { return q; }
void h7(queue_t q, queue_t r) { q = r; q == r; }
void h8(queue_t q) { q == 0; q = 0; queue_t r = 0; }
void h9(clk_event_t e) { e == 0; e = 0; }  // refused: '==' does not work on 'clk_event_t' and 'int'
void i1(clk_event_t e, clk_event_t f) { e = f; e == f; &e; clk_event_t *p = &e; }
void i2(queue_t e) { &e; queue_t *p = &e; }
void i3(ndrange_t e) { &e; ndrange_t *p = &e; e = *p; }
void i4(reserve_id_t e) { &e; reserve_id_t *p = &e; reserve_id_t a[2]; a[0] = e; }
void i5(queue_t e) { queue_t a[2]; }
void i6(queue_t e) { local queue_t a; }  // refused: 'a' is __local: it can only be declared in the outermost block of a kernel (6.5.2)
void i7(queue_t e) { global queue_t a; }  // refused: 'a' cannot be __global inside a function
kernel void i8(void) { local queue_t a; local clk_event_t b; }
kernel void i9(void) { local ndrange_t a; }
kernel void j3(pipe global int *p) { }  // refused: pointers to '__global __read_only pipe int' are not OpenCL C (6.9.b)
kernel void j5(pipe half p) { }
pipe int j7(void);  // refused: 'j7' cannot return '__read_only pipe int'
void j8(pipe int p) { } kernel void j9(pipe int p, write_only pipe int q) { j8(p); j8(q); }  // refused: cannot convert '__write_only pipe int' to '__read_only pipe int' for parameter 'p' of 'j8'
kernel void k1(pipe int p) { pipe int q = p; &p; *p; p + 1; p == p; !p; sizeof(p); (void)p; }  // refused: 'q' of type '__read_only pipe int' can only be a parameter (6.9.b)
typedef pipe int k2; kernel void k3(k2 p) { }
kernel void k4(const pipe int p) { }
kernel void k5(pipe const int p) { }
kernel void k6(pipe p) { }  // refused: 'p' needs a type
kernel void k7(global atomic_int *p, local atomic_uint *q) { }
void k9(void) { atomic_int a; a = 1; }  // refused: 'int' cannot become 'atomic_int' in this assignment: use atomic_init() or atomic_store()
void l1(void) { atomic_int a = 1; atomic_int b = ATOMIC_VAR_INIT(1); }  // refused: 'int' cannot become 'atomic_int' in this initialisation: use atomic_init() or atomic_store()
global atomic_int l2 = ATOMIC_VAR_INIT(1); global atomic_int l3 = 1; atomic_int l4;
void l5(atomic_int *a) { *a + 1; int b = *a; (*a)++; }  // refused: '+' does not work on 'atomic_int' and 'int'
void l6(void) { atomic_int a, b; a = b; a == b; a; &a; }  // refused: '==' does not work on 'atomic_int' and 'atomic_int'
struct l7 { atomic_int a; atomic_flag f; };
void l8(void) { local atomic_int a; }  // refused: 'a' is __local: it can only be declared in the outermost block of a kernel (6.5.2)
kernel void l9(void) { local atomic_int a; local atomic_int b = ATOMIC_VAR_INIT(1); }  // refused: 'b' is __local and cannot be initialised (6.5.2)
constant atomic_int m1 = 1;  // refused: 'm1' is atomic and cannot be __constant (6.13.11)
void m2(constant atomic_int *p) { }
_Atomic(int) m3;  // refused: '_Atomic' needs a return type
void m4(void) { atomic_int a[2]; atomic_flag f = ATOMIC_FLAG_INIT; }  // refused: 'int' cannot become 'atomic_flag' in this initialisation: use atomic_init() or atomic_store()
void m5(void) { memory_order o = memory_order_relaxed; memory_scope s = memory_scope_device; }
