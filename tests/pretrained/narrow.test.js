// Weights of bfloat16 or float16 stay so in memory: half the size, and the same bits as the same
// numbers in float32.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { widenHalves } from '../../src/js/half.js';
import { LimitError, loadAttention } from '../../src/js/index.js';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { PretrainedModel } from '../../src/js/pretrained/model.js';
import { bitsOf, narrowTypes, roundTo } from '../support/narrow.js';
import { assertSameBits } from '../support/near.js';
import { checkpoints, filesOf, inputOf, tensorsOf, writeSafetensors } from './checkpoints.js';

/** @import { Run } from '../../src/js/pretrained/types.js' */

const attention = await loadAttention();

/** @typedef {import('../support/narrow.js').NarrowType} NarrowType */

const NAMES = /** @type {const} */ ({ bfloat16: 'BF16', float16: 'F16' });

/** Returns the numbers of a float tensor. @param {string} dtype @param {Uint8Array} bytes */
function floatsOf(dtype, bytes) {
  const { buffer } = Uint8Array.from(bytes);
  if (dtype === 'F32') return new Float32Array(buffer);
  const isHalf = dtype === 'F16' || dtype === 'BF16';
  return isHalf ? widenHalves(new Uint16Array(buffer), dtype === 'BF16') : undefined;
}

/**
 * Returns the files of a checkpoint with numbers rounded to this type, stored in it or as float32.
 * @param {NarrowType} narrow @param {string} name @param {(tensor: string) => boolean} isNarrow
 */
function filesAs(narrow, name, isNarrow) {
  const tensors = Object.entries(tensorsOf(name)).map(([tensor, { dtype, shape, bytes }]) => {
    const floats = floatsOf(dtype, bytes)?.map((value) => roundTo(narrow, value));
    if (floats === undefined) return [tensor, { dtype, shape, bytes }];
    if (!isNarrow(tensor)) return [tensor, { dtype: 'F32', shape, bytes: viewBytes(floats) }];
    const words = Uint16Array.from(floats, (value) => bitsOf(narrow, value));
    return [tensor, { dtype: NAMES[narrow], shape, bytes: viewBytes(words) }];
  });
  return { ...filesOf(name), 'model.safetensors': writeSafetensors(Object.fromEntries(tensors)) };
}

/** @param {Uint16Array | Float32Array} words */
const viewBytes = ({ buffer }) => new Uint8Array(buffer);

/** Lists all tensors of a run by name. @param {Run} run */
const tablesOf = ({ hidden, logits, pooled, layers, encoder }) =>
  Object.entries({ hidden, logits, pooled, encoded: encoder?.hidden })
    .concat([...layers, ...(encoder?.layers ?? [])].flatMap((tables) => Object.entries(tables)))
    .flatMap(([name, tensor]) => (tensor ? [{ name, tensor }] : []));

/** @param {string} name @param {number} count */
const makeInput = (name, count) =>
  inputOf(
    name,
    Array.from({ length: count }, (_, i) => (7 * i + 3) % 190),
  );

/**
 * Compares two models.
 * @param {string} name @param {PretrainedModel} narrow @param {PretrainedModel} wide
 */
function compare(name, narrow, wide) {
  // One row, as many rows as a tile has, and more.
  for (const count of [1, 4, 9]) {
    const input = makeInput(name, count);
    const [is, should] = [narrow, wide].map((model) => tablesOf(model.run(input, { trace: true })));
    assert.ok(is.length > 10 && is.length === should.length);
    is.forEach(({ name: table, tensor }, i) => {
      assertSameBits(tensor, should[i].tensor, `${name}: ${table} of ${count}`);
    });
  }
  for (let layer = 0; layer < wide.sizes.layers; layer++)
    assert.deepEqual(narrow.layer(layer).parameters, wide.layer(layer).parameters, `${layer}`);
  const ids = [0, 1, 7, 8, 150];
  const text = { ids, typeIds: ids.map(() => 0) };
  const [found, same] = [narrow, wide].map((model) => PretrainedModel.readEmbeddings(model, text));
  for (const [i, { kind, rows }] of found.entries())
    assertSameBits(rows, same[i].rows, `embeddings of ${kind}`);
  if (!wide.sizes.isCausal) return;
  const write = (/** @type {PretrainedModel} */ model) =>
    model.generate(makeInput(name, 5), { tokens: 8, temperature: 2 });
  assert.deepEqual(write(narrow), write(wide));
}

