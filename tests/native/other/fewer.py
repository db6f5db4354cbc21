"""fewer.py MANIFEST RECORDED OUTPUT: the results in RECORDED of the kernels that the bundle of MANIFEST has.

A line begins with its kernel. One that says why there are none is kept.

SPDX-License-Identifier: MIT"""
import json
import sys

manifest, recorded, output = sys.argv[1:]
with open(manifest, encoding='utf-8') as f:
    kernels = {kernel['name'] for kernel in json.load(f)['kernels']}
with open(recorded, encoding='utf-8') as f:
    lines = [line for line in f if line.split()[0] in kernels or line.startswith('skipped: ')]
found = {line.split()[0] for line in lines}
if not found & {'skipped:'} and found != kernels:
    sys.exit('not recorded: ' + ', '.join(sorted(kernels - found)))
with open(output, 'w', encoding='utf-8') as f:
    f.writelines(lines)
