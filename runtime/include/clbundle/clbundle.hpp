/* clbundle in C++17: handles that release themselves, typed buffers, spans, errors as exceptions. Header-only, on top
 * of the C interface; clbundle/core.h, clbundle/pipeline.h and clbundle/image.h say what each call does and which
 * threads may call it.
 *
 *     #include "clbundle/clbundle.hpp"
 *     #include "mine.h"
 *
 *     clb::device device(mine_bundle);
 *     clb::buffer<double> x(device, std::vector<double>{1, 2, 3}), y(device, 3);
 *     clb::checker check;
 *     check(mine_run_scale(device, nullptr, {.x = x, .a = 2.0, .y = y, .n = 3}, nullptr, check));   // C++20
 *     std::vector<double> result = y.read();
 *
 * A checker holds a clb_error. Pass it in place of the error's address, and call it with the status: it throws
 * clb::error if that is not CLB_OK. Objects that were moved from are empty: they may be destroyed or assigned to,
 * nothing else.
 * Buffers, images, pipes, events, queues and pools must be gone before their device.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBUNDLE_HPP
#define CLBUNDLE_HPP

#include "group.h"
#include "image.h"
#include "pipe.h"
#include "pipeline.h"

#include <cstdlib>
#include <functional>
#include <initializer_list>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace clb
{

/* ---- Errors -------------------------------------------------------------------------------------------------------
 */

class error : public std::runtime_error
{
public:
    explicit error(const clb_error &from)
        : std::runtime_error(from.message), status_(from.status), code_(from.code),
          build_log_(from.build_log ? std::make_shared<const std::string>(from.build_log) : nullptr)
    {
    }

    clb_status status() const noexcept { return status_; }
    std::int32_t code() const noexcept { return code_; } /* OpenCL's error number, or 0 */

    /* The driver's log with original files and lines, where a build failed; else "". */
    const char *build_log() const noexcept { return build_log_ ? build_log_->c_str() : ""; }

private:
    clb_status status_;
    std::int32_t code_;
    std::shared_ptr<const std::string> build_log_; /* so that exceptions are copied without one */
};

/* Turns statuses into exceptions. One per thread. */
class checker
{
public:
    checker() noexcept : error_() {}
    checker(const checker &) = delete;
    checker &operator=(const checker &) = delete;
    ~checker() { clb_error_clear(&error_); }

    operator clb_error *() noexcept { return &error_; }

    void operator()(clb_status status)
    {
        if (status == CLB_OK) return;
        if (error_.status != status) error_.status = status; /* of a call that was not given this object */
        const error thrown(error_);
        clb_error_clear(&error_);
        throw thrown;
    }

private:
    clb_error error_;
};

/* ---- Spans --------------------------------------------------------------------------------------------------------
 */

/* Contiguous elements in memory that is not owned, as std::span in C++20. */
template <class T>
class span
{
    template <class C>
    using data_of = decltype(std::declval<C &>().data());
    template <class P>
    using element_of = typename std::remove_const<typename std::remove_pointer<P>::type>::type;

public:
    using value_type = typename std::remove_const<T>::type;

    constexpr span() noexcept : data_(nullptr), size_(0) {}
    constexpr span(T *data, std::size_t size) noexcept : data_(data), size_(size) {}
    template <std::size_t N>
    constexpr span(T (&array)[N]) noexcept : data_(array), size_(N)
    {
    }

    /* Of whatever has data() and size(): a vector, a string, an array, a std::span. */
    template <class C, class = typename std::enable_if<std::is_convertible<data_of<C>, T *>::value &&
                                                       std::is_same<element_of<data_of<C>>, value_type>::value>::type>
    constexpr span(C &&of) : data_(of.data()), size_(static_cast<std::size_t>(of.size()))
    {
    }

    constexpr T *data() const noexcept { return data_; }
    constexpr std::size_t size() const noexcept { return size_; }
    constexpr bool empty() const noexcept { return size_ == 0; }
    constexpr T *begin() const noexcept { return data_; }
    constexpr T *end() const noexcept { return data_ + size_; }
    constexpr T &operator[](std::size_t i) const { return data_[i]; }

private:
    T *data_;
    std::size_t size_;
};

