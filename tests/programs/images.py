"""Images of every format, kind and addressing mode, read and written by kernels and by commands, against a reference of its own
in double precision: OpenCL C 1.2, sections 6.12.14, 8.2 and 8.3. A line for each case that
differs by more than the specification allows, and at last how many cases there were. Formats that the device lacks are left out.

usage: images.py [kinds...]
SPDX-License-Identifier: MIT
"""
import sys

import numpy as np
import pyopencl as cl

M = cl.channel_type
O = cl.channel_order
rng = np.random.default_rng(7)

# place of red, green, blue, alpha in memory; 'z': 0, 'o': 1; alpha of the border
ORDERS = {'R': ('0zzo', 1, 1), 'A': ('zzz0', 1, 0), 'RG': ('01zo', 2, 1), 'RA': ('0zz1', 2, 0), 'RGB': ('012o', 3, 1), 'RGBx': ('012o', 3, 0),
          'RGBA': ('0123', 4, 0), 'BGRA': ('2103', 4, 0), 'ARGB': ('1230', 4, 0), 'ABGR': ('3210', 4, 0), 'INTENSITY': ('0000', 1, 0),
          'LUMINANCE': ('000o', 1, 1), 'sRGBA': ('0123', 4, 0), 'sBGRA': ('2103', 4, 0), 'sRGB': ('012o', 3, 1), 'sRGBx': ('012o', 4, 0)}
VALUES = {'R': 0x10B0, 'A': 0x10B1, 'RG': 0x10B2, 'RA': 0x10B3, 'RGB': 0x10B4, 'RGBA': 0x10B5, 'BGRA': 0x10B6, 'ARGB': 0x10B7, 'INTENSITY': 0x10B8,
          'LUMINANCE': 0x10B9, 'RGBx': 0x10BC, 'sRGB': 0x10BF, 'sRGBx': 0x10C0, 'sRGBA': 0x10C1, 'sBGRA': 0x10C2, 'ABGR': 0x10C3}
TYPES = {'SNORM_INT8': (np.int8, 0x10D0), 'SNORM_INT16': (np.int16, 0x10D1), 'UNORM_INT8': (np.uint8, 0x10D2), 'UNORM_INT16': (np.uint16, 0x10D3),
         'UNORM_SHORT_565': (np.uint16, 0x10D4), 'UNORM_SHORT_555': (np.uint16, 0x10D5), 'UNORM_INT_101010': (np.uint32, 0x10D6),
         'SIGNED_INT8': (np.int8, 0x10D7), 'SIGNED_INT16': (np.int16, 0x10D8), 'SIGNED_INT32': (np.int32, 0x10D9), 'UNSIGNED_INT8': (np.uint8, 0x10DA),
         'UNSIGNED_INT16': (np.uint16, 0x10DB), 'UNSIGNED_INT32': (np.uint32, 0x10DC), 'HALF_FLOAT': (np.float16, 0x10DD), 'FLOAT': (np.float32, 0x10DE),
         'UNORM_INT_101010_2': (np.uint32, 0x10E0)}
FIELDS = {'UNORM_SHORT_565': ((11, 31), (5, 63), (0, 31)), 'UNORM_SHORT_555': ((10, 31), (5, 31), (0, 31)),
          'UNORM_INT_101010': ((20, 1023), (10, 1023), (0, 1023)), 'UNORM_INT_101010_2': ((22, 1023), (12, 1023), (2, 1023), (0, 3))}
# kind: type, sizes (x fastest), layers, coordinate width
KINDS = {'1d': ('image1d_t', (37,), 0, 1), '1da': ('image1d_array_t', (19,), 5, 2), '2d': ('image2d_t', (17, 13), 0, 2),
         '2da': ('image2d_array_t', (9, 7), 4, 4), '3d': ('image3d_t', (7, 6, 5), 0, 4)}
ENUM = {'1d': cl.mem_object_type.IMAGE1D, '1da': cl.mem_object_type.IMAGE1D_ARRAY, '2d': cl.mem_object_type.IMAGE2D,
        '2da': cl.mem_object_type.IMAGE2D_ARRAY, '3d': cl.mem_object_type.IMAGE3D}

