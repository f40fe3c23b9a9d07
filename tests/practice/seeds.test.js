// A seed always selects the same: the bug of a puzzle, the other choices, and the questions of a
// test. Teachers' sheets and saved links depend on it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findPuzzle, shuffleList } from '../../web/features/practice/bugs/puzzle.js';
import { drawQuestions } from '../../web/features/practice/self-test/pool.js';
import { hundredths } from '../support/integers.js';

const BUGS = [
  'mask-after-softmax scale-none output-left-out mask-flipped maximum-left-out causal-off-by-one mask-zero ' +
    'softmax-queries softmax-heads fill-finite causal-off-by-one output-left-out mask-zero fill-finite softmax-heads',
  'mask-queries heads-untransposed output-transposed vector-left-out padding-averaged scale-d scale-words ' +
    'dropout-at-inference key-untransposed tanh-left-out key-value-swapped tanh-left-out padding-averaged ' +
    'heads-untransposed scale-d',
  'position-after dropout-before-softmax split-layout scale-twice values-of-queries causal-corner causal-corner ' +
    'dropout-before-softmax values-of-queries position-after scale-twice split-layout values-of-queries split-layout ' +
    'causal-corner',
];
/** The other choices of puzzle 17 of each level, and its seed. */
const CHOICES = [
  ['softmax-table softmax-heads sum-left-out softmax-queries', 117],
  ['softmax-table dropout-at-inference sum-left-out softmax-queries', 217],
  ['mask-after-softmax causal-corner mask-flipped mask-zero', 317],
];
/**
 * The questions of these tests. Those of the first test are in self-test.test.js.
 * @type {Record<number, string>}
 */
const TESTS = {
  2:
    'places-late masks-edited weights-fourth scores-copies places-two shapes-additive reading-scan reading-company ' +
    'masks-line shapes-error scores-blank weights-million',
  3:
    'shapes-picture reading-frozen places-silent places-split weights-axis masks-short masks-rests reading-beyond ' +
    'weights-crowd scores-louder scores-taste shapes-users',
  7:
    'scores-newcomer scores-narrow masks-rows shapes-additive weights-fourth places-split weights-backwards ' +
    'shapes-catalogue places-backwards reading-beyond masks-line reading-rivals',
  999999:
    'reading-beyond scores-taste places-twin masks-mean shapes-broader masks-edited weights-crowd weights-columns ' +
    'scores-copies shapes-error reading-sink places-split',
};

/** @param {readonly { id: string }[]} list */
const idsOf = (list) => list.map(({ id }) => id).join(' ');
const findKnownPuzzle = (/** @type {string} */ text) =>
  /** @type {NonNullable<ReturnType<typeof findPuzzle>>} */ (findPuzzle(text));

describe('a number', () => {
  it('names a bug', () => {
    const numbers = [...Array(14).keys(), 999_999];
    const bugs = [1, 2, 3].map((level) => numbers.map((n) => findKnownPuzzle(`${level}-${n}`).bug));
    assert.deepEqual(bugs.map(idsOf), BUGS);
  });

  it('names the bugs beside it, and the seed of its numbers', () => {
    const puzzles = [1, 2, 3].map((level) => findKnownPuzzle(`${level}-17`));
    const choices = puzzles.map((puzzle) => [idsOf(puzzle.choices), puzzle.settings.seed]);
    assert.deepEqual(choices, CHOICES);
  });

  it('names the questions of a test', () => {
    for (const [seed, ids] of Object.entries(TESTS))
      assert.equal(idsOf(drawQuestions(Number(seed))), ids);
  });

  it('puts a list in the order of the numbers that it draws', () => {
    const letters = [...'abcdefghij'];
    assert.equal(shuffleList(letters, 3, 'x').join(''), 'eaihfjcbdg');
    for (const seed of [0, 1, 117, 999_999]) {
      for (const name of ['', 'x', 'round 1', 'choices']) {
        const lots = hundredths(seed, `practice ${name}`, letters.length, 1);
        const right = letters
          .map((letter, i) => ({ letter, lot: lots[i] }))
          .toSorted((a, b) => a.lot - b.lot)
          .map(({ letter }) => letter);
        assert.deepEqual(shuffleList(letters, seed, name), right, `${seed} ${name}`);
      }
    }
  });
});
