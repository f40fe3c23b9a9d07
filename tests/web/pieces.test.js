// Pieces of words, as tokenizers write them and as they are shown.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { cleanPieces } from '../../web/text/pieces.js';
import { times } from '../support/extent.js';
import { anyText } from '../support/hostile-text.js';

const clean = (/** @type {string} */ text) => cleanPieces(text.split(' ')).join(' ');

it('pieces of GPT-2 lose their mark, and what goes on with a word is seen', () => {
  assert.equal(clean('The Ġcat s Ġsat .'), 'The cat -s sat .');
  assert.equal(clean('<s> The Ġun believ able </s>'), '<s> The un -believ -able </s>');
  assert.deepEqual(cleanPieces(['Ġa', 'Ġ', 'Ġb']), ['a', 'Ġ', 'b']);
});

it('so do those of SentencePiece, without their bytes', () => {
  assert.equal(clean('▁The ▁transform er , ▁über'), 'The transform -er , über');
  assert.deepEqual(cleanPieces(['▁', '▁a']), ['▁', 'a']);
});

it('pieces of WordPiece that go on have a hyphen', () => {
  assert.equal(clean('[CLS] play ##ing ## ##! [SEP]'), '[CLS] play -ing ## -! [SEP]');
});

it('words that are no pieces stay as they are', () => {
  for (const text of ['They eat fried noodles', 'G A # #x', '1 2 3', 'Ãtats é']) {
    assert.equal(clean(text), text);
  }
});

it('any list of strings gives as many', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(anyText(), fc.stringMatching(/^[Ġ▁#a-cé]*$/u))),
      (tokens) => cleanPieces(tokens).length === tokens.length,
    ),
    { seed: 3, numRuns: times(500) },
  );
});
