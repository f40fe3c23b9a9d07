// The figures as one table, and which targets are met.
import { nameOfBase } from './run.js';
import { ratio } from './statistics.js';
import { EXACT, FAST, THREADS, workloads } from './workloads.js';

/** @import { Run } from './run.js' */
/** @import { Engine, Workload } from './workloads.js' */

/**
 * @typedef {{ engine: Engine, version: string, run: Run }} EngineRun
 *
 * @typedef {object} Cell what one build reached in one engine
 * @property {number} [figure] time ÷ that of the fastest other, ÷ that of the base, or in microseconds
 * @property {number} [ofCeiling]
 * @property {number} [target]
 * @property {string} [failure]
 */

const BUILDS = /** @type {const} */ (['exact', 'fast']);
const NAMES = { exact: EXACT, fast: FAST };
const ENGINES = { node: 'Node', chromium: 'Chromium' };
const OPEN = '!';

/**
 * @param {Workload} work
 * @param {EngineRun} engineRun
 * @param {'exact' | 'fast'} build
 * @returns {Cell}
 */
export function readCell(work, { engine, run }, build) {
  const results = run.workloads.find(({ name }) => name === work.name)?.results ?? [];
  const name = NAMES[build];
  const ours = results.find((result) => result.name === name && result.costs);
  const target = work.targets[engine][build];
  const failure = results.find((result) => result.name === name)?.failure;
  if (!ours) return { target, failure };
  const { ofCeiling } = ours;
  if (work.inMicroseconds) return { figure: 1000 * (ours.milliseconds ?? Number.NaN), target };
  const base = nameOfBase(name);
  const isOther = ({ name = '' }) => (work.base ? name === base : !isOurs(name));
  const ratios = results
    .filter((result) => result.costs && isOther(result))
    .map((other) => ratio(ours, other));
  const figure = ratios.length > 0 ? Math.max(...ratios) : undefined;
  return { figure, ofCeiling: work.base ? undefined : ofCeiling, target };
}

/** @param {string} name of a contestant */
const isOurs = (name) => [EXACT, FAST, THREADS].includes(name);

/** @param {Cell} cell */
const isOpen = ({ figure, target }) => target !== undefined && !((figure ?? Infinity) <= target);

/** @param {number} figure */
const format = (figure) =>
  figure < 2 ? figure.toFixed(2).replace(/^0/, '') : String(Number(figure.toPrecision(2)));

/** @param {Cell} cell @returns {string[]} */
function formatCell(cell) {
  const { figure, ofCeiling } = cell;
  if (figure === undefined) return ['–', ''];
  const share = ofCeiling ? `${Math.round(100 * ofCeiling)} %` : '';
  return [format(figure) + (isOpen(cell) ? OPEN : ' '), share];
}

/** @param {(number | undefined)[]} values what is equal in all engines is written once */
function formatTargets(values) {
  const words = values.map((value) => (value === undefined ? '–' : format(value)));
  return [...new Set(words)].join(' · ');
}

/** @param {EngineRun[]} runs @param {string} date @returns {string} */
export function formatReport(runs, date) {
  const timed = new Set(runs.flatMap(({ run }) => run.workloads.map(({ name }) => name)));
  const shown = workloads.filter(({ name }) => timed.has(name));
  const rows = shown.map((work) => [
    work.name + (work.inMicroseconds ? ' (µs)' : ''),
    ...runs.flatMap((run) => BUILDS.flatMap((build) => formatCell(readCell(work, run, build)))),
    ...BUILDS.map((build) => formatTargets(runs.map(({ engine }) => work.targets[engine][build]))),
  ]);
  const header = [
    date,
    ...runs.flatMap(({ engine }) => [ENGINES[engine], '', 'fast', '']),
    ...['≤', 'fast ≤'],
  ];
  const cells = shown.flatMap((work) =>
    runs.flatMap((run) =>
      BUILDS.map((build) => ({ work, run, build, cell: readCell(work, run, build) })),
    ),
  );
  const judged = cells.filter(({ cell, build, run }) => hasTarget(cell, build, run));
  const open = judged.filter(({ cell }) => isOpen(cell));
  return [
    ...alignColumns([header, ...rows]),
    '',
    'A figure is our time ÷ that of the fastest other library. Per cent are of the multiplications and additions that one',
    'thread does when they are not fused; the fast build fuses them.',
    ...runs.map(describeRun),
    ...cells.flatMap(({ work, run, cell: { failure } }) =>
      failure ? [`${work.name} failed, ${ENGINES[run.engine]}: ${failure}`] : [],
    ),
    `${judged.length - open.length} of ${judged.length} targets are met, and ${OPEN} marks the ${open.length} that are open.`,
    '',
  ].join('\n');
}

/**
 * An engine without the fast build cannot miss its targets.
 * @param {Cell} cell
 * @param {'exact' | 'fast'} build
 * @param {EngineRun} run
 */
const hasTarget = ({ target }, build, { run }) =>
  target !== undefined &&
  run.contestants.every(({ name, failure }) => name !== NAMES[build] || failure === undefined);

/** @param {EngineRun} engineRun */
function describeRun({ version, run: { ceiling, contestants } }) {
  const isNamed = ({ name = '', failure = '' }) => !isOurs(name) || failure !== '';
  const others = contestants.filter(isNamed);
  const named = others.map(({ name, version = '', failure }) =>
    failure ? `${name} does not run: ${failure}` : `${name} ${version}`.trim(),
  );
  return `${version}, ${(ceiling / 1e9).toFixed(0)} GFLOP/s: ${named.join(', ')}`;
}

/** @param {string[][]} rows in columns as wide as their widest; names at the left, numbers at the right */
function alignColumns(rows) {
  const widths = rows[0].map((_, i) => Math.max(...rows.map((row) => row[i].length)));
  return rows.map((row) =>
    row
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i])))
      .join('  ')
      .trimEnd(),
  );
}
