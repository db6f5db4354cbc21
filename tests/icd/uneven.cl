// Work-groups at the end of a range may be smaller: OpenCL C 2.0.
__kernel void sizes(__global int *y)
{
    const size_t i = get_global_linear_id();
    y[i] = (int)(100 * get_enqueued_local_size(0) + 10 * get_local_size(0) + get_local_size(1));
}
