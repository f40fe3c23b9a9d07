// The failure of a load belongs to the content that was wanted last. Stand-ins replace the features.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { addFeature } from '../../web/features.js';
import { PageLoader } from '../../web/session/page-loader.js';
import { DEFAULTS } from '../../web/state/fields.js';
import { OPENING } from '../../web/state/guide.js';
import { PROGRAM, startStore } from './start-store.js';

/** @import { Slots } from '../../web/types.js' */

/** Let the load of the picture fail. @type {((error: Error) => void)[]} */
const failures = [];
addFeature({
  gives: ['picture'],
  load: () => new Promise((_, reject) => failures.push(reject)),
});
addFeature({
  gives: ['opening', 'story', 'trainedDescriber'],
  load: async () => /** @type {Slots} */ ({ opening: {}, story: {}, trainedDescriber: {} }),
});
let mapsFail = false;
addFeature({
  gives: ['maps'],
  load: async () => {
    if (mapsFail) throw new Error('no network');
    return /** @type {Slots} */ ({ maps: {} });
  },
});
const coursePages = {
  findSimilarNames: () => undefined,
  findPage: (/** @type {{ guide: string }} */ page) => (page.guide ? page : undefined),
  makePageState: (/** @type {{ guide: string }} */ { guide }) => ({ ...DEFAULTS, guide, heads: 1 }),
};
addFeature({
  gives: ['pages', 'chapters'],
  load: async () => /** @type {any} */ ({ pages: coursePages, chapters: {} }),
});

const startPages = () => {
  /** @type {PageLoader} */
  let pages;
  const { store } = startStore({ complete: (change, onto) => pages.takeRequest(change, onto) });
  pages = new PageLoader({ requestUpdate() {} }, store);
  return { store, pages };
};

it('opens no page whose address the reader has left while it was loading', async () => {
  const { store, pages } = startPages();
  const show = (/** @type {object} */ address) => {
    store.dispatch({ guide: '', ...address }, { by: 'program', onto: 'defaults' });
    return pages.load(store.state);
  };
  const loading = show({ guide: 'why-flip' });
  await show({ seed: 9 });
  await loading;
  assert.deepEqual([store.state.guide, store.state.heads, store.state.seed], ['', 2, 9]);
  await show({ guide: 'why-flip' });
  assert.deepEqual([store.state.guide, store.state.heads], ['why-flip', 1]);
});

/** Starts the load of the picture, and returns a function that lets it fail. @param {PageLoader} pages */
function loadPicture(pages) {
  const loading = pages.load({ view: 'whole' });
  return async () => {
    failures.pop()?.(new Error('no network'));
    return loading;
  };
}

it('shows no failure of an older load once another page has loaded', async () => {
  const { pages } = startPages();
  // The first load of a page takes time, the second one none.
  for (const _ of ['first', 'second']) {
    const fail = loadPicture(pages);
    await pages.load({ guide: OPENING });
    await fail();
    assert.equal(pages.failure, undefined);
  }
});

it('shows the failure of the newest load, and says what did not load', async () => {
  const { pages } = startPages();
  await loadPicture(pages)();
  assert.match(String(pages.failure), /whole picture did not load.*no network/);
});

it('shows why the map views are missing with own weights alone, until they load', async () => {
  const { store, pages } = startPages();
  const show = async (/** @type {object} */ change) => {
    store.dispatch({ guide: '', ...change }, PROGRAM);
    await pages.load(store.state);
    await new Promise(setImmediate);
    return [pages.failure, pages.mapsFailure].map(String);
  };
  mapsFail = true;
  const [failure, mapsFailure] = await show({ source: 'own-weights' });
  assert.match(mapsFailure, /Grid and lines did not load.*no network/);
  // Otherwise a link would open no page.
  assert.equal(failure, 'undefined');
  assert.deepEqual(await show({ source: 'seed' }), ['undefined', 'undefined']);
  assert.match((await show({ source: 'own-weights' }))[1], /Grid and lines did not load/);
  mapsFail = false;
  await show({ source: 'seed' });
  assert.deepEqual(await show({ source: 'own-weights' }), ['undefined', 'undefined']);
});

it('shows why a chapter is missing on its pages alone, until another one is expected', () => {
  const { store, pages } = startPages();
  pages.setChapter(null);
  pages.refuseChapter(new Error('no file'));
  assert.match(String(pages.failure), /no file/);
  store.dispatch({ guide: '' }, PROGRAM);
  assert.equal(pages.failure, undefined);
  store.dispatch({ guide: 'chapter' }, PROGRAM);
  assert.match(String(pages.failure), /no file/);
  pages.setChapter(null);
  assert.equal(pages.failure, undefined);
});
