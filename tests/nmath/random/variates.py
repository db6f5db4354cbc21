#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""variates.py [ARGUMENT...]: puts the random variates of cl/nmath together as C, compiles variates.c with them and
runs it with the arguments. variates.py --build OUT only compiles; variates.py --smallcrush
[ORDER [SEED]] does the same with smallcrush.c."""
import os, platform, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import quick

FUNCTIONS = '''unif_rand norm_rand exp_rand R_unif_index runif rnorm rlnorm rexp rweibull rcauchy rlogis rt rgamma
rchisq rbeta rf rnchisq rgeom rpois rbinom rnbinom rnbinom_mu rhyper rsignrank rwilcox rmultinom'''.split()


def library():
    seen, order = set(), []
    for f in FUNCTIONS: quick.closure(f, seen, order)
    return [os.path.join(quick.CL, 'OPENCL.cl')] + order


def build(out, source='variates.c', extra=()):
    text = ''
    for p in library():
        src = open(p, encoding='utf-8-sig').read().replace('__attribute__((noinline)) static', 'static')
        text += '#line 1 "%s"\n%s\n' % (os.path.relpath(p, quick.CL), src)
    with tempfile.NamedTemporaryFile('w', suffix='.c', delete=False) as f: f.write(text)
    cc = [os.environ.get('CC', 'cc'), '-std=gnu11', '-O2', '-ffp-contract=off', '-w']
    if platform.machine() == 'x86_64': cc.append('-mfma')
    try:
        cc += ['-DVARIATE_LIBRARY="%s"' % f.name, '-o', out, os.path.join(HERE, source)]
        subprocess.check_call(cc + list(extra) + ['-lm', '-ldl'])
    finally: os.unlink(f.name)


def main():
    if sys.argv[1:2] == ['--build']: return build(sys.argv[2])
    with tempfile.TemporaryDirectory() as d:
        exe, args = os.path.join(d, 'variates'), sys.argv[1:]
        crush = args[:1] == ['--smallcrush']
        build(exe, 'smallcrush.c' if crush else 'variates.c')
        sys.exit(subprocess.call([exe] + args[crush:]))


if __name__ == '__main__': main()
