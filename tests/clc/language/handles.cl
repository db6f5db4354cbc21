// CL1.2 CL2.0 CL3.0
typedef const sampler_t cs; 
const sampler_t s1 = 0;
constant sampler_t s2 = 0;
kernel void f1(void) { sampler_t s = 0; }
kernel void f2(void) { const sampler_t s = 0; }
kernel void f3(void) { constant sampler_t s = 0; }
kernel void f4(void) { local sampler_t s = 0; }  // refused: 's' is __local and cannot be initialised (6.5.2)
kernel void f5(void) { global sampler_t s = 0; }  // refused: 's' cannot be __global inside a function
kernel void f6(void) { private sampler_t s = 0; }
kernel void f7(void) { sampler_t s; }
kernel void f8(void) { sampler_t s = 1 + 1; sampler_t u = s; }
kernel void f9(global sampler_t *s) { }  // refused: pointers to '__global sampler_t' are not OpenCL C (6.9.b)
kernel void g1(sampler_t s[2]) { }  // refused: arrays of 'sampler_t' are not OpenCL C
kernel void g2(void) { sampler_t s[2]; }  // refused: arrays of 'sampler_t' are not OpenCL C
struct g3 { sampler_t s; };  // refused: 's' of type 'sampler_t' cannot be a member
sampler_t g4(void);  // refused: 'g4' cannot return 'sampler_t'
const sampler_t g5;
void g6(sampler_t s) { s = 0; }  // refused: a variable of type 'sampler_t' cannot be assigned to
void g7(sampler_t s) { sampler_t *p = &s; }  // refused: pointers to 'sampler_t' are not OpenCL C (6.9.b)
void g9(void) { { sampler_t s = 0; } const sampler_t t = 1; }
kernel void h1(event_t e) { }  // refused: kernel parameter 'e' is of type event_t (6.9): create events inside the kernel
kernel void h2(void) { event_t e; event_t f = 0; event_t g = e; local event_t l; }  // refused: 'l' of type 'event_t' can only be private
kernel void h3(void) { event_t e = 1; }  // refused: cannot convert 'int' to 'event_t' in this initialisation
global event_t h4;  // refused: 'h4' cannot be declared outside of a function: it is of type '__global event_t'
kernel void h5(void) { event_t e[3]; wait_group_events(3, e); }
kernel void h6(void) { event_t e, f; e = f; }
kernel void h7(void) { event_t e; e = 0; }  // refused: only an event can be assigned to an event_t
event_t h8(event_t e) { return e; }
struct h9 { event_t e; };  // refused: 'e' of type 'event_t' cannot be a member
kernel void i1(void) { event_t e; e + e; }  // refused: '+' does not work on 'event_t' and 'event_t'
kernel void i2(void) { event_t e; e == e; !e; if (e) ; }  // refused: '==' does not work on 'event_t' and 'event_t'
kernel void i3(read_only image2d_t a) { image2d_t b = a; }  // refused: 'b' of type '__read_only image2d_t' can only be a parameter (6.9.b)
kernel void i4(image2d_t a) { }
void i6(image2d_t a) { } 
kernel void i7(write_only image2d_t a) { i6(a); }  // refused: cannot use a '__write_only image2d_t' for parameter 'a' of 'i6': it must be '__read_only image2d_t'
image2d_t i8(void);  // refused: 'i8' cannot return '__read_only image2d_t'
kernel void i9(read_only image2d_t *a) { }  // refused: pointers to '__read_only image2d_t' are not OpenCL C (6.9.b)
struct j1 { image2d_t a; };  // refused: 'a' of type '__read_only image2d_t' cannot be a member
kernel void j2(read_only image2d_t a) { a; (void)a; &a; sizeof(a); }  // refused: '__read_only image2d_t' has no address (6.9.b)
kernel void j3(read_only read_only image2d_t a) { }
kernel void j4(read_only write_only image2d_t a) { }  // refused: more than one access qualifier
kernel void j5(read_only int a) { }  // refused: 'read_only' can only precede an image
kernel void j6(read_only image2d_t a[2]) { }  // refused: arrays of '__read_only image2d_t' are not OpenCL C
typedef read_only image2d_t ro; kernel void j7(ro a) { } kernel void j8(write_only ro a) { }  // refused: more than one access qualifier
typedef image2d_t im; kernel void j9(write_only im a) { write_imagef(a, (int2)(0), (float4)(0)); }  // refused: more than one access qualifier
kernel void k1(const read_only image2d_t a) { }
kernel void k2(global read_only image2d_t a) { }  // refused: a parameter itself cannot be __global; only what it points to can
kernel void k3(read_only image2d_t a, read_only image2d_t b) { a = b; }  // refused: a variable of type '__read_only image2d_t' cannot be assigned to
read_only image2d_t k4;  // refused: 'k4' cannot be declared outside of a function: it is of type '__read_only image2d_t'
kernel void k5(void) { read_only image2d_t a; }  // refused: 'a' of type '__read_only image2d_t' can only be a parameter (6.9.b)
kernel void k6(write_only image2d_t a) { read_imagef(a, (int2)(0)); }  // refused: 'read_imagef' on a __write_only image
kernel void k7(read_only image2d_t a) { write_imagef(a, (int2)(0), (float4)(0)); }  // refused: 'write_imagef' on a __read_only image
kernel void k8(write_only image3d_t a) { }
