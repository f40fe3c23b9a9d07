import assert from 'node:assert/strict';
import { it } from 'node:test';
import { formatCell } from '../../web/graph/cell.js';
import { findConsumers, findOperands, readCell, readNumber } from '../../web/graph/trace.js';
import { makeComputation } from '../../web/session/computation.js';
import { normaliseState } from '../../web/state/normalise.js';
import { listSteps } from '../../web/state/step-order.js';
import { assertTrue, readEquations, SLACK } from './arithmetic.js';
import { inOneBrowser } from './each-browser.js';
import { setField } from './hands.js';
import { assertPage, attention, boxesOf, readRefusal, readTables, showOnly } from './lab.js';

/**
 * @import { Cell } from '../../web/graph/types.js'
 * @import { Computation } from '../../web/sources/types.js'
 * @import { State } from '../../web/state/types.js'
 */

/**
 * @typedef {object} Traced what the page shows about a number
 * @property {string} place
 * @property {string} cell the state's `cell`
 * @property {string} value the attribute `data-value`
 * @property {string} text the arithmetic, with the core's numbers in braces
 * @property {string[]} definition for a weight: its score, the scores of its row if they are few,
 *   and the weight
 * @property {string[]} full the number in full, if it is longer than the shown one
 * @property {string[]} numbers all numbers of the arithmetic, in order
 * @property {string[]} shown all places on the screen
 * @property {Record<'traced' | 'operand' | 'fed', string[]>} marked the outlined places
 * @property {string[][]} terms the rows of the table of terms
 */

const target = 'he is tall';

const empty = { mask: /** @type {const} */ ('custom'), masked: '0.2 1.0 1.1 1.2 1.3' };
const masking = ['maskedScores', 'weights'];

/**
 * Numbers made in every possible way. If only some steps are new, these are listed.
 * @type {Record<string, [Partial<State>, string[]?]>}
 */
const lessons = {
  'two heads': [{}],
  'four heads behind a causal mask, the last chosen': [
    { heads: 4, dModel: 8, head: 3, query: 2, mask: 'causal', sentence: 'one two three' },
  ],
  'a painted mask of −1e9, scaled by the words, hotter': [
    { ...empty, fill: '-1e9', scale: 'words', temperature: 2 },
    ['scaledScores', ...masking, 'heads'],
  ],
  'masked scores of 0, a scale of its own': [
    { mask: 'padding', fill: '0', scale: 0.5 },
    ['scaledScores', ...masking],
  ],
  'a row of NaN': [{ ...empty, emptyRow: 'nan' }, [...masking, 'heads', 'output']],
  'a row of zeros': [empty, [...masking, 'heads']],
  dropout: [{ dropout: 0.25, dropoutSeed: 5, scale: 'none' }, ['scaledScores', 'dropped', 'heads']],
  'numbers of the reader': [
    { edits: 'x.eat.0:-2;q.0.1:0.5;o.2.0:3;s.0.1.2:3', keys: 'queries' },
    ['q', 'k', 'scores', 'weights', 'output', 'headContributions'],
  ],
  'two sentences': [
    { target, sentence: 'one two three four', query: 2, head: 1 },
    ['embeddings', 'q', 'k', 'scores', 'weights', 'heads', 'decoder'],
  ],
  'a decoder that attends to itself': [
    { target, layer: 'self', heads: 1 },
    ['k', ...masking, 'decoder'],
  ],
  additive: [{ mechanism: 'additive', query: 2 }],
  'additive, of two widths, cooler, with dropout': [
    { mechanism: 'additive', target, keyWidth: 6, temperature: 0.5, dropout: 0.25 },
  ],
  'the article': [{ source: 'article' }],
  'the coffee cup': [{ source: 'coffee' }],
};

/**
 * Takes numbers apart, in turn by a click and by Enter.
 * @param {string[]} places
 * @returns {Promise<Traced[]>}
 */
