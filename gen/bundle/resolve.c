/* SPDX-License-Identifier: MIT */
#include "bundle/resolve.h"

#include "library/claims.h"
#include "prune/reach.h"
#include "prune/unit.h"
#include "names/well_known.h"

#include <string.h>

/* A name that a program lacks. */
typedef struct lack {
    code_name *name;
    location where;
    bool soft; /* it may be a local name of text that was not parsed: it need not be found */
    parse_unknown what;
} lack;

struct resolver {
    arena *arena;
    unit_context *context;
    library_set *set;
    providers *providers;
    parse_help help;
    lack *lacks;
    size_t count, capacity;
    size_t mark;      /* mark of the names in `lacks` */
    bool met_unknown; /* there was an unknown name other than a tag without members */
    bool failed;      /* the front end could not parse the text of a kernel */
    bool quiet;       /* the front end's messages are not shown */
    map files;        /* library files by their sources' paths */
};

/* ---- messages of the front end ---- */

static void add_lack(resolver *r, code_name *n, location where, bool soft, parse_unknown what)
{
    if (n->expanded == r->mark) return;
    n->expanded = r->mark;
    r->lacks = arena_reserve(r->arena, r->lacks, r->count, &r->capacity, sizeof *r->lacks);
    r->lacks[r->count++] = (lack){n, where, soft, what};
}

static void note_unknown(void *context, const token *name, parse_unknown what)
{
    resolver *r = context;
    if (what != PARSE_INCOMPLETE) r->met_unknown = true;
    add_lack(r, code_name_of(&r->providers->names, name->text, name->length), name->where, what == PARSE_INCOMPLETE,
             what);
}

static bool is_given(const resolver *r, const well_known *w)
{
    if (!w->is_layer) return library_set_find(r->set, w->name) != NULL;
    for (size_t i = 0; i < r->context->layers->count; ++i) {
        const source *s = r->context->layers->items[i].source;
        if (strcmp(path_base(s->path), w->name) == 0 ||
            strcmp(path_base(path_directory(r->arena, s->path)), w->name) == 0)
            return true;
    }
    return false;
}

/* Whether the name is spelt like a macro's. */
static bool looks_like_macro(const char *text)
{
    bool letters = false;
    for (; *text; ++text) {
        if (!((*text >= 'A' && *text <= 'Z') || (*text >= '0' && *text <= '9') || *text == '_')) return false;
        letters = letters || (*text >= 'A' && *text <= 'Z');
    }
    return letters;
}

/* How to define a macro that the application's own build would have defined. `types`: it stands for a type. */
static const char *explain_macro(arena *a, const token *name, const char *text, bool types, const char *near)
{
    const token_kind next = name->kind == TOKEN_END ? TOKEN_END : (token_kind)name[1].kind;
    if (types) return arena_printf(a, "; if it is a macro for a type, define it by --options -D%s=TYPE", text);
    if (next == TOKEN_IDENTIFIER) return arena_printf(a, "; if it is a macro, define it by --options -D%s=TEXT", text);
    const char *start = near ? arena_printf(a, "; did you mean '%s'? If it is", near) : "; if it is";
    if (next == TOKEN_LEFT_PAREN)
        return arena_printf(a, "%s a macro, define it by --options \"-D%s(x)=TEXT\"", start, text);
    return arena_printf(
        a,
        "%s a macro, define it by --options -D%s=VALUE, or by `// @constant %s: int = VALUE` in the file, which "
        "lets applications choose the value",
        start, text, text);
}

/* The likely origin of a name that nothing in the program declares. */
static const char *explain(void *context, const token *name, const char *near, bool types)
{
    resolver *r = context;
    if (r->quiet) return NULL;
    const char *text = token_text(r->arena, name);
    const well_known *w = well_known_find(text);
    if (w && !is_given(r, w)) {
        return w->is_layer
                   ? arena_printf(r->arena, "; clbundle's layer '%s' defines it: add --layer FOLDER/cl/%s", w->name,
                                  w->name)
                   : arena_printf(r->arena, "; clbundle's library '%s' defines it: add --library %s=FOLDER/cl/%s",
                                  w->name, w->name, w->name);
    }
    const char *macro =
        (types && !near) || looks_like_macro(text) ? explain_macro(r->arena, name, text, types, near) : NULL;
    if (!r->set->count) return macro;
    const char *candidates[2] = {providers_nearest(r->providers, text), near};
    if (!candidates[0] || nearest_name(text, candidates, 1 + (near != NULL)) != candidates[0]) return macro;
    const code_name *n = code_name_of(&r->providers->names, candidates[0], strlen(candidates[0]));
    return arena_printf(r->arena, "; did you mean '%s' of the library '%s'?", n->text,
                        providers_owner(n->definers[0])->owner->name);
}

