"""Writes the golden reference cases in this folder.

Every expected value is computed by PyTorch (or NumPy, for the one source that
uses NumPy) twice: in float64 and in float32, from the same inputs. See README.md
for the format and for what each file holds.

    python3 make_golden.py [output folder]

Needs torch 1.13 and numpy. One thread, fixed seeds.
"""
import json
import math
import sys
import warnings
from pathlib import Path

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.set_num_threads(1)
torch.set_flush_denormal(False)


# ---------------------------------------------------------------- the format

def number(x, single=False):
    """A JSON number, or one of three strings for what JSON has no number for."""
    x = float(x)
    if math.isnan(x):
        return "NaN"
    if math.isinf(x):
        return "Infinity" if x > 0 else "-Infinity"
    if single:
        x = float(str(np.float32(x)))       # shortest decimal of that float32
    return int(x) if x == int(x) and abs(x) < 1e15 and not (x == 0 and math.copysign(1, x) < 0) else x


def array(value):
    """A torch tensor, NumPy array or nested list as a NumPy array."""
    if isinstance(value, torch.Tensor):
        return value.detach().cpu().numpy()
    return np.asarray(value)


def packed(value, single=False, with_dtype=False):
    a = array(value)
    kind = {"b": "bool", "u": "uint8", "i": "int64"}.get(a.dtype.kind, "float32")
    flat = a.reshape(-1)
    data = [int(v) for v in flat] if kind != "float32" else [number(v, single) for v in flat]
    out = {"shape": list(a.shape)}
    if with_dtype:
        out["dtype"] = kind
    out["data"] = data
    return out


def error_of(single, double):
    """How far PyTorch's own float32 result lies from its float64 result."""
    a, b = array(single).astype(np.float64), array(double).astype(np.float64)
    same = np.isfinite(a) & np.isfinite(b)
    if not same.any():
        return {"max_abs": 0, "max_rel": 0, "max_abs_over_max_ref": 0}
    d, ref = np.abs(a[same] - b[same]), np.abs(b[same])
    normal = ref >= np.finfo(np.float32).tiny
    top = ref.max()
    return {"max_abs": float("%.3g" % d.max()),
            "max_rel": float("%.3g" % (d[normal] / ref[normal]).max()) if normal.any() else 0,
            "max_abs_over_max_ref": float("%.3g" % (d.max() / top)) if top > 0 else 0}


class Book:
    """The cases of one file."""

    def __init__(self, about):
        self.about, self.cases = about, []

    def add(self, name, source, op, params, inputs, fn, note=None, **more):
        """Runs fn on the inputs in float64 and in float32 and keeps the case."""
        assert name not in [c["name"] for c in self.cases], name
        held = {}
        for key, value in inputs.items():
            if value is None:
                continue
            t = value if isinstance(value, torch.Tensor) else torch.as_tensor(value)
            held[key] = t.detach().float() if t.is_floating_point() else t.detach()
        case = {"name": name, "source": source, "op": op, "params": params,
                "inputs": {k: packed(v, with_dtype=True) for k, v in held.items()}}
        results = []
        for dtype in (torch.float64, torch.float32):
            given = {k: v.to(dtype) if v.is_floating_point() else v.clone() for k, v in held.items()}
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    results.append(fn(given))
            except (AssertionError, RuntimeError, ValueError) as why:
                results.append({"error": {"type": type(why).__name__, "message": str(why).split("\n")[0][:200]}})
        double, single = results
        assert double.keys() == single.keys(), name
        if "error" in double:
            case["expected"] = double
        else:
            case["expected"] = {k: packed(v) for k, v in double.items()}
            case["expected_f32"] = {k: packed(v, single=True) for k, v in single.items()}
            case["torch_f32_error"] = {k: error_of(single[k], double[k]) for k in double}
        if note:
            case["note"] = note
        case.update(more)
        self.cases.append(case)

    def write(self, path):
        head = json.dumps({"about": self.about, "torch": torch.__version__, "numpy": np.__version__})[:-1]
        rows = ",\n".join(json.dumps(c, separators=(",", ":"), allow_nan=False) for c in self.cases)
        Path(path).write_text(head + ', "cases": [\n' + rows + "\n]}\n")


def draw(seed):
    """A function that draws float32 normals of a shape, from its own seed."""
    g = torch.Generator().manual_seed(seed)

    def normal(*shape, scale=1.0):
        return torch.randn(*shape, generator=g) * scale

    normal.bits = lambda *shape, p=0.5: torch.rand(*shape, generator=g) < p
    normal.whole = lambda low, high, *shape: torch.randint(low, high, shape, generator=g)
    return normal


