// Vectors of one work-item, in order, and what takes them apart.
__kernel __attribute__((vec_type_hint(double4))) void vectors(__global const double4 *in, __global double4 *out, const double scale)
{
    const size_t i = get_global_id(0);
    const double4 v = in[i];
    double4 sum = exp(v * scale);
    for (int k = 0; k < 3; ++k) sum = v < sum ? sum - 1.0 : sum + v.wzyx;
    out[i] = sum * (sum.x + 2.0);
}
