// The console names what a page cannot show: a script that takes pictures reads nothing else.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { embedChapter } from './author-chapter.js';
import { handsOn } from './hands.js';
import { onHostPagesOnce, plainPage, untilSettled } from './host.js';

/** @import { Host, Page } from './host.js' */

const listen = () => {
  kept.told = [];
  document.addEventListener('attention-error', (event) =>
    kept.told.push(/** @type {CustomEvent} */ (event).detail.message),
  );
};

/** @param {Page} page @param {number} count */
const untilTold = (page, count) =>
  page.waitForFunction((least) => kept.told.length >= least, {}, count);

const chapterFile = (/** @type {string} */ text) =>
  `{ "title": "T", "pages": [{ "id": "a", "title": "A", ${text} }] }`;

/** Each element, and the lines of the console. */
const ELEMENTS = /** @type {const} */ ([
  [embedChapter('{ "title": '), [/^<attention-lab>: This is not JSON/]],
  [
    embedChapter(chapterFile('"txt": "b", "tsak": {}')),
    [/^<attention-lab> pages\[0\]\.txt: /, /^<attention-lab> pages\[0\]\.tsak: /],
  ],
  [
    '<attention-lab src="nowhere.json"></attention-lab>',
    [/^<attention-lab>: .*nowhere\.json.*404/],
  ],
  ['<attention-map src="nowhere.npy"></attention-map>', [/^<attention-map>: .*nowhere\.npy.*404/]],
  [
    '<attention-map weights="[[1, 0], [1]]"></attention-map>',
    [/^<attention-map>: weights has shape .*expected arrays of equal lengths/],
  ],
  [
    '<attention-map row-tokens="a b c" weights="[[1, 0], [0, 1]]"></attention-map>',
    [/^<attention-map>: row-tokens has shape .*expected \(2,\)/],
  ],
  [
    '<attention-map weights="[[1, 0], [0"></attention-map>',
    [/^<attention-map>: weights is text that is not JSON/],
  ],
]);

onHostPagesOnce('the console names', (host) => {
  for (const [html, lines] of ELEMENTS)
    it(`what cannot be shown: ${html.replaceAll(/\s+/g, ' ').slice(0, 100)}`, async () => {
      const { page, readComplaints } = await host.open({ html: plainPage(html), early: listen });
      await untilTold(page, 1);
      const logged = readComplaints().filter((text) => text.startsWith('warn: '));
      assert.equal(logged.length, lines.length, logged.join('\n'));
      for (const [i, line] of lines.entries()) assert.match(logged[i].slice('warn: '.length), line);
    });

  it('a step that goto does not find, once', async () => {
    const { page, readComplaints } = await host.openLab('<attention-lab></attention-lab>');
    await page.evaluate(() => {
      for (const step of ['wieghts', 'wieghts']) lab.goto(step);
    });
    assert.deepEqual(
      readComplaints().map((text) => text.replace(/; expected .*/, '')),
      ['warn: <attention-lab>: goto: step is wieghts (did you mean weights?)'],
    );
  });

  it('no word that a reader types', async () => {
    const { page, readComplaints } = await host.open({
      html: plainPage('<attention-lab source="describer"></attention-lab>'),
      early: listen,
    });
    await untilSettled(page);
    const hands = handsOn(page);
    await hands.click('.sentence-field input, #sentence');
    await hands.retype('the zebra');
    await untilTold(page, 1);
    assert.deepEqual(readComplaints(), []);
  });
});
