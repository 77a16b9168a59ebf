"""Detectors of torchvision as ONNX files, with weights drawn at random: detectors.py FOLDER [NAME...]

Needs torch and torchvision. Images are 1x3x320x320. Thresholds of scores are such that random weights detect something:
in SSDLite all 3,234 boxes of all 90 classes are candidates, which is the most that there can be.
"""

import os
import sys

import torch
import torchvision

SIZE = 320
SIZES = {"min_size": SIZE, "max_size": SIZE}
DETECTORS = {
    "ssdlite": ("ssdlite320_mobilenet_v3_large", {}),
    "retinanet": ("retinanet_resnet50_fpn", {"score_thresh": 0.0101, **SIZES}),
    "fcos": ("fcos_resnet50_fpn", {"score_thresh": 0.0101, **SIZES}),
    "fasterrcnn": ("fasterrcnn_mobilenet_v3_large_320_fpn", {"box_score_thresh": 0.0111}),
}


def main(folder, *names):
    os.makedirs(folder, exist_ok=True)
    for name in names or DETECTORS:
        torch.manual_seed(1)
        detector, options = DETECTORS[name]
        model = torchvision.models.get_model(detector, weights=None, weights_backbone=None, **options).eval()
        path = os.path.join(folder, f"{name}.onnx")
        # The exporter by tracing writes what follows NonZero; the newer one needs shapes that are known.
        torch.onnx.export(model, (torch.rand(1, 3, SIZE, SIZE),), path, dynamo=False, opset_version=17)
        print(path)


main(*sys.argv[1:])
