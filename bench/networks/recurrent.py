"""Recurrent networks of two layers as ONNX files, with random weights: recurrent.py FOLDER [NAMES...]

A GRU and an LSTM as a keyword spotter has them (100 steps of 40 features, 128 hidden), and a wider GRU in both
directions as a recogniser of text has it (80 steps of 256 features, 256 hidden). Needs onnx, numpy.
"""

import os
import sys

import numpy
from onnx import TensorProto, helper, numpy_helper, save

LAYERS = 2
# Operator, gates, directions, steps, features, hidden.
NETWORKS = {
    "gru": ("GRU", 3, 1, 100, 40, 128),
    "lstm": ("LSTM", 4, 1, 100, 40, 128),
    "gru-both-ways": ("GRU", 3, 2, 80, 256, 256),
}


def main(folder, *names):
    os.makedirs(folder, exist_ok=True)
    for name in names or NETWORKS:
        path = os.path.join(folder, f"{name}.onnx")
        save(network(name, *NETWORKS[name]), path)
        print(path)


def network(name, operator, gates, directions, steps, features, hidden):
    random = numpy.random.default_rng(1)
    nodes, constants = [], []

    def drawn(name, *shape):
        values = random.uniform(-(hidden**-0.5), hidden**-0.5, shape).astype(numpy.float32)
        constants.append(numpy_helper.from_array(values, name))
        return name

    def numbers(name, *values):
        constants.append(numpy_helper.from_array(numpy.array(values, numpy.int64), name))
        return name

    rows, width = "x", features
    for layer in range(LAYERS):
        weights = [
            drawn(f"w{layer}", directions, gates * hidden, width),
            drawn(f"r{layer}", directions, gates * hidden, hidden),
            drawn(f"b{layer}", directions, 2 * gates * hidden),
        ]
        attributes = {"hidden_size": hidden, "direction": "bidirectional" if directions == 2 else "forward"}
        if operator == "GRU":
            # As PyTorch computes it.
            attributes["linear_before_reset"] = 1
        nodes.append(helper.make_node(operator, [rows, *weights], [f"all{layer}"], name=f"layer{layer}", **attributes))
        # [steps, directions, batch, hidden] to [steps, batch, directions * hidden].
        nodes.append(helper.make_node("Transpose", [f"all{layer}"], [f"turned{layer}"], perm=[0, 2, 1, 3]))
        width = directions * hidden
        shape = numbers(f"shape{layer}", steps, 1, width)
        nodes.append(helper.make_node("Reshape", [f"turned{layer}", shape], [f"y{layer}"]))
        rows = f"y{layer}"
    ports = [
        [helper.make_tensor_value_info(port, TensorProto.FLOAT, [steps, 1, extent])]
        for port, extent in (("x", features), (rows, width))
    ]
    graph = helper.make_graph(nodes, name, *ports, constants)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)


if __name__ == "__main__":
    main(*sys.argv[1:])
