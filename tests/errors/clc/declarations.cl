// Declarations that are not OpenCL C.
int (*function_pointer)(int);
void callback(void (*f)(int)) {}
struct bits { int a : 3; };
struct twice { int a; int a; };
struct twice { int b; };
typedef int number;
typedef float number;
int redefined(void) { return 1; }
int redefined(void) { return 2; }
float redefined(int a);
untyped(int a) { return a; }
enum { A, B, A };
auto int automatic;
long long wide;
unsigned float odd;
inline int variable;
extern "C" int mangled(void);
int parameters(int a, int a) { return a; }
__kernel void k(__global int *o)
{
    int size = 3;
    int varying[size];
    int negative[-1];
    int twice, twice;
    void nothing;
    half small;
    image2d_t picture;
    register int fast;
    restrict int not_a_pointer;
    int int both;
    signed unsigned neither;
    asm("nop");
}
_Static_assert(sizeof(int) == 8, "int is small");
