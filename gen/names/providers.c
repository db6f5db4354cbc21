/* SPDX-License-Identifier: MIT */
#include "names/providers.h"

#include "clc/builtin.h"
#include "library/claims.h"
#include "library/order.h"

#include <limits.h>
#include <string.h>

providers *providers_start(const unit_context *context, library_set *set)
{
    arena *a = context->sources->arena;
    providers *p = ARENA_NEW(a, providers);
    p->names = (code_names){.arena = a, .cache = context->cache, .by_text.arena = a};
    p->context = context;
    p->set = set;
    return p;
}

library_file *providers_owner(const code_definition *d)
{
    return (library_file *)(uintptr_t)d->file->owners[0];
}

/* ---- reading ---- */

static void register_definition(providers *p, code_definition *d)
{
    arena *a = p->names.arena;
    code_name *n = d->name;
    if (d->undone) return;
    if (d->is_prototype) {
        n->declarers = arena_reserve(a, n->declarers, n->declarer_count, &n->declarer_capacity, sizeof *n->declarers);
        n->declarers[n->declarer_count++] = d;
        return;
    }
    if (!n->definer_count) {
        p->defined = arena_reserve(a, p->defined, p->defined_count, &p->defined_capacity, sizeof *p->defined);
        p->defined[p->defined_count++] = n;
    }
    n->definers = arena_reserve(a, n->definers, n->definer_count, &n->definer_capacity, sizeof *n->definers);
    n->definers[n->definer_count++] = d;
}

/* Marks the files whose macros a file invokes outside of functions, and those whose macros these use. Returns
 * whether there are any. */
static bool list_makers(providers *p, const code_file *c, const source ***list, size_t *count, size_t *capacity)
{
    arena *a = p->names.arena;
    const size_t search = ++p->names.serial;
    for (size_t i = 0; i < c->all_count; ++i) c->all[i]->mark = search;
    code_name **queue = NULL;
    size_t queued = 0, room = 0;
    bool found = false;
    for (size_t i = 0; i < c->definition_count; ++i)
        found = found || c->definitions[i]->has_parameters; /* macros with a later #undef too */
    for (size_t i = 0; i < c->mention_count; ++i) {
        queue = arena_reserve(a, queue, queued, &room, sizeof *queue);
        queue[queued++] = c->mentions[i].name;
        c->mentions[i].name->expanded = search;
    }
    for (size_t i = 0; i < queued; ++i) {
        const code_name *n = queue[i];
        for (size_t k = 0; k < n->definer_count; ++k) {
            const code_definition *d = n->definers[k];
            if (d->kind != CODE_MACRO) continue;
            found = true;
            if (d->file->mark != c->mark) { /* neither in the file itself nor in its includes */
                *list = arena_reserve(a, *list, *count, capacity, sizeof **list);
                (*list)[(*count)++] = d->file->source;
            }
            for (size_t m = 0; m < d->mention_count; ++m) {
                if (d->mentions[m]->expanded == search) continue;
                d->mentions[m]->expanded = search;
                queue = arena_reserve(a, queue, queued, &room, sizeof *queue);
                queue[queued++] = d->mentions[m];
            }
        }
    }
    return found;
}

/* Text like `MAKE(x)` outside of functions may define anything: only the preprocessor shows what it expands to. */
static void expand_file(providers *p, code_file *c)
{
    const unit_context *context = p->context;
    const source **list = NULL;
    size_t count = 0, capacity = 0, kept = 0;
    if (!list_makers(p, c, &list, &count, &capacity)) return;
    const source **sources = arena_array(p->names.arena, context->layers->count + count + 1, sizeof *sources);
    map known = {.arena = p->names.arena};
    for (size_t i = 0; i < context->layers->count; ++i) sources[kept++] = context->layers->items[i].source;
    for (size_t i = 0; i < count; ++i) {
        void **seen = map_ats(&known, list[i]->path);
        if (*seen) continue;
        *seen = p;
        sources[kept++] = list[i];
    }
    sources[kept++] = c->source;
    arena scratch = {0};
    diagnostics unheard = {.arena = &scratch};
    const preprocess_options options = context_preprocess_options(context, NULL);
    const preprocessed text = preprocess(p->names.arena, context->cache, &unheard, sources, kept, &options);
    size_t first = 0;
    for (size_t i = 0; i < text.event_count; ++i)
        if (text.events[i].kind == EVENT_ENTER && text.events[i].source == c->source) first = text.events[i].token;
    const size_t defined = c->definition_count;
    code_read_expanded(&p->names, c, text.tokens + first, text.token_count - first);
    for (size_t i = defined; i < c->definition_count; ++i) register_definition(p, c->definitions[i]);
    arena_free(&scratch);
}

