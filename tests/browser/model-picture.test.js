import assert from 'node:assert/strict';
import { it } from 'node:test';
import { waitInLab } from '../support/browser.js';
import { NO_COLOUR } from '../support/marks.js';
import { assertAccessible } from './axe.js';
import { setProps } from './lab.js';
import { onModelPage, textsOf } from './real-model.js';

const PICTURE = '.model-picture svg';

onModelPage('the picture of a real model', (desk) => {
  /** @param {string} hash */
  async function show(hash) {
    await desk.show(hash);
    await waitInLab(desk.page, PICTURE);
  }

  const focused = () =>
    desk.page.evaluate(() => lab.shadowRoot?.activeElement?.getAttribute('data-part'));

  it('opens a pressed layer, and the step of a pressed part', async () => {
    const { hands, page } = desk;
    await show('h=4&d=512&step=modelPicture');
    await hands.click('.part[data-part=layer1]');
    assert.equal((await hands.state()).modelLayer, 1);
    await page.waitForFunction(() => inLab('.part[data-part=layer0]'));
    assert.match((await textsOf(page, '.model-picture svg')).join(), /Layer 2 of 2/);
    await hands.click('.part[data-part=feedForward]');
    assert.equal((await hands.state()).step, 'hidden');
  });

  it('opens layers in a readonly element', async () => {
    const { hands, page } = desk;
    await show('h=4&d=512&step=modelPicture');
    await setProps(page, { readonly: true });
    await hands.click('.part[data-part=layer1]');
    await page.waitForFunction(() => inLab('.part[data-part=layer0]'));
    assert.equal((await hands.state()).modelLayer, 1);
  });

  it('is one tab stop with arrow keys, and keeps the focus in an opened layer', async () => {
    const { hands, page } = desk;
    await show('h=4&d=512&step=modelPicture');
    await hands.tabTo('.part[data-part=attention]');
    assert.equal(
      await page.$$eval(`attention-lab >>> ${PICTURE} [tabindex="0"]`, (all) => all.length),
      1,
    );
    await hands.press('Home');
    assert.equal(await focused(), 'embedding');
    await hands.press('ArrowDown', 'ArrowDown');
    assert.equal(await focused(), 'attention');
    await hands.press('End', 'ArrowUp');
    assert.equal(await focused(), 'layer1');
    await hands.press('Enter');
    await page.waitForFunction(() => inLab('.part[data-part=layer0]'));
    assert.equal((await hands.state()).modelLayer, 1);
    assert.equal(await focused(), 'attention');
    await hands.press(' ');
    assert.equal((await hands.state()).step, 'weights');
  });

  it('fits a screen of 320 pixels, and axe finds nothing', async () => {
    const { page } = desk;
    await page.setViewport({ width: 320, height: 900 });
    await show('h=4&d=512&step=modelPicture&ml=1');
    const { right, room } = await page.$eval(`attention-lab >>> ${PICTURE}`, (svg) => ({
      right: svg.getBoundingClientRect().right,
      room: document.documentElement.clientWidth,
    }));
    assert.ok(right <= room, `${right} of ${room} pixels`);
    await assertAccessible(page);
  });

  it('is exported as SVG with the parts on screen', async () => {
    await show('h=4&d=512&step=modelPicture&ml=1');
    const svg = await desk.page.evaluate(async () => {
      await lab.ready;
      return lab.export('svg');
    });
    assert.match(svg, /Layer 2 of 2/);
    assert.match(svg, /1,536 units/);
    assert.doesNotMatch(svg, NO_COLOUR);
  });

  it('exports all heads as SVG, with an image for each', async () => {
    const { page } = desk;
    await desk.show('h=4&d=512&step=allHeads');
    const svg = await page.evaluate(() => lab.export('svg'));
    assert.equal(svg.match(/<image /g)?.length, 8);
  });
});
