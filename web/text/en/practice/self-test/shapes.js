/** The self-test: shapes, widths and cost. */

export const shapes = {
  users: {
    setup: '12 users look at 30 films with one head: a query for each user, a key for each film.',
    question: 'How many attention weights are there?',
    label: 'weights',
    why: 'A row for each query and a column for each key: 12 · 30.',
  },
  output: {
    setup: '40 users look at 300 films. Queries and keys have 64 numbers each, values have 16.',
    question: 'What is the shape of the output?',
    answers: ['40 × 64', '300 × 16', '40 × 16', '40 × 300'],
    why: 'There is a row for each query, and what is mixed are values of 16 numbers.',
  },
  agree: {
    setup: 'Someone builds dot-product attention for data of several kinds.',
    question: 'Which sizes have to agree?',
    answers: [
      'the lengths of queries, keys and values, all three',
      'the lengths of queries and keys; the numbers of keys and values',
      'the numbers of queries and keys; the lengths of keys and values',
    ],
    why: 'A query meets a key number by number, and every key has one value to hand over.',
  },
  additive: {
    setup:
      'Additive scoring with 8 numbers inside: queries have 5 numbers, keys have 9, and there are 30 keys.',
    question: 'Which shapes have W_q, W_k and w?',
    answers: [
      '5 × 8, 9 × 8 and 8',
      '5 × 8, 5 × 8 and 8, once the keys have been cut to 5',
      '5 × 8, 30 × 8 and 8',
      '5 × 9, 9 × 5 and 9',
    ],
    why: 'Each matrix brings its rows from their own length to 8, and w weighs these 8.',
  },
  picture: {
    setup:
      'A program treats every pixel as a word. Pictures of 32 × 32 pixels are replaced by ones of 64 × 64.',
    question: 'How many times as many scores does a head compute?',
    label: 'times as many',
    why: 'There are 4 times as many pixels, and pairs of them grow by 4 · 4.',
  },
  catalogue: {
    setup: 'Users look at films. The catalogue becomes twice as long; the users are the same.',
    question: 'How many times as many scores are there?',
    label: 'times as many',
    why: 'Each user meets twice as many keys; the number of queries stays.',
  },
  broader: {
    setup: 'The embeddings of a melody are made twice as long; it has as many notes as before.',
    question: 'How large is the table of weights of one head now?',
    answers: [
      'with twice as many columns',
      'with twice as many rows and columns',
      'as large as before',
    ],
    why: 'Its size is the number of queries times the number of keys, whatever their length.',
  },
  error: {
    setup: 'scores = Q @ K fails: shapes (40, 64) and (300, 64) do not fit.',
    question: 'What has to be changed?',
    answers: [
      'There must be as many queries as keys: fill up Q to 300 rows.',
      'K has to be transposed: Q @ K.T.',
      'Q has to be transposed: Q.T @ K.',
      'Values are needed: Q @ V.',
    ],
    why: '(40, 64) times (64, 300) gives a score for each user and film.',
  },
};
