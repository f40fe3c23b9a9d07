// Each instruction that the page gives its reader, and an action that follows it.
import assert from 'node:assert/strict';
import { settle } from './hands.js';

/**
 * @import { State } from '../../web/state/types.js'
 * @import { Desk } from './each-browser.js'
 */

/** Matches the start of a sentence or clause that tells the reader to do something. */
export const INSTRUCTION_START =
  /(?:^|[.?!:;·(] |, (?:and )?|\band )(?:press|drag|click|switch|silence|swap|let it|train it|point at|change the|choose|add positions|do it|try\b|look at)/i;

const CELLS = '.figure td[data-place]';
const LEARN = '.training .buttons button';

/**
 * Returns an action: a press that changes an entry of the state.
 * @param {Parameters<ReturnType<typeof readerAt>['changes']>} what
 */
const changes =
  (...what) =>
  (/** @type {ReturnType<typeof readerAt>} */ reader) =>
    reader.changes(...what);

/**
 * Instructions, and actions that follow them. Each action fails if its target is missing or does
 * nothing.
 * @type {[told: RegExp, act: (reader: ReturnType<typeof readerAt>) => Promise<void>][]}
 */
export const INSTRUCTIONS = [
  [
    /press any number to (see how it is computed, and to )?set it$/,
    (reader) => reader.setsEachTable(),
  ],
  [/press any number to see how it is computed$/, (reader) => reader.traces(CELLS)],
  [
    /^Press a number of the output to see its terms/,
    (reader) => reader.traces('.figure table[data-tensor="heads"] td[data-place]', '.terms'),
  ],
  [
    /^Press a number of Q to see how it is computed/,
    (reader) => reader.traces('.figure table[data-tensor="q"] td[data-place]', '.terms'),
  ],
  [/^Press a cell of the mask M/, changes('masked', '.painter td button')],
  [/press a cell or a word, or drag/, changes('masked', '.painter th button')],
  [
    /^Press cells of the mask until/,
    changes('masked', '.painter tr:nth-child(1) td:last-child button'),
  ],
  [
    /^Press a number of a state to open its gates/,
    async (reader) => {
      await reader.traces('.figure table[data-tensor$=States] td[data-place]');
      assert.match(await reader.hands.textOf('.trace'), /gate/);
    },
  ],
  [
    /^Press another English word beside a table/,
    changes('query', '.figure tr:not(.selected) > th[scope=row] button'),
  ],
  [/look at an adjective\.$/, changes('query', '.weights th[scope=row] button', 'tired')],
  [/look at it\.$/, changes('query', '.weights th[scope=row] button', 'it')],
  [
    /^Press “heavy” and “wide” beside the table/,
    changes('query', '.weights th[scope=row] button', 'wide'),
  ],
  [
    /^(One word decides: )?change (the last word|it to “heavy” or “wide”)/i,
    (reader) => reader.changesSentence('.figure .flip button:nth-of-type(2)'),
  ],
  [/^Change the order/, (reader) => reader.changesSentence('.figure .flip button:nth-of-type(2)')],
  [/^Press Head 2\./, changes('edits', '.figure .flip button:nth-of-type(3)')],
  [/^Add positions/, changes('positions', '.figure .flip button', 'added')],
  [/^Press (it|one|the value nearest)/, (reader) => reader.answers()],
  [
    /^Press other English words/,
    changes('query', '.figure .in-row [lang=en] button:not([aria-pressed=true])'),
  ],
  [/^Drag its tip/, (reader) => reader.drags('.figure [role=slider]')],
  [
    /^Drag d to 512/,
    async (reader) => {
      await reader.hands.tabTo('.figure input[type=range]');
      await reader.hands.press('End');
      assert.equal((await reader.hands.state()).spread, 512);
    },
  ],
  [/^Try dot products, too/, changes('mechanism', '.figure .flip button', 'dot product')],
  [
    /^Press a word to block the link to it/,
    async ({ hands }) => {
      await hands.click('.story .in-row .token', 'Lena');
      assert.equal(await hands.count('.story .in-row .token.blocked'), 1);
    },
  ],
  [
    /^Choose a head to see its arcs/,
    async ({ hands }) => {
      const other = await hands.textOf('.story .head-row[aria-pressed=false]');
      await hands.click('.story .head-row', other);
      assert.equal(await hands.textOf('.story .head-row[aria-pressed=true]'), other);
    },
  ],
  [/^Try it$/, changes('sentence', '.figure .flip button')],
  [/^Silence$/, changes('edits', '.figure .flip button', 'Head 1')],
  [
    /^Choose what you have computed, and type or paste it/,
    async (reader) => {
      await reader.hands.fill('.typed-answer textarea', '0.5');
      assert.ok(await reader.hands.count('.figure select'), 'a table can be chosen');
    },
  ],
  [
    /^Choose what to leave blank and how many sheets to make/,
    async (reader) => {
      await reader.changes('answers', '.options button', 'whole tables');
      assert.ok(
        await reader.hands.count('.options input[type=number], .options select'),
        'sheets are counted',
      );
    },
  ],
  [/^Try each matrix/, changes('edits', '.figure .flip button:nth-of-type(2)')],
  [/switch and compare/, changes('keys', '.figure .flip button:nth-of-type(2)')],
  [/^Press the cell of not and pas/, changes('masked', '.links td button')],
  [/^Press pas to block its whole column/, changes('masked', '.links thead button', 'pas')],
  [/^Press other French words/, changes('key', '.figure .flip button[aria-pressed=false]')],
  [/^Switch to −∞/, changes('fill', '.figure .flip button', '−∞')],
  [
    /^Switch to before/,
    async ({ hands }) => {
      await hands.click('.figure .flip button', 'before');
      assert.equal((await hands.state()).training, 0);
      await hands.click('.in-motion .plain', 'Play');
      assert.equal(await hands.textOf('.in-motion .plain'), 'Pause');
    },
  ],
  [/[Pp]ress Learn|^Let it learn|^Train it until/, changes('training', LEARN, 'Learn')],
  [
    /^(Press a word or a cell, and its path lights up|Choose a word or a cell to see its path\.)/,
    (reader) => reader.lightsUp(),
  ],
  [
    /^Choose a word or a cell to see its path; press a cell to see how it is computed/,
    async (reader) => {
      await reader.lightsUp();
      await reader.opensFromPicture();
    },
  ],
  [
    /Press any number to see what it should be computed from/,
    async (reader) => {
      await reader.hands.click('.suspects td[data-place]');
      assert.match(await reader.hands.textOf('.figure'), /It should be computed from/);
    },
  ],
  [
    /press a number; between/,
    (reader) => reader.sets('section:has(> [data-level] > .note) td[data-place]'),
  ],
  [/press a pair to mask it/, changes('masked', '.painter td button')],
  [/Press the map to move/, (reader) => reader.movesLens()],
];

/**
 * Returns all readable sentences, except those of tables and buttons.
 * @param {Desk} desk
 * @returns {Promise<string[]>}
 */
export const readInstructions = (desk) =>
  desk.page.evaluate(() => {
    const places =
      '.prose, .question, legend, figcaption, .note, .reply, .after, .help, caption .note, .status, .pointed';
    const all = allInLab(places).filter((element) => element.checkVisibility());
    const outer = all.filter(
      (element) => !all.some((other) => other !== element && other.contains(element)),
    );
    const passages = outer.flatMap((element) => {
      const copy = /** @type {Element} */ (element.cloneNode(true));
      for (const part of copy.querySelectorAll('button, a, table, select, .badge')) part.remove();
      const blocks = copy.querySelectorAll('p, li, legend');
      return blocks.length > 0 ? [...blocks] : [copy];
    });
    return [
      ...new Set(
        passages.flatMap((element) =>
          (element.textContent ?? '')
            .replace(/\s+/g, ' ')
            .trim()
            .split(/(?<=[.?!]) |:(?: (?=[a-z])|$)| · /),
        ),
      ),
    ];
  });

/** @param {Desk} desk */
export function readerAt(desk) {
  const { hands, page } = desk;
  /** @param {string} selector @param {string} [text] */
  async function press(selector, text) {
    await hands.click(selector, text);
  }
  return {
    hands,
    /** @param {string} selector */
    async traces(selector, shown = '.trace') {
      await press(selector);
      assert.ok(await hands.count(shown), `${selector} opens ${shown}`);
    },
    /**
     * Edits without a second press, because the field is already there.
     * @param {string} selector
     */
    async sets(selector) {
      await press(selector);
      const before = await hands.state();
      await hands.fill('.trace .edit', '0.25');
      assert.notEqual((await hands.state()).edits, before.edits, `${selector} is set`);
    },
    async setsEachTable() {
      const tensors = await page.evaluate(() => {
        const tables = allInLab('.figure table[data-tensor]');
        return [...new Set(tables.map((table) => table.getAttribute('data-tensor')))];
      });
      assert.ok(tensors.length > 0);
      for (const tensor of tensors) {
        await press(`.figure table[data-tensor="${tensor}"] td[data-place]`);
        assert.ok(await hands.count('.trace .edit'), `${tensor} has a field`);
      }
      await hands.fill('.trace .edit', '0.25');
      assert.notEqual((await hands.state()).edits, '', 'a number is set');
    },
    /** @param {keyof State} entry @param {string} selector @param {string} [text] */
    async changes(entry, selector, text) {
      const before = (await hands.state())[entry];
      await press(selector, text);
      if (entry === 'training') await hands.click(LEARN);
      assert.notDeepEqual((await hands.state())[entry], before, `${selector} changes ${entry}`);
    },
    /** Changes the sentence with a button or in the field. @param {string} selector */
    async changesSentence(selector) {
      const before = (await hands.state()).sentence;
      if (await hands.count(selector)) await press(selector);
      else await hands.fill('#sentence', before.replace(/\w+$/, 'heavy'));
      assert.notEqual((await hands.state()).sentence, before);
    },
    async answers() {
      const before = (await hands.state()).answers;
      const words = '.figure .pairs button';
      await press((await hands.count(words)) ? words : '.figure :is(button, [role=button])');
      assert.notEqual((await hands.state()).answers, before, 'it answers');
    },
    /** @param {string} selector */
    async drags(selector) {
      const before = (await hands.state()).edits;
      const box = await (await hands.find(selector)).boundingBox();
      assert.ok(box);
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x - 40, y - 20, { steps: 4 });
      await page.mouse.up();
      await settle(page);
      assert.notEqual((await hands.state()).edits, before, 'it is dragged');
    },
    async lightsUp() {
      const ways = () => page.evaluate(() => inLab('.drawing .links')?.innerHTML ?? '');
      const before = await ways();
      await press('.drawing .words [role=button][aria-pressed=false]');
      assert.notEqual(await ways(), before, 'another word’s way is lit');
      if ((await hands.state()).guide === '') return;
      await press('.cells [data-place="weights.0.0.1"]');
      assert.ok(await hands.count('.drawing .ways > *'), 'a number’s way is lit');
    },
    async opensFromPicture() {
      const before = await hands.state();
      await press('.cells [data-place="weights.0.0.1"]');
      const { view, cell } = await hands.state();
      assert.notDeepEqual([view, cell], [before.view, before.cell]);
    },
    async movesLens() {
      const readNote = () => hands.textOf('.map .note:has(.shared)');
      const before = await readNote();
      await press('.map canvas');
      assert.notEqual(await readNote(), before);
    },
  };
}
