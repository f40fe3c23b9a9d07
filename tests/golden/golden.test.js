import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AttentionError, loadAttention } from '../../src/js/index.js';
import { tally } from '../support/bar.js';
import { readGolden } from '../support/golden.js';
import { assertWithin, linearBound, shareOfLargest, softmaxBound } from '../support/near.js';
import { decisions } from './decisions.js';
import { operations } from './operations.js';

/** @typedef {import('../support/golden.js').Reference} Reference */

const attention = await loadAttention();
const bar = tally('fixtures');
const golden = readGolden();

/** @param {Reference} reference */
const runner =
  ({ op, inputs, params }) =>
  (/** @type {object} */ options = {}) =>
    operations[op](attention, inputs, params, options);

/**
 * Returns the bound of a result. A product is judged by its terms and a softmax by each weight, as
 * in theory. Other results are judged by their largest value, because PyTorch itself does no
 * better.
 * @param {Reference} reference
 * @param {import('../support/golden.js').Expected} expected
 */
function boundOf({ op, inputs, params }, expected) {
  if (op === 'linear') return linearBound(inputs.x, inputs.weight, inputs.bias);
  if (op === 'softmax') {
    const { divide_by = 1, dim } = params;
    const x = { shape: inputs.x.shape, data: Array.from(inputs.x.data, (v) => v / divide_by) };
    return softmaxBound(x, expected, dim);
  }
  return shareOfLargest(expected);
}

/** @param {Reference} reference */
function verify(reference) {
  const run = runner(reference);
  if (reference.refused) {
    assert.throws(run, AttentionError);
    return;
  }
  const results = run();
  for (const [name, expected] of Object.entries(reference.expected)) {
    bar.used(assertWithin(results[name], expected, boundOf(reference, expected), name));
  }
}

for (const { file, about, cases } of golden) {
  describe(`${file}: ${about}`, () => {
    for (const reference of cases) {
      const { name, quirk, refused } = reference;
      if (quirk) {
        const { reason, verify } = decisions[name];
        it(`${name}: ${reason}`, () => verify(runner(reference), reference));
      } else {
        it(refused ? `${name} is refused: ${refused}` : name, () => verify(reference));
      }
    }
  });
}

describe('the reference cases', () => {
  const all = golden.flatMap(({ cases }) => cases);
  const find = (/** @type {string} */ name) => {
    const reference = all.find((candidate) => candidate.name === name);
    assert.ok(reference, name);
    return reference;
  };

  it('are 193', () => {
    assert.equal(all.length, 193);
    bar.count('cases', all.length);
  });

  it('have a decision for every quirk, and only for quirks', () => {
    const quirks = all.filter(({ quirk }) => quirk).map(({ name }) => name);
    assert.deepEqual(quirks.sort(), Object.keys(decisions).sort());
  });

  it('give what the article on masked softmax prints, to its four decimals', () => {
    const reference = find('s003_msm_article_printed');
    const { output } = runner(reference)();
    assert.deepEqual(
      Array.from(output.data, (x) => Number(x.toFixed(4))),
      reference.prints,
    );
  });

  it('show that the 0.011 printed for the last word of the worked example is really 0.1172', () => {
    const reference = find('s001_softmax');
    const { output } = runner(reference)();
    assert.deepEqual(
      Array.from(output.data, (x) => x.toFixed(4)),
      ['0.0008', '0.8661', '0.0159', '0.1172'],
    );
    assert.deepEqual(reference.prints, [0.0008, 0.87, 0.015, 0.011]);
  });
});
