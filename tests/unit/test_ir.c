/* The typed form's rules: ir_verify() accepts what the builder makes, and names what is broken.
 *
 * SPDX-License-Identifier: MIT */
#include "support.h"

#include "ir/ir.h"

typedef struct form {
    arena arena;
    ir_function *f;
} form;

static void start(form *m)
{
    *m = (form){.f = NULL};
    m->f = ARENA_NEW(&m->arena, ir_function);
    m->f->arena = &m->arena;
    m->f->body = ir_add_block(m->f, NULL, NULL);
}

static ir_value *number(form *m, ir_block *b, ir_type t)
{
    return ir_add(m->f, b, IR_CONSTANT, t, NULL, 0);
}

static void check(form *m, const char *expected)
{
    const char *broken = ir_verify(m->f);
    if (expected) {
        assert_non_null(broken);
        assert_string_equal(broken, expected);
    } else {
        assert_null(broken);
    }
    arena_free(&m->arena);
}

static ir_value *branch(form *m, ir_block *b, ir_value *condition)
{
    ir_value *v = ir_add(m->f, b, IR_IF, IR_VOID, NULL, 1, condition);
    for (int i = 0; i < 2; ++i) v->blocks[i] = ir_add_block(m->f, b, v);
    return v;
}

static void a_sum_of_one_type_is_accepted(void **state)
{
    (void)state;
    form m;
    start(&m);
    ir_value *x = number(&m, m.f->body, IR_I32), *y = number(&m, m.f->body, IR_I32);
    ir_add(m.f, m.f->body, IR_ADD, IR_I32, NULL, 2, x, y);
    check(&m, NULL);
}

static void a_function_of_queues_has_a_name_and_an_effect(void **state)
{
    (void)state;
    form m;
    start(&m);
    ir_value *v = ir_add(m.f, m.f->body, IR_QUEUE, IR_U64, NULL, 0);
    assert_true(ir_has_effect(v));
    check(&m, "a QUEUE without a name");
    start(&m);
    ir_add(m.f, m.f->body, IR_QUEUE, IR_U64, NULL, 0)->name = "create_user_event";
    check(&m, NULL);
}

static void values_that_are_computed_alike_are_the_same(void **state)
{
    (void)state;
    form m;
    start(&m);
    ir_block *b = m.f->body;
    ir_value *one = number(&m, b, IR_I32), *same = number(&m, b, IR_I32), *other = number(&m, b, IR_I32);
    one->bits = same->bits = 1;
    other->bits = 2;
    ir_value *x = ir_add(m.f, b, IR_ADD, IR_I32, NULL, 2, one, other),
             *y = ir_add(m.f, b, IR_ADD, IR_I32, NULL, 2, same, other);
    ir_value *turned = ir_add(m.f, b, IR_ADD, IR_I32, NULL, 2, other, one),
             *less = ir_add(m.f, b, IR_SUBTRACT, IR_I32, NULL, 2, one, other);
    assert_true(ir_is_same(x, y) && ir_is_same(x, x));
    assert_false(ir_is_same(x, turned) || ir_is_same(x, less) || ir_is_same(x, one));
    check(&m, NULL);
}

static void operands_have_one_type(void **state)
{
    (void)state;
    form m;
    start(&m);
    ir_value *x = number(&m, m.f->body, IR_I32), *y = number(&m, m.f->body, IR_F32);
    ir_add(m.f, m.f->body, IR_ADD, IR_I32, NULL, 2, x, y);
    check(&m, "an operator whose operands have different types");
}

static void a_value_is_available_only_after_its_definition(void **state)
{
    (void)state;
    form m;
    start(&m);
    ir_value *x = ir_make(m.f, IR_CONSTANT, IR_I32, NULL, 0);
    ir_add(m.f, m.f->body, IR_NEGATE, IR_I32, NULL, 1, x);
    ir_append(m.f, m.f->body, x);
    check(&m, "a value is used where it is not available");
}

static void a_value_of_a_branch_is_not_available_outside(void **state)
{
    (void)state;
    form m;
    start(&m);
    ir_value *v = branch(&m, m.f->body, number(&m, m.f->body, IR_BOOL));
    ir_value *inside = number(&m, v->blocks[0], IR_I32);
    ir_add(m.f, m.f->body, IR_NEGATE, IR_I32, NULL, 1, inside);
    check(&m, "a value is used where it is not available");
}

static void jumps_go_to_what_is_around_them(void **state)
{
    (void)state;
    form m;
    start(&m);
    ir_value *scope = ir_add(m.f, m.f->body, IR_SCOPE, IR_VOID, NULL, 0);
    scope->blocks[0] = ir_add_block(m.f, m.f->body, scope);
    ir_add(m.f, m.f->body, IR_LEAVE, IR_VOID, NULL, 0)->target = scope;
    check(&m, "a jump to a construct that does not enclose it");
}

static void variables_stay_at_home(void **state)
{
    (void)state;
    form m;
    start(&m);
    ir_value *v = branch(&m, m.f->body, number(&m, m.f->body, IR_BOOL));
    ir_variable *x = ir_add_variable(m.f, "x", IR_I32);
    x->home = v->blocks[0];
    ir_add(m.f, v->blocks[0], IR_SET, IR_VOID, NULL, 1, number(&m, v->blocks[0], IR_I32))->variable = x;
    ir_add(m.f, m.f->body, IR_GET, IR_I32, NULL, 0)->variable = x;
    check(&m, "a variable is used outside its home block");
}

static void loops_are_tested_by_what_their_head_computes(void **state)
{
    (void)state;
    for (int good = 0; good < 2; ++good) {
        form m;
        start(&m);
        ir_value *loop = ir_add(m.f, m.f->body, IR_LOOP, IR_VOID, NULL, 0);
        for (int i = 0; i < 3; ++i) loop->blocks[i] = ir_add_block(m.f, m.f->body, loop);
        loop->condition = number(&m, loop->blocks[good ? 0 : 1], IR_BOOL);
        check(&m, good ? NULL : "a LOOP whose condition is not available or not a bool");
    }
}

static void pointers_are_moved_by_whole_numbers(void **state)
{
    (void)state;
    form m;
    start(&m);
    ir_value *p = number(&m, m.f->body, IR_POINTER), *by = number(&m, m.f->body, IR_I32);
    ir_add(m.f, m.f->body, IR_MOVE, IR_POINTER, NULL, 2, p, by);
    check(&m, "a MOVE with wrong operands");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sum_of_one_type_is_accepted),
        cmocka_unit_test(a_function_of_queues_has_a_name_and_an_effect),
        cmocka_unit_test(values_that_are_computed_alike_are_the_same),
        cmocka_unit_test(operands_have_one_type),
        cmocka_unit_test(a_value_is_available_only_after_its_definition),
        cmocka_unit_test(a_value_of_a_branch_is_not_available_outside),
        cmocka_unit_test(jumps_go_to_what_is_around_them),
        cmocka_unit_test(variables_stay_at_home),
        cmocka_unit_test(loops_are_tested_by_what_their_head_computes),
        cmocka_unit_test(pointers_are_moved_by_whole_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
