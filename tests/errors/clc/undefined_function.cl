// What a kernel reaches must be defined in the program.
float elsewhere(float x);
float unused(float x);
float middle(float x) { return elsewhere(x); }
__kernel void k(__global float *o) { o[0] = middle(1); }
