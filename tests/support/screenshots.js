// Makes README's picture of the page from a real browser: `node tests/support/screenshots.js`.
import { fileURLToPath } from 'node:url';
import { launchBrowser, serveFolder } from './browser.js';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
const path = fileURLToPath(new URL('../../web/site/attention-lab.png', import.meta.url));

const server = await serveFolder(dist);
const browser = await launchBrowser('chromium');
try {
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 1200 });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }]);
  await page.goto(server.url, { waitUntil: 'load' });
  await page.evaluate(async () => {
    const lab = /** @type {import('../../web/elements/attention-lab.js').AttentionLab} */ (
      document.querySelector('attention-lab')
    );
    await lab.ready;
    lab.setState({ step: 'scores', cell: 'scores.0.1.2' });
    await lab.updateComplete;
  });
  await page.screenshot({ path: /** @type {`${string}.png`} */ (path) });
  console.log(path);
} finally {
  await browser.close();
  await server.close();
}
