"""A network that tune built, on arrays of numpy; bfloat16 are the bits of one, as uint16, or arrays of ml_dtypes.

    import numpy, tunelib
    output, = tunelib.run(*(numpy.zeros(port.shape, port.dtype) for port in tunelib.INPUTS))

The shared library is looked for in ../build and beside this file, or where TUNELIB_LIBRARY says; a file of weights, if
it needs one, in .. and beside this file, or where TUNELIB_WEIGHTS says. SHAPES lists inputs and outputs of each shape
that the library serves; INPUTS and OUTPUTS are those of the first.
"""

from __future__ import annotations

import ctypes
import os
import pathlib
from typing import Any, NamedTuple, Union

import numpy
from numpy.typing import ArrayLike, NDArray

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


class _Shape(ctypes.Structure):
    _fields_ = [
        ("inputs", ctypes.POINTER(_Port)),
        ("outputs", ctypes.POINTER(_Port)),
        ("layers", ctypes.c_void_p),
        ("layer_count", ctypes.c_int),
        ("workspace", ctypes.c_size_t),
    ]


_library.tunelib_ports.restype = ctypes.c_int
_library.tunelib_shape_count.restype = ctypes.c_int
_library.tunelib_message.restype = ctypes.c_char_p
_library.tunelib_prepare.restype = ctypes.c_int
_library.tunelib_prepare.argtypes = [ctypes.c_void_p]
_library.tunelib_call_for.restype = ctypes.c_int
_library.tunelib_call_for.argtypes = [ctypes.c_int] + [ctypes.c_void_p] * 3
_library.tunelib_count_of.restype = ctypes.c_int


class Port(NamedTuple):
    """An array that the network takes or gives; `dtype` is what numpy calls its memory."""

    name: str
    shape: tuple[int, ...]
    dtype: numpy.dtype[Any]
    type: str

    def __repr__(self) -> str:
        return f"{self.name}: {self.type}{list(self.shape)}"


class Shape(NamedTuple):
    inputs: list[Port]
    outputs: list[Port]
    workspace: int


def _ports(ports: Any, count: int) -> list[Port]:
    return [
        Port(
            p.name.decode(),
            tuple(p.extents[d] for d in range(p.rank)),
            numpy.dtype(p.numpy.decode()),
            p.type.decode(),
        )
        for p in (ports[i] for i in range(count))
    ]


def _shapes() -> list[Shape]:
    counts = [_library.tunelib_ports(which) for which in (0, 1)]
    shapes = (_Shape * _library.tunelib_shape_count()).in_dll(_library, "tunelib_shapes")
    return [Shape(_ports(s.inputs, counts[0]), _ports(s.outputs, counts[1]), s.workspace) for s in shapes]


SHAPES: list[Shape] = _shapes()
INPUTS, OUTPUTS, _ = SHAPES[0]


def _check(status: int) -> None:
    kinds = {0: None, 1: IndexError, 2: ValueError, 5: RuntimeError}
    kind = kinds.get(status, OSError)
    if kind is not None:
        raise kind(_library.tunelib_message(status).decode())


def load(path: Union[str, os.PathLike[str]]) -> None:
    """Maps the weights of a library that has them in a file. Raises OSError where that is not the library's."""
    if not hasattr(_library, "tunelib_load"):
        raise OSError("the weights of tunelib are in the library: there is no file to load")
    _check(_library.tunelib_load(os.fsencode(path)))


def prepare() -> None:
    """Reads all weights into memory, so that a first call takes as long as later ones. Raises OSError as load does."""
    _check(_library.tunelib_prepare(None))


if hasattr(_library, "tunelib_load") and "TUNELIB_WEIGHTS" not in os.environ:
    _files = [folder / "tunelib.weights" for folder in (_here.parent, _here)]
    for _file in [file for file in _files if file.exists()][:1]:
        load(_file)


def _memory(size: int) -> NDArray[numpy.uint8]:
    """At a multiple of 64 bytes."""
    room = numpy.empty(size + 64, numpy.uint8)
    start = -room.ctypes.data % 64
    return room[start : start + size]


def _shape_of(given: list[NDArray[Any]]) -> int:
    """The index of the shape whose inputs these arrays are."""
    for index, shape in enumerate(SHAPES):
        if all(x.shape == port.shape for x, port in zip(given, shape.inputs)):
            return index
    for place, (x, port) in enumerate(zip(given, INPUTS)):
        known = [list(shape.inputs[place].shape) for shape in SHAPES]
        if list(x.shape) not in known:
            shapes = " or ".join(map(str, known))
            raise ValueError(f"{port.name} has the shape {shapes}, not {list(x.shape)}")
    raise ValueError(f"no shape of tunelib has inputs of {', '.join(str(list(x.shape)) for x in given)} together")


def _counted_part(output: NDArray[Any], i: int, outputs: list[NDArray[Any]]) -> NDArray[Any]:
    """What is there of an output whose extent along an axis depends on values, and is another output."""
    axis = ctypes.c_int()
    by = _library.tunelib_count_of(i, ctypes.byref(axis))
    if by < 0:
        return output
    shape = list(output.shape)
    shape[axis.value] = int(outputs[by].ravel()[0])
    return output.ravel()[: numpy.prod(shape, dtype=int)].reshape(shape)


def _typed(values: Any, port: Port) -> NDArray[Any]:
    """Dense, of the port's type, which no array of another one becomes; lists of numbers do."""
    array = numpy.asarray(values) if hasattr(values, "dtype") else numpy.asarray(values, port.dtype)
    if array.dtype.name not in (port.type, port.dtype.name):
        raise TypeError(f"{port.name} is {port.type}, and {array.dtype.name} was given: convert it first")
    return numpy.ascontiguousarray(array).view(port.dtype).reshape(array.shape)


def _as_given(output: NDArray[Any], port: Port, inputs: tuple[Any, ...]) -> NDArray[Any]:
    """bfloat16 as the arrays that were given, of ml_dtypes or as bits."""
    own = next((x.dtype for x in inputs if getattr(getattr(x, "dtype", None), "name", "") == port.type), port.dtype)
    return output.view(own)


def run(*inputs: ArrayLike) -> list[NDArray[Any]]:
    """The outputs, as a list of arrays. Threads may call it at the same time: each call has a workspace of its own.
    Raises TypeError for arrays of other types than those of the inputs, ValueError for other shapes, RuntimeError on a
    CPU without the features that the kernels need."""
    if len(inputs) != len(INPUTS):
        raise ValueError(f"there are {len(INPUTS)} inputs, and {len(inputs)} were given")
    given = [_typed(x, port) for x, port in zip(inputs, INPUTS)]
    index = _shape_of(given)
    shape = SHAPES[index]
    outputs = [numpy.empty(port.shape, port.dtype) for port in shape.outputs]
    workspace = _memory(shape.workspace)
    lists = [(ctypes.c_void_p * len(some))(*(x.ctypes.data for x in some)) for some in (given, outputs)]
    _check(_library.tunelib_call_for(index, *lists, workspace.ctypes.data))
    parts = [_counted_part(output, i, outputs) for i, output in enumerate(outputs)]
    return [_as_given(part, port, inputs) for part, port in zip(parts, shape.outputs)]
