/** A question of the self-test, and what an answer to it shows. */

import { numbers } from '../../course/tasks.js';

/**
 * @typedef {import('../../course/page.js').CourseContext} CourseContext
 * @typedef {import('./misconceptions.js').Misconception} Misconception
 *
 * @typedef {object} Words
 * @property {string} setup at most two sentences
 * @property {string} question
 * @property {string[]} [answers] to choose from
 * @property {string} [label] of a number
 * @property {string} why the right answer is right, in one sentence
 *
 * @typedef {object} Question
 * @property {string} id
 * @property {Words} words
 * @property {(Misconception | typeof RIGHT)[]} [shows] what each answer shows
 * @property {number} [number] that is asked for
 * @property {[made: number, shown: Misconception][]} [mistakes] other numbers, and what they show
 * @property {boolean} [isCode] whether the answers are lines of a program
 * @property {Partial<import('../../course/page.js').State>} [state] what is computed for its figure
 * @property {(context: CourseContext) => unknown} [figure]
 */

export const RIGHT = 'right';

const COUNTED = 100;

/**
 * A subject's questions, each with its words.
 * @param {string} subject
 * @param {Record<string, Words>} words
 * @param {Record<string, Omit<Question, 'id' | 'words'>>} questions
 * @returns {Question[]}
 */
export const ofSubject = (subject, words, questions) =>
  Object.entries(questions).map(([name, question]) => ({
    ...question,
    id: `${subject}-${name}`,
    words: words[name],
  }));

/**
 * @param {Question} question
 * @param {string | undefined} value what was answered: the index of an answer, or a number
 * @returns {{ isRight: boolean, shown: Misconception | undefined }}
 */
export function marked({ shows, number = Number.NaN, mistakes = [] }, value) {
  if (value === undefined) return { isRight: false, shown: undefined };
  if (shows) {
    const shown = shows[Number(value)];
    return shown === RIGHT ? { isRight: true, shown: undefined } : { isRight: false, shown };
  }
  // How near a number has to be is decided where the course decides it.
  const { judge } = numbers({
    ...{ question: '', labels: [''], right: undefined, wrong: undefined },
    // Of large numbers, which are counted, none is near.
    ...(number >= COUNTED && { tolerance: 0 }),
    expected: () => [number],
    mistakes: mistakes.map(([made, shown]) => ({ of: () => [made], reply: shown })),
  });
  const { isRight, reply } = judge(/** @type {any} */ (undefined), value);
  return { isRight, shown: mistakes.find(([, shown]) => shown === reply)?.[1] };
}

/**
 * What a wrong answer to a question may show.
 * @param {Question} question
 * @returns {Set<Misconception>}
 */
export const possible = ({ shows = [], mistakes = [] }) =>
  new Set([...shows.filter((one) => one !== RIGHT), ...mistakes.map(([, shown]) => shown)]);
