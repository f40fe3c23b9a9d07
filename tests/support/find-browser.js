import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COUNTS_VARIABLE } from './browser-counts.js';
import { isThorough } from './extent.js';

/** @typedef {'chromium' | 'firefox'} BrowserName */

/** @type {Record<BrowserName, { variable: string, commands: string[], places: string[] }>} */
const browserPaths = {
  chromium: {
    variable: 'CHROMIUM_PATH',
    // The headless shell is the same browser without windows, and takes a third less processor
    // time.
    commands: [
      ...['chromium-headless-shell', 'chrome-headless-shell', 'chromium', 'chromium-browser'],
      ...['google-chrome', 'google-chrome-stable'],
    ],
    places: ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
  },
  firefox: {
    variable: 'FIREFOX_PATH',
    commands: ['firefox-esr', 'firefox'],
    places: ['/Applications/Firefox.app/Contents/MacOS/firefox'],
  },
};

/**
 * The daily tier runs only Chromium, which is also the only browser that measures coverage.
 * @type {BrowserName[]}
 */
export const browserNames =
  isThorough && !process.env[COUNTS_VARIABLE] ? ['chromium', 'firefox'] : ['chromium'];

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Finds the path of an installed browser: from the environment variable, on PATH, or in the usual
 * places.
 * @param {BrowserName} name
 * @returns {string}
 */
export function findBrowser(name) {
  const { variable, commands, places } = browserPaths[name];
  const given = process.env[variable];
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = given
    ? [given]
    : [...commands.flatMap((command) => folders.map((folder) => join(folder, command))), ...places];
  const path = candidates.find(isExecutable);
  if (path) return path;
  throw new Error(
    given
      ? `${variable} is ${given}, which cannot be run`
      : `${name} is missing: ./build.sh browsers installs it on Debian; elsewhere install it, or put its path in ${variable}`,
  );
}

// Run as a program, `node find-browser.js chromium firefox` prints the paths, or fails with the
// reason.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    for (const name of process.argv.slice(2)) {
      console.log(findBrowser(/** @type {BrowserName} */ (name)));
    }
  } catch (error) {
    console.error(/** @type {Error} */ (error).message);
    process.exitCode = 1;
  }
}
