"""Kernels that tune found, and plain code for every other shape, on float32 arrays of numpy.

    import numpy, tunelib
    out = tunelib.matmul(a, b)                                        # [m, k] times [k, n]
    out = tunelib.conv2d(data, weights, stride=2, pad=1, bias=bias, relu=True, layout="NHWC")

The shared library is looked for in ../build and beside this file, or where TUNELIB_LIBRARY says.
"""

import ctypes
import os
import pathlib

import numpy

_here = pathlib.Path(__file__).resolve().parent
_places = [_here.parent / "build" / "libtunelib.so", _here / "libtunelib.so"]
_path = os.environ.get("TUNELIB_LIBRARY") or next((str(p) for p in _places if p.exists()), "libtunelib.so")
_library = ctypes.CDLL(_path)

_LAYOUTS = {"NCHW": 0, "NHWC": 1, "ANY": 2}
_STEPS = {"bias": 1, "relu": 2, "relu6": 3, "add": 4}
_ARGUMENTS = 10


class _Kernel(ctypes.Structure):
    _fields_ = [
        *((name, ctypes.c_char_p) for name in ("name", "operation", "workload", "target")),
        *((name, ctypes.c_void_p) for name in ("run", "shape", "arguments")),
        *((name, ctypes.c_int) for name in ("inputs", "threads")),
        ("workspace_bytes", ctypes.c_size_t),
        *((name, ctypes.c_double) for name in ("seconds", "tolerance")),
    ]


_KernelP = ctypes.POINTER(_Kernel)
_Run = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
_library.tunelib_find.restype = _KernelP
_library.tunelib_find.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
_library.tunelib_floats.argtypes = [ctypes.c_char_p, ctypes.c_void_p, ctypes.c_void_p]
_library.tunelib_packed_bytes.restype = ctypes.c_size_t
_library.tunelib_packed_bytes.argtypes = [_KernelP, ctypes.c_int]
_library.tunelib_pack.restype = None
_library.tunelib_pack.argtypes = [_KernelP, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p]


class Plan:
    """The kernel for a shape, with workspace and packed constants: called again and again, it looks nothing up.

    `operation`: conv2d, conv2d_transpose, matmul, batch_matmul or dense. `words`: the ints of its shape, as the struct
    in the header has them. Raises ValueError for what is no shape. Calls of one plan must not overlap.
    """

    def __init__(self, operation, words):
        self._shape = (ctypes.c_int * len(words))(*words)
        self._kernel = _library.tunelib_find(operation.encode(), self._shape)
        if not self._kernel:
            raise ValueError(f"{operation} has no shape {list(words)}")
        floats = (ctypes.c_size_t * _ARGUMENTS)()
        count = _library.tunelib_floats(operation.encode(), self._shape, floats)
        self.floats = list(floats)[: count + 1]
        self._run = _Run(self._kernel.contents.run)
        self._packed = [self._buffer(_library.tunelib_packed_bytes(self._kernel, i)) for i in range(count + 1)]
        self._workspace = self._buffer(self._kernel.contents.workspace_bytes)
        self._constants = {}

    @property
    def name(self):
        """Of the kernel; plain code has one, too."""
        return self._kernel.contents.name.decode()

    @staticmethod
    def _buffer(size):
        """At a multiple of 64 bytes; None of no size."""
        if size == 0:
            return None
        room = numpy.empty(size + 64, numpy.uint8)
        start = -room.ctypes.data % 64
        return room[start : start + size]

    def constant(self, place, values):
        """Packs an input once; calls may then be given None in its place."""
        self._constants[place] = self._taken(place, values)

    def _taken(self, place, values):
        values = numpy.ascontiguousarray(values, numpy.float32)
        if values.size != self.floats[place]:
            raise ValueError(f"argument {place} has {values.size} elements, not {self.floats[place]}")
        packed = self._packed[place]
        if packed is None:
            return values
        _library.tunelib_pack(self._kernel, place, values.ctypes.data, packed.ctypes.data)
        return packed

    def __call__(self, *inputs):
        """The output, of one dimension."""
        last = len(self.floats) - 1
        if len(inputs) != last:
            raise ValueError(f"there are {last} inputs, and {len(inputs)} were given")
        taken = [self._constants[i] if x is None else self._taken(i, x) for i, x in enumerate(inputs)]
        out = numpy.empty(self.floats[last], numpy.float32)
        written = out if self._packed[last] is None else self._packed[last]
        pointers = (ctypes.c_void_p * last)(*(x.ctypes.data for x in taken))
        workspace = None if self._workspace is None else self._workspace.ctypes.data
        self._run(ctypes.addressof(self._shape), ctypes.addressof(pointers), written.ctypes.data, workspace)
        if written is not out:
            _library.tunelib_pack(self._kernel, last, written.ctypes.data, out.ctypes.data)
        return out


