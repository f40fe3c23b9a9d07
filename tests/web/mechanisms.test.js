import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { loadAttention } from '../../src/js/index.js';
import { toJavascript } from '../../web/export/javascript.js';
import { findConsumers, findOperands } from '../../web/graph/trace.js';
import { mechanisms } from '../../web/lessons/mechanisms.js';
import { findStep } from '../../web/lessons/steps.js';
import { makeComputation } from '../../web/session/computation.js';
import { switchMechanism } from '../../web/state/derived.js';
import { MAX_DIGITS } from '../../web/state/limits.js';
import { makeMaskedTest } from '../../web/state/mask.js';
import { normaliseState } from '../../web/state/normalise.js';
import { listSteps } from '../../web/state/step-order.js';
import { besideNote } from '../../web/text/en/program.js';
import {
  differentWidths,
  formulas,
  formulasButSet,
  ownKeys,
  sameKeys,
  untrained,
} from '../../web/text/en/steps.js';
import { computationOf, STATES } from '../support/computations.js';
import { reduceCaseCount } from '../support/extent.js';
import { markup, plain } from '../support/markup.js';
import { anyState } from '../support/states.js';
import { toJson } from '../support/written.js';

/** @import { Tensor } from '../../src/js/index.js' */
/** @import { State } from '../../web/state/types.js' */

fc.configureGlobal({ seed: 7 });

const attention = await loadAttention();

/** @param {Tensor | undefined} tensor */
const bits = (tensor) =>
  tensor && [...tensor.shape, ...new Uint32Array(new Float32Array(tensor.data).buffer)];

/** @param {State} state */
const computeOtherMechanism = (state) =>
  makeComputation(attention, {
    ...state,
    mechanism: state.mechanism === 'dot' ? 'additive' : 'dot',
    keyWidth: 0,
  });

