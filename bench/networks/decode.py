"""Products of a language model as it decodes a token, as ONNX files: decode.py FOLDER [BITS...]

Rows of 4096 by weights of 4 and of 8 bits (or as asked for) in blocks of 32: a chain of eight products of 4096 x 4096,
and three pairs of 4096 x 11008 and back. A chain has more weights than caches hold, as a model has. Needs onnx, numpy.
"""

import os
import sys

import numpy
from onnx import TensorProto, helper, numpy_helper, save

BLOCK = 32
CHAINS = {"4096": [4096] * 9, "11008": [4096, 11008] * 3 + [4096]}


def main(folder, *bits):
    os.makedirs(folder, exist_ok=True)
    for name, widths in CHAINS.items():
        for count in map(int, bits or [4, 8]):
            path = os.path.join(folder, f"decode-{name}-int{count}.onnx")
            save(chain(widths, count), path)
            print(path)


def chain(widths, bits):
    random = numpy.random.default_rng(1)
    nodes, constants = [], []
    for i, (k, n) in enumerate(zip(widths, widths[1:])):
        blocks = k // BLOCK
        weights = random.integers(0, 256, (n, blocks, BLOCK * bits // 8), dtype=numpy.uint8)
        # Values keep their size from product to product.
        size = (12 / k) ** 0.5 / 2**bits
        scales = (size * (0.5 + random.random(n * blocks))).astype(numpy.float32)
        constants += [numpy_helper.from_array(weights, f"w{i}"), numpy_helper.from_array(scales, f"s{i}")]
        attributes = {"K": k, "N": n, "bits": bits, "block_size": BLOCK, "domain": "com.microsoft"}
        nodes.append(helper.make_node("MatMulNBits", [f"x{i}", f"w{i}", f"s{i}"], [f"x{i + 1}"], **attributes))
    value = lambda i, width: helper.make_tensor_value_info(f"x{i}", TensorProto.FLOAT, [1, width])
    ends = [value(0, widths[0])], [value(len(nodes), widths[-1])]
    graph = helper.make_graph(nodes, f"decode-int{bits}", *ends, constants)
    domains = [helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)]
    return helper.make_model(graph, opset_imports=domains, ir_version=9)


main(*sys.argv[1:])
