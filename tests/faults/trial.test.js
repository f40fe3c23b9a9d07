import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { closeBrowsers, runTests } from './trial.js';

const folder = mkdtempSync(join(tmpdir(), 'trial-'));
after(async () => {
  rmSync(folder, { recursive: true });
  await closeBrowsers();
});

/** A test that fails while its browser is open. Its title is the address of the browser. */
const FAILING = `
import { it } from 'node:test';
import { launchBrowser } from '${new URL('../support/browser.js', import.meta.url)}';

const browser = await launchBrowser('chromium');
const page = await browser.newPage();
it(page.browser().wsEndpoint(), () => {
  throw new Error('fails');
});
`;

it('a trial that is stopped leaves no browser', { timeout: 120_000 }, async () => {
  writeFileSync(join(folder, 'failing.test.mjs'), FAILING);
  const { passed, reason } = await runTests(folder, 'failing.test.mjs', 600);
  assert.equal(passed, false);
  assert.match(reason, /^ws:/);
  // A connection fails, or ends with the browser.
  const socket = connect(Number(new URL(reason).port), '127.0.0.1').on('error', () => {});
  await new Promise((resolve) => socket.once('close', resolve));
});
