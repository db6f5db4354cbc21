// A captured program to which specialisation constants were added: it runs with their defaults.
// @constant WIDTH: int = 4 in 2, 4
// @constant SCALE: int = 7
__kernel void filled(__global int *y)
{
    for (int i = 0; i < WIDTH; i++) y[i] = SCALE;
}

__kernel __attribute__((reqd_work_group_size(WIDTH, 1, 1))) void grouped(__global int *y)
{
    y[get_global_id(0)] = (int)get_local_size(0) + SCALE;
}
