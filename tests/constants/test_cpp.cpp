// Specialisation constants through clbundle/clbundle.hpp.
//
// SPDX-License-Identifier: MIT
#include "clbundle/clbundle.hpp"
#include "constants.h"

#include <cstdio>
#include <cstring>
#include <vector>

static double first_sum(clb::device &device, std::size_t group)
{
    std::vector<double> x(256, 2.0), y(256 / group, 0.0);
    clb::checker check;
    constants_args_sums arguments = constants_args_sums();
    arguments.x = x.data();
    arguments.n = 256;
    arguments.y = y.data();
    check(constants_call_sums(device, arguments, check));
    return y[0];
}

int main()
{
    int failures = 0;
    clb::device device(constants_bundle, {clb_constant_integer("WG", 32), clb_constant_real("FACTOR", 2.0)}, "native");
    failures += first_sum(device, 32) != 32 * 3 * 2.0 * 4;
    device.prepare(constants_bundle, {clb_constant_integer("WG", 128), clb_constant_unsigned("STEPS", 1)});
    failures += first_sum(device, 128) != 128 * 2.0 * 4;
    device.prepare(constants_bundle);
    failures += first_sum(device, 128) != 128 * 2.0 * 4;
    try {
        clb::device none(constants_bundle, {clb_constant_integer("WG", 33)});
        ++failures;
    } catch (const clb::error &e) {
        failures += e.status() != CLB_ERROR_ARGUMENT || !std::strstr(e.what(), "cannot be 33");
    }
    if (failures) std::fprintf(stderr, "%d expectations failed\n", failures);
    return failures != 0;
}
