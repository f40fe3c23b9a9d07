"""The few functions of PyTorch that an exported program calls, as its documentation has them, on NumPy.

For machines without PyTorch. It shows that a program names these functions and that its formulas are
right if they do what is documented; that PyTorch does it, only PyTorch can show.
"""

import json
import math
import sys
import types

import numpy as np


class Tensor(np.ndarray):
    def clone(self):
        return self.copy()

    def abs(self):
        return np.abs(self)

    def amax(self, dim):
        return np.maximum.reduce(self, axis=dim)

    def sum(self, dim):
        return np.add.reduce(self, axis=dim)

    def any(self, dim, keepdim=False):
        return np.logical_or.reduce(self, axis=dim, keepdims=keepdim)

    def transpose(self, dim0, dim1):
        return self.swapaxes(dim0, dim1)

    def repeat_interleave(self, repeats, dim):
        return np.repeat(self, repeats, axis=dim).view(Tensor)

    def to(self, dtype):
        return self.astype(dtype)

    def triu(self, diagonal=0):
        return np.triu(self, diagonal).view(Tensor)

    def tril(self):
        return np.tril(self).view(Tensor)

    def expand(self, *sizes):
        return np.broadcast_to(self, sizes, subok=True)

    def bool(self):
        return self.astype(np.bool_)

    def masked_fill(self, mask, value):
        return np.where(mask, np.float32(value), self).view(Tensor)


def softmax(input, dim):
    exponentials = np.exp(input - np.maximum.reduce(input, axis=dim, keepdims=True))
    return exponentials / np.add.reduce(exponentials, axis=dim, keepdims=True)


def scaled_dot_product_attention(query, key, value, attn_mask=None, scale=None):
    scores = query @ key.swapaxes(-2, -1) * (1 / math.sqrt(query.shape[-1]) if scale is None else scale)
    if attn_mask is not None:
        assert attn_mask.dtype == bool and attn_mask.shape == scores.shape[-attn_mask.ndim :]
        scores = scores.masked_fill(~attn_mask, -math.inf)
    return softmax(scores, -1) @ value


def gelu(input, approximate="none"):
    if approximate == "tanh":
        inner = math.sqrt(2 / math.pi) * (input + 0.044715 * input**3)
        return (input * (1 + np.tanh(inner)) / 2).astype(np.float32)
    return (input * (1 + np.vectorize(math.erf)(input / math.sqrt(2))) / 2).astype(np.float32)


class MultiheadAttention:
    """As README's snippet uses it; what else there is of it is refused."""

    def __init__(self, embed_dim, num_heads, *, bias, batch_first):
        if bias or not batch_first:
            raise NotImplementedError
        self.num_heads = num_heads
        random = np.random.default_rng(7)
        self.parameters = {
            name: random.normal(size=shape).astype(np.float32).view(Tensor)
            for name, shape in {
                "in_proj_weight": (3 * embed_dim, embed_dim),
                "out_proj.weight": (embed_dim, embed_dim),
            }.items()
        }

    def state_dict(self):
        return self.parameters

    def __call__(self, query, key, value, *, attn_mask, average_attn_weights):
        if average_attn_weights:
            raise NotImplementedError
        projections = np.split(self.parameters["in_proj_weight"], 3)
        q, k, v = (self.split(x @ w.T) for x, w in zip((query, key, value), projections))
        scores = q @ k.swapaxes(2, 3) / math.sqrt(q.shape[-1])
        weights = softmax(scores.masked_fill(attn_mask, -math.inf), -1)
        heads = (weights @ v).swapaxes(1, 2).reshape(query.shape)
        return heads @ self.parameters["out_proj.weight"].T, weights

    def split(self, x):
        n, length, width = x.shape
        return x.reshape(n, length, self.num_heads, width // self.num_heads).swapaxes(1, 2)


class SafeFile:
    """A .safetensors file, as safe_open of the package safetensors opens it."""

    def __init__(self, path, framework):
        assert framework == "pt"
        with open(path, "rb") as file:
            self.data = file.read()
        self.start = 8 + int.from_bytes(self.data[:8], "little")
        self.header = json.loads(self.data[8 : self.start])

    def keys(self):
        return [name for name in self.header if name != "__metadata__"]

    def get_tensor(self, name):
        entry = self.header[name]
        first, end = (self.start + offset for offset in entry["data_offsets"])
        kind = {"F32": "<f4", "F16": "<f2", "BF16": "<u2", "I8": "i1"}[entry["dtype"]]
        numbers = np.frombuffer(self.data[first:end], kind)
        if entry["dtype"] == "BF16":
            numbers = (numbers.astype(np.uint32) << 16).view(np.float32)
        return numbers.reshape(entry["shape"]).view(Tensor)


def install():
    np.seterr(all="ignore")  # PyTorch makes NaN without a word
    torch = types.ModuleType("torch")
    torch.float32, torch.bool, torch.pi = np.float32, np.bool_, math.pi
    torch.tensor = lambda data, dtype=np.float32: np.array(data, dtype=dtype).view(Tensor)
    torch.ones = lambda *sizes, dtype=np.float32: np.ones(sizes, dtype=dtype).view(Tensor)
    torch.arange = lambda end: np.arange(end).view(Tensor)
    torch.zeros_like, torch.exp, torch.tanh = np.zeros_like, np.exp, np.tanh
    # An angle is a float32 there.
    torch.cos = lambda input: np.cos(input).astype(np.float32)
    torch.sin = lambda input: np.sin(input).astype(np.float32)
    torch.relu = lambda input: np.maximum(input, np.float32(0))
    torch.cat = lambda tensors, dim: np.concatenate(tensors, axis=dim).view(Tensor)
    torch.set_printoptions = lambda precision, linewidth, threshold: np.set_printoptions(
        floatmode="unique", linewidth=linewidth, threshold=threshold
    )
    torch.nn = types.ModuleType("torch.nn")
    torch.nn.MultiheadAttention = MultiheadAttention
    torch.nn.functional = types.ModuleType("torch.nn.functional")
    torch.nn.functional.softmax, torch.nn.functional.gelu = softmax, gelu
    torch.nn.functional.silu = lambda input: input / (1 + np.exp(-input))
    torch.nn.functional.scaled_dot_product_attention = scaled_dot_product_attention
    sys.modules.update({"torch": torch, "torch.nn": torch.nn, "torch.nn.functional": torch.nn.functional})
    sys.modules["safetensors"] = types.ModuleType("safetensors")
    sys.modules["safetensors"].safe_open = SafeFile
