/** The self-test: softmax and mixing. */

export const weights = {
  fourth: {
    setup:
      'Ann’s scores for three films, and her weights. A fourth film, Dune, comes in with a score of 0.',
    question: 'How much weight is left for Casablanca?',
    label: 'weight of Casablanca',
    why: 'The exponentials are 1, 1, 2 and 1, and Casablanca’s share is 2 of 5.',
  },
  columns: {
    setup: 'A program printed these weights of three users for three films.',
    question: 'What is to be said of them?',
    answers: [
      'They are right: every film shares itself out among the users.',
      'The scores were divided by the number of films.',
      'The softmax ran over the users instead of the films.',
      'Some films were masked after the softmax.',
    ],
    why: 'The columns add up to 1 instead of the rows: each user should share out 1 over the films.',
  },
  backwards: {
    setup:
      'A query mixes the values of two sensors, 10 and 2. The output is shown, the weights are covered.',
    question: 'Which weight does the sensor North get?',
    label: 'weight of North',
    why: '0.75 · 10 + 0.25 · 2 = 8, and the two weights add up to 1.',
  },
  axis: {
    setup:
      'S has a row for each of 5 users and a column for each of 9 films: A = exp(S) / exp(S).sum(axis=0).',
    question: 'What adds up to 1 in A?',
    answers: [
      'each of the 5 rows, as of any softmax',
      'each of the 9 columns, by itself',
      'the whole table of 45 numbers',
      'the rows and the columns',
    ],
    why: 'axis=0 adds up over the rows of S, so each column is divided by its own sum.',
  },
  ignore: {
    setup:
      'One of ten sensors is broken. The weights of the others shall be as if it were not there.',
    question: 'What has to be done?',
    answers: [
      'Set its score to −∞ before the softmax.',
      'Set its score to 0 before the softmax.',
      'Set its weight to 0 after the softmax.',
      'Multiply its key by 0, so that nothing fits it.',
    ],
    why: 'Only a score of −∞ leaves the sum of exponentials as it would be without the sensor.',
  },
  million: {
    setup: 'By mistake a program divides all its scores by a million before the softmax.',
    question: 'What will its outputs look like?',
    answers: [
      'all of them nearly zero, as the scores are',
      'as before, since only the order of the scores counts',
      'each nearly the value that fits its query best',
      'all of them nearly the mean of all the values',
    ],
    why: 'Scores that are nearly equal give nearly equal weights, so every query gets the mean.',
  },
  boost: {
    setup: 'To every user’s score for one film, 5 is added; all other scores stay.',
    question: 'What becomes of the weights?',
    answers: [
      'Nothing: a number that is added changes no weights.',
      'That film gets more of every user, and the other films less.',
      'That film’s weights become e⁵ times as large, the others stay.',
    ],
    why: 'Within each user’s row only one score grows, and the shares of that row still add up to 1.',
  },
  crowd: {
    setup:
      'Of 1,000 pixels two have the largest weight, 0.01 each. The rest is spread over the others.',
    question: 'What is the output mostly made of?',
    answers: [
      'half of each of the two pixels with the largest weight',
      'the first of the two, as a softmax chooses one',
      'the other 998 pixels together',
      'next to nothing, as all weights are so small',
    ],
    why: 'The two have 0.02 together; 0.98 comes from the others.',
  },
};
