// Kernels that write and read pipes: OpenCL C 2.0.
typedef struct {
    int number;
    float3 place;
} item;

// One try each: status is what write_pipe says.
__kernel void produce(write_only pipe int to, const int first, __global int *status)
{
    const int i = get_global_id(0), x = first + i;
    status[i] = write_pipe(to, &x);
}

// The same; without a packet the value is -1.
__kernel void consume(read_only pipe int from, __global int *values)
{
    int x;
    values[get_global_id(0)] = read_pipe(from, &x) == 0 ? x : -1;
}

__kernel void produce_items(write_only pipe item to, __global int *status)
{
    const int i = get_global_id(0);
    const item x = {i, (float3)(i, i + 0.5f, -i)};
    status[i] = write_pipe(to, &x);
}

__kernel void consume_items(read_only pipe item from, __global int *numbers, __global float *places)
{
    const int i = get_global_id(0);
    item x;
    numbers[i] = -1;
    if (read_pipe(from, &x) != 0) return;
    numbers[i] = x.number;
    vstore3(x.place, i, places);
}

__kernel void produce_group(write_only pipe int to, __global int *valid)
{
    const int i = get_local_id(0);
    const reserve_id_t r = work_group_reserve_write_pipe(to, get_local_size(0));
    valid[get_global_id(0)] = is_valid_reserve_id(r);
    if (is_valid_reserve_id(r)) {
        write_pipe(to, r, i, &i);
        work_group_commit_write_pipe(to, r);
    }
}

// What the pipe says of itself.
__kernel void ask(read_only pipe int from, __global uint *answers)
{
    answers[0] = get_pipe_num_packets(from);
    answers[1] = get_pipe_max_packets(from);
}
