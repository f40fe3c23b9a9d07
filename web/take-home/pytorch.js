/** A lesson as a PyTorch program. */

import { MOST_PRINTED } from './plan.js';
import { python } from './python.js';

/** @type {import('./python.js').Dialect} */
const pytorch = {
  needs: 'Needs PyTorch: pip install torch',
  imports: ['import torch', 'import torch.nn.functional as F'],
  floats: (list) => `torch.tensor(${list}, dtype=torch.float32)`,
  flags: (list) => `torch.tensor(${list}, dtype=torch.bool)`,
  swap: (name, axis, other) => `${name}.transpose(${axis}, ${other})`,
  causal: 'torch.ones(L, S, dtype=torch.bool).tril()',
  padding: (pad) => `(torch.arange(S) < S - ${pad}).expand(L, S)`,
  masked: (scores, fill) => `${scores}.masked_fill(~allowed, ${fill})`,
  softmax: ({ emptyRow, pairs, rows }) => {
    const isFilled = emptyRow === 'zeros';
    return [
      '# Softmax along each row: exponentials by their sum. The row maximum is taken off first, so that',
      '# no exponential overflows.',
      ['row_max = masked_scores.amax(dim=-1)', rows],
      ...(isFilled
        ? /** @type {import('./source.js').Line[]} */ ([
            ['empty = ~allowed.any(dim=-1, keepdim=True)', '(L, 1), rows of which all is masked'],
            'shift = row_max[..., None].masked_fill(empty, 0.0)',
          ])
        : []),
      [
        `exponentials = torch.exp(masked_scores - ${isFilled ? 'shift' : 'row_max[..., None]'})`,
        pairs,
      ],
      ['row_sum = exponentials.sum(dim=-1)', rows],
      [
        `weights = F.softmax(masked_scores, dim=-1)${isFilled ? '.masked_fill(empty, 0.0)' : ''}`,
        emptyRow === 'nan'
          ? `${pairs}, a row of which all is masked is NaN`
          : `${pairs}, ${isFilled ? 'empty rows are zeros' : 'every row sums to 1'}`,
      ],
    ];
  },
  dropped: (p) => `(weights / (1 - ${p})).masked_fill(~kept, 0.0)`,
  zeros: (name) => `torch.zeros_like(${name})`,
  tanh: 'torch.tanh',
  sum: 'sum(dim=0)',
  // Only where PyTorch computes the same. The difference is printed, not asserted: large scores
  // turn a last bit into a visible part of a weight.
  check: ({ isPlain, mask, scale, temperature }) => {
    if (!isPlain) return [];
    const options = [
      ...(mask === 'none' ? [] : ['attn_mask=allowed']),
      ...(scale === 'sqrt' && temperature === 1 ? [] : ['scale=scale']),
    ];
    const call = ['Q', 'K', 'V', ...options].join(', ');
    return [
      '# All of it in one call (PyTorch 2.1 or newer).',
      ...(mask === 'none'
        ? []
        : [
            '# In its mask, too, True means: may attend; in that of nn.MultiheadAttention it means masked.',
          ]),
      `in_one_call = F.scaled_dot_product_attention(${call})`,
      "print('Largest difference from one call:', (in_one_call - heads).abs().max().item(), '\\n')",
    ];
  },
  digits: `torch.set_printoptions(precision=9, linewidth=120, threshold=${MOST_PRINTED})`,
};

/**
 * @param {import('../model/state.js').State} state
 * @param {import('../model/lesson.js').Lesson} lesson
 * @returns {import('./exports.js').Made}
 */
export const toPytorch = (state, lesson) => python(state, lesson, pytorch);
