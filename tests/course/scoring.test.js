// Chapter 3: what it says about scores and softmax, checked with the run's numbers and by hand.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createDescriber } from '../../src/js/learning/index.js';
import { makePageState } from '../../web/pages/chapters.js';
import { withCourse } from '../../web/pages/judging.js';
import { coursePage } from '../../web/pages/page.js';
import { withEdit } from '../../web/state/edit-cells.js';
import { viewContext } from '../support/computations.js';
import { listListeners, markup, plain } from '../support/markup.js';
import { modelComputation } from '../support/models.js';
import {
  assertNear,
  contextOf,
  pageJson,
  pageNamed,
  readMarked,
  readReplies,
  replyTo,
} from './pages.js';

/** @import { CourseContext } from '../../web/pages/types.js' */

describe('scoring-dot', () => {
  const page = pageNamed('scoring-dot');
  it('computes 2 · 4 + 3 · 1 = 11 and 2 · 1 − 3 · 3 = −7, and names the wrong fields', () => {
    assertNear(contextOf(page).computation.results.scores.data.slice(4, 8), [-7, 1, 8, 11]);
    for (const [value, fields] of [
      ['11_5', '“score of They”: '],
      ['1_5', ''],
    ]) {
      const answered = contextOf(page, { answers: `scoring-dot_${value}` });
      const shown = plain(markup(coursePage(/** @type {any} */ (answered), {})));
      assert.ok(shown.includes(`Not yet. ${fields}Multiply the first numbers`), shown);
    }
  });
  it('tells a wrong sign, too few decimals and a neighbour in the table apart', () => {
    const readReply = (/** @type {string} */ id, /** @type {string} */ value) =>
      plain(markup(replyTo(id, contextOf(pageNamed(id)), value).reply));
    assert.match(readReply('scoring-dot', '-11_-7'), /not its sign/);
    assert.match(readReply('scoring-dot', '11_1'), /This is another number: .*eat/);
    for (const short of ['0.1_0.625', '0.125_0.6', '0.1_0.6'])
      assert.match(
        readReply('scoring-share', short),
        /rounded too much: give at least two decimals/,
      );
    // The page takes what it has asked for.
    const { isRight } = replyTo(
      'scoring-share',
      contextOf(pageNamed('scoring-share')),
      '0.12_0.63',
    );
    assert.equal(isRight, true);
    assert.match(
      readReply('scoring-share', '0.125_0.125'),
      /This is another number: the weight of They\./,
    );
    // In the row of They, which this page does not show, 0.5 is the weight of noodles.
    assert.match(readReply('scoring-share', '0.125_0.5'), /divide by the sum of all three/);
  });
  it('hides the scores and the projections before the answer', () => {
    const figure = markup(page.figure(contextOf(page)));
    assert.doesNotMatch(figure, /scores\.0\.1|class="projections"/);
    const open = contextOf(page, { answers: 'scoring-dot_11_-7*' });
    assert.match(markup(page.figure(open)), /class="projections"/);
  });
});

describe('scoring-turn', () => {
  const page = pageNamed('scoring-turn');
  /** @param {number[]} query */
  function turnQuery(query) {
    const { edits } = contextOf(page).state;
    const context = contextOf(page, {
      edits: query.reduce((text, value, i) => withEdit(text, `q.0.1.${i}`, value), edits),
    });
    const { isRight, reply } = /** @type {any} */ (page.task).judge(context);
    return { isRight, text: plain(markup(reply)) };
  }
  it('is not reached by a query towards fried, as the key of noodles is longer', () => {
    // The scores are 4a + b for noodles, and a + 2b for fried.
    assert.deepEqual(turnQuery([2, 3]).isRight, false);
    assert.match(turnQuery([2, 3]).text, /11, goes to noodles/);
    for (const length of [0.5, 1, 2]) {
      const { isRight, text } = turnQuery([length, 2 * length]);
      assert.ok(!isRight);
      assert.match(text, /points at fried, but noodles/);
    }
  });
  it('is reached beyond 3a = b', () => {
    assert.ok(turnQuery([0.75, 3]).isRight);
    assert.ok(turnQuery([0, 1]).isRight);
    assert.ok(!turnQuery([1, 3]).isRight);
    assert.match(turnQuery([-3, 1]).text, /goes to eat/);
    assert.match(turnQuery([0, -2]).text, /goes to They/);
    assert.equal(turnQuery([0, 0]).text, pageJson('scoring-turn').task.replies.nothing);
  });
  it('keeps the order of scores for a longer query, and moves them apart', () => {
    const rowOf = (/** @type {number} */ factor, /** @type {string} */ id) => {
      const { edits } = contextOf(page).state;
      const scaledEdits = withEdit(withEdit(edits, 'q.0.1.0', 2 * factor), 'q.0.1.1', 3 * factor);
      return [...contextOf(page, { edits: scaledEdits }).computation.results[id].data.slice(4, 8)];
    };
    assertNear(
      rowOf(2, 'scores'),
      rowOf(1, 'scores').map((score) => 2 * score),
    );
    const text = plain(markup(page.after?.(contextOf(page))));
    assert.match(text, /moves scores further apart/);
  });
});

