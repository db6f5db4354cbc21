/* The programs and kernels of the fake OpenCL: part of fake_opencl.c. A binary is "FAKE" and the source; what a kernel
 * is given is checked where the launch is enqueued.
 *
 * SPDX-License-Identifier: MIT */

/* ---- Programs ---------------------------------------------------------------------------------------------------- */

cl_program clCreateProgramWithSource(cl_context context, cl_uint count, const char **texts, const size_t *lengths,
                                     cl_int *code)
{
    ENTER_CREATE(clCreateProgramWithSource, code);
    (void)is(&context->head, CONTEXT);
    size_t total = 0;
    for (cl_uint i = 0; i < count; i++) total += lengths[i];
    cl_program program = new_object(sizeof *program, PROGRAM);
    program->source = take(total + 1);
    for (cl_uint i = 0, at = 0; i < count; i++) {
        memcpy(program->source + at, texts[i], lengths[i]);
        at += (cl_uint)lengths[i];
    }
    program->source[total] = '\0';
    return program;
}

/* A binary of the fake is "FAKE" and the source. */
cl_program clCreateProgramWithBinary(cl_context context, cl_uint count, const cl_device_id *ids, const size_t *lengths,
                                     const unsigned char **binaries, cl_int *status, cl_int *code)
{
    ENTER_CREATE(clCreateProgramWithBinary, code);
    (void)count, (void)ids;
    (void)is(&context->head, CONTEXT);
    *status = lengths[0] >= 4 && memcmp(binaries[0], "FAKE", 4) == 0 ? CL_SUCCESS : CL_INVALID_BINARY;
    if (*status != CL_SUCCESS) {
        *code = CL_INVALID_BINARY;
        return NULL;
    }
    cl_program program = new_object(sizeof *program, PROGRAM);
    program->source = take(lengths[0] - 3);
    memcpy(program->source, binaries[0] + 4, lengths[0] - 4);
    program->binary = true;
    return program;
}

static void write_log(cl_program program, const char *error)
{
    int line = 1, column = 1, number = 1;
    char file[64] = "whole";
    for (const char *at = program->source; at < error; at++) {
        column = *at == '\n' ? 1 : column + 1;
        if (*at != '\n') continue;
        line++;
        number++;
        if (!setup.ignore_line_marks && sscanf(at + 1, "#line %d \"%63[^\"]\"", &line, file) == 2) line--;
    }
    (void)snprintf(program->log, sizeof program->log,
                   "%s:%d:%d: error: use of undeclared identifier 'undeclared_name'\n%*s\n1 error generated.\n", file,
                   setup.ignore_line_marks ? number : line, column, 2000, "^");
}

cl_int clBuildProgram(cl_program program, cl_uint count, const cl_device_id *ids, const char *options,
                      void (*notify)(cl_program, void *), void *cookie)
{
    ENTER(clBuildProgram);
    (void)count, (void)ids, (void)notify, (void)cookie;
    pthread_mutex_lock(&options_lock);
    (void)snprintf(latest_options, sizeof latest_options, "%s", options);
    pthread_mutex_unlock(&options_lock);
    rest(setup.build_ms * UINT32_C(1000));
    if (program->binary && setup.refuse_binaries) return CL_INVALID_BINARY;
    const char *error = strstr(program->source, "undeclared_name");
    if (error) {
        write_log(program, error);
        return CL_BUILD_PROGRAM_FAILURE;
    }
    program->built = true;
    return CL_SUCCESS;
}

static void free_program(cl_program program)
{
    give_back(program->source);
    give_back(program);
}

cl_int clReleaseProgram(cl_program program)
{
    const cl_int code = entered(NUMBER_clReleaseProgram);
    if (drop(&program->head, PROGRAM)) free_program(program);
    return code; /* released all the same */
}

cl_int clGetProgramInfo(cl_program program, cl_program_info parameter, size_t size, void *value, size_t *full)
{
    ENTER(clGetProgramInfo);
    const size_t length = strlen(program->source) + 4;
    if (parameter == CL_PROGRAM_BINARY_SIZES) return answer(&length, sizeof length, size, value, full);
    unsigned char *to = *(unsigned char **)value;
    memcpy(to, "FAKE", 4);
    memcpy(to + 4, program->source, length - 4);
    return CL_SUCCESS;
}

cl_int clGetProgramBuildInfo(cl_program program, cl_device_id device, cl_program_build_info parameter, size_t size,
                             void *value, size_t *full)
{
    ENTER(clGetProgramBuildInfo);
    (void)device, (void)parameter;
    return answer_text(program->log, size, value, full);
}

/* ---- Kernels ----------------------------------------------------------------------------------------------------- */

cl_kernel clCreateKernel(cl_program program, const char *name, cl_int *code)
{
    static const struct {
        const char *name, *kinds;
    } known[] = {{"scale", "bvbv"},
                 {"shift", "bvv"},
                 {"group_sum", "blbv"},
                 {"grid", "bvv"},
                 {"wide", "vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvb"},
                 {"required", "bv"},
                 {"extent", "bvv"},
                 {"increase", "bv"},
                 {"add", "bvbvbv"},
                 /* tests/constants: to be built only */
                 {"sums", "bvb"},
                 {"rotate_groups", "blv"},
                 {"bias", "bv"},
                 {"plain", "bv"},
                 {"many", "bv"},
                 {"deep", "bv"},
                 {"kernel_in_kernel", "bv"}};
    ENTER_CREATE(clCreateKernel, code);
    *code = -46;
    if (!is(&program->head, PROGRAM) || !program->built) return NULL;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcmp(known[i].name, name) != 0 || !strstr(program->source, name)) continue;
        cl_kernel kernel = new_object(sizeof *kernel, KERNEL);
        (void)snprintf(kernel->name, sizeof kernel->name, "%s", name);
        kernel->kinds = known[i].kinds;
        kernel->argument_count = (cl_uint)strlen(known[i].kinds);
        *code = CL_SUCCESS;
        return kernel;
    }
    return NULL;
}

