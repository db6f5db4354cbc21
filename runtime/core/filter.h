/* Filter strings: which devices match one, and which back ends can have such a device. Knows words; finds nothing.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_FILTER_H
#define CLBI_FILTER_H

#include "clbundle/core.h"

/* `index` is the device's index in the list without a filter, for "#N". */
bool clbi_filter_matches(const char *filter, const clb_device_info *info, size_t index);

/* False: no device of that back end matches, whatever it is. */
bool clbi_filter_allows(const char *filter, const char *back_end);

/* A short name ("pocl", "nvidia", ...) that stands for the platform of that name. */
bool clbi_filter_names_platform(const char *word, const char *platform);

/* The filter counts devices ("#N"), so that all of them must be known. */
bool clbi_filter_counts(const char *filter);
#endif
