// Joins what exports write, because the page writes it in parts.
import assert from 'node:assert/strict';
import { writeCsvLines, writeJsonParts } from '../../web/export/numbers.js';
import { assertSameBits } from './near.js';

/** @param {Parameters<typeof writeJsonParts>} given */
export function toJson(...given) {
  const json = writeJsonParts(...given);
  return 'refused' in json ? json : { text: [...json.parts].join('') };
}

/** @param {Parameters<typeof writeCsvLines>} given */
export function toCsv(...given) {
  const lines = writeCsvLines(...given);
  return lines && [...lines].join('');
}

/**
 * Asserts that JSON and CSV contain every number, with a name for each axis.
 * @param {Parameters<typeof writeJsonParts>} given
 */
export function assertWritten(...given) {
  const [, computation] = given;
  const json = toJson(...given);
  assert.ok('text' in json);
  const { tensors } = JSON.parse(json.text);
  for (const [id, tensor] of Object.entries(computation.results)) {
    const { shape, data, axes } = tensors[id];
    const numbers = data.map((/** @type {unknown} */ value) => Math.fround(Number(value)));
    assertSameBits({ shape, data: numbers }, tensor, id);
    const named = axes.filter((/** @type {string} */ axis) => axis.length > 1);
    assert.equal(named.length, shape.length, `${id}: ${axes}`);
    // A single number is not a table.
    if (shape.length === 0) continue;
    const [head = ''] = toCsv(/** @type {any} */ (computation), id)?.split('\r\n') ?? [];
    assert.ok(head && !head.includes('undefined'), `${id}: ${head}`);
  }
}
