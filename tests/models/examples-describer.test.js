import assert from 'node:assert/strict';
import * as adjectives from '../../src/js/learning/grammars/describer.js';
import { Random } from '../../src/js/random.js';
import { computationOfModel } from '../support/models.js';
import { answer, assertExamples, weight, withWord } from './examples.js';

/** @import { Claims, Made } from './examples.js' */

/** Selects another word of the sentence. @param {Made} made @param {string} word */
const selectWord = (made, word) =>
  computationOfModel(made, { query: made.computation.queryWords.indexOf(word) });

/** @type {Claims} */
const claims = {
  '… too tired': {
    'One word decides: change it to “heavy” or “wide”, and the model finds another noun.': (
      made,
    ) => {
      assert.equal(answer(made), 'animal');
      assert.equal(answer(withWord(made, 'tired', 'heavy')), 'box');
      assert.equal(answer(withWord(made, 'tired', 'wide')), 'street');
    },
  },
  '… too heavy': {
    'Only the last word differs, and all the weight is on another noun.': (made) => {
      assert.equal(made.computation.queryWords.at(-1), 'heavy');
      assert.ok(weight(made, 'heavy', 'box') > 0.98);
    },
  },
  '… too wide': {
    '“the street … wide” was never in training.': () =>
      assert.ok(adjectives.isHeldOut('place', 'street', 'wide')),
    'The model knows only what kind of noun can be wide.': (made) => {
      assert.equal(answer(made), 'street');
      for (const noun of adjectives.nouns.place) {
        assert.equal(answer(withWord(made, 'street', noun)), noun);
      }
    },
  },
  'Three adjectives at once': {
    'No sentence of this form was in training.': () => {
      const random = new Random(1);
      const all = Object.values(adjectives.adjectives).flat();
      for (let i = 0; i < 2000; i++) {
        const { words } = adjectives.draw(random);
        assert.equal(words.filter((word) => all.includes(word)).length, 1);
      }
    },
    'Press “heavy” and “wide” beside the table, too.': (made) => {
      assert.equal(answer(made), 'animal');
      assert.equal(answer(selectWord(made, 'heavy')), 'box');
      assert.equal(answer(selectWord(made, 'wide')), 'street');
    },
  },
  'The street crosses the animal': {
    'It is still the animal: this head does not know the order of words.': (made) => {
      assert.equal(answer(made), 'animal');
      const sentence = made.computation.queryWords.toReversed().join(' ');
      const reversed = computationOfModel(made, { sentence, query: 0 });
      const [one, other] = [made, reversed].map((each) => weight(each, 'tired', 'animal'));
      assert.ok(Math.abs(one - other) < 1e-6);
    },
    'It knows only which kind of noun goes with “tired”.': (made) => {
      for (const noun of adjectives.nouns.living) {
        assert.equal(answer(withWord(made, 'animal', noun)), noun);
      }
    },
  },
  'Two animals': {
    'Of two nouns of the same kind, the one with the longer key gets more of the weight.': (
      made,
    ) => {
      const [dog, cat] = ['dog', 'cat'].map((noun) => weight(made, 'tired', noun));
      assert.ok(dog > 0.1 && cat > 0.1 && dog + cat > 0.99);
      const { queryWords, results } = made.computation;
      const [dogs, cats] = ['dog', 'cat'].map((noun) => {
        const row = 2 * queryWords.indexOf(noun);
        return Math.hypot(...results.k.data.subarray(row, row + 2));
      });
      assert.equal(dogs > cats, dog > cat);
    },
    'The point between them may be nearest to a third noun.': (made) =>
      assert.ok(!made.computation.queryWords.includes(answer(made))),
  },
  'Nothing is wide': {
    'Weights always add up to 1, so the model finds something even if nothing fits:': (made) => {
      const n = made.computation.queryWords.length;
      const row = made.computation.results.weights.data.subarray((n - 1) * n, n * n);
      assert.ok(Math.abs(row.reduce((sum, one) => sum + one, 0) - 1) < 1e-6);
    },
    'the answer is nonsense.': (made) =>
      assert.ok(!['animal', ...adjectives.nouns.place].includes(answer(made))),
  },
};

assertExamples('describer', claims, { describer: { training: 2500 } });