async function traceAll(places) {
  const all = (/** @type {string} */ selector) => allInLab(selector);
  const traced = [];
  for (const [i, place] of places.entries()) {
    const [cell] = all(`.figure td[data-place="${place}"]`);
    if (i % 2) cell.click();
    else
      cell.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, composed: true }),
      );
    while (!(await lab.updateComplete));
    const [definition] = all('.trace .definition');
    const [panel] = all(definition ? '.trace .computed' : '.trace .sum').map(
      (element) => /** @type {HTMLElement} */ (element.cloneNode(true)),
    );
    const full = [...panel.querySelectorAll('.whole data')].map(
      (element) => element.getAttribute('value') ?? '',
    );
    for (const part of panel.querySelectorAll('.whole, .note, button')) part.remove();
    const numbers = [...panel.querySelectorAll('data')].map(({ value }) => value);
    for (const data of panel.querySelectorAll('data')) data.replaceWith(`{${data.value}}`);
    const placesOf = (/** @type {string} */ selector) => [
      ...new Set(all(selector).map((element) => element.dataset.place ?? '')),
    ];
    traced.push({
      place,
      cell: lab.state.cell,
      value: cell.dataset.value ?? '',
      text: panel.textContent?.replace(/\s+/g, ' ').trim() ?? '',
      definition: [...(definition?.querySelectorAll('data') ?? [])].map(({ value }) => value),
      full,
      numbers,
      shown: placesOf('[data-tensor] td[data-place]'),
      marked: {
        traced: placesOf('td.traced[aria-selected=true]'),
        operand: placesOf('td.operand'),
        fed: placesOf('td.fed'),
      },
      terms: all('.terms tbody tr').map((row) =>
        [...row.querySelectorAll('data')].map(({ value }) => value),
      ),
    });
  }
  return traced;
}

const EDITED = /^Set by you to \{(.*)\}; (its formula|seed \d+) gives \{(.*)\}\.$/;
const EMPTY =
  /^(Even the largest score of this row is −∞).*−∞ − \(−∞\) is not a number(?:\.|; the core gives) \{(.*)\}(?: by convention\.)?$/;
/** Sentences in place of an equation, by kind of number. @type {Record<string, RegExp>} */
const SENTENCES = {
  constant: /^(Drawn from seed|Set by hand|Given in the example|Chosen so that)[^{}]*: \{(.*)\}\.$/,
  mask: /^(?:Not masked: stays|Masked: \{(.*)\} becomes) \{(.*)\}\.$/,
  concatenate: /^(Copied from its head): \{(.*)\}\.$/,
  fromOtherRun:
    /^(Computed (?:in the decoder’s masked self-attention|by the other mechanism on the same words)): \{(.*)\}\.$/,
  ...{ exp: EMPTY, divide: EMPTY },
  dropout: /^Dropped: \{(.*)\} becomes \{?(0)\}?\.$/,
};

/** @param {string} text @param {number} expected @param {string} where */
const assertSame = (text, expected, where) =>
  assert.ok(Object.is(Math.fround(Number(text)), expected), `${where}: ${text} for ${expected}`);