SOURCE = '''
#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable
#define READS(T, suffix)                                                                                              \\
    kernel void read_##suffix(read_only IMAGE im, sampler_t s, global const FC *at, global T *out, int n)             \\
    { int i = get_global_id(0); if (i < n) out[i] = read_image##suffix(im, s, at[i]); }                               \\
    kernel void whole_##suffix(read_only IMAGE im, sampler_t s, global const IC *at, global T *out, int n)            \\
    { int i = get_global_id(0); if (i < n) out[i] = read_image##suffix(im, s, at[i]); }                               \\
    kernel void plain_##suffix(read_only IMAGE im, global const IC *at, global T *out, int n)                         \\
    { int i = get_global_id(0); if (i < n) out[i] = read_image##suffix(im, at[i]); }                                  \\
    kernel void write_##suffix(write_only IMAGE im, global const IC *at, global const T *in, int n)                   \\
    { int i = get_global_id(0); if (i % 3 != 1 && i < n) write_image##suffix(im, at[i], in[i]); }
READS(float4, f) READS(int4, i) READS(uint4, ui)
kernel void ask(read_only IMAGE im, global int *out)
{ out[0] = get_image_width(im); out[1] = get_image_channel_data_type(im); out[2] = get_image_channel_order(im); }
kernel void inner(read_only IMAGE im, global const FC *at, global float4 *out, int n)
{
    const sampler_t s = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR;
    local float4 own[64];
    int i = get_global_id(0), l = get_local_id(0);
    own[l] = i < n ? read_imagef(im, s, at[i]) : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < n) out[i] = own[l];
}
'''


def linear(c):
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def decode(raw, order, kind):
    """Raw numbers (..., channels) as colours (..., 4), in double precision."""
    place, _, _ = ORDERS[order]
    if kind in FIELDS:
        raw = np.stack([(raw[..., 0] >> s & m) / m for s, m in FIELDS[kind]], -1)
    elif kind.startswith('SNORM'):
        raw = np.maximum(raw / float(np.iinfo(raw.dtype).max), -1.0)
    elif kind.startswith('UNORM'):
        raw = raw / float(np.iinfo(raw.dtype).max)
    else:
        raw = raw.astype(float)
    out = np.zeros(raw.shape[:-1] + (4,))
    for c, p in enumerate(place):
        out[..., c] = 0 if p == 'z' else 1 if p == 'o' else raw[..., int(p)]
        if order.startswith('s') and p not in 'zo' and c < 3:
            out[..., c] = linear(out[..., c])
    return out


def axis(u, size, mode, normalized, filtered):
    """Pixels and weights along an axis: [(index, weight)]; -1 and size are the border."""
    if mode == 'repeat':
        u = (u - np.floor(u)) * size
    elif mode == 'mirror':
        u = np.abs(u - 2 * np.rint(0.5 * u)) * size
    elif normalized:
        u = u * size
    if not filtered:
        places = [(np.floor(u), np.ones_like(u))]
    else:
        low = np.floor(u - 0.5)
        a = u - 0.5 - low
        places = [(low, 1 - a), (low + 1, a)]
    result = []
    for i, w in places:
        i = i.astype(int)
        if mode == 'repeat':
            i = i % size
        elif mode in ('edge', 'mirror'):
            i = np.clip(i, 0, size - 1)
        else:
            i = np.clip(i, -1, size)
        result.append((i, w))
    return result


def sample(colors, at, sizes, layers, order, mode, normalized, filtered):
    """colors: (layers or slices, rows, columns, 4)"""
    n = len(at)
    axes = [axis(at[:, d].astype(float), sizes[d], mode, normalized, filtered) for d in range(len(sizes))]
    layer = np.zeros(n, int)
    if layers:
        layer = np.clip(np.rint(at[:, len(sizes)].astype(float)), 0, layers - 1).astype(int)
    out = np.zeros((n, 4))
    border = np.array([0, 0, 0, ORDERS[order][2]], float)
    for corner in range(len(axes[0]) ** len(sizes)):
        weight, outside, index = np.ones(n), np.zeros(n, bool), []
        for d in range(len(sizes)):
            i, w = axes[d][corner >> d & 1 if filtered else 0]
            outside |= (i < 0) | (i >= sizes[d])
            weight = weight * w
            index.append(np.clip(i, 0, sizes[d] - 1))
        index += [np.zeros(n, int)] * (3 - len(index))
        own = colors[layer if layers else index[2], index[1], index[0]]
        out += weight[:, None] * np.where(outside[:, None], border, own)
    return out


def random_raw(shape, channels, kind):
    t = TYPES[kind][0]
    if np.issubdtype(t, np.floating):
        return rng.normal(size=shape + (channels,)).astype(t)
    info = np.iinfo(t)
    return rng.integers(info.min, info.max, size=shape + (channels,), endpoint=True, dtype=t)


# pyopencl.enqueue_copy knows images of two and three dimensions only, so that its own parts are called.
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
N = 1000