static void read_predefined(providers *p)
{
    arena *a = p->names.arena;
    diagnostics unheard = {.arena = a};
    const preprocess_options options = {.version = p->context->text.language.version};
    preprocess(a, p->context->cache, &unheard, NULL, 0, &options);
    const code_file *c = code_read(&p->names, p->context->cache->predefined, NULL, NULL);
    for (size_t i = 0; i < c->definition_count; ++i) c->definitions[i]->name->predefined = true;
}

static void add_owner(providers *p, code_file *c, const library_file *f)
{
    c->owners = arena_reserve(p->names.arena, c->owners, c->owner_count, &c->owner_capacity, sizeof *c->owners);
    c->owners[c->owner_count++] = f;
}

void providers_read(providers *p)
{
    if (p->read) return;
    p->read = true;
    read_predefined(p);
    void *context = (void *)(uintptr_t)p->context;
    for (size_t i = 0; i < p->context->layers->count; ++i) {
        const code_file *c = code_read(&p->names, p->context->layers->items[i].source, context_resolve, context);
        for (size_t n = 0; n < c->all_count; ++n)
            for (size_t k = 0; k < c->all[n]->definition_count; ++k)
                if (!c->all[n]->definitions[k]->is_prototype) c->all[n]->definitions[k]->name->in_layer = true;
    }
    for (size_t i = 0; i < p->set->count; ++i) {
        const library *l = p->set->items[i];
        for (size_t k = 0; k < l->count; ++k) {
            library_file *f = l->files[k];
            f->code = code_read(&p->names, f->source, context_resolve, context);
            add_owner(p, f->code, f);
        }
    }
    /* An included file owns its text first, if it is a file of the library. */
    for (size_t i = 0; i < p->set->count; ++i)
        for (size_t k = 0; k < p->set->items[i]->count; ++k) {
            library_file *f = p->set->items[i]->files[k];
            for (size_t n = 0; n < f->code->all_count; ++n) {
                code_file *part = f->code->all[n];
                const bool registered = part->owner_count && part->owners[0] != f;
                if (n) add_owner(p, part, f);
                for (size_t m = 0; m < part->definition_count && (!n || (!registered && part->owner_count == 1)); ++m)
                    register_definition(p, part->definitions[m]);
            }
        }
    for (size_t i = 0; i < p->set->count; ++i)
        for (size_t k = 0; k < p->set->items[i]->count; ++k)
            if (p->set->items[i]->files[k]->code->invokes) expand_file(p, p->set->items[i]->files[k]->code);
}

bool providers_is_builtin(providers *p, code_name *n)
{
    if (n->known) return n->predefined || n->builtin;
    bool saturate;
    const char *rounding;
    const size_t length = strlen(n->text);
    const unsigned version = p->context->text.language.version;
    n->known = true;
    n->builtin = builtin_find(p->names.arena, n->text, length, version ? version : 120) ||
                 type_named(n->text, length) || builtin_conversion(n->text, length, &saturate, &rounding) ||
                 builtin_reinterpretation(n->text, length);
    return n->predefined || n->builtin;
}

/* ---- choosing ---- */

static bool is_confirmed(const code_definition *d)
{
    const library_file *f = providers_owner(d);
    for (const provider *p = library_providers(f->owner, d->name->text); p; p = p->next)
        if (p->file == f) return true;
    return false;
}

/* The better of two definitions: negative for a, positive for b, 0 if neither. */
static int compare_definitions(const code_definition *a, const code_definition *b, const library *asker,
                               const library *preferred)
{
    const library *x = providers_owner(a)->owner, *y = providers_owner(b)->owner;
    if (x != y && (x == asker || y == asker)) return x == asker ? -1 : 1;
    if (x != y && (x == preferred || y == preferred)) return x == preferred ? -1 : 1;
    if (a->weak != b->weak) return a->weak ? 1 : -1;
    const bool c = is_confirmed(a), e = is_confirmed(b);
    return c == e ? 0 : c ? -1 : 1;
}

