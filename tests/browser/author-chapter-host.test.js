import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before } from 'node:test';
import { waitInLab } from '../support/browser.js';
import { snippetWith } from '../support/documents.js';
import {
  EXAMPLE,
  embedChapter,
  makeChapter,
  readProjectFile,
  untilTitle,
} from './author-chapter.js';
import { courseOn } from './course.js';
import { handsOn, NEXT, settle } from './hands.js';
import { importMap, onHostPages, plainPage } from './host.js';
import { boxesOf } from './lab.js';

/** @import { AddressInfo } from 'node:net' */

const PRINTED = snippetWith('html', 'application/json');

const STRICT =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types lit-html attention-lab";

/** Uses the package's entry with an import map and without a bundler. */
const MODULES = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Modules</title>
${importMap()}<script type="module" src="dist/define.js"></script>${embedChapter(makeChapter('Cats'))}</html>`;

onHostPages('an author’s chapter', (host, _browserName, once) => {
  /** @param {string} html @param {object} [more] */
  const open = (html, more) => host.open({ html: plainPage(html), ...more });

  once('in each of two elements is independent of the other', async () => {
    const { page } = await open(
      `<main><h1>Two</h1>${[
        ...[embedChapter(makeChapter('Cats'), 'id="a"')],
        embedChapter(makeChapter('Dogs', { heads: 1, seed: 5 }), 'id="b"'),
      ]
        .join('')
        .replaceAll(/<\/?main>|<h1>.*?<\/h1>|<p .*?<\/p>/gs, '')}</main>`,
    );
    await untilTitle(page, 'Cats, one', '#a');
    await untilTitle(page, 'Dogs, one', '#b');
    await page.evaluate(() => /** @type {any} */ (document.querySelector('#b')).next());
    await untilTitle(page, 'Dogs, two', '#b');
    await untilTitle(page, 'Cats, one', '#a');
    const states = await page.evaluate(() =>
      [...document.querySelectorAll('attention-lab')].map((lab) => lab.getState()),
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
  });

  once('stays open if a page is named without its prefix, which a warning names', async () => {
    const { page, readComplaints } = await open(embedChapter(makeChapter('Cats')));
    await untilTitle(page, 'Cats, one');
    const guides = await page.evaluate(async () => {
      const found = [];
      for (const guide of ['two', 'nowhere-at-all', 'chapter-two']) {
        lab.guide = guide;
        while (!(await lab.updateComplete));
        found.push(lab.guide);
      }
      return found;
    });
    assert.deepEqual(guides, ['chapter-one', 'chapter-one', 'chapter-two']);
    const names = 'There are chapter-one, chapter-two.';
    assert.deepEqual(readComplaints(), [
      `warn: <attention-lab> guide="two": did you mean chapter-two? ${names}`,
      `warn: <attention-lab> guide="nowhere-at-all": no such value. ${names}`,
    ]);
  });

  once('opens at its first page if its author names an unknown page from the start', async () => {
    for (const guide of ['two', 'nowhere-at-all']) {
      const { page, readComplaints } = await open(
        embedChapter(makeChapter('Cats'), `guide="${guide}"`),
      );
      await untilTitle(page, 'Cats, one');
      assert.equal(await page.evaluate(() => lab.guide), 'chapter-one');
      assert.match(readComplaints().join(), RegExp(`^warn: <attention-lab> guide="${guide}": `));
    }
  });

  once('opens the page that a later element names', async () => {
    const { page, readComplaints } = await open(embedChapter(makeChapter('Cats')));
    await untilTitle(page, 'Cats, one');
    await page.evaluate((json) => {
      const later = document.createElement('attention-lab');
      later.id = 'later';
      later.setAttribute('guide', 'chapter-two');
      later.innerHTML = `<script type="application/json">${json}</script>`;
      document.body.append(later);
    }, makeChapter('Dogs'));
    await untilTitle(page, 'Dogs, two', '#later');
    assert.deepEqual(readComplaints(), []);
  });

  once('may be added later, changed and removed', async () => {
    const { page } = await open('<attention-lab></attention-lab>');
    await settle(page);
    const give = (/** @type {string} */ json) =>
      page.evaluate((text) => {
        const script = document.createElement('script');
        script.type = 'application/json';
        script.text = text;
        lab.replaceChildren(script);
      }, json);
    await give(makeChapter('Cats'));
    await untilTitle(page, 'Cats, one');
    await page.evaluate(() => lab.next());
    await untilTitle(page, 'Cats, two');
    await give(makeChapter('Dogs'));
    await untilTitle(page, 'Dogs, two');
    await page.evaluate(() => lab.replaceChildren());
    await untilTitle(page, 'No chapter');
  });

  once('with an error shows a sentence, and a corrected one replaces it', async () => {
    for (const [json, message] of /** @type {const} */ ([
      ['{ "title": ', /^This is not JSON/],
      ['{ "title": "x", "pages": [{ "id": "a", "title": "b", "txt": "c" }] }', /pages\[0\]\.txt/],
    ])) {
      const { page, readComplaints } = await open(embedChapter(json), {
        early: () =>
          document.addEventListener('attention-error', (event) => {
            kept.refusal = /** @type {any} */ (event).detail;
          }),
      });
      const refusal = await page.waitForFunction(() => kept.refusal);
      const { code, message: told } = /** @type {any} */ (await refusal.jsonValue());
      assert.equal(code, 'ERR_CHAPTER');
      assert.match(told, message);
      assert.equal(readComplaints().length, 1);
      await settle(page);
      const hands = handsOn(page);
      await waitInLab(page, '.setup [role=alert]');
      assert.ok((await hands.textOf('.setup [role=alert]')).length > 30);
      // Names of its parts are long.
      await page.setViewport({ width: 1280, height: 800 });
      const [body, problems] = await boxesOf(page, '.one', '.setup [role=alert]');
      assert.ok(problems.width > body.width / 2, `${problems.width} of ${body.width}`);
      await courseOn({ page, hands, url: '' }).assertSound('broken');
      await page.evaluate((text) => {
        const script = document.querySelector('attention-lab script');
        if (script) script.textContent = text;
      }, makeChapter('Cats'));
      await untilTitle(page, 'Cats, one');
    }
  });

  once('tells of a slip on a page that is not open, by an event and on the console', async () => {
    const [first, second] = JSON.parse(makeChapter('Cats')).pages;
    const pages = [first, { ...second, show: [{ kind: 'table', of: 'wieghts' }] }];
    const { page, readComplaints } = await open(
      embedChapter(JSON.stringify({ title: 'Slips', pages })),
      {
        early: () =>
          document.addEventListener('attention-error', (event) => {
            kept.told = /** @type {any} */ (event).detail;
          }),
      },
    );
    const told = await page.waitForFunction(() => kept.told);
    const problem = {
      path: 'pages[1].show[0]',
      message: 'there is no table wieghts here; did you mean weights?',
    };
    assert.deepEqual(await told.jsonValue(), {
      code: 'ERR_CHAPTER',
      message: `${problem.path}: ${problem.message}`,
      problems: [problem],
    });
    await untilTitle(page, 'Cats, one');
    const [warning, ...others] = readComplaints();
    assert.ok(warning.includes(`${problem.path}: ${problem.message}`), warning);
    assert.deepEqual(others, []);
  });

  /** A chapter whose texts are Arabic, all of them the same. */
  const makeArabicChapter = () => {
    const arabic = 'ما الوزن؟ (1) ثم 2.';
    const settings = { sentence: 'They eat noodles', heads: 1, 'd-model': 2 };
    const cells = [
      { cell: 'weights.0.1.0', label: arabic },
      { cell: 'weights.0.1.1', label: arabic },
    ];
    const options = [arabic, `${arabic} 3`];
    const tasks = [
      {
        kind: 'choice',
        question: arabic,
        answers: [
          { answer: arabic, reply: arabic },
          { answer: arabic, reply: arabic, right: true },
        ],
      },
      { kind: 'numbers', question: arabic, cells, help: arabic, right: arabic, wrong: arabic },
      {
        kind: 'match',
        question: arabic,
        items: options.map((item, option) => ({ item, option })),
        options,
        right: arabic,
        wrong: arabic,
      },
      {
        kind: 'press',
        question: arabic,
        instruction: arabic,
        word: 1,
        right: arabic,
        wrong: arabic,
      },
      { kind: 'fill', question: arabic, table: 'weights', row: 0, right: arabic, wrong: arabic },
      {
        kind: 'goal',
        question: arabic,
        wanted: [{ cell: 'weights.0.1.1', name: arabic, least: 0.9 }],
        changes: 1,
        hint: arabic,
        numbers: [{ table: 'scores' }],
      },
    ];
    const choices = [{ name: arabic }, { name: arabic, settings: { seed: 3 } }];
    return JSON.stringify({
      title: arabic,
      question: arabic,
      recap: arabic,
      pages: tasks.map((task) => ({
        id: task.kind,
        title: arabic,
        text: [arabic, { note: arabic }],
        origin: arabic,
        settings,
        show: [
          { kind: 'table', of: 'weights', name: arabic },
          { kind: 'switch', label: arabic, choices },
        ],
        task,
        after: arabic,
      })),
    });
  };

  once('has its texts in the language of the element, each in its own direction', async () => {
    const { page } = await open(embedChapter(makeArabicChapter(), 'lang="ar"'));
    await page.setViewport({ width: 1280, height: 900 });
    await waitInLab(page, '.course-bar');
    const hands = handsOn(page);
    /** Lists the texts that are marked otherwise than their letters are. */
    const listWrong = () =>
      page.evaluate(() => {
        const root = /** @type {ShadowRoot} */ (lab.shadowRoot);
        const found = [];
        const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
          const text = walker.currentNode.textContent ?? '';
          const place = /** @type {Element} */ (walker.currentNode.parentElement);
          if (place.closest('style, bdi, .live, math, td')) continue;
          const isArabic = /\p{Script=Arabic}/u.test(text);
          if (!isArabic && !/[a-z]{3}/.test(text)) continue;
          const { lang } = /** @type {HTMLElement} */ (place.closest('[lang]'));
          const { direction } = getComputedStyle(place);
          if (lang !== (isArabic ? 'ar' : 'en') || direction !== (isArabic ? 'rtl' : 'ltr'))
            found.push(`${lang} ${direction} ${text.trim()} in ${place.outerHTML.slice(0, 80)}`);
        }
        return found;
      });
    const answers = {
      choice: () => hands.click('.answer'),
      numbers: () => hands.click('.check'),
      press: () => hands.click('.arcs button'),
      goal: () => hands.click('.moves .check'),
    };
    for (const { id } of JSON.parse(makeArabicChapter()).pages) {
      await page.evaluate((guide) => lab.setState({ guide: `chapter-${guide}` }), id);
      await settle(page);
      assert.deepEqual(await listWrong(), [], id);
      await answers[/** @type {keyof typeof answers} */ (id)]?.();
      await settle(page);
      assert.deepEqual(await listWrong(), [], `${id}, answered`);
      await page.evaluate((guide) => lab.setState({ answers: `chapter-${guide}_shown` }), id);
      await settle(page);
      assert.deepEqual(await listWrong(), [], `${id}, shown`);
    }
  });

  once(
    'is read from a script in a paragraph, and from one whose type has a parameter',
    async () => {
      for (const [from, to] of [
        [/<script.*<\/script>/s, '<div><p>$&</p></div>'],
        ['application/json', 'application/json; charset=utf-8'],
      ]) {
        const { page } = await open(embedChapter(makeChapter('Cats')).replace(from, String(to)));
        await untilTitle(page, 'Cats, one');
      }
    },
  );

  once('without WebAssembly shows its fallback', async () => {
    const { page, readComplaints } = await open(embedChapter(EXAMPLE), {
      policy: "default-src 'none'; script-src 'self'",
    });
    await page.waitForFunction(() => document.querySelector('#fallback')?.checkVisibility());
    const [complaint, ...others] = readComplaints();
    assert.match(complaint, /^warn: <attention-lab>: loadAttention: the source of the core/);
    assert.deepEqual(others, []);
  });

  // The course's own tests cover other browsers. These tests are about history and a policy.
  once('works under a strict policy with Trusted Types', async () => {
    const { page } = await open(embedChapter(EXAMPLE), { policy: STRICT });
    await page.setViewport({ width: 1280, height: 900 });
    // axe itself may not be injected into such a page.
    await untilTitle(page, 'Who sees least?');
    const hands = handsOn(page);
    const { reply, ways } = courseOn({ page, hands, url: '' });
    await ways.mouse('.figure :is(button, [role=button]) >> 0');
    assert.match(await reply(), /comes first/);
    for (const { title } of JSON.parse(EXAMPLE).pages.slice(1)) {
      await hands.click(NEXT);
      await untilTitle(page, title);
    }
  });

  once('works as the documents print it', async () => {
    const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Masks</title>${PRINTED}</html>`;
    const { page } = await host.open({ html });
    await untilTitle(page, 'What is left is shared out');
    const hands = handsOn(page);
    const { give, ways, reply } = courseOn({ page, hands, url: '' });
    await give(/** @type {any} */ ({ kind: 'numbers' }), '0.5', ways.mouse);
    assert.match(await reply(), /Two equal scores give equal weights/);
    assert.match(await hands.textOf('.after'), /It is 0\.5/);
  });

  once('and a course page have no links to other chapters with hide="course"', async () => {
    const ways = ['.contents', '.formula', '> :is(a, button):not(.tool)'];
    for (const [hide, isOpen] of /** @type {const} */ ([
      ['course', false],
      ['export', true],
    ]))
      for (const html of [
        embedChapter(makeChapter('Cats'), `hide="${hide}"`),
        `<main><h1>A course</h1><attention-lab guide="scoring" hide="${hide}"></attention-lab></main>`,
      ]) {
        const { page } = await open(html);
        await waitInLab(page, '.course-bar');
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

  /**
   * A server that sends half of a page, and the rest when it is released. It also serves the
   * package, module by module.
   */
  const slow = { url: '', release: () => {}, close: () => {} };
  before(async () => {
    const html = plainPage(embedChapter(EXAMPLE)).replace(
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
      response.end(await readProjectFile(pathname.slice(1)));
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
    const { port } = /** @type {AddressInfo} */ (server.address());
    slow.url = `http://127.0.0.1:${port}/`;
    slow.close = () => server.close();
  });
  after(() => slow.close());

  once('is read only once it is completely parsed', async () => {
    const { page } = await open('');
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
    await untilTitle(page, 'Who sees least?');
  });

  once('works with the modules of the package', async () => {
    const { page } = await open('');
    await page.goto(`${slow.url}modules`, { waitUntil: 'load' });
    await untilTitle(page, 'Cats, one');
    const hands = handsOn(page);
    await hands.click('.answer', 'that');
    assert.match(await hands.textOf('.reply'), /That it is/);
  });
});

onHostPages('a named page of the course', (host, _browserName, once) => {
  once('has no line that only names another page with hide="course"', async () => {
    for (const [guide, line] of /** @type {const} */ ([
      ['practice-worksheet', /For teachers/],
      ['practice-goals', /Taught in/],
      ['practice-notes', /the chapter itself/],
      ['own-end', /Goals to reach/],
      ['own-end', /Names lead to/],
    ]))
      for (const attributes of ['', 'hide="course"']) {
        const { page } = await host.open({
          html: plainPage(`<attention-lab guide="${guide}" ${attributes}></attention-lab>`),
        });
        await waitInLab(page, '.course .step-title');
        await settle(page);
        const text = await page.evaluate(() => inLab('.course > .one')?.textContent ?? '');
        assert.equal(line.test(text), attributes === '', `${guide} ${attributes}: ${line}`);
      }
  });

  once('stands alone with hide="course" or locked, and leads on without', async () => {
    for (const attributes of ['', 'hide="course"', 'locked', 'hide="course" locked']) {
      const { page } = await host.open({
        html: plainPage(
          `<main><h1>A course</h1><attention-lab guide="scoring-turn" ${attributes}></attention-lab></main>`,
        ),
      });
      await waitInLab(page, '.course .step-title');
      const hands = handsOn(page);
      await settle(page);
      const counts = await Promise.all(
        ['.bar', '.course-bar > p', '.contents'].map((way) => hands.count(way)),
      );
      const isAlone = attributes !== '';
      for (const count of counts) assert.equal(count > 0, !isAlone, `${attributes}: ${counts}`);
      await page.focus('attention-lab >>> .thumb, attention-lab >>> button');
      await page.keyboard.press(']');
      await settle(page);
      const { guide } = await hands.state();
      assert.equal(guide === 'scoring-turn', isAlone, attributes);
    }
  });
});
