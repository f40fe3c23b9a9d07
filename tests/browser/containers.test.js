// An element in containers whose width depends on their content is as wide as they allow, and no
// wider.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onHostPages, plainPage } from './host.js';

const CONTAINERS = {
  'a grid item': '<div style="display: grid">*</div>',
  'in a grid item': '<div style="display: grid"><div>*</div></div>',
  'in one of two grid columns': `<div style="display: grid; grid-template-columns: 1fr 1fr"><div>*</div>
    <p>Beside.</p></div>`,
  'in a grid column as wide as its content':
    '<div style="display: grid; grid-template-columns: auto 1fr">*</div>',
  'a flex item': '<div style="display: flex">*</div>',
  'in a flex item':
    '<div style="display: flex"><article style="flex: 1">*</article><nav>Beside.</nav></div>',
  'in a flex column':
    '<div style="display: flex; flex-direction: column; align-items: center">*</div>',
  'in a table cell': '<table><tr><td>*<td>Beside.</table>',
  'in a box as wide as its content': '<div style="width: max-content">*</div>',
  'in a box as narrow as its content': '<div style="width: min-content">*</div>',
  'in a float': '<div style="float: left">*</div>',
  'as an inline block': '<div style="display: inline-block">*</div>',
};

/** Containers whose width two elements share. */
const SHARED = [
  'grid; grid-template-columns: auto 1fr',
  'flex',
  'inline-block',
  'block; float: left',
];

const WORD = 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz';

/** All views, because each measures its container. */
const ELEMENTS = {
  lab: '<attention-lab steps="weights" cell="weights.0.1.3"></attention-lab>',
  map: `<attention-map row-tokens="the cat eats" weights="[[0.5,0.2,0.3],[0.1,0.8,0.1],[1,0,0]]"></attention-map>`,
  'large map': '<attention-map class="large"></attention-map>',
  grid: '<attention-map class="large" view="grid"></attention-map>',
  lines: '<attention-map class="large" view="lines"></attention-map>',
  'message with a long path': `<attention-lab><script type="application/json">{ "title": "Masks", "pages": [{
    "id": "why", "title": "Why", "text": "So.", "task": { "kind": "choice", "question": "Why?",
    "answers": [{ "text": "A" }, { "text": "B" }] } }] }</script></attention-lab>`,
  'long caption of a lab': `<attention-lab steps="weights" caption="From ${WORD}"></attention-lab>`,
  'long caption of a map': `<attention-map weights="[[1]]" caption="${WORD}"></attention-map>`,
  'chapter with long words': `<attention-lab><script type="application/json">{ "title": "${WORD}", "pages": [{
    "id": "why", "title": "${WORD}", "text": "${WORD}", "origin": "${WORD}", "task": { "kind": "choice",
    "question": "${WORD}", "answers": [{ "answer": "${WORD}", "reply": "${WORD}", "right": true },
    { "answer": "B", "reply": "No." }] } }] }</script></attention-lab>`,
};

