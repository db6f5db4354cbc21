// clbundle/clbundle.hpp on the native device: handles that release themselves, typed buffers, spans, exceptions.
//
// SPDX-License-Identifier: MIT
#include "calls.h"
#include "clbundle/clbundle.hpp"

#include <array>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

static int failures;

static void expect(bool condition, const char *text, int line)
{
    if (condition) return;
    std::fprintf(stderr, "test_cpp.cpp:%d: %s\n", line, text);
    ++failures;
}
#define EXPECT(condition) expect(condition, #condition, __LINE__)

template <class A>
constexpr bool is_move_only()
{
    return std::is_nothrow_move_constructible<A>::value && std::is_nothrow_move_assignable<A>::value &&
           !std::is_copy_constructible<A>::value && !std::is_copy_assignable<A>::value;
}
static_assert(is_move_only<clb::device>(), "");
static_assert(is_move_only<clb::buffer<double>>(), "");
static_assert(is_move_only<clb::event>(), "");
static_assert(is_move_only<clb::image>(), "");
static_assert(std::is_convertible<clb::image, clb_image *>::value, "");
static_assert(std::is_nothrow_copy_constructible<clb::error>::value, "exceptions must not throw when they are copied");
static_assert(std::is_convertible<clb::buffer<double>, clb_buffer_double>::value, "");
static_assert(std::is_convertible<clb::buffer<calls_parameters>, calls_buffer_parameters>::value, "");
static_assert(std::is_convertible<clb::buffer<clb_float4>, clb_buffer_float4>::value, "");
static_assert(!std::is_convertible<clb::buffer<float>, clb_buffer_double>::value, "");
static_assert(!std::is_convertible<clb::buffer<std::int32_t>, clb_buffer_uint>::value, "");
static_assert(std::is_convertible<std::vector<double> &, clb::span<const double>>::value, "");
static_assert(std::is_convertible<std::vector<double> &, clb::span<double>>::value, "");
static_assert(!std::is_convertible<const std::vector<double> &, clb::span<double>>::value, "");
static_assert(!std::is_convertible<std::vector<float> &, clb::span<const double>>::value, "");

static calls_buffers_scale arguments_of(const clb::buffer<double> &x, double a, const clb::buffer<double> &y,
                                        std::int32_t n)
{
    calls_buffers_scale arguments = calls_buffers_scale();
    arguments.x = x;
    arguments.a = a;
    arguments.y = y;
    arguments.n = n;
    return arguments;
}

static void buffers_and_events(clb::device &device)
{
    const std::vector<double> host = {1, 2, 3};
    clb::buffer<double> x(device, host), y(device, 3);
    clb::checker check;
    clb::event event;
    check(calls_run_scale(device, nullptr, arguments_of(x, 2.0, y, 3), event.out(), check));
    event.wait();
    EXPECT((y.read() == std::vector<double>{2, 4, 6}));
    const auto times = event.times();
    EXPECT(times.second >= times.first);
    check(calls_run_scale(device, nullptr, arguments_of(x, 2.0, y, 0), event.out(), check));
    EXPECT(!event);
    event.wait();

    std::array<double, 2> two = {{-1, -2}};
    x.write(two, 1);
    double read[2];
    x.read(read, 1);
    EXPECT(read[0] == -1 && read[1] == -2);
    clb::buffer<double> moved(std::move(x));
    EXPECT(x.get() == nullptr && moved.size() == 3 && x.size() == 0);
    y = std::move(moved);
    EXPECT((y.read() == std::vector<double>{1, -1, -2}));
#if __cplusplus >= 202002L
    clb::buffer<double> z(device, 3);
    check(calls_run_scale(device, nullptr, {.x = y, .a = 3.0, .y = z, .n = 3}, nullptr, check));
    EXPECT((z.read() == std::vector<double>{3, -3, -6}));
#endif
}

static void calls(clb::device &device)
{
    clb::checker check;
    std::vector<double> x = {1, 2}, y(2);
    calls_args_scale arguments = calls_args_scale();
    arguments.x = x.data();
    arguments.a = 0.5;
    arguments.y = y.data();
    arguments.n = 2;
    check(calls_call_scale(device, arguments, check));
    EXPECT(y[0] == 0.5 && y[1] == 1);
    check(calls_call_nothing(device, check));
    EXPECT(clb::program_source(calls_bundle, calls_KERNEL_scale).find("void scale(") != std::string::npos);
    EXPECT(device.info().name[0] != '\0');
    device.finish();
    device.prepare(calls_bundle);
}

template <class F>
static void expect_error(clb_status status, const char *text, F action, int line)
{
    try {
        action();
        expect(false, "nothing was thrown", line);
    } catch (const clb::error &e) {
        expect(e.status() == status && std::strstr(e.what(), text) && !*e.build_log() && !e.code(), e.what(), line);
    }
}

