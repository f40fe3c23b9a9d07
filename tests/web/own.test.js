import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadAttention } from '../../src/js/index.js';
import { toJavascript } from '../../web/export/javascript.js';
import { toNumpy, toPytorch } from '../../web/export/python.js';
import { listLessonSteps } from '../../web/lessons/steps.js';
import { makeComputation, openSource } from '../../web/session/computation.js';
import { experiments } from '../../web/session/experiments.js';
import { applyShape, makeOwnState } from '../../web/session/own-tensors.js';
import { readOwn } from '../../web/sources/files/attention-arrays.js';
import { readObject } from '../../web/sources/files/json.js';
import { DEFAULTS, usesSetting } from '../../web/state/fields.js';
import { normaliseState } from '../../web/state/normalise.js';
import { ownComputationOf, viewContext } from '../support/computations.js';
import { markup, plain } from '../support/markup.js';
import { textOf } from '../support/programs.js';
import { createRandom } from '../support/random.js';
import { toJson } from '../support/written.js';

/** @import { Own } from '../../web/sources/types.js' */

const attention = await loadAttention();
const random = createRandom(5);
const ownTensors = {
  q: random.tensor([3, 2, 4]),
  k: random.tensor([3, 5, 4]),
  v: random.tensor([3, 5, 2]),
  queryTokens: ['a', 'b'],
  keyTokens: ['v', 'w', 'x', 'y', 'z'],
};
/** @param {object} object */
const ownOf = (object) => /** @type {Own} */ (readOwn(readObject(object)));

