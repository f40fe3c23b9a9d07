import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { makeMini } from '../support/make-mini.js';

it('Trained again, the mini that ships has the same weights, character by character.', async () => {
  const path = new URL('../../src/js/learning/weights/mini.js', import.meta.url);
  // Not `equal`, which would print both.
  assert.ok((await makeMini()) === (await readFile(path, 'utf8')));
});
