/* Asking a back end for its devices in a child process first, so that a driver that crashes or hangs affects only the
 * child. Knows processes; must not know any back end.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_PROBE_H
#define CLBI_PROBE_H

#include "core/backend.h"

/* False, with the reason in `note`: the child crashed, or did not answer within the time. */
bool clbi_probe(const clbi_backend *backend, uint32_t milliseconds, clbi_note *note);

#endif
