"""Times what PyTorch calls cuBLAS and cuDNN for: a JSON object a line in, one out.

First line out: who answers. Then for {"operator": "matmul", "m", "n", "k", ...} or {"operator": "conv2d", ...} a line
{"peers": [{"name", "seconds"}, ...]}, or {"error": why}. Both compute in the type of "dtype": tensor cores round
float32 only where it is tfloat32. Times are medians between CUDA events, taken as native/cuda/timing.c takes ours, in
every round anew: a warm-up until clocks have settled; then repeats that are graphs, so that neither launches nor Python
cost anything. Small operands stay in the second-level cache and many calls make one repeat, behind a shorter graph that
keeps the GPU busy meanwhile; where "cacheFlushBytes" is not 0, so much is read before each repeat, which is a graph
of a single call.
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
MOST_CALLS = 2048
# As native/cuda/timing.c has them.
ROUND_SECONDS, LEAST_WARM_UP, MOST_WARM_UP, SAME_TIME = 1e-3, 8e-3, 40e-3, 0.02
LEAD_SECONDS, LONGEST_LEAD = 30e-6, 100e-6


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


def nothing():
    pass


def seconds_of(work, before=nothing):
    start, stop = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    before()
    start.record()
    work()
    stop.record()
    stop.synchronize()
    return start.elapsed_time(stop) / 1000


def sweep_of(size):
    """Reads so many bytes, as native/cuda/sweep.c does: what is written would have to be written back later."""
    swept = torch.zeros(size // 4, device="cuda")
    total = torch.zeros((), device="cuda")
    return lambda: torch.sum(swept, dim=0, out=total)


def choose_algorithms(call):
    """And workspaces; on a stream of its own, as a graph demands."""
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        for _ in range(3):
            call()
    torch.cuda.current_stream().wait_stream(stream)
    torch.cuda.synchronize()


def calls_in(seconds, once):
    return min(MOST_CALLS, max(1, math.ceil(seconds / max(once, 1e-7))))


class Timer:
    """Times a call as often as it is asked to; its graphs are made once."""

    def __init__(self, call, flush_bytes):
        choose_algorithms(call)
        one = graph_of(call, 1)
        first = min(seconds_of(one) for _ in range(3))
        self.make_round(call, first)
        once = self.warm_up() / self.calls
        self.make_round(call, once)
        self.timed, self.before = self.round, nothing
        if flush_bytes > 0:
            self.timed, self.before, self.calls = one, sweep_of(flush_bytes), 1
        elif once < LONGEST_LEAD:
            self.before = graph_of(call, calls_in(LEAD_SECONDS, once))

    def make_round(self, call, once):
        self.calls = calls_in(ROUND_SECONDS, once)
        self.round = graph_of(call, self.calls)

    def warm_up(self):
        """Until two rounds take the same time; seconds of the last."""
        spent, last, settled = 0, 0, False
        while spent < MOST_WARM_UP and not (settled and spent >= LEAST_WARM_UP):
            seconds = seconds_of(self.round)
            settled = abs(seconds - last) <= SAME_TIME * last
            spent, last = spent + seconds, seconds
        return last

    def seconds(self):
        self.warm_up()
        return statistics.median(seconds_of(self.timed, self.before) for _ in range(REPEATS)) / self.calls


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
        return {"peers": [{"name": name, "seconds": timer.seconds()} for name, timer in self.timers]}

    @staticmethod
    def prepare(task):
        calls = {"matmul": matmul_calls, "conv2d": conv2d_calls}[task["operator"]](task)
        for one in calls:
            check(*one)
        return [(name, Timer(call, task["cacheFlushBytes"])) for name, call, _, _ in calls]


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
