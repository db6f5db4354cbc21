/* Parameter lists of the generated functions. */
#include "emit/emit.h"

#include <string.h>

/* Names that the generated functions use themselves, and words that C or C++ keep but OpenCL C does not. */
static const char *const taken[] = {
    "device", "launch", "event", "error", "arguments", "alignas", "alignof", "and", "asm", "bool", "catch", "char16_t",
    "char32_t", "class", "const_cast", "constexpr", "decltype", "delete", "dynamic_cast", "explicit", "export", "false",
    "friend", "mutable", "namespace", "new", "noexcept", "not", "nullptr", "operator", "or", "private", "protected",
    "public", "reinterpret_cast", "static_assert", "static_cast", "template", "this", "thread_local", "throw", "true",
    "try", "typeid", "typename", "using", "virtual", "wchar_t", "xor", "NULL", "errno", "linux", "unix",
};

static bool is_taken(const char *name)
{
    for (size_t i = 0; i < sizeof taken / sizeof *taken; ++i)
        if (strcmp(name, taken[i]) == 0) return true;
    return strncmp(name, "clb_", 4) == 0;
}

static bool is_ascii(const char *text)
{
    for (; *text; ++text)
        if ((unsigned char)*text >= 0x80) return false;
    return true;
}

const char *emit_parameter_name(arena *a, const bundle_kernel *k, size_t index)
{
    const char *name = k->arguments[index].name;
    if (!is_ascii(name)) return arena_printf(a, "argument_%zu", index);
    for (bool clash = is_taken(name); clash;) {
        name = arena_printf(a, "%s_", name);
        clash = false;
        for (size_t i = 0; i < k->argument_count && !clash; ++i) clash = strcmp(k->arguments[i].name, name) == 0;
    }
    return name;
}

const char *emit_count_name(arena *a, const bundle_kernel *k, size_t index)
{
    const char *name = arena_printf(a, "%s_count", emit_parameter_name(a, k, index));
    for (bool clash = true; clash;) {
        clash = false;
        for (size_t i = 0; i < k->argument_count && !clash; ++i) clash = strcmp(k->arguments[i].name, name) == 0;
        if (clash) name = arena_printf(a, "%s_", name);
    }
    return name;
}

const char *emit_element_type(ctype_records *records, const bundle_argument *argument)
{
    const char *name = argument->type ? ctype_name(records, argument->type) : NULL;
    return name ? name : "void";
}

void emit_parameters(ctype_records *records, const bundle_kernel *k, bool wrapper, buffer *out)
{
    arena *a = records->arena;
    buffer_adds(out, "\n    clb_device *device");
    if (!wrapper || !k->range_dimensions) buffer_adds(out, ",\n    const clb_launch *launch");
    for (size_t i = 0; i < k->argument_count; ++i) {
        const bundle_argument *argument = &k->arguments[i];
        const char *name = emit_parameter_name(a, k, i), *element = emit_element_type(records, argument);
        buffer_adds(out, ",\n    ");
        switch (argument->kind) {
        case CLB_ARGUMENT_VALUE:
            buffer_addf(out, "%s %s", element, name);
            break;
        case CLB_ARGUMENT_LOCAL:
            buffer_addf(out, "size_t %s", name);
            break;
        case CLB_ARGUMENT_IMAGE:
        case CLB_ARGUMENT_SAMPLER:
            buffer_addf(out, "void *%s", name);
            break;
        case CLB_ARGUMENT_GLOBAL:
        case CLB_ARGUMENT_CONSTANT:
            if (!wrapper) {
                buffer_addf(out, "clb_buffer *%s", name);
                break;
            }
            buffer_addf(out, "%s%s *%s", argument->access == CLB_ACCESS_IN ? "const " : "", element, name);
            if (!argument->extent) buffer_addf(out, ",\n    size_t %s", emit_count_name(a, k, i));
            break;
        }
    }
    buffer_adds(out, wrapper ? ",\n    clb_error *error" : ",\n    clb_event **event,\n    clb_error *error");
}
