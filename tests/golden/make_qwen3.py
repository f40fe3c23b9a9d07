"""Writes checkpoints/qwen3: a random Qwen3 with the vocabulary of checkpoints/qwen2, and the values of every step.

    python3 make_qwen3.py

Qwen3 is Qwen2 with RMS norms of each query and key, before their rotation, and without biases.
"""

import numpy as np

from decoders import assert_reproduces, read_checkpoint, save

SEED = 3
HEAD_WIDTH = 12  # not hidden_size / num_attention_heads


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


assert_reproduces("qwen2")
config2, weights2, cases = read_checkpoint("qwen2")
config = {
    **config2,
    "architectures": ["Qwen3ForCausalLM"],
    "model_type": "qwen3",
    "attention_bias": False,
    "head_dim": HEAD_WIDTH,
    "sliding_window": None,
}
save("qwen3", config, make_weights(config, weights2), cases, "qwen2")