const code_definition *providers_choose(const code_name *n, const library *asker, const library *preferred,
                                        const code_definition **first, const code_definition **other)
{
    const code_definition *best = NULL, *rival = NULL;
    for (size_t i = 0; i < n->definer_count; ++i) {
        const code_definition *d = n->definers[i];
        const int order = best ? compare_definitions(d, best, asker, preferred) : -1;
        if (order < 0) {
            /* The text of an included file belongs to all files that include it: to the file itself if it is one of
             * the library, otherwise to the first of them. */
            best = d;
            rival = NULL;
        } else if (order == 0 && d->file != best->file) {
            if (!code_same(d, best)) rival = rival ? rival : d;
            else if (d->where.source == d->file->source && best->where.source != best->file->source) best = d;
        }
    }
    if (first) *first = best;
    if (other) *other = rival;
    return rival ? NULL : best;
}

/* ---- the needs of files ---- */

/* One file's inference. Files that it already has carry its mark. */
typedef struct inference {
    providers *p;
    library_file *file;
    size_t *marks; /* one for each file of its library */
    size_t mark;
    bool has_closure;    /* the marks hold the whole closure of its dependencies, not only those that were found here */
    code_mention *queue; /* names to resolve, with the locations that need them */
    size_t count, capacity, search;
    code_need *needs; /* collected here instead of added to the graph */
    size_t need_count, need_capacity;
    bool collects;
    arena scratch; /* memory of the queue */
} inference;

static void add_name(inference *in, code_name *n, location where)
{
    if (n->expanded == in->search) return;
    n->expanded = in->search;
    in->queue = arena_reserve(&in->scratch, in->queue, in->count, &in->capacity, sizeof *in->queue);
    in->queue[in->count++] = (code_mention){.name = n, .where = where};
}

/* Names in a macro's body are needed where the macro is used. */
static void add_body(inference *in, const code_definition *d, location where)
{
    for (size_t i = 0; i < d->mention_count; ++i) add_name(in, d->mentions[i], where);
}

static bool has_foreign(const library_file *f, const library_file *to)
{
    for (size_t i = 0; i < f->foreign_count; ++i)
        if (f->foreign[i].file == to) return true;
    return false;
}

static bool has_file(inference *in, const library_file *to)
{
    if (to->owner != in->file->owner) return has_foreign(in->file, to);
    if (in->marks[to->index] == in->mark) return true;
    if (in->has_closure) return false;
    in->has_closure = true;
    arena scratch = {0};
    bool *reached = arena_array(&scratch, to->owner->count, sizeof *reached);
    const library_file **list = arena_array(&scratch, to->owner->count, sizeof *list);
    const size_t count = order_closure(in->file, reached, list);
    for (size_t i = 0; i < count; ++i) in->marks[list[i]->index] = in->mark;
    arena_free(&scratch);
    return in->marks[to->index] == in->mark;
}

/* The file, among those that hold the text, that is already taken, or NULL. */
static library_file *find_holder(inference *in, const code_file *c)
{
    for (size_t i = 0; i < c->owner_count; ++i)
        if (has_file(in, c->owners[i])) return (library_file *)(uintptr_t)c->owners[i];
    return NULL;
}

static void collect_need(inference *in, library_file *to, const char *symbol, location where, bool also)
{
    if (to == in->file) return;
    for (size_t i = 0; i < in->need_count; ++i)
        if (in->needs[i].file == to) {
            in->needs[i].also = in->needs[i].also && also;
            return;
        }
    in->needs = arena_reserve(in->p->names.arena, in->needs, in->need_count, &in->need_capacity, sizeof *in->needs);
    in->needs[in->need_count++] = (code_need){.file = to, .symbol = symbol, .where = where, .also = also};
}

/* Files with a prototype of the name, or that list it in `@provides`, count as well. */
static void collect_others(inference *in, const code_name *n, location where)
{
    for (size_t i = 0; i < n->declarer_count; ++i) {
        library_file *holder = find_holder(in, n->declarers[i]->file);
        if (holder) collect_need(in, holder, n->text, where, true);
    }
    for (const provider *p = library_providers(in->file->owner, n->text); p; p = p->next)
        if (has_file(in, p->file)) collect_need(in, library_find(in->file->owner, p->file->stem), n->text, where, true);
}

