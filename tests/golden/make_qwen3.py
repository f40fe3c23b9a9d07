"""Writes checkpoints/qwen3: a random Qwen3 with the vocabulary of checkpoints/qwen2, and the values of every step.

    python3 make_qwen3.py

Qwen3 is Qwen2 with RMS norms of each query and key, before their rotation, and without biases. The functions below first
give the expected values of checkpoints/qwen2, which come from the original implementation. Python 3.11, numpy 1.24.
"""

import json
import shutil
import struct
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parent / "checkpoints"
SEED = 3
HEAD_WIDTH = 12  # not hidden_size / num_attention_heads
GREEDY = 8


def read_weights(path):
    content = path.read_bytes()
    (size,) = struct.unpack("<Q", content[:8])
    header = json.loads(content[8 : 8 + size])
    data = content[8 + size :]
    return {
        name: np.frombuffer(data[slice(*entry["data_offsets"])], "<f4").reshape(entry["shape"])
        for name, entry in header.items()
        if name != "__metadata__"
    }


def write_weights(path, weights):
    header, at = {"__metadata__": {"format": "pt"}}, 0
    for name, weight in weights.items():
        header[name] = {"dtype": "F32", "shape": list(weight.shape), "data_offsets": [at, at + weight.nbytes]}
        at += weight.nbytes
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + b"".join(w.tobytes() for w in weights.values()))


def rms(x, gain, eps):
    return x / np.sqrt((x**2).mean(-1, keepdims=True) + eps) * gain


def rotate(x, theta):
    half = x.shape[-1] // 2
    angles = np.arange(x.shape[-2])[:, None] * theta ** (-np.arange(half) / half)
    first, second = x[..., :half], x[..., half:]
    cos, sin = np.cos(angles), np.sin(angles)
    return np.concatenate([first * cos - second * sin, second * cos + first * sin], -1)


def softmax(x):
    exponentials = np.exp(x - x.max(-1, keepdims=True))
    return exponentials / exponentials.sum(-1, keepdims=True)


