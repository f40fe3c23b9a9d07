import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Operations } from '../../src/js/attention.js';
import { loadAttention } from '../../src/js/index.js';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { expectedOf, filesOf } from './checkpoints.js';

const attention = await loadAttention();
const core = /** @type {any} */ (Operations.getCore(attention));
const [, , { ids }] = expectedOf('marian').cases;

/**
 * Runs a function and lists the rows of each product that it computes.
 * @param {() => void} body @returns {number[]}
 */
function listProducts(body) {
  /** @type {number[]} */
  const products = [];
  core.call = (/** @type {string} */ name, /** @type {number[]} */ args) => {
    if (name === 'attn_linear') products.push(args[3]);
    return Object.getPrototypeOf(core).call.call(core, name, args);
  };
  try {
    body();
  } finally {
    delete core.call;
  }
  return products;
}

describe('a decoder that writes on', () => {
  it('projects the keys and values of its encoder before its first token, and never again', async () => {
    const model = await loadPretrained(attention, filesOf('marian'));
    const { encoderLayers, layers } = model.sizes;
    const stream = model.stream({ ids }, { tokens: 4 });
    const counts = Array.from({ length: 4 }, () => {
      const products = listProducts(() => assert.equal(stream.next().done, false));
      assert.ok(products.includes(1), 'the decoder computes each token');
      return products.filter((rows) => rows === ids.length).length;
    });
    // Each encoder layer has four products: queries with keys and values, outputs, and two of the
    // network.
    assert.deepEqual(counts, [4 * encoderLayers + layers, 0, 0, 0]);
    model.dispose();
  });

  it('gives its memory back at the end, and if its reader stops', async () => {
    const model = await loadPretrained(attention, filesOf('marian'));
    const { used } = core.arena;
    assert.equal(model.generate({ ids }, { tokens: 3 }).ids.length, 3);
    assert.equal(core.arena.used, used);
    const stream = model.stream({ ids });
    stream.next();
    assert.ok(core.arena.used > used);
    stream.return();
    assert.equal(core.arena.used, used);
    model.dispose();
  });
});
