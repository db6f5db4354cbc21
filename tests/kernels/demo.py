#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The demo as a user runs it: its numbers, its picture, the user's own data, and messages about wrong data.

usage: demo.py DEMO"""
import os
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

DEMO = None
# Coefficients of 1, z and z^2 for the menarche data and their standard errors, by Newton's method in Python.
MENARCHE_FIT = ((0.219725, 0.072311), (3.267127, 0.118321), (-0.226605, 0.116357))


def run(*arguments, **environment):
    return subprocess.run([DEMO, *arguments], capture_output=True, text=True, timeout=300,
                          env=dict(os.environ, **environment))


class Demo(unittest.TestCase):
    def table(self, text):
        if 'No device can run this' in text:
            self.skipTest('no device')
        return {m[0]: (float(m[1]), float(m[2])) for m in re.findall(r'^(intercept|slope) +(\S+) +(\S+)', text, re.M)}

    def test_the_menarche_posterior_agrees_with_the_published_fit(self):
        with tempfile.TemporaryDirectory() as folder:
            svg = os.path.join(folder, 'p.svg')
            r = run('--svg', svg)
            self.assertEqual(r.returncode, 0, r.stderr)
            t = self.table(r.stdout)
            self.assertIn('-21.226', r.stdout)
            # The posterior is skewed a little: its mean lies some 0.05 beyond the maximum.
            self.assertAlmostEqual(t['intercept'][0], -21.2766, places=3)
            self.assertAlmostEqual(t['intercept'][1], 0.7724, places=3)
            self.assertAlmostEqual(t['slope'][0], 1.6358, places=3)
            self.assertAlmostEqual(t['slope'][1], 0.0591, places=3)
            self.assertTrue(xml.etree.ElementTree.parse(svg).getroot().tag.endswith('svg'))

    def test_native_code_and_a_driver_give_the_same_within_a_few_ulp(self):
        r = run('--grid', '64', '--compare')
        self.assertEqual(r.returncode, 0, r.stderr)
        self.table(r.stdout)
        if 'Nothing to compare with' in r.stdout:
            self.skipTest('one kind of device only')
        worst = re.search(r'the largest difference is (\d+) ULP', r.stdout)
        self.assertLessEqual(int(worst[1]), 64, r.stdout)

    def test_a_tiered_start_gives_the_same_and_counts_its_calls(self):
        r = run('--grid', '64', '--tiered')
        self.assertEqual(r.returncode, 0, r.stderr)
        self.assertAlmostEqual(self.table(r.stdout)['slope'][0], 1.6358, places=2)
        self.assertRegex(r.stdout, r'Calls on the way: \d+ natively, \d+ on a device')
        # Whatever the grid's size, the first part is small.
        self.assertIn('(64 points)', r.stdout)
        r = run('--grid', '300')
        self.table(r.stdout)
        self.assertIn('(64 points)', r.stdout)

    def test_three_coefficients_are_summed_over_a_cube(self):
        def cube(side):
            r = run('--cube', '--grid', side)
            self.assertEqual(r.returncode, 0, r.stderr)
            self.table(r.stdout)
            self.assertIn('posterior on a %s x %s x as many grid' % (side, side), r.stdout)
            rows = re.findall(r'^(?:intercept|slope|curvature) +(\S+) +(\S+) +(\S+)$', r.stdout, re.M)
            return [[float(v) for v in row] for row in rows], float(re.search(r'above 0: (\S+)', r.stdout)[1])
        coarse, above = cube('24')
        fine, _ = cube('40')
        self.assertEqual(len(coarse), 3)
        # The maximum of the likelihood by an independent fit; the prior is wide.
        for (mode, mean, deviation), other, expected in zip(coarse, fine, MENARCHE_FIT):
            self.assertAlmostEqual(mode, expected[0], delta=2e-3 * expected[1])
            self.assertLess(abs(mean - mode), 0.3 * deviation)
            self.assertAlmostEqual(deviation, expected[1], delta=0.05 * deviation)
            self.assertAlmostEqual(mean, other[1], delta=1e-3 * deviation)
            self.assertAlmostEqual(deviation, other[2], delta=1e-3 * deviation)
        self.assertTrue(0.0 < above < 1.0)
        for wrong in (['--cube', '--svg', 'x.svg'], ['--cube', '--compare'], ['--cube', '--grid', '513'], ['--grid', '4097']):
            self.assertEqual(run(*wrong).returncode, 2)
        with tempfile.TemporaryDirectory() as folder:
            csv = os.path.join(folder, 'd.csv')
            with open(csv, 'w') as f:
                f.write('1,10,1\n1,10,3\n')
            r = run('--cube', '--csv', csv, '--grid', '8')
            self.table(r.stdout)
            self.assertEqual((r.returncode, r.stderr), (1, 'demo: these data do not determine a logistic regression\n'))

    def test_rows_of_the_users_own_are_read(self):
        with tempfile.TemporaryDirectory() as folder:
            csv = os.path.join(folder, 'd.csv')
            with open(csv, 'w') as f:
                f.write('dose,total,dead\n1,10,1\n2,10,3\n3;10;6\n4 10 9\n')
            r = run('--csv', csv, '--grid', '64')
            self.assertEqual(r.returncode, 0, r.stderr)
            self.assertGreater(self.table(r.stdout)['slope'][0], 0.5)
            self.assertNotIn('published', r.stdout)

    def test_wrong_data_are_named_with_file_and_line(self):
        with tempfile.TemporaryDirectory() as folder:
            csv = os.path.join(folder, 'd.csv')
            for text, message in (('x,n,k\n1,10,1\n2,ten,3\n', ':3: expected three numbers'),
                                  ('1,10,11\n2,10,3\n', ':1: expected 0 <= reached <= total'),
                                  ('1,10,1\n', ': fewer than two rows')):
                with open(csv, 'w') as f:
                    f.write(text)
                r = run('--csv', csv)
                self.assertEqual(r.returncode, 1)
                self.assertIn(csv + message, r.stderr)
            self.assertIn('cannot read', run('--csv', csv + '.no').stderr)

    def test_no_driver_is_a_normal_state(self):
        r = run(OCL_ICD_VENDORS='/nonexistent')
        self.assertEqual(r.returncode, 0)
        self.assertRegex(r.stdout, 'No device can run this|Device: ')
        self.assertEqual(run('--list', OCL_ICD_VENDORS='/nonexistent').returncode, 0)

    def test_a_filter_that_nothing_fits_says_what_was_found(self):
        r = run('--device', 'no-such-device')
        self.assertIn('No device can run this', r.stdout)


if __name__ == '__main__':
    DEMO = os.path.abspath(sys.argv.pop(1))
    unittest.main()
