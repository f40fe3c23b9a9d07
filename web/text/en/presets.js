/** What ready-made states are called, and what they are. */

/** @type {Readonly<Record<string, { name: string, note: string }>>} */
export const presets = {
  noodles: { name: 'They eat fried noodles', note: 'Four words, two heads.' },
  hello: { name: 'Hello I love you', note: 'The first article’s sentence.' },
  father: {
    name: 'il n est pas aussi grand que son pere',
    note: '“he is not as tall as his father” attends to it. Untrained, it translates nothing.',
  },
  jane: {
    name: 'Jane visite l Afrique en septembre',
    note: 'The fourth article’s sentence.',
  },
  article: {
    name: 'The second article’s numbers',
    note: 'Its scores and its three heads, as printed.',
  },
  coffee: { name: 'The coffee cup', note: 'A red cup and a notebook, with numbers set by hand.' },
  'three-heads': {
    name: 'Three heads of three',
    note: 'Rows of 9 numbers, 3 heads of 3.',
  },
  transformer: {
    name: 'Sizes of Transformer base',
    note: 'Rows of 512 numbers, 8 heads of 64.',
  },
  bert: {
    name: 'Sizes of BERT base',
    note: 'Rows of 768 numbers, 12 heads of 64.',
  },
};
