// The page and the script are one file each. Everything works after the files are moved to an empty
// folder.
import assert from 'node:assert/strict';
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { launchBrowser, watchPage } from '../support/browser.js';
import { browserNames } from '../support/find-browser.js';
import { assertPage, dist, load } from './lab.js';
import { untilTrained } from './models.js';

/** @import { Page } from 'puppeteer-core' */

for (const browserName of browserNames) {
  describe(`index.html alone in a folder, in ${browserName}`, { concurrency: 1 }, () => {
    let folder = '';
    let address = '';
    /** @type {Awaited<ReturnType<typeof launchBrowser>>} */
    let browser;
    /** @type {Page} */
    let page;
    /** @type {string[]} */
    let complaints;

    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'moved-'));
      await copyFile(join(dist, 'index.html'), join(folder, 'lesson.html'));
      address = pathToFileURL(join(folder, 'lesson.html')).href;
      browser = await launchBrowser(browserName);
      page = await browser.newPage();
      complaints = watchPage(page);
      page.on('requestfailed', (request) => complaints.push(`failed: ${request.url()}`));
    });
    after(async () => {
      await browser.close();
      await rm(folder, { recursive: true });
    });

    /** @param {string} selector a selector inside the element */
    const textOf = (selector) =>
      page.evaluate((inside) => inLab(inside)?.textContent ?? '', selector);

    it('computes a sentence', async () => {
      await load(page, `${address}#v=1&s=They+eat+noodles&step=weights`);
      await assertPage(page, 'moved');
    });

    it('warns of misspelt values and names in its address, as of attributes', async () => {
      const earlier = complaints.length;
      await load(page, `${address}#v=1&mask=casual&sentance=a+b&other=1&steps=weights`);
      assert.equal(await page.evaluate(() => lab.mask), 'causal');
      const warned = complaints.splice(earlier).map((text) => text.replace(/ There are .*/, ''));
      assert.deepEqual(warned, [
        'warn: <attention-lab> mask="casual": did you mean causal?',
        'warn: <attention-lab> sentance: did you mean sentence?',
      ]);
    });

    it('tells that a link to a file opens only on this computer', async () => {
      await load(page, `${address}#v=1&s=my+class&step=weights`);
      await page.evaluate(() => {
        /** @type {HTMLElement} */ (inLab('[data-format=link]')).click();
      });
      await page.waitForFunction(() => inLab('.made') !== null);
      assert.match(await textOf('.export [role=status]'), /file on your computer/);
    });

    for (const [what, guide, title] of /** @type {const} */ ([
      ['the course', 'why-cup', /cup/],
      ['a bug to find', 'practice-bugs-1-0', /bug/],
      ['a worksheet', 'practice-worksheet', /[Ww]orksheet/],
    ])) {
      it(`opens ${what}`, async () => {
        await load(page, `${address}#v=1&g=${guide}`);
        assert.match(await textOf('section.course'), title);
      });
    }

    it('trains a model, in a Worker', async () => {
      await load(page, `${address}#v=1&from=describer&s=the+river+was+too+icy&train=20`);
      await untilTrained(page, 20, 20);
      const training = await page.evaluate(() => lab.training);
      assert.equal(training, 20);
      assert.doesNotMatch(await textOf('.training'), /No Worker can start here/);
    });

    it('writes nothing to the console and no file next to it', async () => {
      assert.deepEqual(complaints, []);
      assert.deepEqual(await readdir(folder), ['lesson.html']);
    });
  });
}
