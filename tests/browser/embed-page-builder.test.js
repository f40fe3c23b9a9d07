import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, it } from 'node:test';
import { FIELDS } from '../../web/state/fields.js';
import { watchPage } from '../support/browser.js';
import { HOSTILE } from '../support/computations.js';
import { assertLabs, frameOf, readLabs } from './embed-read.js';
import { onAuthorsSite } from './embed-site.js';
import { makeSentence } from './lab.js';

/** @import { AttentionLab as Lab } from '../../web/elements/attention-lab.js' */
/** @import { ElementHandle, Page } from 'puppeteer-core' */

onAuthorsSite(
  'the builder of the page for authors',
  (site) => {
    const { onPage, paste } = site;

    /** @type {Page} */
    let page;
    /** @type {string[]} */
    let complaints;
    let count = 0;

    before(async () => {
      page = await site.browser.newPage();
      complaints = watchPage(page);
      await page.setViewport({ width: 1280, height: 900 });
    });
    beforeEach(async () => {
      // Without another address in between, this would only scroll to the section.
      await page.goto('about:blank');
      await page.goto(`${site.server.url}embed.html#build`, { waitUntil: 'load' });
      await page.waitForSelector('#builder attention-lab');
      await readLabs(page);
    });
    // The preview logs what is wrong with the chapter that one test types.
    const CHAPTER = /^warn: <attention-lab>(: This is not JSON| pages\[0\]\.(txt|title):)/;
    after(() =>
      assert.deepEqual(
        complaints.filter((line) => !CHAPTER.test(line)),
        [],
      ),
    );

    it('keeps typed text when another choice redraws it, and has the setting’s range', async () => {
      const typed = await page.evaluate(() => {
        const field = /** @type {HTMLInputElement} */ (document.querySelector('#choose-seed'));
        field.focus();
        field.value = '12';
        field.dispatchEvent(new Event('input', { bubbles: true }));
        /** @type {HTMLElement} */ (document.querySelector('#builder .tick input')).click();
        field.focus();
        const kept = field.value;
        field.dispatchEvent(new Event('change', { bubbles: true }));
        return [kept, field.value, field.min, field.max];
      });
      assert.deepEqual(typed, ['12', '12', ...(FIELDS.seed.range ?? []).map(String)]);
    });

    /** @param {string} label */
    const labelled = async (label) => {
      const handle = await page.evaluateHandle((text) => {
        const labels = /** @type {NodeListOf<HTMLLabelElement>} */ (
          document.querySelectorAll('#builder label')
        );
        return [...labels].find(
          (element) => element.textContent?.replace(/\s+/g, ' ').trim() === text,
        )?.control;
      }, label);
      const control = /** @type {ElementHandle<HTMLInputElement>} */ (handle.asElement());
      assert.ok(control, `${label} is a label in the builder`);
      return control;
    };
    /** @param {string} label */
    const press = async (label) => (await labelled(label)).click();
    /** @param {string} label @param {string} value */
    const pick = async (label, value) => (await labelled(label)).select(value);
    /**
     * Fills a field as a paste does, including line ends.
     * @param {string} label
     * @param {string} text
     */
    const fill = async (label, text) =>
      (await labelled(label)).evaluate((field, value) => {
        field.value = value;
        field.dispatchEvent(new InputEvent('input', { bubbles: true }));
        field.dispatchEvent(new Event('change', { bubbles: true }));
      }, text);
    const preview = async () => {
      const [lab] = await assertLabs(page, 'the builder', '#builder');
      return lab;
    };
    const snippet = () => page.$eval('#builder .snippet code', (code) => code.textContent ?? '');

    /** Returns what the current snippet shows on somebody else's page. */
    async function pasted() {
      const text = await snippet();
      const { 'from a file': url } = await paste(`built-${++count}`, text);
      /** @type {Awaited<ReturnType<typeof readLabs>>} */
      let labs = [];
      await onPage(url, async (other) => {
        labs = await assertLabs(
          text.startsWith('<iframe') ? await frameOf(other) : other,
          'a built snippet',
        );
      });
      assert.equal(labs.length, 1);
      return { text, lab: labs[0] };
    }

    /** Asserts that both snippets show what the preview shows. */
    async function assertSame() {
      const wanted = await preview();
      await press('the tag');
      const { text, lab } = await pasted();
      assert.deepEqual(lab, wanted);
      await press('an iframe');
      assert.deepEqual((await pasted()).lab, wanted);
      return text;
    }

    it('names the steps of a model that a reader of the preview chooses', async () => {
      await press('settings and experiments');
      await readLabs(page);
      await page.evaluate(() => {
        const lab = document.querySelector('#builder attention-lab');
        const presets = /** @type {HTMLSelectElement} */ (
          lab?.shadowRoot?.querySelector('#preset')
        );
        presets.value = 'describer';
        presets.dispatchEvent(new Event('change'));
      });
      const first = await labelled('Shown first');
      const names = await first.evaluate((field) =>
        [.../** @type {any} */ (field).options].map(({ text }) => text),
      );
      assert.deepEqual(names, ['scores', 'weights']);
    });

    it('begins with two steps, which its tag names', async () => {
      const text = await assertSame();
      assert.match(text, /^<attention-lab steps="scores,weights">$/m);
    });

    it('shows the width that a number of heads takes, which can be changed', async () => {
      await pick('Heads', '3');
      const width = await labelled('Width, all heads together');
      assert.equal(await width.evaluate(({ value }) => value), '6');
      await fill('Width, all heads together', '12');
      assert.match(await assertSame(), /heads="3"\s+d-model="12"/);
    });

    it('writes each choice into a tag and an iframe that show what the preview shows', async () => {
      await fill('Sentence', 'one two three four five');
      await fill('Second sentence, which attends to the first', 'un deux');
      await fill('Language of the words', 'fr');
      await pick('Mask', 'padding');
      await fill('Padding words', '2');
      await pick('Heads', '3');
      await pick('Scale', 'number');
      await fill('Scores are multiplied by', '0.25');
      await fill('Seed', '11');
      await press('Queries q');
      await press('Concatenate concatenated');
      await pick('Shown first', 'weights');
      await press('Softmax weights');
      assert.equal(await (await labelled('Shown first')).evaluate(({ value }) => value), 'q');
      await pick('Shown first', 'concatenated');
      await press('settings and experiments');
      await press('words, heads, undo, keys');
      await press('only to be looked at');
      await press('on a slide');
      await pick('Theme', 'dark');
      const text = await assertSame();
      assert.match(
        text,
        new RegExp(
          [
            ...['sentence="one two three four five"', 'target="un deux"', 'heads="3"'],
            ...['d-model="6"', 'seed="11"', 'mask="padding"', 'pad="2"', 'scale="0.25"'],
            ...['step="concatenated"', 'steps="q,scores,concatenated"'],
            ...['hide="toolbar"', 'show="settings"', 'readonly', 'compact'],
            ...['theme="dark"', 'lang="fr">'],
          ].join('\n  '),
        ),
      );
    });

    it('escapes typed text in the tag, in the iframe and in its address', async () => {
      const nasty = `"' onload="alert(1)" & &amp; <b>\n</attention-lab><script>fail()</script> %22 # ${HOSTILE}`;
      // Neither a field nor a file can contain NUL or lone surrogates.
      const text = nasty.replace(/\0|\p{Surrogate}/gu, '\ufffd');
      await fill('Sentence', text);
      await fill('Language of the words', '"><i');
      await press('an iframe');
      await fill('Address of the standalone page', 'index.html?"><b>&amp;');
      assert.match(await snippet(), /src="index\.html\?&quot;&gt;&lt;b&gt;&amp;amp;#v=1&amp;s=/);
      await fill('Address of the standalone page', 'index.html');
      await assertSame();
      assert.equal((await preview()).state.sentence, text);
    });

    it('makes a picture of the preview, as a file and inline', async () => {
      await fill('Sentence', 'a "b" <c> &');
      await press('a picture, SVG');
      await page.waitForFunction(() => document.querySelector('#builder img'));
      const { tables } = await preview();
      const picture = await page.evaluate(async () => {
        const image = /** @type {HTMLImageElement} */ (document.querySelector('#builder img'));
        await image.decode();
        const link = /** @type {HTMLAnchorElement} */ (
          document.querySelector('#builder a[download]')
        );
        const [file, inline] = [...document.querySelectorAll('#builder .snippet code')].map(
          (code) => code.textContent ?? '',
        );
        return {
          file,
          inline,
          natural: [image.naturalWidth, image.naturalHeight],
          saved: decodeURIComponent(link.href.replace('data:image/svg+xml,', '')),
          name: link.download,
        };
      });
      assert.ok(picture.natural.every((size) => size > 100));
      assert.equal(picture.name, 'attention.svg');
      assert.equal(picture.saved.trim(), picture.inline);
      assert.match(picture.file, /alt="Attention in the words: a &quot;b&quot; &lt;c&gt; &amp;"/);
      await writeFile(join(site.folder, 'attention.svg'), picture.saved);
      const { 'from a file': url } = await paste('pictures', picture.file + picture.inline);
      await onPage(url, async (other) => {
        const { root, broken, texts, sizes } = await other.evaluate(async (text) => {
          const image = /** @type {HTMLImageElement} */ (document.querySelector('img'));
          await image.decode();
          const svg = /** @type {SVGSVGElement} */ (document.querySelector('svg'));
          const { width, height } = svg.getBoundingClientRect();
          const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
          return {
            root: parsed.documentElement.localName,
            broken: parsed.querySelector('parsererror') !== null,
            texts: [...parsed.querySelectorAll('text')].map((label) => label.textContent),
            sizes: [image.naturalWidth - width, image.naturalHeight - height].map(Math.trunc),
          };
        }, picture.saved);
        assert.deepEqual([root, broken, sizes], ['svg', false, [0, 0]]);
        for (const { text } of tables.flatMap(({ cells }) => cells)) {
          assert.ok(texts.includes(text), `${text} is in the picture`);
        }
      });
    });

    it('shows the preview at each offered width', async () => {
      /** @type {number[]} */
      const widths = [];
      for (const label of ['320 pixels', '640 pixels', 'as wide as this page']) {
        await press(label);
        widths.push(
          await page.$eval('#builder attention-lab', (lab) => lab.getBoundingClientRect().width),
        );
      }
      assert.deepEqual(widths.slice(0, 2), [320, 640]);
      assert.ok(widths[2] > 1100);
    });

    // The effect of a choice does not depend on the browser.

    it('shows the whole lesson if no step is ticked, and follows the mechanism', async () => {
      await pick('Mechanism', 'additive');
      await pick('Mask', 'custom');
      await fill('Masked cells, query before key', '0.3 2.1');
      assert.match(await assertSame(), /mechanism="additive"/);
      await press('Scores scores');
      await press('Softmax weights');
      const fullSnippet = await assertSame();
      assert.doesNotMatch(fullSnippet, /steps=/);
    });

    it('shows a single table, and a picture of it', async () => {
      await pick('One table alone', 'weights');
      const text = await assertSame();
      assert.match(text, /^<attention-lab table="weights">$/m);
      const { tables } = await preview();
      assert.deepEqual(
        tables.map(({ tensor }) => tensor),
        ['weights'],
      );
      await press('a picture, SVG');
      const image = await page.waitForSelector('#builder a[download]');
      const svg = decodeURIComponent(
        (await image?.evaluate((link) => link.getAttribute('href'))) ?? '',
      );
      const digits = [...svg.matchAll(/>(\d\.\d+)\s*</g)].map(([, digit]) => digit);
      assert.equal(digits.length, tables[0].cells.length);
    });

    it('lists every error of a chapter, and disables copying until all are fixed', async () => {
      await page.evaluate(() => {
        const details = document.querySelector('#chapter-editor')?.closest('details');
        if (details) details.open = true;
      });
      const field = await page.waitForSelector('textarea#chapter-json');
      const copy = '#chapter-editor .snippet button';
      const chapterJson = (await field?.evaluate(({ value }) => value)) ?? '';
      const broken = '{ "title": "x", "pages": [{ "id": "a", "title": 5, "txt": "c" }] }';
      /** @param {string} text */
      const type = (text) =>
        field?.evaluate((area, value) => {
          area.value = value;
          area.dispatchEvent(new InputEvent('input', { bubbles: true }));
        }, text);
      const isOffered = () => page.$eval(copy, (button) => button.ariaDisabled === 'false');
      assert.ok(await isOffered());
      // The button keeps the focus.
      await page.focus(copy);
      await type(broken);
      await page.waitForSelector(`${copy}[aria-disabled=true]:focus`);
      const problems = await page.$$eval('#chapter-editor [role=status] li', (all) =>
        all.map((item) => item.textContent),
      );
      assert.ok(problems.length > 1);
      assert.match(problems.join(), /pages\[0\]\.txt.*pages\[0\]\.title/);
      assert.match(
        await page.$eval(
          '#chapter-editor .snippet [role=status]',
          (element) => element.textContent,
        ),
        /cannot be read/,
      );
      for (const unreadable of [
        '{\n "title": "x",\n title',
        '{\n "title": "x",\n "pages": [1, 2,]}',
      ]) {
        await type(unreadable);
        const [reason] = await page.$$eval('#chapter-editor [role=status] li', (all) =>
          all.map((item) => item.textContent),
        );
        assert.match(reason ?? '', /^This is not JSON: .*line 3 column \d+/);
      }
      await type(broken);
      // On a narrow page the errors stand above the field, on a wide one beside it.
      const viewport = page.viewport() ?? { width: 1280, height: 900 };
      for (const width of [390, 1280]) {
        await page.setViewport({ ...viewport, width });
        const [errors, json] = await page.evaluate(() =>
          ['#chapter-editor [role=status] ul', '#chapter-json'].map(
            (selector) => document.querySelector(selector)?.getBoundingClientRect().toJSON() ?? {},
          ),
        );
        const isBeside = errors.left >= json.right && errors.top < json.bottom;
        assert.ok(width > 900 ? isBeside : errors.bottom <= json.top, `at ${width} pixels`);
      }
      await page.setViewport(viewport);
      await type(chapterJson);
      assert.ok(await isOffered());
      assert.equal(await page.$('#chapter-editor [role=status] li'), null);
    });

    it('writes changes made in the preview into the snippet', async () => {
      await page.evaluate(() => {
        const lab = /** @type {Lab} */ (document.querySelector('#builder attention-lab'));
        lab.next();
        lab.setState({ cell: 'weights.0.1.3', query: 1 });
      });
      const text = await assertSame();
      assert.match(text, /step="weights"\s+cell="weights\.0\.1\.3"/);
    });

    it('marks no row of a locked table alone, in the preview, the picture and the frame', async () => {
      await page.evaluate(() => {
        const menu = /** @type {HTMLSelectElement} */ (
          document.querySelector('#choose-one-table-alone')
        );
        menu.value = 'weights';
        menu.dispatchEvent(new Event('change'));
      });
      await press('exactly this, and nothing that leads elsewhere');
      const countMarked = () =>
        page.evaluate(async () => {
          const lab = /** @type {Lab} */ (document.querySelector('#builder attention-lab'));
          while (!(await lab.updateComplete));
          return lab.shadowRoot?.querySelectorAll('tr.selected').length;
        });
      assert.equal(await countMarked(), 0);
      const svg = await page.evaluate(() =>
        /** @type {Lab} */ (document.querySelector('#builder attention-lab')).export('svg'),
      );
      await page.evaluate(() => {
        /** @type {Lab} */ (document.querySelector('#builder attention-lab')).query = 1;
      });
      assert.equal(await countMarked(), 1);
      assert.notEqual(
        await page.evaluate(() =>
          /** @type {Lab} */ (document.querySelector('#builder attention-lab')).export('svg'),
        ),
        svg,
      );
      await page.goto(`${site.server.url}index.html#v=1&table=weights&locked=`);
      const marked = await page.evaluate(async () => {
        const lab = /** @type {Lab} */ (document.querySelector('attention-lab'));
        await lab.ready;
        return lab.shadowRoot?.querySelectorAll('tr.selected').length;
      });
      assert.equal(marked, 0);
    });

    it('makes a picture of 150 words with an image, and says why it makes none of no words', async () => {
      await fill('Sentence', makeSentence(150));
      await press('a picture, SVG');
      await page.waitForFunction(() =>
        [...document.querySelectorAll('#builder .snippet code')].some(({ textContent }) =>
          textContent?.includes('<image '),
        ),
      );
      await fill('Sentence', '');
      const status = '#builder > [role=status]';
      await page.waitForFunction((selector) => document.querySelector(selector), {}, status);
      assert.match(
        await page.$eval(status, (element) => element.textContent ?? ''),
        /no words yet/,
      );
    });
  },
  ['chromium'],
);
