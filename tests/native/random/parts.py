# SPDX-License-Identifier: MIT
"""The parts of random kernels: types, statements, variables. Knows nothing about how they are chosen."""

INTS = ['char', 'uchar', 'short', 'ushort', 'int', 'uint', 'long', 'ulong']
BITS = {'char': 8, 'uchar': 8, 'short': 16, 'ushort': 16, 'int': 32, 'uint': 32, 'long': 64, 'ulong': 64}
FLOATS = ['float', 'double']
SCALARS = INTS + FLOATS
COMMON = ['int', 'int', 'int', 'uint', 'uint', 'long', 'ulong', 'float', 'float', 'double', 'double', 'double', 'char', 'uchar', 'short',
          'ushort']
VECTORS = ['int2', 'int3', 'int4', 'uint4', 'float2', 'float4', 'double2', 'long2', 'uchar4', 'short8', 'uint2', 'double4', 'char4', 'ushort2', 'uchar8', 'short4']
SMALL = ('char', 'uchar', 'short', 'ushort')
UNSIGNED = {'char': 'uchar', 'short': 'ushort', 'int': 'uint', 'long': 'ulong'}
LETTERS = 'xyzw'
SLOTS = 8      # words of the result that a work-item has
LOCAL = 64     # the largest work-group
INPUTS = 1024  # elements of each input
COUNTERS = 16  # elements that all work-items add to


class Node:
    """A statement: `head { body } mid { other } tail`, or `head` alone. `keep`: may not be left out by itself."""

    def __init__(self, head, body=None, mid=None, other=None, tail='}', keep=False):
        self.head, self.body, self.mid, self.other, self.tail, self.keep = head, body, mid, other, tail, keep
        self.state = 'all'  # or 'gone', or 'open': what is inside, without the statement itself

    def text(self, indent, out):
        if self.state == 'gone':
            return
        pad = '    ' * indent
        if self.state == 'open':
            for n in (self.body or []) + (self.other or []):
                n.text(indent, out)
            return
        out.extend(pad + line for line in self.head.split('\n'))
        if self.body is None:
            return
        for n in self.body:
            n.text(indent + 1, out)
        if self.mid is not None:
            out.append(pad + self.mid)
            for n in self.other:
                n.text(indent + 1, out)
        out.append(pad + self.tail)

    def all(self):
        yield self
        for n in (self.body or []) + (self.other or []):
            yield from n.all()


class Variable:
    def __init__(self, name, kind, type_, uniform=False, constant=False, length=0):
        # kind: 'value', 'array', 'fixed' (an array that never changes), 'struct', 'pointer' (to a private variable of type_), 'flags' (bools, at `places`)
        self.name, self.kind, self.type, self.uniform, self.constant, self.length = name, kind, type_, uniform, constant, length


def base_of(t):
    return t.rstrip('0123456789')


def width_of(t):
    digits = t[len(base_of(t)):]
    return int(digits) if digits else 1
