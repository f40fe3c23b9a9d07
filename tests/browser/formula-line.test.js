import assert from 'node:assert/strict';
import { inEachBrowser } from './each-browser.js';
import { showOnly } from './lab.js';

inEachBrowser('the formula of a step', (desk, _, once) => {
  once('stands in one line with one lit part, and a press opens a step', async () => {
    for (const width of [1280, 320]) {
      await desk.page.setViewport({ width, height: 800 });
      for (const [step, lit] of [
        ['q', 'Q'],
        ['scores', 'Q·Kᵀ'],
        ['scaledScores', 'Q·Kᵀ/√d'],
        ['weights', 'softmax(Q·Kᵀ/√d)'],
        ['heads', 'softmax(Q·Kᵀ/√d)V'],
        ['output', 'Concat(H1…)WO'],
      ]) {
        await showOnly(desk.page, { step });
        const line = await desk.page.evaluate(() => {
          const all = inLab('.formula-line');
          const bottoms = [...(all?.children ?? [])].map((element) =>
            element.getBoundingClientRect(),
          );
          return {
            lit: [...(all?.querySelectorAll('.lit') ?? [])]
              .map((element) => element.textContent?.replace(/ .*: open$/, ''))
              .join(''),
            height:
              Math.max(...bottoms.map(({ bottom }) => bottom)) -
              Math.min(...bottoms.map(({ top }) => top)),
            right: Math.max(...bottoms.map(({ right }) => right)),
          };
        });
        assert.equal(line.lit, lit, step);
        assert.ok(line.height < 45 && line.right <= width, JSON.stringify(line));
      }
    }
    await showOnly(desk.page, { step: 'q' });
    await desk.hands.enterPart('softmax( attention weights: open');
    assert.equal((await desk.hands.state()).step, 'weights');
    await showOnly(desk.page, { step: 'features', mechanism: 'additive' });
    await desk.hands.enterPart('K′ projected keys: open');
    assert.equal((await desk.hands.state()).step, 'projectedKeys');
  });
});
