/* printf of kernels, natively, compared with the C library's formatting.
 *
 * SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L

#include <clbundle/core.h>

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#if !defined(_WIN32)
#include <unistd.h>
#endif

#include "printing.h"

static char printed[8192], wanted[8192];
static int failures;

static void print(void *cookie, const char *text, size_t length)
{
    (void)cookie;
    if (length < sizeof printed - strlen(printed)) strncat(printed, text, length);
}

static void want(const char *format, ...)
{
    const size_t used = strlen(wanted);
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(wanted + used, sizeof wanted - used, format, arguments);
    va_end(arguments);
}

static void compare(const char *name, clb_status status)
{
    size_t at = 0;
    while (wanted[at] && wanted[at] == printed[at]) ++at;
    if (status || wanted[at] || printed[at]) {
        ++failures;
        printf("%s: status %d, different from character %zu on:\n  printed %s\n  wanted  %s\n", name, (int)status, at,
               printed + at, wanted + at);
    }
    printed[0] = wanted[0] = '\0';
}

static void check_integers(clb_device *device)
{
    static const struct {
        int32_t i;
        uint32_t u;
        int64_t l;
        uint64_t m;
        int8_t c;
        uint8_t h;
        int16_t s;
        uint16_t t;
    } rows[] = {{42, 42, 42, 42, 42, 42, 42, 42},
                {-7, 4294967295u, INT64_MIN, UINT64_MAX, -128, 255, -32768, 65535},
                {0, 0, 0, 0, 0, 0, 0, 0},
                {INT32_MAX, 8, -1, 1ull << 63, 127, 128, 32767, 32768},
                {INT32_MIN, 1u << 31, 1ll << 40, 1, -1, 1, -1, 1}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; ++k) {
        const int i = rows[k].i, c = rows[k].c, h = rows[k].h, s = rows[k].s, t = rows[k].t;
        const unsigned u = rows[k].u;
        const long long l = rows[k].l;
        const unsigned long long m = rows[k].m;
        want("%d|%i|%5d|%-5d|%05d|%+d|% d|%.3d|%8.3d|%-+6d|", i, i, i, i, i, i, i, i, i, i);
        want("%u|%x|%X|%o|%#x|%#o|%08x|%10u|", u, u, u, u, u, u, u, u);
        want("%lld|%llu|%llx|%20lld|%-20llu|%llo|", l, m, m, l, m, m);
        want("%hhd|%hhu|%hhx|%hd|%hu|%hx|%hhd|%hd|", (signed char)c, (unsigned char)h, (unsigned char)h, (short)s,
             (unsigned short)t, (unsigned short)t, (signed char)i, (short)i);
        want("%c%c|%5c|%-3c|%%|", 'a', (c & 31) | 64, 'b', 'c');
        compare("integers", printing_call_integers(
                                device,
                                printing_args_integers(.i = rows[k].i, .u = rows[k].u, .l = rows[k].l, .m = rows[k].m,
                                                       .c = rows[k].c, .h = rows[k].h, .s = rows[k].s, .t = rows[k].t),
                                NULL));
    }
}

static void check_reals(clb_device *device)
{
    static const double values[] = {0, 1, -1, 0.1, 123456.789, -0.0, 2.5, 3.5, 1e-10, -99999.95, 1e20, 7.25e-300};
    for (size_t k = 0; k < sizeof values / sizeof *values; ++k) {
        const double d = values[k], f = (double)(float)d;
        want("%f|%F|%.0f|%.2f|%10.3f|%-10.1f|%+f|% f|%010.2f|%#.0f|", f, f, f, f, f, f, f, f, f, f);
        want("%e|%E|%.3e|%g|%G|%.3g|%#g|%a|%A|%.2a|", d, d, d, d, d, d, d, d, d, d);
        want("%f|%5.1f|%e|%g|%a|", d * 1e300, d * 0.0, d * -1e-300, d * 1e10, d * 0.5);
        compare("reals", printing_call_reals(device, printing_args_reals(.f = (float)d, .d = d), NULL));
    }
    const double inf = (double)INFINITY;
    want("%f|%e|%g|%a|%F|%5.1f|%-6f|%06f|", inf, -inf, inf, inf, inf, -inf, inf, inf);
    want("%f|%d|", -0.0, 4);
    compare("ends", printing_call_ends(device, printing_args_ends(.zero = 0.0f), NULL));
}

static void check_strings(clb_device *device)
{
    want("text||a\tb\\\"%%d|no conversion at all\n%d mixed x %f %x|then 5|0,5,10,", 5, 0.5, 5);
    want("%10s|%-10s|%.2s|%8.3s|%-8.3s|%3s|", "text", "text", "text", "text", "text", "text");
    /* What is no directive is text, and what stands behind it is printed. */
    want("%5c|%-5c|%s|%d|%s|%d|%s\n0|", 'a', 'b', "%y|%5k", 5, "%v5d", 5, "100%!|%");
    compare("strings", printing_call_strings(device, printing_args_strings(.i = 5), NULL));
}

