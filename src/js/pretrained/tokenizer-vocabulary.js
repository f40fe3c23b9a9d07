// The vocabulary, the merges and the template of a tokenizer.json. The original refuses wrong ones; the package would give
// wrong ids.

import { defineInteger, isIntegerIn } from '../option-reader.js';
import { refuse } from './tokenizer-parts.js';

const LARGEST_ID = 2 ** 32 - 1;
/** @param {unknown} value */
const isId = (value) => isIntegerIn(value, 0, LARGEST_ID);
/** @param {unknown} value */
const isText = (value) => typeof value === 'string';

/**
 * Checks the tokens of a tokenizer.json, its merges and its template.
 * @param {Record<string, any>} json
 * @throws {ModelError} if one is wrong
 */
export function checkVocabulary({ version, model, post_processor }) {
  if ((version ?? '1.0') !== '1.0') throw refuse('version', 'absent or "1.0"', version);
  if (model.type === 'Unigram') checkPieces(model);
  else checkIds(model.vocab);
  if (model.type === 'BPE') checkMerges(model);
  for (const part of post_processor?.processors ?? [post_processor]) checkTemplate(part);
}

/** @param {{ vocab: unknown[], unk_id: number }} model */
function checkPieces({ vocab, unk_id: unknown }) {
  const isPiece = (/** @type {any} */ pair) => isText(pair?.[0]) && Number.isFinite(pair[1]);
  const wrong = vocab.findIndex((pair) => !isPiece(pair));
  if (wrong >= 0) throw refuse(`model.vocab.${wrong}`, 'a piece and its score', vocab[wrong]);
  const { accepts, expected } = defineInteger(0, vocab.length - 1);
  if (!accepts?.(unknown)) throw refuse('model.unk_id', String(expected), unknown);
}

/** @param {Record<string, unknown>} vocab the id of each token */
function checkIds(vocab) {
  const expected = `an integer from 0 to ${LARGEST_ID}`;
  for (const [token, id] of Object.entries(vocab))
    if (!isId(id)) throw refuse(`model.vocab.${token.slice(0, 200)}`, expected, id);
}

/** @param {{ vocab: object, merges: unknown[] }} model */
function checkMerges({ vocab, merges }) {
  const tokens = new Set(Object.keys(vocab));
  const areTexts = isText(merges[0]);
  /** @param {unknown} merge */
  function isKnown(merge) {
    // The first line of the file of merges.
    if (isText(merge) && merge.startsWith('#version')) return true;
    const pieces = isText(merge) ? merge.split(' ') : merge;
    if (isText(merge) !== areTexts || !Array.isArray(pieces) || pieces.length !== 2) return false;
    const [left, right] = pieces;
    return tokens.has(left) && tokens.has(right) && tokens.has(left + right);
  }
  const wrong = merges.findIndex((merge) => !isKnown(merge));
  if (wrong < 0) return;
  const expected = 'two pieces that are tokens, whose merge is a token';
  throw refuse(`model.merges.${wrong}`, expected, merges[wrong]);
}

/** @param {any} processor */
function checkTemplate(processor) {
  if (processor?.type !== 'TemplateProcessing') return;
  const isPart = (/** @type {any} */ part) => {
    const { Sequence: text, SpecialToken: token } = Object(part);
    return (
      isId((text ?? token)?.type_id) &&
      (text ? ['A', 'B'].includes(text.id) : Object.hasOwn(processor.special_tokens, token.id))
    );
  };
  for (const name of ['single', 'pair'])
    for (const [i, part] of processor[name].entries()) {
      const expected = 'a text A or B, or a token of special_tokens';
      if (!isPart(part)) throw refuse(`post_processor.${name}.${i}`, expected, part);
    }
}
