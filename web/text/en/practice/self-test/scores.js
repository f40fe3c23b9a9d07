/** The self-test: queries, keys, values and their scores. */

export const scores = {
  taste: {
    setup: 'Ann looks for films: she has a query, each film has a key and a value.',
    question: 'Which scaled score does Ann give to Brazil?',
    label: 'scaled score',
    why: 'The query times the key of Brazil is 12, and a query has 4 numbers: 12 / √4.',
  },
  recipes: {
    setup:
      'A wish is compared with the titles of recipes, and the recipes’ texts are mixed. All texts are replaced; the titles stay.',
    question: 'What changes?',
    answers: [
      'the weights, but not the output',
      'the weights and the output',
      'the output, but not the weights',
      'nothing, until it is trained again',
    ],
    why: 'Titles are keys, texts are values: weights are made without the values.',
  },
  root: {
    setup: 'Q has shape (100, 64), K has shape (100, 64), V has shape (100, 32), and S = Q @ K.T.',
    question: 'Which line scales the scores as it should?',
    answers: [
      'S / sqrt(K.shape[1])',
      'S / sqrt(K.shape[0])',
      'S / K.shape[1]',
      'S / sqrt(V.shape[1])',
    ],
    why: 'A score adds up as many products as a key has numbers, and that is the second size of K.',
  },
  narrow: {
    setup: 'A model with rows of 96 numbers has 6 heads, which share these numbers evenly.',
    question: 'By what are the scores of one head divided?',
    label: 'divisor',
    why: 'A query of one head has 96 / 6 = 16 numbers, and the root of 16 is 4.',
  },
  copies: {
    setup: 'Two films have exactly the same key, but different values. There is no mask.',
    question: 'What holds for every user?',
    answers: [
      'The later film gets less weight, as the first one has been found.',
      'Both get the same weight, and so they pass on the same numbers.',
      'Their weights differ, because their values differ.',
      'Both get the same weight, and each passes on its own numbers.',
    ],
    why: 'The weight depends on query and key; what is passed on is the value.',
  },
  newcomer: {
    setup: 'A trained program recommends films. A user comes whom it has never seen.',
    question: 'Where does it get the attention weights of this user from?',
    answers: [
      'from the weights of the user who is most alike',
      'from this user’s query and the keys of the films',
      'from a learned table with a weight for each user and film',
      'from the films’ values, the best of which get most',
    ],
    why: 'Training finds matrices; attention weights are computed anew for each input.',
  },
  louder: {
    setup: 'In a music program all values are doubled; queries and keys stay as they are.',
    question: 'What becomes of weights and output?',
    answers: [
      'The weights become steeper, and the output follows the largest.',
      'The weights stay as they are, and the output is doubled.',
      'Both stay: the softmax makes up for a common factor.',
    ],
    why: 'Values meet the weights only after the softmax, so the mixture is simply twice as large.',
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