/** @param {Traced} traced @param {Computation} computation @param {string} where */
function assertTraced(
  { place, cell, value, text, definition, full, numbers, shown, marked, terms },
  computation,
  where,
) {
  const at = readCell(place, computation.run);
  assert.ok(at, `${where} is a number of the computation`);
  const number = readNumber(computation.run, at);
  const kind = computation.nodes[at.id].op.name;
  assert.equal(cell, place, `${where} is what is traced`);
  assertSame(value, number, where);
  for (const fullValue of full) assert.equal(fullValue, value, `${where} in full`);

  const operands = findOperands(computation.run, at).map((places) => places.map(formatCell));
  const fed = findConsumers(computation.run, at).flatMap(({ cells }) => cells.map(formatCell));
  const seen = (/** @type {string[]} */ places) =>
    shown.filter((cellName) => cellName !== place && places.includes(cellName)).toSorted();
  assert.deepEqual(marked.traced, [place], `${where} is outlined itself`);
  assert.deepEqual(
    marked.operand.toSorted(),
    seen(operands.flat().flatMap(largest)),
    `${where}: its operands`,
  );
  const onlyFed = fed.filter((cellName) => !marked.operand.includes(cellName));
  assert.deepEqual(marked.fed.toSorted(), seen(onlyFed), `${where}: what it enters`);

  const edited = EDITED.exec(text);
  if (edited) return assertSame(edited[1], number, `${where}: ${text}`);
  const sentence = SENTENCES[kind]?.exec(text);
  if (sentence) {
    assertSame(sentence[2], number, `${where}: ${text}`);
    if (kind === 'mask')
      assertSame(sentence[1] ?? sentence[2], valueAt(operands[0][0]), `${where}: ${text}`);
    return;
  }
  if (kind === 'divide') assertDefinition();
  const equations = readEquations(text);
  assertSame(String(equations[0].right), number, `${where}: ${text}`);
  // A weight's second equation is that of its exponential.
  equations.forEach((equation, i) => {
    assertTrue(equation, SLACK[i === 0 ? kind : 'exp'], `${where}: ${text}`);
  });
  // The operands are written first, pair by pair.
  const operandTexts = numbers.slice(0, operands.flat().length);
  const pairs = operands[0].flatMap((_, i) => operands.map((list) => valueAt(list[i])));
  operandTexts.forEach((printed, i) => {
    assertSame(printed, pairs[i], `${where}: ${text}`);
  });
  if (kind === 'product' && operands[0].length > 1) {
    assert.equal(terms.length, operands[0].length, `${where}: the table of terms`);
    for (const [i, [left, right, product]] of terms.entries()) {
      assertSame(left, valueAt(operands[0][i]), where);
      assertSame(right, valueAt(operands[1][i]), where);
      const [l, r] = [left, right].map((printed) => Math.fround(Number(printed)));
      const is = { left: Math.fround(l * r), right: Math.fround(Number(product)), size: 0 };
      assertTrue(is, 0, `${where}: term ${i + 1}`);
    }
  }

  /**
   * Asserts that a weight is e to the power of its score, divided by the row's sum, with the scores
   * on the screen.
   */
  function assertDefinition() {
    const row = operands[1].flatMap((rowSum) => {
      const cell = readCell(rowSum, computation.run);
      return cell ? findOperands(computation.run, cell)[0] : [];
    });
    const scoreOf = (/** @type {Cell} */ cell) =>
      readNumber(computation.run, findOperands(computation.run, cell)[0][0]);
    const scores = row.map(scoreOf);
    const [exponential] = operands[0].flatMap(
      (cellName) => readCell(cellName, computation.run) ?? [],
    );
    const few = scores.length <= 6 ? scores : [];
    const definedNumbers = definition.map((printed) => Math.fround(Number(printed)));
    assert.deepEqual(
      definedNumbers,
      [scoreOf(exponential), ...few, number],
      `${where}: its definition`,
    );
    const sum = scores.reduce((all, score) => all + Math.exp(score), 0);
    const weight = Math.exp(scoreOf(exponential)) / sum;
    assert.ok(Math.abs(weight - number) <= 1e-6, `${where}: ${weight} is ${number}`);
  }

  /** Replaces a row's maximum by the cell of the row that has it. @param {string} cellName */
  function largest(cellName) {
    const found = readCell(cellName, computation.run);
    if (found?.id !== 'rowMax') return [cellName];
    const [row] = findOperands(computation.run, found).map((places) => places.map(formatCell));
    return row.filter((name) => valueAt(name) === valueAt(cellName));
  }

  /** @param {string} cellName */
  function valueAt(cellName) {
    const found = readCell(cellName, computation.run);
    assert.ok(found, cellName);
    return readNumber(computation.run, found);
  }
}

inOneBrowser('a number of the overview', (desk) => {
  it('keeps its height in the window when it is taken apart, unless the arithmetic needs room', async () => {
    for (const [height, row] of [...[0, 1, 2, 3].map((at) => [800, at]), [2000, 1]]) {
      await desk.page.setViewport({ width: 1280, height });
      await showOnly(desk.page, {});
      await desk.page.evaluate(() => scrollTo(0, 0));
      const place = `weights.0.${row}.2`;
      const [over] = await boxesOf(desk.page, `.first [data-place="${place}"]`);
      await desk.hands.click(`.first [data-place="${place}"]`);
      // A window with room for both tables does not scroll.
      assert.equal((await desk.page.evaluate(() => scrollY)) === 0, height === 2000);
      if (height === 2000) continue;
      const [traced, trace, bar] = await boxesOf(desk.page, '.figure .traced', '.trace', '.bar');
      const moved = traced.top - over.top;
      // If the arithmetic would be cut, the page scrolls on until its end is above the bar.
      const left = Math.abs(trace.bottom - bar.top);
      assert.ok(Math.abs(moved) <= 1 || (moved < 0 && left < 16), `${row}: ${moved} ${left}`);
    }
  });
});

