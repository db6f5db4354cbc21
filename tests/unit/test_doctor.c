/* The doctor's parts: child processes, and what is looked at on a machine.
 *
 * SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700
#include "support.h"

#include "doctor/child.h"
#include "doctor/machine.h"
#include "doctor/report.h"

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- Child processes ---- */

typedef enum end { ENDS_WELL, EXITS, CRASHES, HANGS, LEAVES_A_HELPER } end;

static void work(void *context, buffer *out)
{
    switch (*(const end *)context) {
    case ENDS_WELL:
        puts("to the terminal, it thinks");
        for (int i = 0; i < 100000; ++i) buffer_adds(out, "result");
        break;
    case EXITS:
        buffer_adds(out, "lost");
        puts("first\nlast\n");
        exit(7);
    case CRASHES: (void)raise(SIGBUS); break;
    case LEAVES_A_HELPER: /* which holds the pipes open */
        if (fork() > 0) _exit(3);
        for (;;) (void)pause();
    case HANGS:
        for (;;) (void)pause();
    }
}

static child_result run(end how, double seconds, const char *said)
{
    child_result r;
    buffer text = {0};
    child_run(work, &how, seconds, &r);
    child_describe(&r, seconds, &text);
    assert_string_equal(text.text ? text.text : "", said);
    buffer_free(&text);
    return r;
}

static void the_end_of_a_child_is_told(void **state)
{
    (void)state;
    child_result r = run(ENDS_WELL, 60, "");
    assert_int_equal(r.how, CHILD_DONE);
    assert_int_equal(r.bytes.length, 600000);
    assert_memory_equal(r.bytes.text + 599994, "result", 6);
    buffer_free(&r.bytes);
    r = run(EXITS, 60, "ended the process with status 7; its last output: last");
    assert_int_equal(r.how, CHILD_DIED);
    assert_int_equal(r.bytes.length, 0);
    r = run(CRASHES, 60, "crashed (Bus error)");
    assert_int_equal(r.signal, SIGBUS);
    r = run(HANGS, 0.2, "did not answer within 0.2 s");
    assert_int_equal(r.how, CHILD_LATE);
    assert_true(r.seconds >= 0.2 && r.seconds < 30);
    r = run(LEAVES_A_HELPER, 0.5, "did not answer within 0.5 s");
    assert_int_equal(r.how, CHILD_LATE);
    assert_true(r.seconds < 30);
}

/* ---- The machine ---- */

static void make(const char *root, const char *path, const char *text)
{
    char whole[600];
    (void)snprintf(whole, sizeof whole, "%s/%s", root, path);
    for (char *slash = whole + strlen(root) + 1; (slash = strchr(slash, '/')) != NULL; *slash++ = '/') {
        *slash = '\0';
        (void)mkdir(whole, 0755);
    }
    FILE *file = text ? fopen(whole, "w") : NULL;
    if (text) {
        assert_non_null(file);
        (void)fputs(text, file);
        (void)fclose(file);
    } else {
        (void)mkdir(whole, 0755);
    }
}

/* As another user than root, whom no permission stops. */
static void look_at(const char *root)
{
    arena a = {0};
    const machine m = machine_inspect(&a, root, 30);
    static const char *const files[] = {"/dev/dri/renderD128", "/dev/dri/renderD129", "/dev/accel/accel0",
                                        "/dev/nvidia0", "/dev/nvidiactl"};
    bool right = m.file_count == 5 && m.driver_count == 2;
    for (size_t i = 0; right && i < 5; ++i)
        right =
            strcmp(m.files[i].path + strlen(root), files[i]) == 0 && m.files[i].usable == (i != 1) && *m.files[i].group;
    right = right && strstr(m.drivers[0].file, "/etc/OpenCL/vendors/a.icd") &&
            strcmp(m.drivers[0].library, "libnone.so") == 0 && strstr(m.drivers[0].problem, "it does not load: ") &&
            strcmp(m.drivers[1].problem, "it names no library") == 0;
    arena_free(&a);
    _exit(!right);
}

