/**
 * Texts of the bugs: the name of each, lines of PyTorch with and without the bug, and where it
 * occurred.
 */

/**
 * @typedef {object} BugText
 * @property {string} name the mistake, worded as an answer
 * @property {string} wrong lines of PyTorch with the bug
 * @property {string} right the same lines without the bug
 * @property {string} seen where the bug occurred or was suspected: repositories on GitHub
 * @property {string} why what the bug causes, or how it shows
 */

/** @type {Readonly<Record<string, BugText>>} */
export const bugTexts = {
  'scale-none': {
    name: 'The scores are not divided by √d',
    wrong: 'weights = softmax(q @ k.transpose(-2, -1), dim=-1)',
    right: 'weights = softmax(q @ k.transpose(-2, -1) / sqrt(d), dim=-1)',
    why: 'The variance of a dot product grows with d. Undivided scores of long queries lie so far apart that softmax gives one word nearly all the weight.',
    seen: 'huggingface/blog #2893: the formula of a tutorial had 1/√d, but the code beside it did not.',
  },
  'scale-d': {
    name: 'The scores are divided by d instead of √d',
    wrong: 'scores = q @ k.transpose(-2, -1) / q.size(-1)',
    right: 'scores = q @ k.transpose(-2, -1) / q.size(-1) ** 0.5',
    why: 'Dividing by d is too much: the scores lie closer together, and the weights are more even than they should be.',
    seen: 'delzac/cntkx #10: the square root was missing; version 0.1.33 added it.',
  },
  'scale-words': {
    name: 'The scores are divided by the root of the number of words',
    wrong: 'scores = q @ k.transpose(-2, -1) / sqrt(k.size(-2))',
    right: 'scores = q @ k.transpose(-2, -1) / sqrt(k.size(-1))',
    why: 'The spread of scores grows with the length of a query. The number of words plays no part.',
    seen: 'An article calls d “the number of words in a sentence”. Another wrong length, the model’s instead of a head’s, stood in karpathy/ng-video-lecture (#6).',
  },
  'scale-twice': {
    name: 'The queries are scaled before the product, and the scores once more',
    wrong: 'q = q / sqrt(d)\nout = F.scaled_dot_product_attention(q, k, v)',
    right: 'out = F.scaled_dot_product_attention(q, k, v)  # it divides by √d itself',
    why: 'Dividing by √d twice is dividing by d: the scores lie closer together, and the weights are more even than they should be.',
    seen: 'huggingface/transformers #38290: “Scaling has been applied twice to OPT.”',
  },
  'key-untransposed': {
    name: 'The keys are not transposed before the product',
    wrong: 'scores = q @ k',
    right: 'scores = q @ k.transpose(-2, -1)',
    why: 'It raises no error here only because a key has as many numbers as there are words.',
    seen: 'hyunwoongko/transformer #4 and #5: the keys were reshaped where they had to be transposed.',
  },
  'key-value-swapped': {
    name: 'Keys and values are swapped',
    wrong: 'out = attention(q, v, k)',
    right: 'out = attention(q, k, v)',
    why: 'A query must meet the keys, and the weights must mix the values. Here the query meets the values, and the weights mix the keys.',
    seen: 'jsbaan/transformer-from-scratch #1. With matrices learned in that order it does no harm; with given matrices it does.',
  },
  'position-after': {
    name: 'The positions are added after the projection',
    wrong: 'q, k, v = x @ wq + pos, x @ wk + pos, x @ wv + pos',
    right: 'x = x + pos\nq, k, v = x @ wq, x @ wk, x @ wv',
    why: 'Two equal words show it: their rows of Q, K and V differ by the same numbers, those of the positions. If positions went through the matrices, each table would differ in its own way.',
    seen: 'Asked about zai-org/ChatGLM-6B (#1294): rotary positions do come after the projection, on queries and keys; added positions come before it.',
  },
  'tanh-left-out': {
    name: 'There is no tanh',
    wrong: 'features = q.unsqueeze(1) + k.unsqueeze(0)',
    right: 'features = torch.tanh(q.unsqueeze(1) + k.unsqueeze(0))',
    why: 'Without it each score is a number of the query plus a number of the key: all queries get the same weights.',
    seen: 'AuCson/PyTorch-Batch-Attention-Seq2seq #3: the weights stuck to one word until tanh was added.',
  },
  'vector-left-out': {
    name: 'The features are added up without the vector w',
    wrong: 'scores = features.sum(-1)',
    right: 'scores = features @ w',
    why: 'All features then count equally; w is learned to say how much each one counts.',
    seen: 'tensorflow/tensorflow #39332: documented as the sum of tanh(query + value), without a vector.',
  },
  'mask-after-softmax': {
    name: 'The mask comes after the softmax',
    wrong: 'weights = softmax(scores, dim=-1)\nweights = weights.masked_fill(mask, 0)',
    right: 'scores = scores.masked_fill(mask, -inf)\nweights = softmax(scores, dim=-1)',
    why: 'The weight that the mask removes is missing from the row, so the row does not add up to 1.',
    seen: 'huggingface/pytorch-image-models #2236: “The mask should be applied before the softmax.”',
  },
  'mask-zero': {
    name: 'Masked scores become 0 instead of −∞',
    wrong: 'scores = scores.masked_fill(mask, 0)',
    right: 'scores = scores.masked_fill(mask, -inf)',
    why: 'e to the power of 0 is 1: a masked key still gets its share.',
    seen: 'hyunwoongko/transformer #10: the fill was −1e-12, which is nearly 0.',
  },
  'mask-flipped': {
    name: 'The mask hides what may be seen, and shows the rest',
    wrong: 'scores = scores.masked_fill(allowed, -inf)',
    right: 'scores = scores.masked_fill(~allowed, -inf)',
    why: 'The words see the padding and nothing else.',
    seen: 'pytorch/examples #649, and rasbt/LLMs-from-scratch #1061: true means “masked” in one function and “visible” in another.',
  },
  'mask-queries': {
    name: 'The rows of the padding are masked, not its columns',
    wrong: 'scores = scores.masked_fill(is_padding[:, None], -inf)',
    right: 'scores = scores.masked_fill(is_padding[None, :], -inf)',
    why: 'All other words still see the padding, and the padding’s own rows see nothing: their softmax divides 0 by 0, which is NaN. In the code, [None, :] makes a row that applies to all queries, and [:, None] makes a column.',
    seen: 'keras-team/keras-io #1046: the padding mask was spread along the wrong axis.',
  },
  'causal-off-by-one': {
    name: 'Each word sees the next one, too',
    wrong: 'mask = torch.ones(n, n).triu(2).bool()',
    right: 'mask = torch.ones(n, n).triu(1).bool()',
    why: 'A word that sees the next one can copy it: such a model does well in training, but cannot write.',
    seen: 'Suspected in TransformerLens (#284), where the diagonal was right. Off by one in the past: huggingface/transformers #39408.',
  },
  'causal-corner': {
    name: 'The causal mask starts at the wrong corner',
    wrong: 'allowed = torch.ones(L, S).tril().bool()',
    right: 'allowed = torch.ones(L, S).tril(S - L).bool()',
    why: 'The queries are the last words of the sentence: the last query sees all of it.',
    seen: 'Dao-AILab/flash-attention changed the corner in 2.1; pytorch/pytorch #108108 draws both.',
  },
  'fill-finite': {
    name: 'Masked scores become −1,000,000,000 in a fully masked row',
    wrong: 'scores = scores.masked_fill(mask, -1e9)',
    right:
      'scores = scores.masked_fill(mask, -inf)\nweights = softmax(scores, dim=-1).masked_fill(mask.all(-1, keepdim=True), 0)',
    why: 'Equal numbers get equal shares, however small they are: the row attends to everything that it must not see.',
    seen: 'd2l-ai/d2l-en #2423: a length of 0 gives equal weights instead of none.',
  },
  'softmax-queries': {
    name: 'Softmax runs over the queries',
    wrong: 'weights = softmax(scores, dim=-2)',
    right: 'weights = softmax(scores, dim=-1)',
    why: 'Columns add up to 1 instead of rows.',
    seen: 'labmlai/annotated_deep_learning_paper_implementations #146: the wrong axis, and the pictures made with it looked no worse.',
  },
  'softmax-heads': {
    name: 'Softmax runs over the heads',
    wrong: 'weights = softmax(scores)  # (heads, queries, keys): picks dimension 0',
    right: 'weights = softmax(scores, dim=-1)',
    why: 'The weights of one pair add up to 1 over all heads; with one head, each weight is 1.',
    seen: 'PetrochukM/PyTorch-NLP #2: “It is always 1 whatever I feed into attention layer.”',
  },
  'maximum-left-out': {
    name: 'The largest score of a row is not subtracted before the exponentials',
    wrong: 'e = scores.exp()',
    right: 'e = (scores - scores.max(-1, keepdim=True).values).exp()',
    why: 'Beyond e⁸⁸ a 32-bit number is infinite, and ∞ ÷ ∞ is not a number.',
    seen: 'pytorch/executorch #18407: a score of 151 in a real model.',
  },
  'dropout-at-inference': {
    name: 'Dropout, which sets weights to 0 at random in training, is still on',
    wrong: 'weights = F.dropout(weights, p)',
    right: 'weights = F.dropout(weights, p, training=self.training)',
    why: 'Some weights are randomly 0 and the others too large: the same sentence gives a different output each time.',
    seen: 'pytorch/pytorch #124464: scaled_dot_product_attention drops weights whatever the mode of the model is.',
  },
  'dropout-before-softmax': {
    name: 'Dropout comes before the softmax',
    wrong: 'weights = softmax(dropout(scores), dim=-1)',
    right: 'weights = dropout(softmax(scores, dim=-1))',
    why: 'Setting a score to 0 does not drop it: it still gets a share.',
    seen: 'Proposed for fairseq (#351) and dgl (#1016), and declined in the first: the reference applies dropout after the softmax.',
  },
  'heads-untransposed': {
    name: 'The heads are merged without transposing',
    wrong: 'h = heads.reshape(L, -1)  # (heads, L, d)',
    right: 'h = heads.transpose(0, 1).reshape(L, -1)',
    why: 'The row of one word is filled with numbers of another.',
    seen: 'jsbaan/transformer-from-scratch #6: the toy task was too easy to show it.',
  },
  'split-layout': {
    name: 'The stacked projections are split head by head',
    wrong: 'q, k, v = qkv.view(L, heads, 3, d).unbind(2)',
    right: 'q, k, v = qkv.view(L, 3, heads, d).unbind(1)',
    why: 'The same matrix is cut in different places: queries, keys and values get each other’s columns.',
    seen: 'awslabs/slapo #46. GPT-NeoX, BLOOM and Falcon store the matrix head by head; GPT-2 does not.',
  },
  'output-left-out': {
    name: 'The last projection, W_O, is left out',
    wrong: 'return h',
    right: 'return h @ wo',
    why: 'Without it the heads only stand side by side: no number of the output mixes what two heads found.',
    seen: 'Kyubyong/transformer #117.',
  },
  'output-transposed': {
    name: 'W_O is transposed',
    wrong: 'y = h @ wo.T',
    right: 'y = h @ wo',
    why: 'Swapping the rows and columns of a square matrix raises no error, but then each head meets the wrong numbers.',
    seen: 'AutoGPTQ #139: GPT-2’s Conv1D is a linear layer whose matrix is stored transposed.',
  },
  'values-of-queries': {
    name: 'The values are taken from the sentence of the queries',
    wrong: 'v = target @ wv',
    right: 'v = source @ wv',
    why: 'Both sentences have the same number of words here; otherwise the shapes would not fit.',
    seen: 'tensorflow/tensorflow #34283 and #34809: value_embeddings = token_embedding(query_input), in an official example.',
  },
  'padding-averaged': {
    name: 'The mean is taken over the padding, too',
    wrong: 'sentence = y.mean(0)',
    right: 'sentence = y[~is_padding].mean(0)',
    why: 'The more padding a sentence has, the more it shapes the mean: the result depends on the longest sentence in the batch.',
    seen: 'jina-ai/clip-as-service #93: the mean was taken without the mask.',
  },
};

