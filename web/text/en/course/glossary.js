/** The words of the course, each in one sentence; in the order in which they are introduced. */

/** @type {readonly (readonly [term: string, meaning: string])[]} */
export const glossary = [
  [
    'attention weight',
    'a number between 0 and 1: how much one word attends to another; those of one query add up to 1',
  ],
  ['attends to', 'gives weight to: its output contains the other word’s value'],
  ['value (V)', 'the numbers that a word passes on to those that attend to it'],
  ['output', 'the values, each times its weight, added up'],
  ['query (Q)', 'what a word looks for, as a row of numbers'],
  ['key (K)', 'what a word offers to be found by, as a row of numbers as long as a query'],
  [
    'score (S)',
    'the dot product of a query and a key: large if both are long and point the same way',
  ],
  ['dot product', 'two rows multiplied number by number, and the products added up'],
  ['softmax', 'makes weights of scores: e to the power of each, divided by their sum'],
  ['seed', 'from it random numbers are drawn: the same seed draws the same numbers'],
  ['loss', 'one number for how wrong a program’s answers are; training lowers it in the long run'],
  ['embedding (X)', 'the row of numbers that stands for a word'],
  [
    'weight matrix (W)',
    'the numbers that turn embeddings into queries, keys or values; training finds them',
  ],
  [
    'scale, √d',
    'scores are divided by the root of the length d of a query, or they would grow with it',
  ],
  [
    'gradient',
    'how much the loss changes when a number is changed a little; training goes the other way',
  ],
  ['position embedding', 'numbers that depend on the place of a word, added to its embedding'],
  ['mask', 'which keys a query may not attend to: their scores become −∞, and their weights 0'],
  ['causal mask', 'each word sees itself and what is before it'],
  ['padding', 'places that hold no word, because sentences of a batch are made equally long'],
  ['head', 'one set of weight matrices with weights of its own; several work side by side'],
  ['concatenation', 'the outputs of all heads, side by side in one row'],
  ['output projection (W_O)', 'the weight matrix that mixes the concatenated heads'],
  ['self-attention', 'queries, keys and values come from the same words'],
  ['cross-attention', 'queries come from one sentence, keys and values from another'],
  ['encoder, decoder', 'what reads a sentence, and what writes the other one'],
  ['context vector', 'what the decoder has gathered from the encoder for its next word'],
  ['additive attention', 'a score made by a small network instead of a dot product'],
  ['alignment', 'which word of one sentence goes with which of the other'],
];
