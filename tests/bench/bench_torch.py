#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random variates on a GPU beside PyTorch's generators (of cuRAND's kind), both in double precision.

usage: bench_torch.py BENCH_NMATH [DEVICE_FILTER]

Prints for each distribution the ns an element of both, by the device's own clock, and their ratio: below 1, clbundle is
faster. Its kernels read a parameter of each variate from memory, as R's functions take vectors of them; PyTorch's gamma,
Poisson and binomial generators do so, too, its other ones take numbers."""
import statistics
import subprocess
import sys

import torch

LOG2_N = 24


def measure(generate):
    """Median ns an element of nine runs; one run before them builds what there is to build."""
    generate()
    times = []
    for _ in range(9):
        begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        begin.record()
        generate()
        end.record()
        torch.cuda.synchronize()
        times.append(begin.elapsed_time(end) * 1e6 / 2 ** LOG2_N)
    return statistics.median(times)


def theirs():
    def full(value):
        return torch.full((2 ** LOG2_N,), value, dtype=torch.float64, device='cuda')

    out, mean, trials, chance = full(0.0), full(10.0), full(40.0), full(0.3) # bench_nmath's parameters
    shape = 0.5 + 30.5 * torch.rand(2 ** LOG2_N, dtype=torch.float64, device='cuda')
    return {'runif': out.uniform_, 'rnorm': out.normal_, 'rexp': out.exponential_,
            'rgamma': lambda: torch._standard_gamma(shape), 'rpois': lambda: torch.poisson(mean),
            'rbinom': lambda: torch.binomial(trials, chance)}


def main():
    generators = theirs()
    command = [sys.argv[1], '--device', sys.argv[2] if len(sys.argv) > 2 else 'opencl', '--profile', '--n', str(LOG2_N),
               '--only', ','.join(generators)]
    lines = subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE).stdout.splitlines()
    ours = {words[0]: float(words[1].split()[0]) for words in (line.split('\t') for line in lines) if words[0] in generators}
    print('PyTorch %s, %s' % (torch.__version__, torch.cuda.get_device_name()))
    for name, generate in generators.items():
        other = measure(generate)
        print('%s\t%.4f ns\t%.4f ns\t%.2f' % (name, ours[name], other, ours[name] / other))


if __name__ == '__main__':
    sys.exit(main())
