"""Writes gradients.json: gradients by PyTorch, in the format of make_golden.py.

`inputs` with a case's arrays (grad_output among them, where the loss is the sum of
output * grad_output),
`expected` with the loss, where there is one, and the gradient of every float input, by the name of
the input, computed in float64 from float32 inputs; `expected_f32` the same in float32.

    python3 make_gradients.py [output folder]

Needs torch 1.13 and numpy. One thread, fixed seeds.
"""
import math
import sys
from pathlib import Path

import torch
import torch.nn.functional as F

from make_golden import Book, draw


def gradients_of(fn):
    """The gradients of what fn makes of its inputs, a loss or an output to be met by grad_output."""
    def run(i):
        leaves = {k: v.clone().requires_grad_() if v.is_floating_point() and k != "grad_output" else v
                  for k, v in i.items()}
        out = fn(leaves)
        loss = (out * i["grad_output"]).sum() if "grad_output" in i else out
        loss.backward()
        result = {} if "grad_output" in i else {"loss": loss.detach().reshape(1)}
        result.update({k: v.grad for k, v in leaves.items()
                       if v.is_floating_point() and k != "grad_output"})
        return result
    return run


def attend(scores, value, kept=None, added=None, fill=-math.inf, softcap=None, sinks=None):
    """Scores (N, L, S) or (N, H, L, S) to the output. Each of the sinks (H) is the score of one more key, of value 0."""
    if softcap is not None:
        scores = softcap * torch.tanh(scores / softcap)
    if added is not None:
        scores = scores + added
    if kept is not None:
        scores = scores.masked_fill(~kept, fill)
    if sinks is None:
        return scores.softmax(-1) @ value
    more = sinks[:, None, None].expand(*scores.shape[:-1], 1)
    return torch.cat([scores, more], -1).softmax(-1)[..., :-1] @ value


def dot_product(kept=None, fill=-math.inf, scale=None, softcap=None):
    def run(i):
        query, key, value = i["query"], i["key"], i["value"]
        if query.dim() == 4 and key.shape[1] != query.shape[1]:
            times = query.shape[1] // key.shape[1]
            key, value = key.repeat_interleave(times, 1), value.repeat_interleave(times, 1)
        scores = query @ key.transpose(-2, -1) * (scale or 1 / math.sqrt(query.shape[-1]))
        mask = i["mask"] if "mask" in i else kept
        return attend(scores, value, mask, i.get("added"), fill, softcap, i.get("sinks"))
    return run


def additive(softcap=None):
    def run(i):
        hidden = torch.tanh((i["queries"] @ i["wq"].T).unsqueeze(2) + (i["keys"] @ i["wk"].T).unsqueeze(1))
        kept = None
        if "valid_lens" in i:
            kept = (torch.arange(i["keys"].shape[1])[None] < i["valid_lens"][:, None])[:, None]
        return attend(hidden @ i["wv"], i["values"], kept, i.get("added"), softcap=softcap, sinks=i.get("sinks"))
    return run


