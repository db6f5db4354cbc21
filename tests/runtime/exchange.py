#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Arrays to and from the real NumPy, Arrow and R, through the shared library. Parts whose library is missing are skipped,
with a message; exit status 77 if all are.

usage: exchange.py LIBCLBUNDLE"""
import ctypes
import gc
import io
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
import warnings
import weakref
from ctypes import POINTER, byref, c_char, c_char_p, c_int, c_int32, c_int64, c_size_t, c_ssize_t, c_uint32, c_uint64, \
    c_void_p

try:
    import numpy
except ImportError:
    numpy = None
try:
    import pyarrow
except ImportError:
    pyarrow = None

# Tensors with a version: NumPy 2.1 and later.
FORMS = (False, True) if numpy and numpy.lib.NumpyVersion(numpy.__version__) >= '2.1.0' else (False,)
R_HOME = '/usr/lib/R' if os.path.exists('/usr/lib/R/lib/libR.so') else None
REFUSE, OPTIONAL, NAN = 0, 1, 2
UNSUPPORTED = 5


class Error(ctypes.Structure):
    _fields_ = [('status', c_int), ('code', c_int32), ('code_name', c_char_p), ('call', c_char_p), ('hint', c_char_p),
                ('device', c_char * 128), ('driver', c_char * 128), ('message', c_char * 1024), ('build_log', c_void_p)]


class Type(ctypes.Structure):
    _fields_ = [('kind', c_int), ('flags', c_uint32), ('size', c_size_t), ('alignment', c_size_t), ('element', c_void_p),
                ('count', c_size_t), ('stride', c_ssize_t), ('fields', c_void_p), ('field_count', c_size_t),
                ('values', c_void_p), ('value_count', c_size_t)]


class Array(ctypes.Structure):
    _fields_ = [('data', c_void_p), ('type', POINTER(Type)), ('memory', c_void_p), ('memory_size', c_size_t),
                ('dims', c_uint32), ('flags', c_uint32), ('shape', c_size_t * 16), ('strides', c_ssize_t * 16)]


class Interface(ctypes.Structure):
    _fields_ = [('two', c_int), ('nd', c_int), ('typekind', c_char), ('itemsize', c_int), ('flags', c_int),
                ('shape', c_void_p), ('strides', c_void_p), ('data', c_void_p), ('descr', c_void_p)]


class Exported(ctypes.Structure):
    _fields_ = [('interface', Interface), ('shape', c_ssize_t * 16), ('strides', c_ssize_t * 16)]


class Failure(Exception):
    pass


lib = None
capsule_new = ctypes.pythonapi.PyCapsule_New
capsule_new.restype, capsule_new.argtypes = ctypes.py_object, [c_void_p, c_char_p, c_void_p]
capsule_pointer = ctypes.pythonapi.PyCapsule_GetPointer
capsule_pointer.restype, capsule_pointer.argtypes = c_void_p, [ctypes.py_object, c_char_p]
capsule_rename = ctypes.pythonapi.PyCapsule_SetName
capsule_rename.restype, capsule_rename.argtypes = c_int, [ctypes.py_object, c_char_p]
USED = c_char_p(b'used_dltensor'), c_char_p(b'used_dltensor_versioned')  # capsules keep the pointer


def call(name, *arguments):
    error = Error()
    status = getattr(lib, name)(*arguments, byref(error))
    if status:
        assert error.status == status, (name, status)
        raise Failure('%d: %s' % (status, error.message.decode()))


def text(array):
    buffer = ctypes.create_string_buffer(400)
    lib.clb_array_print(byref(array), buffer, c_size_t(400))
    return buffer.value.decode()


class Holder:
    """An array with its owner, seen by NumPy through __array_struct__."""

    def __init__(self):
        self.array, self.owner, self.exported = Array(), c_void_p(), Exported()

    @property
    def __array_struct__(self):
        call('clb_numpy_export', byref(self.array), byref(self.exported))
        return capsule_new(ctypes.addressof(self.exported), None, None)

    def numpy(self):
        return numpy.asarray(self)

    def release(self):
        lib.clb_owner_release(byref(self.owner))
        assert not self.owner.value


def of_numpy(x, dtype=None):
    holder = Holder()
    capsule = x.__array_struct__  # must live while the structure is read
    call('clb_numpy_import', c_void_p(capsule_pointer(capsule, None)), dtype, None, None, byref(holder.array),
         byref(holder.owner))
    holder.keep = x
    return holder


def of_dlpack(x, versioned):
    holder = Holder()
    capsule = x.__dlpack__(max_version=(1, 0)) if versioned else x.__dlpack__()
    name = b'dltensor_versioned' if versioned else b'dltensor'
    pointer = capsule_pointer(capsule, name)
    call('clb_dlpack_import_versioned' if versioned else 'clb_dlpack_import', c_void_p(pointer), byref(holder.array),
         byref(holder.owner))
    assert capsule_rename(capsule, USED[versioned]) == 0
    return holder


class Tensor:
    """What NumPy's from_dlpack wants."""

    def __init__(self, holder, versioned):
        self.holder, self.versioned = holder, versioned

    def __dlpack_device__(self):
        return 1, 0

    def __dlpack__(self, **options):
        pointer = c_void_p()
        versioned = self.versioned and options.get('max_version')
        call('clb_dlpack_export_versioned' if versioned else 'clb_dlpack_export', byref(self.holder.array),
             self.holder.owner, byref(pointer))
        return capsule_new(pointer, b'dltensor_versioned' if versioned else b'dltensor', None)


