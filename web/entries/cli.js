#!/usr/bin/env node

// npx attention-lab svg --sentence "They eat fried noodles" --steps weights > weights.svg

import { parseArgs } from 'node:util';
import { runNamed } from '../../src/js/errors.js';
import { ArgumentError } from '../../src/js/index.js';
import { MAP_NAMES } from '../elements/map-svg.js';
import { VERSION } from '../elements/version.js';
import {
  describeValues,
  listNearest,
  listReadySources,
  makeRefusal,
  makeScreenRefusal,
  NAMES,
  PICTURE_OPTIONS,
  SCREEN_ONLY,
} from '../export/drawing-options.js';
import { DEFAULTS, isSetting, usesSetting } from '../state/fields.js';
import { listSteps } from '../state/step-order.js';
import * as text from '../text/en/command.js';
import { seeHelp } from '../text/en/command.js';
import { refusals } from '../text/en/picture-refusals.js';
import { readMessage } from '../text/error.js';
import { camel, parted } from '../text/spelling.js';
import { attentionSvg } from './svg.js';

// The options of the command, with their values.

const optionNames = [...NAMES, ...PICTURE_OPTIONS].map((name) => parted(name));

const longNames = optionNames.map((name) => `--${name}`);

/** The column of the values: after the longest name and a gap. */
const COLUMN = Math.max(...longNames.map((name) => name.length)) + 4;

const LINE_LENGTH = 100;

/** The steps of all lessons that need no training. */
const UNTRAINED_STEPS = [
  ...new Set(
    /** @type {const} */ (['dot', 'additive']).flatMap((mechanism) =>
      listSteps({ ...DEFAULTS, mechanism, target: 'x', dropout: 0.5, temperature: 2 }),
    ),
  ),
].join(' ');

/** @type {Record<string, string>} */
const SHORTER = { step: UNTRAINED_STEPS, source: listReadySources().join(' ') };

/** Whether a picture can depend on an option. @param {string} name */
const isUseful = (name) =>
  !isSetting(name) || listReadySources().some((source) => usesSetting({ source }, name));

/** Words that fit into a line, and the blank after them. */
const LINE = new RegExp(`(.{1,${LINE_LENGTH - COLUMN}})(?: |$)`, 'g');

/** @param {string} words @returns {string} the words in lines of one column */
const wrapColumn = (words) =>
  [...words.matchAll(LINE)].map(([, line]) => line).join(`\n${' '.repeat(COLUMN)}`);

const usage = text.usage(
  [...NAMES.filter(isUseful), ...PICTURE_OPTIONS]
    .map(
      (name) =>
        `  --${parted(name)}`.padEnd(COLUMN) + wrapColumn(SHORTER[name] ?? describeValues(name)),
    )
    .join('\n'),
);

/** The share of its size at which a picture is still legible, with letters of 6 pixels. */
const SMALLEST_SCALE = 0.4;

/** Options that only exist on screen. */
const ON_SCREEN = SCREEN_ONLY.map((name) => parted(name));

/** @type {Record<string, { type: 'string' | 'boolean', short?: string }>} */
const COMMAND_OPTIONS = {
  ...Object.fromEntries([...optionNames, ...ON_SCREEN].map((name) => [name, { type: 'string' }])),
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
};

/**
 * Parses the arguments. The strict mode of parseArgs would refuse a value that begins with a
 * hyphen, such as "-5 degrees".
 * @throws {ArgumentError}
 */
function readArguments() {
  const parsed = parseArgs({ options: COMMAND_OPTIONS, strict: false, tokens: true });
  /** @type {Set<string>} */
  const given = new Set();
  for (const token of parsed.tokens) {
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    if (!Object.hasOwn(COMMAND_OPTIONS, name))
      throw MAP_NAMES.includes(camel(name))
        ? makeRefusal(rawName, refusals.inProgram, refusals.notOfCommand)
        : makeRefusal(rawName, listNearest(rawName, longNames), refusals.unknown);
    if (ON_SCREEN.includes(name)) throw makeScreenRefusal(rawName);
    if (given.has(name)) throw makeRefusal(rawName, refusals.oneValue, refusals.twice);
    const isString = COMMAND_OPTIONS[name].type === 'string';
    const isMissing = value === undefined || (!inlineValue && value.startsWith('--'));
    if (isString && isMissing)
      throw makeRefusal(rawName, refusals.valueAfter(rawName), refusals.noValue);
    if (!isString && value !== undefined) throw makeRefusal(rawName, refusals.noValue, value);
    given.add(name);
  }
  return parsed;
}

// A reader of the pipe, such as `head`, may end before the picture does.
process.stdout.on('error', (error) => {
  if (!('code' in error && error.code === 'EPIPE')) throw error;
});

async function runCommand() {
  const { values, positionals } = readArguments();
  const { help, version, ...options } = values;
  if (version) console.log(VERSION);
  else if (help) console.log(usage);
  else if (positionals.length === 0) throw new TypeError(usage);
  else if (positionals[0] !== 'svg')
    throw makeRefusal(positionals[0], refusals.command, refusals.unknown);
  else if (positionals.length > 1)
    throw makeRefusal(positionals[1], refusals.optionsOnly, refusals.unknown);
  else {
    const svg = await attentionSvg(options);
    const width = Number(/ width="(\d+)"/.exec(svg)?.[1]);
    const least = SMALLEST_SCALE * Number(/ viewBox="0 0 (\d+)/.exec(svg)?.[1]);
    if (width < least) console.error(text.tooNarrow(Math.ceil(least)));
    process.stdout.write(svg);
  }
}

try {
  await runNamed('attention-lab', runCommand);
} catch (error) {
  console.error(readMessage(error));
  if (error instanceof ArgumentError) console.error(seeHelp);
  process.exitCode = 1;
}
