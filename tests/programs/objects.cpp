// OpenCL's C++ bindings, as their users write: exceptions, functors, vectors, an out-of-order queue.
//
// SPDX-License-Identifier: MIT
#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <cstdio>
#include <vector>

static const char text[] = "__kernel void add(__global const int *a, __global const int *b, __global int *c) {\n"
                           "    const size_t i = get_global_id(0);\n"
                           "    c[i] = a[i] + b[i];\n"
                           "}\n"
                           "__kernel void sums(__global const int *a, __global int *sums, __local int *shared) {\n"
                           "    const size_t l = get_local_id(0);\n"
                           "    shared[l] = a[get_global_id(0)];\n"
                           "    for (size_t n = get_local_size(0) / 2; n > 0; n /= 2) {\n"
                           "        barrier(CLK_LOCAL_MEM_FENCE);\n"
                           "        if (l < n) shared[l] += shared[l + n];\n"
                           "    }\n"
                           "    if (l == 0) sums[get_group_id(0)] = shared[0];\n"
                           "}\n";

int main()
{
    try {
        cl::Platform platform = cl::Platform::getDefault();
        std::printf("platform %s\n", platform.getInfo<CL_PLATFORM_NAME>().c_str());
        cl::Context context(CL_DEVICE_TYPE_ALL);
        cl::Device device = context.getInfo<CL_CONTEXT_DEVICES>().at(0);
        cl::CommandQueue queue(context, device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE);
        std::vector<int> a(1024), b(1024), c(1024), sums(16);
        for (int i = 0; i < 1024; i++) {
            a[i] = i;
            b[i] = 2 * i;
        }
        cl::Buffer da(context, a.begin(), a.end(), true), db(context, b.begin(), b.end(), true);
        cl::Buffer dc(context, CL_MEM_READ_WRITE, 4096), ds(context, CL_MEM_WRITE_ONLY, 64);
        cl::Program program(context, text, true);
        cl::KernelFunctor<cl::Buffer, cl::Buffer, cl::Buffer> add(program, "add");
        cl::Event added = add(cl::EnqueueArgs(queue, cl::NDRange(1024)), da, db, dc);
        cl::KernelFunctor<cl::Buffer, cl::Buffer, cl::LocalSpaceArg> sum(program, "sums");
        cl::Event summed =
            sum(cl::EnqueueArgs(queue, added, cl::NDRange(1024), cl::NDRange(64)), dc, ds, cl::Local(64 * sizeof(int)));
        std::vector<cl::Event> wait{summed};
        queue.enqueueReadBuffer(ds, CL_TRUE, 0, 64, sums.data(), &wait);
        int total = 0;
        for (int s : sums) total += s;
        std::printf("total %d\n", total);
        std::printf("profiled %d\n", summed.getProfilingInfo<CL_PROFILING_COMMAND_END>() >=
                                         summed.getProfilingInfo<CL_PROFILING_COMMAND_START>());
        try {
            cl::Program(context, "__kernel void bad() { missing(); }", true);
            std::printf("not refused\n");
        } catch (const cl::BuildError &error) {
            std::printf("refused %d\n", error.err());
        }
    } catch (const cl::Error &error) {
        std::printf("%s: %d\n", error.what(), error.err());
        return 1;
    }
    return 0;
}