resolver *resolver_start(unit_context *context, library_set *set)
{
    arena *a = context->sources->arena;
    resolver *r = ARENA_NEW(a, resolver);
    r->arena = a;
    r->context = context;
    r->set = set;
    r->providers = providers_start(context, set);
    r->mark = ++r->providers->names.serial;
    r->files.arena = a;
    for (size_t i = 0; i < set->count; ++i)
        for (size_t k = 0; k < set->items[i]->count; ++k)
            *map_ats(&r->files, set->items[i]->files[k]->source->path) = set->items[i]->files[k];
    r->help = (parse_help){note_unknown, explain, r};
    context->text.language.help = &r->help;
    return r;
}

providers *resolver_providers(resolver *r)
{
    providers_read(r->providers);
    return r->providers;
}

bool resolver_met_unknown(const resolver *r)
{
    return r->met_unknown;
}

bool resolve_is_open(const resolver *r, const kernel_file *k)
{
    for (size_t i = 0; i < r->set->count; ++i)
        if (k->tagged[i]) return false;
    return r->set->count != 0;
}

/* ---- missing names of a program ---- */

static void reset_lacks(resolver *r)
{
    r->count = 0;
    r->met_unknown = false;
    r->mark = ++r->providers->names.serial;
}

/* Collects the names in the kernel file itself. */
static const code_file *code_of(resolver *r, const kernel_file *k)
{
    return code_read(&r->providers->names, k->source, context_resolve, (void *)(uintptr_t)r->context);
}

/* Whether anything that was read defines the name. */
static bool is_provided(const unit *u, const item_name *n)
{
    for (size_t i = 0; i < n->count; ++i)
        if (u->items.items[n->providers[i]].kind != ITEM_OPAQUE) return true;
    return false;
}

static void mark_own(const code_file *c)
{
    for (size_t n = 0; n < c->all_count; ++n)
        for (size_t i = 0; i < c->all[n]->definition_count; ++i) c->all[n]->definitions[i]->name->owned = c;
}

/* Text for other devices is not parsed: collects the names in it that nothing in the unit defines. */
static void add_unread(resolver *r, const unit *u, const reached *kept, const code_file *c)
{
    mark_own(c);
    for (size_t i = 0; i < kept->count; ++i) {
        const item *it = &u->items.items[kept->kept[i]];
        for (size_t k = 0; it->kind == ITEM_OPAQUE && k < it->mention_count; ++k) {
            const item_name *n = it->mentions[k];
            code_name *name = code_name_of(&r->providers->names, n->name, strlen(n->name));
            if (name->owned != c && !is_provided(u, n)) add_lack(r, name, it->where, true, PARSE_UNKNOWN);
        }
    }
}

/* Reads the kernel's program in its present state, with one more definition if not NULL. */
static void read_lacks(resolver *r, const kernel_file *k, const char *definition, bool open)
{
    diagnostics unheard = {.arena = r->arena, .silent = true};
    unit_context quiet = *r->context;
    quiet.diagnostics = &unheard;
    unit *u = definition ? unit_read_defined(&quiet, k, definition) : unit_read(&quiet, k);
    if (u->text.failed || u->syntax.failed) {
        r->failed = true;
        return;
    }
    arena scratch = {0};
    size_t *roots = arena_array(&scratch, u->syntax.declaration_count, sizeof *roots), count = 0;
    for (size_t i = 0; i < u->syntax.declaration_count; ++i) {
        const declaration *d = &u->syntax.declarations[i];
        if (d->kind == DECLARATION_FUNCTION && d->symbol->is_kernel) roots[count++] = unit_item_of(u, d->first);
    }
    const reached kept = reach_from(&scratch, &u->text, &u->items, roots, count, 0);
    const preprocessed part = unit_gather(&scratch, u, kept.kept, kept.count);
    const parse_options language = unit_language(r->context, k, NULL);
    const parsed syntax = parse(&scratch, &unheard, &part, &language);
    r->failed = r->failed || syntax.failed;
    for (size_t i = 0; i < syntax.function_count; ++i)
        for (size_t c = 0; c < syntax.functions[i]->callee_count; ++c)
            if (!syntax.functions[i]->callees[c]->defined)
                note_unknown(r, syntax.functions[i]->callees[c]->token, PARSE_PROTOTYPE);
    if (open) add_unread(r, u, &kept, code_of(r, k));
    arena_free(&scratch);
    if (!definition && map_gets(&u->items.names, "cl_khr_fp16")) read_lacks(r, k, "cl_khr_fp16=1", open);
}