/* Called by itself, so that the address is known. */
static void check_pointers(void)
{
    static int32_t here[4];
    void *p = here;
    const int32_t k = clb_kernel_find(&printing_bundle, "pointers");
    const size_t one[] = {1, 1, 1}, zero[] = {0, 0, 0};
    clb_native_range range = clb_native_range_make(1, one, one, zero);
    range.print = print;
    void *arguments[] = {p};
    printing_bundle.native[k].run[0](&range, arguments, 0, 1, NULL);
    want("%p|%30p|%-30p|", p, p, p);
    compare("pointers", CLB_OK);
}

static void check_vectors(clb_device *device)
{
    const int32_t k = clb_kernel_find(&printing_bundle, "vectors");
    if (!printing_bundle.native[k].run[0]) {
        printf("vectors has no native version: %s\n", printing_bundle.native[k].reason);
        return;
    }
    want("%f,%f,%f,%f|%g,%g,%g,%g|", 1.0, -2.5, 0.0, 9.0, 1.0, -2.5, 0.0, 9.0);
    want("%8.2f,%8.2f,%8.2f,%8.2f|%a,%a,%a,%a|", 1.0, -2.5, 0.0, 9.0, 1.0, -2.5, 0.0, 9.0);
    want("9,-9,7|9,fffffff7,7|+9,-9,+7|   9,  -9,   7|200,3|-1,2,3,9|1,-2,3,-4,5,-6,7,9|-5000000000,9|%f,%f|", 0.25,
         9.0);
    for (int i = 0; i < 16; ++i) want(i < 15 ? "9," : "9|");
    compare("vectors", printing_call_vectors(device, printing_args_vectors(.i = 9), NULL));
}

static void check_functions(clb_device *device)
{
    for (int i = 4; i < 8; ++i) {
        want("%d|%s", i, i > 5 ? "more than 5|" : "");
        for (int k = 0; k < i; ++k) want("%d|", k * 10);
        want("%d|%f,%f,%f,%f|%d of 1|", i + 1, (double)i, 1.5, 2.0, -1.0, i);
        compare("functions", printing_call_functions(device, printing_args_functions(.i = i), NULL));
    }
}

#if !defined(_WIN32)
/* Of a launch of `lines`, what has reached the file behind the standard output when it returns. */
static void print_lines(clb_print *to, int32_t n, const char *name)
{
    clb_device *device = NULL;
    clb_error error = {0};
    const clb_device_params params = {
        .bundle = &printing_bundle, .filter = "native", .environment = "", .threads = 4, .print = to};
    const clb_launch launch = {.dimensions = 1, .global = {(size_t)n}, .local = {1}};
    const clb_host_argument arguments[] = {{&n, sizeof n}};
    FILE *file = tmpfile();
    (void)fflush(stdout);
    const int saved = dup(1);
    if (!file || saved < 0 || dup2(fileno(file), 1) < 0) {
        perror("test_printf");
        ++failures;
        return;
    }
    clb_status status = clb_device_open(&params, &device, &error);
    if (!status)
        status = clb_kernel_call(device, &printing_bundle, (uint32_t)clb_kernel_find(&printing_bundle, "lines"),
                                 &launch, arguments, 1, &error);
    (void)dup2(saved, 1); /* what is not written yet will not be */
    (void)close(saved);
    rewind(file);
    char line[80];
    int lines = 0, seen[2000] = {0};
    while (fgets(line, sizeof line, file)) {
        int i = -1, of = 0;
        if (sscanf(line, "line %d of %d", &i, &of) != 2 || of != n || i < 0 || i >= n || seen[i]++) ++failures;
        ++lines;
    }
    if (status || lines != (to ? 0 : n)) {
        printf("%s: status %d, %d lines of %d\n", name, (int)status, lines, (int)n);
        ++failures;
    }
    (void)fclose(file);
    clb_device_close(&device);
    clb_error_clear(&error);
}
#endif

int main(void)
{
    clb_device *device = NULL;
    clb_error error = {0};
    const clb_device_params params = {
        .bundle = &printing_bundle, .filter = "native", .environment = "", .print = print};
    if (clb_device_open(&params, &device, &error)) {
        printf("%s\n", error.message);
        return 1;
    }
    check_integers(device);
    check_reals(device);
    check_strings(device);
    check_pointers();
    check_vectors(device);
    check_functions(device);
    clb_device_close(&device);
#if !defined(_WIN32)
    (void)setvbuf(stdout, NULL, _IOFBF, 1 << 16);
    print_lines(NULL, 2000, "the standard output");
    print_lines(NULL, 3, "a few lines");
    print_lines(clb_print_discard, 2000, "nowhere");
#endif
    printf("%d failures\n", failures);
    return failures != 0;
}
