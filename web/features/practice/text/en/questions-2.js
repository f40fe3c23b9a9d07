/** The self-test: queries, keys, values and their scores. */

export const scores = {
  taste: {
    setup: 'Ann is looking for films: she has a query, and each film has a key and a value.',
    question: 'Which scaled score does Ann give Brazil?',
    label: 'scaled score',
    why: 'The query times the key of Brazil is 12, and a query has 4 numbers: 12 / √4.',
  },
  recipes: {
    setup:
      'A program compares a wish with the titles of recipes and mixes the recipes’ texts. All texts are replaced; the titles stay.',
    question: 'What changes?',
    answers: [
      'the weights, but not the output',
      'the weights and the output',
      'the output, but not the weights',
      'nothing, until it is trained again',
    ],
    why: 'Titles are keys and texts are values: the weights do not depend on values.',
  },
  root: {
    setup: 'Q has shape (100, 64), K has shape (100, 64), V has shape (100, 32), and S = Q @ K.T.',
    question: 'Which line scales the scores correctly?',
    answers: [
      'S / sqrt(K.shape[1])',
      'S / sqrt(K.shape[0])',
      'S / K.shape[1]',
      'S / sqrt(V.shape[1])',
    ],
    why: 'A score adds up one product for each number of a key, and that is the second size of K.',
  },
  narrow: {
    setup: 'A model with rows of 96 numbers has 6 heads, which share these numbers evenly.',
    question: 'By what are the scores of one head divided?',
    label: 'divisor',
    why: 'A query of one head has 96 / 6 = 16 numbers, and the root of 16 is 4.',
  },
  copies: {
    setup: 'Two films have exactly the same key, but different values. There is no mask.',
    question: 'What is true for every user?',
    answers: [
      'The later film gets less weight, because the first one has already been found.',
      'Both get the same weight, and so they pass on the same numbers.',
      'Their weights differ, because their values differ.',
      'Both get the same weight, and each passes on its own numbers.',
    ],
    why: 'The weight depends on query and key, but each film passes on its value.',
  },
  newcomer: {
    setup: 'A trained program recommends films. A new user arrives.',
    question: 'Where does it get the attention weights of this user from?',
    answers: [
      'from the weights of the most similar user',
      'from this user’s query and the keys of the films',
      'from a learned table with a weight for each user and film',
      'from the films’ values, the best of which get most',
    ],
    why: 'Training finds matrices; attention weights are computed anew for each input.',
  },
  louder: {
    setup: 'In a music program all values are doubled; queries and keys stay as they are.',
    question: 'What happens to the weights and the output?',
    answers: [
      'The weights become steeper, and the output follows the largest.',
      'The weights stay as they are, and the output is doubled.',
      'Both stay the same: the softmax makes up for a common factor.',
    ],
    why: 'The weights multiply the values only after the softmax, so the mixture is simply twice as large.',
  },
  blank: {
    setup: 'The query of one pixel consists of zeros only. There is no mask.',
    question: 'What is the output for this pixel?',
    answers: [
      'zeros, as all its scores are 0',
      'its own value, as nothing else fits',
      'the mean of the values of all pixels',
    ],
    why: 'All scores are 0, and equal scores give equal weights, which add up to 1.',
  },
};

// The self-test: shapes, widths and cost.

export const shapes = {
  users: {
    setup: '12 users look at 30 films with one head: a query for each user, a key for each film.',
    question: 'How many attention weights are there?',
    label: 'weights',
    why: 'There is a row for each query and a column for each key: 12 · 30.',
  },
  output: {
    setup: '40 users look at 300 films. Queries and keys have 64 numbers each, values have 16.',
    question: 'What is the shape of the output?',
    answers: ['40 × 64', '300 × 16', '40 × 16', '40 × 300'],
    why: 'There is a row for each query, and each row mixes values of 16 numbers.',
  },
  agree: {
    setup: 'Someone builds dot-product attention for data of several kinds.',
    question: 'Which sizes must match?',
    answers: [
      'the lengths of queries, keys and values, all three',
      'the lengths of queries and keys; the numbers of keys and values',
      'the numbers of queries and keys; the lengths of keys and values',
    ],
    why: 'A query meets a key number by number, and every key passes on one value.',
  },
  additive: {
    setup:
      'Additive scoring has a hidden width of 8. Queries have 5 numbers, keys have 9, and there are 30 keys.',
    question: 'What are the shapes of W_q, W_k and w?',
    answers: [
      '5 × 8, 9 × 8 and 8',
      '5 × 8, 5 × 8 and 8, once the keys have been cut to 5',
      '5 × 8, 30 × 8 and 8',
      '5 × 9, 9 × 5 and 9',
    ],
    why: 'Each matrix projects its rows to length 8, and w weights these 8 numbers.',
  },
  picture: {
    setup:
      'A program treats every pixel as a word. Pictures of 32 × 32 pixels are replaced by pictures of 64 × 64.',
    question: 'How many times as many scores does a head compute?',
    label: 'times as many',
    why: 'There are 4 times as many pixels, so 4 · 4 times as many pairs.',
  },
  catalogue: {
    setup: 'Users look at films. The catalogue doubles in length; the users are the same.',
    question: 'How many times as many scores are there?',
    label: 'times as many',
    why: 'Each user meets twice as many keys; the number of queries stays.',
  },
  broader: {
    setup:
      'The embeddings of a melody become twice as long; the melody has as many notes as before.',
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
    question: 'What must be changed?',
    answers: [
      'There must be as many queries as keys: fill up Q to 300 rows.',
      'K has to be transposed: Q @ K.T.',
      'Q has to be transposed: Q.T @ K.',
      'Values are needed: Q @ V.',
    ],
    why: '(40, 64) times (64, 300) gives a score for each user and film.',
  },
};

