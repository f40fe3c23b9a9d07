// Chapter 1: what it says of the trained head and of the coffee cup, by the numbers of the run.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { numberAt } from '../../web/graph/trace.js';
import * as text from '../../web/text/en/course/why.js';
import { openingState } from '../../web/views/opening.js';
import { computationOf } from '../support/computations.js';
import { contextOf, judged, pageNamed } from './pages.js';

/** @param {import('../../web/lessons/course/page.js').CourseContext} context */
function weights({ computation, selected }) {
  return computation.keyWords.map((_, key) =>
    numberAt(computation.run, { id: 'weights', index: [0, selected, key] }),
  );
}
const most = (/** @type {number[]} */ list) => list.indexOf(Math.max(...list));

it('one word is flipped, and nearly all weight goes elsewhere, on the first screen as well', () => {
  const page = pageNamed('why-flip');
  const start = contextOf(page).state.sentence.replace(/\w+$/, '');
  assert.equal(contextOf(page).computation.queryWords[contextOf(page).selected], 'tired');
  for (const [adjective, noun] of [
    ['tired', 'animal'],
    ['heavy', 'box'],
    ['wide', 'street'],
  ]) {
    const context = contextOf(page, { sentence: start + adjective });
    const row = weights(context);
    assert.equal(context.computation.keyWords[most(row)], noun);
    assert.ok(Math.max(...row) > 0.98, `${adjective}: ${Math.max(...row)}`);
    const { computation } = computationOf({ ...openingState, sentence: start + adjective });
    assert.deepEqual(computation.queryWords, context.computation.queryWords);
  }
});

it('what is to be pressed is what the head attends to; every other word gets its own reply', () => {
  for (const id of ['why-flip', 'why-unseen']) {
    const page = pageNamed(id);
    const row = weights(contextOf(page));
    for (const key of row.keys()) {
      assert.equal(judged(page, String(key)).isRight, key === most(row), id);
    }
  }
  const [street, because] = ['9', '10'].map((key) => judged(pageNamed('why-flip'), key).reply);
  assert.notDeepEqual(street, because);
});

it('what is left for the notebook is 1 minus the weight of the cup, by hand e^0.5/(e^2 + e^0.5)', () => {
  const page = pageNamed('why-cup');
  const left = Math.exp(0.5) / (Math.exp(2) + Math.exp(0.5));
  assert.ok(judged(page, left.toFixed(2)).isRight);
  assert.equal(judged(page, (1 - left).toFixed(3)).reply, text.cup.same);
  assert.equal(judged(page, '1').reply, text.cup.all);
  assert.ok(!judged(page, '0.5').isRight);
  // The plan attends to the notebook.
  assert.ok(contextOf(page).computation.results.weights.data[3] > 0.9);
});

it('because attends to all 11 words alike', () => {
  const page = pageNamed('why-even');
  const context = contextOf(page);
  assert.equal(context.computation.queryWords[context.selected], 'because');
  const row = weights(context);
  assert.equal(row.length, 11);
  for (const weight of row) assert.ok(Math.abs(weight - 1 / 11) < 0.002, `${weight}`);
  assert.ok(judged(page, '0.0909').isRight && judged(page, '0.091').isRight);
  assert.ok(!judged(page, '0.1').isRight);
  assert.equal(judged(page, '0').reply, text.even.zero);
});

it('a sentence turned around does not turn the head', () => {
  const page = pageNamed('why-limits');
  const context = contextOf(page);
  assert.equal(context.computation.keyWords[most(weights(context))], 'animal');
  assert.deepEqual(
    ['0', '1', '2'].map((value) => judged(page, value).isRight),
    [false, true, false],
  );
});