def forward(config, weights, ids):
    heads, shared = config["num_attention_heads"], config["num_key_value_heads"]
    width, eps = config.get("head_dim", config["hidden_size"] // heads), config["rms_norm_eps"]
    n = len(ids)

    def project(name, x):
        bias = weights.get(f"{name}.bias", 0)
        return x @ weights[f"{name}.weight"].T + bias

    def split(x, count):
        return x.reshape(n, count, width).transpose(1, 0, 2)

    x = embedding = weights["model.embed_tokens.weight"][ids]
    layers = []
    for i in range(config["num_hidden_layers"]):
        name = f"model.layers.{i}"
        step = {"input": x}
        normed = step["norm_attn"] = rms(x, weights[f"{name}.input_layernorm.weight"], eps)
        q = step["q"] = split(project(f"{name}.self_attn.q_proj", normed), heads)
        k = step["k"] = split(project(f"{name}.self_attn.k_proj", normed), shared)
        v = step["v"] = split(project(f"{name}.self_attn.v_proj", normed), shared)
        if f"{name}.self_attn.q_norm.weight" in weights:
            q = step["q_norm"] = rms(q, weights[f"{name}.self_attn.q_norm.weight"], eps)
            k = step["k_norm"] = rms(k, weights[f"{name}.self_attn.k_norm.weight"], eps)
        q = step["q_rot"] = rotate(q, config["rope_theta"])
        k = step["k_rot"] = rotate(k, config["rope_theta"])
        group = heads // shared
        scores = q @ np.repeat(k, group, 0).transpose(0, 2, 1) / np.sqrt(width)
        scores = step["scores"] = np.where(np.tril(np.ones((n, n), bool)), scores, -np.inf)
        shares = step["weights"] = softmax(scores)
        out = step["head_out"] = shares @ np.repeat(v, group, 0)
        merged = out.transpose(1, 0, 2).reshape(n, heads * width)
        step["attn_out"] = project(f"{name}.self_attn.o_proj", merged)
        middle = step["after_attn"] = x + step["attn_out"]
        normed = step["norm_mlp"] = rms(middle, weights[f"{name}.post_attention_layernorm.weight"], eps)
        gate = project(f"{name}.mlp.gate_proj", normed)
        hidden = step["mlp_hidden"] = gate / (1 + np.exp(-gate)) * project(f"{name}.mlp.up_proj", normed)
        step["mlp_out"] = project(f"{name}.mlp.down_proj", hidden)
        x = step["output"] = middle + step["mlp_out"]
        layers.append(step)
    final = rms(x, weights["model.norm.weight"], eps)
    return embedding, layers, final, final @ weights["model.embed_tokens.weight"].T


def listed(array):
    """Nested lists with 8 significant digits; null for masked scores."""
    if array.ndim > 0:
        return [listed(item) for item in array]
    if not np.isfinite(array):
        return None
    number = float(f"{array:.8g}")
    return int(number) if number.is_integer() else number


def describe(config, weights, case):
    embedding, layers, final, logits = forward(config, weights, case["ids"])
    top = []
    for row in logits:
        order = np.argsort(-row)
        assert np.diff(-row[order[:9]]).min() > 1e-4, "float32 could rank two tokens otherwise"
        shares = softmax(row)[order[:8]]
        top.append({"ids": order[:8].tolist(), "logits": listed(row[order[:8]]), "probs": listed(shares)})
    ids = list(case["ids"])
    for _ in range(GREEDY):
        ids.append(int(forward(config, weights, ids)[3][-1].argmax()))
    given = {key: case[key] for key in ("text", "tokens", "ids", "position_ids")}
    return {
        **given,
        "embedding": listed(embedding),
        "layers": [{name: listed(table) for name, table in layer.items()} for layer in layers],
        "final": listed(final),
        "logits_top8": top,
        "logits_last": listed(logits[-1]),
        "greedy": ids[len(case["ids"]) :],
    }


def assert_near(actual, expected):
    if isinstance(expected, dict):
        assert expected.keys() == actual.keys()
        for key in expected:
            assert_near(actual[key], expected[key])
    elif isinstance(expected, str):
        assert actual == expected
    elif isinstance(expected, list) and isinstance(expected[0], (dict, list, str)):
        assert len(actual) == len(expected)
        for pair in zip(actual, expected):
            assert_near(*pair)
    elif isinstance(expected, list):
        numbers = [np.array([np.inf if x is None else x for x in row], float) for row in (actual, expected)]
        assert np.allclose(*numbers, rtol=1e-6, atol=1e-6)


def make_weights(config, qwen2):
    """The weights of qwen2 without biases, with wider heads and the norms of queries and keys, which have random gains."""
    random = np.random.default_rng(SEED)
    rows = {
        "q_proj": config["num_attention_heads"] * HEAD_WIDTH,
        "k_proj": config["num_key_value_heads"] * HEAD_WIDTH,
        "v_proj": config["num_key_value_heads"] * HEAD_WIDTH,
    }
    weights = {}
    for name, weight in qwen2.items():
        part = name.split(".")[-2]
        if name.endswith(".bias"):
            continue
        if part in rows:
            weight = random.normal(0, 0.3, (rows[part], weight.shape[1]))
        if part == "o_proj":
            weight = random.normal(0, 0.3, (weight.shape[0], rows["q_proj"]))
            for norm in ("q_norm", "k_norm"):
                weights[name.replace("o_proj", norm)] = random.normal(1, 0.3, HEAD_WIDTH).astype("<f4")
        weights[name] = weight.astype("<f4")
    return weights


def widen(weights):
    return {name: weight.astype(np.float64) for name, weight in weights.items()}


qwen2, qwen3 = ROOT / "qwen2", ROOT / "qwen3"
config2 = json.loads((qwen2 / "config.json").read_text())
weights2 = read_weights(qwen2 / "model.safetensors")
cases = json.loads((qwen2 / "expected.json").read_text())["cases"]
for case in cases:
    assert_near(describe(config2, widen(weights2), case), case)

config = {
    **config2,
    "architectures": ["Qwen3ForCausalLM"],
    "model_type": "qwen3",
    "attention_bias": False,
    "head_dim": HEAD_WIDTH,
    "sliding_window": None,
}
weights = make_weights(config, weights2)
expected = {
    "format": 1,
    "model": "qwen3",
    "precision": "computed in float64 from the stored weights, printed with 8 significant digits",
    "cases": [describe(config, widen(weights), case) for case in cases],
}
qwen3.mkdir(exist_ok=True)
for name in ("tokenizer.json", "tokenizer_config.json"):
    shutil.copy(qwen2 / name, qwen3 / name)
(qwen3 / "config.json").write_text(json.dumps(config, indent=2) + "\n")
write_weights(qwen3 / "model.safetensors", weights)
(qwen3 / "expected.json").write_text(json.dumps(expected, separators=(",", ":"), ensure_ascii=False) + "\n")
