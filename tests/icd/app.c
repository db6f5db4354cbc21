/* An OpenCL application as others write them: host code that knows nothing of clbundle. The first argument says what it
 * does.
 *
 * SPDX-License-Identifier: MIT */
#include <CL/cl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char scale_text[] = "__kernel void scale(__global float *x, const float f)\n"
                                 "{\n"
                                 "    const size_t i = get_global_id(0);\n"
                                 "    x[i] = x[i] * f + OFFSET;\n"
                                 "}\n";

typedef struct app {
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
} app;

static void need(cl_int code, const char *what)
{
    if (code == CL_SUCCESS) return;
    fprintf(stderr, "%s: %d\n", what, code);
    exit(3);
}

static void start(app *a)
{
    cl_platform_id platform;
    cl_int code;
    need(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    need(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &a->device, NULL), "clGetDeviceIDs");
    a->context = clCreateContext(NULL, 1, &a->device, NULL, NULL, &code);
    need(code, "clCreateContext");
    a->queue = clCreateCommandQueue(a->context, a->device, 0, &code);
    need(code, "clCreateCommandQueue");
}

static void finish(app *a)
{
    need(clReleaseCommandQueue(a->queue), "clReleaseCommandQueue");
    need(clReleaseContext(a->context), "clReleaseContext");
}

static void print_log(const app *a, cl_program program)
{
    char log[8192] = "";
    need(clGetProgramBuildInfo(program, a->device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL), "log");
    printf("%s", log);
}

/* Runs the kernel `scale` of a program over 1 to 8, and prints the first and the last result. */
static void run_scale(const app *a, cl_program program)
{
    float numbers[8] = {1, 2, 3, 4, 5, 6, 7, 8}, factor = 2;
    const size_t global = 8, local = 4;
    cl_int code;
    cl_kernel kernel = clCreateKernel(program, "scale", &code);
    need(code, "clCreateKernel");
    cl_mem memory =
        clCreateBuffer(a->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof numbers, numbers, &code);
    need(code, "clCreateBuffer");
    need(clSetKernelArg(kernel, 0, sizeof memory, &memory), "clSetKernelArg");
    need(clSetKernelArg(kernel, 1, sizeof factor, &factor), "clSetKernelArg");
    need(clEnqueueNDRangeKernel(a->queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL), "clEnqueueNDRangeKernel");
    need(clEnqueueNDRangeKernel(a->queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL), "clEnqueueNDRangeKernel");
    need(clEnqueueReadBuffer(a->queue, memory, CL_TRUE, 0, sizeof numbers, numbers, 0, NULL, NULL),
         "clEnqueueReadBuffer");
    printf("%g %g\n", numbers[0], numbers[7]);
    need(clReleaseMemObject(memory), "clReleaseMemObject");
    need(clReleaseKernel(kernel), "clReleaseKernel");
}

static cl_program build(const app *a, const char *text, const char *options)
{
    cl_int code;
    cl_program program = clCreateProgramWithSource(a->context, 1, &text, NULL, &code);
    need(code, "clCreateProgramWithSource");
    code = clBuildProgram(program, 1, &a->device, options, NULL, NULL);
    if (code == CL_SUCCESS) return program;
    printf("clBuildProgram: %d\n", code);
    print_log(a, program);
    need(clReleaseProgram(program), "clReleaseProgram");
    return NULL;
}

static void scale(const app *a, const char *options)
{
    cl_program program = build(a, scale_text, options);
    if (!program) exit(1);
    run_scale(a, program);
    need(clReleaseProgram(program), "clReleaseProgram");
}

/* Two units, one of which includes a header of the application's. */
static void link_units(const app *a)
{
    static const char *const texts[] = {"#include \"lib/offset.h\"\nfloat moved(float x) { return x + OFFSET; }\n",
                                        "float moved(float x);\n__kernel void scale(__global float *x, const float f) "
                                        "{ x[get_global_id(0)] = moved(x[get_global_id(0)] * f) + N; }\n",
                                        "#define OFFSET 100\n"};
    const char *name = "lib/offset.h";
    cl_program units[3], linked;
    cl_int code;
    for (int i = 0; i < 3; i++) {
        units[i] = clCreateProgramWithSource(a->context, 1, (const char **)&texts[i], NULL, &code);
        need(code, "clCreateProgramWithSource");
    }
    need(clCompileProgram(units[0], 1, &a->device, "", 1, &units[2], &name, NULL, NULL), "clCompileProgram");
    need(clCompileProgram(units[1], 1, &a->device, "-DN=1000", 0, NULL, NULL, NULL, NULL), "clCompileProgram");
    linked = clLinkProgram(a->context, 1, &a->device, "", 2, units, NULL, NULL, &code);
    if (code != CL_SUCCESS && linked) print_log(a, linked);
    need(code, "clLinkProgram");
    run_scale(a, linked);
    for (int i = 0; i < 3; i++) need(clReleaseProgram(units[i]), "clReleaseProgram");
    need(clReleaseProgram(linked), "clReleaseProgram");
}

