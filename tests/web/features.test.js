import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addFeature, getSlot, getSlotValues, hasSlot, needSlot } from '../../web/features.js';
import {
  findChapter,
  findPage,
  findSimilarNames,
  getCourseChapters,
} from '../../web/pages/chapters.js';
import '../support/features.js';

let count = 0;
/** Returns the name of a slot that no feature gives. @returns {any} */
const newSlot = () => `slot ${count++}`;

describe('features', () => {
  it('are loaded once, when a slot is first needed', async () => {
    const slot = newSlot();
    let loads = 0;
    addFeature({
      gives: [slot],
      load: async () => {
        loads++;
        return { [slot]: 'value' };
      },
    });
    assert.deepEqual([getSlot(slot), hasSlot(slot), loads], [undefined, false, 0]);
    assert.deepEqual(await Promise.all([needSlot(slot), needSlot(slot)]), ['value', 'value']);
    assert.deepEqual([getSlot(slot), hasSlot(slot), loads], ['value', true, 1]);
  });

  it('may give a list as one value', async () => {
    const slot = newSlot();
    addFeature({ values: { [slot]: ['one', 'two'] } });
    assert.deepEqual([getSlotValues(slot), getSlot(slot)], [[['one', 'two']], ['one', 'two']]);
  });

  it('that give the same slot are all loaded, in the order in which they were added', async () => {
    const slot = newSlot();
    /** @type {(() => void)[]} */
    const finish = [];
    for (const value of ['first', 'second'])
      addFeature({
        gives: [slot],
        load: () => new Promise((resolve) => finish.push(() => resolve({ [slot]: value }))),
      });
    const needed = needSlot(slot);
    for (const action of finish.reverse()) action();
    assert.equal(await needed, 'first');
    assert.deepEqual(getSlotValues(slot), ['first', 'second']);
  });

  it('are loaded again after a failure', async () => {
    const slot = newSlot();
    let loads = 0;
    addFeature({
      gives: [slot],
      load: async () => {
        if (loads++ === 0) throw new Error('no network');
        return { [slot]: 1 };
      },
    });
    await assert.rejects(needSlot(slot), /no network/);
    assert.equal(hasSlot(slot), false);
    assert.equal(await needSlot(slot), 1);
  });

  it('that are added twice count once', () => {
    const slot = newSlot();
    const feature = { values: { [slot]: 1 } };
    addFeature(feature);
    addFeature(feature);
    assert.deepEqual(getSlotValues(slot), [1]);
  });

  it('cannot be loaded for a slot that no feature gives', async () => {
    const slot = newSlot();
    assert.equal(hasSlot(slot), false);
    await assert.rejects(needSlot(slot), /No feature gives the slot “slot \d+”\./);
  });

  it('list the same values until one is added or loaded', async () => {
    const slot = newSlot();
    addFeature({ values: { [slot]: 1 } });
    const first = getSlotValues(slot);
    assert.equal(getSlotValues(slot), first);
    addFeature({ gives: [slot], load: async () => ({ [slot]: 2 }) });
    assert.notEqual(getSlotValues(slot), first);
    await needSlot(slot);
    assert.deepEqual(getSlotValues(slot), [1, 2]);
  });

  it('may add a chapter, which has a number and is found by its pages and by misspelt names', async () => {
    const page = /** @type {any} */ ({ id: 'window-size', title: 'A window', state: {} });
    const chapter = /** @type {any} */ ({ id: 'window', title: 'Windows', pages: [page] });
    const chapters = {
      chapters: [chapter],
      findNearestPage: () => undefined,
      isCourse: true,
      styles: [],
    };
    const before = getCourseChapters().length;
    addFeature({ gives: ['chapters'], load: async () => ({ chapters }) });
    await needSlot('chapters');
    assert.equal(getCourseChapters().length, before + 1);
    assert.equal(getCourseChapters().at(-1), chapter);
    assert.equal(findChapter(page), chapter);
    assert.equal(findPage({ guide: 'window-size' }), page);
    assert.equal(findPage({ guide: 'window' }), page);
    assert.ok(findSimilarNames('window-sise')?.includes('window-size'));
  });
});
