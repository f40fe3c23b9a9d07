// An address that names a page that does not exist opens the lab with all else that it says.
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
