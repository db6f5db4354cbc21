/* SPDX-License-Identifier: MIT */
#include "support.h"

#include "clc/type.h"

static void names_of_the_language_are_types(void **state)
{
    (void)state;
    assert_int_equal(type_named("uchar", 5)->kind, TYPE_UCHAR);
    assert_ptr_equal(type_named("float4", 6), type_vector(TYPE_FLOAT, 4));
    assert_ptr_equal(type_named("double16", 8), type_vector(TYPE_DOUBLE, 16));
    assert_string_equal(type_named("size_t", 6)->alias, "size_t");
    assert_int_equal(type_named("image2d_array_t", 15)->image, IMAGE_2D_ARRAY);
    assert_null(type_named("float5", 6));
    assert_null(type_named("float41", 7));
    assert_null(type_named("floats", 6));
    assert_null(type_named("bool4", 5));
}

static void reserved_names_are_known(void **state)
{
    (void)state;
    assert_true(type_name_is_reserved("double2x2", 9));
    assert_true(type_name_is_reserved("quad4", 5));
    assert_true(type_name_is_reserved("bool2", 5));
    assert_false(type_name_is_reserved("float4", 6));
    assert_false(type_name_is_reserved("floats", 6));
}

static void a_vector_of_three_is_as_large_as_one_of_four(void **state)
{
    (void)state;
    assert_int_equal(type_size(type_vector(TYPE_FLOAT, 3)), 16);
    assert_int_equal(type_align(type_vector(TYPE_FLOAT, 3)), 16);
    assert_int_equal(type_size(type_vector(TYPE_DOUBLE, 16)), 128);
    assert_int_equal(type_size(type_named("size_t", 6)), 8);
}

static void structs_are_laid_out_as_devices_do(void **state)
{
    field fields[4] = {
        {.name = "c", .type = type_basic(TYPE_CHAR)},
        {.name = "v", .type = type_vector(TYPE_FLOAT, 3)},
        {.name = "s", .type = type_basic(TYPE_SHORT)},
        {.name = "d", .type = type_basic(TYPE_DOUBLE)},
    };
    record r = {.kind = TYPE_STRUCT, .name = "s", .complete = true, .fields = fields, .field_count = 4};
    (void)state;
    assert_true(type_lay_out(&r));
    assert_int_equal(fields[1].offset, 16);
    assert_int_equal(fields[2].offset, 32);
    assert_int_equal(fields[3].offset, 40);
    assert_int_equal(r.size, 48);
    assert_int_equal(r.align, 16);

    r.packed = true;
    assert_true(type_lay_out(&r));
    assert_int_equal(fields[3].offset, 19);
    assert_int_equal(r.size, 27);

    r.kind = TYPE_UNION;
    r.packed = false;
    assert_true(type_lay_out(&r));
    assert_int_equal(fields[3].offset, 0);
    assert_int_equal(r.size, 16);
}

static void types_are_spelled_as_they_are_written(void **state)
{
    arena a = {0};
    (void)state;
    const type *element =
        type_in_space(&a, type_qualify(&a, type_basic(TYPE_FLOAT), QUALIFIER_CONST), SPACE_GLOBAL, true);
    const type *pointer = type_qualify(&a, type_pointer(&a, element), QUALIFIER_RESTRICT);
    assert_string_equal(type_declare(&a, pointer, "x"), "__global const float *restrict x");
    assert_string_equal(type_spell(&a, type_pointer(&a, element)), "__global const float *");
    const type *array = type_array(&a, type_basic(TYPE_INT), 4, false);
    assert_string_equal(type_declare(&a, array, "b"), "int b[4]");
    assert_string_equal(type_declare(&a, type_pointer(&a, array), "p"), "int (*p)[4]");
    assert_string_equal(type_spell(&a, type_alias(&a, pointer, "real")), "restrict real");
    assert_string_equal(type_spell(&a, type_image(IMAGE_2D, ACCESS_WRITE)), "__write_only image2d_t");
    arena_free(&a);
}

