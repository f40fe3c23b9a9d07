import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findInGrid } from '../../web/views/grid.js';

/** A dot is a gap, and the last row is shorter. */
const ROWS = ['.abc', 'd.ef', 'gh'];

/** @param {number} row @param {number} column */
const at = (row, column) => {
  const item = ROWS[row]?.[column];
  return item === '.' ? null : item;
};

/** @param {string} from @param {string} key @param {{ ctrlKey?: boolean, direction?: string }} [more] */
function find(from, key, { ctrlKey = false, direction } = {}) {
  const row = ROWS.findIndex((items) => items.includes(from));
  const grid = { rows: ROWS.length, columns: 4, at };
  return findInGrid({ key, ctrlKey }, grid, [row, ROWS[row].indexOf(from)], direction);
}

describe('keys in a grid', () => {
  it('arrows jump over gaps, and lead nowhere from the edge or to a row that is too short', () => {
    assert.equal(find('d', 'ArrowRight'), 'e');
    assert.equal(find('a', 'ArrowDown'), 'h');
    assert.equal(find('h', 'ArrowUp'), 'a');
    for (const [from, key] of [
      ['c', 'ArrowRight'],
      ['a', 'ArrowLeft'],
      ['d', 'ArrowUp'],
      ['e', 'ArrowDown'],
      ['g', 'ArrowDown'],
    ])
      assert.equal(find(from, key), undefined, `${from} ${key}`);
  });

  it('arrows follow the direction of the columns, Home and End do not', () => {
    const direction = 'rtl';
    assert.equal(find('d', 'ArrowLeft', { direction }), 'e');
    assert.equal(find('e', 'ArrowRight', { direction }), 'd');
    assert.equal(find('e', 'Home', { direction }), 'd');
  });

  it('Home and End lead to the ends of the row, with Ctrl to those of the grid', () => {
    assert.deepEqual([find('c', 'Home'), find('d', 'End'), find('g', 'End')], ['a', 'f', 'h']);
    const ctrlKey = true;
    assert.deepEqual([find('f', 'Home', { ctrlKey }), find('a', 'End', { ctrlKey })], ['a', 'h']);
  });

  it('other keys, and arrows with Ctrl, lead nowhere', () => {
    for (const key of ['a', 'Enter', 'PageDown']) assert.equal(find('d', key), undefined);
    assert.equal(find('d', 'ArrowRight', { ctrlKey: true }), undefined);
  });
});
