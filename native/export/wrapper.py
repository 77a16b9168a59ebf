"""Kernels that tune found, and plain code for every other shape, on arrays of numpy.

    import numpy, tunelib
    out = tunelib.matmul(a, b)                                        # [m, k] times [k, n]
    out = tunelib.conv2d(data, weights, stride=2, pad=1, bias=bias, relu=True, layout="NHWC")

Elements are of the type of the first array, and so is the result: float32, float16, bfloat16, or of uint8 and int8
(times int8), whose sums are int32. numpy has no bfloat16: its arrays are of uint16 (`bfloat16_of_float`,
`float_of_bfloat16`) or of ml_dtypes. Arrays of other types are refused, unless `dtype="float32"` asks to convert them.
`tail` is any epilogue, a list of steps, each with the arrays that it reads:

    out = tunelib.matmul(a, b, constant=True, tail=[("bias", bias), ("requantize:128", multiplier)])      # bytes

Any workload that was tuned is found by its name, too, and those that no function here is for by that alone:

    out = tunelib.workload("softmax", "1x1000")(x)

The shared library is looked for in ../build and beside this file, or where TUNELIB_LIBRARY says.
"""

from __future__ import annotations

import ctypes
import os
import pathlib
from collections.abc import Sequence
from typing import Any, Optional, Union

import numpy
from numpy.typing import ArrayLike, NDArray

_here = pathlib.Path(__file__).resolve().parent
_places = [_here.parent / "build" / "libtunelib.so", _here / "libtunelib.so"]
_path = os.environ.get("TUNELIB_LIBRARY") or next((str(p) for p in _places if p.exists()), "libtunelib.so")
_library = ctypes.CDLL(_path)

_LAYOUTS = {"NCHW": 0, "NHWC": 1, "ANY": 2}
_STEPS = {"bias": 1, "relu": 2, "relu6": 3, "add": 4, "requantize": 5, "dequantize": 6, "quantize": 7,
          "add-quantized": 8}
_ARGUMENTS = 64


class _Type(ctypes.Structure):
    _fields_ = [
        *((name, ctypes.c_char_p) for name in ("name", "numpy", "array")),
        ("bytes", ctypes.c_size_t),
        *((name, ctypes.c_int) for name in ("weights", "result", "is_whole")),
        ("roundoff", ctypes.c_double),
    ]


class _Argument(ctypes.Structure):
    _fields_ = [
        ("name", ctypes.c_char_p),
        *((name, ctypes.c_size_t) for name in ("elements", "packed_bytes")),
        ("convert", ctypes.c_void_p),
        ("type", ctypes.c_int),
        *((name, ctypes.c_double) for name in ("low", "high")),
        ("rank", ctypes.c_int),
        ("extents", ctypes.POINTER(ctypes.c_size_t)),
    ]


class _Kernel(ctypes.Structure):
    _fields_ = [
        *((name, ctypes.c_char_p) for name in ("name", "operation", "workload", "target")),
        *((name, ctypes.c_void_p) for name in ("run", "shape")),
        ("arguments", ctypes.POINTER(_Argument)),
        *((name, ctypes.c_int) for name in ("inputs", "threads")),
        ("workspace_bytes", ctypes.c_size_t),
        *((name, ctypes.c_double) for name in ("seconds", "tolerance")),
    ]


_KernelP = ctypes.POINTER(_Kernel)
_Run = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
_library.tunelib_find.restype = _KernelP
_library.tunelib_find.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
_library.tunelib_workload.restype = _KernelP
_library.tunelib_workload.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_int]
_library.tunelib_elements.argtypes = [ctypes.c_char_p, ctypes.c_void_p, ctypes.c_void_p]
_library.tunelib_words.argtypes = [ctypes.c_char_p]
_library.tunelib_type_at.restype = ctypes.POINTER(_Type)
_library.tunelib_packed_bytes.restype = ctypes.c_size_t
_library.tunelib_packed_bytes.argtypes = [_KernelP, ctypes.c_int]
_library.tunelib_pack.restype = None
_library.tunelib_pack.argtypes = [_KernelP, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p]


def _types() -> list[_Type]:
    """Those that the library has, by number."""
    found = []
    while at := _library.tunelib_type_at(len(found)):
        found.append(at.contents)
    return found


