"""YOLO of Ultralytics as ONNX files, with weights drawn at random: yolo.py FOLDER [NAME...]

Needs ultralytics, which is under AGPL 3: it is installed by hand, and nothing of it is here. Images are 1x3x640x640.
`yolo11n-nms` has NonMaxSuppression in it, of what is above a threshold that random weights reach.
"""

import os
import shutil
import sys

import torch
from ultralytics import YOLO

NAMES = ["yolov5n", "yolov8n", "yolo11n", "yolo12n", "yolo26n", "yolo11n-nms"]


def main(folder, *names):
    os.makedirs(folder, exist_ok=True)
    for name in names or NAMES:
        torch.manual_seed(0)
        options = {"nms": True, "conf": 1e-5} if name.endswith("-nms") else {}
        model = YOLO(f"{name.removesuffix('-nms')}.yaml")
        written = model.export(format="onnx", imgsz=640, simplify=False, device="cpu", **options)
        shutil.move(written, os.path.join(folder, f"{name}.onnx"))


main(*sys.argv[1:])
