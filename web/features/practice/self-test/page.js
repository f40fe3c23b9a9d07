/** The self-test: twelve questions drawn from a seed, each on a page, and the results. */

import { html, nothing } from 'lit';
import { memoizeRecent } from '../../../graph/memoize.js';
import { findPageByName, getCourseChapters, makeState } from '../../../pages/chapters.js';
import { drawTable } from '../../../pages/figures.js';
import { drawPictures } from '../../../pages/pictures.js';
import { makeChoice } from '../../../pages/tasks/choice.js';
import { makeNumbers } from '../../../pages/tasks/numbers.js';
import { formatAnswers, parseAnswers, SHOWN } from '../../../state/guide.js';
import { MAX_SEED } from '../../../state/limits.js';
import { withMinus } from '../../../text/number.js';
import { linkWithAnswers, pageLink } from '../../../views/link.js';
import * as words from '../text/en/self-test.js';
import { COUNT, drawQuestions, pool } from './pool.js';
import { getRightValue, makeProfile, markAnswer, RIGHT_ANSWER } from './question.js';

/**
 * @import { Chapter, CourseContext, Page, Task } from '../../../pages/types.js'
 * @import { Question } from '../types.js'
 */

/** The prefix of the ids of the test's pages. */
export const TEST_PAGES = 'practice-test';

// The last page of a test: the score, the wrong answers, and what they show.

/**
 * @typedef {object} Test
 * @property {number} seed
 * @property {readonly Question[]} questions
 * @property {readonly string[]} ids the ids of the questions' pages
 */

const text = words.end;

/**
 * Returns the answers, and whether the test is over. Readers can see the results only after all
 * questions, or after they give up the rest.
 * @param {CourseContext} context
 * @param {Test} test
 */
function readTestAnswers({ state, given }, { ids }) {
  const answers = parseAnswers(state.answers);
  const values = ids.map((id) => answers.get(id)?.value);
  const open = ids.filter((_, i) => values[i] === undefined);
  return { values, open, isOver: open.length === 0 || given !== undefined };
}

/** Draws how many answers are right. @param {CourseContext} context @param {Test} test */
function score(context, test) {
  const { questions } = test;
  const { values, open, isOver } = readTestAnswers(context, test);
  if (!isOver) return html`<p>${text.open(open.length)} ${text.notYet}</p>`;
  const right = questions.filter((question, i) => markAnswer(question, values[i]) === RIGHT_ANSWER);
  const answered = questions.length - open.length;
  return html`<p><b>${text.score(right.length, answered)}</b> ${open.length > 0 ? text.open(open.length) : nothing}</p>
    <p>${nextTestLink(context, test)}</p>`;
}

/** @param {CourseContext} context @param {Test} test */
function results(context, test) {
  const { values, open, isOver } = readTestAnswers(context, test);
  return html`<div class="results">
    ${isOver ? [profile(context, test, values), corrections(context, test, values)] : stillOpen(context, test, open)}
  </div>`;
}

/** @param {CourseContext} context @param {Test} test @param {string[]} open */
const stillOpen = (context, { ids }, open) => html`
  <ul>${open.map((id) => html`<li>${questionLink(context, id, ids.indexOf(id))}</li>`)}</ul>
  <p><button type="button" class="plain" @click=${() => context.answer(SHOWN)}>${text.show}</button></p>`;

/**
 * @param {CourseContext} context
 * @param {string} id the id of a page
 * @param {number} index
 */
const questionLink = (context, id, index) => pageLink(context, id, text.question(index + 1));

/** @param {Question} question @param {string} value */
function answerText({ answers, code }, value) {
  const given = answers ? Object.keys(answers)[Number(value)] : withMinus(value);
  if (given === undefined) return text.none;
  return code ? html`<code>${given}</code>` : given;
}

/** @param {CourseContext} context @param {Test} test @param {(string | undefined)[]} values */
function corrections(context, { questions, ids }, values) {
  const places = [...questions.keys()].filter(
    (i) => markAnswer(questions[i], values[i]) !== RIGHT_ANSWER,
  );
  /** @param {string} title @param {number[]} shown */
  const section = (title, shown) =>
    shown.length === 0
      ? nothing
      : html`<div data-level="3">${title}</div>
    <ul>${shown.map((i) => {
      const { text: setup, question, why } = questions[i];
      return html`<li>
        <p>${questionLink(context, ids[i], i)} <span class="note">${setup} <i>${question}</i></span></p>
        ${values[i] === undefined ? nothing : html`<p>${text.yours} ${answerText(questions[i], values[i])}</p>`}
        <p>${text.right} <b>${answerText(questions[i], String(getRightValue(questions[i])))}</b></p>
        <p>${why}</p>
      </li>`;
    })}</ul>`;
  const isOpen = (/** @type {number} */ i) => values[i] === undefined;
  return [
    section(
      text.wrong,
      places.filter((i) => !isOpen(i)),
    ),
    section(text.notAnswered, places.filter(isOpen)),
  ];
}

