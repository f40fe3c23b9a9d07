#!/usr/bin/env node
// npx attention-lab svg --sentence "They eat fried noodles" --steps weights > weights.svg
import { parseArgs } from 'node:util';
import { ArgumentError } from '../../src/js/index.js';
import { parted } from '../session/spelling.js';
import { seeHelp } from '../text/en/command.js';
import { help } from './help.js';
import { NAMES, oneOf, refused } from './options.js';
import { attentionSvg } from './svg.js';

try {
  const names = [...NAMES, 'width'].map((name) => parted(name));
  /** @type {Record<string, { type: 'string' | 'boolean', short?: string }>} */
  const known = {
    ...Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
    help: { type: 'boolean', short: 'h' },
  };
  const { tokens } = parseArgs({ options: known, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind === 'option' && !Object.hasOwn(known, token.name))
      throw refused(token.rawName, oneOf(token.name, names), 'unknown');
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