_TYPES = _types()
# The names of types, in the order of their numbers.
types: list[str] = [of.name.decode() for of in _TYPES]
_COMPUTED = [name for name, of in zip(types, _TYPES) if of.result >= 0]


def bfloat16_of_float(values: ArrayLike) -> NDArray[numpy.uint16]:
    """An array of uint16: the nearest bfloat16 of each number, ties to even."""
    values = numpy.asarray(values, numpy.float32)
    bits = values.view(numpy.uint32)
    nearest = (bits + numpy.uint32(0x7FFF) + (bits >> 16 & 1)) >> 16
    return numpy.where(numpy.isnan(values), 0x7FFF, nearest).astype(numpy.uint16)


def float_of_bfloat16(bits: ArrayLike) -> NDArray[numpy.float32]:
    """An array of float32."""
    return (numpy.asarray(bits, numpy.uint16).astype(numpy.uint32) << 16).view(numpy.float32)


def _type_of(values: Any, dtype: Optional[str]) -> int:
    """The number of the type to compute in: the one that is asked for, or that of the first array."""
    own = numpy.asarray(values).dtype.name
    name = dtype or ("bfloat16" if own == "uint16" else own)
    if name not in _COMPUTED:
        hint = '' if dtype else '; dtype="float32" converts'
        raise TypeError(f"no operator computes in {name}, only in {', '.join(_COMPUTED)}{hint}")
    return types.index(name)


def _as_asked(arrays: Sequence[Any], dtype: Optional[str]) -> list[Any]:
    """As float32, where that was asked for."""
    return [numpy.asarray(x, numpy.float32) if dtype == "float32" else x for x in arrays]