NUMBERS = ['?', 'i1', 'i2', 'i4', 'i8', 'u1', 'u2', 'u4', 'u8', 'f2', 'f4', 'f8', 'c8', 'c16']


@unittest.skipUnless(numpy, 'NumPy is not installed')
class NumPy(unittest.TestCase):
    def layouts(self, dtype):
        base = (numpy.arange(120) % 100).astype(dtype).reshape(4, 5, 6)
        yield base
        yield base.T
        yield base[::-1, ::2, 1:5]
        yield base[:0]
        yield base[2, 3, 4]
        yield numpy.broadcast_to(base[:1], (3, 4, 5, 6))
        yield numpy.asfortranarray(base)

    def test_array_struct_there_and_back(self):
        for kind in NUMBERS:
            for order in '<>':
                for x in self.layouts(numpy.dtype(kind).newbyteorder(order)):
                    x = numpy.asarray(x)
                    holder = of_numpy(x)
                    y = holder.numpy()
                    self.assertEqual(x.dtype, y.dtype)
                    self.assertEqual(x.shape, y.shape)
                    if x.size:
                        self.assertEqual(x.ctypes.data, y.ctypes.data)
                    self.assertEqual(x.flags.writeable, y.flags.writeable)
                    numpy.testing.assert_array_equal(x, y)
                    holder.release()

    def test_unaligned_and_strings_and_dates(self):
        x = numpy.frombuffer(bytes(range(81)), numpy.uint8)[1:].view('<f8')
        holder = of_numpy(x)
        self.assertFalse(holder.numpy().flags.aligned)
        holder.release()
        for x, expected in ((numpy.array([b'ab', b'cde']), '2 * bytes[3]'), (numpy.array(['ab', 'c']), '2 * bytes[8]'),
                            (numpy.array(['2020-01-01', 'NaT'], 'M8[D]'), '2 * ?int64')):
            holder = of_numpy(x)
            self.assertEqual(text(holder.array), expected)
            holder.release()
        for x in (numpy.array([None]), numpy.zeros(2, numpy.longdouble)):
            with self.assertRaisesRegex(Failure, '^5: '):
                of_numpy(x)

    DTYPES = [('f8', 'float64'), ('>i4', '>int32'), ('?', 'bool'), ('c16', 'complex[float64]'), ('S5', 'bytes[5]'),
              ([('x', '<f8'), ('y', '<i4')], '{x: float64, y: int32}[size=12, align=1]'),
              ([('x', '<i4'), ('y', '<i4')], '{x: int32, y: int32}'),
              ([('p', '<f4', (3, 2)), ('q', [('a', 'u1'), ('b', 'u1')])], '{p: 3 * 2 * float32, q: {a: uint8, b: uint8}}[size=26, align=1]'),
              ([('a b', 'u1'), ("it's", 'u1'), ('\u00e9\u4e2d', 'u1')], '{"a b": uint8, "it\'s": uint8, "\u00e9\u4e2d": uint8}'),
              ([(('title', 'x'), 'u1')], '{x: uint8}')]

    def test_dtypes(self):
        for given, expected in self.DTYPES:
            dtype = numpy.dtype(given)
            written = str(dtype.descr) if dtype.names else repr(dtype.str)
            pointer, buffer, length = c_void_p(), ctypes.create_string_buffer(400), c_size_t()
            raw = written.encode()
            call('clb_numpy_read_dtype', raw, c_size_t(len(raw)), byref(pointer))
            lib.clb_type_print(pointer, buffer, c_size_t(400))
            self.assertEqual(buffer.value.decode(), expected)
            call('clb_numpy_print_dtype', pointer, buffer, c_size_t(400), byref(length))
            again = numpy.dtype(eval(buffer.value.decode()))
            if dtype.names and not isinstance(given[0][0], tuple) and given[0][0] != 'p' or not dtype.names and dtype.kind != 'S':
                self.assertEqual(again, dtype)
            lib.clb_type_free(byref(pointer))
        padded = numpy.dtype([('x', 'u1'), ('y', '<f8')], align=True)
        pointer = c_void_p()
        raw = str(padded.descr).encode()
        call('clb_numpy_read_dtype', raw, c_size_t(len(raw)), byref(pointer))
        lib.clb_type_print(pointer, buffer, c_size_t(400))
        self.assertEqual(buffer.value, b'{x: uint8, y: float64}')
        call('clb_numpy_print_dtype', pointer, buffer, c_size_t(400), None)
        self.assertEqual(buffer.value.decode(), str(padded.descr))
        lib.clb_type_free(byref(pointer))

    def test_records_with_their_fields(self):
        x = numpy.zeros(4, [('x', '<f8'), ('n', '<i2', (3,))])
        x['n'] = numpy.arange(12).reshape(4, 3)
        holder = of_numpy(x, str(x.dtype.descr).encode())
        call('clb_array_field', byref(holder.array), b'n', byref(holder.array))
        numpy.testing.assert_array_equal(holder.numpy(), x['n'])
        holder.release()
        with self.assertRaisesRegex(Failure, 'items of 14 bytes; its dtype'):
            of_numpy(x, b"'<f8'")

    def test_npy_files_of_numpy(self):
        for kind in NUMBERS + [d for d, _ in self.DTYPES]:
            for x in self.layouts('u1'):
                x = numpy.zeros(x.shape, kind) if x.flags.c_contiguous or not x.flags.f_contiguous else \
                    numpy.zeros(x.shape, kind, order='F')
                raw = numpy.lib.stride_tricks.as_strided(x.T if x.flags.f_contiguous else x)
                if not x.dtype.names and x.dtype.kind != 'S':
                    raw[...] = numpy.arange(x.size).reshape(raw.shape) % 100
                file = io.BytesIO()
                with warnings.catch_warnings():
                    warnings.simplefilter('ignore')  # of NumPy's, about version 3
                    numpy.save(file, x)
                data = file.getvalue()
                holder = Holder()
                call('clb_npy_read', data, c_size_t(len(data)), byref(holder.array), byref(holder.owner))
                if not x.dtype.names and x.dtype.kind != 'S':
                    numpy.testing.assert_array_equal(holder.numpy(), x)
                    self.assertEqual(holder.numpy().dtype, x.dtype)
                self.assertEqual(tuple(holder.array.shape[:holder.array.dims]), x.shape)
                self.assertEqual(holder.array.flags, 1)
                # The header that we write: NumPy reads the same.
                header, size = ctypes.create_string_buffer(4096), c_size_t()
                column = x.flags.f_contiguous and not x.flags.c_contiguous
                call('clb_npy_write_header', holder.array.type, c_uint32(holder.array.dims), holder.array.shape,
                     ctypes.c_bool(column), header, c_size_t(4096), byref(size))
                self.assertEqual(size.value % 64, 0)
                y = numpy.load(io.BytesIO(header.raw[:size.value] + x.tobytes('F' if column else 'C')))
                self.assertEqual(y.shape, x.shape)
                self.assertEqual(y.flags.f_contiguous, x.flags.f_contiguous)
                if x.dtype.kind != 'S':
                    numpy.testing.assert_array_equal(x.view(y.dtype) if x.dtype.names else x, y)
                holder.release()

    def test_dlpack_there_and_back(self):
        for versioned in FORMS:
            for kind in NUMBERS if len(FORMS) == 2 else NUMBERS[1:]:  # bools are as new
                for x in self.layouts(kind):
                    x = numpy.asarray(x)
                    if not x.flags.writeable and not versioned:
                        continue
                    holder = of_dlpack(x, versioned)
                    self.assertEqual(bool(holder.array.flags), not x.flags.writeable)
                    y = numpy.from_dlpack(Tensor(holder, versioned))
                    numpy.testing.assert_array_equal(x, y)
                    self.assertEqual(x.dtype, y.dtype)
                    del y
                    holder.release()

    def test_dlpack_tensors_are_deleted_once(self):
        for versioned in FORMS:
            class Alive(numpy.ndarray):
                pass
            x = numpy.arange(6.0).view(Alive)
            gone = weakref.ref(x)
            holder = of_dlpack(x, versioned)
            y = numpy.from_dlpack(Tensor(holder, versioned))
            del x
            holder.release()
            gc.collect()
            self.assertIsNotNone(gone())  # y still uses the memory
            numpy.testing.assert_array_equal(y, numpy.arange(6.0))
            del y
            gc.collect()
            self.assertIsNone(gone())

    def test_a_read_only_array_is_no_older_tensor(self):
        holder = of_numpy(numpy.broadcast_to(numpy.arange(3.0), (2, 3)))
        with self.assertRaisesRegex(Failure, '^5: .*read-only'):
            Tensor(holder, False).__dlpack__()
        holder.release()


