/** The self-test: what surrounds its questions. */

export const chapter = {
  title: 'Twelve questions',
  question: 'Can I use it where I have not seen it?',
};

/** @param {number} number @param {number} count */
export const title = (number, count) => `Question ${number} of ${count}`;
export const answerHere = 'Your answer';
export const kept = 'Kept. You can change it until the end.';
/** @param {number} seed @param {number} count @param {number} all @param {boolean} [hasNumbers] */
export const origin = (seed, count, all, hasNumbers = false) =>
  `Test ${seed}: ${count} of ${all} questions. Which answers are right is said after the last.${
    hasNumbers ? ' These numbers are chosen for the question; nothing here is trained.' : ''
  }`;

export const end = {
  title: 'What came out',
  /** @param {number} right @param {number} count */
  score: (right, count) => `${right} of ${count} answers are right.`,
  /** @param {number} count */
  open: (count) =>
    count === 1 ? 'One question has no answer yet.' : `${count} questions have no answer yet.`,
  notYet: 'The result is shown when all are answered, for then the answers are known.',
  show: 'Show it all the same',
  wrong: 'What was not right',
  /** @param {number} number */
  question: (number) => `Question ${number}`,
  yours: 'Your answer:',
  none: 'none',
  right: 'Right:',
  profile: 'What your answers show',
  nothing: 'None of your answers shows a misconception that this test knows.',
  /** @param {number} chosen @param {number} possible */
  times: (chosen, possible) =>
    `chosen in ${chosen} of ${possible} ${possible === 1 ? 'question' : 'questions'} that offered it`,
  /** @param {number} count */
  free: (count) => `Other mistakes that could have been chosen, and were not: ${count}`,
  nowhere: 'No page of the course is about this.',
  another: 'Another test',
};
