"""The few functions of PyTorch that an exported program calls, as its documentation has them, on NumPy.

For machines without PyTorch. It shows that a program names these functions and that its formulas are
right if they do what is documented; that PyTorch does it, only PyTorch can show.
"""

import math
import sys
import types

import numpy as np


class Tensor(np.ndarray):
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

    def tril(self):
        return np.tril(self).view(Tensor)

    def expand(self, *sizes):
        return np.broadcast_to(self, sizes, subok=True)

    def masked_fill(self, mask, value):
        return np.where(mask, np.float32(value), self).view(Tensor)


def softmax(input, dim):
    exponentials = np.exp(input - np.maximum.reduce(input, axis=dim, keepdims=True))
    return exponentials / np.add.reduce(exponentials, axis=dim, keepdims=True)


def scaled_dot_product_attention(query, key, value, attn_mask=None, scale=None):
    scores = query @ key.swapaxes(-2, -1) * (1 / math.sqrt(query.shape[-1]) if scale is None else scale)
    if attn_mask is not None:
        assert attn_mask.dtype == bool and attn_mask.shape == scores.shape[-2:]
        scores = scores.masked_fill(~attn_mask, -math.inf)
    return softmax(scores, -1) @ value


def install():
    np.seterr(all="ignore")  # PyTorch makes NaN without a word
    torch = types.ModuleType("torch")
    torch.float32, torch.bool = np.float32, np.bool_
    torch.tensor = lambda data, dtype: np.array(data, dtype=dtype).view(Tensor)
    torch.ones = lambda *sizes, dtype: np.ones(sizes, dtype=dtype).view(Tensor)
    torch.arange = lambda end: np.arange(end).view(Tensor)
    torch.zeros_like, torch.exp, torch.tanh = np.zeros_like, np.exp, np.tanh
    torch.set_printoptions = lambda precision, linewidth, threshold: np.set_printoptions(
        floatmode="unique", linewidth=linewidth, threshold=threshold
    )
    torch.nn = types.ModuleType("torch.nn")
    torch.nn.functional = types.ModuleType("torch.nn.functional")
    torch.nn.functional.softmax = softmax
    torch.nn.functional.scaled_dot_product_attention = scaled_dot_product_attention
    sys.modules.update({"torch": torch, "torch.nn": torch.nn, "torch.nn.functional": torch.nn.functional})
