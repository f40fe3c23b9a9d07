// Builds an app with Vite as a server would: the framework's server renderer writes the page, and
// its script hydrates it. Run `node ../render.js` in the folder of an app, whose `vite.config.js`
// has the settings. With NODE_ENV=development it uses the framework's build with warnings.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

const mode = process.env.NODE_ENV;
const common = { mode, logLevel: 'warn' };
// Large chunks are the app author's decision.
const sizes = { chunkSizeWarningLimit: 10_000, emptyOutDir: true };
await build({ ...common, build: { ...sizes, outDir: `out-${mode}` } });
const server = { ssr: 'server', outDir: `server-${mode}` };
const options = { output: { entryFileNames: 'server.js' } };
await build({ ...common, build: { ...server, ...sizes, rolldownOptions: options } });

const { render } = await import(pathToFileURL(join(server.outDir, 'server.js')).href);
const page = join(`out-${mode}`, 'index.html');
const shell = await readFile(page, 'utf8');
const written = await render();
await writeFile(
  page,
  shell.replace('<!--app-->', () => written),
);
