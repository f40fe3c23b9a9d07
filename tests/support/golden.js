import { readFileSync } from 'node:fs';

/** @typedef {{ shape: number[], data: Float32Array | Uint8Array | Int32Array, dtype: string }} Input */
/** @typedef {{ shape: number[], data: Float64Array }} Expected */
/**
 * @typedef {object} Reference
 * @property {string} name
 * @property {string} op the operation, a row of the table in tests/golden/README.md
 * @property {Record<string, any>} params
 * @property {Record<string, Input>} inputs
 * @property {Record<string, Expected>} expected computed in float64; empty when `refused`
 * @property {Record<string, Expected>} expectedF32 the reference's own float32 results
 * @property {string | undefined} refused why the reference refuses the call
 * @property {boolean} quirk whether the reference's result differs from what one would expect of a
 *   library
 * @property {number[] | undefined} prints the numbers printed in the article
 */

const folder = new URL('../golden/', import.meta.url);

/** @param {string} name */
const readJson = (name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8'));

/**
 * @template R
 * @param {Record<string, any> | undefined} tensors
 * @param {(tensor: any) => R} read
 * @returns {Record<string, R>}
 */
function readAll(tensors = {}, read) {
  return Object.fromEntries(Object.entries(tensors).map(([name, t]) => [name, read(t)]));
}

/** @type {Record<string, (values: any[]) => Input['data']>} */
const readers = {
  // In JSON, NaN and infinities are strings, which Number() reads.
  float32: (values) => Float32Array.from(values, Number),
  bool: (values) => Uint8Array.from(values),
  uint8: (values) => Uint8Array.from(values),
  int64: (values) => Int32Array.from(values),
};

/** @param {any} expected */
const readExpected = ({ shape, data }) => ({ shape, data: Float64Array.from(data, Number) });

/** @param {any} json @returns {Reference} */
function readReference({
  name,
  op,
  params,
  inputs,
  expected,
  expected_f32,
  quirk,
  article_prints,
}) {
  return {
    name,
    op,
    params,
    inputs: readAll(inputs, ({ shape, dtype, data }) => ({
      shape,
      dtype,
      data: readers[dtype](data),
    })),
    expected: readAll(expected.error ? {} : expected, readExpected),
    expectedF32: readAll(expected_f32, readExpected),
    refused: expected.error?.message,
    quirk: quirk === true,
    prints: article_prints,
  };
}

/** Cases of operations that the core does not have. tests/learning runs them. */
const LEARNING = 'gru_bahdanau.json';

/** @returns {{ file: string, about: string, cases: Reference[] }[]} */
export function readGolden() {
  return readJson('index.json')
    .files.filter((/** @type {any} */ { file }) => file !== LEARNING)
    .map((/** @type {any} */ { file, about }) => ({ file, about, cases: readCases(file) }));
}

/** @param {string} file @returns {Reference[]} */
export const readCases = (file) => readJson(file).cases.map(readReference);
