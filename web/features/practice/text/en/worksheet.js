/** Texts of a worksheet: its options and its contents. */

import { html } from 'lit';
import { bold, word } from '../../../../text/inline.js';

/** @import { Blank, SheetKind } from '../../types.js' */

export const chapter = {
  title: 'Worksheet',
  question: 'How do I give these numbers to a class?',
};

export const title = 'A worksheet to print';

export const setup = html`<p>The sheet below holds the numbers of this sentence and its settings. Choose
  what to leave blank and how many sheets to make. Only the sheets and their key are printed.</p>`;

export const notesLink = 'For teachers: notes and all answers';

/** @param {number} most */
export const tables = (most) => `To fill in, 1 to ${most}:`;

export const enough =
  'A sheet has at most three, and you have chosen three. Press one of them to leave it out.';

/** @param {string[]} tables @param {number} columns */
export const wide = (tables, columns) =>
  `Left out because a page is only ${columns} columns wide: ${tables.join(', ')}.`;

export const shorter = 'Write another sentence, or take:';

/** @param {string} sentence @param {boolean} isKept whether all settings are kept */
export const taken = (sentence, isKept) => `${sentence}${isKept ? '' : ', random numbers'}`;

export const blank = 'Left blank:';

/** @type {Record<Blank, string>} */
export const blanks = { row: 'one row', half: 'every second row', all: 'whole tables' };

export const sheets = 'Sheets:';

/**
 * @param {string} count the count that the address asked for
 * @param {number} most
 * @param {number} sheets
 */
export const refused = (count, most, sheets) =>
  `${count} is not a number of sheets from 1 to ${most}, so there ${sheets === 1 ? 'is 1' : `are ${sheets}`}.`;

export const kind = 'Several sheets:';

/** @type {Record<SheetKind, string>} */
export const kinds = {
  same: 'the same for all',
  blanks: 'different blanks',
  each: 'a seed for each',
};

export const key = 'Key:';

export const withKey = 'after the sheets';

export const withoutKey = 'none';

export const print = 'Print';

export const models = 'The models';

export const nothing = 'None of these tables fits on a page to be filled in.';

export const name = 'Name';

export const date = 'Date';

/** @param {number} number @param {number} count @param {number | undefined} seed */
export const sheet = (number, count, seed) =>
  `Sheet ${number} of ${count}${seed === undefined ? '' : `, seed ${seed}`}`;

/** @param {number | undefined} number @param {number | undefined} seed */
export const keyOf = (number, seed) =>
  `Key${number === undefined ? '' : ` of sheet ${number}`}${seed === undefined ? '' : `, seed ${seed}`}`;

/** @param {readonly string[]} words */
export const sentence = (words) => html`<b>${words.map((text) => html`${word(text)} `)}</b>`;

/**
 * @param {number} head
 * @param {number} heads
 * @param {readonly string[]} ofAll symbols of the tables that hold all heads
 */
export const head = (head, heads, ofAll) =>
  `This is head ${head} of ${heads}, which attend in parallel; ${
    ofAll.length === 0
      ? `all tables belong to head ${head}.`
      : `the tables belong to head ${head}, but ${ofAll.join(' and ')} ${ofAll.length === 1 ? 'holds' : 'hold'} all heads.`
  }`;

/**
 * The meaning of the symbols in each step's formula, by the symbol of the step's first table.
 * @type {Record<string, (first: string) => string>}
 */
export const symbols = {
  maskedScores: () => 'i is a query’s row, j a key’s column; S″ holds the scores after the mask.',
  weights: (scores) =>
    `i is a query’s row, j and k are columns of keys; ${scores} holds the scores that go into the softmax. Subtracting the largest score of a row from all its scores changes no weight.`,
  features: () => 'j is a key.',
  scores: () => 'j is a key.',
};

export const before = 'How the scores above become those below:';

/**
 * @param {number} number the number of the exercise
 * @param {unknown} symbol the symbol of the table in that exercise, if it differs
 */
