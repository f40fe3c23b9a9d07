// The course pages about a pretrained model: a press loads the model, parts open where they are
// pressed, and the course continues without the model.
import assert from 'node:assert/strict';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { pages } from '../../web/features/course/index.js';
import { RIGHT } from '../course/answers.js';
import { launchBrowser, waitInLab, watchPage } from '../support/browser.js';
import { assertAccessible } from './axe.js';
import { courseOn, pageNamed } from './course.js';
import { handsOn, NEXT, settle, untilText } from './hands.js';
import { boxesOf, dist, load } from './lab.js';

/** @import { Page } from 'puppeteer-core' */

const ofModel = pages.filter(({ state }) => state.source === 'pretrained');
const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 390, height: 844 };

/** @param {Page} page @param {string} id */
async function open(page, id) {
  // Otherwise an address that the page is still writing would replace this one.
  await settle(page);
  await page.evaluate((guide) => {
    location.hash = `v=1&g=${guide}`;
  }, id);
  await untilText(page, '.step-title', pageNamed(id).title);
}

describe('a course page about a pretrained model', () => {
  /** @type {Awaited<ReturnType<typeof launchBrowser>>} */
  let browser;
  /** @type {Page} */
  let page;
  /** @type {ReturnType<typeof handsOn>} */
  let hands;
  /** @type {string[]} */
  let complaints;

  before(async () => {
    browser = await launchBrowser('chromium');
    page = await browser.newPage();
    complaints = watchPage(page);
    hands = handsOn(page);
    await page.setViewport(WIDE);
    await load(page, `${pathToFileURL(join(dist, 'index.html')).href}#v=1&g=own-model`);
  });
  after(async () => {
    await browser.close();
    assert.deepEqual(complaints, []);
  });

  it('says what the button downloads, and shows no question before', async () => {
    await waitInLab(page, '.load-model');
    const text = await hands.textOf('.stage');
    assert.match(text, /go on without the model: press Next/);
    assert.match(text, /not loaded yet.*7\.4 MB/);
    assert.equal(await hands.count('.question'), 0);
    assert.equal(await hands.count('#pretrained-model'), 0, 'the page says which model it is');
    await assertAccessible(page);
  });

  for (const { id, title } of ofModel)
    it(`${title}: takes wrong and right answers, and fits a wide and a narrow screen`, async () => {
      await open(page, id);
      if (id === ofModel[0].id) await hands.click('.load-model');
      await waitInLab(page, '.question');
      const answers = await hands.count('.answer');
      for (const answer of [...Array(answers).keys()].filter((i) => String(i) !== RIGHT[id])) {
        await hands.click(`.answer:nth-of-type(${answer + 1})`);
        assert.match(await hands.textOf('.reply'), /^Not yet\. /);
      }
      await hands.click(`.answer:nth-of-type(${Number(RIGHT[id]) + 1})`);
      assert.match(await hands.textOf('.reply'), /^Right\. /);
      await assertAccessible(page, {}, id);
      for (const size of [NARROW, WIDE]) {
        await page.setViewport(size);
        await settle(page);
        await courseOn({ page, hands, url: '' }).assertNotWider(`${id} at ${size.width}`);
      }
    });

  it('opens a pressed part by mouse and by keyboard, and stays on the page', async () => {
    await open(page, 'own-model');
    await waitInLab(page, '.open-part table');
    const tensor = () =>
      page.evaluate(() => inLab('.open-part table')?.getAttribute('data-tensor'));
    assert.equal(await tensor(), 'weights');
    await hands.click('[data-part=feedForward]');
    assert.equal(await tensor(), 'feedForward/hidden');
    await page.evaluate(() => inLab('[data-part=attention]')?.focus());
    await page.keyboard.press('Enter');
    await settle(page);
    assert.equal(await tensor(), 'weights');
    await page.setViewport(NARROW);
    await hands.click('[data-part=feedForward]');
    const [{ bottom }] = await boxesOf(page, '.open-part table');
    assert.ok(bottom < NARROW.height, `on a phone the open part is in sight: ${bottom}`);
    await page.setViewport(WIDE);
    await hands.click('[data-part=answer]');
    assert.match(await hands.textOf('.open-part'), /one vector of 512 numbers.*cosine/s);
    // A press on the box of another layer opens that layer.
    await hands.click('[data-part=layer0]');
    await waitInLab(page, '[data-part=layer1]');
    const { guide, modelLayer } = await hands.state();
    assert.deepEqual([guide, modelLayer], ['own-model', 0]);
  });

  it('plays how values move to the output, and opens the other sentence', async () => {
    await open(page, 'own-meaning');
    await waitInLab(page, '.in-motion');
    await hands.click('.in-motion .plain', 'Play');
    assert.equal(await hands.textOf('.in-motion .plain'), 'Pause');
    await hands.click('.flip button:nth-of-type(2)');
    await untilText(page, '.in-motion figcaption', 'river');
    const { sentence, query, guide } = await hands.state();
    assert.deepEqual(
      [sentence, query, guide],
      ['They swam to the bank of the river', 5, 'own-meaning'],
    );
  });

  it('shows the words most similar to a pressed word of the map', async () => {
    await open(page, 'projections-words');
    await waitInLab(page, '.nearest');
    assert.match(await hands.textOf('.nearest'), /Most like Paris, by cosine ?France ?0\.38/);
    await hands.click('.word-list button', 'three');
    assert.match(await hands.textOf('.nearest'), /Most like three, by cosine ?two ?0\.82/);
    assert.equal(await hands.count('.near line'), 5);
  });

  it('shows what parts add to another word, and a part opens its step in the lab', async () => {
    await open(page, 'own-added');
    await waitInLab(page, '.stream');
    await hands.click('.flip button:nth-of-type(5)');
    assert.match(await hands.textOf('.stream caption'), /vector of in/);
    await hands.click('.stream tr:last-child button');
    const { guide, step, source } = await hands.state();
    assert.deepEqual([guide, step, source], ['', 'layerSum', 'pretrained']);
  });
});

it('without the model’s files, the course says so and continues', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'course-'));
  const browser = await launchBrowser('chromium');
  try {
    await cp(join(dist, 'index.html'), join(folder, 'index.html'));
    const page = await browser.newPage();
    const hands = handsOn(page);
    await load(page, `${pathToFileURL(join(folder, 'index.html')).href}#v=1&g=own-model`);
    await waitInLab(page, '.load-model');
    await hands.click('.load-model');
    await untilText(page, 'p.status', 'use-lite');
    assert.match(await hands.textOf('p.status'), /comes without the model.*Go on without it/);
    assert.match(await hands.textOf('.stage'), /go on without the model: press Next/);
    await hands.click(NEXT);
    await untilText(page, '.step-title', 'The next word');
  } finally {
    await browser.close();
    await rm(folder, { recursive: true });
  }
});
