"""Arrow data made by hand: every number of the C data interface may be wrong."""

import ctypes


class Schema(ctypes.Structure):
    pass


class Array(ctypes.Structure):
    pass


class Stream(ctypes.Structure):
    pass


def release(of):
    return ctypes.CFUNCTYPE(None, ctypes.POINTER(of))


Schema._fields_ = [
    ("format", ctypes.c_char_p),
    ("name", ctypes.c_char_p),
    ("metadata", ctypes.c_char_p),
    ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("children", ctypes.POINTER(ctypes.POINTER(Schema))),
    ("dictionary", ctypes.POINTER(Schema)),
    ("release", release(Schema)),
    ("private", ctypes.c_void_p),
]
Array._fields_ = [
    ("length", ctypes.c_int64),
    ("null_count", ctypes.c_int64),
    ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.POINTER(ctypes.POINTER(Array))),
    ("dictionary", ctypes.POINTER(Array)),
    ("release", release(Array)),
    ("private", ctypes.c_void_p),
]
GET_SCHEMA = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Stream), ctypes.POINTER(Schema))
GET_NEXT = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Stream), ctypes.POINTER(Array))
LAST_ERROR = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.POINTER(Stream))
Stream._fields_ = [
    ("get_schema", GET_SCHEMA),
    ("get_next", GET_NEXT),
    ("get_last_error", LAST_ERROR),
    ("release", release(Stream)),
    ("private", ctypes.c_void_p),
]

RELEASED = []
"""The formats and lengths of what was released, in order."""


@release(Schema)
def release_schema(schema):
    RELEASED.append(schema.contents.format)
    schema.contents.release = release(Schema)()


@release(Array)
def release_array(array):
    RELEASED.append(array.contents.length)
    array.contents.release = release(Array)()


@release(Stream)
def release_stream(stream):
    RELEASED.append("stream")
    stream.contents.release = release(Stream)()


new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype = ctypes.py_object
new_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]


def pointers(to, all):
    return (ctypes.POINTER(to) * len(all))(*[ctypes.pointer(one) if one is not None else None for one in all])


def schema(format, *, name=b"", below=(), entries=None, **other):
    """A schema, of a table with columns below it; `other` are fields with another value than the right one."""
    made = Schema(format=format, name=name, flags=2, n_children=len(below), release=release_schema)
    made.kept = (pointers(Schema, below), below, entries)
    if below:
        made.children = made.kept[0]
    if entries is not None:
        made.dictionary = ctypes.pointer(entries)
    for field, value in other.items():
        setattr(made, field, value)
    return made


def array(length, memory=(), *, below=(), entries=None, **other):
    """An array with bytes for its buffers; `other` are fields with another value than the right one."""
    made = Array(length=length, n_buffers=len(memory), n_children=len(below), release=release_array)
    kept = [None if buffer is None else ctypes.create_string_buffer(buffer, len(buffer)) for buffer in memory]
    addresses = [None if buffer is None else ctypes.addressof(buffer) for buffer in kept]
    made.kept = (kept, (ctypes.c_void_p * len(memory))(*addresses), pointers(Array, below), below, entries)
    if memory:
        made.buffers = made.kept[1]
    if below:
        made.children = made.kept[2]
    if entries is not None:
        made.dictionary = ctypes.pointer(entries)
    for field, value in other.items():
        setattr(made, field, value)
    return made


class One:
    """One array."""

    def __init__(self, schema, array):
        self.schema, self.array = schema, array

    def __arrow_c_array__(self, requested_schema=None):
        parts = ((self.schema, b"arrow_schema"), (self.array, b"arrow_array"))
        return tuple(new_capsule(ctypes.addressof(part), name, None) for part, name in parts)


class Many:
    """A stream of arrays, which ends with an error if there is a status."""

    def __init__(self, schema, arrays, *, status=0, error=None):
        arrays = list(arrays)
        self.kept = schema, arrays

        @GET_SCHEMA
        def get_schema(stream, out):
            if schema is None:
                return status
            ctypes.pointer(out.contents)[0] = schema
            return 0

        @GET_NEXT
        def get_next(stream, out):
            if arrays:
                ctypes.pointer(out.contents)[0] = arrays.pop(0)
                return 0
            ctypes.memset(out, 0, ctypes.sizeof(Array))
            return status

        @LAST_ERROR
        def last_error(stream):
            return None if error is None else ctypes.addressof(self.error)

        self.error = ctypes.create_string_buffer(error or b"")
        self.stream = Stream(get_schema, get_next, last_error, release_stream)

    def __arrow_c_stream__(self, requested_schema=None):
        return new_capsule(ctypes.addressof(self.stream), b"arrow_array_stream", None)


def words(*values):
    """Integers of 64 bits as they lie in memory."""
    return b"".join(value.to_bytes(8, "little", signed=True) for value in values)


def ends(*values):
    """Offsets of 32 bits."""
    return b"".join(value.to_bytes(4, "little", signed=True) for value in values)


def view(length, buffer=0, offset=0):
    """A view of a text that lies in a buffer."""
    return ends(length) + b"long" + ends(buffer, offset)
