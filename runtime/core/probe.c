/* SPDX-License-Identifier: MIT */
#include "core/probe.h"

#include "core/pool.h"
#include "core/status.h"

#if defined(_WIN32)

bool clbi_probe(const clbi_backend *backend, uint32_t milliseconds, clbi_note *note)
{
    (void)backend, (void)milliseconds, (void)note; /* no fork: the drivers are started here */
    return true;
}

#else

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SURVIVED = 1 }; /* the byte that the child writes last; no driver prints it */

/* The last output of the child: the end of its drivers' messages and, if it survived, SURVIVED. */
typedef struct answer {
    char text[160];
    size_t length;
} answer;

static void be_child(const clbi_backend *backend, int out)
{
    static const int deadly[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS, SIGPIPE, SIGTERM};
    const struct rlimit no_core = {0, 0};
    const char done = SURVIVED;
    void *session = NULL;
    clb_device_info *infos = NULL;
    size_t count = 0;
    clbi_note note = {""};
    for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++) (void)signal(deadly[i], SIG_DFL);
    (void)setrlimit(RLIMIT_CORE, &no_core);
    (void)dup2(out, STDOUT_FILENO);
    (void)dup2(out, STDERR_FILENO);
    /* A failure with a status is no danger: the parent will see it, too. */
    (void)backend->discover(&session, &infos, &count, &note, NULL);
    while (write(out, &done, 1) < 0 && errno == EINTR) continue;
    /* Nothing of the parent's may be flushed or cleaned up. R and others want no library that knows _exit. */
    for (;;) (void)raise(SIGKILL);
}

static void keep_end(answer *kept, const char *text, size_t length)
{
    const size_t most = sizeof kept->text - 1;
    if (length > most) {
        text += length - most;
        length = most;
    }
    const size_t old = kept->length + length > most ? most - length : kept->length;
    memmove(kept->text, kept->text + kept->length - old, old);
    memcpy(kept->text + old, text, length);
    kept->length = old + length;
    kept->text[kept->length] = '\0';
}

/* Reads until the child has ended, or the time is up (false). */
static bool listen_to(int in, uint32_t milliseconds, answer *kept)
{
    const uint64_t end = clbi_now_ns() + (uint64_t)milliseconds * 1000000u;
    for (;;) {
        char text[256];
        const uint64_t now = clbi_now_ns();
        if (now >= end) return false;
        struct pollfd ready = {.fd = in, .events = POLLIN};
        const uint64_t left = (end - now) / 1000000u + 1;
        if (poll(&ready, 1, left < 60000 ? (int)left : 60000) <= 0) continue;
        const ssize_t length = read(in, text, sizeof text);
        if (length < 0 && errno == EINTR) continue;
        if (length <= 0) return true;
        keep_end(kept, text, (size_t)length);
        if (kept->text[kept->length - 1] == SURVIVED) return true; /* other processes may hold the pipe open */
    }
}

/* The last line that was printed, for a message. */
static const char *last_line(answer *kept)
{
    while (kept->length > 0 && kept->text[kept->length - 1] == '\n') kept->text[--kept->length] = '\0';
    const char *line = strrchr(kept->text, '\n');
    for (char *c = kept->text; *c; c++)
        if ((unsigned char)*c < ' ') *c = ' ';
    return line ? line + 1 : kept->text;
}

bool clbi_probe(const clbi_backend *backend, uint32_t milliseconds, clbi_note *note)
{
    answer kept = {.length = 0};
    int ends[2], state = 0;
    if (pipe(ends) != 0) {
        clbi_text_set(note->text, sizeof note->text, "No pipe could be made to ask the drivers in a child process.");
        return false;
    }
    for (int i = 0; i < 2; i++) (void)fcntl(ends[i], F_SETFD, FD_CLOEXEC); /* for children of other threads */
    const pid_t child = fork();
    if (child < 0) {
        clbi_text_set(note->text, sizeof note->text, "No child process could be started to ask the drivers in.");
        (void)close(ends[0]);
        (void)close(ends[1]);
        return false;
    }
    if (child == 0) be_child(backend, ends[1]);
    (void)close(ends[1]);
    const bool ended = listen_to(ends[0], milliseconds, &kept);
    (void)close(ends[0]);
    const bool survived = kept.length > 0 && kept.text[kept.length - 1] == SURVIVED;
    /* One that has ended and that the application has reaped itself is not killed: its number may be another's. */
    pid_t reaped = waitpid(child, &state, WNOHANG);
    if (reaped == 0) {
        (void)kill(child, SIGKILL);
        while ((reaped = waitpid(child, &state, 0)) < 0 && errno == EINTR) continue;
    }
    if (survived) return true;
    if (!ended)
        (void)snprintf(note->text, sizeof note->text,
                       "The OpenCL drivers did not answer within %u ms, and were skipped.", (unsigned)milliseconds);
    else
        (void)snprintf(note->text, sizeof note->text,
                       "A child process that asked the OpenCL drivers has died, so they were skipped (%s).",
                       kept.length > 0 ? last_line(&kept) : "it said nothing");
    return false;
}

#endif
