/* All of libclbundle for C: devices, buffers and launches (core.h), pipelines, groups, typed calls, arrays, kernels
 * over arrays, and arrays of other libraries. The header of a bundle includes what its functions need. Each header can
 * also be included alone.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBUNDLE_CLBUNDLE_H
#define CLBUNDLE_CLBUNDLE_H

#include "call.h"
#include "configuration.h"
#include "core.h"
#include "exchange.h"
#include "group.h"
#include "image.h"
#include "pipe.h"
#include "pipeline.h"
#include "typed.h"

#endif
