// Each chapter but the last ends with one sentence of what is known, and the formula as far as it has come.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { chapters } from '../../web/features/course/index.js';
import { markup } from '../support/markup.js';

it('every chapter but the last has a recap of at most 25 words beside its formula', () => {
  for (const { id, recap } of chapters.slice(0, -1)) {
    const text = markup(recap?.()).replace(/<[^>]*>/g, '');
    assert.match(text, /So far: /, id);
    assert.ok(text.split(/\s+/).filter((word) => /[a-z]{2}/i.test(word)).length <= 25, text);
  }
  assert.equal(chapters.at(-1)?.recap, undefined);
});
