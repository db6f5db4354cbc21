/* clbundle: kernels with configurations. `clbundle bundle --configurations FILE` builds kernels with several sets of -D
 * values. The bundle's header then has for each kernel that differs between them a function that finds one of the sets,
 * and functions that call the kernel as it is with that set:
 *
 *     size_t configuration;
 *     status = mine_select_gemm(device, "-DREAL=float", &configuration, &error);
 *     if (!status) status = mine_call_gemm(device, configuration, mine_args_gemm(.a = a, ...), &error);
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBUNDLE_CONFIGURATION_H
#define CLBUNDLE_CONFIGURATION_H

#include "core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Used as a kernel's number: there is none. */
#define CLB_NO_KERNEL UINT32_MAX

/* For which devices a configuration is the best one. */
typedef struct clb_configuration_best {
    uint32_t classes; /* CLB_CLASS_...: the device is of one of them */
    uint32_t configuration;
} clb_configuration_best;

/* A kernel in all configurations of its bundle: const data, which the generator writes. */
typedef struct clb_configurations {
    const clb_bundle *bundle;
    const char *kernel;        /* its name */
    const char *const *names;  /* of the configurations */
    const char *const *values; /* of each: "NAME=VALUE" for each macro that it defines, in lines that end in '\n' */
    const uint32_t *kernels;   /* of each: the number of its kernel in the bundle, or CLB_NO_KERNEL */
    size_t count;
    const clb_configuration_best *best; /* the first one that fits counts */
    size_t best_count;
} clb_configurations;

/* Finds the configuration of a kernel that a device runs best. `options`: the values that are asked for, as in
 * clBuildProgram: "-DREAL=float -DWIDTH=4"; `-DNAME` is `-DNAME=1`, `-UNAME` asks that NAME is not defined, and quotes
 * hold a word together. Names that are not given may have any value. NULL or "": any configuration. Among those that
 * fit, and whose programs need nothing that the device lacks (a work-group's required size included), the first one
 * is chosen that the file of configurations calls the best for the device's class, or else the first.
 * On success *configuration is its number: NAME_CONFIGURATION_... of the bundle's header.
 * Errors: CLB_ERROR_ARGUMENT (a pointer is NULL, an option is not of this form, or no configuration has these values:
 * the message lists those that there are), CLB_ERROR_UNSUPPORTED (those that fit need what the device lacks),
 * CLB_ERROR_ABI, CLB_ERROR_MEMORY. Thread-safety: safe. It takes time in proportion to the configurations: call it once
 * and keep the result. */
CLB_MUST_CHECK clb_status clb_configuration_select(clb_device *device, const clb_configurations *all,
                                                   const char *options, size_t *configuration, clb_error *error);

/* The number of the kernel in its bundle, for clb_kernel_launch and the like; CLB_NO_KERNEL where there is no such
 * configuration or the kernel has other parameters in it. Those calls refuse that number. Thread-safety: safe. */
uint32_t clb_configuration_kernel(const clb_configurations *all, size_t configuration);

#ifdef __cplusplus
}
#endif

#endif
