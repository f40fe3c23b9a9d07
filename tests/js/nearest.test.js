import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadAttention } from '../../src/js/index.js';
import { findMeantName, findNearest, sortByDistance } from '../../src/js/nearest.js';

describe('the nearest name', () => {
  it('is one that differs by two letters, or by a third of its own', () => {
    for (const [name, names, expected] of /** @type {[string, string[], string | undefined][]} */ ([
      ['weigths', ['scores', 'weights'], 'weights'],
      ['weight', ['weights'], 'weights'],
      ['weightss', ['weights'], 'weights'],
      ['wexghts', ['weights'], 'weights'],
      // Two letters that changed places are one mistake.
      ['cvs', ['svg', 'csv'], 'csv'],
      ['wieghst', ['weights'], 'weights'],
      ['WEIGHTS', ['weights'], 'weights'],
      ['maskedscores', ['maskedScores'], 'maskedScores'],
      ['weixx', ['weights'], undefined],
      // A third of nine letters is three, and of twelve letters four.
      ['embedxxxs', ['embedding'], undefined],
      ['embeddxxx', ['embedding'], 'embedding'],
      ['maskedScxxxx', ['maskedScores'], 'maskedScores'],
      ['maskedSxxxxx', ['maskedScores'], undefined],
      ['sxxy', ['seed'], undefined],
      ['sexy', ['seed'], 'seed'],
      // Names of two letters are all near each other.
      ['kx', ['q', 'k', 'v'], undefined],
      ['ab', ['cd'], undefined],
      ['ax', ['ab'], 'ab'],
      ['a', ['abc'], undefined],
      ['abc', ['a'], undefined],
      ['', ['a'], undefined],
      ['a', [], undefined],
    ])) {
      assert.equal(findNearest(name, names), expected, `${name} among ${names}`);
    }
  });

  it('of equally near ones, is one of the same length, or else the first', () => {
    assert.equal(findNearest('head', ['heads', 'heat']), 'heat');
    assert.equal(findNearest('stepz', ['step', 'steps']), 'steps');
    assert.equal(findNearest('head', ['heads', 'ahead']), 'heads');
    assert.equal(findNearest('head', ['ahead', 'heads']), 'ahead');
  });

  it('is sought for the first 40 letters of a name', () => {
    const long = 'a'.repeat(40);
    assert.equal(findNearest(`${long}${'x'.repeat(1e5)}`, [long]), long);
    assert.equal(findNearest(`${long}b`, [`${long.slice(1)}c`]), `${long.slice(1)}c`);
  });
});

it('a name that is in the list is meant, before one that differs only in its capitals', () => {
  const names = /** @type {const} */ (['Q', 'q', 'weights']);
  assert.equal(findNearest('q', names), 'Q');
  assert.deepEqual(
    ['q', 'Q', 'wieghts', 'none'].map((name) => findMeantName(name, names)),
    ['q', 'Q', 'weights', undefined],
  );
});

it('names are listed by how many letters they differ in', () => {
  assert.deepEqual(sortByDistance('Head', ['weights', 'heat', 'heads', 'head', 'ahead', 'had']), [
    ...['head', 'heat', 'heads', 'ahead', 'had'],
    'weights',
  ]);
});

it('A name of another library suggests ours, if the call has it.', async () => {
  /** @type {any} for calls that the types forbid */
  const attention = await loadAttention();
  const identity = [
    [1, 0],
    [0, 1],
  ];
  const qkv = [...identity, ...identity, ...identity];
  const parameters = { inProjWeight: qkv, outProjWeight: identity };
  const layer = attention.createMultiHeadAttention(parameters, { numHeads: 1 });
  for (const [call, name] of /** @type {[() => unknown, string][]} */ ([
    [() => attention.softmax([[1, 2]], { axis: 0 }), 'dim'],
    [() => attention.layerNorm([[1, 2]], [1, 1], [0, 0], { epsilon: 1 }), 'eps'],
    [() => attention.rotary([[1, 2]], { base: 100 }), 'theta'],
    [() => layer.createCache({ size: 5 }), 'capacity'],
    [() => layer.createCache({ max_length: 5 }), 'capacity'],
    [() => layer.forward(identity, identity, identity, { attention_mask: [] }), 'keyPaddingMask'],
  ]))
    assert.throws(call, new RegExp(`did you mean ${name}\\?`));
  assert.throws(() => layer.createCache({ axis: 5 }), /axis is not a known name; expected/);
});
