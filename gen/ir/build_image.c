/* Images and samplers: built-in functions of OpenCL C 1.2, 6.12.14. An image is the address of its description, a
 * sampler a number. Each call is an INVOKE of a function of clbundle/native/image.h, with three coordinates. Also
 * blocks of images, which a sub-group moves. See build_state.h.
 *
 * SPDX-License-Identifier: MIT */
#include "ir/build_state.h"

#include "clc/builtin.h"

#include <string.h>

/* The sampler that a read without one uses: 6.12.14.3. It is CLB_SAMPLER_NONE of clbundle/data.h. */
enum { NO_SAMPLER = 0x50 };

/* Of a media block: elements of a row, and rows. The specification allows fewer. */
enum { MAX_SIDE = 64 };

static ir_value *invoke(builder *b, const expression *e, const char *name, size_t operands, unsigned results, ir_type t)
{
    ir_value *v = ir_make(b->f, IR_INVOKE, IR_VOID, e->token, operands);
    v->name = name;
    v->index = results;
    v->bits = t;
    return v;
}

static ir_value *result(builder *b, ir_value *call, unsigned index)
{
    ir_value *v = ir_add(b->f, b->block, IR_RESULT, (ir_type)call->bits, call->token, 1, call);
    v->index = index;
    return v;
}

/* Coordinates in operands from `first` on; those that the image does not have are 0. */
static void set_coordinates(builder *b, ir_value *call, size_t first, const components *c)
{
    for (size_t i = 0; i < 3; ++i) {
        ir_value *own = i < c->count ? c->v[i] : build_constant(b, c->v[0]->type, 0);
        call->operands[first + i] = own;
    }
}

/* The type that the runtime's functions deal in, and its letters there. Halves are floats that are rounded. */
static ir_type type_of(const char *letter, const char **name)
{
    *name = *letter == 'i' ? "i" : *letter == 'u' ? "ui" : "f";
    return *letter == 'i' ? IR_I32 : *letter == 'u' ? IR_U32 : IR_F32;
}

static components build_read_image(builder *b, const expression *e, const char *letter)
{
    const ir_type t = type_of(letter, &letter);
    const bool sampled = e->operand_count == 3;
    ir_value *image = build_number(b, e->operands[0]);
    ir_value *sampler = sampled ? build_number(b, e->operands[1]) : build_constant(b, IR_U32, NO_SAMPLER);
    const components c = build_value(b, e->operands[e->operand_count - 1]);
    if (b->f->reason || !c.count) return (components){0};
    const char *name = arena_printf(b->f->arena, "read_image%s__%s", letter, ir_is_floating(c.v[0]->type) ? "f" : "i");
    ir_value *call = invoke(b, e, name, 5, 4, t);
    call->operands[0] = image;
    call->operands[1] = sampler;
    set_coordinates(b, call, 2, &c);
    /* Nothing writes to an image that is only read. */
    call->pure = e->operands[0]->type->access == ACCESS_READ;
    ir_append(b->f, b->block, call);
    components p = {.count = type_width(e->type)};
    for (size_t i = 0; i < p.count && i < 4; ++i) p.v[i] = result(b, call, (unsigned)i);
    if (build_scalar(e->type) == IR_F16) p = build_half_components(b, &p, true, e->token);
    return p;
}

static components build_write_image(builder *b, const expression *e, const char *letter)
{
    (void)type_of(letter, &letter);
    ir_value *image = build_number(b, e->operands[0]);
    const components c = build_value(b, e->operands[1]);
    components color = build_value(b, e->operands[2]);
    if (b->f->reason || !c.count || !color.count) return (components){0};
    color = build_half_components(b, &color, false, e->token);
    ir_value *call = invoke(b, e, arena_printf(b->f->arena, "write_image%s", letter), 8, 0, IR_VOID);
    call->operands[0] = image;
    set_coordinates(b, call, 1, &c);
    for (size_t i = 0; i < 4; ++i) call->operands[4 + i] = color.v[i < color.count ? i : 0];
    ir_append(b->f, b->block, call);
    return (components){0};
}

