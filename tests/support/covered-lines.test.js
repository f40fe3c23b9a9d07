import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { build } from 'esbuild';
import { codeStarts, lineStarts, runStarts } from './covered-lines.js';

/** @import { Start } from './covered-lines.js' */

const MODULE = `import { log } from 'console';

/** Twice. */
export function twice(x) {
  return 2 * x;
}

export const half = (x) => {
  log(x);
  return x / 2;
};

function unused() {}
`;

/**
 * Returns V8's coverage of a script in which everything ran except one function.
 * @param {string} text
 * @param {string} from
 * @param {string} to
 */
function allBut(text, from, to) {
  const start = text.indexOf(from);
  return {
    url: '',
    functions: [
      { ranges: [{ startOffset: 0, endOffset: text.length, count: 1 }] },
      {
        ranges: [{ startOffset: start, endOffset: text.indexOf(to, start) + to.length, count: 0 }],
      },
    ],
  };
}

/** Returns line numbers as an editor shows them. @param {Start[]} starts */
const listLineNumbers = (starts) => starts.map(({ line }) => line + 1);

describe('the coverage of a module', () => {
  it('counts lines with code, without comments and imports', async () => {
    assert.deepEqual(
      listLineNumbers(await codeStarts('a.js', MODULE)),
      [4, 5, 6, 8, 9, 10, 11, 13],
    );
  });

  it('leaves out the lines of a function that was not called', async () => {
    const starts = await codeStarts('a.js', MODULE);
    const counted = allBut(MODULE, '(x) => {', '\n}');
    assert.deepEqual(listLineNumbers(runStarts(starts, counted)), [4, 5, 6, 8, 13]);
  });

  it('is found in a bundle by its source map, without unused code', async () => {
    const { outputFiles } = await build({
      stdin: { contents: MODULE, sourcefile: 'web/a.js' },
      format: 'iife',
      globalName: 'a',
      external: ['console'],
      platform: 'node',
      bundle: true,
      write: false,
      sourcemap: 'inline',
      outdir: 'dist',
    });
    const { text } = outputFiles[0];
    const run = runStarts(lineStarts(text), allBut(text, '(x) => {', '\n  }'));
    const lines = new Set(listLineNumbers(run.filter(({ path }) => path === 'web/a.js')));
    const all = listLineNumbers(await codeStarts('a.js', MODULE));
    assert.deepEqual(
      all.filter((line) => !lines.has(line)),
      [9, 10, 11, 13],
    );
  });
});
