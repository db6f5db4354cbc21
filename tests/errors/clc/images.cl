// Images are read or written, not both.
void reads(__read_only image2d_t image) {}
__kernel void k(__read_only image2d_t in, __write_only image2d_t out, sampler_t s, __global float4 *o)
{
    o[0] = read_imagef(out, s, (int2)(0));
    write_imagef(in, (int2)(0), o[0]);
    reads(out);
    o[0] = read_imagef(in, s, 1);
    in = out;
    image2d_t copy = in;
    __read_only int x;
    int d = get_image_depth(in);
}
