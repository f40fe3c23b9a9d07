// How long the page takes for what a reader does with a long sentence or a wide model. Prints, for each
// action, milliseconds from the event to the first frame and to the end of all that follows, the longest
// time for which the page did not answer, and in Chromium the processor time, which others on the same
// machine disturb less. Nothing passes or fails here.
// `npm run bench:page -- [chromium|firefox] [default|bert] [part of an action's name]`
import { load, openBrowser } from '../browser/lab.js';

/** @typedef {import('../../web/elements/attention-lab.js').AttentionLab} Lab */

const TIMES = 3;
const [browserName = 'chromium', size = 'default', only = ''] = process.argv.slice(2);
const SENTENCE = Array.from({ length: 512 }, (_, i) => `w${i}`).join(' ');
const START = {
  sentence: SENTENCE,
  ...(size === 'bert' && { heads: 12, dModel: 768 }),
  step: 'weights',
};

/** Code that runs in the page. @type {Record<string, { state?: object, before?: string, act: string }>} */
const ACTIONS = {
  '1 MB pasted': { state: { sentence: '' }, act: `paste('x '.repeat(500000))` },
  '1 MB without a space': { state: { sentence: '' }, act: `paste('x'.repeat(1000000))` },
  '1 MB of Chinese': { state: { sentence: '' }, act: `paste('我爱你'.repeat(111111))` },
  '512 words pasted': { state: { sentence: '' }, act: `paste(${JSON.stringify(SENTENCE)})` },
  'a letter typed': { act: `paste(${JSON.stringify(`${SENTENCE}a`)})` },
  'step q': { act: `lab.goto('q')` },
  'step scores': { act: `lab.goto('scores')` },
  'step heads': { act: `lab.goto('heads')` },
  'step output': { act: `lab.goto('output')` },
  'word 300': { act: `click('input[name=query][value="300"]')` },
  'head 2': { act: `click('input[name=head][value="1"]')` },
  'only this row': { act: `click('.only input')` },
  'causal mask': { act: `click('input[name=mask][value=causal]')` },
  'custom mask': { act: `click('input[name=mask][value=custom]')` },
  'a pair masked': {
    state: { mask: 'custom', masked: '3.4' },
    act: `lab.setState({ masked: '3.4 5.6' })`,
  },
  'a number traced': { act: `click('.figure td[data-place]')` },
  'a weight traced': { act: `lab.setState({ cell: 'weights.0.1.3' })` },
  'an output traced': { state: { step: 'output' }, act: `lab.setState({ cell: 'output.1.3' })` },
  'a score edited': {
    state: { step: 'scores', cell: 'scores.0.1.3' },
    act: `lab.setState({ edits: 's.0.1.3:0.5' })`,
  },
  'an edit undone': {
    state: { step: 'scores', cell: 'scores.0.1.3' },
    before: `lab.shadowRoot.querySelector('.edit').value = '0.5'; lab.shadowRoot.querySelector('.edit').dispatchEvent(new Event('change'))`,
    act: `click('.tool[aria-label=Undo]')`,
  },
  temperature: { act: `lab.setState({ temperature: 2 })` },
  scale: { act: `lab.setState({ scale: 'none' })` },
  dropout: { act: `lab.setState({ dropout: 0.5 })` },
  seed: { act: `lab.setState({ seed: 8 })` },
  positions: { act: `lab.setState({ positions: 'sinusoidal' })` },
  heads: { act: size === 'bert' ? `lab.setState({ heads: 8 })` : `lab.setState({ heads: 4 })` },
  additive: { act: `lab.setState({ mechanism: 'additive' })` },
  'second word': { act: `lab.setState({ pin: 9 })` },
  'mechanisms step': { act: `lab.goto('mechanisms')` },
  'spread step': { act: `lab.goto('spread')` },
  'whole picture': { act: `lab.setState({ view: 'whole' })` },
  'experiment 1': { act: `click('.experiments button')` },
  'experiment 2': { act: `click('.experiments button', 1)` },
  'experiment 3': { act: `click('.experiments button', 2)` },
  csv: { act: `return lab.export('csv')` },
  json: { act: `return lab.export('json')` },
  svg: { act: `return lab.export('svg')` },
  numpy: { act: `return lab.export('numpy')` },
};

