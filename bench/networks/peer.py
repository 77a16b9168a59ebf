"""A network in ONNX Runtime or OpenVINO, timed on request: peer.py JOB.json

A job has
  runtime             "onnxruntime" or "openvino"
  model, threads      path of the ONNX file; threads that compute
  precision           of OpenVINO: "float32", "bfloat16", "float16", or null, what it takes by itself
  inputs              [{name, type, shape}]; `data` is a file of their elements, one array behind the other
  constant            {name: numbers} of inputs that are fixed, and not among `inputs`
  outputs             [{name, type}]; `results` is the file that a first call writes them to, in this order
  profile             of OpenVINO: absent or null; or {prefix, calls, skipped}, and it makes so many calls and
                      leaves prefix.json: [{name, op, seconds, origins}], medians without the first calls
It speaks the protocol of native/bench/driver.h, and answers to `process` as native/network/driver.c does: loading is
that of the session. Inside the clock is what a program in Python pays, the call through its binding.
"""

import json
import statistics
import sys
import time

import numpy

WARM_SECONDS = 0.002
PRECISIONS = {"float32": "f32", "bfloat16": "bf16", "float16": "f16"}
NUMPY = {
    "tensor(int64)": "int64",
    "tensor(int32)": "int32",
    "tensor(float)": "float32",
    "tensor(bool)": "bool",
}


def main():
    with open(sys.argv[1]) as file:
        job = json.load(file)
    feeds = read_feeds(job["inputs"], job["data"])
    start = {"onnxruntime": in_onnxruntime, "openvino": in_openvino}[job["runtime"]]
    before = process_bytes("VmRSS")
    loaded, (call, outputs, what, profiled) = seconds_of(lambda: start(job, feeds))
    if job.get("profile"):
        write_profile(job["profile"], call, profiled)
        return
    first, _ = seconds_of(call)
    with open(job["results"], "wb") as file:
        for port, array in zip(job["outputs"], outputs()):
            file.write(numpy.ascontiguousarray(array, port["type"]).tobytes())
    print(f"ready error=0 {what}, threads {job['threads']}", flush=True)
    for line in sys.stdin:
        if line.strip() == "process":
            print(loaded, first, before, process_bytes("VmHWM"), flush=True)
        else:
            print(f"{seconds_per_call(call, int(line.split()[1])):.9e}", flush=True)


def seconds_of(act):
    start = time.perf_counter()
    result = act()
    return time.perf_counter() - start, result


def process_bytes(key):
    """A number of this process's status: VmHWM, VmRSS; 0 where there is no such file."""
    try:
        with open("/proc/self/status") as status:
            return next(1024 * int(line.split()[1]) for line in status if line.startswith(f"{key}:"))
    except (OSError, StopIteration):
        return 0


def write_profile(profile, call, profiled):
    """`profiled` gives the nodes of the last call."""
    nodes = {}
    for _ in range(profile["calls"]):
        call()
        for node in profiled():
            nodes.setdefault(node["name"], {**node, "times": []})["times"].append(node["seconds"])
    with open(f"{profile['prefix']}.json", "w") as file:
        json.dump([median_of(node, profile["skipped"]) for node in nodes.values()], file)


def median_of(node, skipped):
    times = node.pop("times")
    return {**node, "seconds": statistics.median(times[skipped:])}


def read_feeds(inputs, path):
    with open(path, "rb") as file:
        data = file.read()
    feeds, at = {}, 0
    for port in inputs:
        array = numpy.frombuffer(data, port["type"], int(numpy.prod(port["shape"])), at).reshape(port["shape"]).copy()
        at += array.nbytes
        feeds[port["name"]] = array
    if at != len(data):
        raise ValueError("inputs have another shape")
    return feeds


def constants(job, ports):
    """Arrays for inputs that are fixed, which have a type and as many axes as a shape."""
    return {
        name: numpy.array(job["constant"][name], dtype).reshape([-1] if len(shape) > 0 else [])
        for name, (dtype, shape) in ports.items()
    }


def in_onnxruntime(job, feeds):
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = job["threads"], 1
    # Warnings of every call would be written within the clock.
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(job["model"], options, providers=["CPUExecutionProvider"])
    fixed = {port.name: (NUMPY[port.type], port.shape) for port in session.get_inputs() if port.name in job["constant"]}
    feeds = feeds | constants(job, fixed)
    names = [port["name"] for port in job["outputs"]]
    made = []

    def call():
        made[:] = session.run(names, feeds)

    return call, lambda: made, f"ONNX Runtime {onnxruntime.__version__}", None


def in_openvino(job, feeds):
    import openvino

    core = openvino.Core()
    model = core.read_model(job["model"])
    ports = {port.any_name: port for port in model.inputs if port.any_name in job["constant"]}
    fixed = {name: (port.element_type.to_dtype(), port.partial_shape) for name, port in ports.items()}
    feeds = feeds | constants(job, fixed)
    model.reshape({name: list(array.shape) for name, array in feeds.items()})
    config = {"INFERENCE_NUM_THREADS": job["threads"], "PERFORMANCE_HINT": "LATENCY"}
    if job["precision"] is not None:
        config["INFERENCE_PRECISION_HINT"] = PRECISIONS[job["precision"]]
    config["PERF_COUNT"] = bool(job.get("profile"))
    compiled = core.compile_model(model, "CPU", config)
    request = compiled.create_infer_request()
    precision = compiled.get_property("INFERENCE_PRECISION_HINT").get_type_name()

    def call():
        request.infer(feeds, share_inputs=True, share_outputs=True)

    def outputs():
        return [request.get_tensor(port).data for port in compiled.outputs]

    # Of what runs, the nodes of the model that it computes.
    origins = {node.get_friendly_name(): origins_of(node) for node in compiled.get_runtime_model().get_ops()}

    def profiled():
        return [
            {
                "name": node.node_name,
                "op": node.node_type,
                "seconds": node.real_time.total_seconds(),
                "origins": origins.get(node.node_name, []),
            }
            for node in request.profiling_info
            if node.status == openvino.ProfilingInfo.Status.EXECUTED
        ]

    return call, outputs, f"OpenVINO {openvino.__version__.split('-')[0]} in {precision}", profiled


def origins_of(node):
    names = node.get_rt_info()["originalLayersNames"].astype(str)
    return names.split(",") if names else []


def seconds_per_call(call, reps):
    start = time.perf_counter()
    while True:
        call()
        if time.perf_counter() - start >= WARM_SECONDS:
            break
    start = time.perf_counter()
    for _ in range(reps):
        call()
    return (time.perf_counter() - start) / reps


try:
    main()
except Exception as error:  # whatever a runtime throws is the reason that the driver gives
    print(f"error {type(error).__name__}: {' '.join(str(error).split())[:300]}", flush=True)
