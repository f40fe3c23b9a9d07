// A page translator wraps text in elements of its own and removes the original: what changes afterwards is drawn anew, and numbers,
// words and formulas are not translated at all.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onHostPages } from './host.js';
import { assertPage } from './lab.js';

/** @import { Page } from './host.js' */

/**
 * Does what translators of Chromium and Google do: each text that may be translated becomes `<font><font>`.
 * @param {Page} page
 * @returns {Promise<number>} how many texts
 */
const translate = (page) =>
  page.evaluate(() => {
    const root = /** @type {ShadowRoot} */ (
      document.querySelector('attention-lab, attention-map')?.shadowRoot
    );
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    /** @type {Text[]} */
    const texts = [];
    while (walker.nextNode()) texts.push(/** @type {Text} */ (walker.currentNode));
    const wanted = texts.filter(
      (text) => text.data.trim() && !text.parentElement?.closest('[translate=no], style, script'),
    );
    for (const text of wanted) {
      const inner = document.createElement('font');
      inner.textContent = `«${text.data}»`;
      const outer = document.createElement('font');
      outer.append(inner);
      text.replaceWith(outer);
    }
    return wanted.length;
  });

/** Gives a page the function that tests use: all that is read in an element, in order, but what is only announced. */
function defineText() {
  /** @type {any} */ (globalThis).textIn = async (/** @type {any} */ element) => {
    while (!(await element.updateComplete));
    const copy = element.shadowRoot.firstElementChild.cloneNode(true);
    copy.querySelector('.live')?.remove();
    return copy.textContent.replace(/\s+/g, ' ').trim();
  };
}

/** @param {Page} page @returns {Promise<string>} */
const read = (page) =>
  page.evaluate(() =>
    /** @type {any} */ (globalThis).textIn(document.querySelector('attention-lab, attention-map')),
  );

onHostPages('on a page that is translated', (host, _name, once) => {
  it('numbers, words and formulas stay, and follow each change', async () => {
    const { page } = await host.openLab(
      '<attention-lab sentence="They eat fried noodles" steps="scores,weights" step="weights" cell="weights.0.1.2"></attention-lab>',
      { early: defineText },
    );
    assert.ok((await translate(page)) > 10);
    await assertPage(page, 'translated');
    const marked = await page.evaluate(
      () => allInLab('bdi font, td font, .formula-line font, .sum font').length,
    );
    assert.equal(marked, 0);
    for (const change of [
      { seed: 8 },
      { query: 2 },
      { step: 'scores', cell: 'scores.0.1.2' },
      { sentence: 'he is tired' },
    ]) {
      await translate(page);
      await page.evaluate((to) => lab.setState(to), change);
      const shown = await read(page);
      await assertPage(page, JSON.stringify(change));
      // As an element shows it that nobody has translated.
      const wanted = await page.evaluate(async () => {
        const other = /** @type {any} */ (lab.cloneNode());
        document.body.append(other);
        await other.ready;
        other.state = lab.state;
        const text = await /** @type {any} */ (globalThis).textIn(other);
        other.remove();
        return text;
      });
      assert.equal(shown, wanted, JSON.stringify(change));
    }
  });

  once('a map follows, too', async () => {
    const { page } = await host.open({
      html: `<!doctype html><meta charset="utf-8"><script src="attention-lab.js" defer></script>
        <attention-map weights="[[[1, 0], [0.25, 0.75]], [[0, 1], [0.5, 0.5]]]" row-tokens="the cat" label="first"></attention-map>`,
      early: defineText,
    });
    const before = await read(page);
    await translate(page);
    await page.evaluate(() => {
      attentionMap.head = 1;
      attentionMap.label = 'second';
    });
    const after = await read(page);
    assert.doesNotMatch(after, /«/);
    assert.match(before, /first, head 1/);
    assert.match(after, /second, head 2/);
  });
});