static void errors(clb::device &device)
{
    clb::checker check;
    expect_error(
        CLB_ERROR_ARGUMENT, "argument 'x' of kernel 'scale' is NULL",
        [&] {
            calls_args_scale arguments = calls_args_scale();
            arguments.n = 1;
            check(calls_call_scale(device, arguments, check));
        },
        __LINE__);
    clb::buffer<double> one(device, 1);
    expect_error(
        CLB_ERROR_SIZE, "needs 16 bytes",
        [&] { check(calls_run_scale(device, nullptr, arguments_of(one, 1.0, one, 2), nullptr, check)); }, __LINE__);
    check(calls_run_scale(device, nullptr, arguments_of(one, 1.0, one, 1), nullptr, check)); // it goes on
    expect_error(
        CLB_ERROR_SIZE, "clb_bytes", [&] { clb::buffer<double> huge(device, SIZE_MAX / 4); }, __LINE__);
    expect_error(
        CLB_ERROR_SIZE, "",
        [&] {
            std::vector<double> two(2);
            one.read(two);
        },
        __LINE__);
    expect_error(
        CLB_ERROR_NO_DEVICE, "does not match", [&] { clb::device none(calls_bundle, "native nonesuch"); }, __LINE__);
    expect_error(
        CLB_ERROR_UNSUPPORTED, "", [&] { device.export_binaries(calls_bundle); }, __LINE__);
    expect_error(
        CLB_ERROR_ARGUMENT, "", [&] { device.finish(), check(CLB_ERROR_ARGUMENT); }, __LINE__);
}

static void pipelines(clb::device &device)
{
    enum { N = 1024 };
    const std::vector<double> host(N, 3.0);
    std::vector<double> result(N);
    clb::queue copies(device);
    clb::buffer<double> x(device, N), y(device, N);
    clb::checker check;
    clb::event ready = x.write_async(host, copies), done;
    clb::command after_copy;
    const clb_launch launch = after_copy.after(ready).launch();
    check(calls_run_scale(device, &launch, arguments_of(x, 2.0, y, N), done.out(), check));
    int told = 0;
    done.on_complete([&told](const clb_error &how) { told += how.status == CLB_OK; });
    clb::event read = y.read_async(result, clb::command(copies).after(done));
    read.wait();
    EXPECT(told == 1 && read.is_complete() && result[N - 1] == 6.0);
    copies.finish();

    const std::size_t first = device.view_alignment() / sizeof(double);
    clb::buffer<double> part = y.view(first, 16);
    part.fill(9.0).wait();
    x.copy_from(y).wait();
    EXPECT(x.read()[first] == 9.0 && x.read()[first + 16] == 6.0);
    {
        clb::buffer<double>::mapping all(x, CLB_MAP_READ | CLB_MAP_WRITE);
        all[0] = 5.0;
        EXPECT(all.size() == N && all.end() - all.begin() == N);
    }
    EXPECT(x.read()[0] == 5.0);

    clb::pool pool(device);
    clb::buffer<double> taken = pool.take<double>(100, copies);
    const clb_buffer *const address = taken.get();
    pool.put(std::move(taken), copies);
    EXPECT(!taken.get() && pool.stats().kept_count == 1);
    taken = pool.take<double>(100, copies);
    EXPECT(taken.get() == address && pool.stats().hits == 1);
    pool.trim();

    clb::cancel stop;
    stop.request();
    clb_watch watch = clb_watch();
    watch.cancel = stop;
    clb_launch watched = clb_launch();
    watched.watch = &watch;
    EXPECT(calls_run_scale(device, &watched, arguments_of(x, 2.0, y, N), nullptr, check) == CLB_ERROR_CANCELLED);
    stop.reset();
    check(calls_run_scale(device, &watched, arguments_of(x, 2.0, y, N), nullptr, check));
}

static void times_by_name(const clb_device_params &params)
{
    clb_device_params with = params;
    with.profiling = true;
    clb::device device(with);
    clb::checker check;
    device.profile_start();
    clb::buffer<double> x(device, std::vector<double>{1, 2, 3}), y(device, 3);
    check(calls_run_scale(device, nullptr, arguments_of(x, 2.0, y, 3), nullptr, check));
    (void)y.read();
    device.profile_stop();
    EXPECT(device.profile().size() == 2);
}

static void images(clb_device *device)
{
    clb_image_params params = clb_image_params();
    params.order = CLB_ORDER_RGBA;
    params.type = CLB_CHANNEL_UNORM_INT8;
    params.width = 2;
    params.height = 2;
    const float colour[4] = {1, 0, 1, 0};
    std::array<unsigned char, 16> pixels{}, part{};
    clb::image a(device, params), b(device, params), empty;
    (void)a.fill(colour);
    (void)b.copy_from(a);
    empty = std::move(a);
    EXPECT(a.get() == nullptr && empty.params()->width == 2);
    clb_image_region region = clb_image_region();
    region.origin[1] = 1;
    part[0] = 7;
    b.write(part.data(), region);
    b.read(pixels.data());
    EXPECT(pixels[0] == 255 && pixels[1] == 0 && pixels[2] == 255 && pixels[8] == 7 && pixels[10] == 0);
    params.width = 0;
    bool thrown = false;
    try {
        clb::image none(device, params);
    } catch (const clb::error &e) {
        thrown = e.status() == CLB_ERROR_SIZE;
    }
    EXPECT(thrown);
}

int main()
{
    clb_device_params params = clb_device_params();
    params.bundle = &calls_bundle;
    params.filter = "native";
    params.environment = "";
    params.profiling = true;
    EXPECT(clb::device::list(params).size() == 1);
    clb::device device(params), empty;
    empty = std::move(device);
    EXPECT(static_cast<clb_device *>(device) == nullptr);
    device = std::move(empty);
    buffers_and_events(device);
    calls(device);
    images(device);
    errors(device);
    pipelines(device);
    times_by_name(params);
    return failures != 0;
}
