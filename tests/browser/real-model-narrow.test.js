// A real model on a phone: nothing is cut, and nothing lies beside the screen.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { publish } from '../pretrained/hub-models.js';
import { contentsOf } from '../pretrained/hub-server.js';
import { onModelPage, pressLoad, SIZES, untilMessage } from './real-model.js';

onModelPage('a real model on a narrow screen', (desk) => {
  for (const width of [390, 320]) {
    it(`shows each word of the lines whole: ${width} pixels`, async () => {
      const { page } = desk;
      await page.setViewport({ width, height: 844 });
      await desk.show(`${SIZES}&step=headLines&s=my+grandmother+eats+noodles`);
      const words = await page.$$eval('attention-lab >>> .line-picture .word', (all) =>
        all.map((one) => {
          const box = /** @type {Element} */ (one.closest('th')).getBoundingClientRect();
          const { left, right } = one.getBoundingClientRect();
          const isWhole =
            one.scrollWidth <= one.clientWidth && left >= box.left && right <= box.right;
          return { text: one.textContent, isWhole };
        }),
      );
      assert.ok(words.some(({ text }) => text === 'grandmother'));
      assert.deepEqual(
        words.filter(({ isWhole }) => !isWhole),
        [],
      );
    });

    it(`says whole how a tokenizer is made: ${width} pixels`, async () => {
      const { page, hub } = desk;
      await page.setViewport({ width, height: 844 });
      const { 'tokenizer.json': _, ...files } = contentsOf('gpt2');
      publish(hub, 'gpt2', { files });
      await desk.open('model=tiny/gpt2&s=the+bird', { isLoaded: false });
      await pressLoad(page);
      await untilMessage(page, /save_pretrained/);
      const right = await page.$eval('attention-lab >>> .overview .status', (message) => {
        const range = document.createRange();
        range.selectNodeContents(message);
        return range.getBoundingClientRect().right;
      });
      assert.ok(right <= width, `${right}`);
    });

    it(`shows in which heads a claim holds: ${width} pixels`, async () => {
      const { page } = desk;
      await page.setViewport({ width, height: 844 });
      await desk.show(`${SIZES}&step=allHeads&s=Hello+I+love+you`);
      const edges = await page.$$eval('attention-lab >>> .claims :is(b, td)', (all) =>
        all.map((one) => one.getBoundingClientRect().right),
      );
      assert.equal(await desk.hands.count('.claims b'), 5);
      for (const right of edges) assert.ok(right <= width, `${right} is beside the screen`);
      const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.equal(scrollWidth, width);
    });
  }
});
