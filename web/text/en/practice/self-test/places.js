/** The self-test: places and heads. */

export const places = {
  backwards: {
    setup:
      'A layer has a causal mask and no positions. A melody is played backwards, and its notes keep their embeddings.',
    question: 'What becomes of the outputs of the notes?',
    answers: [
      'They stay: without positions the order is not known.',
      'They change: every note knows its place by itself.',
      'They change: each note sees other notes now.',
      'They stay: the matrices stay the same.',
    ],
    why: 'The mask lets a note see what comes before it, and backwards that is something else.',
  },
  scrambled: {
    setup:
      'A program without positions and masks averages its outputs over all pixels. A photo is scrambled: the same pixels in another order.',
    question: 'What does it find in the scrambled photo?',
    answers: [
      'exactly what it found in the photo itself',
      'something else, as neighbours differ',
      'something else, as soon as it has been trained',
    ],
    why: 'Each pixel’s output stays the same without positions, and an average knows no order.',
  },
  late: {
    setup:
      'A layer has no mask. Positions are added to its output instead of its input, and two of its notes are equal.',
    question: 'What holds for the weights of these two in that layer?',
    answers: [
      'They differ, as both notes have a position by then.',
      'They differ, but only after training.',
      'They differ, as the notes have other neighbours.',
      'They are the same for both of the notes.',
    ],
    why: 'When the weights are computed no position has been added yet, so equal notes have equal queries.',
  },
  twin: {
    setup: 'Weights of four notes, without positions or masks. Two of them are covered.',
    question: 'How large is the covered weight of the second C for E?',
    label: 'weight for E',
    why: 'Both notes C have the same query, so their rows are the same.',
  },
  wide: {
    setup: 'Twelve heads each give a row of 64 numbers for every pixel.',
    question:
      'How many numbers has the row of a pixel that is multiplied by the output projection?',
    label: 'numbers',
    why: 'The rows stand side by side: 12 · 64 numbers.',
  },
  two: {
    setup: 'For one user, head 1 gives 0.9 to Alien, and head 2 gives 0.9 to Brazil.',
    question: 'With which weights are the films’ values mixed?',
    answers: [
      'with the mean of both, about half for each film',
      'with each head’s own, and each head mixes values of its own',
      'with those of the head that is surer',
      'with the sum of both, shared out once more',
    ],
    why: 'Each head mixes its own values with its own weights; only the results are joined.',
  },
  silent: {
    setup:
      'One of 8 heads is silenced: its rows of the output projection are set to 0. Nothing is trained afterwards.',
    question: 'What becomes of the attention weights of the other seven in this layer?',
    answers: [
      'They grow, to add up to 1 again.',
      'They move to where the silenced head had looked.',
      'They stay exactly what they were.',
    ],
    why: 'Heads of a layer do not see each other, and each shares out its own 1.',
  },
  split: {
    setup: 'q has shape (n, h * d): for each of n notes the queries of h heads side by side.',
    question: 'Which line gives each head the queries of all notes?',
    answers: [
      'q.reshape(h, n, d)',
      'q.reshape(n, d, h).transpose(2, 0, 1)',
      'q.reshape(n, h, d).mean(axis=1)',
      'q.reshape(n, h, d).transpose(1, 0, 2)',
    ],
    why: 'The numbers of a note stand head by head: first they are cut into heads, then the axes change places.',
  },
};
