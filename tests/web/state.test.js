import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { chooseWidth, listHeadCounts } from '../../web/state/derived.js';
import { DEFAULTS, FIELDS } from '../../web/state/fields.js';
import { normaliseState } from '../../web/state/normalise.js';
import { listSourceKinds } from '../../web/state/source-kinds.js';
import { listAllSteps, listSteps } from '../../web/state/step-order.js';
import { reduceCaseCount } from '../support/extent.js';
import '../support/names.js';

fc.configureGlobal({ seed: 7 });

describe('the state', () => {
  it('an empty request gives the default', () => {
    for (const nothing of [undefined, null, {}, 7, 'text'])
      assert.deepEqual(normaliseState(nothing), DEFAULTS);
  });

  it('an attribute that is taken away gives the default back', () => {
    for (const name of Object.keys(DEFAULTS))
      assert.deepEqual(normaliseState({ [name]: null }), DEFAULTS);
  });

  it('without a sentence, a model that learns has one of its own', () => {
    const read = (/** @type {object} */ request) => normaliseState(request).sentence;
    for (const { name, isLearningModel, presets = [] } of listSourceKinds()) {
      for (const { state } of presets) {
        const { task } = state;
        const [first] = presets.filter((preset) => preset.state.task === task);
        const known = isLearningModel ? first.state.sentence : DEFAULTS.sentence;
        assert.equal(read({ source: name, ...(task && { task }) }), known, `${name} ${task}`);
      }
    }
    assert.equal(read({ source: 'mini', task: 'recall' }), read({ source: 'mini' }));
    assert.equal(read({ source: 'mini', sentence: 'a b' }), 'a b');
    assert.equal(read({ source: 'coffee' }), DEFAULTS.sentence);
  });

  it('any request gives a state in range, which is a fixed point', () => {
    const anything = fc.anything({ withBigInt: true, withNullPrototype: true });
    const names = Object.keys(DEFAULTS);
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), anything), (requested) => {
        const state = normaliseState(requested);
        assert.deepEqual(Object.keys(state), names);
        assert.deepEqual(normaliseState(state), state);
        assert.equal(state.dModel % state.heads, 0);
        assert.ok(state.head < state.heads);
        assert.ok(listSteps(state).includes(state.step));
        assert.ok(listSteps(state).every((step) => listAllSteps().includes(step)));
        assert.deepEqual(JSON.parse(JSON.stringify(state)), state);
      }),
      { numRuns: reduceCaseCount(2000) },
    );
  });

  it('each text matches the pattern of its schema, even with large numbers', () => {
    const state = normaliseState({
      ...{ masked: '0.2047 2047.0 9999.9999 10000.0', cell: 'weights.127.2047.2047' },
      ...{ bug: 'scale-none', model: 'org/name@main', guide: 'why-flip', answers: 'why-flip_1' },
      ...{ silence: '127.127', block: '1.2.3.0', lineHeads: '0 127' },
    });
    assert.equal(state.masked, '0.2047 2047.0 9999.9999');
    for (const [name, value] of Object.entries(state)) {
      const { pattern } = FIELDS[/** @type {keyof typeof FIELDS} */ (name)] ?? {};
      if (pattern && value !== '') assert.match(String(value), pattern, name);
    }
  });

  it('heads divide the width', () => {
    assert.deepEqual(listHeadCounts(8), [1, 2, 4, 8]);
    assert.equal(normaliseState({ dModel: 4, heads: 3 }).heads, 2);
    assert.equal(normaliseState({ dModel: 7, heads: 6 }).heads, 1);
  });

  it('a chosen number of heads keeps a width that it divides, or gives each head two numbers', () => {
    for (const [heads, width, wanted] of [
      ...[
        [2, 4, 4],
        [4, 4, 4],
        [8, 8, 8],
      ],
      ...[
        [3, 4, 6],
        [5, 4, 10],
        [8, 4, 16],
        [7, 16, 14],
        [6, 512, 510],
      ],
    ])
      assert.equal(chooseWidth(heads, width), wanted, `${heads} heads, ${width} wide`);
  });

  it('a step that the other mechanism lacks becomes the corresponding one', () => {
    const additive = (/** @type {string} */ step) =>
      normaliseState({ step, mechanism: 'additive' }).step;
    assert.deepEqual(['q', 'heads', 'weights', 'nonsense', 'constructor'].map(additive), [
      'projectedQueries',
      'output',
      'weights',
      'embeddings',
      'embeddings',
    ]);
    assert.equal(normaliseState({ step: 'features' }).step, 'v');
    assert.equal(normaliseState({ step: 'output', source: 'article' }).step, 'concatenated');
    assert.equal(normaliseState({ step: 'mechanisms', dModel: 512 }).step, 'weights');
  });

  it('the last word becomes selected when the sentence gets shorter', () => {
    assert.equal(normaliseState({ sentence: 'one two', query: 3 }).query, 1);
    assert.equal(normaliseState({ sentence: '', query: 3 }).query, 0);
  });

  it('a scene has its own words, whatever the sentences are', () => {
    for (const source of ['article', 'coffee']) {
      const scene = { source, sentence: 'one', target: 'two', query: 1, key: 3, pin: 1 };
      const { target, query, key, pin } = normaliseState(scene);
      assert.deepEqual([target, query, key, pin], ['', 1, 3, 1]);
    }
  });

  it('a second sentence attends to the first, or to itself if requested', () => {
    const layer = (/** @type {object} */ requested) => normaliseState(requested).layer;
    assert.equal(layer({ target: 'he is tall' }), 'cross');
    assert.equal(layer({ target: 'he is tall', layer: 'self' }), 'self');
    assert.equal(layer({ target: 'he is tall', layer: 'other' }), 'cross');
    // Without a second sentence there is nothing to choose.
    assert.equal(layer({ target: '', layer: 'self' }), 'cross');
    assert.equal(layer({ target: ' \u200b', layer: 'self' }), 'cross');
  });

  it('has these defaults', () => {
    const { v, ...first } = DEFAULTS;
    assert.equal(v, 1);
    assert.deepEqual(first, {
      ...{ source: 'seed', sentence: 'They eat fried noodles', target: '', layer: 'cross' },
      ...{ mechanism: 'dot', heads: 2, dModel: 4, keyWidth: 0, keys: 'own', positions: 'none' },
      ...{ seed: 7, mask: 'none', pad: 1, masked: '', fill: 'inf', emptyRow: 'zeros' },
      ...{ scale: 'sqrt', temperature: 1, dropout: 0, dropoutSeed: 1, training: -1, rate: 1 },
      ...{ task: 'previous', variant: 'two', bug: '', edits: '' },
      ...{ model: 'use-lite', modelLayer: 0, silence: '', block: '' },
      ...{ endpoint: '', layerEdits: '', comparedSentence: 'They eat hot food', pair: '' },
      ...{ view: 'step', step: 'embeddings', query: 1, key: -1, pin: -1, rows: 'all', head: 0 },
      ...{ lineHeads: '', lineRows: 'one', texts: 'all', cell: '', spread: 64 },
      ...{ before: '', guide: '', answers: '' },
    });
  });

  /** Each number with its smallest and largest value, and other settings. */
  const ranges = /** @type {[keyof typeof DEFAULTS, number, number, object?][]} */ ([
    ['dModel', 1, 768],
    ['heads', 1, 16, { dModel: 768 }],
    ['heads', 1, 4],
    ['heads', 1, 8, { source: 'toy' }],
    ['heads', 1, 128, { source: 'own', dModel: 5 }],
    ['heads', 1, 128, { source: 'pretrained' }],
    ['modelLayer', 0, 127, { source: 'pretrained' }],
    ['dModel', 1, 128 * 2048, { source: 'own' }],
    ['keyWidth', 0, 16],
    ['seed', 0, 999_999],
    ['pad', 0, 4],
    ['pad', 0, 2, { sentence: 'one two', target: 'a b c' }],
    ['pad', 0, 3, { sentence: 'one two', target: 'a b c', layer: 'self' }],
    ['pad', 0, 1, { sentence: '' }],
    ['pad', 0, 2048, { source: 'own' }],
    ['scale', -1e6, 1e6],
    ['temperature', 1 / 1024, 1024],
    ['dropout', 0, 1],
    ['dropoutSeed', 0, 999_999],
    ['training', -1, 10_000],
    ['rate', 0, 1e6],
    ['query', 0, 3],
    ['query', 0, 2, { target: 'he is tall' }],
    ['query', 0, 511, { source: 'mini' }],
    ['query', 0, 2047, { source: 'own' }],
    ['key', -1, 3, { target: 'he is tall' }],
    ['key', -1, 511, { source: 'translator' }],
    ['key', -1, 2047, { source: 'own' }],
    ['pin', -1, 2, { target: 'he is tall' }],
    ['head', 0, 1],
    ['head', 0, 7, { dModel: 8, heads: 8 }],
    ['spread', 1, 512],
  ]);

  for (const [name, least, most, more = {}] of ranges) {
    it(`${name} of ${JSON.stringify(more)} is from ${least} to ${most}`, () => {
      const read = (/** @type {unknown} */ value) =>
        normaliseState({ ...more, [name]: value })[name];
      assert.deepEqual([read(least), read(most)], [least, most]);
      assert.deepEqual([read(least - 1), read(most + 1)], [least, most]);
      if (name !== 'scale') {
        assert.deepEqual([read(-1e30), read(1e30)], [least, most]);
      }
      const otherwise = normaliseState(more)[name];
      for (const odd of ['', ' ', 'x', NaN, {}, [], true]) assert.equal(read(odd), otherwise);
      assert.equal(read(String(most)), most);
    });
  }

  it('integers are truncated, and other numbers are float32', () => {
    const { seed, query, temperature, dropout, rate, scale } = normaliseState({
      ...{ seed: 8.9, query: '2.9', temperature: 0.1, dropout: '0.1', rate: 0.3, scale: '0.7' },
    });
    assert.deepEqual([seed, query], [8, 2]);
    assert.deepEqual([temperature, dropout, rate, scale], [0.1, 0.1, 0.3, 0.7].map(Math.fround));
    for (const name of /** @type {const} */ (['seed', 'dropout', 'scale']))
      assert.ok(Object.is(normaliseState({ [name]: -0 })[name], 0), name);
  });

  it('accepts exactly the words of each choice', () => {
    for (const [name, words, more] of /** @type {[keyof typeof DEFAULTS, string[], object?][]} */ ([
      [
        'source',
        [
          ...['seed', 'article', 'coffee', 'own', 'own-weights'],
          ...['describer', 'pronoun', 'mini', 'translator', 'toy'],
        ],
      ],
      ['layer', ['cross', 'self'], { target: 'he is tall' }],
      ['mechanism', ['dot', 'additive']],
      ['keys', ['own', 'queries']],
      ['positions', ['none', 'sinusoidal']],
      ['mask', ['none', 'causal', 'padding', 'custom']],
      ['fill', ['inf', '-1e9', '0']],
      ['emptyRow', ['zeros', 'nan']],
      ['scale', ['sqrt', 'none', 'words']],
      [
        'task',
        [
          ...['previous', 'mirror', 'previous-and-mirror', 'recall', 'induction', 'order'],
          'order-without-positions',
        ],
      ],
      ['variant', ['two', 'two-free', 'one', 'one-free']],
      ['view', ['step', 'whole']],
      ['rows', ['all', 'one']],
    ])) {
      const read = (/** @type {unknown} */ value) =>
        normaliseState({ ...more, [name]: value })[name];
      assert.deepEqual(words.map(read), words);
      for (const odd of ['', 'nonsense', words[1].toUpperCase(), [words[1]]])
        assert.equal(read(odd), DEFAULTS[name], `${name}: ${odd}`);
    }
  });

  it('has a model’s values if a model decides, and the tensors’ if the reader gives some', () => {
    const odd = {
      ...{ dModel: 7, heads: 7, mask: 'causal', mechanism: 'additive', fill: '0', scale: 2 },
      ...{ emptyRow: 'nan', temperature: 3, dropout: 0.5, target: 'he is tall', layer: 'self' },
    };
    const plain = { fill: 'inf', emptyRow: 'zeros', scale: 'sqrt', temperature: 1, dropout: 0 };
    const alone = { target: '', layer: 'cross' };
    for (const [source, decided] of /** @type {[string, object][]} */ ([
      ['describer', { ...plain, heads: 1, dModel: 2, mask: 'none', mechanism: 'dot' }],
      ['pronoun', { ...plain, heads: 1, dModel: 8, mask: 'none', mechanism: 'dot' }],
      ['mini', { ...plain, heads: 4, dModel: 32, mask: 'causal', mechanism: 'dot' }],
      ['translator', { ...plain, heads: 1, dModel: 48, mask: 'custom', mechanism: 'additive' }],
      ['toy', { ...plain, heads: 4, dModel: 32, mask: 'none', mechanism: 'dot' }],
      ['own', { heads: 7, dModel: 7, mask: 'causal', mechanism: 'dot', fill: '0', scale: 2 }],
      ['own-weights', { heads: 7, dModel: 7, mechanism: 'dot' }],
    ])) {
      const state = normaliseState({ ...odd, source });
      const expected = { ...state, ...decided, ...alone };
      assert.deepEqual(state, expected, source);
    }
  });

  it('has a bug by its name, of small letters, digits and dashes', () => {
    const bug = (/** @type {unknown} */ value) => normaliseState({ bug: value }).bug;
    for (const name of ['2-17', 'no-scale', 'a'.repeat(40)]) assert.equal(bug(name), name);
    for (const odd of ['No', 'a b', 'a'.repeat(41), '<a>', 'a!', '!a', 5, null])
      assert.equal(bug(odd), '');
  });

  it('has a cell by its name, of up to 200 characters', () => {
    const cell = (/** @type {unknown} */ value) => normaliseState({ cell: value }).cell;
    const long = `${'a'.repeat(198)}.1`;
    for (const name of ['weights.0.1.3', 'layer1/q.0', 'W.123456789', long])
      assert.equal(cell(name), name);
    for (const odd of [
      'weights',
      '1q.0',
      'q.',
      'q.x',
      'q.1234567890',
      `a${long}`,
      'q.0 ',
      ' q.0',
      5,
      ['q.0'],
    ])
      assert.equal(cell(odd), '', String(odd));
  });

  it('keeps an address without lone surrogates, and the readable parts of a list', () => {
    const state = normaliseState({
      before: 'v=1&s=a\ud800b',
      masked: '2.1 x 0.3',
      edits: 'q.0.1:2;x;k.0.0:1',
      silence: '0.1 x 1.*',
      block: '0.0.3.1 0.2.0 0.2.*.0',
      lineHeads: '1 x 0',
    });
    assert.deepEqual(
      [state.before, state.masked, state.edits],
      ['v=1&s=ab', '0.3 2.1', 'k.0.0:1;q.0.1:2'],
    );
    assert.deepEqual(
      [state.silence, state.block, state.lineHeads],
      ['0.1 1.*', '0.0.3.1 0.2.*.0', '1 0'],
    );
    assert.equal(normaliseState({ before: 'a'.repeat(65_537) }).before.length, 65_536);
  });
});
