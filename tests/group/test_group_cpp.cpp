// clb::group of clbundle/clbundle.hpp, and the generated functions with their arguments by reference.
//
// SPDX-License-Identifier: MIT
#include "kernels.h"
#include "clbundle/clbundle.hpp"

#include <cstdio>
#include <string>
#include <vector>

static_assert(std::is_nothrow_move_constructible<clb::group>::value && !std::is_copy_constructible<clb::group>::value,
              "");

static bool refuses_what_no_device_is()
{
    clb_group_params params = clb_group_params();
    clb_device_params device = clb_device_params();
    device.filter = "nobody";
    params.device = &device;
    try {
        const clb::group none(params);
    } catch (const clb::error &e) {
        return e.status() == CLB_ERROR_NO_DEVICE;
    }
    return false;
}

int main()
{
    clb_device_params native = clb_device_params();
    native.bundle = &kernels_bundle;
    native.filter = "native";
    native.environment = "";
    const std::vector<clb_device_params> members(2, native);
    clb_group_params params = clb_group_params();
    params.members = members.data();
    params.member_count = members.size();
    clb::group group(params), taken(std::move(group));
    clb::checker check;
    std::vector<float> x(1002, 1.0f), y(1000);
    kernels_args_window arguments = kernels_args_window();
    arguments.x = x.data();
    arguments.y = y.data();
    arguments.h = 1;
    arguments.n = y.size();
    check(kernels_group_window(taken, arguments, check));
    bool fine =
        taken.size() == 2 && !taken.member(1).lost && taken.member(0).device != nullptr && refuses_what_no_device_is();
    for (const float value : y) fine = fine && value == 3.0f;
    std::printf("%s\n", fine ? "fine" : "wrong");
    return fine ? 0 : 1;
}
