import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SETTINGS, usesSetting } from '../../web/state/fields.js';
import { normaliseState } from '../../web/state/normalise.js';
import { getSourceKind, isLearningModel, listSourceNames } from '../../web/state/source-kinds.js';
import { groupSteps } from '../../web/state/step-groups.js';
import { findNearestStep, listAllSteps, listSteps } from '../../web/state/step-order.js';
import { groups as groupNames } from '../../web/text/en/steps.js';
import '../support/names.js';

/** @param {object} requested */
const steps = (requested) => listSteps(normaliseState(requested)).join(' ');

const DOT =
  'embeddings q k v scores scaledScores spread maskedScores weights heads concatenated output headContributions';
const ADDITIVE = 'embeddings projectedQueries projectedKeys features scores';
const TRANSLATOR = 'embeddings forward backward annotations keys queries';
const DECODER = 'maskedScores weights contexts gates states probabilities alignment';
const layer = (/** @type {number} */ number, /** @type {string} */ names) =>
  names.replace(/\w+/g, `layer${number}/$&`);
const HEADS = 'q k v scores scaledScores weights heads output sum';
const SINGLE = 'q k v scores scaledScores weights output';
const BARE = 'q k scores scaledScores weights output';

describe('the steps of a lesson', () => {
  for (const [requested, expected] of /** @type {[object, string][]} */ ([
    [{}, `${DOT} mechanisms`],
    [{ dModel: 16 }, `${DOT} mechanisms`],
    [{ dModel: 17 }, DOT],
    [{ target: 'he is' }, `${DOT} mechanisms decoder`],
    [{ target: 'he is', dModel: 17 }, `${DOT} decoder`],
    [{ dropout: 0.5 }, `${DOT.replace('weights', '$& dropped')} mechanisms`],
    [{ mechanism: 'additive' }, `${ADDITIVE} maskedScores weights output mechanisms`],
    [
      { mechanism: 'additive', temperature: 2, dropout: 0.5, dModel: 17, target: 'he' },
      `${ADDITIVE} scaledScores maskedScores weights dropped output decoder`,
    ],
    [{ source: 'article' }, 'scores scaledScores weights concatenated'],
    [{ source: 'coffee' }, 'scores weights'],
    [{ source: 'own' }, 'scores scaledScores maskedScores weights heads concatenated'],
    [
      { source: 'own', dropout: 0.5 },
      'scores scaledScores maskedScores weights dropped heads concatenated',
    ],
    [{ source: 'own-weights', heads: 1, dModel: 1 }, 'weights headLines'],
    [{ source: 'own-weights', heads: 4, dModel: 4 }, 'allHeads weights headLines'],
    [
      { source: 'own-weights', heads: 4, dModel: 8 },
      'allHeads headLines layer1/weights layer2/weights',
    ],
    [{ source: 'describer' }, 'q scores scaledScores weights heads probabilities'],
    [{ source: 'translator', mechanism: 'additive' }, `${TRANSLATOR} features scores ${DECODER}`],
    [{ source: 'translator' }, `${TRANSLATOR} scores scaledScores ${DECODER}`],
    [{ source: 'toy' }, `embeddings ${layer(1, HEADS)} logits probabilities`],
    [
      { source: 'toy', task: 'induction' },
      `embeddings ${layer(1, HEADS)} ${layer(2, HEADS)} logits probabilities`,
    ],
    [
      { source: 'mini', task: 'induction' },
      `embeddings ${layer(1, `normalized ${HEADS}`)} ${layer(2, `normalized ${HEADS}`)} normalized logits probabilities`,
    ],
    [
      { source: 'pronoun' },
      `embeddings ${layer(1, `${SINGLE} sum`)} ${layer(2, BARE)} probabilities`,
    ],
    [
      { source: 'pronoun', variant: 'two-free' },
      `embeddings ${layer(1, `${SINGLE} sum`)} ${layer(2, SINGLE)} probabilities`,
    ],
    [{ source: 'pronoun', variant: 'one' }, `embeddings ${layer(1, BARE)} probabilities`],
    [{ source: 'pronoun', variant: 'one-free' }, `embeddings ${layer(1, SINGLE)} probabilities`],
  ])) {
    it(`of ${JSON.stringify(requested)} are ${expected}`, () => {
      assert.equal(steps(requested), expected);
      for (const step of expected.split(' ').filter((name) => !name.endsWith('/weights')))
        assert.ok(listAllSteps().includes(step), step);
    });
  }

  it('replace a missing step by the nearest, at most three away', () => {
    for (const [wanted, requested, expected] of /** @type {[unknown, object, string][]} */ ([
      ['k', { mechanism: 'additive' }, 'projectedKeys'],
      ['v', { mechanism: 'additive' }, 'features'],
      ['scaledScores', { mechanism: 'additive' }, 'scores'],
      ['spread', { mechanism: 'additive' }, 'scores'],
      ['concatenated', { mechanism: 'additive' }, 'output'],
      ['headContributions', { mechanism: 'additive' }, 'output'],
      ['dropped', {}, 'weights'],
      ['decoder', {}, 'output'],
      ['mechanisms', { dModel: 17 }, 'weights'],
      ['projectedQueries', {}, 'q'],
      ['projectedKeys', {}, 'k'],
      ['features', {}, 'v'],
      ['maskedScores', { source: 'article' }, 'scaledScores'],
      ['maskedScores', { source: 'coffee' }, 'scores'],
      ['output', { source: 'own' }, 'concatenated'],
      ['heads', { source: 'article' }, 'concatenated'],
      // The same step of another layer, or of the first layer.
      ['weights', { source: 'mini' }, 'layer1/weights'],
      ['layer2/weights', { source: 'toy' }, 'layer1/weights'],
      ['layer2/weights', {}, 'weights'],
      ['layer2/weights', { source: 'mini' }, 'layer2/weights'],
      // A step that no lesson has leads to the first step.
      ['nonsense', {}, 'embeddings'],
      ['toString', {}, 'embeddings'],
      [7, { source: 'article' }, 'scores'],
    ])) {
      const found = findNearestStep(listSteps(normaliseState(requested)), wanted);
      assert.equal(found, expected, `${wanted} of ${JSON.stringify(requested)}`);
    }
  });
});