export const repeated = (number, symbol) =>
  html`${symbol === undefined ? '' : html`the numbers of ${symbol}, `}as filled in under ${number}`;

export const scaledByWords =
  'In these numbers, scores are divided by √words, a common misreading of √d.';

export const fill = 'Fill in the empty cells; round to three decimals.';

export const questions = 'Questions';

/** @param {number} most */
export const tolerance = (most) =>
  `Computed at full precision; ${most > 0 ? `from the printed digits, results may differ by up to ${most.toFixed(3)}` : 'the printed digits give the same results'}.`;

/** @param {number | undefined} head */
const inHead = (head) => (head === undefined ? '' : ` in head ${head}`);

/** @param {readonly string[]} words */
const listed = (words) => words.map((text, i) => html`${i > 0 ? ', ' : ''}${bold(text)}`);

/** @param {string} text @param {number} number */
export const placed = (text, number) => `${text} (word ${number})`;

export const most = {
  /** @param {string} query @param {number | undefined} head */
  question: (query, head) =>
    html`Which word has the largest weight in the row of ${bold(query)}${inHead(head)}?`,
  /** @param {readonly string[]} words @param {string} weight */
  answer: (words, weight) => html`${listed(words)}, with a weight of ${weight}.`,
};

export const sum = {
  /** @param {string} query @param {number | undefined} head */
  question: (query, head) =>
    html`What do the attention weights of ${bold(query)}${inHead(head)} add up to, and why?`,
  expected: '1: the softmax divides each exponential by the sum of its row.',
  /** @param {string} total */
  other: (total) =>
    `${total}: here a weight was set by hand, or the whole row is masked; otherwise the sum would be 1.`,
};

export const mask = {
  /** @param {string} query */
  question: (query) => html`Which words can ${bold(query)} not attend to because of the mask?`,
  /** @param {readonly string[]} words */
  answer: (words) =>
    words.length > 0
      ? html`${listed(words)}: their scores are masked.`
      : 'None: it can attend to all of them.',
};

export const change = {
  /** @param {string} key @param {number | undefined} head */
  question: (key, head) =>
    html`Only the value of ${bold(key)} is changed. Whose outputs change with it${inHead(head)}?`,
  /** @param {readonly string[]} words @param {boolean} isAll */
  answer: (words, isAll) => {
    if (isAll) return 'The outputs of all words: each word gives it some weight.';
    return words.length > 0
      ? html`${listed(words)}: only ${words.length === 1 ? 'the row' : 'the rows'} of ${listed(words)} ${words.length === 1 ? 'gives' : 'give'} it any weight.`
      : 'None: no word gives it any weight.';
  },
};

export const divisor = {
  question: 'By which root are the scores divided, and what does the number under it count?',
  /** @param {number} d */
  answer: (d) => `√${d}: a query has ${d} numbers. The number of words does not matter.`,
};

export const order = {
  question: 'The same words come in another order. Which weights change?',
  answer: 'None: each weight moves with its two words. Nothing here knows the place of a word.',
};

export const rows = {
  /** @param {string} from @param {string} row @param {string} to */
  question: (from, row, to) =>
    html`Row ${bold(row)} of ${from} is changed, and nothing else. Which rows of ${to} change with it?`,
  /** @param {readonly string[]} rows @param {boolean} isAll */
  answer: (rows, isAll) => {
    if (isAll) return 'All of them: each is computed from it.';
    return rows.length > 0
      ? html`${listed(rows)}: no other row is computed from it.`
      : 'None: no row is computed from it.';
  },
};

export const terms = {
  /** @param {string} table @param {string} row @param {string} column */
  question: (table, row, column) =>
    html`Write out, with all numbers, how this empty cell of the last table is computed:
      ${table}, row ${bold(row)} and column ${bold(column)}.`,
  /** @param {string} value @param {boolean} isMasked */
  masked: (value, isMasked) =>
    isMasked ? `${value}: this pair is masked.` : `${value}, as before: this pair is not masked.`,
};
