/** The self-test: masks. */

export const masks = {
  rests: {
    setup: 'A melody of 5 notes is filled up to 8 places. There is a padding mask, and no other.',
    question: 'How many weights in the row of the second note are not 0?',
    label: 'weights that are not 0',
    why: 'The padding mask closes the 3 padded columns and nothing else: later notes may be seen.',
  },
  both: {
    setup:
      'A program that continues melodies has a causal mask and a padding mask. Of 6 places the last 2 are padding.',
    question: 'Which places does the third place see?',
    answers: ['those from 1 to 3', 'those from 1 to 4', 'all from 1 to 6', 'those from 3 to 4'],
    why: 'Both masks hold: nothing that comes later, and no padding.',
  },
  line: {
    setup: 'S holds scores, and allowed is true where a query may look.',
    question: 'Which line masks as it should?',
    answers: [
      'A = softmax(S) * allowed',
      'A = softmax(S * allowed)',
      'A = softmax(where(allowed, S, -inf))',
      'A = where(allowed, softmax(S), -inf)',
    ],
    why: 'The softmax must not count what is masked, and only −∞ makes e to its power 0.',
  },
  short: {
    setup:
      'A program that continues melodies printed these weights of four notes. All its scores are 0.',
    question: 'What went wrong?',
    answers: [
      'It masked after the softmax, too late.',
      'It masked padding, not what comes later.',
      'It made masked scores 0 instead of −∞.',
      'It ran the softmax over the queries.',
    ],
    why: 'Each row was shared out over all four notes, then weights were removed: the rows no longer add up to 1.',
  },
  rows: {
    setup: 'Of these five places the last two are padding. A program printed these weights.',
    question: 'What is to be said of its mask?',
    answers: [
      'It is right: padding has no say, so its rows are 0.',
      'It came after the softmax, or no row would be 0.',
      'It is causal, as the last rows are the ones it hides.',
      'It closes the rows of the padding, not its columns.',
    ],
    why: 'The notes still give weight to the two padded columns, and that is what a padding mask prevents.',
  },
  photo: {
    setup:
      'A program that sorts photos reads them as a list of pixels. By mistake it has a causal mask.',
    question: 'What can the output of the first pixel depend on?',
    answers: [
      'on the first pixel, and on no other one',
      'on the whole photo: it has no padding',
      'on the whole photo, as all of it is known already',
    ],
    why: 'A causal mask hides all that stands later in the list, whether it is known or not.',
  },
  edited: {
    setup: 'In a layer with a causal mask, the input of the 7th of 10 notes is changed.',
    question: 'How many of the ten outputs can change?',
    label: 'outputs that can change',
    why: 'Notes 7, 8, 9 and 10 see the 7th; those before it do not.',
  },
  mean: {
    setup:
      'Melodies of 3 and 5 notes are filled up to 5 places, with a padding mask. Then each melody’s outputs are averaged.',
    question: 'What has to be left out of the average?',
    answers: [
      'nothing: the mask has made the padded outputs 0',
      'nothing: the mask has taken care of padding already',
      'the outputs of the padded places',
      'the notes beside padding',
    ],
    why: 'The mask closes columns; padded places still ask as queries and get outputs of their own.',
  },
};
