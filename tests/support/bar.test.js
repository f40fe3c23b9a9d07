import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { it } from 'node:test';
import { ALSO_LONG, recordFigure, rows } from './bar.js';
import { dueRows, inWords } from './bar-table.js';

it('figures of one row add up, the largest of a share counts, and notes come once', () => {
  const figures = [
    { row: 'linear', by: 'a', counts: { shapes: 3000 }, most: { 'ULP of exp': 0.96541 } },
    { row: 'linear', by: 'b', counts: { shapes: 122 }, most: { 'ULP of exp': 0.5 }, notes: ['x'] },
    { row: 'linear', by: 'c', notes: ['x'] },
  ];
  assert.equal(inWords(figures), '3,122 shapes, at most 0.965 ULP of exp, x');
});

it('a row that the bar does not have is refused', () => {
  assert.throws(() => recordFigure('speeed', {}), /no row speeed/);
});

it('every row has a different name, fits into a table, and has a figure or a reason', () => {
  const names = Object.values(rows).map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  for (const { name, short, long } of Object.values(rows)) {
    assert.ok(short ?? long, name);
    for (const words of [name, short?.asks, long?.asks, short?.notYet, long?.notYet])
      assert.ok(!words?.includes('|'), words);
  }
  assert.ok(dueRows('short').includes('linear') && !dueRows('short').includes('coverage'));
});

it('the further files of a long run exist', () => {
  for (const path of ALSO_LONG)
    assert.ok(existsSync(new URL(`../../${path}`, import.meta.url)), path);
});