/* ---- Devices ------------------------------------------------------------------------------------------------------
 */

class device
{
public:
    device() noexcept : handle_(nullptr) {}

    explicit device(const clb_device_params &params) : handle_(nullptr)
    {
        checker check;
        check(clb_device_open(&params, &handle_, check));
    }

    explicit device(const clb_bundle &bundle, const char *filter = nullptr) : device(params_of(bundle, filter)) {}

    /* With values for constants of the bundle: clb_constant_integer("WG", 128). */
    device(const clb_bundle &bundle, std::initializer_list<clb_constant> constants, const char *filter = nullptr)
        : handle_(nullptr)
    {
        checker check;
        clb_device_params params = params_of(bundle, filter);
        params.constants = constants.begin();
        params.constant_count = constants.size();
        check(clb_device_open(&params, &handle_, check));
    }

    device(device &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    device &operator=(device &&other) noexcept
    {
        device taken(std::move(other));
        std::swap(handle_, taken.handle_);
        return *this;
    }
    ~device() { clb_device_close(&handle_); }

    operator clb_device *() const noexcept { return handle_; }
    const clb_device_info &info() const { return *clb_device_get_info(handle_); }

    /* How far a tiered start is. */
    clb_stage stage() const noexcept { return clb_device_get_stage(handle_, nullptr); }

    /* Blocks until everything enqueued so far has run. */
    void finish()
    {
        checker check;
        check(clb_device_finish(handle_, check));
    }

    /* The table of times by kernel and kind of transfer. */
    void profile_start()
    {
        checker check;
        check(clb_device_profile_start(handle_, check));
    }
    void profile_stop() noexcept { clb_device_profile_stop(handle_); }
    std::vector<clb_profile_row> profile()
    {
        checker check;
        clb_profile_row *rows = nullptr;
        std::size_t count = 0;
        check(clb_device_profile_get(handle_, &rows, &count, check));
        const std::unique_ptr<clb_profile_row, void (*)(clb_profile_row *)> owner(rows, free_rows);
        return std::vector<clb_profile_row>(rows, rows + count);
    }

    /* The alignment of the offsets of views, in bytes. */
    std::size_t view_alignment() const noexcept { return clb_device_view_alignment(handle_); }

    /* Builds programs ahead: all of the bundle, by default. */
    void prepare(const clb_bundle &bundle, const clb_prepare_params &params = clb_prepare_params())
    {
        checker check;
        check(clb_prepare(handle_, &bundle, &params, check));
    }

    /* ... for these values of constants, which later calls use. */
    void prepare(const clb_bundle &bundle, std::initializer_list<clb_constant> constants)
    {
        clb_prepare_params params = clb_prepare_params();
        params.constants = constants.begin();
        params.constant_count = constants.size();
        prepare(bundle, params);
    }

    std::vector<unsigned char> export_binaries(const clb_bundle &bundle)
    {
        checker check;
        void *data = nullptr;
        std::size_t size = 0;
        check(clb_binaries_export(handle_, &bundle, &data, &size, check));
        const std::unique_ptr<void, void (*)(void *)> owner(data, std::free);
        const unsigned char *bytes = static_cast<const unsigned char *>(data);
        return std::vector<unsigned char>(bytes, bytes + size);
    }

    /* The number of programs that were taken. */
    std::size_t import_binaries(const clb_bundle &bundle, span<const unsigned char> data)
    {
        checker check;
        std::size_t used = 0;
        check(clb_binaries_import(handle_, &bundle, data.data(), data.size(), &used, check));
        return used;
    }

    /* All devices, best first, then those that do not fit, with reasons. */
    static std::vector<clb_device_info> list(const clb_device_params &params = clb_device_params())
    {
        checker check;
        clb_device_info *found = nullptr;
        std::size_t count = 0;
        check(clb_device_list(&params, &found, &count, check));
        const std::unique_ptr<clb_device_info, void (*)(clb_device_info *)> owner(found, free_list);
        return std::vector<clb_device_info>(found, found + count);
    }

private:
    static clb_device_params params_of(const clb_bundle &bundle, const char *filter)
    {
        clb_device_params params = clb_device_params();
        params.bundle = &bundle;
        params.filter = filter;
        return params;
    }
    static void free_list(clb_device_info *list) { clb_device_list_free(&list); }
    static void free_rows(clb_profile_row *rows) { clb_device_profile_free(&rows); }

    clb_device *handle_;
};

/* Several devices as one: clbundle/group.h. */
class group
{
public:
    group() noexcept : handle_(nullptr) {}

