import assert from 'node:assert/strict';
import { it } from 'node:test';
import { floats, npy } from '../sources/written.js';
import { createRandom } from '../support/random.js';
import { handsOn, settle } from './hands.js';
import { onHostPages } from './host.js';

/** @import { State } from '../../web/state/types.js' */
/** @import { Page } from './host.js' */

const random = createRandom(8);
const drawMatrix = (/** @type {number} */ rows, /** @type {number} */ columns) =>
  Array.from({ length: rows }, () =>
    Array.from({ length: columns }, () => Math.fround(random.uniform() - 0.5)),
  );
const given = {
  q: drawMatrix(2, 3),
  k: drawMatrix(4, 3),
  v: drawMatrix(4, 2),
  queryTokens: ['so', 'it'],
};

const LAB = '<attention-lab heads="4" permalink></attention-lab>';

/**
 * Returns what is on the screen after tensors are set, and every event so far.
 * @param {Page} page
 * @param {object | null} tensors
 */
const setTensors = (page, tensors) =>
  page.evaluate(async (value) => {
    /** @type {any[]} */
    const events = [];
    const note = (/** @type {Event} */ event) =>
      events.push([event.type, /** @type {CustomEvent} */ (event).detail.code]);
    lab.addEventListener('attention-error', note);
    lab.tensors = /** @type {any} */ (value);
    const isSet = lab.tensors === value;
    while (!(await lab.updateComplete));
    lab.removeEventListener('attention-error', note);
    const text = (/** @type {string} */ selector) => inLab(selector)?.textContent?.trim();
    return {
      events,
      isSet,
      source: lab.source,
      heads: lab.heads,
      badge: text('[part=badge]'),
      alert: text('.lab > .status [role=alert], .lab > [role=alert]'),
      weights: [...(lab.results.weights?.data ?? [])],
      rows: allInLab('.first [data-tensor=weights] tbody th').map((element) =>
        element.textContent?.trim(),
      ),
    };
  }, tensors);

/**
 * @param {Page} page
 * @param {Record<string, number[]>} files bytes by name
 * @param {'choose' | 'drop'} how
 */
async function giveFiles(page, files, how) {
  await page.evaluate(
    async (all, way) => {
      const data = new DataTransfer();
      for (const [name, bytes] of Object.entries(all)) {
        data.items.add(new File([new Uint8Array(bytes)], name));
      }
      const root = lab.renderRoot;
      const changed = new Promise((resolve) => {
        new MutationObserver(resolve).observe(root, {
          subtree: true,
          childList: true,
          characterData: true,
        });
      });
      if (way === 'choose') {
        const input = /** @type {HTMLInputElement} */ (inLab('input[type=file]'));
        input.files = data.files;
        input.dispatchEvent(new Event('change', { bubbles: true }));
      } else {
        const target = /** @type {Element} */ (inLab('table'));
        const options = { dataTransfer: data, bubbles: true, composed: true, cancelable: true };
        const over = new DragEvent('dragover', options);
        target.dispatchEvent(over);
        if (!over.defaultPrevented) throw new Error('it does not take files');
        target.dispatchEvent(new DragEvent('drop', options));
      }
      await changed;
    },
    files,
    how,
  );
  await settle(page);
}

