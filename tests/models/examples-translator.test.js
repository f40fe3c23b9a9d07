import assert from 'node:assert/strict';
import { articleSources, showFrench } from '../../src/js/learning/grammars/french-english.js';
import { getLearningModel } from '../../web/features/models/kinds/models.js';
import { END } from '../../web/features/models/text/en/translator.js';
import { listLessonSteps } from '../../web/lessons/steps.js';
import { computationOfModel, modelComputation } from '../support/models.js';
import { answer, assertExamples, weight } from './examples.js';

/** @import { Claims, Made } from './examples.js' */

/** Returns the word that a word attends to most. @param {Made} made @param {string} from */
function findMostAttended(made, from) {
  const weights = made.computation.keyWords.map((to) => weight(made, from, to));
  return made.computation.keyWords[weights.indexOf(Math.max(...weights))];
}

/** Returns the translation. @param {Made} made @param {string} [sentence] */
const translation = (made, sentence) =>
  computationOfModel(made, { sentence })
    .computation.queryWords.filter((word) => word !== END)
    .join(' ');

/**
 * Returns the translation with one link blocked.
 * @param {Made} made
 * @param {string} from
 * @param {string} to
 */
function translateBlocked(made, from, to) {
  const { queryWords, keyWords } = made.computation;
  const [row, column] = [queryWords.indexOf(from), keyWords.indexOf(to)];
  assert.ok(row >= 0 && column >= 0);
  return translation(computationOfModel(made, { masked: `${row}.${column}` }));
}

/** @type {Claims} */
const claims = {
  "il n'est pas aussi grand …": {
    '“He is not as tall as his father” is the article’s own sentence; the model was not trained on it.':
      (made) => {
        assert.ok(articleSources.map(showFrench).includes(made.state.sentence));
        assert.equal(translation(made), 'he is not as tall as his father');
      },
    'In the step “Block”, hide “pas” from “not”, and he is as tall as his father.': (made) => {
      assert.ok(listLessonSteps(made.state).some(({ name }) => name === 'Block'));
      assert.equal(translateBlocked(made, 'not', 'pas'), 'he is as tall as his father');
    },
  },
  "Jane visite l'Afrique …": {
    '“Jane visits Africa in September”: every word looks where it comes from;': (made) => {
      const from = {
        ...{ Jane: 'Jane', visits: 'visite', Africa: 'Afrique', in: 'en', September: 'septembre' },
      };
      assert.equal(translation(made), Object.keys(from).join(' '));
      for (const [english, french] of Object.entries(from)) {
        assert.equal(findMostAttended(made, english), french);
      }
    },
    '“l’” (“the”) has no counterpart in English.': (made) => {
      for (const word of made.computation.queryWords)
        assert.notEqual(findMostAttended(made, word), "l'");
    },
  },
  'elle est plus grande …': {
    '“She is taller than her mother”: two French words, “plus” (“more”) and “grande” (“tall”), become one.':
      (made) => {
        assert.equal(translation(made), 'she is taller than her mother');
        assert.ok(weight(made, 'taller', 'plus') + weight(made, 'taller', 'grande') > 0.95);
      },
    'Hide “plus” or “grande” from “taller”: it still writes “taller”, because each annotation carries traces of the other word.':
      (made) => {
        for (const word of ['plus', 'grande']) {
          assert.equal(translateBlocked(made, 'taller', word), 'she is taller than her mother');
        }
        assert.equal(translation(made, 'elle est grande'), 'she is tall');
      },
  },
  "elle n'est plus malade": {
    '“She is no longer sick”: here the same “plus” means “no longer”. An annotation also reflects the words around it.':
      (made) => {
        assert.equal(translation(made), 'she is no longer sick');
        assert.equal(findMostAttended(made, 'no'), 'plus');
      },
  },
  'la grande maison …': {
    '“The big house is very old”: here “grande” is “big”, but in “ma mère est grande” (“my mother is tall”) it is “tall”. It is the same word in a different context.':
      (made) => {
        assert.equal(translation(made), 'the big house is very old');
        assert.equal(translation(made, 'ma mère est grande'), 'my mother is tall');
      },
  },
  'il me voit': {
    '“He sees me”: the order changes. “Sees” looks at the last word, “me” at the one before.': (
      made,
    ) => {
      assert.equal(translation(made), 'he sees me');
      assert.equal(findMostAttended(made, 'sees'), 'voit');
      assert.equal(findMostAttended(made, 'me'), 'me');
    },
  },
  'The words shuffled': {
    'These are the words of “he is not as tall as his father”.': (made) => {
      const inOrder = made.state.sentence.split(' ').toReversed().join(' ');
      assert.equal(translation(made, inOrder), 'he is not as tall as his father');
    },
    'Nonsense in, nonsense out: the translator depends on word order,': (made) => {
      const words = translation(made);
      assert.ok(!/^he is not as tall/.test(words) && !words.includes('tall'), words);
    },
    'unlike the head that asks which noun is tired.': async () => {
      const [{ sentence, query }] = getLearningModel({ source: 'describer' }).words.examples ?? [];
      const describer = await modelComputation('describer', { training: 2500, seed: 0 });
      const made = computationOfModel(describer, { sentence, query });
      const shuffled = sentence.split(' ').toReversed().join(' ');
      assert.equal(
        answer(made),
        answer(computationOfModel(made, { sentence: shuffled, query: 0 })),
      );
    },
  },
};

assertExamples('translator', claims, {
  additive: { mechanism: 'additive', training: 1500 },
  dot: { mechanism: 'dot', training: 1500 },
});
