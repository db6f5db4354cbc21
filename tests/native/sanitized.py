"""sanitized.py CLBUNDLE ROOT COMPILER...: the step of a build server that the README shows, with each compiler.

Its commands are run as they stand there, but for the compiler's name: a bundle of checked code with the runtime beside
it, under the sanitizers of addresses and undefined behaviour. Right launches must be silent. The fault of a kernel must
be found by the checks alone, and that of the program by the sanitizer alone: neither hides the other's.

SPDX-License-Identifier: MIT"""
import os
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

CLBUNDLE, ROOT, COMPILERS = '', '', []

KERNEL = """// SPDX-License-Identifier: MIT
typedef struct part { char mark; int value; } part;
__kernel void scale(__global const float *x, __global float *y, const float a, const int shift)
{
    __local float t[16];
    part p[2];
    const int i = get_global_id(0), l = get_local_id(0);
    t[l] = x[i + shift];
    p[i & 1].value = 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    y[i] = a * t[15 - l] * p[i & 1].value;
}
"""

PROGRAM = """// SPDX-License-Identifier: MIT
#include "mine.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 64 };

static void told(void *cookie, const clb_finding *f)
{
    (void)cookie;
    printf("found: %s\\n", f->message);
}

int main(int argc, char **argv)
{
    clb_error error = {0};
    clb_device *device = NULL;
    clb_buffer *x = NULL, *y = NULL;
    float *host = calloc(N, sizeof *host);
    const float a = 2;
    const int shift = argc > 1 && strcmp(argv[1], "kernel") == 0;
    const clb_device_params params = {.bundle = &mine_bundle, .checked = true, .finding = told};
    clb_status status = clb_device_open(&params, &device, &error);
    for (int i = 0; i < N; i++) host[i] = (float)i;
    if (!status) status = clb_buffer_create(device, N * sizeof *host, host, &x, &error);
    if (!status) status = clb_buffer_create(device, N * sizeof *host, NULL, &y, &error);
    const clb_argument arguments[] = {
        {.buffer = x}, {.buffer = y}, {.value = &a, .size = sizeof a}, {.value = &shift, .size = sizeof shift}};
    const clb_launch range = {.dimensions = 1, .global = {N}, .local = {16}};
    if (!status) status = clb_kernel_launch(device, &mine_bundle, 0, &range, arguments, 4, NULL, &error);
    printf("launch: %s\\n", clb_status_name(status));
    if (!status) status = clb_buffer_read(y, 0, host, N * sizeof *host, &error);
    if (!status && host[3] != 48) printf("wrong: %g\\n", host[3]);
    fflush(stdout);
    if (argc > 1 && strcmp(argv[1], "program") == 0) host[N + argc - 2] = 1;
    clb_buffer_release(&x);
    clb_buffer_release(&y);
    clb_device_close(&device);
    clb_error_clear(&error);
    free(host);
    return 0;
}
"""


def commands():
    """The lines of the README's step, without that which installs a compiler."""
    with open(os.path.join(ROOT, 'README.md'), encoding='utf-8') as file:
        text = file.read()
    step = re.search(r'- name: Kernels without faults\n  run: \|\n((?:    .*\n)+)', text)
    return [line.strip() for line in step.group(1).splitlines() if 'apt-get' not in line]


class Step(unittest.TestCase):
    def built(self, compiler, folder):
        for name, text in (('scale.cl', KERNEL), ('tests.c', PROGRAM)):
            with open(os.path.join(folder, name), 'w', encoding='utf-8') as file:
                file.write(text)
        path = os.pathsep.join([os.path.dirname(os.path.abspath(CLBUNDLE)), os.environ['PATH']])
        generate, compile_all, run = commands()
        self.assertTrue(compile_all.startswith('cc ') and run.endswith('./tests'), commands())
        for line in (generate, shlex.quote(compiler) + compile_all[2:]):
            done = subprocess.run(line, shell=True, cwd=folder, env=dict(os.environ, PATH=path), stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, text=True, check=False)
            self.assertEqual(done.returncode, 0, line + '\n' + done.stdout)
        return run

    def test_checks_and_sanitizers_find_each_their_own(self):
        for compiler in COMPILERS:
            with self.subTest(compiler=compiler), tempfile.TemporaryDirectory() as folder:
                run = self.built(compiler, folder)

                def ran(what, run=run, folder=folder):
                    return subprocess.run(f'{run} {what}', shell=True, cwd=folder, stdout=subprocess.PIPE,
                                          stderr=subprocess.PIPE, text=True, check=False)

                right = ran('')
                self.assertEqual((right.returncode, right.stdout, right.stderr), (0, 'launch: CLB_OK\n', ''))
                kernel = ran('kernel')
                self.assertEqual((kernel.returncode, kernel.stderr), (0, ''))
                self.assertRegex(kernel.stdout, r"found: scale\.cl:8: kernel 'scale': read of 4 bytes outside of 'x', at "
                                 r'offset 256 of its 256 bytes; work-item \(63, 0, 0\) of group \(3, 0, 0\)\n'
                                 r'launch: CLB_ERROR_KERNEL\n')
                program = ran('program')
                self.assertNotEqual(program.returncode, 0)
                self.assertEqual(program.stdout, 'launch: CLB_OK\n')
                self.assertIn('heap-buffer-overflow', program.stderr)


if __name__ == '__main__':
    CLBUNDLE, ROOT, COMPILERS = sys.argv[1], sys.argv[2], sys.argv[3:]
    unittest.main(argv=sys.argv[:1])
