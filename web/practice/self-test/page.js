/** The self-test: twelve questions of a seed, one a page, and what came out. */

import { html, nothing } from 'lit';
import * as text from '../../text/en/practice/self-test/test.js';
import { COUNT, drawn, MAX_SEED, pool } from './draw.js';
import { results, score } from './end.js';
import { RIGHT } from './question.js';

/**
 * @typedef {import('../../course/page.js').Chapter} Chapter
 * @typedef {import('../../course/page.js').Page} Page
 * @typedef {import('./question.js').Question} Question
 */

/** What the ids of its pages begin with. */
export const TEST_PAGES = 'practice-test';

/** What every question leads to that has been answered. */
const kept = { isRight: false, reply: text.kept };

/**
 * Nothing tells right from wrong: neither the reply nor, in the address, what is kept.
 * @param {Question} question
 * @returns {import('../../course/page.js').Task}
 */
function taskOf({ words, isCode, shows = [], number = 0 }) {
  const { question, answers, label = text.answerHere } = words;
  const judge = () => kept;
  return answers
    ? {
        ...{ kind: 'choice', isCold: true, question, answers, isCode, judge },
        expected: () => shows.indexOf(RIGHT),
      }
    : {
        ...{ kind: 'numbers', isCold: true, question, labels: [label], judge },
        expected: () => [number],
      };
}

/**
 * @param {number} seed
 * @param {Question} question
 * @param {number} index
 * @returns {Page}
 */
const questionPage = (seed, question, index) => ({
  id: `${TEST_PAGES}-${seed}-${index + 1}`,
  title: text.title(index + 1, COUNT),
  state: question.state ?? {},
  setup: () => html`<p>${question.words.setup}</p>`,
  figure: (context) => question.figure?.(context) ?? nothing,
  task: taskOf(question),
  origin: text.origin(seed, COUNT, pool.length, question.figure !== undefined),
});

/** @type {Map<number, Chapter>} */
const chapters = new Map();

/**
 * A test with its pages, which are always the same objects.
 * @param {number} seed
 * @returns {Chapter}
 */
function testOf(seed) {
  const known = chapters.get(seed);
  if (known) return known;
  const questions = drawn(seed);
  const pages = questions.map((question, i) => questionPage(seed, question, i));
  const test = { seed, questions, ids: pages.map(({ id }) => id) };
  /** @type {Page} */
  const end = {
    id: `${TEST_PAGES}-${seed}-end`,
    title: text.end.title,
    state: {},
    setup: (context) => score(context, test),
    figure: (context) => results(context, test),
    origin: text.origin(seed, COUNT, pool.length),
  };
  const chapter = { id: TEST_PAGES, ...text.chapter, pages: [...pages, end] };
  chapters.set(seed, chapter);
  return chapter;
}

/**
 * The test that a page's name belongs to.
 * @param {string} id 'practice-test-17-3'; any other text is of the first test
 */
export function testChapter(id) {
  const [, seed] = /^practice-test-(\d{1,6})(-|$)/.exec(id) ?? [];
  return testOf(Math.min(MAX_SEED, Number(seed ?? 1)));
}

/** @param {string} id @returns {Page} */
export function testPage(id) {
  const { pages } = testChapter(id);
  return pages.find((page) => page.id === id) ?? pages[0];
}

/** @type {Chapter} */
export const selfTest = { id: TEST_PAGES, ...text.chapter, pages: [] };
