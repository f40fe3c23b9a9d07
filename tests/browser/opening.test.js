import assert from 'node:assert/strict';
import { it } from 'node:test';
import { makeOpeningState } from '../../web/session/page-loader.js';
import { makePresetState } from '../../web/state/presets.js';
import { waitInLab } from '../support/browser.js';
import { inOneBrowser } from './each-browser.js';
import { goBackTo, settle, untilGuide } from './hands.js';
import { onHostPagesOnce, openModules } from './host.js';
import { load, readExcess, recompute, setProps, show, showOnly } from './lab.js';

const SCREENS = [
  [1280, 800],
  [390, 844],
];

inOneBrowser('the first screen', (desk) => {
  async function open() {
    await load(desk.page, desk.url);
  }

  const read = () =>
    desk.page.evaluate(() => {
      const seen = (/** @type {string} */ selector) =>
        allInLab(selector).filter((element) => element.checkVisibility());
      return {
        words: seen('.head .arcs .token').map((element) => element.textContent),
        strong: seen('.head .arcs .strong').map((element) => element.textContent),
        arcs: seen('.head .arcs .arc').map((element) => {
          const { place, value } = element.dataset;
          return { place, value, width: element.getAttribute('stroke-width') };
        }),
      };
    });

  it('has a compact step that is twice as large on a screen of twice the size', async () => {
    const cells = [];
    for (const [width, height] of [
      [960, 540],
      [1920, 1080],
    ]) {
      await desk.page.setViewport({ width, height });
      await load(desk.page, `${desk.url}#v=1&steps=weights&compact`);
      const { cell, bottom, excess } = await desk.page.evaluate(() => ({
        cell: boxOf('.figure td').height,
        bottom: document.documentElement.scrollHeight,
        excess: document.documentElement.scrollWidth - innerWidth,
      }));
      assert.ok(bottom <= height && excess <= 0, `${bottom} of ${height}, ${excess}`);
      cells.push(cell);
    }
    assert.equal(Math.round(cells[1] / cells[0]), 2);
    await desk.page.setViewport({ width: 1280, height: 800 });
  });

  it('has a slide of one table that fills the window, also after a resize', async () => {
    const sizes = /** @type {const} */ ([
      [1280, 720],
      [3840, 2160],
    ]);
    await load(desk.page, `${desk.url}#v=1&table=weights&compact`);
    for (const [width, height] of sizes) {
      await desk.page.setViewport({ width, height });
      await desk.page.waitForFunction(() => {
        const { right, bottom } = lab.getBoundingClientRect();
        const table = boxOf('.figure table');
        const isFilled = bottom > 0.9 * innerHeight || table.right > 0.9 * innerWidth;
        return isFilled && bottom <= innerHeight && right <= innerWidth;
      });
    }
    await desk.page.setViewport({ width: 1280, height: 800 });
  });

  it('links to the practice, the notes for teachers and the page for authors at its end', async () => {
    await open();
    const links = await desk.page.$$eval('footer a', (all) =>
      all.map((link) => [
        /** @type {HTMLAnchorElement} */ (link).getAttribute('href'),
        link.checkVisibility(),
      ]),
    );
    assert.deepEqual(links, [
      ['#v=1&g=practice', true],
      ['#v=1&g=practice-notes', true],
      ['embed.html', true],
    ]);
    for (const [i, guide] of ['practice', 'practice-notes'].entries()) {
      await desk.page.$eval('footer', (element) => element.scrollIntoView());
      await (await desk.page.$$('footer a'))[i].click();
      await desk.page.waitForFunction(
        (wanted) =>
          lab.guide === wanted &&
          !lab.renderRoot.querySelector('p.status[role=status]:not(.empty)'),
        {},
        guide,
      );
      const seen = await desk.page.evaluate(() => {
        const title = lab.renderRoot.querySelector('[data-level], .step-title');
        return { top: scrollY, isSeen: title?.checkVisibility() };
      });
      assert.deepEqual(seen, { top: 0, isSeen: true }, guide);
      await desk.page.goBack();
      await settle(desk.page);
    }
    const isSeenIn = async (/** @type {string} */ guide) => {
      await show(desk.page, guide ? { guide } : { guide, source: 'seed' });
      await settle(desk.page);
      return desk.page.$eval('footer', (element) => element.checkVisibility());
    };
    assert.deepEqual(
      [await isSeenIn(''), await isSeenIn('why-cup'), await isSeenIn('opening')],
      [true, true, true],
    );
    assert.equal(await isSeenIn('why-cup'), true);
    const shown = await desk.page.$$eval('footer > *', (all) =>
      all.filter((part) => part.checkVisibility()).map(({ textContent }) => textContent),
    );
    assert.deepEqual(shown, ['Dark colours'], 'a page of the course has the colours alone');
    for (const width of [360, 375, 390]) {
      await desk.page.setViewport({ width, height: 844 });
      const [end, start] = await desk.page.evaluate(() => [
        lab.renderRoot.querySelector('.home')?.getBoundingClientRect().right,
        document.querySelector('footer button')?.getBoundingClientRect().left,
      ]);
      assert.ok(end && start && start > end + 8, `${width}: ${end} and ${start}`);
    }
    await desk.page.setViewport({ width: 1280, height: 800 });
    // A compact step on a slide: nothing leads away from it.
    await desk.page.evaluate(() => {
      location.hash = '#v=1&compact';
    });
    await settle(desk.page);
    assert.equal(await desk.page.$eval('footer', (element) => element.checkVisibility()), false);
  });

  it('has a button for the colours beside or below each page, which covers no link', async () => {
    const { page } = desk;
    for (const width of [320, 360, 390, 844, 1280]) {
      await page.setViewport({ width, height: 640, hasTouch: true });
      await load(page, `${desk.url}#v=1&g=projections-three`);
      await settle(page);
      const { count, isSeen, covered } = await page.evaluate(() => {
        const footer = /** @type {Element} */ (document.querySelector('footer'));
        const { top, bottom, left, right } = footer.getBoundingClientRect();
        const links = allInLab('.home, .course-bar :is(a, button, summary)').filter((link) =>
          link.checkVisibility(),
        );
        const covered = links.filter((link) => {
          const box = link.getBoundingClientRect();
          return box.top < bottom && top < box.bottom && box.left < right && left < box.right;
        });
        return {
          count: links.length,
          isSeen: footer.querySelector('button')?.checkVisibility(),
          covered: covered.map(({ textContent }) => textContent),
        };
      });
      assert.ok(isSeen && count > 5, `${width}: ${count}`);
      assert.deepEqual(covered, [], `${width}`);
    }
    await page.setViewport({ width: 390, height: 844, hasTouch: true });
    await load(page, `${desk.url}#v=1&g=projections-three`);
    await settle(page);
    const [part] = await page.$$('attention-lab >>> .course-bar .part[href$="g=mixing"]');
    const box = await part.boundingBox();
    assert.ok(box);
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    await untilGuide(page, 'mixing-values');
    await page.setViewport({ width: 1280, height: 800 });
    await open();
  });

  it('has the colours that the reader chooses, also after a reload, unless its address names them', async () => {
    const { page } = desk;
    const read = () =>
      page.evaluate(() => {
        const button = document.querySelector('footer button');
        return {
          theme: lab.theme,
          background: getComputedStyle(document.documentElement).backgroundColor,
          button: button?.checkVisibility() && button.textContent,
        };
      });
    const [light, dark] = ['rgb(253, 252, 249)', 'rgb(23, 24, 27)'];
    const setSystem = (/** @type {'light' | 'dark'} */ value) =>
      page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
    try {
      await setSystem('dark');
      await open();
      assert.deepEqual(await read(), { theme: '', background: dark, button: 'Light colours' });
      await page.click('footer button');
      const chosen = { theme: 'light', background: light, button: 'Dark colours' };
      assert.deepEqual(await read(), chosen);
      await open();
      assert.deepEqual(await read(), chosen);
      await load(page, `${desk.url}#v=1&theme=dark`);
      assert.deepEqual(await read(), { theme: 'dark', background: dark, button: false });
      await page.evaluate(() => localStorage.clear());
      await open();
      await setSystem('light');
      await page.waitForFunction(
        () => document.querySelector('footer button')?.textContent === 'Dark colours',
      );
      assert.deepEqual(await read(), { theme: '', background: light, button: 'Dark colours' });
    } finally {
      await page.evaluate(() => localStorage.clear());
      await setSystem('light');
    }
  });

  it('shows the weights of the run as arcs, and another adjective changes them', async () => {
    const { hands } = desk;
    for (const [width, height] of SCREENS) {
      await desk.page.setViewport({ width, height });
      await open();
      for (const [adjective, noun] of [
        ['tired', 'animal'],
        ['heavy', 'box'],
        ['wide', 'street'],
      ]) {
        await hands.click('.choose', adjective);
        const state = await hands.state();
        const weights = recompute({ state }).weights.data;
        const { words, strong, arcs } = await read();
        assert.deepEqual(words, state.sentence.split(' '));
        assert.deepEqual(strong, [noun]);
        assert.ok(arcs.length > 0);
        for (const { place = '', value, width } of arcs) {
          const [, , row, column] = place.split('.').map(Number);
          const weight = weights[row * words.length + column];
          assert.equal(Math.fround(Number(value)), weight, place);
          assert.ok(Math.abs(Number(width) - Math.max(1, 9 * weight)) < 1e-6);
        }
      }
    }
  });

  it('has both main links on one screen, and fits its width', async () => {
    for (const [width, height] of [...SCREENS, [320, 900]]) {
      await desk.page.setViewport({ width, height });
      await open();
      const { lowest, links } = await desk.page.evaluate(() => {
        const ways = allInLab('a.way');
        return {
          lowest: Math.max(
            ...ways.slice(0, 2).map((element) => element.getBoundingClientRect().bottom),
          ),
          links: ways.map((element) => element.getAttribute('href')),
        };
      });
      assert.deepEqual(links.slice(0, 2), ['#v=1&g=why', '#v=1']);
      assert.match(String(links.at(-1)), /from=pretrained/);
      assert.equal(await readExcess(desk.page), 0, `${width}`);
      if (width !== 320) assert.ok(lowest <= height, `${lowest} of ${height}`);
    }
  });

  for (const width of [390, 375])
    it(`fits the table of a real head into ${width} pixels, with three decimals`, async () => {
      await desk.page.setViewport({ width, height: 844 });
      await open();
      const { excess, shares } = await desk.page.evaluate(() => {
        const matrix = inLab('figure.weights .matrix') ?? document.body;
        return {
          excess: matrix.scrollWidth - matrix.clientWidth,
          shares: [...matrix.querySelectorAll('td[data-value]')].map((cell) => cell.textContent),
        };
      });
      assert.equal(excess, 0);
      assert.equal(shares.length, 49);
      for (const share of shares) assert.match(String(share).trim(), /^0\.\d{3}$/);
    });

  it('mentions shades only where they are shown', async () => {
    for (const [width, shown] of /** @type {const} */ ([
      [1280, true],
      [390, false],
    ])) {
      await desk.page.setViewport({ width, height: 800 });
      await open();
      await waitInLab(desk.page, '.story .token');
      const visible = await desk.page.evaluate(() =>
        ['.head-row .strip', '.shades'].map((selector) => inLab(selector)?.checkVisibility()),
      );
      assert.deepEqual(visible, [shown, shown], `${width}`);
    }
    await desk.page.setViewport({ width: 1280, height: 800 });
  });

  it('opens the course and the lab, and Back returns to it', async () => {
    const { hands, page } = desk;
    await page.setViewport({ width: 1280, height: 800 });
    await open();
    await hands.click('a.way', 'Start the course');
    await untilGuide(page, 'why-flip');
    assert.equal((await hands.state()).source, 'describer');
    await goBackTo(page, 'opening');
    // Scroll down as far as possible, so that the lab would begin above the window.
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await hands.click('a.way', 'Open the lab');
    await untilGuide(page, '');
    assert.equal((await hands.state()).sentence, 'They eat fried noodles');
    assert.equal(await hands.count('#seed'), 1);
    await page.waitForFunction(() => scrollY === 0, { timeout: 5000 });
    await goBackTo(page, 'opening');
    assert.deepEqual(await hands.state(), makeOpeningState());
  });

  it('names the tab by the open page or step', async () => {
    const { page } = desk;
    await open();
    const name = await page.title();
    for (const [change, title] of /** @type {[object, string][]} */ ([
      [{ guide: 'scoring-turn' }, 'Turn a query'],
      [{ guide: 'practice-notes' }, 'Notes for teachers'],
      [{ guide: '', step: 'weights' }, 'Scores become attention weights'],
      [{ view: 'whole' }, 'The whole picture'],
    ])) {
      await page.evaluate((state) => lab.setState(state), change);
      await page.waitForFunction((wanted) => document.title === wanted, {}, `${title} · ${name}`);
    }
  });

  it('changes the adjective and opens the course by keyboard', async () => {
    const { hands } = desk;
    await open();
    await hands.tabTo('.choose', 'wide');
    await hands.press('Enter');
    assert.deepEqual((await read()).strong, ['street']);
    assert.match(await hands.textOf('.head [role=status]'), /from wide .* mostly to street$/);
    await hands.tabTo('a.way', 'Start the course');
    await hands.press('Enter');
    await untilGuide(desk.page, 'why-flip');
  });

  it('selects a pressed word or number of “They eat fried noodles” in its table', async () => {
    const { hands, page } = desk;
    const TABLE = '.below-opening table.weights';
    const readTable = async () => ({
      ...(await page.evaluate((table) => {
        const words = (/** @type {string} */ selector) =>
          allInLab(`${table} ${selector}`).map((element) => element.textContent?.trim());
        return {
          rows: words('tr.selected th'),
          pressed: words('tbody [aria-pressed=true]'),
          keys: words('thead [aria-pressed=true]'),
        };
      }, TABLE)),
      note: await hands.textOf('.below-opening .framed'),
      guide: (await hands.state()).guide,
    });
    /** @param {string} word @param {string[]} [keys] */
    const selected = (word, keys = []) => ({
      rows: [word],
      pressed: [word],
      keys,
      note: `The frame marks the row of ${word}, the chosen query.`,
      guide: 'opening',
    });
    const rowOf = (/** @type {number} */ row) => `tbody tr:nth-child(${row + 1})`;
    for (const [width, height] of SCREENS) {
      await page.setViewport({ width, height });
      await open();
      assert.deepEqual(await readTable(), selected('eat'));
      await hands.click(`${TABLE} ${rowOf(0)} .word`);
      assert.deepEqual(await readTable(), selected('They'));
      await hands.click(`${TABLE} td[data-place="weights.6.2"]`);
      assert.deepEqual(await readTable(), selected('s'));
      await hands.click(`${TABLE} thead .word`, 'They');
      assert.deepEqual(await readTable(), selected('s', ['They']));
      await hands.walkTo(TABLE, 'td[data-place="weights.2.0"]');
      await hands.press('Enter');
      assert.deepEqual(await readTable(), selected('fri', ['They']));
      assert.ok(await hands.hasFocus(`${TABLE} td[data-place="weights.2.0"]`));
      await hands.walkTo(TABLE, 'td[data-place="weights.3.0"]');
      await hands.press(' ');
      assert.deepEqual(await readTable(), selected('ed', ['They']));
      await hands.walkTo(TABLE, `${rowOf(1)} .word`);
      await hands.press('Enter');
      assert.deepEqual(await readTable(), selected('eat', ['They']));
      await hands.select('.below-opening .compare select', '0');
      assert.deepEqual(await readTable(), selected('eat', ['They']));
      assert.equal(await hands.count(`${TABLE} tr.pinned`), 1);
      // The head of the first screen keeps its own query.
      assert.deepEqual((await read()).strong, ['animal']);
      const left = await readTable();
      await hands.click('.below-opening a.way', 'Open this model with your own sentence');
      await waitInLab(page, '.load-model');
      const { guide, source, model, modelLayer, cell } = await hands.state();
      assert.deepEqual([guide, source, model, modelLayer], ['', 'pretrained', 'use-lite', 1]);
      assert.equal(cell, '');
      await goBackTo(page, 'opening');
      assert.deepEqual(await readTable(), left);
    }
  });

  it('and the lab have their headings, and show no “[object” or “undefined”', async () => {
    const titlesOf = (/** @type {string} */ selector) =>
      desk.page.$$eval(`attention-lab >>> ${selector}`, (all) =>
        all.map((element) => element.textContent?.trim() ?? ''),
      );
    await showOnly(desk.page, { step: 'weights' });
    assert.ok((await titlesOf('summary')).includes('Experiments'));
    await desk.hands.click('.tools button:last-child');
    assert.deepEqual(await titlesOf('#help-title'), ['Glossary and keyboard']);
    await desk.page.keyboard.press('Escape');
    await showOnly(desk.page, { ...makePresetState('mini'), training: -1 });
    await waitInLab(desk.page, '.writing summary');
    assert.ok((await titlesOf('summary')).includes('Let it write'));
    const text = await desk.page.$eval(
      'attention-lab >>> .lab',
      (lab) => /** @type {HTMLElement} */ (lab).innerText,
    );
    assert.doesNotMatch(text, /\[object|\bundefined\b/);
  });
});

onHostPagesOnce('the first screen from modules', (host) => {
  it('says that it did not load, and loads when it is opened again', async () => {
    const { page, refuseModules, allowModules, close } = await openModules(
      host,
      '<attention-lab></attention-lab>',
    );
    const open = () =>
      page.evaluate(() => {
        lab.guide = 'opening';
        return lab.updateComplete;
      });
    try {
      await refuseModules();
      await open();
      const alert = await waitInLab(page, '.lab > [role=alert]');
      const text = String(await alert.evaluate((element) => element.textContent));
      assert.match(text, /^The first screen did not load: .+\.$/);
      await page.evaluate(() => lab.reset());
      await waitInLab(page, 'figure.weights td');
      assert.equal(await page.evaluate(() => inLab('[role=alert]')), null);
      allowModules();
      await open();
      await waitInLab(page, '.opening .head .arcs');
    } finally {
      await close();
    }
  });

  it('says that the model that writes did not load, and a press loads it', async () => {
    const opened = await openModules(host, '<attention-lab></attention-lab>');
    const { page, refuseModules, allowModules, close } = opened;
    try {
      await refuseModules('class="telling"');
      await setProps(page, { guide: 'opening' });
      const alert = await waitInLab(page, '.story-place [role=alert]');
      const text = String(await alert.evaluate((element) => element.textContent));
      assert.match(text, /^The model that writes did not load: .+\.$/);
      // Another word keeps the message.
      await page.evaluate(() => allInLab('.choose')[1].click());
      await page.waitForFunction(() => inLab('.head .strong')?.textContent === 'box');
      assert.ok(await page.evaluate(() => inLab('.story-place [role=alert]')?.checkVisibility()));
      const tryAgain = () => page.evaluate(() => inLab('.story-place button')?.click());
      await page.evaluate(() => inLab('.story-place button')?.focus());
      await tryAgain();
      await waitInLab(page, '.story-place [role=alert]');
      assert.equal(
        await page.evaluate(() => lab.shadowRoot?.activeElement?.textContent),
        'Try again',
      );
      allowModules();
      await tryAgain();
      await waitInLab(page, '.story .token');
      assert.equal(await page.evaluate(() => inLab('.story-place [role=alert]')), null);
    } finally {
      await close();
    }
  });
});
