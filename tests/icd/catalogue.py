#!/usr/bin/env python3
"""Writes a catalogue of one program, and its text as a string for the test that builds it.

usage: catalogue.py NAME KERNEL.cl OUTPUT.c [OPTIONS]
NAME is the bundle that holds the program's kernels.

SPDX-License-Identifier: MIT"""
import sys

ROW = 2000  # CLB_TEXT_ROW


def literal(data: bytes) -> str:
    return '"' + ''.join(chr(c) if 32 <= c < 127 and c not in b'"\\?' else f'\\{c:03o}' for c in data) + '"'


def main() -> None:
    name, kernel, output = sys.argv[1:4]
    options = sys.argv[4].encode() if len(sys.argv) > 4 else b''
    with open(kernel, 'rb') as file:
        text = file.read()
    rows = [text[i:i + ROW] for i in range(0, len(text), ROW)]
    lines = ',\n'.join('    ' + '\n    '.join(literal(row[i:i + 80]) for i in range(0, len(row), 80)) for row in rows)
    pieces = ',\n'.join('    ' + literal(text[i:i + 1000]) for i in range(0, len(text), 1000))
    with open(output, 'w', encoding='ascii') as file:
        file.write(f'''/* Written by catalogue.py. */
#include "clbundle/call.h"
#include "clbundle/icd.h"

extern const clb_bundle {name}_bundle;
extern const char *const {name}_pieces[];

static const char text[][CLB_TEXT_ROW + 1] = {{
{lines}
}};
static const clb_icd_unit units[] = {{{{{{"{name}.cl", text, {len(text)}}}, {literal(options)}, NULL, 0}}}};
static const clb_icd_program programs[] = {{{{"{name}", &{name}_bundle, units, 1, ""}}}};
static const clb_icd_catalogue catalogue = {{CLB_ICD_ABI, "{name}", programs, 1}};
const clb_icd_catalogue *const clb_icd_catalogues[] = {{&catalogue, NULL}};

/* The same text, in pieces. */
const char *const {name}_pieces[] = {{
{pieces},
    NULL
}};
''')


main()
