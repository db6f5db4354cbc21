/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700
#include "doctor/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { RESULT, PRINTED, PIPES, MAX_BYTES = 16 << 20 };

static const char done[] = "done"; /* behind the result of a work that has come to its end */

static double now(void)
{
    struct timespec t = {0};
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void write_all(int to, const char *text, size_t length)
{
    while (length) {
        const ssize_t n = write(to, text, length);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return;
        text += n;
        length -= (size_t)n;
    }
}

static void be_child(void (*work)(void *context, buffer *out), void *context, int result, int printed)
{
    static const int deadly[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGPIPE, SIGTERM};
    const struct rlimit no_core = {0, 0};
    const int nothing = open("/dev/null", O_RDONLY);
    buffer out = {0};
    (void)setpgid(0, 0); /* so that helpers of a driver end with it */
    for (size_t i = 0; i < sizeof deadly / sizeof *deadly; ++i) (void)signal(deadly[i], SIG_DFL);
    (void)setrlimit(RLIMIT_CORE, &no_core);
    (void)dup2(printed, STDOUT_FILENO);
    (void)dup2(printed, STDERR_FILENO);
    if (nothing >= 0) (void)dup2(nothing, STDIN_FILENO);
    work(context, &out);
    write_all(result, out.text ? out.text : "", out.length);
    write_all(result, done, sizeof done - 1);
    _exit(0);
}

/* Keeps the last line of all that is printed. */
static void keep_line(char *line, size_t capacity, const char *text, size_t length)
{
    size_t at = strlen(line);
    for (size_t i = 0; i < length; ++i) {
        const char c = text[i];
        if (c == '\n') {
            size_t next = i + 1;
            while (next < length && text[next] == '\n') ++next;
            if (next < length) at = 0;
            continue;
        }
        if (at + 1 < capacity) line[at++] = (unsigned char)c < ' ' ? ' ' : c;
    }
    line[at] = '\0';
}

/* Reads both pipes until the result's is closed or whole, or the time is up (false). */
static bool listen_to(const int in[PIPES], double end, child_result *result)
{
    bool open[PIPES] = {true, true};
    while (open[RESULT]) {
        char text[4096];
        struct pollfd ready[PIPES];
        const double left = end - now();
        if (left <= 0) return false;
        for (int i = 0; i < PIPES; ++i) ready[i] = (struct pollfd){.fd = open[i] ? in[i] : -1, .events = POLLIN};
        if (poll(ready, PIPES, left < 60 ? (int)(left * 1000) + 1 : 60000) <= 0) continue;
        for (int i = PIPES - 1; i >= 0; --i) {
            if (!open[i] || !ready[i].revents) continue;
            const ssize_t length = read(in[i], text, sizeof text);
            if (length < 0 && errno == EINTR) continue;
            if (length <= 0) open[i] = false;
            else if (i == PRINTED) keep_line(result->said, sizeof result->said, text, (size_t)length);
            else if (result->bytes.length < MAX_BYTES) buffer_add(&result->bytes, text, (size_t)length);
        }
    }
    return true;
}

static bool take_mark(buffer *bytes)
{
    const size_t length = sizeof done - 1;
    if (bytes->length < length || memcmp(bytes->text + bytes->length - length, done, length) != 0) return false;
    bytes->text[bytes->length -= length] = '\0';
    return true;
}

void child_run(void (*work)(void *context, buffer *out), void *context, double seconds, child_result *result)
{
    int ends[PIPES][2] = {{-1, -1}, {-1, -1}}, state = 0;
    const double start = now();
    pid_t child = -1;
    *result = (child_result){.how = CHILD_NOT_STARTED};
    (void)fflush(NULL); /* or the child would print it, too */
    if (pipe(ends[RESULT]) == 0 && pipe(ends[PRINTED]) == 0) child = fork();
    if (child == 0) {
        (void)close(ends[RESULT][0]);
        (void)close(ends[PRINTED][0]);
        be_child(work, context, ends[RESULT][1], ends[PRINTED][1]);
    }
    for (int i = 0; i < PIPES; ++i)
        if (ends[i][1] >= 0) (void)close(ends[i][1]);
    if (child > 0) {
        const int in[PIPES] = {ends[RESULT][0], ends[PRINTED][0]};
        const bool ended = listen_to(in, start + seconds, result);
        result->seconds = now() - start;
        (void)setpgid(child, child);
        if (!ended) (void)kill(-child, SIGKILL);
        while (waitpid(child, &state, 0) < 0 && errno == EINTR) continue;
        (void)kill(-child, SIGKILL); /* helpers that it left */
        result->how = take_mark(&result->bytes) ? CHILD_DONE : ended ? CHILD_DIED : CHILD_LATE;
        result->signal = WIFSIGNALED(state) ? WTERMSIG(state) : 0;
        result->status = WIFEXITED(state) ? WEXITSTATUS(state) : 0;
    }
    if (result->how != CHILD_DONE) buffer_free(&result->bytes);
    for (int i = 0; i < PIPES; ++i)
        if (ends[i][0] >= 0) (void)close(ends[i][0]);
}

void child_describe(const child_result *result, double seconds, buffer *out)
{
    switch (result->how) {
    case CHILD_DONE: return;
    case CHILD_NOT_STARTED: buffer_adds(out, "could not be queried: no child process could be started"); return;
    case CHILD_LATE: buffer_addf(out, "did not answer within %g s", seconds); break;
    case CHILD_DIED:
        if (result->signal) buffer_addf(out, "crashed (%s)", strsignal(result->signal));
        else buffer_addf(out, "ended the process with status %d", result->status);
        break;
    }
    if (result->said[0]) buffer_addf(out, "; its last output: %s", result->said);
}
