// OpenCL C has no recursion; and what a kernel calls must be defined.
int odd(int n);
int even(int n) { return n == 0 ? 1 : odd(n - 1); }
int odd(int n) { return n == 0 ? 0 : even(n - 1); }
int self(int n) { return n ? self(n - 1) : 0; }
__kernel void k(__global int *o) { o[0] = even(3) + self(2); }
