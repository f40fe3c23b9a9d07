/** The self-test: masks. */

export const masks = {
  rests: {
    setup:
      'A melody of 5 notes is filled up to 8 places. There is a padding mask and no other mask.',
    question: 'How many weights in the row of the second note are not 0?',
    label: 'weights that are not 0',
    why: 'The padding mask hides the 3 padded columns and nothing else: later notes may be seen.',
  },
  both: {
    setup:
      'A program that continues melodies has a causal mask and a padding mask. Of 6 places the last 2 are padding.',
    question: 'Which places does the third place see?',
    answers: ['those from 1 to 3', 'those from 1 to 4', 'all from 1 to 6', 'those from 3 to 4'],
    why: 'Both masks apply: it sees nothing later and no padding.',
  },
  line: {
    setup: 'S holds scores, and allowed is true where a query may look.',
    question: 'Which line masks correctly?',
    answers: [
      'A = softmax(S) * allowed',
      'A = softmax(S * allowed)',
      'A = softmax(where(allowed, S, -inf))',
      'A = where(allowed, softmax(S), -inf)',
    ],
    why: 'The softmax must not count what is masked, and only a score of −∞ makes e to that power 0.',
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
    setup: 'The last two of these five places are padding. A program printed these weights.',
    question: 'What can you say about its mask?',
    answers: [
      'It is right: padding does not count, so its rows are 0.',
      'It came after the softmax, or no row would be 0.',
      'It is causal, because it hides the last rows.',
      'It hides the rows of the padding, not its columns.',
    ],
    why: 'The notes still give weight to the two padded columns, which a padding mask should prevent.',
  },
  photo: {
    setup:
      'A program that sorts photos reads them as a list of pixels. By mistake it has a causal mask.',
    question: 'What can the output of the first pixel depend on?',
    answers: [
      'only on the first pixel',
      'on the whole photo: it has no padding',
      'on the whole photo, as all of it is known already',
    ],
    why: 'A causal mask hides everything later in the list, whether it is known or not.',
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
    question: 'What must be left out of the average?',
    answers: [
      'nothing: the mask has made the padded outputs 0',
      'nothing: the mask has taken care of padding already',
      'the outputs of the padded places',
      'the notes beside padding',
    ],
    why: 'The mask hides columns; padded places are still queries and still get outputs.',
  },
};

// The self-test: places and heads.

export const places = {
  backwards: {
    setup:
      'A layer has a causal mask and no positions. A melody is played backwards, and its notes keep their embeddings.',
    question: 'What happens to the outputs of the notes?',
    answers: [
      'They stay the same: without positions the order is not known.',
      'They change: every note knows its place by itself.',
      'They change: each note sees different notes now.',
      'They stay the same: the matrices do not change.',
    ],
    why: 'The mask lets a note see what comes before it, and that differs when the melody is backwards.',
  },
  scrambled: {
    setup:
      'A program without positions or masks averages its outputs over all pixels. A photo is scrambled: the same pixels in another order.',
    question: 'What does it find in the scrambled photo?',
    answers: [
      'exactly what it found in the photo itself',
      'something else, as neighbours differ',
      'something else, as soon as it has been trained',
    ],
    why: 'Without positions, each pixel’s output stays the same, and an average ignores order.',
  },
  late: {
    setup:
      'A layer has no mask. Positions are added to its output instead of its input, and two of its notes are equal.',
    question: 'What is true of the weights of these two notes in that layer?',
    answers: [
      'They differ: both notes have a position by then.',
      'They differ, but only after training.',
      'They differ: the notes have different neighbours.',
      'They are the same for both of the notes.',
    ],
    why: 'No position has been added when the weights are computed, so equal notes have equal queries.',
  },
  twin: {
    setup: 'Weights of four notes, without positions or masks. Two of them are covered.',
    question: 'How large is the covered weight that the second C gives E?',
    label: 'weight for E',
    why: 'Both notes C have the same query, so their rows are the same.',
  },
  wide: {
    setup: 'Twelve heads each give a row of 64 numbers for every pixel.',
    question:
      'The output projection multiplies one row for each pixel. How many numbers does that row have?',
    label: 'numbers',
    why: 'The rows stand side by side: 12 · 64 numbers.',
  },
  two: {
    setup: 'For one user, head 1 gives 0.9 to Alien, and head 2 gives 0.9 to Brazil.',
    question: 'With which weights are the films’ values mixed?',
    answers: [
      'with the mean of both, about half for each film',
      'with each head’s own weights, and each head mixes its own values',
      'with those of the more confident head',
      'with the sum of both, normalised again',
    ],
    why: 'Each head mixes its own values with its own weights; only the results are joined.',
  },
  silent: {
    setup:
      'One of 8 heads is silenced: its rows of the output projection are set to 0. The model is not trained again.',
    question: 'What happens to the attention weights of the other seven heads in this layer?',
    answers: [
      'They grow, to add up to 1 again.',
      'They move to where the silenced head had looked.',
      'They stay exactly the same.',
    ],
    why: 'Heads in a layer do not see each other, and each row of weights in each head adds up to 1.',
  },
  split: {
    setup:
      'q has shape (n, h * d): for each of n notes, it holds the queries of h heads side by side.',
    question: 'Which line gives each head the queries of all notes?',
    answers: [
      'q.reshape(h, n, d)',
      'q.reshape(n, d, h).transpose(2, 0, 1)',
      'q.reshape(n, h, d).mean(axis=1)',
      'q.reshape(n, h, d).transpose(1, 0, 2)',
    ],
    why: 'Each note’s numbers are stored head by head: first split them into heads, then swap the axes.',
  },
};

