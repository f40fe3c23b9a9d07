/** The self-test: maps to be read, and symptoms. */

export const reading = {
  scan: {
    setup: 'A program calls an X-ray “ill”. In one head the weight on one spot is 0.9.',
    question: 'What do you know from that?',
    answers: [
      'that the spot is what made the program say so',
      'that most of what this head mixed there came from that spot',
      'that the spot is the most important one on the X-ray',
      'that without the spot it would say “healthy”',
    ],
    why: 'A weight tells what is mixed in one place, not what the whole program makes of it.',
  },
  part: {
    setup: 'Weights of one user for three films, and the films’ values.',
    question: 'Which film adds most to the output?',
    answers: ['Alien', 'Brazil', 'Casablanca'],
    why: 'What a film adds is its weight times its value: 0.08, 0.6 and 0.3.',
  },
  rivals: {
    setup:
      'Two programs give the same answer to every question, with quite different maps of weights.',
    question: 'What follows?',
    answers: [
      'One of the two runs its softmax along the wrong axis.',
      'One of the two maps does not show the real reasons.',
      'With more training they would agree.',
      'The weights need not be the reasons for an answer.',
    ],
    why: 'Different weights can lead to the same outputs, so neither map has to be the reason for the answers.',
  },
  sink: {
    setup:
      'In one head of a trained model nearly all words, in every text, give 0.9 to the first word, even if it is a comma.',
    question: 'What is the likeliest reason?',
    answers: [
      'The words look for nothing here, and a row has to add up to 1.',
      'The first word is what matters most in a text.',
      'The softmax runs over the queries instead of the keys.',
    ],
    why: 'A head with nothing to do has to put its 1 somewhere, and learns to put it where it does no harm.',
  },
  exam: {
    setup:
      'A program learns to continue melodies. In training nearly every note is right; when it writes by itself it is no better than chance.',
    question: 'What is the likeliest mistake?',
    answers: [
      'It could see padding in training.',
      'Its heads were not averaged.',
      'It could see the next note in training.',
      'Its values were not divided by √d.',
    ],
    why: 'Without a causal mask it can copy the note that it should name, and later that note is not there.',
  },
  company: {
    setup:
      'The output for a melody changes when it is computed beside longer ones; beside others of its length it stays.',
    question: 'What is the likeliest mistake?',
    answers: [
      'The causal mask is missing.',
      'The padding mask is missing.',
      'The softmax runs over the melodies.',
      'The heads are not averaged.',
    ],
    why: 'Only beside longer melodies is it filled up, and then its notes attend to padding.',
  },
  frozen: {
    setup:
      'Before any training, with queries of 256 numbers, nearly all rows of weights hold one weight near 1, and the program hardly learns.',
    question: 'What is the likeliest reason?',
    answers: [
      'It has already found which words are important.',
      'The scores were divided by 256.',
      'The softmax runs over the queries.',
      'The scores were not divided by 16.',
    ],
    why: 'Undivided, the scores of random rows of 256 numbers spread by about 16, and the softmax picks one.',
  },
  beyond: {
    setup:
      'The values of a layer lie between 0 and 5, all its weights are positive, and one output is 7.',
    question: 'What do you conclude?',
    answers: [
      'Its weights do not add up to 1: the softmax ran along the wrong axis.',
      'Nothing is wrong: a mixture of many values can become larger than each of them.',
      'What is masked was removed after the softmax, so that the rest became larger.',
      'The values should have been divided by √d, as the scores are.',
    ],
    why: 'With weights that add up to 1 a mixture lies between its values; with a larger sum it need not.',
  },
};
