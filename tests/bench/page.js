// Runs in the browser; browser.js has given the page its options and takes what comes of it.
import { run } from './run.js';

const host = /** @type {any} */ (globalThis);
try {
  host.finish(await run({ ...(await host.options()), progress: host.progress }));
} catch (error) {
  host.fail(error instanceof Error ? error.stack : String(error));
}
