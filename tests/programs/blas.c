/* CLBlast's GEMM, AXPY and GEMV beside plain loops. Prints the largest differences.
 *
 * SPDX-License-Identifier: MIT */
#include <clblast_c.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 100 };

static void need(int code, const char *what)
{
    if (code == 0) return;
    printf("%s: %d\n", what, code);
    exit(1);
}

static void read_all(cl_command_queue queue, cl_mem memory, float *to, size_t size)
{
    need(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, size, to, 0, NULL, NULL), "clEnqueueReadBuffer");
}

int main(void)
{
    static float a[N * N], b[N * N], c[N * N], x[N * N], y[N];
    cl_platform_id platform;
    cl_device_id device;
    cl_int code;
    cl_event event;
    double most = 0;
    need(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    need(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
    need(code, "clCreateContext");
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &code);
    need(code, "clCreateCommandQueue");
    for (int i = 0; i < N * N; i++) {
        a[i] = (float)(i * 7 % 13 - 6);
        b[i] = (float)(i * 5 % 11 - 5);
        c[i] = 1;
    }
    cl_mem da = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof a, a, &code);
    cl_mem db = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof b, b, &code);
    cl_mem dc = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof c, c, &code);
    need(code, "clCreateBuffer");

    need(CLBlastSgemm(CLBlastLayoutRowMajor, CLBlastTransposeNo, CLBlastTransposeYes, N, N, N, 2, da, 0, N, db, 0, N,
                      0.5f, dc, 0, N, &queue, &event),
         "CLBlastSgemm");
    need(clWaitForEvents(1, &event), "clWaitForEvents");
    read_all(queue, dc, c, sizeof c);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double sum = 0;
            for (int k = 0; k < N; k++) sum += (double)a[i * N + k] * b[j * N + k];
            most = fmax(most, fabs(2 * sum + 0.5 - c[i * N + j]));
        }
    printf("gemm %g\n", most);

    need(CLBlastSaxpy(N * N, 3, da, 0, 1, db, 0, 1, &queue, &event), "CLBlastSaxpy");
    need(clWaitForEvents(1, &event), "clWaitForEvents");
    read_all(queue, db, x, sizeof x);
    most = 0;
    for (int i = 0; i < N * N; i++) most = fmax(most, fabs(x[i] - (b[i] + 3 * a[i])));
    printf("axpy %g\n", most);

    need(CLBlastSgemv(CLBlastLayoutRowMajor, CLBlastTransposeNo, N, N, 1, da, 0, N, db, 0, 1, 0, dc, 0, 1, &queue,
                      &event),
         "CLBlastSgemv");
    need(clWaitForEvents(1, &event), "clWaitForEvents");
    read_all(queue, dc, y, sizeof y);
    most = 0;
    for (int i = 0; i < N; i++) {
        double sum = 0;
        for (int k = 0; k < N; k++) sum += (double)a[i * N + k] * x[k];
        most = fmax(most, fabs(sum - y[i]));
    }
    printf("gemv %g\n", most);
    return 0;
}
