/* See collective.h. */
#include "workgroup/collective.h"

#include "clc/builtin.h"

#include <string.h>

bool collective_is(const expression *e)
{
    return e->kind == EXPRESSION_BUILTIN && e->builtin->entry->class_ == BUILTIN_COLLECTIVE;
}

bool collective_varies(const expression *call) { return strstr(call->builtin->name, "scan") != NULL; }
