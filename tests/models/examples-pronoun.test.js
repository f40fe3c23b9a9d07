import assert from 'node:assert/strict';
import { findMostProbableWord } from '../../web/features/models/kinds/answers.js';
import { computationOfModel } from '../support/models.js';
import { answer, assertExamples, weight, withWord } from './examples.js';

/** @import { Variant } from '../../web/state/types.js' */
/** @import { Claims, Made } from './examples.js' */

/** @param {Variant} variant */
const runOf = (variant) => ({ variant, training: 1500 });

/** Sets one weight of layer 1 to 0. @param {Made} made @param {string} from @param {string} to */
const removeWeight = (made, from, to) => {
  const words = made.computation.queryWords;
  const edits = `layer1/weights.${words.lastIndexOf(from)}.${words.lastIndexOf(to)}:0`;
  return computationOfModel(made, { edits });
};

/** @param {Made} made @param {string} layer */
const toIt = (made, layer) => (/** @type {string} */ noun) =>
  weight(made, 'it', noun, `${layer}/weights`);

/** @type {Claims} */
const claims = {
  '… too tired': {
    'In layer 1 “it” finds “tired” (0.62), in layer 2 the animal (0.96).': (made, isSaid) => {
      isSaid(toIt(made, 'layer1')('tired'), toIt(made, 'layer2')('animal'));
      assert.equal(answer(made), 'animal');
    },
    'Set that 0.62 to 0, and it is still the animal;': (made, isSaid) => {
      isSaid(toIt(made, 'layer1')('tired'), 0);
      assert.equal(answer(removeWeight(made, 'it', 'tired')), 'animal');
    },
    'set the 0.85 that “street” gives “tired” to 0, and it is the street. So what matters is that the key of “street” turns away.':
      (made, isSaid) => {
        isSaid(weight(made, 'street', 'tired', 'layer1/weights'), 0);
        assert.equal(answer(removeWeight(made, 'street', 'tired')), 'street');
      },
  },
  '… too wide': {
    'Change one word, and “it” turns to the street (0.96).': (made, isSaid) => {
      isSaid(toIt(made, 'layer2')('street'));
      assert.equal(answer(made), 'street');
    },
    'In layer 1, “it” hardly looks at “wide” (0.01), but “animal” does (0.35), and its key turns away.':
      (made, isSaid) => {
        isSaid(toIt(made, 'layer1')('wide'), weight(made, 'animal', 'wide', 'layer1/weights'));
        const blind = removeWeight(made, 'animal', 'wide');
        assert.ok(toIt(blind, 'layer2')('animal') > 10 * toIt(made, 'layer2')('animal'));
      },
  },
  '… too heavy': {
    'Here “it” has to look for itself: at “heavy” in layer 1 (0.95), so that it finds the box in layer 2 (0.96).':
      (made, isSaid) => {
        isSaid(toIt(made, 'layer1')('heavy'), toIt(made, 'layer2')('box'));
        assert.equal(answer(made), 'box');
      },
    'Set the first to 0, and it loses the box.': (made) => {
      const blind = removeWeight(made, 'it', 'heavy');
      assert.notEqual(answer(blind), 'box');
      assert.ok(toIt(blind, 'layer2')('box') < 0.1);
    },
  },
  'Two animals': {
    'Both could be tired, and the model does not know the order of words. It gives 0.82 to the cat and 0.18 to the dog: only their keys decide this.':
      (made, isSaid) => {
        isSaid(toIt(made, 'layer2')('cat'), toIt(made, 'layer2')('dog'));
        const turned = 'the cat did not carry the dog because it was too tired';
        const other = computationOfModel(made, { sentence: turned });
        isSaid(toIt(other, 'layer2')('cat'), toIt(other, 'layer2')('dog'));
      },
  },
  'Nothing is wide': {
    'No noun suits, but it still says “animal”, with a probability of 0.99. How sure a model is does not tell you whether it is right.':
      (made, isSaid) => {
        assert.equal(answer(made), 'animal');
        const { state, computation } = made;
        isSaid(findMostProbableWord({ state, computation }).probability);
      },
  },
  'One layer: … too heavy': {
    'Street 0.20, animal 0.19, box 0.18:': (made, isSaid) =>
      isSaid(...['street', 'animal', 'box'].map(toIt(made, 'layer1'))),
    'write another adjective, and all three change in the same proportion.': (made) => {
      for (const adjective of ['tired', 'wide']) {
        const other = withWord(made, 'heavy', adjective);
        for (const noun of ['street', 'box']) {
          const [one, another] = [made, other].map(
            (each) => toIt(each, 'layer1')(noun) / toIt(each, 'layer1')('animal'),
          );
          assert.ok(Math.abs(one - another) < 1e-4, `${noun} ${adjective}`);
        }
      }
    },
    'It cannot look at the box, and says “cart”.': (made) => assert.equal(answer(made), 'cart'),
    'Of unseen sentences, it gets 42% right.': ({ model }, isSaid) =>
      isSaid(100 * model.evaluate().accuracy),
  },
  'Two layers, free value: … too heavy': {
    '“box” is right, but in layer 2 all the weight is on “heavy”, and none on the box.': (made) => {
      assert.equal(answer(made), 'box');
      assert.ok(toIt(made, 'layer2')('heavy') > 0.99 && toIt(made, 'layer2')('box') < 0.001);
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
      (made, isSaid) => {
        assert.equal(answer(made), 'box');
        isSaid(...['heavy', 'animal', 'box'].map(toIt(made, 'layer1')));
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
