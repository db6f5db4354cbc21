#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A short run of a fuzz target from its seeds; long.py runs longer.

usage: smoke.py TARGET SECONDS [--dictionary FILE] [SEED or FOLDER of seeds]..."""
import argparse
import os
import shutil
import subprocess
import sys
import tempfile


def add_seeds(corpus, seeds):
    """Files, by numbers: two may have one name."""
    files = [os.path.join(s, f) for s in seeds if os.path.isdir(s) for f in sorted(os.listdir(s))] + [s for s in seeds if not os.path.isdir(s)]
    for number, seed in enumerate(files):
        shutil.copy(seed, os.path.join(corpus, 'seed%d' % number))


def command(target, seconds, corpus, artifacts, dictionary):
    return [target, '-max_total_time=%s' % seconds, '-max_len=16384', '-timeout=10', '-rss_limit_mb=2048', '-print_final_stats=1',
            '-artifact_prefix=' + artifacts + os.sep, *(['-dict=' + dictionary] if dictionary else []), corpus]


def main():
    p = argparse.ArgumentParser()
    p.add_argument('target')
    p.add_argument('seconds')
    p.add_argument('--dictionary')
    p.add_argument('seeds', nargs='*')
    o = p.parse_intermixed_args()
    with tempfile.TemporaryDirectory() as corpus:
        add_seeds(corpus, o.seeds)
        r = subprocess.run(command(o.target, o.seconds, corpus, corpus, o.dictionary), capture_output=True, text=True, errors='replace')
        print(r.stderr[-3000:])
        return r.returncode != 0


if __name__ == '__main__':
    sys.exit(main())
