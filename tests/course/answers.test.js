// Each task of the course accepts only its right answer, and replies to each mistake that its
// chapter knows.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { pages } from '../../web/features/course/index.js';
import { coursePage } from '../../web/pages/page.js';
import { markup } from '../support/markup.js';
import { MISTAKES, RIGHT, RIGHT_TOO, WRONG } from './answers.js';
import {
  contextOf,
  judge,
  pageJson,
  pageNamed,
  readMarked,
  readReplies,
  replyTo,
} from './pages.js';

/** @import { Numbers } from '../../web/pages/types.js' */

/** Pages with a model that must be trained or loaded. The tests of their chapters check them. */
const isOfTrained = ({ id = '' }) =>
  /^(heads-(why|jobs|silence)|translation-|scoring-learn|own-(model|added|meaning)|projections-words)/.test(
    id,
  );

it('every page with a task other than a target has a right answer', () => {
  assert.deepEqual(
    Object.keys(RIGHT),
    pages.filter(({ task }) => task && task.kind !== 'target').map(({ id }) => id),
  );
});

it('no field asks for the decimal keypad, which lacks a minus on some phones', () => {
  const web = new URL('../../web/', import.meta.url);
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.js'),
  );
  assert.ok(files.length > 300);
  for (const name of files)
    assert.doesNotMatch(
      readFileSync(new URL(name, web), 'utf8'),
      /inputmode="(decimal|numeric)"/,
      name,
    );
});

describe('the right answer', () => {
  for (const page of pages
    .filter(({ id }) => id in RIGHT)
    .filter((candidate) => !isOfTrained(candidate))) {
    const { id, task } = page;
    it(`of ${id} is accepted, and no other`, () => {
      const isTaken = (/** @type {string} */ value) => judge(page, value).isRight;
      for (const value of [RIGHT[id], ...(RIGHT_TOO[id] ?? [])]) assert.ok(isTaken(value), value);
      const others = task?.kind === 'choice' ? task.answers.map((_, i) => `${i}`) : WRONG[id];
      for (const value of others ?? []) assert.equal(isTaken(value), value === RIGHT[id], value);
    });
  }
});

it('answers with as many decimals as their page asks are right, and with fewer they are not', () => {
  const placesById = new Map();
  for (const page of pages.filter(({ id, task }) => task?.kind === 'numbers' && id in RIGHT)) {
    const { expected, decimals } = /** @type {Numbers} */ (page.task);
    const context = /** @type {any} */ (contextOf(page));
    const places = decimals?.(context);
    if (places !== undefined) placesById.set(page.id, places);
    const isTaken = (/** @type {number} */ count) => {
      const rounded = expected(context).map((number) => Number(number.toFixed(count)));
      return judge(page, rounded.join('_')).isRight;
    };
    assert.ok(isTaken(places ?? 3), page.id);
    if (places !== undefined) assert.equal(isTaken(places - 1), false, page.id);
    const shown = markup(coursePage(/** @type {any} */ (context), {}));
    assert.equal(/Give at least \S+ decimals\./.test(shown), places !== undefined, page.id);
  }
  assert.deepEqual(
    ['why-cup', 'order-causal', 'projections-flat'].map((id) => placesById.get(id)),
    [2, 2, 4],
  );
  assert.equal(placesById.has('scoring-dot'), false);
});

it('an answer that is cut off or rounded too much is told so, or is a known mistake', () => {
  const found = new Set();
  for (const page of pages.filter(({ id, task }) => task?.kind === 'numbers' && id in RIGHT)) {
    const context = contextOf(page);
    const wanted = /** @type {Numbers} */ (page.task).expected(context);
    const { mistakes = [] } = pageJson(page.id).task;
    // A page may use the mistakes of another page of its chapter.
    const known =
      typeof mistakes === 'string'
        ? pageJson(page.id.replace(/-.*/, `-${mistakes}`)).task.mistakes
        : mistakes;
    const ownReplies = known.map((/** @type {any} */ { reply }) => readMarked(reply));
    for (const [i, number] of wanted.entries())
      for (const decimals of [0, 1, 2, 3]) {
        const unit = 10 ** -decimals;
        // Rounded, a tie up and down, and cut off.
        const candidates = [
          Math.round(number / unit - 0.001),
          Math.round(number / unit + 0.001),
          Math.trunc(number / unit),
        ];
        for (const candidate of candidates) {
          const rounded = Number((candidate * unit).toFixed(decimals));
          const isNothing = rounded === 0 || (decimals === 0 && Math.abs(number) <= 1);
          const { isRight, reply } = replyTo(page.id, context, wanted.with(i, rounded).join('_'));
          if (isRight || isNothing || ownReplies.includes(reply)) continue;
          assert.match(
            reply,
            /^That may be cut off or rounded/,
            `${page.id}: ${rounded} for ${number}`,
          );
          found.add(page.id);
        }
      }
  }
  assert.ok(found.has('mixing-row') && found.size > 5, [...found].join());
  const { reply } = replyTo('mixing-row', contextOf(pageNamed('mixing-row')), '0.5_-1.3');
  assert.match(reply, /at least two decimals/);
});

describe('a wrong answer', () => {
  for (const [id, lists] of Object.entries(MISTAKES)) {
    it(`of ${id} gets the reply for its mistake`, () => {
      const replies = readReplies(id);
      for (const [i, values] of lists.entries()) {
        for (const [option, value] of Object.entries(values)) {
          const reply = Array.isArray(values) ? replies[i] : replies[i][option];
          assert.ok(reply, `${id}: ${value} has a reply`);
          const verdict = replyTo(id, contextOf(pageNamed(id)), value);
          assert.deepEqual(verdict, { isRight: false, reply }, `${id}: ${value}`);
        }
      }
    });
  }
});