for (const { dtype } of narrowTypes) {
  /** @param {string} name @param {(tensor: string) => boolean} isNarrow */
  const filesOfType = (name, isNarrow) => filesAs(dtype, name, isNarrow);
  describe(`a file of ${dtype}`, () => {
    for (const name of checkpoints) {
      it(`${name}: has the bits of float32, in half the memory`, async () => {
        const narrow = await loadPretrained(
          attention,
          filesOfType(name, () => true),
        );
        const wide = await loadPretrained(
          attention,
          filesOfType(name, () => false),
        );
        compare(name, narrow, wide);
        assert.equal(narrow.parameters, wide.parameters);
        const { bytes, sizes } = narrow;
        // Norms and biases stay float32.
        const share = bytes / wide.bytes;
        assert.ok(share > 0.5 && share < 0.55, `${share} of ${wide.bytes} bytes`);
        assert.ok(sizes.layers > 0);
        for (const model of [narrow, wide]) model.dispose();
      });
    }

    it('may be one in parts: a projection of several tensors keeps the type that all of them have', async () => {
      const wide = await loadPretrained(
        attention,
        filesOfType('llama', () => false),
      );
      const isKey = (/** @type {string} */ tensor) => /k_proj|v_proj/.test(tensor);
      const some = await loadPretrained(attention, filesOfType('llama', isKey));
      assert.equal(some.bytes, wide.bytes);
      compare('llama', some, wide);
      const isQkv = (/** @type {string} */ tensor) => /[qkv]_proj/.test(tensor);
      const all = await loadPretrained(attention, filesOfType('llama', isQkv));
      compare('llama', all, wide);
      // Two layers with 4 heads of queries and 2 of keys and values, each 8 wide, with rows of 32
      // numbers.
      assert.equal(wide.bytes - all.bytes, 2 * (2 * 64 * 32));
      for (const model of [wide, some, all]) model.dispose();
    });

    it('fits a limit that float32 does not', async () => {
      const files = {
        narrow: filesOfType('gpt2', () => true),
        wide: filesOfType('gpt2', () => false),
      };
      const narrow = await loadPretrained(attention, files.narrow);
      const maxBytes = narrow.bytes;
      narrow.dispose();
      (await loadPretrained(attention, files.narrow, { maxBytes })).dispose();
      await assert.rejects(
        loadPretrained(attention, files.narrow, { maxBytes: maxBytes - 1 }),
        LimitError,
      );
      await assert.rejects(loadPretrained(attention, files.wide, { maxBytes }), LimitError);
    });
  });
}

it('A projection whose tensors have 16 bits, of either type, is float32.', async () => {
  const tensors = tensorsOf('llama');
  const types = /** @type {const} */ (['bfloat16', 'float16']);
  const layer = 'model.layers.0.self_attn.';
  const modelFiles = types.map((first) => {
    const changed = { ...tensors };
    for (const [name, { shape, dtype, bytes }] of Object.entries(tensors)) {
      const narrow = name === `${layer}q_proj.weight` ? first : 'bfloat16';
      const floats = floatsOf(dtype, bytes) ?? assert.fail(name);
      const words = floats.map((value) => bitsOf(narrow, roundTo(narrow, value)));
      changed[name] = { shape, dtype: NAMES[narrow], bytes: viewBytes(Uint16Array.from(words)) };
    }
    return { ...filesOf('llama'), 'model.safetensors': writeSafetensors(changed) };
  });
  const [same, mixed] = await Promise.all(
    modelFiles.map((files) => loadPretrained(attention, files)),
  );
  // The 32 rows of queries, 16 of keys and 16 of values have 32 numbers each, with 2 more bytes for
  // each number.
  assert.equal(mixed.bytes - same.bytes, 2 * 64 * 32);
  for (const model of [same, mixed]) model.dispose();
});

it('a norm of int8 gets the 1 that Gemma adds to its norms, as one of float32 does', async () => {
  const name = 'model.layers.0.input_layernorm.weight';
  const { [name]: stored, ...rest } = tensorsOf('gemma');
  const { shape } = stored;
  const integers = Int8Array.from({ length: shape[0] }, (_, i) => i - 3);
  const halves = Float32Array.from(integers, (integer) => integer / 2);
  const scales = new Float32Array(shape[0]).fill(0.5);
  const readNorm = async (/** @type {Parameters<typeof writeSafetensors>[0]} */ tensors) => {
    const files = { ...filesOf('gemma'), 'model.safetensors': writeSafetensors(tensors) };
    const model = await loadPretrained(attention, files);
    const { attnNorm } = model.layer(0).parameters;
    model.dispose();
    return attnNorm;
  };
  const wide = { ...rest, [name]: { dtype: 'F32', shape, bytes: viewBytes(halves) } };
  const int8 = {
    ...rest,
    [name]: { dtype: 'I8', shape, bytes: new Uint8Array(integers.buffer) },
    [`${name}_scale`]: { dtype: 'F32', shape, bytes: viewBytes(scales) },
  };
  assert.deepEqual(await readNorm(int8), await readNorm(wide));
});
