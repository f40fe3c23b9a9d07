// In a locked element, no step of any source has a control, except those of the bar.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { listSourceKinds } from '../../web/state/source-kinds.js';
import { publish, startHub } from '../pretrained/hub-models.js';
import '../support/features.js';
import { settle } from './hands.js';
import { onHostPagesOnce } from './host.js';
import { listControls } from './locked.js';

onHostPagesOnce('a locked element', (host) => {
  /** @type {Awaited<ReturnType<typeof startHub>>} */
  let hub;
  before(async () => {
    hub = await startHub();
  });
  after(() => hub.close());

  /** @param {string} attributes @param {readonly string[]} steps */
  async function assertLocked(attributes, steps) {
    const { page } = await host.openLab(`<attention-lab locked ${attributes}></attention-lab>`, {
      mayComplain: true,
    });
    await page.waitForFunction(() => inLab('.step-title'));
    /** @type {string[]} */
    const found = [];
    /** @type {string[]} */
    const shown = [];
    for (const step of steps) {
      await page.evaluate(async (name) => {
        lab.steps = name;
        lab.step = name;
      }, step);
      await settle(page);
      // Some steps need another setting.
      if ((await page.evaluate(() => lab.step)) !== step) continue;
      shown.push(step);
      for (const control of await listControls(page)) found.push(`${step}: ${control}`);
    }
    assert.deepEqual(found, []);
    assert.ok(shown.length > steps.length / 2, `only ${shown}`);
  }

  for (const { name, steps, isGiven } of listSourceKinds()) {
    if (name === 'pretrained' || name === 'seed' || isGiven) continue;
    it(`has no controls in any step of ${name}`, () =>
      assertLocked(`source="${name}" training="0"`, steps));
  }

  for (const [model, more] of Object.entries({ gpt2: '', bert: 'pair="it slept"', marian: '' }))
    it(`has no controls in any step of the pretrained model ${model}`, async () => {
      publish(hub, model);
      const { steps } = /** @type {any} */ (
        listSourceKinds().find(({ name }) => name === 'pretrained')
      );
      await assertLocked(
        `source="pretrained" load="eager" model="tiny/${model}" endpoint="${hub.url}" sentence="the bird sings" ${more}`,
        steps,
      );
    });
});
