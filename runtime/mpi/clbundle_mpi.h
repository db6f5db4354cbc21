/* clbundle over MPI: kernels with a @split on the nodes of a communicator, each rank with a group of devices of its own
 * (clbundle_group.h). A library beside libclbundle, which itself knows nothing of MPI: link with `pkg-config
 * clbundle-mpi`.
 *
 *     clb_mpi *ranks = NULL;
 *     if (clb_mpi_open(MPI_COMM_WORLD, NULL, &ranks, &error) == CLB_OK) {
 *         const clb_mpi_argument list[] = {{x, 0, CLB_MPI_ROOT}, {y, 0, CLB_MPI_ROOT}, {&h, sizeof h, CLB_MPI_ROOT},
 *                                          {&n, sizeof n, CLB_MPI_ROOT}};
 *         status = clb_mpi_call(ranks, &mine_bundle, mine_KERNEL_blur, list, 4, NULL, &error);
 *     }
 *     clb_mpi_close(&ranks);
 *
 * Rules
 *  - All functions but clb_mpi_group are collective: every rank of the communicator calls them, in the same order, with
 * the same bundle, kernel and parameters; where ranks differ in these, all get CLB_ERROR_ARGUMENT.
 *  - What fails on one rank fails on all, with that rank's status and its message behind "rank N: ". Nobody is left
 * waiting. (A rank that ends, or a network that breaks, is MPI's to deal with: mostly it ends all ranks.)
 *  - Scalars are those of the root: those of other ranks are not looked at.
 *  - Results do not depend on the number of ranks: see clbundle_group.h.
 *  - Messages travel in a communicator of the library's own, in pieces below 2^31 bytes, so that arrays may have any
 * size. All nodes must lay numbers out alike.
 *  - MPI is called by the calling thread only, while other threads compute: initialise it with MPI_THREAD_FUNNELED at
 * least. Thread-safety: one thread at a time.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBUNDLE_MPI_H
#define CLBUNDLE_MPI_H

#include "clbundle_group.h"

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
void clb_mpi_close(clb_mpi **ranks);

/* This rank's group: valid until the close. */
clb_group *clb_mpi_group(clb_mpi *ranks);

/* Where the memory of an array is. */
typedef enum clb_mpi_place {
    CLB_MPI_ROOT = 0, /* the root has the whole array, as for clb_kernel_call: what the kernel reads is sent from there,
                         what it writes comes back. On other ranks `value` is not looked at */
    CLB_MPI_LOCAL = 1 /* every rank has its own: of an array that is cut the pieces of its part, as for
                         clb_group_call_part; of any other the whole. Nothing is sent */
} clb_mpi_place;

typedef struct clb_mpi_argument {
    const void *value;   /* as in clb_host_argument; of scalars, the root's counts */
    size_t size;
    clb_mpi_place place; /* the same on all ranks */
} clb_mpi_argument;

typedef struct clb_mpi_params {
    int root;            /* the same on all ranks */
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