/** @param {CourseContext} context @param {Test} test @param {(string | undefined)[]} values */
function profile(context, { questions }, values) {
  const found = makeProfile(questions, values);
  return html`<div data-level="3">${text.profile}</div>
    ${found.length === 0 ? html`<p>${text.nothing}</p>` : nothing}
    <ul>${found.map(({ id, chosen, possible }) => {
      const { name, instead, page } = words.misconceptions[id];
      const title = findPageByName(getCourseChapters(), page)?.title;
      return html`<li>
        <p><b>${text.idea(name)}</b> <span class="note">${text.times(chosen, possible)}</span></p>
        <p>${instead} ${pageLink(context, page, title)}</p>
      </li>`;
    })}</ul>`;
}

/**
 * Draws a link to another test. The link drops the answers of this test, because an address has
 * little room.
 * @param {CourseContext} context
 * @param {Test} test
 */
function nextTestLink(context, { seed }) {
  const answers = [...parseAnswers(context.state.answers)];
  const kept = answers.filter(([id]) => !id.startsWith(TEST_PAGES));
  const guide = `${TEST_PAGES}-${seed < MAX_SEED ? seed + 1 : 0}-1`;
  return linkWithAnswers(context, { guide, answers: formatAnswers(new Map(kept)) }, text.another);
}

/** The reply to every answer. */
const answeredReply = { isRight: false, reply: words.kept };

/**
 * Makes the task of a question. During the test, neither the reply nor the stored answer in the
 * address tells right from wrong.
 * @param {Question} question
 * @returns {Task}
 */
function makeTask(question) {
  const { answers, code, label } = question;
  const ungraded = { isUngraded: true, question: question.question, judge: () => answeredReply };
  const right = getRightValue(question);
  return answers
    ? makeChoice({
        ...ungraded,
        answers: Object.keys(answers),
        isCode: code,
        expected: () => right,
      })
    : makeNumbers({ ...ungraded, labels: [label], expected: () => [right] });
}

/** Draws the tables of a question. A table alone needs no legend. @param {CourseContext} context @param {Question} question */
function drawFigure(context, { show = [] }) {
  const [first] = show;
  return show.length === 1
    ? drawTable(context, first.of, { covered: first.cover })
    : drawPictures(context, { pictures: show });
}

/** @param {number} seed @param {Question} question @param {number} index @returns {Page} */
const questionPage = (seed, question, index) => ({
  id: `${TEST_PAGES}-${seed}-${index + 1}`,
  title: words.title(index + 1, COUNT),
  state: makeState(question),
  setup: () => html`<p>${question.text}</p>`,
  figure: (context) => drawFigure(context, question),
  task: makeTask(question),
  origin: `${words.origin(seed, COUNT, pool.length)} ${words.answersLater(question.show !== undefined)}`,
});

/** How many tests are kept. A page links to at most one other. */
const MOST_KEPT = 16;

/** Makes a test and its pages. */
const makeTest = memoizeRecent(MOST_KEPT, (/** @type {number} */ seed) => {
  const questions = drawQuestions(seed);
  const pages = questions.map((question, i) => questionPage(seed, question, i));
  const test = { seed, questions, ids: pages.map(({ id }) => id) };
  /** @type {Page} */
  const end = {
    id: `${TEST_PAGES}-${seed}-end`,
    title: words.end.title,
    isUnnumbered: true,
    state: {},
    setup: (context) => score(context, test),
    figure: (context) => results(context, test),
    origin: words.origin(seed, COUNT, pool.length),
  };
  return { id: TEST_PAGES, ...words.chapter, pages: [...pages, end] };
});

/**
 * @param {string} id 'practice-test-17-3'; any other text means the first test
 * @returns {Chapter}
 */
export function testChapter(id) {
  const [, seed] = /^practice-test-(\d{1,6})(-|$)/.exec(id) ?? [];
  return makeTest(Math.min(MAX_SEED, Number(seed ?? 1)));
}

/** @param {string} id @returns {Page} */
export function testPage(id) {
  const { pages } = testChapter(id);
  return pages.find((page) => page.id === id) ?? pages[0];
}

/** @type {Chapter} */
export const selfTest = { id: TEST_PAGES, ...words.chapter, pages: [] };
