/* A bundle as the runtime reads it, in memory: the content of a compiled NAME.c, without native code, shapes and
 * types of arrays. Knows both forms.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_DOCTOR_MODEL_H
#define CLB_DOCTOR_MODEL_H

#include "base/arena.h"
#include "clbundle/core.h"
#include "describe/bundle.h"

/* All of it is the arena's. */
const clb_bundle *model_bundle(arena *a, const bundle *b);

#endif
