// Elements far from the view wait, like images with loading="lazy". Nothing is rendered, and
// nothing moves when they come.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { reduceCaseCount } from '../support/extent.js';
import { onHostPages, onHostPagesOnce, plainPage } from './host.js';
import { TEN, tenElements } from './ten-elements.js';

/**
 * @import { AttentionLab as Lab } from '../../web/elements/attention-lab.js'
 * @import { AttentionMap as Heat } from '../../web/elements/attention-map.js'
 * @import { Page } from './host.js'
 */

const FAR = '<div style="height: 6000px"></div>';

const MAP = '<attention-map id="map" weights="[[1, 0], [0.25, 0.75]]"></attention-map>';

/** A page with one element in view and two that are far. @param {string} [attributes] */
const pageWith = (attributes = '') =>
  plainPage(`<button>Before</button><attention-lab id="near" table="weights"></attention-lab>${FAR}
    <attention-lab id="far" steps="weights" ${attributes}>A poster</attention-lab>${MAP}`);

/** Returns what each element shows once the first is on the screen. @param {Page} page */
const readShown = (page) =>
  page.evaluate(async () => {
    await lab.ready;
    await nextFrames(4);
    return Object.fromEntries(
      ['near', 'far', 'map'].map((id) => [
        id,
        !!document.getElementById(id)?.shadowRoot?.querySelector('td[data-value]'),
      ]),
    );
  });

/** Waits until the far lab and the far map show their numbers. @param {Page} page */
const untilAllShown = (page) =>
  page.waitForFunction(() =>
    ['far', 'map'].every((id) =>
      document.getElementById(id)?.shadowRoot?.querySelector('td[data-value]'),
    ),
  );

/** After this many tasks of at least 4 ms, an element that has not rendered never will. */
const MOST_TURNS = 3000;

const WAITING = { near: true, far: false, map: false };

