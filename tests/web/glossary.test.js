import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate as settle } from 'node:timers/promises';
import { Help } from '../../web/elements/help.js';
import { addFeature } from '../../web/features.js';
import { findListener, markup, plain } from '../support/markup.js';

it('the glossary says that it did not load, and loads when it is opened again', async () => {
  let isReachable = false;
  addFeature({
    gives: ['glossary'],
    load: async () => {
      if (!isReachable) throw new Error('Failed to fetch');
      return { glossary: [['head', 'one attention']] };
    },
  });
  // The dialog of a desk, with the glossary folded.
  Object.assign(globalThis, { matchMedia: () => ({ matches: false }) });
  const host = /** @type {any} */ ({ addController() {}, requestUpdate() {} });
  const help = new Help(host, () => false);
  help.open();
  const read = () => /<details class="glossary".*?<\/details>/s.exec(markup(help.render()))?.[0];
  const toggle = (/** @type {boolean} */ open) => {
    findListener(help.render(), 'toggle')?.({ currentTarget: { open } });
    return settle();
  };
  await toggle(true);
  assert.match(plain(read() ?? ''), /did not load: Failed to fetch\. Try again$/);
  await toggle(false);
  isReachable = true;
  await toggle(true);
  assert.match(plain(read() ?? ''), /head ?one attention$/);
});
