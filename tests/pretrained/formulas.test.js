import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { steps } from '../../web/features/pretrained/steps.js';
import { streamView } from '../../web/features/pretrained/views/stream.js';
import { needSlot } from '../../web/features.js';
import { listMatrices } from '../../web/figures/tables.js';
import { makeContext } from '../../web/lessons/context.js';
import { formulaLine } from '../../web/views/formula-line.js';
import { attention } from '../support/computations.js';
import { findListener, markup, plain } from '../support/markup.js';
import { checkpoints, sourceOf } from './checkpoints.js';
import { openModel } from './computation.js';
import '../support/features.js';

await needSlot('pretrained');

const STEPS = ['input', 'q', 'k', 'v', 'output', 'sum', 'hidden', 'layerSum'];

/** The letters of a formula, with a prime behind a plain letter and digits without their place. */
const lettersOf = (/** @type {unknown} */ template) =>
  plain(markup(template))
    .normalize('NFKC')
    .replace(/[\s\u2032⁢]|&InvisibleTimes;/g, '');

/** @param {string} symbol */
const lettersOfSymbol = (symbol) => symbol.normalize('NFKC').replace(/[_\u2032]/g, '');

/** @param {Awaited<ReturnType<typeof openModel>>} model @param {object} wanted */
async function open({ show }, wanted) {
  const shown = await show({ sentence: 'the old mill', ...wanted });
  /** @type {any} */
  const changes = {};
  const dispatch = (/** @type {object} */ change) => Object.assign(changes, change);
  const contextOf = (/** @type {object} */ more) =>
    makeContext(
      /** @type {any} */ ({ ...shown, state: { ...shown.state, ...more }, attention, dispatch }),
    );
  return { ...shown, contextOf, changes };
}

describe('the formulas of a layer', () => {
  for (const name of [...checkpoints, 'use-lite']) {
    it(`of ${name} have a term for each table`, async () => {
      const model = await openModel(sourceOf(name));
      for (const modelLayer of model.info.sizes.hasEncoder ? [0, 2, 3] : [0, 1]) {
        const { contextOf, computation } = await open(model, { modelLayer, query: 2, head: 1 });
        for (const step of STEPS) {
          const context = contextOf({ step });
          const { nodes } = computation;
          // Attention and feed-forward layer are added together, in the last step.
          if (context.parts.length === 0 || (step === 'sum' && !nodes.sum)) continue;
          const letters = lettersOf(context.step.formula(context));
          for (const { tensor, symbol } of listMatrices(context.parts)) {
            const message = `${step} of layer ${modelLayer}: ${tensor} in ${letters}`;
            assert.ok(letters.includes(lettersOfSymbol(symbol)), message);
          }
          const hasBias = listMatrices(context.parts).some(({ symbol }) => /^[bβ]/.test(symbol));
          assert.equal(/[bβ]/.test(letters), hasBias, `${step}: ${letters}`);
        }
      }
    });
  }
});

describe('the formula of attention in one line', () => {
  for (const [name, scaling] of [
    ['gpt2', '/√d'],
    ['gpt_neo', ''],
    ['gemma3', '/√10'],
  ])
    it(`has the scale of ${name}: ${scaling || 'none'}`, async () => {
      const { contextOf } = await open(await openModel(sourceOf(name)), {});
      const line = plain(markup(formulaLine(contextOf({ step: 'scores' }))));
      const letters = line.replace(/ [a-z -]+: open/g, '').replace(/\s/g, '');
      assert.match(letters, new RegExp(`^softmax\\(Q\\D*·K\\D*ᵀ${scaling}\\+M\\)V`));
    });
});

