import assert from 'node:assert/strict';
import { findMostProbableWord } from '../../web/features/models/kinds/answers.js';
import { computationOfModel } from '../support/models.js';
import { answer, assertExamples, weight, withWord } from './examples.js';

/** @import { Variant } from '../../web/state/types.js' */
/** @import { Claims, Shown } from './examples.js' */

/** @param {Variant} variant */
const runOf = (variant) => ({ variant, training: 1500 });

/** Sets one weight of layer 1 to 0. @param {Shown} shown @param {string} from @param {string} to */
const removeWeight = (shown, from, to) => {
  const words = shown.computation.queryWords;
  const edits = `layer1/weights.${words.lastIndexOf(from)}.${words.lastIndexOf(to)}:0`;
  return computationOfModel(shown, { edits });
};

/** @param {Shown} shown @param {string} layer */
const toIt = (shown, layer) => (/** @type {string} */ noun) =>
  weight(shown, 'it', noun, `${layer}/weights`);

/** @type {Claims} */
const claims = {
  '… too tired': {
    'In layer 1 “it” finds “tired” (0.62), in layer 2 the animal (0.96).': (shown, isSaid) => {
      isSaid(toIt(shown, 'layer1')('tired'), toIt(shown, 'layer2')('animal'));
      assert.equal(answer(shown), 'animal');
    },
    'Set that 0.62 to 0, and it is still the animal;': (shown, isSaid) => {
      isSaid(toIt(shown, 'layer1')('tired'), 0);
      assert.equal(answer(removeWeight(shown, 'it', 'tired')), 'animal');
    },
    'set the 0.85 that “street” gives “tired” to 0, and it is the street. So what matters is that the key of “street” turns away.':
      (shown, isSaid) => {
        isSaid(weight(shown, 'street', 'tired', 'layer1/weights'), 0);
        assert.equal(answer(removeWeight(shown, 'street', 'tired')), 'street');
      },
  },
  '… too wide': {
    'Change one word, and “it” turns to the street (0.96).': (shown, isSaid) => {
      isSaid(toIt(shown, 'layer2')('street'));
      assert.equal(answer(shown), 'street');
    },
    'In layer 1, “it” hardly looks at “wide” (0.01), but “animal” does (0.35), and its key turns away.':
      (shown, isSaid) => {
        isSaid(toIt(shown, 'layer1')('wide'), weight(shown, 'animal', 'wide', 'layer1/weights'));
        const blind = removeWeight(shown, 'animal', 'wide');
        assert.ok(toIt(blind, 'layer2')('animal') > 10 * toIt(shown, 'layer2')('animal'));
      },
  },
  '… too heavy': {
    'Here “it” has to look for itself: at “heavy” in layer 1 (0.95), so that it finds the box in layer 2 (0.96).':
      (shown, isSaid) => {
        isSaid(toIt(shown, 'layer1')('heavy'), toIt(shown, 'layer2')('box'));
        assert.equal(answer(shown), 'box');
      },
    'Set the first to 0, and it loses the box.': (shown) => {
      const blind = removeWeight(shown, 'it', 'heavy');
      assert.notEqual(answer(blind), 'box');
      assert.ok(toIt(blind, 'layer2')('box') < 0.1);
    },
  },
  'Two animals': {
    'Both could be tired, and the model does not know the order of words. It gives 0.82 to the cat and 0.18 to the dog: only their keys decide this.':
      (shown, isSaid) => {
        isSaid(toIt(shown, 'layer2')('cat'), toIt(shown, 'layer2')('dog'));
        const swapped = 'the cat did not carry the dog because it was too tired';
        const other = computationOfModel(shown, { sentence: swapped });
        isSaid(toIt(other, 'layer2')('cat'), toIt(other, 'layer2')('dog'));
      },
  },
  'Nothing is wide': {
    'No noun suits, but it still says “animal”, with a probability of 0.99. How sure a model is does not tell you whether it is right.':
      (shown, isSaid) => {
        assert.equal(answer(shown), 'animal');
        const { state, computation } = shown;
        isSaid(findMostProbableWord({ state, computation }).probability);
      },
  },
  'One layer: … too heavy': {
    'Street 0.20, animal 0.19, box 0.18:': (shown, isSaid) =>
      isSaid(...['street', 'animal', 'box'].map(toIt(shown, 'layer1'))),
    'write another adjective, and all three change in the same proportion.': (shown) => {
      for (const adjective of ['tired', 'wide']) {
        const other = withWord(shown, 'heavy', adjective);
        for (const noun of ['street', 'box']) {
          const [value, another] = [shown, other].map(
            (each) => toIt(each, 'layer1')(noun) / toIt(each, 'layer1')('animal'),
          );
          assert.ok(Math.abs(value - another) < 1e-4, `${noun} ${adjective}`);
        }
      }
    },
    'It cannot look at the box, and says “cart”.': (shown) => assert.equal(answer(shown), 'cart'),
    'Of unseen sentences, it gets 42% right.': ({ model }, isSaid) =>
      isSaid(100 * model.evaluate().accuracy),
  },
  'Two layers, free value: … too heavy': {
    '“box” is right, but in layer 2 all the weight is on “heavy”, and none on the box.': (
      shown,
    ) => {
      assert.equal(answer(shown), 'box');
      assert.ok(toIt(shown, 'layer2')('heavy') > 0.99 && toIt(shown, 'layer2')('box') < 0.001);
    },
    'It gets all unseen sentences right, with a mean weight of 0.29 on the noun: a map is not an explanation.':
      ({ model }, isSaid) => {
        const { accuracy, weight: mean } = model.evaluate();
        assert.equal(accuracy, 1);
        isSaid(mean);
      },
  },
  'One layer, free value: … too heavy': {
    '“box” again, with more weight on “heavy” (0.38) and on the animal (0.24) than on the box (0.23).':
      (shown, isSaid) => {
        assert.equal(answer(shown), 'box');
        isSaid(...['heavy', 'animal', 'box'].map(toIt(shown, 'layer1')));
      },
    'It gets 98% of unseen sentences right, but the mean weight on the noun is 0.24: the map does not show why.':
      ({ model }, isSaid) => {
        const { accuracy, weight: mean } = model.evaluate();
        isSaid(100 * accuracy, mean);
      },
  },
};

assertExamples('pronoun', claims, {
  ...{ two: runOf('two'), 'two-free': runOf('two-free') },
  ...{ one: runOf('one'), 'one-free': runOf('one-free') },
});
