// A chapter of an author's own in strangers' pages: done by hand, come late, changed, broken, and under a strict
// policy.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { after, before, it } from 'node:test';
import { snippetWith } from '../support/documents.js';
import { again, isThorough } from '../support/extent.js';
import { courseOn } from './course.js';
import { handsOn, NEXT, settle } from './hands.js';
import { importMap, onHostPages, plainPage } from './host.js';

/** @typedef {import('../../web/elements/attention-lab.js').AttentionLab} Lab */

const fileOf = (/** @type {string} */ path) =>
  readFile(new URL(`../../${path}`, import.meta.url), 'utf8');
const scriptIn = (/** @type {string} */ html) =>
  /<script type="application\/json">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? '';

const EXAMPLE = scriptIn(await fileOf('web/site/examples/chapter.html'));
const PRINTED = snippetWith('html', 'application/json');

/** What is loaded beside the one script. */

/** @param {string} json @param {string} [attributes] */
const lab = (json, attributes = 'hide="course"') =>
  `<main><h1>A course</h1><attention-lab ${attributes}><script type="application/json">${json}</script>
<p id="fallback">A chapter that needs JavaScript.</p></attention-lab></main>`;

/** A page of a chapter with one question. @param {string} title @param {object} [settings] */
const small = (title, settings = {}) =>
  JSON.stringify({
    title,
    pages: ['one', 'two'].map((id) => ({
      ...{ id, title: `${title}, ${id}`, text: `Of ${title}.`, settings },
      show: [{ kind: 'table', of: 'weights' }],
      task: {
        ...{ kind: 'choice', question: 'Which?' },
        answers: [
          { answer: 'this', reply: 'Not this.' },
          { answer: 'that', reply: 'That it is.', right: true },
        ],
      },
    })),
  });

const STRICT =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types lit-html attention-lab";

