#!/usr/bin/env python3
"""A short run of a fuzz target from its seeds; `ninja` targets build the same programs for longer runs by hand.

usage: smoke.py TARGET SECONDS SEED..."""
import os
import shutil
import subprocess
import sys
import tempfile


def main():
    target, seconds, *seeds = sys.argv[1:]
    with tempfile.TemporaryDirectory() as corpus:
        for number, seed in enumerate(seeds):
            shutil.copy(seed, os.path.join(corpus, 'seed%d' % number))
        r = subprocess.run([target, '-max_total_time=' + seconds, '-max_len=16384', '-timeout=10', '-rss_limit_mb=2048',
                            '-print_final_stats=1', '-artifact_prefix=' + corpus + '/', corpus], capture_output=True, text=True)
        print(r.stderr[-3000:])
        return r.returncode != 0


if __name__ == '__main__':
    sys.exit(main())