describe('tensors of the reader', () => {
  it('replace the words, and keep mask and temperature', () => {
    const { state, computation } = ownComputationOf(ownTensors, { mask: 'causal', temperature: 2 });
    assert.deepEqual(
      [computation.queryWords, computation.keyWords],
      [ownTensors.queryTokens, ownTensors.keyTokens],
    );
    assert.deepEqual([state.heads, state.dModel, state.source], [3, 12, 'own']);
    const { output } = attention.scaledDotProductAttention(
      ownTensors.q,
      ownTensors.k,
      ownTensors.v,
      {
        ...{ isCausal: true, scale: 1 / Math.sqrt(4) / 2, trace: true },
      },
    );
    assert.deepEqual(computation.results.heads.data, output.data);
  });

  it('are self-attention only if queries and keys have the same tokens', () => {
    const [q, k, v] = [1, 2, 2].map((length) => random.tensor([1, length, 4]));
    const tokens = { queryTokens: ['1,000'], keyTokens: ['1', '000'] };
    assert.equal(ownComputationOf({ q, k, v, ...tokens }).computation.isSelf, false);
    assert.equal(ownComputationOf({ q, k: q, v: q, tokens: ['1,000'] }).computation.isSelf, true);
  });

  it('have their own widths and heads, even beyond the settings', () => {
    const [q, k, v] = [1, 1, 1].map(() => random.tensor([12, 2, 128]));
    const { state, computation } = ownComputationOf({ q, k, v });
    assert.deepEqual([state.heads, state.dModel], [12, 1536]);
    assert.deepEqual(computation.results.weights.shape, [12, 2, 2]);
  });

  it('clear entries of other words, and restore the exported ones', () => {
    const odd = normaliseState({
      ...{ target: 'he is', mechanism: 'additive', keys: 'queries', masked: '0.1', seed: 9 },
      ...{ edits: 'q.0.0:1', query: 0, key: 1, pin: 1, head: 1, cell: 'q.0.0.0', mask: 'padding' },
      ...{ before: 'v=1', guide: 'why', answers: 'why-flip_1*', temperature: 2, step: 'weights' },
    });
    const cleared = {
      ...{ target: '', mechanism: 'dot', keys: 'own', masked: '', bug: '', edits: '' },
      ...{ query: 1, key: -1, pin: -1, head: 0, cell: '', before: '', guide: '' },
    };
    assert.deepEqual(makeOwnState(ownOf(ownTensors), odd), {
      ...{ source: 'own', heads: 3, dModel: 12, mask: 'padding', ...cleared },
    });
    const weights = [
      [0.5, 0.5],
      [1, 0],
    ];
    assert.deepEqual(makeOwnState(ownOf({ weights }), { ...odd, mask: 'custom' }), {
      ...{ source: 'own-weights', heads: 1, dModel: 1, mask: 'none', ...cleared },
    });
    assert.equal(makeOwnState(ownOf({ weights: [weights, weights] }), odd).heads, 2);
    const exported = {
      ...ownOf(ownTensors),
      settings: { mask: 'causal', temperature: 3, seed: 5 },
    };
    const state = makeOwnState(/** @type {any} */ (exported), odd);
    // The reader's own tensors are not drawn from a seed.
    assert.deepEqual([state.mask, state.temperature, state.seed], ['causal', 3, undefined]);
    const edits = 'q.0.0.0:4;scores.0.0.0:1';
    const edited = { ...ownOf(ownTensors), settings: { edits, masked: '0.0' } };
    const other = makeOwnState(/** @type {any} */ (edited), odd);
    assert.deepEqual([other.edits, other.masked], ['scores.0.0.0:1', '0.0']);
  });

  it('override settings that they decide', () => {
    const ownNumbers = ownOf(ownTensors);
    const odd = {
      target: 'he is',
      mechanism: 'additive',
      layer: 'self',
      heads: 8,
      dModel: 16,
      head: 7,
    };
    const state = applyShape(
      normaliseState({ ...makeOwnState(ownNumbers, DEFAULTS), ...odd }),
      ownNumbers,
    );
    assert.deepEqual(
      [state.target, state.mechanism, state.layer, state.heads, state.dModel, state.head],
      ['', 'dot', 'cross', 3, 12, 2],
    );
    for (const other of [normaliseState(odd), DEFAULTS])
      assert.equal(applyShape(other, ownNumbers), other);
    assert.equal(applyShape(state, undefined), state);
  });

  it('have the steps between projections and output, or only the weights', () => {
    const steps = (/** @type {object} */ tensors, /** @type {object} */ requested = {}) =>
      listLessonSteps(ownComputationOf(tensors, requested).state).map(({ id }) => id);
    const all = ['scores', 'scaledScores', 'maskedScores', 'weights', 'heads', 'concatenated'];
    assert.deepEqual(steps(ownTensors), all);
    assert.deepEqual(
      steps(ownTensors, { dropout: 0.5 }),
      all.flatMap((id) => (id === 'weights' ? [id, 'dropped'] : [id])),
    );
    assert.deepEqual(steps({ weights: [[1]] }), ['weights', 'headLines']);
  });

  it('can be set number by number, and later tensors follow', () => {
    const plain = ownComputationOf(ownTensors).computation;
    const { computation } = ownComputationOf(ownTensors, { edits: 'q.1.0.2:3;weights.0.1.3:0.8' });
    assert.equal(computation.results.q.data[10], 3);
    assert.equal(computation.results.weights.data[8], Math.fround(0.8));
    assert.equal(computation.originals.get('q.1.0.2'), plain.results.q.data[10]);
    assert.equal(computation.originals.get('weights.0.1.3'), plain.results.weights.data[8]);
    assert.notDeepEqual(
      computation.results.heads.data.slice(2, 4),
      plain.results.heads.data.slice(2, 4),
    );
    assert.deepEqual(
      computation.results.heads.data.slice(0, 2),
      plain.results.heads.data.slice(0, 2),
    );
  });

  it('have no experiments and settings of sentences', () => {
    const { state } = ownComputationOf(ownTensors);
    assert.ok(experiments.every((experiment) => !experiment.attempt(state).change));
    for (const name of /** @type {const} */ (['sentence', 'seed', 'heads', 'mechanism'])) {
      assert.ok(usesSetting(DEFAULTS, name));
      assert.ok(!usesSetting(state, name));
    }
    assert.ok(usesSetting(state, 'mask'));
  });

  it('keep the mask except painted pairs of other words, and restore the exported one', () => {
    const ownNumbers = ownOf(ownTensors);
    const maskOf = (/** @type {object} */ settings) =>
      makeOwnState(ownNumbers, normaliseState(settings)).mask;
    assert.deepEqual(
      ['none', 'causal', 'padding', 'custom'].map((mask) => maskOf({ mask, masked: '0.1' })),
      ['none', 'causal', 'padding', 'none'],
    );
    const wanted = {
      mask: 'custom',
      masked: '0.1 1.4',
      temperature: 2,
      dropout: 0.5,
      edits: 'q.0.1.2:3',
    };
    const { state, computation } = ownComputationOf(ownTensors, wanted);
    const file = toJson(state, computation);
    assert.ok('text' in file);
    const again = ownOf(JSON.parse(file.text));
    const restored = normaliseState({ ...DEFAULTS, ...makeOwnState(again, DEFAULTS) });
    assert.deepEqual(
      [restored.mask, restored.masked, restored.temperature, restored.dropout, restored.edits],
      ['custom', '0.1 1.4', 2, 0.5, ''],
    );
    const after = makeComputation(attention, restored, openSource(attention, restored, again));
    for (const name of ['q', 'scores', 'weights', 'dropped', 'heads']) {
      assert.deepEqual(after.results[name], computation.results[name], name);
    }
  });

  it('may have a batch of one, rows as typed arrays, and the names that models use', () => {
    const rows = [Float32Array.of(1, 2), Float32Array.of(3, 4)];
    const ownNumbers = ownOf({ query_states: [[rows]], key_states: [[rows]], value_states: rows });
    assert.deepEqual(
      Object.values(ownNumbers.tensors).map(({ shape }) => shape),
      [
        [1, 2, 2],
        [1, 2, 2],
        [1, 2, 2],
      ],
    );
    assert.deepEqual(ownNumbers.tensors.q.data, Float32Array.of(1, 2, 3, 4));
    assert.deepEqual(
      ownOf({
        attn: [
          [
            [
              [1, 0],
              [0, 1],
            ],
          ],
        ],
      }).tensors.weights.shape,
      [1, 2, 2],
    );
    assert.throws(() => ownOf({ attn: [[[[1]]], [[[1]]]] }), /shape \(2, 1, 1, 1\)/);
  });

  it('may share heads of keys and values, as in grouped-query attention', () => {
    const q = random.tensor([6, 2, 4]);
    const [k, v] = [random.tensor([2, 5, 4]), random.tensor([2, 5, 3])];
    const { computation } = ownComputationOf({ q, k, v });
    const inRank4 = [q, k, v].map(({ shape, data }) => ({ shape: [1, ...shape], data }));
    const { output } = attention.scaledDotProductAttention(inRank4[0], inRank4[1], inRank4[2]);
    assert.deepEqual(computation.results.heads.data, output.data);
    assert.deepEqual(
      computation.results.k.data.slice(0, 40),
      Float32Array.of(...k.data.slice(0, 20), ...k.data.slice(0, 20)),
    );
    const result = ownComputationOf({ q, k: [[[1, 2, 3, 4]]], v: [[5]] }).computation;
    assert.deepEqual(result.results.v.shape, [6, 1, 1]);
    assert.throws(
      () => ownOf({ q, k: random.tensor([4, 5, 4]), v: random.tensor([4, 5, 4]) }),
      /k has the shape \(4, 5, 4\); expected \(6, keys, 4\), or a number of heads that divides 6/,
    );
    assert.throws(
      () => ownOf({ q, k, v: random.tensor([3, 5, 3]) }),
      /v has the shape \(3, 5, 3\); expected \(2, 5, columns\)/,
    );
  });

  it('that are not finite have names that Python knows', () => {
    const rows = [
      [1, Number.NaN],
      [Infinity, -Infinity],
    ];
    for (const given of [{ q: rows, k: rows, v: rows }, { weights: rows }]) {
      const { state, computation } = ownComputationOf(given);
      for (const write of [toNumpy, toPytorch]) {
        const text = textOf(write(state, computation));
        assert.match(text, /^import math$/m);
        assert.match(text, /\[ +1\.0, +math\.nan\],.*\n +\[ *math\.inf, -math\.inf\],/);
        assert.doesNotMatch(text, /NaN|Infinity/);
      }
    }
  });

  it('with weights of several layers have a step for each', async () => {
    const data = Float32Array.from({ length: 12 }, (_, i) => i / 12);
    const given = { weights: { shape: [3, 1, 2, 1, 2], data } };
    const { state, computation } = ownComputationOf(given, { step: 'layer2/weights', head: 1 });
    assert.deepEqual([state.heads, state.head, state.step], [2, 1, 'layer2/weights']);
    const shown = applyShape(state, ownOf(given));
    const [heads, lines, ...layers] = listLessonSteps(shown);
    assert.deepEqual(
      layers.map(({ id, title }) => [id, title]),
      [1, 2, 3].map((i) => [`layer${i}/weights`, `Your attention weights, layer ${i}`]),
    );
    assert.deepEqual(
      Object.keys(computation.results),
      layers.map(({ id }) => id),
    );
    // The steps that show all have the layer of the last step.
    assert.equal(shown.modelLayer, 1);
    assert.deepEqual([heads.overview, lines.overview], ['layer2/weights', 'layer2/weights']);
    assert.deepEqual(computation.results['layer2/weights'].data, data.slice(4, 8));
    assert.deepEqual(computation.results['layer3/weights'].shape, [2, 1, 2]);
    const file = toJson(state, computation);
    assert.ok('text' in file);
    assert.deepEqual(Object.keys(JSON.parse(file.text).tensors).length, 3);
    // The tensors can be read again from an export and from an element.
    const { tensors } = ownOf(given);
    for (const again of [ownOf(JSON.parse(file.text)), ownOf(tensors)]) {
      assert.deepEqual(again.tensors, tensors);
    }
    const nested = { ...tensors, 'layer2/weights': given.weights };
    assert.throws(() => ownOf(nested), /tensor layer2\/weights has the shape \(3, 1, 2, 1, 2\)/);
  });

  it('may have 128 heads and 2,048 tokens, as ViT has 577 and Whisper 1,500', () => {
    const rows = (/** @type {number} */ count) => ({
      shape: [1, count],
      data: new Float32Array(count),
    });
    assert.equal(ownOf({ weights: rows(2048) }).keyWords.length, 2048);
    assert.throws(() => ownOf({ weights: rows(2049) }), /at most \(128, 2048, 2048\)/);
    const heads = ownOf({ weights: { shape: [128, 1, 1], data: new Float32Array(128) } });
    const state = applyShape(
      normaliseState({ ...makeOwnState(heads, DEFAULTS), head: 127 }),
      heads,
    );
    assert.deepEqual([state.heads, state.head], [128, 127]);
    const wide = ownOf({ weights: rows(2048) });
    const settings = { key: 2047, masked: '0.2047', edits: 'weights.0.2047:1' };
    const { key, edits } = normaliseState({ ...makeOwnState(wide, DEFAULTS), ...settings });
    assert.deepEqual([key, edits], [2047, 'weights.0.2047:1']);
    const most = { shape: [128, 2048, 1], data: new Float32Array(2 ** 18) };
    assert.throws(
      () => ownOf({ q: most, k: most, v: most }),
      /q and k make scores of the shape \(128, 2048, 2048\); expected at most 67,108,864 numbers/,
    );
  });

  it('with only weights are printed unchanged by the programs', () => {
    const { state, computation } = ownComputationOf({
      weights: [[0.25, 0.75]],
      queryTokens: ['a'],
      keyTokens: ['b', 'c'],
    });
    for (const write of [toNumpy, toJavascript]) {
      const file = write(state, computation);
      assert.ok('text' in file);
      assert.match(file.text, /0\.25, 0\.75/);
      assert.doesNotMatch(file.text, /undefined|What is computed|\n\n\n/);
      assert.match(file.text, /weights/);
    }
  });
});

