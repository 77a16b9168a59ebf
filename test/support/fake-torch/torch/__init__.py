"""As much of PyTorch as bench/gpu/peers.py uses, on a GPU whose clock is simulated. Its numbers mean nothing.

A call takes FAKE_TORCH_SECONDS on the GPU, twice that before that has been busy for 5 ms, and 5 us to launch outside of
a graph. FAKE_TORCH_LOG is a file that gets a line for each event, sweep and replay of a graph.
"""

import contextlib
import os
import types

__version__ = "0"
float32, float16, bfloat16 = "float32", "float16", "bfloat16"
SECONDS = float(os.environ["FAKE_TORCH_SECONDS"])
LAUNCH, COLD = 5e-6, 5e-3
clock, busy, recording = 0.0, 0.0, None


def note(line):
    with open(os.environ["FAKE_TORCH_LOG"], "a") as file:
        file.write(line + "\n")


def run(calls):
    global clock, busy
    for _ in range(calls):
        seconds = SECONDS * (2 if busy < COLD else 1)
        clock, busy = clock + seconds, busy + seconds


class Tensor:
    def same(self, *_, **__):
        return self

    to = t = double = abs = max = same
    __mul__ = __sub__ = same

    def __matmul__(self, other):
        return work(self, other)

    def __truediv__(self, other):
        return self

    def item(self):
        return 0.0


def work(*_, **__):
    global clock, recording
    if recording is not None:
        recording += 1
    else:
        clock += LAUNCH
        run(1)
    return Tensor()


def rand(*_, **__):
    return Tensor()


matmul, zeros = work, rand


def sum(*_, **__):
    note("sweep")


class Event:
    def __init__(self, enable_timing):
        self.time = None

    def record(self):
        note("event")
        self.time = clock

    def synchronize(self):
        pass

    def elapsed_time(self, stop):
        return 1000 * (stop.time - self.time)


class CUDAGraph:
    def replay(self):
        global clock
        note(f"graph of {self.calls}")
        clock += LAUNCH
        run(self.calls)


@contextlib.contextmanager
def graph(into):
    global recording
    recording = 0
    yield
    into.calls, recording = recording, None


class Stream:
    def wait_stream(self, other):
        pass


@contextlib.contextmanager
def stream(of):
    yield


cuda = types.SimpleNamespace(
    Event=Event,
    CUDAGraph=CUDAGraph,
    graph=graph,
    Stream=Stream,
    stream=stream,
    current_stream=Stream,
    synchronize=lambda: None,
    empty_cache=lambda: None,
    is_available=lambda: True,
)
version = types.SimpleNamespace(cuda="0")
backends = types.SimpleNamespace(
    cuda=types.SimpleNamespace(matmul=types.SimpleNamespace()), cudnn=types.SimpleNamespace(version=lambda: 0)
)
channels_last = None
