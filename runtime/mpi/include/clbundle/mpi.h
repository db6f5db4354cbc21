/* clbundle over MPI: kernels with a @split on the nodes of a communicator. Each rank has a group of devices
 * (clbundle/group.h). This is a library beside libclbundle, which knows nothing of MPI: link with `pkg-config
 * clbundle-mpi`.
 *
 *     clb_mpi *ranks = NULL;
 *     const clb_device_params device = CLB_INIT(clb_device_params, .bundle = &mine_bundle);
 *     status = clb_mpi_open(MPI_COMM_WORLD, CLB_PARAMS(clb_group_params, .device = &device), &ranks, &error);
 *     if (!status) {
 *         const clb_mpi_argument list[] = {{x, 0, CLB_MPI_ROOT}, {y, 0, CLB_MPI_ROOT},
 *                                          {&h, sizeof h, CLB_MPI_ROOT}, {&n, sizeof n, CLB_MPI_ROOT}};
 *         status = clb_mpi_call(ranks, &mine_bundle, mine_KERNEL_blur, list, 4, NULL, &error);
 *     }
 *     clb_mpi_close(&ranks);
 *
 * Rules
 *  - All functions but clb_mpi_group are collective. Every rank of the communicator calls them in the same order,
 *    with the same bundle, kernel and parameters. If ranks differ in these, all get CLB_ERROR_ARGUMENT.
 *  - What fails on one rank fails on all: with the status of the first such rank, and its message behind "rank N: ".
 *    No rank is left waiting. If a rank ends or the network breaks, MPI decides; mostly it ends all ranks.
 *  - Scalars are those of the root. Those of other ranks are not read.
 *  - Results do not depend on the number of ranks: see clbundle/group.h.
 *  - Messages use a communicator of the library's own and stay below 2^31 bytes each, so that arrays may have any
 *    size. All nodes must lay out numbers alike.
 *  - Only the calling thread calls MPI, while other threads compute. Initialise MPI with MPI_THREAD_FUNNELED at
 *    least. Thread-safety: one thread at a time.
 *
 * What it costs
 *  - With everything at the root, a call of U bytes to and from p ranks takes about T = M*L + U*(p-1)/p/B + C/p: M
 *    messages of latency L (about one for each array, rank and 2^30 bytes, and ten for the agreements), bandwidth B
 *    of the root's link, and the time C of one rank's computing. More ranks pay if C*B > U, that is, if computing the
 *    data takes longer than sending it. Arrays that stay on their ranks (CLB_MPI_LOCAL) leave T = 10*L*log2(p) + C/p.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBUNDLE_MPI_H
#define CLBUNDLE_MPI_H

#include "clbundle/group.h"

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The ranks of a communicator, each with its devices. */
typedef struct clb_mpi clb_mpi;

/* Opens this rank's group of devices (params as for clb_group_open; ranks may pass different ones) and a communicator
 * with the ranks of `communicator`. On success *ranks is owned by the caller: clb_mpi_close, before MPI_Finalize.
 * Errors: those of clb_group_open on any rank, CLB_ERROR_ARGUMENT (MPI is not initialised), CLB_ERROR_DEVICE (MPI
 * failed). */
CLB_MUST_CHECK clb_status clb_mpi_open(MPI_Comm communicator, const clb_group_params *params, clb_mpi **ranks,
                                       clb_error *error);
/* Closes this rank's group and the library's communicator. */
void clb_mpi_close(clb_mpi **ranks);

/* This rank's group: valid until the close. */
clb_group *clb_mpi_group(clb_mpi *ranks);

/* The place of an array's memory. */
typedef enum clb_mpi_place {
    CLB_MPI_ROOT = 0, /* the root has the whole array, as for clb_kernel_call: what the kernel reads is sent from there,
                         what it writes comes back. On other ranks `value` is not looked at */
    CLB_MPI_LOCAL = 1 /* every rank has its own: of an array that is cut the pieces of its part, as for
                         clb_group_call_part; of any other the whole. Nothing is sent */
} clb_mpi_place;

/* One argument of a call over ranks. */
typedef struct clb_mpi_argument {
    const void *value; /* as in clb_host_argument; of scalars, the root's counts */
    size_t size;
    clb_mpi_place place; /* the same on all ranks */
} clb_mpi_argument;

/* The root, and how the units are divided. {0} or NULL: rank 0, equal shares. */
typedef struct clb_mpi_params {
    size_t struct_size CLB_SIZED(clb_mpi_params); /* see CLB_PARAMS */
    int root;                                     /* the same on all ranks */
    double weight; /* this rank's share of the units, in proportion to all ranks' weights. 0 on all ranks: equal shares.
                      Below 0 on all ranks: what their groups have shown of the kernel (clb_group_speed); equal shares
                      while one has shown nothing */
    size_t message_size; /* most bytes of a message, the same on all ranks; 0: 2^30 */
} clb_mpi_params;

/* The part of this rank: ranks have their parts in order. For arrays of place CLB_MPI_LOCAL, and it is what
 * clb_mpi_call takes with the same arguments and parameters: with weights below 0, before another call of the kernel
 * has changed what is known. params NULL: {0}. Only the scalars of `arguments` count, and sizes of arrays without an
 * extent. Errors: as clb_mpi_call. */
CLB_MUST_CHECK clb_status clb_mpi_part(clb_mpi *ranks, const clb_bundle *bundle, uint32_t kernel,
                                       const clb_mpi_argument *arguments, size_t argument_count,
                                       const clb_mpi_params *params, clb_part *part, clb_error *error);

/* Runs a kernel with @split: each rank its part, on its group. Returns on every rank when all of it is done.
 * Errors: those of clb_group_call_part on any rank, CLB_ERROR_ARGUMENT (no @split; ranks disagree), CLB_ERROR_MEMORY (a
 * rank has no room for its pieces), CLB_ERROR_DEVICE (MPI failed). On failure, memory that is written holds what it
 * held, or partial results. */
CLB_MUST_CHECK clb_status clb_mpi_call(clb_mpi *ranks, const clb_bundle *bundle, uint32_t kernel,
                                       const clb_mpi_argument *arguments, size_t argument_count,
                                       const clb_mpi_params *params, clb_error *error);

#ifdef __cplusplus
}
#endif

#endif
