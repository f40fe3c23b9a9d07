import assert from 'node:assert/strict';
import { it } from 'node:test';
import { pages } from '../../web/features/course/index.js';
import { pageJson } from './pages.js';

/** Returns the words of a text that have at least so many letters. @param {string} text @param {number} least */
const wordsIn = (text, least) =>
  (text.toLowerCase().match(/\p{L}+|\d{2,}/gu) ?? []).filter(
    (word) => word.length >= least || /\d/.test(word),
  );

/** Whether two words are equal, up to the plural. @param {string} a @param {string} b */
const isSame = (a, b) => a.replace(/s$/, '') === b.replace(/s$/, '');

/** @param {string} kind @returns {[id: string, task: any][]} */
const tasksOf = (kind) =>
  pages.filter(({ task }) => task?.kind === kind).map(({ id }) => [id, pageJson(id).task]);

it('a reply to a wrong choice has no word that only the right choice has', () => {
  for (const [id, { question, answers }] of tasksOf('choice')) {
    const right = answers.find((/** @type {any} */ { right }) => right);
    for (const { answer, reply } of answers.filter(
      (/** @type {any} */ choice) => choice !== right,
    )) {
      const others = wordsIn(`${question} ${answer}`, 1);
      const telling = wordsIn(right.answer, 6).filter(
        (word) => !others.some((other) => isSame(other, word)),
      );
      const told = wordsIn(String(reply), 1).filter((word) =>
        telling.some((text) => isSame(text, word)),
      );
      assert.deepEqual(told, [], `${id}: ${reply}`);
    }
  }
});

it('a reply to a wrong match does not have all words of the right option', () => {
  for (const [id, { items, options }] of tasksOf('match'))
    for (const { option, wrong, replies = [] } of items) {
      const telling = option === undefined ? [] : wordsIn(options[option], 4);
      for (const reply of [wrong, ...replies.map((/** @type {any} */ entry) => entry.reply)]) {
        const words = wordsIn(reply ?? '', 1);
        const isTold = telling.every((word) => words.some((other) => isSame(other, word)));
        assert.equal(telling.length > 0 && isTold, false, `${id}: ${reply}`);
      }
    }
});
