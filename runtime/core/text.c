/* SPDX-License-Identifier: MIT */
#include "core/text.h"

#include "core/status.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

clb_status clbi_bundle_check_abi(const clb_bundle *bundle, const char *call, clb_error *error)
{
    if (!bundle) return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: the bundle is NULL; pass one.", call);
    if (bundle->abi != CLB_ABI)
        return clbi_refuse(error, CLB_ERROR_ABI, call,
                           "%s: the bundle has layout %" PRIu32 " but this library reads layout %d; generate the "
                           "bundle again with the clbundle that belongs to this library.",
                           call, bundle->abi, CLB_ABI);
    return CLB_OK;
}

bool clbi_text_fits(const clb_bundle *bundle, clb_span span)
{
    return (uint64_t)span.offset + span.length <= bundle->text_length;
}

bool clbi_text_next(const clb_bundle *bundle, clb_span *rest, clbi_piece *piece)
{
    if (rest->length == 0) return false;
    const uint32_t column = rest->offset % CLB_TEXT_ROW;
    uint32_t length = CLB_TEXT_ROW - column;
    if (length > rest->length) length = rest->length;
    *piece = (clbi_piece){&bundle->text[rest->offset / CLB_TEXT_ROW][column], length};
    rest->offset += length;
    rest->length -= length;
    return true;
}

size_t clb_text_copy(const clb_bundle *bundle, clb_span span, char *text, size_t capacity)
{
    clb_span rest = span;
    clbi_piece piece;
    size_t at = 0;
    if (!text) capacity = 0;
    if (clbi_bundle_check_abi(bundle, "clb_text_copy", NULL) != CLB_OK || !bundle->text ||
        !clbi_text_fits(bundle, span)) {
        if (capacity > 0) text[0] = '\0';
        return 0;
    }
    if (capacity == 0) return span.length;
    while (clbi_text_next(bundle, &rest, &piece)) {
        const size_t room = capacity - 1 - at;
        const size_t length = piece.length < room ? piece.length : room;
        memcpy(text + at, piece.text, length);
        at += length;
    }
    text[at] = '\0';
    return span.length;
}

char *clbi_text_dup(const clb_bundle *bundle, clb_span span)
{
    char *text = malloc((size_t)span.length + 1);
    if (text) (void)clb_text_copy(bundle, span, text, (size_t)span.length + 1);
    return text;
}

clbi_name clbi_span_name(const clb_bundle *bundle, clb_span span)
{
    clbi_name name;
    (void)clb_text_copy(bundle, span, name.text, sizeof name.text);
    return name;
}

void clbi_needs_text(uint32_t needs, char *text, size_t capacity)
{
    static const struct {
        uint32_t bit;
        const char *name;
    } names[] = {
        {CLB_NEEDS_FP64, "fp64"},
        {CLB_NEEDS_FP16, "fp16"},
        {CLB_NEEDS_IMAGES, "images"},
        {CLB_NEEDS_INT64_ATOMICS, "64-bit atomics"},
        {CLB_NEEDS_SUBGROUPS, "sub-groups"},
        {CLB_NEEDS_3D_IMAGE_WRITES, "writes to 3-D images"},
        {CLB_NEEDS_PIPES, "pipes"},
    };
    size_t at = 0;
    text[0] = '\0';
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (!(needs & names[i].bit) || at >= capacity) continue;
        needs &= ~names[i].bit;
        const int n = snprintf(text + at, capacity - at, "%s%s", at ? ", " : "", names[i].name);
        at += n > 0 ? (size_t)n : 0;
    }
    if (needs && at < capacity)
        (void)snprintf(text + at, capacity - at, "%sfeatures 0x%" PRIx32, at ? ", " : "", needs);
}
