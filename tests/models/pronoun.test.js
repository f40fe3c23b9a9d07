// What the page says of the trained pronoun resolver is so.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { answers } from '../../web/lessons/models/answers.js';
import { VARIANTS } from '../../web/session/settings.js';
import { examples } from '../../web/text/en/models/examples.js';
import { markup, plain } from '../support/markup.js';
import { computationOfModel, modelComputation } from '../support/models.js';

/** @typedef {import('../support/models.js').Made} Made */

const STEPS = 1500;

/** @param {Made} made @param {number} layer @param {string} from @param {string} to words, the last of that name */
function weight({ computation: { queryWords, results } }, layer, from, to) {
  const { shape, data } = results[`layer${layer}/weights`];
  return data[queryWords.lastIndexOf(from) * shape[1] + queryWords.lastIndexOf(to)];
}

/** @param {Made} made */
const answerOf = ({ state, computation }) => plain(markup(answers.pronoun({ state, computation })));

/** @param {number} value @param {number} said with two digits */
const isSaid = (value, said) => assert.ok(Math.abs(value - said) <= 0.005, `${value}, not ${said}`);

describe('the pronoun resolver of seed 0, trained,', () => {
  /** @type {Record<string, Made>} */
  const trained = {};
  before(async () => {
    for (const variant of VARIANTS) {
      trained[variant] = await modelComputation('pronoun', { variant, seed: 0, training: STEPS });
    }
  });

  /** On the sentence of an example, by the word that ends it. @param {string} variant @param {RegExp} name */
  const shown = (variant, name) => {
    const example = examples.pronoun.find((one) => one.variant === variant && name.test(one.name));
    assert.ok(example, `${variant} ${name}`);
    const made = computationOfModel(trained[variant], example);
    assert.equal(made.computation.queryWords[example.query], 'it');
    return { ...made, moral: example.moral };
  };

  it('has sentences to try that say only so much', () => {
    for (const { variant, moral } of examples.pronoun) {
      assert.ok(variant);
      assert.ok((moral.match(/[.?!](?= |$)/g) ?? []).length <= 3, moral);
    }
  });

  /** With one weight of layer 1 set to 0. @param {Made} made @param {string} from @param {string} to */
  const without = ({ computation: { queryWords } }, from, to) =>
    computationOfModel(trained.two, {
      sentence: queryWords.join(' '),
      query: queryWords.indexOf('it'),
      edits: `layer1/weights.${queryWords.lastIndexOf(from)}.${queryWords.lastIndexOf(to)}:0`,
    });

  it('has two layers: one word turns it from the animal to the street', () => {
    const tired = shown('two', /tired/);
    assert.equal(answerOf(tired), 'it stands for animal, says the model (0.998).');
    isSaid(weight(tired, 1, 'it', 'tired'), 0.62);
    isSaid(weight(tired, 1, 'street', 'tired'), 0.85);
    isSaid(weight(tired, 2, 'it', 'animal'), 0.96);
    assert.match(answerOf(without(tired, 'it', 'tired')), /stands for animal/);
    assert.match(answerOf(without(tired, 'street', 'tired')), /stands for street/);
    const wide = shown('two', /wide/);
    assert.match(answerOf(wide), /stands for street/);
    isSaid(weight(wide, 1, 'it', 'wide'), 0.01);
    isSaid(weight(wide, 1, 'animal', 'wide'), 0.35);
    isSaid(weight(wide, 2, 'it', 'street'), 0.96);
    const blind = without(wide, 'animal', 'wide');
    assert.ok(weight(blind, 2, 'it', 'animal') > 10 * weight(wide, 2, 'it', 'animal'));
  });

  it('has two layers: “it” finds the box since it has looked at “heavy”', () => {
    const heavy = shown('two', /heavy/);
    assert.match(answerOf(heavy), /stands for box/);
    isSaid(weight(heavy, 1, 'it', 'heavy'), 0.95);
    isSaid(weight(heavy, 2, 'it', 'box'), 0.96);
    const blind = without(heavy, 'it', 'heavy');
    assert.doesNotMatch(answerOf(blind), /stands for box/);
    assert.ok(weight(blind, 2, 'it', 'box') < 0.1);
  });

  it('shares its weight where two nouns suit, and answers where none does', () => {
    const two = shown('two', /Two animals/);
    isSaid(weight(two, 2, 'it', 'cat'), 0.82);
    isSaid(weight(two, 2, 'it', 'dog'), 0.18);
    assert.match(answerOf(shown('two', /Nothing/)), /stands for animal, says the model \(0\.99/);
  });

  it('has one layer that cannot look for the noun that suits', () => {
    const heavy = shown('one', /heavy/);
    assert.match(answerOf(heavy), /stands for cart/);
    isSaid(weight(heavy, 1, 'it', 'street'), 0.2);
    isSaid(weight(heavy, 1, 'it', 'animal'), 0.19);
    isSaid(weight(heavy, 1, 'it', 'box'), 0.18);
    for (const adjective of ['tired', 'wide']) {
      const sentence = heavy.computation.queryWords.with(-1, adjective).join(' ');
      const other = computationOfModel(trained.one, { sentence });
      for (const noun of ['street', 'box']) {
        const [one, another] = [heavy, other].map(
          (made) => weight(made, 1, 'it', noun) / weight(made, 1, 'it', 'animal'),
        );
        assert.ok(Math.abs(one - another) < 1e-4, `${noun} ${adjective}`);
      }
    }
    isSaid(trained.one.model.evaluate().accuracy, 0.42);
  });

  it('is right with a free value, and its map points elsewhere', () => {
    const two = shown('two-free', /heavy/);
    assert.match(answerOf(two), /stands for box/);
    assert.ok(weight(two, 2, 'it', 'heavy') > 0.99 && weight(two, 2, 'it', 'box') < 0.001);
    const ofTwo = trained['two-free'].model.evaluate();
    assert.equal(ofTwo.accuracy, 1);
    isSaid(ofTwo.weight, 0.29);
    const one = shown('one-free', /heavy/);
    assert.match(answerOf(one), /stands for box/);
    isSaid(weight(one, 1, 'it', 'heavy'), 0.38);
    isSaid(weight(one, 1, 'it', 'animal'), 0.24);
    isSaid(weight(one, 1, 'it', 'box'), 0.23);
    const ofOne = trained['one-free'].model.evaluate();
    isSaid(ofOne.accuracy, 0.98);
    isSaid(ofOne.weight, 0.24);
  });

  it('says which word it was never asked about', () => {
    const { state, computation } = trained.two;
    assert.match(
      plain(markup(answers.pronoun({ state: { ...state, query: 1 }, computation }))),
      /^In training animal was never asked/,
    );
  });
});
