/* Races in global memory as checked code finds them: random accesses by the functions of clbundle/native/checked.h,
 * beside a model with a cell for each element. Elements are chosen so that many share a slot of the table, and more
 * than it holds; some regions have no table. Then accesses of bytes and shorts by one work-item behind the other,
 * beside a model of bytes.
 *
 * SPDX-License-Identifier: MIT */
#define CLBN_USES_CHECKS
#define CLBN_AVAILABLE 1
#include <clbundle/core.h>
#include <clbundle/native/checked.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ELEMENTS = 1 << 16, REGIONS = 8000, ITEMS = 64, NOBODY = -1, MANY = -2, PAGES = ELEMENTS >> CLB_CHECK_PAGE };

typedef struct model_cell {
    int region, writer, reader;
    bool is_atomic; /* the write was */
} model_cell;

static char memory[ELEMENTS * 4];
static model_cell model[ELEMENTS];
static clb_check_cell *pages[PAGES + 1];
static clb_check_slot table[1 << CLB_CHECK_TABLE];
static clb_check_part parts[1 << CLB_CHECK_TABLE];
static bool reported;
static unsigned in_pages, races;

static uint64_t state = 1;

static uint32_t next(uint32_t below)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(state >> 33) % below;
}

static clb_check_cell *take_page(clb_checker *c, clb_check_object *object, size_t cell)
{
    clb_check_cell **page = &object->pages[cell >> CLB_CHECK_PAGE];
    (void)c;
    ++in_pages;
    if (!*page) *page = calloc((size_t)1 << CLB_CHECK_PAGE, sizeof(clb_check_cell) + sizeof(clb_check_part));
    return *page;
}

static void report(clb_checker *c, const clb_check_site *site, clb_finding_kind kind, clb_check_access access,
                   const clb_check_object *object, const void *address, size_t size, uint32_t other)
{
    (void)c, (void)site, (void)access, (void)object, (void)address, (void)size, (void)other;
    reported |= kind == CLB_FINDING_RACE;
}

/* Region numbers begin again: nothing of them may be found. */
static void pass(clb_checker *c)
{
    memset(table, 0, sizeof table);
    for (size_t i = 0; i < PAGES; ++i)
        if (pages[i]) memset(pages[i], 0, sizeof(clb_check_cell) << CLB_CHECK_PAGE);
    c->region = c->first_region = 1;
}

/* What the model says of an access of one element. */
static bool is_race(size_t element, int item, clb_check_access access, int region)
{
    const bool is_atomic = access == CLB_CHECK_UPDATE, writes = access >= CLB_CHECK_WRITE;
    model_cell *m = &model[element];
    if (m->region != region) *m = (model_cell){region, NOBODY, NOBODY, false};
    const bool is_other = m->writer != NOBODY && m->writer != item;
    const bool of_write = is_other && !(m->is_atomic && (is_atomic || !writes));
    const bool of_read = writes && !is_atomic && m->reader != NOBODY && m->reader != item;
    if (writes) m->writer = is_other && is_atomic && m->is_atomic ? MANY : item;
    if (writes) m->is_atomic = is_atomic;
    else m->reader = m->reader == NOBODY || m->reader == item ? item : MANY;
    return of_write || of_read;
}

/* Accesses of one region, up to the first race. */
static bool test_region(clb_checker *c, clb_check_object *o, int number)
{
    static const clb_check_site site = {"cells", "x", 1};
    const uint32_t region = clbn_check_pass(c), spread = 1 + next(3);
    clb_check_object none = {0};
    o->table = next(8) ? table : NULL;
    const clbn_object object = clbn_check_object(c, &none, 0, memory, 4, 0, 1);
    const uint32_t own = next(2), stride = next(2) ? 1025 : 1024 + next(200), count = 200 + next(4000);
    for (uint32_t i = 0; i < count; ++i) {
        const int item = (int)next(ITEMS);
        const clb_check_access access = next(20) == 0 ? CLB_CHECK_UPDATE : next(4) ? CLB_CHECK_READ : CLB_CHECK_PUT;
        const size_t width = access == CLB_CHECK_UPDATE || next(4) ? 1 : 4;
        /* Mostly of the work-item's own elements. */
        const size_t of_item = (size_t)item * 16 + next(16) / width * width,
                     far = next(spread * 20) * (size_t)stride / 4 * 4;
        const size_t element = ((own || next(300) ? of_item : next(1024) / width * width) + far * 4) % ELEMENTS;
        bool expected = false;
        for (size_t k = 0; k < width; ++k) expected |= is_race(element + k, item, access, number);
        reported = false;
        (void)clbn_check_of(c, &site, access, memory + 4 * element, 4 * width, 4, 0, &object,
                            clbn_check_item(c, region, 0, (size_t)item));
        if (reported != expected) {
            fprintf(stderr, "region %d, access %u: %s\n", number, i, expected ? "a race is missed" : "a false race");
            return false;
        }
        races += expected;
        if (expected) break;
    }
    return true;
}