cl_int clReleaseKernel(cl_kernel kernel)
{
    const cl_int code = entered(NUMBER_clReleaseKernel);
    if (drop(&kernel->head, KERNEL)) give_back(kernel);
    return code; /* released all the same */
}

cl_int clGetKernelInfo(cl_kernel kernel, cl_kernel_info parameter, size_t size, void *value, size_t *full)
{
    ENTER(clGetKernelInfo);
    (void)parameter;
    return answer_uint(kernel->argument_count + setup.argument_shift, size, value, full);
}

cl_int clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info parameter, size_t size,
                                void *value, size_t *full)
{
    ENTER(clGetKernelWorkGroupInfo);
    (void)kernel, (void)device;
    const size_t group = parameter == CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE ? 32 : 512;
    if (parameter == CL_KERNEL_LOCAL_MEM_SIZE) return answer_ulong(40, size, value, full);
    if (parameter == CL_KERNEL_PRIVATE_MEM_SIZE) return answer_ulong(8, size, value, full);
    return answer(&group, sizeof group, size, value, full);
}

/* Something that belongs to the calling thread. A thread-local variable would be allocated when it is first used, and
 * end the process where there is no memory. */
static void *this_thread(void)
{
    return (void *)(uintptr_t)pthread_self();
}

/* Two threads in a call with one kernel, or one that comes between another's arguments and launch. */
static void hold(cl_kernel kernel)
{
    void *owner = atomic_load_explicit(&kernel->owner, memory_order_relaxed);
    if (atomic_exchange_explicit(&kernel->busy, 1, memory_order_relaxed) || (owner && owner != this_thread()))
        atomic_fetch_add(&misused, 1);
}

static void let_go(cl_kernel kernel, bool keep)
{
    atomic_store_explicit(&kernel->owner, keep ? this_thread() : NULL, memory_order_relaxed);
    atomic_store_explicit(&kernel->busy, 0, memory_order_relaxed);
}

static cl_int set_argument(cl_kernel kernel, cl_uint i, size_t size, const void *value)
{
    ENTER(clSetKernelArg);
    if (!is(&kernel->head, KERNEL)) return -48;
    if (i >= kernel->argument_count) return -49;
    if (value && size > sizeof kernel->values[i]) return -51;
    if (value) memcpy(kernel->values[i], value, size);
    kernel->set[i] = true;
    return CL_SUCCESS;
}

cl_int clSetKernelArg(cl_kernel kernel, cl_uint i, size_t size, const void *value)
{
    hold(kernel);
    const cl_int code = set_argument(kernel, i, size, value);
    let_go(kernel, code == CL_SUCCESS);
    return code;
}

static cl_int check_range(bool non_uniform, cl_uint dimensions, const size_t *global, const size_t *local)
{
    size_t items = 1;
    for (cl_uint d = 0; d < dimensions; d++) {
        if (global[d] == 0) return -63;
        if (!local) continue;
        if (local[d] == 0 || (global[d] % local[d] != 0 && !non_uniform)) return -54;
        items *= local[d];
    }
    return items > 512 ? -54 : CL_SUCCESS;
}

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t *offset,
                              const size_t *global, const size_t *local, cl_uint count, const cl_event *wait,
                              cl_event *event)
{
    hold(kernel);
    cl_int code = entered(NUMBER_clEnqueueNDRangeKernel);
    if (code == CL_SUCCESS) code = atomic_load(&queue->broken);
    for (cl_uint i = 0; i < kernel->argument_count && code == CL_SUCCESS; i++)
        if (!kernel->set[i]) code = -52;
    for (cl_uint i = 0; i < count && code == CL_SUCCESS; i++)
        if (!is(&wait[i]->head, EVENT)) code = -57;
    if (code == CL_SUCCESS) code = check_range(queue->non_uniform, dimensions, global, local);
    if (code == CL_SUCCESS) {
        command c = {.kind = RUN, .range = {.dimensions = dimensions, .global = {1, 1, 1}}};
        memcpy(c.kernel.name, kernel->name, sizeof c.kernel.name);
        memcpy(c.kernel.values, kernel->values, sizeof c.kernel.values);
        c.kernel.kinds = kernel->kinds;
        for (cl_uint i = 0; i < kernel->argument_count; i++)
            if (kernel->kinds[i] == 'b' && is(&VALUE(cl_mem, i)->head, MEMORY)) retain(&VALUE(cl_mem, i)->head);
        for (cl_uint d = 0; d < dimensions; d++) {
            c.range.global[d] = global[d];
            c.range.offset[d] = offset ? offset[d] : 0;
            c.range.local[d] = local ? local[d] : 0;
        }
        const unsigned i = atomic_fetch_add(&launches_made, 1);
        if (i < MAX_LAUNCHES) launches[i] = c.range;
        code = append(queue, &c, count, wait, event);
    }
    let_go(kernel, false);
    return code;
}
