import assert from 'node:assert/strict';
import { it } from 'node:test';
import { numberEditor } from '../../web/views/number-editor.js';
import { computationOf, viewContext } from '../support/computations.js';
import { markup } from '../support/markup.js';

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