it('weights of which a row does not sum to 1 are no shares, as their badge says', () => {
  const badgeOf = (/** @type {object} */ given) => ownComputationOf(given).computation.words?.badge;
  assert.equal(badgeOf({ weights: [[0.25, 0.75]] }), undefined);
  assert.equal(
    badgeOf({
      weights: [
        [0.5, 0.5],
        [1, 2],
      ],
      tokens: ['the', 'cat'],
    }),
    'The attention weights are your own. No link can carry them. The row of cat sums to 3, not to 1, so these are no shares.',
  );
});

it('weights that are negative, NaN or infinite are no shares, as their badge and step say', () => {
  for (const [row, number] of /** @type {[(number | null | string)[], string | undefined][]} */ ([
    [[0.5, -5], '−5'],
    [[1.5, -0.5], '−0.500'],
    [[null, 1], 'NaN'],
    [['inf', 0], '∞'],
    [['-inf', 0], '−∞'],
    // A program may give NaN to a row that is masked completely.
    [[null, null], undefined],
    [[0, 0], undefined],
  ])) {
    const first = [0.5, 0.5];
    const { state, computation } = ownComputationOf({
      weights: [first, row],
      tokens: ['the', 'cat'],
    });
    const { badge = '' } = computation.words ?? {};
    const [step] = listLessonSteps(state).filter(({ id }) => id === 'weights');
    const told = plain(markup(step.text(viewContext({ state, computation }))));
    if (number === undefined) {
      assert.equal(badge, '');
      assert.match(told, /how they were computed\.$/);
      continue;
    }
    assert.ok(badge.endsWith(` The row of cat contains ${number}, so these are no shares.`), badge);
    assert.ok(told.endsWith(` lie between 0 and 1, but row 2 contains ${number}.`), told);
  }
});