def close(found, wanted, kind, filtered):
    """Coordinates of linear filters are floats, so that weights are exact to 2^-23 times the image's side."""
    if 'SIGNED' in kind:
        return found.astype(float) == wanted
    return np.abs(found - wanted) <= (3e-5 if filtered else 2e-7 * np.maximum(np.abs(wanted), 1e-3))


def run(kind):
    image_type, sizes, layers, width = KINDS[kind]
    vector = '' if width == 1 else str(width)
    program = cl.Program(context, SOURCE.replace('IMAGE', image_type).replace('FC', 'float' + vector).replace('IC', 'int' + vector)).build()
    kernels = {k.function_name: k for k in program.all_kernels()}
    formats = {(f.channel_order, f.channel_data_type) for f in cl.get_supported_image_formats(context, cl.mem_flags.READ_ONLY, ENUM[kind])}
    dims = tuple(reversed(sizes))
    shape = ((layers,) if layers else ()) + dims
    full = (layers or (dims[0] if len(dims) == 3 else 1),) + (1,) * (2 - len(dims)) + dims[-2:]
    origin, region = (0,) * 3, tuple(reversed(shape)) + (1,) * (3 - len(shape))
    for order in ORDERS:
        for name, (dtype, number) in TYPES.items():
            packed = name in FIELDS
            if packed != (order in ('RGB', 'RGBx')) and not (packed and order == 'RGBA' and name.endswith('_2')):
                continue
            if name.endswith('_2') and order != 'RGBA':
                continue
            if (VALUES[order], number) not in formats:
                continue
            channels = 1 if packed else ORDERS[order][1]
            raw = random_raw(shape, channels, name)
            if order == 'sRGBx':
                raw[..., 3] = 0
            letter = 'i' if name.startswith('SIGNED') else 'ui' if name.startswith('UNSIGNED') else 'f'
            out_type = {'f': np.float32, 'i': np.int32, 'ui': np.uint32}[letter]
            image = make_image(kind, order, number, sizes, layers)
            cl._cl._enqueue_write_image(queue, image, origin, region, np.ascontiguousarray(raw), is_blocking=True)
            colors = decode(raw, order, name).reshape(full + (4,))
            out = cl.Buffer(context, cl.mem_flags.READ_WRITE, N * 16)
            found = np.zeros((N, 4), out_type)
            extents = np.array(list(sizes) + ([layers] if layers else []) + [1] * 4)[:width].astype(float)
            for mode, constant in (('edge', cl.addressing_mode.CLAMP_TO_EDGE), ('clamp', cl.addressing_mode.CLAMP), ('repeat', cl.addressing_mode.REPEAT),
                                   ('mirror', cl.addressing_mode.MIRRORED_REPEAT)):
                for normalized in (False, True):
                    for filtered in (False, True):
                        if (mode in ('repeat', 'mirror') and not normalized) or (filtered and letter != 'f'):
                            continue
                        sampler = cl.Sampler(context, normalized, constant, cl.filter_mode.LINEAR if filtered else cl.filter_mode.NEAREST)
                        at = (np.floor(rng.uniform(-0.6, 1.6, (N, width)) * extents) + rng.uniform(0.1, 0.9, (N, width)))
                        if normalized:
                            at[:, :len(sizes)] /= extents[:len(sizes)]
                        at = at.astype(np.float32)
                        at_buffer = cl.Buffer(context, cl.mem_flags.READ_ONLY | cl.mem_flags.COPY_HOST_PTR, hostbuf=np.ascontiguousarray(at))
                        kernels['read_' + letter](queue, (1024,), (64,), image, sampler, at_buffer, out, np.int32(N))
                        cl.enqueue_copy(queue, found, out)
                        wanted = sample(colors, at, sizes, layers, order, mode, normalized, filtered)
                        report(kind, order, name, mode, normalized, filtered, found, wanted)
                        if filtered and mode == 'repeat':
                            kernels['inner'](queue, (1024,), (64,), image, at_buffer, out, np.int32(N))
                            cl.enqueue_copy(queue, found, out)
                            report(kind, order, name, 'inner', normalized, filtered, found, wanted)
            sampler = cl.Sampler(context, False, cl.addressing_mode.CLAMP, cl.filter_mode.NEAREST)
            at = np.floor(rng.uniform(-0.6, 1.6, (N, width)) * extents).astype(np.int32)
            inside = np.floor(rng.uniform(0, 1, (N, width)) * extents).astype(np.int32)
            for kernel, points in (('whole_', at), ('plain_', inside)):
                at_buffer = cl.Buffer(context, cl.mem_flags.READ_ONLY | cl.mem_flags.COPY_HOST_PTR, hostbuf=np.ascontiguousarray(points))
                arguments = (sampler, at_buffer) if kernel == 'whole_' else (at_buffer,)
                kernels[kernel + letter](queue, (1024,), (64,), image, *arguments, out, np.int32(N))
                cl.enqueue_copy(queue, found, out)
                report(kind, order, name, kernel, False, False, found, sample(colors, points, sizes, layers, order, 'clamp', False, False))
            write(kind, kernels, image, raw, order, name, letter, sizes, layers, width, shape, origin, region, full)


