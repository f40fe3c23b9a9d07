import assert from 'node:assert/strict';
import { it } from 'node:test';
import { numberEditor } from '../../web/views/number-editor.js';
import { computationOf, viewContext } from '../support/computations.js';
import { markup } from '../support/markup.js';
import { READER, startStore } from './start-store.js';

for (const [wanted, range] of /** @type {const} */ ([
  [0.25, [0, 1]],
  [-0.25, [-1, 1]],
  [-1.2, [-1.5, 1.5]],
])) {
  it(`the slider of a weight of ${wanted} runs from ${range[0]} to ${range[1]}`, () => {
    const shown = computationOf({ edits: `weights.0.1.0:${wanted}` });
    const cell = { id: 'weights', index: [0, 1, 0] };
    const drawn = markup(numberEditor(viewContext(shown), cell, wanted));
    const [, min, max] = /type="range" min=(\S+) max=(\S+)/.exec(drawn) ?? [];
    assert.deepEqual([Number(min), Number(max)], range);
  });
}

it('each number that is entered is undone alone, and the steps of the slider together', () => {
  const cell = { id: 'wq', index: [0, 0, 0] };
  const { store } = startStore();
  store.dispatch({ cell: 'wq.0.0.0' }, READER);
  /** @param {'text' | 'range'} type @param {string} value */
  const set = (type, value) => {
    const context = viewContext(computationOf(store.state));
    context.dispatch = (change) => store.dispatch(change, READER);
    const drawn = /** @type {{ values: unknown[] }} */ (
      /** @type {unknown} */ (numberEditor(context, cell, 0))
    );
    const [enter] = drawn.values.filter((part) => typeof part === 'function');
    enter({ target: { type, value, max: '3' } });
  };
  for (const value of ['2', '3', '4']) set('text', value);
  for (const value of ['1', '1.5']) set('range', value);
  for (const edits of ['q.0.0:4', 'q.0.0:3', 'q.0.0:2', '']) {
    store.undo();
    assert.equal(store.state.edits, edits);
  }
});
