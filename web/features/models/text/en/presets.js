/** Names and descriptions of the models' presets. */

export const presets = {
  describer: {
    name: 'Which noun is tired? (a model that learns)',
    note: 'One head of 270 numbers. It has learned which noun an adjective describes.',
  },
  pronoun: {
    name: 'What does “it” stand for? (a model that learns)',
    note: 'Two layers: in the first, words look at the adjective; in the second, “it” finds the noun.',
  },
  'translator-father': {
    name: 'il n’est pas aussi grand que son père (translated)',
    note: '“He is not as tall as his father”, by a translator that trains here first.',
  },
  'translator-jane': {
    name: 'Jane visite l’Afrique en septembre (translated)',
    note: '“Jane visits Africa in September”, by the same translator, which trains here first.',
  },
  mini: {
    name: 'A small language model',
    note: 'It has learned which word comes next: two layers of four heads, 11,968 numbers.',
  },
  'toy-previous': {
    name: 'Toy: the letter before',
    note: 'Each letter answers with the letter before it.',
  },
  'toy-mirror': {
    name: 'Toy: the letter opposite',
    note: 'Each letter answers with the letter that is equally far from the other end.',
  },
  'toy-previous-and-mirror': {
    name: 'Toy: both at once',
    note: 'Each letter answers with both, but one head has only a total weight of 1 for the two places.',
  },
  'toy-recall': {
    name: 'Toy: recall',
    note: 'Each letter answers with the digit next to it.',
  },
  'toy-induction': {
    name: 'Toy: what came next',
    note: 'Each letter answers with what followed it the last time. That takes two layers.',
  },
  'toy-order-without-positions': {
    name: 'Toy: who is bitten? Without positions',
    note: 'The same task without positions. It cannot be learned.',
  },
  'toy-order': {
    name: 'Toy: who is bitten?',
    note: 'The question mark answers with the noun that is bitten. Only the order of words tells which one that is.',
  },
};
