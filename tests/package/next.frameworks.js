// In Next: exported as files, and by its server for development, which tells of hydration.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { builtAsFiles } from './built-as-files.js';
import { assertAlive, onApp, started } from './frameworks.js';

builtAsFiles('next', { build: ['next/dist/bin/next', 'build'], out: 'out' }, (found) => {
  it('is hydrated without a warning in development', async () => {
    const { folder, browser } = found();
    const server = await started(folder, 'next/dist/bin/next', [
      'dev',
      '-H',
      '127.0.0.1',
      '-p',
      '0',
    ]);
    try {
      // It builds a page when it is first asked for, and that may take long.
      await (await fetch(server.url)).text();
      await onApp(browser, server.url, assertAlive, true);
      assert.deepEqual(server.complaints(), []);
    } finally {
      await server.end();
    }
  });
});
