# What README's snippet uses of PyTorch, written in NumPy by PyTorch's documentation: PyTorch itself is not installed
# for the tests. It refuses what it does not know, so that a snippet cannot use more unnoticed.
import types

import numpy


class Tensor(numpy.ndarray):
    def triu(self, diagonal):
        return numpy.triu(self, diagonal).view(Tensor)

    def bool(self):
        return self.astype(bool)


def tensor(nested):
    return numpy.array(nested, dtype=numpy.float32).view(Tensor)


def ones(*shape):
    return numpy.ones(shape, dtype=numpy.float32).view(Tensor)


class MultiheadAttention:
    def __init__(self, embed_dim, num_heads, *, bias, batch_first):
        if bias or not batch_first:
            raise NotImplementedError
        self.num_heads = num_heads
        random = numpy.random.default_rng(7)
        self.parameters = {
            "in_proj_weight": tensor(random.normal(size=(3 * embed_dim, embed_dim))),
            "out_proj.weight": tensor(random.normal(size=(embed_dim, embed_dim))),
        }

    def state_dict(self):
        return self.parameters

    def __call__(self, query, key, value, *, attn_mask, average_attn_weights):
        if average_attn_weights:
            raise NotImplementedError
        projections = numpy.split(self.parameters["in_proj_weight"], 3)
        q, k, v = (self.split(x @ w.T) for x, w in zip((query, key, value), projections))
        scores = q @ k.swapaxes(2, 3) / numpy.sqrt(q.shape[-1])
        scores = numpy.where(attn_mask, -numpy.inf, scores)
        weights = numpy.exp(scores - scores.max(-1, keepdims=True))
        weights /= weights.sum(-1, keepdims=True)
        heads = (weights @ v).swapaxes(1, 2).reshape(query.shape)
        return heads @ self.parameters["out_proj.weight"].T, weights

    def split(self, x):
        n, length, width = x.shape
        return x.reshape(n, length, self.num_heads, width // self.num_heads).swapaxes(1, 2)


nn = types.SimpleNamespace(MultiheadAttention=MultiheadAttention)
