// dist/anywidget.js under the protocol of anywidget, with a model like those of notebooks. It comes
// from a server, or as the text of `_esm`, for which a notebook makes a separate address for each
// widget.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { makeComputation } from '../../web/session/computation.js';
import { normaliseState } from '../../web/state/normalise.js';
import { onHostPages } from './host.js';
import { attention, dist } from './lab.js';

/** @import { Page } from 'puppeteer-core' */

/**
 * @typedef {object} Widget a widget on the page
 * @property {any} model
 * @property {HTMLElement} el
 * @property {() => void} end
 */

const text = await readFile(join(dist, 'anywidget.js'), 'utf8');

/** Runs in the page and does what a notebook does. */
function notebook() {
  /** Like Backbone, reports changes at once, also to whoever made them. */
  class Model {
    /** @type {[string, () => void][]} */
    listeners = [];
    /** @type {Record<string, unknown>[]} what Python received */
    saved = [];
    /** @type {Record<string, unknown>} */
    #unsaved = {};
    /** @param {Record<string, unknown>} traits */
    constructor(traits) {
      this.traits = traits;
    }
    /** @param {string} name */
    get(name) {
      return this.traits[name];
    }
    /** @param {string} name @param {unknown} value */
    set(name, value) {
      this.#unsaved[name] = value;
      this.fromPython({ [name]: value });
    }
    save_changes() {
      // Pass through JSON, as to another program.
      this.saved.push(JSON.parse(JSON.stringify(this.#unsaved)));
      this.#unsaved = {};
    }
    /** @param {Record<string, unknown>} traits traits that are set together */
    fromPython(traits) {
      const changed = Object.keys(traits).filter((name) => this.traits[name] !== traits[name]);
      Object.assign(this.traits, traits);
      for (const name of changed) {
        for (const [event, listener] of [...this.listeners])
          if (event === `change:${name}`) listener();
      }
    }
    /** @param {string} event @param {() => void} listener */
    on(event, listener) {
      this.listeners.push([event, listener]);
    }
    /** @param {string} event @param {() => void} listener */
    off(event, listener) {
      this.listeners = this.listeners.filter(
        ([name, action]) => name !== event || action !== listener,
      );
    }
  }
  /** @type {Widget[]} */
  const widgets = [];
  /** @param {Record<string, unknown>} traits @param {'server' | 'text'} from @param {any} [model] */
  async function show(traits, from, model = new Model(traits)) {
    const source = await (await fetch('anywidget.js')).text();
    const address =
      from === 'server'
        ? new URL('anywidget.js', document.baseURI).href
        : URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
    const { default: widget } = await import(address);
    const el = document.createElement('div');
    document.body.append(el);
    const end = await widget.render({ model, el });
    const [element] = /** @type {any} */ (el.children);
    await element.ready?.catch(() => {});
    await element.updateComplete;
    widgets.push({ model, el, end });
  }
  Object.assign(kept, { widgets, show });
}

/** @param {Page} page @param {Record<string, unknown>} traits @param {'server' | 'text'} from */
const show = (page, traits, from) => page.evaluate((...given) => kept.show(...given), traits, from);

/** @param {Page} page @param {number} [which] */
const readWidget = (page, which = 0) =>
  page.evaluate(async (i) => {
    const { model, el } = /** @type {Widget} */ (kept.widgets[i]);
    const [lab] = /** @type {any} */ (el.children);
    await lab.updateComplete;
    const cells = lab.shadowRoot.querySelectorAll('table[data-tensor="weights"] td[data-value]');
    return {
      tag: lab.localName,
      state: lab.state,
      saved: model.saved.splice(0),
      traits: model.traits,
      weights: [...cells].map((cell) => Math.fround(Number(cell.dataset.value))),
      text: lab.shadowRoot.textContent,
    };
  }, which);

/** Lists what leads from the first widget to further scripts. @param {Page} page */
const listLinks = (page) =>
  page.evaluate(async () => {
    const [{ el }] = kept.widgets;
    const [lab] = el.children;
    const root = lab.shadowRoot;
    root.querySelector('.tools button:last-child')?.click();
    await lab.updateComplete;
    const all = {
      invitation: '.invitation :is(a, button)',
      start: '.way.main',
      models: 'optgroup',
      picture: '.one > header > .plain',
      glossary: '.glossary',
    };
    const found = Object.entries(all).filter(([, selector]) => root.querySelector(selector));
    const dialog = root.querySelector('dialog');
    if (dialog) {
      const closed = new Promise((done) => dialog.addEventListener('close', done));
      dialog.close();
      await closed;
      await lab.updateComplete;
    }
    return found.map(([name]) => name);
  });

/** @param {Page} page @param {Record<string, unknown>} traits @param {number} [which] */
const fromPython = (page, traits, which = 0) =>
  page.evaluate((given, i) => kept.widgets[i].model.fromPython(given), traits, which);

/**
 * Computes the weights with the core.
 * @param {object} state
 * @returns {number[]} weights of all heads
 */
const weightsOf = (state) => [
  ...makeComputation(attention, normaliseState(state)).results.weights.data,
];

const PAGE =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>A notebook</title></html>';
const FILES = { 'anywidget.js': text };
const LAB = {
  sentence: 'They eat noodles',
  d_model: 4,
  heads: 1,
  steps: 'weights',
  step: 'weights',
  state: {},
};

onHostPages('a notebook', (host, _browserName, once) => {
  /** @param {Partial<Parameters<typeof host.open>[0]>} [more] */
  const open = (more) => host.open({ html: PAGE, files: FILES, early: notebook, ...more });

  for (const from of /** @type {const} */ (['server', 'text'])) {
    const test = from === 'server' ? it : once;
    test(`by ${from}: shows the core’s numbers, follows Python, and sends the reader’s changes`, async () => {
      const { page, requests } = await open();
      await show(page, LAB, from);
      const first = await readWidget(page);
      assert.deepEqual(first.weights, weightsOf(LAB));
      assert.equal(first.weights.length, 9);
      // Python receives everything that is shown once, and nothing else.
      assert.deepEqual(first.saved, [{ state: first.state }]);

      // The eight heads come together with the width that they need.
      await fromPython(page, { heads: 8, d_model: 8, mask: 'causal' });
      const wide = await readWidget(page);
      assert.deepEqual([wide.state.heads, wide.state.dModel], [8, 8]);
      assert.deepEqual([wide.traits.heads, wide.traits.d_model], [8, 8]);
      assert.deepEqual(wide.state.mask, 'none', 'a trait that the model did not have');
      assert.deepEqual(wide.saved.at(-1)?.state, wide.state);
      assert.ok(
        wide.saved.every((/** @type {any} */ change) => !('heads' in change) || change.heads === 8),
      );

      // The reader presses a number, and the lab reports this in its own way.
      await fromPython(page, { heads: 1 });
      await readWidget(page);
      await page.evaluate(() => (inLab('td[data-place]') ?? inMap('td[data-place]'))?.click());
      const pressed = await readWidget(page);
      assert.notEqual(pressed.state.cell, '');
      assert.deepEqual(pressed.saved, [{ state: pressed.state }]);
      assert.deepEqual(pressed.weights, weightsOf(pressed.state));

      // Python sets only the state, and receives the traits of their own names.
      await fromPython(page, { state: { sentence: 'one two', cell: '' } });
      const other = await readWidget(page);
      assert.equal(other.state.sentence, 'one two');
      assert.deepEqual(other.saved, [{ sentence: 'one two', state: other.state }]);
      assert.deepEqual(other.weights, weightsOf(other.state));
      assert.ok(
        requests().every((path) => ['/', '/anywidget.js'].includes(path)),
        `${requests()}`,
      );
    });
  }

  once('two widgets, one shown twice, are independent and leave no listener', async () => {
    const { page } = await open();
    await show(page, { ...LAB }, 'text');
    await show(page, { ...LAB, sentence: 'one two' }, 'text');
    await page.evaluate(() => {
      const { widgets, show } = kept;
      return show({}, 'text', widgets[0].model);
    });
    await fromPython(page, { sentence: 'a b c d' });
    assert.deepEqual(
      [await readWidget(page, 0), await readWidget(page, 1), await readWidget(page, 2)].map(
        (message) => message.state.sentence,
      ),
      ['a b c d', 'one two', 'a b c d'],
    );
    await page.evaluate(() => {
      kept.widgets[2].el.firstChild.setState({ seed: 12 });
    });
    const both = [await readWidget(page, 0), await readWidget(page, 2)];
    assert.deepEqual(
      both.map(({ state }) => state.seed),
      [12, 12],
    );
    const left = await page.evaluate(() => {
      const { widgets } = kept;
      const [{ el }] = widgets;
      const lab = el.firstChild;
      for (const { end } of widgets) end();
      const [{ model }] = widgets;
      model.saved = [];
      lab.setState({ seed: 13 });
      return [
        widgets.map((/** @type {Widget} */ { el }) => el.childElementCount),
        model.listeners,
        model.saved,
      ];
    });
    assert.deepEqual(left, [[0, 0, 0], [], []]);
  });

  once('weights of lists or bytes are shown as a map, a wrong shape as a sentence', async () => {
    const { page, readComplaints } = await open();
    await show(
      page,
      {
        weights: [[0.25, 0.75]],
        row_tokens: ['a'],
        column_tokens: ['b', 'c'],
        head: 0,
        cell: null,
      },
      'text',
    );
    const nested = await readWidget(page);
    assert.deepEqual([nested.tag, nested.weights], ['attention-map', [0.25, 0.75]]);
    assert.match(nested.text, /b.*c.*a/s);
    // The bytes do not start at a multiple of four.
    await page.evaluate(() => {
      const [{ model }] = kept.widgets;
      const bytes = new Uint8Array(17);
      bytes.set(new Uint8Array(new Float32Array([1, 0, 0.5, 0.5]).buffer), 1);
      const tokens = { row_tokens: null, column_tokens: null };
      model.fromPython({ weights: new DataView(bytes.buffer, 1), shape: [2, 1, 2], ...tokens });
    });
    assert.deepEqual((await readWidget(page)).weights, [1, 0]);
    await page.evaluate(() => allInMap('fieldset.heads input')[1].click());
    const second = await readWidget(page);
    assert.deepEqual([second.weights, second.saved], [[0.5, 0.5], [{ head: 1 }]]);
    await page.evaluate(() => (inLab('td[data-place]') ?? inMap('td[data-place]'))?.click());
    const [{ cell }] = (await readWidget(page)).saved;
    assert.deepEqual([/** @type {any} */ (cell).value, /** @type {any} */ (cell).head], [0.5, 1]);
    await fromPython(page, { shape: [3, 2] });
    const { text } = await readWidget(page);
    assert.match(text, /weights/);
    assert.doesNotMatch(text, /\b0\.5\b/);
    const [warning, ...others] = readComplaints();
    assert.match(warning, /weights\.shape is \(3, 2\); expected as many elements as data has: 4/);
    assert.deepEqual(others, []);
  });

  once('a fully masked row is shown, as Jupyter or json.dumps sends it', async () => {
    const { page } = await open();
    const rows = [
      [1, 0],
      ['nan', 'nan'],
    ];
    // The documents' example: a list of layers, each (1, H, L, S).
    const weights = [[[rows]], [[rows]]];
    await show(page, { weights, row_tokens: ['a', 'b'], view: 'map', layer: 1 }, 'text');
    /**
     * Returns the numbers as the elements write them, because JSON has no NaN.
     * @param {number} [which]
     */
    const readCells = async (which = 0) => {
      assert.doesNotMatch((await readWidget(page, which)).text, /cannot be shown/);
      return page.evaluate((i) => {
        const { el } = /** @type {Widget} */ (kept.widgets[i]);
        const cells = el.children[0].shadowRoot?.querySelectorAll(
          'table[data-tensor] td[data-value]',
        );
        return [...(cells ?? [])].map((cell) => /** @type {HTMLElement} */ (cell).dataset.value);
      }, which);
    };
    assert.deepEqual(await readCells(), ['1', '0', 'NaN', 'NaN']);
    await fromPython(page, {
      weights: [
        [
          [
            [
              [1, 0],
              [null, null],
            ],
          ],
        ],
      ],
    });
    assert.deepEqual(await readCells(), ['1', '0', 'NaN', 'NaN']);
    await show(page, { tensors: { weights: [['NaN', 'Infinity']] }, steps: 'weights' }, 'text');
    assert.deepEqual(await readCells(1), ['NaN', 'Infinity']);
  });

  once('several layers may be a list of bytes, and bytes of another type are named', async () => {
    const { page, readComplaints } = await open();
    await page.evaluate(() => {
      const bytes = (/** @type {number[]} */ ...numbers) =>
        new DataView(Float32Array.of(...numbers).buffer);
      const traits = { weights: [bytes(1, 0), bytes(0.5, 0.5)], shape: [1, 1, 2], layer: 1 };
      return kept.show(traits, 'text');
    });
    assert.deepEqual((await readWidget(page)).weights, [0.5, 0.5]);
    await page.evaluate(() => {
      const [{ model }] = kept.widgets;
      model.fromPython({ weights: new DataView(Float64Array.of(1, 0).buffer) });
    });
    assert.match(
      (await readWidget(page)).text,
      /weights has shape \(4,\), which may be float64; expected 2 float32/,
    );
    const [warning, ...others] = readComplaints();
    assert.match(warning, /weights has shape \(4,\), which may be float64; expected 2 float32/);
    assert.deepEqual(others, []);
  });

  once('every property of an element is a trait, such as compact and src', async () => {
    const { page } = await open({ files: { ...FILES, 'heads.json': '[[0.25, 0.75]]' } });
    await show(page, { ...LAB, compact: true }, 'text');
    assert.equal(await page.evaluate(() => lab.matches('[compact]')), true);
    await show(page, { weights: null, src: 'heads.json' }, 'text');
    assert.deepEqual((await readWidget(page, 1)).weights, [0.25, 0.75]);
    await show(page, { weights: [0.5, 0.5], shape: [1, 2] }, 'text');
    assert.deepEqual((await readWidget(page, 2)).weights, [0.5, 0.5]);
    const missing = await page.evaluate(async () => {
      const { widgets, show } = kept;
      const found = [];
      for (const tag of ['attention-lab', 'attention-map']) {
        const element = /** @type {any} */ (document.createElement(tag));
        const { elementProperties } = element.constructor;
        const names = [...elementProperties.keys()];
        if (tag === 'attention-map') element.weights = [[1]];
        await show(Object.fromEntries(names.map((name) => [name, element[name] ?? null])), 'text');
        const { model, el } = widgets.at(-1);
        const followed = model.listeners.map((/** @type {[string]} */ [event]) => event);
        found.push(
          el.firstChild.localName,
          ...names.filter((name) => !followed.includes(`change:${name}`)),
        );
      }
      return found;
    });
    assert.deepEqual(missing, ['attention-lab', 'attention-map']);
  });

  once('an error of the notebook does not end the exchange', async () => {
    const { page } = await open({ mayComplain: true });
    await show(page, LAB, 'text');
    await readWidget(page);
    /** @type {(name: 'get' | 'save_changes') => Promise<void>} */
    const failOnce = (name) =>
      page.evaluate((method) => {
        const [{ model }] = kept.widgets;
        const original = model[method];
        model[method] = () => {
          model[method] = original;
          throw new Error('The kernel is gone.');
        };
      }, name);
    // Without its connection, a model cannot send what the reader changes.
    await failOnce('save_changes');
    await page.evaluate(() => lab.setState({ seed: 12 }));
    await readWidget(page);
    await fromPython(page, { sentence: 'one two' });
    assert.equal((await readWidget(page)).state.sentence, 'one two');
    await failOnce('get');
    await fromPython(page, { sentence: 'three' }).catch(() => {});
    await page.evaluate(() => lab.setState({ seed: 13 }));
    const { state, saved } = await readWidget(page);
    assert.equal(state.seed, 13);
    assert.deepEqual(saved.at(-1), { state });
  });

  for (const from of /** @type {const} */ (['text', 'server'])) {
    once(`loaded from ${from}, it includes course, models, files and grid`, async () => {
      const { page } = await open();
      await show(page, { state: { step: 'scores' } }, from);
      assert.deepEqual(await listLinks(page), ['invitation', 'models', 'picture', 'glossary']);
      await fromPython(page, { state: { guide: 'opening' } });
      await readWidget(page);
      assert.deepEqual(await listLinks(page), ['start']);
      await fromPython(page, { state: { guide: '', source: 'seed', step: 'scores' } });
      assert.match(
        await page.evaluate(() => {
          const [{ el }] = kept.widgets;
          return el.firstChild.export('numpy');
        }),
        /import numpy/,
      );
      await show(page, { weights: [[[1]], [[1]]], view: 'grid' }, from);
      await readWidget(page, 1);
      assert.equal(
        await page.evaluate(() => {
          const [, { el }] = kept.widgets;
          return el.firstChild.shadowRoot.querySelectorAll('canvas').length;
        }),
        2,
      );
      await show(page, { guide: 'why-cup' }, from);
      assert.match((await readWidget(page, 2)).text, /cup/);
    });
  }
});
