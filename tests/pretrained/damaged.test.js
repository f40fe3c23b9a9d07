// Truncated files and randomly damaged headers and configurations: each gives a typed error or a
// model that runs. No memory is taken before all files are checked.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Operations } from '../../src/js/attention.js';
import { AttentionError, loadAttention } from '../../src/js/index.js';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { chooseCaseCount, tally } from '../support/bar.js';
import { createRandom } from '../support/random.js';
import { filesOf, splitFile, weightsOf } from './checkpoints.js';
import { damagedFiles } from './random-files.js';

const CASES = chooseCaseCount(200_000, 1_000_000);

const attention = await loadAttention();
const { arena } = /** @type {any} */ (Operations.getCore(attention));
const bar = tally('pretrained');

let requests = 0;
for (const name of ['take', 'reserve']) {
  const request = arena[name];
  arena[name] = (/** @type {number} */ bytes) => {
    requests++;
    return request.call(arena, bytes);
  };
}

/**
 * Tells whether an error names the fault, and is not one of the core's guards.
 * @param {unknown} error
 */
const isTyped = (error) => error instanceof AttentionError && error.code !== 'ERR_INTERNAL';

/**
 * Loads files and runs the model.
 * @param {any} files
 * @returns {Promise<unknown>} the error, if any
 */
async function runFiles(files) {
  const { used } = arena;
  try {
    const model = await loadPretrained(attention, files, { maxBytes: 2 ** 21 });
    try {
      model.run([1, 2, 3]);
    } finally {
      model.dispose();
    }
  } catch (error) {
    return error;
  } finally {
    assert.equal(arena.used, used, 'memory is released');
  }
}

it('a file is refused at any length that it is cut to', async () => {
  const weights = weightsOf('gpt2-prefixed');
  const end = weights.length - splitFile(weights).data.length;
  const random = createRandom(1);
  const lengths = [...Array(40).keys(), end - 1, end, end + 1, weights.length - 1];
  for (let i = 0; i < chooseCaseCount(40, 2000); i++)
    lengths.push(random.integer(0, weights.length - 1));
  const { 'tokenizer.json': _, 'tokenizer_config.json': __, ...files } = filesOf('gpt2-prefixed');
  for (const length of lengths) {
    const error = await runFiles({ ...files, 'model.safetensors': weights.subarray(0, length) });
    assert.ok(isTyped(error), `cut to ${length}: ${error}`);
  }
});

it(`${CASES} damaged headers and configurations are refused, or fit, without memory`, async (t) => {
  const random = createRandom(39);
  /** @type {Record<string, number>} */
  const codes = {};
  for (let i = 0; i < CASES; i++) {
    const files = damagedFiles(random);
    requests = 0;
    // Files without faults fail only the last check, the limit on the size.
    const error = await loadPretrained(attention, files, { maxBytes: 0 }).catch((reason) => reason);
    const isRight = error.code === 'ERR_LIMIT';
    const taken = requests;
    const next = isRight && codes.ERR_LIMIT < 500 ? await runFiles(files) : undefined;
    if (!isTyped(error) || taken > 0 || (next && !isTyped(next))) {
      const [first, second, config] = [error.stack, next, files['config.json']].map(String);
      assert.fail(`case ${i}: ${taken} requests\n${first}\n${second}\n${config.slice(0, 1000)}`);
    }
    codes[error.code] = (codes[error.code] ?? 0) + 1;
  }
  t.diagnostic(JSON.stringify(codes));
  bar.count('damaged headers and configurations', CASES);
  assert.ok(codes.ERR_LIMIT > CASES / 100, `some are right: ${JSON.stringify(codes)}`);
  assert.ok(codes.ERR_MODEL > CASES / 2, `most are wrong: ${JSON.stringify(codes)}`);
});