describe('softmax by hand', () => {
  it('computes 1/8 and 5/8', () => {
    const page = pageNamed('scoring-share');
    assertNear(contextOf(page).computation.results.weights.data.slice(3, 6), [0.125, 0.25, 0.625]);
  });
  it('gives rows that add up to 1, and columns that add up to 0.5, 1.125 and 1.375', () => {
    const { weights, scores } = contextOf(pageNamed('scoring-row')).computation.results;
    const at = (/** @type {number} */ row, /** @type {number} */ key) =>
      weights.data[3 * row + key];
    const sums = [0, 1, 2].map((i) => [
      at(i, 0) + at(i, 1) + at(i, 2),
      at(0, i) + at(1, i) + at(2, i),
    ]);
    assertNear(sums.flat(), [1, 0.5, 1, 1.125, 1, 1.375]);
    const { after } = pageJson('scoring-row');
    assert.match(readMarked(after[0]), /noodles gets 1\.375 in all/);
    const powers = Array.from(scores.data, Math.exp);
    assertNear(powers, [1, 1, 2, 1, 2, 5, 1, 5, 2]);
    assertNear([1 / 3 + 1 / 8 + 2 / 9, 4 / 20], [0.68056, 0.2]);
    const [columns, wholeTable] = readReplies('scoring-row');
    assert.match(columns, /0\.681/);
    assert.match(wholeTable, /add up to 0\.2\./);
  });
  it('covers the weights before the answer, but shows the powers of e', () => {
    for (const [id, place] of [
      ['scoring-share', /weights\.0/],
      ['scoring-row', /weights\.0/],
      // The weights are known, but the numbers before them would give the answer away.
      ['scoring-shift', />2\.00<|>5\.00</],
    ]) {
      const page = pageNamed(String(id));
      assert.doesNotMatch(
        markup(page.figure(contextOf(page))),
        /** @type {RegExp} */ (place),
        String(id),
      );
    }
    const page = pageNamed('scoring-share');
    assert.match(markup(page.figure(contextOf(page))), />2\.00<|>5\.00</);
  });
  it('shows weights with a misprint that add up to 0.90, and the right one is 0.117', () => {
    const powers = [4, 11, 7, 9].map(Math.exp);
    const sum = powers.reduce((all, power) => all + power);
    assertNear([powers[3] / sum], [0.117218]);
    assert.equal((0.0008 + 0.87 + 0.015 + 0.011).toFixed(2), '0.90');
  });
});

describe('scoring-shift', () => {
  const page = pageNamed('scoring-shift');
  /** Returns the weights after one of the offered changes. @param {number} index */
  function after(index) {
    /** @type {Record<string, string>[]} */
    const changes = [];
    const open = contextOf(page, { answers: 'scoring-shift_2*' });
    const figure = page.figure({
      ...open,
      dispatch: (change) => changes.push(/** @type {any} */ (change)),
    });
    const presses = listListeners(figure);
    presses[index]();
    return [...contextOf(page, changes[0]).computation.results.weights.data.slice(3, 6)];
  }
  it('adding 3 changes no weight, times 3 makes 1, 8, 125 of 134', () => {
    assertNear(after(0), [0.125, 0.25, 0.625]);
    assertNear(after(1), [0.125, 0.25, 0.625]);
    assertNear(after(2), [1 / 134, 8 / 134, 125 / 134]);
  });
});

