"""Models of language as ONNX files, of published sizes with weights drawn at random: language.py FOLDER [NAME...]

Needs torch, transformers and onnxscript (`pip install torch transformers onnxscript`). Each reads 128 tokens; a decoder
has no cache, as when a prompt is read.
"""

import os
import sys

import torch
from transformers import AutoConfig, AutoModel, AutoModelForCausalLM

TOKENS = 128

MODELS = {
    "smollm2_135m": (
        AutoModelForCausalLM,
        "llama",
        {
            "hidden_size": 576,
            "intermediate_size": 1536,
            "num_hidden_layers": 30,
            "num_attention_heads": 9,
            "num_key_value_heads": 3,
            "vocab_size": 49152,
        },
    ),
    "distilgpt2": (AutoModelForCausalLM, "gpt2", {"n_layer": 6}),
    "modernbert_base": (AutoModel, "modernbert", {"attn_implementation": "sdpa"}),
}


class Outputs(torch.nn.Module):
    """The first output alone, of a model that keeps no cache."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, tokens):
        return self.model(tokens, **({"use_cache": False} if hasattr(self.model, "lm_head") else {}))[0]


def main(folder, *names):
    os.makedirs(folder, exist_ok=True)
    for name in names or MODELS:
        torch.manual_seed(1)
        kind, architecture, options = MODELS[name]
        model = Outputs(kind.from_config(AutoConfig.for_model(architecture, **options))).eval()
        draw_norms(model)
        tokens = torch.randint(0, 1000, (1, TOKENS))
        path = os.path.join(folder, f"{name}.onnx")
        torch.onnx.export(model, (tokens,), path, dynamo=True, external_data=False, input_names=["tokens"])
        print(path)


def draw_norms(model):
    """Scales of 1, with which norms start, would be left out of the file."""
    for name, weights in model.named_parameters():
        if "norm" in name or "ln_" in name:
            torch.nn.init.normal_(weights, 1 if name.endswith("weight") else 0, 0.1)


main(*sys.argv[1:])
