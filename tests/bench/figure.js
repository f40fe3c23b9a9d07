// Draws what results/ holds: time over L, and our time ÷ the best peer's for each workload.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {import('./report.js').Report} Report */

const WIDTH = 760;
const PLOT = { left: 56, right: 610, top: 66, bottom: 330 };
const BARS = { left: 300, right: 730, top: 420, row: 21 };

const style = `
  svg { --ink: #1f2328; --soft: #656d76; --line: #d0d7de; --paper: #ffffff;
        --ours: #0a5dc2; --a: #b35900; --b: #6f42c1; --c: #57606a; }
  @media (prefers-color-scheme: dark) {
    svg { --ink: #e6edf3; --soft: #9198a1; --line: #3d444d; --paper: #0d1117;
          --ours: #58a6ff; --a: #f0883e; --b: #bc8cff; --c: #9198a1; }
  }
  text { font: 12px system-ui, sans-serif; fill: var(--ink); }
  .title { font-size: 15px; font-weight: 600; }
  .soft { fill: var(--soft); }
  .end { text-anchor: end; }
  .middle { text-anchor: middle; }
  .paper { fill: var(--paper); }
  .grid { stroke: var(--line); }
  .one { stroke: var(--ink); stroke-dasharray: 4 3; }
  .target { stroke: var(--ink); stroke-width: 2; }
  polyline { fill: none; stroke-width: 2; }`;

/** In the order of the contestants: a colour and a dash of their own, not colour alone. */
const strokes = ['var(--ours)', 'var(--a)', 'var(--b)', 'var(--c)'];
const dashes = ['', '6 3', '2 3', '8 3 2 3'];

/** @param {number} value */
const round = (value) => Number(value.toFixed(1));

/** @param {string} text */
const escapeText = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

/** @param {number} x @param {number} y @param {string} text @param {string} [name] of its class */
const label = (x, y, text, name = '') =>
  `<text x="${round(x)}" y="${round(y)}"${name && ` class="${name}"`}>${escapeText(text)}</text>`;

/** @param {number} x1 @param {number} y1 @param {number} x2 @param {number} y2 @param {string} name */
const line = (x1, y1, x2, y2, name) =>
  `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" class="${name}"/>`;

/** @param {number} milliseconds */
function formatTime(milliseconds) {
  if (milliseconds < 1) return `${Math.round(milliseconds * 1000)} µs`;
  return milliseconds < 1000 ? `${milliseconds} ms` : `${milliseconds / 1000} s`;
}

/** Time over L, both logarithmic. @param {Report} report */
function drawLengths({ lengths, contestants, engine }) {
  const times = lengths.flatMap((entry) => entry.times.flatMap((time) => time.milliseconds ?? []));
  const decades = [Math.min(...times), Math.max(...times)].map(Math.log10);
  const [low, high] = [Math.floor(decades[0]), Math.ceil(decades[1])];
  const first = Math.log2(lengths[0].L);
  const last = Math.log2(lengths[lengths.length - 1].L);
  const { left, right, top, bottom } = PLOT;
  const x = (/** @type {number} */ L) =>
    left + ((right - left) * (Math.log2(L) - first)) / (last - first);
  const y = (/** @type {number} */ milliseconds) =>
    bottom - ((bottom - top) * (Math.log10(milliseconds) - low)) / (high - low);

  const ticks = Array.from({ length: high - low + 1 }, (_, i) => 10 ** (low + i)).map(
    (tick) =>
      line(left, y(tick), right, y(tick), 'grid') +
      label(left - 6, y(tick) + 4, formatTime(tick), 'end soft'),
  );
  const numbers = lengths.map(({ L }) =>
    label(x(L), bottom + 18, L.toLocaleString('en'), 'middle soft'),
  );
  const curves = contestants.slice(0, strokes.length).map(({ name }, i) => {
    const points = lengths.flatMap(({ L, times }) => {
      const milliseconds = times.find(
        (time) => time.name === name && time.milliseconds,
      )?.milliseconds;
      return milliseconds ? [{ x: x(L), y: y(milliseconds) }] : [];
    });
    return { name, points, i };
  });
  const drawn = curves.filter(({ points }) => points.length > 0);
  // Names stand where the lines end, and move apart where they would meet.
  let free = top;
  const names = drawn
    .map(({ name, points, i }) => ({ name, i, ...points[points.length - 1] }))
    .sort((a, b) => a.y - b.y || a.i - b.i)
    .map(({ name, i, x, y }) => {
      const at = Math.max(y, free);
      free = at + 15;
      return `<text x="${round(x + 7)}" y="${round(at + 4)}" style="fill: ${strokes[i]}">${name}</text>`;
    });
  return [
    label(16, 26, 'Attention over L positions, one head of width 64, output only', 'title'),
    label(16, 46, `${engine}; time of a call, copies included; both axes logarithmic`, 'soft'),
    ...ticks,
    ...numbers,
    ...drawn.map(
      ({ points, i }) =>
        `<polyline points="${points.map((p) => `${round(p.x)},${round(p.y)}`).join(' ')}" ` +
        `style="stroke: ${strokes[i]}; stroke-dasharray: ${dashes[i] || 'none'}"/>`,
    ),
    ...names,
  ];
}

