import assert from 'node:assert/strict';
import { it } from 'node:test';
import { trainingTo } from '../../web/features/models/text/en/training.js';
import { RemainingTime } from '../../web/features/models/training/remaining-time.js';

it('the seconds left follow from the measured rate, at most once a second', () => {
  const remaining = new RemainingTime();
  const after = (/** @type {number} */ step, /** @type {number} */ now, goal = 1500) => {
    remaining.update(goal, step, now);
    return remaining.seconds;
  };
  assert.equal(after(0, 5000), undefined);
  assert.equal(after(15, 5500), undefined, 'too early to say');
  assert.equal(after(50, 6000), 30);
  assert.equal(after(500, 6900), 30, 'unchanged within a second');
  assert.equal(after(1200, 7000), 1);
  assert.equal(after(0, 7100), undefined, 'another run');
  assert.equal(after(100, 9100, 300), undefined, 'another goal');
  assert.equal(after(150, 10100, 300), 3);
});

it('the text names the seconds once they are known', () => {
  assert.equal(trainingTo(1500, 15), 'Training to step 1,500, 15 done.');
  assert.equal(trainingTo(1500, 15, 20), 'Training to step 1,500, 15 done, about 20 seconds left.');
  assert.match(trainingTo(1500, 15, 1), /about 1 second left/);
});
