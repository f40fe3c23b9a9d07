import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { needSlot } from '../../web/features.js';
import { readCell, readNumber } from '../../web/graph/trace.js';
import { makeContext } from '../../web/lessons/context.js';
import { findStep } from '../../web/lessons/steps.js';
import { tracePanel } from '../../web/views/trace-panel.js';
import { attention } from '../support/computations.js';
import { markup, plain } from '../support/markup.js';
import { checkpoints, sourceOf } from './checkpoints.js';
import { openModel } from './computation.js';
import '../support/features.js';

await needSlot('pretrained');

const TEXT = { sentence: 'the old mill' };

/** Returns the number that a state traces, and its neighbours. @param {Awaited<ReturnType<typeof openModel>>} model @param {object} wanted */
async function open({ show }, wanted) {
  const { state, computation } = await show({ ...TEXT, ...wanted });
  const cell = readCell(state.cell, computation.run);
  assert.ok(cell, state.cell);
  const { from = [], to = [] } = computation.neighbours?.(cell) ?? {};
  const value = readNumber(computation.run, cell);
  return { state, computation, cell, value, from, to };
}

/** Writes the panel of a traced number. @param {{ state: any, computation: any }} shown */
const writePanel = ({ state, computation }) =>
  plain(
    markup(
      tracePanel(
        makeContext(
          /** @type {any} */ ({ state, computation, attention, dispatch() {}, navigateTo() {} }),
        ),
      ),
    ),
  );

describe('the trail of a number', () => {
  for (const name of [...checkpoints, 'use-lite']) {
    it(`leads down through all layers of ${name}, and up again`, async () => {
      const model = await openModel(sourceOf(name));
      const { hasEncoder, encoderLayers, layers } = model.info.sizes;
      const last = hasEncoder ? encoderLayers + 2 * layers - 1 : layers - 1;
      let shown = await open(model, { modelLayer: last, step: 'input', cell: 'input.1.3' });
      const first = hasEncoder ? encoderLayers : 0;
      let steps = 0;
      while (shown.state.modelLayer > first) {
        const [link, ...others] = shown.from;
        assert.ok(link && others.length === 0, `layer ${shown.state.modelLayer}`);
        const below = await open(model, link.change);
        assert.ok(Object.is(below.value, shown.value), `${below.value} is not ${shown.value}`);
        assert.equal(findStep(below.state, below.cell.id), below.state.step);
        const label = markup(link.label);
        assert.ok(
          label.includes(
            `layer ${model.info.sizes.hasEncoder ? '' : below.state.modelLayer + 1}`,
          ) || hasEncoder,
          label,
        );
        // The way back opens the same number.
        const up = below.to.map(({ change }) => `${change.modelLayer} ${change.cell}`);
        assert.ok(up.includes(`${shown.state.modelLayer} ${shown.state.cell}`), up.join());
        shown = await open(model, { ...link.change, step: 'input', cell: 'input.1.3' });
        steps++;
      }
      assert.equal(steps, last - first);
      assert.deepEqual(shown.from, []);
    });
  }

  it('leads from the rows of an encoder to its last layer', async () => {
    const model = await openModel(sourceOf('marian'));
    const modelLayer = model.info.sizes.encoderLayers + 1;
    const shown = await open(model, { modelLayer, step: 'input', cell: 'memory.1.3' });
    const [link] = shown.from;
    const below = await open(model, link.change);
    assert.equal(below.state.modelLayer, model.info.sizes.encoderLayers - 1);
    assert.ok(Object.is(below.value, shown.value));
    assert.equal(below.to.length, model.info.sizes.layers);
  });

  it('is on the page under Comes from and Goes into, with the numbers that the reader has set', async () => {
    const model = await openModel(sourceOf('gpt2'));
    const edits = '0.feedForward/output.1.3:5';
    const shown = await open(model, {
      ...{ modelLayer: 1, step: 'input', cell: 'input.1.3', layerEdits: edits },
    });
    assert.match(
      writePanel(shown),
      /Comes from\s*number of the residual stream X′ \S+ number 4, layer 1/,
    );
    const below = await open(model, shown.from[0].change);
    assert.ok(Object.is(below.value, shown.value));
    assert.match(below.state.edits, /feedForward\/output\.1\.3:5/);
    assert.match(
      writePanel(below),
      /Goes into\s*number of the residual stream X \S+ number 4, layer 2$/,
    );
    const set = await open(model, { ...shown.state, edits: 'input.1.3:2' });
    assert.doesNotMatch(writePanel(set), /Comes from/);
  });
});

describe('the input of the first layer', () => {
  /** @type {[name: string, text: RegExp][]} */
  const kinds = [
    ['use-lite', /What layer 1 reads: \S+ = token embedding \S+ \+ position embedding \S+\./],
    ['gpt2', /What layer 1 reads: \S+ = token embedding \S+ \+ position embedding \S+\./],
    ['llama', /What layer 1 reads: \S+ = token embedding \S+\./],
    ['marian', /What encoder layer 1 reads: \S+ = token embedding \S+ \+ position embedding/],
    [
      'bert',
      /What layer 1 reads: \S+\. A norm makes it .*: token embedding \S+ \+ position embedding \S+ \+ type embedding \S+ = /,
    ],
  ];
  for (const [name, text] of kinds) {
    it(`of ${name} is traced to the embeddings that make it`, async () => {
      const model = await openModel(sourceOf(name));
      const shown = await open(model, { modelLayer: 0, step: 'input', cell: 'input.1.3' });
      assert.match(writePanel(shown), text);
    });
  }

  it('names the embeddings of a text that is too long to keep them', async () => {
    const model = await openModel('use-lite');
    const sentence = 'the old mill stands by the road '.repeat(12);
    const shown = await open(model, { sentence, modelLayer: 0, step: 'input', cell: 'input.70.3' });
    assert.match(writePanel(shown), /, made of token embedding and position embedding\./);
  });

  it('is the sum of the embeddings, with the bits of the run', async () => {
    for (const name of ['gpt2', 'opt', 'llama']) {
      const model = await openModel(sourceOf(name));
      const { computation, state } = await open(model, { modelLayer: 0, cell: 'input.1.3' });
      assert.ok(state.sentence);
      const { data } = computation.results.input;
      assert.ok(data.length > 0);
      const shown = await open(model, { modelLayer: 0, step: 'input', cell: 'input.0.0' });
      assert.doesNotMatch(writePanel(shown), /A norm makes it/, name);
    }
  });
});
