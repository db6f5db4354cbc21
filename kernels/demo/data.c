/* SPDX-License-Identifier: MIT */
#include "data.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double menarche[][3] = {
    {9.21, 376, 0},    {10.21, 200, 0},   {10.58, 93, 0},   {10.83, 120, 2},   {11.08, 90, 2},
    {11.33, 88, 5},    {11.58, 105, 10},  {11.83, 111, 17}, {12.08, 100, 16},  {12.33, 93, 29},
    {12.58, 100, 39},  {12.83, 108, 51},  {13.08, 99, 47},  {13.33, 106, 67},  {13.58, 105, 81},
    {13.83, 117, 88},  {14.08, 98, 79},   {14.33, 97, 90},  {14.58, 120, 113}, {14.83, 102, 95},
    {15.08, 122, 117}, {15.33, 111, 107}, {15.58, 94, 92},  {15.83, 114, 112}, {17.58, 1049, 1049},
};

void dataset_free(dataset *d)
{
    free(d->x);
    free(d->total);
    free(d->reached);
    *d = (dataset){0};
}

/* Room for `capacity` rows; the old rows are kept. */
static bool resize(dataset *d, size_t capacity)
{
    double **columns[] = {&d->x, &d->total, &d->reached};
    if (capacity > (size_t)-1 / sizeof(double)) return false;
    for (size_t i = 0; i < 3; ++i) {
        double *column = realloc(*columns[i], capacity * sizeof *column);
        if (!column) return false;
        *columns[i] = column;
    }
    return true;
}

bool dataset_menarche(dataset *d)
{
    const size_t count = sizeof menarche / sizeof *menarche;
    *d = (dataset){0};
    if (!resize(d, count)) {
        dataset_free(d);
        return false;
    }
    for (size_t i = 0; i < count; ++i) {
        d->x[i] = menarche[i][0];
        d->total[i] = menarche[i][1];
        d->reached[i] = menarche[i][2];
    }
    d->count = count;
    return true;
}

/* Three numbers divided by commas, semicolons or blanks, and nothing else. */
static bool parse_row(const char *line, double row[3])
{
    for (size_t i = 0; i < 3; ++i) {
        char *end = NULL;
        line += strspn(line, i ? " \t,;" : " \t");
        row[i] = strtod(line, &end);
        if (end == line || !isfinite(row[i])) return false;
        line = end;
    }
    return line[strspn(line, " \t\r\n,;")] == '\0';
}

bool dataset_read(dataset *d, const char *path, char *why, size_t capacity)
{
    *d = (dataset){0};
    FILE *file = fopen(path, "r");
    if (!file) {
        snprintf(why, capacity, "cannot read %s: %s", path, strerror(errno));
        return false;
    }
    char line[512];
    size_t number = 0, room = 0;
    why[0] = '\0';
    while (!why[0] && fgets(line, sizeof line, file)) {
        double row[3];
        ++number;
        if (line[strspn(line, " \t\r\n")] == '\0') continue;
        if (!parse_row(line, row)) {
            if (number > 1) snprintf(why, capacity, "%s:%zu: expected three numbers: x,total,reached", path, number);
            continue;
        }
        if (row[1] < 0 || row[2] < 0 || row[2] > row[1]) {
            snprintf(why, capacity, "%s:%zu: expected 0 <= reached <= total", path, number);
            continue;
        }
        if (d->count == room && !resize(d, room = room ? room * 2 : 64)) {
            snprintf(why, capacity, "%s: out of memory", path);
            continue;
        }
        d->x[d->count] = row[0];
        d->total[d->count] = row[1];
        d->reached[d->count++] = row[2];
    }
    if (!why[0] && ferror(file)) snprintf(why, capacity, "cannot read %s", path);
    if (!why[0] && d->count < 2) snprintf(why, capacity, "%s: fewer than two rows of data", path);
    fclose(file);
    if (why[0]) dataset_free(d);
    return !why[0];
}