onHostPages('tensors of the reader', (host, _browserName, once) => {
  once('weights of 12 layers have a step for each, which goto() and next() open', async () => {
    const { page } = await host.openLab(LAB);
    const visited = await page.evaluate(async () => {
      const data = Float32Array.from({ length: 48 }, (_, i) => i / 48);
      lab.tensors = { weights: { shape: [12, 1, 2, 1, 2], data } };
      const steps = [lab.step];
      lab.goto('layer11/weights');
      steps.push(lab.step);
      lab.next();
      steps.push(lab.step);
      while (!(await lab.updateComplete));
      const cells = lab.shadowRoot?.querySelectorAll('td[data-value]') ?? [];
      return { steps, value: /** @type {HTMLElement} */ (cells[0]).dataset.value };
    });
    assert.deepEqual(visited.steps, ['allHeads', 'layer11/weights', 'layer12/weights']);
    assert.equal(Math.fround(Number(visited.value)), Math.fround(44 / 48));
  });

  once(
    'weights of layers have a map of each head, which opens its one table, and lines',
    async () => {
      const { page } = await host.openLab(LAB);
      const hands = handsOn(page);
      const data = Float32Array.from({ length: 24 }, (_, i) => i / 24);
      await page.evaluate(
        async (numbers) => {
          lab.tensors = { weights: { shape: [3, 1, 2, 2, 2], data: numbers } };
          while (!inLab('.thumb')) await nextFrames(1);
        },
        [...data],
      );
      assert.equal(await hands.count('.thumb'), 6);
      await hands.click('.thumb[data-layer="2"][data-head="1"]');
      const opened = () =>
        page.evaluate(async () => {
          while (!(await lab.updateComplete));
          const tables = allInLab('table[data-tensor]').map(
            (table) => /** @type {HTMLElement} */ (table).dataset.tensor,
          );
          const cell = /** @type {HTMLElement | null} */ (inLab('td[data-value]'));
          return { step: lab.step, head: lab.head, tables, value: Number(cell?.dataset.value) };
        });
      const { value, ...rest } = await opened();
      assert.deepEqual(rest, { step: 'layer3/weights', head: 1, tables: ['layer3/weights'] });
      assert.equal(Math.fround(value), data[20]);
      // The lines begin with the layer that was open.
      await page.evaluate(() => lab.goto('headLines'));
      assert.deepEqual((await opened()).tables, ['layer3/weights']);
      assert.match(await hands.textOf('.lines .caption'), /^attention weights, layer 3, head 2/);
      await hands.click('.layers label');
      assert.deepEqual((await opened()).tables, ['layer1/weights']);
      assert.match(await hands.textOf('.lines .caption'), /^attention weights, layer 1, head 2/);
      // A press on a word of each side opens their number.
      await hands.click('.lines [data-side="q"][data-index="1"]');
      await hands.click('.lines [data-side="k"][data-index="0"]');
      assert.equal(await page.evaluate(() => lab.cell), 'layer1/weights.1.1.0');
      assert.match(await page.evaluate(() => lab.export('svg')), /<path/);
    },
  );

  once('weights of layers have a table that a name without its layer finds', async () => {
    const { page, readComplaints } = await host.openLab(
      '<attention-lab table="weights"></attention-lab>',
    );
    const tables = await page.evaluate(async () => {
      lab.tensors = { weights: [[[[[0.25, 0.75]]]], [[[[0.4, 0.6]]]]] };
      while (!(await lab.updateComplete));
      return allInLab('table[data-tensor]').map(
        (table) => /** @type {HTMLElement} */ (table).dataset.tensor,
      );
    });
    assert.deepEqual(tables, ['layer1/weights']);
    assert.match(readComplaints().join(), /table="weights": did you mean layer1\/weights\?/);
  });

  once('are shown when set or refused with an error, and null restores the numbers', async () => {
    const { page, readComplaints } = await host.openLab(LAB);
    const before = await page.evaluate(() => [...lab.results.weights.data]);
    const shown = await setTensors(page, given);
    assert.deepEqual([shown.source, shown.heads, shown.isSet], ['own', 1, true]);
    assert.deepEqual(shown.rows, ['so', 'it']);
    assert.equal(shown.weights.length, 8);
    assert.match(shown.badge ?? '', /No link/);
    await page.waitForFunction(() => location.hash === '#v=1&step=scores');
    for (const wrong of [
      { ...given, k: drawMatrix(4, 5) },
      { weights: [[1, 2], [3]] },
      {},
      { queryTokens: [] },
    ]) {
      const refused = await setTensors(page, wrong);
      assert.deepEqual(refused.events, [['attention-error', 'ERR_TENSORS']]);
      assert.deepEqual([refused.weights, refused.isSet], [shown.weights, false]);
      assert.ok(refused.alert);
      assert.ok(readComplaints().join().includes(`<attention-lab> tensors: ${refused.alert}`));
    }
    assert.equal((await setTensors(page, given)).alert, undefined);
    const again = await page.evaluate(async (value) => {
      /** @type {string[][]} */
      const changed = [];
      lab.addEventListener('attention-change', ({ detail }) => changed.push(detail.changed));
      lab.tensors = { ...value, q: value.q.map((row) => row.map((number) => -number)) };
      while (!(await lab.updateComplete));
      return changed;
    }, given);
    assert.deepEqual(again, [['tensors']]);
    const alone = await setTensors(page, { weights: [[0.25, 0.75]] });
    assert.deepEqual([alone.source, alone.weights], ['own-weights', [0.25, 0.75]]);
    const back = await setTensors(page, null);
    assert.deepEqual([back.source, back.heads, back.weights], ['seed', 4, before]);
  });

  once(
    'that are weights have no formula, and a row that does not add up to 1 is named',
    async () => {
      const { page } = await host.openLab(LAB);
      const hands = handsOn(page);
      const secondRow = [0.9, 0.1];
      for (const [row, pattern] of /** @type {[number[], RegExp][]} */ ([
        [[0.5, 0.9], /but those of row 1 add up to 1\.40\.$/],
        [[0.5, 0.5], /do not say how they were computed\.$/],
      ])) {
        await setTensors(page, { weights: [row, secondRow] });
        assert.match(await hands.textOf('.steps .prose'), pattern);
        assert.equal(await hands.count('.formula-line'), 0);
        assert.equal(await hands.textOf('.steps .gesture'), '· press any number to set it');
      }
    },
  );

  once('keep their heads and widths when settings change, and every step opens', async () => {
    const { page } = await host.openLab(LAB);
    await setTensors(page, given);
    const seen = await page.evaluate(async () => {
      const steps = 'scores scaledScores maskedScores weights heads concatenated'.split(' ');
      const odd = { heads: 8, head: 7, target: 'he is', mechanism: 'additive', keyWidth: 3 };
      lab.setState(/** @type {any} */ (odd));
      const shown = [];
      for (const step of [...steps, 'output', 'mechanisms']) {
        lab.step = step;
        while (!(await lab.updateComplete));
        shown.push(lab.step);
      }
      return [lab.heads, lab.head, lab.mechanism, new Set(shown).size];
    });
    assert.deepEqual(seen, [1, 0, 'dot', 6]);
  });

  once('that cannot be read are refused until other numbers are shown', async () => {
    const { page } = await host.openLab(LAB);
    const readAlert = () =>
      page.evaluate(async () => {
        while (!(await lab.updateComplete));
        return inLab('#files ~ [role=alert]')?.textContent ?? '';
      });
    /** @type {(() => void)[]} */
    const changes = [
      () => lab.setState({ seed: lab.seed + 1 }),
      () => {
        lab.tensors = { weights: [[1]] };
      },
      () => {
        lab.tensors = null;
      },
      () => {
        lab.tensors = null;
      },
    ];
    for (const change of changes) {
      await giveFiles(page, { 'broken.json': [123] }, 'choose');
      assert.match(await readAlert(), /^Not read: broken\.json\./);
      await page.evaluate(change);
      assert.equal(await readAlert(), '', String(change));
    }
  });

  once('have every export except a link', async () => {
    const { page } = await host.openLab(LAB);
    await setTensors(page, given);
    const exported = await page.evaluate(async () => {
      const link = await lab.export('link').catch(({ code, message }) => `${code} ${message}`);
      const formats = /** @type {const} */ ([
        'csv',
        'json',
        'svg',
        'numpy',
        'pytorch',
        'javascript',
      ]);
      const others = await Promise.all(formats.map((format) => lab.export(format)));
      return { link, lengths: others.map((text) => text.length) };
    });
    assert.match(exported.link, /^ERR_EXPORT No link can carry your own numbers/);
    assert.ok(exported.lengths.every((length) => length > 20));
  });

  for (const how of /** @type {const} */ (['choose', 'drop'])) {
    // Browsers differ in the event of a drop.
    const test = how === 'drop' ? it : once;
    test(`are read from files (${how}), and a damaged file is refused with a sentence`, async () => {
      const { page } = await host.openLab(LAB);
      const bytes = (/** @type {number[][]} */ rows) => [
        ...npy([rows.length, rows[0].length], floats(rows.flat())),
      ];
      const files = { 'q.npy': bytes(given.q), 'k.npy': bytes(given.k), 'v.npy': bytes(given.v) };
      await giveFiles(page, files, how);
      const state = await page.evaluate(() => {
        return { source: lab.source, q: [...lab.results.q.data] };
      });
      assert.deepEqual(state, { source: 'own', q: given.q.flat() });
      const named = () => page.evaluate(() => inLab('#about-files ~ [role=status]')?.textContent);
      assert.match((await named()) ?? '', /q\.npy, k\.npy, v\.npy/);
      await giveFiles(page, { 'q.npy': files['q.npy'].slice(0, 90) }, how);
      const text = await page.evaluate(() => inLab('[role=alert]')?.textContent);
      assert.match(text ?? '', /^Not read: q\.npy\. /);
      assert.equal(await page.evaluate(() => lab.source), 'own');
      // Tensors that a script sets have no file name.
      await setTensors(page, given);
      assert.equal(await named(), '');
      // Choosing files was a change of the reader, so undo works.
      await handsOn(page).enter('.tools button', '↶');
      await settle(page);
      assert.equal(await page.evaluate(() => lab.source), 'seed');
    });
  }

  once('that are still being read give way to other numbers and to a page', async () => {
    for (const [change, isShown] of /** @type {[Partial<State>, boolean][]} */ ([
      [{ seed: 9 }, true],
      [{ source: 'article' }, false],
      [{ guide: 'why-flip' }, false],
    ]))
      for (const text of [JSON.stringify({ weights: [[0.25, 0.75]] }), '{']) {
        const { page } = await host.openLab(LAB);
        const shown = await page.evaluate(
          async (changed, content) => {
            const { arrayBuffer } = File.prototype;
            const read = new Promise((resolve) => {
              File.prototype.arrayBuffer = async function () {
                await new Promise((release) => {
                  kept.release = release;
                });
                // All that waits for the file runs before this.
                setTimeout(resolve);
                return arrayBuffer.call(this);
              };
            });
            const data = new DataTransfer();
            data.items.add(new File([content], 'w.json'));
            const input = /** @type {HTMLInputElement} */ (inLab('input[type=file]'));
            input.files = data.files;
            input.dispatchEvent(new Event('change', { bubbles: true }));
            while (!kept.release) await nextFrames();
            lab.setState(changed);
            while (!(await lab.updateComplete) || (changed.guide && !lab.guide)) await nextFrames();
            kept.release();
            await read;
            await nextFrames(2);
            while (!(await lab.updateComplete));
            const { source, guide } = lab;
            return { source, guide, alert: inLab('#files ~ [role=alert]')?.textContent ?? '' };
          },
          change,
          text,
        );
        const { guide = '' } = change;
        const isRead = text !== '{';
        assert.equal(shown.source === 'own-weights', isShown && isRead, JSON.stringify(change));
        assert.equal(shown.guide, guide);
        assert.equal(shown.alert !== '', isShown && !isRead, JSON.stringify(change));
      }
  });

  once('are named in a section that stays open after a refusal', async () => {
    const { page } = await host.openLab(LAB);
    const isOpen = () => page.evaluate(() => inLab('#files')?.closest('details')?.open);
    await giveFiles(page, { 'weights.json': [123] }, 'drop');
    assert.equal(await isOpen(), true, 'a refusal opens it');
    const bytes = [...new TextEncoder().encode(JSON.stringify({ weights: given.q }))];
    await giveFiles(page, { 'weights.json': bytes }, 'drop');
    assert.equal(await isOpen(), true, 'the names of the next files are seen');
    const named = await page.evaluate(() => inLab('#about-files ~ [role=status]')?.textContent);
    assert.match(named ?? '', /weights\.json/);
  });

  once('cannot be dropped on a readonly element', async () => {
    const { page } = await host.openLab('<attention-lab readonly></attention-lab>');
    const taken = await page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['{}'], 'q.json'));
      const over = new DragEvent('dragover', {
        dataTransfer,
        bubbles: true,
        composed: true,
        cancelable: true,
      });
      inLab('table')?.dispatchEvent(over);
      return over.defaultPrevented || inLab('input[type=file]') !== null;
    });
    assert.equal(taken, false);
  });
});