def of_arrow(x, path=None, missing=REFUSE, move=True):
    """Moves a pyarrow array over; the structures' memory is kept in the holder."""
    holder = Holder()
    holder.schema, holder.column = ctypes.create_string_buffer(72), ctypes.create_string_buffer(80)
    x._export_to_c(ctypes.addressof(holder.column), ctypes.addressof(holder.schema))
    try:
        call('clb_arrow_import', holder.schema, holder.column, path, c_int(missing), byref(holder.array),
             byref(holder.owner))
    except Failure:
        pyarrow.Array._import_from_c(ctypes.addressof(holder.column), ctypes.addressof(holder.schema))  # still ours
        raise
    for buffer, release in ((holder.schema, 56), (holder.column, 64)):
        assert not any(buffer.raw[release:release + 8]), 'what was moved is marked as released'
    return holder


def rows(array):
    """The rows of a one-dimensional array of lists or var, as NumPy arrays of their elements."""
    kind, element = array.type.contents.kind, ctypes.cast(array.type.contents.element, POINTER(Type))
    for i in range(array.shape[0]):
        at = array.data + i * array.strides[0]
        inner = Array(type=element, dims=1)
        if kind == 21:
            inner.data, count = c_void_p.from_address(at).value, c_size_t.from_address(at + 8).value
        else:
            integer = c_int32 if array.type.contents.size == 4 else c_int64
            first, end = integer.from_address(at).value, integer.from_address(at + array.type.contents.size).value
            inner.data, count = (array.type.contents.values or 0) + first * element.contents.size, end - first
        inner.shape[0], inner.strides[0] = count, element.contents.size
        holder = Holder()
        holder.array = inner
        yield holder.numpy().copy() if element.contents.kind < 20 else list(rows(inner))