/* Writes the binary to a file, or makes the program of what the file has. */
static void keep_binary(const app *a, const char *path, int write)
{
    static unsigned char bytes[1 << 16];
    unsigned char *place = bytes;
    size_t size = 0;
    cl_int code, status;
    cl_program program;
    FILE *file = fopen(path, write ? "wb" : "rb");
    if (!file) exit(4);
    if (write) {
        program = build(a, scale_text, "-DOFFSET=5");
        if (!program) exit(1);
        need(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL), "CL_PROGRAM_BINARY_SIZES");
        need(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof place, &place, NULL), "CL_PROGRAM_BINARIES");
        if (fwrite(bytes, 1, size, file) != size) exit(4);
    } else {
        size = fread(bytes, 1, sizeof bytes, file);
        program =
            clCreateProgramWithBinary(a->context, 1, &a->device, &size, (const unsigned char **)&place, &status, &code);
        need(code, "clCreateProgramWithBinary");
        need(clBuildProgram(program, 1, &a->device, "", NULL, NULL), "clBuildProgram");
        run_scale(a, program);
    }
    if (fclose(file) != 0) exit(4);
    need(clReleaseProgram(program), "clReleaseProgram");
}

enum { THREADS = 4 };

static void *be_builder(void *argument)
{
    scale(argument, "-DOFFSET=7");
    return NULL;
}

static void build_in_threads(app *a)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, be_builder, a) != 0) exit(4);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
}

/* Writes 0 to n - 1 to a buffer of n elements, with a kernel that is given n. */
static void count_up(const app *a, int n)
{
    static const char text[] = "__kernel void count_up(__global int *x, const int n)\n{\n    const int i = "
                               "get_global_id(0);\n    if (i < n) x[i] = i;\n}\n";
    const size_t global = (size_t)n;
    int last = -1;
    cl_int code;
    cl_program program = build(a, text, "");
    if (!program) exit(1);
    cl_kernel kernel = clCreateKernel(program, "count_up", &code);
    need(code, "clCreateKernel");
    cl_mem memory = clCreateBuffer(a->context, CL_MEM_READ_WRITE, global * sizeof last, NULL, &code);
    need(code, "clCreateBuffer");
    need(clSetKernelArg(kernel, 0, sizeof memory, &memory), "clSetKernelArg");
    need(clSetKernelArg(kernel, 1, sizeof n, &n), "clSetKernelArg");
    need(clEnqueueNDRangeKernel(a->queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL), "clEnqueueNDRangeKernel");
    need(clEnqueueReadBuffer(a->queue, memory, CL_TRUE, (global - 1) * sizeof last, sizeof last, &last, 0, NULL, NULL),
         "clEnqueueReadBuffer");
    printf("%d\n", last);
    need(clReleaseMemObject(memory), "clReleaseMemObject");
    need(clReleaseKernel(kernel), "clReleaseKernel");
    need(clReleaseProgram(program), "clReleaseProgram");
}

/* Launches a kernel with one work-item. `memory`: its argument, or NULL. */
static void launch_one(const app *a, cl_program program, const char *name, cl_mem memory)
{
    const size_t one = 1;
    cl_int code;
    cl_kernel kernel = clCreateKernel(program, name, &code);
    need(code, "clCreateKernel");
    if (memory) need(clSetKernelArg(kernel, 0, sizeof memory, &memory), "clSetKernelArg");
    need(clEnqueueNDRangeKernel(a->queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL), "clEnqueueNDRangeKernel");
    need(clReleaseKernel(kernel), "clReleaseKernel");
}

