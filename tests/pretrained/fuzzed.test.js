// Headers and configurations damaged at random: each is refused by a typed error, or is a model; and no memory is taken
// before all of them are checked.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { getCore } from '../../src/js/attention.js';
import { AttentionError, loadAttention } from '../../src/js/index.js';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { often, tally } from '../support/bar.js';
import { isThorough } from '../support/extent.js';
import { createRandom } from '../support/random.js';
import { damagedFiles } from './random-files.js';

const CASES = often(isThorough ? 200_000 : 50_000, 1_000_000);

const attention = await loadAttention();
const { arena } = /** @type {any} */ (getCore(attention));
const bar = tally('pretrained');

/** The requests for memory: there are no others. */
let requests = 0;
for (const name of ['take', 'reserve']) {
  const request = arena[name];
  arena[name] = (/** @type {number} */ bytes) => {
    requests++;
    return request.call(arena, bytes);
  };
}

it(`${CASES} damaged headers and configurations are refused, or fit, without memory`, async (t) => {
  const random = createRandom(39);
  /** @type {Record<string, number>} */
  const codes = {};
  for (let i = 0; i < CASES; i++) {
    const files = damagedFiles(random);
    // What is right is refused last, for its size, and is not loaded.
    const error = await loadPretrained(attention, files, { maxBytes: 0 }).catch((reason) => reason);
    const isTyped = error instanceof AttentionError && error.code !== 'ERR_INTERNAL';
    if (!isTyped || requests > 0) {
      const [said, config] = [error?.stack ?? error, files['config.json']].map(String);
      assert.fail(`case ${i}: ${requests} requests\n${said}\n${config.slice(0, 1000)}`);
    }
    codes[error.code] = (codes[error.code] ?? 0) + 1;
  }
  t.diagnostic(JSON.stringify(codes));
  bar.count('damaged headers and configurations', CASES);
  assert.ok(codes.ERR_LIMIT > CASES / 100, `some are right: ${JSON.stringify(codes)}`);
  assert.ok(codes.ERR_MODEL > CASES / 2, `most are wrong: ${JSON.stringify(codes)}`);
});