@unittest.skipUnless(numpy and pyarrow, 'pyarrow is not installed')
class Arrow(unittest.TestCase):
    def tearDown(self):
        gc.collect()

    def check(self, x, expected, **options):
        holder = of_arrow(x, **options)
        numpy.testing.assert_array_equal(holder.numpy(), expected)
        holder.release()

    def test_memory_is_released(self):
        before = pyarrow.total_allocated_bytes()
        x = pyarrow.array(list(range(100000)))
        used = pyarrow.total_allocated_bytes()
        self.assertGreater(used, before)
        holder = of_arrow(x)
        del x
        self.assertGreaterEqual(pyarrow.total_allocated_bytes(), used)
        self.assertEqual(int(holder.numpy()[99999]), 99999)
        holder.release()
        self.assertEqual(pyarrow.total_allocated_bytes(), before)

    def test_primitives_and_slices(self):
        for name in ('int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32', 'uint64', 'float32', 'float64'):
            values = list(range(100))
            x = pyarrow.array(values, name)
            for s in (x, x[7:], x[7:50], x[100:], x[:0]):
                self.check(s, s.to_numpy())
        self.check(pyarrow.array(numpy.arange(5, dtype='f2')), numpy.arange(5, dtype='f2'))
        x = pyarrow.array([True, False, True] * 9)
        for s in (x, x[5:], x[5:20], x[:0]):
            self.check(s, numpy.array(s.to_pylist(), bool))
        self.check(pyarrow.array([1, 2], pyarrow.timestamp('ns', 'UTC')), [1, 2])
        self.check(pyarrow.array([1, 2], pyarrow.date32()), [1, 2])
        self.check(pyarrow.array([1, 2], pyarrow.duration('s')), [1, 2])
        holder = of_arrow(pyarrow.array([b'abc', b'def'], pyarrow.binary(3)))
        self.assertEqual(text(holder.array), '2 * bytes[3]')
        holder.release()

    def test_no_copy(self):
        x = pyarrow.array(list(range(100)))
        holder = of_arrow(x[10:])
        self.assertEqual(holder.array.data, x.buffers()[1].address + 80)
        self.assertEqual(holder.array.flags, 1)
        holder.release()

    def test_missing_values(self):
        for name in ('int8', 'int16', 'int32', 'int64', 'uint8', 'uint32', 'uint64', 'float32', 'float64', 'bool'):
            values = [1, None, 0, 1, None, 1, 0]
            x = pyarrow.array([v if v is None or name != 'bool' else bool(v) for v in values], name)
            for s in (x, x[1:], x[3:6]):
                with self.assertRaisesRegex(Failure, '^5: Element %d of an Arrow column is missing' % s.to_pylist().index(None)):
                    of_arrow(s)
                expected = numpy.array([numpy.nan if v is None else float(v) for v in s.to_pylist()])
                self.check(s, expected, missing=NAN)
                holder = of_arrow(s, missing=OPTIONAL)
                self.assertEqual(text(holder.array), '%d * ?%s' % (len(s), name))
                holder.release()
            self.check(x[2:4], [v for v in x[2:4].to_pylist()])  # nulls outside the slice
        holder = of_arrow(pyarrow.array([1, None], 'int32'), missing=OPTIONAL)
        self.assertEqual(list((c_int32 * 2).from_address(holder.array.data)), [1, -2**31])
        holder.release()
        with self.assertRaisesRegex(Failure, 'would mark a missing one of type .int8'):
            of_arrow(pyarrow.array([-128, None], 'int8'), missing=OPTIONAL)
        with self.assertRaisesRegex(Failure, 'does not fit a float64'):
            of_arrow(pyarrow.array([2**53 + 1, None], 'int64'), missing=NAN)

    def test_lists(self):
        values = [[1.0, 2.0], [], [3.0], [4.0, 5.0, 6.0]]
        for kind, word in ((pyarrow.list_, 'list32'), (pyarrow.large_list, 'list64')):
            x = pyarrow.array(values, kind(pyarrow.float64()))
            for s, v in ((x, values), (x[1:], values[1:]), (x[2:3], values[2:3]), (x[:0], [])):
                holder = of_arrow(s)
                self.assertEqual(text(holder.array), '%d * %s * float64' % (len(v), word))
                self.assertEqual([list(r) for r in rows(holder.array)], v)
                holder.release()
            nested = pyarrow.array([values, [], values[:1]], kind(kind(pyarrow.float64())))
            holder = of_arrow(nested)
            self.assertEqual([[list(r) for r in row] for row in rows(holder.array)], nested.to_pylist())
            holder.release()
        holder = of_arrow(pyarrow.array(['ab', '', 'c']))
        self.assertEqual([bytes(r) for r in rows(holder.array)], [b'ab', b'', b'c'])
        holder.release()
        fixed = pyarrow.array([[1, 2, 3], [4, 5, 6], [7, 8, 9]], pyarrow.list_(pyarrow.int32(), 3))
        for s in (fixed, fixed[1:]):
            self.check(s, numpy.array(s.to_pylist()))
        self.check(pyarrow.array([[1, None], [3, 4]], pyarrow.list_(pyarrow.float32(), 2)), [[1, numpy.nan], [3, 4]], missing=NAN)
        lists = pyarrow.array([[[1], [2, 3]], [[], [4]]], pyarrow.list_(pyarrow.list_(pyarrow.int8()), 2))
        holder = of_arrow(lists)
        self.assertEqual(text(holder.array), '2 * 2 * list32 * int8')
        holder.release()

    def test_missing_lists(self):
        x = pyarrow.array([[1.0], None, [2.0, 3.0]])
        with self.assertRaisesRegex(Failure, 'Element 1 of an Arrow column is missing'):
            of_arrow(x)
        holder = of_arrow(x, missing=NAN)
        self.assertEqual([list(r) for r in rows(holder.array)], [[1], [], [2, 3]])
        holder.release()
        hidden = pyarrow.Array.from_buffers(pyarrow.list_(pyarrow.float64()), 3, [
            pyarrow.py_buffer(bytes([0b101])), pyarrow.array([0, 1, 3, 4], 'int32').buffers()[1]],
            children=[pyarrow.array([1.0, 8.0, 9.0, 2.0])])
        holder = of_arrow(hidden, missing=NAN)
        self.assertEqual(text(holder.array), '3 * var * float64')
        self.assertEqual([list(r) for r in rows(holder.array)], [[1], [], [2]])
        holder.release()
        missing = pyarrow.array([[1, 2], None, [5, 6]], pyarrow.list_(pyarrow.int32(), 2))
        self.check(missing, [[1, 2], [numpy.nan, numpy.nan], [5, 6]], missing=NAN)
        self.check(missing[1:], [[numpy.nan, numpy.nan], [5, 6]], missing=NAN)

    def test_structs_by_path(self):
        x = pyarrow.array([{'a': 1, 'b': {'c.d': 2.5}}, None, {'a': 3, 'b': None}, {'a': None, 'b': {'c.d': 4.5}}])
        self.check(x, [1, numpy.nan, 3, numpy.nan], path=b'a', missing=NAN)
        self.check(x[2:], [3, numpy.nan], path=b'a', missing=NAN)
        self.check(x, [2.5, numpy.nan, numpy.nan, 4.5], path=b'b.c.d', missing=NAN)
        self.check(x[1:3], [numpy.nan] * 2, path=b'b.c.d', missing=NAN)
        for path, message in ((None, 'names none of the fields'), (b'z', 'a, b'), (b'a.b', 'no struct in which b'), (b'b', 'c.d')):
            with self.assertRaisesRegex(Failure, message):
                of_arrow(x, path=path, missing=NAN)
        rows_ = pyarrow.array([[{'x': 1.0, 'y': 2}], [], [{'x': 3.0, 'y': 4}, {'x': 5.0, 'y': 6}]])
        holder = of_arrow(rows_[1:], path=b'x')
        self.assertEqual([list(r) for r in rows(holder.array)], [[], [3, 5]])
        holder.release()
        batch = pyarrow.record_batch([pyarrow.array([1, 2]), pyarrow.array([3.0, 4.0])], names=['i', 'f'])
        self.check(pyarrow.StructArray.from_arrays(batch.columns, names=['i', 'f']), [3, 4], path=b'f')
        a_map = pyarrow.array([[('k', 1), ('l', 2)], []], pyarrow.map_(pyarrow.string(), pyarrow.int32()))
        holder = of_arrow(a_map, path=b'value')
        self.assertEqual([list(r) for r in rows(holder.array)], [[1, 2], []])
        holder.release()

    def test_what_has_no_type_is_refused(self):
        import decimal
        for x in (pyarrow.array(['a', 'b']).dictionary_encode(), pyarrow.array([decimal.Decimal('1.5')]), pyarrow.nulls(3)):
            with self.assertRaisesRegex(Failure, '^5: '):
                of_arrow(x)

    def export(self, holder, name=b'x'):
        schema, column = ctypes.create_string_buffer(72), ctypes.create_string_buffer(80)
        call('clb_arrow_export', byref(holder.array), name, holder.owner, schema, column)
        return pyarrow.Array._import_from_c(ctypes.addressof(column), ctypes.addressof(schema))

    def test_exports(self):
        for kind in ('i1', 'i2', 'i4', 'i8', 'u1', 'u2', 'u4', 'u8', 'f2', 'f4', 'f8'):
            for shape in ((12,), (3, 4), (2, 3, 2), (0,)):
                x = numpy.arange(int(numpy.prod(shape)), dtype=kind).reshape(shape)
                holder = of_numpy(x)
                y = self.export(holder)
                y.validate(full=True)
                self.assertEqual(y.to_pylist(), x.tolist())
                holder.release()
        holder = of_numpy(numpy.arange(12)[::2])
        with self.assertRaisesRegex(Failure, 'not neighbours'):
            self.export(holder)
        holder.release()
        lists = pyarrow.array([[[1.5], []], [], [[2.5, 3.5]]])
        holder = of_arrow(lists)
        y = self.export(holder)
        self.assertEqual(y.to_pylist(), lists.to_pylist())
        holder.release()
        y.validate(full=True)
        self.assertEqual(y.to_pylist(), [[[1.5], []], [], [[2.5, 3.5]]])

    def exported(self, holder):
        y = self.export(holder)
        holder.release()
        y.validate(full=True)
        return y

    def test_bools_are_exported_as_bits(self):
        for shape in ((0,), (1,), (8,), (21,), (5, 3)):
            x = numpy.arange(int(numpy.prod(shape))).reshape(shape) % 3 == 1
            y = self.exported(of_numpy(x))
            self.assertEqual(y.to_pylist(), x.tolist())
            self.assertEqual(y.null_count, 0)

    def test_missing_values_are_exported_as_nulls(self):
        for kind in (pyarrow.bool_(), *(getattr(pyarrow, n)() for n in ('int8', 'int16', 'int32', 'int64', 'uint8', 'uint16',
                                                                         'uint32', 'uint64', 'float16', 'float32', 'float64'))):
            one = True if kind == pyarrow.bool_() else numpy.float16(1) if kind == pyarrow.float16() else 1
            x = pyarrow.array([None, one, one, None] * 5 + [one], kind)
            y = self.exported(of_arrow(x, missing=OPTIONAL))
            self.assertEqual(y.to_pylist(), x.to_pylist())
            self.assertEqual((y.null_count, y.type), (10, kind))
            x = pyarrow.array([[None, one], [one, one], None], pyarrow.list_(kind))
            self.assertEqual(self.exported(of_arrow(x.slice(0, 2), missing=OPTIONAL)).to_pylist(), x.to_pylist()[:2])

    def test_rows_are_exported_as_lists(self):
        """Lists that are missing but not empty in memory are imported as rows with an address each (var)."""
        for kind, bits in ((pyarrow.list_, 'int32'), (pyarrow.large_list, 'int64')):
            values = pyarrow.array([None if i % 7 == 3 else i / 2 for i in range(100)])
            offsets = pyarrow.array([0, 3, 3, 10, 40, 41, 90, 100], bits).buffers()[1]
            x = pyarrow.Array.from_buffers(kind(values.type), 7, [pyarrow.py_buffer(bytes([0b1010111])), offsets], children=[values])
            for part in (x, x[1:], x[:4], x[:0]):
                y = self.exported(of_arrow(part, missing=OPTIONAL))
                self.assertEqual(y.to_pylist(), [row or [] for row in part.to_pylist()])
                self.assertTrue(pyarrow.types.is_list(y.type) or len(part) == 0)
            outer = pyarrow.array([0, 2, 2, 5, 7], 'int32').buffers()[1]
            x = pyarrow.Array.from_buffers(pyarrow.list_(x.type), 4, [None, outer], children=[x])
            y = self.exported(of_arrow(x, missing=OPTIONAL))
            self.assertEqual(y.to_pylist(), [[row or [] for row in rows] for rows in x.to_pylist()])
        words = pyarrow.Array.from_buffers(pyarrow.string(), 3, [pyarrow.py_buffer(bytes([0b101])),
                                           pyarrow.array([0, 2, 4, 5], 'int32').buffers()[1], pyarrow.py_buffer(b'abXXc')])
        y = self.exported(of_arrow(words, missing=NAN))
        self.assertEqual([bytes(row) for row in y.to_pylist()], [b'ab', b'', b'c'])

    def test_records_are_exported_as_structs(self):
        dtype = numpy.dtype([('flag', '?'), ('x', '<f8'), ('p', '<f4', (2, 3)), ('in', [('n', '<i2'), ('s', 'S3')])])
        x = numpy.zeros(11, dtype)
        x['flag'] = numpy.arange(11) % 2
        x['x'] = numpy.arange(11) / 4
        x['p'] = numpy.arange(66).reshape(11, 2, 3)
        x['in']['n'] = -numpy.arange(11)
        x['in']['s'] = [b'%03d' % i for i in range(11)]
        for part in (x, x[2:5], x[:0]):
            y = self.exported(of_numpy(part, str(dtype.descr).encode()))
            self.assertEqual([f.name for f in y.type], ['flag', 'x', 'p', 'in'])
            self.assertEqual(y.to_pylist(), [{'flag': bool(r['flag']), 'x': r['x'], 'p': r['p'].tolist(),
                                              'in': {'n': r['in']['n'], 's': bytes(r['in']['s'])}} for r in part])
        table = pyarrow.RecordBatch.from_struct_array(self.exported(of_numpy(x, str(dtype.descr).encode())))
        self.assertEqual(table.column('x').to_pylist(), x['x'].tolist())

    def test_exported_memory_lives_until_it_is_released(self):
        class Alive(numpy.ndarray):
            pass
        x = numpy.arange(6.0).view(Alive)
        gone = weakref.ref(x)
        holder = of_dlpack(x, False)
        y = self.export(holder)
        del x
        holder.release()
        gc.collect()
        self.assertIsNotNone(gone())
        child = y.slice(1, 2)
        del y
        self.assertEqual(child.to_pylist(), [1, 2])
        del child
        gc.collect()
        self.assertIsNone(gone())


