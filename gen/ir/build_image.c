/* Images and samplers: built-in functions of OpenCL C 1.2, 6.12.14. An image is the address of its description, a
 * sampler a number. Each call is an INVOKE of a function of clbundle/native/image.h, with three coordinates. See
 * build_state.h.
 *
 * SPDX-License-Identifier: MIT */
#include "ir/build_state.h"

#include "clc/builtin.h"

#include <string.h>

/* The sampler that a read without one uses: 6.12.14.3. It is CLB_SAMPLER_NONE of clbundle/data.h. */
enum { NO_SAMPLER = 0x50 };

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

components build_image(builder *b, const expression *e)
{
    const char *name = e->builtin->name;
    const bool reads = strncmp(name, "read_image", 10) == 0, writes = strncmp(name, "write_image", 11) == 0;
    if (is_sampled_often(e->operands[0]->type))
        return build_refuse(b, e->token, "images with several samples in a pixel");
    if (strcmp(name, "get_image_num_mip_levels") == 0 || (reads && e->operand_count > 3) ||
        (writes && e->operand_count > 3))
        return build_refuse(b, e->token, "images with mip levels");
    if (!reads && !writes) return build_image_query(b, e);
    return reads ? build_read_image(b, e, name + strlen("read_image"))
                 : build_write_image(b, e, name + strlen("write_image"));
}
