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

/** Reads CSV strictly by RFC 4180. @param {string} text @returns {string[][]} */
export function readCsv(text) {
  /** @type {string[][]} */
  const records = [];
  let record = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  while (field.lastIndex < text.length) {
    const at = field.lastIndex;
    const found = field.exec(text);
    assert.ok(found, `not RFC 4180: ${JSON.stringify(text.slice(at, at + 40))}`);
    record.push(found[1]?.replaceAll('""', '"') ?? found[2]);
    if (found[3] === ',') continue;
    records.push(record);
    record = [];
  }
  assert.deepEqual(record, [], 'the last line ends as the others');
  return records;
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
