import assert from 'node:assert/strict';
import { it } from 'node:test';

it('the element can be imported without a document', async () => {
  const { AttentionLab, defineElements } = await import('../../web/entries/element.js');
  assert.equal(typeof AttentionLab, 'function');
  assert.equal(typeof defineElements, 'function');
  assert.equal(typeof document, 'undefined');
});