// The self-test: reading maps, and symptoms of mistakes.

export const reading = {
  scan: {
    setup: 'A program calls an X-ray “ill”. In one head the weight on one spot is 0.9.',
    question: 'What does that tell you?',
    answers: [
      'that the spot made the program say so',
      'that most of what this head mixed there came from that spot',
      'that the spot is the most important one on the X-ray',
      'that without the spot it would say “healthy”',
    ],
    why: 'A weight tells you what is mixed in one place, not how the whole program uses it.',
  },
  part: {
    setup: 'Weights of one user for three films, and the films’ values.',
    question: 'Which film contributes most to the output?',
    answers: ['Alien', 'Brazil', 'Casablanca'],
    why: 'A film contributes its weight times its value: 0.08, 0.6 and 0.3.',
  },
  rivals: {
    setup:
      'Two programs give the same answer to every question, but their maps of weights are quite different.',
    question: 'What follows?',
    answers: [
      'One of the two runs its softmax along the wrong axis.',
      'One of the two maps does not show the real reasons.',
      'With more training they would agree.',
      'The weights need not be the reasons for an answer.',
    ],
    why: 'Different weights can give the same outputs, so neither map needs to show the reason for the answers.',
  },
  sink: {
    setup:
      'In one head of a trained model, nearly all words in every text give 0.9 to the first word, even if it is a comma.',
    question: 'What is the likeliest reason?',
    answers: [
      'The words look for nothing here, and a row has to add up to 1.',
      'The first word is what matters most in a text.',
      'The softmax runs over the queries instead of the keys.',
    ],
    why: 'A head with nothing to do still has to put its weight somewhere, and learns to put it where it does no harm.',
  },
  exam: {
    setup:
      'A program learns to continue melodies. In training, nearly every note is right; when it writes alone, it is no better than chance.',
    question: 'What is the likeliest mistake?',
    answers: [
      'It could see padding in training.',
      'Its heads were not averaged.',
      'It could see the next note in training.',
      'Its values were not divided by √d.',
    ],
    why: 'Without a causal mask it can copy the note that it should predict; when it writes, that note is not there.',
  },
  company: {
    setup:
      'The output for a melody changes when longer melodies share its batch. With melodies of its own length, it stays the same.',
    question: 'What is the likeliest mistake?',
    answers: [
      'The causal mask is missing.',
      'The padding mask is missing.',
      'The softmax runs over the melodies.',
      'The heads are not averaged.',
    ],
    why: 'It is padded only when longer melodies share its batch, and then its notes attend to the padding.',
  },
  frozen: {
    setup:
      'Queries have 256 numbers. Before training, nearly every row of weights has one weight near 1, and the program hardly learns.',
    question: 'What is the likeliest reason?',
    answers: [
      'It has already found which words are important.',
      'The scores were divided by 256.',
      'The softmax runs over the queries.',
      'The scores were not divided by 16.',
    ],
    why: 'Without division, the scores of random rows of 256 numbers spread by about 16, and the softmax picks one.',
  },
  beyond: {
    setup:
      'The values of a layer lie between 0 and 5, all its weights are positive, and one output is 7.',
    question: 'What do you conclude?',
    answers: [
      'Its weights do not add up to 1: the softmax ran along the wrong axis.',
      'Nothing is wrong: a mixture of many values can be larger than any of them.',
      'The mask was applied after the softmax, so the remaining weights became larger.',
      'The values should have been divided by √d, as the scores are.',
    ],
    why: 'If the weights add up to 1, a mixture lies between its values; with a larger sum it need not.',
  },
};
