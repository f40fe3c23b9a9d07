import assert from 'node:assert/strict';
import { it } from 'node:test';
import { memoizeByOwner, memoizeRecent } from '../../web/graph/memoize.js';

it('a result is kept, also if there is none', () => {
  let calls = 0;
  const count = () => void calls++;
  const [recent, byOwner] = [memoizeRecent(2, count), memoizeByOwner(count)];
  const owner = {};
  for (let i = 0; i < 3; i++) {
    recent(1);
    byOwner(owner);
  }
  assert.equal(calls, 2);
});

it('results of other keys are kept apart, also if their texts have commas', () => {
  const join = memoizeByOwner((/** @type {object} */ _, /** @type {string[]} */ ...parts) =>
    parts.join(' '),
  );
  const owner = {};
  assert.deepEqual([join(owner, 'a,b', 'c'), join(owner, 'a', 'b,c')], ['a,b c', 'a b,c']);
});
