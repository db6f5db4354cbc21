#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""kernels.py [--time N] [--platform TEXT] [NAME...]: runs the kernels of random.cl, random_counts.cl and multinom.cl on
an OpenCL device, each built alone, and compares them bit for bit with the same sources compiled as C. Each range is
also run in two parts with another work-group size, which must give the same bits. With --time N it prints the build
time and the throughput for N elements instead of comparing. Environment: VARIATES_N, the number of elements (4000;
fewer for Oclgrind); VARIATES, an executable of variates.c to compare with. Exit status 77: no OpenCL device."""
import ctypes as C, os, re, struct, subprocess, sys, tempfile, time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]
import quick, variates

KERNELS = os.path.normpath(os.path.join(quick.CL, '..', 'kernels', 'nmath'))
N, FIRST, STREAM, SEED = int(os.environ.get('VARIATES_N', 4000)), (1 << 33) - 1500, (5 << 32) + 9, 0x123456789abcdef1
CASES = '''unif_rand : | norm_rand : | exp_rand : | R_unif_index : 1e9 | R_unif_index : 6755399441055744
runif : -3 11 | rnorm : 1 3 | rlnorm : 1 20 | rexp : 3 | rweibull : 0.05 2 | rcauchy : 1 2 | rlogis : 1 2 | rt : 0.1
rt : 2.5 | rt : 1e6 | rgamma : 0.001 2 | rgamma : 0.3 2 | rgamma : 7.5 2 | rgamma : 1e10 1 | rchisq : 3.3
rbeta : 0.4 1.7 | rbeta : 0.001 0.002 | rbeta : 300 5000 | rf : 1.5 4.5 | rf : 0.1 100 | rnchisq : 1.5 30
rnchisq : 0 2 | rgeom : 0.03 | rgeom : 1e-9 | rpois : 0.5 | rpois : 9.5 | rpois : 10.5 | rpois : 650 | rpois : 1e8
rbinom : 20 0.3 | rbinom : 100 0.95 | rbinom : 2000 0.7 | rbinom : 1e9 0.25 | rnbinom : 2.5 0.1 | rnbinom : 0.01 1e-3
rnbinom_mu : 2.5 40 | rnbinom_mu : 1e6 3 | rhyper : 15 20 9 | rhyper : 1500 2000 900 | rhyper : 1e9 1e9 1e6
rhyper : 1e6 50 9e5 | rsignrank : 1 | rsignrank : 150 | rsignrank : 1000 | rwilcox : 20 35 | rwilcox : 200 10'''


def cases():
    for c in CASES.replace('\n', '|').split('|'):
        name, _, args = c.partition(':')
        yield name.strip(), [float(a) for a in args.split()]


class Device:
    def __init__(self, want):
        try: cl = self.cl = C.CDLL('libOpenCL.so.1')
        except OSError: sys.exit(77)
        for f in 'Context CommandQueue ProgramWithSource Kernel Buffer'.split():
            getattr(cl, 'clCreate' + f).restype = C.c_void_p
        ids = (C.c_void_p * 16)()
        n = C.c_uint()
        cl.clGetPlatformIDs(16, ids, C.byref(n))
        self.dev = None
        for p in ids[:n.value]:
            d, text = C.c_void_p(), C.create_string_buffer(4096)
            if cl.clGetDeviceIDs(C.c_void_p(p), C.c_ulong(0xFFFFFFFF), 1, C.byref(d), None): continue
            for key in (0x102B, 0x102C): # name, vendor
                cl.clGetDeviceInfo(d, key, 4096, text, None)
                if want.lower() in text.value.decode().lower(): self.dev = d
            if self.dev: break
        if not self.dev: sys.exit(77)
        cl.clGetDeviceInfo(self.dev, 0x102B, 4096, text, None)
        self.name = text.value.decode()
        e = C.c_int()
        self.ctx = C.c_void_p(cl.clCreateContext(None, 1, C.byref(self.dev), None, None, C.byref(e)))
        self.queue = C.c_void_p(cl.clCreateCommandQueue(self.ctx, self.dev, C.c_ulong(0), C.byref(e)))

    def build(self, source, name):
        cl, e = self.cl, C.c_int()
        text = C.c_char_p(source.encode())
        p = C.c_void_p(cl.clCreateProgramWithSource(self.ctx, 1, C.byref(text), None, C.byref(e)))
        start = time.time()
        r = cl.clBuildProgram(p, 1, C.byref(self.dev), b'-cl-std=CL1.2', None, None)
        if r:
            log = C.create_string_buffer(1 << 20)
            cl.clGetProgramBuildInfo(p, self.dev, 0x1183, 1 << 20, log, None)
            raise SystemExit('%s: build failed (%d)\n%s' % (name, r, log.value.decode()))
        k = C.c_void_p(cl.clCreateKernel(p, (name + '_kernel').encode(), C.byref(e)))
        assert not e.value, (name, e.value)
        return k, time.time() - start

    def buffer(self, values=None, size=0):
        e = C.c_int()
        data = struct.pack('<%dd' % len(values), *values) if values else None
        size = C.c_size_t(len(data) if data else size)
        flags = C.c_ulong(1 | (32 if values else 0))
        b = C.c_void_p(self.cl.clCreateBuffer(self.ctx, flags, size, data, C.byref(e)))
        assert not e.value, e.value
        return b

    def launch(self, kernel, args, n, local):
        for i, a in enumerate(args):
            r = self.cl.clSetKernelArg(kernel, i, C.c_size_t(C.sizeof(a)), C.byref(a))
            assert not r, (i, r)
        g, l = C.c_size_t((n + local - 1) // local * local), C.c_size_t(local)
        r = self.cl.clEnqueueNDRangeKernel(self.queue, kernel, 1, None, C.byref(g), C.byref(l), 0, None, None)
        assert not r, r

    def read(self, b, n):
        out = (C.c_char * (8 * n))()
        assert not self.cl.clEnqueueReadBuffer(self.queue, b, 1, C.c_size_t(0), C.c_size_t(8 * n), out, 0, None, None)
        return bytes(out)

    def free(self, *bs):
        for b in bs: self.cl.clReleaseMemObject(b)


def program(name):
    order = []
    quick.closure(name, set(), order)
    # only this kernel's line of the kernel file: the others need functions that are not in its closure
    text = ''
    headers = [os.path.join(KERNELS, h) for h in ('signatures.h', 'elementwise.h', 'shared.h')]
    for p in [os.path.join(quick.CL, 'OPENCL.cl')] + order + headers:
        text += open(p).read().replace('#include', '//') + '\n'
    if name == 'rmultinom': return text + open(os.path.join(KERNELS, 'multinom.cl')).read().replace('#include', '//')
    kernels = ''.join(open(os.path.join(KERNELS, f)).read() for f in ('random.cl', 'random_counts.cl'))
    line = re.search(r'^(VARIATE|TRY|PAIR|WALK)\d\(%s\b.*$' % name, kernels, re.M)
    return text + line.group(0) + '\n'


def draw(dev, kernel, args, first, n, local, out):
    head = []
    bufs = [dev.buffer([a]) for a in args]
    for b in bufs: head += [b, C.c_ulong(0)]
    dev.launch(kernel, head + [C.c_ulong(SEED), C.c_ulong(STREAM), C.c_ulong(first), out, C.c_ulong(n)], n, local)
    return bufs


def main():
    argv, want, timed = sys.argv[1:], '', 0
    while argv and argv[0].startswith('--'):
        if argv[0] == '--platform': want = argv[1]
        elif argv[0] == '--time': timed = int(float(argv[1]))
        else: sys.exit(__doc__)
        argv = argv[2:]
    dev, failures, count, built = Device(want), 0, 0, {}
    print(dev.name)
    with tempfile.TemporaryDirectory() as d:
        exe = os.environ.get('VARIATES')
        if not exe and not timed:
            exe = os.path.join(d, 'variates')
            variates.build(exe)
        for name, args in cases():
            if argv and name not in argv: continue
            if name not in built: built[name] = dev.build(program(name), name)
            kernel, seconds = built[name]
            label = '%s(%s)' % (name, ', '.join('%g' % a for a in args))
            if timed:
                out = dev.buffer(size=8 * timed)
                best = 1e9
                for _ in range(4):
                    dev.cl.clFinish(dev.queue)
                    start = time.time()
                    bufs = draw(dev, kernel, args, 0, timed, 256, out)
                    dev.cl.clFinish(dev.queue)
                    best = min(best, time.time() - start)
                    dev.free(*bufs)
                dev.free(out)
                print('%-28s build %5.2f s   %8.3g per second' % (label, seconds, timed / best), flush=True)
                continue
            out, parts = dev.buffer(size=8 * N), []
            bufs = draw(dev, kernel, args, FIRST, N, 64, out)
            got = dev.read(out, N)
            for first, n, local in ((0, N // 4 + 1, 1), (N // 4 + 1, N - N // 4 - 1, 16)):
                bufs += draw(dev, kernel, args, FIRST + first, n, local, out)
                parts.append(dev.read(out, n))
            dev.free(out, *bufs)
            command = [exe, '--raw', name, str(SEED), str(STREAM), str(FIRST), str(N)] + [repr(a) for a in args]
            ref = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
            count += 1
            if got != ref:
                bad = [i for i in range(N) if got[8 * i:8 * i + 8] != ref[8 * i:8 * i + 8]]
                pair = [struct.unpack_from('<d', x, 8 * bad[0])[0] for x in (got, ref)]
                print('FAIL %s: %d differ, first at %d: %r, as C %r' % (label, len(bad), bad[0], pair[0], pair[1]))
                failures += 1
            if b''.join(parts) != got:
                print('FAIL %s: depends on the split or the work-group size' % label)
                failures += 1
        if not argv or 'rmultinom' in argv:
            count += 1
            k, n, weights = 5, 1000, [1.0, 0.0, 5.0, 1e-18, 3.0]
            kernel, seconds = dev.build(program('rmultinom'), 'rmultinom')
            size, prob, out = dev.buffer([100.0]), dev.buffer(weights), dev.buffer(size=8 * k * n)
            where = [C.c_ulong(SEED), C.c_ulong(STREAM), C.c_ulong(FIRST)]
            dev.launch(kernel, [size, C.c_ulong(0), prob, C.c_uint(k)] + where + [out, C.c_ulong(n)], n, 8)
            x = struct.unpack('<%dd' % (k * n), dev.read(out, k * n))
            ok = all(sum(x[i:i + k]) == 100 and x[i + 1] == 0 and x[i + 3] == 0 for i in range(0, k * n, k))
            mean = sum(x[2::k]) / n
            if not ok or abs(mean - 500 / 9) > 4 * (100 * 5 / 9 * 4 / 9 / n) ** .5:
                print('FAIL rmultinom', mean)
                failures += 1
            if timed: print('%-28s build %5.2f s' % ('rmultinom', seconds))
    took = sorted([s for _, s in built.values()] or [0])
    if not timed:
        text = '%d cases, %d failures; builds: median %.2f s, worst %.2f s'
        print(text % (count, failures, took[len(took) // 2], took[-1]))
    sys.exit(failures > 0)


if __name__ == '__main__': main()
