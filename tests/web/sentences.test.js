import assert from 'node:assert/strict';
import { it } from 'node:test';
import { badWeights, didNotLoad, notDrawn } from '../../web/text/en/messages.js';

it('a message has one mark at its end, whether its reason has one or not', () => {
  for (const write of [
    badWeights,
    notDrawn,
    (/** @type {string} */ reason) => didNotLoad('It', reason),
  ])
    for (const reason of [
      'expected 5',
      'The chapter is longer than 1 MB.',
      'did you mean weights?',
    ])
      assert.doesNotMatch(write(reason), /[.?!]{2}|[\w)](?= Reload)|\w$/, write(reason));
});
