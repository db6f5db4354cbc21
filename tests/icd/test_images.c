/* Images and samplers of OpenCL's API: what they say of themselves, the codes of misuse, commands on boxes of them with
 * and without pitches, images over the application's memory and of buffers, and a kernel that reads and writes them.
 *
 * SPDX-License-Identifier: MIT */
#include "support.h"

enum { W = 5, H = 3, D = 4 };

static const cl_image_format bytes4 = {CL_RGBA, CL_UNORM_INT8};

static cl_mem make(const fixture *f, cl_mem_object_type type, size_t w, size_t h, size_t d, cl_image_format format)
{
    const bool rows = type == CL_MEM_OBJECT_IMAGE1D_ARRAY, layers = rows || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
    const cl_image_desc desc = {.image_type = type,
                                .image_width = w,
                                .image_height = rows ? 0 : h,
                                .image_depth = layers ? 0 : d,
                                .image_array_size = layers ? rows ? h : d : 0};
    cl_int code;
    cl_mem image = clCreateImage(f->context, CL_MEM_READ_WRITE, &format, &desc, NULL, &code);
    OK(code);
    return image;
}

/* ---- Objects -------------------------------------------------------------------------------------------------------
 */

static void images_refuse_wrong_descriptions(void **state)
{
    const fixture *f = *state;
    cl_int code;
    char host[4096] = {0};
    const cl_image_desc good = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = W, .image_height = H};
    cl_image_desc d = good;
    NO_OBJECT(clCreateImage(NULL, 0, &bytes4, &good, NULL, &code), CL_INVALID_CONTEXT);
    NO_OBJECT(clCreateImage(f->context, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, &bytes4, &good, NULL, &code),
              CL_INVALID_VALUE);
    NO_OBJECT(clCreateImage(f->context, 0, NULL, &good, NULL, &code), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
    NO_OBJECT(clCreateImage(f->context, 0, &(cl_image_format){0x7777, CL_FLOAT}, &good, NULL, &code),
              CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
    NO_OBJECT(clCreateImage(f->context, 0, &(cl_image_format){CL_RGB, CL_FLOAT}, &good, NULL, &code),
              CL_IMAGE_FORMAT_NOT_SUPPORTED);
    NO_OBJECT(clCreateImage(f->context, 0, &bytes4, NULL, NULL, &code), CL_INVALID_IMAGE_DESCRIPTOR);
    d.num_mip_levels = 2;
    NO_OBJECT(clCreateImage(f->context, 0, &bytes4, &d, NULL, &code), CL_INVALID_IMAGE_DESCRIPTOR);
    d = good;
    d.image_row_pitch = W * 4; /* of no memory */
    NO_OBJECT(clCreateImage(f->context, 0, &bytes4, &d, NULL, &code), CL_INVALID_IMAGE_DESCRIPTOR);
    d.image_row_pitch = W * 4 - 4;
    NO_OBJECT(clCreateImage(f->context, CL_MEM_USE_HOST_PTR, &bytes4, &d, host, &code), CL_INVALID_IMAGE_DESCRIPTOR);
    d.image_row_pitch = W * 4 + 1;
    NO_OBJECT(clCreateImage(f->context, CL_MEM_COPY_HOST_PTR, &bytes4, &d, host, &code), CL_INVALID_IMAGE_DESCRIPTOR);
    NO_OBJECT(clCreateImage(f->context, CL_MEM_COPY_HOST_PTR, &bytes4, &good, NULL, &code), CL_INVALID_HOST_PTR);
    NO_OBJECT(clCreateImage(f->context, 0, &bytes4, &good, host, &code), CL_INVALID_HOST_PTR);
    d = good;
    d.image_width = 0;
    NO_OBJECT(clCreateImage(f->context, 0, &bytes4, &d, NULL, &code), CL_INVALID_IMAGE_SIZE);
    d.image_width = (size_t)1 << 40;
    NO_OBJECT(clCreateImage(f->context, 0, &bytes4, &d, NULL, &code), CL_INVALID_IMAGE_SIZE);
    d = good;
    d.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER;
    NO_OBJECT(clCreateImage(f->context, 0, &bytes4, &d, NULL, &code), CL_INVALID_IMAGE_DESCRIPTOR);
    d.image_type = CL_MEM_OBJECT_BUFFER;
    NO_OBJECT(clCreateImage(f->context, 0, &bytes4, &d, NULL, &code), CL_INVALID_IMAGE_DESCRIPTOR);
    NO_OBJECT(clCreateImage2D(f->context, 0, &bytes4, 0, 4, 0, NULL, &code), CL_INVALID_IMAGE_SIZE);
    NO_OBJECT(clCreateImage3D(f->context, 0, &bytes4, 4, 4, 4, 16, 0, NULL, &code), CL_INVALID_IMAGE_SIZE);
}

static size_t ask(cl_mem image, cl_image_info name)
{
    size_t value = 77;
    OK(clGetImageInfo(image, name, sizeof value, &value, NULL));
    return value;
}

static void images_say_what_they_are(void **state)
{
    const fixture *f = *state;
    static const struct {
        cl_mem_object_type type;
        size_t height, depth, layers, slice;
    } wanted[] = {{CL_MEM_OBJECT_IMAGE1D, 0, 0, 0, 0},
                  {CL_MEM_OBJECT_IMAGE1D_ARRAY, 0, 0, H, W * 4},
                  {CL_MEM_OBJECT_IMAGE2D, H, 0, 0, 0},
                  {CL_MEM_OBJECT_IMAGE2D_ARRAY, H, 0, D, W * H * 4},
                  {CL_MEM_OBJECT_IMAGE3D, H, D, 0, W * H * 4}};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        cl_mem image = make(f, wanted[i].type, W, H, D, bytes4);
        cl_image_format format;
        cl_mem_object_type type;
        OK(clGetImageInfo(image, CL_IMAGE_FORMAT, sizeof format, &format, NULL));
        assert_memory_equal(&format, &bytes4, sizeof format);
        OK(clGetMemObjectInfo(image, CL_MEM_TYPE, sizeof type, &type, NULL));
        assert_int_equal(type, wanted[i].type);
        assert_int_equal(ask(image, CL_IMAGE_ELEMENT_SIZE), 4);
        assert_int_equal(ask(image, CL_IMAGE_ROW_PITCH), W * 4);
        assert_int_equal(ask(image, CL_IMAGE_WIDTH), W);
        assert_int_equal(ask(image, CL_IMAGE_HEIGHT), wanted[i].height);
        assert_int_equal(ask(image, CL_IMAGE_DEPTH), wanted[i].depth);
        assert_int_equal(ask(image, CL_IMAGE_ARRAY_SIZE), wanted[i].layers);
        assert_int_equal(ask(image, CL_IMAGE_SLICE_PITCH), wanted[i].slice);
        CODE(clGetImageInfo(image, 0x7777, 0, NULL, NULL), CL_INVALID_VALUE);
        OK(clReleaseMemObject(image));
    }
    cl_mem buffer = clCreateBuffer(f->context, 0, 64, NULL, NULL);
    CODE(clGetImageInfo(buffer, CL_IMAGE_FORMAT, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
    OK(clReleaseMemObject(buffer));
}

/* Each format of the list makes an image, and no other one does. */
static void the_list_of_formats_is_what_can_be_made(void **state)
{
    static const cl_mem_object_type types[] = {CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE3D,
                                               CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_MEM_OBJECT_IMAGE2D_ARRAY};
    const fixture *f = *state;
    cl_image_format list[512];
    cl_uint count = 0;
    CODE(clGetSupportedImageFormats(NULL, 0, CL_MEM_OBJECT_IMAGE2D, 0, NULL, &count), CL_INVALID_CONTEXT);
    CODE(clGetSupportedImageFormats(f->context, 0, CL_MEM_OBJECT_BUFFER, 0, NULL, &count), CL_INVALID_VALUE);
    CODE(clGetSupportedImageFormats(f->context, 0, CL_MEM_OBJECT_IMAGE2D, 0, list, NULL), CL_INVALID_VALUE);
    for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
        OK(clGetSupportedImageFormats(f->context, CL_MEM_READ_ONLY, types[t], 512, list, &count));
        assert_in_range(count, 50, 512);
        for (cl_channel_order order = CL_R; order <= CL_ABGR; order++)
            for (cl_channel_type data = CL_SNORM_INT8; data <= CL_UNORM_INT_101010_2; data++) {
                bool listed = false;
                cl_int code;
                for (cl_uint i = 0; i < count; i++)
                    listed |= list[i].image_channel_order == order && list[i].image_channel_data_type == data;
                const cl_image_format format = {order, data};
                const cl_image_desc desc = {.image_type = types[t],
                                            .image_width = 2,
                                            .image_height = 2,
                                            .image_depth = 2,
                                            .image_array_size = 2};
                cl_mem image = clCreateImage(f->context, 0, &format, &desc, NULL, &code);
                assert_int_equal(code, listed ? CL_SUCCESS : CL_IMAGE_FORMAT_NOT_SUPPORTED);
                if (image) OK(clReleaseMemObject(image));
            }
    }
}

static void samplers_say_what_they_are_and_refuse_others(void **state)
{
    const fixture *f = *state;
    cl_int code;
    cl_uint value = 0;
    const cl_sampler_properties list[] = {CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, CL_SAMPLER_ADDRESSING_MODE,
                                          CL_ADDRESS_REPEAT, 0};
    const cl_sampler_properties twice[] = {CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, CL_SAMPLER_FILTER_MODE,
                                           CL_FILTER_LINEAR, 0};
    NO_OBJECT(clCreateSampler(NULL, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR, &code), CL_INVALID_CONTEXT);
    NO_OBJECT(clCreateSampler(f->context, 7, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR, &code), CL_INVALID_VALUE);
    NO_OBJECT(clCreateSampler(f->context, CL_FALSE, CL_ADDRESS_REPEAT, CL_FILTER_LINEAR, &code), CL_INVALID_VALUE);
    NO_OBJECT(clCreateSampler(f->context, CL_TRUE, 0x7777, CL_FILTER_LINEAR, &code), CL_INVALID_VALUE);
    NO_OBJECT(clCreateSampler(f->context, CL_TRUE, CL_ADDRESS_NONE, 0x7777, &code), CL_INVALID_VALUE);
    NO_OBJECT(clCreateSamplerWithProperties(f->context, twice, &code), CL_INVALID_VALUE);
    cl_sampler sampler = clCreateSamplerWithProperties(f->context, list, &code);
    OK(code);
    OK(clGetSamplerInfo(sampler, CL_SAMPLER_ADDRESSING_MODE, sizeof value, &value, NULL));
    assert_int_equal(value, CL_ADDRESS_REPEAT);
    OK(clGetSamplerInfo(sampler, CL_SAMPLER_FILTER_MODE, sizeof value, &value, NULL));
    assert_int_equal(value, CL_FILTER_LINEAR);
    OK(clGetSamplerInfo(sampler, CL_SAMPLER_NORMALIZED_COORDS, sizeof value, &value, NULL));
    assert_int_equal(value, CL_TRUE);
    CODE(clGetSamplerInfo(sampler, 0x7777, 0, NULL, NULL), CL_INVALID_VALUE);
    OK(clRetainSampler(sampler));
    OK(clReleaseSampler(sampler));
    OK(clReleaseSampler(sampler));
    CODE(clRetainSampler(NULL), CL_INVALID_SAMPLER);
}

/* ---- Commands ------------------------------------------------------------------------------------------------------
 */

/* A number for each byte of a pixel. */
static unsigned char byte_at(size_t x, size_t y, size_t z, size_t c)
{
    return (unsigned char)(x + 8 * y + 40 * z + 3 * c);
}

static void fill_host(unsigned char *host, size_t row, size_t slice)
{
    for (size_t z = 0; z < D; z++)
        for (size_t y = 0; y < H; y++)
            for (size_t x = 0; x < W; x++)
                for (size_t c = 0; c < 4; c++) host[z * slice + y * row + x * 4 + c] = byte_at(x, y, z, c);
}

static void boxes_are_written_read_and_copied_with_pitches(void **state)
{
    const fixture *f = *state;
    enum { ROW = 32, SLICE = ROW * 4 };
    static const cl_mem_object_type types[] = {CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_MEM_OBJECT_IMAGE3D};
    const size_t zero[3] = {0, 0, 0}, all[3] = {W, H, D}, at[3] = {1, 1, 2}, part[3] = {3, 2, 2}, far[3] = {3, 1, 2};
    for (size_t t = 0; t < 2; t++) {
        unsigned char host[SLICE * D] = {0}, back[W * H * D * 4], piece[3 * 2 * 2 * 4];
        cl_mem image = make(f, types[t], W, H, D, bytes4), other = make(f, types[t], W, H, D, bytes4);
        cl_mem buffer = clCreateBuffer(f->context, 0, sizeof piece + 8, NULL, NULL);
        fill_host(host, ROW, SLICE);
        OK(clEnqueueWriteImage(f->queue, image, CL_TRUE, zero, all, ROW, SLICE, host, 0, NULL, NULL));
        OK(clEnqueueCopyImage(f->queue, image, other, zero, zero, all, 0, NULL, NULL));
        OK(clEnqueueReadImage(f->queue, other, CL_TRUE, zero, all, 0, 0, back, 0, NULL, NULL));
        for (size_t i = 0; i < sizeof back; i++)
            assert_int_equal(back[i], byte_at(i / 4 % W, i / 4 / W % H, i / 4 / W / H, i % 4));
        OK(clEnqueueCopyImageToBuffer(f->queue, image, buffer, at, part, 8, 0, NULL, NULL));
        OK(clEnqueueReadBuffer(f->queue, buffer, CL_TRUE, 8, sizeof piece, piece, 0, NULL, NULL));
        for (size_t i = 0; i < sizeof piece; i++)
            assert_int_equal(piece[i], byte_at(1 + i / 4 % 3, 1 + i / 12 % 2, 2 + i / 24, i % 4));
        OK(clEnqueueCopyBufferToImage(f->queue, buffer, other, 8, zero, part, 0, NULL, NULL));
        OK(clEnqueueReadImage(f->queue, other, CL_TRUE, zero, part, 0, 0, piece, 0, NULL, NULL));
        assert_int_equal(piece[0], byte_at(1, 1, 2, 0));
        CODE(clEnqueueReadImage(f->queue, image, CL_TRUE, far, part, 0, 0, piece, 0, NULL, NULL), CL_INVALID_VALUE);
        CODE(clEnqueueReadImage(f->queue, image, CL_TRUE, zero, zero, 0, 0, piece, 0, NULL, NULL), CL_INVALID_VALUE);
        CODE(clEnqueueReadImage(f->queue, image, CL_TRUE, zero, part, 8, 0, piece, 0, NULL, NULL), CL_INVALID_VALUE);
        CODE(clEnqueueReadImage(f->queue, buffer, CL_TRUE, zero, part, 0, 0, piece, 0, NULL, NULL),
             CL_INVALID_MEM_OBJECT);
        CODE(clEnqueueReadImage(NULL, image, CL_TRUE, zero, part, 0, 0, piece, 0, NULL, NULL),
             CL_INVALID_COMMAND_QUEUE);
        CODE(clEnqueueReadImage(f->queue, image, CL_TRUE, zero, part, 0, 0, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
        CODE(clEnqueueCopyImage(f->queue, image, image, zero, at, part, 0, NULL, NULL), CL_SUCCESS);
        CODE(clEnqueueCopyImage(f->queue, image, image, (size_t[]){1, 1, 1}, at, part, 0, NULL, NULL),
             CL_MEM_COPY_OVERLAP);
        CODE(clEnqueueCopyImageToBuffer(f->queue, image, buffer, zero, all, 0, 0, NULL, NULL), CL_INVALID_VALUE);
        cl_mem wrong = make(f, types[t], W, H, D, (cl_image_format){CL_RGBA, CL_UNSIGNED_INT8});
        CODE(clEnqueueCopyImage(f->queue, image, wrong, zero, zero, all, 0, NULL, NULL), CL_IMAGE_FORMAT_MISMATCH);
        OK(clReleaseMemObject(wrong));
        OK(clReleaseMemObject(buffer));
        OK(clReleaseMemObject(other));
        OK(clReleaseMemObject(image));
    }
}

static void fills_are_rounded_and_saturated_as_writes_are(void **state)
{
    const fixture *f = *state;
    const size_t zero[3] = {0, 0, 0}, all[3] = {W, H, 1};
    const float color[4] = {0.5f, 2.0f, -1.0f, 0.7372549f};
    const uint32_t numbers[4] = {1, 70000, 65535, 2};
    const struct {
        cl_image_format format;
        const void *color;
        unsigned char pixel[8];
        size_t size;
    } wanted[] = {{{CL_RGBA, CL_UNORM_INT8}, color, {128, 255, 0, 188}, 4},
                  {{CL_BGRA, CL_UNORM_INT8}, color, {0, 255, 128, 188}, 4},
                  {{CL_ARGB, CL_SNORM_INT8}, color, {94, 64, 127, 129}, 4},
                  {{CL_RGBA, CL_SNORM_INT8}, (const float[4]){-1.0f, -2.0f, 1.0f, 0.0f}, {0x81, 0x80, 0x7f, 0}, 4},
                  {{CL_sRGBA, CL_UNORM_INT8}, color, {188, 255, 0, 188}, 4},
                  {{CL_RGB, CL_UNORM_SHORT_565}, color, {0xe0, 0x87}, 2},
                  {{CL_R, CL_HALF_FLOAT}, color, {0x00, 0x38}, 2},
                  {{CL_RG, CL_UNSIGNED_INT16}, numbers, {1, 0, 0xff, 0xff}, 4}};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        cl_mem image = make(f, CL_MEM_OBJECT_IMAGE2D, W, H, 1, wanted[i].format);
        unsigned char back[W * H * 8];
        OK(clEnqueueFillImage(f->queue, image, wanted[i].color, zero, all, 0, NULL, NULL));
        OK(clEnqueueReadImage(f->queue, image, CL_TRUE, zero, all, 0, 0, back, 0, NULL, NULL));
        for (size_t k = 0; k < W * H; k++)
            assert_memory_equal(back + k * wanted[i].size, wanted[i].pixel, wanted[i].size);
        CODE(clEnqueueFillImage(f->queue, image, NULL, zero, all, 0, NULL, NULL), CL_INVALID_VALUE);
        OK(clReleaseMemObject(image));
    }
}

static void images_over_memory_of_the_application_are_that_memory(void **state)
{
    const fixture *f = *state;
    enum { ROW = 32 };
    unsigned char host[ROW * H];
    size_t row = 0;
    cl_int code;
    const size_t at[3] = {2, 1, 0}, one[3] = {1, 1, 1};
    const unsigned char pixel[4] = {9, 8, 7, 6};
    const cl_image_desc desc = {
        .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = W, .image_height = H, .image_row_pitch = ROW};
    memset(host, 1, sizeof host);
    cl_mem image = clCreateImage(f->context, CL_MEM_USE_HOST_PTR, &bytes4, &desc, host, &code);
    OK(code);
    OK(clEnqueueWriteImage(f->queue, image, CL_TRUE, at, one, 0, 0, pixel, 0, NULL, NULL));
    assert_memory_equal(host + ROW + 8, pixel, 4);
    assert_int_equal(host[ROW + 12], 1);
    unsigned char *mapped =
        clEnqueueMapImage(f->queue, image, CL_TRUE, CL_MAP_READ, at, one, &row, NULL, 0, NULL, NULL, &code);
    OK(code);
    assert_ptr_equal(mapped, host + ROW + 8);
    assert_int_equal(row, ROW);
    OK(clEnqueueUnmapMemObject(f->queue, image, mapped, 0, NULL, NULL));
    CODE(clEnqueueUnmapMemObject(f->queue, image, mapped, 0, NULL, NULL), CL_INVALID_VALUE);
    NO_OBJECT(clEnqueueMapImage(f->queue, image, CL_TRUE, CL_MAP_READ, at, one, NULL, NULL, 0, NULL, NULL, &code),
              CL_INVALID_VALUE);
    OK(clReleaseMemObject(image));
    memset(host, 2, sizeof host);
    image = clCreateImage(f->context, CL_MEM_COPY_HOST_PTR | CL_MEM_HOST_READ_ONLY, &bytes4, &desc, host, &code);
    OK(code);
    CODE(clEnqueueWriteImage(f->queue, image, CL_TRUE, at, one, 0, 0, pixel, 0, NULL, NULL), CL_INVALID_OPERATION);
    assert_int_equal(ask(image, CL_IMAGE_ROW_PITCH), W * 4);
    OK(clReleaseMemObject(image));
}

static void images_of_buffers_share_their_memory(void **state)
{
    const fixture *f = *state;
    cl_int code;
    cl_mem_flags flags = 0;
    cl_mem parent = NULL, buffer = clCreateBuffer(f->context, CL_MEM_READ_ONLY, 64, NULL, &code);
    const cl_image_desc row = {.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = 16, .buffer = buffer};
    const cl_image_desc rows = {.image_type = CL_MEM_OBJECT_IMAGE2D,
                                .image_width = 3,
                                .image_height = 4,
                                .image_row_pitch = 16,
                                .buffer = buffer};
    const size_t at[3] = {2, 3, 0}, one[3] = {1, 1, 1};
    const unsigned char pixel[4] = {9, 8, 7, 6};
    unsigned char back[64];
    cl_image_desc large = row;
    large.image_width = 17;
    OK(code);
    NO_OBJECT(clCreateImage(f->context, 0, &bytes4, &large, NULL, &code), CL_INVALID_IMAGE_SIZE);
    NO_OBJECT(clCreateImage(f->context, CL_MEM_WRITE_ONLY, &bytes4, &row, NULL, &code), CL_INVALID_VALUE);
    cl_mem line = clCreateImage(f->context, 0, &bytes4, &row, NULL, &code);
    OK(code);
    cl_mem image = clCreateImage(f->context, 0, &bytes4, &rows, NULL, &code);
    OK(code);
    OK(clGetMemObjectInfo(line, CL_MEM_FLAGS, sizeof flags, &flags, NULL));
    assert_true(flags & CL_MEM_READ_ONLY);
    OK(clGetImageInfo(line, CL_IMAGE_BUFFER, sizeof parent, &parent, NULL));
    assert_ptr_equal(parent, buffer);
    OK(clReleaseMemObject(buffer)); /* the images hold it */
    OK(clEnqueueWriteImage(f->queue, image, CL_TRUE, at, one, 0, 0, pixel, 0, NULL, NULL));
    OK(clEnqueueReadImage(f->queue, line, CL_TRUE, (size_t[]){0, 0, 0}, (size_t[]){16, 1, 1}, 0, 0, back, 0, NULL,
                          NULL));
    assert_memory_equal(back + 3 * 16 + 8, pixel, 4);
    OK(clReleaseMemObject(image));
    OK(clReleaseMemObject(line));
}

/* ---- Kernels -------------------------------------------------------------------------------------------------------
 */

static void a_kernel_reads_and_writes_images_as_they_were_when_it_was_enqueued(void **state)
{
    const fixture *f = *state;
    cl_int code;
    const size_t zero[3] = {0, 0, 0}, range[2] = {W, W}, all[3] = {W, W, 1}, source[3] = {W, H, 1};
    unsigned char host[W * H * 4], back[W * W * 4];
    float seen[W * W][4];
    cl_mem from = make(f, CL_MEM_OBJECT_IMAGE2D, W, H, 1, bytes4), to = make(f, CL_MEM_OBJECT_IMAGE2D, W, W, 1, bytes4);
    cl_mem out = clCreateBuffer(f->context, 0, sizeof seen, NULL, &code);
    cl_sampler edge = clCreateSampler(f->context, CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST, &code);
    cl_sampler border = clCreateSampler(f->context, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &code);
    cl_kernel kernel = clCreateKernel(f->program, "turn", &code);
    OK(code);
    for (size_t i = 0; i < sizeof host; i++) host[i] = (unsigned char)(2 * i);
    OK(clEnqueueWriteImage(f->queue, from, CL_TRUE, zero, source, 0, 0, host, 0, NULL, NULL));
    CODE(clSetKernelArg(kernel, 0, sizeof out, &out), CL_INVALID_MEM_OBJECT);
    CODE(clSetKernelArg(kernel, 0, 3, &from), CL_INVALID_ARG_SIZE);
    CODE(clSetKernelArg(kernel, 2, sizeof out, &out), CL_INVALID_SAMPLER);
    CODE(clSetKernelArg(kernel, 3, sizeof from, &from), CL_INVALID_MEM_OBJECT);
    const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = W, .image_height = H};
    cl_mem read_only = clCreateImage(f->context, CL_MEM_READ_ONLY, &bytes4, &desc, NULL, &code);
    CODE(clSetKernelArg(kernel, 1, sizeof read_only, &read_only), CL_INVALID_ARG_VALUE);
    OK(clReleaseMemObject(read_only));
    OK(clSetKernelArg(kernel, 0, sizeof from, &from));
    OK(clSetKernelArg(kernel, 1, sizeof to, &to));
    OK(clSetKernelArg(kernel, 2, sizeof edge, &edge));
    OK(clSetKernelArg(kernel, 3, sizeof out, &out));
    cl_event launch, gate = clCreateUserEvent(f->context, &code);
    OK(clEnqueueNDRangeKernel(f->queue, kernel, 2, NULL, range, NULL, 1, &gate, &launch));
    /* Arguments that are set later, and objects that are released, are not the waiting launch's. */
    OK(clSetKernelArg(kernel, 1, sizeof from, &from));
    OK(clSetKernelArg(kernel, 2, sizeof border, &border));
    OK(clReleaseSampler(edge));
    OK(clReleaseMemObject(from));
    OK(clSetUserEventStatus(gate, CL_COMPLETE));
    OK(clWaitForEvents(1, &launch));
    OK(clReleaseEvent(launch));
    OK(clEnqueueReadImage(f->queue, to, CL_TRUE, zero, all, 0, 0, back, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(f->queue, out, CL_TRUE, 0, sizeof seen, seen, 0, NULL, NULL));
    for (size_t y = 0; y < W; y++)
        for (size_t x = 0; x < W; x++)
            for (size_t c = 0; c < 4; c++) {
                const size_t row = y < H ? y : H - 1;
                assert_int_equal(back[(y * W + x) * 4 + c], x < H ? host[(x * W + y) * 4 + c] : 0);
                const float difference = seen[y * W + x][c] - (float)host[(row * W + x) * 4 + c] / 255.0f;
                assert_true(difference == 0);
            }
    OK(clReleaseEvent(gate));
    OK(clReleaseKernel(kernel));
    OK(clReleaseSampler(border));
    OK(clReleaseMemObject(out));
    OK(clReleaseMemObject(to));
}

int main(void)
{
#define TEST(name_) cmocka_unit_test_setup_teardown(name_, start, end)
    const struct CMUnitTest tests[] = {
        TEST(images_refuse_wrong_descriptions),
        TEST(images_say_what_they_are),
        TEST(the_list_of_formats_is_what_can_be_made),
        TEST(samplers_say_what_they_are_and_refuse_others),
        TEST(boxes_are_written_read_and_copied_with_pitches),
        TEST(fills_are_rounded_and_saturated_as_writes_are),
        TEST(images_over_memory_of_the_application_are_that_memory),
        TEST(images_of_buffers_share_their_memory),
        TEST(a_kernel_reads_and_writes_images_as_they_were_when_it_was_enqueued),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