@unittest.skipUnless(R_HOME, 'R is not installed (r-base-core)')
class R(unittest.TestCase):
    """R itself runs in a process of its own, with our library loaded through a small C file of .Call functions."""

    SOURCE = r'''
#include <Rinternals.h>
#include <stdio.h>
#include <string.h>
#include "clbundle/exchange.h"
SEXP describe(SEXP x, SEXP missing)
{
    clb_array a;
    clb_error error = {0};
    char text[200];
    SEXP dim = Rf_getAttrib(x, R_DimSymbol);
    void *data = TYPEOF(x) == LGLSXP ? (void *)LOGICAL(x) : TYPEOF(x) == INTSXP ? (void *)INTEGER(x)
        : TYPEOF(x) == REALSXP ? (void *)REAL(x) : TYPEOF(x) == CPLXSXP ? (void *)COMPLEX(x)
        : TYPEOF(x) == RAWSXP ? (void *)RAW(x) : NULL;
    if (clb_r_import(data, (size_t)XLENGTH(x), TYPEOF(x), dim == R_NilValue ? NULL : INTEGER(dim),
                     dim == R_NilValue ? 0 : (uint32_t)LENGTH(dim), (clb_missing)INTEGER(missing)[0], &a, &error))
        return Rf_mkString(error.message);
    clb_array_print(&a, text, sizeof text);
    double last = 0;
    if (a.type->kind == CLB_KIND_FLOAT64 && a.dims == 2)
        last = *(double *)(void *)(a.data + (ptrdiff_t)(a.shape[0] - 1) * a.strides[0] + 1 * a.strides[1]);
    size_t used = strlen(text);
    snprintf(text + used, sizeof text - used, " %s %g", clb_array_is_column_major(&a) ? "column" : "row", last);
    return Rf_mkString(text);
}
'''
    SCRIPT = r'''
dyn.load("glue.so")
say <- function(x, missing = 1L) cat(.Call("describe", x, missing), "\n", sep = "")
say(matrix(as.double(1:6), 3, 2))
say(c(1L, NA, 3L)); say(c(1L, 2L), 0L); say(c(1L, NA), 0L); say(c(TRUE, NA, FALSE)); say(1:3)
say(c(1+2i, NA)); say(as.raw(1:4)); say("text"); say(array(0, c(2, 0, 3))); say(c(1.5, NA)); say(integer(0))
'''
    EXPECTED = ['3 * 2 * float64 column 6', '3 * ?int32 column 0', '2 * int32 column 0',
                'Element 2 of the vector is NA.', '3 * ?int32 column 0', '3 * ?int32 column 0',
                '2 * complex[float64] column 0', '4 * uint8 column 0',
                "A vector of R's type 16 has no numbers: logical (10), integer (13), double (14), complex (15) and raw "
                '(24) vectors have.', '2 * 0 * 3 * float64 column 0', '2 * float64 column 0', '0 * ?int32 column 0']

    def test_vectors_of_r(self):
        include = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../runtime/include')
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, 'glue.c'), 'w') as file:
                file.write(self.SOURCE)
            library = os.path.abspath(LIBRARY)
            subprocess.run(['cc', '-std=gnu11', '-shared', '-fPIC', '-I/usr/share/R/include', '-I' + include, 'glue.c', '-o',
                            'glue.so', library, '-Wl,-rpath,' + os.path.dirname(library)], cwd=folder, check=True)
            r = subprocess.run(['R', '--vanilla', '--no-echo'], input=self.SCRIPT, cwd=folder, capture_output=True, text=True,
                               check=True)
        self.assertEqual(r.stdout.splitlines(), self.EXPECTED)


LIBRARY = None


def main():
    global lib, LIBRARY
    LIBRARY = sys.argv.pop(1)
    if not LIBRARY.endswith('.so') and '.so.' not in LIBRARY:
        print('skipped: the library is not a shared one')
        sys.exit(77)
    lib = ctypes.CDLL(LIBRARY)
    lib.clb_type_print.restype = lib.clb_array_print.restype = c_size_t
    lib.clb_owner_release.restype = lib.clb_type_free.restype = None
    for name, there in (('NumPy', numpy), ('pyarrow', pyarrow), ('R', R_HOME and shutil.which('R'))):
        print('%s: %s' % (name, 'there' if there else 'missing: its tests are skipped'))
    sys.stdout.flush()
    result = unittest.main(exit=False, verbosity=1).result
    if not result.wasSuccessful():
        sys.exit(1)
    sys.exit(77 if len(result.skipped) == result.testsRun else 0)


if __name__ == '__main__':
    main()
