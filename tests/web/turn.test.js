import assert from 'node:assert/strict';
import { it } from 'node:test';
import { chapterState, chapters } from '../../web/lessons/guide.js';
import { turned } from '../../web/lessons/turn.js';
import { normalise } from '../../web/session/state.js';

it('the guided path leads from page to page, and ends', () => {
  for (const i of chapters.keys()) {
    const here = { ...chapterState(i + 1), seed: 9, answer: 1, step: 'weights' };
    const next = i + 1 < chapters.length ? chapterState(i + 2) : undefined;
    assert.deepEqual(turned(here, 1), next);
    assert.deepEqual(turned(here, -1), i > 0 ? chapterState(i) : undefined);
  }
});

it('in free play steps follow each other, those that an author wants', () => {
  const state = normalise({ step: 'scores' });
  assert.deepEqual(turned(state, 1), { step: 'scaledScores' });
  assert.deepEqual(turned(state, -1), { step: 'v' });
  const wanted = ['weights', 'scores'];
  assert.equal(turned(state, 1, wanted), undefined);
  assert.deepEqual(turned(state, -1, wanted), { step: 'weights' });
  assert.equal(turned(normalise({}), -1), undefined);
  assert.equal(turned(normalise({ step: 'mechanisms' }), 1), undefined);
  // Of a step that an author has left out the first is shown.
  assert.deepEqual(turned(normalise({ step: 'q' }), 1, wanted), { step: 'scores' });
});
