"""A language model as it decodes a token, as ONNX files: decode.py FOLDER [BITS...]

Weights of 4 and of 8 bits (or as asked for) in blocks of 32: a chain of eight products of 4096 x 4096, three pairs of
4096 x 11008 and back, and four layers of a decoder of the sizes of Llama 3.2 1B behind 512 tokens, with the operators
of ONNX Runtime's exports. Weights are drawn at random, and more than caches hold. Needs onnx, numpy.
"""

import os
import sys

import numpy
from onnx import TensorProto, helper, numpy_helper, save

BLOCK = 32
CHAINS = {"4096": [4096] * 9, "11008": [4096, 11008] * 3 + [4096]}
LAYERS, TOKENS = 4, 512
HIDDEN, HEADS, GROUPS, WIDTH, INNER = 2048, 32, 8, 64, 8192


def main(folder, *bits):
    os.makedirs(folder, exist_ok=True)
    for count in map(int, bits or [4, 8]):
        models = {name: chain(widths, count) for name, widths in CHAINS.items()}
        for name, model in {**models, "layers": decoder(count)}.items():
            path = os.path.join(folder, f"decode-{name}-int{count}.onnx")
            save(model, path)
            print(path)


class Builder:
    """Nodes and constants of a model whose products have weights in few bits."""

    def __init__(self, bits):
        self.random = numpy.random.default_rng(1)
        self.bits, self.nodes, self.constants = bits, [], []

    def constant(self, name, array):
        self.constants.append(numpy_helper.from_array(array, name))
        return name

    def node(self, op, inputs, outputs, domain="com.microsoft", **attributes):
        self.nodes.append(helper.make_node(op, inputs, outputs, name=outputs[0], domain=domain, **attributes))
        return outputs[0]

    def product(self, x, k, n, name):
        blocks = k // BLOCK
        weights = self.random.integers(0, 256, (n, blocks, BLOCK * self.bits // 8), dtype=numpy.uint8)
        # Values keep their size from product to product.
        size = (12 / k) ** 0.5 / 2**self.bits
        scales = (size * (0.5 + self.random.random(n * blocks))).astype(numpy.float32)
        inputs = [x, self.constant(f"{name}.weights", weights), self.constant(f"{name}.scales", scales)]
        return self.node("MatMulNBits", inputs, [name], K=k, N=n, bits=self.bits, block_size=BLOCK)

    def model(self, inputs, outputs):
        values = [
            [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in ports.items()]
            for ports in (inputs, outputs)
        ]
        graph = helper.make_graph(self.nodes, f"decode-int{self.bits}", *values, self.constants)
        domains = [helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)]
        return helper.make_model(graph, opset_imports=domains, ir_version=9)


def chain(widths, bits):
    build = Builder(bits)
    for i, (k, n) in enumerate(zip(widths, widths[1:])):
        build.product(f"x{i}", k, n, f"x{i + 1}")
    last = len(widths) - 1
    return build.model({"x0": [1, widths[0]]}, {f"x{last}": [1, widths[-1]]})


def decoder(bits):
    build = Builder(bits)
    inputs, outputs = {"hidden": [1, 1, HIDDEN]}, {}
    angles = numpy.outer(numpy.arange(TOKENS + 1), 500000 ** -(numpy.arange(WIDTH // 2) / (WIDTH // 2)))
    tables = [build.constant(f.__name__, f(angles).astype(numpy.float32)) for f in (numpy.cos, numpy.sin)]
    counts = [
        build.constant("seqlens_k", numpy.array([TOKENS], numpy.int32)),
        build.constant("total_sequence_length", numpy.array(TOKENS + 1, numpy.int32)),
    ]
    scale = lambda name: build.constant(name, (1 + 0.1 * build.random.standard_normal(HIDDEN)).astype(numpy.float32))
    stream = "hidden"
    even = build.node("SimplifiedLayerNormalization", [stream, scale("norm")], ["even"], domain="", epsilon=1e-5)
    for layer in range(LAYERS):
        own = lambda name: f"layers.{layer}.{name}"
        caches = {part: [1, GROUPS, TOKENS, WIDTH] for part in (own("past.key"), own("past.value"))}
        present = {part: [1, GROUPS, TOKENS + 1, WIDTH] for part in (own("present.key"), own("present.value"))}
        inputs.update(caches)
        outputs.update(present)
        heads = build.product(even, HIDDEN, (HEADS + 2 * GROUPS) * WIDTH, own("heads"))
        attended = build.node(
            "GroupQueryAttention",
            [heads, "", "", *caches, *counts, *tables],
            [own("attended"), *present],
            num_heads=HEADS,
            kv_num_heads=GROUPS,
            do_rotary=1,
        )
        taken = build.product(attended, HEADS * WIDTH, HIDDEN, own("taken"))
        skip = lambda x, y, name: build.node(
            "SkipSimplifiedLayerNormalization",
            [x, y, scale(own(f"{name}.scale"))],
            [own(name), "", "", own(f"{name}.sum")],
            epsilon=1e-5,
        )
        middle = skip(stream, taken, "middle")
        gate, up = (build.product(middle, HIDDEN, INNER, own(name)) for name in ("gate", "up"))
        sigmoid = build.node("Sigmoid", [gate], [own("sigmoid")], domain="")
        silu = build.node("Mul", [gate, sigmoid], [own("silu")], domain="")
        inner = build.node("Mul", [silu, up], [own("inner")], domain="")
        down = build.product(inner, INNER, HIDDEN, own("down"))
        even, stream = skip(own("middle.sum"), down, "end"), own("end.sum")
    return build.model(inputs, {even: [1, 1, HIDDEN], **outputs})


main(*sys.argv[1:])
