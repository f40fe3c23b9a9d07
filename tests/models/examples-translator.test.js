import assert from 'node:assert/strict';
import { articleSources, showFrench } from '../../src/js/learning/grammars/french-english.js';
import { getLearningModel } from '../../web/features/models/kinds/models.js';
import { END } from '../../web/features/models/text/en/translator.js';
import { listLessonSteps } from '../../web/lessons/steps.js';
import { computationOfModel, modelComputation } from '../support/models.js';
import { answer, assertExamples, weight } from './examples.js';

/** @import { Claims, Shown } from './examples.js' */

/** Returns the word that a word attends to most. @param {Shown} shown @param {string} from */
function findMostAttended(shown, from) {
  const weights = shown.computation.keyWords.map((to) => weight(shown, from, to));
  return shown.computation.keyWords[weights.indexOf(Math.max(...weights))];
}

/** Returns the translation. @param {Shown} shown @param {string} [sentence] */
const translation = (shown, sentence) =>
  computationOfModel(shown, { sentence })
    .computation.queryWords.filter((word) => word !== END)
    .join(' ');

/**
 * Returns the translation with one link blocked.
 * @param {Shown} shown
 * @param {string} from
 * @param {string} to
 */
function translateBlocked(shown, from, to) {
  const { queryWords, keyWords } = shown.computation;
  const [row, column] = [queryWords.indexOf(from), keyWords.indexOf(to)];
  assert.ok(row >= 0 && column >= 0);
  return translation(computationOfModel(shown, { masked: `${row}.${column}` }));
}

/** @type {Claims} */
const claims = {
  "il n'est pas aussi grand …": {
    'The model was not trained on “He is not as tall as his father”.': (shown) => {
      assert.ok(articleSources.map(showFrench).includes(shown.state.sentence));
      assert.equal(translation(shown), 'he is not as tall as his father');
    },
    'In the step “Block”, hide “pas” from “not”, and he is as tall as his father.': (shown) => {
      assert.ok(listLessonSteps(shown.state).some(({ name }) => name === 'Block'));
      assert.equal(translateBlocked(shown, 'not', 'pas'), 'he is as tall as his father');
    },
  },
  "Jane visite l'Afrique …": {
    '“Jane visits Africa in September”: every word looks where it comes from;': (shown) => {
      const from = {
        ...{ Jane: 'Jane', visits: 'visite', Africa: 'Afrique', in: 'en', September: 'septembre' },
      };
      assert.equal(translation(shown), Object.keys(from).join(' '));
      for (const [english, french] of Object.entries(from)) {
        assert.equal(findMostAttended(shown, english), french);
      }
    },
    '“l’” (“the”) has no counterpart in English.': (shown) => {
      for (const word of shown.computation.queryWords)
        assert.notEqual(findMostAttended(shown, word), "l'");
    },
  },
  'elle est plus grande …': {
    '“She is taller than her mother”: two French words, “plus” (“more”) and “grande” (“tall”), become one.':
      (shown) => {
        assert.equal(translation(shown), 'she is taller than her mother');
        assert.ok(weight(shown, 'taller', 'plus') + weight(shown, 'taller', 'grande') > 0.95);
      },
    'Hide “plus” or “grande” from “taller”: it still writes “taller”, because each annotation carries traces of the other word.':
      (shown) => {
        for (const word of ['plus', 'grande']) {
          assert.equal(translateBlocked(shown, 'taller', word), 'she is taller than her mother');
        }
        assert.equal(translation(shown, 'elle est grande'), 'she is tall');
      },
  },
  "elle n'est plus malade": {
    '“She is no longer sick”: here the same “plus” means “no longer”. An annotation also reflects the words around it.':
      (shown) => {
        assert.equal(translation(shown), 'she is no longer sick');
        assert.equal(findMostAttended(shown, 'no'), 'plus');
      },
  },
  'la grande maison …': {
    '“The big house is very old”: here “grande” is “big”, but in “ma mère est grande” (“my mother is tall”) it is “tall”. It is the same word in a different context.':
      (shown) => {
        assert.equal(translation(shown), 'the big house is very old');
        assert.equal(translation(shown, 'ma mère est grande'), 'my mother is tall');
      },
  },
  'il me voit': {
    '“He sees me”: the order changes. “Sees” looks at the last word, “me” at the one before.': (
      shown,
    ) => {
      assert.equal(translation(shown), 'he sees me');
      assert.equal(findMostAttended(shown, 'sees'), 'voit');
      assert.equal(findMostAttended(shown, 'me'), 'me');
    },
  },
  'The words shuffled': {
    'These are the words of “he is not as tall as his father”.': (shown) => {
      const inOrder = shown.state.sentence.split(' ').toReversed().join(' ');
      assert.equal(translation(shown, inOrder), 'he is not as tall as his father');
    },
    'Nonsense in, nonsense out: the translator depends on word order,': (shown) => {
      const words = translation(shown);
      assert.ok(!/^he is not as tall/.test(words) && !words.includes('tall'), words);
    },
    'unlike the head that asks which noun is tired.': async () => {
      const [{ sentence, query }] = getLearningModel({ source: 'describer' }).words.examples ?? [];
      const describer = await modelComputation('describer', { training: 2500, seed: 0 });
      const shown = computationOfModel(describer, { sentence, query });
      const shuffled = sentence.split(' ').toReversed().join(' ');
      assert.equal(
        answer(shown),
        answer(computationOfModel(shown, { sentence: shuffled, query: 0 })),
      );
    },
  },
};

assertExamples('translator', claims, {
  additive: { mechanism: 'additive', training: 1500 },
  dot: { mechanism: 'dot', training: 1500 },
});
