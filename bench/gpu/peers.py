"""Times what PyTorch calls cuBLAS and cuDNN for: a JSON object a line in, one out.

First line out: who answers. Then for {"operator": "matmul", "m", "n", "k", ...} or {"operator": "conv2d", ...} a line
{"peers": [{"name", "seconds"}, ...]}, or {"error": why}. Both compute in the type of "dtype": tensor cores round
float32 only where it is tfloat32. Times are medians between CUDA events, taken as native/cuda/trial.c takes ours: small
operands stay in the second-level cache and many calls make one repeat (as a graph, so that Python costs nothing); where
"cacheFlushBytes" is not 0, so much is written before each repeat, which is a single call.
"""

import json
import math
import statistics
import sys

try:
    import torch
    import torch.nn.functional as functional
except ImportError as error:
    sys.exit(f"python3 has no PyTorch here ({error})")

REPEATS = 9
REPEAT_SECONDS = 1e-3
MOST_CALLS = 2000


TYPES = {"float32": torch.float32, "tfloat32": torch.float32, "float16": torch.float16, "bfloat16": torch.bfloat16}
# Of the output's rounding, and of what is rounded of tfloat32's operands.
ROUNDING = {"float32": 0, "tfloat32": 2**-10, "float16": 2**-11, "bfloat16": 2**-8}


def random(dtype, *shape):
    return (torch.rand(*shape, device="cuda") * 2 - 1).to(TYPES[dtype])


def matrix(dtype, rows, columns, transposed):
    return random(dtype, columns, rows).t() if transposed else random(dtype, rows, columns)


def matmul_calls(task):
    dtype = task["dtype"]
    a = matrix(dtype, task["m"], task["k"], task["transA"])
    b = matrix(dtype, task["k"], task["n"], task["transB"])
    exact = a.double() @ b.double()
    return [("cuBLAS", lambda: torch.matmul(a, b), exact, 1e-4 + ROUNDING[dtype])]


def conv2d_calls(task):
    dtype, groups = task["dtype"], task["groups"]
    data = random(dtype, task["batch"], task["inChannels"], task["height"], task["width"])
    weights = random(dtype, task["outChannels"], task["inChannels"] // groups, *task["kernel"])
    if task["layout"] != "NCHW":
        data, weights = (t.to(memory_format=torch.channels_last) for t in (data, weights))
    top, left, bottom, right = task["pad"]
    if (top, left) != (bottom, right):
        raise ValueError("PyTorch's convolution pads both sides alike")
    options = {"stride": task["stride"], "padding": (top, left), "dilation": task["dilation"], "groups": groups}
    exact = functional.conv2d(data.double(), weights.double(), **options)
    # cuDNN may choose an algorithm that rounds more than a sum does (Winograd, FFT).
    return [("cuDNN", lambda: functional.conv2d(data, weights, **options), exact, 1e-3 + ROUNDING[dtype])]


def graph_of(call, calls):
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        for _ in range(calls):
            call()
    return graph.replay


def seconds_of(work, before):
    start, stop = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    before()
    start.record()
    work()
    stop.record()
    stop.synchronize()
    return start.elapsed_time(stop) / 1000


def warm_up(call):
    """Chooses algorithms and workspaces; on a stream of its own, as a graph demands."""
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        for _ in range(3):
            call()
    torch.cuda.current_stream().wait_stream(stream)
    torch.cuda.synchronize()


def timer(call, flush_bytes):
    """A function that returns the median seconds of one call."""
    warm_up(call)
    if flush_bytes > 0:
        sweep = torch.empty(flush_bytes, dtype=torch.uint8, device="cuda")
        calls, work, before = 1, call, sweep.zero_
    else:
        once = min(seconds_of(graph_of(call, 1), lambda: None) for _ in range(3))
        calls = min(MOST_CALLS, max(1, math.ceil(REPEAT_SECONDS / max(once, 1e-7))))
        work, before = graph_of(call, calls), lambda: None
    return lambda: statistics.median(seconds_of(work, before) / calls for _ in range(REPEATS))


def check(name, call, exact, tolerance):
    error = ((call().double() - exact).abs().max() / exact.abs().max()).item()
    if not error <= tolerance:
        raise ValueError(f"{name} has a relative error of {error}")


class Timers:
    """Those of the task that was asked for last, ready for more rounds."""

    def __init__(self):
        self.key, self.timers = None, []

    def answer(self, line):
        if line != self.key:
            self.key, self.timers = None, []
            torch.cuda.empty_cache()
            allow_tf32(json.loads(line)["dtype"] == "tfloat32")
            self.timers = self.prepare(json.loads(line))
            self.key = line
        return {"peers": [{"name": name, "seconds": seconds()} for name, seconds in self.timers]}

    @staticmethod
    def prepare(task):
        calls = {"matmul": matmul_calls, "conv2d": conv2d_calls}[task["operator"]](task)
        for one in calls:
            check(*one)
        return [(name, timer(call, task["cacheFlushBytes"])) for name, call, _, _ in calls]


def allow_tf32(allowed):
    torch.backends.cuda.matmul.allow_tf32 = allowed
    torch.backends.cudnn.allow_tf32 = allowed


def say(answer):
    print(json.dumps(answer), flush=True)


def main():
    if not torch.cuda.is_available():
        sys.exit("PyTorch finds no GPU it can use")
    torch.backends.cudnn.benchmark = True
    cudnn = torch.backends.cudnn.version()
    say({"about": f"PyTorch {torch.__version__}, CUDA {torch.version.cuda}, cuDNN {cudnn}"})
    timers = Timers()
    for line in sys.stdin:
        try:
            say(timers.answer(line))
        except (RuntimeError, ValueError, KeyError) as error:
            say({"error": str(error).splitlines()[0]})


main()
