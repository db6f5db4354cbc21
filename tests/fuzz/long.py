#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs each fuzz target in turn for $SECONDS (four hours if that is not set), with as many processes as $JOBS says
(1). Findings are in FOLDER/NAME/found; the corpus in FOLDER/NAME/corpus grows from run to run. Prints how often each
has run.

usage: long.py FOLDER DICTIONARY CORPUS TARGET..."""
import os
import re
import subprocess
import sys

import smoke


def main():
    folder, dictionary, seeds, *targets = sys.argv[1:]
    seconds, jobs = os.environ.get('SECONDS', str(4 * 3600)), os.environ.get('JOBS', '1')
    failed, total = [], 0
    for target in targets:
        name = os.path.basename(target).replace('fuzz_', '')
        corpus, found = os.path.join(folder, name, 'corpus'), os.path.join(folder, name, 'found')
        os.makedirs(corpus, exist_ok=True)
        os.makedirs(found, exist_ok=True)
        if os.path.isdir(os.path.join(seeds, name)):
            smoke.add_seeds(corpus, [os.path.join(seeds, name)])
        print('%s: %s s' % (name, seconds), flush=True)
        with open(os.path.join(folder, name, 'log'), 'w') as log:
            r = subprocess.run([*smoke.command(target, seconds, corpus, found, dictionary), '-fork=' + jobs, '-ignore_crashes=1',
                                '-ignore_timeouts=1', '-ignore_ooms=1'], stdout=log, stderr=log)
        with open(os.path.join(folder, name, 'log'), errors='replace') as log:
            runs = max((int(n) for n in re.findall(r'^#([0-9]+)', log.read(), re.M)), default=0)
        total += runs
        print('%s: %d runs' % (name, runs), flush=True)
        artifacts = sorted(os.listdir(found))
        if r.returncode or artifacts:
            failed.append(name)
            print('%s: %s' % (name, ', '.join(artifacts) or 'ended with %d: see its log' % r.returncode), flush=True)
    print('%d runs in all; found something: %s' % (total, ', '.join(failed) or 'none'))
    return bool(failed)


if __name__ == '__main__':
    sys.exit(main())
