// This project, through its public API.
import { loadAttention } from '../../../src/js/index.js';

const address = new URL('../../../dist/attention.wasm', import.meta.url);

/** @returns {Promise<Uint8Array<ArrayBuffer>>} the bytes of the core */
export async function fetchCore() {
  if (address.protocol !== 'file:') {
    return new Uint8Array(await (await fetch(address)).arrayBuffer());
  }
  const fs = 'node:fs/promises';
  const { readFile } = await import(fs);
  return readFile(address);
}

/**
 * @param {Uint8Array<ArrayBuffer>} [bytes]
 * @returns {Promise<import('../measure.js').Contestant>}
 */
export async function openOurs(bytes) {
  const attention = await loadAttention(bytes);

  /** @type {import('../measure.js').Ways} */
  const ways = {
    product({ work: { sizes }, inputs }) {
      const { M, K, N } = sizes;
      const layer = attention.createLinear({ shape: [N, K], data: inputs.weight });
      const run = () => ({ output: layer.forward({ shape: [M, K], data: inputs.input }).data });
      return [{ way: 'createLinear', run, dispose: () => layer.dispose() }];
    },

    softmax({ work: { sizes }, inputs }) {
      const shape = [sizes.M, sizes.N];
      const run = () => ({ output: attention.softmax({ shape, data: inputs.input }).data });
      return [{ way: 'softmax', run }];
    },

    attention({ work: { sizes, weights: needWeights }, inputs }) {
      const shape = [sizes.H, sizes.L, sizes.E];
      const run = () => {
        const query = { shape, data: inputs.query };
        const key = { shape, data: inputs.key };
        const value = { shape, data: inputs.value };
        return dataOf(attention.scaledDotProductAttention(query, key, value, { needWeights }));
      };
      return [{ way: 'scaledDotProductAttention', run }];
    },

    layer({ work: { sizes }, inputs }) {
      const { L, D, H } = sizes;
      const layer = attention.createMultiHeadAttention(
        {
          inProjWeight: { shape: [3 * D, D], data: inputs.inWeight },
          inProjBias: { shape: [3 * D], data: inputs.inBias },
          outProjWeight: { shape: [D, D], data: inputs.outWeight },
          outProjBias: { shape: [D], data: inputs.outBias },
        },
        { numHeads: H },
      );
      const run = () => {
        const input = { shape: [L, D], data: inputs.input };
        return dataOf(layer.forward(input, input, input, { needWeights: false }));
      };
      return [{ way: 'createMultiHeadAttention', run, dispose: () => layer.dispose() }];
    },

    additive({ work: { sizes }, inputs }) {
      const { L, S, A } = sizes;
      const E = inputs.query.length / L;
      const parameters = {
        wq: { shape: [A, E], data: inputs.wq },
        wk: { shape: [A, E], data: inputs.wk },
        wv: { shape: [A], data: inputs.wv },
      };
      const run = () => {
        const query = { shape: [L, E], data: inputs.query };
        const key = { shape: [S, E], data: inputs.key };
        const value = { shape: [S, E], data: inputs.value };
        return dataOf(attention.additiveAttention(query, key, value, parameters));
      };
      return [{ way: 'additiveAttention', run }];
    },
  };

  return {
    name: 'attention-lab',
    version: '',
    prepare: (problem) => ways[problem.work.kind](problem),
  };
}

/** @param {{ output: { data: Float32Array }, weights?: { data: Float32Array } | null }} results */
const dataOf = ({ output, weights }) => ({ output: output.data, weights: weights?.data });
