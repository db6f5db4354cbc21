/* Runs the kernels of known.cl on every device of this machine, and natively. A wrong result, a driver that refuses a
 * kernel, and one that hangs or crashes fail, unless runtime/opencl/quirks.c lists that kernel for the driver. Prints a
 * line a device and kernel. Each runs in a process of its own: test_known FILTER KERNEL.
 *
 * SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L

#include "known.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SECONDS = 8 }; /* for one kernel on one device; another driver than a hanging one takes a second at most */
enum { N = 96, M = 50 };

static int32_t table[M];

static int32_t want_array_parameter(int i)
{
    int sum = 0;
    for (int k = 0; k < 4; k++) sum = 10 * sum + (i + k) % 10;
    return sum;
}

static int32_t want_long_chain(int i)
{
    double x = i % 7, y = 1;
    for (int k = 0; k < 18; k++) {
        const double z = 3 * x - y;
        y = y + x;
        x = k % 3 == 2 ? z * 0.5 + 0.5 * (z - 2 * floor(0.5 * z)) : z - y;
    }
    return (int32_t)(x + y);
}

static int32_t want_index_of_double(int i)
{
    const double place = (i - 3) * 0.75;
    return place >= 0 && place < M ? table[(int)floor(place)] : -1;
}

enum { FIRST = -2, END = 5 };

static int32_t want_vector_result(int i)
{
    int32_t sum = 0;
    for (int k = FIRST; k < END; k++) {
        const int32_t x = i + k;
        sum += 1 + 2 * x + 3 * x * x + 5 * x * x * x;
    }
    return sum;
}

static int32_t want_guarded_barrier(int i)
{
    const int l = i % 16;
    int32_t sum = 0;
    for (int k = 0; k < 3 + l % 4; k++) sum = 2 * sum + (k < 3 ? (l + k + 1) % 16 + 1 : 0) + k;
    return sum;
}

static int32_t want_local_parameter(int i)
{
    const int l = i % 16, factor = i / 16 + 2;
    return factor * l - 1000 * (15 - l) + 100000 * factor;
}

static const struct {
    uint32_t kernel;
    const char *name;
    int32_t (*want)(int i);
} tests[] = {
    {known_KERNEL_array_parameter, "array_parameter", want_array_parameter},
    {known_KERNEL_long_chain, "long_chain", want_long_chain},
    {known_KERNEL_index_of_double, "index_of_double", want_index_of_double},
    {known_KERNEL_vector_result, "vector_result", want_vector_result},
    {known_KERNEL_guarded_barrier, "guarded_barrier", want_guarded_barrier},
    {known_KERNEL_local_parameter, "local_parameter", want_local_parameter},
};
enum { TESTS = sizeof tests / sizeof *tests };

static clb_status call(clb_device *device, uint32_t kernel, int32_t *out, clb_error *error)
{
    const int32_t n = N, m = M, first = FIRST, end = END;
    const clb_host_argument two[] = {{out, 0}, {&n, sizeof n}};
    const clb_host_argument indexed[] = {{table, 0}, {&m, sizeof m}, {out, 0}, {&n, sizeof n}};
    const clb_host_argument looped[] = {{out, 0}, {&first, sizeof first}, {&end, sizeof end}, {&n, sizeof n}};
    if (kernel == known_KERNEL_index_of_double)
        return clb_kernel_call(device, &known_bundle, kernel, NULL, indexed, 4, error);
    if (kernel == known_KERNEL_vector_result)
        return clb_kernel_call(device, &known_bundle, kernel, NULL, looped, 4, error);
    return clb_kernel_call(device, &known_bundle, kernel, NULL, two, 2, error);
}

static bool is_listed(const clb_device_info *info, const char *name)
{
    const clb_known *known;
    for (size_t i = 0; (known = clb_device_known(info, i)) != NULL; i++)
        if (known->test && strcmp(known->test, name) == 0) return true;
    return false;
}

/* In the process of its own: what a line ends with, and as exit status whether that is all right. */
static int run_one(const char *filter, size_t t)
{
    clb_error error = {0};
    clb_device *device = NULL;
    int32_t out[N];
    int wrong = 0;
    clb_status status = clb_device_open(
        &(clb_device_params){.bundle = &known_bundle, .environment = "", .filter = filter}, &device, &error);
    for (int i = 0; i < N; i++) out[i] = -99;
    if (status == CLB_OK) status = call(device, tests[t].kernel, out, &error);
    for (int i = 0; i < N && status == CLB_OK; i++) wrong += out[i] != tests[t].want(i);
    if (status != CLB_OK) printf("%s", error.message);
    else if (wrong) printf("%d of %d results are wrong", wrong, (int)N);
    else printf("right");
    (void)fflush(stdout);
    clb_error_clear(&error);
    clb_device_close(&device);
    return status == CLB_OK && wrong == 0 ? 0 : 1;
}

static bool is_right(const char *self, const char *filter, size_t t)
{
    char number[8];
    int state = -1;
    (void)snprintf(number, sizeof number, "%zu", t);
    (void)fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        (void)alarm(SECONDS);
        (void)execl(self, self, filter, number, (char *)NULL);
        _exit(1);
    }
    if (child < 0 || waitpid(child, &state, 0) != child) return false;
    if (WIFSIGNALED(state)) printf("%s", WTERMSIG(state) == SIGALRM ? "it hangs" : "it crashes");
    return WIFEXITED(state) && WEXITSTATUS(state) == 0;
}

/* The number of results that should not be. */
static int run_on(const char *self, const char *filter, const clb_device_info *info)
{
    int failures = 0;
    for (size_t t = 0; t < TESTS; t++) {
        const bool listed = is_listed(info, tests[t].name);
        printf("%s, %s: %s: ", info->name, info->driver, tests[t].name);
        const bool right = is_right(self, filter, t);
        printf("%s\n", listed ? right ? ", though it is listed" : ", as listed" : right ? "" : "; NOT LISTED");
        failures += !right && !listed;
    }
    return failures;
}

/* Every test that the table names is here. */
static int check_table(void)
{
    int missing = 0;
    const clb_known *known;
    for (size_t i = 0; (known = clb_device_known(NULL, i)) != NULL; i++) {
        bool found = known->test == NULL;
        for (size_t t = 0; t < TESTS; t++) found = found || strcmp(tests[t].name, known->test) == 0;
        if (!found) printf("there is no test '%s'\n", known->test);
        missing += !found;
    }
    return missing;
}

int main(int argc, char **argv)
{
    clb_error error = {0};
    clb_device_info *list = NULL;
    size_t count = 0;
    int failures = check_table();
    for (int i = 0; i < M; i++) table[i] = 7 * i + 3;
    if (argc == 3) return run_one(argv[1], (size_t)strtoul(argv[2], NULL, 10) % TESTS);
    if (clb_device_list(&(clb_device_params){.bundle = &known_bundle, .environment = ""}, &list, &count, &error) !=
        CLB_OK) {
        printf("%s\n", error.message);
        return 1;
    }
    for (size_t i = 0; i < count; i++) {
        char filter[32];
        (void)snprintf(filter, sizeof filter, "#%zu", i);
        if (list[i].rejected) printf("%s: left out: %s\n", list[i].name, list[i].reason);
        else failures += run_on(argv[0], filter, &list[i]);
    }
    clb_device_list_free(&list);
    return failures != 0;
}