/* ---- parts of elements ---- */

enum { BYTES = 64 };

typedef struct model_byte {
    int writer, reader; /* or NOBODY, or MANY */
} model_byte;

/* A byte that another work-item has written is not found any more once a third one has written in its element, so in
 * regions of writes only what is told of is held against the model. */
static bool test_parts(clb_checker *c, clb_check_object *o, int number)
{
    static const clb_check_site site = {"parts", "x", 1};
    model_byte bytes[BYTES];
    const uint32_t region = clbn_check_pass(c), one_writes = next(2), writer = next(ITEMS);
    clb_check_object none = {0};
    o->table = next(8) ? table : NULL;
    const clbn_object object = clbn_check_object(c, &none, 0, memory, 4, 0, 1);
    for (size_t i = 0; i < BYTES; ++i) bytes[i] = (model_byte){NOBODY, NOBODY};
    for (int item = 0; item < ITEMS; ++item) {
        for (uint32_t i = next(4); i > 0; --i) {
            const bool writes = one_writes ? (uint32_t)item == writer : next(2);
            const size_t width = (size_t)1 << next(3),
                         at = next(3) ? (size_t)item / width * width : next(BYTES) / width * width;
            bool expected = false;
            for (model_byte *b = bytes + at; b < bytes + at + width; ++b) {
                expected |= b->writer != NOBODY && b->writer != item;
                expected |= writes && b->reader != NOBODY && b->reader != item;
                if (writes) b->writer = item;
                else b->reader = b->reader == NOBODY || b->reader == item ? item : MANY;
            }
            reported = false;
            (void)clbn_check_of(c, &site, writes ? CLB_CHECK_PUT : CLB_CHECK_READ, memory + at, width, 1, 0, &object,
                                clbn_check_item(c, region, 0, (size_t)item));
            if (reported && !expected) fprintf(stderr, "parts %d, work-item %d: a false race\n", number, item);
            if (expected && !reported && one_writes)
                fprintf(stderr, "parts %d, work-item %d: a race is missed\n", number, item);
            if (reported ? !expected : expected && one_writes) return false;
            races += expected;
            if (expected) return true;
        }
    }
    return true;
}

int main(void)
{
    static char stands_in[2 * CLB_CHECK_STAND_IN];
    clb_check_object object = {.memory = memory,
                               .size = sizeof memory,
                               .name = "x",
                               .has_cells = 1,
                               .space = 1,
                               .pages = pages,
                               .parts = parts};
    const clb_native_checks functions = {.page = take_page, .report = report, .pass = pass};
    clb_checker checker = {.checks = &functions,
                           .objects = &object,
                           .fixed = 1,
                           .count = 1,
                           .items = ITEMS,
                           .region = 0xff00,
                           .first_region = 1,
                           .nothing = stands_in,
                           .sink = stands_in + CLB_CHECK_STAND_IN};
    bool fine = true;
    for (int i = 1; i <= REGIONS && fine; ++i) fine = test_region(&checker, &object, i);
    fine &= races > REGIONS / 10 && races < REGIONS * 9 / 10 && in_pages > 10 && object.crowded > 1000;
    for (int i = 1; i <= REGIONS && fine; ++i) fine = test_parts(&checker, &object, i);
    printf("%u races, %u pages asked for, %u without a slot\n", races, in_pages, object.crowded);
    for (size_t i = 0; i < PAGES; ++i) free(pages[i]);
    return !fine;
}
