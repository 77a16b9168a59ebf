"""Networks of torchvision as ONNX files, with weights drawn at random: models.py FOLDER [NAME...]

Needs torch, torchvision and onnxscript (`pip install torch torchvision onnxscript`). Images are 1x3x224x224; batch
normalization has statistics of random images, so that values stay in range through the whole network; no layer is all
zeros.
"""

import os
import sys

import torch
import torchvision

NAMES = ["resnet18", "resnet50", "mobilenet_v2", "efficientnet_b0", "convnext_tiny", "vit_b_16", "swin_t"]
IMAGES = 8


def main(folder, *names):
    os.makedirs(folder, exist_ok=True)
    for name in names or NAMES:
        torch.manual_seed(1)
        model = torchvision.models.get_model(name, weights=None)
        fill_zeros(model)
        settle(model)
        path = os.path.join(folder, f"{name}.onnx")
        image = torch.randn(1, 3, 224, 224)
        torch.onnx.export(model, (image,), path, dynamo=True, external_data=False, input_names=["image"])
        print(path)


def fill_zeros(model):
    """A head of zeros, as vision transformers start with, would give zeros whatever comes before it."""
    for module in model.modules():
        if isinstance(module, torch.nn.Linear) and not module.weight.any():
            torch.nn.init.xavier_uniform_(module.weight)


def settle(model):
    """Takes the statistics of batch normalization from random images, whole, not as a running mean."""
    for module in model.modules():
        if isinstance(module, torch.nn.BatchNorm2d):
            module.momentum = None
            module.reset_running_stats()
    model.train()
    with torch.no_grad():
        model(torch.randn(IMAGES, 3, 224, 224))
    model.eval()


main(*sys.argv[1:])