describe('the tables of a layer', () => {
  it('show the bias and the keys of the head on the screen', async () => {
    for (const name of ['gpt2', 'qwen2', 'llama']) {
      const model = await openModel(sourceOf(name));
      const { sizes } = model.info;
      for (const head of [0, 1, sizes.heads - 1]) {
        const { contextOf, computation } = await open(model, { head, query: 2 });
        for (const step of ['q', 'k', 'v']) {
          const count = step === 'q' ? sizes.heads : sizes.kvHeads;
          const index = Math.floor((head * count) / sizes.heads);
          for (const { tensor, leadingIndex, view } of listMatrices(contextOf({ step }).parts)) {
            const { shape, data } = computation.results[tensor];
            if (shape[0] !== count || tensor.endsWith('normalized')) continue;
            assert.deepEqual(leadingIndex, [index], `${name}: ${tensor}`);
            const size = data.length / count;
            const numbers = data.subarray(index * size, (index + 1) * size);
            assert.deepEqual(view.numbers, numbers, `${name}: ${tensor}`);
          }
        }
      }
    }
  });

  it('contain every summand of the rows that the layer leaves', async () => {
    for (const name of ['gpt2', 'bert', 'llama', 'gpt_neox', 'use-lite']) {
      const { contextOf, computation } = await open(await openModel(sourceOf(name)), {});
      const shown = listMatrices(contextOf({ step: 'layerSum' }).parts).map(({ tensor }) => tensor);
      for (const { id } of computation.nodes.layerSum.inputs) assert.ok(shown.includes(id), id);
    }
  });
});

/** Texts about activations, and a formula. @type {[name: string, text: RegExp, formula: string][]} */
const ACTIVATIONS = [
  ['gpt2', /^A matrix widens .* activation GELU, approximated with tanh\. No token/, 'Z=GELU(U)'],
  ['bert', /^A matrix widens .* activation GELU\. No token/, 'Z=GELU(U)'],
  ['opt', /^A matrix widens .* activation ReLU, which turns negative/, 'Z=ReLU(U)'],
  [
    'llama',
    /^Two matrices widen .* activation SiLU turns G into the gate G′, and the gate multiplies U\./,
    'G=SiLU(G)',
  ],
  [
    'gemma3',
    /^Two matrices widen .* activation GELU, approximated with tanh, turns G/,
    'G=GELU(G)',
  ],
];

describe('the feed-forward network', () => {
  for (const [name, text, formula] of ACTIVATIONS)
    it(`of ${name} says which numbers go through the activation`, async () => {
      const { contextOf, computation } = await open(await openModel(sourceOf(name)), {});
      const context = contextOf({ step: 'hidden' });
      assert.match(plain(markup(steps.hidden.text(context))), text);
      assert.ok(lettersOf(context.step.formula(context)).includes(formula), formula);
      const isGated = 'feedForward/gate' in computation.nodes;
      const { name: sums } = computation.nodes['feedForward/hiddenSums'];
      assert.equal(sums, isGated ? 'up-projection' : 'sums before the activation');
      const shown = listMatrices(context.parts).map(({ symbol }) => symbol.replace('W_', 'W'));
      const gated = ['N', 'WG', 'W1', 'G', 'G′', 'U', 'Z'];
      assert.deepEqual(
        shown.filter((symbol) => /^[NWGUZ]/.test(symbol)),
        isGated ? gated : ['N', 'W1', 'U', 'Z'],
      );
    });
});

describe('rows that a layer widens before attention is added', () => {
  it('are explained where they first appear, with the matrix that makes them', async () => {
    const { contextOf, computation } = await open(await openModel('use-lite'), {});
    const context = contextOf({ step: 'sum' });
    const shown = listMatrices(context.parts).map(({ tensor }) => tensor);
    for (const id of ['input', 'wResidual', 'residual', 'output', 'sum'])
      assert.ok(shown.includes(id), id);
    const text = plain(markup(steps.sum.text(context)));
    assert.match(text, /512 numbers .* only 256\. .* WR .* R, the projected residual stream/);
    assert.doesNotMatch(text, /stays/);
    assert.ok(computation.nodes.residualProducts.singular.includes('without the bias'));
  });

  it('are named in the stream, and a press opens the rows of the same length', async () => {
    const { contextOf, changes, computation } = await open(await openModel('use-lite'), {
      query: 0,
    });
    const view = markup(streamView(contextOf({ step: 'stream' })));
    assert.match(view, /projected embedding/);
    findListener(streamView(contextOf({ step: 'stream' })), 'click')?.({});
    assert.equal(changes.step, 'sum');
    const row = computation.results.residual.data.subarray(0, 512);
    const length = Math.hypot(...row);
    assert.ok(view.includes(length.toPrecision(3)), `${length} in ${view.slice(0, 2000)}`);
    const gpt2 = await open(await openModel(sourceOf('gpt2')), {});
    assert.doesNotMatch(markup(streamView(gpt2.contextOf({ step: 'stream' }))), /projected/);
    findListener(streamView(gpt2.contextOf({ step: 'stream' })), 'click')?.({});
    assert.equal(gpt2.changes.step, 'input');
  });
});