static void equality_looks_through_names_but_not_at_spaces(void **state)
{
    arena a = {0};
    (void)state;
    const type *ulong_type = type_basic(TYPE_ULONG);
    assert_true(type_equal(type_named("size_t", 6), ulong_type, true));
    const type *global = type_pointer(&a, type_in_space(&a, type_basic(TYPE_INT), SPACE_GLOBAL, true));
    const type *local = type_pointer(&a, type_in_space(&a, type_basic(TYPE_INT), SPACE_LOCAL, true));
    assert_false(type_equal(global, local, false));
    assert_true(type_equal(type_qualify(&a, global, QUALIFIER_CONST), global, false));
    assert_false(type_equal(type_qualify(&a, global, QUALIFIER_CONST), global, true));
    assert_true(type_equal(type_basic(TYPE_ERROR), global, true));
    arena_free(&a);
}

static void members_of_anonymous_unions_are_found(void **state)
{
    arena a = {0};
    field inner_fields[1] = {{.name = "f", .type = type_basic(TYPE_FLOAT)}};
    record inner = {.kind = TYPE_UNION, .name = "", .complete = true, .fields = inner_fields, .field_count = 1};
    (void)state;
    assert_true(type_lay_out(&inner));
    field fields[2] = {{.name = "n", .type = type_basic(TYPE_INT)}, {.name = "", .type = type_record(&a, &inner)}};
    record outer = {.kind = TYPE_STRUCT, .name = "s", .complete = true, .fields = fields, .field_count = 2};
    assert_true(type_lay_out(&outer));
    size_t offset = 0;
    assert_ptr_equal(type_field(&outer, "f", 1, &offset), &inner_fields[0]);
    assert_int_equal(offset, 4);
    assert_null(type_field(&outer, "g", 1, &offset));
    arena_free(&a);
}

static void a_record_has_at_most_the_largest_size(void **state)
{
    arena a = {0};
    (void)state;
    const type *half_of_all = type_array(&a, type_basic(TYPE_CHAR), TYPE_LARGEST / 2, false);
    field fields[3] = {{.name = "a", .type = half_of_all},
                       {.name = "b", .type = half_of_all},
                       {.name = "c", .type = type_basic(TYPE_CHAR)}};
    record r = {.kind = TYPE_STRUCT, .name = "s", .complete = true, .fields = fields, .field_count = 2};
    assert_true(type_lay_out(&r));
    assert_int_equal(r.size, TYPE_LARGEST);
    r.field_count = 3;
    assert_false(type_lay_out(&r));
    r.kind = TYPE_UNION;
    assert_true(type_lay_out(&r));
    assert_int_equal(r.size, TYPE_LARGEST / 2);
    /* One member that is too large by itself, and one whose alignment alone goes beyond. */
    field large[2] = {{.name = "a", .type = type_array(&a, type_basic(TYPE_CHAR), TYPE_LARGEST + 1, false)}};
    record alone = {.kind = TYPE_STRUCT, .name = "t", .complete = true, .fields = large, .field_count = 1};
    assert_false(type_lay_out(&alone));
    large[0].type = type_array(&a, type_basic(TYPE_CHAR), TYPE_LARGEST - 1, false);
    assert_true(type_lay_out(&alone));
    alone.align_asked = 16;
    assert_true(type_lay_out(&alone));
    assert_int_equal(alone.size, TYPE_LARGEST);
    large[1] = (field){.name = "b", .type = type_basic(TYPE_CHAR), .align = 16};
    alone.field_count = 2;
    assert_false(type_lay_out(&alone));
    arena_free(&a);
}

static void an_enum_counts_as_signed_where_an_enumerator_is_negative(void **state)
{
    arena a = {0};
    (void)state;
    record plain = {.kind = TYPE_ENUM, .name = "e", .complete = true, .size = 4, .align = 4};
    record negative = plain;
    negative.is_signed = true;
    assert_int_equal(type_element_kind(type_record(&a, &plain)), TYPE_UINT);
    assert_int_equal(type_element_kind(type_record(&a, &negative)), TYPE_INT);
    assert_false(type_is_signed(type_record(&a, &plain)));
    arena_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_of_the_language_are_types),
        cmocka_unit_test(reserved_names_are_known),
        cmocka_unit_test(a_vector_of_three_is_as_large_as_one_of_four),
        cmocka_unit_test(structs_are_laid_out_as_devices_do),
        cmocka_unit_test(types_are_spelled_as_they_are_written),
        cmocka_unit_test(equality_looks_through_names_but_not_at_spaces),
        cmocka_unit_test(members_of_anonymous_unions_are_found),
        cmocka_unit_test(a_record_has_at_most_the_largest_size),
        cmocka_unit_test(an_enum_counts_as_signed_where_an_enumerator_is_negative),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
