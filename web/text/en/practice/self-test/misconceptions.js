/** What a wrong answer shows, as somebody would say it who believes it, and what is true. */

/** @type {Record<import('../../../../practice/self-test/misconceptions.js').Misconception, { name: string, instead: string }>} */
export const misconceptions = {
  importance: {
    name: 'A weight says how important something is.',
    instead: 'A weight says how much of a value is mixed in; the value may be next to nothing.',
  },
  explains: {
    name: 'A map of weights explains an answer.',
    instead: 'Other weights can lead to the same answer, and much happens besides.',
  },
  axis: {
    name: 'A softmax may run along any axis.',
    instead: 'Each query shares out 1 over the keys.',
  },
  share: {
    name: 'Weights are in proportion to scores; a score of 0 gets nothing.',
    instead: 'Powers of e are shared out: only differences of scores within a row count.',
  },
  pick: {
    name: 'The largest weight decides alone.',
    instead: 'All values are mixed, and many small weights can outweigh a large one.',
  },
  late: {
    name: 'The mask may come after the softmax.',
    instead: 'Then masked keys have taken their share already.',
  },
  scale: {
    name: 'Scores are divided by the number of words, by d, or by nothing.',
    instead: 'They are divided by √d, the root of the length of a query of one head.',
  },
  position: {
    name: 'Attention knows places by itself.',
    instead: 'Without positions and masks the order makes no difference to any row.',
  },
  heads: {
    name: 'Heads are averaged, or share their numbers.',
    instead: 'Each head works alone; their rows are put side by side.',
  },
  roles: {
    name: 'Queries, keys and values do the same work.',
    instead: 'Queries and keys make the weights; values are what is mixed.',
  },
  kinds: {
    name: 'A causal mask and a padding mask hide the same.',
    instead:
      'One hides what comes later, for each row; the other the columns of padding, for all rows.',
  },
  shape: {
    name: 'The table of weights is square, or as wide as the embeddings.',
    instead: 'It has a row for each query and a column for each key.',
  },
  widths: {
    name: 'All rows have to be equally long.',
    instead:
      'Queries and keys have to, for a dot product; values need not, and additive scores need nothing.',
  },
  cost: {
    name: 'The cost grows as the text does.',
    instead: 'Every query meets every key, so the number of pairs grows as the square.',
  },
  stored: {
    name: 'Attention weights are learned and stored.',
    instead: 'Matrices are learned; weights are computed anew for each input.',
  },
};
