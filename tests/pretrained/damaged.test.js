// Damaged and truncated files, and headers and configurations at random: a typed error or a model, never anything else,
// and no more memory than the file's size.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { getCore } from '../../src/js/attention.js';
import { AttentionError, loadAttention } from '../../src/js/index.js';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { often } from '../support/bar.js';
import { createRandom } from '../support/random.js';
import { filesOf, joinFile, jsonOf, splitFile, weightsOf } from './checkpoints.js';

const attention = await loadAttention();
const { arena } = /** @type {any} */ (getCore(attention));

/** An error that names what is wrong, and not one of the core's guards. @param {unknown} error @param {string} what */
function assertTyped(error, what) {
  const isTyped = error instanceof AttentionError && error.code !== 'ERR_INTERNAL';
  assert.ok(isTyped, `${what}: ${/** @type {any} */ (error).stack}`);
}

/** Whether it is loaded. @param {any} files @param {string} what */
async function isLoaded(files, what) {
  const before = arena.used;
  try {
    const model = await loadPretrained(attention, files, { maxBytes: 2 ** 21 });
    try {
      model.run([1, 2, 3]);
      return true;
    } catch (error) {
      assertTyped(error, what);
      return true;
    } finally {
      model.dispose();
    }
  } catch (error) {
    assertTyped(error, what);
    return false;
  } finally {
    assert.equal(arena.used, before, `${what}: memory is not released`);
  }
}

/** Files without a tokenizer, which has nothing to do with weights. @param {string} name @param {object} changes */
function plainFiles(name, changes) {
  const { 'tokenizer.json': _, 'tokenizer_config.json': __, ...files } = filesOf(name);
  return { ...files, ...changes };
}

describe('a damaged file', () => {
  const weights = weightsOf('gpt2-prefixed');
  const { header, data } = splitFile(weights);
  const end = weights.length - data.length;

  it('is refused at any length that it is cut to', async () => {
    const random = createRandom(1);
    const lengths = [...Array(40).keys(), end - 1, end, end + 1, weights.length - 1];
    for (let i = 0; i < often(40, 2000); i++) lengths.push(random.integer(0, weights.length - 1));
    for (const length of lengths) {
      const files = plainFiles('gpt2-prefixed', {
        'model.safetensors': weights.subarray(0, length),
      });
      assert.equal(await isLoaded(files, `cut to ${length}`), false);
    }
  });

  it('with another byte in its header is refused or read', async () => {
    const random = createRandom(2);
    for (let i = 0; i < often(200, 5000); i++) {
      const file = Uint8Array.from(weights);
      const at = random.integer(0, end - 1);
      file[at] = random.integer(0, 255);
      await isLoaded(plainFiles('gpt2-prefixed', { 'model.safetensors': file }), `byte ${at}`);
    }
  });

  it('with any header is refused, unless it is the right one', async () => {
    const entry = fc.oneof(
      fc.jsonValue(),
      fc.record({
        dtype: fc.constantFrom('F32', 'F16', 'BF16', 'I64', 'F4', 'q', '__proto__'),
        shape: fc.array(fc.oneof(fc.nat(400), fc.constantFrom(-1, 2 ** 53, 1.5, Number.MAX_VALUE))),
        data_offsets: fc.array(fc.oneof(fc.nat(2e5), fc.constantFrom(-1, 2 ** 60)), {
          maxLength: 3,
        }),
      }),
    );
    const names = [...Object.keys(header), '__proto__', 'constructor', '__metadata__', ''];
    const changes = fc.array(fc.tuple(fc.constantFrom(...names), entry), {
      minLength: 1,
      maxLength: 4,
    });
    const property = fc.asyncProperty(changes, async (list) => {
      const changed = `{${Object.entries({ ...header })
        .concat(list)
        .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value ?? null)}`)
        .join()}}`;
      const file = joinFile(changed, [data]);
      await isLoaded(
        plainFiles('gpt2-prefixed', { 'model.safetensors': file }),
        changed.slice(-300),
      );
    });
    await fc.assert(property, { numRuns: often(150, 5000), seed: 3 });
  });
});

describe('a configuration', () => {
  for (const name of [
    'gpt2',
    'gpt_neo',
    'gpt_neox',
    'bert',
    'distilbert',
    'roberta',
    'llama',
    'qwen2',
    'opt',
    'marian',
  ]) {
    it(`of ${name} with any values is refused or read`, async () => {
      const config = jsonOf(name, 'config.json');
      const files = plainFiles(name, { 'model.safetensors': weightsOf(name) });
      const strange = [
        0,
        -1,
        0.5,
        1e308,
        2 ** 31,
        '',
        '32',
        null,
        true,
        [],
        {},
        [[]],
        [[['global'], 1e9]],
      ];
      const value = fc.oneof(fc.constantFrom(...strange), fc.jsonValue(), fc.nat(400));
      const changes = fc.dictionary(fc.constantFrom(...Object.keys(config)), value, {
        minKeys: 1,
        maxKeys: 3,
      });
      const property = fc.asyncProperty(changes, async (changed) => {
        const all = { ...config, ...changed };
        await isLoaded({ ...files, 'config.json': all }, JSON.stringify(changed));
      });
      await fc.assert(property, { numRuns: often(50, 5000), seed: 4 });
    });
  }
});
