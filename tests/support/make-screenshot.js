// Takes README's screenshot of the page in a real browser: `node tests/support/make-screenshot.js`.
import { fileURLToPath } from 'node:url';
import { writeAddress } from '../../web/state/address.js';
import { normaliseState } from '../../web/state/normalise.js';
import { launchBrowser, serveFolder } from './browser.js';

/** @import { AttentionLab } from '../../web/elements/attention-lab.js' */

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
const path = fileURLToPath(new URL('../../web/site/attention-lab.png', import.meta.url));

const server = await serveFolder(dist);
const browser = await launchBrowser('chromium');
try {
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 1200 });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }]);
  const state = normaliseState({ step: 'scores', cell: 'scores.0.1.2' });
  await page.goto(`${server.url}#${writeAddress(state)}`, { waitUntil: 'load' });
  await page.evaluate(async () => {
    const lab = /** @type {AttentionLab} */ (document.querySelector('attention-lab'));
    await lab.ready;
  });
  await page.screenshot({ path: /** @type {`${string}.png`} */ (path) });
  console.log(path);
} finally {
  await browser.close();
  await server.close();
}