static ir_value *ask(builder *b, const expression *e, ir_value *image, const char *name)
{
    ir_value *call = invoke(b, e, name, 1, 1, IR_I32);
    call->operands[0] = image;
    call->pure = true;
    ir_append(b->f, b->block, call);
    return result(b, call, 0);
}

static components build_image_query(builder *b, const expression *e)
{
    static const char *const sides[] = {"get_image_width", "get_image_height", "get_image_depth"};
    ir_value *image = build_number(b, e->operands[0]);
    if (b->f->reason) return (components){0};
    if (strcmp(e->builtin->name, "get_image_dim") != 0) {
        ir_value *v = ask(b, e, image, e->builtin->name);
        return (components){{build_convert(b, build_scalar(e->type), v, e->token)}, 1};
    }
    components p = {.count = type_width(e->type)};
    for (size_t i = 0; i < p.count; ++i) p.v[i] = i < 3 ? ask(b, e, image, sides[i]) : build_constant(b, IR_I32, 0);
    return p;
}

static bool is_sampled_often(const type *image)
{
    return image->image == IMAGE_2D_MSAA || image->image == IMAGE_2D_ARRAY_MSAA ||
           image->image == IMAGE_2D_MSAA_DEPTH || image->image == IMAGE_2D_ARRAY_MSAA_DEPTH;
}

/* ---- blocks: cl_intel_subgroups, cl_intel_media_block_io ---- */

/* What a work-item of a sub-group has to do with a block. */
typedef struct block_place {
    ir_value *lane, *x, *y; /* its number; where the block begins: bytes, rows */
    uint64_t items, size;   /* of the sub-group; bytes of an element */
    uint64_t width,
        height; /* of a media block: elements, rows; of another one 0: each row is as wide as the sub-group */
} block_place;

/* Operands 1 to 4 of the call for component i: where its element is. */
static void set_place(builder *b, ir_value *call, const block_place *at, size_t i)
{
    const token *w = call->token;
    ir_value *column = at->lane, *row = build_constant(b, IR_U32, i);
    if (at->width) { /* the block's elements, row by row, are those of the first component, then of the second one ...
                      */
        ir_value *width = build_constant(b, IR_U32, at->width);
        ir_value *number = build_binary(b, IR_ADD, at->lane, build_constant(b, IR_U32, i * at->items), w);
        column = build_binary(b, IR_REMAINDER, number, width, w);
        row = build_binary(b, IR_DIVIDE, number, width, w);
    }
    column = build_binary(b, IR_MULTIPLY, column, build_constant(b, IR_U32, at->size), w);
    call->operands[1] = at->x;
    call->operands[2] = at->y;
    call->operands[3] = build_convert(b, IR_I32, column, w);
    call->operands[4] = build_convert(b, IR_I32, row, w);
}

static ir_value *read_element(builder *b, const expression *e, ir_value *image, const block_place *at, size_t i,
                              ir_type t)
{
    const unsigned words = at->size == 8 ? 2 : 1;
    const char *name = arena_printf(b->f->arena, "image_block_read_%u", (unsigned)at->size * 8);
    ir_value *call = invoke(b, e, name, 5, words, IR_U32);
    call->operands[0] = image;
    set_place(b, call, at, i);
    ir_append(b->f, b->block, call);
    ir_value *v = result(b, call, 0);
    if (words == 1) return build_convert(b, t, v, e->token);
    ir_value *high = build_convert(b, t, result(b, call, 1), e->token), *half = build_constant(b, t, 32);
    return build_binary(b, IR_OR, build_binary(b, IR_LEFT, high, half, e->token), build_convert(b, t, v, e->token),
                        e->token);
}