    explicit group(const clb_group_params &params) : handle_(nullptr)
    {
        checker check;
        check(clb_group_open(&params, &handle_, check));
    }

    /* Every GPU, and the native code of the bundle. */
    explicit group(const clb_bundle &bundle) : handle_(nullptr)
    {
        checker check;
        clb_device_params device = clb_device_params();
        clb_group_params params = clb_group_params();
        device.bundle = &bundle;
        params.device = &device;
        check(clb_group_open(&params, &handle_, check));
    }

    group(group &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    group &operator=(group &&other) noexcept
    {
        group taken(std::move(other));
        std::swap(handle_, taken.handle_);
        return *this;
    }
    ~group() { clb_group_close(&handle_); }

    operator clb_group *() const noexcept { return handle_; }
    std::size_t size() const noexcept { return clb_group_size(handle_); }

    clb_group_member member(std::size_t index) const
    {
        checker check;
        clb_group_member found;
        check(clb_group_get_member(handle_, index, &found, check));
        return found;
    }

private:
    clb_group *handle_;
};

/* ---- Events -------------------------------------------------------------------------------------------------------
 */

class event
{
public:
    event() noexcept : handle_(nullptr) {}
    event(event &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    event &operator=(event &&other) noexcept
    {
        event taken(std::move(other));
        std::swap(handle_, taken.handle_);
        return *this;
    }
    ~event() { clb_event_release(&handle_); }

    /* For a call that makes an event: mine_run_scale(device, nullptr, arguments, event.out(), check). */
    clb_event **out() noexcept
    {
        clb_event_release(&handle_);
        return &handle_;
    }

    clb_event *get() const noexcept { return handle_; }
    explicit operator bool() const noexcept { return handle_ != nullptr; }

    /* Blocks until the command has run; that of an empty range has. */
    void wait()
    {
        checker check;
        if (handle_) check(clb_event_wait(handle_, check));
    }

    /* Start and end in nanoseconds of the device's clock. */
    std::pair<std::uint64_t, std::uint64_t> times()
    {
        checker check;
        std::pair<std::uint64_t, std::uint64_t> both(0, 0);
        check(clb_event_times(handle_, &both.first, &both.second, check));
        return both;
    }

    /* The command has run or failed. */
    bool is_complete() const
    {
        checker check;
        bool complete = false;
        check(clb_event_poll(handle_, &complete, check));
        return complete;
    }

    /* Calls `function(error)` once, when the command is complete, in a thread of the driver or of the library. It must
     * not throw, nor wait: see clb_completed. */
    void on_complete(std::function<void(const clb_error &)> function)
    {
        checker check;
        std::unique_ptr<std::function<void(const clb_error &)>> kept(
            new std::function<void(const clb_error &)>(std::move(function)));
        check(clb_event_on_complete(handle_, tell, kept.get(), check));
        (void)kept.release(); /* tell's: it is called once */
    }

private:
    static void tell(void *cookie, const clb_error *how) noexcept
    {
        const std::unique_ptr<std::function<void(const clb_error &)>> kept(
            static_cast<std::function<void(const clb_error &)> *>(cookie));
        (*kept)(*how);
    }

    clb_event *handle_;
};

/* ---- Queues -------------------------------------------------------------------------------------------------------
 */

/* Commands beside those of the device's own queue. The destructor waits for them. */
class queue
{
public:
    queue() noexcept : handle_(nullptr) {}
    explicit queue(clb_device *on) : handle_(nullptr)
    {
        checker check;
        check(clb_queue_create(on, &handle_, check));
    }
    queue(queue &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    queue &operator=(queue &&other) noexcept
    {
        queue taken(std::move(other));
        std::swap(handle_, taken.handle_);
        return *this;
    }
    ~queue() { clb_queue_release(&handle_); }

    operator clb_queue *() const noexcept { return handle_; }

    void finish()
    {
        checker check;
        check(clb_queue_finish(handle_, check));
    }

private:
    clb_queue *handle_;
};

/* The queue of a command, and the events that it waits for: clb::command(copies).after(ready). The events must live
 * until the call.
 */
class command
{
public:
    command() noexcept : queue_(nullptr) {}
    command(clb_queue *on) noexcept : queue_(on) {}
    command(const queue &on) noexcept : queue_(on) {}

