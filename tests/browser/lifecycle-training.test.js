import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onHostPages, plainPage } from './host.js';
import { makeOpener } from './lifecycle.js';

const learner =
  '<attention-lab source="describer" seed="0" training="60" query="4" sentence="the river was too icy"></attention-lab>';

onHostPages(
  'an element that trains or plays, and is moved or removed',
  (host) => {
    const open = makeOpener(host);

    it('keeps playing in the same Worker when it is moved', async () => {
      const { page } = await open({ html: plainPage(`${learner}<div></div>`) });
      const seen = await page.evaluate(async () => {
        const { wait, workers } = kept;
        const find = () =>
          /** @type {HTMLElement} */ (lab.renderRoot.querySelector('.training .buttons button'));
        find().click();
        await wait(() => lab.training > 60);
        const before = [...workers];
        const label = find().textContent;
        document.querySelector('div')?.append(lab);
        const at = lab.training;
        await wait(() => lab.training > at || find().textContent !== label);
        return [
          lab.training > at,
          before.length,
          [...workers].filter((each) => before.includes(each)).length,
        ];
      });
      assert.deepEqual(seen, [true, 1, 1]);
    });

    it('keeps the animation of its picture when it is moved', async () => {
      const { page } = await open({
        html: plainPage('<attention-lab view="whole"></attention-lab><div></div>'),
      });
      const labels = await page.evaluate(async () => {
        const { wait } = kept;
        const find = () =>
          /** @type {HTMLElement} */ (lab.renderRoot.querySelector('.walk button'));
        await wait(find);
        const label = find().textContent;
        find().click();
        document.querySelector('div')?.append(lab);
        lab.requestUpdate();
        while (!(await lab.updateComplete));
        return [label === find().textContent];
      });
      assert.deepEqual(labels, [false]);
    });

    it('stops playing when it is removed, and continues when its button is pressed', async () => {
      const { page } = await open({ html: plainPage(`${learner}<div></div>`) });
      const comparison = await page.evaluate(async () => {
        const { lab } = globalThis;
        const { wait, workers } = kept;
        const button = () =>
          /** @type {HTMLElement} */ (lab.renderRoot.querySelector('.training .buttons button'));
        const before = button().textContent;
        button().click();
        await wait(() => lab.training > 60);
        const playing = button().textContent;
        lab.remove();
        await wait(() => workers.size === 0);
        document.querySelector('div')?.append(lab);
        while (!(await lab.updateComplete));
        const [moved, at] = [button().textContent, lab.training];
        button().click();
        await wait(() => lab.training > at);
        return { isOther: before !== playing, isSame: before === moved };
      });
      assert.deepEqual(comparison, { isOther: true, isSame: true });
    });

    it('restarts when its restart button is pressed twice', async () => {
      const { page } = await open({ html: plainPage(learner) });
      await page.evaluate(async () => {
        const { wait } = kept;
        const button = () => allInLab('.training .buttons button')[2];
        button().click();
        await wait(() => lab.training === 0);
        await lab.updateComplete;
        button().click();
        await wait(() => lab.training > 0);
      });
    });

    it('trains no model while it is not on the page', async () => {
      const { page } = await open();
      const counts = await page.evaluate(async () => {
        const { wait, workers } = kept;
        const make = () => {
          const lab = document.createElement('attention-lab');
          lab.setState({ source: 'describer', training: 100, sentence: 'the river was too icy' });
          document.body.append(lab);
          return lab;
        };
        const gone = make();
        gone.remove();
        // An element that stays shows when everything has loaded.
        const stays = make();
        await stays.ready;
        const countBefore = workers.size;
        stays.remove();
        await wait(() => workers.size === 0);
        document.body.append(gone);
        await gone.ready;
        await wait(() => gone.results.weights);
        return [countBefore, workers.size];
      });
      assert.deepEqual(counts, [1, 1]);
    });

    it('starts each of its Workers from the same copy of the script', async () => {
      const { page } = await open();
      const copies = await page.evaluate(async () => {
        const { lab } = globalThis;
        const { wait, workers } = kept;
        const make = URL.createObjectURL;
        let count = 0;
        URL.createObjectURL = (blob) => {
          count++;
          return make(blob);
        };
        lab.setState({ source: 'describer', training: 100, sentence: 'the river was too icy' });
        for (const _ of ['first', 'second']) {
          await wait(() => workers.size === 1);
          lab.remove();
          await wait(() => workers.size === 0);
          document.body.append(lab);
        }
        await wait(() => workers.size === 1);
        return count;
      });
      assert.equal(copies, 1);
    });
  },
  ['chromium'],
);
