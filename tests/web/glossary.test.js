// The glossary in the list of shortcuts, whose words are loaded when it is first opened.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Help } from '../../web/elements/keys.js';
import { addFeature } from '../../web/features.js';
import { markup, plain } from '../support/markup.js';

/**
 * Returns the listener of an event in a template.
 * @param {any} template
 * @param {string} event
 * @returns {((event: object) => unknown) | undefined}
 */
function findListener({ strings = [], values = [] }, event) {
  for (const [i, value] of values.entries()) {
    const found = strings[i].endsWith(`@${event}=`) ? value : findListener(Object(value), event);
    if (found) return found;
  }
  return undefined;
}

it('the glossary says that it did not load, and loads when it is opened again', async () => {
  let isReachable = false;
  addFeature({
    gives: ['glossary'],
    load: async () => {
      if (!isReachable) throw new Error('Failed to fetch');
      return { glossary: [['head', 'one attention']] };
    },
  });
  const host = /** @type {any} */ ({ addController() {}, requestUpdate() {} });
  const help = new Help(host, () => false);
  help.open();
  const read = () => /<details class="glossary".*?<\/details>/s.exec(markup(help.render()))?.[0];
  const toggle = (/** @type {boolean} */ open) =>
    findListener(help.render(), 'toggle')?.({ currentTarget: { open } });
  await toggle(true);
  assert.match(plain(read() ?? ''), /did not load: Failed to fetch\.$/);
  await toggle(false);
  isReachable = true;
  await toggle(true);
  assert.match(plain(read() ?? ''), /head ?one attention$/);
});
