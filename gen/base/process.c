/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700
#include "base/process.h"

#include "base/source.h"

#include <errno.h>
#include <ftw.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

const char **process_words(arena *a, const char *text, size_t *count)
{
    const char **words = NULL;
    size_t capacity = 0;
    *count = 0;
    for (text += strspn(text, " \t"); *text; text += strspn(text, " \t")) {
        const size_t length = strcspn(text, " \t");
        words = arena_reserve(a, words, *count, &capacity, sizeof *words);
        words[(*count)++] = arena_strndup(a, text, length);
        text += length;
    }
    words = arena_reserve(a, words, *count, &capacity, sizeof *words);
    words[*count] = NULL;
    return words;
}

static void limit(int resource, size_t most, bool for_ever)
{
    struct rlimit now;
    if (!most || getrlimit(resource, &now) != 0) return;
    if (now.rlim_max != RLIM_INFINITY && now.rlim_max <= most) return;
    now.rlim_cur = (rlim_t)most;
    if (for_ever) now.rlim_max = now.rlim_cur;
    (void)setrlimit(resource, &now);
}

void process_limit(unsigned seconds, size_t memory)
{
    limit(RLIMIT_CPU, seconds, true);
    limit(RLIMIT_AS, memory, false);
}

void process_unlimit_memory(void)
{
    struct rlimit now;
    if (getrlimit(RLIMIT_AS, &now) != 0) return;
    now.rlim_cur = now.rlim_max;
    (void)setrlimit(RLIMIT_AS, &now);
}

/* Starts the program; 0, or the number of the error. posix_spawnp wants words that may be written to, and does not
 * write. */
static int start(const char *const *argv, const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *attributes, pid_t *child)
{
    union {
        const char *const *given;
        char *const *taken;
    } words = {argv};
    return posix_spawnp(child, argv[0], actions, attributes, words.taken, environ);
}

static int wait_for(pid_t child)
{
    int state = 0;
    while (waitpid(child, &state, 0) < 0)
        if (errno != EINTR) return 127;
    return WIFSIGNALED(state) ? 128 + WTERMSIG(state) : WEXITSTATUS(state);
}

bool process_run(arena *a, const char *const *argv, const char **why)
{
    posix_spawn_file_actions_t actions;
    pid_t child = 0;
    int error = posix_spawn_file_actions_init(&actions);
    if (!error) {
        error = posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
        if (!error) error = start(argv, &actions, NULL, &child);
        posix_spawn_file_actions_destroy(&actions);
    }
    if (error) {
        *why = arena_printf(a, "cannot start '%s': %s", argv[0], strerror(error));
        return false;
    }
    const int status = wait_for(child);
    if (status > 128) *why = arena_printf(a, "'%s' was ended by signal %d", argv[0], status - 128);
    else if (status) *why = arena_printf(a, "'%s' ended with status %d", argv[0], status);
    return status == 0;
}

/* Waits for the end of the child, and passes on what asks this process to end. What a terminal sends goes to the child
 * anyway. */
static int wait_in_front(pid_t child, const sigset_t *blocked)
{
    siginfo_t info;
    int state = 0;
    for (;;) {
        const int number = sigwaitinfo(blocked, &info);
        if (number == SIGCHLD && waitpid(child, &state, WNOHANG) == child)
            return WIFSIGNALED(state) ? 128 + WTERMSIG(state) : WEXITSTATUS(state);
        if (number > 0 && number != SIGCHLD && (info.si_code == SI_USER || info.si_code == SI_QUEUE))
            (void)kill(child, number);
    }
}

bool process_run_in_front(arena *a, const char *const *argv, int *status, const char **why)
{
    posix_spawnattr_t attributes;
    sigset_t blocked, before;
    pid_t child = 0;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGHUP);
    sigaddset(&blocked, SIGINT);
    sigaddset(&blocked, SIGQUIT);
    sigaddset(&blocked, SIGTERM);
    sigaddset(&blocked, SIGCHLD);
    (void)sigprocmask(SIG_BLOCK, &blocked, &before);
    int error = posix_spawnattr_init(&attributes);
    if (!error) {
        (void)posix_spawnattr_setsigmask(&attributes, &before);
        (void)posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
        error = start(argv, NULL, &attributes, &child);
        posix_spawnattr_destroy(&attributes);
    }
    if (!error) *status = wait_in_front(child, &blocked);
    (void)sigprocmask(SIG_SETMASK, &before, NULL);
    if (error) *why = arena_printf(a, "cannot start '%s': %s", argv[0], strerror(error));
    return !error;
}

const char *process_own_path(arena *a)
{
    char path[4096];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
    return length > 0 && (size_t)length < sizeof path ? arena_strndup(a, path, (size_t)length) : NULL;
}

const char *process_private_folder(arena *a, const char *name, const char **why)
{
    const char *parent = getenv("TMPDIR");
    char *path = path_join(a, parent && *parent ? parent : "/tmp", arena_printf(a, "%s-XXXXXX", name));
    if (mkdtemp(path)) return path;
    *why = arena_printf(a, "cannot make a temporary folder '%s': %s; set TMPDIR to a folder that can be written", path,
                        strerror(errno));
    return NULL;
}

static int remove_one(const char *path, const struct stat *info, int type, struct FTW *walk)
{
    (void)info;
    (void)type;
    (void)walk;
    return remove(path) == 0 || errno == ENOENT ? 0 : -1;
}

void process_remove_folder(const char *path)
{
    (void)nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}
