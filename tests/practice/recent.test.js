import assert from 'node:assert/strict';
import { it } from 'node:test';
import { makeBugPage } from '../../web/features/practice/bugs/page.js';
import { testChapter } from '../../web/features/practice/self-test/page.js';

/** @type {Record<string, (number: number) => object>} */
const makers = {
  'the page of a bug': (number) => makeBugPage(`1-${number}`),
  'a self-test': (number) => testChapter(`practice-test-${number}-1`),
};

for (const [name, make] of Object.entries(makers))
  it(`${name} is kept while others are opened, and not after a hundred others`, () => {
    const first = make(0);
    for (let number = 1; number <= 100; number++) {
      assert.equal(make(number), make(number));
      assert.equal(make(0), first);
    }
    for (let number = 101; number <= 200; number++) make(number);
    assert.notEqual(make(0), first);
  });