static void write_element(builder *b, const expression *e, ir_value *image, const block_place *at, size_t i,
                          ir_value *v)
{
    const token *w = e->token;
    const unsigned words = at->size == 8 ? 2 : 1;
    const uint64_t area = at->width * at->height;
    ir_block *outside = b->block;
    if (at->width && (i + 1) * at->items > area) { /* elements behind the last row are left out */
        ir_value *number = build_binary(b, IR_ADD, at->lane, build_constant(b, IR_U32, i * at->items), w);
        ir_value *is_in = build_binary(b, IR_LESS, number, build_constant(b, IR_U32, area), w);
        ir_value *branch = ir_add(b->f, b->block, IR_IF, IR_VOID, w, 1, is_in);
        for (int k = 0; k < 2; ++k) branch->blocks[k] = ir_add_block(b->f, b->block, branch);
        b->block = branch->blocks[0];
    }
    const char *name = arena_printf(b->f->arena, "image_block_write_%u", (unsigned)at->size * 8);
    ir_value *call = invoke(b, e, name, 5 + words, 0, IR_VOID);
    call->operands[0] = image;
    set_place(b, call, at, i);
    call->operands[5] = build_convert(b, IR_U32, v, w);
    if (words > 1) {
        ir_value *high = build_binary(b, IR_RIGHT, v, build_constant(b, v->type, 32), w);
        call->operands[6] = build_convert(b, IR_U32, high, w);
    }
    ir_append(b->f, b->block, call);
    b->block = outside;
}

/* A media block's width or height; 0: it is refused. */
static uint64_t find_side(builder *b, const expression *e)
{
    ir_value *side = build_number(b, e);
    if (b->f->reason) return 0;
    if (side->op == IR_CONSTANT && (int32_t)side->bits > 0 && (int32_t)side->bits <= MAX_SIDE) return side->bits;
    build_refuse(b, e->token,
                 arena_printf(b->f->arena,
                              "a media block whose width and height are not constants from 1 to %d, as "
                              "cl_intel_media_block_io requires",
                              MAX_SIDE));
    return 0;
}

components build_image_block(builder *b, const expression *e, ir_value *lane, uint64_t items)
{
    const char *name = e->builtin->name;
    const bool is_media = strstr(name, "_media_") != NULL, writes = strstr(name, "_write") != NULL;
    const expression *image = e->operands[is_media ? e->operand_count - 1 : 0];
    const expression *data = writes ? e->operands[is_media ? 3 : 2] : NULL;
    const type *t = data ? data->type : e->type;
    block_place at = {.items = items, .size = ir_size(build_scalar(t))};
    ir_value *picture = build_number(b, image);
    const components begin = build_value(b, e->operands[is_media ? 0 : 1]);
    if (is_media) at.width = find_side(b, e->operands[1]);
    if (is_media && at.width) at.height = find_side(b, e->operands[2]);
    components p = {.count = type_width(t)};
    if (data) p = build_value(b, data);
    if (b->f->reason || begin.count != 2) return (components){0};
    at.x = begin.v[0];
    at.y = begin.v[1];
    at.lane = build_convert(b, IR_U32, lane, e->token);
    for (size_t i = 0; i < p.count; ++i) {
        if (!data) p.v[i] = read_element(b, e, picture, &at, i, build_scalar(t));
        else if (!is_media || i * items < at.width * at.height) write_element(b, e, picture, &at, i, p.v[i]);
    }
    if (data) return (components){0};
    return p;
}

components build_image(builder *b, const expression *e)
{
    const char *name = e->builtin->name;
    const bool reads = strncmp(name, "read_image", 10) == 0, writes = strncmp(name, "write_image", 11) == 0;
    if (is_sampled_often(e->operands[0]->type))
        return build_refuse(
            b, e->token, "images with several samples in a pixel, which OpenGL alone makes (cl_khr_gl_msaa_sharing)");
    if (strcmp(name, "get_image_num_mip_levels") == 0 || (reads && e->operand_count > 3) ||
        (writes && e->operand_count > 3))
        return build_refuse(b, e->token, "images with mip levels (cl_khr_mipmap_image): native images have one level");
    if (!reads && !writes) return build_image_query(b, e);
    return reads ? build_read_image(b, e, name + strlen("read_image"))
                 : build_write_image(b, e, name + strlen("write_image"));
}
