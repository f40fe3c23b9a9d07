import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeGraph } from '../../web/graph/graph.js';
import { keepEditsOfWords } from '../../web/state/keep-edits.js';
import { normaliseState } from '../../web/state/normalise.js';
import { computationOf } from '../support/computations.js';
import '../support/features.js';

/** @import { Graph } from '../../web/graph/types.js' */
/** @import { State } from '../../web/state/types.js' */

/**
 * Returns the edits that stay, as a list.
 * @param {Partial<State>} before
 * @param {Partial<State>} change
 * @param {Graph} [graph]
 */
function keep(before, change, graph = computationOf(before).computation.run.graph) {
  const state = normaliseState(before);
  const kept = keepEditsOfWords(state, normaliseState({ ...state, ...change }), graph);
  return { edits: kept.edits.split(';').filter(Boolean), layerEdits: kept.layerEdits };
}

describe('when a reader types another sentence', () => {
  const sentence = 'They eat noodles';
  const WORDS = ['s.0.0.1:1', 's.0.1.2:2', 'weights.0.0.0:0.5', 'weights.0.2.0:0.5'];
  const MATRICES = ['o.0.1:3', 'q.1.1:4', 'x.noodles.0:5'];

  it('numbers of a replaced word go, and those of the others stay', () => {
    const { edits } = keep(
      { sentence, edits: [...WORDS, ...MATRICES].join(';') },
      { sentence: 'They eat rice' },
    );
    assert.deepEqual(edits.toSorted(), [...MATRICES, WORDS[0], WORDS[2]].toSorted());
  });

  it('all numbers stay if the words stay', () => {
    const { edits } = keep({ sentence, edits: WORDS.join(';') }, { sentence: `${sentence} ` });
    assert.equal(edits.length, WORDS.length);
  });

  it('scores belong to the words of their own layer', () => {
    const two = { sentence: 'They eat', target: 'Sie essen' };
    const edits = 's.0.1.1:1;ss.0.1.1:2';
    const source = { sentence: 'They cook' };
    const target = { target: 'Sie kochen' };
    assert.deepEqual(keep({ ...two, edits }, source).edits, ['ss.0.1.1:2']);
    assert.deepEqual(keep({ ...two, edits }, target).edits, []);
    assert.deepEqual(keep({ ...two, edits, layer: 'self' }, source).edits, ['ss.0.1.1:2']);
  });

  it('numbers go whose table is not known yet', () => {
    const edits = [WORDS[2], ...MATRICES].join(';');
    const { edits: kept } = keep({ sentence, edits }, { sentence: 'They' }, makeGraph([]));
    assert.deepEqual(kept.toSorted(), MATRICES.toSorted());
  });
});

describe('when a reader types another text for a model', () => {
  const model = { source: /** @type {const} */ ('pretrained'), sentence: 'the bird sings' };
  const { graph } = computationOf({ sentence: 'the bird sings' }).computation.run;
  const edits = 'weights.0.0.0:0.5;weights.0.1.1:0.25;weights.0.2.2:0.125';

  it('numbers of the first words that are equal stay', () => {
    const { edits: kept } = keep({ ...model, edits }, { sentence: 'the dog sings' }, graph);
    assert.deepEqual(kept, ['weights.0.0.0:0.5']);
  });

  it('a token after the last word gives its number up to an added word', () => {
    const at = 'weights.0.3.0:0.5';
    const { edits: kept } = keep(
      { ...model, edits: `${edits};${at}` },
      { sentence: `${model.sentence} now` },
      graph,
    );
    assert.deepEqual(kept, edits.split(';'));
  });

  it('so do the numbers of its other layers', () => {
    const layers = { layerEdits: '1.weights.0.0.0:0.5;1.weights.0.2.0:0.5' };
    const { layerEdits } = keep({ ...model, ...layers }, { sentence: 'the bird' }, graph);
    assert.equal(layerEdits, '1.weights.0.0.0:0.5');
  });

  it('a step of a decoder belongs to its word', () => {
    const [[, node]] = graph;
    const steps = /** @type {Graph} */ (
      new Map(
        [0, 2].map((q) => [`decoder/${q}/scores`, { ...node, axes: 'k', options: { at: { q } } }]),
      )
    );
    const set = 'decoder/0/scores.0:1;decoder/2/scores.0:1';
    const { edits: kept } = keep({ ...model, edits: set }, { sentence: 'the bird' }, steps);
    assert.deepEqual(kept, ['decoder/0/scores.0:1']);
  });
});
