"""What the scripts of tiny decoders have in common: files, the steps of Llama and Qwen in float64, and the expected values.

The numbers of a script are trusted because these functions first give the values of checkpoints that come from the original
implementation: `assert_reproduces`. Python 3.11, numpy 1.24.
"""

import json
import shutil
import struct
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parent / "checkpoints"
GREEDY = 8


def read_numbers(data, dtype):
    if dtype == "BF16":  # the upper half of a float32
        return (np.frombuffer(data, "<u2").astype("<u4") << 16).view("<f4")
    assert dtype == "F32"
    return np.frombuffer(data, "<f4")


def read_weights(path):
    content = path.read_bytes()
    (size,) = struct.unpack("<Q", content[:8])
    header = json.loads(content[8 : 8 + size])
    data = content[8 + size :]
    return {
        name: read_numbers(data[slice(*entry["data_offsets"])], entry["dtype"]).reshape(entry["shape"])
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


def scale(frequencies, scaling):
    """Scaled frequencies, as transformers does it in modeling_rope_utils.py: _compute_linear_scaling_rope_parameters and
    _compute_llama3_parameters."""
    kind = scaling["rope_type"]
    slow = frequencies / scaling["factor"]
    if kind == "linear":
        return slow
    assert kind == "llama3"
    low, high = scaling["low_freq_factor"], scaling["high_freq_factor"]
    turns = scaling["original_max_position_embeddings"] * frequencies / (2 * np.pi)
    smooth = (turns - low) / (high - low)
    between = (1 - smooth) * slow + smooth * frequencies
    return np.where(turns < low, slow, np.where(turns > high, frequencies, between))


def rotate(x, theta, scaling=None):
    half = x.shape[-1] // 2
    frequencies = theta ** (-np.arange(half) / half)
    if scaling:
        frequencies = scale(frequencies, scaling)
    angles = np.arange(x.shape[-2])[:, None] * frequencies
    first, second = x[..., :half], x[..., half:]
    cos, sin = np.cos(angles), np.sin(angles)
    return np.concatenate([first * cos - second * sin, second * cos + first * sin], -1)


def softmax(x):
    exponentials = np.exp(x - x.max(-1, keepdims=True))
    return exponentials / exponentials.sum(-1, keepdims=True)


def forward(config, weights, ids):
    """Llama, Qwen2 and Qwen3: every step of a text, in float64."""
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
        q = step["q_rot"] = rotate(q, config["rope_theta"], config.get("rope_scaling"))
        k = step["k_rot"] = rotate(k, config["rope_theta"], config.get("rope_scaling"))
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
    return embedding, layers, final, final @ weights.get("lm_head.weight", weights["model.embed_tokens.weight"]).T


def listed(array):
    """Nested lists with 8 significant digits; null for masked scores."""
    if array.ndim > 0:
        return [listed(item) for item in array]
    if not np.isfinite(array):
        return None
    number = float(f"{array:.8g}")
    return int(number) if number.is_integer() else number


def describe(config, weights, case, forward=forward):
    embedding, layers, final, logits = forward(config, weights, case["ids"])
    top = []
    for row in logits:
        order = np.argsort(-row)
        assert np.diff(-row[order[:9]]).min() > 1e-4, "float32 could rank two tokens otherwise"
        shares = softmax(row)[order[:8]]
        top.append({"ids": order[:8].tolist(), "logits": listed(row[order[:8]]), "probs": listed(shares)})
    ids = list(case["ids"])
    for _ in range(GREEDY):
        last = forward(config, weights, ids)[3][-1]
        second, first = np.argsort(last)[-2:]
        assert last[first] - last[second] > 4e-3, "float32 could write another token"
        ids.append(int(first))
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


def widen(weights):
    return {name: weight.astype(np.float64) for name, weight in weights.items()}


def read_checkpoint(name):
    """The configuration, weights and cases of a checkpoint."""
    folder = ROOT / name
    config = json.loads((folder / "config.json").read_text())
    cases = json.loads((folder / "expected.json").read_text())["cases"]
    return config, read_weights(folder / "model.safetensors"), cases


def assert_reproduces(name):
    config, weights, cases = read_checkpoint(name)
    for case in cases:
        assert_near(describe(config, widen(weights), case), case)


def save(name, config, weights, cases, tokenizer, forward=forward):
    """Writes a checkpoint: its files, and the values of the texts of `cases`, with the tokenizer of another one."""
    folder = ROOT / name
    expected = {
        "format": 1,
        "model": name,
        "precision": "computed in float64 from the stored weights, printed with 8 significant digits",
        "cases": [describe(config, widen(weights), case, forward) for case in cases],
    }
    folder.mkdir(exist_ok=True)
    for file in ("tokenizer.json", "tokenizer_config.json"):
        shutil.copy(ROOT / tokenizer / file, folder / file)
    (folder / "config.json").write_text(json.dumps(config, indent=2) + "\n")
    write_weights(folder / "model.safetensors", weights)
    (folder / "expected.json").write_text(json.dumps(expected, separators=(",", ":"), ensure_ascii=False) + "\n")
