// The forms in which a real model is named, and what is made of them.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { normaliseState } from '../../web/state/normalise.js';

/** @type {[given: string, model: string][]} */
const FORMS = [
  ['use-lite', 'use-lite'],
  [' tiny/gpt2/ ', 'tiny/gpt2'],
  ['tiny/gpt2@v1.0/a', 'tiny/gpt2@v1.0/a'],
  ['files@gpt2-2x4', 'files@gpt2-2x4'],
  ['https://huggingface.co/tiny/gpt2', 'tiny/gpt2'],
  ['https://huggingface.co/tiny/gpt2/', 'tiny/gpt2'],
  ['huggingface.co/tiny/gpt2/tree/main?x#y', 'tiny/gpt2'],
  ['./', './'],
  ['../gpt2', '../gpt2/'],
  ['/models/gpt2/', '/models/gpt2/'],
  ['https://example.org/gpt2/', 'https://example.org/gpt2/'],
  // None of these names a model.
  ...[
    'https://example.org/gpt2',
    '//example.org/',
    'javascript:/',
    './a b/',
    'a/b?c',
    '~/gpt2',
  ].map((name) => /** @type {[string, string]} */ ([name, 'use-lite'])),
];

it('A model is named by a name, by the page of a model, or by the address of a folder.', () => {
  for (const [given, model] of FORMS) {
    const read = (/** @type {string} */ name) =>
      normaliseState({ source: 'pretrained', model: name }).model;
    assert.equal(read(given), model, given);
    assert.equal(read(model), model, `${given}, read again`);
  }
});