// The self-test: softmax and mixing.

export const weights = {
  fourth: {
    setup:
      'Ann’s scores for three films, and her weights. A fourth film, Dune, is added with a score of 0.',
    question: 'How much weight is left for Casablanca?',
    label: 'weight of Casablanca',
    why: 'The exponentials are 1, 1, 2 and 1, and Casablanca’s share is 2 of 5.',
  },
  columns: {
    setup: 'A program printed these weights of three users for three films.',
    question: 'What can you say about them?',
    answers: [
      'They are right: every film shares out a total of 1 among the users.',
      'The scores were divided by the number of films.',
      'The softmax ran over the users instead of the films.',
      'Some films were masked after the softmax.',
    ],
    why: 'The columns add up to 1 instead of the rows: each user should share out a total of 1 among the films.',
  },
  backwards: {
    setup:
      'A query mixes the values of two sensors, 10 and 2. The output is shown, but the weights are covered.',
    question: 'Which weight does the sensor North get?',
    label: 'weight of North',
    why: '0.75 · 10 + 0.25 · 2 = 8, and the two weights add up to 1.',
  },
  axis: {
    setup:
      'S has a row for each of 5 users and a column for each of 9 films: A = exp(S) / exp(S).sum(axis=0).',
    question: 'What adds up to 1 in A?',
    answers: [
      'each of the 5 rows, as with any softmax',
      'each of the 9 columns',
      'the whole table of 45 numbers',
      'the rows and the columns',
    ],
    why: 'axis=0 sums over the rows of S, so each column is divided by its own sum.',
  },
  ignore: {
    setup:
      'One of ten sensors is broken. The weights of the others should be as if it were not there.',
    question: 'What must you do?',
    answers: [
      'Set its score to −∞ before the softmax.',
      'Set its score to 0 before the softmax.',
      'Set its weight to 0 after the softmax.',
      'Multiply its key by 0, so that nothing fits it.',
    ],
    why: 'Only a score of −∞ leaves the sum of exponentials as it would be without the sensor.',
  },
  million: {
    setup: 'By mistake, a program divides all its scores by a million before the softmax.',
    question: 'What will its outputs look like?',
    answers: [
      'all of them nearly zero, as the scores are',
      'as before, since only the order of the scores counts',
      'each nearly the value that fits its query best',
      'all of them nearly the mean of all the values',
    ],
    why: 'Nearly equal scores give nearly equal weights, so every query gets the mean.',
  },
  boost: {
    setup: 'A program adds 5 to every user’s score for one film; all other scores stay the same.',
    question: 'What happens to the weights?',
    answers: [
      'Nothing: adding a number changes no weights.',
      'That film gets more weight from every user, and the other films get less.',
      'That film’s weights become e⁵ times as large, and the others stay the same.',
    ],
    why: 'In each user’s row only one score grows, and the shares of that row still add up to 1.',
  },
  crowd: {
    setup:
      'Two of 1,000 pixels have the largest weight, 0.01 each. The rest of the weight is spread over the others.',
    question: 'What is the output mostly made of?',
    answers: [
      'half of each of the two pixels with the largest weight',
      'the first of the two, because a softmax chooses one',
      'the other 998 pixels together',
      'next to nothing, because all weights are so small',
    ],
    why: 'Together the two have a weight of 0.02; 0.98 comes from the others.',
  },
};
