#!/usr/bin/env node
// npx attention-lab svg --sentence "They eat fried noodles" --steps weights > weights.svg
import { parseArgs } from 'node:util';
import { parted } from '../session/spelling.js';
import { NAMES } from './options.js';
import { attentionSvg } from './svg.js';

const attributes = NAMES.map((name) => parted(name));
const USAGE = `usage: attention-lab svg [options] > picture.svg

Draws what <attention-lab> shows with the same attributes, for example
  attention-lab svg --sentence "They eat fried noodles" --steps scores,weights --mask causal
  attention-lab svg --table weights --theme dark

options: ${attributes.map((name) => `--${name}`).join(' ')}`;

try {
  const { values, positionals } = parseArgs({
    options: {
      ...Object.fromEntries(
        attributes.map((name) => [name, { type: /** @type {const} */ ('string') }]),
      ),
      help: { type: 'boolean', short: 'h' },
    },
    allowPositionals: true,
  });
  const { help, ...options } = values;
  if (help) console.log(USAGE);
  else if (positionals.join() !== 'svg') throw new TypeError(USAGE);
  else process.stdout.write(await attentionSvg(options));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
