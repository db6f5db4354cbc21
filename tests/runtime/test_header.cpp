// The public header in C++: it compiles, and the library's functions are found by their C names.
//
// SPDX-License-Identifier: MIT
#include "clbundle.h"

static_assert(sizeof(clb_double3) == 32 && alignof(clb_double4) == 32, "vectors have OpenCL's sizes");

int main()
{
    clb_error error = {};
    const clb_status status = clb_device_finish(nullptr, &error);
    clb_error_clear(&error);
    return status == CLB_ERROR_ARGUMENT ? 0 : 1;
}