/** The entry of the package with an import map, and no bundler. */
const MODULES = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Modules</title>
${importMap()}<script type="module" src="dist/define.js"></script>${lab(small('Cats'))}</html>`;

/** Until the element shows the page with this title. @param {import('./host.js').Page} page @param {string} title */
async function shows(page, title, selector = 'attention-lab') {
  await page.waitForFunction(
    (wanted, which) =>
      document
        .querySelector(which)
        ?.shadowRoot?.querySelector('#step-title')
        ?.textContent?.includes(wanted),
    {},
    title,
    selector,
  );
}

/** Weights of one head, as the element has them. @param {import('./host.js').Page} page @returns {Promise<number[]>} */
const weightsOn = (page) =>
  page.evaluate(() => {
    const element = /** @type {Lab} */ (document.querySelector('attention-lab'));
    return [.../** @type {any} */ (element.results).weights.data];
  });

onHostPages('a chapter of an author’s own', (host, _browserName, once) => {
  /** @param {string} html @param {object} [more] */
  const open = (html, more) => host.open({ html: plainPage(html), ...more });

  /**
   * Each page wrong, then right.
   * @param {import('./host.js').Page} page
   * @param {'mouse' | 'tab' | 'touch'} way
   */
  async function doAll(page, way) {
    const hands = handsOn(page);
    const { ways, reply, assertSound, assertNotWider, give } = courseOn({ page, hands, url: '' });
    const press = ways[way];
    /** @param {string} title @param {(sound: (state: string) => Promise<void>) => Promise<void>} solve */
    async function onPage(title, solve) {
      await shows(page, title);
      const sound = async (/** @type {string} */ state) => {
        await assertNotWider(`${title}, ${state}`);
        // What axe reads does not depend on the way; what is asked stays there with the reply.
        if (way === 'mouse' && state !== 'asked') await assertSound(`${title}, ${state}`);
      };
      await sound('asked');
      await solve(sound);
      await sound('done');
      assert.match((await hands.state()).answers, /\*$/, `${title} is kept as done`);
      if (title !== 'One mistake') await press(`${NEXT} >> 0`);
    }
    /** @param {string} text */
    const typeTable = async (text) => {
      await page.evaluate((typed) => {
        const root = document.querySelector('attention-lab')?.shadowRoot;
        const field = root?.querySelector('attention-answer textarea');
        /** @type {HTMLTextAreaElement} */ (field).value = typed;
      }, text);
      await press('attention-answer .check >> 0');
      await settle(page);
    };

    await onPage('Who sees least?', async (sound) => {
      await press('.figure :is(button, [role=button]) >> 3');
      assert.match(await reply(), /noodles comes last/);
      await sound('wrong');
      await press('.figure :is(button, [role=button]) >> 0');
      assert.match(await reply(), /comes first/);
      assert.match(await hands.textOf('.after'), /weight for itself is 1/);
    });
    await onPage('What is left is shared out', async (sound) => {
      assert.equal(await hands.count('.figure [data-place="weights.0.1.0"]'), 0, 'it is covered');
      const task = /** @type {any} */ ({ kind: 'numbers' });
      await give(task, '0.333_0.333_0.333', press);
      assert.match(await reply(), /This mistake gives that result/);
      await sound('wrong');
      await give(task, '0.5_0.5_0', press);
      assert.match(await reply(), /Two equal scores/);
      assert.equal(await hands.count('.figure [data-place="weights.0.1.0"]'), 1);
    });
    await onPage('All of it', async (sound) => {
      await typeTable('1 0 0\n1 0 0\n1 0 0');
      await sound('wrong');
      assert.doesNotMatch((await hands.state()).answers, /\*$/);
      const weights = await weightsOn(page);
      const rows = [0, 3, 6].map((row) => weights.slice(row, row + 3).join(' '));
      await typeTable(rows.join('\n'));
    });
    await onPage('A mask of zeros', async (sound) => {
      await press('.answer >> 0');
      assert.match(await reply(), /A score of 0 is not a weight of 0/);
      await sound('wrong');
      await press('.answer >> 1');
      assert.match(await reply(), /0 still counts as 1/);
    });
    await onPage('One more each', async (sound) => {
      const task = /** @type {any} */ ({ kind: 'match' });
      await give(task, '0_2_2', press);
      assert.match(await reply(), /noodles comes after eat/);
      await sound('wrong');
      await give(task, '0_1_2', press);
      assert.match(await reply(), /one more than the word before/);
      assert.equal((await weightsOn(page))[1], 0);
      await press('.figure .choose >> 1');
      assert.notEqual((await weightsOn(page))[1], 0);
    });
    await onPage('Close the leak', async (sound) => {
      const cells = '.figure [aria-label^="mask "]';
      assert.ok((await hands.count(cells)) > 0);
      // In a grid the arrows lead from cell to cell.
      const toggle = async (/** @type {string} */ pair) => {
        const cell = `[aria-label="mask ${pair}"]`;
        if (way !== 'tab') return press(`.figure ${cell} >> 0`);
        await hands.walkTo('.figure table:has([aria-label^="mask "])', cell);
        await hands.press('Enter');
      };
      await toggle('They for noodles');
      await sound('wrong');
      for (const pair of ['They for noodles', 'eat for They', 'noodles for eat'])
        await toggle(pair);
    });
    await onPage('One mistake', async (sound) => {
      const right = await page.evaluate(() => {
        const element = /** @type {Lab} */ (document.querySelector('attention-lab'));
        return Object.keys(element.results).indexOf('maskedScores');
      });
      assert.ok(right >= 0);
      const tables = await page.evaluate(() => {
        const root = document.querySelector('attention-lab')?.shadowRoot;
        return [...(root?.querySelectorAll('.suspects > li') ?? [])].map(
          (one) => one.querySelector('[data-place]')?.getAttribute('data-place')?.split('.')[0],
        );
      });
      const wanted = tables.indexOf('maskedScores');
      await press(`.suspects > li > .choose >> ${wanted === 0 ? 1 : 0}`);
      await sound('wrong');
      await press(`.suspects > li > .choose >> ${wanted}`);
      const count = await hands.count('.mistakes .answer');
      assert.ok(count > 0);
      assert.match(await reply(), /^Right: /);
      for (let i = 0; i < count && !/^Right\. /.test(await reply()); i++)
        await press(`.mistakes .answer >> ${i}`);
      assert.match(await reply(), /^Right\. /);
    });
  }

  for (const way of /** @type {const} */ (['mouse', 'tab', 'touch'])) {
    const test = way === 'mouse' || isThorough ? once : again;
    test(`is done by ${way}, wrong and right`, async () => {
      const { page, complaints, requests } = await open(lab(EXAMPLE));
      if (way === 'touch') {
        await page.setViewport({ width: 390, height: 844, hasTouch: true, isMobile: true });
        await page.reload({ waitUntil: 'load' });
      } else await page.setViewport({ width: 1280, height: 900 });
      await doAll(page, way);
      assert.deepEqual(complaints, []);
      assert.deepEqual(new Set(requests()), new Set(['/', '/attention-lab.js']));
    });
  }

  once('stands in each of two elements, and neither knows of the other', async () => {
    const { page, complaints } = await open(
      `<main><h1>Two</h1>${[
        ...[lab(small('Cats'), 'id="a"')],
        lab(small('Dogs', { heads: 1, seed: 5 }), 'id="b"'),
      ]
        .join('')
        .replaceAll(/<\/?main>|<h1>.*?<\/h1>|<p .*?<\/p>/gs, '')}</main>`,
    );
    await shows(page, 'Cats, one', '#a');
    await shows(page, 'Dogs, one', '#b');
    await page.evaluate(() => /** @type {any} */ (document.querySelector('#b')).next());
    await shows(page, 'Dogs, two', '#b');
    await shows(page, 'Cats, one', '#a');
    const states = await page.evaluate(() =>
      /** @type {Lab[]} */ ([...document.querySelectorAll('attention-lab')]).map((one) =>
        one.getState(),
      ),
    );
    assert.deepEqual(
      states.map(({ guide, heads, seed }) => [guide, heads, seed]),
      [
        ['chapter-one', 2, 7],
        ['chapter-two', 1, 5],
      ],
    );
    const { assertSound } = courseOn({ page, hands: handsOn(page), url: '' });
    await assertSound('two chapters');
    assert.deepEqual(complaints, []);
  });

  once('may come later, be changed and be taken out', async () => {
    const { page, complaints } = await open('<attention-lab></attention-lab>');
    await settle(page);
    const give = (/** @type {string} */ json) =>
      page.evaluate((text) => {
        const script = document.createElement('script');
        script.type = 'application/json';
        script.text = text;
        document.querySelector('attention-lab')?.replaceChildren(script);
      }, json);
    await give(small('Cats'));
    await shows(page, 'Cats, one');
    await page.evaluate(() => /** @type {any} */ (document.querySelector('attention-lab')).next());
    await shows(page, 'Cats, two');
    await give(small('Dogs'));
    await shows(page, 'Dogs, two');
    await page.evaluate(() => document.querySelector('attention-lab')?.replaceChildren());
    await shows(page, 'No chapter');
    assert.deepEqual(complaints, []);
  });

  once('that is broken is named in a sentence, and another one mends it', async () => {
    for (const [json, message] of /** @type {const} */ ([
      ['{ "title": ', /^This is not JSON/],
      ['{ "title": "x", "pages": [{ "id": "a", "title": "b", "txt": "c" }] }', /pages\[0\]\.txt/],
    ])) {
      const { page } = await open(lab(json), {
        early: () =>
          document.addEventListener('attention-error', (event) => {
            /** @type {any} */ (globalThis).said = /** @type {any} */ (event).detail;
          }),
      });
      const said = await page.waitForFunction(() => /** @type {any} */ (globalThis).said);
      const { code, message: told } = /** @type {any} */ (await said.jsonValue());
      assert.equal(code, 'ERR_CHAPTER');
      assert.match(told, message);
      await settle(page);
      const hands = handsOn(page);
      await page.waitForFunction(() =>
        document.querySelector('attention-lab')?.shadowRoot?.querySelector('.setup [role=alert]'),
      );
      assert.ok((await hands.textOf('.setup [role=alert]')).length > 30);
      await courseOn({ page, hands, url: '' }).assertSound('broken');
      await page.evaluate((text) => {
        const script = document.querySelector('attention-lab script');
        if (script) script.textContent = text;
      }, small('Cats'));
      await shows(page, 'Cats, one');
    }
  });

  once('without WebAssembly leaves what stands in its place', async () => {
    const { page } = await open(lab(EXAMPLE), {
      policy: "default-src 'none'; script-src 'self'",
    });
    await page.waitForFunction(() => document.querySelector('#fallback')?.checkVisibility());
  });

  once('has changes that are undone, and undoing turns no page', async () => {
    const { page } = await open(lab(EXAMPLE, 'guide="chapter-close" hide="course"'));
    const hands = handsOn(page);
    await shows(page, 'Close the leak');
    await hands.click('.figure [aria-label="mask eat for They"]');
    const masked = async () => (await hands.state()).masked;
    const before = await masked();
    assert.notEqual(before, '0.2');
    await hands.click('[aria-label=Undo]');
    assert.equal(await masked(), '0.2');
    await hands.click('[aria-label=Redo]');
    assert.equal(await masked(), before);
    await shows(page, 'Close the leak');
  });

  it('is turned by the browser’s back and forward, and a link carries page and answers', async () => {
    const { page } = await open(lab(small('Cats'), 'permalink'));
    const hands = handsOn(page);
    await shows(page, 'Cats, one');
    await hands.click('.answer', 'that');
    await hands.click(NEXT);
    await shows(page, 'Cats, two');
    await page.goBack();
    await shows(page, 'Cats, one');
    await page.goForward();
    await shows(page, 'Cats, two');
    const link = await page.evaluate(() =>
      /** @type {Lab} */ (document.querySelector('attention-lab')).export('link'),
    );
    assert.match(link, /g=chapter-two/);
    await page.goto('about:blank');
    await page.goto(link);
    await shows(page, 'Cats, two');
    assert.match((await hands.state()).answers, /chapter-one_1\*/);
  });

  // What the course's own pages do in other browsers is tried there: these are history and a policy.
  once('lives under a strict policy with Trusted Types', async () => {
    const { page, complaints } = await open(lab(EXAMPLE), { policy: STRICT });
    await page.setViewport({ width: 1280, height: 900 });
    // axe itself may not be put into such a page.
    await shows(page, 'Who sees least?');
    const hands = handsOn(page);
    const { reply, ways } = courseOn({ page, hands, url: '' });
    await ways.mouse('.figure :is(button, [role=button]) >> 0');
    assert.match(await reply(), /comes first/);
    for (const { title } of JSON.parse(EXAMPLE).pages.slice(1)) {
      await hands.click(NEXT);
      await shows(page, title);
    }
    assert.deepEqual(complaints, []);
  });

  once('in the documents is as it stands there', async () => {
    const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Masks</title>${PRINTED}</html>`;
    const { page, complaints } = await host.open({ html });
    await shows(page, 'What is left is shared out');
    const hands = handsOn(page);
    const { give, ways, reply } = courseOn({ page, hands, url: '' });
    await give(/** @type {any} */ ({ kind: 'numbers' }), '0.5', ways.mouse);
    assert.match(await reply(), /Two equal scores give equal weights/);
    assert.match(await hands.textOf('.after'), /It is 0\.5/);
    assert.deepEqual(complaints, []);
  });

  once('and a page of the course leave no way to the rest where the guide is hidden', async () => {
    const ways = ['.contents', '.formula', '> :is(a, button):not(.tool)'];
    for (const [hide, isOpen] of /** @type {const} */ ([
      ['course', false],
      ['export', true],
    ]))
      for (const html of [
        lab(small('Cats'), `hide="${hide}"`),
        `<main><h1>A course</h1><attention-lab guide="scoring" hide="${hide}"></attention-lab></main>`,
      ]) {
        const { page } = await open(html);
        await page.waitForFunction(() =>
          document.querySelector('attention-lab')?.shadowRoot?.querySelector('.course-bar'),
        );
        const hands = handsOn(page);
        await settle(page);
        const counts = await Promise.all(ways.map((way) => hands.count(`.course-bar ${way}`)));
        assert.equal(counts[0] > 0, isOpen, `${hide}: all chapters`);
        assert.equal(counts[2] > 0, isOpen, `${hide}: the lab`);
        if (!isOpen) assert.equal(counts[1], 0, `${hide}: the formula`);
        const { guide } = await hands.state();
        await hands.click(NEXT);
        assert.notEqual((await hands.state()).guide, guide, 'its own pages are turned');
      }
  });

  /** A server that gives half of a page, and the rest when it is released; and the package, module by module. */
  const slow = { url: '', release: () => {}, close: () => {} };
  before(async () => {
    const html = plainPage(lab(EXAMPLE)).replace(
      'attention-lab.js" defer',
      'dist/attention-lab.js" async',
    );
    const half = html.indexOf('"What is left');
    assert.ok(half > 0);
    const server = createServer(async (request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      if (pathname === '/favicon.ico') return response.writeHead(204).end();
      if (pathname === '/modules') {
        response.writeHead(200, { 'content-type': 'text/html' });
        return response.end(MODULES);
      }
      if (pathname === '/') {
        response.writeHead(200, { 'content-type': 'text/html' });
        response.write(html.slice(0, half));
        slow.release = () => response.end(html.slice(half));
        return;
      }
      response.writeHead(200, { 'content-type': 'text/javascript' });
      response.end(await fileOf(pathname.slice(1)));
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    slow.url = `http://127.0.0.1:${port}/`;
    slow.close = () => server.close();
  });
  after(() => slow.close());

  once('may be parsed in pieces: what is half there is not read', async () => {
    const { page, complaints } = await open('');
    await page.evaluateOnNewDocument(() =>
      document.addEventListener('attention-error', (event) =>
        console.error(/** @type {any} */ (event).detail.message),
      ),
    );
    const loaded = page.goto(slow.url, { waitUntil: 'load' });
    await page.waitForFunction(
      (url) =>
        location.href === url &&
        document.readyState === 'loading' &&
        document.querySelector('attention-lab')?.shadowRoot?.textContent?.trim(),
      {},
      slow.url,
    );
    slow.release();
    await loaded;
    await shows(page, 'Who sees least?');
    assert.deepEqual(complaints, []);
  });

  once('is shown by the modules of the package, which load the rest as modules', async () => {
    const { page, complaints } = await open('');
    await page.goto(`${slow.url}modules`, { waitUntil: 'load' });
    await shows(page, 'Cats, one');
    const hands = handsOn(page);
    await hands.click('.answer', 'that');
    assert.match(await hands.textOf('.reply'), /That it is/);
    assert.deepEqual(complaints, []);
  });
});