describe('scoring-learn', async () => {
  const page = pageNamed('scoring-learn');
  /** @param {number} training @param {number} [seed] */
  async function trained(training, seed = 0) {
    const { sentence } = makePageState(page);
    const { state, computation } = await modelComputation('describer', {
      training,
      seed,
      sentence,
    });
    const shown = { ...makePageState(page), training: state.training, seed };
    return withCourse(viewContext({ state: shown, computation }), page, undefined);
  }
  /** @param {CourseContext} context */
  const arrows = ({ computation: { results } }) => [
    [...results.q.data.slice(28, 30)],
    ...[1, 6, 9].map((row) => [...results.k.data.slice(2 * row, 2 * row + 2)]),
  ];
  /** @param {number[]} first @param {number[]} second */
  const angle = (first, second) =>
    Math.acos(
      (first[0] * second[0] + first[1] * second[1]) /
        (Math.hypot(...first) * Math.hypot(...second)),
    );

  it('asks for a guess before the training, and accepts only that both turn', async () => {
    const context = { ...(await trained(0)), training: 'the panel' };
    const { judge } = /** @type {any} */ (page.task);
    assert.deepEqual(
      ['0', '1', '2'].map((value) => judge(context, value).isRight),
      [false, false, true],
    );
    const shown = (/** @type {any} */ given) => markup(page.figure({ ...context, given }));
    assert.doesNotMatch(shown(undefined), /the panel|data-place="?weights/);
    assert.match(shown({ value: '0', isRight: false }), /the panel.*data-place="?weights/s);
  });

  it('training gives animal nearly all weight, and lowers the loss', async () => {
    const weight = (/** @type {CourseContext} */ { computation }) =>
      computation.results.weights.data[14 * computation.keyWords.length + 1];
    assert.ok(weight(await trained(0)) < 0.1);
    assert.ok(weight(await trained(1500)) > 0.9);
  });

  it('5 % of the untrained answers are right; the loss rises at many steps, and falls in the long run', async () => {
    const model = await createDescriber({ seed: 0 });
    const { accuracy } = model.evaluate({ rounds: 8 });
    assert.equal(Math.round(100 * accuracy), 5);
    assert.equal((await trained(0)).computation.results.nouns.shape[0], 20);
    const losses = Array.from({ length: 2500 }, () => model.train(1).loss);
    const rises = losses.filter((loss, step) => step > 0 && loss > losses[step - 1]);
    assert.ok(rises.length > 500, `it rose at ${rises.length} steps`);
    const mean = (/** @type {number[]} */ some) => some.reduce((a, b) => a + b, 0) / some.length;
    assert.ok(mean(losses.slice(-50)) < 0.5 * mean(losses.slice(0, 50)));
    const text = plain(markup(page.after?.(await trained(0))));
    assert.match(text, /The loss falls, but not at every step/);
    // Untrained, each of the 20 nouns is about as probable as the others.
    assert.ok(Math.abs(losses[0] - Math.log(20)) < 0.1, `${losses[0]}`);
  });

  it('query and key both turn and grow, and another seed ends in another direction', async () => {
    const [before, after, other] = [await trained(0), await trained(1500), await trained(1500, 1)];
    const [[q0, k0], [q, k, box, street]] = [arrows(before), arrows(after)];
    assert.ok(angle(q0, q) > 0.5 && angle(k0, k) > 0.5, `${angle(q0, q)} ${angle(k0, k)}`);
    assert.ok(
      Math.hypot(...q) > 10 * Math.hypot(...q0) && Math.hypot(...k) > 10 * Math.hypot(...k0),
    );
    assert.ok(angle(q, k) < 0.35, `${angle(q, k)}`);
    assert.ok(angle(q, box) > 1.2 && angle(q, street) > 1.2);
    const [otherQuery, otherKey] = arrows(other);
    assert.ok(angle(q, otherQuery) > 1);
    assert.ok(angle(otherQuery, otherKey) < 0.5, `${angle(otherQuery, otherKey)}`);
  });
});
