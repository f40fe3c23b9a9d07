// Pages made by other people's frameworks. Their packages and the packed one are installed in dist/frameworks,
// where each app is built from a copy: nothing is found there that a stranger would not have.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { assertPage } from '../browser/lab.js';
import { installIn } from '../support/install.js';
import { onPage } from './pages.js';
import { root, run } from './project.js';

/**
 * @typedef {import('../../web/elements/attention-lab.js').AttentionLab} Lab
 * @typedef {import('puppeteer-core').Page} Page
 */

const apps = fileURLToPath(new URL('frameworks/', import.meta.url));
const home = join(root, 'dist/frameworks');

/** They would tell their makers that they are used. */
const SILENT = { NEXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1', NO_COLOR: '1' };

/** Said by the build of Lit that a bundler takes for development, to whoever uses Lit. */
const OF_LIT = 'Lit is in dev mode.';

/** In what a program says. */
const COMPLAINT =
  /\b(warn(ing)?s?|errors?|deprecat\w+|not recommended)\b(?<!\b0 (warnings|errors))/i;

/**
 * Installs what is needed, and copies an app beside it.
 * @param {string} name
 */
export async function prepareApp(name) {
  await mkdir(home, { recursive: true });
  // It is the time of the lock file that tells whether all is installed.
  const keep = { recursive: true, preserveTimestamps: true };
  for (const file of ['package.json', 'package-lock.json', '.npmrc'])
    await cp(join(apps, file), join(home, file), keep);
  installIn(home, 'install');
  await installPackage(join(home, 'node_modules/attention-lab'));
  for (const file of ['render.js', 'readiness.js', 'numbers.js'])
    await cp(join(apps, file), join(home, file));
  const folder = join(home, name);
  await rm(folder, { recursive: true, force: true });
  await cp(join(apps, name), folder, { recursive: true });
  return folder;
}

/** As npm would, but not into its lock file. @param {string} folder */
async function installPackage(folder) {
  const scratch = await mkdtemp(join(tmpdir(), 'attention-lab-'));
  try {
    await run('npm', ['pack', '--ignore-scripts', '--pack-destination', scratch], root);
    const [tarball] = await readdir(scratch);
    await run('tar', ['-xzf', tarball], scratch);
    await rm(folder, { recursive: true, force: true });
    await cp(join(scratch, 'package'), folder, { recursive: true });
  } finally {
    await rm(scratch, { recursive: true });
  }
}

/**
 * A program of an app's folder, or of what is installed: what it says may hold no warning.
 * @param {string} folder
 * @param {string} program
 * @param {string[]} [args]
 * @param {Record<string, string>} [env]
 */
export async function runIn(folder, program, args = [], env = {}) {
  const said = await new Promise((resolve, reject) => {
    const options = { cwd: folder, env: { ...process.env, ...SILENT, ...env }, maxBuffer: 2 ** 26 };
    const path = program.startsWith('..')
      ? join(folder, program)
      : join(home, 'node_modules', program);
    execFile(process.execPath, [path, ...args], options, (error, stdout, stderr) => {
      const all = stripVTControlCharacters(`${stdout}\n${stderr}`);
      if (error) reject(new Error(`${program} failed\n${all}`));
      else resolve(all);
    });
  });
  assert.doesNotMatch(said, COMPLAINT);
  return said;
}

/**
 * A server of a framework, once it has said where it listens.
 * @param {string} folder
 * @param {string} program
 * @param {string[]} args
 */
export async function started(folder, program, args) {
  const env = { ...process.env, ...SILENT, NODE_ENV: 'development' };
  // A group of its own, which ends as a whole.
  const child = spawn(process.execPath, [join(home, 'node_modules', program), ...args], {
    ...{ cwd: folder, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
  });
  const ended = once(child, 'exit');
  const end = async () => {
    process.kill(-(/** @type {number} */ (child.pid)), 'SIGKILL');
    await ended;
  };
  let said = '';
  const url = await new Promise((resolve, reject) => {
    const hear = (/** @type {Buffer} */ text) => {
      said += stripVTControlCharacters(`${text}`);
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(said);
      if (found && /Ready/.test(said)) resolve(`${found[0]}/`);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    ended.then(() => reject(new Error(`${program} ended\n${said}`)));
  });
  const complaints = () =>
    said.split('\n').filter((line) => COMPLAINT.test(line) && !line.includes(OF_LIT));
  return { url, end, complaints };
}

/**
 * Opens a page and looks at it; nothing may be complained of.
 * @param {import('../support/browser.js').Browser} browser
 * @param {string} url
 * @param {(page: Page) => Promise<void>} look
 * @param {boolean} [isDevelopment]
 */
export async function onApp(browser, url, look, isDevelopment = false) {
  await onPage(browser, url, look, ['error', 'warn'], isDevelopment ? OF_LIT : undefined);
}

/**
 * What every app shows: a sentence in the first lab, numbers of its own in `#own`, in `#map` and in a map
 * without a name, and in `#cell` and `#step` what the events said.
 * @param {Page} page
 */
export async function assertAlive(page) {
  await page.waitForSelector('#cell');
  await page.evaluate(async () => {
    const labs = [...document.querySelectorAll('attention-lab')];
    await Promise.all(labs.map((lab) => lab.ready));
    await Promise.all(labs.map((lab) => lab.updateComplete));
  });
  const { state, tables } = await assertPage(page, page.url());
  assert.deepEqual([state.dModel, state.step, state.sentence.split(' ').length], [8, 'weights', 4]);
  assert.ok(tables.some(({ tensor }) => tensor === 'weights'));

  const own = [0.25, 0.75, 1, 0];
  assert.deepEqual(await cellsOf(page, '#own'), own);
  const maps = await page.$$('attention-map');
  assert.ok(maps.length > 1);
  for (const i of maps.keys()) assert.deepEqual(await cellsOf(page, 'attention-map', i), own);
  assert.deepEqual(await wordsOf(page, '#map'), ['the', 'cat', 'le', 'chat']);

  await page.evaluate(() => {
    const cell = document
      .querySelector('#map')
      ?.shadowRoot?.querySelector('td[data-place="weights.0.1"]');
    /** @type {HTMLElement} */ (cell).click();
    /** @type {Lab} */ (document.querySelector('attention-lab')).prev();
  });
  await assertSaid(page, '#cell', 'the chat 0.75');
  await assertSaid(page, '#step', 'scores 1/2');
}

/** @param {Page} page @param {string} selector @param {number} [nth] */
const cellsOf = (page, selector, nth = 0) =>
  page.evaluate(
    (selector, nth) => {
      const root = document.querySelectorAll(selector)[nth].shadowRoot;
      const cells = [...(root?.querySelectorAll('.matrix td[data-value]') ?? [])];
      return cells.map((cell) => Number(cell.getAttribute('data-value')));
    },
    selector,
    nth,
  );

/** @param {Page} page @param {string} selector */
const wordsOf = (page, selector) =>
  page.evaluate((selector) => {
    const words = document.querySelector(selector)?.shadowRoot?.querySelectorAll('th bdi') ?? [];
    const [columns, rows] = [2, 2];
    const all = [...words].map((word) => word.textContent?.trim());
    return [...all.slice(columns), ...all.slice(0, rows)];
  }, selector);

/** @param {Page} page @param {string} selector @param {string} wanted */
async function assertSaid(page, selector, wanted) {
  const handle = await page.waitForFunction(
    (selector) => document.querySelector(selector)?.textContent?.trim(),
    {},
    selector,
  );
  assert.equal(await handle.jsonValue(), wanted);
}