def eighths(*shape, step=37, modulus=33):
    """Multiples of 1/8 in [-2, 2]: exact in float32 and short to print."""
    n = int(np.prod(shape))
    k = (torch.arange(n) * step + (torch.arange(n) // 7)) % modulus
    return ((k - modulus // 2).float() / 8).reshape(*shape)


# ------------------------------------------------- the operations, on torch
#
# Each takes a dict of tensors, all floats of one dtype, and gives a dict.

def scaled_dot_product_attention(fill=-1e9):
    """Source 000: mask 0 = masked, filled with a finite number before softmax."""
    def run(i):
        q, k, v = i["query"], i["key"], i["value"]
        scores = torch.matmul(q, k.transpose(-2, -1)) / math.sqrt(q.size(-1))
        if "mask" in i:
            scores = scores.masked_fill(i["mask"].eq(0), fill)
        weights = F.softmax(scores, dim=-1)
        return {"output": torch.matmul(weights, v), "weights": weights}
    return run


def naive_self_attention(i):
    """Source 002, in NumPy: exp(s) / sum(exp(s)), no maximum taken off."""
    X, Wq, Wk, Wv = (i[n].numpy() for n in ("X", "Wq", "Wk", "Wv"))
    Q, K, V = np.dot(X, Wq), np.dot(X, Wk), np.dot(X, Wv)
    scores = (np.dot(Q, K.T) / np.sqrt(K.shape[-1])).astype(X.dtype)
    with np.errstate(all="ignore"):
        e = np.exp(scores)
        naive = e / np.sum(e, axis=-1, keepdims=True)
        out = {"output": np.dot(naive, V), "weights": naive}
    if not np.isfinite(naive).all():
        e = np.exp(scores - scores.max(axis=-1, keepdims=True))
        stable = e / e.sum(axis=-1, keepdims=True)
        out = {"output_naive": out["output"], "weights_naive": out["weights"],
               "output": np.dot(stable, V), "weights": stable}
    return out


def sequence_mask(x, lengths, fill):
    keep = torch.arange(x.size(1), dtype=torch.float32)[None, :] < lengths[:, None]
    return x.masked_fill(~keep, fill)


def masked_softmax(x, valid_lens=None, fill=-1e6):
    """Source 003: columns at or past the row's valid length get -1e6."""
    if valid_lens is None:
        return F.softmax(x, dim=-1)
    if valid_lens.dim() == 1:
        lengths = torch.repeat_interleave(valid_lens, x.shape[1])
    else:
        lengths = valid_lens.reshape(-1)
    filled = sequence_mask(x.reshape(-1, x.shape[-1]), lengths, fill)
    return F.softmax(filled.reshape(x.shape), dim=-1)


def additive_scores(queries, keys, Wq, Wk, Wv):
    features = F.linear(queries, Wq).unsqueeze(2) + F.linear(keys, Wk).unsqueeze(1)
    return F.linear(torch.tanh(features), Wv).squeeze(-1)


def additive_attention(implicit=True):
    """Source 003's Bahdanau attention; weights over the keys, and (implicit)
    what softmax without a dim makes of the same scores."""
    def run(i):
        scores = additive_scores(i["queries"], i["keys"], i["Wq"], i["Wk"], i["Wv"])
        weights = masked_softmax(scores, i.get("valid_lens"))
        out = {"scores": scores, "weights": weights, "output": torch.bmm(weights, i["values"])}
        if implicit:
            w = F.softmax(scores)            # no dim, as the article has it
            out["weights_implicit_dim"] = w
            out["output_implicit_dim"] = torch.bmm(w, i["values"])
        return out
    return run


def dot_product_attention(i):
    """Source 003: masks where 1 = masked out, filled with -inf."""
    q, k, v = i["q"], i["k"], i["v"]
    scores = (q @ k.transpose(-2, -1)) / torch.sqrt(torch.tensor(k.shape[-1], dtype=q.dtype))
    if "attn_mask" in i:
        scores = scores.masked_fill(i["attn_mask"].bool(), float("-inf"))
    if "key_padding_mask" in i:
        pad = i["key_padding_mask"].unsqueeze(1)
        if scores.ndim == 4:
            pad = pad.unsqueeze(2)
        scores = scores.masked_fill(pad, float("-inf"))
    weights = F.softmax(scores, dim=-1)
    return {"output": weights @ v, "weights": weights}


def fused_qkv(embed_dim, heads, block=False):
    """Source 004: one Linear for q, k and v, whose output is read per head as
    [q k v] (block=True reads it as all q, all k, all v instead)."""
    def run(i):
        hd = embed_dim // heads
        assert hd * heads == embed_dim, "Embedding dimension must be divisible by the number of heads"
        x = i["x"]
        b, s, _ = x.shape
        qkv = F.linear(x, i["qkv_weight"], i["qkv_bias"])

        def attend(q, k, v):
            a = torch.einsum("bqhd,bkhd->bhqk", q, k) / torch.sqrt(torch.tensor(hd, dtype=x.dtype))
            w = F.softmax(a, dim=-1)
            o = torch.einsum("bhqk,bkhd->bqhd", w, v).reshape(b, s, embed_dim)
            return F.linear(o, i["out_weight"], i["out_bias"]), w

        output, weights = attend(*torch.chunk(qkv.reshape(b, s, heads, 3 * hd), 3, dim=-1))
        out = {"output": output, "weights": weights}
        if block:
            parts = [p.reshape(b, s, heads, hd) for p in torch.chunk(qkv, 3, dim=-1)]
            out["output_if_read_as_blocks"] = attend(*parts)[0]
        return out
    return run


def interleave(embed_dim, heads):
    """Row order that turns a [all q; all k; all v] weight into source 004's."""
    hd = embed_dim // heads
    return torch.tensor([part * embed_dim + h * hd + d
                         for h in range(heads) for part in range(3) for d in range(hd)])


MHA_WEIGHTS = ("in_proj_weight", "q_proj_weight", "k_proj_weight", "v_proj_weight",
               "in_proj_bias", "out_proj_weight", "out_proj_bias", "bias_k", "bias_v")


def multihead_attention(embed_dim, heads, kdim=None, vdim=None, bias=True, average=False, zero_attn=False):
    """torch.nn.MultiheadAttention, batch first, on the recorded weights."""
    def run(i):
        dtype = i["query"].dtype
        m = nn.MultiheadAttention(embed_dim, heads, bias=bias, kdim=kdim, vdim=vdim, batch_first=True,
                                  add_bias_kv="bias_k" in i, add_zero_attn=zero_attn, dtype=dtype)
        m.load_state_dict({n.replace("out_proj_", "out_proj."): i[n] for n in MHA_WEIGHTS if n in i})
        m.eval()
        key = i.get("key", i["query"])
        value = i.get("value", key)
        output, weights = m(i["query"], key, value, key_padding_mask=i.get("key_padding_mask"),
                            attn_mask=i.get("attn_mask"), need_weights=True, average_attn_weights=average)
        return {"output": output, "weights": weights}
    return run


def mha_weights(seed, embed_dim, heads, kdim=None, vdim=None, bias=True, bias_kv=False):
    """PyTorch's own initial weights; the biases, which it starts at 0, drawn anew."""
    torch.manual_seed(seed)
    m = nn.MultiheadAttention(embed_dim, heads, bias=bias, kdim=kdim, vdim=vdim, add_bias_kv=bias_kv, batch_first=True)
    out = {n.replace(".", "_"): p.detach().clone() for n, p in m.named_parameters()}
    for n in ("in_proj_bias", "out_proj_bias"):
        if n in out:
            out[n] = torch.randn(out[n].shape) * 0.3
    return out


def torch_sdpa(causal):
    """PyTorch 1.13's own scaled dot product attention (bool mask: True = keep)."""
    def run(i):
        output, weights = F._scaled_dot_product_attention(
            i["q"], i["k"], i["v"], i.get("attn_mask"), 0.0, True, causal)
        return {"output": output, "weights": weights}
    return run


def linear(i):
    return {"output": F.linear(i["x"], i["weight"], i.get("bias"))}


def softmax(dim):
    return lambda i: {"output": F.softmax(i["x"], dim=dim)}


def causal_mask(rows, columns=None):
    """True above the diagonal: 1 = masked out."""
    return torch.triu(torch.ones(rows, columns or rows), diagonal=1).bool()


# ----------------------------------------------------------------- the files

def file_000():
    book = Book("Source 000: ScaledDotProductAttention, 4-D inputs, mask (batch,1,1,L) with 0 = masked, fill -1e9")
    params = {"mask_rule": "0 = masked", "fill": -1e9, "scale": "1/sqrt(d_k)"}
    run = scaled_dot_product_attention()

    def case(name, seed, b, h, lq, lk, d, dv, mask=None, scale=1.0, note=None):
        r = draw(seed)
        book.add("s000_" + name, "000", "scaled_dot_product_attention", params,
                 {"query": r(b, h, lq, d, scale=scale), "key": r(b, h, lk, d, scale=scale),
                  "value": r(b, h, lk, dv), "mask": mask}, run, note)

    def padding(lengths, width):
        return (torch.arange(width)[None, :] < torch.tensor(lengths)[:, None]).to(torch.uint8)[:, None, None, :]

    case("no_mask_1x1", 1, 1, 1, 1, 1, 1, 1)
    case("no_mask_L1_d5", 2, 1, 1, 1, 1, 5, 3)
    case("no_mask_L4_d8", 3, 2, 2, 4, 4, 8, 8)
    case("no_mask_L5_d7_dv3", 4, 2, 3, 5, 5, 7, 3)
    case("no_mask_L13_d17_dv5", 5, 1, 2, 13, 13, 17, 5)
    case("no_mask_L17_d33_dv13", 6, 1, 2, 17, 17, 33, 13)
    case("no_mask_L33_d3_dv1", 7, 1, 1, 33, 33, 3, 1)
    case("mask_all_ones_L5", 8, 2, 2, 5, 5, 3, 5, padding([5, 5], 5))
    case("mask_padding_L7", 9, 3, 2, 7, 7, 5, 7, padding([7, 4, 1], 7))
    case("mask_padding_L13_dv17", 10, 2, 3, 13, 13, 7, 17, padding([9, 2], 13))
    case("mask_padding_L33_d13", 11, 1, 1, 33, 33, 13, 5, padding([17], 33))
    case("fully_masked_row_L5", 12, 2, 2, 5, 5, 7, 3, padding([3, 0], 5),
         note="batch item 1 has every key masked: -1e9 everywhere, so every weight is exactly 1/5 and the output is the mean of value")
    case("fully_masked_row_L13", 13, 3, 1, 13, 13, 17, 3, padding([0, 13, 1], 13),
         note="batch item 0 has every key masked: uniform weights 1/13")
    case("fully_masked_row_L1", 14, 1, 1, 1, 1, 3, 3, padding([0], 1))
    case("mask_holes_L17", 15, 2, 2, 17, 17, 5, 3, draw(150).bits(2, 1, 1, 17, p=0.6).to(torch.uint8),
         note="masked keys anywhere, not only at the end")
    case("mask_first_only_L7", 16, 1, 2, 7, 7, 3, 5, torch.tensor([0, 0, 0, 0, 0, 0, 1], dtype=torch.uint8).reshape(1, 1, 1, 7),
         note="only the last key is left: its weight is exactly 1")
    case("mask_L_by_L_causal_L7", 17, 2, 2, 7, 7, 5, 5, torch.tril(torch.ones(7, 7)).to(torch.uint8).reshape(1, 1, 7, 7),
         note="the same code with a (1,1,L,L) causal mask; broadcast over batch and heads")
    case("cross_Lq3_Lk17", 18, 2, 2, 3, 17, 7, 5, padding([17, 6], 17), note="as many rows as queries, not max_len square")
    case("cross_Lq33_Lk1", 19, 1, 1, 33, 1, 5, 7)
    case("large_scores_L5", 20, 1, 2, 5, 5, 17, 3, scale=30.0, note="scores in the thousands: softmax nearly one-hot")
    case("large_scores_masked_L7", 21, 2, 1, 7, 7, 33, 5, padding([5, 7], 7), scale=100.0)
    case("tiny_scores_L5", 22, 1, 1, 5, 5, 13, 5, scale=1e-20)
    r = draw(23)
    book.add("s000_scores_below_fill", "000", "scaled_dot_product_attention", params,
             {"query": torch.full((1, 1, 1, 1), 1e5), "key": torch.tensor([-1e5, -2e5, 3.0]).reshape(1, 1, 3, 1),
              "value": r(1, 1, 3, 5), "mask": torch.tensor([1, 1, 0], dtype=torch.uint8).reshape(1, 1, 1, 3)}, run,
             "quirk of a finite fill: the kept scores (-1e10, -2e10) lie below -1e9, so the masked key takes all the weight",
             quirk=True)
    book.add("s000_error_dq_not_dk", "000", "scaled_dot_product_attention", params,
             {"query": r(1, 1, 3, 5), "key": r(1, 1, 3, 7), "value": r(1, 1, 3, 5)}, run,
             "d_q must equal d_k: the product has no meaning and must be refused")
    return book


def file_001():
    book = Book("Source 001: its worked numbers and shapes")
    src = "001"
    scores = torch.tensor([32.0, 88.0, 56.0, 72.0])
    book.add("s001_scores_over_8", src, "scale", {"divide_by": 8}, {"scores": scores},
             lambda i: {"output": i["scores"] / 8}, "the article's [4, 11, 7, 9], exact")
    book.add("s001_softmax", src, "softmax", {"dim": -1}, {"x": torch.tensor([4.0, 11.0, 7.0, 9.0])}, softmax(-1),
             "the article prints [0.0008, 0.87, 0.015, 0.011]; the third rounds to 0.016 and the fourth is 0.117, "
             "ten times what is printed (the printed four add up to 0.8968, not 1)",
             article_prints=[0.0008, 0.87, 0.015, 0.011])
    book.add("s001_scale_then_softmax", src, "softmax", {"dim": -1, "divide_by": 8}, {"x": scores},
             lambda i: {"output": F.softmax(i["x"] / 8, dim=-1)})
    v = torch.tensor([[1.0, 2.0, 3.0, 4.0], [-1.0, 0.5, 2.0, 0.0], [0.25, -0.75, 1.5, 2.5], [3.0, 1.0, -2.0, 0.125]])
    book.add("s001_weighted_values", src, "weighted_values", {}, {"weights_logits": scores / 8, "value": v},
             lambda i: {"X": F.softmax(i["weights_logits"], -1)[:, None] * i["value"],
                        "output": F.softmax(i["weights_logits"], -1) @ i["value"]},
             "X has one row a word (softmax score times its V); output is the sum of X's rows")
    heads = torch.arange(1.0, 28.0).reshape(3, 3, 3)
    want = torch.tensor([[1.0, 2, 3, 10, 11, 12, 19, 20, 21], [4, 5, 6, 13, 14, 15, 22, 23, 24], [7, 8, 9, 16, 17, 18, 25, 26, 27]])
    assert torch.equal(torch.cat(list(heads), dim=-1), want)
    book.add("s001_concat_h1_h2_h3", src, "concat_heads", {"heads": 3}, {"heads": heads},
             lambda i: {"output": torch.cat(list(i["heads"]), dim=-1)},
             "heads is (head, word, feature); concatenation is along the features, a row stays one word; equals the article's h_concatenate")
    book.add("s001_concat_then_projection", src, "concat_heads_project", {"heads": 3},
             {"heads": heads, "out_weight": eighths(9, 9)},
             lambda i: {"output": torch.cat(list(i["heads"]), dim=-1) @ i["out_weight"]},
             "output = concat @ out_weight, out_weight laid out (in, out)")
    for model, heads_n in ((512, 8), (768, 12)):
        hd = model // heads_n
        q, k, v = (eighths(4, model, step=s, modulus=m) for s, m in ((37, 33), (29, 31), (41, 29)))

        def run(i, h=heads_n, d=hd):
            split = lambda t: t.reshape(4, h, d).transpose(0, 1)
            w = F.softmax(split(i["q"]) @ split(i["k"]).transpose(-2, -1) / math.sqrt(d), dim=-1)
            heads_out = w @ split(i["v"])
            return {"weights": w, "output": heads_out.transpose(0, 1).reshape(4, h * d)}

        book.add(f"s001_shape_{model}_{heads_n}", src, "multi_head_core",
                 {"model_dim": model, "heads": heads_n, "head_dim": hd, "words": 4}, {"q": q, "k": k, "v": v}, run,
                 "q, k, v (4, model) already projected; head h has columns h*head_dim up to (h+1)*head_dim; no output projection")
    r = draw(101)
    book.add("s001_one_word_64", src, "scaled_dot_product_attention", {"mask_rule": "none", "scale": "1/8"},
             {"query": r(1, 1, 1, 64), "key": r(1, 1, 4, 64), "value": r(1, 1, 4, 64)}, scaled_dot_product_attention(),
             "one query against four words: scores (1,4) because there are four words; 8 = sqrt(64)")
    return book


def file_002():
    book = Book("Source 002: self_attention(X, Wq, Wk, Wv) in NumPy; weights (in, out): Q = X @ Wq, no bias")
    src = "002"

    def case(name, X, Wq, Wk, Wv, note=None, **more):
        book.add("s002_" + name, src, "self_attention", {"weight_layout": "in,out", "scale": "1/sqrt(d_k)"},
                 {"X": X, "Wq": Wq, "Wk": Wk, "Wv": Wv}, naive_self_attention, note, **more)

    rng = np.random.RandomState(0)
    rand = lambda *s: torch.from_numpy(rng.rand(*s)).float()
    case("article_2x3", rand(2, 3), rand(3, 3), rand(3, 3), rand(3, 3),
         "the article's shapes; drawn in its order with np.random.seed(0), which the article does not set, rounded to float32")
    rng = np.random.RandomState(42)
    case("article_2x3_seed42", rand(2, 3), rand(3, 3), rand(3, 3), rand(3, 3))
    for name, n, e, d, dv in (("1x1", 1, 1, 1, 1), ("1x5_d3_dv7", 1, 5, 3, 7), ("5x7_d3_dv13", 5, 7, 3, 13),
                              ("13x5_d17_dv1", 13, 5, 17, 1), ("17x13_d33_dv5", 17, 13, 33, 5),
                              ("33x3_d1_dv3", 33, 3, 1, 3), ("4x8_d8_dv8", 4, 8, 8, 8)):
        r = draw(200 + n + e)
        case(name, r(n, e), r(e, d, scale=e ** -0.5), r(e, d, scale=e ** -0.5), r(e, dv, scale=e ** -0.5))
    r = draw(250)
    case("overflow_5x3", r(5, 3, scale=60.0), r(3, 3), r(3, 3), r(3, 3),
         "exp overflows in the article's code (NaN weights, *_naive); output and weights are softmax with the maximum taken off",
         quirk=True)
    case("underflow_2x2", torch.tensor([[40.0, 0.0], [0.0, 40.0]]), torch.eye(2), -torch.eye(2) - 1.0, r(2, 2),
         "every score is far below zero: exp underflows, 0/0 in the article's code", quirk=True)
    return book


def file_003_additive():
    book = Book("Source 003: BahdanauAttention, dropout off; weights laid out as nn.Linear has them (out, in)")
    src = "003"
    note = ("scores/weights/output: softmax over the keys (dim=-1), what is meant. *_implicit_dim: softmax without dim, "
            "which PyTorch takes as dim 0 (the batch) for a 3-D tensor")

    def case(name, queries, keys, values, Wq, Wk, Wv, note=note, valid_lens=None, implicit=True):
        book.add("s003_additive_" + name, src, "additive_attention",
                 {"key_size": keys.shape[-1], "query_size": queries.shape[-1], "hidden_size": Wq.shape[0],
                  "value_size": values.shape[-1], "dropout": 0, "fill": -1e6},
                 {"queries": queries, "keys": keys, "values": values, "Wq": Wq, "Wk": Wk, "Wv": Wv,
                  "valid_lens": valid_lens}, additive_attention(implicit), note)

    def article(seed_weights, seed_inputs):
        if seed_weights is not None:
            torch.manual_seed(seed_weights)
        Wk, Wq, Wv = (nn.Linear(a, b, bias=False).weight.detach().clone() for a, b in ((3, 5), (4, 5), (5, 1)))
        if seed_inputs is not None:
            torch.manual_seed(seed_inputs)
        return torch.rand(1, 2, 4), torch.rand(1, 3, 3), torch.rand(1, 3, 2), Wq, Wk, Wv

    one = " Batch 1: softmax over a batch of one makes every weight exactly 1, so the output is the plain sum of the values."
    case("article_order_seed42", *article(0, 42),
         note=note + one + " The article builds the module before torch.manual_seed(42), so only its inputs are fixed by that seed; the weights here are nn.Linear's own after torch.manual_seed(0)")
    case("seed42_before_module", *article(42, None),
         note=note + one + " torch.manual_seed(42), then Wk, Wq, Wv as the module makes them, then queries, keys, values")

    def some(seed, b, nq, nk, dq, dk, dv, h, scale=1.0):
        r = draw(seed)
        return (r(b, nq, dq, scale=scale), r(b, nk, dk, scale=scale), r(b, nk, dv),
                r(h, dq, scale=dq ** -0.5), r(h, dk, scale=dk ** -0.5), r(1, h))

    case("batch2", *some(301, 2, 2, 3, 4, 3, 2, 5), note=note + " Batch 2: the implicit dim mixes the two batch items")
    case("batch3_h7", *some(302, 3, 5, 7, 3, 5, 13, 7))
    case("all_ones_sizes", *some(303, 1, 1, 1, 1, 1, 1, 1))
    case("h33_k17", *some(304, 1, 3, 17, 5, 13, 7, 33))
    case("h13_k33_one_query", *some(305, 2, 1, 33, 17, 3, 5, 13))
    case("h8_k4", *some(306, 1, 4, 4, 8, 8, 8, 8))
    case("tanh_saturated", *some(307, 1, 3, 5, 7, 3, 3, 17, scale=1000.0), note=note + " tanh is at +-1 nearly everywhere")
    case("tanh_tiny", *some(308, 1, 3, 5, 7, 3, 3, 5, scale=1e-6), note=note + " tanh(x) is x to the last bit")
    case("valid_lens_1d", *some(309, 2, 3, 7, 5, 3, 5, 13), valid_lens=torch.tensor([5, 2]), implicit=False,
         note="with masked_softmax, as the article's comment proposes: valid_lens one a batch item, fill -1e6")
    case("valid_lens_2d", *some(310, 2, 3, 5, 3, 7, 1, 5), valid_lens=torch.tensor([[1, 5, 3], [2, 4, 0]]), implicit=False,
         note="valid_lens one a query; a length of 0 leaves uniform weights")
    return book


def file_003_dot():
    book = Book("Source 003: DotProductAttention; masks where 1 = masked out, filled with -inf")
    src = "003"

    def case(name, seed, lead, nq, nk, d, dv, attn_mask=None, key_padding_mask=None, scale=1.0, note=None, **more):
        r = draw(seed)
        book.add("s003_dot_" + name, src, "dot_product_attention",
                 {"mask_rule": "1 = masked out", "fill": "-Infinity", "scale": "1/sqrt(d_k)"},
                 {"q": r(*lead, nq, d, scale=scale), "k": r(*lead, nk, d, scale=scale), "v": r(*lead, nk, dv),
                  "attn_mask": attn_mask, "key_padding_mask": key_padding_mask}, dot_product_attention, note, **more)

    pad = lambda lengths, width: torch.arange(width)[None, :] >= torch.tensor(lengths)[:, None]
    case("3d_plain", 401, (2,), 3, 5, 7, 3)
    case("3d_1x1", 402, (1,), 1, 1, 1, 1)
    case("3d_L17_S33", 403, (1,), 17, 33, 13, 5)
    case("3d_causal", 404, (2,), 7, 7, 5, 3, attn_mask=causal_mask(7))
    case("3d_causal_int_mask", 405, (1,), 5, 5, 3, 5, attn_mask=causal_mask(5).long(), note="attn_mask of 0/1 integers")
    case("3d_causal_wide", 406, (1,), 3, 7, 5, 5, attn_mask=causal_mask(3, 7))
    case("3d_padding", 407, (3,), 5, 7, 3, 13, key_padding_mask=pad([7, 3, 1], 7))
    case("3d_both", 408, (2,), 7, 7, 17, 5, attn_mask=causal_mask(7), key_padding_mask=pad([7, 4], 7))
    case("4d_plain", 409, (2, 3), 5, 7, 3, 5)
    case("4d_causal", 410, (1, 2), 13, 13, 7, 3, attn_mask=causal_mask(13))
    case("4d_padding", 411, (2, 2), 3, 17, 5, 7, key_padding_mask=pad([11, 17], 17))
    case("4d_both", 412, (2, 2), 5, 5, 33, 13, attn_mask=causal_mask(5), key_padding_mask=pad([2, 5], 5))
    case("4d_L4_d8", 413, (2, 2), 4, 4, 8, 8, attn_mask=causal_mask(4))
    case("4d_per_head_mask", 414, (2, 3), 5, 7, 3, 3, attn_mask=draw(4140).bits(2, 3, 5, 7, p=0.4) & (torch.arange(7) > 0),
         note="attn_mask (batch, head, query, key); key 0 never masked")
    case("3d_fully_masked_row", 415, (2,), 3, 5, 3, 5, key_padding_mask=pad([5, 0], 5),
         note="batch item 1: softmax of a row of -inf is NaN in this code", quirk=True)
    case("3d_attn_mask_full_row", 416, (1,), 3, 5, 5, 3, attn_mask=torch.tensor([[0, 0, 0, 0, 0], [1, 1, 1, 1, 1], [0, 1, 0, 1, 0]]).bool(),
         note="query 1 may see nothing: NaN in that row alone", quirk=True)
    case("3d_large", 417, (1,), 5, 7, 17, 3, scale=50.0)
    case("3d_int_key_padding_mask", 418, (1,), 2, 3, 3, 3, key_padding_mask=torch.tensor([[0, 0, 1]]),
         note="key_padding_mask of 0/1 integers: masks what the same booleans would")
    return book


def file_003_softmax():
    book = Book("Source 003: masked_softmax(X, valid_lens), X 3-D, fill -1e6")
    src = "003"

    def case(name, x, valid_lens=None, note=None, **more):
        book.add("s003_msm_" + name, src, "masked_softmax", {"fill": -1e6}, {"x": x, "valid_lens": valid_lens},
                 lambda i: {"output": masked_softmax(i["x"], i.get("valid_lens"))}, note, **more)

    lens = lambda *v: torch.tensor(list(v))
    printed = torch.tensor([[[1.0, 0.0, 0.0, 0.0], [0.4125, 0.3273, 0.2602, 0.0]],
                            [[0.5254, 0.4746, 0.0, 0.0], [0.3117, 0.2130, 0.1801, 0.2952]]])
    logits = torch.log(printed.double().clamp_min(0.1)).float()
    case("article_printed", logits, torch.tensor([[1, 3], [2, 4]]),
         "logits are the logs of the article's printed weights (its own are unseeded), 0.1 where it prints 0; to four "
         "decimals the result is what the article prints", article_prints=[round(float(v), 4) for v in printed.reshape(-1)])
    torch.manual_seed(42)
    case("article_shape_seed42", torch.rand(2, 2, 4), torch.tensor([[1, 3], [2, 4]]))
    case("article_shape_1d", torch.rand(2, 2, 4), lens(2, 3), "a 1-D length is one a batch item, for all its rows")
    case("none", torch.rand(2, 2, 4))
    case("none_1x1x1", draw(501)(1, 1, 1))
    case("none_3x5x7", draw(502)(3, 5, 7, scale=3.0))
    case("1d_3x5x7", draw(503)(3, 5, 7), lens(7, 1, 4))
    case("1d_2x3x17", draw(504)(2, 3, 17, scale=5.0), lens(13, 16))
    case("1d_2x1x33", draw(505)(2, 1, 33), lens(33, 31))
    case("2d_2x5x13", draw(506)(2, 5, 13), torch.tensor([[1, 3, 13, 12, 5], [2, 4, 8, 11, 9]]))
    case("2d_1x17x5", draw(507)(1, 17, 5), draw(508).whole(1, 6, 1, 17))
    case("1d_zero_length", draw(509)(2, 2, 5), lens(0, 3), "length 0: every logit is -1e6, weights exactly uniform (1/5)")
    case("2d_zero_length", draw(510)(2, 2, 7), torch.tensor([[0, 7], [3, 0]]))
    case("1d_longer_than_row", draw(511)(2, 3, 5), lens(9, 5), "a length past the row's end masks nothing")
    case("large_logits", draw(512)(1, 3, 7, scale=1e4), lens(5))
    x = draw(513)(1, 2, 5)
    x[0, 0] -= 2e6
    case("logits_below_fill", x, lens(3),
         "quirk of a finite fill: row 0's kept logits (about -2e6) lie below -1e6, so the masked columns take all the weight", quirk=True)
    return book


def file_004():
    book = Book("Source 004: MultiHeadAttention, one fused qkv Linear read per head as [q k v]; weights (out, in), with biases")
    src = "004"

    def case(name, seed, b, s, embed, heads, note=None, block=False):
        torch.manual_seed(seed)
        a, o = nn.Linear(embed, embed * 3), nn.Linear(embed, embed)
        book.add("s004_" + name, src, "fused_qkv_attention",
                 {"embed_dim": embed, "num_heads": heads, "head_dim": embed // heads, "layout": "per head: q, k, v"},
                 {"x": torch.randn(b, s, embed), "qkv_weight": a.weight, "qkv_bias": a.bias,
                  "out_weight": o.weight, "out_bias": o.bias}, fused_qkv(embed, heads, block), note)

    case("8_2", 601, 2, 5, 8, 2, "output_if_read_as_blocks is the wrong reading (all q, all k, all v), to tell the two apart", True)
    case("8_2_one_word", 602, 1, 1, 8, 2)
    case("64_8", 603, 1, 5, 64, 8)
    case("6_2", 604, 2, 7, 6, 2)
    case("5_1", 605, 1, 13, 5, 1, "one head: both readings agree", True)
    case("7_7", 606, 1, 3, 7, 7, "head_dim 1")
    case("15_3", 607, 1, 17, 15, 3)
    case("26_2", 608, 1, 13, 26, 2, "head_dim 13")
    case("1_1", 609, 1, 3, 1, 1)
    case("error_10_3", 610, 1, 2, 10, 3, "embed_dim not divisible by num_heads must be refused")
    case("error_8_16", 611, 1, 2, 8, 16, "more heads than features must be refused")

    w = mha_weights(612, 8, 2)
    order = interleave(8, 2)
    x = draw(613)(2, 5, 8)
    book.add("s004_8_2_from_torch_weights", src, "fused_qkv_attention",
             {"embed_dim": 8, "num_heads": 2, "head_dim": 4, "layout": "per head: q, k, v"},
             {"x": x, "qkv_weight": w["in_proj_weight"][order], "qkv_bias": w["in_proj_bias"][order],
              "out_weight": w["out_proj_weight"], "out_bias": w["out_proj_bias"]}, fused_qkv(8, 2),
             "the weights of case tmha_8_2_as_s004 with their rows reordered from (part, head, d) to (head, part, d): the same output")
    return book


def file_mha():
    book = Book("torch.nn.MultiheadAttention (batch_first, dropout 0); in_proj rows: all q, all k, all v; weights (out, in)")
    src = "torch.nn.MultiheadAttention"

    def case(name, seed, b, lq, embed, heads, lk=None, kdim=None, vdim=None, bias=True, attn_mask=None,
             key_padding_mask=None, average=False, scale=1.0, note=None, bias_kv=False, zero_attn=False, **more):
        r = draw(seed)
        i = {"query": r(b, lq, embed, scale=scale)}
        if lk:
            i["key"], i["value"] = r(b, lk, kdim or embed, scale=scale), r(b, lk, vdim or embed)
        i.update(mha_weights(seed + 5000, embed, heads, kdim, vdim, bias, bias_kv))
        i.update(attn_mask=attn_mask, key_padding_mask=key_padding_mask)
        book.add("tmha_" + name, src, "multihead_attention",
                 {"embed_dim": embed, "num_heads": heads, "kdim": kdim or embed, "vdim": vdim or embed, "bias": bias,
                  "self": not lk, "average_attn_weights": average, "mask_rule": "bool: true = masked out; float: added",
                  "add_bias_kv": bias_kv, "add_zero_attn": zero_attn},
                 i, multihead_attention(embed, heads, kdim, vdim, bias, average, zero_attn), note, **more)

    pad = lambda lengths, width: torch.arange(width)[None, :] >= torch.tensor(lengths)[:, None]
    case("self_8_2", 701, 2, 5, 8, 2)
    case("self_6_3", 702, 1, 7, 6, 3)
    case("self_1_1", 703, 1, 1, 1, 1)
    case("self_13_1", 704, 1, 3, 13, 1)
    case("self_34_2", 705, 1, 13, 34, 2, note="head_dim 17")
    case("self_no_bias", 706, 2, 3, 10, 2, bias=False)
    case("self_average", 707, 2, 5, 6, 3, average=True, note="weights averaged over the heads, as PyTorch does by default")
    case("self_causal", 708, 2, 7, 10, 2, attn_mask=causal_mask(7))
    case("self_float_mask", 709, 1, 5, 9, 3, attn_mask=draw(7090)(5, 5))
    case("self_float_mask_inf", 710, 1, 5, 6, 2, attn_mask=torch.zeros(5, 5).masked_fill(causal_mask(5), float("-inf")))
    case("self_padding", 711, 3, 7, 6, 2, key_padding_mask=pad([7, 3, 1], 7))
    case("self_causal_padding", 712, 2, 5, 14, 2, attn_mask=causal_mask(5), key_padding_mask=pad([5, 3], 5))
    case("self_mask_per_head", 713, 2, 5, 6, 3, attn_mask=draw(7130).bits(6, 5, 5, p=0.4) & (torch.arange(5) > 0),
         note="3-D attn_mask (batch*heads, L, S), batch-major")
    case("cross_3_17", 714, 2, 3, 10, 2, lk=17)
    case("cross_kdim_vdim", 715, 2, 5, 6, 2, lk=7, kdim=3, vdim=5, note="kdim and vdim differ: separate q/k/v_proj_weight")
    case("cross_kdim_vdim_masks", 716, 2, 3, 10, 5, lk=13, kdim=7, vdim=17,
         attn_mask=draw(7160).bits(3, 13, p=0.3) & (torch.arange(13) > 0), key_padding_mask=pad([13, 6], 13))
    case("cross_vdim_33", 717, 1, 5, 12, 3, lk=5, kdim=1, vdim=33)
    case("cross_no_bias_kdim", 718, 1, 4, 8, 2, lk=4, kdim=8, vdim=3, bias=False)
    case("cross_one_key", 719, 1, 5, 6, 2, lk=1, note="one key: every weight exactly 1")
    case("self_large", 720, 1, 5, 6, 2, scale=100.0)
    case("self_bias_kv", 721, 1, 3, 6, 2, bias_kv=True, note="add_bias_kv appends a learned key and value")
    case("self_zero_attn", 722, 1, 3, 6, 2, zero_attn=True, note="add_zero_attn appends a zero key and value")
    case("self_fully_masked", 723, 2, 3, 6, 2, key_padding_mask=pad([3, 0], 3),
         note="every key of batch item 1 masked: NaN weights and NaN output", quirk=True)
    r = draw(613)
    i = {"query": r(2, 5, 8), **mha_weights(612, 8, 2)}
    book.add("tmha_8_2_as_s004", src, "multihead_attention",
             {"embed_dim": 8, "num_heads": 2, "kdim": 8, "vdim": 8, "bias": True, "self": True, "average_attn_weights": False,
              "mask_rule": "none", "add_bias_kv": False, "add_zero_attn": False}, i, multihead_attention(8, 2),
             "the same x and weights as s004_8_2_from_torch_weights")
    for kind, bad in (("error_10_3", (10, 3)), ):
        book.add("tmha_" + kind, src, "multihead_attention", {"embed_dim": bad[0], "num_heads": bad[1]},
                 {"query": torch.zeros(1, 2, bad[0])}, multihead_attention(*bad), "embed_dim not divisible by num_heads")
    return book


def file_linear():
    book = Book("torch.nn.functional.linear: y = x weight^T + bias, weight (out, in)")

    def case(name, x, weight, bias=None, note=None, **more):
        book.add("linear_" + name, "torch.nn.functional.linear", "linear", {}, {"x": x, "weight": weight, "bias": bias}, linear, note, **more)

    for k, (n, a, b) in enumerate(((1, 1, 1), (3, 5, 7), (7, 3, 1), (1, 13, 17), (5, 17, 3), (4, 8, 8), (13, 33, 5), (2, 7, 33))):
        r = draw(800 + k)
        case(f"{n}x{a}_to_{b}", r(n, a), r(b, a, scale=a ** -0.5), r(b))
    r = draw(820)
    case("no_bias_5x7_to_3", r(5, 7), r(3, 7))
    case("1d_13_to_5", r(13), r(5, 13), r(5), "a vector in, a vector out")
    case("3d_2x3x5_to_7", r(2, 3, 5), r(7, 5), r(7))
    case("4d_1x2x3x5_to_1", r(1, 2, 3, 5), r(1, 5), r(1))
    case("empty_batch", torch.zeros(0, 5), r(3, 5), r(3), "no rows in, no rows out")
    case("cancelling", torch.tensor([[1e4, 1.0, -1e4, 1e-3, 3.0]]), torch.tensor([[1.0, 1.0, 1.0, 1.0, 1.0], [3.0, 0.1, 3.0, 7.0, 0.25]]),
         torch.tensor([0.0, 1.0]), "large terms cancel: compare absolutely, against the size of the terms")
    case("long_sum_257", r(2, 257), r(1, 257), r(1))
    case("large_1e4", r(3, 7, scale=1e4), r(5, 7, scale=1e4), r(5))
    case("denormal", torch.tensor([[1e-40, 2e-41, -3e-42]]), torch.tensor([[1.0, 2.0, -1.0], [0.5, 0.25, 0.125]]), torch.zeros(2),
         "float32 denormals in and out: compare absolutely; a machine that flushes them to 0 is off by at most 1.5e-40")
    case("infinity", torch.tensor([[1.0, float("inf"), 2.0], [1.0, 0.0, 2.0]]), torch.tensor([[1.0, -1.0, 1.0], [1.0, 0.0, 1.0]]), None,
         "inf * -1 is -inf, inf * 0 is NaN")
    case("overflow", torch.tensor([[2e38, 2e38]]), torch.tensor([[1.0, 1.0], [1.0, -1.0]]), None,
         "past float32's range: Infinity in float32 (expected_f32), finite in float64", quirk=True)
    case("nan_row", torch.tensor([[1.0, float("nan")], [1.0, 2.0]]), torch.tensor([[1.0, 1.0]]), torch.tensor([0.5]), "NaN stays in its row")
    return book


def file_softmax():
    book = Book("torch.nn.functional.softmax")
    inf, nan = float("inf"), float("nan")

    def case(name, x, dim=-1, note=None, **more):
        x = torch.tensor(x) if not isinstance(x, torch.Tensor) else x
        book.add("softmax_" + name, "torch.nn.functional.softmax", "softmax", {"dim": dim}, {"x": x}, softmax(dim), note, **more)

    for n in (1, 3, 4, 5, 7, 8, 13, 17, 33, 257):
        case(f"row_{n}", draw(900 + n)(n, scale=2.0))
    case("2d_5x7", draw(950)(5, 7))
    case("2d_dim0_5x7", draw(951)(5, 7), 0)
    case("3d_dim0_2x3x5", draw(952)(2, 3, 5), 0)
    case("3d_dim1_2x3x5", draw(953)(2, 3, 5), 1)
    case("3d_dim0_batch1", draw(954)(1, 3, 5), 0, "one item along dim: every output exactly 1")
    case("3d_last_2x3x13", draw(955)(2, 3, 13))
    case("large_1e4", [1e4, 1e4 - 1, 1e4 - 3, -1e4, 0.0], note="naive exp would overflow")
    case("large_all_1e4", [1e4] * 7, note="exactly uniform")
    case("large_negative", [-1e4, -1e4 - 2, -1e4 - 0.5])
    case("flt_max", [3.4e38, -3.4e38, 0.0], note="the difference overflows to -inf: weights 1, 0, 0")
    case("some_minus_inf", [[1.0, -inf, 2.0, -inf, 3.0], [-inf, -inf, -inf, -inf, 0.0]])
    case("all_minus_inf", [-inf] * 5, note="NaN in PyTorch", quirk=True)
    case("plus_inf", [1.0, inf, 2.0], note="NaN in PyTorch: inf - inf", quirk=True)
    case("nan_in_one_row", [[1.0, nan, 2.0], [1.0, 2.0, 3.0]], note="NaN stays in its row")
    case("denormal_inputs", [1e-40, -1e-40, 1e-45, 0.0, -0.0], note="uniform to the last bit")
    case("denormal_outputs", [0.0, -80.0, -88.0, -95.0, -100.0, -103.0, -103.9, -110.0],
         note="outputs run below float32's smallest normal (1.18e-38), where compare absolutely; the last is 0 in float32")
    case("mask_fill_1e9", [0.5, -1e9, 1.5, -1e9, -2.0], note="filled places come out exactly 0")
    case("all_1e9", [-1e9] * 5, note="exactly uniform")
    case("fill_1e6", [[0.5, -1e6, -1e6], [-1e6, -1e6, -1e6]])
    case("empty_rows", torch.zeros(0, 5))
    return book


def file_causal():
    book = Book("PyTorch's own scaled dot product attention: causal (lower left triangle kept), boolean masks (true = KEEP), added float masks")
    src = "torch.nn.functional._scaled_dot_product_attention (torch 1.13)"

    def case(name, seed, lead, lq, lk, d, dv, causal=False, attn_mask=None, scale=1.0, note=None, **more):
        r = draw(seed)
        book.add("sdpa_" + name, src, "sdpa", {"is_causal": causal, "mask_rule": "bool: true = kept; float: added", "scale": "1/sqrt(d_k)"},
                 {"q": r(*lead, lq, d, scale=scale), "k": r(*lead, lk, d, scale=scale), "v": r(*lead, lk, dv), "attn_mask": attn_mask},
                 torch_sdpa(causal), note, **more)

    for k, (b, h, n, d, dv) in enumerate(((1, 1, 1, 1, 1), (2, 2, 3, 5, 5), (1, 2, 7, 13, 3), (1, 1, 17, 7, 5), (1, 1, 33, 5, 1), (2, 1, 4, 8, 8))):
        case(f"causal_L{n}_d{d}_dv{dv}", 1000 + k, (b, h), n, n, d, dv, True)
    case("causal_3d_L5", 1010, (2,), 5, 5, 3, 3, True)
    case("causal_L3_S7", 1011, (1, 2), 3, 7, 5, 3, True, note="more keys than queries: query i sees keys 0..i (aligned at the top left)")
    case("causal_L7_S3", 1012, (1, 2), 7, 3, 5, 3, True, note="more queries than keys")
    case("causal_large", 1013, (1, 1), 7, 7, 17, 3, True, scale=30.0)
    case("bool_mask", 1014, (2, 2), 5, 7, 3, 5, attn_mask=draw(10140).bits(5, 7, p=0.6) | (torch.arange(7) == 0))
    case("bool_mask_broadcast", 1015, (2, 3), 3, 5, 7, 1, attn_mask=draw(10150).bits(2, 1, 1, 5, p=0.6) | (torch.arange(5) == 0))
    case("float_mask", 1016, (1, 2), 5, 13, 3, 7, attn_mask=draw(10160)(5, 13))
    case("float_mask_minus_inf", 1017, (1, 2), 5, 5, 3, 3, attn_mask=torch.zeros(5, 5).masked_fill(causal_mask(5), float("-inf")))
    case("bool_mask_full_row", 1018, (1, 1), 3, 5, 3, 3, attn_mask=torch.tensor([[1, 1, 0, 0, 1], [0, 0, 0, 0, 0], [1, 0, 0, 0, 0]]).bool(),
         note="query 1 may see nothing: NaN in that row", quirk=True)
    case("no_mask_L13_S17", 1019, (1, 1), 13, 17, 33, 5)
    return book


FILES = {
    "scaled_dot_product.json": file_000,
    "worked_numbers.json": file_001,
    "self_attention_numpy.json": file_002,
    "additive_attention.json": file_003_additive,
    "dot_product_attention.json": file_003_dot,
    "masked_softmax.json": file_003_softmax,
    "fused_qkv_attention.json": file_004,
    "torch_multihead_attention.json": file_mha,
    "linear.json": file_linear,
    "softmax.json": file_softmax,
    "sdpa_causal_masks.json": file_causal,
}


def write_all(folder, files):
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    index = []
    for name, make in files.items():
        book = make()
        book.write(folder / name)
        index.append({"file": name, "about": book.about, "cases": len(book.cases), "ops": sorted({c["op"] for c in book.cases})})
    (folder / "index.json").write_text(json.dumps({"files": index}, indent=1) + "\n")
    return index


if __name__ == "__main__":
    for row in write_all(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).resolve().parent, FILES):
        print(f"{row['cases']:4d}  {row['file']}")
