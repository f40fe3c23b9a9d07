import assert from 'node:assert/strict';
import { it } from 'node:test';
import { settle } from './hands.js';
import { onHostPagesOnce } from './host.js';

/** @import { Page } from 'puppeteer-core' */

/** The pages of apps whose content scrolls in a box, `*` being the element. */
const PAGES = {
  'a box below a bar': `<body style="margin: 0"><header style="height: 60px">Bar</header>
    <main style="height: calc(100vh - 60px); overflow: auto"><p>Text</p>*<p>End</p></main>`,
  'the body': `<style>html { overflow: hidden; height: 100% } </style>
    <body style="margin: 0; height: 100%; overflow: auto"><p>Text</p>*<p>End</p>`,
  'a box in a shadow root': `<body style="margin: 0"><x-app><p>Text</p>*<p>End</p></x-app><script>
    const root = document.querySelector('x-app').attachShadow({ mode: 'open' });
    root.innerHTML = '<div style="height: 100vh; overflow: auto"><slot></slot></div>';</script>`,
  'a box that need not scroll': `<body style="margin: 0; overflow: auto"><main style="overflow: auto">
    <p>Text</p>*<p>End</p></main>`,
};

/**
 * Scrolls what scrolls on the page, and returns how far the lab has moved.
 * @param {Page} page
 * @param {number} by
 */
const scrollPage = (page, by) =>
  page.evaluate((pixels) => {
    const { top } = lab.getBoundingClientRect();
    const slotted = lab.assignedSlot?.parentElement ?? lab.closest('main');
    for (const box of [slotted, document.body, window]) box?.scrollBy(0, pixels);
    return top - lab.getBoundingClientRect().top;
  }, by);

/** @param {Page} page @param {string} selector */
const readTop = (page, selector) => page.evaluate((name) => boxOf(name).top, selector);

onHostPagesOnce('an element in a page that scrolls in a box', (host) => {
  for (const [what, html] of Object.entries(PAGES)) {
    /** @param {string} attributes */
    const open = async (attributes) => {
      const element = `<attention-lab loading="eager" ${attributes}></attention-lab>`;
      const { page } = await host.openLab(html.replace('*', element));
      await page.setViewport({ width: 900, height: 400 });
      await settle(page);
      return page;
    };

    it(`${what}: Next leads to the top of the new page`, async () => {
      const page = await open('guide="why-flip"');
      assert.ok((await scrollPage(page, 193)) > 100, 'the page scrolls');
      await page.evaluate(() => /** @type {HTMLElement} */ (allInLab('.turn').at(-1)).click());
      await page.waitForFunction(() => lab.guide !== 'why-flip');
      await page.evaluate(() => nextFrames(3));
      const start = what === 'a box below a bar' ? 60 : 0;
      const top = await readTop(page, '.lab');
      assert.ok(Math.abs(top - start) <= 1, `the lab begins at ${top}`);
    });

    it(`${what}: the lab stays where its reader left it for a page`, async () => {
      const page = await open('show="course"');
      await scrollPage(page, 300);
      const left = await readTop(page, '.lab');
      await page.evaluate(() => allInLab('.invitation :is(a, button)')[0].click());
      await page.waitForFunction(() => lab.guide !== '');
      await page.evaluate(() => nextFrames(3));
      await page.evaluate(() =>
        allInLab('.course-bar :is(a, button)')
          .find((link) => link.textContent === 'Back to the lab')
          ?.click(),
      );
      await page.waitForFunction(() => lab.guide === '');
      await page.evaluate(() => nextFrames(3));
      const top = await readTop(page, '.lab');
      assert.ok(Math.abs(top - left) <= 1, `${top} instead of ${left}`);
    });
  }

  it('its hidden texts do not lengthen the page around the box', async () => {
    const html = PAGES['a box below a bar'].replace('*', '<attention-lab></attention-lab>');
    const { page } = await host.openLab(html);
    const beyond = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
    assert.equal(beyond, 0);
  });
});
