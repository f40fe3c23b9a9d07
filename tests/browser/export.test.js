// Exports by mouse equal the results of `export`, and pictures contain the numbers on the screen.
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { rounded } from '../../web/text/number.js';
import { withGlobals } from '../support/browser.js';
import { inEachBrowser } from './each-browser.js';
import { untilText } from './hands.js';
import { load, readTables, showOnly } from './lab.js';

/** @import { State } from '../../web/state/types.js' */

/** @type {Partial<State>[]} */
const states = [
  { step: 'weights', mask: 'causal', head: 1 },
  { mechanism: 'additive', step: 'scores' },
  { source: 'article', step: 'concatenated' },
  { step: 'mechanisms', cell: 'otherWeights.1.2' },
  { target: 'he is "tall", <b>', step: 'decoder', sentence: '=1+1 & <i>x</i> noodles' },
];

/**
 * Runs in the page. Use a data URL, because Firefox transfers a list of bytes more slowly than a
 * text.
 */
function bringAsUrl() {
  /** @param {Blob} blob */
  const asUrl = (blob) =>
    new Promise((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result);
      reader.readAsDataURL(blob);
    });
  kept.asUrl = asUrl;
}

/** @param {string} url a data URL */
const bytesIn = (url) => Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');

/** Normalises line ends, which a text field changes. @param {string} text */
const lines = (text) => text.replaceAll('\r\n', '\n');