static void look_up(inference *in, code_name *n, location where)
{
    library_file *f = in->file;
    const code_definition *taken = NULL;
    if (n->owned == f->code) {
        for (const code_definition *d = n->first_owned; d; d = d->next_owned) add_body(in, d, where);
        return;
    }
    for (size_t i = 0; i < n->definer_count; ++i) {
        const code_definition *d = n->definers[i];
        library_file *holder = find_holder(in, d->file);
        if (!holder) continue;
        if (in->collects) collect_need(in, holder, n->text, where, taken != NULL);
        taken = d;
        add_body(in, d, where);
    }
    if (in->collects) collect_others(in, n, where);
    if (taken || n->in_layer || providers_is_builtin(in->p, n)) return;
    const code_definition *first = NULL, *other = NULL, *d = providers_choose(n, f->owner, NULL, &first, &other);
    if (in->collects && other) {
        in->needs = arena_reserve(in->p->names.arena, in->needs, in->need_count, &in->need_capacity, sizeof *in->needs);
        in->needs[in->need_count++] = (code_need){.symbol = n->text, .where = where, .first = first, .other = other};
    }
    library_file *to = d ? providers_owner(d) : NULL;
    if (!n->definer_count) {
        /* A macro makes the name in a way that the text does not show: the tag decides. */
        const provider *said = library_providers(f->owner, n->text);
        if (said && !said->next && !has_file(in, said->file)) to = library_find(f->owner, said->file->stem);
    }
    if (!to || to == f) return;
    if (in->collects) {
        collect_need(in, to, n->text, where, false);
        if (d) add_body(in, d, where);
        return;
    }
    library_add_dependency(in->p->names.arena, f, to, n->text, where);
    if (to->owner == f->owner) in->marks[to->index] = in->mark;
    if (d) add_body(in, d, where);
}

static inference start_inference(providers *p, library_file *f)
{
    arena *a = p->names.arena;
    const code_file *c = f->code;
    if (!f->owner->marks) f->owner->marks = arena_array(a, f->owner->count, sizeof *f->owner->marks);
    inference in = {.p = p, .file = f, .marks = f->owner->marks};
    in.search = in.mark = ++p->names.serial;
    in.marks[f->index] = in.mark;
    for (size_t i = 0; i < f->depend_count; ++i)
        if (f->depends[i].file) in.marks[f->depends[i].file->index] = in.mark;
    in.has_closure = !f->depend_count;
    for (size_t n = 0; n < c->all_count; ++n)
        for (size_t i = 0; i < c->all[n]->definition_count; ++i) c->all[n]->definitions[i]->name->first_owned = NULL;
    for (size_t n = 0; n < c->all_count; ++n)
        for (size_t i = 0; i < c->all[n]->definition_count; ++i) {
            code_definition *d = c->all[n]->definitions[i];
            if (d->is_prototype) continue;
            d->name->owned = c;
            d->next_owned = d->name->first_owned;
            d->name->first_owned = d;
        }
    return in;
}

static void run_inference(inference *in)
{
    const code_file *c = in->file->code;
    for (size_t n = 0; n < c->all_count; ++n) {
        const code_file *part = c->all[n];
        for (size_t i = 0; i < part->mention_count; ++i) add_name(in, part->mentions[i].name, part->mentions[i].where);
        for (size_t i = 0; i < part->condition_count; ++i)
            add_name(in, part->conditions[i].name, part->conditions[i].where);
    }
    for (size_t i = 0; i < in->count; ++i) look_up(in, in->queue[i].name, in->queue[i].where);
    arena_free(&in->scratch);
}

void providers_infer(providers *p, library_file *f)
{
    providers_read(p);
    if (f->inferred) return;
    f->inferred = true;
    inference in = start_inference(p, f);
    run_inference(&in);
}

code_need *providers_needs(providers *p, library_file *f, size_t *count)
{
    providers_read(p);
    inference in = start_inference(p, f);
    in.collects = true;
    run_inference(&in);
    /* Names in the bodies of a file's macros are needed where the macros are used; a tag in the macros' file is
     * correct, too. */
    for (size_t i = 0; i < f->code->definition_count; ++i)
        for (size_t m = 0; m < f->code->definitions[i]->mention_count; ++m) {
            const code_name *n = f->code->definitions[i]->mentions[m];
            for (size_t k = 0; k < n->definer_count; ++k) {
                library_file *holder = find_holder(&in, n->definers[k]->file);
                if (holder) collect_need(&in, holder, n->text, f->code->definitions[i]->where, true);
            }
        }
    *count = in.need_count;
    return in.needs;
}

/* ---- cycles ---- */

/* A file that can stand before `f` and has a prototype of the function that an edge is for: `f` itself, or another
 * one. */
static library_file *find_promise(providers *p, const library_file *f, const dependency *edge)
{
    const code_name *n = code_name_of(&p->names, edge->symbol, strlen(edge->symbol));
    library_file *found = NULL;
    for (size_t i = 0; i < n->declarer_count; ++i) {
        library_file *by = providers_owner(n->declarers[i]);
        if (by == f) return by;
        if (by->owner != f->owner || by == edge->file || !by->pass) continue;
        if (!found || by == by->owner->header) found = by;
    }
    return found;
}

