#!/usr/bin/env node
// npx attention-lab svg --sentence "They eat fried noodles" --steps weights > weights.svg
import { parseArgs } from 'node:util';
import { ArgumentError } from '../../src/js/index.js';
import { parted } from '../session/spelling.js';
import { seeHelp } from '../text/en/command.js';
import { help } from './help.js';
import { NAMES } from './options.js';
import { attentionSvg } from './svg.js';

try {
  const { values, positionals } = parseArgs({
    options: {
      ...Object.fromEntries(
        [...NAMES, 'width'].map((name) => [
          parted(name),
          { type: /** @type {const} */ ('string') },
        ]),
      ),
      help: { type: 'boolean', short: 'h' },
    },
    allowPositionals: true,
  });
  const { help: isAsked, ...options } = values;
  if (isAsked) console.log(help);
  else if (positionals.join() !== 'svg') throw new TypeError(help);
  else process.stdout.write(await attentionSvg(options));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  if (error instanceof ArgumentError) console.error(seeHelp);
  process.exitCode = 1;
}