class Plan:
    """The kernel for a shape, with workspace and packed constants: called again and again, it looks nothing up.

    `operation`: conv2d, conv2d_transpose, matmul, batch_matmul or dense. `words`: the ints of its shape, as the struct
    in the header has them; the last two may be left out: `dtype`, which is then float32, and `zero_points`. Raises
    ValueError for what is no shape. Calls of one plan must not overlap.
    """

    def __init__(self, operation: str, words: Sequence[int]) -> None:
        count = _library.tunelib_words(operation.encode())
        if count < 0:
            raise ValueError(f"there is no operator {operation}")
        if not count - 2 <= len(words) <= count:
            raise ValueError(f"a shape of {operation} has {count} words, and {len(words)} were given")
        self._shape = (ctypes.c_int * count)(*words)
        kernel = _library.tunelib_find(operation.encode(), self._shape)
        if not kernel:
            raise ValueError(f"{operation} has no shape {list(words)}")
        elements = (ctypes.c_size_t * _ARGUMENTS)()
        inputs = _library.tunelib_elements(operation.encode(), self._shape, elements)
        dtype, epilogue = self._shape[count - 2], self._shape[count - 5]
        numbers = [_library.tunelib_argument_type(dtype, epilogue, i) for i in range(inputs + 1)]
        self._take(kernel, [(n,) for n in elements[: inputs + 1]], numbers)

    def _take(self, kernel: Any, shapes: list[tuple[int, ...]], numbers: list[int]) -> None:
        self._kernel = kernel
        self._shapes = shapes
        self._types = [_TYPES[number] for number in numbers]
        self.elements: list[int] = [int(numpy.prod(shape, dtype=int)) for shape in shapes]
        self._run = _Run(kernel.contents.run)
        self._packed = [self._buffer(_library.tunelib_packed_bytes(kernel, i)) for i in range(len(shapes))]
        self._workspace = self._buffer(kernel.contents.workspace_bytes)
        self._constants: dict[int, NDArray[Any]] = {}

    @property
    def name(self) -> str:
        """Of the kernel; plain code has one, too."""
        return self._kernel.contents.name.decode()

    def __repr__(self) -> str:
        *inputs, output = (f"{t.name.decode()}{list(s)}" for t, s in zip(self._types, self._shapes))
        return f"<{self.name}: {', '.join(inputs)} -> {output}>"

    @staticmethod
    def _buffer(size: int) -> Any:
        """At a multiple of 64 bytes; None of no size."""
        if size == 0:
            return None
        room = numpy.empty(size + 64, numpy.uint8)
        start = -room.ctypes.data % 64
        return room[start : start + size]

    def constant(self, place: int, values: ArrayLike) -> None:
        """Packs an input once; calls may then be given None in its place."""
        self._constants[place] = self._taken(place, values)

    def _typed(self, place: int, values: Any) -> NDArray[Any]:
        """Dense, of the argument's type, which no array of another one becomes; lists of numbers do."""
        name, memory = self._types[place].name.decode(), self._types[place].numpy.decode()
        values = numpy.asarray(values) if hasattr(values, "dtype") else numpy.asarray(values, memory)
        if values.dtype.name not in (name, memory):
            own = "" if name == memory else f" (an array of {memory})"
            raise TypeError(f"argument {place} is of {name}{own}, and {values.dtype.name} was given: convert it first")
        return numpy.ascontiguousarray(values).view(memory)

    def _taken(self, place: int, values: Any) -> NDArray[Any]:
        values = self._typed(place, values)
        if values.size != self.elements[place]:
            raise ValueError(f"argument {place} has {values.size} elements, not {self.elements[place]}")
        packed = self._packed[place]
        if packed is None:
            return values
        _library.tunelib_pack(self._kernel, place, values.ctypes.data, packed.ctypes.data)
        return packed

    def __call__(self, *inputs: Any) -> NDArray[Any]:
        """The output: of one dimension, or of a workload in its shape."""
        last = len(self.elements) - 1
        if len(inputs) != last:
            raise ValueError(f"there are {last} inputs, and {len(inputs)} were given")
        taken = [self._constants[i] if x is None else self._taken(i, x) for i, x in enumerate(inputs)]
        out = numpy.empty(self.elements[last], self._types[last].numpy.decode())
        written = out if self._packed[last] is None else self._packed[last]
        pointers = (ctypes.c_void_p * last)(*(x.ctypes.data for x in taken))
        workspace = None if self._workspace is None else self._workspace.ctypes.data
        shape = self._shape if isinstance(self, Workload) else ctypes.addressof(self._shape)
        self._run(shape, ctypes.addressof(pointers), written.ctypes.data, workspace)
        if written is not out:
            _library.tunelib_pack(self._kernel, last, written.ctypes.data, out.ctypes.data)
        return self._as_given(out, inputs).reshape(self._shapes[last])

    def _as_given(self, out: NDArray[Any], inputs: Sequence[Any]) -> NDArray[Any]:
        """bfloat16 as the array that was given, of ml_dtypes or as bits."""
        own = next((x.dtype for x in inputs if getattr(getattr(x, "dtype", None), "name", "") == "bfloat16"), None)
        return out.view(own) if own is not None and self._types[-1].name == b"bfloat16" else out


class Workload(Plan):
    """The kernel for a tuned workload, by its names; called, it gives the output in its shape."""

    def __init__(self, operation: str, workload: str, threads: int = 0) -> None:
        kernel = _library.tunelib_workload(operation.encode(), workload.encode(), threads)
        if not kernel:
            raise ValueError(f"the library has no workload {workload} of {operation} that this CPU can run")
        arguments = [kernel.contents.arguments[i] for i in range(kernel.contents.inputs + 1)]
        self._shape = kernel.contents.shape
        self._names = [one.name.decode() for one in arguments]
        shapes = [tuple(one.extents[d] for d in range(one.rank)) for one in arguments]
        self._take(kernel, shapes, [one.type for one in arguments])

    def _taken(self, place: int, values: Any) -> NDArray[Any]:
        given = numpy.shape(values)
        if given != self._shapes[place]:
            raise ValueError(f"{self._names[place]} has the shape {given}, and {self._shapes[place]} is needed")
        return super()._taken(place, values)


def workload(operation: str, name: str, threads: int = 0) -> Workload:
    """The kernel for a workload as the log names it, on at most so many threads (0: any number). Raises ValueError for
    one that the library has not."""
    return Workload(operation, name, threads)


_Pair = Union[int, Sequence[int]]
_Array = Optional[NDArray[Any]]
_Tail = Optional[Sequence[Union[str, tuple[Any, ...]]]]