/** @param {Report} report */
const comparedWithPeers = ({ workloads }) =>
  workloads.filter(({ peer, ratio }) => peer !== undefined && ratio !== undefined);

/** Ratios as bars, one an engine. @param {{ report: Report, colour: string, short: string }[]} engines */
function drawRatios(engines) {
  const { left, right, top, row } = BARS;
  const rows = comparedWithPeers(engines[0].report);
  const x = (/** @type {number} */ ratio) => left + ((right - left) * Math.min(ratio, 1.5)) / 1.5;
  const bottom = top + row * rows.length;
  const height = (row - 7) / engines.length;

  const bars = rows.flatMap(({ name }, i) => [
    label(left - 8, top + row * i + 12, name, 'end'),
    ...engines.flatMap(({ report, colour }, e) => {
      const found = report.workloads.find((entry) => entry.name === name);
      if (!found?.ratio) return [];
      const y = top + row * i + 1 + height * e;
      const target = found.ratioTarget && x(found.ratioTarget);
      return [
        `<rect x="${left}" y="${round(y)}" width="${round(x(found.ratio) - left)}" ` +
          `height="${round(height - 1)}" style="fill: ${colour}"/>`,
        target ? line(target, y - 0.5, target, y + height - 0.5, 'target') : '',
      ];
    }),
  ]);
  const legend = engines.map(
    ({ report, colour, short }, e) =>
      `<rect x="${16 + 190 * e}" y="${top - 24}" width="10" height="10" style="fill: ${colour}"/>` +
      label(31 + 190 * e, top - 15, `${short} (${report.engine})`),
  );
  return [
    label(16, top - 54, 'Our time ÷ that of the fastest other: shorter is better', 'title'),
    label(16, top - 35, 'Dashed: as fast as the fastest other. Short strokes: the target.', 'soft'),
    ...legend,
    ...[0.5, 1, 1.5].flatMap((tick) => [
      line(x(tick), top - 4, x(tick), bottom, tick === 1 ? 'one' : 'grid'),
      label(x(tick), bottom + 14, String(tick), 'middle soft'),
    ]),
    ...bars,
  ];
}

/** @param {Report[]} reports of Node and, if there is one, of Chromium; none: nothing is drawn */
export function draw(reports) {
  const [report] = reports;
  if (!report) return '';
  const engines = reports.map((report, i) => ({
    report,
    colour: ['var(--ours)', 'var(--a)'][i],
    short: i === 0 ? 'Node' : 'Chromium',
  }));
  const height = BARS.top + BARS.row * comparedWithPeers(report).length + 50;
  const ceilings = reports.map(({ ceiling }) => `${(ceiling / 1e9).toFixed(1)} GFLOP/s`);
  const note = `${report.date}, one thread; ceiling ${[...new Set(ceilings)].join(' and ')}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" ` +
      `height="${height}" role="img" aria-labelledby="title desc">`,
    '<title id="title">How fast attention-lab is beside what else a page could load</title>',
    `<desc id="desc">${escapeText(describe(reports))}</desc>`,
    `<style>${style}\n</style>`,
    `<rect class="paper" width="${WIDTH}" height="${height}"/>`,
    ...drawLengths(report),
    ...drawRatios(engines),
    label(16, height - 14, note, 'soft'),
    '</svg>\n',
  ].join('\n');
}

/** The figure in words. @param {Report[]} reports */
function describe(reports) {
  const ratios = reports.map((report) => {
    const rows = comparedWithPeers(report).map(
      ({ name, ratio }) => `${name}: ${ratio?.toFixed(2)}`,
    );
    return `${report.engine}, our time ÷ the fastest other's: ${rows.join('; ')}.`;
  });
  const times = reports[0].lengths.map(({ L, times: [ours] }) =>
    ours.milliseconds ? `${L}: ${Number(ours.milliseconds.toPrecision(3))} ms` : `${L}: none`,
  );
  return `Time of attention over L positions, ${times.join(', ')}. ${ratios.join(' ')}`;
}

/** Draws what a folder holds. @param {string} folder */
export function drawResults(folder) {
  const reports = ['node.json', 'chromium.json']
    .map((name) => join(folder, name))
    .filter((file) => existsSync(file))
    .map((file) => /** @type {Report} */ (JSON.parse(readFileSync(file, 'utf8'))));
  const figure = draw(
    reports.filter(({ lengths, workloads }) => lengths.length && workloads.length),
  );
  if (figure) writeFileSync(join(folder, 'figure.svg'), figure);
}