/** @param {object} requested */
function showStep(requested) {
  const context = computationOf({ step: 'mechanisms', ...requested });
  const matrices = (mechanisms.figure?.(context) ?? []).filter((part) => typeof part !== 'string');
  return { ...context, matrices, text: markup(mechanisms.text(context)) };
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

describe('both mechanisms on the same words', () => {
  it('have a step in every lesson with digits and random numbers, at the end or before the decoder', () => {
    for (const mechanism of ['dot', 'additive']) {
      const last = (/** @type {object} */ requested) =>
        listSteps(normaliseState({ mechanism, ...requested })).slice(-2);
      assert.equal(last({})[1], 'mechanisms');
      assert.equal(last({ dModel: MAX_DIGITS, keyWidth: 3 })[1], 'mechanisms');
      assert.deepEqual(last({ target: 'he is' }), ['mechanisms', 'decoder']);
      for (const requested of [
        { dModel: MAX_DIGITS + 1 },
        { source: 'article' },
        { source: 'coffee' },
      ]) {
        const { state, computation } = computationOf({ mechanism, ...requested });
        assert.ok(!listSteps(state).includes('mechanisms'));
        assert.ok(
          !('otherWeights' in computation.results) && !('otherWeights' in computation.nodes),
        );
      }
    }
  });

  for (const [name, requested] of Object.entries(STATES)) {
    it(`bring the weights of the other mechanism, bit for bit: ${name}`, () => {
      const { state, computation } = computationOf(requested);
      const { otherWeights } = computation.results;
      const wide = state.mechanism === 'additive' && state.keyWidth > 0;
      const there = listSteps(state).includes('mechanisms') && !wide;
      assert.equal(otherWeights !== undefined, there);
      assert.equal('otherWeights' in computation.nodes, there);
      if (!there) return;
      assert.deepEqual(bits(otherWeights), bits(computeOtherMechanism(state).results.weights));
      assert.equal(computation.nodes.otherWeights.axes.length, otherWeights.shape.length);
      assert.equal(findStep(state, 'otherWeights'), 'mechanisms');
      const index = otherWeights.shape.map(() => 0);
      assert.deepEqual(findOperands(computation.run, { id: 'otherWeights', index }), []);
      assert.deepEqual(findConsumers(computation.run, { id: 'otherWeights', index }), []);
    });
  }

  it('have the same two tables for either mechanism', () => {
    const small = anyState.filter(
      ({ source, dModel }) => source === 'seed' && dModel <= MAX_DIGITS,
    );
    fc.assert(
      fc.property(small, (any) => {
        const state = { ...any, keyWidth: 0 };
        const [here, there] = [
          makeComputation(attention, state).results,
          computeOtherMechanism(state).results,
        ];
        assert.deepEqual(bits(here.otherWeights), bits(there.weights));
        assert.deepEqual(bits(here.weights), bits(there.otherWeights));
      }),
      { numRuns: reduceCaseCount(200) },
    );
  });

  it('do not change other results', () => {
    const { computation } = computationOf({ target: 'he is tall' });
    assert.deepEqual(Object.keys(computation.results).slice(-2), ['otherWeights', 'selfWeights']);
    assert.ok(Object.isFrozen(computation.results));
    assert.deepEqual(Object.keys(computation.inputs), ['queryEmbeddings', 'embeddings']);
    assert.deepEqual(Object.keys(computation.parameters), ['inProjWeight', 'outProjWeight']);
  });

  it('have the same order, names and masks for both mechanisms', () => {
    for (const requested of [
      {},
      { mask: 'causal', head: 1 },
      { mask: 'custom', masked: '0.1 2.3' },
      { target: 'he is tall', mask: 'padding' },
      { target: 'he is tall', layer: 'self', heads: 1 },
    ]) {
      const tables = ['dot', 'additive'].map((mechanism) => showStep({ ...requested, mechanism }));
      const [{ state, computation }] = tables;
      const isMasked = makeMaskedTest(state, computation.keyWords.length);
      const head = state.heads > 1 ? `, head ${state.head + 1}` : '';
      for (const { matrices } of tables) {
        const [dot, additive] = matrices;
        assert.equal(matrices.length, 2);
        assert.deepEqual([dot.name, additive.name], [`dot product${head}`, 'additive attention']);
        assert.deepEqual([dot.leadingIndex, additive.leadingIndex], [[state.head], []]);
        for (const { view, colours, masked: hides, rowWords, columnWords } of matrices) {
          assert.deepEqual([rowWords, columnWords], [computation.queryWords, computation.keyWords]);
          assert.equal(colours, 'weights');
          for (let i = 0; i < view.rows * view.columns; i++) {
            const [row, column] = [Math.floor(i / view.columns), i % view.columns];
            assert.equal(hides(row, column), isMasked(row, column));
            if (isMasked(row, column)) assert.equal(view.at(row, column), 0);
          }
        }
      }
      const numbers = tables.map(({ matrices }) =>
        matrices.map(({ view }) => [0, 1, 2].map((row) => view.at(row, row))),
      );
      assert.deepEqual(numbers[0], numbers[1]);
    }
  });

  it('have a text that is true of the scores, and names no word', () => {
    const readText = (/** @type {object} */ requested) => plain(showStep(requested).text);
    for (const mechanism of ['dot', 'additive']) {
      for (const query of [0, 1, 2, 3]) {
        const { text } = showStep({ mechanism, query, head: 1 });
        assert.equal(plain(text), plain(`${formulas} ${untrained}`));
        assert.doesNotMatch(text, /<data/);
      }
    }
    assert.equal(readText({ edits: 's.0.1.2:3' }), plain(`${formulasButSet} ${untrained}`));
  });

  it('have a text of at most three sentences', () => {
    for (const requested of Object.values(STATES)) {
      const { state, computation } = computationOf({ ...requested, step: 'mechanisms' });
      if (state.step !== 'mechanisms') continue;
      const bare = { ...computation, keyWords: computation.keyWords.map((_, i) => `w${i}`) };
      const context = {
        state,
        computation: { ...bare, queryWords: computation.queryWords.map(() => 'w') },
      };
      const text = plain(markup(mechanisms.text(context)));
      assert.ok([...segmenter.segment(text)].length <= 3, text);
      assert.doesNotMatch(text, /undefined|NaN|!|Symbol|\[object/);
    }
  });

  it('have one table and say which width is missing if keys have other embeddings', () => {
    for (const keyWidth of [2, 4, 6]) {
      const { state, computation, matrices, text } = showStep({ mechanism: 'additive', keyWidth });
      assert.deepEqual(
        matrices.map(({ tensor }) => tensor),
        ['weights'],
      );
      assert.equal(plain(text), plain(`${ownKeys} ${sameKeys}`));
      const context = /** @type {any} */ ({ state, computation, attention });
      const asideText = plain(markup(mechanisms.aside?.(context)));
      assert.equal(asideText, keyWidth === 4 ? '' : plain(differentWidths(keyWidth, 4)));
      // A dot product does not depend on other keys.
      assert.equal(showStep({ keyWidth }).matrices.length, 2);
    }
  });

  it('have a choice of heads for additive attention', () => {
    const drawAside = (/** @type {object} */ requested) => {
      const { state, computation } = computationOf(requested);
      return markup(mechanisms.aside?.(/** @type {any} */ ({ state, computation, attention })));
    };
    assert.equal(drawAside({}), '');
    assert.equal(drawAside({ mechanism: 'additive', heads: 1 }), '');
    const four = drawAside({ mechanism: 'additive', heads: 4 });
    assert.equal(four.match(/type="radio"/g)?.length, 4);
  });

  it('are both in the JSON, and programs compute one and say so', () => {
    const { state, computation } = computationOf({ step: 'mechanisms' });
    const json = toJson(state, computation);
    assert.ok('text' in json);
    const { otherWeights } = JSON.parse(json.text).tensors;
    assert.equal(otherWeights.symbol, 'A_additive');
    assert.deepEqual(Float32Array.from(otherWeights.data), computation.results.otherWeights.data);
    const code = toJavascript(state, computation);
    assert.ok(
      'text' in code && code.text.includes(besideNote) && !code.text.includes('otherWeights'),
    );
    const elsewhere = toJavascript({ ...state, step: 'weights' }, computation);
    assert.ok('text' in elsewhere && !elsewhere.text.includes(besideNote));
  });
});

it('the other mechanism has the same embeddings and width, or is missing', () => {
  const additive = { mechanism: 'additive' };
  for (const [requested, expected] of /** @type {[object, object | undefined][]} */ ([
    [{}, { mechanism: 'additive', keyWidth: 0 }],
    [
      { keyWidth: 6, dModel: 8, heads: 4 },
      { mechanism: 'additive', keyWidth: 0 },
    ],
    [additive, { mechanism: 'dot' }],
    [{ ...additive, keyWidth: 1 }, undefined],
    [{ dModel: 16 }, { mechanism: 'additive', keyWidth: 0 }],
    [{ dModel: 17 }, undefined],
    [{ ...additive, dModel: 17 }, undefined],
    [{ source: 'article' }, undefined],
    [{ source: 'coffee' }, undefined],
    [{ source: 'own', dModel: 4 }, undefined],
  ])) {
    const state = normaliseState(requested);
    const other = expected && { ...state, ...expected };
    assert.deepEqual(switchMechanism(state), other, JSON.stringify(requested));
  }
});