/** Mistakes that appear only as answers. @type {Readonly<Record<string, string>>} */
const decoyNames = {
  'root-added': 'The scores are divided by √d. Here they are not',
  'd-added': 'The scores are divided by d. Here they are not',
  'scale-missing': 'The scores are not scaled',
  'wq-transposed': 'W_Q is transposed',
  'wq-is-wk': 'W_K is used in place of W_Q',
  'wq-left-out': 'W_Q is left out: the queries are the embeddings',
  'wv-transposed': 'W_V is transposed',
  'wv-is-wk': 'W_K is used in place of W_V',
  'wv-left-out': 'W_V is left out: the values are the embeddings',
  'positions-left-out': 'The positions are not added',
  'queries-twice': 'Queries are multiplied by queries, not by keys',
  'scores-turned': 'Queries and keys are swapped',
  'features-multiplied':
    'A query’s and a key’s row are multiplied, not added, and tanh is left out',
  'additive-as-dot': 'The scores are dot products of the projected rows',
  'sum-left-out': 'The exponentials are not divided by their sum',
  'softmax-table': 'Softmax runs over the whole table of a head',
  'heads-reversed': 'The heads are concatenated in reverse order',
  'heads-interleaved': 'The columns of the heads alternate',
  'heads-averaged': 'The heads are averaged instead of concatenated',
  'head-left-out': 'The last head is left out',
  'wo-is-wv': 'W_V is used in place of W_O',
  'pooled-sum': 'The rows are added, and the sum is not divided',
  'pooled-over-all': 'The sum is divided by the number of all words, padding included',
  'pooled-last': 'Only the last word before the padding is taken',
};

/** @param {string} id */
export const mistakeName = (id) => bugTexts[id]?.name ?? decoyNames[id] ?? id;
