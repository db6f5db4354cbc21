// CL1.2 CL2.0 CL3.0
int recurse(int n) { return n ? recurse(n - 1) : 0; }                  // only clbundle: OpenCL C 6.9.i: clang leaves it to the back end
void function_parameter(int f(int)) { }                                // only clbundle: a parameter of function type is a pointer to one, 6.9.a
implicit_int(void) { return 1; }                                       // only clbundle: C99 has no implicit int
__asm__("nop");                                                        // only clbundle: 6.9 has none, and each device another one
_Noreturn void no_return(void) { for (;;) ; }                          // only clbundle: C11, not in any OpenCL C
void aligned(void) { _Alignas(16) int x; }                             // only clbundle: C11, not in any OpenCL C
void selected(void) { int x = _Generic(1, int: 2, default: 3); }       // only clbundle: C11, not in any OpenCL C
int printf(int x);                                                     // only clang: a program may define what it never calls as a built-in
kernel void half_argument(half2 h) { }                                 // only clbundle: 6.9.p: without cl_khr_fp16 it is no type of values
kernel __attribute__((reqd_work_group_size(8, 8, 1))) __attribute__((reqd_work_group_size(4, 8, 1))) void two_sizes(void) { }  // only clbundle: no launch satisfies both
kernel void returns_void(global int *p) { return (void)0; }            // only clbundle: C99 6.8.6.4
kernel void identifiers(a) { }                                         // only clbundle: C99 has no implicit int
kernel void complex_argument(float _Complex c) { }                     // only clbundle: 6.1.4: the name is reserved
void star_of_void(void *p) { *p; }                                     // only clbundle: C99 6.3.2.2: there is no value of type void to name
void index_of_void(global void *p) { p[1]; }                           // only clbundle: C99 6.5.2.1: a complete type is needed
void long_double(void) { long double d; }                              // only clbundle: 6.1.4: the name is reserved
typedef float e6 __attribute__((ext_vector_type(6)));                 // only clbundle: OpenCL C has vectors of 2, 3, 4, 8 and 16 components
void long_double_constant(void) { float f = 1.0L; }                    // only clbundle: 6.1.4: the type is reserved
void too_large(void) { ulong u = 18446744073709551616; }               // only clbundle: C99 6.4.4 p2: it fits no type
void beyond(float4 v) { v[4]; }                                        // only clbundle: there is no such component
void elvis(int x) { x ?: 1; }                                          // only clbundle: an extension of GNU C that few drivers' documents name
void label_address(int x) { void *p = &&l; l: ; }                      // only clbundle CL2.0 CL3.0: an extension of GNU C; there is no computed goto // refused CL1.2: expected an expression
void fall_through(int x) { __attribute__((fallthrough)); }             // only clang: attributes of statements are passed over
constant int comma = (1, 2);                                           // only clbundle: C99 6.6 p3
constant int one = 1, through_pointer = *&one;                         // only clbundle: C99 6.6: no pointer is followed in a constant
constant int letter = "abc"[1];                                        // only clbundle: C99 6.6: no element is read in a constant
void sampler_of_a_variable(int x) { sampler_t s = x; }                 // only clbundle: 6.12.14: a sampler is made of a constant
void null_pointer_cast(void) { (global int *)((void *)0); }            // only clang CL1.2: a null pointer constant has no address space, C99 6.3.2.3
int generic_name(int generic) { return generic; }  // only clang: the word is new in OpenCL C 2.0, and older programs name things so
void chosen_block(int c) { void (^b)(void) = ^{ }; void (^d)(void) = ^{ }; c ? b : d; }  // only clbundle CL2.0 CL3.0: 6.12.5: '?:' does not choose between blocks // refused CL1.2: blocks need OpenCL C 2.0
void null_block(void) { void (^b)(void) = 0; }                         // only clbundle CL2.0 CL3.0: 6.12: a block is initialised by a block // refused CL1.2: blocks need OpenCL C 2.0
constant int (^constant_result)(int) = ^(int x) { return x; };         // only clbundle CL2.0 CL3.0: a function's result has no address space // refused CL1.2: blocks need OpenCL C 2.0
void int_block(queue_t q, ndrange_t n) { enqueue_kernel(q, 0, n, ^{ return 1; }); }  // only clbundle CL2.0 CL3.0: 6.13.17: an enqueued block returns void // refused CL1.2: is a type of OpenCL C 2.0
void event_itself(queue_t q, ndrange_t n, clk_event_t e) { enqueue_kernel(q, 0, n, 1, e, &e, ^{ }); }  // only clbundle CL2.0 CL3.0: 6.13.17: the list of events is a pointer to them // refused CL1.2: is a type of OpenCL C 2.0
void no_size(queue_t q, ndrange_t n, clk_event_t e) { enqueue_kernel(q, 0, n, 1, &e, &e, ^(local void *p) { }); }  // only clbundle CL2.0 CL3.0: 6.13.17: each pointer to local memory needs a size // refused CL1.2: is a type of OpenCL C 2.0
kernel void event_argument(clk_event_t e) { }  // only clbundle CL2.0 CL3.0: 6.9: a host has no values of it // refused CL1.2: is a type of OpenCL C 2.0
kernel void queue_pointer(global queue_t *q) { }  // only clbundle CL2.0 CL3.0: 6.9.b: a queue is passed itself // refused CL1.2: is a type of OpenCL C 2.0
struct pipe_member { pipe int p; };  // only clbundle CL2.0 CL3.0: 6.13.16: a pipe can only be a parameter // refused CL1.2: unknown
queue_t queue_outside;   // only clbundle CL2.0 CL3.0: 6.9: such a value is made and used in one kernel // refused CL1.2: is a type of OpenCL C 2.0
global queue_t global_queue;  // only clbundle CL2.0 CL3.0: 6.9: such a value is made and used in one kernel // refused CL1.2: is a type of OpenCL C 2.0
ndrange_t range_outside;  // only clbundle CL2.0 CL3.0: 6.9: such a value is made and used in one kernel // refused CL1.2: is a type of OpenCL C 2.0
kernel void pipe_of_incomplete(pipe struct missing p) { }  // only clbundle CL2.0 CL3.0: the size of a packet must be known // refused CL1.2: unknown
kernel void pipe_of_images(pipe image2d_t p) { }  // only clbundle CL2.0 CL3.0: 6.13.16: a packet is a number, vector or structure // refused CL1.2: unknown
kernel void pipe_of_events(pipe event_t p) { }  // only clbundle CL2.0 CL3.0: 6.13.16: a packet is a number, vector or structure // refused CL1.2: unknown
kernel void pipe_array(pipe int p[2]) { }  // only clbundle CL2.0 CL3.0: 6.13.16: there are no arrays of pipes // refused CL1.2: unknown
kernel void atomic_argument(atomic_int p) { }  // only clbundle CL2.0 CL3.0: 6.9: a host passes numbers, not atomic objects // refused CL1.2: is a type of OpenCL C 2.0
