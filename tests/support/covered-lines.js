// Finds the lines of a module that contain code, and which of them ran, from V8's counts of the
// module or a bundle. A line counts as run if its first code ran.
import { decodedMappings, TraceMap } from '@jridgewell/trace-mapping';
import { transform } from 'esbuild';

/**
 * @typedef {object} Counted V8's coverage of a script
 * @property {string} url
 * @property {{ ranges: { startOffset: number, endOffset: number, count: number }[] }[]} functions
 *
 * @typedef {object} Start the first code of a line of a module
 * @property {string} path the path of the module
 * @property {number} line counted from 0
 * @property {number} column
 * @property {number} offset the offset in the script that runs
 */

const MAP = /\/\/# sourceMappingURL=data:application\/json[^,]*;base64,([A-Za-z0-9+/=]+)/;

/** Imports do not count as code, because a bundle has none. */
const CLAUSES = /^(?:import\b|export (?:\*|\{))[^;]*;/gm;

/** @param {string} text @returns {number[]} the offset of each line */
function lineOffsets(text) {
  const offsets = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) offsets.push(at + 1);
  return offsets;
}

/**
 * @param {string} script a script that ends with its source map
 * @returns {Start[]} in the script's order
 */
export function lineStarts(script) {
  const found = MAP.exec(script);
  if (!found) throw new Error('The script has no source map');
  const map = new TraceMap(Buffer.from(found[1], 'base64').toString());
  const offsets = lineOffsets(script);
  /** @type {Map<string, Start>} */
  const first = new Map();
  for (const [row, segments] of decodedMappings(map).entries()) {
    for (const [at, source, line, column] of segments) {
      if (source === undefined || line === undefined || column === undefined) continue;
      const path = (map.sources[source] ?? '').replace(/^\.\.\//, '');
      const known = first.get(`${path}:${line}`);
      if (!known || column < known.column)
        first.set(`${path}:${line}`, { path, line, column, offset: offsets[row] + at });
    }
  }
  return [...first.values()].sort((a, b) => a.offset - b.offset);
}

/**
 * @param {string} path
 * @param {string} source the source of the module
 * @returns {Promise<Start[]>} the lines that contain code, with offsets in the source
 */
export async function codeStarts(path, source) {
  const blank = source.replace(CLAUSES, (clause) => clause.replace(/[^\n]/g, ' '));
  const { code } = await transform(blank, { sourcemap: 'inline', target: 'esnext' });
  const offsets = lineOffsets(source);
  return lineStarts(`${code}\n`)
    .map(({ line, column }) => ({ path, line, column, offset: offsets[line] + column }))
    .sort((a, b) => a.line - b.line);
}

/**
 * Returns the starts that ran. V8's ranges are nested, and the innermost range decides.
 * @param {readonly Start[]} starts in the script's order
 * @param {Counted} counted
 * @returns {Start[]} the starts that ran
 */
export function runStarts(starts, { functions }) {
  const ranges = functions
    .flatMap((covered) => covered.ranges)
    .sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  /** @type {typeof ranges} */
  const around = [];
  let next = 0;
  return starts.filter(({ offset }) => {
    for (; ranges[next]?.startOffset <= offset; next++) around.push(ranges[next]);
    // A range that has ended may lie under one that has not, of a later function.
    while (around.length > 0 && around[around.length - 1].endOffset <= offset) around.pop();
    return (around.at(-1)?.count ?? 0) > 0;
  });
}
