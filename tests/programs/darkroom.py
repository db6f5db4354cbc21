"""What darktable is given: a picture of computed numbers, and a style, which is a list of its modules with their parameters. Each
block of parameters has the layout of the version of the module that is named; darktable leaves a block of another size out.

SPDX-License-Identifier: MIT
"""
import struct

WIDTH, HEIGHT = 96, 64

CURVE = struct.pack('<40f', 0, 0, 0.3, 0.4, 1, 1, *[0] * 34) # three points of at most twenty

# Operation, version, parameters, and the name in darktable's report.
MODULES = [
    ('exposure', 6, struct.pack('<iffffi', 0, 0, 0.5, 50, -4, 0), 'exposure'),
    ('flip', 2, struct.pack('<i', 3), 'orientation'),
    ('shadhi', 5, struct.pack('<i8fIfi', 0, 100, 0, 50, 0, -50, 50, 100, 50, 127, 1e-6, 0), 'shadows and highlights'),
    ('bilat', 3, struct.pack('<I4f', 1, 0.5, 0.5, 0.25, 0.5), 'local contrast'),
    ('velvia', 2, struct.pack('<2f', 25, 1), 'velvia'),
    ('vibrance', 2, struct.pack('<f', 25), 'vibrance'),
    ('colisa', 1, struct.pack('<3f', 0.2, 0.1, 0.1), 'contrast brightness saturation'),
    ('tonecurve', 5, CURVE * 3 + struct.pack('<10i', 3, 3, 3, 2, 2, 2, 1, 0, 0, 0), 'tone curve'),
    ('sharpen', 1, struct.pack('<3f', 2, 0.5, 0.5), 'sharpen'),
    ('soften', 1, struct.pack('<4f', 50, 100, 0.33, 50), 'soften'),
]
# Those that darktable adds by itself.
NAMES = [module[3] for module in MODULES] + ['input color profile', 'output color profile', 'scale into final size']

STYLE = '''<?xml version="1.0" encoding="UTF-8"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:darktable="http://darktable.sf.net/" darktable:xmp_version="4"
 darktable:auto_presets_applied="1" darktable:history_end="%d">
<darktable:history><rdf:Seq>
%s</rdf:Seq></darktable:history></rdf:Description></rdf:RDF></x:xmpmeta>
'''
ITEM = '''<rdf:li darktable:num="%d" darktable:operation="%s" darktable:enabled="1" darktable:modversion="%d"
 darktable:params="%s" darktable:multi_name="" darktable:multi_priority="0"/>
'''


def write_picture(path):
    """A picture in the form of PFM: three numbers of 32 bits a pixel."""
    with open(path, 'wb') as f:
        f.write(b'PF\n%d %d\n-1.0\n' % (WIDTH, HEIGHT))
        f.write(b''.join(struct.pack('<3f', x / WIDTH, y / HEIGHT, (x * y % 97) / 97) for y in range(HEIGHT) for x in range(WIDTH)))


def write_style(path):
    items = ''.join(ITEM % (number, operation, version, parameters.hex())
                    for number, (operation, version, parameters, _) in enumerate(MODULES))
    with open(path, 'w') as f:
        f.write(STYLE % (len(MODULES), items))


def read_rows(path):
    """A picture in the form of PPM with two bytes a number: its rows, each a list of numbers from 0 to 65535."""
    with open(path, 'rb') as f:
        head, pixels = f.read().split(b'65535\n', 1)
    width = int(head.split()[1])
    numbers = struct.unpack('>%dH' % (len(pixels) // 2), pixels)
    return [numbers[at:at + 3 * width] for at in range(0, len(numbers), 3 * width)]


def difference(rows, others, border):
    """The largest difference of two numbers that are at least `border` pixels away from the picture's edges."""
    return max(abs(x - y) for row, other in zip(rows[border:len(rows) - border], others[border:len(others) - border])
               for x, y in zip(row[3 * border:len(row) - 3 * border], other[3 * border:len(other) - 3 * border]))
