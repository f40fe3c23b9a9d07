// While a training plays, its tables are redrawn by turns; after that, all of them.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Training } from '../../web/features/models/training/training.js';
import { Turns } from '../../web/features/models/training/turns.js';
import { getSettings } from '../../web/state/fields.js';
import { normaliseState } from '../../web/state/normalise.js';

// A window of 800 pixels, whose frames come at once.
Object.assign(globalThis, { innerHeight: 800, requestAnimationFrame: setImmediate });

/** Makes a table of so many cells, 100 pixels high. @param {number} cells @param {number} [top] */
const table = (cells, top = 0) =>
  /** @type {Element} */ (
    /** @type {unknown} */ ({
      querySelectorAll: () => ({ length: cells }),
      getBoundingClientRect: () => ({ top, bottom: top + 100 }),
    })
  );

/** @param {Element[]} tables */
const rootOf = (tables) => /** @type {any} */ ({ querySelectorAll: () => tables });

/** Lists which tables are redrawn in each of the next pictures. @param {Element[]} tables */
function play(tables, pictures = 4) {
  const turns = new Turns();
  return Array.from({ length: pictures }, () =>
    [...turns.next(rootOf(tables))].map((element) => tables.indexOf(element)),
  );
}

it('the tables that have waited longest are redrawn next, up to 150 cells', () => {
  assert.deepEqual(play([100, 50, 1, 149].map((cells) => table(cells))), [
    [0, 1],
    [2, 3],
    [0, 1],
    [2, 3],
  ]);
});

it('a larger table is redrawn alone, and tables outside the window are not', () => {
  const tables = [table(9, -100), table(1000), table(9, 800), table(9, 799), table(9, -99)];
  assert.deepEqual(play(tables, 3), [[1], [3, 4], [1]]);
  assert.equal(new Turns().next().size, 0);
});

for (const fails of [false, true])
  it(`other tables keep their old numbers until the picture is drawn${fails ? ', or fails' : ''}`, async () => {
    const tables = [table(100), table(100), table(100)];
    const kept = () => tables.map((element) => training.keepsOldNumbers(element));
    /** @type {boolean[] | undefined} */
    let whileDrawn;
    /** @type {Training} */
    let training;
    await new Promise((resolve) => {
      const host = {
        ...{ requestUpdate() {}, isConnected: true, renderRoot: rootOf(tables) },
        get updateComplete() {
          whileDrawn = kept();
          training.pause();
          setImmediate(resolve);
          return fails ? Promise.reject(new Error('an update failed')) : Promise.resolve();
        },
      };
      const trainer = /** @type {any} */ ({ answer: async () => undefined });
      training = new Training(host, () => {}, trainer);
      training.progress = { total: 100, every: 1, reached: 100, losses: [], measures: [] };
      training.play();
      training.shown(getSettings(normaliseState({ source: 'toy', training: 10 })));
    });
    assert.deepEqual(whileDrawn, [false, true, true]);
    assert.deepEqual(kept(), [false, false, false]);
  });
