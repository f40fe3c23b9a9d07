import assert from 'node:assert/strict';
import * as adjectives from '../../src/js/learning/grammars/describer.js';
import { Random } from '../../src/js/random.js';
import { computationOfModel } from '../support/models.js';
import { answer, assertExamples, weight, withWord } from './examples.js';

/** @import { Claims, Shown } from './examples.js' */

/** Selects another word of the sentence. @param {Shown} shown @param {string} word */
const selectWord = (shown, word) =>
  computationOfModel(shown, { query: shown.computation.queryWords.indexOf(word) });

/** @type {Claims} */
const claims = {
  '… too tired': {
    'One word decides: change it to “heavy” or “wide”, and the model finds another noun.': (
      shown,
    ) => {
      assert.equal(answer(shown), 'animal');
      assert.equal(answer(withWord(shown, 'tired', 'heavy')), 'box');
      assert.equal(answer(withWord(shown, 'tired', 'wide')), 'street');
    },
  },
  '… too heavy': {
    'Only the last word differs, and all the weight is on another noun.': (shown) => {
      assert.equal(shown.computation.queryWords.at(-1), 'heavy');
      assert.ok(weight(shown, 'heavy', 'box') > 0.98);
    },
  },
  '… too wide': {
    '“the street … wide” was never in training.': () =>
      assert.ok(adjectives.isPairHeldOut('place', 'street', 'wide')),
    'The model knows only what kind of noun can be wide.': (shown) => {
      assert.equal(answer(shown), 'street');
      for (const noun of adjectives.nouns.place) {
        assert.equal(answer(withWord(shown, 'street', noun)), noun);
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
    'Press “heavy” and “wide” beside the table, too.': (shown) => {
      assert.equal(answer(shown), 'animal');
      assert.equal(answer(selectWord(shown, 'heavy')), 'box');
      assert.equal(answer(selectWord(shown, 'wide')), 'street');
    },
  },
  'The street crosses the animal': {
    'It is still the animal: this head does not know the order of words.': (shown) => {
      assert.equal(answer(shown), 'animal');
      const sentence = shown.computation.queryWords.toReversed().join(' ');
      const reversed = computationOfModel(shown, { sentence, query: 0 });
      const [value, other] = [shown, reversed].map((each) => weight(each, 'tired', 'animal'));
      assert.ok(Math.abs(value - other) < 1e-6);
    },
    'It knows only which kind of noun goes with “tired”.': (shown) => {
      for (const noun of adjectives.nouns.living) {
        assert.equal(answer(withWord(shown, 'animal', noun)), noun);
      }
    },
  },
  'Two animals': {
    'Of two nouns of the same kind, the one with the longer key gets more of the weight.': (
      shown,
    ) => {
      const [dog, cat] = ['dog', 'cat'].map((noun) => weight(shown, 'tired', noun));
      assert.ok(dog > 0.1 && cat > 0.1 && dog + cat > 0.99);
      const { queryWords, results } = shown.computation;
      const [dogs, cats] = ['dog', 'cat'].map((noun) => {
        const row = 2 * queryWords.indexOf(noun);
        return Math.hypot(...results.k.data.subarray(row, row + 2));
      });
      assert.equal(dogs > cats, dog > cat);
    },
    'The point between them may be nearest to a third noun.': (shown) =>
      assert.ok(!shown.computation.queryWords.includes(answer(shown))),
  },
  'Nothing is wide': {
    'Weights always add up to 1, so the model finds something even if nothing fits:': (shown) => {
      const n = shown.computation.queryWords.length;
      const row = shown.computation.results.weights.data.subarray((n - 1) * n, n * n);
      assert.ok(Math.abs(row.reduce((sum, value) => sum + value, 0) - 1) < 1e-6);
    },
    'the answer is nonsense.': (shown) =>
      assert.ok(!['animal', ...adjectives.nouns.place].includes(answer(shown))),
  },
};

assertExamples('describer', claims, { describer: { training: 2500 } });
