#!/usr/bin/env node

// npx attention-lab svg --sentence "They eat fried noodles" --steps weights > weights.svg

import { parseArgs } from 'node:util';
import { ArgumentError } from '../../src/js/index.js';
import { listNearest, makeRefusal, NAMES } from '../export/step-svg.js';
import { DEFAULTS, FIELDS } from '../state/fields.js';
import { stepsOf } from '../state/step-order.js';
import * as text from '../text/en/export.js';
import { seeHelp } from '../text/en/export.js';
import { parted } from '../text/spelling.js';
import { attentionSvg } from './svg.js';

/** @import { FieldName } from '../state/types.js' */

// The options of the command, each with its values.

const COLUMN = 18;

const LINE = 100;

/** Of all lessons that need no training, with all that can be asked for. */
const STEPS = [
  ...new Set(
    /** @type {const} */ (['dot', 'additive']).flatMap((mechanism) =>
      stepsOf({ ...DEFAULTS, mechanism, target: 'x', dropout: 0.5, temperature: 2 }),
    ),
  ),
].join(' ');

/** @type {Record<string, readonly string[]>} */
const FEW = { source: ['seed', 'article', 'coffee'], theme: ['light', 'dark'] };

/** @param {string} name */
function valuesOf(name) {
  if (name === 'step') return STEPS;
  if (FEW[name]) return FEW[name].join(' ');
  const { choices, range, value } = FIELDS[/** @type {FieldName} */ (name)] ?? {};
  if (choices) return range ? text.orNumber([...choices]) : choices.join(' ');
  return text.kinds[name] ?? text.numberOf(Number(value));
}

/** @param {string} words @returns {string} in lines that stand in a column */
const inColumn = (words) =>
  words
    .split(' ')
    .reduce(
      (lines, word) => {
        const last = lines.length - 1;
        if (lines[last].length + word.length < LINE - COLUMN) lines[last] += ` ${word}`;
        else lines.push(word);
        return lines;
      },
      [''],
    )
    .map((line) => line.trim())
    .join(`\n${' '.repeat(COLUMN)}`);

export const help = text.usage(
  [...NAMES, 'width']
    .map((name) => `  --${parted(name)}`.padEnd(COLUMN) + inColumn(valuesOf(name)))
    .join('\n'),
);

try {
  const names = [...NAMES, 'width'].map((name) => parted(name));
  /** @type {Record<string, { type: 'string' | 'boolean', short?: string }>} */
  const known = {
    ...Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
    help: { type: 'boolean', short: 'h' },
  };
  const { tokens } = parseArgs({ options: known, strict: false, tokens: true });
  /** @type {Set<string>} */
  const given = new Set();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    if (!Object.hasOwn(known, token.name))
      throw makeRefusal(token.rawName, listNearest(token.name, names), 'unknown');
    if (given.has(token.name)) throw makeRefusal(token.rawName, 'one value', 'there twice');
    given.add(token.name);
  }
  const { values, positionals } = parseArgs({ options: known, allowPositionals: true });
  const { help: isAsked, ...options } = values;
  if (isAsked) console.log(help);
  else if (positionals.join() !== 'svg') throw new TypeError(help);
  else process.stdout.write(await attentionSvg(options));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  if (error instanceof ArgumentError) console.error(seeHelp);
  process.exitCode = 1;
}
