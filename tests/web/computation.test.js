import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadAttention } from '../../src/js/index.js';
import { listLessonSteps } from '../../web/lessons/steps.js';
import { makeComputation } from '../../web/session/computation.js';
import { ARTICLE, makeArticleSource } from '../../web/sources/articles.js';
import { HIDDEN } from '../../web/sources/seeded.js';
import { DEFAULTS, getSettings } from '../../web/state/fields.js';
import { normaliseState } from '../../web/state/normalise.js';
import '../support/names.js';

/**
 * @import { Tensor } from '../../src/js/index.js'
 * @import { Computation } from '../../web/sources/types.js'
 * @import { State } from '../../web/state/types.js'
 */

const attention = await loadAttention();

/** @param {object} [requested] */
const computation = (requested) => makeComputation(attention, normaliseState(requested));

/** @param {Computation} made */
const shapes = ({ results }) =>
  Object.fromEntries(Object.entries(results).map(([name, { shape }]) => [name, shape.join(' ')]));

/** @param {Tensor} tensor */
const numbers = ({ data }) => [...data];

describe('a computation', () => {
  it('of the dot product names every tensor, head by head', () => {
    const actual = shapes(computation());
    const expected = { embeddings: '4 4', wq: '2 4 2', wk: '2 4 2', wv: '2 4 2', wo: '4 4' };
    for (const name of ['q', 'k', 'v', 'heads']) Object.assign(expected, { [name]: '2 4 2' });
    for (const name of ['scores', 'scaledScores', 'maskedScores', 'exponentials', 'weights']) {
      Object.assign(expected, { [name]: '2 4 4' });
    }
    Object.assign(expected, { rowMax: '2 4', rowSum: '2 4', concatenated: '4 4', output: '4 4' });
    for (const [name, shape] of Object.entries(expected)) assert.equal(actual[name], shape, name);
  });

  it('of additive attention has a hidden width and no heads', () => {
    const actual = shapes(computation({ mechanism: 'additive', sentence: 'a b c' }));
    assert.equal(actual.projectedQueries, `3 ${HIDDEN}`);
    assert.equal(actual.projectedKeys, `3 ${HIDDEN}`);
    assert.equal(actual.features, `3 3 ${HIDDEN}`);
    assert.equal(actual.weights, '3 3');
    assert.equal(actual.output, '3 4');
    assert.equal(actual.wv, `${HIDDEN}`);
    assert.equal(actual.heads, undefined);
  });

  it('has the same embeddings and matrices for every number of heads and mask', () => {
    const two = computation();
    const four = computation({ heads: 4, mask: 'causal' });
    assert.deepEqual(numbers(two.parameters.inProjWeight), numbers(four.parameters.inProjWeight));
    assert.deepEqual(numbers(two.inputs.embeddings), numbers(four.inputs.embeddings));
  });

  it('has the same embedding for a word at every place', () => {
    const { results } = computation({ sentence: 'noodles eat noodles' });
    const { data } = results.embeddings;
    assert.deepEqual([...data.slice(0, 4)], [...data.slice(8, 12)]);
    assert.deepEqual(
      [...data.slice(4, 8)],
      [...computation({ sentence: 'eat' }).results.embeddings.data],
    );
  });

  it('has an embedding that does not depend on capitals and punctuation', () => {
    const { data } = computation({ sentence: 'The dog. the Dog, «dog»!' }).results.embeddings;
    const rows = [0, 1, 2, 3, 4].map((row) => String(data.slice(row * 4, row * 4 + 4)));
    assert.equal(rows[2], rows[0]);
    assert.deepEqual(rows.slice(3), [rows[1], rows[1]]);
    assert.notEqual(rows[0], rows[1]);
  });

  it('has no nearly uniform row by default, and heads that differ', () => {
    const { weights } = computation().results;
    const rows = Array.from({ length: 8 }, (_, row) => [
      ...weights.data.slice(row * 4, row * 4 + 4),
    ]);
    for (const row of rows) assert.ok(Math.max(...row) - Math.min(...row) > 0.2, String(row));
    const most = rows.map((row) => row.indexOf(Math.max(...row)));
    assert.notDeepEqual(most.slice(0, 4), most.slice(4));
  });

  it('keeps the scores with scale none, and divides by the root of the number of words with scale words', () => {
    const none = computation({ scale: 'none' }).results;
    assert.deepEqual(numbers(none.scaledScores), numbers(none.scores));
    const words = computation({ scale: 'words', sentence: 'a b c d' }).results;
    const half = computation({ scale: 0.5, sentence: 'a b c d' }).results;
    assert.deepEqual(numbers(words.scaledScores), numbers(half.scaledScores));
  });

  it('of an empty sentence has no numbers and no error', () => {
    const empty = computation({ sentence: ' ' });
    const { run, ...rest } = empty;
    assert.deepEqual(rest, {
      ...{ queryWords: [], keyWords: [], leftOut: 0, leftOutOfTarget: 0 },
      ...{ inputs: {}, parameters: {}, results: {}, nodes: {}, originals: new Map() },
      ...{ isEditable: false, numbersSet: [] },
    });
    assert.equal(run.graph.size, 0);
  });

  it('without a first sentence counts the words left out of the second', () => {
    const target = 'he '.repeat(515);
    const { queryWords, leftOutOfTarget } = computation({ sentence: '', target });
    assert.deepEqual([queryWords, leftOutOfTarget], [[], 3]);
    // Other sources have no sentence.
    const result = makeComputation(
      attention,
      normaliseState({ source: 'own', sentence: 'one two' }),
      undefined,
    );
    assert.deepEqual(result.keyWords, []);
  });

  it('is refused while its source is opening', () => {
    const opening = Promise.resolve(undefined);
    assert.throws(
      () => makeComputation(attention, DEFAULTS, opening),
      /^TypeError: .* not open yet/,
    );
  });

  it('of a model computes only the numbers that are read', () => {
    let count = 0;
    const { given, ...source } = makeArticleSource();
    const counted = Object.fromEntries(
      Object.entries(given).map(([id, give]) => [
        id,
        () => {
          count++;
          return give();
        },
      ]),
    );
    /** @param {object} requested */
    const compute = (requested) =>
      makeComputation(attention, normaliseState(requested), { ...source, given: counted });
    const { results } = compute({ source: 'mini' });
    // Named tensors are computed at once.
    assert.equal(count, 2);
    assert.equal(results.heads.data.length, 27);
    assert.equal(count, 3);
    compute({ source: 'article' });
    assert.equal(count, 6);
  });

  it('of the article has its scores, scaled scores and weights to the printed digits', () => {
    const { results } = computation({ source: 'article' });
    assert.deepEqual(numbers(results.scores), ARTICLE.scores);
    assert.deepEqual(numbers(results.scaledScores), [4, 11, 7, 9]);
    const digits = numbers(results.weights).map((value) => value.toFixed(6));
    assert.deepEqual(digits, ['0.000790', '0.866129', '0.015864', '0.117218']);
  });

  describe('and its settings, which hold exactly the entries that the results depend on', () => {
    const target = 'he is tall';
    const additive = /** @type {const} */ ('additive');
    const custom = { mask: /** @type {const} */ ('custom'), masked: '0.0 0.1 0.2 0.3' };
    /**
     * A state, and a change that must change the computation.
     * @type {Record<string, Partial<State>[]>}
     */
    const decisive = {
      source: [{}, { source: 'coffee' }],
      sentence: [{}, { sentence: 'one two' }],
      target: [{}, { target }],
      layer: [{ target }, { layer: 'self' }],
      mechanism: [{}, { mechanism: additive }],
      heads: [{}, { heads: 4 }],
      dModel: [{}, { dModel: 8 }],
      keyWidth: [{ mechanism: additive }, { keyWidth: 6 }],
      keys: [{}, { keys: 'queries' }],
      positions: [{}, { positions: 'sinusoidal' }],
      seed: [{}, { seed: 8 }],
      mask: [{}, { mask: 'causal' }],
      pad: [{ mask: 'padding' }, { pad: 2 }],
      masked: [{ mask: 'custom' }, { masked: '0.1' }],
      fill: [{ mask: 'causal' }, { fill: '0' }],
      emptyRow: [custom, { emptyRow: 'nan' }],
      scale: [{}, { scale: 'none' }],
      temperature: [{}, { temperature: 2 }],
      dropout: [{}, { dropout: 0.5 }],
      dropoutSeed: [{ dropout: 0.5 }, { dropoutSeed: 2 }],
      edits: [{}, { edits: 'q.0.0:2' }],
    };
    /** @type {Partial<State>} */
    const others = {
      ...{ step: 'weights', query: 3, key: 2, pin: 0, rows: 'one', head: 1, cell: 'q.0.1.1' },
      view: 'whole',
      ...{ lineHeads: '0 1', lineRows: 'all', texts: 'a-b' },
      ...{ spread: 8, before: 'v=1&seed=3', guide: 'why', answers: 'why-flip_1*' },
    };

    it('every entry of the state is tested as a setting or not', () => {
      // Settings of models are tested with the models, and `bug` with the practice.
      const ofModels = [
        ...['training', 'rate', 'task', 'variant', 'bug'],
        ...['model', 'endpoint', 'modelLayer', 'silence', 'block', 'layerEdits'],
        ...['comparedSentence', 'pair'],
      ];
      const names = ['v', ...ofModels, ...Object.keys(decisive), ...Object.keys(others)];
      assert.deepEqual(names.toSorted(), Object.keys(DEFAULTS).toSorted());
    });

    for (const [name, [base, change]] of Object.entries(decisive)) {
      it(`${name} is a setting`, () => {
        const [before, after] = [normaliseState(base), normaliseState({ ...base, ...change })];
        assert.notDeepEqual(getSettings(before), getSettings(after));
        assert.notDeepEqual(resultsOf(before), resultsOf(after));
      });
    }

    it('a run reuses exactly the unchanged tensors of the previous run', () => {
      const more = {
        ...decisive,
        words: [{ sentence: 'one two' }, { sentence: 'one two three' }],
        order: [{ sentence: 'one two' }, { sentence: 'two one' }],
        width: [{ mechanism: additive }, { dModel: 8 }],
        otherWidth: [{ mechanism: additive, keyWidth: 3 }, { keyWidth: 4 }],
        places: [{ positions: 'sinusoidal' }, { dModel: 8 }],
        additiveSeed: [{ mechanism: additive }, { seed: 8 }],
        sums: [{ sentence: '1 11' }, { sentence: '11 1' }],
      };
      for (const [name, [base, change]] of Object.entries(more)) {
        const states = [normaliseState(base), normaliseState({ ...base, ...change })];
        for (const [before, after] of [states, states.toReversed()]) {
          const earlier = makeComputation(attention, before).run;
          const result = makeComputation(attention, after, undefined, earlier);
          assert.deepEqual(result.results, makeComputation(attention, after).results, name);
        }
      }
    });

    for (const [name, value] of Object.entries(others)) {
      it(`${name} is not a setting`, () => {
        for (const base of [{}, { target }, { mechanism: additive }]) {
          const [before, after] = [
            normaliseState(base),
            normaliseState({ ...base, [name]: value }),
          ];
          assert.deepEqual(getSettings(before), getSettings(after));
          assert.deepEqual(resultsOf(before), resultsOf(after));
        }
      });
    }

    /** @param {State} state */
    function resultsOf(state) {
      const { results, queryWords, keyWords } = makeComputation(attention, state);
      return { results, queryWords, keyWords };
    }
  });
});