console.log(
  `${browserName}, ${size}: milliseconds to the first frame, to the end, longest without an answer, of the processor`,
);
const opened = await openBrowser(/** @type {any} */ (browserName));
const { page } = opened;
page.on('pageerror', (error) => console.log(String(error)));
await load(page, `${opened.server.url}#v=1`);
const session = browserName === 'chromium' ? await page.createCDPSession() : undefined;
await session?.send('Performance.enable');

async function processorTime() {
  const { metrics } = (await session?.send('Performance.getMetrics')) ?? { metrics: [] };
  return 1000 * (metrics.find(({ name }) => name === 'ThreadTime')?.value ?? Number.NaN);
}

/**
 * Runs in the page, written out: its policy allows no code from strings.
 * @param {object} start
 * @param {((...hands: any[]) => any)} before
 */
async function begin(start, before) {
  const lab = /** @type {Lab} */ (document.querySelector('attention-lab'));
  const root = /** @type {ShadowRoot} */ (lab.shadowRoot);
  const hands = {
    lab,
    root,
    async settle() {
      for (let frame = 0; frame < 2; frame++) {
        while (!(await lab.updateComplete));
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      }
    },
    click(/** @type {string} */ selector, which = 0) {
      const found = /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(selector))[which];
      if (!found) throw new Error(`There is no ${selector}`);
      found.click();
    },
    paste(/** @type {string} */ text) {
      const field = /** @type {HTMLInputElement} */ (root.querySelector('#sentence'));
      field.focus();
      field.select();
      document.execCommand('insertText', false, text);
    },
  };
  /** @type {any} */ (globalThis).hands = hands;
  lab.reset();
  lab.setState(start);
  await hands.settle();
  before(hands);
  await hands.settle();
}

/** Runs in the page. @param {(hands: any) => any} act */
async function measure(act) {
  const { hands } = /** @type {any} */ (globalThis);
  let longest = 0;
  let last = performance.now();
  let goesOn = true;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (goesOn) port2.postMessage(0);
  };
  port2.postMessage(0);
  const from = performance.now();
  const done = act(hands);
  let first = 0;
  requestAnimationFrame(() =>
    setTimeout(() => {
      first = performance.now() - from;
    }),
  );
  await done;
  await hands.settle();
  const all = performance.now() - from;
  goesOn = false;
  return { first, all, longest };
}

const asFunction = (/** @type {string} */ code) => `({ lab, root, click, paste }) => { ${code} }`;
for (const [name, { state = {}, act, before = '' }] of Object.entries(ACTIONS)) {
  if (!name.includes(only)) continue;
  /** @type {Record<string, number>[]} */
  const figures = [];
  try {
    for (let i = 0; i < TIMES; i++) {
      const start = JSON.stringify({ ...START, ...state });
      await page.evaluate(`(${begin})(${start}, ${asFunction(before)})`);
      const from = await processorTime();
      const made = await page.evaluate(`(${measure})(${asFunction(act)})`);
      figures.push({
        .../** @type {Record<string, number>} */ (made),
        cpu: (await processorTime()) - from,
      });
    }
    // The least disturbed of them.
    const least = ['first', 'all', 'longest', 'cpu'].map((what) =>
      Math.round(Math.min(...figures.map((one) => one[what]))),
    );
    console.log(name.padEnd(22), ...least.map((value) => String(value).padStart(7)));
  } catch (error) {
    console.log(name.padEnd(22), String(error).split('\n')[0]);
  }
}
await opened.close();