describe('the groups of the steps', () => {
  /** @type {object[]} */
  const lessons = [
    {},
    { mask: 'causal' },
    { mask: 'causal', dropout: 0.5, target: 'he is' },
    { mechanism: 'additive' },
    { mechanism: 'additive', mask: 'causal', temperature: 2, dropout: 0.5, target: 'he' },
    ...listSourceNames().map((source) => ({ source })),
    { source: 'translator', mechanism: 'additive' },
    { source: 'toy', task: 'induction' },
    ...['two', 'two-free', 'one', 'one-free'].map((variant) => ({ source: 'pronoun', variant })),
    { source: 'own-weights', heads: 1, dModel: 12 },
  ];

  for (const requested of lessons) {
    it(`of ${JSON.stringify(requested)} have every step once in order, and at most nine in the row, beside the steps of a mask and of dropout`, () => {
      const settings = normaliseState(requested);
      const groups = groupSteps(settings);
      assert.deepEqual(
        groups.flatMap(({ steps }) => steps),
        listSteps(settings),
      );
      const row = groups.flatMap((group) => group.row);
      const added = ['maskedScores', 'dropped'].filter((step) => row.includes(step)).length;
      const most = getSourceKind(settings).rare?.includes('maskedScores') ? 9 : 9 + added;
      assert.equal(row.length, Math.min(most, listSteps(settings).length), row.join());
      for (const { name, steps, row } of groups) {
        assert.deepEqual(
          row,
          steps.filter((step) => row.includes(step)),
        );
        assert.ok(name === '' || Object.hasOwn(groupNames, name), name);
      }
    });
  }

  it('have only the steps for beginners in the row, and those of a mask and of dropout in addition', () => {
    const rowOf = (/** @type {object} */ requested) =>
      groupSteps(normaliseState(requested))
        .map(({ name, row }) => `${name}: ${row.join(' ')}`)
        .join(', ');
    assert.equal(
      rowOf({}),
      'input: embeddings q k v, scores: scores scaledScores, weights: weights, output: heads output, comparison: ',
    );
    assert.match(
      rowOf({ mask: 'causal', dropout: 0.5 }),
      /scores: scores scaledScores maskedScores, weights: weights dropped, output: heads output,/,
    );
    assert.match(
      rowOf({ source: 'mini' }),
      /layer1: layer1\/scores layer1\/weights layer1\/sum, layer2: .*, answer: logits probabilities/,
    );
  });
});

it('each source uses only its settings', () => {
  const learning = ['training', 'rate'];
  const model = ['sentence', 'seed', ...learning, 'edits'];
  const pretrained = [
    ...['model', 'endpoint', 'modelLayer', 'silence', 'block'],
    ...['layerEdits', 'comparedSentence', 'pair'],
  ];
  const others = [...learning, ...pretrained, 'task', 'variant'];
  const drawn = SETTINGS.filter((name) => !others.includes(name));
  /** @type {Record<string, readonly string[]>} */
  const expected = {
    seed: drawn,
    article: [],
    coffee: [],
    own: [
      ...['mask', 'pad', 'masked', 'fill', 'emptyRow'],
      ...['scale', 'temperature', 'dropout', 'dropoutSeed', 'edits'],
    ],
    'own-weights': ['edits', 'modelLayer'],
    describer: model,
    pronoun: [...model, 'variant'],
    mini: model,
    translator: [...model, 'mechanism', 'masked'],
    toy: [...model, 'task', 'heads'],
    pretrained: ['sentence', ...pretrained, 'edits'],
  };
  assert.deepEqual(listSourceNames(), Object.keys(expected));
  for (const source of listSourceNames()) {
    const used = SETTINGS.filter((name) => usesSetting({ source }, name));
    assert.deepEqual(used.toSorted(), expected[source].toSorted(), source);
    assert.equal(isLearningModel({ source }), expected[source].includes('training'));
  }
});
