// Apps of React and Vue, built by Vite, each with the page that its framework's server renderer has
// written. Their packages and the packed one are installed in dist/frameworks, and each app is
// built from a copy there, so it finds nothing that other users lack.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { launchBrowser, serveFolder } from '../support/browser.js';
import { installIn } from '../support/install.js';
import { assertAlive, onPage } from './pages.js';
import { root, run } from './project.js';

/** @import { Browser } from '../support/browser.js' */

const apps = fileURLToPath(new URL('frameworks/', import.meta.url));
const home = join(root, 'dist/frameworks');

/** Also matches the message of Lit's development build, which bundlers choose for development. */
const OF_LIT = /^(debug|info|log|warn: Lit is in dev mode\.)/;

/** Matches a complaint in the output of a program. */
const COMPLAINT =
  /\b(warn(ing)?s?|errors?|deprecat\w+|not recommended)\b(?<!\b0 (warnings|errors))/i;

/** Installs what is needed, and copies an app next to it. @param {string} name */
async function prepareApp(name) {
  await mkdir(home, { recursive: true });
  // The modification time of package.json tells whether its exact versions are installed.
  for (const file of ['package.json', '.npmrc'])
    await cp(join(apps, file), join(home, file), { preserveTimestamps: true });
  installIn(home);
  await installPackage(join(home, 'node_modules/attention-lab'));
  for (const file of ['render.js', 'readiness.js', 'numbers.js'])
    await cp(join(apps, file), join(home, file));
  const folder = join(home, name);
  await rm(folder, { recursive: true, force: true });
  await cp(join(apps, name), folder, { recursive: true });
  return folder;
}

/** Installs the package as npm would, without an entry in package.json. @param {string} folder */
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
 * Runs a program of an app's folder or of the installed packages. Its output must contain no
 * warning.
 * @param {string} folder
 * @param {string} program
 * @param {string[]} [args]
 * @param {Record<string, string>} [env]
 */
async function runIn(folder, program, args = [], env = {}) {
  const output = await new Promise((resolve, reject) => {
    const options = {
      cwd: folder,
      env: { ...process.env, NO_COLOR: '1', ...env },
      maxBuffer: 2 ** 26,
    };
    const path = program.startsWith('..')
      ? join(folder, program)
      : join(home, 'node_modules', program);
    execFile(process.execPath, [path, ...args], options, (error, stdout, stderr) => {
      const all = stripVTControlCharacters(`${stdout}\n${stderr}`);
      if (error) reject(new Error(`${program} failed\n${all}`));
      else resolve(all);
    });
  });
  assert.doesNotMatch(output, COMPLAINT);
  return output;
}

/**
 * @param {string} name
 * @param {[program: string, ...args: string[]]} check checks that types are right, and that wrong
 *   ones are noticed
 */
export function builtByVite(name, check) {
  describe(name, () => {
    /** @type {string} */
    let folder;
    /** @type {Browser} */
    let browser;
    before(async () => {
      folder = await prepareApp(name);
      browser = await launchBrowser('chromium');
    });
    after(() => browser?.close());

    it('its types are right, and the check finds wrong ones', async () => {
      const [program, ...args] = check;
      await runIn(folder, program, args);
    });

    for (const mode of ['development', 'production']) {
      it(`shows the numbers of the core, built for ${mode}, without a warning`, async () => {
        const allowed = mode === 'development' ? OF_LIT : undefined;
        await runIn(folder, '../render.js', [], { NODE_ENV: mode });
        const server = await serveFolder(join(folder, `out-${mode}`));
        try {
          for (const when of ['', '?late'])
            await onPage(browser, server.url + when, assertAlive, allowed);
        } finally {
          await server.close();
        }
      });
    }
  });
}
