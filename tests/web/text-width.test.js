import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { layOut } from '../../web/figures/arcs.js';
import { planeFigure } from '../../web/figures/plane.js';
import { findTableDirection, makeTable } from '../../web/figures/tables.js';
import { measureText, measureWidest } from '../../web/figures/text-width.js';
import { measureWords } from '../../web/figures/whole/words.js';
import { makeComputation } from '../../web/session/computation.js';
import { normaliseState } from '../../web/state/normalise.js';
import { directionOf } from '../../web/text/inline.js';
import { fitLabels } from '../../web/views/labelled-map.js';
import { attention } from '../support/computations.js';
import { markup } from '../support/markup.js';

/** Six letters, each 19 pixels wide in the font of the arcs. */
const WORD = 'コンピュータ';
const LATIN = 'animal';

describe('the width of a word', () => {
  it('counts full-width letters twice, and others by their kind', () => {
    assert.equal(measureText(LATIN, 7), 42);
    assert.equal(measureText(WORD, 7), 84);
    assert.equal(measureText('犬🙂', 7), 28);
    assert.equal(measureText('Mil', 7, [[/[il]/, 3]]), 13);
  });

  it('fits the row with arcs', () => {
    assert.ok(layOut([WORD]).widths[0] >= 6 * 19, `${layOut([WORD]).widths}`);
  });

  it('fits beside tables, maps and files', () => {
    const widths = {
      picture: (/** @type {string} */ word) => measureWords([word]),
      map: (/** @type {string} */ word) => fitLabels({ rows: [word], columns: [word] }, 1000).top,
      file: (/** @type {string} */ word) => measureWidest([word]),
    };
    for (const [name, measure] of Object.entries(widths))
      assert.ok(measure(WORD) >= 6 * 13, `${name}: ${measure(WORD)}`);
    assert.ok(widths.map(LATIN) < widths.map(WORD));
  });

  it('keeps names inside a plane', () => {
    /** Returns the text-anchor of a point's name at the left edge. @param {string} name */
    const anchorOf = (name) => {
      const points = [{ name, at: [-1, 0], role: 'q' }];
      const drawn = planeFigure(/** @type {any} */ (points), { title: '', text: '' });
      return /text-anchor="?(\w+)/.exec(markup(drawn))?.[1];
    };
    // Half of the longer name would be outside the picture.
    assert.deepEqual([LATIN, WORD].map(anchorOf), ['middle', 'start']);
  });
});

describe('the direction of a sentence', () => {
  it('is that of its first letter, whatever signs come before', () => {
    for (const left of ['a', '❤️ love', '1️⃣ first', '٣ cats', '[CLS] a', '“a”', '好', '']) {
      assert.equal(directionOf(left.split(' ')), 'ltr', left);
    }
    for (const right of ['שלום a', '❤️ سلام', '٣ قطط', '“עברית”', '[CLS] ש', '𞤀𞤣', '𐤀']) {
      assert.equal(directionOf(right.split(' ')), 'rtl', right);
    }
  });

  it('is that of columns of words, and never that of columns of numbers', () => {
    const state = normaliseState({ sentence: 'שלום עולם' });
    const computation = makeComputation(attention, state);
    const tables = ['embeddings', 'wq', 'q', 'k', 'v', 'weights', 'heads', 'output'].map((id) =>
      makeTable(/** @type {any} */ ({ state, computation }), id),
    );
    assert.deepEqual(
      tables.filter((table) => findTableDirection(table) === 'rtl').map(({ tensor }) => tensor),
      ['weights'],
    );
  });
});