/* Two programs of one text count the launches of a kernel, each for itself, from 10 on. */
static void count_launches(const app *a)
{
    static const char text[] = "global int runs = 10;\nkernel void up(void) { runs++; }\n"
                               "kernel void tell(global int *x) { x[0] = runs; }\n";
    int runs[2] = {0, 0};
    cl_int code;
    cl_program programs[2] = {build(a, text, "-cl-std=CL2.0"), build(a, text, "-cl-std=CL2.0")};
    if (!programs[0] || !programs[1]) exit(1);
    cl_mem memory = clCreateBuffer(a->context, CL_MEM_READ_WRITE, sizeof *runs, NULL, &code);
    need(code, "clCreateBuffer");
    for (int i = 0; i < 4; i++) launch_one(a, programs[i == 2], "up", NULL);
    for (int i = 0; i < 2; i++) {
        launch_one(a, programs[i], "tell", memory);
        need(clEnqueueReadBuffer(a->queue, memory, CL_TRUE, 0, sizeof *runs, &runs[i], 0, NULL, NULL),
             "clEnqueueReadBuffer");
        need(clReleaseProgram(programs[i]), "clReleaseProgram");
    }
    printf("%d %d\n", runs[0], runs[1]);
    need(clReleaseMemObject(memory), "clReleaseMemObject");
}

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text = calloc(1, 1 << 22);
    if (!file || !text) exit(4);
    const size_t length = fread(text, 1, (1 << 22) - 1, file);
    text[length] = '\0';
    fclose(file);
    return text;
}

/* The types and qualifiers of a kernel's arguments. */
static void print_arguments(const app *a, const char *text)
{
    cl_int code;
    cl_uint count = 0;
    cl_program program = build(a, text, "-cl-kernel-arg-info");
    cl_kernel kernel = clCreateKernel(program, "k", &code);
    need(code, "clCreateKernel");
    need(clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof count, &count, NULL), "CL_KERNEL_NUM_ARGS");
    for (cl_uint i = 0; i < count; i++) {
        char type[64];
        cl_kernel_arg_type_qualifier qualifiers;
        need(clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_TYPE_NAME, sizeof type, type, NULL),
             "CL_KERNEL_ARG_TYPE_NAME");
        need(clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof qualifiers, &qualifiers, NULL),
             "CL_KERNEL_ARG_TYPE_QUALIFIER");
        printf("%s %d\n", type, (int)qualifiers);
    }
    need(clReleaseKernel(kernel), "clReleaseKernel");
    need(clReleaseProgram(program), "clReleaseProgram");
}

int main(int argc, char **argv)
{
    app a;
    const char *what = argc > 1 ? argv[1] : "scale", *word = argc > 2 ? argv[2] : "-DOFFSET=1";
    cl_uint units = 0;
    start(&a);
    if (strcmp(what, "scale") == 0) scale(&a, word);
    else if (strcmp(what, "link") == 0) link_units(&a);
    else if (strcmp(what, "write") == 0) keep_binary(&a, word, 1);
    else if (strcmp(what, "read") == 0) keep_binary(&a, word, 0);
    else if (strcmp(what, "count") == 0) count_up(&a, atoi(word));
    else if (strcmp(what, "threads") == 0) build_in_threads(&a);
    else if (strcmp(what, "variables") == 0) count_launches(&a);
    else if (strcmp(what, "units") == 0) {
        need(clGetDeviceInfo(a.device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL), "units");
        printf("%u\n", units);
    } else if (strcmp(what, "file") == 0) {
        char *text = read_file(word);
        cl_program program = build(&a, text, argc > 3 ? argv[3] : "");
        free(text);
        if (!program) return 1;
        printf("built\n");
        need(clReleaseProgram(program), "clReleaseProgram");
    } else if (strcmp(what, "arguments") == 0) {
        print_arguments(&a, word);
    } else if (strcmp(what, "built-in") == 0) {
        cl_int code;
        cl_program program = clCreateProgramWithBuiltInKernels(a.context, 1, &a.device, "scale", &code);
        need(code, "clCreateProgramWithBuiltInKernels");
        run_scale(&a, program);
        need(clReleaseProgram(program), "clReleaseProgram");
    } else if (strcmp(what, "hang") == 0) {
        scale(&a, word);
        fflush(stdout);
        for (;;) (void)getchar();
    }
    finish(&a);
    return 0;
}