describe('the steps', () => {
  const states = ['dot', 'additive'].flatMap((mechanism) =>
    ['none', 'causal'].flatMap((mask) =>
      [1, 2, 4].map((heads) => normaliseState({ mechanism, mask, heads })),
    ),
  );

  const more = [
    { source: 'article' },
    { source: 'coffee' },
    { target: 'he is tall', dropout: 0.5 },
    { target: 'he is tall', layer: 'self' },
    { target: 'he is tall', mechanism: 'additive', keyWidth: 6, temperature: 2 },
    { keys: 'queries', edits: 's.0.0.0:2' },
    { dModel: 512, heads: 8 },
  ].map(normaliseState);
  for (const state of [...states, ...more]) {
    const { source, mechanism, mask, heads, target, layer, dModel } = state;
    it(`show tensors of the computation: ${source}, ${mechanism}, mask ${mask}, ${heads} heads of ${dModel}, ${target} ${layer}`, () => {
      const result = makeComputation(attention, state);
      for (const step of listLessonSteps(state)) {
        const matrices = step
          .figure({ state, computation: result })
          .filter((part) => typeof part !== 'string');
        for (const { tensor } of matrices)
          assert.ok(result.results[tensor], `${step.id}: ${tensor}`);
        // These steps are about several tensors.
        if (['spread', 'mechanisms', 'decoder'].includes(step.id)) continue;
        assert.ok(matrices.length > 0 && matrices.length <= 5, step.id);
        assert.ok(
          matrices.some(({ tensor }) => tensor === step.id),
          `${step.id} shows the tensor it is named for`,
        );
      }
    });
  }
});
