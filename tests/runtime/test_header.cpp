// The public header in C++: it compiles, and the library's functions are found by their C names.
//
// SPDX-License-Identifier: MIT
#include "clbundle/core.h"
#include "clbundle/array.h"
#include "clbundle/exchange.h"
#include "clbundle/pipeline.h"
#include "clbundle/group.h"
#include "clbundle/typed.h"

static_assert(sizeof(clb_double3) == 32 && alignof(clb_double4) == 32, "vectors have OpenCL's sizes");
static_assert(sizeof(clb_half3) == 8 && alignof(clb_half16) == 32, "vectors of half, too");

int main()
{
    clb_error error = {};
    const clb_status status = clb_device_finish(nullptr, &error);
    clb_error_clear(&error);
    clb_ckernel_builder builder;
    clb_ckernel_builder_init(&builder, nullptr);
    const bool room = clb_ckernel_reserve(&builder, 100, nullptr) == CLB_OK &&
                      CLB_CKERNEL_CHILD(clb_ckernel_root(&builder), clb_ckernel)->function == nullptr;
    clb_ckernel_builder_clear(&builder);
    clb_array array;
    double x[6];
    const size_t shape[] = {2, 3};
    const bool made = clb_array_make(x, sizeof x, &clb_type_float64, 2, shape, nullptr, &array, nullptr) == CLB_OK &&
                      clb_array_count(&array) == 6 && clb_array_is_aligned(&array, 8);
    return status == CLB_ERROR_ARGUMENT && room && made ? 0 : 1;
}
