/* See enqueued.h. Knows names and tables; must not know how a kernel is translated.
 *
 * SPDX-License-Identifier: MIT */
#include "cgen/enqueued.h"

#include "base/escape.h"
#include "cgen/provide.h"
#include "ir/build.h"

#include <string.h>

void enqueued_begin(native_program *p)
{
    ++p->enqueued.translation;
    p->enqueued.count = 0;
}

static cgen_enqueued *find(native_program *p, symbol *kernel)
{
    symbol **key = ARENA_NEW(p->arena, symbol *);
    *key = kernel;
    void **at = map_at(&p->enqueued.known, (const char *)key, sizeof *key);
    cgen_enqueued *e = *at;
    if (e) return e;
    *at = e = ARENA_NEW(p->arena, cgen_enqueued);
    bool existed;
    /* Its functions mention its own name if it enqueues itself: no two blocks share a name. */
    const char *text = arena_printf(p->arena, "block %zu of program %zu", ++p->enqueued.blocks, p->number);
    e->kernel = kernel;
    e->name = write_once(p->text, write_name(p->arena, "k_", kernel->name), text, &existed);
    provide_feature(p->text, "ENQUEUE");
    buffer_addf(&p->text->functions, "static const clb_native_block CLBN(%s_block);\n", e->name);
    return e;
}

const char *enqueued_mention(native_program *p, symbol *kernel)
{
    cgen_enqueued *e = find(p, kernel);
    if (e->wanted_by != p->enqueued.translation) {
        e->wanted_by = p->enqueued.translation;
        p->enqueued.of =
            arena_reserve(p->arena, p->enqueued.of, p->enqueued.count, &p->enqueued.capacity, sizeof *p->enqueued.of);
        p->enqueued.of[p->enqueued.count++] = e;
    }
    return arena_printf(p->arena, "CLBN(%s_block)", e->name);
}

cgen_enqueued **enqueued_list(native_program *p, size_t *count)
{
    *count = p->enqueued.count;
    cgen_enqueued **list = arena_array(p->arena, *count + 1, sizeof *list);
    for (size_t i = 0; i < *count; ++i) list[i] = p->enqueued.of[i];
    return list;
}

void enqueued_write(native_program *p, cgen_enqueued *e)
{
    static const char *const kinds[] = {[IR_PLACE_VALUE] = "CLB_BLOCK_VALUE",
                                        [IR_PLACE_POINTER] = "CLB_BLOCK_POINTER",
                                        [IR_PLACE_LOCAL] = "CLB_BLOCK_LOCAL"};
    buffer *out = &p->text->functions;
    const symbol *k = e->kernel;
    const ir_places places = ir_find_places(p->arena, k);
    if (e->written) return;
    e->written = true;
    buffer_addc(out, '\n');
    write_named(out, e->functions, e->name);
    if (k->parameter_count) buffer_addf(out, "static const clb_block_argument CLBN(%s_places)[] = {\n", e->name);
    for (size_t i = 0; i < k->parameter_count; ++i)
        buffer_addf(out, "    {%s, %llu},\n", kinds[places.of[i].kind], (unsigned long long)places.of[i].offset);
    if (k->parameter_count) buffer_adds(out, "};\n");
    buffer_addf(out, "static const clb_native_block CLBN(%s_block) = {CLBN_RUN(%s), ", e->name, e->name);
    escape_string(out, k->name, strlen(k->name));
    if (k->parameter_count) buffer_addf(out, ", CLBN(%s_places)", e->name);
    else buffer_adds(out, ", NULL");
    buffer_addf(out, ", %zu, %zu, %llu, %zu, %zu};\n", k->parameter_count, k->parameter_count - k->capture_count,
                (unsigned long long)places.size, e->fixed_scratch, e->context_scratch);
}
