import assert from 'node:assert/strict';
import * as stories from '../../src/js/learning/grammars/mini.js';
import { createToy } from '../../src/js/learning/index.js';
import { computationOfModel } from '../support/models.js';
import { trainTo } from '../support/trained.js';
import { answer, assertExamples, withWord } from './examples.js';

/** @import { Claims } from './examples.js' */

/** @type {Claims} */
const claims = {
  'the dogs near the house …': {
    '“are”: the verb agrees with “dogs”, although “house” is nearer.': (shown) => {
      assert.equal(answer(shown), 'are');
      assert.equal(answer(withWord(shown, 'house', 'houses')), 'are');
    },
    'Remove the s from “dogs”, and it becomes “is”.': (shown) =>
      assert.equal(answer(withWord(shown, 'dogs', 'dog')), 'is'),
  },
  '… she gives the …': {
    '“red”: the sentence before gave the colour.': (shown) => {
      assert.equal(answer(shown), 'red');
      for (const colour of ['blue', 'green', 'white', 'black']) {
        assert.equal(answer(withWord(shown, 'red', colour)), colour);
      }
    },
  },
  '… too tired . the …': {
    'The dog is tired.': (shown) => assert.equal(answer(shown), 'dog'),
    'Write “wide” for “tired”, and the next word is “street”.': (shown) =>
      assert.equal(answer(withWord(shown, 'tired', 'wide')), 'street'),
  },
  '… Tom gives …': {
    '“Anna”: the one of the two who does not give.': (shown) => {
      assert.equal(answer(shown), 'Anna');
      const words = shown.computation.queryWords.with(-2, 'Anna').join(' ');
      assert.equal(answer(computationOfModel(shown, { sentence: words })), 'Tom');
    },
  },
  '… he thanks …': {
    '“Anna” again: the giver is fifteen words back, and “he” is Tom.': (shown) => {
      assert.equal(answer(shown), 'Anna');
      assert.equal(answer(withWord(shown, 'Anna', 'Mia')), 'Mia');
      const { queryWords } = shown.computation;
      assert.equal(shown.state.query - queryWords.indexOf('Anna'), 15);
    },
  },
  'Which kite? (it fails)': {
    '“blue” would be right, but the model has no idea. One head would have to find the kite, and another the word before it;':
      (shown) => {
        const { state, computation } = shown;
        const row = computation.results.probabilities.data.subarray(
          state.query * stories.vocabulary.length,
        );
        for (const colour of ['red', 'blue', 'green', 'white', 'black']) {
          assert.ok(row[stories.vocabulary.indexOf(colour)] < 0.1, colour);
        }
      },
    'trained with such stories, the model stayed at chance.': () => {
      // tests/learning/mini.long.js tests this again.
    },
    '“Toy: what came next”, under Start from, learns such a path.': async () => {
      const toy = await createToy({ task: 'induction', seed: 0 });
      await trainTo(toy, 'toy-induction-2-0', 600);
      assert.ok(toy.evaluate().accuracy >= 0.99);
    },
  },
};

assertExamples('mini', claims, { mini: { training: -1 } });
