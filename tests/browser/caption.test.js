// A caption of the author's own, as an attribute or as a child, in place of what the element says itself.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onHostPagesOnce } from './host.js';

/** @import { Page } from 'puppeteer-core' */

const MAP = 'row-tokens="the cat" weights="[[0.9, 0.1], [0.2, 0.8]]"';

/** @param {Page} page */
const captions = (page) =>
  page.evaluate(async () => {
    const found = [];
    for (const one of document.querySelectorAll('attention-lab, attention-map')) {
      await /** @type {any} */ (one).updateComplete;
      const caption = one.shadowRoot?.querySelector('[part=caption]');
      const slot = caption?.querySelector('slot');
      const texts = slot?.assignedNodes({ flatten: true }).map((node) => node.textContent);
      found.push({
        text: caption?.checkVisibility() ? texts?.join('').trim() : null,
        origin: one.shadowRoot?.querySelector('.badge, .digits') !== null,
      });
    }
    return found;
  });

onHostPagesOnce('a caption', (host) => {
  it('stands in place of the lines of the element, and leaves with it', async () => {
    const { page } = await host.openLab(`
      <attention-lab table="weights" caption="What eat attends to."></attention-lab>
      <attention-lab steps="weights"><span slot="caption">What <em>eat</em> attends to.</span></attention-lab>
      <attention-lab table="weights"></attention-lab>
      <attention-map ${MAP} caption="A cat."></attention-map>
      <attention-map ${MAP}><span slot="caption">A <em>cat</em>.</span></attention-map>
      <attention-map ${MAP}></attention-map>`);
    const text = 'What eat attends to.';
    assert.deepEqual(await captions(page), [
      ...[
        { text, origin: false },
        { text, origin: false },
        { text: null, origin: true },
      ],
      ...[
        { text: 'A cat.', origin: false },
        { text: 'A cat.', origin: false },
      ],
      { text: null, origin: false },
    ]);
    await page.evaluate(async () => {
      const [first, second, third] = document.querySelectorAll('attention-lab');
      first.caption = '';
      second.replaceChildren();
      third.innerHTML = '<p slot="caption">Later.</p>';
      // A slot tells of its children in a task of its own.
      await new Promise((resolve) => setTimeout(resolve));
    });
    assert.deepEqual((await captions(page)).slice(0, 3), [
      ...[
        { text: null, origin: true },
        { text: null, origin: true },
      ],
      { text: 'Later.', origin: false },
    ]);
  });
});