onHostPages('an element far from the view', (host, _name, once) => {
  it('renders once it is near the view', async () => {
    const { page } = await host.open({ html: pageWith() });
    assert.deepEqual(await readShown(page), WAITING);
    await page.evaluate(() => document.getElementById('far')?.scrollIntoView());
    await untilAllShown(page);
  });

  once('shows its children before, and reserves about its height at each width', async () => {
    for (const width of [320, 720, 1280]) {
      const { page } = await host.open({ html: pageWith() });
      await page.setViewport({ width, height: 800 });
      await readShown(page);
      const [waiting, high, rendered] = await page.evaluate(async () => {
        const far = /** @type {Lab} */ (document.getElementById('far'));
        const slot = far.shadowRoot?.querySelector('slot');
        const text = slot?.assignedNodes()[0]?.textContent?.trim();
        const place = far.clientHeight;
        await far.ready;
        return [text, place, far.clientHeight];
      });
      assert.equal(waiting, 'A poster');
      const ratio = Number(high) / Number(rendered);
      assert.ok(Math.abs(ratio - 1) < 1 / 3, `${width}: ${high} of ${rendered}`);
    }
  });

  once('reserves about its height for a sentence without blanks', async () => {
    const sentence = '我今天早上在学校门口看见了一只非常可爱的小猫';
    const lab = `<attention-lab id="far" table="weights" sentence="${sentence}"></attention-lab>`;
    const { page } = await host.open({ html: plainPage(`${FAR}${lab}`) });
    await page.setViewport({ width: 720, height: 800 });
    const [high, rendered] = await page.evaluate(async () => {
      const far = /** @type {Lab} */ (document.getElementById('far'));
      await customElements.whenDefined('attention-lab');
      const reserved = far.clientHeight;
      await far.ready;
      return [reserved, far.clientHeight];
    });
    assert.ok(Math.abs(high / rendered - 1) < 1 / 3, `${high} of ${rendered}`);
  });

  once('renders at once with loading="eager", also if it is set later', async () => {
    const { page } = await host.open({ html: pageWith('loading="eager"') });
    assert.ok((await readShown(page)).far);
    await page.evaluate(() => document.getElementById('map')?.setAttribute('loading', 'eager'));
    await untilAllShown(page);
  });

  once('renders at once when its property `loading` is set later', async () => {
    const { page } = await host.open({ html: pageWith() });
    assert.deepEqual(await readShown(page), WAITING);
    await page.evaluate(() => {
      for (const id of ['far', 'map']) {
        const element = /** @type {Lab} */ (document.getElementById(id));
        element.loading = 'eager';
      }
    });
    await untilAllShown(page);
  });

  it('renders at once for print', async () => {
    const { page } = await host.open({ html: pageWith() });
    await readShown(page);
    const counts = await page.evaluate(() => {
      dispatchEvent(new Event('beforeprint'));
      return ['far', 'map'].map(
        (id) => document.getElementById(id)?.shadowRoot?.querySelectorAll('td[data-value]').length,
      );
    });
    assert.ok(
      counts.every((count) => Number(count) > 0),
      `${counts}`,
    );
  });

  once('prints the maps of a grid, and paints them out of view once it is ready', async () => {
    const { page } = await host.openLab(`<attention-lab table="weights"></attention-lab>${FAR}
      <attention-map view="grid" weights="[[[0.9, 0.1], [0.2, 0.8]], [[0.5, 0.5], [0.1, 0.9]]]"></attention-map>`);
    const pdf = Buffer.from(await page.pdf()).toString('latin1');
    assert.equal(pdf.match(/\/Subtype\s*\/Image\b/g)?.length, 2);
    const painted = await page.evaluate(async () => {
      const other = /** @type {Heat} */ (attentionMap.cloneNode(true));
      document.body.append(other);
      await other.ready;
      await nextFrames(2);
      const canvases = [...(other.shadowRoot?.querySelectorAll('canvas') ?? [])];
      return canvases.map((canvas) => canvas.getContext('2d')?.getImageData(0, 0, 1, 1).data[3]);
    });
    assert.deepEqual(painted, [255, 255]);
  });

  once('renders when the reader opens the browser’s search', async () => {
    const { page } = await host.open({ html: pageWith() });
    await readShown(page);
    await page.keyboard.press('F3');
    await untilAllShown(page);
  });

  once('renders when the reader opens the search on a Cyrillic keyboard', async () => {
    const { page } = await host.open({ html: pageWith() });
    await readShown(page);
    await page.evaluate(() => {
      dispatchEvent(new KeyboardEvent('keydown', { key: 'а', code: 'KeyF', ctrlKey: true }));
    });
    await untilAllShown(page);
  });

  it('renders when Tab reaches it, and focuses its first control', async () => {
    const { page } = await host.open({
      html: plainPage(`<button>Before</button>${FAR}
      <attention-lab id="far" steps="scores,weights"></attention-lab>${FAR}${MAP}`),
    });
    await page.focus('button');
    await page.keyboard.press('Tab');
    await page.waitForFunction(
      () => document.getElementById('far')?.shadowRoot?.activeElement?.closest('.lab') !== null,
    );
    const focused = await page.evaluate(() => {
      const root = document.getElementById('far')?.shadowRoot;
      const first = root?.querySelector('.lab :is(button, input, [tabindex="0"])');
      return [
        first === root?.activeElement,
        document.getElementById('map')?.shadowRoot?.querySelector('td') ?? null,
      ];
    });
    assert.deepEqual(focused, [true, null]);
  });

  once('renders when a script reads its properties or exports it', async () => {
    const asks = {
      ready: () => /** @type {Lab} */ (document.getElementById('far')).ready,
      updateComplete: () => /** @type {Lab} */ (document.getElementById('far')).updateComplete,
      results: () => void (/** @type {Lab} */ (document.getElementById('far')).results),
      inputs: () => void (/** @type {Lab} */ (document.getElementById('far')).inputs),
      parameters: () => void (/** @type {Lab} */ (document.getElementById('far')).parameters),
      export: () => /** @type {Lab} */ (document.getElementById('far')).export('csv'),
    };
    for (const [name, ask] of Object.entries(asks).slice(0, reduceCaseCount(6))) {
      const { page } = await host.open({ html: pageWith() });
      assert.deepEqual(await readShown(page), WAITING, name);
      await page.evaluate(ask);
      await page.waitForFunction(() =>
        document.getElementById('far')?.shadowRoot?.querySelector('td[data-value]'),
      );
      assert.equal((await readShown(page)).map, false, name);
      const csv = await page.evaluate(() =>
        /** @type {Heat} */ (document.getElementById('map')).export('csv'),
      );
      assert.match(csv, /0\.75/);
    }
  });

  once('renders before its ready promise resolves, also a map', async () => {
    const { page } = await host.open({ html: pageWith() });
    assert.deepEqual(await readShown(page), WAITING);
    const cells = await page.evaluate(async () => {
      const map = /** @type {Heat} */ (document.getElementById('map'));
      await map.ready;
      return map.shadowRoot?.querySelectorAll('td[data-value]').length;
    });
    assert.ok(Number(cells) > 0, `${cells} numbers`);
  });

  once('shows what was set before it rendered', async () => {
    const { page } = await host.open({ html: pageWith() });
    await readShown(page);
    const state = await page.evaluate(async () => {
      const far = /** @type {Lab} */ (document.getElementById('far'));
      far.sentence = 'one two three four five';
      far.setState({ mask: 'causal' });
      far.setAttribute('seed', '9');
      const map = /** @type {Heat} */ (document.getElementById('map'));
      map.weights = [[0.5, 0.5]];
      return far.state;
    });
    assert.deepEqual([state.mask, state.seed], ['causal', 9]);
    assert.deepEqual(await readShown(page), WAITING);
    await page.evaluate(() => document.getElementById('far')?.scrollIntoView());
    await untilAllShown(page);
    const found = await page.evaluate(() => [
      document
        .querySelectorAll('attention-lab')[1]
        .shadowRoot?.querySelector('table.weights')
        ?.querySelectorAll('tbody tr').length,
      document.getElementById('map')?.shadowRoot?.querySelectorAll('td[data-value]').length,
    ]);
    assert.deepEqual(found, [5, 2]);
  });

  once('renders at once without observers and frames, as in jsdom', async () => {
    const early = () => {
      const names = ['Intersection', 'Resize', 'Mutation'].map((kind) => `${kind}Observer`);
      for (const name of [...names, 'ResizeObserverEntry', 'requestAnimationFrame'])
        Reflect.deleteProperty(globalThis, name);
    };
    const { page } = await host.open({
      html: `${pageWith()}<attention-map id="grid" view="grid" weights="[[[1, 0], [0, 1]], [[0, 1], [1, 0]]]">
        </attention-map><attention-map id="lines" view="lines" weights="[[1, 0], [0, 1]]"></attention-map>
        <attention-lab id="whole" view="whole"></attention-lab>`,
      early: `(${early})()`,
    });
    // Do not use `waitForFunction`, which needs observers itself.
    const found = await page.evaluate(async (most) => {
      const wanted = [
        '#far td[data-value]',
        '#map td[data-value]',
        '#grid canvas',
        '#lines path',
        '#whole .whole-picture',
      ];
      const isShown = (/** @type {string} */ path) => {
        const [id, ...inside] = path.split(' ');
        return !!document.querySelector(id)?.shadowRoot?.querySelector(inside.join(' '));
      };
      // Something that needs frames never comes, so stop before the test runner does.
      for (let turns = 0; turns < most && !wanted.every(isShown); turns++)
        await new Promise((resolve) => setTimeout(resolve));
      return wanted.filter((path) => !isShown(path));
    }, MOST_TURNS);
    assert.deepEqual(found, []);
  });

  once('still waits after it has been moved', async () => {
    const { page } = await host.open({ html: pageWith() });
    await readShown(page);
    await page.evaluate(() => {
      const far = document.getElementById('far');
      document.body.append(/** @type {Element} */ (far));
    });
    assert.deepEqual(await readShown(page), WAITING);
    await page.evaluate(() => document.getElementById('far')?.scrollIntoView());
    await untilAllShown(page);
  });
});

