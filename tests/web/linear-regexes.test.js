// No regular expression of the project takes more than linear time on foreign texts.
//
// A matcher counts the steps of each expression on texts built from the expression itself. A text
// has a beginning that matches, then n or 4 n repetitions of a part, then something that fits
// nowhere. For linear searches, the steps grow four times, and for quadratic ones sixteen times.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { it } from 'node:test';
import { parseAst } from 'vite';
import { Pattern } from '../support/regex-steps.js';

const root = new URL('../../', import.meta.url);
/**
 * Numbers of repetitions: few at first. If the steps grow much, more than a bounded repetition such
 * as {1,80} takes.
 */
const FEW = 8;
const MANY = 150;
/** The largest growth of steps for a text of four times the length. */
const MOST_GROWTH = 6;
const USUAL = [
  ...'a0A -_.,;:"\'()[]{}<>/*+=@^\n\t\r\\#&%',
  'é',
  '中',
  '🙂',
  '\u2028',
  '\u0301',
  '\ufeff',
];

/** @param {string} code @returns {RegExp[]} */
function regexesIn(code) {
  /** @type {RegExp[]} */
  const found = [];
  const visit = (/** @type {any} */ node) => {
    if (node === null || typeof node !== 'object') return;
    const { key, value: text } = node;
    // Patterns in JSON schemas.
    if (key?.name === 'pattern' && typeof text?.value === 'string')
      found.push(new RegExp(text.value, 'u'));
    if (node.regex) found.push(new RegExp(node.regex.pattern, node.regex.flags));
    for (const value of Object.values(node)) visit(value);
  };
  visit(parseAst(code.replace(/^#!.*/, '')));
  return found;
}

/**
 * Yields texts that could be slow: the same characters many times, after and before others.
 * @param {Pattern} pattern
 */
function* shapesOf({ atoms, sample }) {
  /** Characters that no atom distinguishes count as one. @type {Map<string, string>} */
  const kinds = new Map();
  for (const text of [...sample, ...USUAL]) {
    const kind = atoms.map(({ has }) => Number(has(text))).join('');
    if (!kinds.has(kind)) kinds.set(kind, text);
  }
  const letters = [...kinds.values()];
  const pieces = new Set(letters);
  for (let from = 0; from < sample.length; from++) {
    for (let to = from + 1; to <= Math.min(sample.length, from + 12); to++) {
      pieces.add(sample.slice(from, to).join(''));
    }
  }
  const [first] = sample;
  const stops = [
    '',
    ...letters.flatMap((letter) => [letter, letter + first, first + letter + first]),
  ];
  const pairs = letters.flatMap((letter) => letters.map((other) => letter + other));
  const lengths = [0, ...sample.slice(0, 12).map((_, i) => i + 1)];
  const starts = new Set(lengths.map((length) => sample.slice(0, length).join('')));
  for (const start of starts) {
    for (const pump of pieces) for (const stop of stops) yield { start, pump, stop };
    for (const pump of pairs) yield { start, pump, stop: letters.at(-1) ?? '' };
  }
}

/** @param {Pattern} pattern @param {{ start: string, pump: string, stop: string }} shape @param {number} length */
function growthOf(pattern, { start, pump, stop }, length) {
  const n = Math.ceil(length / pump.length);
  try {
    const [few, many] = [n, 4 * n].map((times) =>
      pattern.stepsOfAll(start + pump.repeat(times) + stop),
    );
    return many / few;
  } catch (error) {
    if (error instanceof RangeError) return Infinity;
    throw error;
  }
}

/**
 * Returns the growth of steps for the first text on which they grow faster than the text.
 * @param {RegExp} regex
 */
function badGrowthOf(regex) {
  const pattern = new Pattern(regex);
  for (const shape of shapesOf(pattern)) {
    if (growthOf(pattern, shape, FEW) <= MOST_GROWTH) continue;
    const growth = growthOf(pattern, shape, MANY);
    if (growth > MOST_GROWTH)
      return `${growth.toFixed(1)} on ${JSON.stringify(Object.values(shape))}`;
  }
  return undefined;
}

const files = ['src/js', 'web'].flatMap((folder) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    // Leave out the build, which reads only the project.
    .filter((path) => path.endsWith('.js') && !path.startsWith('build/'))
    .map((path) => `${folder}/${path}`),
);
const sources = new Map(
  files.flatMap((file) =>
    regexesIn(readFileSync(new URL(file, root), 'utf8')).map((regex) => [
      String(regex),
      { file, regex },
    ]),
  ),
);

it('the check finds a quadratic regular expression', () => {
  for (const regex of [
    ...[
      /\s+$/,
      /0+1/,
      /(a|b)*c/,
      /'shape'\s*:\s*\(([^)]*)\)/,
      /^(a+)+$/,
      /<a>[\s\S]*?<b>/,
      /"(.*)"x/,
    ],
    ...[/^[-+]?(\d+\.?\d*|\.\d+)$/, /^([a-z-]+)(?:\s*[:=]\s*(.*))?$/, /^(.*?),(.*?)x$/, /(\d+)+x/],
  ]) {
    assert.ok(badGrowthOf(regex), String(regex));
  }
});

it('the check accepts a linear one', () => {
  for (const regex of [
    /^\s+/,
    /^a*b*$/,
    /\s+/g,
    /"[^"]*"?/g,
    /(?<!0)0+(?!0)/,
    /^[a-z]{1,80}_[a-z_]{1,40}$/,
  ]) {
    assert.equal(badGrowthOf(regex), undefined, String(regex));
  }
});

it('every regular expression takes time proportional to the length of the text', () => {
  assert.ok(sources.size > 140, `${sources.size}`);
  const bad = [...sources.values()].flatMap(({ file, regex }) => {
    const growth = badGrowthOf(regex);
    return growth ? [`${file}: ${regex}: ${growth}`] : [];
  });
  assert.deepEqual(bad, []);
});
