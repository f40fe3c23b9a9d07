// Checks that example sentences show what their texts say. A test file repeats each moral in parts,
// with a check for each part. A rewritten moral must be checked again.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { findMostProbableWord } from '../../web/features/models/kinds/answers.js';
import { getLearningModel } from '../../web/features/models/kinds/models.js';
import { computationOfModel, modelComputation } from '../support/models.js';
import '../support/features.js';

/** @typedef {import('../support/models.js').Shown} Shown */
/**
 * @typedef {(...values: number[]) => void} IsSaid asserts that the part says these numbers, rounded
 */
/**
 * @typedef {Record<string, Record<string, (shown: Shown, isSaid: IsSaid) => unknown>>} Claims by the
 *   name of the sentence, then by a part of its moral
 */

/** Returns the answer for the selected word. @param {Shown} made */
export const answer = ({ state, computation }) => findMostProbableWord({ state, computation }).word;

/**
 * @param {Shown} made
 * @param {string} from the last word with this text
 * @param {string} to the last word with this text
 * @param {string} [tensor]
 */
export function weight(
  { computation: { queryWords, keyWords, results } },
  from,
  to,
  tensor = 'weights',
) {
  const { shape, data } = results[tensor];
  return data[queryWords.lastIndexOf(from) * (shape.at(-1) ?? 0) + keyWords.lastIndexOf(to)];
}

/**
 * Replaces a word of the sentence.
 * @param {Shown} shown
 * @param {string} word
 * @param {string} other
 */
export const withWord = (shown, word, other) =>
  computationOfModel(shown, {
    sentence: shown.computation.queryWords.map((text) => (text === word ? other : text)).join(' '),
  });

/**
 * Checks the numbers that a part says, except those of layers.
 * @param {string} part
 * @returns {IsSaid}
 */
const isSaidIn = (part) => {
  const numbers = part.match(/(?<!layer )\b\d+(\.\d+)?/g) ?? [];
  return (...values) => {
    assert.equal(values.length, numbers.length, part);
    values.forEach((value, i) => {
      const digits = numbers[i].split('.')[1]?.length ?? 0;
      assert.ok(Math.abs(value - Number(numbers[i])) <= 0.5 * 10 ** -digits, `${part}: ${value}`);
    });
  };
};

/**
 * Tests each example sentence on a model.
 * @param {'describer' | 'pronoun' | 'mini' | 'translator'} name
 * @param {Claims} claims
 * @param {Record<string, Parameters<typeof modelComputation>[1]>} runs the runs to use unless a
 *   sentence names one
 */
export function assertExamples(name, claims, runs) {
  const examples = getLearningModel({ source: name }).words.examples ?? [];
  /** @type {Record<string, Shown>} */
  const trained = {};
  before(async () => {
    for (const [run, options] of Object.entries(runs))
      trained[run] = await modelComputation(name, { seed: 0, ...options });
  });

  describe(`the sentences to try on ${name} are held to what they say:`, () => {
    it('every example has claims', () => {
      assert.deepEqual(
        examples.map((example) => example.name),
        Object.keys(claims),
      );
    });

    for (const example of examples) {
      it(example.name, async () => {
        const parts = claims[example.name] ?? {};
        assert.equal(Object.keys(parts).join(' '), example.moral);
        assert.ok((example.moral.match(/[.?!](?= |$)/g) ?? []).length <= 3, 'it is short');
        for (const run of example.variant ? [example.variant] : Object.keys(runs)) {
          const shown = computationOfModel(trained[run], example);
          for (const [part, holds] of Object.entries(parts)) await holds(shown, isSaidIn(part));
        }
      });
    }
  });
}
