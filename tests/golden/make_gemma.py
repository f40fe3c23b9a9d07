"""Writes checkpoints/gemma and checkpoints/gemma3: random models with the vocabulary of checkpoints/llama, and the values of
every step.

    python3 make_gemma.py

The steps follow the decoder layers of transformers (modular_gemma3.py in commit 003320480b9e, and modeling_gemma.py): token
embeddings times sqrt(D), norms by 1 + weight, and a gate of GELU by tanh, whatever hidden_act of Gemma 1 says. Gemma 3 has four
norms a layer, norms of queries and keys, and scores divided by sqrt(query_pre_attn_scalar). Its third layer sees all keys, with
scaled angles; the others have a window, and another base of their angles.
"""

import numpy as np

from decoders import assert_reproduces, read_checkpoint, rms, rotate, save, softmax

SEEDS = {"gemma": 1, "gemma3": 3}
HEAD_WIDTH = 12  # not hidden_size / num_attention_heads


def gelu(x):
    return x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3))) / 2


def forward(config, weights, ids):
    heads, shared = config["num_attention_heads"], config["num_key_value_heads"]
    width, eps, n = config["head_dim"], config["rms_norm_eps"], len(ids)

    def norm(name, x):
        return rms(x, 1 + weights[f"{name}.weight"], eps)

    def project(name, x):
        return x @ weights[f"{name}.weight"].T

    def split(x, count):
        return x.reshape(n, count, width).transpose(1, 0, 2)

    # The library multiplies by a float32.
    x = embedding = weights["model.embed_tokens.weight"][ids] * float(np.float32(config["hidden_size"] ** 0.5))
    distance = np.arange(n)[:, None] - np.arange(n)
    layers = []
    for i in range(config["num_hidden_layers"]):
        is_full = "layer_types" not in config or config["layer_types"][i] == "full_attention"
        is_gemma3 = config["model_type"] == "gemma3_text"
        name = f"model.layers.{i}"
        step = {"input": x}
        normed = step["norm_attn"] = norm(f"{name}.input_layernorm", x)
        q = step["q"] = split(project(f"{name}.self_attn.q_proj", normed), heads)
        k = step["k"] = split(project(f"{name}.self_attn.k_proj", normed), shared)
        v = step["v"] = split(project(f"{name}.self_attn.v_proj", normed), shared)
        if is_gemma3:
            q = step["q_norm"] = norm(f"{name}.self_attn.q_norm", q)
            k = step["k_norm"] = norm(f"{name}.self_attn.k_norm", k)
        angles = [config["rope_theta"], config["rope_scaling"]] if is_full else [config["rope_local_base_freq"]]
        q = step["q_rot"] = rotate(q, *angles)
        k = step["k_rot"] = rotate(k, *angles)
        seen = (distance >= 0) & (is_full or distance < config["sliding_window"])
        k, v = (np.repeat(each, heads // shared, 0) for each in (k, v))
        scores = q @ k.transpose(0, 2, 1) / np.sqrt(config.get("query_pre_attn_scalar", width))
        scores = step["scores"] = np.where(seen, scores, -np.inf)
        shares = step["weights"] = softmax(scores)
        out = step["head_out"] = shares @ v
        merged = out.transpose(1, 0, 2).reshape(n, heads * width)
        found = step["attn_out"] = project(f"{name}.self_attn.o_proj", merged)
        if is_gemma3:
            found = step["norm_attn_out"] = norm(f"{name}.post_attention_layernorm", found)
        middle = step["after_attn"] = x + found
        before = "pre_feedforward" if is_gemma3 else "post_attention"
        normed = step["norm_mlp"] = norm(f"{name}.{before}_layernorm", middle)
        gate = gelu(project(f"{name}.mlp.gate_proj", normed))
        hidden = step["mlp_hidden"] = gate * project(f"{name}.mlp.up_proj", normed)
        fed = step["mlp_out"] = project(f"{name}.mlp.down_proj", hidden)
        if is_gemma3:
            fed = step["norm_mlp_out"] = norm(f"{name}.post_feedforward_layernorm", fed)
        x = step["output"] = middle + fed
        layers.append(step)
    final = norm("model.norm", x)
    return embedding, layers, final, final @ weights["model.embed_tokens.weight"].T


def make_weights(config, seed):
    random = np.random.default_rng(seed)
    is_gemma3 = config["model_type"] == "gemma3_text"
    width, heads, shared = config["hidden_size"], config["num_attention_heads"], config["num_key_value_heads"]

    def draw(*shape):
        return random.normal(0, 0.3, shape).astype("<f4")

    weights = {"model.embed_tokens.weight": draw(config["vocab_size"], width) / np.float32(4)}
    for i in range(config["num_hidden_layers"]):
        name = f"model.layers.{i}"
        for norm in ("input", "post_attention", *(("pre_feedforward", "post_feedforward") if is_gemma3 else ())):
            weights[f"{name}.{norm}_layernorm.weight"] = draw(width)
        for part, count in (("q", heads), ("k", shared), ("v", shared)):
            weights[f"{name}.self_attn.{part}_proj.weight"] = draw(count * HEAD_WIDTH, width)
        weights[f"{name}.self_attn.o_proj.weight"] = draw(width, heads * HEAD_WIDTH)
        for part in ("q", "k") if is_gemma3 else ():
            weights[f"{name}.self_attn.{part}_norm.weight"] = draw(HEAD_WIDTH)
        for part in ("gate", "up"):
            weights[f"{name}.mlp.{part}_proj.weight"] = draw(config["intermediate_size"], width)
        weights[f"{name}.mlp.down_proj.weight"] = draw(width, config["intermediate_size"])
    weights["model.norm.weight"] = draw(width)
    return weights


assert_reproduces("llama")
old, _, cases = read_checkpoint("llama")
COMMON = {
    "attention_bias": False,
    "bos_token_id": 1,
    "eos_token_id": 2,
    "head_dim": HEAD_WIDTH,
    "hidden_size": 24,
    "intermediate_size": 40,
    "max_position_embeddings": 64,
    "num_attention_heads": 4,
    "num_key_value_heads": 1,
    "rms_norm_eps": 1e-06,
    "rope_theta": 10000.0,
    "torch_dtype": "float32",
    "use_cache": True,
    "vocab_size": old["vocab_size"],
}
GEMMA = {
    **COMMON,
    "architectures": ["GemmaForCausalLM"],
    "hidden_act": "gelu",
    "hidden_activation": None,
    "model_type": "gemma",
    "num_hidden_layers": 2,
    "rope_scaling": None,
}
GEMMA3 = {
    **COMMON,
    "architectures": ["Gemma3ForCausalLM"],
    "attn_logit_softcapping": None,
    "final_logit_softcapping": None,
    "hidden_activation": "gelu_pytorch_tanh",
    "layer_types": ["sliding_attention", "sliding_attention", "full_attention"],
    "model_type": "gemma3_text",
    "num_hidden_layers": 3,
    "query_pre_attn_scalar": 10,
    "rope_local_base_freq": 100.0,
    "rope_scaling": {"factor": 8.0, "rope_type": "linear"},
    "sliding_window": 4,
    "use_bidirectional_attention": False,
}
for name, config in (("gemma", GEMMA), ("gemma3", GEMMA3)):
    save(name, config, make_weights(config, SEEDS[name]), cases, "llama", forward)
