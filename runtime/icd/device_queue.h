/* Queues on the device. They are of a kind of their own, so that no function for commands of the host takes one. Knows
 * contexts and devices; must not know commands.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_ICD_DEVICE_QUEUE_H
#define CLBI_ICD_DEVICE_QUEUE_H

#include "icd/device.h"

/* Bytes of commands that are not complete; events. As native/enqueue.h has them, for each launch. */
enum { ICD_DEVICE_QUEUE_PREFERRED = 16 << 10, ICD_DEVICE_QUEUE_MOST = 16 << 20, ICD_DEVICE_EVENTS = 1 << 16 };

/* A queue to be created, whose context and device are valid. size: 0: none is stated. */
typedef struct icd_queue_request {
    cl_context context;
    cl_device_id device;
    cl_command_queue_properties flags;
    cl_uint size;
    const cl_queue_properties *properties;
} icd_queue_request;

/* On success *result is the caller's: a new queue, or the default queue that there is, with one more reference. */
cl_int clbi_icd_device_queue_create(const icd_queue_request *request, cl_command_queue *result);
/* False: the context has no such device. */
bool clbi_icd_device_queue_set_default(cl_context context, cl_device_id device, cl_command_queue queue);
/* Or NULL. */
cl_command_queue clbi_icd_device_queue_default(cl_context context, cl_device_id device);
/* A default queue is none any more with its last reference. */
void clbi_icd_device_queue_release(cl_command_queue queue);

#endif
