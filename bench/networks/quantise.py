"""A model of bytes, made of one of floats by ONNX Runtime's own quantiser: quantise.py MODEL.onnx OUT.onnx [WEIGHTS]

QuantizeLinear and DequantizeLinear around operators; weights int8 with a scale for each channel, activations uint8 over
the range that random inputs have. With WEIGHTS, int8 or uint8, products alone are of bytes, and their data over the
range that it has when the network runs.
"""

import os
import sys
import tempfile

import numpy
import onnx
from onnx import version_converter
from onnxruntime.quantization import (
    CalibrationDataReader,
    QuantFormat,
    QuantType,
    quantize_dynamic,
    quantize_static,
)
from onnxruntime.quantization.shape_inference import quant_pre_process

CALLS = 4
OLDEST_OPSET = 13


class RandomInputs(CalibrationDataReader):
    def __init__(self, model):
        constants = {tensor.name for tensor in model.graph.initializer}
        self.inputs = [port for port in model.graph.input if port.name not in constants]
        self.random = numpy.random.default_rng(1)
        self.left = CALLS

    def get_next(self):
        if self.left == 0:
            return None
        self.left -= 1
        return {port.name: self.random.uniform(-1, 1, extents(port)).astype(numpy.float32) for port in self.inputs}


def extents(port):
    return [dim.dim_value or 1 for dim in port.type.tensor_type.shape.dim]


def main(source, result):
    model = onnx.load(source)
    if max(own.version for own in model.opset_import if own.domain in ("", "ai.onnx")) < OLDEST_OPSET:
        model = version_converter.convert_version(model, 17)
    with tempfile.TemporaryDirectory() as folder:
        whole, ready = os.path.join(folder, "whole.onnx"), os.path.join(folder, "ready.onnx")
        onnx.save(model, whole)
        quant_pre_process(whole, ready)
        quantize_static(
            ready,
            result,
            RandomInputs(onnx.load(ready)),
            quant_format=QuantFormat.QDQ,
            per_channel=True,
            weight_type=QuantType.QInt8,
            activation_type=QuantType.QUInt8,
        )


WEIGHTS = {"int8": QuantType.QInt8, "uint8": QuantType.QUInt8}

if len(sys.argv) > 3:
    quantize_dynamic(*sys.argv[1:3], weight_type=WEIGHTS[sys.argv[3]])
else:
    main(*sys.argv[1:3])
