"""Attention alone as ONNX files, as exporters spell it out: attention.py FOLDER [TOKENS...]

12 heads of 64 channels, of as many tokens as asked for (128, 512, 1024, 2048 and 4096 if nothing is): heads lie in
tokens, as the products of a transformer have them, and the scale is on the queries. Needs onnx.
"""

import os
import sys

from onnx import TensorProto, checker, helper, save

HEADS, WIDTH = 12, 64
TOKENS = [128, 512, 1024, 2048, 4096]


def main(folder, *tokens):
    os.makedirs(folder, exist_ok=True)
    for count in map(int, tokens or TOKENS):
        path = os.path.join(folder, f"attention-{count}.onnx")
        model = attention(count)
        checker.check_model(model)
        save(model, path)
        print(path)


def attention(tokens):
    def value(name, shape):
        return helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)

    scale = helper.make_tensor("scale", TensorProto.FLOAT, [], [WIDTH**-0.5])
    nodes = [
        helper.make_node("Transpose", ["q"], ["queries"], perm=[0, 2, 1, 3]),
        helper.make_node("Transpose", ["k"], ["keys"], perm=[0, 2, 3, 1]),
        helper.make_node("Transpose", ["v"], ["values"], perm=[0, 2, 1, 3]),
        helper.make_node("Mul", ["queries", "scale"], ["scaled"]),
        helper.make_node("MatMul", ["scaled", "keys"], ["scores"]),
        helper.make_node("Softmax", ["scores"], ["shares"], axis=-1),
        helper.make_node("MatMul", ["shares", "values"], ["heads"]),
        helper.make_node("Transpose", ["heads"], ["y"], perm=[0, 2, 1, 3]),
    ]
    shape = [1, tokens, HEADS, WIDTH]
    inputs = [value(name, shape) for name in "qkv"]
    graph = helper.make_graph(nodes, f"attention-{tokens}", inputs, [value("y", shape)], [scale])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)


main(*sys.argv[1:])
