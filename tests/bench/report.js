// The figures as text: a table with a verdict a row, then growth, sizes and first results.
import { millions, percent } from './judge.js';
import { limits, OTHER_BUILD } from './workloads.js';

/**
 * @typedef {object} Report
 * @property {string} engine
 * @property {string} date
 * @property {number} ceiling in FLOP/s
 * @property {import('./run.js').Run['contestants']} contestants
 * @property {import('./judge.js').Verdict[]} workloads
 * @property {{ L: number, times: import('./judge.js').Time[] }[]} lengths
 * @property {import('./run.js').Run['growth']} growth
 * @property {{ raw: number, gzipped: number }} [sizes]
 * @property {ReturnType<typeof import('./first-result.js').measureFirstResults>} [firstResults]
 */

/** @param {boolean} isReached */
const verdict = (isReached) => (isReached ? 'reached' : 'NOT reached');

/** @param {number | undefined} milliseconds */
const time = (milliseconds) => (milliseconds === undefined ? '–' : milliseconds.toPrecision(3));

/** @param {Report} report @returns {string} */
export function formatReport(report) {
  const { engine, date, ceiling, contestants, workloads, lengths, growth } = report;
  const names = contestants.map(({ name }) => name);
  const lines = [
    `${engine}, ${date}, one thread; ceiling ${(ceiling / 1e9).toFixed(1)} GFLOP/s`,
    ...contestants.map(({ name, version, failure }) =>
      failure ? `  ${name}: does not run: ${failure}` : `  ${name} ${version ?? ''}`.trimEnd(),
    ),
  ];

  if (workloads.length > 0) {
    const before = names.includes(OTHER_BUILD) ? ['÷ other', 'target'] : [];
    const header = [
      ...['milliseconds', ...names, 'ratio', 'to', 'target', ...before],
      ...['figure', 'target', 'verdict'],
    ];
    lines.push('', ...table([header, ...workloads.map((row) => tableRow(row, names))]));
    lines.push('', ...workloads.flatMap(failuresOf));
    const judged = workloads.filter((row) => verdictOf(row) !== '–');
    const reached = judged.filter(({ missed }) => missed.length === 0).length;
    lines.push(`${reached} of ${judged.length} workloads with targets reach them.`);
  }

  if (lengths.length > 0) {
    const rows = lengths.map(({ L, times }) => [String(L), ...timesOf(times, names)]);
    lines.push('', 'Attention over L, one head of width 64, output only, milliseconds');
    lines.push(...table([['L', ...names], ...rows]));
    lines.push(...lengths.flatMap(({ L, times }) => failuresOf({ name: `L ${L}`, times })));
  }

  if (growth) {
    const { spread, memory } = limits.growth;
    const [short, long] = growth.lengths;
    lines.push(
      ...['', `Time over L² at ${long.L} ÷ at ${short.L}: ${growth.ratio.toFixed(3)}`],
      `  (within ${percent(spread)}): ${verdict(Math.abs(growth.ratio - 1) <= spread)}`,
      `wasm memory at ${long.L}: ${(long.bytes / 2 ** 20).toFixed(1)} MiB`,
      `  (under ${memory / 2 ** 20} MiB): ${verdict(long.bytes < memory)}`,
    );
  }

  if (report.sizes) {
    const { raw, gzipped } = report.sizes;
    const isSmall = raw <= limits.size.raw && gzipped <= limits.size.gzipped;
    lines.push(
      ...['', `wasm: ${raw} bytes, ${gzipped} gzipped`],
      `  (at most ${limits.size.raw}, ${limits.size.gzipped}): ${verdict(isSmall)}`,
    );
  }

  if (report.firstResults) {
    lines.push('', 'From bytes to the first product 4×512×512, fresh processes, median');
    for (const { name, milliseconds, failure } of report.firstResults) {
      lines.push(`  ${name}: ${failure ?? `${time(milliseconds)} ms`}`);
    }
    const [ours] = report.firstResults;
    const isSoon = (ours.milliseconds ?? Number.POSITIVE_INFINITY) < limits.firstResult;
    lines.push(`  (under ${limits.firstResult} ms): ${verdict(isSoon)}`);
  }
  return `${lines.join('\n')}\n`;
}

/** @param {import('./judge.js').Verdict} row @param {string[]} names */
function tableRow(row, names) {
  const { name, times, ratio, ratioTarget, base, peer, before, beforeTarget } = row;
  const beside = base && `${base} (${timesOf(times, [base])})`;
  const [figure, target] = figureOf(row);
  return [
    ...[name, ...timesOf(times, names), ratio?.toFixed(3) ?? '–', beside ?? peer ?? '–'],
    most(ratioTarget),
    ...(names.includes(OTHER_BUILD) ? [before?.toFixed(3) ?? '–', most(beforeTarget)] : []),
    ...[figure ?? '–', target ?? ''],
    verdictOf(row),
  ];
}

/** @param {import('./judge.js').Verdict} row */
function verdictOf({ missed, ...row }) {
  if (missed.length > 0) return `NOT reached: ${missed.join(', ')}`;
  const { ratioTarget, beforeTarget, ceilingTarget, elementsTarget, microsecondsTarget } = row;
  const targets = [ratioTarget, beforeTarget, ceilingTarget, elementsTarget, microsecondsTarget];
  return targets.some((target) => target !== undefined) ? 'reached' : '–';
}

/** @param {number | undefined} target */
const most = (target) => (target ? `≤ ${target}` : '');

/**
 * What a workload has reached beside its ratios, and what it was to reach.
 * @param {import('./judge.js').Verdict} row
 * @returns {(string | undefined)[]}
 */
function figureOf({ base, ...row }) {
  const { ofCeiling, ceilingTarget, elements, elementsTarget } = row;
  const { microseconds, microsecondsTarget } = row;
  if (microseconds !== undefined) {
    const figure = `${microseconds.toPrecision(3)} µs`;
    return [base ? `${figure} more` : figure, `≤ ${microsecondsTarget} µs`];
  }
  if (elements) {
    const target = elementsTarget && `≥ ${millions(elementsTarget)} M/s`;
    return [`${millions(elements)} M/s`, target || undefined];
  }
  return [ofCeiling && percent(ofCeiling), ceilingTarget && `≥ ${percent(ceilingTarget)}`].map(
    (text) => text || undefined,
  );
}

/** @param {import('./judge.js').Time[]} times @param {string[]} names */
const timesOf = (times, names) =>
  names.map((name) => {
    const found = times.find((entry) => entry.name === name && entry.milliseconds !== undefined);
    return time(found?.milliseconds);
  });

/** @param {{ name: string, times: import('./judge.js').Time[] }} row */
const failuresOf = ({ name, times }) =>
  times
    .filter(({ failure }) => failure)
    .map((entry) => `${name}: ${entry.name} ${entry.way ?? ''} failed: ${entry.failure}`);

/** @param {string[][]} rows in columns as wide as their widest; numbers at the right */
function table(rows) {
  const widths = rows[0].map((_, i) => Math.max(...rows.map((row) => row[i].length)));
  return rows.map((row) =>
    row
      .map((cell, i) =>
        i === 0 || (i === row.length - 1 && row.length > 6)
          ? cell.padEnd(widths[i])
          : cell.padStart(widths[i]),
      )
      .join('  ')
      .trimEnd(),
  );
}
