// What a model reads: a text, tokens or ids, checked against its sizes.

import { describeValue, LimitError, makeArgumentError } from '../errors.js';

/**
 * @import { Description } from './parts.js'
 * @import { Tokens } from './tokens.js'
 */

/**
 * @param {unknown} input
 * @param {Description} model
 * @param {object} tokenizer
 * @param {(text: string) => Tokens} tokenizer.tokenize
 * @param {(id: number) => string} tokenizer.tokenOf
 * @returns {Tokens & { targetIds: number[] }}
 */
export function readInput(input, model, { tokenize, tokenOf }) {
  const { startId } = model;
  if (typeof input === 'string')
    return checkInput({ ...tokenize(input), targetIds: [startId] }, model);
  /** @type {{ ids?: unknown, typeIds?: unknown, words?: unknown, targetIds?: unknown }} */
  const { ids, typeIds, words, targetIds } = Array.isArray(input) ? { ids: input } : (input ?? {});
  const expected = 'a text, what tokenize() gives, or a list of ids';
  if (!Array.isArray(ids)) throw makeArgumentError('input', expected, describeValue(input));
  const tokens = ids.map(tokenOf);
  /** @param {unknown} list @param {number} otherwise */
  const asMany = (list, otherwise) =>
    Array.isArray(list) && list.length === ids.length ? [...list] : ids.map(() => otherwise);
  const [wordIndices, types] = [asMany(words, -1), asMany(typeIds, 0)];
  const target = Array.isArray(targetIds) ? [...targetIds] : [startId];
  return checkInput(
    { tokens, ids: [...ids], words: wordIndices, typeIds: types, targetIds: target },
    model,
  );
}

/** @param {Tokens & { targetIds: number[] }} input @param {Description} model */
function checkInput(input, { vocabulary, positions, types, encoder }) {
  // Some tokenizers count texts where the model does not.
  if ((types?.rows ?? 1) === 1) input.typeIds.fill(0);
  checkIds('ids', input.ids, vocabulary);
  checkIds('typeIds', input.typeIds, types?.rows ?? 1);
  if (encoder) checkIds('targetIds', input.targetIds, vocabulary);
  const count = Math.max(input.ids.length, encoder ? input.targetIds.length : 0);
  if (count <= positions) return input;
  const received = `${count} tokens`;
  throw new LimitError({ argument: 'input', expected: `${positions}, its positions`, received });
}

/** @param {string} name @param {number[]} list @param {number} end */
function checkIds(name, list, end) {
  list.forEach((id, i) => {
    if (Number.isInteger(id) && id >= 0 && id < end) return;
    throw makeArgumentError(`${name}[${i}]`, `an integer from 0 to ${end - 1}`, describeValue(id));
  });
}