static bool mentions_gpu(const kernel_file *k)
{
    for (size_t b = 0; b < k->annotations.count; ++b)
        for (size_t i = 0; i < k->annotations.blocks[b].count; ++i)
            if (strcmp(k->annotations.blocks[b].items[i].tag, "gpu_range") == 0) return true;
    return false;
}

/* Collects everything that the file mentions, for text that the front end cannot parse. */
static void add_all(resolver *r, const code_file *c)
{
    mark_own(c);
    for (size_t n = 0; n < c->all_count; ++n) {
        const code_file *part = c->all[n];
        for (size_t i = 0; i < part->mention_count; ++i)
            if (part->mentions[i].name->owned != c)
                add_lack(r, part->mentions[i].name, part->mentions[i].where, true, PARSE_UNKNOWN);
        for (size_t i = 0; i < part->definition_count; ++i)
            for (size_t k = 0; k < part->definitions[i]->mention_count; ++k)
                if (part->definitions[i]->mentions[k]->owned != c)
                    add_lack(r, part->definitions[i]->mentions[k], part->definitions[i]->where, true, PARSE_UNKNOWN);
    }
}

/* ---- adding files ---- */

/* The library in whose `@calls_LIB` tag the kernel lists the symbol, or NULL. */
static const library *called_library(resolver *r, const kernel_file *k, const code_name *n)
{
    for (size_t i = 0; i < r->set->count; ++i) {
        size_t count = 0;
        const char *tag = arena_printf(r->arena, "calls_%s", r->set->items[i]->name);
        const annotation_value *calls = annotation_values(r->arena, &k->annotations.blocks[0], tag, &count, NULL);
        for (size_t c = 0; c < count; ++c)
            if (strcmp(calls[c].text, n->text) == 0) return r->set->items[i];
    }
    return NULL;
}

static bool is_taken(const kernel_file *k, const library_file *f)
{
    for (size_t i = 0; i < k->need_count; ++i)
        if (k->needs[i] == f) return true;
    /* A file without a position in the order, because of errors, can be named, but is never needed. */
    for (size_t i = 0; !f->pass && i < k->root_count; ++i)
        if (k->roots[i] == f) return true;
    return false;
}

static bool depends_on(const library_file *f, const library_file *to)
{
    for (size_t i = 0; i < f->depend_count; ++i)
        if (f->depends[i].file == to) return true;
    for (size_t i = 0; i < f->foreign_count; ++i)
        if (f->foreign[i].file == to) return true;
    return false;
}

/* The file that defines the name, for a mention in `asker` (NULL: in the kernel). If no text shows it, `@provides`
 * may state it. */
static library_file *find_provider(resolver *r, const kernel_file *k, const lack *l, const library_file *asker)
{
    const library *preferred = asker ? NULL : called_library(r, k, l->name);
    const code_definition *d = providers_choose(l->name, asker ? asker->owner : NULL, preferred, NULL, NULL);
    if (d) return providers_owner(d);
    for (size_t i = 0; !l->name->definer_count && i < r->set->count; ++i) {
        const provider *said = library_providers(r->set->items[i], l->name->text);
        if (said && !said->next) return library_find(r->set->items[i], said->file->stem);
    }
    return NULL;
}

/* Warns that existing tags are incomplete: those of the kernel, or of the library file that lacks the name. */
static void warn_of_tags(resolver *r, const kernel_file *k, const lack *l, const library_file *asker,
                         const library_file *to, diagnostics *d)
{
    size_t number = 0;
    while (r->set->items[number] != to->owner) ++number;
    if (l->soft || (asker ? !claims_has_tags(asker) : !k->tagged[number])) return;
    const bool own = asker && asker->owner == to->owner;
    diagnose_warning(d, l->where,
                     "'%s' is defined by '%s', which the '@depends%s%s' of '%s' does not name; it is included "
                     "anyway",
                     l->name->text, to->stem, own ? "" : "_", own ? "" : to->owner->name,
                     asker ? asker->stem : k->stem);
}

