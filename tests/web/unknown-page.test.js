// An address that names a page that does not exist opens the lab with all else that it says. With an
// author's chapter, such a name opens the chapter.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { hasSlot, needSlot } from '../../web/features.js';
import { LabSession } from '../../web/session/lab-session.js';
import { DEFAULTS } from '../../web/state/fields.js';
import '../support/names.js';

/** Opens an address in a lab that has shown another state. @param {object} address */
async function open(address) {
  const session = new LabSession({ requestUpdate() {}, hasUpdated: true });
  session.dispatch({ sentence: 'a b c d e', mask: 'causal' }, { by: 'program' });
  session.dispatch({ guide: '', ...address }, { by: 'program', onto: 'defaults' });
  await session.pages.load(session.state);
  const { guide, sentence, mask } = session.state;
  return [guide, sentence, mask];
}

for (const isLoaded of [false, true])
  it(`the address alone decides ${isLoaded ? 'after' : 'before'} the course is loaded`, async () => {
    if (isLoaded) await needSlot('pages');
    assert.equal(hasSlot('pages'), isLoaded);
    const opened = [
      { guide: 'zz', sentence: 'x y', mask: 'padding' },
      { guide: 'zz' },
      { guide: 'why-flp', sentence: 'x y' },
    ].map(open);
    assert.deepEqual(await Promise.all(opened), [
      ['', 'x y', 'padding'],
      ['', DEFAULTS.sentence, 'none'],
      // A page with nearly this name is opened.
      ['why-flp', 'x y', 'none'],
    ]);
  });

const PAGES = ['row', 'number'].map((id) => ({ id, title: id, text: id, settings: { heads: 1 } }));
const CHAPTER = JSON.stringify({ title: 'Masks', pages: PAGES });

/** Starts an element that has a chapter of its author. @param {string} guide the attribute */
function openWithChapter(guide) {
  const session = new LabSession({ requestUpdate() {}, hasUpdated: false });
  session.dispatch({ guide }, { by: 'program', onto: 'requests' });
  session.pages.setChapter(null);
  return { session, loading: session.pages.load(session.state) };
}

for (const guide of ['number', 'nowhere', 'chapter-nowhere'])
  it(`guide="${guide}" waits for the file of a chapter and opens its first page`, async () => {
    await needSlot('pages');
    const { session, loading } = openWithChapter(guide);
    await new Promise(setImmediate);
    assert.equal(session.pages.isReady(session.state), false);
    session.pages.setChapter(CHAPTER);
    await loading;
    assert.deepEqual([session.state.guide, session.state.heads], ['chapter-row', 1]);
    assert.equal(session.pages.failure, undefined);
  });

it('a wrong name shows why the file of the chapter did not load', async () => {
  for (const guide of ['number', 'nowhere', 'scoring-trun', 'chapter-row']) {
    const { session, loading } = openWithChapter(guide);
    session.pages.refuseChapter(new Error('no file'));
    await loading;
    assert.match(session.state.guide, /^chapter/, guide);
    assert.match(String(session.pages.failure), /no file/, guide);
    assert.equal(session.pages.isReady(session.state), false, guide);
  }
});

it('a page of the course opens beside a chapter, without waiting for its file', async () => {
  const { session, loading } = openWithChapter('why-flip');
  await loading;
  session.pages.refuseChapter(new Error('no file'));
  assert.deepEqual([session.state.guide, session.pages.failure], ['why-flip', undefined]);
});