    command &after(const event &before) &
    {
        wait_.push_back(before.get());
        return *this;
    }
    command after(const event &before) &&
    {
        wait_.push_back(before.get());
        return std::move(*this);
    }

    /* Valid as long as this object is not changed: not of a temporary one. */
    clb_command get() && = delete;
    clb_command get() const &noexcept
    {
        clb_command made = clb_command();
        made.queue = queue_;
        made.wait = wait_.data();
        made.wait_count = wait_.size();
        return made;
    }

    /* The same for a launch. */
    clb_launch launch() && = delete;
    clb_launch launch() const &noexcept
    {
        clb_launch made = clb_launch();
        made.queue = queue_;
        made.wait = wait_.data();
        made.wait_count = wait_.size();
        return made;
    }

private:
    clb_queue *queue_;
    std::vector<clb_event *> wait_;
};

/* ---- Buffers ------------------------------------------------------------------------------------------------------
 */

/* Elements of type T in a device's memory. It stands where a generated structure takes a handle of such elements
 * (clb_buffer_double, NAME_buffer_params), and nowhere else; get() is the untyped buffer. */
template <class T>
class buffer
{
    static_assert(std::is_trivially_copyable<T>::value, "elements are copied as bytes");

public:
    buffer() noexcept : handle_(nullptr) {}

    /* Of undefined content. */
    buffer(clb_device *on, std::size_t count) : handle_(make(on, count, nullptr)) {}

    /* A copy of host memory. */
    buffer(clb_device *on, span<const T> host) : handle_(make(on, host.size(), host.data())) {}

    /* Over the application's own memory, which stays until the buffer is gone and its commands have run: see
     * clb_buffer_wrap. */
    static buffer wrap(clb_device *on, span<T> host)
    {
        checker check;
        buffer made;
        check(clb_buffer_wrap(on, host.data(), clb_bytes(host.size(), sizeof(T)), &made.handle_, check));
        return made;
    }

