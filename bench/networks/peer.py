"""A network in ONNX Runtime or OpenVINO, timed on request: peer.py JOB.json

A job has
  runtime             "onnxruntime" or "openvino"
  model, threads      path of the ONNX file; threads that compute
  precision           of OpenVINO: "f32", "bf16", or null, what it takes by itself
  inputs              [{name, type, shape}]; `data` is a file of their elements, one array behind the other
  constant            {name: numbers} of inputs that are fixed
  outputs             their names; `results` is the file that a first call writes them to, as float64
Inside the clock is what a program in Python pays, the call through its binding. It speaks the protocol of
native/bench/driver.h.
"""

import json
import sys
import time

import numpy

WARM_SECONDS = 0.002
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
    call, outputs, what = start(job, feeds)
    call()
    with open(job["results"], "wb") as file:
        for array in outputs():
            file.write(numpy.ascontiguousarray(array, numpy.float64).tobytes())
    print(f"ready error=0 {what}, threads {job['threads']}", flush=True)
    for line in sys.stdin:
        reps = int(line.split()[1])
        print(f"{seconds_per_call(call, reps):.9e}", flush=True)


def read_feeds(inputs, path):
    with open(path, "rb") as file:
        data = file.read()
    feeds, at = {}, 0
    for port in inputs:
        array = numpy.frombuffer(data, port["type"], int(numpy.prod(port["shape"])), at).reshape(port["shape"])
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
    session = onnxruntime.InferenceSession(job["model"], options, providers=["CPUExecutionProvider"])
    fixed = {port.name: (NUMPY[port.type], port.shape) for port in session.get_inputs() if port.name in job["constant"]}
    feeds = feeds | constants(job, fixed)
    made = []

    def call():
        made[:] = session.run(job["outputs"], feeds)

    return call, lambda: made, f"ONNX Runtime {onnxruntime.__version__}"


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
        config["INFERENCE_PRECISION_HINT"] = job["precision"]
    compiled = core.compile_model(model, "CPU", config)
    request = compiled.create_infer_request()
    precision = compiled.get_property("INFERENCE_PRECISION_HINT").get_type_name()

    def call():
        request.infer(feeds, share_inputs=True, share_outputs=True)

    def outputs():
        return [request.get_tensor(port).data for port in compiled.outputs]

    return call, outputs, f"OpenVINO {openvino.__version__.split('-')[0]} in {precision}"


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