/* Adds the files that define the missing names. Returns whether that changed anything. */
static bool take_providers(resolver *r, kernel_file *k, bool open, diagnostics *d)
{
    arena scratch = {0};
    library_file **starts = arena_array(&scratch, 2 * r->count, sizeof *starts);
    size_t start_count = 0;
    bool changed = false;
    for (size_t i = 0; i < r->count; ++i) {
        const lack *l = &r->lacks[i];
        if (l->what == PARSE_INCOMPLETE && !r->failed && !open) continue;
        if (l->soft && (providers_is_builtin(r->providers, l->name) || l->name->in_layer)) continue;
        library_file *asker = l->where.source ? map_gets(&r->files, l->where.source->path) : NULL;
        library_file *to = find_provider(r, k, l, asker);
        if (!to || to == asker) continue;
        if (asker && l->what != PARSE_PROTOTYPE) {
            if (!asker->inferred) {
                starts[start_count++] = asker;
                providers_infer(r->providers, asker);
            }
            if (!depends_on(asker, to)) {
                library_add_dependency(r->arena, asker, to, l->name->text, l->where);
                changed = true;
            }
        }
        if (is_taken(k, to)) continue;
        warn_of_tags(r, k, l, asker, to, d);
        kernel_file_take(r->arena, k, to);
        starts[start_count++] = to;
        changed = true;
    }
    if (changed) {
        providers_infer_all(r->providers, starts, start_count, d);
        kernel_file_gather(r->arena, k, r->set, d);
    }
    arena_free(&scratch);
    return changed;
}

static void report_ambiguous(resolver *r, const kernel_file *k, diagnostics *d)
{
    for (size_t i = 0; i < r->count; ++i) {
        const lack *l = &r->lacks[i];
        const library_file *asker = l->where.source ? map_gets(&r->files, l->where.source->path) : NULL;
        const code_definition *first = NULL, *other = NULL;
        if (l->soft) continue;
        providers_choose(l->name, asker ? asker->owner : NULL, asker ? NULL : called_library(r, k, l->name), &first,
                         &other);
        if (!other) continue;
        const library_file *x = providers_owner(first), *y = providers_owner(other);
        const position at = source_position(first->where.source, first->where.offset), and = source_position(
                                                                                           other->where.source,
                                                                                           other->where.offset);
        diagnose_error(d, l->where,
                       "'%s' is defined by two files of the libraries, %s:%zu and %s:%zu: name the right one "
                       "in '@depends%s%s'",
                       l->name->text, first->where.source->name, at.line, other->where.source->name, and.line,
                       asker && asker->owner == x->owner ? "" : "_",
                       asker && asker->owner == x->owner ? ""
                       : x->owner == y->owner            ? x->owner->name
                                                         : "LIB");
        diagnose_note(d, first->where, "'%s' is defined here, in '%s'", l->name->text, x->stem);
        diagnose_note(d, other->where, "and here, in '%s'", y->stem);
    }
}

/* OpenCL's functions win without a tag. Authors who know the library's functions may not expect that. */
static void warn_of_builtins(resolver *r, const kernel_file *k, diagnostics *d)
{
    const code_file *c = code_of(r, k);
    mark_own(c);
    for (size_t i = 0; i < c->mention_count; ++i) {
        code_name *n = c->mentions[i].name;
        if (n->owned == c || !n->definer_count || !providers_is_builtin(r->providers, n) || n->predefined) continue;
        const code_definition *first = NULL;
        providers_choose(n, NULL, NULL, &first, NULL);
        const library_file *f = providers_owner(first);
        for (size_t s = 0; s < r->set->count; ++s)
            if (r->set->items[s] == f->owner && !k->tagged[s] && !is_taken(k, f))
                diagnose_warning(d, c->mentions[i].where,
                                 "'%s' means OpenCL C's own function here; for that of the library "
                                 "'%s', add `// @depends_%s: %s`; an empty `// @depends_%s:` silences this warning",
                                 n->text, f->owner->name, f->owner->name, f->stem, f->owner->name);
    }
}

bool resolve_file(resolver *r, kernel_file *k, diagnostics *d)
{
    if (!r->set->count) {
        reset_lacks(r);
        return false;
    }
    providers_read(r->providers);
    const size_t errors = d->errors;
    const bool open = resolve_is_open(r, k), gpu = mentions_gpu(k);
    bool changed = false, lost = false;
    r->quiet = true;
    for (bool first = true;; first = false) {
        const code_file *c = code_of(r, k);
        reset_lacks(r);
        r->failed = false;
        read_lacks(r, k, NULL, open);
        if (gpu) read_lacks(r, k, "CLB_GPU=1", open);
        for (size_t n = 0; first && open && n < c->all_count; ++n)
            for (size_t i = 0; i < c->all[n]->condition_count; ++i)
                add_lack(r, c->all[n]->conditions[i].name, c->all[n]->conditions[i].where, true, PARSE_UNKNOWN);
        if (lost) add_all(r, c);
        if (take_providers(r, k, open, d)) changed = true;
        else if (lost || !r->failed) break;
        else lost = true;
        if (d->errors > errors) break;
    }
    r->quiet = false;
    if (d->errors == errors) report_ambiguous(r, k, d);
    if (open) warn_of_builtins(r, k, d);
    reset_lacks(r);
    return changed;
}
