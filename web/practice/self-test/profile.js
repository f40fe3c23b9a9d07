/** What the answers to a test show. */

import { marked, possible } from './question.js';

/**
 * @typedef {import('./misconceptions.js').Misconception} Misconception
 * @typedef {import('./question.js').Question} Question
 *
 * @typedef {object} Found
 * @property {Misconception} id
 * @property {number} chosen in how many questions an answer showed it
 * @property {number} possible in how many of those answered one could have
 */

/**
 * The misconceptions that could have been chosen, worst first.
 * @param {readonly Question[]} questions
 * @param {readonly (string | undefined)[]} values what was answered to each
 * @returns {Found[]}
 */
export function profileOf(questions, values) {
  /** @type {Map<Misconception, Found>} */
  const found = new Map();
  questions.forEach((question, i) => {
    if (values[i] === undefined) return;
    const { shown } = marked(question, values[i]);
    for (const id of possible(question)) {
      const one = found.get(id) ?? { id, chosen: 0, possible: 0 };
      one.possible++;
      if (id === shown) one.chosen++;
      found.set(id, one);
    }
  });
  const share = (/** @type {Found} */ one) => one.chosen / one.possible;
  return [...found.values()].toSorted((a, b) => share(b) - share(a) || b.chosen - a.chosen);
}