def _pair(value):
    return (value, value) if isinstance(value, int) else tuple(value)


def _pads(value):
    pads = _pair(value)
    return pads * 2 if len(pads) == 2 else pads


def _tail(bias, relu, relu6, add):
    """The code of an epilogue, in the order bias, add, relu or relu6, and its inputs."""
    wanted = {"bias": bias is not None, "add": add is not None, "relu": relu, "relu6": relu6}
    steps = [name for name, on in wanted.items() if on]
    return sum(_STEPS[n] << 4 * i for i, n in enumerate(steps)), [x for x in (bias, add) if x is not None]


def _image(data, layout):
    n, *rest = data.shape
    return (n, *rest) if layout == "NCHW" else (n, rest[2], rest[0], rest[1])


def _images(out, n, channels, height, width, layout):
    return out.reshape((n, channels, height, width) if layout == "NCHW" else (n, height, width, channels))


def conv2d(data, weights, stride=1, pad=0, dilation=1, groups=1, layout="NCHW", constant=True, threads=0,
           bias=None, relu=False, relu6=False, add=None):
    """The output; shapes and options are those of the C header."""
    n, ic, h, w = _image(data, layout)
    oc, _, kh, kw = weights.shape
    (sh, sw), (dh, dw), pads = _pair(stride), _pair(dilation), _pads(pad)
    code, more = _tail(bias, relu, relu6, add)
    words = [n, ic, h, w, oc, kh, kw, sh, sw, *pads, dh, dw, groups, _LAYOUTS[layout], code, int(constant), threads]
    out = Plan("conv2d", words)(data, weights, *more)
    oh = (h + pads[0] + pads[2] - dh * (kh - 1) - 1) // sh + 1
    ow = (w + pads[1] + pads[3] - dw * (kw - 1) - 1) // sw + 1
    return _images(out, n, oc, oh, ow, layout)


def conv2d_transpose(data, weights, stride=1, pad=0, output_padding=0, dilation=1, groups=1, layout="NCHW",
                     constant=True, threads=0, bias=None, relu=False, relu6=False, add=None):
    """The output; shapes and options are those of the C header."""
    n, ic, h, w = _image(data, layout)
    ocg, kh, kw = weights.shape[1:]
    oc = ocg * groups
    (sh, sw), (dh, dw), (ph, pw), pads = _pair(stride), _pair(dilation), _pair(output_padding), _pads(pad)
    code, more = _tail(bias, relu, relu6, add)
    words = [n, ic, h, w, oc, kh, kw, sh, sw, *pads, ph, pw, dh, dw, groups, _LAYOUTS[layout]]
    words += [code, int(constant), threads]
    out = Plan("conv2d_transpose", words)(data, weights, *more)
    oh = (h - 1) * sh - pads[0] - pads[2] + dh * (kh - 1) + ph + 1
    ow = (w - 1) * sw - pads[1] - pads[3] + dw * (kw - 1) + pw + 1
    return _images(out, n, oc, oh, ow, layout)


def _extents(a, b, trans_a, trans_b):
    m, k = a.shape[-2:][::-1] if trans_a else a.shape[-2:]
    return m, (b.shape[-2] if trans_b else b.shape[-1]), k


def matmul(a, b, trans_a=False, trans_b=False, constant=False, threads=0, bias=None, relu=False, relu6=False, add=None):
    """a [m, k] times b [k, n], either transposed in memory."""
    m, n, k = _extents(a, b, trans_a, trans_b)
    code, more = _tail(bias, relu, relu6, add)
    words = [m, n, k, int(trans_a), int(trans_b), code, int(constant), threads]
    return Plan("matmul", words)(a, b, *more).reshape(m, n)


def batch_matmul(a, b, trans_a=False, trans_b=False, constant=False, threads=0, bias=None, relu=False, relu6=False,
                 add=None):
    """The same of every matrix of a batch."""
    m, n, k = _extents(a, b, trans_a, trans_b)
    code, more = _tail(bias, relu, relu6, add)
    words = [a.shape[0], m, n, k, int(trans_a), int(trans_b), code, int(constant), threads]
    return Plan("batch_matmul", words)(a, b, *more).reshape(-1, m, n)


def dense(data, weights, constant=True, threads=0, bias=None, relu=False, relu6=False, add=None):
    """data [m, k] times the transposed weights [n, k]."""
    (m, k), n = data.shape, weights.shape[0]
    code, more = _tail(bias, relu, relu6, add)
    return Plan("dense", [m, n, k, code, int(constant), threads])(data, weights, *more).reshape(m, n)
