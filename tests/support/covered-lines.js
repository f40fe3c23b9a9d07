// Which lines of a module hold code, and which of them were run, by what V8 has counted of it or of a bundle.
// A line is run if the first thing on it is.
import { decodedMappings, TraceMap } from '@jridgewell/trace-mapping';
import { transform } from 'esbuild';

/**
 * @typedef {object} Counted what V8 says of a script
 * @property {string} url
 * @property {{ ranges: { startOffset: number, endOffset: number, count: number }[] }[]} functions
 *
 * @typedef {object} Start of a line of a module: where its first code is
 * @property {string} path of the module
 * @property {number} line the first is 0
 * @property {number} column
 * @property {number} offset in what is run
 */

const MAP = /\/\/# sourceMappingURL=data:application\/json[^,]*;base64,([A-Za-z0-9+/=]+)/;

/** Imports are no code: a bundle does without. */
const CLAUSES = /^(?:import\b|export (?:\*|\{))[^;]*;/gm;

/** @param {string} text @returns {number[]} the offset of each line */
function lineOffsets(text) {
  const offsets = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) offsets.push(at + 1);
  return offsets;
}

/** @param {string} script that ends with its source map @returns {Start[]} in the script's order */
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
 * @param {string} source of the module
 * @returns {Promise<Start[]>} of the lines that hold code, as they stand in the source
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
 * Ranges lie within ranges, and the innermost counts.
 * @param {readonly Start[]} starts in the script's order
 * @param {Counted} counted
 * @returns {Start[]} those that were run
 */
export function runStarts(starts, { functions }) {
  const ranges = functions
    .flatMap((one) => one.ranges)
    .sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  /** @type {typeof ranges} */
  const around = [];
  let next = 0;
  return starts.filter(({ offset }) => {
    for (; ranges[next]?.startOffset <= offset; next++) around.push(ranges[next]);
    // A range that has ended may lie below one that has not, of a later function.
    while (around.length > 0 && around[around.length - 1].endOffset <= offset) around.pop();
    return (around.at(-1)?.count ?? 0) > 0;
  });
}
