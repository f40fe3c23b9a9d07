import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Navigation } from '../../web/elements/navigation.js';
import { pages } from '../../web/features/course/index.js';
import { listLessonSteps } from '../../web/lessons/steps.js';
import { makePageState } from '../../web/pages/chapters.js';
import { normaliseState } from '../../web/state/normalise.js';
import '../support/features.js';

/** @import { State } from '../../web/state/types.js' */

/** @param {State} state @param {1 | -1} by @param {string[]} [wanted] the steps that an author wants */
const findNeighbourChange = (state, by, wanted) => {
  const none = /** @type {any} */ ({});
  const session = /** @type {any} */ ({ state, pages: {} });
  const parts = /** @type {any} */ ({ listSteps: () => listLessonSteps(state, wanted) });
  return new Navigation(none, session, parts, none).changeToNeighbour(by);
};

it('the first screen is followed by the main pages of the course in order', async () => {
  assert.deepEqual(findNeighbourChange(normaliseState({ guide: 'opening' }), 1), { guide: 'why' });
  assert.equal(findNeighbourChange(normaliseState({ guide: 'opening' }), -1), undefined);
  const [answers] = ['why-flip_1*'];
  const main = pages.filter(({ isExtra }) => !isExtra);
  let at = -1;
  for (const page of pages) {
    // After an extra page, the next page is that of the page before it.
    if (!page.isExtra) at++;
    const here = { ...makePageState(page, answers), seed: 9, step: 'weights' };
    const there = (/** @type {number} */ to) => main[to] && makePageState(main[to], answers);
    assert.deepEqual(findNeighbourChange(here, 1), there(at + 1), page.id);
    assert.deepEqual(findNeighbourChange(here, -1), there(at - 1), page.id);
  }
});

it('in the lab, each step is followed by the next step that the author shows', () => {
  const state = normaliseState({ step: 'scores' });
  assert.deepEqual(findNeighbourChange(state, 1), { step: 'scaledScores', view: 'step', cell: '' });
  assert.deepEqual(findNeighbourChange(state, -1), { step: 'v', view: 'step', cell: '' });
  const wanted = ['weights', 'scores'];
  assert.equal(findNeighbourChange(state, 1, wanted), undefined);
  assert.deepEqual(findNeighbourChange(state, -1, wanted), {
    step: 'weights',
    view: 'step',
    cell: '',
  });
  assert.equal(findNeighbourChange(normaliseState({}), -1), undefined);
  assert.equal(findNeighbourChange(normaliseState({ step: 'mechanisms' }), 1), undefined);
  // If the author has left out the step, the first step is shown.
  assert.deepEqual(findNeighbourChange(normaliseState({ step: 'q' }), 1, wanted), {
    step: 'scores',
    view: 'step',
    cell: '',
  });
});
