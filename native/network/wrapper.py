"""A network that tune built, on arrays of numpy; bfloat16 are the bits of one, as uint16.

    import numpy, tunelib
    output, = tunelib.run(*(numpy.zeros(port.shape, port.dtype) for port in tunelib.INPUTS))

The shared library is looked for in ../build and beside this file, or where TUNELIB_LIBRARY says.
"""

import collections
import ctypes
import os
import pathlib

import numpy

_here = pathlib.Path(__file__).resolve().parent
_places = [_here.parent / "build" / "libtunelib.so", _here / "libtunelib.so"]
_path = os.environ.get("TUNELIB_LIBRARY") or next((str(p) for p in _places if p.exists()), "libtunelib.so")
_library = ctypes.CDLL(_path)


class _Port(ctypes.Structure):
    _fields_ = [
        ("name", ctypes.c_char_p),
        ("type", ctypes.c_char_p),
        ("numpy", ctypes.c_char_p),
        ("typed_array", ctypes.c_char_p),
        ("bytes", ctypes.c_size_t),
        ("rank", ctypes.c_int),
        ("extents", ctypes.POINTER(ctypes.c_size_t)),
        ("elements", ctypes.c_size_t),
    ]


_library.tunelib_workspace.restype = ctypes.c_size_t
_library.tunelib_ports.restype = ctypes.c_int
_library.tunelib_supported.restype = ctypes.c_int
_library.tunelib_count_of.restype = ctypes.c_int
_library.tunelib_call.restype = ctypes.c_int
_library.tunelib_call.argtypes = [ctypes.c_void_p] * 3

Port = collections.namedtuple("Port", "name shape dtype type")


def _ports(symbol, count):
    ports = (_Port * count).in_dll(_library, symbol)
    return [
        Port(
            p.name.decode(),
            tuple(p.extents[d] for d in range(p.rank)),
            numpy.dtype(p.numpy.decode()),
            p.type.decode(),
        )
        for p in ports
    ]


INPUTS = _ports("tunelib_inputs", _library.tunelib_ports(0))
OUTPUTS = _ports("tunelib_outputs", _library.tunelib_ports(1))


def _memory(size):
    """At a multiple of 64 bytes."""
    room = numpy.empty(size + 64, numpy.uint8)
    start = -room.ctypes.data % 64
    return room[start : start + size]


def _counted_part(output, i, outputs):
    """What is there of an output whose extent along an axis depends on values, and is another output."""
    axis = ctypes.c_int()
    by = _library.tunelib_count_of(i, ctypes.byref(axis))
    if by < 0:
        return output
    shape = list(output.shape)
    shape[axis.value] = int(outputs[by].ravel()[0])
    return output.ravel()[: numpy.prod(shape, dtype=int)].reshape(shape)


def run(*inputs):
    """The outputs, as a list of arrays. Threads may call it at the same time: each call has a workspace of its own."""
    if not _library.tunelib_supported():
        raise RuntimeError("this CPU lacks instructions that the kernels of tunelib need")
    if len(inputs) != len(INPUTS):
        raise ValueError(f"there are {len(INPUTS)} inputs, and {len(inputs)} were given")
    given = [numpy.ascontiguousarray(x, port.dtype) for x, port in zip(inputs, INPUTS)]
    for x, port in zip(given, INPUTS):
        if x.shape != port.shape:
            raise ValueError(f"{port.name} has the shape {list(port.shape)}, not {list(x.shape)}")
    outputs = [numpy.empty(port.shape, port.dtype) for port in OUTPUTS]
    workspace = _memory(_library.tunelib_workspace())
    lists = [(ctypes.c_void_p * len(some))(*(x.ctypes.data for x in some)) for some in (given, outputs)]
    if _library.tunelib_call(*lists, workspace.ctypes.data) != 0:
        raise IndexError("a number of an input is no index of what it picks from")
    return [_counted_part(output, i, outputs) for i, output in enumerate(outputs)]
