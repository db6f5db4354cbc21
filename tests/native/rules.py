#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Rule engines as password programs have them: a function for each rule, which changes a word of bytes held in private
words; a function that chooses one by its number; a kernel that applies rules and hashes the word. They are in vectors,
and native C and its code grow with the source, no faster.
usage: rules.py CLBUNDLE INCLUDE_DIRECTORY COMPILER"""
import os
import subprocess
import sys
import tempfile

# Bodies of rules: of words behind a pointer, with the length as an argument and as the result.
RULES = [
    # all letters to the other case
    '''    for (int i = 0; i < 8; i++) {
        const uint t = w[i];
        w[i] = t ^ (((((t & 0x7f7f7f7f) + 0x1f1f1f1f) & ~((t & 0x7f7f7f7f) + 0x05050505)) & 0x80808080) >> 2);
    }
    return length;''',
    # one byte at a position
    '''    if (p0 < length) w[p0 >> 2] = (w[p0 >> 2] & ~(0xffu << (p0 & 3) * 8)) | (p1 & 0xff) << (p0 & 3) * 8;
    return length;''',
    # a byte behind the end
    '''    if (length >= 31) return length;
    ((uchar *)w)[length] = (uchar)p0;
    return length + 1;''',
    # the word backwards
    '''    uchar *b = (uchar *)w;
    for (uint l = 0; l < length / 2; l++) {
        const uint r = length - 1 - l;
        const uchar t = b[l];
        b[l] = b[r];
        b[r] = t;
    }
    return length;''',
    # without its first byte
    '''    if (length == 0) return length;
    w[0] = w[0] >> 8 | w[1] << 24;
    w[1] = w[1] >> 8 | w[2] << 24;
    w[2] = w[2] >> 8 | w[3] << 24;
    w[3] = w[3] >> 8 | w[4] << 24;
    w[4] = w[4] >> 8 | w[5] << 24;
    w[5] = w[5] >> 8 | w[6] << 24;
    w[6] = w[6] >> 8 | w[7] << 24;
    w[7] = w[7] >> 8;
    return length - 1;''',
    # a choice by the length
    '''    switch (length & 3) {
    case 0: w[0] ^= p0; break;
    case 1: w[1] += p1; break;
    case 2: w[2] = rotate(w[2], p0 & 31);
    default: w[3] -= p0 * p1;
    }
    return length;''',
]
HEAD = '''// @arg in: in 8*n+64
// @arg out: out n
// @range: n
'''
KERNEL = '''
__kernel void crack(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    uint hash = 0;
    for (int r = 0; r < 64; r++) {
        uint w[8];
        for (int i = 0; i < 8; i++) w[i] = in[g * 8 + i] * 0x01234567u;
        const uint rule = in[r] * 2654435761u >> 4;
        const uint length = apply(rule % RULES, rule >> 8 & 255, rule >> 16 & 255, w, in[g + r] & 31);
        uint a = 0x67452301, b = length;
        for (int i = 0; i < 8; i++) { a += w[i] + (b & 0x5a827999); b = rotate(a, 7u) ^ b; }
        hash ^= a + b;
    }
    out[g] = hash;
}
'''
# Of the text that a rule adds, in bytes for one byte of the source, and of what doubles when the rules do.
MOST = 12
DOUBLED = 1.8, 2.2


def text(count):
    functions = ''.join('static uint rule_%d(const uint p0, const uint p1, uint *w, const uint length)\n{\n    w[%d] ^= %du;\n%s\n}\n'
                        % (k, k % 8, k * 2654435761 & 0xffffffff, RULES[k % len(RULES)]) for k in range(count))
    cases = ''.join('    case %d: return rule_%d(p0, p1, w, length);\n' % (k, k) for k in range(count))
    return (HEAD + functions + 'static uint apply(const uint name, const uint p0, const uint p1, uint *w, const uint length)\n{\n'
            '    switch (name) {\n' + cases + '    }\n    return length;\n}\n' + KERNEL.replace('RULES', str(count)))


def measure(clbundle, include, compiler, folder, count):
    """Bytes of the source, of native C, and of its code for one instruction set."""
    source = os.path.join(folder, 'k.cl')
    with open(source, 'w') as f:
        f.write(text(count))
    told = subprocess.run([clbundle, 'bundle', '--name', 'b', '--native', '--explain', '--output-dir', folder, source], check=True,
                          capture_output=True, text=True)
    assert 'neighbouring work-items in vectors' in told.stdout + told.stderr, '%d rules are not in vectors:\n%s' % (count, told.stdout + told.stderr)
    native = os.path.join(folder, 'b_native.c')
    subprocess.run([compiler, '-std=c11', '-O1', '-w', '-DCLB_NATIVE_BASELINE_ONLY', '-I', include, '-c', native, '-o', native + '.o'], check=True)
    return os.path.getsize(source), os.path.getsize(native), os.path.getsize(native + '.o')


def main():
    clbundle, include, compiler = os.path.abspath(sys.argv[1]), sys.argv[2], sys.argv[3]
    with tempfile.TemporaryDirectory() as folder:
        found = [measure(clbundle, include, compiler, folder, count) for count in (60, 120, 240)]
    failures = 0
    for what, sizes in zip(('source', 'native C', 'code'), zip(*found)):
        growth = (sizes[2] - sizes[1]) / (sizes[1] - sizes[0])
        print('%s: %s bytes, growth %.2f' % (what, ', '.join(map(str, sizes)), growth))
        failures += not DOUBLED[0] <= growth <= DOUBLED[1]
    share = (found[2][1] - found[1][1]) / (found[2][0] - found[1][0])
    print('native C: %.1f bytes for one of the source' % share)
    return 1 if failures or share > MOST else 0


if __name__ == '__main__':
    sys.exit(main())