/* Whether the file's own text mentions a function, or a macro with parameters, without calling it. Then it is a name
 * of its own that was not recognised, or an argument of a macro; neither requires an order. */
static bool is_never_called(providers *p, const library_file *f, const dependency *edge)
{
    const code_name *n = code_name_of(&p->names, edge->symbol, strlen(edge->symbol));
    for (size_t i = 0; i < n->definer_count; ++i)
        if (n->definers[i]->kind != CODE_FUNCTION && !n->definers[i]->has_parameters) return false;
    for (size_t i = 0; i < f->code->mention_count; ++i)
        if (f->code->mentions[i].name == n) return !f->code->mentions[i].called;
    return false;
}

/* Breaks cycles: with a prototype before the call, the function itself may come later. */
static bool soften(providers *p, library *l)
{
    bool changed = false;
    for (size_t i = 0; i < l->count; ++i) {
        library_file *f = l->files[i];
        if (f->pass) continue;
        for (size_t k = 0; k < f->depend_count; ++k) {
            dependency *edge = &f->depends[k];
            if (!edge->symbol || edge->unordered || edge->file->pass) continue;
            library_file *by = find_promise(p, f, edge);
            if (!by && !is_never_called(p, f, edge)) continue;
            edge->unordered = changed = true;
            if (by && by != f) library_add_dependency(p->names.arena, f, by, edge->symbol, edge->where);
        }
    }
    return changed;
}

void providers_order(providers *p, library *l, diagnostics *d)
{
    arena scratch = {0};
    diagnostics unheard = {.arena = &scratch};
    bool sorted = order_compute(p->names.arena, l, &unheard);
    if (!sorted && soften(p, l)) {
        unheard = (diagnostics){.arena = &scratch};
        sorted = order_compute(p->names.arena, l, &unheard);
    }
    arena_free(&scratch);
    if (!sorted) order_compute(p->names.arena, l, d);
}

void providers_infer_all(providers *p, library_file *const *roots, size_t count, diagnostics *d)
{
    providers_read(p);
    arena scratch = {0};
    library_file **stack = NULL;
    size_t stacked = 0, capacity = 0;
    bool *changed = arena_array(&scratch, p->set->count, sizeof *changed);
    for (size_t i = 0; i < count; ++i) {
        stack = arena_reserve(&scratch, stack, stacked, &capacity, sizeof *stack);
        stack[stacked++] = roots[i];
    }
    while (stacked) {
        library_file *f = stack[--stacked];
        if (f->inferred) continue;
        providers_infer(p, f);
        for (size_t i = 0; i < p->set->count; ++i) changed[i] = changed[i] || p->set->items[i] == f->owner;
        for (size_t n = 0; n < f->depend_count + f->foreign_count; ++n) {
            library_file *to = n < f->depend_count ? f->depends[n].file : f->foreign[n - f->depend_count].file;
            if (!to || to->inferred) continue;
            stack = arena_reserve(&scratch, stack, stacked, &capacity, sizeof *stack);
            stack[stacked++] = to;
        }
    }
    for (size_t i = 0; i < p->set->count; ++i)
        if (changed[i]) providers_order(p, p->set->items[i], d);
    arena_free(&scratch);
}

bool providers_infer_untagged(source_set *sources, library *l, diagnostics *d)
{
    arena *a = sources->arena;
    library_file **untagged = arena_array(a, l->count, sizeof(library_file *));
    library *items[] = {l};
    library_set set = {items, 1, 1};
    layer_list layers = {0};
    lex_cache cache;
    size_t count = 0;
    for (size_t i = 0; i < l->count; ++i)
        if (!claims_has_tags(l->files[i])) untagged[count++] = l->files[i];
    if (!count) return true;
    lex_cache_start(&cache, a);
    const unit_context context = {.sources = sources, .cache = &cache, .layers = &layers, .diagnostics = d};
    providers *p = providers_start(&context, &set);
    const size_t errors = d->errors;
    for (size_t i = 0; i < count; ++i) providers_infer(p, untagged[i]);
    providers_order(p, l, d);
    return d->errors == errors;
}

const char *providers_nearest(providers *p, const char *name)
{
    providers_read(p);
    const char **names = arena_array(p->names.arena, p->defined_count, sizeof *names);
    for (size_t i = 0; i < p->defined_count; ++i) names[i] = p->defined[i]->text;
    return nearest_name(name, names, p->defined_count);
}
