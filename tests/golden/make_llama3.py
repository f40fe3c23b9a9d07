"""Writes checkpoints/llama3: a random Llama 3 with the vocabulary of checkpoints/llama, and the values of every step.

    python3 make_llama3.py

Llama 3.1 and later scale rotary positions: slow pairs of features turn slower, fast ones do not, and those between have a
share of both. Of the eight pairs of a head here, one turns as before, two are between, and five are slow.
"""

import numpy as np

from decoders import assert_reproduces, read_checkpoint, save

SEED = 14
HEAD_WIDTH = 16

assert_reproduces("llama")
assert_reproduces("llama-tied")
old, shapes, cases = read_checkpoint("llama")
config = {
    **old,
    "head_dim": HEAD_WIDTH,
    "rope_theta": 500.0,
    "rope_scaling": {
        "factor": 8.0,
        "high_freq_factor": 4.0,
        "low_freq_factor": 1.0,
        "original_max_position_embeddings": 32,
        "rope_type": "llama3",
    },
    "tie_word_embeddings": True,
}
random = np.random.default_rng(SEED)
rows = {"q_proj": config["num_attention_heads"] * HEAD_WIDTH}
rows["k_proj"] = rows["v_proj"] = config["num_key_value_heads"] * HEAD_WIDTH
weights = {}
for name, weight in shapes.items():
    part = name.split(".")[-2]
    if part == "lm_head":
        continue
    if part == "o_proj":
        weight = random.normal(0, 0.3, (weight.shape[0], rows["q_proj"]))
    elif part in rows:
        weight = random.normal(0, 0.4, (rows[part], weight.shape[1]))
    weights[name] = weight.astype("<f4")
save("llama3", config, weights, cases, "llama")
