import assert from 'node:assert/strict';
import { it } from 'node:test';
import { getSlot } from '../../web/features.js';
import { LoadState } from '../../web/session/load-state.js';
import { makeOpeningState } from '../../web/session/page-loader.js';
import { STEPS } from '../../web/sources/trained-describer.js';
import * as opening from '../../web/views/opening.js';
import { attention } from '../support/computations.js';
import { markup, plain } from '../support/markup.js';

const state = makeOpeningState();

const draw = () => {
  const context = { attention, state, dispatch() {}, navigateTo() {}, isLinked: false };
  return markup(opening.view(/** @type {any} */ (context), new LoadState({ requestUpdate() {} })));
};

const render = () => plain(draw());

it('the first screen computes the head of the real model once', () => {
  const example = getSlot('exampleHead');
  assert.ok(example);
  const { weights } = example;
  let readings = 0;
  Object.defineProperty(example, 'weights', {
    get() {
      readings++;
      return weights;
    },
  });
  const screens = [render(), render(), render()];
  assert.equal(readings, 1);
  assert.deepEqual(screens.slice(1), [screens[0], screens[0]]);
  assert.ok(screens[0].includes(example.tokens[0].slice(1)));
});

it('brackets join the pieces of a word on the first screen, as in the lab', () => {
  assert.equal(
    draw().match(/piece-first/g)?.length,
    4,
    'fri-ed and n-oodle-s, in rows and columns',
  );
  assert.doesNotMatch(render(), /-oodle|▁/);
});

it('the first screen has the number of steps of the training of its model', () => {
  assert.ok(render().includes(`${STEPS.toLocaleString('en')} times`));
});
