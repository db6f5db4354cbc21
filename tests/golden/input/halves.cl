// Products of 32-bit numbers in 64 bits: of the first, both halves are used by themselves; the second is used whole.
// @arg a: in n
// @arg out: out n
__kernel void halves(__global const uint *a, __global ulong *out, uint n)
{
    const uint i = get_global_id(0);
    ulong p = (ulong)a[i] * 0xd2511f53u;
    const uint high = (uint)(p >> 32), low = (uint)p;
    out[i] = (high ^ low) + (ulong)high * n;
}