onHostPages('elements in containers', (host, _, once) => {
  for (const [what, element] of Object.entries(ELEMENTS)) {
    const isFirst = what === 'lab' || what === 'map';
    const define = isFirst ? it : once;
    define(`${what}: no page of 320 or 360 pixels scrolls sideways`, async () => {
      const { page, readComplaints } = await host.open({ html: plainPage('<main></main>') });
      const found = [];
      for (const width of [360, 320, 1280]) {
        await page.setViewport({ width, height: 640 });
        for (const [where, container] of Object.entries(CONTAINERS)) {
          const { wide, narrowest, room } = await page.evaluate(
            measure,
            container.replace('*', element),
          );
          if (wide > 0) found.push(`${where}, ${width}: ${wide} pixels too wide`);
          // An element must not vanish, either.
          if (narrowest < 128) found.push(`${where}, ${width}: ${narrowest} pixels wide`);
          if (narrowest > room) found.push(`${where}, ${width}: ${narrowest} of ${room} pixels`);
        }
      }
      assert.deepEqual(found, []);
      if (what !== 'message with a long path') return;
      const [path, ...others] = readComplaints();
      assert.match(
        path,
        /^warn: <attention-lab> pages\[0\]\.task\.answers\[0\]\.text: has no meaning/,
      );
      assert.equal(others.length, 3);
    });
  }

  once('messages of both elements have one style and fill a column of 640 pixels', async () => {
    const broken = '<attention-map loading="eager" weights="[[1, 2], [3]]"></attention-map>';
    const { page } = await host.open({
      html: plainPage(`<main style="width: 640px">
        <attention-lab source="pretrained" model="use-lite" steps="weights"></attention-lab>
        ${broken}${broken.replace('weights="[[1, 2], [3]]"', 'src="nowhere.npy"')}
        ${broken.replace(', 2], [3]]"', ']]" src="nowhere.npy"')}</main>`),
      mayComplain: true,
    });
    const found = await page.evaluate(async () => {
      await lab.ready;
      const elements = [...document.querySelectorAll('attention-lab, attention-map')];
      return Promise.all(
        elements.map(async (element) => {
          await /** @type {any} */ (element).updateComplete;
          const message = /** @type {HTMLElement} */ (element.shadowRoot?.querySelector('.status'));
          const { font, color, paddingLeft } = getComputedStyle(message);
          const { left, right } = message.getBoundingClientRect();
          const { left: start } = element.getBoundingClientRect();
          const inset = left - start + Number.parseFloat(paddingLeft);
          return { font, color, inset, isWide: right - start > 600 };
        }),
      );
    });
    assert.equal(found.length, 4);
    for (const message of found)
      assert.deepEqual(message, { ...found[0], inset: 16, isWide: true });
    const gap = await page.evaluate(() => {
      const button = /** @type {HTMLElement} */ (inLab('.status > .choose'));
      const range = document.createRange();
      range.setStart(/** @type {HTMLElement} */ (button.parentElement), 0);
      range.setEndBefore(button);
      return button.getBoundingClientRect().top - range.getBoundingClientRect().bottom;
    });
    assert.ok(gap >= 8, `${gap} pixels between a message and its button`);
  });

  once('the names of the axes of a large map lie below its title', async () => {
    const { page } = await host.open({ html: plainPage('<main style="width: 500px"></main>') });
    await page.evaluate(measure, ELEMENTS['large map']);
    const [title, axes] = await page.evaluate(() => [
      inMap('figcaption')?.getBoundingClientRect().bottom ?? Number.NaN,
      inMap('.ends span')?.getBoundingClientRect().top ?? Number.NaN,
    ]);
    assert.ok(axes >= title - 1, `${axes} is above ${title}`);
  });

  once('an element is 640 pixels wide in a box as wide as its content', async () => {
    const { page } = await host.open({ html: plainPage('<main></main>') });
    await page.setViewport({ width: 1280, height: 640 });
    for (const [where, container] of Object.entries(CONTAINERS)) {
      if (!/max-content|float|inline-block|align-items/.test(container)) continue;
      for (const element of [ELEMENTS.lab, ELEMENTS.map]) {
        const { narrowest } = await page.evaluate(measure, container.replace('*', element));
        assert.equal(narrowest, 640, where);
      }
    }
  });

  it('a new width of a container sets off no error of the page', async () => {
    const { page } = await host.open({ html: plainPage('<main></main>') });
    const overview = '<attention-lab view="whole" show="step"></attention-lab>';
    for (const element of [ELEMENTS.grid, ELEMENTS['large map'], overview]) {
      await page.evaluate(measure, element);
      const errors = await page.evaluate(async () => {
        /** @type {string[]} */
        const found = [];
        addEventListener('error', ({ message }) => found.push(message));
        for (const width of [500, 900, 320, 700]) {
          /** @type {HTMLElement} */ (document.querySelector('main')).style.width = `${width}px`;
          await nextFrames(4);
        }
        return found;
      });
      assert.deepEqual(errors, [], element);
    }
  });

  it('no part of an element in a container of 200 pixels is wider than it, or else it scrolls', async () => {
    const { page } = await host.open({ html: plainPage('<main style="width: 200px"></main>') });
    for (const attributes of [
      'view="whole" show="step"',
      'mechanism="additive" steps="features"',
      'mechanism="additive" steps="weights"',
      'source="pronoun" steps="layer1/weights"',
    ]) {
      await page.evaluate(measure, `<attention-lab ${attributes}></attention-lab>`);
      const wide = await page.evaluate(() => {
        const end = lab.getBoundingClientRect().right + 1;
        /** @type {(part: Element | null) => boolean} */
        const isClipped = (part) =>
          part !== null &&
          (getComputedStyle(part).overflowX !== 'visible' || isClipped(part.parentElement));
        return allInLab('*')
          .filter((part) => part.checkVisibility() && part.getBoundingClientRect().right > end)
          .filter((part) => !isClipped(part.parentElement))
          .map((part) => part.outerHTML.slice(0, 60));
      });
      assert.deepEqual(wide, [], attributes);
    }
  });

  it('two elements in one container are each at least 200 pixels wide', async () => {
    const { page } = await host.open({ html: plainPage('<main></main>') });
    await page.setViewport({ width: 900, height: 700 });
    for (const display of SHARED) {
      const html = `<div style="display: ${display}">${ELEMENTS.lab}${ELEMENTS.map}</div>`;
      const { wide, narrowest } = await page.evaluate(measure, html);
      assert.ok(narrowest >= 200, `${display}: ${narrowest} pixels wide`);
      assert.ok(wide <= 0, `${display}: ${wide} pixels too wide`);
    }
  });
});

/** Runs in the page; `narrowest` is the width of the narrowest element. @param {string} html */
async function measure(html) {
  /** @type {HTMLElement} */ (document.querySelector('main')).innerHTML = html;
  const elements = /** @type {any[]} */ ([
    ...document.querySelectorAll('attention-lab, attention-map'),
  ]);
  // 20 words are shown as a map of pixels.
  const row = (/** @type {number} */ i) => Array.from({ length: 20 }, (_, j) => Number(i === j));
  const head = Array.from({ length: 20 }, (_, i) => row(i));
  for (const element of elements) {
    if (element.matches('.large')) element.weights = [head, head, head, head];
    await element.ready;
  }
  // Wait until each element has the size that it was told.
  for (let i = 0; i < 3; i++) {
    for (const element of elements) while (!(await element.updateComplete));
    await nextFrames();
  }
  const { scrollWidth, clientWidth } = document.documentElement;
  return {
    wide: scrollWidth - clientWidth,
    narrowest: Math.min(...elements.map((element) => element.getBoundingClientRect().width)),
    room: clientWidth,
  };
}