    buffer(buffer &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    buffer &operator=(buffer &&other) noexcept
    {
        buffer taken(std::move(other));
        std::swap(handle_, taken.handle_);
        return *this;
    }
    ~buffer() { clb_buffer_release(&handle_); }

    template <class Handle, class = typename std::enable_if<std::is_same<typename Handle::clb_element, T>::value>::type>
    operator Handle() const noexcept
    {
        Handle handle = Handle();
        handle.buffer = handle_;
        return handle;
    }

    clb_buffer *get() const noexcept { return handle_; }
    clb_buffer *release() noexcept { return std::exchange(handle_, nullptr); }         /* the caller's from now on */
    std::size_t size() const noexcept { return clb_buffer_size(handle_) / sizeof(T); } /* in elements */

    void write(span<const T> host, std::size_t first = 0)
    {
        checker check;
        check(clb_buffer_write(handle_, clb_bytes(first, sizeof(T)), host.data(), clb_bytes(host.size(), sizeof(T)),
                               check));
    }

    void read(span<T> host, std::size_t first = 0) const
    {
        checker check;
        check(clb_buffer_read(handle_, clb_bytes(first, sizeof(T)), host.data(), clb_bytes(host.size(), sizeof(T)),
                              check));
    }

    std::vector<T> read() const
    {
        std::vector<T> all(size());
        read(span<T>(all.data(), all.size()));
        return all;
    }

    /* Takes a buffer over. */
    static buffer adopt(clb_buffer *handle) noexcept
    {
        buffer made;
        made.handle_ = handle;
        return made;
    }

    /* Without waiting for the end. The host memory must live as long as that. */
    event write_async(span<const T> host, const command &where = command(), std::size_t first = 0)
    {
        checker check;
        event done;
        const clb_command c = where.get();
        check(clb_buffer_write_async(handle_, clb_bytes(first, sizeof(T)), host.data(),
                                     clb_bytes(host.size(), sizeof(T)), &c, done.out(), check));
        return done;
    }

    event read_async(span<T> host, const command &where = command(), std::size_t first = 0) const
    {
        checker check;
        event done;
        const clb_command c = where.get();
        check(clb_buffer_read_async(handle_, clb_bytes(first, sizeof(T)), host.data(),
                                    clb_bytes(host.size(), sizeof(T)), &c, done.out(), check));
        return done;
    }

    /* All of another buffer, from element `first` on. */
    event copy_from(const buffer &other, const command &where = command(), std::size_t first = 0)
    {
        checker check;
        event done;
        const clb_command c = where.get();
        check(clb_buffer_copy(other.handle_, 0, handle_, clb_bytes(first, sizeof(T)), clb_buffer_size(other.handle_),
                              &c, done.out(), check));
        return done;
    }

    /* All elements. */
    event fill(const T &value, const command &where = command())
    {
        checker check;
        event done;
        const clb_command c = where.get();
        check(clb_buffer_fill(handle_, 0, clb_bytes(size(), sizeof(T)), &value, sizeof value, &c, done.out(), check));
        return done;
    }

    /* Elements first .. first + count - 1 as a buffer: see clb_buffer_view. */
    buffer view(std::size_t first, std::size_t count) const
    {
        checker check;
        buffer made;
        check(clb_buffer_view(handle_, clb_bytes(first, sizeof(T)), clb_bytes(count, sizeof(T)), &made.handle_, check));
        return made;
    }

    /* Elements that the host reads or writes while this object lives; the device's own queue. */
    class mapping
    {
    public:
        mapping(const buffer &of, std::uint32_t access) : of_(of.handle_), host_(nullptr), count_(of.size())
        {
            checker check;
            check(clb_buffer_map(of_, access, 0, clb_bytes(count_, sizeof(T)), nullptr, &host_, nullptr, check));
        }
        mapping(const mapping &) = delete;
        mapping &operator=(const mapping &) = delete;
        ~mapping() { (void)!clb_buffer_unmap(of_, host_, nullptr, nullptr, nullptr); }

        T *data() const noexcept { return static_cast<T *>(host_); }
        std::size_t size() const noexcept { return count_; }
        T &operator[](std::size_t i) const { return data()[i]; }
        T *begin() const noexcept { return data(); }
        T *end() const noexcept { return data() + count_; }

    private:
        clb_buffer *of_;
        void *host_;
        std::size_t count_;
    };

private:
    static clb_buffer *make(clb_device *on, std::size_t count, const T *host)
    {
        checker check;
        clb_buffer *made = nullptr;
        check(clb_buffer_create(on, clb_bytes(count, sizeof(T)), host, &made, check));
        return made;
    }

    clb_buffer *handle_;
};

/* Pixels of a device. It stands where a generated structure takes a clb_image *. */
class image
{
public:
    image() noexcept : handle_(nullptr) {}
    image(clb_device *on, const clb_image_params &params) : handle_(nullptr)
    {
        checker check;
        check(clb_image_create(on, &params, &handle_, check));
    }
    image(image &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    image &operator=(image &&other) noexcept
    {
        image taken(std::move(other));
        std::swap(handle_, taken.handle_);
        return *this;
    }
    ~image() { clb_image_release(&handle_); }

    operator clb_image *() const noexcept { return handle_; }
    clb_image *get() const noexcept { return handle_; }
    clb_image *release() noexcept { return std::exchange(handle_, nullptr); } /* the caller's from now on */
    const clb_image_params *params() const noexcept { return clb_image_get_params(handle_); }

    /* The whole image, or a part. The host's memory must hold it, with the region's pitches. */
    void read(void *host, const clb_image_region &region = clb_image_region()) const
    {
        checker check;
        check(clb_image_read(handle_, &region, host, check));
    }
    void write(const void *host, const clb_image_region &region = clb_image_region())
    {
        checker check;
        check(clb_image_write(handle_, &region, host, check));
    }

    event copy_from(const image &other, const command &where = command())
    {
        checker check;
        event done;
        const clb_command c = where.get();
        check(clb_image_copy(other.handle_, nullptr, handle_, nullptr, &c, done.out(), check));
        return done;
    }

    /* All pixels; a colour as clb_image_fill takes it. */
    event fill(const void *colour, const command &where = command())
    {
        checker check;
        event done;
        const clb_command c = where.get();
        check(clb_image_fill(handle_, nullptr, colour, &c, done.out(), check));
        return done;
    }

private:
    clb_image *handle_;
};

/* A queue of packets of a device. It stands where a generated structure takes a clb_pipe *. */
class pipe
{
public:
    pipe() noexcept : handle_(nullptr) {}
    pipe(clb_device *on, std::size_t packet_size, std::size_t max_packets) : handle_(nullptr)
    {
        checker check;
        check(clb_pipe_create(on, packet_size, max_packets, &handle_, check));
    }
    pipe(pipe &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    pipe &operator=(pipe &&other) noexcept
    {
        pipe taken(std::move(other));
        std::swap(handle_, taken.handle_);
        return *this;
    }
    ~pipe() { clb_pipe_release(&handle_); }

    operator clb_pipe *() const noexcept { return handle_; }
    clb_pipe *get() const noexcept { return handle_; }
    clb_pipe *release() noexcept { return std::exchange(handle_, nullptr); } /* the caller's from now on */
    std::size_t packet_size() const noexcept { return clb_pipe_get_packet_size(handle_); }
    std::size_t max_packets() const noexcept { return clb_pipe_get_max_packets(handle_); }

private:
    clb_pipe *handle_;
};

/* ---- Pools and stops ----------------------------------------------------------------------------------------------
 */

/* Buffers that are given back and used again. */
class pool
{
public:
    pool() noexcept : handle_(nullptr) {}
    explicit pool(clb_device *on, std::uint64_t limit = 0) : handle_(nullptr)
    {
        checker check;
        check(clb_pool_create(on, limit, &handle_, check));
    }
    pool(pool &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    pool &operator=(pool &&other) noexcept
    {
        pool taken(std::move(other));
        std::swap(handle_, taken.handle_);
        return *this;
    }
    ~pool() { clb_pool_release(&handle_); }

    /* At least `count` elements, for a first command on `queue`. */
    template <class T>
    buffer<T> take(std::size_t count, clb_queue *queue = nullptr)
    {
        checker check;
        clb_buffer *taken = nullptr;
        check(clb_pool_take(handle_, clb_bytes(count, sizeof(T)), queue, &taken, check));
        return buffer<T>::adopt(taken);
    }

    /* `last`: the commands that may still use it. */
    template <class T>
    void put(buffer<T> &&given, const command &last = command()) noexcept
    {
        const clb_command c = last.get();
        clb_buffer *back = given.release();
        clb_pool_put(handle_, &back, &c);
    }

    void trim(std::uint64_t size = 0) noexcept { clb_pool_trim(handle_, size); }
    clb_pool_stats stats() const noexcept { return clb_pool_get_stats(handle_); }

private:
    clb_pool *handle_;
};

/* A wish to stop, for clb_watch.cancel. */
class cancel
{
public:
    cancel() : handle_(nullptr)
    {
        checker check;
        check(clb_cancel_create(&handle_, check));
    }
    cancel(const cancel &) = delete;
    cancel &operator=(const cancel &) = delete;
    ~cancel() { clb_cancel_release(&handle_); }

    operator clb_cancel *() const noexcept { return handle_; }
    void request() noexcept { clb_cancel_request(handle_); }
    void reset() noexcept { clb_cancel_reset(handle_); }
    bool is_requested() const noexcept { return clb_cancel_is_requested(handle_); }

private:
    clb_cancel *handle_;
};

/* ---- Bundles ------------------------------------------------------------------------------------------------------
 */

/* The whole program of a kernel, as a driver gets it. */
inline std::string program_source(const clb_bundle &bundle, std::uint32_t kernel)
{
    checker check;
    char *source = nullptr;
    std::size_t length = 0;
    check(clb_program_source(&bundle, kernel, &source, &length, check));
    const std::unique_ptr<char, void (*)(void *)> owner(source, std::free);
    return std::string(source, length);
}

} // namespace clb

#endif
