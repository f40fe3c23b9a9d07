/** The end of a test: how many are right, what was not, and what that shows. */

import { html, nothing } from 'lit';
import { formatAnswers, parseAnswers } from '../../session/guide.js';
import { misconceptions } from '../../text/en/practice/self-test/misconceptions.js';
import * as words from '../../text/en/practice/self-test/test.js';
import { link } from '../../views/link.js';
import { MAX_SEED } from './draw.js';
import { treatedBy } from './misconceptions.js';
import { profileOf } from './profile.js';
import { marked, RIGHT } from './question.js';

/**
 * @typedef {import('../../course/page.js').CourseContext} CourseContext
 * @typedef {import('./question.js').Question} Question
 *
 * @typedef {object} Test
 * @property {number} seed
 * @property {readonly Question[]} questions
 * @property {readonly string[]} ids of their pages
 */

const text = words.end;

/**
 * What was answered; undefined as long as questions are open, for who sees the end cannot answer them cold.
 * @param {CourseContext} context
 * @param {Test} test
 */
function answered({ state, given }, { ids }) {
  const answers = parseAnswers(state.answers);
  const values = ids.map((id) => answers.get(id)?.value);
  const open = ids.filter((_, i) => values[i] === undefined);
  return { values, open, isOver: open.length === 0 || given !== undefined };
}

/**
 * How many answers are right.
 * @param {CourseContext} context
 * @param {Test} test
 */
export function score(context, test) {
  const { questions } = test;
  const { values, open, isOver } = answered(context, test);
  if (!isOver) return html`<p>${text.open(open.length)} ${text.notYet}</p>`;
  const right = questions.filter((question, i) => marked(question, values[i]).isRight);
  return html`<p><b>${text.score(right.length, questions.length)}</b></p>
    <p>${another(context, test)}</p>`;
}

/**
 * @param {CourseContext} context
 * @param {Test} test
 */
export function results(context, test) {
  const { values, open, isOver } = answered(context, test);
  return html`<div class="results">
    ${isOver ? [profile(context, test, values), wrong(context, test, values)] : stillOpen(context, test, open)}
  </div>`;
}

/** @param {CourseContext} context @param {Test} test @param {string[]} open */
const stillOpen = (context, { ids }, open) => html`
  <ul>${open.map((id) => html`<li>${questionLink(context, id, ids.indexOf(id))}</li>`)}</ul>
  <p><button type="button" class="plain" @click=${() => context.answer('shown')}>${text.show}</button></p>`;

/** @param {CourseContext} context @param {string} id of a page @param {number} index */
const questionLink = (context, id, index) =>
  link(context, { guide: id, answers: context.state.answers }, text.question(index + 1));

/**
 * @param {Question} question
 * @param {string | undefined} value
 */
function said({ words: { answers }, isCode }, value) {
  const given = answers ? answers[Number(value)] : value?.replace('-', '−');
  if (given === undefined) return text.none;
  return isCode ? html`<code>${given}</code>` : given;
}

/** @param {Question} question */
const rightOf = (question) =>
  said(question, String(question.number ?? question.shows?.indexOf(RIGHT)));

/**
 * @param {CourseContext} context
 * @param {Test} test
 * @param {(string | undefined)[]} values
 */
function wrong(context, { questions, ids }, values) {
  const wrong = [...questions.keys()].filter((i) => !marked(questions[i], values[i]).isRight);
  if (wrong.length === 0) return nothing;
  return html`<h3>${text.wrong}</h3>
    <ul>${wrong.map((i) => {
      const { setup, question, why } = questions[i].words;
      return html`<li>
        <p>${questionLink(context, ids[i], i)} <span class="note">${setup} <i>${question}</i></span></p>
        <p>${text.yours} ${said(questions[i], values[i])}</p>
        <p>${text.right} <b>${rightOf(questions[i])}</b></p>
        <p>${why}</p>
      </li>`;
    })}</ul>`;
}

/**
 * @param {CourseContext} context
 * @param {Test} test
 * @param {(string | undefined)[]} values
 */
function profile(context, { questions }, values) {
  const all = profileOf(questions, values);
  const chosen = all.filter((one) => one.chosen > 0);
  const free = all.filter((one) => one.chosen === 0);
  return html`<h3>${text.profile}</h3>
    ${chosen.length === 0 ? html`<p>${text.nothing}</p>` : nothing}
    <ul>${chosen.map(
      ({ id, chosen, possible }) => html`<li>
        <p><b>“${misconceptions[id].name}”</b> <span class="note">${text.times(chosen, possible)}</span></p>
        <p>${misconceptions[id].instead} ${treated(context, treatedBy[id])}</p>
      </li>`,
    )}</ul>
    ${
      free.length === 0
        ? nothing
        : html`<details><summary>${text.free(free.length)}</summary>
            <ul>${free.map(({ id }) => html`<li>${misconceptions[id].name}</li>`)}</ul></details>`
    }`;
}

/** @param {CourseContext} context @param {string} id of a page of the course */
function treated(context, id) {
  const page = context.chapters.flatMap(({ pages }) => pages).find((one) => one.id === id);
  return page
    ? link(context, { guide: id, answers: context.state.answers }, page.title)
    : text.nowhere;
}

/** Of other tests nothing is kept, for an address holds only so much. @param {CourseContext} context @param {Test} test */
function another(context, { seed, ids }) {
  const prefix = ids[0].split('-').slice(0, 2).join('-');
  const kept = [...parseAnswers(context.state.answers)].filter(([id]) => !id.startsWith(prefix));
  const guide = ids[0].replace(/(?<!\d)\d+-1$/, `${seed < MAX_SEED ? seed + 1 : 0}-1`);
  return link(context, { guide, answers: formatAnswers(new Map(kept)) }, text.another);
}