inOneBrowser('an opened number', (desk) => {
  // Some cells of every table, across rows and columns: 7 has no common divisor with rows of 4 or
  // 6.
  const stride = 7;

  for (const [name, [change, steps]] of Object.entries(lessons)) {
    it(`has arithmetic that gives the number, in every table: ${name}`, async () => {
      const state = normaliseState(change);
      const computation = makeComputation(attention, state);
      const known = new Set();
      for (const step of steps ?? listSteps(state)) {
        await showOnly(desk.page, { ...change, step });
        // A number of the overview is traced in its own step.
        const tables = (await readTables(desk.page)).slice(1);
        const places = tables
          .filter(({ tensor }) => tensor !== 'spread')
          .flatMap(({ cells }) => cells.map(({ place }) => place));
        const fresh = [...new Set(places)]
          .filter((place) => !known.has(place))
          .filter((_, i) => i % stride === 0);
        for (const traced of await desk.page.evaluate(traceAll, fresh)) {
          assertTraced(traced, computation, `${step}: ${traced.place}`);
          known.add(traced.place);
        }
      }
      assert.ok(known.size >= 3, `${known.size} numbers`);
    });
  }

  it('has a field with the minus sign of all other numbers', async () => {
    await showOnly(desk.page, { step: 'scores', cell: 'scores.0.1.2', edits: 's.0.1.2:-1.25' });
    const read = (/** @type {any} */ field) => field.value;
    assert.equal(await desk.page.$eval('attention-lab >>> .edit', read), '−1.25');
  });

  it('stays the same when the typed text is not a number, and its field says so', async () => {
    const { hands, page } = desk;
    await showOnly(page, { step: 'scores', cell: 'scores.0.1.2' });
    const { edits } = await hands.state();
    for (const typed of ['much', '1e7', '0x', '2 3']) {
      await hands.click('.trace .edit');
      await hands.retype(typed);
      await hands.press('Enter');
      assert.match(
        await hands.textOf('.editor .wrong'),
        new RegExp(`“${typed}” is not a number from −1,000,000 to 1,000,000`),
      );
      const [invalid, description] = await readRefusal(page, '.editor .edit');
      assert.equal(invalid, 'true');
      assert.match(description, new RegExp(`“${typed}” is not a number`));
      assert.equal((await hands.state()).edits, edits);
    }
    await hands.retype('1,000');
    await hands.press('Enter');
    assert.equal(
      await hands.textOf('.editor .wrong'),
      '“1,000” may be 1000 or 1.000. Write it without the comma, or with a point.',
    );
    assert.equal((await hands.state()).edits, edits);
    await hands.retype('−1,000,000');
    await hands.press('Enter');
    assert.equal((await hands.state()).edits, 's.0.1.2:-1000000');
    await hands.retype('2,5');
    await hands.press('Enter');
    assert.equal(await hands.textOf('.editor .wrong'), '');
    assert.deepEqual(await readRefusal(page, '.editor .edit'), ['false', '']);
    assert.equal((await hands.state()).edits, 's.0.1.2:2.5');
  });

  it('keeps its field and slider in place while the number changes', async () => {
    const { hands, page } = desk;
    for (const width of [1280, 360]) {
      await page.setViewport({ width, height: 640 });
      for (const cell of ['scores.0.1.2', 'weights.0.1.2', 'v.0.1.0', 'embeddings.1.0']) {
        const step = cell.split('.')[0];
        await showOnly(page, { step, cell, edits: cell === 'v.0.1.0' ? 'v.0.1.0:4.5' : '' });
        const slider = await hands.find('.editor [type=range]');
        await slider.evaluate((element) => element.scrollIntoView({ block: 'center' }));
        const place = () =>
          slider.evaluate((element) => {
            const { top, left } = element.getBoundingClientRect();
            return [Math.round(top), Math.round(left), Number(/** @type {any} */ (element).max)];
          });
        const before = await place();
        for (const value of [0.1, 0.93, 0.5]) {
          await setField(page, '.editor [type=range]', value, ['input']);
          await hands.press();
          assert.deepEqual(await place(), before, `${cell} ${value} at ${width}`);
        }
      }
    }
    await page.setViewport({ width: 1280, height: 800 });
  });

  it('can be moved until one word has nearly the whole weight of its row', async () => {
    const { hands, page } = desk;
    await showOnly(page, { step: 'scores', cell: 'scores.0.1.2' });
    await hands.tabTo('.editor [type=range]');
    await hands.press('End');
    const { tensors } = await assertPage(page, 'the end of the slider');
    assert.ok(tensors.weights.data[6] > 0.98, `${tensors.weights.data[6]}`);
    await showOnly(page, { step: 'weights', cell: 'weights.0.1.2' });
    await hands.tabTo('.editor [type=range]');
    await hands.press('End');
    assert.equal((await assertPage(page, 'a weight')).tensors.weights.data[6], 1);
  });

  it('has lines to its operands, which cross no number, word or sign', async () => {
    const { page } = desk;
    const target = 'We love them';
    for (const width of [1280, 760, 390, 360]) {
      await page.setViewport({ width, height: 800 });
      for (const { step, cells, ...settings } of [
        { step: 'q', cells: ['q.0.0.0', 'q.0.1.0', 'q.0.3.1'] },
        { step: 'scores', cells: ['scores.0.0.3', 'scores.0.3.0', 'scores.0.2.2'] },
        { step: 'weights', cells: ['weights.0.0.0', 'weights.0.3.3', 'exponentials.0.1.3'] },
        { step: 'heads', cells: ['heads.0.0.1', 'heads.0.1.0', 'heads.0.3.0'] },
        { step: 'output', cells: ['output.0.0', 'output.3.3'] },
        { step: 'q', cells: ['q.0.1.0', 'q.0.2.1'], target },
        { step: 'scores', cells: ['scores.0.1.2'], target },
      ]) {
        for (const cell of cells) {
          await showOnly(page, { step, cell, ...settings });
          const { lines, struck } = await page.evaluate(() => {
            const sheet = inLab('.connectors')?.getBoundingClientRect();
            const paths = /** @type {SVGPathElement[]} */ (allInLab('.connectors path'));
            // The borders of cells are free, and a word has no border.
            const cellBoxes = allInLab('.figure :is(td[data-value], th)').map((element) => {
              const { left, top, width, height } = element.getBoundingClientRect();
              return new DOMRect(left + 4, top + 4, width - 8, height - 8);
            });
            const words = allInLab('.figure :is(caption, .corner span, .sign)').map((element) => {
              const range = document.createRange();
              range.selectNodeContents(element);
              return range.getBoundingClientRect();
            });
            const boxes = [...cellBoxes, ...words];
            const struck = paths.some((path) => {
              for (let at = 0; at <= path.getTotalLength(); at += 2) {
                const { x, y } = path.getPointAtLength(at);
                const [left, top] = [x + (sheet?.left ?? 0), y + (sheet?.top ?? 0)];
                const isWithin = boxes.some(
                  (box) => left > box.left && left < box.right && top > box.top && top < box.bottom,
                );
                if (isWithin) return true;
              }
              return false;
            });
            return { lines: paths.length, struck };
          });
          assert.equal(struck, false, `${cell} at ${width}`);
          if (width === 1280) assert.ok(lines > 0, `${cell} has a line`);
        }
      }
    }
    await page.setViewport({ width: 1280, height: 800 });
  });

  it('has no line to an operand that its table has scrolled away', async () => {
    const { page } = desk;
    const sentence = 'thirteen remarkably long electromagnetic words '.repeat(3);
    await showOnly(page, { sentence, step: 'weights', cell: 'weights.0.14.14' });
    const readLines = () => page.evaluate(() => allInLab('.connectors path').length);
    const scroll = (/** @type {number} */ left) =>
      page.evaluate(async (to) => {
        for (const element of allInLab('.figure .matrix.wide')) element.scrollLeft = to;
        await nextFrames(2);
      }, left);
    await scroll(0);
    assert.equal(await readLines(), 0);
    await scroll(9999);
    assert.ok((await readLines()) > 0);
  });

  it('has bars that point to the left for negative products', async () => {
    const { page, hands } = desk;
    await showOnly(page, { step: 'q', cell: 'q.0.1.0' });
    const bars = await page.evaluate(() => {
      return allInLab('.terms meter').map((element) => {
        const { left, right } = element.getBoundingClientRect();
        const flips = getComputedStyle(element).transform.startsWith('matrix(-1');
        return { name: element.className, left, right, flips };
      });
    });
    const axis = bars.find(({ name }) => name === 'positive')?.left;
    assert.ok(axis && bars.some(({ name }) => name === 'negative'), 'there are both');
    for (const { name, left, right, flips } of bars) {
      assert.equal(flips, name === 'negative');
      assert.equal(Math.round(flips ? right : left), Math.round(axis));
    }
    await showOnly(page, { step: 'scores', rows: 'one', pin: -1 });
    assert.match(await hands.textOf('.overview caption'), /4 × 4, 1 row shown$/);
    await showOnly(page, { step: 'scores', rows: 'one', pin: 2 });
    assert.match(await hands.textOf('.overview caption'), /4 × 4, 2 rows shown$/);
    await showOnly(page, { step: 'scores' });
    assert.match(await hands.textOf('.overview caption'), /4 × 4$/);
  });
});
