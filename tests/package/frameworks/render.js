// Builds an app with Vite as a server would: its page is written by the framework's server renderer, and
// its script finds it there. `node ../render.js` in the folder of an app, which says the rest in its
// `vite.config.js`; with NODE_ENV=development it is the framework's build that warns.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

const mode = process.env.NODE_ENV;
const common = { mode, logLevel: 'warn' };
// That a chunk is large is for its author to judge.
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