static void device_files_that_may_not_be_used_are_told(void **state)
{
    char root[] = "/tmp/doctorXXXXXX", path[100], command[200];
    int ended = -1;
    (void)state;
    assert_non_null(mkdtemp(root));
    assert_int_equal(chmod(root, 0755), 0);
    static const char *const files[] = {"dev/dri/renderD128", "dev/dri/renderD129", "dev/dri/card0",
                                        "dev/accel/accel0",   "dev/nvidia0",        "dev/nvidiactl",
                                        "dev/nvidia-modeset"};
    for (size_t i = 0; i < sizeof files / sizeof *files; ++i) {
        make(root, files[i], "");
        (void)snprintf(path, sizeof path, "%s/%s", root, files[i]);
        assert_int_equal(chmod(path, i == 1 ? 0 : 0666), 0);
    }
    make(root, "dev/dri/renderD130", NULL);
    make(root, "etc/OpenCL/vendors/a.icd", "  libnone.so \n");
    make(root, "etc/OpenCL/vendors/b.icd", "\n");
    make(root, "etc/OpenCL/vendors/c.txt", "libnone.so\n");
    const pid_t child = fork();
    if (child == 0) {
        (void)unsetenv("OCL_ICD_VENDORS");
        if (getuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0)) _exit(2);
        look_at(root);
    }
    assert_int_equal(waitpid(child, &ended, 0), child);
    (void)snprintf(command, sizeof command, "rm -rf %s", root);
    assert_int_equal(system(command), 0);
    assert_true(WIFEXITED(ended));
    assert_int_equal(WEXITSTATUS(ended), 0);
}

/* ---- Reports ---- */

static const char *reason(workbench *w, const clb_device_info *ranked, size_t count)
{
    buffer out = {0};
    report r = {.machine = {.loader = "", .folder = ""},
                .answer = {.ranked = arena_array(&w->arena, count, sizeof *ranked), .ranked_count = count}};
    memcpy(r.answer.ranked, ranked, count * sizeof *ranked);
    report_text(&r, &out);
    const char *since = strstr(out.text, " since ");
    const char *text = since ? arena_strndup(&w->arena, since + 7, strcspn(since + 7, "\n")) : "none";
    buffer_free(&out);
    return text;
}

#define DRIVER(kind_) .back_end = "opencl", .type = CLB_DEVICE_##kind_
#define NATIVE(kind_) .back_end = "native", .type = CLB_DEVICE_##kind_

static void what_is_chosen_has_the_reason_that_decided(void **state)
{
    static const struct {
        clb_device_info first, second;
        const char *reason;
    } cases[] = {
        {{DRIVER(GPU)}, {DRIVER(CPU)}, "GPUs come first"},
        {{DRIVER(GPU)}, {DRIVER(ACCELERATOR)}, "GPUs come first"},
        {{DRIVER(ACCELERATOR)}, {NATIVE(CPU)}, "accelerators are preferred to processors"},
        {{DRIVER(CPU)}, {DRIVER(GPU), .emulates_fp64 = true}, "the next one only emulates fp64"},
        {{NATIVE(CPU)}, {DRIVER(CPU)}, "native code is preferred to a driver for processors"},
        {{DRIVER(GPU), .compute_units = 2}, {DRIVER(GPU), .compute_units = 1}, "it has the most compute units"},
        {{DRIVER(GPU), .compute_units = 2}, {DRIVER(GPU), .compute_units = 2}, "it is the first of several equal ones"},
        {{DRIVER(CPU)}, {NATIVE(CPU), .rejected = true}, "it is the only device that fits"},
    };
    workbench w;
    (void)state;
    workbench_start(&w);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        const clb_device_info both[] = {cases[i].first, cases[i].second};
        assert_string_equal(reason(&w, both, 2), cases[i].reason);
        assert_string_equal(reason(&w, both, 1), "it is the only device");
    }
    assert_string_equal(reason(&w, &(clb_device_info){.back_end = "native", .rejected = true}, 1), "none");
    workbench_end(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_end_of_a_child_is_told),
        cmocka_unit_test(device_files_that_may_not_be_used_are_told),
        cmocka_unit_test(what_is_chosen_has_the_reason_that_decided),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
