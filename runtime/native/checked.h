/* Launches of checked code: what its checks know of a launch's memory, and what becomes of their findings.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_NATIVE_CHECKED_H
#define CLBI_NATIVE_CHECKED_H

#include "clbundle/checks.h"
#include "core/text.h"
#include "native/enqueue.h"
#include "native/native.h"
#include "native/proof.h"

enum { CLBI_PLACES = 256 }; /* of a launch's findings that are told: of further places they are only counted */

struct clbi_checker;

/* What is proved of the groups of the present range: those from `first` to before `end`. */
typedef struct clbi_launch_proof {
    clb_native_range range;
    bool is_known;
    clbi_proof_result result;
    clbi_proof_fills fills;
    size_t first[3], end[3];
    uint64_t objects; /* not 0: only these are proved, in all groups */
} clbi_launch_proof;

/* The checks of one launch, or of a command that its work-items have enqueued. */
typedef struct clbi_checks {
    clb_native_checks functions; /* what generated code gets */
    clbi_native_device *device;
    const clbi_job *job;
    const clbi_enqueued *command;          /* NULL: of the launch itself */
    struct clbi_checks *launch;            /* which has all findings: itself, or of a command that of its launch */
    clbi_name *names;                      /* of the parameters; of a command NULL */
    const clb_native_variables *variables; /* of a launch: that its kernels write, with their memory; or NULL */
    const void *variables_block;
    pthread_mutex_t lock;                      /* for all that follows */
    struct clbi_checker *idle;                 /* that no thread uses */
    struct clbi_checker *all;                  /* a list by their own member */
    const clb_check_site *places[CLBI_PLACES]; /* that were told of, with their kinds */
    clb_finding_kind kinds[CLBI_PLACES];
    size_t place_count;
    uint64_t faults, findings; /* without warnings, and with them */
    clbi_launch_proof proof;
    char message[768]; /* of the first fault */
} clbi_checks;

/* False without memory. */
bool clbi_checks_open(clbi_checks *checks, clbi_native_device *device, const clbi_job *job);
/* The same for a command of the launch. */
bool clbi_checks_open_command(clbi_checks *checks, clbi_checks *launch, const clbi_enqueued *command);
/* Behind the last group. */
void clbi_checks_close_command(clbi_checks *checks);
/* `status` of the launch as far as it came, or CLB_ERROR_KERNEL where the checks found faults. */
clb_status clbi_checks_close(clbi_checks *checks, clb_status status, clb_error *error);

#endif