def make_image(kind, order, number, sizes, layers):
    shape = tuple(sizes) + ((layers,) if layers else ())
    return cl.Image(context, cl.mem_flags.READ_WRITE, cl.ImageFormat(VALUES[order], number), shape, is_array=layers > 0)


def encode(values, order, name, old):
    place, channels, _ = ORDERS[order]
    out = old.copy()
    if name in FIELDS:
        bits = np.zeros(values.shape[:-1], np.uint64)
        for c, (s, m) in enumerate(FIELDS[name]):
            bits |= np.rint(np.clip(values[..., c].astype(float) * m, 0, m)).astype(np.uint64) << np.uint64(s)
        out[..., 0] = bits.astype(out.dtype)
        return out
    for c, p in reversed(list(enumerate(place))):
        if p in 'zo':
            continue
        v = values[..., c]
        if name.startswith(('UNORM', 'SNORM')):
            most = float(np.iinfo(out.dtype).max)
            v = np.rint(np.clip(values[..., c].astype(np.float32) * np.float32(most), -most - 1 if name[0] == 'S' else 0, most))
        elif 'SIGNED' in name:
            info = np.iinfo(out.dtype)
            v = np.clip(v.astype(np.int64), info.min, info.max)
        out[..., int(p)] = v.astype(out.dtype)
    return out


def write(kind, kernels, image, raw, order, name, letter, sizes, layers, width, shape, origin, region, full):
    if order.startswith('s'):
        return # a device need not write them
    total = int(np.prod(shape))
    places = rng.permutation(total)[:total // 2]
    points = np.zeros((total // 2, width), np.int32)
    for d, i in enumerate(reversed(np.unravel_index(places, shape))):
        points[:, d] = i
    if letter == 'f':
        values = rng.uniform(-1.5, 1.5, (total // 2, 4)).astype(np.float32)
    else:
        values = rng.integers(-2 ** 31, 2 ** 31, (total // 2, 4)).astype(np.int64)
        values = values.astype(np.int32) if letter == 'i' else (values & 0xffffffff).astype(np.uint32)
        values[::2] >>= 23
    points[-1, 0] = -1 # outside: nothing is written
    wanted = raw.reshape((total,) + raw.shape[-1:]).copy()
    use = np.arange(total // 2) % 3 != 1
    use[-1] = False
    wanted[places[use]] = encode(values[use], order, name, wanted[places[use]])
    f = cl.mem_flags
    kernels['write_' + letter](queue, (-(-len(points) // 64) * 64,), (64,), image, cl.Buffer(context, f.READ_ONLY | f.COPY_HOST_PTR, hostbuf=points),
                               cl.Buffer(context, f.READ_ONLY | f.COPY_HOST_PTR, hostbuf=values), np.int32(len(points)))
    got = np.empty_like(raw)
    cl._cl._enqueue_read_image(queue, image, origin, region, got, is_blocking=True)
    got = got.reshape(wanted.shape)
    bad = int(np.any(got != wanted, -1).sum())
    total_cases[0] += 1
    if bad:
        print('%s %s %s write: %d of %d differ' % (kind, order, name, bad, total), got[np.any(got != wanted, -1)][:3], wanted[np.any(got != wanted, -1)][:3])


total_cases = [0]


def report(kind, order, name, mode, normalized, filtered, found, wanted):
    bad = ~np.all(close(found, wanted, name, filtered), -1)
    total_cases[0] += 1
    if bad.any():
        print('%s %s %s %s%s%s: %d of %d differ' % (kind, order, name, mode, ' normalized' * normalized, ' linear' * filtered, bad.sum(), len(bad)),
              found[bad][:2], wanted[bad][:2])


# PyOpenCL makes no arrays of one-dimensional images of more than one layer.
for kind in sys.argv[1:] or ['1d', '2d', '2da', '3d']:
    before = total_cases[0]
    run(kind)
    print(kind, 'cases', total_cases[0] - before)