/** Records the order in which elements render, and what is visible of incomplete ones. */
function watchRendering() {
  kept.rendered = [];
  const watch = (/** @type {Element} */ element) => {
    const root = /** @type {ShadowRoot} */ (element.shadowRoot);
    let last = '';
    new MutationObserver(() => {
      const container = root.querySelector('.container:has(.lab)');
      if (!container) return;
      const isReserved = root.querySelector('.place') !== null;
      const seen = isReserved && container.clientHeight === 0 ? 'out of sight' : 'complete';
      if (seen !== last) kept.rendered.push(`${element.id} ${seen}`);
      last = seen;
    }).observe(root, { childList: true, subtree: true });
  };
  // By now the elements are defined, and nothing has rendered.
  document.addEventListener('DOMContentLoaded', () => {
    for (const element of document.querySelectorAll('attention-lab')) watch(element);
  });
}

/**
 * Records at each frame what the element has rendered. The clock moves only when it is read.
 * @typedef {{ isComplete: boolean, parts: number, tables: number }} Frame
 * @param {number} delay milliseconds between two readings
 */
function watchFrames(delay) {
  kept.frames = [];
  let now = 0;
  performance.now = () => {
    now += delay;
    return now;
  };
  const note = () => {
    const container = inLab('.container:has(.lab)');
    if (container) {
      const count = (/** @type {string} */ selector) => container.querySelectorAll(selector).length;
      const isComplete = container.clientHeight > 0;
      kept.frames.push({ isComplete, parts: count('*'), tables: count('table') });
    }
    if (!kept.frames.at(-1)?.isComplete) requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
}

/** Records what an element measures before its first rendering. */
function watchMeasuring() {
  kept.measured = [];
  const note = (/** @type {Element} */ element, /** @type {string} */ name) => {
    const root = element.getRootNode();
    const host = /** @type {any} */ (root instanceof ShadowRoot ? root.host : element);
    if (host.localName === 'attention-lab' && !host.hasUpdated) kept.measured.push(name);
  };
  const prototype = /** @type {any} */ (Element.prototype);
  for (const name of ['getBoundingClientRect', 'getClientRects']) {
    const call = prototype[name];
    prototype[name] = /** @this {Element} */ function () {
      note(this, name);
      return call.call(this);
    };
  }
  for (const name of ['clientWidth', 'clientHeight', 'scrollWidth', 'scrollHeight', 'scrollLeft']) {
    const property = Object.getOwnPropertyDescriptor(prototype, name);
    Object.defineProperty(prototype, name, {
      ...property,
      get() {
        note(this, name);
        return property?.get?.call(this);
      },
    });
  }
}

onHostPagesOnce('ten elements on a page', (host) => {
  it('render one after the other, each hidden until it is complete', async () => {
    const { page } = await host.open({
      html: plainPage(
        ['steps="scores,weights"', 'table="weights"', 'view="whole" show="step"']
          .map((attributes, i) => `<attention-lab id="lab${i}" ${attributes}></attention-lab>`)
          .join(''),
      ),
      early: watchRendering,
    });
    await page.waitForFunction(() => {
      const labs = [...document.querySelectorAll('attention-lab')];
      return labs.every((lab) => lab.shadowRoot?.querySelector('td[data-value], .whole-picture'));
    });
    const rendered = /** @type {string[]} */ (await page.evaluate(() => kept.rendered));
    assert.deepEqual(rendered.slice(0, 5), [
      'lab0 out of sight',
      'lab0 complete',
      'lab1 out of sight',
      'lab1 complete',
      'lab2 out of sight',
    ]);
  });

  for (const [what, delay, least] of /** @type {const} */ ([
    ['let the browser paint while their rendering takes long', 1000, 6],
    ['are hidden in at least one frame before they are complete', 0, 1],
  ]))
    it(what, async () => {
      const { page } = await host.open({
        html: plainPage('<attention-lab id="lab0" steps="scores,weights"></attention-lab>'),
        early: `(${watchFrames})(${delay})`,
      });
      const frames = await page.evaluate(async () => {
        await lab.ready;
        return kept.frames;
      });
      const outOfSight = frames.filter((/** @type {Frame} */ { isComplete }) => !isComplete);
      const sizes = new Set(outOfSight.map((/** @type {Frame} */ { parts }) => parts));
      assert.ok(sizes.size >= least, `${JSON.stringify(frames)}`);
      assert.ok(outOfSight.at(-1).tables > 0, `${JSON.stringify(frames)}`);
    });

  it('measure nothing while they render, so the page needs one layout', async () => {
    const { page } = await host.open({
      html: plainPage(
        TEN.map((attributes) => `<attention-lab ${attributes}></attention-lab>`).join(''),
      ),
      early: watchMeasuring,
    });
    const measured = await page.evaluate(async () => {
      for (const lab of document.querySelectorAll('attention-lab')) await lab.ready;
      return kept.measured;
    });
    assert.deepEqual(measured, []);
  });

  it('have a layout shift of at most 0.05, and only those near the view render', async () => {
    const early = () => {
      kept.shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) kept.shift += /** @type {any} */ (entry).value;
      }).observe({ type: 'layout-shift', buffered: true });
    };
    for (const [width, most] of [
      [1280, 3],
      [390, 2],
    ]) {
      const { page } = await host.open({
        html: tenElements(),
        early,
      });
      await page.setViewport({ width, height: 800 });
      await page.reload();
      const [shift, rendered] = await page.evaluate(async () => {
        await lab.ready;
        await nextFrames(8);
        const labs = [...document.querySelectorAll('attention-lab')];
        return [kept.shift, labs.filter(({ hasUpdated }) => hasUpdated).length];
      });
      assert.ok(shift <= 0.05, `${width}: ${shift}`);
      assert.ok(rendered >= 1 && rendered <= most, `${width}: ${rendered} are rendered`);
    }
  });
});
