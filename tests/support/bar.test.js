import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { it } from 'node:test';
import { ALSO_LONG, recordFigure, rows } from './bar.js';
import { inWords, makeTable, nameMisses, printBar } from './bar-table.js';

/** @import { Reached } from './bar.js' */

it('figures of one row add up, the largest of a share counts, and notes come once', () => {
  const figures = [
    { counts: { shapes: 3000 }, most: { 'ULP of exp': 0.96541 } },
    { counts: { shapes: 122 }, most: { 'ULP of exp': 0.5 }, notes: ['x'] },
    { notes: ['x'] },
  ];
  assert.equal(inWords(figures), '3,122 shapes, at most 0.965 ULP of exp, x');
});

it('a row that the bar does not have is refused', () => {
  assert.throws(() => recordFigure('speeed', {}), /no row speeed/);
});

it('a count below the least, a figure above the most and a missing one are not reached', () => {
  const ask = { least: { shapes: 3000 }, most: { 'ULP of exp': 2 } };
  const judge = (/** @type {object} */ figure) => nameMisses(ask, [figure]);
  assert.equal(judge({ counts: { shapes: 3000 }, most: { 'ULP of exp': 2 } }), '');
  assert.equal(
    judge({ counts: { shapes: 2999 }, most: { 'ULP of exp': 1 } }),
    '. Not reached: shapes',
  );
  const most = { 'ULP of exp': 2.01, '% of the bound': 101 };
  assert.match(
    judge({ counts: { shapes: 3000 }, most }),
    /Not reached: % of the bound, ULP of exp$/,
  );
  assert.equal(judge({}), '. Not reached: shapes, ULP of exp');
});

it('a whole run misses the rows without a figure, and those that miss their numbers', (t) => {
  const print = t.mock.method(console, 'log', () => {});
  /** @type {Reached[]} */
  const figures = [
    { row: 'raw', by: 'a', counts: { calls: 99_999 } },
    { row: 'files', by: 'b', counts: { files: 20_000 } },
  ];
  const missed = printBar('short', figures, true);
  assert.deepEqual(
    ['raw exports', 'files', 'linear', 'coverage'].map((name) => missed.includes(name)),
    [true, false, true, false],
  );
  assert.match(print.mock.calls[0].arguments[0], / 99,999 calls. Not reached: calls\n/);
  assert.deepEqual(printBar('short', figures, false), []);
});

it('the table keeps figures that were not measured again, and compares them with what is asked', () => {
  const more = { bar: /** @type {const} */ ('short'), date: '2026-11-30', by: 'a' };
  const table = makeTable('', [
    { ...more, row: 'raw', counts: { calls: 99_999 }, most: { ms: 1.5 }, notes: ['x'] },
    { ...more, row: 'files', counts: { files: 20_000 } },
  ]);
  const raw = '99,999 calls, at most 1.5 ms, x (2026-11-30). Not reached: calls';
  for (const cell of [raw, '20,000 files (2026-11-30)', 'not measured yet'])
    assert.ok(table.includes(` | ${cell} | `), table);
  assert.equal(makeTable(table, []), table);
});

it('every row has a different name, and fits into a table', () => {
  const names = Object.values(rows).map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  for (const { name, short, long } of Object.values(rows)) {
    assert.ok(short ?? long, name);
    for (const words of [name, short?.asks, long?.asks]) assert.ok(!words?.includes('|'), words);
  }
});

it('the further files of a long run exist', () => {
  for (const path of ALSO_LONG)
    assert.ok(existsSync(new URL(`../../${path}`, import.meta.url)), path);
});