def multi_head(D, H, softcap=None):
    """nn.MultiheadAttention by hand, so that its weights are leaves."""
    def run(i):
        if "in_proj_weight" in i:
            weights = i["in_proj_weight"].chunk(3)
        else:
            weights = [i[n + "_proj_weight"] for n in "qkv"]
        biases = i["in_proj_bias"].chunk(3) if "in_proj_bias" in i else [None] * 3
        heads = [F.linear(i[n], w, b).unflatten(-1, (H, D // H)).transpose(1, 2)
                 for n, w, b in zip(("query", "key", "value"), weights, biases)]
        scores = heads[0] @ heads[1].transpose(-2, -1) / math.sqrt(D // H)
        kept = i["key_padding"][:, None, None] if "key_padding" in i else None
        mixed = attend(scores, heads[2], kept, i.get("added"), softcap=softcap, sinks=i.get("sinks")).transpose(1, 2).flatten(2)
        return F.linear(mixed, i["out_proj_weight"], i.get("out_proj_bias"))
    return run


def gru_states(x, i, prefix, reverse=False):
    w, u, b, c = (i[prefix + n] for n in ("weight_ih", "weight_hh", "bias_ih", "bias_hh"))
    h, states = torch.zeros(x.shape[0], u.shape[1], dtype=x.dtype), []
    steps = range(x.shape[1])
    for t in reversed(steps) if reverse else steps:
        xr, xz, xn = F.linear(x[:, t], w, b).chunk(3, -1)
        hr, hz, hn = F.linear(h, u, c).chunk(3, -1)
        z = torch.sigmoid(xz + hz)
        h = (1 - z) * torch.tanh(xn + torch.sigmoid(xr + hr) * hn) + z * h
        states.append(h)
    return torch.stack(states[::-1] if reverse else states, 1)


def bidirectional_gru(i):
    return torch.cat([gru_states(i["x"], i, "forward_"), gru_states(i["x"], i, "backward_", True)], -1)


def translator(i):
    """The translator of src/js/learning/translator.js: the loss."""
    words = i["source_embedding"][i["sources"]]
    annotations = bidirectional_gru({**i, "x": words})
    keys = F.linear(annotations, i["keys_weight"], i["keys_bias"])
    B, T = i["inputs"].shape
    s = torch.zeros(B, i["writer_weight_hh"].shape[1], dtype=words.dtype)
    logits = []
    for t in range(T):
        y = i["target_embedding"][i["inputs"][:, t]]
        q = F.linear(torch.cat([s, y], -1), i["query_weight"], i["query_bias"])
        a = (torch.tanh(q[:, None] + keys) @ i["score"]).softmax(-1)
        context = (a[:, None] @ annotations)[:, 0]
        x = F.linear(torch.cat([y, context], -1), i["writer_weight_ih"], i["writer_bias_ih"])
        xr, xz, xn = x.chunk(3, -1)
        hr, hz, hn = F.linear(s, i["writer_weight_hh"], i["writer_bias_hh"]).chunk(3, -1)
        z = torch.sigmoid(xz + hz)
        s = (1 - z) * torch.tanh(xn + torch.sigmoid(xr + hr) * hn) + z * s
        logits.append(F.linear(torch.cat([s, context], -1), i["output_weight"], i["output_bias"]))
    return F.cross_entropy(torch.stack(logits, 1).flatten(0, 1), i["targets"].flatten(), ignore_index=-1)


def language_model(H):
    """One layer of src/js/learning/mini.js: the loss."""
    def run(i):
        x = i["embedding"][i["inputs"]]
        N, L, D = x.shape
        h = F.layer_norm(x, (D,), i["norm_gain"], i["norm_bias"])
        q, k, v = (p.unflatten(-1, (H, D // H)).transpose(1, 2) for p in (h @ i["qkv"].T).chunk(3, -1))
        l = torch.arange(L)
        bias = i["distances"][:, (l[:, None] - l[None]).clamp(min=0)]
        kept = torch.ones(L, L).tril().bool()
        mixed = attend(q @ k.transpose(-2, -1) / math.sqrt(D // H), v, kept, bias)
        x = x + mixed.transpose(1, 2).flatten(2) @ i["output"].T
        x = F.layer_norm(x, (D,), i["final_gain"], i["final_bias"])
        return F.cross_entropy((x @ i["embedding"].T).flatten(0, 1), i["targets"].flatten(), ignore_index=-1)
    return run


def describer(i):
    """src/js/learning/describer.js: the loss."""
    words = i["words"]
    q, k, v = i["query"][i["adjectives"]], i["key"][words], i["value"][words]
    kept = torch.arange(words.shape[1])[None] < i["valid_lens"][:, None]
    found = attend(q[:, None] @ k.transpose(1, 2) / math.sqrt(2), v, kept[:, None])[:, 0]
    points = i["value"][i["nouns"]]
    return F.cross_entropy(-(found[:, None] - points[None]).pow(2).sum(-1), i["targets"])


def gru_parameters(r, prefix, width, U):
    names = {"weight_ih": (3 * U, width), "weight_hh": (3 * U, U), "bias_ih": (3 * U,), "bias_hh": (3 * U,)}
    return {prefix + n: r(*shape, scale=0.5) for n, shape in names.items()}


def file_gradients():
    book = Book("Gradients by PyTorch's autograd; see make_gradients.py")
    add = lambda name, op, params, inputs, fn: book.add(name, "torch.autograd", op, params, inputs, gradients_of(fn))
    r = draw(1)
    add("dot_product", "scaled_dot_product_attention", {},
        {"query": r(2, 3, 5, 8), "key": r(2, 3, 7, 8), "value": r(2, 3, 7, 4), "grad_output": r(2, 3, 5, 4)}, dot_product())
    causal = torch.ones(9, 9).tril().bool()
    r = draw(2)
    add("dot_product_causal", "scaled_dot_product_attention", {"is_causal": True},
        {"query": r(9, 4), "key": r(9, 4), "value": r(9, 5), "grad_output": r(9, 5)}, dot_product(causal))
    r = draw(3)
    add("dot_product_masked_finite_fill", "scaled_dot_product_attention", {"fill": -2.0, "scale": 0.7},
        {"query": r(2, 4, 3), "key": r(2, 6, 3), "value": r(2, 6, 3), "mask": r.bits(2, 4, 6, p=0.6), "grad_output": r(2, 4, 3)},
        dot_product(fill=-2.0, scale=0.7))
    r = draw(4)
    add("dot_product_grouped_added", "scaled_dot_product_attention", {},
        {"query": r(1, 4, 3, 5), "key": r(1, 2, 6, 5), "value": r(1, 2, 6, 3), "added": r(3, 6), "grad_output": r(1, 4, 3, 3)}, dot_product())
    r = draw(5)
    add("additive_valid_lens", "additive_attention", {},
        {"queries": r(2, 3, 5), "keys": r(2, 7, 4), "values": r(2, 7, 6), "wq": r(9, 5, scale=0.5), "wk": r(9, 4, scale=0.5),
         "wv": r(9), "valid_lens": torch.tensor([4, 7]), "grad_output": r(2, 3, 6)}, additive())
    r = draw(6)
    add("multi_head_self", "multihead_attention", {"num_heads": 2},
        {"query": r(2, 5, 8), "key": r(2, 5, 8), "value": r(2, 5, 8), "in_proj_weight": r(24, 8, scale=0.4), "in_proj_bias": r(24),
         "out_proj_weight": r(8, 8, scale=0.4), "out_proj_bias": r(8), "grad_output": r(2, 5, 8)}, multi_head(8, 2))
    r = draw(7)
    add("multi_head_cross_padding", "multihead_attention", {"num_heads": 3},
        {"query": r(2, 4, 6), "key": r(2, 7, 5), "value": r(2, 7, 3), "q_proj_weight": r(6, 6, scale=0.4), "k_proj_weight": r(6, 5, scale=0.4),
         "v_proj_weight": r(6, 3, scale=0.4), "out_proj_weight": r(6, 6, scale=0.4),
         "key_padding": torch.tensor([[1, 1, 1, 0, 1, 0, 0], [1] * 7]).bool(), "grad_output": r(2, 4, 6)}, multi_head(6, 3))
    r = draw(8)
    V, E, U, D, A, B, S, T = 7, 5, 3, 6, 4, 3, 5, 4
    # Word 0 marks both ends of a sentence.
    sources, targets = r.whole(1, V, B, S), r.whole(1, V, B, T)
    sources[:, [0, -1]] = 0
    targets[0, 2], targets[0, 3], targets[1, 3], targets[2, 3] = 0, -1, 0, 0
    inputs = torch.cat([torch.zeros(B, 1).long(), targets[:, :-1].clamp(min=0)], 1)
    add("translator", "translator", {},
        {"sources": sources, "inputs": inputs, "targets": targets,
         "source_embedding": r(V, E), "target_embedding": r(V, E),
         **gru_parameters(r, "forward_", E, U), **gru_parameters(r, "backward_", E, U),
         "keys_weight": r(A, 2 * U), "keys_bias": r(A), "query_weight": r(A, D + E, scale=0.5), "query_bias": r(A), "score": r(A),
         **gru_parameters(r, "writer_", E + 2 * U, D),
         "output_weight": r(V, D + 2 * U), "output_bias": r(V)}, translator)
    r = draw(9)
    V, N, L, D, H = 9, 2, 6, 8, 2
    words = r.whole(0, V, N, L + 1)
    inputs, targets = words[:, :-1].clone(), words[:, 1:].clone()
    inputs[1, 4:], targets[1, 4:] = 0, -1
    add("language_model", "language_model", {"num_heads": H},
        {"inputs": inputs, "targets": targets, "embedding": r(V, D), "norm_gain": 1 + r(D, scale=0.2), "norm_bias": r(D, scale=0.2),
         "qkv": r(3 * D, D, scale=0.4), "distances": r(H, L), "output": r(D, D, scale=0.4), "final_gain": 1 + r(D, scale=0.2),
         "final_bias": r(D, scale=0.2)}, language_model(H))
    r = draw(10)
    V, N, S, C = 12, 5, 7, 4
    words, targets, adjectives = r.whole(6, V, N, S), r.whole(0, C, N), torch.tensor([0, 4, 2, 1, 6])
    words[range(N), [3, 1, 1, 2, 5]] = targets + 2
    add("describer", "describer", {},
        {"words": words, "adjective_positions": adjectives, "answer_positions": torch.tensor([3, 1, 1, 2, 5]),
         "adjectives": words[range(N), adjectives], "valid_lens": torch.tensor([7, 5, 6, 3, 7]),
         "nouns": torch.arange(C) + 2, "targets": targets, "query": r(V, 2), "key": r(V, 2), "value": r(V, 2)}, describer)
    r = draw(11)
    add("dot_product_sinks_grouped", "scaled_dot_product_attention", {},
        {"query": r(2, 4, 3, 5), "key": r(2, 2, 6, 5), "value": r(2, 2, 6, 3), "sinks": r(4, scale=2.0),
         "mask": r.bits(2, 1, 3, 6, p=0.7), "grad_output": r(2, 4, 3, 3)}, dot_product())
    r = draw(12)
    add("dot_product_softcap_added", "scaled_dot_product_attention", {"softcap": 1.5, "scale": 1.2},
        {"query": r(2, 3, 4, 5), "key": r(2, 3, 7, 5), "value": r(2, 3, 7, 2), "added": r(3, 4, 7), "grad_output": r(2, 3, 4, 2)},
        dot_product(scale=1.2, softcap=1.5))
    r = draw(13)
    added = r(2, 1, 1, 6)
    added[0, 0, 0, 4:] = -math.inf
    add("dot_product_softcap_sinks_added_of_keys", "scaled_dot_product_attention", {"softcap": 2.0},
        {"query": r(2, 2, 5, 4), "key": r(2, 2, 6, 4), "value": r(2, 2, 6, 3), "added": added, "sinks": r(2),
         "grad_output": r(2, 2, 5, 3)}, dot_product(softcap=2.0))
    r = draw(18)  # with 14, the gradient of the sink nearly cancels
    add("additive_softcap_sinks_added", "additive_attention", {"softcap": 1.5},
        {"queries": r(2, 3, 5), "keys": r(2, 7, 4), "values": r(2, 7, 6), "wq": r(9, 5, scale=0.5), "wk": r(9, 4, scale=0.5),
         "wv": r(9), "valid_lens": torch.tensor([7, 4]), "added": r(3, 1), "sinks": r(1), "grad_output": r(2, 3, 6)}, additive(1.5))
    r = draw(15)
    add("multi_head_softcap_sinks_added", "multihead_attention", {"num_heads": 2, "softcap": 1.0},
        {"query": r(2, 5, 8), "key": r(2, 5, 8), "value": r(2, 5, 8), "in_proj_weight": r(24, 8, scale=0.4), "in_proj_bias": r(24),
         "out_proj_weight": r(8, 8, scale=0.4), "out_proj_bias": r(8), "added": r(1, 2, 5, 5), "sinks": r(2),
         "key_padding": torch.tensor([[1, 1, 1, 1, 0], [1] * 5]).bool(), "grad_output": r(2, 5, 8)}, multi_head(8, 2, 1.0))
    return book


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent
    file_gradients().write(folder / "gradients.json")