def _pair(value: _Pair) -> tuple[int, ...]:
    return (value, value) if isinstance(value, int) else tuple(value)


def _pads(value: _Pair) -> tuple[int, ...]:
    pads = _pair(value)
    return pads * 2 if len(pads) == 2 else pads


def _zero_point(text, dtype):
    """Raises ValueError for none of the type."""
    of = _TYPES[dtype]
    limits = numpy.iinfo(of.numpy.decode()) if of.is_whole else None
    zero = int(text or 0)
    if limits and not limits.min <= zero <= limits.max:
        raise ValueError(f"the zero point {zero} is none of {types[dtype]}: use {limits.min} to {limits.max}")
    return zero


def _tail(bias, relu, relu6, add, tail, dtype):
    """The code and the zero points of an epilogue, in the order bias, add, relu or relu6 where no tail says another,
    and its inputs."""
    wanted = [("bias", bias, bias is not None), ("add", add, add is not None), ("relu", None, relu)]
    usual = [(name, *(() if read is None else (read,))) for name, read, on in [*wanted, ("relu6", None, relu6)] if on]
    if tail is not None and usual:
        raise ValueError("tail is the whole epilogue: put bias, add, relu and relu6 into it")
    steps = usual if tail is None else [(one,) if isinstance(one, str) else tuple(one) for one in tail]
    names, zeros = [], []
    for text, *_ in steps:
        name, _, zero = text.partition(":")
        if name not in _STEPS:
            raise ValueError(f"there is no step {name}: choose from {', '.join(_STEPS)}")
        names.append(name)
        if _STEPS[name] >= _STEPS["requantize"]:
            zeros.append(_zero_point(zero, dtype))
    code = sum(_STEPS[name] << 4 * i for i, name in enumerate(names))
    word = sum((zero & 255) << 8 * i for i, zero in enumerate(zeros))
    return code, ctypes.c_int(word).value, [x for _, *read in steps for x in read]


def _check(array, name, *shape):
    """Raises ValueError where an array is not of the shape that follows from the others."""
    if array is not None and numpy.shape(array) != shape:
        raise ValueError(f"{name} has the shape {numpy.shape(array)}, and {shape} is needed")


def _image(data, layout):
    n, *rest = data.shape
    return (n, *rest) if layout == "NCHW" else (n, rest[2], rest[0], rest[1])


def _images(out, n, channels, height, width, layout):
    return out.reshape((n, channels, height, width) if layout == "NCHW" else (n, height, width, channels))