inEachBrowser('the export panel', (desk, browserName, once) => {
  before(() => desk.page.evaluate(bringAsUrl));

  /**
   * @param {any} format
   * @param {number} [most] the number of a picture's bytes to return
   */
  const exported = (format, most) =>
    desk.page.evaluate(
      async (wanted, end) => {
        const file = await lab.export(wanted);
        if (typeof file === 'string') return { text: file, url: '', type: '' };
        const url = await kept.asUrl(file.slice(0, end));
        return { text: '', url, type: file.type };
      },
      format,
      most,
    );

  /** Presses the button, and reads what appears on the page. @param {string} format */
  async function pressExport(format) {
    const { hands, page } = desk;
    if ((await hands.count('.export[open]')) === 0) await hands.click('.export summary');
    await hands.click(`[data-format=${format}]`);
    await page.waitForFunction(
      (wanted) => {
        const pressed = inLab('[data-format][aria-pressed=true]');
        const isBusy = inLab('.export [role=status]')?.textContent === 'Exporting…';
        return pressed?.getAttribute('data-format') === wanted && !isBusy;
      },
      {},
      format,
    );
    return page.evaluate(() => {
      return {
        text: inLab('textarea')?.value ?? '',
        status: inLab('.export [role=status]')?.textContent ?? '',
        pressed: allInLab('[data-format][aria-pressed=true]').map((button) =>
          button.getAttribute('data-format'),
        ),
      };
    });
  }

  it('lays a picture out for the width on the screen', async () => {
    const before = desk.page.viewport();
    const widths = [];
    for (const view of /** @type {const} */ (['step', 'whole'])) {
      for (const width of [1280, 390]) {
        await desk.page.setViewport({ width, height: 900 });
        await showOnly(desk.page, { step: 'weights', view });
        const { text } = await exported('svg');
        widths.push(Number(/ width="([\d.]+)"/.exec(text)?.[1]));
      }
    }
    await desk.page.setViewport(before);
    await showOnly(desk.page, {});
    const [step, phoneStep, picture, phonePicture] = widths;
    assert.ok(step > 500 && picture > 500, String(widths));
    assert.ok(phoneStep <= 390 && phonePicture <= 390, String(widths));
  });

  it('writes the two letters of an index as one', async () => {
    await showOnly(desk.page, { step: 'weights' });
    const { text } = await exported('svg');
    assert.match(text, /font-style="italic"[^>]*>ij</);
  });

  it('marks numbers set by hand in an image, and counts them as the screen does', async () => {
    const edits = 's.0.2.0:9';
    for (const more of [{}, { rows: /** @type {const} */ ('one'), query: 2 }]) {
      await showOnly(desk.page, { step: 'scores', edits, ...more });
      const { text } = await exported('svg');
      assert.match(text, />9<\/text>\n?<path [^>]*stroke-dasharray/);
      assert.match(text, /<desc>1 number set by hand</);
      assert.match(text, />1 number set by hand<\/text>/);
      const badge = await desk.page.evaluate(() => inLab('.badge')?.textContent ?? '');
      assert.match(badge, /1 number set by hand\./);
    }
    await showOnly(desk.page, { view: 'whole', edits });
    assert.match((await exported('svg')).text, />1 number set by hand<\/text>/);
  });

  it('writes the arithmetic of the opened number below the tables, as in its panel', async () => {
    const before = desk.page.viewport();
    /** @param {Partial<State>} state */
    const readLines = async (state) => {
      await showOnly(desk.page, { query: 1, ...state });
      const { text } = await exported('svg');
      const panel = await desk.page.evaluate(() =>
        allInLab('.trace :is(header [data-level], .sum, .computed)').map((part) => {
          const copy = /** @type {Element} */ (part.cloneNode(true));
          for (const hidden of copy.querySelectorAll('.hidden, .whole')) hidden.remove();
          return copy.textContent ?? '';
        }),
      );
      const squeeze = (/** @type {string} */ content) => content.replace(/[\s\u2068\u2069]+/g, '');
      const labels = [...text.matchAll(/<text [^>]*>(.*?)<\/text>/g)].map(([, inside]) =>
        inside.replace(/<[^>]*>/g, ''),
      );
      return { text, labels, all: squeeze(labels.join('')), panel: panel.map(squeeze) };
    };
    const scores = await readLines({ step: 'scores', cell: 'scores.0.1.3' });
    assert.equal(scores.panel.length, 2);
    assert.ok(scores.all.endsWith(scores.panel.join('')), scores.all);
    assert.match(scores.labels.at(-1) ?? '', /^[−\d.]+\u00a0×\u00a0.+ \+ .+ = [−\d.]+$/);
    const weights = await readLines({ step: 'weights', cell: 'weights.0.1.3' });
    assert.equal(weights.panel.length, 3);
    assert.ok(weights.all.endsWith(weights.panel.join('')), weights.all);
    // Exponents are smaller and higher than their line.
    assert.match(weights.text, /italic">e<\/tspan><tspan font-size="9\.75" dy="-5\.2">/);
    await desk.page.setViewport({ width: 390, height: 900 });
    const long = { step: 'output', cell: 'output.1.0' };
    const phone = await readLines(/** @type {any} */ ({ ...long, dModel: 8, heads: 2 }));
    await desk.page.setViewport(before);
    assert.ok(phone.all.endsWith(phone.panel.join('')), phone.all);
    assert.ok(phone.labels.filter((line) => line.includes('×\u00a0')).length > 1, 'several lines');
    const closed = await readLines({ step: 'scores' });
    assert.deepEqual([closed.panel, closed.text.includes('×\u00a0')], [[], false]);
  });

  for (const [i, state] of states.entries()) {
    const name = JSON.stringify(state);

    once(`each button shows what export() returns: ${name}`, async () => {
      await showOnly(desk.page, state);
      const code = i === 0 ? ['json', 'numpy', 'pytorch', 'javascript'] : ['numpy'];
      for (const format of ['link', 'svg', 'csv', ...code]) {
        const outcome = await pressExport(format);
        assert.deepEqual(outcome.pressed, [format]);
        assert.equal(outcome.status, 'Exported.', format);
        assert.equal(outcome.text, lines((await exported(format)).text), format);
        assert.ok(outcome.text.length > 20, format);
      }
    });

    // Texts do not depend on the browser, so both browsers parse and paint only some pictures.
    const test = i % 4 === 0 ? it : once;
    test(`the SVG parses and has every number of the step, and the PNG has twice its size: ${name}`, async () => {
      await showOnly(desk.page, state);
      const { text } = await exported('svg');
      const svg = await desk.page.evaluate((source) => {
        const parsed = new DOMParser().parseFromString(source, 'image/svg+xml');
        const { documentElement: root } = parsed;
        const { width, height } = /** @type {any} */ (root);
        return {
          root: root.tagName,
          faults: parsed.querySelectorAll('parsererror').length,
          tags: [...new Set([...parsed.querySelectorAll('*')].map(({ tagName }) => tagName))],
          size: [width.baseVal.value, height.baseVal.value],
          texts: [...parsed.querySelectorAll('text')].map(({ textContent }) => textContent),
        };
      }, text);
      assert.deepEqual([svg.root, svg.faults], ['svg', 0]);
      if (state.step === 'weights') assert.ok(svg.size[0] <= 700, 'fits a page of a document');
      const drawn = ['svg', 'title', 'g', 'rect', 'path', 'text', 'tspan'];
      assert.deepEqual(
        svg.tags.filter((tag) => !drawn.includes(tag)),
        [],
        'no markup of a reader’s words',
      );
      const tables = (await readTables(desk.page)).slice(1);
      const wanted = tables.flatMap(({ cells }) =>
        cells.map(({ value }) => rounded(Number(value))),
      );
      for (const number of wanted) {
        const place = svg.texts.indexOf(number);
        assert.ok(place >= 0, `${number} is in the picture`);
        svg.texts.splice(place, 1);
      }
      const { url, type } = await exported('png', 24);
      const png = bytesIn(url);
      assert.equal(type, 'image/png');
      assert.deepEqual([...png.subarray(0, 8)], [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
      const size = [png.readUInt32BE(16), png.readUInt32BE(20)];
      assert.deepEqual(
        size,
        svg.size.map((length) => Math.ceil(2 * length)),
        'two pixels for one',
      );
      for (const format of ['svg', 'png']) {
        assert.equal((await pressExport(format)).status, 'Exported.');
        const preview = await desk.page.evaluate(() => {
          const canvas = /** @type {any} */ (inLab('.export canvas'));
          return [canvas?.width, canvas?.height];
        });
        assert.deepEqual(preview, size, `${format} shows its picture`);
      }
    });
  }

  once('the picture has the rows, words and formula on screen', async () => {
    const { page } = desk;
    const draw = async (/** @type {Partial<State>} */ state) => {
      await showOnly(page, state);
      const { text } = await exported('svg');
      return page.evaluate((source) => {
        const parsed = new DOMParser().parseFromString(source, 'image/svg+xml');
        /** @param {Element | null} element @returns {Generator<SVGGraphicsElement>} */
        function* ancestorsOf(element) {
          for (let at = element?.parentElement; at?.localName === 'g'; at = at.parentElement)
            yield/** @type {any} */ (at);
        }
        return [...parsed.querySelectorAll('text')].map((element) => ({
          text: element.textContent ?? '',
          x: Number(element.getAttribute('x')),
          // Groups move tables below each other.
          y: [...ancestorsOf(element)].reduce(
            (sum, { transform }) => {
              return sum + (transform?.baseVal.consolidate()?.matrix.f ?? 0);
            },
            Number(element.getAttribute('y')),
          ),
        }));
      }, text);
    };
    const some = await draw({ step: 'scaledScores', rows: 'one', query: 1, pin: 3 });
    const words = some.map(({ text }) => text);
    assert.equal(words.filter((word) => word.endsWith('4 × 4, 2 rows shown')).length, 2);
    const rowsOf = (/** @type {string} */ word) => words.filter((text) => text === word).length;
    // Words label columns twice, and a row only if the row is shown.
    assert.deepEqual(['They', 'eat', 'fried', 'noodles'].map(rowsOf), [2, 4, 2, 4]);
    const lowest = Math.max(...some.flatMap(({ text, y }) => (text === 'noodles' ? y : [])));
    const formula = some.filter(({ y }) => y > lowest).map(({ text }) => text);
    // The ends of the legend are among these texts.
    const legend = ['−5', '5'];
    assert.deepEqual(
      formula.toSorted(),
      [...legend, '2', '=', '=', 'S', 'S', '√', '√', '𝑆′', 'd'].toSorted(),
    );
    const hebrew = await draw({ step: 'scores', sentence: 'החתול אוכל דג' });
    const ofHebrew = ['החתול', 'אוכל', 'דג'];
    const named = hebrew.filter(({ text }) => ofHebrew.includes(text));
    // Words of columns stand at one height, and words of rows below each other.
    const isLine = (/** @type {number} */ height) =>
      ofHebrew.every((word) => named.some(({ text, y }) => text === word && y === height));
    const top = named.find(({ y }) => isLine(y))?.y;
    const columns = named.filter(({ y }) => y === top).toSorted((item, other) => other.x - item.x);
    assert.deepEqual(
      columns.map(({ text }) => text),
      ofHebrew,
    );
  });

  once('an export never stays under a step that it does not belong to', async () => {
    const { hands, page } = desk;
    await showOnly(page, { step: 'weights' });
    await pressExport('csv');
    await hands.click('.bar li button', 'Scores');
    const shown = await page.evaluate(() => inLab('textarea')?.value);
    assert.equal(shown, undefined);
    assert.equal(await hands.count('.export p button'), 0);
  });

  once('a table of the whole picture is that of the open number, or else the weights', async () => {
    const first = async (/** @type {Partial<State>} */ state) => {
      await showOnly(desk.page, { view: 'whole', ...state });
      const { text } = await exported('csv');
      return [text.split(',')[0], Math.fround(Number(text.split('\n')[1].split(',')[1]))];
    };
    const read = (/** @type {'weights' | 'q'} */ id) =>
      desk.page.evaluate((name) => lab.results[name].data[0], id);
    assert.deepEqual(await first({}), ['query / key', await read('weights')]);
    const cell = 'q.0.1.0';
    assert.deepEqual(await first({ cell }), ['query / column within the head', await read('q')]);
  });

  once('the link opens exactly this state, without the reader’s answers', async () => {
    const { hands, page } = desk;
    await showOnly(page, {
      ...{ sentence: 'one two & three', target: 'é 我', heads: 4, dModel: 8, mask: 'custom' },
      ...{ masked: '0.1', edits: 'q.0.1:0.5;x.%C3%A9.0:2', step: 'heads', cell: 'heads.1.0.1' },
      answers: 'why-flip_1* why-limits_0',
    });
    const before = { ...(await hands.state()), answers: '' };
    const { text } = await pressExport('link');
    const there = await withGlobals(await page.browserContext().newPage());
    try {
      await load(there, text);
      const state = await there.evaluate(() => lab.getState());
      assert.deepEqual(state, before);
    } finally {
      await there.close();
    }
  });

  it('each file is saved with a name and the bytes of export(), and is kept a while', async () => {
    const { hands, page } = desk;
    await showOnly(page, { step: 'weights' });
    await page.evaluate(() => {
      kept.saved = [];
      kept.makeUrl = URL.createObjectURL;
      URL.createObjectURL = (/** @type {Blob} */ blob) => {
        kept.blob = blob;
        return kept.makeUrl.call(URL, blob);
      };
      HTMLAnchorElement.prototype.click = function () {
        kept.saved.push([this.download, kept.blob.type, kept.blob, this.href]);
      };
      kept.revoked = [];
      URL.revokeObjectURL = (/** @type {string} */ address) => kept.revoked.push(address);
      // Hold what happens half a minute later or more.
      kept.late = [];
      const wait = globalThis.setTimeout;
      /** @type {any} */ (globalThis).setTimeout = (
        /** @type {() => void} */ act,
        /** @type {number} */ delay,
      ) => (delay >= 30_000 ? kept.late.push(act) : wait(act, delay));
    });
    for (const [format, file, type] of [
      ['csv', 'weights-1.csv', 'text/csv;charset=utf-8'],
      ['json', 'attention.json', 'application/json'],
      ['svg', 'attention.svg', 'image/svg+xml'],
      ['png', 'attention.png', 'image/png'],
      ['numpy', 'attention_numpy.py', 'text/x-python;charset=utf-8'],
    ]) {
      await pressExport(format);
      await hands.click('.export p button', `Save as ${file}`);
      const [name, is, url, ...revoked] = await page.evaluate(async () => {
        const { saved, asUrl } = kept;
        const [download, sort, blob, address] = saved.pop();
        const isRevoked = () => kept.revoked.includes(address);
        const soon = isRevoked();
        for (const act of kept.late.splice(0)) act();
        return [download, sort, await asUrl(blob), soon, isRevoked()];
      });
      assert.deepEqual([name, is, revoked], [file, type, [false, true]]);
      const wanted = await exported(format);
      const expected = wanted.text ? Buffer.from(wanted.text) : bytesIn(wanted.url);
      assert.ok(expected.length > 100, format);
      assert.deepEqual(bytesIn(url), expected, format);
    }
  });

  it('a text is copied, or selected if copying is not allowed', async () => {
    const { hands, page } = desk;
    await showOnly(page, { step: 'weights' });
    const { text } = await pressExport('csv');
    await hands.click('.export p button', 'Copy');
    await untilText(page, '.export [role=status]', /Copied|selected/);
    const status = await hands.textOf('.export [role=status]');
    const selected = await page.evaluate(() => {
      const field = inLab('textarea');
      return field?.value.slice(field.selectionStart, field.selectionEnd);
    });
    assert.equal(selected, text);
    assert.match(text, /^query/);
    assert.match(
      status,
      /^(Copied\.|The browser does not allow copying, but the text is selected\.)$/,
    );
    if (browserName === 'chromium') {
      assert.equal(status, 'Copied.');
      // This permission is only needed to read what was copied.
      await page.browserContext().overridePermissions(desk.url, ['clipboard-read']);
      const pasted = await page.evaluate(() => navigator.clipboard.readText());
      assert.equal(lines(pasted), text);
    }
  });

  once('the panel says that it exports, and a late copy says nothing', async () => {
    const { page } = desk;
    await showOnly(page, { step: 'weights' });
    await pressExport('csv');
    const statuses = await page.evaluate(async () => {
      const read = async () => {
        await lab.updateComplete;
        return inLab('.export [role=status]')?.textContent;
      };
      const pressFormat = (/** @type {string} */ id) => inLab(`[data-format=${id}]`)?.click();
      let copy = () => {};
      const copied = new Promise((resolve) => {
        copy = () => resolve(undefined);
      });
      const { clipboard } = navigator;
      const native = clipboard.writeText;
      clipboard.writeText = () => copied;
      [...allInLab('.export p button')].find((element) => element.textContent === 'Copy')?.click();
      pressFormat('png');
      const busy = await read();
      const left = inLab('.export textarea, .export p button')?.textContent ?? '';
      pressFormat('json');
      const isShown = () => inLab('textarea')?.value.startsWith('{');
      while (!isShown()) await new Promise((resolve) => setTimeout(resolve));
      copy();
      await copied;
      await new Promise((resolve) => setTimeout(resolve));
      const late = await read();
      clipboard.writeText = native;
      return { busy, late, left };
    });
    assert.deepEqual(statuses, { busy: 'Exporting…', late: 'Exported.', left: '' });
  });

  once(
    'large tables are images in a picture, and a program of them is refused with a sentence',
    async () => {
      await showOnly(desk.page, { dModel: 512, heads: 8, step: 'q' });
      const { text } = await exported('svg');
      assert.match(text, /<image /);
      assert.ok(text.length < 500_000, `${text.length} characters`);
      const program = await pressExport('numpy');
      assert.match(program.status, /numbers.*\.$/);
      assert.equal(program.text, '');
      // Only a pretrained model has a map of all its heads.
      await assert.rejects(exported('map'), /Only a model has a map of all its heads\./);
    },
  );
});
