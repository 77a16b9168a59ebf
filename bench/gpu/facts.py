"""What holds of a GPU whatever runs on it, as tables: python3 bench/gpu/facts.py.

Bandwidth of a copy; what a launch costs in a stream and in a graph; whether clocks hold; what a sweep through the
second-level cache leaves there, by writes and by reads; how far tensor cores stray in tfloat32 as sums get longer.
"""

import statistics
import time

import torch

try:
    import pynvml
except ImportError:
    pynvml = None


def seconds_of(work, before=None):
    start, stop = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    if before is not None:
        before()
    start.record()
    work()
    stop.record()
    stop.synchronize()
    return start.elapsed_time(stop) / 1000


def median_of(work, before=None, repeats=21):
    for _ in range(3):
        work()
    return statistics.median(seconds_of(work, before) for _ in range(repeats))


def graph_of(call, calls):
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        call()
    stream.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        for _ in range(calls):
            call()
    return graph.replay


def table(head, rows):
    print("\n".join("| " + " | ".join(map(str, row)) + " |" for row in [head, ["---"] * len(head), *rows]), end="\n\n")


def bandwidth():
    source = torch.rand(2**30, device="cuda")
    target = torch.empty_like(source)
    seconds = median_of(lambda: target.copy_(source))
    table(["copy of 4 GiB", "TB/s, read and written"], [["", f"{2 * source.nbytes / seconds / 1e12:.2f}"]])


def launches():
    rows = []
    for size in (64, 128, 256, 512, 1024):
        a, b = (torch.rand(size, size, device="cuda") for _ in range(2))
        out = torch.empty_like(a)
        call, calls = lambda: torch.matmul(a, b, out=out), 200
        in_stream = median_of(lambda: [call() for _ in range(calls)]) / calls
        in_graph = median_of(graph_of(call, calls)) / calls
        rows.append([f"{size}³", f"{in_stream * 1e6:.2f}", f"{in_graph * 1e6:.2f}"])
    table(["float32 product", "µs a call in a stream, from Python", "µs a call in a graph"], rows)


def clocks():
    """Products for three seconds on random data, and the state between."""
    a, b = (torch.rand(8192, 8192, device="cuda", dtype=torch.bfloat16) - 0.5 for _ in range(2))
    out = torch.empty_like(a)
    time.sleep(1)
    rows, start = [], time.monotonic()
    for until in (0.02, 0.1, 0.3, 1, 2, 3):
        rates = []
        while time.monotonic() - start < until:
            rates.append(2 * 8192**3 / seconds_of(lambda: torch.matmul(a, b, out=out)))
        rows.append([until, f"{statistics.median(rates) / 1e12:.0f}" if rates else "", *state()])
    table(["seconds of work", "TFLOP/s of bfloat16 8192³", "SM MHz", "W", "°C"], rows)


def state():
    if pynvml is None:
        return ["", "", ""]
    pynvml.nvmlInit()
    gpu = pynvml.nvmlDeviceGetHandleByIndex(0)
    return [
        pynvml.nvmlDeviceGetClockInfo(gpu, pynvml.NVML_CLOCK_SM),
        round(pynvml.nvmlDeviceGetPowerUsage(gpu) / 1000),
        pynvml.nvmlDeviceGetTemperature(gpu, pynvml.NVML_TEMPERATURE_GPU),
    ]


def sweeps():
    """Dirty lines that a sweep leaves have to be written to memory when what is timed displaces them."""
    cache = torch.cuda.get_device_properties(0).L2_cache_size
    swept = torch.zeros(2 * cache // 4, device="cuda")
    total = torch.zeros((), device="cuda")
    by_reads = lambda: torch.sum(swept, dim=0, out=total)
    by_writes = lambda: swept.zero_()
    rows = []
    for megabytes in (16, 64, 256):
        source = torch.rand(megabytes * 2**18, device="cuda")
        target = torch.empty_like(source)
        copy, add = lambda: target.copy_(source), lambda: torch.sum(source, dim=0, out=total)
        for name, work in (("copy", copy), ("sum", add)):
            times = [median_of(work, before) * 1e6 for before in (None, by_writes, by_reads)]
            rows.append([f"{name} of {megabytes} MiB", *(f"{t:.1f}" for t in times)])
    table([f"L2 of {cache / 2**20:.0f} MiB", "µs, not swept", "µs after writes", "µs after reads"], rows)


def tfloat32():
    """cuBLAS beside the exact product of what tensor cores read of the operands: 10 bits of mantissa."""
    torch.backends.cuda.matmul.allow_tf32 = True
    rows = []
    for k in (1024, 4096, 16384, 65536):
        a, b = (round_tf32(torch.rand(256, k, device="cuda") * 2 - 1) for _ in range(2))
        exact = a.double() @ b.double().t()
        error = (torch.matmul(a, b.t()).double() - exact).abs().max()
        rms = exact.square().mean().sqrt()
        rows.append([k, f"{(error / exact.abs().max()).item():.1e}", f"{(error / rms).item():.1e}"])
    table(["sum of", "largest error / largest result", "largest error / root mean square"], rows)


def round_tf32(tensor):
    bits = tensor.view(torch.int32)
    return ((bits + 0x1000) & ~0x1FFF).view(torch.float32)


def main():
    properties = torch.cuda.get_device_properties(0)
    print(f"{properties.name}, {properties.multi_processor_count} multiprocessors, PyTorch {torch.__version__}\n")
    for part in (bandwidth, launches, clocks, sweeps, tfloat32):
        part()
        torch.cuda.empty_cache()


main()