def conv2d(data: NDArray[Any], weights: NDArray[Any], stride: _Pair = 1, pad: _Pair = 0, dilation: _Pair = 1,
           groups: int = 1, layout: str = "NCHW", constant: bool = True, threads: int = 0,
           bias: _Array = None, relu: bool = False, relu6: bool = False, add: _Array = None,
           dtype: Optional[str] = None, tail: _Tail = None) -> NDArray[Any]:
    """The output; shapes and options are those of the C header."""
    n, ic, h, w = _image(data, layout)
    oc, _, kh, kw = weights.shape
    _check(weights, "weights", oc, ic // groups, kh, kw)
    _check(bias, "bias", oc)
    (sh, sw), (dh, dw), pads = _pair(stride), _pair(dilation), _pads(pad)
    of = _type_of(data, dtype)
    code, zeros, more = _tail(bias, relu, relu6, add, tail, of)
    words = [n, ic, h, w, oc, kh, kw, sh, sw, *pads, dh, dw, groups, _LAYOUTS[layout], code, int(constant), threads]
    out = Plan("conv2d", [*words, of, zeros])(*_as_asked([data, weights, *more], dtype))
    oh = (h + pads[0] + pads[2] - dh * (kh - 1) - 1) // sh + 1
    ow = (w + pads[1] + pads[3] - dw * (kw - 1) - 1) // sw + 1
    return _images(out, n, oc, oh, ow, layout)


def conv2d_transpose(data: NDArray[Any], weights: NDArray[Any], stride: _Pair = 1, pad: _Pair = 0,
                     output_padding: _Pair = 0, dilation: _Pair = 1, groups: int = 1, layout: str = "NCHW",
                     constant: bool = True, threads: int = 0, bias: _Array = None, relu: bool = False,
                     relu6: bool = False, add: _Array = None, dtype: Optional[str] = None,
                     tail: _Tail = None) -> NDArray[Any]:
    """The output; shapes and options are those of the C header."""
    n, ic, h, w = _image(data, layout)
    ocg, kh, kw = weights.shape[1:]
    oc = ocg * groups
    _check(weights, "weights", ic, ocg, kh, kw)
    _check(bias, "bias", oc)
    (sh, sw), (dh, dw), (ph, pw), pads = _pair(stride), _pair(dilation), _pair(output_padding), _pads(pad)
    of = _type_of(data, dtype)
    code, zeros, more = _tail(bias, relu, relu6, add, tail, of)
    words = [n, ic, h, w, oc, kh, kw, sh, sw, *pads, ph, pw, dh, dw, groups, _LAYOUTS[layout]]
    words += [code, int(constant), threads, of, zeros]
    out = Plan("conv2d_transpose", words)(*_as_asked([data, weights, *more], dtype))
    oh = (h - 1) * sh - pads[0] - pads[2] + dh * (kh - 1) + ph + 1
    ow = (w - 1) * sw - pads[1] - pads[3] + dw * (kw - 1) + pw + 1
    return _images(out, n, oc, oh, ow, layout)


def _extents(a, b, trans_a, trans_b):
    m, k = a.shape[-2:][::-1] if trans_a else a.shape[-2:]
    return m, (b.shape[-2] if trans_b else b.shape[-1]), k


def matmul(a: NDArray[Any], b: NDArray[Any], trans_a: bool = False, trans_b: bool = False, constant: bool = False,
           threads: int = 0, bias: _Array = None, relu: bool = False, relu6: bool = False, add: _Array = None,
           dtype: Optional[str] = None, tail: _Tail = None) -> NDArray[Any]:
    """a [m, k] times b [k, n], either transposed in memory."""
    m, n, k = _extents(a, b, trans_a, trans_b)
    _check(b, "b", *((n, k) if trans_b else (k, n)))
    _check(bias, "bias", n)
    _check(add, "add", m, n)
    of = _type_of(a, dtype)
    code, zeros, more = _tail(bias, relu, relu6, add, tail, of)
    words = [m, n, k, int(trans_a), int(trans_b), code, int(constant), threads, of, zeros]
    return Plan("matmul", words)(*_as_asked([a, b, *more], dtype)).reshape(m, n)


def batch_matmul(a: NDArray[Any], b: NDArray[Any], trans_a: bool = False, trans_b: bool = False,
                 constant: bool = False, threads: int = 0, bias: _Array = None, relu: bool = False,
                 relu6: bool = False, add: _Array = None, dtype: Optional[str] = None,
                 tail: _Tail = None) -> NDArray[Any]:
    """The same of every matrix of a batch."""
    m, n, k = _extents(a, b, trans_a, trans_b)
    _check(b, "b", a.shape[0], *((n, k) if trans_b else (k, n)))
    _check(bias, "bias", n)
    _check(add, "add", a.shape[0], m, n)
    of = _type_of(a, dtype)
    code, zeros, more = _tail(bias, relu, relu6, add, tail, of)
    words = [a.shape[0], m, n, k, int(trans_a), int(trans_b), code, int(constant), threads, of, zeros]
    return Plan("batch_matmul", words)(*_as_asked([a, b, *more], dtype)).reshape(-1, m, n)


def dense(data: NDArray[Any], weights: NDArray[Any], constant: bool = True, threads: int = 0, bias: _Array = None,
          relu: bool = False, relu6: bool = False, add: _Array = None, dtype: Optional[str] = None,
          tail: _Tail = None) -> NDArray[Any]:
    """data [m, k] times the transposed weights [n, k]."""
    (m, k), n = data.shape, weights.shape[0]
    _check(weights, "weights", n, k)
    _check(bias, "bias", n)
    _check(add, "add", m, n)
    of = _type_of(data, dtype)
    code, zeros, more = _tail(bias, relu, relu6, add, tail, of)
    words = [m, n, k, code, int(constant), threads, of, zeros]
    return Plan("dense", words)(*_as_asked([data, weights, *more], dtype)).reshape(m, n)
