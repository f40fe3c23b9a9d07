// Tokenizers of checkpoints with a change, and tests that a changed one is refused.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TextTokenizer } from '../../src/js/pretrained/tokens.js';
import { jsonOf } from './checkpoints.js';

/** @typedef {(json: any) => void} Change */

/** @param {string} name of a checkpoint @param {Change} [change] */
export function openTokenizer(name, change) {
  const json = jsonOf(name, 'tokenizer.json');
  change?.(json);
  return new TextTokenizer(json, {});
}

/**
 * Defines a test for each refusal.
 * @param {[what: string, checkpoint: string, change: Change, ...messages: RegExp[]][]} refusals
 */
export const refusesTokenizers = (refusals) =>
  describe('a tokenizer.json is refused by the name of its setting:', () => {
    for (const [what, name, change, ...messages] of refusals)
      it(what, () => {
        assert.throws(
          () => openTokenizer(name, change),
          (/** @type {any} */ error) => {
            assert.equal(error.name, 'ModelError');
            assert.equal(error.reason, 'tokenizer');
            for (const message of messages) assert.match(error.message, message);
            return true;
          },
        );
      });
  });
